//! What the three variants have in common: a tick, a game and its end. How stones live and die is the variant's.

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::Seed;

use crate::chance::Chance;
use crate::strategy::{self, Scene};
use crate::{Contest, Liberties, Temperature, look};

/// What happens on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A side moves.
    Move {
        /// Who.
        color: Color,
        /// Where, or a pass.
        mv: Move,
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

/// Stones that live and die in a variant's way.
pub(crate) trait World: Send {
    fn size(&self) -> BoardSize;

    fn stones(&self) -> &ByColor<PointSet>;

    /// The points where a stone may be put.
    fn candidates(&self) -> PointSet {
        look::candidates(self.size(), self.stones())
    }

    /// The sum of the temperatures.
    fn capacity(&self) -> usize {
        Temperature::of(self.size(), self.stones()).capacity()
    }

    /// Whether a side may play a candidate.
    fn allows(&self, _color: Color, _point: Point) -> bool {
        true
    }

    /// Puts the stone and lets the side's stones count their liberties, also after a pass. Says whether it was suicide by
    /// the rules of Go.
    fn play(&mut self, color: Color, mv: Move, chance: &mut Chance, events: &mut Vec<Event>) -> bool;

    /// Takes off a side's stones that counted no liberty when they last looked.
    fn bury(&mut self, color: Color, chance: &mut Chance, events: &mut Vec<Event>);

    /// The end of a tick.
    fn settle(&mut self) {}

    /// Whether the game is over before the tick is.
    fn is_over(&self) -> bool {
        false
    }

    /// Whether a side without stones has lost its game.
    fn needs_stones(&self) -> bool {
        true
    }

    fn scores(&self) -> ByColor<f64>;
}

/// A world whose agents can be asked what they know.
pub(crate) trait Watched: World {
    /// What the stone on a point counted when it last looked.
    fn liberties(&self, point: Point) -> Option<Liberties>;

    /// The stones that the stone on a point is linked with.
    fn links(&self, point: Point) -> PointSet;
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

/// Two sides of agents in a world.
pub(crate) struct Driver<W: World + ?Sized> {
    contest: Contest,
    chance: Chance,
    temperature: Temperature,
    tally: Tally,
    /// The capacity at the beginning of every tick.
    capacity: Vec<u16>,
    events: Vec<Event>,
    stage: Stage,
    pub(crate) world: Box<W>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Empty,
    Running,
    Ended(End),
}

impl<W: World + ?Sized> Driver<W> {
    pub(crate) fn new(contest: &Contest, seed: Seed, world: Box<W>) -> Driver<W> {
        Driver {
            contest: contest.clone(),
            chance: Chance::new(seed),
            temperature: Temperature::cold(contest.size),
            tally: Tally::default(),
            capacity: Vec::new(),
            events: Vec::new(),
            stage: Stage::Empty,
            world,
        }
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.contest.size
    }

    pub(crate) fn contest(&self) -> &Contest {
        &self.contest
    }

    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }

    pub(crate) fn end(&self) -> Option<End> {
        match self.stage {
            Stage::Ended(end) => Some(end),
            _ => None,
        }
    }

    pub(crate) fn into_capacity(self) -> Vec<u16> {
        self.capacity
    }

    /// What happened in the last step, in order.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// One tick; the first step puts a stone of each side on the empty board. False when the game has ended.
    pub(crate) fn step(&mut self) -> bool {
        self.events.clear();
        match self.stage {
            Stage::Ended(_) => return false,
            Stage::Empty => {
                self.play(Color::Black);
                self.play(Color::White);
                self.stage = Stage::Running;
            }
            Stage::Running => self.tick(),
        }
        true
    }

    fn tick(&mut self) {
        let players = &self.contest.players;
        if !(players.black.is_indifferent() && players.white.is_indifferent()) {
            self.temperature.take(self.world.stones());
        }
        // A stone warms at most four points, so the sum fits for every board there is.
        self.capacity.push(self.world.capacity() as u16);
        let mut passes = 0;
        for color in Color::ALL {
            passes += u8::from(self.play(color) == Move::Pass);
            if self.world.is_over() {
                passes = 2;
                break;
            }
            self.bury(!color);
        }
        self.world.settle();
        self.tally.ticks += 1;
        let bare = self.world.stones().iter().any(|(_, stones)| stones.is_empty());
        if passes == 2 {
            self.stage = Stage::Ended(End::Passes);
        } else if bare && self.world.needs_stones() {
            self.stage = Stage::Ended(End::NoStones);
        } else if self.tally.ticks >= self.contest.tick_limit() {
            self.stage = Stage::Ended(End::CutOff);
        }
    }

    fn play(&mut self, color: Color) -> Move {
        let mut candidates = self.world.candidates();
        let mv = loop {
            let scene = Scene {
                size: self.contest.size,
                color,
                stones: self.world.stones(),
                candidates: &candidates,
                temperature: &self.temperature,
            };
            match strategy::choose(&*self.contest.players[color], &scene, &mut self.chance) {
                None => break Move::Pass,
                Some(point) if self.world.allows(color, point) => break Move::Play(point),
                Some(refused) => candidates.remove(refused),
            };
        };
        self.events.push(Event::Move { color, mv });
        let from = self.events.len();
        let suicide = self.world.play(color, mv, &mut self.chance, &mut self.events);
        self.tally.plays += usize::from(mv != Move::Pass);
        self.tally.suicides += usize::from(suicide);
        self.count_deaths(from);
        mv
    }

    fn bury(&mut self, color: Color) {
        let from = self.events.len();
        self.world.bury(color, &mut self.chance, &mut self.events);
        self.count_deaths(from);
    }

    fn count_deaths(&mut self, from: usize) {
        for event in &self.events[from..] {
            if let Event::Death { color, stones, breathing } = event {
                self.tally.removed[*color] += stones.len();
                self.tally.deaths += 1;
                self.tally.breathing_deaths += usize::from(*breathing);
            }
        }
    }
}
