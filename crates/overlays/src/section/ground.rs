//! Tints of the section: cells at a depth, leaves, and leaves visible from the eye's leaf.

use std::cmp::Reverse;

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use bspwalk_session::overlays::Overlays;
use bspwalk_trees::{
    section::{Section, SectionCell, SectionParams},
    solid_leaf::portals::reachable_leaves,
};
use glam::IVec3;

use super::cut::{center, fit_line_width, leaf_of};
use crate::prelude::*;

/// Eye movement after which the painter's order is numbered again, in metres.
const EYE_STEP: f32 = 0.25;

/// Maximum number of leaves to number.
const MOST_NUMBERS: usize = 1_500;

/// Opacities of the tint and outline of leaves that can be reached from the eye's leaf.
const LEAF_TINT: [f32; 2] = [0.34, 0.9];

/// Opacities of the tint and outline of other leaves.
const UNREACHED_TINT: [f32; 2] = [0.1, 0.35];

/// Opacity of the tint of visible leaves.
const SEEN_TINT: f32 = 0.32;

/// Opacities of the tint and hatch of hidden leaves. Visible leaves are tinted too, so that colour and hatching, not
/// only brightness, distinguish the two on dark and bright floors.
const HIDDEN_TINT: [f32; 2] = [0.55, 0.8];

/// The tints of the section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Depth whose cells are tinted, if any.
    cells: Option<u32>,
    /// Whether the empty leaves are tinted.
    leaves: bool,
    /// Whether leaves that are visible from the eye's leaf are tinted, and hidden leaves hatched.
    visible: bool,
    /// Position of the eye in steps of [`EYE_STEP`], if the leaves are numbered in painter's order.
    painter: Option<IVec3>,
    own: LeafId,
    selected: Option<LeafId>,
    /// Whether the leaf was selected more recently than the node, so that the leaf is tinted.
    is_meant: bool,
}

impl Ground {
    /// Determines the tints for the enabled overlays, as seen from `eye`. `is_meant` is set if the leaf was selected
    /// more recently than the node.
    pub fn new(
        overlays: &Overlays,
        leaves: Option<&LeafTree>,
        eye: DVec3,
        (selected, is_meant): (Option<LeafId>, bool),
    ) -> Self {
        let tints = [OverlayKind::Leaves, OverlayKind::Visible]
            .into_iter()
            .any(|kind| overlays.is_on(kind));
        Self {
            cells: overlays.is_on(OverlayKind::Cells).then_some(overlays.cell_depth),
            leaves: overlays.is_on(OverlayKind::Leaves),
            visible: overlays.is_on(OverlayKind::Visible),
            painter: overlays
                .is_on(OverlayKind::Painter)
                .then(|| (eye / f64::from(EYE_STEP)).round().as_ivec3()),
            // If nothing depends on the eye's leaf, moving to another leaf must not cause the section to be recomputed.
            own: leaves
                .filter(|_| tints)
                .map_or(OUTSIDE, |leaves| leaves.locate(eye)),
            selected,
            is_meant,
        }
    }

    /// Tints the cells of the depth.
    pub fn draw_cells(
        &self,
        drawing: &mut Drawing,
        nodes: &NodeTree,
        plane: &Plane,
        detail: f64,
        palette: Palette,
    ) {
        let Some(depth) = self.cells else { return };
        let params = SectionParams {
            max_depth: depth,
            min_width: detail,
        };
        let Ok(section) = nodes.section(plane, &params, &Progress::default()) else {
            return;
        };
        let categories = palette.categories();
        for (cell, &color) in section.cells.iter().zip(categories.iter().cycle()) {
            let corners: Vec<_> = cell.polygon.positions().map(DVec3::as_vec3).collect();
            let width = fit_line_width(1.6, breadth(cell), detail);
            drawing.lines.ring(&corners, Stroke::new(color, 0.9, width));
            drawing.polygons.push(corners, color, 0.4);
        }
    }

    /// Tints the empty leaves, and hatches leaves that are hidden from the eye's leaf. Leaves that cannot be reached
    /// from the eye's leaf have a faint tint.
    pub fn draw_leaves(
        &self,
        drawing: &mut Drawing,
        (leaves, pvs): (&LeafTree, Option<&Pvs>),
        section: &Section,
        detail: f64,
        palette: Palette,
    ) {
        // If the eye is in a solid leaf or outside, all leaves count as visible.
        let is_inside = self.own != OUTSIDE && !leaves.is_solid(self.own);
        let sees = pvs.filter(|_| (self.visible || self.leaves) && is_inside);
        // A leaf that cannot be reached through portals is not part of any room, so it cannot be visible.
        let rooms = is_inside.then(|| reachable_leaves(leaves.portal_graph(), self.own));
        let is_room = |leaf: LeafId| rooms.as_ref().is_none_or(|rooms| rooms[leaf.index()]);
        let categories = palette.categories();
        for cell in &section.cells {
            let leaf = leaf_of(leaves, cell);
            if leaf == OUTSIDE || leaves.is_solid(leaf) && Some(leaf) != self.selected {
                continue;
            }
            let corners: Vec<_> = cell.polygon.positions().map(DVec3::as_vec3).collect();
            if leaves.is_solid(leaf) {
                let stroke = Stroke::new(palette.selected(), 1.0, 3.5);
                drawing.lines.ring(&corners, stroke);
                continue;
            }
            let is_hidden = sees.is_some_and(|sees| !sees.visible(self.own, leaf)) && is_room(leaf);
            if is_hidden {
                hatched(drawing, &corners, palette);
            } else if self.visible && !self.leaves && sees.is_some() && is_room(leaf) {
                drawing.polygons.push(corners.clone(), palette.eye(), SEEN_TINT);
            }
            if self.leaves {
                let color = categories[leaf.index() % categories.len()];
                let [tint, line] = if is_room(leaf) { LEAF_TINT } else { UNREACHED_TINT };
                // A tint on top of the hatch would make the leaf look visible.
                let tint = if is_hidden { 0.0 } else { tint };
                drawing.polygons.push(corners.clone(), color, tint);
                let width = fit_line_width(1.4, breadth(cell), detail);
                let stroke = Stroke::new(color.lighter(0.35), line, width);
                drawing.lines.ring(&corners, stroke);
            }
            if (self.leaves || sees.is_some()) && leaf == self.own {
                drawing.polygons.push(corners.clone(), palette.eye(), 0.25);
                drawing.lines.ring(&corners, Stroke::new(palette.eye(), 1.0, 3.5));
            } else if Some(leaf) == self.selected {
                if self.is_meant {
                    drawing.polygons.push(corners.clone(), palette.selected(), 0.3);
                }
                let stroke = Stroke::new(palette.selected(), 1.0, 3.5);
                drawing.lines.ring(&corners, stroke);
            }
        }
    }

