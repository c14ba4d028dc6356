//! The level, its trees and the view for `shot`, `film` and `sheet`.

use std::{path::PathBuf, sync::Arc};

use bspwalk_compile::tree_portals::TreePortals;
use bspwalk_draw::raster::{
    Camera, Coloring, FrameLeaves, RasterFaces, Scene, Style, VisibilityMethod, find_visible_fragments,
};
use bspwalk_explain::{
    difference::Difference, difference_shapes::DifferenceShapes, doom_load::LoadMap, films::QueryFilm,
    portal_comparison::PortalComparison,
};
use bspwalk_levels::{Level, mechanisms::Pose, portal_file::Dialect};
use bspwalk_overlays::{
    faces, flow,
    paint::{
        legend_box,
        screen::Screen,
        software::{Canvas, Depths},
        vectors::{self, Vectors},
    },
    scene::InModel,
    shown::OverlayDrawings,
    tree_stats::TreeFigures,
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{
    LevelName, Opened,
    background::SolidityRecord,
    doom_load::load_settings,
    films, leak_walk,
    overlays::{OverlayKind, Overlays},
    tree_args::TreeArgs,
    view::{ABOVE_EYES, Model, View},
    walk,
};
use bspwalk_text::{Localize, text};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{Division, NodeId, Replay},
    solid_leaf::{LeafId, Pvs, SolidityDecision, portals::Leak, pvs::PvsFlow},
};
use glam::DVec3;
use image::{Rgb, RgbImage};

use super::{
    diff_report::{Compared, comparison_cancelled},
    error::CliError,
    open,
    portals::{compare_with_file, tree_with_file_numbers},
    progress_bar,
    shot_args::ShotOptions,
};

/// Returns the differences from an earlier level as shapes, and the earlier level's name.
fn since(
    before: &LevelName,
    after: &Opened,
    own_tree: bool,
    args: &TreeArgs,
) -> Result<(Arc<DifferenceShapes>, String), CliError> {
    let name = before.localized();
    let before = Compared::new(open::open(before, args)?, own_tree, true)?;
    let after = Compared::new(after.clone(), own_tree, true)?;
    let sides = [before.side(), after.side()];
    let changed = progress_bar::with_progress_bar(|progress| {
        let difference = Difference::new(sides[0], sides[1], progress)?;
        DifferenceShapes::new(sides, &difference, progress)
    });
    Ok((Arc::new(changed.map_err(comparison_cancelled)?), name))
}

/// Checks that the selected node, the selected face and the requested build step exist.
///
/// # Errors
/// Returns [`CliError::Failed`] if one of them does not exist.
fn check_selection(shot: &ShotOptions, tree: &NodeTree) -> Result<(), CliError> {
    if let (Some(step), count) = (shot.at.build_step, tree.node_count())
        && step > count
    {
        return Err(CliError::Failed(text!("usage-no-division", step, count)));
    }
    if let (Some(face), None) = (shot.at.select_face, shot.at.node(tree)) {
        return Err(CliError::Failed(text!("usage-no-face", face)));
    }
    match (shot.at.select, tree.node_count()) {
        (Some(_), 0) => Err(CliError::Failed(text!("usage-no-nodes").to_owned())),
        (Some(node), count) if node.0 >= count => {
            Err(CliError::Failed(text!("usage-no-node", node, last = count - 1)))
        }
        _ => Ok(()),
    }
}

