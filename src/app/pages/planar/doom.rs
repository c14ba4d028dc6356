//! DOOM levels on the planar tree page. Shows the file's own BSP tree next to our planar tree of the same lines.

use std::sync::Arc;

use bevy_egui::egui::{Ui, Vec2, vec2};
use bspwalk_levels::Level;
use bspwalk_planar_page::doom::{Path, Side, TwoTrees};
use bspwalk_planar_page::{shapes::Color, view::View};
use glam::DVec2;

use super::painter::{color, paint, pixel, size};
use crate::app::kit::prelude::*;

/// Page state for the current level.
#[derive(Default)]
pub(super) struct DoomPage {
    trees: Option<(LevelId, Arc<TwoTrees>)>,
    job: Job<LevelId, TwoTrees>,
    /// Visible part of the map, or `None` for the whole map.
    view: Option<View>,
    /// Maximum depth of the nodes that are drawn.
    depth: u32,
    probe: Option<DVec2>,
}

pub(super) fn show(
    ui: &mut Ui,
    page: &mut DoomPage,
    level: &Arc<Level>,
    level_id: LevelId,
    palette: Palette,
) {
    let Some(doom) = &level.doom_tree else { return };
    if page.trees.as_ref().is_none_or(|(known, _)| *known != level_id) {
        let level = Arc::clone(level);
        page.job
            .request_cancellable(level_id.clone(), move |progress| match &level.doom_tree {
                Some(doom) => TwoTrees::build(doom, progress).map_err(|_| Failure::Cancelled),
                None => Err(Failure::Cancelled),
            });
        let Some(trees) = page.job.take() else {
            style::text(ui, text!("polygon-building"), style::FAINT, 13.5);
            return;
        };
        (page.view, page.probe) = (None, None);
        page.depth = 4;
        page.trees = Some((level_id, Arc::new(trees)));
    }
    let Some((_, trees)) = page.trees.clone() else {
        return;
    };
    ui.horizontal(|ui| {
        style::faint(ui, text!("polygon-depth-to"));
        ui.spacing_mut().slider_width = 220.0;
        ui.add(egui::Slider::new(&mut page.depth, 0..=trees.deepest()));
        if ui.button(text!("polygon-all")).clicked() {
            page.view = None;
        }
        style::faint(ui, text!("polygon-how-map"));
    });
    let probe = page.probe.take();
    let paths = probe.map(|probe| trees.paths(doom, probe));
    ui.columns(2, |columns| {
        for ((number, side), ui) in trees.sides.iter().enumerate().zip(columns) {
            style::title(ui, side.title, 14.5);
            style::text(ui, side.about, style::FAINT, 12.0);
            let canvas = vec2(ui.available_width(), (ui.available_height() - 116.0).max(80.0));
            let path = paths.as_ref().map(|paths| &paths[number]);
            picture(ui, canvas, page, &trees, side, probe.zip(path), palette);
            for sentence in side.words() {
                style::text(ui, sentence, style::TEXT, 13.0);
            }
            match path {
                Some(path) => {
                    let words = text!("polygon-under", what = path.words);
                    style::text(ui, words, color(Color::InsideMark, palette), 13.0);
                }
                None => widgets::draw_note(ui, text!("polygon-point")),
            }
        }
    });
}

/// Draws one of the trees. The pointer moves the view and the probe point.
fn picture(
    ui: &mut Ui,
    canvas: Vec2,
    page: &mut DoomPage,
    trees: &TwoTrees,
    side: &Side,
    point: Option<(DVec2, &Path)>,
    palette: Palette,
) {
    let (rect, response) = ui.allocate_exact_size(canvas, style::CANVAS);
    let whole = trees.view(size(rect));
    let view = page.view.map_or(whole, |view| view.resized(whole.size));
    if response.dragged() {
        let by = response.drag_delta();
        page.view = Some(view.dragged(DVec2::new(f64::from(by.x), f64::from(by.y))));
    }
    if let Some(at) = response.hover_pos() {
        let at = pixel(rect, at);
        let notches = f64::from(ui.input(|input| input.smooth_scroll_delta.y)) / 50.0;
        if notches != 0.0 {
            let scale = (view.scale * 1.2_f64.powf(notches)).clamp(whole.scale * 0.5, 20.0);
            page.view = Some(view.zoomed(at, scale));
        }
        page.probe = Some(view.to_plane(at));
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, color(Color::Ground, palette));
    let picture = trees.picture(side, view, page.depth, point);
    paint(&painter, rect, &picture, palette);
}
