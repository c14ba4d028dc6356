//! Reads the faces of a compiled level: converts the polygons of the world and its models to triangles with texture
//! coordinates.

use bspwalk_trees::FaceId;
use std::ops::Range;

use crate::{Text, text};
use bspwalk_progress::Progress;
use bspwalk_trees::quake::QuakeTree;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec4};
use qbsp::{
    BspData,
    data::{BspFace, texture::PlanarTextureProjection},
};

use super::{
    light::LightReader,
    lumps::{Lump, Lumps},
    normals::Normals,
    sides::SurfaceSurvey,
    textures::{Textures, axes},
};
use crate::{
    LevelError, LevelTriangle, Warning,
    assemble::DraftTriangle,
    quake::contents::{Role, TextureKind},
    triangulate::Triangulator,
};

/// Number of corners allowed for all faces, per entry of the `surface edges` lump. In a valid file, each entry belongs
/// to only one face.
const CORNERS_A_SURFACE_EDGE: u64 = 2;

/// Number of faces allowed for all models, per face in the `faces` lump. In a valid file, each face belongs to only one
/// model.
const FACES_A_FACE: u64 = 2;

const MOST_CORNERS: usize = 4096;

#[derive(Clone, Copy)]
pub(super) struct ModelFaces {
    pub(super) role: Role,
    pub(super) object: u32,
    pub(super) offset: DVec3,
}

/// Number of faces left out because they are invisible, by reason.
#[derive(Default)]
pub(super) struct LeftOut {
    /// Faces of entities that only detect bodies.
    pub(super) volumes: u32,
    /// Faces with textures that are meant only for compilers.
    pub(super) hidden: u32,
}

pub(super) struct Reader<'a> {
    pub(super) lumps: &'a Lumps<'a>,
    pub(super) data: &'a BspData,
    pub(super) textures: Textures<'a>,
    pub(super) light: LightReader<'a>,
    pub(super) normals: Normals<'a>,
    pub(super) triangles: Vec<DraftTriangle>,
    pub(super) left_out: LeftOut,
    pub(super) triangulator: Triangulator,
    pub(super) liquid_objects_are_solid: bool,
}

impl<'a> Reader<'a> {
    /// Reads the faces of all models. `models` contains the properties of each model, and `tree` is the file's tree in
    /// the file's units.
    pub(super) fn read(
        &mut self,
        models: &[ModelFaces],
        tree: &QuakeTree,
        progress: &Progress,
    ) -> Result<(), LevelError> {
        let data = self.data;
        let corners: u64 = data.faces.iter().map(|face| u64::from(face.num_edges.0)).sum();
        if corners > CORNERS_A_SURFACE_EDGE * data.surface_edges.len() as u64 {
            let what = text!(
                "quakebsp-edges-together",
                corners,
                edges = data.surface_edges.len()
            );
            return Err(self.lumps.damaged(Lump::Faces, what));
        }
        let of_models: u64 = data.models.iter().map(|model| u64::from(model.num_faces)).sum();
        if of_models > FACES_A_FACE * data.faces.len() as u64 {
            let what = text!("quakebsp-faces-together", of_models, faces = data.faces.len());
            return Err(self.lumps.damaged(Lump::Models, what));
        }
        let surfaces = self.survey(tree, progress)?;
        self.textures.looks = surfaces.texture_kinds();
        if surfaces.is_cut_short {
            let warning = Warning::new(text!("quakebsp-too-deep"));
            self.textures.warnings.push(warning);
        }
        let mut is_read = vec![false; data.faces.len()];
        for (index, (model, faces)) in data.models.iter().zip(models).enumerate() {
            let first = model.first_face as usize;
            let range: Option<Range<usize>> =
                first.checked_add(model.num_faces as usize).map(|end| first..end);
            let Some(range) = range.filter(|range| range.end <= data.faces.len()) else {
                return Err(self
                    .lumps
                    .damaged(Lump::Models, text!("quakebsp-model-faces", index)));
            };
            for face in range {
                progress.check_at(face)?;
                // Compilers never assign a face to two models.
                if !std::mem::replace(&mut is_read[face], true) {
                    // The survey contains only world faces.
                    let known = (index == 0).then_some((&surfaces, face - first));
                    self.face(face, faces, known, progress)?;
                }
            }
        }
        Ok(())
    }

