//! The panel's part about the level.

use bevy_egui::egui::{self, RichText, Ui};

use super::{Controls, Inbox, Outbox, widgets};
use crate::{
    app::{
        hud::style,
        state::{Asked, Command, CurrentLevel, LevelSource, OpenDialog, OpenLevel, Precompiled},
    },
    compile::open::Origin,
    level::{DropReason, Level, LoadOptions, SpawnOrigin, UpAxis},
};

/// How the level is to be loaded again, until the button is pressed.
#[derive(Default)]
pub(super) struct Draft {
    options: LoadOptions,
    /// The level, by its revision, and the options that the draft began with.
    from: Option<(u64, LoadOptions)>,
}

pub(super) fn section(
    ui: &mut Ui,
    inbox: &Inbox<'_>,
    controls: &Controls<'_>,
    outbox: &mut Outbox<'_>,
    draft: &mut Draft,
) {
    widgets::section(ui, "Level", true, |ui| {
        open_buttons(ui, inbox, controls, outbox);
        let Some(current) = &inbox.current else {
            widgets::note(ui, "No level is shown yet.");
            return;
        };
        stats(ui, current);
        problems(ui, &current.level);
        again(ui, current, outbox, draft);
    });
}

/// Ways to another level.
fn open_buttons(ui: &mut Ui, inbox: &Inbox<'_>, controls: &Controls<'_>, outbox: &mut Outbox<'_>) {
    ui.horizontal(|ui| {
        if ui
            .button("Open…")
            .on_hover_text(format!(
                "Choose a level ({}), or drop one on the window.",
                inbox.keys.of(Command::OpenDialog)
            ))
            .clicked()
        {
            outbox.dialog.write(OpenDialog);
        }
        if !inbox.levels.built_in.is_empty() {
            ui.menu_button("Built-in ⏷", |ui| {
                for level in &inbox.levels.built_in {
                    if ui.button(level.name).on_hover_text(level.description).clicked() {
                        let source = LevelSource::BuiltIn(level.name.to_owned());
                        outbox.open.write(OpenLevel::remembered(source));
                        ui.close();
                    }
                }
            });
        }
        let recent = &controls.settings.recent;
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button("Recent ⏷", |ui| {
                for source in recent {
                    let path = match source {
                        LevelSource::File(path) => path.display().to_string(),
                        LevelSource::BuiltIn(name) => name.clone(),
                    };
                    let options = controls.settings.options_of(source).words();
                    let hint = format!("{path} {options}");
                    if ui.button(source.title()).on_hover_text(hint.trim_end()).clicked() {
                        outbox.open.write(OpenLevel::remembered(source.clone()));
                        ui.close();
                    }
                }
            });
        });
    });
    ui.add_space(4.0);
}

fn stats(ui: &mut Ui, current: &CurrentLevel) {
    let level = &current.level;
    ui.add(egui::Label::new(RichText::new(&level.name).size(18.0).color(style::TEXT)).truncate());
    match &current.source {
        LevelSource::BuiltIn(_) => widgets::note(ui, "built into the program"),
        LevelSource::File(path) => widgets::note(ui, path.display().to_string()),
    }
    widgets::rows(ui, "level", |ui| {
        let solid = level.triangles.iter().filter(|triangle| triangle.solid).count();
        let liquid = level.triangles.len() - solid;
        let mut triangles = widgets::count(level.triangles.len() as u64);
        if liquid > 0 {
            triangles += &format!(", {} of them liquid", widgets::count(liquid as u64));
        }
        widgets::row(
            ui,
            "Triangles",
            triangles,
            "Triangles that are drawn. Liquids are drawn but do not stop a body.",
        );
        widgets::row(
            ui,
            "Materials",
            widgets::count(level.materials.len() as u64),
            "How the surfaces look.",
        );
        widgets::row(
            ui,
            "Objects",
            widgets::count(level.objects.len() as u64),
            "Named objects and groups of the file.",
        );
        let size = level.bounds.size();
        if !level.bounds.is_empty() {
            widgets::row(
                ui,
                "Size",
                format!("{:.1} × {:.1} × {:.1} m", size.x, size.y, size.z),
                "Width (x), height (y) and length (z) in metres.",
            );
        }
        let eye = level.spawn.eye;
        let spawn = match level.spawn.origin {
            SpawnOrigin::Object => "the object named `spawn`",
            SpawnOrigin::Room => "found in a room",
            SpawnOrigin::Fallback => "the clearest place",
        };
        widgets::row(
            ui,
            "Spawn",
            spawn,
            &format!(
                "Where you start: ({:.2}, {:.2}, {:.2}) m, facing {:.0}°.",
                eye.x, eye.y, eye.z, level.spawn.yaw
            ),
        );
    });
    widgets::note(ui, level.units.note.clone());
}

