//! Random games to the end.
//!
//! They run on their own board. [`Board`] knows every chain's stones and liberties as sets, which models and
//! rules need; on it a random game takes about a third longer. A playout asks only whether a chain has any liberty left.
//! Here a chain has a list of stones and one number, its pseudo-liberties: an empty point counts once for every stone of
//! the chain beside it, so that the number is kept by additions alone and is 0 when the exact one is.

use crate::cell::{CELLS, Cells, at};
use crate::{Board, BoardSize, Color, Point};

/// Plays random games in which every legal move that fills no single-point eye of the player's own is equally likely.
///
/// Ko is the simple one, suicide is forbidden, and the game ends when neither side has such a move. Memory is reused from
/// game to game. Chance comes from the caller: `below(n)` gives a number below `n`.
///
/// ```
/// use goban::{Board, BoardSize, Color, Playout};
/// let mut state = 1u64;
/// let mut below = |n: u32| {
///     state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
///     (((state >> 32) * u64::from(n)) >> 32) as u32
/// };
/// let start = Board::new(BoardSize::NINE);
/// let mut playout = Playout::new();
/// let end = playout.run(&start, Color::Black, None, &mut below);
/// assert!(end.n_moves > 60);
/// ```
#[derive(Clone)]
pub struct Playout {
    light: Box<Light>,
    end: Board,
}

/// How a random game ended.
pub struct PlayoutEnd<'a> {
    /// The last board. Every empty point is an eye or cannot be played.
    pub board: &'a Board,
    /// Number of stones placed.
    pub n_moves: usize,
}

/// A board that knows just what a playout needs.
#[derive(Clone)]
struct Light {
    cells: Cells,
    /// The chain of a stone, named by one of its stones. A cell without a stone names itself.
    chain: [u16; CELLS],
    /// The stones of a chain in a circle.
    next: [u16; CELLS],
    n_stones: [u16; CELLS],
    /// The pseudo-liberties of a chain. Cells that name no chain hold anything.
    breath: [u16; CELLS],
    /// The empty points, in an order that chance stirs.
    empties: Vec<Point>,
}

/// Every cell named by itself.
const ALONE: [u16; CELLS] = {
    let mut cells = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        cells[i] = i as u16;
        i += 1;
    }
    cells
};

impl Light {
    /// Takes over the stones of a board.
    fn load(&mut self, board: &Board) {
        self.cells = *board.cells();
        self.chain = ALONE;
        self.empties.clear();
        board.empty().for_each(|point| self.empties.push(point));
        for chain in board.chains() {
            let mut name = None;
            chain.stones().for_each(|stone| {
                let raw = stone.raw();
                let name = *name.get_or_insert(raw);
                self.next[at(raw)] = raw;
                self.n_stones[at(raw)] = 1;
                self.breath[at(raw)] = self.cells.get(raw).n_empty();
                if raw != name {
                    self.merge(name, raw);
                }
            });
        }
    }

    /// Whether a stone on the empty point is not a suicide and fills no eye.
    #[inline]
    fn is_playable(&mut self, color: Color, point: Point) -> bool {
        if self.cells.get(point.raw()).n_empty() > 0 {
            return true;
        }
        if self.cells.is_eye(color, point) {
            return false;
        }
        // The stone would take a breath from every neighbour: do it, look, and give it back.
        let around = point.around();
        let chains = around.map(|near| self.chain[at(near)]);
        for id in chains {
            self.breath[at(id)] = self.breath[at(id)].wrapping_sub(1);
        }
        let mut room = false;
        for i in 0..4 {
            let cell = self.cells.get(around[i]);
            room |= cell.has_stone() & (cell.is(color) == (self.breath[at(chains[i])] != 0));
        }
        for id in chains {
            self.breath[at(id)] = self.breath[at(id)].wrapping_add(1);
        }
        room
    }

