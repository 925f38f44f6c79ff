//! NGF, the format of the WBaduk and CyberOro servers. Knows nothing about charsets and other formats.
//!
//! Twelve lines of header in a fixed order, then a line a move: `PM`, two letters of number, colour, column, row, row,
//! column. Nobody documents it; `fixtures/formats/README.md` says what is known.

use goban::{BoardSize, Color, Move};
use record::{Outcome, Player};

use crate::found::{Builder, Found};
use crate::gib::{lines_of, put_up};
use crate::problem::{ProblemKind, Problems, quoted};
use crate::property::{self, Size};

const HEADER_LINES: usize = 12;

/// Whether a text begins like NGF: numbers stand where they should.
pub(crate) fn looks_like(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().take(HEADER_LINES).map(str::trim).collect();
    let number = |line: usize| lines.get(line).is_some_and(|line| line.parse::<u32>().is_ok());
    number(1) && number(5) && number(6) && lines.len() > 8
}

/// Reads a file.
pub(crate) fn read(text: &str, problems: &mut Problems) -> Option<Found> {
    let header: Vec<(usize, &str)> = lines_of(text).take(HEADER_LINES).collect();
    if header.len() < HEADER_LINES {
        if !text.trim().is_empty() {
            problems.add(0, ProblemKind::HeaderIncomplete { format: "NGF" });
        }
        return None;
    }
    let line = |number: usize| header[number - 1].1;
    let size = match property::size(line(2)) {
        Size::Board(size, _) => size,
        Size::Unsaid => BoardSize::NINETEEN,
        Size::Other => {
            problems.add(header[1].0, ProblemKind::BoardSize { text: quoted(line(2)) });
            return None;
        }
    };
    let mut builder = Builder::new(size, 0);
    builder.root(0);
    let handicap = property::handicap(line(6));
    if let Some(points) = handicap.and_then(|stones| size.fixed_handicap(stones)) {
        put_up(&mut builder.game, points.into_iter().collect());
    }
    let info = &mut builder.game.info;
    info.handicap = handicap;
    info.players.white = player(line(3));
    info.players.black = player(line(4));
    info.name = property::plain_line(line(1));
    info.place = property::plain_line(line(5));
    // Without handicap the half point is not written.
    let half = if handicap.unwrap_or(0) == 0 { 0.5 } else { 0.0 };
    let komi = property::number(line(8)).map(|(komi, _)| if komi.fract() == 0.0 { komi + half } else { komi });
    info.komi = komi.and_then(property::plain_komi);
    info.date = property::date(line(9));
    info.result = Outcome::parse(line(11)).map(|outcome| outcome.to_string());
    if info.result.is_none() && !line(11).is_empty() && !line(11).starts_with("Progressing") {
        let text = quoted(line(11));
        problems.add(header[10].0, ProblemKind::Meaningless { name: "the result".to_string(), text });
    }

    for (at, line) in lines_of(text).skip(HEADER_LINES).filter(|(_, line)| line.starts_with("PM")) {
        match read_move(line, size) {
            Some((color, mv)) => builder.play(at, color, mv, problems),
            None => problems.add(at, ProblemKind::NoMove { text: quoted(line) }),
        }
    }
    Some(builder.finish())
}

fn read_move(line: &str, size: BoardSize) -> Option<(Color, Move)> {
    let &[_, _, _, _, color, column, row, _, _, ..] = line.as_bytes() else { return None };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    let mv = match (column, row) {
        (b'A', b'A') => Move::Pass,
        _ => Move::Play(size.point(column.checked_sub(b'B')?.into(), row.checked_sub(b'B')?.into())?),
    };
    Some((color, mv))
}

/// A name, blanks, a rank.
fn player(line: &str) -> Player {
    let said = property::plain_line;
    match line.rsplit_once(char::is_whitespace) {
        Some((name, rank)) => Player { name: said(name), rank: said(rank), team: None },
        None => Player { name: said(line), rank: None, team: None },
    }
}
