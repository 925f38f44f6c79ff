//! `aji reproduce`: the papers, claim by claim.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ::reproduce::{
    Amounts, Claim, ClaimsError, Done as DoneStage, Findings, Heading, Judgement, Paper, Report, Rules, Setting, Stage,
    Test, Verdict, judge, read_rules, rules, stages,
};
use indicatif::ProgressBar;
use input::Source;
use model::Seed;
use record::Game;
use serde::{Deserialize, Serialize};
use sgf::Place;

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::{self, Stream};
use crate::output::{self, Existing, clean, complain};
use crate::progress;

/// Runs the experiments of the five papers and judges each of their claims by a rule that was written before.
///
/// What energies say of players needs games of many players: --matches brings them, and `aji match` plays them (docs/reproduction.md).
/// The terminal shows the verdicts as they come; --out writes a page with every claim, table and picture. A run that was
/// interrupted goes on where it stopped when it is started again with the same --out.
#[derive(clap::Args, Debug)]
pub(crate) struct Reproduce {
    /// Which papers.
    #[arg(value_name = "PAPER", required_unless_present = "list")]
    papers: Vec<Which>,

    /// Lists the claims with their rules and does nothing else.
    #[arg(long)]
    list: bool,

    /// Fewer games and positions, for a first look.
    #[arg(long)]
    quick: bool,

    /// Games of agents for every size and variant; default 2000, with --quick 500.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,

    /// Real positions and random boards that are looked at; default 5000, with --quick 400.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: Option<u32>,

    /// Games between players whose energies are compared beside the games inside the program: files and folders. Both
    /// players must be named; who is stronger is what the results show. A player that meets itself is named "NAME twin" the second
    /// time.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    matches: Vec<PathBuf>,

    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Claims of your own instead of those inside the program (TOML; docs/reproduction.md).
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,

    /// Writes report.html, report.md and the figures into this folder, and what is needed to go on after an interruption.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Begins anew where the folder holds a run with other settings.
    #[arg(long, requires = "out")]
    force: bool,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Which {
    /// Energies (Rojas-Domínguez and others 2019).
    Ising,
    /// The Evolving Transformation System (Scrimger 2007).
    Structure,
    /// Stones as agents (López Roa 2016).
    Agents,
    /// Cellular automata (Gómez Soto and Delgado Ávila 2023).
    Cellular,
    /// Influence from paths (Gower 2018).
    Freedom,
    /// All five.
    All,
}

fn papers(asked: &[Which]) -> Vec<Paper> {
    let wanted = |paper: &Paper| {
        let named = |which: &Which| match which {
            Which::All => true,
            Which::Ising => *paper == Paper::Ising,
            Which::Structure => *paper == Paper::Structure,
            Which::Agents => *paper == Paper::Agents,
            Which::Cellular => *paper == Paper::Cellular,
            Which::Freedom => *paper == Paper::Freedom,
        };
        asked.is_empty() || asked.iter().any(named)
    };
    Paper::ALL.into_iter().filter(wanted).collect()
}

/// What makes two runs the same: results under one of these belong together.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Key {
    aji: String,
    seed: u64,
    games: usize,
    positions: usize,
    matches: String,
    rules: String,
}

/// The file of a run.
#[derive(Serialize, Deserialize)]
struct RunFile {
    key: Key,
    begun: String,
    command: String,
}

/// The file of a stage.
#[derive(Serialize, Deserialize)]
struct StageFile {
    seconds: f64,
    findings: Findings,
}

