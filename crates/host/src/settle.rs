//! What is dead on a board, and so who has won: Benson's algorithm where it can tell, random games where it cannot.

use goban::{Agreement, Board, ByColor, Color, Playout, PointSet, Position, Score};
use model::{Rng, Seed};

/// Random games that are asked.
const GAMES: usize = 200;

/// The judgement of a board.
pub(crate) struct Settled {
    /// Stones that are taken to be dead.
    pub(crate) dead: PointSet,
    /// Stones that live without any point of their own.
    pub(crate) seki: PointSet,
}

impl Settled {
    /// Judges a position. The same position gets the same judgement.
    ///
    /// Chains that live unconditionally are alive, and what stands in their territory is dead. Of the rest a chain is dead
    /// if in most random games its points end up with the opponent.
    pub(crate) fn new(position: &Position) -> Settled {
        let board = position.board();
        let life = ByColor::new(|color| board.unconditional_life(color));
        let safe = life.black.stones | life.white.stones;
        let lost = ByColor::new(|color| life[!color].territory & board.stones()[color]);
        let mut dead = board.whole_chains(&(lost.black | lost.white)) - safe;
        let open = board.stones().black | board.stones().white;
        if !(open - safe - dead).is_empty() {
            dead |= lost_in_random_games(position, &(open - safe - dead));
        }
        Settled { dead, seki: seki(board, &dead) }
    }

    /// The count after the dead stones are gone.
    pub(crate) fn score(&self, position: &Position, handicap: usize) -> Score {
        position.score(&Agreement { dead: self.dead, seki: self.seki }, handicap)
    }
}

fn lost_in_random_games(position: &Position, doubtful: &PointSet) -> PointSet {
    let board = position.board();
    let size = board.size();
    let mut rng = Seed(0).stream(board.hash()).rng();
    let mut below = move |n: u32| ((u64::from((rng.next_u64() >> 32) as u32) * u64::from(n)) >> 32) as u32;
    let mut playout = Playout::new();
    let mut kept = vec![0usize; size.area()];
    for game in 0..GAMES {
        // Both sides begin equally often: whose turn it is must not decide over life and death.
        let first = Color::ALL[game % 2];
        let end = playout.run(board, first, None, &mut below);
        let territory = end.board.territory();
        for color in Color::ALL {
            let own = (end.board.stones()[color] | territory[color]) & board.stones()[color];
            own.iter().for_each(|point| kept[size.index(point)] += 1);
        }
    }
    board
        .chains()
        .filter(|chain| chain.stones().meets(doubtful))
        .filter(|chain| {
            let held: usize = chain.stones().iter().map(|point| kept[size.index(point)]).sum();
            2 * held < GAMES * chain.size()
        })
        .fold(PointSet::EMPTY, |dead, chain| dead | *chain.stones())
}

/// The living chains all of whose liberties are shared with the other colour.
fn seki(board: &Board, dead: &PointSet) -> PointSet {
    let living = board.stones().map(|stones| stones - *dead);
    let cleared = Board::with_stones(board.size(), &living);
    let territory = cleared.territory();
    let own = territory.black | territory.white;
    cleared
        .chains()
        .filter(|chain| !chain.liberties().meets(&own))
        .fold(PointSet::EMPTY, |set, chain| set | *chain.stones())
}

#[cfg(test)]
mod tests {
    use goban::{Diagram, Rules};

    use super::*;

    fn settle(drawn: &str, rules: Rules) -> (Position, Settled) {
        let position = Position::from_setup(&Diagram::parse(drawn).unwrap(), rules).unwrap();
        let settled = Settled::new(&position);
        (position, settled)
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
        let (position, settled) = settle(drawn, Rules { komi: 0.5, ..Rules::CHINESE });
        let size = position.size();
        let dead: Vec<String> = settled.dead.iter().map(|point| size.vertex(point)).collect();
        assert_eq!(dead, ["C8", "H4"]);
        assert!(settled.seki.is_empty());
        assert_eq!(settled.score(&position, 0).to_string(), "B+8.5");
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
        let (_, settled) = settle(drawn, Rules::JAPANESE);
        assert!(settled.seki.is_empty(), "both have points of their own");
    }

    #[test]
    fn an_empty_board_is_white_s_by_the_komi() {
        let position = Position::new(goban::BoardSize::NINE, Rules::CHINESE);
        assert_eq!(Settled::new(&position).score(&position, 0).to_string(), "W+7.5");
    }
}
