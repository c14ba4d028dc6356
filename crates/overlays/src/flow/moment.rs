//! Moments of the portal flow animation.

use bspwalk_trees::solid_leaf::pvs::{FlowOutcome, FlowStep, PvsFlow};

use crate::prelude::*;

/// Height of the labels, in logical pixels.
const LABEL: f32 = 15.0;

/// A moment of the animation.
pub(super) enum Moment<'a> {
    /// Costs of all portals.
    Costs,
    /// A step, and its number, starting at 1.
    Step(u32, &'a FlowStep),
    /// Leaves that portal chains reached.
    End,
}

/// Returns the content of a moment: 0 is the costs of all portals, followed by the steps and the end.
pub(super) fn moment_content(flow: &PvsFlow, moment: u32) -> Moment<'_> {
    match moment.checked_sub(1) {
        None => Moment::Costs,
        Some(step) => flow
            .steps
            .get(step as usize)
            .map_or(Moment::End, |found| Moment::Step(step + 1, found)),
    }
}

/// Returns the numbers of the other portals that the same search tries after the chain of a step, each with its
/// outcome. The outcome is `None` if the search has not tried the portal yet.
pub(super) fn other_portals_tried<'a>(
    flow: &'a PvsFlow,
    (number, step): (u32, &'a FlowStep),
) -> impl Iterator<Item = (u32, Option<&'a FlowOutcome>)> {
    let along = move |other: &&FlowStep| other.pass == step.pass && other.chain == step.chain;
    let all = (1..).zip(&flow.steps).filter(move |(_, other)| along(other));
    let tried = move |at: u32, other: &'a FlowStep| (at <= number).then_some(&other.outcome);
    let others = all.filter_map(move |(at, other)| Some((other.next?, tried(at, other))));
    others.filter(move |(next, _)| Some(*next) != step.next)
}

/// Creates a label for the portal flow that is drawn even where geometry hides it.
pub(super) fn label(places: Vec<Vec3>, text: String, color: Rgb, rank: u32) -> Label {
    Label {
        height: LABEL,
        rank,
        ..Label::new(OverlayKind::Flow, places, text, color)
    }
}
