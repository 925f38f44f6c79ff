//! The report: every claim with its verdict, every table and every picture, as one page of HTML and as Markdown.

use std::fmt::Write as _;

use figures::data_address;
use maud::{Markup, html};
use model::words::four_digits;

use crate::claim::{Kind, Paper, Test};
use crate::findings::{Drawing, Findings, Table};
use crate::verdict::{Judged, Judgement, Verdict};

/// How a run came about.
#[derive(Clone, PartialEq, Debug)]
pub struct Heading {
    /// What was typed.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// The seed and the amounts, in words.
    pub settings: String,
    /// When the run began.
    pub begun: String,
    /// When the rules were fixed.
    pub fixed: String,
    /// What tells the rules from others.
    pub fingerprint: String,
}

/// A stage that is done.
#[derive(Clone, PartialEq, Debug)]
pub struct Done {
    /// Its name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// The paper it belongs to.
    pub paper: Paper,
    /// How long it took.
    pub seconds: f64,
    /// What it found.
    pub findings: Findings,
}

/// All that is known after a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How the run came about.
    pub heading: Heading,
    /// The claims with their verdicts, in the order of the list.
    pub judgements: Vec<Judgement>,
    /// The stages, in their order.
    pub stages: Vec<Done>,
}

impl Report {
    /// The papers that it speaks of.
    fn papers(&self) -> Vec<Paper> {
        let spoken = |paper: &Paper| self.judgements.iter().any(|judgement| judgement.claim.paper == *paper);
        Paper::ALL.into_iter().filter(spoken).collect()
    }

    fn of(&self, paper: Paper) -> impl Iterator<Item = &Judgement> {
        self.judgements.iter().filter(move |judgement| judgement.claim.paper == paper)
    }

    fn count(&self, paper: Paper, verdict: Verdict) -> usize {
        self.of(paper).filter(|judgement| judgement.verdict == verdict).count()
    }

    /// All pictures, for files of their own.
    pub fn drawings(&self) -> impl Iterator<Item = &Drawing> {
        self.stages.iter().flat_map(|stage| &stage.findings.figures)
    }

    /// What a reader has to know of verdicts.
    fn how(&self) -> String {
        format!(
            "Every verdict is computed from the rule that stands with its claim; none is typed. The rules were fixed on {} (fingerprint {}), \
             before the run. What is proved, or true by the way a model is made, could not have failed on data and is not counted as \
             replicated. A verdict is that of what is printed; other readings stand beside it with verdicts of their own.",
            self.heading.fixed, self.heading.fingerprint
        )
    }

    fn seconds(&self) -> f64 {
        self.stages.iter().map(|stage| stage.seconds).sum()
    }

    /// The report in Markdown; pictures are in the folder `figures` beside it.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = "# The papers, claim by claim\n\n".to_string();
        let Heading { command, version, settings, begun, .. } = &self.heading;
        let _ = writeln!(text, "`{command}`\n");
        let _ = writeln!(text, "aji {version}; {settings}; begun {begun}; {:.0} s of work.\n", self.seconds());
        let _ = writeln!(text, "{}\n", self.how());
        let names = Verdict::ALL.map(Verdict::name);
        let _ = writeln!(text, "| paper | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
        for paper in self.papers() {
            let counts = Verdict::ALL.map(|verdict| self.count(paper, verdict).to_string());
            let _ = writeln!(text, "| [{paper}](#{paper}) | {} |", counts.join(" | "));
        }
        for paper in self.papers() {
            let _ = writeln!(text, "\n## {paper}\n\n{}\n", paper.reference());
            text.push_str("| claim | kind | verdict |\n|---|---|---|\n");
            for judgement in self.of(paper) {
                let Judgement { claim, verdict, .. } = judgement;
                let _ = writeln!(text, "| {} | {} | {verdict} |", bars(&claim.says), claim.kind());
            }
            for judgement in self.of(paper) {
                claim_markdown(&mut text, judgement);
            }
            for stage in self.stages.iter().filter(|stage| stage.paper == paper) {
                stage_markdown(&mut text, stage);
            }
        }
        text
    }

