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

/// Black's chance as a side's, and a side's as Black's.
#[must_use]
pub fn seen_by(color: Color, chance: f64) -> f64 {
    match color {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}
