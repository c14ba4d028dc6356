//! WAD files, Quake's (`WAD2`) and Half-Life's (`WAD3`): a directory of lumps, of which the textures are read.
//!
//! `quake_util` reads `WAD2` alone and allocates what a file says; both kinds have the same directory, and the textures are
//! those of compiled levels, so they are read here in place.

use std::{collections::HashMap, sync::Arc};

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::{miptex::Miptex, palette};
use crate::{Texture, images::ImageStore, wad_directory};

/// Bytes of an entry: offset, stored and full length, kind, compression, two unused ones, and the name.
const ENTRY: usize = 32;

/// The images of all textures together may have this many pixels to a byte of the file: each byte is of one.
const PIXELS_A_BYTE: usize = 2;

/// A WAD file.
#[derive(Debug)]
pub(crate) struct Wad<'a> {
    /// Bytes of the file.
    bytes: usize,
    /// Whether textures bring their palettes.
    has_palettes: bool,
    /// Where each texture is, by its name in lower case.
    textures: HashMap<Vec<u8>, &'a [u8]>,
}

/// Decodes the textures of a WAD file: those that are the same bytes once.
pub(crate) struct Decoder<'w, 'a> {
    wad: &'w Wad<'a>,
    /// By the place and the length of their bytes.
    known: HashMap<(*const u8, usize), Arc<Texture>>,
    /// Pixels that were decoded.
    pixels: usize,
}

impl<'a> Wad<'a> {
    /// Reads the directory, which takes at most 4 bytes for each byte of the file. Lumps that are compressed, lie beyond
    /// the end or are no textures are passed over.
    ///
    /// # Errors
    /// [`Cancelled`], or one phrase that says what is wrong.
    pub(crate) fn read(bytes: &'a [u8], progress: &Progress) -> Result<Result<Self, String>, Cancelled> {
        let (has_palettes, texture) = match bytes.first_chunk::<4>() {
            Some(b"WAD2") => (false, b'D'),
            Some(b"WAD3") => (true, b'C'),
            _ => return Ok(Err(text!("quakemap-no-wad").to_owned())),
        };
        let directory = match wad_directory::entries(bytes, ENTRY) {
            Ok(directory) => directory,
            Err(problem) => return Ok(Err(problem)),
        };
        let mut textures = HashMap::new();
        for (turn, entry) in directory.chunks_exact(ENTRY).enumerate() {
            progress.check_at(turn)?;
            let (kind, compression) = (entry[12], entry[13]);
            let lump = wad_directory::lump(bytes, entry);
            if let (Some(lump), true, 0) = (lump, kind == texture, compression) {
                let name = entry[16..].split(|&byte| byte == 0).next().unwrap_or_default();
                // Of two of one name the first counts.
                textures.entry(name.to_ascii_lowercase()).or_insert(lump);
            }
        }
        Ok(Ok(Self {
            bytes: bytes.len(),
            has_palettes,
            textures,
        }))
    }

    /// How many textures there are.
    pub(crate) fn len(&self) -> usize {
        self.textures.len()
    }

    /// The names of the textures that are texts, in lower case, in no particular order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.textures
            .keys()
            .filter_map(|name| std::str::from_utf8(name).ok())
    }

    /// Whether there is a texture of this name in lower case.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.textures.contains_key(name.as_bytes())
    }

    /// What decodes the textures.
    pub(crate) fn decoder(&self) -> Decoder<'_, 'a> {
        Decoder {
            wad: self,
            known: HashMap::new(),
            pixels: 0,
        }
    }
}

impl Decoder<'_, '_> {
    /// The texture of this name in lower case, which takes room among the images of the level; `None` where there is none
    /// or its pixels are elsewhere.
    ///
    /// # Errors
    /// One phrase that says what is wrong with it.
    pub(crate) fn texture(
        &mut self,
        name: &str,
        images: &mut ImageStore<'_>,
    ) -> Result<Option<Arc<Texture>>, String> {
        let Some(lump) = self.wad.textures.get(name.as_bytes()) else {
            return Ok(None);
        };
        let place = (lump.as_ptr(), lump.len());
        if let Some(known) = self.known.get(&place) {
            return Ok(Some(Arc::clone(known)));
        }
        let miptex = Miptex::read(lump, self.wad.has_palettes)?;
        let Some(pixels) = miptex.pixels else {
            return Ok(None);
        };
        self.pixels += pixels.len();
        if self.pixels > PIXELS_A_BYTE * self.wad.bytes {
            return Err(text!("quakemap-wad-pixels").to_owned());
        }
        images.reserve(miptex.size)?;
        let texture = miptex.texture(&palette::QUAKE).map(Arc::new);
        self.known
            .extend(texture.iter().map(|texture| (place, Arc::clone(texture))));
        Ok(texture)
    }
}
