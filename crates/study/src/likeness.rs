//! Whether the games of a player can be told from those of others: a reader learns to tell windows of moves apart, and is tried
//! on games that it did not learn from.

mod facts;
mod logistic;
mod text;

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;

use goban::{Color, Move};
use model::{Seed, Subject};
use record::Game;
use statistics::{Share, bootstrap};

use crate::agree::Mean;
use crate::games::each_game;
use facts::{WindowFacts, windows_of};
use logistic::Logistic;

pub use facts::gives_probabilities;

/// Games are parted into so many, and each part is judged by who learned from all others.
const FOLDS: usize = 5;

/// Which moves of a game are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Windows {
    /// The moves that are judged together.
    pub moves: usize,
    /// The first window begins after this move.
    pub after: usize,
    /// No window goes beyond this move.
    pub until: usize,
}

/// Somebody whose games are to be told from the others.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The name.
    pub name: String,
    /// Games in which both sides are played by the suspect.
    pub games: Vec<Game>,
}

/// What the study found.
#[derive(Clone, PartialEq, Debug)]
pub struct LikenessStudy {
    /// The windows that were looked at.
    pub windows: Windows,
    /// Games that are the measure.
    pub n_games: usize,
    /// Games that cannot be replayed, are too short, or are the same as one before.
    pub n_left_out: usize,
    /// Two halves of the measure held against each other, where there are games enough: nobody can tell them apart.
    pub control: Option<Verdict>,
    /// One for every suspect, in the order they were given.
    pub verdicts: Vec<Verdict>,
}

/// How well the games of somebody can be told from those that are the measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Who it is.
    pub name: String,
    /// Games of each side that were told apart.
    pub n_games: usize,
    /// Games of the suspect that cannot be replayed, are too short, or are the same as one before.
    pub n_left_out: usize,
    /// Windows of both sides.
    pub n_windows: usize,
    /// How often one window is taken for what it is; both sides weigh the same, and the interval takes games as the units.
    pub window: Mean,
    /// How often a game is, judged by all its windows.
    pub game: Share,
    /// What gives the suspect away, by one who learned from all games; what weighs most comes first.
    pub signs: Vec<Sign>,
}

/// A fact of windows and what it says about who played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sign {
    /// The fact.
    pub fact: &'static str,
    /// What one standard deviation more of it adds to the logarithm of the odds that the suspect played.
    pub weight: f64,
    /// The mean over the suspect's windows.
    pub suspect: f64,
    /// The mean over the windows that are the measure.
    pub measure: f64,
}

/// Why there is nothing to tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooFew {
    /// Whose games they are; none for those that are the measure.
    pub name: Option<String>,
    /// Games that have a window.
    pub n: usize,
}

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        write!(f, "{} different games are long enough for a window, and at least {FOLDS} are needed", self.n)
    }
}

impl std::error::Error for TooFew {}

/// The windows of one game.
type GameFacts = Vec<WindowFacts>;

/// The games that have a window, and how many have none or are the same as one before.
fn look<G>(games: impl IntoIterator<Item = G>, subject: Option<&Subject>, windows: &Windows) -> (Vec<GameFacts>, usize)
where
    G: Borrow<Game> + Send + Sync,
{
    let (mut found, mut left_out) = (Vec::new(), 0);
    let mut seen: BTreeSet<Vec<(Color, Option<usize>)>> = BTreeSet::new();
    each_game(
        games,
        |_, game| {
            let size = game.size();
            let moves = game.moves().take(windows.until);
            let moves: Vec<(Color, Option<usize>)> = moves
                .map(|(color, mv)| (color, if let Move::Play(point) = mv { Some(size.index(point)) } else { None }))
                .collect();
            (moves, windows_of(game, subject, windows))
        },
        |(moves, facts)| match facts {
            Some(facts) if !facts.is_empty() && seen.insert(moves) => found.push(facts),
            _ => left_out += 1,
        },
    );
    (found, left_out)
}

