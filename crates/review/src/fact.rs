//! What a move did: facts with their sizes and the points that show them.
//!
//! The table at the end of this file has one entry for each kind of fact: its name, its parts, how it is put in words, what it weighs
//! and what its words need. A new kind is a new entry, its messages in `assets/words`, and its check in `tests/claims`, whose
//! `match` does not compile without it.

use fluent_bundle::FluentArgs;
use goban::{ByColor, Color, Illegal, Move, Point, PointSet};
use model::Cell;
use model::words::signed;
use tactics::{Outcome, Reading};

use crate::Area;
use crate::words::color_name;

/// A fact and how much it matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The fact.
    pub fact: Fact,
    /// From 0 (not worth a word) to about 100.
    pub weight: f64,
}

impl Finding {
    /// A fact whose parts say what it weighs.
    pub(crate) fn new(fact: Fact) -> Finding {
        Finding::scaled(fact, 1.0)
    }

    /// A fact whose weight needs a number that is not among its parts; the table says which.
    pub(crate) fn scaled(fact: Fact, scale: f64) -> Finding {
        Finding { weight: fact.weight(scale), fact }
    }
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

/// How many points each side has in a part of the board, before a move and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Points before.
    pub before: ByColor<usize>,
    /// Points now.
    pub after: ByColor<usize>,
}

impl Change {
    /// The most points that a side won or lost.
    pub(crate) fn most(&self) -> usize {
        Color::ALL.into_iter().map(|color| self.after[color].abs_diff(self.before[color])).max().unwrap_or(0)
    }

    /// Who fares better by it, what that side won, and what the other lost.
    fn balance(&self) -> (Color, i64, i64) {
        let change = |color: Color| self.after[color] as i64 - self.before[color] as i64;
        let gains = if change(Color::Black) >= change(Color::White) { Color::Black } else { Color::White };
        (gains, change(gains), -change(!gains))
    }

    /// Which of the messages fits: that one side won and the other lost, that one won, that one lost.
    fn message(&self) -> usize {
        match self.balance() {
            (_, 3.., 3..) => 0,
            (_, gain, loss) if gain >= loss => 1,
            _ => 2,
        }
    }

    fn words(&self, args: &mut FluentArgs<'static>) {
        let (gains, gain, loss) = self.balance();
        args.set("gains", color_name(gains));
        args.set("gain", gain.max(0));
        args.set("loss", loss.max(0));
    }
}

/// What a move cost its side in the eyes of an engine, in points; negative if it won something. `points` is how the lead
/// changed and `win` how the win rate did, in percent: of engines without a lead, four percent count as a point.
#[must_use]
pub fn loss(points: Option<f64>, win: Option<f64>) -> f64 {
    points.or(win.map(|win| win / 4.0)).map_or(0.0, |change| -change)
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

/// How a fact is put in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// It follows the name of the side.
    Clause,
    /// It stands by itself.
    Whole,
}

/// What telling facts needs to know of a kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Manner {
    pub(crate) topic: Topic,
    pub(crate) form: Form,
    /// Whether its clause has two parts of its own, so that a comma sets it off.
    pub(crate) long: bool,
    /// Whether stones of both sides meet in it: contact, atari, captures, cuts.
    pub(crate) close: bool,
    /// Repeated within this many moves it weighs less, down to this share.
    pub(crate) fades: Option<(usize, f64)>,
}

const fn clause(topic: Topic) -> Manner {
    Manner { topic, form: Form::Clause, long: false, close: false, fades: None }
}

const fn whole(topic: Topic) -> Manner {
    Manner { form: Form::Whole, ..clause(topic) }
}

impl Manner {
    const fn long(self) -> Manner {
        Manner { long: true, ..self }
    }

    const fn close(self) -> Manner {
        Manner { close: true, ..self }
    }

    const fn fades(self, moves: usize, least: f64) -> Manner {
        Manner { fades: Some((moves, least)), ..self }
    }
}

/// The named parts of a fact, gathered. Lines of play are texts such as `B D4 W E4`.
struct Cells<'v> {
    vertex: &'v dyn Fn(Point) -> String,
    cells: Vec<(&'static str, Cell)>,
}