    /// Numbers the empty leaves that can be reached from the eye in painter's order, farthest first. If there are too
    /// many, only the leaves with the largest section areas are labelled. Returns the number of leaves that are
    /// numbered.
    pub fn draw_numbers(&self, drawing: &mut Drawing, leaves: &LeafTree, section: &Section) -> usize {
        let Some(eye) = self.painter else { return 0 };
        let eye = eye.as_dvec3() * f64::from(EYE_STEP);
        let mut nearness = vec![0; leaves.leaf_count() as usize];
        for (place, leaf) in (0..).zip(leaves.order().near_to_far(eye)) {
            nearness[leaf.index()] = place;
        }
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !leaves.is_solid(leaf);
        let own = leaves.locate(eye);
        // From a solid leaf, no leaf can be reached, so number all leaves.
        let rooms = is_empty(own).then(|| reachable_leaves(leaves.portal_graph(), own));
        let is_room = |leaf: LeafId| rooms.as_ref().is_none_or(|rooms| rooms[leaf.index()]);
        let mut cells: Vec<(LeafId, &SectionCell)> = section
            .cells
            .iter()
            .map(|cell| (leaf_of(leaves, cell), cell))
            .filter(|&(leaf, _)| is_empty(leaf) && is_room(leaf))
            .collect();
        cells.sort_by_key(|&(leaf, _)| Reverse(nearness[leaf.index()]));
        let all = cells.len();
        let mut labels: Vec<(f64, Label)> = (0..)
            .zip(cells)
            .map(|(place, (_, cell))| {
                let (places, text) = (vec![center(cell).as_vec3()], (place + 1).to_string());
                // The number already shows the order, and a colour could be mistaken for a depth.
                let label = Label::new(OverlayKind::Painter, places, text, ink::PLATE);
                (cell.polygon.area(), label)
            })
            .collect();
        labels.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        labels.truncate(MOST_NUMBERS);
        for (rank, (_, label)) in (0..).zip(labels) {
            drawing.labels.push(Label { rank, ..label });
        }
        all
    }
}

/// Tints and hatches a hidden polygon. The hatching is on the back of polygons.
fn hatched(drawing: &mut Drawing, corners: &[Vec3], palette: Palette) {
    let [even, stripes] = HIDDEN_TINT;
    let polygons = &mut drawing.polygons;
    polygons.push(corners.iter().copied(), palette.hidden(), even);
    polygons.push(
        corners.iter().rev().copied(),
        palette.hidden().lighter(0.3),
        stripes,
    );
}

/// Returns the longer side of a cell's bounds.
fn breadth(cell: &SectionCell) -> f64 {
    cell.polygon.bounds().size().max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::section::cut;
    use bspwalk_testing::small_trees as test_trees;

    /// Checks that the farthest reachable leaf has number 1 and that the eye's own leaf comes last.
    #[test]
    fn leaves_are_numbered_from_far_to_near() {
        let (leaves, eye) = test_trees::leaf_tree();
        let mut overlays = Overlays::none();
        overlays.set(OverlayKind::Painter, true);
        let ground = Ground::new(&overlays, Some(&leaves), eye, (None, false));
        let plane = Plane::from_point_normal(eye, DVec3::Y);
        let section = Progress::uncancellable(|progress| {
            leaves.section(&plane, &cut::full_depth_params(0.0), progress)
        });
        let mut drawing = Drawing::default();
        ground.draw_numbers(&mut drawing, &leaves, &section);
        let number = |label: &Label| {
            let number = label.text.parse().expect("a number");
            (number, leaves.locate(label.places[0].as_dvec3()))
        };
        let mut numbers: Vec<(usize, LeafId)> = drawing.labels.iter().map(number).collect();
        numbers.sort_unstable();
        let order: Vec<LeafId> = leaves.order().near_to_far(eye).collect();
        let place = |leaf: LeafId| order.iter().position(|&of| of == leaf);
        assert!(numbers.len() > 3, "{numbers:?}");
        assert_eq!(numbers.last().map(|last| last.1), Some(leaves.locate(eye)));
        assert!(
            numbers.is_sorted_by(|a, b| place(a.1) > place(b.1)),
            "{numbers:?}"
        );
        drawing.labels.clear();
        let off = Ground::new(&Overlays::none(), Some(&leaves), eye, (None, false));
        off.draw_numbers(&mut drawing, &leaves, &section);
        assert_eq!(drawing.labels, [], "the overlay is off");
    }
}
