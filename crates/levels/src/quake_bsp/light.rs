//! Reads the file's lightmaps: a grid of samples on each face for each of its light styles.
//!
//! Samples are 16 texture pixels apart (`CalcSurfaceExtents` of Quake's `gl_model.c`), unless a BSPX lump overrides
//! this: `LMSHIFT` changes the spacing, and `DECOUPLED_LM` defines independent grids.

use std::collections::{BTreeMap, BTreeSet};

use crate::text;
use glam::{DVec2, DVec3};
use qbsp::{
    BspData,
    data::{BspFace, texture::PlanarTextureProjection},
};

use super::{
    bspx::{Bspx, DECOUPLED_LM, LM_OFFSET, LM_SHIFT, LM_STYLE, LM_STYLE_16, RGB_LIGHTING, left_out_message},
    lit::Lit,
    lumps::{Lump, Lumps},
    textures::axes,
};
use crate::{
    Format,
    binary::u32_at,
    light_maps::{LightGrid, LightMaps, UNLIT},
    light_styles::{FIRST_SWITCHED, LightStyle, NO_STYLE},
    quake::entities::Keys,
};

/// Binary logarithm of the default sample spacing, in texture pixels.
const SHIFT: u8 = 4;

/// Maximum binary logarithm of the sample spacing.
const MOST_SHIFT: u8 = 16;

/// Maximum number of samples along each axis of a face.
const MOST_ALONG: f64 = 1024.0;

/// Number of samples allowed for all faces, per sample in the lump. In a valid file, each sample belongs to only one
/// face.
const SAMPLES_A_SAMPLE: usize = 2;

/// Maximum number of styles per face.
const MOST_STYLES: usize = 4;

/// Size of an entry of `DECOUPLED_LM` in bytes: width, height, offset, and two axes of four numbers each.
const DECOUPLED: usize = 2 + 2 + 4 + 2 * 16;

/// Contents of the BSPX lumps with one item per face; each is empty if the lump is missing.
#[derive(Default)]
struct PerFace<'a> {
    shifts: &'a [u8],
    offsets: &'a [u8],
    styles: &'a [u8],
    /// Number of bytes per style in `styles`.
    style_bytes: usize,
    /// Number of styles per face.
    styles_a_face: usize,
    decoupled: &'a [u8],
}

impl<'a> PerFace<'a> {
    fn new(faces: usize, bspx: &mut Bspx<'a>) -> Self {
        let mut all = Self::default();
        let decoupled = bspx.get_sized(DECOUPLED_LM, faces * DECOUPLED);
        all.decoupled = decoupled.unwrap_or_default();
        if !all.decoupled.is_empty() {
            return all;
        }
        all.shifts = bspx.get_sized(LM_SHIFT, faces).unwrap_or_default();
        if all.shifts.is_empty() {
            // The other two lumps require this one.
            return all;
        }
        if let Some(&shift) = all.shifts.iter().find(|&&shift| shift > MOST_SHIFT) {
            let what = text!("quakebsp-shift", shift);
            bspx.problems.push(left_out_message(LM_SHIFT, what));
            return Self::default();
        }
        all.offsets = bspx.get_sized(LM_OFFSET, 4 * faces).unwrap_or_default();
        for (name, bytes) in [(LM_STYLE_16, 2), (LM_STYLE, 1)] {
            let Some(lump) = bspx.get(name).filter(|_| all.styles.is_empty()) else {
                continue;
            };
            let row = faces * bytes;
            if row > 0 && lump.len().is_multiple_of(row) {
                all.styles = lump;
                (all.style_bytes, all.styles_a_face) = (bytes, lump.len() / row);
            } else {
                let what = text!("quakebsp-styles", bytes = lump.len(), faces);
                bspx.problems.push(left_out_message(name, what));
            }
        }
        all
    }

    fn styles(&self, index: usize, face: &BspFace) -> Vec<u16> {
        let of_face = self.styles_a_face * self.style_bytes;
        let own = (of_face > 0)
            .then(|| self.styles.get(index * of_face..(index + 1) * of_face))
            .flatten();
        let end = if own.is_some() && self.style_bytes == 2 {
            u16::MAX
        } else {
            u16::from(NO_STYLE)
        };
        let styles: Vec<u16> = match own {
            Some(own) if self.style_bytes == 2 => own
                .chunks_exact(2)
                .map(|style| u16::from_le_bytes([style[0], style[1]]))
                .collect(),
            Some(own) => own.iter().copied().map(u16::from).collect(),
            None => face
                .lightmap_styles
                .iter()
                .map(|style| u16::from(style.0))
                .collect(),
        };
        styles.into_iter().take_while(|&style| style != end).collect()
    }
}

/// Layout of a face's samples, in the file's units and before the model is translated.
struct Layout {
    /// Gradients of s and t per unit.
    axes: [DVec3; 2],
    /// Values of s and t at the origin.
    shift: DVec2,
    /// Values of s and t at the first sample.
    low: DVec2,
    size: [u16; 2],
    first: usize,
}

