//! Players by name, as commands take them.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use input::Source;
use model::{Seed, Settings};
use player::{PlayerError, Recipe, Spec, Strength, Surrender};

use crate::failure::Failure;

/// The player whom nobody chose.
pub(crate) const USUAL: &str = "aji";

/// How hard the player `aji` tries.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct StrengthArgs {
    /// How many games the player aji plays before each move; 2000 by default.
    #[arg(long, value_name = "N", conflicts_with_all = ["seconds", "level"])]
    games: Option<usize>,

    /// How long the player aji thinks about each move instead. Then the same seed does not give the same game.
    #[arg(long, value_name = "S", conflicts_with = "level")]
    seconds: Option<f64>,

    /// How strong the player aji is: from 1 kyu, its best, to 20 kyu, for beginners.
    #[arg(long, value_name = "KYU")]
    level: Option<u32>,

    /// Lets the player aji give up when it thinks its chance is below so many wins in 100, three moves in a row.
    #[arg(long, value_name = "WINS", num_args = 0..=1, default_missing_value = "5")]
    resign: Option<f64>,
}

impl StrengthArgs {
    /// Whether and when the player may resign.
    ///
    /// # Errors
    /// When it is a player that does not look ahead, or the number makes no sense.
    pub(crate) fn surrender(&self, spec: &Spec) -> Result<Option<Surrender>, Failure> {
        match self.resign {
            None => Ok(None),
            Some(_) if spec.name != USUAL => Err(only_for(USUAL, "--resign", spec)),
            Some(wins) if !(0.0..=50.0).contains(&wins) => {
                Err(Failure::usage(format!("--resign {wins}: write a number of wins in 100, such as 5")))
            }
            Some(wins) => Ok(Some(Surrender::below(wins / 100.0))),
        }
    }

    /// Gives a player its strength. The longest time for a move comes back, if there is one.
    ///
    /// # Errors
    /// When the player does not look ahead, or a number makes no sense.
    pub(crate) fn apply(&self, spec: &mut Spec) -> Result<Option<Duration>, Failure> {
        spec.ahead.threads = thread::available_parallelism().map_or(1, NonZero::get);
        let (option, strength) = match (self.games, self.seconds, self.level) {
            (Some(games), ..) => ("--games", Strength::games(games)),
            (_, Some(_), _) => ("--seconds", Strength::UNBOUNDED),
            (.., Some(kyu)) => {
                let level = Strength::level(kyu);
                let weakest = Strength::WEAKEST;
                (
                    "--level",
                    level.ok_or_else(|| Failure::usage(format!("--level {kyu}: there are 1 to {weakest} kyu")))?,
                )
            }
            _ => return Ok(None),
        };
        if spec.name != USUAL {
            return Err(only_for(USUAL, option, spec));
        }
        spec.strength = strength;
        match self.seconds {
            Some(seconds) if !(seconds > 0.0 && seconds <= 1e6) => {
                Err(Failure::usage(format!("--seconds {seconds}: write a number of seconds, such as 2.5")))
            }
            seconds => Ok(seconds.map(Duration::from_secs_f64)),
        }
    }
}

fn only_for(player: &str, option: &str, spec: &Spec) -> Failure {
    Failure::usage(format!("{option} is for the player {player}, not for {}", spec.name))
}

/// Reads the name of a player, and the recipe of a blend if the name leads to one.
///
/// # Errors
/// When the name is not one, or the recipe cannot be read.
pub(crate) fn spec(name: &str, search: bool, settings: Settings, seed: Seed) -> Result<Spec, Failure> {
    let mut spec = Spec::parse(name).map_err(Failure::usage)?;
    spec.search |= search;
    spec.settings = settings;
    spec.seed = seed;
    if let Some(file) = spec.recipe_file() {
        let source = Source::File(PathBuf::from(file));
        let name = source.name();
        let bytes = source.bytes().map_err(|error| Failure::from(error).into_usage())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        spec.recipe = Some(Recipe::parse(&text).map_err(|error| match error {
            PlayerError::Parameter(error) => Failure::from(error).about(&name),
            other => Failure::usage(other).about(&name),
        })?);
    }
    Ok(spec)
}
