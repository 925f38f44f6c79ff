//! The syntax of SGF: parentheses, semicolons, names and bracketed values. Knows nothing about Go, nor what a name means.

/// A piece of the syntax.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'t> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// The name of a property; its values follow.
    Name(&'t str),
    /// Something that does not belong between properties.
    Stray(&'t str),
    /// The text is over.
    End,
}

/// Where a value ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Until {
    /// At the first bracket that is not escaped.
    Bracket,
    /// At the first bracket after which the syntax can go on: people forget to escape brackets in texts.
    Plausible,
}

/// A value as it stands between its brackets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Value<'t> {
    /// The byte after its opening bracket.
    pub(crate) at: usize,
    /// The text, with its escapes.
    pub(crate) raw: &'t str,
    /// Whether its closing bracket is there.
    pub(crate) closed: bool,
    /// Whether it holds a closing bracket without a backslash.
    pub(crate) bracket: bool,
}

/// A place in a text that moves forward from piece to piece.
#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

/// White space, the padding some systems put at the end, and byte order marks in odd places.
fn blank(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(0..=b' ' | 0x7F) => 1,
        Some(0xEF) if bytes[at..].starts_with(b"\xEF\xBB\xBF") => 3,
        _ => 0,
    }
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match blank(bytes, at) {
            0 => return at,
            length => at += length,
        }
    }
}

fn name_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !byte.is_ascii_alphanumeric()).map_or(bytes.len(), |length| at + length)
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// The byte of the text that comes next.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Goes back or forth to a byte where a piece begins.
    pub(crate) fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    /// What is left.
    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next piece and the byte where it begins.
    #[inline]
    pub(crate) fn next(&mut self) -> (usize, Token<'t>) {
        let bytes = self.text.as_bytes();
        self.at = skip_blanks(bytes, self.at);
        let start = self.at;
        let Some(&byte) = bytes.get(start) else { return (start, Token::End) };
        self.at += 1;
        let token = match byte {
            b';' => Token::Node,
            b'(' => Token::Open,
            b')' => Token::Close,
            b'a'..=b'z' | b'A'..=b'Z' => {
                self.at = name_end(bytes, self.at);
                Token::Name(&self.text[start..self.at])
            }
            _ => self.stray(start),
        };
        (start, token)
    }

    #[cold]
    fn stray(&mut self, start: usize) -> Token<'t> {
        let bytes = self.text.as_bytes();
        self.at = start;
        if bytes[start] == b'[' {
            // A value that belongs to no name.
            self.value(Until::Bracket);
        } else {
            let goes_on =
                |byte: &u8| !matches!(byte, 0..=b' ' | b'(' | b')' | b';' | b'[') && !byte.is_ascii_alphabetic();
            self.at += bytes[start..].iter().take_while(|&byte| goes_on(byte)).count().max(1);
        }
        Token::Stray(&self.text[start..self.at])
    }

    /// The next value of the property whose name or value was read last.
    #[inline]
    pub(crate) fn value(&mut self, until: Until) -> Option<Value<'t>> {
        let bytes = self.text.as_bytes();
        let open = skip_blanks(bytes, self.at);
        if bytes.get(open) != Some(&b'[') {
            return None;
        }
        let start = open + 1;
        let mut at = start;
        let mut bracket = false;
        loop {
            match bytes.get(at) {
                Some(b']') => {
                    if until == Until::Bracket || can_follow_a_value(bytes, at + 1) {
                        self.at = at + 1;
                        return Some(Value { at: start, raw: &self.text[start..at], closed: true, bracket });
                    }
                    bracket = true;
                    at += 1;
                }
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
                None => {
                    self.at = bytes.len();
                    return Some(Value { at: start, raw: &self.text[start..], closed: false, bracket });
                }
            }
        }
    }

    /// The shortest kind of node: one property of one letter with one value of two bytes. The cursor stands behind the
    /// node's semicolon, and moves only if it finds one.
    #[inline]
    pub(crate) fn short_node(&mut self) -> Option<(u8, [u8; 2])> {
        let bytes = self.text.as_bytes().get(self.at..self.at + 6)?;
        let &[name, b'[', x, y, b']', next] = bytes else { return None };
        let plain = name.is_ascii_alphabetic() && x.is_ascii_alphabetic() && y.is_ascii_alphabetic();
        let over = match next {
            b';' | b'(' | b')' => true,
            b'\n' | b'\r' => {
                let all = self.text.as_bytes();
                matches!(all.get(skip_blanks(all, self.at + 5)), Some(b';' | b'(' | b')'))
            }
            _ => false,
        };
        (plain && over).then(|| {
            self.at += 5;
            (name, [x, y])
        })
    }
}

