//! Finds the ends of quoted values. Editors escape a quotation mark inside a value as `\"`, but Windows paths may end
//! with a backslash before the closing quotation mark.
//!
//! A backslash before a quotation mark is an escape if an odd number of other quotation marks follows on the line,
//! because one of those then closes the value. This includes `TrenchBroom`'s rule that `\"` at the end of a line closes
//! the value.

use std::borrow::Cow;

/// Finds the ends of values in text that is read from start to end.
#[derive(Default)]
pub(crate) struct Quotes {
    /// Start position, end of line, and number of quotation marks in between, for the line that was counted last.
    counted: Option<(usize, usize, usize)>,
}

impl Quotes {
    /// Returns the position of the quotation mark that closes the value starting at `start`, or `None` if the value is
    /// not closed.
    pub(crate) fn find_closing_quote(&mut self, text: &[u8], start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            let found = at
                + text
                    .get(at..)?
                    .iter()
                    .position(|byte| matches!(byte, b'"' | b'\\'))?;
            at = match (text[found], text.get(found + 1)) {
                (b'"', _) => return Some(found),
                (_, Some(b'"')) if !self.is_escape(text, found + 2) => return Some(found + 1),
                (_, Some(b'"' | b'\\')) => found + 2,
                _ => found + 1,
            };
        }
    }

    /// Returns whether an odd number of quotation marks follows on the line, which makes this one an escape.
    fn is_escape(&mut self, text: &[u8], at: usize) -> bool {
        let (end, count) = match self.counted {
            Some((from, end, count)) if (from..=end).contains(&at) => {
                (end, count - quotation_marks(&text[from..at]))
            }
            _ => {
                let rest = text.get(at..).unwrap_or_default();
                let line = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                let end = at + line.unwrap_or(rest.len());
                (end, quotation_marks(&text[at..end]))
            }
        };
        self.counted = Some((at, end, count));
        count % 2 == 1
    }
}

/// Returns the number of quotation marks that are not preceded by a backslash.
fn quotation_marks(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let marks = text.iter().filter(|&&byte| {
        let is_mark = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_mark
    });
    marks.count()
}

pub(crate) fn without_escapes(value: &[u8]) -> Cow<'_, [u8]> {
    if !value.windows(2).any(|pair| pair == br#"\""#) {
        return Cow::Borrowed(value);
    }
    let mut plain = Vec::with_capacity(value.len());
    for (at, &byte) in value.iter().enumerate() {
        if !(byte == b'\\' && value.get(at + 1) == Some(&b'"')) {
            plain.push(byte);
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<String> {
        let end = Quotes::default().find_closing_quote(text.as_bytes(), 1)?;
        let plain = without_escapes(&text.as_bytes()[1..end]);
        Some(String::from_utf8_lossy(&plain).into_owned())
    }

    #[test]
    fn backslash_escapes_quote_or_ends_value() {
        for (text, expected) in [
            (r#""plain""#, Some("plain")),
            (r#""the \"old\" hall""#, Some(r#"the "old" hall"#)),
            (r#""ends with \"one\"""#, Some(r#"ends with "one""#)),
            (r#""C:\maps\""#, Some(r"C:\maps\")),
            (r#""C:\maps\" "classname" "worldspawn""#, Some(r"C:\maps\")),
            ("\"C:\\maps\\\"\n\"a\" \"b\"", Some(r"C:\maps\")),
            (r#""C:\maps\" }"#, Some(r"C:\maps\")),
            (r#""two \\""#, Some(r"two \\")),
            (r#""line\nbreak""#, Some(r"line\nbreak")),
            (r#""open"#, None),
            (r#""open\"#, None),
        ] {
            assert_eq!(value(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn many_escapes_take_linear_time() {
        let text = r#"\""#.repeat(1 << 19) + "\"";
        assert_eq!(
            Quotes::default().find_closing_quote(text.as_bytes(), 0),
            Some(text.len() - 1)
        );
    }
}
