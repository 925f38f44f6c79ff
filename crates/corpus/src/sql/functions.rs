//! Functions of a query: what a position holds, and what the models say of it.
//!
//! Those of the models are made from the cards: every quantity of the position is a function with the name of the
//! quantity, dots written as underscores. A number has the plain name (`freedom_lead`), a map ends in `_map` and is a list
//! with one number a point, row by row from the top left, labels end in `_labels` and are a list of texts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, BinaryBuilder, BooleanBuilder, Float64Builder, Int8Builder, ListBuilder,
    StringArray, StringBuilder, UInt8Builder, UInt16Builder, UInt64Builder,
};
use arrow::datatypes::DataType;
use datafusion::arrow::datatypes::{Field, FieldRef};
use datafusion::common::{DataFusionError, Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use goban::{BoardSize, Color, Diagram, Move, Position, Rules};
use model::{Data, Families, Family, Quantity, Scope, Shape};

use super::ask::{Asked, Counters};
use super::judged;
use crate::position;
use crate::shape::{Shape as BoardShape, Stones};

/// A function for a list of them: its name, what it takes and gives, and what for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The name.
    pub name: String,
    /// How it is called.
    pub call: String,
    /// What it gives: `number`, `map`, `labels`, `text`, `position`.
    pub gives: &'static str,
    /// What it is, in one line.
    pub about: String,
    /// The model, if it is one's.
    pub model: Option<String>,
}

/// The name of a quantity in SQL.
pub(crate) fn sql_name(name: &str, shape: Shape) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    match shape {
        Shape::Number => plain,
        Shape::Field => plain + "_map",
        Shape::Labels => plain + "_labels",
        Shape::Graph => plain + "_graph",
    }
}

/// The quantities of a card that are functions of a position.
fn of_positions(family: &Arc<dyn Family>) -> impl Iterator<Item = &Quantity> {
    let callable = |quantity: &&Quantity| quantity.scope == Scope::Position && quantity.shape != Shape::Graph;
    family.card().quantities.iter().filter(callable)
}

/// Every function there is, in the order of a list.
#[must_use]
pub fn list(families: &Families) -> Vec<Listed> {
    let of_position = FUNCTIONS.iter().map(|function| Listed {
        name: function.name().to_string(),
        call: function.call.to_string(),
        gives: function.gives.words(),
        about: function.about.to_string(),
        model: None,
    });
    let of_judges = judged::FUNCTIONS.iter().map(|function| Listed {
        name: function.name().to_string(),
        call: function.call.to_string(),
        gives: function.gives.words(),
        about: function.about.to_string(),
        model: None,
    });
    let of_models = families.iter().flat_map(|family| {
        of_positions(family).map(|quantity| {
            let name = sql_name(&quantity.name, quantity.shape);
            let call = format!("{name}(position [, 'name=value, …'])");
            let gives = match quantity.shape {
                Shape::Field => "map",
                Shape::Labels => "labels",
                _ => "number",
            };
            let model = Some(family.card().name.clone());
            Listed { call, name, gives, about: quantity.about.clone(), model }
        })
    });
    of_position.chain(of_judges).chain(of_models).collect()
}

/// Every function, to be registered.
pub(crate) fn all(families: &Families, counters: &Arc<Counters>) -> Vec<Arc<ScalarUDF>> {
    let of_position = FUNCTIONS.iter().map(|function| Arc::new(ScalarUDF::new_from_impl(OfPosition::new(function))));
    let of_models = families.iter().flat_map(|family| {
        of_positions(family).map(|quantity| {
            let function = OfModel::new(family, (quantity.name.clone(), quantity.shape), counters);
            Arc::new(ScalarUDF::new_from_impl(function))
        })
    });
    let of_judges = judged::functions(None, counters);
    of_position.chain(of_judges).chain(of_models).chain([super::joined::part()]).collect()
}

/// A quantity of a model as a function.
#[derive(Clone)]
pub(crate) struct OfModel {
    name: String,
    pub(crate) family: Arc<dyn Family>,
    pub(crate) quantity: (String, Shape),
    counters: Arc<Counters>,
    signature: Signature,
}

impl std::fmt::Debug for OfModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for OfModel {
    fn eq(&self, other: &OfModel) -> bool {
        self.name == other.name
    }
}

