//! Steps of the build film. Each step is computed and drawn in the background, and then shown in a single frame.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_draw::color::palette::Palette;
use bspwalk_overlays::{build_step::drawing as step_drawing, drawing::Drawing};
use bspwalk_text::text;
use bspwalk_trees::node_storing::{Division, NodeId};

use crate::app::{
    host::{
        shown::{Shown, ShownMut},
        state::{BuildFilm, OpenedLevel, Overlays, Selection, TreeId},
        worker::Job,
    },
    level::divisions::{Divisions, ok_or_log_replay_error},
    paint::overlays::{CurrentTreeStats, NewStep, PlanesAhead},
};

/// Inputs that determine a step: the tree, the node and the palette.
type Key = (TreeId, NodeId, Palette);

/// A step that was found and drawn; `None` if the build cannot be replayed.
type DivisionDrawing = Option<(Arc<Division>, Drawing)>;

/// The step being computed, and state kept between frames.
#[derive(Resource, Default)]
pub(in crate::app) struct Steps {
    job: Job<Key, DivisionDrawing>,
    /// Step that is complete but not shown yet.
    ready: Option<(Key, DivisionDrawing)>,
    /// Palette of the drawing on screen; `None` if nothing is drawn.
    drawn: Option<Palette>,
    /// Step that the quiz currently asks about.
    asked: Option<Key>,
    /// Selection that belongs to the step on screen, and the face to select with the next step.
    selection: Selection,
    face: Option<u32>,
}

impl Steps {
    /// Returns the division that the film withholds so that the quiz can ask about it.
    pub(in crate::app) fn hidden_division(&self, film: &BuildFilm) -> Option<&Division> {
        let (key, found) = self.ready.as_ref()?;
        let (division, _) = found.as_ref().filter(|_| film.held == Some(key.1))?;
        Some(division)
    }

    /// Returns whether a step is being computed.
    #[cfg(test)]
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Determines the requested step, which comes from the scrubber or from a node that was selected elsewhere. Such a node
/// becomes the selection only once its step can be shown.
pub(super) fn update_requested_step(
    (current, stats): (Shown<OpenedLevel>, Res<CurrentTreeStats>),
    mut steps: ResMut<Steps>,
    mut film: ResMut<BuildFilm>,
    mut selection: ShownMut<Selection>,
) {
    let film = film.bypass_change_detection();
    let steps = steps.bypass_change_detection();
    let tree_id = current.tree_id();
    if stats.tree_id.as_ref() != Some(&tree_id) {
        (film.shown, film.next, film.held) = (None, None, None);
        return;
    }
    let is_first = film.shown.is_none() && film.next.is_none();
    let is_scrubbed = film.step != film.followed;
    let depth = |node| current.tree.node(node).map(|view| view.depth);
    let selected = selection.node.and_then(|node| Some((node, depth(node)?)));
    let is_selected_otherwise = film.sync_with_selection(&tree_id, &stats.stats.divisions, selected);
    film.held = film.held.filter(|_| film.held == film.next);
    if is_first || is_selected_otherwise {
        steps.face = selection.face.filter(|_| film.next == selection.node);
    } else if is_scrubbed {
        steps.face = None;
    }
    if is_selected_otherwise {
        **selection = steps.selection;
    }
}

/// Computes and draws the requested step. During playback, also prepares the next step.
pub(super) fn compute_requested_step(
    (current, film, stats): (Shown<OpenedLevel>, Res<BuildFilm>, Res<CurrentTreeStats>),
    (divisions, overlays): (Res<Divisions>, Res<Overlays>),
    mut steps: ResMut<Steps>,
) {
    let steps = steps.bypass_change_detection();
    let palette = overlays.palette;
    // A different tree has different steps, which are requested once its nodes have been counted.
    if !film.open || stats.tree_id != Some(current.tree_id()) {
        steps.job.cancel();
        steps.ready = None;
        return;
    }
    if let Some(found) = steps.job.poll()
        && let Some(key) = steps.job.wanted()
    {
        let found = found.inspect_err(|failure| error!("{}", text!("film-step-not-found", failure)));
        steps.ready = Some((key.clone(), found.ok().flatten()));
    }
    let shown = film.shown.as_ref().map(|shown| shown.node);
    let after = || stats.stats.divisions.node_at(film.step.saturating_add(1));
    let node = match film.next {
        Some(next) => Some(next),
        None if steps.drawn != Some(palette) => shown,
        None if film.playing => after(),
        None => None,
    };
    let Some(node) = node else { return };
    let key = (current.tree_id(), node, palette);
    if steps.ready.as_ref().is_some_and(|(ready, _)| *ready == key) {
        return;
    }
    let asked = (OpenedLevel::clone(&current), divisions.replay.clone());
    steps.job.request_cancellable(key, move |progress| {
        let (current, replay) = asked;
        let division = replay.ask(&current.tree, &current.level, progress, |replay| {
            replay.division(node, progress)
        });
        Ok(ok_or_log_replay_error(division)?.map(|division| {
            let drawing = step_drawing(&current.tree, &division, palette);
            (Arc::new(division), drawing)
        }))
    });
}

/// Shows the requested step in a single frame once all of its parts are ready.
pub(super) fn show(
    (current, overlays): (Shown<OpenedLevel>, Res<Overlays>),
    planes: Option<Res<PlanesAhead>>,
    mut steps: ResMut<Steps>,
    mut film: ResMut<BuildFilm>,
    mut divisions: ResMut<Divisions>,
    mut selection: ShownMut<Selection>,
    mut drawing: ResMut<NewStep>,
) {
    let steps = steps.bypass_change_detection();
    if film.node().is_none() && steps.drawn.take().is_some() {
        drawing.0 = Some(Drawing::default());
    }
    let node = film.next.or_else(|| film.node());
    let (Some(node), true) = (node, film.open) else {
        return;
    };
    let key = (current.tree_id(), node, overlays.palette);
    let is_next = film.next.is_some();
    let planes_wait = planes.is_some_and(|planes| planes.0 != Some((current.tree_id(), node)));
    if is_next && planes_wait && selection.node != Some(node) {
        return;
    }
    if is_next
        && film.asks
        && film.playing
        && steps.asked.as_ref() != Some(&key)
        && let Some((ready, Some(_))) = &steps.ready
        && *ready == key
    {
        // Highlight nothing else while the question is open.
        (film.held, film.playing) = (Some(node), false);
        steps.asked = Some(key);
        steps.selection = Selection::default();
        **selection = steps.selection;
        drawing.0 = Some(Drawing::default());
        return;
    }
    if film.held.is_some() {
        return;
    }
    let Some((_, found)) = steps.ready.take_if(|(ready, _)| *ready == key) else {
        return;
    };
    steps.drawn = Some(overlays.palette);
    let (division, drawn) = found.unzip();
    drawing.0 = Some(drawn.unwrap_or_default());
    if let Some(division) = division {
        divisions.put(&current.tree, division);
    }
    if is_next {
        let depth = current.tree.node(node).map_or(0, |view| view.depth);
        film.show(current.tree_id(), depth);
        // A different face of the same node may have been selected while the step was being computed.
        let is_selected = selection.node == Some(node);
        steps.selection = Selection {
            node: Some(node),
            face: if is_selected { selection.face } else { steps.face },
        };
        **selection = steps.selection;
    }
}
