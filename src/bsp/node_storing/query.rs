//! Queries: segment, sphere, box and point. All take `&self` and keep no state between calls.

use glam::{Vec3, Vec3A, Vec4, Vec4Swizzles, vec4};
use smallvec::SmallVec;

use super::{
    Branch, NONE, Node, NodeBox, NodeId, NodeTree,
    triangle::{Feature, Line, QueryTriangle},
};
use crate::geometry::{Aabb, separating_axes, tolerance::QUERY_RELATIVE};

/// Room for the waiting nodes of a query; a deeper tree moves them to the heap.
pub(super) const STACK: usize = 64;

/// Where a segment first meets a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Where along the segment, 0 at its start to 1 at its end.
    pub t: f32,
    /// The point, in metres.
    pub point: Vec3,
    /// Unit normal of the face, on the side that the segment came from.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// The node that stores it.
    pub node: NodeId,
}

/// What a cast found and what it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastReport {
    /// The nearest hit.
    pub hit: Option<CastHit>,
    /// Nodes visited.
    pub visited: u32,
}

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
    /// A node that stores a fragment of it.
    pub node: NodeId,
    /// Which part of the triangle the point is on.
    pub feature: Feature,
}

/// A step of a path from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The node.
    pub node: NodeId,
    /// The side of its plane that the point is on.
    pub branch: Branch,
}

/// A node whose plane a segment crosses: its faces and its far side wait for the near side.
struct Crossing {
    node: NodeId,
    far: NodeId,
    /// The part of the segment that may be on the far side.
    from: f32,
    to: f32,
}

/// The crossed nodes of a cast, the nearest last.
type Waiting = SmallVec<[Crossing; STACK]>;

/// A segment as planes are asked about it: four lanes, for its start and end in front and its start and end behind.
struct Lanes {
    /// A coordinate of its `from` each, negated in the lanes behind.
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
struct Nearest {
    from: Vec3,
    to: Vec3,
    /// Set up by the first triangle that is tested: many casts test none.
    line: Option<Line>,
    t: f32,
    /// The triangle that it is on, and the node.
    at: Option<(u32, NodeId)>,
}

impl Nearest {
    fn new(from: Vec3, to: Vec3) -> Self {
        Self {
            from,
            to,
            line: None,
            t: f32::INFINITY,
            at: None,
        }
    }
}

/// A segment as boxes are tested against it (Kay and Kajiya, "Ray tracing complex scenes", 1986).
struct Slabs {
    from: Vec3A,
    inverse: Vec3A,
    /// How far boxes are grown for it, in metres: more than where it enters and leaves them is off by rounding, so that
    /// no box that it touches is missed.
    margin: f32,
}

impl Slabs {
    /// The segment `from + t direction`, t from 0 to 1; `None` where it is not finite.
    #[inline]
    fn new(from: Vec3, direction: Vec3, margin: f32) -> Option<Self> {
        if !(from.is_finite() && direction.is_finite()) {
            return None;
        }
        Some(Self {
            from: Vec3A::from(from),
            inverse: Vec3A::from(direction).recip(),
            margin,
        })
    }

    /// The part of the segment between `start` and `end` that is in the box.
    #[inline]
    fn inside(&self, node_box: &NodeBox, start: f32, end: f32) -> Option<(f32, f32)> {
        let low = (node_box.min - self.margin - self.from) * self.inverse;
        let high = (node_box.max + self.margin - self.from) * self.inverse;
        let (near, far) = (low.min(high), low.max(high));
        let (near, far) = (near.max_element(), far.min_element());
        let start = if near > start { near } else { start };
        let end = if far < end { far } else { end };
        (start <= end).then_some((start, end))
    }
}

impl NodeTree {
    /// The nearest face that the segment meets, from either side; touching with an end counts.
    ///
    /// A segment that lies in the plane of a face does not meet it. Coordinates that are not finite meet nothing.
    #[must_use]
    pub fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.cast_report(from, to).hit
    }

