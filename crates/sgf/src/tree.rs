//! From the syntax of SGF to games. Knows nothing about charsets and files, and does not ask whether moves are legal.

use std::borrow::Cow;
use std::ops::Range;

use goban::{BoardSize, ByColor, Color, Move, Rules};
use record::{Game, Property, SetupChange};

use crate::found::{Builder, Found};
use crate::grammar::{Cursor, Passed, Start, Token, Value};
use crate::problem::{ProblemKind, Problems, quoted};
use crate::property::{self, KomiClues, Size};

/// The program named in the files we write, and forgotten when they are read again.
pub(crate) const OUR_NAME: &str = "aji:";

/// The values kept of one node: no person writes more, and a hostile file cannot make a program hold more.
const MOST_VALUES: usize = 100_000;

/// The names of a node among which the same one is looked for: among hundreds, which no person writes, the search would
/// take too long.
const SEARCHED: usize = 64;

/// Names that say what kind of file this is, and stand in the first node only.
pub(crate) fn is_about_the_file(name: &str) -> bool {
    matches!(name.as_bytes(), b"FF" | b"GM" | b"CA" | b"SZ")
}

/// Names of what is known about a game as a whole, which goes into [`record::GameInfo`].
pub(crate) fn is_information(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        [b'P', b'B' | b'W' | b'C']
            | [b'B' | b'W', b'R' | b'T']
            | [b'R', b'U' | b'E' | b'O']
            | b"KM"
            | b"HA"
            | b"DT"
            | b"EV"
            | b"GN"
    )
}

/// The games of a text, one after the other.
pub(crate) struct Trees<'t> {
    cursor: Cursor<'t>,
    node: Gathered<'t>,
    n_games: usize,
}

/// The properties of one node, before anybody asks what they mean. Reused from node to node.
struct Gathered<'t> {
    properties: Vec<Raw<'t>>,
    values: Vec<Value<'t>>,
}

struct Raw<'t> {
    name: Cow<'t, str>,
    /// The letters of the name as a number, so that names are quickly told apart.
    key: u64,
    at: usize,
    values: Range<usize>,
}

/// Different for names that differ in their last eight letters.
fn key(name: &str) -> u64 {
    name.bytes().fold(0, |key, letter| key << 8 | u64::from(letter))
}

impl Raw<'_> {
    fn is(&self, key: u64, name: &str) -> bool {
        self.key == key && self.name == name
    }
}

