//! Help in the language of the program: the words that clap puts into it by itself, and lines that are broken where the language
//! breaks them.

use std::io::{self, Write as _};

use bspwalk_text::{Message, message, text};
use clap::Command;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{columns, wrong_usage::UsageError};

/// What clap says by itself, with the message that is said instead; of two that begin alike the longer one stands first.
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

/// The most columns of a line of help.
const MOST_COLUMNS: usize = 100;

/// Whether the language is written in wide characters, between which a line may end.
fn is_wide() -> bool {
    let word = text!("usage-options");
    word.width() > word.chars().count()
}

/// The command as it is read and as it writes help. clap breaks lines at spaces; where that is not enough it breaks none.
pub(super) fn prepared(command: Command) -> Command {
    if is_wide() { command.term_width(0) } else { command }
}

/// What clap says, in the language of the program.
pub(super) fn translated(said: &str) -> String {
    let mut said = said.to_owned();
    for (word, message) in WORDS {
        said = said.replace(word, message.text());
    }
    if !is_wide() {
        return said;
    }
    let lines: Vec<String> = said.lines().map(|line| broken(line, MOST_COLUMNS)).collect();
    lines.join("\n") + "\n"
}

/// Prints help or the version.
pub(super) fn print(error: &UsageError) -> io::Result<()> {
    let said = error.render().ansi().to_string();
    anstream::stdout().write_all(translated(&said).as_bytes())
}

/// A line in lines of at most so many columns, each further one under what the first explains.
fn broken(line: &str, columns: usize) -> String {
    let indent = column_of_text(line);
    let mut lines = String::new();
    // The piece since the last place where the line may end, and the columns of it and of what stands before it.
    let (mut piece, mut piece_columns, mut taken) = (String::new(), 0, 0);
    let mut before = None;
    let mut is_escape = false;
    for c in line.chars() {
        // Colours take no column.
        is_escape |= c == '\u{1b}';
        if is_escape {
            is_escape = !c.is_ascii_alphabetic();
            piece.push(c);
            continue;
        }
        if before.is_some_and(|before| columns::may_part(before, c)) {
            lines.push_str(&piece);
            taken += piece_columns;
            piece.clear();
            piece_columns = 0;
        }
        let width = c.width().unwrap_or(0);
        if taken + piece_columns + width > columns && taken > indent {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            taken = indent;
        }
        piece.push(c);
        piece_columns += width;
        before = Some(c);
    }
    lines + &piece
}

/// The column in which a line's text begins: after its indentation and, of an option or a command, after what it explains.
fn column_of_text(line: &str) -> usize {
    let mut plain = String::new();
    let mut is_escape = false;
    for c in line.chars() {
        is_escape |= c == '\u{1b}';
        if is_escape {
            is_escape = !c.is_ascii_alphabetic();
        } else {
            plain.push(c);
        }
    }
    let body = plain.trim_start();
    let indent = plain.len() - body.len();
    let explained = if let Some(value) = body.strip_prefix("- ") {
        // A value in a list.
        let after = value.find(": ").map(|at| at + 4);
        after.map(|at| at + body[at..].len() - body[at..].trim_start().len())
    } else {
        let gap = body.find("  ").filter(|_| indent > 0);
        gap.map(|gap| gap + body[gap..].len() - body[gap..].trim_start().len())
    };
    // A line whose explanation would have no room keeps its own indentation.
    let explained = explained.map(|at| body[..at].width());
    explained
        .filter(|&at| indent + at <= MOST_COLUMNS / 2)
        .map_or(indent, |at| indent + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_wide_characters_and_never_before_a_stop() {
        let line = "  --eye  视点的位置，以米计；未指定时在出生点";
        assert_eq!(
            broken(line, 24),
            "  --eye  视点的位置，以\n         米计；未指定时\n         在出生点"
        );
        for line in broken("窗口大小，以像素计。", 9).lines() {
            assert!(line.width() <= 10 && !line.starts_with('，'), "{line}");
        }
        assert_eq!(broken("short", 9), "short");
        assert_eq!(broken("one two three", 8), "one two\nthree");
    }

    #[test]
    fn colours_take_no_columns() {
        let coloured = "  \u{1b}[1m--eye\u{1b}[0m  视点";
        assert_eq!(column_of_text(coloured), 9);
        assert_eq!(broken(coloured, 13), coloured);
        assert_eq!(column_of_text("          - auto:  最好"), 19);
    }
}
