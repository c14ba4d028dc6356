//! A brute-force oracle for queries, in `f64`. It uses parry3d's bounding boxes to skip distant triangles.
//!
//! A result is *exact* if it equals the brute-force result up to `f32` rounding. A query is *grazing* if it comes
//! within [`Oracle::margin`] of a boundary: an edge, a vertex, an end of the segment, or a plane that the segment is
//! nearly parallel to. For a grazing query, both possible results are accepted, but everything that does not depend on
//! the margin is still checked.

use bspwalk_geometry::{Aabb, Segment, TaggedTriangle, Triangle};
use bspwalk_trees::{CastHit, Contact, FaceId};
use glam::{DVec3, Vec3};
use parry3d::{
    math::Vector,
    partitioning::BvhNode,
    query::{Ray, RayCast},
    shape::TriMesh,
};

use super::plain;

/// Outcome of comparing a result with the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both results are equal.
    Exact,
    /// The results differ, but only within the margin.
    Grazing,
}

/// Number of queries for each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerdictCounts {
    /// Number of queries.
    pub queries: u32,
    /// Number of grazing queries.
    pub grazing: u32,
    /// Number of queries with a hit.
    pub found: u32,
}

impl VerdictCounts {
    /// Adds the verdict for one query to the tally.
    #[track_caller]
    pub fn add(&mut self, verdict: Result<Verdict, String>, found: bool) {
        self.queries += 1;
        self.found += u32::from(found);
        match verdict {
            Ok(Verdict::Exact) => {}
            Ok(Verdict::Grazing) => self.grazing += 1,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the fraction of queries that are grazing.
    pub fn grazing_share(&self) -> f64 {
        f64::from(self.grazing) / f64::from(self.queries.max(1))
    }
}

/// Margin relative to the largest coordinate: a few dozen units in the last place of an `f32`.
const MARGIN_RELATIVE: f64 = 4.0e-6;

/// Sine of the angle between a segment and a plane below which the segment counts as parallel to the plane.
const ALONG: f64 = 1.0e-3;

/// A tree's triangles, rounded to `f32` as in the tree's queries.
pub struct Oracle {
    triangles: Vec<Triangle>,
    faces: Vec<FaceId>,
    /// Index of each face's triangle.
    index_of_face: Vec<u32>,
    mesh: TriMesh,
    /// Distance from a boundary within which a query is grazing, in metres.
    pub margin: f64,
    /// Bounds of the triangles.
    pub bounds: Aabb,
}

/// The nearest hit of a query.
#[derive(Clone, Copy, Debug)]
struct Hit {
    t: f64,
    index: usize,
}

impl Oracle {
    /// Creates an oracle for a tree's triangles. Omits degenerate triangles, because the tree skips them.
    pub fn new(tagged: &[TaggedTriangle]) -> Self {
        let rounded = |triangle: &TaggedTriangle| triangle.corners.map(|corner| corner.as_vec3().as_dvec3());
        let set_up = |t: &TaggedTriangle| Some((Triangle::new(rounded(t), 0.0)?, t.face));
        let (triangles, faces): (Vec<_>, Vec<_>) = tagged.iter().filter_map(set_up).unzip();
        let bounds = Aabb::from_points(triangles.iter().flat_map(|triangle| triangle.corners));
        let scale = bounds.min.abs().max(bounds.max.abs()).max_element();
        let mut index_of_face = vec![u32::MAX; faces.iter().max().map_or(0, |&face| face.index() + 1)];
        for (&face, index) in faces.iter().zip(0..) {
            index_of_face[face.index()] = index;
        }
        let vertices = triangles.iter().flat_map(|t| t.corners).map(vector).collect();
        let indices = (0..triangles.len() as u32)
            .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
            .collect();
        let mesh = TriMesh::new(vertices, indices).expect("there are triangles");
        Self {
            triangles,
            faces,
            index_of_face,
            mesh,
            margin: MARGIN_RELATIVE * scale,
            bounds,
        }
    }

    /// Returns the triangles.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// Returns a face's triangle.
    pub fn triangle_of(&self, face: FaceId) -> Result<&Triangle, String> {
        let index = self.index_of_face.get(face.index()).copied().unwrap_or(u32::MAX);
        self.triangles
            .get(index as usize)
            .ok_or_else(|| format!("face {face} does not exist"))
    }

    /// Returns a triangle's face.
    pub fn face_of(&self, index: usize) -> FaceId {
        self.faces[index]
    }

    /// Returns the triangles whose bounding boxes intersect a box.
    pub fn near(&self, aabb: &Aabb) -> impl Iterator<Item = usize> + '_ {
        let (min, max) = (vector(aabb.min), vector(aabb.max));
        self.mesh
            .bvh()
            .leaves(move |node: &BvhNode| node.mins().cmple(max).all() && min.cmple(node.maxs()).all())
            .map(|leaf| leaf as usize)
    }

    /// Returns the triangles whose bounding boxes, expanded by these half extents, are near the segment.
    pub fn triangles_near_segment(
        &self,
        segment: Segment,
        extents: DVec3,
    ) -> impl Iterator<Item = usize> + '_ {
        let margin = extents + 4.0 * self.margin;
        self.mesh
            .bvh()
            .leaves(move |node: &BvhNode| {
                let half = ((node.maxs() - node.mins()) * 0.5).as_dvec3() + margin;
                let center = ((node.maxs() + node.mins()) * 0.5).as_dvec3();
                touches_box(&segment, center, half)
            })
            .map(|leaf| leaf as usize)
    }

