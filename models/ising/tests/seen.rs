//! What a user sees: graphs, ratings and words.

use goban::{Diagram, Move, Position, Rules, Setup};
use ising::{Atomic, Generative, Molecular};
use model::{Data, Explanation, Family, Graph, Model, Parameters, Question, Seed, Selection, Shape, Sheet};
use testkit::With;

fn position(drawn: &str) -> Position {
    Position::from_setup(&Diagram::parse(drawn).unwrap(), Rules::JAPANESE).unwrap()
}

fn begin(family: &dyn Family, position: &Position) -> Box<dyn Model> {
    family.begin(position, &Parameters::defaults(family.card()), Seed(1)).unwrap()
}

fn graph(drawn: &str, name: &str) -> Graph {
    let position = position(drawn);
    let family = Molecular::new();
    let mut sheet = Sheet::new(family.card(), &Selection::All);
    begin(&family, &position).read(&position, &mut sheet);
    match sheet.get(name, Shape::Graph) {
        Some(Data::Graph(graph)) => graph.clone(),
        other => panic!("{other:?}"),
    }
}

/// Edges as `from label to weight`, an arrow where they are directed.
fn edges(graph: &Graph) -> Vec<String> {
    let id = |node: usize| &graph.nodes[node].id;
    graph
        .edges
        .iter()
        .map(|edge| {
            let line = if edge.directed { "->" } else { "--" };
            format!("{} {line} {}: {} {}", id(edge.from), id(edge.to), edge.label, edge.weight)
        })
        .collect()
}

const CORNER: &str = ". X O .\nX X O .\n. . O .\n. . . .";

#[test]
fn the_common_fate_graph_has_chains_and_liberties() {
    let graph = graph(CORNER, "ising.molecular.fate");
    let nodes: Vec<String> = graph
        .nodes
        .iter()
        .map(|node| format!("{} {} {} {:?} {:?}", node.id, node.label, node.points.len(), node.texts, node.numbers))
        .collect();
    assert_eq!(
        nodes,
        [
            "B4 chain 3 {\"color\": \"B\"} {\"eyes\": 1.0, \"liberties\": 3.0, \"size\": 3.0, \"strength\": 9.0}",
            "C4 chain 3 {\"color\": \"W\"} {\"eyes\": 0.0, \"liberties\": 5.0, \"size\": 3.0, \"strength\": 3.0}",
            "A4 liberty 1 {\"eye\": \"B\"} {}",
            "D4 liberty 1 {} {}",
            "D3 liberty 1 {} {}",
            "A2 liberty 1 {} {}",
            "B2 liberty 1 {} {}",
            "D2 liberty 1 {} {}",
            "C1 liberty 1 {} {}",
        ]
    );
    assert_eq!(
        edges(&graph),
        [
            "B4 -- C4: contact 2",
            "B4 -- A4: liberty 2",
            "C4 -- D4: liberty 1",
            "C4 -- D3: liberty 1",
            "B4 -- A2: liberty 1",
            "B4 -- B2: liberty 1",
            "C4 -- B2: liberty 1",
            "C4 -- D2: liberty 1",
            "C4 -- C1: liberty 1",
        ]
    );
}

#[test]
fn tactics_lead_from_owner_to_target() {
    let caught = graph(". . X . .\n. X O X .\n. . . . .\n. X . X .\n. . X . .", "ising.molecular.tactics");
    assert_eq!(edges(&caught), ["C5 -> C4: ladder 0.8", "B4 -> C4: ladder 0.8", "D4 -> C4: ladder 0.8",]);
    let shared = graph(". . . . .\n. . X . .\n. X . X .\n. . X . .\n. . . . .", "ising.molecular.tactics");
    assert_eq!(shared.edges.len(), 6);
    assert!(edges(&shared).contains(&"C4 -- B3: eye 1.4".to_string()));
}

fn said(answer: &Explanation) -> Vec<&str> {
    answer.sentences.iter().map(|sentence| sentence.text.as_str()).collect()
}

