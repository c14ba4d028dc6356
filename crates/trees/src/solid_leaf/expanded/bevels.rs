//! Bevel planes for convex cells. Their normals lie between the normals of faces that meet at an edge or a vertex.
//!
//! Consider the point of a cell that is nearest to a body's centre. The direction from this point to the centre lies in
//! the point's cone of normals. Consider a plane of the cell that passes through the point. If its normal is at an
//! angle a to this direction, it stops the body at most 1/cos a radii from the point. The cones are therefore
//! subdivided until every direction is close to a normal. An upright capsule is a sphere swept along the vertical, so
//! cones are subdivided separately above, below and on the horizon.

use crate::tolerance::SAME_BEVEL;
use bspwalk_geometry::Polygon;
use glam::DVec3;
use smallvec::{SmallVec, smallvec};

/// Maximum distance, in radii of the body, between a solid leaf and a body stopped by it, if the nearest
/// feature is an edge.
///
/// Applies to spheres and upright capsules.
pub const EDGE_REACH: f64 = 1.1606;

/// Maximum distance, in radii of the body, between a solid leaf and a sphere or an upright capsule stopped by
/// it.
///
/// This follows from Jung's theorem on the sphere (Dekster, "The Jung theorem for spherical and hyperbolic spaces",
/// 1995). If three directions are 61° apart, no direction between them is farther from the nearest one than the centre
/// of their circumscribed circle.
pub const VERTEX_REACH: f64 = 1.2342;

/// Maximum angle between neighbouring directions, in degrees. Bisecting the sides of a cube's corner gives
/// 60°.
pub(super) const MOST_TURN: f64 = 61.0;

/// Maximum number of bisection rounds, enough to subdivide 180°.
const ROUNDS: u32 = 6;

type Directions = SmallVec<[DVec3; 8]>;

/// Maximum number of faces of a cell with bevels. Without bevels, an expanded cell is larger, which is harmless.
const MOST_FACES: usize = 4096;

/// Returns the directions of a cell's bevels. `normals` contains the outward normals of the cell's faces.
pub(super) fn directions(faces: &[Polygon], normals: &[DVec3]) -> Vec<DVec3> {
    if faces.len() > MOST_FACES {
        return Vec::new();
    }
    let mut found = BevelSet {
        normals,
        bevels: Vec::new(),
        least_cosine: MOST_TURN.to_radians().cos(),
    };
    for cone in cones(faces, normals) {
        found.divide(cone);
    }
    found.bevels
}

fn cones(faces: &[Polygon], normals: &[DVec3]) -> Vec<Directions> {
    let mut corners: Vec<(DVec3, Directions)> = Vec::new();
    for (face, &normal) in faces.iter().zip(normals) {
        for corner in face.positions() {
            // Corners shared by adjacent faces are bit-identical.
            let known = corners.iter().position(|(place, _)| *place == corner);
            let index = known.unwrap_or_else(|| {
                corners.push((corner, Directions::new()));
                corners.len() - 1
            });
            let cone = &mut corners[index].1;
            if !cone.iter().any(|&other| are_same(other, normal)) {
                cone.push(normal);
            }
        }
    }
    let cones = corners.into_iter().map(|(_, cone)| ordered(cone));
    cones.filter(|cone| cone.len() > 1).collect()
}

fn are_same(a: DVec3, b: DVec3) -> bool {
    a.dot(b) > 1.0 - SAME_BEVEL
}

fn ordered(mut cone: Directions) -> Directions {
    let middle = cone.iter().sum::<DVec3>().normalize_or_zero();
    if cone.len() > 3 && middle != DVec3::ZERO {
        let u = middle.any_orthonormal_vector();
        let v = middle.cross(u);
        let angle = |direction: &DVec3| direction.dot(v).atan2(direction.dot(u));
        cone.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    }
    cone
}

struct BevelSet<'a> {
    normals: &'a [DVec3],
    bevels: Vec<DVec3>,
    least_cosine: f64,
}

