//! What a judge makes of the moves of a game, as a review says it.

use goban::{BoardSize, PointSet};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Color, Number, vertices};

/// Why a move is worse than another.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Why {
    /// `capture`, `life`, `cut`, `direction`, `shape`, `endgame`, `ko`, `shortage`, `unneeded` or `unknown`.
    pub kind: String,
    /// What is at stake between the two.
    pub stake: Stake,
    /// The move and what is expected to follow.
    pub line: Vec<(Color, String)>,
    /// What should have been played and what is expected to follow that.
    pub better_line: Vec<(Color, String)>,
    /// All of it in words.
    pub text: String,
}

/// What differs between two futures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Stake {
    /// The points that the mover has after the better move and not after this one.
    pub points: Vec<String>,
    /// The groups that fare differently, the largest first.
    pub groups: Vec<Vec<String>>,
    /// `own-group`, `other-group`, `territory` or `unknown`.
    pub what: String,
}

/// How a group stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// Its stones.
    pub stones: Vec<String>,
    /// Whose it is.
    pub color: Color,
    /// `alive`, `dead`, `unsettled` or `seki`.
    pub status: String,
    /// How that is known: by `proof`, `futures` or `engine`.
    pub by: String,
    /// Where it is killed or saved, if it hangs on who plays there first.
    pub vital: Vec<String>,
}

/// Moves in which the same thing goes wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// The move with which it began.
    pub ply: usize,
    /// All moves that belong to it.
    pub plies: Vec<usize>,
    /// Who went wrong first.
    pub color: Color,
    /// How bad the worst of them is: `inaccuracy`, `mistake` or `blunder`.
    pub grade: String,
}

/// What the moves of a stage cost each side on average.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct MeanLoss {
    /// `opening`, `middle` or `endgame`.
    pub stage: String,
    /// Black's points a move; null where none of its moves was judged.
    pub black: Option<Number>,
    /// White's.
    pub white: Option<Number>,
}

/// A group that was in danger at some time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WeakGroup {
    /// Whose.
    pub color: Color,
    /// Its stones when they were last on the board together.
    pub stones: Vec<String>,
    /// The move with which its first stone came; 0 if that stood from the start.
    pub born: usize,
    /// The move after which it was first in danger.
    pub danger: usize,
    /// The move after which nothing changed any more; null if that was never settled.
    pub settled: Option<usize>,
    /// Whether it lives; null if that was never settled.
    pub alive: Option<bool>,
}

/// A number of points to a hundredth: more means nothing.
pub(crate) fn points(value: f64) -> Number {
    Number((value * 100.0).round() / 100.0)
}

fn moves(line: &[(goban::Color, goban::Move)], size: BoardSize) -> Vec<(Color, String)> {
    line.iter().map(|(color, mv)| ((*color).into(), size.move_name(*mv))).collect()
}

pub(crate) fn why(why: &review::Why, size: BoardSize) -> Why {
    Why {
        kind: why.kind.name().to_string(),
        stake: Stake {
            points: vertices(size, why.stake.points),
            groups: why.stake.groups.iter().map(|stones: &PointSet| vertices(size, *stones)).collect(),
            what: why.stake.what.name().to_string(),
        },
        line: moves(&why.line, size),
        better_line: moves(&why.better_line, size),
        text: why.sentences.join(" "),
    }
}

pub(crate) fn standing(standing: &review::Standing, size: BoardSize) -> Standing {
    Standing {
        stones: vertices(size, standing.stones),
        color: standing.color.into(),
        status: standing.status.to_string(),
        by: standing.by.name().to_string(),
        vital: vertices(size, standing.vital),
    }
}

pub(crate) fn moment(moment: &review::Moment) -> Moment {
    Moment {
        ply: moment.ply,
        plies: moment.plies.clone(),
        color: moment.color.into(),
        grade: moment.grade.name().to_string(),
    }
}

pub(crate) fn mean_loss(mean: &review::MeanLoss) -> MeanLoss {
    MeanLoss {
        stage: mean.stage.name().to_string(),
        black: mean.points.black.map(points),
        white: mean.points.white.map(points),
    }
}

pub(crate) fn weak_group(group: &review::WeakGroup, size: BoardSize) -> WeakGroup {
    WeakGroup {
        color: group.color.into(),
        stones: vertices(size, group.stones),
        born: group.born,
        danger: group.danger,
        settled: group.settled.map(|settled| settled.ply),
        alive: group.settled.map(|settled| settled.alive),
    }
}
