use goban::{BoardSize, ByColor, Color, Move, Point};
use proptest::prelude::*;
use proptest::sample::select;
use record::{Game, Player, Property, SetupChange};
use testkit::fixtures;

/// What is written reads the same, without a problem, and is then written the same.
pub(crate) fn assert_round_trip(games: &[Game], what: &str) {
    let written = sgf::write(games);
    let again = sgf::read(written.as_bytes());
    assert_eq!(again.games.len(), games.len(), "{what}\n{written}");
    for (game, again) in games.iter().zip(&again.games) {
        assert!(game == again, "{what}\n{written}\n{game:#?}\n{again:#?}");
    }
    if !games.is_empty() {
        assert_eq!(again.problems, [], "{what}\n{written}");
    }
    assert_eq!(sgf::write(&again.games), written, "{what}");
}

#[test]
fn every_fixture_comes_back() {
    for folder in ["broken", "formats", "games", "gnugo", "real"] {
        for ending in ["sgf", "gib", "ngf"] {
            for path in fixtures::files(folder, ending) {
                let bytes = std::fs::read(&path).unwrap();
                assert_round_trip(&sgf::read_any(&bytes, None).games, &path.display().to_string());
            }
        }
    }
}

fn any_point(size: BoardSize) -> impl Strategy<Value = Point> {
    (0..size.area()).prop_map(move |index| size.point_at(index).unwrap())
}

fn any_color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

/// Texts that hold what the syntax is made of.
fn any_text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "a",
        "B",
        "]",
        "[",
        "\\",
        "(",
        ")",
        ";",
        ":",
        "\n",
        " ",
        "C[",
        "];B[aa]",
        "]\n;W[bb]",
        "黒",
        "\u{3164}",
        "é",
        "1",
    ];
    prop::collection::vec(select(PIECES), 1..12).prop_map(|pieces| pieces.concat())
}

/// Texts on one line without blanks around them.
fn any_line() -> impl Strategy<Value = Option<String>> {
    prop::option::of(any_text()).prop_map(|text| {
        let text = text?.replace('\n', " ");
        Some(text.trim().to_string()).filter(|text| !text.is_empty())
    })
}

fn any_player() -> impl Strategy<Value = Player> {
    (any_line(), any_line(), any_line()).prop_map(|(name, rank, team)| Player { name, rank, team })
}

fn any_setup(size: BoardSize) -> impl Strategy<Value = Option<Box<SetupChange>>> {
    let points = || prop::collection::vec(any_point(size), 0..4).prop_map(|points| points.into_iter().collect());
    prop::option::weighted(0.2, (points(), points(), points(), prop::option::of(any_color()))).prop_map(|setup| {
        let (black, white, clear, to_move) = setup?;
        let change = SetupChange { add: ByColor { black, white }, clear, to_move };
        (!change.is_empty()).then(|| Box::new(change))
    })
}

fn any_properties() -> impl Strategy<Value = Vec<Property>> {
    const NAMES: &[&str] = &["TR", "LB", "AP", "XYZZY", "FG", "SBKV", "KT", "GC", "A1", "N"];
    let property = (select(NAMES), any_text(), prop::collection::vec(any_text(), 0..2));
    prop::collection::vec(property, 0..3).prop_map(|properties| {
        let mut kept: Vec<Property> = Vec::new();
        for (name, value, more) in properties {
            if kept.iter().any(|property| property.name == name) {
                continue;
            }
            kept.push(match name {
                "AP" => Property::new(name, "program:1:2"),
                _ => Property { more, ..Property::new(name, value) },
            });
        }
        kept
    })
}

fn any_game() -> impl Strategy<Value = Game> {
    let size = (2usize..=25).prop_map(|side| BoardSize::new(side).unwrap());
    size.prop_flat_map(|size| {
        let mv = prop::option::weighted(0.9, any_point(size)).prop_map(|point| point.map_or(Move::Pass, Move::Play));
        let node = (
            any::<prop::sample::Index>(),
            prop::bool::weighted(0.8),
            prop::option::weighted(0.8, (any_color(), mv)),
            any_setup(size),
            prop::option::weighted(0.2, any_text()),
            any_properties(),
        );
        let info = (
            any_player(),
            any_player(),
            prop::option::of(-20i32..40),
            prop::option::of(0usize..10),
            any_line(),
            any_line(),
        );
        (prop::collection::vec(node, 1..24), info).prop_map(move |(nodes, info)| {
            let mut game = Game::new(size);
            let (black, white, half_points, handicap, event, rules) = info;
            game.info.players = ByColor { black, white };
            game.info.komi = half_points.map(|points| f64::from(points) / 2.0);
            game.info.handicap = handicap;
            game.info.event = event;
            game.info.rules = rules;
            game.info.result = Some("W+3.5".to_string());
            let mut ids = vec![game.root()];
            for (i, (parent, follow, play, setup, comment, properties)) in nodes.into_iter().enumerate() {
                let id = match i {
                    0 => game.root(),
                    _ => {
                        let parent = if follow { ids[ids.len() - 1] } else { ids[parent.index(ids.len())] };
                        game.add_child(parent)
                    }
                };
                ids.push(id);
                let node = game.node_mut(id);
                (node.play, node.setup, node.comment, node.properties) = (play, setup, comment, properties);
            }
            in_reading_order(&game)
        })
    })
}

/// The same tree with its nodes numbered as they are met in reading, which is how a reader numbers them.
fn in_reading_order(game: &Game) -> Game {
    let mut copy = Game::new(game.size());
    copy.info = game.info.clone();
    let mut stack = vec![(game.root(), None)];
    while let Some((id, parent)) = stack.pop() {
        let new = parent.map_or(copy.root(), |parent| copy.add_child(parent));
        let (from, to) = (game.node(id), copy.node_mut(new));
        to.play = from.play;
        to.setup = from.setup.clone();
        to.comment = from.comment.clone();
        to.properties = from.properties.clone();
        let children: Vec<_> = game.children(id).collect();
        stack.extend(children.into_iter().rev().map(|child| (child, Some(new))));
    }
    copy
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_trees_come_back(games in prop::collection::vec(any_game(), 1..3)) {
        assert_round_trip(&games, "random");
    }

    /// Whatever bytes come, what is read can be written and read again.
    #[test]
    fn random_bytes_come_back(bytes in prop::collection::vec(select(&b"(;)[]\\BWAC:aet\n \xE9\x81\xFF"[..]), 0..60)) {
        assert_round_trip(&sgf::read(&bytes).games, &format!("{:?}", String::from_utf8_lossy(&bytes)));
    }
}
