//! Records become games, lines and positions to look at.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, sync_channel};

use goban::{Color, Diagram, Position, Rules};
use input::{InputError, Source, Wanted};
use record::{Game, Mode, NodeId, Ply};
use sgf::{Place, Problem, Severity, Text};

use crate::failure::Failure;
use crate::output::clean;

/// The game that `aji review` shows when it is given none: a copy of a fixture, so that the crate can be packaged alone. Its
/// origin stands in `fixtures/real/manifest.tsv`.
pub(crate) const BUNDLED: &[u8] = include_bytes!("../assets/bundled.sgf");

/// The files behind names, folders and `-`. Tables in a folder that are no games are passed over; `aji check` tells of them.
pub(crate) fn sources(names: &[PathBuf]) -> impl Iterator<Item = Result<Source, InputError>> {
    input::walk(names, Wanted::Records).filter(|source| !source.as_ref().is_err_and(is_other_table))
}

pub(crate) fn is_other_table(error: &InputError) -> bool {
    error.cause == input::Cause::OtherTable
}

/// The bytes of a record.
pub(crate) struct Record {
    name: String,
    bytes: Cow<'static, [u8]>,
    ending: Option<String>,
}

impl Record {
    /// Takes the bytes of a source.
    ///
    /// # Errors
    /// When the source cannot be read.
    pub(crate) fn open(source: &Source) -> Result<Record, InputError> {
        let name = source.name();
        let bytes = source.bytes()?;
        Ok(Record { name, bytes: bytes.into(), ending: source.ending() })
    }

    pub(crate) fn bundled() -> Record {
        Record { name: "(bundled game)".to_string(), bytes: BUNDLED.into(), ending: Some("sgf".to_string()) }
    }

    /// The name as the user gave it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The record as text, whose games can be read one by one.
    pub(crate) fn text(&self) -> Text<'_> {
        Text::new(&self.bytes, self.hint())
    }

    /// Reads the games of the record one by one, all or the one with this number, and hands them over with their number
    /// where there are several: no more than two of them are in memory.
    ///
    /// # Errors
    /// When it has no game, with line and column, or not the one that is asked for; and those of `visit`.
    pub(crate) fn each_game(
        &self,
        only: Option<usize>,
        mut visit: impl FnMut(&Game, Option<usize>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let text = self.text();
        let mut games = text.games();
        let mut n = 0;
        let mut next = games.next();
        if next.is_none() {
            return Err(no_game(&self.name, &games.take_problems()));
        }
        let mut found = false;
        while let Some(this) = next {
            n += 1;
            next = games.next();
            if only.is_none_or(|only| only == n) {
                found = true;
                visit(&this.game, (n > 1 || next.is_some()).then_some(n))?;
            }
        }
        match only {
            Some(number) if !found => Err(no_such_game(&self.name, number, n)),
            _ => Ok(()),
        }
    }

    fn hint(&self) -> Option<sgf::Format> {
        self.ending.as_deref().and_then(sgf::Format::from_extension)
    }
}

/// The games of many files, one after the other. A thread reads ahead, a game at a time, so that only those are in memory that somebody
/// works on, however many there are.
pub(crate) struct Stream {
    read: Receiver<Result<Game, Failure>>,
}

