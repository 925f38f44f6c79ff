//! The family: a probability for every legal move, and what made it.

use std::sync::{Arc, LazyLock, OnceLock};

use goban::{Color, Move, Point, PointSet, Position};
use libm::{exp, log};
use model::{
    Abilities, BeginError, Card, Catalogue, Cell, Class, Explanation, Family, FileForm, FileKind, Learn, LoadError,
    Model, Parameter, Parameters, PlayingStyle, Quantity, Question, Rating, Role, Row, Seed, Sentence, Shape, Sheet,
    Sign, unit,
};
use record::Ply;

use crate::classes::Classes;
use crate::history::History;
use crate::learn::Pupil;
use crate::look::{Look, NONE};
use crate::template::{Form, Mark, Part, TEMPLATES};
use crate::text;
use crate::words;

/// The classes that ship with the program.
static SHIPPED: LazyLock<Arc<Classes>> = LazyLock::new(|| {
    let bytes = include_bytes!("../assets/classes.bin");
    Arc::new(Classes::from_bytes(bytes).expect("the shipped file of classes can be read, as a test of this crate says"))
});

/// The family `experience`.
///
/// ```
/// use experience::Experience;
/// use goban::{BoardSize, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let family = Experience::new();
/// let start = Position::new(BoardSize::NINETEEN, Rules::JAPANESE);
/// let mut model = family.begin(&start, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&start, &mut sheet);
/// let field = sheet.get_field("experience.probability").unwrap();
/// let corner: f64 = start.size().stars().iter().map(|star| field[start.size().index(star)]).sum();
/// assert!(corner > 0.3, "experts begin on a star point or beside it: {corner}");
/// ```
pub struct Experience {
    card: Card,
    loaded: Option<Arc<Classes>>,
}

impl Default for Experience {
    fn default() -> Experience {
        Experience::new()
    }
}

impl Catalogue for Experience {
    fn n_classes(&self) -> usize {
        self.classes().len()
    }

    fn class(&self, number: usize) -> Option<Class> {
        let classes = self.classes();
        let counted = classes.counted(number)?;
        let template = &TEMPLATES.all[counted.template];
        let moves = template.facts.iter().zip(classes.facts(number)).find_map(|(fact, &value)| fact.moves(value));
        Some(Class {
            kind: template.name.clone(),
            part: part_name(template.part),
            moves,
            weight: f64::from(counted.weight) / 1000.0,
            importance: classes.importance(number),
            seen: counted.seen.into(),
            played: counted.played.into(),
        })
    }

    fn class_name(&self, number: usize) -> String {
        let classes = self.classes();
        if number >= classes.len() {
            return String::new();
        }
        let class = classes.class(number);
        words::name(&TEMPLATES.all[class.template], &class.body)
    }

    fn class_drawing(&self, number: usize) -> Vec<String> {
        let classes = self.classes();
        if number >= classes.len() {
            return Vec::new();
        }
        let class = classes.class(number);
        text::drawing(&TEMPLATES.all[class.template], &class.body)
    }

    fn file(&self, form: FileForm) -> Option<Vec<u8>> {
        Some(match form {
            FileForm::Text => self.to_text().into_bytes(),
            FileForm::Compact => self.to_bytes(),
        })
    }
}

/// The parts of an explanation, and the fields that show them.
const PARTS: [(Part, &str, &str); 4] = [
    (Part::Shape, "shape", "what the stones around each point add to its score, in units of log-odds"),
    (Part::Answer, "answer", "what the last moves add to the score of each point, in units of log-odds"),
    (
        Part::Tactics,
        "tactics",
        "what chains, liberties and captures add to the score of each point, in units of log-odds",
    ),
    (Part::Place, "place", "what place and time add to the score of each point, in units of log-odds"),
];

fn part_name(part: Part) -> &'static str {
    PARTS.iter().find(|(other, ..)| *other == part).map_or("", |(_, name, _)| name)
}

fn field_name(part: &str) -> String {
    format!("experience.{part}")
}

impl Experience {
    /// The family with the classes that ship with the program.
    #[must_use]
    pub fn new() -> Experience {
        Experience::with(None)
    }

