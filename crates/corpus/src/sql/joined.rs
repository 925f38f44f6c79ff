//! Several quantities of one model for the same position are read in one call.
//!
//! Before the database looks for what a query computes twice, calls of one model with the same arguments in one step of the
//! plan become parts of a joined call, `freedom[freedom_black, freedom_lead](position)`, which the database then does once.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, StructArray};
use arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{DataFusionError, Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{
    ColumnarValue, Expr, LogicalPlan, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility, lit,
};
use datafusion::optimizer::{ApplyOrder, OptimizerConfig, OptimizerRule};
use model::{Families, Shape};

use super::functions::{OfModel, sql_name};

/// Calls of one model with the same arguments.
type Calls = BTreeMap<(String, String), Vec<(String, Shape)>>;

/// Joins them.
#[derive(Debug)]
pub(crate) struct JoinCalls;

impl OptimizerRule for JoinCalls {
    fn name(&self) -> &str {
        "join_model_calls"
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(&self, plan: LogicalPlan, _: &dyn OptimizerConfig) -> Result<Transformed<LogicalPlan>> {
        // Only where the database looks for what is computed twice.
        if !matches!(plan, LogicalPlan::Projection(_) | LogicalPlan::Aggregate(_) | LogicalPlan::Filter(_)) {
            return Ok(Transformed::no(plan));
        }
        let mut calls = Calls::new();
        plan.apply_expressions(|expr| {
            expr.apply(|inner| {
                if let Some((function, key)) = call_of(inner) {
                    let quantities = calls.entry(key).or_default();
                    if !quantities.contains(&function.quantity) {
                        quantities.push(function.quantity.clone());
                    }
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })?;
        calls.retain(|_, quantities| quantities.len() > 1);
        if calls.is_empty() {
            return Ok(Transformed::no(plan));
        }
        for quantities in calls.values_mut() {
            quantities.sort();
        }
        let names = NamePreserver::new(&plan);
        let joined = plan.map_expressions(|expr| {
            let name = names.save(&expr);
            let joined = expr.transform_up(|inner| Ok(part_of(&calls, inner)))?;
            Ok(joined.update_data(|expr| name.restore(expr)))
        })?;
        joined.map_data(LogicalPlan::recompute_schema)
    }
}

/// The function of a model that an expression calls, and what has to be the same to join it with another.
fn call_of(expr: &Expr) -> Option<(&OfModel, (String, String))> {
    let Expr::ScalarFunction(call) = expr else { return None };
    let function = call.func.inner().downcast_ref::<OfModel>()?;
    let arguments: Vec<String> = call.args.iter().map(ToString::to_string).collect();
    Some((function, (function.family.card().name.clone(), arguments.join(", "))))
}

/// The expression as a part of a joined call, if it is one.
fn part_of(calls: &Calls, expr: Expr) -> Transformed<Expr> {
    let found = call_of(&expr).and_then(|(function, key)| {
        let joined = Joined::new(function, calls.get(&key)?.clone());
        Some((joined, sql_name(&function.quantity.0, function.quantity.1)))
    });
    match (found, expr) {
        (Some((joined, name)), Expr::ScalarFunction(call)) => {
            let joined = ScalarFunction::new_udf(Arc::new(ScalarUDF::new_from_impl(joined)), call.args);
            let arguments = vec![Expr::ScalarFunction(joined), lit(name)];
            Transformed::yes(Expr::ScalarFunction(ScalarFunction::new_udf(part(), arguments)))
        }
        (_, expr) => Transformed::no(expr),
    }
}

/// Several quantities of a model, read in one call.
pub(crate) struct Joined {
    name: String,
    one: OfModel,
    pub(crate) quantities: Vec<(String, Shape)>,
}

impl Joined {
    fn new(one: &OfModel, quantities: Vec<(String, Shape)>) -> Joined {
        let names: Vec<String> = quantities.iter().map(|(name, shape)| sql_name(name, *shape)).collect();
        let name = format!("{}[{}]", one.family.card().name, names.join(", "));
        Joined { name, one: one.clone(), quantities }
    }

    /// The function with a name that [`Joined::new`] made, on another machine.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "for other machines"))]
    pub(crate) fn named(name: &str, families: &Families, counters: &Arc<super::Counters>) -> Option<Arc<ScalarUDF>> {
        let (family, parts) = name.strip_suffix(']')?.split_once('[')?;
        let family = families.get(family).ok()?;
        let all = &family.card().quantities;
        let quantity = |part: &str| {
            let found = all.iter().find(|quantity| sql_name(&quantity.name, quantity.shape) == part)?;
            Some((found.name.clone(), found.shape))
        };
        let quantities: Option<Vec<_>> = parts.split(", ").map(quantity).collect();
        let quantities = quantities?;
        let one = OfModel::new(family, quantities.first()?.clone(), counters);
        Some(Arc::new(ScalarUDF::new_from_impl(Joined::new(&one, quantities))))
    }

    fn fields(&self) -> Fields {
        let field =
            |(name, shape): &(String, Shape)| Field::new(sql_name(name, *shape), OfModel::data_type(*shape), true);
        self.quantities.iter().map(field).collect()
    }
}

impl std::fmt::Debug for Joined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Joined {
    fn eq(&self, other: &Joined) -> bool {
        self.name == other.name
    }
}

impl Eq for Joined {}

impl Hash for Joined {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for Joined {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        self.one.signature()
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.one.coerce_types(types)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(self.fields()))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        self.one.over(&args, |asked, positions| {
            let columns = self.one.ask(asked, &self.quantities, positions)?;
            Ok(Arc::new(StructArray::try_new(self.fields(), columns, None)?) as ArrayRef)
        })
    }
}

/// Takes one quantity out of a joined call.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Part {
    signature: Signature,
}

pub(crate) fn part() -> Arc<ScalarUDF> {
    Arc::new(ScalarUDF::new_from_impl(Part { signature: Signature::any(2, Volatility::Immutable) }))
}

impl ScalarUDFImpl for Part {
    fn name(&self) -> &str {
        "part_of_call"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        plan_err!("part_of_call is made by the planner")
    }

    fn return_field_from_args(
        &self,
        args: datafusion::logical_expr::ReturnFieldArgs<'_>,
    ) -> Result<arrow::datatypes::FieldRef> {
        let name = args.scalar_arguments.get(1).and_then(|name| name.as_ref()?.try_as_str().flatten());
        let field = match (args.arg_fields[0].data_type(), name) {
            (DataType::Struct(fields), Some(name)) => fields.iter().find(|field| field.name() == name).cloned(),
            _ => None,
        };
        field.ok_or_else(|| DataFusionError::Plan("part_of_call is made by the planner".to_string()))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [call, ColumnarValue::Scalar(name)] = args.args.as_slice() else {
            return exec_err!("part_of_call is made by the planner");
        };
        let name = name.try_as_str().flatten().unwrap_or_default();
        let constant = matches!(call, ColumnarValue::Scalar(_));
        let whole = call.to_array(if constant { 1 } else { args.number_rows })?;
        let Some(column) = whole.as_struct().column_by_name(name) else {
            return exec_err!("part_of_call is made by the planner");
        };
        if constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(column, 0)?));
        }
        Ok(ColumnarValue::Array(Arc::clone(column)))
    }
}
