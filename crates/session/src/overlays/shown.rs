//! Displayed overlays and their options.

use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::doom_load::VIEW_HEIGHT;
use bspwalk_levels::light_styles::StyleFactors;
use bspwalk_text::{Message, message};

use super::OverlayKind;
use crate::actions::FilmMove;

/// Leaves whose cells are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum WhichLeaves {
    /// The leaf that contains the eye, and the selected leaf.
    #[default]
    OfEye,
    /// All empty leaves.
    Empty,
    /// All solid leaves.
    Solid,
    /// All leaves.
    All,
}

impl WhichLeaves {
    /// All variants, with their labels in the panel.
    pub const ALL: [(Self, Message); 4] = [
        (Self::OfEye, message!("shown-leaves-of-eye")),
        (Self::Empty, message!("shown-leaves-empty")),
        (Self::Solid, message!("shown-leaves-solid")),
        (Self::All, message!("shown-leaves-all")),
    ];
}

/// Displayed overlays and their options.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Overlays {
    #[serde(flatten, with = "shown_by_name")]
    shown: OverlayFlags,
    /// Minimum and maximum depth of the displayed planes, both inclusive.
    pub plane_depths: [u32; 2],
    /// Whether to show only the planes of the selected node and its ancestors while a node is selected.
    pub planes_of_selection: bool,
    /// Opacity of the planes, from 0 to 1.
    pub plane_opacity: f32,
    /// Depth of the displayed cells.
    pub cell_depth: u32,
    /// Leaves whose cells are displayed.
    pub which_leaves: WhichLeaves,
    /// Clip hull that is compared with the visible tree, from 1. If the level has fewer hulls, its last one.
    pub hull: u32,
    /// Whether painter's order paints leaf by leaf instead of node by node.
    pub painter_by_leaf: bool,
    /// Progress of painter's order, from 0 to 1. It is not saved, because a partially painted level seems to have
    /// holes.
    #[serde(skip)]
    pub painter_share: f32,
    /// Number of units in painter's order, or 0 until it is known. Front ends set it.
    #[serde(skip)]
    pub painter_count: u32,
    /// Whether painter's order is playing.
    #[serde(skip)]
    pub painter_plays: bool,
    /// Whether painter's order stops at quiz questions.
    #[serde(skip)]
    pub painter_asks: bool,
    /// Current step of the portal flow, counted from 0. Step 0 shows the costs of all portals.
    #[serde(skip)]
    pub flow_step: u32,
    /// Index of the last step of the portal flow, once it is recorded.
    #[serde(skip)]
    pub flow_last: Option<u32>,
    /// Height of a player's eye above the floor in heat maps of DOOM's renderer, in map units.
    pub view_height: f64,
    /// Whether the faces in front of and behind the selected node's plane are tinted.
    pub tint_subtree: bool,
    /// Colour palette of all overlays.
    pub palette: Palette,
    /// Overridden brightness of the level's light styles.
    #[serde(skip)]
    pub light_styles: StyleFactors,
}

/// Whether each overlay is on, by its index in [`OverlayKind::ALL`]. Exactly one face colouring is on.
type OverlayFlags = [bool; OverlayKind::ALL.len()];

impl Default for Overlays {
    fn default() -> Self {
        Self::showing([OverlayKind::Path])
    }
}

impl Overlays {
    /// Creates the state with only these overlays, and default options.
    pub fn showing(kinds: impl IntoIterator<Item = OverlayKind>) -> Self {
        let mut overlays = Self {
            shown: OverlayKind::ALL.map(|kind| kind == OverlayKind::Materials),
            plane_depths: [0, 4],
            planes_of_selection: true,
            plane_opacity: 0.2,
            cell_depth: 4,
            which_leaves: WhichLeaves::default(),
            hull: 1,
            painter_by_leaf: true,
            painter_share: 1.0,
            painter_count: 0,
            painter_plays: false,
            painter_asks: false,
            flow_step: 0,
            flow_last: None,
            view_height: VIEW_HEIGHT,
            tint_subtree: true,
            palette: Palette::default(),
            light_styles: StyleFactors::default(),
        };
        for kind in kinds {
            overlays.set(kind, true);
        }
        overlays
    }

