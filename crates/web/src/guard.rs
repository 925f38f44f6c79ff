//! Who may ask, and what every answer says to the browser.
//!
//! A page from elsewhere must not reach the workbench through the user's own browser: not by its address (a name that is
//! made to lead to this machine has another `Host`), not by a request across sites (`Origin`, `Sec-Fetch-Site`), not in
//! a frame.

use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Shared;
use crate::failure::Failure;

/// Who may ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// Programs on this machine, by one of its own names.
    Local,
    /// Whoever has the token.
    Token(String),
}

/// A token that nobody guesses.
///
/// # Errors
/// When the system has no chance to give.
pub fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

const COOKIE: &str = "aji";

/// Where the report of a reproduction is.
const REPORT: &str = "/reproduction";

const SAID: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Looks at every request before anything else does.
pub(crate) async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_api = is_api(request.uri().path());
    let is_report = request.uri().path() == REPORT;
    let mut response = match admit(&shared.bench.access, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            let mut refusal = *refusal;
            if refusal.status().is_client_error() {
                // Whoever may not ask keeps no place either.
                refusal.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            refusal
        }
    };
    if is_api {
        response = in_json(response).await;
    }
    let headers = response.headers_mut();
    for (name, value) in SAID {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if is_report {
        // A page of its own, shown in a frame of ours: its styles stand in it, scripts it has none.
        let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'self'";
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// An answer that says no, as JSON: what our handlers refuse is, what is refused before they are asked is plain text.
async fn in_json(response: Response) -> Response {
    const MOST: usize = 4096;
    let status = response.status();
    let json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let bytes = to_bytes(response.into_body(), MOST).await.unwrap_or_default();
    let told = String::from_utf8_lossy(&bytes);
    Failure::new(status, if told.is_empty() { status.canonical_reason().unwrap_or("refused") } else { &told })
        .into_response()
}

fn admit(access: &Access, request: &Request) -> Result<(), Box<Response>> {
    let refuse = |status, message: &str| Box::new(Failure::new(status, message).into_response());
    let headers = request.headers();
    let host = text(headers, &header::HOST).or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    let Some(host) = host else {
        return Err(refuse(StatusCode::BAD_REQUEST, "the request names no host"));
    };
    if *access == Access::Local && !is_local(host) {
        let message = "this workbench answers to localhost and 127.0.0.1 only; aji serve --host lets others in";
        return Err(refuse(StatusCode::FORBIDDEN, message));
    }
    let is_api = is_api(request.uri().path());
    let from_elsewhere = match text(headers, &header::ORIGIN) {
        Some(origin) => origin.split_once("://").is_none_or(|(_, authority)| !authority.eq_ignore_ascii_case(host)),
        None => headers.contains_key(header::ORIGIN),
    };
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let across = is_api && site.is_some_and(|site| site != b"same-origin" && site != b"none");
    if from_elsewhere || across {
        return Err(refuse(StatusCode::FORBIDDEN, "requests from other pages are not answered"));
    }
    let Access::Token(token) = access else { return Ok(()) };
    let shown = |given: &str| same(given.as_bytes(), token.as_bytes());
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if cookies.any(|(name, value)| name == COOKIE && shown(value)) || bearer.is_some_and(shown) {
        return Ok(());
    }
    let asked = request.uri().query().unwrap_or_default();
    let given = asked.split('&').find_map(|pair| pair.strip_prefix("token="));
    if !is_api && request.method() == Method::GET && given.is_some_and(shown) {
        // The token goes into a cookie and out of the address, which others may see.
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        let said = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_string())];
        return Err(Box::new((StatusCode::SEE_OTHER, said).into_response()));
    }
    Err(refuse(StatusCode::UNAUTHORIZED, "open the whole address that aji serve printed, with its token"))
}

/// Whether a path is of the interface for programs.
fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether a host is a name of this machine for itself. The port may be that of a tunnel.
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Compares without telling by its time how much is right.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8642", "127.1.2.3", "[::1]:8642", "[::1]"] {
            assert!(is_local(host), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "", "[::2]", "0.0.0.0"]
        {
            assert!(!is_local(host), "{host}");
        }
    }

    #[test]
    fn tokens_differ() {
        let (a, b) = (new_token().unwrap(), new_token().unwrap());
        assert_eq!(a.len(), 32);
        assert_ne!(a, b);
        assert!(same(a.as_bytes(), a.as_bytes()) && !same(a.as_bytes(), b.as_bytes()));
    }
}
