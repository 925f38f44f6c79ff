//! Every term of every Hamiltonian on small boards, computed by hand.

use goban::{Board, ByColor, Color, Diagram};
use ising::{Atoms, Energies, Fate, Ladders, Life, Molecules, TacticKind, Trap, Weights};

fn board(drawn: &str) -> Board {
    Diagram::parse(drawn).unwrap().board().unwrap()
}

fn swapped(board: &Board) -> Board {
    Board::with_stones(board.size(), &board.stones().swapped())
}

fn molecules(drawn: &str) -> Molecules {
    Molecules::new(&board(drawn), Weights::default())
}

#[track_caller]
fn is(energies: Energies, interaction: f64, field: f64, own: (f64, f64)) {
    let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-9, "{what}: {a} is not {b}");
    near(energies.interaction, interaction, "interaction");
    near(energies.field, field, "field");
    near(energies.hamiltonian(), interaction + field, "hamiltonian");
    near(energies.own.black, own.0, "what is Black's");
    near(energies.own.white, own.1, "what is White's");
}

#[test]
fn atoms_of_an_ally_pair() {
    let pair = board(". . . .\n. O O .\n. . . .\n. . . .");
    // Each stone sees the other once, so the pair counts twice; each has three empty neighbours.
    is(Atoms::new(&pair, 0.0).energies(), -2.0, 0.0, (0.0, 2.0));
    is(Atoms::new(&pair, 1.0).energies(), -2.0, -6.0, (0.0, 8.0));
    is(Atoms::new(&swapped(&pair), 1.0).energies(), -2.0, 6.0, (8.0, 0.0));
}

#[test]
fn atoms_of_a_rival_pair() {
    let pair = board(". . . .\n. O X .\n. . . .\n. . . .");
    is(Atoms::new(&pair, 1.0).energies(), 2.0, 0.0, (3.0, 3.0));
    is(Atoms::new(&swapped(&pair), 1.0).energies(), 2.0, 0.0, (3.0, 3.0));
}

#[test]
fn atoms_of_a_corner() {
    // Two black stones, one white: one allied pair (−2), one rival pair (+2). Empty neighbours: black 0 and 2, white 2.
    let corner = board("X X . .\nO . . .\n. . . .\n. . . .");
    is(Atoms::new(&corner, 2.0).energies(), 0.0, -2.0 * (2.0 - 2.0), (2.0 + 2.0 * 2.0, 2.0 * 2.0));
    let local = Atoms::new(&corner, 2.0).local();
    assert_eq!(&local[..5], [0.0, 1.0, 0.0, 0.0, -1.0]);
}

#[test]
fn exchanging_colours_keeps_the_interaction_and_turns_the_field() {
    let position = board(". X O .\nX . X O\n. X O .\n. O . X");
    for (a, b) in [
        (Atoms::new(&position, 0.7).energies(), Atoms::new(&swapped(&position), 0.7).energies()),
        (
            Molecules::new(&position, Weights::default()).energies(),
            Molecules::new(&swapped(&position), Weights::default()).energies(),
        ),
    ] {
        assert_eq!((a.interaction, a.field, a.own), (b.interaction, -b.field, b.own.swapped()));
        assert_ne!(a.field, 0.0);
    }
}

#[test]
fn a_lone_stone() {
    let drawn = ". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .";
    is(molecules(drawn).energies(), 0.0, 4.0, (4.0, 0.0));
    is(Molecules::new(&swapped(&board(drawn)), Weights::default()).energies(), 0.0, -4.0, (0.0, 4.0));
}

const RING: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X X . . .
    . . . X . X . . .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn one_eye_squares_the_strength() {
    let ring = molecules(RING);
    let (_, chain) = ring.iter().next().unwrap();
    assert_eq!((chain.size, chain.liberties, chain.eyes, chain.strength), (8, 13, 1, 64.0));
    is(ring.energies(), 0.0, 832.0, (832.0, 0.0));
}

