//! What several test files share: seeded chance, and a second, slow and simple game of Go to compare with.
#![allow(dead_code, reason = "each test file uses its part")]

use goban::{Board, BoardSize, ByColor, Color, Ko, Move, Point, PointSet};

/// Chance from a seed (SplitMix64).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(n)) >> 32) as u32
    }

    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u32) as usize]
    }

    pub(crate) fn point(&mut self, size: BoardSize) -> Point {
        size.point_at(self.below(size.area() as u32) as usize).unwrap()
    }

    pub(crate) fn color(&mut self) -> Color {
        self.pick(&Color::ALL)
    }

    /// A board with about `percent` stones, thrown on at random and taken off as the rules say.
    pub(crate) fn board(&mut self, size: BoardSize, percent: u32) -> Board {
        let mut board = Board::new(size);
        for _ in 0..size.area() as u32 * percent / 100 {
            let (color, point) = (self.color(), self.point(size));
            if board.is_empty(point) {
                board.place(color, point);
            }
        }
        board
    }
}

/// Go written for the reader only: a grid, and floods. Nothing of the crate under test is used but names of points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Naive {
    side: usize,
    grid: Vec<Option<Color>>,
}

impl Naive {
    pub(crate) fn new(size: BoardSize) -> Naive {
        Naive { side: size.get(), grid: vec![None; size.area()] }
    }

    pub(crate) fn of(board: &Board) -> Naive {
        Naive { side: board.size().get(), grid: board.size().points().map(|point| board.get(point)).collect() }
    }

    pub(crate) fn index(&self, point: Point) -> usize {
        point.row() * self.side + point.column()
    }

    pub(crate) fn at(&self, point: Point) -> Option<Color> {
        self.grid[self.index(point)]
    }

    pub(crate) fn around(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, x, y) = (self.side as isize, (index % self.side) as isize, (index / self.side) as isize);
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            .into_iter()
            .filter(move |&(x, y)| (0..side).contains(&x) && (0..side).contains(&y))
            .map(move |(x, y)| (y * side + x) as usize)
    }

    /// Stones and liberties of the chain on an index, sorted.
    pub(crate) fn chain(&self, index: usize) -> (Vec<usize>, Vec<usize>) {
        let color = self.grid[index];
        let (mut stones, mut liberties) = (vec![index], Vec::new());
        let mut next = 0;
        while next < stones.len() {
            for near in self.around(stones[next]) {
                let list = match self.grid[near] {
                    None => &mut liberties,
                    stone if stone == color => &mut stones,
                    _ => continue,
                };
                if !list.contains(&near) {
                    list.push(near);
                }
            }
            next += 1;
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        (stones, liberties)
    }

    /// Every index of a chain without a liberty.
    pub(crate) fn breathless(&self) -> Vec<usize> {
        (0..self.grid.len()).filter(|&i| self.grid[i].is_some() && self.chain(i).1.is_empty()).collect()
    }

    /// The board after a stone with what it takes off, and whether that was its own chain. The point is empty.
    pub(crate) fn place(&self, color: Color, point: Point) -> (Naive, Vec<usize>, bool) {
        let mut after = self.clone();
        let index = self.index(point);
        after.grid[index] = Some(color);
        let mut taken = Vec::new();
        for near in self.around(index) {
            if after.grid[near] == Some(!color) {
                let (stones, liberties) = after.chain(near);
                if liberties.is_empty() {
                    stones.iter().for_each(|&stone| after.grid[stone] = None);
                    taken.extend(stones);
                }
            }
        }
        let (own, liberties) = after.chain(index);
        let suicide = liberties.is_empty();
        if suicide {
            own.iter().for_each(|&stone| after.grid[stone] = None);
            taken.extend(own);
        }
        taken.sort_unstable();
        (after, taken, suicide)
    }

    pub(crate) fn stones(&self) -> ByColor<usize> {
        ByColor::new(|color| self.grid.iter().filter(|&&stone| stone == Some(color)).count())
    }

    /// All neighbours are stones of the colour; at most one diagonal is the opponent's, none at the edge.
    pub(crate) fn is_eye(&self, color: Color, point: Point) -> bool {
        let index = self.index(point);
        if self.grid[index].is_some() || self.around(index).any(|near| self.grid[near] != Some(color)) {
            return false;
        }
        let (side, x, y) = (self.side as isize, point.column() as isize, point.row() as isize);
        let corners: Vec<usize> = [(x + 1, y + 1), (x + 1, y - 1), (x - 1, y + 1), (x - 1, y - 1)]
            .into_iter()
            .filter(|&(x, y)| (0..side).contains(&x) && (0..side).contains(&y))
            .map(|(x, y)| (y * side + x) as usize)
            .collect();
        let theirs = corners.iter().filter(|&&corner| self.grid[corner] == Some(!color)).count();
        theirs <= usize::from(corners.len() == 4)
    }
}

