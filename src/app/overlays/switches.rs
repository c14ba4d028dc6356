//! Switching overlays on and off.

use bevy::prelude::*;

use super::CurrentTreeStats;
use crate::{
    app::{
        input::KeyLabels,
        state::{Command, FaceColoring, Notice, Overlays, Selection},
    },
    cli::overlays::OverlayKind,
};

/// Steps of the keys from nothing of painter's order to all of it.
const PAINTER_NOTCHES: f32 = 20.0;

impl FaceColoring {
    /// The overlay that it is.
    #[must_use]
    pub fn kind(self) -> OverlayKind {
        match self {
            Self::Material => OverlayKind::Materials,
            Self::Node => OverlayKind::Nodes,
            Self::Depth => OverlayKind::Depth,
            Self::Triangle => OverlayKind::Triangles,
            Self::Fragment => OverlayKind::Fragments,
            Self::Visible => OverlayKind::Visible,
        }
    }

    /// The colouring that an overlay is, if it is one.
    #[must_use]
    pub fn of(kind: OverlayKind) -> Option<Self> {
        match kind {
            OverlayKind::Materials => Some(Self::Material),
            OverlayKind::Nodes => Some(Self::Node),
            OverlayKind::Depth => Some(Self::Depth),
            OverlayKind::Triangles => Some(Self::Triangle),
            OverlayKind::Fragments => Some(Self::Fragment),
            OverlayKind::Visible => Some(Self::Visible),
            _ => None,
        }
    }

    /// The one after it, in the order of [`OverlayKind::ALL`], round and round.
    #[must_use]
    pub fn next(self) -> Self {
        let colorings: Vec<Self> = OverlayKind::ALL.into_iter().filter_map(Self::of).collect();
        let place = colorings
            .iter()
            .position(|&coloring| coloring == self)
            .unwrap_or(0);
        colorings[(place + 1) % colorings.len()]
    }
}

impl Overlays {
    /// Nothing but the level.
    #[must_use]
    pub fn none() -> Self {
        Self {
            path: false,
            ..Self::default()
        }
    }

    /// Whether an overlay is shown.
    #[must_use]
    pub fn is_on(&self, kind: OverlayKind) -> bool {
        match kind {
            OverlayKind::Planes => self.planes,
            OverlayKind::Wireframe => self.wireframe,
            OverlayKind::Normals => self.normals,
            OverlayKind::Cells => self.cells,
            OverlayKind::Collision => self.collision,
            OverlayKind::Path => self.path,
            OverlayKind::Leaves => self.leaves,
            OverlayKind::Portals => self.portals,
            OverlayKind::Sight => self.sight,
            OverlayKind::Leak => self.leak,
            OverlayKind::Painter => self.painter,
            _ => FaceColoring::of(kind) == Some(self.faces),
        }
    }

    /// Shows or hides an overlay. Hiding a way to colour the faces gives them their materials back.
    pub fn set(&mut self, kind: OverlayKind, on: bool) {
        match kind {
            OverlayKind::Planes => self.planes = on,
            OverlayKind::Wireframe => self.wireframe = on,
            OverlayKind::Normals => self.normals = on,
            OverlayKind::Cells => self.cells = on,
            OverlayKind::Collision => self.collision = on,
            OverlayKind::Path => self.path = on,
            OverlayKind::Leaves => self.leaves = on,
            OverlayKind::Portals => self.portals = on,
            OverlayKind::Sight => self.sight = on,
            OverlayKind::Leak => self.leak = on,
            OverlayKind::Painter => {
                if on && !self.painter {
                    // A part of the order, kept from the last time, would look like a level with holes.
                    self.painter_share = 1.0;
                }
                self.painter = on;
            }
            _ => match FaceColoring::of(kind) {
                Some(coloring) if on => self.faces = coloring,
                Some(coloring) if self.faces == coloring => self.faces = FaceColoring::Material,
                _ => {}
            },
        }
    }

    /// Shows planes down to the next depth or one less, and the cells of that depth, within what a tree has; where only
    /// painter's order is shown, more or less of that.
    pub fn step(&mut self, further: bool, deepest: u32) {
        if self.painter {
            let notch = (self.painter_share * PAINTER_NOTCHES).round() + if further { 1.0 } else { -1.0 };
            self.painter_share = (notch / PAINTER_NOTCHES).clamp(0.0, 1.0);
            if !self.planes && !self.cells {
                return;
            }
        }
        let step = |depth: u32| {
            if further {
                depth.saturating_add(1)
            } else {
                depth.saturating_sub(1)
            }
            .min(deepest)
        };
        let [first, last] = &mut self.plane_depths;
        *last = step(*last);
        *first = (*first).min(*last);
        self.cell_depth = step(self.cell_depth);
    }