/// Where a run keeps what it has done.
struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens the folder for a run. Gives back when the run began, and by which command.
    fn open(folder: &Path, key: &Key, command: String, force: bool) -> Result<(Store, RunFile), Failure> {
        output::make_folder(folder)?;
        output::make_folder(&folder.join("stages"))?;
        let path = folder.join("run.json");
        let known: Option<RunFile> = match read_kept(&path) {
            Err(reason) if !force => {
                return Err(Failure::work(format!("{reason}; begin anew with --force")).about(path.display()));
            }
            known => known.ok().flatten(),
        };
        let store = Store { folder: folder.to_path_buf() };
        match known {
            Some(known) if known.key == *key => return Ok((store, known)),
            Some(known) if !force => {
                let name = folder.display();
                let Key { aji, seed, games, positions, .. } = known.key;
                return Err(Failure::usage(format!(
                    "holds a run with other settings (aji {aji}, seed {seed}, {games} games, {positions} positions, \
                     or other matches or rules); name another folder, or begin anew with --force"
                ))
                .about(name));
            }
            _ => {}
        }
        for paper in Paper::ALL {
            for stage in stages(paper) {
                let _ = fs::remove_file(store.stage_path(&stage));
            }
        }
        let file = RunFile { key: key.clone(), begun: now(), command };
        store.write(&path, &keep::seal(&to_json(&file)?))?;
        Ok((store, file))
    }

    fn stage_path(&self, stage: &Stage) -> PathBuf {
        self.folder.join("stages").join(format!("{}.json", stage.name))
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Failure> {
        output::write_file(path, text.as_bytes(), Existing::Replace)
    }
}

/// What is kept in a file of a run; none if there is no such file.
///
/// # Errors
/// In words, when it is not what was written.
fn read_kept<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let text = String::from_utf8(bytes).map_err(|_| "is no text".to_string())?;
    let text = keep::unseal_if_sealed(&text).map_err(|broken| broken.to_string())?;
    serde_json::from_str(&text).map(Some).map_err(|error| error.to_string())
}

fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::work)
}

/// The time now, to the minute, as people and files write it.
fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string()
}

pub(crate) fn run(context: &Context<'_>, arguments: &Reproduce) -> Outcome {
    let papers = papers(&arguments.papers);
    let Rules { fixed, full, quick, thresholds, claims: mut list, fingerprint } = match &arguments.claims {
        Some(path) => {
            let name = path.display();
            let text = fs::read_to_string(path).map_err(|error| Failure::work(error).about(&name))?;
            read_rules(&text).map_err(|error| match error {
                ClaimsError::Form { line, column, what } => Failure::work(what).about(&name).at(Place { line, column }),
                other => Failure::work(other).about(&name),
            })?
        }
        None => rules(),
    };
    list.retain(|claim| papers.contains(&claim.paper));
    let stages: Vec<Stage> = papers.iter().flat_map(|paper| stages(*paper)).collect();
    list.iter().try_for_each(Claim::check_names).map_err(Failure::usage)?;
    if arguments.list {
        print_list(context, arguments, &list)?;
        return Ok(Done::All);
    }
    let (matches, brought) = read_matches(&arguments.matches)?;
    let usual = if arguments.quick { quick } else { full };
    let amounts = Amounts {
        games: arguments.games.map_or(usual.games, |games| games as usize),
        positions: arguments.positions.map_or(usual.positions, |positions| positions as usize),
    };
    let key = Key {
        aji: env!("CARGO_PKG_VERSION").to_string(),
        seed: arguments.seed,
        games: amounts.games,
        positions: amounts.positions,
        matches: brought,
        rules: fingerprint.clone(),
    };
    let command = command_line(arguments, &amounts);
    let (store, run) = match &arguments.out {
        Some(folder) => {
            let (store, run) = Store::open(folder, &key, command, arguments.force)?;
            (Some(store), run)
        }
        None => (None, RunFile { key: key.clone(), begun: now(), command }),
    };
    let setting = Setting {
        families: context.families,
        seed: Seed(arguments.seed),
        amounts,
        thresholds: &thresholds,
        matches: &matches,
    };
    let printer = Printer { context, silent: arguments.json };
    let mut report = Report {
        heading: Heading {
            command: run.command,
            version: key.aji.clone(),
            settings: format!(
                "seed {}; {} games of agents a size and variant, {} positions; 40 games of GNU Go and Fuego{}",
                key.seed, amounts.games, amounts.positions, key.matches
            ),
            begun: run.begun,
            fixed,
            fingerprint,
        },
        judgements: Vec::new(),
        stages: Vec::new(),
    };
    printer.heading(&report.heading)?;
    let mut judged: BTreeMap<String, Judgement> = BTreeMap::new();
    for paper in papers {
        printer.paper(paper)?;
        for stage in stages.iter().filter(|stage| stage.paper == paper) {
            report.stages.push(do_stage(stage, &setting, store.as_ref())?);
            let done = &report.stages;
            let is_done = |name: &str| {
                !stages.iter().any(|stage| stage.measures(name) && !done.iter().any(|done| done.name == stage.name))
            };
            for claim in list.iter().filter(|claim| claim.paper == paper) {
                if !judged.contains_key(&claim.id) && claim.names().iter().all(|name| is_done(name)) {
                    let judgement = judge(claim, done.iter().map(|done| &done.findings));
                    printer.verdict(&judgement)?;
                    judged.insert(claim.id.clone(), judgement);
                }
            }
        }
    }
    report.judgements = list.iter().filter_map(|claim| judged.remove(&claim.id)).collect();
    if let (Some(folder), Some(store)) = (&arguments.out, &store) {
        write_report(&report, folder, store)?;
    }
    if arguments.json {
        output::print_json(&wire::Answer::new(shape(&report, arguments.seed, &amounts)))?;
    } else {
        printer.summary(&report, arguments.out.as_deref())?;
    }
    Ok(Done::All)
}

