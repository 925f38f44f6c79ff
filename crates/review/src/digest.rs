//! What a judged game comes to, in words: where it was decided, what to learn, the moments and the groups, for every kind of report alike.

use std::collections::BTreeMap;

use goban::{Color, PointSet};

use crate::words::{Catalogue, args, color_name, nearest};
use crate::{Moment, Review, ReviewedMove, Settled, WeakGroup, What};

/// The words of a report around those of the moves.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Digest {
    /// The move that decided the game.
    pub decisive: Option<usize>,
    /// The same in a sentence, and which sides' mistakes are not told because they play too well for our own search.
    pub decided: String,
    /// What each side can learn, the costliest first.
    pub lessons: Vec<String>,
    /// The moments of the side that the review is for, or of both.
    pub moments: Vec<MomentWords>,
    /// The groups that were in danger, the largest, in the order in which they came into danger.
    pub groups: Vec<GroupWords>,
    /// The headings of a report, by their messages.
    pub labels: BTreeMap<&'static str, String>,
}

/// A moment in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MomentWords {
    /// The move with which it began.
    pub ply: usize,
    /// `Move 63, Black T8: a blunder, about 8 points`.
    pub title: String,
    /// What is better and follows.
    pub better: String,
    /// That the same went wrong for longer; empty if it did not.
    pub until: String,
    /// The moment as a task: `Black to play and save the three stones around T7.` Empty where nothing better is known.
    pub task: String,
}

/// A group that was in danger, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupWords {
    /// Its stones.
    pub stones: PointSet,
    /// The move after which it was first in danger.
    pub danger: usize,
    /// What became of it, and when.
    pub text: String,
}

/// Headings that need nothing to be told.
const LABELS: [&str; 24] = [
    "report-mean-loss",
    "report-opening",
    "report-middle",
    "report-endgame",
    "report-lessons",
    "report-moments",
    "report-groups",
    "report-story",
    "report-moves-told",
    "report-quiet",
    "report-quiet-too",
    "report-models",
    "report-follows",
    "report-instead",
    "report-back",
    "report-as-problems",
    "report-answer",
    "report-start",
    "report-next-moment",
    "report-black",
    "report-white",
    "report-by-judge",
    "report-on-board",
    "report-stones",
];

/// So many groups are told, and so many lessons of a side.
const MOST_GROUPS: usize = 6;
const MOST_LESSONS: usize = 3;

/// So many moves of a line are told in words.
const MOST_MOVES: usize = 7;

pub(crate) fn digest(review: &Review, catalogue: &Catalogue) -> Digest {
    let say = |id: &str, args| catalogue.say(id, 0, &args).unwrap_or_default();
    let decisive = review.decisive().map(|moment| moment.ply);
    let decided = decisive.map(|at| {
        let ply = &review.moves[at - 1].ply;
        let args = args! { ply: at, color: color_name(ply.color), point: review.size.move_name(ply.mv) };
        // Who has not won has decided nothing.
        say(if review.ending.winner().is_some() { "report-decided" } else { "report-costliest" }, args)
    });
    let untold = untold(review).map(|sides| say("report-untold", args! { sides: sides }));
    let mut left = goban::ByColor::new(|_| MOST_LESSONS);
    let mut lessons = review.lessons();
    lessons.retain(|lesson| {
        let taken = left[lesson.color] > 0;
        left[lesson.color] = left[lesson.color].saturating_sub(1);
        taken
    });
    let lesson = |lesson: &crate::Lesson| {
        let points = lesson.points.round() as usize;
        let args = args! {
            color: color_name(lesson.color), kind: lesson.kind.name(), moves: lesson.plies.len(), points: points,
        };
        say("report-lesson", args)
    };
    let mut groups: Vec<&WeakGroup> = review.weak_groups.iter().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.stones.len()));
    groups.truncate(MOST_GROUPS);
    groups.sort_by_key(|group| group.danger);
    Digest {
        decisive,
        decided: decided.into_iter().chain(untold).collect::<Vec<_>>().join(" "),
        lessons: lessons.iter().map(lesson).collect(),
        moments: review.shown_moments().map(|moment| moment_words(review, moment, catalogue)).collect(),
        groups: groups.into_iter().map(|group| group_words(review, group, catalogue)).collect(),
        labels: LABELS.iter().map(|id| (*id, say(id, args! {}))).collect(),
    }
}

