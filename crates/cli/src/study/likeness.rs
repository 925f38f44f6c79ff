//! `aji study likeness`: whether the games of a player can be told from those of others.

use std::path::PathBuf;
use std::sync::Arc;

use model::{Families, Family, Subject};
use player::{PlayerError, Spec};
use rayon::prelude::*;
use record::{Game, Mode};
use study::{Suspect, Windows};

use super::{Common, able, answer, games, named, with_notes};
use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::players;

/// Tries to tell the games of players from these games, which are those of people: how often one who learned to is right.
///
/// A window of moves is judged by a few facts (how likely a model finds the moves, how far they are from the last ones, on
/// which lines, what they touch and take), each with a weight that is learned from some of the games and tried on others. Players of
/// ours go on with these games from where the first window begins, and play both sides.
#[derive(clap::Args, Debug)]
pub(super) struct Likeness {
    #[command(flatten)]
    common: Common,

    /// A player, such as freedom or experience:human; may be given several times.
    #[arg(long, value_name = "NAME", required_unless_present = "against")]
    player: Vec<String>,

    /// Games of somebody who played both sides: a file or a folder; may be given several times.
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,

    /// The model that says how likely moves are. Default: the first that does.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,

    /// So many games of each side at most.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// So many moves are judged together.
    #[arg(long, value_name = "MOVES", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    window: u16,

    /// The first window begins after this move.
    #[arg(long, value_name = "MOVE", default_value_t = 10)]
    after: u16,

    /// No window goes beyond this move.
    #[arg(long, value_name = "MOVE", default_value_t = 150)]
    until: u16,
}

pub(super) fn run(context: &Context<'_>, arguments: &Likeness) -> Outcome {
    let common = &arguments.common;
    let windows =
        Windows { moves: arguments.window.into(), after: arguments.after.into(), until: arguments.until.into() };
    if windows.after + windows.moves > windows.until {
        return Err(Failure::usage(format!(
            "no window of {} moves after move {} ends by move {}",
            windows.moves, windows.after, windows.until
        )));
    }
    let settings = common.settings.settings(context.families)?;
    let seed = common.settings.seed();
    let subject = |family: &Arc<dyn Family>| Subject::new(family, &settings, seed).map_err(Failure::usage);
    let mute = |name: &str| format!("{name} does not say how likely moves are");
    let mut subjects = named(context, arguments.model.as_slice(), subject, study::gives_probabilities, mute)?;
    let specs: Vec<Spec> = arguments
        .player
        .iter()
        .map(|name| {
            let spec = players::spec(name, false, settings.clone(), seed)?;
            spec.player(context.families).map_err(Failure::usage)?;
            Ok(spec)
        })
        .collect::<Result<_, Failure>>()?;
    let (games, failed) = games(common, None)?;
    let games: Vec<Game> = games.take(arguments.games as usize).collect();
    let Some(game) = games.first() else {
        if failed.get() {
            return Ok(Done::Part);
        }
        return Err(Failure::work("there is no game to tell players from"));
    };
    if arguments.model.is_none() {
        let likely = context.families.iter().filter(|family| study::gives_probabilities(family.card()));
        subjects = likely.map(subject).collect::<Result<_, _>>()?;
    }
    let (subjects, notes) = able(subjects, game, arguments.model.is_none())?;
    let subject = subjects.first();
    let mut suspects = Vec::new();
    for spec in &specs {
        let played: Result<Vec<Game>, PlayerError> = games
            .par_iter()
            .enumerate()
            .map(|(number, game)| {
                play_on(spec.clone().seed(seed.stream(number as u64)), context.families, game, &windows)
            })
            .collect();
        suspects.push(Suspect { name: spec.to_string(), games: played.map_err(Failure::work)? });
    }
    for path in &arguments.against {
        let games = super::read(crate::games::sources(std::slice::from_ref(path)).collect(), &failed)?;
        let games = games.take(arguments.games as usize).collect();
        suspects.push(Suspect { name: path.display().to_string(), games });
    }
    let found = study::likeness(&games, &suspects, subject, windows, seed).map_err(Failure::work)?;
    let shape = wire::likeness(&found, subject.map(|subject| subject.card().name.as_str()));
    let json = super::found("likeness", &subjects[..subjects.len().min(1)], common, shape);
    answer(common, &found.to_chart(), &with_notes(context, found.to_text(), &notes), &json)?;
    Ok(Done::unless(failed.get()))
}

/// The first moves of a game, and then a player for both sides.
fn play_on(spec: Spec, families: &Families, game: &Game, windows: &Windows) -> Result<Game, PlayerError> {
    let mut player = spec.player(families)?;
    let mut played = Game::new(game.size());
    played.info = game.info.clone();
    let mut at = played.root();
    let Ok(mut replay) = game.replay(&game.main_line(), Mode::Tolerant) else { return Ok(played) };
    player.begin(replay.position())?;
    played.node_mut(at).setup = game.node(game.root()).setup.clone();
    for _ in 0..windows.after {
        // Without its first moves, or with stones put up by hand among them, a game is too short to be judged.
        let Ok(Some(ply)) = replay.next_ply() else { return Ok(played) };
        if ply.edited || ply.illegal.is_some() {
            return Ok(played);
        }
        player.observe(&ply, replay.position());
        at = played.add_move(at, ply.color, ply.mv);
    }
    let mut position = replay.position().clone();
    while !position.is_over() && position.n_moves() < windows.until {
        let choice = player.choose(&position)?;
        let color = position.to_move();
        if player::play(&mut position, choice.mv, &mut [&mut *player]).is_err() {
            break;
        }
        at = played.add_move(at, color, choice.mv);
    }
    Ok(played)
}