/// Why a face is dark: either it has no samples, or they cannot be read.
enum Dark {
    None,
    Missing,
}

pub(super) struct LightReader<'a> {
    samples: &'a [u8],
    /// Bytes per sample: 1 for grey, 3 for RGB.
    channels: usize,
    /// Number of bytes per sample that the faces' offsets assume.
    offset_bytes: usize,
    per_face: PerFace<'a>,
    maps: LightMaps,
    /// Number of faces with samples beyond the end of the lump.
    pub(super) missing: u32,
    /// Number of faces with unsupported styles: more than four styles, or 16-bit style numbers.
    pub(super) styles_left_out: u32,
}

impl<'a> LightReader<'a> {
    /// Creates a reader that uses the colours in `lit` if available, and otherwise the colours in `RGBLIGHTING`.
    pub(super) fn new(
        lumps: &Lumps<'a>,
        data: &BspData,
        bspx: &mut Bspx<'a>,
        lit: Option<&'a Lit<'_>>,
    ) -> Self {
        let own = lumps.get(Lump::Lighting);
        let offset_bytes = if Self::is_grey(lumps) { 1 } else { 3 };
        let (mut samples, mut channels) = (own, offset_bytes);
        if let Some(lit) = lit {
            (samples, channels) = (lit.samples(), 3);
        } else if let Some(colours) = bspx.get(RGB_LIGHTING).filter(|_| Self::is_grey(lumps)) {
            // A compiler that writes coloured samples may omit the grey ones.
            let bytes = match own.len() {
                0 => colours.len().next_multiple_of(3),
                grey => 3 * grey,
            };
            if let Some(colours) = bspx.get_sized(RGB_LIGHTING, bytes) {
                (samples, channels) = (colours, 3);
            }
        }
        Self {
            samples,
            channels,
            offset_bytes,
            per_face: PerFace::new(data.faces.len(), bspx),
            maps: LightMaps::default(),
            missing: 0,
            styles_left_out: 0,
        }
    }

    /// Returns whether the format stores light without colour.
    pub(super) fn is_grey(lumps: &Lumps<'_>) -> bool {
        !matches!(lumps.format, Format::Bsp30 | Format::Bsp38)
    }

    /// Reads a face's grid, given the texture coordinates of its corners in pixels. Returns `None` if the face has no
    /// light.
    pub(super) fn read_face_grid(
        &mut self,
        (index, face): (usize, &BspFace),
        projection: &PlanarTextureProjection,
        pixels: &[DVec2],
        offset: DVec3,
    ) -> Option<u32> {
        if self.samples.is_empty() {
            return None;
        }
        match self.read((index, face), projection, pixels, offset) {
            Ok(grid) => Some(grid),
            Err(dark) => {
                self.missing += u32::from(matches!(dark, Dark::Missing));
                None
            }
        }
    }

    fn read(
        &mut self,
        (index, face): (usize, &BspFace),
        projection: &PlanarTextureProjection,
        pixels: &[DVec2],
        offset: DVec3,
    ) -> Result<u32, Dark> {
        let said = self.per_face.styles(index, face);
        if said.is_empty() {
            return Err(Dark::None);
        }
        let layout = if self.per_face.decoupled.is_empty() {
            self.by_texture((index, face), projection, pixels)
        } else {
            self.decoupled(index)
        }?;
        let count = usize::from(layout.size[0]) * usize::from(layout.size[1]);
        // The samples for a face's styles are consecutive.
        let samples = layout.first.checked_mul(self.channels);
        let samples = samples.and_then(|first| self.samples.get(first..));
        let samples = samples.and_then(|rest| rest.get(..count * said.len() * self.channels));
        let most = SAMPLES_A_SAMPLE * self.samples.len() / self.channels;
        let samples = samples
            .filter(|_| self.maps.samples.len() + count * said.len() <= most)
            .ok_or(Dark::Missing)?;
        let Layout {
            axes,
            shift,
            low,
            size,
            ..
        } = layout;
        let is_finite = axes.iter().all(|axis| axis.is_finite())
            && offset.is_finite()
            && shift.is_finite()
            && low.is_finite();
        if !is_finite {
            return Err(Dark::Missing);
        }
        let first = self.maps.samples.len() as u32;
        let mut styles = [NO_STYLE; MOST_STYLES];
        let mut kept = 0;
        for (&style, samples) in said.iter().zip(samples.chunks_exact(count * self.channels)) {
            let Some(style) = u8::try_from(style)
                .ok()
                .filter(|&style| style != NO_STYLE && kept < MOST_STYLES)
            else {
                continue;
            };
            styles[kept] = style;
            kept += 1;
            match self.channels {
                1 => self.maps.samples.extend(samples.iter().map(|&grey| [grey; 3])),
                _ => self.maps.samples.extend_from_slice(samples.as_chunks::<3>().0),
            }
        }
        self.styles_left_out += u32::from(kept < said.len());
        if kept == 0 {
            return Err(Dark::None);
        }
        self.maps.grids.push(LightGrid {
            axes,
            origin: [0, 1].map(|axis| low[axis] - shift[axis] + offset.dot(axes[axis])),
            first,
            size,
            styles,
        });
        Ok(self.maps.grids.len() as u32 - 1)
    }

