//! Whose is what when a game is about to end: what is alive for certain, and what random games say of the rest.

use goban::{Agreement, Board, ByColor, Chain, Color, Playout, Point, PointSet, Position, Scoring};
use model::{Rng, Seed};

use crate::chance;

/// How many random games are asked.
const GAMES: usize = 64;

/// The largest shape that leaves no second eye when it is taken.
const LARGEST_NAKADE: usize = 6;

/// A chain of which the random games leave less is more likely dead than in seki.
const LEANING: f64 = -0.2;

/// What random games say of a board.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// For each point, row by row from the top left: +1 if it is Black's at the end of every random game, −1 if White's.
    pub ownership: Vec<f64>,
    /// The chains that are lost: they stand in unconditional territory of the opponent, or three of four random games
    /// give their points to the opponent. Chains that live unconditionally are never among them.
    pub dead: PointSet,
}

/// Asks 64 random games from a position. The games know nothing, but what lives or dies in almost all of them is plain.
///
/// ```
/// use goban::{Diagram, Position, Rules};
/// use model::Seed;
/// let setup = Diagram::parse("
///     . X . X . O
///     X X X X O O
///     O X . X O .
///     . X . X O O
///     X X X X O .
///     . O O O O O").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let settlement = player::settle(&position, Seed(1));
/// assert_eq!(settlement.dead, setup.size.parse_vertex("A4").unwrap().into());
/// ```
#[must_use]
pub fn settle(position: &Position, seed: Seed) -> Settlement {
    settle_with(position, &life(position.board()), seed)
}

/// What the players of a finished game agree on: the dead stones by [`settle`], and what lives in seki then. Hosts and
/// matches count by it.
///
/// ```
/// use goban::{Diagram, Position, Rules};
/// use model::Seed;
/// let setup = Diagram::parse("
///     . X . X . O
///     X X X X O O
///     O X . X O .
///     . X . X O O
///     X X X X O .
///     . O O O O O").unwrap();
/// let position = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
/// let agreed = player::agreement(&position, Seed(1));
/// assert_eq!(agreed.dead, setup.size.parse_vertex("A4").unwrap().into());
/// assert!(agreed.seki.is_empty());
/// ```
#[must_use]
pub fn agreement(position: &Position, seed: Seed) -> Agreement {
    let dead = settle(position, seed).dead;
    Agreement { dead, seki: seki(position.board(), &dead) }
}

/// The living chains with two liberties or one, all of them shared with the other colour. Whoever has points of its own
/// counts nothing less for being called so, and in an open game chains have more liberties.
fn seki(board: &Board, dead: &PointSet) -> PointSet {
    let living = board.stones().map(|stones| stones - *dead);
    let cleared = Board::with_stones(board.size(), &living);
    let territory = cleared.territory();
    let own = territory.black | territory.white;
    cleared
        .chains()
        .filter(|chain| chain.n_liberties() <= 2 && !chain.liberties().meets(&own))
        .fold(PointSet::EMPTY, |set, chain| set | *chain.stones())
}

/// What lives of each side whatever happens, and the ground it holds.
pub(crate) fn life(board: &Board) -> ByColor<goban::UnconditionalLife> {
    ByColor::new(|color| board.unconditional_life(color))
}

pub(crate) fn settle_with(position: &Position, life: &ByColor<goban::UnconditionalLife>, seed: Seed) -> Settlement {
    let board = position.board();
    let size = board.size();
    let mut rng = chance::of_position(seed, position).stream(1).rng();
    let mut below = |n: u32| ((u64::from((rng.next_u64() >> 32) as u32) * u64::from(n)) >> 32) as u32;
    let mut balance = vec![0i32; size.area()];
    let mut playout = Playout::new();
    for game in 0..GAMES {
        // Half of the games begin with each side, so that nobody is favoured.
        let first = if game % 2 == 0 { position.to_move() } else { !position.to_move() };
        let end = playout.run(board, first, position.ko().filter(|_| game % 2 == 0), &mut below).board;
        let territory = end.territory();
        for (color, ground) in territory.iter() {
            let step = if color == Color::Black { 1 } else { -1 };
            for point in end.stones()[color] | *ground {
                balance[size.index(point)] += step;
            }
        }
    }
    let mut ownership: Vec<f64> = balance.into_iter().map(|sum| f64::from(sum) / GAMES as f64).collect();
    for (color, side) in life.iter() {
        for point in side.stones | side.territory {
            ownership[size.index(point)] = color.sign();
        }
    }
    let mut settlement = Settlement { ownership, dead: PointSet::EMPTY };
    for chain in board.chains() {
        if settlement.kept(board, &chain) <= -0.5 {
            settlement.dead |= *chain.stones();
        }
    }
    settlement
}

