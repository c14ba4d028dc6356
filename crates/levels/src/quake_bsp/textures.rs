//! Reads a compiled level's textures and interprets their names.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec3, Vec4};
use qbsp::data::{BspTexInfo, texture::PlanarTextureProjection};
use xxhash_rust::xxh3::xxh3_128;

use super::lumps::{Lump, Lumps};
use crate::{
    AlphaMode, Format, Material, Resolver, Sampler, Texture, Warning,
    binary::u32_at,
    images::ImageStore,
    quake::{
        contents::{TextureKind, quake2},
        miptex::{self, Miptex, PALETTE_BYTES, Palette, QUAKE_PALETTE, read_palette},
        procedural::{self, Patterns},
        texture_search,
    },
};

/// Quake II's flag for surfaces that ripple like water.
const WARP: i32 = 0x8;

/// Maximum number of textures that are searched for in WAD files. Half-Life has at most 512 textures per level.
const MOST_SEARCHED: u32 = 8192;

/// Number of pixels allowed for all textures, per byte of the lump. In a valid file, each byte belongs to only one
/// texture.
const PIXELS_A_BYTE: usize = 2;

#[derive(Clone, Copy)]
pub(super) struct Looks {
    pub(super) look: TextureKind,
    pub(super) material: u32,
    /// Image size, in pixels, on which the texture coordinates are based.
    pub(super) size: [u32; 2],
    /// Whether the surface has lightmaps.
    pub(super) is_lit: bool,
}

/// Identifies a texture: by its index in the lump, or by its name and the Quake II flags that affect its appearance.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Number(u32),
    Name(String, i32),
}

pub(super) struct Textures<'a> {
    lumps: &'a Lumps<'a>,
    files: &'a dyn Resolver,
    known: HashMap<Key, Looks>,
    /// Kinds of textures without a name, by index.
    pub(super) looks: HashMap<u32, TextureKind>,
    pub(super) materials: Vec<Material>,
    decoded: usize,
    in_lump: HashMap<usize, Arc<Texture>>,
    /// Images of textures whose pixels are not in the lump, by lower-case name; `None` if the search did not find one.
    external: HashMap<String, Option<Arc<Texture>>>,
    /// Quake II image files, indexed by a hash of their contents.
    wals: HashMap<u128, Option<Arc<Texture>>>,
    images: ImageStore<'a>,
    patterns: Patterns,
    pub(super) missing: Vec<String>,
    pub(super) warnings: Vec<Warning>,
    /// Quake II's palette. The inner `Option` is `None` if the palette was not found.
    palette: Option<Option<Palette>>,
}

impl<'a> Textures<'a> {
    pub(super) fn new(lumps: &'a Lumps<'a>, files: &'a dyn Resolver, progress: &'a Progress) -> Self {
        Self {
            lumps,
            files,
            known: HashMap::new(),
            looks: HashMap::new(),
            materials: Vec::new(),
            decoded: 0,
            in_lump: HashMap::new(),
            external: HashMap::new(),
            wals: HashMap::new(),
            images: ImageStore::new(progress),
            patterns: Patterns::default(),
            missing: Vec::new(),
            warnings: Vec::new(),
            palette: None,
        }
    }

    /// Searches WAD files for the textures whose pixels are not in the lump, as is usual in Half-Life. `wads` contains
    /// the paths that the map asks for.
    pub(super) fn search_wads(&mut self, wads: &str, progress: &Progress) -> Result<(), Cancelled> {
        let lump = self.lumps.get(Lump::Textures);
        let count = u32_at(lump, 0).unwrap_or(0).min(MOST_SEARCHED);
        let mut names = BTreeSet::new();
        for number in 0..count {
            progress.check()?;
            let start = u32_at(lump, 4 + 4 * number as usize).and_then(|start| usize::try_from(start).ok());
            let bytes = start.and_then(|start| lump.get(start..));
            let miptex = bytes.and_then(|bytes| Miptex::read(bytes, self.lumps.format == Format::Bsp30).ok());
            if let Some(miptex) = miptex.filter(|miptex| miptex.pixels.is_none()) {
                names.insert(name_of(&miptex).to_ascii_lowercase());
            }
        }
        if names.is_empty() {
            return Ok(());
        }
        let wanted = names.iter().map(String::as_str);
        let mut found = texture_search::find(wanted, wads, self.files, &mut self.warnings, progress)?;
        let images = names.into_iter().map(|name| {
            let image = found.remove(&name).map(|image| image.texture);
            (name, image)
        });
        self.external = images.collect();
        Ok(())
    }