    /// As [`NodeTree::cast`], with the number of nodes visited.
    ///
    /// Nodes are taken front to back as seen from `from` (seed 000): the near side, the node's own faces, the far side.
    /// Points nearer to a plane than the rounding of the numbers count to both sides.
    #[must_use]
    pub fn cast_report(&self, from: Vec3, to: Vec3) -> CastReport {
        let mut report = CastReport {
            hit: None,
            visited: 0,
        };
        let direction = to - from;
        let slack = self.slack_at(from, to);
        let Some(slabs) = Slabs::new(from, direction, slack) else {
            return report;
        };
        let Some((mut t0, mut t1)) = self.boxes.first().and_then(|all| slabs.inside(all, 0.0, 1.0)) else {
            return report;
        };
        let ray = Lanes::new(from, direction, slack);
        let mut nearest = Nearest::new(from, to);
        let mut waiting: Waiting = SmallVec::new();
        let mut id = 0;
        loop {
            report.visited += self.descend(&ray, id, t0, t1, &mut waiting);
            loop {
                let Some(crossing) = waiting.pop() else {
                    report.hit = nearest
                        .at
                        .map(|(triangle, node)| self.cast_hit(from, direction, nearest.t, triangle, node));
                    return report;
                };
                if crossing.from > nearest.t {
                    continue;
                }
                let node = &self.nodes[crossing.node as usize];
                if node.face_count != 0 {
                    self.meet_faces(crossing.node, node, &slabs, &mut nearest);
                }
                if let Some(far_box) = self.boxes.get(crossing.far as usize) {
                    let to = if nearest.t < crossing.to {
                        nearest.t
                    } else {
                        crossing.to
                    };
                    if let Some((from, to)) = slabs.inside(far_box, crossing.from, to) {
                        (id, t0, t1) = (crossing.far, from, to);
                        break;
                    }
                }
            }
        }
    }

