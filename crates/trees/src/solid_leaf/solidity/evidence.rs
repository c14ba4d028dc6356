//! What the faces say about each leaf: the generalised winding number inside of it.

use bspwalk_geometry::{Polygon, Polyhedron, WindingNumbers, winding_number::PACKET_SIZE};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::{DVec3, dvec3};
use rayon::prelude::*;

use crate::solid_leaf::{Leaf, OUTSIDE};

/// Points inside of a leaf, its middle first.
pub(crate) type Points = [DVec3; 5];

/// How far the other points are from the middle to a corner.
const TOWARDS_CORNER: f64 = 0.6;

/// A leaf whose winding number is nearer than this to the level is asked at all its points.
const UNSURE: f64 = 0.4;

/// At most so many of them, the largest: in a small leaf the number is much the same everywhere.
const MOST_UNSURE: usize = 2048;

/// Points well inside of a convex cell: its middle, and towards four of its corners that are far apart.
pub(crate) fn points(cell: &Polyhedron) -> Points {
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
            // The last of equals.
            if reach >= farthest.0 {
                *farthest = (reach, corner);
            }
        }
    }
    let others = farthest.map(|(_, corner)| middle.lerp(corner, TOWARDS_CORNER));
    [middle, others[0], others[1], others[2], others[3]]
}

/// The winding number in the middle of each leaf; that of [`OUTSIDE`] is 0, as far away.
pub(super) fn in_the_middle(
    faces: &WindingNumbers,
    points: &[Points],
    progress: &Progress,
) -> Result<Vec<f64>, Cancelled> {
    // Leaves that follow each other are near each other.
    let packets = progress.in_parallel(
        text!("phase-find-enclosed"),
        points.par_chunks(PACKET_SIZE),
        |points| {
            let middle = |lane: usize| points[lane.min(points.len() - 1)][0];
            Ok(faces.at_packet(&std::array::from_fn(middle)))
        },
    )?;
    let mut numbers = packets.into_flattened();
    numbers.truncate(points.len());
    numbers[OUTSIDE as usize] = 0.0;
    Ok(numbers)
}

/// Where the winding number of a leaf is near the level, the mean of several points takes its place: one point may be near the
/// hole that the leaf has.
pub(super) fn refine(
    numbers: &mut [f64],
    level: f64,
    leaves: &[Leaf],
    faces: &WindingNumbers,
    points: &[Points],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut unsure: Vec<usize> = (OUTSIDE as usize + 1..numbers.len())
        .filter(|&leaf| (numbers[leaf] - level).abs() < UNSURE)
        .collect();
    unsure.sort_by(|&a, &b| leaves[b].volume.total_cmp(&leaves[a].volume).then(a.cmp(&b)));
    unsure.truncate(MOST_UNSURE);
    let found = progress.in_parallel(text!("phase-find-enclosed"), &unsure, |&leaf| {
        let points = &points[leaf];
        let [_, others @ .., _, _, _] = faces.at_packet(&std::array::from_fn(|lane| points[lane.min(4)]));
        Ok((numbers[leaf] + others.iter().sum::<f64>()) / points.len() as f64)
    })?;
    for (leaf, number) in unsure.into_iter().zip(found) {
        numbers[leaf] = number;
    }
    Ok(())
}
