//! Freedom as a family of models: its card, and what it writes, rates and explains.

use goban::{Board, ByColor, Color, Move, Point, PointSet, Position};
use model::words::count;
use model::{
    Abilities, BeginError, Card, Cell, Explanation, Family, Model, Parameter, Parameters, Quantity, Question, Rating,
    Role, Row, Seed, Sentence, Sheet, Sign, Swap,
};
use record::Ply;

use crate::{Connection, Influence, Params, Path, Tracker, connection, paths_to};

/// The lead at which a host shows a win rate of 73 %. In real games the lead is about 20 in the median and says little
/// about who wins.
const LEAD_SCALE: f64 = 50.0;

/// The family `freedom`.
///
/// ```
/// use freedom::Freedom;
/// use goban::{BoardSize, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let size = BoardSize::NINE;
/// let mut position = Position::new(size, Rules::CHINESE);
/// position.play(size.parse_vertex("E5").unwrap()).unwrap();
/// let family = Freedom::new();
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// assert_eq!(sheet.get_number("freedom.white"), Some(0.0));
/// assert_eq!(sheet.get_number("freedom.lead"), sheet.get_number("freedom.black"));
/// ```
pub struct Freedom(Card);

impl Freedom {
    /// The family.
    #[must_use]
    pub fn new() -> Freedom {
        let mut card = Card::new(
            "freedom",
            "a point is under the influence of the stones that a new stone there could connect to, and breathe",
            "A. L. Gower: The Freedom to Play GO, 2018",
        );
        let defaults = Params::default();
        let most = Params::MAX_REACH as i64;
        card.parameters = vec![
            Parameter::real("freedom.p", "chance that one missing stone of a path is played", 0.0, 1.0, defaults.p()),
            Parameter::real_above(
                "freedom.q",
                "order of the norm that joins paths through the same point: near 1 they add up, large the best counts",
                1.0,
                1000.0,
                defaults.q(),
            ),
            Parameter::integer(
                "freedom.reach",
                "longest path, in stones to be played, the new stone included",
                1,
                most,
                defaults.reach() as i64,
            ),
        ];
        let side = |make: fn(&str, &str) -> Quantity, name: &str, about: &str, other: &str| {
            make(name, about).swap(Swap::With(other.to_string()))
        };
        let difference = |quantity: Quantity| quantity.sign(Sign::BlackPositive).swap(Swap::Negates);
        card.quantities = vec![
            side(Quantity::number, "freedom.black", "influence of Black on all empty points", "freedom.white"),
            side(Quantity::number, "freedom.white", "influence of White on all empty points", "freedom.black"),
            difference(Quantity::number("freedom.lead", "Black's influence minus White's")).role(Role::Lead),
            Quantity::number("freedom.gain", "what the last move added to the lead of its side")
                .role(Role::Gain)
                .sign(Sign::MoverPositive)
                .of_game(),
            side(Quantity::field, "freedom.black", "influence of Black on each empty point", "freedom.white"),
            side(Quantity::field, "freedom.white", "influence of White on each empty point", "freedom.black"),
            difference(Quantity::field("freedom.lead", "Black's influence minus White's on each empty point"))
                .role(Role::Ownership),
        ];
        card.abilities = Abilities { rates: true, explains: true, ..Abilities::default() };
        card.lead_scale = Some(LEAD_SCALE);
        Freedom(card)
    }
}

impl Default for Freedom {
    fn default() -> Self {
        Freedom::new()
    }
}

impl Family for Freedom {
    fn card(&self) -> &Card {
        &self.0
    }

    fn begin(&self, start: &Position, parameters: &Parameters, _: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.0, start.size())?;
        let reach = usize::try_from(parameters.integer("freedom.reach")).unwrap_or(0);
        let params = Params::new(parameters.real("freedom.p"), parameters.real("freedom.q"), reach)
            .map_err(|error| BeginError::Missing(format!("freedom: {error}")))?;
        let tracker = Tracker::new(start.board(), &params);
        Ok(Box::new(Follower { params, tracker, last: None }))
    }
}

/// Follows a game and keeps the map up to date.
struct Follower {
    params: Params,
    tracker: Tracker,
    last: Option<Turn>,
}

/// A move and what it did to the influence of both sides.
#[derive(Clone, Copy)]
struct Turn {
    color: Color,
    mv: Move,
    before: ByColor<f64>,
    after: ByColor<f64>,
}

