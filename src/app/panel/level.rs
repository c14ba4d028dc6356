//! Section Level: opening a level, its figures, its problems, and its load options.

use bevy_egui::egui::{self, RichText, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_levels::{DropReason, Level, LoadOptions, SpawnOrigin, UpAxis, builtin};
use bspwalk_progress::words;
use bspwalk_text::text;
use glam::DVec3;

use super::{
    brushes,
    data::{Controls, Draft, PanelData, PanelMessages},
    entities,
};
use crate::app::kit::widgets::{self, Tip};
use crate::app::{
    host::state::{Act, Action, Asked, LevelId, LevelName, OpenLevel, OpenedLevel},
    kit::style,
};

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
    draft: &mut Draft<(LevelId, LoadOptions)>,
) {
    open_buttons(ui, data, controls, messages);
    let Some(current) = &data.current else {
        widgets::note(ui, text!("panel-no-level"));
        return;
    };
    stats(ui, current, |ui| {
        brushes::contents(ui, current, (data, controls), messages);
    });
    entities::contents(ui, &current.level, &mut controls.player);
    problems(ui, &current.level);
    again(ui, current, messages, draft);
}

fn open_buttons(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
) {
    ui.horizontal(|ui| {
        let key = data.keys.of(Action::OpenDialog);
        let hint = text!("panel-choose-level", key);
        if ui.button(text!("panel-open")).on_hover_text(hint).clicked() {
            messages.commands.write(Act(Action::OpenDialog));
        }
        ui.menu_button(text!("panel-built-in-levels"), |ui| {
            for level in builtin::listed() {
                if ui
                    .button(level.name)
                    .on_hover_text(level.description.text())
                    .clicked()
                {
                    let source = LevelName::BuiltIn(level.name.to_owned());
                    messages.open.write(OpenLevel::remembered(source));
                    ui.close();
                }
            }
        });
        let recent = &controls.settings.recent;
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button(text!("panel-recent"), |ui| {
                for source in recent {
                    let path = match source {
                        LevelName::File(path) => path.display().to_string(),
                        LevelName::BuiltIn(_) | LevelName::Drawn(_) => source.title(),
                    };
                    let options = controls.settings.options_of(source).words();
                    let hint = format!("{path} {options}");
                    if ui.button(source.title()).on_hover_text(hint.trim_end()).clicked() {
                        messages.open.write(OpenLevel::remembered(source.clone()));
                        ui.close();
                    }
                }
            });
        });
    });
    ui.add_space(4.0);
}

/// Draws the main figures. `rest` draws more of them in a section that is folded by default.
fn stats(ui: &mut Ui, current: &OpenedLevel, rest: impl FnOnce(&mut Ui)) {
    let level = &current.level;
    ui.add(egui::Label::new(RichText::new(&level.name).size(18.0).color(style::TEXT)).truncate());
    match &current.source {
        LevelName::BuiltIn(_) => widgets::note(ui, text!("panel-in-program")),
        LevelName::File(path) => widgets::note(ui, path.display().to_string()),
        LevelName::Drawn(_) => widgets::note(ui, text!("panel-drawn")),
    }
    if !level.bounds.is_empty() {
        let [x, y, z] = level.bounds.size().to_array();
        let triangles = words::counted(level.triangles.len() as u64, "triangle");
        let size = format!("{x:.1} × {y:.1} × {z:.1} m");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            widgets::text(ui, format!("{triangles},"), style::TEXT, 12.5);
            widgets::text(ui, size, style::TEXT, 12.5).on_hover_text(text!("panel-size-hint"));
        });
    }
    egui::CollapsingHeader::new(RichText::new(text!("panel-more-about")).color(style::TEXT)).show_unindented(
        ui,
        |ui| {
            more(ui, level);
            rest(ui);
        },
    );
}

/// Draws figures of a level that are rarely needed.
fn more(ui: &mut Ui, level: &Level) {
    let count = |number: usize| words::count(number as u64);
    let liquid = level.triangles.iter().filter(|triangle| !triangle.solid).count();
    let mut triangles = text!(
        "panel-solid-count",
        triangles = count(level.triangles.len() - liquid)
    );
    if liquid > 0 {
        triangles += &text!("panel-liquid-count", triangles = count(liquid));
    }
    let spawn = match level.spawn.origin {
        SpawnOrigin::Object => text!("panel-spawn-object"),
        SpawnOrigin::Entity => text!("panel-spawn-entity"),
        SpawnOrigin::Room => text!("panel-spawn-found"),
        SpawnOrigin::Fallback => text!("panel-spawn-outside"),
    };
    let ([x, y, z], yaw) = (level.to_world(level.spawn.eye).to_array(), level.spawn.yaw);
    let start = text!(
        "panel-spawn-at",
        x = format_args!("{x:.2}"),
        y = format_args!("{y:.2}"),
        z = format_args!("{z:.2}"),
        yaw = format_args!("{yaw:.0}")
    );
    widgets::rows(ui, "level", |ui| {
        widgets::row(ui, text!("panel-triangles"), triangles, Term::SolidTriangle);
        widgets::row(
            ui,
            text!("panel-materials"),
            count(level.materials.len()),
            Term::Material,
        );
        widgets::row(
            ui,
            text!("panel-objects"),
            count(level.objects.len()),
            Term::Object,
        );
        widgets::row(ui, text!("panel-spawn"), spawn, Tip::with(Term::Spawn, start));
    });
    widgets::note(ui, level.units.note.clone());
    if level.origin != DVec3::ZERO {
        let [x, y, z] = level.origin.to_array();
        let moved = text!("panel-origin", x, y, z);
        widgets::note(ui, moved);
    }
}