/// How many nodes the games that are brought may have together: about two thousand games. Claims are judged over all of them at once, so they
/// stay in memory.
const MOST_NODES: usize = 500_000;

/// The games of all files in the order of the names of these, and what tells them from others.
fn read_matches(files: &[PathBuf]) -> Result<(Vec<Game>, String), Failure> {
    let mut sources = games::sources(files).collect::<Result<Vec<_>, _>>()?;
    // A folder may list its files in any order.
    sources.sort_by_key(Source::name);
    let (mut games, mut nodes) = (Vec::new(), 0);
    for game in Stream::new(sources.into_iter().map(Ok))? {
        let game: Game = game?;
        nodes += game.n_nodes();
        if nodes > MOST_NODES {
            return Err(Failure::work(format!(
                "the games of --matches have more than {MOST_NODES} nodes together, and no more are judged at once"
            )));
        }
        games.push(game);
    }
    if games.is_empty() {
        return Ok((games, String::new()));
    }
    let mut sum = 0_u64;
    for game in &games {
        let name = |color: goban::Color| game.info.players[color].name.as_deref().unwrap_or_default();
        let said = format!("{}\n{}\n{:?}\n", name(goban::Color::Black), name(goban::Color::White), game.info.outcome());
        let moves = game
            .moves()
            .map(|(_, mv)| mv.point().map_or(0, |point| 1 + 32 * point.row() as u64 + point.column() as u64));
        for part in said.bytes().map(u64::from).chain(moves) {
            sum = (sum.rotate_left(5) ^ part).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let words = format!("; {} games brought ({sum:016x})", games.len());
    Ok((games, words))
}

/// The command that gives this run again.
fn command_line(arguments: &Reproduce, amounts: &Amounts) -> String {
    let mut words = vec!["aji".to_string(), "reproduce".to_string()];
    let chosen = papers(&arguments.papers);
    if chosen.len() == Paper::ALL.len() {
        words.push("all".to_string());
    } else {
        words.extend(chosen.iter().map(Paper::to_string));
    }
    words.push(format!("--games {} --positions {} --seed {}", amounts.games, amounts.positions, arguments.seed));
    if !arguments.matches.is_empty() {
        let files: Vec<String> = arguments.matches.iter().map(|path| path.display().to_string()).collect();
        words.push(format!("--matches {}", files.join(" ")));
    }
    if let Some(path) = &arguments.claims {
        words.push(format!("--claims {}", path.display()));
    }
    words.join(" ")
}

/// A stage that was done before, or is done now.
fn do_stage(stage: &Stage, setting: &Setting<'_>, store: Option<&Store>) -> Result<DoneStage, Failure> {
    let path = store.map(|store| store.stage_path(stage));
    let stored: Option<StageFile> = path.as_ref().and_then(|path| {
        let told = |reason: String| complain(format!("{}: {reason}; this stage is done again", path.display()));
        read_kept(path).map_err(told).ok().flatten()
    });
    let StageFile { seconds, findings } = match stored {
        Some(stored) => stored,
        None => {
            let bar = progress(stage);
            let began = Instant::now();
            let findings = stage
                .run(setting, &|done, all| {
                    bar.set_length(all as u64);
                    bar.set_position(done as u64);
                })
                .map_err(|error| Failure::work(error).about(stage.name))?;
            bar.finish_and_clear();
            let seconds = (began.elapsed().as_secs_f64() * 10.0).round() / 10.0;
            let text = to_json(&StageFile { seconds, findings })?;
            if let (Some(store), Some(path)) = (store, &path) {
                store.write(path, &keep::seal(&text))?;
            }
            // Read again even when it was made just now, so that a run that goes on sees the very same numbers.
            serde_json::from_str(&text).map_err(Failure::work)?
        }
    };
    Ok(DoneStage {
        name: stage.name.to_string(),
        about: stage.about.to_string(),
        paper: stage.paper,
        seconds,
        findings,
    })
}

/// A bar on standard error, if that is a terminal.
fn progress(stage: &Stage) -> ProgressBar {
    let bar = progress::bar(1, "{msg} {wide_bar} {pos} of {len}, {eta} left");
    bar.with_message(format!("{}: {}", stage.name, stage.about))
}

fn write_report(report: &Report, folder: &Path, store: &Store) -> Result<(), Failure> {
    let figures = folder.join("figures");
    output::make_folder(&figures)?;
    for drawing in report.drawings() {
        store.write(&figures.join(format!("{}.svg", drawing.name)), &drawing.svg)?;
    }
    store.write(&folder.join("report.md"), &report.to_markdown())?;
    store.write(&folder.join("report.html"), &report.to_html())
}

/// What is shown on the terminal.
struct Printer<'a> {
    context: &'a Context<'a>,
    silent: bool,
}

impl Printer<'_> {
    fn say(&self, text: &str) -> Result<(), Failure> {
        if !self.silent {
            output::print(text)?;
        }
        Ok(())
    }

    fn heading(&self, heading: &Heading) -> Result<(), Failure> {
        let Heading { command, version, settings, .. } = heading;
        self.say(&format!("{}\n", self.context.paint.dim(&clean(&format!("{command} (aji {version}; {settings})")))))
    }

    fn paper(&self, paper: Paper) -> Result<(), Failure> {
        let paint = self.context.paint;
        self.say(&format!("\n{}  {}\n", paint.bold(paper.name()), paint.dim(paper.reference())))
    }

    fn verdict(&self, judgement: &Judgement) -> Result<(), Failure> {
        let claim = &judgement.claim;
        let mut text = format!("  {:18}  {}: {}\n", judgement.verdict.name(), claim.id, clean(&claim.says));
        for (printed, what) in [(true, ""), (false, "beside: ")] {
            let of = judgement.readings.iter().filter(|judged| judged.printed == printed);
            if of.clone().any(|judged| judged.verdict != judgement.verdict) {
                let parts: Vec<String> = of.map(|judged| format!("{} {}", judged.name, judged.verdict)).collect();
                let _ =
                    writeln!(text, "  {:18}  {}", "", self.context.paint.dim(&format!("{what}{}", parts.join("; "))));
            }
        }
        if judgement.verdict == Verdict::CannotBeTested
            && let Some(judged) = judgement.readings.first()
        {
            let _ = writeln!(text, "  {:18}  {}", "", self.context.paint.dim(&clean(&judged.reason)));
        }
        self.say(&text)
    }

    fn summary(&self, report: &Report, out: Option<&Path>) -> Result<(), Failure> {
        let count = |verdict: Verdict| report.judgements.iter().filter(|known| known.verdict == verdict).count();
        let counts: Vec<String> = Verdict::ALL.map(|verdict| format!("{} {verdict}", count(verdict))).to_vec();
        let mut text = format!("\n{} claims: {}\n", report.judgements.len(), counts.join(", "));
        if let Some(folder) = out {
            let _ = writeln!(text, "The report is {}", folder.join("report.html").display());
        }
        self.say(&text)
    }
}

