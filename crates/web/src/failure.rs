//! What went wrong, as a status and one sentence of JSON.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wire::Failed;

/// An answer that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, message: impl std::fmt::Display) -> Failure {
        Failure { status, message: message.to_string() }
    }

    /// The question cannot be read.
    pub(crate) fn malformed(message: impl std::fmt::Display) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, message)
    }

    /// The question can be read, but has no answer.
    pub(crate) fn refused(message: impl std::fmt::Display) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Too many ask at once.
    pub(crate) fn busy() -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "too many questions at once; ask again in a moment")
    }

    /// The work takes too long.
    pub(crate) fn too_long() -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "this takes too long for the workbench; use the command line")
    }

    /// Our own mistake.
    pub(crate) fn broken() -> Failure {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "a mistake of the program; the rest goes on")
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let told = Failed { error: self.message, status: self.status.as_u16() };
        let mut response = (self.status, axum::Json(told)).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
