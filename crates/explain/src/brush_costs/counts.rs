//! Counts the effects that a brush's planes have on the solid-leaf tree of its level.

use std::collections::HashMap;

use bspwalk_compile::fill::source_brushes;
use bspwalk_geometry::{Aabb, BoxTree, Plane, Polygon, Split};
use bspwalk_levels::{Brush, Level};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{Child, LeafId, NodeId, pvs::PvsFlow},
};
use serde::Serialize;

/// The effects of a brush's planes, counted at the brush's own nodes, which exist only because of it.
///
/// At such a node, no other brush has a face on the plane inside the node's cell. If several brushes share the plane,
/// the node belongs to none of them, because the others need it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BrushCounts {
    /// Number of nodes that belong only to this brush.
    pub nodes: u32,
    /// Number of nodes with a plane that contains faces of this brush and of other brushes.
    pub shared_nodes: u32,
    /// Number of structural face pieces that the brush's own nodes split.
    pub cuts: u64,
    /// Number of portals on the planes of the brush's own nodes.
    pub portals: u32,
    /// Number of portal-flow steps that start at these portals.
    pub pvs_steps: u64,
    /// Whether the brush borders on the outside of the level. Such a brush usually seals the level.
    pub touches_outside: bool,
}

/// Sort key for brushes. The remaining counts break ties, in the order of the variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Number of portal flow steps.
    #[default]
    Pvs,
    /// Number of portals.
    Portals,
    /// Number of cuts.
    Cuts,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 3] = [Self::Pvs, Self::Portals, Self::Cuts];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pvs => "pvs",
            Self::Portals => "portals",
            Self::Cuts => "cuts",
        }
    }

    /// Returns a description to show to the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Pvs => text!("brush-measure-pvs"),
            Self::Portals => text!("brush-measure-portals"),
            Self::Cuts => text!("brush-measure-cuts"),
        }
    }
}

impl BrushCounts {
    /// Returns the counts in this measure's order of comparison.
    pub(super) fn by(&self, measure: Measure) -> [u64; 4] {
        let (pvs, portals, cuts) = (self.pvs_steps, u64::from(self.portals), self.cuts);
        let nodes = u64::from(self.nodes);
        match measure {
            Measure::Pvs => [pvs, portals, cuts, nodes],
            Measure::Portals => [portals, pvs, cuts, nodes],
            Measure::Cuts => [cuts, pvs, portals, nodes],
        }
    }
}

/// Returns the counts for each brush of the source, in file order.
///
/// The tree must contain a recording. `owners` lists the brushes that own each triangle.
pub(super) fn count_brush_costs(
    level: &Level,
    tree: &LeafTree,
    flow: &PvsFlow,
    owners: &[Vec<u32>],
    progress: &Progress,
) -> Result<Vec<BrushCounts>, Cancelled> {
    let nodes = nodes_of_faces(level, tree, owners, progress)?;
    let mut counts = vec![BrushCounts::default(); source_brushes(level).len()];
    let decisions = tree.recording().map_or(&[][..], |recording| &recording.decisions);
    for (node, of) in nodes.iter().enumerate() {
        let [one] = of[..] else {
            for &brush in of {
                counts[brush as usize].shared_nodes += 1;
            }
            continue;
        };
        let counts = &mut counts[one as usize];
        counts.nodes += 1;
        counts.cuts += decisions.get(node).map_or(0, |decision| u64::from(decision.cuts));
    }
    // Exactly one node separates two leaves. Everything between the leaves lies on the plane of that node.
    let between: HashMap<[LeafId; 2], NodeId> = tree
        .adjacencies()
        .iter()
        .map(|adjacency| (in_order(adjacency.leaves), adjacency.node))
        .collect();
    let alone = |leaves: [LeafId; 2]| match nodes.get((*between.get(&in_order(leaves))?).index())?[..] {
        [one] => Some(one as usize),
        _ => None,
    };
    let portals = tree.portal_ids().filter_map(|id| tree.portal(id));
    for brush in portals.filter_map(|portal| alone(portal.leaves)) {
        counts[brush].portals += 1;
    }
    for portal in &flow.portals {
        if let Some(brush) = alone(portal.leaves) {
            counts[brush].pvs_steps += portal.steps;
        }
    }
    let near = 2.0 * tree.tolerances().on_plane;
    for (counts, touches) in counts.iter_mut().zip(touch_outside(level, near, progress)?) {
        counts.touches_outside = touches;
    }
    Ok(counts)
}