/// A naive game: every earlier board is kept and compared.
pub(crate) struct NaiveGame {
    pub(crate) board: Naive,
    ko: Ko,
    suicide_allowed: bool,
    /// The boards after each move with the side to move, from the start.
    past: Vec<(Naive, Color)>,
    /// The point and colour of a single stone that was just taken by a single one left with one liberty.
    banned: Option<(Color, usize)>,
}

/// What the naive game says about a move.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Occupied,
    Suicide,
    Ko,
    Repeats(usize),
    Fine,
}

impl NaiveGame {
    pub(crate) fn new(size: BoardSize, ko: Ko, suicide_allowed: bool) -> NaiveGame {
        let board = Naive::new(size);
        NaiveGame { past: vec![(board.clone(), Color::Black)], board, ko, suicide_allowed, banned: None }
    }

    pub(crate) fn verdict(&self, color: Color, point: Point) -> Verdict {
        if self.board.at(point).is_some() {
            return Verdict::Occupied;
        }
        let (after, taken, suicide) = self.board.place(color, point);
        if suicide && (taken.len() == 1 || !self.suicide_allowed) {
            return Verdict::Suicide;
        }
        let retakes = self.banned == Some((color, self.board.index(point)));
        let earlier = self
            .past
            .iter()
            .position(|(board, next)| *board == after && (self.ko == Ko::Positional || *next == !color));
        match (self.ko, earlier) {
            (Ko::Simple, _) if retakes => Verdict::Ko,
            (Ko::Simple, _) | (_, None) => Verdict::Fine,
            (_, Some(_)) if retakes => Verdict::Ko,
            (_, Some(earlier)) => Verdict::Repeats(earlier),
        }
    }

    pub(crate) fn pass(&mut self, color: Color) {
        self.past.push((self.board.clone(), !color));
        self.banned = None;
    }

    pub(crate) fn play(&mut self, color: Color, point: Point) -> Vec<usize> {
        let (after, taken, suicide) = self.board.place(color, point);
        let (stones, liberties) = if suicide { (vec![], vec![]) } else { after.chain(after.index(point)) };
        self.banned =
            (!suicide && taken.len() == 1 && stones.len() == 1 && liberties.len() == 1).then(|| (!color, taken[0]));
        self.board = after;
        self.past.push((self.board.clone(), !color));
        taken
    }
}

/// The indices of a set, as the naive board writes them.
pub(crate) fn indices(size: BoardSize, set: &PointSet) -> Vec<usize> {
    set.iter().map(|point| size.index(point)).collect()
}

/// A file of the folder `fixtures`.
pub(crate) fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Moves written as two letters each, column and row from the top left; what is off the board is a pass.
pub(crate) fn game_moves(size: BoardSize, text: &str) -> Vec<Move> {
    let at = |pair: &[u8]| size.point((pair[0] - b'a').into(), (pair[1] - b'a').into()).map_or(Move::Pass, Move::Play);
    text.as_bytes().chunks_exact(2).map(at).collect()
}
