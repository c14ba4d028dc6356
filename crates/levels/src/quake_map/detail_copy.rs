//! A copy of a map in which some brushes are detail, and which differs in nothing else.
//!
//! The text of each brush goes, byte for byte, to a `func_detail` entity at the end of the file. All other bytes stay: comments,
//! line endings, names in whatever encoding. The lines that a brush leaves behind are left out where nothing else stands on them.

use std::ops::Range;

use bspwalk_text::text;

use super::{
    blocks,
    listing::{BrushPart, MapBrush, MapBrushes},
};

/// What an editor says of a group or a layer itself, which what is in it does not have.
const OF_GROUPS_THEMSELVES: [&[u8]; 4] = [b"_tb_type", b"_tb_name", b"_tb_id", b"_tb_linked_group_id"];

/// Why a brush cannot be made detail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DetailError {
    /// There is no brush with this number.
    #[error("{}", text!("quakemap-no-brush", number = .number, count = .count))]
    Missing {
        /// The number.
        number: u32,
        /// How many brushes the file has.
        count: usize,
    },
    /// It divides no space.
    #[error("{}", text!("quakemap-is-detail", number = .number, class = .class, line = .line))]
    Detail {
        /// The number.
        number: u32,
        /// The class of its entity.
        class: String,
        /// Its line.
        line: usize,
    },
    /// It is no solid of the world.
    #[error(
        "{}", text!("quakemap-divides-nothing", number = .number, class = .class, line = .line))]
    Other {
        /// The number.
        number: u32,
        /// The class of its entity.
        class: String,
        /// Its line.
        line: usize,
    },
}

impl MapBrushes {
    /// A brush that divides space, by its number in the file.
    ///
    /// # Errors
    /// That there is none.
    pub fn structural(&self, number: u32) -> Result<&MapBrush, DetailError> {
        let brush = self.brushes.get(number as usize).ok_or(DetailError::Missing {
            number,
            count: self.brushes.len(),
        })?;
        let (class, line) = (brush.class.clone(), brush.line);
        match brush.part {
            BrushPart::Structural => Ok(brush),
            BrushPart::Detail => Err(DetailError::Detail { number, class, line }),
            BrushPart::Other => Err(DetailError::Other { number, class, line }),
        }
    }

    /// The text in which these brushes, by their numbers in the file, are detail; `text` is what [`MapBrushes::read`] was given.
    ///
    /// Brushes of one entity come into one `func_detail`. That of a `func_group` has the group's own keys, and stays in the group
    /// or layer of `TrenchBroom` that it stands for.
    ///
    /// # Errors
    /// Where a brush cannot be made detail.
    pub fn as_detail(&self, text: &[u8], numbers: &[u32]) -> Result<Vec<u8>, DetailError> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let moved = numbers
            .iter()
            .map(|&number| self.structural(number))
            .collect::<Result<Vec<_>, _>>()?;
        let end = line_ending(text);
        let (mut copy, mut at) = (Vec::with_capacity(text.len() + 64 * (moved.len() + 1)), 0);
        for brush in &moved {
            let gone = whole_lines(text, &brush.text);
            copy.extend_from_slice(text.get(at..gone.start).unwrap_or_default());
            at = gone.end;
        }
        copy.extend_from_slice(text.get(at..).unwrap_or_default());
        if !moved.is_empty() && !copy.ends_with(b"\n") {
            copy.extend_from_slice(end);
        }
        for brushes in moved.chunk_by(|a, b| a.entity == b.entity) {
            copy.push(b'{');
            copy.extend_from_slice(end);
            copy.extend_from_slice(b"\"classname\" \"func_detail\"");
            copy.extend_from_slice(end);
            for [key, value] in self.keys_for(text, brushes[0]) {
                copy.extend_from_slice(&[&key[..], b" ", &value, end].concat());
            }
            for brush in brushes {
                copy.extend_from_slice(text.get(brush.text.clone()).unwrap_or_default());
                copy.extend_from_slice(end);
            }
            copy.push(b'}');
            copy.extend_from_slice(end);
        }
        Ok(copy)
    }

    /// The keys that the new entity of a brush has besides its class, with quotation marks.
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
            // The group stands in a layer itself, and what is in the group need not say so.
            keys.retain(|[key, _]| ![&b"_tb_layer"[..], b"_tb_group"].contains(&&inner(key)[..]));
            keys.push([kind.to_vec(), id.to_vec()]);
        }
        keys
    }
}

/// The line ending of a text: that of its first line.
fn line_ending(text: &[u8]) -> &'static [u8] {
    let first = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    match first.checked_sub(1).and_then(|before| text.get(before)) {
        Some(b'\r') => b"\r\n",
        _ => b"\n",
    }
}

/// A part of the text, with the rest of its first and last line where nothing but blanks stands there.
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
