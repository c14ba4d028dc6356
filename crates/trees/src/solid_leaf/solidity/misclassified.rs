//! Finds faces that contradict the decision about solid leaves.

use bspwalk_progress::{Cancelled, Progress};

use super::{adjacency::is_sliver, structural_faces::Cover};
use crate::solid_leaf::{LeafAdjacency, LeafId, MisclassifiedFace, build::merge::Face};

/// Returns the faces, in order, whose leaves on both sides have the same kind although exactly one of them should be
/// solid.
///
/// In overlapping solids, the faces of one solid inside the other separate nothing and contradict nothing. `covers` has
/// the covers of each interface.
pub(crate) fn misclassified_faces(
    covers: &[&[Cover]],
    adjacencies: &[LeafAdjacency],
    within: &[bool],
    faces: &[Face],
    is_solid: impl Fn(LeafId) -> bool,
    tolerance: f64,
    progress: &Progress,
) -> Result<Vec<MisclassifiedFace>, Cancelled> {
    let mut areas = vec![0.0; faces.len()];
    for (index, (adjacency, covers)) in adjacencies.iter().zip(covers).enumerate() {
        progress.check_at(index)?;
        let [front, back] = adjacency.leaves;
        if within[index] || is_solid(front) != is_solid(back) {
            continue;
        }
        for cover in *covers {
            // A part covered by faces of both orientations should have leaves of the same kind on both sides.
            let one_way = if cover.along {
                adjacency.facing_front
            } else {
                adjacency.facing_back
            };
            let share = one_way / (one_way + adjacency.facing_both).max(f64::MIN_POSITIVE);
            areas[cover.face as usize] += share * cover.polygon.area();
        }
    }
    let contradicted = faces
        .iter()
        .zip(areas)
        .filter(|&(face, area)| !is_sliver(&face.polygon, area, tolerance))
        .map(|(face, area)| MisclassifiedFace {
            face: face.face,
            area,
        });
    Ok(contradicted.collect())
}
