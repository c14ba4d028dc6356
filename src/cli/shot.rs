//! `shot`: a picture of a level and its overlays, as pixels or as vectors.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use bspwalk_compile::atomic_file;
use bspwalk_draw::raster::{Method, visible};
use bspwalk_overlays::{
    faces,
    paint::{legend_box, vectors},
};
use bspwalk_progress::words;
use bspwalk_session::{Opened, files::encode, tree_args::TreeArgs};
use bspwalk_text::text;
use image::RgbImage;

use super::{
    error::CliError,
    shot_args::{ShotOptions, VectorFormat},
    shot_beside, shot_figures,
    shot_scene::{Seen, Shown, surfaces},
    shot_with_plan,
};

/// Checks that a file can be written, before any work starts.
///
/// # Errors
/// [`CliError::NotWritten`] if it cannot be written.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let check = || {
        if path.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else if fs::metadata(folder)?.is_dir() {
            Ok(())
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    };
    check().map_err(|error| not_written(path, error))
}

/// Writes an image as PNG.
///
/// # Errors
/// [`CliError::NotWritten`] if the file cannot be written.
pub(super) fn write(path: &Path, picture: &RgbImage) -> Result<(), CliError> {
    encode(picture)
        .and_then(|png| atomic_file::write(path, &png))
        .map_err(|error| not_written(path, error))
}

fn not_written(path: &Path, error: io::Error) -> CliError {
    CliError::NotWritten {
        path: path.to_owned(),
        error,
    }
}

/// Draws a picture and writes it, as pixels or as vectors. For two trees side by side, also prints a comparison.
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
    let shown = Shown::open(shot, args)?;
    let Opened { level, tree, .. } = &*shown.opened;
    let size = [shot.size.width, shot.size.height];
    let seen = Seen::new(shot, &shown, size);
    let (screen, camera, coloring) = (&seen.screen, seen.screen.camera(), seen.coloring);
    let painted = shown.painted(tree, coloring)?;
    let mut pixels = shown.faces(tree, &seen, painted);
    let mut over = shown.over((tree, &shown.figures), &seen, shot.at.select_leaf);
    if shot.legend {
        // The legends contain the scale.
        over.scale.clear();
    }
    if let Some(heat) = &over.heat {
        heat.paint(shown.overlays.palette, size[0], &mut pixels);
    }
    if let Some(format) = shot.vector_format() {
        let surfaces = surfaces(level, painted);
        let picture = vectors::Picture {
            pixels: &pixels,
            seen: &visible(&surfaces, camera, size, Method::FrontToBack),
            coloring,
            wireframe: shown.shows_wireframe().then(|| {
                let colors = faces::edges(shown.overlays.coloring(), shown.overlays.palette);
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
        atomic_file::write(&shot.output, &bytes).map_err(|error| not_written(&shot.output, error))?;
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

/// Converts pixels to an image; `None` if their number does not match the size.
fn picture_of(pixels: &[u32], [width, height]: [u32; 2]) -> Option<RgbImage> {
    let bytes = pixels.iter().flat_map(|pixel| {
        let [_, r, g, b] = pixel.to_be_bytes();
        [r, g, b]
    });
    RgbImage::from_raw(width, height, bytes.collect())
}
