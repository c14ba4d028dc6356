//! DOOM levels on the page of the planar tree. Shows the file's own BSP tree next to our planar tree of the same lines.

use std::sync::Arc;

use bevy_egui::egui::{self, Color32, Pos2, RichText, Shape, Stroke, Ui, Vec2, vec2};
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::{
    doom::{DoomStatistics, DoomTree},
    planar::{PlanarParams, PlanarTree, Segment2},
};
use glam::DVec2;

use super::canvas_view::View;
use crate::app::{
    hud::style,
    panel::widgets,
    state::LevelId,
    worker::{Failure, Job},
};

/// Maximum number of lines our build tries at a node, because a map has thousands.
const CANDIDATES: usize = 64;

const WALL: Color32 = Color32::from_rgb(235, 238, 243);
const STEP: Color32 = Color32::from_rgb(104, 112, 128);
const GROUND: Color32 = Color32::from_rgb(24, 28, 35);
const CELL: Color32 = Color32::from_rgb(34, 86, 70);
const PROBE: Color32 = Color32::from_rgb(126, 235, 152);

/// A tree as lines across their cells.
struct Side {
    title: &'static str,
    about: &'static str,
    /// For each node: its line clipped to its cell, and the number of its ancestors.
    splits: Vec<Option<([DVec2; 2], u32)>>,
    /// Stored segs: the parts of lines.
    parts: Vec<Segment2>,
    figures: DoomStatistics,
}

/// Both trees.
struct Pair {
    ours: PlanarTree,
    sides: [Side; 2],
    /// Lines, each with whether it is one-sided.
    walls: Vec<(Segment2, bool)>,
    /// Cells of the subsectors, by index.
    cells: Vec<Vec<DVec2>>,
    bounds: [DVec2; 2],
}

/// State of the page for the current level.
#[derive(Default)]
pub(super) struct DoomPage {
    pair: Option<(LevelId, Arc<Pair>)>,
    job: Job<LevelId, Pair>,
    /// Position at the centre, and points per map unit; `None` shows the whole map.
    view: Option<(DVec2, f64)>,
    /// Nodes with fewer ancestors than this are drawn.
    depth: u32,
    probe: Option<DVec2>,
}

impl Pair {
    fn new(doom: &DoomTree, progress: &Progress) -> Result<Self, Failure> {
        let [low, high] = doom.bounds().unwrap_or([DVec2::ZERO, DVec2::ONE]);
        let bounds = [low - 64.0, high + 64.0];
        let edges = doom.edges();
        let params = PlanarParams {
            max_candidates: CANDIDATES,
            ..PlanarParams::default()
        };
        let ours = PlanarTree::build(&edges, params, progress).map_err(|_| Failure::Cancelled)?;
        let mut theirs = vec![None; doom.parts().nodes.len()];
        for division in doom.node_cells(bounds) {
            let split = division.chord.map(|chord| (chord, division.depth));
            if let Some(place) = theirs.get_mut(division.node as usize) {
                *place = split;
            }
        }
        let depths = ours.depths();
        let splits = ours.splits(bounds[0], bounds[1]).into_iter();
        let own = splits.map(|(id, split)| Some(([split.from, split.to], depths[id as usize] - 1)));
        let segs = 0..doom.parts().segs.len() as u32;
        let sides = [
            Side {
                title: text!("polygon-own-tree"),
                about: text!("polygon-own-tree-hint"),
                splits: theirs,
                parts: segs.filter_map(|seg| doom.seg(seg)).collect(),
                figures: doom.statistics(),
            },
            Side {
                title: text!("polygon-our-tree"),
                about: text!("polygon-our-tree-hint"),
                splits: own.collect(),
                parts: ours.fragments().iter().map(|part| ours.segment(part)).collect(),
                figures: DoomStatistics::from_planar(&ours),
            },
        ];
        let mut cells = vec![Vec::new(); doom.parts().subsectors.len()];
        for (subsector, cell) in doom.cells(bounds) {
            cells[subsector as usize] = cell;
        }
        let is_wall = doom
            .parts()
            .linedefs
            .iter()
            .map(|line| line.sectors.contains(&None));
        Ok(Self {
            walls: edges.into_iter().zip(is_wall).collect(),
            ours,
            sides,
            cells,
            bounds,
        })
    }
}

