//! What somebody who looks ahead thinks of a position, as functions of a query. Who that is comes from outside: our own search, or an
//! engine.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BinaryArray};
use arrow::datatypes::DataType;
use datafusion::arrow::datatypes::{Field, FieldRef};
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use goban::{BoardSize, Position};
use model::Judgement;

use super::ask::Counters;
use super::functions::{Cell, Gives, decode};

/// Whoever looks ahead for a query: a judgement for every position, none where nothing can be said of it, or why nobody answers any
/// more. It is called from several threads.
pub type Judge = dyn Fn(&[Position]) -> std::result::Result<Vec<Option<Judgement>>, String> + Send + Sync;

/// A part of a judgement that a query can ask for.
pub(super) struct Function {
    /// How it is called, its name first.
    pub(super) call: &'static str,
    /// What it is, in one line.
    pub(super) about: &'static str,
    pub(super) gives: Gives,
    of: fn(Judgement, BoardSize) -> Option<Cell>,
}

impl Function {
    pub(super) fn name(&self) -> &'static str {
        self.call.split('(').next().unwrap_or_default()
    }
}

/// All of them, in the order of a list.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        call: "judged_lead(position)",
        about: "Black's lead in points, by who looks ahead: --games N or --engine says who",
        gives: Gives::Number,
        of: |judgement, _| judgement.black_leads.map(Cell::Number),
    },
    Function {
        call: "judged_chance(position)",
        about: "Black's chance to win, from 0 to 1, by who looks ahead",
        gives: Gives::Number,
        of: |judgement, _| judgement.black_wins.map(Cell::Number),
    },
    Function {
        call: "judged_move(position)",
        about: "what who looks ahead would play, such as Q16 or pass",
        gives: Gives::Text,
        of: |judgement, size| judgement.best().map(|mv| Cell::Text(size.move_name(mv))),
    },
    Function {
        call: "judged_owner_map(position)",
        about: "whose each point is, from -1 White's to 1 Black's, by who looks ahead",
        gives: Gives::Map,
        of: |judgement, _| judgement.ownership.map(Cell::Map),
    },
];

/// The functions, answered by somebody or nobody.
pub(super) fn functions(judge: Option<&Arc<Judge>>, counters: &Arc<Counters>) -> Vec<Arc<ScalarUDF>> {
    let function = |function| {
        let signature = Signature::user_defined(Volatility::Immutable);
        OfJudge { function, judge: judge.cloned(), counters: Arc::clone(counters), signature }
    };
    FUNCTIONS.iter().map(|one| Arc::new(ScalarUDF::new_from_impl(function(one)))).collect()
}

/// One as the database calls it.
struct OfJudge {
    function: &'static Function,
    judge: Option<Arc<Judge>>,
    counters: Arc<Counters>,
    signature: Signature,
}

impl std::fmt::Debug for OfJudge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.function.name())
    }
}

impl PartialEq for OfJudge {
    fn eq(&self, other: &OfJudge) -> bool {
        self.function.name() == other.function.name()
    }
}

impl Eq for OfJudge {}

impl Hash for OfJudge {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name().hash(state);
    }
}

impl ScalarUDFImpl for OfJudge {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        if types.len() != 1 {
            return plan_err!("write it as {}", self.function.call);
        }
        Ok(vec![DataType::Binary])
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.function.gives.column().data_type())
    }

    fn return_field_from_args(&self, _: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        // Told before any work.
        self.judge()?;
        Ok(Arc::new(Field::new(self.name(), self.return_type(&[])?, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match &args.args[0] {
            ColumnarValue::Scalar(value) => {
                let one = self.ask(value.to_array()?.as_binary())?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&one, 0)?))
            }
            ColumnarValue::Array(positions) => Ok(ColumnarValue::Array(self.ask(positions.as_binary())?)),
        }
    }
}

impl OfJudge {
    fn judge(&self) -> Result<&Arc<Judge>> {
        let nobody = || {
            let name = self.function.name();
            DataFusionError::Plan(format!("{name}: nobody is there to ask; give --games N or --engine \"COMMAND\""))
        };
        self.judge.as_ref().ok_or_else(nobody)
    }

    /// Asks about all positions at once, so that whoever is asked can look at several at a time.
    fn ask(&self, rows: &BinaryArray) -> Result<ArrayRef> {
        let positions: Vec<Position> = rows.iter().flatten().map(decode).collect::<Result<_>>()?;
        let said = self.judge()?(&positions).map_err(DataFusionError::Execution)?;
        self.counters.asked(positions.len() as u64);
        let mut said = positions.iter().zip(said);
        let mut column = self.function.gives.column();
        for row in 0..rows.len() {
            let judged = if rows.is_null(row) { None } else { said.next() };
            let cell = judged.and_then(|(position, judgement)| (self.function.of)(judgement?, position.size()));
            column.push(cell.unwrap_or(Cell::Null));
        }
        Ok(column.finish())
    }
}
