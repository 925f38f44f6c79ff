//! What the three variants have in common: a tick, a game and its end. How stones live and die is the variant's.

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::{End, Event, Played, Seed, Tally, Tick};

use crate::chance::Chance;
use crate::strategy::{self, Scene};
use crate::{Contest, Liberties, Stroke, Temperature, look};

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

    /// Puts a stone on an empty point by hand, between two ticks; false where it cannot stand.
    fn paint(&mut self, color: Color, point: Point, chance: &mut Chance) -> bool;

    /// Takes a stone off by hand; false where it cannot be done.
    fn erase(&mut self, color: Color, point: Point) -> bool;
}

/// Two sides of agents in a world.
pub(crate) struct Driver<W: World + ?Sized> {
    contest: Contest,
    chance: Chance,
    temperature: Temperature,
    tally: Tally,
    /// The capacity at the beginning of every tick.
    capacity: Vec<f64>,
    /// What happened in the last step.
    tick: Tick,
    stage: Stage,
    /// How many strokes of the contest are done.
    strokes: usize,
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
            tick: Tick::default(),
            stage: Stage::Empty,
            strokes: 0,
            world,
        }
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.contest.size
    }

    pub(crate) fn end(&self) -> Option<End> {
        match self.stage {
            Stage::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// What happened in the last step.
    pub(crate) fn last_tick(&self) -> &Tick {
        &self.tick
    }

    /// Plays to the end and tells every step.
    pub(crate) fn play(mut self, hear: &mut dyn FnMut(&Tick)) -> Played {
        while self.step() {
            hear(&self.tick);
        }
        Played {
            end: self.end().unwrap_or(End::CutOff),
            scores: self.world.scores(),
            stones: *self.world.stones(),
            tally: self.tally,
            gauge: self.capacity,
        }
    }

    /// One tick; the first step puts a stone of each side on the empty board. False when the game has ended.
    pub(crate) fn step(&mut self) -> bool {
        self.tick.events.clear();
        self.advance()
    }

    fn advance(&mut self) -> bool {
        self.tick.setup = self.stage == Stage::Empty;
        match self.stage {
            Stage::Ended(_) => return false,
            Stage::Empty => {
                self.side_moves(Color::Black);
                self.side_moves(Color::White);
                self.tally.add(&self.tick);
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
        self.capacity.push(self.world.capacity() as f64);
        let mut passes = 0;
        for color in Color::ALL {
            passes += u8::from(self.side_moves(color) == Move::Pass);
            if self.world.is_over() {
                passes = 2;
                break;
            }
            self.world.bury(!color, &mut self.chance, &mut self.tick.events);
        }
        self.world.settle();
        self.tally.add(&self.tick);
        let bare = self.world.stones().iter().any(|(_, stones)| stones.is_empty());
        if passes == 2 {
            self.stage = Stage::Ended(End::Passes);
        } else if bare && self.world.needs_stones() {
            self.stage = Stage::Ended(End::NoStones);
        } else if self.tally.ticks >= self.contest.tick_limit() {
            self.stage = Stage::Ended(End::CutOff);
        }
    }

    fn side_moves(&mut self, color: Color) -> Move {
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
        let at = self.tick.events.len();
        self.tick.events.push(Event::Move { color, mv, suicide: false });
        let suicide = self.world.play(color, mv, &mut self.chance, &mut self.tick.events);
        self.tick.events[at] = Event::Move { color, mv, suicide };
        mv
    }
}

impl Driver<dyn Watched> {
    /// One step, after what is painted before its tick.
    pub(crate) fn step_with_strokes(&mut self) -> bool {
        self.tick.events.clear();
        if self.stage == Stage::Running {
            let tick = self.tally.ticks + 1;
            while let Some(stroke) = self.contest.paint.get(self.strokes).filter(|stroke| stroke.tick <= tick) {
                let stroke = *stroke;
                self.strokes += 1;
                self.stroke(stroke);
            }
        }
        self.advance()
    }

    /// A point holds one stone, so a stroke on a taken point does nothing, and neither does taking off what is not there.
    fn stroke(&mut self, Stroke { stone, point, .. }: Stroke) {
        let before = self.world.stones().iter().find(|(_, stones)| stones.contains(point)).map(|(color, _)| color);
        let done = match (before, stone) {
            (None, Some(color)) => self.world.paint(color, point, &mut self.chance),
            (Some(color), None) => self.world.erase(color, point),
            _ => false,
        };
        let after = if done { stone } else { before };
        self.tick.events.push(Event::Painted { point, before, after });
    }
}
