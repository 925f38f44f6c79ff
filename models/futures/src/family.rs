//! The family: its card, and what it reads from a position.

use std::sync::{Arc, LazyLock};

use goban::{Color, Move, Point, PointSet, Position};
use model::{
    Abilities, BeginError, Card, Cell, Explanation, Family, FileKind, Learn, LoadError, Model, Parameter, Parameters,
    PlayingStyle, Quantity, Question, Rating, Role, Seed, Sheet, Sign, Swap,
};
use playout::owners::{Evidence, Outlook, Owners};
use playout::{Batch, Fate, Policy, Rates, Shapes, Status, Tally};
use record::Ply;

use crate::explain::{self, FirstMoves};
use crate::learn::Pupil;

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
pub struct Futures {
    card: Card,
    loaded: Option<Arc<Owners>>,
    pupil: Pupil,
}

impl Default for Futures {
    fn default() -> Futures {
        Futures::new()
    }
}

impl Futures {
    /// The family with the classes of points that ship with the program.
    #[must_use]
    pub fn new() -> Futures {
        Futures::with(None)
    }

    fn with(loaded: Option<Arc<Owners>>) -> Futures {
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
            Parameter::choice(
                "futures.owners",
                "whose the points are: corrected by what was learned (what ships: on boards from 9×9 on), or as the games alone say",
                &["learned", "played"],
            ),
        ];
        // Chance does not turn with the board.
        let free = |quantity: Quantity| quantity.swap(Swap::Free).turns_freely();
        card.quantities = vec![
            Quantity::field("futures.owner", "whose each point becomes: +1 surely Black's, −1 surely White's")
                .role(Role::Ownership)
                .sign(Sign::BlackPositive),
            Quantity::field(
                "futures.survival",
                "the share of games in which the chain of each stone stays on the board",
            ),
            Quantity::field("futures.criticality", "how much owning each point goes with winning").sign(Sign::Paper),
            Quantity::labels("futures.status", "what becomes of each stone: A alive, D dead, S in seki, U not settled"),
            Quantity::number("futures.lead", "Black's lead to expect, komi and prisoners included")
                .role(Role::Lead)
                .sign(Sign::BlackPositive)
                .unit("points after komi"),
            Quantity::number("futures.spread", "the standard deviation of the lead in the games").unit("points"),
            Quantity::number("futures.chance", "Black's chance to win"),
            Quantity::number("futures.unfinished", "games that had no end and were cut off").unit("games"),
        ]
        .into_iter()
        .map(free)
        .collect();
        card.abilities = Abilities { rates: true, explains: true, learns: true, ..Abilities::default() };
        card.styles = vec![PlayingStyle {
            name: String::new(),
            about: "plays where it came first in the games that it won".to_string(),
            settings: Vec::new(),
            ..PlayingStyle::default()
        }];
        card.lead_scale = Some(10.0);
        card.file = Some(FileKind {
            name: "owners".to_string(),
            about: "classes of points made by aji train futures".to_string(),
        });
        Futures { card, loaded, pupil: Pupil::new() }
    }
}

impl Family for Futures {
    fn card(&self) -> &Card {
        &self.card
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        let owners = Owners::from_bytes(bytes).map_err(LoadError::new)?;
        Ok(Arc::new(Futures::with(Some(Arc::new(owners)))))
    }

    fn learn(&self) -> Option<&dyn Learn> {
        Some(&self.pupil)
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        let policy = if parameters.text("futures.policy") == "plain" { &*PLAIN } else { &*TACTICAL };
        let n_games = parameters.integer("futures.games") as usize;
        let loaded = self.loaded.clone().map(Source::Loaded);
        let learned = loaded.or_else(|| Owners::shipped_for(start.size()).map(Source::Shipped));
        let learned = learned.filter(|_| parameters.text("futures.owners") == "learned");
        Ok(Box::new(Reader { policy, n_games, learned, seed, seen: None }))
    }
}

/// What tells one position from another here.
type Key = (u64, Color, Option<goban::Point>, goban::ByColor<usize>);

fn key(position: &Position) -> Key {
    (position.board().hash(), position.to_move(), position.ko(), position.prisoners())
}

/// Where classes of points come from.
enum Source {
    Shipped(&'static Owners),
    Loaded(Arc<Owners>),
}

impl Source {
    fn owners(&self) -> &Owners {
        match self {
            Source::Shipped(owners) => owners,
            Source::Loaded(owners) => owners,
        }
    }
}

/// Plays positions on. It knows nothing of the game before them.
struct Reader {
    policy: &'static Policy,
    n_games: usize,
    /// What corrects the games; none to believe them.
    learned: Option<Source>,
    seed: Seed,
    /// The position that was looked at last, for those who ask several things about it.
    seen: Option<(Key, Seen)>,
}

/// What was seen in a position.
struct Seen {
    tally: Tally,
    evidence: Evidence,
    outlook: Outlook,
}

impl Reader {
    fn batch<'a>(&self, position: &'a Position) -> Batch<'a> {
        let seed = self.seed.stream(position.board().hash()).stream(position.to_move() as u64);
        Batch::new(position).policy(self.policy).games(self.n_games).seed(seed)
    }

    fn look(&mut self, position: &Position) -> &Seen {
        let now = key(position);
        if self.seen.as_ref().is_none_or(|(seen, _)| *seen != now) {
            let batch = self.batch(position);
            let tally = batch.tally();
            let evidence = Evidence::of(&batch, &tally);
            let learned = self.learned.as_ref().map(|learned| learned.owners().judge(&evidence));
            let outlook = learned.unwrap_or_else(|| evidence.plain());
            self.seen = Some((now, Seen { tally, evidence, outlook }));
        }
        &self.seen.as_ref().expect("it was just looked at").1
    }

    /// What learned classes say about a point, if any are used.
    fn correction(&mut self, position: &Position, point: Point) -> Option<Explanation> {
        self.look(position);
        let (_, seen) = self.seen.as_ref()?;
        let grounds = self.learned.as_ref()?.owners().grounds(&seen.evidence, point);
        Some(explain::grounds(position.size(), point, seen.outlook.owners[position.size().index(point)], &grounds))
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
        let Seen { tally, outlook, .. } = self.look(position);
        sheet.field("futures.owner", || outlook.owners.clone());
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
        sheet.number("futures.lead", outlook.lead);
        sheet.number("futures.spread", tally.spread());
        sheet.number("futures.chance", outlook.chance);
        sheet.number("futures.unfinished", tally.n_unfinished() as f64);
    }

    /// All moves as first (Brügmann): the share of games won in which the side to move came to a point before the other.
    fn rate(&mut self, position: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let color = position.to_move();
        let batch = self.batch(position);
        let moves = FirstMoves::won(&batch, &self.look(position).tally, color);
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
                let tally = &self.look(position).tally;
                let mut told = match tally.fate(point) {
                    Some(fate) => explain::chain(&batch, fate),
                    None => explain::point(&batch, tally, point),
                };
                if let Some(more) = self.correction(position, point) {
                    told.sentences.extend(more.sentences);
                    told.rows.extend(more.rows);
                }
                Some(told)
            }
            Question::Candidate(Move::Play(point)) => {
                Some(explain::candidate(&batch, &self.look(position).tally, point))
            }
            _ => None,
        }
    }
}
