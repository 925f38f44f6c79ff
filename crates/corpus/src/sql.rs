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
mod observations;
pub(crate) mod review;
pub(crate) mod store;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result as PlanResult};
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::{SQLOptions, SessionContext, SessionState};
use datafusion::optimizer::Optimizer;
use datafusion::prelude::SessionConfig;
use model::Families;
use tokio::runtime::Runtime;

pub use answer::{Answer, Column, Format, Values};
pub use ask::{Counters, SEED};
pub use error::SqlError;
#[cfg(feature = "cluster")]
pub(crate) use functions::all as all_functions;
pub use functions::{Listed, list as functions};
pub use observations::Added;

use crate::{Dataset, Table};
use follow::{Followed, Sight};

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
    /// Opens a corpus.
    ///
    /// # Errors
    /// When there is none, or its list cannot be read.
    pub fn open(folder: impl AsRef<Path>, families: &Families, options: Options) -> Result<Session, SqlError> {
        let counters = Arc::new(Counters::default());
        let state = state(config(options), families, &counters);
        Session::over(SessionContext::new_with_state(state), folder.as_ref(), families, options, counters)
    }

    /// Puts the tables of a corpus into a context.
    pub(crate) fn over(
        context: SessionContext,
        folder: &Path,
        families: &Families,
        options: Options,
        counters: Arc<Counters>,
    ) -> Result<Session, SqlError> {
        let corpus = Corpus::open(folder)?;
        for table in Table::ALL {
            if table != Table::Positions || corpus.dataset.has_positions() {
                context.register_table(table.name(), corpus.stored(table)?)?;
            }
        }
        if !corpus.dataset.has_positions() {
            let positions = corpus.followed(Sight::Positions, &counters)?;
            context.register_table(Table::Positions.name(), Arc::new(positions))?;
        }
        for kept in observations::all(&corpus)? {
            if let Some(table) = kept.table(families)? {
                context.register_table(kept.table_name(), table)?;
            }
        }
        context.register_udtf("review", Arc::new(review::Review::new(corpus.clone(), families, &counters)));
        let runtime = runtime(options.threads())?;
        Ok(Session { context, runtime, counters, corpus })
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

/// DataFusion with our functions.
pub(crate) fn state(config: SessionConfig, families: &Families, counters: &Arc<Counters>) -> SessionState {
    let mut rules = Optimizer::default().rules;
    let before = rules.iter().position(|rule| rule.name() == "common_sub_expression_eliminate");
    rules.insert(before.unwrap_or(rules.len()), Arc::new(joined::JoinCalls));
    let builder = SessionStateBuilder::new().with_config(config).with_default_features().with_optimizer_rules(rules);
    let mut state = builder.build();
    store::check_reads(state.runtime_env(), None);
    register(&mut state, families, counters);
    state
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
    folder: PathBuf,
}

impl Corpus {
    fn open(folder: &Path) -> Result<Corpus, SqlError> {
        let wrong = |error: crate::DatasetError| SqlError::Corpus(error.to_string());
        let dataset = Dataset::open(folder).map_err(wrong)?;
        // A part that is not there would only be an answer with fewer rows.
        dataset.check().map_err(wrong)?;
        // Files are named in full: a table is read long after the program has looked at its arguments.
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        Ok(Corpus { dataset, folder })
    }

    /// The files of a table, in full.
    fn files(&self, table: Table) -> Vec<String> {
        let full = |path: PathBuf| std::path::absolute(&path).unwrap_or(path).to_string_lossy().into_owned();
        let files: Vec<String> = self.dataset.files(table).into_iter().map(full).collect();
        if !files.is_empty() {
            return files;
        }
        // A table without files is an empty folder that nobody writes to.
        vec![format!("{}/{}/none/", self.folder.display(), table.name())]
    }

    fn stored(&self, table: Table) -> PlanResult<Arc<dyn TableProvider>> {
        stored(&self.files(table), table.schema())
    }

    fn followed(&self, sight: Sight, counters: &Arc<Counters>) -> PlanResult<Followed> {
        let files = self.files(Table::Games);
        Ok(Followed::new(stored(&files, Table::Games.schema())?, files, sight, counters))
    }
}

/// A file, or a folder if its name ends so. As a plain path its name would be read as a pattern.
fn url(file: &str) -> PlanResult<ListingTableUrl> {
    let url = if file.ends_with('/') { url::Url::from_directory_path(file) } else { url::Url::from_file_path(file) };
    let url = url.map_err(|()| DataFusionError::Plan(format!("{file}: is no full path")))?;
    ListingTableUrl::parse(url)
}

/// Parquet files with these columns as a table.
pub(crate) fn stored(files: &[String], schema: SchemaRef) -> PlanResult<Arc<dyn TableProvider>> {
    let urls = files.iter().map(|file| url(file)).collect::<PlanResult<Vec<_>>>()?;
    let options = ListingOptions::new(Arc::new(ParquetFormat::default())).with_file_extension(".parquet");
    let config = ListingTableConfig::new_with_multi_paths(urls).with_listing_options(options).with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}
