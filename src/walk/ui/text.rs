//! Texts that fit into rows and into the characters of a screen.

use super::skin::Skin;

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
    text.chars().take(width).collect()
}

/// A text in rows of at most so many characters, broken at blanks where there are any.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let row = rows.last_mut().expect("there is a row");
            let length = row.chars().count();
            let gap = usize::from(length > 0);
            if length + gap + word.len() <= width {
                if gap > 0 {
                    row.push(' ');
                }
                row.extend(&word);
                break;
            }
            if length == 0 {
                let rest = word.split_off(width);
                row.extend(&word);
                word = rest;
            }
            rows.push(String::new());
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