/// Returns, for each brush of the source, whether it touches a brush that represents unreachable space. Only planes and
/// boxes are tested.
fn touch_outside(level: &Level, near: f64, progress: &Progress) -> Result<Vec<bool>, Cancelled> {
    let brushes = source_brushes(level);
    let outside = &level.brushes[brushes.len()..];
    let tree = BoxTree::new(outside.iter().map(|brush| brush.bounds).collect());
    let is_apart = |a: &Brush, b: &Brush| a.sides.iter().any(|side| nearest(side, &b.bounds) > near);
    let mut touching = Vec::with_capacity(brushes.len());
    for (turn, brush) in brushes.iter().enumerate() {
        progress.check_at(turn)?;
        let mut touches = false;
        tree.touching(&brush.bounds.inflated(near), |index| {
            let other = &outside[index as usize];
            touches = touches || !is_apart(brush, other) && !is_apart(other, brush);
        });
        touching.push(touches);
    }
    Ok(touching)
}

/// Returns the smallest signed distance between a plane and a box, which is negative if part of the box is behind the
/// plane.
fn nearest(plane: &Plane, bounds: &Aabb) -> f64 {
    let reach = plane.normal.abs().dot(bounds.size()) / 2.0;
    plane.distance(bounds.center()) - reach
}

fn in_order([a, b]: [LeafId; 2]) -> [LeafId; 2] {
    [a.min(b), a.max(b)]
}

/// Returns, for each node, the brushes that have a face on the node's plane inside the node's cell.
///
/// Every face descends the tree to the nodes whose planes contain it.
fn nodes_of_faces(
    level: &Level,
    tree: &LeafTree,
    owners: &[Vec<u32>],
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Cancelled> {
    progress.begin(text!("brush-finding-planes"), level.triangles.len() as u64);
    let mut nodes: Vec<Vec<u32>> = vec![Vec::new(); tree.node_count() as usize];
    // The sides of the world box do not belong to a brush.
    let is_chosen = |id: NodeId| id.0 >= LeafTree::WORLD_BOX_SIDES;
    let thickness = tree.tolerances().on_plane;
    let mut stack: Vec<(Child, Polygon)> = Vec::new();
    for (triangle, owners) in level.triangles.iter().zip(owners) {
        progress.check()?;
        progress.advance(1);
        if owners.is_empty() || !triangle.solid {
            continue;
        }
        stack.push((tree.root(), Polygon::from_points(triangle.corners)));
        let mut turn = 0;
        while let Some((child, polygon)) = stack.pop() {
            progress.check_at(turn)?;
            turn += 1;
            let Child::Node(id) = child else { continue };
            let Some(node) = tree.node(id) else { continue };
            match polygon.split(&node.plane, thickness) {
                Split::Front => stack.push((node.front, polygon)),
                Split::Back => stack.push((node.back, polygon)),
                Split::Cut { front, back } => {
                    stack.push((node.front, front));
                    stack.push((node.back, back));
                }
                // No descendant has the same plane, so stop here.
                Split::CoplanarFront | Split::CoplanarBack if is_chosen(id) => {
                    let known = &mut nodes[id.index()];
                    for &owner in owners {
                        if !known.contains(&owner) {
                            known.push(owner);
                        }
                    }
                }
                Split::CoplanarFront | Split::CoplanarBack => {}
            }
        }
    }
    Ok(nodes)
}
