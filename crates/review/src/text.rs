//! A review for the terminal.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use figures::{BoardFigure, Chart, Figure, Region, Series, TerminalOptions, sparkline, strip};
use goban::{Board, ByColor, Color, Move};
use model::words::{count, signed};
use model::{Role, Sign};
use record::{Margin, Outcome, Ply};

use crate::{Curve, Fact, Judgement, Review, ReviewedMove, loss};

/// No line of prose is longer, however wide the terminal is.
const WIDEST: usize = 100;

impl Review {
    /// The review for a terminal: the moves of a range one by one, or the story of the whole; then, if it is wanted, a table of
    /// the models' numbers after every move.
    #[must_use]
    pub fn to_text(&self, range: Option<RangeInclusive<usize>>, table: bool, terminal: &TerminalOptions) -> String {
        let mut report = Report { review: self, terminal, out: String::new() };
        match range {
            Some(range) => report.moves(range),
            None => report.whole(),
        }
        if table {
            report.table();
        }
        if self.trailing_setup {
            let _ = writeln!(report.out, "\nStones put up by hand after the last move are not shown.");
        }
        report.out.push('\n');
        report.out
    }

    /// What the engine saw, for a terminal.
    #[must_use]
    pub fn engine_text(&self, terminal: &TerminalOptions) -> String {
        let mut report = Report { review: self, terminal, out: String::new() };
        report.engine();
        report.out.push('\n');
        report.out
    }

    /// The leads of all models over the moves, each in a unit of its own.
    #[must_use]
    pub fn leads_chart(&self, title: &str) -> Chart {
        let leads = self.curves.iter().filter(|curve| curve.role == Role::Lead).map(|curve| {
            let unit = curve.unit_of_bars();
            let name = format!("{} (1 is {})", curve.name, signed(unit).trim_start_matches('+'));
            Series::new(&name, curve.values.iter().map(|value| (value / unit).clamp(-1.0, 1.0)))
        });
        Chart::curves(leads.collect::<Vec<_>>())
            .title(title)
            .axes("move", "lead of Black")
            .caption("each model in a unit of its own, as the legend says; what is beyond 1 is cut")
            .lead(true)
    }
}

struct Report<'a> {
    review: &'a Review,
    terminal: &'a TerminalOptions,
    out: String,
}

/// Captures by one side: how many stones, in how many moves, and the most at once.
struct Captures<'a> {
    stones: usize,
    moves: usize,
    most: Option<&'a Ply>,
}

