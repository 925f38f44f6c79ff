//! Playing the games of a tournament, several at once, so that it does not matter when the run is killed.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use goban::ByColor;
use model::Families;

use crate::game::{Finished, play};
use crate::result::{End, Row};
use crate::schedule::Fixture;
use crate::seat::{Seat, start_judge};
use crate::sprt::Decision;
use crate::tournament::{Counting, Kind, Tournament};

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A player cannot play here at all.
    #[error("{name}: {reason}")]
    Player {
        /// Who.
        name: String,
        /// Why.
        reason: String,
    },
    /// Results that are there already were made in another way.
    #[error(
        "game {} of {} and {} was played under other conditions; name another folder, or remove the results", game + 1,
        pair[0], pair[1]
    )]
    OtherConditions {
        /// The pair.
        pair: [String; 2],
        /// The number of the game, from 0.
        game: usize,
    },
    /// Results that are there already hold a game twice.
    #[error("game {} of {} and {} is there twice; remove one of the two lines", game + 1, pair[0], pair[1])]
    Doubled {
        /// The pair.
        pair: [String; 2],
        /// The number of the game, from 0.
        game: usize,
    },
    /// Whoever keeps the games could not.
    #[error("{0}")]
    Keep(String),
    /// A thread could not be started, or a player of ours failed in a way it must not.
    #[error("{0}")]
    Internal(String),
}

/// What came of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All games are played.
    Complete,
    /// Somebody asked to stop.
    Stopped,
}

/// How to run.
pub struct Conduct<'a> {
    /// How many games at once.
    pub threads: usize,
    /// Set to stop: games that are being played are given up, and will be played again by the next run.
    pub stop: &'a Arc<AtomicBool>,
    /// Given every game as it ends, with its record as SGF; one after the other. It fills in where the record went.
    pub keep: &'a mut (dyn FnMut(&mut Row, &str) -> Result<(), String> + Send),
}

/// Tells which of these results belong to the tournament, by pair and number.
///
/// # Errors
/// When a game is there twice or was played under other conditions.
pub fn done<'r>(
    tournament: &Tournament,
    rows: impl IntoIterator<Item = &'r Row>,
) -> Result<HashMap<(usize, usize), &'r Row>, RunError> {
    let names = |player: usize| tournament.contestants[player].name.as_str();
    let pairs: HashMap<[&str; 2], (usize, String)> = tournament
        .pairs
        .iter()
        .enumerate()
        .map(|(i, pair)| (pair.players.map(names), (i, tournament.conditions(i))))
        .collect();
    let mut done = HashMap::new();
    for row in rows {
        let key = row.pair.each_ref().map(String::as_str);
        // Players who are no longer in the tournament, and games beyond its number, are left alone.
        let Some((pair, conditions)) = pairs.get(&key) else { continue };
        if row.game >= tournament.pairs[*pair].games {
            continue;
        }
        if row.conditions != *conditions {
            return Err(RunError::OtherConditions { pair: row.pair.clone(), game: row.game });
        }
        if done.insert((*pair, row.game), row).is_some() {
            return Err(RunError::Doubled { pair: row.pair.clone(), game: row.game });
        }
    }
    Ok(done)
}

/// For every pair, how many of its games count: all, or those until its test is decided. Games are taken in their order,
/// whenever they were played, so that the same games always give the same answer.
#[must_use]
pub(crate) fn counted(tournament: &Tournament, pair: usize, game: &dyn Fn(usize) -> Option<Score>) -> Counted {
    let games = tournament.pairs[pair].games;
    let Some(sprt) = &tournament.sprt else {
        return Counted { games, decision: None };
    };
    let (mut wins, mut losses) = (0.0, 0.0);
    for index in 0..games {
        match game(index) {
            None => break,
            Some(Score::Void) => continue,
            Some(Score::Of(score)) => {
                wins += score;
                losses += 1.0 - score;
            }
        }
        let decision = sprt.decide(wins, losses);
        if decision != Decision::Open {
            return Counted { games: index + 1, decision: Some((decision, sprt.llr(wins, losses))) };
        }
    }
    Counted { games, decision: Some((Decision::Open, sprt.llr(wins, losses))) }
}

