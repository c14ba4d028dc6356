//! Overlay colours for faces, for the selected node, and for fragment edges.

use bspwalk_trees::{FaceId, NodeRange, NodeTree, node_storing::NodeId};
use glam::{Vec3, Vec4, Vec4Swizzles};

use super::{
    camera::EdgeFunction,
    edge_functions::Outline,
    style::{Coloring, FrameStyle},
};
use crate::color::{meaning::ink, palette::Palette};

/// The overlay colours of a picture.
#[derive(Clone, Debug)]
pub(super) struct OverlayColors<'a> {
    tree: &'a NodeTree,
    coloring: Coloring,
    palette: Palette,
    /// Index ranges: the selected node, the nodes in front of it, and the nodes behind it.
    sides: Option<[NodeRange; 3]>,
}

impl<'a> OverlayColors<'a> {
    pub(super) fn new(tree: &'a NodeTree, style: &FrameStyle) -> Self {
        Self {
            tree,
            coloring: style.coloring,
            palette: style.palette,
            sides: style.selected.map(|node| sides(tree, node)),
        }
    }

    /// Returns the linear colour of a fragment that belongs to this source triangle, or `None` if the colour varies
    /// over the fragment.
    pub(super) fn flat(&self, fragment: u32, source: FaceId) -> Option<Vec3> {
        let node = self.tree.fragment(fragment);
        let node = node.map_or(NodeId::ROOT, |fragment| fragment.node);
        let category = |number: u32| Some(Vec3::from(self.palette.category(number)));
        match self.coloring {
            Coloring::Material | Coloring::Leaf | Coloring::VisibleLeaf => None,
            Coloring::Node => category(node.0),
            Coloring::Triangle => category(source.0),
            Coloring::Fragment => category(fragment),
            Coloring::Depth => {
                let depth = self.tree.node(node).map_or(0, |node| node.depth);
                let rgb = self.palette.depth(depth);
                Some(Vec3::from(rgb.linear()))
            }
        }
    }

    /// Returns the linear tint of a fragment relative to the selected node, with its opacity.
    pub(super) fn tint(&self, fragment: u32) -> Option<(Vec3, f32)> {
        let sides = self.sides.as_ref()?;
        let node = self.tree.fragment(fragment)?.node;
        let tints = [
            (self.palette.selected(), 0.8),
            (self.palette.front(), 0.55),
            (self.palette.back(), 0.55),
        ];
        let mut sides = sides.iter().zip(tints);
        let (_, (tint, share)) = sides.find(|(side, _)| side.contains(&node))?;
        Some((Vec3::from(tint.linear()), share))
    }

    /// Returns the linear colour and opacity of the fragment edges at a position in a fragment. `edges` are the edge
    /// functions of the outline. `rows` is the number of sample rows per pixel.
    pub(super) fn edge(
        &self,
        outline: &Outline,
        edges: &[EdgeFunction],
        place: [f64; 2],
        rows: u32,
    ) -> (Vec3, f32) {
        let [(edge, edge_share), (cut, cut_share)] = match self.coloring {
            Coloring::Material => [(self.palette.face(), 0.75), (self.palette.cut(), 1.0)],
            _ => [(ink::DARK, 0.75), (self.palette.cut(), 0.95)],
        };
        // Fade the edges of fragments that are only a few pixels in size. Otherwise, distant walls would show nothing
        // but edges.
        let high = outline.columns.len().min(outline.rows.len() / rows as usize) as f32;
        let fade = smoothstep(1.5, 9.0, high);
        // Width of the antialiased fringe: half the side of the square that a sample represents.
        let fringe = 0.5 / (rows as f32).sqrt();
        let mut best = (Vec3::ZERO, 0.0);
        for (number, line) in edges.iter().enumerate() {
            let away = (line.at(place).abs() / line.x.hypot(line.y * f64::from(rows))) as f32;
            let (ink, share, half_width) = if outline.cuts >> number & 1 == 1 {
                (cut, cut_share, 0.9)
            } else {
                (edge, edge_share, 0.6)
            };
            let share = share * fade * (1.0 - smoothstep(half_width - fringe, half_width + fringe, away));
            if share > best.1 {
                best = (Vec3::from(ink.linear()), share);
            }
        }
        best
    }
}

/// Blends an edge of this opacity over a colour with straight alpha.
pub(super) fn blend_edge(color: Vec4, ink: Vec3, share: f32) -> Vec4 {
    let over = share + color.w * (1.0 - share);
    let mixed = (ink * share + color.xyz() * (color.w * (1.0 - share))) / over.max(1.0e-4);
    mixed.extend(over)
}

/// Interpolates smoothly from 0 at `low` to 1 at `high`.
fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Returns three index ranges: the node, the nodes in front of it, and the nodes behind it. Nodes are in depth-first
/// order.
fn sides(tree: &NodeTree, id: NodeId) -> [NodeRange; 3] {
    let Some(node) = tree.node(id) else {
        return <[NodeRange; 3]>::default();
    };
    // A subtree ends where the next one starts: at the back child of the nearest ancestor that has the subtree in
    // front.
    let end = |id: NodeId| {
        let mut below = id;
        for (ancestor, _) in tree.ancestors(id) {
            let back = tree.node(ancestor).and_then(|node| node.back);
            if let Some(back) = back.filter(|&back| back > below) {
                return back;
            }
            below = ancestor;
        }
        NodeId(tree.node_count())
    };
    let side =
        |child: Option<NodeId>| child.map_or_else(NodeRange::default, |child| (child..end(child)).into());
    [id.into(), side(node.front), side(node.back)]
}
