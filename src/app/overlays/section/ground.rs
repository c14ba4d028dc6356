//! What tints the section: the cells of a depth, leaves, and what can be seen from the eye's leaf.

use glam::DVec3;

use super::cut::{WALL, leaf_of};
use crate::{
    app::{
        overlays::{drawing::Drawing, lines::Stroke},
        palette::{Palette, Rgb},
        state::{Overlays, Player},
    },
    bsp::{
        LeafTree, NodeTree,
        section::{Section, SectionParams},
        solid_leaf::{LeafId, OUTSIDE, portals::leak::reached, pvs::Pvs},
    },
    cli::overlays::OverlayKind,
    geometry::Plane,
    progress::Progress,
};

/// The colour of what cannot be seen from the eye's leaf.
const DARK: Rgb = Rgb(6, 8, 14);

/// What tints the section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    /// The depth whose cells are tinted.
    cells: Option<u32>,
    /// The empty leaves are tinted.
    leaves: bool,
    /// What cannot be seen from the eye's leaf is dark.
    visible: bool,
    own: LeafId,
    selected: Option<LeafId>,
}

impl Ground {
    pub(super) fn of(
        overlays: &Overlays,
        leaves: Option<&LeafTree>,
        player: &Player,
        selected: Option<LeafId>,
    ) -> Self {
        let tints = [OverlayKind::Leaves, OverlayKind::Visible]
            .into_iter()
            .any(|kind| overlays.is_on(kind));
        Self {
            cells: overlays.is_on(OverlayKind::Cells).then_some(overlays.cell_depth),
            leaves: overlays.is_on(OverlayKind::Leaves),
            visible: overlays.is_on(OverlayKind::Visible),
            // Where nothing is tinted by it, another leaf is no reason to compute the section anew.
            own: leaves
                .filter(|_| tints)
                .map_or(OUTSIDE, |leaves| leaves.locate(player.position.as_dvec3())),
            selected,
        }
    }

    /// Tints the cells of the depth.
    pub(super) fn draw_cells(
        &self,
        drawing: &mut Drawing,
        nodes: &NodeTree,
        plane: &Plane,
        detail: f64,
        palette: Palette,
    ) {
        let Some(depth) = self.cells else { return };
        let params = SectionParams { depth, detail };
        let Ok(section) = nodes.section(plane, &params, &Progress::default()) else {
            return;
        };
        let categories = palette.categories();
        for (cell, &color) in section.cells.iter().zip(categories.iter().cycle()) {
            let corners: Vec<_> = cell.polygon.positions().map(DVec3::as_vec3).collect();
            drawing.lines.ring(&corners, Stroke::new(color, 0.9, 1.6));
            drawing.polygons.push(corners, color, 0.4);
        }
    }

    /// Tints the empty leaves, and darkens what cannot be seen from the eye's leaf.
    pub(super) fn draw_leaves(
        &self,
        drawing: &mut Drawing,
        leaves: &LeafTree,
        pvs: Option<&Pvs>,
        section: &Section,
        palette: Palette,
    ) {
        // From solid and from the outside, everything may be seen.
        let is_inside = self.own != OUTSIDE && !leaves.is_solid(self.own);
        let sees = pvs.filter(|_| self.visible && is_inside);
        // What no portal leads to is no room that could be seen.
        let rooms = sees.map(|_| reached(leaves.portal_graph(), self.own));
        let is_room = |leaf: LeafId| rooms.as_ref().is_some_and(|rooms| rooms[leaf as usize]);
        let categories = palette.categories();
        for cell in &section.cells {
            let leaf = leaf_of(leaves, cell);
            if leaf == OUTSIDE || leaves.is_solid(leaf) {
                continue;
            }
            let corners: Vec<_> = cell.polygon.positions().map(DVec3::as_vec3).collect();
            if self.leaves {
                let color = categories[leaf as usize % categories.len()];
                drawing.polygons.push(corners.clone(), color, 0.42);
                let stroke = Stroke::new(color.mix(WALL, 0.4), 0.9, 1.4);
                drawing.lines.ring(&corners, stroke);
            }
            if sees.is_some_and(|sees| !sees.visible(self.own, leaf)) && is_room(leaf) {
                drawing.polygons.push(corners.clone(), DARK, 0.72);
            }
            if (self.leaves || sees.is_some()) && leaf == self.own {
                drawing.polygons.push(corners.clone(), WALL, 0.25);
                drawing.lines.ring(&corners, Stroke::new(WALL, 1.0, 3.5));
            } else if Some(leaf) == self.selected {
                let stroke = Stroke::new(palette.selected(), 1.0, 3.5);
                drawing.lines.ring(&corners, stroke);
            }
        }
    }
}
