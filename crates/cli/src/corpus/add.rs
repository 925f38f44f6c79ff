//! `aji corpus add`.

use corpus::sql::{Options, Session, SqlError};

use super::Add;
use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::stop;
use crate::{output, progress};

pub(crate) fn run(context: &Context<'_>, arguments: &Add) -> Outcome {
    let card = context.families.get(&arguments.model).map_err(Failure::usage)?.card();
    let set = arguments.settings.settings(context.families)?;
    let own = |name: &str| card.parameters.iter().any(|parameter| parameter.name == name);
    let mut settings: Vec<String> =
        set.iter().filter(|(name, _)| own(name)).map(|(name, value)| format!("{name}={value}")).collect();
    settings.push(format!("seed={}", arguments.settings.seed()));
    let name = arguments.name.as_deref().unwrap_or(&arguments.model);
    let options = Options { threads: arguments.threads.map(usize::from) };
    let session = Session::open(&arguments.folder, context.families, options).map_err(Failure::work)?;
    let bar = progress::bar(0, "{wide_bar} {pos} of {len} parts, {eta} left");
    let mut progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let stop = stop::on_signals();
    let added = session.add(name, &arguments.model, &settings.join(", "), context.families, &stop, &mut progress);
    bar.finish_and_clear();
    let added = added.map_err(|error| match error {
        SqlError::Stopped => Failure::work("stopped; the same command goes on from here"),
        SqlError::Query { .. } => Failure::usage(error),
        other => Failure::work(other),
    })?;
    let table = format!("observations_{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase());
    if arguments.json {
        output::print_json(&wire::Answer::new(wire::CorpusAdded {
            table,
            model: arguments.model.clone(),
            seed: arguments.settings.seed().0,
            parts: added.parts,
            kept: added.kept,
            rows: added.rows,
        }))?;
    } else {
        output::print(&format!(
            "{table}: {} rows; {} parts computed, {} were there already\n",
            added.rows, added.parts, added.kept
        ))?;
    }
    Ok(Done::All)
}
