//! The panel, and columns of cards next to the view for the selected node and leaf, legends, and the path to the eye.
//!
//! The panel and the cards only draw, send messages and change settings.
//!
//! | file | contents |
//! |---|---|
//! | `level`, `see`, `tree`, `leaf_tree`, `body`, `program` | panel sections, from top to bottom |
//! | `keys` | key bindings in the program section |
//! | `columns` | columns of cards and their widths; the card for a stop |
//! | `node_card`, `leaf_card`, `what_if`, `path` | cards for the selection and the eye's path |
//! | `legends`, `collision_legend`, `matrix` | legends of overlays; the PVS as a matrix |
//! | `data` | inputs of sections and cards |
//!
//! The panel width is `PANEL_WIDTH` in `kit::layout`.

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
mod node_card;
pub(super) mod path;
mod program;
pub(super) mod see;
mod tree;
mod what_if;

use bevy::{diagnostic::FrameTimeDiagnosticsPlugin, prelude::*};

use self::data::Panel;
use crate::app::kit::layout::{self, PANEL_WIDTH};
use crate::app::kit::prelude::*;
use crate::app::paint::overlays::{Hovered, PreviewedPlane};
use crate::app::{input::settings::Section, level::what_if::PlaneByHand};

/// System set that clears the items hovered in the last frame. Everything that reacts to the pointer is drawn after
/// this set.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unhovered;

/// Draws the panel and the cards. `EguiPlugin` renders their output.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        layout::plugin,
        FrameTimeDiagnosticsPlugin::new(program::KEPT_FRAMES),
    ))
    .add_systems(
        EguiPrimaryContextPass,
        (
            unhover.in_set(Unhovered),
            draw,
            columns::draw_left_column,
            columns::draw_right_column,
        )
            .chain()
            .after(layout::Arranged)
            .in_set(AppSystems::Panel),
    );
}

/// Clears the items that were hovered in the last frame, and the items that the cards showed.
fn unhover(
    mut hovered: ResMut<Hovered>,
    mut previewed: ResMut<PreviewedPlane>,
    mut by_hand: ResMut<PlaneByHand>,
) {
    hovered.bypass_change_detection().0 = None;
    previewed.bypass_change_detection().0 = None;
    by_hand.bypass_change_detection().is_open = false;
}

fn draw(mut contexts: EguiContexts, mut panel: Panel, screen: Res<Screen>) -> Result {
    let context = contexts.ctx_mut()?;
    let whole = context.content_rect();
    let mut root = layout::panel_root(context, "panel root", whole);
    if panel.program.ui.panel {
        let frame = egui::Frame::new()
            .fill(layout::PANEL_FILL)
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
    // egui does not treat the panel and the dock as areas, and the columns are in the background layer. It would
    // therefore report that the pointer is not over the user interface there.
    let pointer_on_panel = context.pointer_latest_pos().is_some_and(|pointer| {
        let is_beside = !screen.places.free.contains(pointer);
        let layer = context.layer_id_at(pointer);
        let is_on_card = layer.is_some_and(|layer| layer != egui::LayerId::background());
        whole.contains(pointer) && (is_beside || is_on_card)
    });
    panel.program.ui.pointer_on_panel = pointer_on_panel;
    Ok(())
}

fn sections(ui: &mut egui::Ui, panel: &mut Panel<'_, '_>) {
    ui.set_width(PANEL_WIDTH - 34.0);
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut sections = panel.settings.sections.clone();
    for section in Section::ALL {
        let contents: fn(&mut egui::Ui, &mut Panel<'_, '_>) = match section {
            Section::Level => level::draw_level_section,
            Section::See => see::draw_view_section,
            Section::Tree => tree::draw_tree_section,
            Section::Visibility => leaf_tree::draw_leaf_tree_section,
            Section::Body => body::draw_body_section,
            Section::Program => program::draw_program_section,
        };
        widgets::section(ui, section, &mut sections, |ui| contents(ui, panel));
    }
    if sections != panel.settings.sections {
        panel.settings.sections = sections;
    }
    ui.add_space(12.0);
}
