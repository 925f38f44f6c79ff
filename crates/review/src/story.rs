//! The story of a game: phases, turning points, fights, groups that lived and died, and when each model saw the winner.

use fluent_bundle::FluentArgs;
use goban::{Board, BoardSize, ByColor, Color, Move, Point, PointSet};
use record::{Margin, Outcome};

use crate::fact::Fact;
use crate::placement::distance;
use crate::seen::{Curve, Owners};
use crate::words::{Catalogue, Level, args, color_name, nearest, value};
use crate::{Area, Counter, Ending, Grade, LastGroup, Moment, Outlook, ReviewedMove};

/// What stage a game is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the first close fighting.
    Opening,
    /// While whole parts of the board change hands.
    Middle,
    /// When the borders are drawn.
    Endgame,
}

impl Stage {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Opening => "opening",
            Stage::Middle => "middle",
            Stage::Endgame => "endgame",
        }
    }
}

/// A stretch of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// What it is.
    pub stage: Stage,
    /// Its first move.
    pub from: usize,
    /// Its last move.
    pub to: usize,
}

/// A fight: moves near each other that change much.
#[derive(Clone, PartialEq, Debug)]
pub struct Fight {
    /// Its first move.
    pub from: usize,
    /// Its last move.
    pub to: usize,
    /// How many moves belong to it.
    pub moves: usize,
    /// Where they were played.
    pub points: PointSet,
    /// The part of the board.
    pub area: Area,
    /// What was at stake: gains of both sides in shares of what few moves reach.
    pub exchange: f64,
    /// Stones taken by each side.
    pub captures: ByColor<usize>,
}

/// What became of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was captured.
    Captured,
    /// It stands where nothing can save it any more.
    Dead,
    /// Nothing can take it any more.
    Alive,
}

impl Fate {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fate::Captured => "captured",
            Fate::Dead => "dead",
            Fate::Alive => "alive",
        }
    }
}

/// A group whose fate was decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Whose.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What became of it.
    pub fate: Fate,
    /// With which move.
    pub ply: usize,
}

/// When a model saw the winner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seer {
    /// The quantity that says who is ahead.
    pub name: String,
    /// After which move it saw the winner ahead for good; none if it did not at the end.
    pub since: Option<usize>,
}

/// A part of the story in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paragraph {
    /// Its heading.
    pub title: String,
    /// Its sentences.
    pub sentences: Vec<String>,
}

/// The story of a game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Story {
    /// Opening, middle game and endgame, as far as there are.
    pub phases: Vec<Phase>,
    /// The biggest fights, in the order of the game.
    pub fights: Vec<Fight>,
    /// Groups whose fate was decided, in the order of the game.
    pub groups: Vec<Group>,
    /// When each model saw the recorded winner; empty where the record names none.
    pub seers: Vec<Seer>,
    /// Who won and by what, in a sentence or two.
    pub headline: String,
    /// All of it in words.
    pub paragraphs: Vec<Paragraph>,
}

/// Most fights and groups of a story.
const MOST: usize = 5;

/// What the story is made of.
pub(crate) struct Material<'a> {
    pub(crate) size: BoardSize,
    pub(crate) moves: &'a [ReviewedMove],
    pub(crate) leads: Vec<&'a Curve>,
    pub(crate) gains: Vec<&'a Curve>,
    /// Whose each point is, at the start and after every ply.
    pub(crate) owners: &'a [Owners],
    pub(crate) start: &'a Board,
    pub(crate) end: &'a Board,
    pub(crate) last_groups: &'a [LastGroup],
    pub(crate) ending: &'a Ending,
    /// Where the game was decided, if somebody judged it.
    pub(crate) moments: &'a [Moment],
    /// Whether our own search judged it, which is often wrong by some points.
    pub(crate) own_judge: bool,
    /// Whether it played fewer games a position than it does when nobody says how many.
    pub(crate) few_games: bool,
}

impl Material<'_> {
    /// The lead from which on the judge has the right side ahead; none if nothing is known of that. Our own search does so in nine of ten positions of judged games from
    /// 3 points on 9×9, 5 on 13×13 and 7 on 19×19.
    fn clear(&self) -> Option<f64> {
        if !self.own_judge {
            return Some(0.5);
        }
        let clear = match self.size.area() {
            ..=108 => 3.0,
            area @ ..=196 => area as f64 / 36.0,
            _ => 7.0,
        };
        // These were measured with the usual number of games.
        (!self.few_games).then_some(clear)
    }
}

