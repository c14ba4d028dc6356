//! Occlusion between regions: finds pairs of clusters that are hidden from each other, because solid leaves and faces
//! block every straight line between them.
//!
//! A pair is tried as a whole and then in [parts](super::parts). If the line between two points of a pair is blocked,
//! planes are placed through the blockers. If such a plane is solid over the entire [section](super::shafts) through
//! the pair's shaft, the parts cannot see each other. Otherwise, they are divided. An unblocked line ends the search,
//! because the clusters can then see each other. Portal chains are not used, so finely divided open space costs
//! nothing. [`super::occluded`] decides which pairs are tried, and when.

use std::collections::VecDeque;

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use glam::DVec3;
use smallvec::SmallVec;

use super::{
    clip::Limits,
    directed_portals::NO_CLUSTER,
    parts::{ClusterPart, PartId, Parts},
    shafts::{Between, is_blocked, section_of},
};
use crate::solid_leaf::{LeafId, LeafTree, NodeId, query::sightline::Passed};

const STEPS: u64 = 256;

/// A plane between two leaves or parts of leaves. All lines from one to the other hit the plane where it is solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Occluder {
    /// The plane.
    pub plane: Plane,
    /// Corners (in metres) of an octagon around the region of the plane that the lines hit.
    pub section: Vec<DVec3>,
    /// Solid leaf at the centre of the region, or `None` if there is a face between empty leaves at the centre.
    pub leaf: Option<LeafId>,
}

/// Returns the planes that hide leaf `b` from leaf `a`, regardless of portals.
///
/// The result is either a single plane, or one plane for each pair of parts of the leaves. It is empty if a search of
/// limited length finds none. Even then, chains of portals may still show that the leaves are hidden from each other.
#[must_use]
pub fn occluders(tree: &LeafTree, a: LeafId, b: LeafId) -> Vec<Occluder> {
    let is_empty = |leaf: LeafId| leaf.0 < tree.leaf_count() && !tree.is_solid(leaf);
    if a == b || !is_empty(a) || !is_empty(b) {
        return Vec::new();
    }
    let mut cluster_of = vec![NO_CLUSTER; tree.leaf_count() as usize];
    (cluster_of[a.index()], cluster_of[b.index()]) = (0, 1);
    let parts = Progress::uncancellable(|progress| Parts::new(tree, &cluster_of, 2, progress));
    let (Some(from), Some(to)) = (parts.of_cluster(0), parts.of_cluster(1)) else {
        return Vec::new();
    };
    let occlusion = Occlusion::new(tree, parts, Limits::new(&tree.tolerances()));
    let planes = occlusion.planes_between([from, to], STEPS).into_iter();
    planes
        .map(|(between, section)| {
            let middle = section.iter().sum::<DVec3>() / section.len().max(1) as f64;
            let leaf = tree.locate(middle);
            Occluder {
                plane: between.plane,
                leaf: tree.is_solid(leaf).then_some(leaf),
                section,
            }
        })
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    Free,
    Blocked,
    Unknown,
}

/// Maximum number of obstacles per line through which planes are placed, thickest obstacles first.
const MOST_OBSTACLES: usize = 3;

/// Number of nodes that count as one step when they are visited for a section.
const NODES_A_STEP: u32 = 64;

/// Number of leaves along a line that count as an additional step.
const LEAVES_A_STEP: usize = 256;

pub(super) struct Occlusion<'a> {
    tree: &'a LeafTree,
    parts: Parts,
    limits: Limits,
}

#[derive(Default)]
pub(super) struct Scratch {
    open: VecDeque<(PartId, PartId)>,
    obstacles: Vec<Obstacle>,
    passed: Vec<Passed>,
    visited: u32,
    blocked_by: Option<Between>,
}

/// An obstacle on a line: the range of the line (0 to 1) that is inside solid leaves. The range is empty for a face
/// between two empty leaves.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    start: f64,
    end: f64,
    /// Nodes whose planes contain the start and the end of the range.
    planes: [Option<NodeId>; 2],
}

impl Scratch {
    pub(super) fn passed_leaves(&self) -> impl ExactSizeIterator<Item = LeafId> + '_ {
        self.passed.iter().map(|passed| passed.leaf)
    }
}

impl<'a> Occlusion<'a> {
    pub(super) fn new(tree: &'a LeafTree, parts: Parts, limits: Limits) -> Self {
        Self { tree, parts, limits }
    }

    pub(super) fn radius(&self, part: PartId) -> f64 {
        self.parts.get(part).radius
    }

    /// Tests two parts using one line and planes through its blockers. Also returns the number of steps.
    pub(super) fn test_whole(&self, [a, b]: [PartId; 2], scratch: &mut Scratch) -> (Sight, u64) {
        let sight = self.pieces_see([a, b].map(|id| self.parts.get(id)), scratch);
        let of_sections = std::mem::take(&mut scratch.visited) / NODES_A_STEP;
        let of_line = scratch.passed.len() / LEAVES_A_STEP;
        (sight, 1 + u64::from(of_sections) + of_line as u64)
    }

