//! `aji match`: players and engines against each other, with a referee, ratings and reports.

mod folder;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use arena::{Conduct, Contestant, Counting, Disputes, Kind, Plan, PlanError, Report, Row, Sprt, Tournament};
use engine::Program;
use goban::{BoardSize, Rules};
use indicatif::ProgressBar;
use input::Source;
use model::{Families, Seed, Settings, Unknown};
use player::Spec;
use sgf::Place;

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::output::{self, JsonStream, complain};
use crate::{players, progress, stop};
use folder::Folder;

/// Lets players and engines play each other, and says who is stronger.
///
/// A tournament is a TOML file: `aji match 9x9.toml`. Its results lie in the folder of the same name, one line a game; a run
/// that was interrupted goes on where it stopped. A short match needs no file:
/// `aji match --player cellular --player "gnugo --mode gtp --level 1" --games 20`.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("what").args(["file", "player"]).required(true))]
pub(crate) struct Match {
    /// The tournament, in TOML.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// A player of ours (see `aji play --list`) or the command of a GTP engine; give it twice or more. A name of its own
    /// stands before an equals sign: "gnu1=gnugo --mode gtp --level 1".
    #[arg(long, value_name = "[NAME=]WHO")]
    player: Vec<String>,

    #[command(flatten)]
    short: Short,

    /// Where results, records and reports go; for a tournament the folder of its name is the default.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Plays nothing: sums up what has been played.
    #[arg(long)]
    report: bool,

    /// How many games at once; default: one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=progress::MOST_THREADS))]
    threads: Option<u16>,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,

    /// One JSON object a line: every game as it ends, and the report at last.
    #[arg(long, conflicts_with_all = ["json", "report"])]
    jsonl: bool,
}

/// What a short match may say beside its players. A tournament says it in its file.
#[derive(clap::Args, Debug)]
struct Short {
    /// Games for every pair.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=arena::MOST_GAMES as u64), conflicts_with = "file")]
    games: Option<u64>,

    /// The side of the board.
    #[arg(long, value_name = "N", conflicts_with = "file")]
    size: Option<usize>,

    /// The rules, such as tromp-taylor or chinese.
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    rules: Option<String>,

    /// The komi; with handicap stones 0.5 by default.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, conflicts_with = "file")]
    komi: Option<f64>,

    /// The last player has White and gives so many stones.
    #[arg(long, value_name = "N", conflicts_with = "file")]
    handicap: Option<usize>,

    /// The first player meets all others, who do not meet each other.
    #[arg(long, conflicts_with = "file")]
    gauntlet: bool,

    /// Random moves to begin with, the same for both games with colours exchanged.
    #[arg(long, value_name = "N", conflicts_with = "file")]
    random_moves: Option<usize>,

    /// Game records whose first moves are openings.
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    openings: Option<PathBuf>,

    /// The seed of all chance.
    #[arg(long, value_name = "N", conflicts_with = "file")]
    seed: Option<u64>,

    /// Stops a pair when it is clear whether its first player is stronger by ELO0 or by ELO1, such as 0,50.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "file")]
    sprt: Option<Hypotheses>,

    /// How the dead stones at the end are found.
    #[arg(long, value_name = "HOW", conflicts_with = "file")]
    count: Option<Count>,

    /// A GTP command that says which stones are dead.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["file", "count"])]
    judge: Option<String>,

    /// What becomes of a game in which an engine refuses a legal move: void, refuser (it loses), or gomill (whoever played what is
    /// called illegal loses).
    #[arg(long, value_name = "WHAT", conflicts_with = "file", value_parser = disputes)]
    disputes: Option<Disputes>,

    /// Seconds for a move; whoever needs more loses.
    #[arg(long, value_name = "S", conflicts_with = "file")]
    move_seconds: Option<f64>,

