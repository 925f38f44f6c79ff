//! The board of the searches: a stone is played and taken back in a fraction of a microsecond, because chains that were joined or
//! taken are left as they are until the move is undone.

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet, Position};

/// Points are kept in arrays with rows of this length.
const STRIDE: usize = 32;
const CELLS: usize = 25 * STRIDE;
const NO_CHAIN: u16 = u16::MAX;

#[inline]
const fn at(point: Point) -> usize {
    point.row() * STRIDE + point.column()
}

/// Stones connected along lines.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    pub(crate) color: Color,
    pub(crate) stones: PointSet,
    pub(crate) liberties: PointSet,
    pub(crate) n_stones: usize,
    pub(crate) n_liberties: usize,
}

/// What is needed to take a move back.
struct Step {
    /// None for a pass.
    point: Option<Point>,
    color: Color,
    ko: Option<Point>,
    hash: u64,
    /// How many chains were remembered before this move.
    remembered: usize,
    /// The chains that it joined or took, which are still in their places.
    gone: [u16; 4],
    n_gone: usize,
}

/// A board with moves that can be taken back; the simple ko is remembered, and whoever plays decides whether it binds.
pub(crate) struct Field {
    size: BoardSize,
    stones: ByColor<PointSet>,
    /// The stone's chain, or [`NO_CHAIN`].
    chain_at: [u16; CELLS],
    chains: Vec<Chain>,
    /// Chains as they were, in the order in which they were changed.
    remembered: Vec<(u16, Chain)>,
    steps: Vec<Step>,
    ko: Option<Point>,
    hash: u64,
}

/// A number that looks like chance but is the same everywhere (SplitMix64).
#[inline]
pub(crate) const fn mixed(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

static KEYS: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mixed(2 * i as u64 + 1);
        keys[1][i] = mixed(2 * i as u64 + 2);
        i += 1;
    }
    keys
};

#[inline]
const fn key(color: Color, point: Point) -> u64 {
    KEYS[match color {
        Color::Black => 0,
        Color::White => 1,
    }][at(point)]
}

impl Field {
    pub(crate) fn new(position: &Position) -> Field {
        Field { ko: position.ko(), ..Field::of(position.board()) }
    }

    /// A board without a ko.
    pub(crate) fn of(board: &Board) -> Field {
        let mut field = Field {
            size: board.size(),
            stones: *board.stones(),
            chain_at: [NO_CHAIN; CELLS],
            chains: Vec::with_capacity(256),
            remembered: Vec::with_capacity(256),
            steps: Vec::with_capacity(128),
            ko: None,
            hash: 0,
        };
        for chain in board.chains() {
            let id = field.chains.len() as u16;
            for stone in chain.stones() {
                field.chain_at[at(stone)] = id;
                field.hash ^= key(chain.color(), stone);
            }
            field.chains.push(Chain {
                color: chain.color(),
                stones: *chain.stones(),
                liberties: *chain.liberties(),
                n_stones: chain.size(),
                n_liberties: chain.n_liberties(),
            });
        }
        field
    }

    #[inline]
    pub(crate) fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones of both colours.
    #[inline]
    pub(crate) fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    pub(crate) fn empty(&self) -> PointSet {
        self.size.all_points() - self.stones.black - self.stones.white
    }

