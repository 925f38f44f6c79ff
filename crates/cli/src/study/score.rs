//! `aji study score`: how well last boards are counted.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{EngineError, Gtp, Limits, Program};
use goban::{Color, Move};
use model::{Family, Subject};
use record::{Game, Mode, Outcome as GameOutcome};
use study::Judge;

use super::{Common, able, games, named, was_counted};
use crate::Context;
use crate::failure::{Done, Failure, Outcome};

/// Counts the last boards of games that were counted: how often that gives the recorded winner, how near it comes to the margin.
///
/// Dead stones are found as `aji score` finds them, beside every stone counted as alive, the same by area, the leads in points of
/// the models that are named, and what an engine says.
#[derive(clap::Args, Debug)]
pub(super) struct Score {
    #[command(flatten)]
    common: Common,

    /// A model with a lead in points; may be given several times.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    /// Lets a GTP engine count too, by `final_score`: "gnugo --mode gtp --japanese-rules".
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    /// How many seconds the engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_limit: u64,
}

/// An engine that replays games and counts them, one after the other.
struct Counting {
    name: String,
    engine: Mutex<Gtp>,
    /// What went wrong first.
    problem: Mutex<Option<String>>,
}

impl Counting {
    /// # Errors
    /// When the engine does not start, or does not count.
    fn start(command: &str, limit: Duration) -> Result<Counting, Failure> {
        let failed = |error: EngineError| Failure::work(error).about("--engine");
        let program = Program::parse(command).map_err(failed)?;
        let engine = Gtp::start(&program, Limits { start: limit, answer: limit }).map_err(failed)?;
        if !engine.knows("final_score") {
            return Err(Failure::work(format!("{} does not know final_score", engine.name())).about("--engine"));
        }
        let name = format!("final_score of {}", engine.name());
        Ok(Counting { name, engine: Mutex::new(engine), problem: Mutex::new(None) })
    }

    /// Lets the engine go; what went wrong.
    fn finish(self) -> Option<String> {
        self.engine.into_inner().unwrap_or_else(PoisonError::into_inner).quit();
        self.problem.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Judge for Counting {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self, game: &Game) -> Option<GameOutcome> {
        // A thread that panicked while it asked has said so; the others need not.
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        match ask(&mut engine, game) {
            Ok(said) => said,
            Err(error) => {
                self.problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
                None
            }
        }
    }
}

/// Plays a game to the engine and lets it count. None where stones are changed by hand on the way or a move is illegal: the engine would
/// not have the prisoners.
fn ask(engine: &mut Gtp, game: &Game) -> Result<Option<GameOutcome>, EngineError> {
    let Ok(mut replay) = game.replay(&game.main_line(), Mode::Tolerant) else { return Ok(None) };
    let size = game.size();
    engine.set_up(size, &game.rules())?;
    let start = *replay.position().board().stones();
    let is_handicap = game.info.handicap.is_some_and(|stones| stones == start.black.len()) && start.white.is_empty();
    if is_handicap {
        engine.place_handicap(size, &start.black.iter().collect::<Vec<_>>())?;
    } else {
        for color in Color::ALL {
            for point in &start[color] {
                engine.play(size, color, Move::Play(point))?;
            }
        }
    }
    while let Ok(Some(ply)) = replay.next_ply() {
        if ply.edited || ply.illegal.is_some() {
            return Ok(None);
        }
        engine.play(size, ply.color, ply.mv)?;
    }
    Ok(GameOutcome::parse(&engine.ask("final_score")?))
}

pub(super) fn run(context: &Context<'_>, arguments: &Score) -> Outcome {
    let common = &arguments.common;
    let settings = common.settings.settings(context.families)?;
    let subject =
        |family: &Arc<dyn Family>| Subject::new(family, &settings, common.settings.seed()).map_err(Failure::usage);
    let mute = |name: &str| format!("{name} sees no lead");
    let subjects = named(context, &arguments.model, subject, study::predicts, mute)?;
    let (games, failed) = games(common, None)?;
    let mut games = games.filter(was_counted).peekable();
    let Some(game) = games.peek() else {
        if failed.get() {
            return Ok(Done::Part);
        }
        return Err(Failure::work("no game was counted: the records give no margin"));
    };
    let (subjects, _) = able(subjects, game, false)?;
    let limit = Duration::from_secs(arguments.engine_limit);
    let engine = arguments.engine.as_ref().map(|command| Counting::start(command, limit)).transpose()?;
    let judge = engine.as_ref().map(|engine| engine as &dyn Judge);
    let found = study::score(games, &subjects, judge, common.settings.seed());
    if let Some(problem) = engine.and_then(Counting::finish) {
        return Err(Failure::work(problem).about("--engine"));
    }
    let json = super::found("score", &subjects, common, wire::counting(&found));
    super::answer(common, &found.to_chart(), &found.to_text(), &json)?;
    Ok(Done::unless(failed.get()))
}
