//! Where a duel takes place: the level, and the places in it where people can be.

use std::sync::Arc;

use bspwalk_compile::{CompileError, CompileParams, Leaves};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    BuildParams, LeafTree, NodeTree,
    collision::{self, Capsule, mover::MoverParams},
    solid_leaf::{Inside, LeafId, LeafParams, OUTSIDE, portals::reachable_leaves},
};
use glam::{DVec3, Vec3};

/// A level, with one tree of each kind by which places are found. The trees are by the default rules, whoever takes part, so that
/// the same seed gives the same places.
#[derive(Debug)]
pub struct Ground {
    /// The level.
    pub level: Arc<Level>,
    /// Its solid triangles.
    pub triangles: Vec<TaggedTriangle>,
    /// How solid-leaf trees are built, but for their rule.
    pub(super) params: CompileParams,
    /// The node-storing tree, and the milliseconds that it took.
    pub(super) nodes: (Arc<NodeTree>, f64),
    /// The solid-leaf tree, where it can be built.
    pub(super) leaves: Option<Leaves>,
}

/// Places where people can be: points with room for a body around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// The places, in metres.
    pub points: Vec<Vec3>,
    /// The radius of the body that has room there, in metres: that of one that flies, or less where that has none.
    pub radius: f32,
}

/// Points that are tried for each place that is wanted.
const TRIES_A_PLACE: usize = 1000;

/// A radius is enough where this share of the wanted places is found; otherwise a smaller one is tried.
const ENOUGH: f64 = 0.1;

/// The radii that are tried, as shares of that of a body.
const RADII: [f32; 5] = [1.0, 0.3, 0.1, 0.03, 0.01];

impl Ground {
    /// Prepares a level. `params` say how solid-leaf trees are built, but for their rule.
    ///
    /// # Errors
    /// [`CompileError`] where it was cancelled or no node-storing tree can be built. Without a solid-leaf tree, every place with
    /// room for a body counts.
    pub fn new(
        level: Arc<Level>,
        params: &CompileParams,
        progress: &Arc<Progress>,
    ) -> Result<Self, CompileError> {
        let params = CompileParams {
            nodes: BuildParams::default(),
            leaves: LeafParams::default(),
            ..params.clone()
        };
        let nodes = bspwalk_compile::node_tree(&level, &params.nodes, progress)?;
        let leaves = match bspwalk_compile::leaf_tree(&level, &params, progress) {
            Err(CompileError::Cancelled(cancelled)) => return Err(cancelled.into()),
            leaves => leaves.ok(),
        };
        Ok(Self {
            triangles: level.solid_triangles(),
            level,
            params,
            nodes,
            leaves,
        })
    }

    /// Random places where people can be, `count` at most: in a level with rooms the points of empty leaves that are connected
    /// with the spawn, elsewhere those outside of solids, in either case with room for a body.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn places(
        &self,
        count: usize,
        random: &mut fastrand::Rng,
        progress: &Progress,
    ) -> Result<Places, Cancelled> {
        progress.begin("Finding places where people can be", count as u64);
        let usual = MoverParams::default().fly_radius;
        let leaves = self.leaves.as_ref().map(|leaves| &*leaves.tree);
        let is_open = leaves.map(|tree| open_leaves(tree, self.level.spawn.eye));
        let enough = ((count as f64 * ENOUGH) as usize).max(1);
        let mut best = Places {
            points: Vec::new(),
            radius: usual,
        };
        for radius in RADII.map(|share| share * usual) {
            let body = Capsule::sphere(radius);
            // A level that is flat has places above it.
            let bounds = self.nodes.0.bounds().inflated(2.0 * f64::from(radius));
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
                if is_open && collision::is_clear(&*self.nodes.0, body, point) {
                    points.push(point);
                    progress.advance(1);
                }
            }
            if points.len() > best.points.len() {
                best = Places { points, radius };
            }
            if best.points.len() >= enough {
                break;
            }
        }
        Ok(best)
    }
}

/// For each leaf whether people can be in it.
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
