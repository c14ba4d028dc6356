//! Bodies that do not pass through each other.
//!
//! Between two bodies that may meet during a tick, a plane is placed in the gap, perpendicular to the shortest line
//! between them. Each body treats it as a wall and stays on its own side, so the two cannot overlap, whatever they do and
//! whichever moves first. The gap is divided in the ratio of the approach speeds: a body that walks towards a resting
//! body can use the entire gap. Two resting bodies get one half each. The next tick places new planes, so bodies slide
//! past each other.
//!
//! Source of the idea: Zhou, Wang, Bandyopadhyay and Schwager, "Fast, on-line collision avoidance for dynamic vehicles
//! using buffered Voronoi cells", 2017.

use std::ops::Deref;

use bspwalk_geometry::{Aabb, Capsule, Segment, Shape};
use bspwalk_trees::{
    CastHit, Contact, FaceId, NodeId, ObstacleTriangle, Obstacles, TriangleId,
    observer::{Note, Observer},
};
use glam::{DVec3, Vec3};

use super::{Input, Mover, NO_TRIANGLE};
use crate::{observable::Observable, push_ati::AtiPush};

/// Size of a dividing triangle, relative to the reach of the body. It covers rounding and probes of the ground.
const SPARE: f64 = 2.0;

/// Smallest distance of a plane from a body, relative to the skin of the body. At a smaller distance, a wall
/// counts as touched.
const SKINS: f64 = 2.5;

/// A body at the start of a tick, as other bodies see it. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdBody {
    center: DVec3,
    shape: Capsule,
    velocity: DVec3,
    /// Upper bound for the length of the body's path during the tick.
    path: f64,
    /// Gap that the body keeps from walls.
    skin: f64,
}

/// Bodies that block each other during one tick.
///
/// Create a crowd from the positions of all bodies before any of them moves. Then tick each body among the obstacles that
/// [`Crowd::around`] returns. The order of the ticks does not change the results.
///
/// Bodies that overlap at the start of a tick share the displacement that separates them. A body that cannot move out of
/// the way, for example at a wall, leaves the rest to the other.
///
/// ```
/// use bspwalk_collision::mover::{CollisionMethod, Crowd, Input, Mode, Mover, MoverParams};
/// use bspwalk_geometry::{FaceId, TaggedTriangle};
/// use bspwalk_trees::{BuildParams, NodeTree};
/// use glam::{Vec3, dvec3, vec3};
///
/// let floor = [dvec3(-50.0, 0.0, 50.0), dvec3(50.0, 0.0, 50.0), dvec3(0.0, 0.0, -50.0)];
/// let tree = NodeTree::build(&[TaggedTriangle { corners: floor, face: FaceId(0) }], &BuildParams::default())?;
/// let mover = |x: f32| Mover::new(&MoverParams::default(), Mode::Walk, CollisionMethod::Sweep, vec3(x, 1.7, 0.0));
/// let walk = |x: f32| Input { desired: Vec3::X * x, ..Input::default() };
/// let mut bodies = [(mover(-3.0), walk(1.0)), (mover(3.0), walk(-1.0))];
/// for _ in 0..120 {
///     let crowd = Crowd::new(&bodies.each_ref().map(|(mover, input)| mover.in_crowd(input, 1.0 / 60.0)));
///     for (index, (mover, input)) in bodies.iter_mut().enumerate() {
///         mover.tick(&crowd.around(index, &tree), input, 1.0 / 60.0);
///     }
/// }
/// let radius = bodies[0].0.body().radius;
/// let distance = bodies[0].0.position().distance(bodies[1].0.position());
/// assert!((2.0 * radius..2.0 * radius + 0.01).contains(&distance));
/// # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// Dividing triangles of each body, which face it.
    dividers: Vec<Vec<Divider>>,
}

#[derive(Clone, Copy, Debug)]
struct Divider {
    /// Index of the body on the other side.
    other: usize,
    corners: [Vec3; 3],
    normal: Vec3,
}

/// The obstacles of one body in a [`Crowd`]: a set of faces, and the planes between the body and other bodies.
///
/// The planes appear as triangles with [`FaceId::NONE`]. [`Separated::body`] names the body behind one.
/// The method [`Ati`](super::CollisionMethod::Ati) ignores them.
#[derive(Clone, Debug)]
pub struct Separated<'a, B> {
    obstacles: B,
    dividers: &'a [Divider],
}

impl Mover {
    /// Returns this body at the start of a tick of the given number of seconds, for a [`Crowd`].
    #[must_use]
    pub fn in_crowd(&self, input: &Input, seconds: f32) -> CrowdBody {
        CrowdBody {
            center: self.position.as_dvec3(),
            shape: self.body(),
            velocity: self.velocity.as_dvec3(),
            path: self.longest_path(input, f64::from(seconds)),
            skin: f64::from(self.skin()),
        }
    }
}

