//! How well two points are connected for a colour: the first half of the paper.
//!
//! The two ends count as stones of the colour, whether they are on the board or not. A path is a smallest set of empty
//! points that makes one chain of them; it may run through any chain of the colour on the way. Two empty points are
//! *linked* when they are neighbours or liberties of one own chain that holds neither end: with stones on both they are
//! one chain. So a path is a line of linked points from a liberty of the one end to a liberty of the other, in which no
//! point is linked to any but the one before and the one after, and only the first and the last touch their ends.

use std::fmt;

use goban::{Board, Color, Point, PointSet};

use crate::paths::{name_order, sort_paths};
use crate::{Params, joined};

/// How well two points are connected.
#[derive(Clone, PartialEq, Debug)]
pub struct Connection {
    /// The ways to connect them, short ones first, then by the names of their stones.
    pub paths: Vec<ConnectionPath>,
    /// All ways together: 1 when the two are one chain already.
    pub connectedness: f64,
}

/// One way to connect two points.
#[derive(Clone, PartialEq, Debug)]
pub struct ConnectionPath {
    /// The stones still to be played between the two, in the order of their names; none if they are one chain.
    pub stones: Vec<Point>,
    /// `pⁿ`.
    pub connectedness: f64,
}

impl ConnectionPath {
    /// Number of stones still to be played.
    #[must_use]
    pub fn n(&self) -> usize {
        self.stones.len()
    }
}

/// The ways to connect two points with stones of a colour. Either point may hold such a stone or be empty: then a stone
/// of the colour is thought there, and not counted. `reach` counts one end, as for influence: paths of fewer than `reach`
/// stones between the two are found.
///
/// ```
/// use freedom::{Params, connection};
/// use goban::{Board, BoardSize, Color};
/// let size = BoardSize::NINETEEN;
/// let [stone, virtual_stone] = ["K4", "J6"].map(|vertex| size.parse_vertex(vertex).unwrap());
/// let mut board = Board::new(size);
/// board.place(Color::White, stone);
/// let reach_five = Params::new(1.0 / 3.0, 2.0, 5).unwrap();
/// let found = connection(&board, virtual_stone, stone, Color::White, &reach_five).unwrap();
/// assert_eq!(found.paths.len(), 5);
/// assert!(connection(&board, virtual_stone, stone, Color::Black, &reach_five).is_err());
/// ```
///
/// # Errors
/// When one of the points is off the board or holds a stone of the other colour.
pub fn connection(
    board: &Board,
    from: Point,
    to: Point,
    color: Color,
    params: &Params,
) -> Result<Connection, ConnectionError> {
    let size = board.size();
    for point in [from, to] {
        if !size.contains(point) {
            return Err(ConnectionError::OffBoard(point));
        }
        if board.get(point) == Some(!color) {
            return Err(ConnectionError::Opponent { point: size.vertex(point), color });
        }
    }
    let mut stones = *board.stones();
    stones[color].extend([from, to]);
    let board = Board::with_stones(size, &stones);
    let (Some(start), Some(goal)) = (board.chain(from), board.chain(to)) else {
        return Err(ConnectionError::OffBoard(from));
    };
    let mut paths = Vec::new();
    if start.stones() == goal.stones() {
        paths.push(ConnectionPath { stones: Vec::new(), connectedness: 1.0 });
        return Ok(Connection { paths, connectedness: 1.0 });
    }
    let links = Links::new(&board, color, *start.stones() | *goal.stones());
    for line in links.lines(start.liberties(), goal.liberties(), params.reach() - 1) {
        let mut stones = line;
        stones.sort_by_key(|&stone| name_order(stone));
        paths.push(ConnectionPath { connectedness: params.connectedness(stones.len()), stones });
    }
    sort_paths(&mut paths, |path| &path.stones);
    let connectedness = joined(paths.iter().map(|path| (&path.stones[..], params.weight(path.n()))), params.q());
    Ok(Connection { paths, connectedness })
}

/// Which empty points would be one chain with which others, if both had stones.
struct Links {
    empty: PointSet,
    /// By the index of the point.
    linked: Vec<PointSet>,
    index: goban::BoardSize,
}

impl Links {
    /// `ends` are the stones of the two chains to be connected.
    fn new(board: &Board, color: Color, ends: PointSet) -> Links {
        let size = board.size();
        let empty = board.empty();
        let mut linked = vec![PointSet::EMPTY; size.area()];
        for point in &empty {
            linked[size.index(point)] = PointSet::from(point).grown() & empty;
        }
        for chain in board.chains().filter(|chain| chain.color() == color && !chain.stones().meets(&ends)) {
            for liberty in chain.liberties() {
                linked[size.index(liberty)] |= *chain.liberties();
            }
        }
        Links { empty, linked, index: size }
    }

    fn of(&self, point: Point) -> &PointSet {
        &self.linked[self.index.index(point)]
    }

    /// All lines of at most `longest` points from `start` to `goal` without a shortcut.
    fn lines(&self, start: &PointSet, goal: &PointSet, longest: usize) -> Vec<Vec<Point>> {
        // near[k]: from here the goal is at most k points further. Points beside the start lead nowhere: a line that
        // comes back to one could have begun there.
        let mut near = vec![*goal];
        for k in 1..longest {
            let step = (near[k - 1] - *start).iter().fold(near[k - 1], |set, point| set | *self.of(point));
            near.push(step & self.empty);
        }
        let mut found = Vec::new();
        // The lines still to be grown: their points, and all points linked to any but the last of them.
        let mut open: Vec<(Vec<Point>, PointSet)> = Vec::new();
        if longest > 0 {
            open.extend((*start & near[longest - 1]).iter().map(|first| (vec![first], *start)));
        }
        while let Some((line, closed)) = open.pop() {
            let Some(&last) = line.last() else { continue };
            if goal.contains(last) {
                found.push(line);
                continue;
            }
            let left = longest - line.len();
            if left == 0 {
                continue;
            }
            let next = (*self.of(last) & near[left - 1]) - closed;
            let closed = closed | *self.of(last);
            for point in &next {
                let mut longer = line.clone();
                longer.push(point);
                open.push((longer, closed));
            }
        }
        found
    }
}

/// Why two points have no connection.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConnectionError {
    /// The point is not on this board.
    OffBoard(Point),
    /// There is a stone of the other colour.
    Opponent {
        /// The name of the point.
        point: String,
        /// The colour whose connection was asked for.
        color: Color,
    },
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectionError::OffBoard(point) => {
                write!(f, "column {}, row {} is off the board", point.column() + 1, point.row() + 1)
            }
            ConnectionError::Opponent { point, color } => {
                write!(f, "{point} holds a stone of {}; choose an empty point or a stone of {color}", !*color)
            }
        }
    }
}

impl std::error::Error for ConnectionError {}
