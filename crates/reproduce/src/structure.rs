//! The structural representation: element counts of the worked examples, and invariances over real games. All of it is read
//! through the contract: numbers of elements, and overlap graphs.

use std::collections::BTreeMap;

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet, Position, Rules, Setup, Symmetry};
use model::words::four_digits;
use model::{Card, Data, Graph, Model, Rng, Selection, Shape, Sheet, Subject, Swap, below, shuffle};
use rayon::prelude::*;
use record::{Game, Mode};

use crate::findings::{Findings, percent};
use crate::{Progress, Setting, StageError, Work, data};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("structure.counts", "elements of the worked examples", counts),
    ("structure.invariance", "what stays when a game is moved, turned, mirrored or recoloured", invariance),
    ("structure.chunks", "elements of real positions and of the same stones strewn about", chunks),
];

const SIZE: BoardSize = BoardSize::NINETEEN;

/// Points by their names.
fn points(names: &str) -> PointSet {
    names.split_whitespace().filter_map(|name| SIZE.parse_vertex(name)).collect()
}

/// A position with these stones.
fn stand(stones: ByColor<PointSet>) -> Option<Position> {
    let mut setup = Setup::new(SIZE);
    setup.stones = stones;
    Position::from_setup(&setup, Rules { komi: 0.0, ..Rules::CHINESE }).ok()
}

/// All numbers that a model has for a position.
fn numbers(card: &Card, model: &mut dyn Model, position: &Position) -> BTreeMap<String, f64> {
    let mut sheet = Sheet::new(card, &Selection::Shape(Shape::Number));
    model.read(position, &mut sheet);
    let number = |data: &Data| if let Data::Number(value) = data { Some(*value) } else { None };
    sheet.observations().filter_map(|seen| Some((seen.quantity.name.clone(), number(seen.data)?))).collect()
}

/// The numbers of a position that nobody played.
fn of_position(subject: &Subject, stones: ByColor<PointSet>) -> Option<BTreeMap<String, f64>> {
    let position = stand(stones)?;
    Some(numbers(subject.card(), &mut *subject.begin(&position).ok()?, &position))
}

fn counts(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let window = ("structure.attention", "window:K10,J10,K11,L10,K9".to_string());
    let (plain, window) = match (setting.subject("structure", &[]), setting.subject("structure", &[window])) {
        (Ok(plain), Ok(window)) => (plain, window),
        (Err(why), _) | (_, Err(why)) => {
            found.lacks("structure.counts", why);
            return Ok(found);
        }
    };
    let mut rows = Vec::new();
    capture(&mut found, &window, &mut rows);
    progress(1, 3);
    // The stones of a jump that ends in a colour of its own, in four directions from K10.
    let ends = ["K12", "M10", "K8", "H10"];
    let jumps = ends.iter().filter_map(|end| {
        let stones = ByColor { black: points("K10"), white: points(end) };
        of_position(&plain, stones)?.get("structure.level1.one_point_jump.mixed").copied()
    });
    let jumps: Vec<f64> = jumps.collect();
    if jumps.len() == ends.len() {
        found.measure("structure.counts.orientations", jumps.iter().sum());
        rows.push([
            "figure 5.6: one mixed one-point jump in each of four boards".to_string(),
            "4".to_string(),
            jumps.iter().sum::<f64>().to_string(),
        ]);
    } else {
        found.lacks("structure.counts.orientations", "the family does not count mixed one-point jumps");
    }
    progress(2, 3);
    // x to the right and y up from K10, as the figure is described.
    let cases = [
        (
            "con6",
            "figure 4.42, left: White (0,0), (3,0), (4,1)",
            ByColor { black: PointSet::EMPTY, white: points("K10 N10 O11") },
            points("L10"),
            "jump_and_diagonal.white",
        ),
        (
            "con10",
            "figure 4.42, right: White (0,0), Black (0,−2), (2,−1)",
            ByColor { black: points("K8 M9"), white: points("K10") },
            points("L9"),
            "facing_knights_jump.black",
        ),
    ];
    for (name, about, stones, filled, class) in cases {
        let quantity = format!("structure.level2.{class}");
        let count = |stones| of_position(&plain, stones)?.get(&quantity).copied();
        let mut with_stone = stones;
        with_stone[Color::White] |= filled;
        match (count(stones), count(with_stone)) {
            (Some(here), Some(after)) => {
                found.measure(format!("structure.counts.{name}"), here);
                found.measure(format!("structure.counts.{name}_filled"), after);
                rows.push([
                    about.to_string(),
                    "1; 0 once a named point is filled".to_string(),
                    format!("{here}; {after}"),
                ]);
            }
            _ => found.lacks(format!("structure.counts.{name}"), format!("the family has no {quantity}")),
        }
    }
    progress(3, 3);
    found.table("Worked examples", ["what", "in the thesis", "found"], rows, "19×19; coordinates from K10.");
    Ok(found)
}

