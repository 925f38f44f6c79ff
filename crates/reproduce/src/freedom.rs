//! Influence from paths: the counts of the figures, the inequalities on real positions, and what the parameters do.

use std::collections::BTreeMap;

use figures::{Chart, Series};
use goban::{BoardSize, Color, Point, PointSet, Position, Rules};
use model::words::four_digits;
use model::{Cell, Explanation, Question, Rng, Row, Selection, Sheet, Subject, unit};
use statistics::spearman;

use crate::findings::{Findings, percent};
use crate::{Progress, Setting, StageError, Work, data};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("freedom.figures", "the paths of the paper's figures", figures),
    ("freedom.laws", "the paper's equations on real positions", laws),
    ("freedom.parameters", "what p, q and reach do", parameters),
];

const SIZE: BoardSize = BoardSize::NINETEEN;

/// A board with these stones of White, and these of Black.
fn board(white: &str, black: &str) -> Position {
    let mut position = Position::new(SIZE, Rules { komi: 0.0, ..Rules::CHINESE });
    for (color, vertices) in [(Color::White, white), (Color::Black, black)] {
        for point in vertices.split_whitespace().filter_map(|vertex| SIZE.parse_vertex(vertex)) {
            // None of these drawings captures or fills anything.
            let _ = position.play_as(color, point);
        }
    }
    position
}

fn number(row: &Row, name: &str) -> Option<f64> {
    row.cells.iter().find_map(|(known, cell)| match cell {
        Cell::Number(value) if *known == name => Some(*value),
        _ => None,
    })
}

fn stones(row: &Row) -> PointSet {
    let points = row.cells.iter().find_map(|(_, cell)| match cell {
        Cell::Points(points) => Some(*points),
        _ => None,
    });
    points.unwrap_or_default()
}

fn is_of(row: &Row, color: Color) -> bool {
    row.cells.iter().any(|(_, cell)| *cell == Cell::Color(color))
}

fn rows<'a>(answer: &'a Explanation, kind: &'a str, color: Color) -> impl Iterator<Item = &'a Row> {
    answer.rows.iter().filter(move |row| row.kind == kind && is_of(row, color))
}

/// The paths between two points for White, and how well they connect them.
fn connection(subject: &Subject, position: &Position, from: &str, to: &str) -> Option<(Vec<PointSet>, f64)> {
    let mut model = subject.begin(position).ok()?;
    let [from, to] = [SIZE.parse_vertex(from)?, SIZE.parse_vertex(to)?];
    let answer = model.explain(position, Question::Pair { from, to })?;
    let total = rows(&answer, "connections", Color::White).find_map(|row| number(row, "connectedness"))?;
    Some((rows(&answer, "paths", Color::White).map(stones).collect(), total))
}

fn names(points: &PointSet) -> String {
    points.iter().map(|point| SIZE.vertex(point)).collect::<Vec<_>>().join(" ")
}

fn figures(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    // The paper counts paths of fewer than five stones besides the virtual one, which the reach counts too.
    let subject = match setting.subject("freedom", &[("freedom.reach", "5".to_string())]) {
        Ok(subject) => subject,
        Err(why) => {
            found.lacks("freedom.figures", why);
            return Ok(found);
        }
    };
    let lane = board("K4", "J4 J5 J6 J7 L4 L5 L6 L7 K8 K3");
    let ring = board("J2 J3 J5 J6 K6 L6 L5 L3 L2 K2 H3 H4 H5 M3 M4 M5", "K3");
    let cases = [
        ("figure1", "figure 1: K4 alone, to J6", board("K4", ""), "J6", "K4"),
        ("figure3", "figure 3: K4, H4 and H5, to J6", board("K4 H4 H5", ""), "J6", "K4"),
        ("connected", "two stones of one chain", board("K4 K5", ""), "K4", "K5"),
        ("lane", "a lane of two points, everything else closed (figure 6)", lane, "K4", "K7"),
        ("three", "three ways of one stone each", ring, "K4", "J2"),
    ];
    let n = cases.len();
    let mut table = Vec::new();
    for (i, (name, about, position, from, to)) in cases.into_iter().enumerate() {
        match connection(&subject, &position, from, to) {
            Some((paths, connectedness)) => {
                found.measure(format!("freedom.figures.{name}.paths"), paths.len() as f64);
                found.measure(format!("freedom.figures.{name}.connectedness"), connectedness);
                let useless = PointSet::from_iter(["J4", "H4", "H5", "J5"].iter().filter_map(|v| SIZE.parse_vertex(v)));
                found.measure(format!("freedom.figures.{name}.useless"), f64::from(paths.contains(&useless)));
                let inside = |path: &PointSet| paths.iter().any(|other| other != path && other.is_subset(path));
                let containing = paths.iter().filter(|path| inside(path)).count();
                found.measure(format!("freedom.figures.{name}.containing"), containing as f64);
                let listed: Vec<String> = paths.iter().map(|path| format!("{{{}}}", names(path))).collect();
                table.push([about.to_string(), paths.len().to_string(), listed.join(" "), four_digits(connectedness)]);
            }
            None => found.lacks(format!("freedom.figures.{name}"), "the family does not explain pairs of points"),
        }
        progress(i + 1, n);
    }
    one_route(&mut found, &subject, &mut table);
    found.table(
        "Paths that connect two points for White",
        ["board", "paths", "stones to be played", "connectedness"],
        table,
        "19×19, paths of fewer than five stones, p = 1/3.",
    );
    Ok(found)
}

