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

impl Judge {
    /// Reads the games one by one: those that are wanted, in their order.
    ///
    /// # Errors
    /// When a file cannot be read or a line is no such game, with its number; and those of `visit`.
    fn each_game(&self, mut visit: impl FnMut(&JudgedGame) -> Result<(), Failure>) -> Result<(), Failure> {
        for file in &self.files {
            let source = Source::File(file.clone());
            let name = source.name();
            let bytes = source.bytes().map_err(|error| Failure::from(error).into_usage())?;
            let text = String::from_utf8(bytes).map_err(|_| Failure::usage("is no text").about(&name))?;
            let lines = text.lines().enumerate().skip(self.skip).step_by(self.every as usize);
            for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
                let game = JudgedGame::read(line);
                let game = game.map_err(|error| Failure::usage(error).about(format!("{name}:{}", number + 1)))?;
                visit(&game)?;
            }
        }
        Ok(())
    }
}

pub(super) fn run(context: &Context<'_>, arguments: &Judge) -> Outcome {
    // Every line is looked at before the work begins, and read again when its turn comes: games are not kept.
    let mut n_games = 0;
    arguments.each_game(|_| {
        n_games += 1;
        Ok(())
    })?;
    let Some(mut asking) = arguments.judge.start(context.families, &arguments.settings)? else {
        return Err(Failure::usage("somebody has to judge: leave --quick out"));
    };
    // What a move cost is also read from how likely experts play it.
    let settings = arguments.settings.settings(context.families)?;
    let guesser = context.families.iter().find(|family| family.card().with_role(Role::NextMove).next().is_some());
    let guesser =
        guesser.map(|family| Subject::new(family, &settings, arguments.settings.seed()).map_err(Failure::usage));
    let subjects: Vec<Subject> = guesser.transpose()?.into_iter().collect();
    let bar = progress::bar(n_games, "{wide_bar} {pos} of {len} games");
    let mut truth = Truth::default();
    arguments.each_game(|judged| {
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
            return Err(Failure::work(format!("stopped after {} of {n_games} games", truth.whole.n_games)));
        }
        truth.add(judged, &review);
        bar.inc(1);
        Ok(())
    })?;
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
