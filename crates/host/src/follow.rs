//! Models and a player that follow a line of play, wherever it goes.

use goban::{Color, Move, PointSet, Position};
use model::{
    BeginError, Card, Data, Explanation, Follower, Judgement, Model, Question, Rating, Scope, Selection, Shape, Sheet,
    Subject,
};
use player::{Choice, Player, PlayerError};

use crate::Variation;

/// How far someone has followed which line.
#[derive(Default)]
struct Track {
    start: Option<Position>,
    seen: Vec<(Color, Move)>,
}

impl Track {
    /// The first ply of the line that was not seen; none if what was seen lies on another line.
    fn next(&self, line: &Variation) -> Option<usize> {
        let same_start = self.start.as_ref().is_some_and(|start| start == line.start());
        let on_the_way = self.seen.len() <= line.plies().len()
            && self.seen.iter().zip(line.plies()).all(|(&(color, mv), ply)| (color, mv) == (ply.color, ply.mv));
        (same_start && on_the_way).then_some(self.seen.len())
    }

    /// Takes note that the whole line was seen.
    fn reached(&mut self, line: &Variation) {
        self.start = Some(line.start().clone());
        self.seen = line.plies().iter().map(|ply| (ply.color, ply.mv)).collect();
    }
}

/// A family at work on a line of play.
pub(crate) struct Watcher {
    follower: Follower,
    /// Nothing is on it unless the follower has begun.
    track: Track,
}

impl Watcher {
    pub(crate) fn new(subject: Subject) -> Watcher {
        Watcher { follower: Follower::new(subject), track: Track::default() }
    }

    pub(crate) fn card(&self) -> &Card {
        self.follower.subject().card()
    }

    /// Begins on a position that has no past.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub(crate) fn begin(&self, position: &Position) -> Result<Box<dyn Model>, BeginError> {
        self.follower.subject().begin(position)
    }

    /// The model at the end of the line, having seen all of it.
    ///
    /// # Errors
    /// When the family cannot begin at its start.
    pub(crate) fn follow(&mut self, line: &Variation) -> Result<&mut dyn Model, BeginError> {
        let (model, next) = match self.track.next(line) {
            Some(next) => (self.follower.model(line.start())?, next),
            None => {
                self.track = Track::default();
                (self.follower.begin(line.start())?, 0)
            }
        };
        line.walk(next, |ply, position| model.observe(ply, position));
        self.track.reached(line);
        Ok(model)
    }

    /// The model at the end of the line. It need not have seen the game: for what depends on the position alone.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub(crate) fn look(&mut self, line: &Variation) -> Result<&mut dyn Model, BeginError> {
        if self.track.next(line).is_some_and(|next| next + 1 >= line.plies().len()) {
            return self.follow(line);
        }
        self.track = Track::default();
        let model = self.follower.begin(line.position())?;
        if line.plies().is_empty() {
            self.track.reached(line);
        }
        Ok(model)
    }

    /// The value of one quantity at the end of the line.
    ///
    /// # Errors
    /// When the family cannot begin, or has no such quantity.
    pub(crate) fn read(&mut self, line: &Variation, name: &str, shape: Shape) -> Result<Option<Data>, BeginError> {
        let Some(quantity) = self.card().quantity(name, shape) else { return Ok(None) };
        match quantity.scope {
            Scope::Position => self.look(line)?,
            Scope::Game => self.follow(line)?,
        };
        let sheet = self.follower.read(line.position(), &Selection::Names(vec![name.to_string()]))?;
        Ok(sheet.get(name, shape).cloned())
    }

    /// All quantities of a shape at the end of the line.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn read_all(&mut self, line: &Variation, shape: Shape) -> Result<Sheet<'_>, BeginError> {
        self.follow(line)?;
        self.follower.read(line.position(), &Selection::Shape(shape))
    }

    /// All quantities of a shape at the end of the line, read without the game: those of the game mean nothing.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn read_here(&mut self, line: &Variation, shape: Shape) -> Result<Sheet<'_>, BeginError> {
        self.look(line)?;
        self.follower.read(line.position(), &Selection::Shape(shape))
    }

    /// What the model says to the last move, having seen no more than that.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn explain_last_move(&self, line: &Variation) -> Result<Option<Explanation>, BeginError> {
        let Some(last) = line.plies().last() else { return Ok(None) };
        let mut model = self.begin(line.first(line.plies().len() - 1).position())?;
        model.observe(last, line.position());
        Ok(model.explain(line.position(), Question::LastMove))
    }

    /// How the model rates the moves of the side to move.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn rate(&mut self, line: &Variation) -> Result<Vec<Rating>, BeginError> {
        Ok(self.follow(line)?.rate_all(line.position()))
    }

    /// What the model says to a question.
    ///
    /// # Errors
    /// When the family cannot begin.
    pub(crate) fn explain(&mut self, line: &Variation, question: Question) -> Result<Option<Explanation>, BeginError> {
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
    fn follow(&mut self, line: &Variation) -> Result<&mut dyn Player, PlayerError> {
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

    /// What it plays at the end of the line, thinking as long as it is told to go on.
    ///
    /// # Errors
    /// When its model cannot begin on this board.
    pub(crate) fn choose_while(
        &mut self,
        line: &Variation,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Choice, PlayerError> {
        let position = line.position();
        self.follow(line)?.choose_while(position, go_on)
    }

    /// What it sees by looking ahead from the end of the line; none if it does not.
    ///
    /// # Errors
    /// When its model cannot begin on this board.
    pub(crate) fn look(
        &mut self,
        line: &Variation,
        games: Option<usize>,
        among: Option<&PointSet>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Judgement>, PlayerError> {
        let position = line.position();
        self.follow(line)?.look(position, games, among, go_on)
    }

    /// What it says of a move at the end of the line.
    ///
    /// # Errors
    /// When its model cannot begin on this board.
    pub(crate) fn explain(&mut self, line: &Variation, choice: &Choice) -> Result<Explanation, PlayerError> {
        let position = line.position();
        Ok(self.follow(line)?.explain(position, choice))
    }
}
