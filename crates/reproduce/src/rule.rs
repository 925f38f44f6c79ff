//! Rules of verdicts: conditions over measured numbers, written as text, so that they can be part of the list of claims.
//!
//! `agents.netlogo.fair_p >= 0.05 and (agents.netlogo.cut_off == 0 or not agents.netlogo.ties > 3)`: numbers and names with
//! `+ - * /`, comparisons, `and`, `or`, `not` and parentheses. A minus sign between two values has spaces around it, because
//! names may hold one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use thiserror::Error;

/// Parentheses, signs and `not` inside each other; no rule for people needs more.
const DEEPEST: usize = 32;

/// Numbers, names and signs in a rule. `1 + 1 + 1 …` makes a tree as deep as it is long.
const LONGEST: usize = 500;

/// A condition over measured numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    text: String,
    root: Node,
}

/// What is wrong with a rule, and at which character of it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("character {place}: {what}")]
pub struct RuleError {
    /// The character of the rule, from 1.
    pub place: usize,
    /// What is wrong there.
    pub what: String,
}

#[derive(Clone, PartialEq, Debug)]
enum Node {
    Number(f64),
    Name(String),
    Sum(Op, Box<[Node; 2]>),
    Compare(Cmp, Box<[Node; 2]>),
    Not(Box<Node>),
    Join(Join, Box<[Node; 2]>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cmp {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Unequal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    And,
    Or,
}

impl Node {
    fn is_condition(&self) -> bool {
        matches!(self, Node::Compare(..) | Node::Not(_) | Node::Join(..))
    }

    fn names<'a>(&'a self, found: &mut BTreeSet<&'a str>) {
        match self {
            Node::Number(_) => {}
            Node::Name(name) => drop(found.insert(name)),
            Node::Not(inner) => inner.names(found),
            Node::Sum(_, parts) | Node::Compare(_, parts) | Node::Join(_, parts) => {
                parts.iter().for_each(|part| part.names(found));
            }
        }
    }

    fn number(&self, measures: &BTreeMap<String, f64>) -> f64 {
        match self {
            Node::Number(value) => *value,
            Node::Name(name) => measures.get(name).copied().unwrap_or(f64::NAN),
            Node::Sum(op, parts) => {
                let [a, b] = [0, 1].map(|i| parts[i].number(measures));
                match op {
                    Op::Add => a + b,
                    Op::Subtract => a - b,
                    Op::Multiply => a * b,
                    Op::Divide => a / b,
                }
            }
            Node::Compare(..) | Node::Not(_) | Node::Join(..) => f64::NAN,
        }
    }

    fn holds(&self, measures: &BTreeMap<String, f64>) -> bool {
        match self {
            Node::Compare(cmp, parts) => {
                let [a, b] = [0, 1].map(|i| parts[i].number(measures));
                match cmp {
                    Cmp::Less => a < b,
                    Cmp::LessEqual => a <= b,
                    Cmp::Greater => a > b,
                    Cmp::GreaterEqual => a >= b,
                    Cmp::Equal => a == b,
                    Cmp::Unequal => a != b,
                }
            }
            Node::Not(inner) => !inner.holds(measures),
            Node::Join(Join::And, parts) => parts.iter().all(|part| part.holds(measures)),
            Node::Join(Join::Or, parts) => parts.iter().any(|part| part.holds(measures)),
            Node::Number(_) | Node::Name(_) | Node::Sum(..) => false,
        }
    }
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    /// When it is not one, with the character where it goes wrong.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use reproduce::Rule;
    /// let rule = Rule::parse("a.p >= 0.05 and not (b - 1 > 2 * 3)").unwrap();
    /// let measures = BTreeMap::from([("a.p".to_string(), 0.2), ("b".to_string(), 7.0)]);
    /// assert!(rule.holds(&measures));
    /// assert_eq!(Rule::parse("a >").unwrap_err().to_string(), "character 4: a number, a name or ( is missing");
    /// ```
    pub fn parse(text: &str) -> Result<Rule, RuleError> {
        let tokens = tokens(text)?;
        if let Some((place, _)) = tokens.get(LONGEST) {
            return Err(RuleError { place: *place, what: format!("the rule has more than {LONGEST} words and signs") });
        }
        let mut parser = Parser { tokens, end: text.chars().count() + 1, next: 0, depth: 0 };
        let root = parser.join(Join::Or)?;
        if let Some((place, token)) = parser.tokens.get(parser.next) {
            return Err(RuleError { place: *place, what: format!("{token} is one too many") });
        }
        if !root.is_condition() {
            return Err(RuleError { place: 1, what: "this is a number, not a condition".to_string() });
        }
        Ok(Rule { text: text.to_string(), root })
    }

    /// The names of the numbers that it looks at.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        self.root.names(&mut found);
        found
    }

