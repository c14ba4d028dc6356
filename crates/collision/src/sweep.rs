//! The sweep: finds the first face that a moving body hits.

use bspwalk_geometry::Shape;
use bspwalk_trees::{
    FaceId, Feature, NodeId, ObstacleTriangle, Obstacles, QueryCounters, TriangleId,
    observer::{Note, TestOutcome},
};
use glam::{DVec3, Vec3};

use super::{
    Capsule,
    contacts::near_contacts,
    convex::{Convex, MovingConvex},
    early_out::MovingBody,
    near_triangle::NearTriangle,
    proximity::unit_normal,
    start_contacts::StartContacts,
    swept_body::SweptBody,
    toi::{Impact, SweepPath, Toi},
    tolerance::{MOVES_ALONG, SAME_HIT, TOUCHING_RELATIVE},
};
use crate::notes::note_tested;

/// The first face that a moving body hits. Points are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// Time of impact, from 0 at the start of the motion to 1 at its end.
    ///
    /// In `f64`, because it is computed exactly and may scale a long path. After a kilometre, `f32` would move the body
    /// by up to 0.06 mm.
    pub t: f64,
    /// Centre of the body at that time.
    pub center: Vec3,
    /// Point of the face that the body touches at that time.
    pub point: Vec3,
    /// Unit vector from that point to the nearest point of the body's axis (the centre for a sphere). For a box or a
    /// cylinder, the unit normal of the contact, from the face to the body.
    ///
    /// If the axis crosses the face at the start, this is the direction of the shortest displacement that separates the
    /// axis from the face. If a ramp rises from a surface that the body touches at the start, this is the ramp's unit
    /// normal.
    pub normal: Vec3,
    /// Face number assigned by the caller. Several triangles may share it.
    pub face: FaceId,
    /// Unique number of the triangle in the tree.
    pub triangle: TriangleId,
    /// A node that stores a fragment of the triangle.
    pub node: NodeId,
    /// Feature of the triangle that contains the point: face, edge or vertex.
    pub feature: Feature,
}

/// The result of a sweep, with its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The first hit, if any.
    pub hit: Option<SweepHit>,
    /// Number of nodes visited.
    pub nodes_visited: u32,
    /// Number of triangles whose time of impact was computed. The others were rejected by their bounds.
    pub triangles_tested: u32,
}

/// Finds the first face hit by a body, from either side, while its centre moves straight from `from` to `to` (in
/// metres).
///
/// If the body touches or overlaps a face at the start and approaches it, it hits this face at `t` = 0. It does not hit
/// a face that it moves along or away from. Nor does it hit faces on or behind the contact plane of such a face, for
/// example at the seams of a floor.
///
/// The body is a [`Capsule`], a [`Cuboid`](bspwalk_geometry::Cuboid) or a [`Cylinder`](bspwalk_geometry::Cylinder),
/// and does not turn. The time of impact has the rounding error of `f64`, and for a box or a cylinder an additional error
/// of at most 1e-8 of the sizes of the body and the triangle. A box or a cylinder does not hit a face that it would
/// only graze, without overlapping it.
///
/// There is no hit if the body does not move, if a value is not finite, or if the shape is not valid.
#[must_use]
pub fn sweep(tree: &impl Obstacles, body: impl Into<Shape>, from: Vec3, to: Vec3) -> Sweep {
    sweep_among(tree, body, from, to, |_| true)
}

struct MovingCapsule {
    path: SweepPath,
    moving: MovingBody,
    body: Capsule,
    from: Vec3,
    to: Vec3,
}

impl SweptBody for MovingCapsule {
    fn path(&self) -> &SweepPath {
        &self.path
    }

    fn may_touch(&self, triangle: &ObstacleTriangle, limit: f64) -> bool {
        self.moving.may_touch(triangle, limit)
    }

    fn may_approach(&self, triangle: &ObstacleTriangle, approach: f64) -> bool {
        self.moving.may_approach(triangle, approach)
    }

    fn impact(&self, corners: [DVec3; 3], limit: f64) -> Impact {
        self.path.impact(corners, limit)
    }

