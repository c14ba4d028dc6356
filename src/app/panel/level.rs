//! Level section: opening a level, its statistics, entities, most expensive parts and problems, and load options.

use bevy_egui::egui::{Button, CollapsingHeader, Label, Response, RichText, Sense, Sides, TextEdit, Ui};
use bspwalk_explain::brush_costs::{HintEffect, Row, Verdict, map_box};
use bspwalk_explain::expensive::{Order, PartKind, matches};
use bspwalk_levels::{DropReason, Entity, Level, LoadOptions, SpawnOrigin, UpAxis, builtin};
use bspwalk_session::brush_survey::{MEASURED, can_survey};
use bspwalk_text::Localize;
use bspwalk_text::words::{capitalized, count, count_with_noun};
use glam::DVec3;

use super::data::{Panel, fold, list};
use crate::app::kit::prelude::*;

/// Maximum number of brushes to list.
const BRUSHES: usize = 12;

/// Maximum number of warnings to list.
const WARNINGS: usize = 200;

pub(super) fn draw_level_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    open_buttons(ui, panel);
    let Some(current) = &panel.current else {
        draw_note(ui, text!("panel-no-level"));
        return;
    };
    title(ui, current);
    widgets::disclosure(ui, Disclosure::Level, |ui| {
        more(ui, panel);
        last_save(ui, panel);
        expensive(ui, panel);
    });
    entities(ui, panel);
    problems(ui, panel);
    again(ui, panel);
}

fn open_buttons(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    ui.horizontal(|ui| {
        let key = panel.keys.key_or_palette_hint(Action::OpenDialog);
        if widgets::button(ui, text!("panel-open"), text!("panel-choose-level", key)) {
            panel.send(Action::OpenDialog);
        }
        let mut open = |ui: &Ui, source| {
            panel.opens.write(OpenLevel::remembered(source));
            ui.close();
        };
        ui.menu_button(text!("panel-built-in-levels"), |ui| {
            for level in builtin::listed() {
                if widgets::button(ui, level.name, level.description.localized()) {
                    open(ui, LevelName::BuiltIn(level.name.to_owned()));
                }
            }
        });
        let recent = &panel.settings.recent;
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button(text!("panel-recent"), |ui| {
                for source in recent {
                    let path = match source {
                        LevelName::File(path) => path.display().to_string(),
                        LevelName::BuiltIn(_) | LevelName::Drawn(_) => source.title().localized(),
                    };
                    let options = panel.settings.options_of(source).words();
                    let hint = format!("{path} {options}");
                    if widgets::button(ui, source.title().localized(), hint.trim_end()) {
                        open(ui, source.clone());
                    }
                }
            });
        });
    });
    ui.add_space(4.0);
}

/// Draws the name, source and size of the level.
fn title(ui: &mut Ui, current: &OpenedLevel) {
    let level = &current.level;
    ui.add(Label::new(RichText::new(&level.name).size(18.0).color(style::TEXT)).truncate());
    match &current.source {
        LevelName::BuiltIn(_) => draw_note(ui, text!("panel-in-program")),
        LevelName::File(path) => draw_note(ui, path.display().to_string()),
        LevelName::Drawn(_) => draw_note(ui, text!("panel-drawn")),
    }
    if !level.bounds.is_empty() {
        let [x, y, z] = level.bounds.size().to_array();
        let triangles = count_with_noun(level.triangles.len() as u64, "triangle");
        let size = format!("{x:.1} × {y:.1} × {z:.1} m");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            widgets::text(ui, format!("{triangles},"), style::TEXT, 12.5);
            widgets::text(ui, size, style::TEXT, 12.5).on_hover_text(text!("panel-size-hint"));
        });
    }
}

/// Draws level statistics that are rarely needed.
fn more(ui: &mut Ui, panel: &Panel<'_, '_>) {
    let Some(current) = &panel.current else { return };
    let level = &current.level;
    let count = |number: usize| count(number as u64);
    let liquid = level.triangles.iter().filter(|triangle| !triangle.solid).count();
    let solid = level.triangles.len() - liquid;
    let mut triangles = text!("panel-solid-count", triangles = count(solid));
    if liquid > 0 {
        triangles += &text!("panel-liquid-count", triangles = count(liquid));
    }
    let spawn = match level.spawn.origin {
        SpawnOrigin::Object => text!("panel-spawn-object"),
        SpawnOrigin::Entity => text!("panel-spawn-entity"),
        SpawnOrigin::Room => text!("panel-spawn-found"),
        SpawnOrigin::Fallback => text!("panel-spawn-outside"),
    };
    let [x, y, z] = hundredths(level.to_world(level.spawn.eye));
    let yaw = format!("{:.0}", level.spawn.yaw);
    let start = Tip::with(Term::Spawn, text!("panel-spawn-at", x, y, z, yaw));
    let [materials, objects] = [level.materials.len(), level.objects.len()].map(count);
    widgets::rows(ui, "level", |ui| {
        widgets::row(ui, text!("panel-triangles"), triangles, Term::SolidTriangle);
        widgets::row(ui, text!("panel-materials"), materials, Term::Material);
        widgets::row(ui, text!("panel-objects"), objects, Term::Object);
        widgets::row(ui, text!("panel-spawn"), spawn, start);
    });
    draw_note(ui, level.units.note.localized());
    if level.origin != DVec3::ZERO {
        let [x, y, z] = level.origin.to_array();
        draw_note(ui, text!("panel-origin", x, y, z));
    }
}

