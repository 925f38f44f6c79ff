//! What a model learned.

use goban::BoardSize;
use model::{Drawn, Summary};
use schemars::JsonSchema;
use serde::Serialize;

use crate::reading::cells;
use crate::{Cell, Field, Named, Number, Settings};

/// What a model learned, as `aji train` gives it; every table stands beside, under the name of its rows.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Learned {
    /// The model.
    pub model: String,
    /// What it was trained with.
    pub settings: Settings,
    /// What it is.
    pub title: String,
    /// More about it, such as what it learned from.
    pub about: Named<Cell>,
    /// What was measured.
    pub measures: Named<Number>,
    /// Curves: pairs of numbers by figure and series.
    pub curves: Named<Named<Vec<[Number; 2]>>>,
    /// Maps, by their quantities.
    pub maps: Named<Field>,
    /// Long tables.
    #[serde(flatten)]
    pub tables: Named<Vec<Named<Cell>>>,
    /// The file with what there is to learn from, where that was all that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed: Option<String>,
    /// The file with what was learned; null where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<Option<String>>,
}

/// The shape of a summary.
#[must_use]
pub fn learned(model: &str, settings: Settings, summary: &Summary) -> Learned {
    // Summaries have no points in their cells, so that no size matters.
    let cells = |row: &[(&'static str, model::Cell)]| cells(row, BoardSize::NINETEEN);
    let mut shape = Learned {
        model: model.to_string(),
        settings,
        title: summary.title.clone(),
        about: cells(&summary.about),
        measures: summary.measures.iter().map(|each| (each.name.to_string(), Number(each.value))).collect(),
        curves: Named::new(),
        maps: Named::new(),
        tables: Named::new(),
        packed: None,
        out: None,
    };
    for drawing in &summary.drawings {
        match &drawing.content {
            Drawn::Curves { series, .. } => {
                let points =
                    |points: &[(f64, f64)]| points.iter().map(|(x, y)| [Number(*x), Number(*y)]).collect::<Vec<_>>();
                let series = series.iter().map(|(name, of)| (name.clone(), points(of)));
                shape.curves.insert(drawing.name.clone(), series.collect());
            }
            Drawn::Field { quantity, values, board } => {
                shape.maps.insert(quantity.clone(), Field::new(board.size(), values));
            }
            Drawn::Board(_) => {}
        }
    }
    for row in &summary.tables {
        shape.tables.entry(row.kind.to_string()).or_default().push(cells(&row.cells));
    }
    shape
}
