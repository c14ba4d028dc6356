//! The polygon or free segments that you draw, their tree, the tests that locate a point, and the view from an eye.

use std::sync::Arc;

use bevy::{
    ecs::system::SystemParam,
    prelude::{MessageWriter, Res, ResMut},
};
use bevy_egui::egui::{self, Button, DragValue, Key, Rect, Response, RichText, Sense, Ui, vec2};
use bspwalk_draw::color::palette::Palette;
use bspwalk_planar::{PlanarTree, RegionError};
use bspwalk_planar_page::{
    drawing::{Fault, Kind},
    eye::Eye,
    frame::{PageUpdate, SightFrame, choices},
    page::Page,
    shapes::{Color, Picture},
    walk::End,
};
use bspwalk_session::raised;
use bspwalk_text::text;

use super::{
    json,
    measure::Measured,
    painter::{color, paint, pixel, size},
};
use crate::app::{
    host::state::{Act, Action, DrawnPolygon, LevelName, OpenLevel, PolygonProbe},
    input::KeyLabels,
    kit::{style, widgets},
    level::save_as::SaveAs,
};

/// Maximum distance between the pointer and a corner or edge for selecting it, in points.
const REACH: f64 = 9.0;

/// Width of the column next to the polygon, in points.
const COLUMN: f32 = 372.0;

/// Height required by the text in the column, in points. In a lower window, the text scrolls.
const TEXTS: f32 = 270.0;

/// Height required by the eye controls, in points.
const EYE_CONTROLS: f32 = 56.0;

/// Writers for the messages sent by the page, the key labels that it shows, and the pointer record.
#[derive(SystemParam)]
pub(super) struct Out<'w> {
    pub(super) keys: Res<'w, KeyLabels>,
    files: MessageWriter<'w, SaveAs>,
    open: MessageWriter<'w, OpenLevel>,
    probe: ResMut<'w, PolygonProbe>,
    drawn: ResMut<'w, DrawnPolygon>,
    pub(super) commands: MessageWriter<'w, Act>,
}

/// The page model, and results that are kept between frames.
#[derive(Default)]
pub(super) struct Polygon {
    pub(super) model: Page,
    /// Static parts of the polygon picture and the tree picture.
    under: [Picture; 2],
    measured: Option<(PlanarTree, Measured)>,
}

impl Polygon {
    /// Returns the output of the model, and caches the static parts of its pictures.
    fn frame(&mut self) -> PageUpdate {
        let mut frame = self.model.frame();
        let changed = [frame.figure.take(), frame.tree.take()];
        for (kept, changed) in self.under.iter_mut().zip(changed) {
            if let Some(changed) = changed {
                *kept = changed;
            }
        }
        frame
    }

    /// Draws the polygon and its controls.
    pub(super) fn show(&mut self, ui: &mut Ui, palette: Palette, out: &mut Out<'_>) {
        let frame = self.frame();
        ui.horizontal_wrapped(|ui| tools(ui, &mut self.model, &frame, &out.keys));
        ui.add_space(2.0);
        ui.horizontal(|ui| self.verdict(ui, &frame));
        let room = ui.available_size();
        ui.horizontal_top(|ui| {
            let canvas = vec2((room.x - COLUMN - 10.0).max(200.0), room.y);
            let figure = ui.allocate_exact_size(canvas, style::CANVAS);
            ui.add_space(2.0);
            ui.vertical(|ui| {
                ui.set_width(COLUMN);
                steps(ui, &mut self.model, &frame);
                if let Some(sight) = &frame.sight {
                    eye(ui, &mut self.model);
                    visits(ui, &mut self.model, sight);
                }
                let rest = if frame.sight.is_some() {
                    350.0 + EYE_CONTROLS
                } else {
                    350.0
                };
                let height = (ui.available_height() - rest).clamp(90.0, 420.0);
                let tree = ui.allocate_exact_size(vec2(COLUMN, height), Sense::hover());
                self.model.resize(size(figure.0), size(tree.0));
                pointer(ui, &mut self.model, &figure, &tree);
                if figure.1.hovered() || self.model.is_held() {
                    note(&mut out.probe, self.model.walk().end);
                    let tree = &self.model.drawing().last_valid().tree;
                    if out.drawn.0.as_deref() != Some(tree) {
                        out.drawn.0 = Some(Arc::new(tree.clone()));
                    }
                }
                let frame = self.frame();
                let over = [&frame.figure_over, &frame.tree_over];
                for ((rect, under), over) in [figure.0, tree.0].into_iter().zip(&self.under).zip(over) {
                    let painter = ui.painter_at(rect);
                    paint(&painter, rect, under, palette);
                    paint(&painter, rect, over, palette);
                }
                if ui.available_height() < TEXTS {
                    let texts = egui::ScrollArea::vertical().id_salt("planar-texts");
                    texts.show(ui, |ui| self.column(ui, &frame, palette, out));
                } else {
                    self.column(ui, &frame, palette, out);
                }
            });
        });
    }

