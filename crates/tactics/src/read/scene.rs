//! What a question about life is asked of: the points in play, and what around them counts as settled.

use goban::{Board, ByColor, Color, Point, PointSet};

use super::field::Field;

/// A group with at least so many points of its own around it is not in danger.
const ROOM_OF_A_WALL: usize = 5;
const ROOM_WITH_LIBERTIES: usize = 2;
const ROOM_OF_A_FRIEND: usize = 8;
/// A chain with so many liberties is not taken while something else is decided.
const MANY_LIBERTIES: usize = 7;
/// Whoever takes so many stones in a race lives in the room that they leave.
pub(crate) const SPOILS: usize = 5;
/// How far the points in play reach where nothing encloses them, step by step.
const STEPS: [usize; 3] = [2, 3, 5];
/// Stones in an enclosed space that is greater than this are nobody's prisoners.
const MOST_ENCLOSED: usize = 20;
/// So few points beyond the region that lead nowhere are part of it.
const POCKET: usize = 6;
/// What the walls reach so many steps before the group does is theirs.
const HEAD_START: usize = 2;

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
    /// In a race, the stones of the attacker that are in danger as well.
    pub(crate) rivals: PointSet,
    /// The one of them that the race is about.
    pub(crate) rival: Option<Point>,
    /// The same, if its chain is so large that taking it is as good as living.
    pub(crate) prize: Option<Point>,
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

/// Stones that live whatever happens.
fn safe_stones(field: &Field) -> PointSet {
    let board = Board::with_stones(field.size(), field.stones());
    Color::ALL.into_iter().fold(PointSet::EMPTY, |set, color| set | board.unconditional_life(color).stones)
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
    /// The scenes of the group of a stone, narrow ones first; Black stands in as owner of a point without a stone.
    pub(crate) fn of_group(field: &Field, target: Point) -> Vec<Scene> {
        Scene::beside(field, target, &PointSet::EMPTY)
    }

    /// The same, with stones of the attacker that stay, whatever they look like.
    pub(crate) fn beside(field: &Field, target: Point, lasting: &PointSet) -> Vec<Scene> {
        let around = |steps| Scene::around(field, target, &PointSet::EMPTY, lasting, steps);
        let mut scenes = Vec::from(STEPS.map(around));
        scenes.dedup_by(|next, last| next.region == last.region);
        scenes
    }

    /// The scene of a race, as wide as it goes.
    pub(crate) fn of_race(field: &Field, target: Point, rival: Point, rivals: &PointSet) -> Scene {
        let scene = Scene::around(field, target, rivals, &PointSet::EMPTY, STEPS[STEPS.len() - 1]);
        let prize = field.chain(rival).filter(|chain| chain.n_stones >= SPOILS).map(|_| rival);
        Scene { rival: Some(rival), prize, ..scene }
    }

    fn around(field: &Field, target: Point, rivals: &PointSet, lasting: &PointSet, most_steps: usize) -> Scene {
        let owner = field.color(target).unwrap_or(Color::Black);
        let attacker = !owner;
        let groups = linked(field);
        let areas = areas(field);
        let board = field.size().all_points();
        let racing = !rivals.is_empty();
        let certain = safe_stones(field) | *lasting;
        let race = *rivals
            | groups.iter().find(|group| group.stones.contains(target)).map_or(PointSet::EMPTY, |group| group.stones);
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
            if racing {
                // In a race everything is settled but what the two groups enclose.
                let inside = group.stones.flooded(&(board - field.stones()[!group.color]));
                let border = (inside.grown() & board) - inside;
                if border.is_subset(&race) && inside.len() < MOST_ENCLOSED {
                    continue;
                }
                if group.color == attacker {
                    walls |= group.stones
                } else {
                    homes |= group.stones
                }
                continue;
            }
            if group.stones.meets(&certain) {
                if group.color == attacker {
                    walls |= group.stones
                } else {
                    homes |= group.stones
                }
                continue;
            }
            let near = |reach: PointSet| reach | (reach.grown() & areas[group.color]);
            let room = (near(near(group.stones)) - group.stones).len();
            if group.color == attacker {
                let many = field.chains_in(group.stones).any(|chain| chain.n_liberties >= MANY_LIBERTIES);
                if room >= ROOM_OF_A_WALL || (many && room >= ROOM_WITH_LIBERTIES) {
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
        // Step by step from the group and from the walls: what the walls reach two steps earlier is theirs.
        let mut theirs = walls;
        for step in 1..=most_steps + 1 {
            // Stones in play are crossed for nothing.
            region |= (region.grown() & through).flooded(&through);
            let next = (region.grown() & passable) - region - theirs;
            if next.is_empty() {
                break;
            }
            if step > most_steps {
                let pockets = (passable - region).components().filter(|part| part.len() <= POCKET);
                let pockets = pockets.fold(PointSet::EMPTY, |all, part| all | part);
                region |= pockets;
                let next = next - pockets;
                outside = next - stones;
                break;
            }
            region |= next;
            theirs = if step < HEAD_START { walls } else { (0..step).fold(walls, |reach, _| reach.grown() & board) };
        }
        if !racing {
            // What the walls have first they have to hold all the same: the owner may come there, and gets away beyond.
            region |= (region.grown() & passable) - region - outside;
            region |= (region.grown() & through).flooded(&through);
            outside |= (region.grown() & passable) - region - stones;
        }
        Scene { rivals: *rivals, rival: None, prize: None, target, owner, region, walls, homes, outside }
    }
}
