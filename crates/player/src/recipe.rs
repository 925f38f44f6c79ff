//! What goes into a blend.

use model::Settings;

use crate::PlayerError;

/// The players whose preferences are blended, with their weights.
///
/// ```
/// let recipe = player::Recipe::parse("
///     [weights]
///     freedom = 2
///     ising.molecular = 0.5
///     'cellular:capture' = 1
///     [settings]
///     freedom.reach = 3").unwrap();
/// assert_eq!(recipe.weights.len(), 3);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Names of players and what each counts; a negative weight likes what the player dislikes.
    pub weights: Vec<(String, f64)>,
    /// Settings of their models.
    pub settings: Settings,
}

impl Recipe {
    /// Reads a recipe: a TOML text with a table `weights` and, if wanted, a table `settings`.
    ///
    /// # Errors
    /// When it is not TOML, has other tables, or weighs nobody.
    pub fn parse(text: &str) -> Result<Recipe, PlayerError> {
        let wrong = |what: &str| PlayerError::Recipe(what.to_string());
        // Tables and keys are joined by dots here as in every parameter file.
        let mut all = Settings::default();
        all.add_toml(text)?;
        let (mut weights, mut settings) = (Vec::new(), Settings::default());
        for (name, value) in all.iter() {
            if let Some(player) = name.strip_prefix("weights.") {
                let weight = value.parse::<f64>().ok().filter(|weight| weight.is_finite());
                let weight =
                    weight.ok_or_else(|| wrong(&format!("the weight of {player} is '{value}', not a number")))?;
                weights.push((player.to_string(), weight));
            } else if let Some(parameter) = name.strip_prefix("settings.") {
                settings.add(&format!("{parameter}={value}"))?;
            } else {
                return Err(wrong(&format!("'{name}' is not in one of the tables [weights] and [settings]")));
            }
        }
        weights.sort_by(|a, b| a.0.cmp(&b.0));
        if weights.iter().all(|(_, weight)| *weight == 0.0) {
            return Err(wrong("nobody has a weight; write a table [weights] with lines such as freedom = 1"));
        }
        Ok(Recipe { weights, settings })
    }
}

impl Default for Recipe {
    /// The blend that has no file: influence first, then chains and territory. It was the best of a few that were tried.
    fn default() -> Recipe {
        let weights = [("bouzy", 1.0), ("freedom", 2.0), ("ising.molecular", 1.0)];
        Recipe {
            weights: weights.map(|(name, weight)| (name.to_string(), weight)).to_vec(),
            settings: Settings::default(),
        }
    }
}
