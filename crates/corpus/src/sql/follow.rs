//! Tables that are computed by following games from their start: the positions, and what a model says move by move.
//!
//! Only what a query needs is done. Who counts rows needs the lengths of the games; who asks for move numbers needs no
//! replay; a position is written down and a model asked only if their columns are wanted and only at moves that the query can
//! use, and a game is followed no further than the last of them.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryBuilder, Int8Builder, RecordBatch, RecordBatchOptions, UInt16Array, UInt16Builder,
    UInt64Builder,
};
use arrow::datatypes::{DataType, Field, Float64Type, Schema, SchemaRef, UInt8Type, UInt16Type, UInt64Type};
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::config::ConfigOptions;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DFSchema, DataFusionError, Result, Statistics, internal_err};
use datafusion::datasource::TableType;
use datafusion::datasource::physical_plan::{FileScanConfig, FileScanConfigBuilder};
use datafusion::datasource::source::DataSourceExec;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::utils::conjunction;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::filter_pushdown::{ChildFilterDescription, FilterDescription, FilterPushdownPhase};
use datafusion::physical_plan::metrics::{BaselineMetrics, Count, ExecutionPlanMetricsSet, MetricBuilder, MetricsSet};
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties};
use futures::StreamExt;
use goban::{BoardSize, Color};
use model::{Model, Shape, Sheet};
use record::{Game, Mode};

use super::ask::{Asked, Counters};
use super::functions::{Values, sql_name};
use crate::{MainLine, position, schema};

/// Games in a batch that is followed at once: few, so that all cores have some.
const GAMES_AT_ONCE: usize = 32;
/// What a game and a row are taken for when a join is planned.
const MOVES: usize = 200;
const BYTES: usize = 100;
/// Rows after which a batch of results goes on.
const ROWS_AT_ONCE: usize = 2048;

/// What is seen on the way.
#[derive(Clone, Debug)]
pub(crate) enum Sight {
    /// The positions.
    Positions,
    /// The numbers of a model.
    Review {
        /// Who is asked.
        asked: Asked,
        /// As the query wrote them.
        #[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "for other machines"))]
        settings: String,
    },
}

impl Sight {
    /// The columns.
    pub(crate) fn schema(&self) -> SchemaRef {
        match self {
            Sight::Positions => schema::positions(),
            Sight::Review { asked, .. } => {
                let mut fields = vec![
                    Field::new("game", DataType::UInt64, false),
                    Field::new("move_number", DataType::UInt16, false),
                ];
                fields.extend(numbers(asked).map(|name| Field::new(column_name(asked, name), DataType::Float64, true)));
                Arc::new(Schema::new(fields))
            }
        }
    }
}

/// The numbers of a family, of the position and of the game.
pub(crate) fn numbers(asked: &Asked) -> impl Iterator<Item = &str> {
    let quantities = &asked.0.card().quantities;
    quantities.iter().filter(|quantity| quantity.shape == Shape::Number).map(|quantity| quantity.name.as_str())
}

/// The column of a number: its name without that of the family.
pub(crate) fn column_name(asked: &Asked, quantity: &str) -> String {
    let family = &asked.0.card().name;
    let own = quantity.strip_prefix(family.as_str()).and_then(|rest| rest.strip_prefix('.')).unwrap_or(quantity);
    sql_name(own, Shape::Number)
}

/// A table that is computed from the table of games.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) games: Arc<dyn TableProvider>,
    /// The files of the games.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "for other machines"))]
    pub(crate) files: Vec<String>,
    pub(crate) sight: Sight,
    counters: Arc<Counters>,
    schema: SchemaRef,
}

impl Followed {
    pub(crate) fn new(
        games: Arc<dyn TableProvider>,
        files: Vec<String>,
        sight: Sight,
        counters: &Arc<Counters>,
    ) -> Followed {
        let schema = sight.schema();
        Followed { games, files, sight, counters: Arc::clone(counters), schema }
    }
}

