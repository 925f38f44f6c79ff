//! Machines small enough to write down every state.

use belief::{Boards, Network, Precision, Rbm, Units};
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

/// The visible units of every board of 2×2.
fn all_boards() -> Vec<Vec<f32>> {
    let digits = |mut number: usize| {
        let mut units = vec![0.0; 12];
        for point in 0..4 {
            units[number % 3 * 4 + point] = 1.0;
            number /= 3;
        }
        units
    };
    (0..81).map(digits).collect()
}

/// The logarithm of the sum of e^−F over some visible states.
fn log_sum(rbm: &Rbm, states: &[Vec<f32>]) -> f64 {
    states.iter().map(|z| (-rbm.free_energy(z)).exp()).sum::<f64>().ln()
}

#[test]
fn three_states_a_point_are_those_of_all_boards() {
    for seed in 0..10 {
        let rbm = machine(12, 5, 1.5, seed).with_units(Units::ThreeState);
        let boards = all_boards();
        for h in states(5) {
            let weights: Vec<f64> = boards.iter().map(|z| (-rbm.energy(z, &h)).exp()).collect();
            let sum: f64 = weights.iter().sum();
            for (i, p) in rbm.visible(&h).into_iter().enumerate() {
                let on: f64 = boards.iter().zip(&weights).filter(|(z, _)| z[i] == 1.0).map(|(_, weight)| weight).sum();
                assert!((f64::from(p) - on / sum).abs() < 1e-5);
            }
        }
        let exact = log_sum(&rbm, &boards);
        let found = belief::partition(&rbm, &[1.0 / 3.0; 12], 100, 200, Seed(seed));
        assert!((found.log_z - exact).abs() < 0.05 + 5.0 * found.error, "{found:?}, exactly {exact}");
    }
}

/// ln P of visible units by a network of two layers: the sum over all units between.
fn exact(network: &Network, z: &[f32]) -> f64 {
    let [lowest, top] = network.layers() else { panic!("two layers") };
    let between = states(top.n_visible());
    let log_z = log_sum(top, &between);
    let made = |h: &Vec<f32>| {
        let chance = |(p, z): (f32, &f32)| match lowest.units() {
            Units::Binary => f64::from(if *z == 1.0 { p } else { 1.0 - p }),
            Units::ThreeState => f64::from(if *z == 1.0 { p } else { 1.0 }),
        };
        lowest.visible(h).into_iter().zip(z).map(chance).product::<f64>() * (-top.free_energy(h) - log_z).exp()
    };
    between.iter().map(made).sum::<f64>().ln()
}

#[test]
fn whole_networks_have_their_likelihood() {
    let size = BoardSize::new(2).unwrap();
    for units in [Units::Binary, Units::ThreeState] {
        for seed in 0..5 {
            let lowest = machine(12, 5, 1.0, seed).with_units(units);
            let network = Network::new(size, vec![lowest, machine(5, 4, 1.0, seed + 100)]).unwrap();
            if units == Units::ThreeState {
                let all: f64 = all_boards().iter().map(|z| exact(&network, z).exp()).sum();
                assert!((all - 1.0).abs() < 1e-4, "the boards together have {all}");
            }
            let mut boards = Boards::new(size);
            for text in ["X O\n. X", "O O\n. .", ". .\n. ."] {
                boards.push(&two_by_two(text));
            }
            let truth = (0..3).map(|i| exact(&network, &units_of(&boards, i))).sum::<f64>() / 12.0;
            let top = belief::top_partition(&network, &boards, 200, 300, Seed(seed));
            let found = belief::network_likelihood(&network, &boards, 3, 5000, top, Seed(seed));
            assert!((found.estimate - truth).abs() < 0.02, "{units:?}: {found:?}, exactly {truth}");
            assert!(
                found.bound < truth + 0.01 && found.bound <= found.estimate,
                "{units:?}: {found:?}, exactly {truth}"
            );
        }
    }
}

fn units_of(boards: &Boards, i: usize) -> Vec<f32> {
    units(&boards.board(i))
}

#[test]
fn with_three_states_what_is_given_is_sampled_exactly() {
    // A single machine whose points have three states: sweeps are Gibbs sampling of it.
    let rbm = machine(12, 6, 1.0, 9).with_units(Units::ThreeState);
    let size = BoardSize::new(2).unwrap();
    let network = Network::new(size, vec![rbm.clone()]).unwrap();
    let given = two_by_two("X .\n. O");
    let maps = network.conditional(&given, 300, 600, Seed(2));
    let fits = |z: &&Vec<f32>| z[0] == 1.0 && z[4 + 3] == 1.0;
    let all: Vec<Vec<f32>> = all_boards().iter().filter(fits).cloned().collect();
    let weights: Vec<f64> = all.iter().map(|z| (-rbm.free_energy(z)).exp()).collect();
    let sum: f64 = weights.iter().sum();
    for (plane, map) in maps.planes().into_iter().enumerate() {
        for point in 0..4 {
            let on = |z: &Vec<f32>| z[plane * 4 + point] == 1.0;
            let truth = all.iter().zip(&weights).filter(|(z, _)| on(z)).map(|(_, weight)| weight).sum::<f64>() / sum;
            assert!((map[point] - truth).abs() < 0.02, "plane {plane}, point {point}: {} for {truth}", map[point]);
        }
    }
}
