//! `review('model')`: a table with what a model says of every game, move by move.

use std::fmt;
use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err};
use datafusion::logical_expr::Expr;
use model::Families;

use super::Corpus;
use super::ask::{Asked, Counters};
use super::follow::Sight;

pub(crate) struct Review {
    corpus: Corpus,
    families: Families,
    counters: Arc<Counters>,
}

impl Review {
    pub(crate) fn new(corpus: Corpus, families: &Families, counters: &Arc<Counters>) -> Review {
        Review { corpus, families: families.clone(), counters: Arc::clone(counters) }
    }
}

impl fmt::Debug for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "review over {:?}", self.corpus)
    }
}

impl TableFunctionImpl for Review {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let text = |expr: &Expr| match expr {
            Expr::Literal(ScalarValue::Utf8(Some(text)) | ScalarValue::Utf8View(Some(text)), _) => Some(text.clone()),
            _ => None,
        };
        let texts: Option<Vec<String>> = args.exprs().iter().map(text).collect();
        let (name, settings) = match texts.as_deref() {
            Some([name]) => (name.as_str(), ""),
            Some([name, settings]) => (name.as_str(), settings.as_str()),
            _ => return plan_err!("write it as review('model') or review('model', 'name=value')"),
        };
        let sight = sight(&self.families, name, settings)?;
        // What is kept need not be computed again.
        if let Sight::Review { asked, .. } = &sight
            && let Some(kept) = self.corpus.kept().iter().find(|kept| kept.answers(asked, &self.corpus))
            && let Some(table) = kept.table(&self.corpus.place, &self.families)?
        {
            return Ok(table);
        }
        Ok(Arc::new(self.corpus.followed(sight, &self.counters)?))
    }
}

/// What is seen of a model with these settings.
pub(crate) fn sight(families: &Families, name: &str, settings: &str) -> Result<Sight> {
    let plan = |error: &dyn fmt::Display| DataFusionError::Plan(error.to_string());
    let family = families.get(name).map_err(|error| plan(&error))?;
    let asked = Asked::new(family, settings).map_err(|error| plan(&error))?;
    Ok(Sight::Review { asked, settings: settings.to_string() })
}
