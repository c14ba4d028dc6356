//! Interprets the values of a UDMF map: numbers and keywords.

use super::scanner::Token;

/// Parses a number: decimal with or without a fraction, hexadecimal or octal. Returns `None` for anything else.
pub(super) fn number(value: Token<'_>) -> Option<f64> {
    let Token::Word(word) = value else { return None };
    let word = std::str::from_utf8(word).ok()?;
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, word.strip_prefix('+').unwrap_or(word)),
    };
    let in_base = |digits, base| u32::from_str_radix(digits, base).ok().map(f64::from);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let found = match hexadecimal {
        Some(digits) => in_base(digits, 16),
        None if digits.len() > 1
            && digits.starts_with('0')
            && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            in_base(digits, 8)
        }
        // Requiring a digit or a point first rejects "inf" and "nan".
        None if digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
            digits.parse().ok()
        }
        None => None,
    };
    found
        .map(|number: f64| sign * number)
        .filter(|number| number.is_finite())
}

/// Parses a boolean keyword. Returns `None` for anything except `true` and `false`.
pub(super) fn truth(value: Token<'_>) -> Option<bool> {
    match value {
        Token::Word(word) if word.eq_ignore_ascii_case(b"true") => Some(true),
        Token::Word(word) if word.eq_ignore_ascii_case(b"false") => Some(false),
        _ => None,
    }
}
