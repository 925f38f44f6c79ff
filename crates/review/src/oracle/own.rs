//! Our own search as a judge.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use goban::{BoardSize, Position};
use model::{Candidate, Judgement, Seed, Subject};
use playout::Batch;
use playout::owners::{Evidence, Outlook};
use ripple::Ripple;
use search::{Looks, Search, Settings, glance};

use super::memory::Memory;
use super::positions::{Positions, Stretch};
use crate::Judged;

/// How our own search looks at positions.
#[derive(Clone)]
pub struct Looking {
    /// The family that says how likely moves are.
    pub prior: Option<Subject>,
    /// Games a position; none leaves it to the size of the board.
    pub games: Option<usize>,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Positions that are looked at at the same time. What is found does not depend on it.
    pub threads: usize,
    /// What it is to find out.
    pub purpose: Purpose,
}

/// What our own search is to find out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Purpose {
    /// What the moves of a game cost. The automaton looks at the leaves, on boards that it knows.
    #[default]
    Losses,
    /// Who is ahead. Games are played, as learned owners read those.
    Standings,
}

/// What our own search is called.
pub(super) const OWN: &str = "aji";

/// The most memory for the tree of a position.
const MEMORY: usize = 128 << 20;

/// The smallest board that is large.
const LARGE: BoardSize = BoardSize::new(15).unwrap();

/// On boards that the automaton does not know, so many games say beforehand about how far ahead somebody is.
const SCOUTS: usize = 64;

/// How much of a game's value is the size of the win. A judge asks for points, not for safety.
const MARGIN: f64 = 0.5;

impl Looking {
    /// Games a position where nobody said how many: a game of 250 moves takes under a minute on two cores.
    #[must_use]
    pub fn usual(size: BoardSize) -> usize {
        match size.get() {
            ..=9 => 5_000,
            10..=13 => 2_600,
            _ => 1_200,
        }
    }

    /// How often a leaf is looked at, or played out where the automaton does not know the board, for so many games.
    #[must_use]
    pub fn leaves(size: BoardSize, games: usize, purpose: Purpose) -> usize {
        settings(size, purpose).leaves(size, games)
    }

    /// What it is called where it is kept; another version, other owners or other settings may say something else.
    pub(super) fn key(&self) -> String {
        let prior = self.prior.as_ref().map_or_else(String::new, |prior| format!("{} {prior}", prior.card().name));
        let games = [BoardSize::NINE, BoardSize::THIRTEEN, BoardSize::NINETEEN]
            .map(|size| self.games.unwrap_or_else(|| Looking::usual(size)));
        let (version, rules) = (env!("CARGO_PKG_VERSION"), Ripple::shipped().mark());
        let settings = [BoardSize::NINE, BoardSize::NINETEEN].map(|size| settings(size, self.purpose));
        format!("aji {version} rules {rules} {settings:?} {games:?} games, {prior}, seed {}", self.seed)
    }

