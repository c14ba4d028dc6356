//! The light that a compiled level has on its faces.

use std::{borrow::Cow, sync::LazyLock};

use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_text::{message, text};
use glam::{DVec3, Vec3};

use super::light_styles::{BRIGHTEST, LightStyle, NO_STYLE, NORMAL, StyleFactors};

/// The triangle has no light of the file.
pub const UNLIT: u32 = u32::MAX;

/// The light of a compiled level: a grid of samples on each face, once for each style of light that reaches the face.
///
/// A sample is a factor of a texture's sRGB values, as the engines apply it: 128 leaves a texture as it is, 255 doubles
/// it (Quake's software renderer and its successors; `GLQuake` cut it off at 128). The samples of a face's styles are added, each
/// times how bright its style is (`R_BuildLightMap` of Quake's `r_surf.c`).
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LightMaps {
    /// The grids.
    pub grids: Vec<LightGrid>,
    /// The samples of all grids, red, green and blue: of each grid those of its styles, one style after the other.
    pub samples: Vec<[u8; 3]>,
    /// The grid of each triangle, by its number in the source, or [`UNLIT`].
    pub grid_of: Vec<u32>,
    /// The styles that faces name, by number.
    pub styles: Vec<LightStyle>,
}

/// The darkest value that is drawn, a twentieth of the light that leaves a texture as it is: walls that no lamp reaches are
/// black in the game, and here they are to be seen.
pub const DARKEST: u8 = 33;

/// The factor of linear light for each value: sRGB values are about the light to the power of 1 / 2.2.
static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| (value.max(usize::from(DARKEST)) as f32 / 128.0).powf(2.2)));

/// All grids in one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas {
    /// Width and height.
    pub size: [u32; 2],
    /// The samples, row by row.
    pub pixels: Vec<[u8; 3]>,
    /// Where the first sample of each grid is.
    pub places: Vec<[u32; 2]>,
}

/// Where the samples of a face lie. The place (s, t) on the grid of a point is the dot product of the point with the two
/// axes, less the origin; samples lie at whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LightGrid {
    /// The change of s and t per metre.
    pub axes: [DVec3; 2],
    /// s and t of the level's origin, negative.
    pub origin: [f64; 2],
    /// Index of the first sample.
    pub first: u32,
    /// Samples in a row, and rows.
    pub size: [u16; 2],
    /// The styles whose samples it has, in their order; [`NO_STYLE`] behind the last.
    pub styles: [u8; 4],
}

impl LightGrid {
    /// The place of a point on the grid.
    #[must_use]
    pub fn place(&self, point: DVec3) -> [f64; 2] {
        [0, 1].map(|axis| point.dot(self.axes[axis]) - self.origin[axis])
    }

    /// Number of its samples of one style.
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.size[0]) * usize::from(self.size[1])
    }

    /// Its styles, each with its samples, row by row.
    pub fn by_style<'a>(&self, maps: &'a LightMaps) -> impl Iterator<Item = (u8, &'a [[u8; 3]])> {
        let rest = maps.samples.get(self.first as usize..).unwrap_or_default();
        let styles = self.styles.into_iter().take_while(|&style| style != NO_STYLE);
        styles.zip(rest.chunks_exact(self.count().max(1)))
    }

    /// The light of all its styles together, row by row; `factors` are by number of the style.
    #[must_use]
    pub fn mixed<'a>(&self, maps: &'a LightMaps, factors: &[f32; 256]) -> Cow<'a, [[u8; 3]]> {
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
        // What is too bright is cut off, as the engines do.
        sums.into_iter()
            .map(|sum| sum.map(|value| value.round() as u8))
            .collect()
    }
}

impl LightMaps {
    /// The light that a sample stands for: a factor of linear light.
    #[must_use]
    pub fn linear(sample: [u8; 3]) -> Vec3 {
        Vec3::from(sample.map(|value| LINEAR[usize::from(value)]))
    }

    /// The factor of each style by its number: as it is said, and otherwise as when the level starts.
    #[must_use]
    pub fn factors(&self, said: &StyleFactors) -> [f32; 256] {
        let mut factors = [1.0; 256];
        for style in &self.styles {
            factors[usize::from(style.number)] = said.of(style);
        }
        factors
    }

    /// The styles beside that of lights that always burn.
    pub fn other_styles(&self) -> impl Iterator<Item = &LightStyle> {
        self.styles.iter().filter(|style| style.number != NORMAL)
    }

    /// All grids in one image, each with a copy of its edges around it, as filters read beyond: the image, row by row, its
    /// width and height, and where the first sample of each grid is in it. `None` where they do not fit into `most` pixels a
    /// side. The places are the same for any `factors` of the styles.
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
        // Rows of grids, the highest first, so that little of a row is left empty.
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
            let samples = grid.mixed(self, factors);
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

    /// The same with every point mapped: `turn` turns vectors, then they are multiplied by `scale`.
    pub(super) fn converted(mut self, turn: impl Fn(DVec3) -> DVec3, scale: f64) -> Self {
        for grid in &mut self.grids {
            grid.axes = grid.axes.map(|axis| turn(axis) / scale);
        }
        self
    }

    /// Checks light that was read from a compiled file.
    pub(super) fn check(&self, source_triangles: u32, progress: &Progress) -> Result<(), CheckError> {
        let are_numbered = self.grid_of.len() == source_triangles as usize;
        ensure(are_numbered, message!("check-light-triangles"))?;
        let mut next = 0;
        progress.check_each_numbered(message!("check-kind-grid-of-light"), &self.grids, |_, grid| {
            let styles = grid.styles.iter().take_while(|&&style| style != NO_STYLE);
            let count = u32::from(grid.size[0]) * u32::from(grid.size[1]);
            let count = count.checked_mul(styles.count() as u32);
            let count = count.ok_or_else(|| text!("check-too-many-samples"))?;
            let is_finite = grid.axes.iter().all(|axis| axis.is_finite())
                && grid.origin.iter().all(|place| place.is_finite());
            ensure(
                is_finite && count > 0 && grid.first == next,
                message!("check-grid"),
            )?;
            next = next
                .checked_add(count)
                .ok_or_else(|| text!("check-too-many-samples"))?;
            Ok(())
        })?;
        ensure(
            next as usize == self.samples.len(),
            message!("check-light-samples"),
        )?;
        progress.check_each_numbered(message!("check-kind-triangle"), &self.grid_of, |_, &grid| {
            let exists = grid == UNLIT || (grid as usize) < self.grids.len();
            ensure(exists, message!("check-no-grid"))
        })?;
        let mut before = None;
        progress.check_each_numbered(message!("check-kind-style-of-light"), &self.styles, |_, style| {
            let is_in_order = before.replace(style.number) < Some(style.number);
            let is_bright = (0.0..=BRIGHTEST).contains(&style.at_start);
            ensure(is_in_order && is_bright, message!("check-style"))
        })
    }
}
