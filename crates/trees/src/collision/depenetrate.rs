//! Depenetration: pushes a body out of the walls, to a place that is clear of everything, or says that there is none.

use std::collections::HashSet;

use glam::Vec3;

pub use super::depenetrate_rounds::{Depenetration, DepenetrationReport};
use super::{
    Capsule,
    depenetrate_rounds::{Depenetrator, Exit, MAX_PLANES},
};
use crate::Obstacles;

/// Pushes a body out of everything that it reaches into, to the nearest clear place.
///
/// It is the push of the ATI SDK's BSP sample (2006) put right. All faces, edges and vertices count at once, from the side
/// on which the centre is, so that neither an acute corner nor a thin wall lets the body through. Every contact confines the
/// centre to a half-space. The nearest point of all half-spaces is found exactly, and the contacts are taken again there:
/// what an edge or a vertex demands depends on the place. This ends where no contact is left and no nearer place is found.
///
/// The straight path of the centre from start to end crosses no face, except faces that the centre lies on at the start:
/// it may leave these to either side, and both sides are tried. A capsule whose axis crosses a face leaves it by the
/// shortest displacement, to either side or past an edge; if that leads to no clear place, on the side of its centre.
/// The axis moves through no face that it does not touch at the start.
///
/// `center` is in metres. A body whose numbers are not finite, or whose radius is not positive, is not clear, nor is one
/// that would need more than [`DepenetrationReport::MOST_ROUNDS`] or [`DepenetrationReport::MOST_VISITED`].
#[must_use]
pub fn depenetrate(tree: &impl Obstacles, body: Capsule, center: Vec3) -> Depenetration {
    depenetrate_report(tree, body, center).result
}

/// As [`depenetrate`], with what it took.
#[must_use]
pub fn depenetrate_report(tree: &impl Obstacles, body: Capsule, center: Vec3) -> DepenetrationReport {
    let mut report = DepenetrationReport {
        result: Depenetration {
            center,
            ..Depenetration::default()
        },
        ..DepenetrationReport::default()
    };
    if !(center.is_finite() && body.is_valid()) {
        return report;
    }
    let depenetrator = Depenetrator::new(tree, body, center);
    let mut found = Vec::new();
    report.visited += depenetrator.find_near(center, &mut found);
    let mut at_start = Vec::new();
    depenetrator.add_contacts(&found, &mut HashSet::new(), &mut at_start);
    if at_start.is_empty() {
        report.result.clear = true;
        return report;
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
            depenetrator.run(exit, (&planes, flipped), &found, &mut report, &mut attempt);
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