impl CrowdBody {
    fn is_finite(&self) -> bool {
        self.center.is_finite() && self.velocity.is_finite() && self.path.is_finite()
    }

    fn axis(&self) -> Segment {
        let half = self.shape.half_axis.as_dvec3();
        Segment {
            from: self.center - half,
            to: self.center + half,
        }
    }

    /// Largest distance from the centre that the body may reach, in metres.
    fn reach(&self) -> f64 {
        f64::from(self.shape.half_axis.length() + self.shape.radius) + self.path
    }

    /// Sort key that does not depend on the order of the bodies.
    fn key(&self) -> [i64; 3] {
        self.center.to_array().map(|coordinate| {
            let bits = coordinate.to_bits() as i64;
            bits ^ (bits >> 63 & i64::MAX)
        })
    }
}

impl Crowd {
    /// Places the planes between bodies that may meet. Bodies with a non-finite value neither block nor are blocked.
    #[must_use]
    pub fn new(bodies: &[CrowdBody]) -> Self {
        let mut dividers = vec![Vec::new(); bodies.len()];
        // Sort along x, so that only bodies that are close in this direction are compared.
        let mut order: Vec<usize> = (0..bodies.len())
            .filter(|&index| bodies[index].is_finite())
            .collect();
        order.sort_by_key(|&index| bodies[index].key());
        let farthest = bodies
            .iter()
            .filter(|body| body.is_finite())
            .map(CrowdBody::reach);
        let farthest = farthest.fold(0.0, f64::max);
        for (place, &index) in order.iter().enumerate() {
            let body = &bodies[index];
            for &next in &order[place + 1..] {
                let other = &bodies[next];
                if other.center.x - body.center.x > body.reach() + farthest {
                    break;
                }
                if let Some((point, normal)) = dividing_plane(body, other) {
                    dividers[index].push(divider(body, next, point, normal));
                    dividers[next].push(divider(other, index, point, -normal));
                }
            }
        }
        for dividers in &mut dividers {
            dividers.sort_by_key(|divider| divider.corners.map(|corner| corner.to_array().map(f32::to_bits)));
        }
        Self { dividers }
    }

    /// Returns the obstacles of the body with the given index: `obstacles`, and the planes between it and other bodies.
    /// If there is no such body, there are no planes.
    #[must_use]
    pub fn around<'a, T: Obstacles>(&'a self, body: usize, obstacles: &'a T) -> Separated<'a, &'a T> {
        Separated {
            obstacles,
            dividers: self.dividers.get(body).map_or(&[], Vec::as_slice),
        }
    }
}

/// Returns a point of the plane between two bodies that may meet, and its unit normal towards the first body.
fn dividing_plane(body: &CrowdBody, other: &CrowdBody) -> Option<(DVec3, DVec3)> {
    let closest = body.axis().closest_to_segment(&other.axis());
    let away = closest.first - closest.second;
    let distance = away.length();
    let [radius, other_radius] = [body, other].map(|body| f64::from(body.shape.radius));
    let gap = distance - radius - other_radius;
    if gap > body.path + other.path + SPARE * f64::from(f32::EPSILON) * distance {
        return None;
    }
    let normal = away.try_normalize().unwrap_or(DVec3::NEG_X);
    // Approach speeds, in m/s.
    let (ours, theirs) = (
        (-body.velocity.dot(normal)).max(0.0),
        other.velocity.dot(normal).max(0.0),
    );
    let from_other = if gap > 0.0 {
        let share = if ours + theirs > 0.0 {
            theirs / (ours + theirs)
        } else {
            0.5
        };
        // A plane within the skin of a body would push it.
        let room = |body: &CrowdBody| (SKINS * body.skin).min(0.5 * gap);
        (gap * share).clamp(room(other), gap - room(body))
    } else {
        0.5 * gap
    };
    Some((closest.second + normal * (other_radius + from_other), normal))
}

/// Returns a triangle in the plane, around the point that is nearest to the body and larger than the reach of the body.
fn divider(body: &CrowdBody, other: usize, point: DVec3, normal: DVec3) -> Divider {
    let middle = body.center - normal * normal.dot(body.center - point);
    let size = 2.0 * SPARE * body.reach();
    let (u, v) = normal.any_orthonormal_pair();
    // In a right-handed frame, the corners are counter-clockwise seen from the body.
    let (u, v) = if u.cross(v).dot(normal) < 0.0 {
        (v, u)
    } else {
        (u, v)
    };
    let corners = [(1.0, 0.0), (-0.5, 0.75_f64.sqrt()), (-0.5, -0.75_f64.sqrt())];
    Divider {
        other,
        corners: corners.map(|(along, across)| (middle + (u * along + v * across) * size).as_vec3()),
        normal: normal.as_vec3(),
    }
}

