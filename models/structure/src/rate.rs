//! The class-driven player: moves rated by the elements that they make and break in the game so far.
//!
//! A move lets a generating system go on when it puts the stone that a shape still lacks, or adds a stone to a block; only such moves
//! are rated. It breaks a shape when it fills one of its empty points, and a block when it takes it.

use goban::{Board, Color, Point, PointSet, Position};
use model::{Card, Cell as Value, Parameter, Parameters, Rating};

use crate::ets::{Class, ClassId, Id, System, Worth};
use crate::go::{Cell, Groups, Plan, Recorder};

/// How much things count; shapes count what their class is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    /// For each stone that is taken, saved, put in atari, left in atari: the last counts against a move.
    stones: [f64; 4],
    cut: f64,
    loss: f64,
    group: f64,
}

/// This many of the best moves are tried for the shapes of level 2 that they make.
pub(crate) const TRIED: usize = 24;

impl Weights {
    pub(crate) fn parameters(system: &System) -> Vec<Parameter> {
        let weight = |name: &str, about: &str, default: f64| {
            let said = system.play.iter().find(|(said, _)| said == name).map(|(_, value)| *value);
            Parameter::real(&format!("structure.{name}"), about, -100.0, 100.0, said.unwrap_or(default))
        };
        vec![
            weight("capture", "rating of a move for each stone it takes", 4.0),
            weight("save", "rating of a move for each own stone that it takes out of atari", 3.0),
            weight("atari", "rating of a move for each enemy stone that it puts in atari", 0.5),
            weight("danger", "what a move loses for each own stone that it leaves in atari", 4.0),
            weight(
                "cut",
                "how much of the worth of an enemy shape counts when a move breaks it, where its class does not say",
                0.5,
            ),
            weight(
                "loss",
                "how much of the worth of an own shape counts when a move breaks it, where its class does not say",
                0.5,
            ),
            weight("group", "how much of the worth of shapes of level 2 counts", 1.0),
        ]
    }

    pub(crate) fn new(parameters: &Parameters) -> Weights {
        let weight = |name: &str| parameters.real(&format!("structure.{name}"));
        Weights {
            stones: [weight("capture"), weight("save"), weight("atari"), -weight("danger")],
            cut: weight("cut"),
            loss: weight("loss"),
            group: weight("group"),
        }
    }
}

/// What a move does to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It makes one of its own, or one between both sides.
    Made,
    /// It ends one of the other side, or one between both.
    Broken,
    /// It ends one of its own, or makes one of the other side.
    Lost,
}

/// What a move can do, numbered: to each class of levels 1 and 2 in each role; and to one that has the stone that was played last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deeds {
    n: [usize; 2],
}

impl Deeds {
    pub(crate) fn of(plan: &Plan) -> Deeds {
        Deeds { n: [1, 2].map(|level| plan.level(level).classes.len()) }
    }

    /// How many there are.
    pub(crate) fn len(self) -> usize {
        6 * (self.n[0] + self.n[1])
    }

    /// The number of a deed; `level` is 1 or 2.
    pub(crate) fn number(self, level: usize, class: ClassId, role: Role, answers: bool) -> usize {
        let class = class.index() + if level == 2 { self.n[0] } else { 0 };
        6 * class + 2 * role as usize + usize::from(answers)
    }
}

/// What each deed adds to a rating.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Prices {
    pub(crate) deeds: Deeds,
    pub(crate) each: Vec<f64>,
    pub(crate) stones: [f64; 4],
}

impl Prices {
    pub(crate) fn new(plan: &Plan, weights: &Weights) -> Prices {
        let deeds = Deeds::of(plan);
        let mut each = vec![0.0; deeds.len()];
        for level in [1, 2] {
            for (id, class) in plan.level(level).classes.entries() {
                let factor = if level == 2 { weights.group } else { 1.0 };
                let share = |part: f64| if class.color.is_some() { part * class.worth.made } else { 0.0 };
                let Worth { made, broken, lost } = class.worth;
                let plain =
                    [made, broken.unwrap_or_else(|| share(weights.cut)), lost.unwrap_or_else(|| share(-weights.loss))];
                let more = [class.answer.made, class.answer.broken.unwrap_or(0.0), class.answer.lost.unwrap_or(0.0)];
                for (role, (plain, more)) in
                    [Role::Made, Role::Broken, Role::Lost].into_iter().zip(plain.into_iter().zip(more))
                {
                    each[deeds.number(level, id, role, false)] = factor * plain;
                    each[deeds.number(level, id, role, true)] = factor * more;
                }
            }
        }
        Prices { deeds, each, stones: weights.stones }
    }
}

