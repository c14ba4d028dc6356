//! Reads Wavefront OBJ files and their material libraries (MTL).
//!
//! `scan` reads every line, and `names` tracks objects, groups and materials. `mtl` and `materials` read libraries,
//! and `left_out` counts skipped statements.

mod left_out;
mod materials;
mod mtl;
mod names;
mod scan;
mod text;

use bspwalk_progress::Progress;
use bspwalk_text::text;
use glam::{DVec3, Vec4};

use self::{mtl::Placement, scan::Scan};
use super::{
    LevelError, LevelTriangle, Material, Resolver,
    assemble::{Draft, DraftTriangle},
    outline::Fault,
    triangulate::Triangulator,
    warnings::Tally,
};

/// Faces to triangulate between two cancellation checks.
const FACES_A_CHECK: usize = 1024;

/// Reads OBJ text. `files` resolves its material libraries and images.
pub(super) fn read(
    file: &str,
    text: &[u8],
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin(text!("phase-read-file"), text.len() as u64);
    let mut scan = scan::scan(file, text, progress)?;
    progress.begin(text!("phase-read-materials"), 0);
    let names = &scan.names;
    let mut materials = materials::load(
        &names.materials,
        &scan.libraries,
        files,
        &mut scan.warnings,
        progress,
    )?;
    if names.sections.iter().any(|section| section.material.is_none()) {
        materials.push((Material::plain("unnamed"), Placement::PLAIN));
    }
    let (materials, placements): (Vec<Material>, Vec<Placement>) = materials.into_iter().unzip();
    let triangles = triangles(file, &mut scan, &placements, progress)?;
    Ok(Draft {
        triangles,
        materials,
        objects: scan.names.objects,
        warnings: scan.warnings,
        ..Draft::default()
    })
}

/// Triangulates the faces in file order. `placements` correspond to the materials. If faces without a material exist,
/// theirs is the last.
fn triangles(
    file: &str,
    scan: &mut Scan,
    placements: &[Placement],
    progress: &Progress,
) -> Result<Vec<DraftTriangle>, LevelError> {
    progress.begin(text!("phase-triangulate"), scan.faces.len() as u64);
    let colors = linear_colors(&scan.colors);
    let mut triangulator = Triangulator::default();
    let mut triangles = Vec::with_capacity(scan.corners.len() - 2 * scan.faces.len());
    let mut positions: Vec<DVec3> = Vec::new();
    let mut rest = &scan.corners[..];
    let mut crossing = Tally::default();
    for (number, face) in scan.faces.iter().enumerate() {
        if number % FACES_A_CHECK == 0 {
            progress.check()?;
            progress.advance(FACES_A_CHECK.min(scan.faces.len() - number) as u64);
        }
        let section = scan.names.sections[face.section as usize];
        let material = section.material.unwrap_or(placements.len() as u32 - 1);
        let placement = placements[material as usize];
        let (own, others) = rest.split_at(face.corners as usize);
        rest = others;
        positions.clear();
        positions.extend(own.iter().map(|corner| scan.positions[corner[0] as usize - 1]));
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
            let corners = triangle.map(|corner| own[corner as usize].map(|index| index as usize));
            triangles.push(DraftTriangle {
                line: face.line,
                marks_spawn: section.spawn,
                ..DraftTriangle::new(LevelTriangle {
                    corners: triangle.map(|corner| positions[corner as usize]),
                    normals: if face.has_normals {
                        corners.map(|[.., normal]| scan.normals[normal - 1])
                    } else {
                        Default::default()
                    },
                    uvs: if face.is_textured {
                        corners.map(|[_, texcoord, _]| placement.uv(scan.texcoords[texcoord - 1]))
                    } else {
                        Default::default()
                    },
                    colors: corners.map(|[vertex, ..]| colors.get(vertex - 1).copied().unwrap_or(Vec4::ONE)),
                    material,
                    object: section.object,
                    source: triangles.len() as u32,
                    solid: !section.liquid,
                })
            });
        }
    }
    let warning = crossing.warning(|count| text!("obj-crossing-faces", count));
    scan.warnings.extend(warning);
    Ok(triangles)
}

/// Returns the vertex colours as linear RGBA. Files contain sRGB from 0 to 1, or sometimes from 0 to 255.
fn linear_colors(colors: &[DVec3]) -> Vec<Vec4> {
    let is_bytes = colors.iter().any(|color| color.max_element() > 1.0);
    let white = if is_bytes { 255.0 } else { 1.0 };
    let linear = |value: f64| {
        let value = (value / white).clamp(0.0, 1.0);
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    let linear = |color: &DVec3| color.map(linear).as_vec3().extend(1.0);
    colors.iter().map(linear).collect()
}
