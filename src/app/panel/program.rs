//! Section Program: settings of the view and the mouse, the help, and information about the program.

use bevy::{app::AppExit, prelude::DetectChangesMut};
use bevy_egui::egui::{self, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_pads::Shape;
use bspwalk_session::pads::PadSettings;
use bspwalk_text::{Language, languages, text};

use super::{Controls, PanelData, PanelMessages};
use crate::app::kit::widgets::{self, Tip, control, slider};
use crate::app::{
    host::state::{Act, Action},
    input::{
        KeyLabels, UiZoom,
        settings::{BRIGHTNESSES, FIELDS_OF_VIEW, RenderScale, SENSITIVITIES},
        zoom,
    },
};

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
    text_size: &mut Option<f32>,
) {
    let mut settings = controls.settings.clone();
    widgets::rows(ui, "settings", |ui| {
        let view = slider(&mut settings.field_of_view, FIELDS_OF_VIEW, "°", 0);
        control(ui, text!("program-field-of-view"), Term::FieldOfView, view);
        let turn = slider(&mut settings.sensitivity, SENSITIVITIES, "", 3).logarithmic(true);
        control(ui, text!("program-sensitivity"), Term::Sensitivity, turn);
        let dead = slider(&mut settings.pad.pad_dead_zone, Shape::DEAD_ZONES, "", 2);
        control(ui, text!("program-pad-dead-zone"), Term::PadDeadZone, dead);
        let curve = slider(&mut settings.pad.pad_curve, Shape::CURVES, "", 1);
        control(ui, text!("program-pad-curve"), Term::PadCurve, curve);
        let turn = slider(
            &mut settings.pad.pad_sensitivity,
            PadSettings::SENSITIVITIES,
            "",
            1,
        );
        control(ui, text!("program-pad-sensitivity"), Term::PadSensitivity, turn);
        let brightness = slider(&mut settings.brightness, BRIGHTNESSES, "×", 2).logarithmic(true);
        control(ui, text!("program-brightness"), Term::Brightness, brightness);
        self::text_size(ui, &data.keys, &mut controls.zoom, text_size);
        widgets::name(ui, text!("program-render-scale"), Term::RenderScale);
        let scales = RenderScale::ALL.map(|scale| (scale, scale.name(), scale.description()));
        if let Some(scale) = widgets::choose(ui, "render scale", settings.render_scale.name(), 90.0, scales) {
            settings.render_scale = scale;
        }
        ui.end_row();
        widgets::name(ui, text!("program-language"), Term::Language);
        let system = (String::new(), text!("program-language-of-system"), "");
        let others = languages().map(|language| (language.tag().to_owned(), language.name(), ""));
        let chosen = languages().find(|language| language.tag() == settings.language);
        let chosen = chosen.map_or(text!("program-language-of-system"), Language::name);
        if let Some(tag) = widgets::choose(
            ui,
            "language",
            chosen,
            90.0,
            std::iter::once(system).chain(others),
        ) {
            settings.language = tag;
        }
        ui.end_row();
    });
    ui.horizontal(|ui| {
        widgets::switch(
            ui,
            &mut settings.head_bob,
            text!("program-head-bob"),
            Term::HeadBob,
        );
    });
    widgets::switch(
        ui,
        &mut settings.reduced_motion,
        text!("access-reduced-motion"),
        Term::ReducedMotion,
    );
    widgets::switch(
        ui,
        &mut settings.tool_bar,
        text!("program-tool-bar"),
        Term::ToolBar,
    );
    ui.horizontal(|ui| {
        widgets::switch(ui, &mut settings.hints, text!("program-hints"), Term::Hints);
        let again = egui::Button::new(text!("program-hints-again")).small();
        if ui.add_enabled(!settings.hints_done.is_empty(), again).clicked() {
            settings.hints_done.clear();
        }
    });
    controls.settings.set_if_neq(settings);
    ui.horizontal_wrapped(|ui| {
        for (title, command) in [
            (text!("program-all-keys"), Action::ToggleHelp),
            (text!("program-tour"), Action::Tour),
            (text!("program-full-screen"), Action::ToggleFullScreen),
            (text!("program-screenshot"), Action::Screenshot),
        ] {
            if ui.button(title).on_hover_text(data.keys.of(command)).clicked() {
                messages.commands.write(Act(command));
            }
        }
        if ui
            .button(text!("program-quit"))
            .on_hover_text(zoom::QUIT_KEYS)
            .clicked()
        {
            messages.exits.write(AppExit::Success);
        }
    });
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    widgets::note(ui, text!("program-about", name, version));
}

/// Draws the slider of the text size, in percent. The size only changes after the drag, because otherwise the slider
/// would move away from the pointer.
fn text_size(ui: &mut Ui, keys: &KeyLabels, zoom: &mut UiZoom, dragged: &mut Option<f32>) {
    let keys = [Action::LargerText, Action::SmallerText].map(|command| keys.of(command));
    let keys = keys.join(text!("text-list"));
    let tip = Tip::with(Term::TextSize, text!("access-text-size-hint", keys));
    widgets::name(ui, text!("access-text-size"), tip);
    let mut percent = 100.0 * dragged.unwrap_or(zoom.0);
    let range = zoom::ZOOMS.map(|zoom| 100.0 * zoom);
    let entry = ui.add(slider(&mut percent, range, " %", 0).step_by(5.0));
    let chosen = percent / 100.0;
    if entry.dragged() {
        *dragged = Some(chosen);
    } else if dragged.take().is_some() || entry.changed() {
        zoom.0 = chosen;
    }
    ui.end_row();
}