/// What a person should know about the file, all of it.
fn problems(ui: &mut Ui, level: &Level) {
    /// Height of a list before it scrolls, in points.
    const HEIGHT: f32 = 130.0;
    if !level.warnings.is_empty() {
        let title = format!("⚠ {}", widgets::counted(level.warnings.len() as u64, "warning"));
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
                            widgets::note(ui, format!("… and {} more.", level.warnings.len() - 200));
                        }
                    });
            });
    }
    if !level.dropped.is_empty() {
        let title = format!(
            "{} left out",
            widgets::counted(level.dropped.len() as u64, "triangle")
        );
        egui::CollapsingHeader::new(RichText::new(title).color(style::ALARM))
            .id_salt("dropped")
            .show(ui, |ui| {
                for reason in [DropReason::ZeroArea, DropReason::NotFinite, DropReason::Repeated] {
                    let number = level
                        .dropped
                        .iter()
                        .filter(|dropped| dropped.reason == reason)
                        .count();
                    if number > 0 {
                        widgets::note(
                            ui,
                            format!("{} {}", widgets::count(number as u64), reason.phrase()),
                        );
                    }
                }
                egui::ScrollArea::vertical()
                    .id_salt("dropped list")
                    .max_height(HEIGHT)
                    .show_rows(ui, 15.0, level.dropped.len(), |ui, rows| {
                        for dropped in level.dropped.get(rows).unwrap_or_default() {
                            widgets::note(
                                ui,
                                format!("triangle {}, {}", dropped.source, dropped.reason.phrase()),
                            );
                        }
                    });
            });
    }
}

/// Loading the same level with another unit or another axis up.
fn again(ui: &mut Ui, current: &CurrentLevel, outbox: &mut Outbox<'_>, draft: &mut Draft) {
    // A built-in level is in metres, and a compiled one has been read for good.
    let is_compiled = matches!(current.rest, Precompiled::Built(_, Origin::File));
    if !matches!(current.source, LevelSource::File(_)) || is_compiled {
        return;
    }
    if draft.from != Some((current.level_revision, current.options)) {
        *draft = Draft {
            options: current.options,
            from: Some((current.level_revision, current.options)),
        };
    }
    let level = &current.level;
    egui::CollapsingHeader::new("Unit and axes").show(ui, |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, "Up", "Which axis of the file points up.");
            let up = draft.options.up.unwrap_or(level.units.up);
            for (axis, name) in [(UpAxis::Y, "Y"), (UpAxis::Z, "Z")] {
                if ui.selectable_label(up == axis, name).clicked() {
                    draft.options.up = Some(axis);
                }
            }
            ui.add_space(8.0);
            widgets::name(ui, "Metres per unit", "How long a unit of the file is.");
            let mut scale = draft.options.scale.unwrap_or(level.units.scale);
            let speed = scale * 0.01;
            let drag = egui::DragValue::new(&mut scale)
                .speed(speed)
                .range(1.0e-6..=1.0e6)
                .max_decimals(6);
            if ui.add(drag).changed() {
                draft.options.scale = Some(scale);
            }
        });
        ui.horizontal(|ui| {
            if ui
                .add_enabled(draft.options != current.options, egui::Button::new("Load again"))
                .clicked()
            {
                outbox.open.write(OpenLevel {
                    source: current.source.clone(),
                    options: Asked::Read(draft.options),
                });
            }
            let guessed = LoadOptions::default();
            if ui
                .add_enabled(current.options != guessed, egui::Button::new("Guess both"))
                .clicked()
            {
                outbox.open.write(OpenLevel {
                    source: current.source.clone(),
                    options: Asked::Read(guessed),
                });
            }
        });
    });
}
