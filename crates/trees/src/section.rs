//! Sections: the intersection of a plane with the cells of a tree, as in a floor plan.
//!
//! The plane intersects every convex cell in a convex polygon, and every splitting plane in a segment. The section is
//! therefore itself a BSP tree of one dimension less, and a single traversal finds all of it.

use bspwalk_geometry::{Plane, Polygon, Polyhedron, Segment, Split};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use super::{
    LeafTree, NodeTree,
    node_storing::{Branch, NodeId},
    solid_leaf::{Child, LeafId, OUTSIDE},
};

/// A convex region of space: the cell of a node, of a leaf or of a missing child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// Cell of a node, which the node divides further.
    Node(NodeId),
    /// Leaf of the solid-leaf tree.
    Leaf(LeafId),
    /// Cell below a node of the node-storing tree, on a side where the node has no child.
    Below(NodeId, Branch),
}

/// Limits on the subdivision of a section. By default, a section is divided as finely as the tree divides space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionParams {
    /// Maximum depth: nodes at or below this depth do not divide their cells. Default [`u32::MAX`]. At 0, the section
    /// is a single cell.
    pub max_depth: u32,
    /// Minimum width in metres: cells whose bounding box is smaller than this along every axis are not divided. Default
    /// 0, which divides all cells.
    pub min_width: f64,
}

impl Default for SectionParams {
    fn default() -> Self {
        Self {
            max_depth: u32::MAX,
            min_width: 0.0,
        }
    }
}

/// A cell of a tree that the section plane cuts.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionCell {
    /// Region of the tree that contains the cell.
    pub region: Region,
    /// Number of ancestor nodes of the cell.
    pub depth: u32,
    /// Corners in metres, counter-clockwise seen from the front of the section plane.
    pub polygon: Polygon,
}

/// A node's splitting plane within the node's cell, as cut by the section plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionLine {
    /// Node whose plane this is.
    pub node: NodeId,
    /// Number of ancestors of the node, 0 for the root.
    pub depth: u32,
    /// End points, in metres.
    pub ends: [DVec3; 2],
    /// Unit vector in the section plane, perpendicular to the line, pointing to the front of the node's plane.
    pub front: DVec3,
}

/// A section of a tree; see [`NodeTree::section`] and [`LeafTree::section`].
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Cells, which fill the section without overlap.
    pub cells: Vec<SectionCell>,
    /// Splitting planes that divide the cells, parents before their children.
    pub lines: Vec<SectionLine>,
    /// Number of cells left undivided because of [`SectionParams::min_width`].
    pub undivided: u32,
}

/// A node's splitting plane, the node's depth, and the regions in front of the plane and behind it.
type Division = (Plane, u32, [Region; 2]);

impl NodeTree {
    /// Computes a section of the tree's cells, within the box returned by [`NodeTree::root_cell_bounds`]. If a tree
    /// plane coincides with `plane`, the section counts as behind it.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn section(
        &self,
        plane: &Plane,
        params: &SectionParams,
        progress: &Progress,
    ) -> Result<Section, Cancelled> {
        let sides = Polyhedron::from_aabb(&self.root_cell_bounds());
        let whole = within(plane, &sides, self.tolerances().on_plane);
        let divide = |id: NodeId| {
            let node = self.node(id).filter(|node| !node.is_block)?;
            let side = |child: Option<NodeId>, branch| child.map_or(Region::Below(id, branch), Region::Node);
            let sides = [side(node.front, Branch::Front), side(node.back, Branch::Back)];
            Some((node.plane, node.depth, sides))
        };
        section(
            plane,
            whole,
            self.root().map(Region::Node),
            divide,
            params,
            progress,
        )
    }
}

