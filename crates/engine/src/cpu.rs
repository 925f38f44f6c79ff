//! How much time processors spent, on an engine and on ourselves.

use std::fs;
use std::time::Duration;

/// The CPU time of the calling thread: what a player inside this program has used.
#[must_use]
pub fn thread_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The CPU time of all processes of a group, and of their children that have ended; none where the system does not say
/// (it does on Linux).
pub(crate) fn group_cpu_time(group: u32) -> Option<Duration> {
    let mut ticks = 0;
    let mut found = false;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        if !entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit) {
            continue;
        }
        // A process may end while we look.
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        if let Some((its_group, its_ticks)) = group_and_ticks(&stat)
            && its_group == group
        {
            ticks += its_ticks;
            found = true;
        }
    }
    let rate = rustix::param::clock_ticks_per_second();
    (found && rate > 0).then(|| Duration::from_secs_f64(ticks as f64 / rate as f64))
}

/// The process group, and the ticks of a process and its ended children, from a line of `/proc/PID/stat`.
fn group_and_ticks(stat: &str) -> Option<(u32, u64)> {
    // The name of the program, in parentheses, may itself hold blanks and parentheses.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let group = fields.get(2)?.parse().ok()?;
    let ticks = fields.get(11..15)?.iter().map(|field| field.parse::<u64>()).sum::<Result<u64, _>>().ok()?;
    Some((group, ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_proc_is_read_behind_the_name() {
        let line = "4038 (c) at) R 4034 77 20457 0 -1 4194304 100 0 0 0 5 2 30 10 20 0 1 0 1123248 3133440 410";
        assert_eq!(group_and_ticks(line), Some((77, 47)));
        assert_eq!(group_and_ticks("nothing"), None);
    }

    #[test]
    fn our_own_time_grows() {
        let before = thread_cpu_time();
        let mut sum = 0u64;
        while thread_cpu_time() == before {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(thread_cpu_time() > before);
    }
}
