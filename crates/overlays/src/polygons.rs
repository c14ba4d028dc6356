//! Translucent polygons that are drawn over the level.

use std::ops::Range;

use bspwalk_draw::color::palette::Rgb;
use glam::Vec3;

/// A batch of convex polygons, each in a single colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolygonBatch {
    positions: Vec<[f32; 3]>,
    /// Linear RGBA.
    colors: Vec<[f32; 4]>,
    polygons: Vec<Range<u32>>,
}

impl PolygonBatch {
    /// Returns the number of polygons.
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// Returns whether there are no polygons.
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// Adds a polygon, counter-clockwise as seen from its front. A polygon with fewer than three corners is
    /// ignored.
    pub fn push(&mut self, corners: impl IntoIterator<Item = Vec3>, color: Rgb, alpha: f32) {
        let start = self.positions.len();
        self.positions
            .extend(corners.into_iter().map(|corner| corner.to_array()));
        if self.positions.len() < start + 3 {
            self.positions.truncate(start);
            return;
        }
        let rgba = Vec3::from(color.linear()).extend(alpha).to_array();
        self.colors.resize(self.positions.len(), rgba);
        self.polygons.push(start as u32..self.positions.len() as u32);
    }

    /// Returns the vertex indices of the triangles of these polygons, in the given order.
    pub fn indices(&self, order: impl IntoIterator<Item = usize>) -> Vec<u32> {
        let mut indices = Vec::new();
        for polygon in order.into_iter().filter_map(|number| self.polygons.get(number)) {
            for corner in polygon.start + 1..polygon.end.saturating_sub(1) {
                indices.extend([polygon.start, corner, corner + 1]);
            }
        }
        indices
    }

    /// Returns these polygons in the given order, with the opacity of each multiplied by a factor.
    pub fn ordered(&self, order: impl IntoIterator<Item = (usize, f32)>) -> Self {
        let mut ordered = Self::default();
        for (number, kept) in order {
            let Some(polygon) = self.polygons.get(number) else {
                continue;
            };
            let corners = polygon.start as usize..polygon.end as usize;
            let start = ordered.positions.len() as u32;
            ordered.positions.extend(&self.positions[corners.clone()]);
            let faded = self.colors[corners]
                .iter()
                .map(|&[r, g, b, alpha]| [r, g, b, alpha * kept]);
            ordered.colors.extend(faded);
            ordered.polygons.push(start..ordered.positions.len() as u32);
        }
        ordered
    }

    /// Returns the polygons in insertion order, as corners (in metres) and linear RGBA.
    pub fn polygons(&self) -> impl Iterator<Item = (&[[f32; 3]], [f32; 4])> {
        self.polygons.iter().map(|polygon| {
            let corners = polygon.start as usize..polygon.end as usize;
            (&self.positions[corners.clone()], self.colors[corners.start])
        })
    }

    /// Returns the corners of all polygons, in metres.
    pub fn positions(&self) -> &[[f32; 3]] {
        &self.positions
    }

    /// Returns the colours of all corners, linear RGBA.
    pub fn colors(&self) -> &[[f32; 4]] {
        &self.colors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_become_fans_in_requested_order() {
        let mut batch = PolygonBatch::default();
        batch.push([Vec3::ZERO, Vec3::X], Rgb(1, 2, 3), 1.0);
        assert!(batch.is_empty(), "two corners are no polygon");
        batch.push([Vec3::ZERO, Vec3::X, Vec3::Y], Rgb(1, 2, 3), 1.0);
        batch.push([Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y], Rgb(1, 2, 3), 1.0);
        assert_eq!(batch.len(), 2);
        assert_eq!(batch.indices([1, 0]), [3, 4, 5, 3, 5, 6, 0, 1, 2]);
        assert_eq!(batch.indices([7]), [0_u32; 0], "what is not there is not drawn");
        let ordered = batch.ordered([(1, 0.5), (7, 1.0), (0, 0.0)]);
        let alphas: Vec<f32> = ordered.colors().iter().map(|color| color[3]).collect();
        assert_eq!(alphas, [0.5, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0]);
    }
}
