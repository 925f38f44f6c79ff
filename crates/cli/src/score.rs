//! `aji score`: who has won, which stones are dead, and what is still open.

use std::path::PathBuf;

use figures::{BoardFigure, Figure, Mark, Rgb, States};
use goban::{Agreement, BoardSize, ByColor, Color, Point, PointSet, Position, Rules, Setup};
use model::Seed;
use model::words::count;
use playout::owners::{Evidence, Outlook, Owners};
use playout::{Batch, COUNTING, Fate, Settlement};
use record::{Game, Margin, Outcome as GameOutcome};
use wire::{Answer, Counted, CountedChain, Expected, Marked, Recorded, vertices};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::{BoardArgs, Heading, LineArgs, conditions};
use crate::host::rules;
use crate::output::{self, Stdout, clean};
use crate::picture::PictureArgs;

/// Counts a position as if the game ended there: the score, the dead stones, what is not settled yet, and how sure that is.
///
/// Dead stones are found by playing the position on many times with tactical sense. What the record says about the result is held
/// against the count.
#[derive(clap::Args, Debug)]
pub(crate) struct Score {
    /// A game record; - is standard input.
    #[arg(value_name = "FILE", required_unless_present = "board", conflicts_with = "board")]
    file: Option<PathBuf>,

    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    board: BoardArgs,

    /// The rules to count by, instead of those of the record.
    #[arg(long, value_name = "NAME", value_parser = rules)]
    rules: Option<Rules>,

    /// The komi to count with, instead of that of the record.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,

    /// The chains that are dead, by one stone of each, instead of those that are found; `none` if no stone is.
    #[arg(long, value_name = "POINT,…", value_delimiter = ',')]
    dead: Option<Vec<String>>,

    #[command(flatten)]
    picture: PictureArgs,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// How many games an expectation comes from.
const EXPECTED_BY: usize = 128;

/// So many chains are told one by one.
const MOST_CHAINS: usize = 8;

/// What is counted.
struct Scene {
    name: String,
    game: Option<Game>,
    position: Position,
    /// Whether the position is the last one of its line and counted by the rules of the record, so that its result can be compared.
    comparable: bool,
    marked: Option<ByColor<PointSet>>,
}

/// What was found.
struct Found {
    settlement: Settlement,
    agreed: Agreement,
    score: goban::Score,
    handicap: usize,
    /// Empty points that are counted for a side but not firmly its own.
    open: PointSet,
    /// In how many of the games played on the side that is ahead won.
    n_agreeing: usize,
    /// Empty points that are counted for nobody.
    neutral: PointSet,
    /// What to expect where a count would say what cannot be seen yet.
    expected: Option<Outlook>,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Score) -> Outcome {
    if let Some(komi) = arguments.komi.filter(|komi| !komi.is_finite()) {
        return Err(Failure::usage(format!("--komi {komi}: write a number such as 6.5")));
    }
    let inputs = [&arguments.file, &arguments.board.file].into_iter().flatten();
    let stdout = if arguments.json { Stdout::Taken } else { Stdout::Free };
    output::check_targets(arguments.picture.paths(), inputs, stdout)?;
    let scene = scene(arguments)?;
    let found = count_up(arguments, &scene)?;
    let figure = figure(&scene, &found);
    let written = arguments.picture.write(&figure)?;
    if arguments.json {
        output::print_json(&Answer::new(shape(arguments, &scene, &found)))?;
    } else if !arguments.picture.paths().any(|path| path.as_os_str() == "-") {
        output::print(&(plain(context, arguments, &scene, &found, figure) + &written))?;
    }
    Ok(Done::All)
}

fn scene(arguments: &Score) -> Result<Scene, Failure> {
    if let Some((name, drawn)) = arguments.board.position()? {
        let rules = arguments.rules.unwrap_or(*drawn.rules());
        let komi = arguments.komi.unwrap_or(if arguments.rules.is_some() { rules.komi } else { drawn.rules().komi });
        let setup = Setup { to_move: drawn.to_move(), ..Setup::from(drawn.board()) };
        let position = Position::from_setup(&setup, Rules { komi, ..rules })
            .map_err(|error| Failure::work(error.to_string()).about(&name))?;
        return Ok(Scene { name, game: None, position, comparable: false, marked: None });
    }
    let (name, mut game) = arguments.line.open(arguments.file.as_deref())?;
    if let Some(rules) = arguments.rules {
        game.info.rules = rules.name().map(str::to_string);
    }
    game.info.komi = arguments.komi.or(game.info.komi);
    let walk = arguments.line.walk(&name, &game, |_, _| Ok(()))?;
    let at_end = walk.plies.len() == walk.length;
    let comparable = at_end && arguments.rules.is_none() && arguments.komi.is_none();
    let line = arguments.line.line(&name, &game)?;
    let marked = line.iter().rev().find_map(|&id| sgf::marked_territory(game.size(), game.node(id)));
    Ok(Scene { name, position: walk.position, comparable, marked: marked.filter(|_| at_end), game: Some(game) })
}

/// The chains of `--dead`.
fn named_dead(position: &Position, names: &[String]) -> Result<PointSet, Failure> {
    let (board, size) = (position.board(), position.size());
    let mut dead = PointSet::EMPTY;
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.eq_ignore_ascii_case("none")) {
        let wrong = |what: String| Failure::usage(what).about("--dead");
        let point = size.parse_vertex(name);
        let point = point.ok_or_else(|| wrong(format!("'{}' is no point of a board of {size}", clean(name))))?;
        let chain = board.chain(point).ok_or_else(|| wrong(format!("there is no stone at {}", size.vertex(point))))?;
        dead |= *chain.stones();
    }
    Ok(dead)
}

