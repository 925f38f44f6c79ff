//! Listening, and everything a client can do to a connection.

use std::future::Future;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::connection::{Patient, Places};
use crate::guard::{Access, guard};
use crate::jobs::Jobs;
use crate::judge::Judges;
use crate::openapi::{About, Api};
use crate::{Shared, Workbench, api, assets, library};

/// However busy, a connection is closed after this long; browsers open another.
const LIFE: Duration = Duration::from_secs(900);

/// The workbench, listening.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// Why there is no server.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address is taken or not ours.
    #[error("cannot listen on {address} ({reason}); choose another with --port")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The system gives no threads.
    #[error("the server cannot start ({0})")]
    System(#[from] std::io::Error),
    /// An address that others reach, without a token.
    #[error("{0} can be reached from outside this machine: that takes a token")]
    Open(SocketAddr),
}

impl Server {
    /// Listens on an address; port 0 is any that is free.
    ///
    /// # Errors
    /// When that is not possible, or would let everybody in.
    pub fn bind(bench: Workbench, address: SocketAddr) -> Result<Server, ServeError> {
        if bench.access == Access::Local && !address.ip().is_loopback() {
            return Err(ServeError::Open(address));
        }
        let listener = TcpListener::bind(address).map_err(|reason| ServeError::Address { address, reason })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let jobs = Jobs::new(&bench.limits);
        let judges = Judges::new(&bench.engines, &bench.limits)?;
        let opened = bench.records.iter().map(|_| OnceLock::new()).collect();
        let games = OnceLock::new();
        Ok(Server { listener, address, shared: Arc::new(Shared { bench, opened, games, jobs, judges }) })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser, with the token if it takes one.
    #[must_use]
    pub fn url(&self) -> String {
        let address = self.address;
        match &self.shared.bench.access {
            Access::Local => format!("http://{address}/"),
            Access::Token(token) => format!("http://{address}/?token={token}"),
        }
    }

    /// Serves until this is set.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        const LOOK_UP: Duration = Duration::from_millis(50);
        self.run_until(async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK_UP).await;
            }
        })
    }

    /// Serves until something happens.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn run_until(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let workers = self.shared.bench.limits.workers.max(1);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(2 * workers + 2)
            .enable_all()
            .build()?;
        runtime.block_on(async {
            tokio::select! {
                served = listen(self.listener, self.shared) => served,
                () = stop => Ok(()),
            }
        })?;
        // Work in progress is of no use to anybody now.
        runtime.shutdown_background();
        Ok(())
    }
}

async fn listen(listener: TcpListener, shared: Arc<Shared>) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let limits = &shared.bench.limits;
    let permits = Arc::new(Semaphore::new(limits.connections));
    let places = Places::new(limits.connections, limits.of_one_address);
    let patience = limits.client;
    let service = TowerToHyperService::new(router(shared));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return Ok(()) };
        let Ok((stream, client)) = listener.accept().await else {
            // Too many open files, most likely: wait until some are closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Who has many already is not told so, as that would take a place.
        let Some(place) = places.take(client.ip()) else { continue };
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(64 << 10);
            let connection = http.serve_connection(TokioIo::new(Patient::new(stream, place, patience)), service);
            // Whatever happens to one connection concerns nobody else.
            let _ = tokio::time::timeout(LIFE, connection).await;
            drop(permit);
        });
    }
}

/// Every path of the interface.
fn paths() -> Api {
    let game = json!({"name": "game", "in": "query", "description": "Which game of the file, from 1.",
                      "schema": {"type": "integer", "minimum": 1}});
    let number = json!({"name": "number", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 0}});
    let name = json!({"name": "name", "in": "query", "schema": {"type": "string"},
                      "description": "The name of the file; its ending is a hint at the format."});
    let opened = About {
        path: "/records/{number}",
        summary: "A record that was opened with the server",
        parameters: json!([number, game]),
    };
    let record = About {
        path: "/record",
        summary: "Reads a record: SGF, GIB, NGF or TSV, also gzipped",
        parameters: json!([name, game]),
    };
    Api::new()
        .get(("/about", "The version, and the records that were opened with the server"), api::about)
        .get(("/models", "The cards of all models, as aji models --json"), api::models)
        .get(("/players", "The players; each can be had with +search"), api::players)
        .get(opened, api::opened)
        .file(record, api::record)
        .ask(("/games", "The games that were opened with the server, in short"), library::games)
        .ask(("/classes", "Classes that a model knows, as aji models NAME --classes --json"), library::classes)
        .ask(("/save", "Writes a game as SGF"), api::save)
        .ask(("/line", "Replays a line: the start, and every ply with what it took"), api::line)
        .ask(("/play", "Tries a move under the rules"), api::play)
        .ask(("/read", "What models see at the end of a line, as aji read --json"), api::read)
        .ask(("/frames", "The steps behind a quantity"), api::frames)
        .ask(("/move", "A move by a player, with its reasons"), api::genmove)
        .ask(("/review", "The review of a line, as aji review --json"), api::review)
        .ask(("/score", "Counts a finished game; dead stones are found by playing on"), api::score)
        .ask(("/solve", "What becomes of a group, or of all groups, by reading; as aji solve --json"), api::solve)
        .ask(("/picture", "A picture of the position, as aji show draws it"), api::picture)
        .ask(("/stream/read", "As /api/read, one event a model, as they come"), api::stream_read)
        .ask(("/stream/curves", "All numbers of models at every position of a line"), api::stream_curves)
        .ask(
            ("/stream/judge", "What a judge thinks of the end of a line, for as long as it is listened to"),
            api::stream_judge,
        )
        .ask(("/stream/review", "As /api/review, with what is known on the way"), api::stream_review)
        .ask(("/stream/occurrences", "Where moves of a class were played, game by game"), library::occurrences)
        .ask(("/stream/simulate", "A run of a model by itself"), api::stream_simulate)
}

/// The description of the interface, as OpenAPI.
#[must_use]
pub fn openapi() -> serde_json::Value {
    paths().finish().1
}

/// Every path there is.
fn router(shared: Arc<Shared>) -> Router {
    let limit = shared.bench.limits.record;
    let (api, _) = paths().finish();
    let api = api.fallback(api::unknown).method_not_allowed_fallback(api::not_so);
    Router::new()
        .route("/api", any(api::unknown))
        .route("/api/", any(api::unknown))
        .nest("/api", api)
        .merge(Router::new().route("/reproduction", get(api::reproduction)))
        .fallback(get(assets::file))
        .layer(DefaultBodyLimit::max(limit))
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}
