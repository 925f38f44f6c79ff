//! What a session asks of the world outside: files and clocks. The caller gives it.

use std::io;
use std::time::Duration;

/// Files and clocks.
pub trait World: Send {
    /// The bytes of a game record.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&mut self, name: &str) -> io::Result<Vec<u8>>;

    /// Writes a game record, in place of one that is there.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Seconds of processor time that the program has taken, if that is known.
    fn cpu_seconds(&mut self) -> Option<f64>;

    /// The time since some fixed moment, if there is a clock. Without one, a player thinks as long as it likes.
    fn now(&mut self) -> Option<Duration>;
}

/// A world without files and clocks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Nowhere;

impl World for Nowhere {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn write(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        None
    }

    fn now(&mut self) -> Option<Duration> {
        None
    }
}