/// Whether the syntax can go on at a byte that follows a closing bracket.
fn can_follow_a_value(bytes: &[u8], after: usize) -> bool {
    let at = skip_blanks(bytes, after);
    let new_line = || bytes[after..at].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    match bytes.get(at) {
        None | Some(b'[') => true,
        Some(b';') => begins_a_node(bytes, at + 1),
        Some(b'(') => {
            let next = skip_blanks(bytes, at + 1);
            bytes.get(next) == Some(&b';') || begins_a_property(bytes, next, false)
        }
        Some(b')') => {
            // Closing parentheses end the line, or the tree goes on after them.
            let mut at = at;
            while bytes.get(at) == Some(&b')') {
                let end = at + 1;
                at = skip_blanks(bytes, end);
                if bytes[end..at].iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
                    return true;
                }
            }
            matches!(bytes.get(at), None | Some(b';' | b'('))
        }
        Some(byte) if byte.is_ascii_alphabetic() => begins_a_property(bytes, at, at > after && !new_line()),
        Some(_) => false,
    }
}

/// Whether a semicolon with this behind it begins a node, and does not stand in a sentence.
fn begins_a_node(bytes: &[u8], after: usize) -> bool {
    let at = skip_blanks(bytes, after);
    match bytes.get(at) {
        None | Some(b';' | b'(' | b')') => true,
        Some(byte) if byte.is_ascii_alphabetic() => {
            let end = name_end(bytes, at);
            match bytes.get(skip_blanks(bytes, end)) {
                Some(b';' | b'(' | b')') | None => !bytes[at..end].iter().any(u8::is_ascii_lowercase),
                _ => begins_a_property(bytes, at, false),
            }
        }
        Some(_) => false,
    }
}

/// Whether a name with a value begins here, or a few names in capitals without values and then one with a value. In a
/// sentence, after a blank, only capitals count: words in brackets are common there.
fn begins_a_property(bytes: &[u8], mut at: usize, in_sentence: bool) -> bool {
    loop {
        let end = name_end(bytes, at);
        let name = &bytes[at..end];
        let capitals = !name.iter().any(u8::is_ascii_lowercase);
        let next = skip_blanks(bytes, end);
        match bytes.get(next) {
            Some(b'[') => {
                return capitals || (!in_sentence && (name.len() <= 2 || name.iter().any(u8::is_ascii_uppercase)));
            }
            Some(byte) if byte.is_ascii_alphabetic() && capitals && name.len() <= 2 && next > end => at = next,
            _ => return false,
        }
    }
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Start {
    /// At a parenthesis.
    Open,
    /// At a semicolon that has no parenthesis before it.
    Bare,
}

/// Text that was passed on the way to a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Passed {
    /// Nothing but blanks.
    Nothing,
    /// Closing parentheses, the first at this byte.
    Closing(usize),
    /// Text, beginning at this byte.
    Text(usize),
}

impl Cursor<'_> {
    /// Looks for the next game and stops at its first byte; none if there is no further game.
    ///
    /// In the middle of a text a game begins with `(;` and a property. Where nothing stands before it, an empty node or a
    /// property without its semicolon are enough.
    pub(crate) fn find_game(&mut self) -> (Option<Start>, Passed) {
        let bytes = self.text.as_bytes();
        let mut passed = Passed::Nothing;
        loop {
            self.at = skip_blanks(bytes, self.at);
            let at = self.at;
            let Some(&byte) = bytes.get(at) else { return (None, passed) };
            let alone = !matches!(passed, Passed::Text(_));
            match byte {
                b'(' if begins_a_game(bytes, at + 1, alone) => return (Some(Start::Open), passed),
                b';' if passed == Passed::Nothing && starts_a_property(bytes, at + 1) => {
                    return (Some(Start::Bare), passed);
                }
                b')' if passed == Passed::Nothing => passed = Passed::Closing(at),
                b')' if alone => {}
                // Empty parentheses before a game are not text.
                b'(' if alone && matches!(bytes.get(skip_blanks(bytes, at + 1)), Some(b'(')) => {}
                _ if alone => passed = Passed::Text(at),
                _ => {}
            }
            self.at += 1;
            if matches!(passed, Passed::Text(_)) {
                let skip = bytes[self.at..].iter().position(|&byte| byte == b'(');
                self.at = skip.map_or(bytes.len(), |skip| self.at + skip);
            }
        }
    }
}

