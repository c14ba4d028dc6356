//! Generalised winding numbers of polygons (Jacobson, Kavan and Sorkine-Hornung, "Robust inside-outside segmentation using
//! generalized winding numbers", 2013), by a hierarchy (Barill, Dickson, Schmidt, Levin and Jacobson, "Fast winding numbers
//! for soups and clouds", 2018).
//!
//! The winding number of a point is the solid angle of all polygons seen from it, counted positive where the back of a
//! polygon is seen, as a share of the whole sphere. In a closed mesh that is wound outwards it is 1, outside of it 0, and in
//! a mesh with holes it is near to these wherever the holes look small.
//!
//! A group of polygons far away acts as a dipole and a quadrupole at its centre. The error of that is bounded: the field of
//! a dipole is the gradient of 1/r, whose k-th term of the expansion around a centre at the distance d, for a source r from
//! the centre, is at most (k + 1) (r/d)^k / d². The terms from the second on sum up to (3ρ² − 2ρ³) / (1 − ρ)² / d² with
//! ρ = r/d. A group is used as a whole where its area times this is small enough; near polygons are exact. The bound falls with
//! the distance, so each group knows from where on it is used.

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

/// Polygons in a group that is not divided further.
const LEAF_POLYGONS: usize = 4;

/// A group is used as a whole where this bounds its error, in winding numbers. Some dozens of groups are used for a point, and
/// their errors have any sign.
const GROUP_ERROR: f64 = 4.0e-3;

/// And only where the point is further from its centre than its radius divided by this.
const WIDEST: f64 = 0.75;

/// Halvings of the range in which the least distance is sought from which on a group is used as a whole.
const BISECTIONS: u32 = 48;

/// A hierarchy over polygons that gives the winding number of any point.
#[derive(Clone, Debug)]
pub struct WindingNumbers {
    groups: Vec<Group>,
    /// Of each group.
    approaches: Vec<Approach>,
    /// The corners of the polygons, those of a group together.
    corners: Vec<DVec3>,
    /// For each polygon the end of its corners.
    ends: Vec<u32>,
    /// The instructions that the processor has.
    level: Level,
}

/// A winding number and a bound of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    /// The winding number.
    pub value: f64,
    /// The largest difference from the exact winding number, rounding aside.
    pub error: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    center: DVec3,
    /// Of a sphere around the centre that holds all corners.
    radius: f64,
    area: f64,
    /// The sum of the areas, each along its normal.
    dipole: DVec3,
    /// The symmetric part of the sum of area, normal and offset of the polygons: xx, yy, zz, and yz, zx, xy.
    diagonal: DVec3,
    off_diagonal: DVec3,
    /// Its polygons.
    first: u32,
    end: u32,
    /// The second part; the first follows at once. 0 where it has none.
    second: u32,
}

/// What decides whether [`WindingNumbers::at`] uses a group as a whole. Groups are in depth-first order.
#[derive(Clone, Copy, Debug)]
struct Approach {
    center: DVec3,
    /// The squared distance from the centre beyond which it is used as a whole.
    beyond: f64,
    /// The next group that is not within this one.
    next: u32,
    has_parts: bool,
}

/// What a hierarchy needs to know of a polygon.
struct Source {
    centroid: DVec3,
    /// Its area along its normal.
    vector: DVec3,
    area: f64,
}

impl WindingNumbers {
    /// The hierarchy over these polygons, which must be flat and convex.
    ///
    /// # Panics
    /// Where they have more than `u32::MAX` corners.
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
        // Ranges of `order` without a group, each with the group whose second part it is, unless it is a first one.
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

    /// Returns the winding number of a point.
    ///
    /// Each group of polygons that it uses as a whole adds an error of at most 0.004, with any sign. Some dozens of groups are used, so
    /// the error is usually below 0.04. [`bounded`](Self::bounded) also returns a bound of the error.
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

    /// The winding number, given the solid angles of far groups and of near polygons.
    fn of_angles(far: f64, near: &AngleSum) -> f64 {
        (far + near.angle()) / (4.0 * PI)
    }

    /// The winding number of a point, exact but for rounding. It takes time in proportion to the number of polygons.
    #[must_use]
    pub fn exact(&self, point: DVec3) -> f64 {
        self.bounded(point, 0.0).value
    }

    /// The winding number of a point, with a bound of its error. A group of polygons is used as a whole where its own error is at
    /// most `group_error`, in winding numbers; 0 tests every polygon.
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

    /// How far the winding number of the group as a whole may be off at a distance from its centre; infinite where it is not
    /// used.
    fn error(&self, distance: f64) -> f64 {
        if !(self.radius < WIDEST * distance) {
            return f64::INFINITY;
        }
        let ratio = self.radius / distance;
        let rest = (3.0 - 2.0 * ratio) * ratio * ratio / ((1.0 - ratio) * (1.0 - ratio));
        self.area * rest / (4.0 * PI * distance * distance)
    }

    /// A squared distance beyond which the error is at most as given, and hardly greater than the least one.
    fn beyond(&self, allowed: f64) -> f64 {
        let mut near = self.radius / WIDEST;
        // The error is at most this by the inverse of the distance to the fourth, which it is where the ratio is greatest.
        let most = (3.0 - 2.0 * WIDEST) / ((1.0 - WIDEST) * (1.0 - WIDEST)) / (4.0 * PI)
            * self.area
            * self.radius
            * self.radius;
        // Twice as much leaves room for rounding.
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

    /// The solid angle of the group as a whole, given the way to its centre and the square of its length.
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
