//! Queries over a corpus: SQL by DataFusion, with the models as functions.
//!
//! A [`Session`] opens the folder of a corpus and offers its tables: what is stored, and what is computed by following the
//! games when a query asks for it (`positions`, unless they are stored, and `review('model')`). Queries only read.

mod answer;
mod ask;
mod error;
pub(crate) mod follow;
mod functions;
pub(crate) mod joined;
mod judged;
mod observations;
mod place;
pub(crate) mod review;
pub(crate) mod store;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::Result as PlanResult;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::{SQLOptions, SessionContext, SessionState};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::optimizer::Optimizer;
use datafusion::prelude::SessionConfig;
use model::Families;
use tokio::runtime::Runtime;

pub use answer::{Answer, Column, Format, Values};
pub use ask::{Counters, SEED};
pub use datafusion::object_store;
pub use error::SqlError;
#[cfg(feature = "cluster")]
pub(crate) use functions::all as all_functions;
pub use functions::{Listed, list as functions};
pub use judged::Judge;
pub use observations::Added;
use observations::Kept;
pub use place::is_url;

use crate::{Dataset, Table};
use follow::{Followed, Sight};
use object_store::ObjectStore;
use place::Place;
use store::Stores;

/// How queries are run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// How many cores to use; none for all.
    pub threads: Option<usize>,
}

impl Options {
    fn threads(self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// A corpus that is open for queries.
///
/// ```no_run
/// use corpus::sql::{Format, Options, Session};
/// # let families = model::Families::default();
/// let session = Session::open("corpus", &families, Options::default())?;
/// let answer = session.query("select size, count(*) from games group by size")?;
/// answer.write(Format::Csv, &mut std::io::stdout())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    pub(crate) context: SessionContext,
    runtime: Arc<Runtime>,
    counters: Arc<Counters>,
    corpus: Corpus,
}

impl Session {
    /// Opens a corpus: the path of a folder, or a URL of a store that this program has, such as `file:///data/games.aji`.
    ///
    /// # Errors
    /// When there is none, or its list cannot be read.
    pub fn open(place: impl AsRef<Path>, families: &Families, options: Options) -> Result<Session, SqlError> {
        Session::among(&Stores::new(None), place.as_ref(), families, options)
    }

    /// Opens a corpus that is in an object store, under a URL that names a file in it by its path: `s3://bucket/games.aji`. Any store of
    /// the [`object_store`] crate will do.
    ///
    /// # Errors
    /// When there is none, or its list cannot be read.
    pub fn open_in(
        store: Arc<dyn ObjectStore>,
        url: &str,
        families: &Families,
        options: Options,
    ) -> Result<Session, SqlError> {
        let stores = Stores::new(None);
        stores.add(Place::parse(Path::new(url))?.url(), store);
        Session::among(&stores, Path::new(url), families, options)
    }

    fn among(stores: &Stores, place: &Path, families: &Families, options: Options) -> Result<Session, SqlError> {
        let counters = Arc::new(Counters::default());
        let state = state(config(options), stores, families, &counters)?;
        Session::over(SessionContext::new_with_state(state), place, families, options, counters)
    }

    /// Puts the tables of a corpus into a context.
    pub(crate) fn over(
        context: SessionContext,
        place: &Path,
        families: &Families,
        options: Options,
        counters: Arc<Counters>,
    ) -> Result<Session, SqlError> {
        let runtime = runtime(options.threads())?;
        let corpus = runtime.block_on(Corpus::open(&context, place))?;
        for table in Table::ALL {
            if table != Table::Positions || corpus.dataset.has_positions() {
                context.register_table(table.name(), corpus.stored(table)?)?;
            }
        }
        if !corpus.dataset.has_positions() {
            let positions = corpus.followed(Sight::Positions, &counters)?;
            context.register_table(Table::Positions.name(), Arc::new(positions))?;
        }
        for kept in corpus.kept().iter() {
            if let Some(table) = kept.table(&corpus.place, families)? {
                context.register_table(kept.table_name(), table)?;
            }
        }
        context.register_udtf("review", Arc::new(review::Review::new(corpus.clone(), families, &counters)));
        Ok(Session { context, runtime, counters, corpus })
    }

    /// The same, with somebody who looks ahead for the functions that ask for it.
    #[must_use]
    pub fn judged_by(self, judge: &Arc<Judge>) -> Session {
        for function in judged::functions(Some(judge), &self.counters) {
            self.context.register_udf(function.as_ref().clone());
        }
        self
    }

    /// Plans a query; nothing is computed before its answer is asked for rows.
    ///
    /// # Errors
    /// When it is not a query, or names what is not there. The message says where in the text, if that is known.
    pub fn query(&self, sql: &str) -> Result<Answer<'_>, SqlError> {
        let reading = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
        let frame = self.runtime.block_on(self.context.sql_with_options(sql, reading));
        let frame = frame.map_err(|error| SqlError::of_query(&error, &self.table_names()))?;
        Ok(Answer::new(frame, &self.runtime))
    }

