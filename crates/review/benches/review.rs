//! How long the review of a real game takes with all models: words alone, and with the maps of a page.
//!
//! `cargo bench -p aji-review` runs it. The aim is two seconds for 250 moves of 19×19; the baseline in the same run is the
//! review without any model.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use model::{Seed, Settings, Subject};
use review::{Catalogue, Options, Replayed, review};

fn main() {
    let bytes = testkit::fixtures::bytes("real/047-property-rd-alphago-2-0.sgf");
    let reading = sgf::read(&bytes);
    let game = &reading.games[0];
    let line = game.main_line();
    let families = registry::families();
    let subject = |family| Subject::new(family, &Settings::default(), Seed(1)).expect("the defaults fit");
    let all: Vec<Subject> = families.iter().map(subject).collect();
    let catalogue = Catalogue::english();
    let time = |subjects: &[Subject], maps: bool| -> (Duration, usize) {
        let options = Options { maps, leave_out: true, ..Options::default() };
        let runs = (0..5).map(|_| {
            let began = Instant::now();
            let line = Replayed::new(game, &line, None).expect("a real game can be replayed");
            let played = review(&line, subjects, &catalogue, &options).expect("a real game can be reviewed").moves;
            (began.elapsed(), black_box(played).len())
        });
        runs.min().expect("five runs")
    };
    let (alone, plies) = time(&[], false);
    println!("one game of {plies} moves, best of five, {} models", all.len());
    println!("{:28} {:>9} {:>12}", "", "seconds", "of no model");
    for (name, subjects, maps) in
        [("no model", &[][..], false), ("words, all models", &all[..], false), ("a page, all models", &all[..], true)]
    {
        let (took, _) = time(subjects, maps);
        println!("{name:28} {:>9.3} {:>12.1}", took.as_secs_f64(), took.as_secs_f64() / alone.as_secs_f64());
    }
    for subject in &all {
        let (took, _) = time(std::slice::from_ref(subject), true);
        println!(
            "  {:26} {:>9.3} {:>12.1}",
            subject.card().name,
            took.as_secs_f64(),
            took.as_secs_f64() / alone.as_secs_f64()
        );
    }
}
