//! Words made from facts: which to tell, in which order, and how, without telling the same twice.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use goban::{BoardSize, Color, Move, Point, PointSet};
use model::Cell;
use record::Ply;
use thiserror::Error;

use crate::Area;
use crate::fact::{Fact, Finding, Form, Topic};

/// For whom the words are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Level {
    /// Says what words mean and leaves numbers of models out.
    Beginner,
    /// Plain Go language.
    #[default]
    Player,
    /// With lines of play and numbers.
    Expert,
}

impl Level {
    /// Every level.
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Player, Level::Expert];

    /// Below this weight a move is quiet. Beginners are told what others see by themselves, and experts everything.
    fn quiet(self) -> f64 {
        match self {
            Level::Player => 20.0,
            Level::Beginner | Level::Expert => 12.0,
        }
    }

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Player => "player",
            Level::Expert => "expert",
        }
    }
}

/// A sentence, what it was made from, and where to look while it is read.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    /// Plain text.
    pub text: String,
    /// The indices of its facts in the list of the move.
    pub facts: Vec<usize>,
    /// What to mark on the board.
    pub points: PointSet,
}

/// What is wrong with a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// The language is not a language tag such as `en` or `ja`.
    #[error("'{0}' is no language; write it as en, ja or pt-BR")]
    Language(String),
    /// The text is not in Fluent's format.
    #[error("the catalogue cannot be read: {0}")]
    Syntax(String),
    /// Braces and parentheses go too deep, in this line.
    #[error("line {0}: no more than {DEEPEST} braces and parentheses may stand inside each other")]
    Depth(usize),
}

/// The messages of a language, in [Fluent](https://projectfluent.org)'s format.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
}

/// Braces and parentheses inside each other that a catalogue may have: who reads it goes as deep as they do.
const DEEPEST: usize = 32;

/// The line of a catalogue in which braces, and parentheses within them, go too deep.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let mut bytes = line.bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'{' => depth += 1,
                b'(' if depth > 0 => depth += 1,
                b'}' | b')' => depth = depth.saturating_sub(1),
                b'"' if depth > 0 => {
                    // What is quoted stands for itself, up to the next mark that no backslash stands before.
                    let mut escaped = false;
                    bytes.find(|&byte| {
                        let ends = byte == b'"' && !escaped;
                        escaped = byte == b'\\' && !escaped;
                        ends
                    });
                }
                _ => {}
            }
            if depth > DEEPEST {
                return Some(number + 1);
            }
        }
    }
    None
}

/// English, which every other catalogue falls back to.
const ENGLISH: &str = include_str!("../assets/words/en.ftl");

/// The languages that are built in, each with its messages beside the English ones.
const LANGUAGES: [(&str, &str); 3] =
    [("en", ""), ("de", include_str!("../assets/words/de.ftl")), ("ja", include_str!("../assets/words/ja.ftl"))];

impl Catalogue {
    /// The tags of the languages that are built in.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|(language, _)| *language)
    }

    /// English.
    #[must_use]
    pub fn english() -> Catalogue {
        Catalogue::new("en", "").unwrap_or_else(|error| panic!("the English catalogue: {error}"))
    }

    /// A language that is built in.
    ///
    /// ```
    /// assert!(review::Catalogue::of("ja").is_some() && review::Catalogue::of("tlh").is_none());
    /// ```
    #[must_use]
    pub fn of(language: &str) -> Option<Catalogue> {
        let (language, text) = LANGUAGES.iter().find(|(known, _)| *known == language)?;
        Some(Catalogue::new(language, text).unwrap_or_else(|error| panic!("the catalogue {language}: {error}")))
    }

    /// A language by its tag and its messages; what it lacks is said in English.
    ///
    /// ```
    /// use review::Catalogue;
    /// let german = Catalogue::new("de", "pass = Es wird gepasst.").unwrap();
    /// assert!(german.has("pass") && german.has("capture"));
    /// assert!(Catalogue::new("de", "pass : no").is_err());
    /// ```
    ///
    /// # Errors
    /// When the tag is none, or the text is not in the format.
    pub fn new(language: &str, text: &str) -> Result<Catalogue, CatalogueError> {
        let tag = language.parse().map_err(|_| CatalogueError::Language(language.to_string()))?;
        let mut bundle = FluentBundle::new(vec![tag]);
        // Names of points and sides need no marks of direction around them.
        bundle.set_use_isolating(false);
        for text in [ENGLISH, text] {
            if let Some(line) = too_deep(text) {
                return Err(CatalogueError::Depth(line));
            }
            let resource = FluentResource::try_new(text.to_string()).map_err(|(_, errors)| {
                CatalogueError::Syntax(errors.first().map_or(String::new(), ToString::to_string))
            })?;
            bundle.add_resource_overriding(resource);
        }
        Ok(Catalogue { bundle })
    }

    /// Whether there is a message with this name.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// Whether a message says nothing, whatever it is told.
    fn is_silent(&self, id: &str) -> bool {
        let args = FluentArgs::new();
        self.n_variants(id) <= 1 && self.say(id, 0, &args).is_some_and(|text| text.is_empty())
    }

    /// How many variants a message has.
    fn n_variants(&self, id: &str) -> usize {
        self.bundle
            .get_message(id)
            .map_or(0, |message| usize::from(message.value().is_some()) + message.attributes().count())
    }

    /// The text of a message in one of its variants; none if there is no such message or it lacks something.
    pub(crate) fn say(&self, id: &str, variant: usize, args: &FluentArgs<'_>) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let patterns: Vec<_> =
            message.value().into_iter().chain(message.attributes().map(|attribute| attribute.value())).collect();
        let pattern = patterns.get(variant % patterns.len().max(1))?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        // Texts in the catalogue may be wrapped; in a sentence a line break is a space.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        errors.is_empty().then_some(text)
    }
}