impl Divider {
    /// Returns the fraction of the segment up to the triangle.
    fn crossing(&self, from: Vec3, to: Vec3) -> Option<f32> {
        let [a, b, c] = self.corners.map(Vec3::as_dvec3);
        let normal = (b - a).cross(c - a);
        let (start, end) = (normal.dot(from.as_dvec3() - a), normal.dot(to.as_dvec3() - a));
        if start == end || start.min(end) > 0.0 || start.max(end) < 0.0 {
            return None;
        }
        let t = start / (start - end);
        let at = from.as_dvec3().lerp(to.as_dvec3(), t);
        let is_inside = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|&(from, to)| (to - from).cross(at - from).dot(normal) >= 0.0);
        is_inside.then_some(t as f32)
    }
}

impl<B> Separated<'_, B> {
    /// Returns the index of the body behind a triangle, or `None` if the triangle is a face.
    #[must_use]
    pub fn body(&self, triangle: TriangleId) -> Option<usize> {
        self.number(triangle).map(|number| self.dividers[number].other)
    }

    /// Dividers are numbered downwards from the largest triangle number.
    fn id(number: usize) -> TriangleId {
        TriangleId(NO_TRIANGLE.0 - 1 - number as u32)
    }

    fn number(&self, triangle: TriangleId) -> Option<usize> {
        let number = (NO_TRIANGLE.0 - 1).checked_sub(triangle.0)? as usize;
        (number < self.dividers.len()).then_some(number)
    }

    fn triangles(&self) -> impl Iterator<Item = ObstacleTriangle> {
        self.dividers
            .iter()
            .enumerate()
            .map(|(number, divider)| ObstacleTriangle {
                corners: divider.corners,
                normal: divider.normal,
                face: FaceId::NONE,
                triangle: Self::id(number),
                node: NodeId::ROOT,
            })
    }
}

impl<B: Deref<Target: Obstacles>> Obstacles for Separated<'_, B> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let mut nearest = self.obstacles.cast(from, to);
        for (number, divider) in self.dividers.iter().enumerate() {
            let Some(t) = divider.crossing(from, to) else {
                continue;
            };
            if nearest.as_ref().is_none_or(|nearest| t < nearest.t) {
                nearest = Some(CastHit {
                    t,
                    point: from.lerp(to, t),
                    normal: divider.normal,
                    face: FaceId::NONE,
                    triangle: Self::id(number),
                    node: NodeId::ROOT,
                });
            }
        }
        nearest
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.dividers
            .iter()
            .any(|divider| divider.crossing(from, to).is_some())
            || self.obstacles.is_blocked(from, to)
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        for triangle in self.triangles() {
            visit(&triangle);
        }
        self.obstacles.visit_swept(shape, from, to, visit)
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        for triangle in self.triangles() {
            visit(&triangle);
        }
        self.obstacles.visit_near(shape, center, visit);
    }

    /// Returns the bounds of the faces. The planes belong to bodies within these bounds, or near them.
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn is_of_thing(&self, triangle: TriangleId) -> bool {
        self.number(triangle).is_some() || self.obstacles.is_of_thing(triangle)
    }

    fn has_thing_in(&self, within: &Aabb) -> bool {
        !self.dividers.is_empty() || self.obstacles.has_thing_in(within)
    }

    /// Passes the note on unless it is about a plane between bodies, which belongs to no tree.
    #[inline(always)]
    fn note(&self, note: impl FnOnce() -> Note) {
        if self.dividers.is_empty() {
            self.obstacles.note(note);
            return;
        }
        let note = note();
        let is_of_body = matches!(note, Note::Tested { triangle, .. } if self.number(triangle).is_some());
        if !is_of_body {
            self.obstacles.note(|| note);
        }
    }
}

impl<T: Observable> Observable for Separated<'_, &T> {
    fn observed<O: Observer>(&self, observer: O) -> impl Obstacles {
        Separated {
            obstacles: Box::new(self.obstacles.observed(observer)),
            dividers: self.dividers,
        }
    }

    fn push_sphere(&self, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
        self.obstacles.push_sphere(center, radius, observer)
    }

    fn sphere_contacts(&self, center: Vec3, radius: f32, found: &mut Vec<Contact>, observer: impl Observer) {
        self.obstacles.sphere_contacts(center, radius, found, observer);
    }
}
