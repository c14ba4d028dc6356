//! Wavefront OBJ, with its material libraries (MTL).

mod left_out;
mod materials;
mod mtl;
mod names;
mod parse;
mod text;

use glam::{DVec3, Vec2, Vec3, Vec4};

use self::{mtl::Placement, parse::Parsed};
use super::{
    Level, LevelError, LevelTriangle, LoadOptions, Material, Resolver,
    assemble::{Draft, DraftTriangle, assemble},
    triangulate::Triangulator,
};
use crate::progress::Progress;

/// How many faces are turned into triangles between two looks at [`Progress`].
const FACES_A_CHECK: usize = 1024;

/// Loads a level from OBJ text in memory.
///
/// `name` is what errors and [`Level::name`] call it; `files` finds the material libraries and images that it names
/// (`&()` where there are none).
///
/// # Errors
/// See [`LevelError`]; what concerns only looks is a [`Warning`](super::Warning) in the level instead.
pub fn load_from_memory(
    name: &str,
    text: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    load_named(name, name, text, files, options, progress)
}

/// As [`load_from_memory`], with errors that speak of `file` and a level called `name`.
pub(super) fn load_named(
    file: &str,
    name: &str,
    text: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    progress.begin("Parsing", text.len() as u64);
    super::sniff::refuse_other_formats(file, text)?;
    let mut parsed = parse::parse(file, text, progress)?;
    progress.begin("Reading the materials", 0);
    let mut materials = materials::load(
        &parsed.names.materials,
        &parsed.libraries,
        files,
        &mut parsed.warnings,
        progress,
    );
    progress.check()?;
    let sections = &parsed.names.sections;
    if sections.iter().any(|section| section.material.is_none()) {
        materials.push((Material::plain("unnamed"), Placement::PLAIN));
    }
    let (materials, placements): (Vec<Material>, Vec<Placement>) = materials.into_iter().unzip();
    let draft = Draft {
        triangles: triangles(&parsed, &placements, progress)?,
        materials,
        objects: parsed.names.objects,
        warnings: parsed.warnings,
    };
    assemble(file, name, draft, options, progress)
}

/// The faces as triangles, in file order. `placements` belong to the materials; the last one is that of faces without a
/// material, where there are such.
fn triangles(
    parsed: &Parsed,
    placements: &[Placement],
    progress: &Progress,
) -> Result<Vec<DraftTriangle>, LevelError> {
    progress.begin("Triangulating", parsed.faces.len() as u64);
    let colors = linear_colors(parsed);
    let mut triangulator = Triangulator::new();
    let mut triangles = Vec::with_capacity(parsed.corners.len() - 2 * parsed.faces.len());
    let mut positions: Vec<DVec3> = Vec::new();
    let mut rest = parsed.corners.as_slice();
    for (number, face) in parsed.faces.iter().enumerate() {
        if number % FACES_A_CHECK == 0 {
            progress.check()?;
            progress.advance(FACES_A_CHECK.min(parsed.faces.len() - number) as u64);
        }
        let section = parsed.names.sections[face.section as usize];
        let material = section.material.unwrap_or(placements.len() as u32 - 1);
        let placement = placements[material as usize];
        let (corners, others) = rest.split_at(face.corners as usize);
        rest = others;
        positions.clear();
        positions.extend(corners.iter().map(|corner| parsed.positions[corner[0] as usize]));
        for &triangle in triangulator.triangulate(&positions, progress)? {
            let corners = triangle.map(|corner| corners[corner as usize]);
            triangles.push(DraftTriangle {
                triangle: LevelTriangle {
                    corners: triangle.map(|corner| positions[corner as usize]),
                    normals: corners.map(|[_, _, normal]| at(&parsed.normals, normal).unwrap_or(Vec3::ZERO)),
                    uvs: corners.map(|[_, texcoord, _]| {
                        let texcoord = at(&parsed.texcoords, texcoord);
                        texcoord.map_or(Vec2::ZERO, |texcoord| placement.uv(texcoord))
                    }),
                    colors: corners.map(|[vertex, ..]| at(&colors, vertex).unwrap_or(Vec4::ONE)),
                    material,
                    object: section.object,
                    source: triangles.len() as u32,
                    solid: !section.liquid,
                },
                line: face.line,
                marks_spawn: section.spawn,
            });
        }
    }
    Ok(triangles)
}

fn at<T: Copy>(values: &[T], index: u32) -> Option<T> {
    values.get(index as usize).copied()
}

/// The vertex colours as linear RGBA; files give sRGB from 0 to 1, some from 0 to 255.
fn linear_colors(parsed: &Parsed) -> Vec<Vec4> {
    let used = parsed
        .corners
        .iter()
        .filter_map(|corner| at(&parsed.colors, corner[0]));
    let white = if used.flatten().any(|channel| channel > 1.0) {
        255.0
    } else {
        1.0
    };
    let linear = |value: f64| {
        let value = (value / white).clamp(0.0, 1.0);
        let linear = if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        };
        linear as f32
    };
    let colors = parsed.colors.iter();
    colors
        .map(|color| Vec3::from_array(color.map(linear)).extend(1.0))
        .collect()
}
