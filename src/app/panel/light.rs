//! Lightmaps of the level's file, in the section See: whether they are used, and the brightness of each light style.

use bevy_egui::egui::{
    PopupCloseBehavior, Ui,
    containers::menu::{MenuButton, MenuConfig},
};
use bspwalk_explain::glossary::Term;
use bspwalk_levels::light_styles::{LightStyle, StyleFactors};
use bspwalk_text::text;

use super::{Controls, PanelData};
use crate::app::kit::definitions::define;
use crate::app::kit::widgets::{self, Tip, control, slider};

/// Maximum brightness of a style. Quake's letter `z` is slightly above 2.
const BRIGHTEST: f32 = 2.0;

/// Draws a row for the file's lightmaps, or nothing if there are none.
pub(super) fn contents(ui: &mut Ui, data: &PanelData<'_, '_>, controls: &mut Controls<'_, '_>) {
    if controls.file_light.as_ref().is_some_and(|light| light.is_there()) {
        ui.horizontal(|ui| row(ui, data, controls));
    }
}

/// Draws the switch. If the level has light styles besides the constant one, also draws the menu with their sliders.
fn row(ui: &mut Ui, data: &PanelData<'_, '_>, controls: &mut Controls<'_, '_>) {
    let Some(light) = controls.file_light.as_mut().filter(|light| light.is_there()) else {
        return;
    };
    let mut on = light.on;
    if widgets::switch(ui, &mut on, text!("panel-light-of-file"), Term::FileLight) {
        light.on = on;
    }
    let level = data.current.as_ref().map(|current| &current.level);
    let Some(maps) = level.and_then(|level| level.light.as_ref()) else {
        return;
    };
    if !on || maps.other_styles().next().is_none() {
        return;
    }
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(text!("panel-light-styles"))
        .config(config)
        .ui(ui, |ui| {
            widgets::rows(ui, "light styles", |ui| {
                for style in &maps.styles {
                    slider_of(ui, style, controls);
                }
            });
            let is_said = !controls.overlays.light_styles.is_empty();
            if is_said && ui.button(text!("panel-light-reset")).clicked() {
                controls.overlays.light_styles = StyleFactors::default();
            }
        });
    define(button, Tip::from(Term::LightStyle));
}

/// Draws the slider of a light style.
fn slider_of(ui: &mut Ui, style: &LightStyle, controls: &mut Controls<'_, '_>) {
    let before = controls.overlays.light_styles.of(style);
    let mut factor = before;
    let name = format!("{}: {}", style.number, style.title());
    let hint = text!("panel-light-normal");
    control(
        ui,
        &name,
        Tip::with(Term::LightStyle, hint),
        slider(&mut factor, [0.0, BRIGHTEST], "×", 2),
    );
    if factor != before {
        controls.overlays.light_styles.set(style.number, factor);
    }
}
