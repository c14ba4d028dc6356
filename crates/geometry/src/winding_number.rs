//! Fast generalised winding numbers of polygons, computed with a hierarchy.
//!
//! The winding number of a point is the sum of the polygons' solid angles as a fraction of the whole sphere. A polygon
//! counts as positive if its back faces the point. The winding number is 1 inside a closed mesh that is wound outwards,
//! and 0 outside. In a mesh with holes, it stays close to these values wherever the holes look small from the point.
//!
//! A distant group of polygons is approximated by a dipole and a quadrupole at its centre, with a bounded error. The
//! field of a dipole is the gradient of 1/r. Let r be the distance of a source from the centre, and d the distance of
//! the query point from the centre. The k-th term of the expansion is then at most (k + 1) (r/d)^k / d². With ρ = r/d,
//! the terms from the second on sum to at most (3ρ² − 2ρ³) / (1 − ρ)² / d². A group is approximated if its area times
//! this bound is small enough; nearby polygons are evaluated exactly. The bound decreases with distance, so each group
//! stores the distance beyond which it may be approximated.
//!
//! Sources: Jacobson, Kavan and Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding
//! numbers", 2013; Barill, Dickson, Schmidt, Levin and Jacobson, "Fast winding numbers for soups and clouds", 2018.

mod angles;
mod packet;

use std::f64::consts::PI;

use fearless_simd::Level;
use glam::DVec3;
use rayon::prelude::*;
use smallvec::SmallVec;

use self::angles::{AngleSum, half_angle, solid_angle};
pub use self::packet::PACKET_SIZE;
use super::{Aabb, Polygon, polygon::Attributes};

/// Maximum number of polygons in a leaf group.
const LEAF_POLYGONS: usize = 4;

/// Maximum error of an approximated group, as a winding number. A query uses a few dozen groups, and their errors may
/// have either sign.
const GROUP_ERROR: f64 = 4.0e-3;

/// Maximum ratio of an approximated group's radius to its distance from the query point.
const WIDEST: f64 = 0.75;

/// Number of bisection steps when searching for the smallest distance that allows an approximation.
const BISECTIONS: u32 = 48;

/// A hierarchy of polygons that evaluates the winding number at any point.
#[derive(Clone, Debug)]
pub struct WindingNumbers {
    groups: Vec<Group>,
    /// Traversal data of each group, in the same order.
    approaches: Vec<Approach>,
    /// Corners of the polygons, in the same order as the polygons.
    corners: Vec<DVec3>,
    /// End of each polygon's range in `corners`.
    ends: Vec<u32>,
    /// SIMD instruction set of the processor.
    level: Level,
}

/// A winding number with an error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    /// Winding number.
    pub value: f64,
    /// Maximum difference from the exact winding number, ignoring rounding errors.
    pub error: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    center: DVec3,
    /// Radius of a sphere around the centre that contains all corners.
    radius: f64,
    area: f64,
    /// Sum of the area vectors of the polygons.
    dipole: DVec3,
    /// Symmetric part of the sum of area vector times offset over all polygons: first xx, yy and zz, then yz, zx and
    /// xy.
    diagonal: DVec3,
    off_diagonal: DVec3,
    /// Index of the group's first polygon.
    first: u32,
    end: u32,
    /// Index of the second child, or 0 for a leaf. The first child directly follows its parent.
    second: u32,
}

/// The data that [`WindingNumbers::at`] needs to decide whether to approximate a group. Groups are in depth-first
/// order.
#[derive(Clone, Copy, Debug)]
struct Approach {
    center: DVec3,
    /// Squared distance from the centre beyond which the group is approximated.
    beyond: f64,
    /// Index of the next group that is not a descendant of this one.
    next: u32,
    has_parts: bool,
}

/// A polygon as a source of the dipole field.
struct Source {
    centroid: DVec3,
    /// Area vector: the unit normal times the area.
    vector: DVec3,
    area: f64,
}

