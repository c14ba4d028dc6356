//! The push that ends clear of everything, or says that it cannot.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use glam::{DVec3, Vec3};

use super::{
    Capsule,
    contacts::{Near, near_contacts},
    half_spaces::{HalfSpace, Slack, nearest_point},
};
use crate::bsp::{
    Obstacles,
    node_storing::{CastHit, Contact},
};

/// Rounds of contacts and solution before a push gives up.
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

/// Where a push ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushResult {
    /// Centre of the body. Where it is not clear, the centre that was given.
    pub center: Vec3,
    /// Whether nothing is nearer than the radius. If not, there is no room for the body near by: the gap is narrower.
    pub clear: bool,
    /// What it was pushed away from, each face once, as it stood when first met, the deepest of the start first.
    pub contacts: Vec<Contact>,
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
/// within a flat wall must ask nothing. The way from the start to the end crosses no face. A capsule whose axis goes
/// through a face leaves it by the shortest way, to either side or past its edge; where these ways lead it nowhere, on the
/// side of its centre.
///
/// `center` is in metres; numbers that are not finite, and a radius that is not positive, give a result that is not
/// clear.
#[must_use]
pub fn push_body(tree: &impl Obstacles, body: Capsule, center: Vec3) -> PushResult {
    let mut result = PushResult {
        center,
        clear: false,
        contacts: Vec::new(),
    };
    if !(center.is_finite() && body.is_valid()) {
        return result;
    }
    let radius = f64::from(body.radius);
    let half_axis = body.half_axis.as_dvec3();
    let start = center.as_dvec3();
    let mut found = Vec::new();
    near_contacts(tree, half_axis, radius, start, &mut found);
    if found.is_empty() {
        result.clear = true;
        return result;
    }
    let pierced = found.iter().any(|near| near.distance < 0.0);
    result
        .contacts
        .extend(found.iter().map(|near| near.contact(radius)));
    let pusher = Pusher {
        tree,
        body,
        start: center,
    };
    let met = result.contacts.clone();
    pusher.run(Out::Shortest, &mut result);
    if pierced && !result.clear {
        // The shortest ways out of neighbours can lead against each other; the sides of the centre do not.
        let mut again = PushResult {
            center,
            clear: false,
            contacts: met,
        };
        pusher.run(Out::SideOfCenter, &mut again);
        if again.clear {
            return again;
        }
    }
    result
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
    body: Capsule,
    start: Vec3,
}

impl<T: Obstacles> Pusher<'_, T> {
    /// All rounds.
    fn run(&self, out: Out, result: &mut PushResult) {
        let (tree, body, center) = (self.tree, self.body, self.start);
        let radius = f64::from(body.radius);
        let half_axis = body.half_axis.as_dvec3();
        let start = center.as_dvec3();
        let target = radius * (1.0 + SKIN_RELATIVE)
            + 4.0 * f64::from(f32::EPSILON) * (start.abs() + half_axis.abs()).max_element();
        let slack = Slack::both(1.0e-12 * (1.0 + start.abs().max_element()));
        let farthest = FARTHEST * (radius + half_axis.length());
        let mut constraints = Constraints::default();
        let mut met: HashSet<u32> = result.contacts.iter().map(|contact| contact.face).collect();
        let mut found = Vec::new();
        let mut current = center;
        let mut refinements = 0;
        for round in 0..MAX_ROUNDS {
            let at = current.as_dvec3();
            near_contacts(tree, half_axis, radius * LOOK_AHEAD, at, &mut found);
            for near in &found {
                let side = match out {
                    Out::Shortest => None,
                    Out::SideOfCenter => near.side_of_center(at, half_axis),
                };
                constraints.update(side.as_ref().unwrap_or(near), at, target);
            }
            // Alternately the exact solution and a step away from the deepest alone: a half-space at an edge or a vertex
            // asks for more than the triangle does, and a step renews it.
            let next = match nearest_point(start, &constraints.all, slack) {
                Some(point) if round % 4 != 3 && point.distance(start) <= farthest => point,
                _ => relax(at, &constraints.all),
            };
            current = next.as_vec3();
            if !current.is_finite() || next.distance(start) > farthest {
                return;
            }
            near_contacts(tree, half_axis, radius, current.as_dvec3(), &mut found);
            if found.is_empty() {
                if tree
                    .cast(center, current)
                    .is_some_and(|hit| !starts_on(&hit, body.radius))
                {
                    break;
                }
                let gain = if result.clear {
                    result.center.distance(center) - current.distance(center)
                } else {
                    f32::INFINITY
                };
                if gain > 0.0 {
                    (result.center, result.clear) = (current, true);
                }
                if gain < CONVERGED * body.radius {
                    break;
                }
                // What was asked at the start for edges and vertices is more than they ask here.
                constraints = Constraints::default();
            }
            if result.clear {
                refinements += 1;
                if refinements > MAX_REFINEMENTS {
                    break;
                }
            }
            result.contacts.extend(
                found
                    .iter()
                    .filter(|near| met.insert(near.face))
                    .map(|near| near.contact(radius)),
            );
        }
    }
}

/// Whether a hit is no more than the start of the segment lying on the face.
fn starts_on(hit: &CastHit, radius: f32) -> bool {
    hit.t <= SKIN_RELATIVE as f32 * radius
}

/// The half-spaces of all faces met so far.
#[derive(Debug, Default)]
struct Constraints {
    all: Vec<HalfSpace>,
    of_face: HashMap<u32, usize>,
}

impl Constraints {
    /// Adds the half-space of a contact of a body that is `at`, in place of the one that the same face gave before.
    fn update(&mut self, near: &Near, at: DVec3, target: f64) {
        let new = near.half_space(at, target);
        match self.of_face.entry(near.face) {
            Entry::Occupied(index) => self.all[*index.get()] = new,
            Entry::Vacant(slot) => {
                slot.insert(self.all.len());
                self.all.push(new);
            }
        }
    }
}

/// One step away from the most violated half-space.
fn relax(point: DVec3, constraints: &[HalfSpace]) -> DVec3 {
    constraints
        .iter()
        .max_by(|a, b| a.violation(point).total_cmp(&b.violation(point)))
        .map_or(point, |worst| {
            point + worst.normal * worst.violation(point).max(0.0)
        })
}