impl Turn {
    /// What the move added to the lead of its side.
    fn gain(&self) -> f64 {
        let lead = |totals: ByColor<f64>| totals.black - totals.white;
        (lead(self.after) - lead(self.before)) * self.color.sign()
    }
}

impl Follower {
    /// The influence on the board of a position.
    fn at(&mut self, position: &Position) -> &Influence {
        self.tracker.update(position.board());
        self.tracker.influence()
    }

    /// What a move would do, and how many stones it would take.
    fn try_move(&mut self, position: &Position, color: Color, point: Point) -> (Turn, usize) {
        let before = self.at(position).totals();
        let mut board = position.board().clone();
        let placed = board.place(color, point);
        let after = self.tracker.preview(&board).totals();
        (Turn { color, mv: Move::Play(point), before, after }, placed.n_captured)
    }
}

impl Model for Follower {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        if ply.edited {
            self.tracker.update(&ply.board_before(position.board()));
        }
        let before = self.tracker.influence().totals();
        let after = self.at(position).totals();
        self.last = Some(Turn { color: ply.color, mv: ply.mv, before, after });
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        let gain = self.last.map_or(0.0, |turn| turn.gain());
        let map = self.at(position);
        let totals = map.totals();
        sheet.number("freedom.black", totals.black);
        sheet.number("freedom.white", totals.white);
        sheet.number("freedom.lead", map.lead());
        sheet.number("freedom.gain", gain);
        sheet.field("freedom.black", || map.field(Color::Black).to_vec());
        sheet.field("freedom.white", || map.field(Color::White).to_vec());
        sheet.field("freedom.lead", || map.difference());
    }

    fn rate(&mut self, position: &Position, among: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let color = position.to_move();
        let rated = |point| {
            let (turn, n_captured) = self.try_move(position, color, point);
            let details = vec![
                ("black", Cell::Number(turn.after.black)),
                ("white", Cell::Number(turn.after.white)),
                ("captured", Cell::Number(n_captured as f64)),
            ];
            Rating { point, value: turn.gain(), details }
        };
        (position.legal_points() & *among).iter().take_while(|_| go_on()).map(rated).collect()
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        match question {
            Question::Point(point) => {
                let params = self.params;
                Some(explain_point(self.at(position), position.board(), point, &params))
            }
            Question::Pair { from, to } => Some(explain_pair(position.board(), from, to, &self.params)),
            Question::LastMove => Some(explain_turn(&self.last?, position.board())),
            Question::Candidate(Move::Play(point)) if position.legal_points().contains(point) => {
                let (turn, _) = self.try_move(position, position.to_move(), point);
                Some(explain_turn(&turn, position.board()))
            }
            Question::Candidate(_) => None,
        }
    }
}

fn explain_point(map: &Influence, board: &Board, point: Point, params: &Params) -> Explanation {
    let vertex = board.size().vertex(point);
    if let Some(color) = board.get(point) {
        let text = format!("{vertex} holds a stone of {color}; influence is measured on empty points.");
        return Explanation { sentences: vec![Sentence::new(text, [point])], rows: Vec::new() };
    }
    let mut answer = Explanation { sentences: vec![verdict(map, board, point)], rows: Vec::new() };
    for color in Color::ALL {
        let paths = paths_to(board, color, point, params);
        let value = map.at(color, point);
        answer.sentences.push(Sentence::new(
            match paths.len() {
                0 => format!("No stone of {color} reaches {vertex} within {} stones.", params.reach()),
                n => format!("{color} reaches {vertex} by {} with influence {value:.3}.", count(n, "path", "paths")),
            },
            [point],
        ));
        if let Some(best) = strongest(&paths) {
            let text = format!(
                "{color}'s strongest path there needs {} and would have {}.",
                count(best.n(), "stone", "stones"),
                count(best.liberties, "liberty", "liberties"),
            );
            answer.sentences.push(Sentence::new(text, best.stones.iter().copied()));
        }
        answer
            .rows
            .extend(paths.iter().map(|p| path_row(color, &p.stones, [("liberties", p.liberties as f64), ("r", p.r)])));
    }
    for color in Color::ALL {
        let cells = vec![("color", Cell::Color(color)), ("influence", Cell::Number(map.at(color, point)))];
        answer.rows.push(Row { kind: "influence", cells });
    }
    answer
}

