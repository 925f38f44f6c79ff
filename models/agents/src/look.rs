//! What can be seen on a board by looking: candidates, liberties as the agents count them, groups. Nothing is kept here;
//! whoever needs it faster keeps it.

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet};

/// The liberties of a stone as the agents count them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Liberties {
    /// Empty points beside the stone.
    pub own: usize,
    /// The sum over the stone and all that it is linked with: a point beside two of them counts twice.
    pub group: usize,
}

impl Liberties {
    /// Whether the stone dies at the next look.
    #[must_use]
    pub fn none(self) -> bool {
        self == Liberties::default()
    }
}

fn all(stones: &ByColor<PointSet>) -> PointSet {
    stones.black | stones.white
}

/// Whether a stone may be put on a point: it is empty, and its neighbours are not all stones of one colour.
pub(crate) fn is_candidate(size: BoardSize, stones: &ByColor<PointSet>, point: Point) -> bool {
    let surrounded = |color: Color| size.neighbors(point).all(|near| stones[color].contains(near));
    !all(stones).contains(point) && !surrounded(Color::Black) && !surrounded(Color::White)
}

/// The points where a stone may be put, the same for both colours.
pub(crate) fn candidates(size: BoardSize, stones: &ByColor<PointSet>) -> PointSet {
    size.points().filter(|&point| is_candidate(size, stones, point)).collect()
}

/// The empty points beside a point.
pub(crate) fn own_liberties(size: BoardSize, stones: &ByColor<PointSet>, point: Point) -> usize {
    let occupied = all(stones);
    size.neighbors(point).filter(|&near| !occupied.contains(near)).count()
}

/// The chain of a stone.
pub(crate) fn chain(stones: &PointSet, point: Point) -> PointSet {
    PointSet::from(point).flooded(stones)
}

/// What a stone counts when it is linked with these.
pub(crate) fn liberties(size: BoardSize, stones: &ByColor<PointSet>, point: Point, group: &PointSet) -> Liberties {
    let group = group.iter().map(|stone| own_liberties(size, stones, stone)).sum();
    Liberties { own: own_liberties(size, stones, point), group }
}

/// What every stone of a board counts when the links are the chains, row by row from the top left.
pub(crate) fn all_liberties(board: &Board) -> Vec<Option<Liberties>> {
    let size = board.size();
    let mut counted = vec![None; size.area()];
    for chain in board.chains() {
        let own = |stone: Point| own_liberties(size, board.stones(), stone);
        let group = chain.stones().iter().map(own).sum();
        for stone in chain.stones() {
            counted[size.index(stone)] = Some(Liberties { own: own(stone), group });
        }
    }
    counted
}

/// Whether a set of stones has an empty point beside it.
pub(crate) fn breathes(size: BoardSize, stones: &ByColor<PointSet>, group: &PointSet) -> bool {
    !(group.grown() & size.all_points()).is_subset(&all(stones))
}

/// Whether the stone just put on a point was suicide by the rules of Go: its chain has no liberty, and it took the last
/// one from nobody.
pub(crate) fn is_suicide(size: BoardSize, stones: &ByColor<PointSet>, color: Color, point: Point) -> bool {
    let breathless = |color: Color, at| !breathes(size, stones, &chain(&stones[color], at));
    breathless(color, point)
        && !size.neighbors(point).any(|near| stones[!color].contains(near) && breathless(!color, near))
}