    fn with(loaded: Option<Arc<Classes>>) -> Experience {
        let mut card = Card::new(
            "experience",
            "a move is as likely as the classes that it belongs to: shapes, answers, tactics and places learned from games",
            "R. Coulom: Computing Elo Ratings of Move Patterns in the Game of Go, ICGA Journal 30 (4), 2007; \
             D. Stern, R. Herbrich, T. Graepel: Bayesian Pattern Ranking for Move Prediction in the Game of Go, ICML 2006",
        );
        card.parameters = vec![Parameter::real(
            "experience.temperature",
            "0 plays the likeliest move; 1 plays by chance as often as each move is likely, more is wilder",
            0.0,
            10.0,
            0.0,
        )];
        card.quantities = vec![
            Quantity::field("experience.probability", "how likely an expert plays there next")
                .of_game()
                .calibrated_on(19)
                .role(Role::NextMove),
        ];
        for (_, part, about) in PARTS {
            card.quantities.push(Quantity::field(&field_name(part), about).of_game().sign(Sign::Paper));
        }
        card.abilities = Abilities { rates: true, explains: true, learns: true, lists: true, ..Abilities::default() };
        card.styles = vec![
            PlayingStyle {
                name: String::new(),
                about: "plays the move that an expert is most likely to play".to_string(),
                settings: Vec::new(),
                ..PlayingStyle::default()
            },
            PlayingStyle {
                name: "human".to_string(),
                about: "plays by chance, as often as experts would".to_string(),
                settings: vec!["experience.temperature=1".to_string()],
                ..PlayingStyle::default()
            },
        ];
        card.file = Some(FileKind {
            name: "classes".to_string(),
            about: "classes of moves made by aji train experience, as text or compact".to_string(),
        });
        Experience { card, loaded }
    }

    /// The family with the classes of a file, compact or text.
    ///
    /// # Errors
    /// When the file is neither, or damaged; with the place in a text.
    pub fn from_file(bytes: &[u8]) -> Result<Experience, LoadError> {
        Ok(Experience::with(Some(Arc::new(Classes::read(bytes)?))))
    }

    /// The classes as text that a person can read and edit.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.classes().to_text()
    }

    /// The classes as a compact file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.classes().to_bytes()
    }

    fn classes(&self) -> Arc<Classes> {
        self.loaded.clone().unwrap_or_else(|| SHIPPED.clone())
    }
}

impl Family for Experience {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        Ok(Box::new(Reader {
            classes: self.classes(),
            history: History::new(start),
            temperature: parameters.real("experience.temperature"),
            seed,
            look: Look::default(),
            seen: None,
            odds: Odds::default(),
        }))
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        Ok(Arc::new(Experience::from_file(bytes)?))
    }

    fn catalogue(&self) -> Option<&dyn Catalogue> {
        Some(self)
    }

    fn learn(&self) -> Option<&dyn Learn> {
        static PUPIL: OnceLock<Pupil> = OnceLock::new();
        Some(PUPIL.get_or_init(Pupil::new))
    }
}

/// What was found for the candidates of a position, in their order.
#[derive(Default)]
struct Odds {
    probabilities: Vec<f64>,
    /// What each part adds, in thousandths.
    parts: Vec<[i32; 4]>,
    /// Its mean over all legal moves.
    means: [f64; 4],
}

struct Reader {
    classes: Arc<Classes>,
    history: History,
    temperature: f64,
    seed: Seed,
    look: Look,
    /// The position that was looked at: its stones, whose turn it is, and how many moves led there; and whether classes were listed.
    seen: Option<((u64, Color, usize), bool)>,
    odds: Odds,
}

impl Reader {
    /// Finds the probabilities of a position, and the classes behind them only if they are asked for, as that takes longer.
    fn look(&mut self, position: &Position, classes: bool) {
        let now = (position.board().hash(), position.to_move(), self.history.n_moves());
        if self.seen.is_some_and(|(seen, listed)| seen == now && listed >= classes) {
            return;
        }
        self.seen = Some((now, classes));
        if classes {
            self.look.look(position, &self.history, &*self.classes);
        } else {
            self.look.follow(position, &self.history, &*self.classes);
        }
        self.odds.probabilities = probabilities(&self.look.scores);
        self.odds.parts.clear();
    }