/// Figure 2: where its black stones stand is only in the picture, but they leave one of the five routes of figure 1. So each route
/// in turn is left, with black stones on all others.
fn one_route(found: &mut Findings, subject: &Subject, table: &mut Vec<[String; 4]>) {
    let open = board("K4", "");
    let Some((routes, free)) = connection(subject, &open, "J6", "K4") else {
        found.lacks("freedom.figures.figure2", "the family does not explain pairs of points");
        return;
    };
    let (mut most_paths, mut most_connected) = (0, 0.0_f64);
    for route in &routes {
        let others: PointSet = routes.iter().flat_map(PointSet::iter).filter(|point| !route.contains(*point)).collect();
        let position = board("K4", &names(&others));
        let Some((left, connected)) = connection(subject, &position, "J6", "K4") else { continue };
        most_paths = most_paths.max(left.len());
        most_connected = most_connected.max(connected);
        let listed: Vec<String> = left.iter().map(|path| format!("{{{}}}", names(path))).collect();
        table.push([
            format!("figure 2: figure 1 with Black on {}", names(&others)),
            left.len().to_string(),
            listed.join(" "),
            four_digits(connected),
        ]);
    }
    found.measure("freedom.figures.figure2.paths", most_paths as f64);
    found.measure("freedom.figures.figure2.of_figure1", most_connected / free);
}

/// The orders of the norm that are tried.
const QS: [f64; 6] = [1.1, 1.5, 2.0, 4.0, 8.0, 16.0];

/// Points of a position that are looked at.
const POINTS: usize = 8;

/// How often a law held.
#[derive(Clone, Copy, Default)]
struct Law {
    n: usize,
    held: usize,
}

impl Law {
    fn add(&mut self, held: bool) {
        self.n += 1;
        self.held += usize::from(held);
    }
}

const LAWS: [(&str, &str); 6] = [
    ("relative", "R = L·pⁿ/n for every path"),
    ("master", "influence = the sum of the q-norms over the stones, equation (4)"),
    ("pairs", "two crossing paths: more than each, less than both apart, inequality (2)"),
    ("many", "two or more paths: more than each, not more than all apart"),
    ("beside", "beside an own stone: exactly one path, the point itself, worth L·p"),
    ("below_one", "connectedness of a stone and an empty point not above 1"),
];

/// What one position says.
#[derive(Clone, Default)]
struct Seen {
    laws: [Law; LAWS.len()],
    /// The shortest way to a point, and the influence there, with the default q.
    near: Vec<(f64, f64)>,
}

