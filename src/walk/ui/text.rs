//! Texts that fit into rows and into the characters of a screen.

use super::skin::Skin;
use crate::cli::columns;

/// A text in the characters that the screen has.
pub(super) fn plain(text: &str, skin: Skin) -> String {
    if skin.unicode {
        return text.to_owned();
    }
    text.replace('°', " degrees")
        .replace('…', "...")
        .replace('−', "-")
        .replace('×', "x")
        .chars()
        .map(|c| if c.is_ascii() { c } else { '?' })
        .collect()
}

/// The beginning of a text that fits into so many columns.
pub(super) fn fitted(text: &str, width: usize) -> String {
    columns::split(text, width).0.to_owned()
}

/// A text in rows of at most so many columns, broken at blanks and beside wide signs where there are any.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        let mut is_first = true;
        for mut piece in columns::pieces(word) {
            loop {
                let row = rows.last_mut().expect("there is a row");
                let gap = usize::from(is_first && !row.is_empty());
                if columns::width(row) + gap + columns::width(piece) <= width {
                    row.push_str(&" ".repeat(gap));
                    row.push_str(piece);
                    break;
                }
                if row.is_empty() {
                    // A wide sign has no room in one column.
                    let (fits, rest) = columns::split(piece, width.max(2));
                    row.push_str(fits);
                    piece = rest;
                }
                rows.push(String::new());
            }
            is_first = false;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::ui::skin::Colors;

    #[test]
    fn texts_are_wrapped_at_blanks_and_long_words_are_cut() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("a", 0), ["a"]);
        assert_eq!(wrapped("3 个节点，共面", 8), ["3 个节", "点，共面"]);
        assert_eq!(wrapped("节点", 1), ["节", "点"]);
    }

    #[test]
    fn without_unicode_there_are_only_characters_of_ascii() {
        let skin = Skin {
            colors: Colors::None,
            unicode: false,
        };
        assert_eq!(plain("at 12°, 0° — é", skin), "at 12 degrees, 0 degrees ? ?");
        assert_eq!(plain("2 × −3 …", skin), "2 x -3 ...");
    }
}
