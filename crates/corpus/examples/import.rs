//! Imports and says what it cost: `import INTO SOURCE… [--positions]`. For measurements; `aji corpus import` is for everybody.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use corpus::{Dataset, Import, Table};

#[allow(clippy::print_stdout, reason = "that is what it is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (options, mut names): (Vec<_>, Vec<_>) =
        std::env::args_os().skip(1).partition(|argument| argument == "--positions");
    if names.len() < 2 {
        return Err("usage: import INTO SOURCE… [--positions]".into());
    }
    let into = PathBuf::from(names.remove(0));
    let import = Import::new(&into, names).positions(!options.is_empty());
    let began = Instant::now();
    let report = import.run(&AtomicBool::new(false), &mut |_| {})?;
    let seconds = began.elapsed().as_secs_f64();
    let dataset = Dataset::open(&into)?;
    println!("games\t{}\nmoves\t{}\nduplicates\t{}", report.games, report.moves, report.duplicates);
    println!("faults\t{}\nread bytes\t{}", report.faults, report.bytes);
    println!("seconds\t{seconds:.2}\ngames a second\t{:.0}", report.games as f64 / seconds);
    for table in Table::ALL {
        let bytes: u64 = dataset.parts().filter(|part| part.table == table).map(|part| part.bytes).sum();
        println!("{} bytes\t{bytes}\t{} rows", table.name(), dataset.rows(table));
    }
    // The most memory it took, where the system tells.
    if let Ok(status) = std::fs::read_to_string("/proc/self/status")
        && let Some(peak) = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))
    {
        println!("peak memory\t{}", peak.trim());
    }
    println!("hash\t{:016x}", dataset.hash());
    Ok(())
}
