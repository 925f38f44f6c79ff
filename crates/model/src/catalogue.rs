//! Classes that a family knows: what it learned, one by one, so that people can look at them.

/// The ability to list its classes. A family that has it gives it out by [`Family::catalogue`](crate::Family::catalogue).
///
/// Classes are numbered from 0. The numbers hold as long as the family; evidence of an
/// [`Explanation`](crate::Explanation) may name them in a cell `class_number`.
pub trait Catalogue: Sync {
    /// How many classes there are.
    fn n_classes(&self) -> usize;

    /// What is counted of a class; none if there is no such number.
    fn class(&self, number: usize) -> Option<Class>;

    /// What the class is, put together from words that players know; empty if there is no such number.
    fn class_name(&self, number: usize) -> String;

    /// Its drawing with what belongs to it, in lines of text; empty if there is no such number.
    fn class_drawing(&self, number: usize) -> Vec<String>;

    /// All of them as a file that [`Family::load`](crate::Family::load) takes back; none if there is no such form.
    fn file(&self, _form: FileForm) -> Option<Vec<u8>> {
        None
    }
}

/// How a file of classes is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileForm {
    /// As text that a person can read and edit.
    Text,
    /// Packed: small, and quick to load.
    Compact,
}

/// What is counted of a class. It is made quickly, so that all of them can be put in order; its name and drawing take longer.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// What sort of class it is: "shape 5".
    pub kind: String,
    /// Which part of an explanation it belongs to.
    pub part: &'static str,
    /// The first and the last of the moves of a game that it speaks of, where it speaks of a time; the last stretch has no end.
    pub moves: Option<(usize, Option<usize>)>,
    /// What it adds to the score of a move.
    pub weight: f64,
    /// How much it matters for what the family says, in units of its own: never negative.
    pub importance: f64,
    /// How often a move of this class could be played, in what was counted.
    pub seen: u64,
    /// How often it was.
    pub played: u64,
}
