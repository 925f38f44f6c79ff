//! `aji study`: questions to many games at once.

mod agree;
mod moves;
mod witness;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::str::FromStr;

use figures::{Bars, Chart, Figure, Sample};
use model::Subject;
use record::Game;
use serde_json::{Map, Value, json};
use study::{By, Comparison, EnergyStudy, Pairing, PredictStudy, Summary, When};

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
    let figure = boxes(&found, &card.name, &about);
    let text = energy_text(context, &found, by);
    let drawn = figure.to_terminal(&context.paint.terminal());
    answer(common, &figure, &format!("{text}\n{drawn}"), &Value::Object(json))?;
    Ok(Done::unless(failed))
}

fn boxes(found: &EnergyStudy, model: &str, about: &str) -> Chart {
    let mut samples = Vec::new();
    for pairing in &found.pairings {
        for comparison in &pairing.comparisons {
            let quantity = comparison.quantity.rsplit('.').next().unwrap_or_default();
            for (name, values) in pairing.names.iter().zip(&comparison.samples) {
                samples.push(Sample::new(&format!("{name}: {quantity}"), values.iter().copied()));
            }
        }
    }
    Chart::boxes(samples)
        .without_outliers()
        .title(&format!("What moves do: {model}"))
        .caption(&format!("{about}; {} games, values beyond the whiskers not drawn", found.n_games))
        .axes("", "a move")
}

fn energy_text(context: &Context<'_>, found: &EnergyStudy, by: By) -> String {
    let paint = context.paint;
    let mut text = format!("{} games, by {by}", found.n_games);
    if found.n_left_out > 0 {
        let _ = write!(text, "; {} left out", found.n_left_out);
    }
    text.push('\n');
    for Pairing { names, n_games, comparisons } in &found.pairings {
        let _ = writeln!(text, "\n{}, {n_games} games", paint.bold(&names.join(" – ")));
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        for comparison in comparisons {
            let _ = writeln!(text, "{}", comparison.quantity);
            let columns = ["moves", "least", "Q1", "median", "Q3", "greatest", "skew"];
            let _ = write!(text, "  {:width$}", "");
            for column in columns {
                let _ = write!(text, " {column:>10}");
            }
            text.push('\n');
            for (name, summary) in names.iter().zip(&comparison.summaries) {
                let Summary { n, least, q1, median, q3, greatest, .. } = *summary;
                let _ = write!(text, "  {name:width$} {n:>10}");
                for value in [least, q1, median, q3, greatest] {
                    let _ = write!(text, " {:>10}", model::words::number(value, 3));
                }
                let _ = writeln!(text, " {:>10.3}", summary.skew());
            }
            let _ = writeln!(text, "  {}", verdict(comparison, names));
        }
    }
    text
}

/// The tests of a comparison in one line.
fn verdict(comparison: &Comparison, names: &[String; 2]) -> String {
    let test = &comparison.test;
    let how = if test.exact { "exact" } else { "normal, tie-corrected" };
    let ratio = comparison.iqr_ratio().map_or("–".to_string(), |ratio| format!("{ratio:.3}"));
    format!(
        "rank sum: z {:.2}, log10 p {:.2} ({how}); a move of {} is above one of {} with probability {:.4}; boxes {ratio}",
        test.z,
        test.log10_p,
        names[0],
        names[1],
        test.superiority(),
    )
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
    let text = predict_text(context, &found, &notes);
    answer(common, &bars(&found), &text, &Value::Object(json))?;
    Ok(Done::unless(failed))
}

fn was_counted(game: &Game) -> bool {
    matches!(game.info.outcome(), Some(record::Outcome::Win { margin: record::Margin::Points(_), .. }))
}

fn bars(found: &PredictStudy) -> Chart {
    let times: Vec<String> = found.times.iter().map(When::to_string).collect();
    let bars: Vec<Bars> = found
        .predictors
        .iter()
        .map(|predictor| {
            let percent = |share: f64| 100.0 * share;
            let values: Vec<f64> = predictor.scores.iter().map(|score| percent(score.share.value)).collect();
            let intervals: Vec<(f64, f64)> =
                predictor.scores.iter().map(|score| score.share.interval.map(percent).into()).collect();
            Bars::new(&predictor.name, values).intervals(intervals)
        })
        .collect();
    Chart::bars(times, bars)
        .title("How often the side ahead wins")
        .caption(&format!("{} games; whiskers are 95 % intervals", found.n_games))
        .axes("after move", "% of games")
}

fn predict_text(context: &Context<'_>, found: &PredictStudy, notes: &[String]) -> String {
    let mut text = format!("{} games with a winner", found.n_games);
    if found.n_left_out > 0 {
        let _ = write!(text, "; {} left out", found.n_left_out);
    }
    text.push_str(
        "\nHow often the side ahead is the recorded winner, in percent of the games in which somebody is ahead, with its \
         95 % interval.\n\n",
    );
    let share = |score: &study::Score| {
        let [low, high] = score.share.interval.map(|end| 100.0 * end);
        match score.share.n {
            0 => "–".to_string(),
            _ => format!("{:.1} ({low:.1}–{high:.1})", 100.0 * score.share.value),
        }
    };
    let undecided = |score: &study::Score| match score.n_undecided {
        0 => String::new(),
        n => n.to_string(),
    };
    table(&mut text, found, share);
    text.push_str("\nGames in which nobody is ahead.\n\n");
    table(&mut text, found, undecided);
    for note in notes {
        let _ = writeln!(text, "\n{}", context.paint.dim(note));
    }
    text
}

/// One line a predictor, one column a time; lines without anything in them are left out.
fn table(text: &mut String, found: &PredictStudy, cell: impl Fn(&study::Score) -> String) {
    let width = found.predictors.iter().map(|predictor| predictor.name.chars().count()).max().unwrap_or(0);
    let mut line = |name: &str, cells: Vec<String>| {
        if cells.iter().any(|cell| !cell.is_empty()) {
            let cells: String = cells.iter().map(|cell| format!("  {cell:<16}")).collect();
            let _ = writeln!(text, "{}", format!("{name:width$}{cells}").trim_end());
        }
    };
    line("after move", found.times.iter().map(When::to_string).collect());
    for predictor in &found.predictors {
        line(&predictor.name, predictor.scores.iter().map(&cell).collect());
    }
}
