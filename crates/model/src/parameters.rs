//! What can be set, what was set, and what is wrong with it.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::{Card, Unknown, words};

/// One thing that can be set, as the card declares it.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The stable dotted name: the family's name and a key.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// What values it takes.
    pub kind: Kind,
    /// The value when nothing is set.
    pub default: Value,
}

/// The values that a parameter takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A number in a range.
    Real {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// Whether the least value itself is excluded.
        above_min: bool,
    },
    /// A whole number in a range.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of a few words.
    Choice(Vec<String>),
    /// Yes or no.
    Flag,
    /// Any text.
    Text,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Real(f64),
    /// A whole number.
    Integer(i64),
    /// A word or text.
    Text(String),
    /// Yes or no.
    Flag(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            Value::Text(value) => value.fmt(f),
            Value::Flag(value) => value.fmt(f),
        }
    }
}

impl Parameter {
    /// A number from `min` to `max`.
    #[must_use]
    pub fn real(name: &str, about: &str, min: f64, max: f64, default: f64) -> Parameter {
        Parameter::new(name, about, Kind::Real { min, max, above_min: false }, Value::Real(default))
    }

    /// A number greater than `min`, up to `max`.
    #[must_use]
    pub fn real_above(name: &str, about: &str, min: f64, max: f64, default: f64) -> Parameter {
        Parameter::new(name, about, Kind::Real { min, max, above_min: true }, Value::Real(default))
    }

    /// A whole number from `min` to `max`.
    #[must_use]
    pub fn integer(name: &str, about: &str, min: i64, max: i64, default: i64) -> Parameter {
        Parameter::new(name, about, Kind::Integer { min, max }, Value::Integer(default))
    }

    /// One of a few words; the first is the default.
    #[must_use]
    pub fn choice(name: &str, about: &str, words: &[&str]) -> Parameter {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let default = Value::Text(words.first().cloned().unwrap_or_default());
        Parameter::new(name, about, Kind::Choice(words), default)
    }

    /// Yes or no.
    #[must_use]
    pub fn flag(name: &str, about: &str, default: bool) -> Parameter {
        Parameter::new(name, about, Kind::Flag, Value::Flag(default))
    }

    /// Any text.
    #[must_use]
    pub fn text(name: &str, about: &str, default: &str) -> Parameter {
        Parameter::new(name, about, Kind::Text, Value::Text(default.to_string()))
    }

    fn new(name: &str, about: &str, kind: Kind, default: Value) -> Parameter {
        Parameter { name: name.to_string(), about: about.to_string(), kind, default }
    }

    /// Reads a value as it is written on a command line.
    ///
    /// # Errors
    /// When it is not a value of this parameter.
    pub fn parse(&self, text: &str) -> Result<Value, ParameterError> {
        let text = text.trim();
        let value = match &self.kind {
            Kind::Real { min, max, above_min } => parse_real(text)
                .filter(|value| (*min..=*max).contains(value) && !(*above_min && value <= min))
                .map(Value::Real),
            Kind::Integer { min, max } => {
                text.parse::<i64>().ok().filter(|value| (*min..=*max).contains(value)).map(Value::Integer)
            }
            Kind::Choice(words) => words.iter().find(|word| *word == text).cloned().map(Value::Text),
            Kind::Flag => match text {
                "true" | "yes" | "on" | "1" => Some(Value::Flag(true)),
                "false" | "no" | "off" | "0" => Some(Value::Flag(false)),
                _ => None,
            },
            Kind::Text => Some(Value::Text(text.to_string())),
        };
        value.ok_or_else(|| ParameterError::Value {
            name: self.name.clone(),
            value: text.to_string(),
            expected: self.kind.to_string(),
            default: self.default.to_string(),
        })
    }
}

/// A finite number, also written as a fraction: `1/3`.
fn parse_real(text: &str) -> Option<f64> {
    let value = match text.split_once('/') {
        Some((above, below)) => above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?,
        None => text.parse::<f64>().ok()?,
    };
    value.is_finite().then_some(value)
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Real { min, max, above_min: false } => write!(f, "a number from {min} to {max}"),
            Kind::Real { min, max, above_min: true } => write!(f, "a number greater than {min}, up to {max}"),
            Kind::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Flag => write!(f, "true or false"),
            Kind::Text => write!(f, "a text"),
        }
    }
}

