//! One's own mistakes as problems: the position before each, a task, and the solution as variations.

use goban::{Color, Move};
use record::{Game, Property};

use crate::{MomentWords, Review};

impl Review {
    /// The moments as records to solve, one each: the position before the move with the task, the better move and what follows as the right
    /// variation, the move of the game as a wrong one. Only those of the side that the review is for, if it is for one.
    #[must_use]
    pub fn problems(&self) -> Vec<Game> {
        self.digest.moments.iter().filter_map(|moment| self.problem(moment)).collect()
    }

    fn problem(&self, moment: &MomentWords) -> Option<Game> {
        let played = &self.moves[moment.ply - 1];
        let why = played.verdict.why.as_ref().filter(|_| !moment.task.is_empty())?;
        let before = match moment.ply {
            1 => *self.start.stones(),
            ply => self.moves[ply - 2].stones,
        };
        let mut game = Game::set_up(self.size, self.end.rules(), before, played.ply.color);
        let root = game.root();
        game.node_mut(root).comment = Some(moment.task.clone());
        let mut add = |line: &[(Color, Move)], mark: &'static str, words: &str| {
            if let Some(&first) = game.add_line(root, line).first() {
                game.node_mut(first).comment = Some(words.to_string()).filter(|words| !words.is_empty());
                game.node_mut(first).properties.push(Property::new(mark, "1"));
            }
        };
        add(&why.better_line, "TE", "");
        add(&why.line, "BM", &why.sentences.join(" "));
        Some(game)
    }
}
