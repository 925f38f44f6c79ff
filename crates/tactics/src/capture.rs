//! Quiet moves: no atari, but the threat of a ladder. The defender may answer anywhere, yet only points that can make a
//! difference to the threat need to be tried (T. Thomsen: Lambda-search in game trees, 2000).

use goban::{Move, Point, PointSet};

use crate::search::{Found, Search, Verdict};

impl Search {
    /// The attacker moves: a ladder, or a quiet move that threatens one, as often as `quiet_moves` says.
    pub(crate) fn hunt(&mut self, quiet_moves: usize) -> Found {
        let mut best = self.chase();
        if best.verdict == Verdict::Captured || quiet_moves == 0 || self.n_liberties() > self.limits.liberties {
            return best;
        }
        if self.is_spent() {
            return Found::unknown();
        }
        let attacker = self.attacker;
        let liberties = self.liberties();
        for point in self.quiet_moves(&liberties) {
            if !self.play(attacker, point) {
                continue;
            }
            let threat = self.if_defender_passes(|search| search.chase());
            if threat.verdict != Verdict::Captured {
                self.undo();
                continue;
            }
            let found = self.answer(threat, quiet_moves - 1);
            let found = self.take_back(point, &liberties, found);
            if found.verdict == Verdict::Captured {
                return found;
            }
            best = best.or(found);
        }
        best
    }

    /// The defender moves, in atari or not.
    pub(crate) fn defend(&mut self, quiet_moves: usize) -> Found {
        let threat = self.if_defender_passes(|search| search.hunt(quiet_moves));
        match threat.verdict {
            Verdict::Captured => self.answer(threat, quiet_moves),
            Verdict::Escapes => Found::escapes(),
            Verdict::Unknown => Found::unknown(),
        }
    }

    /// The defender moves against a threat that works if it passes.
    fn answer(&mut self, threat: Found, quiet_moves: usize) -> Found {
        let defender = !self.attacker;
        let mut together = threat.zone | self.own_captures();
        let replies = together & self.position.board().empty();
        let mut longest: Option<Found> = None;
        for reply in replies {
            if !self.play(defender, reply) {
                continue;
            }
            let found = self.hunt(quiet_moves).after(defender, reply.into());
            self.undo();
            if found.verdict == Verdict::Escapes {
                return found;
            }
            together |= found.zone;
            longest = Some(Found::longer(longest, found));
        }
        let mut found = longest.unwrap_or(threat);
        found.zone |= together;
        found
    }

    /// The points where the defender takes something: wherever that is, it may be what the threat stands on.
    fn own_captures(&self) -> PointSet {
        let board = self.position.board();
        let in_atari = board.chains().filter(|chain| chain.color() == self.attacker && chain.in_atari());
        in_atari.fold(PointSet::EMPTY, |points, chain| points | *chain.liberties())
    }

    fn if_defender_passes(&mut self, look: impl FnOnce(&mut Search) -> Found) -> Found {
        let defender = !self.attacker;
        self.pass(defender);
        let found = look(self).after(defender, Move::Pass);
        self.undo();
        found
    }

    /// Where a quiet move may help: the liberties, the points beside them, and the last liberties of surrounding chains.
    fn quiet_moves(&self, liberties: &PointSet) -> Vec<Point> {
        let board = self.position.board();
        let near = (liberties.grown() & board.empty()) - *liberties;
        let around = board.chain(self.target).map_or(PointSet::EMPTY, |chain| chain.stones().grown());
        let rescues = self.scarce_liberties(&around) - *liberties - near;
        liberties.iter().chain(near).chain(rescues).collect()
    }
}