impl Eq for OfModel {}

impl Hash for OfModel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for OfModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        if types.is_empty() || types.len() > 2 {
            let name = &self.name;
            return plan_err!("{name} takes a position and, if you like, settings: {name}(position, 'name=value')");
        }
        Ok([DataType::Binary, DataType::Utf8][..types.len()].to_vec())
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(OfModel::data_type(self.quantity.1))
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        // Wrong settings are reported before any work.
        if let Some(settings) = args.scalar_arguments.get(1) {
            self.asked(settings.as_ref().and_then(|value| value.try_as_str().flatten()))?;
        }
        Ok(Arc::new(Field::new(&self.name, self.return_type(&[])?, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        self.over(&args, |asked, positions| {
            let mut columns = self.ask(asked, std::slice::from_ref(&self.quantity), positions)?;
            columns.pop().ok_or_else(|| DataFusionError::Internal("a model was asked for nothing".to_string()))
        })
    }
}

impl OfModel {
    pub(crate) fn new(family: &Arc<dyn Family>, quantity: (String, Shape), counters: &Arc<Counters>) -> OfModel {
        OfModel {
            name: sql_name(&quantity.0, quantity.1),
            family: Arc::clone(family),
            quantity,
            counters: Arc::clone(counters),
            signature: Signature::user_defined(Volatility::Immutable),
        }
    }

    /// What a quantity of this shape is in a table.
    pub(crate) fn data_type(shape: Shape) -> DataType {
        match shape {
            Shape::Field => DataType::new_list(DataType::Float64, true),
            Shape::Labels => DataType::new_list(DataType::Utf8, true),
            _ => DataType::Float64,
        }
    }

    fn asked(&self, settings: Option<&str>) -> Result<Asked> {
        let Some(settings) = settings else {
            let name = &self.name;
            return plan_err!("{name}: settings are one text for the whole query, such as 'name=value'");
        };
        Asked::new(&self.family, settings).map_err(|error| DataFusionError::Plan(format!("{}: {error}", self.name)))
    }

    /// Reads the arguments and asks about one position or a column of them.
    pub(crate) fn over(
        &self,
        args: &ScalarFunctionArgs,
        ask: impl Fn(&Asked, &BinaryArray) -> Result<ArrayRef>,
    ) -> Result<ColumnarValue> {
        let settings = match args.args.get(1) {
            None => Some(""),
            Some(ColumnarValue::Scalar(value)) => value.try_as_str().flatten(),
            Some(ColumnarValue::Array(_)) => None,
        };
        let asked = self.asked(settings)?;
        match &args.args[0] {
            ColumnarValue::Scalar(value) => {
                let one = ask(&asked, value.to_array()?.as_binary())?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&one, 0)?))
            }
            ColumnarValue::Array(positions) => Ok(ColumnarValue::Array(ask(&asked, positions.as_binary())?)),
        }
    }

    /// Asks about every position once; a column for each quantity.
    pub(crate) fn ask(
        &self,
        asked: &Asked,
        quantities: &[(String, Shape)],
        positions: &BinaryArray,
    ) -> Result<Vec<ArrayRef>> {
        let mut sheet = asked.sheet(quantities);
        let mut columns: Vec<Values> =
            quantities.iter().map(|(_, shape)| Values::new(*shape, positions.len())).collect();
        let mut calls = 0;
        for bytes in positions {
            if let Some(bytes) = bytes {
                let position = decode(bytes)?;
                calls += 1;
                asked.read(&position, &mut sheet).map_err(|error| DataFusionError::Execution(error.to_string()))?;
            } else {
                sheet.clear();
            }
            for ((name, shape), column) in quantities.iter().zip(&mut columns) {
                column.push(sheet.get(name, *shape));
            }
        }
        self.counters.asked(calls);
        Ok(columns.into_iter().map(Values::finish).collect())
    }
}

/// A column of observations as it grows.
pub(crate) enum Values {
    Numbers(Float64Builder),
    Maps(ListBuilder<Float64Builder>),
    Labels(ListBuilder<StringBuilder>),
}

