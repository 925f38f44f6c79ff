//! `aji simulate`: games that a model plays by itself, by the thousand or watched.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use goban::BoardSize;
use indicatif::ProgressBar;
use model::{Card, Contest, Family, Seed, Settings};
use study::contests::{self, Batch, FirstGame, Stage, seed_of_game};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::output::{self, Existing, JsonStream};
use crate::watch::ModelArgs;
use crate::{picture, progress};

/// Plays games of a model that runs by itself, such as stones as agents (docs/models/agents.md).
///
/// Sizes and strategies may be lists, such as --size 9,13,19: every combination is played.
#[derive(clap::Args, Debug)]
pub(crate) struct Simulate {
    /// The model; by default the first that can: agents.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,

    /// Which reading of the model is played; of agents netlogo (the paper's text), netlogo-exact (the program it prints),
    /// rules (the rules of Go). The same as --set MODEL.variant=NAME.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// The side of the board, from 2 to 25.
    #[arg(long, value_name = "N", default_value = "19", value_delimiter = ',')]
    size: Vec<usize>,

    /// How many games. Game 7 of a seed is the same whatever else is played.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// How Black chooses; of agents random, hottest or coldest. The same as --set MODEL.black=STRATEGY.
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',')]
    black: Vec<String>,

    /// How White chooses.
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',')]
    white: Vec<String>,

    /// What counts where the rules of Go are kept; of agents area or territory. The same as --set MODEL.scoring=HOW.
    #[arg(long, value_name = "HOW")]
    scoring: Option<String>,

    /// What White gets where the rules of Go are kept. The same as --set MODEL.komi=POINTS.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<String>,

    /// Stones put into the run or taken out of it by hand, each before a tick: "5 black D4, 5 white E5, 9 remove D4". The same
    /// as --set MODEL.paint=STROKES.
    #[arg(long, value_name = "STROKES")]
    paint: Option<String>,

    #[command(flatten)]
    settings: ModelArgs,

    /// How many games at once; 0 is as many as there are cores. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=progress::MOST_THREADS))]
    threads: u16,

    /// Writes every game into this folder.
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,

    /// Writes a line for every game into this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Writes figures into this folder, as SVG and PNG: the end of the first game, its scores and what the model follows
    /// over time (the capacity of agents), the wins, and the distribution of the logarithms of the scores.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,

    /// Replaces files that are there already.
    #[arg(long)]
    force: bool,

    /// Plays the first game on the terminal, with what the model sees on the board.
    #[arg(long, conflicts_with_all = ["json", "jsonl", "sgf", "csv", "plot"])]
    watch: bool,

    /// Ticks a second for --watch.
    #[arg(long, value_name = "N", default_value_t = 4.0, requires = "watch")]
    speed: f64,

    /// One JSON value on standard output: an object, or a list of them where several contests are played.
    #[arg(long)]
    json: bool,

    /// One JSON object a line and contest, as they are done.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Simulate) -> Outcome {
    let family = chosen(context, arguments)?;
    let contests = contests(context, family, arguments)?;
    let seed = arguments.settings.seed();
    if arguments.watch {
        let [contest] = &contests[..] else {
            return Err(Failure::usage("--watch shows one game; give one size and one strategy a side"));
        };
        if !(arguments.speed > 0.0 && arguments.speed.is_finite()) {
            return Err(Failure::usage(format!("--speed {}: give a number above 0", arguments.speed)));
        }
        watch(context, &mut Stage::new(family.card(), &**contest, seed), arguments.speed)?;
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
    let pool = progress::pool(arguments.threads)?;
    let mut batches = Vec::new();
    let mut json = JsonStream::wanted(arguments.json, arguments.jsonl);
    for (i, contest) in contests.iter().enumerate() {
        let bar = bar(games, i, contests.len());
        let hear = |_| {
            bar.inc(1);
            true
        };
        let batch = pool.install(|| Batch::play(&**contest, games, seed, &hear));
        bar.finish_and_clear();
        if let Some(folder) = &arguments.sgf {
            write_games(&**contest, games, seed, folder, existing)?;
        }
        if let Some(json) = &mut json {
            json.push(&wire::Answer::new(wire::simulation(&batch)), contests.len() > 1)?;
        }
        batches.push(batch);
    }
    if let Some(path) = &arguments.csv {
        output::write_file(path, contests::csv(&batches).as_bytes(), existing)?;
    }
    if let Some(folder) = &arguments.plot {
        draw(&contests, &batches, folder, existing)?;
    }
    if let Some(json) = json {
        json.finish(contests.len() > 1)?;
        return Ok(Done::All);
    }
    let text = match &batches[..] {
        [batch] => contests::details(batch, &context.paint.terminal()),
        _ => contests::table(&batches, &context.paint.terminal()),
    };
    output::print(&text)?;
    Ok(Done::All)
}

/// The family that plays: the one that is named, or the first that can.
fn chosen<'a>(context: &Context<'a>, arguments: &Simulate) -> Result<&'a Arc<dyn Family>, Failure> {
    let able = |family: &&Arc<dyn Family>| family.card().abilities.simulates;
    let Some(name) = &arguments.model else {
        return context.families.iter().find(able).ok_or_else(|| Failure::usage("no model here plays by itself"));
    };
    let family = context.families.get(name).map_err(Failure::usage)?;
    if !able(&family) {
        let names: Vec<&str> = context.families.iter().filter(able).map(|family| family.card().name.as_str()).collect();
        return Err(Failure::usage(format!("{name} does not play by itself; {} can", names.join(", "))));
    }
    Ok(family)
}

