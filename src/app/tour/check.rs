//! The question of a station, and user input from the station card.

use bevy::prelude::*;
use bspwalk_explain::quiz::checks::{CheckFilm, planes_to_try};
use bspwalk_overlays::{layer::Layer, lines::LineBatch, motion::live_ghost_drawing};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{NodeId, solid_leaf::LeafId};

use super::planes::{Ghost, RootPlanes};
use super::{noticed::TourProgress, running::Tour, station::Extra};
use crate::app::{
    host::prelude::*, level::quiz::WindowQuiz, level::what_if::WhatIf, paint::overlays::layers::Layers,
};

/// User input from the station card.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourInput {
    /// Answer the question with this choice.
    Answer(usize),
    /// Show what the question refers to.
    Prepare,
    /// Show the answer in the level.
    Show,
    /// Build the tree with this plane at the root.
    Pick(usize),
}

/// Offers planes for the root once its division is known, and notes the size of each tree that the user builds.
pub(super) fn offer_planes(
    (tour, current, program): (Res<Tour>, Shown<OpenedLevel>, Res<ProgramState>),
    mut planes: ResMut<RootPlanes>,
) {
    if !tour.is_shown || tour.station().setup.extra != Extra::Planes {
        return;
    }
    if planes.planes.is_empty() {
        let division = program.divisions.of(&current.tree, NodeId::ROOT);
        if let Some(three) = division.and_then(|division| planes_to_try(&division.decision)) {
            *planes = RootPlanes::new(three);
        }
    } else if let Some(built) = planes.bypass_change_detection().newly_built(&current.tree) {
        let statistics = current.tree.statistics();
        built.tree = Some([statistics.nodes, statistics.depth]);
    }
}

/// Moves the station's ghost along with the body.
pub(super) fn follow_ghost(
    (tour, current, player): (Res<Tour>, Shown<OpenedLevel>, Shown<Player>),
    mut ghost: ResMut<Ghost>,
) {
    if tour.is_shown && tour.station().setup.extra == Extra::Ghost {
        let live = ghost.bypass_change_detection();
        if live.follow(&player.walker.body, &current.tree) {
            ghost.set_changed();
        }
    }
}

/// Asks the question once the station's task is done, and asks a new one whenever the polygon or the eye's leaf changes
/// before the answer.
pub(super) fn ask(
    mut tour: ResMut<Tour>,
    now: TourProgress,
    time: Res<Time<Real>>,
    mut last_leaf: Local<Option<LeafId>>,
) {
    let tour = tour.bypass_change_detection();
    if !tour.is_shown || tour.leaves || !tour.is_done {
        return;
    }
    let leaf = now.leaf_of_the_eye().map(|(leaf, ..)| leaf);
    let has_moved = std::mem::replace(&mut *last_leaf, leaf) != leaf;
    if (has_moved || now.polygon.is_changed()) && tour.given.is_none() {
        tour.check = None;
    }
    if tour.check.is_none() {
        // The elapsed time seeds the question, because a web page has no other source of randomness.
        tour.check = (tour.station().check)(&now, time.elapsed().as_nanos() as u64);
    }
}

/// Marks the point that the question refers to.
pub(super) fn mark(tour: Res<Tour>, mut quiz: ResMut<WindowQuiz>) {
    quiz.mark = tour.check.as_ref().and_then(|check| check.at);
}

/// Handles user input from the station card.
pub(super) fn handle(
    mut inputs: MessageReader<TourInput>,
    (mut tour, mut planes): (ResMut<Tour>, ResMut<RootPlanes>),
    mut program: ResMut<ProgramState>,
    (mut commands, mut what_if): (MessageWriter<Act>, MessageWriter<WhatIf>),
) {
    let state = &mut program.0;
    let (query, overlays) = (&mut state.query, &mut state.overlays);
    for &input in inputs.read() {
        match input {
            TourInput::Answer(given) => tour.answer(given),
            TourInput::Pick(place) => {
                let plane = planes.pick(place);
                what_if.write_batch(plane.map(|plane| WhatIf::Take(NodeId::ROOT, plane)));
            }
            TourInput::Prepare => {
                if let Some(CheckFilm::Query(step)) = tour.check.as_ref().and_then(|check| check.film) {
                    (query.step, query.playing) = (step.saturating_sub(1), false);
                }
            }
            TourInput::Show => match tour.check.as_ref().and_then(|check| check.film) {
                Some(CheckFilm::Query(step)) => (query.step, query.playing) = (step, false),
                Some(CheckFilm::Painter) => {
                    (overlays.painter_share, overlays.painter_plays) = (0.0, true);
                }
                Some(CheckFilm::Sight([from, to])) => {
                    let actions = [Action::SightFrom(Some(from)), Action::SelectLeaf(to)];
                    commands.write_batch(actions.map(Act));
                    if !overlays.is_on(OverlayKind::Sight) {
                        commands.write(Act(Action::Overlay(OverlayKind::Sight.key())));
                    }
                }
                None => {}
            },
        }
    }
}

/// Draws the paths of the body and the ghost, and removes them when the station or its replay ends.
pub(super) fn draw_ghost(
    (tour, ghost, player, program): (Option<Res<Tour>>, Res<Ghost>, Shown<Player>, Res<ProgramState>),
    mut layers: ResMut<Layers>,
    mut is_drawn: Local<bool>,
) {
    let shows_ghost = tour.is_some_and(|tour| tour.is_shown && tour.station().setup.extra == Extra::Ghost);
    // A replay draws into the same layer.
    let is_wanted = shows_ghost && player.walker.replay.is_none() && !ghost.replay().body.is_empty();
    if is_wanted {
        if !*is_drawn || ghost.is_changed() {
            let drawing = live_ghost_drawing(&ghost, program.overlays.palette);
            layers.set(Layer::Replay, drawing);
        }
    } else if *is_drawn && player.walker.replay.is_none() {
        layers.set(Layer::Replay, LineBatch::default());
    }
    *is_drawn = is_wanted;
}
