//! `aji study agree`: how far models agree, and where they differ most.

use std::fmt::Write as _;
use std::sync::Arc;

use figures::Figure;
use model::{Family, Subject};
use study::{Pair, Witness};

use super::witness::Engine;
use super::{Common, able, games, named, with_notes};
use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::oracle::WitnessArgs;
use crate::output;

/// Compares models with each other: the order they give to moves, whose they call each point, and where they differ most.
///
/// Orders are compared by Spearman's rank correlation over the moves that both rate, owners by the share of points on which
/// both see the same side. Intervals are 95 % and take games as the units. With two models, or one and an engine, the position
/// on which they differ most is drawn. An engine rates the few moves it thinks of.
#[derive(clap::Args, Debug)]
pub(super) struct Agree {
    #[command(flatten)]
    common: Common,

    /// A model; give at least two. Default: every model that rates moves or says whose points are.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    /// Looks at the positions after every so many moves.
    #[arg(long, value_name = "MOVES", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,

    #[command(flatten)]
    witness: WitnessArgs,
}

pub(super) fn run(context: &Context<'_>, arguments: &Agree) -> Outcome {
    let common = &arguments.common;
    if arguments.model.len() == 1 && !arguments.witness.is_asked() {
        let message = "one model agrees with itself; name a second one or an engine, or none for all";
        return Err(Failure::usage(message));
    }
    let settings = common.settings.settings(context.families)?;
    let seed = common.settings.seed();
    let subject = |family: &Arc<dyn Family>| Subject::new(family, &settings, seed).map_err(Failure::usage);
    let mute = |name: &str| format!("{name} neither rates moves nor says whose points are");
    let named = named(context, &arguments.model, subject, study::compares, mute)?;
    let all = context.families.iter().filter(|family| study::compares(family.card()));
    let subjects = if named.is_empty() { all.map(subject).collect::<Result<_, _>>()? } else { named };
    let (games, failed) = games(common, arguments.witness.cache().as_ref())?;
    let mut games = games.peekable();
    let Some(game) = games.peek() else {
        if failed.get() {
            return Ok(Done::Part);
        }
        return Err(Failure::work("there is no game to compare models on"));
    };
    let (subjects, notes) = able(subjects, game, arguments.model.is_empty())?;
    let engine = arguments.witness.start(context.families, &common.settings)?.map(Engine::new);
    let games = games.take_while(|_| !engine.as_ref().is_some_and(Engine::is_stopped));
    let witness = engine.as_ref().map(|engine| engine as &dyn Witness);
    let found = study::agree(games, &subjects, witness, usize::from(arguments.every), seed);
    let name = engine.as_ref().map(|engine| engine.name.clone());
    engine.map_or(Ok(()), Engine::finish)?;
    if found.n_positions == 0 {
        return Err(Failure::work(format!(
            "no position can be compared: {} games were left out, and none of the others has {} moves",
            found.n_left_out, arguments.every
        )));
    }
    if found.pairs.is_empty() {
        return Err(Failure::usage("these models have nothing in common: one rates moves, the other has owners"));
    }
    let shape = wire::Agree {
        every: Some(arguments.every.into()),
        engine: name,
        notes: Some(notes.clone()),
        ..wire::agree(&found)
    };
    let json = super::found("agree", &subjects, common, shape);
    let figure = found.pairs.iter().find_map(Pair::to_figure);
    let written = match &figure {
        Some(figure) => common.picture.write(figure)?,
        None => String::new(),
    };
    if common.json {
        output::print_json(&json)?;
        return Ok(Done::unless(failed.get()));
    }
    let mut text = with_notes(context, found.to_text(&context.paint.terminal()), &notes);
    if let ([_], Some(figure)) = (&found.pairs[..], &figure) {
        let _ = write!(text, "\n{}", figure.to_terminal(&context.paint.terminal()));
    }
    output::print(&(text + &written))?;
    Ok(Done::unless(failed.get()))
}
