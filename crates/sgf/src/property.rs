//! Values of properties: texts, numbers, points, dates. Knows nothing about trees, nor where a value was found.

use std::borrow::Cow;

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use record::{Node, Outcome};

use crate::grammar::Until;

/// The name of a property in capitals. Old formats let small letters stand in names, without a meaning: `SiZe` is `SZ`.
pub(crate) fn canonical_name(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Cow::Borrowed(name)
    } else if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        let capitals = name.trim_start_matches(|c: char| !c.is_ascii_uppercase()).chars();
        Cow::Owned(capitals.filter(|c| !c.is_ascii_lowercase()).collect())
    } else {
        Cow::Owned(name.to_ascii_uppercase())
    }
}

/// Where the values of a property end: texts may hold brackets that nobody escaped, points and numbers do not.
pub(crate) fn value_end(name: &str) -> Until {
    match name.as_bytes() {
        b"B" | b"W" | b"AB" | b"AW" | b"AE" | b"PL" | b"SZ" | b"GM" | b"FF" | b"KM" | b"HA" | b"CA" | b"TR" | b"SQ"
        | b"CR" | b"MA" | b"SL" | b"TB" | b"TW" | b"DD" | b"VW" | b"AR" | b"LN" | b"BL" | b"WL" | b"OB" | b"OW"
        | b"MN" | b"TM" => Until::Bracket,
        _ => Until::Plausible,
    }
}

/// A name to be kept. Those that records hold many of need no copy.
pub(crate) fn kept_name(name: &str) -> Cow<'static, str> {
    Cow::Borrowed(match name.as_bytes() {
        b"BL" => "BL",
        b"WL" => "WL",
        b"OB" => "OB",
        b"OW" => "OW",
        b"TR" => "TR",
        b"SQ" => "SQ",
        b"CR" => "CR",
        b"MA" => "MA",
        b"SL" => "SL",
        b"LB" => "LB",
        b"TB" => "TB",
        b"TW" => "TW",
        b"N" => "N",
        b"V" => "V",
        b"GB" => "GB",
        b"GW" => "GW",
        b"DM" => "DM",
        b"UC" => "UC",
        b"TE" => "TE",
        b"BM" => "BM",
        b"DO" => "DO",
        b"IT" => "IT",
        b"HO" => "HO",
        b"MN" => "MN",
        b"KT" => "KT",
        b"LZ" => "LZ",
        b"SBKV" => "SBKV",
        b"SBKS" => "SBKS",
        b"AP" => "AP",
        b"TM" => "TM",
        b"TC" => "TC",
        b"TT" => "TT",
        _ => return Cow::Owned(name.to_string()),
    })
}

/// A text without escapes, as [`text`] gives it.
pub(crate) fn plain_text(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace(['\t', '\u{B}', '\u{C}'], " ")
}

/// A text without escapes, as [`line`] gives it; none if there is nothing in it.
pub(crate) fn plain_line(text: &str) -> Option<String> {
    let line = plain_text(text).replace('\n', " ");
    Some(line.trim().to_string()).filter(|line| !line.is_empty())
}

/// A text as a person reads it: escapes undone, every line end a line feed, other white space blanks.
pub(crate) fn text(raw: &str) -> String {
    if !raw.bytes().any(|byte| matches!(byte, b'\\' | b'\r' | b'\t' | 0x0B | 0x0C)) {
        return raw.to_string();
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { chars.next() } else { Some(c) }) else { break };
        match c {
            '\n' | '\r' => {
                // Two different characters make one line end; an escaped one is none.
                let other = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&other);
                if !escaped {
                    text.push('\n');
                }
            }
            '\t' | '\u{B}' | '\u{C}' => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// A text on one line, without blanks around it.
pub(crate) fn line(raw: &str) -> String {
    let text = text(raw);
    let line = text.trim();
    if line.contains('\n') { line.replace('\n', " ") } else { line.to_string() }
}

/// A comment without what KaTrain wrote there for itself: its pieces are parted by two Hangul fillers, and its own
/// carry a filler with a zero-width space.
pub(crate) fn without_machine_comments(comment: &str) -> Option<String> {
    const PARTED: &str = "\u{3164}\u{3164}";
    const MACHINE: &str = "\u{3164}\u{200B}";
    if !comment.contains(MACHINE) {
        return None;
    }
    let pieces: Vec<&str> = comment.split(PARTED).filter(|piece| !piece.contains(MACHINE)).collect();
    Some(pieces.join("\n").trim_matches('\n').to_string())
}

/// The first number in a value, with a point or a comma, and whether nothing but the number stands there in the
/// standard's spelling.
pub(crate) fn number(value: &str) -> Option<(f64, bool)> {
    let value = value.trim();
    let unsigned = value.strip_prefix(['-', '+']).unwrap_or(value);
    let end = unsigned.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(unsigned.len());
    let (digits, rest) = unsigned.split_at(end);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') || rest.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number: f64 = digits.replacen(',', ".", 1).parse().ok()?;
    let number = if value.starts_with('-') { -number } else { number };
    Some((number, rest.is_empty() && !digits.contains(',')))
}

/// What a record says besides its komi that tells how to read it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct KomiClues {
    /// The Fox server wrote the file.
    pub(crate) fox: bool,
    /// No handicap.
    pub(crate) even: bool,
    /// The rules are Chinese.
    pub(crate) chinese: bool,
}

