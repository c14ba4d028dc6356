//! Positions in a level that a player can reach, for queries and questions.

use bspwalk_collision::{Capsule, mover::MoverParams};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{Inside, LeafId, OUTSIDE, portals::reachable_leaves},
};
use glam::{DVec3, Vec3};

/// Reachable positions: points with room for a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachablePoints {
    /// Positions, in metres.
    pub points: Vec<Vec3>,
    /// Radius of a body that fits at every position, in metres. It is the radius of a flying body, or less if a flying
    /// body does not fit.
    pub radius: f32,
}

/// Number of points to try per requested position.
const TRIES_A_PLACE: usize = 1000;

/// Fraction of the requested positions that must be found for a given radius. Otherwise, a smaller radius is tried.
const ENOUGH: f64 = 0.1;

/// Radii to try, as fractions of the flying body's radius.
const RADII: [f32; 5] = [1.0, 0.3, 0.1, 0.03, 0.01];

impl ReachablePoints {
    /// Finds at most `count` random reachable positions.
    ///
    /// In a level with rooms, these are points in empty leaves that are connected to the spawn. In other levels, they
    /// are points outside solids. In both cases, there is enough space for a body at each point.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub(crate) fn find(
        nodes: &NodeTree,
        leaves: Option<&LeafTree>,
        spawn: DVec3,
        count: usize,
        random: &mut fastrand::Rng,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin(text!("quiz-finding-places"), count as u64);
        let usual = MoverParams::default().fly_radius;
        let is_open = leaves.map(|tree| open_leaves(tree, spawn));
        let enough = ((count as f64 * ENOUGH) as usize).max(1);
        let mut best = Self {
            points: Vec::new(),
            radius: usual,
        };
        for radius in RADII.map(|share| share * usual) {
            let body = Capsule::sphere(radius);
            // Enlarge the bounds, because in a flat level all positions are above them.
            let bounds = nodes.bounds().inflated(2.0 * f64::from(radius));
            let mut points = Vec::new();
            for turn in 0..count * TRIES_A_PLACE {
                if points.len() == count || bounds.is_empty() {
                    break;
                }
                progress.check_at(turn)?;
                let share = DVec3::from_array(std::array::from_fn(|_| random.f64()));
                let point = bounds.min + share * bounds.size();
                let is_open = match (leaves, &is_open) {
                    (Some(tree), Some(open)) => open[tree.locate(point).index()],
                    _ => true,
                };
                let point = point.as_vec3();
                if is_open && bspwalk_collision::is_clear(nodes, body, point) {
                    points.push(point);
                    progress.advance(1);
                }
            }
            if points.len() > best.points.len() {
                best = Self { points, radius };
            }
            if best.points.len() >= enough {
                break;
            }
        }
        Ok(best)
    }
}

/// Returns, for each leaf, whether it is reachable from the spawn.
fn open_leaves(tree: &LeafTree, spawn: DVec3) -> Vec<bool> {
    let all = tree.leaf_ids();
    if tree.inside() != Inside::Rooms {
        return all.map(|leaf| !tree.is_solid(leaf)).collect();
    }
    let is_room = |leaf: LeafId| leaf != OUTSIDE && !tree.is_solid(leaf);
    let start = tree.locate(spawn);
    if !is_room(start) {
        return all.map(is_room).collect();
    }
    let reached = reachable_leaves(tree.portal_graph(), start);
    all.map(|leaf| is_room(leaf) && reached.get(leaf.index()).copied().unwrap_or(false))
        .collect()
}

/// Returns a uniformly distributed unit vector.
pub(crate) fn direction(random: &mut fastrand::Rng) -> Vec3 {
    loop {
        // Rejection sampling: points of a cube that lie inside the unit ball have no preferred direction.
        let share = Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0));
        let length = share.length_squared();
        if length <= 1.0 && length > 0.01 {
            return share.normalize();
        }
    }
}
