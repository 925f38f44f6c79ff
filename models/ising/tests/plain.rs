//! The energies written down once more, straight from the definitions and as slowly as they come, and compared with the real
//! ones on random boards.

use std::collections::{BTreeMap, BTreeSet};

use goban::{Board, BoardSize, ByColor, Color, Setup};
use ising::{Atoms, Energies, Molecules, TacticKind, Weights};
use model::Seed;
use proptest::prelude::*;

type At = (i32, i32);

struct Plain {
    side: i32,
    spins: BTreeMap<At, i32>,
}

struct PlainChain {
    color: i32,
    stones: BTreeSet<At>,
    liberties: BTreeSet<At>,
    frontier: BTreeSet<At>,
    eyes: i32,
}

impl Plain {
    fn new(board: &Board) -> Plain {
        let mut spins = BTreeMap::new();
        for point in board.size().points() {
            let spin = match board.get(point) {
                Some(Color::Black) => -1,
                Some(Color::White) => 1,
                None => 0,
            };
            spins.insert((point.row() as i32, point.column() as i32), spin);
        }
        Plain { side: board.size().get() as i32, spins }
    }

    fn near(&self, (row, column): At) -> Vec<At> {
        let all = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        all.into_iter().filter(|(r, c)| (0..self.side).contains(r) && (0..self.side).contains(c)).collect()
    }

    fn atomic(&self, mu: f64) -> Energies {
        let (mut interaction, mut field) = (0.0, 0.0);
        let mut own = ByColor { black: 0.0, white: 0.0 };
        for (&at, &spin) in &self.spins {
            let empty = self.near(at).iter().filter(|near| self.spins[near] == 0).count() as f64;
            for near in self.near(at) {
                interaction -= f64::from(spin * self.spins[&near]);
                if spin != 0 && self.spins[&near] == spin {
                    own[color(spin)] += 1.0;
                }
            }
            field -= mu * empty * f64::from(spin);
            if spin != 0 {
                own[color(spin)] += mu * empty;
            }
        }
        Energies { interaction, field, own }
    }

    /// The colour that has all neighbours of an empty point.
    fn eye_of(&self, at: At) -> Option<i32> {
        let around: BTreeSet<i32> = self.near(at).iter().map(|near| self.spins[near]).collect();
        let one = (around.len() == 1).then(|| *around.iter().next().unwrap());
        one.filter(|&spin| self.spins[&at] == 0 && spin != 0)
    }

    fn chains(&self) -> Vec<PlainChain> {
        let mut chains: Vec<PlainChain> = Vec::new();
        for (&at, &color) in &self.spins {
            if color == 0 || chains.iter().any(|chain| chain.stones.contains(&at)) {
                continue;
            }
            let mut stones = BTreeSet::from([at]);
            loop {
                let more: Vec<At> = stones
                    .iter()
                    .flat_map(|&stone| self.near(stone))
                    .filter(|near| self.spins[near] == color && !stones.contains(near))
                    .collect();
                if more.is_empty() {
                    break;
                }
                stones.extend(more);
            }
            let frontier: BTreeSet<At> =
                stones.iter().flat_map(|&stone| self.near(stone)).filter(|near| !stones.contains(near)).collect();
            let liberties: BTreeSet<At> = frontier.iter().copied().filter(|point| self.spins[point] == 0).collect();
            let eyes = liberties
                .iter()
                .filter(|&&point| {
                    self.eye_of(point).is_some() && self.near(point).iter().all(|near| stones.contains(near))
                })
                .count() as i32;
            chains.push(PlainChain { color, stones, liberties, frontier, eyes });
        }
        chains
    }

