//! Many games on all cores, with a result that does not depend on how many there are.

use std::borrow::Borrow;

use rayon::prelude::*;
use record::Game;

/// Games worked on at a time.
const BATCH: usize = 64;

/// Works on games, each with its number, in parallel and hands the results over in the order of the games.
pub(crate) fn each_game<G, T>(
    games: impl IntoIterator<Item = G>,
    work: impl Fn(usize, &Game) -> T + Sync,
    mut take: impl FnMut(T),
) where
    G: Borrow<Game> + Send + Sync,
    T: Send,
{
    let mut games = games.into_iter().enumerate();
    loop {
        let batch: Vec<(usize, G)> = games.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return;
        }
        let done: Vec<T> = batch.par_iter().map(|(number, game)| work(*number, game.borrow())).collect();
        done.into_iter().for_each(&mut take);
    }
}
