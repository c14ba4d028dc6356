//! Captions and legends of films and the model view without their controls, for pictures taken without a window.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use bspwalk_overlays::section::words::caption;

use super::{build_film, layout, model, style};
use crate::app::{
    build_film::sentence,
    divisions::Divisions,
    overlays::SectionFacts,
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{BuildFilm, ModelView, OpenedLevel, Overlays},
};

/// Width of a caption, in points.
const WIDTH: f32 = 760.0;

/// Draws the captions of films and the model view at the bottom of a picture.
pub(in crate::app) struct CaptionsPlugin;

impl Plugin for CaptionsPlugin {
    fn build(&self, app: &mut App) {
        layout::add(app);
        app.add_systems(
            EguiPrimaryContextPass,
            draw.run_if(in_state(AppState::InLevel))
                .after(layout::Arranged)
                .in_set(AppSystems::Hud),
        );
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    (current, overlays, divisions): (Shown<OpenedLevel>, Res<Overlays>, Res<Divisions>),
    (film, view, facts): (Res<BuildFilm>, Res<ModelView>, Res<SectionFacts>),
    mut screen: ResMut<layout::Screen>,
) -> Result {
    if film.open {
        let text = sentence(&film, &current, &divisions);
        screen.at_the_bottom(contexts.ctx_mut()?, "build film", false, |ui| {
            ui.set_max_width(WIDTH);
            style::text(ui, text, style::TEXT, 14.0);
            build_film::legend(ui, overlays.palette);
        });
    } else if view.shows_division() {
        let text = caption(&facts);
        screen.at_the_bottom(contexts.ctx_mut()?, "division", false, |ui| {
            ui.set_max_width(WIDTH);
            style::text(ui, text, style::TEXT, 14.0);
            model::division_legend(ui, &facts, overlays.palette);
            model::key(ui, &facts, overlays.palette);
        });
    } else if view.is_cut() {
        screen.at_the_bottom(contexts.ctx_mut()?, "model", false, |ui| {
            model::key(ui, &facts, overlays.palette);
        });
    }
    Ok(())
}
