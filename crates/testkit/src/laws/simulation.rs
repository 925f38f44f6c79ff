//! The laws of families that run by themselves.

use goban::{Board, BoardSize, ByColor, PointSet};
use model::{Card, Contest, Event, Family, Parameters, Played, Seed, Selection, Shape, Sheet, Tick, play_by_steps};

/// The same seed gives the same game, however it is played; what happens makes the boards, and what is followed is what the
/// card says.
pub(super) fn check(family: &dyn Family) {
    let card = family.card();
    let name = &card.name;
    assert_eq!(card.abilities.simulates, family.simulate().is_some(), "{name}: simulating against its card");
    let Some(simulate) = family.simulate() else { return };
    let side = (*card.sizes.start()).max(5).min(*card.sizes.end());
    let size = BoardSize::new(side).expect("cards name board sizes");
    let contest = simulate.contest(size, &Parameters::defaults(card)).expect("the size is the card's");
    let terms = contest.terms();
    assert_eq!((&terms.family, terms.size), (name, size), "{name}: the terms are of another contest");
    if let Some(gauge) = terms.gauge {
        assert!(card.quantity(gauge.quantity, Shape::Number).is_some(), "{name}: follows no number of its card");
    }
    let (first, second, other) = (watch(card, &*contest, Seed(5)), watch(card, &*contest, Seed(5)), Seed(6));
    assert!(first == second, "{name}: the same seed gives another game");
    assert!(first.0 != watch(card, &*contest, other).0, "{name}: another seed gives the same game");
    for seed in 0..20 {
        let fast = told(|hear| contest.play_and_tell(Seed(seed), hear));
        let obvious = told(|hear| play_by_steps(&*contest, Seed(seed), hear));
        assert!(fast == obvious, "{name}: the game of seed {seed} is another when it is watched");
        assert!(fast.1.tally.ticks <= terms.tick_limit, "{name}: goes on after its limit");
    }
}

fn told(play: impl FnOnce(&mut dyn FnMut(&Tick)) -> Played) -> (Vec<Tick>, Played) {
    let mut ticks = Vec::new();
    let played = play(&mut |tick| ticks.push(tick.clone()));
    (ticks, played)
}

/// Every tick of a game, its last board and the numbers then.
fn watch(card: &Card, contest: &dyn Contest, seed: Seed) -> (Vec<Tick>, Board, Vec<f64>) {
    let name = &card.name;
    let terms = contest.terms();
    let mut run = contest.start(seed);
    let mut sheet = Sheet::new(card, &Selection::Shape(Shape::Number));
    let mut ticks = Vec::new();
    let mut stones = ByColor::<PointSet>::default();
    while let Some(tick) = run.step() {
        for event in &tick.events {
            match event {
                Event::Move { color, mv, .. } => stones[*color].extend(mv.point()),
                Event::Death { color, stones: dead, .. } => {
                    assert!(dead.is_subset(&stones[*color]), "{name}: stones come off that were not there");
                    stones[*color] -= *dead;
                }
                Event::Painted { point, before, after } => {
                    let there = stones.iter().find(|(_, set)| set.contains(*point)).map(|(color, _)| color);
                    assert_eq!(there, *before, "{name}: something else was there before");
                    stones = stones.map(|set| set - (*point).into());
                    if let Some(color) = after {
                        stones[*color].insert(*point);
                    }
                }
            }
        }
        assert_eq!(stones, *run.board().stones(), "{name}: the events do not make the board");
        sheet.clear();
        run.read(&mut sheet);
        if let Some(gauge) = terms.gauge {
            assert_eq!(sheet.get_number(gauge.quantity), Some(run.gauge()), "{name}: follows another number");
        }
        ticks.push(tick);
        assert!(ticks.len() <= terms.tick_limit + 1, "{name}: the game does not end");
    }
    assert!(run.end().is_some(), "{name}: does not say how a game ended");
    let numbers = card.quantities.iter().filter_map(|quantity| sheet.get_number(&quantity.name)).collect();
    (ticks, run.board().clone(), numbers)
}
