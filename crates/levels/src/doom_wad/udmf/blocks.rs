//! Parses the blocks of a UDMF map. A block is a name followed by key-value pairs in braces.

use crate::{Text, text};

use super::scanner::{Scanner, Token, Wrong};

/// Maximum length of a stored key. Longer keys are treated as unknown.
const LONGEST_KEY: usize = 24;

/// A key and its value.
pub(super) struct Field<'a> {
    key: [u8; LONGEST_KEY],
    length: usize,
    value: Token<'a>,
    line: usize,
}

impl<'a> Field<'a> {
    fn new(key: &[u8], value: Token<'a>, line: usize) -> Self {
        let mut field = Self {
            key: [0; LONGEST_KEY],
            length: 0,
            value,
            line,
        };
        if let Some(place) = field.key.get_mut(..key.len()) {
            place.copy_from_slice(key);
            place.make_ascii_lowercase();
            field.length = key.len();
        }
        field
    }

    /// Returns the key in lower case. The key is empty if it is too long to be a known one.
    pub(super) fn key(&self) -> &str {
        std::str::from_utf8(&self.key[..self.length]).unwrap_or_default()
    }

    fn expected(&self, what: Text) -> Wrong {
        Wrong {
            line: self.line,
            what: text!("doom-udmf-value", key = self.key(), value = self.value, what),
        }
    }

    pub(super) fn number(&self) -> Result<f64, Wrong> {
        self.value
            .number()
            .ok_or_else(|| self.expected(text!("doom-udmf-number")))
    }

    /// Returns a number, whose absolute value must be at most `farthest`.
    pub(super) fn number_to(&self, farthest: f64) -> Result<f64, Wrong> {
        let is_near = |number: &f64| number.abs() <= farthest;
        self.value
            .number()
            .filter(is_near)
            .ok_or_else(|| self.expected(text!("doom-udmf-number-to", farthest)))
    }

    /// Returns an integer, truncating fractions.
    pub(super) fn integer(&self) -> Result<i32, Wrong> {
        let limits = f64::from(i32::MIN)..=f64::from(i32::MAX);
        let number = self.value.number().filter(|number| limits.contains(number));
        number
            .map(|number| number as i32)
            .ok_or_else(|| self.expected(text!("doom-udmf-integer")))
    }

    /// Returns the index of another block, or `None` for impossible indices such as −1.
    pub(super) fn index(&self) -> Result<Option<u32>, Wrong> {
        let number = self.number()?;
        Ok((0.0..f64::from(u32::MAX))
            .contains(&number)
            .then_some(number as u32))
    }

    /// Returns an integer clamped to 16 bits.
    pub(super) fn short(&self) -> Result<u16, Wrong> {
        let number = self.integer()?.clamp(0, i32::from(u16::MAX));
        Ok(number as u16)
    }

    pub(super) fn truth(&self) -> Result<bool, Wrong> {
        self.value
            .truth()
            .ok_or_else(|| self.expected(text!("doom-udmf-truth")))
    }

    pub(super) fn text(&self) -> Result<&'a [u8], Wrong> {
        match self.value {
            Token::Text(text) => Ok(text),
            Token::Word(_) | Token::Sign(_) => Err(self.expected(text!("doom-udmf-quoted"))),
        }
    }
}

pub(super) enum Item<'a> {
    Field(Field<'a>),
    /// A block's name in lower case, and the block's line. The fields follow.
    Block(Box<str>, usize),
}

/// Reads the next item outside all blocks, or returns `None` at the end.
pub(super) fn item<'a>(scanner: &mut Scanner<'a>) -> Result<Option<Item<'a>>, Wrong> {
    let name = match scanner.next()? {
        None => return Ok(None),
        Some(Token::Word(name)) => name,
        found => return Err(scanner.unexpected(found, text!("doom-udmf-block-name"))),
    };
    let line = scanner.line;
    match scanner.next()? {
        Some(Token::Sign(b'{')) => {
            let name = name.to_ascii_lowercase();
            let name = String::from_utf8_lossy(&name).into_owned();
            Ok(Some(Item::Block(name.into(), line)))
        }
        Some(Token::Sign(b'=')) => value(scanner, name).map(|field| Some(Item::Field(field))),
        found => Err(scanner.unexpected(found, Text::plain("{ or ="))),
    }
}

pub(super) fn fields<'a>(
    scanner: &mut Scanner<'a>,
    mut take: impl FnMut(&Field<'a>) -> Result<(), Wrong>,
) -> Result<(), Wrong> {
    loop {
        match scanner.next()? {
            Some(Token::Sign(b'}')) => return Ok(()),
            Some(Token::Word(key)) => {
                scanner.expect(b'=')?;
                take(&value(scanner, key)?)?;
            }
            // An empty statement is harmless.
            Some(Token::Sign(b';')) => {}
            found => return Err(scanner.unexpected(found, text!("doom-udmf-key-or-end"))),
        }
    }
}

fn value<'a>(scanner: &mut Scanner<'a>, key: &[u8]) -> Result<Field<'a>, Wrong> {
    let value = match scanner.next()? {
        Some(value @ (Token::Word(_) | Token::Text(_))) => value,
        found => return Err(scanner.unexpected(found, text!("doom-udmf-a-value"))),
    };
    let field = Field::new(key, value, scanner.line);
    scanner.expect(b';')?;
    Ok(field)
}
