//! Models that watch a game: chosen and set on the command line, driven along a line.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use goban::{BoardSize, Point, Position};
use input::Source;
use model::{Explanation, Families, Family, Follower, Question, Seed, Settings, Subject};

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

    /// What the file says: a pipe can be read only once.
    #[arg(skip)]
    text: OnceLock<String>,

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
        let settings = self.given()?;
        settings.check(families.cards()).map_err(Failure::usage)?;
        Ok(settings)
    }

    /// What is set, not checked against anything.
    ///
    /// # Errors
    /// When something is no setting, or the file cannot be read.
    pub(crate) fn given(&self) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        if let Some(path) = &self.params {
            let source = Source::File(path.clone());
            let name = source.name();
            if self.text.get().is_none() {
                let bytes = source.bytes().map_err(|error| Failure::from(error).into_usage())?;
                let text = String::from_utf8(bytes)
                    .map_err(|_| Failure::usage("is no text; parameters are written in TOML").about(&name))?;
                let _ = self.text.set(text);
            }
            let text = self.text.get().map_or("", String::as_str);
            settings.add_toml(text).map_err(|error| Failure::from(error).about(&name))?;
        }
        for text in &self.set {
            settings.add(text).map_err(Failure::usage)?;
        }
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
        let point = |text: &String| point(text, position.size());
        Ok(match (&self.at, &self.from, &self.to) {
            (Some(at), _, _) => Some(Question::Point(point(at)?)),
            (None, Some(from), Some(to)) => Some(Question::Pair { from: point(from)?, to: point(to)? }),
            _ => self.last.then_some(Question::LastMove),
        })
    }
}

/// A point that was named on the command line.
///
/// # Errors
/// When it is not on the board.
pub(crate) fn point(text: &str, size: BoardSize) -> Result<Point, Failure> {
    size.parse_vertex(text)
        .ok_or_else(|| Failure::usage(format!("'{text}' is no point of a {size} board; write it as D4 (no I)")))
}

/// Someone who follows a game with a family, as it is set.
///
/// # Errors
/// When a setting does not fit.
pub(crate) fn follower(family: &Arc<dyn Family>, settings: &Settings, seed: Seed) -> Result<Follower, Failure> {
    Ok(Follower::new(Subject::new(family, settings, seed).map_err(Failure::usage)?))
}

/// Answers the question.
///
/// # Errors
/// When the family cannot begin on the position, or has nothing to say.
pub(crate) fn explain(
    follower: &mut Follower,
    position: &Position,
    question: Question,
) -> Result<Explanation, Failure> {
    let answer = follower.model(position).map_err(Failure::work)?.explain(position, question);
    let name = &follower.subject().card().name;
    answer.ok_or_else(|| Failure::usage(format!("{name} does not answer such a question")))
}
