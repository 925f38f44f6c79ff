//! Answers in pieces: server-sent events, each a JSON value.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::failure::Failure;

/// How many pieces wait for a slow client before the work waits too.
const ROOM: usize = 32;

/// Where the pieces go.
#[derive(Clone)]
pub(crate) struct Feed {
    to: mpsc::Sender<Bytes>,
    patience: Duration,
}

impl Feed {
    /// Gives a piece. A client that has gone, or does not take it in time, ends the work.
    pub(crate) async fn give(&self, piece: &str) -> Result<(), Failure> {
        let event = Bytes::from(format!("data: {piece}\n\n"));
        match tokio::time::timeout(self.patience, self.to.send(event)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Failure::too_long()),
        }
    }

    /// The same, from a thread that works.
    pub(crate) fn give_value(&self, piece: &impl Serialize) -> Result<(), Failure> {
        let piece = serde_json::to_string(piece).map_err(|_| Failure::broken())?;
        tokio::runtime::Handle::current().block_on(self.give(&piece))
    }

    /// Gives a piece if the client has room for it. Who does not take pieces in time goes without them: the next says all that they said.
    pub(crate) fn offer(&self, piece: &impl Serialize) -> bool {
        let Ok(piece) = serde_json::to_string(piece) else { return false };
        self.to.try_send(Bytes::from(format!("data: {piece}\n\n"))).is_ok()
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.to.is_closed()
    }
}

/// A feed and the answer that carries it.
pub(crate) fn open(patience: Duration) -> (Feed, Response) {
    let (to, from) = mpsc::channel(ROOM);
    let kind =
        [(header::CONTENT_TYPE, "text/event-stream"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    (Feed { to, patience }, (kind, Body::new(Pieces(from))).into_response())
}

struct Pieces(mpsc::Receiver<Bytes>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}
