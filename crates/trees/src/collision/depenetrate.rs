//! Depenetration: moves a body out of the walls to the nearest place where it is clear, or says that there is none.

use std::collections::HashSet;

use glam::Vec3;

pub use super::depenetrate_rounds::Depenetration;
use super::{
    Capsule,
    depenetrate_rounds::{Depenetrator, Exit, MAX_PLANES, Work},
};
use crate::Obstacles;

/// Moves a body out of everything that it reaches into, to the nearest clear place. `center` is its centre, in metres.
///
/// All faces, edges and vertices count at once, each from the side on which the centre is, so that the body gets through
/// neither an acute corner nor a thin wall. Every contact confines the centre to a half-space. The point of all half-spaces
/// that is nearest to the start is found exactly. There the contacts are found again, because the half-space of an edge or a
/// vertex depends on where the body is. This is repeated until no contact is left and no nearer place is found.
///
/// The straight path of the centre from start to end crosses no face. A face that the centre lies on at the start is the only
/// exception: the centre may leave it to either side, and both are tried. A capsule whose axis crosses a face leaves it by the
/// shortest displacement, to either side or past an edge. If that leads to no clear place, the capsule leaves the face to the
/// side of its centre. The axis moves through no face that it does not touch at the start.
///
/// The result is not clear where the body's numbers are not finite, where its radius is not positive, and where more than
/// [`Depenetration::MAX_ROUNDS`] or [`Depenetration::MAX_CANDIDATES`] would be needed.
///
/// The ATI SDK's BSP sample (2006) pushes a sphere out of one triangle after the other; see [`push_ati`](super::push_ati).
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
    // The shortest displacements out of neighbouring faces can oppose each other; the sides of the centre do not.
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
