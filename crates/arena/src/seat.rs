//! A player at the board, ours or an engine, as the referee sees it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{EngineError, Gtp, Limits, Program, thread_cpu_time};
use goban::{BoardSize, Color, Move, Point, Position};
use gtp::{Reply, parse_points};
use model::Families;
use player::{Player, Spec};
use record::Ply;

use crate::result::End;
use crate::schedule::Fixture;
use crate::tournament::{Contestant, Kind, Tournament};

/// What a player did wrong.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fault {
    pub(crate) end: End,
    pub(crate) reason: String,
}

impl Fault {
    pub(crate) fn new(end: End, reason: impl ToString) -> Fault {
        Fault { end, reason: reason.to_string() }
    }

    /// A failure while an engine was to move, or was told of one.
    fn of_engine(error: &EngineError, refused: End) -> Fault {
        let end = match error {
            EngineError::TimedOut { .. } => End::Time,
            EngineError::Nonsense { .. } => End::Nonsense,
            EngineError::Refused { .. } => refused,
            _ => End::Crash,
        };
        Fault::new(end, error)
    }
}

/// What a player does in its turn.
pub(crate) struct Turn {
    pub(crate) reply: Reply,
    /// Why, in its own words.
    pub(crate) comment: Option<String>,
}

/// A player at the board.
pub(crate) enum Seat {
    Ours {
        spec: Spec,
        player: Option<Box<dyn Player>>,
        cpu: Duration,
    },
    Engine {
        program: Program,
        gtp: Option<Box<Gtp>>,
        cpu_before: Option<Duration>,
        thought: Duration,
        stop: Arc<AtomicBool>,
    },
}

impl Seat {
    pub(crate) fn new(contestant: &Contestant, stop: &Arc<AtomicBool>) -> Seat {
        match &contestant.kind {
            Kind::Player(spec) => Seat::Ours { spec: spec.clone(), player: None, cpu: Duration::ZERO },
            Kind::Engine(program) => {
                let (program, stop) = (program.clone(), Arc::clone(stop));
                Seat::Engine { program, gtp: None, cpu_before: None, thought: Duration::ZERO, stop }
            }
        }
    }

    /// Begins a game. An engine is started if it does not run.
    pub(crate) fn begin(
        &mut self,
        tournament: &Tournament,
        families: &Families,
        fixture: &Fixture,
        color: Color,
        start: &Position,
    ) -> Result<(), Fault> {
        let seed = fixture.seed.stream(u64::from(color == Color::White));
        let unable = |reason: String| Fault::new(End::Setup, reason);
        match self {
            Seat::Ours { spec, player, cpu } => {
                let before = thread_cpu_time();
                let mut made = spec.clone().seed(seed).player(families).map_err(|error| unable(error.to_string()))?;
                made.begin(start).map_err(|error| unable(error.to_string()))?;
                *player = Some(made);
                *cpu = thread_cpu_time().saturating_sub(before);
                Ok(())
            }
            Seat::Engine { program, gtp, cpu_before, thought, stop } => {
                *thought = Duration::ZERO;
                let limits = Limits { start: tournament.start_time, answer: tournament.move_time };
                let begun = (|| {
                    let engine = match gtp {
                        Some(engine) if engine.is_running() => engine,
                        Some(engine) => {
                            engine.restart()?;
                            engine
                        }
                        None => gtp.insert(Box::new(Gtp::start_stoppable(program, limits, Some(Arc::clone(stop)))?)),
                    };
                    *cpu_before = engine.cpu_time();
                    set_up(engine, tournament.game_time, start, fixture.handicap, seed.0)
                })();
                begun.map_err(|error: EngineError| unable(error.to_string()))
            }
        }
    }

    /// Tells of a move that somebody else made. An engine that refuses it calls it illegal, which is a dispute, or says something
    /// else, which is a denial.
    pub(crate) fn observe(&mut self, ply: &Ply, position: &Position) -> Result<(), Fault> {
        match self {
            Seat::Ours { player, cpu, .. } => {
                let before = thread_cpu_time();
                if let Some(player) = player {
                    player.observe(ply, position);
                }
                *cpu += thread_cpu_time().saturating_sub(before);
                Ok(())
            }
            Seat::Engine { gtp, .. } => {
                let engine = gtp.as_mut().ok_or_else(|| Fault::new(End::Crash, "the engine is not running"))?;
                engine.play(position.size(), ply.color, ply.mv).map_err(|error| {
                    let calls_it_illegal =
                        matches!(&error, EngineError::Refused { message, .. } if message.trim() == "illegal move");
                    Fault::of_engine(&error, if calls_it_illegal { End::Dispute } else { End::Denial })
                })
            }
        }
    }

    /// Tells a player of its own move: engines know it already.
    pub(crate) fn observe_own(&mut self, ply: &Ply, position: &Position) -> Result<(), Fault> {
        match self {
            Seat::Ours { .. } => self.observe(ply, position),
            Seat::Engine { .. } => Ok(()),
        }
    }

