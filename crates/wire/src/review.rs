//! A review: the game move by move, with facts, words and the story.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use goban::{Board, BoardSize, ByColor, Move, Point};
use model::Scale;
use schemars::JsonSchema;
use serde::Serialize;

use crate::reading::{Cell, cells};
use crate::verdict::{self, MeanLoss, Moment, Standing, WeakGroup, Why};
use crate::{
    Answer, Category, Color, Field, Game, Illegal, Named, Number, Ply, Score, Settings, Solved, board, illegal, ply,
    score, vertices,
};

/// A number for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Sides {
    /// Black's.
    pub black: usize,
    /// White's.
    pub white: usize,
}

impl From<ByColor<usize>> for Sides {
    fn from(ByColor { black, white }: ByColor<usize>) -> Sides {
        Sides { black, white }
    }
}

/// A game explained, as `aji review` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Review {
    /// The name of the record.
    pub file: String,
    /// The game.
    pub game: Game,
    /// What the models were asked with.
    pub settings: Settings,
    /// Who judged the positions: `aji`, our own search, or the name of an engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Before the first move.
    pub start: ReviewStart,
    /// The moves.
    pub plies: Vec<ReviewPly>,
    /// Where the game was decided, if somebody judged it.
    pub moments: Vec<Moment>,
    /// What the moves of each side cost on average, by stage.
    pub mean_losses: Vec<MeanLoss>,
    /// The groups that were ever in danger.
    pub weak_groups: Vec<WeakGroup>,
    /// The words of a report about the whole.
    pub digest: Digest,
    /// The whole.
    pub story: Story,
    /// The end.
    pub summary: Summary,
    /// Which game of the file, where it holds several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_number: Option<usize>,
    /// The solution, where the record is a problem and no game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<Solved>,
}

/// What is known before the first move.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ReviewStart {
    /// The numbers of the models.
    pub values: Named<Number>,
    /// What the engine says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EnginePoint>,
}

/// A move with what it did.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ReviewPly {
    /// The move.
    #[serde(flatten)]
    pub ply: Ply,
    /// Liberties of all chains of a colour together, after it.
    pub liberties: Sides,
    /// Its facts, the most important first.
    pub facts: Vec<Fact>,
    /// Its words; quiet moves have none.
    pub words: Vec<ReviewSentence>,
    /// The numbers of the models after it.
    pub values: Named<Number>,
    /// What was expected before it, if a model says how likely moves are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<Guess>,
    /// What the engine says after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EnginePoint>,
    /// Black's lead in points after it; null where nobody judged it.
    pub lead: Option<Number>,
    /// What it cost its side in points; null where nobody judged it.
    pub loss: Option<Number>,
    /// `inaccuracy`, `mistake` or `blunder`; null if it is good enough.
    pub grade: Option<String>,
    /// What would have been better.
    pub better: Option<String>,
    /// Why.
    pub why: Option<Why>,
    /// How the groups on the board stand after it; empty where nobody judged it.
    pub groups: Vec<Standing>,
}

/// How likely a move was before it was played.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Guess {
    /// How likely it was, from 0 to 1.
    pub probability: Number,
    /// Its rank among all moves, from 1.
    pub rank: usize,
    /// The likeliest move.
    pub expected: String,
    /// How likely that one was.
    pub likelihood: Number,
}

/// A fact; its parts stand beside, by name.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Fact {
    /// What it is.
    pub kind: String,
    /// How much it matters, from 0 to about 100.
    pub weight: Number,
    /// Its parts.
    #[serde(flatten)]
    pub parts: Named<Cell>,
}

/// A sentence about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReviewSentence {
    /// The words.
    pub text: String,
    /// The facts it was made from: indices into the facts of the move.
    pub facts: Vec<usize>,
    /// The points it speaks of.
    pub marks: Vec<String>,
}

/// What an engine says of a position.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EnginePoint {
    /// Chance that Black wins, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_wins: Option<Number>,
    /// Black's lead in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_leads: Option<Number>,
    /// What it would play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Whose each point is, from −1 (White) to +1 (Black).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Field>,
}

/// What a judged game comes to, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Digest {
    /// The move that decided the game; null where nobody judged.
    pub decisive: Option<usize>,
    /// The same in a sentence; empty where nobody judged.
    pub decided: String,
    /// What each side can learn, the costliest first.
    pub lessons: Vec<String>,
    /// The moments to show.
    pub moments: Vec<MomentWords>,
    /// The groups that were in danger.
    pub groups: Vec<GroupWords>,
    /// The headings of a report, in the language of the review.
    pub labels: BTreeMap<String, String>,
}

