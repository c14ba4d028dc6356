//! `shot`: a picture of a level and its overlays, as pixels or as vectors.

use std::{
    io::{self, Write},
    path::Path,
};

use bspwalk_draw::raster::{VisibilityMethod, find_visible_fragments};
use bspwalk_overlays::{
    faces,
    paint::{legend_box, vectors},
};
use bspwalk_session::{Opened, files::encode, tree_args::TreeArgs};
use bspwalk_text::{text, words};
use image::RgbImage;

use super::{
    error::CliError,
    output::{check_writable, not_written, write_file},
    shot_args::{ShotOptions, VectorFormat},
    shot_beside, shot_figures,
    shot_scene::{ShotScene, ShotView, surfaces},
    shot_with_plan,
};

/// Writes an image as a PNG file.
pub(super) fn write(path: &Path, picture: &RgbImage) -> Result<(), CliError> {
    let png = encode(picture).map_err(|error| not_written(path, error))?;
    write_file(path, png)
}

/// Draws a picture and writes it, as pixels or as vectors. If it compares two trees, also prints the comparison.
pub(super) fn run(shot: &ShotOptions, args: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    check_writable(&shot.output)?;
    if let Some(other) = &shot.beside {
        let (picture, sentence) = shot_beside::picture(shot, args, other)?;
        write(&shot.output, &picture)?;
        return writeln!(output, "{sentence}").map_err(CliError::Output);
    }
    if shot.with_plan {
        return write(&shot.output, &shot_with_plan::picture(shot, args)?);
    }
    if shot.has_figures() {
        shot_figures::check(shot)?;
    }
    let shown = ShotScene::open(shot, args)?;
    let Opened { level, tree, .. } = &*shown.opened;
    let size = [shot.size.width, shot.size.height];
    let seen = ShotView::new(shot, &shown, size);
    let (screen, camera, coloring) = (&seen.screen, seen.screen.camera(), seen.coloring);
    let painted = shown.depth_sorting_tree(tree, coloring)?;
    let mut pixels = shown.faces(tree, &seen, painted);
    let mut over = shown.draw_overlays((tree, &shown.figures), &seen, shot.at.select_leaf);
    if shot.legend {
        // The legends already contain the colour scale.
        over.scale.clear();
    }
    if let Some(heat) = &over.heat {
        heat.paint(shown.overlays.palette, size[0], &mut pixels);
    }
    if let Some(format) = shot.vector_format() {
        let surfaces = surfaces(level, painted);
        let picture = vectors::RasterImage {
            pixels: &pixels,
            seen: &find_visible_fragments(&surfaces, camera, size, VisibilityMethod::FrontToBack),
            coloring,
            wireframe: shown.shows_wireframe().then(|| {
                let colors = faces::edges(shown.overlays.face_coloring_kind(), shown.overlays.palette);
                (&surfaces, colors)
            }),
            has_legends: shot.legend,
        };
        let title = text!("report-drawn-by", title = words::printable(&level.name));
        let drawn = vectors::vectors(level, painted, screen, picture, &over, &title);
        let bytes = match format {
            VectorFormat::Svg => vectors::svg(&drawn).into_bytes(),
            VectorFormat::Pdf => vectors::pdf(&drawn),
        };
        write_file(&shot.output, bytes)?;
    } else {
        shown.draw_over(&over, (&seen, painted), &mut pixels);
        if shot.legend {
            legend_box::draw(&over, screen, &mut pixels);
        }
        let picture = picture_of(&pixels, size);
        let picture = picture.ok_or_else(|| not_written(&shot.output, io::ErrorKind::InvalidData.into()))?;
        write(&shot.output, &picture)?;
    }
    match over.heat.filter(|_| shot.has_figures()) {
        Some(heat) => shot_figures::write(shot, level, &heat, output),
        None => Ok(()),
    }
}

/// Converts pixels to an image. Returns `None` if the number of pixels does not match the size.
pub(super) fn picture_of(pixels: &[u32], [width, height]: [u32; 2]) -> Option<RgbImage> {
    let bytes = pixels.iter().flat_map(|pixel| {
        let [_, r, g, b] = pixel.to_be_bytes();
        [r, g, b]
    });
    RgbImage::from_raw(width, height, bytes.collect())
}
