//! How far two models agree: in the order they give to moves, in whose they call each point, phase by phase, and where they
//! differ most.

use std::borrow::Borrow;
use std::fmt;

use goban::{BoardSize, Point, Position};
use model::{Card, Model, Role, Scope, Seed, Selection, Shape, Sheet, Subject};
use record::{Game, Mode};
use statistics::{Share, bootstrap, spearman};

use crate::games::each_game;

/// A part of a game, by how many moves have been played for the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// A sixth of the points: up to move 60 on 19×19.
    Opening,
    /// Up to five twelfths of the points: move 150 on 19×19.
    Middle,
    /// What comes after.
    Endgame,
}

impl Phase {
    /// All three, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    /// The phase after this many moves.
    ///
    /// ```
    /// use goban::BoardSize;
    /// use study::Phase;
    /// let phase = |moves| Phase::of(moves, BoardSize::NINETEEN);
    /// assert_eq!([60, 61, 150, 151].map(phase), [Phase::Opening, Phase::Middle, Phase::Middle, Phase::Endgame]);
    /// ```
    #[must_use]
    pub fn of(moves: usize, size: BoardSize) -> Phase {
        let points = size.get() * size.get();
        match 12 * moves {
            played if played <= 2 * points => Phase::Opening,
            played if played <= 5 * points => Phase::Middle,
            _ => Phase::Endgame,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle game",
            Phase::Endgame => "endgame",
        })
    }
}

/// What the study found.
#[derive(Clone, PartialEq, Debug)]
pub struct AgreeStudy {
    /// Games that were looked at.
    pub n_games: usize,
    /// Games that cannot be replayed, or on boards that a family does not take.
    pub n_left_out: usize,
    /// Positions that were looked at.
    pub n_positions: usize,
    /// One for every two families that can be compared, in the order they were given.
    pub pairs: Vec<Pair>,
}

/// Two families side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The names of the families.
    pub names: [String; 2],
    /// Over the whole game.
    pub whole: Agreement,
    /// By phase, in the order of [`Phase::ALL`].
    pub phases: [Agreement; 3],
    /// Where they differ most; none where they never could.
    pub apart: Option<Apart>,
}

/// How far two families agree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agreement {
    /// How far they order moves alike: the mean of Spearman's rank correlation over the positions in which both rate the
    /// same moves; none where they never do.
    pub order: Option<Mean>,
    /// How often they rate the same move highest, among those positions; none where there are none. Where several are highest
    /// for one, any will do.
    pub favourite: Option<Share>,
    /// On how many points they see the same owner, among those that both give to somebody; none where there are none. Its
    /// interval comes from drawing games anew: points of one game are not independent tries.
    pub owner: Option<Share>,
}

/// A mean over positions, with an interval that takes games as the units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its 95 % interval, by drawing games anew.
    pub interval: [f64; 2],
    /// Positions.
    pub n: usize,
}

/// A position on which two families differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Apart {
    /// Which of the games, from 0, among all that were given.
    pub game: usize,
    /// After which move.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// Whose each point is, row by row from the top left; none for a family that gives points to nobody.
    pub owners: Option<[Vec<f64>; 2]>,
    /// The move that each rates highest, where both rate.
    pub favourites: Option<[Point; 2]>,
    /// The rank correlation there.
    pub order: Option<f64>,
    /// Points with two owners, among those that both give to somebody; none for a family that gives points to nobody.
    pub disputed: Option<[usize; 2]>,
}

impl Apart {
    /// How far apart: the share of disputed points of the whole board; where there are no owners, how far the orders are from
    /// being the same.
    fn distance(&self) -> f64 {
        match (&self.owners, self.disputed) {
            (Some([owners, _]), Some([disputed, _])) => disputed as f64 / owners.len() as f64,
            _ => self.order.map_or(0.0, |order| 1.0 - order),
        }
    }
}

/// The field that says whose each point is; the first of the card.
fn ownership(card: &Card) -> Option<&str> {
    card.with_role(Role::Ownership)
        .find(|quantity| quantity.shape == Shape::Field)
        .map(|quantity| quantity.name.as_str())
}

/// Whether a family can be compared: it rates moves, or says whose points are.
#[must_use]
pub fn compares(card: &Card) -> bool {
    card.abilities.rates || ownership(card).is_some()
}

/// Whether it rates moves, and whether it says whose points are.
type Voice = [bool; 2];

fn voice(card: &Card) -> Voice {
    [card.abilities.rates, ownership(card).is_some()]
}

fn comparable([a, b]: [Voice; 2]) -> bool {
    (a[0] && b[0]) || (a[1] && b[1])
}

/// What a family, or an engine, says of one position.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Said {
    /// How good it finds moves; only their order counts.
    pub ratings: Vec<(Point, f64)>,
    /// Whose each point is, row by row from the top left, by the sign.
    pub owners: Option<Vec<f64>>,
    /// Black's lead in points, with komi.
    pub lead: Option<f64>,
}

