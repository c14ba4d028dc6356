//! `shot`: the checks and the file that drawing with and without a graphics driver share, and drawing without.

use std::{fs, io, path::Path, sync::Arc};

use bspwalk_compile::atomic_file;
use bspwalk_draw::raster::{Camera, Coloring, Faces, FrameLeaves, Method, Scene, Style, visible};
use bspwalk_levels::Level;
use bspwalk_overlays::{
    faces,
    paint::{
        screen::Screen,
        software::{Canvas, Depths},
        vectors,
    },
    scene::InModel,
    tree_stats::TreeFigures,
};
use bspwalk_progress::{Progress, words};
use bspwalk_session::{
    Opened,
    files::encode,
    leak_walk,
    overlays::{OverlayKind, Overlays},
    tree_args::TreeArgs,
    view::{ABOVE_EYES, Model, View},
    walk,
};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{Division, NodeId, Replay},
    solid_leaf::{Pvs, SolidityDecision, portals::Leak},
};
use glam::DVec3;
use image::RgbImage;

use super::{
    args::{ShotOptions, VectorFormat},
    error::CliError,
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
    match (shot.at.select, tree.node_count()) {
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

/// The model, or the plan, that is shown, with the body in it: its eyes, and where they look in radians to the left of −Z. `None`
/// from the eyes.
fn model(shot: &ShotOptions, level: &Level, eye: DVec3, yaw: f64) -> Option<InModel> {
    let is_plan = match shot.at.view {
        View::Eye => return None,
        View::Model => false,
        View::Plan => true,
    };
    let (aspect, yaw) = (shot.size.width as f32 / shot.size.height as f32, yaw as f32);
    let cut = shot.at.cut(level).unwrap_or(eye.y as f32 + ABOVE_EYES);
    let model = match shot.at.orbit(level) {
        Some(orbit) => Model { is_plan, orbit, cut },
        None => Model::first(level, cut, yaw, aspect, is_plan),
    };
    let film = shot.at.division.map(|division| (division.tree, division.depth));
    Some(InModel {
        model,
        eye,
        yaw,
        film,
    })
}

/// What the colours of the faces show.
fn coloring(overlays: &Overlays, is_model: bool) -> Coloring {
    if overlays.is_on(OverlayKind::Painter) {
        return Coloring::Leaf;
    }
    // In the model the cut says what is seen.
    if is_model && overlays.is_on(OverlayKind::Visible) {
        return Coloring::Material;
    }
    walk::coloring(overlays)
}

/// A level and what of its trees the picture shows.
struct Shown {
    opened: Opened,
    overlays: Overlays,
    leaves: Option<(Arc<LeafTree>, Option<Arc<Pvs>>)>,
    leak: Option<Leak>,
    solidity: Option<SolidityDecision>,
    figures: TreeFigures,
    /// The selected node.
    selected: Option<NodeId>,
    /// The division of the build that is shown.
    division: Option<Division>,
}

impl Shown {
    fn open(shot: &ShotOptions, args: &TreeArgs) -> Result<Self, CliError> {
        let opened = open::open(&shot.level, args)?;
        check_selection(shot, &opened.tree)?;
        let overlays = shot.at.overlays();
        let shows_leaves = OverlayKind::ALL
            .into_iter()
            .any(|kind| overlays.is_on(kind) && kind.shows_leaf_tree());
        let mut leaves = None;
        if shows_leaves || shot.at.select_leaf.is_some() || shot.at.view != View::Eye {
            let own = if shot.own_tree { opened.own_tree()? } else { None };
            leaves = Some(match own {
                Some(own) => (Arc::clone(&own.tree), own.pvs.clone()),
                None => {
                    let tree = Arc::clone(&opened.leaves()?.tree);
                    let (pvs, _) = opened.pvs()?;
                    (tree, Some(Arc::clone(pvs)))
                }
            });
        }
        if let (Some((tree, _)), Some(leaf)) = (&leaves, shot.at.select_leaf)
            && leaf >= tree.leaf_count()
        {
            let last = tree.leaf_count().saturating_sub(1);
            return Err(CliError::Failed(format!(
                "the solid-leaf tree has no leaf {leaf}: its leaves are 0 to {last}"
            )));
        }
        let leak = leaves
            .as_ref()
            .filter(|_| overlays.is_on(OverlayKind::Leak))
            .and_then(|(tree, _)| leak_walk::find(&opened.level, tree));
        let is_asked = OverlayKind::SolidEvidence
            .on_its_key()
            .any(|kind| overlays.is_on(kind));
        let solidity = leaves
            .as_ref()
            .filter(|_| is_asked)
            .and_then(|(tree, _)| Progress::uncancellable(|progress| tree.solidity_decision(progress)));
        let figures = TreeFigures::new(&opened.tree);
        let divided = shot
            .build_step
            .and_then(|step| figures.stats.node_at_step(step - 1));
        let division = divided.map(|node| divide(&opened, node)).transpose()?;
        Ok(Self {
            opened,
            overlays,
            leaves,
            leak,
            solidity,
            figures,
            selected: divided.or(shot.at.select),
            division,
        })
    }

    /// The faces as 0x00RRGGBB, without what is drawn over them, by a tree that orders them. `eye` is that of the body.
    fn faces(&self, screen: &Screen, eye: DVec3, coloring: Coloring, painted: &Arc<NodeTree>) -> Vec<u32> {
        let (level, tree) = (&self.opened.level, &self.opened.tree);
        let (camera, size) = (screen.camera(), screen.size);
        let wireframe = self.overlays.is_on(OverlayKind::Wireframe);
        let (selected, palette) = (self.selected, self.overlays.palette);
        let style = Style {
            selected,
            coloring,
            wireframe,
            palette,
        };
        let mut scene = Scene::new(level, painted, tree);
        match (coloring, &self.leaves) {
            (Coloring::Material, _) => scene = scene.lit(tree),
            (Coloring::Leaf | Coloring::VisibleLeaf, Some((leaves, pvs))) => {
                scene = scene.with_leaves(FrameLeaves {
                    tree: Arc::clone(leaves),
                    pvs: pvs.clone(),
                    from: leaves.locate(eye),
                });
            }
            _ => {}
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
    let coloring = coloring(&shown.overlays, shot.at.view != View::Eye);
    let wireframe = shown.overlays.is_on(OverlayKind::Wireframe);
    // What is shown of the tree is of the tree of the solid faces.
    let shows_tree = coloring != Coloring::Material || wireframe || shown.selected.is_some();
    let painted = if shows_tree { tree } else { shown.opened.painted()? };
    let eye = shot.at.eye(level);
    let [yaw, pitch] = shot.at.angles(level);
    let in_model = model(shot, level, eye, yaw);
    let camera = in_model.map_or_else(
        || {
            let field_of_view = shot.at.fov.map_or_else(Camera::default_field_of_view, |fov| {
                vertical_field_of_view(f64::from(fov))
            });
            Camera::perspective(eye, [yaw, pitch], field_of_view)
        },
        |in_model| in_model.model.camera(),
    );
    let size = [shot.size.width, shot.size.height];
    let screen = Screen::new(camera, size);
    let mut pixels = shown.faces(&screen, eye, coloring, painted);
    let surfaces = Faces::new(painted, |face| {
        level.triangle_of_face(face).map(|triangle| triangle.corners)
    });
    let scene = bspwalk_overlays::Scene {
        leaves: shown.leaves.as_ref().map(|(tree, _)| &**tree),
        pvs: shown.leaves.as_ref().and_then(|(_, pvs)| pvs.as_deref()),
        leak: shown.leak.as_ref(),
        solidity: shown.solidity.as_ref(),
        selected: shown.selected,
        selected_leaf: shot.at.select_leaf,
        model: in_model,
        division: shown.division.as_ref(),
        ..bspwalk_overlays::Scene::new(level, tree, &shown.figures)
    };
    let over = scene.shown(&shown.overlays, &screen);
    if let Some(heat) = &over.heat {
        heat.paint(shown.overlays.palette, size[0], &mut pixels);
    }
    if let Some(format) = shot.vector_format() {
        let picture = vectors::Picture {
            pixels: &pixels,
            seen: &visible(&surfaces, &camera, size, Method::FrontToBack),
            coloring,
            wireframe: wireframe.then(|| {
                let colors = faces::edges(shown.overlays.coloring(), shown.overlays.palette);
                (&surfaces, colors)
            }),
        };
        let title = format!("{}, drawn by bspwalk", words::printable(&level.name));
        let drawn = vectors::vectors(level, painted, &screen, picture, &over, &title);
        let bytes = match format {
            VectorFormat::Svg => vectors::svg(&drawn).into_bytes(),
            VectorFormat::Pdf => vectors::pdf(&drawn),
        };
        return atomic_file::write(&shot.output, &bytes).map_err(|error| not_written(&shot.output, error));
    }
    if !over.is_empty() {
        let depths = Depths::new(&surfaces, &camera, size);
        let mut canvas = Canvas::new(&screen, &depths, &mut pixels);
        canvas.draw(over.layers.passes());
        canvas.labels(&over.labels);
        canvas.scale(&over.scale);
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

/// The division of a node, by replaying the build.
fn divide(opened: &Opened, node: NodeId) -> Result<Division, CliError> {
    let progress = Progress::default();
    let triangles = opened.level.solid_triangles();
    Replay::new(Arc::clone(&opened.tree), &triangles, &progress)
        .and_then(|mut replay| replay.division(node, &progress))
        .map_err(|error| CliError::Failed(format!("the build cannot be replayed: {error}")))
}

/// The vertical field of view, in radians, that has this horizontal one, in degrees, at 16:9.
fn vertical_field_of_view(horizontal: f64) -> f64 {
    2.0 * ((horizontal.to_radians() * 0.5).tan() * 9.0 / 16.0).atan()
}
