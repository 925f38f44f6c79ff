//! Rules as KataGo writes them: a name, or an object with the rules one by one.

use goban::{Rules, Suicide};
use katago::{RuleFields, RuleNames};

/// Rules, and what of them could not be taken as it was meant.
pub(crate) struct Read {
    pub(crate) rules: Rules,
    pub(crate) warnings: Vec<String>,
}

/// Reads a name or the text of an object.
pub(crate) fn parse(text: &str) -> Option<Read> {
    let text = text.trim();
    if text.starts_with('{') { read(&serde_json::from_str(text).ok()?) } else { named(text) }
}

fn named(name: &str) -> Option<Read> {
    let read = |rules, warnings| Some(Read { rules, warnings });
    if let Some(rules) = Rules::named(name) {
        return read(rules, Vec::new());
    }
    // What KataGo knows and these rules have no room for is read as the nearest thing.
    let near = |rules, warning: &str| read(rules, vec![warning.to_string()]);
    let key: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match key.as_str() {
        "agabutton" => near(Rules::AGA, "the button is left out; the rules are aga"),
        "stonescoring" => near(Rules::CHINESE, "stones are not counted alone; the rules are chinese"),
        "ancientarea" | "ancientterritory" => near(Rules::CHINESE, "there is no group tax; the rules are chinese"),
        "goe" | "ing" => near(Rules { suicide: Suicide::Allowed, ..Rules::CHINESE }, "Ing's ko is read as simple ko"),
        _ => None,
    }
}

/// Reads a name or an object.
pub(crate) fn read(rules: &RuleNames) -> Option<Read> {
    match rules {
        RuleNames::Named(name) => named(name),
        RuleNames::Fields(fields) => {
            let mut warnings = Vec::new();
            let rules = fields.read(&mut |warning| warnings.push(warning.to_string()))?;
            Some(Read { rules, warnings })
        }
    }
}

/// Rules as the text of an object, as `kata-get-rules` gives them.
pub(crate) fn to_json(rules: &Rules) -> String {
    serde_json::to_string(&RuleFields::from(rules)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_go_both_ways() {
        for (name, rules) in Rules::NAMED {
            let read = parse(name).unwrap();
            assert_eq!((read.rules, read.warnings.len()), (rules, 0), "{name}");
            let again = parse(&to_json(&rules)).unwrap();
            assert_eq!(Rules { komi: rules.komi, ..again.rules }, rules, "{name}");
            assert!(again.warnings.is_empty(), "{name}");
        }
        assert!(parse("{\"ko\":\"NONE\"}").is_none());
        assert!(parse("{\"ko\":").is_none());
        assert!(parse("chess").is_none());
        assert_eq!(parse("stone-scoring").unwrap().warnings.len(), 1);
        assert_eq!(parse("{\"hasButton\":true,\"tax\":\"ALL\"}").unwrap().warnings.len(), 2);
    }
}
