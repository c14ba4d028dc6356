//! What is left of a vector between planes.

use glam::DVec3;
use smallvec::SmallVec;

/// Squared sine below which two normals are one direction.
const PARALLEL: f64 = 1.0e-12;

/// Most planes that count at once; a body touches fewer that differ.
const MOST: usize = 32;

/// The vector nearest to `vector` that goes against none of the unit normals: itself, or its projection to one plane, or
/// to the crease of two, or zero.
pub(super) fn project(vector: DVec3, normals: &[DVec3]) -> DVec3 {
    let slack = -1.0e-9 * vector.length();
    let allowed =
        |candidate: DVec3, planes: &[DVec3]| planes.iter().all(|normal| candidate.dot(*normal) >= slack);
    if allowed(vector, normals) {
        return vector;
    }
    let mut planes: SmallVec<[DVec3; MOST]> = SmallVec::new();
    for &normal in normals {
        let known =
            |plane: &DVec3| plane.dot(normal) > 0.0 && plane.cross(normal).length_squared() < PARALLEL;
        if planes.len() < MOST && !planes.iter().any(known) {
            planes.push(normal);
        }
    }
    let mut best = DVec3::ZERO;
    let mut consider = |candidate: DVec3| {
        if candidate.length_squared() > best.length_squared() && allowed(candidate, &planes) {
            best = candidate;
        }
    };
    for (index, &first) in planes.iter().enumerate() {
        consider(vector - first * vector.dot(first).min(0.0));
        for &second in &planes[..index] {
            let crease = first.cross(second);
            if crease.length_squared() > PARALLEL {
                let crease = crease.normalize();
                consider(crease * vector.dot(crease));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_nearest_of_what_is_allowed() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut direction = || DVec3::from([(); 3].map(|()| random.f64() * 2.0 - 1.0)).normalize();
        for count in 1..6 {
            for _ in 0..50 {
                let normals: Vec<DVec3> = (0..count).map(|_| direction()).collect();
                let vector = direction() * 3.0;
                let left = project(vector, &normals);
                assert!(normals.iter().all(|normal| left.dot(*normal) > -1.0e-8));
                // Of a convex cone the nearest point is the one that the rest is perpendicular to.
                assert!((vector - left).dot(left).abs() < 1.0e-8);
                for _ in 0..200 {
                    let other = direction() * 3.0;
                    if normals.iter().all(|normal| other.dot(*normal) >= 0.0) {
                        assert!((vector - left).dot(other) < 1.0e-7);
                    }
                }
            }
        }
    }

    #[test]
    fn two_walls_that_face_each_other_leave_the_way_between() {
        let left = project(DVec3::new(1.0, 2.0, 3.0), &[DVec3::X, DVec3::NEG_X]);
        assert!((left - DVec3::new(0.0, 2.0, 3.0)).length() < 1.0e-9);
    }
}
