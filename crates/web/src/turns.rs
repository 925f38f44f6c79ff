//! Work that goes on for as long as somebody looks. It is done in slices, everybody's turn by turn, on a few threads of its own: fifty who look
//! share a processor fairly, and plain questions never wait behind them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::failure::Failure;

/// Whether there is more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Again,
    Done,
}

/// Work in slices.
pub(crate) trait Sliced: Send {
    /// Does a little. `alone` says whether nobody waits for the thread.
    fn slice(&mut self, alone: bool) -> Next;

    /// Says that it broke off.
    fn broken(&mut self);

    /// Whether nobody looks any more.
    fn is_left(&self) -> bool;
}

/// Those who take turns, and the threads that serve them.
pub(crate) struct Turns {
    queue: Arc<Queue>,
    most: usize,
}

#[derive(Default)]
struct Queue {
    tasks: Mutex<Tasks>,
    ready: Condvar,
}

#[derive(Default)]
struct Tasks {
    waiting: VecDeque<Box<dyn Sliced>>,
    /// Those who wait and those who are served.
    all: usize,
    closed: bool,
}

impl Turns {
    /// Turns for so many at most, served by this many threads.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub(crate) fn new(name: &str, threads: usize, most: usize) -> std::io::Result<Turns> {
        let turns = Turns { queue: Arc::default(), most };
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&turns.queue);
            thread::Builder::new().name(name.to_string()).spawn(move || queue.serve())?;
        }
        Ok(turns)
    }

    /// Takes on work. Its first slice comes before all others, so that whoever has just clicked sees something at once; then it waits its
    /// turn as everybody does.
    ///
    /// # Errors
    /// When there are too many already.
    pub(crate) fn add(&self, task: Box<dyn Sliced>) -> Result<(), Failure> {
        let mut tasks = self.queue.tasks();
        // Those who left would be found out when their turn comes; whoever comes now does not wait for that.
        let waiting = tasks.waiting.len();
        tasks.waiting.retain(|task| !task.is_left());
        tasks.all -= waiting - tasks.waiting.len();
        if tasks.all >= self.most {
            return Err(Failure::busy());
        }
        tasks.all += 1;
        tasks.waiting.push_front(task);
        drop(tasks);
        self.queue.ready.notify_one();
        Ok(())
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        let mut tasks = self.queue.tasks();
        tasks.closed = true;
        tasks.waiting.clear();
        drop(tasks);
        self.queue.ready.notify_all();
    }
}

impl Queue {
    /// Nothing under the lock can panic, so that a poisoned one is as good as any.
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self) {
        loop {
            let (mut task, alone) = {
                let mut tasks = self.tasks();
                loop {
                    if tasks.closed {
                        return;
                    }
                    if let Some(task) = tasks.waiting.pop_front() {
                        break (task, tasks.waiting.is_empty());
                    }
                    tasks = self.ready.wait(tasks).unwrap_or_else(PoisonError::into_inner);
                }
            };
            let next = catch_unwind(AssertUnwindSafe(|| task.slice(alone))).unwrap_or_else(|_| {
                task.broken();
                Next::Done
            });
            let mut tasks = self.tasks();
            match next {
                Next::Again if !tasks.closed => tasks.waiting.push_back(task),
                _ => tasks.all -= 1,
            }
        }
    }
}

/// Bytes for all who look, of which each gets a part.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Mutex<usize>>);

/// A part of them, while it is held.
pub(crate) struct Share {
    pool: Pool,
    pub(crate) bytes: usize,
}

impl Pool {
    /// The least and the most that one gets.
    const LEAST: usize = 4 << 20;
    const MOST: usize = 64 << 20;

    pub(crate) fn new(bytes: usize) -> Pool {
        Pool(Arc::new(Mutex::new(bytes)))
    }

    /// A sixteenth of what is left: the more look, the less each has, and who comes late still has something.
    pub(crate) fn share(&self) -> Share {
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = (*left / 16).clamp(Pool::LEAST, Pool::MOST);
        *left = left.saturating_sub(bytes);
        Share { pool: self.clone(), bytes }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut left = self.pool.0.lock().unwrap_or_else(PoisonError::into_inner);
        *left += self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Says its name in every slice.
    struct Says {
        name: char,
        left: usize,
        to: Sender<char>,
        gate: Option<Arc<Mutex<()>>>,
    }

    impl Sliced for Says {
        fn slice(&mut self, _: bool) -> Next {
            if let Some(gate) = self.gate.take() {
                drop(gate.lock());
            }
            assert!(self.name != '!', "as it should");
            let _ = self.to.send(self.name);
            self.left -= 1;
            if self.left == 0 { Next::Done } else { Next::Again }
        }

        fn broken(&mut self) {
            let _ = self.to.send('x');
        }

        fn is_left(&self) -> bool {
            self.name == '-'
        }
    }

    #[test]
    fn everybody_gets_a_turn_and_newcomers_go_first_once() {
        let turns = Turns::new("test", 1, 4).unwrap();
        let (to, said) = channel();
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().unwrap();
        let add = |name, left, gate: Option<&Arc<Mutex<()>>>| {
            turns.add(Box::new(Says { name, left, to: to.clone(), gate: gate.cloned() }))
        };
        add('a', 4, Some(&gate)).unwrap();
        // The thread has taken the first when the second waits.
        while !turns.queue.tasks().waiting.is_empty() {
            thread::yield_now();
        }
        add('b', 3, None).unwrap();
        add('!', 1, None).unwrap();
        add('c', 2, None).unwrap();
        assert!(add('d', 1, None).is_err(), "four are enough");
        turns.queue.tasks().waiting.push_back(Box::new(Says { name: '-', left: 1, to: to.clone(), gate: None }));
        turns.queue.tasks().all += 1;
        assert!(add('d', 1, None).is_err(), "who left makes room for nobody but itself");
        assert_eq!(turns.queue.tasks().all, 4);
        drop(closed);
        let told: String = said.iter().take(10).collect();
        assert_eq!(told, "acxbacbaba");
    }

    #[test]
    fn shares_fit_into_the_pool_and_come_back() {
        let pool = Pool::new(512 << 20);
        let shares: Vec<Share> = (0..40).map(|_| pool.share()).collect();
        assert_eq!(shares[0].bytes, 32 << 20);
        assert!(shares.iter().map(|share| share.bytes).sum::<usize>() <= 512 << 20);
        drop(shares);
        assert_eq!(*pool.0.lock().unwrap(), 512 << 20);
    }
}