    /// Finds the nearest hit by testing every triangle.
    fn brute_force(&self, segment: &Segment) -> Option<Hit> {
        nearest(self.triangles.iter().enumerate(), segment)
    }

    /// Checks a cast against parry and, if `all` is `true`, against every triangle.
    pub fn check_cast(
        &self,
        from: Vec3,
        to: Vec3,
        ours: Option<&CastHit>,
        all: bool,
    ) -> Result<Verdict, String> {
        let segment = Segment {
            from: from.as_dvec3(),
            to: to.as_dvec3(),
        };
        let context = |what: String| format!("cast {from} → {to}: {what}; answer {ours:?}");
        let expected = if all {
            self.brute_force(&segment)
        } else {
            nearest(
                self.triangles_near_segment(segment, DVec3::ZERO)
                    .map(|index| (index, &self.triangles[index])),
                &segment,
            )
        };
        if let Some(hit) = ours {
            self.check_hit(&segment, hit).map_err(context)?;
        }
        let parry = self.parry_cast(from, to);
        let agrees = |t: Option<f64>| match (t, ours) {
            (None, None) => true,
            (Some(t), Some(hit)) => self.same_place(&segment, t, hit),
            _ => false,
        };
        if agrees(expected.map(|hit| hit.t)) && agrees(parry) {
            return Ok(Verdict::Exact);
        }
        // No triangle may be hit well inside its boundary before the reported hit.
        let length = segment.length();
        let blocked = self.triangles.iter().enumerate().find(|(_, triangle)| {
            self.robust_hit(&segment, triangle).is_some_and(|(t, slack)| {
                let mine = ours.map_or(f64::INFINITY, |hit| f64::from(hit.t) * length);
                let my_slack = ours
                    .and_then(|hit| self.triangle_of(hit.face).ok())
                    .map_or(0.0, |own| self.margin / sine(&segment, own).max(ALONG));
                t * length + slack + my_slack < mine
            })
        });
        if let Some((index, _)) = blocked {
            return Err(context(format!(
                "face {} is before it; brute force {expected:?}, parry {parry:?}",
                self.faces[index]
            )));
        }
        Ok(Verdict::Grazing)
    }

    /// Checks that a hit is on its face and on the segment, but not that it is the nearest hit.
    fn check_hit(&self, segment: &Segment, hit: &CastHit) -> Result<(), String> {
        let own = self.triangle_of(hit.face)?;
        if !(0.0..=1.0).contains(&hit.t) {
            return Err("t is not between 0 and 1".to_owned());
        }
        let at = segment.at(f64::from(hit.t));
        // `t` has seven digits, and the segment may be long. The hit is less precise if the segment is nearly parallel
        // to the plane.
        let slack = self.margin + 4.0e-7 * segment.length();
        if hit.point.as_dvec3().distance(at) > slack {
            return Err("the point is not on the segment".to_owned());
        }
        let off = plain::distance(own.corners, at);
        if off > slack / sine(segment, own).max(ALONG) {
            return Err(format!("the point is {off} m off its face"));
        }
        let normal = hit.normal.as_dvec3();
        let facing = if own.normal().dot(segment.direction()) <= 0.0 {
            own.normal()
        } else {
            -own.normal()
        };
        let turned = sine(segment, own) > ALONG && normal.dot(facing) < 0.0;
        if (normal.length() - 1.0).abs() > 1.0e-5
            || normal.cross(own.normal()).length() > self.normal_slack(own)
            || turned
        {
            return Err(format!("the normal is not {facing}"));
        }
        Ok(())
    }