fn explain(family: &dyn Family, drawn: &str, vertex: &str) -> Explanation {
    let position = position(drawn);
    let point = position.size().parse_vertex(vertex).unwrap();
    begin(family, &position).explain(&position, Question::Point(point)).unwrap()
}

const LADDER: &str = "
    . . . . .
    . X X . .
    X O . . .
    . X . . .
    . . . . .";

#[test]
fn a_chain_in_atari_is_told_with_the_line_of_the_chase() {
    let answer = explain(&Molecular::new(), LADDER, "B3");
    assert_eq!(
        said(&answer),
        [
            "A chain of 1 stone of White with 1 liberty and no eye: its strength is 1.",
            "Black has it in a ladder: one liberty is left.",
            "Running does not save it: White C3, Black D3, White C2, Black D2, White C1, Black B1, White D1, Black E1.",
        ]
    );
    let marks: Vec<&str> = answer.sentences[2].marks.iter().map(|mark| mark.label.as_str()).collect();
    assert_eq!(marks, ["1", "2", "3", "4", "5", "6", "7", "8"]);
    let tactics: Vec<_> = answer.rows.iter().filter(|row| row.kind == "tactics").collect();
    assert_eq!(tactics.len(), 3);
    let answer = explain(&Molecular::new(), LADDER, "B4");
    assert!(said(&answer).contains(&"It holds White's chain of 1 stone at B3 in a ladder (weight 0.8)."), "{answer:?}");
}

#[test]
fn eyes_and_liberties_are_told() {
    let molecular = Molecular::new();
    let of = |drawn: &str, vertex: &str| said(&explain(&molecular, drawn, vertex)).join(" ");
    assert_eq!(
        of(CORNER, "B4"),
        "A chain of 3 stones of Black with 3 liberties and 1 eye: its strength is 3 to the power of 2, 9."
    );
    assert_eq!(
        of(CORNER, "A4"),
        "A4 is an eye of one chain, Black's 3 stones at B4, and raises the power of its strength."
    );
    assert_eq!(of(CORNER, "B2"), "B2 is a liberty of Black's 3 stones at B4, White's 3 stones at C4.");
    assert_eq!(of(CORNER, "A1"), "A1 is no liberty of any chain.");
}

#[test]
fn single_stones_are_told() {
    assert_eq!(
        said(&explain(&Atomic::new(), CORNER, "B3")),
        [
            "The stone of Black on B3 has 2 allies and 1 rival beside it: its local energy is 1. It has 1 empty neighbour."
        ]
    );
    let generative = Generative::new();
    let filled = With::new(&generative, &["ising.generative.spins=0.5"]);
    assert_eq!(
        said(&explain(&filled, CORNER, "A4")),
        [
            "A4 is empty and filled with the spin 0.5 (−1 black, +1 white). With its neighbours that makes a local energy of -1."
        ]
    );
}

#[test]
fn moves_are_rated_by_their_gain_and_told() {
    // Black takes a stone at C3 or plays elsewhere.
    let position = Position::from_setup(
        &Setup { to_move: goban::Color::Black, ..Diagram::parse(LADDER).unwrap() },
        Rules::JAPANESE,
    )
    .unwrap();
    let mut model = begin(&Atomic::new(), &position);
    let point = position.size().parse_vertex("C3").unwrap();
    let ratings = model.rate_all(&position);
    assert_eq!(ratings.len(), position.legal_points().len());
    let rated =
        |vertex: &str| ratings.iter().find(|rating| position.size().vertex(rating.point) == vertex).unwrap().value;
    assert_eq!([rated("A4"), rated("C3"), rated("E1")], [4.0, 2.0, 0.0], "A4 joins two stones, C3 has one beside it");
    let answer = model.explain(&position, Question::Candidate(Move::Play(point))).unwrap();
    assert_eq!(
        said(&answer),
        [
            "Black on C3: Black's own energy changes by 2, White's by 0, which is a gain of 2. The Hamiltonian changes by -8, \
          so the paper's delta is 8."
        ]
    );
    assert_eq!(model.explain(&position, Question::Candidate(Move::Pass)), None);
    assert_eq!(model.explain(&position, Question::LastMove), None);
}