/// Returns the displayed model or plan with the body in it; `None` in first person. `eye` is the eye position of the
/// body, and `yaw` is its view direction in radians to the left of −Z. By default, the model is beside
/// the legend, and a displayed step of the portal flow fills the picture.
fn model(shot: &ShotOptions, size: [u32; 2], shown: &ShotScene, (eye, yaw): (DVec3, f64)) -> Option<InModel> {
    let level = &shown.opened.level;
    let is_plan = match shot.at.view {
        View::Eye => return None,
        View::Model => false,
        View::Plan => true,
    };
    let (aspect, yaw) = (size[0] as f32 / size[1].max(1) as f32, yaw as f32);
    let above_eyes = eye.y as f32 + ABOVE_EYES;
    let free = if shot.legend {
        legend_box::share_of_width(size)
    } else {
        0.0
    };
    let whole = |cut| Model::first_beside(level, cut, yaw, (aspect, free), is_plan);
    let cut = shot.at.cut(level);
    let model = match (shot.at.orbit(level), &shown.flow) {
        (Some(orbit), _) => Model {
            is_plan,
            orbit,
            cut: cut.unwrap_or(above_eyes),
        },
        (None, flow) => {
            let first = whole(cut.unwrap_or(above_eyes));
            let moment = shown.overlays.flow_step;
            let step = flow
                .as_ref()
                .and_then(|flow| flow::view(flow, moment, first.orbit.yaw, aspect, is_plan));
            step.map_or(first, |step| Model {
                is_plan,
                orbit: step.orbit,
                cut: cut.unwrap_or(step.cut),
            })
        }
    };
    let film = shot.at.division.map(|division| (division.tree, division.depth));
    Some(InModel { model, yaw, film })
}

/// Returns the quantity that the face colours show.
fn coloring(overlays: &Overlays, is_model: bool) -> Coloring {
    if overlays.is_on(OverlayKind::Painter) {
        return Coloring::Leaf;
    }
    // In the model, the tints of the cut already show the visibility, so the faces keep their materials.
    if is_model && overlays.is_on(OverlayKind::Visible) {
        return Coloring::Material;
    }
    walk::coloring(overlays)
}

/// The view of a picture, and the colouring of its faces.
pub(super) struct ShotView {
    pub(super) screen: Screen,
    pub(super) coloring: Coloring,
    /// Displayed model; `None` in first person.
    in_model: Option<InModel>,
    /// Position of the body's eye.
    eye: DVec3,
}

impl ShotView {
    pub(super) fn new(shot: &ShotOptions, shown: &ShotScene, size: [u32; 2]) -> Self {
        let level = &shown.opened.level;
        let eye = shot.at.eye(level);
        let [yaw, pitch] = shot.at.angles(level);
        let in_model = model(shot, size, shown, (eye, yaw));
        let camera = in_model.map_or_else(
            || {
                let field_of_view = shot.at.fov.map_or_else(Camera::default_field_of_view, |fov| {
                    vertical_field_of_view(f64::from(fov))
                });
                Camera::perspective(eye, [yaw, pitch], field_of_view)
            },
            |in_model| in_model.model.camera(),
        );
        Self {
            screen: Screen::new(camera, size),
            coloring: coloring(&shown.overlays, shot.at.view != View::Eye),
            in_model,
            eye,
        }
    }
}

/// A level, and the parts of its trees that the picture shows.
#[derive(Clone)]
pub(super) struct ShotScene {
    pub(super) opened: Arc<Opened>,
    pub(super) overlays: Overlays,
    leaves: Option<(Arc<LeafTree>, Option<Arc<Pvs>>)>,
    leak: Option<Arc<Leak>>,
    pub(super) flow: Option<Arc<PvsFlow>>,
    file_portals: Option<Arc<PortalComparison>>,
    /// Differences from another level, and the name of that level.
    changed: Option<(Arc<DifferenceShapes>, String)>,
    pub(super) solidity: Option<Arc<SolidityDecision>>,
    doom_loads: Option<Arc<LoadMap>>,
    pub(super) figures: Arc<TreeFigures>,
    /// Selected node.
    pub(super) selected: Option<NodeId>,
    /// Displayed build division.
    pub(super) division: Option<Arc<Division>>,
    /// Displayed query film, with the index of its step.
    pub(super) query: Option<(Arc<QueryFilm>, usize)>,
    /// Poses of the level's mechanisms, in the same order as the mechanisms. If empty, the poses in the file are used.
    pub(super) poses: Vec<Pose>,
}

