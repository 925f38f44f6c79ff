//! Whose each point will be, learned: playouts err in ways that their own numbers and the shapes on the board reveal.
//!
//! A point belongs to one class of each kind, once as Black sees it and once as White does. Every class has a weight;
//! the sum of the weights of Black's classes less those of White's is the log-odds that the point becomes Black's. Exchanged colours
//! therefore give exactly the opposite. There is nothing hidden: a class is a few binned facts that can be put into words.
//!
//! A position is looked at three times: at its stones alone, at its games, and again at what both said. What the stones say is a fact of the last
//! look; the classes of the other two add up.

mod evidence;
mod file;
mod look;
mod nested;
mod scale;
mod table;
mod train;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use goban::{BoardSize, Color, Point};
use libm::{exp, tanh};
use rayon::prelude::*;

pub use evidence::Evidence;
pub use file::OwnersError;
pub use train::{Seen, Trainer, Truth};

use look::{Look, Looked, STRETCHES};
use scale::Scale;
use table::Table;

/// What was learned: classes with their weights, and how the lead is read from owners and the chance to win from the lead.
#[derive(Clone, PartialEq, Debug)]
pub struct Owners {
    /// Where it comes from, in words.
    pub(crate) origin: String,
    /// For each look, the weights of the classes in thousandths.
    pub(crate) weights: [Table<i16>; 3],
    /// For every stretch of games, how the lead is read from the sum of the owners.
    pub(crate) scales: [Scale; STRETCHES],
    /// For every stretch, what ten points of lead add to the log-odds of winning.
    pub(crate) chance: [f32; STRETCHES],
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

const SHIPPED_FILE: &[u8] = include_bytes!("../../assets/owners.bin");

/// What ships with the program; `assets/README.md` says what it was learned from.
static SHIPPED: LazyLock<Owners> = LazyLock::new(|| {
    Owners::from_bytes(SHIPPED_FILE).expect("the shipped file of owners can be read, as a test of this crate says")
});

impl Owners {
    /// The smallest board on which it was measured that what ships sees better than the games alone.
    const SMALLEST: usize = 9;

    /// Without any classes.
    fn ignorant() -> Owners {
        Owners {
            origin: String::new(),
            weights: std::array::from_fn(|_| Table::new()),
            scales: Default::default(),
            chance: Default::default(),
        }
    }

    /// The classes that ship with the program.
    #[must_use]
    pub fn shipped() -> &'static Owners {
        &SHIPPED
    }

