//! Players by name.

use std::fmt;
use std::sync::Arc;

use goban::BoardSize;
use model::{Families, Family, Role, Seed, Settings, Subject, Unknown};

use crate::house::House;
use crate::person::{Conduct, Person};
use crate::rater::{Blend, ByModel, Indifferent, Rater, Voice, can_rate};
use crate::{Player, PlayerError, Recipe, Strength};

/// The player of the house, which looks ahead.
const HOUSE: &str = "aji";

const RANDOM: &str = "random";
const BLEND: &str = "blend";
const SEARCH: &str = "+search";
const BARE: &str = "+bare";

/// What a list of players says of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerCard {
    /// The name, as [`Spec::parse`] takes it.
    pub name: String,
    /// How it plays, in one line.
    pub idea: String,
}

/// Which player, and how it is set.
///
/// ```
/// use player::Spec;
/// let spec = Spec::parse("cellular:grow+search").unwrap();
/// assert_eq!((spec.name.as_str(), spec.search), ("cellular:grow", true));
/// assert_eq!(spec.to_string(), "cellular:grow+search");
/// let wrong = Spec::parse("celular").unwrap().player(&registry::families()).err().unwrap();
/// assert!(wrong.to_string().starts_with("unknown player 'celular' (did you mean 'cellular'?)"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// The name without what is added to it: `cellular:grow`.
    pub name: String,
    /// Whether it reads a little before it plays; written `+search` after the name.
    pub search: bool,
    /// Whether it goes without manners, by what its model likes alone; written `+bare` after the name.
    pub bare: bool,
    /// Settings of models; those of other models are skipped.
    pub settings: Settings,
    /// Where its chance comes from.
    pub seed: Seed,
    /// What goes into a blend; the default where nothing is said.
    pub recipe: Option<Recipe>,
    /// How hard the house player tries, unless its name says it: `aji:400` plays 400 games before a move, `aji:10k` is a level.
    pub strength: Strength,
    /// How the house player looks ahead, and on how many threads. Its seed is that of the player.
    pub ahead: search::Settings,
}

/// Positions that the house player's reading looks at, for each question about a chain.
const PROOFS: usize = 300;

/// How the house player looks at positions by the automaton: on boards on which that wins more games than playing them out.
const LOOKS: search::Looks =
    search::Looks { from: BoardSize::THIRTEEN, curiosity: 0.5, trust: 1.0, heed: 0.5, doubt: 0.1 };

impl Spec {
    /// Reads a name: `random`, `cellular:grow`, `ising.molecular+search`. Whether there is such a player is seen when it
    /// is made.
    ///
    /// # Errors
    /// When something other than `+search` or `+bare` is added to the name, or both are: who has no manners does not read.
    pub fn parse(text: &str) -> Result<Spec, PlayerError> {
        let text = text.trim();
        // Said twice it is still search.
        let name = text.trim_end_matches(SEARCH);
        let search = name.len() < text.len();
        let bare = !search && name.ends_with(BARE);
        let name = if bare { name.trim_end_matches(BARE) } else { name };
        let spec = Spec {
            name: name.to_string(),
            search,
            bare,
            settings: Settings::default(),
            seed: Seed(1),
            recipe: None,
            strength: Strength::default(),
            ahead: search::Settings { proofs: PROOFS, looks: Some(LOOKS), ..search::Settings::default() },
        };
        match text.split_once('+') {
            Some((_, added)) if name.contains('+') && spec.recipe_file().is_none() => {
                Err(Unknown::new("addition to a player", &format!("+{added}"), [SEARCH, BARE]).into())
            }
            _ => Ok(spec),
        }
    }

    /// The file whose recipe the player needs: `mine.toml` in `blend:mine.toml`. Whoever may read files reads it and sets
    /// [`recipe`](Spec::recipe).
    #[must_use]
    pub fn recipe_file(&self) -> Option<&str> {
        self.name.strip_prefix(BLEND)?.strip_prefix(':')
    }

    /// Whether the player is the house's, and looks ahead.
    #[must_use]
    pub fn is_house(&self) -> bool {
        self.house_strength().is_some()
    }

    /// If the player is the house's: how hard it tries; none inside if its name says nonsense.
    fn house_strength(&self) -> Option<Option<Strength>> {
        match self.name.strip_prefix(HOUSE)? {
            "" => Some(Some(self.strength)),
            rest => rest.strip_prefix(':').map(Strength::parse),
        }
    }

