//! Program section: view and mouse settings, help, key bindings, and frame times.

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::{app::AppExit, prelude::DetectChangesMut};
use bevy_egui::egui::{Button, Ui};
use bspwalk_pads::Shape;
use bspwalk_session::{pads::PadSettings, ui::TEXT_SCALES};
use bspwalk_text::{Language, languages};
use egui_plot::{HLine, Line, PlotPoints};

use super::{data::Panel, keys};
use crate::app::input::settings::{BRIGHTNESSES, FIELDS_OF_VIEW, RenderScale, SENSITIVITIES};
use crate::app::input::zoom;
use crate::app::kit::prelude::*;
use crate::app::kit::widgets::{control, slider, switch};

/// Number of recent frames whose times are kept.
pub(super) const KEPT_FRAMES: usize = 240;

pub(super) fn draw_program_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let mut settings = panel.settings.clone();
    widgets::rows(ui, "settings", |ui| {
        let view = slider(&mut settings.field_of_view, FIELDS_OF_VIEW, "°", 0);
        control(ui, text!("program-field-of-view"), Term::FieldOfView, view);
        let turn = slider(&mut settings.sensitivity, SENSITIVITIES, "", 3).logarithmic(true);
        control(ui, text!("program-sensitivity"), Term::Sensitivity, turn);
        let pad = &mut settings.pad;
        let dead = slider(&mut pad.pad_dead_zone, Shape::DEAD_ZONES, "", 2);
        control(ui, text!("program-pad-dead-zone"), Term::PadDeadZone, dead);
        let curve = slider(&mut pad.pad_curve, Shape::CURVES, "", 1);
        control(ui, text!("program-pad-curve"), Term::PadCurve, curve);
        let turn = slider(&mut pad.pad_sensitivity, PadSettings::SENSITIVITIES, "", 1);
        control(ui, text!("program-pad-sensitivity"), Term::PadSensitivity, turn);
        let brightness = slider(&mut settings.brightness, BRIGHTNESSES, "×", 2).logarithmic(true);
        control(ui, text!("program-brightness"), Term::Brightness, brightness);
        text_size(ui, panel);
        choices(ui, &mut settings);
    });
    for (on, title, term) in [
        (&mut settings.head_bob, text!("program-head-bob"), Term::HeadBob),
        (
            &mut settings.reduced_motion,
            text!("access-reduced-motion"),
            Term::ReducedMotion,
        ),
        (
            &mut panel.program.bars.tools,
            text!("program-tool-bar"),
            Term::ToolBar,
        ),
    ] {
        switch(ui, on, title, term);
    }
    let hints = &mut panel.program.hints;
    ui.horizontal(|ui| {
        switch(ui, &mut hints.on, text!("program-hints"), Term::Hints);
        let again = Button::new(text!("program-hints-again")).small();
        if ui.add_enabled(!hints.done.is_empty(), again).clicked() {
            hints.done.clear();
        }
    });
    panel.settings.set_if_neq(settings);
    if let Some(software) = panel.quality.as_ref().and_then(|quality| quality.note()) {
        widgets::draw_note(ui, software);
    }
    ui.horizontal_wrapped(|ui| {
        for (title, action) in [
            (text!("program-all-keys"), Action::ToggleHelp),
            (text!("program-tour"), Action::Tour),
            (text!("program-full-screen"), Action::ToggleFullScreen),
            (text!("program-screenshot"), Action::Screenshot),
        ] {
            if widgets::button(ui, title, panel.keys.key_or_palette_hint(action)) {
                panel.send(action);
            }
        }
        if widgets::button(ui, text!("program-quit"), zoom::QUIT_KEYS) {
            panel.exits.write(AppExit::Success);
        }
    });
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    widgets::draw_note(ui, text!("program-about", name, version));
    keys::draw_keys_section(ui, panel);
    frames(ui, panel);
}

/// Draws the slider for the text size, in percent. The size changes only when the drag ends, because otherwise the
/// slider would move away from the pointer.
fn text_size(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let keys = panel.keys.hints([Action::LargerText, Action::SmallerText]);
    let keys = keys.join(text!("text-list"));
    let tip = Tip::with(Term::TextSize, text!("access-text-size-hint", keys));
    draw_control_label(ui, text!("access-text-size"), tip);
    let dragged = &mut panel.drafts.text_size;
    let mut percent = 100.0 * dragged.unwrap_or(panel.program.ui.text_scale.0);
    let range = TEXT_SCALES.map(|scale| 100.0 * scale);
    let entry = ui.add(slider(&mut percent, range, " %", 0).step_by(5.0));
    let chosen = percent / 100.0;
    if entry.dragged() {
        *dragged = Some(chosen);
    } else if dragged.take().is_some() || entry.changed() {
        panel.program.ui.text_scale.0 = chosen;
    }
    ui.end_row();
}