impl ShotScene {
    pub(super) fn open(shot: &ShotOptions, args: &TreeArgs) -> Result<Self, CliError> {
        let mut shown = Self::of(shot, open::open(&shot.level, args)?, None)?;
        let since = |before| since(before, &shown.opened, shot.at.own_tree, args);
        shown.changed = shot.before.as_ref().map(since).transpose()?;
        Ok(shown)
    }

    /// Prepares an open level. Uses `known` as the solid-leaf tree if given, otherwise builds the tree that the picture
    /// requires.
    pub(super) fn of(
        shot: &ShotOptions,
        opened: Opened,
        known: Option<(Arc<LeafTree>, Option<Arc<Pvs>>)>,
    ) -> Result<Self, CliError> {
        check_selection(shot, &opened.tree)?;
        let selected = shot.at.node(&opened.tree);
        let mut overlays = shot.at.overlays();
        if shot.portals.is_some() {
            overlays.set(OverlayKind::Portals, true);
        }
        let shows_leaves = OverlayKind::ALL
            .into_iter()
            .any(|kind| overlays.is_on(kind) && kind.shows_leaf_tree());
        let mut leaves = None;
        if shows_leaves || shot.at.select_leaf.is_some() || shot.at.view != View::Eye {
            let own = if shot.at.own_tree {
                opened.own_tree()?
            } else {
                None
            };
            leaves = Some(match (known, own) {
                (Some(known), _) => known,
                (None, Some(own)) => (Arc::clone(&own.tree), own.pvs.clone()),
                (None, None) => {
                    let tree = Arc::clone(&opened.leaves()?.tree);
                    let (pvs, _) = opened.pvs()?;
                    (tree, Some(Arc::clone(pvs)))
                }
            });
        }
        if let (Some((tree, _)), Some(leaf)) = (&leaves, shot.at.select_leaf)
            && leaf.0 >= tree.leaf_count()
        {
            let last = tree.leaf_count().saturating_sub(1);
            return Err(CliError::Failed(text!("usage-no-leaf", leaf, last)));
        }
        let leak = leaves
            .as_ref()
            .filter(|_| overlays.is_on(OverlayKind::Leak))
            .and_then(|(tree, _)| leak_walk::find(&opened.level, tree))
            .map(Arc::new);
        let flow = leaves
            .as_ref()
            .filter(|_| overlays.is_on(OverlayKind::Flow))
            .map(|(tree, _)| record_flow(tree, shot, &opened))
            .transpose()?
            .flatten()
            .map(Arc::new);
        let compare = |file: &PathBuf| {
            let (tree, numbers) = tree_with_file_numbers(&opened, shot.at.own_tree)?;
            let portals = TreePortals::new(&opened.level, &tree, &numbers, Dialect::Prt1);
            compare_with_file(&opened, file, (&tree, portals.portals))
        };
        let file_portals = shot.portals.as_ref().map(compare).transpose()?;
        let file_portals = file_portals.map(|(_, comparison)| Arc::new(comparison));
        let is_asked = OverlayKind::SolidEvidence
            .kinds_on_same_key()
            .any(|kind| overlays.is_on(kind));
        let decide = |(tree, _): &(Arc<LeafTree>, _)| {
            opened.run_with_progress(|progress| tree.solidity_decision(progress))
        };
        let solidity = leaves.as_ref().filter(|_| is_asked).map(decide).transpose();
        let solidity = solidity.map_err(|error| CliError::Failed(error.localized()))?;
        let solidity = solidity.flatten().map(Arc::new);
        let doom_loads = count_doom_loads(&opened, &overlays)?.map(Arc::new);
        let figures = Arc::new(TreeFigures::new(&opened.tree));
        let divided = shot
            .at
            .build_step
            .and_then(|step| figures.stats.divisions.node_at(step - 1));
        let division = divided.map(|node| divide(&opened, node)).transpose()?;
        Ok(Self {
            opened: Arc::new(opened),
            overlays,
            leaves,
            leak,
            flow,
            file_portals,
            changed: None,
            solidity,
            doom_loads,
            figures,
            selected: divided.or(selected),
            division: division.map(Arc::new),
            query: None,
            poses: Vec::new(),
        })
    }

