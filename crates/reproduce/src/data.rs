//! The games inside the program; `data/README.md` says where they come from.

use std::sync::atomic::{AtomicUsize, Ordering};

use goban::Position;
use rayon::prelude::*;
use record::{Game, Mode};

use crate::{Progress, StageError};

/// 40 games of GNU Go and Fuego.
const ENGINES: &[u8] = include_bytes!("../data/gnugo-fuego.sgf");

/// 200 games between strong players.
const EXPERTS: &str = include_str!("../data/tygem-200.tsv");

pub(crate) fn engine_games() -> Result<Vec<Game>, StageError> {
    let reading = sgf::read(ENGINES);
    match reading.problems.first() {
        Some(problem) => Err(StageError::Data(format!("{}: {problem}", problem.place))),
        None => Ok(reading.games),
    }
}

pub(crate) fn expert_games() -> Result<Vec<Game>, StageError> {
    let read = |line: &str| sgf::tsv::read_line(line).map_err(|error| StageError::Data(error.to_string()));
    EXPERTS.lines().skip(1).map(read).collect()
}

/// A position of a real game.
pub(crate) struct Spot<'a> {
    /// The number of the spot among all that are looked at.
    pub(crate) number: usize,
    /// After this many moves.
    pub(crate) ply: usize,
    /// The position.
    pub(crate) position: &'a Position,
}

/// Looks at this many positions of the experts' games: as many games as it takes, and in each the same number of positions,
/// evenly spread from its first tenth to its end. Results come in the order of the games.
pub(crate) fn positions<T: Send>(
    n: usize,
    progress: &Progress<'_>,
    look: impl Fn(&Spot<'_>) -> T + Sync,
) -> Result<Vec<T>, StageError> {
    let games = expert_games()?;
    let per_game = n.div_ceil(games.len()).max(1);
    let n_games = n.div_ceil(per_game);
    // Evenly spread over the list.
    let chosen: Vec<&Game> = (0..n_games).map(|i| &games[i * games.len() / n_games]).collect();
    let done = AtomicUsize::new(0);
    let follow = |(i, game): (usize, &&Game)| -> Result<Vec<T>, StageError> {
        let wrong = |error: &dyn std::fmt::Display| StageError::Data(error.to_string());
        let length = game.moves().count();
        let plies: Vec<usize> = (0..per_game.min(n - i * per_game))
            .map(|k| length / 10 + (length - length / 10) * (k + 1) / per_game)
            .collect();
        let mut replay = game.replay(&game.main_line(), Mode::Strict).map_err(|error| wrong(&error))?;
        let mut found = Vec::new();
        let mut ply = 0;
        while replay.next_ply().map_err(|error| wrong(&error))?.is_some() {
            ply += 1;
            if plies.contains(&ply) {
                found.push(look(&Spot { number: i * per_game + found.len(), ply, position: replay.position() }));
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, n);
            }
        }
        Ok(found)
    };
    let found: Vec<Vec<T>> = chosen.par_iter().enumerate().map(follow).collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_whole() {
        let engines = engine_games().unwrap();
        assert_eq!(engines.len(), 40);
        let name = |game: &Game, color| game.info.players[color].name.clone().unwrap();
        for game in &engines {
            let winner = game.info.outcome().unwrap().winner().unwrap();
            assert_eq!(name(game, winner), "gnugo");
            assert_eq!(name(game, !winner), "fuego");
        }
        assert_eq!(expert_games().unwrap().len(), 200);
    }

    #[test]
    fn as_many_positions_as_asked_for() {
        for n in [1, 7, 200, 201, 450] {
            let seen = positions(n, &|_, _| {}, |spot| (spot.number, spot.ply, spot.position.n_moves())).unwrap();
            assert_eq!(seen.len(), n);
            assert!(seen.iter().enumerate().all(|(i, (number, ply, moves))| i == *number && ply == moves));
        }
    }
}