/// Draws the selectors for render scale and language.
fn choices(ui: &mut Ui, settings: &mut Settings) {
    draw_control_label(ui, text!("program-render-scale"), Term::RenderScale);
    let scales = RenderScale::ALL.map(|scale| (scale, scale.name(), scale.description()));
    if let Some(scale) = widgets::choose(ui, "render scale", settings.render_scale.name(), 90.0, scales) {
        settings.render_scale = scale;
    }
    ui.end_row();
    draw_control_label(ui, text!("program-language"), Term::Language);
    let of_system = text!("program-language-of-system");
    let others = languages().map(|language| (language.tag().to_owned(), language.name(), ""));
    let all = std::iter::once((String::new(), of_system, "")).chain(others);
    let chosen = languages().find(|language| language.tag() == settings.language);
    let chosen = chosen.map_or(of_system, Language::name);
    if let Some(tag) = widgets::choose(ui, "language", chosen, 90.0, all) {
        settings.language = tag;
    }
    ui.end_row();
}

/// Draws statistics of recent frame times.
fn frames(ui: &mut Ui, panel: &Panel<'_, '_>) {
    widgets::heading(ui, text!("panel-frame-time"));
    let times = frame_times(&panel.diagnostics);
    let Some([median, slow]) = percentiles(times.clone()) else {
        return;
    };
    widgets::rows(ui, "frames", |ui| {
        let fps = format!("{:.0}", 1e3 / median.max(1e-3));
        let median = text!("panel-frame-median", median = format_args!("{median:.1}"), fps);
        widgets::row(ui, text!("panel-median"), median, Term::Median);
        widgets::row(ui, text!("panel-slow"), format!("{slow:.1} ms"), Term::Percentile);
    });
    let points: PlotPoints<'_> = (0..).zip(times).map(|(i, ms)| [f64::from(i), ms]).collect();
    widgets::plot("frames", 70.0)
        .show_axes([false, true])
        .show_grid([false, true])
        .include_y(0.0)
        .include_y(20.0)
        .include_x(0.0)
        .include_x(KEPT_FRAMES as f64)
        .show(ui, |plot| {
            plot.hline(HLine::new("60 FPS", 1000.0 / 60.0).color(style::LINE));
            plot.line(Line::new(text!("panel-milliseconds"), points).color(style::ACCENT));
        });
}

/// Returns recent frame times in milliseconds, oldest first.
fn frame_times(diagnostics: &DiagnosticsStore) -> Vec<f64> {
    let times = diagnostics.get(&FrameTimeDiagnosticsPlugin::FRAME_TIME);
    times.map_or_else(Vec::new, |times| times.values().copied().collect())
}

/// Returns the median and the 95th percentile of the frame times.
fn percentiles(mut times: Vec<f64>) -> Option<[f64; 2]> {
    times.sort_by(f64::total_cmp);
    let last = times.len().checked_sub(1)?;
    Some([0.5, 0.95].map(|share| times[(last as f64 * share).round() as usize]))
}

#[cfg(test)]
mod tests {
    use bevy::diagnostic::{Diagnostic, DiagnosticMeasurement};
    use bevy::platform::time::Instant;

    use super::*;

    #[test]
    fn only_the_last_frames_count() {
        assert_eq!(percentiles(Vec::new()), None);
        let mut diagnostic =
            Diagnostic::new(FrameTimeDiagnosticsPlugin::FRAME_TIME).with_max_history_length(KEPT_FRAMES);
        for value in [1000.0; 10].into_iter().chain((0_u8..240).map(f64::from)) {
            let time = Instant::now();
            diagnostic.add_measurement(DiagnosticMeasurement { time, value });
        }
        let mut diagnostics = DiagnosticsStore::default();
        diagnostics.add(diagnostic);
        let times = frame_times(&diagnostics);
        assert_eq!((times.len(), times[0]), (KEPT_FRAMES, 0.0));
        assert_eq!(percentiles(times), Some([120.0, 227.0]));
    }
}
