//! Writes a copy of a map in which selected brushes are detail, or without selected hint brushes. Nothing else changes.
//!
//! The text of each selected brush is moved, byte for byte, to a `func_detail` entity at the end of the file. All other
//! bytes remain unchanged, including comments, line endings and names in any encoding. Lines that become empty are
//! removed.

use std::ops::Range;

use crate::{Text, ToText, display_texts, text};

use super::{
    blocks,
    listing::{BrushPart, MapBrush, MapBrushes},
};

/// Keys that describe an editor's group or layer itself. The contents of the group or layer do not inherit them.
const OF_GROUPS_THEMSELVES: [&[u8]; 4] = [b"_tb_type", b"_tb_name", b"_tb_id", b"_tb_linked_group_id"];

/// The reason why a brush cannot be made detail or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DetailError {
    /// There is no brush with this number.
    Missing {
        /// Brush number.
        number: u32,
        /// Number of brushes in the file.
        count: usize,
    },
    /// The brush is already detail.
    Detail {
        /// Brush number.
        number: u32,
        /// Class of the brush's entity.
        class: String,
        /// Line number of the brush.
        line: usize,
    },
    /// The brush is not a hint brush of the world.
    NoHint {
        /// Brush number.
        number: u32,
        /// Class of the brush's entity.
        class: String,
        /// Line number of the brush.
        line: usize,
    },
    /// The brush is not a solid that belongs to the world.
    Other {
        /// Brush number.
        number: u32,
        /// Class of the brush's entity.
        class: String,
        /// Line number of the brush.
        line: usize,
    },
}

impl ToText for DetailError {
    fn to_text(&self) -> Text {
        match self {
            Self::Missing { number, count } => text!("quakemap-no-brush", number, count),
            Self::Detail { number, class, line } => text!("quakemap-is-detail", number, class, line),
            Self::NoHint { number, class, line } => text!("quakemap-is-no-hint", number, class, line),
            Self::Other { number, class, line } => text!("quakemap-divides-nothing", number, class, line),
        }
    }
}

display_texts!(DetailError);

impl std::error::Error for DetailError {}

impl MapBrushes {
    /// Returns the structural brush with this number in the file.
    ///
    /// # Errors
    /// Returns an error if there is no structural brush with this number.
    pub fn structural(&self, number: u32) -> Result<&MapBrush, DetailError> {
        let brush = self.brush(number)?;
        let (class, line) = (brush.class.clone(), brush.line);
        match brush.part {
            BrushPart::Structural => Ok(brush),
            BrushPart::Detail => Err(DetailError::Detail { number, class, line }),
            BrushPart::Hint | BrushPart::Other => Err(DetailError::Other { number, class, line }),
        }
    }

    fn brush(&self, number: u32) -> Result<&MapBrush, DetailError> {
        self.brushes.get(number as usize).ok_or(DetailError::Missing {
            number,
            count: self.brushes.len(),
        })
    }

    /// Returns a copy of the text without the hint brush of this number, counted across the whole file. `text` must be
    /// the text that was passed to [`MapBrushes::read`].
    ///
    /// # Errors
    /// Returns an error if there is no hint brush with this number.
    pub fn without_hint(&self, text: &[u8], number: u32) -> Result<Vec<u8>, DetailError> {
        let brush = self.brush(number)?;
        if brush.part != BrushPart::Hint {
            let (class, line) = (brush.class.clone(), brush.line);
            return Err(DetailError::NoHint { number, class, line });
        }
        Ok(without(text, &[brush]))
    }

