//! `aji review`: a game explained, move by move and as a whole.

mod files;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use input::{InputError, Source};
use model::Subject;
use record::Game;
use review::{Catalogue, Level, LineError, Options, Positions, Replayed};

use crate::Context;
use crate::failure::{self, Done, Failure, Outcome};
use crate::games::{self, Heading, LineArgs, Record, parse_color, title};
use crate::oracle::{Asking, JudgeArgs};
use crate::output::{self, Inputs, JsonStream, Stdout, complain};
use crate::picture::PictureArgs;
use crate::progress;
use crate::solve::Posed;
use crate::watch::ModelArgs;

use files::{FileArgs, Files};

/// Reviews games: what every move did, in words made from facts, and the story of the whole.
///
/// Without a file a bundled game is reviewed: a friendly one of two kyu players.
#[derive(clap::Args, Debug)]
pub(crate) struct Review {
    /// Game records: files, folders, - for standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    line: LineArgs,

    /// Tells these moves one by one, such as 50-80, 57, 200- or all.
    #[arg(long, value_name = "RANGE")]
    moves: Option<Moves>,

    /// For whom the words are: beginner, player or expert.
    #[arg(long, value_name = "LEVEL", default_value = "player", value_parser = parse_level)]
    level: Level,

    /// The language of the words.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = clap::builder::PossibleValuesParser::new(Catalogue::languages()))]
    language: String,

    /// Words in yet another language: a file of messages in Fluent's format, named after the language, such as de.ftl. What it
    /// lacks is said in English.
    #[arg(long, value_name = "FILE", conflicts_with = "language")]
    words: Option<PathBuf>,

    /// Shows the mistakes of one side only, and what it can learn: black or white.
    #[arg(long = "for", value_name = "COLOR", value_parser = parse_color)]
    side: Option<goban::Color>,

    /// The most records to review. Without it more than 10000 are not begun: a folder may be another one than was meant.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,

    /// Only these models; by default all. May be given several times.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    #[command(flatten)]
    settings: ModelArgs,

    /// Prints a line for every move, with the values of the models.
    #[arg(long)]
    table: bool,

    #[command(flatten)]
    judge: JudgeArgs,

    #[command(flatten)]
    out: FileArgs,

    #[command(flatten)]
    picture: PictureArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,

    /// One JSON object a line and game, as they come.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

fn parse_level(text: &str) -> Result<Level, String> {
    let names = Level::ALL.map(Level::name);
    Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| format!("one of {}", names.join(", ")))
}

/// A range of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moves {
    from: usize,
    to: Option<usize>,
}

impl FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Moves, String> {
        let wrong = || "write the moves as 50-80, 57, 200- or all".to_string();
        let number = |part: &str| part.trim().parse::<usize>().ok().filter(|n| *n > 0).ok_or_else(wrong);
        if text == "all" {
            return Ok(Moves { from: 1, to: None });
        }
        let moves = match text.split_once(['-', '–']) {
            None => Moves { from: number(text)?, to: Some(number(text)?) },
            Some((from, "")) => Moves { from: number(from)?, to: None },
            Some(("", to)) => Moves { from: 1, to: Some(number(to)?) },
            Some((from, to)) => Moves { from: number(from)?, to: Some(number(to)?) },
        };
        if moves.to.is_some_and(|to| to < moves.from) { Err(wrong()) } else { Ok(moves) }
    }
}

impl Moves {
    /// The moves of the range that a game of this length has.
    ///
    /// # Errors
    /// When it has none of them.
    fn within(&self, name: &str, length: usize) -> Result<RangeInclusive<usize>, Failure> {
        if self.from > length {
            return Err(Failure::usage(format!("there is no move {}; the line has {length}", self.from)).about(name));
        }
        Ok(self.from..=self.to.unwrap_or(length).min(length))
    }
}

