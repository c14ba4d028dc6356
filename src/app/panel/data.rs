//! Data for the panel and the cards, and helpers for the sections.

use bevy::{diagnostic::DiagnosticsStore, ecs::system::SystemParam, prelude::*};
use bevy_egui::egui::{CollapsingHeader, Color32, RichText, ScrollArea, Ui};
use bspwalk_explain::expensive::{Expensive, Order, Part, PartKind};
use bspwalk_levels::LoadOptions;
use bspwalk_session::{background::LeafTreeId, program::Program, question::Question};
use bspwalk_trees::BuildParams;

use super::matrix::Matrix;
use crate::app::input::bindings::{Bindings, KeyChange, Listening};
use crate::app::level::leaf_tree::{CullingReport, LeafTreeParams, LeafTreeState};
use crate::app::level::what_if::{PlaneByHand, PlaneHandles, WhatIf};
use crate::app::level::{copied_command::CopyQuestion, loading::Work};
use crate::app::paint::overlays::{
    Body, CurrentTreeStats, DrawnOverlays, HeatState, Hovered, OverlayReport, PreviewedPlane, ShowCostliest,
    flow::Flow,
};
use crate::app::paint::scene::{FileLight, Quality};
use crate::app::{body::course::Scores, kit::prelude::*};

/// Data that the panel reads or changes, and messages that it sends.
#[derive(SystemParam)]
pub(super) struct Panel<'w, 's> {
    pub(super) current: Option<Shown<'w, 's, OpenedLevel>>,
    pub(super) tree_stats: Res<'w, CurrentTreeStats>,
    pub(super) work: Res<'w, Work>,
    pub(super) diagnostics: Res<'w, DiagnosticsStore>,
    pub(super) scores: Res<'w, Scores>,
    pub(super) leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(super) culling_report: Res<'w, CullingReport>,
    pub(super) keys: Res<'w, KeyLabels>,
    pub(super) bindings: Res<'w, Bindings>,
    pub(super) listening: Res<'w, Listening>,
    pub(super) settings: ResMut<'w, Settings>,
    pub(super) program: ResMut<'w, ProgramState>,
    pub(super) player: ShownMut<'w, 's, Player>,
    pub(super) leaf_params: ShownMut<'w, 's, LeafTreeParams>,
    pub(super) drawn_save: ResMut<'w, DrawnSave>,
    /// Render quality, or `None` if nothing is rendered.
    pub(super) quality: Option<Res<'w, Quality>>,
    /// Lightmap settings, or `None` if nothing is rendered.
    pub(super) file_light: Option<ResMut<'w, FileLight>>,
    pub(super) drafts: Local<'s, Drafts>,
    pub(super) commands: MessageWriter<'w, Act>,
    pub(super) opens: MessageWriter<'w, OpenLevel>,
    pub(super) rebuilds: MessageWriter<'w, RebuildTree>,
    pub(super) changes: MessageWriter<'w, Change>,
    pub(super) key_changes: MessageWriter<'w, KeyChange>,
    pub(super) exits: MessageWriter<'w, AppExit>,
}

impl Panel<'_, '_> {
    pub(super) fn send(&mut self, action: Action) {
        self.commands.write(Act(action));
    }

