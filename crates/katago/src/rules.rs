//! Rules: a name, or an object with the rules one by one.

use goban::{HandicapBonus, Ko, Rules, Scoring, Suicide};
use serde::{Deserialize, Serialize};

/// Rules as a query has them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RuleNames {
    /// By a name: `chinese`.
    Named(String),
    /// One by one.
    Fields(Box<RuleFields>),
}

/// Rules one by one. Words are in capitals; those who read them take small letters too.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "the fields are those of KataGo's documentation, docs/GTP_Extensions.md")]
pub struct RuleFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_button: Option<bool>,
    #[serde(alias = "koRule", skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
    #[serde(alias = "scoringRule", skip_serializing_if = "Option::is_none")]
    pub scoring: Option<String>,
    #[serde(alias = "multiStoneSuicideLegal", skip_serializing_if = "Option::is_none")]
    pub suicide: Option<bool>,
    #[serde(alias = "taxRule", skip_serializing_if = "Option::is_none")]
    pub tax: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_handicap_bonus: Option<Bonus>,
}

/// What White gets for handicap stones: `0`, `N` or `N-1`, as a text or, for nothing, as a number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bonus {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
}

impl From<&Rules> for RuleFields {
    /// All of them, so that no name means something else over there.
    fn from(rules: &Rules) -> RuleFields {
        let is_area = rules.scoring == Scoring::Area;
        let word = |word: &str| Some(word.to_string());
        RuleFields {
            has_button: Some(false),
            ko: word(match rules.ko {
                Ko::Simple => "SIMPLE",
                Ko::Positional => "POSITIONAL",
                Ko::Situational => "SITUATIONAL",
            }),
            scoring: word(if is_area { "AREA" } else { "TERRITORY" }),
            suicide: Some(rules.suicide == Suicide::Allowed),
            tax: word(if is_area { "NONE" } else { "SEKI" }),
            white_handicap_bonus: Some(Bonus::Text(
                match rules.handicap_bonus {
                    HandicapBonus::None => "0",
                    HandicapBonus::PerStone => "N",
                    HandicapBonus::PerStoneButOne => "N-1",
                }
                .to_string(),
            )),
        }
    }
}

impl RuleFields {
    /// The rules; what is not said is as in Tromp and Taylor's. None where a word is unknown. Hears what of them cannot be
    /// taken as it was meant.
    pub fn read(&self, warn: &mut dyn FnMut(&str)) -> Option<Rules> {
        let upper = |word: &Option<String>| word.as_ref().map(|word| word.to_ascii_uppercase());
        let mut rules = Rules::TROMP_TAYLOR;
        if let Some(ko) = upper(&self.ko) {
            rules.ko = match ko.as_str() {
                "SIMPLE" => Ko::Simple,
                "POSITIONAL" => Ko::Positional,
                "SITUATIONAL" => Ko::Situational,
                _ => return None,
            };
        }
        match upper(&self.scoring).as_deref() {
            None => {}
            Some("AREA") => rules.scoring = Scoring::Area,
            Some("TERRITORY") => (rules.scoring, rules.komi) = (Scoring::Territory, Rules::JAPANESE.komi),
            Some(_) => return None,
        }
        if let Some(suicide) = self.suicide {
            rules.suicide = if suicide { Suicide::Allowed } else { Suicide::Forbidden };
        }
        if let Some(bonus) = &self.white_handicap_bonus {
            rules.handicap_bonus = bonus.read()?;
        }
        if let Some(tax) = upper(&self.tax)
            && !matches!((tax.as_str(), rules.scoring), ("NONE", _) | ("SEKI", Scoring::Territory))
        {
            warn("there is no tax on groups");
        }
        if self.has_button == Some(true) {
            warn("the button is left out");
        }
        Some(rules)
    }
}

impl Bonus {
    /// What it means, if anything.
    #[must_use]
    pub fn read(&self) -> Option<HandicapBonus> {
        match self {
            Bonus::Text(text) => match text.as_str() {
                "0" => Some(HandicapBonus::None),
                "N" => Some(HandicapBonus::PerStone),
                "N-1" => Some(HandicapBonus::PerStoneButOne),
                _ => None,
            },
            Bonus::Number(number) => (*number == 0.0).then_some(HandicapBonus::None),
        }
    }
}
