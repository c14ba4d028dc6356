//! The cells of leaves: outlines of the empty ones, hatched walls of the solid ones.

use bevy::prelude::*;
use glam::DVec3;

use super::{
    cells::{edges, shrunk},
    job::Job,
    lines::{LineBatch, Stroke},
    polygons::{PolygonBatch, PolygonLayer, PolygonLayers},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        leaf_tree::{ChosenLeaf, LeafTreeState},
        palette::{Palette, Rgb},
        state::{Overlays, Player, WhichLeaves},
    },
    bsp::solid_leaf::{LeafId, LeafTree, OUTSIDE},
};

/// At most this many cells are drawn at once: those nearest to the eye.
pub const MOST_LEAVES: usize = 800;

/// Colour of what is solid.
pub const SOLID: Rgb = Rgb(26, 28, 34);

/// The cells that are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeafDrawing {
    /// Their edges.
    pub lines: LineBatch,
    /// The walls of the solid ones and of the eye's and the selected one.
    pub polygons: PolygonBatch,
    /// How many are drawn, and how many there are of the kind asked for; of all where only the eye's and the selected one
    /// are drawn.
    pub counts: [usize; 2],
}

impl LeafDrawing {
    /// The cells of a kind, the eye's and the selected one; of too many those nearest to `eye`.
    #[must_use]
    pub fn of(
        tree: &LeafTree,
        which: WhichLeaves,
        eye: DVec3,
        chosen: Option<LeafId>,
        palette: Palette,
    ) -> Self {
        let own = tree.locate(eye);
        let wanted = |id: LeafId| match which {
            WhichLeaves::OfEye => false,
            WhichLeaves::Empty => !tree.is_solid(id),
            WhichLeaves::Solid => tree.is_solid(id),
            WhichLeaves::All => true,
        };
        let mut leaves: Vec<(f64, LeafId)> = (0..tree.leaf_count())
            .filter(|&id| id != OUTSIDE && wanted(id))
            .filter_map(|id| {
                let bounds = tree.leaf(id)?.bounds;
                Some((bounds.closest_point(eye).distance_squared(eye), id))
            })
            .collect();
        let in_all = leaves.len();
        if in_all > MOST_LEAVES {
            leaves.select_nth_unstable_by(MOST_LEAVES, |a, b| a.0.total_cmp(&b.0));
            leaves.truncate(MOST_LEAVES);
        }
        let special = [Some(own), chosen];
        let mut drawing = Self {
            counts: match which {
                WhichLeaves::OfEye => {
                    let drawn = (0..tree.leaf_count())
                        .filter(|&id| id != OUTSIDE && special.contains(&Some(id)))
                        .count();
                    [drawn, tree.leaf_count().saturating_sub(1) as usize]
                }
                _ => [leaves.len(), in_all],
            },
            ..Self::default()
        };
        for &(_, id) in &leaves {
            if special.contains(&Some(id)) {
                continue;
            }
            if tree.is_solid(id) {
                drawing.add(
                    tree,
                    id,
                    Stroke::new(Rgb(120, 124, 134), 0.8, 1.2),
                    Some((SOLID, 0.5)),
                );
            } else {
                let color = palette.categories()[id as usize % palette.categories().len()];
                drawing.add(tree, id, Stroke::new(color, 0.9, 1.6), None);
            }
        }
        let white = Rgb(255, 255, 255);
        drawing.add(tree, own, Stroke::new(white, 1.0, 3.0), Some((white, 0.05)));
        if let Some(chosen) = chosen.filter(|&chosen| chosen != own) {
            let color = palette.selected();
            drawing.add(tree, chosen, Stroke::new(color, 1.0, 3.0), Some((color, 0.16)));
        }
        drawing
    }

    /// The outline of one cell.
    #[must_use]
    pub fn single(tree: &LeafTree, id: LeafId, color: Rgb) -> Self {
        let mut drawing = Self::default();
        drawing.add(tree, id, Stroke::new(color, 1.0, 2.4), None);
        drawing
    }

    fn add(&mut self, tree: &LeafTree, id: LeafId, stroke: Stroke, fill: Option<(Rgb, f32)>) {
        if id == OUTSIDE {
            return;
        }
        let cell = tree.leaf_cell(id);
        let center = cell.bounds().center();
        for (from, to) in edges(&cell) {
            self.lines.line(shrunk(from, center), shrunk(to, center), stroke);
        }
        let Some((color, alpha)) = fill else { return };
        for face in &cell.faces {
            self.polygons
                .push(face.positions().map(|point| shrunk(point, center)), color, alpha);
        }
    }
}

/// What the cells are made from: another key, another drawing.
type Key = (u64, WhichLeaves, Option<LeafId>, IVec3, LeafId, Palette);

/// The cells that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Leaves {
    job: Job<Option<Key>, LeafDrawing>,
    /// How many are drawn, of how many.
    pub(super) counts: [usize; 2],
}

impl Leaves {
    /// Whether they are still being made.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Metres that the eye moves before the nearest cells are chosen anew.
const NOTCH: f32 = 2.0;

/// Makes the cells when what they depend on has changed.
pub(super) fn make(
    (leaf_tree, chosen, overlays, player): (Res<LeafTreeState>, Res<ChosenLeaf>, Res<Overlays>, Res<Player>),
    mut leaves: ResMut<Leaves>,
    mut lines: ResMut<LineLayers>,
    mut polygons: ResMut<PolygonLayers>,
) {
    let built = leaf_tree.built().filter(|_| overlays.leaves);
    let key = built.map(|built| {
        let eye = player.position.as_dvec3();
        let notch = (player.position / NOTCH).round().as_ivec3();
        (
            built.revision,
            overlays.which_leaves,
            chosen.0,
            notch,
            built.tree.locate(eye),
            overlays.palette,
        )
    });
    let tree = built.map(|built| built.tree.clone());
    let (which, chosen, palette) = (overlays.which_leaves, chosen.0, overlays.palette);
    let eye = player.position.as_dvec3();
    leaves.job.request(key, move || {
        tree.map(|tree| LeafDrawing::of(&tree, which, eye, chosen, palette))
            .unwrap_or_default()
    });
    if let Some(drawing) = leaves.job.take() {
        leaves.counts = drawing.counts;
        lines.set(LineLayer::LeavesThroughWalls, drawing.lines.clone());
        lines.set(LineLayer::Leaves, drawing.lines);
        polygons.set(PolygonLayer::Leaves, drawing.polygons);
    }
}
