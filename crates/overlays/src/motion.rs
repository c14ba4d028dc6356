//! The body's desired displacement and predicted path, the faces that stopped it, and its replay with the ghost.

use bspwalk_collision::mover::{Mode, Mover, Trees};
use bspwalk_session::{
    history::Moment,
    replay::{LiveGhost, Pose, Replay},
    stop_reason::Explanation,
};

use crate::prelude::*;

/// Duration of the predicted path, in seconds.
const AHEAD: f32 = 0.75;

/// Time step of the prediction, in seconds. It is longer than the simulation's time step, because the path is computed
/// in every frame.
const AHEAD_STEP: f32 = 1.0 / 40.0;

/// Cosine of the angle between the normals of two contacts above which they count as the same turning point.
const SAME_TURN: f32 = 0.999;

/// The path that the body will follow if the input does not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PredictedPath {
    desired: Vec3,
    /// Predicted path; empty if there is no input.
    path: Vec<Vec3>,
    /// Points where the path turns, each with the normal of the face that deflects it.
    turns: Vec<(Vec3, Vec3)>,
}

impl PredictedPath {
    /// Predicts the path with a copy of the mover, starting at the end of its last step.
    pub fn predict<'a>(trees: impl Into<Trees<'a>>, mover: &Mover, last: &Moment) -> Self {
        let trees = trees.into();
        let mut ahead = Self::default();
        if last.input.desired == Vec3::ZERO {
            return ahead;
        }
        // A path through the eye itself would be invisible, so lower it.
        let below_eye = |mover: &Mover| match mover.mode() {
            Mode::Fly => mover.position() - Vec3::Y * 0.5 * mover.params().fly_radius,
            Mode::Walk => mover.feet() + Vec3::Y * 0.03,
        };
        let mut mover = mover.clone();
        ahead.path.push(below_eye(&mover));
        let mut input = last.input;
        input.jump = false;
        for _ in 0..(AHEAD / AHEAD_STEP).ceil() as u32 {
            let step = mover.tick(trees, &input, AHEAD_STEP);
            ahead.desired += step.desired_displacement;
            ahead.path.push(below_eye(&mover));
            for contact in &step.contacts {
                let is_ground = mover.mode() == Mode::Walk && contact.normal.y > 0.7;
                let is_known = ahead
                    .turns
                    .iter()
                    .any(|&(_, known)| known.dot(contact.normal) > SAME_TURN);
                if !is_ground && !is_known && step.desired_displacement.dot(contact.normal) < 0.0 {
                    ahead.turns.push((contact.point, contact.normal));
                }
            }
        }
        ahead
    }

    /// Draws the path for a body with this radius in metres.
    pub fn lines(&self, palette: Palette, radius: f32) -> LineBatch {
        let mut lines = LineBatch::default();
        if let Some(&from) = self.path.first() {
            let stroke = Stroke::new(palette.asked(), 0.85, 2.0);
            dashed(&mut lines, from, from + self.desired, stroke);
        }
        let stroke = Stroke::new(palette.reached(), 1.0, 3.5);
        lines.path(&self.path, stroke);
        if let [.., before, end] = self.path[..] {
            if end.distance(before) > 1.0e-3 {
                let back = end - (end - before).normalize() * 0.25 * radius;
                lines.arrow(back, end, stroke);
            } else {
                lines.circle(end, Vec3::Y, 0.2 * radius, stroke);
            }
        }
        for &(point, normal) in &self.turns {
            contact(&mut lines, point, normal, [0.15 * radius, radius], palette);
        }
        lines
    }
}

/// Draws a contact as a circle around its point, with a normal. The last two numbers are the circle's radius and the
/// normal's length.
fn contact(lines: &mut LineBatch, point: Vec3, normal: Vec3, [radius, length]: [f32; 2], palette: Palette) {
    let stroke = Stroke::new(palette.contact(), 1.0, 3.0);
    lines.circle(point, normal, radius, stroke);
    lines.arrow(point, point + normal * length, stroke);
}

fn dashed(lines: &mut LineBatch, from: Vec3, to: Vec3, stroke: Stroke) {
    const DASHES: usize = 12;
    for dash in 0..DASHES {
        let at = |share: f32| from.lerp(to, share / DASHES as f32);
        lines.line(at(dash as f32), at(dash as f32 + 0.55), stroke);
    }
}

