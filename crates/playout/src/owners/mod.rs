//! Whose each point will be, learned: playouts err in ways that their own numbers and the shapes on the board reveal.
//!
//! A point belongs to one class of each kind, once as Black sees it and once as White does. Every class has a weight;
//! the sum of the weights of Black's classes less those of White's is the log-odds that the point becomes Black's. Exchanged colours
//! therefore give exactly the opposite. There is nothing hidden: a class is a few binned facts that can be put into words.

mod evidence;
mod file;
mod look;
mod scale;
mod table;
mod train;

use std::sync::LazyLock;

use goban::{BoardSize, Color, Point};
use libm::{exp, tanh};

pub use evidence::Evidence;
pub use file::OwnersError;
pub use look::Looked;
pub use train::{Trainer, Truth};

use look::{PHASES, TEMPLATES};
use scale::Scale;
use table::Table;

/// What was learned: classes with their weights, and how the lead is read from owners and the chance to win from the lead.
#[derive(Clone, PartialEq, Debug)]
pub struct Owners {
    /// Where it comes from, in words.
    pub(crate) origin: String,
    /// The weights of the classes in thousandths.
    pub(crate) weights: Table<i16>,
    /// For every phase, how the lead is read from the sum of the owners.
    pub(crate) scales: [Scale; PHASES],
    /// For every phase, what ten points of lead add to the log-odds of winning.
    pub(crate) chance: [f32; PHASES],
}

/// What learned owners say about a position. Signs favour Black.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// Whose every point is, row by row from the top left: from −1, White's, to +1, Black's.
    pub owners: Vec<f64>,
    /// Black's lead in points under the rules of the position.
    pub lead: f64,
    /// Black's chance to win.
    pub chance: f64,
}

/// What one kind of classes says about a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// For whom it speaks.
    pub favours: Color,
    /// The class in words, as that side sees the point.
    pub class: String,
    /// What it adds to the log-odds that the point becomes that side's.
    pub weight: f64,
}

/// What ships with the program; `assets/README.md` says what it was learned from.
static SHIPPED: LazyLock<Owners> = LazyLock::new(|| {
    let bytes = include_bytes!("../../assets/owners.bin");
    Owners::from_bytes(bytes).expect("the shipped file of owners can be read, as a test of this crate says")
});

impl Owners {
    /// The smallest board on which what ships sees better than the games alone, by the measure of a strong engine.
    const SMALLEST: usize = 15;

    /// The classes that ship with the program.
    #[must_use]
    pub fn shipped() -> &'static Owners {
        &SHIPPED
    }

    /// The classes that ship with the program, for boards on which they serve: they were learned on 19×19 and see no better than the
    /// games alone on 13×13 and less.
    #[must_use]
    pub fn shipped_for(size: BoardSize) -> Option<&'static Owners> {
        (size.get() >= Owners::SMALLEST).then(Owners::shipped)
    }

    /// From what they were learned, in words.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// How many classes there are.
    #[must_use]
    pub fn n_classes(&self) -> usize {
        self.weights.len()
    }

    /// What the classes say about a position after its games.
    #[must_use]
    pub fn judge(&self, evidence: &Evidence) -> Outlook {
        let looked = Looked::at(evidence);
        let weigh = |keys: &[u64]| -> i32 {
            keys.iter().map(|&key| self.weights.get(key).map_or(0, |weight| i32::from(*weight))).sum()
        };
        let score = |[black, white]: [&[u64]; 2]| f64::from(weigh(black) - weigh(white)) / 1000.0;
        // Twice the probability less one.
        let owners: Vec<f64> = looked.points().map(|views| tanh(score(views) / 2.0)).collect();
        let lead = self.scales[looked.phase()].lead(evidence.lead_by(&owners), evidence.given);
        let odds = f64::from(self.chance[looked.phase()]) * lead / 10.0;
        Outlook { lead, chance: 1.0 / (1.0 + exp(-odds)), owners }
    }

    /// What speaks for and against a point becoming someone's, the weightiest first.
    #[must_use]
    pub fn grounds(&self, evidence: &Evidence, point: Point) -> Vec<Ground> {
        let looked = Looked::at(evidence);
        let Some([black, white]) = looked.points().nth(evidence.size().index(point)) else { return Vec::new() };
        let weight = |key: u64| self.weights.get(key).map_or(0, |weight| i32::from(*weight));
        let mut grounds = Vec::new();
        for (template, (&black, &white)) in TEMPLATES.iter().zip(black.iter().zip(white)) {
            let sum = weight(black) - weight(white);
            let (favours, key) = if sum > 0 { (Color::Black, black) } else { (Color::White, white) };
            if sum != 0 {
                grounds.push(Ground {
                    favours,
                    class: look::words(template, key),
                    weight: f64::from(sum.abs()) / 1000.0,
                });
            }
        }
        grounds.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        grounds
    }
}