    /// Looks at a position and parts the scores; few ask for it.
    fn part(&mut self, position: &Position) {
        self.look(position, true);
        let n = self.look.scores.len();
        if self.odds.parts.len() == n {
            return;
        }
        let mut sums = [0i64; 4];
        for candidate in 0..n {
            let mut parts = [0i32; 4];
            for (template, &index) in TEMPLATES.all.iter().zip(self.look.classes(candidate)) {
                if index != NONE {
                    let weight = self.classes.weight_of(self.classes.id_at(index));
                    parts[template.part as usize] += i32::from(weight);
                }
            }
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum += i64::from(part);
            }
            self.odds.parts.push(parts);
        }
        self.odds.means = sums.map(|sum| sum as f64 / n.max(1) as f64);
    }

    /// By how much a part makes a candidate likelier than legal moves are on average.
    fn factor(&self, candidate: usize, part: usize) -> f64 {
        exp((f64::from(self.odds.parts[candidate][part]) - self.odds.means[part]) / 1000.0)
    }

    fn candidate(&self, point: Point) -> Option<usize> {
        self.look.scene.candidates.iter().position(|candidate| candidate.point == point)
    }

    /// What a kind of classes adds to a candidate, in thousandths.
    fn weight(&self, candidate: usize, template: usize) -> i32 {
        match self.look.classes(candidate)[template] {
            NONE => 0,
            index => self.classes.weight_of(self.classes.id_at(index)).into(),
        }
    }

    /// The class that speaks for a part: of shapes the largest that is known; of the others the one that sets the candidate
    /// apart from all legal moves the most, in the direction of the whole part.
    fn spokesman(&self, candidate: usize, part: usize) -> Option<usize> {
        let n = self.look.scores.len();
        let up = f64::from(self.odds.parts[candidate][part]) >= self.odds.means[part];
        let indices = self.look.classes(candidate);
        let known = TEMPLATES
            .all
            .iter()
            .enumerate()
            .filter(|(i, template)| template.part == PARTS[part].0 && indices[*i] != NONE);
        let found = known.max_by_key(|&(i, template)| {
            let size = match template.form {
                Form::Around { ring, mark: Mark::Plain } if template.facts.is_empty() => ring + 1,
                _ => 0,
            };
            let sum: i64 = (0..n).map(|other| i64::from(self.weight(other, i))).sum();
            let apart = i64::from(self.weight(candidate, i)) * n as i64 - sum;
            (size, if up { apart } else { -apart }, std::cmp::Reverse(i))
        });
        found.map(|(i, _)| self.classes.id_at(indices[i]))
    }

    fn explain_move(&mut self, position: &Position, point: Point) -> Option<Explanation> {
        self.part(position);
        let candidate = self.candidate(point)?;
        let size = position.size();
        let probability = self.odds.probabilities[candidate];
        let rank = 1 + self.odds.probabilities.iter().filter(|&&other| other > probability).count();
        let n = self.odds.probabilities.len();
        let mut explanation = Explanation::default();
        explanation.sentences.push(Sentence::new(
            format!(
                "Experts play {} here in {} of 100 games: {} of {n} legal moves.",
                size.vertex(point),
                percent(probability),
                ordinal(rank)
            ),
            [point],
        ));
        let mut said: Vec<String> = Vec::new();
        for (i, (_, name, _)) in PARTS.iter().enumerate() {
            let factor = times(self.factor(candidate, i));
            said.push(match self.spokesman(candidate, i) {
                Some(id) => {
                    let class = self.classes.class(id);
                    format!("{name}: {} {factor}", words::name(&TEMPLATES.all[class.template], &class.body))
                }
                None => format!("{name}: nothing known {factor}"),
            });
        }
        explanation.sentences.push(Sentence::new(format!("{}.", said.join(" · ")), [point]));
        let indices = self.look.classes(candidate);
        let mut ids: Vec<usize> =
            indices.iter().filter(|&&index| index != NONE).map(|&index| self.classes.id_at(index)).collect();
        ids.sort_by_key(|&id| (std::cmp::Reverse(self.classes.weight_of(id).unsigned_abs()), id));
        for id in ids {
            let class = self.classes.class(id);
            let template = &TEMPLATES.all[class.template];
            explanation.rows.push(Row {
                kind: "classes",
                cells: vec![
                    ("part", Cell::Text(part_name(template.part).to_string())),
                    ("class", Cell::Text(words::name(template, &class.body))),
                    ("kind", Cell::Text(template.name.clone())),
                    ("weight", Cell::Number(f64::from(class.weight) / 1000.0)),
                    ("seen", Cell::Number(class.seen.into())),
                    ("played", Cell::Number(class.played.into())),
                    ("class_number", Cell::Number(id as f64)),
                ],
            });
        }
        Some(explanation)
    }
}