/// Every combination of what is given.
fn contests(
    context: &Context<'_>,
    family: &Arc<dyn Family>,
    arguments: &Simulate,
) -> Result<Vec<Box<dyn Contest>>, Failure> {
    let card = family.card();
    let simulate = family.simulate().ok_or_else(|| Failure::usage("no model here plays by itself"))?;
    let mut common = arguments.settings.settings(context.families)?;
    let once = [
        ("variant", &arguments.variant),
        ("scoring", &arguments.scoring),
        ("komi", &arguments.komi),
        ("paint", &arguments.paint),
    ];
    for (option, value) in once {
        set(&mut common, card, option, value.as_ref())?;
    }
    let mut contests = Vec::new();
    for side in distinct(&arguments.size) {
        let size = BoardSize::new(side)
            .ok_or_else(|| Failure::usage(format!("--size {side}: boards go from 2 to 25 lines")))?;
        for black in either(&arguments.black) {
            for white in either(&arguments.white) {
                let mut settings = common.clone();
                set(&mut settings, card, "black", black.as_ref())?;
                set(&mut settings, card, "white", white.as_ref())?;
                contests.push(simulate.contest(size, &settings.apply(card)?).map_err(Failure::usage)?);
            }
        }
    }
    Ok(contests)
}

/// Sets the parameter that an option stands for, if it was given.
fn set(settings: &mut Settings, card: &Card, option: &str, value: Option<&String>) -> Result<(), Failure> {
    let Some(value) = value else { return Ok(()) };
    let name = format!("{}.{option}", card.name);
    if !card.parameters.iter().any(|parameter| parameter.name == name) {
        let what = format!("{} has no such parameter; aji models {} lists what can be set", card.name, card.name);
        return Err(Failure::usage(what).about(format!("--{option}")));
    }
    settings.add(&format!("{name}={value}")).map_err(Failure::usage)
}

/// The values of a list, each once; or nothing, once.
fn either(values: &[String]) -> Vec<Option<String>> {
    if values.is_empty() { vec![None] } else { distinct(values).into_iter().map(Some).collect() }
}

/// Shows a game on the terminal, or prints it tick by tick where there is none.
fn watch(context: &Context<'_>, stage: &mut Stage<'_>, speed: f64) -> Result<(), Failure> {
    let on_terminal = io::stdout().is_terminal();
    if on_terminal {
        output::print("\u{1b}[2J")?;
    }
    while let Some(frame) = stage.next_frame(&context.paint.terminal()) {
        if on_terminal {
            // From the top left again, each line cleared to its end, and what is left of a longer frame below.
            let lines = frame.replace('\n', "\u{1b}[K\n");
            output::print(&format!("\u{1b}[H{lines}\u{1b}[J"))?;
            thread::sleep(Duration::from_secs_f64((1.0 / speed).min(60.0)));
        } else {
            output::print(&format!("{frame}\n"))?;
        }
    }
    Ok(())
}

/// A bar on standard error, if that is a terminal.
fn bar(games: usize, contest: usize, contests: usize) -> ProgressBar {
    let which = if contests > 1 { format!("{} of {contests}: ", contest + 1) } else { String::new() };
    progress::bar(games, "{msg}{wide_bar} {pos} of {len} games, {eta} left").with_message(which)
}

fn write_games(
    contest: &dyn Contest,
    games: usize,
    seed: Seed,
    folder: &Path,
    existing: Existing,
) -> Result<(), Failure> {
    let terms = contest.terms();
    let digits = games.to_string().len();
    for game in 0..games {
        let (mut record, _) = contests::record(contest, seed_of_game(seed, game));
        record.info.name = Some(format!("{} {}, seed {seed}, game {}", terms.variant, terms.size, game + 1));
        let mut text = String::new();
        sgf::write_game(&record, &mut text);
        let name = format!("{}-seed{seed}-{:0digits$}.sgf", contests::slug(&terms), game + 1);
        output::write_file(&folder.join(name), text.as_bytes(), existing)?;
    }
    Ok(())
}

fn draw(contests: &[Box<dyn Contest>], batches: &[Batch], folder: &Path, existing: Existing) -> Result<(), Failure> {
    let save = |name: &str, figure: &dyn figures::Figure| picture::save(folder, name, figure, existing);
    for (contest, batch) in contests.iter().zip(batches) {
        let FirstGame { board, scores, gauge } = FirstGame::of(&**contest, batch.seed);
        let name = contests::slug(&batch.terms);
        save(&format!("{name}-game"), &board)?;
        save(&format!("{name}-scores"), &scores)?;
        if let (Some(chart), Some(gauge)) = (gauge, batch.terms.gauge) {
            save(&format!("{name}-{}", gauge.name()), &chart)?;
        }
    }
    save("wins", &contests::wins(batches))?;
    save("log-scores", &contests::log_scores(batches))
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