impl Values {
    pub(crate) fn new(shape: Shape, room: usize) -> Values {
        match shape {
            Shape::Field => Values::Maps(ListBuilder::new(Float64Builder::new())),
            Shape::Labels => Values::Labels(ListBuilder::new(StringBuilder::new())),
            _ => Values::Numbers(Float64Builder::with_capacity(room)),
        }
    }

    pub(crate) fn push(&mut self, data: Option<&Data>) {
        match (self, data) {
            (Values::Numbers(column), Some(Data::Number(value))) => column.append_value(*value),
            (Values::Maps(column), Some(Data::Field(values))) => {
                column.values().append_slice(values);
                column.append(true);
            }
            (Values::Labels(column), Some(Data::Labels(texts))) => {
                column.values().extend(texts.iter().map(Option::as_deref));
                column.append(true);
            }
            (Values::Numbers(column), _) => column.append_null(),
            (Values::Maps(column), _) => column.append_null(),
            (Values::Labels(column), _) => column.append_null(),
        }
    }

    pub(crate) fn finish(self) -> ArrayRef {
        match self {
            Values::Numbers(mut column) => Arc::new(column.finish()),
            Values::Maps(mut column) => Arc::new(column.finish()),
            Values::Labels(mut column) => Arc::new(column.finish()),
        }
    }
}

pub(super) fn decode(bytes: &[u8]) -> Result<Position> {
    position::decode(bytes).map_err(|error| DataFusionError::Execution(error.to_string()))
}

/// A function of a position.
struct Function {
    /// How it is called, its name first.
    call: &'static str,
    /// What it is, in one line.
    about: &'static str,
    takes: &'static [DataType],
    /// How many arguments it needs; those after them may be left out.
    needs: usize,
    gives: Gives,
    /// The value for a row without nulls.
    of: fn(&mut Arguments<'_>) -> Result<Cell>,
}

impl Function {
    fn name(&self) -> &'static str {
        self.call.split('(').next().unwrap_or_default()
    }
}

/// What a function gives.
#[derive(Clone, Copy)]
pub(super) enum Gives {
    Position,
    Text,
    Number,
    /// A number for every point.
    Map,
    /// 1 for Black, −1 for White, 0 for nobody.
    Sign,
    Small,
    Hash,
    Count,
    Truth,
}

impl Gives {
    fn words(self) -> &'static str {
        match self {
            Gives::Position => "position",
            Gives::Text => "text",
            Gives::Map => "map",
            Gives::Truth => "true or false",
            Gives::Number | Gives::Sign | Gives::Small | Gives::Hash | Gives::Count => "number",
        }
    }

    pub(super) fn column(self) -> Column {
        match self {
            Gives::Position => Column::Bytes(BinaryBuilder::new()),
            Gives::Text => Column::Text(StringBuilder::new()),
            Gives::Number => Column::Number(Float64Builder::new()),
            Gives::Map => Column::Map(ListBuilder::new(Float64Builder::new())),
            Gives::Sign => Column::Sign(Int8Builder::new()),
            Gives::Small => Column::Small(UInt8Builder::new()),
            Gives::Hash => Column::Hash(UInt64Builder::new()),
            Gives::Count => Column::Count(UInt16Builder::new()),
            Gives::Truth => Column::Truth(BooleanBuilder::new()),
        }
    }
}

const POSITION: &[DataType] = &[DataType::Binary];
const POSITION_AND_TEXT: &[DataType] = &[DataType::Binary, DataType::Utf8];

