//! Reads the rest of a scene: cameras, lights and empty nodes (as entities), the spawn, and warnings about unsupported
//! parts.

use crate::text;
use bspwalk_progress::{Cancelled, Progress};
use glam::{DAffine3, DVec3};

use super::{
    document::{Document, quoted},
    marks,
    nodes::Placed,
};
use crate::{
    Entity, Warning,
    assemble::{Draft, DraftEntity, DraftSpawn},
};

/// Reads the entities and the spawn from the placed nodes into a draft. The spawn is the first node without a mesh that
/// is marked as the spawn, or otherwise the first camera.
pub(super) fn read_entities_and_spawn(
    document: &Document<'_>,
    nodes: &[Placed],
    draft: &mut Draft,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let root = &document.root;
    let mut marked = None;
    let mut camera = None;
    for (turn, placed) in nodes.iter().enumerate() {
        progress.check_at(turn)?;
        let node = &root.nodes[placed.node];
        let is_joint = document.left_out.joints.binary_search(&placed.node).is_ok();
        let name = node.name.as_deref().filter(|name| !name.is_empty());
        let start = DraftSpawn {
            position: placed.transform.translation,
            is_eye: node.camera.is_some(),
            facing: facing(&placed.transform),
        };
        let more = document.more.nodes.get(placed.node);
        let is_light = more.is_some_and(|more| more.extensions.light.is_some());
        let class = if node.camera.is_some() {
            camera.get_or_insert((start, name));
            "camera"
        } else if is_light {
            "light"
        } else if name.is_none() || placed.has_mesh || is_joint {
            // Joints of skins and groups of meshes do not become entities.
            continue;
        } else if marks::Marks::of(name.unwrap_or_default(), &node.extras).spawn {
            marked.get_or_insert((start, name));
            "spawn"
        } else {
            "node"
        };
        let properties = marks::properties(&node.extras);
        let properties = properties
            .into_iter()
            .filter_map(|(key, value)| Some((key, marks::text(&value)?)));
        let properties: Vec<(String, String)> = properties.collect();
        let said = properties.iter().find(|(key, _)| key == "classname");
        draft.entities.push(DraftEntity {
            entity: Entity {
                class: said.map_or_else(|| class.to_owned(), |(_, class)| class.clone()),
                name: name.map(str::to_owned),
                position: placed.transform.translation,
                yaw: None,
                properties,
                object: None,
                line: None,
            },
            facing: (class != "node").then(|| facing(&placed.transform)).flatten(),
        });
    }
    // Faces that mark the spawn take precedence over marked nodes and cameras.
    let is_marked_by_faces = draft.triangles.iter().any(|triangle| triangle.marks_spawn);
    let is_node = marked.is_some();
    if let (Some((start, name)), false) = (marked.or(camera), is_marked_by_faces) {
        draft.spawn = Some(start);
        draft.conversions.push(match (is_node, name.map(quoted)) {
            (true, None) => text!("gltf-start-of-node"),
            (true, Some(name)) => text!("gltf-start-of-node-named", name),
            (false, None) => text!("gltf-start-of-camera"),
            (false, Some(name)) => text!("gltf-start-of-camera-named", name),
        });
    }
    Ok(())
}

/// Returns a camera's viewing direction, which is −Z of the camera's node.
fn facing(transform: &DAffine3) -> Option<DVec3> {
    (transform.matrix3 * -DVec3::Z).try_normalize()
}

pub(super) fn warn_unsupported(document: &Document<'_>, draft: &mut Draft) {
    let left_out = &document.left_out;
    let nodes = document.more.nodes.iter();
    let instanced = nodes.filter(|node| node.extensions.instancing.is_some()).count();
    let told = [
        (
            left_out.animations,
            text!("gltf-animations", count = left_out.animations),
        ),
        (left_out.skins, text!("gltf-skins", count = left_out.skins)),
        (left_out.morphed, text!("gltf-morphed", count = left_out.morphed)),
        (instanced, text!("gltf-instanced", count = instanced)),
    ];
    let told = told.into_iter().filter(|(count, _)| *count > 0);
    draft
        .warnings
        .extend(told.map(|(_, message)| Warning::new(message)));
}
