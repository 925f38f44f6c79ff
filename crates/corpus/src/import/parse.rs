//! A piece of a source becomes games and faults. Nothing here knows of other pieces, so that many are read at once.

use goban::{BoardSize, Color, Move, Point};
use input::Content;
use record::{Game, GameInfo, Mode, ReplayError};
use sgf::{Format, Place, Problem, ProblemKind, Severity, Text};

use super::known::Known;
use crate::{MainLine, position};

/// What was found in one record, in the order of the piece.
pub(crate) enum Record {
    Game(Box<Taken>),
    Fault(Fault),
}

/// Why something could not be taken, or only in part.
pub(crate) struct Fault {
    pub(crate) kind: &'static str,
    /// The place in the piece.
    pub(crate) place: Option<Place>,
    pub(crate) reason: String,
}

impl Fault {
    fn at(kind: &'static str, place: Option<Place>, reason: impl ToString) -> Fault {
        Fault { kind, place, reason: reason.to_string() }
    }
}

/// A game to be written.
pub(crate) struct Taken {
    pub(crate) hash: u64,
    pub(crate) line: MainLine,
    pub(crate) info: GameInfo,
    /// None if the game was known before.
    pub(crate) plies: Option<Plies>,
    /// What has to be said about it.
    pub(crate) notes: Vec<Fault>,
}

/// The moves of a game, with what they took.
#[derive(Default)]
pub(crate) struct Plies {
    pub(crate) moves: Vec<(Color, Move)>,
    /// For moves that took something: their index in `moves`, and what.
    pub(crate) captures: Vec<(usize, Vec<Point>)>,
    /// The positions one behind the other, where each ends, and who is next.
    pub(crate) positions: Vec<u8>,
    pub(crate) ends: Vec<usize>,
    pub(crate) next: Vec<Color>,
}

/// A piece that was read.
pub(crate) struct Parsed {
    pub(crate) records: Vec<Record>,
    /// Line ends in it.
    pub(crate) lines: u64,
}

/// The most moves a table numbers.
const MOST_MOVES: usize = u16::MAX as usize;

/// Reads a piece. Games in `known` are not replayed.
pub(crate) fn parse(content: &Content, begins: bool, known: &Known, positions: bool) -> Parsed {
    match content {
        Content::Damaged(why) => alone("broken", &why.to_string()),
        Content::Skipped(why) => alone("skipped", &why.to_string()),
        Content::Record(bytes, hint) => {
            Parsed { records: games(&Text::new(bytes, *hint), true, known, positions), lines: 0 }
        }
        Content::Lines(bytes) => Parsed {
            records: games(&Text::decode(bytes, Format::Tsv), begins, known, positions),
            lines: bytes.iter().filter(|&&byte| byte == b'\n').count() as u64,
        },
    }
}

fn alone(kind: &'static str, why: &str) -> Parsed {
    Parsed { records: vec![Record::Fault(Fault::at(kind, None, why))], lines: 0 }
}

fn games(text: &Text<'_>, begins: bool, known: &Known, positions: bool) -> Vec<Record> {
    let mut records = Vec::new();
    let mut games = text.games();
    loop {
        let found = games.next();
        let mut notes = Vec::new();
        for problem in games.take_problems() {
            // Blank lines at the end of a list are not an empty file.
            if !begins && matches!(problem.kind, ProblemKind::EmptyFile) {
                continue;
            }
            match problem.severity() {
                Severity::Unreadable => records.push(Record::Fault(fault("broken", &problem))),
                _ if loses_moves(&problem.kind) => notes.push(fault("partial", &problem)),
                _ => {}
            }
        }
        let Some(found) = found else {
            records.extend(notes.into_iter().map(Record::Fault));
            break;
        };
        let place = |node| Some(text.node_place(&found, node));
        records.push(match take(&found.game, notes, known, positions, place) {
            Ok(taken) => Record::Game(Box::new(taken)),
            Err(fault) => Record::Fault(fault),
        });
    }
    if games.n_omitted() > 0 {
        records.push(Record::Fault(Fault::at("broken", None, format!("and {} more problems", games.n_omitted()))));
    }
    records
}

fn fault(kind: &'static str, problem: &Problem) -> Fault {
    Fault::at(kind, Some(problem.place), problem)
}

/// Whether the game is another one without what was left out.
fn loses_moves(kind: &ProblemKind) -> bool {
    matches!(kind, ProblemKind::NoMove { .. } | ProblemKind::SetupPoint { .. } | ProblemKind::TooLarge { .. })
}

fn take(
    game: &Game,
    mut notes: Vec<Fault>,
    known: &Known,
    positions: bool,
    place: impl Fn(record::NodeId) -> Option<Place>,
) -> Result<Taken, Fault> {
    let line = MainLine::of(game);
    let begin = place(game.root());
    if line.n_moves() > MOST_MOVES {
        let why = format!("the game has {} moves; at most {MOST_MOVES} are taken", line.n_moves());
        return Err(Fault::at("broken", begin, why));
    }
    if line.n_moves() == 0 && line.code().is_none() {
        return Err(Fault::at("empty", begin, "the game has no move and no stone"));
    }
    let hash = line.hash();
    let mut plies = None;
    if !known.contains(hash) {
        // What is stored is replayed, so that the tables agree with each other.
        let stored = line.code().map(|_| {
            let mut stored = line.game();
            stored.info = game.info.clone();
            stored
        });
        let replayed = replay(stored.as_ref().unwrap_or(game), positions);
        let replayed = replayed.map_err(|error| Fault::at("broken", begin, error))?;
        if let Some((number, why)) = replayed.illegal {
            let node = game.main_line().into_iter().filter(|&id| game.node(id).play.is_some()).nth(number - 1);
            let more = match replayed.n_illegal {
                1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            notes.push(Fault::at("illegal", node.and_then(&place).or(begin), why + &more));
        }
        if replayed.repaired {
            notes.push(Fault::at("partial", begin, "stones put up without a liberty are taken off"));
        }
        plies = Some(replayed.plies);
    }
    Ok(Taken { hash, line, info: game.info.clone(), plies, notes })
}

#[derive(Default)]
struct Replayed {
    plies: Plies,
    /// The first illegal move, and how many there are.
    illegal: Option<(usize, String)>,
    n_illegal: usize,
    repaired: bool,
}

fn replay(game: &Game, positions: bool) -> Result<Replayed, ReplayError> {
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant)?;
    let mut done = Replayed::default();
    let plies = &mut done.plies;
    let keep = |plies: &mut Plies, after: &goban::Position| {
        if positions {
            position::encode_into(after, &mut plies.positions);
            plies.ends.push(plies.positions.len());
            plies.next.push(after.to_move());
        }
    };
    keep(plies, replay.position());
    while let Some(ply) = replay.next_ply()? {
        if !ply.captured.is_empty() {
            plies.captures.push((plies.moves.len(), ply.captured.iter().collect()));
        }
        if let Some(reason) = ply.illegal {
            done.n_illegal += 1;
            done.illegal.get_or_insert_with(|| {
                let vertex = vertex(game.size(), ply.mv);
                (ply.number, format!("move {}: {} {vertex} is illegal: {reason}", ply.number, ply.color))
            });
        }
        plies.moves.push((ply.color, ply.mv));
        keep(plies, replay.position());
    }
    done.repaired = !replay.repaired_setups().is_empty();
    Ok(done)
}

/// A move as players write it.
pub(crate) fn vertex(size: BoardSize, mv: Move) -> String {
    mv.point().map_or("pass".to_string(), |point| size.vertex(point))
}
