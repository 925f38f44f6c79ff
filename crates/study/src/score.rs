//! How well final boards are counted: the winner and the margin, compared with what the players agreed on.

use std::borrow::Borrow;

use goban::{Agreement, Color, Position, Rules, Scoring, Setup, Unseen};
use model::{Follower, Seed, Selection, Shape, Subject};
use playout::Settlement;
use record::{Game, Margin, Mode, Outcome};

use crate::games::each_game;
use crate::predict::{Rule, rules};
use statistics::Share;

/// What the study found.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreStudy {
    /// Games that were counted.
    pub n_games: usize,
    /// Games that were not, or that cannot be replayed.
    pub n_left_out: usize,
    /// One for every way to count.
    pub counters: Vec<Counter>,
}

/// A way to count, and how it fared.
#[derive(Clone, PartialEq, Debug)]
pub struct Counter {
    /// What it does, or the lead that it reads.
    pub name: String,
    /// How often it names the recorded winner.
    pub winner: Share,
    /// How often its margin is within one point of the recorded one.
    pub within_one: Share,
    /// How often within three points.
    pub within_three: Share,
    /// By how many points it is off on average.
    pub mean_error: f64,
}

/// The board as it is, without its dead stones, and the same by the other way of counting.
const NAMES: [&str; 3] = ["every stone alive", "dead stones taken off", "the same by area"];

/// Somebody else who counts games, such as an engine.
pub trait Judge: Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// Who has won a game by its last board; none if that cannot be said.
    fn count(&self, game: &Game) -> Option<Outcome>;
}

/// Counts the last boards of games that were counted.
#[must_use]
pub fn score<G>(
    games: impl IntoIterator<Item = G>,
    subjects: &[Subject],
    judge: Option<&dyn Judge>,
    seed: Seed,
) -> ScoreStudy
where
    G: Borrow<Game> + Send + Sync,
{
    let leads: Vec<Rule> = rules(subjects).into_iter().filter(|rule| is_in_points(rule, subjects)).collect();
    let names = NAMES.iter().map(ToString::to_string).chain(leads.iter().map(Rule::name));
    let names = names.chain(judge.map(|judge| judge.name().to_string()));
    let mut tallies: Vec<Tally> = names.map(Tally::new).collect();
    let (mut n_games, mut n_left_out) = (0, 0);
    each_game(
        games,
        |_, game| {
            let (truth, mut said) = count(game, subjects, &leads, seed)?;
            said.extend(judge.map(|judge| judge.count(game).and_then(|outcome| lead(&outcome))));
            Some((truth, said))
        },
        |found| {
            let Some((truth, said)) = found else {
                n_left_out += 1;
                return;
            };
            n_games += 1;
            for (tally, said) in tallies.iter_mut().zip(said) {
                tally.add(truth, said);
            }
        },
    );
    let counters = tallies.into_iter().filter(|tally| tally.n > 0).map(Tally::counter).collect();
    ScoreStudy { n_games, n_left_out, counters }
}

/// Whether a rule reads a lead that can be held against a margin.
fn is_in_points(rule: &Rule, subjects: &[Subject]) -> bool {
    let Rule::Lead { subject, name, .. } = rule else { return false };
    let quantity = subjects[*subject].card().quantity(name, Shape::Number);
    quantity.is_some_and(|quantity| quantity.unit.starts_with("points"))
}

#[derive(Clone, Default)]
struct Tally {
    name: String,
    n: usize,
    n_winner: usize,
    n_one: usize,
    n_three: usize,
    error: f64,
}

impl Tally {
    fn new(name: String) -> Tally {
        Tally { name, ..Tally::default() }
    }

    fn add(&mut self, truth: f64, said: Option<f64>) {
        let Some(said) = said else { return };
        let off = (said - truth).abs();
        let side = |lead: f64| Color::ALL.into_iter().find(|color| lead * color.sign() > 0.0);
        self.n += 1;
        self.n_winner += usize::from(side(said) == side(truth));
        self.n_one += usize::from(off <= 1.0);
        self.n_three += usize::from(off <= 3.0);
        self.error += off;
    }

    fn counter(self) -> Counter {
        let Tally { name, n, n_winner, n_one, n_three, error } = self;
        let share = |hits| Share::of(hits, n);
        Counter {
            name,
            winner: share(n_winner),
            within_one: share(n_one),
            within_three: share(n_three),
            mean_error: error / n as f64,
        }
    }
}

/// Black's lead in points; none if the game was not counted.
fn lead(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Win { winner, margin: Margin::Points(points) } => Some(points * winner.sign()),
        Outcome::Draw => Some(0.0),
        _ => None,
    }
}

/// The margin of the record, and what every way to count says.
fn count(game: &Game, subjects: &[Subject], leads: &[Rule], seed: Seed) -> Option<(f64, Vec<Option<f64>>)> {
    let truth = lead(&game.info.outcome()?)?;
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    let mut followers: Vec<_> = subjects.iter().cloned().map(Follower::new).collect();
    let mut see = |ply: Option<&record::Ply>, position: &Position| {
        followers.iter_mut().for_each(|follower| drop(follower.see(ply, position)));
    };
    see(None, replay.position());
    while let Ok(Some(ply)) = replay.next_ply() {
        see(Some(&ply), replay.position());
    }
    let position = replay.position();
    let handicap = game.info.handicap.unwrap_or(0);
    let agreed = Settlement::of(position, seed).agreement();
    let mut said = vec![
        Some(position.score(&Agreement::default(), handicap).lead()),
        Some(position.score(&agreed, handicap).lead()),
        by_area(position).map(|position| position.score(&agreed, handicap).lead()),
    ];
    for rule in leads {
        let Rule::Lead { subject, name, komi } = rule else { continue };
        let sheet = followers[*subject].read(position, &Selection::Names(vec![name.clone()])).ok();
        let komi = if *komi { position.rules().komi } else { 0.0 };
        said.push(sheet.and_then(|sheet| sheet.get_number(name)).map(|lead| lead - komi));
    }
    Some((truth, said))
}

/// The same position where area counts; none if it does already.
fn by_area(position: &Position) -> Option<Position> {
    let rules = Rules { scoring: Scoring::Area, ..*position.rules() };
    if rules == *position.rules() {
        return None;
    }
    let setup = Setup { to_move: position.to_move(), ..Setup::from(position.board()) };
    Position::restored(&setup, rules, &Unseen::of(position)).ok()
}
