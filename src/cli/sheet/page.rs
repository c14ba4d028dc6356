//! Writes the page: its head, its sections, its style and its script.

use bspwalk_text::{language, text, words::count};
use serde_json::json;

use super::{
    contents::Contents,
    figures::{self, Figure, FigureImage},
    films::Films,
    parts::{self, text},
};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Maximum size of the page in bytes. Only the films are shortened or shrunk to stay within the limit.
const MOST_BYTES: usize = 1_950_000;

/// Returns how many bytes a page with these films is over the limit.
pub(super) fn bytes_over_limit(contents: &Contents<'_>, films: &Films) -> usize {
    html(contents, films).len().saturating_sub(MOST_BYTES)
}

/// A section of the page.
struct PageSection {
    /// Anchor of the section.
    id: &'static str,
    title: &'static str,
    /// Class of the section if it handles keys, otherwise empty.
    class: &'static str,
    html: String,
}

/// Writes the page.
pub(super) fn html(contents: &Contents<'_>, films: &Films) -> String {
    let name = text(&contents.opened.level.name);
    let parts = all(contents, films);
    let links: String = parts
        .iter()
        .map(|part| format!("<li><a href=\"#{}\">{}</a></li>", part.id, part.title))
        .collect();
    let sections: String = parts.iter().map(section).collect();
    let layers = parts::layers(&films.stack);
    let (language, title) = (language().tag(), text!("sheet-title", level = name));
    let (parts_of_page, texts) = (text!("sheet-parts"), texts());
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"bspwalk\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{layers}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n{}<nav aria-label=\"{parts_of_page}\"><ol>{links}</ol></nav>\n</header>\n\
         <main>\n{sections}</main>\n<script type=\"application/json\" id=\"texts\">{texts}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        facts(contents)
    )
}

/// Returns the script's messages as a JSON object, keyed by name.
fn texts() -> String {
    let texts = json!({
        "back": text!("sheet-script-back"),
        "next": text!("sheet-script-next"),
        "play": text!("sheet-script-play"),
        "pause": text!("sheet-script-pause"),
        "step": text!("sheet-script-step"),
        "icicle": text!("sheet-icicle-title"),
        "keys": text!("sheet-script-keys"),
        "node": text!("sheet-script-node"),
        "nodes": text!("sheet-script-nodes"),
        "right": text!("sheet-script-right"),
        "wrong": text!("sheet-script-wrong"),
        "given": text!("sheet-script-given"),
        "answer": text!("sheet-script-answer"),
        "showAnswers": text!("sheet-script-show-answers"),
        "hideAnswers": text!("sheet-script-hide-answers"),
    });
    // Escape `<` so that no message can close the script element.
    texts.to_string().replace('<', "\\u003c")
}

fn section(part: &PageSection) -> String {
    let PageSection {
        id,
        title,
        class,
        html,
    } = part;
    let keys = if class.is_empty() {
        format!(" aria-labelledby=\"{id}-title\"")
    } else {
        format!(" class=\"{class}\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{id}-title\"")
    };
    format!("<section id=\"{id}\"{keys}>\n<h2 id=\"{id}-title\">{title}</h2>\n{html}</section>\n")
}

fn all(contents: &Contents<'_>, films: &Films) -> Vec<PageSection> {
    let part = |id, title, class, html| PageSection {
        id,
        title,
        class,
        html,
    };
    let mut parts = vec![part("level", text!("sheet-level"), "", level(contents, films))];
    for film in &films.films {
        parts.push(part(film.id, film.title, "film", parts::film(film)));
    }
    parts.push(part(
        "tree",
        text!("sheet-tree"),
        "tree",
        parts::tree(&contents.icicle),
    ));
    let questions = &contents.questions;
    if !questions.is_empty() {
        let asked = parts::questions(questions, &contents.opened.tree);
        parts.push(part("questions", text!("sheet-questions"), "", asked));
        parts.push(part(
            "answers",
            text!("sheet-answers"),
            "",
            parts::answers(questions),
        ));
    }
    if !contents.duel.is_empty() {
        parts.push(part(
            "duel",
            text!("sheet-duel-title"),
            "",
            parts::duel(&contents.duel),
        ));
    }
    parts
}