impl Report<'_> {
    fn width(&self) -> usize {
        self.terminal.width.clamp(40, WIDEST)
    }

    fn title(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}", self.terminal.bold(text));
    }

    fn line(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.out, "  {name:10} {text}");
    }

    fn vertex(&self, mv: Move) -> String {
        self.review.size.move_name(mv)
    }

    /// A curve within a line of text.
    fn small(&self) -> TerminalOptions {
        TerminalOptions { width: 50, ..*self.terminal }
    }

    fn whole(&mut self) {
        let mut board = BoardFigure::new(self.review.end.board());
        if let Some(played) = self.review.moves.last() {
            board = board.last_move(played.ply.mv.point());
        }
        let _ = writeln!(self.out, "{}", board.to_terminal(self.terminal));
        self.paragraphs();
        self.turning_points();
        self.title("The game in numbers");
        self.numbers();
        if !self.review.curves.is_empty() {
            self.models();
        }
        if self.review.moves.iter().any(|played| !played.sentences.is_empty()) {
            let hint = "--moves all tells every move; --html FILE shows them beside the board.";
            let _ = writeln!(self.out, "\n{}", self.terminal.dim(hint));
        }
    }

    fn paragraphs(&mut self) {
        for paragraph in &self.review.story.paragraphs {
            self.title(&paragraph.title);
            for line in figures::lines(&paragraph.sentences.join(" "), self.width() - 2) {
                let _ = writeln!(self.out, "  {line}");
            }
            self.out.push('\n');
        }
    }

    /// The moves around which the balance shifted, each with the part of the board where it was played.
    fn turning_points(&mut self) {
        let points = self.review.story.turning_points.clone();
        if points.is_empty() {
            return;
        }
        self.title("Turning points");
        for point in points {
            let played = &self.review.moves[point.ply - 1];
            let size = self.review.size;
            let around = played.ply.mv.point().map_or_else(|| Region::whole(size), |at| Region::around(size, [at], 3));
            let options = TerminalOptions { width: 60, ..*self.terminal };
            let board = Board::with_stones(size, &played.stones);
            let cut = BoardFigure::new(&board).region(around).last_move(played.ply.mv.point()).to_terminal(&options);
            let rows: Vec<&str> = cut.lines().collect();
            let columns = around.columns().len() * 2 + 8;
            let mut text = vec![
                self.terminal.bold(&format!(
                    "Move {}, {} {}",
                    played.ply.number,
                    played.ply.color,
                    self.vertex(played.ply.mv)
                )),
                self.terminal.dim(&format!("worth about {:.0} points to {}", point.shift, point.color)),
            ];
            let room = self.width().saturating_sub(columns + 2).max(24);
            text.extend(figures::lines(&self.around(point.ply), room));
            for i in 0..rows.len().max(text.len()) {
                let row = rows.get(i).copied().unwrap_or("");
                let shown = figures_width(row);
                let words = text.get(i).map_or("", String::as_str);
                let line = format!("  {row}{}{words}", " ".repeat(columns.saturating_sub(shown)));
                let _ = writeln!(self.out, "{}", line.trim_end());
            }
            self.out.push('\n');
        }
    }

    /// The words of a move and of the moves beside it, as far as they say something.
    fn around(&self, ply: usize) -> String {
        let played = |number: usize| -> Option<String> {
            let played = self.review.moves.get(number.checked_sub(1)?)?;
            let text = played.text();
            (!text.is_empty()).then(|| if number == ply { text } else { format!("({number}: {text})") })
        };
        let words: Vec<String> = [ply, ply + 1].into_iter().filter_map(played).collect();
        if words.is_empty() { "A quiet move.".to_string() } else { words.join(" ") }
    }

    fn moves(&mut self, range: RangeInclusive<usize>) {
        let width = self.width();
        for played in &self.review.moves[range.start() - 1..*range.end()] {
            let side = match played.ply.color {
                Color::Black => 'B',
                Color::White => 'W',
            };
            let head = format!("{:4} {side} {:5}", played.ply.number, self.vertex(played.ply.mv));
            let lines = figures::lines(&played.text(), width - head.len());
            let first = lines.first().map_or("", String::as_str);
            let _ = writeln!(self.out, "{}", format!("{}{first}", self.terminal.bold(&head)).trim_end());
            for line in lines.iter().skip(1) {
                let _ = writeln!(self.out, "{:width$}{line}", "", width = head.len());
            }
        }
    }

    fn engine(&mut self) {
        const MOST: usize = 8;
        let review = self.review;
        let name = figures::clean(review.engine.as_deref().unwrap_or("the engine"));
        let judged: Vec<&Judgement> = review.judgements.iter().flatten().collect();
        self.title(&format!("What {name} sees"));
        let of = review.moves.len() + 1;
        if judged.len() < of {
            self.line("positions", &format!("{} of {of}", judged.len()));
        }
        let wins: Vec<f64> = (0..of)
            .map(|i| review.judgement(i).and_then(|j| j.black_wins).map_or(f64::NAN, |w| 2.0 * w - 1.0))
            .collect();
        if wins.iter().any(|win| win.is_finite()) {
            let [black, white] = strip(&wins, 1.0, &self.small());
            let last = wins.iter().rev().find(|win| win.is_finite()).map_or(0.5, |win| (win + 1.0) / 2.0);
            self.line("win rate", &format!("{black}  Black {:.0} % at the end", last * 100.0));
            self.line("", white.trim_end());
        }
        let mut lost: Vec<(f64, &ReviewedMove, &Fact)> = Vec::new();
        for played in &review.moves {
            for finding in &played.findings {
                if let Fact::Judged { win, points, .. } = &finding.fact {
                    lost.push((loss(*points, *win), played, &finding.fact));
                }
            }
        }
        lost.sort_by(|a, b| b.0.total_cmp(&a.0));
        lost.truncate(MOST);
        lost.sort_by_key(|(_, played, _)| played.ply.number);
        for (i, (_, played, fact)) in lost.into_iter().enumerate() {
            let Fact::Judged { win, points, best } = fact else { continue };
            let mut parts = Vec::new();
            parts.extend(points.map(|points| format!("{points:+.1} points")));
            parts.extend(win.map(|win| format!("{win:+.0} %")));
            parts.extend(best.map(|best| format!("prefers {}", self.vertex(best))));
            let text = format!(
                "{:4} {} {:4} {}",
                played.ply.number,
                played.ply.color,
                self.vertex(played.ply.mv),
                parts.join(", ")
            );
            self.line(if i == 0 { "costly" } else { "" }, &text);
        }
    }

    fn captures(&self, color: Color) -> Captures<'_> {
        let by = || {
            let plies = self.review.moves.iter().map(|played| &played.ply);
            plies.filter(move |ply| (ply.color == color) != ply.suicide && !ply.captured.is_empty())
        };
        Captures {
            stones: by().map(|ply| ply.captured.len()).sum(),
            moves: by().count(),
            // The first of the largest: `max_by_key` alone would take the last.
            most: by().rev().max_by_key(|ply| ply.captured.len()),
        }
    }

    fn numbers(&mut self) {
        let plies = || self.review.moves.iter().map(|played| &played.ply);
        let by = |color| plies().filter(|ply| ply.color == color).count();
        let passes = match plies().filter(|ply| ply.mv == Move::Pass).count() {
            0 => String::new(),
            n => format!(", {}", count(n, "pass", "passes")),
        };
        let moves = format!(
            "{} ({} by Black, {} by White{passes})",
            self.review.moves.len(),
            by(Color::Black),
            by(Color::White)
        );
        self.line("moves", &moves);
        for color in Color::ALL {
            let Captures { stones, moves, most } = self.captures(color);
            let text = match most {
                None => format!("{color} took nothing"),
                Some(ply) if stones == 1 => format!("{color} took 1 stone, with move {}", ply.number),
                Some(ply) if moves == 1 => format!("{color} took {stones} stones with move {}", ply.number),
                Some(ply) => format!(
                    "{color} took {stones} stones in {moves} moves; the most at once, {}, with move {} at {}",
                    ply.captured.len(),
                    ply.number,
                    self.vertex(ply.mv)
                ),
            };
            self.line(if color == Color::Black { "captures" } else { "" }, &text);
        }
        self.liberties();
        self.score();
        self.illegal();
    }

    fn liberties(&mut self) {
        let board = self.review.end.board();
        let all: Vec<ByColor<usize>> = std::iter::once(self.review.start_liberties)
            .chain(self.review.moves.iter().map(|played| played.liberties))
            .collect();
        let lines: Vec<String> = Color::ALL
            .into_iter()
            .map(|color| {
                let values: Vec<f64> = all.iter().map(|side| side[color] as f64).collect();
                let chains = board.chains().filter(|chain| chain.color() == color).count();
                let last = all.last().map_or(0, |side| side[color]);
                let curve = sparkline(&values, &self.small());
                format!("{curve}  {color}: {last} of {chains} chains at the end")
            })
            .collect();
        for (i, text) in lines.iter().enumerate() {
            self.line(if i == 0 { "liberties" } else { "" }, text);
        }
    }

    fn score(&mut self) {
        let score = &self.review.score;
        let ByColor { black, white } = score.sides;
        let counted = match self.review.end.rules().scoring {
            goban::Scoring::Area => "stones and surrounded points",
            goban::Scoring::Territory => "surrounded points and prisoners",
        };
        let compensation = if white.compensation == 0.0 {
            String::new()
        } else {
            format!(" ({} and {} for komi and handicap)", white.total - white.compensation, white.compensation)
        };
        let text = format!("{score}: Black {}, White {}{compensation}", black.total, white.total);
        self.line("score", &text);
        let dead = match self.review.agreed.dead.len() {
            0 => "where no stone is dead".to_string(),
            1 => "where one stone is dead".to_string(),
            n => format!("where {n} stones are dead"),
        };
        let note = format!("{counted} on the last board, {dead}");
        self.line("", &self.terminal.dim(&note));
        if let Some(text) = counted_result(self.review.outcome).filter(|text| *text != self.review.score.to_string()) {
            let note = format!(
                "the record says {text}: the players played on or agreed otherwise, which the board does not tell"
            );
            self.line("", &self.terminal.dim(&note));
        }
    }

    fn illegal(&mut self) {
        let illegal: Vec<&ReviewedMove> =
            self.review.moves.iter().filter(|played| played.ply.illegal.is_some()).collect();
        for (i, played) in illegal.iter().take(MOST_ILLEGAL).enumerate() {
            if let Some(reason) = played.ply.illegal {
                let ply = &played.ply;
                let text = format!("move {}: {} {}: {reason}", ply.number, ply.color, self.vertex(ply.mv));
                self.line(if i == 0 { "illegal" } else { "" }, &text);
            }
        }
        if illegal.len() > MOST_ILLEGAL {
            self.line("", &format!("and {} more", illegal.len() - MOST_ILLEGAL));
        }
        if illegal.is_empty() {
            self.line("illegal", "no move");
        }
    }

    fn models(&mut self) {
        let leads: Vec<&Curve> = self.review.curves.iter().filter(|curve| curve.role == Role::Lead).collect();
        if !leads.is_empty() {
            self.out.push('\n');
            self.title("Who leads, by each model");
            let note = "  bars above the middle are Black's lead, below it White's";
            let _ = writeln!(self.out, "{}", self.terminal.dim(note));
            let width = leads.iter().map(|curve| curve.name.len()).max().unwrap_or(0);
            for curve in leads {
                let [black, white] = strip(&curve.values, curve.unit_of_bars(), &self.small());
                let since = self.review.story.seers.iter().find(|seer| seer.name == curve.name);
                let since = since.map_or(String::new(), |seer| match seer.since {
                    Some(since) => format!(", the winner for good from move {since}"),
                    None => ", not the winner at the end".to_string(),
                });
                let _ = writeln!(self.out, "  {:width$}  {black}  {}", curve.name, peaks(curve));
                let line = format!("  {:width$}  {white}  {}", "", since.trim_start_matches(", "));
                let _ = writeln!(self.out, "{}", line.trim_end());
            }
        }
        let gains: Vec<&Curve> = self.review.curves.iter().filter(|curve| curve.role == Role::Gain).collect();
        for curve in gains {
            let moves = largest(self.review, curve, 5);
            if moves.is_empty() {
                continue;
            }
            self.out.push('\n');
            self.title(&format!("The moves that changed most, by {}", curve.name));
            for (ply, gain) in moves {
                let taken = match ply.captured.len() {
                    0 => String::new(),
                    n => format!(", takes {}", count(n, "stone", "stones")),
                };
                let vertex = self.vertex(ply.mv);
                let _ = writeln!(self.out, "  {:4} {} {vertex:4} {}{taken}", ply.number, ply.color, signed(gain));
            }
        }
    }

    fn table(&mut self) {
        let shown: Vec<&Curve> = self.review.curves.iter().filter(|curve| curve.sign != Sign::NonNegative).collect();
        let mut heading = format!("{:>5} {:6}{:6}{:>5}", "move", "side", "point", "took");
        for curve in &shown {
            let _ = write!(heading, "  {:>width$}", curve.name, width = curve.name.len().max(9));
        }
        self.out.push('\n');
        self.title(&heading);
        for (i, played) in self.review.moves.iter().enumerate() {
            let ply = &played.ply;
            let taken = match ply.captured.len() {
                0 => String::new(),
                n => n.to_string(),
            };
            let point = self.vertex(ply.mv);
            let _ = write!(self.out, "{:5} {:6}{point:6}{taken:>5}", ply.number, ply.color.to_string());
            for curve in &shown {
                let value = curve.values.get(i + 1).copied().map(signed).unwrap_or_default();
                let _ = write!(self.out, "  {value:>width$}", width = curve.name.len().max(9));
            }
            if let Some(reason) = ply.illegal {
                let _ = write!(self.out, "  illegal: {reason}");
            }
            self.out.push('\n');
        }
    }
}

