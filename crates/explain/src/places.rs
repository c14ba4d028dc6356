//! Random points in a level where a player fits. Queries and quiz questions start from them.

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    collision::{self, Capsule, mover::MoverParams},
    solid_leaf::{Inside, LeafId, OUTSIDE, portals::reachable_leaves},
};
use glam::{DVec3, Vec3};

/// Points of a level with enough room for a body around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// The points, in metres.
    pub points: Vec<Vec3>,
    /// Radius of the body that fits at every point, in metres: the radius of the flying body, or less if that rarely fits.
    pub radius: f32,
}

/// Maximum number of random points tried per requested point.
const TRIES_A_PLACE: usize = 1000;

/// If this share of the requested points is found, the radius is accepted; otherwise a smaller one is tried.
const ENOUGH: f64 = 0.1;

/// Radii tried in turn, as fractions of the flying body's radius.
const RADII: [f32; 5] = [1.0, 0.3, 0.1, 0.03, 0.01];

impl Places {
    /// Finds up to `count` random points with room for a body.
    ///
    /// In a level with rooms, the points lie in empty leaves connected to the spawn. In other levels they lie outside solids.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub fn find(
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
            // Inflated upwards too: if the level is flat, the only free points are above it.
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
                    (Some(tree), Some(open)) => open[tree.locate(point) as usize],
                    _ => true,
                };
                let point = point.as_vec3();
                if is_open && collision::is_clear(nodes, body, point) {
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

/// Returns for each leaf whether a player can be in it.
fn open_leaves(tree: &LeafTree, spawn: DVec3) -> Vec<bool> {
    let all = 0..tree.leaf_count();
    if tree.inside() != Inside::Rooms {
        return all.map(|leaf| !tree.is_solid(leaf)).collect();
    }
    let is_room = |leaf: LeafId| leaf != OUTSIDE && !tree.is_solid(leaf);
    let start = tree.locate(spawn);
    if !is_room(start) {
        return all.map(is_room).collect();
    }
    let reached = reachable_leaves(tree.portal_graph(), start);
    all.map(|leaf| is_room(leaf) && reached.get(leaf as usize).copied().unwrap_or(false))
        .collect()
}

/// Returns a unit vector, uniformly distributed over the sphere.
pub(crate) fn direction(random: &mut fastrand::Rng) -> Vec3 {
    loop {
        // Rejection sampling: points of a cube that lie in the unit ball have no preferred direction.
        let share = Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0));
        let length = share.length_squared();
        if length <= 1.0 && length > 0.01 {
            return share.normalize();
        }
    }
}
