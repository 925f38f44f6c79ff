//! The laws catch what they are there to catch: each case breaks the dummy model in one way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use goban::{BoardSize, PointSet, Position};
use model::{
    BeginError, Card, Catalogue, Contest, Data, Family, Frame, Learn, Model, Parameters, Played, Quantity, Rating,
    Seed, Sheet, Sign, Simulate, Simulation, Swap, Terms, Tick,
};
use record::Ply;
use testkit::laws::{self, Effort};
use testkit::{Dummy, Randomness, random_game};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Break {
    Nothing,
    DeclaresTooMuch,
    DeclaresTooLittle,
    ForgetsItsSeed,
    Drifts,
    KeepsTheSignWhenColorsSwap,
    LooksAtTheFirstRow,
    RatesIllegalMoves,
    RatesWhatNobodyAskedFor,
    ComparesOnlyTheCandidates,
    GuessesWhenStopped,
    IsNegative,
    ShowsAnotherLastFrame,
    PromisesToLearn,
    PromisesClasses,
    TakesBoardsItRefuses,
    IsBoundedTooTightly,
    PlaysAnotherGameWhenWatched,
    FollowsAnotherNumber,
}

struct Broken {
    card: Card,
    inner: Dummy,
    how: Break,
}

impl Broken {
    fn new(how: Break) -> Broken {
        let inner = Dummy::new();
        let mut card = inner.card().clone();
        card.sizes = 3..=5;
        let quantity = |card: &mut Card, name: &str, change: &dyn Fn(&mut Quantity)| {
            card.quantities.iter_mut().filter(|quantity| quantity.name == name).for_each(change);
        };
        match how {
            Break::DeclaresTooMuch => card.quantities.push(Quantity::number("dummy.more", "nothing writes this")),
            Break::DeclaresTooLittle => card.quantities.retain(|quantity| quantity.name != "dummy.gain"),
            Break::KeepsTheSignWhenColorsSwap => quantity(&mut card, "dummy.lead", &|q| q.swap = Swap::Keeps),
            Break::IsBoundedTooTightly => quantity(&mut card, "dummy.lead", &|q| q.most = Some(2.0)),
            Break::IsNegative => quantity(&mut card, "dummy.gain", &|q| q.sign = Sign::NonNegative),
            _ => {}
        }
        Broken { card, inner, how }
    }
}

impl Family for Broken {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        if self.how != Break::TakesBoardsItRefuses {
            BeginError::check_size(&self.card, start.size())?;
        }
        Ok(Box::new(BrokenModel { inner: self.inner.begin(start, parameters, seed)?, how: self.how, seen: 0 }))
    }

    fn learn(&self) -> Option<&dyn Learn> {
        if self.how == Break::PromisesToLearn { None } else { self.inner.learn() }
    }

    fn catalogue(&self) -> Option<&dyn Catalogue> {
        if self.how == Break::PromisesClasses { None } else { self.inner.catalogue() }
    }

    fn simulate(&self) -> Option<&dyn Simulate> {
        Some(self)
    }
}

impl Simulate for Broken {
    fn contest(&self, size: BoardSize, parameters: &Parameters) -> Result<Box<dyn Contest>, BeginError> {
        let inner = self.inner.simulate().expect("the dummy simulates").contest(size, parameters)?;
        Ok(Box::new(BrokenContest { inner, how: self.how }))
    }
}

struct BrokenContest {
    inner: Box<dyn Contest>,
    how: Break,
}

impl Contest for BrokenContest {
    fn terms(&self) -> Terms {
        let mut terms = self.inner.terms();
        if let (Break::FollowsAnotherNumber, Some(gauge)) = (self.how, &mut terms.gauge) {
            gauge.quantity = "dummy.black";
        }
        terms
    }

    fn start(&self, seed: Seed) -> Box<dyn Simulation> {
        self.inner.start(seed)
    }

    fn play_and_tell(&self, seed: Seed, hear: &mut dyn FnMut(&Tick)) -> Played {
        let other = if self.how == Break::PlaysAnotherGameWhenWatched { Seed(seed.0 + 1) } else { seed };
        self.inner.play_and_tell(other, hear)
    }
}

struct BrokenModel {
    inner: Box<dyn Model>,
    how: Break,
    seen: u32,
}

static CALLS: AtomicU64 = AtomicU64::new(0);

