//! `aji study`: questions to many games at once.

mod agree;
mod judge;
mod likeness;
mod moves;
mod score;
mod witness;

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use figures::{Chart, Figure};
use input::{InputError, Source};
use model::{Card, Family, Subject};
use record::Game;
use study::{By, When, Witness};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::{self, Stream};
use crate::oracle::WitnessArgs;
use crate::output::{self, Stdout, complain};
use crate::picture::PictureArgs;
use crate::watch::ModelArgs;
use witness::Engine;

/// Asks many games at once: what moves do to an energy, who is predicted to win, how far models agree, how well they guess
/// moves, whether a player can be told from others, and how true reviews are.
#[derive(clap::Args, Debug)]
pub(crate) struct Study {
    #[command(subcommand)]
    question: Question,
}

#[derive(clap::Subcommand, Debug)]
enum Question {
    Energy(Energy),
    Predict(Predict),
    Score(score::Score),
    Agree(agree::Agree),
    Moves(moves::Moves),
    Likeness(likeness::Likeness),
    Judge(judge::Judge),
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

    /// Only games that were counted or resigned: who lost on time may have been ahead.
    #[arg(long, conflicts_with = "counted")]
    played_out: bool,

    /// Only every so manieth game.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    #[command(flatten)]
    witness: WitnessArgs,
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
        Question::Score(arguments) => score::run(context, arguments),
        Question::Agree(arguments) => agree::run(context, arguments),
        Question::Moves(arguments) => moves::run(context, arguments),
        Question::Likeness(arguments) => likeness::run(context, arguments),
        Question::Judge(arguments) => judge::run(context, arguments),
    }
}

/// The games of all files, read while the study works on them. A file without a game is told and left out, and so is a game with
/// more moves than are looked at.
struct Games {
    stream: Stream,
    failed: Failed,
}

/// Whether something was told and left out so far.
#[derive(Clone, Default)]
struct Failed(Rc<Cell<bool>>);

impl Failed {
    fn get(&self) -> bool {
        self.0.get()
    }
}

impl Iterator for Games {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        loop {
            match self.stream.next()? {
                Ok(game) => return Some(game),
                Err(failure) => {
                    complain(failure);
                    self.failed.0.set(true);
                }
            }
        }
    }
}

/// The games of a study. `beside` are files to be written beside the picture.
///
/// # Errors
/// When a picture would be written over one of the files.
fn games(common: &Common, beside: Option<&PathBuf>) -> Result<(Games, Failed), Failure> {
    let sources: Vec<_> = games::sources(&common.files).collect();
    let files = sources.iter().filter_map(|source| source.as_ref().ok()?.path());
    let inputs = files.chain(common.settings.file());
    output::check_targets(common.picture.paths().chain(beside), inputs, Stdout::Taken)?;
    let failed = Failed::default();
    Ok((read(sources, &failed)?, failed))
}

/// The games of some files.
fn read(sources: Vec<Result<Source, InputError>>, failed: &Failed) -> Result<Games, Failure> {
    Ok(Games { stream: Stream::new(sources)?, failed: failed.clone() })
}

