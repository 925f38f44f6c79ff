//! What went wrong, in one line, and the exit code that remembers it.

use std::fmt;

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

/// An error that ends a command: a line for the user and what kind of fault it is.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) fault: Fault,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn usage(message: impl fmt::Display) -> Failure {
        Failure { fault: Fault::Usage, message: message.to_string() }
    }

    pub(crate) fn work(message: impl fmt::Display) -> Failure {
        Failure { fault: Fault::Work, message: message.to_string() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// In a batch a failure is told, and the rest goes on; alone it ends the command. Gives back whether there was one.
pub(crate) fn survive(done: anyhow::Result<()>, batch: bool) -> anyhow::Result<bool> {
    match done {
        Ok(()) => Ok(false),
        Err(error) if batch && error.is::<Failure>() => {
            crate::output::complain(error);
            Ok(true)
        }
        Err(error) => Err(error),
    }
}

/// The result of a command: whether everything it was given could be done.
pub(crate) type Outcome = anyhow::Result<Done>;

/// How a command ended that did not stop early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    /// Everything was done.
    All,
    /// Something was reported and left out; the rest is done.
    Part,
}

impl Done {
    pub(crate) fn unless(failed: bool) -> Done {
        if failed { Done::Part } else { Done::All }
    }
}
