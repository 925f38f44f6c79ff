//! Machines small enough to write down every state.

use belief::{Boards, Network, Precision, Rbm};
use goban::{BoardSize, Diagram};
use model::{Rng, Seed};
use proptest::prelude::*;

/// All states of this many units.
fn states(n: usize) -> Vec<Vec<f32>> {
    (0..1u32 << n).map(|bits| (0..n).map(|i| (bits >> i & 1) as f32).collect()).collect()
}

/// A machine with weights and biases of some size.
fn machine(visible: usize, hidden: usize, scale: f64, seed: u64) -> Rbm {
    let mut rng = Seed(seed).rng();
    let mut number = || (((rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * scale) as f32;
    let mut numbers = |n: usize| (0..n).map(|_| number()).collect::<Vec<f32>>();
    Rbm::from_parts(numbers(visible * hidden), numbers(visible), numbers(hidden)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn free_energies_and_probabilities_are_those_of_all_states(
        visible in 1usize..7, hidden in 1usize..7, scale in 0.1f64..4.0, seed: u64,
    ) {
        let rbm = machine(visible, hidden, scale, seed);
        for z in states(visible) {
            let weights: Vec<(Vec<f32>, f64)> =
                states(hidden).into_iter().map(|h| (rbm.energy(&z, &h), h)).map(|(e, h)| (h, (-e).exp())).collect();
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            prop_assert!((rbm.free_energy(&z) + sum.ln()).abs() < 1e-4);
            for (j, p) in rbm.hidden(&z).into_iter().enumerate() {
                let on: f64 = weights.iter().filter(|(h, _)| h[j] == 1.0).map(|(_, weight)| weight).sum();
                prop_assert!((f64::from(p) - on / sum).abs() < 1e-5);
            }
        }
        for h in states(hidden) {
            let weights: Vec<(Vec<f32>, f64)> =
                states(visible).into_iter().map(|z| (rbm.energy(&z, &h), z)).map(|(e, z)| (z, (-e).exp())).collect();
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            for (i, p) in rbm.visible(&h).into_iter().enumerate() {
                let on: f64 = weights.iter().filter(|(z, _)| z[i] == 1.0).map(|(_, weight)| weight).sum();
                prop_assert!((f64::from(p) - on / sum).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn the_partition_function_is_estimated_well(seed in 0u64..1000) {
        let rbm = machine(8, 5, 1.5, seed);
        let exact = states(8).iter().map(|z| (-rbm.free_energy(z)).exp()).sum::<f64>().ln();
        let found = belief::partition(&rbm, &[0.4; 8], 100, 200, Seed(seed));
        prop_assert!((found.log_z - exact).abs() < 0.1 + 5.0 * found.error, "{found:?}, exactly {exact}");
    }
}

fn two_by_two(text: &str) -> goban::Board {
    let setup = Diagram::parse(text).unwrap();
    goban::Board::with_stones(setup.size, &setup.stones)
}

/// The visible units of a 2×2 board.
fn units(board: &goban::Board) -> Vec<f32> {
    let size = board.size();
    let plane = |wanted: Option<goban::Color>| {
        size.points().map(move |point| f32::from(u8::from(board.get(point) == wanted))).collect::<Vec<f32>>()
    };
    [plane(Some(goban::Color::Black)), plane(Some(goban::Color::White)), plane(None)].concat()
}

#[test]
fn pseudo_likelihoods_are_those_of_all_states() {
    let rbm = machine(12, 6, 2.0, 5);
    let size = BoardSize::new(2).unwrap();
    let network = Network::new(size, vec![rbm.clone()]).unwrap();
    let mut exact = 0.0;
    let mut boards = Boards::new(size);
    for text in ["X O\n. X", "O O\n. .", ". .\n. ."] {
        let board = two_by_two(text);
        boards.push(&board);
        let z = units(&board);
        assert!((network.free_energy(&board) - rbm.free_energy(&z)).abs() < 1e-9);
        for point in 0..4 {
            let weight = |state: usize| {
                let mut other = z.clone();
                (0..3).for_each(|plane| other[plane * 4 + point] = f32::from(u8::from(plane == state)));
                (-rbm.free_energy(&other)).exp()
            };
            let own = (0..3).find(|plane| z[plane * 4 + point] == 1.0).unwrap();
            exact += (weight(own) / (0..3).map(weight).sum::<f64>()).ln() / 12.0;
        }
    }
    let found = belief::pseudo_likelihood(&network, &boards, 100);
    assert!((found - exact).abs() < 1e-5, "{found}, exactly {exact}");
}

#[test]
fn whole_boards_have_their_likelihood() {
    let rbm = machine(12, 4, 1.0, 6);
    let size = BoardSize::new(2).unwrap();
    let network = Network::new(size, vec![rbm.clone()]).unwrap();
    let log_z = states(12).iter().map(|z| (-rbm.free_energy(z)).exp()).sum::<f64>().ln();
    let mut boards = Boards::new(size);
    boards.push(&two_by_two("X O\n. X"));
    let exact = (-rbm.free_energy(&units(&boards.board(0))) - log_z) / 4.0;
    let partition = belief::partition(&rbm, &[0.3; 12], 200, 300, Seed(1));
    let found = belief::log_likelihood(&network, &boards, 10, partition);
    assert!((found - exact).abs() < 0.02, "{found}, exactly {exact}");
}

#[test]
fn conditional_sampling_finds_the_conditional_probabilities() {
    // One hidden layer: what is sampled are the conditional probabilities of the machine, restricted to boards.
    let rbm = machine(12, 8, 1.0, 9);
    let size = BoardSize::new(2).unwrap();
    let network = Network::new(size, vec![rbm.clone()]).unwrap();
    let board = two_by_two("X .\n. O");
    let maps = network.conditional(&board, 200, 400, Seed(2));
    for (plane, map) in maps.planes().into_iter().enumerate() {
        assert_eq!(map[0], if plane == 0 { 1.0 } else { 0.0 }, "a black stone stays");
        assert_eq!(map[3], if plane == 1 { 1.0 } else { 0.0 }, "a white stone stays");
    }
    for point in 0..4 {
        let sum: f64 = maps.planes().iter().map(|map| map[point]).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    assert_eq!(maps, network.conditional(&board, 200, 400, Seed(2)));
    assert_ne!(maps, network.conditional(&board, 200, 400, Seed(3)));
}

#[test]
fn machines_that_do_not_fit_make_no_network() {
    let size = BoardSize::new(2).unwrap();
    let wrong = |layers: Vec<Rbm>| Network::new(size, layers).unwrap_err().to_string();
    assert_eq!(wrong(vec![]), "the network has no layers");
    assert_eq!(wrong(vec![machine(11, 4, 1.0, 1)]), "layer 1 has 11 visible units, but a 2×2 board has 12");
    assert_eq!(
        wrong(vec![machine(12, 4, 1.0, 1), machine(5, 3, 1.0, 1)]),
        "layer 2 has 5 visible units, but layer 1 has 4"
    );
    assert!(Rbm::from_parts(vec![0.0; 5], vec![0.0; 2], vec![0.0; 3]).is_err());
}

#[test]
fn every_flipped_byte_of_a_network_is_noticed() {
    let size = BoardSize::new(2).unwrap();
    let network = Network::new(size, vec![Rbm::new(3 * size.area(), 3, Seed(1))]).unwrap();
    let bytes = network.to_bytes(Precision::Full);
    assert_eq!(Network::from_bytes(&bytes).unwrap().to_bytes(Precision::Full), bytes);
    for i in 0..bytes.len() {
        let mut broken = bytes.clone();
        broken[i] ^= 1;
        let told = Network::from_bytes(&broken);
        let same = told.as_ref().is_ok_and(|network| network.to_bytes(Precision::Full) == bytes);
        assert!(told.is_err() || same, "byte {i} of {}", bytes.len());
    }
    let mut altered = bytes.clone();
    *altered.last_mut().unwrap() ^= 0x40;
    let told = Network::from_bytes(&altered).unwrap_err().to_string();
    assert!(told.contains("its numbers were altered since it was written"), "{told}");
}