/// A moment in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MomentWords {
    /// The move with which it began.
    pub ply: usize,
    /// What went wrong and how much it cost.
    pub title: String,
    /// What is better, and what follows.
    pub better: String,
    /// How long the same went wrong; empty if it did not go on.
    pub until: String,
    /// The moment as a task; empty where nothing better is known.
    pub task: String,
}

/// A group that was in danger, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct GroupWords {
    /// Its stones.
    pub stones: Vec<String>,
    /// The move after which it was first in danger.
    pub danger: usize,
    /// What became of it, and when.
    pub text: String,
}

fn digest(digest: &review::Digest, size: BoardSize) -> Digest {
    let moment = |moment: &review::MomentWords| MomentWords {
        ply: moment.ply,
        title: moment.title.clone(),
        better: moment.better.clone(),
        until: moment.until.clone(),
        task: moment.task.clone(),
    };
    let group = |group: &review::GroupWords| GroupWords {
        stones: vertices(size, group.stones),
        danger: group.danger,
        text: group.text.clone(),
    };
    Digest {
        decisive: digest.decisive,
        decided: digest.decided.clone(),
        lessons: digest.lessons.clone(),
        moments: digest.moments.iter().map(moment).collect(),
        groups: digest.groups.iter().map(group).collect(),
        labels: digest.labels.iter().map(|(id, text)| (id.to_string(), text.clone())).collect(),
    }
}

/// The story of a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Story {
    /// Its stages.
    pub phases: Vec<Phase>,
    /// Its fights.
    pub fights: Vec<Fight>,
    /// Groups whose fate was decided.
    pub groups: Vec<Group>,
    /// Groups on the last board that are not simply alive, the largest first.
    pub last_groups: Vec<LastGroup>,
    /// Since which move each model has seen the winner ahead; null where it never did.
    pub winner_seen_since: Named<Option<usize>>,
    /// Who won and by what, in words.
    pub headline: String,
    /// The words.
    pub paragraphs: Vec<Paragraph>,
}

/// A group on the last board.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LastGroup {
    /// Whose.
    pub color: crate::Color,
    /// Its stones.
    pub stones: Vec<String>,
    /// `alive`, `dead`, `seki`, `killable`, `ko` or `open`.
    pub outlook: String,
    /// Where it can be killed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kill: Option<String>,
    /// Whether reading proved it; if not, it is what happens in most of the games played on.
    pub proved: bool,
    /// The share of those games in which its stones stay.
    pub survival: Number,
}

/// A stretch of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Phase {
    /// `opening`, `middle` or `endgame`.
    pub stage: String,
    /// Its first move.
    pub from: usize,
    /// Its last move.
    pub to: usize,
}

/// Moves near each other that change much.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Fight {
    /// Its first move.
    pub from: usize,
    /// Its last move.
    pub to: usize,
    /// How many moves belong to it.
    pub moves: usize,
    /// The part of the board.
    pub area: String,
    /// What was at stake.
    pub exchange: Number,
    /// Stones taken by each side.
    pub captures: Sides,
    /// Where its moves were played.
    pub points: Vec<String>,
}

/// A group whose fate was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Group {
    /// Whose.
    pub color: Color,
    /// `captured`, `dead` or `alive`.
    pub fate: String,
    /// By which move.
    pub ply: usize,
    /// Its stones.
    pub stones: Vec<String>,
}

/// A piece of the story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Paragraph {
    /// What it is about.
    pub title: String,
    /// The words.
    pub sentences: Vec<String>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// How many moves.
    pub moves: usize,
    /// How many of them are passes.
    pub passes: usize,
    /// Stones taken by each side.
    pub captures: Sides,
    /// Moves that the rules do not allow.
    pub illegal: Vec<Illegal>,
    /// The score of the last board without its dead stones; absent where a side resigned and where the board is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Who says which stones are dead: `marks`, the territory marked in the record, or `games` played on from the last board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_by: Option<String>,
    /// Whether the score is what the record says; absent where one of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// The units of the models' numbers.
    pub units: Named<String>,
    /// Numbers of which some are beyond the range of f64, and null above.
    pub out_of_range: Vec<String>,
}

