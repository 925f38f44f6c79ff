//! A position, and its score.

use goban::{BoardSize, Color, Point};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Game, Ply};

/// A position as `aji read` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    /// Points along a side.
    pub size: usize,
    /// Number of moves so far.
    pub ply: usize,
    /// Who moves next.
    pub next: crate::Color,
    /// Rows from the top: X black, O white, . empty.
    pub board: Vec<String>,
    /// Stones taken by each side.
    pub captures: Captures,
    /// The point that the ko rule forbids to the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
}

/// Stones taken by each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Captures {
    /// White stones taken by Black.
    pub black: usize,
    /// Black stones taken by White.
    pub white: usize,
}

/// The shape of a position.
#[must_use]
pub fn position(position: &goban::Position) -> Position {
    let prisoners = position.prisoners();
    Position {
        size: position.size().get(),
        ply: position.n_moves(),
        next: position.to_move().into(),
        board: board(position.board()),
        captures: Captures { black: prisoners.black, white: prisoners.white },
        ko: position.ko().map(|point| position.size().vertex(point)),
    }
}

/// The rows of a board from the top: X black, O white, . empty.
#[must_use]
pub fn board(board: &goban::Board) -> Vec<String> {
    let cell = |point| match board.get(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    rows(board.size(), board.size().points().map(cell)).iter().map(|row| row.iter().collect()).collect()
}

/// Cells in rows from the top.
pub fn rows<T: Clone>(size: BoardSize, cells: impl Iterator<Item = T>) -> Vec<Vec<T>> {
    cells.collect::<Vec<T>>().chunks(size.get()).map(<[T]>::to_vec).collect()
}

/// Points as people write them, in the order of their names: A1, A2, B1.
pub fn vertices(size: BoardSize, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort_by_key(|point| (point.column(), std::cmp::Reverse(point.row())));
    points.into_iter().map(|point| size.vertex(point)).collect()
}

/// A chain of stones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Chain {
    /// Whose.
    pub color: crate::Color,
    /// Its stones.
    pub stones: Vec<String>,
    /// Its liberties.
    pub liberties: Vec<String>,
}

/// The shape of a chain.
#[must_use]
pub fn chain(chain: &goban::Chain, size: BoardSize) -> Chain {
    Chain {
        color: chain.color().into(),
        stones: vertices(size, *chain.stones()),
        liberties: vertices(size, *chain.liberties()),
    }
}

/// A position with its last move and its game, as `aji show` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Show {
    /// The name of the record.
    pub file: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The last move; null at the start.
    pub last: Option<Ply>,
    /// The game; null where there is none.
    pub game: Option<Game>,
}

/// A counted board.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Score {
    /// As GTP writes it: `B+3.5`, `W+12`, `0`.
    pub result: String,
    /// Black's total minus White's.
    pub lead: f64,
    /// What Black has.
    pub black: SideScore,
    /// What White has.
    pub white: SideScore,
    /// The stones that were taken off as dead before counting; absent where none were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<Vec<String>>,
}

/// A position counted as if the game ended there, as `aji score` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Counted {
    /// The name of the record.
    pub file: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The rules by which it was counted.
    pub rules: String,
    /// White's compensation.
    pub komi: f64,
    /// The number of handicap stones.
    pub handicap: usize,
    /// Whether the score can be trusted: nothing depends on moves still to be played but a few neutral points.
    pub settled: bool,
    /// What to expect, where it is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
    /// The score if both passed now, with the points of each side and the dead stones.
    pub score: Score,
    /// The stones that live in seki.
    pub seki: Vec<String>,
    /// What becomes of every chain, in the order of their first stones from the top left.
    pub chains: Vec<CountedChain>,
    /// Empty points that are counted for a side but not yet firmly its own.
    pub open: Vec<String>,
    /// How many games were played on from here.
    pub games: usize,
    /// In how many of them the side that is ahead by the count won.
    pub agreeing: usize,
    /// How many of them had no end: they were cut off.
    pub unfinished: usize,
    /// Whether the dead stones were named by hand.
    pub by_hand: bool,
    /// The result that the record gives, if it gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// The territory that the record marks, if it marks any and the position is its last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<Marked>,
}

/// What to expect of a game that is not over, from Black's side.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Expected {
    /// Black's lead in points.
    pub lead: f64,
    /// Black's chance to win.
    pub chance: f64,
}

/// What becomes of a chain.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct CountedChain {
    /// Whose.
    pub color: crate::Color,
    /// Its stones.
    pub stones: Vec<String>,
    /// `alive`, `dead`, `seki` or `unsettled`, by the games played on.
    pub status: String,
    /// The share of those games in which it stays.
    pub survival: f64,
    /// Whether it was counted as dead.
    pub dead: bool,
}

/// A result from a record beside the count.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Recorded {
    /// The result as the record has it.
    pub result: String,
    /// Whether the count names the same winner and, where the record gives one, the same margin; absent where the record names no
    /// winner, or the position is not the last of its game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
}

/// The marked territory of a record beside the count.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Marked {
    /// How many points it marks for Black.
    pub black: usize,
    /// How many points it marks for White.
    pub white: usize,
    /// The points where the count says otherwise.
    pub differs: Vec<String>,
}

/// What one side has, part by part.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SideScore {
    /// Living stones on the board; counted by area scoring.
    pub stones: usize,
    /// Surrounded points, those under the opponent's dead stones included.
    pub territory: usize,
    /// Stones taken during the game and dead stones of the opponent; counted by territory scoring.
    pub prisoners: usize,
    /// Komi and handicap bonus.
    pub compensation: f64,
    /// What counts under the rules in force.
    pub total: f64,
    /// The points that belong to it: its living stones and its territory; absent where nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<Vec<String>>,
}

/// The shape of a score in short: without the points.
#[must_use]
pub fn score(score: &goban::Score) -> Score {
    Score {
        result: score.to_string(),
        lead: score.lead(),
        black: side_score(&score.sides.black),
        white: side_score(&score.sides.white),
        dead: None,
    }
}

/// The shape of one side's score in short: without the points.
#[must_use]
pub fn side_score(side: &goban::SideScore) -> SideScore {
    let goban::SideScore { stones, territory, prisoners, compensation, total } = *side;
    SideScore { stones, territory, prisoners, compensation, total, area: None }
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    #[test]
    fn a_board_is_read_from_the_top() {
        let size = BoardSize::new(3).unwrap();
        let mut game = goban::Position::new(size, Rules::CHINESE);
        for vertex in ["A3", "B1"] {
            game.play(size.parse_vertex(vertex).unwrap()).unwrap();
        }
        let text = serde_json::to_string(&position(&game)).unwrap();
        let expected = r#"{"size":3,"ply":2,"next":"B","board":["X..","...",".O."],"captures":{"black":0,"white":0}}"#;
        assert_eq!(text, expected);
    }
}