/// The komi in points, and whether it had to be interpreted.
///
/// Fox writes hundredths: of points (650, 750, 50) or of zi, Chinese stones, which count two (375, 325). It writes 0 where
/// an even game was played with the usual komi. A komi in quarters is in zi.
pub(crate) fn komi(value: &str, clues: KomiClues) -> Option<(f64, bool)> {
    const HUNDREDTHS_FROM: f64 = 200.0;
    const FOX_HUNDREDTHS_FROM: f64 = 20.0;
    const MOST_ZI: f64 = 4.0;
    let (number, plain) = number(value)?;
    let size = number.abs();
    let whole = size.fract() == 0.0;
    let points = if whole && size >= HUNDREDTHS_FROM {
        let points = size / 100.0;
        if points <= MOST_ZI { 2.0 * points } else { points }
    } else if whole && clues.fox && size >= FOX_HUNDREDTHS_FROM {
        size / 100.0
    } else if clues.fox && clues.even && size == 0.0 {
        if clues.chinese { 7.5 } else { 6.5 }
    } else {
        size
    };
    let quarters = (2.0 * points).fract() == 0.5 && points < MOST_ZI;
    let points = if quarters { 2.0 * points } else { points };
    // What is still absurd would be read as hundredths the next time.
    let limit = if points == size { HUNDREDTHS_FROM } else { FOX_HUNDREDTHS_FROM };
    (points < limit).then(|| (if number < 0.0 { -points } else { points }, !plain || points != size))
}

/// A komi that was calculated, as it would be read from SGF.
pub(crate) fn plain_komi(points: f64) -> Option<f64> {
    komi(&points.to_string(), KomiClues::default()).map(|(points, _)| points)
}

/// The number of handicap stones.
pub(crate) fn handicap(value: &str) -> Option<usize> {
    let (stones, _) = number(value)?;
    (stones.fract() == 0.0 && (0.0..=361.0).contains(&stones)).then_some(stones as usize)
}

/// What a value says about the size of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Size {
    /// A board we have, and whether the value is spelled as the standard asks.
    Board(BoardSize, bool),
    /// A board we do not have.
    Other,
    /// Nothing.
    Unsaid,
}

pub(crate) fn size(value: &str) -> Size {
    let value = value.trim();
    if !value.contains(|c: char| c.is_ascii_digit()) {
        return Size::Unsaid;
    }
    let plain = value.bytes().all(|byte| byte.is_ascii_digit());
    let mut sides = value.split([':', 'x', 'X', '×', '*', ',']).map(|side| side.trim().parse::<usize>().ok());
    let side = sides.next().flatten();
    match side.and_then(BoardSize::new) {
        Some(size) if sides.all(|other| other == side) => Size::Board(size, plain),
        _ => Size::Other,
    }
}

/// A side, by its letter, its name in English or Chinese, or its number.
pub(crate) fn color(value: &str) -> Option<Color> {
    match value.trim().to_lowercase().as_str() {
        "b" | "black" | "1" | "黑" | "黒" => Some(Color::Black),
        "w" | "white" | "2" | "白" => Some(Color::White),
        _ => None,
    }
}

/// What a value says about a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub(crate) mv: Move,
    /// Whether it is spelled as the standard asks.
    pub(crate) plain: bool,
}

/// The point of two small letters.
#[inline]
pub(crate) fn point(size: BoardSize, [x, y]: [u8; 2]) -> Option<Point> {
    size.point(x.wrapping_sub(b'a').into(), y.wrapping_sub(b'a').into())
}

