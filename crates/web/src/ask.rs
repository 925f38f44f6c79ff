//! What a client sends.

use std::collections::BTreeMap;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use goban::{BoardSize, Move, Position};
use model::{Families, Question, Seed, Settings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::SetupJson;

use crate::Shared;
use crate::failure::Failure;

/// A body of JSON, of bounded length, sent in bounded time.
pub(crate) struct Ask<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<std::sync::Arc<Shared>> for Ask<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, shared: &std::sync::Arc<Shared>) -> Result<Ask<T>, Failure> {
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            let message = "send JSON, with Content-Type: application/json";
            return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let bytes = body(request, shared.bench.limits.question, shared).await?;
        serde_json::from_slice(&bytes)
            .map(Ask)
            .map_err(|error| Failure::malformed(format!("the JSON is wrong: {error}")))
    }
}

/// The bytes of a request.
pub(crate) async fn body(request: Request, most: usize, shared: &Shared) -> Result<axum::body::Bytes, Failure> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let too_large =
        || Failure::new(StatusCode::PAYLOAD_TOO_LARGE, format!("more than {} kB are not read; send less", most >> 10));
    if length.is_some_and(|length: usize| length > most) {
        return Err(too_large());
    }
    match tokio::time::timeout(shared.bench.limits.client, to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // The only errors are one byte too much and a client that went away, who hears nothing.
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")),
    }
}

/// A line of play: everything that happened on a board, from the first stone on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineAsk {
    /// Points along a side.
    pub(crate) size: usize,
    /// The name of the rules; Chinese if none is given.
    #[serde(default)]
    pub(crate) rules: Option<String>,
    #[serde(default)]
    pub(crate) komi: Option<f64>,
    #[serde(default)]
    pub(crate) handicap: Option<usize>,
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
}

/// One step of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Step {
    /// `B Q16`, `W pass`.
    Play(String),
    /// Stones put up by hand.
    Setup(SetupJson),
}

/// A question to one model or to several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadAsk {
    pub(crate) line: LineAsk,
    /// Models, or quantities of them.
    #[serde(default)]
    pub(crate) models: Vec<String>,
    #[serde(flatten)]
    pub(crate) set: SetAsk,
    /// Whether quantities are wanted.
    #[serde(default = "yes")]
    pub(crate) readings: bool,
    /// Whether ratings of moves are wanted.
    #[serde(default)]
    pub(crate) rate: bool,
    /// What is to be explained.
    #[serde(default)]
    pub(crate) question: Option<QuestionAsk>,
}

fn yes() -> bool {
    true
}

/// Parameters and chance.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct SetAsk {
    #[serde(default)]
    pub(crate) settings: BTreeMap<String, Value>,
    #[serde(default = "one")]
    pub(crate) seed: u64,
}

fn one() -> u64 {
    1
}

impl SetAsk {
    pub(crate) fn seed(&self) -> Seed {
        Seed(self.seed)
    }

    /// The settings of the command line, and over them those of the page.
    pub(crate) fn over(&self, base: &Settings, families: &Families) -> Result<Settings, Failure> {
        let mut settings = base.clone();
        for (name, value) in &self.settings {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            settings.add(&format!("{name}={text}")).map_err(Failure::refused)?;
        }
        settings.check(families.cards()).map_err(Failure::refused)?;
        Ok(settings)
    }
}

/// What is to be explained: `{"point":"D4"}`, `{"from":"D4","to":"F5"}`, `{"move":"last"}`, `{"move":"D4"}`.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct QuestionAsk {
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
}

impl QuestionAsk {
    pub(crate) fn question(&self, position: &Position) -> Result<Question, Failure> {
        let size = position.size();
        let point = |text: &str| point(size, text);
        match (self.point.as_deref(), self.from.as_deref(), self.to.as_deref(), self.mv.as_deref()) {
            (Some(at), None, None, None) => Ok(Question::Point(point(at)?)),
            (None, Some(from), Some(to), None) => Ok(Question::Pair { from: point(from)?, to: point(to)? }),
            (None, None, None, Some("last")) => Ok(Question::LastMove),
            (None, None, None, Some("pass")) => Ok(Question::Candidate(Move::Pass)),
            (None, None, None, Some(at)) => Ok(Question::Candidate(Move::Play(point(at)?))),
            _ => Err(Failure::malformed("a question is one of point, from and to, or move")),
        }
    }
}

pub(crate) fn point(size: BoardSize, text: &str) -> Result<goban::Point, Failure> {
    size.parse_vertex(text)
        .ok_or_else(|| Failure::refused(format!("'{text}' is no point of a {size} board; write it as D4 (no I)")))
}

/// A move to try.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayAsk {
    pub(crate) line: LineAsk,
    /// `B Q16`, `W pass`.
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// The steps behind a quantity.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FramesAsk {
    pub(crate) line: LineAsk,
    pub(crate) quantity: String,
    #[serde(flatten)]
    pub(crate) set: SetAsk,
}

/// A run of a model by itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimulateAsk {
    pub(crate) model: String,
    pub(crate) size: usize,
    #[serde(flatten)]
    pub(crate) set: SetAsk,
    /// How many steps at most.
    #[serde(default)]
    pub(crate) steps: Option<usize>,
}

/// A move by a player.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveAsk {
    pub(crate) line: LineAsk,
    pub(crate) player: String,
    #[serde(flatten)]
    pub(crate) set: SetAsk,
}

/// A review of a line.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewAsk {
    pub(crate) line: LineAsk,
    /// Only these models; by default all that can look at it.
    #[serde(default)]
    pub(crate) models: Vec<String>,
    /// No model is asked: what the rules and short reading say of every move, which takes little time.
    #[serde(default)]
    pub(crate) plain: bool,
    /// For whom the words are: beginner, player or expert.
    #[serde(default)]
    pub(crate) level: Option<String>,
    #[serde(flatten)]
    pub(crate) set: SetAsk,
}

/// A line alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnlyLine {
    pub(crate) line: LineAsk,
}

/// A picture of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureAsk {
    pub(crate) line: LineAsk,
    pub(crate) format: Format,
    /// A model, or one of its quantities.
    #[serde(default)]
    pub(crate) quantity: Option<String>,
    #[serde(default)]
    pub(crate) style: Style,
    #[serde(default)]
    pub(crate) theme: ThemeName,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) question: Option<QuestionAsk>,
    #[serde(flatten)]
    pub(crate) set: SetAsk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Svg,
    Png,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Style {
    #[default]
    Heat,
    Squares,
    Numbers,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ThemeName {
    #[default]
    Wood,
    Print,
    Dark,
}
