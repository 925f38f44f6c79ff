//! `aji simulate`: games of stones as agents, by the thousand or watched.

mod plots;
mod stage;

use std::path::{Path, PathBuf};

use agents::{Contest, Spread, Variant, strategy};
use goban::{BoardSize, ByColor, Color, Scoring};
use indicatif::ProgressBar;
use model::Seed;
use reproduce::contests::{self, Batch};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::output::{self, Existing};
use crate::progress;

/// Plays games of stones as agents: two sides that choose by chance or by a simple strategy, in three readings of the
/// paper (docs/models/agents.md).
///
/// Sizes and strategies may be lists, such as --size 9,13,19: every combination is played.
#[derive(clap::Args, Debug)]
pub(crate) struct Simulate {
    /// The reading of the paper: netlogo (its text), netlogo-exact (the program it prints), rules (the rules of Go).
    #[arg(long, value_name = "NAME", default_value = "netlogo")]
    variant: String,

    /// The side of the board, from 2 to 25.
    #[arg(long, value_name = "N", default_value = "19", value_delimiter = ',')]
    size: Vec<usize>,

    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// How Black chooses: random, hottest or coldest.
    #[arg(long, value_name = "STRATEGY", default_value = "random", value_delimiter = ',')]
    black: Vec<String>,

    /// How White chooses.
    #[arg(long, value_name = "STRATEGY", default_value = "random", value_delimiter = ',')]
    white: Vec<String>,

    /// The seed of all chance. Game 7 is the same whatever else is played.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// What counts under the variant rules.
    #[arg(long, value_name = "HOW", default_value = "area")]
    scoring: ScoringName,

    /// What White gets under the variant rules.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, allow_negative_numbers = true)]
    komi: f64,

    /// How many games at once; 0 is as many as there are cores. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Writes every game into this folder.
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,

    /// Writes a line for every game into this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Writes the paper's figures into this folder, as SVG and PNG: the end of the first game with its scores and
    /// capacity over time, the wins, and the distribution of the logarithms of the scores.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,

    /// Replaces files that are there already.
    #[arg(long)]
    force: bool,

    /// Plays the first game on the terminal, with temperatures, liberties and links.
    #[arg(long, conflicts_with_all = ["json", "sgf", "csv", "plot"])]
    watch: bool,

    /// Ticks a second for --watch.
    #[arg(long, value_name = "N", default_value_t = 4.0, requires = "watch")]
    speed: f64,

    /// One JSON value on standard output: an object, or a list of them where several contests are played.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ScoringName {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Simulate) -> Outcome {
    let contests = contests(arguments)?;
    let seed = Seed(arguments.seed);
    if arguments.watch {
        let [contest] = &contests[..] else {
            return Err(Failure::usage("--watch shows one game; give one size and one strategy a side"));
        };
        if !(arguments.speed > 0.0 && arguments.speed.is_finite()) {
            return Err(Failure::usage(format!("--speed {}: give a number above 0", arguments.speed)));
        }
        stage::watch(context, contest, seed, arguments.speed)?;
        return Ok(Done::All);
    }
    let games = usize::try_from(arguments.games).map_err(Failure::usage)?;
    let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
    for folder in [&arguments.sgf, &arguments.plot].into_iter().flatten() {
        output::make_folder(folder)?;
    }
    if let (Some(path), false) = (&arguments.csv, arguments.force)
        && path.exists()
    {
        return Err(Failure::exists(path));
    }
    let mut runs = Vec::new();
    for (i, contest) in contests.iter().enumerate() {
        let bar = progress(games, i, contests.len());
        let summary = contest
            .simulate(games, seed, arguments.threads, &|_| bar.inc(1))
            .map_err(|error| Failure::usage(error).about("--threads"))?;
        bar.finish_and_clear();
        if let Some(folder) = &arguments.sgf {
            write_games(contest, games, seed, folder, existing)?;
        }
        runs.push(Batch { contest: contest.clone(), summary });
    }
    if let Some(path) = &arguments.csv {
        output::write_file(path, contests::csv(&runs).as_bytes(), existing)?;
    }
    if let Some(folder) = &arguments.plot {
        plots::write(&runs, seed, folder, existing)?;
    }
    if arguments.json {
        let objects: Vec<_> = runs.iter().map(|run| wire::Answer::new(shape(run, arguments.seed))).collect();
        match &objects[..] {
            [object] => output::print_json(object)?,
            _ => output::print_json(&objects)?,
        }
        return Ok(Done::All);
    }
    let text = match &runs[..] {
        [run] => contests::details(run, arguments.seed, &context.paint.terminal()),
        _ => contests::table(&runs, arguments.seed, &context.paint.terminal()),
    };
    output::print(&text)?;
    Ok(Done::All)
}