    pub(super) fn of(&mut self, info: &BspTexInfo) -> Looks {
        let flags = info.flags.surface_flags.bits().cast_signed();
        let key = match (&info.extra_info.0, info.texture_idx.0) {
            (Some(extra), _) => Key::Name(extra.name.as_str().to_owned(), flags & LOOKS),
            (None, number) => Key::Number(number.unwrap_or(u32::MAX)),
        };
        if let Some(&looks) = self.known.get(&key) {
            return looks;
        }
        let looks = match &key {
            Key::Number(number) => self.of_number(*number),
            Key::Name(name, flags) => self.of_name(name, *flags),
        };
        self.known.insert(key, looks);
        looks
    }

    fn of_number(&mut self, number: u32) -> Looks {
        let lump = self.lumps.get(Lump::Textures);
        let count = u32_at(lump, 0).unwrap_or(0);
        let start = (number < count)
            .then(|| u32_at(lump, 4 + 4 * number as usize))
            .flatten();
        let start = start.and_then(|start| usize::try_from(start.cast_signed()).ok());
        let found = start.and_then(|start| Some((start, lump.get(start..)?)));
        let unnamed = format!("texture {number}");
        let look = self.looks.get(&number).copied().unwrap_or(TextureKind::Ordinary);
        let Some((start, bytes)) = found else {
            return self.add(&unnamed, look, procedural::USUAL_SIZE, None, 0);
        };
        let miptex = match Miptex::read(bytes, self.lumps.format == Format::Bsp30) {
            Ok(miptex) => miptex,
            Err(problem) => {
                let message = text!("quakebsp-texture-unreadable", number, problem);
                self.warnings.push(Warning::new(message));
                return self.add(&unnamed, look, procedural::USUAL_SIZE, None, 0);
            }
        };
        let name = name_of(&miptex);
        let look = TextureKind::of_texture(&name);
        let image = match self.external.get(&name.to_ascii_lowercase()) {
            // The search has already warned about a missing image.
            Some(found) if miptex.pixels.is_none() => {
                let found = found.clone();
                Some(found.unwrap_or_else(|| self.patterns.get_or_generate(&name, miptex.size)))
            }
            _ => self
                .image_of_lump(start, &miptex, look)
                .or_else(|| self.image_file(&name)),
        };
        self.add(&name, look, miptex.size, image, 0)
    }

    fn image_of_lump(
        &mut self,
        start: usize,
        miptex: &Miptex<'_>,
        look: TextureKind,
    ) -> Option<Arc<Texture>> {
        if let Some(known) = self.in_lump.get(&start) {
            return Some(Arc::clone(known));
        }
        let most = PIXELS_A_BYTE * self.lumps.get(Lump::Textures).len();
        self.decoded += miptex.pixels?.len();
        if self.decoded > most || !self.has_room(miptex.name, miptex.size) {
            return None;
        }
        let image = miptex.texture(&QUAKE_PALETTE)?;
        let image = Arc::new(if look == TextureKind::Sky {
            clouds(image)
        } else {
            image
        });
        self.in_lump.insert(start, Arc::clone(&image));
        Some(image)
    }

    /// Reserves memory for an image. If not enough is left, adds a warning and returns `false`.
    fn has_room(&mut self, name: &[u8], size: [u32; 2]) -> bool {
        match self.images.reserve(size) {
            Ok(()) => true,
            Err(problem) => {
                self.warn_of_image(&String::from_utf8_lossy(name), problem);
                false
            }
        }
    }

    fn warn_of_image(&mut self, name: &str, problem: Text) {
        let message = text!("quakebsp-image-unusable", name, problem);
        self.warnings.push(Warning::new(message));
    }

    /// Reads a Quake II texture from its external file.
    fn of_name(&mut self, name: &str, flags: i32) -> Looks {
        let look = match TextureKind::of_flags(0, flags) {
            Some(look) => look,
            None if flags & WARP != 0 => TextureKind::Liquid,
            None => TextureKind::of_texture(name),
        };
        let image = if look.is_drawn() {
            self.wal(name).or_else(|| self.image_file(name))
        } else {
            None
        };
        let size = image.as_ref().map_or(procedural::USUAL_SIZE, |image| image.size);
        self.add(name, look, size, image, flags)
    }

