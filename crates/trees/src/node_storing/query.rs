//! Sphere, box and point queries. They take `&self` and keep no state between calls.

use crate::tolerance::QUERY_RELATIVE;
use bspwalk_geometry::{Aabb, Capsule, FaceId, Shape, separating_axes};
use glam::Vec3;
use smallvec::SmallVec;

use super::{
    Branch, Node, NodeId, NodeTree,
    wide::{NearQuery, QueryCounts},
};
use crate::triangle::QueryTriangle;
use crate::{
    TriangleId,
    hits::Contact,
    mailbox::Mailbox,
    observer::{Observer, TestOutcome, TreeQuery, Unobserved},
    traversal::{locate, traversable},
};

/// Maximum number of contacts that are sorted directly.
const FEW_CONTACTS: usize = 8;

/// One step of a path from the root; see [`NodeTree::path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Node number.
    pub node: NodeId,
    /// Side of the node's plane on which the point lies.
    pub branch: Branch,
}

traversable! { Node, NodeId }

impl NodeTree {
    /// Finds the contacts of a sphere, that is, all triangles closer to `center` than `radius` (in metres), each once,
    /// deepest first. Overwrites `contacts` and returns the number of visited nodes.
    pub fn contacts(&self, center: Vec3, radius: f32, contacts: &mut Vec<Contact>) -> u32 {
        self.contacts_observed(center, radius, contacts, Unobserved)
    }

    /// Like [`NodeTree::contacts`], but also reports to an observer.
    pub fn contacts_observed(
        &self,
        center: Vec3,
        radius: f32,
        contacts: &mut Vec<Contact>,
        observer: impl Observer,
    ) -> u32 {
        observer.begin_query(TreeQuery::Near {
            center,
            half_axis: Vec3::ZERO,
            radius,
        });
        contacts.clear();
        let sphere = Shape::Capsule(Capsule::sphere(radius));
        let read = self.near_watched((center, &sphere), observer, |triangle, id, node| {
            let contact = QueryTriangle::contact(triangle, center, radius, id, node);
            observer.test_face(
                node,
                id,
                contact.map_or(TestOutcome::TooFar, |contact| TestOutcome::Contact {
                    distance: f64::from(radius - contact.depth),
                }),
            );
            contacts.extend(contact);
        });
        read.count();
        deepest_first(contacts);
        read.nodes
    }

    /// Visits the triangles near a resting body, which is defined by its centre and its shape. `visit` receives
    /// each triangle with its number and a node that stores a fragment of it. Most triangles are visited only once.
    #[inline]
    pub(super) fn near_watched(
        &self,
        (center, shape): (Vec3, &Shape),
        observer: impl Observer,
        mut visit: impl FnMut(&QueryTriangle, TriangleId, NodeId),
    ) -> QueryCounts {
        let extents = shape.extents();
        let margin = self.distance_error_bound(center.abs() + extents, center);
        let is_valid = match shape {
            Shape::Capsule(capsule) => capsule.radius + margin > 0.0,
            _ => shape.is_valid(),
        };
        if !(center.is_finite() && extents.is_finite() && margin.is_finite() && is_valid) {
            return QueryCounts::default();
        }
        let mut mailbox = Mailbox::default();
        self.wide().visit_near_triangles(
            &NearQuery::of_shape(center, shape, margin),
            observer,
            &mut |lane| {
                if mailbox.already_tested(lane.triangle) {
                    observer.test_face(lane.node, lane.triangle, TestOutcome::AlreadyTested);
                } else {
                    visit(&self.triangles[lane.triangle.index()], lane.triangle, lane.node);
                }
            },
        )
    }

    /// Returns the deepest contact of a sphere, or `None` if no triangle is closer to `center` than `radius` (in metres).
    ///
    /// The result is the first of [`NodeTree::contacts`], but the search narrows to the deepest contact found so far, so
    /// it reads far fewer triangles where many are within the radius. If several nodes store the triangle, the contact
    /// may name another one of them.
    #[must_use]
    pub fn deepest_contact(&self, center: Vec3, radius: f32) -> Option<Contact> {
        let mut deepest: Option<Contact> = None;
        self.nearest((center, Vec3::ZERO, radius), |triangle, index, node| {
            let found = QueryTriangle::contact(triangle, center, radius, index, node);
            deepest = found
                .filter(|found| deepest.is_none_or(|deepest| first_of(found) < first_of(&deepest)))
                .or(deepest);
            deepest.map_or(radius, |contact| radius - contact.depth)
        })
        .count();
        deepest
    }

    /// Visits the triangles near a resting body, roughly from near to far. `visit` receives each triangle with its number
    /// and a node that stores a fragment of it, and returns the distance (in metres) within which triangles still matter.
    #[inline]
    pub(super) fn nearest(
        &self,
        (center, half_axis, radius): (Vec3, Vec3, f32),
        mut visit: impl FnMut(&QueryTriangle, TriangleId, NodeId) -> f32,
    ) -> QueryCounts {
        let slack = self.distance_error_bound(center.abs() + half_axis.abs() + radius, center);
        let mut reach = radius + slack;
        if !(center.is_finite() && half_axis.is_finite() && reach.is_finite() && reach > 0.0) {
            return QueryCounts::default();
        }
        let mut mailbox = Mailbox::default();
        self.wide()
            .nearest_to(NearQuery::new(center, half_axis, reach), &mut |lane| {
                if !mailbox.already_tested(lane.triangle) {
                    let triangle = &self.triangles[lane.triangle.index()];
                    reach = visit(triangle, lane.triangle, lane.node) + slack;
                }
                reach
            })
    }

