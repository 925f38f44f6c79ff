//! The frame of a page of HTML that needs no other file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page of its own: its title, the style sheet, what else stands in its head, and its body.
#[must_use]
pub fn page(title: &str, style: &str, head: &Markup, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (head)
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_text_and_nothing_more() {
        let page = page("a & <b>", "p { color: red }", &Markup::default(), &html! { p { "text" } });
        assert!(page.contains("<title>a &amp; &lt;b&gt;</title><style>p { color: red }</style>"), "{page}");
        assert!(page.ends_with("<body><p>text</p></body></html>\n"), "{page}");
    }
}
