//! What a move did: facts with their sizes and the points that show them.

use goban::{ByColor, Color, Illegal, Move, Point, PointSet};
use model::Cell;
use tactics::{Outcome, Reading};

use crate::Area;

/// A fact and how much it matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The fact.
    pub fact: Fact,
    /// From 0 (not worth a word) to about 100.
    pub weight: f64,
}

/// How a chain of the side to move next fares when it tries to get away, or could be chased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// What becomes of the chain.
    pub outcome: Outcome,
    /// The line of play that shows it.
    pub line: Vec<(Color, Move)>,
}

impl From<Reading> for Chase {
    fn from(reading: Reading) -> Chase {
        Chase { outcome: reading.outcome, line: reading.line }
    }
}

/// One thing that a move did. "The mover" is who made it, "the other" the opponent.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Fact {
    /// The mover passed.
    Pass {
        /// Whether the game is over by it.
        ends: bool,
    },
    /// The rules do not allow the move.
    Illegal {
        /// Why.
        reason: Illegal,
    },
    /// Stones were put up or taken off by hand before the move.
    Edited,
    /// Stones of the other came off.
    Capture {
        /// They.
        stones: PointSet,
    },
    /// The mover's own stones came off.
    Suicide {
        /// They.
        stones: PointSet,
    },
    /// One stone was taken that could be retaken at once, were it not for the rule of ko.
    KoTaken {
        /// Where it stood.
        at: Point,
        /// Whether the other had just taken it there.
        back: bool,
    },
    /// The mover filled the ko.
    KoFilled {
        /// Where.
        at: Point,
    },
    /// The other has just taken a ko; this move puts stones in atari elsewhere.
    KoThreat {
        /// Where the mover would take back.
        ko: Point,
        /// The stones that are threatened.
        stones: PointSet,
    },
    /// A chain of the other has one liberty now.
    Atari {
        /// The chain.
        stones: PointSet,
        /// Its last liberty.
        liberty: Point,
        /// What becomes of it if the other tries to save it at once.
        chase: Chase,
    },
    /// Two chains of the other have one liberty now.
    DoubleAtari {
        /// The larger.
        first: PointSet,
        /// The smaller.
        second: PointSet,
    },
    /// A chain of the other is not in atari but cannot get away any more.
    Caught {
        /// The chain.
        stones: PointSet,
        /// How it is taken.
        chase: Chase,
    },
    /// If the other does not answer, a chain of it is taken in a ladder.
    Threat {
        /// The chain.
        stones: PointSet,
        /// How it is taken.
        chase: Chase,
    },
    /// A chain of the mover could have been taken, and cannot be any more.
    Saved {
        /// The chain as it was.
        stones: PointSet,
        /// Whether it was in atari.
        atari: bool,
        /// Its liberties now.
        liberties: usize,
    },
    /// A chain of the mover was in atari and moves on, but is taken all the same.
    Doomed {
        /// The chain as it is now.
        stones: PointSet,
        /// How it is taken.
        chase: Chase,
    },
    /// A chain of the mover was put in atari, could have been saved, and was left.
    Left {
        /// The chain.
        stones: PointSet,
        /// Where it can be taken.
        liberty: Point,
    },
    /// The mover's own chain has one liberty now.
    SelfAtari {
        /// The chain.
        stones: PointSet,
        /// Where it can be taken.
        liberty: Point,
    },
    /// If the stone is taken, more stones of the other can be taken back at once.
    Snapback {
        /// The stone.
        bait: Point,
        /// What would be taken back, the taking stone included.
        stones: PointSet,
    },
    /// Chains of the mover became one.
    Connect {
        /// The largest of them, as it was.
        first: PointSet,
        /// The next.
        second: PointSet,
        /// How many there were.
        chains: usize,
    },
    /// The other could have joined two of its chains here, and they have no other common liberty.
    Cut {
        /// The larger.
        first: PointSet,
        /// The smaller.
        second: PointSet,
    },
    /// The stone lengthens a chain of the mover.
    Extend {
        /// The chain as it was.
        stones: PointSet,
        /// Its liberties before.
        before: usize,
        /// Its liberties now.
        after: usize,
        /// The line from the edge on which the stone stands.
        line: usize,
        /// The line of the chain's stone beside it.
        from: usize,
    },
    /// A chain of the other lost liberties.
    Squeeze {
        /// The chain.
        stones: PointSet,
        /// Its liberties before.
        before: usize,
        /// Its liberties now.
        after: usize,
    },
    /// Eyes of the mover that were none before.
    EyesMade {
        /// They.
        eyes: PointSet,
    },
    /// Eyes of the other that are none any more.
    EyesTaken {
        /// They.
        eyes: PointSet,
    },
    /// Chains of the mover that nothing can take any more, even if the mover always passes.
    Alive {
        /// Their stones.
        stones: PointSet,
    },
    /// Stones of the other inside what the mover cannot lose any more.
    Dead {
        /// They.
        stones: PointSet,
    },
    /// A ladder ends differently now, though the move is not beside the chain.
    LadderTurned {
        /// Whose chain.
        color: Color,
        /// The chain.
        stones: PointSet,
        /// How it ends now, its owner to run.
        chase: Chase,
    },
    /// The first stone in a corner.
    Corner {
        /// Which.
        area: Area,
        /// The lower of the two lines it stands on.
        low: usize,
        /// The higher.
        high: usize,
    },
    /// The second stone of a corner, both the mover's.
    Enclosure {
        /// The first.
        partner: Point,
        /// Which corner.
        area: Area,
    },
    /// A corner held by the other alone is entered or approached.
    Approach {
        /// The stone that is approached.
        target: Point,
        /// Which corner.
        area: Area,
    },
    /// The 3-3 point under a 4-4 stone of the other.
    Invasion {
        /// The 4-4 stone.
        target: Point,
        /// Which corner.
        area: Area,
    },
    /// A point on a side, far from all stones or as an extension.
    Side {
        /// Which side.
        area: Area,
        /// On which line.
        line: usize,
        /// The mover's stone it extends from, if there is one.
        from: Option<Point>,
    },
    /// A stone of the other has stones of the mover on both sides along the edge.
    Pincer {
        /// The stone.
        target: Point,
        /// The mover's stone on its other side.
        partner: Point,
    },
    /// A stone beside a stone of the other, with no stone of the mover near.
    Contact {
        /// The other's stone.
        target: Point,
    },
    /// A stone around the end of a chain of the other.
    Hane {
        /// The other's stone it turns around.
        target: Point,
    },
    /// A stone that keeps the stone just played from going on, beside a stone of the mover.
    Block {
        /// The other's stone.
        target: Point,
    },
    /// A stone two lines above a stone of the other, towards the centre.
    Cap {
        /// The other's stone.
        target: Point,
    },
    /// A stone near another of the mover, with nothing between them.
    Step {
        /// The stone it comes from.
        from: Point,
        /// What step it is.
        step: Step,
    },
    /// The move is far from the moves before it.
    Elsewhere {
        /// Where it is.
        area: Area,
        /// The distance in lines from the move before.
        distance: usize,
    },
    /// A named shape came or went, as a model says.
    Shape {
        /// Its name.
        name: String,
        /// Whose it is.
        color: Color,
        /// Whether it was made, or destroyed.
        made: bool,
        /// Where it is.
        points: PointSet,
    },
    /// The stone stands where most models see the other's points, and none of the mover's stones is near.
    Enters {
        /// Which part.
        area: Area,
        /// Whether all models see it so, not only most.
        deep: bool,
    },
    /// The points of a part of the board that more than half of the models give to a side changed.
    Influence {
        /// Which part.
        area: Area,
        /// Points before.
        before: ByColor<usize>,
        /// Points now.
        after: ByColor<usize>,
    },
    /// The points of a part of the board that all models give to a side changed.
    Territory {
        /// Which part.
        area: Area,
        /// Points before.
        before: ByColor<usize>,
        /// Points now.
        after: ByColor<usize>,
    },
    /// A gain that few moves of the game reach.
    Gain {
        /// The quantity.
        quantity: String,
        /// What the mover gained.
        value: f64,
        /// Its rank among the moves of the game, largest first, from 1.
        rank: usize,
    },
    /// Most models see another side ahead than before, and do so for a while.
    LeadTurns {
        /// Who is ahead now.
        color: Color,
        /// How many models see it so.
        models: usize,
        /// Of how many.
        of: usize,
    },
    /// The points of a part of the board that an engine gives to a side changed.
    Expected {
        /// Which part.
        area: Area,
        /// Points before.
        before: ByColor<usize>,
        /// Points now.
        after: ByColor<usize>,
    },
    /// What an engine thinks the move cost or won, for the mover.
    Judged {
        /// The change of the win rate, in percent, where it gives one.
        win: Option<f64>,
        /// The change of the lead, in points, where it gives one.
        points: Option<f64>,
        /// What the engine would have played; none if it is this move.
        best: Option<Move>,
    },
}