    /// Places a stone and returns the point where ko forbids to retake.
    #[inline]
    fn place(&mut self, color: Color, point: Point) -> Option<Point> {
        let raw = point.raw();
        let around = point.around();
        self.cells.fill(color, point);
        for near in around {
            let id = self.chain[at(near)];
            self.breath[at(id)] = self.breath[at(id)].wrapping_sub(1);
        }
        let cell = self.cells.get(raw);
        let mut home = raw;
        self.next[at(raw)] = raw;
        self.n_stones[at(raw)] = 1;
        self.breath[at(raw)] = cell.n_empty();
        for near in self.cells.beside(point, |cell| cell.is(color)) {
            if self.chain[at(near)] != home {
                home = self.merge(home, self.chain[at(near)]);
            }
        }
        let before = self.empties.len();
        let breathless =
            |light: &Light, near| light.cells.get(near).is(!color) & (light.breath[at(light.chain[at(near)])] == 0);
        if around.into_iter().fold(false, |any, near| any | breathless(self, near)) {
            for near in around {
                if breathless(self, near) {
                    self.lift(!color, near);
                }
            }
        }
        let ko = self.empties.len() == before + 1 && self.n_stones[at(home)] == 1 && self.breath[at(home)] == 1;
        if ko { self.empties.last().copied() } else { None }
    }

    #[inline]
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let (into, from) = if self.n_stones[at(a)] >= self.n_stones[at(b)] { (a, b) } else { (b, a) };
        self.n_stones[at(into)] += self.n_stones[at(from)];
        self.breath[at(into)] = self.breath[at(into)].wrapping_add(self.breath[at(from)]);
        let mut stone = from;
        loop {
            self.chain[at(stone)] = into;
            stone = self.next[at(stone)];
            if stone == from {
                break;
            }
        }
        self.next.swap(at(into), at(from));
        into
    }

    fn lift(&mut self, color: Color, first: u16) {
        let mut raw = first;
        loop {
            let stone = Point::from_raw(raw);
            self.cells.clear(color, stone);
            self.empties.push(stone);
            self.chain[at(raw)] = raw;
            for near in stone.around() {
                let id = self.chain[at(near)];
                self.breath[at(id)] = self.breath[at(id)].wrapping_add(1);
            }
            raw = self.next[at(raw)];
            if raw == first {
                break;
            }
        }
    }
}

impl Playout {
    /// Makes room for playouts.
    #[must_use]
    pub fn new() -> Playout {
        let end = Board::new(BoardSize::NINETEEN);
        let light = Light {
            cells: *end.cells(),
            chain: ALONE,
            next: ALONE,
            n_stones: [0; CELLS],
            breath: [0; CELLS],
            empties: Vec::new(),
        };
        Playout { light: Box::new(light), end }
    }

    /// Plays one game from a board; `ko` is the point that the side to move may not take.
    pub fn run(
        &mut self,
        start: &Board,
        to_move: Color,
        ko: Option<Point>,
        below: &mut impl FnMut(u32) -> u32,
    ) -> PlayoutEnd<'_> {
        let light = &mut self.light;
        light.load(start);
        // Three times the board is far beyond any game that fills no eyes, but superko-free cycles could go on for ever.
        let limit = 3 * start.size().area();
        let (mut color, mut ko) = (to_move, ko);
        let mut n_moves = 0;
        let mut passed = false;
        while n_moves < limit {
            // A refused candidate moves behind the ones still open: the choice stays uniform over what can be played.
            let mut open = light.empties.len();
            let chosen = loop {
                if open == 0 {
                    break None;
                }
                let i = below(open as u32) as usize;
                let point = light.empties[i];
                if Some(point) != ko && light.is_playable(color, point) {
                    break Some(i);
                }
                open -= 1;
                light.empties.swap(i, open);
            };
            match chosen {
                Some(i) => {
                    let point = light.empties.swap_remove(i);
                    ko = light.place(color, point);
                    n_moves += 1;
                    passed = false;
                }
                None if passed => break,
                None => {
                    passed = true;
                    ko = None;
                }
            }
            color = !color;
        }
        self.end.assemble(start.size(), &light.cells, &light.chain);
        PlayoutEnd { board: &self.end, n_moves }
    }
}

impl Default for Playout {
    fn default() -> Playout {
        Playout::new()
    }
}
