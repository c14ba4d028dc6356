//! The cells: the convex regions that the nodes of one depth divide space into.

use bevy::prelude::*;
use glam::DVec3;

use super::{
    CurrentTreeStats,
    job::Job,
    lines::{LineBatch, Stroke},
    strokes::{LineLayer, LineLayers},
    tree_stats::TreeStats,
};
use crate::{
    app::{
        palette::{Palette, Rgb},
        state::{CurrentLevel, Overlays, Player, Selection},
    },
    bsp::{NodeTree, node_storing::NodeId},
    geometry::Polyhedron,
};

/// At most this many cells are drawn at once.
pub const MOST_CELLS: usize = 600;

/// Cells are drawn this much smaller around their middle, so that neighbours do not share their edges.
const SHRUNK: f64 = 0.985;

/// A point of a cell with this middle, as it is drawn.
pub(super) fn shrunk(point: DVec3, center: DVec3) -> Vec3 {
    (center + (point - center) * SHRUNK).as_vec3()
}

/// Which cells are drawn, and as what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellDrawing {
    /// Their edges.
    pub lines: LineBatch,
    /// The node at the depth whose cell the eye is in, if there is one.
    pub of_eye: Option<NodeId>,
    /// How many are drawn.
    pub drawn: usize,
    /// How many there are at the depth.
    pub in_all: usize,
}

impl CellDrawing {
    /// The cells at a depth and that of the selected node.
    #[must_use]
    pub fn of(
        tree: &NodeTree,
        stats: &TreeStats,
        depth: u32,
        selected: Option<NodeId>,
        of_eye: Option<NodeId>,
        palette: Palette,
    ) -> Self {
        let nodes = stats.at_depth(depth.min(stats.deepest()));
        let mut drawing = Self {
            in_all: nodes.len(),
            of_eye,
            ..Self::default()
        };
        let categories = palette.categories();
        for (place, &node) in nodes.iter().take(MOST_CELLS).enumerate() {
            if Some(node) == selected || Some(node) == of_eye {
                continue;
            }
            let alpha = if selected.is_some() { 0.45 } else { 0.9 };
            let stroke = Stroke::new(categories[place % categories.len()], alpha, 1.6);
            drawing.add(&tree.cell(node), stroke);
        }
        drawing.drawn = nodes.len().min(MOST_CELLS);
        if let Some(node) = of_eye.filter(|_| of_eye != selected) {
            drawing.add(&tree.cell(node), Stroke::new(Rgb(255, 255, 255), 1.0, 3.0));
        }
        if let Some(node) = selected {
            drawing.add(&tree.cell(node), Stroke::new(palette.selected(), 1.0, 3.0));
        }
        drawing
    }

    fn add(&mut self, cell: &Polyhedron, stroke: Stroke) {
        let center = cell.bounds().center();
        for (from, to) in edges(cell) {
            self.lines.line(shrunk(from, center), shrunk(to, center), stroke);
        }
    }
}

/// The edges of a convex polyhedron, each once.
#[must_use]
pub fn edges(cell: &Polyhedron) -> Vec<(DVec3, DVec3)> {
    let near = cell.bounds().size().length() * 1.0e-6;
    let same = |a: DVec3, b: DVec3| a.distance_squared(b) <= near * near;
    let mut edges: Vec<(DVec3, DVec3)> = Vec::new();
    for face in &cell.faces {
        let corners: Vec<DVec3> = face.positions().collect();
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let known = edges
                .iter()
                .any(|&(a, b)| same(a, from) && same(b, to) || same(a, to) && same(b, from));
            if !known && !same(from, to) {
                edges.push((from, to));
            }
        }
    }
    edges
}

/// What the cells are made from: another key, another drawing.
type Key = (u64, bool, u32, [Option<NodeId>; 2], Palette);

/// The cells that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Cells {
    job: Job<Key, CellDrawing>,
    /// How many are drawn, of how many.
    pub(super) counts: [usize; 2],
}

impl Cells {
    /// Whether they are still being clipped.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Makes the cells when what they depend on has changed.
pub(super) fn make(
    current: Res<CurrentLevel>,
    inputs: (Res<Overlays>, Res<Selection>, Res<CurrentTreeStats>, Res<Player>),
    mut cells: ResMut<Cells>,
    mut layers: ResMut<LineLayers>,
) {
    let (overlays, selection, tree_stats, player) = inputs;
    if tree_stats.revision != Some(current.revision) {
        return;
    }
    let wanted = overlays.cells;
    let depth = if wanted {
        overlays.cell_depth.min(tree_stats.stats.deepest())
    } else {
        0
    };
    let of_eye = current
        .tree
        .path(player.position)
        .nth(depth as usize)
        .map(|step| step.node);
    let [selected, of_eye] = [selection.node, of_eye].map(|node| node.filter(|_| wanted));
    let key = (
        current.revision,
        wanted,
        depth,
        [selected, of_eye],
        overlays.palette,
    );
    let (tree, stats, palette) = (current.tree.clone(), tree_stats.stats.clone(), overlays.palette);
    cells.job.request(key, move || {
        if wanted {
            CellDrawing::of(&tree, &stats, depth, selected, of_eye, palette)
        } else {
            CellDrawing::default()
        }
    });
    if let Some(drawing) = cells.job.take() {
        cells.counts = [drawing.drawn, drawing.in_all];
        layers.set(LineLayer::CellsThroughWalls, drawing.lines.clone());
        layers.set(LineLayer::Cells, drawing.lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::overlays::test_trees, geometry::Aabb};

    #[test]
    fn a_box_has_twelve_edges() {
        let aabb = Aabb {
            min: DVec3::ZERO,
            max: DVec3::new(1.0, 2.0, 3.0),
        };
        assert_eq!(edges(&Polyhedron::from_aabb(&aabb)).len(), 12);
        assert!(edges(&Polyhedron { faces: Vec::new() }).is_empty());
    }

    /// Euler's formula for convex polyhedra: corners − edges + faces = 2.
    #[test]
    fn the_edges_of_a_cell_are_those_of_a_convex_polyhedron() {
        let (tree, _) = test_trees::room();
        for node in 0..tree.node_count() {
            let cell = tree.cell(node);
            let mut corners: Vec<DVec3> = Vec::new();
            for position in cell.faces.iter().flat_map(crate::geometry::Polygon::positions) {
                if corners.iter().all(|corner| corner.distance(position) > 1.0e-5) {
                    corners.push(position);
                }
            }
            assert_eq!(
                corners.len() + cell.faces.len(),
                edges(&cell).len() + 2,
                "node {node}"
            );
        }
    }

    #[test]
    fn the_selected_cell_is_drawn_with_those_of_the_depth() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::of(&tree);
        let palette = Palette::default();
        let depth = CellDrawing::of(&tree, &stats, 3, None, None, palette);
        assert_eq!(
            (depth.drawn, depth.in_all),
            (stats.at_depth(3).len(), stats.at_depth(3).len())
        );
        let with_root = CellDrawing::of(&tree, &stats, 3, Some(0), None, palette);
        assert_eq!(with_root.lines.len(), depth.lines.len() + 12);
        let of_eye = CellDrawing::of(&tree, &stats, 3, None, Some(stats.at_depth(3)[0]), palette);
        assert_eq!(of_eye.lines.len(), depth.lines.len(), "each cell once");
        let deeper = CellDrawing::of(&tree, &stats, u32::MAX, None, None, palette);
        assert_eq!(
            deeper.in_all,
            stats.at_depth(stats.deepest()).len(),
            "the deepest instead of none"
        );
    }
}
