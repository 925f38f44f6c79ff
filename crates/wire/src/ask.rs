//! What the server of the workbench is asked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Setting, Setup};

/// A line of play: everything that happened on a board, from the first stone on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineAsk {
    /// Points along a side.
    pub size: usize,
    /// The name of the rules; Chinese if none is given.
    #[serde(default)]
    pub rules: Option<String>,
    /// The komi, in points for White.
    #[serde(default)]
    pub komi: Option<f64>,
    /// The number of handicap stones.
    #[serde(default)]
    pub handicap: Option<usize>,
    /// What happened, in order.
    #[serde(default)]
    pub steps: Vec<StepAsk>,
}

/// One step of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StepAsk {
    /// `B Q16`, `W pass`.
    Play(String),
    /// Stones put up by hand.
    Setup(Setup),
}

/// A line alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlyLineAsk {
    /// The line.
    pub line: LineAsk,
}

/// A finished game to be counted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreAsk {
    /// The line; its end is counted.
    pub line: LineAsk,
    /// The dead stones, where somebody knows better; whole chains come off.
    #[serde(default)]
    pub dead: Option<Vec<String>>,
}

/// What somebody who looks ahead thinks of a position, while it looks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgeAsk {
    /// The line; its end is judged.
    pub line: LineAsk,
    /// Who judges, as `/api/about` names them; our own search if nobody is named.
    #[serde(default)]
    pub judge: Option<String>,
    /// The seed of all chance.
    #[serde(default = "one")]
    pub seed: u64,
    /// So many games or visits are enough.
    #[serde(default)]
    pub games: Option<u32>,
}

/// The games that were opened with the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamesAsk {
    /// Only games with all these words in their players, event, date, result or file.
    #[serde(default)]
    pub find: String,
    /// How many are left out from the first on.
    #[serde(default)]
    pub from: usize,
}

/// What comes first in a list of classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClassOrder {
    /// What matters most for what the model says.
    #[default]
    Importance,
    /// The heaviest.
    Weight,
    /// What was seen most often.
    Frequency,
}

/// Classes that a model knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassesAsk {
    /// The model.
    pub model: String,
    /// What comes first.
    #[serde(default)]
    pub order: ClassOrder,
    /// Only classes whose kind begins with this.
    #[serde(default)]
    pub kind: String,
    /// Only classes with this in their name.
    #[serde(default)]
    pub find: String,
    /// How many are left out from the first on.
    #[serde(default)]
    pub from: usize,
    /// Only the classes of the last move of this line, or of moves after it.
    #[serde(default)]
    pub line: Option<LineAsk>,
    /// The move after the line, such as D4.
    #[serde(default)]
    pub at: Option<String>,
    /// All legal moves after the line.
    #[serde(default)]
    pub here: bool,
}

/// Where moves of a class were played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OccurrencesAsk {
    /// The model.
    pub model: String,
    /// The number of the class.
    pub class: usize,
    /// A line to look through before the games that were opened with the server.
    #[serde(default)]
    pub line: Option<LineAsk>,
}

/// What becomes of a group.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveAsk {
    /// The line; its end is read.
    pub line: LineAsk,
    /// A stone of the group; all groups if none is named.
    #[serde(default)]
    pub at: Option<String>,
}

/// Parameters and chance.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SetAsk {
    /// Parameters by name, as `aji models NAME` lists them.
    #[serde(default)]
    pub settings: BTreeMap<String, Setting>,
    /// The seed of all chance.
    #[serde(default = "one")]
    pub seed: u64,
}

fn one() -> u64 {
    1
}

/// A question to one model or to several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadAsk {
    /// The line; its end is read.
    pub line: LineAsk,
    /// Models, or quantities of them.
    #[serde(default)]
    pub models: Vec<String>,
    /// Parameters and chance.
    #[serde(flatten)]
    pub set: SetAsk,
    /// Whether quantities are wanted.
    #[serde(default = "yes")]
    pub readings: bool,
    /// Whether ratings of moves are wanted.
    #[serde(default)]
    pub rate: bool,
    /// What is to be explained.
    #[serde(default)]
    pub question: Option<QuestionAsk>,
}

fn yes() -> bool {
    true
}

/// What is to be explained: `{"point":"D4"}`, `{"from":"D4","to":"F5"}`, `{"move":"last"}`, `{"move":"D4"}`.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct QuestionAsk {
    /// A point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// The first point of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// A move, or `last`.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
}

/// A move to try.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayAsk {
    /// The line; the move is tried at its end.
    pub line: LineAsk,
    /// `B Q16`, `W pass`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The steps behind a quantity.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FramesAsk {
    /// The line; its end is read.
    pub line: LineAsk,
    /// The quantity.
    pub quantity: String,
    /// Parameters and chance.
    #[serde(flatten)]
    pub set: SetAsk,
}

/// A run of a model by itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulateAsk {
    /// The model.
    pub model: String,
    /// Points along a side.
    pub size: usize,
    /// Parameters and chance.
    #[serde(flatten)]
    pub set: SetAsk,
    /// How many steps at most.
    #[serde(default)]
    pub steps: Option<usize>,
}

/// A move by a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveAsk {
    /// The line; the player moves at its end.
    pub line: LineAsk,
    /// The player.
    pub player: String,
    /// Parameters and chance.
    #[serde(flatten)]
    pub set: SetAsk,
}

/// A review of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewAsk {
    /// The line.
    pub line: LineAsk,
    /// Only these models; by default all that can look at it.
    #[serde(default)]
    pub models: Vec<String>,
    /// No model is asked: what the rules and short reading say of every move, which takes little time.
    #[serde(default)]
    pub plain: bool,
    /// For whom the words are: `beginner`, `player` or `expert`.
    #[serde(default)]
    pub level: Option<String>,
    /// Whether every position is judged, which takes a minute for a long game.
    #[serde(default)]
    pub judge: bool,
    /// Who judges, by a name of `/api/about`; our own search if none is given. Engines answer at `/api/stream/review` only.
    #[serde(default)]
    pub judge_by: Option<String>,
    /// Parameters and chance.
    #[serde(flatten)]
    pub set: SetAsk,
}

/// A picture of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PictureAsk {
    /// The line; its end is drawn.
    pub line: LineAsk,
    /// The format.
    pub format: PictureFormat,
    /// A model, or one of its quantities.
    #[serde(default)]
    pub quantity: Option<String>,
    /// How a field is drawn.
    #[serde(default)]
    pub style: PictureStyle,
    /// The colours.
    #[serde(default)]
    pub theme: PictureTheme,
    /// What to write above.
    #[serde(default)]
    pub title: Option<String>,
    /// What is to be explained.
    #[serde(default)]
    pub question: Option<QuestionAsk>,
    /// Parameters and chance.
    #[serde(flatten)]
    pub set: SetAsk,
}

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// Vectors.
    Svg,
    /// Pixels.
    Png,
}

/// How a field is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureStyle {
    /// Colours over the points.
    #[default]
    Heat,
    /// Squares whose size is the value.
    Squares,
    /// The values themselves.
    Numbers,
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureTheme {
    /// As on a table.
    #[default]
    Wood,
    /// As in a book.
    Print,
    /// As at night.
    Dark,
}
