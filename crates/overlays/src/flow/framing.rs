//! From where a step of the portal flow is looked at in the model and in the plan: its portals fill the picture.

use bspwalk_session::view::{Orbit, filled, half_angles};
use bspwalk_trees::solid_leaf::pvs::{FlowOutcome, FlowStep, PvsFlow};
use glam::{DVec3, Quat, Vec2, Vec3};

use super::{
    moment::{Moment, at, middle},
    step::corners,
};

/// How steeply a step is looked down at, in radians, and how far from along its chain, to the side.
const PITCH: f32 = 0.62;
const ASIDE: f32 = 0.8;

/// How much room is left around the portals: a share of their reach, and metres.
const ROOM: [f32; 2] = [0.25, 0.4];

/// Of each portal so much is below the cut: a share of its height, and no more than these metres.
const BELOW_CUT: [f64; 2] = [0.9, 2.0];

/// What lies flat is below the cut by so much, in metres: walls around it are seen.
const STANDING: f64 = 1.2;

/// What lower and higher than this differs in height, in metres, is not flat.
const FLAT: f64 = 0.05;

/// From where a step is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepView {
    /// Where the camera of the model is.
    pub orbit: Orbit,
    /// The height at which the model is cut open, in metres.
    pub cut: f32,
    /// The least and greatest corner of what is framed, in metres.
    pub bounds: [Vec3; 2],
}

/// From where the step of a moment is looked at in a picture of this ratio of width to height; `None` where all portals or all leaves are
/// shown. `yaw` is how a plan is turned, and the model where the portals lie one above the other: radians to the left of −Z.
#[must_use]
pub fn view(flow: &PvsFlow, moment: u32, yaw: f32, aspect: f32, is_plan: bool) -> Option<StepView> {
    let Moment::Step(_, step) = at(flow, moment) else {
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
    let cut = pieces
        .iter()
        .map(|piece| cut(piece))
        .fold(f64::NEG_INFINITY, f64::max) as f32;
    let room = Vec3::new(1.0, 0.0, 1.0) * (ROOM[0] * (high - low).max_element() + ROOM[1]);
    let bounds = [low - room, (high + room).with_y(high.y.min(cut).max(low.y))];
    let yaw = if is_plan {
        yaw
    } else {
        along(flow, step).unwrap_or(yaw)
    };
    let half = filled(half_angles(aspect, Vec2::ONE));
    Some(StepView {
        orbit: Orbit::whole(bounds, [yaw, PITCH], half, is_plan),
        cut,
        bounds,
    })
}

/// The portals of a step, and the parts of them that are seen.
fn pieces<'a>(flow: &'a PvsFlow, step: &'a FlowStep) -> Vec<&'a [DVec3]> {
    let portals = step.chain.iter().chain(&step.next);
    let mut pieces: Vec<&[DVec3]> = portals.map(|&portal| corners(flow, portal)).collect();
    pieces.extend([&step.source[..], &step.through[..]]);
    if let FlowOutcome::Followed { seen } | FlowOutcome::Seen { seen, .. } = &step.outcome {
        pieces.push(seen);
    }
    pieces
}

/// The height of the cut above which enough of a piece is seen, in metres.
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

/// The direction in which the model is looked at: from the side of the chain, a little from behind. `None` where it goes straight up or
/// down.
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
