//! The steps of a film of an opened level: what the picture of each shows, and what is said of it.

use std::{collections::HashMap, sync::Arc};

use bspwalk_explain::films::{Query, QueryFilm, caption};
use bspwalk_overlays::{
    legend::{Legend, Row},
    paint::caption::Caption,
    query_step, scene,
    section::division::last_depth,
};
use bspwalk_progress::{Cancelled, Progress, words};
use bspwalk_session::{
    films::{BUILD_TITLE, OverlaySteps, query_title},
    overlays::OverlayKind,
    tree_args::TreeArgs,
    view::FilmTree,
    view_args::Division as Divided,
};
use bspwalk_trees::node_storing::{Division, NodeId, Replay, ReplayError};

use super::{kind::FilmKind, options::FilmOptions, query};
use crate::cli::{
    args::ShotOptions,
    error::CliError,
    shot_scene::{Seen, Shown},
};

/// What a film has beside the level.
enum Of {
    /// The last depth.
    Division(FilmTree, u32),
    /// The divisions of the nodes that are shown.
    Build(HashMap<NodeId, Arc<Division>>),
    Query(Arc<QueryFilm>),
    /// An overlay with steps, and the last of them.
    Overlay(u32),
}

/// A film of an opened level.
pub(in crate::cli) struct Reel {
    shot: ShotOptions,
    shown: Shown,
    of: Of,
}

/// A step: how it is looked at, and what is shown.
pub(in crate::cli) struct Step {
    shot: ShotOptions,
    pub(super) shown: Shown,
    number: u32,
}

impl Reel {
    /// Opens the level of a film, with what the film needs.
    pub(super) fn open(film: &FilmOptions, args: &TreeArgs) -> Result<Self, CliError> {
        let shown = Shown::open(&shot(film), args)?;
        Self::new(film, shown)
    }

    /// A film of a level that was opened with what the film needs.
    pub(in crate::cli) fn new(film: &FilmOptions, mut shown: Shown) -> Result<Self, CliError> {
        let (kind, shot) = (film.kind(), shot(film));
        let failed = |why: &str| CliError::Failed(why.to_owned());
        let opened = Arc::clone(&shown.opened);
        let of = match kind {
            FilmKind::Division(tree) => {
                let last = last_depth(tree, (&opened.tree, shown.leaf_tree()));
                Of::Division(tree, last.ok_or_else(|| failed("there is no such tree"))?)
            }
            FilmKind::Build if opened.tree.node_count() == 0 => {
                return Err(failed("the tree has no nodes: there is nothing to divide"));
            }
            FilmKind::Build => Of::Build(HashMap::new()),
            FilmKind::Query(kind) => {
                let query = query::of_film(kind, film.asked(), &film.at, &opened.level, &opened.tree);
                Of::Query(Arc::new(QueryFilm::record(&opened.tree, &query)))
            }
            FilmKind::Flow => {
                let flow = shown.flow.as_ref().ok_or_else(|| {
                    failed("the eye is in something solid or outside, where no portal flow begins: --eye or --select-leaf says another place")
                })?;
                let last = flow.last_moment();
                shown.overlays.take_flow(Some(last));
                Of::Overlay(last)
            }
            FilmKind::Solidity => {
                if shown.solidity.is_none() {
                    return Err(failed(
                        "no decision which leaves are solid is known: the level itself says what is solid",
                    ));
                }
                let shown = OverlaySteps::shown(&shown.overlays);
                Of::Overlay(shown.map_or(0, |(_, _, last)| last))
            }
        };
        Ok(Self { shot, shown, of })
    }

    /// How many steps it has.
    pub(in crate::cli) fn len(&self) -> u32 {
        match &self.of {
            Of::Division(_, last) | Of::Overlay(last) => last.saturating_add(1),
            Of::Build(_) => self.shown.opened.tree.node_count(),
            Of::Query(film) => u32::try_from(film.len()).unwrap_or(u32::MAX).max(1),
        }
    }

    /// The query of which it is the film.
    pub(in crate::cli) fn query(&self) -> Option<&QueryFilm> {
        match &self.of {
            Of::Query(film) => Some(film),
            _ => None,
        }
    }

    /// Finds what these steps need.
    pub(in crate::cli) fn prepare(&mut self, steps: &[u32], progress: &Progress) -> Result<(), CliError> {
        let Of::Build(divisions) = &mut self.of else {
            return Ok(());
        };
        let opened = &self.shown.opened;
        let failed = |error: ReplayError| CliError::Failed(format!("the build cannot be replayed: {error}"));
        let triangles = opened.level.solid_triangles();
        let mut replay = Replay::new(Arc::clone(&opened.tree), &triangles, progress).map_err(failed)?;
        progress.begin("Replaying the build", steps.len() as u64);
        let stats = &self.shown.figures.stats;
        for node in steps.iter().filter_map(|&step| stats.node_at_step(step)) {
            let division = replay.division(node, progress).map_err(failed)?;
            divisions.insert(node, Arc::new(division));
            progress.advance(1);
        }
        Ok(())
    }

