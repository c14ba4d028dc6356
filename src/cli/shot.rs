//! `shot`: the checks and the file that drawing with and without a graphics driver share, and drawing without.

use std::{fs, io, path::Path};

use bspwalk_compile::atomic_file;
use bspwalk_draw::raster::{Camera, Coloring, Method, Scene, Style};
use bspwalk_session::files::encode;
use bspwalk_session::{Opened, overlays::OverlayKind, tree_args::TreeArgs};
use bspwalk_trees::NodeTree;
use clap::{CommandFactory, error::ErrorKind};
use image::RgbImage;

use super::{
    CliError,
    args::{Args, ShotOptions},
    open::{self},
};

/// Checks before the work that a file can be written.
///
/// # Errors
/// [`CliError::NotWritten`].
pub fn check_writable(path: &Path) -> Result<(), CliError> {
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

/// Checks that the selected node and the division of the build exist.
///
/// # Errors
/// [`CliError::Failed`].
pub fn check_selection(shot: &ShotOptions, tree: &NodeTree) -> Result<(), CliError> {
    if let (Some(step), count) = (shot.build_step, tree.node_count())
        && step > count
    {
        return Err(CliError::Failed(format!(
            "the build has no division {step}: it has {count}"
        )));
    }
    match (shot.select, tree.node_count()) {
        (Some(_), 0) => Err(CliError::Failed(
            "the tree has no nodes to select: the level has no solid triangles".to_owned(),
        )),
        (Some(node), count) if node >= count => Err(CliError::Failed(format!(
            "the tree has no node {node}: its nodes are 0 to {}",
            count - 1
        ))),
        _ => Ok(()),
    }
}

/// Writes an image as PNG.
///
/// # Errors
/// [`CliError::NotWritten`].
pub fn write(path: &Path, picture: &RgbImage) -> Result<(), CliError> {
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

/// Refuses overlays that only a graphics driver draws.
pub(super) fn check_overlays(shot: &ShotOptions) -> Result<(), clap::Error> {
    let in_software = |kind| kind == OverlayKind::Wireframe || coloring(kind).is_some();
    let Some(kind) = shot.show.iter().find(|&&kind| !in_software(kind)) else {
        return Ok(());
    };
    let kinds = OverlayKind::ALL.into_iter().filter(|&kind| in_software(kind));
    let names: Vec<&str> = kinds.map(OverlayKind::name).collect();
    Err(Args::command().error(
        ErrorKind::ArgumentConflict,
        format!(
            "--software does not draw the overlay `{kind}`: it draws {}",
            names.join(", ")
        ),
    ))
}

/// How an overlay colours the faces; `None` for one that does not, and for one that only a graphics driver draws.
fn coloring(kind: OverlayKind) -> Option<Coloring> {
    match kind {
        OverlayKind::Materials => Some(Coloring::Material),
        OverlayKind::Nodes => Some(Coloring::Node),
        OverlayKind::Depth => Some(Coloring::Depth),
        OverlayKind::Triangles => Some(Coloring::Triangle),
        OverlayKind::Fragments => Some(Coloring::Fragment),
        _ => None,
    }
}

/// How a picture is drawn.
fn style(shot: &ShotOptions) -> Style {
    let colorings = shot.show.iter().rev().copied();
    Style {
        selected: shot.select,
        coloring: colorings.filter_map(coloring).next().unwrap_or_default(),
        wireframe: shot.show.contains(&OverlayKind::Wireframe),
        ..Style::default()
    }
}

/// Draws a picture in software and writes it.
pub(super) fn run(shot: &ShotOptions, args: &TreeArgs) -> Result<(), CliError> {
    check_writable(&shot.output)?;
    let opened = open::open(&shot.level, args)?;
    let Opened { level, tree, .. } = &opened;
    check_selection(shot, tree)?;
    let style = style(shot);
    // Overlays show the tree of the solid faces.
    let shows_tree = style.coloring != Coloring::Material || style.wireframe || style.selected.is_some();
    let painted = if shows_tree { tree } else { opened.painted()? };
    let spawn = level.spawn;
    let (yaw, pitch) = shot.look.map_or((spawn.yaw, 0.0), |look| (look.yaw, look.pitch));
    let camera = Camera {
        eye: shot.eye.map_or(spawn.eye, |eye| level.to_local(eye.0)),
        yaw: yaw.to_radians(),
        pitch: pitch.to_radians(),
        field_of_view: Camera::default_field_of_view(),
    };
    let mut scene = Scene::new(level, painted, tree);
    if style.coloring == Coloring::Material {
        scene = scene.lit(tree);
    }
    let size = shot.size;
    let bytes = scene.picture(&camera, [size.width, size.height], &style, Method::Painter);
    match RgbImage::from_raw(size.width, size.height, bytes) {
        Some(picture) => write(&shot.output, &picture),
        None => Err(not_written(&shot.output, io::ErrorKind::InvalidData.into())),
    }
}
