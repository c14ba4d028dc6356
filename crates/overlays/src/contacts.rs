//! The body, the faces near it, and how it was pushed.

use bspwalk_levels::color::palette::Palette;
use bspwalk_trees::{
    Contact, NodeTree,
    collision::{Capsule, contacts},
    observer::VisitedNode,
};
use glam::Vec3;

use crate::lines::{LineBatch, Stroke};

/// Faces nearer than this many radii are shown before the sphere touches them.
pub const NEAR: f32 = 1.6;

/// A face is touched when the gap to it is below this share of the radius: depenetration leaves the sphere just clear.
const TOUCHES: f32 = 0.02;

/// The body as the overlay shows it.
///
/// It stays behind when the eye flies off in noclip, so that it can be looked at from outside.
#[derive(Clone, Debug, Default, PartialEq)]
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

    /// Finds the faces near it.
    pub fn find_near(&mut self, tree: &NodeTree) {
        let reach = Capsule {
            radius: self.radius * NEAR,
            ..self.capsule()
        };
        self.near.clear();
        contacts(tree, reach, self.center, &mut self.near);
        for contact in &mut self.near {
            contact.depth -= self.radius * (NEAR - 1.0);
        }
    }

    /// Whether a contact touches the sphere, rather than being near it.
    #[must_use]
    pub fn touches(&self, contact: &Contact) -> bool {
        contact.depth > -TOUCHES * self.radius
    }

    /// The lines that show it in the level.
    #[must_use]
    pub fn lines(&self, palette: Palette) -> LineBatch {
        let mut lines = LineBatch::default();
        if self.left {
            let ring = Stroke::new(palette.eye(), 0.9, 1.6);
            lines.body(self.center, self.capsule(), ring);
        }
        for contact in &self.near {
            let (color, alpha, width) = if self.touches(contact) {
                (palette.contact(), 1.0, 3.0)
            } else {
                (palette.face(), 0.9, 1.5)
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
            let stroke = Stroke::new(palette.reached(), 1.0, 4.0);
            lines.arrow(self.center, self.center + direction * self.radius * 1.5, stroke);
        }
        lines
    }
}
