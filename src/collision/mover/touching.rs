//! What a body touches: faces, and the shifted planes that stand for them.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::space::{Going, Space, Touch};
use crate::{
    bsp::{
        Obstacles,
        node_storing::{Contact, Feature},
        solid_leaf::expanded::ExpandedTree,
    },
    collision::contacts,
};

/// The face of a touch with a plane that no face is near: a solid leaf with an open side.
pub const NO_FACE: u32 = u32::MAX;

/// Two unit normals whose cosine is nearer to 1 than this are one: above the rounding of `f32`.
const SAME_NORMAL: f64 = 1.0e-10;

/// Two contacts whose directions have cosines with a plane's normal this near to each other are at one edge or vertex.
const SAME_EDGE: f64 = 1.0e-6;

impl<T: Obstacles> Space<'_, T> {
    /// What the body touches, the nearest first, without what something nearer keeps it from.
    ///
    /// A point on or behind the plane of a nearer touch is never reached as long as that plane is respected: so the edges
    /// within a floor and the far sides of ridges count for nothing.
    pub(super) fn touches(&self, at: Vec3) -> Vec<Touch> {
        let mut found = Vec::new();
        contacts(self.tree, self.inflated(2.0), at, &mut found);
        let slack = 0.1 * self.skin;
        let mut touches: Vec<Touch> = Vec::with_capacity(found.len());
        for contact in found {
            let depth = contact.depth - (2.0 * self.skin) as f32;
            let touch = Touch::of(Contact { depth, ..contact });
            let kept_off = touches.iter().any(|nearer| {
                nearer.normal.dot(touch.point - nearer.point) <= slack
                    // Two faces at one edge are two of its sides: which of them can be stood on is asked later.
                    && !(nearer.point.distance_squared(touch.point) <= slack * slack
                        && nearer.contact.feature != Feature::Face)
            });
            if !kept_off {
                touches.push(touch);
            }
        }
        if let Going::Planes(planes) = self.going {
            self.add_planes(planes, at, &mut touches);
        }
        touches
    }

    /// Adds the planes that keep the body out of grown cells and are none of the faces that it touches.
    fn add_planes(&self, planes: &ExpandedTree, at: Vec3, touches: &mut Vec<Touch>) {
        let body = self.body;
        for plane in planes.touching(at, body.half_axis, body.radius, 2.0 * self.skin) {
            let known = |touch: &Touch| touch.normal.dot(plane.normal) > 1.0 - SAME_NORMAL;
            if !touches.iter().any(known) {
                touches.extend(self.plane_touches(at, plane.normal, plane.gap));
            }
        }
    }

    /// The touches of a body with a shifted plane a gap below it: at the near faces that it stands for the most, of which
    /// two share an edge.
    pub(super) fn plane_touches(&self, at: Vec3, normal: DVec3, gap: f64) -> SmallVec<[Touch; 2]> {
        let mut found = Vec::new();
        contacts(self.tree, self.reaching(4.0), at, &mut found);
        let along = |contact: &Contact| contact.normal.as_dvec3().dot(normal);
        let support = normal.dot(self.body.half_axis.as_dvec3()).abs() + f64::from(self.body.radius);
        let under = at.as_dvec3() - normal * (support + gap);
        // What holds the plane up lies on it where it was before it was shifted.
        let below = |contact: &Contact| normal.dot(under - contact.point.as_dvec3());
        let holds = |contact: &Contact| below(contact) < 4.0 * self.skin && along(contact) > 0.0;
        if found.iter().any(holds) {
            found.retain(holds);
        }
        let most = found.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        found.retain(|contact| along(contact) > most - SAME_EDGE);
        if found.is_empty() {
            found.push(Contact {
                point: under.as_vec3(),
                normal: normal.as_vec3(),
                depth: 0.0,
                face: NO_FACE,
                triangle: NO_FACE,
                node: 0,
                feature: Feature::Face,
            });
        }
        let touch = |contact: Contact| Touch {
            normal,
            upward: normal.y.min(f64::from(contact.normal.y)),
            point: contact.point.as_dvec3(),
            contact: Contact {
                normal: normal.as_vec3(),
                depth: -gap as f32,
                ..contact
            },
        };
        found.into_iter().map(touch).collect()
    }
}
