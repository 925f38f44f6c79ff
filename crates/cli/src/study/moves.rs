//! `aji study moves`: how well models, players and engines guess the next move.

use std::sync::Arc;

use model::{Families, Family, Seed, Subject};
use player::Spec;
use record::{Game, Mode};
use study::{Said, Witness};

use super::witness::Engine;
use super::{Common, able, answer, games, named, with_notes};
use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::oracle::EngineArgs;
use crate::players;

/// Counts how often the move that was played is a model's first choice, among its first 5 and its first 20.
///
/// Moves that are rated alike share their ranks. Models that give probabilities are also judged by log-loss and calibration.
/// Intervals are 95 % and take games as the units. Passes are not to be guessed.
#[derive(clap::Args, Debug)]
pub(super) struct Moves {
    #[command(flatten)]
    common: Common,

    /// A model; may be given several times. Default: every model that rates moves, unless players or an engine are named.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    /// A player, such as blend or freedom+search; may be given several times.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Guesses one of every so many moves, another one in each game.
    #[arg(long, value_name = "MOVES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,

    #[command(flatten)]
    engine: EngineArgs,
}

/// A player that is asked for its moves in the games of others.
struct Guest<'a> {
    name: String,
    spec: Spec,
    families: &'a Families,
}

impl<'a> Guest<'a> {
    /// # Errors
    /// When there is no such player.
    fn new(name: &str, context: &Context<'a>, settings: model::Settings, seed: Seed) -> Result<Guest<'a>, Failure> {
        let spec = players::spec(name, false, settings, seed)?;
        spec.player(context.families).map_err(Failure::usage)?;
        Ok(Guest { name: spec.to_string(), spec, families: context.families })
    }
}

impl Witness for Guest<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn testify(&self, game: &Game, plies: &[usize]) -> Option<Vec<Said>> {
        let mut player = self.spec.player(self.families).ok()?;
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
        player.begin(replay.position()).ok()?;
        let mut said = Vec::with_capacity(plies.len());
        let mut number = 0;
        loop {
            if plies.binary_search(&number).is_ok() {
                let choice = player.choose(replay.position()).ok()?;
                // What it plays comes first, whatever it rated higher and then refused.
                let others = choice.candidates.iter().map(|rating| rating.point);
                let others =
                    others.filter(|point| choice.mv.point() != Some(*point) && !choice.refused.contains(point));
                let ratings = choice.mv.point().into_iter().chain(others).enumerate();
                let ratings = ratings.map(|(rank, point)| (point, -(rank as f64))).collect();
                said.push(Said { ratings, ..Said::default() });
            }
            let Ok(Some(ply)) = replay.next_ply() else { break };
            player.observe(&ply, replay.position());
            number += 1;
        }
        Some(said)
    }
}

pub(super) fn run(context: &Context<'_>, arguments: &Moves) -> Outcome {
    let common = &arguments.common;
    let settings = common.settings.settings(context.families)?;
    let seed = common.settings.seed();
    let subject = |family: &Arc<dyn Family>| Subject::new(family, &settings, seed).map_err(Failure::usage);
    let mute = |name: &str| format!("{name} does not rate moves; --player {name} may play by its lead");
    let named = named(context, &arguments.model, subject, study::guesses, mute)?;
    let guests: Vec<Guest<'_>> = arguments
        .player
        .iter()
        .map(|name| Guest::new(name, context, settings.clone(), seed))
        .collect::<Result<_, _>>()?;
    let unnamed = named.is_empty() && guests.is_empty() && !arguments.engine.is_asked();
    let subjects = if unnamed {
        let all = context.families.iter().filter(|family| study::guesses(family.card()));
        all.map(subject).collect::<Result<_, _>>()?
    } else {
        named
    };
    let (games, failed) = games(common, arguments.engine.cache().as_ref())?;
    let mut games = games.peekable();
    let Some(game) = games.peek() else {
        if failed.get() {
            return Ok(Done::Part);
        }
        return Err(Failure::work("there is no game to guess moves of"));
    };
    let (subjects, notes) = able(subjects, game, unnamed)?;
    let engine = arguments.engine.start()?.map(Engine::new);
    let games = games.take_while(|_| !engine.as_ref().is_some_and(Engine::is_stopped));
    let mut witnesses: Vec<&dyn Witness> = guests.iter().map(|guest| guest as &dyn Witness).collect();
    witnesses.extend(engine.as_ref().map(|engine| engine as &dyn Witness));
    let found = study::moves(games, &subjects, &witnesses, usize::from(arguments.every), seed);
    engine.map_or(Ok(()), Engine::finish)?;
    if found.n_positions == 0 {
        return Err(Failure::work("no move can be guessed: the games have none that can be played"));
    }
    let shape = wire::guesses(&found, arguments.every.into(), &notes);
    let json = super::found("moves", &subjects, common, shape);
    answer(common, &found.to_chart(), &with_notes(context, found.to_text(), &notes), &json)?;
    Ok(Done::unless(failed.get()))
}
