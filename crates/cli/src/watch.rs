//! Models that watch a game: chosen and set on the command line, driven along a line.

use std::path::PathBuf;
use std::sync::Arc;

use goban::{Point, Position};
use input::Source;
use model::{Card, Explanation, Families, Family, Model, Parameters, Question, Seed, Selection, Settings, Sheet};
use record::Ply;

use crate::failure::Failure;

/// How models are set.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct ModelArgs {
    /// Sets a parameter of a model; `aji models NAME` lists them. May be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// A TOML file with parameters, such as [freedom] and reach = 3.
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,

    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl ModelArgs {
    pub(crate) fn seed(&self) -> Seed {
        Seed(self.seed)
    }

    /// The parameter file, if one was given.
    pub(crate) fn file(&self) -> &Option<PathBuf> {
        &self.params
    }

    /// What is set, checked against every card there is.
    ///
    /// # Errors
    /// When a name is unknown, a value does not fit, or the file cannot be read.
    pub(crate) fn settings(&self, families: &Families) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        if let Some(path) = &self.params {
            let source = Source::File(path.clone());
            let name = source.name();
            let bytes = source.bytes().map_err(|reason| Failure::usage(format!("{name}: {reason}")))?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Failure::usage(format!("{name}: is no text; parameters are written in TOML")))?;
            settings.add_toml(&text).map_err(|error| Failure::usage(format!("{name}:{error}")))?;
        }
        for text in &self.set {
            settings.add(text).map_err(Failure::usage)?;
        }
        settings.check(families.cards()).map_err(Failure::usage)?;
        Ok(settings)
    }
}

/// What is to be explained.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct QuestionArgs {
    /// Explains this point.
    #[arg(long, value_name = "POINT", requires = "model", conflicts_with_all = ["from", "to_point"])]
    at: Option<String>,

    /// Explains what the last move did.
    #[arg(long, requires = "model", conflicts_with_all = ["at", "from", "to_point"])]
    last: bool,

    /// Explains what is between this point and --to.
    #[arg(long, value_name = "POINT", requires_all = ["to_point", "model"])]
    from: Option<String>,

    /// See --from.
    #[arg(long = "to", id = "to_point", value_name = "POINT", requires = "from")]
    to: Option<String>,
}

impl QuestionArgs {
    /// The question, if one was asked.
    ///
    /// # Errors
    /// When a point is not on the board.
    pub(crate) fn question(&self, position: &Position) -> Result<Option<Question>, Failure> {
        let point = |text: &String| -> Result<Point, Failure> {
            let size = position.size();
            size.parse_vertex(text)
                .ok_or_else(|| Failure::usage(format!("'{text}' is no point of a {size} board; write it as D4 (no I)")))
        };
        Ok(match (&self.at, &self.from, &self.to) {
            (Some(at), _, _) => Some(Question::Point(point(at)?)),
            (None, Some(from), Some(to)) => Some(Question::Pair { from: point(from)?, to: point(to)? }),
            _ => self.last.then_some(Question::LastMove),
        })
    }
}

/// A family at work: its parameters and, once begun, its model.
pub(crate) struct Watcher {
    family: Arc<dyn Family>,
    parameters: Parameters,
    seed: Seed,
    model: Option<Box<dyn Model>>,
}

impl Watcher {
    /// # Errors
    /// When a setting does not fit.
    pub(crate) fn new(family: &Arc<dyn Family>, settings: &Settings, seed: Seed) -> Result<Watcher, Failure> {
        let parameters = settings.apply(family.card()).map_err(Failure::usage)?;
        Ok(Watcher { family: Arc::clone(family), parameters, seed, model: None })
    }

    pub(crate) fn card(&self) -> &Card {
        self.family.card()
    }

    /// Parameters and seed, as they stand below a figure.
    pub(crate) fn settings(&self) -> String {
        let parameters = self.parameters.to_string();
        if parameters.is_empty() { format!("seed {}", self.seed) } else { format!("{parameters}, seed {}", self.seed) }
    }

    pub(crate) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Begins at the start of a line, or takes note of a ply.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub(crate) fn see(&mut self, ply: Option<&Ply>, position: &Position) -> Result<(), Failure> {
        match (ply, &mut self.model) {
            (Some(ply), Some(model)) => model.observe(ply, position),
            _ => self.model = Some(self.family.begin(position, &self.parameters, self.seed).map_err(Failure::work)?),
        }
        Ok(())
    }

    /// The model, begun on the position if it has not been shown a game.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub(crate) fn model(&mut self, position: &Position) -> Result<&mut dyn Model, Failure> {
        if self.model.is_none() {
            self.see(None, position)?;
        }
        match &mut self.model {
            Some(model) => Ok(&mut **model),
            None => Err(Failure::work("the model could not begin")),
        }
    }
}

/// Answers the question.
///
/// # Errors
/// When the family cannot begin on the position, or has nothing to say.
pub(crate) fn explain(watcher: &mut Watcher, position: &Position, question: Question) -> Result<Explanation, Failure> {
    let name = watcher.card().name.clone();
    let answer = watcher.model(position)?.explain(position, question);
    answer.ok_or_else(|| Failure::usage(format!("{name} does not answer such a question")))
}

/// Reads the wanted quantities.
///
/// # Errors
/// When the family cannot begin on the position.
pub(crate) fn read<'c>(
    card: &'c Card,
    watcher: &mut Watcher,
    position: &Position,
    selection: &Selection,
) -> Result<Sheet<'c>, Failure> {
    let mut sheet = Sheet::new(card, selection);
    watcher.model(position)?.read(position, &mut sheet);
    Ok(sheet)
}