    /// Returns a copy of the text in which the brushes with these numbers are detail. Brushes are numbered across the
    /// whole file. `text` must be the text that was passed to [`MapBrushes::read`].
    ///
    /// Brushes of the same entity share one `func_detail` entity. If they belong to a `func_group`, the new entity
    /// inherits the group's keys and stays in its `TrenchBroom` group or layer.
    ///
    /// # Errors
    /// Returns an error if a brush cannot be made detail.
    pub fn as_detail(&self, text: &[u8], numbers: &[u32]) -> Result<Vec<u8>, DetailError> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let moved = numbers
            .iter()
            .map(|&number| self.structural(number))
            .collect::<Result<Vec<_>, _>>()?;
        let end = line_ending(text);
        let mut copy = without(text, &moved);
        copy.reserve(64 * (moved.len() + 1));
        if !moved.is_empty() && !copy.ends_with(b"\n") {
            copy.extend_from_slice(end);
        }
        let mut add = |line: &[u8]| {
            copy.extend_from_slice(line);
            copy.extend_from_slice(end);
        };
        for brushes in moved.chunk_by(|a, b| a.entity == b.entity) {
            add(b"{");
            add(b"\"classname\" \"func_detail\"");
            for [key, value] in self.keys_for(text, brushes[0]) {
                add(&[&key[..], b" ", &value].concat());
            }
            for brush in brushes {
                add(text.get(brush.text.clone()).unwrap_or_default());
            }
            add(b"}");
        }
        Ok(copy)
    }

    /// Returns the keys and values of the entity that the brush is moved to, in quotation marks and without its class.
    fn keys_for(&self, text: &[u8], brush: &MapBrush) -> Vec<[Vec<u8>; 2]> {
        if !brush.class.eq_ignore_ascii_case("func_group") {
            return Vec::new();
        }
        let Some(&start) = self.entities.get(brush.entity as usize) else {
            return Vec::new();
        };
        let all = blocks::written_keys(text, start);
        let inner = |quoted: &[u8]| quoted[1..quoted.len() - 1].to_ascii_lowercase();
        let value_of = |name: &[u8]| {
            all.iter()
                .find(|[key, _]| inner(key) == name)
                .map(|[_, value]| *value)
        };
        let is_own = |key: &[u8]| {
            let key = inner(key);
            key != b"classname" && !OF_GROUPS_THEMSELVES.contains(&&key[..])
        };
        let kept = all.iter().filter(|[key, _]| is_own(key));
        let mut keys: Vec<[Vec<u8>; 2]> = kept.map(|pair| pair.map(<[u8]>::to_vec)).collect();
        if let (Some(kind), Some(id)) = (value_of(b"_tb_type"), value_of(b"_tb_id")) {
            // The group itself belongs to a layer, so entities in the group do not need these keys.
            keys.retain(|[key, _]| ![&b"_tb_layer"[..], b"_tb_group"].contains(&&inner(key)[..]));
            keys.push([kind.to_vec(), id.to_vec()]);
        }
        keys
    }
}

/// Returns the text without these brushes, which are in text order.
fn without(text: &[u8], brushes: &[&MapBrush]) -> Vec<u8> {
    let (mut copy, mut at) = (Vec::with_capacity(text.len()), 0);
    for brush in brushes {
        let gone = whole_lines(text, &brush.text);
        copy.extend_from_slice(text.get(at..gone.start).unwrap_or_default());
        at = gone.end;
    }
    copy.extend_from_slice(text.get(at..).unwrap_or_default());
    copy
}

fn line_ending(text: &[u8]) -> &'static [u8] {
    let first = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    match first.checked_sub(1).and_then(|before| text.get(before)) {
        Some(b'\r') => b"\r\n",
        _ => b"\n",
    }
}

/// Extends a range of the text to whole lines if the rest of the first and the last line is blank.
fn whole_lines(text: &[u8], part: &Range<usize>) -> Range<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let (before, after) = (
        text.get(..part.start).unwrap_or_default(),
        text.get(part.end..).unwrap_or_default(),
    );
    let indent = before.iter().rev().take_while(|byte| is_blank(byte)).count();
    let start = part.start - indent;
    let blanks = after.iter().take_while(|byte| is_blank(byte)).count();
    let rest = &after[blanks..];
    let end = [&b"\r\n"[..], b"\n"]
        .into_iter()
        .find(|end| rest.starts_with(end));
    match end {
        Some(end) if start == 0 || text[start - 1] == b'\n' => start..part.end + blanks + end.len(),
        _ => part.clone(),
    }
}