#[test]
fn two_eyes_cube_it() {
    let drawn = "X . X .\n. X X .\nX X . .\n. . . .";
    let two = molecules(drawn);
    // The corner stone and the four others share B4 or A3, which are not eyes of one chain; the four have nothing else.
    let sizes: Vec<usize> = two.iter().map(|(_, chain)| chain.size).collect();
    assert_eq!(sizes, [1, 5]);
    let drawn = ". X . X\nX X X X\n. . . .\n. . . .";
    let two = molecules(drawn);
    let (_, chain) = two.iter().next().unwrap();
    assert_eq!((chain.size, chain.liberties, chain.eyes, chain.strength), (6, 6, 2, 216.0));
    is(two.energies(), 0.0, 6.0 * 216.0, (6.0 * 216.0, 0.0));
}

#[test]
fn counted_eyes_can_be_capped() {
    let drawn = board(". X . X\nX X X X\n. . . .\n. . . .");
    for (eye_cap, strength) in [(0, 6.0), (1, 36.0), (2, 216.0), (3, 216.0)] {
        let capped = Molecules::new(&drawn, Weights { eye_cap, ..Weights::default() });
        let (_, chain) = capped.iter().next().unwrap();
        assert_eq!((chain.eyes, chain.strength), (2, strength));
    }
}

const DIAMOND: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . X . X . . .
    . . . . X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_shared_eye_binds_each_pair() {
    let four = molecules(DIAMOND);
    is(four.energies(), -8.4, 16.0, (8.4 + 16.0, 0.0));
    assert!(four.iter().all(|(_, chain)| chain.eyes == 0));
    let tactics = four.tactics();
    assert_eq!(tactics.len(), 6);
    assert!(tactics.iter().all(|tactic| tactic.kind == TacticKind::Eye && tactic.weight == 1.4));
    let white = Molecules::new(&swapped(&board(DIAMOND)), Weights::default());
    is(white.energies(), -8.4, -16.0, (0.0, 8.4 + 16.0));
}

#[test]
fn a_pair_that_shares_two_eyes_is_bound_once() {
    // The single stone and the chain of five share B4 and A3. Strengths 1 and 5; liberties 2 and 2 + 5.
    let two = molecules("X . X .\n. X X .\nX X . .\n. . . .");
    assert_eq!(two.tactics().len(), 1);
    let liberties: Vec<usize> = two.iter().map(|(_, chain)| chain.liberties).collect();
    assert_eq!(liberties, [2, 7]);
    is(two.energies(), -7.0, 2.0 + 35.0, (7.0 + 37.0, 0.0));
}

#[test]
fn an_eye_at_the_edge_needs_only_its_neighbours_on_the_board() {
    let corner = molecules(". X . .\nX X . .\n. . . .\n. . . .");
    let (_, chain) = corner.iter().next().unwrap();
    assert_eq!((chain.eyes, chain.strength), (1, 9.0));
}

#[test]
fn a_ladder_is_a_chain_with_one_liberty() {
    let drawn = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X O X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let caught = molecules(drawn);
    is(caught.energies(), 2.4, 8.0, (11.4, 1.0));
    let tactics = caught.tactics();
    assert_eq!(tactics.len(), 3);
    let target = board(drawn).size().parse_vertex("E5").unwrap();
    assert!(tactics.iter().all(|tactic| tactic.kind == TacticKind::Ladder && tactic.target == target));
}

#[test]
fn a_net_needs_three_stones_and_half_the_frontier() {
    let three = molecules(". . . . .\n. . X . .\n. X O . .\n. . . . .\n. . . . .");
    assert!(three.tactics().is_empty(), "two stones around are no net");
    let drawn = "
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let half = molecules(drawn);
    let kinds: Vec<(TacticKind, f64)> = half.tactics().iter().map(|tactic| (tactic.kind, tactic.weight)).collect();
    assert_eq!(kinds, [(TacticKind::Net, 0.6); 2], "three of six, held by two chains");
    // Both chains of Black touch it: the pair above (strength 2) and the single stone. White has strength 2.
    // Liberties: the pair 2 + 2 beside it, the single stone 3, White 3.
    let liberties: Vec<usize> = half.iter().map(|(_, chain)| chain.liberties).collect();
    assert_eq!(liberties, [4, 3, 3]);
    let net = 0.6 * 2.0 * 2.0 + 0.6 * 2.0;
    is(half.energies(), net, 8.0 + 3.0 - 6.0, (net + 11.0, 6.0));
}

