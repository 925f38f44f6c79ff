//! What a host shows of a position: candidate moves of a player, and whose a model thinks the game and the points are.

use goban::{Color, Move, Point, PointSet, Position};
use model::{
    BeginError, Explanation, Families, Judgement, Quantity, Rating, Role, Scope, Seed, Selection, Settings, Shape,
    Subject,
};
use model::{ParameterError, Sheet};
use player::{Choice, PlayerError, Reason, Spec};
use record::Ply;

use crate::Variation;
use crate::follow::{Seat, Watcher};

/// Hosts show what a search visited. For a player who does not look ahead this many visits are shared out by preference.
const VISITS: f64 = 1000.0;

/// Sabaki hides moves with fewer visits than this.
const LEAST_VISITS: u64 = 10;

/// Says who is ahead where the player cannot: the map that looks most like territory.
const USUAL_JUDGE: &str = "bouzy";

/// How many candidates are looked at if nobody asks for more.
const CANDIDATES: usize = 10;

/// Who is ahead, as a host shows it. Positive favours Black.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The model's lead in its own unit.
    pub lead: f64,
    /// A win rate for Black made from the lead by a logistic. A convention for display: it is not calibrated.
    pub win: f64,
    /// The spread that belongs to the logistic, in the unit of the lead.
    pub spread: f64,
}

impl Worth {
    fn new(lead: f64, scale: f64) -> Worth {
        let lead = if lead.is_nan() { 0.0 } else { lead.clamp(-1e9, 1e9) };
        // The standard deviation of the logistic distribution with this scale.
        let spread = scale * std::f64::consts::PI / 3f64.sqrt();
        Worth { lead, win: 1.0 / (1.0 + (-lead / scale).exp()), spread }
    }

    /// The same, seen by a side.
    #[must_use]
    pub fn seen_by(self, color: Color) -> Worth {
        match color {
            Color::Black => self,
            Color::White => Worth { lead: 0.0 - self.lead, win: 1.0 - self.win, spread: self.spread },
        }
    }
}

/// A move that a player thinks of.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The player's own rating, if it gave one.
    pub rating: Option<f64>,
    /// Its share of the player's preference, from 0 to 1; from one who looks ahead, how likely it looked before.
    pub prior: f64,
    /// How many games went that way. From a player who does not look ahead, its share among the candidates shown; at least ten.
    pub visits: u64,
    /// What is expected to follow, the move itself first.
    pub line: Vec<Move>,
    /// How many games went as far as each move of the line.
    pub line_visits: Vec<u64>,
    /// Who is ahead after it.
    pub worth: Worth,
    /// Whose each point is after it, from −1 to +1, positive Black's; empty if nobody asked.
    pub ownership: Vec<f64>,
}

/// What a host shows of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The side to move.
    pub to_move: Color,
    /// Who is ahead.
    pub worth: Worth,
    /// The candidates, best first. There is at least one.
    pub candidates: Vec<Candidate>,
    /// Whose each point is, from −1 to +1, positive Black's; empty if nobody asked.
    pub ownership: Vec<f64>,
    /// Preference for each point and, last, for a pass: shares of 1, and −1 for what is illegal.
    pub policy: Vec<f64>,
    /// What the player plays, and why.
    pub choice: Choice,
    /// How many games were played; none if the player does not look ahead.
    pub games: Option<u64>,
}

/// What is wanted of an analysis.
#[derive(Clone, Default, Debug)]
pub struct Wish {
    /// How many games more one who looks ahead is to play; if none, as many as before a move.
    pub games: Option<usize>,
    /// At least this many candidates, if there are.
    pub least: usize,
    /// At most this many.
    pub most: Option<usize>,
    /// Whose the points are.
    pub ownership: bool,
    /// Whose the points are after each candidate.
    pub moves_ownership: bool,
    /// Only these points, if any are given.
    pub allow: Option<Vec<Move>>,
    /// Not these.
    pub avoid: Vec<Move>,
}

impl Wish {
    /// The points that may be played; none if all may.
    fn points(&self, position: &Position) -> Option<PointSet> {
        let restricted = self.allow.is_some() || !self.avoid.is_empty();
        restricted.then(|| position.legal_points().iter().filter(|&point| self.takes(point.into())).collect())
    }