impl<'t> Gathered<'t> {
    fn new() -> Gathered<'t> {
        // The first node of a game has some twenty properties.
        Gathered { properties: Vec::with_capacity(32), values: Vec::with_capacity(32) }
    }

    /// Takes the properties up to the end of the node.
    fn fill(&mut self, cursor: &mut Cursor<'t>, problems: &mut Problems) {
        self.properties.clear();
        self.values.clear();
        loop {
            let (at, token) = cursor.next();
            match token {
                Token::Name(found) => self.property(at, found, cursor, problems),
                Token::Stray(text) => problems.add(at, ProblemKind::StrayText { text: quoted(text) }),
                Token::Open | Token::Close | Token::Node | Token::End => {
                    cursor.seek(at);
                    return;
                }
            }
        }
    }

    fn property(&mut self, at: usize, found: &'t str, cursor: &mut Cursor<'t>, problems: &mut Problems) {
        let name = property::canonical_name(found);
        let until = property::value_end(&name);
        let first = self.values.len();
        let mut any = false;
        while let Some(mut value) = cursor.value(until) {
            any = true;
            if is_information(&name)
                && let Some(end) = swallowed_name(&value)
            {
                cursor.seek(value.at + end);
                value = Value { raw: value.raw[..end].trim_end(), closed: false, ..value };
            }
            if !value.closed {
                problems.add(value.at, ProblemKind::ValueNotClosed { name: quoted(&name) });
            }
            if value.bracket {
                problems.add(value.at, ProblemKind::BracketInText { name: quoted(&name) });
            }
            match self.values.len() {
                0..MOST_VALUES => self.values.push(value),
                MOST_VALUES => {
                    problems.add(value.at, ProblemKind::TooLarge { what: "values in a node", limit: MOST_VALUES });
                    self.values.push(value);
                }
                _ => {}
            }
        }
        if !any {
            problems.add(at, ProblemKind::NoValue { name: quoted(&name) });
            return;
        }
        if matches!(name, Cow::Owned(_)) {
            problems.add(at, ProblemKind::NameSpelling { found: quoted(found), meant: quoted(&name) });
        }
        if self.values.len() > first {
            let key = key(&name);
            self.properties.push(Raw { name, key, at, values: first..self.values.len() });
        }
    }

    fn find(&self, name: &str) -> impl Iterator<Item = &Value<'t>> {
        let key = key(name);
        let named = move |raw: &&Raw<'t>| raw.is(key, name);
        self.properties.iter().filter(named).flat_map(|raw| &self.values[raw.values.clone()])
    }

    /// Whether the node can only be the first of a game.
    fn is_root(&self) -> bool {
        self.properties.iter().any(|raw| matches!(raw.name.as_bytes(), b"FF" | b"GM" | b"SZ"))
    }

    /// The board the game is played on; none, and a problem, if it is not a game we can read.
    fn board(&self, problems: &mut Problems) -> Option<BoardSize> {
        if let Some(value) = self.find("GM").next()
            && property::number(value.raw).is_some_and(|(number, _)| number != 1.0)
        {
            problems.add(value.at, ProblemKind::OtherGame { number: quoted(value.raw) });
            return None;
        }
        let Some(value) = self.find("SZ").next() else { return Some(BoardSize::NINETEEN) };
        match property::size(value.raw) {
            Size::Board(size, plain) => {
                if !plain {
                    problems.add(value.at, spelling("SZ", value.raw, size.get().to_string()));
                }
                Some(size)
            }
            Size::Other => {
                problems.add(value.at, ProblemKind::BoardSize { text: quoted(value.raw) });
                None
            }
            Size::Unsaid => {
                problems.add(value.at, spelling("SZ", value.raw, "19".to_string()));
                Some(BoardSize::NINETEEN)
            }
        }
    }

    fn komi_clues(&self) -> KomiClues {
        let handicap = self.find("HA").find_map(|value| property::handicap(value.raw));
        KomiClues {
            fox: self.find("AP").any(|value| value.raw.trim().eq_ignore_ascii_case("foxwq")),
            even: handicap.unwrap_or(0) == 0,
            chinese: self.find("RU").any(|value| Rules::named(&property::line(value.raw)) == Some(Rules::CHINESE)),
        }
    }
}

/// Where the next property begins inside the value of one that nobody closed: `PB[Ann PW[Ben]`.
fn swallowed_name(value: &Value<'_>) -> Option<usize> {
    let open = value.raw.find('[').filter(|_| !value.bracket)?;
    let start = open.checked_sub(2)?;
    let name = value.raw.get(start..open)?;
    let longer = value.raw[..start].ends_with(|c: char| c.is_ascii_uppercase());
    (!longer && (is_information(name) || is_about_the_file(name))).then_some(start)
}

fn spelling(name: &str, text: &str, read: String) -> ProblemKind {
    ProblemKind::ValueSpelling { name: name.to_string(), text: quoted(text), read }
}

