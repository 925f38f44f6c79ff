//! The text of definitions as a list of lines: reading, with line and column of every mistake, and printing back as written.
//!
//! This module knows words and signs, not what they mean; `definitions::read` makes classes of them.

use std::fmt;

use thiserror::Error;

/// A mistake in a text of definitions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {message}")]
pub struct DefinitionError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

impl DefinitionError {
    pub(crate) fn new(line: usize, column: usize, message: impl Into<String>) -> DefinitionError {
        DefinitionError { line, column, message: message.into() }
    }
}

/// A word with its line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Word {
    pub(crate) fn error(&self, message: impl Into<String>) -> DefinitionError {
        DefinitionError::new(self.line, self.column, message)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A text of definitions, line by line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Document {
    pub(crate) lines: Vec<DefinitionLine>,
}

/// One line: what it says and the comment at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DefinitionLine {
    pub(crate) number: usize,
    pub(crate) item: Item,
    pub(crate) comment: Option<String>,
}

/// What a line can say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Blank,
    Level { number: Word, title: Option<String>, added: bool },
    Primal { name: Word },
    Primitive { name: Word, initials: Vec<SiteText>, terminals: Vec<SiteText> },
    Image { name: Word, cycles: Vec<Vec<Word>> },
    Link { name: Word, about: String, body: Body },
    Or { body: Body },
    Class { name: Word, title: String, key: Option<Word> },
    Color(Word),
    Twin(Word),
    Worth(WorthText),
    Answer(WorthText),
    Telling(Word),
    Play { name: Word, value: Word },
    Oriented,
    Chain { nodes: Word, by: Word },
    Con { name: Word, body: Body },
    Generate { steps: Vec<StepText> },
}

/// `1 broken 0.5 lost -0.2`: what a player gives for making an element, for breaking the other side's, for losing its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WorthText {
    pub(crate) made: Word,
    pub(crate) broken: Option<Word>,
    pub(crate) lost: Option<Word>,
}

/// A site of a primitive: its name, and its primal class where there are several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SiteText {
    pub(crate) name: Word,
    pub(crate) primal: Option<Word>,
}

/// The body of a constraint: who takes part, and what they share.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Body {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) ties: Vec<TieText>,
}

/// `given a, b: kind`; the kind may be left out where the name of the variable tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declaration {
    pub(crate) given: bool,
    pub(crate) names: Vec<Word>,
    pub(crate) kind: Option<Word>,
}

/// What two or more members of a constraint have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TieText {
    /// `a.right > b.left`: the process that leaves `a` enters `b`.
    Sites { from: Word, terminal: Word, to: Word, initial: Word },
    /// `a -2- b -5- c`: `a` and `b` share link 2, `b` and `c` link 5.
    Row { first: Word, rest: Vec<(Word, Word)> },
    /// `(a b c) -5-`: all of them share link 5.
    Set { members: Vec<Word>, link: Word },
}

/// A step of a generating system: `{1, 2+3, none}*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StepText {
    /// Whether what it adds begins later than what is there.
    pub(crate) later: bool,
    /// Alternatives, each a row of constraints.
    pub(crate) items: Vec<Vec<Word>>,
    pub(crate) times: TimesText,
}

/// How often a step is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimesText {
    Once,
    Times(usize),
    Any,
}

impl Document {
    /// Reads a text. The first mistake ends it.
    pub(crate) fn parse(text: &str) -> Result<Document, DefinitionError> {
        let mut lines = Vec::new();
        for (i, line) in text.lines().enumerate() {
            lines.push(DefinitionLine::parse(i + 1, line)?);
        }
        Ok(Document { lines })
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl DefinitionLine {
    fn parse(number: usize, text: &str) -> Result<DefinitionLine, DefinitionError> {
        let (body, comment) = split_comment(text);
        let mut reader = Reader { line: number, chars: body.chars().collect(), at: 0 };
        let comment = comment.map(|comment| comment.trim_end().to_string());
        reader.blanks();
        let item = match reader.is_at_end() {
            true => Item::Blank,
            false => reader.item()?,
        };
        reader.blanks();
        if !reader.is_at_end() {
            return Err(reader.error(format!("'{}' is too much here", reader.rest())));
        }
        Ok(DefinitionLine { number, item, comment })
    }
}

/// A comment begins at a `#` outside quotation marks.
fn split_comment(text: &str) -> (&str, Option<&str>) {
    let mut quoted = false;
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return (&text[..i], Some(&text[i..])),
            _ => {}
        }
    }
    (text, None)
}

struct Reader {
    line: usize,
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn error(&self, message: impl Into<String>) -> DefinitionError {
        DefinitionError::new(self.line, self.at + 1, message)
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.chars.len()
    }

