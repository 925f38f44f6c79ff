//! The same agents under the rules of Go, which goban knows: captures at once, no suicide, no repeated board.

use goban::{
    Agreement, BoardSize, ByColor, Color, HandicapBonus, Ko, Move, Point, PointSet, Position, Rules, Setup, Suicide,
};
use model::Event;

use crate::chance::Chance;
use crate::fast::Ground;
use crate::world::{Watched, World};
use crate::{Contest, Liberties, look};

pub(crate) struct RealRules {
    position: Position,
    ground: Ground,
}

impl RealRules {
    pub(crate) fn new(contest: &Contest) -> RealRules {
        RealRules { position: Position::new(contest.size, contest.rules()), ground: Ground::new(contest.size) }
    }

    fn edit(&mut self, stones: ByColor<PointSet>) -> bool {
        let setup = Setup { size: self.position.size(), stones, to_move: self.position.to_move() };
        self.position.edit(&setup).is_ok()
    }
}

impl Contest {
    /// The rules of the variant `rules`.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules {
            ko: Ko::Positional,
            suicide: Suicide::Forbidden,
            scoring: self.scoring,
            komi: self.komi,
            handicap_bonus: HandicapBonus::None,
        }
    }
}

impl World for RealRules {
    fn size(&self) -> BoardSize {
        self.position.size()
    }

    fn stones(&self) -> &ByColor<PointSet> {
        self.position.board().stones()
    }

    fn candidates(&self) -> PointSet {
        self.ground.candidates()
    }

    fn capacity(&self) -> usize {
        self.ground.capacity()
    }

    fn allows(&self, color: Color, point: Point) -> bool {
        self.position.check_as(color, point).is_ok()
    }

    fn play(&mut self, color: Color, mv: Move, _: &mut Chance, events: &mut Vec<Event>) -> bool {
        let (played, _) = self.position.play_anyway(color, mv);
        if let Move::Play(point) = mv {
            self.ground.put(color, self.ground.index(point));
        }
        for stones in played.captured.components() {
            for stone in stones {
                self.ground.take(!color, self.ground.index(stone));
            }
            events.push(Event::Death { color: !color, stones, breathing: false });
        }
        false
    }

    /// Everything dies at once.
    fn bury(&mut self, _: Color, _: &mut Chance, _: &mut Vec<Event>) {}

    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// A side whose stones are all taken plays on.
    fn needs_stones(&self) -> bool {
        false
    }

    fn scores(&self) -> ByColor<f64> {
        self.position.score(&Agreement::default(), 0).sides.map(|side| side.total)
    }
}

impl Watched for RealRules {
    fn liberties(&self, point: Point) -> Option<Liberties> {
        let chain = self.position.board().chain(point)?;
        Some(look::liberties(self.size(), self.stones(), point, chain.stones()))
    }

    fn links(&self, point: Point) -> PointSet {
        self.position.board().chain(point).map_or(PointSet::EMPTY, |chain| *chain.stones() - point.into())
    }

    /// Only where every chain keeps a liberty, as on any board that play could leave behind.
    fn paint(&mut self, color: Color, point: Point, _: &mut Chance) -> bool {
        let mut stones = *self.stones();
        stones[color].insert(point);
        let done = self.edit(stones);
        if done {
            self.ground.put(color, self.ground.index(point));
        }
        done
    }

    fn erase(&mut self, color: Color, point: Point) -> bool {
        let mut stones = *self.stones();
        stones[color].remove(point);
        let done = self.edit(stones);
        if done {
            self.ground.take(color, self.ground.index(point));
        }
        done
    }
}
