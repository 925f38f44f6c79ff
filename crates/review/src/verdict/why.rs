//! Why a move is worse than another: two futures compared.

use goban::{Color, Move, Point, PointSet, Position};
use model::Judgement;
use record::Ply;
use tactics::Outcome;

use crate::fact::{Fact, Finding};
use crate::placement::distance;
use crate::stones::Stones;

/// Why a move is worse than another.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// What kind of mistake it is.
    pub kind: Kind,
    /// What is at stake between the two.
    pub stake: Stake,
    /// The move and what is expected to follow.
    pub line: Vec<(Color, Move)>,
    /// What should have been played and what is expected to follow that.
    pub better_line: Vec<(Color, Move)>,
    /// The move of the line that first touches what is at stake, and what it does.
    pub how: Option<Deed>,
    /// The same of the better line: how it keeps what the other loses.
    pub instead: Option<Deed>,
    /// All of it in words: at most three sentences.
    pub sentences: Vec<String>,
}

/// A move in a line of play, and what it does there.
#[derive(Clone, PartialEq, Debug)]
pub struct Deed {
    /// Its place in the line, from 0.
    pub at: usize,
    /// What it does.
    pub fact: Fact,
}

/// The kind of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Stones are taken, or could have been.
    Capture,
    /// A group dies, or could have been killed.
    Life,
    /// Groups are cut apart, or could have been joined.
    Cut,
    /// Another part of the board was bigger.
    Direction,
    /// The right place, but not how experts play there.
    Shape,
    /// A smaller move than there was, when the borders are drawn.
    Endgame,
    /// A ko.
    Ko,
    /// The move takes liberties of its own side.
    Shortage,
    /// Its place was safe already.
    Unneeded,
    /// That is not known.
    Unknown,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 10] = [
        Kind::Capture,
        Kind::Life,
        Kind::Cut,
        Kind::Direction,
        Kind::Shape,
        Kind::Endgame,
        Kind::Ko,
        Kind::Shortage,
        Kind::Unneeded,
        Kind::Unknown,
    ];

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Capture => "capture",
            Kind::Life => "life",
            Kind::Cut => "cut",
            Kind::Direction => "direction",
            Kind::Shape => "shape",
            Kind::Endgame => "endgame",
            Kind::Ko => "ko",
            Kind::Shortage => "shortage",
            Kind::Unneeded => "unneeded",
            Kind::Unknown => "unknown",
        }
    }
}

/// What differs between two futures.
#[derive(Clone, PartialEq, Debug)]
pub struct Stake {
    /// The points that the mover has after the better move and not after this one.
    pub points: PointSet,
    /// The groups that fare differently, the largest first.
    pub groups: Vec<PointSet>,
    /// What it is.
    pub what: What,
    /// Whether what becomes of the groups is as good as certain, not only likely.
    pub sure: bool,
}

/// What is at stake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// Stones of the mover are lost.
    OwnGroup,
    /// Stones of the other get away.
    OtherGroup,
    /// Points that nobody's stones stand on.
    Territory,
    /// Nothing that can be named.
    Unknown,
}

impl What {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            What::OwnGroup => "own-group",
            What::OtherGroup => "other-group",
            What::Territory => "territory",
            What::Unknown => "unknown",
        }
    }
}

/// A point is at stake if it is by so much less the mover's, as owners go from −1 to 1.
const MOVED: f64 = 0.4;

/// The same for the stones of a group, on average. Besides, they must be more one side's before and more the other's after.
const TURNED: f64 = 0.5;

/// What becomes of a group is as good as certain from here on.
const SURE: f64 = 0.5;

/// Fewer points than this are no territory worth a word.
const LEAST: usize = 3;

/// A line is followed so far.
const LONGEST: usize = 12;

/// What is further away is another part of the board.
const FAR: usize = 6;

/// Where both sides have points for sure, borders are all that is left.
const DRAWN: f64 = 0.8;

/// The two futures of a position: after the move that was played, and after a better one.
pub(crate) struct Comparison<'a> {
    mover: Color,
    mv: Move,
    before: &'a Position,
    after: &'a Position,
    was: &'a Judgement,
    /// Whose each point is after the better move, and after the one that was played: 1 is the mover's.
    kept: Vec<f64>,
    lost: Vec<f64>,
    line: Vec<(Color, Move)>,
    better_line: Vec<(Color, Move)>,
}

