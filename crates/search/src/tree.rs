//! The tree: what games have shown of moves and of answers to them.

use goban::{BoardSize, Color, Move, PointSet};

use crate::Settings;

/// A move as the tree keeps it: the index of a point, or this for a pass.
pub(crate) const PASS: u16 = u16::MAX;

/// What is kept of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The sum of what its games were worth to the side that plays it, each from 0 to 1.
    value: f64,
    /// The same of games in which that side played there later, this move being another.
    later_value: f64,
    later_visits: u32,
    pub(crate) visits: u32,
    /// Games that are on their way through it.
    underway: u32,
    first_child: u32,
    n_children: u16,
    pub(crate) mv: u16,
    /// How likely the move is, of all that the side has.
    pub(crate) prior: f32,
    /// Black's lead in its games, on average.
    pub(crate) lead: f32,
    /// How many of its games Black won; a draw is half of one.
    won: f64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Leaf,
    /// Its children are on their way.
    Growing,
    Grown,
}

impl Node {
    fn new(mv: u16, prior: f32) -> Node {
        Node {
            value: 0.0,
            later_value: 0.0,
            later_visits: 0,
            visits: 0,
            underway: 0,
            first_child: 0,
            n_children: 0,
            mv,
            prior,
            lead: 0.0,
            won: 0.0,
            stage: Stage::Leaf,
        }
    }

    /// What its games were worth on average to the side that plays it.
    pub(crate) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.value / f64::from(self.visits) }
    }

    /// The share of its games that Black won.
    pub(crate) fn black_wins(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.won / f64::from(self.visits))
    }

    /// The move, on a board of this size.
    pub(crate) fn mv(&self, size: BoardSize) -> Move {
        from_index(size, self.mv)
    }
}

/// The move with this index.
pub(crate) fn from_index(size: BoardSize, index: u16) -> Move {
    let side = size.get();
    match size.point(usize::from(index) % side, usize::from(index) / side) {
        Some(point) if index != PASS => Move::Play(point),
        _ => Move::Pass,
    }
}

/// The index of a move.
pub(crate) fn to_index(size: BoardSize, mv: Move) -> u16 {
    mv.point().map_or(PASS, |point| size.index(point) as u16)
}

/// What a game has to bring back.
pub(crate) struct Outcome<'a> {
    /// What it was worth to Black, from 0 to 1.
    pub(crate) black: f64,
    /// Black's lead.
    pub(crate) lead: f64,
    /// Whether Black won it, or reached whatever else the games are played for: from 0 to 1.
    pub(crate) won: f64,
    /// For every point who played there first after the leaf: 1 for Black, 2 for White, 0 for nobody. Empty where that does not count.
    pub(crate) first: &'a mut [u8],
    /// The moves of the leaf and how likely they are, if it grew.
    pub(crate) moves: Option<&'a [(u16, f32)]>,
}