    /// The classes that ship with the program, for boards on which they serve: they were learned on 9×9, 13×13 and 19×19.
    #[must_use]
    pub fn shipped_for(size: BoardSize) -> Option<&'static Owners> {
        (size.get() >= Owners::SMALLEST).then(Owners::shipped)
    }

    /// A number that tells the classes that ship from others: whoever keeps what was found with them keeps it too.
    #[must_use]
    pub fn shipped_mark() -> u32 {
        file::sum(SHIPPED_FILE)
    }

    /// From what they were learned, in words.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// How many classes there are.
    #[must_use]
    pub fn n_classes(&self) -> usize {
        self.weights.iter().map(Table::len).sum()
    }

    /// What the classes say about a position after its games: of several lots of them, the mean of what the classes of each add up to.
    #[must_use]
    pub fn judge(&self, evidence: &Evidence) -> Outlook {
        let lots: Vec<Evidence> = evidence.by_lot().collect();
        let looked: Vec<([Looked; 2], Vec<i32>)> = lots.par_iter().map(|lot| self.look(lot)).collect();
        let stretch = looked.first().map_or(0, |(looks, _)| looks[0].stretch());
        let n_lots = lots.len() as f64;
        let mut all = vec![0; evidence.size().area()];
        for (_, sums) in looked {
            all.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
        }
        let owners: Vec<f64> = all.into_iter().map(|sum| owner(f64::from(sum) / n_lots)).collect();
        let lead = self.scales[stretch].lead(evidence.parts(&owners));
        let odds = f64::from(self.chance[stretch]) * lead / 10.0;
        Outlook { lead, chance: 1.0 / (1.0 + exp(-odds)), owners }
    }

    /// Looks at the games of a position, and again at what they and the stones say. Gives the classes of both looks, and what they add up
    /// to for every point.
    fn look(&self, evidence: &Evidence) -> ([Looked; 2], Vec<i32>) {
        let games = Looked::new(Look::Games, evidence, &evidence.nothing(), evidence.size().points());
        let by_games = self.sums(Look::Games, &games);
        let again = self.look_again(evidence, &by_games);
        let by_all = by_games.iter().zip(self.sums(Look::Again, &again)).map(|(sum, more)| sum + more).collect();
        ([games, again], by_all)
    }

    /// The last look, with what the classes of the games add up to.
    fn look_again(&self, evidence: &Evidence, by_games: &[i32]) -> Looked {
        let nothing = evidence.nothing();
        let stones =
            Looked::new(Look::Stones, &evidence.believing(nothing.clone()), &nothing, evidence.size().points());
        let owners = |sums: &[i32]| sums.iter().map(|&sum| owner(sum.into())).collect::<Vec<f64>>();
        let by_stones = owners(&self.sums(Look::Stones, &stones));
        let so_far = evidence.believing(owners(by_games));
        Looked::new(Look::Again, &so_far, &by_stones, evidence.size().points())
    }

    /// What the classes of every point add up to in a look, in thousandths.
    fn sums(&self, look: Look, looked: &Looked) -> Vec<i32> {
        let sum = |keys: &[u64]| keys.iter().map(|&key| self.weight(look, key)).sum::<i32>();
        looked.points().map(|[black, white]| sum(black) - sum(white)).collect()
    }

    fn weight(&self, look: Look, key: u64) -> i32 {
        self.weights[look as usize].get(key).map_or(0, |weight| i32::from(*weight))
    }

    /// What speaks for and against a point becoming someone's, the weightiest first.
    #[must_use]
    pub fn grounds(&self, evidence: &Evidence, point: Point) -> Vec<Ground> {
        let at = evidence.size().index(point);
        let lots = evidence.by_lot();
        let whole = 1000.0 * lots.len() as f64;
        // Lots may have a class in common.
        let mut sums: BTreeMap<(Look, u64, bool), i32> = BTreeMap::new();
        for (look, looked) in lots.flat_map(|lot| [Look::Games, Look::Again].into_iter().zip(self.look(&lot).0)) {
            let Some([black, white]) = looked.points().nth(at) else { continue };
            for (&black, &white) in black.iter().zip(white) {
                let sum = self.weight(look, black) - self.weight(look, white);
                let key = if sum > 0 { black } else { white };
                *sums.entry((look, key, sum > 0)).or_default() += sum.abs();
            }
        }
        let ground = |((look, key, for_black), sum)| Ground {
            favours: if for_black { Color::Black } else { Color::White },
            class: look::words(look, key),
            weight: f64::from(sum) / whole,
        };
        let mut grounds: Vec<Ground> = sums.into_iter().filter(|(_, sum)| *sum != 0).map(ground).collect();
        grounds.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        grounds
    }
}

/// Whose a point is by what its classes add up to, in thousandths: twice the probability less one.
fn owner(sum: f64) -> f64 {
    tanh(sum / 2000.0)
}

#[cfg(test)]
mod tests {
    use goban::{Board, Diagram, Setup, Symmetry};
    use model::{Rng, Seed};
    use proptest::prelude::*;
    use testkit::{Randomness, random_game};

    use super::*;

