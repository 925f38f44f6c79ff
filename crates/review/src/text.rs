//! A review for the terminal.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use figures::{BoardFigure, Chart, Figure, Mark, Region, Series, TerminalOptions, sparkline, strip};
use fluent_bundle::FluentArgs;
use goban::{Board, ByColor, Color, Move, Point};
use model::words::{count, signed};
use model::{Role, Sign};
use record::Ply;

use crate::lead::Lead;
use crate::placement::distance;
use crate::words::{args, color_name, value};
use crate::{Catalogue, Count, Curve, Level, Review, ReviewedMove};

/// No line of prose is longer, however wide the terminal is.
const WIDEST: usize = 100;

impl Review {
    /// The review for a terminal: the moves of a range one by one, or the story of the whole; then, if it is wanted, a table of
    /// the models' numbers after every move. The words around it come from the catalogue, too.
    #[must_use]
    pub fn to_text(
        &self,
        range: Option<RangeInclusive<usize>>,
        table: bool,
        terminal: &TerminalOptions,
        catalogue: &Catalogue,
    ) -> String {
        let mut report = Report { review: self, terminal, catalogue, out: String::new() };
        match range {
            Some(range) => report.moves(range),
            None => report.whole(),
        }
        if table {
            report.table();
        }
        if self.trailing_setup {
            let note = report.say("report-setup-after", &FluentArgs::new());
            let _ = writeln!(report.out, "\n{note}");
        }
        report.out.push('\n');
        report.out
    }