impl Settlement {
    /// How much of a chain its owner has at the end: 1 all of it in every random game, −1 the opponent.
    fn kept(&self, board: &Board, chain: &Chain<'_>) -> f64 {
        let owned: f64 = chain.stones().iter().map(|point| self.ownership[board.size().index(point)]).sum();
        owned * chain.color().sign() / chain.size() as f64
    }

    /// The points where a stone of the side to move could still change something, of those that it may take: what is not
    /// decided as firmly as `firmness` (from 0 to 1), what is left between living stones, and, where the board is counted
    /// by area, the liberties of dead stones, which have to come off.
    pub(crate) fn useful(&self, position: &Position, points: &PointSet, firmness: f64) -> PointSet {
        let (board, color) = (position.board(), position.to_move());
        let size = board.size();
        let living = board.stones().map(|stones| stones - self.dead);
        let firm = |point: Point| self.ownership[size.index(point)].abs() >= firmness;
        let mut useful: PointSet = points.iter().filter(|&point| !firm(point)).collect();
        let mut prey = PointSet::EMPTY;
        if position.rules().scoring == Scoring::Area {
            for region in (size.all_points() - living.black - living.white).components() {
                let border = region.grown();
                if border.meets(&living.black) && border.meets(&living.white) {
                    useful |= region & *points;
                }
            }
            for chain in board.chains().filter(|chain| chain.color() != color) {
                if chain.stones().meets(&self.dead) {
                    useful |= *chain.liberties() & *points;
                    prey |= if chain.n_liberties() <= 2 { *chain.liberties() } else { PointSet::EMPTY };
                } else if self.kept(board, &chain) <= LEANING {
                    // Random games are not judges of the last eye. Whoever throws a stone into it risks nothing.
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

    use super::*;

    fn settled(drawn: &str, rules: Rules) -> (Position, Agreement) {
        let position = Position::from_setup(&Diagram::parse(drawn).unwrap(), rules).unwrap();
        let agreed = agreement(&position, Seed(1));
        (position, agreed)
    }

    #[test]
    fn a_stone_in_a_territory_is_dead() {
        let drawn = "
            . . . . X O . . .
            . . O . X O . . .
            . . . . X O . . .
            . . . . X O . . .
            . . . . X O . . .
            . . . . X O . X .
            . . . . X O . . .
            . . . . X O . . .
            . . . . X O . . .";
        let (position, agreed) = settled(drawn, Rules { komi: 0.5, ..Rules::CHINESE });
        let size = position.size();
        let dead: Vec<String> = agreed.dead.iter().map(|point| size.vertex(point)).collect();
        assert_eq!(dead, ["C8", "H4"]);
        assert!(agreed.seki.is_empty());
        assert_eq!(position.score(&agreed, 0).to_string(), "B+8.5");
    }

    /// Random games give Black this chain more often than they should. White takes it off, whatever chance says.
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
        let life = life(position.board());
        let points = position.legal_points();
        let missed: Vec<(u64, f64)> = (0..400)
            .map(|seed| (seed, settle_with(&position, &life, Seed(seed))))
            .filter(|(_, settlement)| settlement.useful(&position, &points, 0.3).is_empty())
            .map(|(seed, settlement)| (seed, settlement.ownership[8 * 9]))
            .collect();
        assert!(missed.is_empty(), "{missed:?}");
    }

    #[test]
    fn shared_liberties_only_are_seki() {
        let drawn = "
            O O X X . X
            . O X X X X
            . O O X X X
            O O . O O X
            O O O . O X
            O . O O O X";
        let (_, agreed) = settled(drawn, Rules::JAPANESE);
        assert!(agreed.seki.is_empty(), "both have points of their own");
    }

    #[test]
    fn an_empty_board_is_white_s_by_the_komi() {
        let position = Position::new(goban::BoardSize::NINE, Rules::CHINESE);
        assert_eq!(position.score(&agreement(&position, Seed(1)), 0).to_string(), "W+7.5");
    }

    #[test]
    fn two_chains_that_nobody_can_take_live_in_seki() {
        let drawn = "
            O X . O X . X
            O X . O X X .
            O X X O X . X
            O O O X X X X
            . O O X X X X
            O O O X . X .
            . O O X X X X";
        let (position, agreed) = settled(drawn, Rules { komi: 0.5, ..Rules::JAPANESE });
        let chain = |vertex| *position.board().chain(position.size().parse_vertex(vertex).unwrap()).unwrap().stones();
        assert_eq!(agreed, Agreement { dead: PointSet::EMPTY, seki: chain("B7") | chain("D7") });
        assert_eq!(position.score(&agreed, 0).to_string(), "B+2.5");
    }
}
