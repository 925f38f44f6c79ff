//! Real games: the automata against the counting of the rules crate, and boards with the numbers of the paper's figure 4.

use cellular::{Evaluation, PlainVectors, fast};
use goban::{Agreement, ByColor, Color};

mod tygem;

#[test]
fn the_last_board_of_every_game_is_counted_as_by_the_rules() {
    for game in tygem::games() {
        let id = &game.id;
        let position = game.after(game.moves.len());
        let evaluation = fast::evaluate(position.board());
        let score = position.score(&Agreement::default(), 0);
        assert_eq!(evaluation.lead(0.0), score.lead(), "{id}");
        assert_eq!(evaluation.area(), score.area.map(|points| points.len()), "{id}");
    }
}

#[test]
fn both_ways_agree_along_real_games() {
    for game in tygem::games().iter().step_by(100) {
        let id = &game.id;
        for n in (0..=game.moves.len()).step_by(25) {
            let position = game.after(n);
            assert_eq!(fast::evaluate(position.board()), Evaluation::by_automaton(position.board()), "{id} {n}");
            assert_eq!(fast::vectors(&position), PlainVectors::of_position(&position), "{id} {n}");
        }
    }
}

/// Figure 4: the fixed point after 7 steps, White 132 + 31 = 163, Black 127 + 19 = 146. The picture cannot be read, but
/// two of these games come to a board with all those areas, one with White's parts and one with Black's.
#[test]
fn figure_4_has_its_likes_among_real_games() {
    let games = tygem::games();
    let parts =
        |evaluation: &Evaluation, color: Color| [evaluation.stones[color].len(), evaluation.territory[color].len()];
    for (id, n, black, white) in [("237774277", 271, [134, 12], [132, 31]), ("221945061", 262, [127, 19], [125, 38])] {
        let game = games.iter().find(|game| game.id == id).unwrap();
        let evaluation = Evaluation::by_automaton(game.after(n).board());
        assert_eq!(evaluation.n_steps, 7);
        assert_eq!(evaluation.area(), ByColor { black: 146, white: 163 });
        assert_eq!([parts(&evaluation, Color::Black), parts(&evaluation, Color::White)], [black, white]);
        assert_eq!(evaluation.neutral.len(), 361 - 146 - 163);
        assert_eq!(evaluation.leader(0.0), Color::White);
    }
}
