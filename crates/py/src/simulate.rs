//! Games of stones as agents.

use agents::{Contest, Stroke, Variant, strategy};
use goban::{ByColor, Color, Scoring};
use model::Seed;
use numpy::PyArray1;
use pyo3::prelude::*;
use statistics::Share;
use study::contests::{self, Batch, Row, seed_of_game};

use crate::game::Game;
use crate::table::{Table, numbers, signs, texts, whole};
use crate::work::{self, Progress, Watch};
use crate::{error, position, stats};

fn contest(variant: &str, size: usize, players: [&str; 2], scoring: &str, komi: f64, paint: &str) -> PyResult<Contest> {
    let named = |name: &str| strategy::named(name).map_err(|problem| error::unknown(&problem));
    let size = position::size(size)?;
    Ok(Contest {
        size,
        variant: Variant::named(variant).map_err(|problem| error::unknown(&problem))?,
        players: ByColor { black: named(players[0])?, white: named(players[1])? },
        scoring: match scoring {
            "area" => Scoring::Area,
            "territory" => Scoring::Territory,
            other => return Err(error::unknown(&model::Unknown::new("scoring", other, ["area", "territory"]))),
        },
        komi: if komi.is_finite() {
            komi
        } else {
            return Err(error::wrong(format!("a komi of {komi}: give a number")));
        },
        paint: Stroke::list(paint, size).map_err(error::wrong)?,
    })
}

/// Plays games of agents; see `aji.simulate`. Gives a table with a row a game, how many games each colour won as shares, and the
/// capacity over the mean game.
#[pyfunction]
#[pyo3(signature = (games, *, size, variant, black, white, scoring, komi, paint, seed, threads, progress))]
#[allow(clippy::too_many_arguments, clippy::type_complexity, reason = "the Python function in front of it names them")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    games: usize,
    size: usize,
    variant: &str,
    black: &str,
    white: &str,
    scoring: &str,
    komi: f64,
    paint: &str,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Table, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyArray1<f64>>)> {
    let contest = contest(variant, size, [black, white], scoring, komi, paint)?;
    let pool = work::pool(threads)?;
    let watch = Watch::default();
    let mut progress = Progress::new(progress, Some(games));
    let batch = work::run(py, &watch, &mut progress, |watch| {
        let go_on = |_| {
            watch.one_done();
            !watch.stopped()
        };
        pool.install(|| Batch::play(&contest, games, Seed(seed), &go_on))
    })?;
    if batch.games.len() < games {
        return Err(error::wrong("the work was stopped"));
    }
    let rows = &batch.games;
    let count = |number: fn(&Row) -> usize| whole(rows.iter().map(|row| number(row) as u32).collect());
    let table = Table::new(
        vec![
            ("game".to_string(), whole((0..games as u32).collect())),
            (
                "winner".to_string(),
                signs(rows.iter().map(|row| row.winner.map_or(0, |color| color.sign() as i8)).collect()),
            ),
            ("end".to_string(), texts(rows.iter().map(|row| Some(row.end.name())))),
            ("black_score".to_string(), numbers(rows.iter().map(|row| row.scores.black).collect())),
            ("white_score".to_string(), numbers(rows.iter().map(|row| row.scores.white).collect())),
            ("ticks".to_string(), count(|row| row.tally.ticks)),
            ("plays".to_string(), count(|row| row.tally.plays)),
            ("black_removed".to_string(), count(|row| row.tally.removed.black)),
            ("white_removed".to_string(), count(|row| row.tally.removed.white)),
            ("deaths".to_string(), count(|row| row.tally.deaths)),
            ("breathing_deaths".to_string(), count(|row| row.tally.breathing_deaths)),
            ("suicides".to_string(), count(|row| row.tally.suicides)),
        ],
        None,
    )?;
    let wins = |color: Color| stats::share(py, &Share::of(batch.wins(color), games));
    Ok((table, wins(Color::Black)?, wins(Color::White)?, PyArray1::from_vec(py, batch.gauge())))
}

/// One game of a simulation as a record: the one with this number among those of the seed.
#[pyfunction]
#[pyo3(signature = (game, *, size, variant, black, white, scoring, komi, paint, seed))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn contest_game(
    game: usize,
    size: usize,
    variant: &str,
    black: &str,
    white: &str,
    scoring: &str,
    komi: f64,
    paint: &str,
    seed: u64,
) -> PyResult<Game> {
    let contest = contest(variant, size, [black, white], scoring, komi, paint)?;
    let (record, _) = contests::record(&contest, seed_of_game(Seed(seed), game));
    Ok(Game::new(record))
}
