//! What somebody who looks ahead thinks of a position: a search of ours, or another program.

use goban::{Color, Move, Point, PointSet};

/// What somebody thinks of a position. What was not said is missing. Numbers favour Black.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Judgement {
    /// How many games or visits stand behind it; 0 where nobody counted.
    pub games: u64,
    /// Chance that Black wins, from 0 to 1.
    pub black_wins: Option<f64>,
    /// Black's lead in points.
    pub black_leads: Option<f64>,
    /// How far the lead scatters: its standard deviation, in points.
    pub spread: Option<f64>,
    /// Whose each point is, from −1 (White) to +1 (Black), row by row from the top left.
    pub ownership: Option<Vec<f64>>,
    /// What becomes of the chains, in the order of their first stones.
    pub fates: Vec<Outlook>,
    /// The moves it thought of, best first.
    pub candidates: Vec<Candidate>,
}

/// What becomes of a chain.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// Its stones.
    pub stones: PointSet,
    /// Whose it is.
    pub color: Color,
    /// How likely it stays on the board, from 0 to 1.
    pub survival: f64,
}

/// A move that somebody thought of.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How many games or visits went that way.
    pub visits: u64,
    /// Chance that Black wins after it.
    pub black_wins: Option<f64>,
    /// Black's lead after it.
    pub black_leads: Option<f64>,
    /// How likely it looked before anybody searched, from 0 to 1.
    pub prior: Option<f64>,
    /// What is expected to follow, the move itself first.
    pub line: Vec<Move>,
    /// How many games or visits went as far as each move of the line, where that is known.
    pub line_visits: Vec<u64>,
    /// Whose each point is after it, as in [`Judgement::ownership`].
    pub ownership: Option<Vec<f64>>,
}

impl From<Move> for Candidate {
    /// A move of which nothing else is known.
    fn from(mv: Move) -> Candidate {
        Candidate {
            mv,
            visits: 0,
            black_wins: None,
            black_leads: None,
            prior: None,
            line: vec![mv],
            line_visits: Vec::new(),
            ownership: None,
        }
    }
}

impl Judgement {
    /// What it would play.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.candidates.first().map(|candidate| candidate.mv)
    }

    /// Takes another lead and chance of Black's for the true ones. What is known of the candidates is moved by as much as the whole, so that their order and
    /// differences stay.
    pub fn correct(&mut self, lead: f64, chance: f64) {
        let further = self.black_leads.map_or(0.0, |before| lead - before);
        let likelier = self.black_wins.map_or(0.0, |before| log_odds(chance) - log_odds(before));
        for candidate in &mut self.candidates {
            candidate.black_leads = candidate.black_leads.map(|its| its + further);
            candidate.black_wins = candidate.black_wins.map(|its| likelihood(log_odds(its) + likelier));
        }
        (self.black_leads, self.black_wins) = (Some(lead), Some(chance));
    }

    /// The points it thought of, best first.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.candidates.iter().filter_map(|candidate| candidate.mv.point())
    }
}

impl Candidate {
    /// Chance that a side wins after the move.
    #[must_use]
    pub fn wins(&self, color: Color) -> Option<f64> {
        self.black_wins.map(|chance| seen_by(color, chance))
    }

    /// A side's lead in points after the move.
    #[must_use]
    pub fn leads(&self, color: Color) -> Option<f64> {
        self.black_leads.map(|lead| color.sign() * lead)
    }
}

/// Chances nearer to 0 or 1 than this are not told apart.
const SURE: f64 = 1e-3;

/// The logarithm of the odds of a chance; of one that is as good as none or certain, as if it were not quite.
#[must_use]
pub fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(SURE, 1.0 - SURE);
    (chance / (1.0 - chance)).ln()
}

/// The chance with such log-odds.
#[must_use]
pub fn likelihood(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Black's chance as a side's, and a side's as Black's.
#[must_use]
pub fn seen_by(color: Color, chance: f64) -> f64 {
    match color {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_moved_as_the_whole_is() {
        let candidate = |lead, wins| Candidate { black_leads: lead, black_wins: wins, ..Candidate::from(Move::Pass) };
        let candidates = vec![candidate(Some(3.0), Some(0.5)), candidate(Some(-1.0), None), candidate(None, Some(1.0))];
        let mut judgement =
            Judgement { black_leads: Some(2.0), black_wins: Some(0.5), candidates, ..Judgement::default() };
        judgement.correct(-4.0, 0.2);
        assert_eq!((judgement.black_leads, judgement.black_wins), (Some(-4.0), Some(0.2)));
        let leads: Vec<_> = judgement.candidates.iter().map(|candidate| candidate.black_leads).collect();
        assert_eq!(leads, [Some(-3.0), Some(-7.0), None]);
        let [even, unknown, sure] = [0, 1, 2].map(|i| judgement.candidates[i].black_wins);
        assert!((even.unwrap() - 0.2).abs() < 1e-9 && unknown.is_none() && (0.99..1.0).contains(&sure.unwrap()));
    }
}
