//! Lightmaps of compiled levels.

use std::{borrow::Cow, sync::LazyLock};

use bspwalk_progress::{CheckError, Progress, ensure};
use glam::{DVec3, Vec3};

use super::light_styles::{BRIGHTEST, LightStyle, NO_STYLE, NORMAL, StyleFactors};

/// Value for a triangle without a lightmap.
pub const UNLIT: u32 = u32::MAX;

/// Lightmaps of a compiled level. Each face has a grid of samples for each light style that reaches it.
///
/// As in the original engines, a texture's sRGB values are multiplied by the samples: 128 leaves the texture unchanged,
/// and 255 doubles its values. This matches Quake's software renderer and its successors; `GLQuake` clamped at 128. The
/// samples of each style are multiplied by the style's brightness, and the results are added (`R_BuildLightMap` in
/// Quake's `r_surf.c`).
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LightMaps {
    /// Lightmap grids.
    pub grids: Vec<LightGrid>,
    /// RGB samples of all grids. For each grid, the samples of its styles are stored one style after another.
    pub samples: Vec<[u8; 3]>,
    /// Grid of each triangle, indexed by source number, or [`UNLIT`].
    pub grid_of: Vec<u32>,
    /// Light styles that the faces use, sorted by number.
    pub styles: Vec<LightStyle>,
}

/// Darkest sample value that is rendered, about a twentieth of the neutral brightness in linear light. In the games,
/// walls without any light are black; this keeps them visible.
pub const DARKEST: u8 = 33;

/// Linear-light factor for each sample value. Linear light is approximately the sRGB value to the power of 2.2.
static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| (value.max(usize::from(DARKEST)) as f32 / 128.0).powf(2.2)));

/// All grids packed into one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas {
    /// Width and height.
    pub size: [u32; 2],
    /// Samples, row by row.
    pub pixels: Vec<[u8; 3]>,
    /// Position of each grid's first sample.
    pub places: Vec<[u32; 2]>,
}

/// Layout of a face's samples. A point's grid coordinates (s, t) are its dot products with the two axes, minus the
/// origin. Samples are at integer coordinates.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LightGrid {
    /// Gradients of s and t (per metre).
    pub axes: [DVec3; 2],
    /// Negated grid coordinates (s, t) of the level's origin.
    pub origin: [f64; 2],
    /// Index of the first sample in [`LightMaps::samples`].
    pub first: u32,
    /// Number of samples per row, and number of rows.
    pub size: [u16; 2],
    /// Light styles in the storage order of their samples, followed by [`NO_STYLE`] if there are fewer than four.
    pub styles: [u8; 4],
}

impl LightGrid {
    /// Returns the grid coordinates of a point.
    #[must_use]
    pub fn grid_coordinates(&self, point: DVec3) -> [f64; 2] {
        [0, 1].map(|axis| point.dot(self.axes[axis]) - self.origin[axis])
    }

    /// Returns the number of samples for each style.
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.size[0]) * usize::from(self.size[1])
    }

    /// Iterates over the styles, each with its samples in row-major order.
    pub fn by_style<'a>(&self, maps: &'a LightMaps) -> impl Iterator<Item = (u8, &'a [[u8; 3]])> {
        let rest = maps.samples.get(self.first as usize..).unwrap_or_default();
        let styles = self.styles.into_iter().take_while(|&style| style != NO_STYLE);
        styles.zip(rest.chunks_exact(self.count().max(1)))
    }

    /// Returns the weighted sum of the samples of all styles, in row-major order. `factors` is indexed by style number.
    #[must_use]
    pub fn mix_styles<'a>(&self, maps: &'a LightMaps, factors: &[f32; 256]) -> Cow<'a, [[u8; 3]]> {
        let mut by_style = self.by_style(maps);
        let Some((style, first)) = by_style.next() else {
            return Cow::Borrowed(&[]);
        };
        let factor = factors[usize::from(style)];
        let second = by_style.next();
        if factor == 1.0 && second.is_none() {
            return Cow::Borrowed(first);
        }
        let mut sums: Vec<[f32; 3]> = first
            .iter()
            .map(|sample| sample.map(|value| f32::from(value) * factor))
            .collect();
        for (style, samples) in second.into_iter().chain(by_style) {
            let factor = factors[usize::from(style)];
            for (sum, sample) in sums.iter_mut().zip(samples) {
                for (sum, &value) in sum.iter_mut().zip(sample) {
                    *sum += f32::from(value) * factor;
                }
            }
        }
        // The cast saturates at 255, as in the original engines.
        sums.into_iter()
            .map(|sum| sum.map(|value| value.round() as u8))
            .collect()
    }
}

impl LightMaps {
    /// Converts a sample to a linear-light factor.
    #[must_use]
    pub fn sample_to_linear(sample: [u8; 3]) -> Vec3 {
        Vec3::from(sample.map(|value| LINEAR[usize::from(value)]))
    }

