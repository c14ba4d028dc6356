//! WAD files, Quake's (`WAD2`) and Half-Life's (`WAD3`): a directory of lumps, of which the textures are read.
//!
//! `quake_util` reads `WAD2` alone and allocates what a file says; both kinds have the same directory, and the textures are
//! those of compiled levels, so they are read here in place.

use std::collections::HashMap;

use super::miptex::Miptex;
use crate::level::wad_directory;

/// Bytes of an entry: offset, stored and full length, kind, compression, two unused ones, and the name.
const ENTRY: usize = 32;

/// A WAD file.
#[derive(Debug)]
pub(in crate::level) struct Wad<'a> {
    /// Whether textures bring their palettes.
    has_palettes: bool,
    /// Where each texture is, by its name in lower case.
    textures: HashMap<Vec<u8>, &'a [u8]>,
}

impl<'a> Wad<'a> {
    /// Reads the directory, which takes at most 4 bytes for each byte of the file. Lumps that are compressed, lie beyond
    /// the end or are no textures are passed over.
    ///
    /// # Errors
    /// One phrase that says what is wrong.
    pub(in crate::level) fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let (has_palettes, texture) = match bytes.first_chunk::<4>() {
            Some(b"WAD2") => (false, b'D'),
            Some(b"WAD3") => (true, b'C'),
            _ => return Err("it is no WAD file of Quake or Half-Life".to_owned()),
        };
        let directory = wad_directory::entries(bytes, ENTRY)?;
        let mut textures = HashMap::new();
        for entry in directory.chunks_exact(ENTRY) {
            let (kind, compression) = (entry[12], entry[13]);
            let lump = wad_directory::lump(bytes, entry);
            if let (Some(lump), true, 0) = (lump, kind == texture, compression) {
                let name = entry[16..].split(|&byte| byte == 0).next().unwrap_or_default();
                // Of two of one name the first counts.
                textures.entry(name.to_ascii_lowercase()).or_insert(lump);
            }
        }
        Ok(Self {
            has_palettes,
            textures,
        })
    }

    /// The texture of this name, whatever its case; `None` where there is none.
    ///
    /// # Errors
    /// One phrase that says what is wrong with it.
    pub(in crate::level) fn texture(&self, name: &str) -> Option<Result<Miptex<'a>, String>> {
        let lump = self.textures.get(name.to_ascii_lowercase().as_bytes())?;
        Some(Miptex::read(lump, self.has_palettes))
    }
}
