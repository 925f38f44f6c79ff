//! What somebody who looks ahead thinks of a position, as it grows.

use goban::{PointSet, Position};
use schemars::JsonSchema;
use serde::Serialize;

use crate::verdict::points;
use crate::{Color, Field, Number, vertices};

/// What a judge thinks of a position so far; or why it says nothing.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct Judgement {
    /// Who says it.
    pub judge: String,
    /// How many games or visits stand behind it; 0 where nobody counted.
    pub games: u64,
    /// Chance that Black wins, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_wins: Option<Number>,
    /// Black's lead in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_leads: Option<Number>,
    /// How far that may be off by chance alone, in points; absent where nobody says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_error: Option<Number>,
    /// Whose each point is, from −1 (White) to +1 (Black).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Field>,
    /// What becomes of the groups.
    pub groups: Vec<GroupOutlook>,
    /// The moves it thought of, best first.
    pub candidates: Vec<CandidateMove>,
    /// Whether it thinks no further.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Why it says nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What becomes of a group in the eyes of a judge.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct GroupOutlook {
    /// Whose.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<String>,
    /// How likely they stay, from 0 to 1.
    pub survival: Number,
    /// `alive`, `dead` or `unsettled`.
    pub status: String,
}

/// A move that a judge thought of.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct CandidateMove {
    /// The point, or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many games or visits went that way.
    pub games: u64,
    /// Points that it costs the side to move, beside the first; less than nothing where it looks better but was looked at less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Number>,
    /// How far that may be off by chance alone; absent where nobody says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Number>,
    /// Black's lead after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_leads: Option<Number>,
    /// Chance that Black wins after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_wins: Option<Number>,
    /// How likely it looked before anybody searched, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<Number>,
    /// What is expected to follow, the move itself first: `B Q16`.
    pub line: Vec<String>,
}

/// Most candidates that are told.
const MOST: usize = 12;

/// Lines of play are told so far.
const LONGEST: usize = 12;

/// The shape of a judgement of a position, in which these groups are; a group that stays with this chance is alive, and one that is lost with
/// it is dead.
#[must_use]
pub fn judgement(
    judge: &str,
    said: &model::Judgement,
    position: &Position,
    groups: &[(goban::Color, PointSet)],
    sure: f64,
) -> Judgement {
    let (size, next) = (position.size(), position.to_move());
    let share = |value: f64| Number((value * 1000.0).round() / 1000.0);
    let best = said.candidates.first();
    let error = |games: f64| said.spread.filter(|_| games > 0.0).map(|spread| spread / games.sqrt());
    let candidate = |one: &model::Candidate| {
        let loss = best.and_then(|best| Some(best.leads(next)? - one.leads(next)?));
        let both = best.and_then(|best| Some(error(best.visits as f64)?.hypot(error(one.visits as f64)?)));
        let colors = std::iter::successors(Some(next), |color| Some(!*color));
        CandidateMove {
            mv: size.move_name(one.mv),
            games: one.visits,
            loss: loss.map(points),
            error: both.map(points),
            black_leads: one.black_leads.map(points),
            black_wins: one.black_wins.map(share),
            prior: one.prior.map(share),
            line: one.line.iter().zip(colors).take(LONGEST).map(|(mv, color)| crate::play(size, color, *mv)).collect(),
        }
    };
    let outlook = |(color, stones): &(goban::Color, PointSet)| {
        let owners = said.ownership.as_deref()?;
        let stays = |point| (1.0 + color.sign() * owners[size.index(point)]) / 2.0;
        let survival = stones.iter().map(stays).sum::<f64>() / stones.len().max(1) as f64;
        let status = match survival {
            survival if survival >= sure => "alive",
            survival if survival <= 1.0 - sure => "dead",
            _ => "unsettled",
        };
        Some(GroupOutlook {
            color: (*color).into(),
            stones: vertices(size, *stones),
            survival: share(survival),
            status: status.to_string(),
        })
    };
    let told = |one: &&model::Candidate| one.visits > 0 || said.games == 0;
    Judgement {
        judge: judge.to_string(),
        games: said.games,
        black_wins: said.black_wins.map(share),
        black_leads: said.black_leads.map(points),
        lead_error: error(said.games as f64).map(points),
        ownership: said.ownership.as_ref().map(|owners| {
            Field::new(size, &owners.iter().map(|owner| (owner * 100.0).round() / 100.0).collect::<Vec<f64>>())
        }),
        groups: groups.iter().filter_map(outlook).collect(),
        candidates: said.candidates.iter().filter(told).take(MOST).map(candidate).collect(),
        done: false,
        error: None,
    }
}

#[cfg(test)]
mod tests {
    use goban::{BoardSize, Move, Rules};

    use super::*;

    #[test]
    fn losses_are_those_of_the_side_to_move_and_groups_go_by_their_owners() {
        let size = BoardSize::new(3).unwrap();
        let point = |name: &str| size.parse_vertex(name).unwrap();
        let mut position = Position::new(size, Rules::CHINESE);
        position.play(Move::Play(point("B2"))).unwrap();
        let mut owners = vec![0.0; 9];
        owners[size.index(point("B2"))] = -0.8;
        let candidate = |name: &str, visits, lead| model::Candidate {
            visits,
            black_leads: Some(lead),
            ..model::Candidate::from(Move::Play(point(name)))
        };
        let said = model::Judgement {
            games: 25,
            spread: Some(10.0),
            ownership: Some(owners),
            candidates: vec![candidate("A1", 16, -3.0), candidate("C3", 9, -1.5)],
            ..model::Judgement::default()
        };
        let groups = [(goban::Color::Black, PointSet::from(point("B2")))];
        let told = judgement("aji", &said, &position, &groups, 0.75);
        assert_eq!((told.groups[0].survival, told.groups[0].status.as_str()), (Number(0.1), "dead"));
        let losses: Vec<_> = told.candidates.iter().map(|one| (one.mv.as_str(), one.loss.unwrap().0)).collect();
        assert_eq!(losses, [("A1", 0.0), ("C3", 1.5)]);
        assert_eq!(told.candidates[1].error, Some(Number(4.17)));
        assert_eq!(told.candidates[1].line, ["W C3"]);
        assert_eq!(told.lead_error, Some(Number(2.0)));
    }
}