/// What a move does, in the terms of its rating.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct MoveEffect {
    /// What it does to elements, by number.
    pub(crate) deeds: Vec<u32>,
    /// Stones that it takes, saves, puts in atari, leaves in atari.
    pub(crate) stones: [usize; 4],
    /// The names of what it makes.
    names: Vec<String>,
}

impl MoveEffect {
    pub(crate) fn value(&self, prices: &Prices) -> f64 {
        let shapes: f64 = self.deeds.iter().map(|&deed| prices.each[deed as usize]).sum();
        shapes + self.stones.iter().zip(prices.stones).map(|(&n, price)| n as f64 * price).sum::<f64>()
    }

    fn rating(self, point: Point, prices: &Prices) -> Rating {
        let value = self.value(prices);
        let sum = |role: Role| {
            let deeds = self.deeds.iter().map(|&deed| deed as usize);
            Value::Number(deeds.filter(|deed| deed / 2 % 3 == role as usize).map(|deed| prices.each[deed]).sum())
        };
        let [captured, saved, threatened, endangered] = self.stones.map(|n| Value::Number(n as f64));
        let details = vec![
            ("makes", Value::Text(self.names.join(", "))),
            ("made", sum(Role::Made)),
            ("broken", sum(Role::Broken)),
            ("lost", sum(Role::Lost)),
            ("captured", captured),
            ("saved", saved),
            ("threatened", threatened),
            ("endangered", endangered),
        ];
        Rating { point, value, details }
    }

    /// Takes note of an element that begins or ends.
    fn add(
        &mut self,
        deeds: Deeds,
        level: usize,
        (id, class): (ClassId, &Class),
        begins: bool,
        turn: &Turn,
        answers: bool,
    ) {
        let whose = class.color.as_deref().and_then(Color::parse);
        let is_own = whose == Some(turn.color);
        let role = match (begins, whose) {
            (true, Some(_)) if !is_own => Role::Lost,
            (true, _) => Role::Made,
            (false, _) if is_own => Role::Lost,
            (false, _) => Role::Broken,
        };
        // That it answers is one more deed.
        let numbers = [false, true].map(|answer| deeds.number(level, id, role, answer) as u32);
        self.deeds.extend(&numbers[..1 + usize::from(answers)]);
        if role == Role::Made && class.chain.is_none() {
            self.names.push(class.title.clone());
        }
    }

    fn finish(&mut self) {
        self.names.sort();
        self.names.dedup();
    }
}

/// Who moves, and what was played last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) color: Color,
    pub(crate) last: Option<Point>,
}

/// All moves by which a generating system can go on, with what they do to spaces, blocks and chains.
pub(crate) fn candidates(
    recorder: &Recorder,
    position: &Position,
    turn: &Turn,
    deeds: Deeds,
) -> Vec<(Point, MoveEffect)> {
    let legal = position.legal_points();
    legal.iter().filter_map(|point| Some((point, effect(recorder, position.board(), turn, deeds, point)?))).collect()
}

/// The moves that are tried for the shapes of level 2, by their index: those that are best without them.
pub(crate) fn tried(candidates: &[(Point, MoveEffect)], prices: &Prices) -> Vec<usize> {
    let values: Vec<f64> = candidates.iter().map(|(_, effect)| effect.value(prices)).collect();
    let mut best: Vec<usize> = (0..candidates.len()).collect();
    best.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    best.truncate(TRIED);
    best
}

