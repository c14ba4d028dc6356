//! Queries with a sphere, a box and a point, and the traversal that queries share. All take `&self` and keep no state
//! between calls.

use glam::Vec3;
use smallvec::SmallVec;

use super::{
    Branch, FragmentSpan, NONE, Node, NodeBox, NodeId, NodeTree, triangle::QueryTriangle, wide::Near,
};
use crate::{
    bsp::observer::{AtPlane, Observer, Question, Skipped, Tested},
    geometry::{Aabb, Feature, separating_axes, tolerance::QUERY_RELATIVE},
};

/// The waiting nodes of a query that fit on the stack; a deeper tree moves them to the heap.
pub(super) const STACK: usize = 64;

/// A triangle that a sphere reaches into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The point of the triangle nearest to the centre, in metres.
    pub point: Vec3,
    /// Unit vector from that point to the centre; the face's normal where they coincide.
    pub normal: Vec3,
    /// How far the sphere reaches beyond the point, in metres: radius less distance.
    pub depth: f32,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its triangle, as the tree numbers it: faces may be numbered alike, triangles are not.
    pub triangle: u32,
    /// A node that stores a fragment of it.
    pub node: NodeId,
    /// Which part of the triangle the point is on.
    pub feature: Feature,
}

impl Contact {
    /// The contact of a sphere that reaches into a triangle, given its number and a node that stores it.
    #[inline]
    fn new(face: &QueryTriangle, center: Vec3, radius: f32, triangle: u32, node: NodeId) -> Option<Self> {
        let (point, feature) = face.closest_point(center);
        let offset = center - point;
        let distance = offset.length();
        (distance < radius).then(|| Self {
            point,
            normal: if distance > 0.0 {
                offset / distance
            } else {
                face.normal
            },
            depth: radius - distance,
            face: face.face,
            triangle,
            node,
            feature,
        })
    }
}

/// A step of a path from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The node.
    pub node: NodeId,
    /// The side of its plane that the point is on.
    pub branch: Branch,
}

impl NodeTree {
    /// Every triangle nearer to `center` than `radius` metres, each once, deepest first. They replace the content of
    /// `contacts`. Returns the number of nodes visited.
    pub fn contacts(&self, center: Vec3, radius: f32, contacts: &mut Vec<Contact>) -> u32 {
        contacts.clear();
        let reach = radius + self.slack_at(center, center);
        if !(center.is_finite() && reach.is_finite() && reach > 0.0) {
            return 0;
        }
        let mut mailbox = Mailbox::default();
        let read = self
            .wide()
            .near(&Near::new(center, Vec3::ZERO, reach), &mut |lane| {
                if mailbox.already_tested(lane.triangle) {
                    return;
                }
                let triangle = &self.triangles[lane.triangle as usize];
                if let Some(contact) = Contact::new(triangle, center, radius, lane.triangle, lane.node) {
                    contacts.push(contact);
                }
            });
        read.count();
        deepest_first(contacts);
        read.nodes
    }

    /// As [`NodeTree::contacts`], watched.
    pub fn contacts_observed(
        &self,
        center: Vec3,
        radius: f32,
        contacts: &mut Vec<Contact>,
        observer: impl Observer,
    ) -> u32 {
        observer.ask(Question::Near {
            center,
            half_axis: Vec3::ZERO,
            radius,
        });
        contacts.clear();
        let reach = radius + self.slack_at(center, center);
        let mut mailbox = Mailbox::default();
        let visited = self.visit_near(
            observer,
            |node_box| center.clamp(node_box.min, node_box.max).distance_squared(center) < reach * reach,
            |node| (node.distance(center), reach),
            |id, index, triangle| {
                if mailbox.already_tested(index) {
                    observer.test(id, index, Tested::Again);
                    return;
                }
                // The plane of the node is near, but the plane of the whole triangle may not be.
                if (center - triangle.corners[0]).dot(triangle.normal).abs() >= reach {
                    observer.test(id, index, Tested::OutOfReach);
                    return;
                }
                match Contact::new(triangle, center, radius, index, id) {
                    Some(contact) => {
                        let distance = f64::from(radius - contact.depth);
                        observer.test(id, index, Tested::Contact { distance });
                        contacts.push(contact);
                    }
                    None => observer.test(id, index, Tested::TooFar),
                }
            },
        );
        deepest_first(contacts);
        visited
    }

    /// The faces whose triangle touches the box, ascending. They replace the content of `faces`. Returns the number of
    /// nodes visited.
    pub fn overlap(&self, min: Vec3, max: Vec3, faces: &mut Vec<u32>) -> u32 {
        faces.clear();
        if !(min.is_finite() && max.is_finite()) {
            return 0;
        }
        let aabb = Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        let slack = self.slack_at(min, max);
        let read = self.wide().near(&Near::of_box(min, max, slack), &mut |lane| {
            if separating_axes::separating_axis(&aabb, lane.corners.map(Vec3::as_dvec3)).is_none() {
                faces.push(self.triangles[lane.triangle as usize].face);
            }
        });
        read.count();
        faces.sort_unstable();
        faces.dedup();
        read.nodes
    }

    /// As [`NodeTree::overlap`], watched.
    pub fn overlap_observed(
        &self,
        min: Vec3,
        max: Vec3,
        faces: &mut Vec<u32>,
        observer: impl Observer,
    ) -> u32 {
        observer.ask(Question::Overlap { min, max });
        faces.clear();
        let aabb = Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let slack = self.slack_at(min, max);
        let mut mailbox = Mailbox::default();
        let (low, high) = (min - slack, max + slack);
        let visited = self.visit_near(
            observer,
            |node_box| node_box.touches(low, high),
            |node| (node.distance(center), node.normal().abs().dot(half) + slack),
            |id, index, triangle| {
                if mailbox.already_tested(index) {
                    observer.test(id, index, Tested::Again);
                    return;
                }
                match separating_axes::separating_axis(&aabb, triangle.corners.map(Vec3::as_dvec3)) {
                    Some(axis) => observer.test(id, index, Tested::Separated(axis)),
                    None => {
                        observer.test(id, index, Tested::Overlaps);
                        faces.push(triangle.face);
                    }
                }
            },
        );
        faces.sort_unstable();
        faces.dedup();
        visited
    }