    /// Goes down from a node with the part of a segment from `t0` to `t1`, near sides first, to where no child is; the
    /// crossed nodes wait. Returns how many nodes were visited.
    ///
    /// Not inlined: it is most of a cast, and so has the registers to itself.
    #[inline(never)]
    fn descend(&self, ray: &Lanes, mut id: NodeId, t0: f32, t1: f32, waiting: &mut Waiting) -> u32 {
        let Lanes {
            from: [from_x, from_y, from_z],
            direction: [x, y, z],
            slack,
        } = *ray;
        let mut visited = 0;
        let mut ends = vec4(t0, t1, -t0, -t1);
        while let Some(node) = self.nodes.get(id as usize) {
            visited += 1;
            let plane = node.normal.extend(node.d);
            let (a, b, c) = (plane.xxxx(), plane.yyyy(), plane.zzzz());
            let distance = a * from_x + b * from_y + c * from_z + plane.wwww() * SIDES;
            let slope = a * x + b * y + c * z;
            // Both ends in front, or both behind. Of NaN, neither.
            match (distance + slope * ends).cmpgt(slack).bitmask() {
                0b0011 => id = node.front,
                0b1100 => id = node.back,
                _ => {
                    let (distance, slope, slack) = (distance.x, slope.x, slack.x);
                    let (near, far) = if slope < 0.0 {
                        (node.front, node.back)
                    } else {
                        (node.back, node.front)
                    };
                    let inverse = 1.0 / slope;
                    let (crossing, margin) = (-distance * inverse, slack * inverse.abs());
                    let (before, after) = (crossing - margin, crossing + margin);
                    let (t0, t1) = (ends.x, ends.y);
                    // Comparisons, as a parallel segment gives NaN or infinity: then the whole is left to both sides.
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
    /// Not inlined: what it needs would push out of the registers what the way down needs.
    #[inline(never)]
    fn meet_faces(&self, id: NodeId, node: &Node, slabs: &Slabs, nearest: &mut Nearest) {
        for &index in self.faces_of(node).as_slice() {
            let triangle = &self.triangles[index as usize];
            // Most triangles are missed by far, which their boxes tell sooner.
            if slabs.inside(&triangle.bounds(), 0.0, nearest.t).is_some()
                && let Some(t) = triangle.line_parameter(
                    nearest
                        .line
                        .get_or_insert_with(|| Line::new(nearest.from, nearest.to)),
                )
                && (0.0..=1.0).contains(&t)
                && t < nearest.t
            {
                (nearest.t, nearest.at) = (t, Some((index, id)));
            }
        }
    }

    /// Every triangle nearer to `center` than `radius` metres, each once, deepest first, replacing what `contacts` held.
    pub fn contacts(&self, center: Vec3, radius: f32, contacts: &mut Vec<Contact>) {
        contacts.clear();
        let reach = radius + self.slack_at(center, center);
        let mut seen = Seen::default();
        let at = Vec3A::from(center);
        self.visit_near(
            |node_box| at.clamp(node_box.min, node_box.max).distance_squared(at) < reach * reach,
            |node| (node.normal.dot(center) + node.d, reach),
            |id, index, triangle| {
                // The plane of a fragment's node is near; that of the triangle, and the triangle, may not be.
                if seen.just_now(index) || (center - triangle.corners[0]).dot(triangle.normal).abs() >= reach
                {
                    return;
                }
                let (point, feature) = triangle.closest_point(center);
                let offset = center - point;
                let distance = offset.length();
                if distance < radius {
                    let normal = if distance > 0.0 {
                        offset / distance
                    } else {
                        triangle.normal
                    };
                    contacts.push(Contact {
                        point,
                        normal,
                        depth: radius - distance,
                        face: triangle.face,
                        node: id,
                        feature,
                    });
                }
            },
        );
        // A triangle in several nodes gives the same contact in each.
        // Depths are not negative, so that their bits order as they do.
        contacts.sort_unstable_by_key(|contact| {
            u64::from(!contact.depth.to_bits()) << 32 | u64::from(contact.face)
        });
        contacts.dedup_by_key(|contact| contact.face);
    }

    /// The faces whose triangle touches the box, ascending, replacing what `faces` held.
    pub fn overlap(&self, min: Vec3, max: Vec3, faces: &mut Vec<u32>) {
        faces.clear();
        let aabb = Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let slack = self.slack_at(min, max);
        let mut seen = Seen::default();
        let (low, high) = (Vec3A::from(min - slack), Vec3A::from(max + slack));
        self.visit_near(
            |node_box| node_box.min.cmple(high).all() && node_box.max.cmpge(low).all(),
            |node| {
                (
                    node.normal.dot(center) + node.d,
                    node.normal.abs().dot(half) + slack,
                )
            },
            |_, index, triangle| {
                if seen.just_now(index) {
                    return;
                }
                if separating_axes::aabb_touches_triangle(&aabb, triangle.corners.map(Vec3::as_dvec3)) {
                    faces.push(triangle.face);
                }
            },
        );
        faces.sort_unstable();
        faces.dedup();
    }

    /// The way of a point from the root to a missing child; a point on a plane goes to its front.
    pub fn path(&self, point: Vec3) -> impl Iterator<Item = PathStep> + '_ {
        let mut id = 0;
        std::iter::from_fn(move || {
            let node = self.nodes.get(id as usize)?;
            let branch = if node.normal.dot(point) + node.d >= 0.0 {
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

    /// Visits every face of every node whose box and whose plane are near.
    ///
    /// `is_near` says whether a box is; `distance_and_reach` gives a node's signed distance and the distance up to which
    /// a plane is. A side is entered where something of the query may reach into it.
    #[inline]
    pub(super) fn visit_near(
        &self,
        is_near: impl Fn(&NodeBox) -> bool,
        distance_and_reach: impl Fn(&Node) -> (f32, f32),
        mut visit: impl FnMut(NodeId, u32, &QueryTriangle),
    ) {
        let mut waiting: SmallVec<[NodeId; STACK]> = SmallVec::new();
        let mut id = 0;
        loop {
            while let Some(node) = self.nodes.get(id as usize) {
                if !is_near(&self.boxes[id as usize]) {
                    break;
                }
                let (distance, reach) = distance_and_reach(node);
                if distance > reach {
                    id = node.front;
                } else if distance < -reach {
                    id = node.back;
                } else {
                    for &triangle in self.faces_of(node).as_slice() {
                        visit(id, triangle, &self.triangles[triangle as usize]);
                    }
                    if node.back != NONE {
                        waiting.push(node.back);
                    }
                    id = node.front;
                }
            }
            let Some(next) = waiting.pop() else { return };
            id = next;
        }
    }

    /// The triangles of a node.
    #[inline]
    pub(super) fn faces_of<'a>(&'a self, node: &'a Node) -> Faces<'a> {
        if node.face_count == 1 {
            Faces::One(&node.first_face)
        } else {
            let first = node.first_face as usize;
            Faces::Many(&self.node_faces[first..first + node.face_count as usize])
        }
    }

    /// How far a distance from a plane, computed for a point up to these coordinates, may be off.
    #[inline]
    pub(super) fn slack_at(&self, a: Vec3, b: Vec3) -> f32 {
        self.slack + QUERY_RELATIVE * a.abs().max(b.abs()).max_element()
    }

    fn cast_hit(&self, from: Vec3, direction: Vec3, t: f32, triangle: u32, node: NodeId) -> CastHit {
        let triangle = &self.triangles[triangle as usize];
        let against = triangle.normal.dot(direction) <= 0.0;
        CastHit {
            t,
            point: from + direction * t,
            normal: if against {
                triangle.normal
            } else {
                -triangle.normal
            },
            face: triangle.face,
            node,
        }
    }
}

/// Remembers some of the triangles that a query met, so that most are not tested again in their other fragments.
pub(super) struct Seen([u32; Self::SLOTS]);

impl Default for Seen {
    fn default() -> Self {
        Self([NONE; Self::SLOTS])
    }
}

impl Seen {
    const SLOTS: usize = 256;

    /// Whether this triangle was the last with its slot.
    #[inline]
    pub(super) fn just_now(&mut self, triangle: u32) -> bool {
        std::mem::replace(&mut self.0[triangle as usize % Self::SLOTS], triangle) == triangle
    }
}

/// The faces of a node, without a look-up where it is one.
pub(super) enum Faces<'a> {
    One(&'a u32),
    Many(&'a [u32]),
}

impl<'a> Faces<'a> {
    #[inline]
    pub(super) fn as_slice(&self) -> &'a [u32] {
        match self {
            Self::One(face) => std::slice::from_ref(face),
            Self::Many(faces) => faces,
        }
    }
}