    fn verdict(&mut self, ui: &mut Ui, frame: &PageUpdate) {
        let drawing = self.model.drawing();
        let is_right = !frame.is_fault && drawing.open().is_empty();
        let winding = |fault: &Fault| matches!(fault, Fault::Region(RegionError::Winding { .. }));
        let has_wrong_winding = drawing.fault().is_some_and(winding);
        let color = if is_right { style::TEXT } else { style::ALARM };
        ui.label(RichText::new(&frame.verdict).color(color).size(13.5));
        if has_wrong_winding && ui.button(text!("polygon-reverse")).clicked() {
            self.model.reverse_loop();
        }
        if let Some(notice) = &frame.notice {
            ui.label(RichText::new(notice).color(style::ALARM).size(13.5));
        }
    }

    /// Draws the texts below the tree, the measurement and the exports.
    fn column(&mut self, ui: &mut Ui, frame: &PageUpdate, palette: Palette, out: &mut Out<'_>) {
        let legend = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let sides = [
                (Color::Front, text!("planarpage-front")),
                (Color::Back, text!("planarpage-back")),
            ];
            let leaves = match frame.is_free {
                true => vec![(Color::OutsideLeaf, text!("polygon-cell"))],
                false => vec![
                    (Color::InsideMark, text!("polygon-inside")),
                    (Color::OutsideLeaf, text!("polygon-outside")),
                ],
            };
            for (of, meaning) in sides.into_iter().chain(leaves) {
                style::swatch(ui, color(of, palette));
                ui.label(RichText::new(meaning).size(12.0).color(style::FAINT));
            }
        });
        legend.response.on_hover_text(text!("polygon-cells"));
        let is_usable = !frame.is_fault && frame.all > 0;
        if !is_usable {
            let how = match frame.is_free {
                true => text!("polygon-how-chain"),
                false => text!("polygon-how-edit"),
            };
            widgets::draw_note(ui, how);
            return;
        }
        if let Some(sight) = &frame.sight {
            widgets::heading(ui, text!("polygon-view"));
            style::text(ui, &sight.visit, style::TEXT, 12.5);
            style::text(ui, &sight.view, style::FAINT, 12.5);
        }
        // The description of the rule is also the hint of its button.
        if frame.shown < frame.all || self.model.marked().is_some() {
            style::text(ui, &frame.division, style::FAINT, 12.5);
        }
        widgets::heading(ui, text!("polygon-under-pointer"));
        style::text(ui, &frame.headline, style::TEXT, 12.5);
        // Inside a scroll area, the available height is infinite.
        let most = (ui.available_height() - 70.0).clamp(66.0, 400.0);
        let tests = egui::ScrollArea::vertical().max_height(most);
        tests.auto_shrink([false, true]).show(ui, |ui| {
            for (i, test) in frame.tests.iter().enumerate() {
                style::text(ui, format!("{}. {test}", i + 1), style::FAINT, 12.0);
            }
        });
        ui.add_space(2.0);
        let good = self.model.drawing().last_valid();
        if let Some(region) = &good.region {
            let hint = text!("polygon-measure-hint");
            if ui.button(text!("polygon-measure")).on_hover_text(hint).clicked() {
                let measured = Measured::of(region, &good.tree, 1);
                self.measured = Some((good.tree.clone(), measured));
            }
        }
        if let Some((tree, measured)) = &self.measured
            && *tree == good.tree
        {
            style::text(ui, measured.words(), style::TEXT, 12.5);
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| exports(ui, &self.model, out));
    }
}

