//! Random games and positions, the same for the same seed.

use goban::{BoardSize, Color, Move, Point, PointSet, Position, Rules};
use model::{Rng, Seed};
use record::{Game, SetupChange};

/// What a random game may contain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Randomness {
    /// Chance of a pass at each move.
    pub pass: f64,
    /// Chance of stones put up or taken off by hand before a move.
    pub setup: f64,
}

impl Randomness {
    /// Plays and a few passes.
    pub const PLAY: Randomness = Randomness { pass: 0.02, setup: 0.0 };
    /// Now and then stones come and go by hand.
    pub const EDITED: Randomness = Randomness { pass: 0.02, setup: 0.05 };
}

/// A game of random legal moves under Tromp–Taylor rules without komi. Two passes in a row do not occur, so that it can
/// go on to its length.
#[must_use]
pub fn random_game(size: BoardSize, length: usize, randomness: Randomness, seed: Seed) -> Game {
    let mut rng = seed.rng();
    let mut game = Game::new(size);
    game.info.rules = Some("tromp-taylor".to_string());
    game.info.komi = Some(0.0);
    let mut position = Position::new(size, game.rules());
    let mut at = game.root();
    let mut passed = false;
    for _ in 0..length {
        let color = position.to_move();
        let mut change = None;
        if position.n_moves() > 0 && chance(&mut rng, randomness.setup) {
            change = random_change(&mut rng, &position);
        }
        if let Some(change) = &change {
            let mut setup = goban::Setup { to_move: color, ..goban::Setup::from(position.board()) };
            setup.stones = setup.stones.map(|stones| stones - change.clear);
            for side in Color::ALL {
                setup.stones[side] |= change.add[side];
            }
            position.edit(&setup).expect("the change was tried");
        }
        let pass = !passed && chance(&mut rng, randomness.pass);
        let mv = if pass { None } else { pick(&mut rng, &position.legal_points()) }.map_or(Move::Pass, Move::Play);
        if mv == Move::Pass && passed {
            break;
        }
        passed = mv == Move::Pass;
        position.play(mv).expect("the move was chosen among the legal ones");
        at = game.add_move(at, color, mv);
        game.node_mut(at).setup = change.map(Box::new);
    }
    game
}

/// The position after this many random moves.
#[must_use]
pub fn random_position(size: BoardSize, length: usize, seed: Seed) -> Position {
    let mut position = Position::new(size, Rules { komi: 0.0, ..Rules::TROMP_TAYLOR });
    for (_, mv) in random_game(size, length, Randomness::PLAY, seed).moves() {
        position.play(mv).expect("random games are legal");
    }
    position
}

/// One stone added on an empty point or a few stones taken off, such that the board stays possible.
fn random_change(rng: &mut impl Rng, position: &Position) -> Option<SetupChange> {
    let board = position.board();
    let mut change = SetupChange::default();
    if chance(rng, 0.5) {
        let color = if chance(rng, 0.5) { Color::Black } else { Color::White };
        change.add[color] = pick(rng, &board.empty())?.into();
    } else {
        change.clear = pick(rng, &(board.stones().black | board.stones().white))?.into();
    }
    let mut setup = goban::Setup::from(board);
    for color in Color::ALL {
        setup.stones[color] = (setup.stones[color] - change.clear) | change.add[color];
    }
    setup.board().is_ok().then_some(change)
}

fn pick(rng: &mut impl Rng, points: &PointSet) -> Option<Point> {
    let n = points.len();
    (n > 0).then(|| (rng.next_u64() % n as u64) as usize).and_then(|i| points.iter().nth(i))
}

fn chance(rng: &mut impl Rng, probability: f64) -> bool {
    model::unit(rng) < probability
}
