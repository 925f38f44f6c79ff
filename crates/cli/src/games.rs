//! Records become games, lines and positions to look at.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use goban::{Color, Diagram, Position, Rules};
use input::{InputError, Source};
use record::{Game, Mode, NodeId, Ply};
use sgf::{Place, Reading, Severity};

use crate::failure::Failure;
use crate::output::clean;

/// The game that `aji review` shows when it is given none: a copy of a fixture, so that the crate can be packaged alone. Its
/// origin stands in `fixtures/real/manifest.tsv`.
pub(crate) const BUNDLED: &[u8] = include_bytes!("../assets/bundled.sgf");

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

    /// Reads the record, whether it holds a game or not.
    pub(crate) fn read(&self) -> Loaded<'_> {
        let hint = self.ending.as_deref().and_then(sgf::Format::from_extension);
        Loaded { name: &self.name, reading: sgf::read_any(&self.bytes, hint) }
    }

    /// Reads the record.
    ///
    /// # Errors
    /// When it has no game, with line and column.
    pub(crate) fn games(&self) -> Result<Loaded<'_>, Failure> {
        let loaded = self.read();
        if loaded.reading.games.is_empty() { Err(loaded.nothing()) } else { Ok(loaded) }
    }
}

/// A record that was read.
pub(crate) struct Loaded<'a> {
    /// The name as the user gave it.
    pub(crate) name: &'a str,
    pub(crate) reading: Reading<'a>,
}

impl Loaded<'_> {
    /// Why there is no game.
    fn nothing(&self) -> Failure {
        let worst = self.reading.problems.iter().find(|problem| problem.severity() == Severity::Unreadable);
        let failure = match worst.or(self.reading.problems.first()) {
            Some(problem) => Failure::work(problem.to_string()).at(problem.place),
            None => Failure::work("no game found"),
        };
        failure.about(self.name)
    }

    /// The game with a number, counted from 1; the first if none is asked for.
    pub(crate) fn game(&self, number: Option<usize>) -> Result<&Game, Failure> {
        let games = &self.reading.games;
        let number = number.unwrap_or(1);
        number.checked_sub(1).and_then(|i| games.get(i)).ok_or_else(|| {
            let there = match games.len() {
                1 => "the file holds one game".to_string(),
                n => format!("the file holds {n} games"),
            };
            Failure::usage(format!("there is no game {number}; {there}")).about(self.name)
        })
    }
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
        let loaded = record.games()?;
        Ok((loaded.name.to_string(), loaded.game(self.game)?.clone()))
    }

    /// The nodes of the line.
    ///
    /// # Errors
    /// When a choice is not there.
    pub(crate) fn line(&self, name: &str, game: &Game) -> Result<Vec<NodeId>, Failure> {
        let choices = self.variation.clone().unwrap_or_default();
        game.variation(&choices.0).map_err(|error| Failure::usage(error).about(name))
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
        let length = line.iter().filter(|&&id| game.node(id).play.is_some()).count();
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