    fn rest(&self) -> String {
        self.chars[self.at..].iter().collect::<String>().trim().to_string()
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Takes this sign, if it is next.
    fn takes(&mut self, sign: char) -> bool {
        self.blanks();
        let there = self.peek() == Some(sign);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, sign: char, after: &str) -> Result<(), DefinitionError> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.error(format!("'{sign}' is missing after {after}"))),
        }
    }

    /// A word: anything up to a blank or one of the signs of the language.
    fn word(&mut self, what: &str) -> Result<Word, DefinitionError> {
        self.blanks();
        let start = self.at;
        while self.peek().is_some_and(|c| !c.is_whitespace() && !",;:>{}()\"".contains(c)) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error(format!("{what} is missing")));
        }
        Ok(Word { text: self.chars[start..self.at].iter().collect(), line: self.line, column: start + 1 })
    }

    fn quoted(&mut self, what: &str) -> Result<String, DefinitionError> {
        if !self.takes('"') {
            return Err(self.error(format!("{what} is missing; write it in quotation marks")));
        }
        let start = self.at;
        while self.peek().is_some_and(|c| c != '"') {
            self.at += 1;
        }
        let text = self.chars[start..self.at].iter().collect();
        match self.takes('"') {
            true => Ok(text),
            false => Err(self.error("the quotation mark at the end is missing")),
        }
    }

    /// Whether the next word is this one; it is taken then.
    fn takes_word(&mut self, word: &str) -> bool {
        self.blanks();
        let end = self.at + word.chars().count();
        let there = end <= self.chars.len()
            && self.chars[self.at..end].iter().copied().eq(word.chars())
            && self.chars.get(end).is_none_or(|c| c.is_whitespace() || ",;:>{}()".contains(*c));
        if there {
            self.at = end;
        }
        there
    }

    fn worth(&mut self) -> Result<WorthText, DefinitionError> {
        let made = self.word("a number")?;
        let broken = if self.takes_word("broken") { Some(self.word("a number")?) } else { None };
        let lost = if self.takes_word("lost") { Some(self.word("a number")?) } else { None };
        Ok(WorthText { made, broken, lost })
    }

    fn item(&mut self) -> Result<Item, DefinitionError> {
        let word = self.word("a word")?;
        Ok(match word.text.as_str() {
            "level" => {
                let number = self.word("the number of the level")?;
                let added = self.takes_word("added");
                self.blanks();
                let title = if self.peek() == Some('"') { Some(self.quoted("the title")?) } else { None };
                Item::Level { number, title, added }
            }
            "primal" => Item::Primal { name: self.word("the name of the primal class")? },
            "primitive" => {
                let name = self.word("the name of the primitive")?;
                self.expect(':', "the name of a primitive")?;
                let initials = self.sites()?;
                self.expect('>', "the initial sites")?;
                let terminals = self.sites()?;
                Item::Primitive { name, initials, terminals }
            }
            "image" => {
                let name = self.word("the name of the image")?;
                self.expect(':', "the name of an image")?;
                let mut cycles = Vec::new();
                while self.takes('(') {
                    let mut cycle = Vec::new();
                    while !self.takes(')') {
                        cycle.push(self.word("')' or the name of a link")?);
                    }
                    cycles.push(cycle);
                }
                Item::Image { name, cycles }
            }
            "link" => {
                let name = self.word("the name of the link")?;
                let about = self.quoted("what the link is")?;
                self.expect(':', "what the link is")?;
                Item::Link { name, about, body: self.body()? }
            }
            "or" => Item::Or { body: self.body()? },
            "class" => {
                let name = self.word("the name of the class")?;
                let title = self.quoted("what people call the class")?;
                self.blanks();
                let key = if self.is_at_end() { None } else { Some(self.word("the name of the quantity")?) };
                Item::Class { name, title, key }
            }
            "color" => Item::Color(self.word("black or white")?),
            "twin" => Item::Twin(self.word("the name of the class with the colours exchanged")?),
            "worth" => Item::Worth(self.worth()?),
            "answer" => Item::Answer(self.worth()?),
            "telling" => Item::Telling(self.word("a number")?),
            "play" => Item::Play { name: self.word("what counts")?, value: self.word("a number")? },
            "oriented" => Item::Oriented,
            "chain" => {
                let nodes = self.word("the class whose elements are joined")?;
                if !self.takes_word("by") {
                    return Err(self.error("'by' is missing: chain C1 by C8"));
                }
                Item::Chain { nodes, by: self.word("the class that joins")? }
            }
            "con" => {
                let name = self.word("the name of the constraint")?;
                self.expect(':', "the name of a constraint")?;
                Item::Con { name, body: self.body()? }
            }
            "generate" => Item::Generate { steps: self.steps()? },
            other => {
                let known = "level, primal, primitive, image, link, or, class, color, twin, worth, answer, telling, oriented, \
                             chain, con, generate, play";
                return Err(word.error(format!("'{other}' begins no line; there are: {known}")));
            }
        })
    }

    fn sites(&mut self) -> Result<Vec<SiteText>, DefinitionError> {
        let mut sites = Vec::new();
        self.blanks();
        if self.is_at_end() || self.peek() == Some('>') {
            return Ok(sites);
        }
        loop {
            let name = self.word("the name of a site")?;
            let primal = if self.takes(':') { Some(self.word("the primal class of the site")?) } else { None };
            sites.push(SiteText { name, primal });
            if !self.takes(',') {
                return Ok(sites);
            }
        }
    }

    /// Declarations first, each ended by `;`, then ties with commas between them. Either may be missing.
    fn body(&mut self) -> Result<Body, DefinitionError> {
        let mut body = Body::default();
        loop {
            self.blanks();
            if self.is_at_end() {
                return Ok(body);
            }
            let start = self.at;
            if let Some(declaration) = self.declaration()? {
                body.declarations.push(declaration);
                if !self.takes(';') {
                    return Ok(body);
                }
                continue;
            }
            self.at = start;
            loop {
                let tie = self.tie()?;
                body.ties.push(tie);
                if !self.takes(',') {
                    return Ok(body);
                }
            }
        }
    }

    /// `given a, b: kind`, `a: kind` or `given a`; none if ties begin here.
    fn declaration(&mut self) -> Result<Option<Declaration>, DefinitionError> {
        let given = self.takes_word("given");
        if !given && self.peek() == Some('(') {
            return Ok(None);
        }
        let mut names = vec![self.word("a variable")?];
        while self.takes(',') {
            names.push(self.word("a variable")?);
        }
        if self.takes(':') {
            return Ok(Some(Declaration { given, names, kind: Some(self.word("a kind")?) }));
        }
        Ok(given.then_some(Declaration { given, names, kind: None }))
    }

    fn tie(&mut self) -> Result<TieText, DefinitionError> {
        if self.takes('(') {
            let mut members = Vec::new();
            while !self.takes(')') {
                members.push(self.word("')' or a variable")?);
            }
            return Ok(TieText::Set { members, link: self.link()? });
        }
        let first = self.word("a variable")?;
        if let Some((from, terminal)) = halves(&first) {
            self.expect('>', "a terminal site")?;
            let second = self.word("an initial site")?;
            let (to, initial) =
                halves(&second).ok_or_else(|| second.error(format!("'{second}' names no site; write a.left")))?;
            return Ok(TieText::Sites { from, terminal, to, initial });
        }
        let mut rest = Vec::new();
        loop {
            self.blanks();
            if self.is_at_end() || self.peek() == Some(',') {
                break;
            }
            let link = self.link()?;
            rest.push((link, self.word("a variable")?));
        }
        if rest.is_empty() {
            return Err(first.error(format!("'{first}' shares nothing; write a -2- b or a.right > b.left")));
        }
        Ok(TieText::Row { first, rest })
    }

    fn link(&mut self) -> Result<Word, DefinitionError> {
        let word = self.word("a link, written -2-")?;
        let inner = word.text.strip_prefix('-').and_then(|text| text.strip_suffix('-')).filter(|text| !text.is_empty());
        match inner {
            Some(inner) => Ok(Word { text: inner.to_string(), column: word.column + 1, ..word }),
            None => Err(word.error(format!("'{word}' is no link; write -2- between two variables"))),
        }
    }

    fn steps(&mut self) -> Result<Vec<StepText>, DefinitionError> {
        let mut steps = Vec::new();
        loop {
            self.blanks();
            if self.is_at_end() {
                return match steps.is_empty() {
                    true => Err(self.error("steps are missing: generate {1, 2} {3}*")),
                    false => Ok(steps),
                };
            }
            let later = self.takes_word("then");
            self.expect('{', if later { "'then'" } else { "'generate' or a step" })?;
            let mut items = Vec::new();
            loop {
                let word = self.word("the name of a constraint, or none")?;
                let mut column = word.column;
                let mut row = Vec::new();
                for part in word.text.split('+') {
                    row.push(Word { text: part.to_string(), line: word.line, column });
                    column += part.chars().count() + 1;
                }
                if row.iter().any(|part| part.text.is_empty()) {
                    return Err(word.error(format!("'{word}' is no row of constraints; write 2+3")));
                }
                items.push(row);
                if !self.takes(',') {
                    break;
                }
            }
            self.expect('}', "a step")?;
            let times = match self.peek() {
                Some('*') => {
                    self.at += 1;
                    TimesText::Any
                }
                Some('x') => {
                    let word = self.word("how often")?;
                    let times = word.text[1..].parse().ok().filter(|n| (1..=100).contains(n));
                    TimesText::Times(times.ok_or_else(|| word.error("write x2, at most x100"))?)
                }
                _ => TimesText::Once,
            };
            steps.push(StepText { later, items, times });
        }
    }
}

