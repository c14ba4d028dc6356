//! Finds the faces and the expanded planes that a body touches.

use bspwalk_trees::{Contact, ExpandedTree, Feature, Obstacles};
use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::space::{Method, Space, Touch};
use crate::{
    contacts::{contacts, near_contacts},
    tolerance::{SAME_EDGE, SAME_NORMAL},
};

impl<T: Obstacles> Space<'_, T> {
    /// Returns the touches of the body, nearest first.
    ///
    /// Points on or behind the plane of a nearer touch are omitted, because the body cannot reach them without crossing
    /// that plane. This excludes edges inside a floor and the far sides of ridges.
    pub(crate) fn touches(&self, at: Vec3) -> Vec<Touch> {
        let mut found = Vec::new();
        let body = self.inflated(2.0);
        let radius = f64::from(body.radius);
        if at.is_finite() {
            near_contacts(self.tree, body.half_axis, radius, at, &mut found);
        }
        let slack = 0.1 * self.skin;
        let mut touches: Vec<Touch> = Vec::with_capacity(found.len());
        for near in found {
            let contact = near.contact(radius);
            let depth = contact.depth - (2.0 * self.skin) as f32;
            let touch = Touch::of(Contact { depth, ..contact });
            let shielded = touches.iter().any(|nearer| {
                nearer.normal.dot(touch.point - nearer.point) <= slack
                    // If two faces meet at an edge, one of them may be ground, so keep both faces.
                    && !(nearer.point.distance_squared(touch.point) <= slack * slack
                        && nearer.contact.feature != Feature::Face)
            });
            if !shielded {
                touches.push(touch);
            }
        }
        if let Method::Planes(planes) = self.method {
            self.add_planes(planes, at, &mut touches);
        }
        touches
    }

    fn add_planes(&self, planes: &ExpandedTree, at: Vec3, touches: &mut Vec<Touch>) {
        let body = self.body;
        for plane in planes.touching(at, body.half_axis, body.radius, 2.0 * self.skin) {
            let known = |touch: &Touch| touch.normal.dot(plane.normal) > 1.0 - SAME_NORMAL;
            if !touches.iter().any(known) {
                touches.extend(self.plane_touches(at, plane.normal, plane.gap));
            }
        }
    }

    /// Returns the touches of a body whose lowest point along `normal` is `gap` above an expanded plane.
    ///
    /// The touch is on the face whose normal is closest to the plane's, or on both faces that share an edge there. The
    /// result is empty if no face is on the plane or in front of it. In that case, the leaf is open or was classified
    /// as solid by mistake, for example next to inverted faces.
    pub(super) fn plane_touches(&self, at: Vec3, normal: DVec3, gap: f64) -> SmallVec<[Touch; 2]> {
        let mut found = Vec::new();
        contacts(self.tree, self.inflated_past_expanded_planes(4.0), at, &mut found);
        let cosine = |contact: &Contact| contact.normal.as_dvec3().dot(normal);
        let support = normal.dot(self.body.half_axis.as_dvec3()).abs() + f64::from(self.body.radius);
        // A point on the plane before expansion, where the faces that the plane represents lie.
        let unshifted = at.as_dvec3() - normal * (support + gap);
        let below = |contact: &Contact| normal.dot(unshifted - contact.point.as_dvec3());
        let reach = 4.0 * self.skin + self.max_plane_gap();
        found.retain(|contact| below(contact) < reach && cosine(contact) > 0.0);
        let most = found.iter().map(cosine).fold(f64::NEG_INFINITY, f64::max);
        found.retain(|contact| cosine(contact) > most - SAME_EDGE);
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
