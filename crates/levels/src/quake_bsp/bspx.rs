//! BSPX: additional lumps that later tools append to a compiled level.
//!
//! The BSPX directory follows the last lump in the header, aligned to 4 bytes. It consists of `BSPX`, a count and, for
//! each lump, a 24-byte name, an offset and a length (`specs/bspx.txt` of FTEQW; ericw-tools). All of these lumps are
//! optional. Damaged lumps are skipped with a warning.

use crate::{Text, ToText, text};

use super::lumps::Lumps;
use crate::{
    Warning,
    binary::{lump_bytes, until_zero, usize_at},
};

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

/// Coloured light samples, in the order of the `lighting` lump.
pub(super) const RGB_LIGHTING: &str = "RGBLIGHTING";
/// Binary logarithm of each face's sample spacing, in texture pixels.
pub(super) const LM_SHIFT: &str = "LMSHIFT";
/// Offset of each face's samples, for use with `LMSHIFT`.
pub(super) const LM_OFFSET: &str = "LMOFFSET";
/// Light styles of each face, for use with `LMSHIFT`.
pub(super) const LM_STYLE: &str = "LMSTYLE";
/// Like `LMSTYLE`, but with 16 bits per style.
pub(super) const LM_STYLE_16: &str = "LMSTYLE16";
/// Size, offset and axes of each face's sample grid.
pub(super) const DECOUPLED_LM: &str = "DECOUPLED_LM";
/// Normal and two tangents at each corner of each face.
pub(super) const FACE_NORMALS: &str = "FACENORMALS";

/// Normals of the vertices.
pub(super) const VERTEX_NORMALS: &str = "VERTEXNORMALS";

const MAGIC: [u8; 4] = *b"BSPX";

const NAME: usize = 24;

/// Size of a directory entry in bytes: name, offset and length.
const ENTRY: usize = NAME + 8;

#[derive(Default)]
pub(super) struct Bspx<'a> {
    lumps: Vec<(String, &'a [u8])>,
    /// Problems that were found, each as one sentence.
    pub(super) problems: Vec<Text>,
}

pub(super) fn left_out_message(name: &str, what: impl ToText) -> Text {
    text!("quakebsp-lump-left-out", name, what)
}

impl<'a> Bspx<'a> {
    pub(super) fn new(lumps: &Lumps<'a>) -> Self {
        let file = lumps.bytes();
        let mut found = Self::default();
        let start = lumps.end().next_multiple_of(4);
        let rest = file.get(start..).unwrap_or_default();
        let Some(rest) = rest.strip_prefix(&MAGIC) else {
            return found;
        };
        let Some(count) = usize_at(rest, 0) else {
            found.problems.push(text!("quakebsp-bspx-cut"));
            return found;
        };
        let entries = rest[4..].chunks_exact(ENTRY);
        if entries.len() < count {
            found
                .problems
                .push(text!("quakebsp-bspx-entries", count, found = entries.len()));
        }
        for entry in entries.take(count) {
            let (name, place) = entry.split_at(NAME);
            let name = until_zero(name).escape_ascii().to_string();
            let [offset, length] = [0, 4].map(|at| usize_at(place, at).unwrap_or_default());
            match lump_bytes(file, offset, length) {
                _ if found.get(&name).is_some() => {
                    found.problems.push(text!("quakebsp-lump-twice", name));
                }
                Some(content) => found.lumps.push((name, content)),
                None => found.problems.push(left_out_message(
                    &name,
                    text!("quakebsp-lump-beyond", length, offset, file_bytes = file.len()),
                )),
            }
        }
        found
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a [u8]> {
        let (_, content) = self.lumps.iter().find(|(other, _)| other == name)?;
        Some(content)
    }

    /// Returns the contents of a lump that must have this size. If the size differs, adds a warning and returns `None`.
    pub(super) fn get_sized(&mut self, name: &str, bytes: usize) -> Option<&'a [u8]> {
        let content = self.get(name)?;
        if content.len() == bytes {
            return Some(content);
        }
        let what = text!("quakebsp-lump-size", found = content.len(), bytes);
        self.problems.push(left_out_message(name, what));
        None
    }

    /// Iterates over the names and lengths of the lumps, in file order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.lumps
            .iter()
            .map(|(name, content)| (name.as_str(), content.len()))
    }

    pub(super) fn warnings(self) -> impl Iterator<Item = Warning> {
        let problems = self.problems.into_iter();
        problems.map(Warning::new)
    }
}
