//! How well models guess the next move of a game: how often it is their first choice, and how likely they found it.

mod text;

use std::borrow::Borrow;
use std::fmt;

use goban::{Move, Point, Position};
use model::{Card, Model, Role, Seed, Selection, Shape, Sheet, Subject};
use record::{Game, Mode};
use statistics::bootstrap;

use crate::agree::{Mean, Witness};
use crate::games::each_game;

/// A stretch of a game, by the number of the move that is to be guessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stretch {
    /// Moves 1 to 40.
    First,
    /// Moves 41 to 160.
    Middle,
    /// Everything after move 160.
    Last,
}

impl Stretch {
    /// All three, in order.
    pub const ALL: [Stretch; 3] = [Stretch::First, Stretch::Middle, Stretch::Last];

    /// The stretch that a move belongs to; the first move of a game has number 1.
    ///
    /// ```
    /// use study::Stretch;
    /// assert_eq!([40, 41, 160, 161].map(Stretch::of), [Stretch::First, Stretch::Middle, Stretch::Middle, Stretch::Last]);
    /// ```
    #[must_use]
    pub fn of(number: usize) -> Stretch {
        match number {
            ..=40 => Stretch::First,
            41..=160 => Stretch::Middle,
            _ => Stretch::Last,
        }
    }
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stretch::First => "moves 1–40",
            Stretch::Middle => "moves 41–160",
            Stretch::Last => "later",
        })
    }
}

/// The study counts how often the move is among this many first choices.
pub const AMONG: [usize; 3] = [1, 5, 20];

/// Bins of predicted probability, all of the same width.
const BINS: usize = 10;

/// A model that thought a played move impossible is charged as if it had given it this much, so that one such move does not
/// make the mean infinite.
const LEAST_PROBABILITY: f64 = 1e-9;

/// What the study found.
#[derive(Clone, PartialEq, Debug)]
pub struct MovesStudy {
    /// Games that were looked at.
    pub n_games: usize,
    /// Games that cannot be replayed.
    pub n_left_out: usize,
    /// Moves that were to be guessed.
    pub n_positions: usize,
    /// One for every model, player and engine, in the order they were given.
    pub guessers: Vec<Guesser>,
}

/// Somebody who guessed, and how well.
#[derive(Clone, PartialEq, Debug)]
pub struct Guesser {
    /// The name.
    pub name: String,
    /// Over the whole game.
    pub whole: Guessing,
    /// By stretch, in the order of [`Stretch::ALL`].
    pub stretches: [Guessing; 3],
    /// For guessers that give probabilities: how often moves were played that were found so likely. Bins without a move are
    /// left out.
    pub calibration: Option<Vec<Bin>>,
}

/// How well moves were guessed. Intervals are 95 % and take games as the units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guessing {
    /// Moves that were guessed; the others were played on boards that the guesser does not take.
    pub n: usize,
    /// How often the played move was among the first 1, 5 and 20 choices ([`AMONG`]); moves with equal ratings share their
    /// ranks. None where nothing was guessed.
    pub among: [Option<Mean>; 3],
    /// The mean of −ln p of the played move, for guessers that give probabilities.
    pub log_loss: Option<Mean>,
}

/// Candidate moves that were found about equally likely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// The bin holds probabilities from here up to a tenth more.
    pub from: f64,
    /// Candidate moves in it, over all positions.
    pub n: usize,
    /// Their mean predicted probability.
    pub predicted: f64,
    /// The share of them that was played.
    pub played: f64,
}

/// Whether a family guesses moves: it rates them.
#[must_use]
pub fn guesses(card: &Card) -> bool {
    card.abilities.rates
}

/// The field that says how likely each move is.
pub(crate) fn probabilities(card: &Card) -> Option<&str> {
    card.with_role(Role::NextMove)
        .find(|quantity| quantity.shape == Shape::Field)
        .map(|quantity| quantity.name.as_str())
}

/// Sums over the moves of one game, or of several.
#[derive(Clone, Copy, Default)]
struct Hits {
    n: usize,
    among: [f64; 3],
    n_likely: usize,
    log_loss: f64,
}

impl Hits {
    fn add(&mut self, other: &Hits) {
        self.n += other.n;
        self.among.iter_mut().zip(other.among).for_each(|(sum, more)| *sum += more);
        self.n_likely += other.n_likely;
        self.log_loss += other.log_loss;
    }
}

/// Sums over the candidates in a bin of predicted probability.
#[derive(Clone, Copy, Default)]
struct BinSums {
    n: usize,
    predicted: f64,
    played: usize,
}

impl BinSums {
    fn add(&mut self, other: &BinSums) {
        self.n += other.n;
        self.predicted += other.predicted;
        self.played += other.played;
    }
}

