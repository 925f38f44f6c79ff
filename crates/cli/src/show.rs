//! `aji show`: a board, with whatever a model sees on it.

use std::path::PathBuf;

use figures::{Animation, BoardFigure, FieldStyle, Figure, Mark, Theme};
use goban::{BoardSize, Move, PointSet, Position};
use model::{Card, Explanation, Follower, Selection, Settings, Unknown};
use record::{Game, Ply};
use structure::ets::Label;
use structure::go::{Attention, Plan, Recorder};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::{self, BoardArgs, Heading, LineArgs, Walk, title};
use crate::output::{self, Stdout, complain};
use crate::picture::{self, PictureArgs, Written};
use crate::structs::StructFigure;
use crate::watch::{self, ModelArgs, QuestionArgs};

/// Draws a position of a game in the terminal, or as SVG, PNG or GIF; with --model also what a model sees.
#[derive(clap::Args, Debug)]
pub(crate) struct Show {
    /// A game record; - is standard input.
    #[arg(value_name = "FILE", required_unless_present_any = ["board", "make"], conflicts_with = "board")]
    file: Option<PathBuf>,

    /// Makes an element of a class of the model structure instead of reading a game: stones put up and played so that it comes
    /// to be, its points marked. A class is named as its count, such as one_point_jump.black or level2.eye.black; another --seed
    /// makes another element.
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["file", "board", "expand"])]
    make: Option<String>,

    /// The side of the board of --make.
    #[arg(long, value_name = "N", default_value_t = 9, requires = "make")]
    size: usize,

    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    board: BoardArgs,

    /// A model, or one of its quantities, drawn on the board; `aji models` lists them.
    #[arg(long, value_name = "NAME[.QUANTITY]")]
    model: Option<String>,

    /// How a map of numbers is drawn.
    #[arg(long, value_name = "STYLE", default_value = "heat", requires = "model")]
    style: StyleName,

    /// Shows the steps behind the quantity, one after the other: an animation in SVG and GIF.
    #[arg(long, requires = "model")]
    evolve: bool,

    /// Shows the struct itself, the events and processes that --model structure records: of all ticks, or of the last
    /// TICKS. It goes with a small window, such as --set structure.attention=window:D4,E4.
    #[arg(long, value_name = "TICKS", num_args = 0..=1, requires = "model", conflicts_with_all = ["evolve", "json"])]
    expand: Option<Option<u32>>,

    /// Writes the struct of --expand for Graphviz.
    #[arg(long, value_name = "FILE", requires = "expand")]
    dot: Option<PathBuf>,

    #[command(flatten)]
    question: QuestionArgs,

    /// Writes the last N moves as numbers on their stones.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000")]
    numbers: Option<usize>,

    #[command(flatten)]
    settings: ModelArgs,

    #[command(flatten)]
    picture: PictureArgs,

    /// Writes an animated GIF of the steps; goes with --evolve.
    #[arg(long, value_name = "FILE", requires = "evolve", value_parser = |path: &str| picture::named(path, "gif"))]
    gif: Option<PathBuf>,

    /// How pictures look.
    #[arg(long, value_name = "THEME", default_value = "wood")]
    theme: ThemeName,

    /// What is shown, as one JSON value on standard output; `aji read` says more.
    #[arg(long, conflicts_with = "evolve")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ThemeName {
    /// A wooden board.
    Wood,
    /// Black on white, for paper.
    Print,
    /// For dark pages.
    Dark,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum StyleName {
    /// A tile of colour on every point.
    Heat,
    /// Squares whose area shows the size of the number.
    Squares,
    /// The numbers themselves.
    Numbers,
}

impl From<StyleName> for FieldStyle {
    fn from(name: StyleName) -> FieldStyle {
        match name {
            StyleName::Heat => FieldStyle::Heat,
            StyleName::Squares => FieldStyle::Squares,
            StyleName::Numbers => FieldStyle::Numbers,
        }
    }
}

