//! Shell completions and the man page, from the same definitions as the arguments.

use std::io;

use clap::CommandFactory;

use crate::Cli;
use crate::failure::{Done, Outcome};
use crate::output;

/// Prints completions for a shell.
///
/// For example: aji completions bash > /etc/bash_completion.d/aji
#[derive(clap::Args, Debug)]
pub(crate) struct Completions {
    shell: clap_complete::Shell,
}

/// Prints the man page; `aji man show` prints that of a subcommand.
#[derive(clap::Args, Debug)]
pub(crate) struct Man {
    /// The subcommand.
    command: Option<String>,
}

pub(crate) fn completions(arguments: &Completions) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "aji", &mut text);
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(Done::All)
}

pub(crate) fn man(arguments: &Man) -> Outcome {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &arguments.command {
        let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_string()).collect();
        let Some(found) = command.find_subcommand(name) else {
            let unknown = model::Unknown::new("command", name, names);
            return Err(crate::failure::Failure::usage(unknown));
        };
        command = found.clone().name(format!("aji-{name}"));
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text).map_err(io::Error::other)?;
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(Done::All)
}
