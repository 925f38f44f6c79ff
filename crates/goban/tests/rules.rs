//! Plays the cases drawn in `cases/*.txt`. How to write one: `cases/README.md`.

use std::fmt::Write as _;
use std::path::Path;

use goban::{
    Agreement, BoardSize, Color, Diagram, Illegal, Ko, Move, Played, Point, PointSet, Position, Rules, Setup, Suicide,
};

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty(), "no cases in {}", folder.display());
    let mut wrong = String::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for (line, problem) in play_file(&text) {
            writeln!(wrong, "{name}:{line}: {problem}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A case in play.
struct Case {
    rules: Rules,
    position: Position,
    last: Played,
    drawn: Option<Setup>,
}

/// All problems of a file with their lines. What comes after a problem in the same case is skipped.
fn play_file(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut problems = Vec::new();
    let mut case: Option<Case> = None;
    let mut failed = false;
    let mut at = 0;
    while at < lines.len() {
        let start = at;
        let line = lines[at].split("  #").next().unwrap_or_default().trim_end();
        at += 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // A drawing stands indented below its line.
        let drawing: Vec<&str> = lines[at..].iter().copied().take_while(|row| row.starts_with(' ')).collect();
        at += drawing.len();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "case" {
            case = None;
            failed = false;
            continue;
        }
        if !failed && let Err(problem) = step(&mut case, word, rest.trim(), &drawing.join("\n")) {
            problems.push((start + 1, problem));
            failed = true;
        }
    }
    problems
}

fn step(case: &mut Option<Case>, word: &str, rest: &str, drawing: &str) -> Result<(), String> {
    if word == "rules" {
        let rules = read_rules(rest)?;
        let position = Position::new(BoardSize::NINE, rules);
        *case = Some(Case { rules, position, last: nothing(), drawn: None });
        return Ok(());
    }
    let case = case.as_mut().ok_or("a case begins with its rules")?;
    match word {
        "empty" => case.position = Position::new(read_size(rest)?, case.rules),
        "handicap" => {
            let (size, stones) = rest.split_once(' ').ok_or("handicap SIZE STONES")?;
            let size = read_size(size)?;
            let stones = stones.parse().map_err(|_| "handicap SIZE STONES")?;
            let points = size.fixed_handicap(stones).ok_or("no such handicap")?;
            let mut setup = Setup { to_move: Color::White, ..Setup::new(size) };
            setup.stones.black.extend(points);
            case.position = Position::from_setup(&setup, case.rules).map_err(|error| error.to_string())?;
        }
        "board" => {
            let setup = read_setup(rest, drawing)?;
            case.position = Position::from_setup(&setup, case.rules).map_err(|error| error.to_string())?;
        }
        "edit" => {
            let setup = read_setup(rest, drawing)?;
            case.position.edit(&setup).map_err(|error| error.to_string())?;
        }
        "impossible" => {
            let setup = read_setup("", drawing)?;
            let error = setup.board().err().ok_or("the board is possible")?;
            same("why", error.to_string(), rest)?;
            case.drawn = Some(setup);
        }
        "repaired" => {
            let drawn = case.drawn.take().ok_or("nothing to repair")?;
            let repaired = drawn.repaired();
            same_board(&repaired, &read_setup("", drawing)?)?;
            repaired.board().map_err(|error| format!("the repaired board is impossible: {error}"))?;
        }
        "play" => {
            for (color, mv) in case.moves(rest)? {
                case.last =
                    case.position.play_as(color, mv).map_err(|why| format!("{} is illegal: {why}", case.name(mv)))?;
            }
        }
        "anyway" | "refuse" => {
            let (moves, reason) = split_reason(rest);
            for (color, mv) in case.moves(moves)? {
                let found = if word == "refuse" {
                    case.position.check_as(color, mv).err()
                } else {
                    let (played, found) = case.position.play_anyway(color, mv);
                    case.last = played;
                    found
                };
                same(&case.name(mv), found.map_or("legal".to_owned(), |why: Illegal| why.to_string()), reason)?;
            }
        }
        "legal" => {
            for (color, mv) in case.moves(rest)? {
                case.position.check_as(color, mv).map_err(|why| format!("{} is illegal: {why}", case.name(mv)))?;
            }
        }
        "back" => {
            for _ in 0..rest.parse().map_err(|_| "back NUMBER")? {
                if !case.position.take_back() {
                    return Err("nothing to take back".into());
                }
            }
        }
        "expect" => {
            let drawn = Diagram::parse(drawing).map_err(|error| error.to_string())?;
            same_board(&Setup::from(case.position.board()), &drawn)?;
        }
        "took" => same("took", case.names(&case.last.captured), rest)?,
        "suicide" => same("suicide", yes(case.last.suicide), rest)?,
        "ko" => same("ko", case.names(&case.position.ko().into_iter().collect()), rest)?,
        "next" => same("next", case.position.to_move().to_string().to_lowercase(), rest)?,
        "over" => same("over", yes(case.position.is_over()), rest)?,
        "prisoners" => {
            let prisoners = case.position.prisoners();
            same("prisoners", format!("{} {}", prisoners.black, prisoners.white), rest)?;
        }
        "moves" => same("moves", case.position.n_moves().to_string(), rest)?,
        "liberties" => {
            let (point, number) = rest.split_once(' ').ok_or("liberties POINT NUMBER")?;
            let chain = case.position.board().chain(case.point(point)?).ok_or("no stone there")?;
            same("liberties", chain.n_liberties().to_string(), number)?;
        }
        "alive" | "safe" | "eyes" => {
            let (color, points) = rest.split_once(' ').ok_or("a colour and points")?;
            let color = Color::parse(color).ok_or("a colour and points")?;
            let board = case.position.board();
            let found = match word {
                "alive" => board.unconditional_life(color).stones,
                "safe" => board.unconditional_life(color).territory,
                _ => board.eyes(color),
            };
            let expected = case.points(points)?;
            same(word, case.names(&found), &case.names(&expected))?;
        }
        "score" => case.score(rest)?,
        other => return Err(format!("{other:?} is no part of a case")),
    }
    case.position.board().check();
    Ok(())
}

impl Case {
    /// Moves in turn, or for the colour that stands before them.
    fn moves(&self, text: &str) -> Result<Vec<(Color, Move)>, String> {
        let mut turn = self.position.to_move();
        let mut moves = Vec::new();
        for token in text.split_whitespace() {
            match token {
                "B" => turn = Color::Black,
                "W" => turn = Color::White,
                "pass" => {
                    moves.push((turn, Move::Pass));
                    turn = !turn;
                }
                vertex => {
                    moves.push((turn, Move::Play(self.point(vertex)?)));
                    turn = !turn;
                }
            }
        }
        if moves.is_empty() { Err("no moves".into()) } else { Ok(moves) }
    }

    /// A point by its name, off this board too.
    fn point(&self, vertex: &str) -> Result<Point, String> {
        let size = self.position.size();
        size.parse_vertex(vertex)
            .or_else(|| {
                let column = (0..BoardSize::MAX).find(|&i| vertex.starts_with(BoardSize::column_letter(i)))?;
                let row = size.get().checked_sub(vertex.get(1..)?.parse().ok()?)?;
                BoardSize::new(BoardSize::MAX)?.point(column, row)
            })
            .ok_or_else(|| format!("{vertex:?} is no point"))
    }

    fn points(&self, text: &str) -> Result<PointSet, String> {
        text.split_whitespace().filter(|word| *word != "none").map(|vertex| self.point(vertex)).collect()
    }

    fn names(&self, points: &PointSet) -> String {
        let names: Vec<String> = points.iter().map(|point| self.position.size().vertex(point)).collect();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    }

    fn name(&self, mv: Move) -> String {
        mv.point().map_or("pass".into(), |point| self.position.size().vertex(point))
    }

    /// `score RESULT [dead POINTS] [seki POINTS] [handicap NUMBER]`
    fn score(&self, text: &str) -> Result<(), String> {
        let mut agreed = Agreement::default();
        let mut handicap = 0;
        let mut words = text.split_whitespace();
        let expected = words.next().unwrap_or_default();
        let mut list = "";
        for word in words {
            match (word, list) {
                ("dead" | "seki" | "handicap", _) => list = word,
                (vertex, "dead") => _ = agreed.dead.insert(self.point(vertex)?),
                (vertex, "seki") => _ = agreed.seki.insert(self.point(vertex)?),
                (number, "handicap") => handicap = number.parse().map_err(|_| "handicap NUMBER")?,
                _ => return Err(format!("{word:?} is no part of a score")),
            }
        }
        same("score", self.position.score(&agreed, handicap).to_string(), expected)
    }
}

fn nothing() -> Played {
    Played { captured: PointSet::EMPTY, suicide: false, replaced: false }
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.into()
}

/// `C3 D4: reason`
fn split_reason(text: &str) -> (&str, &str) {
    text.split_once(": ").unwrap_or((text, "legal"))
}

fn same(what: &str, found: String, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}")) }
}

fn same_board(found: &Setup, expected: &Setup) -> Result<(), String> {
    if (found.size, found.stones) == (expected.size, expected.stones) {
        return Ok(());
    }
    let board = goban::Board::with_stones(found.size, &found.stones);
    Err(format!("found the board\n{}", Diagram::new(&board).coordinates(true)))
}

fn read_size(text: &str) -> Result<BoardSize, String> {
    text.parse().ok().and_then(BoardSize::new).ok_or_else(|| format!("{text:?} is no board size"))
}

/// A drawing with the colour to move, Black if none is named.
fn read_setup(color: &str, drawing: &str) -> Result<Setup, String> {
    let setup = Diagram::parse(drawing).map_err(|error| error.to_string())?;
    let to_move = if color.is_empty() { Some(Color::Black) } else { Color::parse(color) };
    Ok(Setup { to_move: to_move.ok_or("the word after board is the colour to move")?, ..setup })
}

/// `NAME [komi K] [ko simple|positional|situational] [suicide allowed|forbidden]`
fn read_rules(text: &str) -> Result<Rules, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut rules = Rules::named(name).ok_or_else(|| format!("{name:?} are no rules"))?;
    while let (Some(field), Some(value)) = (words.next(), words.next()) {
        match (field, value) {
            ("komi", value) => rules.komi = value.parse().map_err(|_| "komi NUMBER")?,
            ("ko", "simple") => rules.ko = Ko::Simple,
            ("ko", "positional") => rules.ko = Ko::Positional,
            ("ko", "situational") => rules.ko = Ko::Situational,
            ("suicide", "allowed") => rules.suicide = Suicide::Allowed,
            ("suicide", "forbidden") => rules.suicide = Suicide::Forbidden,
            _ => return Err(format!("{field} {value} is no part of rules")),
        }
    }
    Ok(rules)
}

/// The harness itself: a wrong case is found out, with its line.
#[test]
fn wrong_cases_are_told() {
    let wrong = |text| play_file(text).into_iter().map(|(line, why)| format!("{line}: {why}")).collect::<Vec<_>>();
    assert_eq!(wrong("case a\nplay A1"), ["2: a case begins with its rules"]);
    assert_eq!(wrong("case a\nrules go"), ["2: \"go\" are no rules"]);
    assert_eq!(
        wrong("case a\nrules chinese\nempty 9\nplay A1 A1\nover yes\ncase b\nrules aga\nover yes"),
        ["4: A1 is illegal: occupied by Black", "8: over: found \"no\", expected \"yes\""]
    );
    assert_eq!(wrong("case a\nrules chinese\nrefuse A1: ko\n"), ["3: A1: found \"legal\", expected \"ko\""]);
    assert_eq!(wrong("case a\nrules chinese\nempty 2\nplay A1\nexpect\n  . .\n  . X").len(), 1);
    assert_eq!(wrong("case a\nrules chinese\nfrobnicate"), ["3: \"frobnicate\" is no part of a case"]);
}