/// Shows the tree of a DOOM level next to our own.
pub(super) fn show(ui: &mut Ui, page: &mut DoomPage, level: &Arc<Level>, level_id: LevelId) {
    let Some(doom) = &level.doom_tree else { return };
    if page.pair.as_ref().is_none_or(|(known, _)| *known != level_id) {
        let level = Arc::clone(level);
        page.job
            .request_cancellable(level_id.clone(), move |progress| match &level.doom_tree {
                Some(doom) => Pair::new(doom, progress),
                None => Err(Failure::Cancelled),
            });
        let Some(pair) = page.job.take() else {
            style::text(ui, text!("polygon-building"), style::FAINT, 13.5);
            return;
        };
        (page.view, page.probe) = (None, None);
        page.depth = 4;
        page.pair = Some((level_id, Arc::new(pair)));
    }
    let Some((_, pair)) = page.pair.clone() else {
        return;
    };
    let deepest = pair
        .sides
        .iter()
        .map(|side| side.figures.depth)
        .max()
        .unwrap_or(0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(text!("polygon-depth-to")).color(style::FAINT));
        ui.spacing_mut().slider_width = 220.0;
        ui.add(egui::Slider::new(&mut page.depth, 0..=deepest));
        if ui.button(text!("polygon-all")).clicked() {
            page.view = None;
        }
        let hint = text!("polygon-how-map");
        ui.label(RichText::new(hint).color(style::FAINT));
    });
    let probe = page.probe;
    page.probe = None;
    let mut pointed = None;
    ui.columns(2, |columns| {
        for ((number, side), ui) in pair.sides.iter().enumerate().zip(columns) {
            ui.label(RichText::new(side.title).strong().size(14.5).color(style::TEXT));
            style::text(ui, side.about, style::FAINT, 12.0);
            let canvas = vec2(ui.available_width(), (ui.available_height() - 116.0).max(80.0));
            let path = probe.map(|probe| match number {
                0 => pair.path_of_theirs(doom, probe),
                _ => pair.path_of_ours(probe),
            });
            pointed = picture(ui, canvas, page, &pair, side, path.as_ref(), probe).or(pointed);
            figures(ui, side, path.as_ref());
        }
    });
    page.probe = pointed;
}

/// Nodes visited to locate a position, and a description of the result.
struct Path {
    nodes: Vec<u32>,
    /// Cell at the end of the path.
    cell: Vec<DVec2>,
    words: String,
}

impl Pair {
    fn path_of_theirs(&self, doom: &DoomTree, probe: DVec2) -> Path {
        let located = doom.locate(probe);
        let subsector = &doom.parts().subsectors[located.subsector as usize];
        Path {
            nodes: located.path.iter().map(|(node, _)| *node).collect(),
            cell: self.cells[located.subsector as usize].clone(),
            words: text!(
                "polygon-place",
                place = words::counted(located.path.len() as u64, "test"),
                subsector = located.subsector,
                sector = subsector.sector,
                what = words::counted(u64::from(subsector.seg_count), "seg")
            ),
        }
    }

    fn path_of_ours(&self, probe: DVec2) -> Path {
        let located = self.ours.locate(probe);
        let [low, high] = self.bounds;
        Path {
            nodes: located.path.iter().map(|(node, _)| *node).collect(),
            cell: self.ours.cell_of(&located.path, low, high),
            words: format!("{}.", words::counted(u64::from(located.tests), "test")),
        }
    }
}