/// Tells the windows of one side from those of the other. Both have equally many games.
fn tell(name: &str, suspect: &[GameFacts], measure: &[GameFacts], n_left_out: usize, seed: Seed) -> Verdict {
    let sides = [measure, suspect];
    let rows = |keep: &dyn Fn(usize) -> bool| -> Vec<(&WindowFacts, bool)> {
        let of = |side: usize| {
            let games = sides[side].iter().enumerate().filter(|(game, _)| keep(*game));
            games.flat_map(move |(_, windows)| windows.iter().map(move |window| (window, side == 1)))
        };
        of(0).chain(of(1)).collect()
    };
    let n_windows = sides.map(|games| games.iter().map(Vec::len).sum::<usize>());
    let judges: Vec<Logistic> = (0..FOLDS).map(|fold| Logistic::fit(&rows(&|game| game % FOLDS != fold))).collect();
    let mut units = Vec::new();
    let mut right_games = 0;
    for (side, games) in sides.iter().enumerate() {
        for (game, windows) in games.iter().enumerate() {
            let odds: Vec<f64> = windows.iter().map(|window| judges[game % FOLDS].log_odds(window)).collect();
            let is_right = |odds: f64| (odds > 0.0) == (side == 1);
            let right = odds.iter().filter(|&&odds| is_right(odds)).count();
            // Sides weigh the same, however many windows their games have.
            let weight = 1.0 / n_windows[side] as f64;
            units.push((weight * right as f64, weight * windows.len() as f64));
            right_games += usize::from(is_right(odds.iter().sum()));
        }
    }
    let value = units.iter().map(|unit| unit.0).sum::<f64>() / units.iter().map(|unit| unit.1).sum::<f64>();
    let interval = bootstrap(&units, seed).unwrap_or([value; 2]);
    let everything = rows(&|_| true);
    let judge = Logistic::fit(&everything);
    let mean = |fact: usize, side: bool| {
        let values = everything.iter().filter(|(_, of)| *of == side).map(|(window, _)| window[fact]);
        values.sum::<f64>() / n_windows[usize::from(side)] as f64
    };
    let mut signs: Vec<Sign> = facts::NAMES
        .iter()
        .enumerate()
        .filter(|(fact, _)| judge.weights[*fact] != 0.0)
        .map(|(fact, &name)| Sign {
            fact: name,
            weight: judge.weights[fact],
            suspect: mean(fact, true),
            measure: mean(fact, false),
        })
        .collect();
    signs.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
    Verdict {
        name: name.to_string(),
        n_games: suspect.len(),
        n_left_out,
        n_windows: n_windows.iter().sum(),
        window: Mean { value, interval, n: n_windows.iter().sum() },
        game: Share::of(right_games, 2 * suspect.len()),
        signs,
    }
}

/// How often one who has learned from other games tells a window of a suspect's moves from one of the games that are the measure.
///
/// The reader is a logistic regression over a few facts of moves, averaged over the window. With a subject that gives probabilities
/// of the next move, what it thinks of the moves is among them. Both sides have equally many games: of the longer list, the
/// first ones. Half of all windows are told right by chance.
///
/// # Errors
/// When the measure or a suspect has too few games to learn from some and judge others.
pub fn likeness<G>(
    measure: impl IntoIterator<Item = G>,
    suspects: &[Suspect],
    subject: Option<&Subject>,
    windows: Windows,
    seed: Seed,
) -> Result<LikenessStudy, TooFew>
where
    G: Borrow<Game> + Send + Sync,
{
    let (games, n_left_out) = look(measure, subject, &windows);
    if games.len() < FOLDS {
        return Err(TooFew { name: None, n: games.len() });
    }
    let mut verdicts = Vec::new();
    for (number, suspect) in suspects.iter().enumerate() {
        let (found, left_out) = look(&suspect.games, subject, &windows);
        let n = found.len().min(games.len());
        if n < FOLDS {
            return Err(TooFew { name: Some(suspect.name.clone()), n });
        }
        verdicts.push(tell(&suspect.name, &found[..n], &games[..n], left_out, seed.stream(1 + number as u64)));
    }
    let half = games.len() / 2;
    let control = (half >= FOLDS).then(|| {
        let (odd, even): (Vec<_>, Vec<_>) =
            games[..2 * half].iter().cloned().enumerate().partition(|(i, _)| i % 2 == 1);
        let [odd, even] = [odd, even].map(|half| half.into_iter().map(|(_, game)| game).collect::<Vec<GameFacts>>());
        tell("half of the games", &odd, &even, 0, seed.stream(0))
    });
    Ok(LikenessStudy { windows, n_games: games.len(), n_left_out, control, verdicts })
}