impl<'a> Comparison<'a> {
    /// Compares what was said before a move and after it with what a better one leads to. None where owners or the better move are missing.
    pub(crate) fn new(
        ply: &Ply,
        better: Move,
        [before, after]: [&'a Position; 2],
        [was, is]: [&'a Judgement; 2],
    ) -> Option<Comparison<'a>> {
        let mover = ply.color;
        let better = was.candidates.iter().find(|candidate| candidate.mv == better)?;
        let owned = |owners: &[f64]| -> Vec<f64> { owners.iter().map(|owner| mover.sign() * owner).collect() };
        // What is said of the whole position is mostly what its best move leads to.
        let is_best = was.best() == Some(better.mv);
        let there = better.ownership.as_ref().filter(|_| !is_best).or(was.ownership.as_ref())?;
        let (kept, lost) = (owned(there), owned(is.ownership.as_ref()?));
        let answer = is.candidates.first().map_or(&[][..], |answer| &answer.line);
        let mut line = vec![(mover, ply.mv)];
        line.extend(legal(after, !mover, answer));
        let better_line = legal(before, mover, &better.line);
        let mv = ply.mv;
        let found = Comparison { mover, mv, before, after, was, kept, lost, line, better_line };
        (!found.better_line.is_empty()).then_some(found)
    }

    /// What can be said about the difference.
    pub(crate) fn why(self) -> Why {
        let stake = self.stake();
        let played = deeds(self.before, &self.line);
        let better = deeds(self.before, &self.better_line);
        let how = self.first(&played, &stake, !self.mover);
        let instead = self.first(&better, &stake, self.mover).or_else(|| self.strike(&better, &stake));
        let kind = self.kind(&stake, &played, how.as_ref(), instead.as_ref());
        Why { kind, stake, line: self.line, better_line: self.better_line, how, instead, sentences: Vec::new() }
    }

    /// How far stones are the mover's on average.
    fn mean(&self, owners: &[f64], stones: &PointSet) -> f64 {
        let size = self.before.size();
        stones.iter().map(|stone| owners[size.index(stone)]).sum::<f64>() / stones.len().max(1) as f64
    }

    fn stake(&self) -> Stake {
        let size = self.before.size();
        let moved = |point: Point| self.kept[size.index(point)] - self.lost[size.index(point)];
        let points: PointSet = size.points().filter(|&point| moved(point) >= MOVED).collect();
        let played: PointSet = self.mv.point().into_iter().collect();
        let turns = |stones: &PointSet| {
            let (kept, lost) = (self.mean(&self.kept, stones), self.mean(&self.lost, stones));
            kept > 0.0 && lost < 0.0 && kept - lost >= TURNED
        };
        let mut groups: Vec<(Color, PointSet)> = tactics::groups(self.after)
            .into_iter()
            // That a stone is lost which was just played is no loss of its own.
            .filter(|(_, stones)| !stones.is_subset(&played) && turns(stones))
            .collect();
        groups.sort_by_key(|(_, stones)| (std::cmp::Reverse(stones.len()), stones.first()));
        let what = match groups.first() {
            Some((color, _)) if *color == self.mover => What::OwnGroup,
            Some(_) => What::OtherGroup,
            None if points.len() >= LEAST => What::Territory,
            None => What::Unknown,
        };
        let sure = groups.first().is_some_and(|(_, stones)| self.mean(&self.lost, stones) <= -SURE);
        let color = groups.first().map(|(color, _)| *color);
        let groups = groups.into_iter().filter(|(other, _)| Some(*other) == color).map(|(_, stones)| stones).collect();
        Stake { points, groups, what, sure }
    }

    /// The first move of a side in a line that does something to what is at stake.
    fn first(&self, deeds: &[Vec<Finding>], stake: &Stake, side: Color) -> Option<Deed> {
        let stones = stake.groups.iter().fold(PointSet::EMPTY, |all, group| all | *group);
        let near = stones.grown() | stake.points;
        let own = stake.what == What::OwnGroup;
        let mut color = self.mover;
        for (at, found) in deeds.iter().enumerate() {
            let turn = color;
            color = !color;
            if turn != side {
                continue;
            }
            // Whose stones are at stake decides which deeds are harm and which are help.
            let matters = |fact: &Fact| {
                let harms = match fact {
                    Fact::Capture { stones: taken } => {
                        taken.meets(&stones) || (stones.is_empty() && taken.meets(&near))
                    }
                    Fact::Caught { stones: caught, .. } => caught.meets(&stones),
                    Fact::Atari { stones: chased, chase, .. } => {
                        chase.outcome == Outcome::Captured && chased.meets(&stones)
                    }
                    Fact::Cut { first, second } => first.meets(&stones) || second.meets(&stones),
                    Fact::EyesTaken { eyes } => eyes.meets(&near),
                    Fact::KoTaken { at, .. } => near.contains(*at),
                    _ => false,
                };
                let helps = match fact {
                    Fact::Saved { stones: saved, .. } => saved.meets(&stones),
                    Fact::Connect { first, second, .. } => first.meets(&stones) || second.meets(&stones),
                    Fact::EyesMade { eyes } => eyes.meets(&near),
                    Fact::Alive { stones: alive } => alive.meets(&stones),
                    // Taking the stones around saves a group.
                    Fact::Capture { stones: taken } => taken.meets(&near),
                    Fact::KoTaken { at, .. } => near.contains(*at),
                    _ => false,
                };
                // The owner of the stones helps them, the other harms them.
                let owner = if own { self.mover } else { !self.mover };
                if side == owner { helps } else { harms }
            };
            let found = found.iter().filter(|finding| matters(&finding.fact));
            if let Some(finding) = found.max_by(|a, b| a.weight.total_cmp(&b.weight)) {
                return Some(Deed { at, fact: finding.fact.clone() });
            }
        }
        None
    }

    /// What the better move takes, catches or cuts, where no group is at stake that would tell what matters.
    fn strike(&self, better: &[Vec<Finding>], stake: &Stake) -> Option<Deed> {
        let strikes = |fact: &Fact| match fact {
            Fact::Capture { .. } | Fact::Caught { .. } | Fact::Cut { .. } => true,
            Fact::Atari { chase, .. } => chase.outcome == Outcome::Captured,
            _ => false,
        };
        let found = better.first()?.iter().filter(|finding| stake.groups.is_empty() && strikes(&finding.fact));
        let finding = found.max_by(|a, b| a.weight.total_cmp(&b.weight))?;
        Some(Deed { at: 0, fact: finding.fact.clone() })
    }

    fn kind(&self, stake: &Stake, played: &[Vec<Finding>], how: Option<&Deed>, instead: Option<&Deed>) -> Kind {
        let facts = || how.into_iter().chain(instead).map(|deed| &deed.fact);
        let early = |deed: Option<&Deed>| deed.is_some_and(|deed| deed.at <= 3);
        let takes = |deed: Option<&Deed>| {
            let takes = |fact: &Fact| matches!(fact, Fact::Capture { .. } | Fact::Caught { .. } | Fact::Atari { .. });
            early(deed) && deed.is_some_and(|deed| takes(&deed.fact))
        };
        let itself = played.first().is_some_and(|found| {
            found.iter().any(|finding| matches!(&finding.fact, Fact::SelfAtari { .. } | Fact::Doomed { .. }))
        });
        let at = |mv: Move| mv.point();
        let apart = at(self.mv).zip(self.better_line.first().and_then(|(_, mv)| at(*mv))).map(|(a, b)| distance(a, b));
        let far = apart.is_some_and(|apart| apart > FAR.min(self.before.size().get() / 3));
        match stake.what {
            _ if facts().any(|fact| matches!(fact, Fact::KoTaken { .. })) => Kind::Ko,
            What::OwnGroup if itself => Kind::Shortage,
            What::OwnGroup | What::OtherGroup if takes(how) || takes(instead) => Kind::Capture,
            What::OwnGroup | What::OtherGroup
                if facts().any(|fact| matches!(fact, Fact::Cut { .. } | Fact::Connect { .. })) =>
            {
                Kind::Cut
            }
            What::OwnGroup | What::OtherGroup => Kind::Life,
            _ if self.is_unneeded() => Kind::Unneeded,
            _ if self.is_drawn() => Kind::Endgame,
            _ if takes(instead) => Kind::Capture,
            _ if facts().any(|fact| matches!(fact, Fact::Cut { .. })) => Kind::Cut,
            _ if far => Kind::Direction,
            _ if self.is_unusual() => Kind::Shape,
            _ => Kind::Unknown,
        }
    }

    /// Whether the move was played where everything was its side's already.
    fn is_unneeded(&self) -> bool {
        let size = self.before.size();
        let sure = |point: Point| self.kept[size.index(point)] >= 0.9;
        self.mv.point().is_some_and(|point| sure(point) && size.neighbors(point).all(sure))
    }

    /// Whether the borders of the board are drawn.
    fn is_drawn(&self) -> bool {
        self.kept.iter().map(|owner| owner.abs()).sum::<f64>() >= DRAWN * self.kept.len() as f64
    }

    /// Whether experts hardly play the move, and often the better one.
    fn is_unusual(&self) -> bool {
        let prior = |mv: Move| self.was.candidates.iter().find(|candidate| candidate.mv == mv)?.prior;
        let better = self.better_line.first().and_then(|(_, mv)| prior(*mv)).unwrap_or(0.0);
        better >= 0.1 && prior(self.mv).unwrap_or(0.0) < better / 10.0
    }
}

/// The moves of a line as far as they are legal, the sides in turn.
fn legal(from: &Position, first: Color, moves: &[Move]) -> Vec<(Color, Move)> {
    let mut position = from.clone();
    let mut color = first;
    let mut line = Vec::new();
    for &mv in moves.iter().take(LONGEST) {
        if position.play_as(color, mv).is_err() {
            break;
        }
        line.push((color, mv));
        color = !color;
    }
    line
}

/// What every move of a line does.
fn deeds(from: &Position, line: &[(Color, Move)]) -> Vec<Vec<Finding>> {
    let mut position = from.clone();
    let mut stones = Stones::new(from);
    let mut all = Vec::new();
    for &(color, mv) in line {
        let Ok(played) = position.play_as(color, mv) else { break };
        all.push(stones.see(&Ply::played(&position, color, mv, &played), &position));
    }
    all
}
