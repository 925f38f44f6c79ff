//! Many games at once, and what they add up to. The same games come out whatever the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use goban::{ByColor, Color};
use model::Seed;
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use thiserror::Error;

use crate::{Contest, End, Played, Tally};

/// Games whose details are held at once; then only their numbers stay.
const CHUNK: usize = 1024;

/// Steps of the curve of capacities: every hundredth of a game.
const SHARES: usize = 100;

/// Why games could not be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The threads could not be started.
    #[error("{threads} threads could not be started ({reason}); ask for fewer")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}

/// The numbers of one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// How it ended.
    pub end: End,
    /// Who won, if anybody.
    pub winner: Option<Color>,
    /// Each side's score.
    pub scores: ByColor<f64>,
    /// What was counted.
    pub tally: Tally,
}

/// What many games add up to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Summary {
    /// The games in the order of their numbers.
    pub games: Vec<Row>,
    /// The sums of the capacities at every hundredth of the games.
    capacity: Vec<u64>,
}

impl Contest {
    /// The seed of a game of a batch, counted from 0.
    #[must_use]
    pub fn seed_of_game(seed: Seed, game: usize) -> Seed {
        seed.stream(game as u64)
    }

    /// Plays many games; `threads` at once, or as many as there are cores for 0. `progress` hears, from any thread, how
    /// many are done.
    ///
    /// # Errors
    /// When the threads cannot be started.
    ///
    /// ```
    /// use agents::Contest;
    /// use goban::{BoardSize, Color};
    /// use model::Seed;
    /// let contest = Contest::new(BoardSize::NINE);
    /// let summary = contest.simulate(100, Seed(1), 2, &|_| {}).unwrap();
    /// let decided = summary.wins(Color::Black) + summary.wins(Color::White);
    /// assert_eq!(decided + summary.ties() + summary.cut_off(), 100);
    /// ```
    pub fn simulate(
        &self,
        games: usize,
        seed: Seed,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Summary, BatchError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| BatchError::Threads { threads, reason: error.to_string() })?;
        let done = AtomicUsize::new(0);
        let play = |game: usize| {
            let played = self.play(Contest::seed_of_game(seed, game));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            played
        };
        let mut summary = Summary::default();
        for from in (0..games).step_by(CHUNK) {
            let chunk: Vec<Played> =
                pool.install(|| (from..games.min(from + CHUNK)).into_par_iter().map(play).collect());
            for played in &chunk {
                summary.add(played);
            }
        }
        Ok(summary)
    }
}

impl Summary {
    fn add(&mut self, played: &Played) {
        self.games.push(Row { end: played.end, winner: played.winner(), scores: played.scores, tally: played.tally });
        self.capacity.resize(SHARES + 1, 0);
        if let Some(last) = played.capacity.len().checked_sub(1) {
            for (share, sum) in self.capacity.iter_mut().enumerate() {
                *sum += u64::from(played.capacity[(share * last + SHARES / 2) / SHARES]);
            }
        }
    }

    fn count(&self, wanted: impl Fn(&Row) -> bool) -> usize {
        self.games.iter().filter(|row| wanted(row)).count()
    }

    /// Games won by a colour.
    #[must_use]
    pub fn wins(&self, color: Color) -> usize {
        self.count(|row| row.winner == Some(color))
    }

    /// Games with equal scores.
    #[must_use]
    pub fn ties(&self) -> usize {
        self.count(|row| row.winner.is_none() && row.end != End::CutOff)
    }

    /// Games that were cut off at the limit. They have no winner.
    #[must_use]
    pub fn cut_off(&self) -> usize {
        self.count(|row| row.end == End::CutOff)
    }

    /// Games that ended because a side had no stone left.
    #[must_use]
    pub fn without_stones(&self) -> usize {
        self.count(|row| row.end == End::NoStones)
    }

    /// How a number of the games is spread; none without games.
    pub fn spread(&self, number: impl Fn(&Row) -> f64) -> Option<Spread> {
        Spread::of(self.games.iter().map(number).collect())
    }

    /// The capacity at every hundredth of the game, from its beginning to its end, averaged over the games.
    #[must_use]
    pub fn capacity(&self) -> Vec<f64> {
        self.capacity.iter().map(|&sum| sum as f64 / self.games.len() as f64).collect()
    }

    /// The natural logarithms of both sides' scores, counted in classes of equal width; none if no score is above zero.
    #[must_use]
    pub fn log_scores(&self, classes: usize) -> Option<LogScores> {
        let logs = ByColor::new(|color| {
            let scores = self.games.iter().map(|row| row.scores[color]);
            scores.filter(|score| *score > 0.0).map(f64::ln).collect::<Vec<f64>>()
        });
        let both = || logs.black.iter().chain(&logs.white).copied();
        let from = both().min_by(f64::total_cmp)?;
        let to = both().max_by(f64::total_cmp)?;
        let classes = classes.max(1);
        let width = if to > from { (to - from) / classes as f64 } else { 1.0 };
        let counts = logs.map(|logs| {
            let mut counts = vec![0; classes];
            for log in logs {
                counts[(((log - from) / width) as usize).min(classes - 1)] += 1;
            }
            counts
        });
        Some(LogScores { from, width, counts })
    }
}

/// A histogram of the logarithms of scores.
#[derive(Clone, PartialEq, Debug)]
pub struct LogScores {
    /// Where the first class begins.
    pub from: f64,
    /// The width of a class.
    pub width: f64,
    /// The number of games in each class, for each side. A score of zero or less is in none.
    pub counts: ByColor<Vec<usize>>,
}

/// How numbers are spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the sample.
    pub sd: f64,
    /// The least.
    pub min: f64,
    /// Half of them are not greater.
    pub median: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    fn of(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_by(f64::total_cmp);
        let (min, max) = (*numbers.first()?, *numbers.last()?);
        let n = numbers.len();
        let mean = numbers.iter().sum::<f64>() / n as f64;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let sd = if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 };
        let median = (numbers[(n - 1) / 2] + numbers[n / 2]) / 2.0;
        Some(Spread { mean, sd, min, median, max })
    }
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;

    use super::*;

    #[test]
    fn spreads_are_the_usual_ones() {
        let spread = Spread::of(vec![4.0, 1.0, 2.0, 5.0]).unwrap();
        assert_eq!((spread.mean, spread.median, spread.min, spread.max), (3.0, 3.0, 1.0, 5.0));
        assert!((spread.sd - (10.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Spread::of(vec![7.0]).unwrap().sd, 0.0);
        assert_eq!(Spread::of(Vec::new()), None);
    }

    #[test]
    fn every_score_is_in_a_class() {
        let summary = Contest::new(BoardSize::new(5).unwrap()).simulate(200, Seed(3), 1, &|_| {}).unwrap();
        let logs = summary.log_scores(20).unwrap();
        let above_zero = summary.games.iter().filter(|row| row.scores.black > 0.0).count();
        assert_eq!(logs.counts.black.iter().sum::<usize>(), above_zero);
        assert_eq!(summary.capacity().len(), 101);
        assert_eq!(Summary::default().log_scores(20), None);
    }

    #[test]
    fn progress_counts_every_game_once() {
        let heard = AtomicUsize::new(0);
        let highest = AtomicUsize::new(0);
        let hear = |done| {
            heard.fetch_add(1, Ordering::Relaxed);
            highest.fetch_max(done, Ordering::Relaxed);
        };
        Contest::new(BoardSize::new(4).unwrap()).simulate(50, Seed(1), 2, &hear).unwrap();
        assert_eq!((heard.into_inner(), highest.into_inner()), (50, 50));
    }
}
