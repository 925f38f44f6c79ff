//! A game as it is built and as it comes out of a file, with the offsets of its nodes. Knows nothing about any format.

use goban::{BoardSize, Color, Move};
use record::{Game, NodeId};

use crate::problem::{ProblemKind, Problems};

/// A game found in a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found {
    /// The game.
    pub game: Game,
    pub(crate) nodes: Nodes,
    /// How much it holds.
    pub(crate) weight: usize,
}

/// Where the nodes of a game begin, in bytes of the decoded text.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    offset: usize,
    /// Counted from the beginning of the game.
    relative: Vec<u32>,
}

impl Nodes {
    /// Where the game begins.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn node_offset(&self, node: NodeId) -> usize {
        self.offset + self.relative.get(node.index()).map_or(0, |&offset| offset as usize)
    }
}

/// The most nodes, properties and values kept of one game.
pub(crate) const MOST_PIECES: usize = 4_000_000;

/// A game being built, line by line.
pub(crate) struct Builder {
    pub(crate) game: Game,
    nodes: Nodes,
    current: NodeId,
    /// Where variations begin, and how many of them begin there one inside the other without a node between.
    branches: Vec<(NodeId, usize)>,
    weight: usize,
    full: bool,
}

impl Builder {
    pub(crate) fn new(size: BoardSize, offset: usize) -> Builder {
        let game = Game::new(size);
        let current = game.root();
        let nodes = Nodes { offset, relative: Vec::new() };
        Builder { game, nodes, current, branches: Vec::new(), weight: 0, full: false }
    }

    /// Makes room for the nodes of a text up to the next parenthesis, which are mostly those of the whole game.
    pub(crate) fn expect(&mut self, text: &str) {
        const STEP: usize = 64;
        const MOST: usize = 1 << 12;
        let mut nodes = 0;
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b';').count();
        // Steps of a fixed length are counted many bytes at a time.
        for step in text.as_bytes().chunks(STEP) {
            if nodes > MOST || step.iter().filter(|byte| matches!(byte, b'(' | b')')).count() > 0 {
                let end = step.iter().position(|byte| matches!(byte, b'(' | b')')).unwrap_or(0);
                nodes += count(&step[..end]);
                break;
            }
            nodes += count(step);
        }
        self.reserve(nodes);
    }

    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.game.reserve(nodes);
        self.nodes.relative.reserve(nodes + 1);
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// The node that properties go to.
    pub(crate) fn current(&self) -> NodeId {
        self.current
    }

    /// Says where the first node begins.
    pub(crate) fn root(&mut self, at: usize) {
        let relative = self.relative(at);
        self.nodes.relative.push(relative);
    }

    fn relative(&self, at: usize) -> u32 {
        u32::try_from(at.saturating_sub(self.nodes.offset)).unwrap_or(u32::MAX)
    }

    /// Adds a node after the present one and goes there; none, and a problem, if the game is too large.
    #[inline]
    pub(crate) fn add(&mut self, at: usize, problems: &mut Problems) -> Option<NodeId> {
        self.has_room(at, problems).then(|| {
            self.current = self.game.add_child(self.current);
            self.current
        })
    }

    /// Adds a node with a move.
    #[inline]
    pub(crate) fn play(&mut self, at: usize, color: Color, mv: Move, problems: &mut Problems) {
        if self.has_room(at, problems) {
            self.current = self.game.add_move(self.current, color, mv);
        }
    }

    /// Whether another node can be added; if so, its offset is kept.
    #[inline]
    fn has_room(&mut self, at: usize, problems: &mut Problems) -> bool {
        if self.weight >= MOST_PIECES {
            if !std::mem::replace(&mut self.full, true) {
                let what = "nodes and values in one game";
                problems.add(at, ProblemKind::TooLarge { what, limit: MOST_PIECES });
            }
            return false;
        }
        self.weight += 1;
        let relative = self.relative(at);
        self.nodes.relative.push(relative);
        true
    }

    /// Counts what was put into the present node.
    pub(crate) fn weigh(&mut self, pieces: usize) {
        self.weight += pieces;
    }

    /// A variation begins here.
    pub(crate) fn open(&mut self) {
        match self.branches.last_mut() {
            Some((node, times)) if *node == self.current => *times += 1,
            _ => self.branches.push((self.current, 1)),
        }
    }

    /// A variation is over: the next one begins where it began.
    pub(crate) fn close(&mut self) {
        let Some((node, times)) = self.branches.last_mut() else { return };
        self.current = *node;
        *times -= 1;
        if *times == 0 {
            self.branches.pop();
        }
    }

    pub(crate) fn finish(self) -> Found {
        // The game itself weighs as much as some nodes.
        Found { game: self.game, nodes: self.nodes, weight: self.weight + 24 }
    }
}