    fn add(
        &mut self,
        name: &str,
        look: TextureKind,
        size: [u32; 2],
        image: Option<Arc<Texture>>,
        flags: i32,
    ) -> Looks {
        let image = image.unwrap_or_else(|| {
            if look.is_drawn() {
                self.missing.push(name.to_owned());
            }
            self.patterns.get_or_generate(name, size)
        });
        let is_lit = look == TextureKind::Ordinary;
        let opacity = look.opacity(flags);
        self.materials.push(Material {
            name: name.to_owned(),
            color: Vec4::new(1.0, 1.0, 1.0, opacity.unwrap_or(1.0)),
            texture: Some(image),
            sampler: Sampler {
                nearest: true,
                ..Sampler::default()
            },
            alpha: match (opacity, name.starts_with('{')) {
                (Some(_), _) => AlphaMode::Blend,
                (None, true) => AlphaMode::Mask(0.5),
                (None, false) => AlphaMode::Opaque,
            },
            unlit: !is_lit,
            liquid: look == TextureKind::Liquid,
            ..Material::plain(name)
        });
        Looks {
            look,
            material: self.materials.len() as u32 - 1,
            size,
            is_lit,
        }
    }

    /// Returns an image file with this name. Users may provide such a file to replace a texture.
    fn image_file(&mut self, name: &str) -> Option<Arc<Texture>> {
        // Some file systems do not allow all characters that texture names begin with.
        let plain = name.replace('*', "#");
        if let Err(problem) = self.images.may_read() {
            self.warn_of_image(name, problem);
            return None;
        }
        let (file, bytes) = ["png", "tga", "jpg"].iter().find_map(|extension| {
            let file = format!("textures/{plain}.{extension}");
            let bytes = self.files.read(&file).ok()?;
            Some((file, bytes))
        })?;
        match self.images.decode(&file, &bytes) {
            Ok(image) => Some(image),
            Err(problem) => {
                self.warn_of_image(name, problem);
                None
            }
        }
    }

    /// Reads a Quake II texture file: a 100-byte header, then 8-bit pixels (`miptex_t` in `qfiles.h`).
    fn wal(&mut self, name: &str) -> Option<Arc<Texture>> {
        self.images.may_read().ok()?;
        let bytes = self.files.read(&format!("textures/{name}.wal")).ok()?;
        self.images.charge_read(&bytes).ok()?;
        // Several names may refer to the same file. Only the name's prefix for holes affects the result.
        let content = xxh3_128(&bytes) ^ u128::from(name.starts_with('{'));
        if let Some(known) = self.wals.get(&content) {
            return known.clone();
        }
        let image = self.new_wal(name, &bytes);
        self.wals.insert(content, image.clone());
        image
    }

    fn new_wal(&mut self, name: &str, bytes: &[u8]) -> Option<Arc<Texture>> {
        let field = |at: usize| u32_at(bytes, at);
        let size @ [width, height] = [field(32)?, field(36)?];
        let count = (width as usize)
            .checked_mul(height as usize)
            .filter(|&count| count > 0)?;
        let pixels = bytes.get(field(40)? as usize..)?.get(..count)?;
        let palette = *self.palette.get_or_insert_with(|| colors(self.files));
        let palette = palette?;
        self.has_room(name.as_bytes(), size)
            .then(|| Arc::new(miptex::texture(name.as_bytes(), size, pixels, &palette)))
    }
}

fn name_of(miptex: &Miptex<'_>) -> String {
    miptex.name.iter().map(|&byte| char::from(byte & 0x7f)).collect()
}

/// Quake II's flags that change the appearance of a texture.
const LOOKS: i32 = quake2::SURFACE_SKY
    | WARP
    | quake2::SURFACE_TRANSLUCENT[0]
    | quake2::SURFACE_TRANSLUCENT[1]
    | quake2::SURFACE_NODRAW
    | quake2::SURFACE_HINT
    | quake2::SURFACE_SKIP;

/// Returns Quake II's palette, which is stored at the end of an image in its game files.
fn colors(files: &dyn Resolver) -> Option<Palette> {
    let image = files.read("pics/colormap.pcx").ok()?;
    let start = image.len().checked_sub(PALETTE_BYTES)?;
    read_palette(&image[start..])
}

/// Returns the background of Quake's sky without the clouds in front of it: the right half of the image.
fn clouds(image: Texture) -> Texture {
    let [width, height] = image.size;
    if width != 2 * height {
        return image;
    }
    let row = 4 * width as usize;
    let rgba = image
        .rgba
        .chunks_exact(row)
        .flat_map(|row_of| row_of[row / 2..].iter().copied());
    Texture {
        size: [height, height],
        rgba: rgba.collect(),
    }
}

pub(super) fn axes(projection: &PlanarTextureProjection) -> [DVec3; 2] {
    [projection.u_axis, projection.v_axis].map(|axis| Vec3::from_array(axis.to_array()).as_dvec3())
}
