//! A line of a game, replayed once for everybody who looks at it: the facts, the models and an engine.

use goban::Position;
use record::{Game, Mode, NodeId, Ply, ReplayError};
use thiserror::Error;

/// Why a line cannot be replayed.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// The record does not fit together.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The line ends before the move.
    #[error("there is no move {to}; the line has {length}")]
    TooFar {
        /// The move asked for.
        to: usize,
        /// How many there are.
        length: usize,
    },
}

/// A line of a game with the positions along it. Illegal moves are done as the record says.
#[derive(Clone, Debug)]
pub struct Replayed<'g> {
    game: &'g Game,
    nodes: Vec<NodeId>,
    whole: bool,
    start: Position,
    steps: Vec<(Ply, Position)>,
    trailing_setup: bool,
}

impl<'g> Replayed<'g> {
    /// Replays a line, as [`Game::main_line`] or [`Game::variation`] give it, up to a move or to its end.
    ///
    /// # Errors
    /// When the line ends before the move, or cannot be replayed.
    pub fn new(game: &'g Game, line: &[NodeId], to: Option<usize>) -> Result<Replayed<'g>, LineError> {
        let length = line.iter().filter(|&&id| game.node(id).play.is_some()).count();
        let to = to.unwrap_or(length);
        if to > length {
            return Err(LineError::TooFar { to, length });
        }
        let mut replay = game.replay(line, Mode::Tolerant)?;
        let start = replay.position().clone();
        let mut steps = Vec::with_capacity(to);
        while steps.len() < to {
            let Some(ply) = replay.next_ply()? else { break };
            steps.push((ply, replay.position().clone()));
        }
        if to == length {
            // Only at the end of the line is it known whether setup follows that no move uses.
            let _ = replay.next_ply();
        }
        let trailing_setup = replay.trailing_setup();
        Ok(Replayed { game, nodes: line.to_vec(), whole: to == length, start, steps, trailing_setup })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The nodes of the whole line.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether the line was followed to its end, where the result of the record belongs.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The plies, each with the position after it.
    #[must_use]
    pub fn steps(&self) -> &[(Ply, Position)] {
        &self.steps
    }

    /// The last position.
    #[must_use]
    pub fn end(&self) -> &Position {
        self.steps.last().map_or(&self.start, |(_, position)| position)
    }

    /// Whether stones were put up by hand after the last move, which are not shown.
    #[must_use]
    pub fn trailing_setup(&self) -> bool {
        self.trailing_setup
    }
}
