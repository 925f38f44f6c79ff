//! The family as its users see it: the laws of the contract, the gain of a move, ratings and explanations.

use freedom::{Freedom, Params, influence};
use goban::{BoardSize, Color, Diagram, Move, Position, Rules};
use model::{Cell, Explanation, Family, Model, Parameters, Question, Seed, Selection, Settings, Sheet};
use record::{Game, Mode, SetupChange};
use testkit::laws::{self, Effort};

#[test]
fn the_laws_hold() {
    laws::check(&Freedom::new(), Effort { games: 1, whole_up_to: 6, short: 24, dense_up_to: 5 });
}

fn position(drawing: &str) -> Position {
    Position::from_setup(&Diagram::parse(drawing).unwrap(), Rules::CHINESE).unwrap()
}

fn begin(position: &Position, settings: &[&str]) -> Box<dyn Model> {
    let family = Freedom::new();
    let mut set = Settings::default();
    for setting in settings {
        set.add(setting).unwrap();
    }
    set.check([family.card()]).unwrap();
    family.begin(position, &set.apply(family.card()).unwrap(), Seed(1)).unwrap()
}

/// An answer as text: the sentences, then the rows.
fn told(answer: &Explanation, size: BoardSize) -> String {
    let cell = |cell: &Cell| match cell {
        Cell::Number(value) => format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_string(),
        Cell::Color(color) => color.letter().to_string(),
        Cell::Points(points) => points.iter().map(|point| size.vertex(point)).collect::<Vec<_>>().join("+"),
        other => format!("{other:?}"),
    };
    let sentences = answer.sentences.iter().map(|sentence| sentence.text.clone());
    let rows = answer.rows.iter().map(|row| {
        let cells = row.cells.iter().map(|(name, value)| format!(" {name} {}", cell(value)));
        format!("{}:{}", row.kind, cells.collect::<String>())
    });
    sentences.chain(rows).collect::<Vec<_>>().join("\n")
}

fn figure_1() -> (Position, BoardSize) {
    let size = BoardSize::NINETEEN;
    let mut game = Position::new(size, Rules::CHINESE);
    game.play(Move::Pass).unwrap();
    game.play(size.parse_vertex("K4").unwrap()).unwrap();
    (game, size)
}

#[test]
fn a_point_is_explained_by_its_paths() {
    let (position, size) = figure_1();
    let mut model = begin(&position, &[]);
    let answer = model.explain(&position, Question::Point(size.parse_vertex("J6").unwrap())).unwrap();
    let expected = "\
J6 is White's: 0.705 of influence against 0.000.
No stone of Black reaches J6 within 4 stones.
White reaches J6 by 3 paths with influence 0.705.
White's strongest path there needs 3 stones and would have 9 liberties.
paths: color W stones J6+J5+J4 n 3 liberties 9 r 0.1111
paths: color W stones J6+J5+K5 n 3 liberties 8 r 0.0988
paths: color W stones J6+K6+K5 n 3 liberties 9 r 0.1111
influence: color B influence 0
influence: color W influence 0.7051";
    assert_eq!(told(&answer, size), expected);
    let stone = model.explain(&position, Question::Point(size.parse_vertex("K4").unwrap())).unwrap();
    assert_eq!(told(&stone, size), "K4 holds a stone of White; influence is measured on empty points.");
}

#[test]
fn a_pair_is_explained_by_its_connections() {
    let (position, size) = figure_1();
    let pair = |from, to| Question::Pair { from: size.parse_vertex(from).unwrap(), to: size.parse_vertex(to).unwrap() };
    let mut model = begin(&position, &["freedom.reach=5"]);
    let answer = model.explain(&position, pair("J6", "K4")).unwrap();
    let expected = "\
5 paths connect J6 and K4 for White: connectedness 0.287.
paths: color W stones J5+J4 n 2 connectedness 0.1111
paths: color W stones J5+K5 n 2 connectedness 0.1111
paths: color W stones K6+K5 n 2 connectedness 0.1111
paths: color W stones H6+H5+H4+J4 n 4 connectedness 0.0123
paths: color W stones K6+L6+L5+L4 n 4 connectedness 0.0123
connections: color W connectedness 0.2869";
    assert_eq!(told(&answer, size), expected);
    let near = model.explain(&position, pair("K4", "K5")).unwrap();
    assert!(told(&near, size).starts_with("With White's stones there, K4 and K5 would be one chain."));
    let empty = model.explain(&position, pair("C3", "C5")).unwrap();
    assert_eq!(empty.sentences.len(), 2, "either colour could connect two empty points");
    let far = model.explain(&position, pair("K4", "C16")).unwrap();
    assert_eq!(told(&far, size).lines().next(), Some("No way of fewer than 5 stones connects K4 and C16 for White."));
}

#[test]
fn the_gain_is_what_the_move_changed() {
    let size = BoardSize::NINE;
    let at = |vertex: &str| size.parse_vertex(vertex).unwrap();
    let mut game = Game::new(size);
    let mut node = game.root();
    for (color, vertex) in [(Color::Black, "C3"), (Color::White, "G7"), (Color::Black, "G6")] {
        node = game.add_move(node, color, Move::Play(at(vertex)));
    }
    // Two black stones are put up by hand before White moves: they are not White's doing.
    let mut change = SetupChange::default();
    change.add.black.extend([at("F7"), at("H7")]);
    node = game.add_move(node, Color::White, Move::Play(at("E5")));
    game.node_mut(node).setup = Some(Box::new(change));
    game.add_move(node, Color::Black, Move::Play(at("G8")));

    let family = Freedom::new();
    let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
    let mut model = family.begin(replay.position(), &Parameters::defaults(family.card()), Seed(1)).unwrap();
    let mut gains = Vec::new();
    while let Some(ply) = replay.next_ply().unwrap() {
        model.observe(&ply, replay.position());
        let mut sheet = Sheet::new(family.card(), &Selection::All);
        model.read(replay.position(), &mut sheet);
        gains.push((ply.captured.len(), sheet.get_number("freedom.gain").unwrap()));
    }
    let lead = |drawing: &str| influence(position(drawing).board(), &Params::default()).lead();
    let before = lead(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . X O X .
         . . . . . . X . .
         . . . . . . . . .
         . . . . . . . . .
         . . X . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let between = lead(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . X O X .
         . . . . . . X . .
         . . . . O . . . .
         . . . . . . . . .
         . . X . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let after = lead(
        ". . . . . . . . .
         . . . . . . X . .
         . . . . . X . X .
         . . . . . . X . .
         . . . . O . . . .
         . . . . . . . . .
         . . X . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    assert_eq!(gains[3], (0, before - between));
    assert_eq!(gains[4], (1, after - between));
    let told = told(&model.explain(replay.position(), Question::LastMove).unwrap(), size);
    assert!(told.starts_with(&format!("Black G8 gains {:.2}: ", after - between)), "{told}");
}

#[test]
fn a_capture_rates_highest() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . X X . . .
         . X O O . . .
         . . X X . . .
         . . . . . . .
         . . . . . . .",
    );
    let size = position.size();
    let mut model = begin(&position, &[]);
    let ratings = model.rate_all(&position);
    assert_eq!(ratings.len(), position.legal_points().len());
    let best = ratings.iter().max_by(|one, other| one.value.total_cmp(&other.value)).unwrap();
    assert_eq!(size.vertex(best.point), "E4");
    let candidate = model.explain(&position, Question::Candidate(Move::Play(best.point))).unwrap();
    assert!(candidate.sentences[0].text.starts_with("Black E4 gains "));
}
