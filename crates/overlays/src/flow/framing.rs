//! Camera positions for steps of the portal flow in the model view and the plan, chosen so that the portals fill the
//! picture.

use bspwalk_session::view::{Orbit, StepView, half_angles, model_half_angles};
use bspwalk_trees::solid_leaf::pvs::{FlowOutcome, FlowStep, PvsFlow};
use glam::{Quat, Vec2};

use super::{
    moment::{Moment, moment_content},
    step::corners,
};
use crate::prelude::*;

/// Downward pitch of the camera, in radians.
const PITCH: f32 = 0.62;

/// Yaw of the camera relative to the direction of the chain of portals, in radians.
const ASIDE: f32 = 0.8;

/// Margin around the portals: a fraction of their extent, plus a distance in metres.
const ROOM: [f32; 2] = [0.25, 0.4];

/// Height of the part of a portal below the cut, as a fraction of the portal's height and as a maximum in metres.
const BELOW_CUT: [f64; 2] = [0.9, 2.0];

/// Height of the cut above a horizontal portal, in metres. It keeps the walls around the portal visible.
const STANDING: f64 = 1.2;

/// Maximum height of a portal that counts as horizontal, in metres.
const FLAT: f64 = 0.05;

/// Returns the view of the step shown at a moment, for a picture with this aspect ratio. `None` if the moment shows all
/// portals or all leaves. `yaw` (in radians to the left of −Z) orients a plan, and also the model if the portals are
/// stacked vertically.
pub fn view(flow: &PvsFlow, moment: u32, yaw: f32, aspect: f32, is_plan: bool) -> Option<StepView> {
    let Moment::Step(_, step) = moment_content(flow, moment) else {
        return None;
    };
    let pieces: Vec<&[DVec3]> = pieces(flow, step)
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect();
    let points = pieces.iter().copied().flatten();
    let none = [Vec3::INFINITY, Vec3::NEG_INFINITY];
    let [low, high] = points.fold(none, |[low, high], point| {
        let point = point.as_vec3();
        [low.min(point), high.max(point)]
    });
    if !(low.is_finite() && high.is_finite()) {
        return None;
    }
    let cuts = pieces.iter().map(|piece| cut(piece));
    let cut = cuts.fold(f64::NEG_INFINITY, f64::max) as f32;
    let room = Vec3::new(1.0, 0.0, 1.0) * (ROOM[0] * (high - low).max_element() + ROOM[1]);
    let bounds = [low - room, (high + room).with_y(high.y.min(cut).max(low.y))];
    let yaw = if is_plan {
        yaw
    } else {
        along(flow, step).unwrap_or(yaw)
    };
    let half = model_half_angles(half_angles(aspect, Vec2::ONE));
    Some(StepView {
        orbit: Orbit::whole(bounds, [yaw, PITCH], half, is_plan),
        cut,
        bounds,
    })
}

fn pieces<'a>(flow: &'a PvsFlow, step: &'a FlowStep) -> Vec<&'a [DVec3]> {
    let portals = step.chain.iter().chain(&step.next);
    let mut pieces: Vec<&[DVec3]> = portals.map(|&portal| corners(flow, portal)).collect();
    pieces.extend([&step.source[..], &step.through[..]]);
    if let FlowOutcome::Followed { seen } | FlowOutcome::Seen { seen, .. } = &step.outcome {
        pieces.push(seen);
    }
    pieces
}

/// Returns the lowest height (in metres) of a cut that leaves enough of a piece visible.
fn cut(piece: &[DVec3]) -> f64 {
    let heights = piece.iter().map(|corner| corner.y);
    let [low, high] = heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| {
        [low.min(y), high.max(y)]
    });
    let height = high - low;
    if height < FLAT {
        high + STANDING
    } else {
        low + (BELOW_CUT[0] * height).min(BELOW_CUT[1])
    }
}

/// Returns the camera yaw that shows a chain from the side, slightly from behind. `None` if the chain is vertical.
fn along(flow: &PvsFlow, step: &FlowStep) -> Option<f32> {
    let source = corners(flow, *step.chain.first()?);
    let way = match step.next {
        Some(next) => middle(corners(flow, next)) - middle(source),
        None => (source.get(1)? - source.first()?).cross(*source.get(2)? - source.first()?),
    };
    let flat = way.as_vec3().with_y(0.0).try_normalize()?;
    let direction = Quat::from_rotation_y(ASIDE) * flat;
    Some((-direction.x).atan2(-direction.z))
}
