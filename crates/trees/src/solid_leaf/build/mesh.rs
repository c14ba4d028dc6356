//! Builds the mesh used for drawing: the pieces of all faces, cut into the leaves, with an index range for each leaf.

use std::sync::atomic::{AtomicUsize, Ordering};

use bspwalk_geometry::{FaceId, Plane, Polygon, Surface, Tolerances, Vertex};
use bspwalk_progress::{Cancelled, Progress};
use rayon::prelude::*;

use super::{
    descend::{Descent, End},
    merge::{Face, merge},
    plane_table::{Facing, PlaneTable},
};
use crate::{
    grouped::Grouped,
    solid_leaf::{
        Child, Draw, Fragment, LeafId, LeafMesh, LeafParams, LeafTriangle, solidity::structural_faces::Wall,
    },
    tolerance::MERGE_THICKNESS,
};

/// Number of detail faces per parallel task.
const FACES_AT_ONCE: usize = 256;

pub(crate) struct LeafPiece {
    pub(crate) leaf: LeafId,
    pub(crate) material: u32,
    pub(crate) face: FaceId,
    pub(crate) structural: bool,
    pub(crate) polygon: Polygon<Surface>,
}

/// Returns the pieces of structural faces, each with the leaf in front of it.
///
/// If the leaf in front of a piece is solid, the piece is assigned to any empty leaves behind it, because they can see
/// it.
pub(crate) fn cut_structural_faces(
    descent: Descent<'_>,
    walls: Vec<Wall>,
    faces: &[Face],
    is_solid: impl Fn(LeafId) -> bool + Sync,
    progress: &Progress,
) -> Result<Vec<LeafPiece>, Cancelled> {
    let pieces_of = |wall: Wall| {
        let face = &faces[wall.face as usize];
        let mut pieces = Vec::new();
        let mut piece = |leaf, polygon| {
            pieces.push(LeafPiece {
                leaf,
                material: face.material,
                face: face.face,
                structural: true,
                polygon,
            });
        };
        match wall.end {
            End::Leaf(leaf) => piece(leaf, wall.polygon),
            End::Node(node) => {
                let node = &descent.nodes[node.index()];
                let (normal, sides) = if face.normal.dot(node.plane.normal) >= 0.0 {
                    (node.plane.normal, [node.front, node.back])
                } else {
                    (-node.plane.normal, [node.back, node.front])
                };
                descent.cut(sides[0], wall.polygon, normal, |leaf, polygon| {
                    if !is_solid(leaf) {
                        piece(leaf, polygon);
                        return Ok(());
                    }
                    let mut behind = Vec::new();
                    descent.cut(sides[1], polygon.clone(), -normal, |leaf, part| {
                        behind.push((leaf, part));
                        Ok(())
                    })?;
                    if behind.iter().all(|&(leaf, _)| is_solid(leaf)) {
                        piece(leaf, polygon);
                        return Ok(());
                    }
                    for (other, part) in behind {
                        piece(if is_solid(other) { leaf } else { other }, part);
                    }
                    Ok(())
                })?;
            }
        }
        Ok(pieces)
    };
    let found = progress.in_parallel("Cutting faces into leaves", walls, pieces_of)?;
    Ok(found.into_iter().flatten().collect())
}

/// Returns the pieces of detail faces, or `None` as soon as there are more than `limit` pieces.
pub(crate) fn cut_detail_faces(
    descent: Descent<'_>,
    root: Child,
    faces: &[Face],
    limit: usize,
    progress: &Progress,
) -> Result<Option<Vec<LeafPiece>>, Cancelled> {
    let chunks = faces.par_chunks(FACES_AT_ONCE);
    let total = AtomicUsize::new(0);
    let found = progress.in_parallel("Cutting detail faces into leaves", chunks, |faces| {
        if total.load(Ordering::Relaxed) > limit {
            return Ok(Vec::new());
        }
        let mut pieces = Vec::with_capacity(2 * faces.len());
        for face in faces {
            progress.check()?;
            descent.cut(root, face.polygon.clone(), face.normal, |leaf, polygon| {
                pieces.push(LeafPiece {
                    leaf,
                    material: face.material,
                    face: face.face,
                    structural: false,
                    polygon,
                });
                Ok(())
            })?;
        }
        total.fetch_add(pieces.len(), Ordering::Relaxed);
        Ok(pieces)
    })?;
    Ok((total.into_inner() <= limit).then(|| found.into_iter().flatten().collect()))
}

