//! Reads a scene's meshes, creates their instances, and counts conversions.

use std::collections::{BTreeMap, HashMap, hash_map::Entry};

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};
use gltf::json::{Mesh, Root};

use super::{
    accessor::Reader,
    document::Document,
    images::Images,
    marks::{Marks, RequestedRole},
    materials::{self, Surface, Use},
    mesh::{self, NoFaces, PrimitiveFaces, Target},
    nodes::Placed,
};
use crate::{LevelError, Warning, assemble::Draft};

/// Number of triangles that a file of any size may have. Instances share data, so a small file may contain many
/// triangles.
const FREE_TRIANGLES: u64 = 1 << 20;

/// Returns the maximum number of triangles for buffers with this total size. A strip with one-byte indices has about
/// one triangle per byte.
const fn most_triangles(bytes: u64) -> u64 {
    FREE_TRIANGLES + bytes
}

struct SharedMesh<'a> {
    marks: Marks,
    primitives: Vec<(usize, PrimitiveFaces<'a>)>,
    triangles: u64,
}

#[derive(Default)]
struct Counts {
    meshes: usize,
    placed: usize,
    mirrored: usize,
    chained: usize,
    quantized: usize,
    points_or_lines: usize,
    left_over: usize,
}

impl Counts {
    fn primitive(&mut self, faces: &Result<PrimitiveFaces<'_>, NoFaces>) {
        match faces {
            Ok(faces) => {
                self.chained += usize::from(faces.is_strip_or_fan());
                self.quantized += usize::from(faces.is_quantized());
                self.left_over += usize::from(faces.leftover_vertex_count() > 0);
            }
            Err(NoFaces::PointsOrLines) => self.points_or_lines += 1,
            Err(NoFaces::Empty) => {}
        }
    }

    fn place(&mut self, placed: &Placed) {
        self.placed += 1;
        self.mirrored += usize::from(placed.transform.matrix3.determinant() < 0.0);
    }

    /// Describes what a scene without faces contains instead.
    fn instead(&self, root: &Root) -> Text {
        match (self.points_or_lines, self.placed, root.meshes.len()) {
            (count @ 1.., ..) => text!("gltf-points-or-lines", count),
            (0, 0, 0) => text!("gltf-no-mesh"),
            (0, 0, count) => text!("gltf-unused-meshes", count),
            (0, count, _) => text!("gltf-meshes-without-triangles", count),
        }
    }

    fn tell(&self, moved_images: usize, draft: &mut Draft) {
        let (meshes, places) = (self.meshes, self.placed);
        let told = [
            (places - meshes, text!("gltf-instances", meshes, places)),
            (self.mirrored, text!("gltf-mirrored", count = self.mirrored)),
            (self.chained, text!("gltf-chained", count = self.chained)),
            (self.quantized, text!("gltf-quantized", count = self.quantized)),
            (moved_images, text!("gltf-moved-images", count = moved_images)),
        ];
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        draft.conversions.extend(told.map(|(_, sentence)| sentence));
        let (points_or_lines, left_over) = (self.points_or_lines, self.left_over);
        let warnings = [
            (points_or_lines > 0).then(|| text!("gltf-points-left-out", count = points_or_lines)),
            (left_over > 0).then(|| text!("gltf-vertices-left-over", count = left_over)),
        ];
        draft
            .warnings
            .extend(warnings.into_iter().flatten().map(Warning::new));
    }
}

/// Reads the faces and materials of the placed nodes into a draft. `images` reads the images that the materials use.
pub(super) fn read<'p>(
    file: &str,
    document: &Document<'_>,
    nodes: &[Placed],
    reader: &mut Reader<'_>,
    images: impl FnOnce(Vec<usize>, &mut Vec<Warning>) -> Result<Images<'p>, Cancelled>,
    draft: &mut Draft,
    progress: &Progress,
) -> Result<(), LevelError> {
    let root = &document.root;
    let mut counts = Counts::default();
    let mut meshes: HashMap<usize, SharedMesh<'_>> = HashMap::new();
    let mut triangles = 0_u64;
    for (turn, placed) in nodes.iter().enumerate() {
        progress.check_at(turn)?;
        let Some(number) = mesh_of(root, placed) else {
            continue;
        };
        let mesh = match meshes.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                counts.meshes += 1;
                new.insert(shared(file, document, number, reader, &mut counts, progress)?)
            }
        };
        counts.place(placed);
        triangles = triangles.saturating_add(mesh.triangles);
    }
    if triangles == 0 {
        return Err(LevelError::no_faces(file, counts.instead(root)));
    }
    let most = most_triangles(reader.bytes()).min(u64::from(u32::MAX));
    if triangles > most {
        let places = counts.placed;
        let problem = text!("gltf-too-many-triangles", triangles, places, most);
        return Err(LevelError::refused(file, problem));
    }
    let uses = uses(root, &meshes);
    let images = images(
        materials::used_image_indices(document, &uses),
        &mut draft.warnings,
    )?;
    let surfaces = materials::read(document, &images, &uses)?;
    let numbers: HashMap<Option<usize>, u32> = uses.iter().map(|used| used.material).zip(0..).collect();
    progress.begin("Placing the meshes", triangles);
    draft.triangles.reserve_exact(triangles as usize);
    let mut objects = Objects::default();
    for placed in nodes {
        progress.check()?;
        let Some(number) = mesh_of(root, placed) else {
            continue;
        };
        let shared = &meshes[&number];
        if shared.primitives.is_empty() {
            continue;
        }
        let mesh = &root.meshes[number];
        let marks = placed.marks.or_inherited(shared.marks);
        let object = objects.of(root, placed, number, marks);
        for (index, faces) in &shared.primitives {
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
                .map_err(|problem| unusable(file, mesh, number, *index, problem))?;
            progress.advance(u64::from(faces.count()));
        }
    }
    let moved = surfaces.iter().filter(|surface| surface.placement.is_moved());
    counts.tell(moved.count(), draft);
    draft.materials = surfaces.into_iter().map(|surface| surface.material).collect();
    draft.objects = objects.names;
    Ok(())
}

