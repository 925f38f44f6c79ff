//! How a game ended: what the record says, and what a count of the last board says where there is something to count.

use goban::{Agreement, ByColor, Color, PointSet, Position, Score};
use playout::Settlement;
use record::{Margin, Outcome};

use crate::Replayed;

/// Who says which stones are dead and whose the points are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// The players, who marked their territory in the record.
    Marks,
    /// The games played on from the last board.
    Games,
}

impl Counter {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counter::Marks => "marks",
            Counter::Games => "games",
        }
    }
}

/// A count of the last board.
#[derive(Clone, Debug)]
pub struct Count {
    /// What it comes to.
    pub score: Score,
    /// The stones that are dead.
    pub dead: PointSet,
    /// Who says so.
    pub by: Counter,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The result that the record gives.
    pub outcome: Option<Outcome>,
    /// The count of the last board. Where a side resigned, and where the board is not finished, there is none.
    pub count: Option<Count>,
}

impl Ending {
    /// The end of a line, with what games say that were played on from its last position. Marks and the recorded result belong to the
    /// end of the whole line alone.
    pub(crate) fn of(line: &Replayed<'_>, settlement: &Settlement) -> Ending {
        let (game, end, whole) = (line.game(), line.end(), line.is_whole());
        let outcome = game.info.outcome().filter(|_| whole);
        let handicap = game.info.handicap.unwrap_or(0);
        let last = line.nodes().iter().rev().take(LAST_NODES).take_while(|_| whole);
        let marked = last.copied().find_map(|id| sgf::marked_territory(game.size(), game.node(id)));
        let unplayed = matches!(
            outcome,
            Some(Outcome::Void | Outcome::Win { margin: Margin::Resignation | Margin::Time | Margin::Forfeit, .. })
        );
        let count = match marked {
            Some(marked) => Some(by_marks(end, &marked, handicap)),
            None if unplayed => None,
            None => by_games(end, &settlement.agreement(), settlement, handicap),
        };
        Ending { outcome, count }
    }

    /// Whether the record and the count say the same; none where one of them says nothing.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        let lead = self.count.as_ref()?.score.lead();
        match self.outcome? {
            Outcome::Win { winner, margin: Margin::Points(points) } => {
                Some((lead - points * winner.sign()).abs() < 1e-6)
            }
            Outcome::Win { winner, .. } => Some(lead * winner.sign() > 0.0),
            Outcome::Draw => Some(lead == 0.0),
            _ => None,
        }
    }

    /// Who won, as the record says, or as the count does where the record is silent.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.outcome {
            Some(Outcome::Win { winner, .. }) => Some(winner),
            Some(Outcome::Draw | Outcome::Void) => None,
            _ => self.count.as_ref().and_then(|count| count.score.winner()),
        }
    }
}

/// Marks of territory stand on the last node, or just before a few that only close the record.
const LAST_NODES: usize = 3;

fn by_marks(end: &Position, marked: &ByColor<PointSet>, handicap: usize) -> Count {
    let score = end.score_of_marks(marked, handicap);
    let stones = *end.board().stones();
    let living = (stones.black & score.area.black) | (stones.white & score.area.white);
    let dead = (stones.black | stones.white) - living;
    Count { score, dead, by: Counter::Marks }
}

fn by_games(end: &Position, agreed: &Agreement, settlement: &Settlement, handicap: usize) -> Option<Count> {
    let score = end.score(agreed, handicap);
    let stones = end.board().stones();
    let played = !(stones.black.is_empty() && stones.white.is_empty());
    (played && settlement.is_final(end, &score)).then_some(Count { score, dead: agreed.dead, by: Counter::Games })
}