    fn visit(&self, tree: &impl Obstacles, visit: impl FnMut(&ObstacleTriangle) -> f64) -> u32 {
        tree.visit_swept(&self.body.into(), self.from, self.to, visit)
    }

    fn start_contacts(&self, tree: &impl Obstacles, found: &mut Vec<NearTriangle>) {
        let reach = self.path.radius * (1.0 + TOUCHING_RELATIVE) * (1.0 + f64::EPSILON);
        near_contacts(tree, self.body.half_axis, reach, self.from, found);
    }
}

pub(super) fn sweep_among(
    tree: &impl Obstacles,
    body: impl Into<Shape>,
    from: Vec3,
    to: Vec3,
    is_wanted: impl Fn(&ObstacleTriangle) -> bool,
) -> Sweep {
    let shape = body.into();
    let (start, end) = (from.as_dvec3(), to.as_dvec3());
    let length = start.distance(end);
    if !(shape.is_valid() && from.is_finite() && to.is_finite() && length > 0.0) {
        return Sweep::default();
    }
    let unit = (end - start) / length;
    let Capsule { half_axis, radius } = shape.bounding_capsule();
    let path = SweepPath {
        from: start,
        unit,
        length,
        half_axis: half_axis.as_dvec3(),
        radius: f64::from(radius),
    };
    if let Some(convex) = Convex::new(shape) {
        return sweep_body(tree, &MovingConvex::new(convex, path, from, to), is_wanted);
    }
    let moving = MovingBody::new(&tree.bounds(), path.half_axis, path.radius, start, unit, length);
    let body = MovingCapsule {
        path,
        moving,
        body: Capsule { half_axis, radius },
        from,
        to,
    };
    sweep_body(tree, &body, is_wanted)
}

fn sweep_body(
    tree: &impl Obstacles,
    body: &impl SweptBody,
    is_wanted: impl Fn(&ObstacleTriangle) -> bool,
) -> Sweep {
    let path = body.path();
    let length = path.length;
    let mut first = FirstHit::new(path);
    let mut is_touching = false;
    let mut triangles_tested = 0;
    tree.note(|| Note::SweepBegins);
    let nodes_visited = body.visit(tree, |triangle| {
        let reach = first.reach();
        if !body.may_touch(triangle, reach) {
            note_tested(tree, triangle, || TestOutcome::OutOfReach);
        } else if !(first.may_approach(body, triangle) && is_wanted(triangle)) {
            note_tested(tree, triangle, || TestOutcome::NotApproached);
        } else {
            triangles_tested += 1;
            let found = match body.impact(triangle.corners.map(Vec3::as_dvec3), reach) {
                Impact::None => None,
                Impact::AtStart(toi) => {
                    is_touching = true;
                    toi
                }
                Impact::Later(toi) => Some(toi),
            };
            first.test(tree, triangle, found);
        }
        first.reach() / length
    });
    let mut first = first.hit;
    let mut sweep = Sweep {
        hit: None,
        nodes_visited,
        triangles_tested,
    };
    if is_touching && let Some(hit) = first {
        // The hit may be on an internal edge of a surface that the body touches.
        first = sweep_from_contact(tree, body, &is_wanted, (hit, &mut sweep));
    }
    tree.note(|| Note::SweepEnds);
    sweep.hit = first.map(|(toi, triangle)| SweepHit {
        t: toi.at / length,
        center: (path.from + path.unit * toi.at).as_vec3(),
        point: toi.point.as_vec3(),
        normal: toi.normal.as_vec3(),
        face: triangle.face,
        triangle: triangle.triangle,
        node: triangle.node,
        feature: toi.feature,
    });
    sweep
}

