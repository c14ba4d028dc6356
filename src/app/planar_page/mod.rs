//! Page of the planar tree. You draw a region, its tree appears next to it, and a probe shows the tests needed to
//! locate a point.

mod canvas;
mod canvas_view;
mod doom;
mod drawing;
mod measure;
mod page_state;
mod tree_picture;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_explain::glossary::{Reference, Source};
use bspwalk_levels::raised;
use bspwalk_text::text;
use bspwalk_trees::planar::{NodeId, PRESETS, Region, RegionError};
use egui::{RichText, vec2};

use self::{
    measure::Measured,
    page_state::{PageState, edge_name},
};
use super::{
    hud::{
        layout::{Arranged, MARGIN, Screen},
        style,
    },
    input::KeyLabels,
    panel::{self, widgets},
    save_as::SaveAs,
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{Act, Action, LevelSource, OpenLevel, OpenedLevel, Overlays, Page, Ui},
};

/// Draws the page. `EguiPlugin` renders it.
pub(super) struct PlanarPagePlugin;

impl Plugin for PlanarPagePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PlanarPage>().add_systems(
            Update,
            undo.in_set(AppSystems::Command)
                .run_if(in_state(AppState::InLevel)),
        );
        app.add_systems(
            EguiPrimaryContextPass,
            draw.run_if(
                in_state(AppState::InLevel).and_then(|ui: Res<Ui>| ui.page == Some(Page::PlanarTree)),
            )
            .after(panel::Unhovered)
            .after(Arranged)
            .in_set(AppSystems::Panel),
        );
    }
}

/// State of the page kept between frames.
#[derive(Resource, Default)]
pub(super) struct PlanarPage {
    page: PageState,
    /// Tree of a DOOM level, if the current level is one.
    doom: doom::DoomPage,
    /// Whether the DOOM level is shown instead of the drawing.
    shows_doom: Option<bool>,
}

impl PlanarPage {
    /// Returns descriptions of what undo and redo would do to the polygon.
    pub(super) fn undo_redo_words(&self) -> [Option<&str>; 2] {
        self.page.drawing.undo_redo_words()
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut page: ResMut<PlanarPage>,
    (keys, overlays, current): (Res<KeyLabels>, Res<Overlays>, Shown<OpenedLevel>),
    screen: Res<Screen>,
    mut out: Out,
) -> Result {
    let context = contexts.ctx_mut()?;
    let PlanarPage {
        page,
        doom,
        shows_doom,
    } = page.bypass_change_detection();
    page.palette = overlays.palette;
    let has_doom = current.level.doom_tree.is_some();
    let room = screen.places.free.shrink(0.5 * MARGIN);
    let frame = style::card().fill(egui::Color32::from_rgb(18, 21, 27));
    let id = egui::Id::new("planar page");
    egui::Area::new(id)
        .fixed_pos(room.min)
        .order(egui::Order::Middle)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                let size = room.size() - vec2(26.0, 18.0);
                ui.set_min_size(size);
                ui.set_max_size(size);
                title(ui, &keys, &mut out.commands);
                // In a DOOM level, show its own tree first.
                let mut is_doom = has_doom && shows_doom.unwrap_or(true);
                if has_doom {
                    ui.horizontal(|ui| {
                        ui.selectable_value(
                            &mut is_doom,
                            true,
                            text!("polygon-tab-level", level = current.level.name),
                        );
                        ui.selectable_value(&mut is_doom, false, text!("polygon-tab-draw"));
                    });
                    *shows_doom = Some(is_doom);
                }
                if is_doom {
                    doom::show(ui, doom, &current.level, current.level_id());
                } else {
                    contents(ui, page, &mut out);
                }
            });
        });
    // Cards next to the view may be drawn later, but must not cover the page.
    context.move_to_top(egui::LayerId::new(egui::Order::Middle, id));
    Ok(())
}

/// Width of the column next to the canvas, in points.
const COLUMN: f32 = 372.0;

fn title(ui: &mut egui::Ui, keys: &KeyLabels, commands: &mut MessageWriter<'_, Act>) {
    ui.horizontal(|ui| {
        style::key_of(ui, keys, Action::TogglePlanarPage);
        ui.label(
            RichText::new(text!("polygon-title"))
                .strong()
                .size(16.0)
                .color(style::TEXT),
        );
        let source = Source::Work(Reference::Xuebuyuan, "");
        let about = text!("polygon-what", source);
        ui.label(RichText::new(about).color(style::FAINT))
            .on_hover_text(source.explained());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if style::hinted(ui.button("×"), text!("polygon-back-to-level")).clicked() {
                commands.write(Act(Action::TogglePlanarPage));
            }
        });
    });
}

