//! The body, the faces near it, its last push, and the nodes that its collision query visited.

use bspwalk_collision::{Capsule, contacts};
use bspwalk_draw::color::palette::Palette;
use bspwalk_trees::{Contact, NodeTree, observer::VisitedNode};
use glam::{DVec3, Vec3};

use crate::lines::{LineBatch, Stroke};

/// Maximum distance of a displayed face, as a multiple of the radius. It exceeds 1, so faces appear before
/// the body touches them.
pub const NEAR: f32 = 1.6;

/// Gap below which a face counts as touched, as a fraction of the radius. The tolerance is needed because
/// depenetration leaves the body slightly clear of the face.
const TOUCHES: f32 = 0.02;

/// The body, as shown by the overlay.
///
/// In noclip mode it stays behind when the eye flies away, so that you can look at it from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Centre, in metres.
    pub center: Vec3,
    /// Radius, in metres.
    pub radius: f32,
    /// Vector from the centre to the centre of either cap, in metres; zero for a sphere.
    pub half_axis: Vec3,
    /// Whether the eye has left the body.
    pub left: bool,
    /// Faces near the body, nearest first. [`Contact::depth`] is relative to the radius, so it is negative across a
    /// gap.
    pub near: Vec<Contact>,
    /// Last push, in metres.
    pub push: Vec3,
    /// Nodes visited by the last step's collision query, and nodes in total; `None` if there was no query.
    pub visited: Option<[u64; 2]>,
    /// Visited nodes of the node-storing tree, and whether each is a block.
    pub nodes: Vec<VisitedNode>,
}

impl Body {
    /// Creates a sphere around the eye, with the faces near it.
    pub(crate) fn around_eye(tree: &NodeTree, eye: DVec3, radius: f32) -> Self {
        let mut body = Self {
            center: eye.as_vec3(),
            radius,
            ..Self::default()
        };
        body.find_near(tree);
        body
    }

    /// Returns the shape of the body.
    pub fn capsule(&self) -> Capsule {
        Capsule {
            half_axis: self.half_axis,
            radius: self.radius,
        }
    }

    /// Finds the faces near the body.
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

    /// Returns whether a contact touches the body rather than only being near it.
    pub fn touches(&self, contact: &Contact) -> bool {
        contact.depth > -TOUCHES * self.radius
    }

    /// Draws the body, its contacts and its push.
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
            let tip = contact.point + contact.normal * self.radius * 0.6;
            lines.arrow(contact.point, tip, stroke);
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
