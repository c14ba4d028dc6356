//! The panel, and the columns of cards next to the view: selected node and leaf, legends, and path of the eye.
//!
//! They draw, send messages and change settings, but nothing else.

mod body;
mod collision_legend;
mod columns;
mod keys;
mod leaf_card;
mod leaf_tree;
mod legends;
mod level;
mod matrix;
pub(super) mod motion;
mod node_card;
pub(super) mod path;
mod program;
pub(super) mod see;
mod tree;
pub mod undo;
mod what_if;

use bevy::{
    diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin},
    ecs::system::SystemParam,
    prelude::*,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_levels::LoadOptions;
use bspwalk_trees::BuildParams;

use crate::app::{
    body::course::Scores,
    host::{
        schedule::AppSystems,
        shown::{Shown, ShownMut},
        state::{
            Act, Action, LevelId, ModelView, OpenLevel, OpenedLevel, Overlays, Player, RebuildTree,
            Selection, Ui,
        },
    },
    input::{
        KeyLabels, UiZoom,
        bindings::{Bindings, KeyChange, Listening},
        settings::{Section, Settings},
    },
    kit::{
        layout::{self, PANEL_WIDTH, Screen},
        widgets,
    },
    level::{
        between_saves::{DrawnSave, LevelSaves},
        brushes::{BrushRequest, LevelBrushes},
        leaf_tree::{ChosenLeaf, Culling, CullingReport, Frozen, LeafTreeParams, LeafTreeState, SightFrom},
        loading::Work,
        what_if::PlaneByHand,
    },
    paint::{
        overlays::{CurrentTreeStats, Hovered, PreviewedPlane},
        scene::FileLight,
    },
    view::bookmarks::{BookmarkChange, LevelBookmarks},
};

/// System set that clears what was under the pointer in the last frame. Everything that depends on the pointer is drawn
/// after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unhovered;

/// Draws the panel and the cards. `EguiPlugin` renders them.
pub struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        layout::add(app);
        app.add_plugins(FrameTimeDiagnosticsPlugin::new(program::KEPT_FRAMES))
            .add_systems(
                EguiPrimaryContextPass,
                (unhover.in_set(Unhovered), draw, columns::left, columns::right)
                    .chain()
                    .after(layout::Arranged)
                    .in_set(AppSystems::Panel),
            );
    }
}

/// Data that the panel reads, changes and sends.
#[derive(SystemParam)]
struct Panel<'w, 's> {
    current: Option<Shown<'w, 's, OpenedLevel>>,
    tree_stats: Res<'w, CurrentTreeStats>,
    work: Res<'w, Work>,
    diagnostics: Res<'w, DiagnosticsStore>,
    scores: Res<'w, Scores>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    selection: Shown<'w, 's, Selection>,
    chosen: Shown<'w, 's, ChosenLeaf>,
    sight_from: Shown<'w, 's, SightFrom>,
    culling_report: Res<'w, CullingReport>,
    frozen: Shown<'w, 's, Frozen>,
    keys: Res<'w, KeyLabels>,
    bindings: Res<'w, Bindings>,
    listening: Res<'w, Listening>,
    bookmarks: Res<'w, LevelBookmarks>,
    brushes: Shown<'w, 's, LevelBrushes>,
    saves: Shown<'w, 's, LevelSaves>,
    overlays: ResMut<'w, Overlays>,
    settings: ResMut<'w, Settings>,
    zoom: ResMut<'w, UiZoom>,
    view: ResMut<'w, ModelView>,
    player: ShownMut<'w, 's, Player>,
    leaf_params: ShownMut<'w, 's, LeafTreeParams>,
    culling: ResMut<'w, Culling>,
    drawn_save: ResMut<'w, DrawnSave>,
    /// `None` if nothing is rendered.
    file_light: Option<ResMut<'w, FileLight>>,
    drafts: Local<'s, Drafts>,
    commands: MessageWriter<'w, Act>,
    opens: MessageWriter<'w, OpenLevel>,
    rebuilds: MessageWriter<'w, RebuildTree>,
    bookmark_changes: MessageWriter<'w, BookmarkChange>,
    brush_requests: MessageWriter<'w, BrushRequest>,
    key_changes: MessageWriter<'w, KeyChange>,
    exits: MessageWriter<'w, AppExit>,
}

impl Panel<'_, '_> {
    fn send(&mut self, action: Action) {
        self.commands.write(Act(action));
    }
}

