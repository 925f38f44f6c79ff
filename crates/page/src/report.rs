//! A review as one page that needs nothing else: no files beside it, no network.

use figures::{BoardFigure, Figure};
use maud::{Markup, PreEscaped, html};
use review::Review;
use serde::Serialize;
use wire::Settings;

use crate::{REPORT_SCRIPT, REPORT_STYLE};

/// What stands around a review on its page.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// Who played, on the first line, and what else is known on the others.
    pub players: &'a str,
    /// Size, rules, komi, result.
    pub conditions: &'a str,
    /// The name of the record.
    pub file: &'a str,
}

/// The page: a board to click through, the words beside it, a map and a curve of every model. All texts of the record stay texts.
///
/// What stands in it as HTML is for readers without scripts: the story, every move in words and the last board. The script puts the same review in
/// its place, from the JSON beside it.
#[must_use]
pub fn report(told: &Review, game: &record::Game, heading: &Heading<'_>, settings: Settings) -> String {
    let Heading { players, conditions, file } = heading;
    let shape = wire::review(file, game, told, settings);
    let data = wire::review_page(told, game, players, conditions, shape);
    let title = players.lines().next().unwrap_or_default();
    whole(title, &data, &plain(told, &data_heading(players, conditions), file))
}

/// A page with its script and its data; `plain` stands there for readers without scripts.
pub(crate) fn whole(title: &str, data: &impl Serialize, plain: &Markup) -> String {
    // JSON inside a page must not be able to end its element.
    let data = serde_json::to_string(data).unwrap_or_default().replace('<', "\\u003c");
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
    let head = html! {
        meta http-equiv="Content-Security-Policy" content=(policy);
        meta name="color-scheme" content="light dark";
    };
    let body = html! {
        div #app { (plain) }
        script type="application/json" id="data" { (PreEscaped(data)) }
        script { (PreEscaped(REPORT_SCRIPT)) }
    };
    figures::page(title, REPORT_STYLE, &head, &body)
}

fn data_heading<'a>(players: &'a str, conditions: &'a str) -> Vec<&'a str> {
    players.lines().chain([conditions]).collect()
}

/// The review without a script.
fn plain(told: &Review, heading: &[&str], file: &str) -> Markup {
    let last = BoardFigure::new(told.end.board()).last_move(told.moves.last().and_then(|last| last.ply.mv.point()));
    html! {
        header.top {
            h1 { (heading.first().copied().unwrap_or_default()) }
            @for line in heading.iter().skip(1) { p { (line) } }
        }
        main.plain {
            figure { (PreEscaped(last.to_svg())) }
            @if !told.story.headline.is_empty() || !told.story.paragraphs.is_empty() {
                section.info {
                    p { (told.story.headline) }
                    h2 { "The story of the game" }
                    @for paragraph in &told.story.paragraphs {
                        h3 { (paragraph.title) }
                        p { (paragraph.sentences.join(" ")) }
                    }
                }
            }
            section.info {
                h2 { "Move by move" }
                ol {
                    @for each in &told.moves {
                        li { (each.ply.color) " " (told.size.move_name(each.ply.mv)) ". " (each.text()) }
                    }
                }
            }
        }
        footer.quiet { (file) " · a review by aji " (env!("CARGO_PKG_VERSION")) "." }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts_and_nothing_else_is_needed() {
        let record = "(;SZ[9]PB[</script><b>x]C[<img src=x>];B[ee]C[</script><script>alert(1)];W[ed])";
        let game = sgf::read(record.as_bytes()).games.remove(0);
        let replayed = review::Replayed::new(&game, &game.main_line(), None).unwrap();
        let words = review::Catalogue::english();
        let told = review::review(&replayed, &[], &words, &review::Options::default()).unwrap();
        let heading = Heading { players: "</script><b>x – y", conditions: "9×9", file: "a<b.sgf" };
        let page = report(&told, &game, &heading, Settings::new());
        let written = page.replace(REPORT_SCRIPT, "").replace(REPORT_STYLE, "");
        assert_eq!(written.matches("</script>").count(), 2, "only our own elements end");
        assert!(!written.contains("<b>") && !written.contains("<img"), "{written}");
        assert!(!written.contains(" src=\"") && !written.contains("href=\"http"), "nothing is fetched");
        assert!(written.contains("Black E5."), "the moves stand there without a script");
    }
}
