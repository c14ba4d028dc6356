//! The steps of a film of an open level, with their pictures and captions.

use std::{collections::HashMap, sync::Arc};

use bspwalk_draw::{
    color::palette::Palette,
    raster::{Coloring, Scene, VisibilityMethod},
};
use bspwalk_explain::films::{Query, QueryFilm, caption};
use bspwalk_overlays::{
    layer::Layer,
    legend::{Legend, Row},
    lines::{LineBatch, Stroke},
    paint::caption::{Caption, Captions},
    query_step,
    section::division::last_depth,
    shown,
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{
    Opened,
    films::{BUILD_TITLE, OverlaySteps, painter_place, painter_title, query_title},
    overlays::OverlayKind,
    view::{FilmTree, View},
    view_args::{Division as Divided, Position, ViewDirection},
};
use bspwalk_text::{Localize, Message, message, text, words};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{Division, NodeId, Replay, ReplayError},
    solid_leaf::Pvs,
};

use super::{
    kind::{FilmKind, MOMENT},
    options::FilmOptions,
    query,
    walk::{self, Moment},
};
use crate::cli::{
    error::CliError,
    shot_args::ShotOptions,
    shot_scene::{ShotScene, ShotView},
};

/// The data that a film needs in addition to the level.
enum Of {
    /// Division film, with its last depth.
    Division(FilmTree, u32),
    /// Build film, with the divisions of the displayed nodes.
    Build(HashMap<NodeId, Arc<Division>>),
    Query(Arc<QueryFilm>),
    /// Overlay with steps, and the index of its last step.
    Overlay(u32),
    /// Painter's order, with the visible fragments from far to near.
    Painter(Vec<u32>),
    Walk(Vec<Moment>),
}

/// Note shown at every step of painter's order.
const PAINTER_NOTE: Message = message!("report-film-depth");

/// A film of an open level.
pub(in crate::cli) struct Reel {
    shot: ShotOptions,
    shown: ShotScene,
    of: Of,
}

/// A step: its view and its contents.
pub(in crate::cli) struct Step {
    shot: ShotOptions,
    pub(super) shown: ShotScene,
    number: u32,
}

impl Reel {
    /// Creates the film of an open level, with the data that the film needs. Uses `known` as the solid-leaf tree if
    /// given, and otherwise builds the requested tree.
    pub(super) fn of(
        film: &FilmOptions,
        opened: Opened,
        known: Option<(Arc<LeafTree>, Option<Arc<Pvs>>)>,
    ) -> Result<Self, CliError> {
        Self::new(film, ShotScene::of(&shot(film), opened, known)?)
    }

    /// Creates a film of a level that was opened with the data that the film needs.
    pub(in crate::cli) fn new(film: &FilmOptions, mut shown: ShotScene) -> Result<Self, CliError> {
        let (kind, shot) = (film.kind(), shot(film));
        let failed = |why: &str| CliError::Failed(why.to_owned());
        let opened = Arc::clone(&shown.opened);
        let of = match kind {
            FilmKind::Division(tree) => {
                let last = last_depth(tree, (&opened.tree, shown.leaf_tree()));
                Of::Division(tree, last.ok_or_else(|| failed(text!("usage-film-no-tree")))?)
            }
            FilmKind::Build if opened.tree.node_count() == 0 => {
                return Err(failed(text!("usage-film-no-nodes")));
            }
            FilmKind::Build => Of::Build(HashMap::new()),
            FilmKind::Query(kind) => {
                let query = query::of_film(kind, film.asked(), &film.at, &opened.level, &opened.tree);
                Of::Query(Arc::new(QueryFilm::record_grouped(
                    &opened.tree,
                    &query,
                    film.mode(),
                )))
            }
            FilmKind::Flow => {
                let flow = shown
                    .flow
                    .as_ref()
                    .ok_or_else(|| failed(text!("usage-film-no-flow")))?;
                let last = flow.last_moment();
                shown.overlays.set_last_flow_step(Some(last));
                Of::Overlay(last)
            }
            FilmKind::Solidity => {
                if shown.solidity.is_none() {
                    return Err(failed(text!("usage-film-no-decision")));
                }
                let shown = OverlaySteps::shown(&shown.overlays);
                Of::Overlay(shown.map_or(0, |(_, _, last)| last))
            }
            FilmKind::Painter => Of::Painter(in_view(film, &shot, &shown)),
            FilmKind::Walk => {
                let script = film.script.as_ref();
                let script = script.ok_or_else(|| failed(text!("usage-film-script")))?;
                Of::Walk(walk::record_walk(script, &opened)?)
            }
        };
        Ok(Self { shot, shown, of })
    }

