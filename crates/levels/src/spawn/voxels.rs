//! A coarse voxel grid of the level's triangles, used to choose the spawn before a tree exists.

use std::sync::atomic::{AtomicU64, Ordering};

use bspwalk_geometry::{Aabb, separating_axes::aabb_touches_triangle};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, IVec3};
use rayon::prelude::*;
use smallvec::{SmallVec, smallvec};

/// Cells of a regular grid that triangles touch.
pub(crate) struct Voxels {
    /// Minimum corner of cell (0, 0, 0), in metres.
    origin: DVec3,
    cell: f64,
    /// Number of cells along each axis.
    size: IVec3,
    /// One bit per cell. The cells of a column along Y are contiguous.
    bits: Vec<AtomicU64>,
}

/// Returns a cell size of at least `cell` with which the triangles touch at most about `most` cells in total. This
/// limits the time needed to fill the grid.
pub(crate) fn affordable_cell(triangles: &[[DVec3; 3]], cell: f64, most: f64) -> f64 {
    let (area, edges) = triangles
        .par_iter()
        .map(|[a, b, c]| {
            let edges = [b - a, c - b, a - c];
            (
                0.5 * edges[0].cross(edges[1]).length(),
                edges.iter().map(|edge| edge.length()).sum::<f64>(),
            )
        })
        .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    let mut cell = cell;
    // The estimate omits one cell per triangle, because a triangle touches at least one cell of any size.
    while area / (cell * cell) + edges / cell > most {
        cell *= 1.1;
    }
    cell
}

fn no_bits(words: usize) -> Vec<AtomicU64> {
    std::iter::repeat_with(AtomicU64::default).take(words).collect()
}

impl Voxels {
    /// Creates an empty grid that covers `bounds` and extends at least half a cell beyond them on every side. The cell
    /// size is `cell`, or larger if more than `most` cells (at least 64) would be needed.
    pub(crate) fn over(bounds: &Aabb, cell: f64, most: u64) -> Self {
        let extent = bounds.size();
        let cells = |cell: f64| (extent / cell).ceil() + 2.0;
        let mut cell = cell;
        while cells(cell).element_product() > most as f64 {
            cell *= 1.1;
        }
        let size = cells(cell).as_ivec3();
        let count = i64::from(size.x) * i64::from(size.y) * i64::from(size.z);
        let words = (count as u64).div_ceil(64) as usize;
        let bits = no_bits(words);
        // The outer floors and walls of a sealed level lie on its bounds. If cells ended exactly there, each of these
        // faces would touch two layers of cells.
        Self {
            origin: bounds.min - 0.5 * cell,
            cell,
            size,
            bits,
        }
    }

    pub(crate) fn empty_copy(&self) -> Self {
        let bits = no_bits(self.bits.len());
        Self { bits, ..*self }
    }

    pub(crate) fn cell(&self) -> f64 {
        self.cell
    }

    pub(crate) fn size(&self) -> IVec3 {
        self.size
    }

    pub(crate) fn corner(&self, at: IVec3) -> DVec3 {
        self.origin + at.as_dvec3() * self.cell
    }

    /// Returns the cell that contains a point. It may be outside the grid.
    pub(crate) fn cell_of(&self, point: DVec3) -> IVec3 {
        ((point - self.origin) / self.cell).floor().as_ivec3()
    }

    pub(crate) fn holds(&self, at: IVec3) -> bool {
        at.cmpge(IVec3::ZERO).all() && at.cmplt(self.size).all()
    }

    /// Returns whether a triangle touches the cell; `false` outside the grid.
    pub(crate) fn is_set(&self, at: IVec3) -> bool {
        self.holds(at) && {
            let bit = self.bit(at);
            self.bits[bit / 64].load(Ordering::Relaxed) >> (bit % 64) & 1 == 1
        }
    }

    fn bit(&self, at: IVec3) -> usize {
        (at.x as usize * self.size.z as usize + at.z as usize) * self.size.y as usize + at.y as usize
    }

    pub(crate) fn fill(&self, corners: [DVec3; 3], progress: &Progress) -> Result<(), Cancelled> {
        self.for_each_touched(corners, progress, |at| self.set(at))
    }

    /// Marks a cell, which must be in the grid.
    pub(crate) fn set(&self, at: IVec3) {
        let bit = self.bit(at);
        self.bits[bit / 64].fetch_or(1 << (bit % 64), Ordering::Relaxed);
    }

    /// Calls `found` with every cell that the triangle touches, by recursive bisection of cell ranges.
    pub(crate) fn for_each_touched(
        &self,
        corners: [DVec3; 3],
        progress: &Progress,
        mut found: impl FnMut(IVec3),
    ) -> Result<(), Cancelled> {
        let around = Aabb::from_points(corners);
        let top = self.size - 1;
        let low = self.cell_of(around.min).clamp(IVec3::ZERO, top);
        let high = self.cell_of(around.max).clamp(IVec3::ZERO, top);
        let mut ranges: SmallVec<[(IVec3, IVec3); 16]> = smallvec![(low, high)];
        while let Some((low, high)) = ranges.pop() {
            progress.check()?;
            let part = Aabb {
                min: self.corner(low),
                max: self.corner(high + 1),
            };
            if !aabb_touches_triangle(&part, corners) {
                continue;
            }
            let extent = high - low;
            let longest = extent.max_element();
            if longest == 0 {
                found(low);
                continue;
            }
            let axis = extent.max_position();
            let middle = low[axis] + longest / 2;
            let mut end = high;
            end[axis] = middle;
            let mut start = low;
            start[axis] = middle + 1;
            ranges.push((low, end));
            ranges.push((start, high));
        }
        Ok(())
    }

