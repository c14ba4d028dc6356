//! The most expensive brushes of a map. They are found in the background, shown in the level, and marked as detail in a
//! copy of the map.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_compile::fill::source_to_level_point;
use bspwalk_explain::expensive::Target;
use bspwalk_levels::BrushPart;
use bspwalk_session::{
    brush_survey::{BrushSurvey, is_map},
    selection::node_of_face,
};
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE};

use super::leaf_tree::{LeafTreeParams, LeafTreeState};
use crate::app::host::{
    schedule::{AppState, AppSystems},
    shown::{Shown, ShownMut},
    state::{Act, Action, LevelId, LevelName, Notice, OpenedLevel, ProgramState},
    worker::{Failure, WorkStatus, Worker},
};

/// A request concerning the brushes of the level on screen.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrushRequest {
    /// Find the most expensive brushes.
    Survey,
    /// Cancel the search.
    Cancel,
    /// Select a face of the brush with this index, and look at the face.
    Show(u32),
    /// Write a copy of the map, with the brush with this index marked as detail.
    Write(u32),
}

/// Cost survey of a level's brushes.
#[derive(Component, Default)]
pub struct LevelBrushes {
    of: Option<LevelId>,
    found: Option<Arc<BrushSurvey>>,
    job: Option<Worker<BrushSurvey>>,
}

impl LevelBrushes {
    /// Returns the survey of this level, if available.
    #[must_use]
    pub fn found(&self, current: &OpenedLevel) -> Option<&Arc<BrushSurvey>> {
        let found = self.found.as_ref();
        found.filter(|_| self.of.as_ref() == Some(&current.level_id()))
    }

    /// Returns the progress of the search.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.job.as_ref().map(|job| job.status(text!("window-measuring")))
    }
}

/// Returns whether the brushes of a level can be surveyed. The level must come from a map file, and the program must
/// not run in a browser.
#[must_use]
pub fn has_brushes(current: &OpenedLevel) -> bool {
    let is_there = cfg!(not(target_family = "wasm"));
    matches!(&current.source, LevelName::File(path) if is_there && is_map(path))
}

/// Finds the most expensive brushes, and handles requests concerning brushes.
pub(in crate::app) struct BrushesPlugin;

impl Plugin for BrushesPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (handle.run_if(on_message::<BrushRequest>), finish)
                .chain()
                .in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

fn handle(
    mut requests: MessageReader<BrushRequest>,
    (current, params): (Shown<OpenedLevel>, Shown<LeafTreeParams>),
    (mut brushes, mut program): (ShownMut<LevelBrushes>, ResMut<ProgramState>),
    leaf_tree: Shown<LeafTreeState>,
    mut commands: MessageWriter<Act>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        match *request {
            BrushRequest::Survey => {
                let LevelName::File(path) = current.source.clone() else {
                    continue;
                };
                let options = current.options.clone();
                let params = params.with_nodes(*current.tree.params());
                let title = text!("brushes-all").to_owned();
                brushes.of = Some(current.level_id());
                brushes.found = None;
                brushes.job = Some(Worker::start(title, move |progress| {
                    BrushSurvey::new(&path, options, params, progress)
                }));
            }
            BrushRequest::Cancel => brushes.job = None,
            BrushRequest::Show(number) => {
                let Some(found) = brushes.found(&current) else {
                    continue;
                };
                let face = found.survey.largest_face(&current.level, number);
                match face.and_then(|face| Some((face, node_of_face(&current.tree, face)?))) {
                    Some((face, node)) => {
                        program.level.selected.select_node(Some(node), Some(face));
                        commands.write(Act(Action::LookAtSelection));
                    }
                    None => match leaf_of(found, &current, &leaf_tree, number) {
                        // A hint brush has no faces.
                        Some(leaf) => _ = commands.write(Act(Action::LookAt(Target::Leaf(leaf)))),
                        None => _ = notices.write(Notice::info(text!("brushes-unseen", number))),
                    },
                }
            }
            BrushRequest::Write(number) => {
                let Some(found) = brushes.found(&current) else {
                    continue;
                };
                notices.write(match found.write_copy(&[number]) {
                    Ok(path) => Notice::info(text!("brushes-written", file = path.display(), number)),
                    Err(problem) => Notice::error(problem),
                });
            }
        }
    }
}

/// Returns the empty leaf that contains the middle of a hint brush.
fn leaf_of(
    found: &BrushSurvey,
    current: &OpenedLevel,
    leaf_tree: &LeafTreeState,
    number: u32,
) -> Option<LeafId> {
    let brush = found.survey.map.brushes.get(number as usize)?;
    let [low, high] = brush.bounds.filter(|_| brush.part == BrushPart::Hint)?;
    let tree = &leaf_tree.built()?.tree;
    let leaf = tree.locate(source_to_level_point(&current.level, low.midpoint(high)));
    (leaf != OUTSIDE && !tree.is_solid(leaf)).then_some(leaf)
}

/// Stores the result of a finished search.
fn finish(
    current: Shown<OpenedLevel>,
    mut brushes: ShownMut<LevelBrushes>,
    mut notices: MessageWriter<Notice>,
) {
    let brushes = brushes.bypass_change_detection();
    if brushes.job.is_some() && brushes.of.as_ref() != Some(&current.level_id()) {
        // The level was saved again while the search was running.
        brushes.job = None;
    }
    let Some(job) = brushes.job.take_if(|job| job.is_finished()) else {
        return;
    };
    match job.finish() {
        Ok(found) => brushes.found = Some(Arc::new(found)),
        Err(Failure::Cancelled) => {}
        Err(Failure::Failed(reason)) => {
            notices.write(Notice::error(reason));
        }
    }
}
