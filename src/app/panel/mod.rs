//! The panel, and the columns of cards next to the view: selected node and leaf, legends, and path of the eye.
//!
//! They draw, send messages and change settings, but nothing else.

mod body;
mod bookmarks;
mod brushes;
mod build;
pub(super) mod card_params;
mod collision_legend;
mod columns;
mod course;
mod data;
mod entities;
mod frames;
mod keys;
mod leaf_card;
mod leaf_tree;
pub(super) mod legends;
mod level;
mod light;
mod matrix;
pub(super) mod motion;
mod node_card;
mod overlays;
mod path;
mod planes_legend;
mod program;
mod selected;
mod tree;
pub mod undo;
pub(super) mod view;
mod what_if;

use bevy::{diagnostic::FrameTimeDiagnosticsPlugin, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use self::data::{Controls, Drafts, PanelData, PanelMessages};
use crate::app::kit::widgets;
use crate::app::{
    host::{schedule::AppSystems, state::Ui},
    input::settings::Section,
    kit::layout::{self, PANEL_WIDTH, Screen},
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
        app.add_plugins(FrameTimeDiagnosticsPlugin::new(frames::KEPT))
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

fn draw(
    mut contexts: EguiContexts,
    mut ui: ResMut<Ui>,
    data: PanelData,
    mut controls: Controls,
    mut messages: PanelMessages,
    mut drafts: Local<Drafts>,
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
            .exact_size(PANEL_WIDTH)
            .frame(frame)
            .show(&mut root, |ui| {
                egui::ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        ui.set_width(PANEL_WIDTH - 34.0);
                        ui.spacing_mut().item_spacing.y = 4.0;
                        let mut sections = controls.settings.sections.clone();
                        for section in Section::ALL {
                            widgets::section(ui, section, &mut sections, |ui| {
                                contents(ui, section, &data, &mut controls, &mut messages, &mut drafts);
                            });
                        }
                        if sections != controls.settings.sections {
                            controls.settings.sections = sections;
                        }
                        ui.add_space(12.0);
                    });
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

/// Draws the contents of a section.
fn contents(
    ui: &mut egui::Ui,
    section: Section,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
    drafts: &mut Drafts,
) {
    match section {
        Section::Level => level::contents(ui, data, controls, messages, &mut drafts.level),
        Section::See => {
            view::contents(ui, data, controls, messages, drafts);
            overlays::contents(ui, data, controls);
        }
        Section::Tree => {
            tree::contents(ui, data, controls);
            selected::contents(ui, data, messages);
            build::contents(ui, data, messages, &mut drafts.build);
        }
        Section::Visibility => leaf_tree::contents(ui, data, controls, messages, drafts),
        Section::Body => {
            body::contents(ui, data, controls, messages);
            course::contents(ui, data, controls, messages);
        }
        Section::Program => {
            program::contents(ui, data, controls, messages, &mut drafts.text_size);
            keys::contents(ui, data, messages, &mut drafts.keys);
            frames::contents(ui, data);
        }
    }
}
