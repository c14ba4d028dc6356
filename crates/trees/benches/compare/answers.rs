//! Checks that all libraries return the same results.

use bspwalk_trees::NodeTree;
use parry3d::shape::TriMesh;

use crate::{HALF_BOX, QuerySet, RADIUS, cwbvh::Obvhs, levels::SharedLevel, parry};

/// Returns whether two counts agree, except for borderline cases.
pub(crate) fn same(a: usize, b: usize) -> bool {
    a.abs_diff(b) <= 2 + a / 200
}

/// Checks that both sides do the same work: they find the same number of results, except for borderline cases.
pub(crate) fn compare(level: &SharedLevel, tree: &NodeTree, mesh: &TriMesh, obvhs: &Obvhs, asked: &QuerySet) {
    let rays = || asked.across.iter().chain(&asked.from_free).chain(&asked.far);
    let hits = rays()
        .filter(|&&(from, to)| tree.cast(from, to).is_some())
        .count();
    let their_hits = rays()
        .filter(|&&(from, to)| parry::cast(mesh, from, to).is_some())
        .count();
    let obvhs_hits = rays()
        .filter(|&&(from, to)| obvhs.cast(from, to).is_some())
        .count();
    let blocked = rays().filter(|&&(from, to)| tree.is_blocked(from, to)).count();
    let obvhs_blocked = rays().filter(|&&(from, to)| obvhs.is_blocked(from, to)).count();
    let (mut contacts, mut their_contacts) = (Vec::new(), Vec::new());
    let (mut faces, mut their_faces) = (Vec::new(), Vec::new());
    let (mut found, mut their_found) = ([0, 0], [0, 0]);
    for &center in &asked.near {
        tree.contacts(center, RADIUS, &mut contacts);
        parry::contacts(mesh, center, RADIUS, &mut their_contacts);
        tree.overlap(center - HALF_BOX, center + HALF_BOX, &mut faces);
        parry::overlap(mesh, center - HALF_BOX, center + HALF_BOX, &mut their_faces);
        for (sum, count) in found.iter_mut().zip([contacts.len(), faces.len()]) {
            *sum += count;
        }
        for (sum, count) in their_found
            .iter_mut()
            .zip([their_contacts.len(), their_faces.len()])
        {
            *sum += count;
        }
    }
    println!(
        "{}: {} triangles; {hits}, {their_hits} and {obvhs_hits} hits of {}, {} and {} contacts, {} and {} overlaps",
        level.name,
        tree.triangle_count(),
        rays().count(),
        found[0],
        their_found[0],
        found[1],
        their_found[1],
    );
    assert!(
        same(hits, their_hits)
            && same(hits, obvhs_hits)
            && blocked == hits
            && same(blocked, obvhs_blocked)
            && same(found[0], their_found[0])
            && same(found[1], their_found[1]),
        "{}: the two sides do not find the same",
        level.name
    );
}
