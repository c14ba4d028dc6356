//! What is drawn: the pieces of faces, each in a leaf, as one mesh in which every leaf has its own range of indices.

use rayon::prelude::*;

use super::{descend::Descent, merge::Face};
use crate::bsp::solid_leaf::{
    Child, Draw, Fragment, LeafId, LeafMesh, LeafTriangle,
    solidity::structural_faces::{Place, Wall},
};
use crate::{
    geometry::{Plane, Polygon, Surface, Vertex},
    progress::{Cancelled, Progress},
};

/// A piece of a face with the leaf that it is drawn with.
pub(crate) struct Piece {
    pub(crate) leaf: LeafId,
    pub(crate) material: u32,
    pub(crate) face: u32,
    pub(crate) structural: bool,
    pub(crate) polygon: Polygon<Surface>,
}

/// The pieces of structural faces, each with the leaf in front of it. A piece whose front is solid is drawn with the empty
/// leaves behind it, where there are any: it is seen from there.
pub(crate) fn structural(
    descent: Descent<'_>,
    walls: Vec<Wall>,
    faces: &[Face],
    is_solid: impl Fn(LeafId) -> bool + Sync,
    progress: &Progress,
) -> Result<Vec<Piece>, Cancelled> {
    progress.begin("Cutting faces into leaves", walls.len() as u64);
    let pieces_of = |wall: Wall| {
        progress.check()?;
        progress.advance(1);
        let face = &faces[wall.face as usize];
        let mut pieces = Vec::new();
        let mut piece = |leaf, polygon| {
            pieces.push(Piece {
                leaf,
                material: face.material,
                face: face.face,
                structural: true,
                polygon,
            });
        };
        match wall.place {
            Place::InLeaf(leaf) => piece(leaf, wall.polygon),
            Place::OnNode { node, along } => {
                let node = &descent.nodes[node as usize];
                let (normal, sides) = if along {
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
    let found = walls
        .into_par_iter()
        .map(pieces_of)
        .collect::<Result<Vec<Vec<Piece>>, Cancelled>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// The pieces of detail triangles. What lies on a plane goes to the side that it faces.
pub(crate) fn detail(
    descent: Descent<'_>,
    root: Child,
    triangles: &[&LeafTriangle],
    progress: &Progress,
) -> Result<Vec<Piece>, Cancelled> {
    progress.begin("Cutting details into leaves", triangles.len() as u64);
    let found: Vec<Vec<Piece>> = triangles
        .par_iter()
        .map(|triangle| {
            progress.check()?;
            progress.advance(1);
            let mut pieces = Vec::new();
            let Some(plane) = Plane::from_points(triangle.corners) else {
                return Ok(pieces);
            };
            descent.cut(root, polygon_of(triangle), plane.normal, |leaf, polygon| {
                pieces.push(Piece {
                    leaf,
                    material: triangle.material,
                    face: triangle.face,
                    structural: false,
                    polygon,
                });
                Ok(())
            })?;
            Ok(pieces)
        })
        .collect::<Result<_, Cancelled>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// A triangle as a polygon.
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

/// The pieces by leaf, then by material, else as they came.
fn ordered(pieces: Vec<Piece>, leaf_count: usize, progress: &Progress) -> Result<Vec<Piece>, Cancelled> {
    let mut of_leaf: Vec<Vec<Piece>> = Vec::new();
    of_leaf.resize_with(leaf_count, Vec::new);
    for (turn, piece) in pieces.into_iter().enumerate() {
        progress.check_at(turn)?;
        of_leaf[piece.leaf as usize].push(piece);
    }
    let mut ordered = Vec::new();
    for (turn, mut pieces) in of_leaf.into_iter().enumerate() {
        progress.check_at(turn)?;
        pieces.sort_by_key(|piece| piece.material);
        ordered.append(&mut pieces);
    }
    Ok(ordered)
}

/// Puts pieces together, ordered by leaf, then by material, else as they came.
pub(crate) fn mesh(
    pieces: Vec<Piece>,
    leaf_count: usize,
    progress: &Progress,
) -> Result<(LeafMesh, Vec<Fragment>), Cancelled> {
    progress.begin("Putting the mesh together", 0);
    let pieces = ordered(pieces, leaf_count, progress)?;
    let vertices: usize = pieces.iter().map(|piece| piece.polygon.vertices.len()).sum();
    let mut mesh = LeafMesh {
        positions: Vec::with_capacity(vertices),
        surfaces: Vec::with_capacity(vertices),
        indices: Vec::with_capacity(3 * vertices.saturating_sub(2 * pieces.len())),
        draws: Vec::new(),
    };
    let mut fragments = Vec::with_capacity(pieces.len());
    for (turn, piece) in pieces.into_iter().enumerate() {
        progress.check_at(turn)?;
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