    fn survey<'t>(&self, tree: &'t QuakeTree, progress: &Progress) -> Result<SurfaceSurvey<'t>, LevelError> {
        let world = &self.data.models[0];
        // Out-of-range values and faces without corners are rejected later, when the faces are read.
        let faces = self.data.faces.get(world.first_face as usize..);
        let faces = faces.unwrap_or_default();
        let faces = &faces[..faces.len().min(world.num_faces as usize)];
        let mut surfaces = SurfaceSurvey::new(tree, faces.len());
        for face in faces {
            // Check for cancellation at every face, because the tree may be deep.
            progress.check()?;
            let texture = self.data.tex_info.get(face.texture_info_idx.0 as usize);
            let number = texture.and_then(|texture| texture.texture_idx.0);
            let place = self.corners(face).ok();
            surfaces.add(
                face,
                number,
                place.map(|polygon| (polygon.corners, polygon.normal)),
            );
        }
        Ok(surfaces)
    }

    /// Reads a face. For a world face, `known` contains the survey and the face's index in the survey.
    fn face(
        &mut self,
        index: usize,
        model: &ModelFaces,
        known: Option<(&SurfaceSurvey<'_>, usize)>,
        progress: &Progress,
    ) -> Result<(), LevelError> {
        let face = &self.data.faces[index];
        let damaged = |what: Text| {
            self.lumps
                .damaged(Lump::Faces, text!("quakebsp-face", index, what))
        };
        let polygon = self.corners(face).map_err(damaged)?;
        let corners = &polygon.corners;
        let texture = self.data.tex_info.get(face.texture_info_idx.0 as usize);
        let texture = texture.ok_or_else(|| damaged(text!("quakebsp-face-texture")))?;
        if model.role == Role::Volume {
            self.left_out.volumes += 1;
            return Ok(());
        }
        let looks = self.textures.of(texture);
        if !looks.look.is_drawn() {
            self.left_out.hidden += 1;
            return Ok(());
        }
        if looks.look == TextureKind::Liquid
            && known.is_some_and(|(all, number)| all.is_underside(number, face))
        {
            // Liquids are rendered from both sides.
            return Ok(());
        }
        let solid = match model.role {
            Role::Illusion | Role::Liquid => false,
            // Quake's brush entities are solid, regardless of their textures.
            Role::Object if self.liquid_objects_are_solid => true,
            _ => looks.look != TextureKind::Liquid,
        };
        // Texture coordinates in pixels, before the model is translated.
        let pixels: Vec<DVec2> = corners
            .iter()
            .map(|&corner| project(&texture.projection, corner))
            .collect();
        let grid = if looks.is_lit {
            self.light
                .read_face_grid((index, face), &texture.projection, &pixels, model.offset)
        } else {
            None
        };
        let size = Vec2::from(looks.size.map(|side| side as f32));
        let moved: Vec<DVec3> = corners.iter().map(|corner| corner + model.offset).collect();
        let normals: Vec<Vec3> = (0..corners.len())
            .map(|corner| self.normal(index, &polygon, corner))
            .collect();
        // The number of triangles depends only on the face.
        for &corners in self.triangulator.triangulate(&moved, progress)? {
            let corner = |i: usize| corners[i] as usize;
            self.light.add_triangle(grid);
            self.triangles.push(DraftTriangle::new(LevelTriangle {
                corners: std::array::from_fn(|i| moved[corner(i)]),
                normals: std::array::from_fn(|i| normals[corner(i)]),
                uvs: std::array::from_fn(|i| pixels[corner(i)].as_vec2() / size),
                colors: [Vec4::ONE; 3],
                material: looks.material,
                object: model.object,
                source: FaceId::from_index(self.triangles.len()),
                solid,
            }));
        }
        Ok(())
    }

    /// Returns the normal of a corner: the file's normal if it points to the front side, and the face normal otherwise.
    fn normal(&self, index: usize, polygon: &Polygon, corner: usize) -> Vec3 {
        let flat = polygon.normal.as_vec3();
        let data = self.data;
        let face = &data.faces[index];
        let in_file = if polygon.is_in_file_order {
            corner
        } else {
            polygon.corners.len() - 1 - corner
        };
        let edge = data.surface_edges.get(face.first_edge as usize + in_file);
        let vertex = edge.and_then(|edge| vertex(data, *edge)).unwrap_or_default();
        let told = self.normals.of(index, face, in_file, vertex);
        told.filter(|told| told.dot(flat) > 0.0).unwrap_or(flat)
    }

    /// Returns a face's normal and its corners, counter-clockwise when seen from the front.
    fn corners(&self, face: &BspFace) -> Result<Polygon, Text> {
        let data = self.data;
        let (first, count) = (face.first_edge as usize, face.num_edges.0 as usize);
        if count > MOST_CORNERS {
            return Err(text!("quakebsp-face-too-many-edges"));
        }
        let edges = data.surface_edges.get(first..).and_then(|rest| rest.get(..count));
        let edges = edges.ok_or_else(|| text!("quakebsp-face-edges"))?;
        let corner = |&edge: &i32| {
            let vertex = data.vertices.get(vertex(data, edge)?)?;
            Some(DVec3::from_array(vertex.to_array().map(f64::from)))
        };
        // Quake's faces have clockwise winding.
        let corners: Option<Vec<DVec3>> = edges.iter().rev().map(corner).collect();
        let mut corners = corners.ok_or_else(|| text!("quakebsp-face-corner"))?;
        let plane = data
            .planes
            .get(face.plane_idx.0 as usize)
            .ok_or_else(|| text!("quakebsp-face-plane"))?;
        let normal = DVec3::from_array(plane.normal.to_array().map(f64::from)).normalize_or_zero();
        let normal = if face.plane_side.0 == 0 { normal } else { -normal };
        let area: DVec3 = (1..corners.len().saturating_sub(1))
            .map(|i| (corners[i] - corners[0]).cross(corners[i + 1] - corners[0]))
            .sum();
        let is_in_file_order = area.dot(normal) < 0.0;
        if is_in_file_order {
            corners.reverse();
        }
        Ok(Polygon {
            corners,
            normal,
            is_in_file_order,
        })
    }
}

/// Corners of a face, counter-clockwise when seen from the front.
struct Polygon {
    corners: Vec<DVec3>,
    normal: DVec3,
    /// Whether the corners have the order of the file. Normally, they have the reverse order.
    is_in_file_order: bool,
}

/// Returns the index of the first vertex of a face's edge. A negative edge number means a reversed edge.
fn vertex(data: &BspData, edge: i32) -> Option<usize> {
    let pair = data.edges.get(edge.unsigned_abs() as usize)?;
    let vertex = if edge < 0 { pair.b } else { pair.a };
    Some(vertex.0 as usize)
}

fn project(projection: &PlanarTextureProjection, point: DVec3) -> DVec2 {
    let [u, v] = axes(projection);
    DVec2::new(
        point.dot(u) + f64::from(projection.u_offset),
        point.dot(v) + f64::from(projection.v_offset),
    )
}