/// The expected hits among the first choices when equals are put in order by chance. Legal moves without a rating come last.
fn among(ratings: &[(Point, f64)], legal: usize, played: Point) -> [f64; 3] {
    let value = ratings.iter().find(|(point, _)| *point == played).map(|(_, value)| *value);
    let (better, equal) = match value {
        Some(value) => (
            ratings.iter().filter(|(_, other)| *other > value).count(),
            ratings.iter().filter(|(_, other)| *other == value).count(),
        ),
        None => (ratings.len(), legal.saturating_sub(ratings.len()).max(1)),
    };
    AMONG.map(|n| (n.saturating_sub(better) as f64 / equal as f64).min(1.0))
}

/// What one guesser makes of one game.
#[derive(Clone, Default)]
struct Guessed {
    stretches: [Hits; 3],
    bins: [BinSums; BINS],
}

impl Guessed {
    fn rate(&mut self, number: usize, ratings: &[(Point, f64)], legal: usize, played: Point) {
        let hits = among(ratings, legal, played);
        self.stretches[Stretch::of(number) as usize].add(&Hits { n: 1, among: hits, ..Hits::default() });
    }

    fn likely(&mut self, number: usize, field: &[f64], position: &Position, played: Point) {
        let size = position.size();
        let probability = field[size.index(played)].max(LEAST_PROBABILITY);
        let loss = Hits { n_likely: 1, log_loss: -probability.ln(), ..Hits::default() };
        self.stretches[Stretch::of(number) as usize].add(&loss);
        for point in position.legal_points().iter() {
            let predicted = field[size.index(point)];
            let bin = ((predicted * BINS as f64) as usize).min(BINS - 1);
            self.bins[bin].add(&BinSums { n: 1, predicted, played: usize::from(point == played) });
        }
    }
}

/// A family that follows a game.
struct Follower<'a> {
    subject: &'a Subject,
    model: Box<dyn Model>,
}

/// What one game says of every guesser; none for those that do not take its board.
struct Played {
    n_positions: usize,
    guessed: Vec<Option<Guessed>>,
}

/// The moves of a game that are to be guessed: their number, counted from 1, and the point.
fn wanted(game: &Game, every: usize, number: usize) -> Option<Vec<(usize, Point)>> {
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    let mut wanted = Vec::new();
    let mut at = 0;
    while let Ok(Some(ply)) = replay.next_ply() {
        at += 1;
        // Another one in every game, so that not only one colour is asked.
        if let (Move::Play(point), 0, false) = (ply.mv, (at + number) % every, ply.edited) {
            wanted.push((at, point));
        }
    }
    Some(wanted)
}

fn follow(
    (number, game): (usize, &Game),
    subjects: &[Subject],
    witnesses: &[&dyn Witness],
    every: usize,
) -> Option<Played> {
    let wanted = wanted(game, every, number)?;
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    let mut followers: Vec<Option<Follower<'_>>> = subjects
        .iter()
        .map(|subject| Some(Follower { subject, model: subject.begin(replay.position()).ok()? }))
        .collect();
    let mut guessed: Vec<Option<Guessed>> =
        followers.iter().map(|follower| follower.as_ref().map(|_| Guessed::default())).collect();
    let mut legal = Vec::with_capacity(wanted.len());
    let mut next = wanted.iter().peekable();
    let mut at = 0;
    loop {
        if let Some(&(number, played)) = next.next_if(|(number, _)| *number == at + 1) {
            let position = replay.position();
            legal.push(position.legal_points().len());
            for (follower, guessed) in followers.iter_mut().zip(&mut guessed) {
                if let (Some(follower), Some(guessed)) = (follower, guessed) {
                    guess(follower, guessed, number, position, played);
                }
            }
        }
        let Ok(Some(ply)) = replay.next_ply() else { break };
        at += 1;
        for follower in followers.iter_mut().flatten() {
            follower.model.observe(&ply, replay.position());
        }
    }
    let plies: Vec<usize> = wanted.iter().map(|(number, _)| number - 1).collect();
    for witness in witnesses {
        let said = witness.testify(game, &plies).filter(|said| said.len() == plies.len());
        guessed.push(said.map(|said| {
            let mut guessed = Guessed::default();
            for (((number, played), legal), said) in wanted.iter().zip(&legal).zip(said) {
                guessed.rate(*number, &said.ratings, *legal, *played);
            }
            guessed
        }));
    }
    Some(Played { n_positions: wanted.len(), guessed })
}

fn guess(follower: &mut Follower<'_>, guessed: &mut Guessed, number: usize, position: &Position, played: Point) {
    let card = follower.subject.card();
    let legal = position.legal_points();
    let ratings = follower.model.rate_all(position);
    let ratings: Vec<(Point, f64)> = ratings.into_iter().map(|rating| (rating.point, rating.value)).collect();
    guessed.rate(number, &ratings, legal.len(), played);
    if let Some(name) = probabilities(card) {
        let mut sheet = Sheet::new(card, &Selection::Names(vec![name.to_string()]));
        follower.model.read(position, &mut sheet);
        if let Some(field) = sheet.get_field(name) {
            guessed.likely(number, field, position, played);
        }
    }
}