fn claim_shape(claim: &Claim) -> wire::Claim {
    let rule = |reading: &::reproduce::Reading| wire::ClaimRule {
        reading: reading.name.clone(),
        printed: reading.printed,
        enough: reading.enough.as_ref().map(ToString::to_string),
        reversed: reading.reversed.as_ref().map(ToString::to_string),
        replicates: reading.replicates.to_string(),
        partly: reading.partly.as_ref().map(ToString::to_string),
        undecided: reading.undecided.as_ref().map(ToString::to_string),
    };
    let (proof, held_by, untestable) = match &claim.test {
        Test::Not(reason) => (None, Vec::new(), Some(reason.clone())),
        Test::Proof { why, held_by, .. } => (Some(why.clone()), held_by.clone(), None),
        Test::Rules(_) => (None, Vec::new(), None),
    };
    wire::Claim {
        id: claim.id.clone(),
        paper: claim.paper.name().to_string(),
        place: claim.place.clone(),
        says: claim.says.clone(),
        figure: claim.figure.clone(),
        measured: claim.measured.clone(),
        kind: claim.kind().name().to_string(),
        rules: claim.readings().iter().map(rule).collect(),
        proof,
        held_by,
        untestable,
    }
}

fn shape(report: &Report, seed: u64, amounts: &Amounts) -> wire::Reproduction {
    let reading = |judged: &::reproduce::Judged| wire::JudgedReading {
        reading: judged.name.clone(),
        printed: judged.printed,
        verdict: judged.verdict.name().to_string(),
        reason: judged.reason.clone(),
        evidence: judged.evidence.iter().cloned().collect(),
    };
    let judged = |judgement: &Judgement| wire::JudgedClaim {
        claim: claim_shape(&judgement.claim),
        verdict: judgement.verdict.name().to_string(),
        readings: judgement.readings.iter().map(reading).collect(),
    };
    let stage = |stage: &DoneStage| wire::ReproductionStage {
        name: stage.name.to_string(),
        about: stage.about.to_string(),
        seconds: stage.seconds,
        measures: stage.findings.measures.clone(),
        missing: stage.findings.missing.clone(),
    };
    wire::Reproduction {
        command: report.heading.command.clone(),
        begun: report.heading.begun.clone(),
        fixed: report.heading.fixed.clone(),
        rules: report.heading.fingerprint.clone(),
        seed,
        games: amounts.games,
        positions: amounts.positions,
        claims: report.judgements.iter().map(judged).collect(),
        stages: report.stages.iter().map(stage).collect(),
    }
}

