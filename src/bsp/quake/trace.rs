//! A body of a hull's size on a straight path: its point is traced through the hull (Quake's `SV_RecursiveHullCheck`).
//!
//! Quake moves the point of a crossing 1/32 of a unit to the near side and then asks again where it is, which loses walls at
//! shallow angles. Here the path is cut exactly, in `f64`, into the parts that its leaves hold, and the first part in
//! something solid is the answer.

use glam::DVec3;
use smallvec::{SmallVec, smallvec};

use super::{ClipChild, HullId, OwnLeafId, QuakeChild, QuakeModel, QuakeTree};
use crate::geometry::Plane;

/// Most nodes of a model that one trace visits. A tree of a real level has some tens of thousands; clip nodes that several
/// parents share could be visited far more often.
const MOST_VISITED: usize = 1 << 20;

/// Where a body meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullHit {
    /// Time of impact: 0 at the start of the path, 1 at its end.
    pub t: f64,
    /// Unit normal of the plane, towards the body; zero where the path begins in something solid.
    pub normal: DVec3,
    /// The model: 0 for the world.
    pub model: u32,
}

/// A place in one of the two kinds of tree.
#[derive(Clone, Copy)]
enum At {
    Node(QuakeChild),
    Clip(ClipChild),
}

impl QuakeTree {
    /// Where a body of a hull whose point moves `from` → `to` first meets the world or a model that stops bodies. A path
    /// that begins in something solid is stopped at its start, with a normal of zero; `None` also where there is no such
    /// hull.
    #[must_use]
    pub fn trace(&self, hull: HullId, from: DVec3, to: DVec3) -> Option<HullHit> {
        let mut first: Option<HullHit> = None;
        for (model, index) in self.parts.models.iter().zip(0_u32..) {
            if index > 0 && !(model.solid && self.is_near(model, hull, from, to)) {
                continue;
            }
            let hit = self.trace_model(model, hull, from - model.offset, to - model.offset);
            if let Some((t, normal)) = hit
                && first.is_none_or(|first| t < first.t)
            {
                first = Some(HullHit {
                    t,
                    normal,
                    model: index,
                });
            }
        }
        first
    }

    /// Whether a path comes near the bounds of a model.
    fn is_near(&self, model: &QuakeModel, hull: HullId, from: DVec3, to: DVec3) -> bool {
        let body = match hull {
            0 => 0.0,
            hull => self
                .parts
                .hulls
                .get(hull - 1)
                .map_or(0.0, |body| body.size().length()),
        };
        let reach = model.bounds.inflated(body);
        let [from, to] = [from, to].map(|point| point - model.offset);
        from.min(to).cmple(reach.max).all() && from.max(to).cmpge(reach.min).all()
    }

    fn trace_model(&self, model: &QuakeModel, hull: HullId, from: DVec3, to: DVec3) -> Option<(f64, DVec3)> {
        let root = match hull {
            0 => At::Node(model.root),
            hull => At::Clip(*model.clip_roots.get(hull - 1)?),
        };
        let mut hit = None;
        self.walk(root, from, to, |end, t, entered| {
            let stops = match end {
                At::Node(QuakeChild::Leaf(leaf)) => self.parts.leaves[leaf as usize].contents.stops(),
                At::Clip(ClipChild::Contents(contents)) => contents.stops(),
                // Of a trace that would visit too much.
                At::Node(QuakeChild::Node(_)) | At::Clip(ClipChild::Node(_)) => true,
            };
            hit = stops.then_some((t, entered));
            !stops
        });
        hit
    }

    /// The leaves of the world along a straight line between two points, in order; `None` where something opaque is in
    /// between. Doors and other models hide nothing.
    #[must_use]
    pub fn leaves_along(&self, from: DVec3, to: DVec3) -> Option<Vec<OwnLeafId>> {
        let (mut leaves, mut is_free) = (Vec::new(), true);
        self.walk(At::Node(self.world().root), from, to, |end, _, _| {
            is_free = match end {
                At::Node(QuakeChild::Leaf(leaf)) => {
                    leaves.push(leaf);
                    !self.parts.leaves[leaf as usize].contents.is_opaque()
                }
                _ => false,
            };
            is_free
        });
        is_free.then_some(leaves)
    }

    /// Goes along a path and gives every end of the tree that the path passes to `end`, in order: with the part of the path
    /// before it and the normal of the plane through which it is entered. `end` returns whether to go on. A path that visits
    /// too many nodes ends at one of them.
    fn walk(&self, root: At, from: DVec3, to: DVec3, mut end: impl FnMut(At, f64, DVec3) -> bool) {
        // Parts of the path, the nearest last: where each begins and ends, and the plane through which it is entered.
        let mut stack: SmallVec<[(At, f64, f64, DVec3); 32]> = smallvec![(root, 0.0, 1.0, DVec3::ZERO)];
        let mut visited = 0;
        while let Some((at, t0, t1, entered)) = stack.pop() {
            visited += 1;
            let Some((plane, children)) = self.node(at).filter(|_| visited <= MOST_VISITED) else {
                if !end(at, t0, entered) {
                    return;
                }
                continue;
            };
            let (start, finish) = (plane.distance(from), plane.distance(to));
            let distance = |t: f64| start + (finish - start) * t;
            // A point on a plane is in front of it.
            let sides = [distance(t0), distance(t1)].map(|distance| usize::from(distance < 0.0));
            if sides[0] == sides[1] {
                stack.push((children[sides[0]], t0, t1, entered));
                continue;
            }
            let crossing = (start / (start - finish)).clamp(t0, t1);
            let normal = if sides[0] == 0 {
                plane.normal
            } else {
                -plane.normal
            };
            if crossing < t1 {
                stack.push((children[sides[1]], crossing, t1, normal));
            }
            // Of a path that begins on a plane, the start is in front of it.
            if crossing > t0 || t0 == 0.0 {
                stack.push((children[sides[0]], t0, crossing, entered));
            }
        }
    }

    /// The plane and the children of a node; `None` for an end of the tree.
    fn node(&self, at: At) -> Option<(&Plane, [At; 2])> {
        let plane = |plane: u32| &self.parts.planes[plane as usize];
        match at {
            At::Node(QuakeChild::Leaf(_)) | At::Clip(ClipChild::Contents(_)) => None,
            At::Node(QuakeChild::Node(id)) => {
                let node = &self.parts.nodes[id as usize];
                Some((plane(node.plane), node.children.map(At::Node)))
            }
            At::Clip(ClipChild::Node(id)) => {
                let node = &self.parts.clip_nodes[id as usize];
                Some((plane(node.plane), node.children.map(At::Clip)))
            }
        }
    }
}
