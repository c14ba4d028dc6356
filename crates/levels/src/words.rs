//! Thousands separators, and escaping of file contents for a terminal.

/// Formats a number with thousands separators, for example "262,267".
#[must_use]
pub fn count(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Escapes text from a file for display in a terminal. Escapes control characters and characters that change the
/// writing direction (for example, as `\u{1b}`).
#[must_use]
pub fn printable(text: &str) -> String {
    escaped(text, |_| false)
}

/// Like [`printable`], but keeps line feeds.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    escaped(text, |c| c == '\n')
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if (c.is_control() || turns) && !is_kept(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        for (number, text) in [
            (0_u32, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(count(number), text);
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            printable("Stein\u{e4} \u{1b}[2J\u{9b}1m\r\n"),
            "Stein\u{e4} \\u{1b}[2J\\u{9b}1m\\r\\n"
        );
        assert_eq!(printable("a\u{202e}gnp.b"), "a\\u{202e}gnp.b");
        assert_eq!(printable_lines("a\n\u{7}b"), "a\n\\u{7}b");
    }
}