#[test]
fn the_thresholds_of_the_net_are_parameters() {
    let drawn = board(
        "
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let nets = |net_stones, net_share| {
        Molecules::new(&drawn, Weights { net_stones, net_share, ..Weights::default() }).tactics().len()
    };
    assert_eq!(nets(3, 0.5), 2);
    assert_eq!(nets(4, 0.5), 0);
    assert_eq!(nets(3, 0.51), 0);
    assert_eq!(nets(1, 0.0), 4, "then Black's chains are in nets too, each of them has a white neighbour");
}

#[test]
fn two_chains_can_have_each_other_in_a_ladder() {
    // The white pair has only A4, the black pair beside it only C2. Two ladders, two owners, and their weights multiply.
    let drawn = "
        . O X O
        X O X O
        X X . O
        . . . .";
    let each = molecules(drawn);
    let at = |vertex: &str| each.of_stone(each.size().parse_vertex(vertex).unwrap()).unwrap().0;
    let (white, black) = (at("B4"), at("C4"));
    let (_, bond) = each.bonds().find(|(from, bond)| (*from, bond.to) == (white, black)).unwrap();
    assert_eq!(bond.weight, 0.8 * 0.8);
    let between: Vec<_> = each
        .tactics()
        .into_iter()
        .filter(|tactic| [tactic.owner, tactic.target].iter().all(|end| [white, black].contains(end)))
        .map(|tactic| (tactic.kind, tactic.owner))
        .collect();
    assert_eq!(between, [(TacticKind::Ladder, white), (TacticKind::Ladder, black)]);
    // Black's corner chain (3 stones) has the white pair in a ladder too; White's chain of three has the black pair. They have
    // one and two rival stones around them and are in no net.
    let interaction = 0.64 * 4.0 + 0.8 * 6.0 + 0.8 * 6.0;
    // Liberties: the white pair 1, the black pair 1, White's three C2 and D1, Black's three A4, C2, A1 and B1.
    let field = -(2.0 - 2.0 + 2.0 * 3.0 - 4.0 * 3.0);
    is(each.energies(), interaction, field, (0.8 * 4.0 + 0.8 * 6.0 + 2.0 + 12.0, 0.8 * 4.0 + 0.8 * 6.0 + 2.0 + 6.0));
}

#[test]
fn weights_of_a_pair_multiply() {
    // White's corner chain (2 stones) has one liberty, A2; Black's chain beside it (2 stones) has one too, C3 is White's.
    let drawn = "
        O O X .
        . X X O
        X O O .
        . . . .";
    let pair = molecules(drawn);
    let find = |vertex: &str| {
        let point = pair.size().parse_vertex(vertex).unwrap();
        pair.of_stone(point).unwrap().1.clone()
    };
    let (white, black) = (find("A4"), find("C4"));
    assert_eq!((white.size, white.liberties, white.trap), (2, 1, Some(Trap::Ladder)));
    assert_eq!((black.size, black.liberties, black.trap), (3, 2, Some(Trap::Net)));
    let anchor = |vertex: &str| pair.of_stone(pair.size().parse_vertex(vertex).unwrap()).unwrap().0;
    let (_, bond) = pair.bonds().find(|(from, bond)| *from == anchor("A4") && bond.to == anchor("C4")).unwrap();
    assert_eq!(bond.weight, 0.8 * 0.6);
}

#[test]
fn plain_contact_weighs_nothing_unless_asked() {
    let drawn = board(". . . .\n. O X .\n. . . .\n. . . .");
    is(Molecules::new(&drawn, Weights::default()).energies(), 0.0, 0.0, (3.0, 3.0));
    let touching = Molecules::new(&drawn, Weights { contact: 0.3, ..Weights::default() });
    // It is nobody's own.
    is(touching.energies(), 0.3, 0.0, (3.0, 3.0));
    assert!(touching.tactics().is_empty());
}

#[test]
fn searched_ladders_ask_whether_running_helps() {
    let broken = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X X . . . . .
        . X O . . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . . . . . . . .",
    );
    let running = Board::with_stones(
        broken.size(),
        &ByColor {
            white: broken.stones().white - broken.size().parse_vertex("G2").into_iter().collect(),
            ..*broken.stones()
        },
    );
    use Ladders::{Atari, Searched};
    assert_eq!((ladders(&broken, Atari), ladders(&broken, Searched)), (1, 0));
    assert_eq!((ladders(&running, Atari), ladders(&running, Searched)), (1, 1));
}

