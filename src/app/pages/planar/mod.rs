//! Planar tree page. You draw a region, its tree appears next to it, and a probe shows the tests needed to locate a
//! point. [`bspwalk_planar_page`] contains the page's model, and these files draw it.

mod doom;
mod measure;
mod painter;
mod polygon;

use bevy::prelude::*;
use bspwalk_explain::glossary::{Reference, Source};

use self::polygon::{Out, Polygon};
use crate::app::kit::{layout::page, prelude::*};
use crate::app::panel;

pub(in crate::app) fn plugin(app: &mut App) {
    let is_open = |program: Res<ProgramState>| program.ui.page == Some(Page::PlanarTree);
    app.init_resource::<PlanarPage>().add_systems(
        EguiPrimaryContextPass,
        draw.run_if(in_state(AppState::InLevel).and_then(is_open))
            .after(panel::Unhovered)
            .after(Arranged)
            .in_set(AppSystems::Panel),
    );
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
    mut state: ResMut<PlanarPage>,
    (program, current): (Res<ProgramState>, Shown<OpenedLevel>),
    screen: Res<Screen>,
    mut out: Out,
) -> Result {
    let open = program.ui;
    let context = contexts.ctx_mut()?;
    let PlanarPage {
        polygon,
        doom,
        shows_doom,
    } = state.bypass_change_detection();
    let has_doom = current.level.doom_tree.is_some();
    // The tour card stays visible below the page.
    let places = &screen.places;
    let free = if open.tour { places.clear } else { places.free };
    let room = free.shrink(0.5 * MARGIN);
    let frame = style::card().fill(egui::Color32::from_rgb(18, 21, 27));
    page(context, ("planar page", true), room, frame, |ui| {
        title(ui, &out.keys, &mut out.commands);
        // For a DOOM level, initially show the tree from its file.
        let mut is_doom = has_doom && shows_doom.unwrap_or(true);
        if has_doom {
            ui.horizontal(|ui| {
                let level = text!("polygon-tab-level", level = current.level.name);
                ui.selectable_value(&mut is_doom, true, level);
                ui.selectable_value(&mut is_doom, false, text!("polygon-tab-draw"));
            });
            *shows_doom = Some(is_doom);
        }
        let palette = program.overlays.palette;
        if is_doom {
            doom::show(ui, doom, &current.level, current.level_id(), palette);
        } else {
            polygon.show(ui, palette, &mut out);
        }
    });
    Ok(())
}

fn title(ui: &mut egui::Ui, keys: &KeyLabels, commands: &mut MessageWriter<'_, Act>) {
    ui.horizontal(|ui| {
        style::draw_command_key(ui, keys, Action::TogglePlanarPage);
        style::title(ui, text!("polygon-title"), 16.0);
        let source = Source::Work(Reference::Xuebuyuan, "");
        style::faint(ui, text!("polygon-what", source)).on_hover_text(source.explained());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if style::hinted(ui.button("×"), text!("polygon-back-to-level")).clicked() {
                commands.write(Act(Action::TogglePlanarPage));
            }
        });
    });
}

pub(in crate::app) fn undo_or_redo_polygon(In(is_undo): In<bool>, mut page: ResMut<PlanarPage>) {
    let model = &mut page.polygon.model;
    if is_undo { model.undo() } else { model.redo() }
}
