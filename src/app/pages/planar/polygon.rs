//! The polygon or free segments that you draw, their tree, the tests that locate a point, and the view from an eye.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::{MessageWriter, Res, ResMut};
use bevy_egui::egui::{Button, DragValue, Key, Rect, Response, RichText, Sense, Ui, vec2};
use bspwalk_planar::{Fragment, NONE, NodeId, PlanarNode, PlanarTree, RegionError, Segment2};
use bspwalk_planar_page::drawing::{Fault, Kind};
use bspwalk_planar_page::frame::{PageUpdate, SightFrame, choices};
use bspwalk_planar_page::shapes::{Color, Picture};
use bspwalk_planar_page::{eye::Eye, page::Page, walk::End};
use bspwalk_session::raised;

use super::measure::Measured;
use super::painter::{color, paint, pixel, size};
use glam::DVec2;
use serde_json::{Value, json};

use crate::app::kit::{prelude::*, widgets::clicks};
use crate::app::level::save_as::SaveAs;

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
                let rest = frame.sight.as_ref().map_or(350.0, |_| 350.0 + EYE_CONTROLS);
                let height = (ui.available_height() - rest).clamp(90.0, 420.0);
                let tree = ui.allocate_exact_size(vec2(COLUMN, height), Sense::hover());
                self.model.resize(size(figure.0), size(tree.0));
                pointer(ui, &mut self.model, &figure, &tree);
                if figure.1.hovered() || self.model.is_held() {
                    match self.model.walk().end {
                        End::Inside => out.probe.was_inside = true,
                        End::Outside => out.probe.was_outside = true,
                        End::OnEdge(_) | End::Cell | End::Undivided => {}
                    }
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
        let has_wrong_winding = matches!(drawing.fault(), Some(Fault::Region(RegionError::Winding { .. })));
        let color = if is_right { style::TEXT } else { style::ALARM };
        style::label(ui, &frame.verdict, color, 13.5);
        if has_wrong_winding && ui.button(text!("polygon-reverse")).clicked() {
            self.model.reverse_loop();
        }
        if let Some(notice) = &frame.notice {
            style::label(ui, notice, style::ALARM, 13.5);
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
                style::label(ui, meaning, style::FAINT, 12.0);
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
        if let Some(region) = &good.region
            && widgets::button(ui, text!("polygon-measure"), text!("polygon-measure-hint"))
        {
            let measured = Measured::of(region, &good.tree, 1);
            self.measured = Some((good.tree.clone(), measured));
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
    let kind = Button::selectable(frame.is_free, text!("polygon-free"));
    if clicks(ui, true, kind, text!("polygon-free-hint")) {
        let [on, off] = [Kind::Segments, Kind::Polygon];
        model.set_kind(if frame.is_free { off } else { on });
    }
    ui.separator();
    style::faint(ui, text!("polygon-start"));
    let presets = if frame.is_free { segments } else { polygons };
    for [name, title, about] in presets {
        if widgets::button(ui, title, about) {
            model.take_preset(&name);
        }
    }
    ui.separator();
    for [name, title, about] in rules {
        if clicks(ui, true, Button::selectable(name == frame.rule, title), about) {
            model.take_rule(&name);
        }
    }
    ui.separator();
    let [draw, how] = match frame.is_free {
        true => [text!("polygon-draw-chain"), text!("polygon-how-chain")],
        false => [text!("polygon-draw"), text!("polygon-how-loop")],
    };
    if clicks(ui, true, Button::selectable(model.is_drawing(), draw), how) {
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
    if widgets::button(ui, text!("polygon-clear"), text!("polygon-clear-hint")) {
        model.clear();
    }
    let mut snap = frame.snap;
    let control = ui.checkbox(&mut snap, text!("polygon-snap"));
    if control.on_hover_text(text!("polygon-snap-hint")).changed() {
        model.set_snap(snap);
    }
    for (is_possible, title, action) in [
        (frame.can_undo, text!("polygon-undo"), Action::Undo),
        (frame.can_redo, text!("polygon-redo"), Action::Redo),
    ] {
        let hint = keys.key_or_palette_hint(action);
        if clicks(ui, is_possible, Button::new(title), hint) {
            if action == Action::Undo {
                model.undo();
            } else {
                model.redo();
            }
        }
    }
}

/// Draws the controls for stepping through the divisions.
fn steps(ui: &mut Ui, model: &mut Page, frame: &PageUpdate) {
    let (mut step, all) = (frame.shown, frame.all);
    ui.horizontal(|ui| {
        style::faint(ui, text!("polygon-build"));
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
        style::faint(ui, text!("polygon-eye"));
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
        style::faint(ui, text!("polygon-visits"));
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

fn exports(ui: &mut Ui, model: &Page, out: &mut Out<'_>) {
    let good = model.drawing().last_valid();
    let svg = || model.saved(true);
    let obj = || good.region.as_ref().map(raised::room_to_obj).unwrap_or_default();
    let json = || format!("{:#}\n", tree_to_json(&good.tree));
    let formats: [(_, _, _, &dyn Fn() -> String); 3] = [
        ("svg", text!("polygon-save-svg"), text!("polygon-svg-hint"), &svg),
        (
            "json",
            text!("polygon-save-json"),
            text!("polygon-json-hint"),
            &json,
        ),
        ("obj", text!("polygon-save-obj"), text!("polygon-obj-hint"), &obj),
    ];
    // Only a region can be extruded into a room.
    let usable = if good.region.is_some() { 3 } else { 2 };
    for (extension, label, hint, content) in formats.into_iter().take(usable) {
        if widgets::button(ui, label, hint) {
            let what = text!("saving-polygon");
            let content = content().into_bytes();
            out.files.write(SaveAs::new(what, "region", extension, content));
        }
    }
    if good.region.is_some() && widgets::button(ui, text!("polygon-walk"), text!("polygon-walk-hint")) {
        // Close the page, because it would cover the level.
        let level = LevelName::Drawn(obj().into());
        out.open.write(OpenLevel::remembered(level));
        out.commands.write(Act(Action::TogglePlanarPage));
    }
}

/// Converts a tree to JSON. `edges` contains pairs of points, and `nodes` contains the nodes in depth-first order. A
/// node consists of the index of its splitting edge (`line`), the `fragments` on this edge (edge, start, end), the
/// number of `cuts`, and the children `front` and `back`. A null child is a leaf: a null front child is inside the
/// region, and a null back child is outside.
fn tree_to_json(tree: &PlanarTree) -> Value {
    let child = |id: NodeId| (id != NONE).then_some(id);
    let point = |point: DVec2| point.to_array();
    let edges: Vec<_> = tree
        .edges()
        .iter()
        .map(|edge| [point(edge.from), point(edge.to)])
        .collect();
    let fragment = |part: &Fragment| {
        let Segment2 { from, to } = tree.segment(part);
        (part.edge, point(from), point(to))
    };
    let node = |(id, node): (NodeId, &PlanarNode)| {
        json!({
            "line": node.edge,
            "fragments": tree.fragments_of(id).iter().map(fragment).collect::<Vec<_>>(),
            "cuts": node.cuts,
            "front": child(node.front),
            "back": child(node.back),
        })
    };
    let nodes: Vec<_> = NodeId::all().zip(tree.nodes()).map(node).collect();
    json!({ "edges": edges, "nodes": nodes })
}