/// The shape of a review.
#[must_use]
pub fn review(name: &str, game: &record::Game, review: &review::Review, settings: Settings) -> Review {
    let size = review.size;
    let values = |i: usize| -> Named<Number> {
        let value = |curve: &review::Curve| Number(curve.values.get(i).copied().unwrap_or(f64::NAN));
        review.curves.iter().map(|curve| (curve.name.clone(), value(curve))).collect()
    };
    let engine = |i: usize| review.judgement(i).map(|judgement| engine(judgement, size));
    let plies = review.moves.iter().enumerate().map(|(i, told)| ReviewPly {
        ply: ply(&told.ply, size),
        liberties: told.liberties.into(),
        facts: told.findings.iter().map(|finding| fact(finding, size)).collect(),
        words: told
            .sentences
            .iter()
            .map(|sentence| ReviewSentence {
                text: sentence.text.clone(),
                facts: sentence.facts.clone(),
                marks: vertices(size, sentence.points),
            })
            .collect(),
        values: values(i + 1),
        guess: told.guess.map(|guess| Guess {
            probability: Number(guess.probability),
            rank: guess.rank,
            expected: size.vertex(guess.expected),
            likelihood: Number(guess.likelihood),
        }),
        engine: engine(i + 1),
        lead: told.verdict.lead.map(verdict::points),
        loss: told.verdict.loss.map(verdict::points),
        grade: told.verdict.grade.map(|grade| grade.name().to_string()),
        better: told.verdict.better.map(|mv| size.move_name(mv)),
        why: told.verdict.why.as_ref().map(|why| verdict::why(why, size)),
        groups: told.verdict.groups.iter().map(|standing| verdict::standing(standing, size)).collect(),
    });
    Review {
        file: name.to_string(),
        game: crate::game(game),
        settings,
        engine: review.engine.clone(),
        start: ReviewStart { values: values(0), engine: engine(0) },
        plies: plies.collect(),
        moments: review.moments.iter().map(verdict::moment).collect(),
        mean_losses: review.mean_losses.iter().map(verdict::mean_loss).collect(),
        weak_groups: review.weak_groups.iter().map(|group| verdict::weak_group(group, size)).collect(),
        digest: digest(&review.digest, size),
        story: story(&review.story, &review.last_groups, size),
        summary: summary(review),
        game_number: None,
        solved: None,
    }
}

fn fact(finding: &review::Finding, size: BoardSize) -> Fact {
    Fact {
        kind: finding.fact.kind().to_string(),
        weight: Number((finding.weight * 10.0).round() / 10.0),
        parts: cells(&finding.fact.cells(&|point: Point| size.vertex(point)), size),
    }
}

fn engine(judgement: &review::Judgement, size: BoardSize) -> EnginePoint {
    let round = |value: &f64| (value * 1000.0).round() / 1000.0;
    EnginePoint {
        black_wins: judgement.black_wins.map(Number),
        black_leads: judgement.black_leads.map(Number),
        best: judgement.best().map(|mv| size.move_name(mv)),
        ownership: judgement
            .ownership
            .as_ref()
            .map(|values| Field::new(size, &values.iter().map(round).collect::<Vec<f64>>())),
    }
}

fn last_group(group: &review::LastGroup, size: BoardSize) -> LastGroup {
    LastGroup {
        color: group.color.into(),
        stones: vertices(size, group.stones),
        outlook: group.outlook.name().to_string(),
        kill: match group.outlook {
            review::Outlook::Killable(point) => Some(size.vertex(point)),
            _ => None,
        },
        proved: group.proved,
        survival: Number(group.survival),
    }
}

fn story(story: &review::Story, last: &[review::LastGroup], size: BoardSize) -> Story {
    let phase = |phase: &review::Phase| Phase { stage: phase.stage.name().to_string(), from: phase.from, to: phase.to };
    let fight = |fight: &review::Fight| Fight {
        from: fight.from,
        to: fight.to,
        moves: fight.moves,
        area: fight.area.name().to_string(),
        exchange: Number(fight.exchange),
        captures: fight.captures.into(),
        points: vertices(size, fight.points),
    };
    let group = |group: &review::Group| Group {
        color: group.color.into(),
        fate: group.fate.name().to_string(),
        ply: group.ply,
        stones: vertices(size, group.stones),
    };
    let paragraph = |paragraph: &review::Paragraph| Paragraph {
        title: paragraph.title.clone(),
        sentences: paragraph.sentences.clone(),
    };
    Story {
        phases: story.phases.iter().map(phase).collect(),
        fights: story.fights.iter().map(fight).collect(),
        groups: story.groups.iter().map(group).collect(),
        last_groups: last.iter().map(|group| last_group(group, size)).collect(),
        winner_seen_since: story.seers.iter().map(|seer| (seer.name.clone(), seer.since)).collect(),
        headline: story.headline.clone(),
        paragraphs: story.paragraphs.iter().map(paragraph).collect(),
    }
}