#[cfg(test)]
mod tests {
    use goban::{Board, Diagram, Setup, Symmetry};
    use model::{Rng, Seed};
    use proptest::prelude::*;
    use testkit::{Randomness, random_game};

    use super::*;

    /// A position of a random game with owners by chance.
    fn evidence(size: BoardSize, n_moves: usize, seed: u64) -> Evidence {
        let game = random_game(size, n_moves, Randomness::PLAY, Seed(seed));
        let mut replay = game.replay(&game.main_line(), record::Mode::Strict).unwrap();
        while replay.next_ply().unwrap().is_some() {}
        let mut rng = Seed(seed).stream(1).rng();
        let owners = (0..size.area()).map(|_| f64::from(rng.next_u32() % 129) / 64.0 - 1.0).collect();
        let [lead, chance] = [rng.next_u32(), rng.next_u32()].map(f64::from);
        let board = replay.position().board().clone();
        Evidence {
            board,
            owners,
            correction: -7.0,
            given: -6.5,
            lead: lead % 100.0 - 50.0,
            chance: chance % 64.0 / 64.0,
        }
    }

    fn turned(seen: &Evidence, symmetry: Symmetry) -> Evidence {
        let size = seen.size();
        let mut image = Evidence { board: seen.board.transformed(symmetry), ..seen.clone() };
        for point in size.points() {
            image.owners[size.index(symmetry.apply(size, point))] = seen.owners[size.index(point)];
        }
        image
    }

