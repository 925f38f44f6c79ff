//! A name that does not exist.

use thiserror::Error;

/// Someone asked for a thing by a name that nothing has. The message lists what there is and the nearest name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown {what} '{name}'{}; there are: {}", near(.name, .known), .known.join(", "))]
pub struct Unknown {
    /// What kind of thing: `model`, `quantity`, `parameter`.
    pub what: &'static str,
    /// The name asked for.
    pub name: String,
    /// The names there are.
    pub known: Vec<String>,
}

impl Unknown {
    /// A name that is not among these.
    pub fn new<S: Into<String>>(what: &'static str, name: &str, known: impl IntoIterator<Item = S>) -> Unknown {
        Unknown { what, name: name.to_string(), known: known.into_iter().map(Into::into).collect() }
    }
}

fn near(name: &str, known: &[String]) -> String {
    let likeness = |other: &String| strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase());
    known
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|best| likeness(best) > 0.75)
        .map_or_else(String::new, |best| format!(" (did you mean '{best}'?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered() {
        let error = Unknown::new("model", "freedm", ["cellular", "freedom"]);
        assert_eq!(error.to_string(), "unknown model 'freedm' (did you mean 'freedom'?); there are: cellular, freedom");
        let error = Unknown::new("model", "xyz", ["cellular"]);
        assert_eq!(error.to_string(), "unknown model 'xyz'; there are: cellular");
    }
}