    /// Creates the state without overlays.
    pub fn none() -> Self {
        Self::showing([])
    }

    /// Hides all overlays and resets their options. Keeps the palette.
    pub fn clear(&mut self) {
        *self = Self {
            palette: self.palette,
            ..Self::none()
        };
    }

    /// Returns whether an overlay is on.
    pub const fn is_on(&self, kind: OverlayKind) -> bool {
        self.shown[kind as usize]
    }

    /// Returns the overlay that colours the faces.
    pub fn face_coloring_kind(&self) -> OverlayKind {
        colorings()
            .find(|&kind| self.is_on(kind))
            .unwrap_or(OverlayKind::Materials)
    }

    /// Shows or hides an overlay. Showing an overlay hides the others on the same key.
    ///
    /// Hiding a face colouring restores the materials.
    pub fn set(&mut self, kind: OverlayKind, on: bool) {
        if kind == OverlayKind::Painter && on && !self.is_on(kind) {
            (self.painter_share, self.painter_plays) = (1.0, false);
        }
        if kind == OverlayKind::Flow && on != self.is_on(kind) {
            self.flow_step = 0;
        }
        if kind.colors_faces() && self.is_on(kind) != on {
            let coloring = if on { kind } else { OverlayKind::Materials };
            for other in colorings() {
                self.shown[other as usize] = other == coloring;
            }
        } else {
            if on {
                kind.kinds_on_same_key()
                    .for_each(|other| self.shown[other as usize] = false);
            }
            self.shown[kind as usize] = on;
        }
    }

    /// Handles a key: shows, hides or cycles its overlays. `0` hides all overlays.
    pub fn press(&mut self, key: char) {
        if key == '0' {
            for kind in OverlayKind::ALL {
                self.set(kind, false);
            }
        } else if key == OverlayKind::Materials.key() {
            let after = colorings().cycle().skip_while(|&kind| !self.is_on(kind));
            if let Some(next) = after.skip(1).find(|kind| !kind.is_for_doom()) {
                self.set(next, true);
            }
        } else if let Some(kind) = OverlayKind::ALL.into_iter().find(|kind| kind.key() == key) {
            if let Some(shown) = kind.kinds_on_same_key().find(|&kind| self.is_on(kind)) {
                self.set(shown, false);
                let after = kind.kinds_on_same_key().skip_while(|&kind| kind != shown).nth(1);
                if let Some(next) = after {
                    self.set(next, true);
                }
            } else {
                self.set(kind, true);
            }
            if kind == OverlayKind::Painter && self.is_on(kind) {
                (self.painter_share, self.painter_plays) = (0.0, true);
            }
        }
    }

    /// Advances painter's order by a time in seconds, if it is playing. Returns whether it is playing.
    pub fn play_painter(&mut self, seconds: f32) -> bool {
        /// Duration of painter's order, in seconds.
        const LASTS: f32 = 8.0;
        let plays = self.painter_plays && self.is_on(OverlayKind::Painter);
        if plays {
            self.painter_share = (self.painter_share + seconds / LASTS).min(1.0);
            self.painter_plays = self.painter_share < 1.0;
        }
        plays
    }

    /// Returns the number of painted units, if painter's order is shown.
    pub fn painted(&self) -> Option<u32> {
        let painted = (self.painter_share.clamp(0.0, 1.0) * self.painter_count as f32).round();
        self.is_on(OverlayKind::Painter).then_some(painted as u32)
    }

    /// Pauses painter's order and moves it forward or back by one of the given number of steps.
    fn step_painter(&mut self, steps: u32, forward: bool) {
        let steps = steps.max(1) as f32;
        let step = (self.painter_share * steps).round() + if forward { 1.0 } else { -1.0 };
        self.pause_painter_at((step / steps).clamp(0.0, 1.0));
    }