/// What there is to show.
struct Scene {
    name: String,
    game: Option<Game>,
    position: Position,
    plies: Vec<Ply>,
    length: usize,
    follower: Option<Follower>,
    /// An element that was made: what it is, and its points.
    made: Option<(String, PointSet)>,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Show) -> Outcome {
    if arguments.evolve && arguments.picture.png.is_some() {
        return Err(Failure::usage("a PNG does not move; use --svg or --gif with --evolve"));
    }
    let inputs = [&arguments.file, &arguments.board.file, arguments.settings.file()].into_iter().flatten();
    let outputs = arguments.picture.paths().chain(&arguments.gif).chain(&arguments.dot);
    output::check_targets(outputs, inputs, if arguments.json { Stdout::Taken } else { Stdout::Free })?;
    let target =
        arguments.model.as_deref().map(|name| context.families.target(name)).transpose().map_err(Failure::usage)?;
    let settings = arguments.settings.settings(context.families)?;
    if let (Some(ticks), Some(target)) = (arguments.expand, &target) {
        return expand(context, arguments, target.family.card(), &settings, ticks);
    }
    let follower = match &target {
        Some(target) => Some(watch::follower(target.family, &settings, arguments.settings.seed())?),
        None => None,
    };
    let picture = match &target {
        Some(target) => Some(target.picture().ok_or_else(|| {
            let name = target.quantity.unwrap_or(&target.family.card().name);
            Failure::usage(format!("{name} has nothing to draw on a board; `aji read` gives its numbers"))
        })?),
        None => None,
    };
    let mut scene = scene(context, arguments, follower)?;
    if arguments.json {
        let object = wire::Answer::new(wire::Show {
            file: scene.name.clone(),
            position: wire::position(&scene.position),
            last: scene.plies.last().map(|ply| wire::ply(ply, scene.position.size())),
            game: scene.game.as_ref().map(wire::game),
        });
        write_pictures(arguments, &mut scene, picture)?;
        output::print_json(&object)?;
        return Ok(Done::All);
    }
    match write_pictures(arguments, &mut scene, picture)? {
        Some(said) => output::print(&said)?,
        None => output::print(&terminal(context, arguments, &mut scene, picture)?)?,
    }
    let illegal: Vec<&Ply> = scene.plies.iter().filter(|ply| ply.illegal.is_some()).collect();
    for ply in illegal.iter().take(MOST_ILLEGAL) {
        let vertex = scene.position.size().move_name(ply.mv);
        if let Some(reason) = ply.illegal {
            complain(format!("{}: move {}: {} {vertex} is illegal: {reason}", scene.name, ply.number, ply.color));
        }
    }
    if illegal.len() > MOST_ILLEGAL {
        complain(format!("{}: and {} more illegal moves", scene.name, illegal.len() - MOST_ILLEGAL));
    }
    Ok(Done::All)
}

/// The struct behind a window.
fn expand(context: &Context<'_>, arguments: &Show, card: &Card, settings: &Settings, ticks: Option<u32>) -> Outcome {
    if card.name != "structure" {
        return Err(Failure::usage(format!("{} has no structs; --expand goes with --model structure", card.name)));
    }
    let plan = context.plan.clone().unwrap_or_else(Plan::built_in);
    let parameters = settings.apply(card).map_err(Failure::usage)?;
    let mut recorder: Option<Recorder> = None;
    let mut see = |ply: Option<&Ply>, position: &Position| -> Result<(), Failure> {
        match (ply, &mut recorder) {
            (Some(ply), Some(recorder)) => recorder.observe(ply, position.board()),
            _ => {
                let attention = Attention::parse(parameters.text("structure.attention"), position.size());
                let attention = attention.map_err(|error| Failure::usage(error).about("structure.attention"))?;
                recorder = Some(Recorder::without_groups(plan.clone(), position.board(), attention));
            }
        }
        Ok(())
    };
    match arguments.board.position()? {
        Some((_, position)) => see(None, &position)?,
        None => drop(walked(arguments, see)?),
    }
    let recorder = recorder.ok_or_else(|| Failure::work("there is nothing to record"))?;
    let figure = StructFigure::new(recorder, ticks)?;
    let mut said = arguments.picture.write(&figure)?;
    if let Some(path) = &arguments.dot {
        let mut dot = Written::default();
        dot.write(path, figure.to_dot().as_bytes())?;
        said.push_str(&dot.text());
    }
    if arguments.picture.paths().next().is_none() && arguments.dot.is_none() {
        said = figure.to_terminal(&context.paint.terminal());
    }
    output::print(&said)?;
    Ok(Done::All)
}

