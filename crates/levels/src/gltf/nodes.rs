//! The nodes of a scene: where each stands, and what is said of it and of those that it belongs to.

use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::collision::tolerance::FAR_FROM_ORIGIN;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use gltf::json::{self, Node, Root};

use super::{
    document::{Document, quoted},
    extensions::MoreOfNode,
    marks::Marks,
};
use crate::LevelError;

/// A node of the scene that is loaded.
pub(super) struct Placed {
    /// Its number in the document.
    pub(super) node: usize,
    /// From its space to that of the level.
    pub(super) transform: DAffine3,
    /// What names and `extras` say of it and of the nodes above it, itself first.
    pub(super) marks: Marks,
    /// Whether a mesh hangs at it or below it.
    pub(super) has_mesh: bool,
}

/// The nodes of a scene.
pub(super) struct Placements {
    /// A parent comes before its children, which come in the order of the file.
    pub(super) nodes: Vec<Placed>,
    /// Which scene was chosen, where there was a choice.
    pub(super) choice: Option<String>,
}

/// The nodes of the default scene; of the first one where there is no default; all that are nobody's children where there
/// are no scenes.
pub(super) fn place(
    file: &str,
    document: &Document<'_>,
    progress: &Progress,
) -> Result<Placements, LevelError> {
    let root = &document.root;
    let parents = parents(file, root)?;
    refuse_cycles(file, root, &parents, progress)?;
    let chosen = root.scene.map_or(0, |scene| scene.value());
    let (tops, choice) = match root.scenes.get(chosen) {
        Some(scene) => {
            let name = match &scene.name {
                Some(name) => text!("gltf-scene-named", scene = quoted(name)),
                None => text!("gltf-scene-numbered", chosen),
            };
            let count = root.scenes.len();
            let choice = match (count, root.scene) {
                (1, _) => None,
                (_, Some(_)) => Some(text!("gltf-default-scene", count, name)),
                (_, None) => Some(text!("gltf-first-scene", count, name)),
            };
            let tops: Vec<usize> = scene.nodes.iter().map(json::Index::value).collect();
            (tops, choice)
        }
        None => {
            let tops = (0..root.nodes.len()).filter(|&node| parents[node].is_none());
            let choice = text!("gltf-no-scene").to_owned();
            (tops.collect(), Some(choice))
        }
    };
    let mut nodes = descend(document, &tops, progress)?;
    // From the leaves up, as parents come first.
    let mut with_mesh = vec![false; root.nodes.len()];
    for placed in nodes.iter_mut().rev() {
        placed.has_mesh = with_mesh[placed.node] || root.nodes[placed.node].mesh.is_some();
        if let (true, Some(parent)) = (placed.has_mesh, parents[placed.node]) {
            with_mesh[parent] = true;
        }
    }
    Ok(Placements { nodes, choice })
}

fn children(node: &Node) -> impl DoubleEndedIterator<Item = usize> {
    node.children.iter().flatten().map(json::Index::value)
}

/// How an error calls a node.
fn called(root: &Root, node: usize) -> String {
    match root.nodes[node].name.as_deref() {
        None | Some("") => text!("gltf-node", node),
        Some(name) => text!("gltf-node-named", node, name = quoted(name)),
    }
}

/// The parent of each node.
fn parents(file: &str, root: &Root) -> Result<Vec<Option<usize>>, LevelError> {
    let mut parents = vec![None; root.nodes.len()];
    for (number, node) in root.nodes.iter().enumerate() {
        for child in children(node) {
            if let Some(first) = parents[child].replace(number) {
                let (child, first, second) = (called(root, child), called(root, first), called(root, number));
                let problem = if first == second {
                    text!("gltf-child-twice", child, first)
                } else {
                    text!("gltf-two-parents", child, first, second)
                };
                return Err(LevelError::refused(file, problem));
            }
        }
    }
    Ok(parents)
}