    /// Pauses painter's order at the given progress, from 0 to 1.
    pub fn pause_painter_at(&mut self, share: f32) {
        (self.painter_share, self.painter_plays) = (share, false);
    }

    /// Pauses painter's order after a number of painted units.
    pub fn pause_painter_after(&mut self, painted: u32) {
        self.pause_painter_at(painted as f32 / self.painter_count.max(1) as f32);
    }

    /// Executes a playback command on painter's order.
    pub fn control_painter(&mut self, to: FilmMove) {
        match to {
            FilmMove::Next | FilmMove::Previous => {
                self.step_painter(self.painter_count, to == FilmMove::Next);
            }
            FilmMove::First => self.pause_painter_at(0.0),
            FilmMove::Last => self.pause_painter_at(1.0),
            FilmMove::Play => self.toggle_painter(),
        }
    }

    /// Plays or pauses painter's order. At the end, playing restarts it.
    pub fn toggle_painter(&mut self) {
        self.painter_plays = !self.painter_plays;
        if self.painter_plays && self.painter_share >= 1.0 {
            self.painter_share = 0.0;
        }
    }

    /// Moves to the next or previous step of the portal flow, if it is shown. Returns whether it is shown.
    pub fn step_flow(&mut self, forward: bool) -> bool {
        let is_shown = self.is_on(OverlayKind::Flow);
        if is_shown {
            let last = self.flow_last.unwrap_or(self.flow_step);
            self.flow_step = stepped(self.flow_step, forward).min(last);
        }
        is_shown
    }

    /// Sets the index of the portal flow's last step; `None` if the flow is not recorded. A new recording restarts the
    /// film.
    pub fn set_last_flow_step(&mut self, last: Option<u32>) {
        if self.flow_last.is_some() {
            self.flow_step = 0;
        }
        self.flow_last = last;
        self.flow_step = self.flow_step.min(last.unwrap_or(self.flow_step));
    }

    /// Shows planes and cells one level deeper or shallower, down to the deepest node of the tree.
    ///
    /// If only painter's order, the portal flow or the hulls are shown, steps through them instead.
    pub fn step(&mut self, deeper: bool, deepest: u32) {
        if self.is_on(OverlayKind::Hulls) {
            self.hull = stepped(self.hull, deeper).clamp(1, MOST_HULLS);
            if !self.is_on(OverlayKind::Planes) && !self.is_on(OverlayKind::Cells) {
                return;
            }
        }
        if self.step_flow(deeper) && !self.is_on(OverlayKind::Planes) && !self.is_on(OverlayKind::Cells) {
            return;
        }
        if self.is_on(OverlayKind::Painter) {
            // If there are few units, each step paints one.
            let steps = match self.painter_count {
                0 => PAINTER_STEPS,
                count => count.min(PAINTER_STEPS),
            };
            self.step_painter(steps, deeper);
            if !self.is_on(OverlayKind::Planes) && !self.is_on(OverlayKind::Cells) {
                return;
            }
        }
        let step = |depth: u32| stepped(depth, deeper).min(deepest);
        let [first, last] = &mut self.plane_depths;
        *last = step(*last);
        *first = (*first).min(*last);
        self.cell_depth = step(self.cell_depth);
    }
}

/// Maximum number of depth steps through painter's order.
const PAINTER_STEPS: u32 = 8;

/// Maximum number of clip hulls of a compiled level: Half-Life has three.
pub const MOST_HULLS: u32 = 3;

fn stepped(number: u32, up: bool) -> u32 {
    number.saturating_add_signed(if up { 1 } else { -1 })
}

fn colorings() -> impl Iterator<Item = OverlayKind> + Clone {
    OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces())
}

