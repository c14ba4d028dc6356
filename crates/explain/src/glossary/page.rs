//! Renders the glossary as a Markdown page.

use bspwalk_text::{Language, Message, message};

use super::{Reference, Term};

/// Returns the glossary as Markdown: `GLOSSARY.md` in English, `GLOSSARY.zh-CN.md` in Chinese.
///
/// In languages other than English, each name is followed by the English word.
#[must_use]
pub fn markdown(language: Language) -> String {
    let of = |message: Message| message.text_in(language);
    let (title, introduction) = (
        of(message!("glossary-title")),
        of(message!("glossary-introduction")),
    );
    let mut text = format!("# {title}\n\n{introduction}\n");
    let mut group = None;
    for &term in Term::ALL {
        if group.replace(term.group()) != Some(term.group()) {
            let title = of(term.group().title());
            let heads = [
                message!("glossary-head-term"),
                message!("glossary-head-definition"),
                message!("glossary-head-source"),
            ];
            text += &format!("\n## {title}\n\n{}", head(heads.map(of)));
        }
        let row = term.row();
        let name = term
            .beside_english(language)
            .unwrap_or_else(|| of(row.name).to_owned());
        let (definition, source) = (of(row.definition), term.source_words());
        text += &format!("| {name} | {definition} | {source} |\n");
    }
    let heads = [
        message!("glossary-head-source"),
        message!("glossary-head-work"),
        message!("glossary-head-place"),
    ];
    let title = of(message!("glossary-sources"));
    text += &format!("\n## {title}\n\n{}", head(heads.map(of)));
    for &reference in Reference::ALL {
        let (name, work, place) = (reference.name(), reference.work(), reference.place());
        let original = match reference.original() {
            "" => String::new(),
            original => format!(" ({original})"),
        };
        text += &format!("| {name} | {work}{original} | {place} |\n");
    }
    text
}

/// Returns the header of a table with three columns.
fn head([first, second, third]: [&str; 3]) -> String {
    format!("| {first} | {second} | {third} |\n|---|---|---|\n")
}
