//! Models and a player that follow a line of play, wherever it goes.

use std::sync::Arc;

use goban::{Color, Move, Position};
use model::{BeginError, Card, Data, Explanation, Family, Model, Parameters, Question, Scope, Seed, Selection, Shape};
use model::{Rating, Sheet};
use player::{Choice, Player, PlayerError};

use crate::Line;

/// How far someone has followed which line.
#[derive(Default)]
struct Track {
    start: Option<Position>,
    seen: Vec<(Color, Move)>,
}

impl Track {
    /// The first ply of the line that was not seen; none if what was seen lies on another line.
    fn next(&self, line: &Line) -> Option<usize> {
        let same_start = self.start.as_ref().is_some_and(|start| start == line.start());
        let on_the_way = self.seen.len() <= line.plies().len()
            && self.seen.iter().zip(line.plies()).all(|(&(color, mv), ply)| (color, mv) == (ply.color, ply.mv));
        (same_start && on_the_way).then_some(self.seen.len())
    }

    /// Takes note that the whole line was seen.
    fn reached(&mut self, line: &Line) {
        self.start = Some(line.start().clone());
        self.seen = line.plies().iter().map(|ply| (ply.color, ply.mv)).collect();
    }
}

/// A family at work on a line of play.
pub(crate) struct Watcher {
    family: Arc<dyn Family>,
    pub(crate) parameters: Parameters,
    pub(crate) seed: Seed,
    model: Option<Box<dyn Model>>,
    track: Track,
}

impl Watcher {
    pub(crate) fn new(family: &Arc<dyn Family>, parameters: Parameters, seed: Seed) -> Watcher {
        Watcher { family: Arc::clone(family), parameters, seed, model: None, track: Track::default() }
    }

    pub(crate) fn card(&self) -> &Card {
        self.family.card()
    }

    /// Begins on a position that has no past.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub(crate) fn begin(&self, position: &Position) -> Result<Box<dyn Model>, BeginError> {
        self.family.begin(position, &self.parameters, self.seed)
    }

    /// The model at the end of the line, having seen all of it.
    ///
    /// # Errors
    /// When the family cannot begin at its start.
    pub(crate) fn follow(&mut self, line: &Line) -> Result<&mut dyn Model, BeginError> {
        let known = self.model.take().and_then(|model| Some((model, self.track.next(line)?)));
        let (mut model, next) = match known {
            Some(known) => known,
            None => (self.begin(line.start())?, 0),
        };
        line.walk(next, |ply, position| model.observe(ply, position));
        self.track.reached(line);
        Ok(&mut **self.model.insert(model))
    }

    /// The model at the end of the line. It need not have seen the game: for what depends on the position alone.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub(crate) fn look(&mut self, line: &Line) -> Result<&mut dyn Model, BeginError> {
        if self.model.is_some() && self.track.next(line).is_some_and(|next| next + 1 >= line.plies().len()) {
            return self.follow(line);
        }
        let model = self.begin(line.position())?;
        self.track = Track::default();
        if line.plies().is_empty() {
            self.track.reached(line);
        }
        Ok(&mut **self.model.insert(model))
    }

    /// The value of one quantity at the end of the line.
    ///
    /// # Errors
    /// When the family cannot begin, or has no such quantity.
    pub(crate) fn read(&mut self, line: &Line, name: &str, shape: Shape) -> Result<Option<Data>, BeginError> {
        let family = Arc::clone(&self.family);
        let Some(quantity) = family.card().quantity(name, shape) else { return Ok(None) };
        let mut sheet = Sheet::new(family.card(), &Selection::Names(vec![name.to_string()]));
        let model = match quantity.scope {
            Scope::Position => self.look(line)?,
            Scope::Game => self.follow(line)?,
        };
        model.read(line.position(), &mut sheet);
        Ok(sheet.get(name, shape).cloned())
    }

    /// All quantities of a shape at the end of the line.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn read_all<'c>(&mut self, card: &'c Card, line: &Line, shape: Shape) -> Result<Sheet<'c>, BeginError> {
        let mut sheet = Sheet::new(card, &Selection::Shape(shape));
        self.follow(line)?.read(line.position(), &mut sheet);
        Ok(sheet)
    }

    /// All quantities of a shape at the end of the line, read without the game: those of the game mean nothing.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn read_here<'c>(&mut self, card: &'c Card, line: &Line, shape: Shape) -> Result<Sheet<'c>, BeginError> {
        let mut sheet = Sheet::new(card, &Selection::Shape(shape));
        self.look(line)?.read(line.position(), &mut sheet);
        Ok(sheet)
    }

    /// What the model says to the last move, having seen no more than that.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn explain_last_move(&self, line: &Line) -> Result<Option<Explanation>, BeginError> {
        let Some(last) = line.plies().last() else { return Ok(None) };
        let mut model = self.begin(line.first(line.plies().len() - 1).position())?;
        model.observe(last, line.position());
        Ok(model.explain(line.position(), Question::LastMove))
    }

    /// How the model rates the moves of the side to move.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn rate(&mut self, line: &Line) -> Result<Vec<Rating>, BeginError> {
        Ok(self.follow(line)?.rate_all(line.position()))
    }

    /// What the model says to a question.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn explain(&mut self, line: &Line, question: Question) -> Result<Option<Explanation>, BeginError> {
        Ok(self.follow(line)?.explain(line.position(), question))
    }
}

/// A player at a line of play.
pub(crate) struct Seat {
    player: Box<dyn Player>,
    track: Track,
}

impl Seat {
    pub(crate) fn new(player: Box<dyn Player>) -> Seat {
        Seat { player, track: Track::default() }
    }

    pub(crate) fn name(&self) -> &str {
        self.player.name()
    }

    /// Leads the player to the end of the line.
    fn follow(&mut self, line: &Line) -> Result<&mut dyn Player, PlayerError> {
        let next = match self.track.next(line) {
            Some(next) => next,
            None => {
                self.track = Track::default();
                self.player.begin(line.start())?;
                0
            }
        };
        line.walk(next, |ply, position| self.player.observe(ply, position));
        self.track.reached(line);
        Ok(&mut *self.player)
    }

    /// What it plays at the end of the line.
    ///
    /// # Errors
    /// When its model cannot begin on this board.
    pub(crate) fn choose(&mut self, line: &Line) -> Result<Choice, PlayerError> {
        self.choose_while(line, &mut || true)
    }

    /// The same, thinking as long as it is told to go on.
    ///
    /// # Errors
    /// When its model cannot begin on this board.
    pub(crate) fn choose_while(&mut self, line: &Line, go_on: &mut dyn FnMut() -> bool) -> Result<Choice, PlayerError> {
        let position = line.position();
        self.follow(line)?.choose_while(position, go_on)
    }

    /// What it says of a move at the end of the line.
    ///
    /// # Errors
    /// When its model cannot begin on this board.
    pub(crate) fn explain(&mut self, line: &Line, choice: &Choice) -> Result<Explanation, PlayerError> {
        let position = line.position();
        Ok(self.follow(line)?.explain(position, choice))
    }
}