/// Every function of a position, in the order of a list.
static FUNCTIONS: &[Function] = &[
    Function {
        call: "position('drawn board' [, 'B' or 'W'])",
        about: "a position from a drawing: X Black, O White, . empty; rows on lines or after slashes",
        takes: &[DataType::Utf8, DataType::Utf8],
        needs: 1,
        gives: Gives::Position,
        of: |given| draw(given.text(0), if given.len() > 1 { given.text(1) } else { "B" }),
    },
    Function {
        call: "board(position)",
        about: "the drawing of a position",
        takes: POSITION,
        needs: 1,
        gives: Gives::Text,
        of: |given| Ok(Cell::Text(Diagram::new(given.position()?.board()).to_string())),
    },
    Function {
        call: "next(position)",
        about: "who moves next: 1 Black, -1 White",
        takes: POSITION,
        needs: 1,
        gives: Gives::Sign,
        of: |given| Ok(Cell::Sign(sign(given.glance()?.1))),
    },
    Function {
        call: "board_size(position)",
        about: "lines of the board",
        takes: POSITION,
        needs: 1,
        gives: Gives::Small,
        of: |given| Ok(Cell::Small(given.glance()?.0.get() as u8)),
    },
    Function {
        call: "board_hash(position)",
        about: "a number for the stones alone: the same stones, the same number",
        takes: POSITION,
        needs: 1,
        gives: Gives::Hash,
        of: |given| Ok(Cell::Hash(given.position()?.board().hash())),
    },
    Function {
        call: "black_stones(position)",
        about: "black stones on the board",
        takes: POSITION,
        needs: 1,
        gives: Gives::Count,
        of: |given| Ok(Cell::Count(given.position()?.board().stones().black.len())),
    },
    Function {
        call: "white_stones(position)",
        about: "white stones on the board",
        takes: POSITION,
        needs: 1,
        gives: Gives::Count,
        of: |given| Ok(Cell::Count(given.position()?.board().stones().white.len())),
    },
    Function {
        call: "black_prisoners(position)",
        about: "white stones that Black has taken",
        takes: POSITION,
        needs: 1,
        gives: Gives::Count,
        of: |given| Ok(Cell::Count(given.position()?.prisoners().black)),
    },
    Function {
        call: "white_prisoners(position)",
        about: "black stones that White has taken",
        takes: POSITION,
        needs: 1,
        gives: Gives::Count,
        of: |given| Ok(Cell::Count(given.position()?.prisoners().white)),
    },
    Function {
        call: "ko(position)",
        about: "the point that the ko rule forbids now",
        takes: POSITION,
        needs: 1,
        gives: Gives::Text,
        of: |given| {
            let position = given.position()?;
            Ok(position.ko().map_or(Cell::Null, |point| Cell::Text(position.size().vertex(point))))
        },
    },
    Function {
        call: "stone(position, 'point')",
        about: "what stands on a point: 1 Black, -1 White, 0 nothing",
        takes: POSITION_AND_TEXT,
        needs: 2,
        gives: Gives::Sign,
        of: |given| {
            let position = given.position()?;
            let point = vertex(position.size(), given.text(1))?;
            Ok(Cell::Sign(position.board().get(point).map_or(0, sign)))
        },
    },
    Function {
        call: "play(position, 'point')",
        about: "the position after the side to move played there, or passed; null if it may not",
        takes: POSITION_AND_TEXT,
        needs: 2,
        gives: Gives::Position,
        of: |given| {
            let mut position = given.position()?;
            let mv = match given.text(1) {
                pass if is_pass(pass) => Move::Pass,
                point => Move::Play(vertex(position.size(), point)?),
            };
            Ok(position.play(mv).map_or(Cell::Null, |_| Cell::Bytes(position::encode(&position))))
        },
    },
    Function {
        call: "has_shape(position, 'drawn shape')",
        about: "whether a shape is there, turned, mirrored or in the other colours: X O . and ? for anything",
        takes: POSITION_AND_TEXT,
        needs: 2,
        gives: Gives::Truth,
        of: |given| {
            let stones = given.stones()?;
            Ok(Cell::Truth(given.shape()?.is_on(&stones)))
        },
    },
    Function {
        call: "shape_count(position, 'drawn shape')",
        about: "at how many places a shape is there",
        takes: POSITION_AND_TEXT,
        needs: 2,
        gives: Gives::Count,
        of: |given| {
            let stones = given.stones()?;
            Ok(Cell::Count(given.shape()?.find(&stones).len()))
        },
    },
    Function {
        call: "shape_move(position, 'drawn shape', 'point')",
        about: "where in the drawing a move of the side to move is, such as 'X bc': its colour there, column and row from a at the top left; null if it is outside",
        takes: &[DataType::Binary, DataType::Utf8, DataType::Utf8],
        needs: 3,
        gives: Gives::Text,
        of: |given| {
            let ((size, color), stones) = (given.glance()?, given.stones()?);
            let wanted = given.text(2).to_string();
            shape_move(given.shape()?, &stones, size, color, &wanted)
        },
    },
];

/// The arguments of a function in a row. The first is the position, for those that take one.
struct Arguments<'a> {
    columns: &'a [ArrayRef],
    row: usize,
    shapes: &'a mut Shapes,
}

