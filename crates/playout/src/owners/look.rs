//! What the classes of a point are made of, and the points of a position with their classes.

use goban::{Board, BoardSize, Color, Point, PointSet};

use super::Evidence;
use crate::shape::turns;

/// How far a game has come: by the share of points with a stone.
pub(crate) const PHASES: usize = 8;

/// One fact about a point as a side sees it, in a few values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    /// How often the games give the point to this side less how often to the other: in tenths.
    Owner,
    /// The same in five steps.
    Coarse,
    /// The same on average over the points beside it.
    Beside,
    /// Over those within two lines.
    Around,
    /// Over those within four lines.
    Region,
    /// Own stones less those of the other within two lines.
    Force,
    /// Within four lines.
    WideForce,
    /// How far the game has come.
    Phase,
    /// What is on the point.
    Here,
    /// How often the chain on it stays.
    Survival,
    /// Its liberties.
    Liberties,
    /// Its stones.
    Stones,
    /// The line from the edge.
    Line,
    /// The eight points around it.
    Shape,
    /// The twelve nearest points.
    Wide,
    /// The distance to the nearest own stone.
    NearOwn,
    /// To the nearest stone of the other side.
    NearOther,
    /// How often that own stone's chain stays.
    OwnLife,
    /// How often that other stone's chain stays.
    OtherLife,
    /// How many points the area has that the games give to the same side.
    Area,
    /// How sure it is on average.
    Sure,
    /// How many empty points of it are safe.
    Room,
    /// Whose it is: this side's, the other's or nobody's.
    Whose,
    /// How often the weakest chain of the other colour beside the chain here stays.
    RivalLife,
    /// Its liberties.
    RivalLiberties,
}

const N_FACTS: usize = Fact::RivalLiberties as usize + 1;

/// The kinds of classes.
pub(crate) const TEMPLATES: [&[Fact]; 29] = {
    use Fact::*;
    [
        &[Owner, Phase],
        &[Owner, Beside],
        &[Owner, Around, Phase],
        &[Owner, Region],
        &[Beside, Around, Region],
        &[Here, Survival, Liberties, Stones],
        &[Here, Survival, Owner],
        &[Here, Owner, Line],
        &[Coarse, Shape],
        &[Here, Wide],
        &[Coarse, NearOwn, NearOther, Phase],
        &[NearOwn, NearOther, Line, Phase],
        &[NearOwn, OwnLife, NearOther, OtherLife],
        &[OwnLife, OtherLife, Owner],
        &[Coarse, Force, WideForce, Phase],
        &[Owner, WideForce, Phase],
        &[Force, NearOwn, NearOther, Phase],
        &[Whose, Area, Sure, Room, Phase],
        &[Owner, Whose, Area, Sure],
        &[Owner, Whose, Room, Phase],
        &[Here, Survival, Area, Room],
        &[Coarse, Around, WideForce, Line, Phase],
        &[Here, Survival, Liberties, RivalLife, RivalLiberties],
        &[Here, Survival, Room, RivalLife],
        &[Here, Survival, Stones, Region, Phase],
        &[Here, Survival, Around, Beside],
        &[Owner, Around, Region, Phase],
        &[Owner, Sure, Room, Phase],
        &[Coarse, Here, Shape, Around],
    ]
};

impl Fact {
    /// The bits of its values.
    const fn bits(self) -> u32 {
        match self {
            Fact::Owner => 5,
            Fact::Beside
            | Fact::Around
            | Fact::Region
            | Fact::Survival
            | Fact::Force
            | Fact::WideForce
            | Fact::Sure => 4,
            Fact::Coarse | Fact::Phase | Fact::Liberties | Fact::Stones | Fact::Line | Fact::Area | Fact::Room => 3,
            Fact::NearOwn
            | Fact::NearOther
            | Fact::OwnLife
            | Fact::OtherLife
            | Fact::RivalLife
            | Fact::RivalLiberties => 3,
            Fact::Here | Fact::Whose => 2,
            Fact::Shape => 16,
            Fact::Wide => 24,
        }
    }

