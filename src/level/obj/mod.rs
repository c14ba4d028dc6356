//! Wavefront OBJ, by tobj and a scan beside it.

mod left_out;
mod materials;
mod names;
mod scan;
mod text;

use std::io::{self, BufRead, Read};

use glam::{DVec3, Vec2, Vec3, Vec4};

use self::materials::Placement;
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
    progress.begin("Reading the file", text.len() as u64);
    super::sniff::refuse_other_formats(file, text)?;
    let scan = scan::scan(file, text, progress)?;
    let mut warnings = scan.warnings;
    progress.begin("Reading the materials", 0);
    let (mut materials, mut placements): (Vec<Material>, Vec<Placement>) = materials::load(
        &scan.names.materials,
        &scan.libraries,
        files,
        &mut warnings,
        progress,
    )
    .into_iter()
    .unzip();
    progress.check()?;
    let unnamed_material = materials.len() as u32;
    if scan
        .names
        .sections
        .iter()
        .any(|section| section.material.is_none())
    {
        materials.push(Material::plain("unnamed"));
        placements.push(Placement::PLAIN);
    }

    progress.begin("Parsing", scan.plain.len() as u64);
    let mut watched = Watched {
        rest: &scan.plain,
        progress,
    };
    let options_of_tobj = tobj::LoadOptions::default();
    let (models, _) = tobj::load_obj_buf(&mut watched, &options_of_tobj, |_| Ok(Default::default()))
        .map_err(|error| match progress.check() {
            Err(cancelled) => cancelled.into(),
            Ok(()) => LevelError::Parser {
                file: file.to_owned(),
                reason: error.to_string(),
            },
        })?;
    let mesh = models.first().map(|model| &model.mesh);
    let disagree = || LevelError::Parser {
        file: file.to_owned(),
        reason: "its faces were not all found".to_owned(),
    };
    let mesh = mesh.ok_or_else(disagree)?;
    // tobj leaves the arities out where every face is a triangle.
    let corners: usize = scan.faces.iter().map(|face| face.corners as usize).sum();
    if mesh.indices.len() != corners {
        return Err(disagree());
    }

    progress.begin("Triangulating", scan.faces.len() as u64);
    let colors = Colors::of(&mesh.vertex_color);
    let mut triangulator = Triangulator::new();
    let mut draft = Draft {
        materials,
        objects: scan.names.objects,
        warnings,
        ..Draft::default()
    };
    draft.triangles.reserve(corners - 2 * scan.faces.len());
    let mut polygon: Vec<Corner> = Vec::new();
    let mut positions: Vec<DVec3> = Vec::new();
    let mut start = 0;
    for (number, face) in scan.faces.iter().enumerate() {
        if number % FACES_A_CHECK == 0 {
            progress.check()?;
            progress.advance(FACES_A_CHECK.min(scan.faces.len() - number) as u64);
        }
        let section = scan.names.sections[face.section as usize];
        let material = section.material.unwrap_or(unnamed_material);
        let placement = placements[material as usize];
        polygon.clear();
        positions.clear();
        for at in start..start + face.corners as usize {
            let vertex = mesh.indices[at] as usize;
            let position = DVec3::from_slice(&mesh.positions[3 * vertex..]);
            positions.push(position);
            polygon.push(Corner {
                normal: if face.has_normals {
                    let normal = mesh.normal_indices[at] as usize;
                    DVec3::from_slice(&mesh.normals[3 * normal..]).as_vec3()
                } else {
                    Vec3::ZERO
                },
                uv: if face.textured {
                    let texcoord = mesh.texcoord_indices[at] as usize;
                    let uv = Vec2::new(
                        mesh.texcoords[2 * texcoord] as f32,
                        mesh.texcoords[2 * texcoord + 1] as f32,
                    );
                    let placed = uv * placement.scale + placement.offset;
                    Vec2::new(placed.x, 1.0 - placed.y)
                } else {
                    Vec2::ZERO
                },
                color: colors.linear(vertex),
            });
        }
        start += face.corners as usize;
        for &triangle in triangulator.triangulate(&positions, progress)? {
            let [a, b, c] = triangle.map(|corner| polygon[corner as usize]);
            draft.triangles.push(DraftTriangle {
                triangle: LevelTriangle {
                    corners: triangle.map(|corner| positions[corner as usize]),
                    normals: [a.normal, b.normal, c.normal],
                    uvs: [a.uv, b.uv, c.uv],
                    colors: [a.color, b.color, c.color],
                    material,
                    object: section.object,
                    source: draft.triangles.len() as u32,
                    solid: !section.liquid,
                },
                line: face.line,
                marks_spawn: section.spawn,
            });
        }
    }
    assemble(file, name, draft, options, progress)
}

/// A corner of a polygon; its place apart.
#[derive(Clone, Copy)]
struct Corner {
    normal: Vec3,
    uv: Vec2,
    color: Vec4,
}

/// Vertex colours, which files give as sRGB from 0 to 1, some from 0 to 255.
struct Colors<'a> {
    values: &'a [f64],
    white: f64,
}

impl<'a> Colors<'a> {
    fn of(values: &'a [f64]) -> Self {
        let white = if values.iter().any(|&value| value > 1.0) {
            255.0
        } else {
            1.0
        };
        Self { values, white }
    }

    fn linear(&self, vertex: usize) -> Vec4 {
        let Some(color) = self.values.get(3 * vertex..3 * vertex + 3) else {
            return Vec4::ONE;
        };
        let linear = |value: f64| {
            let value = (value / self.white).clamp(0.0, 1.0);
            let linear = if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            };
            linear as f32
        };
        Vec4::new(linear(color[0]), linear(color[1]), linear(color[2]), 1.0)
    }
}

/// Text that tells how far it was read, and ends in an error once cancelled.
struct Watched<'a> {
    rest: &'a [u8],
    progress: &'a Progress,
}

impl Read for Watched<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.progress.check().map_err(io::Error::other)?;
        Ok(self.rest)
    }

    fn consume(&mut self, count: usize) {
        self.rest = &self.rest[count..];
        self.progress.advance(count as u64);
    }
}
