//! The light of the file: a grid of 16 units on each face (`CalcSurfaceExtents` of Quake's `gl_model.c`).

use glam::{DVec2, DVec3};
use qbsp::data::{BspFace, texture::PlanarTextureProjection};

use super::{
    lumps::{Lump, Lumps},
    textures::axes,
};
use crate::{
    Format,
    light_maps::{LightGrid, LightMaps, UNLIT},
};

/// Distance of two samples, in pixels of the texture.
const SPACING: f64 = 16.0;

/// Most samples along an axis of a face.
const MOST_ALONG: f64 = 1024.0;

/// All faces together may have this many samples to one of the lump: each sample is of one face.
const SAMPLES_A_SAMPLE: usize = 2;

/// The style of the lights that always burn.
const ALWAYS: u8 = 0;

pub(super) struct LightReader<'a> {
    lump: &'a [u8],
    /// Bytes of a sample: 1 for grey, 3 for colours.
    channels: usize,
    maps: LightMaps,
    /// Faces whose light lies beyond the end of the lump.
    pub(super) missing: u32,
}

impl<'a> LightReader<'a> {
    pub(super) fn new(lumps: &Lumps<'a>) -> Self {
        Self {
            lump: lumps.get(Lump::Lighting),
            channels: match lumps.format {
                Format::Bsp30 | Format::Bsp38 => 3,
                _ => 1,
            },
            maps: LightMaps::default(),
            missing: 0,
        }
    }

    /// The grid of a face whose corners lie at these pixels of its texture; `None` where it has no light.
    pub(super) fn grid(
        &mut self,
        face: &BspFace,
        projection: &PlanarTextureProjection,
        pixels: &[DVec2],
        offset: DVec3,
    ) -> Option<u32> {
        if self.lump.is_empty() || face.lightmap_offset.pixels < 0 {
            return None;
        }
        let styles = face.lightmap_styles.iter().map(|style| style.0);
        // The grids of a face's styles follow each other.
        let place = styles
            .take_while(|&style| style != u8::MAX)
            .position(|style| style == ALWAYS)?;
        let low = pixels.iter().fold(DVec2::INFINITY, |low, &pixel| low.min(pixel));
        let high = pixels
            .iter()
            .fold(DVec2::NEG_INFINITY, |high, &pixel| high.max(pixel));
        let (low, high) = ((low / SPACING).floor(), (high / SPACING).ceil());
        let steps = high - low;
        // NaN is within no limit.
        if !(steps.min_element() >= 0.0 && steps.max_element() < MOST_ALONG) {
            self.missing += 1;
            return None;
        }
        let size = [steps.x as u16 + 1, steps.y as u16 + 1];
        let count = usize::from(size[0]) * usize::from(size[1]);
        let first = face.lightmap_offset.pixels as usize + place * count;
        let samples = self
            .lump
            .get(first * self.channels..)
            .and_then(|rest| rest.get(..count * self.channels));
        let most = SAMPLES_A_SAMPLE * self.lump.len() / self.channels;
        let Some(samples) = samples.filter(|_| self.maps.samples.len() + count <= most) else {
            self.missing += 1;
            return None;
        };
        let [u, v] = axes(projection);
        let axes = [u, v].map(|axis| axis / SPACING);
        let shift = [projection.u_offset, projection.v_offset].map(|shift| f64::from(shift) / SPACING);
        let low = low.to_array();
        let is_finite = axes.iter().all(|axis| axis.is_finite())
            && offset.is_finite()
            && shift.iter().chain(&low).all(|place| place.is_finite());
        if !is_finite {
            self.missing += 1;
            return None;
        }
        let first = self.maps.samples.len() as u32;
        match self.channels {
            1 => self.maps.samples.extend(samples.iter().map(|&grey| [grey; 3])),
            _ => self.maps.samples.extend_from_slice(samples.as_chunks::<3>().0),
        }
        self.maps.grids.push(LightGrid {
            axes,
            origin: std::array::from_fn(|axis| low[axis] - shift[axis] + offset.dot(axes[axis])),
            first,
            size,
        });
        Some(self.maps.grids.len() as u32 - 1)
    }

    /// Notes the grid of the next triangle.
    pub(super) fn add_triangle(&mut self, grid: Option<u32>) {
        self.maps.grid_of.push(grid.unwrap_or(UNLIT));
    }

    /// The light; `None` where no face has any.
    pub(super) fn finish(self) -> Option<LightMaps> {
        (!self.maps.grids.is_empty()).then_some(self.maps)
    }
}