#[async_trait]
impl TableProvider for Followed {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        // What is used saves work; what is true of a row is asked again afterwards.
        let use_of = |filter: &&Expr| {
            if is_about("game", filter) || is_about("move_number", filter) {
                TableProviderFilterPushDown::Inexact
            } else {
                TableProviderFilterPushDown::Unsupported
            }
        };
        Ok(filters.iter().map(use_of).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let columns: Vec<usize> = projection.map_or_else(|| (0..self.schema.fields().len()).collect(), Clone::clone);
        let about = |column| filters.iter().filter(move |filter| is_about(column, filter)).cloned().collect::<Vec<_>>();
        let (about_games, moves) = (about("game"), Moves::of(about("move_number"), state));
        let needs = Needs::of(&columns);
        let games = schema::games();
        let wanted = needs.columns().iter().map(|name| games.index_of(name)).collect::<Result<Vec<_>, _>>()?;
        // Every game has a row, so that a limit on rows is one on games.
        let some_games = if filters.is_empty() { limit } else { None };
        let input = self.games.scan(state, Some(&wanted), &about_games, some_games).await?;
        let games_there =
            StatisticsContext::new().compute(input.as_ref(), &StatisticsArgs::new())?.num_rows.get_value().copied();
        // A game is much work: how few of them there are is no reason to leave a core idle.
        let input = if needs == Needs::Length { input } else { forget_statistics(input)? };
        let input = match conjunction(about_games) {
            // The part of a file in which a game may be is read; the others in it need not be followed.
            Some(filter) if needs != Needs::Length => {
                let schema = input.schema();
                let schema = DFSchema::try_from(schema.as_ref().clone())?;
                let filter = state.create_physical_expr(filter, &schema)?;
                Arc::new(datafusion::physical_plan::filter::FilterExec::try_new(filter, input)?) as _
            }
            _ => input,
        };
        let limit = if filters.is_empty() { limit } else { None };
        let follow = FollowExec::new(input, self.sight.clone(), columns, moves, limit, &self.counters)?;
        Ok(Arc::new(follow.over(games_there)))
    }
}

/// Whether a condition is about this column alone, and says the same whenever it is asked.
fn is_about(name: &str, filter: &Expr) -> bool {
    let columns = filter.column_refs();
    !columns.is_empty() && columns.iter().all(|column| column.name == name) && !filter.is_volatile()
}

/// The same scan without the number of rows.
fn forget_statistics(input: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let Some(source) = input.downcast_ref::<DataSourceExec>() else { return Ok(input) };
    let Some(config) = source.data_source().downcast_ref::<FileScanConfig>() else { return Ok(input) };
    let unknown = Statistics::new_unknown(config.file_schema().as_ref());
    let config = FileScanConfigBuilder::from(config.clone()).with_statistics(unknown).build();
    Ok(DataSourceExec::from_data_source(config))
}

/// The numbers of the moves that a query can use.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Moves {
    /// A bit for every number from 0 on, as far as there are any; none if all are wanted.
    bits: Option<Vec<u64>>,
}

impl Moves {
    const ALL: Moves = Moves { bits: None };

    /// Those for which all conditions hold. A condition can be about nothing but the number, so it is asked of every number
    /// there can be; one that cannot be asked so (it may fail for numbers that no game has) leaves all.
    fn of(filters: Vec<Expr>, state: &dyn Session) -> Moves {
        let Some(filter) = conjunction(filters) else { return Moves::ALL };
        Moves::asked(filter, state).unwrap_or(Moves::ALL)
    }