impl LeafTree {
    /// Computes a section of the tree's leaves, within the world box. If a tree plane coincides with `plane`, the
    /// section counts as behind it, as in [`LeafTree::locate`].
    ///
    /// Depths are counted from the first node below the sides of the world box, because these sides do not divide the
    /// box.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn section(
        &self,
        plane: &Plane,
        params: &SectionParams,
        progress: &Progress,
    ) -> Result<Section, Cancelled> {
        let whole = within(plane, &self.world_box(), self.tolerances().cell());
        let region = |child: Child| match child {
            Child::Node(node) => Region::Node(node),
            Child::Leaf(leaf) => Region::Leaf(leaf),
        };
        let divide = |id: NodeId| {
            let node = self.node(id)?;
            let depth = node.depth.checked_sub(Self::WORLD_BOX_SIDES)?;
            Some((node.plane, depth, [node.front, node.back].map(region)))
        };
        let inside = self.node(NodeId(Self::WORLD_BOX_SIDES - 1)).and_then(|side| {
            let children = [side.front, side.back].into_iter();
            children
                .map(region)
                .find(|&region| region != Region::Leaf(OUTSIDE))
        });
        section(plane, whole, inside, divide, params, progress)
    }
}

/// Returns the part of a plane within a convex polyhedron, or `None` if the plane misses it.
fn within(plane: &Plane, body: &Polyhedron, tolerance: f64) -> Option<Polygon> {
    let bounds = body.bounds();
    if bounds.is_empty() {
        return None;
    }
    let mut whole = Polygon::on_plane(plane, bounds.center(), bounds.size().length());
    for face in &body.faces {
        // The faces of a polyhedron point outwards.
        whole = whole.clipped_to_front(&face.plane()?.flipped(), tolerance)?;
    }
    Some(whole)
}

fn section(
    section_plane: &Plane,
    whole: Option<Polygon>,
    root: Option<Region>,
    divide: impl Fn(NodeId) -> Option<Division>,
    params: &SectionParams,
    progress: &Progress,
) -> Result<Section, Cancelled> {
    let mut section = Section {
        cells: Vec::new(),
        lines: Vec::new(),
        undivided: 0,
    };
    let mut waiting: Vec<(Region, u32, Polygon)> = Vec::new();
    waiting.extend(root.zip(whole).map(|(root, whole)| (root, 0, whole)));
    let mut turn = 0;
    while let Some((region, depth, polygon)) = waiting.pop() {
        progress.check_at(turn)?;
        turn += 1;
        let division = match region {
            Region::Node(id) if depth < params.max_depth => divide(id).map(|division| (id, division)),
            _ => None,
        };
        let Some((id, (plane, depth_of_node, [front, back]))) = division else {
            section.cells.push(SectionCell {
                region,
                depth,
                polygon,
            });
            continue;
        };
        if polygon.bounds().size().max_element() < params.min_width {
            section.undivided += 1;
            section.cells.push(SectionCell {
                region,
                depth,
                polygon,
            });
            continue;
        }
        match polygon.split(&plane, 0.0) {
            Split::Front | Split::CoplanarFront | Split::CoplanarBack => {
                waiting.push((front, depth + 1, polygon));
            }
            Split::Back => waiting.push((back, depth + 1, polygon)),
            Split::Cut {
                front: before,
                back: behind,
            } => {
                section
                    .lines
                    .extend(line(id, depth_of_node, &plane, section_plane, &before));
                waiting.push((back, depth + 1, behind));
                waiting.push((front, depth + 1, before));
            }
        }
    }
    Ok(section)
}

/// Returns the line along which a node's plane divides a cell of the section. `before` is the part of the cell in front
/// of the plane, and the line is its edge on the plane.
fn line(node: NodeId, depth: u32, plane: &Plane, section: &Plane, before: &Polygon) -> Option<SectionLine> {
    let off = |edge: &Segment| plane.distance(edge.from).abs().max(plane.distance(edge.to).abs());
    let cut = before.edges().min_by(|a, b| off(a).total_cmp(&off(b)))?;
    let across = plane.normal - section.normal * section.normal.dot(plane.normal);
    Some(SectionLine {
        node,
        depth,
        ends: [cut.from, cut.to],
        front: across.try_normalize()?,
    })
}