fn contents(ui: &mut egui::Ui, page: &mut PageState, out: &mut Out<'_>) {
    ui.horizontal(|ui| tools(ui, page));
    ui.add_space(2.0);
    let verdict = page.drawing.verdict();
    let is_right = page.drawing.tree().is_ok() && page.drawing.open().is_empty();
    ui.horizontal(|ui| {
        let color = if is_right { style::TEXT } else { style::ALARM };
        ui.label(RichText::new(verdict).color(color).size(13.5));
        if matches!(page.drawing.tree(), Err(RegionError::Winding { .. }))
            && ui.button(text!("polygon-reverse")).clicked()
        {
            page.drawing.reverse_wrong();
        }
    });
    let size = ui.available_size();
    ui.horizontal_top(|ui| {
        let canvas = vec2((size.x - COLUMN - 10.0).max(200.0), size.y);
        canvas::show(ui, canvas, page);
        ui.add_space(2.0);
        ui.vertical(|ui| {
            ui.set_width(COLUMN);
            column(ui, page, out);
        });
    });
    let from_tree = page.hovered_in_tree.take();
    let from_canvas = page.view.and_then(|view| {
        let (_, tree) = page.drawing.tree().ok()?;
        canvas::node_at(view, tree, page.probe)
    });
    page.marked = from_tree.or(from_canvas);
}

/// Undoes and redoes changes of the polygon while the page is open.
fn undo(mut commands: MessageReader<Act>, ui: Res<Ui>, mut page: ResMut<PlanarPage>) {
    for &Act(command) in commands.read() {
        let drawing = &mut page.page.drawing;
        match command {
            _ if ui.page != Some(Page::PlanarTree) => {}
            Action::Undo => _ = drawing.undo(),
            Action::Redo => _ = drawing.redo(),
            _ => {}
        }
    }
}

/// Draws presets, drawing tools and undo.
fn tools(ui: &mut egui::Ui, page: &mut PageState) {
    ui.label(RichText::new(text!("polygon-start")).color(style::FAINT));
    for preset in PRESETS {
        if ui
            .button(preset.title.text())
            .on_hover_text(preset.shows.text())
            .clicked()
        {
            page.drawing.load((preset.loops)());
            (page.step, page.draws) = (None, false);
        }
    }
    ui.separator();
    let hint = text!("polygon-how-loop");
    let draws = page.draws || !page.drawing.open().is_empty();
    if ui
        .selectable_label(draws, text!("polygon-draw"))
        .on_hover_text(hint)
        .clicked()
    {
        if draws {
            page.drawing.abandon();
        }
        page.draws = !draws;
    }
    if ui
        .button(text!("polygon-clear"))
        .on_hover_text(text!("polygon-clear-hint"))
        .clicked()
    {
        page.drawing.load(Vec::new());
        (page.step, page.draws) = (None, true);
    }
    ui.checkbox(&mut page.drawing.snap, text!("polygon-snap"))
        .on_hover_text(text!("polygon-snap-hint"));
    let [undo, redo] = page.drawing.undo_redo_words().map(|words| words.is_some());
    if ui
        .add_enabled(undo, egui::Button::new(text!("polygon-undo")))
        .on_hover_text("Ctrl+Z")
        .clicked()
    {
        page.drawing.undo();
    }
    if ui
        .add_enabled(redo, egui::Button::new(text!("polygon-redo")))
        .on_hover_text("Ctrl+Shift+Z")
        .clicked()
    {
        page.drawing.redo();
    }
}

