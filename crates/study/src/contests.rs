//! Batches of games that models play by themselves: shares of wins, what the games add up to, figures of them, their records,
//! and one of them to be watched. Any family that simulates will do.

mod charts;
mod record;
mod stage;
mod text;

pub use charts::{FirstGame, log_scores, wins};
pub use record::record;
pub use stage::Stage;
pub use text::{csv, details, table};

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use goban::{ByColor, Color, Scoring};
use model::{Contest, End, Played, Seed, Tally, Terms};
use rayon::prelude::*;
use statistics::Share;

/// Classes of a histogram of logarithms.
pub const CLASSES: usize = 24;

/// Games whose details are held at once; then only their numbers stay.
const CHUNK: usize = 1024;

/// Steps of the curve of what is followed: every hundredth of a game.
const SHARES: usize = 100;

/// The seed of a game of a batch, counted from 0.
#[must_use]
pub fn seed_of_game(seed: Seed, game: usize) -> Seed {
    seed.stream(game as u64)
}

/// Many games of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// What was played.
    pub terms: Terms,
    /// The seed of all chance.
    pub seed: Seed,
    /// The games in the order of their numbers.
    pub games: Vec<Row>,
    /// The sums of what was followed, at every hundredth of the games.
    gauge: Vec<f64>,
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

impl Batch {
    /// Plays many games at once, on the threads of the [rayon](https://docs.rs/rayon) pool that it is called in; the same
    /// games come out whatever their number. `go_on` hears, from any thread, how many are done. When it says no, the batch
    /// has only the games that were played by then.
    pub fn play(contest: &dyn Contest, games: usize, seed: Seed, go_on: &(dyn Fn(usize) -> bool + Sync)) -> Batch {
        let done = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let play = |game: usize| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let played = contest.play(seed_of_game(seed, game));
            if !go_on(done.fetch_add(1, Ordering::Relaxed) + 1) {
                stopped.store(true, Ordering::Relaxed);
            }
            Some(played)
        };
        let mut batch = Batch { terms: contest.terms(), seed, games: Vec::new(), gauge: vec![0.0; SHARES + 1] };
        for from in (0..games).step_by(CHUNK) {
            let chunk: Vec<Option<Played>> = (from..games.min(from + CHUNK)).into_par_iter().map(play).collect();
            chunk.iter().map_while(Option::as_ref).for_each(|played| batch.add(played));
            if stopped.load(Ordering::Relaxed) {
                break;
            }
        }
        batch
    }

    fn add(&mut self, played: &Played) {
        self.games.push(Row { end: played.end, winner: played.winner(), scores: played.scores, tally: played.tally });
        if let Some(last) = played.gauge.len().checked_sub(1) {
            for (share, sum) in self.gauge.iter_mut().enumerate() {
                *sum += played.gauge[(share * last + SHARES / 2) / SHARES];
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

    /// The games that were not cut off, ties included: what shares are shares of.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.games.len() - self.cut_off()
    }

    /// The share of wins of a colour; none without finished games.
    #[must_use]
    pub fn share(&self, color: Color) -> Option<Share> {
        let n = self.finished();
        (n > 0).then(|| Share::of(self.wins(color), n))
    }

    /// How a number of the games is spread; none without games.
    pub fn spread(&self, number: impl Fn(&Row) -> f64) -> Option<Spread> {
        Spread::of(self.games.iter().map(number).collect())
    }

    /// What the terms say is followed, at every hundredth of the game from its beginning to its end, averaged over the
    /// games.
    #[must_use]
    pub fn gauge(&self) -> Vec<f64> {
        self.gauge.iter().map(|sum| sum / self.games.len().max(1) as f64).collect()
    }

    /// The natural logarithms of both sides' scores, counted in classes of equal width; none if no score is above zero.
    #[must_use]
    pub fn log_scores(&self, classes: usize) -> Option<LogScores> {
        let logs = ByColor::new(|color| self.logs(color).collect::<Vec<f64>>());
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

    /// The logarithms of a side's scores; those of zero or less have none.
    fn logs(&self, color: Color) -> impl Iterator<Item = f64> {
        self.games.iter().map(move |row| row.scores[color]).filter(|score| *score > 0.0).map(f64::ln)
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

/// The contest as a part of file names.
#[must_use]
pub fn slug(terms: &Terms) -> String {
    let ByColor { black, white } = &terms.players;
    format!("{}-{}-{black}-{white}", terms.variant, terms.size.get())
}

/// The contest in words.
#[must_use]
pub fn words(terms: &Terms) -> String {
    let ByColor { black, white } = &terms.players;
    let under = terms
        .rules
        .map_or_else(String::new, |rules| format!(", {} scoring, komi {}", scoring_name(rules.scoring), rules.komi));
    let by_hand = match terms.by_hand {
        0 => String::new(),
        1 => ", one point painted by hand".to_string(),
        n => format!(", {n} points painted by hand"),
    };
    format!("{} on {}, {black} (Black) against {white} (White){under}{by_hand}", terms.variant, terms.size)
}

/// What counts, in a word.
#[must_use]
pub const fn scoring_name(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    }
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;
    use model::{Family, Parameters};
    use testkit::Dummy;

    use super::*;

    fn contest(side: usize) -> Box<dyn Contest> {
        let dummy = Dummy::new();
        let size = BoardSize::new(side).unwrap();
        dummy.simulate().unwrap().contest(size, &Parameters::defaults(dummy.card())).unwrap()
    }

    fn batch(side: usize, games: usize, seed: u64) -> Batch {
        Batch::play(&*contest(side), games, Seed(seed), &|_| true)
    }

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
        let batch = batch(5, 200, 3);
        let logs = batch.log_scores(20).unwrap();
        let above_zero = batch.games.iter().filter(|row| row.scores.black > 0.0).count();
        assert_eq!(logs.counts.black.iter().sum::<usize>(), above_zero);
        assert_eq!(batch.gauge().len(), 101);
        assert_eq!(Batch::play(&*contest(5), 0, Seed(1), &|_| true).log_scores(20), None);
    }

    #[test]
    fn every_game_is_counted_once() {
        let batch = batch(5, 60, 1);
        let counted = batch.wins(Color::Black) + batch.wins(Color::White) + batch.ties() + batch.cut_off();
        assert_eq!((counted, batch.games.len()), (60, 60));
        assert_eq!(batch.finished() + batch.cut_off(), 60);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| batch(5, 60, 9))
        };
        let one = with(1);
        assert_eq!(one, with(2));
        assert_eq!(one, with(7));
        assert_ne!(one, batch(5, 60, 10));
        let third = contest(5).play(seed_of_game(Seed(9), 2));
        assert_eq!((third.scores, third.tally), (one.games[2].scores, one.games[2].tally));
    }

    #[test]
    fn every_game_is_heard_of_and_a_no_ends_the_batch() {
        let heard = AtomicUsize::new(0);
        let highest = AtomicUsize::new(0);
        let hear = |done| {
            heard.fetch_add(1, Ordering::Relaxed);
            highest.fetch_max(done, Ordering::Relaxed);
            true
        };
        Batch::play(&*contest(4), 50, Seed(1), &hear);
        assert_eq!((heard.into_inner(), highest.into_inner()), (50, 50));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let stopped = pool.install(|| Batch::play(&*contest(4), 50, Seed(1), &|done| done < 7));
        assert_eq!(stopped.games.len(), 7);
    }
}