fn count_up(arguments: &Score, scene: &Scene) -> Result<Found, Failure> {
    let position = &scene.position;
    let named = arguments.dead.as_ref().map(|names| named_dead(position, names)).transpose()?;
    let settlement = Settlement::of(position, COUNTING);
    let found = settlement.agreement();
    let agreed = match named {
        Some(dead) => Agreement { dead, seki: found.seki - dead },
        None => found,
    };
    let handicap = scene.game.as_ref().and_then(|game| game.info.handicap).unwrap_or(0);
    let score = position.score(&agreed, handicap);
    let size = position.size();
    let open = settlement.open(position, &score);
    // The games know the komi, but not the handicap stones.
    let bonus = position.rules().bonus(handicap);
    let wins = |color: Color, lead: f32| (f64::from(lead) - bonus) * color.sign() > 0.0;
    let leads = settlement.tally().leads().iter();
    let n_agreeing = score.winner().map_or(0, |winner| leads.filter(|lead| wins(winner, **lead)).count());
    let neutral = position.board().empty() - score.area.black - score.area.white;
    let mut found = Found { agreed, score, handicap, open, n_agreeing, neutral, expected: None, settlement };
    if arguments.dead.is_none() && !found.settlement.is_final(position, &found.score) {
        let batch =
            Batch::new(position).handicap(handicap).games(EXPECTED_BY).seed(Seed(1).stream(position.board().hash()));
        let evidence = Evidence::of(&batch, &batch.tally());
        let learned = Owners::shipped_for(size).map(|owners| owners.judge(&evidence));
        found.expected = Some(learned.unwrap_or_else(|| evidence.plain()));
    }
    Ok(found)
}

/// By how many points an estimate of the lead is off on average: from amateurs' games judged by KataGo (`docs/studies.md`).
fn usual_error(size: BoardSize) -> f64 {
    match size.get() {
        ..13 => 7.0,
        13..17 => 9.0,
        _ => 11.0,
    }
}

fn figure(scene: &Scene, found: &Found) -> BoardFigure {
    let (board, size) = (scene.position.board(), scene.position.size());
    let area = &found.score.area;
    let owner = |point: Point| i64::from(area.black.contains(point)) - i64::from(area.white.contains(point));
    let states = States::new("counted for", size.points().map(owner).collect::<Vec<_>>())
        .class(1, "Black", Rgb::hex(0x0067b0), 'b')
        .class(-1, "White", Rgb::hex(0xd55e00), 'w')
        .class(0, "nobody", None, '.');
    let title = scene.game.as_ref().map(crate::games::title).unwrap_or_default();
    BoardFigure::new(board)
        .title(&title)
        .states(states)
        .marks(Mark::Triangle, found.settlement.unsettled())
        .marks(Mark::Cross, found.agreed.dead)
        .caption(&found.expected.as_ref().map_or_else(|| found.score.to_string(), |_| "not settled".to_string()))
}

