//! Code in messages: names between backticks.

use std::ops::Range;

/// Returns the byte ranges between pairs of backticks. Code neither begins nor ends with a space, because a single
/// backtick may refer to the key.
#[must_use]
pub fn between_backticks(text: &str) -> Vec<Range<usize>> {
    let mut pairs = Vec::new();
    let mut open = None;
    for (at, _) in text.match_indices('`') {
        let code = open.map(|open: usize| open + 1..at);
        let is_code = |code: &Range<usize>| {
            let code = &text[code.clone()];
            !code.is_empty() && code.trim() == code
        };
        match code.filter(is_code) {
            Some(code) => {
                pairs.push(code);
                open = None;
            }
            None => open = Some(at),
        }
    }
    pairs
}

/// Removes the backticks around code, for screens with a single font.
///
/// ```
/// use bspwalk_session::code::without_backticks;
///
/// assert_eq!(without_backticks("press ` for `--help`"), "press ` for --help");
/// ```
#[must_use]
pub fn without_backticks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut end = 0;
    for code in between_backticks(text) {
        plain.push_str(&text[end..code.start - 1]);
        plain.push_str(&text[code.clone()]);
        end = code.end + 1;
    }
    plain.push_str(&text[end..]);
    plain
}