fn look(subjects: &[(f64, Subject)], position: &Position, rng: &mut impl Rng) -> Seen {
    let board = position.board();
    let empty: Vec<Point> = board.empty().iter().collect();
    let mut seen = Seen::default();
    if empty.is_empty() {
        return seen;
    }
    let draw = |rng: &mut dyn FnMut() -> u64, n: usize| ((u128::from(rng()) * n as u128) >> 64) as usize;
    let mut next = || rng.next_u64();
    let chosen: Vec<Point> = (0..POINTS).map(|_| empty[draw(&mut next, empty.len())]).collect();
    for (q, subject) in subjects {
        let Ok(mut model) = subject.begin(position) else { continue };
        let p = subject.parameters().real("freedom.p");
        for &point in &chosen {
            let Some(answer) = model.explain(position, Question::Point(point)) else { continue };
            for color in Color::ALL {
                let paths: Vec<(PointSet, f64, f64, f64)> = rows(&answer, "paths", color)
                    .filter_map(|row| {
                        Some((stones(row), number(row, "n")?, number(row, "liberties")?, number(row, "r")?))
                    })
                    .collect();
                let influence = rows(&answer, "influence", color).find_map(|row| number(row, "influence"));
                let Some(influence) = influence else { continue };
                for (_, n, liberties, r) in &paths {
                    let expected = liberties * p.powf(*n) / n;
                    seen.laws[0].add((r - expected).abs() <= 1e-12 * (1.0 + expected));
                }
                let mut by_stone: BTreeMap<Point, f64> = BTreeMap::new();
                for (stones, _, _, r) in &paths {
                    stones.iter().for_each(|stone| *by_stone.entry(stone).or_default() += r.powf(*q));
                }
                let master: f64 = by_stone.values().map(|sum| sum.powf(1.0 / q)).sum();
                seen.laws[1].add((influence - master).abs() <= 1e-9 * (1.0 + master));
                let alone: Vec<f64> = paths.iter().filter(|path| path.3 > 0.0).map(|path| path.1 * path.3).collect();
                let (most, sum) = (alone.iter().copied().fold(0.0, f64::max), alone.iter().sum::<f64>());
                if alone.len() >= 2 {
                    // All paths to a point cross there.
                    let held = most < influence && influence < sum;
                    seen.laws[3].add(held);
                    if alone.len() == 2 {
                        seen.laws[2].add(held);
                    }
                }
                let beside = board.size().neighbors(point).any(|near| board.get(near) == Some(color));
                if beside {
                    let one = matches!(&paths[..], [(stones, _, liberties, _)]
                        if *stones == PointSet::from(point) && (influence - liberties * p).abs() < 1e-12 * (1.0 + influence));
                    seen.laws[4].add(one);
                }
                if *q == 2.0 {
                    let shortest = paths.iter().map(|path| path.1).fold(f64::INFINITY, f64::min);
                    if shortest.is_finite() {
                        seen.near.push((shortest, influence));
                    }
                    let own: Vec<Point> = board.stones()[color]
                        .iter()
                        .filter(|stone| {
                            stone.column().abs_diff(point.column()) + stone.row().abs_diff(point.row()) <= 4
                        })
                        .collect();
                    if let Some(&stone) = own.get(draw(&mut next, own.len().max(1))) {
                        let question = Question::Pair { from: stone, to: point };
                        let answer = model.explain(position, question).unwrap_or_default();
                        let total = rows(&answer, "connections", color).find_map(|row| number(row, "connectedness"));
                        if let Some(total) = total {
                            seen.laws[5].add(total <= 1.0 + 1e-12);
                        }
                    }
                }
            }
        }
    }
    seen
}

fn laws(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let mut subjects = Vec::new();
    for q in QS {
        match setting.subject("freedom", &[("freedom.q", q.to_string())]) {
            Ok(subject) => subjects.push((q, subject)),
            Err(why) => {
                found.lacks("freedom.laws", why);
                return Ok(found);
            }
        }
    }
    let n = setting.amounts.positions.min(1000);
    let seen = data::positions(n, progress, |spot| {
        look(&subjects, spot.position, &mut setting.seed.stream(spot.number as u64).rng())
    })?;
    let mut table = Vec::new();
    for (i, (name, about)) in LAWS.into_iter().enumerate() {
        let (cases, held) = seen.iter().fold((0, 0), |(n, held), seen| (n + seen.laws[i].n, held + seen.laws[i].held));
        match cases {
            0 => found.lacks(format!("freedom.laws.{name}"), "no such case among the positions looked at"),
            _ => found.measure(format!("freedom.laws.{name}"), held as f64 / cases as f64),
        }
        table.push([
            about.to_string(),
            cases.to_string(),
            held.to_string(),
            percent(held as f64 / cases.max(1) as f64),
        ]);
    }
    let (near, far): (Vec<f64>, Vec<f64>) = seen.iter().flat_map(|seen| seen.near.iter().copied()).unzip();
    match spearman(&near, &far) {
        Some(order) => found.measure("freedom.laws.near_order", order),
        None => found.lacks("freedom.laws.near_order", "too few points were looked at"),
    }
    equation_three(&mut found, setting);
    found.measure("freedom.laws.positions", n as f64);
    let note = format!(
        "{n} positions, {POINTS} empty points each, both colours, q = {}; connectedness with q = 2 and a stone at most four \
         lines away.",
        QS.map(|q| q.to_string()).join(", ")
    );
    found.table("Laws on real positions", ["law", "cases", "held", "share"], table, &note);
    Ok(found)
}