    /// Returns each style's factor, indexed by style number. Styles without a factor in `said` keep their initial
    /// brightness.
    #[must_use]
    pub fn factors(&self, overrides: &StyleFactors) -> [f32; 256] {
        let mut factors = [1.0; 256];
        for style in &self.styles {
            factors[usize::from(style.number)] = overrides.brightness_of(style);
        }
        factors
    }

    /// Iterates over all styles except the normal one, which is for lights that are always on.
    pub fn other_styles(&self) -> impl Iterator<Item = &LightStyle> {
        self.styles.iter().filter(|style| style.number != NORMAL)
    }

    /// Packs all grids into a single image. Each grid gets a border that repeats its edge samples, because texture
    /// filters read beyond the edge. Returns `None` if the grids do not fit into a square image with sides of `most`
    /// pixels. The positions do not depend on `factors`.
    #[must_use]
    pub fn atlas(&self, factors: &[f32; 256], most: u32) -> Option<Atlas> {
        let area: u64 = self
            .grids
            .iter()
            .map(|grid| grid.size.map(|side| u64::from(side) + 2))
            .map(|[w, h]| w * h)
            .sum();
        let widest = self.grids.iter().map(|grid| u32::from(grid.size[0]) + 2).max()?;
        let width = (((area as f64) * 1.1).sqrt() as u32)
            .max(widest)
            .next_multiple_of(4)
            .min(most);
        // To waste little space, arrange the grids in rows, with the tallest grids first.
        let mut order: Vec<usize> = (0..self.grids.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.grids[index].size[1]));
        let mut places = vec![[0; 2]; self.grids.len()];
        let (mut x, mut y, mut row) = (0, 0, 0);
        for index in order {
            let [w, h] = self.grids[index].size.map(|side| u32::from(side) + 2);
            if x + w > width {
                (x, y, row) = (0, y + row, 0);
            }
            row = row.max(h);
            places[index] = [x + 1, y + 1];
            x += w;
        }
        let size = [width, y + row];
        if widest > most || size[1] > most {
            return None;
        }
        let mut pixels = vec![[0; 3]; size[0] as usize * size[1] as usize];
        for (grid, [x, y]) in self.grids.iter().zip(&places) {
            let samples = grid.mix_styles(self, factors);
            let [w, h] = grid.size.map(usize::from);
            for row in 0..h + 2 {
                for column in 0..w + 2 {
                    let from = row.saturating_sub(1).min(h - 1) * w + column.saturating_sub(1).min(w - 1);
                    let to = (*y as usize - 1 + row) * width as usize + *x as usize - 1 + column;
                    pixels[to] = samples.get(from).copied().unwrap_or_default();
                }
            }
        }
        Some(Atlas { size, pixels, places })
    }

    /// Returns the lightmaps for transformed points. `turn` rotates a vector, which is then multiplied by `scale`.
    pub(super) fn converted(mut self, turn: impl Fn(DVec3) -> DVec3, scale: f64) -> Self {
        for grid in &mut self.grids {
            grid.axes = grid.axes.map(|axis| turn(axis) / scale);
        }
        self
    }

    /// Validates the lightmaps of a compiled file.
    pub(super) fn check(&self, source_triangles: u32, progress: &Progress) -> Result<(), CheckError> {
        let are_numbered = self.grid_of.len() == source_triangles as usize;
        ensure(
            are_numbered,
            "the lightmaps were baked for a different number of triangles",
        )?;
        let mut next = 0;
        progress.check_each_numbered("light grid", &self.grids, |_, grid| {
            let styles = grid.styles.iter().take_while(|&&style| style != NO_STYLE);
            let count = u32::from(grid.size[0]) * u32::from(grid.size[1]);
            let count = count.checked_mul(styles.count() as u32);
            let count = count.ok_or("it has too many samples")?;
            let is_finite = grid.axes.iter().all(|axis| axis.is_finite())
                && grid.origin.iter().all(|place| place.is_finite());
            ensure(
                is_finite && count > 0 && grid.first == next,
                "it has values that are not finite, or is out of order",
            )?;
            next = next.checked_add(count).ok_or("it has too many samples")?;
            Ok(())
        })?;
        ensure(
            next as usize == self.samples.len(),
            "the number of light samples is wrong",
        )?;
        progress.check_each_numbered("triangle", &self.grid_of, |_, &grid| {
            let exists = grid == UNLIT || (grid as usize) < self.grids.len();
            ensure(exists, "its light grid does not exist")
        })?;
        let mut before = None;
        progress.check_each_numbered("light style", &self.styles, |_, style| {
            let is_in_order = before.replace(style.number) < Some(style.number);
            let is_bright = (0.0..=BRIGHTEST).contains(&style.at_start);
            ensure(
                is_in_order && is_bright,
                "its number is out of sequence, or its brightness is invalid",
            )
        })
    }
}
