//! A deep belief network of final Go boards, after the second model of A. Rojas-Domínguez, D. Barradas-Bautista and M. Alvarado,
//! "Modeling the Game of Go by Ising Hamiltonian, Deep Belief Networks and Common Fate Graphs" (2019).
//!
//! An [`Rbm`] is a machine of binary units in two layers; a [`Network`] is a pile of them. [`Training`] makes one from the
//! boards of a [`Collection`] by contrastive divergence, layer by layer, and can stop and go on anywhere with the same result.
//! [`Network::occurrence`] asks how often each point is black, white and empty; [`Network::conditional`] asks the same given some
//! stones. [`Belief`] is the family of models and learns through [`model::Learn`], [`Filler`] fills empty points for others. The functions beside them measure what was
//! learned.
//!
//! ```
//! use belief::{Boards, Collection, Network, Options, Step, Top, Training};
//! use goban::Diagram;
//! use model::Seed;
//! // Two boards to learn: one diagonal is black and the other white, or the other way round.
//! let mut boards = Boards::new(goban::BoardSize::new(2).unwrap());
//! for text in ["X O\nO X", "O X\nX O"] {
//!     let board = goban::Board::with_stones(boards.size(), &Diagram::parse(text).unwrap().stones);
//!     (0..50).for_each(|_| boards.push(&board));
//! }
//! let collection = Collection::draw(&boards, 20, Seed(1), "two boards").unwrap();
//! let options = Options { layers: vec![4], epochs: 200, batch: 10, rate: 0.2, last_rate: 0.2, decay: 0.0, ..Options::default() };
//! let mut training = Training::new(&collection, options, Seed(1)).unwrap();
//! while training.step().unwrap() != Step::Done {}
//! let network = Network::finish(&training, 1000, Top::Boards, &mut |_| true).unwrap().unwrap();
//! // Without anything given a corner is as often black as white; given one stone, the others follow, as far as chance lets them.
//! assert!((network.maps().black[0] - 0.5).abs() < 0.1);
//! let one = goban::Board::with_stones(boards.size(), &Diagram::parse("X .\n. .").unwrap().stones);
//! let maps = network.conditional(&one, 20, 40, Seed(1));
//! assert!(maps.black[3] > 0.8 && maps.white[1] > 0.8 && maps.white[2] > 0.8, "{maps:?}");
//! ```

mod boards;
mod chance;
mod family;
mod file;
mod learn;
mod math;
mod measure;
mod network;
mod product;
mod rbm;
mod training;

pub use boards::{Boards, BoardsError, Collection, MAGIC};
pub use family::{Belief, Filler, Networks, NoNetwork, shipped_boards};
pub use file::{FileError, Precision};
pub use measure::{
    Likelihood, Look, Partition, asymmetry, distance, independent_likelihood, log_likelihood, look, network_likelihood,
    partition, pseudo_likelihood, sampled_boards, top_partition,
};
pub use network::{About, Maps, Network, NetworkError, Top};
pub use rbm::{Rbm, ShapeError, Units};
pub use training::{Epoch, Options, Step, Training, TrainingError};
