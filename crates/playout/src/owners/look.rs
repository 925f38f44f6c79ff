//! What the classes of a point are made of, and the points of a position with their classes.

use std::sync::LazyLock;

use goban::{Board, BoardSize, Color, Point, PointSet};

use super::Evidence;
use super::nested::{Nest, REACHES};
use crate::shape::turns;

/// How far a game has come: by the share of points with a stone.
pub(crate) const PHASES: usize = 8;

/// Boards are small (up to 11×11), middling, or large (from 17×17 on).
const BOARDS: usize = 3;

/// The stretches of games, for each kind of board, in which leads are read alike.
pub(crate) const STRETCHES: usize = BOARDS * PHASES;

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
    /// Within seven lines.
    FarForce,
    /// What the stones alone say: in tenths.
    Before,
    /// The same on average over the points within two lines.
    BeforeAround,
    /// Within four lines.
    BeforeRegion,
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
    /// What kind of board it is.
    Board,
}

const N_FACTS: usize = Fact::Board as usize + 1;

/// A look at a position: the kinds of its classes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Look {
    /// At the stones alone, without games.
    Stones,
    /// At the games, without what the stones said.
    Games,
    /// At what both said.
    Again,
}

impl Look {
    pub(super) const ALL: [Look; 3] = [Look::Stones, Look::Games, Look::Again];

    const fn templates(self) -> &'static [&'static [Fact]] {
        match self {
            Look::Stones => &STONES,
            Look::Games => &GAMES,
            Look::Again => &AGAIN,
        }
    }

    /// How many classes a point has in the eyes of a side.
    const fn n_kinds(self) -> usize {
        match self {
            Look::Stones => STONES.len() + REACHES.len(),
            _ => self.templates().len(),
        }
    }

    /// Where its owners come from, in words.
    const fn words(self) -> &'static str {
        match self {
            Look::Stones | Look::Games => "in the games",
            Look::Again => "so far",
        }
    }
}

const STONES: [&[Fact]; 15] = {
    use Fact::*;
    [
        &[Here, Line, Phase],
        &[Here, Liberties, Stones, Phase],
        &[Here, Liberties, Stones, RivalLiberties],
        &[Here, Shape, Phase],
        &[Here, Wide],
        &[NearOwn, NearOther, Line, Phase],
        &[Force, WideForce, Phase],
        &[Force, NearOwn, NearOther, Phase],
        &[WideForce, Line, Phase],
        &[Here, WideForce, Liberties, Stones],
        &[WideForce, FarForce, Phase],
        &[FarForce, NearOwn, NearOther, Phase],
        &[FarForce, Line, Phase],
        &[Force, FarForce, Line],
        &[Here, Line, Board, Phase],
    ]
};

const GAMES: [&[Fact]; 30] = {
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
        &[Owner, Around, Board],
    ]
};

const AGAIN: [&[Fact]; 31] = {
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
        &[Coarse, NearOwn, NearOther, Phase],
        &[NearOwn, OwnLife, NearOther, OtherLife],
        &[OwnLife, OtherLife, Owner],
        &[Owner, WideForce, Phase],
        &[Whose, Area, Sure, Room, Phase],
        &[Owner, Whose, Area, Sure],
        &[Owner, Whose, Room, Phase],
        &[Here, Survival, Area, Room],
        &[Here, Survival, Liberties, RivalLife, RivalLiberties],
        &[Here, Survival, Room, RivalLife],
        &[Here, Survival, Around, Beside],
        &[Owner, Around, Region, Phase],
        &[Owner, Sure, Room, Phase],
        &[Owner, Before, Phase],
        &[Owner, Before, Line],
        &[Before, BeforeAround, Coarse],
        &[Here, Survival, Before],
        &[Around, BeforeAround, Coarse],
        &[Whose, Area, Sure, Before],
        &[Region, BeforeRegion, Phase],
        &[Coarse, Before, BeforeRegion],
        &[Owner, Board, Phase],
    ]
};

/// The nested shapes come after the other kinds of the first look.
const NESTED: usize = STONES.len();

impl Fact {
    /// The bits of its values.
    const fn bits(self) -> u32 {
        match self {
            Fact::Owner | Fact::Before => 5,
            Fact::Beside
            | Fact::BeforeAround
            | Fact::BeforeRegion
            | Fact::FarForce
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
            Fact::Here | Fact::Whose | Fact::Board => 2,
            Fact::Shape => 16,
            Fact::Wide => 24,
        }
    }

