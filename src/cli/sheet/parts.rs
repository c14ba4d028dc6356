//! The sections of the page as HTML: films, tree, questions, answers and the build-rule comparison.

use bspwalk_draw::color::palette::Rgb;
use bspwalk_explain::{
    duel::{self as contest, Column, Row as DuelRow},
    glossary,
    quiz::{Answers, Question, QuizAnswer},
};
use bspwalk_levels::color::srgb;
use bspwalk_overlays::legend::Row;
use bspwalk_text::{text, words::count};
use bspwalk_trees::NodeTree;

use super::{
    icicle::{self, IciclePlot},
    stack::{Film, Stack, Step},
};

/// Maximum number of swatches in a colour ramp.
const RAMP: u32 = 12;

/// Removes glossary markup from a string and escapes the string for HTML.
pub(super) fn text(plain: &str) -> String {
    let (plain, _) = glossary::strip_term_marks(plain);
    plain
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Converts a sentence to HTML, formatting names in backticks as code.
fn with_code(plain: &str) -> String {
    let parts = plain
        .split('`')
        .enumerate()
        .map(|(number, part)| match number % 2 {
            1 => format!("<code>{}</code>", text(part)),
            _ => text(part),
        });
    parts.collect()
}

/// Writes a film as a list of all its steps. The script shows one step at a time.
pub(super) fn film(film: &Film) -> String {
    let intro = [film.intro.clone(), film.left_out()].join(" ");
    let steps: String = film.steps.iter().map(|one| step(one, film.all)).collect();
    format!(
        "<p class=\"intro\">{}</p>\n<div class=\"steps\">\n{steps}</div>\n",
        text(intro.trim())
    )
}

fn step(step: &Step, all: u32) -> String {
    let layers = step
        .layers
        .iter()
        .map(|layer| format!("<i class=\"l{layer}\"></i>"));
    let layers: String = layers.collect();
    format!(
        "<figure class=\"step\"><div class=\"screen\">{layers}</div><figcaption><p class=\"number\">{}</p><p class=\"words\">{}</p>{}\
         </figcaption></figure>\n",
        text!("sheet-step", step = count(step.number), all = count(all)),
        text(&step.words),
        key(&step.key)
    )
}

/// Returns the CSS for the film pictures: the image and position of each layer.
pub(super) fn layers(stack: &Stack) -> String {
    let Some(base) = &stack.base else {
        return String::new();
    };
    let [width, height] = stack.size;
    let shares = |edges: [u32; 2]| {
        [(edges[0], width), (edges[1], height)]
            .map(|(edge, of)| f64::from(edge) * 100.0 / f64::from(of.max(1)))
    };
    let layers = stack.layers.iter().enumerate().map(|(number, layer)| {
        let ([left, top], [width, height]) = (shares(layer.part.from), shares(layer.part.size));
        format!(
            ".l{number} {{ left: {left:.3}%; top: {top:.3}%; width: {width:.3}%; height: {height:.3}%; background-image: url({}); }}\n",
            layer.data_url()
        )
    });
    let layers: String = layers.collect();
    format!(
        ".screen {{ aspect-ratio: {width} / {height}; background-image: url({}); }}\n{layers}",
        base.data_url()
    )
}

/// Writes a legend as a list. The result is empty if the legend has no rows.
pub(super) fn key(rows: &[Row]) -> String {
    let items: String = rows.iter().map(key_row).collect();
    if items.is_empty() {
        return items;
    }
    format!("<ul class=\"key\">{items}</ul>")
}

fn key_row(row: &Row) -> String {
    let swatches = match row {
        Row::Note(_) => String::new(),
        Row::Area(color, _) => swatch(*color, ""),
        Row::Line(color, ..) => swatch(*color, " line"),
        Row::Ramp(palette, [first, last], _) => (*first..=*last)
            .take(RAMP as usize)
            .map(|depth| swatch(palette.depth(depth), ""))
            .collect(),
        Row::Categories(palette) => (0..6)
            .map(|number| {
                let [r, g, b] = palette.category(number).map(srgb::byte);
                swatch(Rgb(r, g, b), "")
            })
            .collect(),
    };
    let class = if swatches.is_empty() {
        " class=\"note\""
    } else {
        ""
    };
    let said = match row {
        Row::Ramp(_, [first, last], _) => text!("sheet-depths", first, last),
        row => row.text().to_owned(),
    };
    format!("<li{class}>{swatches}{}</li>", text(&said))
}

fn swatch(color: Rgb, class: &str) -> String {
    format!("<span class=\"swatch{class}\" style=\"background:{color}\"></span>")
}

/// Writes the section with the tree.
pub(super) fn tree(drawn: &IciclePlot) -> String {
    // Escaped so that no text can close the script element.
    let numbers = drawn.numbers.to_string().replace('<', "\\u003c");
    format!(
        "<p class=\"intro\">{}</p>\n<p class=\"words\" role=\"status\"></p>\n\
         {}\n<script type=\"application/json\" id=\"numbers\">{numbers}</script>\n",
        text!(
            "text-sentences",
            first = text!("sheet-icicle"),
            second = icicle::narrow_words(drawn.narrow)
        ),
        drawn.svg
    )
}

/// Writes the questions without their answers.
pub(super) fn questions(questions: &[Question], tree: &NodeTree) -> String {
    let items = questions.iter().enumerate().map(|(number, question)| {
        let about = match question.describe_scene(tree) {
            about if about.is_empty() => about,
            about => format!("<p class=\"about\">{}</p>", text(&about)),
        };
        let (right, answers) = match (&question.answers, question.right) {
            (Answers::Choices(choices), QuizAnswer::Choice(right)) => {
                let items = choices.iter().map(|choice| format!("<li>{}</li>", text(&choice.text)));
                let items: String = items.collect();
                (right.to_string(), format!("<ol class=\"choices\">{items}</ol>"))
            }
            (Answers::Number(most), QuizAnswer::Number(right)) => (
                right.to_string(),
                format!(
                    "<p class=\"range\" data-most=\"{most}\">{}</p>",
                    text!("sheet-number", most = count(*most))
                ),
            ),
            _ => Default::default(),
        };
        format!(
            "<li data-answer=\"answer-{number}\" data-right=\"{right}\"><h3>{}</h3><p>{}</p>{about}{answers}</li>\n",
            text(question.kind.title()),
            text(&question.text)
        )
    });
    let items: String = items.collect();
    format!("<ol class=\"questions\">\n{items}</ol>\n")
}

/// Writes the answers with their explanations.
pub(super) fn answers(questions: &[Question]) -> String {
    let items = questions.iter().enumerate().map(|(number, question)| {
        let right = match question.right {
            QuizAnswer::Choice(_) => format!("{}.", text(&question.format_answer(question.right))),
            QuizAnswer::Number(number) => format!("{}.", count(number)),
        };
        format!(
            "<li id=\"answer-{number}\"><b>{right}</b> {}</li>\n",
            text(&question.why)
        )
    });
    let items: String = items.collect();
    format!("<ol class=\"answers\">\n{items}</ol>\n")
}

/// Writes the table that compares the build rules.
pub(super) fn duel(rows: &[DuelRow]) -> String {
    let columns: Vec<Column> = Column::ALL.into_iter().collect();
    let heads = columns.iter().map(|column| {
        let [kind, title] = column.title();
        format!(
            "<th scope=\"col\">{}</th>",
            text(format!("{kind} {title}").trim())
        )
    });
    let heads: String = heads.collect();
    let best: Vec<Option<usize>> = columns.iter().map(|column| column.best(rows)).collect();
    let lines = rows.iter().enumerate().map(|(index, row)| {
        let cells = columns.iter().zip(&best).map(|(column, best)| {
            let class = if *best == Some(index) {
                " class=\"best\""
            } else {
                ""
            };
            format!("<td{class}>{}</td>", text(&column.text(row)))
        });
        let cells: String = cells.collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", text(&row.rule))
    });
    let lines: String = lines.collect();
    let verdict = contest::verdict(rows);
    let verdict = verdict.map_or_else(String::new, |verdict| format!("<p>{}</p>\n", with_code(&verdict)));
    format!(
        "<p class=\"intro\">{}</p>\n{verdict}\
         <div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table>\n<thead><tr><th scope=\"col\">{}</th>{heads}</tr>\
         </thead>\n<tbody>\n{lines}</tbody>\n</table></div>\n",
        text!("sheet-duel"),
        text!("sheet-duel-table"),
        text!("report-duel-rule")
    )
}
