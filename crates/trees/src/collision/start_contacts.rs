//! Contacts of a body at the start of a sweep, and the hits that they rule out.
//!
//! A body that slides along a floor touches the next triangle of the floor at the seam, with a tilted normal. That is no
//! obstacle. The plane through a contact point, perpendicular to the contact normal, decides it: while the motion does not
//! approach this plane, the body reaches no deeper behind it than at the start. So points on or behind the plane are not
//! hit. Physics engines call such seams inactive or internal edges (Jolt Physics, `ActiveEdges`).

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    contacts::{NearTriangle, near_contacts},
    proximity::unit_normal,
    toi::{SweepPath, Toi},
    tolerance::{CONTACT_PLANE_SLACK, MOVES_ALONG, SHALLOW, SLIDE_SKIN_COORDINATE, TOUCHING_RELATIVE},
};
use crate::{ObstacleTriangle, Obstacles, hits::Feature};

/// A plane that the body touches at the start of its motion.
#[derive(Clone, Copy, Debug)]
struct ContactPlane {
    point: DVec3,
    /// Unit vector towards the body.
    normal: DVec3,
    /// Distance of the points whose positions determine the normal, in metres.
    base: f64,
    /// Whether the plane hides the points behind it, or only those on it.
    hides_behind: bool,
    /// Whether the motion approaches the plane.
    is_approached: bool,
}

/// The contacts of a body at the start of a sweep.
#[derive(Debug)]
pub(super) struct StartContacts {
    /// Contacts that no other contact shields.
    planes: SmallVec<[ContactPlane; 8]>,
    /// The contact that the motion approaches fastest.
    pub(super) hit: Option<(Toi, ObstacleTriangle)>,
    /// Rounding of positions near the path, in metres.
    rounding: f64,
    /// Greatest distance at which a point counts as on a plane, in metres.
    most_slack: f64,
}

impl StartContacts {
    /// Finds the contacts among the triangles that are wanted.
    pub(super) fn find(
        tree: &impl Obstacles,
        path: &SweepPath,
        is_wanted: impl Fn(&ObstacleTriangle) -> bool,
    ) -> Self {
        let end = path.from + path.unit * path.length;
        let coordinates = (path.from.abs().max(end.abs()) + path.half_axis.abs()).max_element() + path.radius;
        let mut contacts = Self {
            planes: SmallVec::new(),
            hit: None,
            rounding: SLIDE_SKIN_COORDINATE * coordinates,
            most_slack: CONTACT_PLANE_SLACK * path.radius,
        };
        let reach = path.radius * (1.0 + TOUCHING_RELATIVE) * (1.0 + f64::EPSILON);
        let mut found = Vec::new();
        near_contacts(
            tree,
            path.half_axis.as_vec3(),
            reach,
            path.from.as_vec3(),
            &mut found,
        );
        // The nearest come first, and shield those behind them.
        for near in found.iter().filter(|near| is_wanted(&near.triangle)) {
            contacts.add(path, near);
        }
        contacts
    }

    fn add(&mut self, path: &SweepPath, near: &NearTriangle) {
        let proximity = &near.proximity;
        let corners = near.corners();
        let face = near
            .face_normal()
            .map(|normal| path.side_of_start(corners, normal));
        let mut normal = proximity.normal;
        if self.shields(proximity.point, |_| true) {
            match face {
                Some(face) if !self.hides(corners, |_| true) => normal = face,
                _ => return,
            }
        } else {
            self.add_planes(path, near, face);
        }
        let is_along = |normal: DVec3| -normal.dot(path.unit) <= MOVES_ALONG;
        let is_left = if proximity.distance < 0.0 {
            // A body that a face cuts in two may leave the face to the side of its centre.
            face.is_some_and(is_along)
        } else {
            // The distance is a convex function of the path: once it does not fall, it never does.
            is_along(proximity.normal)
        };
        if is_left {
            return;
        }
        let approach = -normal.dot(path.unit);
        let gap = proximity.distance - path.radius;
        let is_faster = |(toi, _): &(Toi, ObstacleTriangle)| approach > -toi.normal.dot(path.unit);
        if approach > MOVES_ALONG && gap <= approach * path.length && self.hit.as_ref().is_none_or(is_faster)
        {
            let toi = Toi {
                at: 0.0,
                point: proximity.point,
                normal,
                feature: proximity.feature,
            };
            self.hit = Some((toi, near.triangle));
        }
    }

    fn add_planes(&mut self, path: &SweepPath, near: &NearTriangle, face: Option<DVec3>) {
        let proximity = &near.proximity;
        let depth = path.radius - proximity.distance;
        let height = smallest_height(near.corners());
        let plane = |normal: DVec3, base: f64| ContactPlane {
            point: proximity.point,
            normal,
            base,
            hides_behind: proximity.distance > 0.0
                && (proximity.feature == Feature::Face || depth <= SHALLOW * path.radius),
            is_approached: -normal.dot(path.unit) > MOVES_ALONG,
        };
        let base = match proximity.feature {
            Feature::Face => height,
            _ => proximity.distance.abs(),
        };
        self.planes.push(plane(proximity.normal, base));
        if proximity.distance < 0.0 {
            self.planes.extend(face.map(|face| plane(face, height)));
        }
    }

    /// Whether a point is on or behind one of the planes.
    fn shields(&self, point: DVec3, is_of_interest: impl Fn(&ContactPlane) -> bool) -> bool {
        self.planes
            .iter()
            .filter(|plane| is_of_interest(plane))
            .any(|plane| {
                let (height, slack) = (plane.height(point), self.slack(plane, point));
                height <= slack && (plane.hides_behind || height >= -slack)
            })
    }

    /// Whether a whole triangle is on or behind one of the planes.
    fn hides(&self, corners: [DVec3; 3], is_of_interest: impl Fn(&ContactPlane) -> bool) -> bool {
        self.planes
            .iter()
            .filter(|plane| is_of_interest(plane))
            .any(|plane| {
                corners
                    .iter()
                    .all(|&corner| plane.height(corner) <= self.slack(plane, corner))
            })
    }

    /// Distance from a plane up to which a point counts as on it: the rounding of the vertices, extrapolated.
    fn slack(&self, plane: &ContactPlane, point: DVec3) -> f64 {
        let share = 1.0 + plane.point.distance(point) / plane.base;
        (self.rounding * share).min(self.most_slack)
    }

    /// Whether a later hit is on or behind the plane of a contact that the motion does not approach.
    pub(super) fn rule_out(&self, toi: &Toi) -> bool {
        self.shields(toi.point, |plane| !plane.is_approached)
    }

    /// A later hit as it is with these contacts: without change, with the normal of its face, or none.
    pub(super) fn corrected(&self, path: &SweepPath, triangle: &ObstacleTriangle, toi: Toi) -> Option<Toi> {
        if !self.rule_out(&toi) {
            return Some(toi);
        }
        let corners = triangle.corners.map(Vec3::as_dvec3);
        if self.hides(corners, |plane| !plane.is_approached) {
            return None;
        }
        // The triangle rises out of the plane, as a ramp does: its face is what the body meets.
        let normal = path.side_of_start(corners, unit_normal(corners)?);
        (-normal.dot(path.unit) > MOVES_ALONG).then_some(Toi { normal, ..toi })
    }
}

impl ContactPlane {
    fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.point)
    }
}

/// The smallest height of a triangle, in metres.
fn smallest_height([a, b, c]: [DVec3; 3]) -> f64 {
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    (b - a).cross(c - a).length() / longest
}
