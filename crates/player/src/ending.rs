//! When a game is about to end: the moves that could still change something.

use goban::{Board, Chain, Color, Point, PointSet, Position, Scoring};
use playout::Settlement;

/// The largest shape that leaves no second eye when it is taken.
const LARGEST_NAKADE: usize = 6;

/// A chain that survives in no more playouts is more likely dead than in seki.
const LEANING: f64 = 0.75;

/// The points where a stone of the side to move could still change something, of those that it may take: what is not
/// decided as firmly as `firmness` (from 0 to 1), what is left between living stones, and, where the board is counted
/// by area, the liberties of dead stones, which have to come off.
pub(crate) fn useful(settlement: &Settlement, position: &Position, points: &PointSet, firmness: f64) -> PointSet {
    let dead = settlement.agreement().dead;
    let (board, color) = (position.board(), position.to_move());
    let size = board.size();
    let living = board.stones().map(|stones| stones - dead);
    let firm = |point: Point| settlement.owners()[size.index(point)].abs() >= firmness;
    let mut useful: PointSet = points.iter().filter(|&point| !firm(point)).collect();
    let mut prey = PointSet::EMPTY;
    let fate = |chain: &Chain<'_>| settlement.fate(chain.stones().first()?);
    if position.rules().scoring == Scoring::Area {
        for region in (size.all_points() - living.black - living.white).components() {
            let border = region.grown();
            if border.meets(&living.black) && border.meets(&living.white) {
                useful |= region & *points;
            }
        }
        for chain in board.chains().filter(|chain| chain.color() != color) {
            if chain.stones().meets(&dead) {
                useful |= *chain.liberties() & *points;
                prey |= if chain.n_liberties() <= 2 { *chain.liberties() } else { PointSet::EMPTY };
            } else if fate(&chain).is_some_and(|fate| fate.survival() <= LEANING) {
                // Playouts are no judges of the last eye. Whoever throws a stone into it risks nothing.
                let eye = last_eye(board, &chain);
                prey |= eye;
                useful |= eye & *points;
            }
        }
    }
    // A few stones may be thrown into the last eye of a dead chain: that is how it comes off.
    let thrown_in = |point: Point| prey.contains(point) && size_after(board, color, point) <= LARGEST_NAKADE;
    useful.iter().filter(|&point| !is_self_atari(board, color, point) || thrown_in(point)).collect()
}

/// The liberties of a chain if all of them lie in one small area that its own side encloses.
fn last_eye(board: &Board, chain: &Chain<'_>) -> PointSet {
    let inside = board.size().all_points() - board.stones()[chain.color()];
    let liberties = *chain.liberties();
    let mut eyes = inside.components().filter(|region| region.meets(&liberties));
    match (eyes.next(), eyes.next()) {
        (Some(eye), None) if eye.len() <= LARGEST_NAKADE => liberties,
        _ => PointSet::EMPTY,
    }
}

/// Whether a stone there takes nothing and leaves its chain with one liberty.
pub(crate) fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    liberties_after(board, color, point) <= 1 && board.would_capture(color, point).is_empty()
}

/// The liberties of the chain that a stone there would belong to, not counting points where it takes stones.
pub(crate) fn liberties_after(board: &Board, color: Color, point: Point) -> usize {
    let mut liberties = PointSet::EMPTY;
    for near in board.size().neighbors(point) {
        match board.chain(near) {
            None => drop(liberties.insert(near)),
            Some(chain) if chain.color() == color => liberties |= *chain.liberties(),
            Some(_) => {}
        }
    }
    liberties.remove(point);
    liberties.len()
}

/// How many stones the chain of a stone there would have.
fn size_after(board: &Board, color: Color, point: Point) -> usize {
    let around = PointSet::from(point).grown() & board.stones()[color];
    board.whole_chains(&around).len() + 1
}

#[cfg(test)]
mod tests {
    use goban::{Diagram, Rules};
    use model::Seed;

    use super::*;

    /// Chance gives Black this chain more often than it should. White takes it off, whatever chance says.
    #[test]
    fn a_stone_is_thrown_into_the_last_eye() {
        let drawn = "
            . X X X X X O . .
            O X X X X O O O O
            . X X X X O O O O
            X X X X X O O O O
            X X X X O O O O O
            X X X X O O O O O
            X X X X O O O O O
            X X X X O O O O O
            X X X X O O O O .";
        let mut position = Position::from_setup(&Diagram::parse(drawn).unwrap(), Rules::TROMP_TAYLOR).unwrap();
        position.set_to_move(Color::White);
        let points = position.legal_points();
        let missed: Vec<(u64, f64)> = (0..400)
            .map(|seed| (seed, Settlement::of(&position, Seed(seed))))
            .filter(|(_, settlement)| useful(settlement, &position, &points, 0.3).is_empty())
            .map(|(seed, settlement)| (seed, settlement.owners()[8 * 9]))
            .collect();
        assert!(missed.is_empty(), "{missed:?}");
    }
}
