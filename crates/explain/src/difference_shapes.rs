//! The differences between two levels, as shapes that can be drawn.

use bspwalk_geometry::{Polygon, Polyhedron};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{Child, LeafId, OUTSIDE},
};
use glam::DVec3;

use crate::{
    difference::{
        ChangeCounts, ComparedLevel, Difference, Matching, change, change_counts, faces_of, portals_of,
    },
    outlines::{Outline, OutlineComparison, Overlap, PolygonOverlap},
};

/// Index of the side before the change. Anything that exists only on this side was removed.
pub const BEFORE: usize = 0;

/// Index of the side after the change. Anything that exists only on this side was added.
pub const AFTER: usize = 1;

/// Removed and added shapes, in metres and in the coordinates of the level after the change. Arrays are indexed by
/// side.
#[derive(Clone, Debug, Default)]
pub struct DifferenceShapes {
    /// Cells of the empty leaves that were added.
    pub rooms: Vec<Polyhedron>,
    /// Convex parts that are solid on this side and empty on the other. They belong to leaves that the other side's
    /// tree lacks.
    pub solid: [Vec<Polyhedron>; 2],
    /// Number of leaves that the other side's tree lacks.
    pub leaves: [usize; 2],
    /// Portals without an identical portal in the other side's tree.
    pub portals: [Vec<ChangedPolygon>; 2],
    /// Faces that are entirely or partly missing from the other level. Faces that are merely divided differently are
    /// not included.
    pub faces: [Vec<ChangedPolygon>; 2],
    /// Summary for each kind of element: its name, and a text with the total, added and removed numbers.
    pub words: Vec<(&'static str, String)>,
}

/// A polygon on one side that has no identical polygon on the other side.
#[derive(Clone, Debug)]
pub struct ChangedPolygon {
    /// The polygon.
    pub outline: Outline,
    /// How much of the polygon the other side contains.
    pub overlap: Overlap,
}

impl DifferenceShapes {
    /// Converts the difference between these two levels to shapes.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(
        sides: [ComparedLevel<'_>; 2],
        difference: &Difference,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let moves = [-difference.offset, DVec3::ZERO];
        let leaf_changes = [
            difference
                .leaves
                .removed_indices()
                .map(LeafId)
                .collect::<Vec<_>>(),
            difference.leaves.added_indices().map(LeafId).collect(),
        ];
        let mut changed = Self {
            words: words(difference),
            ..Self::default()
        };
        for side in [BEFORE, AFTER] {
            let (own, other, by) = (sides[side], sides[1 - side], moves[side]);
            changed.leaves[side] = leaf_changes[side].len();
            for (turn, &leaf) in leaf_changes[side].iter().enumerate() {
                progress.check_at(turn)?;
                if leaf == OUTSIDE {
                    continue;
                }
                let cell = own.leaves.leaf_cell(leaf);
                if own.leaves.is_solid(leaf) {
                    let cell = moved(cell, by - moves[1 - side]);
                    let parts = parts_in_rooms(cell, other.leaves, difference.near, progress)?;
                    let parts = parts.into_iter().map(|part| moved(part, moves[1 - side]));
                    changed.solid[side].extend(parts);
                } else if side == AFTER {
                    changed.rooms.push(moved(cell, by));
                }
            }
            let portals = portals_of(own.leaves, by);
            let is_changed = |beside: &PolygonOverlap| beside.same.is_none();
            changed.portals[side] = of(portals, &difference.portals, side, is_changed);
            let is_changed = |beside: &PolygonOverlap| beside.same.is_none() && !beside.is_redivided();
            changed.faces[side] = of(faces_of(own.level, by), &difference.faces, side, is_changed);
        }
        Ok(changed)
    }

    /// Returns whether there are no shapes.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        let polygons = self.portals.iter().chain(&self.faces);
        self.leaves == [0, 0] && polygons.into_iter().all(Vec::is_empty)
    }
}

/// Returns the parts of a cell that lie in empty leaves of a tree. Parts thinner than `near` are skipped.
fn parts_in_rooms(
    cell: Polyhedron,
    tree: &LeafTree,
    near: f64,
    progress: &Progress,
) -> Result<Vec<Polyhedron>, Cancelled> {
    let tolerance = tree.tolerances().on_plane;
    let mut found = Vec::new();
    let mut left = vec![(tree.root(), cell)];
    let mut turn = 0;
    while let Some((place, cell)) = left.pop() {
        progress.check_at(turn)?;
        turn += 1;
        if cell.is_empty() || cell.bounds().size().min_element() < near {
            continue;
        }
        let node = match place {
            Child::Leaf(leaf) => {
                if leaf != OUTSIDE && !tree.is_solid(leaf) {
                    found.push(cell);
                }
                continue;
            }
            Child::Node(node) => node,
        };
        let Some(view) = tree.node(node) else { continue };
        match cell.into_split(&view.plane, tolerance) {
            Ok(parts) => {
                let parts = parts.map(|part| part.polyhedron);
                left.extend([view.front, view.back].into_iter().zip(parts));
            }
            Err(cell) => {
                let is_behind = view.plane.distance(middle(&cell)) < 0.0;
                left.push((if is_behind { view.back } else { view.front }, cell));
            }
        }
    }
    Ok(found)
}

fn of(
    outlines: Vec<Outline>,
    compared: &OutlineComparison,
    side: usize,
    is_changed: impl Fn(&PolygonOverlap) -> bool,
) -> Vec<ChangedPolygon> {
    outlines
        .into_iter()
        .zip(&compared.sides[side])
        .filter(|(_, beside)| is_changed(beside))
        .map(|(outline, beside)| ChangedPolygon {
            outline,
            overlap: beside.overlap(),
        })
        .collect()
}

fn moved(mut cell: Polyhedron, by: DVec3) -> Polyhedron {
    for vertex in cell.faces.iter_mut().flat_map(|face| &mut face.vertices) {
        vertex.position += by;
    }
    cell
}

/// Returns the mean of the corners, which lies inside a convex cell.
fn middle(cell: &Polyhedron) -> DVec3 {
    let corners = || cell.faces.iter().flat_map(Polygon::positions);
    corners().sum::<DVec3>() / corners().count().max(1) as f64
}

/// Describes how each kind of element changed.
fn words(difference: &Difference) -> Vec<(&'static str, String)> {
    let pairs = difference.visible.map(|pairs| ChangeCounts {
        before: pairs.before,
        after: pairs.after,
        gone: pairs.gone + pairs.with_gone_leaves,
        came: pairs.came + pairs.with_new_leaves,
    });
    let rows = [
        (
            text!("difference-words-faces"),
            Some(change_counts(&difference.faces)),
        ),
        (
            text!("difference-words-brushes"),
            difference.brushes.as_ref().map(Matching::counts),
        ),
        (text!("difference-words-nodes"), Some(difference.nodes.counts())),
        (text!("difference-words-leaves"), Some(difference.leaves.counts())),
        (
            text!("difference-words-portals"),
            Some(change_counts(&difference.portals)),
        ),
        (text!("difference-words-visible-pairs"), pairs),
    ];
    rows.into_iter()
        .filter_map(|(name, counts)| Some((name, change(&counts?))))
        .collect()
}
