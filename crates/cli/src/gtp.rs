//! `aji gtp`: plays and analyses for any program that speaks the Go Text Protocol.

use std::io::{self, BufReader, Write};

use goban::{BoardSize, Rules};
use host::Session;

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::host::{Disk, HostArgs, MemoryArgs, rules};
use crate::players::StrengthArgs;

/// Speaks the Go Text Protocol on standard input and output: plays, and shows what the models see.
///
/// GoGui shows every quantity of every model as an analyze command; Sabaki, Lizzie, LizGoban and q5Go show candidate
/// moves, win rates and ownership. docs/hosts.md has the settings of each.
#[derive(clap::Args, Debug)]
pub(crate) struct Gtp {
    #[command(flatten)]
    host: HostArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    strength: StrengthArgs,

    /// Lets the player aji go on thinking while its opponent does. Then the same seed does not give the same game.
    #[arg(long)]
    ponder: bool,

    /// The side of the board until the host chooses one.
    #[arg(long, value_name = "N", default_value = "19", value_parser = size)]
    size: BoardSize,

    /// The rules until the host chooses some.
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = rules)]
    rules: Rules,

    /// The komi until the host chooses one; by default that of the rules.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,

    /// What it calls itself: Lizzie asks for leads only of an engine whose name begins with KataGo.
    #[arg(long, value_name = "TEXT", default_value = "aji")]
    name: String,
}

fn size(text: &str) -> Result<BoardSize, String> {
    let size = text.parse().ok().and_then(BoardSize::new);
    size.ok_or_else(|| format!("a whole number from {} to {}", BoardSize::MIN, BoardSize::MAX))
}

pub(crate) fn run(context: &Context<'_>, arguments: &Gtp) -> Outcome {
    let mut spec = arguments.host.spec(context.families)?;
    let longest = arguments.strength.apply(&mut spec)?;
    let surrender = arguments.strength.surrender(&spec)?;
    let komi = arguments.komi.unwrap_or(arguments.rules.komi);
    if !komi.is_finite() {
        return Err(Failure::usage("--komi takes a number of points"));
    }
    let config = host::Config {
        model: arguments.host.model.clone(),
        longest,
        surrender,
        ponders: arguments.ponder,
        size: arguments.size,
        rules: Rules { komi, ..arguments.rules },
        name: arguments.name.clone(),
        memory: arguments.memory.bytes(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        ..host::Config::new(context.families.clone(), spec)
    };
    let mut session = Session::new(config, Box::new(Disk::new())).map_err(Failure::usage)?;
    // LizGoban waits for these words; nobody else minds them.
    let _ = writeln!(io::stderr(), "GTP ready");
    gtp::serve(&mut session, BufReader::new(io::stdin()), io::stdout())?;
    Ok(Done::All)
}
