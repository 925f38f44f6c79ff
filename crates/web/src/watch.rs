//! Models asked about a line.

use goban::Position;
use model::{Follower, Question, Scope, Seed, Selection, Shape, Sheet, Subject};
use wire::{CurvePiece, Named, Number, QuestionAsk, ReadAsk, Reading, SetAsk};

use crate::Workbench;
use crate::ask::{question, settings};
use crate::failure::Failure;
use crate::jobs::Clock;
use crate::line::SentLine;

/// A family as it is set, and which of its quantities are wanted.
pub(crate) struct Chosen {
    pub(crate) subject: Subject,
    pub(crate) selection: Selection,
}

/// The models of a question, each once.
pub(crate) fn chosen(bench: &Workbench, names: &[String], set: &SetAsk) -> Result<Vec<Chosen>, Failure> {
    let settings = settings(set, &bench.settings, &bench.families)?;
    let mut all: Vec<Chosen> = Vec::new();
    for name in names {
        let target = bench.families.target(name).map_err(Failure::refused)?;
        let selection = match target.quantity {
            Some(quantity) => Selection::Names(vec![quantity.to_string()]),
            None => Selection::All,
        };
        let card = target.family.card();
        match all.iter_mut().find(|chosen| chosen.name() == card.name) {
            Some(chosen) => match (&mut chosen.selection, selection) {
                (Selection::Names(names), Selection::Names(more)) => names.extend(more),
                (wanted, _) => *wanted = Selection::All,
            },
            None => {
                let subject = Subject::new(target.family, &settings, Seed(set.seed)).map_err(Failure::refused)?;
                all.push(Chosen { subject, selection });
            }
        }
    }
    Ok(all)
}

/// What is wanted of a model beside its quantities.
pub(crate) struct Wanted {
    pub(crate) readings: bool,
    pub(crate) rate: bool,
    pub(crate) question: Option<QuestionAsk>,
}

impl From<&ReadAsk> for Wanted {
    fn from(ask: &ReadAsk) -> Wanted {
        Wanted { readings: ask.readings, rate: ask.rate, question: ask.question.clone() }
    }
}

impl Chosen {
    pub(crate) fn name(&self) -> &str {
        &self.subject.card().name
    }

    /// Whether the way to the position matters.
    fn needs_game(&self, wanted: &Wanted) -> bool {
        let of_game = |quantity: &model::Quantity| quantity.scope == Scope::Game && self.selection.wants(quantity);
        wanted.question.is_some()
            || wanted.rate
            || (wanted.readings && self.subject.card().quantities.iter().any(of_game))
    }

    /// The model at the end of the line, shown the way there if that matters.
    pub(crate) fn at_end(&self, line: &SentLine, follow: bool, clock: Clock) -> Result<(Follower, Position), Failure> {
        let mut follower = Follower::new(self.subject.clone());
        if !follow {
            let position = line.end()?;
            follower.begin(&position).map_err(Failure::refused)?;
            return Ok((follower, position));
        }
        let position = line.walk(|ply, position| {
            clock.check()?;
            follower.see(ply, position).map_err(Failure::refused)
        })?;
        Ok((follower, position))
    }

    /// Everything that is wanted of the position, as `aji read` says it of one model.
    pub(crate) fn answer(&self, line: &SentLine, wanted: &Wanted, clock: Clock) -> Result<Reading, Failure> {
        let (mut follower, position) = self.at_end(line, self.needs_game(wanted), clock)?;
        let model = follower.model(&position).map_err(Failure::refused)?;
        let card = self.subject.card();
        let size = position.size();
        let readings = wanted.readings.then(|| {
            let mut sheet = Sheet::new(card, &self.selection);
            model.read(&position, &mut sheet);
            wire::readings(&sheet, size, true)
        });
        let moves = (wanted.rate && card.abilities.rates).then(|| {
            let moves = model.rate(&position, &position.legal_points(), &mut || clock.check().is_ok());
            wire::moves(&moves, size)
        });
        clock.check()?;
        let explanation = match &wanted.question {
            Some(ask) => {
                let question = question(ask, &position)?;
                model.explain(&position, question).map(|said| wire::explanation(question, &said, size))
            }
            None => None,
        };
        let settings = Some(wire::settings([self.subject.parameters()], self.subject.seed()));
        Ok(Reading { model: card.name.clone(), readings, moves, explanation, settings, error: None })
    }

    /// The numbers at every position of the line, given out in pieces as they come. `give` says whether to go on.
    pub(crate) fn curves(
        &self,
        line: &SentLine,
        clock: Clock,
        mut give: impl FnMut(&CurvePiece) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        const PIECE: usize = 25;
        let card = self.subject.card();
        let mut sheet = Sheet::new(card, &Selection::Shape(Shape::Number));
        let mut follower = Follower::new(self.subject.clone());
        let mut piece = CurvePiece { model: card.name.clone(), ..CurvePiece::default() };
        let mut count = 0;
        line.walk(|ply, position| {
            clock.check()?;
            follower.see(ply, position).map_err(Failure::refused)?;
            sheet.clear();
            follower.model(position).map_err(Failure::refused)?.read(position, &mut sheet);
            for observation in sheet.observations() {
                let model::Data::Number(value) = observation.data else { continue };
                piece.values.entry(observation.quantity.name.clone()).or_default().push(Number(*value));
            }
            count += 1;
            if count == PIECE {
                give(&piece)?;
                piece.from += std::mem::take(&mut count);
                piece.values = Named::new();
            }
            Ok(())
        })?;
        give(&CurvePiece { done: true, ..piece })
    }

    /// What the question means here, for a picture.
    pub(crate) fn question(&self, ask: Option<&QuestionAsk>, position: &Position) -> Result<Option<Question>, Failure> {
        ask.map(|ask| question(ask, position)).transpose()
    }
}