impl Cursor<'_> {
    /// Whether a game could begin at a parenthesis.
    pub(crate) fn begins_a_game(&self, open: usize) -> bool {
        begins_a_game(self.text.as_bytes(), open + 1, true)
    }

    /// Whether a node with a property follows.
    pub(crate) fn node_follows(&self) -> bool {
        let bytes = self.text.as_bytes();
        let at = skip_blanks(bytes, self.at);
        bytes.get(at) == Some(&b';') && starts_a_property(bytes, at + 1)
    }
}

fn begins_a_game(bytes: &[u8], after: usize, alone: bool) -> bool {
    let at = skip_blanks(bytes, after);
    if bytes.get(at) != Some(&b';') {
        return alone && begins_a_property(bytes, at, false);
    }
    starts_a_property(bytes, at + 1)
        || (alone && matches!(bytes.get(skip_blanks(bytes, at + 1)), None | Some(b';' | b'(' | b')')))
}

fn starts_a_property(bytes: &[u8], after: usize) -> bool {
    let at = skip_blanks(bytes, after);
    bytes.get(at).is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(skip_blanks(bytes, name_end(bytes, at))) == Some(&b'[')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, until: Until) -> (&str, &str) {
        let mut cursor = Cursor::new(text);
        let value = cursor.value(until).unwrap();
        (value.raw, cursor.rest())
    }

    #[test]
    fn tokens_come_one_after_the_other() {
        let mut cursor = Cursor::new("( ;B[aa] --- W [bb]\u{FEFF})");
        assert_eq!(cursor.next(), (0, Token::Open));
        assert_eq!(cursor.next(), (2, Token::Node));
        assert_eq!(cursor.next(), (3, Token::Name("B")));
        assert_eq!(cursor.value(Until::Bracket).unwrap().raw, "aa");
        assert_eq!(cursor.value(Until::Bracket), None);
        assert_eq!(cursor.next(), (9, Token::Stray("---")));
        assert_eq!(cursor.next().1, Token::Name("W"));
        assert_eq!(cursor.value(Until::Bracket).unwrap().raw, "bb");
        assert_eq!(cursor.next().1, Token::Close);
        assert_eq!(cursor.next().1, Token::End);
        assert_eq!(cursor.next().1, Token::End);
    }

    #[test]
    fn brackets_in_texts() {
        let text = |text| value(text, Until::Plausible).0;
        assert_eq!(text("[Matsuyama[3d]]KM[6.5]"), "Matsuyama[3d]");
        assert_eq!(
            text("[White [4d] took five minutes, Black [3d]: none]\n;B[aa]"),
            "White [4d] took five minutes, Black [3d]: none"
        );
        assert_eq!(text("[see [1] (good) and [2]; then [3].])"), "see [1] (good) and [2]; then [3].");
        assert_eq!(text("[Black [3d] White[4d] played]PB[x]"), "Black [3d] White[4d] played");
        assert_eq!(text("[a]\n)\n-- \nA. Player"), "a");
        assert_eq!(text("[a]pb[b]"), "a");
        assert_eq!(text("[a]AB KM[6.5]"), "a");
        assert_eq!(text("[a]SiZe[6.5]"), "a");
        assert_eq!(text("[a](;B[aa])"), "a");
        assert_eq!(text("[a];B;W[aa]"), "a");
        assert_eq!(text(r"[a\]b\\];B[aa]"), r"a\]b\\");
        assert_eq!(text("[open"), "open");
        assert_eq!(value("[aa]]x", Until::Bracket), ("aa", "]x"));
    }

    #[test]
    fn games_are_found_in_text() {
        let find = |text: &str| {
            let mut cursor = Cursor::new(text);
            let (start, passed) = cursor.find_game();
            start.map(|start| (start, cursor.offset(), passed))
        };
        assert_eq!(find("(;GM[1])"), Some((Start::Open, 0, Passed::Nothing)));
        assert_eq!(find("Date: (JST)\n :-) (I was Black)\n(;GM[1])"), Some((Start::Open, 31, Passed::Text(0))));
        assert_eq!(find(";GM[1]"), Some((Start::Bare, 0, Passed::Nothing)));
        assert_eq!(find(")) (;GM[1])"), Some((Start::Open, 3, Passed::Closing(0))));
        assert_eq!(find("((;GM[1]))"), Some((Start::Open, 1, Passed::Nothing)));
        assert_eq!(find("(B[aa])"), Some((Start::Open, 0, Passed::Nothing)));
        assert_eq!(find("(;)"), Some((Start::Open, 0, Passed::Nothing)));
        for none in ["", "()", ";;)", "for(;;) f(b[0])", "1. Q16 D4", "<p>(number 12)</p>", "(((("] {
            assert_eq!(find(none), None, "{none}");
        }
    }
}
