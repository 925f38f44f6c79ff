//! `aji solve`: what becomes of groups, by proof, and problems with their solutions.

use std::path::PathBuf;

use figures::{BoardFigure, Figure, Mark};
use goban::{Point, PointSet, Position};
use solve::{Problem, Reader, Unasked, Verdict};
use tactics::{Bounds, Status};
use wire::Answer;

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::{BoardArgs, Heading, LineArgs, conditions};
use crate::host::MemoryArgs;
use crate::output::{self, Existing, Stdout, clean};
use crate::progress;

/// Says what becomes of groups by reading to the end: alive, dead, who plays first decides, ko, seki, or not known.
///
/// Without --at every group is told. With it, the group of that stone is, and the position is taken as a problem for the side to move:
/// which first moves work, and what refutes the others. What was not read to the end is not claimed; games that are played out from the
/// position tell what it looks like.
#[derive(clap::Args, Debug)]
pub(crate) struct Solve {
    /// A game record; - is standard input.
    #[arg(value_name = "FILE", required_unless_present = "board", conflicts_with = "board")]
    file: Option<PathBuf>,

    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    board: BoardArgs,

    /// A stone of the group that is asked about.
    #[arg(long, value_name = "POINT")]
    at: Option<String>,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Most positions that are looked at for one question.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().nodes as u64, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    positions: u64,

    /// Games that are played where reading comes to no end; 0 for none.
    #[arg(long, value_name = "N", default_value_t = Reader::default().games as u64, value_parser = clap::value_parser!(u64).range(0..=10_000_000))]
    games: u64,

    /// Writes the play as a record: solutions and refutations as variations.
    #[arg(long, value_name = "OUT")]
    sgf: Option<PathBuf>,

    /// Writes a page with the board, the groups and the play.
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,

    /// Replaces files that exist.
    #[arg(long)]
    force: bool,

    /// How many groups or moves are read at once; default: one for each core.
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = clap::value_parser!(u16).range(0..=progress::MOST_THREADS))]
    threads: u16,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// What is asked about.
pub(crate) struct Scene {
    name: String,
    game: Option<record::Game>,
    position: Position,
}

/// What was found.
pub(crate) struct Found {
    verdicts: Vec<Verdict>,
    problem: Option<Problem>,
}

/// A record that poses a problem, solved.
pub(crate) struct Posed {
    scene: Scene,
    found: Found,
}

impl Posed {
    /// Solves the problem that a record poses; none if it is a game.
    pub(crate) fn of(context: &Context<'_>, name: &str, game: &record::Game) -> Option<Posed> {
        let position = solve::posed(game)?;
        let (verdicts, problem) = solve::solve_posed(&position, &Reader::new(context.families));
        let scene = Scene { name: name.to_string(), game: Some(game.clone()), position };
        Some(Posed { scene, found: Found { verdicts, problem } })
    }

    /// Board, task and solution for the terminal, without the heading.
    pub(crate) fn text(&self, context: &Context<'_>) -> String {
        let told = told(context, &self.scene, &self.found);
        match self.found.problem {
            Some(_) => told,
            None => format!("{told}\nA problem, but reading finds no group whose fate hangs on who plays first.\n"),
        }
    }

    /// The position with its solution as a record.
    pub(crate) fn record(&self) -> String {
        record_of(&self.scene, &self.found)
    }

    pub(crate) fn shape(&self) -> wire::Solved {
        shape(&self.scene, &self.found)
    }

    /// A page with the board, the groups and the play.
    pub(crate) fn page(&self) -> String {
        page_of(&self.scene, &self.found)
    }
}

pub(crate) fn run(context: &Context<'_>, arguments: &Solve) -> Outcome {
    let inputs = [&arguments.file, &arguments.board.file].into_iter().flatten();
    let outputs = [&arguments.sgf, &arguments.html].into_iter().flatten();
    let stdout = if arguments.json { Stdout::Taken } else { Stdout::Free };
    output::check_targets(outputs.clone(), inputs, stdout)?;
    let exists = |path: &&PathBuf| path.as_os_str() != "-" && path.exists() && !arguments.force;
    if let Some(path) = outputs.clone().find(exists) {
        return Err(Failure::exists(path));
    }
    let scene = scene(arguments)?;
    let bounds = Bounds { nodes: arguments.positions as usize, memory: arguments.memory.bytes() };
    let reader = Reader { bounds, games: arguments.games as usize, ..Reader::new(context.families) };
    let found = progress::pool(arguments.threads)?.install(|| find(arguments, &scene, &reader))?;
    let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
    if let Some(path) = &arguments.sgf {
        output::write_file(path, record_of(&scene, &found).as_bytes(), existing)?;
    }
    if let Some(path) = &arguments.html {
        output::write_file(path, page_of(&scene, &found).as_bytes(), existing)?;
    }
    if arguments.json {
        output::print_json(&Answer::new(shape(&scene, &found)))?;
    } else if !outputs.into_iter().any(|path| path.as_os_str() == "-") {
        output::print(&plain(context, &scene, &found))?;
    }
    Ok(Done::All)
}

