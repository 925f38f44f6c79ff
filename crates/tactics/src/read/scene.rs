//! What a question about life is asked of: the points in play, and what around them counts as settled.

use goban::{ByColor, Color, Point, PointSet};

use super::field::Field;

/// A group with at least so many points of its own around it is not in danger.
const ROOM_OF_A_WALL: usize = 7;
const ROOM_OF_A_FRIEND: usize = 10;
/// A chain with so many liberties is not taken while something else is decided.
const MANY_LIBERTIES: usize = 7;
/// How far and how wide the points in play reach where nothing encloses them.
const MOST_STEPS: usize = 6;
const FEWEST_STEPS: usize = 3;
const MOST_POINTS: usize = 30;

/// Chains of one colour that are as good as connected.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    pub(crate) color: Color,
    pub(crate) stones: PointSet,
}

/// The points in play around a group.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) target: Point,
    pub(crate) owner: Color,
    /// Everything that may be played on or taken.
    pub(crate) region: PointSet,
    /// Stones of the attacker that stay.
    pub(crate) walls: PointSet,
    /// Stones of the owner that live; whoever joins them lives.
    pub(crate) homes: PointSet,
    /// Empty points beyond the region; whoever comes as far has got away.
    pub(crate) outside: PointSet,
}

/// The chains of each colour that cannot be cut apart at a glance: they have two liberties in common, or one where a cut would be taken.
pub(crate) fn linked(field: &Field) -> Vec<Group> {
    let all = field.stones().black | field.stones().white;
    let chains: Vec<_> = field.chains_in(all).copied().collect();
    let mut names: Vec<usize> = (0..chains.len()).collect();
    let find = |names: &[usize], mut i: usize| {
        while names[i] != i {
            i = names[i];
        }
        i
    };
    for i in 0..chains.len() {
        for j in i + 1..chains.len() {
            let (a, b) = (&chains[i], &chains[j]);
            if a.color != b.color || !a.liberties.meets(&b.liberties) {
                continue;
            }
            let shared = a.liberties & b.liberties;
            let tight =
                |point: Point| field.liberties_after(!a.color, point) <= 1 && !takes_something(field, !a.color, point);
            if shared.len() >= 2 || shared.iter().any(tight) {
                let (x, y) = (find(&names, i), find(&names, j));
                names[x.max(y)] = x.min(y);
            }
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut place = vec![usize::MAX; chains.len()];
    for (i, chain) in chains.iter().enumerate() {
        let name = find(&names, i);
        if place[name] == usize::MAX {
            place[name] = groups.len();
            groups.push(Group { color: chain.color, stones: PointSet::EMPTY });
        }
        groups[place[name]].stones |= chain.stones;
    }
    groups
}

pub(crate) fn takes_something(field: &Field, color: Color, point: Point) -> bool {
    field
        .size()
        .neighbors(point)
        .any(|near| field.chain(near).is_some_and(|chain| chain.color != color && chain.n_liberties == 1))
}

/// The empty points that are nearer to one colour's stones than to the other's.
fn areas(field: &Field) -> ByColor<PointSet> {
    let mut free = field.empty();
    let mut reached = *field.stones();
    for _ in 0..8 {
        let next = ByColor::new(|color| reached[color].grown() & free);
        let both = next.black & next.white;
        free -= next.black | next.white;
        for color in Color::ALL {
            reached[color] |= next[color] - both;
        }
    }
    ByColor::new(|color| reached[color] - field.stones()[color])
}

impl Scene {
    /// The scene of the group of a stone; its owner's colour stands in for a point without a stone.
    pub(crate) fn of_group(field: &Field, target: Point) -> Scene {
        Scene::around(field, target, &PointSet::EMPTY)
    }

    /// The same, where the stones of `rivals` are in danger as well.
    pub(crate) fn around(field: &Field, target: Point, rivals: &PointSet) -> Scene {
        let owner = field.color(target).unwrap_or(Color::Black);
        let attacker = !owner;
        let groups = linked(field);
        let areas = areas(field);
        let board = field.size().all_points();
        let (mut walls, mut homes) = (PointSet::EMPTY, PointSet::EMPTY);
        let mut own = PointSet::from(target);
        for group in &groups {
            if group.stones.contains(target) {
                own |= group.stones;
                continue;
            }
            if group.stones.meets(rivals) {
                continue;
            }
            let room = (group.stones.flooded(&(areas[group.color] | group.stones)) - group.stones).len();
            if group.color == attacker {
                let many = field.chains_in(group.stones).any(|chain| chain.n_liberties >= MANY_LIBERTIES);
                if room >= ROOM_OF_A_WALL || many {
                    walls |= group.stones;
                }
            } else if room >= ROOM_OF_A_FRIEND {
                homes |= group.stones;
            }
        }
        let passable = board - walls - homes;
        let stones = field.stones().black | field.stones().white;
        let through = stones & passable;
        let mut region = own;
        let mut outside = PointSet::EMPTY;
        for step in 1.. {
            // Stones in play are crossed for nothing.
            region |= (region.grown() & through).flooded(&through);
            let next = (region.grown() & passable) - region;
            if next.is_empty() {
                break;
            }
            let wide = (region - stones).len() + next.len() > MOST_POINTS;
            if step > MOST_STEPS || (step > FEWEST_STEPS && wide) {
                outside = next - stones;
                break;
            }
            region |= next;
        }
        Scene { target, owner, region, walls, homes, outside }
    }
}
