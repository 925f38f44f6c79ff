//! Plies per second over real games: each Hamiltonian followed move by move against read anew at every ply, all numbers
//! written. The replay of the games is part of both and shown by itself.
//!
//! `cargo bench -p aji-ising --bench plies`
#![allow(clippy::print_stdout, reason = "a benchmark reports on the terminal")]

use std::hint::black_box;
use std::time::Instant;

use ising::{Atomic, Generative, Molecular};
use model::{Family, Parameters, Seed, Selection, Settings, Shape, Sheet};
use record::{Game, Mode};

/// One game of every so many.
const STEP: usize = 40;

fn main() {
    let games = testkit::fixtures::real_games(STEP);
    let n_plies: usize = games.iter().map(|game| game.main_line().len() - 1).sum();
    println!("{} games, {n_plies} plies of tygem-2000.tsv, one core", games.len());
    let replay = rate(n_plies, || {
        for game in &games {
            each_ply(game, |_, position| {
                black_box(position.board().hash());
            });
        }
    });
    println!("replay alone: {replay:.0} plies/s");

    report("ising.atomic", &Atomic::new(), &[], &games, n_plies);
    report("ising.generative, uniform spins", &Generative::new(), &["ising.generative.spins=0.1"], &games, n_plies);
    report("ising.molecular", &Molecular::new(), &[], &games, n_plies);
    let searched = ["ising.molecular.ladders=searched"];
    report("ising.molecular, searched ladders", &Molecular::new(), &searched, &games, n_plies);
}

fn report(name: &str, family: &dyn Family, settings: &[&str], games: &[Game], n_plies: usize) {
    let mut all = Settings::default();
    for setting in settings {
        all.add(setting).expect("settings of this file are well formed");
    }
    let parameters = all.apply(family.card()).expect("settings of this file fit");
    let followed = rate(n_plies, || games.iter().for_each(|game| follow(family, &parameters, game)));
    // Starting anew is slow enough to be measured on fewer games.
    let few = &games[..games.len() / 5];
    let few_plies: usize = few.iter().map(|game| game.main_line().len() - 1).sum();
    let anew = rate(few_plies, || few.iter().for_each(|game| start_anew(family, &parameters, game)));
    println!("{name}: followed {followed:.0} plies/s, anew {anew:.0} plies/s, ratio {:.1}", followed / anew);
}

fn follow(family: &dyn Family, parameters: &Parameters, game: &Game) {
    let mut sheet = Sheet::new(family.card(), &Selection::Shape(Shape::Number));
    let mut model = None;
    each_ply(game, |ply, position| {
        let Some(ply) = ply else {
            model = Some(family.begin(position, parameters, Seed(1)).expect("the family can begin"));
            return;
        };
        let model = model.as_mut().expect("the start came first");
        model.observe(ply, position);
        sheet.clear();
        model.read(position, &mut sheet);
        black_box(&sheet);
    });
}

fn start_anew(family: &dyn Family, parameters: &Parameters, game: &Game) {
    let mut sheet = Sheet::new(family.card(), &Selection::Shape(Shape::Number));
    each_ply(game, |_, position| {
        let mut model = family.begin(position, parameters, Seed(1)).expect("the family can begin");
        sheet.clear();
        model.read(position, &mut sheet);
        black_box(&sheet);
    });
}

/// Shows the start and every ply with the position after it.
fn each_ply(game: &Game, mut see: impl FnMut(Option<&record::Ply>, &goban::Position)) {
    let mut replay = game.replay(&game.main_line(), Mode::Strict).expect("the fixture games are legal");
    see(None, replay.position());
    while let Some(ply) = replay.next_ply().expect("the fixture games are legal") {
        see(Some(&ply), replay.position());
    }
}

/// Plies per second, the best of three rounds.
fn rate(n_plies: usize, work: impl Fn()) -> f64 {
    let seconds = (0..3)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    n_plies as f64 / seconds
}
