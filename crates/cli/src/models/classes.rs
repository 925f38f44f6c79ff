//! `aji models NAME --classes`: what a family knows, class by class.

use std::cmp::{Ordering, Reverse};
use std::fmt::Write as _;
use std::path::PathBuf;

use goban::Move;
use model::words::{count, number};
use model::{Catalogue, Cell, Class, Explanation, FileForm, Question};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::LineArgs;
use crate::output::{self, Existing};
use crate::watch::{self, ModelArgs};

/// Which classes are listed, and in what order.
#[derive(clap::Args, Debug)]
pub(crate) struct ClassArgs {
    /// Lists the classes that the model knows, drawn: those that matter most, or those of a move with --at.
    #[arg(long, requires = "name")]
    pub(crate) classes: bool,

    /// What comes first.
    #[arg(long, value_name = "ORDER", default_value = "importance", requires = "classes")]
    by: Order,

    /// How many are listed; 0 is all.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "classes")]
    limit: usize,

    /// Only classes whose kind begins with this, such as "shape".
    #[arg(long, value_name = "KIND", requires = "classes")]
    kind: Option<String>,

    /// Only classes with this in their name, such as "hane".
    #[arg(long, value_name = "WORDS", requires = "classes")]
    find: Option<String>,

    /// Only the classes of playing here next, in the position that the game has come to.
    #[arg(long, value_name = "POINT", requires_all = ["classes", "game_record"])]
    at: Option<String>,

    /// Writes all classes into this file, which --model-file takes back: as text that a person can read and edit if its name ends in .txt, else
    /// compact.
    #[arg(long, value_name = "FILE", requires = "classes", conflicts_with_all = ["by", "limit", "kind", "find", "at"])]
    out: Option<PathBuf>,

    /// Replaces the file if it is there already.
    #[arg(long, requires = "out")]
    force: bool,