    /// Leaves the explanations of our players out of the records, which is faster.
    #[arg(long, conflicts_with = "file")]
    no_explanations: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Count {
    /// All stones on the board live.
    Board,
    /// Engines among the two players say which stones are dead.
    Players,
}

fn disputes(name: &str) -> Result<Disputes, String> {
    Disputes::named(name).map_err(|error| error.to_string())
}

/// Two differences of strength, between which a test decides.
#[derive(Clone, Copy, Debug)]
struct Hypotheses(f64, f64);

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let numbers = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some(Hypotheses(elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
        numbers.ok_or_else(|| "write two numbers of Elo points, such as 0,50".to_string())
    }
}

pub(crate) fn run(context: &Context<'_>, arguments: &Match) -> Outcome {
    let (plan, default_folder) = match &arguments.file {
        Some(file) => (from_file(context.families, file)?, Some(file.with_extension(""))),
        None => (short(context.families, arguments)?, None),
    };
    let tournament = plan.tournament;
    let folder = arguments.out.clone().or(default_folder);
    if arguments.report {
        let Some(folder) = folder else {
            return Err(Failure::usage("--report sums up a folder; name it with --out"));
        };
        let rows = folder::read(&folder)?;
        let report = Report::new(&tournament, &rows).map_err(|error| in_folder(&folder, error))?;
        print(context, arguments, &report)?;
        return Ok(Done::All);
    }
    let (mut kept, mut rows) = match &folder {
        Some(folder) => {
            let (kept, rows) = Folder::open(folder)?;
            (Some(kept), rows)
        }
        None => (None, Vec::new()),
    };
    let done = arena::done(&tournament, &rows).map_err(|error| match &folder {
        Some(folder) => in_folder(folder, error),
        None => Failure::work(error),
    })?;
    let bar = progress(tournament.n_games(), done.len());
    let before = rows.clone();
    let stop = stop::on_signals();
    let threads = arguments.threads.map(usize::from).or(plan.threads);
    let mut json = JsonStream::wanted(false, arguments.jsonl);
    let conduct = Conduct {
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        stop: &stop,
        keep: &mut |row: &mut Row, sgf: &str| {
            if let Some(kept) = &mut kept {
                kept.keep(row, sgf).map_err(|failure| failure.to_string())?;
            }
            if let Some(json) = &mut json {
                json.push(&wire::Answer::new(&*row), true).map_err(|failure| failure.to_string())?;
            }
            bar.inc(1);
            rows.push(row.clone());
            Ok(())
        },
    };
    let outcome = arena::run(&tournament, context.families, &before, conduct);
    bar.finish_and_clear();
    let report = Report::new(&tournament, &rows).map_err(Failure::work)?;
    if let Some(kept) = &kept
        && report.played > 0
    {
        kept.write_reports(&tournament, &report, &rows)?;
    }
    let outcome = outcome.map_err(Failure::work);
    if outcome.is_err() && report.played == 0 {
        return Err(outcome.expect_err("it was looked at"));
    }
    print(context, arguments, &report)?;
    match outcome? {
        arena::Outcome::Complete => Ok(Done::All),
        arena::Outcome::Stopped => {
            let kept = if kept.is_some() { "; the same command goes on from here" } else { ", which are not kept" };
            complain(format!("stopped after {} of {} games{kept}", report.played, report.planned));
            Ok(Done::Part)
        }
    }
}

fn in_folder(folder: &Path, error: arena::RunError) -> Failure {
    Failure::work(error).about(folder.display())
}

fn print(context: &Context<'_>, arguments: &Match, report: &Report) -> Result<(), Failure> {
    if arguments.json || arguments.jsonl {
        return output::print_json(&wire::Answer::new(report));
    }
    let text = report.to_text();
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    output::print(&format!("{}\n{rest}", context.paint.bold(title)))
}

/// A bar on standard error, if that is a terminal.
fn progress(games: usize, done: usize) -> ProgressBar {
    progress::bar(games, "{wide_bar} {pos} of {len} games, {eta} left").with_position(done as u64)
}

fn from_file(families: &Families, file: &Path) -> Result<Plan, Failure> {
    let source = Source::File(file.to_path_buf());
    let name = source.name();
    let bytes = source.bytes()?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::usage("is no text; a tournament is written in TOML").about(&name))?;
    let mut plan = Plan::from_toml(&text, families).map_err(|error| {
        let place = error.place.map(|(line, column)| Place { line, column });
        Failure::usage(error.message).about(&name).at(place)
    })?;
    // What a tournament names lies beside it.
    let beside = file.parent().unwrap_or(Path::new(""));
    for contestant in &mut plan.tournament.contestants {
        match &mut contestant.kind {
            Kind::Player(spec) => read_recipe(spec, beside)?,
            Kind::Engine(program) => program.folder = program.folder.as_ref().map(|folder| beside.join(folder)),
        }
    }
    if let Some(openings) = &plan.openings {
        read_openings(&mut plan.tournament, &beside.join(openings), plan.opening_moves)?;
    }
    Ok(plan)
}

fn read_recipe(spec: &mut Spec, beside: &Path) -> Result<(), Failure> {
    if let Some(file) = spec.recipe_file() {
        let named = format!("blend:{}", beside.join(file).display());
        spec.recipe = players::spec(&named, spec.search, Settings::default(), spec.seed)?.recipe;
    }
    Ok(())
}

fn read_openings(tournament: &mut Tournament, path: &Path, most: usize) -> Result<(), Failure> {
    let source = Source::File(path.to_path_buf());
    let name = source.name();
    let bytes = source.bytes()?;
    tournament.openings = arena::openings(&bytes, tournament.size, tournament.rules, most)
        .map_err(|reason| Failure::work(reason).about(name))?;
    Ok(())
}