impl Arguments<'_> {
    fn len(&self) -> usize {
        self.columns.len()
    }

    fn text(&self, index: usize) -> &str {
        let column: &StringArray = self.columns[index].as_string();
        column.value(self.row)
    }

    fn bytes(&self) -> &[u8] {
        self.columns[0].as_binary::<i32>().value(self.row)
    }

    fn position(&self) -> Result<Position> {
        decode(self.bytes())
    }

    /// The size and who moves next, without reading the stones.
    fn glance(&self) -> Result<(BoardSize, Color)> {
        position::glance(self.bytes()).map_err(|error| DataFusionError::Execution(error.to_string()))
    }

    /// The stones, without checking that they can stand so.
    fn stones(&self) -> Result<Stones> {
        position::stones(self.bytes()).map_err(|error| DataFusionError::Execution(error.to_string()))
    }

    /// The shape that is drawn in the second argument.
    fn shape(&mut self) -> Result<&BoardShape> {
        let column: &StringArray = self.columns[1].as_string();
        self.shapes.read(column.value(self.row))
    }
}

/// A function of a position as the database calls it.
#[derive(Debug)]
struct OfPosition {
    function: &'static Function,
    signature: Signature,
}

impl OfPosition {
    fn new(function: &'static Function) -> OfPosition {
        OfPosition { function, signature: Signature::user_defined(Volatility::Immutable) }
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for OfPosition {
    fn eq(&self, other: &OfPosition) -> bool {
        self.function.name() == other.function.name()
    }
}

impl Eq for OfPosition {}

impl Hash for OfPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name().hash(state);
    }
}

/// The result of a function of a position as it grows.
pub(super) enum Column {
    Bytes(BinaryBuilder),
    Text(StringBuilder),
    Number(Float64Builder),
    Map(ListBuilder<Float64Builder>),
    Sign(Int8Builder),
    Small(UInt8Builder),
    Hash(UInt64Builder),
    Count(UInt16Builder),
    Truth(BooleanBuilder),
}

/// One value of it.
pub(super) enum Cell {
    Null,
    Bytes(Vec<u8>),
    Text(String),
    Number(f64),
    Map(Vec<f64>),
    Sign(i8),
    Small(u8),
    Hash(u64),
    Count(usize),
    Truth(bool),
}

impl Column {
    pub(super) fn data_type(&self) -> DataType {
        match self {
            Column::Bytes(_) => DataType::Binary,
            Column::Text(_) => DataType::Utf8,
            Column::Number(_) => DataType::Float64,
            Column::Map(_) => DataType::new_list(DataType::Float64, true),
            Column::Sign(_) => DataType::Int8,
            Column::Small(_) => DataType::UInt8,
            Column::Hash(_) => DataType::UInt64,
            Column::Count(_) => DataType::UInt16,
            Column::Truth(_) => DataType::Boolean,
        }
    }

    pub(super) fn push(&mut self, cell: Cell) {
        match (self, cell) {
            (Column::Bytes(column), Cell::Bytes(bytes)) => column.append_value(bytes),
            (Column::Text(column), Cell::Text(text)) => column.append_value(text),
            (Column::Number(column), Cell::Number(number)) => column.append_value(number),
            (Column::Map(column), Cell::Map(numbers)) => {
                column.values().append_slice(&numbers);
                column.append(true);
            }
            (Column::Sign(column), Cell::Sign(sign)) => column.append_value(sign),
            (Column::Small(column), Cell::Small(number)) => column.append_value(number),
            (Column::Hash(column), Cell::Hash(hash)) => column.append_value(hash),
            (Column::Count(column), Cell::Count(n)) => column.append_value(u16::try_from(n).unwrap_or(u16::MAX)),
            (Column::Truth(column), Cell::Truth(truth)) => column.append_value(truth),
            (Column::Bytes(column), _) => column.append_null(),
            (Column::Text(column), _) => column.append_null(),
            (Column::Number(column), _) => column.append_null(),
            (Column::Map(column), _) => column.append_null(),
            (Column::Sign(column), _) => column.append_null(),
            (Column::Small(column), _) => column.append_null(),
            (Column::Hash(column), _) => column.append_null(),
            (Column::Count(column), _) => column.append_null(),
            (Column::Truth(column), _) => column.append_null(),
        }
    }

