//! The common fate graph and the graph of tactics, as observations.

use std::collections::BTreeMap;

use goban::{Board, BoardSize, Color, Point, PointSet};
use model::{Edge, Graph, Node};

use crate::molecules::{Molecule, Molecules, TacticKind};

/// The common fate graph: a node for every chain and every liberty, an edge where they touch. Its weight is the number of
/// lines on which they do.
pub(crate) fn fate(molecules: &Molecules, board: &Board) -> Graph {
    let mut graph = chains(molecules, board.size());
    let n_chains = graph.nodes.len();
    let of_stone = chain_nodes(molecules, board.size());
    let node = |point| of_stone[board.size().index(point)];

    let mut contacts: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for stone in &board.stones().black {
        for near in board.size().neighbors(stone).filter(|&near| board.get(near) == Some(Color::White)) {
            if let (Some(one), Some(other)) = (node(stone), node(near)) {
                *contacts.entry((one.min(other), one.max(other))).or_default() += 1.0;
            }
        }
    }
    graph.edges.extend(contacts.into_iter().map(|((from, to), weight)| touching(from, to, "contact", weight)));

    let stones = board.stones().black | board.stones().white;
    for (liberty, point) in (stones.grown() & board.empty()).iter().enumerate() {
        let mut texts = BTreeMap::new();
        if let Some(color) = Color::ALL.into_iter().find(|&color| molecules.eyes()[color].contains(point)) {
            texts.insert("eye".to_string(), color.letter().to_string());
        }
        graph.nodes.push(Node {
            id: board.size().vertex(point),
            points: PointSet::from(point),
            label: "liberty".to_string(),
            numbers: BTreeMap::new(),
            texts,
        });
        let mut beside: BTreeMap<usize, f64> = BTreeMap::new();
        for chain in board.size().neighbors(point).filter_map(node) {
            *beside.entry(chain).or_default() += 1.0;
        }
        let to = n_chains + liberty;
        graph.edges.extend(beside.into_iter().map(|(from, weight)| touching(from, to, "liberty", weight)));
    }
    graph
}

/// The tactics between chains: nets and ladders lead from their owner to their target, shared eyes belong to both.
pub(crate) fn tactics(molecules: &Molecules) -> Graph {
    let size = molecules.size();
    let mut graph = chains(molecules, size);
    let nodes = chain_nodes(molecules, size);
    for tactic in molecules.tactics() {
        let (Some(from), Some(to)) = (nodes[size.index(tactic.owner)], nodes[size.index(tactic.target)]) else {
            continue;
        };
        let label = tactic.kind.name().to_string();
        graph.edges.push(Edge { from, to, label, weight: tactic.weight, directed: tactic.kind != TacticKind::Eye });
    }
    graph
}

/// A node for every chain, in the order of the anchors.
fn chains(molecules: &Molecules, size: BoardSize) -> Graph {
    let nodes = molecules.iter().map(|(anchor, molecule)| chain_node(size, anchor, molecule)).collect();
    Graph { nodes, edges: Vec::new() }
}

fn chain_node(size: BoardSize, anchor: Point, molecule: &Molecule) -> Node {
    let numbers = [
        ("size", molecule.size as f64),
        ("liberties", molecule.liberties as f64),
        ("eyes", molecule.eyes as f64),
        ("strength", molecule.strength),
    ];
    Node {
        id: size.vertex(anchor),
        points: molecule.stones,
        label: "chain".to_string(),
        numbers: numbers.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        texts: BTreeMap::from([("color".to_string(), molecule.color.letter().to_string())]),
    }
}

/// For every point with a stone, the node of its chain.
fn chain_nodes(molecules: &Molecules, size: BoardSize) -> Vec<Option<usize>> {
    let mut nodes = vec![None; size.area()];
    for (node, (_, molecule)) in molecules.iter().enumerate() {
        for stone in &molecule.stones {
            nodes[size.index(stone)] = Some(node);
        }
    }
    nodes
}

fn touching(from: usize, to: usize, label: &str, weight: f64) -> Edge {
    Edge { from, to, label: label.to_string(), weight, directed: false }
}