    /// A step by its number, counted from 0.
    pub(in crate::cli) fn step(&self, number: u32) -> Step {
        let (mut shot, mut shown) = (self.shot.clone(), self.shown.clone());
        match &self.of {
            Of::Division(tree, _) => {
                let (tree, depth) = (*tree, number);
                shot.at.division = Some(Divided { tree, depth });
            }
            Of::Build(divisions) => {
                shown.selected = shown.figures.stats.node_at_step(number);
                let division = shown.selected.and_then(|node| divisions.get(&node));
                shown.division = division.map(Arc::clone);
            }
            Of::Query(film) => shown.query = Some((Arc::clone(film), number as usize)),
            Of::Overlay(_) => {
                OverlaySteps::show_step(&mut shown.overlays, number);
            }
        }
        Step { shot, shown, number }
    }

    /// Whether what is said under the pictures also says what stands in the scale of each.
    pub(super) fn says_scale(&self) -> bool {
        matches!(self.of, Of::Overlay(_))
    }

    /// What is said of a step, of which the overlays show this.
    pub(super) fn caption(&self, step: &Step, over: &scene::Shown) -> Caption {
        let overlays = &step.shown.overlays;
        let last = || over.captions.last().map(|(_, legend)| legend.clone());
        let (title, legend): (String, Option<Legend>) = match &self.of {
            Of::Division(tree, _) => (format!("Film of the division: {}", tree.title()), last()),
            Of::Build(_) => (BUILD_TITLE.to_owned(), last()),
            Of::Query(film) => {
                let said = caption(film, &step.shown.opened.tree, step.number as usize);
                let mut rows = vec![Row::note(said)];
                rows.extend(query_step::legend(overlays.palette));
                let kind = film.query().map(Query::kind).unwrap_or_default();
                (query_title(kind, Some(film), step.number), Some(rows))
            }
            Of::Overlay(_) => {
                let shown = OverlaySteps::shown(overlays).map(|(kind, ..)| kind);
                let legends = over.legends.iter();
                let own = legends.filter(|(kind, _)| Some(*kind) == shown || is_of_solidity(*kind, shown));
                let rows = own.flat_map(|(_, legend)| legend.clone()).collect();
                (OverlaySteps::title(overlays).unwrap_or_default(), Some(rows))
            }
        };
        let (notes, key): (Legend, Legend) = legend
            .unwrap_or_default()
            .into_iter()
            .partition(|row| matches!(row, Row::Note(_)));
        let notes: Vec<&str> = notes.iter().map(Row::text).collect();
        Caption {
            title,
            aside: words::printable(&step.shown.opened.level.name),
            text: notes.join(" "),
            key,
            passed: (step.number + 1) as f32 / self.len() as f32,
        }
    }
}

/// The steps of the decision which leaves are solid are overlays of their own, of which one is shown.
fn is_of_solidity(kind: OverlayKind, shown: Option<OverlayKind>) -> bool {
    let mut steps = OverlayKind::SolidEvidence.on_its_key();
    steps.clone().any(|step| step == kind) && shown.is_some_and(|shown| steps.any(|step| step == shown))
}

impl Step {
    /// From where it is seen, in a picture of a size.
    pub(super) fn seen(&self, size: [u32; 2]) -> Seen {
        Seen::new(&self.shot, &self.shown, size)
    }

    /// What the overlays show.
    pub(super) fn over(&self, seen: &Seen) -> scene::Shown {
        let Shown { opened, figures, .. } = &self.shown;
        self.shown
            .over((&opened.tree, figures), seen, self.shot.at.select_leaf)
    }
}

/// The picture of a step, without what is the step's own.
fn shot(film: &FilmOptions) -> ShotOptions {
    let mut at = film.at.clone();
    match film.kind() {
        FilmKind::Flow => at.show.push(OverlayKind::Flow),
        FilmKind::Solidity => at.show.push(OverlayKind::SolidEvidence),
        _ => {}
    }
    ShotOptions {
        level: film.level.clone(),
        output: film.output.clone(),
        size: film.size,
        at,
        build_step: None,
        own_tree: film.own_tree,
        beside: None,
        with_plan: false,
        software: true,
        portals: None,
        csv: None,
        json: false,
        bookmark: None,
    }
}

/// Nobody can cancel a command but by ending it.
pub(in crate::cli) fn cancelled(Cancelled: Cancelled) -> CliError {
    CliError::Failed("the film was cancelled".to_owned())
}
