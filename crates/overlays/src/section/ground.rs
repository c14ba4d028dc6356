//! What tints the section: the cells of a depth, leaves, and what can be seen from the eye's leaf.

use std::cmp::Reverse;

use bspwalk_geometry::Plane;
use bspwalk_levels::color::{meaning::ink, palette::Palette};
use bspwalk_progress::Progress;
use bspwalk_session::overlays::{OverlayKind, Overlays};
use bspwalk_trees::{
    LeafTree, NodeTree,
    section::{Section, SectionCell, SectionParams},
    solid_leaf::{LeafId, OUTSIDE, portals::reachable_leaves, pvs::Pvs},
};
use glam::{DVec3, IVec3, Vec3};

use super::cut::{center, fitting, leaf_of};
use crate::{
    drawing::{Drawing, Label},
    lines::Stroke,
};

/// The numbers of painter's order follow the eye in steps of so many metres.
const EYE_STEP: f32 = 0.25;

/// At most this many leaves ask for a number.
const MOST_NUMBERS: usize = 1_500;

/// How opaque a leaf is tinted, and its outline: one that can be reached from the eye's leaf, and one that cannot.
const LEAF_TINT: [f32; 2] = [0.34, 0.9];
const UNREACHED_TINT: [f32; 2] = [0.1, 0.35];

/// How opaque a leaf is tinted that may be seen; and one that may not, evenly and by its hatch. Both are tinted: on a dark floor and
/// on a bright one, they are told apart by colour and hatch, never by brightness alone.
const SEEN_TINT: f32 = 0.32;
const HIDDEN_TINT: [f32; 2] = [0.55, 0.8];

/// What tints the section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The depth whose cells are tinted.
    cells: Option<u32>,
    /// The empty leaves are tinted.
    leaves: bool,
    /// What may be seen from the eye's leaf is tinted, and what may not is hatched.
    visible: bool,
    /// The eye in steps of a quarter of a metre, where the leaves are numbered in painter's order from it.
    painter: Option<IVec3>,
    own: LeafId,
    selected: Option<LeafId>,
    /// Whether the user means the leaf by the selection: then it is tinted.
    is_meant: bool,
}

impl Ground {
    /// What these overlays tint, seen from `eye`, with the leaf that is selected and whether the user means the leaf by it.
    #[must_use]
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
            // Where nothing is tinted by it, another leaf is no reason to compute the section anew.
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
            let width = fitting(1.6, breadth(cell), detail);
            drawing.lines.ring(&corners, Stroke::new(color, 0.9, width));
            drawing.polygons.push(corners, color, 0.4);
        }
    }

    /// Tints the empty leaves, faintly those that cannot be reached from the eye's leaf, and hatches what cannot be seen from
    /// it.
    pub fn draw_leaves(
        &self,
        drawing: &mut Drawing,
        (leaves, pvs): (&LeafTree, Option<&Pvs>),
        section: &Section,
        detail: f64,
        palette: Palette,
    ) {
        // From solid and from the outside, everything may be seen.
        let is_inside = self.own != OUTSIDE && !leaves.is_solid(self.own);
        let sees = pvs.filter(|_| (self.visible || self.leaves) && is_inside);
        // What no portal leads to is no room that could be seen.
        let rooms = is_inside.then(|| reachable_leaves(leaves.portal_graph(), self.own));
        let is_room = |leaf: LeafId| rooms.as_ref().is_none_or(|rooms| rooms[leaf as usize]);
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
                let color = categories[leaf as usize % categories.len()];
                let [tint, line] = if is_room(leaf) { LEAF_TINT } else { UNREACHED_TINT };
                // A tint over the hatch could be taken for a leaf that is seen.
                let tint = if is_hidden { 0.0 } else { tint };
                drawing.polygons.push(corners.clone(), color, tint);
                let width = fitting(1.4, breadth(cell), detail);
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

    /// Numbers the empty leaves that can be reached from the eye in painter's order, the farthest first; those with the
    /// largest part of the section, where there are many. Returns how many there are.
    pub fn draw_numbers(&self, drawing: &mut Drawing, leaves: &LeafTree, section: &Section) -> usize {
        let Some(eye) = self.painter else { return 0 };
        let eye = eye.as_dvec3() * f64::from(EYE_STEP);
        let mut nearness = vec![0; leaves.leaf_count() as usize];
        for (place, leaf) in (0..).zip(leaves.order().near_to_far(eye)) {
            nearness[leaf as usize] = place;
        }
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !leaves.is_solid(leaf);
        let own = leaves.locate(eye);
        // From solid nothing is reached: there all are numbered.
        let rooms = is_empty(own).then(|| reachable_leaves(leaves.portal_graph(), own));
        let is_room = |leaf: LeafId| rooms.as_ref().is_none_or(|rooms| rooms[leaf as usize]);
        let mut cells: Vec<(LeafId, &SectionCell)> = section
            .cells
            .iter()
            .map(|cell| (leaf_of(leaves, cell), cell))
            .filter(|&(leaf, _)| is_empty(leaf) && is_room(leaf))
            .collect();
        cells.sort_by_key(|&(leaf, _)| Reverse(nearness[leaf as usize]));
        let all = cells.len();
        let mut labels: Vec<(f64, Label)> = (0..)
            .zip(cells)
            .map(|(place, (_, cell))| {
                let label = Label {
                    places: vec![center(cell).as_vec3()],
                    text: (place + 1).to_string(),
                    // The number says the order: a colour would be taken for a depth.
                    color: ink::PLATE,
                    height: 13.0,
                    rank: 0,
                    normal: None,
                    line: None,
                    of: OverlayKind::Painter,
                    even_hidden: true,
                    leader: true,
                };
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

/// Tints and hatches what is hidden. A polygon is hatched where it is seen from behind.
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

/// The longer side of a cell's bounds.
fn breadth(cell: &SectionCell) -> f64 {
    cell.polygon.bounds().size().max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::section::cut;
    use bspwalk_testing::small_trees as test_trees;

    /// From one room the farthest leaf is 1, and the eye's own is the last.
    #[test]
    fn leaves_are_numbered_from_far_to_near() {
        let (leaves, eye) = test_trees::leaf_tree();
        let mut overlays = Overlays::none();
        overlays.set(OverlayKind::Painter, true);
        let ground = Ground::new(&overlays, Some(&leaves), eye, (None, false));
        let plane = Plane::from_point_normal(eye, DVec3::Y);
        let section = leaves
            .section(&plane, &cut::all(0.0), &Progress::default())
            .expect("nothing cancels it");
        let mut drawing = Drawing::default();
        ground.draw_numbers(&mut drawing, &leaves, &section);
        let mut numbers: Vec<(usize, LeafId)> = drawing
            .labels
            .iter()
            .map(|label| {
                let number = label.text.parse().expect("a number");
                (number, leaves.locate(label.places[0].as_dvec3()))
            })
            .collect();
        numbers.sort_unstable();
        let order: Vec<LeafId> = leaves.order().near_to_far(eye).collect();
        let place = |leaf: LeafId| order.iter().position(|&of| of == leaf);
        assert!(numbers.len() > 3, "{numbers:?}");
        assert_eq!(numbers.last().map(|last| last.1), Some(leaves.locate(eye)));
        assert!(
            numbers.windows(2).all(|pair| place(pair[0].1) > place(pair[1].1)),
            "{numbers:?}"
        );
        drawing.labels.clear();
        let off = Ground::new(&Overlays::none(), Some(&leaves), eye, (None, false));
        off.draw_numbers(&mut drawing, &leaves, &section);
        assert_eq!(drawing.labels, [], "the overlay is off");
    }
}