/// Arguments of a message.
macro_rules! args {
    ($($name:ident: $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut args = fluent_bundle::FluentArgs::new();
        $(args.set(stringify!($name), $value);)*
        args
    }};
}
pub(crate) use args;

/// A number as an argument of a message: whole numbers without decimals.
pub(crate) fn value<'a>(number: f64) -> FluentValue<'a> {
    if number.fract() == 0.0 && number.abs() < 1e9 {
        FluentValue::from(number as i64)
    } else {
        FluentValue::from(number)
    }
}

/// The name of a colour as messages know it.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// What every message knows of a move.
pub(crate) fn base_args(size: BoardSize, color: Color, mv: Move) -> FluentArgs<'static> {
    let mut args = FluentArgs::new();
    args.set("mover", color_name(color));
    args.set("point", size.move_name(mv));
    args
}

/// The parts of a fact as messages know them.
pub(crate) fn fact_args(size: BoardSize, color: Color, mv: Move, fact: &Fact) -> FluentArgs<'static> {
    let mut args = base_args(size, color, mv);
    let vertex = |point: Point| size.vertex(point);
    for (name, cell) in fact.cells(&vertex) {
        match cell {
            Cell::Number(number) => args.set(name, value(number)),
            Cell::Numbers(_) => {}
            Cell::Text(text) => args.set(name, text),
            Cell::Color(color) => args.set(name, color_name(color)),
            Cell::Point(point) => args.set(name, vertex(point)),
            Cell::Points(points) => {
                args.set(name, points.len());
                let at = nearest(&points, mv.point()).map(vertex).unwrap_or_default();
                args.set(Cow::Owned(format!("{name}_at")), at);
            }
        }
    }
    fact.words(&mut args);
    args
}

/// A move gets at most this many words.
const MOST_WORDS: usize = 60;
/// A sentence is not repeated within this many moves.
const MEMORY: usize = 5;

/// Tells a game move by move.
pub(crate) struct Teller<'a> {
    catalogue: &'a Catalogue,
    size: BoardSize,
    level: Level,
    /// How often each message was used, so that its variants take turns.
    used: HashMap<String, usize>,
    recent: VecDeque<Vec<String>>,
    /// Kinds that were mentioned lately, with the ply.
    kinds: VecDeque<(usize, &'static str, Option<Area>)>,
}