/// Fewer points change little between the two sides.
const LITTLE: f64 = 2.5;

/// Points as far as our own search can tell them: large numbers to the nearest five.
fn roughly(points: f64) -> usize {
    if points < 7.5 { points.round() as usize } else { 5 * (points / 5.0).round() as usize }
}

pub(crate) fn story(material: &Material<'_>, catalogue: &Catalogue, level: Level) -> Story {
    let story = Story {
        phases: material.phases(),
        fights: material.fights(),
        groups: material.groups(),
        seers: material.seers(),
        headline: String::new(),
        paragraphs: Vec::new(),
    };
    let narrator = Narrator { material, story: &story, catalogue, level };
    let (headline, paragraphs) = (narrator.headline(), narrator.paragraphs());
    Story { headline, paragraphs, ..story }
}

impl Material<'_> {
    fn n(&self) -> usize {
        self.moves.len()
    }

    /// Where the game leaves the opening and where it enters the endgame.
    fn phases(&self) -> Vec<Phase> {
        let n = self.n();
        if n == 0 {
            return Vec::new();
        }
        let close: Vec<bool> = self.moves.iter().map(ReviewedMove::is_close).collect();
        // Ten moves of which six are in contact with the enemy, or a sixth of the points played on. Nobody calls the first few
        // moves a middle game, however they touch each other.
        let span = 10.min(n);
        let (shortest, longest) = (self.size.area() / 18, (self.size.area() / 6).max(4));
        let fight = (shortest..n.saturating_sub(span - 1))
            .find(|&i| close[i..i + span].iter().filter(|c| **c).count() * 10 >= span * 6);
        let opening = fight.unwrap_or(n).min(longest).min(n);
        // After the endgame begins, no ten moves change the hands of a twentieth of the board.
        let much = (self.size.area() / 20).max(3);
        let changed = |i: usize| {
            let (was, is) = (&self.owners[i.saturating_sub(10)].most, &self.owners[i].most);
            Color::ALL
                .iter()
                .map(|&color| ((was[color] | is[color]) - (was[color] & is[color])).len())
                .max()
                .unwrap_or(0)
        };
        let last = (opening..=n).rev().find(|&i| changed(i) >= much).unwrap_or(opening);
        let endgame = (n - last >= (self.size.area() / 18).max(4)).then_some(last + 1);
        let mut phases = Vec::new();
        if opening > 0 {
            phases.push(Phase { stage: Stage::Opening, from: 1, to: opening });
        }
        let middle_end = endgame.map_or(n, |first| first - 1);
        if middle_end > opening {
            phases.push(Phase { stage: Stage::Middle, from: opening + 1, to: middle_end });
        }
        if let Some(first) = endgame {
            phases.push(Phase { stage: Stage::Endgame, from: first, to: n });
        }
        phases
    }

    /// How much each move changes, from 0 to 1: the mean over the models that measure gains.
    fn heat(&self) -> Vec<f64> {
        let units: Vec<f64> = self.gains.iter().map(|curve| curve.unit_of_bars()).collect();
        (1..=self.n())
            .map(|i| {
                let sum: f64 = self
                    .gains
                    .iter()
                    .zip(&units)
                    .map(|(curve, unit)| curve.values[i].abs() / unit)
                    .map(|part| if part.is_finite() { part.min(1.0) } else { 1.0 })
                    .sum();
                if self.gains.is_empty() { 0.0 } else { sum / self.gains.len() as f64 }
            })
            .collect()
    }

    fn fights(&self) -> Vec<Fight> {
        const NEAR: usize = 3;
        const GAP: usize = 6;
        /// Longer than this nobody calls it one fight.
        const LONGEST: usize = 60;
        struct Open {
            moves: Vec<(usize, Point)>,
            exchange: f64,
            captures: ByColor<usize>,
            close: usize,
        }
        let heat = self.heat();
        let mut open: Vec<Open> = Vec::new();
        for (played, heat) in self.moves.iter().zip(&heat) {
            let Move::Play(point) = played.ply.mv else { continue };
            let number = played.ply.number;
            let touches = |fight: &Open| {
                let ends = [fight.moves.first(), fight.moves.last()];
                let [Some((first, _)), Some((last, _))] = ends else { return false };
                number - last <= GAP
                    && number - first < LONGEST
                    && fight.moves.iter().rev().take(8).any(|(_, other)| distance(*other, point) <= NEAR)
            };
            let mut joined: Option<Open> = None;
            let mut rest = Vec::new();
            for fight in open {
                if !touches(&fight) {
                    rest.push(fight);
                } else if let Some(whole) = &mut joined {
                    whole.moves.extend(fight.moves);
                    whole.moves.sort_unstable_by_key(|(number, _)| *number);
                    whole.exchange += fight.exchange;
                    whole.close += fight.close;
                    for color in Color::ALL {
                        whole.captures[color] += fight.captures[color];
                    }
                } else {
                    joined = Some(fight);
                }
            }
            let mut fight =
                joined.unwrap_or(Open { moves: Vec::new(), exchange: 0.0, captures: ByColor::default(), close: 0 });
            fight.moves.push((number, point));
            fight.exchange += heat;
            fight.close += usize::from(played.is_close());
            if !played.ply.suicide {
                fight.captures[played.ply.color] += played.ply.captured.len();
            }
            rest.push(fight);
            open = rest;
        }
        let least = if self.size.get() >= 13 { 8 } else { 5 };
        let mut fights: Vec<Fight> = open
            .into_iter()
            .filter(|fight| fight.moves.len() >= least && fight.close * 2 >= fight.moves.len())
            .filter_map(|fight| {
                let points: PointSet = fight.moves.iter().map(|(_, point)| *point).collect();
                let taken = fight.captures.black + fight.captures.white;
                Some(Fight {
                    from: fight.moves.first()?.0,
                    to: fight.moves.last()?.0,
                    moves: fight.moves.len(),
                    area: Area::of_most(self.size, &points),
                    points,
                    exchange: fight.exchange + 0.5 * taken as f64,
                    captures: fight.captures,
                })
            })
            .collect();
        fights.sort_by(|a, b| b.exchange.total_cmp(&a.exchange).then(a.from.cmp(&b.from)));
        fights.truncate(3);
        fights.sort_by_key(|fight| fight.from);
        fights
    }

    fn groups(&self) -> Vec<Group> {
        let least = if self.size.get() >= 13 { 5 } else { 3 };
        let mut groups: Vec<Group> = Vec::new();
        for played in self.moves {
            let (mover, ply) = (played.ply.color, played.ply.number);
            for finding in &played.findings {
                let (color, stones, fate) = match &finding.fact {
                    Fact::Capture { stones } => (!mover, *stones, Fate::Captured),
                    Fact::Dead { stones } => (!mover, *stones, Fate::Dead),
                    Fact::Alive { stones } => (mover, *stones, Fate::Alive),
                    _ => continue,
                };
                if stones.len() < least {
                    continue;
                }
                // What was dead before it was taken has been told.
                let known = groups.iter().any(|group| {
                    group.color == color
                        && (group.stones & stones).len() * 2 > stones.len()
                        && group.fate != Fate::Alive
                });
                if !known {
                    groups.push(Group { color, stones, fate, ply });
                }
            }
        }
        let weight = |group: &Group| group.stones.len() * if group.fate == Fate::Alive { 1 } else { 2 };
        groups.sort_by_key(|group| (std::cmp::Reverse(weight(group)), group.ply));
        groups.truncate(MOST);
        groups.sort_by_key(|group| group.ply);
        groups
    }

    fn seers(&self) -> Vec<Seer> {
        let Some(winner) = self.ending.outcome.and_then(|outcome| outcome.winner()) else { return Vec::new() };
        if self.n() == 0 {
            return Vec::new();
        }
        let since = |curve: &Curve| {
            let wrong = curve.values.iter().rposition(|value| winner.sign() * value <= 0.0 || value.is_nan());
            let since = wrong.map_or(0, |at| at + 1);
            (since < curve.values.len()).then_some(since)
        };
        self.leads.iter().map(|curve| Seer { name: curve.name.clone(), since: since(curve) }).collect()
    }
}