/// The two letters of a point.
pub(crate) fn letters(point: Point) -> [char; 2] {
    [point.column(), point.row()].map(|line| char::from(b'a' + line as u8))
}

/// The move of two small letters; `tt` is a pass where it is not a point.
#[inline]
pub(crate) fn letters_move(size: BoardSize, letters: [u8; 2]) -> Option<Move> {
    match point(size, letters) {
        Some(point) => Some(Move::Play(point)),
        None if letters == *b"tt" && size.get() <= 19 => Some(Move::Pass),
        None => None,
    }
}

/// The move of a value; none if it names no point of the board.
///
/// Besides the standard's two letters, people write capitals, blanks, `pass`, and the coordinates of diagrams (`Q16`).
pub(crate) fn read_move(size: BoardSize, value: &str) -> Option<Spot> {
    if let &[x, y] = value.as_bytes()
        && let Some(mv) = letters_move(size, [x, y])
    {
        return Some(Spot { mv, plain: true });
    }
    let squeezed: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    if squeezed.is_empty() {
        return Some(Spot { mv: Move::Pass, plain: value.is_empty() });
    }
    let odd = |mv| Spot { mv, plain: false };
    let small = squeezed.to_ascii_lowercase();
    match small.as_bytes() {
        &[x, y] if x.is_ascii_lowercase() && y.is_ascii_lowercase() => letters_move(size, [x, y]).map(odd),
        b"pass" => Some(odd(Move::Pass)),
        _ => size.parse_vertex(&squeezed).map(|point| odd(Move::Play(point))),
    }
}

/// The points of a value of a setup property: one point, or a rectangle by two corners, in any order; none if a corner is
/// outside the board. The flag says whether the spelling is the standard's.
pub(crate) fn read_points(size: BoardSize, value: &str) -> Option<(PointSet, bool)> {
    let corner = |text: &str| read_move(size, text).and_then(|spot| Some((spot.mv.point()?, spot.plain)));
    let Some((from, to)) = value.split_once(':') else {
        return corner(value).map(|(point, plain)| (PointSet::from(point), plain));
    };
    let ((from, from_plain), (to, to_plain)) = (corner(from)?, corner(to)?);
    let span = |a: usize, b: usize| a.min(b)..=a.max(b);
    let rows = span(from.row(), to.row());
    let points =
        rows.flat_map(|row| span(from.column(), to.column()).filter_map(move |column| size.point(column, row)));
    Some((points.collect(), from_plain && to_plain))
}

/// The points that a node marks as territory (TB and TW), the stones that are dead in them included; none if it marks none. What is no
/// point of the board is left out.
///
/// ```
/// let reading = sgf::read(b"(;SZ[9];B[ee];TB[aa:ac][bb]TW[ii])");
/// let game = &reading.games[0];
/// let last = *game.main_line().last().unwrap();
/// let marked = sgf::marked_territory(game.size(), game.node(last)).unwrap();
/// assert_eq!((marked.black.len(), marked.white.len()), (4, 1));
/// assert!(sgf::marked_territory(game.size(), game.node(game.root())).is_none());
/// ```
#[must_use]
pub fn marked_territory(size: BoardSize, node: &Node) -> Option<ByColor<PointSet>> {
    let of = |name: &'static str| node.properties.iter().filter(move |property| property.name == name);
    let points = |name: &'static str| {
        let read = of(name).flat_map(|property| property.values()).filter_map(|value| read_points(size, value));
        read.fold(PointSet::EMPTY, |set, (points, _)| set | points)
    };
    let is_marked = of("TB").chain(of("TW")).next().is_some();
    is_marked.then(|| ByColor { black: points("TB"), white: points("TW") })
}

