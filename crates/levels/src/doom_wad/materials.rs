//! A map's materials, one for each combination of texture name and use.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::text;
use bspwalk_progress::Progress;
use glam::Vec4;

use super::{
    directory::Name,
    images::{FLAT, Images},
};
use crate::{AlphaMode, Material, Sampler, Warning, quake::procedural::Patterns, warnings::listed};

/// DOOM's sky flat.
const SKY: Name = Name(*b"F_SKY1\0\0");

/// Sky flats in Hexen and Strife.
const OTHER_SKIES: [Name; 2] = [Name(*b"F_SKY\0\0\0"), Name(*b"F_SKY001")];

/// Assumed size of an unknown wall texture, in pixels. This is the most common size in DOOM.
const USUAL_SIZE: [u32; 2] = [64, 128];

const LISTED: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Surface {
    /// Floor or ceiling.
    Flat(Name),
    Wall(Name),
    /// Texture in the opening between two sectors, possibly with holes.
    Middle(Name),
    Sky,
}

impl Surface {
    pub(super) fn of_flat(name: Name) -> Self {
        if is_sky(name) { Self::Sky } else { Self::Flat(name) }
    }
}

pub(super) fn is_sky(flat: Name) -> bool {
    flat == SKY || OTHER_SKIES.contains(&flat)
}

pub(super) struct Materials<'a> {
    images: Images<'a>,
    progress: &'a Progress,
    sky: Name,
    known: HashMap<Surface, (u32, [u32; 2])>,
    pub(super) list: Vec<Material>,
    /// Names whose image was not found, in order of first use.
    missing: Vec<Name>,
    is_missing: HashSet<Name>,
    patterns: Patterns,
}

impl<'a> Materials<'a> {
    /// Creates the material list for the map with this name. The list is empty until materials are requested.
    pub(super) fn new(images: Images<'a>, map: Name, progress: &'a Progress) -> Self {
        Self {
            images,
            progress,
            sky: sky_of(map),
            known: HashMap::new(),
            list: Vec::new(),
            missing: Vec::new(),
            is_missing: HashSet::new(),
            patterns: Patterns::default(),
        }
    }

    /// Returns a surface's material and the size of its texture in pixels.
    pub(super) fn of(&mut self, surface: Surface) -> (u32, [u32; 2]) {
        if let Some(&known) = self.known.get(&surface) {
            return known;
        }
        let (name, of_image) = match surface {
            Surface::Flat(name) | Surface::Wall(name) | Surface::Middle(name) => (name, name),
            Surface::Sky => (SKY, self.sky),
        };
        let images = &mut self.images;
        let (size, image) = match surface {
            Surface::Flat(_) => ([FLAT; 2], images.flat(name)),
            _ => (
                images.wall_size(of_image).unwrap_or(USUAL_SIZE),
                images.wall(of_image, self.progress),
            ),
        };
        let text = match surface {
            _ if name.is_none() => "without texture".to_owned(),
            Surface::Sky => "sky".to_owned(),
            _ => name.to_string(),
        };
        if image.is_none() && !name.is_none() && self.is_missing.insert(name) {
            self.missing.push(name);
        }
        let image = image.map_or_else(|| self.patterns.get_or_generate(&text, size), Arc::new);
        let is_open = matches!(surface, Surface::Middle(_)) && image.has_holes();
        self.list.push(Material {
            color: Vec4::ONE,
            texture: Some(image),
            sampler: Sampler {
                nearest: true,
                ..Sampler::default()
            },
            alpha: if is_open {
                AlphaMode::Mask(0.5)
            } else {
                AlphaMode::Opaque
            },
            // Light comes from the sectors and is stored in the vertex colours.
            unlit: true,
            // In DOOM, a name that begins with `*` is not a liquid.
            liquid: false,
            ..Material::plain(&text)
        });
        let found = (self.list.len() as u32 - 1, size);
        self.known.insert(surface, found);
        found
    }

    pub(super) fn warning(&self) -> Option<Warning> {
        if self.missing.is_empty() {
            return None;
        }
        let listed = listed(&self.missing, LISTED);
        let count = self.missing.len();
        Some(Warning::new(text!("doom-images-missing", count, listed)))
    }
}

/// Returns a map's sky texture. DOOM has one per episode, and DOOM II has one per third of its maps.
fn sky_of(map: Name) -> Name {
    let number = match map.0 {
        [b'E', episode @ b'1'..=b'4', b'M', ..] => episode,
        [b'M', b'A', b'P', tens, units, ..] => match [tens, units] {
            [b'0', _] | [b'1', b'0' | b'1'] => b'1',
            [b'1', _] | [b'2', b'0'] => b'2',
            _ => b'3',
        },
        _ => b'1',
    };
    Name([b'S', b'K', b'Y', number, 0, 0, 0, 0])
}