/// Whether a fact adds nothing to one that is already mentioned.
fn is_covered(fact: &Fact, mentioned: &Fact) -> bool {
    let same_stones = fact.points().meets(&mentioned.points());
    match (mentioned, fact) {
        (Fact::DoubleAtari { .. }, Fact::Atari { .. }) => true,
        (Fact::KoThreat { .. }, Fact::Atari { .. } | Fact::Threat { .. }) => same_stones,
        (
            Fact::KoTaken { .. } | Fact::KoFilled { .. },
            Fact::SelfAtari { .. } | Fact::Connect { .. } | Fact::Extend { .. },
        ) => true,
        (Fact::Illegal { .. } | Fact::Pass { .. } | Fact::Suicide { .. }, _) => true,
        (Fact::Elsewhere { .. }, _) | (_, Fact::Elsewhere { .. }) => false,
        (Fact::Cut { .. }, Fact::Atari { .. } | Fact::Caught { .. }) => false,
        (Fact::Atari { .. } | Fact::Caught { .. }, Fact::Cut { .. }) => false,
        (
            Fact::Influence { .. } | Fact::Territory { .. } | Fact::Expected { .. } | Fact::Gain { .. },
            Fact::Influence { .. } | Fact::Territory { .. } | Fact::Expected { .. } | Fact::Gain { .. },
        ) => true,
        (Fact::Enters { .. }, Fact::Contact { .. } | Fact::Cap { .. }) => false,
        (Fact::Contact { .. } | Fact::Cap { .. }, Fact::Enters { .. }) => false,
        (Fact::Dead { .. }, Fact::Caught { .. } | Fact::Squeeze { .. } | Fact::Atari { .. }) => same_stones,
        (Fact::Alive { .. }, Fact::EyesMade { .. }) => true,
        (Fact::Saved { .. }, Fact::Extend { .. } | Fact::Connect { .. }) => true,
        (Fact::Connect { .. }, Fact::Saved { .. }) => same_stones,
        _ => match (mentioned.manner().topic, fact.manner().topic) {
            (Topic::Placement, Topic::Placement) => true,
            // Where a stone stands is not worth a word beside what it does.
            (Topic::Attack | Topic::Defence | Topic::Ko | Topic::Life, Topic::Placement) => {
                matches!(fact, Fact::Hane { .. } | Fact::Step { .. } | Fact::Block { .. } | Fact::Contact { .. })
            }
            (Topic::Attack, Topic::Defence) => matches!(fact, Fact::Extend { .. }),
            (Topic::Attack, Topic::Attack) | (Topic::Defence, Topic::Defence) | (Topic::Ko, Topic::Ko) => same_stones,
            _ => false,
        },
    }
}

