//! Alignment of table columns. A Chinese character is as wide as two letters.

use bspwalk_text::lines;

/// Right-aligns a text in a column.
pub(super) fn right(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(lines::columns(text));
    format!("{:blanks$}{text}", "")
}

/// Formats two figures next to each other.
pub(super) fn pair_of(first: &str, second: &str) -> String {
    format!("{}  {}", right(first, 12), right(second, 12))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_sign_takes_two_columns() {
        assert_eq!(right("nodes", 8), "   nodes");
        assert_eq!(right("节点", 5), " 节点");
        assert_eq!(right("too long", 5), "too long");
    }
}
