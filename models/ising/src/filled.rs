//! Single stones on a board whose empty points carry spins too: what somebody expects to be there in the end.

use std::sync::Arc;

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet, Position};
use model::{Explanation, Fill, FillError, Seed, Sheet};

use crate::atoms::spin;
use crate::energy::{Change, Energies, Matter};
use crate::sum::times;
use crate::words;

/// Where the spins of the empty points come from.
#[derive(Clone)]
pub(crate) enum Source {
    /// The same numbers on every board, row by row.
    Map(Vec<f64>),
    /// Somebody looks at the position.
    Fill(Arc<dyn Fill>, Seed),
}

impl Source {
    fn spins(&self, position: &Position) -> Result<Vec<f64>, FillError> {
        let spins = match self {
            Source::Map(spins) => spins.clone(),
            Source::Fill(fill, seed) => fill.fill(position, *seed)?,
        };
        let area = position.size().area();
        let wrong = |what: String| Err(FillError(format!("the spins of the empty points: {what}")));
        match spins.iter().find(|spin| !(-1.0..=1.0).contains(*spin)) {
            Some(spin) => wrong(format!("{spin} is not between -1 (black) and 1 (white)")),
            None if spins.len() != area => wrong(format!("{} numbers for a board of {area} points", spins.len())),
            None => Ok(spins),
        }
    }
}

/// A board with a spin on every point.
#[derive(Clone)]
pub(crate) struct FilledAtoms {
    size: BoardSize,
    mu: f64,
    source: Source,
    spins: Vec<f64>,
    energies: Energies,
}

impl FilledAtoms {
    /// The stones of a position and spins between them.
    pub(crate) fn new(position: &Position, mu: f64, source: Source) -> Result<FilledAtoms, FillError> {
        let filled = source.spins(position)?;
        let (spins, energies) = read(position.board(), filled, mu);
        Ok(FilledAtoms { size: position.size(), mu, source, spins, energies })
    }

    fn local_energy(&self, point: Point) -> f64 {
        let spin = |point| self.spins[self.size.index(point)];
        spin(point) * self.size.neighbors(point).map(spin).sum::<f64>()
    }

    fn local(&self) -> Vec<f64> {
        self.size.points().map(|point| self.local_energy(point)).collect()
    }
}

/// Puts the stones over the spins of empty points, and takes the energies.
fn read(board: &Board, mut spins: Vec<f64>, mu: f64) -> (Vec<f64>, Energies) {
    let size = board.size();
    for point in board.stones().black | board.stones().white {
        spins[size.index(point)] = f64::from(spin(board.get(point)));
    }
    let mut local = 0.0;
    let mut pull = 0.0;
    let mut own = ByColor { black: 0.0, white: 0.0 };
    for point in size.points() {
        let here = spins[size.index(point)];
        let mut liberties = 0;
        for near in size.neighbors(point) {
            let there = spins[size.index(near)];
            local += here * there;
            if here * there > 0.0 {
                own[if here < 0.0 { Color::Black } else { Color::White }] += here * there;
            }
            liberties += i32::from(board.is_empty(near));
        }
        pull += here * f64::from(liberties);
        if let Some(color) = board.get(point) {
            own[color] += times(mu, liberties.into());
        }
    }
    let energies = Energies { interaction: 0.0 - local, field: 0.0 - times(mu, pull), own };
    (spins, energies)
}

impl Matter for FilledAtoms {
    type Update = (Vec<f64>, Energies);

    fn energies(&self) -> Energies {
        self.energies
    }

    fn restart(&mut self, position: &Position) {
        let (_, update) = self.consider(position, &PointSet::EMPTY);
        self.accept(update);
    }

    /// Whoever fills the board may change its mind everywhere, so everything is read anew.
    fn consider(&self, after: &Position, _: &PointSet) -> (Change, Self::Update) {
        // A board of this size was filled at the beginning. Who fails later leaves the empty points empty.
        let filled = self.source.spins(after).unwrap_or_else(|_| vec![0.0; self.spins.len()]);
        let (spins, energies) = read(after.board(), filled, self.mu);
        (energies.since(&self.energies), (spins, energies))
    }

    fn accept(&mut self, (spins, energies): Self::Update) {
        self.spins = spins;
        self.energies = energies;
    }

    fn write(&self, _: &Position, sheet: &mut Sheet<'_>) {
        sheet.field("ising.generative.spins", || self.spins.clone());
        sheet.field("ising.generative.local", || self.local());
    }

    fn explain(&self, position: &Position, point: Point) -> Explanation {
        let vertex = self.size.vertex(point);
        let spin = words::number(self.spins[self.size.index(point)], 3);
        let energy = words::number(self.local_energy(point), 3);
        let what = match position.board().get(point) {
            Some(color) => format!("holds a stone of {color}, spin {spin}"),
            None => format!("is empty and filled with the spin {spin} (−1 black, +1 white)"),
        };
        let text = format!("{vertex} {what}. With its neighbours that makes a local energy of {energy}.");
        words::sentence(text, std::iter::once(point).chain(self.size.neighbors(point)))
    }
}
