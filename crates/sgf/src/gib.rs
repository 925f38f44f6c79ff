//! GIB, the format of the Tygem and eWeiqi servers. Knows nothing about charsets and other formats.
//!
//! A header of `\[KEY=value\]` lines, moves as `STO 0 N COLOUR X Y` lines between `\GS` and `\GE`, then notes. Nobody
//! documents it; `fixtures/formats/README.md` says what is known.

use std::collections::HashMap;

use goban::{BoardSize, Color, Move, PointSet};
use record::{Game, Margin, Outcome, Player, SetupChange};

use crate::found::{Builder, Found};
use crate::problem::{ProblemKind, Problems, quoted};
use crate::property;

/// What the header says, by its keys.
struct Header<'t>(HashMap<&'t str, &'t str>);

impl<'t> Header<'t> {
    fn read(text: &'t str) -> Header<'t> {
        let items = text.lines().filter_map(|line| {
            let item = line.trim().strip_prefix("\\[")?;
            let (key, value) = item.split_once('=')?;
            Some((key, value.split("\\]").next()?.trim()))
        });
        Header(items.filter(|(_, value)| !value.is_empty()).collect())
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        self.0.get(key).copied()
    }

    /// A value inside an item that holds pairs with commas between, such as `GRLT:3,ZIPSU:0`.
    fn pair(&self, item: &str, key: &str) -> Option<&'t str> {
        let pairs = self.get(item)?.split(',');
        pairs.filter_map(|pair| pair.split_once(':')).find(|(name, _)| *name == key).map(|(_, value)| value.trim())
    }

    /// A value of `GAMETAG`, where one letter stands before each.
    fn tag(&self, letter: &str) -> Option<&'t str> {
        self.get("GAMETAG")?.split(',').find_map(|tag| tag.strip_prefix(letter))
    }

    fn size(&self) -> Option<&'t str> {
        self.pair("GAMEINFOMAIN", "LINE")
    }

    /// Tenths of points.
    fn tenths(&self, key: &str, letter: &str) -> Option<f64> {
        let tenths = |text: &str| text.parse::<i32>().ok().map(|tenths| f64::from(tenths) / 10.0);
        self.pair("GAMEINFOMAIN", key).and_then(tenths).or_else(|| self.tag(letter).and_then(tenths))
    }

    fn outcome(&self) -> Option<Outcome> {
        let code = |text: &str| text.parse::<u32>().ok();
        let code = self.pair("GAMEINFOMAIN", "GRLT").and_then(code).or_else(|| self.tag("W").and_then(code))?;
        let points =
            || self.tenths("ZIPSU", "Z").filter(|&points| points > 0.0).map_or(Margin::Unknown, Margin::Points);
        let (winner, margin) = match code {
            0 => (Color::Black, points()),
            1 => (Color::White, points()),
            3 => (Color::Black, Margin::Resignation),
            4 => (Color::White, Margin::Resignation),
            7 => (Color::Black, Margin::Time),
            8 => (Color::White, Margin::Time),
            _ => return None,
        };
        Some(Outcome::Win { winner, margin })
    }

    fn date(&self) -> Option<String> {
        let squeezed = |text: &str| property::date(&text.replace(' ', ""));
        self.tag("C").and_then(squeezed).or_else(|| self.pair("GAMEINFOSUB", "GDATE").and_then(squeezed))
    }

    fn player(&self, color: Color) -> Player {
        let (name_key, level_key, user, id, level, tag) = match color {
            Color::Black => ("GAMEBLACKNAME", "GAMEBLACKLEVEL", "BUSERINFO", "BID", "BLV", "M:"),
            Color::White => ("GAMEWHITENAME", "GAMEWHITELEVEL", "WUSERINFO", "WID", "WLV", "I:"),
        };
        let full = self.get(name_key).or_else(|| self.pair(user, id)).or_else(|| self.tag(tag));
        let full = full.and_then(property::plain_line);
        let (name, rank) = match full.as_deref().and_then(rank_in_name) {
            Some((name, rank)) => (property::plain_line(name), property::plain_line(rank)),
            None => (full, self.get(level_key).or_else(|| self.pair(user, level)).and_then(rank_of_level)),
        };
        Player { name, rank, team: None }
    }

    /// Tells numbers that are none.
    fn complain(&self, text: &str, problems: &mut Problems) {
        for key in ["GONGJE", "GRLT", "ZIPSU"] {
            if let Some(value) = self.pair("GAMEINFOMAIN", key).filter(|value| value.parse::<i32>().is_err()) {
                let at = text.find(&format!("{key}:{value}")).unwrap_or(0);
                problems.add(at, ProblemKind::Meaningless { name: key.to_string(), text: quoted(value) });
            }
        }
    }

    fn inform(&self, game: &mut Game) {
        let info = &mut game.info;
        info.players = goban::ByColor::new(|color| self.player(color));
        info.komi = self.tenths("GONGJE", "G").and_then(property::plain_komi);
        info.result = self.outcome().map(|outcome| outcome.to_string());
        info.date = self.date();
        let text = |key, pair| self.get(key).or_else(|| self.pair("GAMEINFOSUB", pair)).and_then(property::plain_line);
        info.name = text("GAMENAME", "GNAME");
        info.place = text("GAMEPLACE", "GPLC");
    }
}

