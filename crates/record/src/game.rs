//! The tree of a game and what is known about it.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

use goban::{BoardSize, ByColor, Color, Move, PointSet, Rules};

use crate::Outcome;

/// A game with all its variations.
///
/// Nodes live in one list and name each other by number, so that a tree of any depth is walked, copied and dropped
/// without recursion.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    size: BoardSize,
    /// Who played, under which rules, with which result.
    pub info: GameInfo,
    nodes: Vec<Node>,
}

/// What is known about a game as a whole. Texts are as the record has them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GameInfo {
    /// The two sides.
    pub players: ByColor<Player>,
    /// The komi, in points for White.
    pub komi: Option<f64>,
    /// The number of handicap stones. The stones themselves are set up in the tree.
    pub handicap: Option<usize>,
    /// The name of the rules; see [`Game::rules`].
    pub rules: Option<String>,
    /// The result; see [`GameInfo::outcome`].
    pub result: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The round of the event.
    pub round: Option<String>,
    /// Where it was played.
    pub place: Option<String>,
    /// The name of the game.
    pub name: Option<String>,
}

impl GameInfo {
    /// The result, if the record's text says one.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.result.as_deref().and_then(Outcome::parse)
    }
}

/// One side of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Player {
    /// Name.
    pub name: Option<String>,
    /// Rank, as written.
    pub rank: Option<String>,
    /// Team.
    pub team: Option<String>,
}

/// A node in the tree of a game.
///
/// The number inside is one more than the index of the node: zero is left for "no node", so that an optional id takes no
/// more room. Nodes are most of what a program keeps in memory of many games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    pub(crate) const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    fn at(index: usize) -> Option<NodeId> {
        u32::try_from(index + 1).ok().and_then(NonZeroU32::new).map(NodeId)
    }

    /// The index of the node in [`Game::nodes`], from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// One node of the tree: at most one move, stones put up by hand, a comment, and whatever else the record holds.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// The move, if the node has one.
    pub play: Option<(Color, Move)>,
    /// Stones put up or taken off by hand, before the move.
    pub setup: Option<Box<SetupChange>>,
    /// The comment.
    pub comment: Option<String>,
    /// Everything else, in the order of the record.
    pub properties: Vec<Property>,
}

impl Node {
    const EMPTY: Node = Node {
        parent: None,
        first_child: None,
        last_child: None,
        next_sibling: None,
        play: None,
        setup: None,
        comment: None,
        properties: Vec::new(),
    };
}

/// A property that this crate has no opinion on. It has at least one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its name, such as `TR`. The usual names need no copy, and records of servers hold one with every move.
    pub name: Cow<'static, str>,
    /// Its value, or the first of them.
    pub value: String,
    /// Further values.
    pub more: Vec<String>,
}

impl Property {
    /// A property with one value.
    pub fn new(name: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Property {
        Property { name: name.into(), value: value.into(), more: Vec::new() }
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.value.as_str()).chain(self.more.iter().map(String::as_str))
    }
}

/// Stones put up or taken off by hand, and whose turn it is then.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SetupChange {
    /// Stones added for each colour, whatever was there.
    pub add: ByColor<PointSet>,
    /// Points made empty.
    pub clear: PointSet,
    /// Who moves next.
    pub to_move: Option<Color>,
}

