//! A first class-driven player: moves rated by the shapes they make and break.
//!
//! A move continues a generating system when it puts the stone that a shape still lacks; it breaks a shape when it fills
//! one of its empty points. Ratings depend on the position alone.

use std::sync::Arc;

use goban::{Board, Color, Point, PointSet, Position};
use model::{Card, Cell as Value, Parameter, Parameters, Rating};

use crate::ets::ClassId;
use crate::go::{Attention, Cell, Groups, Levels, Plan, Recorder};

/// How much things count; shapes count what their class is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    capture: f64,
    save: f64,
    atari: f64,
    danger: f64,
    cut: f64,
    loss: f64,
    group: f64,
}

/// This many of the best moves are tried for the shapes of level 2 that they make.
const TRIED: usize = 24;

impl Weights {
    pub(crate) fn parameters() -> Vec<Parameter> {
        let weight = |name: &str, about: &str, default: f64| {
            Parameter::real(&format!("structure.{name}"), about, 0.0, 100.0, default)
        };
        vec![
            weight("capture", "rating of a move for each stone it takes", 4.0),
            weight("save", "rating of a move for each own stone that it takes out of atari", 3.0),
            weight("atari", "rating of a move for each enemy stone that it puts in atari", 0.5),
            weight("danger", "what a move loses for each own stone that it leaves in atari", 4.0),
            weight("cut", "how much of the worth of an enemy shape counts when a move breaks it", 0.5),
            weight("loss", "how much of the worth of an own shape counts when a move breaks it", 0.5),
            weight("group", "how much of the worth of shapes of level 2 counts", 1.0),
        ]
    }

    pub(crate) fn new(parameters: &Parameters) -> Weights {
        let weight = |name: &str| parameters.real(&format!("structure.{name}"));
        Weights {
            capture: weight("capture"),
            save: weight("save"),
            atari: weight("atari"),
            danger: weight("danger"),
            cut: weight("cut"),
            loss: weight("loss"),
            group: weight("group"),
        }
    }
}

/// What a move does, in the terms of its rating.
#[derive(Clone, Default, Debug)]
struct MoveEffect {
    made: f64,
    broken: f64,
    lost: f64,
    captured: usize,
    saved: usize,
    threatened: usize,
    endangered: usize,
    names: Vec<String>,
}

impl MoveEffect {
    fn value(&self, weights: &Weights) -> f64 {
        self.made + weights.cut * self.broken - weights.loss * self.lost
            + weights.capture * self.captured as f64
            + weights.save * self.saved as f64
            + weights.atari * self.threatened as f64
            - weights.danger * self.endangered as f64
    }

    fn rating(self, point: Point, weights: &Weights) -> Rating {
        let value = self.value(weights);
        let number = |n: usize| Value::Number(n as f64);
        let details = vec![
            ("makes", Value::Text(self.names.join(", "))),
            ("made", Value::Number(self.made)),
            ("broken", Value::Number(self.broken)),
            ("lost", Value::Number(self.lost)),
            ("captured", number(self.captured)),
            ("saved", number(self.saved)),
            ("threatened", number(self.threatened)),
            ("endangered", number(self.endangered)),
        ];
        Rating { point, value, details }
    }
}