/// The capture of figures 4.30 to 4.32: White in the middle of a plus, Black on three sides, and Black plays the fourth.
fn capture(found: &mut Findings, subject: &Subject, rows: &mut Vec<[String; 3]>) {
    const EXPECTED: [(&str, f64); 16] = [
        ("C1", 4.0),
        ("C2", 1.0),
        ("C3", 2.0),
        ("C4", 1.0),
        ("C5", 0.0),
        ("C6", 0.0),
        ("C7", 1.0),
        ("C8", 0.0),
        ("C9", 0.0),
        ("C10", 0.0),
        ("C11", 3.0),
        ("C12", 4.0),
        ("C13", 1.0),
        ("C14", 0.0),
        ("C15", 0.0),
        ("C16", 0.0),
    ];
    let game = sgf::read(b"(;SZ[19]AB[ij][ji][kj]AW[jj];B[jk])").games.into_iter().next();
    let counted = game.and_then(|game| {
        let mut replay = game.replay(&game.main_line(), Mode::Strict).ok()?;
        let mut model = subject.begin(replay.position()).ok()?;
        while let Ok(Some(ply)) = replay.next_ply() {
            model.observe(&ply, replay.position());
        }
        Some(numbers(subject.card(), &mut *model, replay.position()))
    });
    let of = |name: &str| counted.as_ref()?.get(&format!("structure.level0.{name}")).copied();
    let Some(total) = of("total") else {
        found.lacks("structure.counts.window", "the family does not count elements of level 0");
        found.lacks("structure.counts.window_wrong_classes", "the family does not count elements of level 0");
        return;
    };
    found.measure("structure.counts.window", total);
    let wrong = EXPECTED.iter().filter(|(name, expected)| of(name) != Some(*expected)).count();
    found.measure("structure.counts.window_wrong_classes", wrong as f64);
    let listed: Vec<String> = EXPECTED
        .iter()
        .filter_map(|(name, _)| Some((name, of(name).filter(|count| *count > 0.0)?)))
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    rows.push([
        "figure 4.32: a capture in a window of five points".to_string(),
        "17 elements".to_string(),
        format!("{total}: {}", listed.join(", ")),
    ]);
}

/// How often something stayed.
#[derive(Clone, Copy, Default)]
struct Kept {
    n: usize,
    kept: usize,
}

impl Kept {
    fn add(&mut self, kept: bool) {
        self.n += 1;
        self.kept += usize::from(kept);
    }
}

const LAWS: [(&str, &str); 6] = [
    ("boards", "the board from the elements of level 0 that last"),
    ("translation", "counts of elements of shapes moved off the edge"),
    ("rotation", "counts of elements of turned and mirrored games"),
    ("colours", "counts of elements with the colours exchanged, class for twin"),
    ("attention", "elements and overlaps, swept from the left and from the right"),
    ("shared_stones", "stones in two or more elements of level 1"),
];

/// Every so many moves of a game are looked at.
const EVERY: usize = 20;

/// The numbers of a game after every so many moves, for moves changed by `turn`.
fn followed(
    subject: &Subject,
    game: &Game,
    turn: impl Fn(Color, Move) -> (Color, Move),
    mut see: impl FnMut(&mut dyn Model, &Position),
) -> Option<()> {
    let mut changed = Game::new(game.size());
    let mut at = changed.root();
    for (color, mv) in game.moves() {
        let (color, mv) = turn(color, mv);
        at = changed.add_move(at, color, mv);
    }
    let mut replay = changed.replay(&changed.main_line(), Mode::Tolerant).ok()?;
    let mut model = subject.begin(replay.position()).ok()?;
    let mut number = 0;
    while let Ok(Some(ply)) = replay.next_ply() {
        number += 1;
        model.observe(&ply, replay.position());
        if number % EVERY == 0 {
            see(&mut *model, replay.position());
        }
    }
    Some(())
}