impl SetupChange {
    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == SetupChange::default()
    }

    /// Whether stones are added or taken off.
    #[must_use]
    pub fn changes_stones(&self) -> bool {
        !(self.add.black.is_empty() && self.add.white.is_empty() && self.clear.is_empty())
    }
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(size: BoardSize) -> Game {
        Game { size, info: GameInfo::default(), nodes: vec![Node::default()] }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The first node.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Number of nodes.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, parents before their children.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().filter_map(|(i, node)| Some((NodeId::at(i)?, node)))
    }

    /// A node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to be changed.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node before a node.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes after a node, main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// Adds an empty node after another, as its last variation.
    ///
    /// # Panics
    /// If the game has more than 2³² nodes.
    #[inline]
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        self.add(parent, None)
    }

    #[inline]
    fn add(&mut self, parent: NodeId, play: Option<(Color, Move)>) -> NodeId {
        let id = NodeId::at(self.nodes.len()).expect("fewer than 2^32 nodes");
        let elder = &mut self.nodes[parent.index()];
        match elder.last_child.replace(id) {
            Some(brother) => self.node_mut(brother).next_sibling = Some(id),
            None => elder.first_child = Some(id),
        }
        // The node is filled where it lies: to copy one that was just put together costs twice as much.
        self.nodes.push(Node::EMPTY);
        let node = self.node_mut(id);
        node.parent = Some(parent);
        node.play = play;
        id
    }

    /// Adds a node with a move after another, as its last variation.
    #[inline]
    pub fn add_move(&mut self, parent: NodeId, color: Color, mv: Move) -> NodeId {
        self.add(parent, Some((color, mv)))
    }

    /// A game that begins with these stones on the board, under these rules.
    #[must_use]
    pub fn set_up(size: BoardSize, rules: &Rules, stones: ByColor<PointSet>, to_move: Color) -> Game {
        let mut game = Game::new(size);
        game.info.komi = Some(rules.komi);
        game.info.rules = rules.name().map(str::to_string);
        let change = SetupChange { add: stones, clear: PointSet::EMPTY, to_move: Some(to_move) };
        game.node_mut(game.root()).setup = Some(Box::new(change));
        game
    }

    /// Adds a line of play after a node, along what is there already, and gives its nodes.
    ///
    /// ```
    /// use goban::{BoardSize, Color, Move};
    /// use record::Game;
    /// let mut game = Game::new(BoardSize::NINE);
    /// let play = |name: &str| Move::Play(BoardSize::NINE.parse_vertex(name).unwrap());
    /// let first = game.add_line(game.root(), &[(Color::Black, play("E5")), (Color::White, play("C3"))]);
    /// let second = game.add_line(game.root(), &[(Color::Black, play("E5")), (Color::White, play("G3"))]);
    /// assert_eq!((first[0] == second[0], game.n_nodes()), (true, 4));
    /// ```
    pub fn add_line(&mut self, after: NodeId, line: &[(Color, Move)]) -> Vec<NodeId> {
        let mut at = after;
        let mut nodes = Vec::with_capacity(line.len());
        for &(color, mv) in line {
            let known = self.children(at).find(|&child| self.node(child).play == Some((color, mv)));
            at = known.unwrap_or_else(|| self.add_move(at, color, mv));
            nodes.push(at);
        }
        nodes
    }

    /// Makes room for this many more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// The main line: from the root, always the first child.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        std::iter::successors(Some(self.root()), |&id| self.node(id).first_child).collect()
    }

    /// A variation, named by the choices at its branchings, each counted from 1; after the last choice the first child
    /// is taken. No choice is the main line.
    ///
    /// # Errors
    /// When a choice names a child that is not there.
    pub fn variation(&self, choices: &[usize]) -> Result<Vec<NodeId>, VariationError> {
        let mut rest = choices.iter().copied().enumerate();
        let mut line = vec![self.root()];
        let mut at = self.root();
        while let Some(first) = self.node(at).first_child {
            at = first;
            if self.node(first).next_sibling.is_some()
                && let Some((index, choice)) = rest.next()
            {
                let parent = line[line.len() - 1];
                let there = self.children(parent).count();
                at = choice.checked_sub(1).and_then(|skip| self.children(parent).nth(skip)).ok_or(VariationError {
                    index: index + 1,
                    choice,
                    there,
                })?;
            }
            line.push(at);
        }
        match rest.next() {
            Some((index, choice)) => Err(VariationError { index: index + 1, choice, there: 0 }),
            None => Ok(line),
        }
    }

    /// The line from the root to a node.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        line.reverse();
        line
    }

    /// Number of lines of play: the leaves of the tree.
    #[must_use]
    pub fn n_lines(&self) -> usize {
        self.nodes.iter().filter(|node| node.first_child.is_none()).count()
    }

    /// The rules the record names, or Chinese rules, which need no agreement about prisoners; with the record's komi, or
    /// half a point in a handicap game, or the usual komi of the rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let rules = self.info.rules.as_deref().and_then(Rules::named).unwrap_or(Rules::CHINESE);
        let usual = if self.info.handicap.is_some_and(|stones| stones >= 2) { 0.5 } else { rules.komi };
        Rules { komi: self.info.komi.unwrap_or(usual), ..rules }
    }

    /// The moves of the main line, setup left aside.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> {
        std::iter::successors(Some(self.root()), |&id| self.node(id).first_child).filter_map(|id| self.node(id).play)
    }
}

/// A variation that is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariationError {
    /// Which of the choices, counted from 1.
    pub index: usize,
    /// What it asked for.
    pub choice: usize,
    /// How many there are at that branching; 0 if the line has no further branching.
    pub there: usize,
}

impl fmt::Display for VariationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VariationError { index, choice, there } = self;
        match there {
            0 => write!(f, "choice {index} of the variation finds no branching: the line has only {}", index - 1),
            _ => write!(f, "choice {index} of the variation is {choice}, but there are {there} ways to go on"),
        }
    }
}

impl std::error::Error for VariationError {}
