//! What a model learned.

use goban::BoardSize;
use model::{Drawn, Summary};
use serde_json::{Map, Value, json};

use crate::position::{insert_cells, number, rows};

/// The shape of a summary: `title`, `about`, `measures` by name, `curves` by name and series, `maps` by quantity, and every
/// table under the name of its rows.
#[must_use]
pub fn learned(summary: &Summary) -> Map<String, Value> {
    let mut object = Map::new();
    // Summaries have no points in their cells, so that no size matters.
    let cells = |cells: &[(&'static str, model::Cell)]| {
        let mut fields = Map::new();
        insert_cells(&mut fields, cells, BoardSize::NINETEEN);
        Value::Object(fields)
    };
    object.insert("title".to_string(), json!(summary.title));
    object.insert("about".to_string(), cells(&summary.about));
    let measures = summary.measures.iter().map(|measure| (measure.name.to_string(), number(measure.value)));
    object.insert("measures".to_string(), Value::Object(measures.collect()));
    let mut curves = Map::new();
    let mut maps = Map::new();
    for drawing in &summary.drawings {
        match &drawing.content {
            Drawn::Curves { series, .. } => {
                let points =
                    |points: &[(f64, f64)]| points.iter().map(|(x, y)| json!([number(*x), number(*y)])).collect();
                let series = series.iter().map(|(name, of)| (name.clone(), points(of)));
                curves.insert(drawing.name.clone(), Value::Object(series.collect()));
            }
            Drawn::Field { quantity, values, board } => {
                let values = values.iter().map(|value| number(*value));
                maps.insert(quantity.clone(), rows(board.size(), values));
            }
            Drawn::Board(_) => {}
        }
    }
    object.insert("curves".to_string(), Value::Object(curves));
    object.insert("maps".to_string(), Value::Object(maps));
    for row in &summary.tables {
        if let Value::Array(table) = object.entry(row.kind).or_insert_with(|| json!([])) {
            table.push(cells(&row.cells));
        }
    }
    object
}
