//! Facts about where a stone is: corners, sides, and how it relates to the stones around it.

use goban::{Board, BoardSize, Color, Point, PointSet};

use crate::Area;
use crate::fact::{Fact, Finding, Step};

/// The facts about where a stone is, from the board before it. `last` is the point of the previous move.
pub(crate) fn see(board: &Board, mover: Color, point: Point, last: Option<Point>) -> Vec<Finding> {
    let placement = Placement { board, size: board.size(), mover, point };
    let mut found: Vec<Finding> = Vec::new();
    let stones = board.stones();
    if board.size().get() >= 9 {
        let early = (stones.black | stones.white).len() * 8 < board.size().area();
        found.extend(placement.corner().or_else(|| placement.side().filter(|_| early)));
    }
    found.extend(placement.relation(last));
    if let Some(last) = last {
        let distance = distance(point, last);
        let all = stones.black | stones.white;
        let area = Area::of(placement.size, point);
        if distance * 2 > placement.size.get() && area != Area::of(placement.size, last) && all.len() > 8 {
            found.push(Finding::new(Fact::Elsewhere { area, distance }));
        }
    }
    found
}

/// The larger of the distances in columns and rows.
pub(crate) fn distance(a: Point, b: Point) -> usize {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
}

struct Placement<'a> {
    board: &'a Board,
    size: BoardSize,
    mover: Color,
    point: Point,
}

/// The line of a point from each of its two nearest edges, from 1: first the one along the columns.
fn lines(size: BoardSize, point: Point) -> (usize, usize) {
    let line = |at: usize| at.min(size.get() - 1 - at) + 1;
    (line(point.column()), line(point.row()))
}

/// A corner goes as far as this line on both sides.
fn corner_reach(size: BoardSize) -> usize {
    match size.get() {
        17.. => 7,
        13.. => 5,
        side => side / 2,
    }
}

/// The corner that a point belongs to, as a set of points.
fn corner_of(size: BoardSize, point: Point) -> Option<PointSet> {
    let reach = corner_reach(size);
    let (a, b) = lines(size, point);
    if a > reach || b > reach {
        return None;
    }
    let same = |other: &Point| {
        let (x, y) = lines(size, *other);
        let half = size.get() / 2;
        x <= reach
            && y <= reach
            && (other.column() < half) == (point.column() < half)
            && (other.row() < half) == (point.row() < half)
    };
    Some(size.points().filter(same).collect())
}