/// Draws the tree, the build steps, the probe, the measurement and the exports.
fn column(ui: &mut egui::Ui, page: &mut PageState, out: &mut Out<'_>) {
    let Ok((_, tree)) = page.drawing.tree() else {
        let help = text!("polygon-how-edit");
        widgets::note(ui, help);
        return;
    };
    let all = tree.nodes().len();
    ui.horizontal(|ui| {
        ui.label(RichText::new(text!("polygon-build")).color(style::FAINT));
        let mut step = page.step.unwrap_or(all).min(all);
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
        page.step = (step < all).then_some(step);
    });
    let words = build_words(page);
    style::text(ui, words, style::FAINT, 12.5);
    let room = (ui.available_height() - 236.0).clamp(90.0, 420.0);
    tree_picture::show(ui, vec2(COLUMN, room), page);
    let Ok((_, tree)) = page.drawing.tree() else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let side = style::color;
        for (color, meaning) in [
            (side(page.palette.front()), text!("polygon-front")),
            (side(page.palette.back()), text!("polygon-back")),
            (egui::Color32::from_rgb(86, 160, 112), text!("polygon-inside")),
            (egui::Color32::from_rgb(82, 90, 106), text!("polygon-outside")),
        ] {
            style::swatch(ui, color);
            ui.label(RichText::new(meaning).size(12.0).color(style::FAINT));
        }
        ui.label(
            RichText::new(text!("polygon-cells"))
                .size(12.0)
                .color(style::FAINT),
        );
    });
    widgets::heading(ui, text!("polygon-under-pointer"));
    style::text(ui, tree_picture::probe_words(tree, page), style::TEXT, 12.5);
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        let hint = text!("polygon-measure-hint");
        if ui.button(text!("polygon-measure")).on_hover_text(hint).clicked()
            && let Ok((region, tree)) = page.drawing.tree()
        {
            page.measured = Some((page.drawing.revision(), Measured::of(region, tree, 1)));
        }
    });
    if let Some((revision, measured)) = &page.measured
        && *revision == page.drawing.revision()
    {
        style::text(ui, measured.words(), style::TEXT, 12.5);
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| exports(ui, page, out));
}

/// Describes what the last shown node does.
fn build_words(page: &PageState) -> String {
    let Ok((_, tree)) = page.drawing.tree() else {
        return String::new();
    };
    let Some(id) = page.step else {
        return text!("polygon-rule").to_owned();
    };
    let Some(id) = id.checked_sub(1) else {
        return text!("polygon-nothing-divided", edges = tree.edges().len());
    };
    let node = tree.nodes()[id];
    let mut on: Vec<String> = tree
        .fragments_of(id as NodeId)
        .iter()
        .map(|part| edge_name(part.edge as usize))
        .collect();
    on.dedup();
    let cuts = match node.cuts {
        0 => text!("polygon-cuts-none").to_owned(),
        1 => text!("polygon-cuts-one").to_owned(),
        cuts => text!("polygon-cuts", cuts),
    };
    text!(
        "polygon-takes",
        node = id + 1,
        edge = edge_name(node.edge as usize),
        cuts,
        edges = on.join(", "),
        lie = if on.len() == 1 {
            text!("polygon-lies")
        } else {
            text!("polygon-lie")
        }
    )
}

/// Messages that the page sends.
#[derive(SystemParam)]
struct Out<'w> {
    files: MessageWriter<'w, SaveAs>,
    open: MessageWriter<'w, OpenLevel>,
    commands: MessageWriter<'w, Act>,
}

/// Opens a region as a level, and closes the page, which would cover it.
fn walk_in(region: &Region, out: &mut Out<'_>) {
    out.open.write(OpenLevel::remembered(LevelSource::Drawn(
        raised::obj(region).into(),
    )));
    out.commands.write(Act(Action::TogglePlanarPage));
}

fn exports(ui: &mut egui::Ui, page: &PageState, out: &mut Out<'_>) {
    let Ok((region, tree)) = page.drawing.tree() else {
        return;
    };
    let mut save = |extension: &'static str, content: String| {
        let what = text!("saving-polygon");
        out.files
            .write(SaveAs::new(what, "region", extension, content.into_bytes()));
    };
    if ui
        .button(text!("polygon-save-svg"))
        .on_hover_text(text!("polygon-svg-hint"))
        .clicked()
    {
        save("svg", bspwalk_draw::planar::svg(tree));
    }
    if ui
        .button(text!("polygon-save-json"))
        .on_hover_text(text!("polygon-json-hint"))
        .clicked()
    {
        save("json", format!("{:#}\n", tree.to_json()));
    }
    if ui
        .button(text!("polygon-save-obj"))
        .on_hover_text(text!("polygon-obj-hint"))
        .clicked()
    {
        save("obj", raised::obj(region));
    }
    let hint = text!("polygon-walk-hint");
    if ui.button(text!("polygon-walk")).on_hover_text(hint).clicked() {
        walk_in(region, out);
    }
}
