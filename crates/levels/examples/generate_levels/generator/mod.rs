//! Generates the built-in levels: geometry as OBJ and MTL files or as a Quake map, textures as PNG files, and a course
//! as JSON.

mod furniture;
mod hall;
mod kit;
mod lift;
pub(crate) mod material;
pub(crate) mod mesh;
mod noise;
pub(crate) mod plane;
mod solid;
mod teaching;
mod textures;
mod torture;
mod vault;
mod wall;

use mesh::Mesh;

/// A generated file.
pub(crate) struct File {
    /// Path, relative to `crates/levels/assets`.
    pub(crate) name: String,
    /// Content.
    pub(crate) bytes: Vec<u8>,
}

/// Returns the name, title and mesh of each built-in level.
pub(crate) fn levels() -> Vec<(&'static str, &'static str, Mesh)> {
    vec![
        (
            "hall",
            "A basilica with galleries, a stair, a ramp, a library and a sunken court.",
            hall::hall(),
        ),
        (
            "three_rooms",
            "Three rooms that two planes put in order (BSP Division, undated, see GLOSSARY.md).",
            teaching::three_rooms(),
        ),
        (
            "ten_edges",
            "A concave polygon of ten edges as walls (2D BSP Tree, undated, see GLOSSARY.md).",
            teaching::ten_edges(),
        ),
        (
            "wedges",
            "Acute corners, edges and vertices that are hard to be pushed out of.",
            teaching::wedges(),
        ),
        (
            "torture",
            "An exhibition hall of what makes collision fail, one bay for each.",
            torture::torture(),
        ),
    ]
}

/// Returns all files in `crates/levels/assets`, and the course in `crates/session/assets`, sorted by name.
pub(crate) fn files() -> Vec<File> {
    let mut files = Vec::new();
    for (name, title, mesh) in levels() {
        let library = format!("{name}.mtl");
        files.push(File {
            name: format!("{name}.obj"),
            bytes: mesh.obj(title, &library).into_bytes(),
        });
        files.push(File {
            name: library,
            bytes: mesh.mtl().into_bytes(),
        });
    }
    files.push(File {
        name: "../../session/assets/torture.course.json".to_owned(),
        bytes: torture::stations::json().into_bytes(),
    });
    files.push(File {
        name: "lift.map".to_owned(),
        bytes: lift::map().into_bytes(),
    });
    for (name, bytes) in textures::files() {
        files.push(File {
            name: name.to_owned(),
            bytes,
        });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}
