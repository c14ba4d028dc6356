//! Reads the textures in WAD files of Quake (`WAD2`) and Half-Life (`WAD3`).
//!
//! `quake_util` supports only `WAD2` and trusts allocation sizes from the file. Both formats have the same directory
//! layout, and compiled levels contain textures in the same format, so this module parses them in place.

use std::{collections::HashMap, sync::Arc};

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};

use super::miptex::{Miptex, QUAKE_PALETTE};
use crate::{Texture, binary, images::ImageStore};

/// Size of a directory entry in bytes: offset, stored and full length, type, compression, two unused bytes, and name.
const ENTRY: usize = 32;

/// Number of pixels allowed for all textures, per byte of the file. Each byte should belong to only one texture.
const PIXELS_A_BYTE: usize = 2;

#[derive(Debug)]
pub(crate) struct Wad<'a> {
    bytes: usize,
    has_palettes: bool,
    /// Bytes of each texture, indexed by lower-case name.
    textures: HashMap<Vec<u8>, &'a [u8]>,
    /// Decoded textures, cached by the address and length of their bytes, because several entries may share bytes.
    known: HashMap<(*const u8, usize), Arc<Texture>>,
    pixels: usize,
}

impl<'a> Wad<'a> {
    /// Reads the directory, using at most 4 bytes of memory per byte of the file. Skips lumps that are compressed, out
    /// of bounds, or not textures.
    pub(crate) fn read(bytes: &'a [u8], progress: &Progress) -> Result<Result<Self, Text>, Cancelled> {
        let (has_palettes, texture) = match bytes.first_chunk::<4>() {
            Some(b"WAD2") => (false, b'D'),
            Some(b"WAD3") => (true, b'C'),
            _ => return Ok(Err(text!("quakemap-no-wad"))),
        };
        let directory = match binary::wad_entries(bytes, ENTRY) {
            Ok(directory) => directory,
            Err(problem) => return Ok(Err(problem)),
        };
        let mut textures = HashMap::new();
        for (turn, entry) in directory.chunks_exact(ENTRY).enumerate() {
            progress.check_at(turn)?;
            let (kind, compression) = (entry[12], entry[13]);
            let lump = binary::wad_lump(bytes, entry);
            if let (Some(lump), true, 0) = (lump, kind == texture, compression) {
                let name = binary::until_zero(&entry[16..]);
                // If several textures have the same name, the first one wins.
                textures.entry(name.to_ascii_lowercase()).or_insert(lump);
            }
        }
        Ok(Ok(Self {
            bytes: bytes.len(),
            has_palettes,
            textures,
            known: HashMap::new(),
            pixels: 0,
        }))
    }

    pub(crate) fn len(&self) -> usize {
        self.textures.len()
    }

    /// Iterates in arbitrary order over the lower-case texture names that are valid UTF-8.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.textures
            .keys()
            .filter_map(|name| std::str::from_utf8(name).ok())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.textures.contains_key(name.as_bytes())
    }

    /// Decodes the texture with this lower-case name and charges it to the level's image budget. Returns `None` if
    /// there is no such texture or if its pixels are stored elsewhere.
    pub(crate) fn texture(
        &mut self,
        name: &str,
        images: &mut ImageStore<'_>,
    ) -> Result<Option<Arc<Texture>>, Text> {
        let Some(&lump) = self.textures.get(name.as_bytes()) else {
            return Ok(None);
        };
        let place = (lump.as_ptr(), lump.len());
        if let Some(known) = self.known.get(&place) {
            return Ok(Some(Arc::clone(known)));
        }
        let miptex = Miptex::read(lump, self.has_palettes)?;
        let Some(pixels) = miptex.pixels else {
            return Ok(None);
        };
        self.pixels += pixels.len();
        if self.pixels > PIXELS_A_BYTE * self.bytes {
            return Err(text!("quakemap-wad-pixels"));
        }
        images.reserve(miptex.size)?;
        let texture = miptex.texture(&QUAKE_PALETTE).map(Arc::new);
        self.known
            .extend(texture.iter().map(|texture| (place, Arc::clone(texture))));
        Ok(texture)
    }
}