/// Finds the first face hit by a body that touches something at the start. Adds the work done to `sweep`.
///
/// `hit` is the first hit found while ignoring contacts. It is correct unless a contact rules it out. Among faces that
/// share an edge or a vertex, the result is preferably one whose plane the body approaches.
fn sweep_from_contact(
    tree: &impl Obstacles,
    body: &impl SweptBody,
    is_wanted: impl Fn(&ObstacleTriangle) -> bool,
    (hit, sweep): ((Toi, ObstacleTriangle), &mut Sweep),
) -> Option<(Toi, ObstacleTriangle)> {
    let path = body.path();
    let before = QueryCounters::of_this_thread();
    let contacts = StartContacts::find(tree, body, &is_wanted);
    sweep.nodes_visited += QueryCounters::of_this_thread().since(before).nodes_visited as u32;
    if contacts.hit.is_some() {
        return contacts.hit;
    }
    if hit.0.at > 0.0 && !contacts.rule_out(&hit.0) {
        return Some(hit);
    }
    let mut first = FirstHit::new(path);
    sweep.nodes_visited += body.visit(tree, |triangle| {
        let reach = first.reach();
        if body.may_touch(triangle, reach) && is_wanted(triangle) {
            sweep.triangles_tested += 1;
            let found = match body.impact(triangle.corners.map(Vec3::as_dvec3), reach) {
                Impact::Later(toi) => contacts.corrected(path, triangle, toi),
                Impact::None | Impact::AtStart(_) => None,
            };
            first.test(tree, triangle, found);
        } else {
            note_tested(tree, triangle, || TestOutcome::OutOfReach);
        }
        first.reach() / path.length
    });
    first.hit
}

struct FirstHit<'a> {
    path: &'a SweepPath,
    hit: Option<(Toi, ObstacleTriangle)>,
    is_plane_approached: bool,
    /// Distance along the path to the hit, or to the end of the path, in metres.
    limit: f64,
    /// Maximum distance along the path (in metres) between hits that count as on the same edge or vertex.
    same: f64,
}

impl<'a> FirstHit<'a> {
    fn new(path: &'a SweepPath) -> Self {
        Self {
            path,
            hit: None,
            is_plane_approached: false,
            limit: path.length,
            same: SAME_HIT * path.radius,
        }
    }

    /// Returns the distance along the path (in metres) beyond which hits are irrelevant.
    fn reach(&self) -> f64 {
        (self.limit + self.same).min(self.path.length)
    }

    /// Returns how fast the body approaches the hit point, in metres per metre travelled.
    fn approach(&self, toi: &Toi) -> f64 {
        -toi.normal.dot(self.path.unit)
    }

    fn may_approach(&self, body: &impl SweptBody, triangle: &ObstacleTriangle) -> bool {
        self.hit
            .as_ref()
            .is_none_or(|(toi, _)| self.limit > 0.0 || body.may_approach(triangle, self.approach(toi)))
    }

    fn test(&mut self, tree: &impl Obstacles, triangle: &ObstacleTriangle, found: Option<Toi>) {
        let is_first = found.as_ref().is_some_and(|toi| self.precedes(triangle, toi));
        let t = |toi: &Toi| toi.at / self.path.length;
        note_tested(tree, triangle, || match &found {
            None => TestOutcome::Missed,
            Some(toi) if is_first => TestOutcome::Hit { t: t(toi) },
            Some(toi) if toi.at <= 0.0 => TestOutcome::NotApproached,
            Some(toi) => TestOutcome::Farther { t: t(toi) },
        });
        if let Some(toi) = found.filter(|_| is_first) {
            self.is_plane_approached = self.approaches_plane(triangle, &toi);
            self.limit = toi.at;
            self.hit = Some((toi, *triangle));
        }
    }

    fn precedes(&self, triangle: &ObstacleTriangle, toi: &Toi) -> bool {
        let Some((known, _)) = &self.hit else { return true };
        if toi.at <= 0.0 && self.limit <= 0.0 {
            return self.approach(toi) > self.approach(known);
        }
        if (toi.at - self.limit).abs() > self.same {
            return toi.at < self.limit;
        }
        match (self.is_plane_approached, self.approaches_plane(triangle, toi)) {
            (false, true) => true,
            (true, false) => false,
            _ => toi.at < self.limit,
        }
    }

    fn approaches_plane(&self, triangle: &ObstacleTriangle, toi: &Toi) -> bool {
        let corners = triangle.corners.map(Vec3::as_dvec3);
        toi.feature == Feature::Face
            || unit_normal(corners).is_some_and(|normal| {
                -self.path.side_of_start(corners, normal).dot(self.path.unit) > MOVES_ALONG
            })
    }
}