    #[inline]
    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.chain_at[at(point)] == NO_CHAIN
    }

    #[inline]
    pub(crate) fn chain(&self, point: Point) -> Option<&Chain> {
        let id = self.chain_at[at(point)];
        if id == NO_CHAIN { None } else { self.chains.get(usize::from(id)) }
    }

    /// A number of the chain on a point that no other chain has at this moment.
    #[inline]
    pub(crate) fn chain_id(&self, point: Point) -> Option<u16> {
        let id = self.chain_at[at(point)];
        (id != NO_CHAIN).then_some(id)
    }

    #[inline]
    pub(crate) fn color(&self, point: Point) -> Option<Color> {
        self.chain(point).map(|chain| chain.color)
    }

    /// The chains that have a stone in a set, each once.
    pub(crate) fn chains_in(&self, points: PointSet) -> impl Iterator<Item = &Chain> {
        let mut rest = points & (self.stones.black | self.stones.white);
        std::iter::from_fn(move || {
            let chain = self.chain(rest.first()?)?;
            rest -= chain.stones;
            Some(chain)
        })
    }

    /// The chains of a colour beside a set of points, each once.
    pub(crate) fn chains_around(&self, points: PointSet, color: Color) -> impl Iterator<Item = &Chain> {
        let around = points.grown() & self.stones[color];
        self.chains_in(around)
    }

    /// Where the last move took a single stone that may not be retaken at once.
    #[inline]
    pub(crate) fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Lets everybody play everywhere.
    pub(crate) fn forget_ko(&mut self) {
        self.ko = None;
    }

    /// A hash of the stones and the ko.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash ^ self.ko.map_or(0, |point| mixed(0x6b6f_0000 + at(point) as u64))
    }

    /// Whether there is room for a stone, the ko aside.
    pub(crate) fn has_room(&self, color: Color, point: Point) -> bool {
        if !self.is_empty(point) {
            return false;
        }
        self.size.neighbors(point).any(|near| match self.chain(near) {
            None => true,
            Some(chain) => (chain.color == color) == (chain.n_liberties > 1),
        })
    }

    /// How many liberties the chain of a stone played here would have, at least: where it takes stones, only those beside it count.
    pub(crate) fn liberties_after(&self, color: Color, point: Point) -> usize {
        let mut reached = PointSet::EMPTY;
        for near in self.size.neighbors(point) {
            match self.chain(near) {
                None => drop(reached.insert(near)),
                Some(chain) if chain.color == color => reached |= chain.liberties,
                Some(chain) if chain.n_liberties == 1 => drop(reached.insert(near)),
                Some(_) => {}
            }
        }
        reached.remove(point);
        reached.len()
    }

    /// Whether the opponent of a chain, to move, takes it for good with its next stone: in atari, and no ko.
    pub(crate) fn can_be_taken(&self, chain: &Chain) -> bool {
        chain.n_liberties == 1
            && chain.liberties.first().is_some_and(|last| {
                self.ko != Some(last) && (chain.n_stones > 1 || self.liberties_after(!chain.color, last) > 1)
            })
    }

    /// Whether a stone that is gone from a point stays away: not known while its owner may still retake a ko there.
    pub(crate) fn is_lost(&self, target: Point, to_move: Color, attacker: Color) -> Option<bool> {
        (to_move == attacker || self.ko != Some(target)).then_some(true)
    }

    /// Plays where there is room.
    pub(crate) fn play(&mut self, color: Color, point: Point) {
        let mut step = Step {
            point: Some(point),
            color,
            ko: self.ko.take(),
            hash: self.hash,
            remembered: self.remembered.len(),
            gone: [NO_CHAIN; 4],
            n_gone: 0,
        };
        let (mut captured, mut n_captured) = (PointSet::EMPTY, 0);
        let id = self.chains.len() as u16;
        let mut own =
            Chain { color, stones: PointSet::from(point), liberties: PointSet::EMPTY, n_stones: 1, n_liberties: 0 };
        self.hash ^= key(color, point);
        self.stones[color].insert(point);
        self.chain_at[at(point)] = id;
        for near in self.size.neighbors(point) {
            let near_id = self.chain_at[at(near)];
            if near_id == NO_CHAIN {
                own.liberties.insert(near);
                continue;
            }
            if near_id == id {
                continue;
            }
            let chain = self.chains[usize::from(near_id)];
            if chain.color == color {
                step.gone[step.n_gone] = near_id;
                step.n_gone += 1;
                own.stones |= chain.stones;
                own.liberties |= chain.liberties;
                own.n_stones += chain.n_stones;
                for stone in &chain.stones {
                    self.chain_at[at(stone)] = id;
                }
            } else if chain.liberties.contains(point) {
                if chain.n_liberties == 1 {
                    step.gone[step.n_gone] = near_id;
                    step.n_gone += 1;
                    captured |= chain.stones;
                    n_captured += chain.n_stones;
                    self.stones[!color] -= chain.stones;
                    for stone in &chain.stones {
                        self.chain_at[at(stone)] = NO_CHAIN;
                        self.hash ^= key(!color, stone);
                    }
                } else {
                    self.remembered.push((near_id, chain));
                    let chain = &mut self.chains[usize::from(near_id)];
                    chain.liberties.remove(point);
                    chain.n_liberties -= 1;
                }
            }
        }
        own.liberties.remove(point);
        self.chains.push(own);
        if n_captured > 0 {
            for stone in &captured {
                for near in self.size.neighbors(stone) {
                    let near_id = self.chain_at[at(near)];
                    if near_id == NO_CHAIN {
                        continue;
                    }
                    let chain = &mut self.chains[usize::from(near_id)];
                    if chain.color != color || chain.liberties.contains(stone) {
                        continue;
                    }
                    if near_id != id {
                        self.remembered.push((near_id, *chain));
                    }
                    chain.liberties.insert(stone);
                    chain.n_liberties += 1;
                }
            }
        }
        let own = &mut self.chains[usize::from(id)];
        own.n_liberties = own.liberties.len();
        if n_captured == 1 && own.n_stones == 1 && own.n_liberties == 1 {
            self.ko = captured.first();
        }
        self.steps.push(step);
    }

    /// Lets a side do nothing, which ends a ko.
    pub(crate) fn pass(&mut self, color: Color) {
        let ko = self.ko.take();
        let (hash, remembered) = (self.hash, self.remembered.len());
        self.steps.push(Step { point: None, color, ko, hash, remembered, gone: [NO_CHAIN; 4], n_gone: 0 });
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.ko = step.ko;
        self.hash = step.hash;
        let Some(point) = step.point else { return };
        while self.remembered.len() > step.remembered {
            if let Some((id, chain)) = self.remembered.pop() {
                self.chains[usize::from(id)] = chain;
            }
        }
        self.chains.pop();
        self.chain_at[at(point)] = NO_CHAIN;
        self.stones[step.color].remove(point);
        for &id in &step.gone[..step.n_gone] {
            let chain = &self.chains[usize::from(id)];
            self.stones[chain.color] |= chain.stones;
            for stone in &chain.stones {
                self.chain_at[at(stone)] = id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::Rules;

    fn check(field: &Field, board: &Board) {
        assert_eq!(field.stones(), board.stones());
        for chain in board.chains() {
            let own = field.chain(chain.stones().first().unwrap()).unwrap();
            assert_eq!((own.color, own.stones, own.liberties), (chain.color(), *chain.stones(), *chain.liberties()));
            assert_eq!((own.n_stones, own.n_liberties), (chain.size(), chain.n_liberties()));
        }
    }

    /// Games of pseudo-random moves, forwards beside a [`Position`] and all the way back.
    #[test]
    fn it_agrees_with_the_board_of_the_rules_and_finds_its_way_back() {
        for side in [2, 3, 5, 9] {
            for seed in 1..30u64 {
                let size = BoardSize::new(side).unwrap();
                let mut state = seed;
                let mut position = Position::new(size, Rules::JAPANESE);
                let mut field = Field::new(&position);
                let mut passed = vec![(position.board().clone(), field.hash())];
                for _ in 0..150 {
                    state = mixed(state);
                    let color = position.to_move();
                    let free = position.legal_points();
                    for point in size.points() {
                        let allowed = field.has_room(color, point) && field.ko() != Some(point);
                        assert_eq!(allowed, free.contains(point), "{color} {point:?}{position:?}");
                    }
                    match free.iter().nth(state as usize % free.len().max(1)) {
                        Some(point) => {
                            let after = field.liberties_after(color, point);
                            let played = position.play(point).unwrap();
                            field.play(color, point);
                            let real = field.chain(point).unwrap().n_liberties;
                            assert!(after == real || (after < real && !played.captured.is_empty()));
                        }
                        None => {
                            position.play_anyway(color, goban::Move::Pass);
                            field.pass(color);
                        }
                    }
                    assert_eq!(field.hash(), Field::new(&position).hash());
                    check(&field, position.board());
                    passed.push((position.board().clone(), field.hash()));
                }
                while let Some((board, hash)) = passed.pop() {
                    check(&field, &board);
                    assert_eq!(field.hash(), hash);
                    field.undo();
                }
            }
        }
    }
}
