//! Verdicts and solutions as a game record: the position, and what is played as variations.

use goban::{Color, Move, Position};
use record::{Game, NodeId, Property};

use crate::{Problem, Verdict};

/// A problem with its solution: the right first moves come first, then the wrong ones with what refutes them.
#[must_use]
pub fn solution(position: &Position, problem: &Problem) -> Game {
    let size = position.size();
    let mut game = start(position, &problem.text(size).join("\n"));
    // A good move and a bad one, as SGF marks them.
    for (list, mark) in [(&problem.right, "TE"), (&problem.wrong, "BM")] {
        for tried in list {
            let first = (problem.first, Move::Play(tried.point));
            let line = tried.answer.line.clone();
            let line = if line.first() == Some(&first) { line } else { std::iter::once(first).chain(line).collect() };
            let node = add_line(&mut game, &line, &problem.told(tried, size));
            if let Some(node) = node {
                game.node_mut(node).properties.push(Property::new(mark, "1"));
            }
        }
    }
    game
}

/// What becomes of groups: for each, what is played if its opponent moves first and if its owner does.
#[must_use]
pub fn lines(position: &Position, verdicts: &[Verdict]) -> Game {
    let size = position.size();
    let words: Vec<String> = verdicts.iter().map(|verdict| verdict.sentence(size)).collect();
    let mut game = start(position, &words.join("\n"));
    for verdict in verdicts {
        for ((_, answer), words) in verdict.answers().zip(verdict.play(size)) {
            add_line(&mut game, &answer.line, &format!("{}\n{words}", verdict.sentence(size)));
        }
    }
    game
}

fn start(position: &Position, comment: &str) -> Game {
    let mut game = Game::set_up(position.size(), position.rules(), *position.board().stones(), position.to_move());
    game.node_mut(game.root()).comment = Some(comment.to_string());
    game
}

/// Adds a line from the root, along what is there already; the words stand at its end. Gives its first node.
fn add_line(game: &mut Game, line: &[(Color, Move)], words: &str) -> Option<NodeId> {
    let nodes = game.add_line(game.root(), line);
    let (&first, &last) = nodes.first().zip(nodes.last())?;
    let comment = &mut game.node_mut(last).comment;
    *comment = Some(match comment.take() {
        Some(before) => format!("{before}\n{words}"),
        None => words.to_string(),
    });
    Some(first)
}