/// Formats the coordinates of a position with two decimals.
pub(super) fn hundredths(position: DVec3) -> [String; 3] {
    position.to_array().map(|value| format!("{value:.2}"))
}

/// Draws the changes made by the last save.
fn last_save(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    if let Some(save) = panel.program.level.saves.latest() {
        draw_note(ui, text!("panel-last-save", what = save.sentence));
        let mut is_drawn = panel.drawn_save.0;
        let tip = Tip::with(Term::SolidLeaf, text!("panel-last-save-hint"));
        if widgets::switch(ui, &mut is_drawn, text!("panel-last-save-show"), tip) {
            panel.drawn_save.0 = is_drawn;
        }
    }
}

/// Draws the most expensive parts of the level, of the kind that the user chooses.
fn expensive(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let has_brushes = panel.current.as_ref().is_some_and(|current| can_survey(current));
    fold(ui, "expensive", text!("panel-expensive"), style::TEXT, |ui| {
        let view = &mut panel.drafts.expensive;
        if view.kind == PartKind::Brush && !has_brushes {
            view.kind = PartKind::default();
        }
        ui.horizontal_wrapped(|ui| {
            let is_listed = |kind: &PartKind| *kind != PartKind::Brush || has_brushes;
            for kind in PartKind::ALL.into_iter().filter(is_listed) {
                let label = Button::selectable(view.kind == kind, kind.title());
                let hint = text!("expensive-hint", cost = kind.description());
                if widgets::clicks(ui, true, label, hint) {
                    view.kind = kind;
                }
            }
        });
        ui.horizontal(|ui| {
            let hint = text!("expensive-search");
            let field = TextEdit::singleline(&mut view.query).hint_text(hint);
            style::set_accessible_name(ui.add(field.desired_width(120.0)), hint);
            for order in Order::ALL {
                if ui.selectable_label(view.order == order, order.title()).clicked() {
                    view.order = order;
                }
            }
        });
        if view.kind == PartKind::Brush {
            brushes(ui, panel);
        } else {
            parts(ui, panel);
        }
    });
}

/// Draws the list of nodes, leaves, portals or faces. Clicking one goes there.
fn parts(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let Some(built) = panel.leaf_tree.built() else {
        draw_note(ui, text!("expensive-not-yet"));
        return;
    };
    if panel.program.level.expensive.is_busy() {
        draw_note(ui, text!("expensive-counting"));
        return;
    }
    let Some(found) = panel.program.level.expensive.found(built) else {
        if widgets::small_button(ui, text!("expensive-count"), text!("expensive-count-hint")) {
            panel.change(|program| {
                program.count_costs();
            });
        }
        return;
    };
    let view = &mut panel.drafts.expensive;
    let is_searched = !view.query.is_empty();
    let listed = view.parts(built.id(), found);
    if listed.is_empty() {
        draw_note(
            ui,
            match is_searched {
                true => text!("expensive-none-found"),
                false => text!("expensive-none"),
            },
        );
    }
    let mut chosen = None;
    list("expensive-list", 220.0).show_rows(ui, 16.0, listed.len(), |ui, rows| {
        for part in listed.get(rows).unwrap_or_default() {
            let label = Label::new(RichText::new(part.words()).size(12.5)).truncate();
            if ui.add(label.sense(Sense::click())).clicked() {
                chosen = Some(part.target);
            }
        }
    });
    if let Some(target) = chosen {
        panel.send(Action::LookAt(target));
    }
}