/// `a.right` as its two words.
fn halves(word: &Word) -> Option<(Word, Word)> {
    let (name, site) = word.text.split_once('.')?;
    let column = word.column + name.chars().count() + 1;
    Some((Word { text: name.to_string(), ..word.clone() }, Word { text: site.to_string(), line: word.line, column }))
}

impl fmt::Display for DefinitionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.item)?;
        match (&self.comment, &self.item) {
            (Some(comment), Item::Blank) => f.write_str(comment),
            (Some(comment), _) => write!(f, "  {comment}"),
            (None, _) => Ok(()),
        }
    }
}

fn joined<T: fmt::Display>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}

impl fmt::Display for SiteText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.primal {
            Some(primal) => write!(f, "{}:{primal}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

impl fmt::Display for WorthText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.made)?;
        self.broken.as_ref().map_or(Ok(()), |broken| write!(f, " broken {broken}"))?;
        self.lost.as_ref().map_or(Ok(()), |lost| write!(f, " lost {lost}"))
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Blank => Ok(()),
            Item::Level { number, title, added } => {
                write!(f, "level {number}{}", if *added { " added" } else { "" })?;
                title.as_ref().map_or(Ok(()), |title| write!(f, " \"{title}\""))
            }
            Item::Primal { name } => write!(f, "primal {name}"),
            Item::Primitive { name, initials, terminals } => {
                let pad = |text: String| if text.is_empty() { text } else { format!(" {text}") };
                let (initials, terminals) = (joined(initials, ", "), joined(terminals, ", "));
                write!(f, "primitive {name}:{} >{}", pad(initials), pad(terminals))
            }
            Item::Image { name, cycles } => {
                write!(f, "image {name}:")?;
                cycles.iter().try_for_each(|cycle| write!(f, " ({})", joined(cycle, " ")))
            }
            Item::Link { name, about, body } => write!(f, "link {name} \"{about}\": {body}"),
            Item::Or { body } => write!(f, "  or {body}"),
            Item::Class { name, title, key } => {
                write!(f, "class {name} \"{title}\"")?;
                key.as_ref().map_or(Ok(()), |key| write!(f, " {key}"))
            }
            Item::Color(color) => write!(f, "  color {color}"),
            Item::Twin(twin) => write!(f, "  twin {twin}"),
            Item::Worth(worth) => write!(f, "  worth {worth}"),
            Item::Answer(worth) => write!(f, "  answer {worth}"),
            Item::Telling(telling) => write!(f, "  telling {telling}"),
            Item::Play { name, value } => write!(f, "play {name} {value}"),
            Item::Oriented => write!(f, "  oriented"),
            Item::Chain { nodes, by } => write!(f, "  chain {nodes} by {by}"),
            Item::Con { name, body } => write!(f, "  con {name}: {body}"),
            Item::Generate { steps } => write!(f, "  generate {}", joined(steps, " ")),
        }
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let declarations = joined(&self.declarations, "; ");
        let ties = joined(&self.ties, ", ");
        let between = if declarations.is_empty() || ties.is_empty() { "" } else { "; " };
        write!(f, "{declarations}{between}{ties}")
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = if self.given { "given " } else { "" };
        write!(f, "{given}{}", joined(&self.names, ", "))?;
        self.kind.as_ref().map_or(Ok(()), |kind| write!(f, ": {kind}"))
    }
}

impl fmt::Display for TieText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TieText::Sites { from, terminal, to, initial } => write!(f, "{from}.{terminal} > {to}.{initial}"),
            TieText::Row { first, rest } => {
                write!(f, "{first}")?;
                rest.iter().try_for_each(|(link, next)| write!(f, " -{link}- {next}"))
            }
            TieText::Set { members, link } => write!(f, "({}) -{link}-", joined(members, " ")),
        }
    }
}

impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.items.iter().map(|row| joined(row, "+")).collect();
        let then = if self.later { "then " } else { "" };
        write!(f, "{then}{{{}}}", items.join(", "))?;
        match self.times {
            TimesText::Once => Ok(()),
            TimesText::Times(n) => write!(f, "x{n}"),
            TimesText::Any => write!(f, "*"),
        }
    }
}
