//! The bounding sphere, what is near it, and how it was pushed.

use bevy::prelude::*;

use super::{
    lines::{LineBatch, Stroke},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        palette::{Palette, Rgb},
        state::{Eye, Overlays, Player, Shown},
    },
    bsp::node_storing::Contact,
};

/// Faces nearer than this many radii are shown before the sphere touches them.
pub const NEAR: f32 = 1.6;

/// A face is touched when the gap to it is below this share of the radius: the push leaves the sphere just clear.
pub const TOUCHES: f32 = 0.02;

/// The sphere as the overlay shows it.
///
/// It stays where the person left it when noclip lets the eye fly off, so that it can be looked at from outside.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Its centre, in metres.
    pub center: Vec3,
    /// Its radius, in metres.
    pub radius: f32,
    /// Whether the eye has left it.
    pub left: bool,
    /// The faces near it, nearest first; [`Contact::depth`] is by its radius, so negative where there is a gap.
    pub near: Vec<Contact>,
    /// How far it was last pushed, in metres.
    pub push: Vec3,
}

impl Body {
    /// Whether a contact touches the sphere, rather than being near it.
    #[must_use]
    pub fn touches(&self, contact: &Contact) -> bool {
        contact.depth > -TOUCHES * self.radius
    }

    /// What is drawn of it in space.
    #[must_use]
    pub fn lines(&self, palette: Palette) -> LineBatch {
        let mut lines = LineBatch::default();
        if self.left {
            let ring = Stroke::new(palette.selected(), 0.9, 1.6);
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                lines.circle(self.center, axis, self.radius, ring);
            }
        }
        for contact in &self.near {
            let (color, alpha, width) = if self.touches(contact) {
                (palette.contact(), 1.0, 3.0)
            } else {
                (Rgb(235, 240, 245), 0.75, 1.5)
            };
            let stroke = Stroke::new(color, alpha, width);
            lines.circle(contact.point, contact.normal, self.radius * 0.12, stroke);
            lines.circle(contact.point, contact.normal, self.radius * 0.05, stroke);
            lines.arrow(
                contact.point,
                contact.point + contact.normal * self.radius * 0.6,
                stroke,
            );
            if self.left {
                lines.line(self.center, contact.point, Stroke::new(color, alpha * 0.4, 1.0));
            }
        }
        if let Some(direction) = self.push.try_normalize() {
            let stroke = Stroke::new(palette.front(), 1.0, 4.0);
            lines.arrow(self.center, self.center + direction * self.radius * 1.5, stroke);
        }
        lines
    }
}

/// Follows the person and asks the tree what is near.
pub(super) fn follow(
    player: Res<Player>,
    shown: Option<Res<Shown>>,
    overlays: Res<Overlays>,
    eye: Query<&Transform, With<Eye>>,
    mut body: ResMut<Body>,
    mut entered: Local<Option<u64>>,
) {
    let Some(shown) = shown else { return };
    let new_level = entered.replace(shown.level_revision) != Some(shown.level_revision);
    let eye = eye
        .iter()
        .next()
        .map_or(player.position, |transform| transform.translation);
    let body = body.bypass_change_detection();
    body.left = player.noclip && !new_level && body.center.distance(eye) > player.radius * 1.2;
    if !player.noclip || new_level {
        body.center = eye;
        // The push of the last step alone would flicker: it is shown for as long as something is touched.
        if player.push != Vec3::ZERO {
            body.push = player.push;
        } else if !body
            .near
            .iter()
            .any(|contact| contact.depth > -TOUCHES * body.radius)
        {
            body.push = Vec3::ZERO;
        }
    }
    body.radius = player.radius;
    body.near.clear();
    if overlays.collision {
        let mut near = std::mem::take(&mut body.near);
        shown.tree.contacts(body.center, body.radius * NEAR, &mut near);
        for contact in &mut near {
            contact.depth -= body.radius * (NEAR - 1.0);
        }
        body.near = near;
    }
}

/// Draws the sphere.
pub(super) fn draw(
    overlays: Res<Overlays>,
    body: Res<Body>,
    mut layers: ResMut<LineLayers>,
    mut drawn: Local<Option<(Body, Palette)>>,
) {
    let wanted = overlays.collision.then(|| (body.clone(), overlays.palette));
    if *drawn != wanted {
        let lines = wanted
            .as_ref()
            .map_or_else(LineBatch::default, |(body, palette)| body.lines(*palette));
        layers.set(LineLayer::Collision, lines);
        *drawn = wanted;
    }
}