/// Draws the brush survey of a map.
fn brushes(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let search = &panel.program.level.brushes;
    if let Some(status) = search.status() {
        ui.add(style::bar(ui, status.fraction).text(RichText::new(status.phase).size(12.0)));
        if ui.small_button(text!("duelpage-cancel")).clicked() {
            panel.change(|program| program.state.level.brushes.cancel());
        }
        return;
    }
    let current = panel.current.as_ref();
    let found = current.and_then(|current| search.found(current).cloned());
    let label = match &found {
        None => text!("panel-measure"),
        Some(_) => text!("panel-measure-again"),
    };
    let tip = Tip::with(Term::Structural, text!("panel-measure-hint", most = MEASURED));
    if widgets::add_definition(ui.small_button(label), tip).clicked() {
        panel.change(|program| {
            program.survey_brushes();
        });
    }
    let Some(found) = found else { return };
    if found.dearest.is_empty() {
        draw_note(ui, text!("panel-no-brush"));
    }
    let (query, order) = (panel.drafts.expensive.query.clone(), panel.drafts.expensive.order);
    let mut rows = found.rows();
    rows.retain(|row| matches(&query, || [brush_title(row), brush_hint(row)].join(" ")));
    if order == Order::Number {
        rows.sort_by_key(|row| row.number);
    }
    list("brush-list", 220.0).show(ui, |ui| {
        for row in rows.into_iter().take(BRUSHES) {
            brush(ui, &row, panel);
        }
        let hints = found.hints.iter();
        for effect in hints.filter(|effect| matches(&query, || hint_title(effect))) {
            if hint_brush(ui, effect) {
                panel.send(Action::LookAtBrush(effect.brush));
            }
        }
    });
}

fn brush_title(row: &Row<'_>) -> String {
    let steps = count_with_noun(row.counts.pvs_steps, "step");
    let portals = count_with_noun(row.counts.portals, "portal");
    text!("panel-brush", number = row.number, steps, portals)
}

fn brush_hint(row: &Row<'_>) -> String {
    let brush = row.brush;
    text!(
        "panel-brush-hint",
        number = row.number,
        line = count(brush.line as u64),
        size = map_box(brush),
        texture = brush.texture,
        class = brush.class,
        cuts = count_with_noun(row.counts.cuts, "piece")
    )
}

fn hint_title(effect: &HintEffect) -> String {
    text!("panel-hint-brush", number = effect.brush)
}

/// Draws a hint brush with its verdict. Returns whether it was clicked.
fn hint_brush(ui: &mut Ui, effect: &HintEffect) -> bool {
    let shows = ui.button(RichText::new(hint_title(effect)).size(12.5));
    let color = if effect.pays() { style::FAINT } else { style::TEXT };
    let advice = capitalized(&effect.advice());
    widgets::text(ui, text!("panel-brush-advice", advice), color, 12.0);
    draw_note(ui, text!("panel-with-hint", changes = effect.changes()));
    shows.clicked()
}

/// Draws a brush: its counts, its buttons, and the verdict with the measurements behind it.
fn brush(ui: &mut Ui, row: &Row<'_>, panel: &mut Panel<'_, '_>) {
    let Row { number, saving, .. } = *row;
    let [show, copy] = brush_buttons(ui, brush_title(row));
    let shows = show.on_hover_text(brush_hint(row)).clicked();
    let copies = copy.on_hover_text(text!("panel-copy-hint")).clicked();
    if let Some(saving) = saving {
        let color = match saving.verdict() {
            Verdict::MakeDetail => style::TEXT,
            _ => style::FAINT,
        };
        let advice = capitalized(&saving.advice());
        widgets::text(ui, text!("panel-brush-advice", advice), color, 12.0);
        draw_note(ui, text!("panel-as-detail", changes = saving.changes()));
    }
    if shows {
        panel.send(Action::LookAtBrush(number));
    } else if copies {
        panel.change(move |program| program.write_detail_copy(number));
    }
}

/// Draws the button that shows a brush and, at the right edge, the button that writes a copy of the map. The brush
/// title is truncated to fit.
fn brush_buttons(ui: &mut Ui, title: String) -> [Response; 2] {
    let (show, copy) = Sides::new().shrink_left().truncate().show(
        ui,
        |ui| ui.button(RichText::new(title).size(12.5)),
        |ui| ui.small_button(text!("panel-copy")),
    );
    [show, copy]
}

/// Draws the list of entities. Clicking an entity turns the view towards it.
fn entities(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let Some(current) = &panel.current else { return };
    let level = &current.level;
    if level.entities.is_empty() {
        return;
    }
    let title = count_with_noun(level.entities.len() as u64, "entity");
    fold(ui, "entities", title, style::TEXT, |ui| {
        list("entity-list", 200.0).show_rows(ui, 16.0, level.entities.len(), |ui, rows| {
            for entity in level.entities.get(rows).unwrap_or_default() {
                if self::entity(ui, level, entity).clicked() {
                    panel.player.look_at(entity.position.as_vec3());
                }
            }
        });
    });
}

