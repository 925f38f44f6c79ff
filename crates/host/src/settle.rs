//! What is dead on a board, what lives in seki, and so who has won.

use goban::{Agreement, Board, PointSet, Position, Score};
use model::Seed;

/// The judgement of a board.
pub(crate) struct Settled {
    /// Stones that are taken to be dead.
    pub(crate) dead: PointSet,
    /// Stones that live without any point of their own.
    pub(crate) seki: PointSet,
}

impl Settled {
    /// Judges a position. Which stones are dead the players say ([`player::settle`]), so that a host and a match agree.
    pub(crate) fn new(position: &Position, seed: Seed) -> Settled {
        let dead = player::settle(position, seed).dead;
        Settled { dead, seki: seki(position.board(), &dead) }
    }

    /// The count after the dead stones are gone.
    pub(crate) fn score(&self, position: &Position, handicap: usize) -> Score {
        position.score(&Agreement { dead: self.dead, seki: self.seki }, handicap)
    }
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

#[cfg(test)]
mod tests {
    use goban::{Diagram, Rules};

    use super::*;

    fn settle(drawn: &str, rules: Rules) -> (Position, Settled) {
        let position = Position::from_setup(&Diagram::parse(drawn).unwrap(), rules).unwrap();
        let settled = Settled::new(&position, Seed(1));
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
        assert_eq!(Settled::new(&position, Seed(1)).score(&position, 0).to_string(), "W+7.5");
    }
}
