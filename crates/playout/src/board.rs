//! A board for playouts.
//!
//! [`goban::Board`] serves rules and models. This one serves a policy, which asks the same few things a million times a
//! second: how many liberties has that chain and which is its last one, what does the neighbourhood of this point look like,
//! what would a stone here have for liberties. It is flat and can be copied cheaply.

use goban::{Board, BoardSize, ByColor, Color, Move, Point, PointSet, Position, Rules, Scoring};

use crate::cell::{CELLS, Cell, NOWHERE, around, at, beside, cell_of, point_of};
use crate::liberties::Liberties;
use crate::shape::Shape;

/// What is on a cell, in two bits.
pub(crate) const EMPTY: u8 = 0;
pub(crate) const EDGE: u8 = 3;

#[inline]
pub(crate) const fn stone(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

/// The chain of a cell without a stone.
const NO_CHAIN: u16 = u16::MAX;

/// Stones connected along lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    pub(crate) liberties: Liberties,
    pub(crate) n_stones: u16,
    /// One of the stones.
    pub(crate) head: Cell,
}

/// What a stone would have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct After {
    /// Liberties of its chain.
    pub(crate) n_liberties: u16,
    /// Stones of its chain.
    pub(crate) n_stones: u16,
    /// Stones it takes.
    pub(crate) n_captured: u16,
}

/// Up to four different chains.
#[derive(Clone, Copy)]
pub(crate) struct Few {
    ids: [u16; 4],
    n: usize,
}

impl Few {
    const NONE: Few = Few { ids: [NO_CHAIN; 4], n: 0 };

    #[inline]
    fn insert(&mut self, id: u16) {
        if !self.contains(id) {
            self.ids[self.n % 4] = id;
            self.n += 1;
        }
    }

    #[inline]
    pub(crate) fn contains(&self, id: u16) -> bool {
        self.ids.contains(&id)
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = u16> {
        self.ids.into_iter().take(self.n)
    }
}

/// The place of an empty point that is in no list.
const OUT_OF_PLAY: u16 = u16::MAX;

/// A board in a game, for playouts and for searching: stones, chains with exact liberties, whose turn it is, the simple ko,
/// prisoners, and the last two moves. Suicide is forbidden.
///
/// ```
/// use goban::{BoardSize, Color, Position, Rules};
/// use playout::LightBoard;
/// let size = BoardSize::NINE;
/// let mut position = Position::new(size, Rules::CHINESE);
/// position.play(size.parse_vertex("E5").unwrap()).unwrap();
/// let mut board = LightBoard::new(&position);
/// let side = size.parse_vertex("E6").unwrap();
/// assert!(board.is_legal(side));
/// board.play(side);
/// assert_eq!(board.get(side), Some(Color::White));
/// assert_eq!(board.to_move(), Color::Black);
/// ```
#[derive(Debug)]
pub struct LightBoard {
    size: BoardSize,
    to_move: Color,
    /// Where the side to move may not play, or [`NOWHERE`].
    ko: Cell,
    /// The last two moves, the last one first; [`NOWHERE`] for a pass or where it is not known.
    last: [Cell; 2],
    n_passes: u8,
    n_moves: u32,
    /// Stones that each side has taken.
    prisoners: ByColor<u32>,
    stones: [u8; CELLS],
    shapes: [Shape; CELLS],
    /// For a stone, its chain.
    chain_at: [u16; CELLS],
    /// The stones of a chain in a circle.
    next: [Cell; CELLS],
    chains: Vec<Chain>,
    free: Vec<u16>,
    /// The empty points that chance may choose.
    empties: Vec<Cell>,
    /// For an empty point, its index in `empties`, or [`OUT_OF_PLAY`].
    empty_at: [u16; CELLS],
}

impl Clone for LightBoard {
    fn clone(&self) -> LightBoard {
        LightBoard { chains: self.chains.clone(), free: self.free.clone(), empties: self.empties.clone(), ..*self }
    }