    /// Returns the number of steps.
    pub(in crate::cli) fn len(&self) -> u32 {
        match &self.of {
            Of::Division(_, last) | Of::Overlay(last) => last.saturating_add(1),
            Of::Build(_) => self.shown.opened.tree.node_count(),
            Of::Query(film) => u32::try_from(film.len()).unwrap_or(u32::MAX).max(1),
            Of::Painter(order) => (order.len() as u32).saturating_add(1),
            Of::Walk(moments) => moments.len() as u32,
        }
    }

    /// Returns the tree that sorts the faces by depth.
    pub(super) fn depth_sorting_tree<'a>(
        &self,
        step: &'a Step,
        coloring: Coloring,
    ) -> Result<&'a Arc<NodeTree>, CliError> {
        let tree = &step.shown.opened.tree;
        match &self.of {
            Of::Painter(_) => Ok(tree),
            _ => step.shown.depth_sorting_tree(tree, coloring),
        }
    }

    /// Renders the faces of a step as 0x00RRGGBB. `scene` is the lit level.
    pub(super) fn pixels(&self, step: &Step, scene: &Scene<'_>, seen: &ShotView) -> Vec<u32> {
        let fragments = match &self.of {
            // The last step is the complete picture.
            Of::Painter(order) => order
                .get(..step.number as usize)
                .filter(|some| some.len() < order.len()),
            _ => None,
        };
        step.shown.pixels_of(fragments, scene, seen)
    }

    /// Returns whether the faces must be rendered again for each step, even if the view is the same.
    pub(super) fn repaints_every_step(&self) -> bool {
        matches!(self.of, Of::Painter(_) | Of::Walk(_))
    }

    /// Returns the tree of the faces that occlude overlays. It excludes moving parts, which may not be at their
    /// positions in the tree.
    pub(super) fn occluder_tree<'a>(&self, step: &'a Step, painted: &'a Arc<NodeTree>) -> &'a Arc<NodeTree> {
        match &self.of {
            Of::Walk(_) => &step.shown.opened.tree,
            _ => painted,
        }
    }

    /// Returns the query that the film shows.
    pub(in crate::cli) fn query(&self) -> Option<&QueryFilm> {
        match &self.of {
            Of::Query(film) => Some(film),
            _ => None,
        }
    }

    /// Prepares the data for the given steps.
    pub(in crate::cli) fn prepare(&mut self, steps: &[u32], progress: &Progress) -> Result<(), CliError> {
        let Of::Build(divisions) = &mut self.of else {
            return Ok(());
        };
        let opened = &self.shown.opened;
        let failed =
            |error: ReplayError| CliError::Failed(text!("usage-replay-failed", error = error.localized()));
        let triangles = opened.level.solid_triangles();
        let mut replay = Replay::new(Arc::clone(&opened.tree), &triangles, progress).map_err(failed)?;
        progress.begin(text!("report-film-replaying"), steps.len() as u64);
        let stats = &self.shown.figures.stats;
        for node in steps.iter().filter_map(|&step| stats.divisions.node_at(step)) {
            let division = replay.division(node, progress).map_err(failed)?;
            divisions.insert(node, Arc::new(division));
            progress.advance(1);
        }
        Ok(())
    }

    /// Returns a step, counted from 0.
    pub(in crate::cli) fn step(&self, number: u32) -> Step {
        let (mut shot, mut shown) = (self.shot.clone(), self.shown.clone());
        match &self.of {
            Of::Division(tree, _) => {
                let (tree, depth) = (*tree, number);
                shot.at.division = Some(Divided { tree, depth });
            }
            Of::Build(divisions) => {
                shown.selected = shown.figures.stats.divisions.node_at(number);
                let division = shown.selected.and_then(|node| divisions.get(&node));
                shown.division = division.map(Arc::clone);
            }
            Of::Query(film) => shown.query = Some((Arc::clone(film), number as usize)),
            Of::Overlay(_) => {
                OverlaySteps::show_step(&mut shown.overlays, number);
            }
            Of::Painter(_) => {}
            Of::Walk(moments) => {
                if let Some(moment) = moments.get(number as usize) {
                    shown.poses.clone_from(&moment.poses);
                    if self.is_followed() {
                        let eye = moment.eye.as_dvec3() + shown.opened.level.origin;
                        shot.at.eye = Some(Position(eye));
                        shot.at.look = Some(ViewDirection {
                            yaw: f64::from(moment.view.yaw),
                            pitch: f64::from(moment.view.pitch),
                        });
                    }
                }
            }
        }
        Step { shot, shown, number }
    }

    /// Returns whether a walk film shows the body's view, because no other eye position was requested.
    fn is_followed(&self) -> bool {
        let at = &self.shot.at;
        at.view == View::Eye && at.eye.is_none() && at.look.is_none()
    }

    /// Adds the body to a step, if it is seen from outside.
    pub(super) fn draw_body(&self, step: &Step, over: &mut shown::OverlayDrawings) {
        let Of::Walk(moments) = &self.of else { return };
        if let Some(moment) = moments.get(step.number as usize).filter(|_| !self.is_followed()) {
            let color = step.shown.overlays.palette.reached();
            let mut lines = LineBatch::default();
            lines.body(moment.center, moment.body, Stroke::new(color, 1.0, 2.5));
            over.layers.set(Layer::Replay, lines);
        }
    }

    /// Returns whether the captions also contain the colour scale of each picture.
    pub(super) fn says_scale(&self) -> bool {
        matches!(self.of, Of::Overlay(_))
    }

    /// Returns the caption of a step whose overlays are `over`.
    pub(super) fn caption(&self, step: &Step, over: &shown::OverlayDrawings) -> Caption {
        let overlays = &step.shown.overlays;
        let last = || {
            let last = over.captions.last();
            last.map(|(_, legend)| legend.clone()).unwrap_or_default()
        };
        let (title, legend): (String, Legend) = match &self.of {
            Of::Division(tree, _) => (text!("report-film-division", step = tree.title()), last()),
            Of::Build(_) => (BUILD_TITLE.text().to_owned(), last()),
            Of::Query(film) => {
                let said = caption(film, &step.shown.opened.tree, step.number as usize);
                let mut rows = vec![Row::note(said)];
                rows.extend(query_step::legend(overlays.palette));
                let kind = film.query().map(Query::kind).unwrap_or_default();
                (query_title(kind, Some(film), step.number), rows)
            }
            Of::Overlay(_) => {
                let shown = OverlaySteps::shown(overlays).map(|(kind, ..)| kind);
                let legends = over.legends.iter();
                let own = legends.filter(|(kind, _)| Some(*kind) == shown || is_of_solidity(*kind, shown));
                let rows = own.flat_map(|(_, legend)| legend.clone()).collect();
                (OverlaySteps::title(overlays).unwrap_or_default(), rows)
            }
            Of::Painter(order) => {
                let tree = &step.shown.opened.tree;
                let last = order.get(..step.number as usize).and_then(|some| some.last());
                let last = last.and_then(|&fragment| Some((fragment, tree.fragment(fragment)?.node)));
                painter_words([step.number, order.len() as u32], last, overlays.palette)
            }
            Of::Walk(moments) => {
                let said = moments.get(step.number as usize).map(|moment| &*moment.said);
                let seconds = f64::from(step.number) * MOMENT;
                let title = text!("report-film-walk", seconds = format_args!("{seconds:.1}"));
                (title, said.map(Row::note).into_iter().collect())
            }
        };
        Caption {
            aside: words::printable(&step.shown.opened.level.name),
            passed: (step.number + 1) as f32 / self.len() as f32,
            ..caption_of(title, legend)
        }
    }
}