    /// The report as one page: nothing on it comes from elsewhere.
    #[must_use]
    pub fn to_html(&self) -> String {
        const TITLE: &str = "The papers, claim by claim";
        let Heading { command, version, settings, begun, .. } = &self.heading;
        let body = html! { main {
            h1 { (TITLE) }
            p.run {
                code { (command) } br;
                "aji " (version) "; " (settings) "; begun " (begun) "; " (format!("{:.0} s of work.", self.seconds()))
            }
            p { (self.how()) }
            (self.overview_html())
            @for paper in self.papers() { section id=(paper) {
                h2 { (paper) }
                p.ref { (paper.reference()) }
                ul.verdicts { @for judgement in self.of(paper) {
                    li { (chip(judgement.verdict)) a href={ "#" (judgement.claim.id) } { (judgement.claim.says) } }
                } }
                @for judgement in self.of(paper) { (claim_html(judgement)) }
                @for stage in self.stages.iter().filter(|stage| stage.paper == paper) { (stage_html(stage)) }
            } }
        } };
        figures::page(TITLE, STYLE, &Markup::default(), &body)
    }

    fn overview_html(&self) -> Markup {
        let width = |paper: Paper, verdict: Verdict| {
            let share = 100.0 * self.count(paper, verdict) as f64 / self.of(paper).count().max(1) as f64;
            format!("width:{share:.2}%")
        };
        html! { table.overview {
            thead { tr {
                th { "paper" } th { "claims" }
                @for verdict in Verdict::ALL { th { (verdict) } }
                th {}
            } }
            tbody { @for paper in self.papers() { tr {
                td { a href={ "#" (paper) } { (paper) } }
                td { (self.of(paper).count()) }
                @for verdict in Verdict::ALL { td { (self.count(paper, verdict)) } }
                td.bar { @for verdict in Verdict::ALL {
                    span class=(class(verdict)) style=(width(paper, verdict)) {}
                } }
            } } }
        } }
    }
}

