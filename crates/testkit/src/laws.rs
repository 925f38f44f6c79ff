//! The laws that every family keeps, whatever it models. A registry runs all of them for each of its families.

mod learning;
mod simulation;

use std::collections::BTreeMap;

use goban::{BoardSize, Color, PointSet, Position, Symmetry};
use model::{
    BeginError, Card, Data, Family, Graph, Kind, Model, Parameter, Parameters, Question, Role, Scale, Scope, Seed,
    Selection, Sheet, Sign, Swap, Turn, Value,
};
use record::{Game, Mode, SetupChange};

use crate::{Randomness, random_game};

pub use learning::check_learning;

/// How much work the laws do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games per board size.
    pub games: u64,
    /// The largest side on which whole games are played; larger boards get short ones.
    pub whole_up_to: usize,
    /// Plies of the short games.
    pub short: usize,
    /// The largest board on which every law is tried at every ply.
    pub dense_up_to: usize,
}

impl Effort {
    /// For models that read a ply in well under a millisecond.
    pub const USUAL: Effort = Effort { games: 2, whole_up_to: 9, short: 40, dense_up_to: 7 };
}

/// Runs all laws for a family.
///
/// # Panics
/// When a law is broken, with the family, the board and the ply.
pub fn check(family: &dyn Family, effort: Effort) {
    card_is_sound(family.card());
    refuses_other_sizes(family);
    let mut shown = Shown::default();
    for size in BoardSize::all().filter(|size| family.card().sizes.contains(&size.get())) {
        let length = if size.get() <= effort.whole_up_to { 2 * size.area() } else { effort.short };
        for number in 0..effort.games {
            let seed = Seed(1000 * size.get() as u64 + number);
            for randomness in [Randomness::PLAY, Randomness::EDITED] {
                let game = random_game(size, length, randomness, seed);
                follow(family, &game, seed, size.get() <= effort.dense_up_to, &mut shown);
                symmetries_act_as_declared(family, &game, seed);
            }
        }
    }
    let abilities = family.card().abilities;
    let name = &family.card().name;
    assert!(shown.rated || !abilities.rates, "{name}: rates no move in any game");
    assert!(shown.explained || !abilities.explains, "{name}: explains no point in any game");
    assert!(shown.framed || !abilities.frames, "{name}: shows no frames in any game");
    simulation::check(family);
    learning::is_declared(family);
    classes_can_be_looked_at(family);
    takes_only_its_files(family);
}

/// What a family says it needs before it can begin with its defaults; none if it needs nothing.
///
/// # Panics
/// If its card allows no board.
#[must_use]
pub fn missing(family: &dyn Family) -> Option<String> {
    let card = family.card();
    let size = BoardSize::new(*card.sizes.end()).expect("cards name board sizes");
    let start = Position::new(size, goban::Rules::default());
    match family.begin(&start, &Parameters::defaults(card), Seed(1)) {
        Err(BeginError::Missing(what)) => Some(what),
        _ => None,
    }
}

fn card_is_sound(card: &Card) {
    let name = &card.name;
    assert!(!card.idea.is_empty() && !card.reference.is_empty(), "{name}: the card says nothing");
    for (i, quantity) in card.quantities.iter().enumerate() {
        assert!(quantity.name.starts_with(&format!("{name}.")), "{}: not a name of {name}", quantity.name);
        assert!(!quantity.about.is_empty(), "{}: the card does not say what it is", quantity.name);
        let twice = card.quantities[..i].iter().any(|q| q.name == quantity.name && q.shape == quantity.shape);
        assert!(!twice, "{}: declared twice", quantity.name);
        if let Swap::With(other) = &quantity.swap {
            let back = card.quantity(other, quantity.shape).map(|q| q.swap.clone());
            assert_eq!(back, Some(Swap::With(quantity.name.clone())), "{}: the swap is one-sided", quantity.name);
        }
    }
    parameters_are_sound(name, &card.parameters);
}

fn parameters_are_sound(name: &str, parameters: &[Parameter]) {
    for (i, parameter) in parameters.iter().enumerate() {
        assert!(parameter.name.starts_with(&format!("{name}.")), "{}: not a name of {name}", parameter.name);
        assert!(parameters[..i].iter().all(|p| p.name != parameter.name), "{}: declared twice", parameter.name);
        let fits = matches!(
            (&parameter.kind, &parameter.default),
            (Kind::Real { .. }, Value::Real(_))
                | (Kind::Integer { .. }, Value::Integer(_))
                | (Kind::Flag, Value::Flag(_))
                | (Kind::Text | Kind::Choice(_), Value::Text(_))
        );
        assert!(fits, "{}: the default is of another kind", parameter.name);
        let read = parameter.parse(&parameter.default.to_string());
        assert_eq!(read.as_ref(), Ok(&parameter.default), "{}: the default is out of range", parameter.name);
    }
}

