//! The body in the model view: a figure with its view cone, and its path over the last few seconds.

use bspwalk_collision::Capsule;
use bspwalk_session::history::Moment;
use glam::Quat;

use crate::prelude::*;

overlay! {
    /// The body as a figure in the model view.
    Figure [] Immediate |scene|
    let in_model = scene.model.filter(|_| scene.draws_body)?;
    {
        eye: Vec3 = scene.eye.as_vec3(),
        shape: (Capsule, Vec3) = scene.shape.unwrap_or((Capsule::sphere(scene.radius), eye)),
        yaw: f32 = in_model.yaw,
        height: f32 = in_model.model.cut,
        away: i32 = steps_away(in_model.model.orbit.distance),
    }
}

impl Overlay for Figure {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let lines = figure(self.shape, self.eye, self.yaw, self.height, self.away, palette);
        OverlayOutput::layer(Layer::Figure, lines)
    }
}

/// Camera distance (in metres) beyond which the view cone and the arrow grow. This makes the figure easy to find in a
/// large level.
const NEAR: f32 = 60.0;

/// Growth factor per step.
const STEP: f32 = 1.25;

/// Returns the number of growth steps at a camera distance in metres. Each step is a factor of 1.25.
fn steps_away(distance: f32) -> i32 {
    (distance / NEAR).max(1.0).log(STEP).round() as i32
}

/// Half the side length of the square around the figure that stays free of labels, in logical pixels.
pub const FREE: f32 = 12.0;

/// Draws the body as a figure that faces `yaw`, with its view cone. The cone lies in the cut at `height`, so nothing
/// hides it. If the camera is far away (see [`steps_away`]), the figure is surrounded by a ring.
fn figure(
    (body, center): (Capsule, Vec3),
    eye: Vec3,
    yaw: f32,
    height: f32,
    away: i32,
    palette: Palette,
) -> LineBatch {
    let mut lines = LineBatch::default();
    let larger = STEP.powi(away);
    let at = eye.with_y(height.min(eye.y.max(height)));
    let length = 2.5 * larger;
    // A dark outline separates the figure from every floor and tint.
    for (color, width) in [(ink::DARK, 6.5), (palette.eye(), 3.0)] {
        let [stroke, faint] = [1.0, 0.0].map(|alpha| Stroke::new(color, alpha, width));
        lines.body(center, body, stroke);
        for side in [-0.7_f32, 0.7] {
            let direction = Quat::from_rotation_y(yaw + side) * Vec3::NEG_Z;
            lines.gradient(at, at + direction * length, stroke, faint);
        }
        let ahead = Quat::from_rotation_y(yaw) * Vec3::NEG_Z;
        lines.arrow(at, at + ahead * 1.2 * larger, stroke);
        if away > 1 {
            lines.circle(at, Vec3::Y, 0.45 * larger, stroke);
        }
    }
    lines
}

/// Height above the feet at which the path is drawn, in metres.
const ABOVE_FEET: f32 = 0.06;

/// Minimum distance along the path between two marks of slides, in metres.
const APART: f32 = 0.25;

/// Draws the body's path over the last few seconds, which fades with age, and marks the positions where faces deflected
/// or pushed the body.
pub fn trail<'a>(moments: impl ExactSizeIterator<Item = &'a Moment>, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let count = moments.len().max(1);
    let mut marked: Option<Vec3> = None;
    for (i, moment) in moments.enumerate() {
        let feet = |center: Vec3| {
            let body = moment.before.body();
            center - Vec3::Y * (body.half_axis.y + body.radius - ABOVE_FEET)
        };
        let age = 0.15 + 0.85 * (i as f32 / count as f32);
        let stroke = Stroke::new(palette.reached(), age, 3.5);
        for leg in &moment.step.legs {
            lines.line(feet(leg.from), feet(leg.to), stroke);
        }
        // Mark only walls, which deflect the body, whereas the ground merely carries it.
        let turned = moment.step.contacts.iter().find(|contact| {
            contact.normal.y.abs() < 0.7 && moment.step.desired_displacement.dot(contact.normal) < 0.0
        });
        let at = feet(moment.step.center);
        let is_apart = marked.is_none_or(|last| last.distance(at) > APART);
        if let Some(contact) = turned.filter(|_| is_apart) {
            marked = Some(at);
            let point = contact.point.with_y(at.y);
            let normal = contact.normal.with_y(0.0).normalize_or_zero();
            let stroke = Stroke::new(palette.contact(), age, 2.5);
            lines.arrow(point, point + normal * 0.4, stroke);
        }
        if moment.step.push != Vec3::ZERO {
            let stroke = Stroke::new(palette.reached(), age, 2.5);
            lines.arrow(at, at + moment.step.push, stroke);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_keeps_screen_size_at_distance() {
        assert_eq!([0.0, 5.0, NEAR, f32::NAN].map(steps_away), [0; 4]);
        for distance in [100.0_f32, 900.0, 20_000.0] {
            let share = STEP.powi(steps_away(distance)) * NEAR / distance;
            assert!((0.85..1.15).contains(&share), "{distance}: {share}");
        }
    }
}