impl<'a> Teller<'a> {
    pub(crate) fn new(catalogue: &'a Catalogue, size: BoardSize, level: Level) -> Teller<'a> {
        Teller { catalogue, size, level, used: HashMap::new(), recent: VecDeque::new(), kinds: VecDeque::new() }
    }

    /// The words of a move. Findings come heaviest first.
    pub(crate) fn tell(&mut self, ply: &Ply, findings: &[Finding]) -> Vec<Sentence> {
        let chosen = self.choose(ply.number, findings);
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut clauses: Vec<(usize, String)> = Vec::new();
        let mut wholes: Vec<(usize, String)> = Vec::new();
        for &i in &chosen {
            let fact = &findings[i].fact;
            let args = self.args(ply, fact);
            let Some(text) = self.message(fact.message(), &args) else { continue };
            match fact.manner().form {
                Form::Clause => clauses.push((i, text)),
                Form::Whole => wholes.push((i, text)),
            }
            if let Some(then) = fact.then()
                && let Some(text) = self.message(then, &args)
            {
                wholes.push((i, text));
            }
        }
        let points = |facts: &[usize]| facts.iter().fold(PointSet::EMPTY, |all, &i| all | findings[i].fact.points());
        let mut args = self.base(ply);
        let first: Vec<(usize, String)> = clauses.drain(..clauses.len().min(2)).collect();
        if !first.is_empty() {
            for (name, (_, text)) in ["a", "b"].into_iter().zip(&first) {
                args.set(name, text.clone());
            }
            let facts: Vec<usize> = first.iter().map(|(i, _)| *i).collect();
            let form = match first.len() {
                1 => "sentence-1",
                _ if findings[facts[0]].fact.manner().long => "sentence-2-long",
                _ => "sentence-2",
            };
            let text = self.catalogue.say(form, 0, &args).unwrap_or_default();
            sentences.push(Sentence { text, points: points(&facts), facts });
        }
        for (i, text) in clauses {
            args.set("a", text);
            if let Some(text) = self.message("sentence-also", &args) {
                sentences.push(Sentence { text, facts: vec![i], points: points(&[i]) });
            }
        }
        for (i, text) in wholes {
            sentences.push(Sentence { text, facts: vec![i], points: points(&[i]) });
        }
        // What happened before the move is mentioned first.
        sentences
            .sort_by_key(|sentence| !sentence.facts.iter().any(|&i| matches!(findings[i].fact, Fact::Edited { .. })));
        self.trim(&mut sentences);
        self.remember(ply.number, findings, &sentences);
        sentences
    }

    /// What to tell, by weight; a turn to another part of the board comes first.
    fn choose(&self, number: usize, findings: &[Finding]) -> Vec<usize> {
        let quiet = self.level.quiet();
        let weight = |i: usize| findings[i].weight * self.novelty(number, &findings[i].fact);
        // What has no words at this level must not keep others from being told.
        let mut order: Vec<usize> = (0..findings.len()).filter(|&i| self.has_words(&findings[i].fact)).collect();
        order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
        let is_turn = |i: &usize| matches!(findings[*i].fact, Fact::Elsewhere { .. });
        let Some(&top) = order.iter().find(|i| !is_turn(i)) else { return Vec::new() };
        if weight(top) < quiet {
            return Vec::new();
        }
        let mut chosen: Vec<usize> = Vec::new();
        for &i in order.iter().filter(|i| !is_turn(i)) {
            let worth = chosen.is_empty() || weight(i) >= quiet.max(0.42 * weight(top));
            if worth
                && chosen.len() < 3
                && !chosen.iter().any(|&mentioned| is_covered(&findings[i].fact, &findings[mentioned].fact))
            {
                chosen.push(i);
            }
        }
        // A turn to another area is mentioned only if something happens there, and there is room for it.
        let acts = chosen.iter().filter(|&&i| findings[i].fact.manner().form == Form::Clause).count();
        if let Some(turn) = order.into_iter().find(is_turn)
            && acts == 1
            && weight(turn) >= quiet.min(16.0)
            && !chosen
                .iter()
                .any(|&i| matches!(findings[i].fact, Fact::Corner { .. } | Fact::Side { .. } | Fact::Enclosure { .. }))
        {
            chosen.insert(0, turn);
        }
        chosen
    }

    /// What was mentioned a moment ago matters less.
    fn novelty(&self, number: usize, fact: &Fact) -> f64 {
        let Some((span, least)) = fact.manner().fades else { return 1.0 };
        let known = (fact.kind(), fact.again());
        let last =
            self.kinds.iter().rev().find(|(_, kind, area)| (*kind, *area) == known).map(|(ply, ..)| number - ply);
        last.map_or(1.0, |since| if since >= span { 1.0 } else { least + (1.0 - least) * since as f64 / span as f64 })
    }

    /// The message of a name at this level.
    fn id(&self, name: &str) -> String {
        let own = format!("{name}-{}", self.level.name());
        if self.catalogue.has(&own) { own } else { name.to_string() }
    }

    /// Whether a fact is spoken of at this level at all.
    fn has_words(&self, fact: &Fact) -> bool {
        !self.catalogue.is_silent(&self.id(fact.message()))
    }

    /// The message of a level, in the variant whose turn it is, unless its words were used within memory.
    fn message(&mut self, name: &str, args: &FluentArgs<'_>) -> Option<String> {
        let id = self.id(name);
        let n = self.catalogue.n_variants(&id);
        let turn = self.used.entry(id.clone()).or_insert(0);
        for _ in 0..n {
            let text = self.catalogue.say(&id, *turn, args);
            *turn += 1;
            let text = text.filter(|text| !text.is_empty())?;
            if !self.recent.iter().flatten().any(|mentioned| mentioned == &text) {
                return Some(text);
            }
        }
        None
    }

    fn base(&self, ply: &Ply) -> FluentArgs<'static> {
        base_args(self.size, ply.color, ply.mv)
    }

    fn args(&self, ply: &Ply, fact: &Fact) -> FluentArgs<'static> {
        fact_args(self.size, ply.color, ply.mv, fact)
    }

    /// At most three sentences and this many words; what matters least goes first.
    fn trim(&self, sentences: &mut Vec<Sentence>) {
        let recent = |text: &String| self.recent.iter().flatten().any(|mentioned| mentioned == text);
        sentences.retain(|sentence| !recent(&sentence.text));
        sentences.truncate(3);
        let words = |sentences: &[Sentence]| -> usize {
            sentences.iter().map(|sentence| sentence.text.split_whitespace().count()).sum()
        };
        while sentences.len() > 1 && words(sentences) > MOST_WORDS {
            sentences.pop();
        }
    }

    fn remember(&mut self, number: usize, findings: &[Finding], sentences: &[Sentence]) {
        self.recent.push_back(sentences.iter().map(|sentence| sentence.text.clone()).collect());
        if self.recent.len() > MEMORY {
            self.recent.pop_front();
        }
        for &i in sentences.iter().flat_map(|sentence| &sentence.facts) {
            self.kinds.push_back((number, findings[i].fact.kind(), findings[i].fact.again()));
        }
        while self.kinds.len() > 60 {
            self.kinds.pop_front();
        }
    }
}

