//! One game to its end.

use goban::{BoardSize, Color, Move, Point};

use crate::board::stone;
use crate::cell::{Cell, cell_of, point_of};
use crate::count::Owners;
use crate::policy::{Agent, Reason};
use crate::{Chance, LightBoard};

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who moved.
    pub color: Color,
    /// What.
    pub mv: Move,
    /// Why.
    pub reason: Reason,
}

/// A game played out, and what became of the board. Its memory is used again for the next one.
///
/// A game ends when neither side has a move that does any good, or after a number of moves that only cycles reach.
#[derive(Clone, Debug)]
pub struct Game {
    board: Option<LightBoard>,
    steps: Vec<(Color, Cell, Reason)>,
    owners: Owners,
    /// The cells of the board, row by row.
    cells: Vec<Cell>,
    finished: bool,
}

impl Game {
    /// Makes room for a game.
    #[must_use]
    pub fn new() -> Game {
        Game { board: None, steps: Vec::new(), owners: Owners::new(), cells: Vec::new(), finished: false }
    }

    /// The most moves that a playout makes on a board.
    #[must_use]
    pub fn longest(size: BoardSize) -> usize {
        3 * size.area()
    }

    /// Plays from a board to the end.
    pub fn play(&mut self, start: &LightBoard, agent: &mut Agent, chance: &mut Chance) {
        let size = start.size();
        let board = self.board.get_or_insert_with(|| start.clone());
        board.clone_from(start);
        if self.cells.len() != size.area() {
            self.cells = size.points().map(cell_of).collect();
        }
        self.steps.clear();
        let mut n_passes = 0;
        while n_passes < 2 && self.steps.len() < Game::longest(size) {
            let color = board.to_move();
            let (cell, reason) = agent.choose(board, chance);
            board.play_cell(cell);
            self.steps.push((color, cell, reason));
            n_passes = if reason == Reason::Nothing { n_passes + 1 } else { 0 };
        }
        self.finished = n_passes == 2;
        self.owners.count(board, &self.cells);
    }

    /// The moves, the two passes at the end included.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> {
        let size = self.size();
        self.steps.iter().map(move |&(color, cell, reason)| Step {
            color,
            mv: point_of(size, cell).map_or(Move::Pass, Move::Play),
            reason,
        })
    }

    /// Whether it came to its end, and not to the bound on its length.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The last board; none before the first game.
    #[must_use]
    pub fn end(&self) -> Option<&LightBoard> {
        self.board.as_ref()
    }

    /// Whose every point was at the end, row by row from the top left; none where both colours touch.
    pub fn owners(&self) -> impl ExactSizeIterator<Item = Option<Color>> {
        self.raw_owners().map(owner)
    }

    /// The same, as 1 for Black, 2 for White and 0 for nobody.
    #[inline]
    pub(crate) fn raw_owners(&self) -> impl ExactSizeIterator<Item = u8> {
        self.cells.iter().map(|&cell| self.owners.get(cell))
    }

    /// Whose a point was at the end.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        owner(self.owners.get(cell_of(point)))
    }

    /// Points of Black less those of White at the end, stones and surrounded points alike, without komi.
    #[must_use]
    pub fn area_lead(&self) -> i32 {
        self.owners.lead()
    }

    /// For every point, row by row, who played there first; none where nobody did.
    #[must_use]
    pub fn first_plays(&self) -> Vec<Option<Color>> {
        let size = self.size();
        let mut first = vec![None; size.area()];
        for step in self.steps() {
            if let Some(point) = step.mv.point() {
                first[size.index(point)].get_or_insert(step.color);
            }
        }
        first
    }

    /// Whether a stone that still stands at the end lives in seki: its chain has a liberty that both colours touch. At the end of a
    /// playout nobody can play on such a point without losing something.
    #[must_use]
    pub fn is_seki(&self, point: Point) -> bool {
        let Some(board) = self.board.as_ref().filter(|board| board.get(point).is_some()) else { return false };
        let chain = board.chain_of(cell_of(point));
        self.finished && chain.liberties.iter().any(|liberty| self.owners.get(liberty) == 0)
    }

    fn size(&self) -> BoardSize {
        self.board.as_ref().map_or(BoardSize::NINETEEN, LightBoard::size)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

fn owner(raw: u8) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| stone(color) == raw)
}