    fn takes(&self, mv: Move) -> bool {
        self.allow.as_ref().is_none_or(|allowed| allowed.contains(&mv)) && !self.avoid.contains(&mv)
    }
}

/// Why there is no analysis.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The player cannot play here, or there is none with this name.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The model cannot look at this board.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// There is no model with this name.
    #[error(transparent)]
    Unknown(#[from] model::Unknown),
    /// A setting does not fit.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The model says nothing of who is ahead.
    #[error("{0} has no quantity that says who is ahead; choose a model with a lead")]
    NoLead(String),
}

/// A model that says who is ahead and whose the points are.
pub(crate) struct Judge {
    pub(crate) watcher: Watcher,
    lead: Option<Quantity>,
    ownership: Option<Quantity>,
    scale: f64,
}

impl Judge {
    fn new(watcher: Watcher) -> Judge {
        let card = watcher.card();
        let first = |role, shape| card.with_role(role).find(|quantity| quantity.shape == shape).cloned();
        let (lead, ownership) = (first(Role::Lead, Shape::Number), first(Role::Ownership, Shape::Field));
        let scale = card.lead_scale.filter(|scale| *scale > 0.0).unwrap_or(20.0);
        Judge { watcher, lead, ownership, scale }
    }

    /// The model to ask: the one that was named, or the player's own if it says who is ahead, or else the usual one (the
    /// first that can, in a program without it).
    fn choose(
        families: &Families,
        settings: &Settings,
        seed: Seed,
        named: Option<&str>,
        player: &Spec,
    ) -> Result<Judge, AnalysisError> {
        let leads = |family: &&std::sync::Arc<dyn model::Family>| family.card().with_role(Role::Lead).next().is_some();
        let of_player = player.name.split(':').next().unwrap_or_default();
        let family = match named {
            Some(name) => {
                let family = families.get(name)?;
                if !leads(&family) {
                    return Err(AnalysisError::NoLead(name.to_string()));
                }
                Some(family)
            }
            None => {
                let mut choices = [of_player, USUAL_JUDGE].into_iter().filter_map(|name| families.get(name).ok());
                choices.find(leads).or_else(|| families.iter().find(leads))
            }
        };
        let Some(family) = family else { return Err(AnalysisError::NoLead("this program".to_string())) };
        Ok(Judge::new(Watcher::new(Subject::new(family, settings, seed)?)))
    }

    fn names(&self, with_ownership: bool) -> Selection {
        let wanted = self.lead.iter().chain(self.ownership.iter().filter(|_| with_ownership));
        Selection::Names(wanted.map(|quantity| quantity.name.clone()).collect())
    }

    fn lead_in(&self, sheet: &Sheet<'_>) -> f64 {
        self.lead.as_ref().and_then(|quantity| sheet.get_number(&quantity.name)).unwrap_or(0.0)
    }

    fn ownership_in(&self, sheet: &Sheet<'_>, position: &Position) -> Vec<f64> {
        let field = self.ownership.as_ref().and_then(|quantity| sheet.get_field(&quantity.name));
        ownership(field, position)
    }

    /// The lead and, if wanted, whose the points are.
    fn look(&mut self, line: &Variation, with_ownership: bool) -> Result<(f64, Vec<f64>), BeginError> {
        let card = self.watcher.card().clone();
        let mut sheet = Sheet::new(&card, &self.names(with_ownership));
        let of_game = |quantity: &Option<Quantity>| quantity.as_ref().is_some_and(|q| q.scope == Scope::Game);
        let model = if of_game(&self.lead) || (with_ownership && of_game(&self.ownership)) {
            self.watcher.follow(line)?
        } else {
            self.watcher.look(line)?
        };
        model.read(line.position(), &mut sheet);
        let points = if with_ownership { self.ownership_in(&sheet, line.position()) } else { Vec::new() };
        Ok((self.lead_in(&sheet), points))
    }