impl<'t> Trees<'t> {
    pub(crate) fn new(text: &'t str) -> Trees<'t> {
        Trees { cursor: Cursor::new(text), node: Gathered::new(), n_games: 0 }
    }

    /// The next game that can be read; what cannot is reported among the problems.
    pub(crate) fn next_game(&mut self, problems: &mut Problems) -> Option<Found> {
        loop {
            let (start, passed) = self.cursor.find_game();
            let found_before = self.n_games > 0;
            if start.is_some() || found_before {
                problems.begin_game();
                match passed {
                    Passed::Nothing => {}
                    Passed::Closing(at) if found_before => problems.add(at, ProblemKind::ClosedTwice),
                    Passed::Closing(at) | Passed::Text(at) => problems.add(at, ProblemKind::TextOutside),
                }
            }
            let start = start?;
            self.n_games += 1;
            if let Some(found) = self.tree(start, problems) {
                return Some(found);
            }
        }
    }

    /// Reads the tree that begins at the cursor.
    fn tree(&mut self, start: Start, problems: &mut Problems) -> Option<Found> {
        let begin = self.cursor.offset();
        match start {
            Start::Open => _ = self.cursor.next(),
            Start::Bare => problems.add(begin, ProblemKind::NoOpening),
        }
        let (root, token) = self.cursor.next();
        if token != Token::Node {
            problems.add(root, ProblemKind::NoSemicolon);
            self.cursor.seek(root);
        }
        self.node.fill(&mut self.cursor, problems);
        let mut builder = self.node.board(problems).map(|size| {
            let mut builder = Builder::new(size, begin);
            builder.expect(self.cursor.rest());
            builder.root(root);
            interpret(&self.node, &mut builder, true, problems);
            builder
        });

        let mut depth = 1usize;
        let mut opened = None;
        let mut after_variation = false;
        loop {
            let (at, token) = self.cursor.next();
            match token {
                Token::Node => {
                    if let Some(builder) = &mut builder
                        && !after_variation
                        && let Some((color, mv)) = self.short_move(builder.size())
                    {
                        opened = None;
                        builder.play(at, color, mv, problems);
                        continue;
                    }
                    self.node.fill(&mut self.cursor, problems);
                }
                Token::Name(_) => {
                    problems.add(at, ProblemKind::NoSemicolon);
                    self.cursor.seek(at);
                    self.node.fill(&mut self.cursor, problems);
                }
                Token::Open => {
                    if opened.replace(at).is_some() {
                        problems.add(at, ProblemKind::EmptyVariation);
                    }
                    depth += 1;
                    after_variation = false;
                    if let Some(builder) = &mut builder {
                        builder.open();
                    }
                    continue;
                }
                Token::Close => {
                    if opened.take().is_some() {
                        problems.add(at, ProblemKind::EmptyVariation);
                    }
                    depth -= 1;
                    after_variation = true;
                    if depth > 0 {
                        if let Some(builder) = &mut builder {
                            builder.close();
                        }
                        continue;
                    }
                    if !self.goes_on(problems) {
                        break;
                    }
                    problems.add(at, ProblemKind::ClosedEarly);
                    depth = 1;
                    after_variation = false;
                }
                Token::Stray(text) => {
                    problems.add(at, ProblemKind::StrayText { text: quoted(text) });
                    continue;
                }
                Token::End => {
                    if start == Start::Open {
                        problems.add(at, ProblemKind::NotClosed);
                    }
                    break;
                }
            }
            // The properties of a node have been gathered.
            if let Some(open) = opened.take()
                && self.node.is_root()
                && self.cursor.begins_a_game(open)
            {
                problems.add(open, ProblemKind::NotClosed);
                self.cursor.seek(open);
                break;
            }
            if std::mem::take(&mut after_variation) {
                problems.add(at, ProblemKind::NodeAfterVariations);
            }
            if let Some(builder) = &mut builder
                && builder.add(at, problems).is_some()
            {
                interpret(&self.node, builder, false, problems);
            }
        }
        builder.map(Builder::finish)
    }

    /// A node that holds a move and nothing else: the common case, without a detour.
    #[inline]
    fn short_move(&mut self, size: BoardSize) -> Option<(Color, Move)> {
        let before = self.cursor.offset();
        let (name, letters) = self.cursor.short_node()?;
        let color = match name {
            b'B' => Some(Color::Black),
            b'W' => Some(Color::White),
            _ => None,
        };
        let play = color.zip(property::letters_move(size, letters));
        if play.is_none() {
            self.cursor.seek(before);
        }
        play
    }

    /// Whether the game goes on after the parenthesis that should end it. Gathers its next node.
    fn goes_on(&mut self, problems: &mut Problems) -> bool {
        let after = self.cursor.offset();
        if self.cursor.node_follows() {
            self.cursor.next();
            let mut unheard = Problems::default();
            self.node.fill(&mut self.cursor.clone(), &mut unheard);
            if !self.node.is_root() {
                self.node.fill(&mut self.cursor, problems);
                return true;
            }
        }
        self.cursor.seek(after);
        false
    }
}

/// Puts the properties of a node into the game. The builder's present node is the node's.
fn interpret(node: &Gathered<'_>, builder: &mut Builder, root: bool, problems: &mut Problems) {
    for (i, raw) in node.properties.iter().enumerate() {
        let values = &node.values[raw.values.clone()];
        // Moves and information have their own messages for what is there twice.
        let before = &node.properties[..i.min(SEARCHED)];
        if before.iter().any(|other| other.is(raw.key, &raw.name))
            && !matches!(raw.name.as_bytes(), b"B" | b"W")
            && !(root && is_information(&raw.name))
        {
            problems.add(raw.at, ProblemKind::Duplicate { name: quoted(&raw.name) });
        }
        match raw.name.as_bytes() {
            b"B" => moves(Color::Black, values, builder, problems),
            b"W" => moves(Color::White, values, builder, problems),
            b"AB" | b"AW" | b"AE" | b"PL" => setup(&raw.name, values, builder, problems),
            b"C" => comments(values, builder, problems),
            b"FF" | b"GM" | b"CA" | b"SZ" => {
                if !root {
                    let text = quoted(values[0].raw);
                    problems.add(raw.at, ProblemKind::Meaningless { name: raw.name.to_string(), text });
                }
            }
            b"AP" if root => application(values, builder),
            _ => {
                if !(root && information(&raw.name, values, node, builder, problems)) {
                    keep(&raw.name, values, builder);
                }
            }
        }
    }
}

fn comments(values: &[Value<'_>], builder: &mut Builder, problems: &mut Problems) {
    let node = builder.current();
    for value in values {
        let mut text = property::text(value.raw);
        if let Some(cleaned) = property::without_machine_comments(&text) {
            problems.add(value.at, ProblemKind::MachineComments);
            text = cleaned;
        }
        if text.is_empty() {
            continue;
        }
        match &mut builder.game.node_mut(node).comment {
            Some(comment) => {
                comment.push('\n');
                comment.push_str(&text);
            }
            none => *none = Some(text),
        }
    }
}

/// Moves. A node has one; more of them go into separate nodes.
fn moves(color: Color, values: &[Value<'_>], builder: &mut Builder, problems: &mut Problems) {
    for value in values {
        // A move that the end of the file cut off is not pass.
        let spot = property::read_move(builder.size(), value.raw).filter(|_| value.closed || !value.raw.is_empty());
        let Some(spot) = spot else {
            problems.add(value.at, ProblemKind::NoMove { text: quoted(value.raw) });
            continue;
        };
        if !spot.plain {
            problems.add(value.at, ProblemKind::PointSpelling { found: quoted(value.raw) });
        }
        if builder.game.node(builder.current()).play.is_some() {
            problems.add(value.at, ProblemKind::SeveralMoves);
            if builder.add(value.at, problems).is_none() {
                return;
            }
        }
        let node = builder.current();
        builder.game.node_mut(node).play = Some((color, spot.mv));
    }
}

fn setup(name: &str, values: &[Value<'_>], builder: &mut Builder, problems: &mut Problems) {
    let size = builder.size();
    let mut change = SetupChange::default();
    for value in values {
        let text = value.raw;
        if text.trim().is_empty() {
            continue;
        }
        if name == "PL" {
            match property::color(text) {
                Some(color) => change.to_move = Some(color),
                None => problems.add(value.at, ProblemKind::Meaningless { name: name.to_string(), text: quoted(text) }),
            }
            continue;
        }
        let Some((points, plain)) = property::read_points(size, text) else {
            problems.add(value.at, ProblemKind::SetupPoint { name: name.to_string(), text: quoted(text) });
            continue;
        };
        if !plain {
            problems.add(value.at, ProblemKind::PointSpelling { found: quoted(text) });
        }
        *(match name {
            "AB" => &mut change.add.black,
            "AW" => &mut change.add.white,
            _ => &mut change.clear,
        }) |= points;
    }
    if change.is_empty() {
        return;
    }
    builder.weigh(4);
    let node = builder.current();
    let before = builder.game.node_mut(node).setup.get_or_insert_default();
    before.add.black |= change.add.black;
    before.add.white |= change.add.white;
    before.clear |= change.clear;
    before.to_move = change.to_move.or(before.to_move);
}

/// The program that wrote the record: the last one named, if it is not ours.
fn application(values: &[Value<'_>], builder: &mut Builder) {
    let Some(value) = values.iter().rev().find(|value| !value.raw.trim().is_empty()) else { return };
    if value.raw.starts_with(OUR_NAME) {
        return;
    }
    let root = builder.game.root();
    let properties = &mut builder.game.node_mut(root).properties;
    properties.retain(|property| property.name != "AP");
    properties.push(Property::new("AP", property::line(value.raw)));
}

/// What is known about the game as a whole; whether the name is one of those.
fn information(
    name: &str,
    values: &[Value<'_>],
    node: &Gathered<'_>,
    builder: &mut Builder,
    problems: &mut Problems,
) -> bool {
    let info = &mut builder.game.info;
    let ByColor { black, white } = &mut info.players;
    let slot = match name.as_bytes() {
        b"PB" => &mut black.name,
        b"PW" => &mut white.name,
        b"BR" => &mut black.rank,
        b"WR" => &mut white.rank,
        b"BT" => &mut black.team,
        b"WT" => &mut white.team,
        b"RU" => &mut info.rules,
        b"RE" => &mut info.result,
        b"DT" => &mut info.date,
        b"EV" => &mut info.event,
        b"RO" => &mut info.round,
        b"PC" => &mut info.place,
        b"GN" => &mut info.name,
        b"KM" | b"HA" => return number_information(name, values, node, &mut builder.game, problems),
        _ => return false,
    };
    for value in values {
        let text = property::line(value.raw);
        if text.is_empty() {
            continue;
        }
        let respelled = match name {
            "RE" => property::respelled_result(&text),
            "DT" => property::respelled_date(&text),
            _ => None,
        };
        if let Some(read) = &respelled {
            problems.add(value.at, spelling(name, &text, read.clone()));
        }
        let text = respelled.unwrap_or(text);
        match slot {
            None => *slot = Some(text),
            Some(before) if *before == text => {}
            Some(_) => problems.add(value.at, ProblemKind::SeveralValues { name: name.to_string() }),
        }
    }
    true
}

fn number_information(
    name: &str,
    values: &[Value<'_>],
    node: &Gathered<'_>,
    game: &mut Game,
    problems: &mut Problems,
) -> bool {
    let Some(value) = values.iter().find(|value| !value.raw.trim().is_empty()) else { return true };
    let (known, understood) = if name == "KM" {
        let komi = property::komi(value.raw, node.komi_clues());
        if let Some((points, true)) = komi {
            problems.add(value.at, spelling(name, value.raw, points.to_string()));
        }
        let known = game.info.komi.is_some();
        game.info.komi = game.info.komi.or(komi.map(|(points, _)| points));
        (known, komi.is_some())
    } else {
        let stones = property::handicap(value.raw);
        let known = game.info.handicap.is_some();
        game.info.handicap = game.info.handicap.or(stones);
        (known, stones.is_some())
    };
    if !understood {
        problems.add(value.at, ProblemKind::Meaningless { name: name.to_string(), text: quoted(value.raw) });
    } else if known {
        problems.add(value.at, ProblemKind::SeveralValues { name: name.to_string() });
    }
    true
}

/// Keeps a property that we have no opinion on. The same name again adds to it.
fn keep(name: &str, values: &[Value<'_>], builder: &mut Builder) {
    builder.weigh(2 + values.len());
    let node = builder.current();
    let properties = &mut builder.game.node_mut(node).properties;
    let mut texts = values.iter().map(|value| property::text(value.raw));
    match properties.iter_mut().take(SEARCHED).find(|property| property.name == name) {
        Some(property) => property.more.extend(texts),
        None => {
            let Some(value) = texts.next() else { return };
            if properties.is_empty() {
                // Mostly there is one, and room for four in every node of a game is a waste.
                properties.reserve_exact(1);
            }
            properties.push(Property { name: property::kept_name(name), value, more: texts.collect() });
        }
    }
}