    /// What the queries have cost so far. On a cluster the machines count for themselves.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    fn table_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .context
            .catalog_names()
            .iter()
            .filter_map(|catalog| self.context.catalog(catalog))
            .filter_map(|catalog| catalog.schema("public"))
            .flat_map(|schema| schema.table_names())
            .collect();
        names.sort();
        names
    }
}

/// Threads for everything that a session does.
pub(crate) fn runtime(threads: usize) -> Result<Arc<Runtime>, SqlError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    built.map(Arc::new).map_err(|error| SqlError::Failed(format!("no threads could be started: {error}")))
}

/// How DataFusion is set.
pub(crate) fn config(options: Options) -> SessionConfig {
    SessionConfig::new()
        .with_target_partitions(options.threads())
        .with_information_schema(true)
        // Columns are as the tables have them, here and on a cluster.
        .set_bool("datafusion.execution.parquet.schema_force_view_types", false)
        .set_bool("datafusion.sql_parser.map_string_types_to_utf8view", false)
        .set_bool("datafusion.execution.parquet.pushdown_filters", true)
        .set_bool("datafusion.sql_parser.collect_spans", true)
}

/// DataFusion with our stores and functions.
///
/// # Errors
/// When it finds no place for its own files.
pub(crate) fn state(
    config: SessionConfig,
    stores: &Stores,
    families: &Families,
    counters: &Arc<Counters>,
) -> PlanResult<SessionState> {
    let mut rules = Optimizer::default().rules;
    let before = rules.iter().position(|rule| rule.name() == "common_sub_expression_eliminate");
    rules.insert(before.unwrap_or(rules.len()), Arc::new(joined::JoinCalls));
    let runtime = RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(stores.clone())).build_arc()?;
    let builder = SessionStateBuilder::new().with_config(config).with_runtime_env(runtime).with_default_features();
    let mut state = builder.with_optimizer_rules(rules).build();
    register(&mut state, families, counters);
    Ok(state)
}

/// Adds our functions to those that are there.
pub(crate) fn register(
    registry: &mut dyn datafusion::execution::FunctionRegistry,
    families: &Families,
    counters: &Arc<Counters>,
) {
    for function in functions::all(families, counters) {
        // A name of ours wins over an alias of theirs: `position` is also another name of `strpos`.
        let _ = registry.register_udf(function);
    }
}

/// The files of a corpus as tables.
#[derive(Clone, Debug)]
pub(crate) struct Corpus {
    dataset: Dataset,
    place: Place,
    /// What was kept when it was last looked at.
    kept: Arc<Mutex<Arc<Vec<Kept>>>>,
}

impl Corpus {
    async fn open(context: &SessionContext, place: &Path) -> Result<Corpus, SqlError> {
        let place = Place::parse(place)?;
        let store = context.runtime_env().object_store_registry.get_store(place.url());
        let store = store.map_err(|error| SqlError::Corpus(SqlError::of_work(&error).to_string()))?;
        let dataset = place.open(store.as_ref()).await?;
        let kept = observations::all(&place, store.as_ref()).await?;
        Ok(Corpus { dataset, place, kept: Arc::new(Mutex::new(Arc::new(kept))) })
    }

    /// What is kept of models.
    fn kept(&self) -> Arc<Vec<Kept>> {
        Arc::clone(&self.lock_kept())
    }

    fn lock_kept(&self) -> MutexGuard<'_, Arc<Vec<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The addresses of the files of a table.
    fn files(&self, table: Table) -> Vec<String> {
        let parts = self.dataset.parts().filter(|part| part.table == table);
        let files: Vec<String> = parts.map(|part| self.place.file(&part.file)).collect();
        if !files.is_empty() {
            return files;
        }
        // A table without files is an empty folder that nobody writes to.
        vec![self.place.file(&format!("{}/none/", table.name()))]
    }

    fn stored(&self, table: Table) -> PlanResult<Arc<dyn TableProvider>> {
        stored(&self.files(table), table.schema())
    }

    fn followed(&self, sight: Sight, counters: &Arc<Counters>) -> PlanResult<Followed> {
        let files = self.files(Table::Games);
        Ok(Followed::new(stored(&files, Table::Games.schema())?, files, sight, counters))
    }
}

/// Parquet files with these columns as a table: URLs of files, or of a folder, whose end is a slash.
pub(crate) fn stored(files: &[String], schema: SchemaRef) -> PlanResult<Arc<dyn TableProvider>> {
    let urls = files.iter().map(ListingTableUrl::parse).collect::<PlanResult<Vec<_>>>()?;
    let options = ListingOptions::new(Arc::new(ParquetFormat::default())).with_file_extension(".parquet");
    let config = ListingTableConfig::new_with_multi_paths(urls).with_listing_options(options).with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}
