//! The rules of Go as anybody would write them down: a grid, floods, and every earlier board kept.

#[path = "../../goban/tests/support/mod.rs"]
#[allow(unreachable_pub, reason = "the tests of goban share it")]
mod support;

use goban::{BoardSize, Illegal, Ko, Move, Position, Rules, Suicide};
use support::{Naive, NaiveGame, Verdict};

/// Plays a game that bytes describe on our board and on the obvious one, and compares all they say.
pub(crate) fn compare(bytes: &[u8]) {
    let [side, law, moves @ ..] = bytes else { return };
    let size = BoardSize::new(2 + usize::from(side % 8)).expect("boards of 2 to 9 lines are there");
    let ko = [Ko::Simple, Ko::Positional, Ko::Situational][usize::from(law % 3)];
    let suicide = if law & 0x80 == 0 { Suicide::Forbidden } else { Suicide::Allowed };
    let mut game = Position::new(size, Rules { ko, suicide, ..Rules::TROMP_TAYLOR });
    let mut obvious = NaiveGame::new(size, ko, suicide == Suicide::Allowed);
    for &byte in moves {
        // A high bit is the other side's turn, the highest number a pass.
        let color = if byte & 0x80 == 0 { game.to_move() } else { !game.to_move() };
        if byte & 0x7f == 0x7f {
            if game.play_as(color, Move::Pass).is_ok() {
                obvious.pass(color);
            }
            if game.is_over() {
                return;
            }
            continue;
        }
        let point = size.point_at(usize::from(byte & 0x7f) % size.area()).expect("it is on the board");
        let expected = match obvious.verdict(color, point) {
            Verdict::Occupied => Err(Illegal::Occupied(obvious.board.at(point).expect("it is occupied"))),
            Verdict::Suicide => Err(Illegal::Suicide),
            Verdict::Ko => Err(Illegal::Ko),
            Verdict::Repeats(earlier) => Err(Illegal::Superko { earlier }),
            Verdict::Fine => Ok(()),
        };
        assert_eq!(game.check_as(color, point), expected, "{color} {point:?} in {game:?}");
        if expected.is_ok() {
            let played = game.play_as(color, point).expect("it was just found legal");
            let mut taken: Vec<usize> = played.captured.iter().map(|point| size.index(point)).collect();
            taken.sort_unstable();
            assert_eq!(taken, obvious.play(color, point));
        }
        assert_eq!(Naive::of(game.board()), obvious.board);
    }
    game.board().check();
}