/// Writes the statistics of the tree.
fn facts(contents: &Contents<'_>) -> String {
    let figures = &contents.statistics;
    if figures.nodes == 0 {
        return format!("<p>{}</p>\n", text!("sheet-empty"));
    }
    let facts = [
        (figures.triangles, text!("sheet-triangles")),
        (figures.nodes, text!("sheet-nodes")),
        (figures.depth, text!("sheet-depth")),
        (figures.splits, text!("sheet-cuts")),
        (figures.fragments, text!("sheet-fragments")),
    ];
    let facts = facts.map(|(number, what)| format!("<div><dt>{what}</dt><dd>{}</dd></div>", count(number)));
    format!("<dl class=\"facts\">{}</dl>\n", facts.concat())
}

fn level(contents: &Contents<'_>, films: &Films) -> String {
    let of_model = text!("sheet-model");
    let [eye, model] = &contents.figures;
    // The model is the base picture of the films, so reuse it.
    let model = if matches!(model.drawn, FigureImage::Pixels(_)) && films.stack.base.is_some() {
        format!("<div class=\"screen\" role=\"img\" aria-label=\"{of_model}\"></div>\n")
    } else {
        picture(model, of_model)
    };
    format!(
        "<figure>{}<figcaption><p>{}</p>{}</figcaption></figure>\n\
         <figure>{}<figcaption><p>{}</p></figcaption></figure>\n\
         <p>{}</p>\n<pre><code>{}</code></pre>\n",
        picture(eye, text!("sheet-eye-title")),
        text!("sheet-eye"),
        parts::key(&eye.key),
        model,
        text!("sheet-model-words"),
        text!("sheet-line"),
        text(&contents.line)
    )
}

fn picture(figure: &Figure, title: &str) -> String {
    let [width, height] = figures::SIZE;
    match &figure.drawn {
        FigureImage::Vectors(shapes) => format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             font-family=\"Helvetica, Arial, sans-serif\">{shapes}</svg>\n"
        ),
        FigureImage::Pixels(address) => {
            format!("<img src=\"{address}\" width=\"{width}\" height=\"{height}\" alt=\"{title}\">\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::color::palette::{LEGIBLE, Rgb};

    use super::*;

    /// Returns a colour, given either six hexadecimal digits or the name of a style variable.
    fn color(name: &str) -> Rgb {
        let value = STYLE
            .split_once(&format!("{name}: #"))
            .map_or(name, |(_, rest)| rest);
        let digits: String = value.chars().take_while(char::is_ascii_hexdigit).collect();
        let digits = if digits.len() == 3 {
            digits.chars().flat_map(|digit| [digit; 2]).collect()
        } else {
            digits
        };
        let rgb = u32::from_str_radix(&digits, 16).expect("a colour");
        let [_, r, g, b] = rgb.to_be_bytes();
        Rgb(r, g, b)
    }

    #[test]
    fn page_text_has_legible_contrast() {
        let grounds = ["ffffff", "--soft", "--best"].map(color);
        for ink in ["--ink", "--faint", "--accent", "--right", "--wrong"] {
            for ground in grounds {
                let contrast = color(ink).contrast(ground);
                assert!(contrast >= LEGIBLE, "{ink} on {ground:?}: {contrast}");
            }
        }
        // Selected answers use the normal text colour, so check it on their backgrounds.
        for ground in ["e5f5ea", "fbe9e5"] {
            assert!(STYLE.contains(&format!("background: #{ground}")), "{ground}");
            assert!(color("--ink").contrast(color(ground)) >= LEGIBLE, "{ground}");
        }
    }
}