/// Whose an empty point is.
fn verdict(map: &Influence, board: &Board, point: Point) -> Sentence {
    /// With so many times the other's influence a point is a side's own.
    const OWN: f64 = 3.0;
    let vertex = board.size().vertex(point);
    let ByColor { black, white } = ByColor::new(|color| map.at(color, point));
    let color = if black >= white { Color::Black } else { Color::White };
    let (more, less) = (black.max(white), black.min(white));
    let text = if more <= 0.0 {
        format!("{vertex} is nobody's: no stone has influence there.")
    } else if more >= OWN * less {
        format!("{vertex} is {color}'s: {more:.3} of influence against {less:.3}.")
    } else if more > less {
        format!("{vertex} leans to {color}, but is not settled: {more:.3} of influence against {less:.3}.")
    } else {
        format!("{vertex} is nobody's: both sides have as much influence there, {more:.3}.")
    };
    Sentence::new(text, [point])
}

/// A path as evidence: its stones and what it is worth.
fn path_row<const N: usize>(color: Color, stones: &[Point], numbers: [(&'static str, f64); N]) -> Row {
    let mut cells = vec![
        ("color", Cell::Color(color)),
        ("stones", Cell::Points(stones.iter().copied().collect())),
        ("n", Cell::Number(stones.len() as f64)),
    ];
    cells.extend(numbers.map(|(name, value)| (name, Cell::Number(value))));
    Row { kind: "paths", cells }
}

/// The path that counts most by itself; of equals the first.
fn strongest(paths: &[Path]) -> Option<&Path> {
    let worth = |path: &Path| path.r * path.n() as f64;
    paths.iter().reduce(|best, path| if worth(path) > worth(best) { path } else { best }).filter(|path| path.r > 0.0)
}

/// Between two stones of a colour it is that colour's connection, between two empty points each colour's.
fn explain_pair(board: &Board, from: Point, to: Point, params: &Params) -> Explanation {
    let size = board.size();
    let (from_name, to_name) = (size.vertex(from), size.vertex(to));
    let colors: Vec<Color> = match (board.get(from), board.get(to)) {
        (None, None) => Color::ALL.to_vec(),
        (Some(one), Some(other)) if one != other => {
            let text = format!("{from_name} and {to_name} hold stones of both colours; they cannot connect.");
            return Explanation { sentences: vec![Sentence::new(text, [from, to])], rows: Vec::new() };
        }
        (one, other) => one.or(other).into_iter().collect(),
    };
    let mut answer = Explanation::default();
    let mut totals = Vec::new();
    for color in colors {
        let Ok(Connection { paths, connectedness }) = connection(board, from, to, color, params) else { continue };
        let text = match paths.as_slice() {
            [] => format!(
                "No way of fewer than {} connects {from_name} and {to_name} for {color}.",
                count(params.reach(), "stone", "stones")
            ),
            [path] if path.n() == 0 && board.get(from).is_some() && board.get(to).is_some() => {
                format!("{from_name} and {to_name} are one chain of {color}.")
            }
            [path] if path.n() == 0 => {
                format!("With {color}'s stones there, {from_name} and {to_name} would be one chain.")
            }
            paths => format!(
                "{} connect{} {from_name} and {to_name} for {color}: connectedness {connectedness:.3}.",
                count(paths.len(), "path", "paths"),
                if paths.len() == 1 { "s" } else { "" }
            ),
        };
        answer.sentences.push(Sentence::new(text, [from, to]));
        totals.push(Row {
            kind: "connections",
            cells: vec![("color", Cell::Color(color)), ("connectedness", Cell::Number(connectedness))],
        });
        answer
            .rows
            .extend(paths.iter().map(|path| path_row(color, &path.stones, [("connectedness", path.connectedness)])));
    }
    answer.rows.extend(totals);
    answer
}

fn explain_turn(turn: &Turn, board: &Board) -> Explanation {
    let Turn { color, before, after, .. } = *turn;
    let name = board.size().move_name(turn.mv);
    let gain = turn.gain();
    let verb = if gain < 0.0 { "costs" } else { "gains" };
    let text = format!(
        "{color} {name} {verb} {:.2}: Black's influence goes from {:.2} to {:.2}, White's from {:.2} to {:.2}.",
        gain.abs(),
        before.black,
        after.black,
        before.white,
        after.white
    );
    let row = |side: Color| Row {
        kind: "totals",
        cells: vec![
            ("color", Cell::Color(side)),
            ("before", Cell::Number(before[side])),
            ("after", Cell::Number(after[side])),
        ],
    };
    Explanation { sentences: vec![Sentence::new(text, turn.mv.point())], rows: Color::ALL.map(row).to_vec() }
}
