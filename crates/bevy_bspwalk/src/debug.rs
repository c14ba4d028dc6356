//! Draws planes and leaves of trees as lines with `bevy_gizmos`.

use std::collections::HashMap;

use bevy::prelude::*;
use bevy_gizmos::{config::GizmoConfigStore, gizmos::Gizmos};
use bspwalk_geometry::Polygon;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::LeafId};

use crate::{
    asset::{BspLevel, BspTree},
    gather::BspCollider,
    render::PvsCulling,
    root::BspLevelRoot,
};

/// Debug drawing of level trees. It needs the `GizmoPlugin` of `bevy_gizmos`, and draws nothing by default.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default, Clone, PartialEq, Debug)]
pub struct BspDebug {
    /// Number of tree levels whose planes are drawn, clipped to their cells: 1 draws only the root's plane, 0 draws
    /// none.
    pub planes: u32,
    /// Leaves of the solid-leaf tree that are drawn.
    pub leaves: DebugLeaves,
}

/// Selection of leaves to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect)]
#[reflect(Default, Clone, PartialEq, Debug)]
pub enum DebugLeaves {
    /// No leaves.
    #[default]
    None,
    /// The leaf that contains a camera with [`PvsCulling`].
    Here,
    /// The leaves that are potentially visible from that leaf.
    Visible,
}

/// Returns the outlines of the planes of all nodes above `depth`, clipped to their cells. Each edge comes with the
/// depth of its node.
pub fn plane_edges(tree: &NodeTree, depth: u32) -> Vec<(u32, [Vec3; 2])> {
    let mut edges = Vec::new();
    let mut waiting: Vec<_> = tree.root().into_iter().collect();
    while let Some(id) = waiting.pop() {
        let Some(node) = tree.node(id).filter(|node| node.depth < depth) else {
            continue;
        };
        waiting.extend([node.back, node.front].into_iter().flatten());
        if let Some(polygon) = tree.plane_polygon(id) {
            edges.extend(edges_of(&polygon).map(|edge| (node.depth, edge)));
        }
    }
    edges
}

/// Returns the edges of a leaf's cell.
pub fn leaf_edges(tree: &LeafTree, leaf: LeafId) -> Vec<[Vec3; 2]> {
    let cell = tree.leaf_cell(leaf);
    let edges = cell.faces.iter().flat_map(edges_of);
    // Two faces share each edge and list it in opposite directions. Keep one of the two.
    edges.filter(|[a, b]| a.to_array() < b.to_array()).collect()
}

fn edges_of<A>(polygon: &Polygon<A>) -> impl Iterator<Item = [Vec3; 2]> + '_ {
    let vertices = &polygon.vertices;
    let next = vertices.iter().cycle().skip(1);
    let pairs = vertices.iter().zip(next);
    pairs.map(|(a, b)| [a.position.as_vec3(), b.position.as_vec3()])
}

pub(crate) fn add(app: &mut App) {
    app.init_resource::<BspDebug>()
        .register_type::<BspDebug>()
        .add_systems(PostUpdate, draw.run_if(resource_exists::<GizmoConfigStore>));
}

/// Cached edges of planes, by tree and depth, because clipping planes to their cells is slow.
type OutlineCache = HashMap<(AssetId<BspTree>, u32), Vec<(u32, [Vec3; 2])>>;

fn draw(
    debug: Res<BspDebug>,
    levels: Res<Assets<BspLevel>>,
    trees: Res<Assets<BspTree>>,
    mut changes: MessageReader<AssetEvent<BspTree>>,
    roots: Query<(&BspLevelRoot, &BspCollider)>,
    eyes: Query<&GlobalTransform, With<PvsCulling>>,
    mut kept: Local<OutlineCache>,
    mut gizmos: Gizmos,
) {
    if changes.read().count() > 0 || debug.planes == 0 {
        kept.clear();
    }
    for (root, collider) in &roots {
        let Some(level) = levels.get(&root.0) else {
            continue;
        };
        let id = collider.0.id();
        if let Some(tree) = trees.get(id).filter(|_| debug.planes > 0) {
            let edges = kept
                .entry((id, debug.planes))
                .or_insert_with(|| plane_edges(tree.nodes(), debug.planes));
            for &(depth, [from, to]) in &*edges {
                let share = depth as f32 / debug.planes as f32;
                gizmos.line(from, to, Color::hsl(200.0 * share, 0.8, 0.5));
            }
        }
        let Some(visibility) = &level.visibility else {
            continue;
        };
        for eye in eyes.iter().map(GlobalTransform::translation) {
            let leaves = match debug.leaves {
                DebugLeaves::None => Vec::new(),
                DebugLeaves::Here => visibility.leaf_at(eye).into_iter().collect(),
                DebugLeaves::Visible => visibility.visible_from(eye).unwrap_or_default(),
            };
            for [from, to] in leaves
                .iter()
                .flat_map(|&leaf| leaf_edges(&visibility.leaves, leaf))
            {
                gizmos.line(from, to, Color::hsl(45.0, 0.9, 0.55));
            }
        }
    }
}