    /// A position of a random game with owners by chance, in one lot of games or several.
    fn evidence(size: BoardSize, n_moves: usize, seed: u64) -> Evidence {
        let game = random_game(size, n_moves, Randomness::PLAY, Seed(seed));
        let mut replay = game.replay(&game.main_line(), record::Mode::Strict).unwrap();
        while replay.next_ply().unwrap().is_some() {}
        let mut rng = Seed(seed).stream(1).rng();
        let n_lots = seed % 4;
        let mut owners = || (0..size.area()).map(|_| f64::from(rng.next_u32() % 129) / 64.0 - 1.0).collect();
        let (lots, owners) = ((0..n_lots).map(|_| owners()).collect(), owners());
        let [lead, chance] = [rng.next_u32(), rng.next_u32()].map(f64::from);
        let board = replay.position().board().clone();
        Evidence {
            board,
            owners,
            lots,
            correction: -7.0,
            given: -6.5,
            turn: replay.position().to_move().sign(),
            lead: lead % 100.0 - 50.0,
            chance: chance % 64.0 / 64.0,
        }
    }

    fn turned(seen: &Evidence, symmetry: Symmetry) -> Evidence {
        let size = seen.size();
        let turn = |owners: &Vec<f64>| {
            let mut image = owners.clone();
            for point in size.points() {
                image[size.index(symmetry.apply(size, point))] = owners[size.index(point)];
            }
            image
        };
        let (owners, lots) = (turn(&seen.owners), seen.lots.iter().map(turn).collect());
        Evidence { board: seen.board.transformed(symmetry), owners, lots, ..seen.clone() }
    }

