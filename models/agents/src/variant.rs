//! The three readings of the model, by name.

use std::fmt;

use model::Unknown;

/// Which program is run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Variant {
    /// The model as the paper's text describes it: groups are the chains, a group without liberties dies whole, but late.
    #[default]
    Netlogo,
    /// The program printed in the paper's appendix, line by line: links lag behind the chains, and parts of chains die.
    NetlogoExact,
    /// The same agents under the rules of Go: captures at once, no suicide, positional superko.
    Rules,
}

impl Variant {
    /// All of them, the default first.
    pub const ALL: [Variant; 3] = [Variant::Netlogo, Variant::NetlogoExact, Variant::Rules];

    /// The stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Netlogo => "netlogo",
            Variant::NetlogoExact => "netlogo-exact",
            Variant::Rules => "rules",
        }
    }

    /// The variant with a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(name: &str) -> Result<Variant, Unknown> {
        let known = Variant::ALL.map(Variant::name);
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == name)
            .ok_or_else(|| Unknown::new("variant", name, known))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
