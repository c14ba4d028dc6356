//! Columns of tables and cards: a sign of Chinese is as wide as two letters, and a line may end beside it.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Signs that begin no line.
const CLOSING: &str = "，。：；、！？）」』…%";

/// Signs that end no line.
const OPENING: &str = "（「『";

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A text at the left of a column of this width.
pub(crate) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", room(text, columns))
}

/// A text at the right of a column of this width.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", room(text, columns))
}

/// Whether a line may end between two characters.
pub(crate) fn may_part(a: char, b: char) -> bool {
    let is_wide = |c: char| c.width().is_some_and(|width| width > 1);
    if b == ' ' || CLOSING.contains(b) || OPENING.contains(a) {
        return false;
    }
    a == ' ' || is_wide(a) || is_wide(b)
}

/// A word in pieces between which a line may end; a word without wide signs is one.
pub(crate) fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    let both = word.char_indices().zip(word.char_indices().skip(1));
    for ((_, a), (at, b)) in both {
        if may_part(a, b) {
            pieces.push(&word[begin..at]);
            begin = at;
        }
    }
    pieces.push(&word[begin..]);
    pieces
}

/// The beginning of a text that fits into so many columns, and the rest.
pub(crate) fn split(text: &str, columns: usize) -> (&str, &str) {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, c)| {
        taken += c.width().unwrap_or(0);
        taken > columns
    });
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

/// Two figures side by side.
pub(super) fn pair_of(first: &str, second: &str) -> String {
    format!("{}  {}", right(first, 12), right(second, 12))
}

fn room(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_sign_takes_two_columns() {
        assert_eq!(left("nodes", 8), "nodes   ");
        assert_eq!(left("节点", 8), "节点    ");
        assert_eq!(right("节点", 5), " 节点");
        assert_eq!(right("too long", 5), "too long");
        assert_eq!(split("节点 3", 5), ("节点 ", "3"));
        assert_eq!(split("节点", 3), ("节", "点"));
    }

    #[test]
    fn a_line_ends_beside_wide_signs_but_not_before_a_stop() {
        assert_eq!(pieces("word"), ["word"]);
        assert_eq!(pieces(""), [""]);
        assert_eq!(pieces("节点，（BSP）树"), ["节", "点，", "（BSP）", "树"]);
    }
}
