//! Queries on several machines: a scheduler that plans, executors that compute, by Ballista.
//!
//! The query is planned where it is asked; the scheduler splits the plan, and the executors read the files of the corpus
//! themselves, under the same path or address on every machine. Our functions and tables exist on all of them, since all
//! are this program. Nobody is asked for a password: whoever reaches the ports can run queries and read what the machines
//! can read. That is why they listen on the machine itself until told otherwise.

use std::fmt;
use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow::datatypes::SchemaRef;
use ballista::prelude::SessionContextExt;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result as PlanResult, TableReference};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::logical_expr::{Extension, LogicalPlan, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use model::Families;
use serde::{Deserialize, Serialize};

use crate::Table;
use crate::sql::follow::{FollowExec, Followed, Moves, Sight};
use crate::sql::joined::Joined;
use crate::sql::store::Stores;
use crate::sql::{self, Counters, Options, Session, SqlError, review};

/// The port of a scheduler that was given no other.
pub const PORT: u16 = 50050;

/// Into how many parts a query is split that does not say it: more than cores, so that the loss of a machine costs a part
/// and not a half, and no core waits long for the last one.
const PARTS: usize = 16;

/// How long to wait for a machine to answer at all.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often an executor says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How a scheduler runs.
#[derive(Clone, Copy, Debug)]
pub struct Scheduling {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// After how much silence an executor counts as lost and its work is given to others.
    pub lost_after: Duration,
}

/// How an executor runs.
#[derive(Clone, Debug)]
pub struct Executing {
    /// The scheduler, `HOST:PORT`.
    pub scheduler: String,
    /// The address to listen on: other executors and whoever asked fetch results there.
    pub bind: IpAddr,
    /// The port, and the one after it to hear from the scheduler; 0 is any free ones.
    pub port: u16,
    /// Cores to use; none for all.
    pub threads: Option<usize>,
    /// Where results between two steps are kept.
    pub work: PathBuf,
}

/// Runs a scheduler until the process ends. `listening` hears where it listens.
///
/// # Errors
/// When the port is taken.
pub fn schedule(families: &Families, options: &Scheduling, listening: impl FnOnce(SocketAddr)) -> Result<(), SqlError> {
    let runtime = sql::runtime(2)?;
    let failed = |error: &dyn fmt::Display| SqlError::Failed(error.to_string());
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(options.listen)
            .await
            .map_err(|error| SqlError::Failed(format!("{}: {error}", options.listen)))?;
        let address = listener.local_addr().map_err(|error| failed(&error))?;
        let seconds = options.lost_after.as_secs().max(3 * HEARTBEAT.as_secs());
        let codec = Codec::new(families);
        let session_families = families.clone();
        let config = SchedulerConfig {
            bind_host: address.ip().to_string(),
            external_host: address.ip().to_string(),
            bind_port: address.port(),
            scheduling_policy: TaskSchedulingPolicy::PushStaged,
            executor_timeout_seconds: seconds,
            expire_dead_executor_interval_seconds: (seconds / 4).clamp(1, 15),
            no_executors_grace_period_seconds: seconds.max(10),
            override_config_producer: Some(Arc::new(config)),
            override_session_builder: Some(Arc::new(move |config| {
                sql::state(config, &Stores::new(None), &session_families, &Arc::new(Counters::default()))
            })),
            override_logical_codec: Some(Arc::new(codec.clone())),
            override_physical_codec: Some(Arc::new(codec)),
            ..SchedulerConfig::default()
        };
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(|error| failed(&error))?;
        let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config))
            .await
            .map_err(|error| failed(&error))?;
        listening(address);
        start_grpc_service_with_listener(listener, scheduler).await.map_err(|error| failed(&error))
    })
}