    /// The energies, and the tactics as (kind, first stone of the owner, first stone of the target).
    fn molecular(&self, weights: &Weights) -> (Energies, BTreeSet<(String, At, At)>) {
        let chains = self.chains();
        let strength =
            |chain: &PlainChain| (chain.stones.len() as f64).powi(chain.eyes.min(weights.eye_cap as i32) + 1);
        let mut energies = Energies::default();
        let mut tactics = BTreeSet::new();
        let name = |chain: &PlainChain| *chain.stones.first().unwrap();
        for chain in &chains {
            let pull = weights.mu * chain.liberties.len() as f64 * strength(chain);
            energies.field -= f64::from(chain.color) * pull;
            energies.own[color(chain.color)] += pull;
        }
        for (i, one) in chains.iter().enumerate() {
            for other in &chains[i + 1..] {
                let worth = strength(one) * strength(other);
                let sign = f64::from(one.color * other.color);
                let mut weight = 1.0;
                let mut any = false;
                if one.color == other.color {
                    let shared =
                        one.liberties.intersection(&other.liberties).any(|&point| self.eye_of(point).is_some());
                    if shared {
                        any = true;
                        weight *= weights.eye;
                        energies.own[color(one.color)] += weights.eye * worth;
                        tactics.insert(("eye".to_string(), name(one), name(other)));
                    }
                } else if one.stones.intersection(&other.frontier).next().is_some() {
                    for (owner, target) in [(one, other), (other, one)] {
                        let held = (target.frontier.len() - target.liberties.len()) as f64;
                        let found = if target.liberties.len() == 1 {
                            Some(("ladder", weights.ladder))
                        } else if held >= weights.net_stones as f64
                            && held / target.frontier.len() as f64 >= weights.net_share
                        {
                            Some(("net", weights.net))
                        } else {
                            None
                        };
                        if let Some((kind, value)) = found {
                            any = true;
                            weight *= value;
                            energies.own[color(owner.color)] += value * worth;
                            tactics.insert((kind.to_string(), name(owner), name(target)));
                        }
                    }
                    if !any {
                        any = true;
                        weight = weights.contact;
                    }
                }
                if any {
                    energies.interaction -= weight * sign * worth;
                }
            }
        }
        (energies, tactics)
    }
}

fn color(spin: i32) -> Color {
    if spin < 0 { Color::Black } else { Color::White }
}

fn close(a: Energies, b: Energies) -> bool {
    let near = |x: f64, y: f64| (x - y).abs() <= 1e-9 * (1.0 + a.own.black + a.own.white);
    near(a.interaction, b.interaction)
        && near(a.field, b.field)
        && near(a.own.black, b.own.black)
        && near(a.own.white, b.own.white)
}

fn check(board: &Board, weights: Weights) {
    let plain = Plain::new(board);
    let atoms = Atoms::new(board, weights.mu).energies();
    assert!(close(plain.atomic(weights.mu), atoms), "{board:?}\n{:?}\n{atoms:?}", plain.atomic(weights.mu));

    let molecules = Molecules::new(board, weights);
    let (energies, tactics) = plain.molecular(&weights);
    assert!(close(energies, molecules.energies()), "{board:?}\n{energies:?}\n{:?}", molecules.energies());
    let at = |point: goban::Point| (point.row() as i32, point.column() as i32);
    let found: BTreeSet<_> = molecules
        .tactics()
        .iter()
        .map(|tactic| {
            let kind = match tactic.kind {
                TacticKind::Eye => "eye",
                TacticKind::Net => "net",
                TacticKind::Ladder => "ladder",
            };
            (kind.to_string(), at(tactic.owner), at(tactic.target))
        })
        .collect();
    assert_eq!(found, tactics, "{board:?}");
}

fn boards() -> impl Strategy<Value = Board> {
    (2usize..=9, 0u32..=5, any::<u64>()).prop_map(|(side, emptiness, seed)| {
        use model::Rng;
        let size = BoardSize::new(side).unwrap();
        let mut rng = Seed(seed).rng();
        let mut setup = Setup::new(size);
        for point in size.points() {
            match rng.next_u64() % u64::from(3 + emptiness) {
                0 => drop(setup.stones.black.insert(point)),
                1 => drop(setup.stones.white.insert(point)),
                _ => {}
            }
        }
        setup.repaired().board().expect("repaired boards are possible")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_boards_have_the_same_energies(board in boards()) {
        check(&board, Weights::default());
    }

    #[test]
    fn with_any_weights(
        board in boards(),
        mu in 0.0..3.0,
        contact in 0.0..2.0,
        net_stones in 1usize..6,
        net_share in 0.0..1.0,
        eye_cap in 0usize..3,
    ) {
        check(&board, Weights { mu, contact, net_stones, net_share, eye_cap, eye: 1.1, net: 0.3, ladder: 0.9, ..Weights::default() });
    }
}

#[test]
fn positions_of_random_games_have_the_same_energies() {
    for seed in 0..20 {
        for moves in [10, 40, 80, 160] {
            check(testkit::random_position(BoardSize::NINE, moves, Seed(seed)).board(), Weights::default());
        }
    }
}