fn refuses_other_sizes(family: &dyn Family) {
    let card = family.card();
    for size in BoardSize::all().filter(|size| !card.sizes.contains(&size.get())) {
        let start = Position::new(size, goban::Rules::default());
        let begun = family.begin(&start, &Parameters::defaults(card), Seed(1));
        assert!(matches!(begun, Err(BeginError::Size { .. })), "{} takes {size} against its card", card.name);
    }
}

fn takes_only_its_files(family: &dyn Family) {
    let card = family.card();
    let loaded = family.load(b"\xffno file of any kind\0");
    assert!(loaded.is_err(), "{}: takes a file that is none", card.name);
    if let Some(kind) = &card.file {
        assert!(!kind.name.is_empty() && !kind.about.is_empty(), "{}: does not say what its files are", card.name);
    }
}

fn begin(family: &dyn Family, position: &Position, seed: Seed) -> Box<dyn Model> {
    let card = family.card();
    family
        .begin(position, &Parameters::defaults(card), seed)
        .unwrap_or_else(|error| panic!("{} cannot begin on {}: {error}", card.name, position.size()))
}

fn read<'c>(card: &'c Card, model: &mut dyn Model, position: &Position, selection: &Selection) -> Sheet<'c> {
    let mut sheet = Sheet::new(card, selection);
    model.read(position, &mut sheet);
    sheet
}

/// Which abilities a family was seen to have.
#[derive(Default)]
struct Shown {
    rated: bool,
    explained: bool,
    framed: bool,
}

/// Follows a game twice, and at each ply compares the model with one begun there.
fn follow(family: &dyn Family, game: &Game, seed: Seed, dense: bool, shown: &mut Shown) {
    let card = family.card();
    let mut replay = game.replay(&game.main_line(), Mode::Strict).expect("random games are legal");
    let start = replay.position().clone();
    let mut model = begin(family, &start, seed);
    let mut twin = begin(family, &start, seed);
    let mut number = 0;
    loop {
        let position = replay.position();
        let context = format!("{} on {} after ply {number} of the game with seed {seed}", card.name, position.size());
        let sheet = read(card, &mut *model, position, &Selection::All);
        promises_are_kept(&sheet, card, position, &context);
        same(&sheet, &read(card, &mut *twin, position, &Selection::All), |_| true, &format!("{context}: same seed"));
        if dense || number % 16 == 0 {
            let mut fresh = begin(family, &position.forgetful(), seed);
            let scratch = read(card, &mut *fresh, position, &Selection::All);
            let of_position = |scope: Scope| scope == Scope::Position;
            same(&sheet, &scratch, of_position, &format!("{context}: incremental against from scratch"));
            // Who knows the next move from the game so far rates by it too: the one that followed along is the one to ask.
            let by_game =
                card.abilities.recalls || card.with_role(Role::NextMove).any(|quantity| quantity.scope == Scope::Game);
            let other = if by_game { &mut *twin } else { &mut *fresh };
            shown.rated |= ratings_are_sound(&mut *model, other, card, position, &context);
        }
        if dense && number % 8 == 0 || number % 64 == 0 {
            for quantity in &card.quantities {
                let selection = Selection::Names(vec![quantity.name.clone()]);
                let alone = read(card, &mut *model, position, &selection);
                assert!(
                    alone.missing().is_empty(),
                    "{context}: {} is not written when it is asked for alone",
                    quantity.name
                );
                for observation in alone.observations() {
                    assert_eq!(observation.quantity.name, quantity.name, "{context}: not asked for");
                    let all = sheet.get(&quantity.name, observation.quantity.shape);
                    assert_eq!(Some(observation.data), all, "{context}: {} read alone", quantity.name);
                }
            }
            for point in position.size().points() {
                let answer = model.explain(position, Question::Point(point));
                assert!(answer.is_none() || card.abilities.explains, "{context}: explains against its card");
                shown.explained |= answer.is_some();
            }
            for quantity in card.names() {
                let frames = model.frames(position, quantity);
                let Some(last) = frames.last() else { continue };
                shown.framed = true;
                assert!(card.abilities.frames, "{context}: shows frames against its card");
                assert_eq!(
                    Some(&last.data),
                    sheet.get(quantity, last.data.shape()),
                    "{context}: last frame of {quantity}"
                );
            }
        }
        let Some(ply) = replay.next_ply().expect("random games are legal") else { break };
        model.observe(&ply, replay.position());
        twin.observe(&ply, replay.position());
        number = ply.number;
    }
}

