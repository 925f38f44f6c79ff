//! The report as text for a terminal, and as CSV.

use std::fmt::Write as _;

use crate::report::{PairReport, Report, Standing};
use crate::result::Row;
use crate::sprt::Decision;

impl Report {
    /// The report as text: standings, who beat whom, pairs, troubles.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.name);
        for line in self.conditions() {
            let _ = writeln!(text, "{line}");
        }
        text.push('\n');
        self.standings_text(&mut text);
        if self.standings.len() > 2 {
            self.crosstable_text(&mut text);
        }
        self.pairs_text(&mut text);
        self.troubles_text(&mut text);
        text
    }

    /// What was played, in a few lines.
    pub(crate) fn conditions(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{0}×{0}, {1}, komi {2}{3}, seed {4}",
            self.size,
            self.rules,
            self.komi,
            if self.pairs.iter().any(|pair| pair.handicap > 0) {
                format!(" ({} with handicap)", self.handicap_komi)
            } else {
                String::new()
            },
            self.seed
        )];
        let mut beginning = Vec::new();
        if self.openings > 0 {
            beginning.push(format!("{} openings", self.openings));
        }
        if self.random_moves > 0 {
            beginning.push(format!("{} random moves to begin with", self.random_moves));
        }
        let counting = match self.counting.as_str() {
            "board" => "counted as the board stands",
            "players" => "counted with the dead stones that engines name",
            judge => judge,
        };
        beginning.push(counting.to_string());
        lines.push(beginning.join("; "));
        let state = if self.complete { "complete" } else { "not complete" };
        let mut games = format!("{} of {} games, {state}", self.played, self.planned);
        if self.beyond > 0 {
            let _ = write!(games, "; {} more after a test was decided, not counted", self.beyond);
        }
        lines.push(games);
        if let Some(sprt) = &self.sprt {
            lines.push(format!(
                "sequential test: {} against {} Elo, errors {} and {}",
                sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
            ));
        }
        lines
    }

    /// What the ratings mean, in a line.
    pub(crate) fn about_ratings(&self) -> String {
        let fixed = match &self.anchor {
            Some((name, elo)) => format!("{name} is fixed at {elo}"),
            None => "their mean is 0".to_string(),
        };
        format!(
            "Elo by Bradley and Terry, a draw's worth of doubt for everybody; {fixed}. Intervals are 95 %, of wins Wilson's."
        )
    }

    fn name_width(&self) -> usize {
        self.standings.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0).max(6)
    }

    fn standings_text(&self, text: &mut String) {
        let width = self.name_width();
        let troubled = self.standings.iter().any(|standing| standing.forfeits + standing.void > 0);
        let drawn = self.standings.iter().any(|standing| standing.draws > 0);
        let mut heading = format!(
            "{:>3}  {:width$}  {:>6}  {:>5}  {:>6}  {:>6}  {:>13}",
            "", "player", "Elo", "±", "games", "wins", "95 %"
        );
        if drawn {
            heading.push_str("   draws");
        }
        heading.push_str("  CPU ms/move");
        if troubled {
            heading.push_str("  forfeits   void");
        }
        let _ = writeln!(text, "{heading}");
        for (i, standing) in self.standings.iter().enumerate() {
            let apart = |above: &Standing| above.group != standing.group && above.games > 0 && standing.games > 0;
            if i > 0 && apart(&self.standings[i - 1]) {
                text.push_str("     (no game connects those above with those below)\n");
            }
            let elo = standing.elo.map_or("–".to_string(), |elo| format!("{elo:.0}"));
            let error = standing.error.map_or("–".to_string(), |error| format!("{error:.0}"));
            let mut line =
                format!("{:>3}  {:width$}  {elo:>6}  {error:>5}  {:>6}  ", i + 1, standing.name, standing.games);
            let _ = write!(line, "{:>6}  {:>13}", percent(standing), interval(standing));
            if drawn {
                let _ = write!(line, "  {:>6}", standing.draws);
            }
            let effort = standing.effort.milliseconds_per_move;
            let _ = write!(line, "  {:>11}", effort.map_or("–".to_string(), milliseconds));
            if troubled {
                let _ = write!(line, "  {:>8}  {:>5}", standing.forfeits, standing.void);
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let _ = writeln!(text, "{}", self.about_ratings());
    }

    fn crosstable_text(&self, text: &mut String) {
        let width = self.name_width();
        text.push_str("\nWins of the row against the column, in percent\n");
        let _ = write!(text, "{:>3}  {:width$}", "", "");
        for column in 1..=self.standings.len() {
            let _ = write!(text, "  {column:>4}");
        }
        text.push('\n');
        for (i, row) in self.standings.iter().enumerate() {
            let mut line = format!("{:>3}  {:width$}", i + 1, row.name);
            for column in &self.standings {
                let cell = match self.between(&row.name, &column.name) {
                    Some([0, 0, 0]) | None => String::new(),
                    Some([wins, draws, losses]) => {
                        format!("{:.0}", 100.0 * wins as f64 / (wins + draws + losses) as f64)
                    }
                };
                let cell = if row.name == column.name { "·".to_string() } else { cell };
                let _ = write!(line, "  {cell:>4}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    fn pairs_text(&self, text: &mut String) {
        text.push_str("\nPairs\n");
        let width = self.name_width();
        for pair in &self.pairs {
            let [first, second] = &pair.players;
            let mut line = format!("  {first:width$} – {second:width$}  {:>9}", result(pair));
            let _ = write!(
                line,
                "  {:>5.1} % ({:.1}–{:.1})",
                100.0 * pair.share.value,
                100.0 * pair.share.low,
                100.0 * pair.share.high
            );
            if let Some(length) = pair.length {
                let _ = write!(line, "  {}–{}–{} moves", length.least, length.median, length.greatest);
            }
            for note in notes(pair) {
                let _ = write!(line, "; {note}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    fn troubles_text(&self, text: &mut String) {
        const MOST: usize = 20;
        if self.troubles.is_empty() {
            return;
        }
        text.push_str("\nGames with something to tell\n");
        for trouble in self.troubles.iter().take(MOST) {
            let _ = writeln!(
                text,
                "  {} – {}, game {}: {}, {}: {}",
                trouble.black,
                trouble.white,
                trouble.game,
                trouble.result,
                trouble.end.words(),
                trouble.reason
            );
        }
        if self.troubles.len() > MOST {
            let _ = writeln!(text, "  and {} more", self.troubles.len() - MOST);
        }
    }

    /// The standings as CSV.
    #[must_use]
    pub fn standings_csv(&self) -> String {
        let heading = "player,what,gives,elo,elo_error,group,games,wins,losses,draws,share,low,high,forfeits,void,\
                       cpu_seconds_per_game,cpu_milliseconds_per_move";
        let row = |standing: &Standing| {
            vec![
                standing.name.clone(),
                standing.what.clone(),
                standing.gives.to_string(),
                number(standing.elo),
                number(standing.error),
                standing.group.to_string(),
                standing.games.to_string(),
                standing.wins.to_string(),
                standing.losses.to_string(),
                standing.draws.to_string(),
                standing.share.value.to_string(),
                standing.share.low.to_string(),
                standing.share.high.to_string(),
                standing.forfeits.to_string(),
                standing.void.to_string(),
                number(standing.effort.seconds_per_game),
                number(standing.effort.milliseconds_per_move),
            ]
        };
        csv(heading, self.standings.iter().map(row))
    }

    /// The pairs as CSV.
    #[must_use]
    pub fn pairs_csv(&self) -> String {
        let heading = "first,second,handicap,planned,games,first_wins,second_wins,draws,share,low,high,first_black_wins,\
                       first_black_games,second_black_wins,second_black_games,void,duplicates,least_length,median_length,\
                       greatest_length,sprt,llr";
        let row = |pair: &PairReport| {
            let [[first_wins, first_games], [second_wins, second_games]] = pair.with_black;
            vec![
                pair.players[0].clone(),
                pair.players[1].clone(),
                pair.handicap.to_string(),
                pair.planned.to_string(),
                pair.games.to_string(),
                pair.wins[0].to_string(),
                pair.wins[1].to_string(),
                pair.draws.to_string(),
                pair.share.value.to_string(),
                pair.share.low.to_string(),
                pair.share.high.to_string(),
                first_wins.to_string(),
                first_games.to_string(),
                second_wins.to_string(),
                second_games.to_string(),
                pair.void.to_string(),
                pair.duplicates.to_string(),
                number(pair.length.map(|length| length.least)),
                number(pair.length.map(|length| length.median)),
                number(pair.length.map(|length| length.greatest)),
                pair.test.map_or_else(String::new, |test| format!("{:?}", test.decision).to_lowercase()),
                number(pair.test.map(|test| test.llr)),
            ]
        };
        csv(heading, self.pairs.iter().map(row))
    }
}

/// A number, or nothing.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Games as CSV, in the order given.
#[must_use]
pub fn games_csv<'r>(rows: impl IntoIterator<Item = &'r Row>) -> String {
    let heading = "black,white,game,handicap,result,end,reason,moves,seed,hash,black_cpu_seconds,white_cpu_seconds,\
                   seconds,file";
    let row = |row: &Row| {
        let end = serde_json::to_value(row.end).ok();
        vec![
            row.black.clone(),
            row.white.clone(),
            (row.game + 1).to_string(),
            row.handicap.to_string(),
            row.result.clone(),
            end.as_ref().and_then(|end| end.as_str()).unwrap_or_default().to_string(),
            row.reason.clone(),
            row.moves.to_string(),
            row.seed.to_string(),
            row.hash.to_string(),
            number(row.cpu.black),
            number(row.cpu.white),
            row.seconds.to_string(),
            row.file.clone(),
        ]
    };
    csv(heading, rows.into_iter().map(row))
}

fn csv(heading: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let heading = heading.split(',').map(str::to_string).collect();
    for row in std::iter::once(heading).chain(rows) {
        out.write_record(row).expect("memory can be written");
    }
    String::from_utf8(out.into_inner().expect("memory can be written")).expect("cells are text")
}

pub(crate) fn percent(standing: &Standing) -> String {
    if standing.games == 0 { "–".to_string() } else { format!("{:.1} %", 100.0 * standing.share.value) }
}

pub(crate) fn interval(standing: &Standing) -> String {
    if standing.games == 0 {
        return "–".to_string();
    }
    format!("{:.1}–{:.1}", 100.0 * standing.share.low, 100.0 * standing.share.high)
}

/// Milliseconds with three digits or so.
pub(crate) fn milliseconds(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 1.0 => format!("{value:.1}"),
        value => format!("{value:.3}"),
    }
}

/// `12–8`, or `12–8–1` with draws.
pub(crate) fn result(pair: &PairReport) -> String {
    let [first, second] = pair.wins;
    if pair.draws > 0 { format!("{first}–{second}–{}", pair.draws) } else { format!("{first}–{second}") }
}

/// What else there is to say about a pair.
pub(crate) fn notes(pair: &PairReport) -> Vec<String> {
    let mut notes = Vec::new();
    if pair.handicap > 0 {
        notes.push(format!("{} handicap stones", pair.handicap));
    } else if pair.games > 0 {
        let [[first, of_first], [second, of_second]] = pair.with_black;
        notes.push(format!("Black won {} of {}", first + second, of_first + of_second));
    }
    if pair.void > 0 {
        notes.push(format!("{} void", pair.void));
    }
    if pair.duplicates > 0 {
        notes.push(format!("{} with the moves of another", pair.duplicates));
    }
    if let Some(test) = pair.test {
        notes.push(match test.decision {
            Decision::H0 => format!("H0 accepted, LLR {:.2}", test.llr),
            Decision::H1 => format!("H1 accepted, LLR {:.2}", test.llr),
            Decision::Open => format!("test open, LLR {:.2}", test.llr),
        });
    }
    notes
}