    /// Returns the solid-leaf tree, if it is displayed.
    pub(super) fn leaf_tree(&self) -> Option<&LeafTree> {
        self.leaves.as_ref().map(|(tree, _)| &**tree)
    }

    /// Returns the tree that sorts the faces by depth. Views of the node-storing tree use the tree of the solid faces.
    pub(super) fn depth_sorting_tree<'a>(
        &'a self,
        tree: &'a Arc<NodeTree>,
        coloring: Coloring,
    ) -> Result<&'a Arc<NodeTree>, CliError> {
        let shows_tree = coloring != Coloring::Material || self.shows_wireframe() || self.selected.is_some();
        Ok(if shows_tree {
            tree
        } else {
            self.opened.painter_tree()?
        })
    }

    pub(super) fn shows_wireframe(&self) -> bool {
        self.overlays.is_on(OverlayKind::Wireframe)
    }

    /// Renders the faces as 0x00RRGGBB, without overlays. `painted` sorts them.
    pub(super) fn faces(&self, tree: &Arc<NodeTree>, seen: &ShotView, painted: &Arc<NodeTree>) -> Vec<u32> {
        let lit = Progress::uncancellable(|progress| self.light_faces(tree, seen, painted, progress));
        self.pixels(&lit, seen)
    }

    /// Lights the faces of the level, in the order of a tree. Pictures with the same colouring and eye position can
    /// share the result.
    pub(super) fn light_faces<'a>(
        &'a self,
        tree: &'a NodeTree,
        seen: &ShotView,
        painted: &Arc<NodeTree>,
        progress: &Progress,
    ) -> Result<Scene<'a>, Cancelled> {
        let scene = Scene::new(&self.opened.level, painted, tree);
        match (seen.coloring, &self.leaves) {
            (Coloring::Material, _) => Ok(scene
                .try_with_baked_light(tree, progress)?
                .with_light_styles(&self.overlays.light_styles)),
            (Coloring::Leaf | Coloring::VisibleLeaf, Some((leaves, pvs))) => {
                Ok(scene.with_leaves(FrameLeaves {
                    tree: Arc::clone(leaves),
                    pvs: pvs.clone(),
                    from: leaves.locate(seen.eye),
                }))
            }
            _ => Ok(scene),
        }
    }

    /// Renders the faces of a lit level as 0x00RRGGBB.
    pub(super) fn pixels(&self, scene: &Scene<'_>, seen: &ShotView) -> Vec<u32> {
        self.pixels_of(None, scene, seen)
    }

    /// Renders only these fragments, with the last one highlighted; `None` renders all.
    pub(super) fn pixels_of(
        &self,
        fragments: Option<&[u32]>,
        scene: &Scene<'_>,
        seen: &ShotView,
    ) -> Vec<u32> {
        let (camera, size) = (seen.screen.camera(), seen.screen.size);
        let style = Style {
            selected: self.selected,
            coloring: seen.coloring,
            wireframe: self.shows_wireframe(),
            palette: self.overlays.palette,
        };
        let bytes = match fragments {
            Some(fragments) => {
                scene.draw_fragments(fragments, camera, size, &style, VisibilityMethod::Painter)
            }
            None if !self.poses.is_empty() => {
                scene.draw_picture_at(&self.poses, camera, size, &style, VisibilityMethod::Painter)
            }
            None => scene.draw_picture(camera, size, &style, VisibilityMethod::Painter),
        };
        let pixels = bytes.chunks_exact(3);
        pixels
            .map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]))
            .collect()
    }

    /// Draws the faces and the overlays of a tree, as separate layers of a picture.
    pub(super) fn picture<'a>(
        &'a self,
        shot: &ShotOptions,
        (tree, figures): (&'a Arc<NodeTree>, &Arc<TreeFigures>),
        size: [u32; 2],
    ) -> Result<Picture<'a>, CliError> {
        let seen = ShotView::new(shot, self, size);
        let painted = self.depth_sorting_tree(tree, seen.coloring)?;
        Ok(Picture {
            pixels: self.faces(tree, &seen, painted),
            over: self.draw_overlays((tree, figures), &seen, shot.at.select_leaf),
            shown: self,
            seen,
            painted,
        })
    }

    /// Draws the overlays of a tree.
    pub(super) fn draw_overlays(
        &self,
        (tree, figures): (&Arc<NodeTree>, &Arc<TreeFigures>),
        seen: &ShotView,
        selected_leaf: Option<LeafId>,
    ) -> OverlayDrawings {
        let changed = self.changed.as_ref();
        let scene = bspwalk_overlays::Scene {
            eye: seen.eye,
            leaves: self.leaves.as_ref().map(|(tree, _)| tree),
            pvs: self.leaves.as_ref().and_then(|(_, pvs)| pvs.as_ref()),
            leak: self.leak.as_ref(),
            flow: self.flow.as_ref(),
            file_portals: self.file_portals.as_ref(),
            changed: changed.map(|(changed, name)| (changed, Some(name.as_str()))),
            solidity: self.solidity.as_ref().map(SolidityRecord::from_decision),
            doom_loads: self.doom_loads.as_ref(),
            selected: self.selected,
            selected_leaf,
            leaf_is_latest: selected_leaf.is_some(),
            model: seen.in_model,
            division: self.division.as_ref(),
            divides: self.division.is_some(),
            query: self.query.as_ref().map(|(film, step)| (film, *step)),
            ..bspwalk_overlays::Scene::new((&self.opened.level, tree, figures), &self.overlays)
        };
        scene.on(&seen.screen).draw_overlays()
    }
}