    /// Looks at positions, several at a time; `each` hears of every one that is done. What is underway when it is to stop is dropped.
    pub(super) fn judge(&self, asked: &[(&Stretch, usize)], stop: &AtomicBool, each: &mut dyn FnMut(usize, Judgement)) {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (said, heard) = mpsc::channel();
            for _ in 0..self.threads.clamp(1, asked.len().max(1)) {
                let (said, next) = (said.clone(), &next);
                scope.spawn(move || {
                    while let Some(&(stretch, turn)) = asked.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(judgement) = self.look(stretch, turn, stop) else { break };
                        if said.send((stretch.at + turn, judgement)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(said);
            for (number, judgement) in heard {
                each(number, judgement);
            }
        });
    }

    /// Looks at the position after so many moves of a stretch; none if it has to stop.
    fn look(&self, stretch: &Stretch, turn: usize, stop: &AtomicBool) -> Option<Judgement> {
        let mut watched = self.watched(stretch, turn, MEMORY)?;
        let games = self.games_at(stretch.start.size());
        (watched.think(games, &mut || !stop.load(Ordering::Relaxed)) == games).then(|| watched.judgement())
    }

    fn games_at(&self, size: BoardSize) -> usize {
        Looking::leaves(size, self.games.unwrap_or_else(|| Looking::usual(size)), self.purpose)
    }

    /// Begins to look at the position after so many moves of a line, with so many bytes for the tree; none if the prior cannot
    /// begin there.
    #[must_use]
    pub fn watch(&self, positions: &Positions, ply: usize, memory: usize) -> Option<Watched> {
        let stretch = positions.stretches.iter().rfind(|stretch| stretch.at <= ply)?;
        self.watched(stretch, ply - stretch.at, memory)
    }

    fn watched(&self, stretch: &Stretch, turn: usize, memory: usize) -> Option<Watched> {
        let mut position = stretch.position(turn).clone();
        position.set_to_move(stretch.to_move(turn));
        let seed = self.seed.stream(stretch.way(turn));
        let even = match self.purpose {
            Purpose::Losses => glance(&position).unwrap_or_else(|| played_out(&position, seed)).lead,
            Purpose::Standings => 0.0,
        };
        let prior = self.prior.clone().filter(|prior| prior.begin(&stretch.start).is_ok());
        let mut search = Search::new(Settings { seed, memory, even, ..settings(position.size(), self.purpose) }, prior);
        search.begin(&stretch.start).ok()?;
        for (ply, after) in &stretch.steps[..turn] {
            search.observe(ply, after);
        }
        Some(Watched { search, size: position.size(), purpose: self.purpose })
    }
}

/// About how a position stands, by a few games played out from it.
fn played_out(position: &Position, seed: Seed) -> Outlook {
    let batch = Batch::new(position).games(SCOUTS).seed(seed).here();
    Evidence::of(&batch, &batch.tally()).plain()
}

/// How positions are searched to be judged. A judge looks at what was played beside what experts play, so it follows the prior less than a player does. How
/// true its reviews are was measured with these.
fn settings(size: BoardSize, purpose: Purpose) -> Settings {
    match purpose {
        Purpose::Standings => Settings::default(),
        Purpose::Losses => Settings {
            margin: MARGIN,
            curiosity: 1.0,
            trust: 0.7,
            rave: 600.0,
            looks: Some(looks(size)),
            ..Settings::default()
        },
    }
}

/// How positions are looked at. On a large board there are too few looks for the leads that they see to be right, move by move; spread over more moves their errors cancel.
fn looks(size: BoardSize) -> Looks {
    let [curiosity, trust] = if size < LARGE { [0.7, 0.8] } else { [2.0, 0.4] };
    Looks { from: BoardSize::NINE, curiosity, trust, heed: 0.5, doubt: 0.1 }
}

/// A look at one position that goes on for as long as somebody wants.
pub struct Watched {
    search: Search,
    size: BoardSize,
    purpose: Purpose,
}

impl Watched {
    /// Plays this many games more, or fewer if `go_on`, which is asked before each of them, says no; how many comes back.
    pub fn think(&mut self, games: usize, go_on: &mut dyn FnMut() -> bool) -> usize {
        self.search.think(games, None, go_on)
    }

    /// What was found so far.
    #[must_use]
    pub fn judgement(&self) -> Judgement {
        let mut judgement = self.search.judgement();
        if self.purpose == Purpose::Standings {
            return judgement;
        }
        let lead = principal_lead(&judgement.candidates).or(judgement.black_leads);
        judgement.black_leads = lead;
        judgement.black_wins = lead.map(|lead| chance(lead, self.size));
        judgement
    }
}

/// Our own search over a whole line, a position at a time, for whoever has other things to do in between. What is found is the same as
/// by [`Oracle::judged`](super::Oracle::judged), unless it is interrupted within a position.
pub struct Gradual {
    looking: Looking,
    positions: Positions,
    memory: Memory,
    watched: Option<(Watched, usize)>,
    said: Vec<Option<Judgement>>,
}

impl Gradual {
    /// Nothing is judged yet.
    #[must_use]
    pub fn new(looking: Looking, positions: Positions) -> Gradual {
        Gradual { looking, positions, memory: Memory::default(), watched: None, said: Vec::new() }
    }

    /// How many positions there are, and how many of them have been judged.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.positions.len(), self.said.len())
    }

    /// Goes on until a position is judged, or `go_on`, which is asked before each game, says no. What the search said of the position that
    /// it finished comes back.
    pub fn think(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<&Judgement> {
        let ply = self.said.len();
        let stretch = self.positions.stretches.iter().rfind(|stretch| stretch.at <= ply)?;
        let turn = ply - stretch.at;
        if ply >= self.positions.len() {
            return None;
        }
        let games = self.looking.games_at(stretch.start.size());
        if self.watched.is_none() {
            self.watched = self.looking.watched(stretch, turn, MEMORY).map(|watched| (watched, games));
        }
        let Some((watched, left)) = &mut self.watched else {
            // Nobody can look there; the others are looked at all the same.
            self.said.push(None);
            return None;
        };
        *left -= watched.think(*left, go_on);
        if *left > 0 {
            return None;
        }
        let judgement = watched.judgement();
        let played = stretch.steps.get(turn).map(|(ply, _)| ply.mv);
        self.said.push(Some(self.memory.learn(ply as u64, &judgement, played)));
        self.watched = None;
        self.said.last()?.as_ref()
    }

    /// Black's lead in the position that was judged last, as a review will tell it.
    #[must_use]
    pub fn lead(&self) -> Option<f64> {
        self.said.last()?.as_ref()?.black_leads
    }

    /// What was said of all positions.
    #[must_use]
    pub fn judged(self) -> Judged {
        Judged { judge: OWN.to_string(), own: true, positions: self.said }
    }
}

/// So many moves, those that were looked at most, have a say in the lead.
const PRINCIPAL: usize = 6;

/// Between the lead by the best move and that by the moves that were looked at most, each as often as it was: the one says most of what a position is worth, the
/// other hangs less on chance. All other moves only tell that those are bad.
fn principal_lead(candidates: &[Candidate]) -> Option<f64> {
    let (mut sum, mut visits) = (0.0, 0.0);
    for candidate in candidates.iter().take(PRINCIPAL) {
        if let Some(lead) = candidate.black_leads {
            sum += lead * candidate.visits as f64;
            visits += candidate.visits as f64;
        }
    }
    let best = candidates.first()?.black_leads?;
    (visits > 0.0).then(|| (best + sum / visits) / 2.0)
}

/// The chance to win of a side by its lead: as many points as the board has lines win five games of six.
pub(crate) fn chance(lead: f64, size: BoardSize) -> f64 {
    0.5 + 0.5 * (0.85 * lead / size.get() as f64).tanh()
}
