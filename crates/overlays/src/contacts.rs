//! The body, the faces near it, the planes that it straddles, its last push, and the nodes that its last collision
//! query visited.

use bspwalk_collision::{Capsule, contacts};
use bspwalk_draw::color::palette::Palette;
use bspwalk_geometry::Plane;
use bspwalk_trees::{Contact, NodeTree, observer::VisitedNode};
use glam::{DVec3, Vec3};

use crate::lines::{LineBatch, Stroke};

/// Maximum distance of a displayed face, as a multiple of the body's radius. It exceeds 1, so faces appear before the
/// body touches them.
pub const NEAR: f32 = 1.6;

/// Gap below which a face counts as touched, as a fraction of the body's radius. The tolerance is needed because
/// depenetration leaves a small gap between the body and the face.
const TOUCHES: f32 = 0.02;

/// The body that the overlay shows.
///
/// In noclip mode, the body stays behind when the eye flies away, so you can look at it from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Centre, in metres.
    pub center: Vec3,
    /// Radius, in metres.
    pub radius: f32,
    /// Vector from the centre of the body to the centre of one cap, in metres; zero for a sphere.
    pub half_axis: Vec3,
    /// Whether the eye has left the body.
    pub left: bool,
    /// Faces near the body, nearest first. [`Contact::depth`] is relative to the radius, so it is negative if there is
    /// a gap.
    pub near: Vec<Contact>,
    /// Node planes that the sphere straddles, so that a search visits both of their sides. Empty for a capsule.
    pub straddled: Vec<Plane>,
    /// Most recent push, in metres.
    pub push: Vec3,
    /// Number of nodes that the last step's collision query visited, and total number of nodes; `None` without a query.
    pub visited: Option<[u64; 2]>,
    /// Visited nodes of the node-storing tree, each with a flag that is set for blocks.
    pub nodes: Vec<VisitedNode>,
}

impl Body {
    /// Creates a spherical body around the eye, and finds the faces near it.
    pub(crate) fn around_eye(tree: &NodeTree, eye: DVec3, radius: f32) -> Self {
        let mut body = Self {
            center: eye.as_vec3(),
            radius,
            ..Self::default()
        };
        body.find_near_faces(tree);
        body
    }

    /// Returns the shape of the body.
    pub fn capsule(&self) -> Capsule {
        Capsule {
            half_axis: self.half_axis,
            radius: self.radius,
        }
    }

    /// Finds the faces near the body, and the planes that it straddles.
    pub fn find_near_faces(&mut self, tree: &NodeTree) {
        self.straddled.clear();
        if self.capsule().is_sphere() {
            straddled(tree, self.center, self.radius, &mut self.straddled);
        }
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

    /// Returns whether the body touches the face of a contact, rather than only being near it.
    pub fn touches(&self, contact: &Contact) -> bool {
        contact.depth > -TOUCHES * self.radius
    }

    /// Returns the centre and radius (in metres) of the intersection circle of a plane and the sphere.
    fn section(&self, plane: &Plane) -> Option<(Vec3, f32)> {
        let distance = plane.distance(self.center.as_dvec3()) as f32;
        let radius = (self.radius * self.radius - distance * distance).max(0.0).sqrt();
        let center = self.center - plane.normal.as_vec3() * distance;
        (radius > 0.0).then_some((center, radius))
    }

    /// Draws the body, its contacts and its push, and circles on the planes that it straddles.
    pub fn lines(&self, palette: Palette) -> LineBatch {
        let mut lines = LineBatch::default();
        if self.left {
            let ring = Stroke::new(palette.eye(), 0.9, 1.6);
            lines.body(self.center, self.capsule(), ring);
        }
        for plane in &self.straddled {
            if let Some((center, radius)) = self.section(plane) {
                let stroke = Stroke::new(palette.cut(), 0.9, 2.0);
                lines.circle(center, plane.normal.as_vec3(), radius, stroke);
            }
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

/// Collects the distinct planes that a sphere straddles. The search descends to both children of a straddled plane,
/// otherwise only to the child on the sphere's side.
fn straddled(tree: &NodeTree, center: Vec3, radius: f32, planes: &mut Vec<Plane>) {
    let mut open = Vec::from_iter(tree.root());
    while let Some(view) = open.pop().and_then(|node| tree.node(node)) {
        if view.is_block {
            continue;
        }
        let distance = view.plane.distance(center.as_dvec3());
        let is_straddled = distance.abs() < f64::from(radius);
        if is_straddled && !planes.contains(&view.plane) {
            planes.push(view.plane);
        }
        open.extend(view.front.filter(|_| is_straddled || distance >= 0.0));
        open.extend(view.back.filter(|_| is_straddled || distance < 0.0));
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;
    use bspwalk_trees::NodeId;

    use super::*;

    #[test]
    fn circles_lie_on_straddled_planes() {
        let (tree, level) = small_trees::room();
        let root = tree.node(NodeId(0)).expect("it has nodes").plane;
        let spawn = level.spawn.eye;
        let on_plane = spawn - root.normal * (root.distance(spawn) - 0.1);
        let mut body = Body {
            center: on_plane.as_vec3(),
            radius: 0.3,
            ..Body::default()
        };
        body.find_near_faces(&tree);
        assert!(body.straddled.contains(&root));
        for plane in &body.straddled {
            let (center, radius) = body.section(plane).expect("it is straddled");
            let off = plane.distance(center.as_dvec3()).abs();
            assert!(off < 1.0e-4, "{off}");
            let sum = center.distance(body.center).hypot(radius);
            assert!((sum - body.radius).abs() < 1.0e-4, "{sum}");
        }
        body.half_axis = Vec3::Y;
        body.find_near_faces(&tree);
        assert!(body.straddled.is_empty(), "it is a capsule");
    }
}