/// Equation (3), two paths of 3 and 2 stones that share one: as printed it ends in R1, as its general form has it in R2.
fn equation_three(found: &mut Findings, setting: &Setting<'_>) {
    let mut rng = setting.seed.stream(3).rng();
    let mut unit = || unit(&mut rng);
    let n = 10_000;
    let mut held = [0usize; 2];
    for _ in 0..n {
        let [l1, l2] = [0, 0].map(|_| 1.0 + (unit() * 12.0).floor());
        let p: f64 = 1.0 / 3.0;
        let (r1, r2, q) = (l1 * p.powi(3) / 3.0, l2 * p.powi(2) / 2.0, 1.1 + unit() * 14.9);
        let shared = (r1.powf(q) + r2.powf(q)).powf(1.0 / q);
        for (held, both) in held.iter_mut().zip([shared + 3.0 * r1, shared + 2.0 * r1 + r2]) {
            *held += usize::from((3.0 * r1).max(2.0 * r2) < both && both < 3.0 * r1 + 2.0 * r2);
        }
    }
    // Two stones in the second path, three in the first, one of them in common, q = 2.
    let both = |r1: f64, r2: f64| r1.hypot(r2) + 2.0 * r1 + r2;
    found.measure("freedom.laws.limit_zero", both(1e-9, 1.0) / 2.0);
    found.measure("freedom.laws.limit_infinity", both(1e9, 1.0) / 3e9);
    for (name, held) in ["printed", "corrected"].into_iter().zip(held) {
        found.measure(format!("freedom.laws.equation3.{name}"), held as f64 / f64::from(n));
    }
}

/// What is read of a position under some settings.
struct Totals {
    total: f64,
    map: Vec<f64>,
}

fn totals(subject: &Subject, position: &Position) -> Option<Totals> {
    let mut model = subject.begin(position).ok()?;
    let wanted = ["freedom.black", "freedom.white", "freedom.lead"].map(str::to_string);
    let mut sheet = Sheet::new(subject.card(), &Selection::Names(wanted.to_vec()));
    model.read(position, &mut sheet);
    let total = sheet.get_number("freedom.black")? + sheet.get_number("freedom.white")?;
    Some(Totals { total, map: sheet.get_field("freedom.lead")?.to_vec() })
}

/// A position under every value of every parameter: its total influence over the default's, and how far points are in the
/// same order.
type Varied = Vec<Vec<(f64, f64)>>;