/// Draws the warnings about the file, and the triangles that were skipped.
fn problems(ui: &mut Ui, level: &Level) {
    /// Height of a list before it scrolls, in points.
    const HEIGHT: f32 = 130.0;
    if !level.warnings.is_empty() {
        let title = format!("⚠ {}", words::counted(level.warnings.len() as u64, "warning"));
        egui::CollapsingHeader::new(RichText::new(title).color(style::ALARM))
            .id_salt("warnings")
            .show(ui, |ui| {
                egui::ScrollArea::vertical()
                    .id_salt("warning list")
                    .max_height(HEIGHT)
                    .show(ui, |ui| {
                        for warning in level.warnings.iter().take(200) {
                            widgets::note(ui, warning.to_string());
                        }
                        if level.warnings.len() > 200 {
                            widgets::note(ui, text!("panel-more-items", more = level.warnings.len() - 200));
                        }
                    });
            });
    }
    if !level.dropped.is_empty() {
        let count = words::counted(level.dropped.len() as u64, "triangle");
        egui::CollapsingHeader::new(RichText::new(text!("panel-left-out", count)).color(style::ALARM))
            .id_salt("dropped")
            .show(ui, |ui| {
                for reason in [DropReason::ZeroArea, DropReason::NotFinite, DropReason::Repeated] {
                    let dropped = level.dropped.iter().filter(|dropped| dropped.reason == reason);
                    let number = dropped.count() as u64;
                    if number > 0 {
                        widgets::note(ui, format!("{} {}", words::count(number), reason.phrase()));
                    }
                }
                egui::ScrollArea::vertical()
                    .id_salt("dropped list")
                    .max_height(HEIGHT)
                    .show_rows(ui, 15.0, level.dropped.len(), |ui, rows| {
                        for dropped in level.dropped.get(rows).unwrap_or_default() {
                            let reason = dropped.reason.phrase();
                            widgets::note(ui, text!("panel-dropped", triangle = dropped.source, reason));
                        }
                    });
            });
    }
}

/// Draws the options to reload the level with another unit or up axis.
fn again(
    ui: &mut Ui,
    current: &OpenedLevel,
    messages: &mut PanelMessages<'_>,
    draft: &mut Draft<(LevelId, LoadOptions)>,
) {
    // Built-in and compiled levels have fixed units.
    if !matches!(current.source, LevelName::File(_)) || current.is_from_compiled_file() {
        return;
    }
    draft.follow(&(current.level_id(), current.options.clone()));
    let (_, options) = &mut draft.value;
    let level = &current.level;
    egui::CollapsingHeader::new(text!("panel-units")).show(ui, |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, text!("panel-up"), Term::UpAxis);
            let up = options.up.unwrap_or(level.units.up);
            for (axis, name) in [(UpAxis::Y, "Y"), (UpAxis::Z, "Z")] {
                if ui.selectable_label(up == axis, name).clicked() {
                    options.up = Some(axis);
                }
            }
            ui.add_space(8.0);
            widgets::name(ui, text!("panel-metres"), Term::Unit);
            let mut scale = options.scale.unwrap_or(level.units.scale);
            let speed = scale * 0.01;
            let drag = egui::DragValue::new(&mut scale)
                .speed(speed)
                .range(1.0e-6..=1.0e6)
                .max_decimals(6);
            if ui.add(drag).changed() {
                options.scale = Some(scale);
            }
        });
        ui.horizontal(|ui| {
            let guessed = LoadOptions {
                moving_apart: current.options.moving_apart,
                ..LoadOptions::default()
            };
            for (title, asked) in [
                (text!("panel-load-again"), options.clone()),
                (text!("panel-guess"), guessed),
            ] {
                let button = egui::Button::new(title);
                if ui.add_enabled(asked != current.options, button).clicked() {
                    messages.open.write(OpenLevel {
                        source: current.source.clone(),
                        options: Asked::Read(asked),
                    });
                }
            }
        });
    });
}
