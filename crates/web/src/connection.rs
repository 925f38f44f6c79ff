//! A connection whose client has to keep up: who says nothing from the start, or does not take what it asked for, is let go,
//! and sooner when others wait for the place. And who may have how many.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// When all places are taken, a client that does not move for this long loses its own.
const WHEN_FULL: Duration = Duration::from_secs(1);

/// The places for connections, all together and for every address.
pub(crate) struct Places {
    most: usize,
    most_of_one: usize,
    taken: AtomicUsize,
    of: Mutex<HashMap<IpAddr, usize>>,
}

/// A place, while it is held.
pub(crate) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Places {
    pub(crate) fn new(most: usize, most_of_one: usize) -> Arc<Places> {
        Arc::new(Places { most, most_of_one, taken: AtomicUsize::new(0), of: Mutex::default() })
    }

    /// A place for somebody from this address; none if that address has enough. This machine is one address for all its
    /// users, so that it may have all places.
    pub(crate) fn take(self: &Arc<Places>, address: IpAddr) -> Option<Place> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let has = of.entry(address).or_default();
        if *has >= self.most_of_one && !address.to_canonical().is_loopback() {
            return None;
        }
        *has += 1;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Some(Place { places: Arc::clone(self), address })
    }

    fn is_full(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.most
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut of = self.places.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(has) = of.get_mut(&self.address) {
            *has -= 1;
            if *has == 0 {
                of.remove(&self.address);
            }
        }
        self.places.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long reading or writing has been in vain.
struct Stall {
    since: Instant,
    patience: Duration,
}

impl Stall {
    /// When to look again; none if the client has had its time.
    fn next_look(&self, now: Instant, others_wait: bool) -> Option<Instant> {
        let waited = now - self.since;
        let sooner = WHEN_FULL.min(self.patience);
        let over = waited >= self.patience || others_wait && waited >= sooner;
        (!over).then(|| (now + sooner).min(self.since + self.patience))
    }
}

/// Attempts in vain, and when to look at them again.
type Stalled = Option<(Stall, Pin<Box<Sleep>>)>;

/// A stream to a client that does not wait for ever until the client speaks, or takes what is written.
pub(crate) struct Patient<S> {
    stream: S,
    place: Place,
    patience: Duration,
    /// Whether the client has said anything. Later silences are of those who wait for their answer, or read it.
    has_spoken: bool,
    reading: Stalled,
    writing: Stalled,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, place: Place, patience: Duration) -> Patient<S> {
        Patient { stream, place, patience, has_spoken: false, reading: None, writing: None }
    }

    fn written<T>(&mut self, context: &mut Context<'_>, tried: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        judged(tried, &mut self.writing, self.patience, &self.place, context)
    }
}

/// What becomes of an attempt to read or write: one that was in vain for too long has failed.
fn judged<T>(
    tried: Poll<io::Result<T>>,
    stalled: &mut Stalled,
    patience: Duration,
    place: &Place,
    context: &mut Context<'_>,
) -> Poll<io::Result<T>> {
    if tried.is_ready() {
        *stalled = None;
        return tried;
    }
    let (stall, look) = stalled.get_or_insert_with(|| {
        let since = Instant::now();
        (Stall { since, patience }, Box::pin(sleep_until(since + WHEN_FULL.min(patience))))
    });
    while look.as_mut().poll(context).is_ready() {
        match stall.next_look(Instant::now(), place.places.is_full()) {
            Some(then) => look.as_mut().reset(then),
            None => return Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
    Poll::Pending
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_read(context, buf);
        let Patient { place, patience, has_spoken, reading, .. } = &mut *self;
        if *has_spoken {
            return tried;
        }
        *has_spoken = tried.is_ready();
        judged(tried, reading, *patience, place, context)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, tried)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.written(context, tried)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_shutdown(context);
        self.written(context, tried)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const FAR: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let places = Places::new(3, 2);
        let (first, _second) = (places.take(FAR), places.take(FAR));
        assert!(first.is_some() && places.take(FAR).is_none());
        let here: Vec<_> = (0..5).map(|_| places.take(HERE).expect("this machine may have all")).collect();
        assert!(places.is_full());
        drop(first);
        assert!(places.take(FAR).is_some());
        drop(here);
        assert_eq!(places.of.lock().unwrap().len(), 1);
        assert!(!places.is_full());
    }

    /// The seconds until somebody who never reads is let go.
    fn given_up_after(others_wait: impl Fn(u64) -> bool) -> u64 {
        let since = Instant::now();
        let stall = Stall { since, patience: Duration::from_secs(20) };
        let mut now = since + WHEN_FULL;
        while let Some(then) = stall.next_look(now, others_wait((now - since).as_secs())) {
            assert!(then > now && then <= now + WHEN_FULL);
            now = then;
        }
        (now - since).as_secs()
    }

    #[test]
    fn who_does_not_read_is_let_go_and_sooner_when_others_wait() {
        assert_eq!(given_up_after(|_| false), 20);
        assert_eq!(given_up_after(|_| true), 1);
        assert_eq!(given_up_after(|second| second == 7), 7);
    }
}