/// Returns a caption with the sentences and the key of a legend.
fn caption_of(title: String, legend: Legend) -> Caption {
    let (notes, key): (Legend, Legend) = legend.into_iter().partition(|row| matches!(row, Row::Note(_)));
    let notes: Vec<&str> = notes.iter().map(Row::text).collect();
    Caption {
        title,
        text: notes.join(" "),
        key,
        ..Caption::default()
    }
}

/// Returns the caption for a step of painter's order: the number of painted fragments, and the last one.
fn painter_words(painted: [u32; 2], last: Option<(u32, NodeId)>, palette: Palette) -> (String, Legend) {
    let place = words::capitalized(&painter_place(last));
    let text = match last {
        Some(_) if painted[0] == painted[1] => text!("report-film-all-painted").to_owned(),
        Some(_) => text!("report-film-last-painted", place),
        None => text!("report-film-place", place),
    };
    let legend = vec![
        Row::note(text!("text-sentences", first = text, second = PAINTER_NOTE)),
        Row::Area(palette.selected(), text!("report-film-last-face").to_owned()),
    ];
    (painter_title(false, painted), legend)
}

/// Returns the fragments in the pictures of a film, from far to near.
fn in_view(film: &FilmOptions, shot: &ShotOptions, shown: &ShotScene) -> Vec<u32> {
    let tree = &shown.opened.tree;
    let size = [film.size.width, film.size.height];
    let captions = if film.captions { Captions::new(size) } else { None };
    // Use the largest possible numbers, so that no caption of this film is longer.
    let most = tree.fragment_count();
    let last = Some((most, NodeId(tree.node_count())));
    let (title, legend) = painter_words([most.saturating_sub(1), most], last, shown.overlays.palette);
    let rows = captions.map_or(0, |captions| captions.rows(&[caption_of(title, legend)]));
    let seen = ShotView::new(shot, shown, [size[0], size[1].saturating_sub(rows)]);
    let scene = Scene::new(&shown.opened.level, tree, tree);
    scene.in_view(seen.screen.camera(), seen.screen.size, VisibilityMethod::Painter)
}