    /// The game record of --at; - is standard input.
    #[arg(id = "game_record", value_name = "FILE", requires = "at")]
    file: Option<PathBuf>,

    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    settings: ModelArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Order {
    /// What matters most for what the model says.
    Importance,
    /// The heaviest.
    Weight,
    /// What was seen most often.
    Frequency,
    /// By the time in the game that they speak of; those of any time come last.
    Phase,
    /// By name.
    Name,
}

/// A class on its way into the list.
struct Entry {
    number: usize,
    class: Class,
}

pub(crate) fn run(context: &Context<'_>, name: &str, arguments: &ClassArgs, json: bool) -> Outcome {
    let family = context.families.get(name).map_err(Failure::usage)?;
    let catalogue = family.catalogue().ok_or_else(|| {
        let able: Vec<&str> =
            context.families.cards().filter(|card| card.abilities.lists).map(|card| card.name.as_str()).collect();
        Failure::usage(format!("{name} has no classes to list; {} has", able.join(", ")))
    })?;
    if let Some(out) = &arguments.out {
        let is_text = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
        let form = if is_text { FileForm::Text } else { FileForm::Compact };
        let bytes = catalogue.file(form).ok_or_else(|| Failure::usage(format!("{name} cannot write such a file")))?;
        output::write_file(out, &bytes, if arguments.force { Existing::Replace } else { Existing::Keep })?;
        output::print(&output::wrote(out))?;
        return Ok(Done::All);
    }
    let numbers = match &arguments.at {
        Some(at) => at_point(context, name, arguments, at)?,
        None => (0..catalogue.n_classes()).collect(),
    };
    let entry = |number| Some(Entry { number, class: catalogue.class(number)? });
    let mut entries: Vec<Entry> = numbers.into_iter().filter_map(entry).collect();
    if let Some(kind) = &arguments.kind {
        entries.retain(|entry| entry.class.kind.starts_with(kind.as_str()));
    }
    if let Some(words) = &arguments.find {
        entries.retain(|entry| catalogue.class_name(entry.number).contains(words.as_str()));
    }
    sort(&mut entries, arguments.by, catalogue);
    let found = entries.len();
    if arguments.limit > 0 {
        entries.truncate(arguments.limit);
    }
    if json {
        let classes = entries.iter().filter_map(|entry| wire::class(catalogue, entry.number)).collect();
        output::print_json(&wire::Answer::new(wire::Classes { model: name.to_string(), found, classes }))?;
    } else {
        output::print(&list(context, &entries, found, catalogue))?;
    }
    Ok(Done::All)
}

fn sort(entries: &mut [Entry], by: Order, catalogue: &dyn Catalogue) {
    let heavier = |a: &Entry, b: &Entry| b.class.weight.abs().total_cmp(&a.class.weight.abs());
    let matters = |a: &Entry, b: &Entry| b.class.importance.total_cmp(&a.class.importance);
    let beside =
        |order: Ordering, a: &Entry, b: &Entry| order.then_with(|| heavier(a, b)).then(a.number.cmp(&b.number));
    match by {
        Order::Importance => entries.sort_by(|a, b| beside(matters(a, b), a, b)),
        Order::Weight => entries.sort_by(|a, b| beside(Ordering::Equal, a, b)),
        Order::Frequency => entries.sort_by(|a, b| beside(Reverse(a.class.seen).cmp(&Reverse(b.class.seen)), a, b)),
        Order::Phase => {
            let time = |entry: &Entry| {
                let (first, last) = entry.class.moves.unwrap_or((usize::MAX, None));
                (first, last.unwrap_or(usize::MAX))
            };
            entries.sort_by(|a, b| beside(time(a).cmp(&time(b)).then_with(|| matters(a, b)), a, b));
        }
        Order::Name => entries.sort_by_cached_key(|entry| (catalogue.class_name(entry.number), entry.number)),
    }
}

/// The classes of a move, as the model names them in its explanation.
fn at_point(context: &Context<'_>, name: &str, arguments: &ClassArgs, at: &str) -> Result<Vec<usize>, Failure> {
    let family = context.families.get(name).map_err(Failure::usage)?;
    let settings = arguments.settings.settings(context.families)?;
    let mut follower = watch::follower(family, &settings, arguments.settings.seed())?;
    let (file, game) = arguments.line.open(arguments.file.as_deref())?;
    let walk = arguments.line.walk(&file, &game, |ply, position| follower.see(ply, position).map_err(Failure::work))?;
    let size = walk.position.size();
    let point = watch::point(at, size)?;
    if !walk.position.legal_points().contains(point) {
        return Err(Failure::usage(format!("{} may not play at {}", walk.position.to_move(), size.vertex(point))));
    }
    let answer = watch::explain(&mut follower, &walk.position, Question::Candidate(Move::Play(point)))?;
    Ok(class_numbers(&answer))
}

fn class_numbers(answer: &Explanation) -> Vec<usize> {
    let number = |(name, cell): &(&str, Cell)| match cell {
        Cell::Number(number) if *name == "class_number" => Some(*number as usize),
        _ => None,
    };
    answer.rows.iter().filter_map(|row| row.cells.iter().find_map(number)).collect()
}

fn list(context: &Context<'_>, entries: &[Entry], found: usize, catalogue: &dyn Catalogue) -> String {
    let paint = context.paint;
    let mut text = String::new();
    for entry in entries {
        let Class { kind, weight, seen, played, .. } = &entry.class;
        let _ = writeln!(text, "{}", paint.bold(&catalogue.class_name(entry.number)));
        let share = if *seen > 0 {
            format!(" ({} %)", number(100.0 * *played as f64 / *seen as f64, 1))
        } else {
            String::new()
        };
        let line = format!(
            "{kind} · weight {weight:+.3} · played {played} of {}{share} · class {}",
            count(usize::try_from(*seen).unwrap_or(usize::MAX), "time", "times"),
            entry.number
        );
        let _ = writeln!(text, "{}", paint.dim(&line));
        for line in catalogue.class_drawing(entry.number) {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
    }
    let shown = entries.len();
    let all = count(found, "class", "classes");
    let _ = writeln!(text, "{}", if shown < found { format!("{shown} of {all}; --limit shows more") } else { all });
    text
}
