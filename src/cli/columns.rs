//! Columns of a table: a sign of Chinese is as wide as two letters.

use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A text at the left of a column of this width.
pub(super) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", room(text, columns))
}

/// A text at the right of a column of this width.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", room(text, columns))
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
    }
}