    /// A value in words.
    fn words(self, value: u64) -> String {
        let signed = |value: u64, step: i64, middle: i64| format!("{:+}", step * (value as i64 - middle));
        let upto = |value: u64, most: u64| if value >= most { format!("{most} or more") } else { value.to_string() };
        let one_of = |names: &[&str]| names.get(value as usize).copied().unwrap_or("?").to_string();
        match self {
            Fact::Owner => format!("its own in the games {} %", signed(value, 10, 10)),
            Fact::Coarse => format!("its own in the games about {} %", signed(value, 50, 2)),
            Fact::Beside => format!("points beside it {} %", signed(value, 20, 5)),
            Fact::Around => format!("points around it {} %", signed(value, 20, 5)),
            Fact::Region => format!("the region {} %", signed(value, 20, 5)),
            Fact::Force => format!("{} stones within two lines", signed(value, 1, 7)),
            Fact::WideForce => format!("about {} stones within four lines", signed(value, 2, 7)),
            Fact::Phase => format!("part {} of {PHASES} of the game", value + 1),
            Fact::Here => one_of(&["empty", "own stone", "stone of the other side"]),
            Fact::Survival if value > 10 => "no chain".to_string(),
            Fact::Survival => format!("its chain stays in {} %", 10 * value),
            Fact::Liberties => format!("{} liberties", upto(value, 6)),
            Fact::Stones => {
                format!("{} stones", one_of(&["no", "1", "2", "3 or 4", "5 to 8", "9 to 16", "17 or more"]))
            }
            Fact::Line => format!("line {}", upto(value + 1, 5)),
            Fact::Shape => format!("around it {}", drawn(value, 8)),
            Fact::Wide => format!("nearest points {}", drawn(value, 12)),
            Fact::NearOwn => format!("own stone at distance {}", upto(value, 7)),
            Fact::NearOther => format!("other stone at distance {}", upto(value, 7)),
            Fact::OwnLife if value > 5 => "no own stone near".to_string(),
            Fact::OwnLife => format!("own stones near stay in {} %", 20 * value),
            Fact::OtherLife if value > 5 => "no other stone near".to_string(),
            Fact::OtherLife => format!("other stones near stay in {} %", 20 * value),
            Fact::Area => format!("area of {}", one_of(&AREAS_IN_WORDS)),
            Fact::Sure => format!("sure to {} %", 10 * value),
            Fact::Room => format!("safe empty points: {}", one_of(&ROOMS_IN_WORDS)),
            Fact::Whose => one_of(&["nobody's", "own area", "area of the other side"]),
            Fact::RivalLife if value > 5 => "no rival beside it".to_string(),
            Fact::RivalLife => format!("its weakest rival stays in {} %", 20 * value),
            Fact::RivalLiberties => format!("which has {} liberties", upto(value, 6)),
        }
    }
}

/// From how many points on an area is in the next step.
const AREAS: [usize; 7] = [3, 6, 12, 20, 35, 60, 100];
const AREAS_IN_WORDS: [&str; 8] =
    ["1 or 2", "3 to 5", "6 to 11", "12 to 19", "20 to 34", "35 to 59", "60 to 99", "100 or more"];
const ROOMS: [usize; 7] = [1, 2, 3, 5, 8, 14, 25];
const ROOMS_IN_WORDS: [&str; 8] = ["none", "1", "2", "3 or 4", "5 to 7", "8 to 13", "14 to 24", "25 or more"];

/// In which step a number is.
fn step(n: usize, from: &[usize]) -> u64 {
    from.iter().filter(|&&least| n >= least).count() as u64
}

/// The cells of a shape as letters: X own, O other, # off the board.
fn drawn(code: u64, n: u32) -> String {
    (0..n).map(|i| ['.', 'X', 'O', '#'][(code >> (2 * i)) as usize & 3]).collect()
}