    fn asked(filter: Expr, state: &dyn Session) -> Result<Moves> {
        let schema = Arc::new(Schema::new(vec![Field::new("move_number", DataType::UInt16, false)]));
        let filter = state.create_physical_expr(filter, &DFSchema::try_from(schema.as_ref().clone())?)?;
        let numbers: ArrayRef = Arc::new(UInt16Array::from_iter_values(0..=u16::MAX));
        let answers = filter.evaluate(&RecordBatch::try_new(schema, vec![numbers])?)?;
        let answers = answers.into_array(usize::from(u16::MAX) + 1)?;
        let not_boolean = || DataFusionError::Internal("a condition answers neither yes nor no".to_string());
        let answers = answers.as_boolean_opt().ok_or_else(not_boolean)?;
        let mut bits = vec![0; answers.len() / 64];
        for number in answers.iter().enumerate().filter_map(|(number, yes)| (yes == Some(true)).then_some(number)) {
            bits[number / 64] |= 1 << (number % 64);
        }
        if bits.iter().all(|&word| word == u64::MAX) {
            return Ok(Moves::ALL);
        }
        bits.truncate(bits.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1));
        Ok(Moves { bits: Some(bits) })
    }

    fn contains(&self, number: u16) -> bool {
        let Some(bits) = &self.bits else { return true };
        bits.get(usize::from(number / 64)).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The last of them.
    fn last(&self) -> Option<u16> {
        let Some(bits) = &self.bits else { return Some(u16::MAX) };
        let word = bits.last()?;
        u16::try_from(64 * bits.len() - 1 - word.leading_zeros() as usize).ok()
    }

    /// As `1, 3..=5`, cut after a few.
    fn runs(&self) -> String {
        let mut runs: Vec<(u16, u16)> = Vec::new();
        for number in (0..=u16::MAX).filter(|&number| self.contains(number)) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => runs.push((number, number)),
            }
            if runs.len() > 4 {
                return format!("{}, …", told(&runs[..4]));
            }
        }
        told(&runs)
    }
}

fn told(runs: &[(u16, u16)]) -> String {
    let one = |&(first, last): &(u16, u16)| match (first, last) {
        (first, last) if first == last => first.to_string(),
        (first, u16::MAX) => format!("{first}.."),
        (first, last) => format!("{first}..={last}"),
    };
    runs.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What has to be known of a game for the wanted columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needs {
    /// How many moves it has, and which game it is.
    Length,
    /// All its moves.
    Replay,
}

impl Needs {
    fn of(columns: &[usize]) -> Needs {
        // `game` and `move_number` come first in every table here.
        if columns.iter().all(|&column| column < 2) { Needs::Length } else { Needs::Replay }
    }

    fn columns(self) -> &'static [&'static str] {
        match self {
            Needs::Length => &["game", "n_moves"],
            Needs::Replay => &["game", "size", "rules", "komi", "handicap", "n_moves", "moves", "line"],
        }
    }
}

/// Follows every game of its input.
#[derive(Debug)]
pub(crate) struct FollowExec {
    input: Arc<dyn ExecutionPlan>,
    pub(crate) sight: Sight,
    /// The wanted columns of the table, in order.
    pub(crate) columns: Vec<usize>,
    pub(crate) moves: Moves,
    pub(crate) limit: Option<usize>,
    /// How many games there are, if that is known.
    games: Option<usize>,
    counters: Arc<Counters>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl FollowExec {
    pub(crate) fn new(
        input: Arc<dyn ExecutionPlan>,
        sight: Sight,
        columns: Vec<usize>,
        moves: Moves,
        limit: Option<usize>,
        counters: &Arc<Counters>,
    ) -> Result<FollowExec> {
        let schema = Arc::new(sight.schema().project(&columns)?);
        let partitions = input.properties().output_partitioning().partition_count();
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(partitions),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(FollowExec {
            input,
            sight,
            columns,
            moves,
            limit,
            games: None,
            counters: Arc::clone(counters),
            properties: Arc::new(properties),
            metrics: ExecutionPlanMetricsSet::new(),
        })
    }
}

impl FollowExec {
    fn over(self, games: Option<usize>) -> FollowExec {
        FollowExec { games, ..self }
    }
}

impl DisplayAs for FollowExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.sight {
            Sight::Positions => write!(f, "FollowExec: positions")?,
            Sight::Review { asked, .. } => write!(f, "FollowExec: review of {asked:?}")?,
        }
        let names: Vec<String> = self.schema().fields().iter().map(|field| field.name().clone()).collect();
        write!(f, ", columns=[{}]", names.join(", "))?;
        if self.moves != Moves::ALL {
            write!(f, ", moves=[{}]", self.moves.runs())?;
        }
        if let Some(limit) = self.limit {
            write!(f, ", limit={limit}")?;
        }
        Ok(())
    }
}

