//! What went wrong, in one line, and the exit code that remembers it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

use sgf::Place;

/// Bad usage ends with 2, failed work with 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Usage,
    Work,
}

impl Fault {
    pub(crate) fn code(self) -> u8 {
        match self {
            Fault::Usage => 2,
            Fault::Work => 1,
        }
    }
}

/// An error that ends a command. As text it is the line for the user: `SUBJECT:LINE:COLUMN: what is wrong, and what to do`.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) fault: Fault,
    /// What it is about: a file, an option, a query.
    pub(crate) subject: Option<String>,
    /// Where in the subject.
    pub(crate) place: Option<Place>,
    pub(crate) cause: Cause,
}

/// What happened: those cases that somebody tells from the others, and the rest.
#[derive(Debug)]
pub(crate) enum Cause {
    /// The file is there, and nobody said that it may be replaced.
    Exists,
    /// Standard input or output is broken, or closed at its other end.
    Stream(io::Error),
    Other(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Exists => f.write_str("exists already; use --force to replace it"),
            Cause::Stream(error) => error.fmt(f),
            Cause::Other(error) => error.fmt(f),
        }
    }
}

impl Failure {
    pub(crate) fn usage(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Failure {
        Failure { fault: Fault::Usage, ..Failure::work(cause) }
    }

    pub(crate) fn work(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Failure {
        Failure { fault: Fault::Work, subject: None, place: None, cause: Cause::Other(cause.into()) }
    }

    /// A file that is not to be replaced.
    pub(crate) fn exists(path: &Path) -> Failure {
        let subject = Some(path.display().to_string());
        Failure { fault: Fault::Work, subject, place: None, cause: Cause::Exists }
    }

    /// The same as bad usage: what the user named is wrong, not what we did with it.
    pub(crate) fn into_usage(self) -> Failure {
        Failure { fault: Fault::Usage, ..self }
    }

    /// Says what it is about. Whoever was closer to it and has said so knows better.
    pub(crate) fn about(self, subject: impl fmt::Display) -> Failure {
        Failure { subject: self.subject.or_else(|| Some(subject.to_string())), ..self }
    }

    /// Says where in its subject, if that is known.
    pub(crate) fn at(self, place: impl Into<Option<Place>>) -> Failure {
        Failure { place: self.place.or(place.into()), ..self }
    }

    /// `aji … | head` closes the pipe when it has seen enough: that is nobody's fault.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(&self.cause, Cause::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(subject) = &self.subject {
            write!(f, "{subject}:")?;
            if let Some(place) = self.place {
                write!(f, "{place}:")?;
            }
            f.write_str(" ")?;
        }
        self.cause.fmt(f)
    }
}

impl Error for Failure {}

/// Of the streams that the program was started with; files say their names.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { fault: Fault::Work, subject: None, place: None, cause: Cause::Stream(error) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::work(error)
    }
}

impl From<model::ParameterError> for Failure {
    fn from(error: model::ParameterError) -> Failure {
        match error {
            model::ParameterError::File { place, reason } => {
                Failure::usage(reason).at(place.map(|(line, column)| Place { line, column }))
            }
            other => Failure::usage(other),
        }
    }
}

impl From<input::InputError> for Failure {
    fn from(error: input::InputError) -> Failure {
        Failure::work(error.cause).about(error.name)
    }
}

/// In a batch a failure is told, and the rest goes on; alone it ends the command. Gives back whether there was one.
pub(crate) fn survive(done: Result<(), Failure>, batch: bool) -> Result<bool, Failure> {
    match done {
        Ok(()) => Ok(false),
        // Nobody hears the rest of the batch either.
        Err(failure) if matches!(failure.cause, Cause::Stream(_)) => Err(failure),
        Err(failure) if batch => {
            crate::output::complain(failure);
            Ok(true)
        }
        Err(failure) => Err(failure),
    }
}

/// The result of a command: whether everything it was given could be done.
pub(crate) type Outcome = Result<Done, Failure>;

/// How a command ended that did not stop early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    /// Everything was done.
    All,
    /// Something was reported and left out; the rest is done.
    Part,
    /// Something that was given is wrong and has been told; the rest is done.
    Bad,
}

impl Done {
    pub(crate) fn unless(failed: bool) -> Done {
        if failed { Done::Part } else { Done::All }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line_with_its_subject_and_its_place() {
        let plain = Failure::usage("there is nothing to do");
        assert_eq!((plain.to_string(), plain.fault.code()), ("there is nothing to do".to_string(), 2));
        let told = Failure::work("is no text").about("a.sgf");
        assert_eq!((told.to_string(), told.fault.code()), ("a.sgf: is no text".to_string(), 1));
        let placed = Failure::work("is no move").about("a.sgf").at(Place { line: 3, column: 7 });
        assert_eq!(placed.to_string(), "a.sgf:3:7: is no move");
        assert_eq!(Failure::work("is no move").about("a.sgf").at(None).to_string(), "a.sgf: is no move");
    }

    #[test]
    fn the_first_who_says_what_it_is_about_is_right() {
        assert_eq!(Failure::work("is no text").about("a.sgf").about("games.zip").to_string(), "a.sgf: is no text");
    }

    #[test]
    fn a_batch_goes_on_after_a_failure_but_not_when_nobody_reads() {
        assert!(survive(Err(Failure::work("is no text")), true).unwrap());
        assert!(survive(Err(Failure::work("is no text")), false).is_err());
        let closed = || Err(Failure::from(io::Error::from(io::ErrorKind::BrokenPipe)));
        assert!(survive(closed(), true).unwrap_err().is_closed_pipe());
    }
}