/// Draws presets, rules, drawing tools and undo.
fn tools(ui: &mut Ui, model: &mut Page, frame: &PageUpdate, keys: &KeyLabels) {
    let [polygons, rules, segments] = choices();
    let kind = ui.selectable_label(frame.is_free, text!("polygon-free"));
    if kind.on_hover_text(text!("polygon-free-hint")).clicked() {
        let [on, off] = [Kind::Segments, Kind::Polygon];
        model.set_kind(if frame.is_free { off } else { on });
    }
    ui.separator();
    ui.label(RichText::new(text!("polygon-start")).color(style::FAINT));
    let presets = if frame.is_free { segments } else { polygons };
    for [name, title, about] in presets {
        if ui.button(title).on_hover_text(about).clicked() {
            model.take_preset(&name);
        }
    }
    ui.separator();
    for [name, title, about] in rules {
        let rule = ui.selectable_label(name == frame.rule, title);
        if rule.on_hover_text(about).clicked() {
            model.take_rule(&name);
        }
    }
    ui.separator();
    let [draw, how] = match frame.is_free {
        true => [text!("polygon-draw-chain"), text!("polygon-how-chain")],
        false => [text!("polygon-draw"), text!("polygon-how-loop")],
    };
    let draw = ui.selectable_label(model.is_drawing(), draw);
    if draw.on_hover_text(how).clicked() {
        model.toggle_loop();
    }
    let has_open_chain = frame.is_free && !model.drawing().open().is_empty();
    if has_open_chain {
        let end = ui.button(text!("polygon-end-chain")).clicked();
        let no_focus = ui.memory(|memory| memory.focused().is_none());
        if end || no_focus && ui.input(|input| input.key_pressed(Key::Enter)) {
            model.end_chain();
        }
    }
    let clear = ui.button(text!("polygon-clear"));
    if clear.on_hover_text(text!("polygon-clear-hint")).clicked() {
        model.clear();
    }
    let mut snap = frame.snap;
    let control = ui.checkbox(&mut snap, text!("polygon-snap"));
    if control.on_hover_text(text!("polygon-snap-hint")).changed() {
        model.set_snap(snap);
    }
    let undo = ui.add_enabled(frame.can_undo, Button::new(text!("polygon-undo")));
    if undo
        .on_hover_text(keys.key_or_palette_hint(Action::Undo))
        .clicked()
    {
        model.undo();
    }
    let redo = ui.add_enabled(frame.can_redo, Button::new(text!("polygon-redo")));
    if redo
        .on_hover_text(keys.key_or_palette_hint(Action::Redo))
        .clicked()
    {
        model.redo();
    }
}

/// Draws the controls for stepping through the divisions.
fn steps(ui: &mut Ui, model: &mut Page, frame: &PageUpdate) {
    let (mut step, all) = (frame.shown, frame.all);
    ui.horizontal(|ui| {
        ui.label(RichText::new(text!("polygon-build")).color(style::FAINT));
        if style::hinted(ui.button("⏮"), text!("polygon-nothing-yet")).clicked() {
            step = 0;
        }
        if style::hinted(ui.button("⏴"), text!("access-division-before")).clicked() {
            step = step.saturating_sub(1);
        }
        ui.spacing_mut().slider_width = 128.0;
        ui.add(egui::Slider::new(&mut step, 0..=all).show_value(false));
        if style::hinted(ui.button("⏵"), text!("access-division-next")).clicked() {
            step = (step + 1).min(all);
        }
        ui.label(RichText::new(text!("polygon-step", step, all)).color(style::TEXT));
    });
    if step != frame.shown {
        model.show(step);
    }
}

/// Draws the controls for the position and direction of the eye.
fn eye(ui: &mut Ui, model: &mut Page) {
    let step = 0.2 * model.drawing().grid().step();
    let Eye { mut at, mut degrees } = model.eye();
    ui.horizontal(|ui| {
        ui.label(RichText::new(text!("polygon-eye")).color(style::FAINT));
        let mut number = |value: &mut f64, speed: f64, name: &str| {
            let field = DragValue::new(value).speed(speed).max_decimals(2);
            style::set_accessible_name(ui.add(field), name)
                .on_hover_text(name)
                .changed()
        };
        let changed = [
            number(&mut at.x, step, text!("polygon-eye-x")),
            number(&mut at.y, step, text!("polygon-eye-y")),
            number(&mut degrees, 1.0, text!("polygon-eye-direction")),
        ];
        if changed.contains(&true) {
            model.set_eye(Eye { at, degrees });
        }
    });
}