    /// The same with another seed.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Spec {
        self.seed = seed;
        self
    }

    /// Makes the player.
    ///
    /// # Errors
    /// When there is no such player, a setting is wrong, or a recipe file has not been read. That a model does not take a
    /// board, or misses something, is reported by [`Player::begin`].
    pub fn player(&self, families: &Families) -> Result<Box<dyn Player>, PlayerError> {
        self.settings.check(families.cards())?;
        if self.bare && self.is_house() {
            return Err(Unknown::new("player", &self.to_string(), [HOUSE]).into());
        }
        if let Some(strength) = self.house_strength() {
            let strength = strength.ok_or_else(|| Unknown::new("player", &self.name, [HOUSE, "aji:400", "aji:10k"]))?;
            let prior = families.with_role(Role::NextMove);
            let prior = prior.map(|family| Subject::new(family, &self.settings, self.seed)).transpose()?;
            return Ok(Box::new(House::new(
                self.to_string(),
                strength,
                search::Settings { seed: self.seed, ..self.ahead },
                prior,
            )));
        }
        let rater = self.rater(families)?;
        let conduct = match (self.bare, self.search) {
            (true, _) => Conduct::Bare,
            (false, true) => Conduct::Reads,
            (false, false) => Conduct::Plain,
        };
        Ok(Box::new(Person::new(self.to_string(), self.seed, rater, conduct)))
    }

    fn rater(&self, families: &Families) -> Result<Box<dyn Rater>, PlayerError> {
        if self.name == RANDOM {
            return Ok(Box::new(Indifferent));
        }
        if self.name != BLEND && self.recipe_file().is_none() {
            return self.by_model(&self.name, families, &self.settings);
        }
        let recipe = match (&self.recipe, self.recipe_file()) {
            (Some(recipe), _) => recipe.clone(),
            (None, Some(file)) => return Err(PlayerError::Recipe(format!("the recipe {file} has not been read"))),
            (None, None) => Recipe::default(),
        };
        recipe.settings.check(families.cards())?;
        let mut settings = recipe.settings.clone();
        settings.extend(&self.settings);
        let mut voices = Vec::new();
        for (name, weight) in &recipe.weights {
            let rater = match name.as_str() {
                RANDOM => Box::new(Indifferent) as Box<dyn Rater>,
                _ => self.by_model(name, families, &settings)?,
            };
            voices.push(Voice { name: name.clone(), weight: *weight, rater });
        }
        Ok(Box::new(Blend(voices)))
    }

    fn by_model(&self, name: &str, families: &Families, settings: &Settings) -> Result<Box<dyn Rater>, PlayerError> {
        let unknown = || Unknown::new("player", name, list(families).into_iter().map(|card| card.name));
        let (family, style) = name.split_once(':').unwrap_or((name, ""));
        let family: &Arc<dyn Family> =
            families.iter().find(|known| known.card().name == family && can_rate(known.card())).ok_or_else(unknown)?;
        let card = family.card();
        let mut all = Settings::default();
        match card.styles.iter().find(|known| known.name == style) {
            Some(style) => {
                let manners = if self.bare { &[] } else { &style.manners[..] };
                style.settings.iter().chain(manners).try_for_each(|setting| all.add(setting))?;
            }
            None if style.is_empty() => {}
            None => return Err(unknown().into()),
        }
        all.extend(settings);
        Ok(Box::new(ByModel::new(Subject::new(family, &all, self.seed)?)))
    }
}

impl fmt::Display for Spec {
    /// The name with what is added to it, as [`Spec::parse`] takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.name, if self.bare { BARE } else { "" }, if self.search { SEARCH } else { "" })
    }
}

/// The players there are. Each can also be had with `+search` or, but for the house player, with `+bare`.
#[must_use]
pub fn list(families: &Families) -> Vec<PlayerCard> {
    let mut players = vec![PlayerCard {
        name: HOUSE.to_string(),
        idea: "looks ahead: plays games to the end before each move; aji:400 plays 400 of them, aji:10k is a level"
            .to_string(),
    }];
    for card in families.cards().filter(|card| can_rate(card)) {
        if card.styles.is_empty() {
            players.push(PlayerCard { name: card.name.clone(), idea: card.idea.clone() });
        }
        players.extend(card.styles.iter().map(|style| PlayerCard {
            name: if style.name.is_empty() { card.name.clone() } else { format!("{}:{}", card.name, style.name) },
            idea: style.about.clone(),
        }));
    }
    let more = [
        (BLEND, "several of the others together; blend:FILE.toml takes the weights from a file"),
        (RANDOM, "plays anywhere but into its own eyes"),
    ];
    players.extend(more.map(|(name, idea)| PlayerCard { name: name.to_string(), idea: idea.to_string() }));
    players
}
