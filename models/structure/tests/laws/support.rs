//! Drawn games for the laws.

use std::sync::Arc;

use goban::{BoardSize, Color, Diagram, Move, Position, Rules, Setup};
use record::{Game, Mode};
use structure::go::{Attention, Plan, Recorder};

/// Follows a game with an attention.
pub(crate) fn recorded(game: &Game, attention: Attention) -> Recorder {
    recorded_by(Plan::built_in(), game, attention)
}

/// The same with definitions of your own.
pub(crate) fn recorded_by(plan: Arc<Plan>, game: &Game, attention: Attention) -> Recorder {
    let mut replay = game.replay(&game.main_line(), Mode::Strict).expect("the game is legal");
    let mut recorder = Recorder::new(plan, replay.position().board(), attention);
    while let Some(ply) = replay.next_ply().expect("the game is legal") {
        recorder.observe(&ply, replay.position().board());
    }
    recorder
}

/// A game that begins with drawn stones and goes on with moves.
pub(crate) fn drawn(diagram: &str, moves: &[(Color, &str)]) -> Game {
    let setup = Diagram::parse(diagram).expect("the drawing is a board");
    put(&setup, moves)
}

/// A game that begins with stones put up and goes on with moves.
pub(crate) fn put(setup: &Setup, moves: &[(Color, &str)]) -> Game {
    let size = setup.size;
    let mut game = Game::new(size);
    let root = game.root();
    let change = record::SetupChange { add: setup.stones, ..record::SetupChange::default() };
    game.node_mut(root).setup = Some(Box::new(change));
    let mut at = root;
    for (color, vertex) in moves {
        let point = size.parse_vertex(vertex).expect("moves are on the board");
        at = game.add_move(at, *color, Move::Play(point));
    }
    game
}

/// The recording of a position.
pub(crate) fn seen(diagram: &str, attention: Attention) -> Recorder {
    seen_by(Plan::built_in(), diagram, attention)
}

/// The recording of a position with definitions of your own.
pub(crate) fn seen_by(plan: Arc<Plan>, diagram: &str, attention: Attention) -> Recorder {
    let setup = Diagram::parse(diagram).expect("the drawing is a board");
    let position = Position::from_setup(&setup, Rules::CHINESE).expect("the drawing can stand");
    Recorder::new(plan, position.board(), attention)
}

/// The counts of a level that are not zero, as `C1 4, C2 1`.
pub(crate) fn counts(recorder: &Recorder, level: usize) -> String {
    let classes = &recorder.plan().system().levels[level].classes;
    let counted = classes.iter().zip(recorder.counts(level)).filter(|(_, count)| **count > 0);
    counted.map(|(class, count)| format!("{} {count}", class.name)).collect::<Vec<_>>().join(", ")
}

pub(crate) fn window(size: BoardSize, points: &str) -> Attention {
    Attention::parse(&format!("window:{points}"), size).expect("the points are on the board")
}