impl Cells<'_> {
    fn add(&mut self, name: &'static str, cell: Cell) {
        self.cells.push((name, cell));
    }

    fn text(&mut self, name: &'static str, text: impl ToString) {
        self.add(name, Cell::Text(text.to_string()));
    }

    fn number(&mut self, name: &'static str, number: f64) {
        self.add(name, Cell::Number(number));
    }
}

/// A part of a fact: how it stands in tables and JSON, and which points show it.
trait Part {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>);

    fn shown(&self) -> PointSet {
        PointSet::EMPTY
    }
}

impl Part for bool {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.number(name, f64::from(u8::from(*self)));
    }
}

impl Part for usize {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.number(name, *self as f64);
    }
}

impl Part for f64 {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.number(name, *self);
    }
}

impl Part for String {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.text(name, self);
    }
}

impl Part for Color {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.add(name, Cell::Color(*self));
    }
}

impl Part for Illegal {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.text(name, self);
    }
}

impl Part for Area {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.text(name, self.name());
    }
}

impl Part for Step {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.text(name, self.name());
    }
}

impl Part for Point {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.add(name, Cell::Point(*self));
    }

    fn shown(&self) -> PointSet {
        PointSet::from(*self)
    }
}

impl Part for PointSet {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        cells.add(name, Cell::Points(*self));
    }

    fn shown(&self) -> PointSet {
        *self
    }
}

impl Part for Move {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        let text = self.point().map_or("pass".to_string(), cells.vertex);
        cells.text(name, text);
    }

    fn shown(&self) -> PointSet {
        self.point().into_iter().collect()
    }
}

impl Part for Chase {
    fn tell(&self, _: &'static str, cells: &mut Cells<'_>) {
        let vertex = |mv: &Move| mv.point().map_or("pass".to_string(), cells.vertex);
        let line: Vec<String> =
            self.line.iter().map(|(color, played)| format!("{} {}", color.letter(), vertex(played))).collect();
        cells.text("outcome", self.outcome);
        cells.number("moves", self.line.len() as f64);
        cells.text("line", line.join(" "));
    }
}

impl Part for Change {
    fn tell(&self, _: &'static str, cells: &mut Cells<'_>) {
        cells.number("black_before", self.before.black as f64);
        cells.number("black_after", self.after.black as f64);
        cells.number("white_before", self.before.white as f64);
        cells.number("white_after", self.after.white as f64);
    }
}

impl<P: Part> Part for Option<P> {
    fn tell(&self, name: &'static str, cells: &mut Cells<'_>) {
        if let Some(part) = self {
            part.tell(name, cells);
        }
    }

    fn shown(&self) -> PointSet {
        self.as_ref().map_or(PointSet::EMPTY, Part::shown)
    }
}

/// What an entry of the table says, or else what is usual.
macro_rules! or {
    ([$usual:expr]) => {
        $usual
    };
    ([$usual:expr] $own:expr) => {
        $own
    };
}