    /// Finds the faces that touch the box with the given corners, as face numbers in ascending order. Overwrites
    /// `faces` and returns the number of visited nodes.
    pub fn overlap(&self, min: Vec3, max: Vec3, faces: &mut Vec<FaceId>) -> u32 {
        self.overlap_observed(min, max, faces, Unobserved)
    }

    /// Like [`NodeTree::overlap`], but also reports to an observer.
    pub fn overlap_observed(
        &self,
        min: Vec3,
        max: Vec3,
        faces: &mut Vec<FaceId>,
        observer: impl Observer,
    ) -> u32 {
        observer.begin_query(TreeQuery::Overlap { min, max });
        faces.clear();
        if !(min.is_finite() && max.is_finite()) {
            return 0;
        }
        let aabb = Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        let near = NearQuery::of_box(min, max, self.distance_error_bound(min, max));
        let mut mailbox = Mailbox::default();
        let read = self.wide().visit_near_triangles(&near, observer, &mut |lane| {
            let tested = if mailbox.already_tested(lane.triangle) {
                TestOutcome::AlreadyTested
            } else {
                match separating_axes::separating_axis(&aabb, lane.corners.map(Vec3::as_dvec3)) {
                    Some(axis) => TestOutcome::Separated(axis),
                    None => {
                        faces.push(self.triangles[lane.triangle.index()].face);
                        TestOutcome::Overlaps
                    }
                }
            };
            observer.test_face(lane.node, lane.triangle, tested);
        });
        read.count();
        faces.sort_unstable();
        faces.dedup();
        read.nodes
    }

    /// Returns the path from the root to the cell that contains a point: the nodes on the path, each with the side
    /// taken. The path ends at a missing child or a block. A point on a plane counts as in front of it.
    pub fn path(&self, point: Vec3) -> impl Iterator<Item = PathStep> + '_ {
        let mut steps = Vec::new();
        locate(&self.nodes[..], NodeId(0), |(id, node)| {
            let branch = Branch::front_if(node.distance(point) >= 0.0);
            steps.extend((!node.is_block()).then_some(PathStep { node: id, branch }));
            branch
        });
        steps.into_iter()
    }

    /// Returns the error bound (in metres) for a computed distance between a plane and a point whose coordinates do not
    /// exceed the coordinates of `a` and `b`. It includes the plane thickness. A query visits both sides of a plane
    /// that is closer than this.
    #[must_use]
    #[inline]
    pub fn distance_error_bound(&self, a: Vec3, b: Vec3) -> f32 {
        // `Vec3::max` has a branch per component.
        let coordinates = a.to_array().into_iter().chain(b.to_array());
        self.slack + QUERY_RELATIVE * coordinates.fold(0.0, |most, coordinate| coordinate.abs().max(most))
    }
}

/// Sorts contacts with the deepest first, and removes duplicates. A triangle stored in several nodes produces the same
/// contact in each of them.
fn deepest_first(contacts: &mut Vec<Contact>) {
    if contacts.len() > FEW_CONTACTS {
        // Numbers are sorted several times as fast as contacts.
        let depths = contacts.iter().map(|contact| u64::from(!contact.depth.to_bits()));
        let mut order: SmallVec<[u64; 64]> = depths
            .zip(0..)
            .map(|(depth, index)| depth << 32 | index)
            .collect();
        order.sort_unstable();
        let sorted: SmallVec<[Contact; 64]> = order
            .iter()
            .map(|&entry| contacts[entry as u32 as usize])
            .collect();
        contacts.copy_from_slice(&sorted);
        for equal in contacts.chunk_by_mut(|a, b| a.depth.to_bits() == b.depth.to_bits()) {
            equal.sort_unstable_by_key(first_of);
        }
    } else {
        contacts.sort_unstable_by_key(first_of);
    }
    contacts.dedup_by_key(|contact| contact.triangle);
}

/// Returns a key that sorts contacts by depth, deepest first, then by face, triangle and node.
fn first_of(contact: &Contact) -> (u64, u64) {
    // Depths are not negative, so their bit patterns have the same order as the numbers.
    let first = u64::from(!contact.depth.to_bits()) << 32 | u64::from(contact.face);
    (first, u64::from(contact.triangle) << 32 | u64::from(contact.node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::Feature;

    #[test]
    fn contacts_are_sorted_by_depth_then_numbers() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in [0, 1, FEW_CONTACTS, FEW_CONTACTS + 1, 63, 65, 300] {
            // There are few depths, so that many are equal, and some triangles appear twice.
            let mut contacts: Vec<Contact> = (0..count)
                .map(|_| {
                    let triangle = random.u32(0..count as u32);
                    Contact {
                        point: Vec3::ZERO,
                        normal: Vec3::X,
                        depth: (triangle % 5) as f32 * 0.1,
                        face: FaceId(triangle / 2),
                        triangle: TriangleId(triangle),
                        node: NodeId(random.u32(0..3)),
                        feature: Feature::Face,
                    }
                })
                .collect();
            let mut expected = contacts.clone();
            expected.sort_by_key(first_of);
            expected.dedup_by_key(|contact| contact.triangle);
            deepest_first(&mut contacts);
            assert_eq!(contacts, expected, "{count} contacts");
        }
    }
}