/// A game with its review.
struct Reviewed<'a> {
    name: &'a str,
    game: &'a Game,
    review: review::Review,
    settings: wire::Settings,
    /// The solution, if the record is a problem.
    problem: Option<Posed>,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Review) -> Outcome {
    subjects(context, arguments)?;
    let catalogue = catalogue(arguments)?;
    let sources = found(arguments)?;
    let pictures = arguments.picture.paths().count();
    if pictures > 0 && sources.len() > 1 {
        return Err(Failure::usage("--svg and --png take one game; name one file"));
    }
    let several = arguments.files.len() > 1 || arguments.files.iter().any(|file| file.is_dir());
    let read = sources.iter().filter_map(|source| source.as_ref().ok()?.path());
    let inputs = Inputs::new(read.chain(arguments.settings.file()).chain(&arguments.words));
    let mut files = Files::new(&arguments.out, several, &inputs)?;
    let outputs = arguments.picture.paths().chain(files.single()).chain(arguments.judge.engine.cache());
    inputs.check(outputs, Stdout::Taken)?;
    let mut asking = arguments.judge.start(context.families, &arguments.settings)?;
    let mut failed = false;
    let mut json = JsonStream::wanted(arguments.json, arguments.jsonl);
    let mut pictures_said = String::new();
    let bundled = sources.is_empty().then(|| Ok(Record::bundled()));
    let mut many = several;
    // Where nothing is printed meanwhile, it is good to know how far it is.
    let bar = (sources.len() > 1 && (json.is_some() || files.wanted()))
        .then(|| progress::bar(sources.len(), "{bar:30} {pos} of {len} files  {msg}"));
    let opened = sources.into_iter().map(|source| Record::open(&source?));
    for record in bundled.into_iter().chain(opened) {
        if let (Some(bar), Ok(record)) = (&bar, &record) {
            bar.set_message(output::clean(record.name()));
            bar.inc(1);
        }
        // What is wrong with one record is told; what is wrong with the wish, or a stop, ends it all.
        let mut fatal = false;
        let read = record.map_err(Failure::from).and_then(|record| {
            let name = record.name();
            record.each_game(arguments.line.game, |game, number| {
                fatal = true;
                if number.is_some() && arguments.line.game.is_none() {
                    many = true;
                    if pictures > 0 {
                        return Err(Failure::usage("--svg and --png take one game; choose it with --game"));
                    }
                    files.check_many()?;
                }
                let mut review = || {
                    let places = files.places(name, number)?;
                    let job = Job { context, arguments, catalogue: &catalogue, name, game };
                    let show = json.is_none() && !(many && files.wanted());
                    let (reviewed, whole) = job.run(asking.as_mut(), show)?;
                    failed |= !whole;
                    if let Some(json) = &mut json {
                        let mut shape = wire::review(name, game, &reviewed.review, reviewed.settings.clone());
                        shape.game_number = number;
                        shape.solved = reviewed.problem.as_ref().map(Posed::shape);
                        json.push(&wire::Answer::new(shape), many)?;
                    }
                    files.write(&reviewed, places)?;
                    pictures_said = arguments.picture.write(&reviewed.review.leads_chart(&title(game)))?;
                    Ok(())
                };
                let done = review();
                failed |= failure::survive(done, many && !asking.as_ref().is_some_and(Asking::is_stopped))?;
                fatal = false;
                Ok(())
            })
        });
        failed |= failure::survive(read, many && !fatal)?;
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    failed |= asking.as_ref().is_some_and(Asking::has_lost);
    let written = files.finish()? + &pictures_said;
    if let Some(json) = json {
        json.finish(many)?;
    } else if !written.is_empty() {
        output::print(&written)?;
    }
    Ok(Done::unless(failed))
}

/// The records behind the names, with a sign of life while folders are searched.
///
/// # Errors
/// When there are very many and nobody said how many.
fn found(arguments: &Review) -> Result<Vec<Result<Source, InputError>>, Failure> {
    /// Some hours of work.
    const MOST: usize = 10_000;
    let bar = progress::bar(0, "{spinner} looking for games, {pos} found, {elapsed}; Ctrl-C ends it");
    bar.enable_steady_tick(Duration::from_millis(100));
    let most = arguments.most.map(|most| most as usize);
    let sources: Vec<_> =
        games::sources(&arguments.files).inspect(|_| bar.inc(1)).take(most.unwrap_or(MOST + 1)).collect();
    bar.finish_and_clear();
    if most.is_none() && sources.len() > MOST {
        return Err(Failure::usage(format!(
            "there are more than {MOST} records; say how many to review with --most N"
        )));
    }
    Ok(sources)
}

/// The words to tell it with.
fn catalogue(arguments: &Review) -> Result<Catalogue, Failure> {
    let Some(path) = &arguments.words else {
        return Ok(Catalogue::of(&arguments.language).unwrap_or_else(Catalogue::english));
    };
    let name = path.display();
    let bytes = Source::File(path.clone()).bytes().map_err(|error| Failure::from(error).into_usage())?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::usage("is no text in UTF-8").about(&name))?;
    let language = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    Catalogue::new(language, &text).map_err(|error| Failure::usage(error).about(&name))
}

