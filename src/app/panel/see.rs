//! Display section: the view and its bookmarks, the lightmaps of the level file, and the overlays.

use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{Button, ComboBox, DragValue, Key, PopupCloseBehavior, Slider, TextEdit, Ui};
use bspwalk_levels::light_styles::StyleFactors;
use bspwalk_session::overlays::{MOST_HULLS, OverlayKind, WhichLeaves};
use bspwalk_session::program::Program;
use bspwalk_session::view::{ModelView, View};

use super::data::Panel;
use crate::app::kit::prelude::*;
use crate::app::kit::widgets::{add_definition, color};
use crate::app::paint::overlays::painter;

pub(super) fn draw_view_section(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    ui.horizontal(|ui| {
        let [model, plan] = panel.keys.hints([Action::ToggleModel, Action::TogglePlan]);
        let hint = text!("panel-view-keys", model, plan);
        draw_control_label(ui, text!("panel-view"), Tip::with(Term::View, hint));
        for (view, action, title) in [
            (View::Eye, Action::FirstPerson, text!("panel-eyes")),
            (View::Model, Action::ToggleModel, text!("panel-model")),
            (View::Plan, Action::TogglePlan, text!("panel-plan")),
        ] {
            let is_shown = panel.program.view.view == view;
            if ui.selectable_label(is_shown, title).clicked() && !is_shown {
                panel.send(action);
            }
        }
        bookmarks(ui, panel);
    });
    if panel.file_light.as_ref().is_some_and(|light| light.is_there()) {
        ui.horizontal(|ui| file_light(ui, panel));
    }
    if let Some(current) = panel.current.as_ref().filter(|_| !panel.program.view.is_eye()) {
        ui.horizontal(|ui| {
            // Leave space for the button next to the slider.
            ui.spacing_mut().slider_width = 60.0;
            if let Some(cut) = cut(ui, current, &panel.player, &panel.program.view) {
                panel.program.view.cut = cut;
            }
        });
    }
    overlays(ui, panel);
}

/// Draws a control for the height of the cut (in metres). Returns the new height if the user changed it. An inner
/// `None` makes the cut follow the eye height.
pub(in crate::app) fn cut(
    ui: &mut Ui,
    current: &OpenedLevel,
    player: &Player,
    view: &ModelView,
) -> Option<Option<f32>> {
    draw_control_label(ui, text!("model-cut-at"), Term::SectionCut);
    let bounds = current.level.bounds;
    let (low, high) = (bounds.min.y as f32, bounds.max.y as f32 + 0.5);
    // The slider rounds and clamps its value, and would report the difference as a change.
    let shown = (view.cut_height(player.position.y).min(high).max(low) * 100.0).round() / 100.0;
    let mut height = shown;
    let slider = Slider::new(&mut height, low..=high).suffix(" m");
    ui.add(slider.fixed_decimals(2));
    let follow = Button::new(text!("model-above-eyes"));
    if ui.add_enabled(view.cut.is_some(), follow).clicked() {
        return Some(None);
    }
    (height != shown).then_some(Some(height))
}

/// Draws a button that opens a menu. Clicks inside the menu keep it open.
fn menu(ui: &mut Ui, title: &str, tip: Tip<'_>, contents: impl FnOnce(&mut Ui)) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(title).config(config).ui(ui, contents);
    add_definition(button, tip);
}

/// Draws the menu of bookmarks for the level.
fn bookmarks(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let [keep, next] = panel.keys.hints([Action::KeepView, Action::NextBookmark]);
    let tip = Tip::with(Term::Bookmark, text!("panel-bookmark-keys", keep, next));
    menu(ui, text!("panel-bookmarks"), tip, |ui| {
        if ui.button(text!("panel-keep-view")).clicked() {
            panel.send(Action::KeepView);
        }
        let renamed = &mut panel.drafts.bookmark;
        for (number, name) in panel.program.bookmarks.names().enumerate() {
            match ui.horizontal(|ui| bookmark(ui, number, name, renamed)).inner {
                Some(BookmarkClick::GoTo) => {
                    _ = panel.commands.write(Act(Action::GoToBookmark(number as u32)));
                }
                Some(BookmarkClick::Change(name)) => {
                    let change = move |program: &mut Program<'_>| {
                        program.change_bookmark(number, name.as_deref());
                    };
                    panel.changes.write(Change::new(change));
                }
                None => {}
            }
        }
    });
}

/// A click on a bookmark.
enum BookmarkClick {
    GoTo,
    /// Rename the bookmark, or remove it if there is no name.
    Change(Option<String>),
}

