//! The boards of real games.

use goban::{Board, BoardSize, Move, Position, Rules};

/// The moves of the first games of the committed collection.
pub(crate) fn real_games(n: usize) -> Vec<Vec<Move>> {
    let text = testkit::fixtures::text("games/tygem-2000.tsv");
    let size = BoardSize::NINETEEN;
    let point = |letters: &[u8]| size.point(usize::from(letters[0] - b'a'), usize::from(letters[1] - b'a'));
    text.lines()
        .skip(1)
        .take(n)
        .filter_map(|line| line.split('\t').nth(2))
        .map(|moves| moves.as_bytes().chunks(2).map(|letters| point(letters).map_or(Move::Pass, Move::Play)).collect())
        .collect()
}

/// The boards of a game, the empty one first.
pub(crate) fn boards(size: BoardSize, moves: impl IntoIterator<Item = Move>) -> Vec<Board> {
    // Under these rules every move of the games used here is legal.
    let mut position = Position::new(size, Rules::TROMP_TAYLOR);
    let mut boards = vec![position.board().clone()];
    for mv in moves {
        position.play(mv).expect("the move is legal");
        boards.push(position.board().clone());
    }
    boards
}