/// A rank in parentheses at the end of a name: `haneul (9D)`.
fn rank_in_name(text: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 5;
    let (name, rank) = text.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let plausible = rank.chars().count() <= LONGEST && rank.contains(|c: char| c.is_ascii_digit());
    plausible.then(|| (name.trim(), rank.trim()))
}

/// Ranks as numbers: kyu from 18 up, then dan, then professionals.
fn rank_of_level(text: &str) -> Option<String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match text[..digits].parse().ok()? {
        level @ 0..=17 => Some(format!("{}k", 18 - level)),
        level @ 18..=26 => Some(format!("{}d", level - 17)),
        level @ 27..=35 => Some(format!("{}p", level - 26)),
        _ => None,
    }
}

/// Reads a file.
pub(crate) fn read(text: &str, problems: &mut Problems) -> Option<Found> {
    // Diagrams after the end have their own moves, which do not belong to the game.
    let (game_text, notes) = text.split_once("\\GE").unwrap_or((text, ""));
    let head_end = game_text.find("\\GS").unwrap_or(game_text.len());
    let header = Header::read(&game_text[..head_end]);
    let lines = || lines_of(game_text).skip_while(move |(at, _)| *at < head_end);
    if header.0.is_empty() && !lines().any(|(_, line)| line.starts_with("STO ")) {
        if !text.trim().is_empty() {
            problems.add(0, ProblemKind::HeaderIncomplete { format: "GIB" });
        }
        return None;
    }
    let size = match header.size().map(property::size) {
        Some(property::Size::Board(size, _)) => size,
        Some(property::Size::Other) => {
            let text = quoted(header.size().unwrap_or_default());
            problems.add(0, ProblemKind::BoardSize { text });
            return None;
        }
        Some(property::Size::Unsaid) | None => BoardSize::NINETEEN,
    };
    let mut builder = Builder::new(size, 0);
    builder.root(0);
    header.inform(&mut builder.game);
    header.complain(text, problems);
    let mut next = Color::Black;
    for (at, line) in lines() {
        let mut words = line.split_whitespace();
        let mut number = |skip: usize| words.nth(skip).and_then(|word| word.parse::<usize>().ok());
        match line.split_whitespace().next() {
            Some("INI") => {
                if let Some(stones) = number(3) {
                    builder.game.info.handicap = Some(stones).filter(|&stones| stones <= 9);
                    if let Some(points) = size.fixed_handicap(stones) {
                        put_up(&mut builder.game, points.into_iter().collect());
                        next = Color::White;
                    }
                }
            }
            Some("STO") => {
                let color = match number(3) {
                    Some(1) => Some(Color::Black),
                    Some(2) => Some(Color::White),
                    _ => None,
                };
                let (column, row) = (number(0), number(0));
                let point = column.zip(row).and_then(|(column, row)| size.point(column, row));
                let Some((color, point)) = color.zip(point) else {
                    problems.add(at, ProblemKind::NoMove { text: quoted(line) });
                    continue;
                };
                builder.play(at, color, Move::Play(point), problems);
                next = !color;
            }
            Some("SKI") => {
                builder.play(at, next, Move::Pass, problems);
                next = !next;
            }
            _ => {}
        }
    }
    comment(&mut builder.game, notes);
    Some(builder.finish())
}

/// Handicap stones in the first node; White begins.
pub(crate) fn put_up(game: &mut Game, black: PointSet) {
    let root = game.root();
    let mut change = SetupChange { to_move: Some(Color::White), ..SetupChange::default() };
    change.add.black = black;
    game.node_mut(root).setup = Some(Box::new(change));
}

/// Lines without the blanks around them, with the byte where each begins.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = next;
        next += line.len();
        (at, line.trim())
    })
}

/// Puts the notes after the game where they belong. A note names the number of moves before it.
fn comment(game: &mut Game, notes: &str) {
    let line = game.main_line();
    for block in notes.split("\\RS").skip(1) {
        let block = block.split("\\RE").next().unwrap_or(block);
        let item = |key: &str| {
            let (_, value) = block.split_once(key)?;
            Some(value.split("\\]").next()?.trim())
        };
        let number = item("REFSUSUN=").and_then(|number| number.parse::<usize>().ok());
        let text = item("REFEXPLAIN=").filter(|text| !text.is_empty());
        if let (Some(&node), Some(text)) = (number.and_then(|number| line.get(number)), text) {
            let text = property::plain_text(text);
            let text = property::without_machine_comments(&text).unwrap_or(text);
            if text.is_empty() {
                continue;
            }
            match &mut game.node_mut(node).comment {
                Some(comment) => *comment = format!("{comment}\n{text}"),
                none => *none = Some(text),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_stand_behind_names_or_are_numbers() {
        assert_eq!(rank_in_name("haneul (9D)"), Some(("haneul", "9D")));
        assert_eq!(rank_in_name("김돌바람 (9단)"), Some(("김돌바람", "9단")));
        assert_eq!(rank_in_name("haneul (the elder)"), None);
        let ranks: Vec<_> = ["0", "17", "18 (x)", "26", "27", "36", ""].map(rank_of_level).into_iter().collect();
        let expected = [Some("18k"), Some("1k"), Some("1d"), Some("9d"), Some("1p"), None, None];
        assert_eq!(ranks.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }
}