/// A picture of a level: its faces, and the overlays that are drawn over them.
pub(super) struct Picture<'a> {
    shown: &'a ShotScene,
    pub(super) seen: ShotView,
    /// Tree that sorts the faces by depth.
    painted: &'a Arc<NodeTree>,
    /// Pixels as 0x00RRGGBB, row by row from the top.
    pub(super) pixels: Vec<u32>,
    pub(super) over: OverlayDrawings,
}

impl Picture<'_> {
    fn surfaces(&self) -> RasterFaces {
        surfaces(&self.shown.opened.level, self.painted)
    }

    /// Paints the heat map over the faces.
    pub(super) fn paint_heat(&mut self) {
        if let Some(heat) = &self.over.heat {
            heat.paint(
                self.shown.overlays.palette,
                self.seen.screen.size[0],
                &mut self.pixels,
            );
        }
    }

    /// Draws the overlays, and then the legends if requested. The legends already contain the colour scale.
    pub(super) fn draw_over(&mut self, has_legends: bool) {
        if has_legends {
            self.over.scale.clear();
        }
        if !self.over.is_empty() {
            self.draw(draw_over);
        }
        if has_legends {
            legend_box::draw(&self.over, &self.seen.screen, &mut self.pixels);
        }
    }

    /// Draws over the faces.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Canvas<'_>, &OverlayDrawings)) {
        let screen = &self.seen.screen;
        let depths = Depths::new(&self.surfaces(), screen.camera(), screen.size);
        draw(&mut Canvas::new(screen, &depths, &mut self.pixels), &self.over);
    }

    /// Converts the picture to vector graphics.
    pub(super) fn vectors(&mut self, has_legends: bool, title: &str) -> Vectors {
        if has_legends {
            self.over.scale.clear();
        }
        let (screen, overlays) = (&self.seen.screen, &self.shown.overlays);
        let surfaces = self.surfaces();
        let picture = vectors::RasterImage {
            pixels: &self.pixels,
            seen: &find_visible_fragments(
                &surfaces,
                screen.camera(),
                screen.size,
                VisibilityMethod::FrontToBack,
            ),
            coloring: self.seen.coloring,
            wireframe: self.shown.shows_wireframe().then(|| {
                let colors = faces::edges(overlays.face_coloring_kind(), overlays.palette);
                (&surfaces, colors)
            }),
            has_legends,
        };
        let level = &self.shown.opened.level;
        vectors::vectors(level, self.painted, screen, picture, &self.over, title)
    }

    /// Converts the picture to an image.
    pub(super) fn image(&self) -> RgbImage {
        let [width, height] = self.seen.screen.size;
        let mut pixels = self.pixels.iter();
        RgbImage::from_fn(width, height, |_, _| {
            let [_, r, g, b] = pixels.next().copied().unwrap_or_default().to_be_bytes();
            Rgb([r, g, b])
        })
    }
}

