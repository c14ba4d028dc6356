//! The body, the faces near it, and how it was pushed.

use bevy::prelude::*;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{
    Contact,
    collision::{Capsule, contacts},
    observer::VisitedNode,
};

use super::{
    drawing::Drawing,
    layers::{Layer, Layers},
    lines::{LineBatch, Stroke},
    query_step,
};
use crate::app::{
    leaf_tree::LeafTreeState,
    palette::{Palette, Rgb},
    replay::Replay,
    state::{CurrentLevel, Eye, Overlays, Player},
};

/// Faces nearer than this many radii are shown before the sphere touches them.
pub(super) const NEAR: f32 = 1.6;

/// A face is touched when the gap to it is below this share of the radius: depenetration leaves the sphere just clear.
const TOUCHES: f32 = 0.02;

/// The body as the overlay shows it.
///
/// It stays behind when the eye flies off in noclip, so that it can be looked at from outside.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Its centre, in metres.
    pub center: Vec3,
    /// Its radius, in metres.
    pub radius: f32,
    /// From its centre to the centre of either cap; zero for a sphere.
    pub half_axis: Vec3,
    /// Whether the eye has left it.
    pub left: bool,
    /// The faces near it, nearest first; [`Contact::depth`] is by its radius, so negative where there is a gap.
    pub near: Vec<Contact>,
    /// How far it was last pushed, in metres.
    pub push: Vec3,
    /// How many nodes of how many its collision visited in the last step; none where it made none.
    pub visited: Option<[u64; 2]>,
    /// The nodes of the node-storing tree among them, and whether each is a block.
    pub nodes: Vec<VisitedNode>,
}

impl Body {
    /// Its shape.
    #[must_use]
    pub fn capsule(&self) -> Capsule {
        Capsule {
            half_axis: self.half_axis,
            radius: self.radius,
        }
    }

    /// Whether a contact touches the sphere, rather than being near it.
    #[must_use]
    pub fn touches(&self, contact: &Contact) -> bool {
        contact.depth > -TOUCHES * self.radius
    }

    /// The lines that show it in the level.
    fn lines(&self, palette: Palette) -> LineBatch {
        let mut lines = LineBatch::default();
        if self.left {
            let ring = Stroke::new(palette.selected(), 0.9, 1.6);
            lines.body(self.center, self.capsule(), ring);
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

/// Follows the player and finds the faces that are near.
pub(super) fn follow(
    player: Res<Player>,
    current: Res<CurrentLevel>,
    overlays: Res<Overlays>,
    (replay, leaf_tree): (Option<Res<Replay>>, Res<LeafTreeState>),
    eye: Query<&Transform, With<Eye>>,
    mut body: ResMut<Body>,
    mut entered: Local<Option<u64>>,
) {
    let new_level = entered.replace(current.level_revision) != Some(current.level_revision);
    let eye = eye
        .iter()
        .next()
        .map_or(player.position, |transform| transform.translation);
    let body = body.bypass_change_detection();
    let away = player.noclip || replay.is_some();
    body.left = away && !new_level && body.center.distance(eye) > player.radius * 1.2;
    if !away || new_level {
        // Between the last two steps, as the eye is.
        let settled = if player.entered {
            player.mover.position() - player.mover.eye()
        } else {
            Vec3::ZERO
        };
        body.center = eye + settled;
        // The push of the last step alone would flicker: it is shown for as long as something is touched.
        if player.push != Vec3::ZERO {
            body.push = player.push;
        } else if !body.near.iter().any(|contact| body.touches(contact)) {
            body.push = Vec3::ZERO;
        }
    }
    let shape = if player.entered {
        player.mover.body()
    } else {
        Capsule::sphere(player.radius)
    };
    (body.radius, body.half_axis) = (shape.radius, shape.half_axis);
    body.visited = player.visited.map(|visited| {
        // With planes both trees are asked.
        let planes = player.mover.method.needs_leaves();
        let leaves = leaf_tree.built().filter(|_| planes);
        let of_leaves = leaves.map_or(0, |built| built.tree.node_count());
        [visited, u64::from(current.tree.queried_node_count() + of_leaves)]
    });
    body.nodes.clone_from(&player.visited_nodes);
    body.near.clear();
    if overlays.is_on(OverlayKind::Collision) {
        let mut near = std::mem::take(&mut body.near);
        let reach = Capsule {
            radius: body.radius * NEAR,
            ..shape
        };
        contacts(&*current.tree, reach, body.center, &mut near);
        for contact in &mut near {
            contact.depth -= body.radius * (NEAR - 1.0);
        }
        body.near = near;
    }
}

/// Draws the body where it has changed.
pub(super) fn draw(
    overlays: Res<Overlays>,
    (body, current): (Res<Body>, Res<CurrentLevel>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(Body, Palette)>>,
) {
    let shown = overlays
        .is_on(OverlayKind::Collision)
        .then(|| (body.clone(), overlays.palette));
    if *drawn != shown {
        let drawing = shown.as_ref().map(|(body, palette)| {
            let mut drawing = Drawing {
                lines: body.lines(*palette),
                ..Drawing::default()
            };
            query_step::visited(&mut drawing, &current.tree, &body.nodes, *palette);
            drawing
        });
        layers.set(Layer::Collision, drawing.unwrap_or_default());
        *drawn = shown;
    }
}
