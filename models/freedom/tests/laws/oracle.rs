//! Paths found the slow and obvious way: try every set of empty points, and keep the smallest that connect.
//!
//! Everything is read off boards that really have the stones; nothing is shared with the library but its types.

use goban::{Board, ByColor, Color, Point, PointSet};

/// A path to a point: its stones, and the liberties of the point's chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct OraclePath {
    pub(crate) stones: PointSet,
    pub(crate) liberties: usize,
}

/// All paths of a colour to an empty point, sorted.
pub(crate) fn paths_to(board: &Board, color: Color, point: Point, reach: usize) -> Vec<OraclePath> {
    let mut others = board.empty();
    others.remove(point);
    let connects = |set: &PointSet| {
        let own = board.stones()[color];
        (PointSet::from(point).flooded(&(own | *set)) & own) != PointSet::EMPTY
    };
    let mut found = Vec::new();
    for_each_subset(&others, reach - 1, |others| {
        let mut set = others;
        set.insert(point);
        if connects(&set)
            && proper_subsets(&others).all(|mut smaller| {
                smaller.insert(point);
                !connects(&smaller)
            })
        {
            found.push(OraclePath { stones: set, liberties: liberties_after(board, color, &set, point) });
        }
    });
    found.sort();
    found
}

/// All smallest sets of empty points, of at most `longest`, that make one chain of two points, sorted.
pub(crate) fn connections(board: &Board, color: Color, from: Point, to: Point, longest: usize) -> Vec<PointSet> {
    let mut own = board.stones()[color];
    own.extend([from, to]);
    let connects = |set: &PointSet| PointSet::from(from).flooded(&(own | *set)).contains(to);
    let mut found = Vec::new();
    for_each_subset(&(board.empty() - own), longest, |set| {
        if connects(&set) && proper_subsets(&set).all(|smaller| !connects(&smaller)) {
            found.push(set);
        }
    });
    found.sort();
    found
}

/// Puts the stones of the set, takes off the opponent's chains that lose their last liberty, and counts the liberties of
/// the chain of the point.
fn liberties_after(board: &Board, color: Color, set: &PointSet, point: Point) -> usize {
    let mut stones: ByColor<PointSet> = *board.stones();
    stones[color] |= *set;
    let full = Board::with_stones(board.size(), &stones);
    for chain in full.chains() {
        let had_liberties =
            chain.stones().first().and_then(|stone| board.chain(stone)).is_some_and(|c| c.n_liberties() > 0);
        if chain.color() != color && chain.n_liberties() == 0 && had_liberties {
            stones[!color] -= *chain.stones();
        }
    }
    let after = Board::with_stones(board.size(), &stones);
    after.chain(point).map_or(0, |chain| chain.n_liberties())
}

/// Every subset of at most `most` points.
fn for_each_subset(of: &PointSet, most: usize, mut visit: impl FnMut(PointSet)) {
    let points: Vec<Point> = of.iter().collect();
    let mut open = vec![(PointSet::EMPTY, 0, 0)];
    while let Some((set, size, from)) = open.pop() {
        visit(set);
        if size < most {
            for (i, &point) in points.iter().enumerate().skip(from) {
                let mut larger = set;
                larger.insert(point);
                open.push((larger, size + 1, i + 1));
            }
        }
    }
}

fn proper_subsets(set: &PointSet) -> impl Iterator<Item = PointSet> + use<> {
    let points: Vec<Point> = set.iter().collect();
    (0..(1u32 << points.len()) - 1).map(move |bits| {
        points.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &point)| point).collect()
    })
}
