//! Planar tree page. You draw a region, its tree appears next to it, and a probe shows the tests needed to locate a
//! point. [`bspwalk_planar_page`] contains the page's model, and these files draw it.

mod doom;
mod json;
mod measure;
mod painter;
mod polygon;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_explain::glossary::{Reference, Source};
use bspwalk_text::text;
use egui::{RichText, vec2};

use self::polygon::{Out, Polygon};
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::Shown,
        state::{Act, Action, OpenedLevel, Page, ProgramState, Ui},
    },
    input::KeyLabels,
    kit::{
        layout::{Arranged, MARGIN, Screen},
        style,
    },
    panel,
};

/// Draws the page. `EguiPlugin` renders its output.
pub(in crate::app) struct PlanarPagePlugin;

impl Plugin for PlanarPagePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PlanarPage>().add_systems(
            EguiPrimaryContextPass,
            draw.run_if(
                in_state(AppState::InLevel).and_then(|ui: Res<Ui>| ui.page == Some(Page::PlanarTree)),
            )
            .after(panel::Unhovered)
            .after(Arranged)
            .in_set(AppSystems::Panel),
        );
    }
}

/// Page state that is kept between frames.
#[derive(Resource, Default)]
pub(in crate::app) struct PlanarPage {
    polygon: Polygon,
    /// Page of the current level if it is a DOOM level.
    doom: doom::DoomPage,
    /// Whether to show the DOOM level instead of the drawing, if the user has chosen.
    shows_doom: Option<bool>,
}

impl PlanarPage {
    /// Returns descriptions of the polygon changes that undo and redo would make.
    pub(in crate::app) fn undo_redo_words(&self) -> [Option<&str>; 2] {
        let possible = self.polygon.model.drawing().can_undo_redo();
        possible.map(|is_possible| is_possible.then(|| text!("undo-polygon")))
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut page: ResMut<PlanarPage>,
    (program, open, current): (Res<ProgramState>, Res<Ui>, Shown<OpenedLevel>),
    screen: Res<Screen>,
    mut out: Out,
) -> Result {
    let context = contexts.ctx_mut()?;
    let PlanarPage {
        polygon,
        doom,
        shows_doom,
    } = page.bypass_change_detection();
    let has_doom = current.level.doom_tree.is_some();
    // The tour card stays visible below the page.
    let places = &screen.places;
    let free = if open.tour { places.clear } else { places.free };
    let room = free.shrink(0.5 * MARGIN);
    let frame = style::card().fill(egui::Color32::from_rgb(18, 21, 27));
    let id = egui::Id::new("planar page");
    egui::Area::new(id)
        .fixed_pos(room.min)
        .order(egui::Order::Middle)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                let size = room.size() - vec2(26.0, 18.0);
                ui.set_min_size(size);
                ui.set_max_size(size);
                title(ui, &out.keys, &mut out.commands);
                // For a DOOM level, initially show the tree from its file.
                let mut is_doom = has_doom && shows_doom.unwrap_or(true);
                if has_doom {
                    ui.horizontal(|ui| {
                        ui.selectable_value(
                            &mut is_doom,
                            true,
                            text!("polygon-tab-level", level = current.level.name),
                        );
                        ui.selectable_value(&mut is_doom, false, text!("polygon-tab-draw"));
                    });
                    *shows_doom = Some(is_doom);
                }
                if is_doom {
                    let palette = program.overlays.palette;
                    doom::show(ui, doom, &current.level, current.level_id(), palette);
                } else {
                    polygon.show(ui, program.overlays.palette, &mut out);
                }
            });
        });
    // Cards next to the view may be drawn later, but must not cover the page.
    context.move_to_top(egui::LayerId::new(egui::Order::Middle, id));
    Ok(())
}

fn title(ui: &mut egui::Ui, keys: &KeyLabels, commands: &mut MessageWriter<'_, Act>) {
    ui.horizontal(|ui| {
        style::draw_command_key(ui, keys, Action::TogglePlanarPage);
        ui.label(
            RichText::new(text!("polygon-title"))
                .strong()
                .size(16.0)
                .color(style::TEXT),
        );
        let source = Source::Work(Reference::Xuebuyuan, "");
        let about = text!("polygon-what", source);
        ui.label(RichText::new(about).color(style::FAINT))
            .on_hover_text(source.explained());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if style::hinted(ui.button("×"), text!("polygon-back-to-level")).clicked() {
                commands.write(Act(Action::TogglePlanarPage));
            }
        });
    });
}

/// Undoes or redoes a change to the polygon.
pub(in crate::app) fn undo_or_redo_polygon(In(is_undo): In<bool>, mut page: ResMut<PlanarPage>) {
    let model = &mut page.polygon.model;
    if is_undo {
        model.undo();
    } else {
        model.redo();
    }
}