    pub(super) fn test_subdivided(
        &self,
        pair: [PartId; 2],
        budget: u64,
        scratch: &mut Scratch,
    ) -> (Sight, u64) {
        self.in_parts_with(pair, budget, scratch, |_, _| {})
    }

    fn in_parts_with(
        &self,
        [a, b]: [PartId; 2],
        budget: u64,
        scratch: &mut Scratch,
        mut blocked: impl FnMut([&ClusterPart; 2], Between),
    ) -> (Sight, u64) {
        let mut steps = 0;
        scratch.open.clear();
        scratch.open.push_back((a, b));
        while let Some((a, b)) = scratch.open.pop_front() {
            // Each waiting pair takes at least one step. If too few steps are left, the search fails.
            if steps + scratch.open.len() as u64 >= budget {
                return (Sight::Unknown, steps);
            }
            let (sight, taken) = self.test_whole([a, b], scratch);
            steps += taken;
            let pair = [a, b].map(|id| self.parts.get(id));
            match sight {
                Sight::Free => return (Sight::Free, steps),
                Sight::Blocked => {
                    if let Some(between) = scratch.blocked_by {
                        blocked(pair, between);
                    }
                    continue;
                }
                Sight::Unknown => {}
            }
            // Divide the larger part, if possible.
            let is_first = match pair.map(|part| part.parts.is_some()) {
                [true, true] => pair[0].radius >= pair[1].radius,
                [is_first, is_second] if is_first || is_second => is_first,
                _ => return (Sight::Unknown, steps),
            };
            let divided = if is_first { pair[0].parts } else { pair[1].parts };
            for part in divided.into_iter().flatten() {
                scratch
                    .open
                    .push_back(if is_first { (part, b) } else { (a, part) });
            }
        }
        (Sight::Blocked, steps)
    }

    pub(super) fn planes_between(&self, pair: [PartId; 2], budget: u64) -> Vec<(Between, Vec<DVec3>)> {
        let mut planes = Vec::new();
        let (sight, _) = self.in_parts_with(pair, budget, &mut Scratch::default(), |parts, between| {
            let [from, to] = parts.map(|part| self.parts.corners(part));
            planes.push((between, section_of(from, to, &between.plane, self.limits)));
        });
        if sight == Sight::Blocked {
            planes
        } else {
            Vec::new()
        }
    }

    fn pieces_see(&self, [a, b]: [&ClusterPart; 2], scratch: &mut Scratch) -> Sight {
        self.obstacles(a, b, scratch);
        if scratch.obstacles.is_empty() {
            return Sight::Free;
        }
        let thickness = |obstacle: &Obstacle| obstacle.end - obstacle.start;
        scratch
            .obstacles
            .sort_by(|a, b| thickness(b).total_cmp(&thickness(a)));
        let [from, to] = [a, b].map(|part| self.parts.corners(part));
        for obstacle in scratch.obstacles.iter().take(MOST_OBSTACLES) {
            let middle = a.point.lerp(b.point, obstacle.start.midpoint(obstacle.end));
            let mut tried: SmallVec<[Plane; 2]> = SmallVec::new();
            for node in obstacle.planes.into_iter().flatten() {
                let of_node = self.tree.nodes[node.index()].plane;
                let is_of_node = obstacle.start == obstacle.end;
                let mut plane = if is_of_node {
                    of_node
                } else {
                    Plane::from_point_normal(middle, of_node.normal)
                };
                if plane.distance(a.point) < plane.distance(b.point) {
                    plane = plane.flipped();
                }
                if tried.contains(&plane) {
                    continue;
                }
                tried.push(plane);
                let between = Between { plane, is_of_node };
                if is_blocked(self.tree, from, to, between, self.limits, &mut scratch.visited) {
                    scratch.blocked_by = Some(between);
                    return Sight::Blocked;
                }
            }
        }
        Sight::Unknown
    }

    fn obstacles(&self, a: &ClusterPart, b: &ClusterPart, scratch: &mut Scratch) {
        let Scratch {
            obstacles, passed, ..
        } = scratch;
        let (from, to) = (a.point, b.point);
        obstacles.clear();
        passed.clear();
        let mut was_solid = false;
        self.tree.pass_along(from, to, |entered| {
            let Passed { leaf, start, at } = entered;
            let is_solid = self.tree.is_solid(leaf);
            if is_solid && !was_solid {
                obstacles.push(Obstacle {
                    start,
                    end: 1.0,
                    planes: [at, None],
                });
            } else if !is_solid
                && was_solid
                && let Some(last) = obstacles.last_mut()
            {
                (last.end, last.planes[1]) = (start, at);
            }
            was_solid = is_solid;
            passed.push(entered);
            true
        });
        if !obstacles.is_empty() {
            return;
        }
        // Faces between two empty leaves.
        for pair in passed.windows(2) {
            let [before, Passed { leaf, start, at }] = [pair[0], pair[1]];
            if before.leaf != leaf && !self.tree.is_open_at(before.leaf, leaf, from.lerp(to, start)) {
                obstacles.push(Obstacle {
                    start,
                    end: start,
                    planes: [at, None],
                });
            }
        }
    }
}