/// So many illegal moves are told one by one.
const MOST_ILLEGAL: usize = 5;

fn scene(context: &Context<'_>, arguments: &Show, mut follower: Option<Follower>) -> Result<Scene, Failure> {
    if let Some((name, position)) = arguments.board.position()? {
        return Ok(Scene { name, game: None, position, plies: Vec::new(), length: 0, follower, made: None });
    }
    let visit = |ply: Option<&Ply>, position: &Position| match &mut follower {
        Some(follower) => follower.see(ply, position).map_err(Failure::work),
        None => Ok(()),
    };
    let (name, game, walk, made) = match &arguments.make {
        Some(class) => {
            let (game, made) = made(context, arguments, class)?;
            let walk = arguments.line.walk(class, &game, visit)?;
            (class.clone(), game, walk, Some(made))
        }
        None => {
            let (name, game, walk) = walked(arguments, visit)?;
            (name, game, walk, None)
        }
    };
    let Walk { position, plies, length } = walk;
    Ok(Scene { name, game: Some(game), position, plies, length, follower, made })
}

/// A game in which an element of a class comes to be, what the element is, and the points that it is about.
fn made(context: &Context<'_>, arguments: &Show, name: &str) -> Result<(Game, (String, PointSet)), Failure> {
    let plan = context.plan.clone().unwrap_or_else(Plan::built_in);
    let size = BoardSize::new(arguments.size)
        .ok_or_else(|| Failure::usage(format!("there is no board of {} lines", arguments.size)).about("--size"))?;
    let full = |level: usize, key: &str| format!("structure.level{level}.{key}");
    let levels = &plan.system().levels;
    let classes =
        || levels.iter().enumerate().flat_map(|(level, of)| of.classes.entries().map(move |entry| (level, entry)));
    let fits = |level: usize, key: &str| {
        let full = full(level, key);
        full == name || full.strip_prefix("structure.") == Some(name) || key == name
    };
    let found: Vec<_> = classes().filter(|(level, (_, class))| fits(*level, &class.key)).collect();
    let (level, (id, class)) = match &found[..] {
        [one] => *one,
        [] => {
            let names = classes().map(|(level, (_, class))| full(level, &class.key)).collect::<Vec<_>>();
            return Err(Failure::usage(Unknown::new("class", name, names.iter().map(String::as_str))).about("--make"));
        }
        several => {
            let names: Vec<String> = several.iter().map(|(level, (_, class))| full(*level, &class.key)).collect();
            return Err(Failure::usage(format!("several classes are called so: {}", names.join(", "))).about("--make"));
        }
    };
    let becomes = class.constraints.iter().flat_map(|con| &con.ties).any(|tie| tie.label == Label::Became);
    if level > 2 || becomes {
        let why = if becomes { "says what became what" } else { "is above level 2" };
        return Err(Failure::work(format!("{name} {why}; such classes recognise, but make no boards")).about("--make"));
    }
    let made = structure::go::make(&plan, level, id, size, 0.0, arguments.settings.seed());
    let made =
        made.ok_or_else(|| Failure::work(format!("{size} has no room for an element of {name}")).about("--make"))?;
    let color = class.color.as_ref().map_or_else(String::new, |color| format!(", {color}"));
    let words = format!("{}{color} (level {level}, {})", class.title, class.name);
    Ok((made.game, (words, made.element.points)))
}

