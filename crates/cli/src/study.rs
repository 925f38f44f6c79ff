//! `aji study`: questions to many games at once.

mod agree;
mod moves;
mod witness;

use std::path::PathBuf;
use std::str::FromStr;

use figures::{Chart, Figure};
use model::Subject;
use record::Game;
use serde_json::{Map, Value, json};
use study::{By, Pairing, Summary, When};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::Record;
use crate::output::{self, Stdout, complain};
use crate::picture::PictureArgs;
use crate::watch::ModelArgs;

/// Asks many games at once: what moves do to an energy, who is predicted to win, how far models agree, and how well they guess
/// moves.
#[derive(clap::Args, Debug)]
pub(crate) struct Study {
    #[command(subcommand)]
    question: Question,
}

#[derive(clap::Subcommand, Debug)]
enum Question {
    Energy(Energy),
    Predict(Predict),
    Agree(agree::Agree),
    Moves(moves::Moves),
}

/// What games a study is about, and where its answer goes.
#[derive(clap::Args, Debug)]
struct Common {
    /// Game records: files, folders, - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    settings: ModelArgs,

    #[command(flatten)]
    picture: PictureArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// Compares what the moves of two sides did: boxes, medians, a rank-sum test and the probability of superiority.
///
/// Every quantity of the model that says what a move won is compared, such as the gain and the delta of an energy.
#[derive(clap::Args, Debug)]
struct Energy {
    #[command(flatten)]
    common: Common,

    /// The model; `aji models` lists them.
    #[arg(long, value_name = "NAME", default_value = "ising.molecular")]
    model: String,

    /// What makes two sides.
    #[arg(long, value_name = "WHAT", default_value = "color")]
    by: Sides,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Sides {
    /// Black and White.
    Color,
    /// The players by name, one comparison for every two that met.
    Player,
    /// Winner and loser.
    Result,
}

/// Counts how often the side that a model sees ahead is the recorded winner, beside always saying Black.
///
/// Leads in points are also read less the komi. Games without a winner are left out; where nobody is ahead, nothing is
/// predicted.
#[derive(clap::Args, Debug)]
struct Predict {
    #[command(flatten)]
    common: Common,

    /// The model; may be given several times. Default: every model that sees a lead or a gain.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    /// After which moves to ask: numbers and end.
    #[arg(long = "at", value_name = "MOVES", value_delimiter = ',', default_value = "25,50,100,150,end")]
    times: Vec<Time>,

    /// Only games that were counted: in others the winner is mostly who moved last.
    #[arg(long)]
    counted: bool,
}

#[derive(Clone, Copy, Debug)]
struct Time(When);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        match text.trim() {
            "end" => Ok(Time(When::End)),
            number => number
                .parse()
                .map(|number| Time(When::Move(number)))
                .map_err(|_| "write numbers of moves and end, such as 50,100,end".to_string()),
        }
    }
}

pub(crate) fn run(context: &Context<'_>, arguments: &Study) -> Outcome {
    match &arguments.question {
        Question::Energy(arguments) => energy(context, arguments),
        Question::Predict(arguments) => predict(context, arguments),
        Question::Agree(arguments) => agree::run(context, arguments),
        Question::Moves(arguments) => moves::run(context, arguments),
    }
}

/// All games of all files. A file without a game is told and left out.
///
/// # Errors
/// When a picture would be written over one of the files.
/// The games, and whether some file failed. `beside` are files to be written beside the picture.
fn games(common: &Common, beside: Option<&PathBuf>) -> Result<(Vec<Game>, bool), Failure> {
    let mut games = Vec::new();
    let mut failed = false;
    let sources = input::sources(&common.files);
    let files = sources.iter().filter_map(|source| source.as_ref().ok()?.path());
    let inputs = files.chain(common.settings.file());
    output::check_targets(common.picture.paths().chain(beside), inputs, Stdout::Taken)?;
    for source in sources {
        let record = source.and_then(|source| Record::open(&source)).map_err(Failure::from);
        match record.and_then(|record| Ok(record.games()?.reading.games)) {
            Ok(found) => games.extend(found),
            Err(failure) => {
                complain(failure);
                failed = true;
            }
        }
    }
    Ok((games, failed))
}

/// Those that can begin. Who was not named and lacks something is left out with a note.
fn able(subjects: Vec<Subject>, game: &record::Game, unnamed: bool) -> Result<(Vec<Subject>, Vec<String>), Failure> {
    let start = goban::Position::new(game.size(), game.rules());
    let (mut able, mut notes) = (Vec::new(), Vec::new());
    for subject in subjects {
        match subject.begin(&start) {
            Err(error @ model::BeginError::Missing(_)) if unnamed => notes.push(format!("left out: {error}")),
            Err(error @ model::BeginError::Missing(_)) => return Err(Failure::work(error)),
            _ => able.push(subject),
        }
    }
    Ok((able, notes))
}

/// Writes the figure where it is wanted, and either JSON or text.
fn answer(common: &Common, figure: &Chart, text: &str, json: &Value) -> Result<(), Failure> {
    common.picture.write(figure)?;
    if common.json {
        return output::print_json(json);
    }
    output::print(text)
}

/// What every answer says of itself.
fn heading(study: &str, subjects: &[Subject], common: &Common) -> Map<String, Value> {
    let settings = wire::settings(subjects.iter().map(Subject::parameters), common.settings.seed());
    let mut fields = Map::new();
    fields.insert("schema".to_string(), json!(wire::SCHEMA));
    fields.insert("aji".to_string(), json!(env!("CARGO_PKG_VERSION")));
    fields.insert("study".to_string(), json!(study));
    fields.insert("settings".to_string(), settings);
    fields
}

