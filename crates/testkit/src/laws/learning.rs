//! The laws of learning.

use std::ops::ControlFlow;

use model::{Family, LearnError, Learner, Parameters, Seed, Settings, Summary};
use record::{Game, Mode};

/// Checkpoints that a training is taken up from.
const TAKEN_UP: usize = 4;

pub(super) fn is_declared(family: &dyn Family) {
    let card = family.card();
    assert_eq!(card.abilities.learns, family.learn().is_some(), "{}: learning against its card", card.name);
    let Some(learn) = family.learn() else { return };
    super::parameters_are_sound(&card.name, learn.settings());
    for setting in learn.settings() {
        let twice = card.parameters.iter().any(|parameter| parameter.name == setting.name);
        assert!(!twice, "{}: a setting for learning and a parameter of the card", setting.name);
    }
}

/// Runs the laws of learning for a family that learns, with settings of the form `name=value` that make it short: the same
/// seed gives the same bytes, whatever the number of threads and wherever the training was interrupted; checkpoints of
/// something else are refused; packed material is as good as what it was packed from; and the family takes the file.
///
/// # Panics
/// When a law is broken, or a setting is not the family's.
pub fn check_learning(family: &dyn Family, settings: &[&str], games: &[Game]) {
    let name = &family.card().name;
    let learn = family.learn().unwrap_or_else(|| panic!("{name} does not learn"));
    let mut set = Settings::default();
    settings.iter().for_each(|setting| set.add(setting).unwrap_or_else(|error| panic!("{error}")));
    let values: Parameters = set.values(learn.settings()).unwrap_or_else(|error| panic!("{error}"));
    let begin = || learn.learner(&values, Seed(1)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let shown = || {
        let mut learner = begin();
        show(&mut *learner, games, name);
        learner
    };
    let mut checkpoints = Vec::new();
    let whole = on_threads(1, || trained(&mut *shown(), None, &mut checkpoints));
    let whole = whole.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut others = Vec::new();
    let again = on_threads(3, || trained(&mut *shown(), None, &mut others));
    assert!(again.as_ref() == Ok(&whole), "{name}: other bytes on three threads than on one");
    assert!(checkpoints == others, "{name}: other checkpoints on three threads than on one");
    assert!(!checkpoints.is_empty(), "{name}: reports no progress");

    let step = checkpoints.len().div_ceil(TAKEN_UP);
    for (i, checkpoint) in checkpoints.iter().enumerate().rev().step_by(step) {
        let resumed = trained(&mut *shown(), Some(checkpoint), &mut Vec::new());
        assert!(resumed.as_ref() == Ok(&whole), "{name}: other bytes when taken up from checkpoint {i}: {resumed:?}");
    }
    let foreign = trained(&mut *shown(), Some(b"no checkpoint"), &mut Vec::new());
    assert!(matches!(foreign, Err(LearnError::Checkpoint(_))), "{name}: takes any checkpoint");
    let stopped = shown().train(None, &mut |_| ControlFlow::Break(()));
    assert!(stopped == Err(LearnError::Stopped), "{name}: cannot be stopped");

    if let Ok((bytes, summary)) = shown().pack() {
        is_sound(&summary, name);
        let mut learner = begin();
        assert_eq!(learner.accept("packed", &bytes), Ok(true), "{name}: does not take what it packed");
        let packed = trained(&mut *learner, None, &mut Vec::new());
        assert!(packed.as_ref() == Ok(&whole), "{name}: learns something else from what it packed");
    }
    let summary = shown().examine(Some(&whole), &mut |_| ControlFlow::Continue(()));
    is_sound(&summary.unwrap_or_else(|error| panic!("{name}: {error}")), name);
    let loaded = family.load(&whole).unwrap_or_else(|error| panic!("{name}: does not take what it learned: {error}"));
    assert_eq!(loaded.card().name, *name, "the name of a family does not change with its file");
}

fn show(learner: &mut dyn Learner, games: &[Game], name: &str) {
    let taken = games.iter().filter(|game| {
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).expect("the games can be replayed");
        learner.take_game(&game.info, &mut replay).is_ok()
    });
    assert!(taken.count() > 0, "{name}: takes none of the games");
}

/// Trains to the end. Progress only grows, from nothing or from where the checkpoint was, until all is done.
fn trained(
    learner: &mut dyn Learner,
    from: Option<&[u8]>,
    checkpoints: &mut Vec<Vec<u8>>,
) -> Result<Vec<u8>, LearnError> {
    let mut last = 0.0;
    let file = learner.train(from, &mut |progress| {
        assert!((last..=1.0).contains(&progress.done), "progress goes from {last} to {}", progress.done);
        last = progress.done;
        checkpoints.push((progress.checkpoint)());
        ControlFlow::Continue(())
    });
    assert!(file.is_err() || last == 1.0, "the last word is that {last} of the work is done");
    file
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(work)
}

fn is_sound(summary: &Summary, name: &str) {
    assert!(!summary.title.is_empty(), "{name}: a summary without a title");
    for (i, measure) in summary.measures.iter().enumerate() {
        assert!(!measure.about.is_empty(), "{name}: {} is not explained", measure.name);
        let twice = summary.measures[..i].iter().any(|other| other.name == measure.name);
        assert!(!twice, "{name}: {} is measured twice", measure.name);
    }
    for (i, drawing) in summary.drawings.iter().enumerate() {
        let twice = summary.drawings[..i].iter().any(|other| other.name == drawing.name);
        assert!(!twice, "{name}: two drawings are called {}", drawing.name);
    }
}