impl Stream {
    /// Reads the games behind some sources, in their order. What is wrong with a file comes where its games would be; a game with more
    /// moves than are looked at is wrong too.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn new<I>(sources: I) -> Result<Stream, Failure>
    where
        I: IntoIterator<Item = Result<Source, InputError>>,
        I::IntoIter: Send + 'static,
    {
        let sources = sources.into_iter();
        let (send, read) = sync_channel(1);
        let work = move || {
            for source in sources {
                let record = source.and_then(|source| Record::open(&source)).map_err(Failure::from);
                let read = record.and_then(|record| {
                    record.each_game(None, |game, number| {
                        let game = short_enough(game).map(|()| game.clone()).map_err(|failure| match number {
                            Some(number) => failure.about(format!("{}: game {number}", record.name())),
                            None => failure.about(record.name()),
                        });
                        send.send(game).map_err(|_| unheard())
                    })
                });
                if let Err(failure) = read
                    && send.send(Err(failure)).is_err()
                {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("reader".to_string()).spawn(work)?;
        Ok(Stream { read })
    }
}

impl Iterator for Stream {
    type Item = Result<Game, Failure>;

    fn next(&mut self) -> Option<Result<Game, Failure>> {
        self.read.recv().ok()
    }
}

/// What ends the reading of a file whose games nobody waits for any more; nobody hears it.
fn unheard() -> Failure {
    Failure::work("nobody listens any more")
}

/// # Errors
/// When the main line of a game has more moves than are looked at.
fn short_enough(game: &Game) -> Result<(), Failure> {
    let length = n_moves(game, &game.main_line());
    match length > MOST_MOVES {
        true => Err(Failure::work(format!("the line has {length} moves, and no more than {MOST_MOVES} are looked at"))),
        false => Ok(()),
    }
}

/// Why there is no game.
fn no_game(name: &str, problems: &[Problem]) -> Failure {
    let worst = problems.iter().find(|problem| problem.severity() == Severity::Unreadable);
    let failure = match worst.or(problems.first()) {
        Some(problem) => Failure::work(problem.to_string()).at(problem.place),
        None => Failure::work("no game found"),
    };
    failure.about(name)
}

fn no_such_game(name: &str, number: usize, n_games: usize) -> Failure {
    let there = match n_games {
        1 => "the file holds one game".to_string(),
        n => format!("the file holds {n} games"),
    };
    Failure::usage(format!("there is no game {number}; {there}")).about(name)
}

/// Which line of a game, and up to which move.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct LineArgs {
    /// Which game of a file with several, counted from 1.
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,

    /// The position after this move; 0 is the start, default the last.
    #[arg(long = "move", value_name = "N")]
    pub(crate) to: Option<usize>,

    /// A variation: which way to go at each branching, counted from 1, such as 2 or 1,3.
    #[arg(long, value_name = "PATH")]
    pub(crate) variation: Option<Choices>,
}

/// The longest line that is looked at. Games of people have some hundreds of moves, and what is kept of every move has to
/// find room in memory.
const MOST_MOVES: usize = 10_000;

fn n_moves(game: &Game, line: &[NodeId]) -> usize {
    line.iter().filter(|&&id| game.node(id).play.is_some()).count()
}

/// Choices at branchings.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Choices(Vec<usize>);

impl FromStr for Choices {
    type Err = String;

    fn from_str(text: &str) -> Result<Choices, String> {
        let number = |part: &str| part.trim().parse::<usize>().ok().filter(|n| *n > 0);
        let choices: Option<Vec<usize>> = text.split([',', '.', '/']).map(number).collect();
        choices.map(Choices).ok_or_else(|| "write the choices as numbers from 1, such as 2 or 1,3".to_string())
    }
}

/// A line of a game, replayed up to a move. Illegal moves are done as the record says and marked.
pub(crate) struct Walk {
    pub(crate) position: Position,
    pub(crate) plies: Vec<Ply>,
    /// Number of moves on the whole line.
    pub(crate) length: usize,
}

impl LineArgs {
    /// The chosen game of a file, with the name of the file; without a file, of standard input.
    ///
    /// # Errors
    /// When the file cannot be read or the game is not there.
    pub(crate) fn open(&self, file: Option<&Path>) -> Result<(String, Game), Failure> {
        let record = Record::open(&file.map_or(Source::Stdin, Source::from))?;
        let mut chosen = None;
        record.each_game(Some(self.game.unwrap_or(1)), |game, _| {
            chosen = Some(game.clone());
            Ok(())
        })?;
        let game = chosen.ok_or_else(|| no_game(record.name(), &[]))?;
        Ok((record.name().to_string(), game))
    }

    /// The nodes of the line.
    ///
    /// # Errors
    /// When a choice is not there, or more moves are asked for than a game can have.
    pub(crate) fn line(&self, name: &str, game: &Game) -> Result<Vec<NodeId>, Failure> {
        let choices = self.variation.clone().unwrap_or_default();
        let line = game.variation(&choices.0).map_err(|error| Failure::usage(error).about(name))?;
        let length = n_moves(game, &line);
        if self.to.unwrap_or(length).min(length) > MOST_MOVES {
            let what = format!(
                "the line has {length} moves, and no more than {MOST_MOVES} are looked at; --move {MOST_MOVES} takes its \
                 beginning"
            );
            return Err(Failure::work(what).about(name));
        }
        Ok(line)
    }

    /// Replays the line. `visit` sees the start (without a ply) and then every ply with the position after it.
    ///
    /// # Errors
    /// When the line or the move is not there, or `visit` fails.
    pub(crate) fn walk(
        &self,
        name: &str,
        game: &Game,
        mut visit: impl FnMut(Option<&Ply>, &Position) -> Result<(), Failure>,
    ) -> Result<Walk, Failure> {
        let line = self.line(name, game)?;
        let length = n_moves(game, &line);
        let to = self.to.unwrap_or(length);
        if to > length {
            return Err(Failure::usage(format!("there is no move {to}; the line has {length}")).about(name));
        }
        let mut replay = game.replay(&line, Mode::Tolerant).map_err(|error| Failure::work(error).about(name))?;
        visit(None, replay.position()).map_err(|failure| failure.about(name))?;
        let mut plies = Vec::with_capacity(to);
        while plies.len() < to {
            let ply = replay.next_ply().map_err(|error| Failure::work(error).about(name))?;
            let Some(ply) = ply else { break };
            visit(Some(&ply), replay.position()).map_err(|failure| failure.about(name))?;
            plies.push(ply);
        }
        Ok(Walk { position: replay.position().clone(), plies, length })
    }
}

/// A position drawn as text.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct BoardArgs {
    /// A board drawn as text (X black, O white, . empty) instead of a game; - is standard input.
    #[arg(long = "board", id = "board", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Who moves next on a drawn board.
    #[arg(long, value_name = "COLOR", requires = "board", value_parser = parse_color)]
    pub(crate) next: Option<Color>,
}

pub(crate) fn parse_color(text: &str) -> Result<Color, String> {
    Color::parse(text).ok_or_else(|| "black or white".to_string())
}

impl BoardArgs {
    /// The drawn position, if one was given.
    ///
    /// # Errors
    /// When the file cannot be read, is no drawing, or is not a possible position.
    pub(crate) fn position(&self) -> Result<Option<(String, Position)>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        let source = Source::from(path.as_path());
        let name = source.name();
        let bytes = source.bytes()?;
        let text = String::from_utf8_lossy(&bytes);
        let mut setup = Diagram::parse(&text).map_err(|error| {
            Failure::work(error.kind.to_string()).about(&name).at(Place { line: error.line, column: 1 })
        })?;
        setup.to_move = self.next.unwrap_or(Color::Black);
        let position = Position::from_setup(&setup, Rules { komi: 0.0, ..Rules::default() }).map_err(|error| {
            let points: Vec<String> = error.points().iter().map(|point| setup.size.vertex(point)).collect();
            Failure::work(format!("not a possible position: {error} ({})", points.join(" "))).about(&name)
        })?;
        Ok(Some((name, position)))
    }
}