impl BevelSet<'_> {
    fn add(&mut self, direction: DVec3) {
        let mut known = self.normals.iter().chain(&self.bevels);
        if !known.any(|&other| are_same(other, direction)) {
            self.bevels.push(direction);
        }
    }

    fn divide(&mut self, cone: Directions) {
        for part in self.at_horizon(cone) {
            if let [a, b] = part[..] {
                self.divide_triangle([a, b, b]);
            }
            for index in 2..part.len() {
                self.divide_triangle([part[0], part[index - 1], part[index]]);
            }
        }
    }

    fn at_horizon(&mut self, cone: Directions) -> SmallVec<[Directions; 2]> {
        let is = |side: f64| move |direction: &DVec3| side * direction.y > SAME_BEVEL;
        if !(cone.iter().any(is(1.0)) && cone.iter().any(is(-1.0))) {
            return smallvec![cone];
        }
        let mut parts: SmallVec<[Directions; 2]> = smallvec![Directions::new(), Directions::new()];
        for (index, &a) in cone.iter().enumerate() {
            for (part, side) in parts.iter_mut().zip([1.0, -1.0]) {
                if side * a.y >= -SAME_BEVEL {
                    part.push(a);
                }
            }
            let b = cone[(index + 1) % cone.len()];
            let crosses = is(1.0)(&a) && is(-1.0)(&b) || is(-1.0)(&a) && is(1.0)(&b);
            let level = (a * b.y.abs() + b * a.y.abs()).with_y(0.0).try_normalize();
            if let Some(level) = level.filter(|_| crosses) {
                self.add(level);
                for part in &mut parts {
                    part.push(level);
                }
            }
        }
        parts
    }

    fn divide_triangle(&mut self, triangle: [DVec3; 3]) {
        let mut left = vec![(triangle, ROUNDS)];
        while let Some(([a, b, c], rounds)) = left.pop() {
            let mut middle = |a: DVec3, b: DVec3| {
                let middle = (rounds > 0 && a.dot(b) < self.least_cosine)
                    .then(|| (a + b).try_normalize())
                    .flatten()?;
                self.add(middle);
                Some(middle)
            };
            let parts: SmallVec<[[DVec3; 3]; 4]> = match (middle(a, b), middle(b, c), middle(c, a)) {
                (None, None, None) => continue,
                (Some(ab), None, None) => smallvec![[a, ab, c], [ab, b, c]],
                (None, Some(bc), None) => smallvec![[b, bc, a], [bc, c, a]],
                (None, None, Some(ca)) => smallvec![[c, ca, b], [ca, a, b]],
                (Some(ab), Some(bc), None) => smallvec![[ab, b, bc], [a, ab, bc], [a, bc, c]],
                (None, Some(bc), Some(ca)) => smallvec![[bc, c, ca], [b, bc, ca], [b, ca, a]],
                (Some(ab), None, Some(ca)) => smallvec![[ca, a, ab], [c, ca, ab], [c, ab, b]],
                (Some(ab), Some(bc), Some(ca)) => {
                    smallvec![[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
                }
            };
            left.extend(parts.into_iter().map(|part| (part, rounds - 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::{Aabb, Plane, Polyhedron};

    fn cut(planes: usize, random: &mut fastrand::Rng) -> Polyhedron {
        let whole = Polyhedron::from_aabb(&Aabb::from_points([DVec3::NEG_ONE, DVec3::ONE]));
        (0..planes).fold(whole, |cell, _| {
            let normal = DVec3::from([(); 3].map(|()| random.f64() - 0.5)).normalize();
            let plane = Plane {
                normal,
                d: random.f64(),
            };
            cell.clipped_to_front(&plane, 1.0e-10)
        })
    }

    fn normals(cell: &Polyhedron) -> Vec<DVec3> {
        let faces = cell.faces.iter();
        faces.map(|face| face.vector_area().normalize()).collect()
    }

    #[test]
    fn box_has_one_bevel_per_edge() {
        let cell = Polyhedron::from_aabb(&Aabb::from_points([DVec3::ZERO, DVec3::ONE]));
        let bevels = directions(&cell.faces, &normals(&cell));
        assert_eq!(bevels.len(), 12, "{bevels:?}");
    }

    #[test]
    fn reaches_follow_from_largest_turn() {
        let turn = MOST_TURN.to_radians();
        let edge = 1.0 / (0.5 * turn).cos();
        assert!((0.0..1.0e-4).contains(&(EDGE_REACH - edge)));
        let circle = ((0.5 * turn).sin() / 0.75_f64.sqrt()).asin();
        assert!((0.0..1.0e-4).contains(&(VERTEX_REACH - 1.0 / circle.cos())));
    }

    /// At every corner of a random cell, every direction in the cone of normals must be close to the normal of a plane
    /// through that corner. The direction and the normal must be on the same side of the horizon.
    #[test]
    fn every_direction_has_nearby_bevel_normal() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..60 {
            let cell = cut(round % 9, &mut random);
            let normals = normals(&cell);
            if cell.faces.iter().any(|face| face.area() < 1.0e-6) {
                continue;
            }
            let bevels = directions(&cell.faces, &normals);
            let corners: Vec<DVec3> = cell.faces.iter().flat_map(Polygon::positions).collect();
            let support = |n: DVec3| corners.iter().map(|c| n.dot(*c)).fold(f64::MIN, f64::max);
            for cone in cones(&cell.faces, &normals) {
                let corner = *corners
                    .iter()
                    .find(|&&c| cone.iter().all(|n| n.dot(c) > support(*n) - 1.0e-9))
                    .expect("the faces meet there");
                let here: Vec<DVec3> = normals
                    .iter()
                    .chain(&bevels)
                    .copied()
                    .filter(|n| n.dot(corner) > support(*n) - 1.0e-7)
                    .collect();
                for _ in 0..200 {
                    let weights = cone.iter().map(|n| n * random.f64().powi(3));
                    let out = weights.sum::<DVec3>().normalize();
                    let near = here
                        .iter()
                        .filter(|n| n.y * out.y >= -1.0e-9)
                        .map(|n| n.dot(out))
                        .fold(f64::MIN, f64::max);
                    assert!(near > 1.0 / VERTEX_REACH, "{round}: {near} at {corner}, {out}");
                }
            }
        }
    }
}
