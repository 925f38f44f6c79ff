//! The classic functions as families of models: their cards, and what they write for a position.

use goban::{Board, PointSet, Position};
use model::{
    Abilities, BeginError, Card, Cell, Data, Family, Frame, Model, Parameter, Parameters, Quantity, Rating, Role, Seed,
    Sheet, Sign, Swap,
};
use record::Ply;

use crate::{Function, points};

/// A family made of a classic function.
///
/// ```
/// use baseline::Classic;
/// use goban::{Diagram, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let setup = Diagram::parse("
///     . X . O .
///     . X . O .
///     . X . O .
///     X X . O .
///     . X . O .").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let family = Classic::nearest();
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// assert_eq!(sheet.get_number("nearest.lead"), Some(0.0));
/// ```
pub struct Classic {
    card: Card,
    field: String,
    lead: String,
    choose: fn(&Parameters) -> Function,
}

impl Classic {
    /// The family `zobrist`.
    #[must_use]
    pub fn zobrist() -> Classic {
        let mut family = Classic::new(
            "zobrist",
            "every stone radiates; what reaches a point adds up",
            "A. L. Zobrist: A model of visual organization for the game of Go, AFIPS Spring Joint Computer Conference, 1969",
            "influence",
            "influence of the stones on each point",
            |parameters| Function::Zobrist { passes: count(parameters, "zobrist.passes") },
        );
        family.card.parameters =
            vec![Parameter::integer("zobrist.passes", "how often points gain from their neighbours", 0, 12, 4)];
        family
    }

    /// The family `bouzy`.
    #[must_use]
    pub fn bouzy() -> Classic {
        let mut family = Classic::new(
            "bouzy",
            "influence grows from the stones and shrinks again; what is enclosed stays",
            "B. Bouzy: Mathematical morphology applied to computer Go, \
             International Journal of Pattern Recognition and Artificial Intelligence 17 (2), 2003",
            "territory",
            "what dilations and erosions leave on each point",
            |parameters| Function::Bouzy {
                dilations: count(parameters, "bouzy.dilations"),
                erosions: count(parameters, "bouzy.erosions"),
            },
        );
        family.card.parameters = vec![
            Parameter::integer("bouzy.dilations", "how often influence grows", 0, 12, 5),
            Parameter::integer("bouzy.erosions", "how often it shrinks; 21 for territory, 0 for influence", 0, 200, 21),
        ];
        family
    }

    /// The family `nearest`.
    #[must_use]
    pub fn nearest() -> Classic {
        Classic::new(
            "nearest",
            "a point belongs to the nearest stone",
            "folklore; the simplest thing to hold a model against",
            "owner",
            "colour of the nearest stone: +1 Black, −1 White, 0 both or none",
            |_| Function::Nearest,
        )
    }

    fn new(
        name: &str,
        idea: &str,
        reference: &str,
        field: &str,
        about: &str,
        choose: fn(&Parameters) -> Function,
    ) -> Classic {
        let field = format!("{name}.{field}");
        let lead = format!("{name}.lead");
        let mut card = Card::new(name, idea, reference);
        card.quantities = vec![
            Quantity::number(&lead, "points on Black's side minus points on White's, stones included")
                .role(Role::Lead)
                .sign(Sign::BlackPositive)
                .swap(Swap::Negates)
                .unit("points"),
            Quantity::field(&field, about).role(Role::Ownership).sign(Sign::BlackPositive).swap(Swap::Negates),
        ];
        card.abilities = Abilities { rates: true, frames: true, ..Abilities::default() };
        // None of the functions knows which stones live: a lead of a few points says little.
        card.lead_scale = Some(20.0);
        Classic { card, field, lead, choose }
    }
}

fn count(parameters: &Parameters, name: &str) -> usize {
    usize::try_from(parameters.integer(name)).unwrap_or(0)
}

impl Family for Classic {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Position, parameters: &Parameters, _: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        let function = (self.choose)(parameters);
        Ok(Box::new(Reader { function, field: self.field.clone(), lead: self.lead.clone() }))
    }
}

/// Everything is read from the position; nothing is remembered.
struct Reader {
    function: Function,
    field: String,
    lead: String,
}

impl Reader {
    fn lead(&self, board: &Board) -> f64 {
        lead(&self.function.field(board))
    }
}

fn lead(field: &[i32]) -> f64 {
    let points = points(field);
    points.black as f64 - points.white as f64
}

fn numbers(field: Vec<i32>) -> Vec<f64> {
    field.into_iter().map(f64::from).collect()
}

impl Model for Reader {
    fn observe(&mut self, _: &Ply, _: &Position) {}

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        if !sheet.wants_any(&[&self.lead, &self.field]) {
            return;
        }
        let field = self.function.field(position.board());
        sheet.number(&self.lead, lead(&field));
        sheet.field(&self.field, || numbers(field));
    }

    /// What a move adds to the lead of its side.
    fn rate(&mut self, position: &Position, among: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let color = position.to_move();
        let before = self.lead(position.board());
        let mut board = position.board().clone();
        let rated = |point| {
            board.clone_from(position.board());
            let placed = board.place(color, point);
            let value = (self.lead(&board) - before) * color.sign();
            Rating { point, value, details: vec![("captured", Cell::Number(placed.n_captured as f64))] }
        };
        (position.legal_points() & *among).iter().take_while(|_| go_on()).map(rated).collect()
    }

    fn frames(&mut self, position: &Position, quantity: &str) -> Vec<Frame> {
        if quantity != self.field {
            return Vec::new();
        }
        let frame = |(caption, field)| Frame { caption, data: Data::Field(numbers(field)) };
        self.function.steps(position.board()).into_iter().map(frame).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::laws::{self, Effort};

    #[test]
    fn the_laws_hold() {
        let effort = Effort { games: 1, whole_up_to: 5, short: 16, dense_up_to: 4 };
        for family in [Classic::zobrist(), Classic::bouzy(), Classic::nearest()] {
            laws::check(&family, effort);
        }
    }
}