/// Puts the story in words.
struct Narrator<'a> {
    material: &'a Material<'a>,
    story: &'a Story,
    catalogue: &'a Catalogue,
    level: Level,
}

impl Narrator<'_> {
    fn say(&self, id: &str, variant: usize, args: FluentArgs<'_>) -> Option<String> {
        self.catalogue.say(id, variant, &args).filter(|text| !text.is_empty())
    }

    fn title(&self, id: &str, from: usize, to: usize) -> String {
        self.say(id, 0, args! { from: from, to: to }).unwrap_or_default()
    }

    /// A list in words: `A, B and C`.
    fn list(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                self.say("story-and", 0, args! { first: first.join(", "), last: last.clone() }).unwrap_or_default()
            }
        }
    }

    fn vertex(&self, points: &PointSet) -> String {
        let column = points.iter().map(|p| p.column()).sum::<usize>() / points.len().max(1);
        let row = points.iter().map(|p| p.row()).sum::<usize>() / points.len().max(1);
        let middle = self.material.size.point(column, row);
        nearest(points, middle).map_or(String::new(), |point| self.material.size.vertex(point))
    }

    fn area(&self, area: Area) -> String {
        self.say("the-area", 0, args! { area: area.name() }).unwrap_or_default()
    }

    fn paragraphs(&self) -> Vec<Paragraph> {
        let mut paragraphs = Vec::new();
        for phase in &self.story.phases {
            let title = self.title(&format!("story-{}", phase.stage.name()), phase.from, phase.to);
            let sentences = match phase.stage {
                Stage::Opening => self.opening(phase),
                Stage::Middle => self.middle(phase),
                Stage::Endgame => self.endgame(phase),
            };
            if !sentences.is_empty() {
                paragraphs.push(Paragraph { title, sentences });
            }
        }
        let end = self.end();
        if !end.is_empty() {
            paragraphs.push(Paragraph { title: self.title("story-end", 0, 0), sentences: end });
        }
        paragraphs
    }

    fn within(&self, phase: &Phase) -> &[ReviewedMove] {
        &self.material.moves[phase.from - 1..phase.to]
    }

    fn opening(&self, phase: &Phase) -> Vec<String> {
        let mut corners: ByColor<Vec<Area>> = ByColor::default();
        let mut first_contact = None;
        let mut invasion = None;
        for played in self.within(phase) {
            for finding in &played.findings {
                match &finding.fact {
                    Fact::Corner { area, .. } => corners[played.ply.color].push(*area),
                    Fact::Contact { .. } | Fact::Hane { .. } | Fact::Atari { .. } => {
                        first_contact.get_or_insert(played);
                    }
                    Fact::Invasion { area, .. } => {
                        invasion.get_or_insert((played, *area));
                    }
                    _ => {}
                }
            }
        }
        let mut sentences = Vec::new();
        let stones = self.material.start.stones();
        match (stones.black.len(), stones.white.len()) {
            (0, 0) => {}
            (black, 0) if black > 1 => sentences.extend(self.say("story-handicap", 0, args! { stones: black })),
            (black, white) => sentences.extend(self.say("story-setup", 0, args! { black: black, white: white })),
        }
        let names = |areas: &[Area]| self.list(&areas.iter().map(|area| self.area(*area)).collect::<Vec<_>>());
        match (corners.black.is_empty(), corners.white.is_empty()) {
            (false, false) => sentences.extend(self.say(
                "story-corners",
                0,
                args! { black: names(&corners.black), white: names(&corners.white) },
            )),
            (true, true) => {}
            (black_none, _) => {
                let color = if black_none { Color::White } else { Color::Black };
                let args = args! { color: color_name(color), areas: names(&corners[color]) };
                sentences.extend(self.say("story-corners-one", 0, args));
            }
        }
        if let Some((played, area)) = invasion {
            let args = args! { color: color_name(played.ply.color), area: area.name(), ply: played.ply.number };
            sentences.extend(self.say("story-invasion", 0, args));
        } else if let Some(played) = first_contact
            && let Some(point) = played.ply.mv.point()
        {
            let area = Area::of(self.material.size, point).name();
            let args = args! { color: color_name(played.ply.color), area: area, ply: played.ply.number };
            sentences.extend(self.say("story-contact", 0, args));
        }
        sentences.extend(self.moments(phase));
        sentences.extend(self.balance(phase.to));
        sentences
    }

    /// Who is ahead after a move, if somebody judged that.
    fn balance(&self, ply: usize) -> Option<String> {
        let lead = self.lead(ply)?;
        let color = if lead > 0.0 { Color::Black } else { Color::White };
        let Some(clear) = self.material.clear() else { return self.say("story-lead-few", 0, args! {}) };
        match (lead.abs() >= clear, self.material.own_judge) {
            (true, true) => {
                self.say("story-lead-roughly", 0, args! { color: color_name(color), points: roughly(lead.abs()) })
            }
            (true, false) => {
                let points = lead.abs().round() as usize;
                self.say("story-lead", 0, args! { color: color_name(color), points: points })
            }
            (false, true) => self.say("story-lead-open", 0, args! {}),
            (false, false) => self.say("story-lead-none", 0, args! {}),
        }
    }

    /// Black's lead after a move, if somebody judged that.
    fn lead(&self, ply: usize) -> Option<f64> {
        self.material.moves.get(ply.checked_sub(1)?)?.verdict.lead
    }

    /// What decided the game in a phase, in a sentence each.
    fn moments(&self, phase: &Phase) -> Vec<String> {
        let inside = |moment: &&Moment| (phase.from..=phase.to).contains(&moment.ply) && moment.grade >= Grade::Mistake;
        let tell = |moment: &Moment| {
            let why = self.material.moves[moment.ply - 1].verdict.why.as_ref()?;
            why.sentences.first().cloned()
        };
        self.material.moments.iter().filter(inside).filter_map(tell).collect()
    }

    fn fights_and_groups(&self, phase: &Phase) -> Vec<String> {
        let inside = |ply: usize| (phase.from..=phase.to).contains(&ply);
        let mut sentences = Vec::new();
        let biggest = self.story.fights.iter().map(|fight| fight.exchange).fold(0.0, f64::max);
        for (i, fight) in self.story.fights.iter().filter(|fight| inside((fight.from + fight.to) / 2)).enumerate() {
            let ByColor { black, white } = fight.captures;
            let args = args! {
                from: fight.from, to: fight.to, moves: fight.moves, area: fight.area.name(),
                biggest: usize::from(fight.exchange == biggest && self.story.fights.len() > 1),
                black: black, white: white,
                taken: if black + white == 0 { "none" } else if white == 0 { "black" } else if black == 0 { "white" } else { "both" },
            };
            sentences.extend(self.say("story-fight", i, args));
        }
        for (i, group) in self.story.groups.iter().filter(|group| inside(group.ply)).enumerate() {
            let args = args! {
                color: color_name(group.color), stones: group.stones.len(), stones_at: self.vertex(&group.stones),
                ply: group.ply, fate: group.fate.name(),
            };
            sentences.extend(self.say("story-group", i, args));
        }
        sentences
    }

    fn middle(&self, phase: &Phase) -> Vec<String> {
        let mut sentences = self.fights_and_groups(phase);
        sentences.extend(self.moments(phase));
        let kos = self
            .within(phase)
            .iter()
            .filter(|played| played.findings.iter().any(|f| matches!(f.fact, Fact::KoTaken { .. })))
            .count();
        if kos >= 3 {
            sentences.extend(self.say("story-ko", 0, args! { times: kos }));
        }
        sentences.extend(self.balance(phase.to));
        sentences
    }

    fn endgame(&self, phase: &Phase) -> Vec<String> {
        let mut sentences = self.fights_and_groups(phase);
        sentences.extend(self.moments(phase));
        if let Some((was, is)) = self.lead(phase.from - 1).zip(self.lead(phase.to)) {
            let color = if is > was { Color::Black } else { Color::White };
            let gain = (is - was).abs();
            let points = if self.material.own_judge { roughly(gain) } else { gain.round() as usize };
            if gain < LITTLE {
                sentences.extend(self.say("story-endgame-even", 0, args! {}));
            } else if self.material.clear().is_some_and(|clear| gain >= clear) {
                let args = args! { color: color_name(color), points: points };
                sentences.extend(self.say("story-endgame-gain", 0, args));
            }
        }
        sentences
    }

    /// What becomes of a group on the last board, and whether that is proved.
    fn last_group(&self, group: &LastGroup) -> Option<String> {
        let kill = match group.outlook {
            Outlook::Killable(point) => self.material.size.vertex(point),
            _ => String::new(),
        };
        let args = args! {
            color: color_name(group.color), stones: group.stones.len(), stones_at: self.vertex(&group.stones),
            outlook: group.outlook.name(), kill: kill, proved: usize::from(group.proved),
            stays: (100.0 * group.survival).round() as usize,
        };
        self.say("story-last", 0, args)
    }

    fn end(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let of = self.material.leads.len();
        let winner = self.material.ending.winner();
        // What models that see no stone die make of the winner is for those who study them.
        if let Some(winner) = winner.filter(|_| of > 0 && self.level == Level::Expert) {
            let right: Vec<&Seer> = self.story.seers.iter().filter(|seer| seer.since.is_some()).collect();
            let args = args! { color: color_name(winner), right: right.len(), of: of };
            sentences.extend(self.say("story-seers", 0, args));
            let first = right.iter().min_by_key(|seer| seer.since);
            let last = right.iter().max_by_key(|seer| seer.since);
            if let (Some(first), Some(last)) = (first, last)
                && let (Some(early), Some(late)) = (first.since, last.since)
            {
                let same = match (first.name == last.name, early == late) {
                    (true, _) => 1,
                    (false, true) => 2,
                    (false, false) => 0,
                };
                let args = args! {
                    first: first.name.clone(), early: early, last: last.name.clone(), late: late, same: same,
                    color: color_name(winner),
                };
                sentences.extend(self.say("story-first-seer", 0, args));
            }
            let wrong: Vec<String> =
                self.story.seers.iter().filter(|seer| seer.since.is_none()).map(|seer| seer.name.clone()).collect();
            if !wrong.is_empty() && wrong.len() < of {
                let args = args! { names: self.list(&wrong), n: wrong.len(), color: color_name(winner) };
                sentences.extend(self.say("story-blind", 0, args));
            }
        }
        sentences.extend(self.material.last_groups.iter().filter_map(|group| self.last_group(group)));
        let stones = self.material.end.stones();
        if stones.black.is_empty() && stones.white.is_empty() {
            sentences.extend(self.say("story-empty-board", 0, args! {}));
        }
        sentences
    }

    /// How the game ended, and whether a count agrees.
    fn headline(&self) -> String {
        let Ending { outcome, count } = self.material.ending;
        let mut sentences = Vec::new();
        if self.material.n() == 0 {
            sentences.extend(self.say("story-no-moves", 0, args! {}));
        }
        let said = match outcome {
            Some(Outcome::Win { winner, margin }) => {
                let (how, points) = match margin {
                    Margin::Points(points) => ("points", *points),
                    Margin::Resignation => ("resignation", 0.0),
                    Margin::Time => ("time", 0.0),
                    Margin::Forfeit => ("forfeit", 0.0),
                    _ => ("unknown", 0.0),
                };
                self.say("ending", 0, args! { color: color_name(*winner), how: how, points: value(points) })
            }
            Some(Outcome::Draw) => self.say("ending-draw", 0, args! {}),
            Some(Outcome::Void) => self.say("ending-void", 0, args! {}),
            _ if self.material.n() == 0 => None,
            _ => self.say("ending-none", 0, args! { counted: usize::from(count.is_some()) }),
        };
        sentences.extend(said);
        if let Some(count) = count.as_ref().filter(|_| self.material.ending.agrees() != Some(true)) {
            let lead = count.score.lead();
            let color = if lead < 0.0 { Color::White } else { Color::Black };
            let id = match count.by {
                Counter::Marks => "ending-marked",
                Counter::Games => "ending-counted",
            };
            let args = args! {
                color: color_name(color), points: value(lead.abs()), even: usize::from(lead == 0.0),
                differs: usize::from(self.material.ending.agrees() == Some(false)),
            };
            sentences.extend(self.say(id, 0, args));
        }
        sentences.join(" ")
    }
}