/// A class in words.
pub(super) fn words(template: &[Fact], key: u64) -> String {
    let mut rest = key >> TEMPLATE_BITS;
    let mut parts = Vec::new();
    for fact in template {
        parts.push(fact.words(rest & ((1 << fact.bits()) - 1)));
        rest >>= fact.bits();
    }
    parts.join(", ")
}

/// The bits of a key that name its template, counted from one: no class has the key 0.
const TEMPLATE_BITS: u32 = 5;

/// Offsets of the eight points around a point, and of the twelve nearest.
const EIGHT: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const TWELVE: [(i32, i32); 12] =
    [(0, -2), (-1, -1), (0, -1), (1, -1), (-2, 0), (-1, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (0, 2)];

/// The least code of a shape under all symmetries.
fn canonical<const N: usize>(cells: [u64; N], turns: &[[usize; N]; 8]) -> u64 {
    let code = |turn: &[usize; N]| turn.iter().enumerate().fold(0, |code, (i, &from)| code | cells[from] << (2 * i));
    turns.iter().map(code).min().unwrap_or(0)
}

/// A position looked at: the keys of all classes of all points.
#[derive(Clone, Debug)]
pub struct Looked {
    /// For every point, the classes as Black sees it and as White does.
    keys: Vec<u64>,
    phase: usize,
}

impl Looked {
    /// Looks at a position after its games.
    #[must_use]
    pub fn at(evidence: &Evidence) -> Looked {
        let scene = Scene::new(evidence);
        let mut keys = Vec::with_capacity(2 * TEMPLATES.len() * evidence.size().area());
        for point in evidence.size().points() {
            for color in Color::ALL {
                let view = scene.view(point, color);
                for (number, template) in TEMPLATES.iter().enumerate() {
                    let mut shift = TEMPLATE_BITS;
                    let mut key = number as u64 + 1;
                    for fact in *template {
                        key |= view[*fact as usize] << shift;
                        shift += fact.bits();
                    }
                    keys.push(key);
                }
            }
        }
        Looked { keys, phase: scene.phase }
    }

    /// The classes of every point, row by row: as Black sees it and as White does.
    pub(super) fn points(&self) -> impl ExactSizeIterator<Item = [&[u64]; 2]> {
        self.keys.chunks_exact(2 * TEMPLATES.len()).map(|both| {
            let (black, white) = both.split_at(TEMPLATES.len());
            [black, white]
        })
    }

    pub(super) fn phase(&self) -> usize {
        self.phase
    }
}

/// What the views of both sides share.
struct Scene<'a> {
    board: &'a Board,
    size: BoardSize,
    phase: usize,
    owners: &'a [f64],
    /// Means of the owners within one, two and four lines.
    means: [Vec<f64>; 3],
    /// Black stones less white ones within two and four lines.
    forces: [Vec<i64>; 2],
    survival: Vec<Option<f64>>,
    /// For each colour, the distance of every point to its nearest stone, and how often the chains of those stay.
    near: [Vec<(u64, f64)>; 2],
    areas: Vec<Area>,
    /// For every stone, how often the weakest rival beside its chain stays, and its liberties.
    rivals: Vec<Option<(f64, usize)>>,
    eight: [[usize; 8]; 8],
    twelve: [[usize; 12]; 8],
}

/// Connected points that the games give to the same side.
#[derive(Clone, Copy)]
struct Area {
    whose: Option<Color>,
    n_points: usize,
    sure: f64,
    room: usize,
}

