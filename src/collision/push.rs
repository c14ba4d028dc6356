//! The push that ends clear of everything, or says that it cannot.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Capsule,
    contacts::{Near, near_contacts},
    crossing::{AxisPath, is_on_plane, lies_on},
    half_spaces::{HalfSpace, Slack, most_violated, nearest_point},
};
use crate::bsp::{Obstacles, node_storing::Contact};

/// Rounds of contacts and solution before a push gives up one way out of what it is in.
const MAX_ROUNDS: u32 = 48;

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

/// Planes of faces that the start lies on which are left to one side and to the other, in turn; those of more are left to
/// the side that their faces look to.
const MOST_PLANES: usize = 3;

/// Two unit normals whose cosine is nearer to 1 than this, whatever their signs, are those of one plane.
const SAME_PLANE: f64 = 1.0e-9;

/// Where a push ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushResult {
    /// Centre of the body. Where it is not clear, the centre that was given.
    pub center: Vec3,
    /// Whether nothing is nearer than the radius. If not, there is no room for the body near by: the gap is narrower.
    pub clear: bool,
    /// What it was pushed away from, each triangle once, as it stood when first met, the deepest of the start first.
    pub contacts: Vec<Contact>,
}

/// A push and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushReport {
    /// Where it ended.
    pub result: PushResult,
    /// Rounds of contacts and solution.
    pub rounds: u32,
    /// Triangles looked at, each as often as it was.
    pub visited: u64,
}

impl PushReport {
    /// No round begins after so many triangles were looked at, and the push ends where it is: a body about which thousands
    /// of triangles lie may be told to have no room though there is some.
    pub const MOST_VISITED: u64 = 1 << 19;

    /// The most rounds that there are.
    pub const MOST_ROUNDS: u32 = 2 * (1 << MOST_PLANES) * MAX_ROUNDS;
}

/// As [`push_body`], of a sphere.
#[must_use]
pub fn push(tree: &impl Obstacles, center: Vec3, radius: f32) -> PushResult {
    push_body(tree, Capsule::sphere(radius), center)
}

/// Pushes a body out of everything that it reaches into, to the nearest place that is clear of all of it.
///
/// It is the push of seed 000 put right: all faces, edges and vertices count at once and from the side that the centre
/// is on, so that neither an acute corner nor a thin wall lets the body through. Every contact asks the centre to stay
/// in a half-space; the nearest point of all half-spaces is found exactly, and the contacts are taken again there until
/// none is left and the place comes no nearer: what an edge or a vertex asks depends on where it is asked, and the edges
/// within a flat wall must ask nothing.
///
/// The straight way from the start to the end crosses no face, edge or vertex with the centre, but for those that the
/// centre lies on: these it may leave to either side, and both are tried. A capsule whose axis goes through a face leaves
/// it by the shortest way, to either side or past its edge; where these ways lead it nowhere, on the side of its centre.
/// The rest of the axis crosses no face that it does not touch at the start.
///
/// `center` is in metres; numbers that are not finite, and a radius that is not positive, give a result that is not
/// clear. So do places where it would take more than [`PushReport::MOST_ROUNDS`] or [`PushReport::MOST_VISITED`].
#[must_use]
pub fn push_body(tree: &impl Obstacles, body: Capsule, center: Vec3) -> PushResult {
    push_report(tree, body, center).result
}

/// As [`push_body`], with what it took.
#[must_use]
pub fn push_report(tree: &impl Obstacles, body: Capsule, center: Vec3) -> PushReport {
    let mut report = PushReport {
        result: PushResult {
            center,
            ..PushResult::default()
        },
        ..PushReport::default()
    };
    if !(center.is_finite() && body.is_valid()) {
        return report;
    }
    let pusher = Pusher::new(tree, body, center);
    let mut found = Vec::new();
    report.visited += pusher.look(center, &mut found);
    pusher.meet(&found, &mut HashSet::new(), &mut report.result.contacts);
    if report.result.contacts.is_empty() {
        report.result.clear = true;
        return report;
    }
    let met = std::mem::take(&mut report.result.contacts);
    // The shortest ways out of neighbours can lead against each other; the sides of the centre do not.
    let pierced = found.iter().any(|near| near.distance < 0.0);
    let ways_out = [Out::Shortest, Out::SideOfCenter];
    for &out in &ways_out[..1 + usize::from(pierced)] {
        let planes = pusher.planes_at_start(out, &found);
        for flipped in 0..1_u32 << planes.len().min(MOST_PLANES) {
            let mut attempt = PushResult {
                center,
                contacts: met.clone(),
                ..PushResult::default()
            };
            pusher.run(out, (&planes, flipped), &found, &mut report, &mut attempt);
            let best = &mut report.result;
            let better = attempt.clear
                && !(best.clear && best.center.distance(center) <= attempt.center.distance(center));
            if better || best.contacts.is_empty() {
                *best = attempt;
            }
        }
        if report.result.clear {
            break;
        }
    }
    report
}

/// Which way a body goes out of a face that its axis goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Out {
    /// The shortest: to either side or past an edge.
    Shortest,
    /// To the side of the centre, as a sphere does.
    SideOfCenter,
}

/// What does not change during a push.
struct Pusher<'a, T> {
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
    fn new(tree: &'a T, body: Capsule, start: Vec3) -> Self {
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
    fn look(&self, at: Vec3, found: &mut Vec<Near>) -> u64 {
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
    fn meet(&self, found: &[Near], met: &mut HashSet<u32>, contacts: &mut Vec<Contact>) {
        contacts.extend(
            self.reached(found)
                .iter()
                .filter(|near| met.insert(near.triangle))
                .map(|near| near.contact(self.radius)),
        );
    }

    /// The planes of the triangles that the centre lies on at the start and leaves to either side, each once, with the
    /// side that their first triangle gives.
    fn planes_at_start(&self, out: Out, near_start: &[Near]) -> SmallVec<[DVec3; MOST_PLANES]> {
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

    /// Whether the straight way from the start leads through a face that it may not lead through.
    fn goes_through_a_face(&self, to: Vec3) -> bool {
        let path = AxisPath {
            from: self.start.as_dvec3(),
            to: to.as_dvec3(),
            half_axis: self.half_axis,
        };
        let mut through = false;
        self.tree
            .along(self.start, to, self.half_axis.as_vec3(), 0.0, |triangle| {
                through = through || path.goes_through(triangle.corners.map(Vec3::as_dvec3));
                if through { 0.0 } else { 1.0 }
            });
        through
    }

    /// All rounds, beginning with what is near the start; `sides` are the planes that the start lies on, and which of them
    /// are left to their back.
    fn run(
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
                if self.goes_through_a_face(current) {
                    return;
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
                constraints = Constraints::default();
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
}

impl Constraints {
    /// Adds the half-space of a contact of a body that is `at`, in place of the one that the same triangle gave before.
    fn update(&mut self, near: &Near, at: DVec3, target: f64) {
        let new = near.half_space(at, target);
        match self.of_triangle.entry(near.triangle) {
            Entry::Occupied(index) => self.all[*index.get()] = new,
            Entry::Vacant(slot) => {
                slot.insert(self.all.len());
                self.all.push(new);
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
