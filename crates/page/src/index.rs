//! A page that leads to the pages of many games.

use maud::html;
use model::words::count;

use crate::REPORT_STYLE;

/// A page in an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexEntry {
    /// Where it is, from the folder of the index.
    pub link: String,
    /// Who played, and what else is known.
    pub heading: String,
    /// Size, rules, komi, result.
    pub conditions: String,
}

/// A page that leads to the pages of many games.
#[must_use]
pub fn index(entries: &[IndexEntry]) -> String {
    let title = format!("{} reviewed", count(entries.len(), "game", "games"));
    let body = html! {
        main.plain {
            h1 { (title) }
            ol {
                @for entry in entries {
                    @let lines: Vec<&str> = entry.heading.lines().collect();
                    @let more: Vec<&str> = lines.iter().skip(1).copied().chain([entry.conditions.as_str()]).collect();
                    li {
                        a href=(format!("./{}", figures::address(&entry.link))) { (lines.first().copied().unwrap_or_default()) }
                        br;
                        span.quiet { (more.join(" · ")) }
                    }
                }
            }
        }
    };
    figures::page("Reviews", REPORT_STYLE, &html! { meta name="color-scheme" content="light dark"; }, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_no_addresses() {
        let entry = IndexEntry { link: "x y.html".into(), heading: "<a> – b\ncup".into(), conditions: "9×9".into() };
        let page = index(&[entry]);
        assert!(page.contains("<a href=\"./x%20y.html\">&lt;a&gt; – b</a>"), "{page}");
        assert!(page.contains("cup · 9×9") && page.contains("1 game reviewed"));
    }
}
