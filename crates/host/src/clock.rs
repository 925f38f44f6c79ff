//! How long a player may think: what the host says of time, and what is left of it.

use std::time::Duration;

use goban::{ByColor, Color};

use crate::World;

/// A game without overtime is taken to last this many more moves of a side.
const MOVES_TO_COME: u32 = 20;

/// What the host said of time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Settings {
    /// Time for the whole game.
    main: Duration,
    /// A period of overtime, and the moves that have to be made in it; none where there is no overtime.
    overtime: Option<(Duration, u32)>,
}

/// What a side has left: time, and the moves to make in it, or 0 where it is for the whole game.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    time: Duration,
    moves: u32,
}

/// The clocks of both sides. Without settings nobody is in a hurry.
#[derive(Clone, Default, Debug)]
pub(crate) struct Clocks {
    settings: Option<Settings>,
    left: ByColor<Option<Left>>,
    /// The longest time that a move took which was thought out to the end.
    longest: Duration,
}

/// Thinking is not broken off before: hosts do not notice so little, and what is quick does not depend on chance.
const AT_LEAST: Duration = Duration::from_millis(100);

/// A player's thinking, from its beginning.
pub(crate) struct Turn<'a> {
    world: &'a mut dyn World,
    began: Option<Duration>,
    patience: Patience,
    out: bool,
}

impl<'a> Turn<'a> {
    /// Begins now. Without a clock there is no end.
    pub(crate) fn new(world: &'a mut dyn World, patience: Patience) -> Turn<'a> {
        let began = world.now();
        Turn { world, began, patience, out: true }
    }

    fn thought(&mut self) -> Option<Duration> {
        Some(self.world.now()?.saturating_sub(self.began?))
    }

    /// Whether to think on. `stopped` says whether the host wants an answer now.
    pub(crate) fn goes_on(&mut self, stopped: &mut dyn FnMut() -> bool) -> bool {
        if !self.out {
            return false;
        }
        let Some(thought) = self.thought() else { return true };
        let in_time = match self.patience {
            Patience::Endless => true,
            Patience::Within(share) => thought < share,
            Patience::None => false,
        };
        self.out = in_time && !(thought >= AT_LEAST && stopped());
        self.out
    }

    /// How long it took, and whether it was thought out to the end.
    pub(crate) fn end(mut self) -> (Duration, bool) {
        (self.thought().unwrap_or_default(), self.out)
    }
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Patience {
    /// As long as it takes.
    Endless,
    /// So long, if it can be helped.
    Within(Duration),
    /// Not as long as the player usually takes: it plays without thinking.
    None,
}

impl Settings {
    /// `time_settings`: seconds, seconds of overtime, and the moves in it. Overtime without moves means no limit.
    pub(crate) fn gtp(main: f64, period: f64, moves: u32) -> Option<Settings> {
        match (seconds(period), moves) {
            (Duration::ZERO, _) => Some(Settings { main: seconds(main), overtime: None }),
            (_, 0) => None,
            (period, moves) => Some(Settings { main: seconds(main), overtime: Some((period, moves)) }),
        }
    }

    /// `kgs-time_settings`: a word, and numbers of which some may be missing. None if it makes no sense; inside it, none
    /// for no limit.
    pub(crate) fn kgs(kind: &str, numbers: &[f64]) -> Option<Option<Settings>> {
        let number = |index: usize| numbers.get(index).copied();
        Some(match kind {
            "none" => None,
            "absolute" => Settings::gtp(number(0)?, 0.0, 0),
            // Each of the periods begins anew with every move: what counts is that one is never exceeded.
            "byoyomi" => Settings::gtp(number(0)?, number(1)?, 1),
            "canadian" => Settings::gtp(number(0)?, number(1)?, number(2)? as u32),
            _ => return None,
        })
    }

    fn start(&self) -> Left {
        match self.overtime {
            Some((time, moves)) if self.main.is_zero() => Left { time, moves },
            _ => Left { time: self.main, moves: 0 },
        }
    }
}

fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number.clamp(0.0, 1e9))
}

impl Clocks {
    /// Sets both clocks; none for no limit.
    pub(crate) fn set(&mut self, settings: Option<Settings>) {
        self.settings = settings;
        self.restart();
    }

    /// A new game begins.
    pub(crate) fn restart(&mut self) {
        self.left = ByColor::new(|_| self.settings.as_ref().map(Settings::start));
    }