/// How a stone stands to the one it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Diagonally.
    Diagonal,
    /// One point between.
    Jump,
    /// Two points between.
    LongJump,
    /// A knight's move.
    Knight,
    /// A large knight's move.
    LongKnight,
}

impl Step {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::Diagonal => "diagonal",
            Step::Jump => "jump",
            Step::LongJump => "long-jump",
            Step::Knight => "knight",
            Step::LongKnight => "long-knight",
        }
    }
}

/// What a fact is about: two facts with the same topic about the same stones say much the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    Rules,
    Ko,
    /// Stones of the other.
    Attack,
    /// Stones of the mover.
    Defence,
    Life,
    Placement,
    Models,
}

impl Fact {
    /// The stable name of its kind, by which catalogues and JSON know it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Fact::Pass { .. } => "pass",
            Fact::Illegal { .. } => "illegal",
            Fact::Edited => "edited",
            Fact::Capture { .. } => "capture",
            Fact::Suicide { .. } => "suicide",
            Fact::KoTaken { .. } => "ko-taken",
            Fact::KoFilled { .. } => "ko-filled",
            Fact::KoThreat { .. } => "ko-threat",
            Fact::Atari { .. } => "atari",
            Fact::DoubleAtari { .. } => "double-atari",
            Fact::Caught { .. } => "caught",
            Fact::Threat { .. } => "threat",
            Fact::Saved { .. } => "saved",
            Fact::Doomed { .. } => "doomed",
            Fact::Left { .. } => "left",
            Fact::SelfAtari { .. } => "self-atari",
            Fact::Snapback { .. } => "snapback",
            Fact::Connect { .. } => "connect",
            Fact::Cut { .. } => "cut",
            Fact::Extend { .. } => "extend",
            Fact::Squeeze { .. } => "squeeze",
            Fact::EyesMade { .. } => "eyes-made",
            Fact::EyesTaken { .. } => "eyes-taken",
            Fact::Alive { .. } => "alive",
            Fact::Dead { .. } => "dead",
            Fact::LadderTurned { .. } => "ladder-turned",
            Fact::Corner { .. } => "corner",
            Fact::Enclosure { .. } => "enclosure",
            Fact::Approach { .. } => "approach",
            Fact::Invasion { .. } => "invasion",
            Fact::Side { .. } => "side",
            Fact::Pincer { .. } => "pincer",
            Fact::Contact { .. } => "contact",
            Fact::Hane { .. } => "hane",
            Fact::Block { .. } => "block",
            Fact::Cap { .. } => "cap",
            Fact::Step { .. } => "step",
            Fact::Elsewhere { .. } => "elsewhere",
            Fact::Shape { .. } => "shape",
            Fact::Enters { .. } => "enters",
            Fact::Influence { .. } => "influence",
            Fact::Territory { .. } => "territory",
            Fact::Gain { .. } => "gain",
            Fact::LeadTurns { .. } => "lead-turns",
            Fact::Expected { .. } => "expected",
            Fact::Judged { .. } => "judged",
        }
    }

    pub(crate) fn topic(&self) -> Topic {
        match self {
            Fact::Pass { .. } | Fact::Illegal { .. } | Fact::Edited | Fact::Suicide { .. } => Topic::Rules,
            Fact::KoTaken { .. } | Fact::KoFilled { .. } | Fact::KoThreat { .. } => Topic::Ko,
            Fact::Capture { .. }
            | Fact::Atari { .. }
            | Fact::DoubleAtari { .. }
            | Fact::Caught { .. }
            | Fact::Threat { .. }
            | Fact::Cut { .. }
            | Fact::Squeeze { .. } => Topic::Attack,
            Fact::Saved { .. }
            | Fact::Doomed { .. }
            | Fact::Left { .. }
            | Fact::SelfAtari { .. }
            | Fact::Snapback { .. }
            | Fact::Connect { .. }
            | Fact::Extend { .. }
            | Fact::LadderTurned { .. } => Topic::Defence,
            Fact::EyesMade { .. } | Fact::EyesTaken { .. } | Fact::Alive { .. } | Fact::Dead { .. } => Topic::Life,
            Fact::Corner { .. }
            | Fact::Enclosure { .. }
            | Fact::Approach { .. }
            | Fact::Invasion { .. }
            | Fact::Side { .. }
            | Fact::Pincer { .. }
            | Fact::Contact { .. }
            | Fact::Hane { .. }
            | Fact::Block { .. }
            | Fact::Cap { .. }
            | Fact::Step { .. }
            | Fact::Elsewhere { .. }
            | Fact::Enters { .. }
            | Fact::Shape { .. } => Topic::Placement,
            Fact::Influence { .. }
            | Fact::Territory { .. }
            | Fact::Gain { .. }
            | Fact::LeadTurns { .. }
            | Fact::Expected { .. }
            | Fact::Judged { .. } => Topic::Models,
        }
    }

    /// The named parts of the fact. Lines of play are texts such as `B D4 W E4`, made by the caller's `vertex`.
    #[must_use]
    pub fn cells(&self, vertex: &dyn Fn(Point) -> String) -> Vec<(&'static str, Cell)> {
        let number = |n: &usize| Cell::Number(*n as f64);
        let flag = |yes: &bool| Cell::Number(f64::from(u8::from(*yes)));
        let area = |area: &Area| Cell::Text(area.name().to_string());
        let mv = |mv: &Move| mv.point().map_or("pass".to_string(), vertex);
        let chase = |chase: &Chase| {
            let line: Vec<String> =
                chase.line.iter().map(|(color, played)| format!("{} {}", color.letter(), mv(played))).collect();
            [
                ("outcome", Cell::Text(chase.outcome.to_string())),
                ("moves", Cell::Number(chase.line.len() as f64)),
                ("line", Cell::Text(line.join(" "))),
            ]
        };
        let mut cells = Vec::new();
        match self {
            Fact::Pass { ends } => cells.push(("ends", flag(ends))),
            Fact::Illegal { reason } => cells.push(("reason", Cell::Text(reason.to_string()))),
            Fact::Edited => {}
            Fact::Capture { stones } | Fact::Suicide { stones } | Fact::Alive { stones } | Fact::Dead { stones } => {
                cells.push(("stones", Cell::Points(*stones)));
            }
            Fact::KoTaken { at, back } => cells.extend([("at", Cell::Point(*at)), ("back", flag(back))]),
            Fact::KoFilled { at } => cells.push(("at", Cell::Point(*at))),
            Fact::KoThreat { ko, stones } => {
                cells.extend([("ko", Cell::Point(*ko)), ("stones", Cell::Points(*stones))]);
            }
            Fact::Atari { stones, liberty, chase: end } => {
                cells.extend([("stones", Cell::Points(*stones)), ("liberty", Cell::Point(*liberty))]);
                cells.extend(chase(end));
            }
            Fact::DoubleAtari { first, second } | Fact::Cut { first, second } => {
                cells.extend([("first", Cell::Points(*first)), ("second", Cell::Points(*second))]);
            }
            Fact::Caught { stones, chase: end }
            | Fact::Threat { stones, chase: end }
            | Fact::Doomed { stones, chase: end } => {
                cells.push(("stones", Cell::Points(*stones)));
                cells.extend(chase(end));
            }
            Fact::Saved { stones, atari, liberties } => cells.extend([
                ("stones", Cell::Points(*stones)),
                ("atari", flag(atari)),
                ("liberties", number(liberties)),
            ]),
            Fact::Left { stones, liberty } | Fact::SelfAtari { stones, liberty } => {
                cells.extend([("stones", Cell::Points(*stones)), ("liberty", Cell::Point(*liberty))]);
            }
            Fact::Snapback { bait, stones } => {
                cells.extend([("bait", Cell::Point(*bait)), ("stones", Cell::Points(*stones))]);
            }
            Fact::Connect { first, second, chains } => cells.extend([
                ("first", Cell::Points(*first)),
                ("second", Cell::Points(*second)),
                ("chains", number(chains)),
            ]),
            Fact::Extend { stones, before, after, line, from } => cells.extend([
                ("stones", Cell::Points(*stones)),
                ("before", number(before)),
                ("after", number(after)),
                ("line", number(line)),
                ("from", number(from)),
            ]),
            Fact::Squeeze { stones, before, after } => {
                cells.extend([("stones", Cell::Points(*stones)), ("before", number(before)), ("after", number(after))])
            }
            Fact::EyesMade { eyes } | Fact::EyesTaken { eyes } => cells.push(("eyes", Cell::Points(*eyes))),
            Fact::LadderTurned { color, stones, chase: end } => {
                cells.extend([("color", Cell::Color(*color)), ("stones", Cell::Points(*stones))]);
                cells.extend(chase(end));
            }
            Fact::Corner { area: at, low, high } => {
                cells.extend([("area", area(at)), ("low", number(low)), ("high", number(high))]);
            }
            Fact::Enclosure { partner, area: at } => {
                cells.extend([("partner", Cell::Point(*partner)), ("area", area(at))]);
            }
            Fact::Approach { target, area: at } | Fact::Invasion { target, area: at } => {
                cells.extend([("target", Cell::Point(*target)), ("area", area(at))]);
            }
            Fact::Side { area: at, line, from } => {
                cells.extend([("area", area(at)), ("line", number(line))]);
                cells.extend(from.map(|from| ("from", Cell::Point(from))));
            }
            Fact::Pincer { target, partner } => {
                cells.extend([("target", Cell::Point(*target)), ("partner", Cell::Point(*partner))]);
            }
            Fact::Contact { target } | Fact::Hane { target } | Fact::Block { target } | Fact::Cap { target } => {
                cells.push(("target", Cell::Point(*target)));
            }
            Fact::Step { from, step } => {
                cells.extend([("from", Cell::Point(*from)), ("step", Cell::Text(step.name().to_string()))]);
            }
            Fact::Elsewhere { area: at, distance } => {
                cells.extend([("area", area(at)), ("distance", number(distance))]);
            }
            Fact::Shape { name, color, made, points } => cells.extend([
                ("name", Cell::Text(name.clone())),
                ("color", Cell::Color(*color)),
                ("made", flag(made)),
                ("points", Cell::Points(*points)),
            ]),
            Fact::Enters { area: at, deep } => cells.extend([("area", area(at)), ("deep", flag(deep))]),
            Fact::Influence { area: at, before, after }
            | Fact::Territory { area: at, before, after }
            | Fact::Expected { area: at, before, after } => cells.extend([
                ("area", area(at)),
                ("black_before", number(&before.black)),
                ("black_after", number(&after.black)),
                ("white_before", number(&before.white)),
                ("white_after", number(&after.white)),
            ]),
            Fact::Gain { quantity, value, rank } => cells.extend([
                ("quantity", Cell::Text(quantity.clone())),
                ("value", Cell::Number(*value)),
                ("rank", number(rank)),
            ]),
            Fact::LeadTurns { color, models, of } => {
                cells.extend([("color", Cell::Color(*color)), ("models", number(models)), ("of", number(of))]);
            }
            Fact::Judged { win, points, best } => {
                cells.extend(win.map(|win| ("win", Cell::Number(win))));
                cells.extend(points.map(|points| ("points", Cell::Number(points))));
                cells.extend(best.as_ref().map(|best| ("best", Cell::Text(mv(best)))));
            }
        }
        cells
    }

    /// The points that show it, besides the stone that was played.
    #[must_use]
    pub fn points(&self) -> PointSet {
        match self {
            Fact::Capture { stones }
            | Fact::Suicide { stones }
            | Fact::Alive { stones }
            | Fact::Dead { stones }
            | Fact::Saved { stones, .. }
            | Fact::Caught { stones, .. }
            | Fact::Threat { stones, .. }
            | Fact::Doomed { stones, .. }
            | Fact::Extend { stones, .. }
            | Fact::Squeeze { stones, .. }
            | Fact::Snapback { stones, .. }
            | Fact::LadderTurned { stones, .. }
            | Fact::Shape { points: stones, .. } => *stones,
            Fact::Atari { stones, liberty, .. }
            | Fact::Left { stones, liberty }
            | Fact::SelfAtari { stones, liberty } => *stones | PointSet::from(*liberty),
            Fact::KoTaken { at, .. } | Fact::KoFilled { at } => PointSet::from(*at),
            Fact::KoThreat { ko, stones } => *stones | PointSet::from(*ko),
            Fact::DoubleAtari { first, second } | Fact::Cut { first, second } | Fact::Connect { first, second, .. } => {
                *first | *second
            }
            Fact::EyesMade { eyes } | Fact::EyesTaken { eyes } => *eyes,
            Fact::Enclosure { partner: point, .. }
            | Fact::Approach { target: point, .. }
            | Fact::Invasion { target: point, .. }
            | Fact::Contact { target: point }
            | Fact::Hane { target: point }
            | Fact::Block { target: point }
            | Fact::Cap { target: point }
            | Fact::Step { from: point, .. } => PointSet::from(*point),
            Fact::Pincer { target, partner } => PointSet::from(*target) | PointSet::from(*partner),
            Fact::Side { from, .. } => from.iter().copied().collect(),
            Fact::Judged { best, .. } => best.iter().filter_map(|best| best.point()).collect(),
            Fact::Pass { .. }
            | Fact::Illegal { .. }
            | Fact::Edited
            | Fact::Corner { .. }
            | Fact::Elsewhere { .. }
            | Fact::Enters { .. }
            | Fact::Influence { .. }
            | Fact::Territory { .. }
            | Fact::Gain { .. }
            | Fact::Expected { .. }
            | Fact::LeadTurns { .. } => PointSet::EMPTY,
        }
    }
}