impl<'a> Scene<'a> {
    fn new(evidence: &'a Evidence) -> Scene<'a> {
        let board = &evidence.board;
        let size = board.size();
        let survival = evidence.survival();
        let stones = board.stones();
        let n_stones = stones.black.len() + stones.white.len();
        let phase = (n_stones * 10 / size.area()).min(PHASES - 1);
        let owners: Vec<i64> = evidence.owners.iter().map(|owner| (owner * 1e6).round() as i64).collect();
        let means = [1, 2, 4].map(|reach| {
            let sums = sums_within(size, &owners, reach);
            sums.into_iter().map(|(sum, n)| sum as f64 / 1e6 / f64::from(n.max(1))).collect()
        });
        let colors: Vec<i64> =
            size.points().map(|point| board.get(point).map_or(0, |color| color.sign() as i64)).collect();
        let forces = [2, 4].map(|reach| sums_within(size, &colors, reach).into_iter().map(|(sum, _)| sum).collect());
        let near = Color::ALL.map(|color| nearest(board, color, &survival));
        let rivals = rivals(board, &survival);
        Scene {
            board,
            size,
            phase,
            owners: &evidence.owners,
            means,
            forces,
            survival,
            near,
            areas: areas(board, &owners),
            rivals,
            eight: turns(&EIGHT),
            twelve: turns(&TWELVE),
        }
    }

    fn cell(&self, point: Point, (x, y): (i32, i32), color: Color) -> u64 {
        match step_from(self.size, point, x, y).map(|there| self.board.get(there)) {
            None => 3,
            Some(None) => 0,
            Some(Some(found)) => 1 + u64::from(found != color),
        }
    }

    fn view(&self, point: Point, color: Color) -> [u64; N_FACTS] {
        let at = self.size.index(point);
        let sign = color.sign();
        let steps = |value: f64, per_unit: f64| ((value * sign * per_unit).round() + per_unit) as u64;
        let force =
            |value: i64, per_step: f64| ((value as f64 * sign / per_step).round().clamp(-7.0, 7.0) + 7.0) as u64;
        let chain = self.board.chain(point);
        let (column, row, last) = (point.column(), point.row(), self.size.get() - 1);
        let line = column.min(row).min(last - column).min(last - row);
        let stones = step(chain.as_ref().map_or(0, |chain| chain.size()), &[1, 2, 3, 5, 9, 17]);
        let side = |color: Color| self.near[color as usize][at];
        let life = |(distance, share): (u64, f64)| if distance >= 7 { 6 } else { (5.0 * share).round() as u64 };
        let (own, other) = (side(color), side(!color));
        let area = self.areas[at];
        let rival = self.rivals[at];
        let mut view = [0; N_FACTS];
        for (fact, value) in [
            (Fact::Owner, steps(self.owners[at], 10.0)),
            (Fact::Coarse, steps(self.owners[at], 2.0)),
            (Fact::Beside, steps(self.means[0][at], 5.0)),
            (Fact::Around, steps(self.means[1][at], 5.0)),
            (Fact::Region, steps(self.means[2][at], 5.0)),
            (Fact::Force, force(self.forces[0][at], 1.0)),
            (Fact::WideForce, force(self.forces[1][at], 2.0)),
            (Fact::Phase, self.phase as u64),
            (Fact::Here, self.cell(point, (0, 0), color)),
            (Fact::Survival, self.survival[at].map_or(11, |share| (10.0 * share).round() as u64)),
            (Fact::Liberties, chain.as_ref().map_or(0, |chain| chain.n_liberties().min(6) as u64)),
            (Fact::Stones, stones),
            (Fact::Line, line.min(4) as u64),
            (Fact::Shape, canonical(EIGHT.map(|offset| self.cell(point, offset, color)), &self.eight)),
            (Fact::Wide, canonical(TWELVE.map(|offset| self.cell(point, offset, color)), &self.twelve)),
            (Fact::NearOwn, own.0),
            (Fact::NearOther, other.0),
            (Fact::OwnLife, life(own)),
            (Fact::OtherLife, life(other)),
            (Fact::Area, step(area.n_points, &AREAS)),
            (Fact::Sure, (10.0 * area.sure).round() as u64),
            (Fact::Room, step(area.room, &ROOMS)),
            (Fact::RivalLife, rival.map_or(6, |(share, _)| (5.0 * share).round() as u64)),
            (Fact::RivalLiberties, rival.map_or(0, |(_, liberties)| liberties.min(6) as u64)),
            (Fact::Whose, area.whose.map_or(0, |whose| 1 + u64::from(whose != color))),
        ] {
            view[fact as usize] = value;
        }
        view
    }
}

fn step_from(size: BoardSize, point: Point, x: i32, y: i32) -> Option<Point> {
    let at = |from: usize, step: i32| usize::try_from(from as i32 + step).ok();
    let (column, row) = at(point.column(), x).zip(at(point.row(), y))?;
    size.point(column, row)
}

/// For every point the sum of a field over the points within so many lines, the point itself left out, and how many there are.
fn sums_within(size: BoardSize, field: &[i64], reach: i32) -> Vec<(i64, u32)> {
    let around = |point: Point| {
        let (mut sum, mut n) = (0, 0);
        for y in -reach..=reach {
            let wide = reach - y.abs();
            for x in -wide..=wide {
                let Some(there) = step_from(size, point, x, y).filter(|there| *there != point) else { continue };
                sum += field[size.index(there)];
                n += 1;
            }
        }
        (sum, n)
    };
    size.points().map(around).collect()
}

/// The area of every point: the connected points that the games give to the same side in two of three, or to neither.
fn areas(board: &Board, millionths: &[i64]) -> Vec<Area> {
    const LEANS: i64 = 333_333;
    let size = board.size();
    let mut areas = vec![Area { whose: None, n_points: 1, sure: 0.0, room: 0 }; size.area()];
    for color in Color::ALL {
        let sign = color.sign() as i64;
        let owned = |point: Point| sign * millionths[size.index(point)];
        let mut open: PointSet = size.points().filter(|&point| owned(point) >= LEANS).collect();
        while let Some(first) = open.first() {
            let area = PointSet::from(first).flooded(&open);
            let sum: i64 = area.iter().map(owned).sum();
            let room = area.iter().filter(|&point| board.get(point).is_none() && owned(point) >= 800_000).count();
            let n_points = area.len();
            let found = Area { whose: Some(color), n_points, sure: sum as f64 / 1e6 / n_points as f64, room };
            area.iter().for_each(|point| areas[size.index(point)] = found);
            open -= area;
        }
    }
    areas
}

/// For every stone the chain of the other colour beside its own chain that stays least often, of several such the one with the fewest
/// liberties: how often it stays, and its liberties.
fn rivals(board: &Board, survival: &[Option<f64>]) -> Vec<Option<(f64, usize)>> {
    let size = board.size();
    let mut rivals = vec![None; size.area()];
    for chain in board.chains() {
        let beside = chain.stones().grown() & board.stones()[!chain.color()];
        let found =
            beside.iter().filter_map(|stone| Some((survival[size.index(stone)]?, board.chain(stone)?.n_liberties())));
        let weakest = found.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        chain.stones().iter().for_each(|stone| rivals[size.index(stone)] = weakest);
    }
    rivals
}

/// For every point the distance to the nearest stone of a colour, up to 7, and the mean share of games in which the chains of the
/// stones at that distance stay.
fn nearest(board: &Board, color: Color, survival: &[Option<f64>]) -> Vec<(u64, f64)> {
    let size = board.size();
    let mut found = vec![(7, 0.0); size.area()];
    let mut reached = board.stones()[color];
    for point in reached {
        let at = size.index(point);
        found[at] = (0, survival[at].unwrap_or(0.0));
    }
    for distance in 1..7 {
        let ring: PointSet = (reached.grown() & size.all_points()) - reached;
        if ring.is_empty() {
            break;
        }
        let values: Vec<(usize, f64)> = ring
            .iter()
            .map(|point| {
                let from = (PointSet::from(point).grown() & reached).iter().map(|near| found[size.index(near)]);
                let (mut sum, mut n) = (0i64, 0);
                for (_, share) in from {
                    sum += (share * 1e6).round() as i64;
                    n += 1;
                }
                (size.index(point), sum as f64 / 1e6 / f64::from(n.max(1)))
            })
            .collect();
        for (at, share) in values {
            found[at] = (distance, share);
        }
        reached |= ring;
    }
    found
}
