//! `aji models`: the cards.

mod classes;

use std::fmt::Write as _;
use std::sync::Arc;

use model::Family;
use wire::{Role, Scope, Sign};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::output;
use crate::structs;

use classes::ClassArgs;

/// Lists the models, or shows the card of one: its idea, its paper, what can be set and what it sees.
#[derive(clap::Args, Debug)]
pub(crate) struct Models {
    /// The name of a model.
    name: Option<String>,

    /// Prints the built-in definitions of shapes, to be changed and given back with --definitions.
    #[arg(long, conflicts_with_all = ["name", "json"])]
    print_definitions: bool,

    #[command(flatten)]
    classes: ClassArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Models) -> Outcome {
    if arguments.print_definitions {
        output::print(&structs::built_in())?;
        return Ok(Done::All);
    }
    if let (true, Some(name)) = (arguments.classes.classes, &arguments.name) {
        return classes::run(context, name, &arguments.classes, arguments.json);
    }
    let families: Vec<&Arc<dyn Family>> = match &arguments.name {
        Some(name) => vec![context.families.get(name).map_err(Failure::usage)?],
        None => context.families.iter().collect(),
    };
    if arguments.json {
        let models = families.iter().map(|family| wire::card(&***family)).collect();
        output::print_json(&wire::Answer::new(wire::Models { models }))?;
        return Ok(Done::All);
    }
    let text = match (&arguments.name, &families[..]) {
        (Some(_), [family]) => whole(context, &***family),
        _ => list(context, &families.iter().map(|family| family.card()).collect::<Vec<_>>()),
    };
    output::print(&text)?;
    Ok(Done::All)
}

fn list(context: &Context<'_>, cards: &[&model::Card]) -> String {
    let mut text = String::new();
    let width = cards.iter().map(|card| card.name.len()).max().unwrap_or(0);
    for card in cards {
        let name = context.paint.bold(&format!("{:width$}", card.name));
        let _ = writeln!(text, "{name}  {}", card.idea);
        let _ = writeln!(text, "{:width$}  {}", "", context.paint.dim(&card.reference));
    }
    text.push_str("\naji models NAME shows what can be set and what a model sees.\n");
    text
}

fn whole(context: &Context<'_>, family: &dyn Family) -> String {
    let paint = context.paint;
    let (card, shape) = (family.card(), wire::card(family));
    let mut text = format!("{}  {}\n{}\n", paint.bold(&card.name), card.idea, paint.dim(&card.reference));
    let (small, large) = (card.sizes.start(), card.sizes.end());
    let _ = writeln!(text, "boards from {small}×{small} to {large}×{large}");
    if !shape.abilities.is_empty() {
        let _ = writeln!(
            text,
            "{}",
            paint.dim(&shape.abilities.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        );
    }
    if let Some(scale) = card.lead_scale {
        let _ = writeln!(text, "win rate for hosts: 1 / (1 + exp(−lead / {scale})), uncalibrated");
    }
    if let Some(file) = &card.file {
        let _ =
            writeln!(text, "\n{}\n  {}", paint.bold(&format!("File (--model-file {}=FILE)", file.name)), file.about);
    }
    let mut settings = |title: String, parameters: &[model::Parameter]| {
        if parameters.is_empty() {
            return;
        }
        let _ = writeln!(text, "\n{}", paint.bold(&title));
        for parameter in parameters {
            let _ = writeln!(
                text,
                "  {}={}  {}",
                parameter.name,
                parameter.default,
                paint.dim(&parameter.kind.to_string())
            );
            let _ = writeln!(text, "      {}", parameter.about);
        }
    };
    settings("Parameters (--set NAME=VALUE)".to_string(), &card.parameters);
    if let Some(learn) = family.learn() {
        settings(format!("Learning (aji train {} --set NAME=VALUE)", card.name), learn.settings());
    }
    let own = |name: &str| name.strip_prefix(&card.name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    let players: Vec<_> = player::list(context.families).into_iter().filter(|player| own(&player.name)).collect();
    if !players.is_empty() {
        let _ = writeln!(text, "\n{}", paint.bold("Players (aji play --player NAME)"));
        for player in players {
            let idea = if card.styles.is_empty() { String::new() } else { paint.dim(&player.idea) };
            let _ = writeln!(text, "  {}", format!("{}  {idea}", player.name).trim_end());
        }
    }
    let _ = writeln!(text, "\n{}", paint.bold("Quantities"));
    for quantity in &shape.quantities {
        let facts: Vec<String> = [
            Some(quantity.shape.to_string()),
            Some(quantity.unit.clone()).filter(|unit| !unit.is_empty()),
            match quantity.sign {
                Sign::Black => Some("positive favours Black".to_string()),
                Sign::Mover => Some("positive favours the mover".to_string()),
                Sign::Paper => Some("sign as in the paper".to_string()),
                Sign::None => None,
            },
            (quantity.scope == Scope::Game).then(|| "of the game so far".to_string()),
            Some(quantity.role).filter(|role| *role != Role::None).map(|role| role.to_string()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let _ = writeln!(text, "  {}  {}", quantity.name, paint.dim(&facts.join(", ")));
        let _ = writeln!(text, "      {}", quantity.about);
        if !quantity.categories.is_empty() {
            let names: Vec<String> = quantity.categories.iter().map(|c| format!("{} {}", c.value, c.name)).collect();
            let _ = writeln!(text, "      {}", paint.dim(&names.join(", ")));
        }
    }
    text
}