fn summary(review: &review::Review) -> Summary {
    let count = review.ending.count.as_ref();
    let wild = |curve: &&review::Curve| curve.values.iter().any(|value| !value.is_finite());
    Summary {
        moves: review.moves.len(),
        passes: review.moves.iter().filter(|told| told.ply.mv == Move::Pass).count(),
        captures: review.end.prisoners().into(),
        illegal: illegal(review.moves.iter().map(|told| &told.ply)),
        score: count.map(|count| Score { dead: Some(vertices(review.size, count.dead)), ..score(&count.score) }),
        counted_by: count.map(|count| count.by.name().to_string()),
        agrees: review.ending.agrees(),
        units: review.curves.iter().map(|curve| (curve.name.clone(), curve.unit.clone())).collect(),
        out_of_range: review.curves.iter().filter(wild).map(|curve| curve.name.clone()).collect(),
    }
}

/// Everything that the page of a review shows: the review itself, and what only a page needs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ReviewPage {
    /// Who played, on the first line, and what else is known on the others.
    pub heading: Vec<String>,
    /// Size, rules, komi, result.
    pub conditions: String,
    /// The review, as `--json` gives it, with the leads alone of the models' numbers and without an engine's ownership, which is an overlay.
    pub review: Answer<Review>,
    /// The board before the first move.
    pub board: Vec<String>,
    /// The boards after those moves that changed more than their own stone and the captured ones, by the number of the move.
    pub boards: BTreeMap<usize, Vec<String>>,
    /// Comments of the record, by the number of the move; 0 is the start.
    pub comments: BTreeMap<usize, String>,
    /// The models' leads, each with the size at which it is drawn in full.
    pub leads: Vec<Curve>,
    /// The maps of the models and of the engine.
    pub overlays: Vec<Overlay>,
}

/// A lead to draw.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Curve {
    /// The name of the quantity; its values stand with the plies.
    pub name: String,
    /// The size at which it is drawn in full.
    pub full_at: Number,
    /// The unit; empty for a pure number.
    pub unit: String,
}

/// A map or labels along a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Overlay {
    /// The name of the quantity.
    pub name: String,
    /// What it is, in one line.
    pub about: String,
    /// How it is drawn.
    pub scale: OverlayScale,
    /// The greatest size of a value.
    pub limit: Number,
    /// How many levels make up the limit; 1 where levels are the values themselves.
    pub levels: u8,
    /// The names of the values of a map that has only a few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
    /// For the start and every move, what changed in the map: a letter is the level of a point, A the lowest, and a number skips points that stay.
    /// Empty for labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// How far the letter of level zero is from A.
    pub zero: u8,
    /// For the start and every move, texts by their points; empty for a map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Named<String>>,
}

/// How a map is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OverlayScale {
    /// Positive is Black's, negative White's.
    Signed,
    /// More or less of something.
    Magnitude,
    /// A few values with names.
    Categories,
}