/// A text in a table of Markdown.
fn bars(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// What the names of the evidence have in common, up to a dot: a reader need not read it with each of them.
fn common(judged: &Judged) -> &str {
    let Some((first, _)) = judged.evidence.first() else { return "" };
    let shared = |length: usize| judged.evidence.iter().all(|(name, _)| name.starts_with(&first[..length]));
    let dots = first.match_indices('.').map(|(at, _)| at + 1);
    dots.rev().find(|&length| shared(length)).map_or("", |length| &first[..length])
}

/// The reason without what the names have in common, and the evidence likewise.
fn shortened(judged: &Judged) -> (String, Vec<(String, String)>) {
    let common = common(judged);
    let strip = |text: &str| if common.is_empty() { text.to_string() } else { text.replace(common, "") };
    let evidence = judged.evidence.iter().map(|(name, value)| (strip(name), four_digits(*value))).collect();
    (strip(&judged.reason), evidence)
}

fn claim_markdown(text: &mut String, judgement: &Judgement) {
    let claim = &judgement.claim;
    let _ = writeln!(text, "\n### {}: {}\n\n{} ({})\n", claim.id, judgement.verdict, claim.says, claim.place);
    if let Some(figure) = &claim.figure {
        let _ = writeln!(text, "- In the paper: {figure}");
    }
    let _ = writeln!(text, "- Measured: {}", claim.measured);
    if let Test::Proof { why, held_by, .. } = &claim.test {
        let _ = writeln!(text, "- Formal: {why} Held by {}.", tests(held_by).join(", "));
    }
    for judged in &judgement.readings {
        let name = if judged.name.is_empty() { String::new() } else { format!("`{}`", judged.name) };
        let beside = if judged.printed { "" } else { "beside: " };
        let colon = if name.is_empty() { "" } else { ": " };
        let (reason, evidence) = shortened(judged);
        let values: Vec<String> = evidence.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let _ = write!(text, "- {beside}{name}{colon}**{}**: {reason}", judged.verdict);
        if !values.is_empty() {
            let _ = write!(text, "; `{}`: {}", common(judged).trim_end_matches('.'), values.join(", "));
        }
        text.push('\n');
    }
}

/// Tests as they are named in a text.
fn tests(held_by: &[String]) -> Vec<String> {
    held_by.iter().map(|test| format!("`{test}`")).collect()
}

fn stage_markdown(text: &mut String, stage: &Done) {
    if stage.findings.tables.is_empty() && stage.findings.figures.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### {}: {} ({:.1} s)", stage.name, stage.about, stage.seconds);
    for Table { title, columns, rows, note } in &stage.findings.tables {
        let _ = writeln!(text, "\n**{title}.** {note}\n");
        let row = |cells: &[String]| cells.iter().map(|cell| bars(cell)).collect::<Vec<_>>().join(" | ");
        let _ = writeln!(text, "| {} |\n|{}", row(columns), "---|".repeat(columns.len()));
        for cells in rows {
            let _ = writeln!(text, "| {} |", row(cells));
        }
    }
    for Drawing { name, caption, .. } in &stage.findings.figures {
        let _ = writeln!(text, "\n![{caption}](figures/{name}.svg)");
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Replicates => "yes",
        Verdict::Partly => "part",
        Verdict::DoesNot => "no",
        Verdict::Undecided => "either",
        Verdict::CannotBeTested => "open",
    }
}

fn chip(verdict: Verdict) -> Markup {
    html! { span.chip.(class(verdict)) { (verdict) } }
}

fn claim_html(judgement: &Judgement) -> Markup {
    let claim = &judgement.claim;
    html! { article id=(claim.id) {
        h3 { (chip(judgement.verdict)) " " (claim.says) }
        p.meta { a href={ "#" (claim.id) } { (claim.id) } " · " (claim.kind()) " · " (claim.place) }
        dl {
            @if let Some(figure) = &claim.figure { dt { "in the paper" } dd { (figure) } }
            dt { "measured" } dd { (claim.measured) }
            @if let Test::Proof { why, held_by, .. } = &claim.test {
                dt { "formal" } dd { (why) @for test in held_by { " " code { (test) } } }
            }
            @for judged in &judgement.readings {
                @let (reason, evidence) = shortened(judged);
                @let computed = claim.kind() != Kind::NotTestable && judged.verdict != Verdict::CannotBeTested;
                dt.beside[!judged.printed] { @if judged.name.is_empty() { "verdict" } @else { (judged.name) } }
                dd {
                    (chip(judged.verdict)) " "
                    @if computed { code { (reason) } } @else { (reason) }
                    @if !evidence.is_empty() { div.values {
                        code { (common(judged).trim_end_matches('.')) }
                        @for (name, value) in &evidence { " " span { (name) " " b { (value) } } }
                    } }
                }
            }
        }
    } }
}

fn stage_html(stage: &Done) -> Markup {
    let Findings { tables, figures, .. } = &stage.findings;
    if tables.is_empty() && figures.is_empty() {
        return Markup::default();
    }
    html! { div.stage id={ "stage-" (stage.name) } {
        h3 { (stage.about) " " small { (stage.name) " · " (format!("{:.1} s", stage.seconds)) } }
        @for Table { title, columns, rows, note } in tables {
            div.table { table {
                caption { (title) }
                thead { tr { @for column in columns { th { (column) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
            } }
            p.note { (note) }
        }
        @if !figures.is_empty() { div.figures { @for Drawing { name, caption, svg } in figures {
            figure id=(name) { img alt=(caption) src=(data_address(svg)); figcaption { (caption) } }
        } } }
    } }
}

/// The look of the page: paper white, black text, one colour for each verdict.
const STYLE: &str = "\
:root { --ink: #1c1c1a; --soft: #66645e; --line: #ddd9d0; --paper: #fdfcf9; --yes: #2f6f4f; --part: #9a6b12; --no: #a33327; \
--open: #6b6f76; --proved: #35608f; --either: #857a5c; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, 'Times New Roman', serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.5rem 6rem; }
h1 { font-size: 2.1rem; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.6rem; margin: 3.5rem 0 .2rem; border-top: 2px solid var(--ink); padding-top: 1rem; }
h3 { font-size: 1.05rem; line-height: 1.35; margin: 0 0 .2rem; font-weight: 600; }
h3 small { color: var(--soft); font-weight: 400; font-size: .8rem; }
a { color: inherit; }
code { font: .82em/1.4 ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.run, .ref, .meta, .note { color: var(--soft); font-size: .88rem; }
.ref { margin: 0 0 1.5rem; font-style: italic; }
.meta { margin: 0 0 .5rem; }
.note { margin: .3rem 0 1.5rem; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
dl { display: grid; grid-template-columns: 8.5rem 1fr; gap: .15rem 1rem; margin: 0; font-size: .9rem; }
dt { color: var(--soft); overflow-wrap: anywhere; }
dt.beside::before { content: 'beside: '; font-style: italic; }
dd { margin: 0; }
.values { color: var(--soft); font-size: .85rem; }
.values span { display: inline-block; margin-right: 1.2rem; }
.values b { color: var(--ink); font-weight: 600; font-variant-numeric: tabular-nums; }
.values code { margin-right: 1.2rem; }
.verdicts { list-style: none; margin: 0 0 2.5rem; padding: 0; columns: 2; column-gap: 2rem; font-size: .9rem; }
.verdicts li { break-inside: avoid; padding: .2rem 0 .2rem 9.3rem; text-indent: -9.3rem; line-height: 1.35; }
.verdicts .chip { width: 8.8rem; margin-right: .5rem; text-indent: 0; text-align: center; }
.verdicts a { text-decoration: none; } .verdicts a:hover { text-decoration: underline; }
.chip { display: inline-block; border-radius: .2rem; padding: .05rem .45rem; color: #fff; font: 600 .72rem/1.5 system-ui, sans-serif; \
vertical-align: .1em; white-space: nowrap; }
.yes { background: var(--yes); } .part { background: var(--part); } .no { background: var(--no); } .open { background: var(--open); } \
.proved { background: var(--proved); } .either { background: var(--either); }
table { border-collapse: collapse; font: .8rem/1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .3rem; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 500; }
.table { overflow-x: auto; margin-top: 1rem; }
.overview { width: 100%; margin: 1.5rem 0; font-size: .9rem; }
.overview .bar { width: 30%; white-space: nowrap; }
.bar span { display: inline-block; height: .8rem; }
.stage { border-top: 1px solid var(--line); padding: 1.5rem 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1.5rem; margin-top: 1rem; }
figure { margin: 0; } figure img { width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
figcaption { color: var(--soft); font-size: .85rem; margin-top: .3rem; }
@media (max-width: 50rem) { .verdicts { columns: 1; } dl { grid-template-columns: 1fr; } }
@media print { article, figure { break-inside: avoid; } }
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{judge, read_rules};

    #[test]
    fn texts_cannot_leave_their_place() {
        let claims = read_rules(
            "[[claim]]\nid = \"agents.x\"\npaper = \"agents\"\nplace = \"<b>\"\nsays = \"a | b & <script>\"\nmeasured = \"m\"\n\
             untestable = \"\\\"why\\\"\"\n",
        )
        .unwrap()
        .claims;
        let mut findings = Findings::default();
        findings.figures.push(Drawing {
            name: "f".to_string(),
            caption: "\"c\"".to_string(),
            svg: "<svg id='a'>#100%\n</svg>".to_string(),
        });
        let heading = Heading {
            command: "aji".into(),
            version: "0".into(),
            settings: "s".into(),
            begun: "now".into(),
            fixed: "before".into(),
            fingerprint: "0".into(),
        };
        let done = Done {
            name: "agents.y".into(),
            about: "y".into(),
            paper: Paper::Agents,
            seconds: 1.0,
            findings: findings.clone(),
        };
        let report = Report { heading, judgements: vec![judge(&claims[0], [&findings])], stages: vec![done] };
        let html = report.to_html();
        assert!(!html.contains("<script>") && html.contains("a | b &amp; &lt;script&gt;"));
        assert!(html.contains("src=\"data:image/svg+xml,%3Csvg id=%27a%27%3E%23100%25%0A%3C/svg%3E\""));
        let markdown = report.to_markdown();
        assert!(markdown.contains("| a \\| b & <script> | not testable | cannot be tested |"));
        assert!(markdown.contains("(figures/f.svg)"));
    }
}
