//! The rounds of a push: contacts are taken, their half-spaces solved, and so on until nothing is reached into.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Capsule,
    contacts::{Near, near_contacts, place_of},
    crossing::{AxisPath, is_on_plane, lies_on},
    half_spaces::{HalfSpace, Slack, most_violated, nearest_point},
    proximity::unit_normal,
    push::{MAX_ROUNDS, MOST_PLANES, PushReport, PushResult},
};
use crate::bsp::{ObstacleTriangle, Obstacles, node_storing::Contact};

/// Rounds after the first clear place, to find the nearest.
const MAX_REFINEMENTS: u32 = 6;

/// A place that is less than this nearer than the one before, relative to the radius, is the nearest.
const CONVERGED: f32 = 1.0e-4;

/// A push goes no further than this, relative to the radius and the axis: out of a wedge of 2°. What is asked for by walls
/// that are nearly parallel meets so far away that it is no answer.
const FARTHEST: f64 = 64.0;

/// How much further than the radius a push goes, relative to it, so that the end is clear after rounding to `f32`.
const SKIN_RELATIVE: f64 = 1.0e-5;

/// The radius within which contacts count while pushing, relative to the body's: walls that the push is about to meet
/// are known before it meets them.
const LOOK_AHEAD: f64 = 1.25;

/// Triangles that ways to clear places went through before a push gives up one way out of what it is in.
const MOST_KEPT: usize = 8;

/// Two unit normals whose cosine is nearer to 1 than this, whatever their signs, are those of one plane.
const SAME_PLANE: f64 = 1.0e-9;

/// Which way a body goes out of a face that its axis goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Out {
    /// The shortest: to either side or past an edge.
    Shortest,
    /// To the side of the centre, as a sphere does.
    SideOfCenter,
}

/// What does not change during a push.
pub(super) struct Pusher<'a, T> {
    tree: &'a T,
    half_axis: DVec3,
    radius: f64,
    start: Vec3,
    /// The distance from the axis that half-spaces ask for: the end is clear after rounding to `f32`.
    target: f64,
    /// Metres.
    farthest: f64,
    slack: Slack,
}

impl<'a, T: Obstacles> Pusher<'a, T> {
    pub(super) fn new(tree: &'a T, body: Capsule, start: Vec3) -> Self {
        let (radius, half_axis) = (f64::from(body.radius), body.half_axis.as_dvec3());
        let coordinates = start.as_dvec3().abs();
        Self {
            tree,
            half_axis,
            radius,
            start,
            target: radius * (1.0 + SKIN_RELATIVE)
                + 4.0 * f64::from(f32::EPSILON) * (coordinates + half_axis.abs()).max_element(),
            farthest: FARTHEST * (radius + half_axis.length()),
            slack: Slack::both(1.0e-12 * (1.0 + coordinates.max_element())),
        }
    }

    /// What is near the body at a place, the nearest first; how many triangles were looked at.
    pub(super) fn look(&self, at: Vec3, found: &mut Vec<Near>) -> u64 {
        u64::from(near_contacts(
            self.tree,
            self.half_axis,
            self.radius * LOOK_AHEAD,
            at.as_dvec3(),
            found,
        ))
    }