    /// Copies without new memory where the old is large enough.
    fn clone_from(&mut self, source: &LightBoard) {
        let LightBoard { size, to_move, ko, last, n_passes, n_moves, prisoners, .. } = *source;
        if self.size != size {
            *self = source.clone();
            return;
        }
        (self.to_move, self.ko, self.last) = (to_move, ko, last);
        (self.n_passes, self.n_moves, self.prisoners) = (n_passes, n_moves, prisoners);
        // The rows below the board never change.
        let used = (size.get() + 2) * 32;
        self.stones[..used].copy_from_slice(&source.stones[..used]);
        self.shapes[..used].copy_from_slice(&source.shapes[..used]);
        self.chain_at[..used].copy_from_slice(&source.chain_at[..used]);
        self.next[..used].copy_from_slice(&source.next[..used]);
        self.empty_at[..used].copy_from_slice(&source.empty_at[..used]);
        self.chains.clone_from(&source.chains);
        self.free.clone_from(&source.free);
        self.empties.clone_from(&source.empties);
    }
}

impl LightBoard {
    /// The board of a position. The last moves are not known: see [`with_last`](LightBoard::with_last).
    #[must_use]
    pub fn new(position: &Position) -> LightBoard {
        let mut board = LightBoard::empty(position.size());
        board.to_move = position.to_move();
        board.n_moves = position.n_moves() as u32;
        board.prisoners = position.prisoners().map(|n| n as u32);
        board.put(position.board());
        board.ko = position.ko().map_or(NOWHERE, cell_of);
        board
    }

    fn empty(size: BoardSize) -> LightBoard {
        let mut board = LightBoard {
            size,
            to_move: Color::Black,
            ko: NOWHERE,
            last: [NOWHERE; 2],
            n_passes: 0,
            n_moves: 0,
            prisoners: ByColor::default(),
            stones: [EDGE; CELLS],
            shapes: [Shape::OFF_BOARD; CELLS],
            chain_at: [NO_CHAIN; CELLS],
            next: [NOWHERE; CELLS],
            chains: Vec::new(),
            free: Vec::new(),
            empties: Vec::with_capacity(size.area()),
            empty_at: [0; CELLS],
        };
        for point in size.points() {
            board.stones[at(cell_of(point))] = EMPTY;
        }
        for point in size.points() {
            let cell = cell_of(point);
            board.shapes[at(cell)] = Shape::new(around(cell).map(|near| board.stones[at(near)]));
            board.add_empty(cell);
        }
        board
    }

    /// Takes over the stones of a board on an empty one.
    fn put(&mut self, board: &Board) {
        for chain in board.chains() {
            let mut liberties = Liberties::NONE;
            chain.liberties().iter().for_each(|point| liberties.insert(cell_of(point)));
            let id = self.chains.len() as u16;
            let mut head = NOWHERE;
            for point in chain.stones() {
                let cell = cell_of(point);
                self.remove_empty(cell);
                self.turn(cell, stone(chain.color()));
                self.chain_at[at(cell)] = id;
                (self.next[at(cell)], head) = (head, cell);
            }
            // The first stone closes the circle.
            let first = chain.stones().first().map_or(NOWHERE, cell_of);
            self.next[at(first)] = head;
            self.chains.push(Chain { liberties, n_stones: chain.size() as u16, head });
        }
    }

    /// The same board with the last move and the one before it, around which the policy looks first.
    #[must_use]
    pub fn with_last(mut self, last: Option<Point>, before: Option<Point>) -> LightBoard {
        self.last = [last, before].map(|point| point.map_or(NOWHERE, cell_of));
        self
    }

    /// The same board for games that are about these points: chance chooses no others that are empty now. Answers to moves may still lead
    /// elsewhere.
    #[must_use]
    pub fn confined(mut self, points: &PointSet) -> LightBoard {
        for point in self.size.all_points() - *points {
            let cell = cell_of(point);
            if self.stone_at(cell) == EMPTY {
                self.remove_empty(cell);
                self.empty_at[at(cell)] = OUT_OF_PLAY;
            }
        }
        self
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Who moves next.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Number of moves so far, passes and those before the playout included.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.n_moves as usize
    }

