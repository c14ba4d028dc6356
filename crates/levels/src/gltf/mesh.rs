//! Triangles of meshes, repeated for each instance of a mesh.

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::FaceId;
use glam::{DAffine3, DMat3, DVec3, Vec2, Vec3, Vec4};
use gltf::{
    accessor::DataType,
    json::{self, mesh::Primitive, validation::Checked},
    mesh::{Mode, Semantic},
};

use super::{
    accessor::{Items, Reader},
    document::quoted,
    materials::{Placement, vertex_color},
};
use crate::{LevelTriangle, assemble::DraftTriangle};

/// A primitive whose accessors have been validated.
pub(super) struct PrimitiveFaces<'a> {
    mode: Mode,
    /// Length of the primitive's vertex list.
    named: u32,
    indices: Option<Items<'a>>,
    positions: Items<'a>,
    normals: Option<Items<'a>>,
    uvs: Option<Items<'a>>,
    colors: Option<Items<'a>>,
}

/// Transform and properties for the triangles of a primitive.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// Transform from mesh space to level space.
    pub(super) transform: DAffine3,
    pub(super) placement: Placement,
    pub(super) material: u32,
    pub(super) object: u32,
    pub(super) solid: bool,
    pub(super) marks_spawn: bool,
}

pub(super) enum NoFaces {
    PointsOrLines,
    /// The vertex list is too short for a single triangle.
    Empty,
}

pub(super) fn describe_primitive(mesh: &json::Mesh, number: usize, primitive: usize) -> Text {
    match mesh.name.as_deref() {
        None | Some("") => text!("gltf-primitive", primitive, number),
        Some(name) => text!("gltf-primitive-named", primitive, number, name = quoted(name)),
    }
}

impl<'a> PrimitiveFaces<'a> {
    /// Reads the faces of a primitive. `set` is the texture coordinate set of its image. An error is a sentence
    /// fragment that follows the primitive's name.
    pub(super) fn of(
        primitive: &Primitive,
        set: u32,
        reader: &mut Reader<'a>,
    ) -> Result<Result<Self, NoFaces>, Text> {
        let Checked::Valid(mode) = primitive.mode else {
            return Err(text!("gltf-unknown-mode"));
        };
        if matches!(
            mode,
            Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip
        ) {
            return Ok(Err(NoFaces::PointsOrLines));
        }
        let mut attribute = |semantic: Semantic, widths: &[usize]| {
            let Some(&index) = primitive.attributes.get(&Checked::Valid(semantic.clone())) else {
                return Ok(None);
            };
            let items = reader.items(index)?;
            if !widths.contains(&items.width) {
                return Err(text!(
                    "gltf-attribute-width",
                    attribute = semantic.to_string(),
                    width = items.width
                ));
            }
            Ok(Some(items))
        };
        let Some(positions) = attribute(Semantic::Positions, &[3])? else {
            return Ok(Err(NoFaces::Empty));
        };
        let normals = attribute(Semantic::Normals, &[3])?;
        let uvs = attribute(Semantic::TexCoords(set), &[2])?;
        let colors = attribute(Semantic::Colors(0), &[3, 4])?;
        for (items, name) in [
            (normals, text!("gltf-normals")),
            (uvs, text!("gltf-texture-coordinates")),
            (colors, text!("gltf-colours")),
        ] {
            if let Some(items) = items
                && items.count < positions.count
            {
                return Err(text!(
                    "gltf-attribute-short",
                    vertices = positions.count,
                    count = items.count,
                    name
                ));
            }
        }
        let indices = primitive.indices.map(|index| reader.items(index)).transpose()?;
        if let Some(indices) = indices
            && !(indices.width == 1
                && matches!(indices.component, DataType::U8 | DataType::U16 | DataType::U32))
        {
            return Err(text!("gltf-indices"));
        }
        let faces = Self {
            mode,
            named: indices.map_or(positions.count, |indices| indices.count),
            indices,
            positions,
            normals,
            uvs,
            colors,
        };
        Ok(if faces.count() == 0 {
            Err(NoFaces::Empty)
        } else {
            Ok(faces)
        })
    }

    pub(super) fn count(&self) -> u32 {
        match self.mode {
            Mode::Triangles => self.named / 3,
            _ => self.named.saturating_sub(2),
        }
    }

    /// Returns whether the primitive is a strip or a fan.
    pub(super) fn is_strip_or_fan(&self) -> bool {
        self.mode != Mode::Triangles
    }

    /// Returns whether the positions are integers.
    pub(super) fn is_quantized(&self) -> bool {
        self.positions.component != DataType::F32
    }

