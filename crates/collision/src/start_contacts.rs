//! Contacts at the start of a sweep, used to discard hits on internal edges.
//!
//! A body that slides along a floor touches the next floor triangle at the seam, with a tilted normal. Such a seam is
//! not an obstacle. To detect it, consider the contact plane, which passes through the contact point perpendicular to
//! the contact normal. If the motion does not approach this plane, the body never penetrates it more deeply than at the
//! start. Hit points on or behind the plane are therefore discarded.
//!
//! Physics engines call such seams internal or inactive edges (Jolt Physics, `ActiveEdges`).

use bspwalk_trees::{Feature, ObstacleTriangle, Obstacles};
use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    near_triangle::{NearTriangle, sort},
    proximity::unit_normal,
    swept_body::SweptBody,
    toi::{SweepPath, Toi},
    tolerance::{CONTACT_PLANE_SLACK, MOVES_ALONG, SHALLOW, SLIDE_SKIN_COORDINATE},
};

#[derive(Clone, Copy, Debug)]
struct ContactPlane {
    point: DVec3,
    normal: DVec3,
    /// Distance between the points that define the normal, in metres.
    base: f64,
    /// Whether the plane hides all points behind it, or only points that lie on it.
    hides_behind: bool,
    is_approached: bool,
}

#[derive(Debug)]
pub(super) struct StartContacts {
    planes: SmallVec<[ContactPlane; 8]>,
    pub(super) hit: Option<(Toi, ObstacleTriangle)>,
    rounding: f64,
    /// Upper bound for the distance at which a point still counts as on the plane, in metres.
    most_slack: f64,
}

impl StartContacts {
    pub(super) fn find(
        tree: &impl Obstacles,
        body: &impl SweptBody,
        is_wanted: impl Fn(&ObstacleTriangle) -> bool,
    ) -> Self {
        let path = body.path();
        let end = path.from + path.unit * path.length;
        let coordinates = (path.from.abs().max(end.abs()) + path.half_axis.abs()).max_element() + path.radius;
        let mut contacts = Self {
            planes: SmallVec::new(),
            hit: None,
            rounding: SLIDE_SKIN_COORDINATE * coordinates,
            most_slack: CONTACT_PLANE_SLACK * path.radius,
        };
        let mut found = Vec::new();
        body.start_contacts(tree, &mut found);
        sort(&mut found);
        // The nearest contacts come first and hide the contacts behind them.
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
            // A body whose axis crosses a face may leave the face towards the side of its centre.
            face.is_some_and(is_along)
        } else {
            // The distance is a convex function along the path: once it stops decreasing, it never decreases again.
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

    fn shields(&self, point: DVec3, is_of_interest: impl Fn(&ContactPlane) -> bool) -> bool {
        self.planes
            .iter()
            .filter(|plane| is_of_interest(plane))
            .any(|plane| {
                let (height, slack) = (plane.height(point), self.slack(plane, point));
                height <= slack && (plane.hides_behind || height >= -slack)
            })
    }

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

    /// Returns the distance within which a point counts as on a plane. This is the rounding error of the vertices,
    /// extrapolated to the point.
    fn slack(&self, plane: &ContactPlane, point: DVec3) -> f64 {
        let share = 1.0 + plane.point.distance(point) / plane.base;
        (self.rounding * share).min(self.most_slack)
    }

    /// Returns whether a hit is on or behind the plane of a contact that the motion does not approach.
    pub(super) fn rule_out(&self, toi: &Toi) -> bool {
        self.shields(toi.point, |plane| !plane.is_approached)
    }

    /// Adjusts a hit to these start contacts. Returns the hit unchanged or with the normal of its face, or `None` if a
    /// contact rules it out.
    pub(super) fn corrected(&self, path: &SweepPath, triangle: &ObstacleTriangle, toi: Toi) -> Option<Toi> {
        if !self.rule_out(&toi) {
            return Some(toi);
        }
        let corners = triangle.corners.map(Vec3::as_dvec3);
        if self.hides(corners, |plane| !plane.is_approached) {
            return None;
        }
        // The triangle rises out of the contact plane like a ramp, so the body hits the triangle's face.
        let normal = path.side_of_start(corners, unit_normal(corners)?);
        (-normal.dot(path.unit) > MOVES_ALONG).then_some(Toi { normal, ..toi })
    }
}

impl ContactPlane {
    fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.point)
    }
}

fn smallest_height([a, b, c]: [DVec3; 3]) -> f64 {
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    (b - a).cross(c - a).length() / longest
}