/// The models to watch with.
fn subjects(context: &Context<'_>, arguments: &Review) -> Result<Vec<Subject>, Failure> {
    let settings = arguments.settings.settings(context.families)?;
    let subject = |family| Subject::new(family, &settings, arguments.settings.seed()).map_err(Failure::usage);
    if arguments.model.is_empty() {
        return context.families.iter().map(subject).collect();
    }
    arguments.model.iter().map(|name| subject(context.families.get(name).map_err(Failure::usage)?)).collect()
}

/// One game to review.
struct Job<'a> {
    context: &'a Context<'a>,
    arguments: &'a Review,
    catalogue: &'a Catalogue,
    name: &'a str,
    game: &'a Game,
}

impl<'a> Job<'a> {
    /// Reviews the game and prints it, if it is to be shown; whoever judges looks at it meanwhile. Says whether all went well.
    fn run(&self, asking: Option<&mut Asking>, show: bool) -> Result<(Reviewed<'a>, bool), Failure> {
        let Job { context, arguments, game, name, .. } = *self;
        let line = arguments.line.line(name, game)?;
        let line = Replayed::new(game, &line, arguments.line.to).map_err(|error| {
            let failure = match error {
                LineError::TooFar { .. } => Failure::usage(error),
                _ => Failure::work(error),
            };
            failure.about(name)
        })?;
        let print = |text: String| if show { output::print(&text) } else { Ok(()) };
        // The heading is there at once, the rest when all has been seen.
        let heading = context.paint.bold(&Heading(game).to_string());
        print(format!("{heading}\n{}\n\n", games::conditions(game)))?;
        let seen = |review: review::Review| {
            let settings = wire::settings(review.parameters.iter(), arguments.settings.seed());
            Reviewed { name, game, review, settings, problem: None }
        };
        // Who asks for moves wants them told, also those of a solution.
        if let Some(problem) = Posed::of(context, name, game).filter(|_| arguments.moves.is_none()) {
            print(problem.text(context))?;
            return Ok((Reviewed { problem: Some(problem), ..seen(self.tell(&line)?) }, true));
        }
        let body = |reviewed: &Reviewed<'_>| -> Result<(), Failure> {
            let range = match &arguments.moves {
                Some(moves) => Some(moves.within(name, reviewed.review.moves.len())?),
                None => None,
            };
            print(reviewed.review.to_text(range, arguments.table, &context.paint.terminal(), self.catalogue))
        };
        let Some(asking) = asking else {
            let reviewed = seen(self.tell(&line)?);
            body(&reviewed)?;
            return Ok((reviewed, true));
        };
        let positions = Positions::of(&line);
        let (reviewed, problem) = asking.along(&positions, |judged| {
            let mut reviewed = seen(self.tell(&line)?);
            let (judged, problem) = judged();
            reviewed.review.judged(&line, judged, self.catalogue);
            Ok((reviewed, problem))
        })?;
        if asking.is_stopped() {
            let judged = reviewed.review.judgements.iter().flatten().count();
            return Err(asking.stopped(&format!("{judged} of {} positions", positions.len())).about(name));
        }
        body(&reviewed)?;
        if let Some(problem) = &problem {
            complain(format!("{name}: {problem}"));
        }
        Ok((reviewed, problem.is_none()))
    }

    fn tell(&self, line: &Replayed<'_>) -> Result<review::Review, Failure> {
        let Job { context, arguments, catalogue, name, .. } = *self;
        let options = Options {
            level: arguments.level,
            maps: arguments.out.html.is_some(),
            // Who cannot look at this game is left out, unless it was asked for by name.
            leave_out: arguments.model.is_empty(),
            side: arguments.side,
        };
        review::review(line, &subjects(context, arguments)?, catalogue, &options)
            .map_err(|error| Failure::work(error).about(name))
    }
}
