//! The family: its card, and what it reads from a position.

use std::sync::LazyLock;

use goban::{Color, Move, PointSet, Position};
use model::{
    Abilities, BeginError, Card, Cell, Explanation, Family, Model, Parameter, Parameters, PlayingStyle, Quantity,
    Question, Rating, Role, Seed, Sheet, Sign, Swap,
};
use playout::{Batch, Fate, Policy, Rates, Shapes, Status, Tally};
use record::Ply;

use crate::explain::{self, FirstMoves};

/// Games by chance alone, to compare with.
static PLAIN: LazyLock<Policy> = LazyLock::new(|| Policy { rates: Rates::PLAIN, shapes: Shapes::none() });
static TACTICAL: LazyLock<Policy> = LazyLock::new(Policy::default);

/// The family `futures`.
///
/// ```
/// use aji_futures::Futures;
/// use goban::{Diagram, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let setup = Diagram::parse("
///     . O O X . . .
///     O O X X . . .
///     X X X . . . .
///     . . . . . . .
///     . O . . O . .
///     . . . . . . .
///     . . . . . . .").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let family = Futures::new();
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// let corner = setup.size.index(setup.size.parse_vertex("B7").unwrap());
/// assert!(sheet.get_field("futures.survival").unwrap()[corner] < 0.25);
/// assert!(sheet.get_field("futures.owner").unwrap()[corner] > 0.5);
/// ```
pub struct Futures(Card);

impl Default for Futures {
    fn default() -> Futures {
        Futures::new()
    }
}

impl Futures {
    /// The family.
    #[must_use]
    pub fn new() -> Futures {
        let mut card = Card::new(
            "futures",
            "the position is played on many times with tactical sense; what happens most is what to expect",
            "B. Brügmann: Monte Carlo Go, 1993; B. Bouzy: Associating Domain-Dependent Knowledge and Monte Carlo Approaches \
             within a Go Program, Information Sciences 175 (4), 2005; R. Coulom: Criticality: a Monte-Carlo Heuristic for \
             Go Programs, 2009",
        );
        card.parameters = vec![
            Parameter::integer("futures.games", "how many games are played on from a position", 1, 100_000, 64),
            Parameter::choice(
                "futures.policy",
                "how they are played: with tactical sense, or by chance alone",
                &["tactical", "plain"],
            ),
        ];
        // Chance does not turn with the board.
        let free = |quantity: Quantity| quantity.swap(Swap::Free).turns_freely();
        card.quantities = vec![
            Quantity::field("futures.owner", "whose each point is in the end: +1 Black's in every game, −1 White's")
                .role(Role::Ownership)
                .sign(Sign::BlackPositive),
            Quantity::field(
                "futures.survival",
                "the share of games in which the chain of each stone stays on the board",
            ),
            Quantity::field("futures.criticality", "how much owning each point goes with winning").sign(Sign::Paper),
            Quantity::labels("futures.status", "what becomes of each stone: A alive, D dead, S in seki, U not settled"),
            Quantity::number("futures.lead", "Black's lead that half of the games reach, komi and prisoners included")
                .role(Role::Lead)
                .sign(Sign::BlackPositive)
                .unit("points after komi"),
            Quantity::number("futures.spread", "the standard deviation of the lead").unit("points"),
            Quantity::number("futures.chance", "the share of games that Black wins"),
            Quantity::number("futures.unfinished", "games that had no end and were cut off").unit("games"),
        ]
        .into_iter()
        .map(free)
        .collect();
        card.abilities = Abilities { rates: true, explains: true, ..Abilities::default() };
        card.styles = vec![PlayingStyle {
            name: String::new(),
            about: "plays where it came first in the games that it won".to_string(),
            settings: Vec::new(),
        }];
        card.lead_scale = Some(10.0);
        Futures(card)
    }
}

impl Family for Futures {
    fn card(&self) -> &Card {
        &self.0
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.0, start.size())?;
        let policy = if parameters.text("futures.policy") == "plain" { &*PLAIN } else { &*TACTICAL };
        let n_games = parameters.integer("futures.games") as usize;
        Ok(Box::new(Reader { policy, n_games, seed, seen: None }))
    }
}

/// What tells one position from another here.
type Key = (u64, Color, Option<goban::Point>, goban::ByColor<usize>);

fn key(position: &Position) -> Key {
    (position.board().hash(), position.to_move(), position.ko(), position.prisoners())
}

/// Plays positions on. It knows nothing of the game before them.
struct Reader {
    policy: &'static Policy,
    n_games: usize,
    seed: Seed,
    /// The position that was looked at last, for those who ask several things about it.
    seen: Option<(Key, Tally)>,
}

impl Reader {
    fn batch<'a>(&self, position: &'a Position) -> Batch<'a> {
        let seed = self.seed.stream(position.board().hash()).stream(position.to_move() as u64);
        Batch::new(position).policy(self.policy).games(self.n_games).seed(seed)
    }

    fn look(&mut self, position: &Position) -> &Tally {
        let now = key(position);
        if self.seen.as_ref().is_none_or(|(seen, _)| *seen != now) {
            self.seen = Some((now, self.batch(position).tally()));
        }
        &self.seen.as_ref().expect("it was just looked at").1
    }
}

/// The letter of a status on the board.
fn letter(fate: &Fate) -> &'static str {
    match fate.status() {
        Status::Alive => "A",
        Status::Dead => "D",
        Status::Seki => "S",
        Status::Unsettled => "U",
    }
}

impl Model for Reader {
    fn observe(&mut self, _: &Ply, _: &Position) {}

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        let size = position.size();
        let tally = self.look(position);
        sheet.field("futures.owner", || tally.owners());
        sheet.field("futures.survival", || {
            let mut field = vec![0.0; size.area()];
            for fate in tally.fates() {
                fate.stones.iter().for_each(|stone| field[size.index(stone)] = fate.survival());
            }
            field
        });
        sheet.field("futures.criticality", || tally.criticality());
        sheet.labels("futures.status", || {
            let mut labels = vec![None; size.area()];
            for fate in tally.fates() {
                fate.stones.iter().for_each(|stone| labels[size.index(stone)] = Some(letter(fate).to_string()));
            }
            labels
        });
        sheet.number("futures.lead", tally.lead());
        sheet.number("futures.spread", tally.spread());
        sheet.number("futures.chance", tally.chance(Color::Black));
        sheet.number("futures.unfinished", tally.n_unfinished() as f64);
    }

    /// All moves as first (Brügmann): the share of games won in which the side to move came to a point before the other.
    fn rate(&mut self, position: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let color = position.to_move();
        let batch = self.batch(position);
        let moves = FirstMoves::won(&batch, self.look(position), color);
        let rating = |point| {
            let after = moves.after(color, point);
            let details =
                vec![("games", Cell::Number(after.n_games as f64)), ("won", Cell::Number(after.n_hits as f64))];
            Some(Rating { point, value: moves.share(color, point)?, details })
        };
        (position.legal_points() & *among).iter().filter_map(rating).collect()
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        let batch = self.batch(position);
        match question {
            Question::Point(point) => {
                let tally = self.look(position);
                Some(match tally.fate(point) {
                    Some(fate) => explain::chain(&batch, fate),
                    None => explain::point(&batch, tally, point),
                })
            }
            Question::Candidate(Move::Play(point)) => Some(explain::candidate(&batch, self.look(position), point)),
            _ => None,
        }
    }
}
