//! The family `belief`, and who fills empty points for others.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use goban::{BoardSize, Color, Position};
use model::{
    Abilities, BeginError, Card, Cell, Explanation, Family, FileKind, Fill, FillError, Learn, LoadError, Model,
    Parameter, Parameters, Quantity, Question, Row, Seed, Sentence, Shape, Sheet, Sign, Swap,
};
use record::Ply;
use thiserror::Error;

use crate::boards::Collection;
use crate::chance::Lanes;
use crate::learn;
use crate::network::{Maps, Network, one_of};

/// The network that ships with this crate; see `assets/README.md`.
const NETWORK: &[u8] = include_bytes!("../assets/network.safetensors");

/// The boards it learned from.
const BOARDS: &[u8] = include_bytes!("../assets/boards.bin");

const SHIPPED_SIZE: BoardSize = BoardSize::NINETEEN;

/// The boards that ship with this crate: 69,100 final boards of expert games to learn from, and 10,900 to validate.
///
/// # Panics
/// Never: a test reads them.
#[must_use]
pub fn shipped_boards() -> Collection {
    Collection::from_bytes(BOARDS).expect("the shipped boards are whole")
}

fn shipped_network() -> Arc<Network> {
    static SHIPPED: OnceLock<Arc<Network>> = OnceLock::new();
    let read = || Arc::new(Network::from_bytes(NETWORK).expect("the shipped network is whole"));
    Arc::clone(SHIPPED.get_or_init(read))
}

/// The networks to use, one for each board size: the shipped one, and those that were loaded.
#[derive(Clone, Default)]
pub struct Networks(BTreeMap<usize, Arc<Network>>);

