//! Chains that belong together, and what is certain without reading.

use goban::{Board, Color, Point, PointSet, Position};

use super::field::Field;
use super::scene::linked;

/// The groups of a position: chains of one colour that cannot be cut apart at a glance, as sets of stones in reading order.
#[must_use]
pub fn groups(position: &Position) -> Vec<(Color, PointSet)> {
    linked(&Field::new(position)).into_iter().map(|group| (group.color, group.stones)).collect()
}

/// What is certain about a point without reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// A stone that cannot be taken even if its owner always passes.
    Alive,
    /// A stone inside the certain territory of its opponent.
    Dead,
    /// An empty point in somebody's certain territory.
    Territory(Color),
    /// Nothing is certain.
    Undecided,
}

/// What is certain about a point, even if the opponent of whoever owns it moves as often as it likes.
///
/// A stone is alive if it cannot be taken so (Benson's life), and around living stones everything is their territory where the opponent cannot make
/// anything that lives, either: stones of the owner inside are as good as alive, and those of the opponent are dead.
#[must_use]
pub fn certainty(board: &Board, point: Point) -> Certainty {
    for color in Color::ALL {
        let alive = board.unconditional_life(color).stones;
        if alive.contains(point) {
            return Certainty::Alive;
        }
        if !alive.is_empty() && territory(board, color, &alive).contains(point) {
            return match board.get(point) {
                None => Certainty::Territory(color),
                Some(owner) if owner == color => Certainty::Alive,
                Some(_) => Certainty::Dead,
            };
        }
    }
    Certainty::Undecided
}

/// Where the opponent of living stones cannot live. It takes what it can, fills all around the living stones, and divides the room that is left into as many
/// eyes as possible. Where it is in atari after that it has one eye at most.
fn territory(board: &Board, color: Color, alive: &PointSet) -> PointSet {
    let mut field = Field::of(board);
    let rival = !color;
    // Some of the chains that do not live can only be taken after others.
    loop {
        let doomed = field.stones()[color] - *alive;
        let chains: Vec<PointSet> = field.chains_in(doomed).map(|chain| chain.stones).collect();
        let taken = chains.iter().filter(|stones| take(&mut field, rival, stones)).count();
        if taken == 0 {
            break;
        }
    }
    let around = alive.grown();
    fill(&mut field, rival, |field| around & field.empty());
    // Chains in atari run as long as they can.
    fill(&mut field, rival, |field| {
        let in_atari = field.chains_in(field.stones()[rival]).filter(|chain| chain.n_liberties == 1);
        in_atari.fold(PointSet::EMPTY, |points, chain| points | chain.liberties)
    });
    for divided in [2, 1] {
        fill(&mut field, rival, |field| {
            let empty = field.empty();
            let size = field.size();
            let near = |point: Point| size.neighbors(point).filter(|&next| empty.contains(next)).count();
            empty.iter().filter(|&point| near(point) >= divided).collect()
        });
    }
    let dead = field.chains_in(field.stones()[rival]).filter(|chain| chain.n_liberties == 1);
    let dead = dead.fold(PointSet::EMPTY, |points, chain| points | chain.stones | chain.liberties);
    dead | (around & field.empty())
}

/// Takes a chain by filling its liberties, or leaves everything as it was.
fn take(field: &mut Field, color: Color, stones: &PointSet) -> bool {
    let Some(target) = stones.first() else { return false };
    let mut played = 0;
    while let Some(chain) = field.chain(target).filter(|chain| chain.color != color) {
        let Some(point) = chain.liberties.iter().find(|&point| field.has_room(color, point)) else {
            for _ in 0..played {
                field.undo();
            }
            return false;
        };
        field.play(color, point);
        played += 1;
    }
    true
}

/// Plays all of these points, as far as there is room, until nothing new comes up.
fn fill(field: &mut Field, color: Color, points: impl Fn(&Field) -> PointSet) {
    while let Some(point) = points(field).iter().find(|&point| field.has_room(color, point)) {
        field.play(color, point);
    }
}
