//! Decodes the images in a WAD file: 64×64-pixel flats, and wall textures composed of patches ("The Unofficial DOOM
//! Specs", chapters 5, 6 and 8).

use std::collections::HashMap;

use bspwalk_progress::Progress;

use super::{
    directory::{Directory, Name},
    lumps::{signed, unsigned},
};
use crate::{
    Texture,
    quake::miptex::{Palette, read_palette},
};

pub(super) const FLAT: u32 = 64;

const MAX_SIDE: f64 = 4096.0;

/// Pixel budget for all textures per byte of the files, in addition to [`FIRST_PIXELS`].
const PIXELS_A_BYTE: usize = 4;

/// Fixed part of the pixel budget for all textures.
const FIRST_PIXELS: usize = 1 << 22;

/// Number of posts and pixels that may be painted per pixel of the budget. It exceeds 1 because patches overlap.
const PAINTED_A_PIXEL: usize = 8;

const FLATS: [[&str; 2]; 2] = [["F_START", "FF_START"], ["F_END", "FF_END"]];

/// Files that contain a map's images: the map's own file, followed by an IWAD if that file is not an IWAD.
pub(super) struct Images<'a> {
    files: Vec<File<'a>>,
    palette: Option<Palette>,
    /// Number of pixels that may still be allocated.
    pixels: usize,
    /// Number of posts and pixels that may still be painted.
    painted: usize,
}

struct File<'a> {
    directory: Directory<'a>,
    flats: HashMap<Name, &'a [u8]>,
    /// Definition of each wall texture, beginning with its name.
    walls: HashMap<Name, &'a [u8]>,
    patches: &'a [u8],
}

impl<'a> File<'a> {
    fn new(directory: Directory<'a>) -> Self {
        let mut flats = HashMap::new();
        let mut is_flat = false;
        let marks = FLATS.map(|marks| marks.map(|mark| Name::of(mark.as_bytes())));
        for lump in &directory.lumps {
            if marks[0].contains(&lump.name) || marks[1].contains(&lump.name) {
                is_flat = marks[0].contains(&lump.name);
            } else if let (true, Some(content)) = (is_flat, lump.content) {
                flats.insert(lump.name, content);
            }
        }
        let mut walls = HashMap::new();
        for lump in ["TEXTURE1", "TEXTURE2"] {
            let lump = directory.get(lump).unwrap_or_default();
            let (numbers, _) = lump.as_chunks::<4>();
            let mut numbers = numbers.iter().map(|number| u32::from_le_bytes(*number) as usize);
            let count = numbers.next().unwrap_or(0);
            for start in numbers.take(count) {
                if let Some(definition) = lump.get(start..).filter(|definition| definition.len() >= 22) {
                    // If several textures have the same name, the first one wins.
                    walls.entry(Name::of(&definition[..8])).or_insert(definition);
                }
            }
        }
        Self {
            flats,
            walls,
            patches: directory
                .get("PNAMES")
                .and_then(|names| names.get(4..))
                .unwrap_or_default(),
            directory,
        }
    }
}

impl<'a> Images<'a> {
    /// Opens the given files. `bytes` is their total size. Earlier files take precedence.
    pub(super) fn new(directories: Vec<Directory<'a>>, bytes: usize) -> Self {
        let palette = directories
            .iter()
            .find_map(|directory| read_palette(directory.get("PLAYPAL")?));
        let pixels = PIXELS_A_BYTE * bytes + FIRST_PIXELS;
        Self {
            files: directories.into_iter().map(File::new).collect(),
            palette,
            pixels,
            painted: PAINTED_A_PIXEL * pixels,
        }
    }

    pub(super) fn flat(&mut self, name: Name) -> Option<Texture> {
        let pixels = self.files.iter().find_map(|file| file.flats.get(&name))?;
        let pixels = pixels.get(..(FLAT * FLAT) as usize)?;
        self.pixels = self.pixels.checked_sub(pixels.len())?;
        let palette = self.palette?;
        let rgba = pixels.iter().flat_map(|&pixel| {
            let [red, green, blue] = palette[usize::from(pixel)];
            [red, green, blue, 255]
        });
        Some(Texture {
            size: [FLAT; 2],
            rgba: rgba.collect(),
        })
    }

    pub(super) fn wall_size(&self, name: Name) -> Option<[u32; 2]> {
        let definition = self.files.iter().find_map(|file| file.walls.get(&name))?;
        let sides = [signed(definition, 12), signed(definition, 14)];
        let is_size = sides.iter().all(|side| (1.0..=MAX_SIDE).contains(side));
        is_size.then(|| sides.map(|side| side as u32))
    }

    /// Composes a wall texture. Areas without a patch are transparent.
    pub(super) fn wall(&mut self, name: Name, progress: &Progress) -> Option<Texture> {
        let size = self.wall_size(name)?;
        let palette = self.palette?;
        let file = self.files.iter().find(|file| file.walls.contains_key(&name))?;
        let definition = file.walls.get(&name)?;
        let count = size[0] as usize * size[1] as usize;
        self.pixels = self.pixels.checked_sub(count)?;
        let mut canvas = Canvas {
            image: Texture {
                size,
                rgba: vec![0; 4 * count],
            },
            palette,
            painted: self.painted,
        };
        let (placed, _) = definition.get(22..)?.as_chunks::<10>();
        for placed in placed.iter().take(usize::from(unsigned(definition, 20))) {
            progress.check().ok()?;
            let origin = [signed(placed, 0), signed(placed, 2)].map(|side| side as i64);
            let number = usize::from(unsigned(placed, 4));
            let name = Name::of(file.patches.get(8 * number..8 * number + 8)?);
            let patch = self.files.iter().find_map(|file| file.directory.find(name))?;
            canvas.paint(patch, origin)?;
        }
        self.painted = canvas.painted;
        Some(canvas.image)
    }
}

struct Canvas {
    image: Texture,
    palette: Palette,
    painted: usize,
}

impl Canvas {
    /// Paints a patch, which consists of columns of posts (vertical runs of pixels). Returns `None` if the patch is
    /// damaged.
    fn paint(&mut self, patch: &[u8], origin: [i64; 2]) -> Option<()> {
        let [width, height] = self.image.size.map(i64::from);
        let columns = patch.get(8..)?.as_chunks::<4>().0;
        let columns = columns.get(..usize::from(unsigned(patch, 0)))?;
        for (x, start) in (origin[0]..).zip(columns) {
            if !(0..width).contains(&x) {
                continue;
            }
            let (mut at, mut top) = (u32::from_le_bytes(*start) as usize, -1);
            loop {
                let step = i64::from(*patch.get(at)?);
                if step == 255 {
                    break;
                }
                // An offset that does not increase is relative to the previous post. Patches taller than 254 pixels use
                // this.
                top = if step <= top { top + step } else { step };
                let length = usize::from(*patch.get(at + 1)?);
                let pixels = patch.get(at + 3..at + 3 + length)?;
                self.painted = self.painted.checked_sub(length + 1)?;
                for (y, &pixel) in (origin[1] + top..).zip(pixels) {
                    if (0..height).contains(&y) {
                        let [red, green, blue] = self.palette[usize::from(pixel)];
                        let texel = 4 * (y * width + x) as usize;
                        self.image.rgba[texel..texel + 4].copy_from_slice(&[red, green, blue, 255]);
                    }
                }
                at += length + 4;
            }
        }
        Some(())
    }
}
