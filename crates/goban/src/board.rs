//! Stones on points, and the chains they form. A board knows liberties and captures; it knows nothing of turns, ko or
//! rules: see [`Position`](crate::Position).

use crate::{BoardSize, ByColor, Color, Point, PointSet, zobrist};

/// Cells of the padded arrays. A power of two, so that a masked index needs no bounds check.
const CELLS: usize = 1024;
const EMPTY: u8 = 2;
const EDGE: u8 = 3;

/// Stones on a board, with every chain's stones and liberties kept up to date.
///
/// Two boards are equal when they have the same size and the same stones.
///
/// ```
/// use goban::{Board, BoardSize, Color};
/// let size = BoardSize::NINE;
/// let mut board = Board::new(size);
/// let centre = size.parse_vertex("E5").unwrap();
/// board.place(Color::Black, centre);
/// assert_eq!(board.chain(centre).unwrap().liberties().len(), 4);
/// ```
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    hash: u64,
    stones: ByColor<PointSet>,
    captured: PointSet,
    /// Colour of each cell: 0 Black, 1 White, [`EMPTY`] or [`EDGE`].
    cells: [u8; CELLS],
    /// For a cell with a stone, the slot of its chain.
    slots: [u16; CELLS],
    chains: Vec<Slot>,
    free: Vec<u16>,
}

/// One chain. A slot on the free list has no stones.
#[derive(Clone)]
struct Slot {
    stones: PointSet,
    liberties: PointSet,
    hash: u64,
    n_stones: u16,
    n_liberties: u16,
    color: Color,
}

/// What placing a stone did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Number of stones taken off the board: the opponent's, or the player's own after a suicide.
    pub n_captured: usize,
    /// Whether the placed stone itself was taken off.
    pub suicide: bool,
    /// The point where one stone was just taken by one stone that now stands in atari: retaking there at once is what
    /// the ko rule forbids.
    pub ko: Option<Point>,
}

/// What a board says about placing a stone, before any ko rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    Occupied,
    /// The stone would have no liberty; the number of own stones that would come off.
    Suicide(usize),
    Fine,
}

/// Stones of one colour that are connected along lines.
#[derive(Clone, Copy)]
pub struct Chain<'a>(&'a Slot);

impl<'a> Chain<'a> {
    /// Whose chain it is.
    #[must_use]
    pub fn color(&self) -> Color {
        self.0.color
    }

