//! `aji corpus scheduler` and `aji corpus executor`.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use corpus::cluster::{self, Executing, Scheduling};

use super::{Executor, Scheduler};
use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::output;

pub(crate) fn scheduler(context: &Context<'_>, arguments: &Scheduler) -> Outcome {
    let options = Scheduling {
        listen: SocketAddr::new(arguments.bind, arguments.port),
        lost_after: Duration::from_secs(arguments.lost_after),
    };
    let listening = |address| {
        let _ = output::print(&format!(
            "The scheduler listens on {address}; whoever reaches it can run queries. Ctrl-C ends it.\n"
        ));
    };
    cluster::schedule(context.families, &options, listening).map_err(Failure::work)?;
    Ok(Done::All)
}

pub(crate) fn executor(context: &Context<'_>, arguments: &Executor) -> Outcome {
    // Removed when it is dropped.
    let own = match arguments.work {
        Some(_) => None,
        None => Some(tempfile::Builder::new().prefix("aji-executor-").tempdir().map_err(Failure::work)?),
    };
    let work = arguments.work.as_deref().or(own.as_ref().map(|own| own.path())).unwrap_or(Path::new(".")).to_path_buf();
    let options = Executing {
        scheduler: arguments.scheduler.clone(),
        bind: arguments.bind,
        port: arguments.port,
        threads: arguments.threads.map(usize::from),
        work,
    };
    let ready = |port| {
        let _ = output::print(&format!("The executor listens on {}:{port}. Ctrl-C ends it.\n", arguments.bind));
    };
    let done = cluster::execute(context.families, &options, ready);
    done.map_err(Failure::work)?;
    Ok(Done::All)
}
