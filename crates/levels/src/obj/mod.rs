//! Reads Wavefront OBJ files and their material libraries (MTL). Text is validated and then read with tobj.
//!
//! `scan` checks every line before it is parsed, and `names` keeps track of objects, groups and materials. `mtl` and
//! `materials` read material libraries, and `left_out` counts skipped statements.

mod left_out;
mod materials;
mod mtl;
mod names;
mod scan;
mod text;

use bspwalk_trees::FaceId;
use std::io::Cursor;

use crate::{Text, text};
use bspwalk_progress::Progress;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec4};

use self::{mtl::Placement, scan::Scan};
use super::{
    LevelError, LevelTriangle, Material, Resolver,
    assemble::{Draft, DraftTriangle},
    outline::Fault,
    triangulate::Triangulator,
    warnings::Tally,
    watched::Watched,
};

/// Number of faces to triangulate between two cancellation checks.
const FACES_A_CHECK: usize = 1024;

/// Reads an OBJ file. `files` finds its material libraries and images.
pub(super) fn read(
    file: &str,
    text: &[u8],
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin("Reading the file", text.len() as u64);
    let mut scan = scan::scan(file, text, progress)?;
    let names = &scan.names;
    let mut warnings = Vec::new();
    let beside = progress.for_parallel_part();
    let materials = || materials::load(&names.materials, &scan.libraries, files, &mut warnings, &beside);
    let mesh = || {
        let mesh = parse(file, &scan, progress);
        progress.begin("Reading the images", 0);
        mesh
    };
    let (materials, mesh) = rayon::join(materials, mesh);
    let (mut materials, mesh) = (materials?, mesh?);
    if names.sections.iter().any(|section| section.material.is_none()) {
        materials.push((Material::plain("unnamed"), Placement::PLAIN));
    }
    let (materials, placements): (Vec<Material>, Vec<Placement>) = materials.into_iter().unzip();
    scan.warnings.extend(warnings);
    let triangles = triangles(file, &mut scan, &mesh, &placements, progress)?;
    Ok(Draft {
        triangles,
        materials,
        objects: scan.names.objects,
        warnings: scan.warnings,
        ..Draft::default()
    })
}

/// Parses the faces with tobj into a single mesh.
fn parse(file: &str, scan: &Scan, progress: &Progress) -> Result<tobj::Mesh, LevelError> {
    progress.begin("Parsing", scan.plain.len() as u64);
    let failed = |reason| LevelError::Parser {
        file: file.to_owned(),
        reason,
    };
    let mut watched = Watched {
        bytes: Cursor::new(scan.plain.as_slice()),
        progress,
        advances: true,
    };
    let read = tobj::load_obj_buf(&mut watched, &tobj::LoadOptions::default(), |_| {
        Ok(Default::default())
    });
    progress.check()?;
    let (models, _) = read.map_err(|error| failed(Text::plain(error.to_string())))?;
    let mesh = models.into_iter().next().map(|model| model.mesh);
    let corners: usize = scan.faces.iter().map(|face| face.corners as usize).sum();
    mesh.filter(|mesh| mesh.indices.len() == corners)
        .ok_or_else(|| failed(text!("obj-faces-not-found")))
}

/// Triangulates the faces in file order. `placements` has one entry per material, and a final one for faces without a
/// material, if any.
fn triangles(
    file: &str,
    scan: &mut Scan,
    mesh: &tobj::Mesh,
    placements: &[Placement],
    progress: &Progress,
) -> Result<Vec<DraftTriangle>, LevelError> {
    progress.begin("Triangulating", scan.faces.len() as u64);
    let colors = linear_colors(&mesh.vertex_color);
    let mut triangulator = Triangulator::default();
    let mut triangles = Vec::with_capacity(mesh.indices.len() - 2 * scan.faces.len());
    let mut positions: Vec<DVec3> = Vec::new();
    let mut start = 0;
    let mut crossing = Tally::default();
    for (number, face) in scan.faces.iter().enumerate() {
        if number % FACES_A_CHECK == 0 {
            progress.check()?;
            progress.advance(FACES_A_CHECK.min(scan.faces.len() - number) as u64);
        }
        let section = scan.names.sections[face.section as usize];
        let material = section.material.unwrap_or(placements.len() as u32 - 1);
        let placement = placements[material as usize];
        let vertices = &mesh.indices[start..start + face.corners as usize];
        positions.clear();
        positions.extend(vertices.iter().map(|&vertex| position(mesh, vertex)));
        triangulator.triangulate(&positions, progress)?;
        match triangulator.fault() {
            Some(Fault::TooMuch) => {
                let problem = text!("obj-face-too-crossed", corners = face.corners);
                return Err(LevelError::syntax(file, face.line as usize, problem));
            }
            Some(Fault::Crossing) => crossing.add(1, face.line as usize),
            None => {}
        }
        for &triangle in triangulator.triangles() {
            let corners = triangle.map(|corner| start + corner as usize);
            triangles.push(DraftTriangle {
                line: face.line,
                marks_spawn: section.spawn,
                ..DraftTriangle::new(LevelTriangle {
                    corners: triangle.map(|corner| positions[corner as usize]),
                    normals: if face.has_normals {
                        corners.map(|at| normal(mesh, at))
                    } else {
                        Default::default()
                    },
                    uvs: if face.is_textured {
                        corners.map(|at| placement.uv(texcoord(mesh, at)))
                    } else {
                        Default::default()
                    },
                    colors: corners.map(|at| {
                        let color = colors.get(mesh.indices[at] as usize);
                        color.copied().unwrap_or(Vec4::ONE)
                    }),
                    material,
                    object: section.object,
                    source: FaceId::from_index(triangles.len()),
                    solid: !section.liquid,
                })
            });
        }
        start += vertices.len();
    }
    let warning = crossing.warning(|count| text!("obj-crossing-faces", count));
    scan.warnings.extend(warning);
    Ok(triangles)
}

fn position(mesh: &tobj::Mesh, vertex: u32) -> DVec3 {
    DVec3::from_slice(&mesh.positions[3 * vertex as usize..])
}

fn normal(mesh: &tobj::Mesh, corner: usize) -> Vec3 {
    let index = 3 * mesh.normal_indices[corner] as usize;
    DVec3::from_slice(&mesh.normals[index..]).as_vec3()
}

fn texcoord(mesh: &tobj::Mesh, corner: usize) -> Vec2 {
    let index = 2 * mesh.texcoord_indices[corner] as usize;
    DVec2::from_slice(&mesh.texcoords[index..]).as_vec2()
}

/// Converts vertex colours to linear RGBA. Files contain sRGB values from 0 to 1, or sometimes from 0 to 255.
fn linear_colors(channels: &[f64]) -> Vec<Vec4> {
    let is_bytes = channels.iter().any(|&channel| channel > 1.0);
    let white = if is_bytes { 255.0 } else { 1.0 };
    let linear = |&value: &f64| {
        let value = (value / white).clamp(0.0, 1.0);
        let linear = if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        };
        linear as f32
    };
    let linear: Vec<f32> = channels.iter().map(linear).collect();
    let colors = linear.chunks_exact(3);
    colors.map(|rgb| Vec3::from_slice(rgb).extend(1.0)).collect()
}
