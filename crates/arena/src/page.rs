//! The report as a page of HTML that needs no other file.

use std::fmt::Write as _;

use figures::{Bars, Chart, Figure};

use crate::report::Report;
use crate::text::{interval, milliseconds, notes, percent, result};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}th{font-weight:600}\
td.l,th.l{text-align:left}.x td{min-width:2.4rem;text-align:center;border:1px solid #eee}.note{color:#666}\
.scroll{overflow-x:auto}svg{max-width:100%;height:auto}";

impl Report {
    /// The ratings as a chart: the strongest first, whiskers are 95 % intervals.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let rated: Vec<_> = self.standings.iter().filter_map(|s| Some((s.name.as_str(), s.elo?, s.error?))).collect();
        let values: Vec<f64> = rated.iter().map(|(_, elo, _)| *elo).collect();
        let intervals: Vec<(f64, f64)> = rated.iter().map(|(_, elo, error)| (elo - error, elo + error)).collect();
        let caption = format!("{} games; whiskers are 95 % intervals", self.played);
        let names = rated.iter().map(|(name, ..)| *name);
        Chart::bars(names, [Bars::new("Elo", values).intervals(intervals)])
            .title(&self.name)
            .caption(&caption)
            .axes("", "Elo")
    }

    /// The report as a page. Links lead to the records, from the folder of the results.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><title>{0}</title><style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n<p>",
            escape(&self.name)
        );
        let lines: Vec<String> = self.conditions().iter().map(|line| escape(line)).collect();
        page.push_str(&lines.join("<br>\n"));
        page.push_str("</p>\n");
        self.standings_html(&mut page);
        page.push_str("<div>");
        page.push_str(&self.chart().to_svg());
        page.push_str("</div>\n");
        self.crosstable_html(&mut page);
        self.pairs_html(&mut page);
        self.troubles_html(&mut page);
        page.push_str("</body></html>\n");
        page
    }

    fn standings_html(&self, page: &mut String) {
        page.push_str(
            "<h2>Standings</h2>\n<div class=\"scroll\"><table><tr><th></th><th class=\"l\">player</th><th>Elo</th>\
             <th>±</th><th>games</th><th>wins</th><th>95 %</th><th>draws</th><th>forfeits</th><th>void</th>\
             <th>CPU ms/move</th><th>CPU s/game</th><th class=\"l\">what it is</th></tr>\n",
        );
        let round = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.0}"));
        for (i, standing) in self.standings.iter().enumerate() {
            let effort = standing.effort;
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td class=\"l\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
                 <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"l\"><code>{}</code>{}</td></tr>",
                i + 1,
                escape(&standing.name),
                round(standing.elo),
                round(standing.error),
                standing.games,
                percent(standing),
                interval(standing),
                standing.draws,
                standing.forfeits,
                standing.void,
                effort.milliseconds_per_move.map_or("–".to_string(), milliseconds),
                effort.seconds_per_game.map_or("–".to_string(), |value| format!("{value:.2}")),
                escape(&standing.what),
                if standing.gives > 0 { format!(", giving {} stones", standing.gives) } else { String::new() },
            );
        }
        let _ = writeln!(page, "</table></div>\n<p class=\"note\">{}</p>", escape(&self.about_ratings()));
    }

    fn crosstable_html(&self, page: &mut String) {
        page.push_str(
            "<h2>Who beat whom</h2>\n<p class=\"note\">Wins of the row against the column, in percent; point at a cell for \
             the games.</p>\n<div class=\"scroll\"><table class=\"x\"><tr><th></th><th></th>",
        );
        for column in 1..=self.standings.len() {
            let _ = write!(page, "<th>{column}</th>");
        }
        page.push_str("</tr>\n");
        for (i, row) in self.standings.iter().enumerate() {
            let _ = write!(page, "<tr><th>{}</th><th class=\"l\">{}</th>", i + 1, escape(&row.name));
            for column in &self.standings {
                match self.between(&row.name, &column.name) {
                    Some([wins, draws, losses]) if wins + draws + losses > 0 => {
                        let share = wins as f64 / (wins + draws + losses) as f64;
                        // Blue is the row's, orange the column's, as everywhere else.
                        let (hue, strength) = if share >= 0.5 { (211, share - 0.5) } else { (28, 0.5 - share) };
                        let _ = write!(
                            page,
                            "<td style=\"background:hsl({hue} 80% {:.0}%)\" title=\"{} wins, {} draws, {} losses\">{:.0}</td>",
                            97.0 - 50.0 * strength,
                            wins,
                            draws,
                            losses,
                            100.0 * share
                        );
                    }
                    _ => page.push_str(if row.name == column.name { "<td>·</td>" } else { "<td></td>" }),
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table></div>\n");
    }

    fn pairs_html(&self, page: &mut String) {
        page.push_str(
            "<h2>Pairs</h2>\n<div class=\"scroll\"><table><tr><th class=\"l\">first</th><th class=\"l\">second</th>\
             <th>result</th><th>first wins</th><th>95 %</th><th>median length</th><th class=\"l\"></th></tr>\n",
        );
        for pair in &self.pairs {
            let _ = writeln!(
                page,
                "<tr><td class=\"l\">{}</td><td class=\"l\">{}</td><td>{}</td><td>{:.1} %</td><td>{:.1}–{:.1}</td><td>{}</td>\
                 <td class=\"l\">{}</td></tr>",
                escape(&pair.players[0]),
                escape(&pair.players[1]),
                result(pair),
                100.0 * pair.share.value,
                100.0 * pair.share.low,
                100.0 * pair.share.high,
                pair.length.map_or_else(String::new, |length| length.median.to_string()),
                escape(&notes(pair).join("; ")),
            );
        }
        page.push_str("</table></div>\n");
    }

    fn troubles_html(&self, page: &mut String) {
        if self.troubles.is_empty() {
            return;
        }
        page.push_str("<h2>Games with something to tell</h2>\n<ul>\n");
        for trouble in &self.troubles {
            let game = format!("{} – {}, game {}", trouble.black, trouble.white, trouble.game);
            let game = escape(&game);
            let game = match trouble.file.as_str() {
                "" => game,
                file => format!("<a href=\"{}\">{game}</a>", escape(&figures::address(file))),
            };
            let _ = writeln!(
                page,
                "<li>{game}: {}, {}: {}</li>",
                escape(&trouble.result),
                trouble.end.words(),
                escape(&trouble.reason)
            );
        }
        page.push_str("</ul>\n");
    }
}

/// A text as HTML shows it.
fn escape(text: &str) -> String {
    figures::escape(&figures::clean(text))
}
