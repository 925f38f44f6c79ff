//! The files of the page.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file of the page. Paths are looked up in a list, so that none leads anywhere else.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    match page::file(name) {
        Some(page::File { path, kind, content }) => {
            // Vite puts a hash of the content into the names of these.
            let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)], content).into_response()
        }
        None if path.is_empty() => {
            let missing = page::missing().unwrap_or_default();
            let text = format!(
                "The server of the workbench is running, but this aji was built without its page:\n{missing}\n\n\
                 Install Node 20 or later, build aji again with a network, and start aji serve anew.\n\
                 The interface for programs works: see /api/openapi.json\n"
            );
            (StatusCode::SERVICE_UNAVAILABLE, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text)
                .into_response()
        }
        None => {
            (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "There is no such page.\n")
                .into_response()
        }
    }
}
