//! What of the picture a piece of a face covers, decided by the signs of linear functions alone.
//!
//! A side of a face covers what is on one side of the plane through it and the eye; a splitting plane divides a face
//! where the line of sight through a place meets the face on the plane. Both are linear over the picture (Olano and
//! Greer, "Triangle scan conversion using 2D homogeneous coordinates", 1997). Nothing is divided and nothing is rounded
//! to a grid, no corner is ever projected, so there is nothing to clip at a near plane either; and as the function of an
//! edge seen from its other side is the exact negative, a place belongs to one of two neighbours, never to both or none.

use std::ops::Range;

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    camera::{Linear, Rays},
    faces::{Bound, Faces},
};

/// How a face covers what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// Wholly.
    Opaque,
    /// Wholly, but for holes.
    Holes,
    /// Its colour is mixed with what is behind.
    Blended,
}

/// A piece of a face as an eye sees it.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The fragment.
    pub(super) fragment: u32,
    /// How it covers.
    pub(super) cover: Cover,
    /// Places where none of these is negative are covered.
    pub(super) edges: SmallVec<[Linear; 4]>,
    /// Bit i is set where the tree made edge i, not the source.
    pub(super) cuts: u32,
    /// One over the distance along the camera's axis, where covered.
    pub(super) nearness: Linear,
    /// All that it covers lies in these rows and columns.
    pub(super) rows: Range<u32>,
    pub(super) columns: Range<u32>,
}

impl Outline {
    /// How a fragment is seen; `None` where it is not.
    pub(super) fn new(
        faces: &Faces<'_>,
        fragment: u32,
        cover: Cover,
        rays: &Rays,
        size: [u32; 2],
    ) -> Option<Self> {
        let face = faces.face_of(fragment)?;
        let [columns, rows] = extent(faces, fragment, rays, size)?;
        let distance = face.plane.distance(rays.eye);
        if distance == 0.0 || !distance.is_finite() {
            // Seen edge on.
            return None;
        }
        // Seen from behind the face, its sides go round the other way.
        let turn = -distance.signum();
        let corners = face.corners.map(|corner| corner - rays.eye);
        let bounds = faces.bounds_of(fragment);
        let cuts = (0..32)
            .zip(bounds)
            .filter(|(_, bound)| !matches!(bound, Bound::Side(_)))
            .fold(0, |cuts, (edge, _)| cuts | 1 << edge);
        let edges = bounds
            .iter()
            .map(|bound| {
                let normal = match *bound {
                    Bound::Side(side) => {
                        corners[usize::from(side)].cross(corners[(usize::from(side) + 1) % 3])
                    }
                    Bound::Line([from, to]) => (from - rays.eye).cross(to - rays.eye),
                    Bound::Cut(plane) => {
                        face.plane.normal * plane.distance(rays.eye) - plane.normal * distance
                    }
                };
                rays.dot(normal).scaled(turn)
            })
            .collect();
        Some(Self {
            fragment,
            cover,
            edges,
            cuts,
            nearness: rays.dot(face.plane.normal * (-1.0 / distance)),
            rows,
            columns,
        })
    }

    /// The columns whose places are covered in a row: places are `offset` from the upper left corner of their pixel, and
    /// `y` is that of the row.
    #[inline]
    pub(super) fn span(&self, y: f64, offset: f64) -> Range<u32> {
        let mut span = self.columns.clone();
        for edge in &self.edges {
            let row = edge.along_row(y);
            // A place on an edge belongs to the side to which the function grows to the right, or else down.
            let on_edge = edge.x > 0.0 || (edge.x == 0.0 && edge.y > 0.0);
            let inside = |column: u32| {
                let value = edge.x * (f64::from(column) + offset) + row;
                value > 0.0 || (value == 0.0 && on_edge)
            };
            if edge.x == 0.0 {
                if span.start < span.end && !inside(span.start) {
                    return 0..0;
                }
                continue;
            }
            // Rounding keeps the order of the values along a row, so that one step divides it; where the quotient is
            // wrong by rounding, the function itself puts it right.
            let guess = (-row / edge.x - offset).clamp(f64::from(span.start), f64::from(span.end)) as u32;
            let mut step = guess.clamp(span.start, span.end);
            if edge.x > 0.0 {
                while step > span.start && inside(step - 1) {
                    step -= 1;
                }
                while step < span.end && !inside(step) {
                    step += 1;
                }
                span.start = step;
            } else {
                while step > span.start && !inside(step - 1) {
                    step -= 1;
                }
                while step < span.end && inside(step) {
                    step += 1;
                }
                span.end = step;
            }
            if span.start >= span.end {
                return 0..0;
            }
        }
        span
    }
}

/// Columns and rows that a fragment may cover, a pixel more on each side; `None` where it is outside the picture.
fn extent(
    faces: &Faces<'_>,
    fragment: u32,
    rays: &Rays,
    [width, height]: [u32; 2],
) -> Option<[Range<u32>; 2]> {
    let view = faces.tree().fragment(fragment)?;
    let limits = [f64::from(width), f64::from(height)];
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    // Whether all corners are behind the eye, and beyond each edge of the picture.
    let (mut behind, mut beyond) = (true, [[true; 2]; 2]);
    let mut ahead = true;
    for vertex in view.vertices {
        let ([x, y], depth) = rays.place_times_depth(vertex.as_dvec3() - rays.eye);
        behind &= depth <= 0.0;
        ahead &= depth > 0.0;
        for (axis, place) in [x, y].into_iter().enumerate() {
            beyond[axis][0] &= place < -depth;
            beyond[axis][1] &= place > (limits[axis] + 1.0) * depth;
            low[axis] = low[axis].min(place / depth);
            high[axis] = high[axis].max(place / depth);
        }
    }
    if behind || beyond.as_flattened().contains(&true) {
        return None;
    }
    let extent = [0, 1].map(|axis| {
        if ahead {
            // Casts to integers saturate.
            (low[axis] - 1.0).max(0.0) as u32..(high[axis] + 2.0).min(limits[axis]) as u32
        } else {
            0..limits[axis] as u32
        }
    });
    extent.iter().all(|range| !range.is_empty()).then_some(extent)
}

impl Rays {
    /// Where a direction goes through the picture, times its part along the camera's axis, and that part; this holds for
    /// directions behind the eye as well.
    #[inline]
    fn place_times_depth(&self, direction: DVec3) -> ([f64; 2], f64) {
        // The inverse of the matrix (right, down, origin), by its rows.
        let across = self.down.cross(self.origin);
        let volume = self.right.dot(across);
        let x = direction.dot(across) / volume;
        let y = direction.dot(self.origin.cross(self.right)) / volume;
        let depth = direction.dot(self.right.cross(self.down)) / volume;
        ([x, y], depth)
    }
}