impl WindingNumbers {
    /// Builds the hierarchy. The polygons must be flat and convex.
    ///
    /// # Panics
    /// Panics if the polygons have more than `u32::MAX` corners in total.
    #[must_use]
    pub fn new<'a, A: Attributes + 'a>(polygons: impl IntoIterator<Item = &'a Polygon<A>>) -> Self {
        let polygons: Vec<SmallVec<[DVec3; 4]>> = polygons
            .into_iter()
            .map(|polygon| polygon.positions().collect())
            .collect();
        let sources: Vec<Source> = polygons.iter().map(|corners| Source::of(corners)).collect();
        let mut order: Vec<u32> =
            (0..u32::try_from(polygons.len()).expect("polygons are numbered in 32 bits")).collect();
        let mut groups = Vec::new();
        // Ranges of `order` that have no group yet. Each range for a second child also stores the index of its parent.
        let mut waiting = if order.is_empty() {
            Vec::new()
        } else {
            vec![(0, order.len(), None)]
        };
        while let Some((start, end, second_of)) = waiting.pop() {
            let id = groups.len();
            if let Some(parent) = second_of {
                let parent: &mut Group = &mut groups[parent];
                parent.second = id as u32;
            }
            let own = &mut order[start..end];
            let mut group = Group::of(own, &sources, &polygons);
            (group.first, group.end) = (start as u32, end as u32);
            groups.push(group);
            if own.len() > LEAF_POLYGONS {
                let bounds = Aabb::from_points(own.iter().map(|&index| sources[index as usize].centroid));
                let axis = bounds.size().max_position();
                let place = |index: u32| sources[index as usize].centroid[axis];
                let middle = own.len() / 2;
                own.select_nth_unstable_by(middle, |&a, &b| place(a).total_cmp(&place(b)).then(a.cmp(&b)));
                waiting.push((start + middle, end, Some(id)));
                waiting.push((start, start + middle, None));
            }
        }
        let (mut corners, mut ends) = (Vec::new(), Vec::with_capacity(order.len()));
        for index in order {
            corners.extend_from_slice(&polygons[index as usize]);
            ends.push(u32::try_from(corners.len()).expect("corners are numbered in 32 bits"));
        }
        let mut approaches: Vec<Approach> = (groups.par_iter())
            .map(|group| Approach {
                center: group.center,
                beyond: group.beyond(GROUP_ERROR),
                next: 0,
                has_parts: group.second != 0,
            })
            .collect();
        for id in (0..groups.len()).rev() {
            approaches[id].next = match groups[id].second {
                0 => id as u32 + 1,
                second => approaches[second as usize].next,
            };
        }
        Self {
            groups,
            approaches,
            corners,
            ends,
            level: Level::new(),
        }
    }

    /// Returns the approximate winding number of a point.
    ///
    /// Each approximated group adds an error of at most 0.004, with either sign. A query uses a few dozen groups, so
    /// the total error is usually below 0.04. [`bounded`](Self::bounded) also returns an error bound.
    #[must_use]
    pub fn at(&self, point: DVec3) -> f64 {
        let (mut far, mut near) = (0.0, AngleSum::default());
        let mut id = 0;
        while let Some(approach) = self.approaches.get(id) {
            let v = approach.center - point;
            let square = v.length_squared();
            id = if square > approach.beyond {
                far += self.groups[id].angle(v, square);
                approach.next as usize
            } else if approach.has_parts {
                id + 1
            } else {
                let group = &self.groups[id];
                for polygon in group.first..group.end {
                    near.add(half_angle(self.corners_of(polygon), point));
                }
                approach.next as usize
            };
        }
        Self::of_angles(far, &near)
    }

    /// Computes the winding number from the total solid angles of distant groups and nearby polygons.
    fn of_angles(far: f64, near: &AngleSum) -> f64 {
        (far + near.angle()) / (4.0 * PI)
    }

    /// Returns the winding number of a point, exact up to rounding. The cost is proportional to the number of polygons.
    #[must_use]
    pub fn exact(&self, point: DVec3) -> f64 {
        self.bounded(point, 0.0).value
    }

    /// Returns the winding number of a point with an error bound.
    ///
    /// A group is approximated if its own error is at most `group_error`, as a winding number. 0 evaluates every
    /// polygon exactly.
    #[must_use]
    pub fn bounded(&self, point: DVec3, group_error: f64) -> Bounded {
        let (mut angle, mut error) = (0.0, 0.0);
        let mut waiting = SmallVec::<[u32; 64]>::new();
        if !self.groups.is_empty() {
            waiting.push(0);
        }
        while let Some(id) = waiting.pop() {
            let group = &self.groups[id as usize];
            let v = group.center - point;
            let off = group.error(v.length());
            if off <= group_error {
                (angle, error) = (
                    angle + group.angle(v, v.length_squared()) / (4.0 * PI),
                    error + off,
                );
            } else if group.second != 0 {
                waiting.extend([group.second, id + 1]);
            } else {
                for polygon in group.first..group.end {
                    angle += solid_angle(self.corners_of(polygon), point) / (4.0 * PI);
                }
            }
        }
        Bounded { value: angle, error }
    }