/// What is wrong with a setting.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is no such parameter.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The value does not fit.
    #[error("{name} takes {expected} (default {default}), not '{value}'")]
    Value {
        /// The parameter.
        name: String,
        /// What it was given.
        value: String,
        /// What it takes.
        expected: String,
        /// What it is when nothing is set.
        default: String,
    },
    /// A setting is not of the form name=value.
    #[error("'{0}' is not a setting; write it as name=value, for example freedom.reach=3")]
    Form(String),
    /// A parameter file is wrong.
    #[error("{}{reason}", place.map_or(String::new(), |(line, column)| format!("{line}:{column}: ")))]
    File {
        /// The line and the column, from 1, if they are known.
        place: Option<(usize, usize)>,
        /// What is wrong.
        reason: String,
    },
}

/// The values of all parameters of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters(BTreeMap<String, Value>);

impl Parameters {
    /// The card's defaults.
    #[must_use]
    pub fn defaults(card: &Card) -> Parameters {
        Parameters::of(&card.parameters)
    }

    /// The defaults of any parameters.
    #[must_use]
    pub fn of(declared: &[Parameter]) -> Parameters {
        Parameters(declared.iter().map(|p| (p.name.clone(), p.default.clone())).collect())
    }

    /// All values by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    fn get(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or_else(|| panic!("the card declares no parameter {name}"))
    }

    /// The value of a number.
    ///
    /// # Panics
    /// If the family's card does not declare it: a mistake of the family, not of its user. So with all of these.
    #[must_use]
    pub fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Value::Real(value) => *value,
            Value::Integer(value) => *value as f64,
            other => panic!("{name} is not a number but {other}"),
        }
    }

    /// The value of a whole number.
    #[must_use]
    pub fn integer(&self, name: &str) -> i64 {
        match self.get(name) {
            Value::Integer(value) => *value,
            other => panic!("{name} is not a whole number but {other}"),
        }
    }

    /// The value of a choice or text.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Value::Text(value) => value,
            other => panic!("{name} is not a text but {other}"),
        }
    }

    /// The value of a yes or no.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        match self.get(name) {
            Value::Flag(value) => *value,
            other => panic!("{name} is not a flag but {other}"),
        }
    }
}

impl fmt::Display for Parameters {
    /// As they could be given on a command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Settings of any number of families, before it is known whom they concern. Later ones win.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings(Vec<(String, String)>);

impl Settings {
    /// Adds a setting of the form `name=value`.
    ///
    /// # Errors
    /// When it has no such form.
    pub fn add(&mut self, text: &str) -> Result<(), ParameterError> {
        let (name, value) = text.split_once('=').ok_or_else(|| ParameterError::Form(text.to_string()))?;
        self.0.push((name.trim().to_string(), value.trim().to_string()));
        Ok(())
    }

    /// Adds the settings of a TOML text: tables and keys are joined by dots.
    ///
    /// # Errors
    /// When it is not TOML, or a value is a list or a date.
    pub fn add_toml(&mut self, text: &str) -> Result<(), ParameterError> {
        let file = |error: toml::de::Error| {
            let place = words::line_and_column(text, error.span().map_or(0, |span| span.start));
            ParameterError::File { place: Some(place), reason: error.message().replace('\n', " ") }
        };
        let table: toml::Table = text.parse().map_err(file)?;
        let mut open = vec![(String::new(), table)];
        while let Some((prefix, table)) = open.pop() {
            for (key, value) in table {
                let name = if prefix.is_empty() { key } else { format!("{prefix}.{key}") };
                let value = match value {
                    toml::Value::Table(inner) => {
                        open.push((name, inner));
                        continue;
                    }
                    toml::Value::String(text) => text,
                    toml::Value::Integer(number) => number.to_string(),
                    toml::Value::Float(number) => number.to_string(),
                    toml::Value::Boolean(flag) => flag.to_string(),
                    toml::Value::Array(_) | toml::Value::Datetime(_) => {
                        let reason = format!("{name} is a list or a date, which no parameter takes");
                        return Err(ParameterError::File { place: None, reason });
                    }
                };
                self.0.push((name, value));
            }
        }
        Ok(())
    }

    /// Adds all settings of another list; they win over those before.
    pub fn extend(&mut self, other: &Settings) {
        self.0.extend_from_slice(&other.0);
    }

    /// All settings, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks every setting against all the cards there are, whichever is used.
    ///
    /// # Errors
    /// At the first setting with an unknown name or a value that does not fit.
    pub fn check<'a>(&self, cards: impl IntoIterator<Item = &'a Card>) -> Result<(), ParameterError> {
        let known: Vec<&Parameter> = cards.into_iter().flat_map(|card| &card.parameters).collect();
        self.values_among(&known).map(drop)
    }

