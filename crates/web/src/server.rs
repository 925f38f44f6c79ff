//! Listening, and everything a client can do to a connection.

use std::future::Future;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::guard::{Access, guard};
use crate::jobs::Jobs;
use crate::{Shared, Workbench, api, assets};

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
        let opened = bench.records.iter().map(|_| OnceLock::new()).collect();
        Ok(Server { listener, address, shared: Arc::new(Shared { bench, opened, jobs }) })
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

    /// Serves until the program is interrupted.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn run(self) -> Result<(), ServeError> {
        self.run_until(async {
            let _ = tokio::signal::ctrl_c().await;
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
    let permits = Arc::new(Semaphore::new(shared.bench.limits.connections));
    let patience = shared.bench.limits.client;
    let service = TowerToHyperService::new(router(shared));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return Ok(()) };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, most likely: wait until some are closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(64 << 10);
            let connection = http.serve_connection(TokioIo::new(stream), service);
            // Whatever happens to one connection concerns nobody else.
            let _ = tokio::time::timeout(LIFE, connection).await;
            drop(permit);
        });
    }
}

/// Every path there is.
fn router(shared: Arc<Shared>) -> Router {
    let limit = shared.bench.limits.record;
    let api = Router::new()
        .route("/about", get(api::about))
        .route("/models", get(api::models))
        .route("/players", get(api::players))
        .route("/openapi.json", get(api::openapi))
        .route("/records/{number}", get(api::opened))
        .route("/record", post(api::record))
        .route("/save", post(api::save))
        .route("/line", post(api::line))
        .route("/play", post(api::play))
        .route("/read", post(api::read))
        .route("/frames", post(api::frames))
        .route("/move", post(api::genmove))
        .route("/review", post(api::review))
        .route("/score", post(api::score))
        .route("/picture", post(api::picture))
        .route("/stream/read", post(api::stream_read))
        .route("/stream/curves", post(api::stream_curves))
        .route("/stream/simulate", post(api::stream_simulate))
        .fallback(api::unknown)
        .method_not_allowed_fallback(api::not_so);
    Router::new()
        .nest("/api", api)
        .merge(Router::new().route("/reproduction", get(api::reproduction)))
        .fallback(get(assets::file))
        .layer(DefaultBodyLimit::max(limit))
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}
