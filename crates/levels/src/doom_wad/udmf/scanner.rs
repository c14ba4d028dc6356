//! Splits a UDMF map into tokens with line numbers, and interprets numbers and keywords.

use crate::messages::plain_texts;
use crate::{Text, ToText, text};

/// A syntax error and its line number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) line: usize,
    pub(super) what: Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, a number or a keyword.
    Word(&'a [u8]),
    /// A string without its quotation marks.
    Text(&'a [u8]),
    /// One of the characters `{}=;`.
    Sign(u8),
}

plain_texts!(Token<'_>);

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// Maximum number of characters that an error quotes.
        const LONGEST: usize = 32;
        match *self {
            Self::Word(word) => write!(f, "{}", word[..word.len().min(LONGEST)].escape_ascii()),
            Self::Text(text) => write!(f, "\"{}\"", text[..text.len().min(LONGEST)].escape_ascii()),
            Self::Sign(sign) => write!(f, "{}", char::from(sign)),
        }
    }
}

impl Token<'_> {
    /// Parses a number: decimal (with or without a fraction), hexadecimal or octal. Returns `None` for anything else.
    pub(super) fn number(self) -> Option<f64> {
        let Self::Word(word) = self else { return None };
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
            // The check for a leading digit or decimal point rejects "inf" and "nan".
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
    pub(super) fn truth(self) -> Option<bool> {
        match self {
            Self::Word(word) if word.eq_ignore_ascii_case(b"true") => Some(true),
            Self::Word(word) if word.eq_ignore_ascii_case(b"false") => Some(false),
            _ => None,
        }
    }
}

/// Splits text into tokens, from start to end.
pub(super) struct Scanner<'a> {
    left: &'a [u8],
    pub(super) line: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        // Skip the byte order mark that some editors write.
        let left = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        Self { left, line: 1 }
    }

    pub(super) fn wrong(&self, what: Text) -> Wrong {
        Wrong {
            line: self.line,
            what,
        }
    }

    /// Returns the next token, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Wrong> {
        self.skip_blanks()?;
        let Some(&first) = self.left.first() else {
            return Ok(None);
        };
        match first {
            b'{' | b'}' | b'=' | b';' => Ok(Some(Token::Sign(self.take(1)[0]))),
            b'"' => self.text().map(|text| Some(Token::Text(text))),
            b'(' | b')' | b'\'' => {
                Err(self.wrong(text!("doom-udmf-nothing-may-stand", found = char::from(first))))
            }
            _ => {
                let length = self.left.iter().take_while(|&&byte| is_of_word(byte)).count();
                // A word has at least one byte. A slash that does not begin a comment is treated as a word.
                Ok(Some(Token::Word(self.take(length.max(1)))))
            }
        }
    }

    pub(super) fn expect(&mut self, sign: u8) -> Result<(), Wrong> {
        match self.next()? {
            Some(Token::Sign(found)) if found == sign => Ok(()),
            found => Err(self.unexpected(found, char::from(sign).to_text())),
        }
    }

    pub(super) fn unexpected(&self, found: Option<Token<'_>>, expected: Text) -> Wrong {
        self.wrong(match found {
            Some(found) => text!("doom-udmf-unexpected", found, expected),
            None => text!("doom-udmf-text-ends", expected),
        })
    }

    /// Reads the rest of a string, up to the next unescaped quotation mark.
    fn text(&mut self) -> Result<&'a [u8], Wrong> {
        let mut is_escaped = false;
        let end = self.left[1..].iter().position(|&byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        let end = end.ok_or_else(|| self.wrong(text!("doom-udmf-quotation")))?;
        let text = self.take(end + 2);
        Ok(&text[1..=end])
    }

    /// Consumes bytes and counts the line breaks in them.
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, left) = self.left.split_at(count);
        self.left = left;
        self.line += taken.iter().filter(|&&byte| byte == b'\n').count();
        taken
    }

    fn skip_blanks(&mut self) -> Result<(), Wrong> {
        loop {
            let blanks = self.left.iter().take_while(|&&byte| is_blank(byte)).count();
            self.take(blanks);
            if self.left.starts_with(b"//") {
                let length = self.left.iter().take_while(|&&byte| byte != b'\n').count();
                self.take(length);
            } else if self.left.starts_with(b"/*") {
                let end = self.left[2..].windows(2).position(|pair| pair == b"*/");
                let end = end.ok_or_else(|| self.wrong(text!("doom-udmf-comment")))?;
                self.take(end + 4);
            } else {
                return Ok(());
            }
        }
    }
}

fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

fn is_of_word(byte: u8) -> bool {
    !is_blank(byte)
        && !matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b';' | b'=' | b'"' | b'\'' | b'/'
        )
}
