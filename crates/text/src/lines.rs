//! Breaking text into lines.

use unicode_linebreak::linebreaks;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the number of terminal columns that a string occupies. Chinese characters occupy two columns.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Returns the longest prefix of a string that fits into the given number of terminal columns.
#[must_use]
pub fn prefix_in_columns(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, c)| {
        taken += c.width().unwrap_or(0);
        taken > columns
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Pads a string with trailing spaces to at least `to` terminal columns.
#[must_use]
pub fn padded(text: &str, to: usize) -> String {
    let blanks = to.saturating_sub(columns(text));
    format!("{text}{:blanks$}", "")
}

/// Wraps a string into one or more lines with a width of at most `most`.
///
/// Lines are broken at spaces, and between Chinese characters where line breaking rules allow it (Unicode Standard
/// Annex 14, "Unicode Line Breaking Algorithm", 2023). A word that is wider than a line is split.
pub fn wrapped(text: &str, most: f64, width: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let mut piece = piece.to_owned();
        loop {
            let line = lines.last_mut().expect("there is a line");
            let whole = format!("{line}{piece}");
            if width(whole.trim_end()) <= most {
                *line = whole;
                break;
            }
            if line.is_empty() {
                let all = piece.char_indices().skip(1).map(|(at, _)| at);
                let fits = all.clone().take_while(|&at| width(&piece[..at]) <= most).last();
                let Some(cut) = fits.or_else(|| all.clone().next()) else {
                    *line = piece;
                    break;
                };
                let rest = piece.split_off(cut);
                *line = piece;
                piece = rest;
            }
            lines.push(String::new());
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// Wraps a string at a maximum number of terminal columns; see [`wrapped`].
#[must_use]
pub fn in_columns(text: &str, most: usize) -> Vec<String> {
    wrapped(text, most.max(1) as f64, |line| columns(line) as f64)
}

/// Splits a string at its line break opportunities. Spaces are kept at the ends of the pieces.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let is_wide = |c: Option<char>| c.and_then(UnicodeWidthChar::width) == Some(2);
    let mut begin = 0;
    linebreaks(text).filter_map(move |(end, _)| {
        let (before, after) = (text[..end].chars().next_back(), text[end..].chars().next());
        let may_break =
            after.is_none() || before.is_some_and(char::is_whitespace) || is_wide(before) || is_wide(after);
        may_break.then(|| {
            let piece = &text[begin..end];
            begin = end;
            piece
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wrap_at_spaces_and_split_long_words() {
        assert_eq!(in_columns("one two three", 7), ["one two", "three"]);
        assert_eq!(in_columns("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(in_columns("node-storing a/b", 10), ["node-stori", "ng a/b"]);
        assert_eq!(in_columns("", 5), [""]);
        assert_eq!(in_columns("a", 0), ["a"]);
    }

    #[test]
    fn chinese_lines_never_start_with_punctuation() {
        assert_eq!(
            in_columns("分割平面把空间分成两半。", 8),
            ["分割平面", "把空间分", "成两半。"]
        );
        assert_eq!(in_columns("空间分成，两半", 8), ["空间分", "成，两半"]);
        assert_eq!(in_columns("BSP 树有 12 个节点", 9), ["BSP 树有", "12 个节点"]);
    }

    #[test]
    fn chinese_characters_take_two_columns() {
        assert_eq!(
            (
                columns("BSP 树"),
                prefix_in_columns("平面ab", 5),
                prefix_in_columns("平面", 9)
            ),
            (6, "平面a", "平面")
        );
        assert_eq!(
            (padded("平面", 6), padded("平面", 2)),
            ("平面  ".to_owned(), "平面".to_owned())
        );
    }
}