/// Walks along the chosen line of the chosen game of the file.
fn walked(
    arguments: &Show,
    visit: impl FnMut(Option<&Ply>, &Position) -> Result<(), Failure>,
) -> Result<(String, Game, Walk), Failure> {
    let (name, game) = arguments.line.open(arguments.file.as_deref())?;
    let walk = arguments.line.walk(&name, &game, visit)?;
    Ok((name, game, walk))
}

/// The line below the board: which move, whose turn, prisoners.
fn information(scene: &Scene) -> String {
    let size = scene.position.size();
    let prisoners = scene.position.prisoners();
    let mut parts = Vec::new();
    match scene.plies.last() {
        Some(ply) => {
            let vertex = match ply.mv {
                Move::Play(point) => size.vertex(point),
                Move::Pass => "passes".to_string(),
            };
            parts.push(format!("move {} of {}: {} {vertex}", ply.number, scene.length, ply.color));
        }
        None if scene.game.is_some() => parts.push(format!("the start, {} moves follow", scene.length)),
        None => {}
    }
    parts.push(format!("{} to move", scene.position.to_move()));
    parts.push(format!("captured by Black {}, by White {}", prisoners.black, prisoners.white));
    if let Some(ko) = scene.position.ko() {
        parts.push(format!("ko at {}", size.vertex(ko)));
    }
    parts.join(" · ")
}

/// The board as it is, with the last move, captures and, if asked, numbers.
fn bare(arguments: &Show, scene: &Scene) -> BoardFigure {
    let mut figure = BoardFigure::new(scene.position.board()).theme(match arguments.theme {
        ThemeName::Wood => Theme::Wood,
        ThemeName::Print => Theme::Print,
        ThemeName::Dark => Theme::Dark,
    });
    if let Some(game) = &scene.game {
        let title = scene.made.as_ref().map_or_else(|| title(game), |(words, _)| words.clone());
        figure = figure.title(&title).caption(&information(scene));
    }
    if let Some((_, points)) = &scene.made {
        figure = figure.marks(Mark::Triangle, *points);
    }
    if let Some(ply) = scene.plies.last() {
        figure = figure.last_move(ply.mv.point());
        let owner = if ply.suicide { ply.color } else { !ply.color };
        figure = figure.captured(owner, ply.captured);
    }
    if let Some(n) = arguments.numbers {
        let shown = &scene.plies[scene.plies.len().saturating_sub(n)..];
        // A point can be played on twice; the stone that stands there now is the last one's.
        let number = |ply: &Ply| {
            let point = ply.mv.point()?;
            (scene.position.board().get(point) == Some(ply.color)).then_some((point, ply.number as u32))
        };
        figure = figure.numbers(shown.iter().filter_map(number));
    }
    figure
}

/// The board with a quantity on it, and the answer to the question if there is one.
fn figure(
    arguments: &Show,
    scene: &mut Scene,
    picture: Option<&model::Quantity>,
) -> Result<(BoardFigure, Option<Explanation>), Failure> {
    let mut figure = bare(arguments, scene);
    let question = arguments.question.question(&scene.position)?;
    let (Some(picture), Some(follower)) = (picture, &mut scene.follower) else { return Ok((figure, None)) };
    let selection = Selection::Names(vec![picture.name.clone()]);
    let position = &scene.position;
    let answer = match question {
        Some(question) => Some(watch::explain(follower, position, question)?),
        None => None,
    };
    let sheet = follower.read(position, &selection).map_err(Failure::work)?;
    if let Some(data) = sheet.get(&picture.name, picture.shape) {
        figure = figure.observation(picture, data, arguments.style.into());
    }
    figure = figure.caption(&format!("{} ({})", picture.name, follower.subject()));
    if let (Some(question), Some(answer)) = (question, &answer) {
        figure = figure.explanation(question, answer);
    }
    Ok((figure, answer))
}