/// Softmax over scores in thousandths. The sum is made in whole numbers, so that it does not depend on how the board lies.
fn probabilities(scores: &[f64]) -> Vec<f64> {
    let highest = scores.iter().copied().fold(f64::MIN, f64::max);
    let share = |score: &f64| (exp((score - highest) / 1000.0) * (1u64 << 62) as f64) as u64;
    let shares: Vec<u64> = scores.iter().map(share).collect();
    let total: u128 = shares.iter().map(|&share| u128::from(share)).sum();
    shares.iter().map(|&share| share as f64 / total as f64).collect()
}

fn percent(probability: f64) -> String {
    let percent = 100.0 * probability;
    if percent >= 10.0 { format!("{percent:.0}") } else { format!("{percent:.1}") }
}

fn times(factor: f64) -> String {
    if factor >= 9.95 {
        format!("×{factor:.0}")
    } else if factor >= 0.095 {
        format!("×{factor:.1}")
    } else {
        format!("×{factor:.2}")
    }
}

fn ordinal(rank: usize) -> String {
    match rank {
        1 => "the first".to_string(),
        2 => "the second".to_string(),
        3 => "the third".to_string(),
        rank => format!("number {rank}"),
    }
}

impl Model for Reader {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        if ply.edited {
            self.history = History::new(position);
        } else {
            self.history.push(ply.mv, position);
        }
        self.seen = None;
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        if PARTS.iter().any(|(_, name, _)| sheet.wants(&field_name(name), Shape::Field)) {
            self.part(position);
        } else {
            self.look(position, false);
        }
        let size = position.size();
        let candidates = &self.look.scene.candidates;
        let field = |value: &dyn Fn(usize) -> f64| {
            let mut field = vec![0.0; size.area()];
            for (i, candidate) in candidates.iter().enumerate() {
                field[size.index(candidate.point)] = value(i);
            }
            field
        };
        sheet.field("experience.probability", || field(&|i| self.odds.probabilities[i]));
        for (part, (_, name, _)) in PARTS.iter().enumerate() {
            sheet.field(&field_name(name), || field(&|i| f64::from(self.odds.parts[i][part]) / 1000.0));
        }
    }

    fn rate(&mut self, position: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        self.part(position);
        let mut ratings = Vec::new();
        for (i, candidate) in self.look.scene.candidates.iter().enumerate() {
            if !among.contains(candidate.point) {
                continue;
            }
            let probability = self.odds.probabilities[i];
            let mut details = vec![("probability", Cell::Number(probability))];
            for (part, (_, name, _)) in PARTS.iter().enumerate() {
                details.push((*name, Cell::Number(self.factor(i, part))));
            }
            let value = if self.temperature > 0.0 {
                // The highest of these is each move as often as its probability says (Gumbel's trick).
                let index = position.size().index(candidate.point) as u64;
                let stream = self.seed.stream(position.board().hash()).stream(self.history.n_moves() as u64);
                let chance = unit(&mut stream.stream(index).rng()).max(f64::MIN_POSITIVE);
                log(probability.max(f64::MIN_POSITIVE)) / self.temperature - log(-log(chance))
            } else {
                probability
            };
            ratings.push(Rating { point: candidate.point, value, details });
        }
        ratings
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        match question {
            Question::Point(point) | Question::Candidate(Move::Play(point)) => self.explain_move(position, point),
            _ => None,
        }
    }
}