/// Somebody else to compare the families with, such as an engine.
pub trait Witness: Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// What it says of the positions after this many moves of the main line, one answer for each of `plies`; none if it cannot.
    fn testify(&self, game: &Game, plies: &[usize]) -> Option<Vec<Said>>;
}

fn ask(subject: &Subject, model: &mut dyn Model, position: &Position) -> Said {
    let rates = subject.card().abilities.rates;
    let ratings = if rates { model.rate_all(position) } else { Vec::new() };
    let owners = ownership(subject.card()).map(|name| {
        let mut sheet = Sheet::new(subject.card(), &Selection::Names(vec![name.to_string()]));
        model.read(position, &mut sheet);
        sheet.get_field(name).map(<[f64]>::to_vec).unwrap_or_default()
    });
    Said { ratings: ratings.into_iter().map(|rating| (rating.point, rating.value)).collect(), owners, lead: None }
}

/// What two families have in common at one position, or summed over several.
#[derive(Clone, Copy, Default)]
struct InCommon {
    order: f64,
    n_order: usize,
    same_favourite: usize,
    n_favourite: usize,
    same_owner: usize,
    n_owner: usize,
}

impl InCommon {
    fn add(&mut self, other: &InCommon) {
        self.order += other.order;
        self.n_order += other.n_order;
        self.same_favourite += other.same_favourite;
        self.n_favourite += other.n_favourite;
        self.same_owner += other.same_owner;
        self.n_owner += other.n_owner;
    }
}

/// The values that two families give to the moves that both rate.
fn common(a: &[(Point, f64)], b: &[(Point, f64)]) -> (Vec<Point>, [Vec<f64>; 2]) {
    let of_b: std::collections::HashMap<Point, f64> = b.iter().copied().collect();
    let shared: Vec<(Point, f64, f64)> =
        a.iter().filter_map(|&(point, value)| Some((point, value, *of_b.get(&point)?))).collect();
    let points = shared.iter().map(|&(point, _, _)| point).collect();
    (points, [shared.iter().map(|&(_, a, _)| a).collect(), shared.iter().map(|&(_, _, b)| b).collect()])
}

fn compare([a, b]: [&Said; 2], game: usize, ply: usize, position: &Position) -> (InCommon, Apart) {
    let mut tally = InCommon::default();
    let (points, values) = common(&a.ratings, &b.ratings);
    let order = spearman(&values[0], &values[1]);
    let mut favourites = None;
    if let Some(order) = order {
        (tally.order, tally.n_order, tally.n_favourite) = (order, 1, 1);
        let highest = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = [&values[0], &values[1]].map(|values| highest(values));
        let is_best = |side: usize, at: usize| values[side][at] == best[side];
        tally.same_favourite = usize::from((0..points.len()).any(|at| is_best(0, at) && is_best(1, at)));
        let first = |side: usize| (0..points.len()).find(|&at| is_best(side, at)).map(|at| points[at]);
        favourites = first(0).zip(first(1)).map(|(a, b)| [a, b]);
    }
    let owners = a.owners.clone().zip(b.owners.clone()).map(|(a, b)| [a, b]);
    if let Some([a, b]) = &owners {
        let both: Vec<f64> = a.iter().zip(b).map(|(a, b)| a * b).filter(|product| *product != 0.0).collect();
        tally.n_owner = both.len();
        tally.same_owner = both.iter().filter(|product| **product > 0.0).count();
    }
    let disputed = owners.is_some().then_some([tally.n_owner - tally.same_owner, tally.n_owner]);
    (tally, Apart { game, ply, position: position.forgetful(), owners, favourites, order, disputed })
}

/// What one game says of every pair: by phase, and where they are furthest apart.
struct Played {
    n_positions: usize,
    pairs: Vec<([InCommon; 3], Option<Apart>)>,
}

fn follow(
    (number, game): (usize, &Game),
    subjects: &[Subject],
    witness: Option<&dyn Witness>,
    pairs: &[[usize; 2]],
    every: usize,
) -> Option<Played> {
    let line = game.main_line();
    let mut testimony = match witness {
        Some(witness) => {
            let mut replay = game.replay(&line, Mode::Tolerant).ok()?;
            let mut n = 0;
            while let Ok(Some(_)) = replay.next_ply() {
                n += 1;
            }
            let plies: Vec<usize> = (every..=n).step_by(every).collect();
            Some(witness.testify(game, &plies).filter(|said| said.len() == plies.len())?.into_iter())
        }
        None => None,
    };
    let mut replay = game.replay(&line, Mode::Tolerant).ok()?;
    let begin = |subject: &Subject, position: &Position| subject.begin(position).ok();
    // Who needs only the position is not shown the moves: it is begun where it is asked.
    let follows = |subject: &Subject| subject.card().quantities.iter().any(|quantity| quantity.scope == Scope::Game);
    let mut models = Vec::new();
    for subject in subjects {
        let model = begin(subject, replay.position())?;
        models.push(follows(subject).then_some(model));
    }
    let mut found = Played { n_positions: 0, pairs: vec![([InCommon::default(); 3], None); pairs.len()] };
    let mut ply_number = 0;
    while let Ok(Some(ply)) = replay.next_ply() {
        ply_number += 1;
        for model in models.iter_mut().flatten() {
            model.observe(&ply, replay.position());
        }
        if ply_number % every != 0 {
            continue;
        }
        found.n_positions += 1;
        let position = replay.position();
        let phase = Phase::of(ply_number, position.size()) as usize;
        let mut said = Vec::new();
        for (subject, model) in subjects.iter().zip(&mut models) {
            said.push(match model {
                Some(model) => ask(subject, &mut **model, position),
                None => ask(subject, &mut *begin(subject, position)?, position),
            });
        }
        said.extend(testimony.as_mut().and_then(Iterator::next));
        for (&[a, b], (tallies, apart)) in pairs.iter().zip(&mut found.pairs) {
            let (tally, here) = compare([&said[a], &said[b]], number, ply_number, position);
            tallies[phase].add(&tally);
            keep_furthest(apart, here);
        }
    }
    Some(found)
}

