//! Bent four in the corner: the one shape whose death the rules declare.
//!
//! A chain of three stones stands in the corner inside a group with two liberties, both of them the chain's too. Its owner can add a
//! fourth stone, let the four be taken, and play back inside, where they leave a bent four: then there is a ko, and he takes first.
//! The group can never begin anything, for either liberty costs it its life. So the ko can wait until its owner has nothing to fear.
//! Playouts do not wait, and call this a seki.

use goban::{Agreement, Board, BoardSize, Chain, Color, PointSet, Scoring};

/// One such corner.
pub(crate) struct BentFour {
    /// Whose it is.
    pub(crate) owner: Color,
    /// The three stones in the corner, which stay.
    pub(crate) inside: PointSet,
    /// The group around them, which is dead.
    pub(crate) dead: PointSet,
    /// Its two liberties.
    pub(crate) liberties: PointSet,
}

/// All corners of a board that are dead in this way, if the rest is as agreed.
///
/// By area the owner of the ko has to remove all threats against it first, which costs him nothing; but nobody can remove those of
/// a seki.
pub(crate) fn find(board: &Board, scoring: Scoring, agreed: &Agreement) -> Vec<BentFour> {
    let mut found: Vec<BentFour> = board.chains().filter_map(|inside| around(board, &inside, agreed)).collect();
    if scoring == Scoring::Area {
        found.retain(|corner| (agreed.seki - corner.inside - corner.dead).is_empty());
    }
    found
}

/// The group around three stones, if they are a bent four in the making.
fn around(board: &Board, inside: &Chain<'_>, agreed: &Agreement) -> Option<BentFour> {
    let (stones, liberties) = (*inside.stones(), *inside.liberties());
    let four = |liberty| bent_fours(board.size()).any(|four| four == stones | PointSet::from(liberty));
    if inside.size() != 3 || inside.n_liberties() != 2 || !liberties.iter().any(four) {
        return None;
    }
    let border = (stones | liberties).grown() - stones - liberties;
    let [own, others] = [inside.color(), !inside.color()].map(|color| board.stones()[color]);
    let dead = board.whole_chains(&(border & others));
    let is_closed = !border.meets(&own) && !border.meets(&board.empty());
    let is_caught =
        board.chains().filter(|chain| chain.stones().meets(&dead)).all(|chain| chain.liberties().is_subset(&liberties));
    // Who surrounds the group must not be about to die himself.
    let is_held = board
        .chains()
        .filter(|chain| chain.stones().meets(&((dead.grown() & own) - stones)))
        .all(|chain| !chain.in_atari() && !chain.stones().meets(&agreed.dead));
    (is_closed && is_caught && is_held).then_some(BentFour { owner: inside.color(), inside: stones, dead, liberties })
}

/// The eight bent fours: a corner, two points along one edge, one along the other.
fn bent_fours(size: BoardSize) -> impl Iterator<Item = PointSet> {
    let last = size.get() - 1;
    let corners = [(0, 0), (last, 0), (0, last), (last, last)];
    let inward = move |at: usize, steps: usize| if at == 0 { steps } else { last.saturating_sub(steps) };
    corners.into_iter().flat_map(move |(column, row)| {
        [[(0, 0), (1, 0), (2, 0), (0, 1)], [(0, 0), (0, 1), (0, 2), (1, 0)]].map(|four| {
            four.into_iter().filter_map(|(right, down)| size.point(inward(column, right), inward(row, down))).collect()
        })
    })
}

#[cfg(test)]
mod tests {
    use goban::{Diagram, Point};

    use super::*;

    /// What is found in the top left corner of a board, with some stones agreed to be dead or in seki.
    fn found(drawn: &str, scoring: Scoring, dead: &[&str], seki: &[&str]) -> Vec<usize> {
        let board = Diagram::parse(drawn).unwrap().board().unwrap();
        let point = |vertex: &&str| -> Point { board.size().parse_vertex(vertex).unwrap() };
        let agreed = Agreement { dead: dead.iter().map(point).collect(), seki: seki.iter().map(point).collect() };
        find(&board, scoring, &agreed).iter().map(|corner| corner.dead.len()).collect()
    }

    const ROUND_THE_CORNER: &str = "
        X X . O X . .
        X O O O X . .
        . O X X X . .
        O O X . . . .
        X X X . . . .
        . . . . . O .
        . . . . . . .";

    const ALONG_THE_EDGE: &str = "
        X X X . O X .
        . O O O O X .
        O O X X X X .
        X X X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn both_ways_to_stand_in_the_corner_are_found() {
        for scoring in [Scoring::Area, Scoring::Territory] {
            assert_eq!(found(ROUND_THE_CORNER, scoring, &[], &[]), [7]);
            assert_eq!(found(ALONG_THE_EDGE, scoring, &[], &[]), [7]);
        }
    }

    #[test]
    fn a_seki_elsewhere_keeps_a_threat_when_area_counts() {
        assert!(found(ROUND_THE_CORNER, Scoring::Area, &[], &["F2"]).is_empty());
        assert_eq!(found(ROUND_THE_CORNER, Scoring::Territory, &[], &["F2"]), [7]);
        assert_eq!(found(ROUND_THE_CORNER, Scoring::Area, &[], &["A7", "B6"]), [7], "the corner itself is none");
    }

    #[test]
    fn what_only_looks_like_it_is_left_alone() {
        // A liberty outside, stones around it that are dead themselves, a row of four instead of a bent one.
        assert!(found(&ROUND_THE_CORNER.replace("X X . O X", "X X . O ."), Scoring::Territory, &[], &[]).is_empty());
        assert!(found(ROUND_THE_CORNER, Scoring::Territory, &["C3"], &[]).is_empty());
        let in_a_row = "
            . X X X . O X
            O O O O O O X
            X X X X X X X
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(found(in_a_row, Scoring::Territory, &[], &[]).is_empty());
    }
}
