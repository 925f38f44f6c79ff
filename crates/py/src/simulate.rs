//! Games of stones as agents.

use agents::{Contest, Played, Variant, strategy};
use goban::{ByColor, Color, Scoring};
use model::Seed;
use numpy::PyArray1;
use pyo3::prelude::*;
use rayon::prelude::*;
use statistics::Share;

use crate::game::Game;
use crate::table::{Table, numbers, signs, texts, whole};
use crate::work::{self, Progress, Watch};
use crate::{error, position, stats};

fn contest(variant: &str, size: usize, players: [&str; 2], scoring: &str, komi: f64) -> PyResult<Contest> {
    let named = |name: &str| strategy::named(name).map_err(|problem| error::unknown(&problem));
    Ok(Contest {
        size: position::size(size)?,
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
    })
}

/// Plays games of agents; see `aji.simulate`. Gives a table with a row a game, how many games each colour won as shares, and the
/// capacity over the mean game.
#[pyfunction]
#[pyo3(signature = (games, *, size, variant, black, white, scoring, komi, seed, threads, progress))]
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
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Table, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyArray1<f64>>)> {
    /// Steps of the curve of capacities: every hundredth of a game.
    const STEPS: usize = 100;
    let contest = contest(variant, size, [black, white], scoring, komi)?;
    let pool = work::pool(threads)?;
    let watch = Watch::default();
    let mut progress = Progress::new(progress, Some(games));
    let play = |game: usize| -> Option<(Played, Vec<f64>)> {
        if watch.stopped() {
            return None;
        }
        let played = contest.play(Contest::seed_of_game(Seed(seed), game));
        watch.one_done();
        let last = played.capacity.len().saturating_sub(1);
        let curve = (0..=STEPS)
            .map(|step| played.capacity.get((step * last + STEPS / 2) / STEPS).copied().map_or(0.0, f64::from));
        let curve = curve.collect();
        // A curve is long, and its hundred steps say enough.
        Some((Played { capacity: Vec::new(), ..played }, curve))
    };
    let done = work::run(py, &watch, &mut progress, |_| {
        pool.install(|| (0..games).into_par_iter().map(play).collect::<Option<Vec<_>>>())
    })?;
    let done = done.ok_or_else(|| error::wrong("the work was stopped"))?;
    let mut capacity = vec![0.0; STEPS + 1];
    for (_, curve) in &done {
        capacity.iter_mut().zip(curve).for_each(|(sum, value)| *sum += value / games as f64);
    }
    let rows: Vec<Played> = done.into_iter().map(|(played, _)| played).collect();
    let count = |number: fn(&Played) -> usize| whole(rows.iter().map(|played| number(played) as u32).collect());
    let table = Table::new(
        vec![
            ("game".to_string(), whole((0..games as u32).collect())),
            ("winner".to_string(), signs(rows.iter().map(|p| p.winner().map_or(0, |c| c.sign() as i8)).collect())),
            ("end".to_string(), texts(rows.iter().map(|played| Some(played.end.name())))),
            ("black_score".to_string(), numbers(rows.iter().map(|played| played.scores.black).collect())),
            ("white_score".to_string(), numbers(rows.iter().map(|played| played.scores.white).collect())),
            ("ticks".to_string(), count(|played| played.tally.ticks)),
            ("plays".to_string(), count(|played| played.tally.plays)),
            ("black_removed".to_string(), count(|played| played.tally.removed.black)),
            ("white_removed".to_string(), count(|played| played.tally.removed.white)),
            ("deaths".to_string(), count(|played| played.tally.deaths)),
            ("breathing_deaths".to_string(), count(|played| played.tally.breathing_deaths)),
            ("suicides".to_string(), count(|played| played.tally.suicides)),
        ],
        None,
    )?;
    let wins = |color: Color| {
        let hits = rows.iter().filter(|played| played.winner() == Some(color)).count();
        stats::share(py, &Share::of(hits, games))
    };
    Ok((table, wins(Color::Black)?, wins(Color::White)?, PyArray1::from_vec(py, capacity)))
}

/// One game of a simulation as a record: the one with this number among those of the seed.
#[pyfunction]
#[pyo3(signature = (game, *, size, variant, black, white, scoring, komi, seed))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn contest_game(
    game: usize,
    size: usize,
    variant: &str,
    black: &str,
    white: &str,
    scoring: &str,
    komi: f64,
    seed: u64,
) -> PyResult<Game> {
    let contest = contest(variant, size, [black, white], scoring, komi)?;
    let (record, _) = contest.record(Contest::seed_of_game(Seed(seed), game));
    Ok(Game::new(record))
}