fn mesh_of(root: &Root, placed: &Placed) -> Option<usize> {
    root.nodes[placed.node].mesh.map(|mesh| mesh.value())
}

/// The objects of a scene. Their names are unique.
#[derive(Default)]
struct Objects {
    names: Vec<String>,
    by_name: HashMap<String, u32>,
    /// Objects named after meshes, by mesh and role prefix. This avoids hashing a long name for every instance of a
    /// mesh.
    by_mesh: HashMap<(usize, Option<RequestedRole>), u32>,
}

impl Objects {
    /// Returns the object for a node with a mesh. It is named after the node, or after the mesh if the node has no
    /// name.
    fn of(&mut self, root: &Root, placed: &Placed, mesh: usize, marks: Marks) -> u32 {
        let node_name = root.nodes[placed.node].name.as_deref().unwrap_or_default();
        let mesh_name = root.meshes[mesh].name.as_deref().unwrap_or_default();
        match (node_name, mesh_name) {
            ("", "") => self.named(marks.named(&format!("node {}", placed.node))),
            ("", name) => {
                if let Some(&known) = self.by_mesh.get(&(mesh, marks.part)) {
                    return known;
                }
                let object = self.named(marks.named(name));
                self.by_mesh.insert((mesh, marks.part), object);
                object
            }
            (name, _) => self.named(marks.named(name)),
        }
    }

    fn named(&mut self, name: String) -> u32 {
        let next = self.names.len() as u32;
        *self.by_name.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }
}

fn shared<'a>(
    file: &str,
    document: &Document<'_>,
    number: usize,
    reader: &mut Reader<'a>,
    counts: &mut Counts,
    progress: &Progress,
) -> Result<SharedMesh<'a>, LevelError> {
    let mesh = &document.root.meshes[number];
    let mut primitives = Vec::new();
    let mut triangles = 0;
    for (index, primitive) in mesh.primitives.iter().enumerate() {
        progress.check_at(index)?;
        let set = materials::texcoord_set(document, primitive.material.map(|material| material.value()));
        let faces = PrimitiveFaces::of(primitive, set, reader);
        if faces.is_err() {
            // Do not report a cancellation as an error in the file.
            progress.check()?;
        }
        let faces = faces.map_err(|problem| unusable(file, mesh, number, index, problem))?;
        counts.primitive(&faces);
        if let Ok(faces) = faces {
            triangles += u64::from(faces.count());
            primitives.push((index, faces));
        }
    }
    Ok(SharedMesh {
        marks: Marks::of(mesh.name.as_deref().unwrap_or_default(), &mesh.extras),
        primitives,
        triangles,
    })
}

/// Returns the materials that faces use, in document order. The default material comes last.
fn uses(root: &Root, meshes: &HashMap<usize, SharedMesh<'_>>) -> Vec<Use> {
    let mut veiled: BTreeMap<usize, bool> = BTreeMap::new();
    for (number, mesh) in meshes {
        for (index, faces) in &mesh.primitives {
            let material = root.meshes[*number].primitives[*index].material;
            // An index past the end of the list means the default material.
            let material = material.map_or(root.materials.len(), |material| material.value());
            *veiled.entry(material).or_default() |= faces.has_vertex_alpha();
        }
    }
    let uses = veiled.into_iter().map(|(material, is_veiled)| Use {
        material: Some(material).filter(|&material| material < root.materials.len()),
        is_veiled,
    });
    uses.collect()
}

fn unusable(file: &str, mesh: &Mesh, number: usize, primitive: usize, problem: Text) -> LevelError {
    let what = mesh::describe_primitive(mesh, number, primitive);
    LevelError::refused(file, text!("gltf-unreadable", what, problem))
}

#[cfg(test)]
mod tests {
    use std::mem::size_of;

    use crate::{LevelTriangle, assemble::DraftTriangle};

    #[test]
    fn triangles_stay_within_stated_memory() {
        // This includes a copy of the corners for guessing the units, and the hashes for finding repeated triangles.
        let most = size_of::<DraftTriangle>() + size_of::<LevelTriangle>() + 72 + 16;
        assert!(most <= 544, "{most}");
    }
}
