//! `aji review`: the story of a game in numbers, and what the models saw in it.

use std::fmt::Write as _;
use std::path::PathBuf;

use figures::{BoardFigure, Chart, Figure, Series, TerminalOptions, sparkline, strip};
use goban::{Agreement, ByColor, Color, Move, Position, Score};
use model::{Role, Selection, Shape, Sheet, Sign};
use record::{Game, Ply};
use serde_json::{Map, Value, json};

use crate::Context;
use crate::failure::{self, Done, Failure, Outcome};
use crate::games::{self, Heading, LineArgs, Record};
use crate::input;
use crate::output::{self, Stdout, complain};
use crate::picture::PictureArgs;
use crate::watch::{ModelArgs, Watcher};

/// Reviews games: moves, captures, liberties, score, and what each model saw move by move.
///
/// Without a file a bundled game is reviewed: the first game of Ke Jie and AlphaGo, Wuzhen 2017.
#[derive(clap::Args, Debug)]
pub(crate) struct Review {
    /// Game records: files, folders, - for standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    line: LineArgs,

    /// Only these models; by default all. May be given several times.
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,

    #[command(flatten)]
    settings: ModelArgs,

    /// Prints a line for every move, with the values of the models.
    #[arg(long)]
    table: bool,

    #[command(flatten)]
    picture: PictureArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// A game with everything that was counted along it.
struct Story<'a> {
    name: &'a str,
    game: &'a Game,
    plies: Vec<Ply>,
    position: Position,
    /// Liberties of all chains of a colour together, from the start on.
    liberties: Vec<ByColor<usize>>,
    score: Score,
    curves: Vec<Curve>,
    trailing_setup: bool,
    settings: Value,
}

/// One number of a model along the game; the first value is that of the start.
struct Curve {
    name: String,
    unit: String,
    role: Role,
    sign: Sign,
    values: Vec<f64>,
}