fn scene(arguments: &Solve) -> Result<Scene, Failure> {
    if let Some((name, position)) = arguments.board.position().map_err(Failure::into_usage)? {
        return Ok(Scene { name, game: None, position });
    }
    let (name, game) = arguments.line.open(arguments.file.as_deref()).map_err(Failure::into_usage)?;
    let walk = arguments.line.walk(&name, &game, |_, _| Ok(()))?;
    Ok(Scene { name, position: walk.position, game: Some(game) })
}

fn find(arguments: &Solve, scene: &Scene, reader: &Reader) -> Result<Found, Failure> {
    let position = &scene.position;
    let Some(at) = &arguments.at else {
        let stones = position.board().stones();
        if stones.black.is_empty() && stones.white.is_empty() {
            return Err(Failure::usage("there are no stones on the board").about(&scene.name));
        }
        let bar = progress::bar(0, "{wide_bar} {pos} of {len} groups, {eta} left");
        let verdicts = solve::groups_while(position, reader, &|done, all| {
            bar.set_length(all as u64);
            // Threads may tell out of order.
            bar.set_position(bar.position().max(done as u64));
            true
        });
        let verdicts = verdicts.unwrap_or_default();
        bar.finish_and_clear();
        if verdicts.is_empty() {
            return Err(Failure::usage("no group is near a stone of the other side, so there is nothing to read")
                .about(&scene.name));
        }
        return Ok(Found { verdicts, problem: None });
    };
    let point = point(position, at)?;
    let problem = solve::problem(position, point, reader).map_err(|unasked| {
        let at = position.size().vertex(point);
        let what = match unasked {
            Unasked::Empty => format!("there is no stone at {at}"),
            Unasked::Alone(_) => format!("{at}: {unasked}"),
        };
        Failure::usage(what).about("--at")
    })?;
    Ok(Found { verdicts: vec![problem.verdict.clone()], problem: Some(problem) })
}

fn point(position: &Position, text: &str) -> Result<Point, Failure> {
    let size = position.size();
    let point = size.parse_vertex(text.trim());
    point.ok_or_else(|| Failure::usage(format!("'{}' is no point of a board of {size}", clean(text))).about("--at"))
}

fn shape(scene: &Scene, found: &Found) -> wire::Solved {
    wire::solved(Some(&scene.name), &scene.position, &found.verdicts, found.problem.as_ref())
}

fn page_of(scene: &Scene, found: &Found) -> String {
    let heading = scene.game.as_ref().map_or_else(String::new, |game| Heading(game).to_string());
    page::solved(&shape(scene, found), &scene.position, &heading)
}

fn record_of(scene: &Scene, found: &Found) -> String {
    let game = match &found.problem {
        Some(problem) => solve::solution(&scene.position, problem),
        None => solve::lines(&scene.position, &found.verdicts),
    };
    sgf::write(&[game])
}

fn plain(context: &Context<'_>, scene: &Scene, found: &Found) -> String {
    let heading = scene.game.as_ref().map_or_else(String::new, |game| {
        format!("{}\n{}\n\n", context.paint.bold(&Heading(game).to_string()), conditions(game))
    });
    heading + &told(context, scene, found)
}

/// The board and what was found.
fn told(context: &Context<'_>, scene: &Scene, found: &Found) -> String {
    let size = scene.position.size();
    let mut text = figure(&scene.position, found).to_terminal(&context.paint.terminal());
    let indent = |line: String| format!("  {line}\n");
    match &found.problem {
        Some(problem) => {
            text.push_str(&format!("\n{}\n", problem.verdict.sentence(size)));
            if problem.verdict.life.is_none() {
                return text;
            }
            let mut lines = problem.text(size).into_iter();
            text.push_str(&lines.next().map_or_else(String::new, |task| task + "\n"));
            text.extend(lines.map(indent));
            // What the other side would have got is worth a line too.
            let other = problem.verdict.answers().zip(problem.verdict.play(size));
            text.extend(other.filter(|((first, _), _)| *first != problem.first).map(|(_, words)| words + "\n"));
        }
        None => {
            for verdict in &found.verdicts {
                text.push_str(&format!("\n{}\n", verdict.sentence(size)));
                // What looks right but is not proved is no reason.
                let play = verdict.answers().zip(verdict.play(size));
                text.extend(play.filter(|((_, answer), _)| answer.proved).map(|(_, words)| indent(words)));
            }
        }
    }
    text
}

/// The board: what is dead has a cross, what hangs on who plays first a triangle, what is not known a square.
fn figure(position: &Position, found: &Found) -> BoardFigure {
    let of = |wanted: &[Status]| {
        let some = found.verdicts.iter().filter(|verdict| wanted.contains(&verdict.status));
        some.fold(PointSet::EMPTY, |set, verdict| set | verdict.stones)
    };
    BoardFigure::new(position.board())
        .marks(Mark::Cross, of(&[Status::Dead]))
        .marks(Mark::Triangle, of(&[Status::Critical, Status::Ko]))
        .marks(Mark::Square, of(&[Status::Unknown]))
}
