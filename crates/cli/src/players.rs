//! Players by name, as commands take them.

use std::path::PathBuf;

use input::Source;
use model::{Seed, Settings};
use player::{PlayerError, Recipe, Spec};

use crate::failure::Failure;

/// The player whom nobody chose.
pub(crate) const USUAL: &str = "blend";

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
