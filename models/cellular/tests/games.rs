//! Real games: the automata against the counting of the rules crate, and boards with the numbers of the paper's figure 4.

use cellular::{Evaluation, PlainVectors, fast};
use goban::{Agreement, BoardSize, ByColor, Move, Position, Rules};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/tygem-2000.tsv");

/// Every game as its number and its moves.
fn games() -> Vec<(String, Vec<Move>)> {
    let size = BoardSize::NINETEEN;
    let text = std::fs::read_to_string(GAMES).unwrap();
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves = fields[2].as_bytes().chunks_exact(2).map(|letters| {
            let [column, row] = [letters[0], letters[1]].map(|letter| usize::from(letter - b'a'));
            size.point(column, row).map_or(Move::Pass, Move::Play)
        });
        (fields[0].to_string(), moves.collect())
    };
    text.lines().skip(1).map(read).collect()
}

fn replay(moves: &[Move]) -> Position {
    let mut position = Position::new(BoardSize::NINETEEN, Rules { komi: 0.0, ..Rules::CHINESE });
    for &mv in moves {
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn the_last_board_of_every_game_is_counted_as_by_the_rules() {
    for (id, moves) in games() {
        let position = replay(&moves);
        let evaluation = fast::evaluate(position.board());
        let score = position.score(&Agreement::default(), 0);
        assert_eq!(evaluation.lead(0.0), score.lead(), "{id}");
        assert_eq!(evaluation.area(), score.area.map(|points| points.len()), "{id}");
    }
}

#[test]
fn both_ways_agree_along_real_games() {
    for (id, moves) in games().iter().step_by(100) {
        for n in (0..=moves.len()).step_by(25) {
            let position = replay(&moves[..n]);
            assert_eq!(fast::evaluate(position.board()), Evaluation::by_automaton(position.board()), "{id} {n}");
            assert_eq!(fast::vectors(&position), PlainVectors::of_position(&position), "{id} {n}");
        }
    }
}

/// Figure 4: the fixed point after 7 steps, White 132 + 31 = 163, Black 127 + 19 = 146. The picture cannot be read, but
/// two of these games come to a board with all those areas, one with White's parts and one with Black's.
#[test]
fn figure_4_has_its_likes_among_real_games() {
    let games = games();
    for (id, n, black, white) in [("237774277", 271, 134 + 12, 132 + 31), ("221945061", 262, 127 + 19, 125 + 38)] {
        let (_, moves) = games.iter().find(|(game, _)| game == id).unwrap();
        let position = replay(&moves[..n]);
        let evaluation = Evaluation::by_automaton(position.board());
        assert_eq!(evaluation.n_steps, 7);
        assert_eq!(evaluation.area(), ByColor { black: 146, white: 163 });
        assert_eq!((black, white), (146, 163));
        assert_eq!(evaluation.neutral.len(), 361 - 146 - 163);
        assert_eq!(evaluation.leader(0.0), goban::Color::White);
    }
}
