//! aji from Python: every Python name, and nothing else. Arguments are turned into what the crates take and their answers into
//! Python objects, NumPy arrays and Arrow tables; long work runs on its own threads without Python's lock.
//!
//! `unsafe_code` is not forbidden here as it is everywhere else: the macros of PyO3 generate some. We
//! write none ourselves.

mod error;
mod foreign;
mod game;
mod json;
mod learn;
mod matches;
mod models;
mod players;
mod position;
mod review;
mod simulate;
mod stats;
mod study;
mod table;
mod work;

use pyo3::prelude::*;

/// The extension module behind the package `aji`.
#[pymodule]
mod _aji {
    #[pymodule_export]
    use crate::foreign::{register, unregister};
    #[pymodule_export]
    use crate::game::{Game, Ply, Replay, read};
    #[pymodule_export]
    use crate::learn::{Network, learn};
    #[pymodule_export]
    use crate::matches::match_players;
    #[pymodule_export]
    use crate::models::{Explanation, Observation, Reader, add_dummy, cards, make_model};
    #[pymodule_export]
    use crate::players::{Choice, Player, make_player, players};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::review::{Review, make_review};
    #[pymodule_export]
    use crate::simulate::{contest_game, simulate};
    #[pymodule_export]
    use crate::stats::{
        binomial_p, bootstrap, chi_squared_p, holm, homogeneity_p, rank_sum, spearman, summary, wilson,
    };
    #[pymodule_export]
    use crate::study::{agree, predict};
    #[pymodule_export]
    use crate::table::{Table, observe};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name that Python expects")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
