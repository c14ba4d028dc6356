//! The cast: where a segment first meets a face.

use glam::{Vec3, Vec3A, Vec4, Vec4Swizzles, vec4};
use smallvec::SmallVec;

use super::{
    Branch, CastHit, FragmentSpan, Node, NodeId, NodeTree, node_box::Slabs, query::STACK, triangle::Line,
    wide::Nearest,
};
use crate::bsp::observer::{AtPlane, Observer, Question, Skipped, Tested, Unobserved};

/// The result of a cast, and its effort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastReport {
    /// The nearest hit.
    pub hit: Option<CastHit>,
    /// Nodes visited.
    pub visited: u32,
    /// Faces of them that were looked at.
    pub tested: u32,
}

/// A node whose plane the segment, or the path of a body, crosses: its faces and its far side wait until the near side is
/// done.
pub(super) struct Crossing {
    pub(super) node: NodeId,
    pub(super) far: NodeId,
    /// The part that may be on the far side, or touch the plane.
    pub(super) from: f32,
    pub(super) to: f32,
}

/// The crossed nodes of a query, the nearest last.
pub(super) type Waiting = SmallVec<[Crossing; STACK]>;

/// A segment set up for tests against planes, in four lanes: its start and end in front, its start and end behind.
struct Lanes {
    /// For each coordinate the start of the segment, negated in the lanes behind.
    from: [Vec4; 3],
    direction: [Vec4; 3],
    slack: Vec4,
}

/// In front, in front, behind, behind.
const SIDES: Vec4 = vec4(1.0, 1.0, -1.0, -1.0);

impl Lanes {
    #[inline]
    fn new(from: Vec3, direction: Vec3, slack: f32) -> Self {
        Self {
            from: from.to_array().map(|coordinate| coordinate * SIDES),
            direction: direction.to_array().map(Vec4::splat),
            slack: Vec4::splat(slack),
        }
    }
}

/// The nearest hit up to now.
struct Candidate {
    from: Vec3,
    to: Vec3,
    /// Set up for the first triangle that is tested; many casts test none.
    line: Option<Line>,
    t: f32,
    /// The triangle that it is on, and the node.
    at: Option<(u32, NodeId)>,
}