    /// What of it the body reaches into.
    fn reached<'f>(&self, found: &'f [Near]) -> &'f [Near] {
        &found[..found.partition_point(|near| near.distance < self.radius)]
    }

    /// Adds the contacts with what was not met before.
    pub(super) fn meet(&self, found: &[Near], met: &mut HashSet<u32>, contacts: &mut Vec<Contact>) {
        contacts.extend(
            self.reached(found)
                .iter()
                .filter(|near| met.insert(near.triangle))
                .map(|near| near.contact(self.radius)),
        );
    }

    /// The planes of the triangles that the centre lies on at the start and leaves to either side, each once, with the
    /// side that their first triangle gives.
    pub(super) fn planes_at_start(&self, out: Out, near_start: &[Near]) -> SmallVec<[DVec3; MOST_PLANES]> {
        let mut planes: SmallVec<[DVec3; MOST_PLANES]> = SmallVec::new();
        for near in near_start {
            if let Some(normal) = self.left_to_either_side(out, near)
                && !planes.iter().any(|&plane| is_same_plane(plane, normal))
            {
                planes.push(normal);
            }
        }
        planes
    }

    /// The unit normal of a triangle near the start that the body may leave to either side: the centre lies on it, and the
    /// way out of it is not past one of its edges.
    fn left_to_either_side(&self, out: Out, near: &Near) -> Option<DVec3> {
        let normal = self.normal_at_start(out, near)?;
        lies_on(near.corners(), self.start.as_dvec3(), DVec3::ZERO).then_some(normal)
    }

    /// The unit normal of a triangle on whose plane the centre lies at the start, unless the way out of it may lead past one
    /// of its edges.
    fn normal_at_start(&self, out: Out, near: &Near) -> Option<DVec3> {
        let through = near.distance < 0.0;
        if through && out == Out::Shortest || !is_on_plane(near.corners(), self.start.as_dvec3()) {
            return None;
        }
        near.face_normal()
    }

    /// A triangle of one of the planes that the centre lies on at the start, with the way out of it to the chosen side of
    /// the plane: all triangles of a plane are left to one side. `flipped` has a bit for each of the planes.
    fn to_side(&self, out: Out, (planes, flipped): (&[DVec3], u32), near: &Near) -> Option<Near> {
        if planes.is_empty() {
            return None;
        }
        let normal = self.normal_at_start(out, near)?;
        let plane = planes.iter().position(|&plane| is_same_plane(plane, normal))?;
        let flips = plane < MOST_PLANES && flipped >> plane & 1 == 1;
        let out = if flips { -planes[plane] } else { planes[plane] };
        Some(near.leaving_along(out, self.half_axis))
    }

    /// The first triangle that the straight way from the start goes through though it may not, by its number, and the
    /// half-space on the start's side of it: none where the way leads along its plane.
    fn gone_through(&self, to: Vec3, visited: &mut u64) -> Option<(u32, Option<HalfSpace>)> {
        let path = AxisPath {
            from: self.start.as_dvec3(),
            to: to.as_dvec3(),
            half_axis: self.half_axis,
        };
        let way = path.to - path.from;
        // By where the centre is at the plane of the triangle, as a share of the way.
        let mut first: Option<(f64, ObstacleTriangle, Option<HalfSpace>)> = None;
        let visit = |triangle: &ObstacleTriangle| {
            *visited += 1;
            let corners = triangle.corners.map(Vec3::as_dvec3);
            if path.goes_through(corners) {
                let back = unit_normal(corners).filter(|_| !is_on_plane(corners, path.from));
                let back = back.map(|normal| {
                    let height = normal.dot(path.from - corners[0]);
                    let normal = if height < 0.0 { -normal } else { normal };
                    let offset = normal.dot(corners[0]) + self.target + normal.dot(self.half_axis).abs();
                    let share = height.abs() / -normal.dot(way);
                    (share, HalfSpace { normal, offset })
                });
                let share = back.map_or(0.0, |(share, _)| share);
                let sooner = first.is_none_or(|(known, other, _)| {
                    let tie = || place_of(triangle.corners).cmp(&place_of(other.corners));
                    share.total_cmp(&known).then_with(tie).is_lt()
                });
                if sooner {
                    first = Some((share, *triangle, back.map(|(_, space)| space)));
                }
            }
            1.0
        };
        self.tree
            .along(self.start, to, self.half_axis.as_vec3(), 0.0, visit);
        first.map(|(_, triangle, back)| (triangle.triangle, back))
    }

    /// All rounds, beginning with what is near the start; `sides` are the planes that the start lies on, and which of them
    /// are left to their back.
    pub(super) fn run(
        &self,
        out: Out,
        sides: (&[DVec3], u32),
        near_start: &[Near],
        report: &mut PushReport,
        result: &mut PushResult,
    ) {
        let start = self.start.as_dvec3();
        let mut constraints = Constraints::default();
        let mut met: HashSet<u32> = result.contacts.iter().map(|contact| contact.triangle).collect();
        let mut found = near_start.to_vec();
        let mut current = self.start;
        let mut refinements = 0;
        for round in 0..MAX_ROUNDS {
            if report.visited > PushReport::MOST_VISITED {
                return;
            }
            report.rounds += 1;
            let at = current.as_dvec3();
            for near in &found {
                let at_start = if round == 0 {
                    self.to_side(out, sides, near)
                } else {
                    None
                };
                let side = at_start.or_else(|| match out {
                    Out::Shortest => None,
                    Out::SideOfCenter => near.side_of_center(at, self.half_axis),
                });
                constraints.update(side.as_ref().unwrap_or(near), at, self.target);
            }
            // Alternately the exact solution and a step away from the deepest alone: a half-space at an edge or a vertex
            // asks for more than the triangle does, and a step renews it.
            let exact = if round % 4 == 3 {
                None
            } else {
                nearest_point(start, &constraints.all, self.slack)
                    .filter(|point| point.distance(start) <= self.farthest)
            };
            let next = exact.unwrap_or_else(|| relax(at, &constraints.all));
            current = next.as_vec3();
            if !current.is_finite() || next.distance(start) > self.farthest {
                return;
            }
            report.visited += self.look(current, &mut found);
            if self.reached(&found).is_empty() {
                if let Some((triangle, back)) = self.gone_through(current, &mut report.visited) {
                    let Some(back) = back.filter(|_| constraints.kept.len() < MOST_KEPT) else {
                        return;
                    };
                    constraints.keep(triangle, back);
                    continue;
                }
                let gain = if result.clear {
                    result.center.distance(self.start) - current.distance(self.start)
                } else {
                    f32::INFINITY
                };
                if gain > 0.0 {
                    (result.center, result.clear) = (current, true);
                }
                if gain < CONVERGED * self.radius as f32 {
                    return;
                }
                // What was asked at the start for edges and vertices is more than they ask here.
                constraints.forget();
            }
            if result.clear {
                refinements += 1;
                if refinements > MAX_REFINEMENTS {
                    return;
                }
            }
            self.meet(&found, &mut met, &mut result.contacts);
        }
    }
}