/// Returns whether both overlays belong to the classification of leaves as solid or empty, whose steps are separate
/// overlays.
fn is_of_solidity(kind: OverlayKind, shown: Option<OverlayKind>) -> bool {
    let mut steps = OverlayKind::SolidEvidence.kinds_on_same_key();
    steps.clone().any(|step| step == kind) && shown.is_some_and(|shown| steps.any(|step| step == shown))
}

impl Step {
    /// Returns the view of the step in a picture of the given size.
    pub(super) fn shot_view(&self, size: [u32; 2]) -> ShotView {
        ShotView::new(&self.shot, &self.shown, size)
    }

    /// Draws the overlays of the step.
    pub(super) fn draw_overlays(&self, seen: &ShotView) -> shown::OverlayDrawings {
        let ShotScene { opened, figures, .. } = &self.shown;
        self.shown
            .draw_overlays((&opened.tree, figures), seen, self.shot.at.select_leaf)
    }
}

/// Returns the picture options of a film that do not depend on the step.
fn shot(film: &FilmOptions) -> ShotOptions {
    let mut at = film.at.clone();
    match film.kind() {
        FilmKind::Flow => at.show.push(OverlayKind::Flow),
        FilmKind::Solidity => at.show.push(OverlayKind::SolidEvidence),
        _ => {}
    }
    ShotOptions::of_view(film.level.clone(), film.size, at)
}

/// Converts a cancellation to an error. A command can only be cancelled by terminating it.
pub(in crate::cli) fn cancelled(Cancelled: Cancelled) -> CliError {
    CliError::Failed(text!("usage-film-cancelled").to_owned())
}
