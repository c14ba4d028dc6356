//! Conversion of text to the character set of the screen.

use super::skin::Skin;

/// Returns a text in the screen's character set. Without Unicode, replaces known symbols and turns the rest into `?`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::ui::skin::Colors;

    #[test]
    fn text_without_unicode_is_ascii() {
        let skin = Skin {
            colors: Colors::None,
            unicode: false,
        };
        assert_eq!(plain("at 12°, 0° — é", skin), "at 12 degrees, 0 degrees ? ?");
        assert_eq!(plain("2 × −3 …", skin), "2 x -3 ...");
    }
}
