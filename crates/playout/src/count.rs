//! Whose every point is on a board where nobody wants to move any more.

use goban::Color;

use crate::LightBoard;
use crate::board::{EDGE, EMPTY, stone};
use crate::cell::{CELLS, Cell, at, beside};

/// The owner of each cell: 1 and 2 for Black and White as for stones, 0 for nobody.
#[derive(Clone, Debug)]
pub(crate) struct Owners {
    cells: Box<[u8; CELLS]>,
    region: Vec<Cell>,
    /// Points of Black less those of White.
    lead: i32,
}

/// An empty cell that was not looked at yet.
const OPEN: u8 = 0xff;

impl Owners {
    pub(crate) fn new() -> Owners {
        Owners { cells: Box::new([0; CELLS]), region: Vec::new(), lead: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> u8 {
        self.cells[at(cell)]
    }

    /// Points of Black less those of White.
    pub(crate) fn lead(&self) -> i32 {
        self.lead
    }

    /// Counts a board: a stone owns its point, and an empty region belongs to the colour that alone touches it.
    pub(crate) fn count(&mut self, board: &LightBoard, cells: &[Cell]) {
        for &cell in cells {
            let found = board.stone_at(cell);
            self.cells[at(cell)] = if found == EMPTY { OPEN } else { found };
        }
        for &cell in cells {
            if self.cells[at(cell)] != OPEN {
                continue;
            }
            let shape = board.shape(cell);
            if shape.n_empty() == 0 {
                self.cells[at(cell)] = owner_of(shape.colors_beside());
            } else {
                self.flood(board, cell);
            }
        }
        let (black, white) = (stone(Color::Black), stone(Color::White));
        self.lead = cells
            .iter()
            .map(|&cell| self.get(cell))
            .fold(0, |lead, owner| lead + i32::from(owner == black) - i32::from(owner == white));
    }

    fn flood(&mut self, board: &LightBoard, from: Cell) {
        let mut border = 0;
        self.region.clear();
        self.region.push(from);
        self.cells[at(from)] = 0;
        let mut next = 0;
        while let Some(&cell) = self.region.get(next) {
            for near in beside(cell) {
                match board.stone_at(near) {
                    EDGE => {}
                    EMPTY => {
                        if self.cells[at(near)] == OPEN {
                            self.cells[at(near)] = 0;
                            self.region.push(near);
                        }
                    }
                    found => border |= found,
                }
            }
            next += 1;
        }
        let owner = owner_of(border);
        for &cell in &self.region {
            self.cells[at(cell)] = owner;
        }
    }
}

/// Whose a region is by the colours at its border.
fn owner_of(border: u8) -> u8 {
    if border == stone(Color::Black) | stone(Color::White) { 0 } else { border }
}