/// The models that were named; each has to be able to answer.
fn named(
    context: &Context<'_>,
    names: &[String],
    subject: impl Fn(&Arc<dyn Family>) -> Result<Subject, Failure>,
    answers: fn(&Card) -> bool,
    mute: impl Fn(&str) -> String,
) -> Result<Vec<Subject>, Failure> {
    let found = |name: &String| {
        let subject = subject(context.families.get(name).map_err(Failure::usage)?)?;
        if answers(subject.card()) { Ok(subject) } else { Err(Failure::usage(mute(&subject.card().name))) }
    };
    names.iter().map(found).collect()
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

/// The text of a study with notes under it.
fn with_notes(context: &Context<'_>, mut text: String, notes: &[String]) -> String {
    for note in notes {
        text.push_str(&format!("\n{}\n", context.paint.dim(note)));
    }
    text
}

/// Writes the figure where it is wanted, and either JSON or text.
fn answer(common: &Common, figure: &Chart, text: &str, json: &impl serde::Serialize) -> Result<(), Failure> {
    let written = common.picture.write(figure)?;
    if common.json {
        return output::print_json(json);
    }
    output::print(&(text.to_string() + &written))
}

/// What was found, with what every study says of itself.
fn found<T>(study: &'static str, subjects: &[Subject], common: &Common, found: T) -> wire::Answer<wire::Study<T>> {
    let settings = wire::settings(subjects.iter().map(Subject::parameters), common.settings.seed());
    wire::Answer::new(wire::Study { study, settings, found })
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
    let by = match arguments.by {
        Sides::Color => By::Color,
        Sides::Player => By::Player,
        Sides::Result => By::Result,
    };
    // A family that lacks something says so, and not by leaving out every game.
    let (mut begun, mut lacking) = (false, None);
    let able = |game: &Game| {
        if !begun && card.sizes.contains(&game.size().get()) {
            begun = true;
            lacking = subject.begin(&goban::Position::new(game.size(), game.rules())).err();
        }
        lacking.is_none()
    };
    let found = study::energy(games.take_while(able), &subject, by);
    if let Some(error) = lacking {
        return Err(Failure::work(error));
    }
    if found.n_games + found.n_left_out == 0 && failed.get() {
        // Why has been said, file by file.
        return Ok(Done::Part);
    }
    if found.pairings.is_empty() {
        return Err(Failure::work(format!(
            "no game can be compared by {by}: {} were left out (names, a winner or the board size are missing)",
            found.n_left_out
        )));
    }
    let shape = wire::energy(&found, &card.name, by);
    let json = self::found("energy", std::slice::from_ref(&subject), common, shape);
    let about = format!("{} ({}, seed {})", card.name, subject.parameters(), subject.seed());
    let figure = found.to_chart(&card.name, &about);
    let text = found.to_text(by, &context.paint.terminal());
    let drawn = figure.to_terminal(&context.paint.terminal());
    answer(common, &figure, &format!("{text}\n{drawn}"), &json)?;
    Ok(Done::unless(failed.get()))
}

fn predict(context: &Context<'_>, arguments: &Predict) -> Outcome {
    let common = &arguments.common;
    let settings = common.settings.settings(context.families)?;
    let subject =
        |family: &Arc<dyn Family>| Subject::new(family, &settings, common.settings.seed()).map_err(Failure::usage);
    let mute = |name: &str| format!("{name} sees neither a lead nor a gain");
    let named = named(context, &arguments.model, subject, study::predicts, mute)?;
    let (games, failed) = games(common, arguments.witness.cache().as_ref())?;
    let games = games.step_by(arguments.every as usize);
    let wanted = |game: &Game| match arguments {
        Predict { counted: true, .. } => was_counted(game),
        Predict { played_out: true, .. } => was_counted(game) || was_resigned(game),
        _ => true,
    };
    let mut games = games.filter(wanted).peekable();
    let Some(game) = games.peek() else {
        if failed.get() {
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
    let engine = arguments.witness.start(context.families, &common.settings)?.map(Engine::new);
    let games = games.take_while(|_| !engine.as_ref().is_some_and(Engine::is_stopped));
    let witness = engine.as_ref().map(|engine| engine as &dyn Witness);
    let found = study::predict(games, &subjects, witness, &times);
    engine.map_or(Ok(()), Engine::finish)?;
    let shape = wire::Predict { notes: Some(notes.clone()), ..wire::predict(&found) };
    let json = self::found("predict", &subjects, common, shape);
    let text = found.to_text(&notes, &context.paint.terminal());
    answer(common, &found.to_chart(), &text, &json)?;
    Ok(Done::unless(failed.get()))
}

fn was_counted(game: &Game) -> bool {
    matches!(game.info.outcome(), Some(record::Outcome::Win { margin: record::Margin::Points(_), .. }))
}

fn was_resigned(game: &Game) -> bool {
    matches!(game.info.outcome(), Some(record::Outcome::Win { margin: record::Margin::Resignation, .. }))
}