/// Draws one tree and returns the position under the pointer.
fn picture(
    ui: &mut Ui,
    size: Vec2,
    page: &mut DoomPage,
    pair: &Pair,
    side: &Side,
    path: Option<&Path>,
    probe: Option<DVec2>,
) -> Option<DVec2> {
    let (rect, response) = ui.allocate_exact_size(size, style::CANVAS);
    let whole = View::around(pair.bounds.into_iter(), rect);
    let (center, scale) = page
        .view
        .unwrap_or_else(|| (whole.to_plane(rect.center()), whole.scale));
    let view = View::at(center, scale, rect);
    if response.dragged() {
        let by = response.drag_delta();
        page.view = Some((
            center - DVec2::new(f64::from(by.x), f64::from(-by.y)) / scale,
            scale,
        ));
    }
    let pointer = response.hover_pos();
    if let Some(at) = pointer {
        let notches = f64::from(ui.input(|input| input.smooth_scroll_delta.y)) / 50.0;
        if notches != 0.0 {
            let zoomed = (scale * 1.2_f64.powf(notches)).clamp(whole.scale * 0.5, 20.0);
            let fixed = view.to_plane(at);
            page.view = Some((fixed + (center - fixed) * (scale / zoomed), zoomed));
        }
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, GROUND);
    let line = |ends: [DVec2; 2]| ends.map(|end| view.to_screen(end));
    if let Some(path) = path
        && path.cell.len() >= 3
    {
        let corners = path.cell.iter().map(|&corner| view.to_screen(corner)).collect();
        painter.add(Shape::convex_polygon(corners, CELL, Stroke::NONE));
    }
    for (wall, is_wall) in &pair.walls {
        let stroke = if *is_wall {
            Stroke::new(1.6, WALL)
        } else {
            Stroke::new(1.0, STEP)
        };
        painter.line_segment(line([wall.from, wall.to]), stroke);
    }
    for &(ends, depth) in side.splits.iter().flatten() {
        if depth <= page.depth {
            let width = 2.6 / (depth as f32 + 1.0).sqrt();
            let stroke = Stroke::new(width, style::ALARM.gamma_multiply(0.7));
            painter.extend(Shape::dashed_line(&line(ends), stroke, 7.0, 4.0));
        }
    }
    // End points of stored segs, unless they are too close together.
    if scale > 0.25 {
        for part in &side.parts {
            painter.circle_filled(view.to_screen(part.from), 1.8, style::ACCENT);
        }
    }
    if let (Some(path), Some(probe)) = (path, probe) {
        tested(&painter, &line, side, path, view.to_screen(probe));
    }
    pointer.map(|at| view.to_plane(at))
}

/// Draws the lines that the position under the pointer is tested against.
fn tested(
    painter: &egui::Painter,
    line: &dyn Fn([DVec2; 2]) -> [Pos2; 2],
    side: &Side,
    path: &Path,
    at: Pos2,
) {
    for &node in &path.nodes {
        if let Some(Some((ends, _))) = side.splits.get(node as usize) {
            painter.line_segment(line(*ends), Stroke::new(1.4, PROBE));
        }
    }
    painter.circle(at, 4.0, PROBE, Stroke::new(1.5, Color32::BLACK));
}

fn figures(ui: &mut Ui, side: &Side, path: Option<&Path>) {
    let figures = &side.figures;
    let count = |value: u32| words::count(u64::from(value));
    let leaves = text!("polygon-leaves", leaves = count(figures.subsectors));
    let text = text!(
        "polygon-figures",
        nodes = count(figures.nodes),
        leaves,
        depth = figures.depth,
        mean = format_args!("{:.1}", figures.mean_depth),
        balance = format_args!("{:.2}", figures.balance)
    );
    style::text(ui, text, style::TEXT, 13.0);
    let minisegs = match figures.minisegs {
        0 => String::new(),
        minisegs => text!(
            "polygon-minisegs",
            minisegs = words::counted(u64::from(minisegs), "miniseg")
        ),
    };
    let text = text!(
        "polygon-parts",
        parts = count(figures.segs),
        lines = count(figures.sides),
        growth = format_args!("{:+.1}", 100.0 * figures.growth),
        minisegs
    );
    style::text(ui, text, style::TEXT, 13.0);
    match path {
        Some(path) => style::text(ui, text!("polygon-under", what = path.words), PROBE, 13.0),
        None => widgets::note(ui, text!("polygon-point")),
    }
}
