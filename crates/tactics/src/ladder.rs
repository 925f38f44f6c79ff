//! The chase: every move of the attacker is an atari, and the chain runs or fights back.

use goban::{Move, Point, PointSet};

use crate::search::{Found, Search, Verdict};

impl Search {
    /// The attacker moves: it takes the chain, or puts it in atari from one side or the other.
    pub(crate) fn chase(&mut self) -> Found {
        if self.n_liberties() > 2 || self.repeats() {
            return Found::escapes();
        }
        if self.is_spent() {
            return Found::unknown();
        }
        let attacker = self.attacker;
        let liberties = self.liberties();
        let mut best = Found::escapes();
        for point in self.better_side_first(&liberties) {
            if !self.play(attacker, point) {
                continue;
            }
            let found = if self.n_liberties() == 0 { Found::captured() } else { self.run() };
            let found = self.take_back(point, &liberties, found);
            if found.verdict == Verdict::Captured {
                return found;
            }
            best = best.or(found);
        }
        best
    }

    /// Takes back a move of the attacker at a chain with these liberties, and makes what was found part of the line.
    pub(crate) fn take_back(&mut self, point: Point, liberties: &PointSet, mut found: Found) -> Found {
        let near = (*liberties | PointSet::from(point)).grown();
        found.zone |= *liberties | self.scarce_liberties(&near);
        self.undo();
        found.after(self.attacker, point.into())
    }

    /// The defender moves, in atari: it extends, or takes a chain that surrounds it. After anything else it is taken.
    pub(crate) fn run(&mut self) -> Found {
        if self.is_spent() {
            return Found::unknown();
        }
        let defender = !self.attacker;
        let (tries, zone) = self.ways_out();
        let mut longest: Option<Found> = None;
        let mut together = zone;
        for point in tries {
            if !self.play(defender, point) {
                continue;
            }
            let found = self.chase().after(defender, point.into());
            self.undo();
            if found.verdict == Verdict::Escapes {
                return found;
            }
            together |= found.zone;
            longest = Some(Found::longer(longest, found));
        }
        let mut found = longest.unwrap_or_else(|| {
            self.pass(defender);
            let found = self.chase().after(defender, Move::Pass);
            self.undo();
            found
        });
        found.zone |= together;
        found
    }

    /// The points that could save the chain, captures first, and the zone of this moment: a stone of the defender elsewhere
    /// would neither lengthen the chain nor put a surrounding chain in atari.
    fn ways_out(&self) -> (Vec<Point>, PointSet) {
        let board = self.position.board();
        let Some(chain) = board.chain(self.target) else { return (Vec::new(), PointSet::EMPTY) };
        let mut captures = PointSet::EMPTY;
        let mut around = chain.stones().grown() & board.stones()[self.attacker];
        while let Some(rival) = around.first().and_then(|stone| board.chain(stone)) {
            around -= *rival.stones();
            if rival.in_atari() {
                captures |= *rival.liberties();
            }
        }
        let extensions = *chain.liberties() - captures;
        let both = captures | extensions;
        let near = chain.stones().grown() | both.grown();
        let zone = both | self.scarce_liberties(&near);
        (captures.iter().chain(extensions.iter()).collect(), zone)
    }

    /// The liberties of the attacker's chains that touch these points and have few of them: a stone there changes what may be
    /// done to them.
    pub(crate) fn scarce_liberties(&self, points: &PointSet) -> PointSet {
        let board = self.position.board();
        let mut scarce = PointSet::EMPTY;
        let mut rest = *points & board.stones()[self.attacker];
        while let Some(chain) = rest.first().and_then(|stone| board.chain(stone)) {
            rest -= *chain.stones();
            if chain.n_liberties() <= self.scarce {
                scarce |= *chain.liberties();
            }
        }
        scarce
    }

    /// The liberties, first the one where the chain would gain more by extending.
    fn better_side_first(&self, liberties: &PointSet) -> Vec<Point> {
        let board = self.position.board();
        let size = board.size();
        let defender = !self.attacker;
        let gain = |point: Point| {
            let mut reached = PointSet::EMPTY;
            for near in size.neighbors(point) {
                match board.chain(near) {
                    None => drop(reached.insert(near)),
                    Some(chain) if chain.color() == defender => reached |= *chain.liberties(),
                    Some(_) => {}
                }
            }
            (reached - *liberties).len()
        };
        let mut points: Vec<Point> = liberties.iter().collect();
        points.sort_by_key(|&point| std::cmp::Reverse(gain(point)));
        points
    }
}