    /// Passes since the last stone.
    #[must_use]
    pub fn n_passes(&self) -> usize {
        self.n_passes.into()
    }

    /// The opponent's stones that each side has taken.
    #[must_use]
    pub fn prisoners(&self) -> ByColor<usize> {
        self.prisoners.map(|n| n as usize)
    }

    /// The stone on a point.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.color_at(cell_of(point))
    }

    /// The points without a stone, as far as they are in play.
    pub fn empties(&self) -> impl Iterator<Item = Point> {
        self.empties.iter().filter_map(|&cell| point_of(self.size, cell))
    }

    /// The point that the ko rule forbids to the side to move.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        point_of(self.size, self.ko)
    }

    /// Stones and liberties of the chain on a point.
    #[must_use]
    pub fn chain(&self, point: Point) -> Option<(usize, usize)> {
        let chain = self.chains.get(usize::from(self.chain_at[at(cell_of(point))]))?;
        Some((chain.n_stones.into(), chain.liberties.len().into()))
    }

    /// Whether the side to move may put a stone on the point.
    #[must_use]
    pub fn is_legal(&self, point: Point) -> bool {
        let cell = cell_of(point);
        self.size.contains(point) && self.stone_at(cell) == EMPTY && self.may_play(cell)
    }

    /// Whether the point is a single-point eye of a colour, as [`goban::Board::is_eye`] has it.
    #[must_use]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let cell = cell_of(point);
        self.stone_at(cell) == EMPTY && self.shape(cell).is_eye(color)
    }

    /// Plays for the side to move. Only legal moves may be played.
    pub fn play(&mut self, mv: impl Into<Move>) {
        self.play_cell(mv.into().point().map_or(NOWHERE, cell_of));
    }

    /// The stones as [`goban`] has them.
    #[must_use]
    pub fn stones(&self) -> ByColor<PointSet> {
        ByColor::new(|color| self.size.points().filter(|&point| self.get(point) == Some(color)).collect())
    }

    /// What is added to the area lead at the end of a game that is played out from here, to give Black's lead under these rules.
    ///
    /// Territory and prisoners are area less all stones ever played, those of Black and those of White. The stones before the playout are
    /// known. Those in the playout cannot be counted, as it fills territory; but until that begins both sides play in turn, so that the
    /// side to move plays half a stone more on average.
    #[must_use]
    pub fn correction(&self, rules: &Rules, handicap: usize) -> f64 {
        let compensation = rules.komi + rules.bonus(handicap);
        let played = match rules.scoring {
            Scoring::Area => 0.0,
            Scoring::Territory => {
                let stones = self.stones().map(|stones| stones.len() as f64);
                let prisoners = self.prisoners.map(f64::from);
                (stones.black + prisoners.white) - (stones.white + prisoners.black) + self.to_move.sign() / 2.0
            }
        };
        -played - compensation
    }

    #[inline]
    pub(crate) fn stone_at(&self, cell: Cell) -> u8 {
        self.stones[at(cell)]
    }

    #[inline]
    pub(crate) fn color_at(&self, cell: Cell) -> Option<Color> {
        match self.stone_at(cell) {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn shape(&self, cell: Cell) -> Shape {
        self.shapes[at(cell)]
    }

    #[inline]
    pub(crate) fn last(&self) -> [Cell; 2] {
        self.last
    }

    #[inline]
    pub(crate) fn empty_cells(&self) -> &[Cell] {
        &self.empties
    }

    /// Exchanges two empty points in their list: their order is for whoever chooses among them.
    #[inline]
    pub(crate) fn swap_empties(&mut self, i: usize, j: usize) {
        self.empties.swap(i, j);
        self.empty_at[at(self.empties[i])] = i as u16;
        self.empty_at[at(self.empties[j])] = j as u16;
    }

    /// The name of the chain of a stone. Names are reused when chains merge or go.
    #[inline]
    pub(crate) fn chain_at(&self, cell: Cell) -> u16 {
        self.chain_at[at(cell)]
    }

    #[inline]
    pub(crate) fn named(&self, id: u16) -> &Chain {
        &self.chains[usize::from(id)]
    }

    /// The chain of a stone.
    #[inline]
    pub(crate) fn chain_of(&self, cell: Cell) -> &Chain {
        self.named(self.chain_at(cell))
    }

    /// Every chain, in the order of their names.
    pub(crate) fn all_chains(&self) -> impl Iterator<Item = &Chain> {
        let stands = |(id, chain): &(usize, &Chain)| usize::from(self.chain_at[at(chain.head)]) == *id;
        self.chains.iter().enumerate().filter(stands).map(|(_, chain)| chain)
    }

    /// The stones of a chain.
    #[inline]
    pub(crate) fn stones_of(&self, chain: &Chain) -> impl Iterator<Item = Cell> {
        let mut cell = chain.head;
        (0..chain.n_stones).map(move |_| {
            let this = cell;
            cell = self.next[at(cell)];
            this
        })
    }

    /// The chains of a colour beside a cell.
    #[inline]
    pub(crate) fn beside(&self, cell: Cell, color: Color) -> Few {
        let mut few = Few::NONE;
        for near in beside(cell) {
            if self.stone_at(near) == stone(color) {
                few.insert(self.chain_at(near));
            }
        }
        few
    }

    /// Whether the side to move may put a stone on an empty cell: no ko and no suicide.
    #[inline]
    pub(crate) fn may_play(&self, cell: Cell) -> bool {
        cell != self.ko && self.has_room(self.to_move, cell)
    }

    /// Whether a stone on an empty cell would have a liberty after captures.
    #[inline]
    pub(crate) fn has_room(&self, color: Color, cell: Cell) -> bool {
        if self.shape(cell).n_empty() > 0 {
            return true;
        }
        let own = stone(color);
        beside(cell).into_iter().any(|near| match self.stone_at(near) {
            EDGE => false,
            found => (found == own) == (self.chain_of(near).liberties.len() > 1),
        })
    }

    /// What a stone on an empty cell would have, exactly.
    #[inline]
    pub(crate) fn after(&self, color: Color, cell: Cell) -> After {
        let own = stone(color);
        let mut allies = Few::NONE;
        let mut preys = Few::NONE;
        for near in beside(cell) {
            match self.stone_at(near) {
                EMPTY | EDGE => {}
                found if found == own => allies.insert(self.chain_at(near)),
                _ if self.chain_of(near).liberties.len() == 1 => preys.insert(self.chain_at(near)),
                _ => {}
            }
        }
        let n_captured = preys.iter().map(|id| self.named(id).n_stones).sum();
        let n_stones = 1 + allies.iter().map(|id| self.named(id).n_stones).sum::<u16>();
        let n_liberties = if preys.n == 0 && allies.n <= 1 {
            let n_empty = self.shape(cell).n_empty();
            match allies.iter().next() {
                None => n_empty,
                Some(id) => {
                    let had = &self.named(id).liberties;
                    let new = |near: &Cell| self.stone_at(*near) == EMPTY && !had.contains(*near);
                    had.len() - 1 + beside(cell).iter().filter(|near| new(near)).count() as u16
                }
            }
        } else {
            self.liberties_after(cell, allies, preys).len()
        };
        After { n_liberties, n_stones, n_captured }
    }

    /// The liberties of a stone that joins some chains and takes others.
    fn liberties_after(&self, cell: Cell, allies: Few, preys: Few) -> Liberties {
        let mut liberties = Liberties::NONE;
        for id in allies.iter() {
            liberties.add(&self.named(id).liberties);
        }
        for near in beside(cell) {
            if self.stone_at(near) == EMPTY {
                liberties.insert(near);
            }
        }
        for id in preys.iter() {
            for taken in self.stones_of(self.named(id)) {
                if beside(taken).into_iter().any(|near| near == cell || allies.contains_stone(self.chain_at(near))) {
                    liberties.insert(taken);
                }
            }
        }
        liberties.remove(cell);
        liberties
    }

    /// Plays on a cell, or passes if it is [`NOWHERE`].
    #[inline]
    pub(crate) fn play_cell(&mut self, cell: Cell) {
        self.ko = NOWHERE;
        if cell == NOWHERE {
            self.n_passes += 1;
        } else {
            self.n_passes = 0;
            self.place(self.to_move, cell);
        }
        self.n_moves += 1;
        self.last = [cell, self.last[0]];
        self.to_move = !self.to_move;
    }

    /// Lets the other side move, as if nothing had been played.
    pub(crate) fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.to_move = color;
            self.ko = NOWHERE;
        }
    }

    /// Puts a stone on an empty cell where it has room, and takes off what has no liberty.
    #[inline]
    fn place(&mut self, color: Color, cell: Cell) {
        self.remove_empty(cell);
        self.turn(cell, stone(color));
        let home = self.join(color, cell);
        let before = self.empties.len();
        for near in beside(cell) {
            if self.stone_at(near) != stone(!color) {
                continue;
            }
            let id = self.chain_at(near);
            let chain = &mut self.chains[usize::from(id)];
            chain.liberties.remove(cell);
            if chain.liberties.len() == 0 {
                self.lift(color, id);
            }
        }
        let taken = self.empties.len() - before;
        if taken > 0 {
            self.prisoners[color] += taken as u32;
            let chain = &self.chains[usize::from(home)];
            if taken == 1 && chain.n_stones == 1 && chain.liberties.len() == 1 {
                self.ko = chain.liberties.last();
            }
        }
    }

    /// Makes a new stone part of a chain: its own, or the largest beside it, into which the others are merged.
    #[inline]
    fn join(&mut self, color: Color, cell: Cell) -> u16 {
        let allies = self.beside(cell, color);
        let largest = allies.iter().max_by_key(|&id| self.named(id).n_stones);
        let home = match largest {
            Some(home) => {
                for id in allies.iter().filter(|&id| id != home) {
                    self.merge(home, id);
                }
                let chain = &mut self.chains[usize::from(home)];
                chain.n_stones += 1;
                chain.liberties.remove(cell);
                let head = at(chain.head);
                self.next[at(cell)] = self.next[head];
                self.next[head] = cell;
                home
            }
            None => {
                self.next[at(cell)] = cell;
                self.new_chain(Chain { liberties: Liberties::NONE, n_stones: 1, head: cell })
            }
        };
        self.chain_at[at(cell)] = home;
        for near in beside(cell) {
            if self.stone_at(near) == EMPTY {
                self.chains[usize::from(home)].liberties.insert(near);
            }
        }
        home
    }

    fn merge(&mut self, into: u16, from: u16) {
        let Chain { liberties, n_stones, head } = self.chains[usize::from(from)];
        let chain = &mut self.chains[usize::from(into)];
        chain.liberties.add(&liberties);
        chain.n_stones += n_stones;
        let home = chain.head;
        let mut cell = head;
        for _ in 0..n_stones {
            self.chain_at[at(cell)] = into;
            cell = self.next[at(cell)];
        }
        self.next.swap(at(home), at(head));
        self.free.push(from);
    }

    /// Takes a chain off; `taker` gets the liberties.
    fn lift(&mut self, taker: Color, id: u16) {
        let Chain { n_stones, head, .. } = self.chains[usize::from(id)];
        let mut cell = head;
        for _ in 0..n_stones {
            self.turn(cell, stone(!taker));
            self.chain_at[at(cell)] = NO_CHAIN;
            self.add_empty(cell);
            for near in beside(cell) {
                if self.stone_at(near) == stone(taker) {
                    self.chains[usize::from(self.chain_at[at(near)])].liberties.insert(cell);
                }
            }
            cell = self.next[at(cell)];
        }
        self.free.push(id);
    }

    #[inline]
    fn new_chain(&mut self, chain: Chain) -> u16 {
        match self.free.pop() {
            Some(id) => {
                self.chains[usize::from(id)] = chain;
                id
            }
            None => {
                self.chains.push(chain);
                (self.chains.len() - 1) as u16
            }
        }
    }

    /// Turns an empty cell into a stone or a stone into an empty cell, for itself and all around it.
    #[inline]
    fn turn(&mut self, cell: Cell, stone: u8) {
        self.stones[at(cell)] ^= stone;
        for (i, near) in around(cell).into_iter().enumerate() {
            self.shapes[at(near)].turn(i ^ 1, stone);
        }
    }

    #[inline]
    fn add_empty(&mut self, cell: Cell) {
        self.empty_at[at(cell)] = self.empties.len() as u16;
        self.empties.push(cell);
    }

    #[inline]
    fn remove_empty(&mut self, cell: Cell) {
        let index = self.empty_at[at(cell)];
        if index == OUT_OF_PLAY {
            return;
        }
        let index = usize::from(index);
        self.empties.swap_remove(index);
        if let Some(&moved) = self.empties.get(index) {
            self.empty_at[at(moved)] = index as u16;
        }
    }

    /// Compares everything that is kept with a board built anew. For tests.
    ///
    /// # Panics
    /// If anything differs.
    pub fn check(&self) {
        let fresh = Board::with_stones(self.size, &self.stones());
        let mut listed = self.empties.clone();
        listed.sort_unstable();
        assert_eq!(listed, fresh.empty().iter().map(cell_of).collect::<Vec<_>>(), "empty points");
        for (index, &cell) in self.empties.iter().enumerate() {
            assert_eq!(usize::from(self.empty_at[at(cell)]), index, "index of an empty point");
            assert_eq!(self.chain_at(cell), NO_CHAIN);
        }
        for point in self.size.points() {
            let cell = cell_of(point);
            let seen = around(cell).map(|near| self.stone_at(near));
            assert_eq!(self.shape(cell), Shape::new(seen), "around {}", self.size.vertex(point));
            assert_eq!(around(cell).map(|near| point_of(self.size, near).is_none()), seen.map(|found| found == EDGE));
        }
        let mut n_chains = 0;
        for chain in fresh.chains() {
            n_chains += 1;
            let first = chain.stones().first().map_or(NOWHERE, cell_of);
            let kept = self.chain_of(first);
            let mut stones: Vec<Cell> = self.stones_of(kept).collect();
            stones.sort_unstable();
            assert_eq!(stones, chain.stones().iter().map(cell_of).collect::<Vec<_>>(), "stones of a chain");
            let liberties: Vec<Cell> = chain.liberties().iter().map(cell_of).collect();
            assert_eq!(kept.liberties.iter().collect::<Vec<_>>(), liberties, "liberties of a chain");
            assert_eq!(usize::from(kept.liberties.len()), liberties.len());
            assert_eq!(kept.liberties.last(), liberties.iter().fold(0, |blend, cell| blend ^ cell));
            assert!(chain.stones().iter().all(|stone| self.chain_at(cell_of(stone)) == self.chain_at(first)));
        }
        assert_eq!(self.chains.len() - self.free.len(), n_chains, "number of chains");
    }
}

