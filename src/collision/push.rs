//! The push that ends clear of everything, or says that it cannot.

use std::collections::HashSet;

use glam::Vec3;

use super::{
    Capsule,
    push_rounds::{Out, Pusher},
};
use crate::bsp::{Obstacles, node_storing::Contact};

/// Rounds of contacts and solution before a push gives up one way out of what it is in.
pub(super) const MAX_ROUNDS: u32 = 48;

/// Planes of faces that the start lies on which are left to one side and to the other, in turn; those of more are left to
/// the side that their faces look to.
pub(super) const MOST_PLANES: usize = 3;

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
