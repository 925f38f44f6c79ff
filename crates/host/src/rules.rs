//! Rules as KataGo writes them: a name, or an object with the rules one by one.

use goban::{HandicapBonus, Ko, Rules, Scoring, Suicide};
use serde::Serialize;
use serde_json::Value;

/// Rules, and what of them could not be taken as it was meant.
pub(crate) struct Read {
    pub(crate) rules: Rules,
    pub(crate) warnings: Vec<String>,
}

/// Reads a name or the text of an object.
pub(crate) fn parse(text: &str) -> Option<Read> {
    let text = text.trim();
    if text.starts_with('{') { from_json(&serde_json::from_str(text).ok()?) } else { named(text) }
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
pub(crate) fn from_json(value: &Value) -> Option<Read> {
    let fields = match value {
        Value::String(name) => return named(name),
        Value::Object(fields) => fields,
        _ => return None,
    };
    let text = |name: &str| fields.get(name).map(|value| value.as_str().map(str::to_ascii_uppercase));
    let flag = |name: &str| fields.get(name).map(Value::as_bool);
    let mut rules = Rules::TROMP_TAYLOR;
    let mut warnings = Vec::new();
    if let Some(ko) = text("ko").or(text("koRule")) {
        rules.ko = match ko?.as_str() {
            "SIMPLE" => Ko::Simple,
            "POSITIONAL" => Ko::Positional,
            "SITUATIONAL" => Ko::Situational,
            _ => return None,
        };
    }
    if let Some(scoring) = text("scoring").or(text("scoringRule")) {
        rules.scoring = match scoring?.as_str() {
            "AREA" => Scoring::Area,
            "TERRITORY" => Scoring::Territory,
            _ => return None,
        };
        if rules.scoring == Scoring::Territory {
            rules.komi = Rules::JAPANESE.komi;
        }
    }
    if let Some(suicide) = flag("suicide").or(flag("multiStoneSuicideLegal")) {
        rules.suicide = if suicide? { Suicide::Allowed } else { Suicide::Forbidden };
    }
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        rules.handicap_bonus = bonus_from_json(bonus)?;
    }
    if let Some(tax) = text("tax").or(text("taxRule"))
        && !matches!((tax?.as_str(), rules.scoring), ("NONE", _) | ("SEKI", Scoring::Territory))
    {
        warnings.push("there is no tax on groups".to_string());
    }
    if flag("hasButton").is_some_and(|flag| flag == Some(true)) {
        warnings.push("the button is left out".to_string());
    }
    Some(Read { rules, warnings })
}

/// Reads what White gets for handicap stones.
pub(crate) fn bonus_from_json(value: &Value) -> Option<HandicapBonus> {
    match value {
        Value::String(text) => match text.as_str() {
            "0" => Some(HandicapBonus::None),
            "N" => Some(HandicapBonus::PerStone),
            "N-1" => Some(HandicapBonus::PerStoneButOne),
            _ => None,
        },
        Value::Number(number) => (number.as_f64() == Some(0.0)).then_some(HandicapBonus::None),
        _ => None,
    }
}

/// Rules as KataGo writes them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shape {
    has_button: bool,
    ko: &'static str,
    scoring: &'static str,
    suicide: bool,
    tax: &'static str,
    white_handicap_bonus: &'static str,
}

/// Rules as the text of an object, as `kata-get-rules` gives them.
pub(crate) fn to_json(rules: &Rules) -> String {
    let is_area = rules.scoring == Scoring::Area;
    let shape = Shape {
        has_button: false,
        ko: match rules.ko {
            Ko::Simple => "SIMPLE",
            Ko::Positional => "POSITIONAL",
            Ko::Situational => "SITUATIONAL",
        },
        scoring: if is_area { "AREA" } else { "TERRITORY" },
        suicide: rules.suicide == Suicide::Allowed,
        tax: if is_area { "NONE" } else { "SEKI" },
        white_handicap_bonus: match rules.handicap_bonus {
            HandicapBonus::None => "0",
            HandicapBonus::PerStone => "N",
            HandicapBonus::PerStoneButOne => "N-1",
        },
    };
    serde_json::to_string(&shape).unwrap_or_default()
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