    /// Returns the tolerance for a unit normal. The tree computes normals before it rounds the corners, and rounding
    /// changes the plane of a thin triangle.
    fn normal_slack(&self, triangle: &Triangle) -> f64 {
        let altitudes = (0..3).map(|i| triangle.edge_planes[i].distance(triangle.corners[(i + 2) % 3]));
        1.0e-5 + self.margin / altitudes.fold(f64::INFINITY, f64::min)
    }

    /// Returns whether the hit position at `t` is the reported one.
    fn same_place(&self, segment: &Segment, t: f64, hit: &CastHit) -> bool {
        let Ok(own) = self.triangle_of(hit.face) else {
            return false;
        };
        let apart = (t - f64::from(hit.t)).abs() * segment.length();
        apart <= (self.margin + 4.0e-7 * segment.length()) / sine(segment, own).max(ALONG)
    }

    /// Returns the triangle's hit if it is farther than the margin from the triangle's boundary and from the segment's
    /// ends. Also returns the uncertainty of the hit along the segment, in metres.
    fn robust_hit(&self, segment: &Segment, triangle: &Triangle) -> Option<(f64, f64)> {
        let sine = sine(segment, triangle);
        if sine < ALONG {
            return None;
        }
        let t = segment.intersect_by_edge_planes(triangle)?;
        let slack = (self.margin + 4.0e-7 * segment.length()) / sine;
        let at = segment.at(t);
        let inside = triangle.edge_planes.iter().all(|edge| edge.distance(at) > slack);
        let ends = t.min(1.0 - t) * segment.length() > slack;
        (inside && ends).then_some((t, slack))
    }

    /// Returns the parameter of parry's hit along the segment.
    fn parry_cast(&self, from: Vec3, to: Vec3) -> Option<f64> {
        let ray = Ray::new(from, to - from);
        self.mesh.cast_local_ray(&ray, 1.0, false).map(f64::from)
    }

