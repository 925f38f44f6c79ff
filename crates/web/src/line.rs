//! A line of play that a client sent, as a game that can be replayed.

use goban::{BoardSize, Position};
use record::{Game, Mode, NodeId, Ply, Replay};
use wire::{LineAsk, StepAsk};

use crate::Limits;
use crate::failure::Failure;

/// A game with one line.
pub(crate) struct SentLine {
    pub(crate) game: Game,
    nodes: Vec<NodeId>,
}

impl SentLine {
    /// # Errors
    /// When a step is neither a move nor a setup of this board.
    pub(crate) fn new(ask: &LineAsk, limits: &Limits) -> Result<SentLine, Failure> {
        let size = board_size(ask.size)?;
        if ask.steps.len() > limits.plies {
            return Err(Failure::refused(format!("more than {} moves are not read", limits.plies)));
        }
        let mut game = Game::new(size);
        game.info.rules.clone_from(&ask.rules);
        game.info.komi = ask.komi;
        game.info.handicap = ask.handicap;
        let mut nodes = vec![game.root()];
        let mut at = game.root();
        for (i, step) in ask.steps.iter().enumerate() {
            let wrong = |error: wire::TreeError| Failure::refused(format!("step {}: {error}", i + 1));
            at = match step {
                StepAsk::Play(text) => {
                    let (color, mv) = wire::parse_play(size, text).map_err(wrong)?;
                    game.add_move(at, color, mv)
                }
                StepAsk::Setup(setup) => {
                    let change = setup.change(size).map_err(wrong)?;
                    let id = game.add_child(at);
                    game.node_mut(id).setup = Some(Box::new(change));
                    id
                }
            };
            nodes.push(at);
        }
        Ok(SentLine { game, nodes })
    }

    /// The main line of a game.
    pub(crate) fn main(game: Game) -> SentLine {
        let nodes = game.main_line();
        SentLine { game, nodes }
    }

    /// How many moves it has.
    pub(crate) fn n_plies(&self) -> usize {
        self.nodes.iter().filter(|&&id| self.game.node(id).play.is_some()).count()
    }

    /// The nodes from the root to the end.
    pub(crate) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Replays the line; what the rules forbid is done all the same and marked.
    pub(crate) fn replay(&self) -> Result<Replay<'_>, Failure> {
        self.game.replay(&self.nodes, Mode::Tolerant).map_err(Failure::refused)
    }

    /// Replays the line and shows every position, the start without a ply.
    pub(crate) fn walk(
        &self,
        mut see: impl FnMut(Option<&Ply>, &Position) -> Result<(), Failure>,
    ) -> Result<Position, Failure> {
        let mut replay = self.replay()?;
        see(None, replay.position())?;
        while let Some(ply) = replay.next_ply().map_err(Failure::refused)? {
            see(Some(&ply), replay.position())?;
        }
        Ok(replay.position().clone())
    }

    /// The last position.
    pub(crate) fn end(&self) -> Result<Position, Failure> {
        self.walk(|_, _| Ok(()))
    }
}

pub(crate) fn board_size(side: usize) -> Result<BoardSize, Failure> {
    BoardSize::new(side).ok_or_else(|| Failure::refused(format!("a board of {side} lines; they go from 2 to 25")))
}