impl Model for BrokenModel {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        self.seen += 1;
        self.inner.observe(ply, position);
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        self.inner.read(position, sheet);
        let stones = position.board().stones();
        match self.how {
            Break::ForgetsItsSeed => sheet.number("dummy.whim", CALLS.fetch_add(1, Ordering::Relaxed) as f64),
            Break::Drifts => sheet.number("dummy.black", stones.black.len() as f64 + 1e-12 * f64::from(self.seen)),
            Break::LooksAtTheFirstRow => {
                let first = stones.black.iter().filter(|point| point.row() == 0).count();
                sheet.number("dummy.black", first as f64);
            }
            _ => {}
        }
    }

    fn rate(&mut self, position: &Position, among: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        if self.how == Break::RatesWhatNobodyAskedFor {
            return self.inner.rate(position, &position.legal_points(), go_on);
        }
        let mut ratings = self.inner.rate(position, among, go_on);
        match self.how {
            Break::RatesIllegalMoves => {
                let stone = position.board().stones().black.first();
                let rating = stone.map(|point| Rating { point, value: 0.0, details: Vec::new() });
                ratings.splice(0..0, rating);
            }
            Break::ComparesOnlyTheCandidates => {
                let n = ratings.len() as f64;
                ratings.iter_mut().for_each(|rating| rating.value /= n);
            }
            Break::GuessesWhenStopped if ratings.len() < among.len() => {
                ratings.iter_mut().for_each(|rating| rating.value = 0.5);
            }
            _ => {}
        }
        ratings
    }

    fn explain(&mut self, position: &Position, question: model::Question) -> Option<model::Explanation> {
        self.inner.explain(position, question)
    }

    fn frames(&mut self, position: &Position, quantity: &str) -> Vec<Frame> {
        let mut frames = self.inner.frames(position, quantity);
        if let (Break::ShowsAnotherLastFrame, Some(last)) = (self.how, frames.last_mut()) {
            last.data = Data::Field(vec![9.0; position.size().area()]);
        }
        frames
    }
}

/// The message of the broken law, if one is.
fn verdict(how: Break) -> Option<String> {
    let effort = Effort { games: 1, ..Effort::USUAL };
    let family = Broken::new(how);
    let caught = catch_unwind(AssertUnwindSafe(|| laws::check(&family, effort))).err()?;
    caught.downcast_ref::<String>().cloned().or_else(|| Some((*caught.downcast_ref::<&str>()?).to_string()))
}

#[test]
fn a_sound_model_passes() {
    assert_eq!(verdict(Break::Nothing), None);
}

#[test]
fn each_break_is_caught() {
    let cases = [
        (Break::DeclaresTooMuch, "declared but not written"),
        (Break::DeclaresTooLittle, "written but not declared"),
        (Break::ForgetsItsSeed, "same seed"),
        (Break::Drifts, "incremental against from scratch"),
        (Break::KeepsTheSignWhenColorsSwap, "colours exchanged: true"),
        (Break::LooksAtTheFirstRow, "dummy.black on"),
        (Break::RatesIllegalMoves, "rates an illegal move"),
        (Break::RatesWhatNobodyAskedFor, "ratings among some points"),
        (Break::ComparesOnlyTheCandidates, "ratings among some points"),
        (Break::GuessesWhenStopped, "ratings of a model that was stopped"),
        (Break::IsNegative, "against its card"),
        (Break::ShowsAnotherLastFrame, "last frame of dummy.lead"),
        (Break::PromisesToLearn, "learning against its card"),
        (Break::PromisesClasses, "lists classes against its card"),
        (Break::TakesBoardsItRefuses, "against its card"),
        (Break::IsBoundedTooTightly, "above what its card allows"),
        (Break::PlaysAnotherGameWhenWatched, "is another when it is watched"),
        (Break::FollowsAnotherNumber, "follows another number"),
    ];
    for (how, expected) in cases {
        let message = verdict(how).unwrap_or_else(|| panic!("{how:?} is not caught"));
        assert!(message.contains(expected), "{how:?} is caught as: {message}");
    }
}

#[test]
fn a_family_that_learns_keeps_the_laws_of_learning() {
    let size = goban::BoardSize::NINE;
    let mut games: Vec<record::Game> = (0..4).map(|seed| random_game(size, 20, Randomness::PLAY, Seed(seed))).collect();
    for (game, result) in games.iter_mut().zip(["B+3", "W+R", "B+1.5"]) {
        game.info.result = Some(result.to_string());
    }
    laws::check_learning(&Dummy::new(), &["dummy.steps=5"], &games);
}
