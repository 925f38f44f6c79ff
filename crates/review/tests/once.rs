//! A review begins every model once and shows it every move once, with or without an engine beside it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use goban::{BoardSize, Position};
use model::{BeginError, Card, Family, Model, Parameters, Seed, Settings, Sheet, Subject};
use record::Ply;
use review::{Catalogue, Judged, Options, Positions, Replayed};
use testkit::{Dummy, Randomness, random_game};

/// The dummy, with a count of how often it was begun and of what it was shown.
#[derive(Default)]
struct Counting {
    dummy: Dummy,
    begun: AtomicUsize,
    shown: Arc<AtomicUsize>,
}

struct Counter {
    model: Box<dyn Model>,
    shown: Arc<AtomicUsize>,
}

impl Family for Counting {
    fn card(&self) -> &Card {
        self.dummy.card()
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        let model = self.dummy.begin(start, parameters, seed)?;
        Ok(Box::new(Counter { model, shown: Arc::clone(&self.shown) }))
    }
}

impl Model for Counter {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        self.shown.fetch_add(1, Ordering::Relaxed);
        self.model.observe(ply, position);
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        self.model.read(position, sheet);
    }
}

#[test]
fn every_model_is_begun_once_and_shown_every_move_once() {
    let game = random_game(BoardSize::NINE, 60, Randomness::EDITED, Seed(3));
    for leave_out in [false, true] {
        let family = Arc::new(Counting::default());
        let shared: Arc<dyn Family> = Arc::clone(&family) as Arc<dyn Family>;
        let subject = Subject::new(&shared, &Settings::default(), Seed(1)).expect("the defaults fit");
        let line = Replayed::new(&game, &game.main_line(), None).expect("a game that can be replayed");
        // What an engine is asked about comes from the same replay.
        assert_eq!(Positions::of(&line).len(), line.steps().len() + 1);
        let options = Options { leave_out, maps: true, ..Options::default() };
        let mut review = review::review(&line, &[subject], &Catalogue::english(), &options).expect("a review");
        let judged = Judged { positions: vec![None; line.steps().len() + 1], ..Judged::default() };
        review.judged(&line, judged, &Catalogue::english());
        assert_eq!(family.begun.load(Ordering::Relaxed), 1, "begun, with leave_out: {leave_out}");
        assert_eq!(family.shown.load(Ordering::Relaxed), line.steps().len(), "shown, with leave_out: {leave_out}");
    }
}