fn promises_are_kept(sheet: &Sheet<'_>, card: &Card, position: &Position, context: &str) {
    let missing: Vec<&str> = sheet.missing().iter().map(|quantity| quantity.name.as_str()).collect();
    assert!(missing.is_empty(), "{context}: declared but not written: {missing:?}");
    assert!(sheet.undeclared().is_empty(), "{context}: written but not declared: {:?}", sheet.undeclared());
    assert_eq!(sheet.observations().count(), card.quantities.len(), "{context}: number of quantities");
    let area = position.size().area();
    for observation in sheet.observations() {
        let quantity = observation.quantity;
        let name = &quantity.name;
        let number = |value: f64| {
            assert!(!value.is_nan(), "{context}: {name} is not a number");
            assert!(
                quantity.sign != Sign::NonNegative || value >= 0.0,
                "{context}: {name} is {value}, against its card"
            );
            if let Some(most) = quantity.most {
                assert!(value.abs() <= most, "{context}: {name} is {value}, above what its card allows");
            }
            if let Scale::Categories(names) = &quantity.scale {
                assert!(names.iter().any(|(known, _)| *known == value), "{context}: {name} has no category {value}");
            }
        };
        match observation.data {
            Data::Number(value) => number(*value),
            Data::Field(values) => {
                assert_eq!(values.len(), area, "{context}: size of {name}");
                values.iter().copied().for_each(number);
                if quantity.role == Role::NextMove {
                    is_a_distribution(values, position, &format!("{context}: {name}"));
                }
            }
            Data::Labels(labels) => assert_eq!(labels.len(), area, "{context}: size of {name}"),
            Data::Graph(graph) => {
                let n = graph.nodes.len();
                assert!(graph.edges.iter().all(|edge| edge.from < n && edge.to < n), "{context}: edges of {name}");
                let mut ids: Vec<&str> = graph.nodes.iter().map(|node| node.id.as_str()).collect();
                ids.sort_unstable();
                ids.dedup();
                assert_eq!(ids.len(), n, "{context}: node ids of {name} are not unique");
                let board = position.size().all_points();
                assert!(graph.nodes.iter().all(|node| node.points.is_subset(&board)), "{context}: points of {name}");
            }
        }
    }
}

/// The next move is somewhere among the legal ones.
fn is_a_distribution(values: &[f64], position: &Position, name: &str) {
    let legal = position.legal_points();
    let size = position.size();
    for point in size.points().filter(|point| !legal.contains(*point)) {
        assert_eq!(values[size.index(point)], 0.0, "{name}: {} is not legal", size.vertex(point));
    }
    let sum: f64 = values.iter().sum();
    assert!(legal.is_empty() || (sum - 1.0).abs() < 1e-9, "{name}: the probabilities add up to {sum}");
}

/// Bit for bit the same, for the quantities of the scopes asked for.
fn same(a: &Sheet<'_>, b: &Sheet<'_>, scope: impl Fn(Scope) -> bool, what: &str) {
    assert_eq!(a.observations().count(), b.observations().count(), "{what}: number of quantities");
    for (x, y) in a.observations().zip(b.observations()) {
        if scope(x.quantity.scope) {
            assert_eq!(x.quantity.name, y.quantity.name, "{what}");
            assert_eq!(x.data, y.data, "{what}: {}", x.quantity.name);
        }
    }
}

