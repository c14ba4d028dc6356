//! The size rule: small isolated pieces are detail.
//!
//! Faces that share a corner belong to the same piece. Two pieces are also joined if a corner of one lies on an edge of
//! the other, as at T-junctions. A wall of small panels therefore counts as one piece. A crate on a floor is isolated,
//! because its corners lie inside the floor's faces rather than on their edges.

use bspwalk_geometry::{Aabb, BoxTree, DisjointSets, Tolerances, triangle::edges};
use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

/// Maximum size of a small piece, relative to the level's diagonal. Without this limit, an entire level could count as
/// small if it is tiny or uses the wrong unit.
const SMALL_PART: f64 = 0.125;

/// Returns the triangles of pieces whose longest side is below `size` metres, in ascending order.
pub(super) fn small_piece_triangles(
    level: &Level,
    size: f64,
    progress: &Progress,
) -> Result<Vec<u32>, Cancelled> {
    // The comparison also rejects NaN.
    let size = if size > 0.0 {
        size.min(level.bounds.size().length() * SMALL_PART)
    } else {
        return Ok(Vec::new());
    };
    let triangles = &level.triangles;
    let solid: Vec<u32> = (0..triangles.len() as u32)
        .filter(|&index| triangles[index as usize].solid)
        .collect();
    let mut sets = by_corners(triangles, &solid, progress)?;
    let small = smaller_than(size, triangles, &solid, &mut sets);
    join(level, &solid, &small, &mut sets, progress)?;
    Ok(smaller_than(size, triangles, &solid, &mut sets))
}

/// Groups triangles into pieces by their shared (bit-identical) corners.
fn by_corners(
    triangles: &[LevelTriangle],
    solid: &[u32],
    progress: &Progress,
) -> Result<DisjointSets, Cancelled> {
    let mut corners: Vec<([u64; 3], u32)> = solid
        .par_iter()
        .flat_map_iter(|&index| {
            let corners = triangles[index as usize].corners;
            corners.map(|corner| (corner.to_array().map(f64::to_bits), index))
        })
        .collect();
    progress.check()?;
    corners.par_sort_unstable();
    let mut sets = DisjointSets::new(triangles.len() as u32);
    for (turn, pair) in corners.windows(2).enumerate() {
        progress.check_at(turn)?;
        if pair[0].0 == pair[1].0 {
            sets.unite(pair[0].1, pair[1].1);
        }
    }
    Ok(sets)
}

/// Returns the triangles of pieces smaller than `size`, in ascending order.
fn smaller_than(size: f64, triangles: &[LevelTriangle], solid: &[u32], sets: &mut DisjointSets) -> Vec<u32> {
    let mut boxes = vec![Aabb::EMPTY; triangles.len()];
    for &index in solid {
        let own = Aabb::from_points(triangles[index as usize].corners);
        let piece = &mut boxes[sets.find(index) as usize];
        *piece = piece.union(&own);
    }
    let mut small = solid.to_vec();
    small.retain(|&index| boxes[sets.find(index) as usize].size().max_element() < size);
    small
}

/// Joins the pieces of the `small` triangles to all pieces that they touch where a corner meets an edge.
fn join(
    level: &Level,
    solid: &[u32],
    small: &[u32],
    sets: &mut DisjointSets,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let tolerance = Tolerances::for_bounds(&level.bounds).on_plane;
    let corners = |index: u32| level.triangles[index as usize].corners;
    let tree = BoxTree::new(
        small
            .iter()
            .map(|&index| Aabb::from_points(corners(index)).inflated(tolerance))
            .collect(),
    );
    let pieces = sets.clone().representatives();
    let joined = progress.in_parallel("Merging small pieces", solid, |&index| {
        let mut joined: Vec<(u32, u32)> = Vec::new();
        let own = corners(index);
        let piece = pieces[index as usize];
        tree.touching(&Aabb::from_points(own), |place| {
            let other = small[place as usize];
            let pair = (piece, pieces[other as usize]);
            if pair.0 != pair.1 && !joined.contains(&pair) && meet(&own, &corners(other), tolerance) {
                joined.push(pair);
            }
        });
        Ok(joined)
    })?;
    for (a, b) in joined.into_iter().flatten() {
        sets.unite(a, b);
    }
    Ok(())
}

/// Returns whether a corner of one triangle lies on an edge of the other.
fn meet(a: &[DVec3; 3], b: &[DVec3; 3], tolerance: f64) -> bool {
    corner_on_edge(a, b, tolerance) || corner_on_edge(b, a, tolerance)
}

fn corner_on_edge(corners: &[DVec3; 3], triangle: &[DVec3; 3], tolerance: f64) -> bool {
    let around = Aabb::from_points(*triangle).inflated(tolerance);
    corners.iter().any(|&corner| {
        around.contains(corner)
            && edges(*triangle).iter().any(|edge| {
                let nearest = edge.closest_point(corner);
                nearest.distance_squared(corner) <= tolerance * tolerance
            })
    })
}