/// Whether two unit normals are of one plane.
fn is_same_plane(a: DVec3, b: DVec3) -> bool {
    a.dot(b).abs() > 1.0 - SAME_PLANE
}

/// The half-spaces of all triangles met so far.
#[derive(Debug, Default)]
struct Constraints {
    all: Vec<HalfSpace>,
    of_triangle: HashMap<u32, usize>,
    /// Those of triangles that a way to a clear place went through: these stay.
    kept: SmallVec<[(u32, HalfSpace); MOST_KEPT]>,
}

impl Constraints {
    /// Adds the half-space of a contact of a body that is `at`, in place of the one that the same triangle gave before.
    fn update(&mut self, near: &Near, at: DVec3, target: f64) {
        if !self.kept.iter().any(|kept| kept.0 == near.triangle) {
            self.set(near.triangle, near.half_space(at, target));
        }
    }

    /// Adds a half-space that stays.
    fn keep(&mut self, triangle: u32, space: HalfSpace) {
        self.kept.push((triangle, space));
        self.set(triangle, space);
    }

    /// Drops what does not stay.
    fn forget(&mut self) {
        self.all.clear();
        self.of_triangle.clear();
        for (triangle, space) in self.kept.clone() {
            self.set(triangle, space);
        }
    }

    fn set(&mut self, triangle: u32, space: HalfSpace) {
        match self.of_triangle.entry(triangle) {
            Entry::Occupied(index) => self.all[*index.get()] = space,
            Entry::Vacant(slot) => {
                slot.insert(self.all.len());
                self.all.push(space);
            }
        }
    }
}

/// One step away from the most violated half-space.
fn relax(point: DVec3, spaces: &[HalfSpace]) -> DVec3 {
    most_violated(spaces, point).map_or(point, |(worst, violation)| {
        point + worst.normal * violation.max(0.0)
    })
}