/// What a game is worth for the first of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Score {
    Void,
    Of(f64),
}

impl Score {
    pub(crate) fn of(row: &Row) -> Score {
        if row.end.is_void() {
            return Score::Void;
        }
        Score::Of(match row.winner() {
            None => 0.5,
            Some(color) if row.players()[color] == row.pair[0] => 1.0,
            Some(_) => 0.0,
        })
    }
}

/// How much of a pair counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Counted {
    pub(crate) games: usize,
    pub(crate) decision: Option<(Decision, f64)>,
}

/// What the threads share.
struct Shared<'a, 'k> {
    schedule: Vec<Fixture>,
    next: usize,
    /// Pairs whose test is decided, or which are not to be played any more.
    closed: HashSet<usize>,
    scores: HashMap<(usize, usize), Score>,
    conditions: Vec<String>,
    keep: &'a mut (dyn FnMut(&mut Row, &str) -> Result<(), String> + Send + 'k),
    error: Option<RunError>,
    /// Games in a row that could not be set up, or that the judge could not count.
    failures: usize,
}

/// After this many such games in a row the run ends: something is broken that waiting does not mend.
const MOST_FAILURES: usize = 8;

/// Plays what is missing. Every player is tried before the first game, so that a misspelt one is reported at once.
///
/// # Errors
/// When a player cannot play at all, results do not fit, or games cannot be kept.
pub fn run(
    tournament: &Tournament,
    families: &Families,
    rows: &[Row],
    conduct: Conduct<'_>,
) -> Result<Outcome, RunError> {
    let done = done(tournament, rows)?;
    let scores: HashMap<(usize, usize), Score> = done.iter().map(|(&key, row)| (key, Score::of(row))).collect();
    let schedule: Vec<Fixture> =
        tournament.schedule().into_iter().filter(|game| !done.contains_key(&(game.pair, game.index))).collect();
    if schedule.is_empty() {
        return Ok(Outcome::Complete);
    }
    let mut seats = vec![try_players(tournament, families, &schedule, conduct.stop)?];
    let threads = conduct.threads.clamp(1, schedule.len());
    seats.resize_with(threads, HashMap::new);
    let mut shared = Shared {
        schedule,
        next: 0,
        closed: HashSet::new(),
        scores,
        conditions: (0..tournament.pairs.len()).map(|pair| tournament.conditions(pair)).collect(),
        keep: conduct.keep,
        error: None,
        failures: 0,
    };
    for pair in 0..tournament.pairs.len() {
        shared.close_if_decided(tournament, pair);
    }
    let shared = Mutex::new(shared);
    std::thread::scope(|scope| {
        for seats in seats {
            let shared = &shared;
            let work = move || work(tournament, families, shared, conduct.stop, seats);
            if let Err(error) = std::thread::Builder::new().name("match".to_string()).spawn_scoped(scope, work) {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                shared.error = Some(RunError::Internal(format!("a thread cannot be started: {error}")));
            }
        }
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match shared.error {
        Some(error) => Err(error),
        None if conduct.stop.load(Ordering::Relaxed) => Ok(Outcome::Stopped),
        None => Ok(Outcome::Complete),
    }
}

impl Shared<'_, '_> {
    fn close_if_decided(&mut self, tournament: &Tournament, pair: usize) {
        let counted = counted(tournament, pair, &|index| self.scores.get(&(pair, index)).copied());
        if counted.decision.is_some_and(|(decision, _)| decision != Decision::Open) {
            self.closed.insert(pair);
        }
    }

    fn take(&mut self) -> Option<Fixture> {
        while self.error.is_none() {
            let fixture = *self.schedule.get(self.next)?;
            self.next += 1;
            if !self.closed.contains(&fixture.pair) {
                return Some(fixture);
            }
        }
        None
    }

    fn finish(&mut self, tournament: &Tournament, fixture: &Fixture, mut row: Row, sgf: &str) {
        row.conditions.clone_from(&self.conditions[fixture.pair]);
        let judge_failed = row.end == End::Uncounted && matches!(tournament.counting, Counting::Judge(_));
        if row.end == End::Setup || judge_failed {
            self.failures += 1;
        } else {
            self.failures = 0;
        }
        if let Err(message) = (self.keep)(&mut row, sgf) {
            self.error = Some(RunError::Keep(message));
            return;
        }
        self.scores.insert((fixture.pair, fixture.index), Score::of(&row));
        self.close_if_decided(tournament, fixture.pair);
        if self.failures >= MOST_FAILURES {
            self.error = Some(RunError::Internal(format!(
                "{MOST_FAILURES} games in a row could not be set up or counted; the last: {}",
                row.reason
            )));
        }
    }
}

/// Engines that stay started, per thread: those of this game and of the games just before.
const MOST_ENGINES: usize = 4;

/// The players of a thread, by their indices; engines keep running from game to game.
type Seats = HashMap<usize, Seat>;

fn work(
    tournament: &Tournament,
    families: &Families,
    shared: &Mutex<Shared<'_, '_>>,
    stop: &Arc<AtomicBool>,
    mut seats: Seats,
) {
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut judge = None;
    while !stop.load(Ordering::Relaxed) {
        let Some(fixture) = lock().take() else { break };
        let ByColor { black, white } = fixture.players;
        let engines = seats.iter().filter(|(_, seat)| matches!(seat, Seat::Engine { .. })).count();
        if engines > MOST_ENGINES {
            let others: Vec<usize> = seats.keys().copied().filter(|player| ![black, white].contains(player)).collect();
            for player in others {
                if let Some(seat) = seats.remove(&player) {
                    seat.quit();
                }
            }
        }
        let mut seat =
            |player: usize| seats.remove(&player).unwrap_or_else(|| Seat::new(&tournament.contestants[player], stop));
        let (mut at_black, mut at_white) = (seat(black), seat(white));
        let both = ByColor { black: &mut at_black, white: &mut at_white };
        // A panic in a player is a bug of ours; it ends the run with a message instead of a hanging thread.
        let game = catch_unwind(AssertUnwindSafe(|| play(tournament, families, &fixture, both, &mut judge, stop)));
        match game {
            Ok(Some(Finished { row, game })) => {
                let mut sgf = String::new();
                sgf::write_game(&game, &mut sgf);
                lock().finish(tournament, &fixture, row, &sgf);
            }
            Ok(None) => break,
            Err(_) => {
                let name = |player: usize| &tournament.contestants[player].name;
                lock().error = Some(RunError::Internal(format!(
                    "a fault in this program ended game {} of {} against {}, seed {}",
                    fixture.index + 1,
                    name(black),
                    name(white),
                    fixture.seed
                )));
                break;
            }
        }
        seats.insert(black, at_black);
        seats.insert(white, at_white);
    }
    let stopped = stop.load(Ordering::Relaxed);
    for (_, seat) in seats {
        // Whoever wants to stop does not want to wait for farewells.
        if stopped { drop(seat) } else { seat.quit() }
    }
    if let (Some(judge), false) = (judge, stopped) {
        judge.quit();
    }
}

/// Begins a game with every player that will be needed, so that what cannot work is reported before anything is played.
fn try_players(
    tournament: &Tournament,
    families: &Families,
    schedule: &[Fixture],
    stop: &Arc<AtomicBool>,
) -> Result<Seats, RunError> {
    if let Counting::Judge(program) = &tournament.counting {
        let judge = start_judge(program, tournament, stop);
        judge.map_err(|error| RunError::Player { name: "the judge".to_string(), reason: error.to_string() })?.quit();
    }
    let mut seats = Seats::new();
    let mut tried = HashSet::new();
    for fixture in schedule {
        for color in goban::Color::ALL {
            let player = fixture.players[color];
            if !tried.insert(player) {
                continue;
            }
            let contestant = &tournament.contestants[player];
            let mut seat = Seat::new(contestant, stop);
            let start = tournament.start(fixture);
            seat.begin(tournament, families, fixture, color, &start)
                .map_err(|fault| RunError::Player { name: contestant.name.clone(), reason: fault.reason })?;
            if matches!(contestant.kind, Kind::Engine(_)) {
                seats.insert(player, seat);
            }
        }
        if tried.len() == tournament.contestants.len() {
            break;
        }
    }
    Ok(seats)
}