impl ExecutionPlan for FollowExec {
    fn name(&self) -> &str {
        "FollowExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        let Ok([input]) = <[_; 1]>::try_from(children) else { return internal_err!("FollowExec has one input") };
        let (sight, columns) = (self.sight.clone(), self.columns.clone());
        let same = FollowExec::new(input, sight, columns, self.moves.clone(), self.limit, &self.counters)?;
        Ok(Arc::new(same.over(self.games)))
    }

    /// Which games a join wants is known once its other side is; then the others need not be followed.
    fn gather_filters_for_pushdown(
        &self,
        _: FilterPushdownPhase,
        parent_filters: Vec<Arc<dyn PhysicalExpr>>,
        _: &ConfigOptions,
    ) -> Result<FilterDescription> {
        let game = self.columns.iter().position(|&column| column == 0);
        let Some(game) = game.filter(|_| self.limit.is_none()) else {
            return Ok(FilterDescription::all_unsupported(&parent_filters, &self.children()));
        };
        let games = HashSet::from([game]);
        let child = ChildFilterDescription::from_child_with_allowed_indices(&parent_filters, games, &self.input)?;
        Ok(FilterDescription::new().with_child(child))
    }

    /// About how many rows there are, so that a join begins with its other side.
    fn statistics_from_inputs(&self, _: &[Arc<Statistics>], _: &StatisticsArgs) -> Result<Arc<Statistics>> {
        let mut about = Statistics::new_unknown(&self.schema());
        if let Some(games) = self.games {
            about.num_rows = Precision::Inexact(games.saturating_mul(MOVES));
            about.total_byte_size = Precision::Inexact(games.saturating_mul(MOVES * BYTES));
        }
        Ok(Arc::new(about))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let needs = Needs::of(&self.columns);
        let context = if needs == Needs::Length { context } else { in_small_batches(&context) };
        let work = Work {
            sight: self.sight.clone(),
            columns: self.columns.clone(),
            schema: self.schema(),
            moves: self.moves.clone(),
            needs,
            counters: Arc::clone(&self.counters),
            baseline: BaselineMetrics::new(&self.metrics, partition),
            games: MetricBuilder::new(&self.metrics).counter("games_replayed", partition),
            calls: MetricBuilder::new(&self.metrics).counter("model_calls", partition),
        };
        let state = State {
            input: self.input.execute(partition, context)?,
            current: None,
            left: self.limit.unwrap_or(usize::MAX),
            work,
        };
        let stream = futures::stream::unfold(state, |mut state| async move {
            let next = state.next().await.transpose()?;
            Some((next, state))
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), stream)))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}

/// The same task, whose scans give few rows at a time.
fn in_small_batches(context: &TaskContext) -> Arc<TaskContext> {
    Arc::new(TaskContext::new(
        context.task_id(),
        context.session_id(),
        context.session_config().clone().with_batch_size(GAMES_AT_ONCE),
        context.scalar_functions().clone(),
        context.higher_order_functions().clone(),
        context.aggregate_functions().clone(),
        context.window_functions().clone(),
        context.runtime_env(),
    ))
}

/// A partition on its way: the games at hand, and the next of them.
struct State {
    input: SendableRecordBatchStream,
    current: Option<(RecordBatch, usize)>,
    left: usize,
    work: Work,
}

impl State {
    async fn next(&mut self) -> Result<Option<RecordBatch>> {
        while self.left > 0 {
            if let Some((games, next)) = &mut self.current
                && *next < games.num_rows()
            {
                let mut batch = self.work.follow(games, next)?;
                if batch.num_rows() > self.left {
                    batch = batch.slice(0, self.left);
                }
                self.left -= batch.num_rows();
                if batch.num_rows() > 0 {
                    self.work.baseline.record_output(batch.num_rows());
                    return Ok(Some(batch));
                }
                continue;
            }
            match self.input.next().await {
                None => break,
                Some(games) => self.current = Some((games?, 0)),
            }
        }
        self.work.baseline.done();
        Ok(None)
    }
}