    /// Returns the number of vertices left over at the end of the list, which do not form a triangle.
    pub(super) fn leftover_vertex_count(&self) -> u32 {
        match self.mode {
            Mode::Triangles => self.named % 3,
            _ => 0,
        }
    }

    pub(super) fn has_vertex_alpha(&self) -> bool {
        self.colors.is_some_and(|colors| colors.width == 4)
    }

    /// Adds the triangles in file order. The inner error is a sentence fragment that follows the primitive's name.
    pub(super) fn add_to(
        &self,
        triangles: &mut Vec<DraftTriangle>,
        target: &Target,
        progress: &Progress,
    ) -> Result<Result<(), Text>, Cancelled> {
        let to_normal = normal_matrix(&target.transform.matrix3);
        let is_mirrored = target.transform.matrix3.determinant() < 0.0;
        for turn in 0..self.count() {
            progress.check_at(turn as usize)?;
            let mut vertices = [0; 3];
            for (vertex, place) in vertices.iter_mut().zip(corners(self.mode, turn)) {
                *vertex = self.indices.map_or(place, |indices| indices.integer(place));
                if *vertex >= self.positions.count {
                    return Ok(Err(text!(
                        "gltf-vertex-beyond",
                        vertex = *vertex,
                        turn,
                        vertices = self.positions.count
                    )));
                }
            }
            // A mirroring transform reverses the winding. Swapping two corners restores it.
            if is_mirrored {
                vertices.swap(1, 2);
            }
            let position = |at: u32| {
                target
                    .transform
                    .transform_point3(self.positions.numbers::<3>(at).into())
            };
            let normal = |items: Items<'_>, at: u32| {
                let normal = to_normal * DVec3::from(items.numbers::<3>(at));
                normal.normalize_or_zero().as_vec3()
            };
            let uv = |items: Items<'_>, at: u32| {
                let [u, v] = items.numbers::<2>(at).map(|number| number as f32);
                let uv = target.placement.uv(Vec2::new(u, v));
                if uv.is_finite() { uv } else { Vec2::ZERO }
            };
            let color = |items: Items<'_>, at: u32| vertex_color(items.numbers::<4>(at), items.width);
            triangles.push(DraftTriangle {
                marks_spawn: target.marks_spawn,
                ..DraftTriangle::new(LevelTriangle {
                    corners: vertices.map(position),
                    normals: self
                        .normals
                        .map_or([Vec3::ZERO; 3], |items| vertices.map(|at| normal(items, at))),
                    uvs: self
                        .uvs
                        .map_or([Vec2::ZERO; 3], |items| vertices.map(|at| uv(items, at))),
                    colors: self
                        .colors
                        .map_or([Vec4::ONE; 3], |items| vertices.map(|at| color(items, at))),
                    material: target.material,
                    object: target.object,
                    source: FaceId::from_index(triangles.len()),
                    solid: target.solid,
                })
            });
        }
        Ok(Ok(()))
    }
}

/// Returns the positions of a triangle's corners within the vertex list (specification, section 3.7.2.1).
fn corners(mode: Mode, triangle: u32) -> [u32; 3] {
    match mode {
        Mode::TriangleStrip => {
            let odd = triangle % 2;
            [triangle, triangle + 1 + odd, triangle + 2 - odd]
        }
        Mode::TriangleFan => [triangle + 1, triangle + 2, 0],
        _ => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2],
    }
}

/// Returns the matrix that transforms normals. It is the inverse transpose up to a positive factor, but is also defined
/// for singular matrices.
fn normal_matrix(matrix: &DMat3) -> DMat3 {
    let [a, b, c] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(b.cross(c) * sign, c.cross(a) * sign, a.cross(b) * sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_stay_perpendicular_to_faces() {
        for matrix in [
            DMat3::from_diagonal(DVec3::new(2.0, 0.5, 3.0)),
            DMat3::from_diagonal(DVec3::new(-2.0, 0.5, 3.0)),
            DMat3::from_cols(DVec3::X, DVec3::new(0.7, 1.0, 0.0), DVec3::Z * -4.0),
        ] {
            let (u, v) = (DVec3::new(1.0, 2.0, 0.5), DVec3::new(-0.5, 1.0, 2.0));
            let normal = normal_matrix(&matrix) * u.cross(v);
            let sign = matrix.determinant().signum();
            let face = (matrix * u).cross(matrix * v) * sign;
            assert!(
                normal.normalize().distance(face.normalize()) < 1e-12,
                "{matrix} gives {normal}"
            );
        }
    }
}
