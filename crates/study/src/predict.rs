//! Who is predicted to win: the side that a model sees ahead, compared with the recorded winner.

use std::borrow::Borrow;
use std::fmt;

use goban::{Color, Position};
use model::{Card, Quantity, Role, Scope, Selection, Shape, Sheet, Subject};
use record::{Game, Mode, Ply};

use crate::agree::Witness;
use crate::games::each_game;
use statistics::Share;

/// When a prediction is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum When {
    /// After this many moves.
    Move(usize),
    /// At the end of the record.
    End,
}

impl When {
    /// After 25, 50, 100 and 150 moves, and at the end.
    pub const USUAL: [When; 5] = [When::Move(25), When::Move(50), When::Move(100), When::Move(150), When::End];
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Move(number) => write!(f, "{number}"),
            When::End => f.write_str("end"),
        }
    }
}

/// What the study found.
#[derive(Clone, PartialEq, Debug)]
pub struct PredictStudy {
    /// Games with a winner.
    pub n_games: usize,
    /// Games without one, or that cannot be replayed.
    pub n_left_out: usize,
    /// The times, in the order of the shares.
    pub times: Vec<When>,
    /// One for every way to predict.
    pub predictors: Vec<Predictor>,
}

/// A way to predict, and how it fared.
#[derive(Clone, PartialEq, Debug)]
pub struct Predictor {
    /// The quantity, or what else is done: `always Black`.
    pub name: String,
    /// One for every time, over the games that last so long on boards that the family takes.
    pub scores: Vec<Score>,
}

/// How a predictor fared at one time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// How often the winner was named, among the games in which somebody was.
    pub share: Share,
    /// In how many games nobody was named.
    pub n_undecided: usize,
}

/// How a side is named.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Rule {
    AlwaysBlack,
    /// By the sign of a lead.
    Lead {
        subject: usize,
        name: String,
        komi: bool,
    },
    /// By the sums of what moves won.
    Gains {
        subject: usize,
        name: String,
    },
    /// By the lead of somebody who looks ahead.
    Witness {
        name: String,
    },
}

impl Rule {
    pub(crate) fn name(&self) -> String {
        match self {
            Rule::AlwaysBlack => "always Black".to_string(),
            Rule::Lead { name, komi: false, .. } => name.clone(),
            Rule::Lead { name, komi: true, .. } => format!("{name} - komi"),
            Rule::Gains { name, .. } => format!("sum of {name}"),
            Rule::Witness { name } => name.clone(),
        }
    }
}

/// Leads in points are also read less the komi, which is what a winner is decided by.
pub(crate) fn rules(subjects: &[Subject]) -> Vec<Rule> {
    let mut rules = vec![Rule::AlwaysBlack];
    for (subject, card) in subjects.iter().map(Subject::card).enumerate() {
        let leads: Vec<&Quantity> = numbers(card, Role::Lead).collect();
        for quantity in &leads {
            let points = quantity.unit == "points";
            for komi in [false, true].into_iter().filter(|komi| !komi || points) {
                rules.push(Rule::Lead { subject, name: quantity.name.clone(), komi });
            }
        }
        if leads.is_empty() {
            rules
                .extend(numbers(card, Role::Gain).map(|quantity| Rule::Gains { subject, name: quantity.name.clone() }));
        }
    }
    rules
}

fn numbers(card: &Card, role: Role) -> impl Iterator<Item = &Quantity> {
    card.with_role(role).filter(|quantity| quantity.shape == Shape::Number)
}

/// Whether a family has anything to predict by.
#[must_use]
pub fn predicts(card: &Card) -> bool {
    [Role::Lead, Role::Gain].into_iter().any(|role| numbers(card, role).next().is_some())
}

/// What a rule says at a time: somebody, nobody, or nothing at all, because it could not look.
type Named = Option<Option<Color>>;

fn side(value: f64) -> Option<Color> {
    Color::ALL.into_iter().find(|color| value * color.sign() > 0.0)
}

/// Reads the numbers of one subject at one position.
fn read(subject: &Subject, model: &mut dyn model::Model, position: &Position) -> Vec<(String, f64)> {
    let mut sheet = Sheet::new(subject.card(), &Selection::Shape(Shape::Number));
    model.read(position, &mut sheet);
    sheet
        .observations()
        .filter_map(|observation| match observation.data {
            model::Data::Number(value) => Some((observation.quantity.name.clone(), *value)),
            _ => None,
        })
        .collect()
}

/// A subject along a game. Who needs only the position is not shown the moves: it is begun where it is asked.
struct Watcher<'a> {
    subject: &'a Subject,
    follows: bool,
    model: Option<Box<dyn model::Model>>,
    sums: Vec<(String, f64)>,
}