fn short(families: &Families, arguments: &Match) -> Result<Plan, Failure> {
    let options = &arguments.short;
    let side = options.size.unwrap_or(9);
    let size =
        BoardSize::new(side).ok_or_else(|| Failure::usage(format!("--size {side}: boards go from 2 to 25 lines")))?;
    let mut contestants: Vec<Contestant> = Vec::new();
    for (i, text) in arguments.player.iter().enumerate() {
        let gives = if i + 1 == arguments.player.len() { options.handicap.unwrap_or(0) } else { 0 };
        let mut contestant = contestant(families, text, gives)?;
        let same = contestants.iter().filter(|other| other.kind == contestant.kind || other.name == contestant.name);
        match same.count() {
            0 => {}
            n => contestant.name = format!("{} ({})", contestant.name, n + 1),
        }
        contestants.push(contestant);
    }
    let games = options.games.unwrap_or(20) as usize;
    let mut tournament = Tournament::round_robin(contestants, games, size)
        .map_err(|PlanError { message, .. }| Failure::usage(message).about("--player"))?;
    if options.gauntlet {
        tournament = tournament.gauntlet(1, games);
    }
    tournament.bounded().map_err(|PlanError { message, .. }| Failure::usage(message).about("--games"))?;
    if let Some(name) = &options.rules {
        let known = Rules::NAMED.map(|(name, _)| name);
        tournament.rules = Rules::named(name).ok_or_else(|| Failure::usage(Unknown::new("rules", name, known)))?;
    }
    if let Some(komi) = options.komi {
        if !(komi.abs() <= 1000.0 && (2.0 * komi).fract() == 0.0) {
            return Err(Failure::usage(format!("--komi {komi}: give whole or half points")));
        }
        tournament.rules.komi = komi;
        tournament.handicap_komi = komi;
    }
    tournament.random_moves = options.random_moves.unwrap_or(0).min(size.area());
    tournament.seed = Seed(options.seed.unwrap_or(1));
    tournament.explain = !options.no_explanations && arguments.out.is_some();
    if let Some(Hypotheses(elo0, elo1)) = options.sprt {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).map_err(|message| Failure::usage(message).about("--sprt"))?;
        tournament.sprt = Some(sprt);
    }
    if options.count == Some(Count::Board) {
        tournament.counting = Counting::Board;
    }
    if let Some(judge) = &options.judge {
        tournament.counting = Counting::Judge(Program::parse(judge).map_err(Failure::usage)?);
    }
    tournament.disputes = options.disputes.unwrap_or_default();
    if let Some(seconds) = options.move_seconds {
        if !(seconds > 0.0 && seconds <= 1e9) {
            return Err(Failure::usage(format!("--move-seconds {seconds}: give a number above 0")));
        }
        tournament.move_time = Duration::from_secs_f64(seconds);
    }
    if let Some(file) = &options.openings {
        read_openings(&mut tournament, file, usize::MAX)?;
    }
    Ok(Plan { tournament, openings: None, opening_moves: usize::MAX, threads: None })
}

/// A player of ours if there is one of that name, an engine otherwise.
fn contestant(families: &Families, text: &str, gives: usize) -> Result<Contestant, Failure> {
    let ours = |who: &str| -> Result<Spec, Failure> {
        let spec = players::spec(who, false, Settings::default(), Seed(1))?;
        spec.player(families).map_err(Failure::usage)?;
        Ok(spec)
    };
    let begins_with_program = |text: &str| Program::parse(text).is_ok_and(|program| is_program(&program.words[0]));
    // A sign inside a command is none of ours: `gnugo --level=1`, `env THREADS=1 katago gtp`.
    let is_name = |name: &str, who: &str| match name.split_whitespace().collect::<Vec<_>>()[..] {
        [] => false,
        [.., last] if last.starts_with('-') => false,
        [_] => true,
        _ => ours(who).is_ok() || begins_with_program(who) || !begins_with_program(name),
    };
    let (name, who) = match text.split_once('=') {
        Some((name, who)) if is_name(name, who) => (Some(name.trim()), who),
        _ => (None, text),
    };
    let kind = match ours(who) {
        Ok(spec) => Kind::Player(spec),
        Err(unknown) => {
            let program = Program::parse(who).map_err(Failure::usage)?;
            // One word that is no program is a player's name, misspelt.
            if program.words.len() == 1 && !is_program(&program.words[0]) {
                return Err(Failure::usage(format!("{unknown}; nor is it a program")));
            }
            Kind::Engine(program)
        }
    };
    let name = name.map_or_else(|| arena::default_name(&kind, gives), str::to_string);
    Ok(Contestant { name, kind, gives })
}

/// Whether a word names a program: a file, or one that lies in the path.
fn is_program(word: &str) -> bool {
    if word.contains('/') {
        return Path::new(word).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(word).is_file())
}