fn graph(card: &Card, model: &mut dyn Model, position: &Position, name: &str) -> Option<Graph> {
    let mut sheet = Sheet::new(card, &Selection::Names(vec![name.to_string()]));
    model.read(position, &mut sheet);
    match sheet.get(name, Shape::Graph)? {
        Data::Graph(graph) => Some(graph.clone()),
        _ => None,
    }
}

/// A node by what it is and where, whenever it was there.
fn node_key(graph: &Graph, at: usize) -> (String, Vec<Point>) {
    let node = &graph.nodes[at];
    (node.texts.get("class").cloned().unwrap_or_else(|| node.label.clone()), node.points.iter().collect())
}

/// Nodes and edges of a graph, the same whatever the order and the times.
type Timeless = (Vec<(String, Vec<Point>)>, Vec<((String, Vec<Point>), (String, Vec<Point>), String)>);

fn timeless(graph: &Graph) -> Timeless {
    let mut nodes: Vec<_> = (0..graph.nodes.len()).map(|at| node_key(graph, at)).collect();
    let mut edges: Vec<_> = graph
        .edges
        .iter()
        .map(|edge| {
            let mut ends = [node_key(graph, edge.from), node_key(graph, edge.to)];
            ends.sort();
            let [one, other] = ends;
            let mut links: Vec<&str> = edge.label.split(' ').collect();
            links.sort_unstable();
            (one, other, links.join(" "))
        })
        .collect();
    nodes.sort();
    nodes.dedup();
    edges.sort();
    edges.dedup();
    (nodes, edges)
}

/// Twin counts: what each number is called with the colours exchanged; none where nothing is promised.
fn twins(card: &Card) -> Vec<(String, String)> {
    let numbers = card.quantities.iter().filter(|quantity| quantity.shape == Shape::Number);
    numbers
        .filter_map(|quantity| match &quantity.swap {
            Swap::Keeps => Some((quantity.name.clone(), quantity.name.clone())),
            Swap::With(twin) => Some((quantity.name.clone(), twin.clone())),
            _ => None,
        })
        .collect()
}

/// Levels that are counts of elements.
fn is_count(name: &str) -> bool {
    name.starts_with("structure.level")
}

fn look(plain: &Subject, game: &Game, laws: &mut [Kept; LAWS.len()]) -> Option<()> {
    let card = plain.card();
    let size = game.size();
    let mut counts = Vec::new();
    let [boards, _, rotation, colours, _, shared] = laws;
    followed(
        plain,
        game,
        |color, mv| (color, mv),
        |model, position| {
            counts.push(numbers(card, model, position));
            if let Some(graph) = graph(card, model, position, "structure.overlap0") {
                let of_class = |class: &str| -> PointSet {
                    let stands = |node: &&model::Node| node.texts.get("class").is_some_and(|known| known == class);
                    graph.nodes.iter().filter(stands).flat_map(|node| node.points.iter()).collect()
                };
                boards.add(
                    of_class("C1") == position.board().stones().black
                        && of_class("C2") == position.board().stones().white
                        && of_class("C3") == position.board().empty(),
                );
            }
            if let Some(graph) = graph(card, model, position, "structure.overlap1") {
                for stone in position.board().stones().black | position.board().stones().white {
                    shared.add(graph.nodes.iter().filter(|node| node.points.contains(stone)).count() >= 2);
                }
            }
        },
    )?;
    for symmetry in Symmetry::ALL.into_iter().filter(|symmetry| *symmetry != Symmetry::ALL[0]) {
        let mut seen = counts.iter();
        followed(
            plain,
            game,
            |color, mv| (color, symmetry.apply_move(size, mv)),
            |model, position| {
                let here = numbers(card, model, position);
                rotation.add(seen.next().is_some_and(|known| {
                    known.iter().filter(|(name, _)| is_count(name)).all(|(name, value)| here.get(name) == Some(value))
                }));
            },
        )?;
    }
    let twins = twins(card);
    let mut seen = counts.iter();
    followed(
        plain,
        game,
        |color, mv| (!color, mv),
        |model, position| {
            let here = numbers(card, model, position);
            let same = |known: &BTreeMap<String, f64>| {
                twins.iter().filter(|(name, _)| is_count(name)).all(|(name, twin)| known.get(name) == here.get(twin))
            };
            colours.add(seen.next().is_some_and(same));
        },
    )?;
    Some(())
}

