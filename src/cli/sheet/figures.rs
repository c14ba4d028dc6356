//! The still pictures of the page, as vector graphics, or as pixel images if the graphics are too large.

use bspwalk_draw::{
    color::{meaning::ink, palette::Rgb},
    raster::{VisibilityMethod, find_visible_fragments},
};
use bspwalk_overlays::{faces, legend::Row, paint::vectors, shown};
use bspwalk_progress::Progress;
use bspwalk_session::{LevelName, view::View, view_args::ViewArgs};
use bspwalk_text::text;

use super::pictures::Pictures;
use crate::cli::{
    error::CliError,
    film::pack,
    shot_args::ShotOptions,
    shot_scene::{ShotScene, ShotView, surfaces},
    values::PixelSize,
};

/// Size of the pictures, in pixels.
pub(super) const SIZE: [u32; 2] = [1120, 630];

/// SVG groups to include. The page has its own legends.
const GROUPS: [&str; 7] = [
    "sky",
    "faces",
    "outlines",
    "wireframe",
    "overlays",
    "labels",
    "axes",
];

/// A picture of the level.
pub(super) struct Figure {
    pub(super) drawn: FigureImage,
    /// Legend of the picture's colours.
    pub(super) key: Vec<Row>,
}

/// The encoding of a picture.
pub(super) enum FigureImage {
    /// SVG elements.
    Vectors(String),
    /// A pixel image, as a data URL.
    Pixels(String),
}

/// Returns the `shot` options for a picture on the page.
pub(super) fn options(level: &LevelName, at: &ViewArgs) -> ShotOptions {
    let size = PixelSize {
        width: SIZE[0],
        height: SIZE[1],
    };
    ShotOptions::of_view(level.clone(), size, at.clone())
}

/// Returns the view of the cutaway model, without overlays.
pub(super) fn of_model(at: &ViewArgs) -> ViewArgs {
    ViewArgs {
        eye: at.eye,
        look: at.look,
        cut: at.cut,
        orbit: at.orbit,
        view: View::Model,
        ..ViewArgs::default()
    }
}

/// Draws an opened level. Uses pixels if the vector graphics take more than `most` bytes.
pub(super) fn draw(
    shown: &ShotScene,
    shot: &ShotOptions,
    most: usize,
    progress: &Progress,
) -> Result<Figure, CliError> {
    let seen = ShotView::new(shot, shown, SIZE);
    let (tree, level) = (&shown.opened.tree, &shown.opened.level);
    let painted = shown.depth_sorting_tree(tree, seen.coloring)?;
    let mut pixels = shown.faces(tree, &seen, painted);
    let over = shown.draw_overlays((tree, &shown.figures), &seen, shot.at.select_leaf);
    let (overlays, screen) = (&shown.overlays, &seen.screen);
    if let Some(heat) = &over.heat {
        heat.paint(overlays.palette, SIZE[0], &mut pixels);
    }
    let surfaces = surfaces(level, painted);
    let picture = vectors::RasterImage {
        pixels: &pixels,
        seen: &find_visible_fragments(&surfaces, screen.camera(), SIZE, VisibilityMethod::FrontToBack),
        coloring: seen.coloring,
        wireframe: shown.shows_wireframe().then(|| {
            (
                &surfaces,
                faces::edges(overlays.face_coloring_kind(), overlays.palette),
            )
        }),
        has_legends: false,
    };
    let drawn = vectors::vectors(level, painted, screen, picture, &over, "");
    let vectors = vectors::svg_part(&drawn, &GROUPS);
    let key = key(&over);
    let drawn = if vectors.len() > most {
        shown.draw_over(&over, (&seen, painted), &mut pixels);
        let mut exact = vec![ink::GROUND, ink::ON_GROUND, ink::LIGHT];
        exact.extend(colors(&key));
        let pictures = Pictures::new(SIZE, vec![pack(&pixels)], &exact, progress);
        let picture = pictures.and_then(|pictures| pictures.whole(0));
        let failed = |error| CliError::Failed(text!("sheet-no-picture", error));
        FigureImage::Pixels(picture.map_err(failed)?.data_url())
    } else {
        FigureImage::Vectors(vectors)
    };
    Ok(Figure { drawn, key })
}

/// Returns the legend of a picture.
fn key(over: &shown::OverlayDrawings) -> Vec<Row> {
    let captions = over.captions.iter().map(|(_, legend)| legend);
    let overlays = over.legends.iter().map(|(_, legend)| legend);
    captions.chain(overlays).flatten().cloned().collect()
}

/// Returns the colours of the areas and lines in a legend.
fn colors(rows: &[Row]) -> impl Iterator<Item = Rgb> {
    rows.iter().filter_map(|row| match row {
        Row::Area(color, _) | Row::Line(color, ..) => Some(*color),
        _ => None,
    })
}