/// What is done with games.
struct Work {
    sight: Sight,
    columns: Vec<usize>,
    schema: SchemaRef,
    moves: Moves,
    needs: Needs,
    counters: Arc<Counters>,
    baseline: BaselineMetrics,
    games: Count,
    calls: Count,
}

impl Work {
    /// Follows games from the next one on until there are enough rows.
    fn follow(&self, games: &RecordBatch, next: &mut usize) -> Result<RecordBatch> {
        let timer = self.baseline.elapsed_compute().clone();
        let _timer = timer.timer();
        let mut rows = Rows::new(&self.sight, &self.columns);
        while *next < games.num_rows() && rows.n < ROWS_AT_ONCE {
            match self.needs {
                Needs::Length => rows.count(games, *next, &self.moves),
                Needs::Replay => self.replay(games, *next, &mut rows)?,
            }
            *next += 1;
        }
        rows.finish(&self.schema)
    }

    fn replay(&self, games: &RecordBatch, at: usize, rows: &mut Rows<'_>) -> Result<()> {
        let Some(last) = self.moves.last() else { return Ok(()) };
        let (number, game) = game_of(games, at)?;
        let broken = |reason: &dyn fmt::Display| {
            DataFusionError::Execution(format!("game {number} cannot be replayed: {reason}"))
        };
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).map_err(|error| broken(&error))?;
        let mut model = match &self.sight {
            Sight::Positions => None,
            Sight::Review { asked, .. } => asked.begin(replay.position()).map_err(|error| broken(&error))?,
        };
        self.games.add(1);
        self.counters.replayed(1);
        let (mut calls, mut wrote) = (0, 0);
        for n in 0..=last {
            if n > 0 {
                let Some(ply) = replay.next_ply().map_err(|error| broken(&error))? else { break };
                if let Some(model) = &mut model {
                    model.observe(&ply, replay.position());
                }
            }
            if !self.moves.contains(n) {
                continue;
            }
            if rows.sheet.is_some() && model.is_some() {
                calls += 1;
            }
            wrote += usize::from(rows.push(number, n, replay.position(), model.as_deref_mut()));
        }
        self.calls.add(calls);
        self.counters.asked(calls as u64);
        self.counters.wrote(wrote as u64);
        Ok(())
    }
}

/// A game of the table.
pub(crate) fn game_of(games: &RecordBatch, at: usize) -> Result<(u64, Game)> {
    let column = |name: &str| {
        games
            .column_by_name(name)
            .ok_or_else(|| DataFusionError::Internal(format!("the games come without their column {name}")))
    };
    let number = column("game")?.as_primitive::<UInt64Type>().value(at);
    let broken = |reason: &dyn fmt::Display| DataFusionError::Execution(format!("game {number} is broken: {reason}"));
    let side = column("size")?.as_primitive::<UInt8Type>().value(at);
    let size =
        BoardSize::new(usize::from(side)).ok_or_else(|| broken(&format!("there is no board with {side} lines")))?;
    let code = column("line")?.as_binary::<i32>();
    let code = code.is_valid(at).then(|| code.value(at));
    let moves = column("moves")?.as_string::<i32>().value(at);
    let mut game = MainLine::parse(size, moves, code).map_err(|error| broken(&error))?.game();
    let rules = column("rules")?.as_string::<i32>();
    game.info.rules = rules.is_valid(at).then(|| rules.value(at).to_string());
    let komi = column("komi")?.as_primitive::<Float64Type>();
    game.info.komi = komi.is_valid(at).then(|| komi.value(at));
    let handicap = column("handicap")?.as_primitive::<UInt8Type>().value(at);
    game.info.handicap = (handicap > 0).then_some(usize::from(handicap));
    Ok((number, game))
}