    pub(super) fn finish(self) -> ArrayRef {
        match self {
            Column::Bytes(mut column) => Arc::new(column.finish()),
            Column::Text(mut column) => Arc::new(column.finish()),
            Column::Number(mut column) => Arc::new(column.finish()),
            Column::Map(mut column) => Arc::new(column.finish()),
            Column::Sign(mut column) => Arc::new(column.finish()),
            Column::Small(mut column) => Arc::new(column.finish()),
            Column::Hash(mut column) => Arc::new(column.finish()),
            Column::Count(mut column) => Arc::new(column.finish()),
            Column::Truth(mut column) => Arc::new(column.finish()),
        }
    }
}

impl ScalarUDFImpl for OfPosition {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let Function { takes, needs, call, .. } = self.function;
        if !(*needs..=takes.len()).contains(&types.len()) {
            return plan_err!("write it as {call}");
        }
        Ok(takes[..types.len()].to_vec())
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.function.gives.column().data_type())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = args.args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let rows = if constant { 1 } else { args.number_rows };
        let columns: Vec<ArrayRef> =
            args.args.iter().map(|argument| argument.to_array(rows)).collect::<Result<Vec<_>>>()?;
        let mut column = self.function.gives.column();
        let mut shapes = Shapes::default();
        for row in 0..rows {
            let null = columns.iter().any(|column| column.is_null(row));
            let mut given = Arguments { columns: &columns, row, shapes: &mut shapes };
            column.push(if null { Cell::Null } else { (self.function.of)(&mut given)? });
        }
        let column = column.finish();
        if constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&column, 0)?));
        }
        Ok(ColumnarValue::Array(column))
    }
}

fn sign(color: Color) -> i8 {
    if color == Color::Black { 1 } else { -1 }
}

fn is_pass(text: &str) -> bool {
    text.eq_ignore_ascii_case("pass")
}

fn vertex(size: BoardSize, text: &str) -> Result<goban::Point> {
    size.parse_vertex(text)
        .ok_or_else(|| DataFusionError::Execution(format!("'{text}' is no point of a board with {} lines", size.get())))
}

/// A move of the side to move as a shape has it.
fn shape_move(shape: &BoardShape, stones: &Stones, size: BoardSize, color: Color, wanted: &str) -> Result<Cell> {
    if is_pass(wanted) {
        return Ok(Cell::Null);
    }
    let point = vertex(size, wanted)?;
    let seen = shape.find(stones).into_iter().find_map(|found| shape.seen(found, color, point));
    Ok(seen.map_or(Cell::Null, |(column, row, color)| {
        let stone = if color == Color::Black { 'X' } else { 'O' };
        let [column, row] = [column, row].map(|line| char::from(b'a' + line as u8));
        Cell::Text(format!("{stone} {column}{row}"))
    }))
}

/// The last shape that was read: mostly it is the same in every row.
#[derive(Default)]
struct Shapes(Option<(String, BoardShape)>);

impl Shapes {
    fn read(&mut self, text: &str) -> Result<&BoardShape> {
        if self.0.as_ref().is_none_or(|(known, _)| known != text) {
            let shape = BoardShape::parse(text).map_err(|error| DataFusionError::Execution(error.to_string()))?;
            self.0 = Some((text.to_string(), shape));
        }
        match &self.0 {
            Some((_, shape)) => Ok(shape),
            None => exec_err!("a shape was read and is gone"),
        }
    }
}

fn draw(drawing: &str, side: &str) -> Result<Cell> {
    let wrong = |reason: &dyn std::fmt::Display| DataFusionError::Execution(format!("position(…): {reason}"));
    // SQL texts on one line are easier to write with slashes.
    let mut setup = Diagram::parse(&drawing.replace('/', "\n")).map_err(|error| wrong(&error))?;
    setup.to_move = match Color::parse(side) {
        Some(color) => color,
        None => return exec_err!("position(…): the side to move is 'B' or 'W', not '{side}'"),
    };
    let position = Position::from_setup(&setup, Rules::CHINESE).map_err(|error| wrong(&error))?;
    Ok(Cell::Bytes(position::encode(&position)))
}