    /// The same after a move. A lead that sums over a game grows by what the move adds to it.
    fn look_after(
        &mut self,
        line: &Variation,
        lead_now: f64,
        mv: Move,
        with_ownership: bool,
    ) -> Result<(f64, Vec<f64>), BeginError> {
        let card = self.watcher.card().clone();
        let mut position = line.position().clone();
        let mut model = self.watcher.begin(&position)?;
        let mut sheet = Sheet::new(&card, &self.names(with_ownership));
        let of_game = self.lead.as_ref().is_some_and(|lead| lead.scope == Scope::Game);
        let mut base = 0.0;
        if of_game {
            model.read(&position, &mut sheet);
            base = lead_now - self.lead_in(&sheet);
            sheet.clear();
        }
        let color = position.to_move();
        let (played, _) = position.play_anyway(color, mv);
        model.observe(&Ply::played(&position, color, mv, &played), &position);
        model.read(&position, &mut sheet);
        let points = if with_ownership { self.ownership_in(&sheet, &position) } else { Vec::new() };
        Ok((base + self.lead_in(&sheet), points))
    }

    fn worth(&self, lead: f64) -> Worth {
        Worth::new(lead, self.scale)
    }
}

/// A field on a scale of its own as numbers from −1 to +1: within that range it stays, beyond it it is squeezed so that
/// its usual size becomes tanh 1. A stone that the field says nothing of is its owner's.
fn ownership(field: Option<&[f64]>, position: &Position) -> Vec<f64> {
    let size = position.size();
    let zero = vec![0.0; size.area()];
    let field = field.filter(|field| field.len() == size.area()).unwrap_or(&zero);
    let finite = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(-1e150, 1e150) };
    let largest = field.iter().fold(0.0, |largest: f64, &value| largest.max(finite(value).abs()));
    let said: Vec<f64> = field.iter().map(|&value| finite(value) / largest.max(1.0)).filter(|v| *v != 0.0).collect();
    let usual = (said.iter().map(|value| value * value).sum::<f64>() / said.len().max(1) as f64).sqrt();
    size.points()
        .zip(field)
        .map(|(point, &value)| match position.board().get(point) {
            Some(color) if value == 0.0 || value.is_nan() => color.sign(),
            _ if largest <= 1.0 => finite(value),
            _ => (finite(value) / largest / usual).tanh(),
        })
        .collect()
}