    /// Its stones.
    #[must_use]
    pub fn stones(&self) -> &'a PointSet {
        &self.0.stones
    }

    /// The empty points next to it, each once.
    #[must_use]
    pub fn liberties(&self) -> &'a PointSet {
        &self.0.liberties
    }

    /// Number of stones.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.n_stones.into()
    }

    /// Number of liberties, without counting.
    #[must_use]
    pub fn n_liberties(&self) -> usize {
        self.0.n_liberties.into()
    }

    /// Whether one more move of the opponent takes it.
    #[must_use]
    pub fn in_atari(&self) -> bool {
        self.0.n_liberties == 1
    }
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Board {
        let mut cells = [EDGE; CELLS];
        for point in size.points() {
            cells[usize::from(point.raw())] = EMPTY;
        }
        Board {
            size,
            hash: zobrist::empty(size),
            stones: ByColor::default(),
            captured: PointSet::EMPTY,
            cells,
            slots: [0; CELLS],
            chains: Vec::new(),
            free: Vec::new(),
        }
    }

    /// A board with these stones as they are: chains without a liberty stay. A point named for both colours is Black's;
    /// points off the board are left out. [`Setup`](crate::Setup) is the door that checks.
    #[must_use]
    pub fn with_stones(size: BoardSize, stones: &ByColor<PointSet>) -> Board {
        let mut board = Board::new(size);
        let black = stones.black & size.all_points();
        let white = (stones.white & size.all_points()) - black;
        board.put(Color::Black, &black);
        board.put(Color::White, &white);
        board
    }

    /// Adds stones on empty points and builds their chains; used where nothing is captured.
    fn put(&mut self, color: Color, stones: &PointSet) {
        for stone in stones {
            self.set_cell(stone, color as u8);
            self.stones[color].insert(stone);
            self.hash ^= zobrist::key(color, stone);
            for near in stone.around() {
                if self.cell(near) < EMPTY && self.cell(near) != color as u8 {
                    let slot = &mut self.chains[usize::from(self.slots[usize::from(near)])];
                    slot.n_liberties -= u16::from(slot.liberties.remove(stone));
                }
            }
        }
        for part in stones.components() {
            self.add_chain(color, &part);
        }
    }

    /// Enters a chain whose stones are on the board already, with its liberties from scratch.
    fn add_chain(&mut self, color: Color, stones: &PointSet) {
        let liberties = stones.grown() & self.empty();
        let mut hash = 0;
        let id = self.new_slot();
        stones.for_each(|stone| {
            hash ^= zobrist::key(color, stone);
            self.slots[usize::from(stone.raw()) % CELLS] = id;
        });
        self.chains[usize::from(id)] = Slot {
            stones: *stones,
            liberties,
            hash,
            n_stones: stones.len() as u16,
            n_liberties: liberties.len() as u16,
            color,
        };
    }

    fn new_slot(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.chains.push(Slot {
                stones: PointSet::EMPTY,
                liberties: PointSet::EMPTY,
                hash: 0,
                n_stones: 0,
                n_liberties: 0,
                color: Color::Black,
            });
            (self.chains.len() - 1) as u16
        })
    }

    fn free_slot(&mut self, id: u16) {
        self.chains[usize::from(id)].n_stones = 0;
        self.free.push(id);
    }

    #[inline]
    fn cell(&self, raw: u16) -> u8 {
        self.cells[usize::from(raw) % CELLS]
    }

    #[inline]
    fn set_cell(&mut self, point: Point, value: u8) {
        self.cells[usize::from(point.raw()) % CELLS] = value;
    }

    #[inline]
    fn slot_at(&self, raw: u16) -> u16 {
        self.slots[usize::from(raw) % CELLS]
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The Zobrist hash of size and stones.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The stones of each colour.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    /// The points without a stone.
    #[must_use]
    pub fn empty(&self) -> PointSet {
        self.size.all_points() - self.stones.black - self.stones.white
    }

    /// The stone on a point; none if the point is empty or off the board.
    #[inline]
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        match self.cell(point.raw()) {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the point is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point.raw()) == EMPTY
    }

    /// The chain of the stone on a point.
    #[inline]
    #[must_use]
    pub fn chain(&self, point: Point) -> Option<Chain<'_>> {
        (self.cell(point.raw()) < EMPTY).then(|| Chain(&self.chains[usize::from(self.slot_at(point.raw()))]))
    }

    /// All chains, in the order of their first stones.
    pub fn chains(&self) -> impl Iterator<Item = Chain<'_>> {
        let mut rest = self.stones.black | self.stones.white;
        std::iter::from_fn(move || {
            let chain = self.chain(rest.first()?)?;
            rest -= *chain.stones();
            Some(chain)
        })
    }

    /// The stones that the last [`place`](Board::place) took off.
    #[must_use]
    pub fn last_captured(&self) -> &PointSet {
        &self.captured
    }

    /// The chains of the opponent that a stone on this empty point would take, as the set of their stones.
    #[must_use]
    pub fn would_capture(&self, color: Color, point: Point) -> PointSet {
        let mut taken = PointSet::EMPTY;
        for slot in self.taken_slots(color, point) {
            taken |= self.chains[usize::from(slot)].stones;
        }
        taken
    }

    fn taken_slots(&self, color: Color, point: Point) -> impl Iterator<Item = u16> {
        let around = point.around();
        let theirs = !color as u8;
        (0..4).filter_map(move |i| {
            let near = around[i];
            let id = self.slot_at(near);
            let taken = self.cell(near) == theirs
                && self.chains[usize::from(id)].n_liberties == 1
                && !(0..i).any(|j| self.cell(around[j]) == theirs && self.slot_at(around[j]) == id);
            taken.then_some(id)
        })
    }

    /// Whether there is room for a stone of this colour.
    #[inline]
    pub(crate) fn room(&self, color: Color, point: Point) -> Room {
        if self.cell(point.raw()) != EMPTY {
            return Room::Occupied;
        }
        let mut own_stones = PointSet::EMPTY;
        let mut alone = true;
        for near in point.around() {
            match self.cell(near) {
                EMPTY => return Room::Fine,
                EDGE => {}
                cell => {
                    let slot = &self.chains[usize::from(self.slot_at(near))];
                    let own = cell == color as u8;
                    if own == (slot.n_liberties > 1) {
                        return Room::Fine;
                    }
                    if own {
                        alone = false;
                        own_stones |= slot.stones;
                    }
                }
            }
        }
        Room::Suicide(if alone { 1 } else { own_stones.len() + 1 })
    }

    /// The hash after a stone is placed and captures are made. The point is empty.
    pub(crate) fn hash_after(&self, color: Color, point: Point) -> u64 {
        if let Room::Suicide(_) = self.room(color, point) {
            let mut hash = self.hash;
            let around = point.around();
            for i in 0..4 {
                let id = self.slot_at(around[i]);
                let own = |raw| self.cell(raw) == color as u8;
                if own(around[i]) && !(0..i).any(|j| own(around[j]) && self.slot_at(around[j]) == id) {
                    hash ^= self.chains[usize::from(id)].hash;
                }
            }
            return hash;
        }
        let taken = self.taken_slots(color, point).fold(0, |hash, id| hash ^ self.chains[usize::from(id)].hash);
        self.hash ^ zobrist::key(color, point) ^ taken
    }

    /// Puts a stone on an empty point and takes off what has no liberty: first the opponent's chains, then, if that
    /// made no room, the player's own. No rule is asked.
    ///
    /// # Panics
    /// If the point is not an empty point of this board.
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) -> Placed {
        assert!(self.is_empty(point), "{point:?} is not an empty point of the board");
        let around = point.around();
        let own = color as u8;
        self.set_cell(point, own);
        self.stones[color].insert(point);
        self.hash ^= zobrist::key(color, point);

        let home = self.join(color, point, around);

        let mut n_captured = 0;
        let mut last_taken = None;
        for near in around {
            // A chain that touches the point twice loses it as a liberty once; one that was just taken is gone.
            if self.cell(near) == (!color) as u8 {
                let id = self.slot_at(near);
                let slot = &mut self.chains[usize::from(id)];
                if slot.liberties.remove(point) {
                    slot.n_liberties -= 1;
                    if slot.n_liberties == 0 {
                        if n_captured == 0 {
                            self.captured = PointSet::EMPTY;
                        }
                        n_captured += usize::from(self.chains[usize::from(id)].n_stones);
                        last_taken = Some(Point::from_raw(near));
                        self.lift(id);
                    }
                }
            }
        }

        let slot = &self.chains[usize::from(home)];
        if slot.n_liberties == 0 {
            n_captured = slot.n_stones.into();
            self.captured = PointSet::EMPTY;
            self.lift(home);
            return Placed { n_captured, suicide: true, ko: None };
        }
        let ko = last_taken.filter(|_| n_captured == 1 && slot.n_stones == 1 && slot.n_liberties == 1);
        if n_captured == 0 {
            self.captured = PointSet::EMPTY;
        }
        Placed { n_captured, suicide: false, ko }
    }

    /// Makes the new stone part of a chain: its own, or the largest beside it, into which the others are merged.
    #[inline]
    fn join(&mut self, color: Color, point: Point, around: [u16; 4]) -> u16 {
        let own = color as u8;
        let mut home = None;
        let mut merged = false;
        for near in around {
            if self.cell(near) != own {
                continue;
            }
            let id = self.slot_at(near);
            match home {
                None => home = Some(id),
                Some(current) if current == id => {}
                Some(current) => {
                    merged = true;
                    home = Some(self.merge(current, id));
                }
            }
        }
        let Some(home) = home else {
            let id = self.new_slot();
            self.slots[usize::from(point.raw()) % CELLS] = id;
            let mut liberties = PointSet::EMPTY;
            let mut n_liberties = 0;
            for near in around {
                if self.cell(near) == EMPTY {
                    liberties.insert(Point::from_raw(near));
                    n_liberties += 1;
                }
            }
            self.chains[usize::from(id)] = Slot {
                stones: PointSet::from(point),
                liberties,
                hash: zobrist::key(color, point),
                n_stones: 1,
                n_liberties,
                color,
            };
            return id;
        };
        self.slots[usize::from(point.raw()) % CELLS] = home;
        let cells = &self.cells;
        let slot = &mut self.chains[usize::from(home)];
        slot.stones.insert(point);
        slot.n_stones += 1;
        slot.hash ^= zobrist::key(color, point);
        slot.liberties.remove(point);
        if merged {
            slot.n_liberties = slot.liberties.len() as u16;
        } else {
            slot.n_liberties -= 1;
        }
        for near in around {
            if cells[usize::from(near) % CELLS] == EMPTY {
                slot.n_liberties += u16::from(slot.liberties.insert(Point::from_raw(near)));
            }
        }
        home
    }

    /// Merges two chains into the slot of the larger and gives that back. Its number of liberties is left to count.
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let (into, from) =
            if self.chains[usize::from(a)].n_stones >= self.chains[usize::from(b)].n_stones { (a, b) } else { (b, a) };
        let Slot { stones, liberties, hash, n_stones, .. } = self.chains[usize::from(from)];
        stones.for_each(|stone| self.slots[usize::from(stone.raw()) % CELLS] = into);
        let slot = &mut self.chains[usize::from(into)];
        slot.stones |= stones;
        slot.liberties |= liberties;
        slot.hash ^= hash;
        slot.n_stones += n_stones;
        self.free_slot(from);
        into
    }

    /// Takes a chain off the board; its points become liberties of the chains around it.
    fn lift(&mut self, id: u16) {
        let Slot { stones, hash, color, .. } = self.chains[usize::from(id)];
        self.stones[color] -= stones;
        self.captured |= stones;
        self.hash ^= hash;
        stones.for_each(|stone| self.set_cell(stone, EMPTY));
        let theirs = (!color) as u8;
        stones.for_each(|stone| {
            for near in stone.around() {
                if self.cell(near) == theirs {
                    let slot = &mut self.chains[usize::from(self.slots[usize::from(near) % CELLS])];
                    slot.n_liberties += u16::from(slot.liberties.insert(stone));
                }
            }
        });
        self.free_slot(id);
    }

    /// Takes back a stone that [`place`](Board::place) put on `point`, and puts back what it captured.
    pub(crate) fn take_back(&mut self, color: Color, point: Point, captured: &PointSet, suicide: bool) {
        if suicide {
            let mut others = *captured;
            others.remove(point);
            self.put(color, &others);
        } else {
            self.put(!color, captured);
            self.remove(color, point);
        }
        self.captured = PointSet::EMPTY;
    }

    /// Takes one stone off and splits its chain where the stone held it together.
    fn remove(&mut self, color: Color, point: Point) {
        let id = self.slot_at(point.raw());
        let around = point.around();
        self.set_cell(point, EMPTY);
        self.stones[color].remove(point);
        self.hash ^= zobrist::key(color, point);
        let n_own = around.into_iter().filter(|&near| self.cell(near) == color as u8).count();
        match n_own {
            0 => self.free_slot(id),
            1 => {
                // The stone was a leaf: the rest stays one chain and loses only the liberties it had through this stone.
                let cells = &self.cells;
                let slot = &mut self.chains[usize::from(id)];
                slot.stones.remove(point);
                slot.n_stones -= 1;
                slot.hash ^= zobrist::key(color, point);
                for near in around.into_iter().filter(|&near| cells[usize::from(near) % CELLS] == EMPTY) {
                    let near = Point::from_raw(near);
                    let held = near.around().into_iter().any(|n| {
                        cells[usize::from(n) % CELLS] == color as u8 && slot.stones.contains(Point::from_raw(n))
                    });
                    if !held {
                        slot.liberties.remove(near);
                        slot.n_liberties -= 1;
                    }
                }
                slot.liberties.insert(point);
                slot.n_liberties += 1;
            }
            _ => {
                let mut rest = self.chains[usize::from(id)].stones;
                rest.remove(point);
                self.free_slot(id);
                for part in rest.components() {
                    self.add_chain(color, &part);
                }
            }
        }
        for near in around {
            if self.cell(near) == (!color) as u8 {
                let slot = &mut self.chains[usize::from(self.slots[usize::from(near) % CELLS])];
                slot.n_liberties += u16::from(slot.liberties.insert(point));
            }
        }
    }

    /// Whether every on-board neighbour of this empty point is a stone of `color`.
    #[inline]
    #[must_use]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        self.is_empty(point)
            && point.around().into_iter().all(|near| {
                let cell = self.cell(near);
                cell == color as u8 || cell == EDGE
            })
    }

    /// Whether this empty point is a single-point eye of `color` that the opponent cannot easily make false: all
    /// neighbours are its stones, and the opponent holds at most one diagonal neighbour, none at the edge.
    #[inline]
    #[must_use]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        if !self.is_surrounded(color, point) {
            return false;
        }
        let mut theirs = 0;
        let mut edge = 0;
        for near in point.corners() {
            let cell = self.cell(near);
            theirs += u8::from(cell == (!color) as u8);
            edge |= u8::from(cell == EDGE);
        }
        theirs + edge < 2
    }

    /// Compares every kept value with one computed from the stones alone. For tests and fuzzers.
    ///
    /// # Panics
    /// If a value that is kept up to date differs from the one computed anew.
    pub fn check(&self) {
        let fresh = Board::with_stones(self.size, &self.stones);
        assert_eq!(self.hash, fresh.hash, "hash");
        for point in self.size.points() {
            assert_eq!(self.get(point), fresh.get(point), "stone at {point:?}");
            let pair = (self.chain(point), fresh.chain(point));
            let (Some(kept), Some(new)) = pair else { continue };
            assert_eq!(kept.color(), new.color(), "colour of the chain at {point:?}");
            assert_eq!(kept.stones(), new.stones(), "stones of the chain at {point:?}");
            assert_eq!(kept.liberties(), new.liberties(), "liberties of the chain at {point:?}");
            assert_eq!(kept.size(), kept.stones().len(), "size of the chain at {point:?}");
            assert_eq!(kept.n_liberties(), kept.liberties().len(), "number of liberties at {point:?}");
            assert_eq!(kept.0.hash, new.0.hash, "hash of the chain at {point:?}");
        }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.stones == other.stones
    }
}

impl Eq for Board {}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", crate::Diagram::new(self).coordinates(true))
    }
}
