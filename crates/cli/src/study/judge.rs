//! `aji study judge`: how true the claims of reviews are.

use std::path::PathBuf;

use input::Source;
use model::{Role, Subject};
use review::{Catalogue, Options, Positions, Replayed};
use study::{JudgedGame, Truth};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::oracle::JudgeArgs;
use crate::output;
use crate::progress;
use crate::watch::ModelArgs;

/// Reviews games that a strong engine has judged, and holds every claim against it: which groups are dead, which moves are mistakes.
///
/// A line of a file is a game as JSON, with the engine's lead and owners of every position; docs/review.md says how it is written.
#[derive(clap::Args, Debug)]
pub(super) struct Judge {
    /// Files of judged games, one a line, gzipped or not.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Only every so manieth game.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    /// Games left out at the beginning.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,

    #[command(flatten)]
    settings: ModelArgs,

    #[command(flatten)]
    judge: JudgeArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context<'_>, arguments: &Judge) -> Outcome {
    let mut games: Vec<JudgedGame> = Vec::new();
    for file in &arguments.files {
        let source = Source::File(file.clone());
        let name = source.name();
        let bytes = source.bytes().map_err(|error| Failure::from(error).into_usage())?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::usage("is no text").about(&name))?;
        let lines = text.lines().enumerate().skip(arguments.skip).step_by(arguments.every as usize);
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let game = JudgedGame::read(line);
            games.push(game.map_err(|error| Failure::usage(error).about(format!("{name}:{}", number + 1)))?);
        }
    }
    let Some(mut asking) = arguments.judge.start(context.families, &arguments.settings)? else {
        return Err(Failure::usage("somebody has to judge: leave --quick out"));
    };
    // What a move cost is also read from how likely experts play it.
    let settings = arguments.settings.settings(context.families)?;
    let guesser = context.families.iter().find(|family| family.card().with_role(Role::NextMove).next().is_some());
    let guesser =
        guesser.map(|family| Subject::new(family, &settings, arguments.settings.seed()).map_err(Failure::usage));
    let subjects: Vec<Subject> = guesser.transpose()?.into_iter().collect();
    let bar = progress::bar(games.len(), "{wide_bar} {pos} of {len} games");
    let mut truth = Truth::default();
    for judged in &games {
        let about = |failure: Failure| failure.about(&judged.id);
        let line = Replayed::new(&judged.game, &judged.game.main_line(), None);
        let line = line.map_err(|error| about(Failure::work(error)))?;
        let review = asking.along(&Positions::of(&line), |said| {
            let review = review::review(&line, &subjects, &Catalogue::english(), &Options::default());
            let mut review = review.map_err(|error| about(Failure::work(error)))?;
            let (said, problem) = said();
            if let Some(problem) = problem {
                return Err(about(Failure::work(problem)));
            }
            review.judged(&line, said, &Catalogue::english());
            Ok(review)
        })?;
        if asking.is_stopped() {
            return Err(Failure::work(format!("stopped after {} of {} games", truth.whole.n_games, games.len())));
        }
        truth.add(judged, &review);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if arguments.json {
        let settings = wire::settings([], arguments.settings.seed());
        let found = wire::truth(asking.name(), &truth);
        output::print_json(&wire::Answer::new(wire::Study { study: "judge", settings, found }))?;
    } else {
        output::print(&truth.to_text())?;
    }
    Ok(Done::All)
}
