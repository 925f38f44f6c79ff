//! The card of a family: everything a user can know before running it.

use std::ops::RangeInclusive;

use goban::BoardSize;

use crate::Parameter;

/// What a family is, what it takes and what it gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// The stable name, dotted where a crate has several families: `ising.molecular`.
    pub name: String,
    /// The idea in one line.
    pub idea: String,
    /// Where it was published.
    pub reference: String,
    /// What can be set.
    pub parameters: Vec<Parameter>,
    /// What it sees. A name may stand twice, as a number and as a map.
    pub quantities: Vec<Quantity>,
    /// The side lengths of the boards it takes.
    pub sizes: RangeInclusive<usize>,
    /// What it can do beside observing.
    pub abilities: Abilities,
    /// The ways to play that have a name of their own; none where there is one way only.
    pub styles: Vec<PlayingStyle>,
    /// The kind of file that it takes ([`Family::load`](crate::Family::load)), if any.
    pub file: Option<FileKind>,
    /// The lead at which a host may show a win rate of about 73 %: the scale of a logistic. It is a convention for
    /// display and not calibrated. None where the family has no lead.
    pub lead_scale: Option<f64>,
}

/// A way to play: settings that make a player of their own, `cellular:grow`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayingStyle {
    /// What comes after the colon; empty for the player that has the name of the family alone.
    pub name: String,
    /// How it plays, in one line.
    pub about: String,
    /// What is set for it, as `name=value`. What a user sets wins over it.
    pub settings: Vec<String>,
    /// What is set beside it so that games come to an end, and is not what the model likes: a player without manners goes without it.
    pub manners: Vec<String>,
}

/// A kind of file that families take: `--model-file KIND=PATH` gives one to all that take its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileKind {
    /// The name of the kind. Families that take the same files, as `belief` and `ising.generative` take networks, have the same
    /// name here.
    pub name: String,
    /// What such a file is and where it comes from, in one line.
    pub about: String,
}

/// What a family can do beside observing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Abilities {
    /// It rates candidate moves, so that it can play.
    pub rates: bool,
    /// Its ratings depend on the game so far, and not on the position alone: ask a model that followed the game.
    pub recalls: bool,
    /// It explains points, pairs of points or moves.
    pub explains: bool,
    /// It shows the steps behind a quantity.
    pub frames: bool,
    /// It learns from games; see [`Family::learn`](crate::Family::learn).
    pub learns: bool,
    /// It runs by itself; see [`Family::simulate`](crate::Family::simulate).
    pub simulates: bool,
    /// It lists the classes that it knows; see [`Family::catalogue`](crate::Family::catalogue).
    pub lists: bool,
}

impl Card {
    /// A card without parameters and quantities, for boards of every size.
    #[must_use]
    pub fn new(name: &str, idea: &str, reference: &str) -> Card {
        Card {
            name: name.to_string(),
            idea: idea.to_string(),
            reference: reference.to_string(),
            parameters: Vec::new(),
            quantities: Vec::new(),
            sizes: BoardSize::MIN..=BoardSize::MAX,
            abilities: Abilities::default(),
            styles: Vec::new(),
            file: None,
            lead_scale: None,
        }
    }

    /// The quantity with a name and a shape.
    #[must_use]
    pub fn quantity(&self, name: &str, shape: Shape) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.name == name && quantity.shape == shape)
    }

    /// The quantities with a role, in the order of the card.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Quantity> {
        self.quantities.iter().filter(move |quantity| quantity.role == role)
    }

    /// The names of the quantities, each once.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for quantity in &self.quantities {
            if !names.contains(&quantity.name.as_str()) {
                names.push(&quantity.name);
            }
        }
        names
    }
}

/// The closed list of what an observation can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// One number.
    Number,
    /// A number for every point, row by row from the top left.
    Field,
    /// A text for some points.
    Labels,
    /// Nodes on points and edges between them.
    Graph,
}

/// What a quantity depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The position alone: it can be read from a board that nobody played.
    Position,
    /// The game so far.
    Game,
}

/// What the sign of a number means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Positive favours Black.
    BlackPositive,
    /// Positive favours the side that just moved.
    MoverPositive,
    /// Never negative.
    NonNegative,
    /// As in the paper; the description of the quantity says what it means.
    Paper,
}

/// What a quantity is for. Studies, hosts and the page read roles, not names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Who is ahead, and by how much.
    Lead,
    /// Whose a point is, from −1 (White) to +1 (Black) or on a scale of its own.
    Ownership,
    /// What the last move won for the side that made it.
    Gain,
    /// How likely each legal point is to be played next: not negative, and 1 in sum wherever a move can be played.
    NextMove,
    /// Nothing that others need to know of.
    None,
}