impl Placement<'_> {
    fn stone(&self, point: Point) -> Option<Color> {
        self.board.get(point)
    }

    /// The stones of a set that are nearest to the move; of equals the first.
    fn nearest(&self, points: &PointSet) -> Option<Point> {
        let square = |at: &Point| {
            let (x, y) = (at.column().abs_diff(self.point.column()), at.row().abs_diff(self.point.row()));
            x * x + y * y
        };
        points.iter().min_by_key(square)
    }

    fn corner(&self) -> Option<Finding> {
        let corner = corner_of(self.size, self.point)?;
        let (own, other) = (self.board.stones()[self.mover] & corner, self.board.stones()[!self.mover] & corner);
        let (a, b) = lines(self.size, self.point);
        let (low, high) = (a.min(b), a.max(b));
        let area = Area::of(self.size, self.corner_point());
        let touches = self.size.neighbors(self.point).any(|near| self.stone(near).is_some());
        match (own.len(), other.len()) {
            (0, 0) if (2..=6).contains(&low) && high <= 7 => Some(Finding::new(Fact::Corner { area, low, high })),
            (1, 0) if low >= 2 => {
                let partner = own.first()?;
                let close = distance(partner, self.point) <= 4;
                close.then_some(Finding::new(Fact::Enclosure { partner, area }))
            }
            (0, 1..) if (low, high) == (3, 3) => {
                let four = other.iter().find(|&stone| lines(self.size, stone) == (4, 4))?;
                Some(Finding::new(Fact::Invasion { target: four, area }))
            }
            (0, 1..=2) if !touches && low >= 2 => {
                let target = self.nearest(&other)?;
                Some(Finding::scaled(Fact::Approach { target, area }, 1.0))
            }
            _ => None,
        }
    }

    /// The corner point nearest to the move.
    fn corner_point(&self) -> Point {
        let last = self.size.get() - 1;
        let end = |at: usize| if at * 2 <= last { 0 } else { last };
        self.size.point(end(self.point.column()), end(self.point.row())).unwrap_or(self.point)
    }

    /// Along a side: from the move, the nearest stone in each direction on the lines around its own.
    fn side(&self) -> Option<Finding> {
        let (a, b) = lines(self.size, self.point);
        let line = a.min(b);
        if !(2..=5).contains(&line) || self.size.get() < 13 || a == b {
            return None;
        }
        let near = PointSet::from(self.point).grown();
        let stones = self.board.stones();
        if near.meets(&(stones.black | stones.white)) {
            return None;
        }
        let upright = a < b;
        let found = [-1, 1].map(|way| self.along(upright, way));
        let area = Area::of(self.size, self.point);
        for (one, _) in [(0, 1), (1, 0)] {
            if let Some((target, Some(color), steps)) = found[one]
                && color != self.mover
                && (2..=4).contains(&steps)
                && let Some(partner) = self.beyond(target, upright, if one == 0 { -1 } else { 1 })
            {
                return Some(Finding::new(Fact::Pincer { target, partner }));
            }
        }
        // Nobody is fighting with the stone yet.
        let alone = |target: Point| self.board.stones()[self.mover].iter().all(|own| distance(own, target) > 2);
        let close = found
            .iter()
            .flatten()
            .find(|(target, color, steps)| *color == Some(!self.mover) && (2..=3).contains(steps) && alone(*target));
        if let Some((target, ..)) = close.filter(|_| line >= 3) {
            return Some(Finding::scaled(Fact::Approach { target: *target, area }, 0.0));
        }
        let own = found
            .iter()
            .flatten()
            .filter(|(_, color, steps)| *color == Some(self.mover) && (2..=7).contains(steps))
            .min_by_key(|(.., steps)| *steps)
            .map(|(stone, ..)| *stone);
        let free = found.iter().flatten().all(|(.., steps)| *steps >= 3);
        let side = matches!(area, Area::Top | Area::Bottom | Area::Left | Area::Right);
        (side && line >= 3 && free).then_some(Finding::new(Fact::Side { area, line, from: own }))
    }

    /// The nearest stone along the edge, on the lines 2 to 5 from it, and its distance along the edge.
    fn along(&self, upright: bool, way: i32) -> Option<(Point, Option<Color>, usize)> {
        (1..=7).find_map(|steps: i32| {
            let stone = self.across(self.point, upright, way * steps)?;
            Some((stone, self.stone(stone), steps as usize))
        })
    }

    /// A stone on the lines 2 to 5 above the same edge, this many lines further along it.
    fn across(&self, from: Point, upright: bool, steps: i32) -> Option<Point> {
        let last = self.size.get() - 1;
        let (column, row) = (from.column(), from.row());
        let low = |at: usize| at * 2 <= last;
        (2..=5usize).find_map(|line| {
            let (across, along) = if upright { (column, row) } else { (row, column) };
            let across = if low(across) { line - 1 } else { last + 1 - line };
            let along = usize::try_from(along as i32 + steps).ok()?;
            let point = if upright { self.size.point(across, along) } else { self.size.point(along, across) }?;
            self.stone(point).map(|_| point)
        })
    }

    /// The mover's stone on the other side of a target along the edge, within five lines.
    fn beyond(&self, target: Point, upright: bool, way: i32) -> Option<Point> {
        let stone = (1..=5).find_map(|steps| self.across(target, upright, way * steps))?;
        // Stones that touch are fighting already.
        (self.stone(stone) == Some(self.mover) && distance(stone, target) >= 2).then_some(stone)
    }

    /// How the stone stands to those beside it.
    fn relation(&self, last: Option<Point>) -> Option<Finding> {
        let beside =
            |color: Color| self.size.neighbors(self.point).filter(move |&near| self.stone(near) == Some(color));
        let other = beside(!self.mover).next();
        if beside(self.mover).next().is_some() {
            let target = beside(!self.mover).find(|&target| last == Some(target))?;
            return Some(Finding::new(Fact::Block { target }));
        }
        if let Some(target) = other {
            let own = self.board.stones()[self.mover];
            let around = self.size.diagonals(self.point).filter(|near| own.contains(*near));
            let bent = around
                .flat_map(|stone| self.size.neighbors(stone).collect::<Vec<_>>())
                .find(|&near| beside(!self.mover).any(|target| target == near));
            return Some(match bent {
                Some(target) => Finding::new(Fact::Hane { target }),
                None => Finding::new(Fact::Contact { target }),
            });
        }
        self.cap().or_else(|| self.step())
    }

    /// A stone of the other two lines below, towards the edge, with nothing between and nothing beside the line between.
    fn cap(&self) -> Option<Finding> {
        let height = self.size.edge_distance(self.point);
        let target = [(0, 2), (0, -2), (2, 0), (-2, 0)].into_iter().find_map(|(x, y)| {
            let target = self.size.offset(self.point, x, y)?;
            let between = self.size.offset(self.point, x / 2, y / 2)?;
            let below = self.size.edge_distance(target) + 2 == height;
            (self.stone(target) == Some(!self.mover) && self.stone(between).is_none() && below).then_some(target)
        })?;
        Some(Finding::new(Fact::Cap { target }))
    }

    fn step(&self) -> Option<Finding> {
        let steps: [(Step, &[(i32, i32)]); 5] = [
            (Step::Jump, &[(2, 0), (0, 2)]),
            (Step::Diagonal, &[(1, 1)]),
            (Step::Knight, &[(1, 2), (2, 1)]),
            (Step::LongJump, &[(3, 0), (0, 3)]),
            (Step::LongKnight, &[(1, 3), (3, 1)]),
        ];
        steps.into_iter().find_map(|(step, offsets)| {
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            let all = offsets.iter().flat_map(|(x, y)| signs.map(|(sx, sy)| (x * sx, y * sy)));
            let from = all
                .filter_map(|(x, y)| self.size.offset(self.point, x, y))
                .find(|&from| self.stone(from) == Some(self.mover) && self.is_open(from))?;
            Some(Finding::new(Fact::Step { from, step }))
        })
    }

    /// Whether no stone of the other stands in the rectangle between the move and another point.
    fn is_open(&self, from: Point) -> bool {
        let columns = self.point.column().min(from.column())..=self.point.column().max(from.column());
        let rows = self.point.row().min(from.row())..=self.point.row().max(from.row());
        let other = self.board.stones()[!self.mover];
        rows.flat_map(|row| columns.clone().filter_map(move |column| self.size.point(column, row)))
            .all(|point| !other.contains(point))
    }
}