    /// Whether it holds. A number that is not there compares with nothing.
    #[must_use]
    pub fn holds(&self, measures: &BTreeMap<String, f64>) -> bool {
        self.root.holds(measures)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
    Compare(Cmp),
    Word(&'static str),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Number(value) => value.fmt(f),
            Token::Name(name) => name.fmt(f),
            Token::Sign(sign) => sign.fmt(f),
            Token::Compare(_) => f.write_str("a comparison"),
            Token::Word(word) => f.write_str(word),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, RuleError> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let place = at + 1;
        let run = |fits: fn(char) -> bool| letters[at..].iter().copied().take_while(|&c| fits(c)).collect::<String>();
        let token = match letter {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            '0'..='9' => {
                let digits = run(|c| c.is_ascii_digit() || c == '.');
                at += digits.len();
                Token::Number(digits.parse().map_err(|_| RuleError { place, what: format!("{digits} is no number") })?)
            }
            'a'..='z' => {
                let name = run(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
                at += name.len();
                match name.as_str() {
                    "and" => Token::Word("and"),
                    "or" => Token::Word("or"),
                    "not" => Token::Word("not"),
                    _ => Token::Name(name),
                }
            }
            '+' | '-' | '*' | '/' | '(' | ')' => {
                at += 1;
                Token::Sign(letter)
            }
            '<' | '>' | '=' | '!' => {
                let or_equal = letters.get(at + 1) == Some(&'=');
                at += 1 + usize::from(or_equal);
                Token::Compare(match (letter, or_equal) {
                    ('<', false) => Cmp::Less,
                    ('<', true) => Cmp::LessEqual,
                    ('>', false) => Cmp::Greater,
                    ('>', true) => Cmp::GreaterEqual,
                    ('=', true) => Cmp::Equal,
                    ('!', true) => Cmp::Unequal,
                    _ => return Err(RuleError { place, what: format!("write {letter}= for a comparison") }),
                })
            }
            other => return Err(RuleError { place, what: format!("{other} means nothing here") }),
        };
        found.push((place, token));
    }
    Ok(found)
}

/// Reads a part of a rule.
type Part = fn(&mut Parser) -> Result<Node, RuleError>;

struct Parser {
    tokens: Vec<(usize, Token)>,
    /// The number of the character after the last.
    end: usize,
    next: usize,
    depth: usize,
}

impl Parser {
    fn place(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(place, _)| *place)
    }

    fn wrong<T>(&self, what: &str) -> Result<T, RuleError> {
        Err(RuleError { place: self.place(), what: what.to_string() })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let fits = self.peek() == Some(wanted);
        self.next += usize::from(fits);
        fits
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Parser) -> Result<T, RuleError>) -> Result<T, RuleError> {
        if self.depth == DEEPEST {
            return self.wrong("the rule goes too deep");
        }
        self.depth += 1;
        let found = inner(self);
        self.depth -= 1;
        found
    }

    fn condition(&mut self, node: Node) -> Result<Node, RuleError> {
        if node.is_condition() { Ok(node) } else { self.wrong("a comparison is missing") }
    }

    fn value(&mut self, node: Node) -> Result<Node, RuleError> {
        if node.is_condition() { self.wrong("a condition is no number") } else { Ok(node) }
    }

    /// `or` binds looser than `and`, `and` looser than comparisons.
    fn join(&mut self, join: Join) -> Result<Node, RuleError> {
        let (word, part): (_, Part) = match join {
            Join::Or => ("or", |parser| parser.join(Join::And)),
            Join::And => ("and", Parser::negation),
        };
        let mut left = part(self)?;
        while self.take(&Token::Word(word)) {
            let first = self.condition(left)?;
            let second = part(self)?;
            left = Node::Join(join, Box::new([first, self.condition(second)?]));
        }
        Ok(left)
    }

    fn negation(&mut self) -> Result<Node, RuleError> {
        if self.take(&Token::Word("not")) {
            let inner = self.deeper(Parser::negation)?;
            return Ok(Node::Not(Box::new(self.condition(inner)?)));
        }
        let left = self.sum()?;
        let Some(Token::Compare(cmp)) = self.peek() else { return Ok(left) };
        let cmp = *cmp;
        self.next += 1;
        let first = self.value(left)?;
        let second = self.sum()?;
        Ok(Node::Compare(cmp, Box::new([first, self.value(second)?])))
    }