fn guessing(games: &[Hits], seed: Seed) -> Guessing {
    let mut all = Hits::default();
    games.iter().for_each(|game| all.add(game));
    let mean = |of: &dyn Fn(&Hits) -> (f64, usize), stream: u64| {
        let units: Vec<(f64, f64)> = games
            .iter()
            .map(|game| {
                let (sum, n) = of(game);
                (sum, n as f64)
            })
            .collect();
        let (sum, n) = of(&all);
        bootstrap(&units, seed.stream(stream)).map(|interval| Mean { value: sum / n as f64, interval, n })
    };
    Guessing {
        n: all.n,
        among: [0, 1, 2].map(|i| mean(&|tally: &Hits| (tally.among[i], tally.n), i as u64)),
        log_loss: mean(&|tally: &Hits| (tally.log_loss, tally.n_likely), AMONG.len() as u64),
    }
}

/// How often the move that was played is among the first choices of each family and witness, on every so many moves of the main
/// lines. Passes are not to be guessed, nor are moves after which the record changes the board by hand.
///
/// # Panics
/// When `every` is 0.
#[must_use]
pub fn moves<G>(
    games: impl IntoIterator<Item = G>,
    subjects: &[Subject],
    witnesses: &[&dyn Witness],
    every: usize,
    seed: Seed,
) -> MovesStudy
where
    G: Borrow<Game> + Send + Sync,
{
    assert!(every > 0, "one of every so many moves is guessed");
    let names = subjects.iter().map(|subject| subject.card().name.clone());
    let names: Vec<String> = names.chain(witnesses.iter().map(|witness| witness.name().to_string())).collect();
    let (mut n_games, mut n_left_out, mut n_positions) = (0, 0, 0);
    let mut tallies: Vec<Vec<[Hits; 3]>> = vec![Vec::new(); names.len()];
    let mut bins = vec![[BinSums::default(); BINS]; names.len()];
    each_game(
        games,
        |number, game| follow((number, game), subjects, witnesses, every),
        |game| {
            let Some(played) = game else {
                n_left_out += 1;
                return;
            };
            n_games += 1;
            n_positions += played.n_positions;
            for ((tallies, bins), guessed) in tallies.iter_mut().zip(&mut bins).zip(played.guessed) {
                let Some(guessed) = guessed else { continue };
                tallies.push(guessed.stretches);
                bins.iter_mut().zip(&guessed.bins).for_each(|(sum, more)| sum.add(more));
            }
        },
    );
    let guessers = names
        .into_iter()
        .zip(tallies)
        .zip(bins)
        .enumerate()
        .map(|(number, ((name, games), bins))| {
            let seed = seed.stream(number as u64);
            let stretch = |i: usize| games.iter().map(|stretches| stretches[i]).collect::<Vec<Hits>>();
            let whole: Vec<Hits> = games
                .iter()
                .map(|stretches| {
                    let mut sum = Hits::default();
                    stretches.iter().for_each(|tally| sum.add(tally));
                    sum
                })
                .collect();
            let whole = guessing(&whole, seed.stream(0));
            let bins = bins.iter().enumerate().filter(|(_, bin)| bin.n > 0).map(|(i, bin)| Bin {
                from: i as f64 / BINS as f64,
                n: bin.n,
                predicted: bin.predicted / bin.n as f64,
                played: bin.played as f64 / bin.n as f64,
            });
            Guesser {
                name,
                calibration: whole.log_loss.map(|_| bins.collect()),
                whole,
                stretches: [0, 1, 2].map(|i| guessing(&stretch(i), seed.stream(1 + i as u64))),
            }
        })
        .collect();
    MovesStudy { n_games, n_left_out, n_positions, guessers }
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;

    use super::*;

    #[test]
    fn equals_share_their_ranks() {
        let size = BoardSize::NINE;
        let point = |name: &str| size.parse_vertex(name).unwrap();
        let ratings: Vec<(Point, f64)> =
            [("A1", 3.0), ("B1", 2.0), ("C1", 2.0), ("D1", 1.0)].map(|(name, value)| (point(name), value)).to_vec();
        assert_eq!(among(&ratings, 81, point("A1")), [1.0, 1.0, 1.0]);
        assert_eq!(among(&ratings, 81, point("B1")), [0.0, 1.0, 1.0]);
        assert_eq!(among(&ratings[1..], 81, point("C1")), [0.5, 1.0, 1.0]);
        // Four are rated; the other 77 share what is left of the first 5 and 20.
        assert_eq!(among(&ratings, 81, point("E5")), [0.0, 1.0 / 77.0, 16.0 / 77.0]);
    }
}
