//! `aji serve`: the workbench in the browser.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use web::{Access, Limits, Server, Workbench};

use crate::Context;
use crate::failure::{self, Done, Failure, Outcome};
use crate::games::{self, BUNDLED};
use crate::output::{self, complain};
use crate::stop;
use crate::watch::ModelArgs;

/// Where the workbench is when nothing else is asked for.
const PORT: u16 = 8642;

/// Opens the workbench in the browser: walk through games, lay models on the board, try moves, play, watch.
///
/// The page is on this machine only. Another address is given with --host; whoever opens it then needs the token that is
/// printed.
#[derive(clap::Args, Debug)]
pub(crate) struct Serve {
    /// Game records to open: files, folders, - for standard input. A bundled game if none is given.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// The port to listen on; 0 is any free one. Default 8642, or a free one when that is taken.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// The folder of a run of `aji reproduce --out`, whose report the page shows.
    #[arg(long, value_name = "DIR")]
    reproduction: Option<PathBuf>,

    /// An engine that judges positions if the page asks for it: "katago analysis -config C -model M", or a GTP engine with kata-analyze, or
    /// GNU Go. Can be given several times; each is started when it is first asked.
    #[arg(long, value_name = "COMMAND")]
    engine: Vec<String>,

    /// How many seconds an engine may be silent; it has four times as long to start.
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=3600))]
    engine_limit: u64,

    /// Does not open the browser.
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    settings: ModelArgs,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Serve) -> Outcome {
    let settings = arguments.settings.settings(context.families)?;
    for command in &arguments.engine {
        engine::Program::parse(command).map_err(|error| Failure::usage(error).about("--engine"))?;
    }
    let mut failed = false;
    let mut records = Vec::new();
    for source in games::sources(&arguments.files) {
        let read = source
            .and_then(|source| Ok((source.name(), source.bytes()?)))
            .map_err(Failure::from)
            .map(|record| records.push(record));
        failed |= failure::survive(read, arguments.files.len() > 1)?;
    }
    if records.is_empty() {
        records.push(("bundled.sgf".to_string(), BUNDLED.to_vec()));
    }
    let report = match &arguments.reproduction {
        Some(folder) => {
            let source = input::Source::File(folder.join("report.html"));
            let bytes = source.bytes()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => None,
    };
    let bench = || -> Result<Workbench, Failure> {
        Ok(Workbench {
            families: context.families.clone(),
            settings: settings.clone(),
            seed: arguments.settings.seed(),
            records: records.clone(),
            engines: arguments.engine.clone(),
            report: report.clone(),
            access: match arguments.host.is_loopback() {
                true => Access::Local,
                false => Access::Token(web::new_token().map_err(|error| Failure::work(format!("no token: {error}")))?),
            },
            limits: Limits { engine: Duration::from_secs(arguments.engine_limit), ..Limits::default() },
        })
    };
    let bind = |port| {
        bench().and_then(|bench| Server::bind(bench, SocketAddr::new(arguments.host, port)).map_err(Failure::work))
    };
    let server = match arguments.port {
        Some(port) => bind(port)?,
        None => bind(PORT).or_else(|_| bind(0))?,
    };
    if let Some(reason) = page::missing() {
        complain(format!("this aji was built without the page of the workbench: {reason}"));
        complain(
            "install Node 20 or later, build aji again, and start aji serve anew; until then only programs can ask",
        );
    }
    let url = server.url();
    let elsewhere = match arguments.host.is_unspecified() {
        true => "From another machine, write its name or address in place of the zeros.\n",
        false => "",
    };
    // In one piece: whoever reads the first line and no more must not end the server.
    output::print(&format!("The workbench is at {url}\nCtrl-C ends it.\n{elsewhere}"))?;
    if !arguments.no_open && std::io::stdout().is_terminal() && page::missing().is_none() {
        open(&url);
    }
    let served = server.run(&stop::on_signals());
    // Whoever judges may be in the middle of it.
    engine::kill_all();
    served.map_err(Failure::work)?;
    Ok(Done::unless(failed))
}

/// Opens the browser where there is one; the address has been printed in any case.
fn open(url: &str) {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ if set("DISPLAY") || set("WAYLAND_DISPLAY") => "xdg-open",
        _ => return,
    };
    let _ = Command::new(program).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
