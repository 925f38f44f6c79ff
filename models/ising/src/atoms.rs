//! Stones as single spins: black −1, white +1, and an empty point 0. Neighbours of one colour lower the energy, rivals raise
//! it; liberties are the outer field.

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet, Position};
use model::{Explanation, Sheet};

use crate::energy::{Change, Energies, Matter};
use crate::sum::times;
use crate::words;

/// The spin of a colour as the paper has it.
pub(crate) fn spin(color: Option<Color>) -> i8 {
    match color {
        Some(Color::Black) => -1,
        Some(Color::White) => 1,
        None => 0,
    }
}

/// A board of single stones, with the local energy of each.
///
/// All counts are whole numbers, so that following a game and counting anew give the same to the last bit.
///
/// ```
/// use goban::{BoardSize, Diagram};
/// use ising::Atoms;
/// let pair = Diagram::parse(". . . .\n. O O .\n. . . .\n. . . .").unwrap().board().unwrap();
/// let energies = Atoms::new(&pair, 1.0).energies();
/// assert_eq!((energies.interaction, energies.field), (-2.0, -6.0));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Atoms {
    size: BoardSize,
    mu: f64,
    sites: Vec<Site>,
    sums: Sums,
}

/// A point and its four neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Site {
    /// The stone.
    pub color: Option<Color>,
    /// Neighbours of the same colour.
    pub allies: u8,
    /// Neighbours of the other colour.
    pub rivals: u8,
    /// Empty neighbours.
    pub liberties: u8,
}

impl Site {
    fn new(board: &Board, point: Point) -> Site {
        let Some(color) = board.get(point) else { return Site::default() };
        let mut site = Site { color: Some(color), ..Site::default() };
        for near in board.size().neighbors(point) {
            match board.get(near) {
                Some(other) if other == color => site.allies += 1,
                Some(_) => site.rivals += 1,
                None => site.liberties += 1,
            }
        }
        site
    }

    /// The local energy s: allies less rivals.
    #[must_use]
    pub fn energy(&self) -> i8 {
        self.allies as i8 - self.rivals as i8
    }
}

/// Whole numbers that the energies are made of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sums {
    /// The sum of the local energies.
    local: i64,
    /// Ordered pairs of allied neighbours.
    allies: ByColor<i64>,
    /// Liberties, counted for each stone.
    liberties: ByColor<i64>,
}

impl Sums {
    fn add(&mut self, site: &Site, sign: i64) {
        let Some(color) = site.color else { return };
        self.local += sign * i64::from(site.energy());
        self.allies[color] += sign * i64::from(site.allies);
        self.liberties[color] += sign * i64::from(site.liberties);
    }

    fn energies(&self, mu: f64) -> Energies {
        let pull = (self.liberties.white - self.liberties.black) as f64;
        Energies {
            interaction: 0.0 - self.local as f64,
            field: 0.0 - times(mu, pull),
            own: ByColor::new(|color| self.allies[color] as f64 + times(mu, self.liberties[color] as f64)),
        }
    }
}

impl Atoms {
    /// The stones of a board under a field of strength `mu`.
    #[must_use]
    pub fn new(board: &Board, mu: f64) -> Atoms {
        let sites: Vec<Site> = board.size().points().map(|point| Site::new(board, point)).collect();
        let mut sums = Sums::default();
        for site in &sites {
            sums.add(site, 1);
        }
        Atoms { size: board.size(), mu, sites, sums }
    }

    /// The energies.
    #[must_use]
    pub fn energies(&self) -> Energies {
        self.sums.energies(self.mu)
    }

    /// A point and its neighbours; none if it is off the board.
    #[must_use]
    pub fn site(&self, point: Point) -> Option<&Site> {
        self.size.contains(point).then(|| &self.sites[self.size.index(point)])
    }

    /// The local energy of every point, row by row from the top left; 0 where no stone stands.
    #[must_use]
    pub fn local(&self) -> Vec<f64> {
        self.sites.iter().map(|site| f64::from(site.energy())).collect()
    }
}

/// New sites with their indices, and the sums with them.
pub(crate) struct AtomsUpdate {
    sites: Vec<(usize, Site)>,
    sums: Sums,
}

impl Matter for Atoms {
    type Update = AtomsUpdate;

    fn energies(&self) -> Energies {
        Atoms::energies(self)
    }

    fn restart(&mut self, position: &Position) {
        *self = Atoms::new(position.board(), self.mu);
    }

    fn consider(&self, after: &Position, changed: &PointSet) -> (Change, AtomsUpdate) {
        let board = after.board();
        let mut sums = self.sums;
        let mut sites = Vec::new();
        for point in changed.grown() & self.size.all_points() {
            let index = self.size.index(point);
            let site = Site::new(board, point);
            sums.add(&self.sites[index], -1);
            sums.add(&site, 1);
            sites.push((index, site));
        }
        (sums.energies(self.mu).since(&self.energies()), AtomsUpdate { sites, sums })
    }

    fn accept(&mut self, update: AtomsUpdate) {
        for (index, site) in update.sites {
            self.sites[index] = site;
        }
        self.sums = update.sums;
    }

    fn write(&self, _: &Position, sheet: &mut Sheet<'_>) {
        sheet.field("ising.atomic.local", || self.local());
    }

    fn explain(&self, _: &Position, point: Point) -> Explanation {
        let vertex = self.size.vertex(point);
        let Some((site, color)) = self.site(point).and_then(|site| Some((site, site.color?))) else {
            return words::sentence(format!("{vertex} is empty and has no energy of its own."), [point]);
        };
        let text = format!(
            "The stone of {color} on {vertex} has {} and {} beside it: its local energy is {}. It has {}.",
            words::count(site.allies, "ally", "allies"),
            words::count(site.rivals, "rival", "rivals"),
            site.energy(),
            words::count(site.liberties, "empty neighbour", "empty neighbours"),
        );
        words::sentence(text, std::iter::once(point).chain(self.size.neighbors(point)))
    }
}