    /// What the host's own clock says.
    pub(crate) fn correct(&mut self, color: Color, time: f64, moves: u32) {
        self.left[color] = Some(Left { time: seconds(time), moves });
    }

    /// How long the next move of a side may take.
    pub(crate) fn patience(&self, color: Color) -> Patience {
        let Some(Left { time, moves }) = self.left[color] else { return Patience::Endless };
        let overtime = self.settings.and_then(|settings| settings.overtime).filter(|_| moves == 0);
        let share = match (moves, overtime) {
            (0, None) => time / MOVES_TO_COME,
            // The overtime comes on top: all of the rest may go, and a part of the first period.
            (0, Some((period, moves))) => time / MOVES_TO_COME + period / moves / 2,
            (moves, _) => time / moves,
        };
        // A fifth for the way to the host and back.
        let share = share * 4 / 5;
        let reserve = time + overtime.map_or(Duration::ZERO, |(period, moves)| period / moves);
        // What cannot be broken off may take more than its share, but not half of all there is.
        if 2 * self.longest > reserve.max(share) { Patience::None } else { Patience::Within(share) }
    }

    /// A side has thought for so long; `out` if to the end.
    pub(crate) fn spend(&mut self, color: Color, thought: Duration, out: bool) {
        if out {
            self.longest = self.longest.max(thought);
        }
        let Some(left) = &mut self.left[color] else { return };
        let overtime = self.settings.and_then(|settings| settings.overtime);
        match (left.time.checked_sub(thought), overtime, left.moves) {
            (Some(time), _, 0) if !time.is_zero() => left.time = time,
            (Some(time), _, moves) if moves > 1 => *left = Left { time, moves: moves - 1 },
            (_, Some((time, moves)), _) => *left = Left { time, moves },
            (_, None, _) => left.time = Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(settings: Option<Settings>) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(settings);
        clocks
    }

    #[test]
    fn without_settings_nobody_is_in_a_hurry() {
        assert_eq!(Clocks::default().patience(Color::Black), Patience::Endless);
        assert_eq!(clocks(Settings::gtp(0.0, 10.0, 0)).patience(Color::Black), Patience::Endless, "GTP says so");
        assert_eq!(Settings::kgs("none", &[]), Some(None));
        assert_eq!(Settings::kgs("byoyomi", &[600.0]), None);
    }

    #[test]
    fn a_side_never_gives_out_more_than_it_has() {
        let all = [(60.0, 0.0, 0), (0.0, 0.0, 0), (10.0, 5.0, 1), (0.0, 30.0, 5), (1.0, 0.001, 25)];
        for (main, period, moves) in all {
            let mut clocks = clocks(Settings::gtp(main, period, moves));
            for _ in 0..500 {
                let left = clocks.left.black.unwrap();
                let Patience::Within(share) = clocks.patience(Color::Black) else { panic!("nothing was slow") };
                let overtime = if left.moves == 0 { seconds(period) } else { Duration::ZERO };
                assert!(share <= left.time + overtime, "{share:?} of {left:?}");
                clocks.spend(Color::Black, share, false);
            }
            assert_eq!(clocks.left.white, clocks.settings.map(|settings| settings.start()), "whose clock stands");
        }
    }

    #[test]
    fn overtime_is_shared_out() {
        let mut clocks = clocks(Settings::kgs("canadian", &[0.0, 30.0, 5.0]).unwrap());
        assert_eq!(clocks.patience(Color::White), Patience::Within(Duration::from_millis(4800)));
        for _ in 0..5 {
            clocks.spend(Color::White, Duration::from_secs(2), true);
        }
        assert_eq!(clocks.left.white, Some(Left { time: Duration::from_secs(30), moves: 5 }), "the next period");
        clocks.correct(Color::White, 1.5, 3);
        assert_eq!(clocks.patience(Color::White), Patience::None, "2 s of 1.5 for three moves");
    }

    #[test]
    fn whoever_is_slow_stops_thinking_in_time() {
        let mut clocks = clocks(Settings::gtp(30.0, 0.0, 0));
        let mut thought = 0;
        while clocks.patience(Color::Black) != Patience::None {
            clocks.spend(Color::Black, Duration::from_secs(4), true);
            thought += 1;
        }
        assert!((3..=7).contains(&thought), "{thought} moves of 4 s in 30 s");
        clocks.restart();
        assert_ne!(clocks.patience(Color::Black), Patience::None);
    }
}
