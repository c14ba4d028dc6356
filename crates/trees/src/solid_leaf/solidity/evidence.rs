//! Evidence that faces provide about each leaf: the generalised winding number inside it.

use bspwalk_geometry::{Polygon, Polyhedron, WindingNumbers, winding_number::PACKET_SIZE};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, dvec3};
use rayon::prelude::*;

use crate::solid_leaf::{Leaf, OUTSIDE};

pub(crate) type Points = [DVec3; 5];

/// Distance from the middle to the outer sample points, as a fraction of the distance to a corner.
const TOWARDS_CORNER: f64 = 0.6;

/// The classification of a leaf is uncertain if its winding number is closer than this to the level. In that case, all
/// sample points of the leaf are evaluated.
const UNSURE: f64 = 0.4;

/// Maximum number of uncertain leaves that are evaluated, largest first. In small leaves, the winding number is nearly
/// constant.
const MOST_UNSURE: usize = 2048;

/// Returns sample points well inside a convex cell: its middle, and points towards four corners that are far apart.
pub(crate) fn sample_points(cell: &Polyhedron) -> Points {
    let corners = || cell.faces.iter().flat_map(Polygon::positions);
    let count = corners().count().max(1);
    let middle = corners().sum::<DVec3>() / count as f64;
    // The corners of a tetrahedron.
    let directions = [
        dvec3(1.0, 1.0, 1.0),
        dvec3(1.0, -1.0, -1.0),
        dvec3(-1.0, 1.0, -1.0),
        dvec3(-1.0, -1.0, 1.0),
    ];
    let mut farthest = [(f64::NEG_INFINITY, middle); 4];
    for corner in corners() {
        for (direction, farthest) in directions.iter().zip(&mut farthest) {
            let reach = corner.dot(*direction);
            // Ties go to the last corner.
            if reach >= farthest.0 {
                *farthest = (reach, corner);
            }
        }
    }
    let others = farthest.map(|(_, corner)| middle.lerp(corner, TOWARDS_CORNER));
    [middle, others[0], others[1], others[2], others[3]]
}

/// Returns the winding number in the middle of each leaf. For [`OUTSIDE`], the number is 0, as it is far away from the
/// level.
pub(super) fn winding_numbers_at_middles(
    faces: &WindingNumbers,
    points: &[Points],
    progress: &Progress,
) -> Result<Vec<f64>, Cancelled> {
    // Consecutive leaves are usually close to each other.
    let packets = progress.in_parallel(
        "Finding enclosed space",
        points.par_chunks(PACKET_SIZE),
        |points| {
            let middle = |lane: usize| points[lane.min(points.len() - 1)][0];
            Ok(faces.at_packet(&std::array::from_fn(middle)))
        },
    )?;
    let mut numbers = packets.into_flattened();
    numbers.truncate(points.len());
    numbers[OUTSIDE.index()] = 0.0;
    Ok(numbers)
}

/// Replaces each winding number that is close to the threshold with the mean over several points in the leaf, because a
/// single point may be close to a hole.
pub(super) fn average_uncertain_numbers(
    numbers: &mut [f64],
    level: f64,
    leaves: &[Leaf],
    faces: &WindingNumbers,
    points: &[Points],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut unsure: Vec<usize> = (OUTSIDE.index() + 1..numbers.len())
        .filter(|&leaf| (numbers[leaf] - level).abs() < UNSURE)
        .collect();
    unsure.sort_by(|&a, &b| leaves[b].volume.total_cmp(&leaves[a].volume).then(a.cmp(&b)));
    unsure.truncate(MOST_UNSURE);
    let found = progress.in_parallel("Finding enclosed space", &unsure, |&leaf| {
        let points = &points[leaf];
        let [_, others @ .., _, _, _] = faces.at_packet(&std::array::from_fn(|lane| points[lane.min(4)]));
        Ok((numbers[leaf] + others.iter().sum::<f64>()) / points.len() as f64)
    })?;
    for (leaf, number) in unsure.into_iter().zip(found) {
        numbers[leaf] = number;
    }
    Ok(())
}
