//! Matches of players and engines, with the referee and the reports of `arena`.

use std::time::Duration;

use arena::{Conduct, Contestant, Counting, Kind, Report, Row, Tournament};
use engine::Program;
use model::Seed;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::game::Game;
use crate::position;
use crate::work::{self, Progress, Watch};
use crate::{error, foreign, json, models, players};

/// Plays a match; see `aji.match`. Players are tuples of a name, settings or none, the text of a recipe or none, and the command of
/// an engine or none. Gives the games, what is kept of each as dicts, the report as a dict, as text and as a page.
#[pyfunction]
#[pyo3(signature = (who, *, games, size, rules, komi, seed, random_moves, gauntlet, explain, board_counts, move_seconds, threads, progress))]
#[allow(clippy::too_many_arguments, clippy::type_complexity, reason = "the Python function in front of it names them")]
pub(crate) fn match_players<'py>(
    py: Python<'py>,
    who: Vec<(String, Option<Bound<'py, PyDict>>, Option<String>, Option<String>)>,
    games: usize,
    size: usize,
    rules: &str,
    komi: Option<f64>,
    seed: u64,
    random_moves: usize,
    gauntlet: bool,
    explain: bool,
    board_counts: bool,
    move_seconds: Option<f64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyAny>, Bound<'py, PyAny>, String, String)> {
    let families = models::families();
    let size = position::size(size)?;
    let mut contestants: Vec<Contestant> = Vec::new();
    for (name, settings, recipe, command) in who {
        let (kind, name) = match command {
            Some(command) => (Kind::Engine(Program::parse(&command).map_err(error::wrong)?), name),
            None => {
                let spec = players::spec(&name, seed, settings.as_ref(), recipe.as_deref())?;
                spec.player(&families).map_err(|problem| error::player(&problem))?;
                (Kind::Player(spec), name)
            }
        };
        let same =
            contestants.iter().filter(|other| other.name == name || other.name.starts_with(&format!("{name} (")));
        let name = match same.count() {
            0 => name,
            n => format!("{name} ({})", n + 1),
        };
        contestants.push(Contestant { name, kind, gives: 0 });
    }
    let mut tournament =
        Tournament::round_robin(contestants, games, size).map_err(|problem| error::wrong(problem.message))?;
    if gauntlet {
        tournament = tournament.gauntlet(1, games);
    }
    tournament.rules = position::rules(rules, komi)?;
    tournament.seed = Seed(seed);
    tournament.random_moves = random_moves.min(size.area());
    tournament.explain = explain;
    if board_counts {
        tournament.counting = Counting::Board;
    }
    if let Some(seconds) = move_seconds {
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        tournament.move_time =
            time.ok_or_else(|| error::wrong(format!("move_seconds={seconds}: give a number above 0")))?;
    }
    let watch = Watch::default();
    let mut progress = Progress::new(progress, Some(tournament.n_games()));
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let played = work::run(py, &watch, &mut progress, |watch| {
        let mut kept: Vec<(Row, String)> = Vec::new();
        let conduct = Conduct {
            threads,
            stop: watch.flag(),
            keep: &mut |row: &mut Row, sgf: &str| {
                if foreign::any_failed(families.iter()) {
                    return Err("a model written in Python failed".to_string());
                }
                kept.push((row.clone(), sgf.to_string()));
                watch.one_done();
                Ok(())
            },
        };
        arena::run(&tournament, &families, &[], conduct).map(|_| kept).map_err(|problem| problem.to_string())
    });
    foreign::raise(families.iter())?;
    let mut kept = played?.map_err(error::wrong)?;
    // Games end in any order; they are given in that of the schedule.
    let pair_index = |row: &Row| {
        tournament
            .pairs
            .iter()
            .position(|pair| pair.players.map(|player| tournament.contestants[player].name.clone()) == row.pair)
    };
    kept.sort_by_key(|(row, _)| (pair_index(row), row.game));
    let rows: Vec<Row> = kept.iter().map(|(row, _)| row.clone()).collect();
    let report = Report::new(&tournament, &rows).map_err(error::wrong)?;
    let list = PyList::empty(py);
    for (_, text) in &kept {
        for game in sgf::read(text.as_bytes()).games {
            list.append(Py::new(py, Game::new(game))?)?;
        }
    }
    let shapes = json::shape(py, &rows)?;
    Ok((list, shapes, json::shape(py, &report)?, report.to_text(), report.to_html()))
}
