//! A board in a game: whose turn it is, what the rules forbid, and how to go back.

use std::fmt;

use crate::board::Room;
use crate::zobrist::WHITE_TO_MOVE;
use crate::{Board, BoardSize, ByColor, Color, Ko, Move, Point, PointSet, Rules, Setup, SetupError, Suicide};

/// Why a move may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The point is not on this board.
    OffBoard,
    /// There is a stone of this colour on the point.
    Occupied(Color),
    /// The stone would have no liberty, and the rules forbid that.
    Suicide,
    /// The stone would retake a ko at once.
    Ko,
    /// The board would be the same as after an earlier move.
    Superko {
        /// The number of that move; 0 is the start.
        earlier: usize,
    },
    /// Both sides have passed.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffBoard => write!(f, "off the board"),
            Illegal::Occupied(color) => write!(f, "occupied by {color}"),
            Illegal::Suicide => write!(f, "suicide"),
            Illegal::Ko => write!(f, "ko"),
            Illegal::Superko { earlier } => write!(f, "superko: repeats the board after move {earlier}"),
            Illegal::GameOver => write!(f, "the game is over"),
        }
    }
}

impl std::error::Error for Illegal {}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The stones that came off, of the opponent or, after a suicide, of the player.
    pub captured: PointSet,
    /// Whether the player's own stones came off.
    pub suicide: bool,
    /// Whether the stone took the place of another, which only [`Position::play_anyway`] does.
    pub replaced: bool,
}

/// A board in a game under given rules.
///
/// Playing changes the position in place; a refused move leaves it as it was, and [`take_back`](Position::take_back)
/// undoes any number of moves. Nothing is allocated for a move once the history has grown to the length of the game.
///
/// ```
/// use goban::{BoardSize, Illegal, Move, Position, Rules};
/// let size = BoardSize::NINE;
/// let mut game = Position::new(size, Rules::CHINESE);
/// let centre = Move::Play(size.parse_vertex("E5").unwrap());
/// game.play(centre).unwrap();
/// assert!(matches!(game.play(centre), Err(Illegal::Occupied(_))));
/// game.take_back();
/// assert_eq!(game, Position::new(size, Rules::CHINESE));
/// ```
pub struct Position {
    board: Board,
    rules: Rules,
    to_move: Color,
    ko: Option<KoBan>,
    passes: Passes,
    n_moves: usize,
    prisoners: ByColor<usize>,
    seen: Seen,
    history: Vec<Step>,
    taken: Vec<Point>,
}

/// What a position holds beside its stones, its turn and its rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Unseen {
    /// The point that the ko rule forbids to the side to move.
    pub ko: Option<Point>,
    /// Who passed last, if no stone was played since.
    pub last_pass: Option<Color>,
    /// Whether both sides have passed.
    pub is_over: bool,
    /// The opponent's stones that each side has taken.
    pub prisoners: ByColor<usize>,
}

impl Unseen {
    /// What this position holds.
    #[must_use]
    pub fn of(position: &Position) -> Unseen {
        Unseen {
            ko: position.ko(),
            last_pass: position.last_pass(),
            is_over: position.is_over(),
            prisoners: position.prisoners(),
        }
    }
}

/// The passes since the last stone. A side that passes twice running, as records have it, does not end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passes {
    None,
    Of(Color),
    Both,
}

impl Passes {
    fn and(self, color: Color) -> Passes {
        match self {
            Passes::None => Passes::Of(color),
            Passes::Of(before) if before == color => self,
            Passes::Of(_) | Passes::Both => Passes::Both,
        }
    }
}

/// One colour may not play on one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KoBan {
    color: Color,
    point: Point,
}

/// What is needed to take a move back.
#[derive(Clone)]
struct Step {
    action: Action,
    to_move: Color,
    ko: Option<KoBan>,
    passes: Passes,
    /// If the board after it was a new one, who was to move then.
    remembered: Option<Color>,
}

#[derive(Clone)]
enum Action {
    Pass,
    Play {
        color: Color,
        point: Point,
        n_captured: u16,
        suicide: bool,
    },
    /// A change that no move makes: how things were before it.
    Edit(Box<Before>),
}