/// Refuses nodes that are their own ancestors. As none has two parents, those are all that no top leads to.
fn refuse_cycles(
    file: &str,
    root: &Root,
    parents: &[Option<usize>],
    progress: &Progress,
) -> Result<(), LevelError> {
    let mut reached: Vec<bool> = parents.iter().map(Option::is_none).collect();
    let mut stack: Vec<usize> = (0..parents.len()).filter(|&node| reached[node]).collect();
    let mut turn = 0;
    while let Some(node) = stack.pop() {
        progress.check_at(turn)?;
        turn += 1;
        for child in children(&root.nodes[node]) {
            reached[child] = true;
            stack.push(child);
        }
    }
    match reached.iter().position(|&reached| !reached) {
        // It may only hang below a cycle: as many steps up as there are nodes lead into it.
        Some(below) => {
            let mut node = below;
            for _ in 0..parents.len() {
                node = parents[node].unwrap_or(node);
            }
            Err(LevelError::refused(
                file,
                text!("gltf-own-ancestor", node = called(root, node)),
            ))
        }
        None => Ok(()),
    }
}

/// The nodes at and below `tops`, each once.
fn descend(document: &Document<'_>, tops: &[usize], progress: &Progress) -> Result<Vec<Placed>, LevelError> {
    let root = &document.root;
    let mut placed: Vec<Placed> = Vec::new();
    let mut is_placed = vec![false; root.nodes.len()];
    // A node and the place of its parent among the placed ones.
    let mut stack: Vec<(usize, Option<usize>)> = tops.iter().rev().map(|&top| (top, None)).collect();
    while let Some((number, parent)) = stack.pop() {
        progress.check_at(placed.len())?;
        // A scene may name a node that hangs below another of its nodes, too.
        if std::mem::replace(&mut is_placed[number], true) {
            continue;
        }
        let node = &root.nodes[number];
        let own = Marks::of(node.name.as_deref().unwrap_or_default(), &node.extras);
        let above = parent.map(|parent| &placed[parent]);
        let transform = above.map_or(DAffine3::IDENTITY, |above| above.transform)
            * local(node, document.more.nodes.get(number));
        let marks = own.or(above.map(|above| above.marks).unwrap_or_default());
        let index = placed.len();
        placed.push(Placed {
            node: number,
            transform,
            marks,
            has_mesh: false,
        });
        stack.extend(children(node).rev().map(|child| (child, Some(index))));
    }
    Ok(placed)
}

/// From the space of a node to that of its parent.
fn local(node: &Node, more: Option<&MoreOfNode>) -> DAffine3 {
    if let Some(matrix) = node.matrix {
        let column = |at: usize| DVec3::new(matrix[at].into(), matrix[at + 1].into(), matrix[at + 2].into());
        return DAffine3 {
            matrix3: DMat3::from_cols(column(0), column(4), column(8)),
            translation: precise(
                column(12),
                more.and_then(|more| more.matrix)
                    .map(|all| [all[12], all[13], all[14]]),
            ),
        };
    }
    let vector = |v: [f32; 3]| DVec3::from(v.map(f64::from));
    let rotation = node.rotation.unwrap_or_default().0.map(f64::from);
    // In a file the quaternion is rounded, so that its length is not quite 1.
    let length = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    let rotation = if length > 0.0 && length.is_finite() {
        DQuat::from_array(rotation.map(|x| x / length))
    } else {
        DQuat::IDENTITY
    };
    DAffine3 {
        matrix3: DMat3::from_quat(rotation) * DMat3::from_diagonal(node.scale.map_or(DVec3::ONE, vector)),
        translation: precise(
            node.translation.map_or(DVec3::ZERO, vector),
            more.and_then(|more| more.translation),
        ),
    }
}

/// A place that was rounded to `f32`, with those coordinates as the file has them that are so large that this moved them
/// noticeably.
fn precise(rounded: DVec3, exact: Option<[f64; 3]>) -> DVec3 {
    let Some(exact) = exact.map(DVec3::from_array) else {
        return rounded;
    };
    DVec3::select(exact.abs().cmpgt(DVec3::splat(FAR_FROM_ORIGIN)), exact, rounded)
}
