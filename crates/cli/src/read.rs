//! `aji read`: a position, and what a model sees in it, for scripts.

use std::path::PathBuf;

use goban::Position;
use model::{Follower, Selection};
use record::Game;
use wire::{Answer, Of, Readings};

use crate::Context;
use crate::failure::{self, Done, Failure, Outcome};
use crate::games::{self, BoardArgs, LineArgs, Record};
use crate::output::{self, JsonStream};
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
    let mut failed = false;
    let mut json = JsonStream::wanted(arguments.json, arguments.jsonl);
    let mut emit = |read: wire::Read, many: bool| match &mut json {
        Some(json) => json.push(&Answer::new(read), many),
        None => output::print(&plain(&read)),
    };
    if let Some((name, position)) = arguments.board.position()? {
        let mut models = chosen(context, arguments)?;
        emit(describe(arguments, &name, &mut models, &position, false)?, false)?;
    }
    let batch = arguments.board.file.is_none() && !is_one_file(&arguments.files);
    let mut many = batch;
    for source in games::sources(&arguments.files) {
        let record = source.and_then(|source| Record::open(&source));
        let read = record.map_err(Failure::from).and_then(|record| {
            record.each_game(arguments.line.game, |found, number| {
                many |= number.is_some() && arguments.line.game.is_none();
                let mut models = chosen(context, arguments)?;
                let done = game(arguments, record.name(), found, &mut models).and_then(|mut object| {
                    object.game_number = number;
                    emit(object, many)
                });
                failed |= failure::survive(done, many)?;
                Ok(())
            })
        });
        failed |= failure::survive(read, batch)?;
    }
    if let Some(json) = json {
        json.finish(many)?;
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

fn game(arguments: &Read, name: &str, game: &Game, models: &mut [Wanted]) -> Result<wire::Read, Failure> {
    let walk = arguments.line.walk(name, game, |ply, position| {
        models.iter_mut().try_for_each(|wanted| wanted.follower.see(ply, position).map_err(Failure::work))
    })?;
    let mut read = describe(arguments, name, models, &walk.position, true)?;
    read.illegal = wire::illegal(&walk.plies);
    Ok(read)
}

fn describe(
    arguments: &Read,
    name: &str,
    models: &mut [Wanted],
    position: &Position,
    with_game: bool,
) -> Result<wire::Read, Failure> {
    let names: Vec<String> = models.iter().map(|wanted| wanted.follower.subject().card().name.clone()).collect();
    let question = arguments.question.question(position)?;
    let size = position.size();
    let several = models.len() > 1;
    let mut readings = Readings::default();
    let (mut moves, mut explanations) = (Vec::new(), Vec::new());
    for wanted in models.iter_mut() {
        let Wanted { follower, selection } = wanted;
        let card = follower.subject().card().clone();
        let sheet = follower.read(position, selection).map_err(Failure::work)?;
        readings.extend(wire::readings(&sheet, size, with_game));
        let model = follower.model(position).map_err(Failure::work)?;
        if card.abilities.rates && *selection == Selection::All {
            moves.push((card.name.clone(), wire::moves(&model.rate_all(position), size)));
        }
        if let Some(question) = question {
            let answer = watch::explain(follower, position, question)?;
            explanations.push((card.name, wire::explanation(question, &answer, size)));
        }
    }
    let parameters = models.iter().map(|wanted| wanted.follower.subject().parameters());
    Ok(wire::Read {
        file: Some(name.to_string()),
        model: names.first().filter(|_| !several).cloned(),
        position: wire::position(position),
        readings: (!names.is_empty()).then_some(readings),
        moves: Of::new(moves, several),
        explanation: Of::new(explanations, several),
        settings: (!names.is_empty()).then(|| wire::settings(parameters, arguments.settings.seed())),
        models: several.then_some(names),
        illegal: Vec::new(),
        game_number: None,
    })
}

/// The same for people: the board, then names and values.
fn plain(read: &wire::Read) -> String {
    let wire::Position { ply, next, board, .. } = &read.position;
    let mut out = format!("{}, ply {ply}, {next} to move\n", output::clean(read.file.as_deref().unwrap_or_default()));
    for row in board {
        let spaced: Vec<String> = row.chars().map(String::from).collect();
        out.push_str(&spaced.join(" "));
        out.push('\n');
    }
    if let Some(Readings { values, .. }) = &read.readings {
        let width = values.keys().map(String::len).max().unwrap_or(0);
        for (name, value) in values {
            out.push_str(&format!("{name:width$}  {value}\n"));
        }
    }
    if let Some(Of::One(answer)) = &read.explanation {
        for sentence in &answer.sentences {
            out.push_str(&sentence.text);
            out.push('\n');
        }
    }
    out
}
