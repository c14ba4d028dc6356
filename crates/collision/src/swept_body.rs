//! The interface between the sweep and the shapes that it moves.

use bspwalk_trees::{ObstacleTriangle, Obstacles};
use glam::DVec3;

use super::{
    near_triangle::NearTriangle,
    toi::{Impact, SweepPath},
};

/// A moving body, as the sweep needs it.
pub(super) trait SweptBody {
    fn path(&self) -> &SweepPath;

    /// Returns whether the body may touch the triangle within `limit` metres from the start.
    fn may_touch(&self, triangle: &ObstacleTriangle, limit: f64) -> bool;

    /// Returns whether a body that touches the triangle at the start may approach it faster than `approach`.
    fn may_approach(&self, triangle: &ObstacleTriangle, approach: f64) -> bool;

    /// Returns the impact with a triangle. Impacts more than `limit` metres from the start may be omitted.
    fn impact(&self, corners: [DVec3; 3], limit: f64) -> Impact;

    /// Visits the candidates of the sweep; see [`Obstacles::visit_swept`].
    fn visit(&self, tree: &impl Obstacles, visit: impl FnMut(&ObstacleTriangle) -> f64) -> u32;

    /// Appends the triangles that the body touches at the start, in any order. The distance of a triangle that it
    /// touches without overlapping it is the radius of the path.
    fn start_contacts(&self, tree: &impl Obstacles, found: &mut Vec<NearTriangle>);
}
