//! The cells: the convex regions that the nodes of one depth divide space into.

use bevy::prelude::*;
use glam::DVec3;

use super::{
    Known,
    facts::Facts,
    job::Job,
    lines::{LineBatch, Stroke},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        palette::Palette,
        state::{Overlays, Selection, Shown},
    },
    bsp::{NodeTree, node_storing::NodeId},
    geometry::Polyhedron,
};

/// At most this many cells are drawn at once.
pub const MOST_CELLS: usize = 600;

/// Cells are drawn this much smaller around their middle, so that neighbours do not share their edges.
const SHRUNK: f64 = 0.985;

/// Which cells are drawn, and as what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellDrawing {
    /// Their edges.
    pub lines: LineBatch,
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
        facts: &Facts,
        depth: u32,
        selected: Option<NodeId>,
        palette: Palette,
    ) -> Self {
        let nodes = facts.at_depth(depth.min(facts.deepest()));
        let mut drawing = Self {
            in_all: nodes.len(),
            ..Self::default()
        };
        let categories = palette.categories();
        for (place, &node) in nodes.iter().take(MOST_CELLS).enumerate() {
            if Some(node) == selected {
                continue;
            }
            let alpha = if selected.is_some() { 0.45 } else { 0.9 };
            let stroke = Stroke::new(categories[place % categories.len()], alpha, 1.6);
            drawing.add(&tree.cell(node), stroke);
        }
        drawing.drawn = nodes.len().min(MOST_CELLS);
        if let Some(node) = selected {
            drawing.add(&tree.cell(node), Stroke::new(palette.selected(), 1.0, 3.0));
        }
        drawing
    }

    fn add(&mut self, cell: &Polyhedron, stroke: Stroke) {
        let center = cell.bounds().center();
        let smaller = |point: DVec3| (center + (point - center) * SHRUNK).as_vec3();
        for (from, to) in edges(cell) {
            self.lines.line(smaller(from), smaller(to), stroke);
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

/// The cells that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Cells {
    job: Job<(u64, bool, u32, Option<NodeId>, Palette), CellDrawing>,
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
    shown: Option<Res<Shown>>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    known: Res<Known>,
    mut cells: ResMut<Cells>,
    mut layers: ResMut<LineLayers>,
) {
    let Some(shown) = shown.filter(|shown| known.revision == Some(shown.revision)) else {
        return;
    };
    let selected = selection.node.filter(|_| overlays.cells);
    let depth = if overlays.cells { overlays.cell_depth } else { 0 };
    let key = (shown.revision, overlays.cells, depth, selected, overlays.palette);
    let (tree, facts, wanted, palette) = (
        shown.tree.clone(),
        known.facts.clone(),
        overlays.cells,
        overlays.palette,
    );
    cells.job.request(key, move || {
        if wanted {
            CellDrawing::of(&tree, &facts, depth, selected, palette)
        } else {
            CellDrawing::default()
        }
    });
    if let Some(drawing) = cells.job.take() {
        cells.counts = [drawing.drawn, drawing.in_all];
        layers.set(LineLayer::Cells, drawing.lines);
    }
}
