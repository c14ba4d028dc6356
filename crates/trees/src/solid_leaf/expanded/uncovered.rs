//! Finds uncovered faces: faces without a solid leaf on either side.

use bspwalk_geometry::{FaceId, Polygon};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec3};

use crate::node::NodeId;
use crate::solid_leaf::{
    Child, LeafTree,
    build::descend::{Descent, End, OnPlane},
    solidity::adjacency::is_sliver,
};

/// Finds the uncovered faces of a level. `faces` contains the corners and the number of each face. Part of an uncovered
/// face has no solid leaf on either side.
///
/// Returns the numbers of the uncovered faces in ascending order, and the maximum distance (in metres) of the other
/// faces from the planes of their leaves.
pub(super) fn find_uncovered_faces(
    leaves: &LeafTree,
    faces: &[([Vec3; 3], FaceId)],
    progress: &Progress,
) -> Result<(Vec<FaceId>, f64), Cancelled> {
    // The result is `None` for an uncovered face.
    let found = progress.in_parallel("Finding uncovered faces", faces, |(corners, _)| {
        off_plane(leaves, corners.map(Vec3::as_dvec3), progress)
    })?;
    let uncovered = faces.iter().zip(&found).filter(|(_, found)| found.is_none());
    let mut uncovered: Vec<FaceId> = uncovered.map(|(&(_, face), _)| face).collect();
    uncovered.sort_unstable();
    uncovered.dedup();
    Ok((uncovered, found.into_iter().flatten().fold(0.0, f64::max)))
}

/// Returns the maximum distance of a face from the planes of adjacent solid leaves, or `None` for an uncovered face.
fn off_plane(leaves: &LeafTree, corners: [DVec3; 3], progress: &Progress) -> Result<Option<f64>, Cancelled> {
    if leaves.nodes.is_empty() {
        return Ok(None);
    }
    // Use the thickness of planes, as the build does, and the precision of cells.
    let [descent, exact] = [leaves.tolerances.on_plane, leaves.tolerances.cell()].map(|tolerance| Descent {
        nodes: &leaves.nodes,
        tolerance,
        progress,
    });
    let (mut is_uncovered, mut off_plane) = (false, 0.0_f64);
    let is_narrow = |part: &Polygon| is_sliver(part, part.area(), descent.tolerance);
    descent.cut_at_nodes(
        Child::Node(NodeId(0)),
        Polygon::from_points(corners),
        |_, _| OnPlane::Stop,
        |end, part| match end {
            End::Leaf(leaf) => {
                is_uncovered |= !leaves.is_solid(leaf) && !is_narrow(&part);
                Ok(())
            }
            End::Node(id) => {
                let plane = leaves.nodes[id.index()].plane;
                for corner in part.positions() {
                    off_plane = off_plane.max(plane.distance(corner).abs());
                }
                exact.cut_between(id, &part, |sides, part| {
                    is_uncovered |= !sides.iter().any(|&leaf| leaves.is_solid(leaf)) && !is_narrow(&part);
                })
            }
        },
    )?;
    Ok((!is_uncovered).then_some(off_plane))
}
