//! A board made of letters and the plainest code that plays, counts and reads on it: what claims are compared with.

use std::collections::BTreeSet;

use goban::{BoardSize, ByColor, Color, Point, PointSet};
use tactics::Outcome;

pub(crate) type Spot = (i32, i32);
pub(crate) type Spots = BTreeSet<Spot>;

pub(crate) fn spot(point: Point) -> Spot {
    (point.column() as i32, point.row() as i32)
}

pub(crate) fn spots(points: &PointSet) -> Spots {
    points.iter().map(spot).collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub(crate) n: i32,
    cells: Vec<Option<Color>>,
    /// Where a ko may not be taken back, and by whom.
    pub(crate) ban: Option<(Color, Spot)>,
}

impl Grid {
    pub(crate) fn new(size: BoardSize, stones: &ByColor<PointSet>) -> Grid {
        let color = |point: Point| Color::ALL.into_iter().find(|&color| stones[color].contains(point));
        Grid { n: size.get() as i32, cells: size.points().map(color).collect(), ban: None }
    }

    pub(crate) fn get(&self, (x, y): Spot) -> Option<Color> {
        self.cells[(y * self.n + x) as usize]
    }

    fn set(&mut self, (x, y): Spot, color: Option<Color>) {
        self.cells[(y * self.n + x) as usize] = color;
    }

    pub(crate) fn on(&self, (x, y): Spot) -> bool {
        (0..self.n).contains(&x) && (0..self.n).contains(&y)
    }

    pub(crate) fn all(&self) -> Vec<Spot> {
        (0..self.n).flat_map(|y| (0..self.n).map(move |x| (x, y))).collect()
    }

