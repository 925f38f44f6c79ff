//! What becomes of groups, as one page that needs nothing else.

use figures::{BoardFigure, Figure};
use maud::{PreEscaped, html};
use wire::{Solved, SolvedPage};

use crate::report::whole;

/// The page: the board, what becomes of its groups in words, and the play that shows it, to be looked at on the board. Readers without
/// scripts get the words and the board.
#[must_use]
pub fn solved(solved: &Solved, position: &goban::Position, heading: &str) -> String {
    let heading: Vec<String> = heading.lines().map(str::to_string).collect();
    let title = heading.first().map_or("Groups", String::as_str);
    let lines = |group: &wire::SolvedGroup| [group.kill.clone(), group.save.clone()].into_iter().flatten();
    let plain = html! {
        header.top { h1 { (title) } @for line in heading.iter().skip(1) { p { (line) } } }
        main.plain {
            figure { (PreEscaped(BoardFigure::new(position.board()).to_svg())) }
            @if let Some(problem) = &solved.problem {
                section.info { @for line in &problem.words { p { (line) } } }
            }
            @for group in &solved.groups {
                section.info {
                    p { b { (group.words) } }
                    @for line in lines(group) { p { (line.words) } }
                }
            }
        }
        footer.quiet { (solved.file.as_deref().unwrap_or_default()) " · solved by aji " (env!("CARGO_PKG_VERSION")) "." }
    };
    whole(title, &SolvedPage { heading: heading.clone(), solved: solved.clone() }, &plain)
}
