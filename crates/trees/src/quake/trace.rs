//! Traces along straight lines: body origins through the clip hull for the body's size (Quake's
//! `SV_RecursiveHullCheck`), and sightlines through leaves.
//!
//! Quake moves the crossing point to the near side by 1/32 of a unit and then locates it again. This misses walls at
//! shallow angles. This implementation instead divides the path in `f64` into one part per leaf, without moving any
//! points. The hit is the start of the first part inside something solid.

use bspwalk_geometry::Plane;
use glam::DVec3;

use super::{Contents, HullId, QuakeLeafId, QuakeModel, QuakeTree};
use crate::{
    node::Branch,
    traversal::{Sides, Space, Traversable, Traversal},
};

/// Maximum number of nodes of a model that one trace visits. Trees of real levels have tens of thousands of nodes.
/// Without this limit, clip nodes shared by several parents could be visited far more often.
const MOST_VISITED: usize = 1 << 20;

/// The first hit of a body traced through a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullHit {
    /// Time of impact, from 0 at the start of the path to 1 at its end.
    pub t: f64,
    /// Unit normal of the plane, pointing towards the body, or zero if the path starts in something solid.
    pub normal: DVec3,
    /// Model that was hit, as an index into [`QuakeParts::models`](super::QuakeParts::models); 0 is the world.
    pub model: u32,
}

/// A part of a path: its start and end parameters, and the normal of the plane through which the path enters it.
type TraceInterval = (f64, f64, DVec3);

impl QuakeTree {
    /// Traces a body of a hull whose origin moves straight from `from` to `to` (in metres). Returns the first hit with
    /// the world or with a model that stops bodies. A path that starts in something solid hits at `t = 0` with a zero
    /// normal. Returns `None` if the path is free or if the file has no such hull.
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

    fn is_near(&self, model: &QuakeModel, hull: HullId, from: DVec3, to: DVec3) -> bool {
        let body = hull.clip_hull().and_then(|hull| self.parts.hulls.get(hull));
        let body = body.map_or(0.0, |body| body.size().length());
        let reach = model.bounds.inflated(body);
        let [from, to] = [from, to].map(|point| point - model.offset);
        from.min(to).cmple(reach.max).all() && from.max(to).cmpge(reach.min).all()
    }

    fn trace_model(&self, model: &QuakeModel, hull: HullId, from: DVec3, to: DVec3) -> Option<(f64, DVec3)> {
        let (parts, path) = (&self.parts, [from, to]);
        // A trace that visits too many nodes counts as blocked.
        let stops = |contents: Option<Contents>| contents.is_none_or(Contents::stops_bodies);
        let hit = match hull.clip_hull() {
            None => self
                .along(&parts.nodes[..], model.root, path, |(_, node)| node.plane)
                .map(|(leaf, part)| (leaf.map(|leaf| parts.leaves[leaf.index()].contents), part))
                .find(|(contents, _)| stops(*contents)),
            Some(hull) => self
                .along(
                    &parts.clip_nodes[..],
                    *model.clip_roots.get(hull)?,
                    path,
                    |(_, node)| node.plane,
                )
                .find(|(contents, _)| stops(*contents)),
        };
        hit.map(|(_, (t, _, entered))| (t, entered))
    }

    /// Returns the leaves of the world along the sightline from one point to another, in order, or `None` if an opaque
    /// leaf blocks it. Doors and other brush models do not block it.
    #[must_use]
    pub fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<QuakeLeafId>> {
        let nodes = &self.parts.nodes[..];
        self.along(nodes, self.world().root, [from, to], |(_, node)| node.plane)
            .map(|(leaf, _)| leaf.filter(|&leaf| !self.parts.leaves[leaf.index()].contents.is_opaque()))
            .collect()
    }

    /// Returns the leaves along a path, in order, each with the part of the path inside it. `plane` returns the plane
    /// index of a node. If a path visits too many nodes, its last entry is `None` instead of a leaf.
    fn along<T: Traversable>(
        &self,
        tree: T,
        root: T::Child,
        path: [DVec3; 2],
        plane: impl Fn(T::Node) -> u32,
    ) -> impl Iterator<Item = (Option<T::Leaf>, TraceInterval)> {
        let mut traversal = Traversal::new(tree, root, (0.0, 1.0, DVec3::ZERO));
        let mut visited = 0;
        std::iter::from_fn(move || {
            loop {
                let (space, part) = traversal.next()?;
                visited += 1;
                match space {
                    Space::Leaf(leaf) => return Some((Some(leaf), part)),
                    Space::Node(..) if visited > MOST_VISITED => return Some((None, part)),
                    Space::Node(node) => {
                        let plane = &self.parts.planes[plane(node) as usize];
                        traversal.push(node, sides(plane, path, part));
                    }
                }
            }
        })
    }
}

fn sides(plane: &Plane, path: [DVec3; 2], (t0, t1, entered): TraceInterval) -> Sides<TraceInterval> {
    let [start, finish] = path.map(|end| plane.distance(end));
    let [near, far] = [t0, t1].map(|t| Branch::front_if(!(start + (finish - start) * t < 0.0)));
    if near == far {
        return (near, [Some((t0, t1, entered)), None]);
    }
    let crossing = (start / (start - finish)).clamp(t0, t1);
    let normal = near.pick([plane.normal, -plane.normal]);
    // If the path starts on a plane, its start counts as in front of the plane.
    let before = (crossing > t0 || t0 == 0.0).then_some((t0, crossing, entered));
    let beyond = (crossing < t1).then_some((crossing, t1, normal));
    (near, [before, beyond])
}