/// The moves with the largest gains under a model, largest first.
fn largest<'s>(review: &'s Review, curve: &Curve, n: usize) -> Vec<(&'s Ply, f64)> {
    let plies = review.moves.iter().map(|played| &played.ply);
    let mut moves: Vec<(&Ply, f64)> = plies.zip(curve.values.iter().skip(1).copied()).collect();
    moves.sort_by(|(a, x), (b, y)| y.abs().total_cmp(&x.abs()).then(a.number.cmp(&b.number)));
    moves.truncate(n);
    moves
}

/// So many illegal moves are told one by one; JSON has them all.
const MOST_ILLEGAL: usize = 10;

/// The columns that a line of a drawn board takes, without its colours.
fn figures_width(line: &str) -> usize {
    let mut shown = 0;
    let mut escape = false;
    for c in line.chars() {
        match (escape, c) {
            (false, '\u{1b}') => escape = true,
            (true, 'm') => escape = false,
            (true, _) => {}
            (false, _) => shown += 1,
        }
    }
    shown
}

/// The result in the record, if the game was counted.
fn counted_result(outcome: Option<Outcome>) -> Option<String> {
    let counted = |outcome: &Outcome| matches!(outcome, Outcome::Win { margin: Margin::Points(_), .. } | Outcome::Draw);
    outcome.filter(counted).map(|outcome| outcome.to_string())
}

/// The end of a lead and its best moments for each side.
fn peaks(curve: &Curve) -> String {
    let best = |color: Color| {
        let value = |at: &usize| color.sign() * curve.values[*at];
        // The first of the best: `max_by` alone would take the last.
        let at = (0..curve.values.len()).rev().max_by(|a, b| value(a).total_cmp(&value(b)))?;
        (value(&at) > 0.0).then(|| format!("{color} at most {} after move {at}", signed(curve.values[at])))
    };
    let end = curve.values.last().copied().unwrap_or(0.0);
    let parts = [Some(format!("end {}", signed(end))), best(Color::Black), best(Color::White)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