impl Curve {
    /// Models measure in different units, so each is drawn in one of its own: the size that nineteen of twenty of its values
    /// stay below. The few beyond are cut, or they would flatten the rest.
    fn unit_of_bars(&self) -> f64 {
        let mut sizes: Vec<f64> =
            self.values.iter().filter(|value| value.is_finite()).map(|value| value.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.get(sizes.len() * 19 / 20).or(sizes.last()).copied().filter(|unit| *unit > 0.0).unwrap_or(1.0)
    }
}

pub(crate) fn run(context: &Context<'_>, arguments: &Review) -> Outcome {
    watchers(context, arguments)?;
    let sources = input::sources(&arguments.files);
    let pictures = arguments.picture.paths().count();
    if pictures > 0 && sources.len() > 1 {
        return Err(Failure::usage("--svg and --png take one game; name one file").into());
    }
    let files = sources.iter().filter_map(|source| source.as_ref().ok()?.path());
    let inputs = files.chain(arguments.settings.file());
    output::check_targets(arguments.picture.paths(), inputs, Stdout::Taken)?;
    let mut failed = false;
    let mut objects = Vec::new();
    let bundled = sources.is_empty().then(|| Ok(Record::bundled()));
    let opened = sources.into_iter().map(|source| match source {
        Ok(source) => Record::open(&source),
        Err((name, reason)) => Err(Failure::work(format!("{name}: {reason}"))),
    });
    let several = arguments.files.len() > 1 || arguments.files.iter().any(|file| file.is_dir());
    let mut many = several;
    for record in bundled.into_iter().chain(opened) {
        let read = record.as_ref().map_err(|failure| Failure::work(&failure.message)).and_then(Record::games);
        let loaded = match read {
            Ok(loaded) => loaded,
            Err(failure) => {
                complain(failure);
                failed = true;
                continue;
            }
        };
        let numbers = match arguments.line.game {
            Some(number) => vec![number],
            None => (1..=loaded.reading.games.len()).collect(),
        };
        many |= numbers.len() > 1;
        if pictures > 0 && numbers.len() > 1 {
            return Err(Failure::usage("--svg and --png take one game; choose it with --game").into());
        }
        for number in numbers {
            let done = loaded.game(Some(number)).map_err(anyhow::Error::from).and_then(|game| {
                let story = tell(context, arguments, loaded.name, game)?;
                if arguments.json {
                    let mut object = shape(&story);
                    if loaded.reading.games.len() > 1 {
                        object.insert("game_number".to_string(), json!(number));
                    }
                    objects.push(object);
                } else {
                    output::print(&text(context, arguments, &story))?;
                }
                Ok(arguments.picture.write(&curves(&story))?)
            });
            failed |= failure::survive(done, many)?;
        }
    }
    if arguments.json {
        match objects.pop() {
            Some(object) if !many => output::print_json(&object)?,
            None if !many => {}
            last => output::print_json(&objects.into_iter().chain(last).collect::<Vec<_>>())?,
        }
    }
    Ok(Done::unless(failed))
}

fn watchers(context: &Context<'_>, arguments: &Review) -> Result<Vec<Watcher>, Failure> {
    let settings = arguments.settings.settings(context.families)?;
    let seed = arguments.settings.seed();
    if arguments.model.is_empty() {
        return context.families.iter().map(|family| Watcher::new(family, &settings, seed)).collect();
    }
    let family = |name: &String| context.families.get(name).map_err(Failure::usage);
    arguments.model.iter().map(|name| Watcher::new(family(name)?, &settings, seed)).collect()
}

fn tell<'a>(context: &Context<'_>, arguments: &Review, name: &'a str, game: &'a Game) -> anyhow::Result<Story<'a>> {
    let mut watchers = watchers(context, arguments)?;
    let start = Position::new(game.size(), game.rules());
    if arguments.model.is_empty() {
        // Who cannot look at this game is left out, unless it was asked for by name.
        watchers.retain(|watcher| watcher.can_begin(&start));
    }
    for watcher in &watchers {
        model::BeginError::check_size(watcher.card(), game.size())
            .map_err(|error| Failure::work(format!("{name}: {error}")))?;
    }
    let settings = wire::settings(watchers.iter().map(Watcher::parameters), arguments.settings.seed());
    let cards: Vec<model::Card> = watchers.iter().map(|watcher| watcher.card().clone()).collect();
    let numbers = Selection::Shape(Shape::Number);
    let mut sheets: Vec<Sheet<'_>> = cards.iter().map(|card| Sheet::new(card, &numbers)).collect();
    let mut curves: Vec<Curve> = cards
        .iter()
        .flat_map(|card| card.quantities.iter().filter(|quantity| quantity.shape == Shape::Number))
        .map(|quantity| Curve {
            name: quantity.name.clone(),
            unit: quantity.unit.clone(),
            role: quantity.role,
            sign: quantity.sign,
            values: Vec::new(),
        })
        .collect();
    let mut liberties = Vec::new();
    let walk = arguments.line.walk(name, game, |ply, position| {
        let mut total = ByColor::<usize>::default();
        for chain in position.board().chains() {
            total[chain.color()] += chain.n_liberties();
        }
        liberties.push(total);
        let mut curve = curves.iter_mut();
        for (watcher, sheet) in watchers.iter_mut().zip(&mut sheets) {
            watcher.see(ply, position)?;
            sheet.clear();
            watcher.model(position)?.read(position, sheet);
            for observation in sheet.observations() {
                if let (Some(curve), model::Data::Number(value)) = (curve.next(), observation.data) {
                    curve.values.push(*value);
                }
            }
        }
        Ok::<(), Failure>(())
    })?;
    let score = walk.position.score(&Agreement::default(), game.info.handicap.unwrap_or(0));
    Ok(Story {
        name,
        game,
        plies: walk.plies,
        position: walk.position,
        liberties,
        score,
        curves,
        trailing_setup: walk.trailing_setup,
        settings,
    })
}

/// Captures by one side: how many stones, in how many moves, and the most at once.
struct Captures<'a> {
    stones: usize,
    moves: usize,
    most: Option<&'a Ply>,
}