/// Draws the controls for stepping through the nodes visited for the eye's view.
fn visits(ui: &mut Ui, model: &mut Page, sight: &SightFrame) {
    let (mut shown, all) = (sight.shown, sight.all);
    ui.horizontal(|ui| {
        ui.label(RichText::new(text!("polygon-visits")).color(style::FAINT));
        if style::hinted(ui.button("⏮"), text!("polygon-no-visit")).clicked() {
            shown = 0;
        }
        if style::hinted(ui.button("⏴"), text!("polygon-visit-before")).clicked() {
            shown = shown.saturating_sub(1);
        }
        ui.spacing_mut().slider_width = 128.0;
        ui.add(egui::Slider::new(&mut shown, 0..=all).show_value(false));
        if style::hinted(ui.button("⏵"), text!("polygon-visit-next")).clicked() {
            shown = (shown + 1).min(all);
        }
        ui.label(RichText::new(text!("polygon-visit", shown, all)).color(style::TEXT));
    });
    if shown != sight.shown {
        model.show_visits(shown);
    }
}

/// Passes pointer input to the model.
fn pointer(ui: &Ui, model: &mut Page, figure: &(Rect, Response), tree: &(Rect, Response)) {
    let (at, pressed, down, time) = ui.input(|input| {
        let pointer = &input.pointer;
        let (pressed, down) = (pointer.primary_pressed(), pointer.primary_down());
        (pointer.latest_pos(), pressed, down, input.time)
    });
    let Some(at) = at else {
        model.leave();
        return;
    };
    let (on_figure, on_tree) = (pixel(figure.0, at), pixel(tree.0, at));
    let (figure, tree) = (&figure.1, &tree.1);
    if model.is_held() {
        match down {
            true => model.drag(on_figure),
            false => model.release(on_figure, 1000.0 * time),
        }
    } else if figure.secondary_clicked() {
        model.remove_at(on_figure, REACH);
    } else if pressed && figure.contains_pointer() {
        model.press(on_figure, REACH);
    } else if figure.hovered() {
        model.hover(on_figure, REACH);
    } else if tree.hovered() {
        model.mark(on_tree, REACH / 2.0);
    } else {
        model.leave();
    }
}

/// Records whether the pointer has been inside or outside the polygon.
fn note(probe: &mut PolygonProbe, end: End) {
    match end {
        End::Inside => probe.was_inside = true,
        End::Outside => probe.was_outside = true,
        End::OnEdge(_) | End::Cell | End::Undivided => {}
    }
}

fn exports(ui: &mut Ui, model: &Page, out: &mut Out<'_>) {
    let good = model.drawing().last_valid();
    let svg = || model.saved(true);
    let as_json = || format!("{:#}\n", json::of(&good.tree));
    let obj = || good.region.as_ref().map(raised::room_to_obj).unwrap_or_default();
    let formats: [(_, _, _, &dyn Fn() -> String); 3] = [
        ("svg", text!("polygon-save-svg"), text!("polygon-svg-hint"), &svg),
        (
            "json",
            text!("polygon-save-json"),
            text!("polygon-json-hint"),
            &as_json,
        ),
        ("obj", text!("polygon-save-obj"), text!("polygon-obj-hint"), &obj),
    ];
    // Only a region can be extruded into a room.
    let usable = if good.region.is_some() { 3 } else { 2 };
    for (extension, label, hint, content) in formats.into_iter().take(usable) {
        if ui.button(label).on_hover_text(hint).clicked() {
            let what = text!("saving-polygon");
            let content = content().into_bytes();
            out.files.write(SaveAs::new(what, "region", extension, content));
        }
    }
    let hint = text!("polygon-walk-hint");
    if good.region.is_some() && ui.button(text!("polygon-walk")).on_hover_text(hint).clicked() {
        // Close the page, because it would cover the level.
        let level = LevelName::Drawn(obj().into());
        out.open.write(OpenLevel::remembered(level));
        out.commands.write(Act(Action::TogglePlanarPage));
    }
}