fn bookmark(
    ui: &mut Ui,
    number: usize,
    name: &str,
    renamed: &mut Option<(usize, String)>,
) -> Option<BookmarkClick> {
    /// Width of a bookmark name, in points.
    const NAME: f32 = 190.0;
    if let Some((_, draft)) = renamed.as_mut().filter(|(of, _)| *of == number) {
        let field = ui.add(TextEdit::singleline(draft).desired_width(NAME));
        style::set_accessible_name(field, text!("access-bookmark-name")).request_focus();
        let [is_done, is_given_up] =
            [Key::Enter, Key::Escape].map(|key| ui.input(|input| input.key_pressed(key)));
        let is_new = is_done && draft.as_str() != name;
        let draft = renamed.take_if(|_| is_done || is_given_up);
        let draft = draft.filter(|_| is_new);
        return draft.map(|(_, name)| BookmarkClick::Change(Some(name)));
    }
    let go = Button::new(name).truncate().min_size([NAME, 16.0].into());
    let goes = widgets::clicks(ui, true, go, text!("panel-bookmark-go"));
    if ui.small_button(text!("panel-rename")).clicked() {
        *renamed = Some((number, name.to_owned()));
    }
    if style::hinted(ui.small_button("×"), text!("panel-bookmark-remove")).clicked() {
        return Some(BookmarkClick::Change(None));
    }
    goes.then_some(BookmarkClick::GoTo)
}

/// Draws the checkbox for the file's lightmaps. If the level has light styles other than the constant one, also draws a
/// menu for their brightnesses.
fn file_light(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    /// Maximum brightness of a light style. Quake's letter `z` is slightly above 2.
    const BRIGHTEST: f32 = 2.0;
    let Some(light) = &mut panel.file_light else {
        return;
    };
    let mut on = light.on;
    if widgets::switch(ui, &mut on, text!("panel-light-of-file"), Term::FileLight) {
        light.on = on;
    }
    let level = panel.current.as_ref().map(|current| &current.level);
    let Some(maps) = level.and_then(|level| level.light.as_ref()) else {
        return;
    };
    if !on || maps.other_styles().next().is_none() {
        return;
    }
    let overlays = &mut panel.program.overlays;
    menu(ui, text!("panel-light-styles"), Term::LightStyle.into(), |ui| {
        widgets::rows(ui, "light-styles", |ui| {
            for style in &maps.styles {
                let before = overlays.light_styles.brightness_of(style);
                let mut factor = before;
                let title = format!("{}: {}", style.number, style.title());
                let tip = Tip::with(Term::LightStyle, text!("panel-light-normal"));
                let slider = widgets::slider(&mut factor, [0.0, BRIGHTEST], "×", 2);
                widgets::control(ui, &title, tip, slider);
                if factor != before {
                    overlays.light_styles.set(style.number, factor);
                }
            }
        });
        let is_changed = !overlays.light_styles.is_empty();
        if is_changed && ui.button(text!("panel-light-reset")).clicked() {
            overlays.light_styles = StyleFactors::default();
        }
    });
}

fn overlays(ui: &mut Ui, panel: &mut Panel<'_, '_>) {
    let (overlays, keys) = (&mut panel.program.overlays, &*panel.keys);
    let deepest = panel.tree_stats.stats.deepest();
    for kind in OverlayKind::first_of_each_key() {
        if kind.colors_faces() {
            coloring(ui, keys, overlays);
        } else if !kind.shows_computation_stage() {
            switch(ui, keys, overlays, kind);
            if overlays.is_on(kind) {
                options(ui, kind, overlays, deepest);
            }
        }
    }
    ui.add_space(2.0);
    let tint = text!("panel-tint");
    widgets::switch(ui, &mut overlays.tint_subtree, tint, Term::Tint);
    palette(ui, overlays);
    widgets::disclosure(ui, Disclosure::Stages, |ui| {
        for kind in OverlayKind::first_of_each_key().filter(|kind| kind.shows_computation_stage()) {
            steps(ui, keys, overlays, kind);
        }
    });
}

pub(super) fn switch(ui: &mut Ui, keys: &KeyLabels, overlays: &mut Overlays, kind: OverlayKind) {
    ui.horizontal(|ui| {
        style::draw_command_key(ui, keys, Action::Overlay(kind.key()));
        let mut on = overlays.is_on(kind);
        let tip = Tip::with(kind.term(), kind.description());
        if widgets::switch(ui, &mut on, kind.title(), tip) {
            overlays.set(kind, on);
        }
    });
}