impl Story<'_> {
    fn captures(&self, color: Color) -> Captures<'_> {
        let by =
            || self.plies.iter().filter(move |ply| (ply.color == color) != ply.suicide && !ply.captured.is_empty());
        Captures {
            stones: by().map(|ply| ply.captured.len()).sum(),
            moves: by().count(),
            // The first of the largest: `max_by_key` alone would take the last.
            most: by().rev().max_by_key(|ply| ply.captured.len()),
        }
    }

    fn vertex(&self, mv: Move) -> String {
        mv.point().map_or("pass".to_string(), |point| self.game.size().vertex(point))
    }

    fn passes(&self) -> usize {
        self.plies.iter().filter(|ply| ply.mv == Move::Pass).count()
    }

    /// The moves with the largest gains under a model, largest first.
    fn largest(&self, curve: &Curve, n: usize) -> Vec<(&Ply, f64)> {
        let mut moves: Vec<(&Ply, f64)> = self.plies.iter().zip(curve.values.iter().skip(1).copied()).collect();
        moves.sort_by(|(a, x), (b, y)| y.abs().total_cmp(&x.abs()).then(a.number.cmp(&b.number)));
        moves.truncate(n);
        moves
    }
}

fn text(context: &Context<'_>, arguments: &Review, story: &Story<'_>) -> String {
    let paint = context.paint;
    let options = paint.terminal();
    let mut out = String::new();
    let _ = writeln!(out, "{}", paint.bold(&Heading(story.game).to_string()));
    let _ = writeln!(out, "{}\n", games::conditions(story.game));
    let mut board = BoardFigure::new(story.position.board());
    if let Some(ply) = story.plies.last() {
        board = board.last_move(ply.mv.point());
    }
    let _ = writeln!(out, "{}", board.to_terminal(&options));
    let _ = writeln!(out, "{}", paint.bold("The game in numbers"));
    numbers(&mut out, context, story);
    if !story.curves.is_empty() {
        models(&mut out, context, story);
    }
    if arguments.table {
        table(&mut out, context, story);
    }
    if story.trailing_setup {
        let _ = writeln!(out, "\nStones put up by hand after the last move are not shown.");
    }
    out.push('\n');
    out
}

fn line(out: &mut String, name: &str, text: &str) {
    let _ = writeln!(out, "  {name:10} {text}");
}

fn numbers(out: &mut String, context: &Context<'_>, story: &Story<'_>) {
    let by = |color| story.plies.iter().filter(|ply| ply.color == color).count();
    let passes = match story.passes() {
        0 => String::new(),
        1 => ", 1 pass".to_string(),
        n => format!(", {n} passes"),
    };
    let moves = format!("{} ({} by Black, {} by White{passes})", story.plies.len(), by(Color::Black), by(Color::White));
    line(out, "moves", &moves);
    for color in Color::ALL {
        let Captures { stones, moves, most } = story.captures(color);
        let text = match most {
            None => format!("{color} took nothing"),
            Some(ply) if stones == 1 => format!("{color} took 1 stone, with move {}", ply.number),
            Some(ply) if moves == 1 => format!("{color} took {stones} stones with move {}", ply.number),
            Some(ply) => format!(
                "{color} took {stones} stones in {moves} moves; the most at once, {}, with move {} at {}",
                ply.captured.len(),
                ply.number,
                story.vertex(ply.mv)
            ),
        };
        line(out, if color == Color::Black { "captures" } else { "" }, &text);
    }
    let chains = |color| story.position.board().chains().filter(|chain| chain.color() == color).count();
    if let Some(last) = story.liberties.last() {
        for color in Color::ALL {
            let curve: Vec<f64> = story.liberties.iter().map(|side| side[color] as f64).collect();
            let curve = sparkline(&curve, &small(context));
            let text = format!("{curve}  {color}: {} of {} chains at the end", last[color], chains(color));
            line(out, if color == Color::Black { "liberties" } else { "" }, &text);
        }
    }
    let ByColor { black, white } = story.score.sides;
    let counted = match story.position.rules().scoring {
        goban::Scoring::Area => "stones and surrounded points",
        goban::Scoring::Territory => "surrounded points and prisoners",
    };
    let compensation = if white.compensation == 0.0 {
        String::new()
    } else {
        format!(" ({} and {} for komi and handicap)", white.total - white.compensation, white.compensation)
    };
    line(out, "score", &format!("{}: Black {}, White {}{compensation}", story.score, black.total, white.total));
    line(out, "", &context.paint.dim(&format!("{counted} on the last board, every stone counted as alive")));
    if let Some(text) = counted_result(story.game).filter(|text| *text != story.score.to_string()) {
        let note = format!(
            "the record says {text}: the players agreed on dead stones or played on, which the board does not tell"
        );
        line(out, "", &context.paint.dim(&note));
    }
    let illegal: Vec<&Ply> = story.plies.iter().filter(|ply| ply.illegal.is_some()).collect();
    for (i, ply) in illegal.iter().take(MOST_ILLEGAL).enumerate() {
        if let Some(reason) = ply.illegal {
            let text = format!("move {}: {} {}: {reason}", ply.number, ply.color, story.vertex(ply.mv));
            line(out, if i == 0 { "illegal" } else { "" }, &text);
        }
    }
    if illegal.len() > MOST_ILLEGAL {
        line(out, "", &format!("and {} more", illegal.len() - MOST_ILLEGAL));
    }
    if illegal.is_empty() {
        line(out, "illegal", "no move");
    }
}