fn energy(context: &Context<'_>, arguments: &Energy) -> Outcome {
    let common = &arguments.common;
    let family = context.families.get(&arguments.model).map_err(Failure::usage)?;
    let settings = common.settings.settings(context.families)?;
    let subject = Subject::new(family, &settings, common.settings.seed()).map_err(Failure::usage)?;
    let card = subject.card();
    if study::gains(card).is_empty() {
        return Err(Failure::usage(format!("{} does not say what a move won", card.name)));
    }
    let (games, failed) = games(common, None)?;
    if games.is_empty() && failed {
        // Why has been said, file by file.
        return Ok(Done::Part);
    }
    // A family that lacks something says so here, and not by leaving out every game.
    if let Some(game) = games.iter().find(|game| card.sizes.contains(&game.size().get())) {
        subject.begin(&goban::Position::new(game.size(), game.rules())).map_err(Failure::work)?;
    }
    let by = match arguments.by {
        Sides::Color => By::Color,
        Sides::Player => By::Player,
        Sides::Result => By::Result,
    };
    let found = study::energy(&games, &subject, by);
    if found.pairings.is_empty() {
        return Err(Failure::work(format!(
            "no game can be compared by {by}: {} were left out (names, a winner or the board size are missing)",
            found.n_left_out
        )));
    }
    let mut json = heading("energy", std::slice::from_ref(&subject), common);
    json.insert("model".to_string(), json!(card.name));
    json.insert("by".to_string(), json!(by.to_string()));
    json.insert("games".to_string(), json!(found.n_games));
    json.insert("left_out".to_string(), json!(found.n_left_out));
    json.insert("pairings".to_string(), found.pairings.iter().map(pairing_json).collect());
    let about = format!("{} ({}, seed {})", card.name, subject.parameters(), subject.seed());
    let figure = found.to_chart(&card.name, &about);
    let text = found.to_text(by, &context.paint.terminal());
    let drawn = figure.to_terminal(&context.paint.terminal());
    answer(common, &figure, &format!("{text}\n{drawn}"), &Value::Object(json))?;
    Ok(Done::unless(failed))
}

fn pairing_json(pairing: &Pairing) -> Value {
    let quantities: Vec<Value> = pairing
        .comparisons
        .iter()
        .map(|comparison| {
            let sides: Vec<Value> = pairing
                .names
                .iter()
                .zip(&comparison.summaries)
                .map(|(name, summary)| side_json(name, summary))
                .collect();
            let test = &comparison.test;
            json!({
                "quantity": comparison.quantity,
                "sides": sides,
                "rank_sum": {"u": test.u, "z": test.z, "log10_p": test.log10_p, "exact": test.exact},
                "superiority": test.superiority(),
                "iqr_ratio": comparison.iqr_ratio(),
                "median_inside_other_box": comparison.medians_inside(),
            })
        })
        .collect();
    json!({"names": pairing.names, "games": pairing.n_games, "quantities": quantities})
}

fn side_json(name: &str, summary: &Summary) -> Value {
    json!({
        "name": name,
        "moves": summary.n,
        "out_of_range": summary.n_infinite,
        "least": summary.least,
        "q1": summary.q1,
        "median": summary.median,
        "q3": summary.q3,
        "greatest": summary.greatest,
        "whiskers": summary.whiskers,
        "iqr": summary.iqr(),
        "skew": summary.skew(),
        "outliers": summary.n_outliers,
    })
}

fn predict(context: &Context<'_>, arguments: &Predict) -> Outcome {
    let common = &arguments.common;
    let settings = common.settings.settings(context.families)?;
    let subject = |family| Subject::new(family, &settings, common.settings.seed()).map_err(Failure::usage);
    let named: Vec<Subject> = arguments
        .model
        .iter()
        .map(|name| subject(context.families.get(name).map_err(Failure::usage)?))
        .collect::<Result<_, _>>()?;
    if let Some(mute) = named.iter().find(|subject| !study::predicts(subject.card())) {
        return Err(Failure::usage(format!("{} sees neither a lead nor a gain", mute.card().name)));
    }
    let (mut games, failed) = games(common, None)?;
    if arguments.counted {
        games.retain(was_counted);
    }
    let Some(game) = games.first() else {
        if failed {
            return Ok(Done::Part);
        }
        return Err(Failure::work("there is no game to predict"));
    };
    let start = goban::Position::new(game.size(), game.rules());
    let mut notes = Vec::new();
    let subjects = if named.is_empty() {
        let mut able = Vec::new();
        for family in context.families.iter().filter(|family| study::predicts(family.card())) {
            let subject = subject(family)?;
            match subject.begin(&start) {
                Err(error @ model::BeginError::Missing(_)) => notes.push(format!("left out: {error}")),
                _ => able.push(subject),
            }
        }
        able
    } else {
        for subject in &named {
            subject.begin(&start).map_err(Failure::work)?;
        }
        named
    };
    let times: Vec<When> = arguments.times.iter().map(|time| time.0).collect();
    let found = study::predict(&games, &subjects, &times);
    let mut json = heading("predict", &subjects, common);
    json.insert("games".to_string(), json!(found.n_games));
    json.insert("left_out".to_string(), json!(found.n_left_out));
    json.insert("notes".to_string(), json!(notes));
    json.insert("predictors".to_string(), wire::predictors(&found));
    let text = found.to_text(&notes, &context.paint.terminal());
    answer(common, &found.to_chart(), &text, &Value::Object(json))?;
    Ok(Done::unless(failed))
}

fn was_counted(game: &Game) -> bool {
    matches!(game.info.outcome(), Some(record::Outcome::Win { margin: record::Margin::Points(_), .. }))
}
