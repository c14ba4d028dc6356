//! A candidate plane for the selected node. It is drawn while you point at it in the card or edit it by hand.

use bspwalk_geometry::{Plane, Polygon};

use crate::prelude::*;

overlay! {
    /// A candidate plane of a node.
    Candidate [] Immediate |scene| {
        tree: Shared<NodeTree> = scene.nodes(),
        candidate: (NodeId, Plane) = scene.candidate?,
    }
}

impl Overlay for Candidate {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let (node, plane) = &self.candidate;
        OverlayOutput::layer(Layer::Candidate, drawing(&self.tree, *node, plane, palette))
    }
}

/// Draws a candidate plane, clipped to the node's cell, with an arrow on its front side. The drawing is empty if the
/// plane misses the cell.
fn drawing(tree: &NodeTree, node: NodeId, plane: &Plane, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    if let Some(polygon) = tree.plane_in_cell(node, plane) {
        add_polygon_with_normal(&mut drawing, tree, &polygon, plane.normal, palette.candidate());
    }
    drawing
}

/// Adds the polygon of a plane, with an arrow from its centre towards the front.
pub(crate) fn add_polygon_with_normal(
    drawing: &mut Drawing,
    tree: &NodeTree,
    polygon: &Polygon,
    normal: DVec3,
    color: Rgb,
) {
    drawing.outlined(polygon.positions(), color, 0.25, [1.0, 3.0]);
    let center = middle(polygon.positions());
    let length = (0.2 * polygon.area().sqrt()).min(0.05 * tree.bounds().size().length());
    let tip = center + normal * length;
    let stroke = Stroke::new(color.lighter(0.25), 1.0, 3.0);
    drawing.lines.arrow(center.as_vec3(), tip.as_vec3(), stroke);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    #[test]
    fn candidate_plane_is_clipped_to_cell() {
        let (tree, _) = test_trees::room();
        let palette = Palette::default();
        let through = Plane::from_point_normal(tree.bounds().center(), DVec3::X);
        assert_eq!(drawing(&tree, NodeId(0), &through, palette).polygons.len(), 1);
        let outside = Plane::from_point_normal(tree.bounds().max * 3.0 + 100.0, DVec3::X);
        assert!(drawing(&tree, NodeId(0), &outside, palette).polygons.is_empty());
        assert!(
            drawing(&tree, NodeId(u32::MAX), &through, palette)
                .polygons
                .is_empty()
        );
    }
}