/// The players and what is known about the game, in one or two lines.
pub(crate) struct Heading<'a>(pub(crate) &'a Game);

impl fmt::Display for Heading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = &self.0.info;
        let name = |color: Color| {
            let player = &info.players[color];
            let name = player.name.as_deref().map_or_else(|| color.to_string(), clean);
            match &player.rank {
                Some(rank) if !rank.is_empty() => format!("{name} {}", clean(rank)),
                _ => name,
            }
        };
        write!(f, "{} (Black) – {} (White)", name(Color::Black), name(Color::White))?;
        let more: Vec<String> =
            [&info.event, &info.round, &info.place, &info.date].into_iter().flatten().map(|text| clean(text)).collect();
        if !more.is_empty() { write!(f, "\n{}", more.join(" · ")) } else { Ok(()) }
    }
}

/// The players, for the title of a figure.
pub(crate) fn title(game: &Game) -> String {
    Heading(game).to_string().lines().next().unwrap_or_default().to_string()
}

/// Size, rules, komi, handicap and result in one line; what was assumed is said to be.
pub(crate) fn conditions(game: &Game) -> String {
    let shape = wire::game(game);
    let assumed = |given: bool| if given { "" } else { " (assumed)" };
    let mut parts = vec![
        game.size().to_string(),
        format!("{} rules{}", capitalised(&clean(shape.rules.trim_end_matches(" rules"))), assumed(shape.rules_given)),
        format!("komi {}{}", shape.komi, assumed(shape.komi_given)),
    ];
    if shape.handicap > 0 {
        parts.push(format!("handicap {}", shape.handicap));
    }
    if let Some(result) = &shape.result {
        parts.push(match game.info.outcome() {
            Some(outcome) => in_words(outcome),
            None => format!("result “{}”", clean(result)),
        });
    }
    parts.join(" · ")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn in_words(outcome: record::Outcome) -> String {
    use record::{Margin, Outcome};
    match outcome {
        Outcome::Win { winner, margin } => match margin {
            Margin::Points(points) => format!("{winner} wins by {points}"),
            Margin::Resignation => format!("{winner} wins by resignation"),
            Margin::Time => format!("{winner} wins on time"),
            Margin::Forfeit => format!("{winner} wins by forfeit"),
            _ => format!("{winner} wins"),
        },
        Outcome::Draw => "a draw".to_string(),
        Outcome::Void => "the game is void".to_string(),
        Outcome::Unknown => "no result".to_string(),
    }
}