/// There is no network for boards of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no belief network for {0} boards; train one with `aji train belief --set belief.size={side} --games GAMES \
     --out FILE.safetensors` and name it with --network FILE.safetensors",
    side = .0.get()
)]
pub struct NoNetwork(pub BoardSize);

impl Networks {
    /// The shipped network alone.
    #[must_use]
    pub fn shipped() -> Networks {
        Networks::default()
    }

    /// One more network; it replaces another for the same board size.
    #[must_use]
    pub fn with(mut self, network: Network) -> Networks {
        self.0.insert(network.size().get(), Arc::new(network));
        self
    }

    /// One more network, from the bytes of its file.
    fn load(&self, bytes: &[u8]) -> Result<Networks, LoadError> {
        Ok(self.clone().with(Network::from_bytes(bytes).map_err(LoadError::new)?))
    }

    /// The network for a board size.
    ///
    /// # Errors
    /// When there is none.
    pub fn get(&self, size: BoardSize) -> Result<Arc<Network>, NoNetwork> {
        match self.0.get(&size.get()) {
            Some(network) => Ok(Arc::clone(network)),
            None if size == SHIPPED_SIZE => Ok(shipped_network()),
            None => Err(NoNetwork(size)),
        }
    }

    fn sizes(&self) -> RangeInclusive<usize> {
        let shipped = SHIPPED_SIZE.get();
        let (first, last) = (self.0.keys().next(), self.0.keys().last());
        first.map_or(shipped, |side| shipped.min(*side))..=last.map_or(shipped, |side| shipped.max(*side))
    }
}

/// Chains of a conditional reading, and their sweeps. A sweep reads all weights, whatever the number of chains: few sweeps of
/// many chains cost least.
const CHAINS: usize = 8;
const SWEEPS: usize = 4;

/// The family `belief`: what a deep belief network of final boards expects.
pub struct Belief {
    card: Card,
    pub(crate) networks: Networks,
    pub(crate) settings: Vec<Parameter>,
}

impl Belief {
    /// The family over these networks.
    #[must_use]
    pub fn new(networks: Networks) -> Belief {
        let mut card = Card::new(
            "belief",
            "a network that learned the final boards of experts says what is to be expected on every point",
            "A. Rojas-Domínguez, D. Barradas-Bautista, M. Alvarado: Modeling the Game of Go by Ising Hamiltonian, Deep \
             Belief Networks and Common Fate Graphs, IEEE Access 7, 2019",
        );
        card.sizes = networks.sizes();
        card.file = Some(FileKind {
            name: "network".to_string(),
            about: "a belief network made by aji train belief; there can be one for each board size".to_string(),
        });
        card.abilities = Abilities { explains: true, learns: true, ..Abilities::default() };
        card.parameters = vec![
            Parameter::choice(
                "belief.maps",
                "conditional: given the stones on the board; occurrence: how often in all samples, whatever stands there",
                &["conditional", "occurrence"],
            ),
            Parameter::integer("belief.chains", "boards that are sampled side by side", 1, 10_000, CHAINS as i64),
            Parameter::integer(
                "belief.sweeps",
                "how often each is sampled; the second half is averaged",
                1,
                100_000,
                SWEEPS as i64,
            ),
        ];
        let map =
            |key: &str, about: &str| Quantity::field(&format!("belief.{key}"), about).swap(Swap::Free).turns_freely();
        card.quantities = vec![
            map("black", "probability that the point is black at the end"),
            map("white", "probability that the point is white at the end"),
            map("empty", "probability that the point is empty at the end"),
            Quantity::number(
                "belief.free_energy",
                "free energy of the board in the lowest machine: the lower, the likelier, among boards with as many stones",
            )
            .sign(Sign::Paper)
            .swap(Swap::Free)
            .turns_freely(),
        ];
        Belief { card, networks, settings: learn::settings() }
    }
}

impl Family for Belief {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        let size = start.size();
        let network = match self.networks.get(size) {
            Ok(network) => network,
            Err(none) => {
                BeginError::check_size_or(&self.card, size, &none.to_string())?;
                return Err(BeginError::Missing(none.to_string()));
            }
        };
        let whole = |name: &str| usize::try_from(parameters.integer(name)).unwrap_or(1);
        let chains =
            (parameters.text("belief.maps") == "conditional").then(|| (whole("belief.chains"), whole("belief.sweeps")));
        Ok(Box::new(Believer { network, chains, seed, last: None }))
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        Ok(Arc::new(Belief::new(self.networks.load(bytes)?)))
    }

    fn learn(&self) -> Option<&dyn Learn> {
        Some(self)
    }
}

struct Believer {
    network: Arc<Network>,
    /// Chains and sweeps of a conditional reading; none where maps do not depend on the board.
    chains: Option<(usize, usize)>,
    seed: Seed,
    /// The board that was read last (its hash), and its maps.
    last: Option<(u64, Maps)>,
}

impl Believer {
    fn maps(&mut self, position: &Position) -> &Maps {
        let Some((chains, sweeps)) = self.chains else { return self.network.maps() };
        let board = position.board();
        if self.last.as_ref().is_none_or(|(hash, _)| *hash != board.hash()) {
            self.last = Some((board.hash(), self.network.conditional(board, chains, sweeps, self.seed)));
        }
        match &self.last {
            Some((_, maps)) => maps,
            None => self.network.maps(),
        }
    }
}

impl Model for Believer {
    fn observe(&mut self, _: &Ply, _: &Position) {}

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        if ["belief.black", "belief.white", "belief.empty"].into_iter().any(|name| sheet.wants(name, Shape::Field)) {
            let maps = self.maps(position);
            sheet.field("belief.black", || maps.black.clone());
            sheet.field("belief.white", || maps.white.clone());
            sheet.field("belief.empty", || maps.empty.clone());
        }
        if sheet.wants("belief.free_energy", Shape::Number) {
            sheet.number("belief.free_energy", self.network.free_energy(position.board()));
        }
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        let Question::Point(point) = question else { return None };
        let size = position.size();
        if !size.contains(point) {
            return None;
        }
        let conditional = self.chains.is_some();
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let at = size.index(point);
        let all = self.network.maps().planes().map(|plane| plane[at]);
        let now = self.maps(position).planes().map(|plane| plane[at]);
        let words = |[black, white, empty]: [f64; 3]| {
            format!("black {}, white {}, empty {}", percent(black), percent(white), percent(empty))
        };
        let vertex = size.vertex(point);
        let mut text = match position.board().get(point).filter(|_| conditional) {
            Some(Color::Black) => format!("{vertex} holds a black stone, which the network takes as given."),
            Some(Color::White) => format!("{vertex} holds a white stone, which the network takes as given."),
            None if conditional => format!("Given the stones, {vertex} ends {}.", words(now)),
            None => String::new(),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&format!("In all samples it ends {}.", words(all)));
        let row = |given: &str, [black, white, empty]: [f64; 3]| Row {
            kind: "chances",
            cells: vec![
                ("given", Cell::Text(given.to_string())),
                ("black", Cell::Number(black)),
                ("white", Cell::Number(white)),
                ("empty", Cell::Number(empty)),
            ],
        };
        let mut rows = vec![row("nothing", all)];
        if conditional {
            rows.insert(0, row("stones", now));
        }
        Some(Explanation { sentences: vec![Sentence::new(text, [point])], rows })
    }
}

/// Fills empty points with spins for others, as `ising.generative` wants them.
pub struct Filler {
    networks: Networks,
    how: How,
}

#[derive(Clone, Copy)]
enum How {
    Expected,
    Sampled,
    Conditional,
}

impl Filler {
    /// With P(white) − P(black) over all samples.
    #[must_use]
    pub fn expected(networks: Networks) -> Filler {
        Filler { networks, how: How::Expected }
    }

    /// With −1, 0 or +1, drawn for each point by these probabilities. The draw depends on the seed alone, so that a move changes
    /// nothing but the board.
    #[must_use]
    pub fn sampled(networks: Networks) -> Filler {
        Filler { networks, how: How::Sampled }
    }

    /// With P(white) − P(black) given the stones on the board ([`Network::conditional`]).
    #[must_use]
    pub fn conditional(networks: Networks) -> Filler {
        Filler { networks, how: How::Conditional }
    }
}

impl Fill for Filler {
    fn fill(&self, position: &Position, seed: Seed) -> Result<Vec<f64>, FillError> {
        let network = self.networks.get(position.size()).map_err(|error| FillError(error.to_string()))?;
        let maps = network.maps();
        Ok(match self.how {
            How::Expected => maps.spins(),
            How::Conditional => network.conditional(position.board(), CHAINS, SWEEPS, seed).spins(),
            How::Sampled => {
                let mut uniform = vec![0.0; position.size().area()];
                Lanes::new(seed).fill(&mut uniform);
                let spin = |(i, uniform): (usize, f32)| {
                    let weights = maps.planes().map(|plane| plane[i] as f32);
                    [-1.0, 1.0, 0.0][one_of(weights, uniform)]
                };
                uniform.into_iter().enumerate().map(spin).collect()
            }
        })
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Fill>, LoadError> {
        Ok(Arc::new(Filler { networks: self.networks.load(bytes)?, how: self.how }))
    }
}
