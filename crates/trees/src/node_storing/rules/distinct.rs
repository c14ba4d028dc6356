//! Finds pieces that lie on the same plane.

use std::collections::HashMap;

use bspwalk_geometry::{Plane, Relation, tolerance::SAME_NORMAL};
use bspwalk_progress::Cancelled;
use smallvec::SmallVec;

use crate::{
    effort::Report,
    node_storing::context::{Context, Reached},
    pieces::Cutter,
    scoring::sample_indices,
};

/// Maximum number of pieces whose planes are compared pairwise. With more pieces, comparing all pairs would take too
/// long, so only bit-identical planes count as equal.
const COMPARED: usize = 256;

impl Context {
    /// Numbers the planes if there are many candidates. A plane gets the same number as the first plane that equals it.
    pub(in crate::node_storing) fn number_planes(&mut self) {
        if self.params.tries_all_faces(COMPARED as u32 + 1) {
            let mut known: HashMap<[u64; 4], u32> = HashMap::with_capacity(self.planes.len());
            let number = |(index, plane): (u32, &Plane)| {
                let Plane { normal, d } = plane;
                // Adding 0.0 turns -0.0 into 0.0, so that both zeros have the same bits.
                let bits = [normal.x, normal.y, normal.z, *d].map(|number| (number + 0.0).to_bits());
                *known.entry(bits).or_insert(index)
            };
            self.plane_numbers = (0..).zip(&self.planes).map(number).collect();
        }
    }
}

/// Draws at most [`BuildParams::candidates`] random pieces on distinct planes.
///
/// If several pieces lie on one plane, the largest is kept, because it defines the plane most precisely. A piece is
/// assigned to the first kept plane on which it lies.
///
/// [`BuildParams::candidates`]: crate::BuildParams::candidates
pub(super) fn distinct_candidates(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<SmallVec<[usize; 16]>, Cancelled> {
    let context = reached.faces;
    let drawn = sample_indices(reached.len(), context.params.candidates, random);
    let mut kept: SmallVec<[usize; 16]> = SmallVec::new();
    let mut numbered: HashMap<u32, usize> = HashMap::new();
    for &index in &drawn {
        report.check()?;
        let index = index as usize;
        let own = reached.plane(index);
        let is_same = |&other: &usize| {
            let plane = reached.plane(other);
            plane.normal.cross(own.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
                && reached.relation(index, &Cutter::new(&plane, context)) == Relation::On
        };
        let same = if drawn.len() <= COMPARED {
            kept.iter().position(is_same)
        } else {
            let number = context.plane_numbers[reached.face(index) as usize];
            let slot = *numbered.entry(number).or_insert(kept.len());
            (slot < kept.len()).then_some(slot)
        };
        let area = |index: usize| context.areas[reached.face(index) as usize];
        match same {
            Some(slot) if area(index) > area(kept[slot]) => kept[slot] = index,
            Some(_) => {}
            None => kept.push(index),
        }
    }
    Ok(kept)
}