/// The fates of the chains with a stone in a set.
fn fates<'a>(found: &'a Found, stones: &PointSet) -> Vec<&'a Fate> {
    found.settlement.fates().iter().filter(|fate| fate.stones.meets(stones)).collect()
}

/// A chain by its size and one of its stones: `White's 3 stones at C8`.
fn chain_name(size: BoardSize, fate: &Fate) -> String {
    let at = fate.stones.first().map_or_else(String::new, |stone| size.vertex(stone));
    match fate.stones.len() {
        1 => format!("{}'s stone at {at}", fate.color),
        n => format!("{}'s {n} stones at {at}", fate.color),
    }
}

/// A list of chains; what is too long ends in a number.
fn listed(names: Vec<String>) -> String {
    let n = names.len();
    let mut shown: Vec<String> = names.into_iter().take(MOST_CHAINS).collect();
    if n > MOST_CHAINS {
        shown.push(format!("and {} more", count(n - MOST_CHAINS, "chain", "chains")));
    }
    shown.join(", ")
}

fn plain(context: &Context<'_>, arguments: &Score, scene: &Scene, found: &Found, figure: BoardFigure) -> String {
    let Scene { position, .. } = scene;
    let size = position.size();
    let mut text = String::new();
    if let Some(game) = &scene.game {
        text.push_str(&format!("{}\n{}\n\n", context.paint.bold(&Heading(game).to_string()), conditions(game)));
    }
    text.push_str(&figure.title("").caption("").to_terminal(&context.paint.terminal()));
    text.push('\n');
    let mut line = |words: String| {
        text.push_str(&words);
        text.push('\n');
    };
    let ByColor { black, white } = found.score.sides;
    let compensation = match white.compensation {
        0.0 => String::new(),
        more => format!(" ({} and {more} for komi and handicap)", white.total - more),
    };
    let counted = format!("{}: Black {}, White {}{compensation}", found.score, black.total, white.total);
    let open = found.settlement.unsettled();
    let is_empty = position.board().stones().map(|stones| stones.is_empty()) == ByColor::new(|_| true);
    match &found.expected {
        None => line(counted),
        Some(expected) => {
            line("The board is not settled.".to_string());
            let ahead = if expected.lead < 0.0 { Color::White } else { Color::Black };
            let (about, error) = (expected.lead.abs(), usual_error(size));
            line(if is_empty {
                "Nothing is played yet: who is ahead cannot be said.".to_string()
            } else if about < error {
                format!("Who is ahead cannot be said: the estimate is within its usual error of {error} points.")
            } else {
                format!("{ahead} is ahead, by about {about:.0} points, of which {error} more or less are usual.")
            });
            line(format!("If both passed now it would be {counted}."));
        }
    }
    if is_empty {
        line("There are no stones on the board.".to_string());
    }
    let mut dead = fates(found, &found.agreed.dead);
    dead.retain(|fate| arguments.dead.is_some() || !fate.stones.meets(&open));
    if !dead.is_empty() {
        let by_hand = if arguments.dead.is_some() { ", as you say" } else { "" };
        let names = dead.iter().map(|fate| chain_name(size, fate)).collect();
        line(format!("Dead (x{by_hand}): {}.", listed(names)));
    }
    let seki = fates(found, &found.agreed.seki);
    if !seki.is_empty() {
        line(format!("In seki: {}.", listed(seki.iter().map(|fate| chain_name(size, fate)).collect())));
    }
    let unsettled = fates(found, &open);
    if !unsettled.is_empty() {
        let odds = |fate: &&Fate| {
            let percent = 100.0 * fate.survival();
            let stays = if fate.stones.len() == 1 { "stays" } else { "stay" };
            format!("{} ({stays} in {percent:.0} of 100 games)", chain_name(size, fate))
        };
        let mark = if context.paint.terminal().unicode { "△" } else { "^" };
        line(format!("Not settled yet ({mark}): {}.", listed(unsettled.iter().map(odds).collect())));
    }
    if found.expected.is_some() && !found.neutral.is_empty() {
        line(format!("{} nobody's yet.", count(found.neutral.len(), "empty point is", "empty points are")));
    }
    if !found.open.is_empty() {
        line(format!("{} counted for a side could still be lost.", count(found.open.len(), "point", "points")));
    }
    let n = found.settlement.tally().n_games();
    match found.score.winner().filter(|_| found.expected.is_none()) {
        Some(winner) => line(format!("{winner} wins {} of {n} games played on from here.", found.n_agreeing)),
        None if found.expected.is_none() => line(format!("Both have the same; {n} games were played on from here.")),
        None => {}
    }
    match found.settlement.tally().n_unfinished() {
        0 => {}
        cut => line(format!(
            "{} had no end and {} cut off.",
            count(cut, "game", "games"),
            if cut == 1 { "was" } else { "were" }
        )),
    }
    for words in remarks(scene, found) {
        line(words);
    }
    text
}

