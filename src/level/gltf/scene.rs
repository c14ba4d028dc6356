//! The meshes of a scene: which faces they have, and where these stand.

use std::collections::{BTreeMap, HashMap, hash_map::Entry};

use gltf::json::{Mesh, Root};

use super::{
    accessor::Reader,
    counts::Counts,
    document::Document,
    images::Images,
    marks::Marks,
    materials::{self, Surface, Use},
    mesh::{self, Faces, Target},
    nodes::Placed,
};
use crate::{
    level::{LevelError, Warning, assemble::Draft},
    progress::Progress,
};

/// Triangles that a file of any size may have, as instances share their data.
const FREE_TRIANGLES: u64 = 1 << 20;

/// The most triangles of a file with buffers of so many bytes: a strip of the smallest indices has one for a byte.
const fn most_triangles(bytes: u64) -> u64 {
    FREE_TRIANGLES + bytes
}

/// A mesh, read once for all places where it stands: its primitives with faces, by number.
type Primitives<'a> = Vec<(usize, Faces<'a>)>;

/// Reads the faces of the placed nodes with their materials into a draft. `images` reads those that are used.
pub(super) fn read(
    file: &str,
    document: &Document<'_>,
    nodes: &[Placed],
    reader: &mut Reader<'_>,
    images: impl FnOnce(Vec<usize>, &mut Vec<Warning>) -> Images,
    draft: &mut Draft,
    progress: &Progress,
) -> Result<(), LevelError> {
    let root = &document.root;
    let mut counts = Counts::default();
    let mut meshes: HashMap<usize, Primitives<'_>> = HashMap::new();
    let mut triangles = 0;
    for (turn, placed) in nodes.iter().enumerate() {
        progress.check_at(turn)?;
        let Some(number) = mesh_of(root, placed) else {
            continue;
        };
        let primitives = match meshes.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                counts.mesh();
                new.insert(primitives(file, document, number, reader, &mut counts, progress)?)
            }
        };
        counts.place(placed);
        let faces = primitives.iter();
        triangles += faces.map(|(_, faces)| u64::from(faces.count())).sum::<u64>();
    }
    if triangles == 0 {
        return Err(LevelError::NoFaces {
            file: file.to_owned(),
            found: counts.instead(root),
        });
    }
    let most = most_triangles(reader.bytes()).min(u64::from(u32::MAX));
    if triangles > most {
        return Err(LevelError::refused(
            file,
            format!(
                "has {triangles} triangles in the {} places where its meshes stand, and a file of its size may have \
                 {most}; leave instances out",
                counts.placed()
            ),
        ));
    }
    let uses = uses(root, &meshes);
    let images = images(materials::images(document, &uses), &mut draft.warnings);
    let surfaces = materials::read(document, &images, &uses);
    let numbers: HashMap<Option<usize>, u32> = uses.iter().map(|used| used.material).zip(0..).collect();
    progress.begin("Placing the meshes", triangles);
    draft.triangles.reserve_exact(triangles as usize);
    let mut objects: HashMap<String, u32> = HashMap::new();
    for placed in nodes {
        progress.check()?;
        let Some(number) = mesh_of(root, placed) else {
            continue;
        };
        let mesh = &root.meshes[number];
        let (marks, label) = object(root, placed, mesh);
        for (index, faces) in &meshes[&number] {
            let next = objects.len() as u32;
            let object = *objects.entry(label.clone()).or_insert_with(|| {
                draft.objects.push(label.clone());
                next
            });
            let material = mesh.primitives[*index].material.map(|material| material.value());
            let material = numbers[&material];
            let surface: &Surface = &surfaces[material as usize];
            let target = Target {
                transform: placed.transform,
                placement: surface.placement,
                material,
                object,
                solid: !(marks.nonsolid || surface.marks.nonsolid),
                marks_spawn: marks.spawn,
            };
            faces
                .add_to(&mut draft.triangles, &target, progress)?
                .map_err(|problem| unusable(file, mesh, number, *index, &problem))?;
            progress.advance(u64::from(faces.count()));
        }
    }
    let moved = surfaces.iter().filter(|surface| surface.placement.is_moved());
    counts.tell(moved.count(), draft);
    draft.materials = surfaces.into_iter().map(|surface| surface.material).collect();
    Ok(())
}

fn mesh_of(root: &Root, placed: &Placed) -> Option<usize> {
    root.nodes[placed.node].mesh.map(|mesh| mesh.value())
}

/// What is said of the object that a node with a mesh is, and its name: the node's, else the mesh's.
fn object(root: &Root, placed: &Placed, mesh: &Mesh) -> (Marks, String) {
    let node_name = root.nodes[placed.node].name.as_deref().unwrap_or_default();
    let mesh_name = mesh.name.as_deref().unwrap_or_default();
    let marks = placed.marks.or(Marks::of(mesh_name, &mesh.extras));
    let name = match (node_name, mesh_name) {
        ("", "") => format!("node {}", placed.node),
        ("", name) | (name, _) => name.to_owned(),
    };
    (marks, marks.named(&name))
}

/// The primitives of a mesh that have faces.
fn primitives<'a>(
    file: &str,
    document: &Document<'_>,
    number: usize,
    reader: &mut Reader<'a>,
    counts: &mut Counts,
    progress: &Progress,
) -> Result<Primitives<'a>, LevelError> {
    let mesh = &document.root.meshes[number];
    let mut primitives = Vec::new();
    for (index, primitive) in mesh.primitives.iter().enumerate() {
        progress.check_at(index)?;
        let set = materials::coordinates(document, primitive.material.map(|material| material.value()));
        let faces = Faces::of(primitive, set, reader)
            .map_err(|problem| unusable(file, mesh, number, index, &problem))?;
        counts.primitive(&faces);
        primitives.extend(faces.ok().map(|faces| (index, faces)));
    }
    Ok(primitives)
}

/// The materials that have faces, in the document's order; `None` for faces without one, at the end.
fn uses(root: &Root, meshes: &HashMap<usize, Primitives<'_>>) -> Vec<Use> {
    let mut veiled: BTreeMap<usize, bool> = BTreeMap::new();
    for (number, primitives) in meshes {
        for (index, faces) in primitives {
            let material = root.meshes[*number].primitives[*index].material;
            // One beyond all others is none.
            let material = material.map_or(root.materials.len(), |material| material.value());
            *veiled.entry(material).or_default() |= faces.is_veiled();
        }
    }
    let uses = veiled.into_iter().map(|(material, is_veiled)| Use {
        material: Some(material).filter(|&material| material < root.materials.len()),
        is_veiled,
    });
    uses.collect()
}

fn unusable(file: &str, mesh: &Mesh, number: usize, primitive: usize, problem: &str) -> LevelError {
    LevelError::refused(
        file,
        format!(
            "cannot be used: {} cannot be read: {problem}; export the level again",
            mesh::called(mesh, number, primitive)
        ),
    )
}

#[cfg(test)]
mod tests {
    use std::mem::size_of;

    use crate::level::{LevelTriangle, assemble::DraftTriangle};

    #[test]
    fn a_triangle_takes_no_more_memory_than_stated() {
        // The corners are copied once more, to find units, and each triangle is sorted by its hash.
        let most = size_of::<DraftTriangle>() + size_of::<LevelTriangle>() + 72 + 16;
        assert!(most <= 544, "{most}");
    }
}