    fn swapped(seen: &Evidence) -> Evidence {
        let setup = Setup::from(&seen.board);
        let stones = goban::ByColor::new(|color: Color| setup.stones[!color]);
        let board: Board = Setup { stones, ..setup }.board().unwrap();
        let negate = |owners: &Vec<f64>| owners.iter().map(|owner| -owner).collect();
        Evidence {
            board,
            owners: negate(&seen.owners),
            lots: seen.lots.iter().map(negate).collect(),
            correction: -seen.correction,
            given: -seen.given,
            turn: -seen.turn,
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
    fn lots_that_say_the_same_say_it_as_one_does() {
        let one = Evidence { lots: Vec::new(), ..evidence(BoardSize::NINE, 30, 5) };
        let several = Evidence { lots: vec![one.owners.clone(); 3], ..one.clone() };
        assert_eq!(Owners::shipped().judge(&one), Owners::shipped().judge(&several));
        let point = one.size().points().nth(40).unwrap();
        assert_eq!(Owners::shipped().grounds(&one, point), Owners::shipped().grounds(&several, point));
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
        let mut seen = Evidence {
            owners: vec![0.0; 25],
            lots: Vec::new(),
            board,
            correction: 0.0,
            given: 0.0,
            turn: 0.0,
            lead: 0.0,
            chance: 0.5,
        };
        seen.owners[0] = 0.9;
        let nothing = seen.nothing();
        let looked = Looked::new(Look::Games, &seen, &nothing, seen.size().points());
        let [black, white] = looked.points().next().unwrap();
        let told = |keys: &[u64], kind: usize| look::words(Look::Games, keys[kind]);
        assert_eq!(told(black, 0), "its own in the games +90 %, part 3 of 8 of the game");
        assert_eq!(told(white, 0), "its own in the games -90 %, part 3 of 8 of the game");
        assert_eq!(told(black, 7), "empty, its own in the games +90 %, line 1");
        assert_eq!(
            told(black, 17),
            "own area, area of 1 or 2, sure to 90 %, safe empty points: 1, part 3 of 8 of the game"
        );
        let looked = Looked::new(Look::Stones, &seen, &nothing, seen.size().points());
        let [black, _] = looked.points().next().unwrap();
        let told = |kind: usize| look::words(Look::Stones, black[kind]);
        assert_eq!(told(0), "empty, line 1, part 3 of 8 of the game");
        assert_eq!(told(black.len() - 1), "the stones around it as they lie, up to 7 lines away");
        let by_stones: Vec<f64> = (0..25).map(|i| if i == 0 { -0.4 } else { 0.0 }).collect();
        let looked = Looked::new(Look::Again, &seen, &by_stones, seen.size().points());
        let [black, _] = looked.points().next().unwrap();
        let told: Vec<String> = black.iter().map(|&key| look::words(Look::Again, key)).collect();
        assert!(
            told.contains(&"its own so far +90 %, its own by the stones alone -40 %, line 1".to_string()),
            "{told:?}"
        );
    }

    #[test]
    fn larger_shapes_refine_smaller_ones() {
        let shapes = |drawn: &str, vertex: &str| {
            let board = Diagram::parse(drawn).unwrap().board().unwrap();
            nested::Nest::new().around(&look::Grid::new(&board), board.size().parse_vertex(vertex).unwrap())
        };
        let one = "
            . . . . . . . . .
            . . X . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        // The same in a mirror with the colours exchanged, and one more stone far off.
        let other = "
            . . . . . . . . .
            . . . . . . O . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . . O . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . X . . . . . . .";
        let ([black, white], [swapped, _]) = (shapes(one, "E5"), shapes(other, "E5"));
        assert_ne!(black, white);
        assert_eq!(white[..3], swapped[..3]);
        assert_ne!(white[4], swapped[4]);
    }

    #[test]
    fn what_is_learned_again_and_again_is_believed() {
        let seen = Evidence { lots: Vec::new(), ..evidence(BoardSize::new(7).unwrap(), 20, 1) };
        let owners: Vec<f32> = (0..49).map(|i| if i % 3 == 0 { 0.8 } else { -0.6 }).collect();
        let lead = owners.iter().sum::<f32>() - 7.0;
        let truth = Truth { owners, lead, chance: 0.1 };
        let error = |outlook: &Outlook| -> f64 {
            outlook.owners.iter().zip(&truth.owners).map(|(owner, truth)| (owner - f64::from(*truth)).abs()).sum()
        };
        let mut trainer = Trainer::new();
        let mut errors = Vec::new();
        for stage in 0..Trainer::STAGES {
            assert_eq!(trainer.stage(), stage);
            for i in 0..700 {
                let looked = trainer.look(&seen, i);
                let believed = trainer.learn(&seen, &looked, &truth, 1.0);
                if stage > 0 && i % 699 == 0 {
                    errors.push(error(&believed));
                }
            }
            if stage < Trainer::STAGES - 1 {
                trainer.next();
            }
        }
        assert!(
            errors[1] < errors[0] / 10.0 && errors[2] < errors[1] + 0.5 && errors[3] < errors[0] / 20.0,
            "{errors:?}"
        );
        let learned = trainer.owners("a test");
        let said = learned.judge(&seen);
        assert!((error(&said) - errors[3]).abs() < 0.1, "{} {errors:?}", error(&said));
        assert!((said.lead - f64::from(lead)).abs() < 1.0, "{} {lead}", said.lead);
        assert!((said.chance - 0.1).abs() < 0.05, "{}", said.chance);
        let again = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
        assert_eq!(again.owners("a test"), learned);
        let before = learned.weights[0].len() + learned.weights[1].len();
        trainer.settle(40);
        assert_eq!(trainer.n_classes(), before + 40);
        let other = evidence(BoardSize::NINE, 30, 2);
        trainer.learn(&other, &trainer.look(&other, 0), &Truth { owners: vec![0.0; 81], ..truth }, 1.0);
        assert_eq!(trainer.n_classes(), before + 40, "no class comes up once they are settled");
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
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Owners::from_bytes(&longer), Err(OwnersError::Damaged));
        // Every bit of a small file, and some of what ships.
        let small = Owners { origin: "a test".to_string(), ..Owners::ignorant() }.to_bytes();
        for (bytes, step) in [(&small, 1), (&bytes, 100_003)] {
            for at in (0..8 * bytes.len()).step_by(step).chain(8 * bytes.len() - 80..8 * bytes.len()) {
                let mut changed = bytes.clone();
                changed[at / 8] ^= 1 << (at % 8);
                assert!(Owners::from_bytes(&changed).is_err(), "bit {at} of {}", 8 * bytes.len());
            }
        }
    }
}