/// Shares of preference: a softmax of the ratings whose temperature is a third of their standard deviation, so that the
/// scale of a model does not count. The first is the one that is played and has the most.
fn shares(values: &[f64]) -> Vec<f64> {
    let values: Vec<f64> = values.iter().map(|v| if v.is_nan() { 0.0 } else { v.clamp(-1e100, 1e100) }).collect();
    let n = values.len().max(1) as f64;
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = values.iter().map(|value| value / n).sum::<f64>();
    let deviation = values.iter().map(|value| (value - mean).powi(2) / n).sum::<f64>().sqrt();
    let heat = if deviation > 0.0 && deviation.is_finite() { deviation / 3.0 } else { 1.0 };
    let weights: Vec<f64> = values
        .iter()
        .enumerate()
        .map(|(i, value)| if i == 0 { 1.0 } else { ((value - best) / heat).max(-700.0).exp() })
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// A player with its candidates and a model as judge: what analyses a position for a host.
pub struct Analyst {
    pub(crate) seat: Seat,
    pub(crate) judge: Judge,
    /// Whether the player looks ahead, so that more time shows more.
    pub(crate) looks_ahead: bool,
}

impl Analyst {
    /// A player, and the model that is asked who is ahead: the one that is named, or the player's own if it can say, or
    /// else bouzy.
    ///
    /// # Errors
    /// When there is no such player or model, or a setting does not fit.
    pub fn new(families: &Families, player: &Spec, model: Option<&str>) -> Result<Analyst, AnalysisError> {
        let seat = Seat::new(player.player(families)?);
        let judge = Judge::choose(families, &player.settings, player.seed, model, player)?;
        Ok(Analyst { seat, judge, looks_ahead: player.is_house() })
    }

    /// The name of the player.
    #[must_use]
    pub fn player(&self) -> &str {
        self.seat.name()
    }

    /// The name of the model that says who is ahead.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.judge.watcher.card().name
    }

    /// Analyses the position at the end of a line. `stop` is asked as the player thinks, and before each candidate but the
    /// first, and may end the work early: then there are fewer candidates.
    ///
    /// # Errors
    /// When player or model cannot take this board.
    pub fn analyze(
        &mut self,
        line: &Variation,
        wish: &Wish,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Analysis, AnalysisError> {
        let position = line.position();
        let among = wish.points(position);
        if let Some(judgement) = self.seat.look(line, wish.games, among.as_ref(), &mut || !stop())? {
            // What was found is enough to choose by.
            let choice = self.seat.choose_while(line, &mut || false)?;
            return Ok(searched(position, wish, judgement, choice));
        }
        let choice = self.seat.choose_while(line, &mut || !stop())?;
        let (lead, ownership) = self.judge.look(line, wish.ownership)?;
        let worth = self.judge.worth(lead);

        let rated = ordered(&choice);
        let all = shares(&rated.iter().map(|(_, value)| value.unwrap_or(0.0)).collect::<Vec<_>>());
        let policy = policy(position, &rated, &all);
        let taken: Vec<&(Move, Option<f64>)> = rated.iter().filter(|(mv, _)| wish.takes(*mv)).collect();
        let pass = (Move::Pass, None);
        let taken = if taken.is_empty() { vec![&pass] } else { taken };
        let priors = shares(&taken.iter().map(|(_, value)| value.unwrap_or(0.0)).collect::<Vec<_>>());

        let n = wish.least.max(CANDIDATES).min(wish.most.unwrap_or(usize::MAX)).max(1);
        let mut candidates = Vec::new();
        for (&&(mv, rating), &prior) in taken.iter().zip(&priors).take(n) {
            if !candidates.is_empty() && stop() {
                break;
            }
            let (after, ownership) = self.judge.look_after(line, lead, mv, wish.moves_ownership)?;
            let worth = self.judge.worth(after);
            let (line, line_visits) = (vec![mv], Vec::new());
            candidates.push(Candidate { mv, rating, prior, visits: 0, line, line_visits, worth, ownership });
        }
        let shown: f64 = candidates.iter().map(|candidate: &Candidate| candidate.prior).sum();
        for candidate in &mut candidates {
            candidate.visits = LEAST_VISITS.max((candidate.prior / shown * VISITS).round() as u64);
            candidate.line_visits = vec![candidate.visits];
        }
        Ok(Analysis { to_move: position.to_move(), worth, candidates, ownership, policy, choice, games: None })
    }

    /// What the player says of a move at the end of a line.
    ///
    /// # Errors
    /// When its model cannot take this board.
    pub fn explain(&mut self, line: &Variation, choice: &Choice, mv: Move) -> Result<Explanation, AnalysisError> {
        if mv == choice.mv {
            return Ok(self.seat.explain(line, choice)?);
        }
        let other = Choice { mv, reason: Reason::Rating, candidates: choice.candidates.clone(), refused: Vec::new() };
        Ok(self.seat.explain(line, &other)?)
    }
}

/// What a host shows of what a player saw who looked ahead.
fn searched(position: &Position, wish: &Wish, judgement: Judgement, choice: Choice) -> Analysis {
    let (size, legal) = (position.size(), position.legal_points());
    let spread = judgement.spread.unwrap_or(0.0);
    let worth = |win: Option<f64>, lead: Option<f64>| {
        let (win, lead) = (win.or(judgement.black_wins).unwrap_or(0.5), lead.or(judgement.black_leads).unwrap_or(0.0));
        Worth { lead, win, spread }
    };
    let mut policy: Vec<f64> =
        size.points().map(|point| if legal.contains(point) { 0.0 } else { -1.0 }).chain([0.0]).collect();
    let rating = |mv: Move| choice.candidates.iter().find(|one| Move::Play(one.point) == mv).map(|one| one.value);
    let mut candidates = Vec::new();
    for one in &judgement.candidates {
        let prior = one.prior.unwrap_or(0.0);
        policy[one.mv.point().map_or(size.area(), |point| size.index(point))] = prior;
        let ownership = one.ownership.clone().filter(|_| wish.moves_ownership).unwrap_or_default();
        candidates.push(Candidate {
            mv: one.mv,
            rating: rating(one.mv),
            prior,
            visits: one.visits,
            line: one.line.clone(),
            line_visits: one.line_visits.clone(),
            worth: worth(one.black_wins, one.black_leads),
            ownership,
        });
    }
    candidates.retain(|candidate| wish.takes(candidate.mv));
    // What it plays comes first: at the end of a game that may be a pass that no game tried.
    if let Some(at) = candidates.iter().position(|candidate| candidate.mv == choice.mv) {
        candidates[..=at].rotate_right(1);
    }
    let visited = candidates.iter().filter(|candidate| candidate.visits > 0).count();
    candidates.truncate(visited.max(wish.least).min(wish.most.unwrap_or(usize::MAX)).max(1));
    let ownership = judgement.ownership.clone().filter(|_| wish.ownership).unwrap_or_default();
    let worth = worth(None, None);
    let games = Some(judgement.games);
    Analysis { to_move: position.to_move(), worth, candidates, ownership, policy, choice, games }
}

/// The move that is played, then the others, best first.
fn ordered(choice: &Choice) -> Vec<(Move, Option<f64>)> {
    let value = |rating: &Rating| (Move::Play(rating.point), Some(rating.value));
    let chosen = choice.candidates.iter().map(value).find(|(mv, _)| *mv == choice.mv);
    let others = choice.candidates.iter().map(value).filter(|(mv, _)| *mv != choice.mv);
    std::iter::once(chosen.unwrap_or((choice.mv, None))).chain(others).collect()
}

fn policy(position: &Position, rated: &[(Move, Option<f64>)], shares: &[f64]) -> Vec<f64> {
    let size = position.size();
    let legal: PointSet = position.legal_points();
    let mut policy: Vec<f64> =
        size.points().map(|point: Point| if legal.contains(point) { 0.0 } else { -1.0 }).chain([0.0]).collect();
    for ((mv, _), share) in rated.iter().zip(shares) {
        policy[mv.point().map_or(size.area(), |point| size.index(point))] = *share;
    }
    policy
}

#[cfg(test)]
mod tests {
    use goban::{BoardSize, Rules};

    use super::*;

    #[test]
    fn a_lead_becomes_a_win_rate() {
        assert_eq!(Worth::new(0.0, 20.0).win, 0.5);
        assert!((Worth::new(20.0, 20.0).win - 0.731).abs() < 0.001, "at the scale of the card it is 73 %");
        for lead in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
            let worth = Worth::new(lead, 20.0);
            assert!(worth.lead.is_finite() && (0.0..=1.0).contains(&worth.win), "{lead}");
        }
        let seen = Worth::new(7.0, 20.0).seen_by(Color::White);
        assert_eq!((seen.lead, seen.win), (-7.0, 1.0 - Worth::new(7.0, 20.0).win));
    }

    #[test]
    fn shares_are_shares_whatever_the_ratings_are() {
        for values in [
            &[][..],
            &[1.0],
            &[3.0, 2.0, 1.0],
            &[0.0, 0.0],
            &[f64::NAN, f64::INFINITY, -1e308],
            &[1e-300, 0.0],
            &[1.0, 5.0],
        ] {
            let shares = shares(values);
            assert_eq!(shares.len(), values.len());
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{values:?} {shares:?}");
            assert!(shares.is_empty() || (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{values:?} {shares:?}");
            assert!(shares.iter().all(|share| *share <= shares[0]), "{values:?} {shares:?}");
        }
    }

    #[test]
    fn ownership_stays_between_minus_one_and_one() {
        let size = BoardSize::new(2).unwrap();
        let mut position = Position::new(size, Rules::CHINESE);
        position.play(size.parse_vertex("A2").unwrap()).unwrap();
        assert_eq!(
            ownership(Some(&[0.0, 0.5, -1.0, 0.0]), &position),
            [1.0, 0.5, -1.0, 0.0],
            "the silent stone is Black's"
        );
        let squeezed = ownership(Some(&[1e300, -20.0, f64::NAN, f64::INFINITY]), &position);
        assert!(squeezed.iter().all(|value| (-1.0..=1.0).contains(value)), "{squeezed:?}");
        assert_eq!(ownership(None, &position), [1.0, 0.0, 0.0, 0.0]);
    }
}