/// The point of a set that is nearest to another; of equals the first.
pub(crate) fn nearest(points: &PointSet, to: Option<Point>) -> Option<Point> {
    let Some(to) = to else { return points.first() };
    let square = |at: &Point| {
        let (x, y) = (at.column().abs_diff(to.column()), at.row().abs_diff(to.row()));
        x * x + y * y
    };
    points.iter().min_by_key(square)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_catalogue_is_deeper_than_the_stack() {
        let depth = |text: &str| match Catalogue::new("de", text) {
            Err(CatalogueError::Depth(line)) => Some(line),
            _ => None,
        };
        for piece in ["{", "{\n", "{ FOO(", "{ FOO(\nFOO(", "{ $a ->\n *[x] {", "{{\"}\"}\n  {"] {
            assert!(depth(&format!("pass = {}", piece.repeat(100_000))).is_some(), "{piece}");
        }
        assert_eq!(depth(&format!("# {}\n\npass = a\nko = {}", "{".repeat(100), "{ ".repeat(100))), Some(4));
        // What people write is taken, also with brackets that are no braces.
        let smiles = format!("pass = {} {{ \"{}\" }}", "(".repeat(100), "{(\\\"".repeat(100));
        assert!(Catalogue::new("de", &smiles).is_ok());
        // A message that names another that names another …: Fluent itself gives up in time.
        let chain: String = (0..100_000).map(|i| format!("m{i} = {{ m{} }}\n", i + 1)).collect();
        let catalogue = Catalogue::new("de", &format!("{chain}m100000 = end\n")).unwrap();
        assert_eq!(catalogue.say("m0", 0, &FluentArgs::new()), None);
    }

    #[test]
    fn there_are_words_for_every_kind_of_fact() {
        let catalogue = Catalogue::english();
        for id in Fact::MESSAGES.iter().copied().flatten().chain(crate::verdict::MESSAGES) {
            assert!(catalogue.has(id), "{id}");
        }
    }

    /// The messages of a text, each with its own part of it.
    fn messages(text: &str) -> HashMap<&str, String> {
        let mut messages: HashMap<&str, String> = HashMap::new();
        let mut id = "";
        for line in text.lines() {
            if let Some((name, _)) = line.split_once(" = ").filter(|(name, _)| !name.starts_with([' ', '#'])) {
                id = name;
            }
            messages.entry(id).or_default().push_str(line);
        }
        messages.remove("");
        messages
    }

    /// What a message needs to be told, by itself and by the messages it is made of.
    fn needs<'m>(
        messages: &'m HashMap<&str, String>,
        id: &str,
        found: &mut HashSet<&'m str>,
        seen: &mut HashSet<String>,
    ) {
        let Some((_, text)) = messages.get_key_value(id).filter(|_| seen.insert(id.to_string())) else { return };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        for part in text.split('{').skip(1).map(str::trim_start) {
            let end = part.trim_start_matches('$').find(|c| !is_name(c)).unwrap_or(part.len());
            match part.strip_prefix('$') {
                Some(variable) => drop(found.insert(&variable[..end])),
                None => needs(messages, &part[..end], found, seen),
            }
        }
    }

    #[test]
    fn every_language_has_every_message_and_asks_for_nothing_else() {
        let english = messages(ENGLISH);
        assert!(english.len() > 100, "{}", english.len());
        for (language, text) in LANGUAGES.iter().filter(|(_, text)| !text.is_empty()) {
            let own = messages(text);
            for id in english.keys() {
                assert!(own.contains_key(id), "{language} has no {id}");
                let asked = |messages| {
                    let mut found = HashSet::new();
                    needs(messages, id, &mut found, &mut HashSet::new());
                    found.into_iter().map(str::to_string).collect::<HashSet<String>>()
                };
                let more: Vec<String> = asked(&own).difference(&asked(&english)).cloned().collect();
                assert!(more.is_empty(), "{language}: {id} asks for {more:?}, which nobody gives it");
            }
            for id in own.keys() {
                assert!(english.contains_key(id), "{language}: nobody says {id}");
            }
            assert!(Catalogue::of(language).is_some(), "{language} can be read");
        }
    }
}
