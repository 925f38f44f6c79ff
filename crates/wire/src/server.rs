//! What the server of the workbench answers, beside what the command line prints too.

use goban::Position;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Captures, Color, Explanation, Frame, Game, Named, Number, Ply, Problem, Rating, Readings, Settings, Tree, board,
    ply,
};

/// The server, and what was opened with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct About {
    /// The names of the records that were opened with it.
    pub records: Vec<String>,
    /// Who can judge positions; the first is our own search.
    pub judges: Vec<String>,
    /// The seed that the page begins with.
    pub seed: u64,
    /// Whether it shows a reproduction.
    pub reproduction: bool,
    /// Whether it has a page.
    pub page: bool,
}

/// The players there are; each can be had with `+search`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Players {
    /// The players.
    pub players: Vec<PlayerCard>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PlayerCard {
    /// Its name.
    pub name: String,
    /// Its idea in one line.
    pub idea: String,
}

/// The games of a file in short, one of them as a tree, and what is wrong with the file.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Record {
    /// The file.
    #[serde(flatten)]
    pub file: RecordFile,
    /// Which game follows, from 1.
    pub number: usize,
    /// That game in short.
    pub game: Game,
    /// That game with all its variations.
    pub tree: Tree,
}

/// A file in short.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct RecordFile {
    /// The name of the file.
    pub name: Option<String>,
    /// Its format.
    pub format: String,
    /// Its encoding.
    pub charset: String,
    /// How many games it holds.
    pub n_games: usize,
    /// The first of them in short.
    pub games: Vec<Game>,
    /// The first problems.
    pub problems: Vec<Problem>,
    /// How many problems there are.
    pub n_problems: usize,
}

/// Games that were opened with the server, as many as fit in a list.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Games {
    /// How many there are with what was looked for.
    pub found: usize,
    /// How many there are in all, as far as files could be read.
    pub all: usize,
    /// Those of the list.
    pub games: Vec<ListedGame>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ListedGame {
    /// The number of the record, from 0.
    pub record: usize,
    /// Which game of the record, from 1.
    pub number: usize,
    /// The name of the file.
    pub file: String,
    /// Points along a side.
    pub size: usize,
    /// Black.
    pub black: String,
    /// White.
    pub white: String,
    /// When it was played.
    pub date: String,
    /// The event, or the name of the game.
    pub event: String,
    /// The result as the record has it.
    pub result: String,
}

/// A review on its way.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct ReviewPiece {
    /// How many positions are to be judged.
    pub of: usize,
    /// How many have been.
    pub judged: usize,
    /// The number of moves before the position that was judged last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// Black's lead in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_leads: Option<Number>,
    /// The whole review, in the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<crate::Answer<crate::Review>>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A line replayed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Line")]
pub struct LineAnswer {
    /// The position before the first move.
    pub start: crate::Position,
    /// The moves.
    pub plies: Vec<Played>,
    /// The last position.
    pub position: crate::Position,
    /// Whether the game is over.
    pub over: bool,
}

/// A move with what is needed to draw the board after it from the board before.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Played {
    /// The move.
    #[serde(flatten)]
    pub ply: Ply,
    /// Stones taken by each side so far.
    pub captures: Captures,
    /// Who moves next.
    pub next: Color,
    /// The board, where more changed than the move and its captures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
}

/// The shape of a move, and of the position after it.
#[must_use]
pub fn played(each: &record::Ply, after: &Position) -> Played {
    let prisoners = after.prisoners();
    Played {
        ply: ply(each, after.size()),
        captures: Captures { black: prisoners.black, white: prisoners.white },
        next: after.to_move().into(),
        board: (each.edited || each.illegal.is_some()).then(|| board(after.board())),
    }
}

/// A move that was tried.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Play")]
pub struct Try {
    /// The move.
    pub ply: Played,
    /// The position after it.
    pub position: crate::Position,
    /// Whether the game is over.
    pub over: bool,
}

/// What one model sees at the end of a line; or why it does not.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Reading {
    /// The model.
    pub model: String,
    /// What it sees.
    #[serde(flatten)]
    pub readings: Option<Readings>,
    /// How it rates moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Rating>>,
    /// What it answers to the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// What it was asked with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A piece of the curves of a model; or why there are none.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct CurvePiece {
    /// The model.
    pub model: String,
    /// The number of the first move of the piece; 0 is the start.
    pub from: usize,
    /// The numbers of the model, one for each move of the piece.
    pub values: Named<Vec<Number>>,
    /// Whether it is the last piece of the model.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Why there are no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The steps behind a quantity.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Frames {
    /// The quantity.
    pub quantity: String,
    /// The steps.
    pub frames: Vec<Frame>,
    /// What the model was asked with.
    pub settings: Settings,
}

/// A step of a model that runs by itself.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct Tick {
    /// Its number; 0 is the start.
    pub step: usize,
    /// Whether it is the end; then nothing else is told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// What happened on the board.
    #[serde(flatten)]
    pub playing: Option<Playing>,
    /// What the model sees in it.
    #[serde(flatten)]
    pub readings: Option<Readings>,
}

/// What happened on a board in one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Playing {
    /// The moves: `B Q16`, `W pass`.
    pub moves: Vec<String>,
    /// The stones that came off.
    pub removed: Vec<String>,
    /// The board after it.
    pub board: Vec<String>,
}

/// A move by a player, with its reasons.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Choice {
    /// The player.
    pub player: String,
    /// Its seed.
    pub seed: u64,
    /// The move: `B Q16`, `W pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why, in a few words.
    pub reason: String,
    /// The moves it thought of, best first.
    pub candidates: Vec<Rating>,
    /// Why, in sentences.
    pub explanation: Explanation,
}

/// An answer that is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Failed {
    /// What is wrong, in one sentence.
    pub error: String,
    /// The status of HTTP.
    pub status: u16,
}
