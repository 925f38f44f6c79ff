//! Every target on a fixed number of mutants of good texts. The seed is another one every time; `AJI_HOSTILE_SEED` runs one
//! again, and `AJI_HOSTILE_INPUTS` tells how many.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use hostile::{Mutants, TARGETS, Target};

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// The good texts of a target, which the fuzzer begins with too.
fn texts(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target.name);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds nothing", folder.display());
    files.iter().map(|file| std::fs::read(file).expect("it can be read")).collect()
}

#[test]
fn nothing_that_is_sent_makes_anything_fail() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let seed = number("AJI_HOSTILE_SEED").unwrap_or(now);
    let inputs = number("AJI_HOSTILE_INPUTS").unwrap_or(60) as usize;
    std::thread::scope(|scope| {
        let run = |target: &'static Target| {
            let texts = texts(target);
            for (i, bytes) in texts.iter().cloned().chain(Mutants::new(&texts, seed).take(inputs)).enumerate() {
                if catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes))).is_err() {
                    let text = String::from_utf8_lossy(&bytes);
                    panic!("{}: input {i} with AJI_HOSTILE_SEED={seed} fails:\n{text}", target.name);
                }
            }
        };
        let threads: Vec<_> = TARGETS.iter().map(|target| scope.spawn(move || run(target))).collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
