//! Represents values as sequences of postcard tokens, so that tests can modify individual tokens.

use serde::{Serialize, ser};

/// A token of a serialized value.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Bool(bool),
    /// An 8-bit integer, signed or unsigned.
    Byte(u8),
    /// A wider unsigned integer.
    Number(u128),
    /// A wider signed integer.
    Signed(i128),
    Single(f32),
    Double(f64),
    Text(String),
    /// Length of a list or a map. Its items are all tokens before index `end`.
    Length {
        items: u64,
        end: usize,
    },
    /// Index of an enum variant. The variant's contents follow.
    Variant(u32),
    /// Whether a value follows.
    Some(bool),
}

/// A value as a sequence of tokens, with the positions of list items.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    pub tokens: Vec<Token>,
    /// For each non-empty list, the position of its length token and the start positions of its items.
    pub lists: Vec<(usize, Vec<usize>)>,
}

/// The error type for serialization that cannot fail.
#[derive(Debug)]
pub struct Never;

impl std::fmt::Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no value is written so")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

impl Tokens {
    /// Returns the tokens of a value.
    pub fn from_value(value: &impl Serialize) -> Self {
        let mut writer = Writer::default();
        value.serialize(&mut writer).expect("it can be written");
        writer.out
    }

    /// Appends another value's tokens.
    pub fn append(&mut self, other: Self) {
        let shift = self.tokens.len();
        self.tokens
            .extend(other.tokens.into_iter().map(|token| match token {
                Token::Length { items, end } => Token::Length {
                    items,
                    end: end + shift,
                },
                token => token,
            }));
        let lists = other.lists.into_iter();
        self.lists.extend(lists.map(|(length, items)| {
            (
                length + shift,
                items.into_iter().map(|item| item + shift).collect(),
            )
        }));
    }

    /// Encodes the tokens in postcard format.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for token in &self.tokens {
            token.encode(&mut out);
        }
        out
    }

    /// Returns the value with the items of a list reordered, removed or repeated. The recorded positions of lists
    /// become invalid, so call only `encode` on the result.
    pub fn with_items(mut self, list: usize, choose: impl FnOnce(&mut Vec<usize>)) -> Self {
        let Some((length, items)) = self.lists.get(list).cloned() else {
            return self;
        };
        let Token::Length { end, .. } = self.tokens[length] else {
            return self;
        };
        let ends: Vec<usize> = items.iter().skip(1).copied().chain([end]).collect();
        let mut order: Vec<usize> = (0..items.len()).collect();
        choose(&mut order);
        let tokens = order
            .iter()
            .flat_map(|&item| self.tokens[items[item]..ends[item]].to_vec());
        let tokens: Vec<Token> = tokens.collect();
        self.tokens[length] = Token::Length {
            items: order.len() as u64,
            end: length + 1 + tokens.len(),
        };
        self.tokens.splice(length + 1..end, tokens);
        self.lists.clear();
        self
    }
}

impl Token {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Bool(value) | Self::Some(value) => out.push(u8::from(*value)),
            Self::Byte(value) => out.push(*value),
            Self::Number(value) => variable(*value, out),
            Self::Signed(value) => variable((value << 1 ^ (value >> 127)) as u128, out),
            Self::Single(value) => out.extend(value.to_le_bytes()),
            Self::Double(value) => out.extend(value.to_le_bytes()),
            Self::Text(text) => {
                variable(text.len() as u128, out);
                out.extend(text.as_bytes());
            }
            Self::Length { items, .. } => variable(u128::from(*items), out),
            Self::Variant(kind) => variable(u128::from(*kind), out),
        }
    }
}

fn variable(mut value: u128, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[derive(Default)]
struct Writer {
    out: Tokens,
}

/// A list under construction.
struct List<'a> {
    writer: &'a mut Writer,
    length: usize,
    items: Vec<usize>,
}

impl Writer {
    fn push(&mut self, token: Token) -> Result<(), Never> {
        self.out.tokens.push(token);
        Ok(())
    }

    fn list(&mut self, length: Option<usize>) -> Result<List<'_>, Never> {
        let at = self.out.tokens.len();
        let items = length.ok_or(Never)? as u64;
        self.push(Token::Length { items, end: at + 1 })?;
        Ok(List {
            writer: self,
            length: at,
            items: Vec::new(),
        })
    }
}

impl List<'_> {
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Never> {
        self.items.push(self.writer.out.tokens.len());
        value.serialize(&mut *self.writer)
    }

    fn finish(self) -> Result<(), Never> {
        let out = &mut self.writer.out;
        let stop = out.tokens.len();
        if let Token::Length { end, .. } = &mut out.tokens[self.length] {
            *end = stop;
        }
        if !self.items.is_empty() {
            out.lists.push((self.length, self.items));
        }
        Ok(())
    }
}

macro_rules! numbers {
    ($($name:ident $type:ty => $token:expr;)*) => {
        $(fn $name(self, value: $type) -> Result<(), Never> { self.push($token(value)) })*
    };
}

impl<'a> ser::Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = List<'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = List<'a>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_bool bool => Token::Bool;
        serialize_u8 u8 => Token::Byte;
        serialize_i8 i8 => |value| Token::Byte(value as u8);
        serialize_u16 u16 => |value| Token::Number(u128::from(value));
        serialize_u32 u32 => |value| Token::Number(u128::from(value));
        serialize_u64 u64 => |value| Token::Number(u128::from(value));
        serialize_u128 u128 => Token::Number;
        serialize_i16 i16 => |value| Token::Signed(i128::from(value));
        serialize_i32 i32 => |value| Token::Signed(i128::from(value));
        serialize_i64 i64 => |value| Token::Signed(i128::from(value));
        serialize_f32 f32 => Token::Single;
        serialize_f64 f64 => Token::Double;
        serialize_char char => |value| Token::Text(String::from(value));
        serialize_str &str => |value: &str| Token::Text(value.to_owned());
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Never> {
        Err(Never)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.push(Token::Some(false))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        self.push(Token::Some(true))?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Never> {
        self.push(Token::Variant(index))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.push(Token::Variant(index))?;
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'a>, Never> {
        self.list(length)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.push(Token::Variant(index))?;
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<List<'a>, Never> {
        self.list(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.push(Token::Variant(index))?;
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl ser::SerializeSeq for List<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.item(value)
    }

    fn end(self) -> Result<(), Never> {
        self.finish()
    }
}

impl ser::SerializeMap for List<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Never> {
        self.finish()
    }
}

macro_rules! parts {
    ($($trait:ident $name:ident ($($key:ident)?);)*) => {
        $(impl ser::$trait for &mut Writer {
            type Ok = ();
            type Error = Never;

            fn $name<T: Serialize + ?Sized>(&mut self, $($key: &'static str,)? value: &T) -> Result<(), Never> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeTuple serialize_element ();
    SerializeTupleStruct serialize_field ();
    SerializeTupleVariant serialize_field ();
    SerializeStruct serialize_field (_key);
    SerializeStructVariant serialize_field (_key);
}