#[derive(Clone)]
struct Before {
    board: Board,
    prisoners: ByColor<usize>,
    n_moves: usize,
}

impl Position {
    /// The empty board with Black to move.
    #[must_use]
    pub fn new(size: BoardSize, rules: Rules) -> Position {
        Position::on(Board::new(size), Color::Black, rules, 0)
    }

    /// A position from stones put up by hand.
    ///
    /// # Errors
    /// When play could not leave such a board behind.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, SetupError> {
        Ok(Position::on(setup.board()?, setup.to_move, rules, 0))
    }

    /// A position written down earlier: the stones, and with them what they do not show. It is equal to the one that was
    /// written down; the way there is gone, as in [`forgetful`](Position::forgetful).
    ///
    /// # Errors
    /// When play could not leave such a board behind, or a stone lies on the point of the ko.
    ///
    /// ```
    /// use goban::{BoardSize, Move, Position, Rules, Setup, Unseen};
    /// let mut position = Position::new(BoardSize::NINE, Rules::CHINESE);
    /// position.play(Move::Pass).unwrap();
    /// let setup = Setup { to_move: position.to_move(), ..Setup::from(position.board()) };
    /// let again = Position::restored(&setup, *position.rules(), &Unseen::of(&position)).unwrap();
    /// assert_eq!(again, position);
    /// ```
    pub fn restored(setup: &Setup, rules: Rules, unseen: &Unseen) -> Result<Position, SetupError> {
        let mut position = Position::from_setup(setup, rules)?;
        if let Some(point) = unseen.ko {
            if !position.board.empty().contains(point) {
                return Err(SetupError::BothColors(Box::new(PointSet::from(point))));
            }
            let color = setup.to_move;
            position.ko = Some(KoBan { color, point });
            position.forbid_retaking(color, point);
        }
        position.passes = match unseen.last_pass {
            _ if unseen.is_over => Passes::Both,
            Some(color) => Passes::Of(color),
            None => Passes::None,
        };
        position.prisoners = unseen.prisoners;
        Ok(position)
    }

    /// Under a superko rule a ko is an earlier board: it is remembered as one.
    fn forbid_retaking(&mut self, color: Color, point: Point) {
        if self.rules.ko != Ko::Simple {
            let before = self.board.hash_after(color, point, self.board.room(color, point));
            self.seen.insert(self.key(before, !color), self.n_moves.saturating_sub(1));
        }
    }

    fn on(board: Board, to_move: Color, rules: Rules, n_moves: usize) -> Position {
        let mut position = Position {
            board,
            rules,
            to_move,
            ko: None,
            passes: Passes::None,
            n_moves,
            prisoners: ByColor::default(),
            seen: Seen::default(),
            history: Vec::new(),
            taken: Vec::new(),
        };
        position.remember();
        position
    }

    /// The stones.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who moves next.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The opponent's stones that each side has taken.
    #[must_use]
    pub fn prisoners(&self) -> ByColor<usize> {
        self.prisoners
    }

    /// Number of moves so far, passes included.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.n_moves
    }

    /// The point that the ko rule forbids to the side to move.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko.map(|ban| ban.point).filter(|&point| self.check(point) == Err(Illegal::Ko))
    }

    /// Whether both sides have passed in turn.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.passes == Passes::Both
    }

    /// Who passed last, if no stone was played since.
    ///
    /// ```
    /// use goban::{BoardSize, Color, Move, Position, Rules};
    /// let mut game = Position::new(BoardSize::NINE, Rules::CHINESE);
    /// assert_eq!(game.last_pass(), None);
    /// game.play(Move::Pass).unwrap();
    /// assert_eq!(game.last_pass(), Some(Color::Black));
    /// game.play(BoardSize::NINE.parse_vertex("E5").unwrap()).unwrap();
    /// assert_eq!(game.last_pass(), None);
    /// ```
    #[must_use]
    pub fn last_pass(&self) -> Option<Color> {
        match self.passes {
            Passes::None => None,
            Passes::Of(color) => Some(color),
            Passes::Both => Some(!self.to_move),
        }
    }

    /// Whether the side to move may play this, and if not, why.
    ///
    /// # Errors
    /// The reason for which the move is illegal.
    pub fn check(&self, mv: impl Into<Move>) -> Result<(), Illegal> {
        self.check_as(self.to_move, mv)
    }

    /// Like [`check`](Position::check) for either side, whoever's turn it is.
    ///
    /// # Errors
    /// The reason for which the move is illegal.
    #[inline]
    pub fn check_as(&self, color: Color, mv: impl Into<Move>) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        let Move::Play(point) = mv.into() else { return Ok(()) };
        let room = self.board.room(color, point);
        match room {
            Room::Occupied => {
                return Err(self.board.get(point).map_or(Illegal::OffBoard, Illegal::Occupied));
            }
            Room::Suicide(stones) if stones == 1 || self.rules.suicide == Suicide::Forbidden => {
                return Err(Illegal::Suicide);
            }
            _ => {}
        }
        match self.rules.ko {
            Ko::Simple if self.ko == Some(KoBan { color, point }) => Err(Illegal::Ko),
            Ko::Simple => Ok(()),
            Ko::Positional | Ko::Situational => {
                let after = self.board.hash_after(color, point, room);
                match self.seen.find(self.key(after, !color)) {
                    // Taking the ko back at once is the case everybody knows by that name.
                    Some(_) if self.ko == Some(KoBan { color, point }) => Err(Illegal::Ko),
                    Some(earlier) => Err(Illegal::Superko { earlier }),
                    None => Ok(()),
                }
            }
        }
    }

    /// The points where the side to move may put a stone.
    #[must_use]
    pub fn legal_points(&self) -> PointSet {
        self.board.empty().iter().filter(|&point| self.check(point).is_ok()).collect()
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    /// The reason for which the move is illegal; the position is unchanged.
    #[inline]
    pub fn play(&mut self, mv: impl Into<Move>) -> Result<Played, Illegal> {
        self.play_as(self.to_move, mv)
    }

    /// Plays for either side, whoever's turn it is, as handicap games and GTP need it. The other side moves next.
    ///
    /// # Errors
    /// The reason for which the move is illegal; the position is unchanged.
    #[inline]
    pub fn play_as(&mut self, color: Color, mv: impl Into<Move>) -> Result<Played, Illegal> {
        let mv = mv.into();
        self.apply_legal(color, mv)?;
        Ok(self.last_played())
    }

    fn apply_legal(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check_as(color, mv)?;
        self.apply(color, mv);
        Ok(())
    }

    /// Does what a game record says even if the rules forbid it: a stone on an occupied point replaces what is there, a
    /// stone without a liberty comes off, the game goes on after two passes. Returns why the move was illegal.
    ///
    /// A point off the board is the one thing that cannot be done; nothing happens then and the ply counts as a pass.
    pub fn play_anyway(&mut self, color: Color, mv: impl Into<Move>) -> (Played, Option<Illegal>) {
        let mv = mv.into();
        // Many records end in a third pass: one more agrees that the game is over.
        let more = mv == Move::Pass && self.is_over();
        let reason = self.check_as(color, mv).err().filter(|_| !more);
        // Asked of the board, as the reason may be another one: a game that is over, say.
        let mv = match mv {
            Move::Play(point) if !self.size().contains(point) => Move::Pass,
            Move::Play(point) => match self.board.get(point) {
                Some(owner) => return (self.replace(owner, color, point), reason),
                None => mv,
            },
            Move::Pass => mv,
        };
        self.apply(color, mv);
        (self.last_played(), reason)
    }

    /// What the move that was just applied did.
    #[inline]
    fn last_played(&self) -> Played {
        match self.history.last() {
            Some(Step { action: Action::Play { suicide, .. }, .. }) => {
                Played { captured: *self.board.last_captured(), suicide: *suicide, replaced: false }
            }
            _ => Played { captured: PointSet::EMPTY, suicide: false, replaced: false },
        }
    }

    #[inline]
    fn apply(&mut self, color: Color, mv: Move) {
        let mut step =
            Step { action: Action::Pass, to_move: self.to_move, ko: self.ko, passes: self.passes, remembered: None };
        match mv {
            Move::Pass => {
                self.passes = self.passes.and(color);
                self.ko = None;
            }
            Move::Play(point) => {
                let placed = self.board.place(color, point);
                if placed.n_captured > 0 {
                    self.taken.extend(self.board.last_captured());
                    self.prisoners[if placed.suicide { !color } else { color }] += placed.n_captured;
                }
                step.action =
                    Action::Play { color, point, n_captured: placed.n_captured as u16, suicide: placed.suicide };
                self.passes = Passes::None;
                self.ko = placed.ko.map(|point| KoBan { color: !color, point });
            }
        }
        self.to_move = !color;
        self.n_moves += 1;
        self.history.push(step);
        self.remember();
    }

    /// Puts a stone where there is one already.
    fn replace(&mut self, owner: Color, color: Color, point: Point) -> Played {
        let mut setup = Setup::from(&self.board);
        setup.stones[owner].remove(point);
        // The points next to the lifted stone are free or hold stones with this new liberty: the board stays possible.
        let mut board = Board::with_stones(setup.size, &setup.stones);
        let placed = board.place(color, point);
        let captured = if placed.n_captured > 0 { *board.last_captured() } else { PointSet::EMPTY };
        self.n_moves += 1;
        self.exchange(board, !color, self.n_moves - 1);
        self.prisoners[if placed.suicide { !color } else { color }] += placed.n_captured;
        Played { captured, suicide: placed.suicide, replaced: true }
    }

    /// Changes the stones by hand, as setup properties in the middle of a game do. It is taken back like a move, but counts
    /// as none.
    ///
    /// # Errors
    /// When play could not leave such a board behind; the position is unchanged.
    pub fn edit(&mut self, setup: &Setup) -> Result<(), SetupError> {
        let board = setup.board()?;
        self.exchange(board, setup.to_move, self.n_moves);
        Ok(())
    }

    fn exchange(&mut self, board: Board, to_move: Color, moves_before: usize) {
        let board = std::mem::replace(&mut self.board, board);
        let before = Before { board, prisoners: self.prisoners, n_moves: moves_before };
        self.history.push(Step {
            action: Action::Edit(Box::new(before)),
            to_move: self.to_move,
            ko: self.ko,
            passes: self.passes,
            remembered: None,
        });
        self.to_move = to_move;
        self.ko = None;
        self.passes = Passes::None;
        self.remember();
    }

    /// Forgets how to go back, and with it copies of whole boards that edits left behind. What must not come again under a
    /// superko rule stays remembered.
    pub fn forget_way_back(&mut self) {
        self.history.clear();
        self.taken.clear();
    }

    /// Gives the turn to this side without a move, as the SGF property PL does.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    /// Takes back the last move or change; false if there is none.
    pub fn take_back(&mut self) -> bool {
        let Some(step) = self.history.pop() else { return false };
        if let Some(to_move) = step.remembered {
            self.seen.forget(self.key(self.board.hash(), to_move));
        }
        match step.action {
            Action::Pass => self.n_moves -= 1,
            Action::Play { color, point, n_captured, suicide } => {
                let from = self.taken.len() - usize::from(n_captured);
                let captured: PointSet = self.taken.drain(from..).collect();
                self.prisoners[if suicide { !color } else { color }] -= usize::from(n_captured);
                self.board.take_back(color, point, &captured, suicide);
                self.n_moves -= 1;
            }
            Action::Edit(before) => {
                let Before { board, prisoners, n_moves } = *before;
                self.board = board;
                self.prisoners = prisoners;
                self.n_moves = n_moves;
            }
        }
        self.to_move = step.to_move;
        self.ko = step.ko;
        self.passes = step.passes;
        true
    }

    /// The same position with the past forgotten: boards before the last move may come again and nothing can be taken
    /// back. What ko forbids stays forbidden.
    #[must_use]
    pub fn forgetful(&self) -> Position {
        let mut position = Position::on(self.board.clone(), self.to_move, self.rules, self.n_moves);
        position.ko = self.ko;
        position.passes = self.passes;
        position.prisoners = self.prisoners;
        if let Some(KoBan { color, point }) = self.ko
            && self.check_as(color, point) == Err(Illegal::Ko)
        {
            position.forbid_retaking(color, point);
        }
        position
    }

    /// What must not come again: the board, and for situational superko whose turn it is.
    #[inline]
    fn key(&self, hash: u64, to_move: Color) -> u64 {
        match (self.rules.ko, to_move) {
            (Ko::Situational, Color::White) => hash ^ WHITE_TO_MOVE,
            _ => hash,
        }
    }

    #[inline]
    fn remember(&mut self) {
        if self.rules.ko == Ko::Simple {
            return;
        }
        let key = self.key(self.board.hash(), self.to_move);
        let new = self.seen.insert(key, self.n_moves);
        if let Some(step) = self.history.last_mut() {
            step.remembered = new.then_some(self.to_move);
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            board: self.board.clone(),
            seen: self.seen.clone(),
            history: self.history.clone(),
            taken: self.taken.clone(),
            ..*self
        }
    }

    /// Copies without new memory where the old is large enough.
    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.seen.slots.clone_from(&source.seen.slots);
        self.seen.len = source.seen.len;
        self.history.clone_from(&source.history);
        self.taken.clone_from(&source.taken);
        let Position { rules, to_move, ko, passes, n_moves, prisoners, .. } = *source;
        (self.rules, self.to_move, self.ko) = (rules, to_move, ko);
        (self.passes, self.n_moves, self.prisoners) = (passes, n_moves, prisoners);
    }
}

