//! Help in the program's language. Translates the strings that clap generates, and wraps lines in languages that are
//! written without spaces.

use std::io::{self, Write as _};

use bspwalk_session::wrong_usage::UsageError;
use bspwalk_text::{Message, lines, message, text};
use clap::Command;

/// Strings that clap generates, and their translations. If one string is a prefix of another, the longer one comes
/// first.
const WORDS: [(&str, Message); 12] = [
    ("Usage:", message!("usage-usage")),
    ("Commands:", message!("usage-commands")),
    ("Arguments:", message!("usage-arguments")),
    ("Options:", message!("usage-options")),
    ("[default: ", message!("usage-default")),
    ("[possible values: ", message!("usage-values")),
    ("Possible values:", message!("usage-values-heading")),
    (
        "Print help (see more with '--help')",
        message!("usage-help-short"),
    ),
    (
        "Print help (see a summary with '-h')",
        message!("usage-help-long"),
    ),
    ("Print help", message!("usage-help")),
    ("Print version", message!("usage-version")),
    (
        "Print this message or the help of the given subcommand(s)",
        message!("usage-help-of"),
    ),
];

/// Headings of option groups. clap appends a colon to them.
const HEADINGS: [Message; 3] = [
    message!("option-heading-reading"),
    message!("option-heading-tree"),
    message!("option-heading-leaf-tree"),
];

/// Maximum width of the help, in columns.
const MOST_COLUMNS: usize = 100;

/// Returns whether the language uses wide characters. A line can break between any two wide characters.
fn is_wide() -> bool {
    let word = text!("usage-options");
    lines::columns(word) > word.chars().count()
}

/// Configures a command for parsing and help. Turns off clap's wrapping for languages with wide characters, because
/// clap breaks lines only at spaces.
pub(super) fn prepared(command: Command) -> Command {
    if is_wide() { command.term_width(0) } else { command }
}

/// Translates clap's output into the program's language.
pub(super) fn translate_clap_output(said: &str) -> String {
    let mut said = said.to_owned();
    for (word, message) in WORDS {
        said = said.replace(word, message.text());
    }
    for heading in HEADINGS {
        let heading = heading.text();
        said = said.replace(&format!("{heading}:"), &text!("usage-heading", heading));
    }
    if !is_wide() {
        return said;
    }
    let rows: Vec<String> = said.lines().map(|line| broken(line, MOST_COLUMNS)).collect();
    rows.join("\n") + "\n"
}

/// Prints the help or the version.
pub(super) fn print(error: &UsageError) -> io::Result<()> {
    let said = error.render().ansi().to_string();
    anstream::stdout().write_all(translate_clap_output(&said).as_bytes())
}

/// Wraps a line at `most` columns. Continuation lines are indented to the start of the line's text.
fn broken(line: &str, most: usize) -> String {
    let has_room = |at: &usize| columns(&line[..*at]) * 3 <= most * 2;
    let at = Some(begin_of_text(line)).filter(has_room);
    let (label, said) = line.split_at(at.unwrap_or(line.len() - line.trim_start().len()));
    let indent = columns(label);
    let rows = lines::wrapped(said, (most - indent) as f64, |row| columns(row) as f64);
    format!("{label}{}", rows.join(&format!("\n{:indent$}", "")))
}

/// Returns the width of a text in columns, ignoring colour escape sequences.
fn columns(text: &str) -> usize {
    let mut is_escape = false;
    let plain: String = text
        .chars()
        .filter(|c| {
            let was_escape = is_escape;
            is_escape = *c == '\u{1b}' || was_escape && !c.is_ascii_alphabetic();
            !is_escape && !was_escape
        })
        .collect();
    lines::columns(&plain)
}

/// Returns the start of a line's text. The text follows the indentation and the name of an option, a command or a
/// listed value.
fn begin_of_text(line: &str) -> usize {
    let body = line.trim_start();
    let indent = line.len() - body.len();
    if indent == 0 {
        return 0;
    }
    let gap = if body.starts_with("- ") {
        body.find(": ").map(|colon| colon + 1)
    } else {
        body.find("  ")
    };
    let name = gap.map(|gap| gap + body[gap..].len() - body[gap..].trim_start().len());
    indent + name.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_text_wraps_with_aligned_indent() {
        assert_eq!(
            broken("  --eye  视点的位置，以米计；未指定时在出生点", 24),
            "  --eye  视点的位置，以\n         米计；未指定时\n         在出生点"
        );
        assert_eq!(
            broken("    窗口大小，以像素计", 13),
            "    窗口大\n    小，以像\n    素计"
        );
        assert_eq!(
            broken("  - auto:  最好的规则", 17),
            "  - auto:  最好的\n           规则"
        );
        // If the name takes up most of the line, continuation lines are not aligned with the start of the text.
        assert_eq!(broken("  - auto:  最好的", 15), "  - auto:  最好\n  的");
        assert_eq!(broken("short", 9), "short");
    }

    #[test]
    fn colour_codes_have_no_width() {
        let coloured = "  \u{1b}[1m--eye\u{1b}[0m  视点位置";
        assert_eq!(columns(coloured), 17);
        assert_eq!(broken(coloured, 17), coloured);
        assert_eq!(
            broken(coloured, 14),
            coloured.replace("视点位置", "视点\n         位置")
        );
    }
}
