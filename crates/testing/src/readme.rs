//! Tables in the README, each written by the command that measures it.

use std::{fmt::Write, fs, path::Path};

/// Puts a table between the markers `<!-- NAME:begin -->` and `<!-- NAME:end -->` of the README and says whether it has
/// them.
pub fn write_table(name: &str, table: &str) {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let written = fs::read_to_string(&readme).ok().and_then(|text| {
        let (head, rest) = text.split_once(&begin)?;
        let (_, tail) = rest.split_once(&end)?;
        fs::write(&readme, format!("{head}{begin}\n{table}{end}{tail}")).ok()
    });
    println!(
        "README.md: {}",
        if written.is_some() {
            "written"
        } else {
            "no markers, left as it is"
        }
    );
}

/// A table in Markdown, the first column to the left, the others to the right.
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