/// So many illegal moves are told one by one; JSON has them all.
const MOST_ILLEGAL: usize = 10;

/// The result in the record, if the game was counted.
fn counted_result(game: &Game) -> Option<String> {
    let outcome = game.info.outcome()?;
    let counted =
        matches!(outcome, record::Outcome::Win { margin: record::Margin::Points(_), .. } | record::Outcome::Draw);
    counted.then(|| outcome.to_string())
}

/// A curve within a line of text.
fn small(context: &Context<'_>) -> TerminalOptions {
    TerminalOptions { width: 50, ..context.paint.terminal() }
}

fn models(out: &mut String, context: &Context<'_>, story: &Story<'_>) {
    if story.curves.iter().any(|curve| curve.role == Role::Lead) {
        let _ = writeln!(out, "\n{}", context.paint.bold("Who leads, by each model"));
        let _ = writeln!(out, "{}", context.paint.dim("  bars above the middle are Black's lead, below it White's"));
        let leads = || story.curves.iter().filter(|curve| curve.role == Role::Lead);
        let width = leads().map(|curve| curve.name.len()).max().unwrap_or(0);
        for curve in leads() {
            let [black, white] = strip(&curve.values, curve.unit_of_bars(), &small(context));
            let _ = writeln!(out, "  {:width$}  {black}  {}", curve.name, peaks(curve));
            let _ = writeln!(out, "  {:width$}  {white}", "");
        }
    }
    let gains: Vec<&Curve> = story.curves.iter().filter(|curve| curve.role == Role::Gain).collect();
    for curve in gains {
        let moves = story.largest(curve, 5);
        if moves.is_empty() {
            continue;
        }
        let title = format!("The moves that changed most, by {}", curve.name);
        let _ = writeln!(out, "\n{}", context.paint.bold(&title));
        for (ply, gain) in moves {
            let taken = match ply.captured.len() {
                0 => String::new(),
                1 => ", takes 1 stone".to_string(),
                n => format!(", takes {n} stones"),
            };
            let vertex = story.vertex(ply.mv);
            let _ = writeln!(out, "  {:4} {} {vertex:4} {}{taken}", ply.number, ply.color, short(gain));
        }
    }
}