/// A tree of moves. The first node stands for the position at its root.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// Only a root.
    pub(crate) fn new(memory: usize) -> Tree {
        // Indices are 32 bits wide.
        let most = (memory / size_of::<Node>()).clamp(1, u32::MAX as usize);
        Tree { nodes: vec![Node::new(PASS, 1.0)], most }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub(crate) fn is_grown(&self) -> bool {
        self.nodes[0].stage == Stage::Grown
    }

    pub(crate) fn children(&self, node: &Node) -> &[Node] {
        &self.nodes[node.first_child as usize..][..usize::from(node.n_children)]
    }

    /// Goes down to a leaf, by way of what looks best, and leaves word that a game is underway. `path` gets the nodes, the root first.
    /// At the root only moves among these points are taken, if any are given. Whether the leaf has to grow comes back.
    pub(crate) fn descend(
        &mut self,
        settings: &Settings,
        size: BoardSize,
        among: Option<&PointSet>,
        passes: usize,
        path: &mut Vec<u32>,
    ) -> bool {
        path.clear();
        let (mut at, mut passes) = (0u32, passes);
        loop {
            path.push(at);
            let full = self.nodes.len() + size.area() + 1 > self.most;
            let node = &mut self.nodes[at as usize];
            node.underway += 1;
            if passes >= 2 {
                return false;
            }
            if node.stage != Stage::Grown {
                let grows = node.stage == Stage::Leaf && node.visits + node.underway > settings.grow_at && !full;
                if grows {
                    node.stage = Stage::Growing;
                }
                return grows;
            }
            let allowed = among.filter(|_| at == 0);
            let Some(next) = self.best(at, settings, size, allowed) else { return false };
            passes = if self.nodes[next as usize].mv == PASS { passes + 1 } else { 0 };
            at = next;
        }
    }

    /// The moves along a path.
    pub(crate) fn moves(&self, path: &[u32], moves: &mut Vec<u16>) {
        moves.clear();
        moves.extend(path.iter().skip(1).map(|&at| self.nodes[at as usize].mv));
    }

    /// Which of the root's children a node is.
    pub(crate) fn child_number(&self, node: u32) -> usize {
        (node - self.nodes[0].first_child) as usize
    }

    /// The child to look at next.
    fn best(&self, at: u32, settings: &Settings, size: BoardSize, among: Option<&PointSet>) -> Option<u32> {
        let node = &self.nodes[at as usize];
        let draw = settings.curiosity * f64::from(node.visits + node.underway).sqrt();
        // Where nothing is known of a move, it is as good as the position is for the side to move.
        let unknown = 1.0 - node.mean() - settings.looks.map_or(0.0, |looks| looks.doubt);
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for (i, child) in self.children(node).iter().enumerate() {
            if let Some(points) = among
                && !from_index(size, child.mv).point().is_some_and(|point| points.contains(point))
            {
                continue;
            }
            // Games underway count as lost, so that the next one tries something else.
            let n = f64::from(child.visits + child.underway);
            let own = if n > 0.0 { child.value / n } else { unknown };
            let later = f64::from(child.later_visits);
            let value = if later > 0.0 {
                let share = later / (later + n + later * n / settings.rave);
                own + share * (child.later_value / later - own)
            } else {
                own
            };
            let score = value + draw * f64::from(child.prior) / (1.0 + n);
            if score > highest {
                (highest, best) = (score, Some(node.first_child + i as u32));
            }
        }
        best
    }

    /// The root gets its children.
    pub(crate) fn grow_root(&mut self, moves: &[(u16, f32)]) {
        self.grow(0, moves);
    }

    /// Moves at the root that are to be looked at early, with how much of the prior each gets beside its own.
    pub(crate) fn advise(&mut self, moves: &[(u16, f32)]) {
        let first = self.nodes[0].first_child as usize;
        let children = first..first + usize::from(self.nodes[0].n_children);
        let children = &mut self.nodes[children];
        for child in children.iter_mut() {
            child.prior += moves.iter().filter(|(mv, _)| *mv == child.mv).map(|(_, more)| more).sum::<f32>();
        }
        let sum: f32 = children.iter().filter(|child| child.mv != PASS).map(|child| child.prior).sum();
        children
            .iter_mut()
            .filter(|child| child.mv != PASS)
            .for_each(|child| child.prior /= sum.max(f32::MIN_POSITIVE));
    }

    fn grow(&mut self, at: u32, moves: &[(u16, f32)]) {
        let first_child = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&(mv, prior)| Node::new(mv, prior)));
        let node = &mut self.nodes[at as usize];
        (node.first_child, node.n_children, node.stage) = (first_child, moves.len() as u16, Stage::Grown);
    }

    /// Takes in a game that went down a path; `to_move` moves at the root.
    pub(crate) fn take_in(&mut self, path: &[u32], to_move: Color, outcome: Outcome<'_>) {
        let Outcome { black, lead, won, first, moves } = outcome;
        let worth = |color: Color| if color == Color::Black { black } else { 1.0 - black };
        for (depth, &at) in path.iter().enumerate().rev() {
            // Who moves here; the move that led here was the other side's.
            let mover = if depth % 2 == 0 { to_move } else { !to_move };
            let (value, mark) = (worth(mover), mover as u8 + 1);
            let node = &self.nodes[at as usize];
            let children = node.first_child as usize..node.first_child as usize + usize::from(node.n_children);
            if !first.is_empty() {
                for child in &mut self.nodes[children] {
                    if first.get(usize::from(child.mv)) == Some(&mark) {
                        child.later_visits += 1;
                        child.later_value += value;
                    }
                }
            }
            let node = &mut self.nodes[at as usize];
            node.underway -= 1;
            node.visits += 1;
            node.value += 1.0 - value;
            node.lead += (lead as f32 - node.lead) / node.visits as f32;
            node.won += won;
            if let Some(earlier) = first.get_mut(usize::from(node.mv)) {
                *earlier = !mover as u8 + 1;
            }
        }
        if let (Some(moves), Some(&leaf)) = (moves, path.last()) {
            self.grow(leaf, moves);
        }
    }

    /// What is known below a move at the root becomes the whole tree. False if nothing is known of the move.
    pub(crate) fn follow(&mut self, mv: u16) -> bool {
        let Some(offset) = self.children(self.root()).iter().position(|child| child.mv == mv) else { return false };
        let mut nodes = vec![self.nodes[self.nodes[0].first_child as usize + offset]];
        let mut next = 0;
        while next < nodes.len() {
            let children = self.children(&nodes[next]);
            nodes[next].first_child = nodes.len() as u32;
            nodes.extend_from_slice(children);
            next += 1;
        }
        self.nodes = nodes;
        true
    }
}
