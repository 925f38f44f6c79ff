//! The rules of a game as data, with the usual sets by name.

use std::fmt;

/// What may not be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// A single stone that has just taken a single stone may not be retaken at once.
    Simple,
    /// No play may recreate any earlier board.
    Positional,
    /// No play may recreate any earlier board with the same player to move.
    Situational,
}

/// What happens to a stone placed without a liberty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// It may not be placed.
    Forbidden,
    /// It may, if two or more stones come off. (A single stone that dies at once would change nothing but the turn; no
    /// rules in use allow it in effect.)
    Allowed,
}

/// What counts at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones on the board and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// What White gets for Black's handicap stones, beside the komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for every stone.
    PerStone,
    /// A point for every stone but the first.
    PerStoneButOne,
}

/// The rules of a game.
///
/// ```
/// use goban::{Ko, Rules, Scoring};
/// let rules = Rules { komi: 6.5, ..Rules::CHINESE };
/// assert_eq!((rules.ko, rules.scoring), (Ko::Simple, Scoring::Area));
/// assert_eq!(Rules::named("New Zealand"), Some(Rules::NEW_ZEALAND));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// What may not be repeated.
    pub ko: Ko,
    /// Whether a play may take off the player's own stones.
    pub suicide: Suicide,
    /// What counts at the end.
    pub scoring: Scoring,
    /// What White gets for moving second. The presets hold the komi of even games as KataGo has it.
    pub komi: f64,
    /// What White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl Rules {
    /// The logical rules of John Tromp and Bill Taylor.
    pub const TROMP_TAYLOR: Rules = Rules {
        ko: Ko::Positional,
        suicide: Suicide::Allowed,
        scoring: Scoring::Area,
        komi: 7.5,
        handicap_bonus: HandicapBonus::None,
    };

    /// Chinese rules as they are applied: simple ko, longer cycles are for the referee.
    pub const CHINESE: Rules = Rules {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        komi: 7.5,
        handicap_bonus: HandicapBonus::PerStone,
    };

    /// Japanese rules.
    pub const JAPANESE: Rules = Rules {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Territory,
        komi: 6.5,
        handicap_bonus: HandicapBonus::None,
    };

    /// Korean rules.
    pub const KOREAN: Rules = Rules {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Territory,
        komi: 6.5,
        handicap_bonus: HandicapBonus::None,
    };

    /// The rules of the American Go Association, counted by area.
    pub const AGA: Rules = Rules {
        ko: Ko::Situational,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        komi: 7.5,
        handicap_bonus: HandicapBonus::PerStoneButOne,
    };

    /// The rules of New Zealand.
    pub const NEW_ZEALAND: Rules = Rules {
        ko: Ko::Situational,
        suicide: Suicide::Allowed,
        scoring: Scoring::Area,
        komi: 7.5,
        handicap_bonus: HandicapBonus::None,
    };

    /// Every preset with its name.
    pub const NAMED: [(&'static str, Rules); 6] = [
        ("tromp-taylor", Rules::TROMP_TAYLOR),
        ("chinese", Rules::CHINESE),
        ("japanese", Rules::JAPANESE),
        ("korean", Rules::KOREAN),
        ("aga", Rules::AGA),
        ("new-zealand", Rules::NEW_ZEALAND),
    ];

    /// Rules by their name, in any case and with the spellings found in game records (`NZ`, `cn`, `Japanese rules`, …).
    #[must_use]
    pub fn named(name: &str) -> Option<Rules> {
        let mut key: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
        key.make_ascii_lowercase();
        let key = key.strip_suffix("rules").or(key.strip_suffix("rule")).unwrap_or(&key);
        Some(match key {
            "tromptaylor" | "tt" | "logical" => Rules::TROMP_TAYLOR,
            "chinese" | "china" | "cn" | "chineseogs" | "chinesekgs" | "zhongguo" | "中国" | "中国规则" | "中國" => {
                Rules::CHINESE
            }
            "japanese" | "japan" | "jp" | "日本" | "日本规则" | "日本規約" | "日本ルール" => {
                Rules::JAPANESE
            }
            "korean" | "korea" | "kr" | "한국" | "한국룰" => Rules::KOREAN,
            "aga" | "bga" | "french" | "american" => Rules::AGA,
            "newzealand" | "nz" => Rules::NEW_ZEALAND,
            _ => return None,
        })
    }

    /// The name of the preset with these ko, suicide, scoring and bonus rules, whatever the komi.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Rules::NAMED.iter().find(|(_, rules)| Rules { komi: self.komi, ..*rules } == *self).map(|(name, _)| *name)
    }

    /// White's points for a number of handicap stones, beside the komi.
    #[must_use]
    pub fn bonus(&self, handicap: usize) -> f64 {
        // One handicap stone is not a handicap, but the first move.
        let handicap = if handicap >= 2 { handicap } else { 0 };
        (match self.handicap_bonus {
            HandicapBonus::None => 0,
            HandicapBonus::PerStone => handicap,
            HandicapBonus::PerStoneButOne => handicap.saturating_sub(1),
        }) as f64
    }
}

impl Default for Rules {
    /// Tromp–Taylor: the only rules that need no judgement of life and death.
    fn default() -> Rules {
        Rules::TROMP_TAYLOR
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name}")?,
            None => write!(f, "{:?} ko, suicide {:?}, {:?} scoring", self.ko, self.suicide, self.scoring)?,
        }
        write!(f, ", komi {}", self.komi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name() {
        for (name, rules) in Rules::NAMED {
            assert_eq!(Rules::named(name), Some(rules), "{name}");
            assert_eq!(Rules::named(&name.to_uppercase()), Some(rules), "{name}");
        }
        assert_eq!(Rules::named("Japanese Rules"), Some(Rules::JAPANESE));
        assert_eq!(Rules::named("GOE"), None);
        assert_eq!(Rules { komi: 0.5, ..Rules::AGA }.name(), Some("aga"));
    }
}