/// A value that the user edits before a button applies it. It is reset when the value in use changes.
#[derive(Default)]
struct Draft<T> {
    value: T,
    /// Value in use when the draft was created.
    from: Option<T>,
}

impl<T: Clone + PartialEq> Draft<T> {
    /// Returns the draft of a value in use.
    fn of(&mut self, used: &T) -> &mut T {
        if self.from.as_ref() != Some(used) {
            (self.value, self.from) = (used.clone(), Some(used.clone()));
        }
        &mut self.value
    }
}

/// Drafts of the panel, and the image of the visibility matrix.
#[derive(Default)]
struct Drafts {
    /// Text size while its slider is dragged.
    text_size: Option<f32>,
    /// Options for reloading the level, with the level.
    level: Draft<(LevelId, LoadOptions)>,
    build: Draft<BuildParams>,
    leaf_tree: Draft<LeafTreeParams>,
    matrix: matrix::Matrix,
    /// Bookmark being renamed, and the text so far.
    bookmark: Option<(usize, String)>,
    /// Search text for the keys.
    keys: String,
}

/// Clears what was under the pointer in the last frame, and what the cards showed.
fn unhover(
    mut hovered: ResMut<Hovered>,
    mut previewed: ResMut<PreviewedPlane>,
    mut by_hand: ResMut<PlaneByHand>,
) {
    hovered.bypass_change_detection().0 = None;
    previewed.bypass_change_detection().0 = None;
    by_hand.bypass_change_detection().is_open = false;
}

fn draw(mut contexts: EguiContexts, mut ui: ResMut<Ui>, mut panel: Panel, screen: Res<Screen>) -> Result {
    let context = contexts.ctx_mut()?;
    let whole = context.content_rect();
    let mut root = egui::Ui::new(
        context.clone(),
        egui::Id::new("panel root"),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(whole),
    );
    if ui.panel {
        let frame = egui::Frame::new()
            .fill(egui::Color32::from_rgba_premultiplied(15, 18, 24, 250))
            .inner_margin(egui::Margin {
                left: 14,
                right: 6,
                top: 10,
                bottom: 6,
            });
        egui::Panel::left("panel")
            .resizable(false)
            .exact_size(PANEL_WIDTH)
            .frame(frame)
            .show(&mut root, |ui| {
                egui::ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| sections(ui, &mut panel));
            });
    }
    // egui does not treat panel and dock as areas, and the columns are in the background layer. So it would report a
    // free pointer there.
    let pointer_on_panel = context.pointer_latest_pos().is_some_and(|pointer| {
        let is_beside = !screen.places.free.contains(pointer);
        let layer = context.layer_id_at(pointer);
        let is_on_card = layer.is_some_and(|layer| layer != egui::LayerId::background());
        whole.contains(pointer) && (is_beside || is_on_card)
    });
    if ui.pointer_on_panel != pointer_on_panel {
        ui.pointer_on_panel = pointer_on_panel;
    }
    Ok(())
}

fn sections(ui: &mut egui::Ui, panel: &mut Panel<'_, '_>) {
    ui.set_width(PANEL_WIDTH - 34.0);
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut sections = panel.settings.sections.clone();
    for section in Section::ALL {
        let contents: fn(&mut egui::Ui, &mut Panel<'_, '_>) = match section {
            Section::Level => level::contents,
            Section::See => see::contents,
            Section::Tree => tree::contents,
            Section::Visibility => leaf_tree::contents,
            Section::Body => body::contents,
            Section::Program => program::contents,
        };
        widgets::section(ui, section, &mut sections, |ui| contents(ui, panel));
    }
    if sections != panel.settings.sections {
        panel.settings.sections = sections;
    }
    ui.add_space(12.0);
}

/// Draws a header that unfolds its contents. They are folded by default.
fn fold(
    ui: &mut egui::Ui,
    id: &str,
    title: impl Into<String>,
    color: egui::Color32,
    contents: impl FnOnce(&mut egui::Ui),
) {
    egui::CollapsingHeader::new(egui::RichText::new(title).color(color))
        .id_salt(id)
        .show(ui, contents);
}

/// Creates a list that scrolls if it exceeds this height, in points.
fn list(id: &str, height: f32) -> egui::ScrollArea {
    egui::ScrollArea::vertical()
        .id_salt(id)
        .max_height(height)
        .auto_shrink([false, true])
}