    pub(crate) fn beside(&self, (x, y): Spot) -> Vec<Spot> {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].into_iter().filter(|&at| self.on(at)).collect()
    }

    pub(crate) fn diagonal(&self, (x, y): Spot) -> Vec<Spot> {
        [(x + 1, y + 1), (x - 1, y + 1), (x + 1, y - 1), (x - 1, y - 1)].into_iter().filter(|&at| self.on(at)).collect()
    }

    /// What is connected to a point through points of the same content.
    pub(crate) fn group(&self, from: Spot) -> Spots {
        let mut group = Spots::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for near in self.beside(at) {
                if self.get(near) == self.get(from) && group.insert(near) {
                    open.push(near);
                }
            }
        }
        group
    }

    pub(crate) fn liberties(&self, group: &Spots) -> Spots {
        group.iter().flat_map(|&at| self.beside(at)).filter(|&at| self.get(at).is_none()).collect()
    }

    /// The different groups of a colour beside a point.
    pub(crate) fn groups_beside(&self, at: Spot, color: Color) -> Vec<Spots> {
        let mut groups: Vec<Spots> = Vec::new();
        for near in self.beside(at) {
            if self.get(near) == Some(color) && groups.iter().all(|group| !group.contains(&near)) {
                groups.push(self.group(near));
            }
        }
        groups
    }

    /// Plays, if that is allowed; `free` may take a ko back.
    pub(crate) fn play(&self, color: Color, at: Spot, free: Option<Color>) -> Option<Grid> {
        if self.get(at).is_some() || (self.ban == Some((color, at)) && free != Some(color)) {
            return None;
        }
        let mut next = self.clone();
        next.ban = None;
        next.set(at, Some(color));
        let mut taken = Spots::new();
        for near in self.beside(at) {
            if next.get(near) == Some(!color) && next.liberties(&next.group(near)).is_empty() {
                taken.extend(next.group(near));
            }
        }
        for &gone in &taken {
            next.set(gone, None);
        }
        let own = next.group(at);
        if next.liberties(&own).is_empty() {
            return None;
        }
        if taken.len() == 1 && own.len() == 1 && next.liberties(&own).len() == 1 {
            next.ban = taken.first().map(|&gone| (!color, gone));
        }
        Some(next)
    }

    /// Whether the attacker, moving first, takes the group by ataris alone.
    fn is_hunted(&self, target: Spot, free: Color, depth: usize) -> bool {
        let Some(owner) = self.get(target) else { return true };
        let liberties = self.liberties(&self.group(target));
        if liberties.len() > 2 || depth == 0 {
            return false;
        }
        liberties.iter().any(|&at| {
            self.play(!owner, at, Some(free))
                .is_some_and(|next| next.get(target) != Some(owner) || next.is_run_down(target, free, depth - 1))
        })
    }

    /// Whether the group is taken although its owner moves first, with one liberty left.
    fn is_run_down(&self, target: Spot, free: Color, depth: usize) -> bool {
        let Some(owner) = self.get(target) else { return true };
        let group = self.group(target);
        let mut tries = self.liberties(&group);
        for at in group.iter().flat_map(|&at| self.beside(at)) {
            if self.get(at) == Some(!owner) {
                let rivals = self.liberties(&self.group(at));
                if rivals.len() == 1 {
                    tries.extend(rivals);
                }
            }
        }
        let replies: Vec<Grid> = tries.iter().filter_map(|&at| self.play(owner, at, Some(free))).collect();
        if replies.is_empty() {
            let mut passed = self.clone();
            passed.ban = None;
            return passed.is_hunted(target, free, depth.saturating_sub(1));
        }
        replies.iter().all(|next| next.is_hunted(target, free, depth.saturating_sub(1)))
    }

    fn outcome(captured: impl Fn(Color) -> bool, owner: Color) -> Outcome {
        if captured(owner) {
            Outcome::Captured
        } else if captured(!owner) {
            Outcome::Ko
        } else {
            Outcome::Escapes
        }
    }

    /// How a chase ends when the attacker moves first.
    pub(crate) fn hunt(&self, target: Spot) -> Outcome {
        let owner = self.get(target).expect("a stone");
        Grid::outcome(|free| self.is_hunted(target, free, DEEPEST), owner)
    }

    /// How a chase ends when the owner moves first.
    pub(crate) fn run(&self, target: Spot) -> Outcome {
        let owner = self.get(target).expect("a stone");
        if self.liberties(&self.group(target)).len() > 1 {
            return Outcome::Escapes;
        }
        Grid::outcome(|free| self.is_run_down(target, free, DEEPEST), owner)
    }

    /// Whether the owner, to move, has no move anywhere after which a chase fails.
    pub(crate) fn is_netted(&self, target: Spot) -> bool {
        let owner = self.get(target).expect("a stone");
        let still = |next: &Grid| next.is_hunted(target, owner, DEEPEST);
        let mut passed = self.clone();
        passed.ban = None;
        still(&passed) && self.all().iter().filter_map(|&at| self.play(owner, at, Some(owner))).all(|next| still(&next))
    }

    /// Whether an empty point is an eye: own stones beside it, at most one enemy diagonally, none at the edge.
    pub(crate) fn is_eye(&self, color: Color, at: Spot) -> bool {
        let enemies = self.diagonal(at).iter().filter(|&&near| self.get(near) == Some(!color)).count();
        let most = usize::from(self.diagonal(at).len() == 4);
        self.get(at).is_none() && self.beside(at).iter().all(|&near| self.get(near) == Some(color)) && enemies <= most
    }

    /// The stones of a colour that Benson's algorithm calls alive, and the points of the regions they enclose.
    pub(crate) fn alive(&self, color: Color) -> (Spots, Spots) {
        let mut seen = Spots::new();
        let (mut chains, mut regions): (Vec<Spots>, Vec<Spots>) = (Vec::new(), Vec::new());
        for at in self.all() {
            if seen.contains(&at) {
                continue;
            }
            if self.get(at) == Some(color) {
                let group = self.group(at);
                seen.extend(&group);
                chains.push(group);
            } else {
                let mut region = Spots::from([at]);
                let mut open = vec![at];
                while let Some(at) = open.pop() {
                    for near in self.beside(at) {
                        if self.get(near) != Some(color) && region.insert(near) {
                            open.push(near);
                        }
                    }
                }
                seen.extend(&region);
                regions.push(region);
            }
        }
        let vital = |region: &Spots, chain: &Spots| {
            let liberties = self.liberties(chain);
            region.iter().filter(|&&at| self.get(at).is_none()).all(|at| liberties.contains(at))
        };
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|chain| regions.iter().filter(|region| vital(region, chain)).count() >= 2);
            regions.retain(|region| {
                region
                    .iter()
                    .flat_map(|&at| self.beside(at))
                    .filter(|&at| self.get(at) == Some(color))
                    .all(|at| chains.iter().any(|chain| chain.contains(&at)))
            });
            if before == (chains.len(), regions.len()) {
                break;
            }
        }
        let inside: Spots = regions
            .iter()
            .filter(|region| chains.iter().any(|chain| vital(region, chain)))
            .flatten()
            .copied()
            .collect();
        let stones: Spots = chains.into_iter().flatten().collect();
        if stones.is_empty() { (stones, Spots::new()) } else { (stones, inside) }
    }
}

/// Deeper than any chase that the reader follows to its end.
const DEEPEST: usize = 250;
