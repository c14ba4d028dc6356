//! The blocks of a map in text: a name, and keys with values in braces.

use bspwalk_text::text;

use super::{
    scanner::{Scanner, Token, Wrong},
    value::{number, truth},
};

/// How long a key that is read can be; a longer one is unknown.
const LONGEST_KEY: usize = 24;

/// A key with its value.
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

    /// The key in lower case; nothing where it is too long to be known.
    pub(super) fn key(&self) -> &str {
        std::str::from_utf8(&self.key[..self.length]).unwrap_or_default()
    }

    fn expected(&self, what: &str) -> Wrong {
        Wrong {
            line: self.line,
            what: text!("doom-udmf-value", key = self.key(), value = self.value, what),
        }
    }

    pub(super) fn number(&self) -> Result<f64, Wrong> {
        number(self.value).ok_or_else(|| self.expected(text!("doom-udmf-number")))
    }

    /// A number within bounds.
    pub(super) fn number_to(&self, farthest: f64) -> Result<f64, Wrong> {
        let is_near = |number: &f64| number.abs() <= farthest;
        number(self.value)
            .filter(is_near)
            .ok_or_else(|| self.expected(&text!("doom-udmf-number-to", farthest)))
    }

    /// A whole number; a fraction is cut off.
    pub(super) fn integer(&self) -> Result<i32, Wrong> {
        let limits = f64::from(i32::MIN)..=f64::from(i32::MAX);
        let number = number(self.value).filter(|number| limits.contains(number));
        number
            .map(|number| number as i32)
            .ok_or_else(|| self.expected(text!("doom-udmf-integer")))
    }

    /// The index of another block; `None` if no block can have it, such as -1.
    pub(super) fn index(&self) -> Result<Option<u32>, Wrong> {
        let number = self.number()?;
        Ok((0.0..f64::from(u32::MAX))
            .contains(&number)
            .then_some(number as u32))
    }

    /// A whole number; the nearest one that has 16 bits.
    pub(super) fn short(&self) -> Result<u16, Wrong> {
        let number = self.integer()?.clamp(0, i32::from(u16::MAX));
        Ok(number as u16)
    }

    pub(super) fn truth(&self) -> Result<bool, Wrong> {
        truth(self.value).ok_or_else(|| self.expected(text!("doom-udmf-truth")))
    }

    /// A text without its quotation marks.
    pub(super) fn text(&self) -> Result<&'a [u8], Wrong> {
        match self.value {
            Token::Text(text) => Ok(text),
            Token::Word(_) | Token::Sign(_) => Err(self.expected(text!("doom-udmf-quoted"))),
        }
    }
}

/// What stands outside of all blocks.
pub(super) enum Item<'a> {
    /// A key with its value.
    Field(Field<'a>),
    /// The name of a block in lower case, whose fields come next, and the line that it stands in.
    Block(Box<str>, usize),
}

/// The next thing outside of all blocks; `None` at the end.
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
        found => Err(scanner.unexpected(found, "{ or =")),
    }
}

/// Reads the fields of a block up to the end of it.
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
            // Nothing before its end is no field, and no harm.
            Some(Token::Sign(b';')) => {}
            found => return Err(scanner.unexpected(found, text!("doom-udmf-key-or-end"))),
        }
    }
}

/// The value behind a key, and the sign behind that.
fn value<'a>(scanner: &mut Scanner<'a>, key: &[u8]) -> Result<Field<'a>, Wrong> {
    let value = match scanner.next()? {
        Some(value @ (Token::Word(_) | Token::Text(_))) => value,
        found => return Err(scanner.unexpected(found, text!("doom-udmf-a-value"))),
    };
    let field = Field::new(key, value, scanner.line);
    scanner.expect(b';')?;
    Ok(field)
}
