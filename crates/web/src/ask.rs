//! How a client's question arrives, and what it means here.

use std::future::poll_fn;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use goban::{BoardSize, Move, Position};
use model::{Families, Question, Settings};
use serde::de::DeserializeOwned;
use tokio::sync::OwnedSemaphorePermit;
use wire::{QuestionAsk, SetAsk};

use crate::Shared;
use crate::failure::Failure;

/// A body of JSON, of bounded length, sent in bounded time.
pub(crate) struct Ask<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Ask<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Ask<T>, Failure> {
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            let message = "send JSON, with Content-Type: application/json";
            return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let bytes = body(request, shared.bench.limits.question, shared).await?;
        serde_json::from_slice(&bytes)
            .map(Ask)
            .map_err(|error| Failure::malformed(format!("the JSON is wrong: {error}")))
    }
}

/// The bytes of a question, which take their room until they are dropped.
pub(crate) struct Held {
    bytes: axum::body::Bytes,
    _room: OwnedSemaphorePermit,
}

impl Deref for Held {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The bytes of a request.
pub(crate) async fn body(request: Request, most: usize, shared: &Shared) -> Result<Held, Failure> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let too_large =
        || Failure::new(StatusCode::PAYLOAD_TOO_LARGE, format!("more than {} kB are not read; send less", most >> 10));
    if length.is_some_and(|length: usize| length > most) {
        return Err(too_large());
    }
    // Who does not say how much it is may bring as much as anybody.
    let room = match shared.jobs.room(length.unwrap_or(most)).await {
        Ok(room) => room,
        Err(busy) => {
            forget(request, shared.bench.limits.client).await;
            return Err(busy);
        }
    };
    match tokio::time::timeout(shared.bench.limits.client, to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => Ok(Held { bytes, _room: room }),
        // The only errors are one byte too much and a client that went away, who hears nothing.
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")),
    }
}

/// Takes what a client still sends and keeps none of it: who is cut off while it sends does not hear the answer.
async fn forget(request: Request, most: Duration) {
    let mut body = request.into_body();
    let all = async { while let Some(Ok(_)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {} };
    let _ = tokio::time::timeout(most, all).await;
}

/// The settings of the command line, and over them those of the page.
pub(crate) fn settings(set: &SetAsk, base: &Settings, families: &Families) -> Result<Settings, Failure> {
    let mut settings = base.clone();
    for (name, value) in &set.settings {
        settings.add(&format!("{name}={value}")).map_err(Failure::refused)?;
    }
    settings.check(families.cards()).map_err(Failure::refused)?;
    Ok(settings)
}

/// What a question means on a board.
pub(crate) fn question(ask: &QuestionAsk, position: &Position) -> Result<Question, Failure> {
    let point = |text: &str| point(position.size(), text);
    match (ask.point.as_deref(), ask.from.as_deref(), ask.to.as_deref(), ask.mv.as_deref()) {
        (Some(at), None, None, None) => Ok(Question::Point(point(at)?)),
        (None, Some(from), Some(to), None) => Ok(Question::Pair { from: point(from)?, to: point(to)? }),
        (None, None, None, Some("last")) => Ok(Question::LastMove),
        (None, None, None, Some("pass")) => Ok(Question::Candidate(Move::Pass)),
        (None, None, None, Some(at)) => Ok(Question::Candidate(Move::Play(point(at)?))),
        _ => Err(Failure::malformed("a question is one of point, from and to, or move")),
    }
}

pub(crate) fn point(size: BoardSize, text: &str) -> Result<goban::Point, Failure> {
    size.parse_vertex(text)
        .ok_or_else(|| Failure::refused(format!("'{text}' is no point of a {size} board; write it as D4 (no I)")))
}
