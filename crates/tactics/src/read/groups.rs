//! Chains that belong together, and what is certain without reading.

use goban::{Board, ByColor, Color, Point, PointSet, Position};

use super::ask::Question;
use super::field::Field;
use super::life::Death;
use super::scene::{Scene, linked};
use super::{Bounds, Success};

/// An eye of up to six points takes no more than this.
const EYE_NODES: usize = 50_000;

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

/// What is certain about every point of a board, even if the opponent of whoever owns it moves as often as it likes.
///
/// A stone is alive if it cannot be taken so (Benson's life). Around living stones everything is their territory where the opponent cannot stay, either:
/// it can make no two eyes there, and no seki with stones of the owner that stand inside. Such stones are as good as alive, and those of the opponent are dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certain {
    stones: ByColor<PointSet>,
    /// Living stones and their territory.
    owned: ByColor<PointSet>,
}

impl Certain {
    /// Finds out what is certain.
    #[must_use]
    pub fn of(board: &Board) -> Certain {
        let owned = ByColor::new(|color| {
            let alive = board.unconditional_life(color).stones;
            if alive.is_empty() { alive } else { alive | territory(board, color, &alive) }
        });
        Certain { stones: *board.stones(), owned }
    }

    /// What is certain about a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Certainty {
        let owner = Color::ALL.into_iter().find(|&color| self.owned[color].contains(point));
        let stone = Color::ALL.into_iter().find(|&color| self.stones[color].contains(point));
        match (owner, stone) {
            (None, _) => Certainty::Undecided,
            (Some(owner), None) => Certainty::Territory(owner),
            (owner, stone) if owner == stone => Certainty::Alive,
            _ => Certainty::Dead,
        }
    }
}

/// Where the opponent of living stones cannot stay. It takes what it can, fills all around the living stones, and divides the room that is left into as many
/// eyes as possible. Where it is in atari after that it has one eye at most.
fn territory(board: &Board, color: Color, alive: &PointSet) -> PointSet {
    let mut field = Field::of(board);
    let rival = !color;
    take_all(&mut field, rival, alive);
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
    let mut territory = dead | (around & field.empty());
    // What it might rather leave alone, to live in seki with it.
    let mut inside = board.stones()[color] & territory;
    while let Some(chain) = inside.first().and_then(|stone| board.chain(stone)) {
        inside -= *chain.stones();
        let enclosed = chain.stones().flooded(&(board.size().all_points() - *alive));
        if may_share(board, color, alive, &enclosed, chain.stones()) {
            territory -= enclosed;
        }
    }
    territory
}

/// With more liberties than these to choose from, taking the chain leaves room enough anyway.
const MOST_SHARED: usize = 8;

/// Whether the opponent of living stones, who moves as often as it likes, can get a seki with a chain that they enclose.
///
/// It fills everything but some liberties of the chain, in all ways. Then the owner of the chain begins, and the opponent may answer, to connect in time for
/// instance. It stays if some stone beside the chain cannot be taken so.
fn may_share(board: &Board, color: Color, alive: &PointSet, enclosed: &PointSet, stones: &PointSet) -> bool {
    let mut field = Field::of(board);
    let rival = !color;
    take_all(&mut field, rival, &(*alive | *stones));
    let Some(chain) = stones.first().and_then(|stone| field.chain(stone)).filter(|chain| chain.color == color) else {
        return false;
    };
    // Where the chain could join its friends there is nothing to share.
    let liberties = chain.liberties - alive.grown();
    fill(&mut field, rival, |field| (*enclosed & field.empty()) - liberties);
    let points: Vec<Point> = liberties.iter().take(MOST_SHARED).collect();
    let n = points.len();
    let rivals = field.stones()[rival];
    // Much is left first: if anything is a seki, then usually that.
    let mut ways: Vec<usize> = (0..1usize << n).filter(|kept| kept.count_ones() >= 2).collect();
    ways.sort_by_key(|kept| std::cmp::Reverse(kept.count_ones()));
    ways.into_iter().any(|kept| {
        let left: PointSet = (0..n).filter(|i| kept >> i & 1 == 1).map(|i| points[i]).collect();
        let filled = ByColor::new(|side| if side == color { *alive | *stones } else { rivals | (liberties - left) });
        stays(&Board::with_stones(board.size(), &filled), color, stones)
    })
}

/// Whether stones around a chain cannot all be taken by its owner, who begins.
fn stays(board: &Board, color: Color, stones: &PointSet) -> bool {
    let around = board.chains().filter(|chain| chain.color() != color && chain.stones().grown().meets(stones));
    let mut targets = around.filter_map(|chain| chain.stones().first());
    if board.chains().any(|chain| chain.n_liberties() == 0) {
        return false;
    }
    targets.any(|target| {
        let mut question = Question::on(Field::of(board), &Bounds { nodes: EYE_NODES, ..Bounds::default() });
        let mut goal = Death::in_scenes(Scene::of_group(&question.field, target));
        question.ask(&mut goal, color).known() != Some(Success::Yes)
    })
}

/// Takes all chains of the opponent that can be taken by moving as often as one likes, but for some stones.
fn take_all(field: &mut Field, color: Color, spared: &PointSet) {
    // Some can only be taken after others.
    loop {
        let doomed = field.stones()[!color] - *spared;
        let chains: Vec<PointSet> = field.chains_in(doomed).map(|chain| chain.stones).collect();
        let taken = chains.iter().filter(|stones| take(field, color, stones)).count();
        if taken == 0 {
            break;
        }
    }
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
