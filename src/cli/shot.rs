//! `shot`: a picture of a level and its overlays, as pixels or as vectors.

use std::{io::Write, path::Path};

use bspwalk_overlays::paint::vectors;
use bspwalk_session::{files::encode, tree_args::TreeArgs};
use bspwalk_text::{text, words};
use image::RgbImage;

use super::{
    error::CliError,
    output::{check_writable, not_written, write_file},
    shot_args::{ShotOptions, VectorFormat},
    shot_beside, shot_figures,
    shot_scene::ShotScene,
    shot_with_plan,
};

/// Writes an image as a PNG file.
pub(super) fn write(path: &Path, picture: &RgbImage) -> Result<(), CliError> {
    let png = encode([picture.width(), picture.height()], picture.to_vec())
        .map_err(|error| not_written(path, error))?;
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
    let level = &shown.opened.level;
    let size = [shot.size.width, shot.size.height];
    let mut picture = shown.picture(shot, (&shown.opened.tree, &shown.figures), size)?;
    picture.paint_heat();
    if let Some(format) = shot.vector_format() {
        let title = text!("report-drawn-by", title = words::printable(&level.name));
        let drawn = picture.vectors(shot.legend, &title);
        let bytes = match format {
            VectorFormat::Svg => vectors::svg(&drawn).into_bytes(),
            VectorFormat::Pdf => vectors::pdf(&drawn),
        };
        write_file(&shot.output, bytes)?;
    } else {
        picture.draw_over(shot.legend);
        write(&shot.output, &picture.image())?;
    }
    match picture.over.heat.filter(|_| shot.has_figures()) {
        Some(heat) => shot_figures::write(shot, level, &heat, output),
        None => Ok(()),
    }
}