/// Rates the moves among some points. Which moves are worth a look at groups is decided among all of them; when `go_on` says
/// no, those that were not looked at yet are left out.
pub(crate) fn rate(
    (recorder, groups): (&Recorder, &Groups),
    position: &Position,
    turn: &Turn,
    prices: &Prices,
    among: &PointSet,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Rating> {
    let mut candidates = candidates(recorder, position, turn, prices.deeds);
    let mut rated = *among;
    for index in tried(&candidates, prices) {
        let (point, effect) = &mut candidates[index];
        if !among.contains(*point) {
            continue;
        }
        if go_on() {
            try_groups((recorder, groups), position, turn, prices.deeds, *point, effect);
        } else {
            rated.remove(*point);
        }
    }
    let rated = candidates.into_iter().filter(|(point, _)| rated.contains(*point));
    rated.map(|(point, effect)| effect.rating(point, prices)).collect()
}

/// What a move does to spaces, blocks and chains; none if no generating system goes on by it.
fn effect(recorder: &Recorder, board: &Board, turn: &Turn, deeds: Deeds, point: Point) -> Option<MoveEffect> {
    let size = board.size();
    let at = size.index(point);
    let color = turn.color;
    let plan = recorder.plan();
    let classes = &plan.level(1).classes;
    let own = if color == Color::Black { Cell::Black } else { Cell::White };
    let mut effect = MoveEffect::default();
    let has_last = |points: &PointSet| turn.last.is_some_and(|last| points.contains(last));
    for (class, points) in recorder.completed(at, own) {
        effect.add(deeds, 1, (class, &classes[class]), true, turn, has_last(&points));
    }
    let goes_on = !effect.deeds.is_empty();
    for (class, points) in recorder.completed(at, Cell::Empty) {
        effect.add(deeds, 1, (class, &classes[class]), false, turn, has_last(&points));
    }
    let mut after = board.clone();
    let placed = after.place(color, point);
    let chains = |board: &Board, side: Color| -> Vec<(PointSet, usize)> {
        let mut chains: Vec<(PointSet, usize)> = Vec::new();
        for near in size.neighbors(point) {
            let Some(chain) = board.chain(near).filter(|chain| chain.color() == side) else { continue };
            if chains.iter().all(|(stones, _)| !stones.contains(near)) {
                chains.push((*chain.stones(), chain.n_liberties()));
            }
        }
        chains
    };
    let (joined, touched) = (chains(board, color), chains(board, !color));
    if !goes_on && joined.is_empty() {
        return None;
    }
    // A block takes along what is beside it, so it has the last stone if that is beside it.
    let mut block = |stones: &PointSet, side: Color, begins: bool| {
        let cell = if side == Color::Black { Cell::Black } else { Cell::White };
        let answers = has_last(&stones.grown());
        for class in plan.block_classes(cell, stones.len()) {
            effect.add(deeds, 1, (class, &classes[class]), begins, turn, answers);
        }
    };
    joined.iter().for_each(|(stones, _)| block(stones, color, false));
    let now = after.chain(point).map_or((PointSet::EMPTY, 0), |chain| (*chain.stones(), chain.n_liberties()));
    if !now.0.is_empty() {
        block(&now.0, color, true);
    }
    let taken = |stones: &PointSet| !placed.suicide && stones.first().is_some_and(|stone| after.is_empty(stone));
    touched.iter().filter(|(stones, _)| taken(stones)).for_each(|(stones, _)| block(stones, !color, false));
    let [captured, saved, threatened, endangered] = &mut effect.stones;
    *(if placed.suicide { &mut *endangered } else { captured }) = placed.n_captured;
    if now.1 > 1 {
        *saved = joined.iter().filter(|(_, liberties)| *liberties == 1).map(|(stones, _)| stones.len()).sum();
    } else {
        *endangered += now.0.len();
    }
    let in_atari = |(_, liberties): &&(PointSet, usize)| *liberties == 1;
    *threatened = chains(&after, !color).iter().filter(in_atari).map(|(stones, _)| stones.len()).sum();
    effect.finish();
    Some(effect)
}

/// What a move does to shapes of level 2.
pub(crate) fn try_groups(
    (recorder, groups): (&Recorder, &Groups),
    position: &Position,
    turn: &Turn,
    deeds: Deeds,
    point: Point,
    effect: &mut MoveEffect,
) {
    let mut after = position.forgetful();
    let Ok(played) = after.play(point) else { return };
    let classes = &recorder.plan().level(2).classes;
    let changes = recorder.trial(groups, point, played.captured, after.board());
    for (touched, begins) in changes.into_iter().zip([true, false]) {
        for (class, points) in touched {
            let answers = turn.last.is_some_and(|last| points.contains(last));
            effect.add(deeds, 2, (class, &classes[class]), begins, turn, answers);
        }
    }
    effect.finish();
}

/// The card's part about ratings.
pub(crate) fn declare(card: &mut Card, system: &System) {
    card.parameters.extend(Weights::parameters(system));
    card.abilities.rates = true;
    card.abilities.recalls = true;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goban::{BoardSize, Diagram, Rules};
    use model::Seed;
    use proptest::prelude::*;
    use record::Mode;
    use testkit::{Randomness, random_game};

    use super::*;
    use crate::go::Attention;

    /// The ratings in the obvious way: every pattern is tried everywhere, and every tried move is recorded in full.
    fn obvious(recorder: &Recorder, position: &Position, turn: &Turn, prices: &Prices) -> Vec<Rating> {
        let color = position.to_move();
        let own = if color == Color::Black { Cell::Black } else { Cell::White };
        let mut moves = Vec::new();
        for point in position.legal_points() {
            let at = position.size().index(point);
            for cell in [own, Cell::Empty] {
                assert_eq!(recorder.matching(at, cell), recorder.completed(at, cell));
            }
            let effect = effect(recorder, position.board(), turn, prices.deeds, point);
            let joins = position.size().neighbors(point).any(|near| position.board().get(near) == Some(color));
            assert_eq!(effect.is_some(), joins || !recorder.matching(at, own).is_empty());
            moves.extend(effect.map(|effect| (point, effect)));
        }
        for index in tried(&moves, prices) {
            let (point, effect) = &mut moves[index];
            let mut after = position.forgetful();
            let played = after.play(*point).unwrap();
            let mut next = recorder.clone();
            next.try_move(*point, played.captured, after.board());
            let classes = &next.plan().level(2).classes;
            let changes = next.changes();
            for (ids, begins) in [(&changes.made, true), (&changes.ended, false)] {
                for id in ids.iter().filter(|id| id.level == 2) {
                    let info = next.info(*id);
                    let answers = turn.last.is_some_and(|last| info.points.contains(last));
                    effect.add(prices.deeds, 2, (info.class, &classes[info.class]), begins, turn, answers);
                }
            }
            effect.finish();
        }
        moves.into_iter().map(|(point, effect)| effect.rating(point, prices)).collect()
    }

    fn rate_all(recorder: &Recorder, position: &Position, turn: &Turn, prices: &Prices) -> Vec<Rating> {
        let (light, groups) = recorder.for_trials();
        rate((&light, &groups), position, turn, prices, &position.legal_points(), &mut || true)
    }

    fn prices() -> (Arc<Plan>, Prices) {
        let family = crate::Structure::new();
        let weights = Weights::new(&Parameters::defaults(model::Family::card(&family)));
        (Arc::clone(family.plan()), Prices::new(family.plan(), &weights))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn fast_ratings_equal_obvious_ones(side in 2usize..14, crowd in 0.0f64..1.2, seed: u64) {
            let size = BoardSize::new(side).unwrap();
            let length = (crowd * size.area() as f64) as usize;
            let game = random_game(size, length, Randomness::PLAY, Seed(seed));
            let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
            let (plan, prices) = prices();
            let mut recorder = Recorder::new(plan, replay.position().board(), Attention::Whole);
            let mut last = None;
            while let Some(ply) = replay.next_ply().unwrap() {
                recorder.observe(&ply, replay.position().board());
                last = ply.mv.point();
            }
            let turn = Turn { color: replay.position().to_move(), last };
            let fast = rate_all(&recorder, replay.position(), &turn, &prices);
            prop_assert_eq!(fast, obvious(&recorder, replay.position(), &turn, &prices));
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
        let (plan, prices) = prices();
        for color in Color::ALL {
            let mut position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
            position.set_to_move(color);
            let recorder = Recorder::new(Arc::clone(&plan), position.board(), Attention::Whole);
            let turn = Turn { color, last: None };
            let fast = rate_all(&recorder, &position, &turn, &prices);
            assert_eq!(fast, obvious(&recorder, &position, &turn, &prices));
            let makes = |rating: &Rating| format!("{:?}", rating.details).contains("two-eyed block");
            assert!(fast.iter().any(makes));
        }
    }
}