fn ratings_are_sound(
    model: &mut dyn Model,
    other: &mut dyn Model,
    card: &Card,
    position: &Position,
    context: &str,
) -> bool {
    let ratings = model.rate_all(position);
    assert!(card.abilities.rates || ratings.is_empty(), "{context}: rates moves against its card");
    let legal = position.legal_points();
    let mut rated = PointSet::EMPTY;
    for rating in &ratings {
        assert!(legal.contains(rating.point), "{context}: rates an illegal move");
        assert!(rated.insert(rating.point), "{context}: rates a move twice");
        assert!(rating.value.is_finite(), "{context}: a rating is not a number");
    }
    assert!(rated.iter().eq(ratings.iter().map(|rating| rating.point)), "{context}: ratings are not in reading order");
    assert_eq!(ratings, other.rate_all(position), "{context}: ratings of two models that should know the same");
    // Every other move, and one that is not legal.
    let mut among: PointSet = legal.iter().step_by(2).collect();
    among.extend(position.board().stones().black.first());
    let some = model.rate(position, &among, &mut || true);
    let expected = ratings.iter().filter(|rating| among.contains(rating.point));
    assert!(some.iter().eq(expected), "{context}: ratings among some points are not those among all");
    for patience in [0, 2] {
        let mut asked = 0;
        let hurried = model.rate(position, &legal, &mut || {
            asked += 1;
            asked <= patience
        });
        let kept = hurried.iter().all(|rating| ratings.contains(rating));
        assert!(kept && hurried.len() <= ratings.len(), "{context}: ratings of a model that was stopped are others");
    }
    !ratings.is_empty()
}

/// The same game, turned and with exchanged colours.
fn transformed(game: &Game, symmetry: Symmetry, swap: bool) -> Game {
    let size = game.size();
    let mut image = Game::new(size);
    image.info = game.info.clone();
    let color = |color: Color| if swap { !color } else { color };
    let mut at = image.root();
    for id in game.main_line().into_iter().skip(1) {
        let node = game.node(id);
        let Some((mover, mv)) = node.play else { continue };
        at = image.add_move(at, color(mover), symmetry.apply_move(size, mv));
        image.node_mut(at).setup = node.setup.as_ref().map(|change| {
            let add = change.add.map(|set| symmetry.apply_set(size, &set));
            Box::new(SetupChange {
                add: if swap { add.swapped() } else { add },
                clear: symmetry.apply_set(size, &change.clear),
                to_move: change.to_move.map(color),
            })
        });
    }
    image
}

fn last_sheet<'c>(family: &'c dyn Family, game: &Game, seed: Seed) -> Sheet<'c> {
    let mut replay = game.replay(&game.main_line(), Mode::Strict).expect("random games are legal");
    let mut model = begin(family, replay.position(), seed);
    while let Some(ply) = replay.next_ply().expect("random games are legal") {
        model.observe(&ply, replay.position());
    }
    read(family.card(), &mut *model, replay.position(), &Selection::All)
}

fn symmetries_act_as_declared(family: &dyn Family, game: &Game, seed: Seed) {
    let card = family.card();
    let size = game.size();
    let original = last_sheet(family, game, seed);
    // Sums in another order differ in their last bits: what counts is the size of what was added up.
    let scale = original.observations().map(|observation| largest(observation.data)).fold(1.0, f64::max);
    for symmetry in Symmetry::ALL {
        for swap in [false, true] {
            if symmetry == Symmetry::IDENTITY && !swap {
                continue;
            }
            let image = last_sheet(family, &transformed(game, symmetry, swap), seed);
            for quantity in &card.quantities {
                let turned = symmetry != Symmetry::IDENTITY;
                if turned && quantity.turn == Turn::Free || swap && quantity.swap == Swap::Free {
                    continue;
                }
                let context =
                    format!("{} on {size}, {symmetry:?}, colours exchanged: {swap}, seed {seed}", quantity.name);
                let partner = match &quantity.swap {
                    Swap::With(other) if swap => other,
                    _ => &quantity.name,
                };
                let expected = original.get(partner, quantity.shape).expect("declared quantities are written");
                let expected = moved(expected, size, symmetry, swap, &quantity.swap);
                let actual = image.get(&quantity.name, quantity.shape).expect("declared quantities are written");
                assert!(close(&expected, actual, scale), "{context}:\nexpected {expected:?}\nfound {actual:?}");
            }
        }
    }
}

fn largest(data: &Data) -> f64 {
    // An infinite value equals only itself, and must not excuse the others.
    let finite = |value: &f64| if value.is_finite() { value.abs() } else { 0.0 };
    match data {
        Data::Number(value) => finite(value),
        Data::Field(values) => values.iter().map(finite).sum(),
        Data::Labels(_) | Data::Graph(_) => 0.0,
    }
}