/// Rates the moves among some points. Which moves are worth a look at groups is decided among all of them; when `go_on` says
/// no, those that were not looked at yet are left out.
pub(crate) fn rate(
    plan: &Arc<Plan>,
    position: &Position,
    weights: &Weights,
    among: &PointSet,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Rating> {
    let color = position.to_move();
    let mut recorder = Recorder::begin(Arc::clone(plan), position.board(), Attention::Whole, Levels::Upper);
    // Tried moves are compared with what is there: only level 1 goes along with each.
    let before = std::mem::take(&mut recorder.groups);
    let legal: Vec<Point> = position.legal_points().iter().collect();
    let mut effects: Vec<MoveEffect> =
        legal.iter().map(|&point| effect(plan, &recorder, position.board(), color, point)).collect();
    let mut best: Vec<usize> = (0..legal.len()).collect();
    best.sort_by(|&a, &b| effects[b].value(weights).total_cmp(&effects[a].value(weights)));
    let mut rated = *among;
    for &index in best.iter().take(TRIED).filter(|&&index| among.contains(legal[index])) {
        if go_on() {
            groups(&recorder, &before, position, legal[index], weights, &mut effects[index]);
        } else {
            rated.remove(legal[index]);
        }
    }
    let rated = legal.into_iter().zip(effects).filter(|(point, _)| rated.contains(*point));
    rated.map(|(point, effect)| effect.rating(point, weights)).collect()
}

/// What a move does to spaces and chains.
fn effect(plan: &Plan, recorder: &Recorder, board: &Board, color: Color, point: Point) -> MoveEffect {
    let size = board.size();
    let at = size.index(point);
    let mut effect = MoveEffect::default();
    let classes = &plan.system().levels[1].classes;
    let own = if color == Color::Black { Cell::Black } else { Cell::White };
    let whose = |class: ClassId| classes[class].color.as_deref().and_then(Color::parse);
    for class in recorder.completed(at, own) {
        effect.made += classes[class].worth;
        effect.names.push(classes[class].title.clone());
    }
    for class in recorder.completed(at, Cell::Empty) {
        match whose(class) {
            Some(side) if side == color => effect.lost += classes[class].worth,
            Some(_) => effect.broken += classes[class].worth,
            None => {}
        }
    }
    let mut after = board.clone();
    let placed = after.place(color, point);
    effect.captured = if placed.suicide { 0 } else { placed.n_captured };
    effect.endangered = if placed.suicide { placed.n_captured } else { 0 };
    let near = |board: &Board, side: Color| -> Vec<(Point, usize, usize)> {
        let mut chains: Vec<(Point, usize, usize)> = Vec::new();
        for near in size.neighbors(point) {
            let Some(chain) = board.chain(near).filter(|chain| chain.color() == side) else { continue };
            if let Some(first) = chain.stones().first().filter(|first| chains.iter().all(|(seen, ..)| seen != first)) {
                chains.push((first, chain.size(), chain.n_liberties()));
            }
        }
        chains
    };
    let now = after.chain(point).map_or((0, 0), |chain| (chain.size(), chain.n_liberties()));
    if now.1 > 1 {
        effect.saved = near(board, color).iter().filter(|(_, _, liberties)| *liberties == 1).map(|(_, n, _)| n).sum();
    } else {
        effect.endangered += now.0;
    }
    let threatened = |(_, _, liberties): &&(Point, usize, usize)| *liberties == 1;
    effect.threatened = near(&after, !color).iter().filter(threatened).map(|(_, n, _)| n).sum();
    effect.names.sort();
    effect.names.dedup();
    effect
}

/// What a move does to shapes of level 2.
fn groups(
    recorder: &Recorder,
    before: &Groups,
    position: &Position,
    point: Point,
    weights: &Weights,
    effect: &mut MoveEffect,
) {
    let color = position.to_move();
    let mut after = position.forgetful();
    let Ok(played) = after.play(point) else { return };
    let change = recorder.trial(before, point, played.captured, after.board());
    let classes = &recorder.plan().system().levels[2].classes;
    let whose = |class: ClassId| classes[class].color.as_deref().and_then(Color::parse);
    for (class, ..) in change.began {
        match whose(class) {
            Some(side) if side != color => effect.lost += weights.group * classes[class].worth,
            _ => {
                effect.made += weights.group * classes[class].worth;
                effect.names.push(classes[class].title.clone());
            }
        }
    }
    for class in change.over.iter().map(|&run| before.runs[run].class) {
        match whose(class) {
            Some(side) if side == color => effect.lost += weights.group * classes[class].worth,
            Some(_) => effect.broken += weights.group * classes[class].worth,
            None => {}
        }
    }
    effect.names.sort();
    effect.names.dedup();
}

/// The card's part about ratings.
pub(crate) fn declare(card: &mut Card) {
    card.parameters.extend(Weights::parameters());
    card.abilities.rates = true;
}

#[cfg(test)]
mod tests {
    use goban::{BoardSize, Diagram, Rules};
    use model::Seed;
    use proptest::prelude::*;
    use record::Mode;
    use testkit::{Randomness, random_game};

    use super::*;

    /// The ratings in the obvious way: every pattern is tried everywhere, and every tried move is recorded in full.
    fn obvious(plan: &Arc<Plan>, position: &Position, weights: &Weights) -> Vec<Rating> {
        let color = position.to_move();
        let own = if color == Color::Black { Cell::Black } else { Cell::White };
        let recorder = Recorder::new(Arc::clone(plan), position.board(), Attention::Whole);
        let legal: Vec<Point> = position.legal_points().iter().collect();
        let mut effects: Vec<MoveEffect> = legal
            .iter()
            .map(|&point| {
                let at = position.size().index(point);
                let classes = [recorder.matching(at, own), recorder.matching(at, Cell::Empty)];
                assert_eq!(classes, [recorder.completed(at, own), recorder.completed(at, Cell::Empty)]);
                effect(plan, &recorder, position.board(), color, point)
            })
            .collect();
        let mut best: Vec<usize> = (0..legal.len()).collect();
        best.sort_by(|&a, &b| effects[b].value(weights).total_cmp(&effects[a].value(weights)));
        let classes = &plan.system().levels[2].classes;
        let whose = |class: ClassId| classes[class].color.as_deref().and_then(Color::parse);
        for &index in best.iter().take(TRIED) {
            let mut after = position.forgetful();
            let played = after.play(legal[index]).unwrap();
            let mut next = recorder.clone();
            next.try_move(legal[index], played.captured, after.board());
            let effect = &mut effects[index];
            for id in next.changes().made.iter().filter(|id| id.level == 2) {
                let class = next.info(*id).class;
                if whose(class) == Some(!color) {
                    effect.lost += weights.group * classes[class].worth;
                } else {
                    effect.made += weights.group * classes[class].worth;
                    effect.names.push(classes[class].title.clone());
                }
            }
            for id in next.changes().ended.iter().filter(|id| id.level == 2) {
                let class = next.info(*id).class;
                match whose(class) {
                    Some(side) if side == color => effect.lost += weights.group * classes[class].worth,
                    Some(_) => effect.broken += weights.group * classes[class].worth,
                    None => {}
                }
            }
            effect.names.sort();
            effect.names.dedup();
        }
        legal.into_iter().zip(effects).map(|(point, effect)| effect.rating(point, weights)).collect()
    }

    fn rate_all(plan: &Arc<Plan>, position: &Position, weights: &Weights) -> Vec<Rating> {
        rate(plan, position, weights, &position.legal_points(), &mut || true)
    }

    fn weights() -> Weights {
        let family = crate::Structure::new();
        Weights::new(&Parameters::defaults(model::Family::card(&family)))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn fast_ratings_equal_obvious_ones(side in 2usize..14, crowd in 0.0f64..1.2, seed: u64) {
            let size = BoardSize::new(side).unwrap();
            let length = (crowd * size.area() as f64) as usize;
            let game = random_game(size, length, Randomness::PLAY, Seed(seed));
            let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
            while replay.next_ply().unwrap().is_some() {}
            let (plan, weights) = (Plan::built_in(), weights());
            prop_assert_eq!(rate_all(&plan, replay.position(), &weights), obvious(&plan, replay.position(), &weights));
        }
    }

    /// Random games seldom make large blocks with many eyes.
    #[test]
    fn fast_ratings_equal_obvious_ones_around_a_block_with_eyes() {
        let setup = Diagram::parse(
            ". X . X . . . O .
             X X X X X . O O O
             . X . X . . O . O
             X X X . X . O O O
             . X X X . X . O .
             . . . X X X O O .
             X . X . . O . O O
             . . . O . O O . O
             . X . . O . . O .",
        )
        .unwrap();
        let (plan, weights) = (Plan::built_in(), weights());
        for color in Color::ALL {
            let mut position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
            position.set_to_move(color);
            let fast = rate_all(&plan, &position, &weights);
            assert_eq!(fast, obvious(&plan, &position, &weights));
            let makes = |rating: &Rating| format!("{:?}", rating.details).contains("two-eyed block");
            assert!(fast.iter().any(makes));
        }
    }
}