    /// Returns the distance that a ray from `from` along the unit vector `direction` travels before it enters a marked
    /// cell, but at most `most`. Returns `None` if the ray leaves the grid first. The starting cell does not stop the
    /// ray (Amanatides and Woo 1987).
    pub(crate) fn free_distance(&self, from: DVec3, direction: DVec3, most: f64) -> Option<f64> {
        let mut at = self.cell_of(from);
        let step = direction.signum().as_ivec3();
        let along = |axis: usize, cell: i32| {
            if direction[axis] == 0.0 {
                return f64::INFINITY;
            }
            let edge = self.origin[axis] + f64::from(cell + i32::from(step[axis] > 0)) * self.cell;
            (edge - from[axis]) / direction[axis]
        };
        let mut next = DVec3::new(along(0, at.x), along(1, at.y), along(2, at.z));
        loop {
            let axis = next.min_position();
            let distance = next[axis];
            if distance >= most {
                return Some(most);
            }
            at[axis] += step[axis];
            if !self.holds(at) {
                return None;
            }
            if self.is_set(at) {
                return Some(distance);
            }
            next[axis] = along(axis, at[axis]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds() -> Aabb {
        Aabb {
            min: DVec3::ZERO,
            max: DVec3::new(10.0, 4.0, 6.0),
        }
    }

    #[test]
    fn voxels_match_touching_triangles() {
        let voxels = Voxels::over(&bounds(), 0.5, 1 << 20);
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20 {
            let voxels = voxels.empty_copy();
            let corners = std::array::from_fn(|_| {
                DVec3::new(random.f64() * 10.0, random.f64() * 4.0, random.f64() * 6.0)
            });
            voxels.fill(corners, &Progress::default()).unwrap();
            for x in 0..voxels.size().x {
                for y in 0..voxels.size().y {
                    for z in 0..voxels.size().z {
                        let at = IVec3::new(x, y, z);
                        let cell = Aabb {
                            min: voxels.corner(at),
                            max: voxels.corner(at + 1),
                        };
                        assert_eq!(voxels.is_set(at), aabb_touches_triangle(&cell, corners), "{at}");
                    }
                }
            }
        }
    }

    #[test]
    fn coarse_grids_have_few_touched_cells() {
        let sheet = [
            DVec3::ZERO,
            DVec3::new(100.0, 0.0, 0.0),
            DVec3::new(0.0, 0.0, 100.0),
        ];
        assert_eq!(affordable_cell(&[sheet], 0.5, 1.0e6), 0.5);
        let cell = affordable_cell(&[sheet; 1000], 0.5, 1.0e6);
        assert!((1.0..10.0).contains(&cell), "{cell}");
        let bounds = Aabb::from_points(sheet);
        let voxels = Voxels::over(&bounds, cell, 1 << 24);
        let mut touched = 0;
        let counted = voxels.for_each_touched(sheet, &Progress::default(), |_| touched += 1);
        assert_eq!(counted, Ok(()));
        // Each triangle touches at most two layers of cells, at its plane.
        assert!(1000.0 * f64::from(touched) < 4.0e6, "{touched} cells of {cell} m");
    }

    #[test]
    fn the_number_of_cells_is_bounded() {
        for extent in [1.0e-9, 1.0, 1.0e4, 1.0e8] {
            let bounds = Aabb {
                min: DVec3::splat(-extent),
                max: DVec3::new(extent, 0.0, extent * 7.0),
            };
            let voxels = Voxels::over(&bounds, 0.2, 100_000);
            assert!(voxels.size().as_dvec3().element_product() <= 100_000.0);
            for point in [bounds.min, bounds.max, bounds.center()] {
                assert!(voxels.holds(voxels.cell_of(point)), "{extent}: {point}");
            }
        }
    }

    #[test]
    fn rays_stop_at_the_first_set_cell() {
        let voxels = Voxels::over(&bounds(), 0.5, 1 << 20);
        let wall = [
            DVec3::new(7.0, -9.0, -9.0),
            DVec3::new(7.0, 30.0, -9.0),
            DVec3::new(7.0, -9.0, 30.0),
        ];
        voxels.fill(wall, &Progress::default()).unwrap();
        let from = DVec3::new(1.0, 2.0, 3.0);
        let free = |direction: DVec3| voxels.free_distance(from, direction.normalize(), 100.0);
        let straight = free(DVec3::X).unwrap();
        assert!((5.0..=6.0).contains(&straight), "{straight}");
        let slanted = free(DVec3::new(6.0, 0.5, -1.0)).unwrap();
        assert!((5.0..=6.3).contains(&slanted), "{slanted}");
        assert_eq!(free(DVec3::NEG_X), None);
        assert_eq!(voxels.free_distance(from, DVec3::X, 2.0), Some(2.0));
    }
}
