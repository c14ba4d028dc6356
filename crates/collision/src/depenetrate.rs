//! Depenetration: moves a body out of the walls to the nearest clear position, if there is one.

use std::collections::HashSet;

use bspwalk_trees::Obstacles;
use glam::Vec3;

pub use super::depenetrate_rounds::Depenetration;
use super::{
    Capsule,
    depenetrate_rounds::{Depenetrator, Exit, MAX_PLANES, Work},
};

/// Moves an overlapping body to the nearest clear position. `center` is the body's centre, in metres.
///
/// All faces, edges and vertices are handled simultaneously, and each pushes towards the side that the centre is on.
/// The body therefore cannot be pushed through an acute corner or a thin wall.
///
/// Every contact confines the centre to a half-space. Each round computes exactly which point in the intersection of
/// all half-spaces is closest to the start. It then finds the contacts at this point, because the half-space of an edge
/// or a vertex depends on the body's position. Rounds continue until no contact is left and no closer position is
/// found.
///
/// The centre's straight path from start to end crosses no face. The only exception is a face that contains the centre
/// at the start: the centre may leave it to either side, and both are tried. If a capsule's axis crosses a face, the
/// capsule first takes the shortest way out, to either side or past an edge. If that leads to no clear position, it
/// leaves the face towards the side that its centre is on. The axis moves through no face except those it touches at
/// the start.
///
/// The result is not clear if the body has non-finite values or a non-positive radius, or if the search exceeds
/// [`Depenetration::MAX_ROUNDS`] or [`Depenetration::MAX_CANDIDATES`].
///
/// The ATI SDK's BSP sample (2006) instead pushes a sphere out of one triangle after another; see
/// [`push_ati`](super::push_ati).
#[must_use]
pub fn depenetrate(tree: &impl Obstacles, body: Capsule, center: Vec3) -> Depenetration {
    let mut best = Depenetration {
        center,
        ..Depenetration::default()
    };
    if !(center.is_finite() && body.is_valid()) {
        return best;
    }
    let depenetrator = Depenetrator::new(tree, body, center);
    let mut work = Work::default();
    let mut found = Vec::new();
    work.candidates += depenetrator.find_near(center, &mut found);
    let mut at_start = Vec::new();
    depenetrator.add_contacts(&found, &mut HashSet::new(), &mut at_start);
    if at_start.is_empty() {
        best.clear = true;
        best.candidates = work.candidates;
        return best;
    }
    // The shortest ways out of neighbouring faces may point in opposite directions. Leaving every face towards the
    // centre's side avoids such conflicts.
    let crossed = found.iter().any(|near| near.proximity.distance < 0.0);
    let exits = [Exit::Shortest, Exit::SideOfCenter];
    for &exit in &exits[..1 + usize::from(crossed)] {
        let planes = depenetrator.planes_at_start(exit, &found);
        for flipped in 0..1_u32 << planes.len().min(MAX_PLANES) {
            let mut attempt = Depenetration {
                center,
                contacts: at_start.clone(),
                ..Depenetration::default()
            };
            depenetrator.run(exit, (&planes, flipped), &found, &mut work, &mut attempt);
            let better = attempt.clear
                && !(best.clear && best.center.distance(center) <= attempt.center.distance(center));
            if better || best.contacts.is_empty() {
                best = attempt;
            }
        }
        if best.clear {
            break;
        }
    }
    Depenetration {
        rounds: work.rounds,
        candidates: work.candidates,
        ..best
    }
}
