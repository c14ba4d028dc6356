//! Checks the invariants of depenetration.

use bspwalk_collision::{Capsule, depenetrate};
use bspwalk_geometry::Segment;
use bspwalk_trees::NodeTree;
use glam::Vec3;

use super::{oracle::Oracle, plain, swept};

/// Pushes a body out of obstacles, and checks the result against all triangles. Returns the final position if the body
/// is clear there.
///
/// # Errors
/// Returns a message if the body moved but is not clear, passed through a triangle, or ended up inside one.
pub fn push(tree: &NodeTree, oracle: &Oracle, body: Capsule, from: Vec3) -> Result<Option<Vec3>, String> {
    let result = depenetrate(tree, body, from);
    let to = result.center;
    if !result.clear {
        return if to == from {
            Ok(None)
        } else {
            Err(format!(
                "{body:?} is moved from {from:?} to {to:?}, and is not clear"
            ))
        };
    }
    let path = Segment {
        from: from.as_dvec3(),
        to: to.as_dvec3(),
    };
    let about = oracle.triangles_near_segment(path, body.half_axis.as_dvec3().abs());
    let about = about.map(|index| oracle.triangles()[index].corners);
    if let Some(through) = plain::went_through(about, body, from, to) {
        return Err(format!(
            "{body:?} goes from {from:?} to {to:?} through {through:?}"
        ));
    }
    let least = 0.999 * f64::from(body.radius);
    match swept::nearest(oracle, body, path.to, least) {
        Some(distance) => Err(format!(
            "{body:?} goes from {from:?} to {to:?}, {distance} m from a face"
        )),
        None => Ok(Some(to)),
    }
}

/// Returns whether there is enough free space for a body near a position. If so, a straight path of at most a few radii
/// that crosses no face leads to a point more than one radius away from all faces.
pub fn has_room(oracle: &Oracle, random: &mut fastrand::Rng, body: Capsule, from: Vec3) -> bool {
    let (start, radius) = (from.as_dvec3(), f64::from(body.radius));
    (0..200).any(|number| {
        let mut share = || random.f64() * 2.0 - 1.0;
        let direction = glam::DVec3::from([(); 3].map(|()| share())).normalize_or_zero();
        let to = start + direction * radius * [0.3, 0.7, 1.1, 1.5][number % 4];
        let about = oracle.triangles_near_segment(Segment { from: start, to }, glam::DVec3::ZERO);
        let mut about = about.map(|index| oracle.triangles()[index].corners);
        swept::nearest(oracle, body, to, 1.05 * radius).is_none()
            && !about.any(|corners| plain::crosses(corners, start, to))
    })
}
