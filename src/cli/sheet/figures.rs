//! The still pictures of the page, as vector graphics, or as pixel images if the graphics are too large.

use bspwalk_draw::color::meaning::ink;
use bspwalk_overlays::{legend::Row, paint::vectors, shown};
use bspwalk_progress::Progress;
use bspwalk_session::{LevelName, view::View, view_args::ViewArgs};
use bspwalk_text::text;

use super::pictures::Pictures;
use crate::cli::{
    error::CliError, film::pack, shot_args::ShotOptions, shot_scene::ShotScene, values::PixelSize,
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
    let mut picture = shown.picture(shot, (&shown.opened.tree, &shown.figures), SIZE)?;
    picture.paint_heat();
    let vectors = vectors::svg_part(&picture.vectors(false, ""), &GROUPS);
    let key = key(&picture.over);
    let drawn = if vectors.len() > most {
        picture.draw_over(false);
        let mut exact = vec![ink::GROUND, ink::ON_GROUND, ink::LIGHT];
        exact.extend(key.iter().filter_map(Row::color));
        let pictures = Pictures::new(SIZE, vec![pack(&picture.pixels)], &exact, progress);
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