    /// Checks contacts: every triangle closer than the radius must be listed exactly once, deepest first.
    pub fn check_contacts(
        &self,
        center: Vec3,
        radius: f32,
        ours: &[Contact],
        all: bool,
    ) -> Result<Verdict, String> {
        let context = |what: String| format!("contacts of {radius} m around {center}: {what}");
        if let Some(pair) = ours.windows(2).find(|pair| pair[0].depth < pair[1].depth) {
            return Err(context(format!("not the deepest first: {pair:?}")));
        }
        let mut seen: Vec<FaceId> = ours.iter().map(|contact| contact.face).collect();
        seen.sort_unstable();
        if let Some(pair) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(context(format!("face {} comes twice", pair[0])));
        }
        let (middle, reach) = (center.as_dvec3(), f64::from(radius));
        let mut verdict = Verdict::Exact;
        for contact in ours {
            let own = self.triangle_of(contact.face).map_err(context)?;
            let (closest, feature) = plain::closest(own.corners, middle);
            let distance = closest.distance(middle);
            let off = contact.point.as_dvec3().distance(closest);
            if distance >= reach {
                if distance >= reach + self.margin {
                    return Err(context(format!("{distance} m away: {contact:?}")));
                }
                verdict = Verdict::Grazing;
            }
            if off > self.margin || (f64::from(contact.depth) - (reach - distance)).abs() > self.margin {
                return Err(context(format!(
                    "nearest is {closest}, {distance} m away: {contact:?}"
                )));
            }
            let normal = contact.normal.as_dvec3();
            let away = (middle - closest).try_normalize().unwrap_or(own.normal());
            let turned = normal.distance(away) * distance > 2.0 * self.margin;
            if (normal.length() - 1.0).abs() > 1.0e-5 || turned {
                return Err(context(format!("the normal is not {away}: {contact:?}")));
            }
            if feature != contact.feature && !self.near_another_feature(own, closest) {
                return Err(context(format!("on the {feature:?}: {contact:?}")));
            }
        }
        let found = |face: FaceId| seen.binary_search(&face).is_ok();
        let mut missing = |index: usize| {
            if found(self.faces[index]) {
                return None;
            }
            let distance = plain::distance(self.triangles[index].corners, middle);
            if distance < reach - self.margin {
                return Some(format!(
                    "face {} is missing, {distance} m away",
                    self.faces[index]
                ));
            }
            if distance < reach {
                verdict = Verdict::Grazing;
            }
            None
        };
        let lost = if all {
            (0..self.triangles.len()).find_map(&mut missing)
        } else {
            let ball = Aabb {
                min: middle,
                max: middle,
            }
            .inflated(reach + self.margin);
            self.near(&ball).find_map(&mut missing)
        };
        lost.map_or(Ok(verdict), |what| Err(context(what)))
    }

    /// Returns whether the point is within the margin of a boundary between two features of a triangle.
    fn near_another_feature(&self, triangle: &Triangle, point: DVec3) -> bool {
        let margin = 4.0 * self.margin;
        let corner = triangle
            .corners
            .iter()
            .any(|corner| corner.distance(point) < margin);
        corner
            || triangle
                .edge_planes
                .iter()
                .any(|edge| edge.distance(point).abs() < margin)
    }

    /// Checks an overlap query: every face whose triangle touches the box must be listed exactly once, in ascending
    /// order.
    pub fn check_overlap(&self, min: Vec3, max: Vec3, ours: &[FaceId], all: bool) -> Result<Verdict, String> {
        let context = |what: String| format!("overlap with {min} to {max}: {what}");
        if let Some(pair) = ours.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(context(format!("not ascending: {pair:?}")));
        }
        let aabb = Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        let touches = |margin: f64, corners: [DVec3; 3]| {
            plain::touches_box(aabb.min - margin, aabb.max + margin, corners)
        };
        let mut verdict = Verdict::Exact;
        for &face in ours {
            let corners = self.triangle_of(face).map_err(context)?.corners;
            if !touches(0.0, corners) {
                verdict = Verdict::Grazing;
                if !touches(self.margin, corners) {
                    return Err(context(format!("face {face} does not touch it")));
                }
            }
        }
        let mut missing = |index: usize| {
            let (face, corners) = (self.faces[index], self.triangles[index].corners);
            if ours.binary_search(&face).is_ok() || !touches(0.0, corners) {
                return None;
            }
            verdict = Verdict::Grazing;
            touches(-self.margin, corners).then(|| format!("face {face} is missing"))
        };
        let lost = if all {
            (0..self.triangles.len()).find_map(&mut missing)
        } else {
            self.near(&aabb.inflated(self.margin)).find_map(&mut missing)
        };
        lost.map_or(Ok(verdict), |what| Err(context(what)))
    }

    /// Returns the distance and the face of the nearest triangle within `reach`.
    pub fn nearest_within(&self, center: DVec3, reach: f64) -> Option<(f64, FaceId)> {
        self.near(
            &Aabb {
                min: center,
                max: center,
            }
            .inflated(reach),
        )
        .map(|index| {
            (
                plain::distance(self.triangles[index].corners, center),
                self.faces[index],
            )
        })
        .filter(|&(distance, _)| distance < reach)
        .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns a face that the segment crosses farther than the margin from each edge, if any.
    pub fn crosses(&self, from: DVec3, to: DVec3) -> Option<FaceId> {
        let segment = Segment { from, to };
        let index = self
            .triangles_near_segment(segment, DVec3::ZERO)
            .find(|&index| self.robust_hit(&segment, &self.triangles[index]).is_some())?;
        Some(self.faces[index])
    }
}

fn vector(point: DVec3) -> Vector {
    point.as_vec3()
}

/// Returns the sine of the angle between a segment and a triangle's plane.
fn sine(segment: &Segment, triangle: &Triangle) -> f64 {
    segment
        .direction()
        .normalize_or_zero()
        .dot(triangle.normal())
        .abs()
}

fn nearest<'a>(triangles: impl Iterator<Item = (usize, &'a Triangle)>, segment: &Segment) -> Option<Hit> {
    triangles
        .filter_map(|(index, triangle)| {
            Some(Hit {
                t: segment.intersect_by_edge_planes(triangle)?,
                index,
            })
        })
        .min_by(|a, b| a.t.total_cmp(&b.t).then(a.index.cmp(&b.index)))
}

/// Returns whether a segment touches a box (slab test).
fn touches_box(segment: &Segment, center: DVec3, half: DVec3) -> bool {
    let (origin, direction) = (segment.from - center, segment.direction());
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        if direction[axis] == 0.0 {
            if origin[axis].abs() > half[axis] {
                return false;
            }
        } else {
            let (a, b) = (
                (-half[axis] - origin[axis]) / direction[axis],
                (half[axis] - origin[axis]) / direction[axis],
            );
            start = start.max(a.min(b));
            end = end.min(a.max(b));
        }
    }
    start <= end
}