/// A result in the standard's spelling, if the value has another one that says the same.
pub(crate) fn respelled_result(value: &str) -> Option<String> {
    let standard = match value.split_once('+') {
        Some(("B" | "W", how)) => {
            matches!(how, "" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit")
                || number(how).is_some_and(|(points, plain)| plain && points >= 0.0)
                // Somebody's own reason, which says more than a standard one.
                || how.starts_with(|c: char| c.is_ascii_alphabetic() && !"rtf".contains(c.to_ascii_lowercase()))
        }
        _ => matches!(value, "0" | "Draw" | "Void" | "?"),
    };
    if standard {
        return None;
    }
    Outcome::parse(value).map(|outcome| outcome.to_string())
}

/// A date in the standard's spelling; none if the value says none.
pub(crate) fn date(value: &str) -> Option<String> {
    respelled_date(value).or_else(|| is_standard_date(value).then(|| value.to_string()))
}

/// A date in the standard's spelling, if the value has another one that says the same.
pub(crate) fn respelled_date(value: &str) -> Option<String> {
    if is_standard_date(value) {
        return None;
    }
    let (year, rest) = leading_number(value, 4)?;
    if !(1000..=9999).contains(&year) {
        return None;
    }
    // Eight digits without signs, or three numbers with any usual sign between.
    let solid = rest.starts_with(|c: char| c.is_ascii_digit());
    let sign =
        |text: &'_ str| text.strip_prefix(['-', '/', '.', '年', '月', ':']).map(str::len).map(|left| text.len() - left);
    let step = |text: &'_ str| if solid { Some(0) } else { sign(text) };
    let rest = &rest[step(rest)?..];
    let (month, rest) = leading_number(rest, 2)?;
    let rest = &rest[step(rest)?..];
    let (day, rest) = leading_number(rest, 2)?;
    let rest = rest.strip_prefix('日').unwrap_or(rest);
    let time_only = rest.is_empty()
        || rest.starts_with([' ', 'T', ':', '-', '['])
            && rest.chars().all(|c| c.is_ascii_digit() || " T:-.+Z[]".contains(c));
    let plausible = (1..=12).contains(&month) && (1..=31).contains(&day) && time_only;
    plausible.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

fn leading_number(text: &str, most: usize) -> Option<(u32, &str)> {
    let length = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    Some((text[..length].parse().ok()?, &text[length..]))
}

/// Dates as the standard has them: `1996-12-27,28,1997-01-03`, each part possibly cut short.
fn is_standard_date(value: &str) -> bool {
    value.split(',').enumerate().all(|(i, date)| {
        let parts: Vec<usize> = date.split('-').map(str::len).collect();
        let digits = date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let full = matches!(parts[..], [4] | [4, 2] | [4, 2, 2]);
        digits && (full || (i > 0 && matches!(parts[..], [2] | [2, 2])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_small_letters() {
        for (name, canonical) in [
            ("B", "B"),
            ("SiZe", "SZ"),
            ("PlayerBlack", "PB"),
            ("Black", "B"),
            ("km", "KM"),
            ("KTV", "KTV"),
            ("z8wA1", "A1"),
        ] {
            assert_eq!(canonical_name(name), canonical);
        }
    }

    #[test]
    fn texts_as_a_person_reads_them() {
        assert_eq!(text(r"a \] b \\ c \: d \e"), r"a ] b \ c : d e");
        assert_eq!(text("a\\\nb\\\r\nc\r\nd\n\re\rf\tg"), "abc\nd\ne\nf g");
        assert_eq!(text("end\\"), "end");
        assert_eq!(line(" Anna\nMaria \n"), "Anna Maria");
    }

    #[test]
    fn machine_comments_go() {
        let fenced = "mine\u{3164}\u{3164}Move 1: B Q16\n\u{3164}\u{200B}";
        assert_eq!(without_machine_comments(fenced).as_deref(), Some("mine"));
        assert_eq!(without_machine_comments("mine \u{3164}"), None);
    }

    #[test]
    fn komi_in_points() {
        let fox = KomiClues { fox: true, even: true, chinese: false };
        let none = KomiClues::default();
        let cases = [
            ("6.5", none, Some((6.5, false))),
            ("7.50", none, Some((7.5, false))),
            ("-5.5", none, Some((-5.5, false))),
            ("6,5", none, Some((6.5, true))),
            ("6.5目", none, Some((6.5, true))),
            ("375", none, Some((7.5, true))),
            ("325", none, Some((6.5, true))),
            ("650", none, Some((6.5, true))),
            ("-650", none, Some((-6.5, true))),
            ("3.75", none, Some((7.5, true))),
            ("50", none, Some((50.0, false))),
            ("50", fox, Some((0.5, true))),
            ("25", fox, Some((0.5, true))),
            ("0", none, Some((0.0, false))),
            ("0", fox, Some((6.5, true))),
            ("0", KomiClues { chinese: true, ..fox }, Some((7.5, true))),
            ("0", KomiClues { even: false, ..fox }, Some((0.0, false))),
            ("99999", none, None),
            ("250.5", none, None),
            ("", none, None),
            ("inf", none, None),
            ("nan", none, None),
            ("1e9", none, None),
            (".5", none, Some((0.5, false))),
        ];
        for (value, clues, expected) in cases {
            assert_eq!(komi(value, clues), expected, "{value}");
            // What is understood once is understood the same way again.
            if let Some((points, _)) = expected {
                assert_eq!(komi(&points.to_string(), clues), Some((points, clues.fox && clues.even && points == 0.0)));
            }
        }
    }

    #[test]
    fn handicaps_are_whole_numbers() {
        for (value, expected) in
            [("2", Some(2)), ("0", Some(0)), ("2子", Some(2)), ("对子", None), ("7.5", None), ("-2", None)]
        {
            assert_eq!(handicap(value), expected, "{value}");
        }
    }

    #[test]
    fn sizes_of_boards() {
        let board = |side, plain| Size::Board(BoardSize::new(side).unwrap(), plain);
        for (value, expected) in [
            ("19", board(19, true)),
            (" 9 ", board(9, true)),
            ("13:13", board(13, false)),
            ("19x19", board(19, false)),
            ("9:13", Size::Other),
            ("0", Size::Other),
            ("-19", Size::Other),
            ("26", Size::Other),
            ("99999999999999999999", Size::Other),
            ("", Size::Unsaid),
        ] {
            assert_eq!(size(value), expected, "{value}");
        }
    }

    #[test]
    fn moves_as_people_write_them() {
        let nine = BoardSize::NINE;
        let at = |column, row| Some(Move::Play(nine.point(column, row).unwrap()));
        for (value, expected, plain) in [
            ("ee", at(4, 4), true),
            ("EE", at(4, 4), false),
            (" e e ", at(4, 4), false),
            ("E5", at(4, 4), false),
            ("", Some(Move::Pass), true),
            ("tt", Some(Move::Pass), true),
            ("PASS", Some(Move::Pass), false),
            ("jj", None, false),
            ("e", None, false),
            ("dundefined", None, false),
            ("{}", None, false),
            ("e5x", None, false),
            ("é", None, false),
        ] {
            let spot = read_move(nine, value);
            assert_eq!(spot.map(|spot| spot.mv), expected, "{value}");
            assert!(spot.is_none_or(|spot| spot.plain == plain), "{value}");
        }
        let large = BoardSize::new(21).unwrap();
        assert_eq!(read_move(large, "tt").unwrap().mv.point(), large.point(19, 19));
    }

    #[test]
    fn rectangles_spread_out() {
        let nine = BoardSize::NINE;
        for (value, count) in
            [("aa", Some(1)), ("aa:cc", Some(9)), ("cc:aa", Some(9)), ("hc:gd", Some(4)), ("aa:zz", None)]
        {
            assert_eq!(read_points(nine, value).map(|(points, _)| points.len()), count, "{value}");
        }
        assert_eq!(read_points(nine, ""), None);
    }

    #[test]
    fn results_in_the_standards_spelling() {
        for kept in [
            "B+R",
            "W+Resign",
            "B+",
            "W+3.5",
            "B+12.50",
            "0",
            "Draw",
            "Void",
            "?",
            "B+AW",
            "W+J",
            "B+Offline",
            "nobody knows",
        ] {
            assert_eq!(respelled_result(kept), None, "{kept}");
        }
        for (value, spelled) in [("b+r", "B+R"), ("W+3,5", "W+3.5"), ("黑中盘胜", "B+R"), ("B", "B+"), ("Jigo", "0")]
        {
            assert_eq!(respelled_result(value).as_deref(), Some(spelled));
        }
    }

    #[test]
    fn dates_in_the_standards_spelling() {
        for kept in [
            "2017-03-26",
            "2017-03",
            "2017",
            "1996-05-06,07",
            "1996-12-27,28,1997-01-03,04",
            "spring 1846",
            "2017-13-45",
            "",
        ] {
            assert_eq!(respelled_date(kept), None, "{kept}");
        }
        for value in [
            "2017/03/26",
            "2017.3.26",
            "2017-03-26 20:46:58",
            "2017年3月26日",
            "20170326",
            "20170326 [09:31]",
            "2017:03:26:20:15",
            "2017-3-26",
        ] {
            assert_eq!(respelled_date(value).as_deref(), Some("2017-03-26"), "{value}");
        }
    }
}