/// The shape of the page of a review. `heading` has who played on its first line.
#[must_use]
pub fn review_page(
    told: &review::Review,
    game: &record::Game,
    heading: &str,
    conditions: &str,
    mut shape: Review,
) -> ReviewPage {
    let points = std::iter::once(&mut shape.start.engine).chain(shape.plies.iter_mut().map(|ply| &mut ply.engine));
    points.flatten().for_each(|point| point.ownership = None);
    let is_lead = |name: &str| told.curves.iter().any(|curve| curve.name == name && curve.role == model::Role::Lead);
    let values = std::iter::once(&mut shape.start.values).chain(shape.plies.iter_mut().map(|ply| &mut ply.values));
    values.for_each(|values| values.retain(|name, _| is_lead(name)));
    let boards = told
        .moves
        .iter()
        .filter(|told| told.ply.edited || told.ply.illegal.is_some())
        .map(|each| (each.ply.number, board(&Board::with_stones(told.size, &each.stones))));
    let root = told.moves.first().is_none_or(|first| first.ply.node != game.root()).then(|| (0, game.root()));
    let nodes = root.into_iter().chain(told.moves.iter().map(|told| (told.ply.number, told.ply.node)));
    let comment = |(number, node)| {
        let text = game.node(node).comment.as_ref().filter(|text| !text.trim().is_empty())?;
        Some((number, text.clone()))
    };
    let leads = told.curves.iter().filter(|curve| curve.role == model::Role::Lead);
    ReviewPage {
        heading: heading.lines().map(str::to_string).collect(),
        conditions: conditions.to_string(),
        review: Answer::new(shape),
        board: board(&told.start),
        boards: boards.collect(),
        comments: nodes.filter_map(comment).collect(),
        leads: leads
            .map(|curve| Curve {
                name: curve.name.clone(),
                full_at: Number(curve.unit_of_bars()),
                unit: curve.unit.clone(),
            })
            .collect(),
        overlays: told.overlays.iter().chain(&engine_overlay(told)).map(|each| overlay(each, told.size)).collect(),
    }
}

/// What the engine thinks whose the points are, as a map like those of the models.
fn engine_overlay(told: &review::Review) -> Option<review::Overlay> {
    let name = told.engine.as_ref()?;
    let ownership = |i: usize| told.judgement(i).and_then(|judgement| judgement.ownership.as_ref());
    (0..=told.moves.len()).find_map(ownership)?;
    let level = |value: &f64| (value.clamp(-1.0, 1.0) * f64::from(review::Overlay::LEVELS)).round() as i8;
    let levels = |i: usize| match ownership(i) {
        Some(values) => values.iter().map(level).collect(),
        None => vec![0; told.size.area()],
    };
    Some(review::Overlay {
        name: name.clone(),
        about: "whose each point will be, as the engine sees it".to_string(),
        scale: Scale::Signed,
        limit: 1.0,
        levels: (0..=told.moves.len()).map(levels).collect(),
        labels: Vec::new(),
    })
}

fn overlay(overlay: &review::Overlay, size: BoardSize) -> Overlay {
    let levels = review::Overlay::LEVELS.unsigned_abs();
    let (scale, levels, zero, categories) = match &overlay.scale {
        Scale::Signed => (OverlayScale::Signed, levels, levels, Vec::new()),
        Scale::Magnitude => (OverlayScale::Magnitude, levels, 0, Vec::new()),
        Scale::Categories(names) => {
            let category = |(value, name): &(f64, String)| Category { value: Number(*value), name: name.clone() };
            let lowest = names.iter().map(|(value, _)| *value).fold(0.0, f64::min);
            (OverlayScale::Categories, 1, -lowest as u8, names.iter().map(category).collect())
        }
    };
    Overlay {
        name: overlay.name.clone(),
        about: overlay.about.clone(),
        scale,
        limit: Number(overlay.limit),
        levels,
        categories,
        frames: frames(&overlay.levels, zero, size),
        zero,
        labels: overlay
            .labels
            .iter()
            .map(|labels| labels.iter().map(|(point, text)| (size.vertex(*point), text.clone())).collect())
            .collect(),
    }
}

/// What changes from map to map.
fn frames(maps: &[Vec<i8>], zero: u8, size: BoardSize) -> Vec<String> {
    const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let letter = |level: i8| {
        let index = usize::try_from(i16::from(level) + i16::from(zero)).unwrap_or(0);
        char::from(LETTERS[index.min(LETTERS.len() - 1)])
    };
    let mut before = vec![0i8; size.area()];
    let frame = |map: &Vec<i8>| {
        let mut text = String::new();
        let mut same = 0;
        for (old, new) in before.iter().zip(map) {
            if old == new {
                same += 1;
                continue;
            }
            if same > 0 {
                let _ = write!(text, "{same}");
                same = 0;
            }
            text.push(letter(*new));
        }
        before.clone_from(map);
        text
    };
    maps.iter().map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_tells_only_what_changed() {
        let size = BoardSize::new(2).unwrap();
        let maps = [vec![0, 0, 1, -1], vec![0, 2, 1, -1], vec![0, 2, 1, -1]];
        assert_eq!(frames(&maps, 2, size), ["2DB", "1E", ""]);
    }
}