/// Whether sweeping a position from the left and from the right gives the same elements and overlaps.
fn swept_alike(subjects: [&Subject; 2], position: &Position) -> Option<bool> {
    let [right, left] = subjects.map(|subject| {
        let mut model = subject.begin(position).ok()?;
        graph(subject.card(), &mut *model, position, "structure.overlap0").map(|graph| timeless(&graph))
    });
    Some(right? == left?)
}

/// A random shape of up to eight stones in a square of five lines, moved somewhere else off lines 1 to 4.
fn translated(subject: &Subject, rng: &mut impl Rng) -> Option<bool> {
    let mut below = |n: usize| below(rng, n);
    let room = SIZE.get() - 8 - 5;
    let corners = [[4 + below(room + 1), 4 + below(room + 1)], [4 + below(room + 1), 4 + below(room + 1)]];
    let mut stones = [ByColor::<PointSet>::default(); 2];
    for _ in 0..3 + below(6) {
        let (column, row, color) = (below(5), below(5), Color::ALL[below(2)]);
        for (stones, corner) in stones.iter_mut().zip(corners) {
            let point = SIZE.point(corner[0] + column, corner[1] + row)?;
            stones[color].insert(point);
            stones[!color].remove(point);
        }
    }
    let [here, there] = stones.map(|stones| of_position(subject, stones));
    // A shape with a chain without liberties is not a position; another is drawn then.
    let (here, there) = (here?, there?);
    Some(here.iter().filter(|(name, _)| is_count(name)).all(|(name, value)| there.get(name) == Some(value)))
}

fn invariance(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let with = |attention: &str| {
        setting.subject(
            "structure",
            &[("structure.attention", attention.to_string()), ("structure.history", "true".to_string())],
        )
    };
    let subjects = [setting.subject("structure", &[]), with("sweep:right"), with("sweep:left")];
    let subjects: [Subject; 3] = match subjects {
        [Ok(plain), Ok(right), Ok(left)] => [plain, right, left],
        [first, second, third] => {
            let why = [first, second, third].into_iter().find_map(Result::err).unwrap_or_default();
            found.lacks("structure.invariance", why);
            return Ok(found);
        }
    };
    let games = data::expert_games()?;
    // About ten positions a game, each seen eight more times.
    let n = (setting.amounts.positions / 100).clamp(1, games.len());
    let done = std::sync::atomic::AtomicUsize::new(0);
    let mut laws: Vec<[Kept; LAWS.len()]> = (0..n)
        .into_par_iter()
        .map(|i| {
            let mut laws = [Kept::default(); LAWS.len()];
            let _ = look(&subjects[0], &games[i * games.len() / n], &mut laws);
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, n);
            laws
        })
        .collect();
    let shapes = setting.amounts.positions.min(1000);
    let moved: Vec<Option<bool>> = (0..shapes)
        .into_par_iter()
        .map(|i| translated(&subjects[0], &mut setting.seed.stream(i as u64).rng()))
        .collect();
    let mut of_shapes = [Kept::default(); LAWS.len()];
    moved.into_iter().flatten().for_each(|kept| of_shapes[1].add(kept));
    let [_, right, left] = &subjects;
    let n_swept = setting.amounts.positions.min(2000);
    let swept = data::positions(n_swept, progress, |spot| swept_alike([right, left], spot.position))?;
    swept.into_iter().flatten().for_each(|kept| of_shapes[4].add(kept));
    laws.push(of_shapes);
    let mut rows = Vec::new();
    for (i, (name, about)) in LAWS.into_iter().enumerate() {
        let (cases, kept) = laws.iter().fold((0, 0), |(n, kept), laws| (n + laws[i].n, kept + laws[i].kept));
        match cases {
            0 => found.lacks(format!("structure.invariance.{name}"), "no such case was looked at"),
            _ => found.measure(format!("structure.invariance.{name}"), kept as f64 / cases as f64),
        }
        rows.push([about.to_string(), cases.to_string(), kept.to_string(), percent(kept as f64 / cases.max(1) as f64)]);
    }
    found.measure("structure.invariance.games", n as f64);
    let note = format!(
        "Positions after every {EVERY} moves of {n} games between strong players; {shapes} random shapes; {n_swept} positions swept."
    );
    found.table("What stays the same", ["what", "cases", "the same", "share"], rows, &note);
    Ok(found)
}

