//! The page as text.

use bspwalk_explain::{
    duel::{self, Column, Row as DuelRow},
    glossary,
    quiz::{Answers, Given, Question, letter},
};
use bspwalk_levels::color::{palette::Rgb, srgb};
use bspwalk_overlays::legend::Row;
use bspwalk_progress::words::{count, counted};

use super::{Sheet, figures, films::Film, icicle};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page.
pub(super) fn html(sheet: &Sheet<'_>) -> String {
    let name = text(&sheet.opened.level.name);
    let mut parts: Vec<(&str, &str, String)> = vec![("level", "The level", level(sheet))];
    parts.extend(
        sheet
            .films
            .iter()
            .map(|film| (film.id, film.title, film_part(film))),
    );
    parts.push(("tree", "The whole tree", tree(sheet)));
    if !sheet.questions.is_empty() {
        parts.push(("questions", "Questions", questions(sheet)));
        parts.push(("answers", "Answers", answers(sheet)));
    }
    if !sheet.duel.is_empty() {
        parts.push(("duel", "Build rules side by side", contest(&sheet.duel)));
    }
    let is_film = |id: &str| sheet.films.iter().any(|film| film.id == id);
    let links = parts
        .iter()
        .map(|(id, title, _)| format!("<li><a href=\"#{id}\">{title}</a></li>"));
    let links: String = links.collect();
    let sections = parts.iter().map(|(id, title, part)| {
        let class = if is_film(id) {
            " class=\"film\" tabindex=\"0\""
        } else if *id == "tree" {
            " class=\"tree-part\" tabindex=\"0\""
        } else {
            ""
        };
        format!("<section id=\"{id}\"{class}>\n<h2>{title}</h2>\n{part}</section>\n")
    });
    let sections: String = sections.collect();
    let [width, height] = figures::size();
    let [_, model] = &sheet.figures;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"bspwalk\">\n<title>{name}: its BSP tree</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg class=\"shared\" width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\" viewBox=\"0 0 {width} {height}\">\
         <defs><g id=\"model\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g></defs></svg>\n\
         <header>\n<h1>{name}: its BSP tree</h1>\n{}<nav><ul>{links}</ul></nav>\n</header>\n{sections}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        model.shared,
        facts(sheet)
    )
}

/// What a page of HTML shows as this text.
fn text(plain: &str) -> String {
    let (plain, _) = glossary::read(plain);
    plain
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn facts(sheet: &Sheet<'_>) -> String {
    let figures = &sheet.statistics;
    let number = |number: u32, what| counted(u64::from(number), what);
    let nodes = if figures.nodes == 0 {
        "It has no solid triangles, so that its tree is empty.".to_owned()
    } else {
        format!(
            "Its node-storing tree has {} with {}, {} deep; {} were cut.",
            number(figures.nodes, "node"),
            number(figures.fragments, "fragment"),
            number(figures.depth, "node"),
            number(figures.splits, "face")
        )
    };
    let triangles = number(figures.triangles, "solid triangle");
    format!(
        "<p class=\"facts\">The level has {triangles}. {}</p>\n",
        text(&nodes)
    )
}

/// A picture: what is shared, by its name, and what lies over it.
fn picture(shared: &str, over: &str, title: &str) -> String {
    let [width, height] = figures::size();
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         font-family=\"Helvetica, Arial, sans-serif\">{shared}{over}</svg>\n"
    )
}

fn level(sheet: &Sheet<'_>) -> String {
    let [eye, model] = &sheet.figures;
    let seen = picture(&eye.shared, &eye.over, "The level");
    let cut = picture(
        "<use href=\"#model\"/>",
        &model.over,
        "The level as a model, cut open",
    );
    format!(
        "<figure>{seen}<figcaption>{}</figcaption></figure>\n<figure>{cut}<figcaption><p>The same as a model, cut open above the eyes.</p>\
         </figcaption></figure>\n<p>The first picture in the program:</p>\n<pre><code>{}</code></pre>\n",
        legends(&eye.legends),
        text(&sheet.line)
    )
}

fn film_part(film: &Film) -> String {
    let steps = film.steps.iter().map(|step| {
        let drawn = picture("<use href=\"#model\"/>", &step.over, film.title);
        format!(
            "<figure class=\"step\">{drawn}<figcaption><p aria-live=\"polite\">{}</p>{}</figcaption></figure>\n",
            text(&step.words),
            legends(&step.legends)
        )
    });
    let steps: String = steps.collect();
    format!(
        "<p>{}</p>\n<div class=\"controls\"><button type=\"button\">← Back</button><button type=\"button\">Next →</button><output></output>\
         <span>Arrow keys, Home and End do the same.</span></div>\n<div class=\"steps\">\n{steps}</div>\n",
        text(&film.intro)
    )
}

fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn swatch(color: Rgb, class: &str) -> String {
    format!(
        "<span class=\"swatch{class}\" style=\"background:{}\"></span>",
        hex(color)
    )
}

fn legends(legends: &[(&'static str, Vec<Row>)]) -> String {
    let rows = legends.iter().flat_map(|(_, rows)| rows);
    let items: String = rows.map(legend_row).collect();
    if items.is_empty() {
        return items;
    }
    format!("<ul class=\"legend\">{items}</ul>")
}

fn legend_row(row: &Row) -> String {
    /// Colours of a scale at most.
    const MOST: u32 = 12;
    let (swatches, class) = match row {
        Row::Note(_) => (String::new(), " class=\"note\""),
        Row::Area(color, _) => (swatch(*color, ""), ""),
        Row::Line(color, ..) => (swatch(*color, " line"), ""),
        Row::Ramp(palette, [first, last], _) => {
            let depths = (*first..=*last).take(MOST as usize);
            (depths.map(|depth| swatch(palette.depth(depth), "")).collect(), "")
        }
        Row::Categories(palette) => {
            let colors = (0..6).map(|number| palette.category(number).map(srgb::byte));
            (colors.map(|[r, g, b]| swatch(Rgb(r, g, b), "")).collect(), "")
        }
    };
    let said = match row {
        Row::Ramp(_, [first, last], _) => format!("depths {first} to {last}"),
        row => row.text().to_owned(),
    };
    format!("<li{class}>{swatches}{}</li>", text(&said))
}

fn tree(sheet: &Sheet<'_>) -> String {
    let drawn = &sheet.icicle;
    // No text of it can end the script.
    let bars = drawn.bars.to_string().replace('<', "\\u003c");
    format!(
        "<p>A bar is a node, below its parent: the front child at the left, the back child at the right, as wide as its subtree has fragments; the \
         gap between them is what the node stores itself. Colours are depths. {}</p>\n<p class=\"tree-words\">A click zooms in and out; with the \
         keyboard the arrow keys go through the tree, Enter zooms in and Escape out.</p>\n{}\n\
         <script type=\"application/json\" id=\"bars\">{bars}</script>\n",
        icicle::narrow_words(drawn.narrow),
        drawn.svg
    )
}

fn questions(sheet: &Sheet<'_>) -> String {
    let items = sheet.questions.iter().enumerate().map(|(number, question)| {
        let about = question.in_words(&sheet.opened.tree);
        let about = match about.as_str() {
            "" => String::new(),
            about => format!("<p class=\"about\">{}</p>", text(about)),
        };
        let (choices, right) = match (&question.answers, question.right) {
            (Answers::Choices(choices), Given::Choice(right)) => {
                let items = choices
                    .iter()
                    .map(|choice| format!("<li>{}</li>", text(&choice.text)));
                let items: String = items.collect();
                (
                    format!("<ol class=\"choices\">{items}</ol>"),
                    format!(" data-right=\"{right}\""),
                )
            }
            (Answers::Number(most), _) => (
                format!("<p>A number from 0 to {}.</p>", count(u64::from(*most))),
                String::new(),
            ),
            (Answers::Choices(_), Given::Number(_)) => Default::default(),
        };
        format!(
            "<li data-answer=\"answer-{number}\"{right}><p><b>{}.</b> {}</p>{about}{choices}</li>\n",
            text(question.kind.title()),
            text(&question.text)
        )
    });
    let items: String = items.collect();
    format!("<ol class=\"questions\">\n{items}</ol>\n")
}

fn answers(sheet: &Sheet<'_>) -> String {
    let items = sheet.questions.iter().enumerate().map(|(number, question)| {
        let right = right(question);
        let why = text(&question.why);
        format!("<li id=\"answer-{number}\">{right} {why}</li>\n")
    });
    let items: String = items.collect();
    format!("<ol>\n{items}</ol>\n")
}

fn right(question: &Question) -> String {
    match question.right {
        Given::Choice(place) => format!("{}: {}.", letter(place), text(&question.words(question.right))),
        Given::Number(number) => format!("{}.", count(u64::from(number))),
    }
}

fn contest(rows: &[DuelRow]) -> String {
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
        format!("<tr><td>{}</td>{cells}</tr>\n", text(&row.rule))
    });
    let lines: String = lines.collect();
    let verdict =
        duel::verdict(rows).map_or_else(String::new, |verdict| format!("<p>{}</p>\n", text(&verdict)));
    format!(
        "<p>All are asked the same casts, contacts and sweeps from random places where people can be: visited nodes and faces are means, times \
         medians of what was measured as the page was made. The best of a column is bold.</p>\n{verdict}<div class=\"wide\"><table>\n<thead><tr>\
         <th scope=\"col\">rule</th>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table></div>\n"
    )
}