/// Runs an executor until it is told to end. `ready` hears the port once the scheduler answers.
///
/// # Errors
/// When the scheduler does not answer in time, or the port is taken.
pub fn execute(families: &Families, options: &Executing, ready: impl FnOnce(u16)) -> Result<(), SqlError> {
    let address = reach(&options.scheduler)?;
    let threads = options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (port, orders) = ports(options)?;
    std::fs::create_dir_all(&options.work)
        .map_err(|error| SqlError::Failed(format!("{}: cannot be made ({error})", options.work.display())))?;
    let codec = Codec::new(families);
    let mut functions = BallistaFunctionRegistry::default();
    for function in datafusion::functions_nested::all_default_nested_functions() {
        functions.scalar_functions.insert(function.name().to_string(), function);
    }
    for function in sql::all_functions(families, &codec.counters) {
        functions.scalar_functions.insert(function.name().to_string(), function);
    }
    let (work, machine) = (options.work.clone(), SocketAddr::new(options.bind, port).to_string());
    let runtime_of = move |_: &SessionConfig| -> PlanResult<Arc<RuntimeEnv>> {
        let stores = Arc::new(Stores::new(Some(machine.clone())));
        RuntimeEnvBuilder::new().with_temp_file_path(work.clone()).with_object_store_registry(stores).build_arc()
    };
    let config = ExecutorProcessConfig {
        bind_host: options.bind.to_string(),
        // Whoever listens on every address is found under the one from which it called the scheduler.
        external_host: (!options.bind.is_unspecified()).then(|| options.bind.to_string()),
        port,
        grpc_port: orders,
        executor_heartbeat_interval_seconds: HEARTBEAT.as_secs(),
        scheduler_host: address.ip().to_string(),
        scheduler_port: address.port(),
        vcores: threads,
        task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
        work_dir: Some(options.work.to_string_lossy().into_owned()),
        override_function_registry: Some(Arc::new(functions)),
        override_config_producer: Some(Arc::new(self::config)),
        override_runtime_producer: Some(Arc::new(runtime_of)),
        override_logical_codec: Some(Arc::new(codec.clone())),
        override_physical_codec: Some(Arc::new(codec)),
        ..ExecutorProcessConfig::default()
    };
    let runtime = sql::runtime(threads.max(2))?;
    ready(port);
    runtime
        .block_on(start_executor_process(Arc::new(config)))
        .map_err(|error| SqlError::Failed(format!("the executor stopped: {error}")))
}

impl Session {
    /// Opens a corpus whose queries a cluster answers. The scheduler is `HOST:PORT`.
    ///
    /// # Errors
    /// When there is no corpus, the scheduler does not answer, or no executor has joined it.
    pub fn on_cluster(
        place: impl AsRef<Path>,
        families: &Families,
        scheduler: &str,
        options: Options,
    ) -> Result<Session, SqlError> {
        let address = reach(scheduler)?;
        wait_for_executors(address, scheduler)?;
        let counters = Arc::new(Counters::default());
        let codec = Codec::new(families);
        let config = config()
            // The parts of a query; without a wish more than one a core of a few machines.
            .with_target_partitions(options.threads.unwrap_or(PARTS))
            .with_ballista_logical_extension_codec(Arc::new(codec.clone()))
            .with_ballista_physical_extension_codec(Arc::new(codec));
        let state = sql::state(config, &Stores::new(None), families, &counters)?;
        let runtime = sql::runtime(2)?;
        let url = format!("df://{address}");
        let context = runtime.block_on(SessionContext::remote_with_state(&url, state))?;
        // The upgrade to a cluster put the functions of the database in place of all.
        for function in sql::all_functions(families, &counters) {
            context.register_udf(function.as_ref().clone());
        }
        Session::over(context, place.as_ref(), families, options, counters)
    }
}

/// How sessions are set on every machine of a cluster.
fn config() -> SessionConfig {
    sql::config(Options::default()).with_target_partitions(PARTS).upgrade_for_ballista()
}

/// Whether a scheduler answers at `HOST:PORT` now. One that is dying still takes connections until the last of its sockets is
/// closed, so it is asked something.
#[must_use]
pub fn answers(scheduler: &str) -> bool {
    listener(&written(scheduler)).is_ok_and(|address| is_ready(address).is_ok())
}

/// The address as it was meant: without a port it has the usual one.
fn written(text: &str) -> String {
    if text.rsplit_once(':').is_some() { text.to_string() } else { format!("{text}:{PORT}") }
}

