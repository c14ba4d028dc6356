//! A plan of the level, coloured by the nodes that the queries of a log visit.

use std::{path::Path, sync::Arc};

use bspwalk_overlays::{
    heat::{Heat, HeatMap, Measure},
    paint::screen::Screen,
    shown::OverlayDrawings,
};
use bspwalk_session::{Opened, view::View, view_args::ViewArgs};
use glam::Vec3;

use super::replayed::Replayed;
use crate::cli::{error::CliError, shot, shot_args::ShotOptions, shot_scene::ShotScene, values::PixelSize};

/// Size of the picture, in pixels.
const SIZE: [u32; 2] = [1280, 720];

/// Width and height of a square of the heat map, in pixels.
const SQUARE: u32 = 8;

/// Draws the plan and writes it as a PNG file.
pub(super) fn write(file: &Path, opened: &Opened, replayed: &[Replayed<'_>]) -> Result<(), CliError> {
    let at = ViewArgs {
        view: View::Plan,
        ..ViewArgs::default()
    };
    let [width, height] = SIZE;
    let options = ShotOptions::of_view(opened.source.clone(), PixelSize { width, height }, at);
    let leaves = Arc::clone(&opened.leaves()?.tree);
    let shown = ShotScene::of(&options, opened.clone(), Some((leaves, None)))?;
    let mut picture = shown.picture(&options, (&opened.tree, &shown.figures), SIZE)?;
    let heat = heat(&picture.seen.screen, replayed);
    picture.over = OverlayDrawings {
        scale: heat.scale(shown.overlays.palette),
        heat: Some(heat),
        ..OverlayDrawings::default()
    };
    picture.paint_heat();
    picture.draw_over(false);
    shot::write(file, &picture.image())
}

/// Sums the visited nodes of the queries that start in each square.
fn heat(screen: &Screen, replayed: &[Replayed<'_>]) -> Heat {
    let squares = screen.size.map(|side| side.div_ceil(SQUARE));
    let mut values = vec![None::<u32>; (squares[0] * squares[1]) as usize];
    let projection = screen.camera().projection(screen.size);
    let square = |place: Vec3| {
        let ([x, y], depth) = projection.place_times_depth(place.as_dvec3());
        let [x, y] = [x, y].map(|place| (place / depth / f64::from(SQUARE)).floor());
        let is_seen =
            depth > 0.0 && x >= 0.0 && y >= 0.0 && x < f64::from(squares[0]) && y < f64::from(squares[1]);
        is_seen.then(|| y as usize * squares[0] as usize + x as usize)
    };
    for replayed in replayed {
        if let Some(value) = square(replayed.query.place()).and_then(|index| values.get_mut(index)) {
            let visited = u32::try_from(replayed.cost.visited).unwrap_or(u32::MAX);
            *value = Some(value.unwrap_or(0).saturating_add(visited));
        }
    }
    let map = HeatMap {
        size: squares,
        values,
    };
    Heat {
        full: map.greatest().map_or(0, |(_, value)| value),
        map,
        square: SQUARE,
        measure: Measure::Nodes,
        greatest: None,
    }
}
