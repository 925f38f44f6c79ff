//! Stones on points, and the chains they form. A board knows liberties and captures; it knows nothing about turns, ko or
//! rules: see [`Position`](crate::Position).

use crate::cell::{CELLS, Cell, Cells, at};
use crate::{BoardSize, ByColor, Color, Point, PointSet, zobrist};

/// The slot of a cell without a chain.
const NO_SLOT: u16 = u16::MAX;

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
pub struct Board {
    size: BoardSize,
    hash: u64,
    stones: ByColor<PointSet>,
    /// What the last stone took off, if `n_captured` is not 0.
    captured: PointSet,
    n_captured: usize,
    cells: Cells,
    /// For a cell with a stone, the slot of its chain.
    slots: [u16; CELLS],
    chains: Vec<Slot>,
    free: Vec<u16>,
}

/// One chain. A slot on the free list has no stones.
#[derive(Clone, Copy)]
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
        Board {
            size,
            hash: zobrist::empty(size),
            stones: ByColor::default(),
            captured: PointSet::EMPTY,
            n_captured: 0,
            cells: Cells::new(size),
            slots: [NO_SLOT; CELLS],
            chains: Vec::new(),
            free: Vec::new(),
        }
    }

    /// A board with these stones as they are: chains without a liberty stay. A point named for both colours is Black's;
    /// points off the board are left out. [`Setup`](crate::Setup) is the door that checks.
    #[must_use]
    pub fn with_stones(size: BoardSize, stones: &ByColor<PointSet>) -> Board {
        let black = stones.black & size.all_points();
        let white = (stones.white & size.all_points()) - black;
        let mut board = Board::new(size);
        let cells = &mut board.cells;
        // A stone is named by one above or left of it in the same chain, or by itself, so that no name comes after.
        let mut names = [NO_SLOT; CELLS];
        for (color, set) in [(Color::Black, black), (Color::White, white)] {
            set.for_each(|stone| {
                cells.fill(color, stone);
                let [_, left, up, _] = stone.around();
                let mut name = stone.raw();
                for near in [left, up].into_iter().filter(|&near| cells.get(near).is(color)) {
                    let mut root = near;
                    while names[at(root)] != root {
                        root = names[at(root)];
                    }
                    names[at(name.max(root))] = name.min(root);
                    name = name.min(root);
                }
                names[at(stone.raw())] = name;
            });
        }
        (black | white).for_each(|stone| names[at(stone.raw())] = names[at(names[at(stone.raw())])]);
        board.enter_chains(&names);
        board
    }

    /// Becomes the board with these cells, on which every stone names one stone of its chain.
    pub(crate) fn assemble(&mut self, size: BoardSize, cells: &Cells, names: &[u16; CELLS]) {
        self.size = size;
        self.hash = zobrist::empty(size);
        self.stones = ByColor::default();
        self.n_captured = 0;
        self.cells = *cells;
        self.slots = [NO_SLOT; CELLS];
        self.chains.clear();
        self.free.clear();
        self.enter_chains(names);
    }

    /// Enters what follows from the cells on a board that is new but for them.
    fn enter_chains(&mut self, names: &[u16; CELLS]) {
        self.size.points().for_each(|point| {
            let Some(color) = self.get(point) else { return };
            let name = at(names[at(point.raw())]);
            if self.slots[name] == NO_SLOT {
                self.slots[name] = self.new_slot(color);
            }
            let id = self.slots[name];
            self.slots[at(point.raw())] = id;
            let key = zobrist::key(color, point);
            self.hash ^= key;
            self.stones[color].insert(point);
            let slot = &mut self.chains[usize::from(id)];
            slot.stones.insert(point);
            slot.n_stones += 1;
            slot.hash ^= key;
        });
        self.empty().for_each(|point| self.add_liberty(point, Cell::has_stone));
    }

    /// Enters an empty point as a liberty of the chains beside it that pass a test.
    #[inline]
    fn add_liberty(&mut self, point: Point, test: impl Fn(Cell) -> bool) {
        for near in self.cells.beside(point, test) {
            let slot = &mut self.chains[usize::from(self.slots[at(near)])];
            slot.n_liberties += u16::from(slot.liberties.insert(point));
        }
    }

    /// Adds stones on empty points and builds their chains; used where nothing is captured.
    fn put(&mut self, color: Color, stones: &PointSet) {
        for stone in stones {
            self.cells.fill(color, stone);
            self.stones[color].insert(stone);
            self.hash ^= zobrist::key(color, stone);
            for near in self.cells.beside(stone, |cell| cell.is(!color)) {
                let slot = &mut self.chains[usize::from(self.slots[at(near)])];
                slot.n_liberties -= u16::from(slot.liberties.remove(stone));
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
        let id = self.new_slot(color);
        stones.for_each(|stone| {
            hash ^= zobrist::key(color, stone);
            self.slots[at(stone.raw())] = id;
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

    /// A chain without stones.
    #[inline]
    fn new_slot(&mut self, color: Color) -> u16 {
        let empty =
            Slot { stones: PointSet::EMPTY, liberties: PointSet::EMPTY, hash: 0, n_stones: 0, n_liberties: 0, color };
        match self.free.pop() {
            Some(id) => {
                self.chains[usize::from(id)] = empty;
                id
            }
            None => {
                self.chains.push(empty);
                (self.chains.len() - 1) as u16
            }
        }
    }

    fn free_slot(&mut self, id: u16) {
        self.chains[usize::from(id)].n_stones = 0;
        self.free.push(id);
    }

    #[inline]
    fn cell(&self, raw: u16) -> Cell {
        self.cells.get(raw)
    }

    /// The padded board.
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    #[inline]
    fn slot_at(&self, raw: u16) -> u16 {
        self.slots[at(raw)]
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
        self.cell(point.raw()).stone()
    }

    /// Whether the point is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point.raw()).is_empty()
    }

    /// The chain of the stone on a point.
    #[inline]
    #[must_use]
    pub fn chain(&self, point: Point) -> Option<Chain<'_>> {
        self.cell(point.raw()).has_stone().then(|| Chain(&self.chains[usize::from(self.slot_at(point.raw()))]))
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
        if self.n_captured == 0 { &PointSet::EMPTY } else { &self.captured }
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

    /// The slots of the chains of a colour beside a point, each once.
    #[inline]
    fn slots_beside(&self, color: Color, point: Point) -> impl Iterator<Item = u16> {
        let mut met = [NO_SLOT; 4];
        self.cells.beside(point, |cell| cell.is(color)).enumerate().filter_map(move |(i, near)| {
            met[i] = self.slot_at(near);
            (!met[..i].contains(&met[i])).then_some(met[i])
        })
    }

    /// The slots of the chains that a stone on this empty point would take.
    #[inline]
    fn taken_slots(&self, color: Color, point: Point) -> impl Iterator<Item = u16> {
        self.slots_beside(!color, point).filter(|&id| self.chains[usize::from(id)].n_liberties == 1)
    }

    /// Whether there is room for a stone of this colour.
    #[inline]
    pub(crate) fn room(&self, color: Color, point: Point) -> Room {
        let cell = self.cell(point.raw());
        if !cell.is_empty() {
            return Room::Occupied;
        }
        if cell.n_empty() > 0 {
            return Room::Fine;
        }
        self.tight_room(color, point)
    }

    /// [`room`](Board::room) on an empty point without empty neighbours.
    fn tight_room(&self, color: Color, point: Point) -> Room {
        for near in self.cells.beside(point, Cell::has_stone) {
            let breathes = self.chains[usize::from(self.slot_at(near))].n_liberties > 1;
            if self.cell(near).is(color) == breathes {
                return Room::Fine;
            }
        }
        let own: u16 = self.slots_beside(color, point).map(|id| self.chains[usize::from(id)].n_stones).sum();
        Room::Suicide(usize::from(own) + 1)
    }

    /// The hash after a stone is placed on a point with this room and captures are made.
    pub(crate) fn hash_after(&self, color: Color, point: Point, room: Room) -> u64 {
        let without = |hash, id| hash ^ self.chains[usize::from(id)].hash;
        match room {
            Room::Suicide(_) => self.slots_beside(color, point).fold(self.hash, without),
            _ => self.taken_slots(color, point).fold(self.hash ^ zobrist::key(color, point), without),
        }
    }

    /// Puts a stone on an empty point and takes off what has no liberty: first the opponent's chains, then, if that
    /// made no room, the player's own. No rule is asked.
    ///
    /// # Panics
    /// If the point is not an empty point of this board.
    pub fn place(&mut self, color: Color, point: Point) -> Placed {
        assert!(self.is_empty(point), "{point:?} is not an empty point of the board");
        self.cells.fill(color, point);
        self.stones[color].insert(point);
        self.hash ^= zobrist::key(color, point);
        self.n_captured = 0;

        let home = self.join(color, point);

        let mut last_taken = None;
        for near in self.cells.beside(point, |cell| cell.is(!color)) {
            let id = self.slot_at(near);
            let slot = &mut self.chains[usize::from(id)];
            // A chain that touches the point twice loses it as a liberty once, even if it was taken in between.
            if slot.liberties.remove(point) {
                slot.n_liberties -= 1;
                if slot.n_liberties == 0 {
                    last_taken = Some(Point::from_raw(near));
                    self.lift(id);
                }
            }
        }

        let slot = &self.chains[usize::from(home)];
        if slot.n_liberties == 0 {
            self.lift(home);
            return Placed { n_captured: self.n_captured, suicide: true, ko: None };
        }
        let ko = last_taken.filter(|_| self.n_captured == 1 && slot.n_stones == 1 && slot.n_liberties == 1);
        Placed { n_captured: self.n_captured, suicide: false, ko }
    }

    /// Makes the new stone part of a chain: its own, or the largest beside it, into which the others are merged.
    #[inline]
    fn join(&mut self, color: Color, point: Point) -> u16 {
        let mut home = None;
        let mut merged = false;
        for near in self.cells.beside(point, |cell| cell.is(color)) {
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
        let home = home.unwrap_or_else(|| self.new_slot(color));
        self.slots[at(point.raw())] = home;
        let slot = &mut self.chains[usize::from(home)];
        slot.stones.insert(point);
        slot.n_stones += 1;
        slot.hash ^= zobrist::key(color, point);
        let lost = slot.liberties.remove(point);
        slot.n_liberties = if merged { slot.liberties.len() as u16 } else { slot.n_liberties - u16::from(lost) };
        for near in self.cells.beside(point, Cell::is_empty) {
            slot.n_liberties += u16::from(slot.liberties.insert(Point::from_raw(near)));
        }
        home
    }

    /// Merges two chains into the slot of the larger and gives that back. Its number of liberties is left to count.
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let (into, from) =
            if self.chains[usize::from(a)].n_stones >= self.chains[usize::from(b)].n_stones { (a, b) } else { (b, a) };
        let Slot { stones, liberties, hash, n_stones, .. } = self.chains[usize::from(from)];
        stones.for_each(|stone| self.slots[at(stone.raw())] = into);
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
        let Slot { stones, hash, n_stones, color, .. } = self.chains[usize::from(id)];
        self.stones[color] -= stones;
        if self.n_captured == 0 {
            self.captured = stones;
        } else {
            self.captured |= stones;
        }
        self.n_captured += usize::from(n_stones);
        self.hash ^= hash;
        stones.for_each(|stone| self.cells.clear(color, stone));
        stones.for_each(|stone| {
            self.add_liberty(stone, |cell| cell.is(!color));
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
            if !captured.is_empty() {
                self.put(!color, captured);
            }
            self.remove(color, point);
        }
        self.n_captured = 0;
    }

    /// Takes one stone off and splits its chain where the stone held it together.
    fn remove(&mut self, color: Color, point: Point) {
        let id = self.slot_at(point.raw());
        self.cells.clear(color, point);
        self.stones[color].remove(point);
        self.hash ^= zobrist::key(color, point);
        match self.cells.beside(point, |cell| cell.is(color)).count() {
            0 => self.free_slot(id),
            1 => {
                // The stone was a leaf: the rest stays one chain and loses only the liberties it had through this stone.
                let slot = &mut self.chains[usize::from(id)];
                slot.stones.remove(point);
                slot.n_stones -= 1;
                slot.hash ^= zobrist::key(color, point);
                for near in self.cells.beside(point, Cell::is_empty).map(Point::from_raw) {
                    let mut own = self.cells.beside(near, |cell| cell.is(color));
                    if !own.any(|stone| slot.stones.contains(Point::from_raw(stone))) {
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
        self.add_liberty(point, |cell| cell.is(!color));
    }

    /// Whether every on-board neighbour of this empty point is a stone of `color`.
    #[inline]
    #[must_use]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        let cell = self.cell(point.raw());
        cell.is_empty() && cell.is_surrounded(color)
    }

    /// Whether this empty point is a single-point eye of `color` that the opponent cannot easily make false: all
    /// neighbours are its stones, and the opponent holds at most one diagonal neighbour, none at the edge.
    #[inline]
    #[must_use]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        self.cells.is_eye(color, point)
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

impl Clone for Board {
    fn clone(&self) -> Board {
        Board { chains: self.chains.clone(), free: self.free.clone(), ..*self }
    }

    /// Copies without new memory where the old is large enough.
    fn clone_from(&mut self, source: &Board) {
        let mut chains = std::mem::take(&mut self.chains);
        let mut free = std::mem::take(&mut self.free);
        chains.clone_from(&source.chains);
        free.clone_from(&source.free);
        *self = Board { chains, free, ..*source };
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
