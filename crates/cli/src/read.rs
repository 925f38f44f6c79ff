//! `aji read`: a position, and what a model sees in it, for scripts.

use std::path::PathBuf;

use goban::Position;
use model::{Follower, Selection};
use serde_json::{Map, Value, json};

use crate::Context;
use crate::failure::{self, Done, Failure, Outcome};
use crate::games::{BoardArgs, LineArgs, Loaded, Record};
use crate::output;
use crate::watch::{self, ModelArgs, QuestionArgs};

/// Reads a position, and what a model sees in it: values, maps, graphs, ratings of moves, the explanation of a point.
///
/// One input gives one JSON object, several give an array. Without --json the board and the values are printed.
#[derive(clap::Args, Debug)]
pub(crate) struct Read {
    /// Game records: files, folders, - for standard input.
    #[arg(value_name = "FILE", required_unless_present = "board", conflicts_with = "board")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    board: BoardArgs,

    /// The model, or one of its quantities; `aji models` lists them. May be given several times.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    #[command(flatten)]
    question: QuestionArgs,

    #[command(flatten)]
    settings: ModelArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,

    /// One JSON object a line and game, as they come.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

/// A model and which of its quantities are wanted.
pub(crate) struct Wanted {
    follower: Follower,
    selection: Selection,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Read) -> Outcome {
    // Bad usage is told before any file is opened.
    chosen(context, arguments)?;
    let mut objects = Vec::new();
    let mut failed = false;
    let mut emit = |object: Map<String, Value>| -> Result<(), Failure> {
        if arguments.jsonl {
            return output::print_json(&object);
        }
        objects.push(object);
        Ok(())
    };
    if let Some((name, position)) = arguments.board.position()? {
        let mut models = chosen(context, arguments)?;
        emit(describe(arguments, &name, &mut models, &position, false)?)?;
    }
    let mut several = false;
    let batch = !is_one_file(&arguments.files);
    for source in input::sources(&arguments.files) {
        let record = source.and_then(|source| Record::open(&source));
        let read = record.map_err(Failure::from).and_then(|record| {
            let loaded = record.games()?;
            let numbers = match arguments.line.game {
                Some(number) => vec![number],
                None => (1..=loaded.reading.games.len()).collect(),
            };
            several |= numbers.len() > 1;
            for &number in &numbers {
                let mut models = chosen(context, arguments)?;
                let done = game(arguments, &loaded, number, &mut models).and_then(|mut object| {
                    if loaded.reading.games.len() > 1 {
                        object.insert("game_number".to_string(), json!(number));
                    }
                    emit(object)
                });
                failed |= failure::survive(done, batch || several)?;
            }
            Ok(())
        });
        failed |= failure::survive(read, batch)?;
    }
    if arguments.json {
        let one = arguments.board.board.is_some() || (is_one_file(&arguments.files) && !several);
        match objects.pop() {
            Some(object) if one => output::print_json(&object)?,
            // The only input could not be read, and that has been said.
            None if one => {}
            last => output::print_json(&objects.into_iter().chain(last).collect::<Vec<_>>())?,
        }
    } else if !arguments.jsonl {
        for object in &objects {
            output::print(&plain(object))?;
        }
    }
    Ok(Done::unless(failed))
}

fn is_one_file(files: &[PathBuf]) -> bool {
    matches!(files, [one] if !one.is_dir())
}

/// The models of `--model`; a name that goes on names a quantity.
fn chosen(context: &Context<'_>, arguments: &Read) -> Result<Vec<Wanted>, Failure> {
    let settings = arguments.settings.settings(context.families)?;
    let mut models: Vec<Wanted> = Vec::new();
    for name in &arguments.model {
        let target = context.families.target(name).map_err(Failure::usage)?;
        let selection = match target.quantity {
            Some(quantity) => Selection::Names(vec![quantity.to_string()]),
            None => Selection::All,
        };
        let family = target.family;
        match models.iter_mut().find(|wanted| wanted.follower.subject().card().name == family.card().name) {
            Some(wanted) => match (&mut wanted.selection, selection) {
                (Selection::Names(names), Selection::Names(more)) => names.extend(more),
                (wanted, _) => *wanted = Selection::All,
            },
            None => {
                let follower = watch::follower(family, &settings, arguments.settings.seed())?;
                models.push(Wanted { follower, selection });
            }
        }
    }
    Ok(models)
}

fn game(
    arguments: &Read,
    loaded: &Loaded<'_>,
    number: usize,
    models: &mut [Wanted],
) -> Result<Map<String, Value>, Failure> {
    let record = loaded.game(Some(number))?;
    let walk = arguments.line.walk(loaded.name, record, |ply, position| {
        models.iter_mut().try_for_each(|wanted| wanted.follower.see(ply, position).map_err(Failure::work))
    })?;
    let mut object = describe(arguments, loaded.name, models, &walk.position, true)?;
    let illegal: Vec<Value> = walk
        .plies
        .iter()
        .filter_map(|ply| Some(json!({"ply": ply.number, "reason": ply.illegal?.to_string()})))
        .collect();
    if !illegal.is_empty() {
        object.insert("illegal".to_string(), Value::Array(illegal));
    }
    Ok(object)
}

fn describe(
    arguments: &Read,
    name: &str,
    models: &mut [Wanted],
    position: &Position,
    with_game: bool,
) -> Result<Map<String, Value>, Failure> {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| drop(object.insert(name.to_string(), value));
    put("schema", json!(wire::SCHEMA));
    put("aji", json!(env!("CARGO_PKG_VERSION")));
    put("file", json!(name));
    let names: Vec<&str> = models.iter().map(|wanted| wanted.follower.subject().card().name.as_str()).collect();
    match names.as_slice() {
        [] => {}
        [one] => put("model", json!(one)),
        several => put("models", json!(several)),
    }
    let mut merged = Map::new();
    wire::merge(&mut merged, json!(wire::position(position)));
    let question = arguments.question.question(position)?;
    let size = position.size();
    let several = models.len() > 1;
    for wanted in models.iter_mut() {
        let Wanted { follower, selection } = wanted;
        let card = follower.subject().card().clone();
        // Several models have their answers under their names.
        let answered = |name: &str, value: Value| match several {
            true => json!({name: {card.name.as_str(): value}}),
            false => json!({name: value}),
        };
        let sheet = follower.read(position, selection).map_err(Failure::work)?;
        wire::merge(&mut merged, json!(wire::readings(&sheet, size, with_game)));
        let model = follower.model(position).map_err(Failure::work)?;
        if card.abilities.rates && *selection == Selection::All {
            wire::merge(&mut merged, answered("moves", wire::moves(&model.rate_all(position), size)));
        }
        if let Some(question) = question {
            let answer = watch::explain(follower, position, question)?;
            wire::merge(&mut merged, answered("explanation", wire::explanation(question, &answer, size)));
        }
    }
    if !models.is_empty() {
        let parameters = models.iter().map(|wanted| wanted.follower.subject().parameters());
        merged.insert("settings".to_string(), wire::settings(parameters, arguments.settings.seed()));
    }
    object.extend(merged);
    Ok(object)
}

/// The same for people: the board, then names and values.
fn plain(object: &Map<String, Value>) -> String {
    let text = |name: &str| {
        object.get(name).map_or(String::new(), |value| value.as_str().map_or_else(|| value.to_string(), output::clean))
    };
    let mut out = format!("{}, ply {}, {} to move\n", text("file"), text("ply"), text("next"));
    if let Some(Value::Array(rows)) = object.get("board") {
        for row in rows.iter().filter_map(Value::as_str) {
            let spaced: Vec<String> = row.chars().map(String::from).collect();
            out.push_str(&spaced.join(" "));
            out.push('\n');
        }
    }
    if let Some(Value::Object(values)) = object.get("values") {
        let width = values.keys().map(String::len).max().unwrap_or(0);
        for (name, value) in values {
            out.push_str(&format!("{name:width$}  {value}\n"));
        }
    }
    if let Some(Value::Object(answer)) = object.get("explanation")
        && let Some(Value::Array(sentences)) = answer.get("sentences")
    {
        for sentence in sentences.iter().filter_map(|sentence| sentence.get("text")?.as_str()) {
            out.push_str(sentence);
            out.push('\n');
        }
    }
    out
}
