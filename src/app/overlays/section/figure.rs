//! The body in the model: a figure with the cone of its view, and the path of its last seconds.

use bevy::prelude::*;
use bspwalk_trees::collision::Capsule;

use super::cut::WALL;
use crate::app::{
    overlays::{
        layers::{Layer, Layers},
        lines::{LineBatch, Stroke},
    },
    palette::{Palette, Rgb},
    player::history::{History, Moment},
    state::{ModelView, Overlays, Player},
};

/// From this distance on, in metres, the cone of the view and the arrow grow with the distance, so that the figure is found in
/// a large level; and by this factor a time.
const NEAR: f32 = 60.0;
const STEP: f32 = 1.25;

/// How often [`STEP`] the figure is larger than it is, seen from a distance.
fn steps_away(distance: f32) -> i32 {
    (distance / NEAR).max(1.0).log(STEP).round() as i32
}

/// The colour around the lines of the figure.
const CASING: Rgb = Rgb(16, 18, 24);

/// Draws the body as a figure, and the cone of its view; from afar with a ring around it.
pub(super) fn draw(
    (view, player): (Res<ModelView>, Res<Player>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(Vec3, f32, f32, i32)>>,
) {
    let key = view.is_cut().then(|| {
        (
            player.position,
            player.yaw,
            view.height(&player),
            steps_away(view.orbit.map_or(0.0, |orbit| orbit.distance)),
        )
    });
    if *drawn == key {
        return;
    }
    *drawn = key;
    let mut lines = LineBatch::default();
    if let Some((eye, _, height, away)) = key {
        let larger = STEP.powi(away);
        let body = if player.walking {
            player.mover.body()
        } else {
            Capsule::sphere(player.radius)
        };
        let center = if player.entered {
            player.mover.position()
        } else {
            eye
        };
        // The cone lies in the cut, where nothing hides it.
        let at = eye.with_y(height.min(eye.y.max(height)));
        let length = 2.5 * larger;
        // White in a dark casing stands out from every floor and every tint.
        for (color, width) in [(CASING, 6.5), (WALL, 3.0)] {
            let [stroke, faint] = [1.0, 0.0].map(|alpha| Stroke::new(color, alpha, width));
            lines.body(center, body, stroke);
            for side in [-0.7_f32, 0.7] {
                let direction = Quat::from_rotation_y(player.yaw + side) * Vec3::NEG_Z;
                lines.gradient(at, at + direction * length, stroke, faint);
            }
            let ahead = Quat::from_rotation_y(player.yaw) * Vec3::NEG_Z;
            lines.arrow(at, at + ahead * 1.2 * larger, stroke);
            if away > 1 {
                lines.circle(at, Vec3::Y, 0.45 * larger, stroke);
            }
        }
    }
    layers.set(Layer::Figure, lines);
}

/// Draws the path of the body's last seconds, which fades with its age, and where faces turned the body or pushed it.
pub(super) fn draw_trail(
    (view, overlays, history): (Res<ModelView>, Res<Overlays>, Res<History>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<bool>,
) {
    let wanted = view.is_cut();
    if !wanted && !*drawn || wanted && *drawn && !history.is_changed() {
        return;
    }
    *drawn = wanted;
    let lines = wanted.then(|| trail(history.moments(), overlays.palette));
    layers.set(Layer::Trail, lines.unwrap_or_default());
}

/// Where the path is drawn: a little above the feet.
const ABOVE_FEET: f32 = 0.06;

/// A slide is marked anew when the path has come this far, in metres.
const APART: f32 = 0.25;

fn trail<'a>(moments: impl ExactSizeIterator<Item = &'a Moment>, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let count = moments.len().max(1);
    let mut marked: Option<Vec3> = None;
    for (i, moment) in moments.enumerate() {
        let feet = |center: Vec3| {
            let body = moment.before.body();
            center - Vec3::Y * (body.half_axis.y + body.radius - ABOVE_FEET)
        };
        let age = 0.15 + 0.85 * (i as f32 / count as f32);
        let stroke = Stroke::new(palette.front(), age, 3.5);
        for leg in &moment.step.legs {
            lines.line(feet(leg.from), feet(leg.to), stroke);
        }
        // Walls turn the body; the ground only carries it.
        let turned = moment.step.contacts.iter().find(|contact| {
            contact.normal.y.abs() < 0.7 && moment.step.desired_displacement.dot(contact.normal) < 0.0
        });
        let at = feet(moment.step.center);
        let is_apart = marked.is_none_or(|last| last.distance(at) > APART);
        if let Some(contact) = turned.filter(|_| is_apart) {
            marked = Some(at);
            let point = contact.point.with_y(at.y);
            let normal = contact.normal.with_y(0.0).normalize_or_zero();
            lines.arrow(
                point,
                point + normal * 0.4,
                Stroke::new(palette.contact(), age, 2.5),
            );
        }
        if moment.step.push != Vec3::ZERO {
            lines.arrow(at, at + moment.step.push, Stroke::new(palette.back(), age, 2.5));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_keeps_its_size_on_the_screen_from_afar() {
        assert_eq!([0.0, 5.0, NEAR, f32::NAN].map(steps_away), [0; 4]);
        for distance in [100.0_f32, 900.0, 20_000.0] {
            let share = STEP.powi(steps_away(distance)) * NEAR / distance;
            assert!((0.85..1.15).contains(&share), "{distance}: {share}");
        }
    }
}