/// The end of a lead and its best moments for each side.
fn peaks(curve: &Curve) -> String {
    let best = |color: Color| {
        let value = |at: &usize| color.sign() * curve.values[*at];
        // The first of the best: `max_by` alone would take the last.
        let at = (0..curve.values.len()).rev().max_by(|a, b| value(a).total_cmp(&value(b)))?;
        (value(&at) > 0.0).then(|| format!("{color} at most {} after move {at}", short(curve.values[at])))
    };
    let end = curve.values.last().copied().unwrap_or(0.0);
    let parts = [Some(format!("end {}", short(end))), best(Color::Black), best(Color::White)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A number with a sign and about four digits.
fn short(value: f64) -> String {
    if !value.is_finite() {
        return "beyond range".to_string();
    }
    match value.abs() {
        0.0 => "0".to_string(),
        size if size >= 1e6 => format!("{value:+.2e}"),
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:+.0}"),
        size if size >= 1.0 => format!("{value:+.1}"),
        _ => format!("{value:+.3}"),
    }
}

fn table(out: &mut String, context: &Context<'_>, story: &Story<'_>) {
    let shown: Vec<&Curve> = story.curves.iter().filter(|curve| curve.sign != Sign::NonNegative).collect();
    let mut heading = format!("{:>5} {:6}{:6}{:>5}", "move", "side", "point", "took");
    for curve in &shown {
        let _ = write!(heading, "  {:>width$}", curve.name, width = curve.name.len().max(9));
    }
    let _ = writeln!(out, "\n{}", context.paint.bold(&heading));
    for (i, ply) in story.plies.iter().enumerate() {
        let taken = match ply.captured.len() {
            0 => String::new(),
            n => n.to_string(),
        };
        let _ = write!(out, "{:5} {:6}{:6}{taken:>5}", ply.number, ply.color.to_string(), story.vertex(ply.mv));
        for curve in &shown {
            let value = curve.values.get(i + 1).copied().map(short).unwrap_or_default();
            let _ = write!(out, "  {value:>width$}", width = curve.name.len().max(9));
        }
        if let Some(reason) = ply.illegal {
            let _ = write!(out, "  illegal: {reason}");
        }
        out.push('\n');
    }
}

/// The leads of all models over the moves, each in a unit of its own.
fn curves(story: &Story<'_>) -> Chart {
    let leads = story.curves.iter().filter(|curve| curve.role == Role::Lead).map(|curve| {
        let unit = curve.unit_of_bars();
        let name = format!("{} (1 is {})", curve.name, short(unit).trim_start_matches('+'));
        Series::new(&name, curve.values.iter().map(|value| (value / unit).clamp(-1.0, 1.0)))
    });
    Chart::curves(leads.collect::<Vec<_>>())
        .title(Heading(story.game).to_string().lines().next().unwrap_or_default())
        .axes("move", "lead of Black")
        .caption("each model in a unit of its own, as the legend says; what is beyond 1 is cut")
        .lead(true)
}

fn shape(story: &Story<'_>) -> Map<String, Value> {
    let size = story.game.size();
    let value = |curve: &Curve, i: usize| curve.values.get(i).copied().map(wire::number).unwrap_or(Value::Null);
    let values = |i: usize| -> Map<String, Value> {
        story.curves.iter().map(|curve| (curve.name.clone(), value(curve, i))).collect()
    };
    let sides = |pair: &ByColor<usize>| json!({"black": pair.black, "white": pair.white});
    let plies: Vec<Value> = story
        .plies
        .iter()
        .enumerate()
        .map(|(i, ply)| {
            let mut object = match serde_json::to_value(wire::ply(ply, size)) {
                Ok(Value::Object(object)) => object,
                _ => Map::new(),
            };
            object.insert("liberties".to_string(), sides(&story.liberties[i + 1]));
            object.insert("values".to_string(), Value::Object(values(i + 1)));
            Value::Object(object)
        })
        .collect();
    let side = |color: Color| {
        let side = story.score.sides[color];
        json!({"stones": side.stones, "territory": side.territory, "prisoners": side.prisoners,
               "compensation": side.compensation, "total": side.total})
    };
    let out_of_range: Vec<&str> = story
        .curves
        .iter()
        .filter(|curve| curve.values.iter().any(|value| !value.is_finite()))
        .map(|curve| curve.name.as_str())
        .collect();
    let prisoners = story.position.prisoners();
    let illegal: Vec<Value> = story
        .plies
        .iter()
        .filter_map(|ply| Some(json!({"ply": ply.number, "reason": ply.illegal?.to_string()})))
        .collect();
    let summary = json!({
        "moves": story.plies.len(),
        "passes": story.passes(),
        "captures": sides(&prisoners),
        "illegal": illegal,
        "score": {"result": story.score.to_string(), "lead": story.score.lead(),
                  "black": side(Color::Black), "white": side(Color::White)},
        "units": story.curves.iter().map(|curve| (curve.name.clone(), json!(curve.unit))).collect::<Map<_, _>>(),
        "out_of_range": out_of_range,
    });
    let mut object = Map::new();
    object.insert("schema".to_string(), json!(wire::SCHEMA));
    object.insert("aji".to_string(), json!(env!("CARGO_PKG_VERSION")));
    object.insert("file".to_string(), json!(story.name));
    object.insert("game".to_string(), json!(wire::game(story.game)));
    object.insert("settings".to_string(), story.settings.clone());
    object.insert("start".to_string(), json!({"values": values(0)}));
    object.insert("plies".to_string(), Value::Array(plies));
    object.insert("summary".to_string(), summary);
    object
}