fn frames(arguments: &Show, scene: &mut Scene, picture: &model::Quantity) -> Result<Vec<BoardFigure>, Failure> {
    let bare = bare(arguments, scene);
    let Some(follower) = &mut scene.follower else { return Ok(Vec::new()) };
    let settings = follower.subject().to_string();
    let model = follower.model(&scene.position).map_err(Failure::work)?;
    let frames = model.frames(&scene.position, &picture.name);
    if frames.is_empty() {
        let name = &picture.name;
        return Err(Failure::usage(format!("{name} has no steps to show; leave --evolve out to see the map")));
    }
    let draw = |frame: &model::Frame| {
        let caption = format!("{}: {} ({settings})", picture.name, frame.caption);
        bare.clone().observation(picture, &frame.data, arguments.style.into()).caption(&caption)
    };
    Ok(frames.iter().map(draw).collect())
}

/// Writes the pictures that were asked for, and gives back what to say then; none if none was asked for.
fn write_pictures(
    arguments: &Show,
    scene: &mut Scene,
    picture: Option<&model::Quantity>,
) -> Result<Option<String>, Failure> {
    if arguments.picture.paths().next().is_none() && arguments.gif.is_none() {
        return Ok(None);
    }
    if let (true, Some(picture)) = (arguments.evolve, picture) {
        let animation = Animation::new(frames(arguments, scene, picture)?);
        let svg = animation.to_svg();
        let mut written = Written::default();
        if let Some(path) = &arguments.picture.svg {
            written.write(path, svg.as_bytes())?;
        }
        if let Some(path) = &arguments.gif {
            let gif = animation.to_gif(arguments.picture.width);
            let gif = gif.map_err(|error| Failure::work(error).about(path.display()))?;
            picture::warn_of_missing_fonts(path, &svg);
            written.write(path, &gif)?;
        }
        return Ok(Some(written.text()));
    }
    let (figure, answer) = figure(arguments, scene, picture)?;
    let mut said = arguments.picture.write(&figure)?;
    let to_stdout = arguments.picture.paths().any(|path| path.as_os_str() == "-");
    if let Some(answer) = answer.filter(|_| !to_stdout) {
        said.insert_str(0, &wire::words(&answer, scene.position.size()));
    }
    Ok(Some(said))
}

fn terminal(
    context: &Context<'_>,
    arguments: &Show,
    scene: &mut Scene,
    picture: Option<&model::Quantity>,
) -> Result<String, Failure> {
    let options = context.paint.terminal();
    let mut text = String::new();
    if let Some((words, points)) = &scene.made {
        let size = scene.position.size();
        let points: Vec<String> = points.iter().map(|point| size.vertex(point)).collect();
        text.push_str(&format!("{}\n{}\n\n", context.paint.bold(words), points.join(" ")));
    } else if let Some(game) = &scene.game {
        text.push_str(&context.paint.bold(&Heading(game).to_string()));
        text.push('\n');
        text.push_str(&format!("{}\n\n", games::conditions(game)));
    }
    if let (true, Some(picture)) = (arguments.evolve, picture) {
        for figure in frames(arguments, scene, picture)? {
            text.push_str(&figure.title("").to_terminal(&options));
            text.push('\n');
        }
        return Ok(text);
    }
    let (figure, answer) = figure(arguments, scene, picture)?;
    // Title and information stand above and below the board in our own words.
    let figure = figure.title("");
    let figure = if picture.is_some() { figure } else { figure.caption("") };
    text.push_str(&figure.to_terminal(&options));
    text.push_str(&format!("\n{}\n", information(scene)));
    if let Some(answer) = &answer {
        text.push_str(&wire::words(answer, scene.position.size()));
    }
    Ok(text)
}