/// Draws the selector for the overlay that colours the faces.
fn coloring(ui: &mut Ui, keys: &KeyLabels, overlays: &mut Overlays) {
    // Common prefix of the overlay titles.
    let beginning = text!("panel-colour-by");
    let rest = |kind: OverlayKind| kind.title().trim_start_matches(beginning).trim_start();
    ui.horizontal(|ui| {
        let coloring = overlays.face_coloring_kind();
        style::draw_command_key(ui, keys, Action::Overlay(coloring.key()));
        draw_control_label(ui, beginning, Tip::with(Term::Face, coloring.description()));
        let kinds = OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces());
        let kinds = kinds.map(|kind| (kind, rest(kind), kind.description()));
        if let Some(kind) = widgets::choose(ui, "faces", rest(coloring), 118.0, kinds) {
            overlays.set(kind, true);
        }
    });
}

/// Draws the selector for overlays that share a key. `first` is the first of these overlays.
fn steps(ui: &mut Ui, keys: &KeyLabels, overlays: &mut Overlays, first: OverlayKind) {
    ui.horizontal(|ui| {
        style::draw_command_key(ui, keys, Action::Overlay(first.key()));
        let shown = first.kinds_on_same_key().find(|&kind| overlays.is_on(kind));
        let told = shown.unwrap_or(first);
        let tip = Tip::with(told.term(), told.description());
        draw_control_label(ui, text!("panel-flow-steps"), tip);
        let kinds = first.kinds_on_same_key();
        let kinds = kinds.map(|kind| (Some(kind), kind.title(), kind.description()));
        let none = text!("panel-off");
        let kinds = std::iter::once((None, none, text!("panel-no-step"))).chain(kinds);
        let title = shown.map_or(none, OverlayKind::title);
        if let Some(chosen) = widgets::choose(ui, "leaves", title, 118.0, kinds) {
            for kind in first.kinds_on_same_key() {
                overlays.set(kind, chosen == Some(kind));
            }
        }
    });
}

fn options(ui: &mut Ui, kind: OverlayKind, overlays: &mut Overlays, deepest: u32) {
    let draw: fn(&mut Ui, &mut Overlays, u32) = match kind {
        OverlayKind::Planes => planes,
        OverlayKind::Cells => cells,
        OverlayKind::Leaves => leaves,
        OverlayKind::Hulls => hulls,
        OverlayKind::Painter => |ui, overlays, _| painter::controls(ui, overlays),
        _ => return,
    };
    ui.indent(kind.name(), |ui| draw(ui, overlays, deepest));
}

fn planes(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.horizontal(|ui| {
        let tip = Tip::with(Term::SplitPlane, text!("planes-depths-hint"));
        draw_control_label(ui, text!("planes-depths"), tip);
        let [first, last] = &mut overlays.plane_depths;
        ui.add(DragValue::new(first).speed(0.08).range(0..=deepest));
        widgets::text(ui, "to", style::FAINT, 12.5);
        let range = *first..=deepest.max(*first);
        ui.add(DragValue::new(last).speed(0.08).range(range));
        widgets::text(ui, format!("of {deepest}"), style::FAINT, 12.5);
    });
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("planes-opacity"), Term::Opacity);
        ui.add(Slider::new(&mut overlays.plane_opacity, 0.0..=1.0).show_value(false));
    });
    let follow = &mut overlays.planes_of_selection;
    widgets::switch(ui, follow, text!("planes-follow"), Term::PlanesOfSelection);
}

fn cells(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("overlay-depth-name"), Term::Depth);
        let deepest = deepest.max(overlays.cell_depth);
        ui.add(Slider::new(&mut overlays.cell_depth, 0..=deepest));
    });
}

fn leaves(ui: &mut Ui, overlays: &mut Overlays, _: u32) {
    ui.horizontal_wrapped(|ui| {
        for (which, title) in WhichLeaves::ALL {
            let choice = ui.selectable_value(&mut overlays.which_leaves, which, title.text());
            add_definition(choice, Term::Leaf);
        }
    });
}

fn hulls(ui: &mut Ui, overlays: &mut Overlays, _: u32) {
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("panel-hull"), Term::ClipHull);
        for hull in 1..=MOST_HULLS {
            ui.selectable_value(&mut overlays.hull, hull, hull.to_string());
        }
    });
}

fn palette(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal(|ui| {
        draw_control_label(ui, text!("panel-palette"), Term::Palette);
        ComboBox::from_id_salt("palette")
            .width(170.0)
            .selected_text(overlays.palette.title())
            .show_ui(ui, |ui| {
                for palette in Palette::ALL {
                    ui.horizontal(|ui| {
                        ui.selectable_value(&mut overlays.palette, palette, palette.title());
                        ui.spacing_mut().item_spacing.x = 1.0;
                        for &rgb in palette.categories() {
                            style::swatch(ui, color(rgb));
                        }
                    });
                }
            });
    });
}
