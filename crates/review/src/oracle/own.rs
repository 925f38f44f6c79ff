//! Our own search as a judge.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use goban::BoardSize;
use model::{Candidate, Judgement, Seed, Subject};
use playout::Batch;
use playout::owners::{Evidence, Owners};
use search::{Search, Settings};

use super::positions::Stretch;

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
}

/// Games that are played out before the search, to know about how far ahead somebody is.
const SCOUTS: usize = 64;

/// The most memory for the tree of a position.
const MEMORY: usize = 128 << 20;

/// So many moves, those that were looked at most, make up the lead.
const PRINCIPAL: usize = 8;

/// How much of a game's value is the size of the win. A judge asks for points, not for safety.
const MARGIN: f64 = 0.5;

impl Looking {
    /// Games a position where nobody said how many: a game of 250 moves takes well under a minute on two cores.
    #[must_use]
    pub fn usual(size: BoardSize) -> usize {
        match size.get() {
            ..=9 => 3_000,
            10..=13 => 1_600,
            _ => 800,
        }
    }

    /// What it is called where it is kept; another version or other settings may say something else.
    pub(super) fn key(&self) -> String {
        let prior = self.prior.as_ref().map_or_else(String::new, |prior| format!("{} {prior}", prior.card().name));
        let games = self.games.map_or_else(|| "usual".to_string(), |games| games.to_string());
        format!("aji {} {games} games, {prior}, seed {}", env!("CARGO_PKG_VERSION"), self.seed)
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
        let mut position = stretch.position(turn).clone();
        position.set_to_move(stretch.to_move(turn));
        let games = self.games.unwrap_or_else(|| Looking::usual(position.size()));
        let seed = self.seed.stream(stretch.way(turn));
        let last = |back: usize| turn.checked_sub(back).and_then(|at| stretch.steps[at].0.mv.point());
        let batch = Batch::new(&position).games(SCOUTS).seed(seed).last(last(1), last(2));
        let even = guessed_lead(&Evidence::of(&batch, &batch.tally()));
        let prior = self.prior.clone().filter(|prior| prior.begin(&stretch.start).is_ok());
        let settings = Settings { seed, memory: MEMORY, margin: MARGIN, even, ..Settings::default() };
        let mut search = Search::new(settings, prior);
        search.begin(&stretch.start).ok()?;
        for (ply, after) in &stretch.steps[..turn] {
            search.observe(ply, after);
        }
        let mut go_on = || !stop.load(Ordering::Relaxed);
        if search.think(games, None, &mut go_on) < games {
            return None;
        }
        let mut judgement = search.judgement();
        let lead = principal_lead(&judgement.candidates).or(judgement.black_leads);
        judgement.black_leads = lead;
        judgement.black_wins = lead.map(|lead| chance(lead, position.size()));
        Some(judgement)
    }
}

/// The lead by the moves that were looked at most, each as often as it was. The games of all others only tell that those are bad, and on a large
/// board there are many.
fn principal_lead(candidates: &[Candidate]) -> Option<f64> {
    let (mut sum, mut visits) = (0.0, 0.0);
    for candidate in candidates.iter().take(PRINCIPAL) {
        if let Some(lead) = candidate.black_leads {
            sum += lead * candidate.visits as f64;
            visits += candidate.visits as f64;
        }
    }
    (visits > 0.0).then(|| sum / visits)
}

/// Black's chance to win by the lead: as many points as the board has lines win five games of six.
fn chance(lead: f64, size: BoardSize) -> f64 {
    0.5 + 0.5 * (0.85 * lead / size.get() as f64).tanh()
}

/// About how far Black is ahead: by learned owners, on boards where they see better than the games alone.
fn guessed_lead(evidence: &Evidence) -> f64 {
    Owners::shipped_for(evidence.size()).map_or_else(|| evidence.plain(), |owners| owners.judge(evidence)).lead
}