/// The table of facts. Expressions see the parts of the fact by their names, as references.
///
/// - `tell`: how it is put in words.
/// - `weigh`: how much it matters, from 0 to about 100. The argument, if there is one, is a number that is not among the parts.
/// - `show` (if not all points among its parts): the points that show it.
/// - `say` (if not the message of its name): the messages it may have, and which it has.
/// - `then`: messages of what follows from it, and which it has, if any.
/// - `words`: arguments of its messages besides its parts.
/// - `again`: the part of the board by which repetitions are recognised, if not the whole board.
macro_rules! facts {
    ($(
        $(#[$about:meta])*
        $name:ident $kind:literal {
            $( $(#[$about_part:meta])* $part:ident: $type:ty, )*
        } => {
            tell: $manner:expr;
            weigh $( ($scale:ident) )?: $weight:expr;
            $( show: $points:expr; )?
            $( say: [$($message:literal),+][$which:expr]; )?
            $( then: [$($then:literal),+][$follows:expr]; )?
            $( words: |$args:ident| $words:expr; )?
            $( again: $area:expr; )?
        }
    )*) => {
        /// One thing that a move did. "The mover" is who made it, "the other" the opponent.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Fact {
            $(
                $(#[$about])*
                $name {
                    $( $(#[$about_part])* $part: $type, )*
                },
            )*
        }

        // Most entries need some of the parts only.
        #[allow(unused_variables)]
        impl Fact {
            /// The messages of all kinds; a catalogue without one of them cannot tell that kind.
            #[cfg(test)]
            pub(crate) const MESSAGES: &[&[&str]] =
                &[$( or!([&[$kind]] $(&[$($message),+])?), $( &[$($then),+], )? )*];

            /// The stable name of its kind, by which catalogues and JSON know it.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $( Fact::$name { .. } => $kind, )*
                }
            }

            /// The named parts of the fact. Lines of play are texts such as `B D4 W E4`, made by the caller's `vertex`.
            #[must_use]
            pub fn cells(&self, vertex: &dyn Fn(Point) -> String) -> Vec<(&'static str, Cell)> {
                let mut cells = Cells { vertex, cells: Vec::new() };
                match self {
                    $( Fact::$name { $($part),* } => { $( $part.tell(stringify!($part), &mut cells); )* } )*
                }
                cells.cells
            }

            /// The points that show it, besides the stone that was played.
            #[must_use]
            pub fn points(&self) -> PointSet {
                match self {
                    $( Fact::$name { $($part),* } => or!([PointSet::EMPTY $( | $part.shown() )*] $($points)?), )*
                }
            }

            fn weight(&self, scale: f64) -> f64 {
                match self {
                    $(
                        Fact::$name { $($part),* } => {
                            $( let $scale = scale; )?
                            $weight
                        }
                    )*
                }
            }

            pub(crate) fn manner(&self) -> Manner {
                match self {
                    $( Fact::$name { .. } => const { $manner }, )*
                }
            }

            /// Its message.
            pub(crate) fn message(&self) -> &'static str {
                match self {
                    $( Fact::$name { $($part),* } => or!([$kind] $([$($message),+][$which])?), )*
                }
            }

            /// The message of what follows from it, if something is to be said of that.
            pub(crate) fn then(&self) -> Option<&'static str> {
                match self {
                    $( Fact::$name { $($part),* } => or!([None] $($follows.map(|which: usize| [$($then),+][which]))?), )*
                }
            }

            /// Arguments of its messages besides its parts.
            pub(crate) fn words(&self, args: &mut FluentArgs<'static>) {
                match self {
                    $(
                        Fact::$name { $($part),* } => {
                            $(
                                let $args = args;
                                $words;
                            )?
                        }
                    )*
                }
            }

            /// The part of the board by which repetitions are recognised.
            pub(crate) fn again(&self) -> Option<Area> {
                match self {
                    $( Fact::$name { $($part),* } => or!([None] $(Some($area))?), )*
                }
            }
        }
    };
}

/// A number of stones or points, of which more than this many weigh no more.
fn up_to(most: usize, points: &PointSet) -> f64 {
    points.len().min(most) as f64
}

facts! {
    /// The mover passed.
    Pass "pass" {
        /// Whether the game is over by it.
        ends: bool,
    } => {
        tell: whole(Topic::Rules);
        weigh: if *ends { 50.0 } else { 34.0 };
    }

    /// The rules do not allow the move.
    Illegal "illegal" {
        /// Why.
        reason: Illegal,
    } => {
        tell: whole(Topic::Rules);
        weigh: 100.0;
    }

    /// Stones were put up or taken off by hand before the move.
    Edited "edited" {} => {
        tell: whole(Topic::Rules);
        weigh: 60.0;
    }

    /// Stones of the other came off.
    Capture "capture" {
        /// They.
        stones: PointSet,
    } => {
        tell: clause(Topic::Attack).close();
        weigh: if stones.len() == 1 { 40.0 } else { 38.0 + 6.0 * up_to(10, stones) };
    }

    /// The mover's own stones came off.
    Suicide "suicide" {
        /// They.
        stones: PointSet,
    } => {
        tell: whole(Topic::Rules);
        weigh: 95.0;
    }

    /// One stone was taken that could be retaken at once, were it not for the rule of ko.
    KoTaken "ko-taken" {
        /// Where it stood.
        at: Point,
        /// Whether the other had just taken it there.
        back: bool,
    } => {
        tell: clause(Topic::Ko).close();
        weigh: if *back { 50.0 } else { 58.0 };
    }

    /// The mover filled the ko.
    KoFilled "ko-filled" {
        /// Where.
        at: Point,
    } => {
        tell: clause(Topic::Ko);
        weigh: 52.0;
    }

    /// The other has just taken a ko; this move puts stones in atari elsewhere.
    KoThreat "ko-threat" {
        /// Where the mover would take back.
        ko: Point,
        /// The stones that are threatened.
        stones: PointSet,
    } => {
        tell: clause(Topic::Ko);
        weigh: 46.0 + up_to(12, stones);
    }

    /// A chain of the other has one liberty now.
    Atari "atari" {
        /// The chain.
        stones: PointSet,
        /// Its last liberty.
        liberty: Point,
        /// What becomes of it if the other tries to save it at once.
        chase: Chase,
    } => {
        tell: clause(Topic::Attack).close();
        weigh: match chase.outcome {
            Outcome::Captured => 34.0 + 5.0 * up_to(12, stones),
            _ => 14.0 + 3.0 * up_to(12, stones),
        };
        then: ["atari-ladder", "atari-captured", "atari-broken"][match (chase.outcome, chase.line.len()) {
            (Outcome::Captured, 8..) => Some(0),
            (Outcome::Captured, _) => Some(1),
            (Outcome::Escapes, 10..) => Some(2),
            _ => None,
        }];
        words: |args| args.set("long", usize::from(chase.line.len() >= 6));
    }

    /// Two chains of the other have one liberty now.
    DoubleAtari "double-atari" {
        /// The larger.
        first: PointSet,
        /// The smaller.
        second: PointSet,
    } => {
        tell: clause(Topic::Attack).long();
        weigh: 52.0 + 2.0 * up_to(15, &(*first | *second));
    }

    /// A chain of the other is not in atari but cannot get away any more.
    Caught "caught" {
        /// The chain.
        stones: PointSet,
        /// How it is taken.
        chase: Chase,
    } => {
        tell: clause(Topic::Attack).close();
        weigh: 36.0 + 6.0 * up_to(10, stones);
    }

    /// If the other does not answer, a chain of it is taken in a ladder.
    Threat "threat" {
        /// The chain.
        stones: PointSet,
        /// How it is taken.
        chase: Chase,
    } => {
        tell: clause(Topic::Attack).fades(6, 0.7);
        weigh: 20.0 + 3.0 * up_to(12, stones);
        words: |args| args.set("short", usize::from(chase.line.len() <= 3));
    }

    /// A chain of the mover could have been taken, and cannot be any more.
    Saved "saved" {
        /// The chain as it was.
        stones: PointSet,
        /// Whether it was in atari.
        atari: bool,
        /// Its liberties now.
        liberties: usize,
    } => {
        tell: clause(Topic::Defence).close();
        // To pull a stone out of atari is a matter of course.
        weigh: if *atari { 12.0 + 4.0 * up_to(12, stones) } else { 20.0 + 5.0 * up_to(12, stones) };
    }

    /// A chain of the mover was in atari and moves on, but is taken all the same.
    Doomed "doomed" {
        /// The chain as it is now.
        stones: PointSet,
        /// How it is taken.
        chase: Chase,
    } => {
        tell: clause(Topic::Defence);
        // The number: stones of the chain that was in atari.
        weigh(in_atari): 26.0 + 4.0 * in_atari.min(12.0);
        then: ["doomed-then"][Some(0)];
    }

    /// A chain of the mover was put in atari, could have been saved, and was left.
    Left "left" {
        /// The chain.
        stones: PointSet,
        /// Where it can be taken.
        liberty: Point,
    } => {
        tell: whole(Topic::Defence);
        weigh: if stones.len() == 1 { 15.0 } else { 20.0 + 5.0 * up_to(12, stones) };
    }

    /// The mover's own chain has one liberty now.
    SelfAtari "self-atari" {
        /// The chain.
        stones: PointSet,
        /// Where it can be taken.
        liberty: Point,
    } => {
        tell: clause(Topic::Defence);
        weigh: 20.0 + 4.0 * up_to(12, stones);
    }

    /// If the stone is taken, more stones of the other can be taken back at once.
    Snapback "snapback" {
        /// The stone.
        bait: Point,
        /// What would be taken back, the taking stone included.
        stones: PointSet,
    } => {
        tell: clause(Topic::Defence).long();
        weigh: 50.0 + 3.0 * up_to(10, stones);
        show: *stones;
    }

    /// Chains of the mover became one.
    Connect "connect" {
        /// The largest of them, as it was.
        first: PointSet,
        /// The next.
        second: PointSet,
        /// How many there were.
        chains: usize,
    } => {
        tell: clause(Topic::Defence).long().fades(6, 0.7);
        weigh: 8.0 + 3.5 * up_to(12, second) + 0.5 * up_to(20, first);
    }

    /// The other could have joined two of its chains here, and they have no other common liberty.
    Cut "cut" {
        /// The larger.
        first: PointSet,
        /// The smaller.
        second: PointSet,
    } => {
        tell: clause(Topic::Attack).long().close();
        weigh: 16.0 + 3.0 * up_to(10, second) + 0.5 * up_to(20, first);
    }

    /// The stone lengthens a chain of the mover.
    Extend "extend" {
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
    } => {
        tell: clause(Topic::Defence).fades(8, 0.5);
        weigh: 5.0 + 2.0 * after.saturating_sub(*before) as f64 + if *line <= 2 { 3.0 } else { 0.0 };
        words: |args| args.set(
            "manner",
            match (line, from) {
                (1, 2..) => "descend",
                (1, _) => "edge",
                (2, 2) => "crawl",
                _ => "plain",
            },
        );
    }

    /// A chain of the other lost liberties.
    Squeeze "squeeze" {
        /// The chain.
        stones: PointSet,
        /// Its liberties before.
        before: usize,
        /// Its liberties now.
        after: usize,
    } => {
        tell: clause(Topic::Attack).close().fades(8, 0.5);
        weigh: if *after == 2 { 12.0 } else { 7.0 } + up_to(12, stones);
    }

    /// Eyes of the mover that were none before.
    EyesMade "eyes-made" {
        /// They.
        eyes: PointSet,
    } => {
        tell: clause(Topic::Life);
        // The number: 0 if all eyes are where stones have just come off, as nearly always, else 1.
        weigh(new): if new > 0.0 { 20.0 + 6.0 * eyes.len() as f64 } else { 9.0 };
    }

    /// Eyes of the other that are none any more.
    EyesTaken "eyes-taken" {
        /// They.
        eyes: PointSet,
    } => {
        tell: clause(Topic::Life);
        weigh: 26.0 + 6.0 * eyes.len() as f64;
    }

    /// Chains of the mover that nothing can take any more, even if the mover always passes.
    Alive "alive" {
        /// Their stones.
        stones: PointSet,
    } => {
        tell: whole(Topic::Life);
        weigh: 30.0 + up_to(40, stones);
    }

    /// Stones of the other inside what the mover cannot lose any more.
    Dead "dead" {
        /// They.
        stones: PointSet,
    } => {
        tell: whole(Topic::Life);
        weigh: 26.0 + 3.0 * up_to(15, stones);
    }

    /// A ladder ends differently now, though the move is not beside the chain.
    LadderTurned "ladder-turned" {
        /// Whose chain.
        color: Color,
        /// The chain.
        stones: PointSet,
        /// How it ends now, its owner to run.
        chase: Chase,
    } => {
        tell: whole(Topic::Defence);
        weigh: 40.0 + 2.0 * up_to(10, stones);
        words: |args| args.set("works", usize::from(chase.outcome == Outcome::Captured));
    }

    /// The first stone in a corner.
    Corner "corner" {
        /// Which.
        area: Area,
        /// The lower of the two lines it stands on.
        low: usize,
        /// The higher.
        high: usize,
    } => {
        tell: clause(Topic::Placement);
        weigh: 46.0;
    }

    /// The second stone of a corner, both the mover's.
    Enclosure "enclosure" {
        /// The first.
        partner: Point,
        /// Which corner.
        area: Area,
    } => {
        tell: clause(Topic::Placement);
        weigh: 40.0;
    }

    /// A corner held by the other alone is entered or approached.
    Approach "approach" {
        /// The stone that is approached.
        target: Point,
        /// Which corner.
        area: Area,
    } => {
        tell: clause(Topic::Placement);
        // The number: 1 for a corner, 0 for a stone on a side.
        weigh(corner): 32.0 + 10.0 * corner;
    }

    /// The 3-3 point under a 4-4 stone of the other.
    Invasion "invasion" {
        /// The 4-4 stone.
        target: Point,
        /// Which corner.
        area: Area,
    } => {
        tell: clause(Topic::Placement);
        weigh: 50.0;
    }

    /// A point on a side, far from all stones or as an extension.
    Side "side" {
        /// Which side.
        area: Area,
        /// On which line.
        line: usize,
        /// The mover's stone it extends from, if there is one.
        from: Option<Point>,
    } => {
        tell: clause(Topic::Placement);
        weigh: 30.0;
        say: ["side-point"][0];
        words: |args| args.set("has_from", usize::from(from.is_some()));
    }

    /// A stone of the other has stones of the mover on both sides along the edge.
    Pincer "pincer" {
        /// The stone.
        target: Point,
        /// The mover's stone on its other side.
        partner: Point,
    } => {
        tell: clause(Topic::Placement);
        weigh: 36.0;
    }

    /// A stone beside a stone of the other, with no stone of the mover near.
    Contact "contact" {
        /// The other's stone.
        target: Point,
    } => {
        tell: clause(Topic::Placement).close().fades(6, 0.7);
        weigh: 24.0;
    }

    /// A stone around the end of a chain of the other.
    Hane "hane" {
        /// The other's stone it turns around.
        target: Point,
    } => {
        tell: clause(Topic::Placement).close().fades(8, 0.5);
        weigh: 13.0;
    }

    /// A stone that keeps the stone just played from going on, beside a stone of the mover.
    Block "block" {
        /// The other's stone.
        target: Point,
    } => {
        tell: clause(Topic::Placement).fades(8, 0.5);
        weigh: 12.5;
    }

    /// A stone two lines above a stone of the other, towards the centre.
    Cap "cap" {
        /// The other's stone.
        target: Point,
    } => {
        tell: clause(Topic::Placement);
        weigh: 26.0;
    }

    /// A stone near another of the mover, with nothing between them.
    Step "step" {
        /// The stone it comes from.
        from: Point,
        /// What step it is.
        step: Step,
    } => {
        tell: clause(Topic::Placement).fades(8, 0.5);
        weigh: 12.0;
    }

    /// The move is far from the moves before it.
    Elsewhere "elsewhere" {
        /// Where it is.
        area: Area,
        /// The distance in lines from the move before.
        distance: usize,
    } => {
        tell: clause(Topic::Placement).fades(10, 0.5);
        weigh: 16.0;
    }

    /// A named shape came or went, as a model says.
    Shape "shape" {
        /// Its name.
        name: String,
        /// Whose it is.
        color: Color,
        /// Whether it was made, or destroyed.
        made: bool,
        /// Where it is.
        points: PointSet,
    } => {
        tell: clause(Topic::Placement).fades(6, 0.7);
        // The number: what the model says that the shape is worth. Plain jumps and blocks are worth little and stay unnamed.
        weigh(worth): if *made { 6.0 } else { 4.0 } + 3.0 * worth.clamp(0.0, 10.0);
        words: |args| {
            // Which article the name takes; languages without one pass it over.
            let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("one");
            args.set("vowel", usize::from(vowel))
        };
    }

    /// The stone stands where most models see the other's points, and none of the mover's stones is near.
    Enters "enters" {
        /// Which part.
        area: Area,
        /// Whether all models see it so, not only most.
        deep: bool,
    } => {
        tell: clause(Topic::Placement);
        weigh: if *deep { 44.0 } else { 28.0 };
    }

    /// A move that is hardly ever played in such a position, where another one often is: as a model says that knows how likely moves
    /// are.
    Unusual "unusual" {
        /// How likely the move was, from 0 to 1.
        probability: f64,
        /// Its rank among all legal moves, from 1.
        rank: usize,
        /// The likeliest move.
        expected: Point,
        /// How likely that one was.
        likelihood: f64,
        /// Whether moves are played as often as that on boards of this size.
        calibrated: bool,
    } => {
        tell: whole(Topic::Models).fades(4, 0.7);
        weigh: 8.0 + 24.0 * likelihood;
        say: ["unusual", "unusual-elsewhere"][usize::from(!calibrated)];
        words: |args| {
            args.set("often", (100.0 * likelihood).round() as usize);
            args.set("seldom", (100.0 * probability).round() as usize)
        };
    }

    /// The points of a part of the board that more than half of the models give to a side changed.
    Influence "influence" {
        /// Which part.
        area: Area,
        /// The points of both sides in it.
        change: Change,
    } => {
        tell: whole(Topic::Models).fades(12, 0.5);
        // The number: by which share the change is above the least that is mentioned.
        weigh(excess): 16.0 + 20.0 * excess.min(1.5) - 10.0;
        say: ["influence-both", "influence-gain", "influence-loss"][change.message()];
        words: |args| change.words(args);
        again: *area;
    }

    /// The points of a part of the board that all models give to a side changed.
    Territory "territory" {
        /// Which part.
        area: Area,
        /// The points of both sides in it.
        change: Change,
    } => {
        tell: whole(Topic::Models).fades(12, 0.5);
        // The number: by which share the change is above the least that is mentioned.
        weigh(excess): 16.0 + 20.0 * excess.min(1.5) + 6.0;
        say: ["territory-both", "territory-gain", "territory-loss"][change.message()];
        words: |args| change.words(args);
        again: *area;
    }

    /// A gain that few moves of the game reach.
    Gain "gain" {
        /// The quantity.
        quantity: String,
        /// What the mover gained.
        value: f64,
        /// Its rank among the moves of the game, largest first, from 1.
        rank: usize,
    } => {
        tell: whole(Topic::Models).fades(4, 0.6);
        weigh: 24.0 - 3.0 * rank.saturating_sub(1) as f64;
        words: |args| args.set("value", signed(*value));
    }

    /// The points of a part of the board that an engine gives to a side changed.
    Expected "expected" {
        /// Which part.
        area: Area,
        /// The points of both sides in it.
        change: Change,
    } => {
        tell: whole(Topic::Models).fades(12, 0.5);
        // The number: by which share the change is above the least that is mentioned.
        weigh(excess): 20.0 + 20.0 * excess.min(1.5);
        say: ["expected-both", "expected-gain", "expected-loss"][change.message()];
        words: |args| change.words(args);
        again: *area;
    }

    /// What an engine thinks the move cost or won, for the mover.
    Judged "judged" {
        /// The change of the win rate, in percent, where it gives one.
        win: Option<f64>,
        /// The change of the lead, in points, where it gives one.
        points: Option<f64>,
        /// What the engine would have played; none if it is this move.
        best: Option<Move>,
    } => {
        tell: whole(Topic::Models);
        weigh: 16.0 + 4.0 * loss(*points, *win).min(16.0);
        words: |args| {
            args.set("has_points", usize::from(points.is_some()));
            args.set("points", format!("{:.1}", points.unwrap_or(0.0).abs()));
            args.set("win", format!("{:.0}", win.unwrap_or(0.0).abs()));
            args.set("has_best", usize::from(best.is_some()))
        };
    }
}
