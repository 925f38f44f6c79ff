//! What Ctrl-C, and the system's wish to end us, do: a command that can stop in order does so, and whatever happens the
//! program ends within two seconds, with every engine that it started.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// How long a command has to keep what it did, and to say how to go on.
const GRACE: Duration = Duration::from_millis(1500);

/// Is there once a command wants to stop in order; is set when it should.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Looks out for signals, from the start of the program on.
pub(crate) fn watch() {
    // Without a handler the program ends as every program does.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let look_out = move || {
        let mut asked = false;
        for signal in signals.forever() {
            match STOP.get() {
                Some(stop) if !asked => {
                    stop.store(true, Ordering::Relaxed);
                    asked = true;
                    let wait = move || {
                        thread::sleep(GRACE);
                        end(signal);
                    };
                    if thread::Builder::new().name("grace".to_string()).spawn(wait).is_err() {
                        end(signal);
                    }
                }
                // Nobody wants to stop in order, or it was said twice.
                _ => end(signal),
            }
        }
    };
    let _ = thread::Builder::new().name("signals".to_string()).spawn(look_out);
}

/// A flag that the first signal sets. Who asks for it has a moment from then on.
pub(crate) fn on_signals() -> Arc<AtomicBool> {
    Arc::clone(STOP.get_or_init(Arc::default))
}

/// Ends the program as the signal would have.
fn end(signal: i32) {
    engine::kill_all();
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    signal_hook::low_level::exit(128 + signal);
}