fn print_list(context: &Context<'_>, arguments: &Reproduce, list: &[Claim]) -> Result<(), Failure> {
    if arguments.json {
        return output::print_json(&list.iter().map(claim_shape).collect::<Vec<_>>());
    }
    let paint = context.paint;
    let mut text = String::new();
    for claim in list {
        let _ = writeln!(text, "{}  {}", paint.bold(&claim.id), paint.dim(&format!("({})", claim.place)));
        let _ = writeln!(text, "  {}", clean(&claim.says));
        if let Some(figure) = &claim.figure {
            let _ = writeln!(text, "  in the paper: {}", clean(figure));
        }
        let _ = writeln!(text, "  measured: {}", clean(&claim.measured));
        match &claim.test {
            Test::Not(reason) => {
                let _ = writeln!(text, "  cannot be tested: {}", clean(reason));
            }
            Test::Proof { why, held_by, .. } => {
                let _ = writeln!(text, "  formal: {} ({})", clean(why), clean(&held_by.join(", ")));
            }
            Test::Rules(_) => {}
        }
        let readings = claim.readings();
        for (printed, what) in [(true, "readings"), (false, "beside")] {
            let of = readings.iter().filter(|reading| reading.printed == printed && !reading.name.is_empty());
            let names: Vec<&str> = of.map(|reading| reading.name.as_str()).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "  {what}: {}", clean(&names.join(", ")));
            }
        }
        if let Some(reading) = readings.first() {
            let words = if reading.name.is_empty() { String::new() } else { format!(", {}", clean(&reading.name)) };
            for (what, rule) in [
                ("tested if", reading.enough.as_ref()),
                ("does not if", reading.reversed.as_ref()),
                ("replicates if", Some(&reading.replicates)),
                ("else partly if", reading.partly.as_ref()),
                ("else undecided if", reading.undecided.as_ref()),
            ] {
                if let Some(rule) = rule {
                    let _ = writeln!(text, "  {what}{words}: {rule}");
                }
            }
        }
        text.push('\n');
    }
    output::print(&text)
}
