//! Benson's algorithm against what it promises: chains that the opponent cannot take by any number of moves in a row.

mod support;

use std::collections::HashMap;

use goban::{Board, BoardSize, ByColor, Color, PointSet, Setup};
use support::Chance;

/// Answers by trying everything. The opponent moves alone and may not kill himself, so that stones only come off on
/// one side and the search ends.
struct BruteForce {
    color: Color,
    survivors: HashMap<ByColor<PointSet>, PointSet>,
    opponent_lives: HashMap<ByColor<PointSet>, PointSet>,
}

impl BruteForce {
    fn new(color: Color) -> BruteForce {
        BruteForce { color, survivors: HashMap::new(), opponent_lives: HashMap::new() }
    }

    fn moves(&self, board: &Board) -> impl Iterator<Item = Board> + use<> {
        let (board, color) = (board.clone(), self.color);
        board.empty().into_iter().filter_map(move |point| {
            let mut after = board.clone();
            (!after.place(!color, point).suicide).then_some(after)
        })
    }

    /// The colour's stones that are still there after every sequence of moves.
    fn survivors(&mut self, board: &Board) -> PointSet {
        if let Some(known) = self.survivors.get(board.stones()) {
            return *known;
        }
        let mut survivors = board.stones()[self.color];
        for after in self.moves(board) {
            if survivors.is_empty() {
                break;
            }
            survivors &= self.survivors(&after);
        }
        self.survivors.insert(*board.stones(), survivors);
        survivors
    }

    /// Where the opponent can come to have stones that live by themselves.
    fn opponent_lives(&mut self, board: &Board) -> PointSet {
        if let Some(known) = self.opponent_lives.get(board.stones()) {
            return *known;
        }
        let mut lives = board.unconditional_life(!self.color).stones;
        for after in self.moves(board) {
            lives |= self.opponent_lives(&after);
        }
        self.opponent_lives.insert(*board.stones(), lives);
        lives
    }

    /// Compares and says whether anything lives.
    fn compare(&mut self, board: &Board) -> bool {
        let life = board.unconditional_life(self.color);
        assert_eq!(life.stones, self.survivors(board), "{} in {board:?}", self.color);
        assert!(!life.territory.meets(&board.stones()[self.color]));
        if !life.territory.is_empty() {
            assert!(!life.territory.meets(&self.opponent_lives(board)), "{} is not safe in {board:?}", self.color);
        }
        !life.stones.is_empty()
    }
}

#[test]
fn on_3x3_every_position_is_judged_right() {
    let size = BoardSize::new(3).unwrap();
    let mut brute = Color::ALL.map(BruteForce::new);
    let (mut boards, mut alive) = (0, 0);
    for number in 0..3_usize.pow(9) {
        let mut setup = Setup::new(size);
        let mut digits = number;
        for point in size.points() {
            if digits % 3 > 0 {
                setup.stones[Color::ALL[digits % 3 - 1]].insert(point);
            }
            digits /= 3;
        }
        let Ok(board) = setup.board() else { continue };
        boards += 1;
        for brute in &mut brute {
            alive += usize::from(brute.compare(&board));
        }
    }
    assert_eq!(boards, 12_675);
    assert!(alive > 100, "only {alive} positions with life");
}

/// Positions in which life is common: walls of one colour with holes, some of them filled by the other.
#[test]
fn on_4x4_and_5x5_full_positions_are_judged_right() {
    let mut chance = Chance::new(1);
    let mut alive = 0;
    for (side, n_boards) in [(4, 4000), (5, 3000)] {
        let size = BoardSize::new(side).unwrap();
        for color in Color::ALL {
            let mut brute = BruteForce::new(color);
            for _ in 0..n_boards {
                let mut setup = Setup::new(size);
                setup.stones[color] = size.all_points();
                for _ in 0..2 + chance.below(6) {
                    let point = chance.point(size);
                    setup.stones[color].remove(point);
                    if chance.one_in(3) {
                        setup.stones[!color].insert(point);
                    }
                }
                if let Ok(board) = setup.board() {
                    alive += usize::from(brute.compare(&board));
                }
            }
        }
    }
    assert!(alive > 500, "only {alive} positions with life");
}
