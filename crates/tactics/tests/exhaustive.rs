//! The readers against searches that try every point of small boards and remember nothing.

use goban::{BoardSize, Color, Illegal, Ko, Move, Point, PointSet, Position, Rules, Setup, Suicide};
use proptest::prelude::*;
use tactics::{Bounds, Limits, Outcome, Reading, Success, attack, capture, ladder};

const RULES: Rules = Rules { ko: Ko::Simple, suicide: Suicide::Forbidden, ..Rules::JAPANESE };

/// The rules of the chase, played out with every move there is.
struct Plain {
    target: Point,
    attacker: Color,
    ko_winner: Color,
    liberties: usize,
}

impl Plain {
    fn n_liberties(&self, position: &Position) -> usize {
        position.board().chain(self.target).map_or(0, |chain| chain.n_liberties())
    }

    /// Every position that a move of this colour leads to; a pass is the last.
    fn after(&self, position: &Position, color: Color) -> Vec<(Move, Position)> {
        let mut after = Vec::new();
        for point in &position.board().empty() {
            let mut next = position.clone();
            match next.check_as(color, point) {
                Ok(()) => {}
                Err(Illegal::Ko) if color == self.ko_winner => {}
                Err(_) => continue,
            }
            next.play_anyway(color, point);
            after.push((point.into(), next));
        }
        let mut next = position.clone();
        next.play_anyway(color, Move::Pass);
        after.push((Move::Pass, next));
        after
    }

    /// Whether a ladder takes the chain, the attacker to move; none when the depth does not suffice.
    fn chase(&self, position: &Position, depth: usize) -> Option<bool> {
        let now = self.n_liberties(position);
        if now > 2 {
            return Some(false);
        }
        let depth = depth.checked_sub(1)?;
        let mut known = true;
        for (_, next) in self.after(position, self.attacker) {
            // Each move takes a liberty; the last one takes the chain.
            let left = self.n_liberties(&next);
            let taken = if left == 0 {
                Some(true)
            } else if left == 1 && now == 2 {
                self.run(&next, depth)
            } else {
                continue;
            };
            if taken == Some(true) {
                return taken;
            }
            known &= taken.is_some();
        }
        known.then_some(false)
    }

    /// The same with the defender to move: any point of the board, or a pass.
    fn run(&self, position: &Position, depth: usize) -> Option<bool> {
        self.every_reply(position, depth, |next, depth| self.chase(next, depth))
    }

    fn every_reply(
        &self,
        position: &Position,
        depth: usize,
        taken: impl Fn(&Position, usize) -> Option<bool>,
    ) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        let mut known = true;
        for (_, next) in self.after(position, !self.attacker) {
            let taken = taken(&next, depth);
            if taken == Some(false) {
                return taken;
            }
            known &= taken.is_some();
        }
        known.then_some(true)
    }

    /// Whether the chain is taken with this many quiet moves, the attacker to move: anywhere near the chain, each a threat.
    fn hunt(&self, position: &Position, quiet: usize, depth: usize) -> Option<bool> {
        let ladder = self.chase(position, depth);
        if ladder == Some(true) || quiet == 0 || self.n_liberties(position) > self.liberties {
            return ladder;
        }
        let depth = depth.checked_sub(1)?;
        let near = self.quiet_points(position);
        let mut known = ladder.is_some();
        for (mv, next) in self.after(position, self.attacker) {
            if mv.point().is_none_or(|point| !near.contains(point)) {
                continue;
            }
            let mut passed = next.clone();
            passed.play_anyway(!self.attacker, Move::Pass);
            let threat = self.chase(&passed, depth);
            known &= threat.is_some();
            if threat != Some(true) {
                continue;
            }
            let taken = self.every_reply(&next, depth, |next, depth| self.hunt(next, quiet - 1, depth));
            if taken == Some(true) {
                return taken;
            }
            known &= taken.is_some();
        }
        known.then_some(false)
    }

    fn quiet_points(&self, position: &Position) -> PointSet {
        let board = position.board();
        let chain = board.chain(self.target).expect("the chain is there");
        let mut points = chain.liberties().grown();
        for rival in board.chains().filter(|rival| rival.color() == self.attacker && rival.n_liberties() <= 3) {
            if rival.stones().meets(&chain.stones().grown()) {
                points |= *rival.liberties();
            }
        }
        points
    }

    /// Whether the attacker takes the chain within this many moves of both sides, if both may play anywhere.
    fn take(&self, position: &Position, depth: usize) -> bool {
        depth > 0
            && self
                .after(position, self.attacker)
                .iter()
                .any(|(_, next)| self.n_liberties(next) == 0 || self.lose(next, depth - 1))
    }

    fn lose(&self, position: &Position, depth: usize) -> bool {
        depth > 0 && self.after(position, !self.attacker).iter().all(|(_, next)| self.take(next, depth - 1))
    }
}

/// Reads plainly with each side winning the kos; none when the depth did not suffice.
fn plainly(target: Point, attacker: Color, liberties: usize, look: impl Fn(&Plain) -> Option<bool>) -> Option<Outcome> {
    let taken = |ko_winner| look(&Plain { target, attacker, ko_winner, liberties });
    Some(match (taken(!attacker)?, taken(attacker)?) {
        (true, _) => Outcome::Captured,
        (false, true) => Outcome::Ko,
        (false, false) => Outcome::Escapes,
    })
}