impl<'a> Watcher<'a> {
    fn new(subject: &'a Subject, start: &Position) -> Watcher<'a> {
        let card = subject.card();
        let leads: Vec<&Quantity> = numbers(card, Role::Lead).collect();
        let follows = leads.is_empty() || leads.iter().any(|quantity| quantity.scope == Scope::Game);
        let sums = match leads.is_empty() {
            true => numbers(card, Role::Gain).map(|quantity| (quantity.name.clone(), 0.0)).collect(),
            false => Vec::new(),
        };
        let model = follows.then(|| subject.begin(start).ok()).flatten();
        Watcher { subject, follows, model, sums }
    }

    fn see(&mut self, ply: &Ply, position: &Position) {
        let Some(model) = &mut self.model else { return };
        model.observe(ply, position);
        if !self.sums.is_empty() {
            let values = read(self.subject, &mut **model, position);
            for (name, sum) in &mut self.sums {
                let gain = values.iter().find(|(known, _)| known == name).map_or(0.0, |(_, value)| *value);
                *sum += gain * ply.color.sign();
            }
        }
    }

    /// The numbers now; none if the family cannot look at this board.
    fn look(&mut self, position: &Position) -> Option<Vec<(String, f64)>> {
        if !self.follows {
            self.model = self.subject.begin(position).ok();
        }
        let mut values = read(self.subject, &mut **self.model.as_mut()?, position);
        for (name, sum) in &self.sums {
            values.retain(|(known, _)| known != name);
            values.push((name.clone(), *sum));
        }
        Some(values)
    }
}

/// What every rule says at every time; none where the game is too short. And who won.
fn follow(
    game: &Game,
    subjects: &[Subject],
    witness: Option<&dyn Witness>,
    rules: &[Rule],
    times: &[When],
) -> Option<(Color, Vec<Vec<Named>>)> {
    let winner = game.info.outcome()?.winner()?;
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    let mut watchers: Vec<Watcher<'_>> =
        subjects.iter().map(|subject| Watcher::new(subject, replay.position())).collect();
    let mut said = vec![vec![None; times.len()]; rules.len()];
    let mut ask = |when: When, watchers: &mut [Watcher<'_>], position: &Position| {
        let Some(time) = times.iter().position(|time| *time == when) else { return };
        let values: Vec<_> = watchers.iter_mut().map(|watcher| watcher.look(position)).collect();
        for (rule, said) in rules.iter().zip(&mut said) {
            let value = |subject: usize, name: &String| {
                values[subject].as_ref()?.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
            };
            said[time] = match rule {
                Rule::AlwaysBlack => Some(Some(Color::Black)),
                Rule::Gains { subject, name } => value(*subject, name).map(side),
                Rule::Lead { subject, name, komi, .. } => {
                    let komi = if *komi { position.rules().komi } else { 0.0 };
                    value(*subject, name).map(|value| side(value - komi))
                }
                // Asked when it is known how long the game is.
                Rule::Witness { .. } => None,
            };
        }
    };
    let mut number = 0;
    ask(When::Move(0), &mut watchers, replay.position());
    while let Ok(Some(ply)) = replay.next_ply() {
        number += 1;
        for watcher in &mut watchers {
            watcher.see(&ply, replay.position());
        }
        ask(When::Move(number), &mut watchers, replay.position());
    }
    ask(When::End, &mut watchers, replay.position());
    if let (Some(witness), Some(said)) = (witness, said.last_mut()) {
        testify(game, witness, times, number, said);
    }
    Some((winner, said))
}

/// What somebody who looks ahead says at every time that a game of so many moves has.
fn testify(game: &Game, witness: &dyn Witness, times: &[When], n_moves: usize, said: &mut [Named]) {
    let ply = |when: &When| match when {
        When::Move(number) => Some(*number).filter(|number| *number <= n_moves),
        When::End => Some(n_moves),
    };
    let mut plies: Vec<usize> = times.iter().filter_map(ply).collect();
    plies.sort_unstable();
    plies.dedup();
    let Some(heard) = witness.testify(game, &plies) else { return };
    for (named, when) in said.iter_mut().zip(times) {
        let heard = ply(when).and_then(|ply| heard.get(plies.binary_search(&ply).ok()?));
        *named = heard.and_then(|heard| heard.lead).map(side);
    }
}

/// How often each family's lead, or the sum of its gains where it has no lead, names the recorded winner, beside always naming
/// Black, and beside the lead of somebody who looks ahead.
#[must_use]
pub fn predict<G>(
    games: impl IntoIterator<Item = G>,
    subjects: &[Subject],
    witness: Option<&dyn Witness>,
    times: &[When],
) -> PredictStudy
where
    G: Borrow<Game> + Send + Sync,
{
    let mut rules = rules(subjects);
    rules.extend(witness.map(|witness| Rule::Witness { name: witness.name().to_string() }));
    let (mut n_games, mut n_left_out) = (0, 0);
    // Hits, games in which somebody was named, games in which nobody was.
    let mut counts = vec![vec![[0usize; 3]; times.len()]; rules.len()];
    each_game(
        games,
        |_, game| follow(game, subjects, witness, &rules, times),
        |game| {
            let Some((winner, said)) = game else {
                n_left_out += 1;
                return;
            };
            n_games += 1;
            for (counts, said) in counts.iter_mut().zip(said) {
                for (count, named) in counts.iter_mut().zip(said) {
                    let Some(named) = named else { continue };
                    count[0] += usize::from(named == Some(winner));
                    count[1] += usize::from(named.is_some());
                    count[2] += usize::from(named.is_none());
                }
            }
        },
    );
    let score = |[hits, n, n_undecided]: [usize; 3]| Score { share: Share::of(hits, n), n_undecided };
    let predictors = rules
        .iter()
        .zip(counts)
        .map(|(rule, counts)| Predictor { name: rule.name(), scores: counts.into_iter().map(score).collect() })
        .collect();
    PredictStudy { n_games, n_left_out, times: times.to_vec(), predictors }
}