    /// The values of these parameters, which are all that may be set.
    ///
    /// # Errors
    /// At the first setting with an unknown name or a value that does not fit.
    pub fn values(&self, declared: &[Parameter]) -> Result<Parameters, ParameterError> {
        self.values_among(&declared.iter().collect::<Vec<_>>())
    }

    fn values_among(&self, known: &[&Parameter]) -> Result<Parameters, ParameterError> {
        let mut values: BTreeMap<String, Value> = known.iter().map(|p| (p.name.clone(), p.default.clone())).collect();
        for (name, value) in &self.0 {
            match known.iter().find(|parameter| parameter.name == *name) {
                Some(parameter) => drop(values.insert(name.clone(), parameter.parse(value)?)),
                None => return Err(Unknown::new("parameter", name, known.iter().map(|p| p.name.as_str())).into()),
            }
        }
        Ok(Parameters(values))
    }

    /// The values for one card: its defaults and what is set for it.
    ///
    /// # Errors
    /// When a value does not fit. Settings of other cards are skipped.
    pub fn apply(&self, card: &Card) -> Result<Parameters, ParameterError> {
        let mut parameters = Parameters::defaults(card);
        for (name, value) in &self.0 {
            if let Some(parameter) = card.parameters.iter().find(|parameter| parameter.name == *name) {
                parameters.0.insert(name.clone(), parameter.parse(value)?);
            }
        }
        Ok(parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_of_parameters_is_deeper_than_the_stack() {
        let deep = [format!("a = {}", "[".repeat(100_000)), format!("{}a = 1", "a.".repeat(100_000))];
        assert!(deep.iter().all(|text| Settings::default().add_toml(text).is_err()));
    }

    fn card() -> Card {
        let mut card = Card::new("toy", "", "");
        card.parameters = vec![
            Parameter::real("toy.p", "", 0.0, 1.0, 0.5),
            Parameter::real_above("toy.q", "", 1.0, 100.0, 2.0),
            Parameter::integer("toy.reach", "", 1, 7, 4),
            Parameter::choice("toy.style", "", &["plain", "wood"]),
            Parameter::flag("toy.komi", "", false),
        ];
        card
    }

    fn set(text: &str) -> Result<Parameters, ParameterError> {
        let mut settings = Settings::default();
        settings.add(text)?;
        settings.check([&card()])?;
        settings.apply(&card())
    }

    #[test]
    fn settings_are_read_and_checked() {
        assert_eq!(set("toy.p=1/4").unwrap().real("toy.p"), 0.25);
        assert_eq!(set("toy.style = wood").unwrap().text("toy.style"), "wood");
        assert!(set("toy.komi=yes").unwrap().flag("toy.komi"));
        let wrong = |text| set(text).unwrap_err().to_string();
        assert_eq!(wrong("toy.p=2"), "toy.p takes a number from 0 to 1 (default 0.5), not '2'");
        assert_eq!(wrong("toy.q=1"), "toy.q takes a number greater than 1, up to 100 (default 2), not '1'");
        assert_eq!(wrong("toy.p=nan"), "toy.p takes a number from 0 to 1 (default 0.5), not 'nan'");
        assert_eq!(wrong("toy.p=1/0"), "toy.p takes a number from 0 to 1 (default 0.5), not '1/0'");
        assert_eq!(wrong("toy.reach=2.5"), "toy.reach takes a whole number from 1 to 7 (default 4), not '2.5'");
        assert_eq!(wrong("toy.style=gold"), "toy.style takes one of plain, wood (default plain), not 'gold'");
        assert!(wrong("toy.reech=1").starts_with("unknown parameter 'toy.reech' (did you mean 'toy.reach'?)"));
        assert!(wrong("toy").contains("name=value"));
    }

    #[test]
    fn a_file_sets_what_the_command_line_sets() {
        let mut settings = Settings::default();
        settings.add_toml("[toy]\np = 0.25\nreach = 3\nstyle = \"wood\"\nkomi = true").unwrap();
        let parameters = settings.apply(&card()).unwrap();
        assert_eq!(parameters.to_string(), "toy.komi=true toy.p=0.25 toy.q=2 toy.reach=3 toy.style=wood");
        assert!(settings.add_toml("a = [1]").is_err());
        assert!(settings.add_toml("a = ").unwrap_err().to_string().starts_with("1:"));
    }
}
