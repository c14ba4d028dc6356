//! The panel, and the columns of cards beside the view: the selected node and leaf, the legends, the path of the eye.
//!
//! They draw and send messages; what they change themselves is settings.

mod build;
pub(super) mod card_params;
pub(super) mod choice;
mod columns;
mod course;
mod frames;
mod leaf_card;
mod leaf_tree;
mod level;
mod matrix;
mod node_card;
mod overlays;
mod player;
pub(super) mod terms;
mod tree;
pub(super) mod widgets;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, egui};

use super::{
    course::Scores,
    hud::layout::{self, Screen},
    input::KeyLabels,
    leaf_tree::{ChosenLeaf, CullingMode, CullingReport, Frozen, LeafTreeParams, LeafTreeState},
    loading::{Levels, Work},
    overlays::{CurrentTreeStats, Hovered},
    schedule::AppSystems,
    settings::Settings,
    state::{Command, CurrentLevel, OpenDialog, OpenLevel, Overlays, Player, RebuildTree, Ui},
};

/// Draws the panel and sends what is asked there as messages.
pub struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        add_drawing(app);
    }
}

/// All but the plugin that hands what is drawn to the renderer.
pub(super) fn add_drawing(app: &mut App) {
    layout::add(app);
    app.init_resource::<KeyLabels>()
        .init_resource::<frames::FrameTimes>()
        .add_systems(Update, frames::collect.in_set(AppSystems::Show))
        .add_systems(
            EguiPrimaryContextPass,
            (
                unhover,
                draw,
                columns::left,
                columns::right,
                node_card::letters,
                release_keyboard,
            )
                .chain()
                .after(layout::Arranged)
                .in_set(AppSystems::Panel),
        );
}

/// Messages that the panel sends.
#[derive(SystemParam)]
struct Outbox<'w> {
    commands: MessageWriter<'w, Command>,
    open: MessageWriter<'w, OpenLevel>,
    dialog: MessageWriter<'w, OpenDialog>,
    rebuild: MessageWriter<'w, RebuildTree>,
}

/// What the panel reads.
#[derive(SystemParam)]
struct Inbox<'w> {
    current: Option<Res<'w, CurrentLevel>>,
    tree_stats: Res<'w, CurrentTreeStats>,
    levels: Res<'w, Levels>,
    work: Res<'w, Work>,
    frames: Res<'w, frames::FrameTimes>,
    scores: Res<'w, Scores>,
    leaf_tree: Res<'w, LeafTreeState>,
    chosen: Res<'w, ChosenLeaf>,
    culling: Res<'w, CullingReport>,
    frozen: Res<'w, Frozen>,
    keys: Res<'w, KeyLabels>,
}

/// Settings that the panel changes.
#[derive(SystemParam)]
struct Controls<'w> {
    overlays: ResMut<'w, Overlays>,
    settings: ResMut<'w, Settings>,
    player: ResMut<'w, Player>,
    leaf_tree: ResMut<'w, LeafTreeParams>,
    culling: ResMut<'w, CullingMode>,
}

/// What was under the pointer in the last frame need not be any more.
fn unhover(mut hovered: ResMut<Hovered>) {
    hovered.bypass_change_detection().0 = None;
}

/// Keeps the keys for walking: Tab opens and closes the panel and must not go from button to button, which would catch
/// all keys, and a captured mouse means that nothing is being typed.
fn release_keyboard(mut contexts: EguiContexts, ui: Res<Ui>, mut since_tab: Local<u32>) -> Result {
    /// Frames until what Tab focused has been told so.
    const SETTLED: u32 = 3;
    let context = contexts.ctx_mut()?;
    let tab = context.input(|input| input.key_pressed(egui::Key::Tab));
    *since_tab = if tab { 0 } else { since_tab.saturating_add(1) };
    if ui.captured || *since_tab < SETTLED {
        context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    Ok(())
}

/// Width of the panel, in points.
pub(super) const WIDTH: f32 = 332.0;

fn draw(
    mut contexts: EguiContexts,
    mut ui: ResMut<Ui>,
    inbox: Inbox,
    mut controls: Controls,
    mut outbox: Outbox,
    mut drafts: Local<(level::Draft, build::Draft, leaf_tree::Draft)>,
    screen: Res<Screen>,
) -> Result {
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
            .exact_size(WIDTH)
            .frame(frame)
            .show(&mut root, |ui| {
                egui::ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        ui.set_width(WIDTH - 34.0);
                        let (level_draft, build_draft, room_draft) = &mut *drafts;
                        level::section(ui, &inbox, &controls, &mut outbox, level_draft);
                        course::section(ui, &inbox, &mut controls, &mut outbox);
                        overlays::section(ui, &inbox, &mut controls);
                        tree::section(ui, &inbox, &controls);
                        build::section(ui, &inbox, &mut outbox, build_draft);
                        leaf_tree::section(ui, &inbox, &mut controls, &mut outbox, room_draft);
                        player::section(ui, &inbox, &mut controls, &mut outbox);
                        frames::section(ui, &inbox);
                        ui.add_space(12.0);
                    });
            });
    }
    // The panel is not an area of its own to egui, which would call the pointer free there.
    let pointer_on_panel = context
        .pointer_latest_pos()
        .is_some_and(|pointer| ui.panel && whole.contains(pointer) && !screen.places.free.contains(pointer));
    if ui.pointer_on_panel != pointer_on_panel {
        ui.pointer_on_panel = pointer_on_panel;
    }
    Ok(())
}