/// Draws overlays over a picture.
pub(super) fn draw_over(canvas: &mut Canvas<'_>, over: &OverlayDrawings) {
    canvas.draw(over.layers.passes());
    canvas.labels(&over.labels);
    canvas.scale(&over.scale);
    canvas.axes(&over.axes);
}

/// Returns the faces in the order of a tree.
pub(super) fn surfaces(level: &Level, painted: &Arc<NodeTree>) -> RasterFaces {
    RasterFaces::new(painted, |face| {
        level.triangle_of_face(face).map(|triangle| triangle.corners)
    })
}

/// Records the portal flow from the selected leaf, or, without a selection, from the eye's leaf. Returns `None` if the
/// eye is in solid space or outside.
fn record_flow(tree: &LeafTree, shot: &ShotOptions, opened: &Opened) -> Result<Option<PvsFlow>, CliError> {
    let eye = tree.locate(shot.at.eye(&opened.level));
    let leaf = films::flow_leaf(tree, shot.at.select_leaf, eye);
    let record = |leaf| {
        opened
            .run_with_progress(|progress| PvsFlow::of_tree(tree, &opened.params.pvs, leaf, progress))
            .map_err(|error| CliError::Failed(text!("usage-flow-failed", error = error.localized())))
    };
    leaf.map(record).transpose()
}

/// Counts the load of DOOM's renderer if an overlay shows it.
fn count_doom_loads(opened: &Opened, overlays: &Overlays) -> Result<Option<LoadMap>, CliError> {
    if !overlays.face_coloring_kind().is_for_doom() {
        return Ok(None);
    }
    let settings = load_settings(overlays);
    let loads = progress_bar::with_progress_bar(|progress| LoadMap::new(&opened.level, settings, progress));
    let loads = loads.map_err(|error| CliError::Failed(error.to_string()))?;
    let none = || CliError::Failed(text!("usage-no-doom-nodes", name = opened.source));
    loads.map(Some).ok_or_else(none)
}

/// Finds the division of a node by replaying the build.
fn divide(opened: &Opened, node: NodeId) -> Result<Division, CliError> {
    let triangles = opened.level.solid_triangles();
    let divide = |progress: &Arc<Progress>| {
        let mut replay = Replay::new(Arc::clone(&opened.tree), &triangles, progress)?;
        replay.division(node, progress)
    };
    opened
        .run_with_progress(divide)
        .map_err(|error| CliError::Failed(text!("usage-replay-failed", error = error.localized())))
}

/// Converts a horizontal field of view in degrees to the vertical field of view in radians, at an aspect ratio of 16:9.
fn vertical_field_of_view(horizontal: f64) -> f64 {
    2.0 * ((horizontal.to_radians() * 0.5).tan() * 9.0 / 16.0).atan()
}