/// Serialization of the overlays in the settings: one field per overlay, and `faces` for the face colouring.
mod shown_by_name {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer, de::Error, ser::SerializeMap};
    use serde_json::Value;

    use super::{OverlayFlags, OverlayKind, Overlays, colorings};

    const FACES: &str = "faces";

    pub(super) fn serialize<S: Serializer>(shown: &OverlayFlags, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for (kind, on) in OverlayKind::ALL.into_iter().zip(shown) {
            if !kind.colors_faces() {
                fields.serialize_entry(kind.name(), on)?;
            } else if *on {
                fields.serialize_entry(FACES, kind.name())?;
            }
        }
        fields.end()
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<OverlayFlags, D::Error> {
        let fields = BTreeMap::<String, Value>::deserialize(deserializer)?;
        let mut overlays = Overlays::default();
        for (name, value) in fields {
            if name == FACES {
                // `Node` and `node` are accepted for `nodes`.
                let given = value.as_str().unwrap_or_default().to_lowercase();
                let named =
                    |kind: &OverlayKind| kind.name().trim_end_matches('s') == given.trim_end_matches('s');
                let coloring = colorings().find(named);
                overlays.set(coloring.ok_or_else(|| Error::custom("no such colouring"))?, true);
            } else if let Some(kind) = OverlayKind::from_name(&name).filter(|kind| !kind.colors_faces()) {
                let on = value.as_bool();
                overlays.set(kind, on.ok_or_else(|| Error::custom("neither true nor false"))?);
            }
        }
        Ok(overlays.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_can_be_shown_and_hidden() {
        for kind in OverlayKind::ALL {
            let mut overlays = Overlays::showing([kind]);
            assert!(overlays.is_on(kind), "{kind}");
            overlays.set(kind, false);
            assert_eq!(overlays, Overlays::none(), "{kind}");
        }
    }

    #[test]
    fn settings_round_trip_shown_overlays() {
        let overlays = Overlays::showing([OverlayKind::Leaves, OverlayKind::Triangles]);
        let text = serde_json::to_string(&overlays).expect("it is written");
        assert_eq!(serde_json::from_str::<Overlays>(&text).ok(), Some(overlays));
        let read = |text| serde_json::from_str::<Overlays>(text).ok();
        let expected = Overlays::showing([OverlayKind::Path, OverlayKind::Nodes, OverlayKind::Cells]);
        for (text, expected) in [
            (
                r#"{"faces": "Node", "cells": true, "unknown": 7}"#,
                Some(expected),
            ),
            (r#"{"path": false}"#, Some(Overlays::none())),
            (r#"{"cells": 7}"#, None),
            (r#"{"faces": "x"}"#, None),
            (r#"{"faces": ""}"#, None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn coloring_key_cycles_all_colorings() {
        let mut overlays = Overlays::none();
        for kind in colorings().filter(|kind| !kind.is_for_doom()) {
            assert_eq!(overlays.face_coloring_kind(), kind);
            overlays.press('2');
        }
        assert_eq!(overlays, Overlays::none(), "and starts again");
        overlays.set(OverlayKind::Drawsegs, true);
        overlays.press('2');
        assert_eq!(overlays, Overlays::none(), "overlays for DOOM are chosen by name");
    }

    #[test]
    fn solidity_key_cycles_steps_then_off() {
        let mut overlays = Overlays::none();
        let steps = [
            OverlayKind::SolidEvidence,
            OverlayKind::SolidCover,
            OverlayKind::SolidCut,
            OverlayKind::SolidResult,
            OverlayKind::Flow,
        ];
        for step in steps {
            overlays.press(step.key());
            assert_eq!(overlays, Overlays::showing([step]), "{step}: one at a time");
        }
        overlays.press(steps[0].key());
        assert_eq!(overlays, Overlays::none());
        overlays.set(steps[1], true);
        overlays.set(steps[3], true);
        assert_eq!(overlays, Overlays::showing([steps[3]]), "by name too");
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
    fn hulls_step_from_first_to_last() {
        let mut overlays = Overlays::showing([OverlayKind::Hulls]);
        let depths = overlays.plane_depths;
        for hull in [2, 3, MOST_HULLS] {
            overlays.step(true, 9);
            assert_eq!((overlays.hull, overlays.plane_depths), (hull, depths));
        }
        for hull in [2, 1, 1] {
            overlays.step(false, 9);
            assert_eq!(overlays.hull, hull);
        }
        overlays.set(OverlayKind::Planes, true);
        overlays.step(true, 9);
        assert_ne!(overlays.plane_depths, depths, "both are shown");
    }

    #[test]
    fn painter_order_plays_and_steps() {
        let mut overlays = Overlays::none();
        overlays.press('K');
        assert_eq!(overlays.painter_share, 0.0);
        assert!(overlays.play_painter(2.0) && overlays.painter_share > 0.1 && overlays.painter_share < 0.9);
        for _ in 0..9 {
            overlays.play_painter(2.0);
        }
        assert!(overlays.painter_share == 1.0 && !overlays.painter_plays);
        let depths = overlays.plane_depths;
        for _ in 0..2 {
            overlays.step(false, 9);
        }
        assert!((overlays.painter_share - 0.75).abs() < 1.0e-6);
        assert_eq!(overlays.plane_depths, depths, "no planes are shown");
        for _ in 0..99 {
            overlays.step(false, 9);
        }
        assert_eq!(overlays.painter_share, 0.0);
        assert!(!overlays.play_painter(2.0), "a step stops it");
        overlays.press('K');
        overlays.press('K');
        assert!(overlays.painter_plays, "from its start again");
        overlays.set(OverlayKind::Painter, false);
        assert!(!overlays.play_painter(2.0));
        overlays.set(OverlayKind::Painter, true);
        assert_eq!(overlays.painter_share, 1.0, "by name it is complete");
        overlays.painter_count = 3;
        for (to, painted) in [
            (FilmMove::First, 0),
            (FilmMove::Previous, 0),
            (FilmMove::Next, 1),
            (FilmMove::Last, 3),
            (FilmMove::Previous, 2),
        ] {
            overlays.control_painter(to);
            assert_eq!(
                (overlays.painted(), overlays.painter_plays),
                (Some(painted), false),
                "{to:?}"
            );
        }
        overlays.pause_painter_after(1);
        assert_eq!(overlays.painted(), Some(1));
    }

    #[test]
    fn flow_steps_and_restarts_for_another_leaf() {
        let mut overlays = Overlays::none();
        assert!(!overlays.step_flow(true), "it is not shown");
        overlays.set(OverlayKind::Flow, true);
        overlays.step(true, 9);
        assert_eq!(overlays.flow_step, 0, "it is not recorded yet");
        overlays.set_last_flow_step(Some(3));
        let depths = overlays.plane_depths;
        for step in [1, 2, 3, 3] {
            overlays.step(true, 9);
            assert_eq!((overlays.flow_step, overlays.plane_depths), (step, depths));
        }
        overlays.step(false, 9);
        assert_eq!(overlays.flow_step, 2);
        overlays.set_last_flow_step(Some(9));
        assert_eq!(overlays.flow_step, 0, "of another leaf");
        // If a step is requested before the flow is recorded, it is kept.
        let mut overlays = Overlays {
            flow_step: 7,
            ..Overlays::showing([OverlayKind::Flow])
        };
        overlays.set_last_flow_step(Some(5));
        assert_eq!(overlays.flow_step, 5);
    }

    #[test]
    fn keys_toggle_and_zero_hides_all() {
        let mut overlays = Overlays::none();
        for kind in OverlayKind::first_of_each_key() {
            overlays.press(kind.key());
            assert!(overlays.is_on(kind) != (kind == OverlayKind::Materials), "{kind}");
        }
        overlays.press('0');
        // Pressing the key restarts painter's order.
        let shown = |overlays: &Overlays| OverlayKind::ALL.map(|kind| overlays.is_on(kind));
        assert_eq!(shown(&overlays), shown(&Overlays::none()));
    }
}