fn parameters(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let series: [(&str, &str, Vec<f64>); 3] = [
        ("p", "freedom.p", vec![0.1, 0.2, 1.0 / 3.0, 0.5, 0.7, 0.9]),
        ("q", "freedom.q", vec![1.05, 1.5, 2.0, 4.0, 16.0]),
        ("reach", "freedom.reach", vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    ];
    let subject = |name: &str, value: f64| setting.subject("freedom", &[(name, value.to_string())]);
    let mut subjects = Vec::new();
    for (_, name, values) in &series {
        match values.iter().map(|value| subject(name, *value)).collect::<Result<Vec<_>, _>>() {
            Ok(list) => subjects.push(list),
            Err(why) => {
                found.lacks("freedom.parameters", why);
                return Ok(found);
            }
        }
    }
    let plain = match setting.subject("freedom", &[]) {
        Ok(subject) => subject,
        Err(why) => {
            found.lacks("freedom.parameters", why);
            return Ok(found);
        }
    };
    let n = setting.amounts.positions.min(400);
    // For every position: the default, and for every parameter the totals and how far its map orders points as the default.
    let seen = data::positions(n, progress, |spot| {
        let default = totals(&plain, spot.position)?;
        let of_series = |list: &Vec<Subject>| -> Option<Vec<(f64, f64)>> {
            let one = |subject: &Subject| {
                let found = totals(subject, spot.position)?;
                Some((found.total / default.total, spearman(&found.map, &default.map).unwrap_or(1.0)))
            };
            list.iter().map(one).collect()
        };
        subjects.iter().map(of_series).collect::<Option<Vec<_>>>()
    })?;
    let seen: Vec<Varied> = seen.into_iter().flatten().collect();
    let mut table = Vec::new();
    for (i, (short_name, _, values)) in series.iter().enumerate() {
        let rising = |position: &Varied| position[i].windows(2).all(|pair| pair[0].0 < pair[1].0);
        let falling = |position: &Varied| position[i].windows(2).all(|pair| pair[0].0 > pair[1].0);
        let share = |fits: &dyn Fn(&Varied) -> bool| {
            seen.iter().filter(|position| fits(position)).count() as f64 / seen.len().max(1) as f64
        };
        found.measure(format!("freedom.parameters.{short_name}_rises"), share(&rising));
        found.measure(format!("freedom.parameters.{short_name}_falls"), share(&falling));
        let mean = |k: usize, part: fn(&(f64, f64)) -> f64| {
            seen.iter().map(|position| part(&position[i][k])).sum::<f64>() / seen.len().max(1) as f64
        };
        let means: Vec<(f64, f64)> =
            (0..values.len()).map(|k| (mean(k, |cell| cell.0), mean(k, |cell| cell.1))).collect();
        for (value, (total, order)) in values.iter().zip(&means) {
            table.push([format!("{short_name} = {}", four_digits(*value)), four_digits(*total), four_digits(*order)]);
        }
        let curve = |name: &str, part: fn(&(f64, f64)) -> f64| {
            Series::points(name, values.iter().zip(&means).map(|(value, mean)| (*value, part(mean))))
        };
        let chart = Chart::curves([
            curve("total influence, over the default's", |mean| mean.0),
            curve("order of points as the default's (Spearman)", |mean| mean.1),
        ])
        .title(&format!("What {short_name} does"))
        .axes(short_name, "")
        .caption(&format!("means over {} positions; default p = 1/3, q = 2, reach = 4", seen.len()));
        let caption = format!("The influence as {short_name} varies, against the default.");
        found.draw(&format!("freedom.parameters.{short_name}"), &caption, &chart);
        if let (Some(last), true) = (means.last(), *short_name == "reach") {
            found.measure("freedom.parameters.reach_gain", last.0);
        }
    }
    growth(&mut found, setting)?;
    found.measure("freedom.parameters.positions", seen.len() as f64);
    found.table(
        "What the parameters do",
        ["setting", "total influence over the default's", "order of points as the default's"],
        table,
        "Means over positions of real games. Order: Spearman's rank correlation of the two maps of the lead.",
    );
    Ok(found)
}

/// How many paths there are to a point: the terms of the sum in equation (4), whatever the algorithm.
fn growth(found: &mut Findings, setting: &Setting<'_>) -> Result<(), StageError> {
    const REACHES: std::ops::RangeInclusive<usize> = 2..=6;
    let mut means = Vec::new();
    for reach in REACHES {
        let subject = match setting.subject("freedom", &[("freedom.reach", reach.to_string())]) {
            Ok(subject) => subject,
            Err(why) => {
                found.lacks("freedom.parameters.growth", why);
                return Ok(());
            }
        };
        let n = setting.amounts.positions.min(40);
        let counts = data::positions(n, &|_, _| {}, |spot| {
            let mut rng = setting.seed.stream(12).stream(spot.number as u64).rng();
            let empty: Vec<Point> = spot.position.board().empty().iter().collect();
            let point = *empty.get(model::below(&mut rng, empty.len().max(1)))?;
            let answer = subject.begin(spot.position).ok()?.explain(spot.position, Question::Point(point))?;
            Some(Color::ALL.into_iter().map(|color| rows(&answer, "paths", color).count()).sum::<usize>() as f64)
        })?;
        let counts: Vec<f64> = counts.into_iter().flatten().collect();
        means.push(counts.iter().sum::<f64>() / counts.len().max(1) as f64);
    }
    let table: Vec<[String; 2]> =
        REACHES.zip(&means).map(|(reach, mean)| [reach.to_string(), four_digits(*mean)]).collect();
    // How much longer the sum grows with every stone more, from the usual reach on.
    if let [.., usual, _, last] = means[..] {
        found.measure("freedom.parameters.growth", (last / usual).sqrt());
    }
    found.table(
        "Paths to a point",
        ["reach", "paths to an empty point, both colours, mean"],
        table,
        "The terms of equation (4), which every algorithm has to sum or to bound. How fast ours is stands in docs/models/freedom.md.",
    );
    Ok(())
}