    /// The path from the root to the missing child whose cell holds the point, or to the block; a point on a plane goes to its
    /// front.
    pub fn path(&self, point: Vec3) -> impl Iterator<Item = PathStep> + '_ {
        let mut id = 0;
        std::iter::from_fn(move || {
            let node = self.nodes.get(id as usize).filter(|node| !node.is_block())?;
            let branch = if node.distance(point) >= 0.0 {
                Branch::Front
            } else {
                Branch::Back
            };
            let step = PathStep { node: id, branch };
            id = match branch {
                Branch::Front => node.front,
                Branch::Back => node.back,
            };
            Some(step)
        })
    }

    /// Visits every face of every node whose bounds and whose plane are near.
    ///
    /// `is_near` tells whether bounds are near; `distance_and_reach` gives the signed distance of a node's plane and
    /// the distance up to which it is near. A side is entered where the query may reach into it. Returns the number of nodes
    /// visited.
    #[inline]
    pub(super) fn visit_near(
        &self,
        observer: impl Observer,
        is_near: impl Fn(&NodeBox) -> bool,
        distance_and_reach: impl Fn(&Node) -> (f32, f32),
        mut visit: impl FnMut(NodeId, u32, &QueryTriangle),
    ) -> u32 {
        let mut visited = 0;
        let mut waiting: SmallVec<[NodeId; STACK]> = SmallVec::new();
        let mut id = 0;
        loop {
            while let Some(node) = self.nodes.get(id as usize) {
                if !is_near(&node.bounds) {
                    observer.skip(id, Skipped::Bounds);
                    break;
                }
                visited += 1;
                let (distance, reach) = distance_and_reach(node);
                if distance > reach {
                    let branch = Branch::Front;
                    observer.visit(id, AtPlane::OneSide { branch, distance });
                    id = node.front;
                } else if distance < -reach {
                    let (branch, distance) = (Branch::Back, -distance);
                    observer.visit(id, AtPlane::OneSide { branch, distance });
                    id = node.back;
                } else {
                    let plane = if node.is_block() {
                        AtPlane::Block
                    } else {
                        AtPlane::Reaches { distance, reach }
                    };
                    observer.visit(id, plane);
                    for &FragmentSpan { triangle, .. } in self.spans(node) {
                        visit(id, triangle, &self.triangles[triangle as usize]);
                    }
                    if node.back != NONE {
                        waiting.push(node.back);
                    }
                    id = node.front;
                }
            }
            let Some(next) = waiting.pop() else {
                return visited;
            };
            id = next;
        }
    }

    /// How far a computed distance of a plane from a point with up to these coordinates may be off.
    #[inline]
    pub(super) fn slack_at(&self, a: Vec3, b: Vec3) -> f32 {
        self.slack + QUERY_RELATIVE * a.abs().max(b.abs()).max_element()
    }
}

/// Sorts contacts, each triangle once: one in several nodes gives the same contact in each.
fn deepest_first(contacts: &mut Vec<Contact>) {
    // Depths are not negative, so their bits order as they do.
    contacts.sort_unstable_by_key(|contact| {
        let first = u64::from(!contact.depth.to_bits()) << 32 | u64::from(contact.face);
        (first, u64::from(contact.triangle) << 32 | u64::from(contact.node))
    });
    contacts.dedup_by_key(|contact| contact.triangle);
}

/// Remembers triangles that a query has tested, so that most are not tested again in their other fragments (mailboxing).
pub(in crate::bsp) struct Mailbox {
    few: [u32; Self::FEW],
    /// What holds those of a query that has tested more; until then empty.
    many: Vec<u32>,
    tested: usize,
}

impl Default for Mailbox {
    fn default() -> Self {
        Self {
            few: [NONE; Self::FEW],
            many: Vec::new(),
            tested: 0,
        }
    }
}

impl Mailbox {
    const FEW: usize = 64;
    const MANY: usize = 1024;

    /// Whether this triangle was the last with its slot.
    #[inline]
    pub(in crate::bsp) fn already_tested(&mut self, triangle: u32) -> bool {
        let slot = match &mut self.many[..] {
            [] => &mut self.few[triangle as usize % Self::FEW],
            many => &mut many[triangle as usize % Self::MANY],
        };
        let is_known = std::mem::replace(slot, triangle) == triangle;
        self.tested += usize::from(!is_known);
        if self.tested == Self::FEW && self.many.is_empty() {
            self.make_room();
        }
        is_known
    }

    #[cold]
    fn make_room(&mut self) {
        self.many.resize(Self::MANY, NONE);
        for triangle in self.few.into_iter().filter(|&triangle| triangle != NONE) {
            self.many[triangle as usize % Self::MANY] = triangle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mailbox;

    #[test]
    fn a_mailbox_remembers_few_and_many_triangles() {
        for count in [10, 64, 65, 700] {
            let mut mailbox = Mailbox::default();
            assert!(
                !(0..count).any(|triangle| mailbox.already_tested(triangle)),
                "{count}"
            );
            assert!(
                (0..count).all(|triangle| mailbox.already_tested(triangle)),
                "{count}"
            );
        }
    }
}