/// How a quantity changes when the colours are exchanged.
#[derive(Clone, PartialEq, Debug)]
pub enum Swap {
    /// Not at all. In graphs the texts `B` and `W` are swapped.
    Keeps,
    /// It changes its sign.
    Negates,
    /// It becomes the quantity with this name, and that one becomes this.
    With(String),
    /// These pairs of values are swapped, all others stay.
    Values(Vec<(f64, f64)>),
    /// Nothing is promised.
    Free,
}

/// How a quantity changes when the board is turned or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Numbers stay, everything on points goes with its point.
    Follows,
    /// Nothing is promised.
    Free,
}

/// How a field is to be drawn and read.
#[derive(Clone, PartialEq, Debug)]
pub enum Scale {
    /// Values on both sides of zero, which is neutral.
    Signed,
    /// Values from zero upwards.
    Magnitude,
    /// Few values with a name each.
    Categories(Vec<(f64, String)>),
}

/// One thing that a family sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantity {
    /// The stable dotted name; it begins with the name of the family.
    pub name: String,
    /// What it is in one line.
    pub about: String,
    /// The unit, such as `points` or `stones`; empty for a pure number.
    pub unit: String,
    /// What it looks like.
    pub shape: Shape,
    /// What it depends on.
    pub scope: Scope,
    /// What its sign means.
    pub sign: Sign,
    /// What it is for.
    pub role: Role,
    /// What exchanging the colours does to it.
    pub swap: Swap,
    /// What turning the board does to it.
    pub turn: Turn,
    /// How a field is drawn.
    pub scale: Scale,
    /// What no value is greater than, in absolute terms, on any board; if that is known.
    pub most: Option<f64>,
    /// For probabilities: the side of the boards on which what is said to happen so often was found to happen so often. On others
    /// the order of the values may be of use, not the values.
    pub calibrated_on: Option<usize>,
}

impl Quantity {
    fn new(name: &str, about: &str, shape: Shape) -> Quantity {
        Quantity {
            name: name.to_string(),
            about: about.to_string(),
            unit: String::new(),
            shape,
            scope: Scope::Position,
            sign: Sign::NonNegative,
            role: Role::None,
            swap: Swap::Keeps,
            turn: Turn::Follows,
            scale: Scale::Magnitude,
            most: None,
            calibrated_on: None,
        }
    }

    /// A number of the position, never negative, the same for both colours, until said otherwise.
    #[must_use]
    pub fn number(name: &str, about: &str) -> Quantity {
        Quantity::new(name, about, Shape::Number)
    }

    /// A field over the points.
    #[must_use]
    pub fn field(name: &str, about: &str) -> Quantity {
        Quantity::new(name, about, Shape::Field)
    }

    /// Texts on points.
    #[must_use]
    pub fn labels(name: &str, about: &str) -> Quantity {
        Quantity { swap: Swap::Free, ..Quantity::new(name, about, Shape::Labels) }
    }

    /// A graph on the board.
    #[must_use]
    pub fn graph(name: &str, about: &str) -> Quantity {
        Quantity::new(name, about, Shape::Graph)
    }

    /// Says what it is for.
    #[must_use]
    pub fn role(mut self, role: Role) -> Quantity {
        self.role = role;
        self
    }

    /// Says what its sign means; a field with two signs is drawn so.
    #[must_use]
    pub fn sign(mut self, sign: Sign) -> Quantity {
        self.sign = sign;
        if sign != Sign::NonNegative && self.scale == Scale::Magnitude {
            self.scale = Scale::Signed;
        }
        self
    }

    /// Says that it depends on the game so far.
    #[must_use]
    pub fn of_game(mut self) -> Quantity {
        self.scope = Scope::Game;
        self
    }

    /// Says on which boards its probabilities were found to be right.
    #[must_use]
    pub fn calibrated_on(mut self, side: usize) -> Quantity {
        self.calibrated_on = Some(side);
        self
    }

    /// Says what exchanging the colours does to it.
    #[must_use]
    pub fn swap(mut self, swap: Swap) -> Quantity {
        self.swap = swap;
        self
    }

    /// Says that turning the board may change it.
    #[must_use]
    pub fn turns_freely(mut self) -> Quantity {
        self.turn = Turn::Free;
        self
    }

    /// Says what no value is greater than, in absolute terms.
    #[must_use]
    pub fn at_most(mut self, most: f64) -> Quantity {
        self.most = Some(most);
        self
    }

    /// Gives the unit.
    #[must_use]
    pub fn unit(mut self, unit: &str) -> Quantity {
        self.unit = unit.to_string();
        self
    }

    /// Says how a field is drawn.
    #[must_use]
    pub fn scale(mut self, scale: Scale) -> Quantity {
        self.scale = scale;
        self
    }
}