/// A board of random stones with a stone to look at; chains without a liberty are lifted.
fn positions(side: usize, full: f64) -> impl Strategy<Value = (Position, Point)> {
    let size = BoardSize::new(side).unwrap();
    let cell = prop_oneof![
        ((1.0 - full) * 100.0) as u32 => Just(None),
        (full * 50.0) as u32 => Just(Some(Color::Black)),
        (full * 50.0) as u32 => Just(Some(Color::White)),
    ];
    (prop::collection::vec(cell, size.area()), any::<prop::sample::Index>()).prop_filter_map(
        "no stones",
        move |(cells, index)| {
            let mut setup = Setup::new(size);
            for (point, cell) in size.points().zip(&cells) {
                if let Some(color) = cell {
                    setup.stones[*color].insert(point);
                }
            }
            let position = Position::from_setup(&setup.repaired(), RULES).ok()?;
            let stones: Vec<Point> = size.points().filter(|&point| !position.board().is_empty(point)).collect();
            let target = (!stones.is_empty()).then(|| *index.get(&stones))?;
            Some((position, target))
        },
    )
}

fn is_playable(position: &Position, reading: &Reading) {
    let mut position = position.clone();
    for &(color, mv) in &reading.line {
        let (_, illegal) = position.play_anyway(color, mv);
        assert!(matches!(illegal, None | Some(Illegal::Ko | Illegal::GameOver)), "{illegal:?} in {:?}", reading.line);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ladders_are_read_as_by_trying_everything((position, target) in positions(5, 0.6)) {
        let owner = position.board().get(target).unwrap();
        let liberties = position.board().chain(target).unwrap().n_liberties();
        for first in Color::ALL.into_iter().filter(|&first| first != owner || liberties == 1) {
            let reading = ladder(&position, target, first, Limits::default()).unwrap();
            let plain = plainly(target, !owner, 0, |plain| match first == owner {
                true => plain.run(&position, 14),
                false => plain.chase(&position, 14),
            });
            if let Some(plain) = plain {
                prop_assert_eq!(reading.outcome, plain, "{:?} {:?}, {} first", position, target, first);
            }
            is_playable(&position, &reading);
            let gone = reading.line.iter().fold(position.clone(), |mut position, &(color, mv)| {
                position.play_anyway(color, mv);
                position
            });
            if reading.outcome == Outcome::Captured {
                prop_assert!(gone.board().is_empty(target) || gone.board().get(target) != Some(owner));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn quiet_moves_are_read_as_by_trying_every_reply((position, target) in positions(4, 0.45)) {
        let owner = position.board().get(target).unwrap();
        let limits = Limits { quiet_moves: 1, liberties: 4, ..Limits::default() };
        for first in Color::ALL {
            let reading = capture(&position, target, first, limits).unwrap();
            let plain = plainly(target, !owner, limits.liberties, |plain| match first == owner {
                true => plain.every_reply(&position, 8, |next, depth| plain.hunt(next, 1, depth)),
                false => plain.hunt(&position, 1, 8),
            });
            if let Some(plain) = plain {
                prop_assert_eq!(reading.outcome, plain, "{:?} {:?}, {} first", position, target, first);
            }
            is_playable(&position, &reading);
        }
    }

    #[test]
    fn what_is_captured_is_captured_against_every_defence((position, target) in positions(4, 0.7)) {
        let owner = position.board().get(target).unwrap();
        let reading = capture(&position, target, !owner, Limits::default()).unwrap();
        let longest = 7;
        if reading.outcome == Outcome::Captured && reading.line.len() <= longest {
            let plain = Plain { target, attacker: !owner, ko_winner: owner, liberties: 0 };
            // The line answers what could save the chain; moves that only delay its end can make it longer.
            let taken = (longest..=longest + 6).step_by(2).any(|depth| plain.take(&position, depth));
            prop_assert!(taken, "{:?} {:?} {:?}", position, target, reading.line);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What ladders and quiet moves take, reading to the end takes as well, if it comes to one. It alone asks whether a single stone is
    /// taken back by a ko.
    #[test]
    fn what_is_captured_is_proved_to_be((position, target) in positions(6, 0.5)) {
        let owner = position.board().get(target).unwrap();
        let reading = capture(&position, target, !owner, Limits::default()).unwrap();
        if reading.outcome == Outcome::Captured {
            let bounds = Bounds { nodes: 50_000, ..Bounds::default() };
            let answer = attack(&position, target, &bounds).unwrap();
            let agrees = answer.known().is_none_or(|success| matches!(success, Success::Yes | Success::GoodKo));
            prop_assert!(agrees, "{:?} {:?} {:?} {:?}", position, target, reading.line, answer);
        }
    }
}

#[test]
fn a_capture_may_take_longer_than_its_line() {
    let drawn = "X O . X\nX X . X\n. O O X\nO X . X";
    let position = Position::from_setup(&goban::Diagram::parse(drawn).unwrap(), RULES).unwrap();
    let target = position.size().parse_vertex("A3").unwrap();
    let reading = capture(&position, target, Color::White, Limits::default()).unwrap();
    assert_eq!((reading.outcome, reading.line.len()), (Outcome::Captured, 5));
    let plain = Plain { target, attacker: Color::White, ko_winner: Color::Black, liberties: 0 };
    let found: Vec<usize> = (5..=13).filter(|&depth| plain.take(&position, depth)).collect();
    assert_eq!(found, [9, 10, 11, 12, 13], "Black can put off the end by four moves that change nothing");
}