/// Where the record says something else.
fn remarks(scene: &Scene, found: &Found) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(Recorded { result, agrees: Some(false) }) = recorded(scene, found) {
        remarks.push(format!("The record says {}: the players went on, or agreed on something else.", clean(&result)));
    }
    if let Some(Marked { differs, .. }) = marked(scene, found).filter(|marked| !marked.differs.is_empty()) {
        let n = differs.len();
        let shown = differs.iter().take(MOST_CHAINS).cloned().collect::<Vec<_>>().join(" ");
        let more = if n > MOST_CHAINS { " …" } else { "" };
        remarks.push(format!(
            "The territory marked in the record differs on {}: {shown}{more}.",
            count(n, "point", "points")
        ));
    }
    remarks
}

fn recorded(scene: &Scene, found: &Found) -> Option<Recorded> {
    let game = scene.game.as_ref()?;
    let result = game.info.result.clone()?;
    let lead = found.score.lead();
    let agrees = match game.info.outcome() {
        Some(GameOutcome::Win { winner, margin }) => Some(match margin {
            Margin::Points(points) => (lead - points * winner.sign()).abs() < 1e-6,
            _ => found.score.winner() == Some(winner),
        }),
        Some(GameOutcome::Draw) => Some(lead == 0.0),
        _ => None,
    };
    Some(Recorded { result, agrees: agrees.filter(|_| scene.comparable) })
}

fn marked(scene: &Scene, found: &Found) -> Option<Marked> {
    let marks = scene.marked?;
    let board = scene.position.board();
    let living = board.stones().map(|stones| stones - found.agreed.dead);
    let counted = ByColor::new(|color| found.score.area[color] - living[color]);
    // Some programs mark the living stones too.
    let differs = Color::ALL.into_iter().fold(PointSet::EMPTY, |set, color| {
        let said = marks[color] - living[color];
        set | (said - counted[color]) | (counted[color] - said)
    });
    let size = scene.position.size();
    Some(Marked { black: marks.black.len(), white: marks.white.len(), differs: vertices(size, differs) })
}

fn shape(arguments: &Score, scene: &Scene, found: &Found) -> Counted {
    let (position, settlement) = (&scene.position, &found.settlement);
    let size = position.size();
    let rules = position.rules();
    let mut score = wire::score(&found.score);
    score.black.area = Some(vertices(size, found.score.area.black));
    score.white.area = Some(vertices(size, found.score.area.white));
    score.dead = Some(vertices(size, found.agreed.dead));
    let chain = |fate: &Fate| CountedChain {
        color: fate.color.into(),
        stones: vertices(size, fate.stones),
        status: fate.status().to_string(),
        survival: fate.survival(),
        dead: fate.stones.meets(&found.agreed.dead),
    };
    Counted {
        file: scene.name.clone(),
        position: wire::position(position),
        rules: rules.name().map_or_else(|| rules.to_string(), str::to_string),
        komi: rules.komi,
        handicap: found.handicap,
        settled: found.expected.is_none(),
        expected: found.expected.as_ref().map(|expected| Expected { lead: expected.lead, chance: expected.chance }),
        score,
        seki: vertices(size, found.agreed.seki),
        chains: settlement.fates().iter().map(chain).collect(),
        open: vertices(size, found.open),
        games: settlement.tally().n_games(),
        agreeing: found.n_agreeing,
        unfinished: settlement.tally().n_unfinished(),
        by_hand: arguments.dead.is_some(),
        recorded: recorded(scene, found),
        marked: marked(scene, found),
    }
}