impl NodeTree {
    /// The nearest face that the segment meets, from either side; touching with an end counts.
    ///
    /// A segment that lies in the plane of a face does not meet it. Coordinates that are not finite meet nothing.
    #[must_use]
    pub fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let direction = to - from;
        if !(from.is_finite() && direction.is_finite()) {
            return None;
        }
        let (nearest, read) = self.wide().cast(from, to, self.slack_at(from, to));
        read.count();
        nearest.map(|Nearest { t, triangle, node }| {
            self.triangles[triangle as usize].hit(from, direction, t, triangle, node)
        })
    }

    /// Whether the segment meets a face, from either side; touching with an end counts. It ends at the first face that it
    /// comes upon, so it takes less time than [`NodeTree::cast`].
    #[must_use]
    pub fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.is_blocked_by(from, to, |_| true)
    }

    /// As [`NodeTree::is_blocked`], by the faces that `stops` is true for, given their numbers: light, say, passes a pane.
    #[must_use]
    pub fn is_blocked_by(&self, from: Vec3, to: Vec3, stops: impl Fn(u32) -> bool) -> bool {
        let slack = self.slack_at(from, to);
        if !(from.is_finite() && (to - from).is_finite()) {
            return false;
        }
        let (blocked, read) = self.wide().is_blocked(from, to, slack, &|triangle| {
            stops(self.triangles[triangle as usize].face)
        });
        read.count();
        blocked
    }

    /// As [`NodeTree::cast`], node by node, with the number of nodes visited.
    ///
    /// Nodes are visited front to back as seen from `from` (seed 000): the near side, the node's own faces, the far
    /// side. Points nearer to a plane than the rounding of the numbers count to both sides.
    #[must_use]
    pub fn cast_report(&self, from: Vec3, to: Vec3) -> CastReport {
        self.cast_observed(from, to, Unobserved)
    }

    /// As [`NodeTree::cast_report`], watched.
    #[must_use]
    pub fn cast_observed(&self, from: Vec3, to: Vec3, observer: impl Observer) -> CastReport {
        observer.ask(Question::Cast { from, to });
        let mut report = CastReport {
            hit: None,
            visited: 0,
            tested: 0,
        };
        let direction = to - from;
        let slack = self.slack_at(from, to);
        let Some(root) = self.nodes.first() else {
            return report;
        };
        if !(from.is_finite() && direction.is_finite()) {
            return report;
        }
        let slabs = Slabs {
            from: Vec3A::from(from),
            inverse: Vec3A::from(direction).recip(),
            half_size: Vec3A::splat(slack),
        };
        let (mut t0, mut t1) = slabs.within(&root.bounds, 0.0, 1.0);
        if t0 > t1 {
            observer.skip(0, Skipped::Bounds);
            return report;
        }
        let ray = Lanes::new(from, direction, slack);
        let mut nearest = Candidate {
            from,
            to,
            line: None,
            t: f32::INFINITY,
            at: None,
        };
        let mut waiting: Waiting = SmallVec::new();
        let mut id = 0;
        loop {
            report.visited += self.descend(&ray, id, t0, t1, &mut waiting, observer);
            loop {
                let Some(crossing) = waiting.pop() else {
                    report.hit = nearest.at.map(|(index, node)| {
                        self.triangles[index as usize].hit(from, direction, nearest.t, index, node)
                    });
                    return report;
                };
                if crossing.from > nearest.t {
                    observer.pass(crossing.node, crossing.far);
                    continue;
                }
                let node = &self.nodes[crossing.node as usize];
                if node.fragment_count != 0 {
                    report.tested += node.fragment_count;
                    self.meet_faces(crossing.node, node, &slabs, &mut nearest, observer);
                }
                if let Some(far) = self.nodes.get(crossing.far as usize) {
                    let to = if nearest.t < crossing.to {
                        nearest.t
                    } else {
                        crossing.to
                    };
                    (t0, t1) = slabs.within(&far.bounds, crossing.from, to);
                    if t0 <= t1 {
                        id = crossing.far;
                        break;
                    }
                    observer.skip(crossing.far, Skipped::Bounds);
                }
            }
        }
    }

    /// Descends from a node with the part of a segment from `t0` to `t1`, near sides first, until there is no child;
    /// the crossed nodes wait. Returns the number of nodes visited.
    ///
    /// Not inlined: it takes most of the time of a cast, and alone it has all registers.
    #[inline(never)]
    fn descend(
        &self,
        ray: &Lanes,
        mut id: NodeId,
        t0: f32,
        t1: f32,
        waiting: &mut Waiting,
        observer: impl Observer,
    ) -> u32 {
        let Lanes {
            from: [from_x, from_y, from_z],
            direction: [x, y, z],
            slack,
        } = *ray;
        let mut visited = 0;
        let mut ends = vec4(t0, t1, -t0, -t1);
        while let Some(node) = self.nodes.get(id as usize) {
            visited += 1;
            let plane = node.normal().extend(node.plane.d as f32);
            let (a, b, c) = (plane.xxxx(), plane.yyyy(), plane.zzzz());
            let distance = a * from_x + b * from_y + c * from_z + plane.wwww() * SIDES;
            let slope = a * x + b * y + c * z;
            let at_ends = distance + slope * ends;
            // Both ends in front, or both behind. Of NaN, neither.
            match at_ends.cmpgt(slack).bitmask() {
                0b0011 => {
                    observer.visit(id, one_side(Branch::Front, at_ends));
                    id = node.front;
                }
                0b1100 => {
                    observer.visit(id, one_side(Branch::Back, at_ends));
                    id = node.back;
                }
                _ => {
                    let (distance, slope, slack) = (distance.x, slope.x, slack.x);
                    let (near, far, first) = if slope < 0.0 {
                        (node.front, node.back, Branch::Front)
                    } else {
                        (node.back, node.front, Branch::Back)
                    };
                    let inverse = 1.0 / slope;
                    let (crossing, margin) = (-distance * inverse, slack * inverse.abs());
                    let plane = if node.is_block() {
                        AtPlane::Block
                    } else {
                        AtPlane::Crosses { first, t: crossing }
                    };
                    observer.visit(id, plane);
                    let (before, after) = (crossing - margin, crossing + margin);
                    let (t0, t1) = (ends.x, ends.y);
                    // Comparisons, because a parallel segment gives NaN or infinity: then both sides get the whole.
                    waiting.push(Crossing {
                        node: id,
                        far,
                        from: if before > t0 { before } else { t0 },
                        to: t1,
                    });
                    let t1 = if after < t1 { after } else { t1 };
                    ends = vec4(t0, t1, -t0, -t1);
                    id = near;
                }
            }
        }
        visited
    }

    /// Tests the faces of a node.
    ///
    /// Not inlined: its variables would push those of the descent out of the registers.
    #[inline(never)]
    fn meet_faces(
        &self,
        id: NodeId,
        node: &Node,
        slabs: &Slabs,
        nearest: &mut Candidate,
        observer: impl Observer,
    ) {
        for &FragmentSpan { triangle: index, .. } in self.spans(node) {
            let triangle = &self.triangles[index as usize];
            // Most triangles are missed by far, which their bounds tell sooner.
            let (enters, leaves) = slabs.within(&triangle.bounds(), 0.0, nearest.t);
            if !(enters <= leaves) {
                observer.test(id, index, Tested::OutOfReach);
                continue;
            }
            let line = nearest
                .line
                .get_or_insert_with(|| Line::new(nearest.from, nearest.to));
            let Some(t) = triangle.line_parameter(line) else {
                observer.test(id, index, Tested::Outside);
                continue;
            };
            let known = nearest.at.map_or(u32::MAX, |(known, _)| known);
            if (0.0..=1.0).contains(&t) && (t < nearest.t || t == nearest.t && index < known) {
                observer.test(id, index, Tested::Hit { t: f64::from(t) });
                (nearest.t, nearest.at) = (t, Some((index, id)));
            } else {
                observer.test(id, index, missed(f64::from(t)));
            }
        }
    }
}

/// A part of a segment that lies on one side of a plane; the lanes are the distances of its ends, in front and behind.
#[inline(always)]
fn one_side(branch: Branch, ends: Vec4) -> AtPlane {
    let distance = match branch {
        Branch::Front => ends.x.min(ends.y),
        Branch::Back => ends.z.min(ends.w),
    };
    AtPlane::OneSide { branch, distance }
}

/// Why a triangle that the line meets at `t` is not the nearest hit.
#[inline(always)]
fn missed(t: f64) -> Tested {
    if t < 0.0 {
        Tested::Behind { t }
    } else if t > 1.0 {
        Tested::Beyond { t }
    } else {
        Tested::Farther { t }
    }
}