/// White chains in a ladder.
fn ladders(board: &Board, ladders: Ladders) -> usize {
    let molecules = Molecules::new(board, Weights { ladders, ..Weights::default() });
    molecules.iter().filter(|(_, chain)| chain.color == Color::White && chain.trap == Some(Trap::Ladder)).count()
}

#[test]
fn the_papers_ladder_is_a_net_that_leaves_one_liberty() {
    let three_around = board(". . . . .\n. . X . .\n. X O . .\n. . X . .\n. . . . .");
    let two_in_the_corner = board(". . . . .\n. . . . .\n. . . . .\n. X . . .\n. O X . .");
    use Ladders::{Atari, Net};
    assert_eq!((ladders(&three_around, Atari), ladders(&three_around, Net)), (1, 1));
    assert_eq!((ladders(&two_in_the_corner, Atari), ladders(&two_in_the_corner, Net)), (1, 0), "two stones are no net");
}

/// Black lives in the corner with an eye of one point and one of two, in which a white stone is dead; White's other stone is outside.
const LIVING: &str = "
    . X O . X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
    . . . . O . .
    . . . . . . .
    . . . . . . .";

#[test]
fn without_life_a_dead_stone_is_its_owners() {
    let off = molecules(LIVING);
    assert!(off.iter().all(|(_, chain)| chain.fate.is_none()));
    // Only A7 is an eye as the paper has it.
    let (_, living) = off.iter().next().unwrap();
    assert_eq!((living.size, living.eyes, living.strength), (7, 1, 49.0));
}

#[test]
fn with_life_the_dead_are_the_opponents_and_two_eyes_are_enough() {
    for life in [Life::Benson, Life::Read] {
        let known = Molecules::new(&board(LIVING), Weights { life, ..Weights::default() });
        let fates: Vec<_> = known.iter().map(|(_, chain)| (chain.size, chain.fate, chain.owner())).collect();
        assert_eq!(
            fates,
            [(7, Some(Fate::Alive), Color::Black), (1, Some(Fate::Dead), Color::Black), (1, None, Color::White)]
        );
        // An eye of one point and one of two points that holds the dead stone.
        let (_, living) = known.iter().next().unwrap();
        assert_eq!((living.liberties, living.eyes, living.strength), (9, 2, 343.0));
        // Black has its own chain and the dead stone with its liberty; nothing binds the dead stone.
        is(known.energies(), 0.0, 9.0 * 343.0 + 1.0 - 4.0, (9.0 * 343.0 + 1.0, 4.0));
    }
}

#[test]
fn with_life_more_than_two_eyes_add_nothing() {
    let three = board(". X . X .\nX X X X X\n. . . . .\n. . . . .\n. . . . .");
    let plain = Molecules::new(&three, Weights::default());
    let known = Molecules::new(&three, Weights { life: Life::Benson, ..Weights::default() });
    let strengths = [&plain, &known].map(|molecules| molecules.iter().map(|(_, chain)| chain.strength).sum::<f64>());
    assert_eq!(strengths, [2401.0, 343.0]);
}

#[test]
fn reading_finds_the_dead_that_the_rules_leave_open() {
    // White's eye is a square of four, which is dead; nobody lives for certain.
    let square = board(
        ". . . . . . . . .
         . X X X X X X . .
         . X O O O O X . .
         . X O . . O X . .
         . X O . . O X . .
         . X O O O O X . .
         . X X X X X X . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    for (life, fate) in [(Life::Benson, None), (Life::Read, Some(Fate::Dead))] {
        for board in [square.clone(), swapped(&square)] {
            let known = Molecules::new(&board, Weights { life, ..Weights::default() });
            let inner = known.iter().find(|(_, chain)| chain.size == 12).unwrap().1;
            assert_eq!(inner.fate, fate);
        }
    }
}
