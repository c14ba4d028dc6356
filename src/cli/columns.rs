//! Columns of a table: a sign of Chinese is as wide as two letters.

use bspwalk_text::lines;

/// A text at the right of a column of this width.
pub(super) fn right(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(lines::columns(text));
    format!("{:blanks$}{text}", "")
}

/// Two figures side by side.
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