    fn by_texture(
        &self,
        (index, face): (usize, &BspFace),
        projection: &PlanarTextureProjection,
        pixels: &[DVec2],
    ) -> Result<Layout, Dark> {
        let per_face = &self.per_face;
        let first = match u32_at(per_face.offsets, 4 * index) {
            Some(own) => own.cast_signed() / self.offset_bytes as i32,
            None => face.lightmap_offset.pixels,
        };
        let first = usize::try_from(first).map_err(|_| Dark::None)?;
        let spacing = f64::from(1_u32 << per_face.shifts.get(index).copied().unwrap_or(SHIFT));
        let low = pixels.iter().fold(DVec2::INFINITY, |low, &pixel| low.min(pixel));
        let high = pixels
            .iter()
            .fold(DVec2::NEG_INFINITY, |high, &pixel| high.max(pixel));
        let (low, high) = ((low / spacing).floor(), (high / spacing).ceil());
        let steps = high - low;
        // The comparison is written so that it fails for NaN.
        if !(steps.min_element() >= 0.0 && steps.max_element() < MOST_ALONG) {
            return Err(Dark::Missing);
        }
        Ok(Layout {
            axes: axes(projection).map(|axis| axis / spacing),
            shift: DVec2::new(f64::from(projection.u_offset), f64::from(projection.v_offset)) / spacing,
            low,
            size: [steps.x as u16 + 1, steps.y as u16 + 1],
            first,
        })
    }

    fn decoupled(&self, index: usize) -> Result<Layout, Dark> {
        let own = self
            .per_face
            .decoupled
            .get(index * DECOUPLED..(index + 1) * DECOUPLED);
        let own = own.ok_or(Dark::None)?;
        let number = |at: usize| u32_at(own, at).unwrap_or_default();
        let size = [0, 2].map(|at| u16::from_le_bytes([own[at], own[at + 1]]));
        let first = number(4).cast_signed() / self.offset_bytes as i32;
        let first = usize::try_from(first).map_err(|_| Dark::None)?;
        if size.contains(&0) {
            return Err(Dark::None);
        }
        if size.iter().any(|&side| f64::from(side) > MOST_ALONG) {
            return Err(Dark::Missing);
        }
        let axis = |at: usize| {
            let [x, y, z, shift] = [0, 4, 8, 12].map(|part| f64::from(f32::from_bits(number(at + part))));
            (DVec3::new(x, y, z), shift)
        };
        let [(s, s_shift), (t, t_shift)] = [8, 24].map(axis);
        Ok(Layout {
            axes: [s, t],
            shift: DVec2::new(s_shift, t_shift),
            low: DVec2::ZERO,
            size,
            first,
        })
    }

    pub(super) fn add_triangle(&mut self, grid: Option<u32>) {
        self.maps.grid_of.push(grid.unwrap_or(UNLIT));
    }

    pub(super) fn finish(self) -> Option<LightMaps> {
        (!self.maps.grids.is_empty()).then_some(self.maps)
    }
}

/// Spawnflag of a switchable light that is initially off (`light` in Quake's `misc.qc`).
const START_OFF: u32 = 1;

/// Maximum number of lights that are named for each style.
const MOST_NAMED: usize = 3;

/// Determines the styles that faces use, the lights with these styles, and the initial brightness.
pub(super) fn find_styles(light: &mut LightMaps, entities: &[Keys]) {
    let grids = light.grids.iter();
    let named: BTreeSet<u8> = grids.flat_map(|grid| grid.styles).collect();
    let mut styles: BTreeMap<u8, LightStyle> = named
        .into_iter()
        .filter(|&style| style != NO_STYLE)
        .map(|number| {
            let style = LightStyle {
                number,
                at_start: 1.0,
                lights: Vec::new(),
            };
            (number, style)
        })
        .collect();
    for keys in entities {
        let number = keys.get("style").and_then(|style| style.trim().parse().ok());
        let number: Option<u8> = number.filter(|&number| number >= FIRST_SWITCHED);
        let style = number.and_then(|number| styles.get_mut(&number));
        // A light without a name cannot be switched. Quake removes it and bakes its light, so its style is an ordinary
        // one.
        let Some(style) = style.filter(|_| keys.name().is_some()) else {
            continue;
        };
        let flags = keys.get("spawnflags").and_then(|flags| flags.trim().parse().ok());
        let is_light = keys.class().starts_with("light");
        if is_light && flags.is_some_and(|flags: u32| flags & START_OFF != 0) {
            style.at_start = 0.0;
        }
        let light = keys.title();
        if !style.lights.contains(&light) {
            match style.lights.len() {
                MOST_NAMED => style.lights.push("…".to_owned()),
                count if count < MOST_NAMED => style.lights.push(light),
                _ => {}
            }
        }
    }
    light.styles = styles.into_values().collect();
}
