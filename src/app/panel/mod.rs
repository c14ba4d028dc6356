//! The panel, and the columns of cards next to the view: selected node and leaf, legends, and path of the eye.
//!
//! They draw, send messages and change settings, but nothing else.
//!
//! | file | contents |
//! |---|---|
//! | `level`, `see`, `tree`, `leaf_tree`, `body`, `program` | the sections, from top to bottom |
//! | `keys` | key bindings, a part of the section Program |
//! | `columns` | the columns of cards, and their widths |
//! | `node_card`, `leaf_card`, `what_if`, `path`, `motion` | cards of the selection, of the eye's path and of a stop |
//! | `legends`, `collision_legend`, `matrix` | legends of overlays; the PVS as a matrix |
//! | `undo` | undo and redo |
//! | `data` | input of sections and cards |
//!
//! The width of the panel is `PANEL_WIDTH` in `kit::layout`.

mod body;
mod collision_legend;
mod columns;
mod data;
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

use bevy::{diagnostic::FrameTimeDiagnosticsPlugin, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use self::data::Panel;
use crate::app::{
    host::{schedule::AppSystems, state::Ui},
    input::settings::Section,
    kit::{
        layout::{self, PANEL_WIDTH, Screen},
        widgets,
    },
    level::what_if::PlaneByHand,
    paint::overlays::{Hovered, PreviewedPlane},
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
