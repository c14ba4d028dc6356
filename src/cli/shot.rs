//! `shot`: the checks and the file that drawing with and without a graphics driver share, and drawing without.

use std::{fs, io, path::Path, sync::Arc};

use bspwalk_compile::{atomic_file, fill};
use bspwalk_draw::raster::{
    Camera, Coloring, Faces, FrameLeaves, FrameStyle, Frames, Method, Scene, Style, visible,
};
use bspwalk_overlays::{
    faces,
    paint::{
        screen::Screen,
        software::{Canvas, Depths},
        svg,
    },
    tree_stats::TreeFigures,
};
use bspwalk_progress::words;
use bspwalk_session::{
    Opened,
    files::encode,
    overlays::{OverlayKind, Overlays},
    tree_args::TreeArgs,
    view::View,
};
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{
        OUTSIDE, Pvs,
        portals::{Leak, find_leak},
    },
};
use clap::{CommandFactory, error::ErrorKind};
use image::RgbImage;

use super::{
    CliError,
    args::{Args, ShotOptions},
    open,
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

/// Refuses options of the model and of films for a picture of vectors, as they are refused beside `--software`.
pub(super) fn check_options(shot: &ShotOptions) -> Result<(), clap::Error> {
    let given = [
        ("--view", shot.view != View::Eye),
        ("--cut", shot.cut.is_some()),
        ("--orbit", shot.orbit.is_some()),
        ("--division", shot.division.is_some()),
        ("--build-step", shot.build_step.is_some()),
        ("--own-tree", shot.own_tree),
    ];
    let Some((name, _)) = given.into_iter().find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    Err(Args::command().error(
        ErrorKind::ArgumentConflict,
        format!("{name} cannot be used with a picture that is written as SVG: name a file that ends in .png"),
    ))
}

/// What is shown over the level.
#[must_use]
pub fn overlays(shot: &ShotOptions) -> Overlays {
    let mut overlays = Overlays::showing(shot.show.iter().copied());
    if let Some(depth) = shot.depth {
        overlays.plane_depths = [0, depth];
        overlays.cell_depth = depth;
    }
    overlays
}

/// What the colours of the faces show.
fn coloring(overlays: &Overlays) -> Coloring {
    if overlays.is_on(OverlayKind::Painter) {
        return Coloring::Leaf;
    }
    match overlays.coloring() {
        OverlayKind::Nodes => Coloring::Node,
        OverlayKind::Depth => Coloring::Depth,
        OverlayKind::Triangles => Coloring::Triangle,
        OverlayKind::Fragments => Coloring::Fragment,
        OverlayKind::Visible => Coloring::VisibleLeaf,
        _ => Coloring::Material,
    }
}

/// A level and what of its trees the picture shows.
struct Shown {
    opened: Opened,
    overlays: Overlays,
    leaves: Option<(Arc<LeafTree>, Arc<Pvs>)>,
    leak: Option<Leak>,
}

impl Shown {
    fn open(shot: &ShotOptions, args: &TreeArgs) -> Result<Self, CliError> {
        let opened = open::open(&shot.level, args)?;
        check_selection(shot, &opened.tree)?;
        let overlays = overlays(shot);
        let shows_leaves = OverlayKind::ALL
            .into_iter()
            .any(|kind| overlays.is_on(kind) && kind.shows_leaf_tree());
        let mut leaves = None;
        if shows_leaves || shot.select_leaf.is_some() {
            let tree = Arc::clone(&opened.leaves()?.tree);
            let (pvs, _) = opened.pvs()?;
            leaves = Some((tree, Arc::clone(pvs)));
        }
        let leak = leaves
            .as_ref()
            .filter(|_| overlays.is_on(OverlayKind::Leak))
            .and_then(|(tree, _)| {
                let (start, _) = fill::leak_start(&opened.level, tree);
                let leaf = tree.locate(start);
                let is_empty = leaf != OUTSIDE && !tree.is_solid(leaf);
                is_empty
                    .then(|| find_leak(tree.portal_graph(), leaf, start))
                    .flatten()
            });
        Ok(Self {
            opened,
            overlays,
            leaves,
            leak,
        })
    }

    /// The faces as 0x00RRGGBB, without what is drawn over them, by a tree that orders them.
    fn faces(&self, shot: &ShotOptions, camera: &Camera, painted: &Arc<NodeTree>) -> Vec<u32> {
        let (level, tree) = (&self.opened.level, &self.opened.tree);
        let size = [shot.size.width, shot.size.height];
        let coloring = coloring(&self.overlays);
        let wireframe = self.overlays.is_on(OverlayKind::Wireframe);
        let (selected, palette) = (shot.select, self.overlays.palette);
        if let (Coloring::Leaf | Coloring::VisibleLeaf, Some((leaves, pvs))) = (coloring, &self.leaves) {
            let mut frames = Frames::new(level, painted);
            frames.set_leaves(Some(FrameLeaves {
                tree: Arc::clone(leaves),
                pvs: Some(Arc::clone(pvs)),
                from: leaves.locate(camera.eye),
            }));
            let style = FrameStyle {
                coloring,
                wireframe,
                selected,
                palette,
                smooth: true,
                ..FrameStyle::default()
            };
            return frames.draw(camera, size, &style).pixels.clone();
        }
        let style = Style {
            selected,
            coloring,
            wireframe,
            palette,
        };
        let mut scene = Scene::new(level, painted, tree);
        if coloring == Coloring::Material {
            scene = scene.lit(tree);
        }
        let bytes = scene.picture(camera, size, &style, Method::Painter);
        let pixels = bytes.chunks_exact(3);
        pixels
            .map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]))
            .collect()
    }
}