fn entity(ui: &mut Ui, level: &Level, entity: &Entity) -> Response {
    let title = match &entity.name {
        Some(name) => text!("panel-entity-named", class = entity.class, name),
        None => entity.class.clone(),
    };
    let [x, y, z] = hundredths(level.to_world(entity.position));
    let mut hint = text!("panel-entity-at", x, y, z);
    for (key, value) in entity.properties.iter().take(12) {
        hint += &format!("\n{key}: {value}");
    }
    let label = Label::new(RichText::new(title).size(12.5)).truncate();
    ui.add(label.sense(Sense::click())).on_hover_text(hint)
}

/// Draws the warnings about the file, and the number of triangles that were skipped.
fn problems(ui: &mut Ui, panel: &Panel<'_, '_>) {
    /// Height above which a list scrolls, in points.
    const HEIGHT: f32 = 130.0;
    let Some(current) = &panel.current else { return };
    let (warnings, dropped) = (&current.level.warnings, &current.level.dropped);
    if !warnings.is_empty() {
        let title = format!("⚠ {}", count_with_noun(warnings.len() as u64, "warning"));
        fold(ui, "warnings", title, style::ALARM, |ui| {
            list("warning list", HEIGHT).show(ui, |ui| {
                for warning in warnings.iter().take(WARNINGS) {
                    draw_note(ui, warning.localized());
                }
                if let Some(more @ 1..) = warnings.len().checked_sub(WARNINGS) {
                    draw_note(ui, text!("panel-more-items", more));
                }
            });
        });
    }
    if !dropped.is_empty() {
        let count_of_dropped = count_with_noun(dropped.len() as u64, "triangle");
        let title = text!("panel-left-out", count = count_of_dropped);
        fold(ui, "dropped", title, style::ALARM, |ui| {
            for reason in [DropReason::ZeroArea, DropReason::NotFinite, DropReason::Repeated] {
                let number = dropped.iter().filter(|dropped| dropped.reason == reason).count();
                if number > 0 {
                    let number = count(number as u64);
                    draw_note(ui, format!("{number} {}", reason.phrase().localized()));
                }
            }
            list("dropped list", HEIGHT).show_rows(ui, 15.0, dropped.len(), |ui, rows| {
                for dropped in dropped.get(rows).unwrap_or_default() {
                    let reason = dropped.reason.phrase();
                    draw_note(ui, text!("panel-dropped", triangle = dropped.source, reason));
                }
            });
        });
    }
}

/// Draws the options for reloading the level with a different unit or up axis.
fn again(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    // Built-in and compiled levels have fixed units.
    let is_file = |current: &OpenedLevel| {
        matches!(current.source, LevelName::File(_)) && !current.is_from_compiled_file()
    };
    let Some(current) = panel.current.as_ref().filter(|current| is_file(current)) else {
        return;
    };
    let used = (current.level_id(), current.options.clone());
    let (_, options) = panel.drafts.level.of(&used);
    let units = &current.level.units;
    CollapsingHeader::new(text!("panel-units")).show(ui, |ui| {
        ui.horizontal(|ui| {
            widgets::draw_control_label(ui, text!("panel-up"), Term::UpAxis);
            let up = options.up.unwrap_or(units.up);
            for (axis, name) in [(UpAxis::Y, "Y"), (UpAxis::Z, "Z")] {
                if ui.selectable_label(up == axis, name).clicked() {
                    options.up = Some(axis);
                }
            }
            ui.add_space(8.0);
            widgets::draw_control_label(ui, text!("panel-metres"), Term::Unit);
            let mut scale = options.scale.unwrap_or(units.scale);
            let speed = scale * 0.01;
            let drag = egui::DragValue::new(&mut scale).speed(speed).max_decimals(6);
            if ui.add(drag.range(1.0e-6..=1.0e6)).changed() {
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
                let is_new = asked != current.options;
                if ui.add_enabled(is_new, Button::new(title)).clicked() {
                    panel.opens.write(OpenLevel {
                        source: current.source.clone(),
                        options: RequestedOptions::Read(asked),
                    });
                }
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_button_stays_inside_the_panel() {
        let context = style::context_with_fonts();
        for title in [
            "17: 1 step",
            "1,234: 1,204,563 steps (PVS), 1,234 portals, and more",
        ] {
            let size = egui::vec2(240.0, 100.0);
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
                ..egui::RawInput::default()
            };
            let mut is_drawn = false;
            let _output = context.run_ui(input, |ui| {
                let [show, copy] = brush_buttons(ui, title.to_owned()).map(|button| button.rect);
                let panel = ui.max_rect();
                assert!(
                    copy.right() <= panel.right() + 0.5,
                    "{title}: {copy:?} in {panel:?}"
                );
                assert!(show.right() <= copy.left(), "{title}: {show:?}, {copy:?}");
                is_drawn = true;
            });
            assert!(is_drawn);
        }
    }
}