/// The first of the furthest stays.
fn keep_furthest(kept: &mut Option<Apart>, other: Apart) {
    let distance = kept.as_ref().map_or(0.0, Apart::distance);
    if other.distance() > distance {
        *kept = Some(other);
    }
}

fn agreement(games: &[InCommon], seed: Seed) -> Agreement {
    let mut all = InCommon::default();
    games.iter().for_each(|game| all.add(game));
    let orders: Vec<(f64, f64)> = games.iter().map(|game| (game.order, game.n_order as f64)).collect();
    let owners: Vec<(f64, f64)> = games.iter().map(|game| (game.same_owner as f64, game.n_owner as f64)).collect();
    let order = bootstrap(&orders, seed.stream(0)).map(|interval| Mean {
        value: all.order / all.n_order as f64,
        interval,
        n: all.n_order,
    });
    Agreement {
        order,
        favourite: (all.n_favourite > 0).then(|| Share::of(all.same_favourite, all.n_favourite)),
        owner: bootstrap(&owners, seed.stream(1))
            .map(|interval| Share { interval, ..Share::of(all.same_owner, all.n_owner) }),
    }
}

/// Compares every two of the families, and a witness with each of them, on the positions after every so many moves of the
/// main lines.
///
/// # Panics
/// When `every` is 0.
#[must_use]
pub fn agree<G>(
    games: impl IntoIterator<Item = G>,
    subjects: &[Subject],
    witness: Option<&dyn Witness>,
    every: usize,
    seed: Seed,
) -> AgreeStudy
where
    G: Borrow<Game> + Send + Sync,
{
    assert!(every > 0, "positions are taken after every so many moves");
    let cards = subjects.iter().map(Subject::card);
    let mut voices: Vec<(String, Voice)> = cards.map(|card| (card.name.clone(), voice(card))).collect();
    voices.extend(witness.map(|witness| (witness.name().to_string(), [true, true])));
    let mut pairs = Vec::new();
    for a in 0..voices.len() {
        pairs.extend((a + 1..voices.len()).filter(|&b| comparable([voices[a].1, voices[b].1])).map(|b| [a, b]));
    }
    let (mut n_games, mut n_left_out, mut n_positions) = (0, 0, 0);
    let mut tallies: Vec<[Vec<InCommon>; 3]> = vec![Default::default(); pairs.len()];
    let mut aparts: Vec<Option<Apart>> = vec![None; pairs.len()];
    each_game(
        games,
        |number, game| follow((number, game), subjects, witness, &pairs, every),
        |game| {
            let Some(played) = game else {
                n_left_out += 1;
                return;
            };
            n_games += 1;
            n_positions += played.n_positions;
            for ((tallies, kept), (phases, apart)) in tallies.iter_mut().zip(&mut aparts).zip(played.pairs) {
                tallies.iter_mut().zip(phases).for_each(|(tallies, phase)| tallies.push(phase));
                apart.into_iter().for_each(|apart| keep_furthest(kept, apart));
            }
        },
    );
    let pairs = pairs.into_iter().zip(tallies).zip(aparts).enumerate();
    let pairs = pairs
        .map(|(number, (([a, b], phases), apart))| {
            let seed = seed.stream(number as u64);
            let whole: Vec<InCommon> = (0..n_games)
                .map(|game| {
                    let mut sum = InCommon::default();
                    phases.iter().for_each(|tallies| sum.add(&tallies[game]));
                    sum
                })
                .collect();
            Pair {
                names: [a, b].map(|at| voices[at].0.clone()),
                whole: agreement(&whole, seed.stream(0)),
                phases: [0, 1, 2].map(|phase| agreement(&phases[phase], seed.stream(1 + phase as u64))),
                apart,
            }
        })
        .collect();
    AgreeStudy { n_games, n_left_out, n_positions, pairs }
}