    /// Who leads over the moves: one curve in points where the positions were judged; where they were not, the leads of all models, each
    /// in a unit of its own.
    #[must_use]
    pub fn leads_chart(&self, title: &str) -> Chart {
        if let Some(lead) = Lead::of(self) {
            return Chart::curves([Series::new(&lead.whose, lead.values)])
                .title(title)
                .axes("move", "lead of Black in points")
                .lead(true);
        }
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
    catalogue: &'a Catalogue,
    out: String,
}

/// How words stand in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weight {
    Bold,
    Plain,
    Dim,
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
        let room = " ".repeat(10usize.saturating_sub(figures::cells(name)));
        let _ = writeln!(self.out, "  {name}{room} {text}");
    }

    fn vertex(&self, mv: Move) -> String {
        self.review.size.move_name(mv)
    }

    fn say(&self, id: &str, args: &FluentArgs<'_>) -> String {
        self.catalogue.say(id, 0, args).unwrap_or_default()
    }

    /// A message that needs nothing.
    fn name(&self, id: &str) -> String {
        self.say(id, &FluentArgs::new())
    }

    /// A curve within a line of text.
    fn small(&self) -> TerminalOptions {
        TerminalOptions { width: 50, ..*self.terminal }
    }

    fn whole(&mut self) {
        let headline = format!("{} {}", self.review.story.headline, self.review.digest.decided);
        for line in figures::lines(&headline, self.width()) {
            let _ = writeln!(self.out, "{}", self.terminal.bold(&line));
        }
        self.out.push('\n');
        self.lead();
        self.mean_losses();
        self.lessons();
        self.moments();
        self.weak_groups();
        self.paragraphs();
        let mut board = BoardFigure::new(self.review.end.board());
        if let Some(played) = self.review.moves.last() {
            board = board.last_move(played.ply.mv.point());
        }
        let _ = writeln!(self.out, "{}", board.to_terminal(self.terminal));
        self.title(&self.name("report-numbers"));
        self.numbers();
        if self.review.level == Level::Expert {
            self.models();
        }
        if self.review.moves.iter().any(|played| !played.text().is_empty()) {
            let hint = self.terminal.dim(&self.name("report-hint"));
            let _ = writeln!(self.out, "\n{hint}");
        }
    }

    /// The lead in points along the game, by whoever judged it.
    fn lead(&mut self) {
        let Some(lead) = Lead::of(self.review) else { return };
        // The few largest values must not press all others flat.
        let mut sizes: Vec<f64> =
            lead.values.iter().map(|value| value.abs()).filter(|value| value.is_finite()).collect();
        sizes.sort_by(f64::total_cmp);
        let unit = sizes.get(sizes.len() * 19 / 20).copied().unwrap_or(1.0).max(5.0);
        let [black, white] = strip(&lead.values, unit, &self.small());
        let peak = |color: Color| {
            let value = |at: &usize| color.sign() * lead.values[*at];
            let known = (0..lead.values.len()).rev().filter(|&at| lead.values[at].is_finite());
            let at = known.max_by(|a, b| value(a).total_cmp(&value(b)))?;
            let points = value(&at).round() as i64;
            (points > 0).then(|| self.say("report-peak", &args! { color: color_name(color), points: points, ply: at }))
        };
        let peaks: Vec<String> = Color::ALL.into_iter().map(|color| peak(color).unwrap_or_default()).collect();
        self.title(&self.say("report-lead", &args! { judge: figures::clean(&lead.whose) }));
        for (row, peak) in [black, white].into_iter().zip(peaks) {
            let _ = writeln!(self.out, "{}", format!("  {row}  {peak}").trim_end());
        }
        let (judged, of) = (self.review.judgements.iter().flatten().count(), self.review.moves.len() + 1);
        if judged < of {
            let note = self.terminal.dim(&self.say("report-judged", &args! { judged: judged, of: of }));
            let _ = writeln!(self.out, "  {note}");
        }
        self.out.push('\n');
    }

    /// What the moves of each side cost on average, stage by stage.
    fn mean_losses(&mut self) {
        if self.review.mean_losses.is_empty() {
            return;
        }
        let digest = &self.review.digest;
        let names: Vec<&str> =
            self.review.mean_losses.iter().map(|mean| digest.label(&format!("report-{}", mean.stage.name()))).collect();
        let title = digest.label("report-mean-loss");
        let column =
            |text: &str, width: usize| format!("{}{text}", " ".repeat(width.saturating_sub(figures::cells(text))));
        let first =
            Color::ALL.map(|color| figures::cells(digest.side(color))).into_iter().chain([figures::cells(title)]);
        let first = first.max().unwrap_or(0) + 2;
        let widths: Vec<usize> = names.iter().map(|name| figures::cells(name).max(4) + 3).collect();
        let heading: String = names.iter().zip(&widths).map(|(name, width)| column(name, *width)).collect();
        let heading = format!("{title}{}{heading}", " ".repeat(first - figures::cells(title)));
        self.title(&heading);
        for color in Color::ALL.into_iter().filter(|color| self.review.side.is_none_or(|side| side == *color)) {
            let side = digest.side(color);
            let mut row = format!("  {side}{}", " ".repeat(first - 2 - figures::cells(side)));
            for (mean, width) in self.review.mean_losses.iter().zip(&widths) {
                let cell = mean.points[color].map_or("–".to_string(), |points| format!("{points:.1}"));
                row.push_str(&column(&cell, *width));
            }
            let _ = writeln!(self.out, "{row}");
        }
        self.out.push('\n');
    }

    /// What the mistakes were about, by kind.
    fn lessons(&mut self) {
        let digest = &self.review.digest;
        if digest.lessons.is_empty() {
            return;
        }
        self.title(digest.label("report-lessons"));
        for lesson in &digest.lessons {
            let _ = writeln!(self.out, "  {lesson}");
        }
        self.out.push('\n');
    }

    /// The moments, each with the part of the board where it happened, the words and the better line.
    fn moments(&mut self) {
        let digest = &self.review.digest;
        if digest.moments.is_empty() {
            return;
        }
        self.title(digest.label("report-moments"));
        for moment in &digest.moments {
            let played = &self.review.moves[moment.ply - 1];
            let text = [
                (moment.title.clone(), Weight::Bold),
                (played.text(), Weight::Plain),
                (moment.better.clone(), Weight::Plain),
                (moment.until.clone(), Weight::Dim),
            ];
            let better = played.verdict.better.and_then(|mv| mv.point());
            self.beside_board(played, better, &text);
        }
    }

    /// A part of the board after a move, with words beside it; the point of a better move is marked.
    fn beside_board(&mut self, played: &ReviewedMove, better: Option<Point>, text: &[(String, Weight)]) {
        /// A better move further away is not drawn.
        const FAR: usize = 7;
        let size = self.review.size;
        let at = played.ply.mv.point();
        let near = better.filter(|better| at.is_none_or(|at| distance(at, *better) <= FAR));
        let shown: Vec<Point> = at.into_iter().chain(near).collect();
        let region = if shown.is_empty() { Region::whole(size) } else { Region::around(size, shown, 3) };
        let options = TerminalOptions { width: 60, ..*self.terminal };
        let board = Board::with_stones(size, &played.stones);
        let figure = BoardFigure::new(&board).region(region).last_move(at).marks(Mark::Square, near);
        let cut = figure.to_terminal(&options);
        let rows: Vec<&str> = cut.lines().collect();
        let columns = region.columns().len() * 2 + 8;
        let room = self.width().saturating_sub(columns + 2).max(24);
        let words: Vec<String> = text
            .iter()
            .flat_map(|(text, weight)| figures::lines(text, room).into_iter().map(|line| self.weighed(&line, *weight)))
            .collect();
        for i in 0..rows.len().max(words.len()) {
            let row = rows.get(i).copied().unwrap_or("");
            let words = words.get(i).map_or("", String::as_str);
            let line = format!("  {row}{}{words}", " ".repeat(columns.saturating_sub(figures_width(row))));
            let _ = writeln!(self.out, "{}", line.trim_end());
        }
        self.out.push('\n');
    }

    fn weighed(&self, line: &str, weight: Weight) -> String {
        match weight {
            Weight::Bold => self.terminal.bold(line),
            Weight::Plain => line.to_string(),
            Weight::Dim => self.terminal.dim(line),
        }
    }

    /// The groups that were ever in danger.
    fn weak_groups(&mut self) {
        let digest = &self.review.digest;
        if digest.groups.is_empty() {
            return;
        }
        self.title(digest.label("report-groups"));
        for group in &digest.groups {
            for (i, line) in figures::lines(&group.text, self.width() - 4).into_iter().enumerate() {
                let _ = writeln!(self.out, "{}{line}", if i == 0 { "  " } else { "    " });
            }
        }
        self.out.push('\n');
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
        let args = args! {
            all: self.review.moves.len(), black: by(Color::Black), white: by(Color::White),
            passes: plies().filter(|ply| ply.mv == Move::Pass).count(),
        };
        self.line(&self.name("report-moves"), &self.say("report-moves-by", &args));
        for color in Color::ALL {
            let Captures { stones, moves, most } = self.captures(color);
            let args = args! {
                color: color_name(color), stones: stones, moves: moves, ply: most.map_or(0, |ply| ply.number),
                most: most.map_or(0, |ply| ply.captured.len()),
                point: most.map_or(String::new(), |ply| self.vertex(ply.mv)),
            };
            let name = if color == Color::Black { self.name("report-captures") } else { String::new() };
            self.line(&name, &self.say("report-took", &args));
        }
        if self.review.level == Level::Expert {
            self.liberties();
        }
        self.score();
        self.illegal();
    }

    fn liberties(&mut self) {
        let board = self.review.end.board();
        let all: Vec<ByColor<usize>> = std::iter::once(self.review.start_liberties)
            .chain(self.review.moves.iter().map(|played| played.liberties))
            .collect();
        for color in Color::ALL {
            let values: Vec<f64> = all.iter().map(|side| side[color] as f64).collect();
            let chains = board.chains().filter(|chain| chain.color() == color).count();
            let last = all.last().map_or(0, |side| side[color]);
            let curve = sparkline(&values, &self.small());
            let args = args! { color: color_name(color), liberties: last, chains: chains };
            let name = if color == Color::Black { self.name("report-liberties") } else { String::new() };
            self.line(&name, &format!("{curve}  {}", self.say("report-liberties-of", &args)));
        }
    }

    fn score(&mut self) {
        let Some(Count { score, dead, by }) = &self.review.ending.count else { return };
        let ByColor { black, white } = score.sides;
        let args = args! {
            result: score.to_string(), black: value(black.total), white: value(white.total),
            compensation: value(white.compensation), board: value(white.total - white.compensation),
        };
        self.line(&self.name("report-score"), &self.say("report-counted", &args));
        let args = args! {
            area: usize::from(self.review.end.rules().scoring == goban::Scoring::Area), by: by.name(), dead: dead.len(),
        };
        let note = self.terminal.dim(&self.say("report-counted-by", &args));
        self.line("", &note);
    }

    fn illegal(&mut self) {
        let illegal: Vec<&ReviewedMove> =
            self.review.moves.iter().filter(|played| played.ply.illegal.is_some()).collect();
        for (i, played) in illegal.iter().take(MOST_ILLEGAL).enumerate() {
            if let Some(reason) = played.ply.illegal {
                let ply = &played.ply;
                let args = args! {
                    ply: ply.number, color: color_name(ply.color), point: self.vertex(ply.mv), reason: reason.to_string(),
                };
                let name = if i == 0 { self.name("report-illegal") } else { String::new() };
                self.line(&name, &self.say("report-illegal-move", &args));
            }
        }
        if illegal.len() > MOST_ILLEGAL {
            self.line("", &self.say("report-more", &args! { n: illegal.len() - MOST_ILLEGAL }));
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