    /// What a step has changed that is not shown, for the user; `None` where the picture shows it.
    fn unseen_step(&self, node_selected: bool, keys: &KeyLabels) -> Option<String> {
        let [first, last] = self.plane_depths;
        let key = |kind: OverlayKind| keys.of(Command::Overlay(kind.key()));
        if self.cells || self.painter {
            None
        } else if !self.planes {
            Some(format!(
                "Depths {first} to {last} for split planes ({}), depth {} for cells ({}): neither is shown",
                key(OverlayKind::Planes),
                self.cell_depth,
                key(OverlayKind::Cells)
            ))
        } else if self.planes_of_selection && node_selected {
            Some(format!(
                "Split planes of depths {first} to {last}, as soon as they do not follow the selected node ({})",
                keys.of(Command::ClearSelection)
            ))
        } else {
            None
        }
    }

    /// What a key does: shows, hides or goes to the next colouring; `0` hides everything.
    pub fn press(&mut self, key: char) {
        if key == '0' {
            for kind in OverlayKind::ALL {
                self.set(kind, false);
            }
        } else if let Some(kind) = OverlayKind::ALL.into_iter().find(|kind| kind.key() == key) {
            if kind.colors_faces() {
                self.faces = self.faces.next();
            } else {
                self.set(kind, !self.is_on(kind));
            }
        }
    }
}

/// Heeds the keys of the overlays.
pub(super) fn switch(
    mut commands: MessageReader<Command>,
    mut overlays: ResMut<Overlays>,
    (tree_stats, selection, keys): (Res<CurrentTreeStats>, Res<Selection>, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        match command {
            Command::Overlay(key) => overlays.press(*key),
            Command::Deeper | Command::Shallower => {
                overlays.step(*command == Command::Deeper, tree_stats.stats.deepest());
                if let Some(text) = overlays.unseen_step(selection.node.is_some(), &keys) {
                    notices.write(Notice::info(text));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_can_be_shown_and_hidden() {
        for kind in OverlayKind::ALL {
            let mut overlays = Overlays::none();
            overlays.set(kind, true);
            assert!(overlays.is_on(kind), "{kind}");
            overlays.set(kind, false);
            assert_eq!(overlays, Overlays::none(), "{kind}");
        }
    }

    #[test]
    fn the_key_of_the_faces_goes_through_all_colourings() {
        let mut overlays = Overlays::none();
        let mut seen = Vec::new();
        for _ in 0..6 {
            seen.push(overlays.faces);
            overlays.press('2');
        }
        assert_eq!(overlays.faces, FaceColoring::Material, "round");
        seen.dedup();
        assert_eq!(seen.len(), 6);
    }

    #[test]
    fn depths_stay_within_the_tree() {
        let mut overlays = Overlays {
            plane_depths: [2, 3],
            cell_depth: 0,
            ..Overlays::none()
        };
        overlays.step(true, 4);
        assert_eq!((overlays.plane_depths, overlays.cell_depth), ([2, 4], 1));
        overlays.step(true, 4);
        assert_eq!((overlays.plane_depths, overlays.cell_depth), ([2, 4], 2));
        for _ in 0..9 {
            overlays.step(false, 4);
        }
        assert_eq!((overlays.plane_depths, overlays.cell_depth), ([0, 0], 0));
    }

    #[test]
    fn painters_order_begins_whole_and_is_stepped_through() {
        let mut overlays = Overlays::none();
        assert_eq!(overlays.painter_share, 1.0);
        overlays.press('K');
        let depths = overlays.plane_depths;
        for _ in 0..5 {
            overlays.step(false, 9);
        }
        assert!((overlays.painter_share - 0.75).abs() < 1.0e-6);
        assert_eq!(overlays.plane_depths, depths, "no planes are shown");
        for _ in 0..99 {
            overlays.step(false, 9);
        }
        assert_eq!(overlays.painter_share, 0.0);
        overlays.press('K');
        overlays.press('K');
        assert_eq!(overlays.painter_share, 1.0, "whole again");
        overlays.step(true, 9);
        assert_eq!(overlays.painter_share, 1.0);
    }

    #[test]
    fn a_step_that_nothing_shows_is_told() {
        let keys = KeyLabels::default();
        let mut overlays = Overlays::none();
        overlays.step(true, 9);
        assert!(
            overlays
                .unseen_step(false, &keys)
                .is_some_and(|text| text.contains("0 to 5"))
        );
        overlays.planes = true;
        assert_eq!(overlays.unseen_step(false, &keys), None);
        assert!(
            overlays
                .unseen_step(true, &keys)
                .is_some_and(|text| text.contains("selected node"))
        );
        overlays.cells = true;
        assert_eq!(overlays.unseen_step(true, &keys), None);
    }

    #[test]
    fn keys_switch_and_nought_hides() {
        let mut overlays = Overlays::none();
        for key in OverlayKind::KEYS {
            overlays.press(key);
        }
        let on = |kind: &OverlayKind| overlays.is_on(*kind);
        assert_eq!(
            OverlayKind::ALL.iter().filter(|&kind| on(kind)).count(),
            OverlayKind::KEYS.len()
        );
        overlays.press('0');
        assert_eq!(overlays, Overlays::none());
    }
}