    fn swapped(seen: &Evidence) -> Evidence {
        let setup = Setup::from(&seen.board);
        let stones = goban::ByColor::new(|color: Color| setup.stones[!color]);
        let board: Board = Setup { stones, ..setup }.board().unwrap();
        Evidence {
            board,
            owners: seen.owners.iter().map(|owner| -owner).collect(),
            correction: -seen.correction,
            given: -seen.given,
            lead: -seen.lead,
            chance: 1.0 - seen.chance,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn whose_a_point_is_does_not_depend_on_how_the_board_lies_or_who_is_black(
            side in 2usize..=19,
            n_moves in 0usize..200,
            seed in any::<u64>(),
            symmetry in 0usize..8,
        ) {
            let size = BoardSize::new(side).unwrap();
            let seen = evidence(size, n_moves, seed);
            let symmetry = Symmetry::ALL[symmetry];
            let owners = Owners::shipped();
            let said = owners.judge(&seen);
            prop_assert!(said.owners.iter().all(|owner| owner.abs() <= 1.0) && (0.0..=1.0).contains(&said.chance));
            let image = owners.judge(&turned(&seen, symmetry));
            for point in size.points() {
                prop_assert_eq!(said.owners[size.index(point)], image.owners[size.index(symmetry.apply(size, point))]);
            }
            prop_assert_eq!(said.lead, image.lead);
            prop_assert_eq!(said.chance, image.chance);
            let other = owners.judge(&swapped(&seen));
            for (here, there) in said.owners.iter().zip(&other.owners) {
                prop_assert_eq!(*here, -there);
            }
            prop_assert_eq!(said.lead, -other.lead);
            prop_assert!((said.chance + other.chance - 1.0).abs() < 1e-12);
        }

        #[test]
        fn the_grounds_of_a_point_add_up_to_what_is_said(side in 2usize..=13, n_moves in 0usize..120, seed in any::<u64>()) {
            let size = BoardSize::new(side).unwrap();
            let seen = evidence(size, n_moves, seed);
            let said = Owners::shipped().judge(&seen);
            for point in size.points() {
                let grounds = Owners::shipped().grounds(&seen, point);
                let sum: f64 = grounds.iter().map(|ground| ground.weight * ground.favours.sign()).sum();
                prop_assert!((tanh(sum / 2.0) - said.owners[size.index(point)]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_class_is_a_few_facts_in_words() {
        let drawn = Diagram::parse(
            "
            . X . . .
            X X . . .
            . . . . .
            . . . O O
            . . . O .",
        );
        let board = drawn.unwrap().board().unwrap();
        let mut seen = Evidence { owners: vec![0.0; 25], board, correction: 0.0, given: 0.0, lead: 0.0, chance: 0.5 };
        seen.owners[0] = 0.9;
        let looked = Looked::at(&seen);
        let [black, white] = looked.points().next().unwrap();
        let told = |keys: &[u64], template: usize| look::words(TEMPLATES[template], keys[template]);
        assert_eq!(told(black, 0), "its own in the games +90 %, part 3 of 8 of the game");
        assert_eq!(told(white, 0), "its own in the games -90 %, part 3 of 8 of the game");
        assert_eq!(told(black, 7), "empty, its own in the games +90 %, line 1");
        assert_eq!(
            told(black, 17),
            "own area, area of 1 or 2, sure to 90 %, safe empty points: 1, part 3 of 8 of the game"
        );
    }

    #[test]
    fn what_is_learned_again_and_again_is_believed() {
        let seen = evidence(BoardSize::new(7).unwrap(), 20, 1);
        let looked = Looked::at(&seen);
        let owners: Vec<f32> = (0..49).map(|i| if i % 3 == 0 { 0.8 } else { -0.6 }).collect();
        let lead = owners.iter().sum::<f32>() - 7.0;
        let truth = Truth { owners, lead, chance: 0.1 };
        let mut trainer = Trainer::new();
        let first = trainer.learn(&seen, &looked, &truth, 1.0);
        for _ in 0..2000 {
            trainer.learn(&seen, &looked, &truth, 1.0);
        }
        let error = |outlook: &Outlook| -> f64 {
            outlook.owners.iter().zip(&truth.owners).map(|(owner, truth)| (owner - f64::from(*truth)).abs()).sum()
        };
        let learned = trainer.owners("a test");
        let said = learned.judge(&seen);
        assert!(error(&said) < error(&first) / 10.0, "{} {}", error(&said), error(&first));
        assert!((said.lead - f64::from(lead)).abs() < 1.0, "{} {lead}", said.lead);
        assert!((said.chance - 0.1).abs() < 0.05, "{}", said.chance);
        let again = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
        assert_eq!(again.owners("a test"), learned);
        trainer.settle(40);
        assert_eq!(trainer.n_classes(), 40);
        trainer.learn(&evidence(BoardSize::NINE, 30, 2), &Looked::at(&evidence(BoardSize::NINE, 30, 2)), &truth, 1.0);
        assert_eq!(trainer.n_classes(), 40, "no class comes up once they are settled");
    }

    #[test]
    fn a_file_comes_back_as_it_was_and_a_damaged_one_is_refused() {
        let shipped = Owners::shipped();
        let bytes = shipped.to_bytes();
        assert_eq!(Owners::from_bytes(&bytes).as_ref(), Ok(shipped));
        assert!(bytes.len() < 4 << 20, "what ships is at most 4 MB");
        assert_eq!(Owners::from_bytes(b"(;GM[1])"), Err(OwnersError::Foreign));
        for n in [14, 100, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(Owners::from_bytes(&bytes[..n]), Err(OwnersError::Damaged), "cut after {n} bytes");
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 4;
        assert_eq!(Owners::from_bytes(&changed), Err(OwnersError::Damaged));
    }
}