impl Few {
    /// Whether it has the chain of a stone; cells without a stone have none.
    #[inline]
    fn contains_stone(&self, id: u16) -> bool {
        id != NO_CHAIN && self.contains(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Seed, below};

    /// What a stone would have is what it has once it is there.
    #[test]
    fn looking_ahead_agrees_with_playing() {
        for (side, seed) in [(5, 1), (7, 2), (9, 3), (13, 4), (19, 5)] {
            let mut rng = Seed(seed).rng();
            let mut board = LightBoard::new(&Position::new(BoardSize::new(side).unwrap(), Rules::CHINESE));
            for _ in 0..3 * side * side {
                let legal: Vec<Cell> = board.empties.iter().copied().filter(|&cell| board.may_play(cell)).collect();
                if legal.is_empty() {
                    break;
                }
                let cell = legal[below(&mut rng, legal.len())];
                let color = board.to_move;
                let (expected, taken) = (board.after(color, cell), board.prisoners[color]);
                board.play_cell(cell);
                let chain = board.chain_of(cell);
                let found = After {
                    n_liberties: chain.liberties.len(),
                    n_stones: chain.n_stones,
                    n_captured: (board.prisoners[color] - taken) as u16,
                };
                assert_eq!(found, expected);
            }
        }
    }
}