/// The wanted columns as they grow.
struct Rows<'s> {
    n: usize,
    columns: Vec<Column>,
    sheet: Option<Sheet<'s>>,
}

enum Column {
    Game(UInt64Builder),
    MoveNumber(UInt16Builder),
    Next(Int8Builder),
    Position(BinaryBuilder),
    Number(String, Values),
}

impl<'s> Rows<'s> {
    fn new(sight: &'s Sight, columns: &[usize]) -> Rows<'s> {
        let mut wanted = Vec::new();
        let column = |&column: &usize| match (column, sight) {
            (0, _) => Column::Game(UInt64Builder::with_capacity(ROWS_AT_ONCE)),
            (1, _) => Column::MoveNumber(UInt16Builder::with_capacity(ROWS_AT_ONCE)),
            (2, Sight::Positions) => Column::Next(Int8Builder::with_capacity(ROWS_AT_ONCE)),
            (_, Sight::Positions) => Column::Position(BinaryBuilder::with_capacity(ROWS_AT_ONCE, 96 * ROWS_AT_ONCE)),
            (column, Sight::Review { asked, .. }) => {
                let name = numbers(asked).nth(column - 2).unwrap_or_default().to_string();
                wanted.push((name.clone(), Shape::Number));
                Column::Number(name, Values::new(Shape::Number, ROWS_AT_ONCE))
            }
        };
        let columns = columns.iter().map(column).collect();
        let sheet = match sight {
            Sight::Review { asked, .. } if !wanted.is_empty() => Some(asked.sheet(&wanted)),
            _ => None,
        };
        Rows { n: 0, columns, sheet }
    }

    /// The rows of a game that need nothing but its length.
    fn count(&mut self, games: &RecordBatch, at: usize, moves: &Moves) {
        let column = |name| games.column_by_name(name).map(|column: &ArrayRef| column.as_ref());
        let n_moves = column("n_moves").map_or(0, |column| column.as_primitive::<UInt16Type>().value(at));
        let number = column("game").map_or(0, |column| column.as_primitive::<UInt64Type>().value(at));
        for n in (0..=n_moves).filter(|&n| moves.contains(n)) {
            self.n += 1;
            for column in &mut self.columns {
                match column {
                    Column::Game(column) => column.append_value(number),
                    Column::MoveNumber(column) => column.append_value(n),
                    _ => {}
                }
            }
        }
    }

    /// A row; whether the position was written down.
    fn push(
        &mut self,
        number: u64,
        n: u16,
        position: &goban::Position,
        model: Option<&mut (dyn Model + 'static)>,
    ) -> bool {
        let mut wrote = false;
        self.n += 1;
        if let Some(sheet) = &mut self.sheet {
            sheet.clear();
            if let Some(model) = model {
                model.read(position, sheet);
            }
        }
        for column in &mut self.columns {
            match column {
                Column::Game(column) => column.append_value(number),
                Column::MoveNumber(column) => column.append_value(n),
                Column::Next(column) => column.append_value(if position.to_move() == Color::Black { 1 } else { -1 }),
                Column::Position(column) => {
                    column.append_value(position::encode(position));
                    wrote = true;
                }
                Column::Number(name, values) => {
                    values.push(self.sheet.as_ref().and_then(|sheet| sheet.get(name, Shape::Number)));
                }
            }
        }
        wrote
    }

    fn finish(self, schema: &SchemaRef) -> Result<RecordBatch> {
        let arrays: Vec<ArrayRef> = self
            .columns
            .into_iter()
            .map(|column| match column {
                Column::Game(mut column) => Arc::new(column.finish()) as ArrayRef,
                Column::MoveNumber(mut column) => Arc::new(column.finish()),
                Column::Next(mut column) => Arc::new(column.finish()),
                Column::Position(mut column) => Arc::new(column.finish()),
                Column::Number(_, values) => values.finish(),
            })
            .collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.n));
        Ok(RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)?)
    }
}
