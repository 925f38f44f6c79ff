//! The automaton in the plainest words, that tests trust: every number of every point by itself, without matrices.

use goban::{Color, Point, PointSet, Position};

use crate::Ripple;
use crate::scene::FACTS;

/// Log-odds that the points become the mover's, the mover's area, and the log-odds by which it would play on each.
pub(crate) struct Plain {
    pub(crate) odds: Vec<f64>,
    pub(crate) area: f64,
    pub(crate) wishes: Vec<f64>,
}

type Board = Vec<Vec<f64>>;

pub(crate) fn see(ripple: &Ripple, position: &Position) -> Plain {
    let (form, numbers) = (ripple.form, &ripple.weights);
    let weight = |at: usize| f64::from(numbers[at]);
    let points: Vec<Point> = position.size().points().collect();
    let parts: Vec<PointSet> = points.iter().map(|&point| part(position, point)).collect();
    let facts: Board = points.iter().zip(&parts).map(|(&point, part)| facts(position, point, part)).collect();
    let width = form.width;
    // A row of numbers times a table that begins at a place.
    let times = |row: &[f64], start: usize| -> Vec<f64> {
        (0..width)
            .map(|to| row.iter().enumerate().map(|(from, value)| value * weight(start + from * width + to)).sum())
            .collect()
    };
    let plus = |a: Vec<f64>, b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + b).collect() };
    let at_least_nothing =
        |board: &Board| -> Board { board.iter().map(|row| row.iter().map(|value| value.max(0.0)).collect()).collect() };
    let bias = |start: usize| -> Vec<f64> { (start..start + width).map(weight).collect() };

    let (begin, begin_bias) = form.begin();
    let mut kept: Board =
        heard(position, &facts).iter().map(|row| plus(times(row, begin.start), &bias(begin_bias.start))).collect();
    for tick in 0..form.ticks {
        let rule = form.rule(tick);
        let made: Board = heard(position, &at_least_nothing(&kept))
            .iter()
            .map(|row| plus(times(row, rule.hear.start), &bias(rule.bias.start)))
            .collect();
        let made = at_least_nothing(&made);
        let mean = |among: &PointSet, number: usize| {
            let sum: f64 = among.iter().map(|point| made[position.size().index(point)][number]).sum();
            sum / among.len() as f64
        };
        for (at, kept) in kept.iter_mut().enumerate() {
            let shared: Vec<f64> = (0..width)
                .map(|number| match number {
                    number if form.whole().contains(&number) => mean(&position.size().all_points(), number),
                    number if form.shared().contains(&number) => mean(&parts[at], number),
                    number => made[at][number],
                })
                .collect();
            *kept = plus(times(&shared, rule.keep.start), kept);
        }
    }
    let said = at_least_nothing(&kept);
    let ends = form.ends();
    let product =
        |row: &[f64], start: usize| -> f64 { row.iter().enumerate().map(|(i, value)| value * weight(start + i)).sum() };
    let odds: Vec<f64> = said.iter().map(|row| product(row, ends.owner.start) + weight(ends.owner.end - 1)).collect();
    let beside: f64 = said.iter().map(|row| product(row, ends.lead.start) / 4.0).sum();
    Plain {
        area: odds.iter().map(|odds| (odds / 2.0).tanh()).sum::<f64>() + beside,
        odds,
        wishes: said.iter().map(|row| product(row, ends.wish.start)).collect(),
    }
}

/// The chain or the empty area of a point.
fn part(position: &Position, point: Point) -> PointSet {
    let here = |other: Point| position.board().get(other) == position.board().get(point);
    let same: PointSet = position.size().points().filter(|&other| here(other)).collect();
    PointSet::from(point).flooded(&same)
}

fn facts(position: &Position, point: Point, part: &PointSet) -> Vec<f64> {
    let (board, size, mover) = (position.board(), position.size(), position.to_move());
    let mut facts = vec![0.0; FACTS];
    match board.get(point) {
        None => facts[2] = 1.0,
        Some(color) => {
            let side = usize::from(color != mover);
            let around: PointSet = part.iter().flat_map(|stone| size.neighbors(stone)).collect();
            let liberties = around.iter().filter(|&near| board.get(near).is_none()).count();
            facts[side] = 1.0;
            facts[3 + 5 * side + liberties.min(5) - 1] = 1.0;
            if liberties <= 2 {
                let dies = |first: Color| tactics::Ladders::default().works(board, point, first);
                facts[13 + side] = f64::from(u8::from(dies(!color)));
                facts[15 + side] = f64::from(u8::from(dies(color)));
            }
        }
    }
    let side = size.get();
    let line =
        [point.row(), point.column(), side - 1 - point.row(), side - 1 - point.column()].into_iter().min().unwrap();
    if line < 4 {
        facts[17 + line] = 1.0;
    }
    facts[21] = (1.0 + part.len() as f64).ln() / 4.0;
    facts[22] = size.points().filter(|&point| board.get(point).is_some()).count() as f64 / size.area() as f64;
    facts[23] = f64::from(u8::from(position.ko() == Some(point)));
    facts
}

/// What every point hears: itself, the mean of those beside it, of those across from it, and the lesser of what lies on opposite sides.
fn heard(position: &Position, said: &Board) -> Board {
    let size = position.size();
    let nothing = vec![0.0; said[0].len()];
    let at = |point: Point, columns: i32, rows: i32| -> &Vec<f64> {
        size.offset(point, columns, rows).map_or(&nothing, |near| &said[size.index(near)])
    };
    let mean = |rows: [&Vec<f64>; 4]| -> Vec<f64> {
        (0..nothing.len()).map(|i| rows.iter().map(|row| row[i]).sum::<f64>() / 4.0).collect()
    };
    let hear = |point: Point| {
        let [up, down, left, right] = [at(point, 0, -1), at(point, 0, 1), at(point, -1, 0), at(point, 1, 0)];
        let corners = [at(point, -1, -1), at(point, 1, -1), at(point, -1, 1), at(point, 1, 1)];
        let between = (0..nothing.len()).map(|i| (up[i].min(down[i]) + left[i].min(right[i])) / 2.0);
        let own = &said[size.index(point)];
        own.iter().copied().chain(mean([up, down, left, right])).chain(mean(corners)).chain(between).collect()
    };
    size.points().map(hear).collect()
}
