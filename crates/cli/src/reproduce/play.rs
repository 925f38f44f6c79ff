//! The games between players that a reproduction plays for itself, through the arena.

use std::path::{Path, PathBuf};

use arena::{Conduct, Contestant, Row, Tournament};
use goban::{BoardSize, Rules};
use model::Seed;
use record::Game;

use crate::Context;
use crate::failure::Failure;
use crate::matches::folder::Folder;
use crate::matches::{contestant, is_program, progress};
use crate::stop;

/// Who plays unless told otherwise: a strong program, our strongest player, and a weak one of ours, the player of the
/// automata's paper. SmartGo and Fuego of the energies' paper are in no package registry.
const USUAL: [&str; 3] = ["gnugo-10=gnugo --mode gtp --level 10", "blend+search", "cellular"];

/// Which games are to be played.
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    /// Games that every two players play for the energies, through the arena; default 20, with --quick none. The paper has
    /// 2,500 a player.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    play: Option<u32>,

    /// Who plays: a player of ours or the command of a GTP engine, as in `aji match`; give it twice or more. Default: GNU Go
    /// at level 10, blend+search and cellular.
    #[arg(long, value_name = "[NAME=]WHO")]
    player: Vec<String>,
}

/// What is going to be played.
pub(crate) struct Planned {
    tournament: Option<Tournament>,
    /// What is said of it in the report and compared with an earlier run.
    pub(crate) words: Vec<String>,
    /// As it could be typed.
    pub(crate) arguments: String,
}

/// How playing ended.
pub(crate) enum Played {
    /// All games are there, in the order of the pairs.
    Games(Vec<Game>),
    /// Somebody asked to stop.
    Stopped {
        /// Games that are done.
        done: usize,
        /// Games there are to be.
        all: usize,
    },
}

impl Play {
    /// Reads who plays whom.
    ///
    /// # Errors
    /// When a player is none.
    pub(crate) fn plan(&self, context: &Context<'_>, quick: bool, seed: u64) -> Result<Planned, Failure> {
        let games = self.play.unwrap_or(if quick && self.player.is_empty() { 0 } else { 20 }) as usize;
        let mut planned = Planned { tournament: None, words: Vec::new(), arguments: format!("--play {games}") };
        if games == 0 {
            return Ok(planned);
        }
        let named: Vec<&str> = match &self.player[..] {
            [] => USUAL.into_iter().filter(|who| !who.starts_with("gnugo") || is_program("gnugo")).collect(),
            own => own.iter().map(String::as_str).collect(),
        };
        if self.player.is_empty() && named.len() < USUAL.len() {
            planned.words.push("GNU Go is not installed, so our own players play alone".to_string());
        }
        let contestants: Vec<Contestant> =
            named.iter().map(|who| contestant(context.families, who, 0)).collect::<Result<_, _>>()?;
        let names: Vec<String> = contestants.iter().map(|one| format!("{} ({})", one.name, one.kind.text())).collect();
        let mut tournament = Tournament::round_robin(contestants, games, BoardSize::NINETEEN)
            .map_err(|error| Failure::usage(error.message).about("--player"))?;
        tournament.rules = Rules { komi: 6.5, ..Rules::CHINESE };
        tournament.seed = Seed(seed);
        tournament.explain = false;
        planned.words.push(format!("{games} games a pair of {}, 19×19, Chinese rules, komi 6.5", names.join(", ")));
        for who in &self.player {
            planned.arguments.push_str(&format!(" --player '{who}'"));
        }
        planned.tournament = Some(tournament);
        Ok(planned)
    }
}

/// Plays what is missing and gives all games. With a folder they are kept there as they end.
///
/// # Errors
/// When a player cannot play, or games cannot be kept.
pub(crate) fn play(context: &Context<'_>, planned: &Planned, folder: Option<&Path>) -> Result<Played, Failure> {
    let Some(tournament) = &planned.tournament else { return Ok(Played::Games(Vec::new())) };
    let (mut kept, before) = match folder {
        Some(folder) => {
            let (kept, rows) = Folder::open(folder)?;
            (Some(kept), rows)
        }
        None => (None, Vec::new()),
    };
    let done = arena::done(tournament, &before).map_err(Failure::work)?.len();
    let bar = progress(tournament.n_games(), done);
    let stop = stop::on_signals();
    let mut records: Vec<(Row, String)> = Vec::new();
    let conduct = Conduct {
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        stop: &stop,
        keep: &mut |row: &mut Row, sgf: &str| {
            if let Some(kept) = &mut kept {
                kept.keep(row, sgf).map_err(|failure| failure.to_string())?;
            }
            bar.inc(1);
            records.push((row.clone(), sgf.to_string()));
            Ok(())
        },
    };
    let outcome = arena::run(tournament, context.families, &before, conduct).map_err(Failure::work)?;
    bar.finish_and_clear();
    if outcome == arena::Outcome::Stopped {
        return Ok(Played::Stopped { done: done + records.len(), all: tournament.n_games() });
    }
    for row in before {
        let path: PathBuf = folder.unwrap_or(Path::new("")).join(&row.file);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| Failure::work(format!("{error}; remove the results beside it")).about(path.display()))?;
        records.push((row, text));
    }
    let rows: Vec<Row> = records.iter().map(|(row, _)| row.clone()).collect();
    let mut counted: Vec<(usize, usize, Game)> = Vec::new();
    for ((pair, number), row) in arena::done(tournament, &rows).map_err(Failure::work)? {
        let text = records.iter().find(|(known, _)| known.pair == row.pair && known.game == row.game);
        // A game for which no player is to blame says nothing about either.
        if let Some((_, text)) = text.filter(|_| !row.end.is_void()) {
            counted.extend(sgf::read(text.as_bytes()).games.into_iter().map(|game| (pair, number, game)));
        }
    }
    counted.sort_by_key(|(pair, number, _)| (*pair, *number));
    Ok(Played::Games(counted.into_iter().map(|(_, _, game)| game).collect()))
}
