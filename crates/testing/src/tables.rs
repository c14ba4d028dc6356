//! Writes measurement tables into the book's measurements chapter.

use std::{fmt::Write, fs, path::Path};

/// Path of the chapter, relative to the repository root.
const CHAPTER: &str = "docs/src/measurements.md";

/// Writes a table between the chapter's markers `<!-- NAME:begin -->` and `<!-- NAME:end -->`. Prints whether the
/// markers exist.
pub fn write_table(name: &str, table: &str) {
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(CHAPTER);
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let written = fs::read_to_string(&chapter).ok().and_then(|text| {
        let (head, rest) = text.split_once(&begin)?;
        let (_, tail) = rest.split_once(&end)?;
        fs::write(&chapter, format!("{head}{begin}\n{table}{end}{tail}")).ok()
    });
    println!(
        "{CHAPTER}: {}",
        if written.is_some() {
            "written"
        } else {
            "no markers, left unchanged"
        }
    );
}

/// Formats a Markdown table. The first column is left-aligned, and all others are right-aligned.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!(
        "| {} |\n|---|{}\n",
        heads.join(" | "),
        "---:|".repeat(heads.len() - 1)
    );
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}