/// Draws a picture without a graphics driver and writes it, as pixels or as vectors.
pub(super) fn run(shot: &ShotOptions, args: &TreeArgs) -> Result<(), CliError> {
    check_writable(&shot.output)?;
    let shown = Shown::open(shot, args)?;
    let Opened { level, tree, .. } = &shown.opened;
    let coloring = coloring(&shown.overlays);
    let wireframe = shown.overlays.is_on(OverlayKind::Wireframe);
    // What is shown of the tree is of the tree of the solid faces.
    let shows_tree = coloring != Coloring::Material || wireframe || shot.select.is_some();
    let painted = if shows_tree { tree } else { shown.opened.painted()? };
    let spawn = level.spawn;
    let (yaw, pitch) = shot.look.map_or((spawn.yaw, 0.0), |look| (look.yaw, look.pitch));
    let camera = Camera {
        eye: shot.eye.map_or(spawn.eye, |eye| level.to_local(eye.0)),
        yaw: yaw.to_radians(),
        pitch: pitch.to_radians(),
        field_of_view: shot.fov.map_or_else(Camera::default_field_of_view, |fov| {
            vertical_field_of_view(f64::from(fov))
        }),
    };
    let size = [shot.size.width, shot.size.height];
    let mut pixels = shown.faces(shot, &camera, painted);
    let surfaces = Faces::new(painted, |face| {
        level.triangle_of_face(face).map(|triangle| triangle.corners)
    });
    let screen = Screen::new(camera, size);
    let figures = TreeFigures::new(tree);
    let scene = bspwalk_overlays::Scene {
        leaves: shown.leaves.as_ref().map(|(tree, _)| &**tree),
        pvs: shown.leaves.as_ref().map(|(_, pvs)| &**pvs),
        leak: shown.leak.as_ref(),
        selected: shot.select,
        selected_leaf: shot.select_leaf,
        ..bspwalk_overlays::Scene::new(level, tree, &figures)
    };
    let over = scene.shown(&shown.overlays, &screen);
    if shot.is_svg() {
        let picture = svg::Picture {
            pixels: &pixels,
            seen: &visible(&surfaces, &camera, size, Method::FrontToBack),
            coloring,
            wireframe: wireframe.then(|| {
                let [edge, _] = faces::edges(shown.overlays.coloring(), shown.overlays.palette);
                edge
            }),
        };
        let title = format!("{}, drawn by bspwalk", words::printable(&level.name));
        let text = svg::svg(level, painted, &screen, picture, &over, &title);
        return atomic_file::write(&shot.output, text.as_bytes())
            .map_err(|error| not_written(&shot.output, error));
    }
    if !over.is_empty() {
        let depths = Depths::new(&surfaces, &camera, size);
        let mut canvas = Canvas::new(&screen, &depths, &mut pixels);
        canvas.draw(over.layers.passes());
        canvas.labels(&over.labels);
    }
    let bytes = pixels.iter().flat_map(|pixel| {
        let [_, r, g, b] = pixel.to_be_bytes();
        [r, g, b]
    });
    match RgbImage::from_raw(size[0], size[1], bytes.collect()) {
        Some(picture) => write(&shot.output, &picture),
        None => Err(not_written(&shot.output, io::ErrorKind::InvalidData.into())),
    }
}

/// The vertical field of view, in radians, that has this horizontal one, in degrees, at 16:9.
fn vertical_field_of_view(horizontal: f64) -> f64 {
    2.0 * ((horizontal.to_radians() * 0.5).tan() * 9.0 / 16.0).atan()
}
