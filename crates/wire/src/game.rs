//! A game and its plies.

use goban::{BoardSize, ByColor};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Color, vertices};

/// What is known about a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Game {
    /// Points along a side.
    pub size: usize,
    /// Black.
    pub black: Player,
    /// White.
    pub white: Player,
    /// The rules in force.
    pub rules: String,
    /// Whether the record names them; otherwise they are assumed.
    pub rules_given: bool,
    /// The komi in force.
    pub komi: f64,
    /// Whether the record gives it; otherwise it is assumed.
    pub komi_given: bool,
    /// Number of handicap stones.
    pub handicap: usize,
    /// The result as the record has it.
    pub result: Option<String>,
    /// `B`, `W`, or null when the record names no winner.
    pub winner: Option<Color>,
    /// When it was played.
    pub date: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The place.
    pub place: Option<String>,
    /// The name of the game.
    pub name: Option<String>,
    /// Number of nodes in the whole tree.
    pub nodes: usize,
    /// Number of lines of play.
    pub lines: usize,
}

/// One side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Player {
    /// Name.
    pub name: Option<String>,
    /// Rank.
    pub rank: Option<String>,
    /// Team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// The shape of a game's information.
#[must_use]
pub fn game(game: &record::Game) -> Game {
    let info = &game.info;
    let ByColor { black, white } =
        info.players.clone().map(|player| Player { name: player.name, rank: player.rank, team: player.team });
    let rules = game.rules();
    let given = info.rules.as_deref().and_then(goban::Rules::named).is_some();
    Game {
        size: game.size().get(),
        black,
        white,
        rules: match &info.rules {
            Some(name) if given => name.clone(),
            _ => rules.name().unwrap_or("custom").to_string(),
        },
        rules_given: given,
        komi: rules.komi,
        komi_given: info.komi.is_some(),
        handicap: info.handicap.unwrap_or(0),
        result: info.result.clone(),
        winner: info.outcome().and_then(|outcome| outcome.winner()).map(Color::from),
        date: info.date.clone(),
        event: info.event.clone(),
        round: info.round.clone(),
        place: info.place.clone(),
        name: info.name.clone(),
        nodes: game.n_nodes(),
        lines: game.n_lines(),
    }
}

/// One ply.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Ply {
    /// Its number, from 1.
    pub ply: usize,
    /// Who moved.
    pub color: Color,
    /// The point, or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The stones that came off.
    pub captured: Vec<String>,
    /// Whether they were the player's own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub suicide: bool,
    /// Whether stones were changed by hand before the move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
    /// Why the move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
}

/// The shape of a ply.
#[must_use]
pub fn ply(ply: &record::Ply, size: BoardSize) -> Ply {
    Ply {
        ply: ply.number,
        color: ply.color.into(),
        mv: size.move_name(ply.mv),
        captured: vertices(size, ply.captured),
        suicide: ply.suicide,
        edited: ply.edited,
        illegal: ply.illegal.map(|reason| reason.to_string()),
    }
}

/// A move that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Illegal {
    /// Its number.
    pub ply: usize,
    /// Why.
    pub reason: String,
}

/// The moves of a line that the rules do not allow.
pub fn illegal<'a>(plies: impl IntoIterator<Item = &'a record::Ply>) -> Vec<Illegal> {
    plies.into_iter().filter_map(|ply| Some(Illegal { ply: ply.number, reason: ply.illegal?.to_string() })).collect()
}
