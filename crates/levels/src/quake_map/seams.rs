//! Closes seams between adjacent faces. Merges corners that are equal up to rounding errors and removes T-junctions: a
//! corner on another face's edge is added to that face too (the `tjunc` step of Quake's compilers). Otherwise, specks
//! of the background would be visible through the seams.

use std::collections::HashMap;

use bspwalk_geometry::{Aabb, BoxTree};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, I64Vec3};
use rayon::prelude::*;

use super::brush::THICKNESS;

/// Distance within which corners are merged, in units.
const SAME: f64 = 2.0 * THICKNESS;

/// Distance from an edge within which a corner counts as being on it, in units.
const ON_EDGE: f64 = 2.0 * THICKNESS;

/// Maximum number of corners added to a face. Only malicious maps have more corners on an edge.
const MOST_ADDED: usize = 256;

/// Closes the seams between all rings. A ring that ends up with fewer than three distinct corners becomes degenerate.
pub(super) fn close(rings: &mut [Vec<DVec3>], progress: &Progress) -> Result<(), Cancelled> {
    progress.begin("Closing the seams", rings.len() as u64);
    let mut corners = Corners::default();
    for ring in rings.iter_mut() {
        progress.check()?;
        for corner in ring.iter_mut() {
            *corner = corners.canonical(*corner);
        }
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
    }
    let points = corners.points;
    let tree = BoxTree::new(points.iter().map(|&point| Aabb::from_points([point])).collect());
    rings.par_iter_mut().try_for_each(|ring| {
        progress.check()?;
        progress.advance(1);
        let mut added = 0;
        let mut with = Vec::with_capacity(ring.len());
        for (index, &from) in ring.iter().enumerate() {
            let to = ring[(index + 1) % ring.len()];
            with.push(from);
            let along = to - from;
            let length = along.length();
            let mut between: Vec<(f64, DVec3)> = Vec::new();
            tree.touching(&Aabb::from_points([from, to]).inflated(ON_EDGE), |other| {
                let point = points[other as usize];
                let t = (point - from).dot(along) / (length * length);
                let off = point.distance(from + along * t);
                let is_inside = t * length > SAME && (1.0 - t) * length > SAME;
                if is_inside && off <= ON_EDGE && !ring.contains(&point) && between.len() < MOST_ADDED {
                    between.push((t, point));
                }
            });
            if added + between.len() > MOST_ADDED {
                continue;
            }
            added += between.len();
            between.sort_by(|a, b| a.0.total_cmp(&b.0));
            with.extend(between.into_iter().map(|(_, point)| point));
        }
        *ring = with;
        Ok(())
    })
}

#[derive(Default)]
struct Corners {
    points: Vec<DVec3>,
    /// Corner indices, by grid cell.
    cells: HashMap<I64Vec3, Vec<u32>>,
}

impl Corners {
    /// Returns the merged position of a corner: the position of the first corner found near it.
    fn canonical(&mut self, corner: DVec3) -> DVec3 {
        // Cells 16 times as wide as the distance contain few corners, and usually only one cell must be searched.
        let size = 16.0 * SAME;
        let cell = |point: DVec3| (point / size).floor().as_i64vec3();
        let (low, high) = (cell(corner - SAME), cell(corner + SAME));
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                for z in low.z..=high.z {
                    let near = self.cells.get(&I64Vec3::new(x, y, z)).into_iter().flatten();
                    let mut near = near.map(|&index| self.points[index as usize]);
                    if let Some(same) = near.find(|point| point.distance(corner) <= SAME) {
                        return same;
                    }
                }
            }
        }
        self.cells
            .entry(cell(corner))
            .or_default()
            .push(self.points.len() as u32);
        self.points.push(corner);
        corner
    }
}