pub(crate) fn count_detail(descent: Descent<'_>, root: Child, faces: &[Face]) -> Result<u64, Cancelled> {
    let mut count = 0;
    for face in faces {
        descent.progress.check()?;
        descent.cut(root, face.polygon.clone(), face.normal, |_, _| {
            count += 1;
            Ok(())
        })?;
    }
    Ok(count)
}

/// Converts the detail triangles to faces, skipping degenerate ones.
pub(crate) fn detail_faces(
    triangles: &[LeafTriangle],
    params: &LeafParams,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<Vec<Face>, Cancelled> {
    let mut faces = Vec::new();
    let mut table = PlaneTable::new(tolerances.on_plane);
    let details = triangles.iter().filter(|triangle| !triangle.structural);
    for (turn, triangle) in details.enumerate() {
        progress.check_at(turn)?;
        let Some(plane) = Plane::from_points(triangle.corners) else {
            continue;
        };
        let facing = if params.merge {
            table.insert(&triangle.corners, plane.normal)
        } else {
            Facing::default()
        };
        faces.push(Face {
            polygon: polygon_of(triangle),
            facing,
            normal: plane.normal,
            face: triangle.face,
            material: triangle.material,
            light: triangle.light,
        });
    }
    if params.merge {
        faces = merge(&faces, MERGE_THICKNESS * tolerances.on_plane, progress)?;
    }
    Ok(faces)
}

pub(crate) fn polygon_of(triangle: &LeafTriangle) -> Polygon<Surface> {
    Polygon {
        vertices: (0..3)
            .map(|i| Vertex {
                position: triangle.corners[i],
                attributes: triangle.surfaces[i],
            })
            .collect(),
    }
}

/// Sorts pieces by leaf and material with a stable sort, and combines them into a single mesh.
pub(crate) fn mesh(
    leaf_count: u32,
    pieces: &[LeafPiece],
    progress: &Progress,
) -> Result<(LeafMesh, Vec<Fragment>), Cancelled> {
    progress.begin("Assembling the mesh", 0);
    let of_leaf = Grouped::new(
        leaf_count,
        pieces
            .iter()
            .zip(0_u32..)
            .map(|(piece, index)| (piece.leaf.0, index)),
    );
    let ordered = (0..leaf_count).flat_map(|leaf| {
        let mut own = of_leaf.of(leaf).to_vec();
        own.sort_by_key(|&index| pieces[index as usize].material);
        own
    });
    let vertices: usize = pieces.iter().map(|piece| piece.polygon.vertices.len()).sum();
    let mut mesh = LeafMesh {
        positions: Vec::with_capacity(vertices),
        surfaces: Vec::with_capacity(vertices),
        indices: Vec::with_capacity(3 * vertices.saturating_sub(2 * pieces.len())),
        draws: Vec::new(),
    };
    let mut fragments = Vec::with_capacity(pieces.len());
    for (turn, index) in ordered.enumerate() {
        progress.check_at(turn)?;
        let piece = &pieces[index as usize];
        let (first, count) = (mesh.positions.len() as u32, piece.polygon.vertices.len() as u32);
        for vertex in &piece.polygon.vertices {
            mesh.positions.push(vertex.position.as_vec3());
            mesh.surfaces.push(vertex.attributes);
        }
        fragments.push(Fragment {
            leaf: piece.leaf,
            face: piece.face,
            material: piece.material,
            structural: piece.structural,
            first_vertex: first,
            vertex_count: count,
        });
        let from = mesh.indices.len() as u32;
        for corner in 2..count {
            mesh.indices.extend([first, first + corner - 1, first + corner]);
        }
        let to = mesh.indices.len() as u32;
        match mesh.draws.last_mut() {
            Some(draw) if (draw.leaf, draw.material) == (piece.leaf, piece.material) => draw.indices.end = to,
            _ => mesh.draws.push(Draw {
                leaf: piece.leaf,
                material: piece.material,
                indices: from..to,
            }),
        }
    }
    Ok((mesh, fragments))
}
