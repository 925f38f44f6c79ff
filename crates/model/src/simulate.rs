//! Running by itself: a seed becomes a game.
//!
//! A family that has the ability makes a [`Contest`] of a board and its parameters. A contest plays a game for every seed:
//! tick by tick, to be watched ([`Contest::start`]), or at once, by the thousand ([`Contest::play`]).

use goban::{Board, BoardSize, ByColor, Color, Move, Point, PointSet, Rules};

use crate::{BeginError, Parameters, Seed, Sheet};

/// The ability to run by itself. A family that has it says so on its card
/// ([`Abilities::simulates`](crate::Abilities::simulates)) and gives it out by [`Family::simulate`](crate::Family::simulate).
pub trait Simulate: Sync {
    /// What is played with these parameters on a board of this size.
    ///
    /// # Errors
    /// When the board size is not the family's, or something it needs is missing.
    fn contest(&self, size: BoardSize, parameters: &Parameters) -> Result<Box<dyn Contest>, BeginError>;
}

/// Two sides that are ready to play, as often as there are seeds.
pub trait Contest: Send + Sync {
    /// What is played, for a reader.
    fn terms(&self) -> Terms;

    /// Sets up a game to be watched.
    fn start(&self, seed: Seed) -> Box<dyn Simulation>;

    /// Plays a game to its end, the same that [`Contest::start`] shows, and tells every step of it. A family with a faster
    /// way to play has its own.
    fn play_and_tell(&self, seed: Seed, hear: &mut dyn FnMut(&Tick)) -> Played {
        play_by_steps(self, seed, hear)
    }

    /// Plays a game to its end.
    fn play(&self, seed: Seed) -> Played {
        self.play_and_tell(seed, &mut |_| {})
    }
}

/// Plays a game to its end, one step after the other: the obvious way, which any faster one has to equal.
pub fn play_by_steps<C: Contest + ?Sized>(contest: &C, seed: Seed, hear: &mut dyn FnMut(&Tick)) -> Played {
    let mut run = contest.start(seed);
    let mut tally = Tally::default();
    let mut gauge = Vec::new();
    loop {
        let before = run.gauge();
        let Some(tick) = run.step() else { break };
        tally.add(&tick);
        if !tick.setup {
            gauge.push(before);
        }
        hear(&tick);
    }
    let end = run.end().unwrap_or(End::CutOff);
    Played { end, scores: run.scores(), stones: *run.board().stones(), tally, gauge }
}

/// What is played in a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    /// The name of the family.
    pub family: String,
    /// What such games are: "Stones as agents".
    pub title: &'static str,
    /// Which reading of the model is played; the name of the family where there is only one.
    pub variant: String,
    /// The board.
    pub size: BoardSize,
    /// How each side chooses its moves, in a word.
    pub players: ByColor<String>,
    /// How often somebody reaches into a run.
    pub by_hand: usize,
    /// The rules, where those of Go are kept.
    pub rules: Option<Rules>,
    /// What a score is made of, in a few words.
    pub score: &'static str,
    /// What is followed from tick to tick, if anything is.
    pub gauge: Option<Gauge>,
    /// The tick after which a game is cut off.
    pub tick_limit: usize,
}

/// A number of the card that is followed from tick to tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// Its dotted name: `agents.capacity`.
    pub quantity: &'static str,
    /// What it is, in a few words for an axis.
    pub about: &'static str,
}

impl Gauge {
    /// The name without the family's.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.quantity.rsplit('.').next().unwrap_or(self.quantity)
    }
}

/// A game in progress.
pub trait Simulation: Send {
    /// The board now.
    fn board(&self) -> &Board;

    /// One step; none when the game has ended.
    fn step(&mut self) -> Option<Tick>;

    /// How the game ended; none while it goes on.
    fn end(&self) -> Option<End>;

    /// Each side's score so far.
    fn scores(&self) -> ByColor<f64>;

    /// The number that [`Terms::gauge`] names, as [`read`](Simulation::read) writes it; zero where nothing is followed.
    fn gauge(&self) -> f64 {
        0.0
    }

    /// Writes every wanted quantity of the board now.
    fn read(&mut self, sheet: &mut Sheet<'_>);
}

/// What happened in a step of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tick {
    /// Whether the step only put the first stones on the board. It is not counted among the ticks of the game.
    pub setup: bool,
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl Tick {
    /// The moves, in order.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> {
        self.events.iter().filter_map(|event| match event {
            Event::Move { color, mv, .. } => Some((*color, *mv)),
            Event::Death { .. } | Event::Painted { .. } => None,
        })
    }

    /// The stones that came off.
    #[must_use]
    pub fn removed(&self) -> PointSet {
        self.events.iter().fold(PointSet::EMPTY, |removed, event| match event {
            Event::Death { stones, .. } => removed | *stones,
            Event::Move { .. } | Event::Painted { .. } => removed,
        })
    }
}

/// What happens on the board. Games need not keep the rules of Go: stones that come off are told, not implied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A side moves.
    Move {
        /// Who.
        color: Color,
        /// Where, or a pass.
        mv: Move,
        /// Whether it was suicide by the rules of Go: the stone has no liberty and takes nothing.
        suicide: bool,
    },
    /// A group is taken off.
    Death {
        /// Whose.
        color: Color,
        /// Its stones.
        stones: PointSet,
        /// Whether the chain still had a liberty when the stones were taken off.
        breathing: bool,
    },
    /// Somebody reaches into the run. It is no move and no capture, and counts as neither.
    Painted {
        /// Where.
        point: Point,
        /// What was there.
        before: Option<Color>,
        /// What is there now; the same as before where it could not be done.
        after: Option<Color>,
    },
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Both sides passed.
    Passes,
    /// A side had no stone left.
    NoStones,
    /// It went on beyond the limit and was cut off.
    CutOff,
}

impl End {
    /// In a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            End::Passes => "passes",
            End::NoStones => "no stones",
            End::CutOff => "cut off",
        }
    }
}

/// Counts over a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Ticks, the set-up not counted.
    pub ticks: usize,
    /// Stones put on the board, those of the set-up included.
    pub plays: usize,
    /// Stones taken off, of each side.
    pub removed: ByColor<usize>,
    /// Groups taken off.
    pub deaths: usize,
    /// Among them, groups of chains that still had a liberty.
    pub breathing_deaths: usize,
    /// Stones put where the rules of Go forbid it, because they have no liberty and take nothing.
    pub suicides: usize,
}

impl Tally {
    /// Counts a step.
    pub fn add(&mut self, tick: &Tick) {
        self.ticks += usize::from(!tick.setup);
        for event in &tick.events {
            match event {
                Event::Move { mv, suicide, .. } => {
                    self.plays += usize::from(*mv != Move::Pass);
                    self.suicides += usize::from(*suicide);
                }
                Event::Death { color, stones, breathing } => {
                    self.removed[*color] += stones.len();
                    self.deaths += 1;
                    self.breathing_deaths += usize::from(*breathing);
                }
                Event::Painted { .. } => {}
            }
        }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// Each side's score.
    pub scores: ByColor<f64>,
    /// The stones at the end.
    pub stones: ByColor<PointSet>,
    /// What was counted on the way.
    pub tally: Tally,
    /// What [`Terms::gauge`] names, at the beginning of every tick.
    pub gauge: Vec<f64>,
}

impl Played {
    /// Who won: the higher score. None after a tie, and none when the game was cut off.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let ByColor { black, white } = self.scores;
        match self.end {
            End::CutOff => None,
            _ if black > white => Some(Color::Black),
            _ if white > black => Some(Color::White),
            _ => None,
        }
    }
}
