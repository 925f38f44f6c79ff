//! Outlines around groups of points: rounded, just inside the cells of the group.

use goban::{Point, PointSet};

use crate::svg::N;

type Corner = (i32, i32);

/// The outline of the cells of some points as SVG path data. `center` gives the middle of a point's cell, `cell` its
/// width, `inset` and `radius` are parts of that width. Points that only touch at a corner get separate outlines.
pub(crate) fn outline(points: &PointSet, center: impl Fn(f64, f64) -> (f64, f64), inset: f64, radius: f64) -> String {
    let mut data = String::new();
    for corners in loops(points) {
        let n = corners.len();
        let moved: Vec<(f64, f64)> = (0..n)
            .map(|i| {
                let (before, at, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
                let (a, b) = (direction(before, at), direction(at, after));
                // The inside lies to the right of the way around.
                let inward = (f64::from(-a.1 - b.1), f64::from(a.0 + b.0));
                (f64::from(at.0) - 0.5 + inset * inward.0, f64::from(at.1) - 0.5 + inset * inward.1)
            })
            .collect();
        for i in 0..n {
            let (before, at, after) = (moved[(i + n - 1) % n], moved[i], moved[(i + 1) % n]);
            let toward = |other: (f64, f64)| {
                let (dx, dy) = (other.0 - at.0, other.1 - at.1);
                let length = dx.hypot(dy);
                let part = (radius / length).min(0.5);
                center(at.0 + dx * part, at.1 + dy * part)
            };
            let (start, end, (x, y)) = (toward(before), toward(after), center(at.0, at.1));
            let letter = if i == 0 { 'M' } else { 'L' };
            data += &format!("{letter}{} {}Q{} {} {} {}", N(start.0), N(start.1), N(x), N(y), N(end.0), N(end.1));
        }
        data.push('Z');
    }
    data
}

fn direction(from: Corner, to: Corner) -> Corner {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

/// The corners of the boundary in the order of a walk that keeps the inside on the right, one list a loop.
fn loops(points: &PointSet) -> Vec<Vec<Corner>> {
    let cell = |point: Point| (point.column() as i32, point.row() as i32);
    let cells: std::collections::BTreeSet<Corner> = points.iter().map(cell).collect();
    let mut sides: std::collections::BTreeSet<(Corner, Corner)> = std::collections::BTreeSet::new();
    for &(x, y) in &cells {
        for (near, from, to) in [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ] {
            if !cells.contains(&near) {
                sides.insert((from, to));
            }
        }
    }
    let mut found = Vec::new();
    while let Some(first) = sides.pop_first() {
        let mut walk = vec![first];
        loop {
            let (from, at) = walk[walk.len() - 1];
            let (dx, dy) = direction(from, at);
            // Where two cells touch at a corner, the turn to the right stays with the same cell.
            let next = [(-dy, dx), (dx, dy), (dy, -dx)]
                .map(|(x, y)| (at, (at.0 + x, at.1 + y)))
                .into_iter()
                .find(|side| sides.contains(side));
            let Some(side) = next else { break };
            sides.remove(&side);
            walk.push(side);
        }
        let n = walk.len();
        let turns = (0..n).filter(|&i| {
            let before = walk[(i + n - 1) % n];
            direction(before.0, before.1) != direction(walk[i].0, walk[i].1)
        });
        found.push(turns.map(|i| walk[i].0).collect());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::BoardSize;

    fn set(vertices: &str) -> PointSet {
        vertices.split(' ').map(|vertex| BoardSize::NINE.parse_vertex(vertex).unwrap()).collect()
    }

    #[test]
    fn boundaries_have_the_corners_people_see() {
        let corners = |vertices| loops(&set(vertices)).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(corners("A9"), [4]);
        assert_eq!(corners("A9 B9 C9"), [4]);
        assert_eq!(corners("A9 B9 B8"), [6]);
        assert_eq!(corners("A9 B8"), [4, 4], "points that touch at a corner stay apart");
        assert_eq!(corners("C7 D7 E7 C6 E6 C5 D5 E5"), [4, 4], "a ring has an inside");
    }
}