    fn chain(&mut self, signs: [(char, Op); 2], part: Part) -> Result<Node, RuleError> {
        let mut left = part(self)?;
        while let Some((_, op)) = signs.into_iter().find(|(sign, _)| self.peek() == Some(&Token::Sign(*sign))) {
            self.next += 1;
            let first = self.value(left)?;
            let second = part(self)?;
            left = Node::Sum(op, Box::new([first, self.value(second)?]));
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Node, RuleError> {
        self.chain([('+', Op::Add), ('-', Op::Subtract)], Parser::product)
    }

    fn product(&mut self) -> Result<Node, RuleError> {
        self.chain([('*', Op::Multiply), ('/', Op::Divide)], Parser::single)
    }

    fn single(&mut self) -> Result<Node, RuleError> {
        if self.take(&Token::Sign('-')) {
            let inner = self.deeper(Parser::single)?;
            return Ok(Node::Sum(Op::Subtract, Box::new([Node::Number(0.0), self.value(inner)?])));
        }
        if self.take(&Token::Sign('(')) {
            let inner = self.deeper(|parser| parser.join(Join::Or))?;
            return if self.take(&Token::Sign(')')) { Ok(inner) } else { self.wrong(") is missing") };
        }
        match self.peek() {
            Some(Token::Number(value)) => {
                let value = *value;
                self.next += 1;
                Ok(Node::Number(value))
            }
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok(Node::Name(name))
            }
            _ => self.wrong("a number, a name or ( is missing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str) -> bool {
        let measures = [("a", 1.0), ("b.c-d", 2.0), ("e_f", -3.5)];
        let measures = measures.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).holds(&measures)
    }

    #[test]
    fn rules_mean_what_they_say() {
        for text in [
            "a == 1",
            "a != 2",
            "a + b.c-d * 2 == 5",
            "(a + b.c-d) * 2 == 6",
            "b.c-d - a == 1",
            "e_f < -3",
            "-e_f > 3",
            "a < 2 or a > 5 and a > 6",
            "not a > 1",
            "not (a > 1 or b.c-d < 1)",
            "b.c-d / 4 == 0.5",
            "a <= 1 and a >= 1",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in
            ["a > 1", "(a < 2 or a > 5) and a > 6", "nowhere > 1", "not nowhere <= 1 and a > 1", "not not a > 1"]
        {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_with_its_place() {
        let wrong = |text: &str| Rule::parse(text).unwrap_err().to_string();
        assert_eq!(wrong(""), "character 1: a number, a name or ( is missing");
        assert_eq!(wrong("a"), "character 1: this is a number, not a condition");
        assert_eq!(wrong("a > 1 and b"), "character 12: a comparison is missing");
        assert_eq!(wrong("a > 1 b"), "character 7: b is one too many");
        assert_eq!(wrong("a = 1"), "character 3: write == for a comparison");
        assert_eq!(wrong("(a > 1"), "character 7: ) is missing");
        assert_eq!(wrong("(a > 1) + 2 > 3"), "character 11: a condition is no number");
        assert_eq!(wrong("a > 1.2.3"), "character 5: 1.2.3 is no number");
        assert_eq!(wrong("a > $"), "character 5: $ means nothing here");
        assert!(wrong(&"(".repeat(100)).ends_with("the rule goes too deep"));
        assert!(wrong(&"not ".repeat(100)).ends_with("the rule goes too deep"));
    }

    #[test]
    fn no_rule_is_deeper_than_the_stack() {
        for (before, piece, after) in [
            ("a > 1", "+1", ""),
            ("a > 1", "*1", ""),
            ("a > 1", " or a > 1", ""),
            ("a > 1", " and a > 1", ""),
            ("a > ", "-", "1"),
            ("", "(", "a"),
            ("", "not ", "a"),
        ] {
            let text = format!("{before}{}{after}", piece.repeat(1_000_000));
            let error = Rule::parse(&text).unwrap_err().what;
            assert_eq!(error, "the rule has more than 500 words and signs", "{piece}");
        }
        // The longest that are taken are looked at and dropped on a stack of 2 MB, as every test is.
        let longest = format!("a > 1{}", "+1".repeat(248));
        assert!(Rule::parse(&longest).unwrap().names().contains("a") && !holds(&longest));
    }

    #[test]
    fn names_are_found() {
        let rule = Rule::parse("a.b > 1 and not (c-d < a.b or 2 > e)").unwrap();
        assert_eq!(rule.names().into_iter().collect::<Vec<_>>(), ["a.b", "c-d", "e"]);
    }
}
