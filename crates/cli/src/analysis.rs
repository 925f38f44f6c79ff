//! `aji analysis`: speaks the JSON protocol of KataGo's analysis engine.

use std::io;
use std::num::NonZero;
use std::thread;

use host::katago::{self, ReportAs, ServeError};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::host::HostArgs;
use crate::players::StrengthArgs;
use crate::progress;

/// Speaks the JSON protocol of KataGo's analysis engine on standard input and output, for KaTrain and others.
///
/// One query a line; answers come as they are ready. What our models say in words stands under the key "aji".
#[derive(clap::Args, Debug)]
pub(crate) struct Analysis {
    #[command(flatten)]
    host: HostArgs,

    #[command(flatten)]
    strength: StrengthArgs,

    /// From whose side numbers are told unless a query says otherwise: black, white or sidetomove.
    #[arg(long, value_name = "SIDE", default_value = "black", value_parser = report_as)]
    report_as: ReportAs,

    /// How many positions are looked at at once; by default as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=progress::MOST_THREADS))]
    threads: Option<u16>,
}

fn report_as(text: &str) -> Result<ReportAs, String> {
    ReportAs::parse(text).ok_or_else(|| "there are black, white and sidetomove".to_string())
}

pub(crate) fn run(context: &Context<'_>, arguments: &Analysis) -> Outcome {
    let mut spec = arguments.host.spec(context.families)?;
    if arguments.strength.apply(&mut spec)?.is_some() {
        return Err(Failure::usage("--seconds is for aji gtp and aji play; a query says maxVisits"));
    }
    // Positions are looked at side by side.
    spec.ahead.threads = 1;
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let config = katago::Config {
        model: arguments.host.model.clone(),
        report_as: arguments.report_as,
        threads: arguments.threads.map_or(processors, usize::from),
        version: env!("CARGO_PKG_VERSION").to_string(),
        ..katago::Config::new(context.families.clone(), spec)
    };
    match katago::serve(&config, io::stdin().lock(), io::stdout()) {
        Ok(()) => Ok(Done::All),
        Err(ServeError::Io(error)) => Err(error.into()),
        Err(error) => Err(Failure::usage(error)),
    }
}
