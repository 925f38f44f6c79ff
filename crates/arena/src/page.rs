//! The report as a page of HTML that needs no other file.

use figures::{Bars, Chart, Figure, clean};
use maud::{Markup, PreEscaped, html};

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
        let name = clean(&self.name);
        let body = html! {
            h1 { (name) }
            p {
                @for (i, line) in self.conditions().iter().enumerate() {
                    @if i > 0 { br; }
                    (clean(line))
                }
            }
            (self.standings_html())
            div { (PreEscaped(self.chart().to_svg())) }
            (self.crosstable_html())
            (self.pairs_html())
            (self.troubles_html())
        };
        figures::page(&name, STYLE, &Markup::default(), &body)
    }

    fn standings_html(&self) -> Markup {
        let round = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.0}"));
        html! {
            h2 { "Standings" }
            div.scroll { table {
                tr {
                    th {} th.l { "player" } th { "Elo" } th { "±" } th { "games" } th { "wins" } th { "95 %" }
                    th { "draws" } th { "forfeits" } th { "void" } th { "CPU ms/move" } th { "CPU s/game" }
                    th.l { "what it is" }
                }
                @for (i, standing) in self.standings.iter().enumerate() { tr {
                    td { (i + 1) }
                    td.l { (clean(&standing.name)) }
                    td { (round(standing.elo)) }
                    td { (round(standing.error)) }
                    td { (standing.games) }
                    td { (percent(standing)) }
                    td { (interval(standing)) }
                    td { (standing.draws) }
                    td { (standing.forfeits) }
                    td { (standing.void) }
                    td { (standing.effort.milliseconds_per_move.map_or("–".to_string(), milliseconds)) }
                    td { (standing.effort.seconds_per_game.map_or("–".to_string(), |value| format!("{value:.2}"))) }
                    td.l {
                        code { (clean(&standing.what)) }
                        @if standing.gives > 0 { ", giving " (standing.gives) " stones" }
                    }
                } }
            } }
            p.note { (clean(&self.about_ratings())) }
        }
    }

    fn crosstable_html(&self) -> Markup {
        html! {
            h2 { "Who beat whom" }
            p.note { "Wins of the row against the column, in percent; point at a cell for the games." }
            div.scroll { table.x {
                tr {
                    th {} th {}
                    @for column in 1..=self.standings.len() { th { (column) } }
                }
                @for (i, row) in self.standings.iter().enumerate() { tr {
                    th { (i + 1) }
                    th.l { (clean(&row.name)) }
                    @for column in &self.standings { (self.cell_html(&row.name, &column.name)) }
                } }
            } }
        }
    }

    /// How often one player beat another.
    fn cell_html(&self, row: &str, column: &str) -> Markup {
        let Some([wins, draws, losses]) = self.between(row, column).filter(|counts| counts.iter().sum::<usize>() > 0)
        else {
            return html! { td { @if row == column { "·" } } };
        };
        let share = wins as f64 / (wins + draws + losses) as f64;
        // Blue is the row's, orange the column's, as everywhere else.
        let (hue, strength) = if share >= 0.5 { (211, share - 0.5) } else { (28, 0.5 - share) };
        let color = format!("background:hsl({hue} 80% {:.0}%)", 97.0 - 50.0 * strength);
        let games = format!("{wins} wins, {draws} draws, {losses} losses");
        html! { td style=(color) title=(games) { (format!("{:.0}", 100.0 * share)) } }
    }

    fn pairs_html(&self) -> Markup {
        html! {
            h2 { "Pairs" }
            div.scroll { table {
                tr {
                    th.l { "first" } th.l { "second" } th { "result" } th { "first wins" } th { "95 %" }
                    th { "median length" } th.l {}
                }
                @for pair in &self.pairs { tr {
                    @for player in &pair.players { td.l { (clean(player)) } }
                    td { (result(pair)) }
                    td { (format!("{:.1} %", 100.0 * pair.share.value)) }
                    td { (format!("{:.1}–{:.1}", 100.0 * pair.share.low, 100.0 * pair.share.high)) }
                    td { @if let Some(length) = pair.length { (length.median) } }
                    td.l { (clean(&notes(pair).join("; "))) }
                } }
            } }
        }
    }

    fn troubles_html(&self) -> Markup {
        if self.troubles.is_empty() {
            return Markup::default();
        }
        html! {
            h2 { "Games with something to tell" }
            ul { @for trouble in &self.troubles {
                @let game = clean(&format!("{} – {}, game {}", trouble.black, trouble.white, trouble.game));
                li {
                    @if trouble.file.is_empty() { (game) } @else { a href=(figures::address(&trouble.file)) { (game) } }
                    ": " (clean(&trouble.result)) ", " (trouble.end.words()) ": " (clean(&trouble.reason))
                }
            } }
        }
    }
}