fn moved(data: &Data, size: BoardSize, symmetry: Symmetry, swap: bool, how: &Swap) -> Data {
    let number = |value: f64| match how {
        Swap::Negates if swap => -value,
        Swap::Values(pairs) if swap => pairs
            .iter()
            .find_map(|&(a, b)| if value == a { Some(b) } else { (value == b).then_some(a) })
            .unwrap_or(value),
        _ => value,
    };
    let image_of = |point| size.index(symmetry.apply(size, point));
    match data {
        Data::Number(value) => Data::Number(number(*value)),
        Data::Field(values) => {
            let mut image = values.clone();
            for (point, value) in size.points().zip(values) {
                image[image_of(point)] = number(*value);
            }
            Data::Field(image)
        }
        Data::Labels(labels) => {
            let mut image = labels.clone();
            for (point, label) in size.points().zip(labels) {
                image[image_of(point)].clone_from(label);
            }
            Data::Labels(image)
        }
        Data::Graph(graph) => {
            let mut image = graph.clone();
            for node in &mut image.nodes {
                node.points = symmetry.apply_set(size, &node.points);
                for text in node.texts.values_mut().filter(|_| swap) {
                    *text = match text.as_str() {
                        "B" => "W".to_string(),
                        "W" => "B".to_string(),
                        _ => continue,
                    };
                }
            }
            Data::Graph(image)
        }
    }
}

fn close(a: &Data, b: &Data, scale: f64) -> bool {
    let near = |x: f64, y: f64| x == y || (x - y).abs() <= 1e-9 * scale;
    match (a, b) {
        (Data::Number(x), Data::Number(y)) => near(*x, *y),
        (Data::Field(x), Data::Field(y)) => x.iter().zip(y).all(|(x, y)| near(*x, *y)),
        (Data::Labels(x), Data::Labels(y)) => x == y,
        (Data::Graph(x), Data::Graph(y)) => canonical(x) == canonical(y),
        _ => false,
    }
}

/// A graph without the order and names of its nodes: what each node is, and between which points the edges run.
fn canonical(graph: &Graph) -> (Vec<String>, Vec<String>) {
    let rounded = |numbers: &BTreeMap<String, f64>| {
        numbers.iter().map(|(name, value)| format!("{name}={value:.6e}")).collect::<Vec<_>>().join(",")
    };
    let node_text = |i: usize| {
        let node = &graph.nodes[i];
        format!("{:?} {} {} {:?}", node.points, node.label, rounded(&node.numbers), node.texts)
    };
    let mut nodes: Vec<String> = (0..graph.nodes.len()).map(node_text).collect();
    nodes.sort();
    let mut edges: Vec<String> = graph
        .edges
        .iter()
        .map(|edge| {
            let mut ends = [node_text(edge.from), node_text(edge.to)];
            if !edge.directed {
                ends.sort();
            }
            format!("{} {:.6e} {} {ends:?}", edge.label, edge.weight, edge.directed)
        })
        .collect();
    edges.sort();
    (nodes, edges)
}

/// Every class has a name and a drawing, and there is none beyond the last.
fn classes_can_be_looked_at(family: &dyn Family) {
    /// As many classes are looked at, evenly spread.
    const LOOKED_AT: usize = 500;
    let card = family.card();
    assert_eq!(card.abilities.lists, family.catalogue().is_some(), "{}: lists classes against its card", card.name);
    let Some(catalogue) = family.catalogue() else { return };
    let n = catalogue.n_classes();
    assert!(n > 0, "{}: lists no classes", card.name);
    for number in (0..n).step_by(n.div_ceil(LOOKED_AT)) {
        let class = catalogue.class(number).unwrap_or_else(|| panic!("{}: class {number} is missing", card.name));
        let context = format!("{}: class {number}, {}", card.name, class.kind);
        assert!(!class.kind.is_empty() && class.weight.is_finite(), "{context}: {class:?}");
        assert!(class.importance >= 0.0 && class.importance.is_finite(), "{context}: {class:?}");
        assert!(class.played <= class.seen, "{context}: played {} of {} times", class.played, class.seen);
        assert!(!catalogue.class_name(number).is_empty(), "{context}: has no name");
        assert!(!catalogue.class_drawing(number).is_empty(), "{context}: has no drawing");
    }
    assert_eq!(catalogue.class(n), None, "{}: a class beyond the last", card.name);
    assert!(catalogue.class_name(n).is_empty() && catalogue.class_drawing(n).is_empty(), "{}", card.name);
}
