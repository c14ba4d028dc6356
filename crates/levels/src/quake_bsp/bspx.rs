//! The lumps that later tools add behind those of a compiled level's header: BSPX.
//!
//! Behind the last byte of the header's lumps, rounded up to 4, stand `BSPX`, a count, and for each lump its name of 24 bytes, its
//! offset and its length (`specs/bspx.txt` of FTEQW; ericw-tools). None of them is needed: one that is wrong is left out with a
//! warning, and the level is read without it.

use bspwalk_text::text;

use super::lumps::Lumps;
use crate::Warning;

/// The lumps that are read here.
pub(super) const READ: [&str; 8] = [
    RGB_LIGHTING,
    LM_SHIFT,
    LM_OFFSET,
    LM_STYLE,
    LM_STYLE_16,
    DECOUPLED_LM,
    FACE_NORMALS,
    VERTEX_NORMALS,
];

/// The light in colours, with the samples of the lump `lighting` in its order.
pub(super) const RGB_LIGHTING: &str = "RGBLIGHTING";
/// For each face, the logarithm of the distance of two samples, in pixels of its texture.
pub(super) const LM_SHIFT: &str = "LMSHIFT";
/// For each face, where its samples begin when they lie by `LMSHIFT`.
pub(super) const LM_OFFSET: &str = "LMOFFSET";
/// For each face, its styles when its samples lie by `LMSHIFT`.
pub(super) const LM_STYLE: &str = "LMSTYLE";
/// The same with 16 bits a style.
pub(super) const LM_STYLE_16: &str = "LMSTYLE16";
/// For each face, the size, the start and the axes of its grid of samples.
pub(super) const DECOUPLED_LM: &str = "DECOUPLED_LM";
/// For each corner of each face, its normal and two tangents.
pub(super) const FACE_NORMALS: &str = "FACENORMALS";
/// For each vertex, its normal.
pub(super) const VERTEX_NORMALS: &str = "VERTEXNORMALS";

/// What it begins with.
const MAGIC: [u8; 4] = *b"BSPX";

/// Bytes of a name.
const NAME: usize = 24;

/// Bytes of an entry: name, offset and length.
const ENTRY: usize = NAME + 8;

/// The lumps of a file.
#[derive(Default)]
pub(super) struct Bspx<'a> {
    lumps: Vec<(String, &'a [u8])>,
    /// What is wrong with it, a sentence each.
    pub(super) problems: Vec<String>,
}

/// The sentence that a lump is left out.
pub(super) fn left_out(name: &str, what: impl std::fmt::Display) -> String {
    text!("quakebsp-lump-left-out", name, what)
}

impl<'a> Bspx<'a> {
    /// Reads the directory; the file may have none.
    pub(super) fn new(lumps: &Lumps<'a>) -> Self {
        let file = lumps.bytes();
        let mut found = Self::default();
        let start = lumps.end().next_multiple_of(4);
        let rest = file.get(start..).unwrap_or_default();
        let Some(rest) = rest.strip_prefix(&MAGIC) else {
            return found;
        };
        let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
        let Some((count, entries)) = rest.split_at_checked(4) else {
            found.problems.push(text!("quakebsp-bspx-cut").to_owned());
            return found;
        };
        let count = number(count);
        let entries = entries.chunks_exact(ENTRY);
        if entries.len() < count {
            found
                .problems
                .push(text!("quakebsp-bspx-entries", count, found = entries.len()));
        }
        for entry in entries.take(count) {
            let (name, place) = entry.split_at(NAME);
            let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
            let name = name.escape_ascii().to_string();
            let (offset, length) = (number(place), number(&place[4..]));
            // A lump of zero bytes is empty, whatever its offset.
            let offset = if length == 0 { 0 } else { offset };
            let end = offset.checked_add(length);
            match end.and_then(|end| file.get(offset..end)) {
                _ if found.get(&name).is_some() => {
                    found.problems.push(text!("quakebsp-lump-twice", name));
                }
                Some(content) => found.lumps.push((name, content)),
                None => found.problems.push(left_out(
                    &name,
                    text!("quakebsp-lump-beyond", length, offset, file_bytes = file.len()),
                )),
            }
        }
        found
    }

    /// The bytes of a lump.
    pub(super) fn get(&self, name: &str) -> Option<&'a [u8]> {
        let (_, content) = self.lumps.iter().find(|(other, _)| other == name)?;
        Some(content)
    }

    /// The bytes of a lump that has so many; one with another number is left out with a warning.
    pub(super) fn get_sized(&mut self, name: &str, bytes: usize) -> Option<&'a [u8]> {
        let content = self.get(name)?;
        if content.len() == bytes {
            return Some(content);
        }
        let what = text!("quakebsp-lump-size", found = content.len(), bytes);
        self.problems.push(left_out(name, what));
        None
    }

    /// The names and lengths of the lumps, in the file's order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.lumps
            .iter()
            .map(|(name, content)| (name.as_str(), content.len()))
    }

    /// What is wrong with it.
    pub(super) fn warnings(self) -> impl Iterator<Item = Warning> {
        let problems = self.problems.into_iter();
        problems.map(|message| Warning { line: None, message })
    }
}