    /// Requests a change of the program.
    pub(super) fn change(&mut self, change: impl Fn(&mut Program<'_>) + Send + Sync + 'static) {
        self.changes.write(Change::new(change));
    }
}

/// A value that the user edits and then applies with a button. It is reset when the value in use changes.
#[derive(Default)]
pub(super) struct Draft<T> {
    value: T,
    /// Value that was in use when the draft was created.
    from: Option<T>,
}

impl<T: Clone + PartialEq> Draft<T> {
    /// Returns the draft of the given value in use.
    pub(super) fn of(&mut self, used: &T) -> &mut T {
        if self.from.as_ref() != Some(used) {
            (self.value, self.from) = (used.clone(), Some(used.clone()));
        }
        &mut self.value
    }
}

/// Drafts of values in the panel, and the image of the visibility matrix.
#[derive(Default)]
pub(super) struct Drafts {
    /// Text size while the user drags its slider.
    pub(super) text_size: Option<f32>,
    /// Options for reloading the level, and the level they belong to.
    pub(super) level: Draft<(LevelId, LoadOptions)>,
    pub(super) build: Draft<BuildParams>,
    pub(super) leaf_tree: Draft<LeafTreeParams>,
    pub(super) matrix: Matrix,
    /// Index of the bookmark being renamed, and its edited name.
    pub(super) bookmark: Option<(usize, String)>,
    /// Search text for key bindings.
    pub(super) keys: String,
    /// List of the most expensive parts.
    pub(super) expensive: ExpensiveList,
}

/// Kind, search text and order of the list of the most expensive parts.
#[derive(Default)]
pub(super) struct ExpensiveList {
    pub(super) kind: PartKind,
    pub(super) query: String,
    pub(super) order: Order,
    /// Listed parts, with the tree and the choices that they belong to.
    listed: Option<((LeafTreeId, PartKind, String, Order), Vec<Part>)>,
}

impl ExpensiveList {
    /// Returns the parts of a tree that the list shows.
    pub(super) fn parts(&mut self, tree: LeafTreeId, found: &Expensive) -> &[Part] {
        let key = (tree, self.kind, self.query.clone(), self.order);
        let known = self.listed.take().filter(|(of, _)| *of == key);
        let (_, parts) = self.listed.insert(known.unwrap_or_else(|| {
            let parts = found.list(self.kind, &self.query, self.order);
            (key, parts)
        }));
        parts
    }
}

/// Data that the cards show or change.
#[derive(SystemParam)]
pub(super) struct CardParams<'w, 's> {
    pub(super) current: Option<Shown<'w, 's, OpenedLevel>>,
    pub(super) tree_stats: Res<'w, CurrentTreeStats>,
    pub(super) leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(super) culling: Res<'w, CullingReport>,
    pub(super) drawn: Res<'w, DrawnOverlays>,
    pub(super) report: Res<'w, OverlayReport>,
    pub(super) body: Res<'w, Body>,
    pub(super) eyes: Query<'w, 's, &'static Transform, With<Eye>>,
    pub(super) program: ResMut<'w, ProgramState>,
    pub(super) player: Option<Shown<'w, 's, Player>>,
    pub(super) keys: Res<'w, KeyLabels>,
    pub(super) by_hand: ResMut<'w, PlaneByHand>,
    pub(super) handles: Res<'w, PlaneHandles>,
    pub(super) hovered: ResMut<'w, Hovered>,
    pub(super) previewed: ResMut<'w, PreviewedPlane>,
    pub(super) what_if: MessageWriter<'w, WhatIf>,
    pub(super) heat: Option<Res<'w, HeatState>>,
    pub(super) flow: Option<Res<'w, Flow>>,
    pub(super) costliest: MessageWriter<'w, ShowCostliest>,
    pub(super) films: MessageWriter<'w, AskedFilm>,
    pub(super) copies: MessageWriter<'w, CopyQuestion>,
    pub(super) commands: MessageWriter<'w, Act>,
}

impl CardParams<'_, '_> {
    /// Returns whether the solid-leaf tree on screen is the file's own tree. The command line uses different leaf
    /// indices for that tree.
    pub(super) fn shows_own_tree(&self) -> bool {
        let built = self.leaf_tree.built();
        built.is_some_and(|built| built.is_own)
    }

    /// Returns the brush of the selected face in its map, and the key that copies its location, as words. Returns `None`
    /// if the level is not a map, or if no face is selected.
    pub(super) fn editor_place(&self) -> Option<String> {
        let face = self.program.level.selected.face?;
        let places = self.leaf_tree.built()?.brushes.as_ref()?;
        let place = places.find_brush_of_face(&self.current.as_ref()?.level, face)?;
        let key = self.keys.key_or_palette_hint(Action::CopyEditorPlace);
        Some(text!("panel-editor-place", place = place.words(), key))
    }

    /// Copies the command for a query, if there is one. Objects that are too thin to be queried have none.
    pub(super) fn copy(&mut self, question: Option<Question>) {
        self.copies.write_batch(question.map(CopyQuestion));
    }
}

/// Draws a header that expands its contents, which are initially collapsed.
pub(super) fn fold(
    ui: &mut Ui,
    id: &str,
    title: impl Into<String>,
    color: Color32,
    contents: impl FnOnce(&mut Ui),
) {
    CollapsingHeader::new(RichText::new(title).color(color))
        .id_salt(id)
        .show(ui, contents);
}

/// Creates a list that scrolls if it is higher than `height`, in points.
pub(super) fn list(id: &str, height: f32) -> ScrollArea {
    ScrollArea::vertical()
        .id_salt(id)
        .max_height(height)
        .auto_shrink([false, true])
}
