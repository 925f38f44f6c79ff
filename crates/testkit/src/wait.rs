//! Waiting for what happens.

use std::thread;
use std::time::Duration;

/// Waits until something has happened, however long it takes. Tests know no clock: on a busy machine every bound is too short
/// some day, and whoever waits in vain is stopped from outside.
pub fn until(mut happened: impl FnMut() -> bool) {
    while !happened() {
        thread::sleep(Duration::from_millis(1));
    }
}