    fn corners_of(&self, polygon: u32) -> &[DVec3] {
        let end = self.ends[polygon as usize] as usize;
        let start = polygon
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize] as usize);
        &self.corners[start..end]
    }
}

impl Source {
    fn of(corners: &[DVec3]) -> Self {
        let (mut vector, mut weighted, mut area) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for pair in corners.get(1..).unwrap_or_default().windows(2) {
            let (a, b, c) = (corners[0], pair[0], pair[1]);
            let part = 0.5 * (b - a).cross(c - a);
            vector += part;
            area += part.length();
            weighted += part.length() * (a + b + c) / 3.0;
        }
        let mean = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        Self {
            centroid: if area > 0.0 { weighted / area } else { mean },
            vector,
            area,
        }
    }
}

impl Group {
    fn of(own: &[u32], sources: &[Source], polygons: &[SmallVec<[DVec3; 4]>]) -> Self {
        let sources = || own.iter().map(|&index| &sources[index as usize]);
        let area: f64 = sources().map(|source| source.area).sum();
        let mean = sources().map(|source| source.centroid).sum::<DVec3>() / own.len() as f64;
        let weighted = sources()
            .map(|source| source.area * source.centroid)
            .sum::<DVec3>();
        let mut group = Self {
            center: if area > 0.0 { weighted / area } else { mean },
            area,
            ..Self::default()
        };
        for source in sources() {
            let (n, t) = (source.vector, source.centroid - group.center);
            group.dipole += n;
            group.diagonal += n * t;
            group.off_diagonal += 0.5
                * (DVec3::new(n.y * t.z, n.z * t.x, n.x * t.y) + DVec3::new(n.z * t.y, n.x * t.z, n.y * t.x));
        }
        let corners = own.iter().flat_map(|&index| &polygons[index as usize]);
        let farthest = corners
            .map(|corner| corner.distance_squared(group.center))
            .fold(0.0, f64::max);
        group.radius = farthest.sqrt();
        group
    }

    /// Returns the error bound for approximating the group at the given distance from its centre, or infinity if that
    /// is too close for an approximation.
    fn error(&self, distance: f64) -> f64 {
        if !(self.radius < WIDEST * distance) {
            return f64::INFINITY;
        }
        let ratio = self.radius / distance;
        let rest = (3.0 - 2.0 * ratio) * ratio * ratio / ((1.0 - ratio) * (1.0 - ratio));
        self.area * rest / (4.0 * PI * distance * distance)
    }

    /// Returns a squared distance beyond which the error is at most `allowed`. It is close to the smallest such value.
    fn beyond(&self, allowed: f64) -> f64 {
        let mut near = self.radius / WIDEST;
        // The error is at most this value divided by the fourth power of the distance. They are equal at the largest
        // ratio.
        let most = (3.0 - 2.0 * WIDEST) / ((1.0 - WIDEST) * (1.0 - WIDEST)) / (4.0 * PI)
            * self.area
            * self.radius
            * self.radius;
        // The factor 2 leaves a margin for rounding.
        let mut far = near.max((2.0 * most / allowed).sqrt().sqrt());
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (near + far);
            if self.error(middle) <= allowed {
                far = middle;
            } else {
                near = middle;
            }
        }
        far * far
    }

    /// Returns the approximate solid angle of the group, given the vector `v` to its centre and the squared length of
    /// `v`.
    #[inline]
    fn angle(&self, v: DVec3, square: f64) -> f64 {
        let inverse = 1.0 / square;
        let trace = self.diagonal.element_sum();
        let along = self.diagonal.dot(v * v)
            + 2.0 * self.off_diagonal.dot(DVec3::new(v.y * v.z, v.z * v.x, v.x * v.y));
        (self.dipole.dot(v) + trace - 3.0 * along * inverse) * inverse * inverse.sqrt()
    }
}

#[cfg(test)]
mod tests;