    /// Asks for a move.
    pub(crate) fn choose(&mut self, tournament: &Tournament, position: &Position) -> Result<Turn, Fault> {
        let color = position.to_move();
        match self {
            Seat::Ours { player, cpu, .. } => {
                let player = player.as_mut().ok_or_else(|| Fault::new(End::Crash, "the player was not begun"))?;
                let before = thread_cpu_time();
                let choice = player.choose(position).map_err(|error| Fault::new(End::Crash, error))?;
                let used = thread_cpu_time().saturating_sub(before);
                *cpu += used;
                // Our players are measured by the work they do, so that a busy machine does not decide games.
                if used > tournament.move_time || tournament.game_time.is_some_and(|limit| *cpu > limit) {
                    return Err(Fault::new(End::Time, format!("needed {:.1} s for a move", used.as_secs_f64())));
                }
                let comment = tournament.explain.then(|| {
                    let explanation = player.explain(position, &choice);
                    let words: Vec<&str> =
                        explanation.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
                    words.join("\n")
                });
                Ok(Turn { reply: Reply::Move(choice.mv), comment })
            }
            Seat::Engine { gtp, thought, .. } => {
                let engine = gtp.as_mut().ok_or_else(|| Fault::new(End::Crash, "the engine is not running"))?;
                let mut limit = tournament.move_time;
                if let Some(whole) = tournament.game_time {
                    let left = whole.saturating_sub(*thought);
                    limit = limit.min(left);
                    let told = engine.ask_if_known("time_left", &format!("{} {} 0", color.letter(), left.as_secs()));
                    told.map_err(|error| Fault::of_engine(&error, End::Refusal))?;
                }
                let began = Instant::now();
                let answer = engine.ask_within(&format!("genmove {}", color.letter()), limit);
                *thought += began.elapsed();
                let text = answer.map_err(|error| Fault::of_engine(&error, End::Refusal))?;
                let reply = Reply::parse(position.size(), &text).ok_or_else(|| {
                    let said: String = text.chars().take(80).collect();
                    Fault::new(End::Nonsense, format!("said {said:?}, which is no move"))
                })?;
                let comment = if tournament.explain && engine.knows("gomill-explain_last_move") {
                    engine.ask("gomill-explain_last_move").ok().filter(|text| !text.is_empty())
                } else {
                    None
                };
                Ok(Turn { reply, comment })
            }
        }
    }

    /// The stones that an engine calls dead; none if it does not know, or is none.
    pub(crate) fn dead(&mut self, size: BoardSize) -> Option<Result<Vec<Point>, Fault>> {
        let Seat::Engine { gtp: Some(engine), .. } = self else { return None };
        engine.knows("final_status_list").then(|| dead_stones(engine, size))
    }

    /// The CPU time of this game.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        match self {
            Seat::Ours { cpu, .. } => Some(*cpu),
            Seat::Engine { gtp, cpu_before, .. } => Some(gtp.as_ref()?.cpu_time()?.saturating_sub((*cpu_before)?)),
        }
    }

    /// Ends an engine politely.
    pub(crate) fn quit(self) {
        if let Seat::Engine { gtp: Some(engine), .. } = self {
            engine.quit();
        }
    }
}

/// Puts up the board, the rules as far as GTP has words for them, and handicap stones.
fn set_up(
    engine: &mut Gtp,
    game_time: Option<Duration>,
    start: &Position,
    handicap: usize,
    seed: u64,
) -> Result<(), EngineError> {
    let size = start.size();
    engine.set_up(size, start.rules())?;
    // GNU Go takes a C int.
    engine.ask_if_known("set_random_seed", &(seed & 0x7fff_ffff).to_string())?;
    if let Some(time) = game_time {
        engine.ask_if_known("time_settings", &format!("{} 0 0", time.as_secs()))?;
    }
    if handicap > 0 {
        engine.place_handicap(size, &size.handicap(handicap).unwrap_or_default())?;
    }
    Ok(())
}

fn dead_stones(engine: &mut Gtp, size: BoardSize) -> Result<Vec<Point>, Fault> {
    let answer = engine.ask("final_status_list dead").map_err(|error| Fault::new(End::Uncounted, error))?;
    parse_points(size, &answer)
        .ok_or_else(|| Fault::new(End::Uncounted, format!("cannot read the dead stones {answer:?}")))
}

/// What an engine that only counts says.
pub(crate) enum Verdict {
    Dead(Vec<Point>),
    Score(String),
}

/// Starts an engine that will count games.
pub(crate) fn start_judge(
    program: &Program,
    tournament: &Tournament,
    stop: &Arc<AtomicBool>,
) -> Result<Gtp, EngineError> {
    let limits = Limits { start: tournament.start_time, answer: tournament.move_time };
    Gtp::start_stoppable(program, limits, Some(Arc::clone(stop)))
}

/// Asks an engine that plays no part in the game to count it.
pub(crate) fn judge(
    seat: &mut Option<Gtp>,
    program: &Program,
    tournament: &Tournament,
    start: &Position,
    handicap: usize,
    moves: &[(Color, Move)],
    stop: &Arc<AtomicBool>,
) -> Result<Verdict, Fault> {
    let failed = |error: EngineError| Fault::new(End::Uncounted, format!("the judge {error}"));
    let engine = match seat {
        Some(engine) if engine.is_running() => engine,
        Some(engine) => {
            engine.restart().map_err(failed)?;
            engine
        }
        None => seat.insert(start_judge(program, tournament, stop).map_err(failed)?),
    };
    let size = start.size();
    set_up(engine, None, start, handicap, 0).map_err(failed)?;
    for &(color, mv) in moves {
        engine.play(size, color, mv).map_err(failed)?;
    }
    if engine.knows("final_status_list") {
        return dead_stones(engine, size).map(Verdict::Dead);
    }
    engine.ask("final_score").map(Verdict::Score).map_err(failed)
}
