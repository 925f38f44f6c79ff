//! Many games on all cores, with a result that does not depend on how many there are.

use std::borrow::Borrow;

use rayon::prelude::*;
use record::Game;

/// Games worked on at a time, or fewer when they have so many nodes together: what is in memory is a few usual games, or one that is large.
const BATCH: usize = 64;
const BATCH_NODES: usize = 1 << 16;

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
        let mut nodes = 0;
        let mut batch: Vec<(usize, G)> = Vec::new();
        while batch.len() < BATCH && nodes < BATCH_NODES {
            let Some((number, game)) = games.next() else { break };
            nodes += game.borrow().n_nodes();
            batch.push((number, game));
        }
        if batch.is_empty() {
            return;
        }
        let done: Vec<T> = batch.par_iter().map(|(number, game)| work(*number, game.borrow())).collect();
        done.into_iter().for_each(&mut take);
    }
}
