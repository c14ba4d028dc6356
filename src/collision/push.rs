//! The push that ends clear of everything, or says that it cannot.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use glam::{DVec3, Vec3};

use crate::bsp::{NodeTree, node_storing::Contact};

/// Rounds of contacts and solution before a push gives up.
const MAX_ROUNDS: u32 = 48;

/// Rounds after the first clear place, to find the nearest.
const MAX_REFINEMENTS: u32 = 6;

/// A place that is less than this nearer than the one before, relative to the radius, is the nearest.
const CONVERGED: f32 = 1.0e-4;

/// How much further than the radius a push goes, relative to it, so that the end is clear after rounding to `f32`.
const SKIN_RELATIVE: f64 = 1.0e-5;

/// The radius within which contacts count while pushing, relative to the sphere's: walls that the push is about to meet
/// are known before it meets them.
const LOOK_AHEAD: f32 = 1.25;

/// Where a push ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushResult {
    /// Centre of the sphere. Where it is not clear, the centre that was given.
    pub center: Vec3,
    /// Whether nothing is nearer than the radius. If not, there is no room for the sphere near by: the gap is narrower.
    pub clear: bool,
    /// What it was pushed away from, each face once, as it stood when first met, the deepest of the start first.
    pub contacts: Vec<Contact>,
}

/// Pushes a sphere out of everything that it reaches into, to the nearest place that is clear of all of it.
///
/// It is the push of seed 000 put right: all faces, edges and vertices count at once and from the side that the centre
/// is on, so that neither an acute corner nor a thin wall lets the sphere through. Every contact asks the centre to stay
/// in a half-space; the nearest point of all half-spaces is found exactly, and the contacts are taken again there until
/// none is left and the place comes no nearer: what an edge or a vertex asks depends on where it is asked, and the edges
/// within a flat wall must ask nothing. The way from the start to the end crosses no face.
///
/// `radius` is in metres and positive; coordinates that are not finite give a result that is not clear.
#[must_use]
pub fn push(tree: &NodeTree, center: Vec3, radius: f32) -> PushResult {
    let mut result = PushResult {
        center,
        clear: false,
        contacts: Vec::new(),
    };
    if !(center.is_finite() && radius.is_finite() && radius > 0.0) {
        return result;
    }
    let mut found = Vec::new();
    tree.contacts(center, radius, &mut found);
    if found.is_empty() {
        result.clear = true;
        return result;
    }
    let start = center.as_dvec3();
    let target =
        f64::from(radius) * (1.0 + SKIN_RELATIVE) + 4.0 * f64::from(f32::EPSILON) * start.abs().max_element();
    let mut constraints = Constraints::default();
    let mut met = HashSet::new();
    let mut current = center;
    let mut refinements = 0;
    for round in 0..MAX_ROUNDS {
        result
            .contacts
            .extend(found.iter().filter(|contact| met.insert(contact.face)));
        tree.contacts(current, radius * LOOK_AHEAD, &mut found);
        for contact in &found {
            constraints.update(contact, target);
        }
        // Alternately the exact solution and a step away from the deepest alone: a half-space at an edge or a vertex
        // asks for more than the triangle does, and a step renews it.
        let next = match nearest_point(start, &constraints.all) {
            Some(point) if round % 4 != 3 => point,
            _ => relax(current.as_dvec3(), &constraints.all),
        };
        current = next.as_vec3();
        if !current.is_finite() {
            return result;
        }
        tree.contacts(current, radius, &mut found);
        if found.is_empty() {
            if tree
                .cast(center, current)
                .is_some_and(|hit| !starts_on(&hit, radius))
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
            if gain < CONVERGED * radius {
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
    }
    result
}

/// Whether a hit is no more than the start of the segment lying on the face.
fn starts_on(hit: &crate::bsp::node_storing::CastHit, radius: f32) -> bool {
    hit.t <= SKIN_RELATIVE as f32 * radius
}

/// The half-space n·x ≥ offset that a contact asks the centre to stay in.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    normal: DVec3,
    offset: f64,
}

/// The half-spaces of all faces met so far.
#[derive(Debug, Default)]
struct Constraints {
    all: Vec<Constraint>,
    of_face: HashMap<u32, usize>,
}

impl Constraints {
    /// Adds the half-space of a contact, in place of the one that the same face gave before.
    fn update(&mut self, contact: &Contact, target: f64) {
        let normal = contact.normal.as_dvec3().normalize_or_zero();
        let new = Constraint {
            normal,
            offset: normal.dot(contact.point.as_dvec3()) + target,
        };
        match self.of_face.entry(contact.face) {
            Entry::Occupied(index) => self.all[*index.get()] = new,
            Entry::Vacant(slot) => {
                slot.insert(self.all.len());
                self.all.push(new);
            }
        }
    }
}

impl Constraint {
    fn violation(&self, point: DVec3) -> f64 {
        self.offset - self.normal.dot(point)
    }
}

/// One step away from the most violated half-space.
fn relax(point: DVec3, constraints: &[Constraint]) -> DVec3 {
    constraints
        .iter()
        .max_by(|a, b| a.violation(point).total_cmp(&b.violation(point)))
        .map_or(point, |worst| {
            point + worst.normal * worst.violation(point).max(0.0)
        })
}

/// Below this squared sine two planes count as parallel.
const PARALLEL: f64 = 1.0e-14;

/// The point in all half-spaces that is nearest to `start`; `None` where they have none in common.
///
/// Incremental, as Seidel's linear programs (1991): while a half-space holds the nearest point of those before it,
/// nothing changes; where it does not, the nearest point lies on its boundary, and the problem loses a dimension.
fn nearest_point(start: DVec3, constraints: &[Constraint]) -> Option<DVec3> {
    let slack = 1.0e-12 * (1.0 + start.abs().max_element());
    let mut point = start;
    for (index, constraint) in constraints.iter().enumerate() {
        if constraint.violation(point) > slack {
            point = nearest_on_plane(start, constraint, &constraints[..index], slack)?;
        }
    }
    Some(point)
}

/// As [`nearest_point`], on the boundary plane of `on`.
fn nearest_on_plane(start: DVec3, on: &Constraint, constraints: &[Constraint], slack: f64) -> Option<DVec3> {
    let foot = start + on.normal * on.violation(start);
    let mut point = foot;
    for (index, constraint) in constraints.iter().enumerate() {
        if constraint.violation(point) <= slack {
            continue;
        }
        let direction = on.normal.cross(constraint.normal);
        if direction.length_squared() < PARALLEL {
            // The boundaries are parallel and all of this one is outside.
            return None;
        }
        // Within the plane, towards the other boundary.
        let towards = constraint.normal - on.normal * on.normal.dot(constraint.normal);
        let origin = foot + towards * (constraint.violation(foot) / towards.length_squared());
        point = nearest_on_line(origin, direction.normalize(), &constraints[..index], slack)?;
    }
    Some(point)
}

/// The point of the line through `origin` that is nearest to it and in all half-spaces.
fn nearest_on_line(origin: DVec3, direction: DVec3, constraints: &[Constraint], slack: f64) -> Option<DVec3> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for constraint in constraints {
        let slope = constraint.normal.dot(direction);
        let violation = constraint.violation(origin);
        if slope * slope < PARALLEL {
            if violation > slack {
                return None;
            }
        } else if slope > 0.0 {
            low = low.max(violation / slope);
        } else {
            high = high.min(violation / slope);
        }
    }
    (low <= high + slack).then(|| origin + direction * 0.0_f64.clamp(low.min(high), high))
}