/// Draws a replay: both paths, crosses at the points where the ghost overlaps a face, and both bodies at the current
/// moment, with labels. The ghost has a thick outline, which is visible even where the body covers it.
pub fn replay_drawing(replay: &Replay, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let lines = &mut drawing.lines;
    let centers = |poses: &[Pose]| poses.iter().map(|pose| pose.center).collect::<Vec<_>>();
    let (own, ghost) = (palette.eye(), palette.asked());
    lines.path(&centers(&replay.ghost), Stroke::new(ghost, 0.8, 2.0));
    lines.path(&centers(&replay.body), Stroke::new(own, 0.9, 2.0));
    for pose in replay.ghost.iter().filter(|pose| !pose.clear) {
        let reach = 0.12 * pose.body.radius;
        let stroke = Stroke::new(palette.contact(), 0.8, 1.5);
        for side in [Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0)] {
            lines.line(pose.center - side * reach, pose.center + side * reach, stroke);
        }
    }
    let now = replay.current_index();
    if let Some(pose) = replay.ghost.get(now) {
        for (color, width) in [(ink::DARK, 12.0), (ghost, 9.0)] {
            lines.body(pose.center, pose.body, Stroke::new(color, 1.0, width));
        }
        let directions = [Vec3::X, Vec3::NEG_Z, Vec3::Y];
        let text = text!("replay-label-ghost");
        drawing.labels.push(body_label(pose, text, ghost, directions));
    }
    if let Some(pose) = replay.body.get(now) {
        lines.body(pose.center, pose.body, Stroke::new(own, 1.0, 2.2));
        let directions = [Vec3::NEG_X, Vec3::Z, Vec3::NEG_Y];
        let text = text!("replay-label-you");
        drawing.labels.push(body_label(pose, text, own, directions));
    }
    drawing
}

/// Draws the ghost that moves together with the body, as [`replay_drawing`] does, and where it was deepest in a wall.
pub fn live_ghost_drawing(ghost: &LiveGhost, palette: Palette) -> Drawing {
    let mut drawing = replay_drawing(ghost.replay(), palette);
    if let Some(pose) = ghost.farthest_in_wall() {
        let color = palette.contact();
        drawing
            .lines
            .body(pose.center, pose.body, Stroke::new(color, 1.0, 4.0));
        let (text, directions) = (
            text!("replay-label-ghost-in-wall"),
            [Vec3::X, Vec3::NEG_Z, Vec3::Y],
        );
        drawing.labels.push(body_label(&pose, text, color, directions));
    }
    drawing
}

/// Returns a label next to a body, on the first of the given sides where it fits.
fn body_label(pose: &Pose, text: &str, color: Rgb, directions: [Vec3; 3]) -> Label {
    let places = directions.map(|direction| pose.center + direction * 2.0 * pose.body.radius);
    Label {
        is_opaque: true,
        ..Label::new(OverlayKind::Collision, places.to_vec(), text, color)
    }
}

/// Draws an explanation: the desired velocity, the remaining velocity, and the faces that stopped the rest.
pub fn stop_reason_lines(explanation: &Explanation, palette: Palette) -> LineBatch {
    /// Factor that converts a velocity to the length of its arrow, in seconds.
    const SECONDS: f32 = 0.25;
    let mut lines = LineBatch::default();
    let radius = explanation.body.map_or(0.3, |body| body.radius);
    // Start the arrows low enough to be visible from the eye.
    let from = explanation.center - Vec3::Y * 0.5 * radius;
    let (desired, left) = (explanation.desired, explanation.left);
    let stroke = Stroke::new(palette.asked(), 0.9, 2.5);
    lines.arrow(from, from + desired * SECONDS, stroke);
    if left.length() > 0.02 * desired.length() {
        let stroke = Stroke::new(palette.reached(), 1.0, 3.0);
        lines.arrow(from, from + left * SECONDS, stroke);
    }
    if let Some(body) = explanation.body {
        let stroke = Stroke::new(palette.eye(), 0.6, 1.4);
        lines.body(explanation.center, body, stroke);
    }
    for reason in &explanation.reasons {
        if reason.part.is_none() {
            lines.ring(&reason.corners, Stroke::new(palette.contact(), 1.0, 3.0));
        }
        let sizes = [0.15 * radius, 1.5 * radius];
        contact(&mut lines, reason.point, reason.normal, sizes, palette);
    }
    lines
}

#[cfg(test)]
mod tests {
    use bspwalk_collision::Capsule;

    use super::*;

    /// The body and the ghost have their own colours and labels, wherever they are.
    #[test]
    fn body_and_ghost_are_labelled() {
        let palette = Palette::default();
        let pose = |x: f32, clear| Pose {
            center: Vec3::X * x,
            body: Capsule::sphere(0.3),
            clear,
        };
        for (x, clear) in [(0.0, true), (1.0, false)] {
            let replay = Replay {
                body: vec![pose(0.0, true)],
                ghost: vec![pose(x, clear)],
                ..Replay::default()
            };
            let drawing = replay_drawing(&replay, palette);
            let labels: Vec<_> = drawing
                .labels
                .iter()
                .map(|label| (&*label.text, label.color))
                .collect();
            assert_eq!(labels, [("GHOST", palette.asked()), ("YOU", palette.eye())]);
            let width_of = |Rgb(red, green, blue)| {
                let lines = drawing.lines.lines().iter();
                let own = lines.filter(move |line| line.colors[0] == [red, green, blue, 255]);
                own.map(|line| line.width).fold(0.0, f32::max)
            };
            // Even at the same position, the ghost remains visible around the body.
            assert!(width_of(palette.asked()) > 2.0 * width_of(palette.eye()));
        }
    }
}