fn contests(arguments: &Simulate) -> Result<Vec<Contest>, Failure> {
    let variant = Variant::named(&arguments.variant).map_err(Failure::usage)?;
    if !arguments.komi.is_finite() {
        return Err(Failure::usage(format!("--komi {}: give a number", arguments.komi)));
    }
    let mut contests = Vec::new();
    for side in distinct(&arguments.size) {
        let size = BoardSize::new(side)
            .ok_or_else(|| Failure::usage(format!("--size {side}: boards go from 2 to 25 lines")))?;
        for black in &distinct(&arguments.black) {
            for white in &distinct(&arguments.white) {
                contests.push(Contest {
                    size,
                    variant,
                    players: ByColor {
                        black: strategy::named(black).map_err(Failure::usage)?,
                        white: strategy::named(white).map_err(Failure::usage)?,
                    },
                    scoring: match arguments.scoring {
                        ScoringName::Area => Scoring::Area,
                        ScoringName::Territory => Scoring::Territory,
                    },
                    komi: arguments.komi,
                });
            }
        }
    }
    Ok(contests)
}

/// A bar on standard error, if that is a terminal.
fn progress(games: usize, contest: usize, contests: usize) -> ProgressBar {
    let which = if contests > 1 { format!("{} of {contests}: ", contest + 1) } else { String::new() };
    progress::bar(games, "{msg}{wide_bar} {pos} of {len} games, {eta} left").with_message(which)
}

fn write_games(contest: &Contest, games: usize, seed: Seed, folder: &Path, existing: Existing) -> Result<(), Failure> {
    let digits = games.to_string().len();
    for game in 0..games {
        let (mut record, _) = contest.record(Contest::seed_of_game(seed, game));
        record.info.name = Some(format!("{} {}, seed {seed}, game {}", contest.variant, contest.size, game + 1));
        let mut text = String::new();
        sgf::write_game(&record, &mut text);
        let name = format!("{}-seed{seed}-{:0digits$}.sgf", contests::slug(contest), game + 1);
        output::write_file(&folder.join(name), text.as_bytes(), existing)?;
    }
    Ok(())
}

fn shape(run: &Batch, seed: u64) -> wire::Simulation {
    let Batch { contest, summary } = run;
    let spread = |number: &dyn Fn(&agents::Row) -> f64| {
        let spread = summary.spread(number)?;
        let Spread { mean, sd, min, median, max } = spread;
        Some(wire::Spread { mean, sd, min, median, max })
    };
    let interval = |color| {
        let share = run.share(color)?;
        Some(wire::ShareBetween { share: share.value, low: share.interval[0], high: share.interval[1] })
    };
    let ByColor { black, white } = &contest.players;
    let rules = contest.variant == Variant::Rules;
    wire::Simulation {
        variant: contest.variant.name().to_string(),
        size: contest.size.get(),
        players: wire::Pair { black: black.name().to_string(), white: white.name().to_string() },
        seed,
        scoring: rules.then_some(if contest.scoring == Scoring::Area { "area" } else { "territory" }),
        komi: rules.then_some(contest.komi),
        games: summary.games.len(),
        black: summary.wins(Color::Black),
        white: summary.wins(Color::White),
        ties: summary.ties(),
        cut_off: summary.cut_off(),
        without_stones: summary.without_stones(),
        tick_limit: contest.tick_limit(),
        intervals: wire::Intervals {
            method: "Wilson",
            level: 0.95,
            of: run.finished(),
            black: interval(Color::Black),
            white: interval(Color::White),
        },
        lengths: spread(&|row| row.tally.ticks as f64),
        moves: spread(&|row| row.tally.plays as f64),
        scores: wire::Pair { black: spread(&|row| row.scores.black), white: spread(&|row| row.scores.white) },
        log_scores: summary.log_scores(contests::CLASSES).map(|logs| wire::LogScores {
            from: logs.from,
            width: logs.width,
            black: logs.counts.black,
            white: logs.counts.white,
        }),
        capacity: summary.capacity(),
        deaths: spread(&|row| row.tally.deaths as f64),
        breathing_deaths: spread(&|row| row.tally.breathing_deaths as f64),
        suicides: spread(&|row| row.tally.suicides as f64),
    }
}

/// The values of a list, each once.
fn distinct<T: Clone + PartialEq>(values: &[T]) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for value in values {
        if !kept.contains(value) {
            kept.push(value.clone());
        }
    }
    kept
}
