//! What the faces say about each leaf: the generalised winding number inside of it.

use glam::{DVec3, dvec3};

use crate::{
    bsp::solid_leaf::{Leaf, OUTSIDE},
    geometry::{Polygon, Polyhedron, WindingNumbers},
    progress::{Cancelled, Progress},
};

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
    let others = directions.map(|direction| {
        let farthest = corners().max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction)));
        middle.lerp(farthest.unwrap_or(middle), TOWARDS_CORNER)
    });
    [middle, others[0], others[1], others[2], others[3]]
}

/// The winding number in the middle of each leaf; that of [`OUTSIDE`] is 0, as far away.
pub(super) fn in_the_middle(
    faces: &WindingNumbers,
    points: &[Points],
    progress: &Progress,
) -> Result<Vec<f64>, Cancelled> {
    let mut numbers = progress.in_parallel("Finding what meshes enclose", points, |points| {
        Ok(faces.at(points[0]))
    })?;
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
    let found = progress.in_parallel("Finding what meshes enclose", &unsure, |&leaf| {
        let others = points[leaf][1..].iter().map(|&point| faces.at(point));
        Ok((numbers[leaf] + others.sum::<f64>()) / points[leaf].len() as f64)
    })?;
    for (leaf, number) in unsure.into_iter().zip(found) {
        numbers[leaf] = number;
    }
    Ok(())
}
