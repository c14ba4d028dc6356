//! Occlusion from regions: pairs of clusters between which solid leaves and faces block every straight line.
//!
//! A pair is tried as a whole and then in [parts](super::parts). Where the line between two points of a pair of parts is
//! blocked, planes are laid through what blocks it; if the [section](super::shafts) of the pair's shaft by one of them is
//! solid, the parts do not see each other, else they are divided. A line that is not blocked ends the search: the clusters
//! see each other. Chains of portals play no part in it, so that finely divided open space costs nothing. Which pairs are
//! tried, and when, is told by [`super::occluded`].

use std::collections::VecDeque;

use bspwalk_geometry::Plane;
use glam::DVec3;
use smallvec::SmallVec;

use super::{
    clip::Limits,
    parts::{Part, PartId, Parts},
    shafts::{Between, is_blocked, section_of},
};
use crate::solid_leaf::{LeafId, LeafTree, NodeId, query::sightline::Passed};

/// What is known of a pair of clusters or parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// A line between them is free.
    Free,
    /// All lines are blocked.
    Blocked,
    /// The steps did not suffice.
    Unknown,
}

/// Most obstacles on a line through which planes are laid, the thickest first.
const MOST_OBSTACLES: usize = 3;

/// So many nodes that sections visit count as a step here.
const NODES_A_STEP: u32 = 64;

/// So many leaves that a line passes count as a step more.
const LEAVES_A_STEP: usize = 256;

/// Tells of pairs whether they see each other.
pub(super) struct Occlusion<'a> {
    tree: &'a LeafTree,
    parts: Parts,
    limits: Limits,
}

/// Memory that a thread reuses from pair to pair.
#[derive(Default)]
pub(super) struct Scratch {
    open: VecDeque<(PartId, PartId)>,
    obstacles: Vec<Obstacle>,
    /// The leaves that the last line passed, in order.
    passed: Vec<Passed>,
    /// Nodes that sections have visited.
    visited: u32,
    /// The plane that blocked the last pair of parts that is blocked.
    blocked_by: Option<Between>,
}

/// What blocks a line: the part of it, 0 to 1, that lies in solid leaves, of length 0 at a face between two empty leaves.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    start: f64,
    end: f64,
    /// The nodes at whose planes it begins and ends.
    planes: [Option<NodeId>; 2],
}

impl Scratch {
    /// The leaves that the last line passed.
    pub(super) fn passed(&self) -> impl ExactSizeIterator<Item = LeafId> + '_ {
        self.passed.iter().map(|passed| passed.leaf)
    }
}

impl<'a> Occlusion<'a> {
    pub(super) fn new(tree: &'a LeafTree, parts: Parts, limits: Limits) -> Self {
        Self { tree, parts, limits }
    }

    /// See [`Part::radius`].
    pub(super) fn radius(&self, part: PartId) -> f64 {
        self.parts.get(part).radius
    }

    /// What one line, and the planes through what blocks it, tell of two parts, and the steps taken.
    pub(super) fn whole(&self, [a, b]: [PartId; 2], scratch: &mut Scratch) -> (Sight, u64) {
        let sight = self.pieces_see([a, b].map(|id| self.parts.get(id)), scratch);
        let of_sections = std::mem::take(&mut scratch.visited) / NODES_A_STEP;
        let of_line = scratch.passed.len() / LEAVES_A_STEP;
        (sight, 1 + u64::from(of_sections) + of_line as u64)
    }

    /// What is known of two parts and their parts after at most `budget` steps, and the steps taken.
    pub(super) fn in_parts(&self, pair: [PartId; 2], budget: u64, scratch: &mut Scratch) -> (Sight, u64) {
        self.in_parts_with(pair, budget, scratch, |_, _| {})
    }

    /// The same; `blocked` is told of each pair of parts that a plane blocks.
    fn in_parts_with(
        &self,
        [a, b]: [PartId; 2],
        budget: u64,
        scratch: &mut Scratch,
        mut blocked: impl FnMut([&Part; 2], Between),
    ) -> (Sight, u64) {
        let mut steps = 0;
        scratch.open.clear();
        scratch.open.push_back((a, b));
        while let Some((a, b)) = scratch.open.pop_front() {
            // Pairs that wait take a step each, or it is in vain.
            if steps + scratch.open.len() as u64 >= budget {
                return (Sight::Unknown, steps);
            }
            let (sight, taken) = self.whole([a, b], scratch);
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
            // The larger part is divided, if it can be.
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

    /// The planes that block all lines between two parts, each with where the lines meet it; none where that is not found within so
    /// many steps.
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

    /// Whether two parts see each other, by one line and the planes through what blocks it.
    fn pieces_see(&self, [a, b]: [&Part; 2], scratch: &mut Scratch) -> Sight {
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
                let of_node = self.tree.nodes[node as usize].plane;
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

    /// Finds what blocks the line between the points of two parts: solid leaves, or faces where there are none.
    fn obstacles(&self, a: &Part, b: &Part, scratch: &mut Scratch) {
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
