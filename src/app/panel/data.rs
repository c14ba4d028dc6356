//! Data that the panel reads, changes and sends.

use bevy::{diagnostic::DiagnosticsStore, ecs::system::SystemParam, prelude::*};
use bspwalk_levels::LoadOptions;
use bspwalk_trees::BuildParams;

use super::matrix;
use crate::app::{
    body::course::Scores,
    host::{
        shown::{Shown, ShownMut},
        state::{Act, LevelId, ModelView, OpenLevel, OpenedLevel, Overlays, Player, RebuildTree, Selection},
    },
    input::{
        KeyLabels, UiZoom,
        bindings::{Bindings, KeyChange, Listening},
        settings::Settings,
    },
    level::{
        between_saves::{DrawnSave, LevelSaves},
        brushes::{BrushRequest, LevelBrushes},
        leaf_tree::{ChosenLeaf, Culling, CullingReport, Frozen, LeafTreeParams, LeafTreeState, SightFrom},
        loading::Work,
    },
    paint::{overlays::CurrentTreeStats, scene::FileLight},
    view::bookmarks::{BookmarkChange, LevelBookmarks},
};

/// Messages that the panel sends.
#[derive(SystemParam)]
pub(super) struct PanelMessages<'w> {
    pub(super) commands: MessageWriter<'w, Act>,
    pub(super) open: MessageWriter<'w, OpenLevel>,
    pub(super) rebuild: MessageWriter<'w, RebuildTree>,
    pub(super) bookmarks: MessageWriter<'w, BookmarkChange>,
    pub(super) brushes: MessageWriter<'w, BrushRequest>,
    pub(super) keys: MessageWriter<'w, KeyChange>,
    pub(super) exits: MessageWriter<'w, AppExit>,
}

/// Resources that the panel reads.
#[derive(SystemParam)]
pub(super) struct PanelData<'w, 's> {
    pub(super) current: Option<Shown<'w, 's, OpenedLevel>>,
    pub(super) tree_stats: Res<'w, CurrentTreeStats>,
    pub(super) work: Res<'w, Work>,
    pub(super) diagnostics: Res<'w, DiagnosticsStore>,
    pub(super) scores: Res<'w, Scores>,
    pub(super) leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(super) selection: Shown<'w, 's, Selection>,
    pub(super) chosen: Shown<'w, 's, ChosenLeaf>,
    pub(super) sight_from: Shown<'w, 's, SightFrom>,
    pub(super) culling: Res<'w, CullingReport>,
    pub(super) frozen: Shown<'w, 's, Frozen>,
    pub(super) keys: Res<'w, KeyLabels>,
    pub(super) bindings: Res<'w, Bindings>,
    pub(super) listening: Res<'w, Listening>,
    pub(super) bookmarks: Res<'w, LevelBookmarks>,
    pub(super) brushes: Shown<'w, 's, LevelBrushes>,
    pub(super) saves: Shown<'w, 's, LevelSaves>,
}

/// Settings that the panel changes.
#[derive(SystemParam)]
pub(super) struct Controls<'w, 's> {
    pub(super) overlays: ResMut<'w, Overlays>,
    pub(super) settings: ResMut<'w, Settings>,
    pub(super) zoom: ResMut<'w, UiZoom>,
    pub(super) view: ResMut<'w, ModelView>,
    pub(super) player: ShownMut<'w, 's, Player>,
    pub(super) leaf_tree: ShownMut<'w, 's, LeafTreeParams>,
    pub(super) culling: ResMut<'w, Culling>,
    pub(super) drawn_save: ResMut<'w, DrawnSave>,
    /// `None` if nothing is rendered.
    pub(super) file_light: Option<ResMut<'w, FileLight>>,
}

/// A value that the user edits before a button applies it. It is reset when the value in use changes.
#[derive(Default)]
pub(super) struct Draft<T> {
    pub(super) value: T,
    /// Value in use when the draft was created.
    pub(super) from: Option<T>,
}

impl<T: Clone + PartialEq> Draft<T> {
    pub(super) fn follow(&mut self, used: &T) {
        if self.from.as_ref() != Some(used) {
            (self.value, self.from) = (used.clone(), Some(used.clone()));
        }
    }
}

/// Drafts of the panel, and the image of the visibility matrix.
#[derive(Default)]
pub(super) struct Drafts {
    /// Text size while its slider is dragged.
    pub(super) text_size: Option<f32>,
    /// Options for reloading the level, with the level.
    pub(super) level: Draft<(LevelId, LoadOptions)>,
    pub(super) build: Draft<BuildParams>,
    pub(super) leaf_tree: Draft<LeafTreeParams>,
    pub(super) matrix: matrix::Matrix,
    /// Bookmark being renamed, and the text so far.
    pub(super) bookmark: Option<(usize, String)>,
    /// Search text for the keys.
    pub(super) keys: String,
}
