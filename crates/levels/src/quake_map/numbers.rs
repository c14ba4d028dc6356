//! Handles NaN and infinite numbers in brushes. Windows editors and compilers write them as `-1.#IND00`, others as
//! `-nan`.

use std::borrow::Cow;

use quake_util::qmap::Alignment;

/// Spelling that the parser reads as NaN.
const NOT_A_NUMBER: &[u8] = b"nan";

/// Replaces such numbers in a brush's text with a spelling that the parser reads.
pub(super) fn readable(brush: &[u8]) -> Cow<'_, [u8]> {
    let mut written: Vec<u8> = Vec::new();
    // End of the text already written, and whether the next word is a texture name.
    let (mut done, mut is_name) = (0, false);
    let mut at = 0;
    while at < brush.len() {
        let rest = &brush[at..];
        if rest[0].is_ascii_whitespace() {
            at += 1;
        } else if rest.starts_with(b"//") {
            at += rest
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(rest.len());
        } else if rest[0] == b'"' {
            at += rest[1..]
                .iter()
                .position(|&byte| byte == b'"')
                .map_or(rest.len(), |end| end + 2);
            is_name = false;
        } else {
            let length = rest
                .iter()
                .position(u8::is_ascii_whitespace)
                .unwrap_or(rest.len());
            let word = &rest[..length];
            if !is_name && is_not_a_number(word) {
                written.extend_from_slice(&brush[done..at]);
                written.extend_from_slice(NOT_A_NUMBER);
                done = at + length;
            }
            is_name = word == b")";
            at += length;
        }
    }
    if done == 0 {
        return Cow::Borrowed(brush);
    }
    written.extend_from_slice(&brush[done..]);
    Cow::Owned(written)
}

/// Returns whether a word is NaN or infinite: `nan`, `-nan(ind)`, `inf`, `1.#QNAN0`, `-1.#IND00`, `1.#INF`.
fn is_not_a_number(word: &[u8]) -> bool {
    let digits = match word {
        [b'+' | b'-', digits @ ..] => digits,
        digits => digits,
    };
    let starts = |word: &[u8], start: &[u8]| {
        word.get(..start.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    if let Some(mark) = digits.iter().position(|&byte| byte == b'#') {
        let (number, kind) = (&digits[..mark], &digits[mark + 1..]);
        let is_number = number.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        return is_number
            && [&b"IND"[..], b"QNAN", b"SNAN", b"INF"]
                .iter()
                .any(|name| starts(kind, name));
    }
    digits.eq_ignore_ascii_case(b"nan")
        || starts(digits, b"nan(")
        || digits.eq_ignore_ascii_case(b"inf")
        || digits.eq_ignore_ascii_case(b"infinity")
}

/// Returns whether a texture alignment contains only finite numbers.
pub(super) fn is_aligned(alignment: &Alignment) -> bool {
    let axes = alignment.axes.iter().flatten().flatten();
    let numbers = alignment.offset.iter().chain(&alignment.scale).chain(axes);
    alignment.rotation.is_finite() && numbers.copied().all(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_nan_are_replaced() {
        for (text, expected) in [
            ("( 0 0 0 ) wall 0 0 0 1 1", "( 0 0 0 ) wall 0 0 0 1 1"),
            (
                "( 0 0 0 ) wall -1.#IND00 1.#QNAN0 -nan(ind) 1 1",
                "( 0 0 0 ) wall nan nan nan 1 1",
            ),
            ("( 0 0 0 ) nan 1.#INF 0 -inf 1 1", "( 0 0 0 ) nan nan 0 nan 1 1"),
            (
                "( 0 0 0 ) \"a nan b\" 0 0 0 1 1 // nan",
                "( 0 0 0 ) \"a nan b\" 0 0 0 1 1 // nan",
            ),
            ("( -1.#IND 0 0 )", "( nan 0 0 )"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&readable(text.as_bytes())), expected);
        }
    }
}