/// Who listens at an address, or why nobody does.
fn listener(written: &str) -> Result<SocketAddr, String> {
    let mut last = "no address".to_string();
    for address in written.to_socket_addrs().map_err(|error| error.to_string())? {
        match TcpStream::connect_timeout(&address, Duration::from_secs(2)) {
            Ok(_) => return Ok(address),
            Err(error) => last = error.to_string(),
        }
    }
    Err(last)
}

/// The address behind `HOST:PORT`, once somebody listens there.
fn reach(text: &str) -> Result<SocketAddr, SqlError> {
    let written = written(text);
    let began = Instant::now();
    loop {
        match listener(&written) {
            Ok(address) => return Ok(address),
            Err(reason) if began.elapsed() > PATIENCE => {
                return Err(SqlError::Failed(format!(
                    "no scheduler answers at {written} ({reason}); start one with: aji corpus scheduler"
                )));
            }
            Err(_) => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

/// Waits until an executor has joined, so that a query does not hang for want of one.
fn wait_for_executors(address: SocketAddr, named: &str) -> Result<(), SqlError> {
    let began = Instant::now();
    while !is_ready(address).unwrap_or(false) {
        if began.elapsed() > PATIENCE {
            return Err(SqlError::Failed(format!(
                "no executor has joined the scheduler at {named}; start one with: aji corpus executor --scheduler {named}"
            )));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// Asks the scheduler whether it has an executor.
fn is_ready(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(2))?;
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut head = [0; 12];
    stream.read_exact(&mut head)?;
    Ok(head.ends_with(b" 200"))
}

/// The ports of an executor: where results are fetched, and where it hears from the scheduler.
fn ports(options: &Executing) -> Result<(u16, u16), SqlError> {
    if options.port != 0 {
        return Ok((options.port, options.port.saturating_add(1)));
    }
    let free =
        || TcpListener::bind((options.bind, 0)).and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
    // Both are held until both are known: else they could be one.
    let both = free().and_then(|first| Ok((first, free()?)));
    both.map(|((first, _), (second, _))| (first, second))
        .map_err(|error| SqlError::Failed(format!("{}: {error}", options.bind)))
}

/// Writes our tables and plans down for other machines, and reads them there.
#[derive(Clone)]
struct Codec {
    families: Families,
    counters: Arc<Counters>,
    logical: Arc<BallistaLogicalExtensionCodec>,
    physical: Arc<BallistaPhysicalExtensionCodec>,
}

impl fmt::Debug for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the codec of a corpus")
    }
}

/// What our bytes begin with; those of others do not.
const MARK: &[u8] = b"aji corpus 1\n";

/// What is seen when games are followed, as it travels.
#[derive(Serialize, Deserialize)]
struct SightWire {
    /// None for the positions.
    model: Option<String>,
    settings: String,
}

#[derive(Serialize, Deserialize)]
struct TableWire {
    sight: SightWire,
    files: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct PlanWire {
    sight: SightWire,
    columns: Vec<usize>,
    moves: Moves,
    limit: Option<usize>,
}

impl Codec {
    fn new(families: &Families) -> Codec {
        Codec {
            families: families.clone(),
            counters: Arc::new(Counters::default()),
            logical: Arc::new(BallistaLogicalExtensionCodec::default()),
            physical: Arc::new(BallistaPhysicalExtensionCodec::default()),
        }
    }

    fn joined(&self, name: &str) -> PlanResult<Arc<ScalarUDF>> {
        Joined::named(name, &self.families, &self.counters)
            .ok_or_else(|| DataFusionError::Plan(format!("this machine has no function {name}; is it the same aji?")))
    }

    fn sight(&self, wire: &SightWire) -> PlanResult<Sight> {
        match &wire.model {
            None => Ok(Sight::Positions),
            Some(model) => review::sight(&self.families, model, &wire.settings),
        }
    }
}

fn wire(sight: &Sight) -> SightWire {
    match sight {
        Sight::Positions => SightWire { model: None, settings: String::new() },
        Sight::Review { asked, settings } => {
            SightWire { model: Some(asked.0.card().name.clone()), settings: settings.clone() }
        }
    }
}

fn put(value: &impl Serialize, buf: &mut Vec<u8>) -> PlanResult<()> {
    buf.extend_from_slice(MARK);
    serde_json::to_writer(buf, value).map_err(|error| DataFusionError::External(Box::new(error)))
}

/// What [`put`] wrote; none if somebody else wrote it.
fn taken<'b, T: Deserialize<'b>>(buf: &'b [u8]) -> Option<PlanResult<T>> {
    let json = buf.strip_prefix(MARK)?;
    Some(serde_json::from_slice(json).map_err(|error| DataFusionError::External(Box::new(error))))
}

impl LogicalExtensionCodec for Codec {
    fn try_decode(&self, buf: &[u8], inputs: &[LogicalPlan], ctx: &TaskContext) -> PlanResult<Extension> {
        self.logical.try_decode(buf, inputs, ctx)
    }

    fn try_encode(&self, node: &Extension, buf: &mut Vec<u8>) -> PlanResult<()> {
        self.logical.try_encode(node, buf)
    }

    fn try_decode_table_provider(
        &self,
        buf: &[u8],
        table_ref: &TableReference,
        schema: SchemaRef,
        ctx: &TaskContext,
    ) -> PlanResult<Arc<dyn TableProvider>> {
        let Some(table) = taken::<TableWire>(buf) else {
            return self.logical.try_decode_table_provider(buf, table_ref, schema, ctx);
        };
        let table = table?;
        let games = sql::stored(&table.files, Table::Games.schema())?;
        let sight = self.sight(&table.sight)?;
        Ok(Arc::new(Followed::new(games, table.files, sight, &self.counters)))
    }

    fn try_encode_table_provider(
        &self,
        table_ref: &TableReference,
        node: Arc<dyn TableProvider>,
        buf: &mut Vec<u8>,
    ) -> PlanResult<()> {
        match node.downcast_ref::<Followed>() {
            None => self.logical.try_encode_table_provider(table_ref, node, buf),
            Some(table) => put(&TableWire { sight: wire(&table.sight), files: table.files.clone() }, buf),
        }
    }

    fn try_decode_file_format(&self, buf: &[u8], ctx: &TaskContext) -> PlanResult<Arc<dyn FileFormatFactory>> {
        self.logical.try_decode_file_format(buf, ctx)
    }

    fn try_encode_file_format(&self, buf: &mut Vec<u8>, node: Arc<dyn FileFormatFactory>) -> PlanResult<()> {
        self.logical.try_encode_file_format(buf, node)
    }

    fn try_decode_udf(&self, name: &str, _: &[u8]) -> PlanResult<Arc<ScalarUDF>> {
        self.joined(name)
    }

    fn try_encode_udf(&self, function: &ScalarUDF, buf: &mut Vec<u8>) -> PlanResult<()> {
        mark_joined(function, buf);
        Ok(())
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> PlanResult<Arc<dyn ExecutionPlan>> {
        let Some(plan) = taken::<PlanWire>(buf) else {
            return self.physical.try_decode(buf, inputs, ctx, converter);
        };
        let PlanWire { sight, columns, moves, limit } = plan?;
        let [input] = inputs else {
            return Err(DataFusionError::Internal("games are followed from one input".to_string()));
        };
        let sight = self.sight(&sight)?;
        Ok(Arc::new(FollowExec::new(Arc::clone(input), sight, columns, moves, limit, &self.counters)?))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> PlanResult<()> {
        let Some(follow) = node.downcast_ref::<FollowExec>() else {
            return self.physical.try_encode(node, buf, converter);
        };
        let plan = PlanWire {
            sight: wire(&follow.sight),
            columns: follow.columns.clone(),
            moves: follow.moves.clone(),
            limit: follow.limit,
        };
        put(&plan, buf)
    }

    fn try_decode_udf(&self, name: &str, _: &[u8]) -> PlanResult<Arc<ScalarUDF>> {
        self.joined(name)
    }

    fn try_encode_udf(&self, function: &ScalarUDF, buf: &mut Vec<u8>) -> PlanResult<()> {
        mark_joined(function, buf);
        Ok(())
    }
}

/// Functions without bytes are found by their name; a joined one is made from its name, and marked so.
fn mark_joined(function: &ScalarUDF, buf: &mut Vec<u8>) {
    if function.inner().downcast_ref::<Joined>().is_some() {
        buf.extend_from_slice(MARK);
    }
}
