//! Triangulates large planar polygons by constrained Delaunay triangulation of their outline.
//!
//! Polygons may touch themselves, for example where a slit connects a hole to the outer boundary. If a polygon
//! intersects itself, some of its edges are skipped.

use bspwalk_progress::{Cancelled, Progress};
use glam::DVec2;
use spade::{
    Intersection, LineIntersectionIterator, Triangulation,
    handles::{FixedFaceHandle, PossiblyOuterTag},
};

use super::constrained::{Added, Constrained};

/// Reason why the triangles may differ from the intended polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Crossing,
    /// Too many edges overlap, so the triangulation was abandoned and produced no triangles.
    TooMuch,
}

#[derive(Default)]
pub(super) struct Outline {
    /// Triangles as corner indices. If several corners coincide, the index of the first is used. Each triangle has the
    /// same winding as the polygon at that position.
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) same: Vec<u32>,
    pub(super) fault: Option<Fault>,
}

/// Triangulates a polygon in about O(n log n) time.
pub(super) fn triangulate(ring: &[DVec2], progress: &Progress) -> Result<Outline, Cancelled> {
    let mut outline = Outline {
        same: (0..ring.len() as u32).collect(),
        ..Outline::default()
    };
    let mut plane = Constrained::new(&scaled(ring), progress)?;
    let mut first_of_vertex = vec![u32::MAX; plane.triangulation.num_vertices()];
    for (corner, same) in outline.same.iter_mut().enumerate() {
        let Some(vertex) = plane.vertex(corner) else {
            outline.fault = Some(Fault::TooMuch);
            return Ok(outline);
        };
        let first = &mut first_of_vertex[vertex.index()];
        *first = (*first).min(*same);
        *same = *first;
    }
    let after = |corner: usize| (corner + 1) % ring.len();
    // In random order, an edge crosses fewer previously inserted edges if many edges overlap.
    let mut order: Vec<u32> = (0..ring.len() as u32).collect();
    fastrand::Rng::with_seed(1).shuffle(&mut order);
    let mut is_whole = vec![false; ring.len()];
    for corner in order.into_iter().map(|corner| corner as usize) {
        match plane.add(corner, after(corner), progress)? {
            Added::Whole => is_whole[corner] = true,
            Added::Empty => {}
            Added::Crossing => outline.fault = Some(Fault::Crossing),
            Added::TooMuch => {
                outline.fault = Some(Fault::TooMuch);
                return Ok(outline);
            }
        }
    }
    // For each directed edge, the number of times that the outline follows it forwards minus backwards.
    let mut turns = vec![0_i64; plane.triangulation.num_directed_edges()];
    for corner in (0..ring.len()).filter(|&corner| is_whole[corner]) {
        progress.check_at(corner)?;
        let Some([from, to]) = plane.ends(corner, after(corner)) else {
            continue;
        };
        let along = LineIntersectionIterator::new_from_handles(&plane.triangulation, from, to);
        for (turn, intersection) in along.enumerate() {
            progress.check_at(turn + 1)?;
            if let Intersection::EdgeOverlap(edge) = intersection {
                turns[edge.fix().index()] += 1;
                turns[edge.fix().rev().index()] -= 1;
            }
        }
    }
    let windings = windings(&plane, &turns, progress)?;
    for face in plane.triangulation.inner_faces() {
        let winding = windings[face.fix().index()].unwrap_or(0);
        let [a, b, c] = face
            .vertices()
            .map(|vertex| first_of_vertex[vertex.fix().index()]);
        if winding != 0 {
            outline
                .triangles
                .push(if winding > 0 { [a, b, c] } else { [a, c, b] });
        }
    }
    Ok(outline)
}

/// Scales the points so that the largest coordinate is about 1, because the triangulation cannot handle numbers that
/// are close to zero. The factor is a power of two, so scaling is exact.
fn scaled(ring: &[DVec2]) -> Vec<DVec2> {
    let largest = ring
        .iter()
        .fold(0.0, |largest: f64, point| largest.max(point.abs().max_element()));
    let scale = (-largest.log2().round()).clamp(-1000.0, 1000.0).exp2();
    let tiny = f64::EPSILON.powi(2);
    let scaled = |side: f64| {
        if (side * scale).abs() < tiny {
            0.0
        } else {
            side * scale
        }
    };
    ring.iter()
        .map(|point| DVec2::new(scaled(point.x), scaled(point.y)))
        .collect()
}

/// Computes the counter-clockwise winding number of each face. The outer face has winding number 0.
fn windings(plane: &Constrained, turns: &[i64], progress: &Progress) -> Result<Vec<Option<i64>>, Cancelled> {
    let mut windings = vec![None; plane.triangulation.num_all_faces()];
    let outer: FixedFaceHandle<PossiblyOuterTag> = plane.triangulation.outer_face().fix();
    windings[outer.index()] = Some(0);
    let mut waiting: Vec<(FixedFaceHandle<PossiblyOuterTag>, i64)> = Vec::new();
    for edge in plane
        .triangulation
        .directed_edges()
        .filter(|edge| edge.face().is_outer())
    {
        let inside = edge.rev().face().fix();
        if windings[inside.index()].is_none() {
            // The winding number to the right of an edge is less than the one to its left. The difference is the number
            // of times that the outline follows the edge.
            let winding = -turns[edge.fix().index()];
            windings[inside.index()] = Some(winding);
            waiting.push((inside, winding));
        }
    }
    let mut turn = 0;
    while let Some((face, winding)) = waiting.pop() {
        progress.check_at(turn)?;
        turn += 1;
        let Some(face) = plane.triangulation.face(face).as_inner() else {
            continue;
        };
        for edge in face.adjacent_edges() {
            let other = edge.rev().face().fix();
            if windings[other.index()].is_none() {
                let winding = winding - turns[edge.fix().index()];
                windings[other.index()] = Some(winding);
                waiting.push((other, winding));
            }
        }
    }
    Ok(windings)
}
