//! SIMD tests of eight pieces, or the boxes around eight groups of pieces, against one plane.

use bspwalk_geometry::{Plane, Vertex};
use fearless_simd::{Simd, f64x8, prelude::*};
use glam::DVec3;

use crate::scoring::SplitCounts;

pub(super) const LANES: usize = 8;

/// Error bound for a distance, relative to the sum of its terms. A distance has four rounding errors of half a unit in
/// the last place, as does the box extent that it is compared with. 32 units leave a margin.
const DISTANCE_RELATIVE: f64 = 32.0 * f64::EPSILON;

type Row = [f64; LANES];

pub(super) struct Probe {
    plane: Plane,
    /// Thickness of the plane. Pieces within this distance count as on the plane.
    thickness: f64,
    rounding: f64,
}

impl Probe {
    /// Prepares a plane for testing pieces whose coordinates do not exceed `reach` along each axis.
    pub(super) fn new(plane: &Plane, thickness: f64, reach: DVec3) -> Self {
        Self {
            plane: *plane,
            thickness,
            rounding: DISTANCE_RELATIVE * (plane.normal.abs().dot(reach) + plane.d.abs()),
        }
    }
}

/// Up to eight boxes around groups of pieces. All groups have the same size, except the last group of a hierarchy.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    center: [Row; 3],
    half: [Row; 3],
    present: u32,
    /// Number of pieces per box, and the number of pieces that the last box lacks.
    pieces: u32,
    fewer: u32,
}

impl Boxes {
    /// Creates one to eight boxes from their corners and numbers of pieces.
    pub(super) fn new(boxes: &[(DVec3, DVec3, u32)]) -> Self {
        let pieces = boxes[0].2;
        let mut result = Self {
            center: [[0.0; LANES]; 3],
            half: [[0.0; LANES]; 3],
            present: (1 << boxes.len()) - 1,
            pieces,
            fewer: pieces - boxes[boxes.len() - 1].2,
        };
        for (lane, &(min, max, _)) in boxes.iter().enumerate() {
            let center = min * 0.5 + max * 0.5;
            // The centre is rounded, so the half-size must be large enough to reach both corners.
            let half = (max - center).max(center - min);
            for axis in 0..3 {
                result.center[axis][lane] = center[axis];
                result.half[axis][lane] = half[axis];
            }
        }
        result
    }

    /// Counts the pieces in those boxes that lie entirely in front of the plane, behind it or on it. Returns a bit set
    /// of the remaining boxes.
    #[inline(always)]
    pub(super) fn test<S: Simd>(&self, simd: S, probe: &Probe, known: &mut SplitCounts) -> u32 {
        let row = |row: &Row| f64x8::simd_from(simd, *row);
        let normal = probe.plane.normal.to_array();
        let along = normal.map(f64::abs);
        let ([cx, cy, cz], [hx, hy, hz]) = (self.center.each_ref().map(row), self.half.each_ref().map(row));
        let distance = cx * normal[0] + cy * normal[1] + cz * normal[2] + probe.plane.d;
        let reach = hx * along[0] + hy * along[1] + hz * along[2];
        let outside = f64x8::splat(simd, probe.thickness + probe.rounding);
        let inside = f64x8::splat(simd, probe.thickness - probe.rounding);
        let (low, high) = (distance - reach, distance + reach);
        let front = low.simd_gt(outside).to_bitmask() as u32 & self.present;
        let back = high.simd_lt(-outside).to_bitmask() as u32 & self.present;
        let on = (low.simd_ge(-inside) & high.simd_le(inside)).to_bitmask() as u32 & self.present;
        known.front += self.pieces_of(front);
        known.back += self.pieces_of(back);
        known.on += self.pieces_of(on);
        self.present & !(front | back | on)
    }

    #[inline(always)]
    fn pieces_of(&self, boxes: u32) -> u32 {
        let has_last = boxes > self.present >> 1;
        boxes.count_ones() * self.pieces - u32::from(has_last) * self.fewer
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    rows: [Row; 3],
}

impl Corners {
    /// Missing corners are NaN. Their distances are NaN as well, so they are on neither side of any plane.
    pub(super) const NONE: Self = Self {
        rows: [[f64::NAN; LANES]; 3],
    };

    pub(super) fn set(&mut self, lane: usize, corner: &Vertex) {
        for axis in 0..3 {
            self.rows[axis][lane] = corner.position[axis];
        }
    }
}

/// Counts `pieces` pieces. `corners` contains the first corners of all pieces, then the second corners, and so on.
///
/// The distances are bit-identical to [`Plane::distance`], and the sides agree with
/// [`crate::pieces::Piece::relation`].
#[inline(always)]
pub(super) fn test_pieces<S: Simd>(
    simd: S,
    corners: &[Corners],
    pieces: u32,
    probe: &Probe,
    known: &mut SplitCounts,
) {
    let [nx, ny, nz] = probe.plane.normal.to_array();
    let thickness = f64x8::splat(simd, probe.thickness);
    let (mut above, mut below) = (0, 0);
    for Corners { rows } in corners {
        let [x, y, z] = rows.each_ref().map(|row| f64x8::simd_from(simd, *row));
        let distance = x * nx + y * ny + z * nz + probe.plane.d;
        above |= distance.simd_gt(thickness).to_bitmask() as u32;
        below |= distance.simd_lt(-thickness).to_bitmask() as u32;
    }
    known.front += (above & !below).count_ones();
    known.back += (below & !above).count_ones();
    known.cuts += (above & below).count_ones();
    known.on += pieces - (above | below).count_ones();
}