impl PartialEq for Position {
    /// Same stones, same turn, same ko, passes, prisoners and rules; the way there does not count.
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.to_move == other.to_move
            && self.ko() == other.ko()
            && self.passes == other.passes
            && self.prisoners == other.prisoners
            && self.rules == other.rules
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{} to move", self.board, self.to_move)?;
        if let Some(ko) = self.ko() {
            write!(f, ", ko at {}", self.size().vertex(ko))?;
        }
        Ok(())
    }
}

/// Boards seen so far with the number of the move after which each stood first: an open hash table with linear probing.
///
/// Entries are forgotten only in the reverse of the order in which they came, so that a slot can simply be emptied.
#[derive(Clone, Default)]
struct Seen {
    /// A power of two of them; `order` 0 is a free slot.
    slots: Vec<SeenBoard>,
    len: u32,
}

#[derive(Clone, Copy, Default)]
struct SeenBoard {
    key: u64,
    move_number: u32,
    /// When it arrived: 1 is the first.
    order: u32,
}

impl Seen {
    /// Where the key is or would go.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].order != 0 && self.slots[at].key != key {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn find(&self, key: u64) -> Option<usize> {
        let found = self.slots.get(if self.slots.is_empty() { 0 } else { self.slot(key) })?;
        (found.order != 0).then_some(found.move_number as usize)
    }

    /// Adds a board unless it has been seen.
    fn insert(&mut self, key: u64, move_number: usize) -> bool {
        if 2 * self.len as usize >= self.slots.len() {
            self.grow();
        }
        let at = self.slot(key);
        if self.slots[at].order != 0 {
            return false;
        }
        self.len += 1;
        self.slots[at] = SeenBoard { key, move_number: move_number as u32, order: self.len };
        true
    }

    fn forget(&mut self, key: u64) {
        let at = self.slot(key);
        debug_assert_eq!(self.slots[at].order, self.len, "the last board is forgotten first");
        self.slots[at] = SeenBoard::default();
        self.len -= 1;
    }

    fn grow(&mut self) {
        let mut boards: Vec<SeenBoard> = self.slots.iter().filter(|slot| slot.order != 0).copied().collect();
        // In the order in which they came, so that forgetting stays the exact reverse.
        boards.sort_unstable_by_key(|board| board.order);
        self.slots.clear();
        self.slots.resize((4 * boards.len()).next_power_of_two().max(1024), SeenBoard::default());
        for board in boards {
            let at = self.slot(board.key);
            self.slots[at] = board;
        }
    }
}