/// The sides whose moves were judged without a word on what they cost.
fn untold(review: &Review) -> Option<&'static str> {
    let is_untold = |color: Color| {
        let mut judged =
            review.moves.iter().filter(|played| played.ply.color == color && played.verdict.lead.is_some());
        // What came of a change by hand, and the first move after a gap, have no loss either.
        review.own_judge && judged.clone().count() > 1 && judged.all(|played| played.verdict.loss.is_none())
    };
    match [Color::Black, Color::White].map(is_untold) {
        [true, true] => Some("both"),
        [true, false] => Some("black"),
        [false, true] => Some("white"),
        [false, false] => None,
    }
}

fn moment_words(review: &Review, moment: &Moment, catalogue: &Catalogue) -> MomentWords {
    let say = |id: &str, args| catalogue.say(id, 0, &args).unwrap_or_default();
    let played = &review.moves[moment.ply - 1];
    let ply = &played.ply;
    // The title is that of the move that is shown; others of the same moment may have cost more.
    let points = played.verdict.loss.unwrap_or_default().round().max(1.0) as usize;
    let grade = played.verdict.grade.unwrap_or(moment.grade);
    let title = args! {
        ply: ply.number, color: color_name(ply.color), point: review.size.move_name(ply.mv), grade: grade.name(),
        points: points,
    };
    let line = played.verdict.why.as_ref().map(|why| {
        let names = why.better_line.iter().take(MOST_MOVES).map(|(_, mv)| review.size.move_name(*mv));
        names.collect::<Vec<_>>().join(" ")
    });
    let until = moment.plies.last().filter(|last| **last > moment.ply);
    MomentWords {
        ply: moment.ply,
        title: say("report-moment", title),
        better: line.map_or(String::new(), |line| say("report-better", args! { line: line })),
        until: until.map_or(String::new(), |last| say("report-until", args! { ply: *last })),
        task: task(review, played, catalogue).unwrap_or_default(),
    }
}

fn task(review: &Review, played: &ReviewedMove, catalogue: &Catalogue) -> Option<String> {
    let why = played.verdict.why.as_ref()?;
    let group = why.stake.groups.first().copied().unwrap_or(PointSet::EMPTY);
    let what = if group.is_empty() { What::Unknown } else { why.stake.what };
    let args = args! {
        mover: color_name(played.ply.color), point: review.size.move_name(played.ply.mv), stones: group.len(),
        stones_at: near(review, &group), what: what.name(),
    };
    catalogue.say("task", 0, &args)
}

fn group_words(review: &Review, group: &WeakGroup, catalogue: &Catalogue) -> GroupWords {
    let (fate, ply) = match group.settled {
        Some(Settled { ply, alive: true }) => ("alive", ply),
        Some(Settled { ply, alive: false }) => ("dead", ply),
        None => ("open", 0),
    };
    let args = args! {
        color: color_name(group.color), stones: group.stones.len(), stones_at: near(review, &group.stones),
        danger: group.danger, fate: fate, ply: ply,
    };
    let text = catalogue.say("report-group", 0, &args).unwrap_or_default();
    GroupWords { stones: group.stones, danger: group.danger, text }
}

/// The stone of a group nearest to its middle.
fn near(review: &Review, stones: &PointSet) -> String {
    let middle =
        |of: fn(&goban::Point) -> usize| stones.iter().map(|point| of(&point)).sum::<usize>() / stones.len().max(1);
    let middle = review.size.point(middle(|point| point.column()), middle(|point| point.row()));
    nearest(stones, middle).map_or(String::new(), |point| review.size.vertex(point))
}

impl Digest {
    /// A heading.
    #[must_use]
    pub fn label(&self, id: &str) -> &str {
        self.labels.get(id).map_or("", String::as_str)
    }

    /// The name of a side.
    #[must_use]
    pub fn side(&self, color: Color) -> &str {
        self.label(match color {
            Color::Black => "report-black",
            Color::White => "report-white",
        })
    }
}