    /// A value in words.
    fn words(self, value: u64, now: &str) -> String {
        let signed = |value: u64, step: i64, middle: i64| format!("{:+}", step * (value as i64 - middle));
        let upto = |value: u64, most: u64| if value >= most { format!("{most} or more") } else { value.to_string() };
        let one_of = |names: &[&str]| names.get(value as usize).copied().unwrap_or("?").to_string();
        match self {
            Fact::Owner => format!("its own {now} {} %", signed(value, 10, 10)),
            Fact::Coarse => format!("its own {now} about {} %", signed(value, 50, 2)),
            Fact::Beside => format!("points beside it {} %", signed(value, 20, 5)),
            Fact::Around => format!("points around it {} %", signed(value, 20, 5)),
            Fact::Region => format!("the region {} %", signed(value, 20, 5)),
            Fact::Force => format!("{} stones within two lines", signed(value, 1, 7)),
            Fact::WideForce => format!("about {} stones within four lines", signed(value, 2, 7)),
            Fact::FarForce => format!("about {} stones within seven lines", signed(value, 3, 7)),
            Fact::Before => format!("its own by the stones alone {} %", signed(value, 10, 10)),
            Fact::BeforeAround => format!("points around it by the stones alone {} %", signed(value, 20, 5)),
            Fact::BeforeRegion => format!("the region by the stones alone {} %", signed(value, 20, 5)),
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
            Fact::Board => one_of(&["a small board", "a board of middle size", "a large board"]),
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
pub(super) fn words(look: Look, key: u64) -> String {
    let kind = (key & ((1 << KIND_BITS) - 1)) as usize - 1;
    let Some(template) = look.templates().get(kind) else {
        return format!("the stones around it as they lie, up to {} lines away", REACHES[kind - NESTED] / 2);
    };
    let mut rest = key >> KIND_BITS;
    let mut parts = Vec::new();
    for fact in *template {
        parts.push(fact.words(rest & ((1 << fact.bits()) - 1), look.words()));
        rest >>= fact.bits();
    }
    parts.join(", ")
}

/// The bits of a key that name its kind, counted from one: no class has the key 0.
const KIND_BITS: u32 = 5;

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
pub(super) struct Looked {
    /// For every point, the classes as Black sees it and as White does.
    keys: Vec<u64>,
    /// How many classes a point has in the eyes of a side.
    n_kinds: usize,
    stretch: usize,
}

impl Looked {
    /// Looks at some points of a position. `before` is what the stones alone say, of every point of the board.
    pub(super) fn new(look: Look, evidence: &Evidence, before: &[f64], points: impl Iterator<Item = Point>) -> Looked {
        let scene = Scene::new(evidence, before);
        let n_kinds = look.n_kinds();
        let mut keys = Vec::with_capacity(2 * n_kinds * evidence.size().area());
        for point in points {
            let shapes = (look == Look::Stones).then(|| NEST.around(&scene.grid, point));
            for color in Color::ALL {
                let view = scene.view(point, color);
                for (number, template) in look.templates().iter().enumerate() {
                    let mut shift = KIND_BITS;
                    let mut key = 1 + number as u64;
                    for fact in *template {
                        key |= view[*fact as usize] << shift;
                        shift += fact.bits();
                    }
                    keys.push(key);
                }
                let shapes = shapes.iter().flat_map(|shapes| shapes[color as usize]).enumerate();
                keys.extend(shapes.map(|(reach, shape)| (1 + NESTED + reach) as u64 | shape << KIND_BITS));
            }
        }
        Looked { keys, n_kinds, stretch: scene.board_kind * PHASES + scene.phase }
    }

    /// The classes of every point, row by row: as Black sees it and as White does.
    pub(super) fn points(&self) -> impl ExactSizeIterator<Item = [&[u64]; 2]> {
        self.keys.chunks_exact(2 * self.n_kinds).map(|both| {
            let (black, white) = both.split_at(self.n_kinds);
            [black, white]
        })
    }

    /// The same one after the other.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How many classes a point has in the eyes of a side.
    pub(super) fn n_kinds(&self) -> usize {
        self.n_kinds
    }

    /// In which of the [`STRETCHES`] the position is.
    pub(super) fn stretch(&self) -> usize {
        self.stretch
    }
}

/// Whether a class of the first look is of a shape that refines a smaller one, whose class comes just before.
pub(super) fn refines(key: u64) -> bool {
    (key & ((1 << KIND_BITS) - 1)) as usize > NESTED + 1
}

static NEST: LazyLock<Nest> = LazyLock::new(Nest::new);

/// What is on every point of a board, with a wide edge around it.
pub(super) struct Grid {
    cells: Vec<u8>,
    width: i32,
}

impl Grid {
    const EMPTY: u8 = 0;
    pub(super) const BLACK: u8 = 1;
    pub(super) const WHITE: u8 = 2;
    pub(super) const EDGE: u8 = 3;

    /// No shape goes farther.
    const MARGIN: i32 = 7;

    pub(super) fn new(board: &Board) -> Grid {
        let size = board.size();
        let width = size.get() as i32 + 2 * Grid::MARGIN;
        let mut grid = Grid { cells: vec![Grid::EDGE; (width * width) as usize], width };
        for point in size.points() {
            let at = grid.index(point, (0, 0));
            grid.cells[at] = match board.get(point) {
                None => Grid::EMPTY,
                Some(Color::Black) => Grid::BLACK,
                Some(Color::White) => Grid::WHITE,
            };
        }
        grid
    }

    fn index(&self, point: Point, (x, y): (i32, i32)) -> usize {
        let at = |from: usize, step: i32| from as i32 + Grid::MARGIN + step;
        (at(point.row(), y) * self.width + at(point.column(), x)) as usize
    }

    /// What is so far from a point.
    pub(super) fn get(&self, point: Point, offset: (i32, i32)) -> u8 {
        self.cells[self.index(point, offset)]
    }
}

/// What the views of both sides share.
struct Scene<'a> {
    board: &'a Board,
    grid: Grid,
    size: BoardSize,
    board_kind: usize,
    phase: usize,
    owners: &'a [f64],
    /// Means of the owners within one, two and four lines.
    means: [Vec<f64>; 3],
    before: &'a [f64],
    /// Means of what the stones say within two and four lines.
    before_means: [Vec<f64>; 2],
    /// Black stones less white ones within two, four and seven lines.
    forces: [Vec<i64>; 3],
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
    fn new(evidence: &'a Evidence, before: &'a [f64]) -> Scene<'a> {
        let board = &evidence.board;
        let size = board.size();
        let survival = evidence.survival();
        let stones = board.stones();
        let n_stones = stones.black.len() + stones.white.len();
        let board_kind = [12, 17].iter().filter(|&&least| size.get() >= least).count();
        let phase = (n_stones * 10 / size.area()).min(PHASES - 1);
        let millionths =
            |owners: &[f64]| -> Vec<i64> { owners.iter().map(|owner| (owner * 1e6).round() as i64).collect() };
        let mean = |owners: &[i64], reach| {
            let sums = sums_within(size, owners, reach);
            sums.into_iter().map(|(sum, n)| sum as f64 / 1e6 / f64::from(n.max(1))).collect()
        };
        let owners = millionths(&evidence.owners);
        let means = [1, 2, 4].map(|reach| mean(&owners, reach));
        let before_millionths = millionths(before);
        let before_means = [2, 4].map(|reach| mean(&before_millionths, reach));
        let colors: Vec<i64> =
            size.points().map(|point| board.get(point).map_or(0, |color| color.sign() as i64)).collect();
        let forces = [2, 4, 7].map(|reach| sums_within(size, &colors, reach).into_iter().map(|(sum, _)| sum).collect());
        let near = Color::ALL.map(|color| nearest(board, color, &survival));
        let rivals = rivals(board, &survival);
        Scene {
            board,
            grid: Grid::new(board),
            size,
            board_kind,
            phase,
            owners: &evidence.owners,
            means,
            before,
            before_means,
            forces,
            survival,
            near,
            areas: areas(board, &owners),
            rivals,
            eight: turns(&EIGHT),
            twelve: turns(&TWELVE),
        }
    }

    fn cell(&self, point: Point, offset: (i32, i32), color: Color) -> u64 {
        match (self.grid.get(point, offset), color) {
            (Grid::BLACK, Color::White) => Grid::WHITE.into(),
            (Grid::WHITE, Color::White) => Grid::BLACK.into(),
            (found, _) => found.into(),
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
            (Fact::FarForce, force(self.forces[2][at], 3.0)),
            (Fact::Before, steps(self.before[at], 10.0)),
            (Fact::BeforeAround, steps(self.before_means[0][at], 5.0)),
            (Fact::BeforeRegion, steps(self.before_means[1][at], 5.0)),
            (Fact::Phase, self.phase as u64),
            (Fact::Board, self.board_kind as u64),
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

/// For every point the sum of a field over the points within so many lines, the point itself left out, and how many there are.
fn sums_within(size: BoardSize, field: &[i64], reach: i32) -> Vec<(i64, u32)> {
    let side = size.get() as i32;
    // Of every row, the sums of its first points: what lies between two points is the difference of two such sums.
    let mut heads = vec![0; (side * (side + 1)) as usize];
    for (row, head) in field.chunks_exact(side as usize).zip(heads.chunks_exact_mut(side as usize + 1)) {
        for (i, value) in row.iter().enumerate() {
            head[i + 1] = head[i] + value;
        }
    }
    let around = |point: Point| {
        let (column, row) = (point.column() as i32, point.row() as i32);
        let (mut sum, mut n) = (-field[size.index(point)], 0);
        for y in (row - reach).max(0)..(row + reach + 1).min(side) {
            let wide = reach - (y - row).abs();
            let (left, right) = ((column - wide).max(0), (column + wide + 1).min(side));
            let head = y * (side + 1);
            sum += heads[(head + right) as usize] - heads[(head + left) as usize];
            n += (right - left) as u32;
        }
        (sum, n - 1)
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