/// The last move after which a position is strewn: with more stones hardly any board that chance makes is a position.
const LAST_STREWN: usize = 120;

/// What a position holds in elements of level 1 with several stones, and of level 2.
#[derive(Clone, Copy)]
struct Chunks {
    elements: f64,
    stones: f64,
    level2: f64,
}

fn chunks_of(subject: &Subject, stones: ByColor<PointSet>) -> Option<Chunks> {
    let position = stand(stones)?;
    let mut model = subject.begin(&position).ok()?;
    let level2 = *numbers(subject.card(), &mut *model, &position).get("structure.level2.total")?;
    let graph = graph(subject.card(), &mut *model, &position, "structure.overlap1")?;
    let all = stones.black | stones.white;
    let sizes: Vec<usize> =
        graph.nodes.iter().map(|node| (node.points & all).len()).filter(|stones| *stones > 1).collect();
    let n = sizes.len() as f64;
    Some(Chunks { elements: n, stones: sizes.iter().sum::<usize>() as f64 / n.max(1.0), level2 })
}

/// The same numbers of stones anywhere on the board. A board with a chain that cannot breathe is drawn again.
fn strewn(subject: &Subject, stones: ByColor<PointSet>, rng: &mut impl Rng) -> Option<Chunks> {
    let mut points: Vec<Point> = SIZE.points().collect();
    (0..50).find_map(|_| {
        shuffle(&mut points, rng);
        let mut rest = points.iter().copied();
        let drawn = stones.map(|own| rest.by_ref().take(own.len()).collect::<PointSet>());
        chunks_of(subject, drawn)
    })
}

/// Whether people's positions have more and larger elements than chance: what the elements would have to show, were they the chunks
/// in which people remember.
fn chunks(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let subject = match setting.subject("structure", &[]) {
        Ok(subject) => subject,
        Err(why) => {
            found.lacks("structure.chunks", why);
            return Ok(found);
        }
    };
    // Ten positions a game are walked by, and one of the first four of them is looked at.
    const OF_A_GAME: usize = 10;
    let n = OF_A_GAME * setting.amounts.positions.clamp(1, 200);
    let seen = data::positions(n, progress, |spot| {
        let (game, part) = (spot.number / OF_A_GAME, spot.number % OF_A_GAME);
        if part != game % 4 || spot.ply > LAST_STREWN {
            return None;
        }
        let stones = *spot.position.board().stones();
        let mut rng = setting.seed.stream(11).stream(spot.number as u64).rng();
        Some((chunks_of(&subject, stones)?, strewn(&subject, stones, &mut rng)?))
    })?;
    let seen: Vec<(Chunks, Chunks)> = seen.into_iter().flatten().collect();
    found.measure("structure.chunks.positions", seen.len() as f64);
    let mut rows = Vec::new();
    type Number = fn(&Chunks) -> f64;
    let kinds: [(&str, &str, Number); 3] = [
        ("elements", "elements of level 1 with several stones", |chunks| chunks.elements),
        ("stones", "stones in such an element, mean", |chunks| chunks.stones),
        ("level2", "elements of level 2", |chunks| chunks.level2),
    ];
    for (name, about, number) in kinds {
        let name = format!("structure.chunks.{name}");
        if seen.is_empty() {
            found.lacks(name, "no early position was looked at");
            continue;
        }
        let mean = |of: &dyn Fn(&(Chunks, Chunks)) -> f64| seen.iter().map(of).sum::<f64>() / seen.len() as f64;
        let (real, chance) = (mean(&|pair| number(&pair.0)), mean(&|pair| number(&pair.1)));
        let more = seen.iter().filter(|(real, chance)| number(real) > number(chance)).count();
        let share = statistics::Share::of(more, seen.len());
        found.measure(format!("{name}.ratio"), real / chance);
        found.measure(format!("{name}.more"), share.value);
        found.measure(format!("{name}.more_low"), share.interval[0]);
        rows.push([
            about.to_string(),
            four_digits(real),
            four_digits(chance),
            format!("{} ({})", percent(share.value), share.interval.map(percent).join(" to ")),
        ]);
    }
    found.table(
        "Real positions and the same stones strewn about",
        ["what", "real", "strewn", "more in the real position"],
        rows,
        &format!(
            "{} positions up to move {LAST_STREWN} of games between strong players; 95 % intervals after Wilson.",
            seen.len()
        ),
    );
    Ok(found)
}
