//! A scene's nodes: their transforms, and the marks that they inherit from their ancestors.

use crate::{Text, text};
use bspwalk_progress::Progress;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use gltf::json::{self, Node, Root};

use super::{
    document::{Document, MoreOfNode, quoted},
    marks::Marks,
};
use crate::{LevelError, tolerance::FAR_FROM_ORIGIN};

pub(super) struct Placed {
    pub(super) node: usize,
    /// Transform from node space to level space.
    pub(super) transform: DAffine3,
    /// Marks from the node's own name and `extras`, completed by its ancestors' marks.
    pub(super) marks: Marks,
    /// Whether the node or one of its descendants has a mesh.
    pub(super) has_mesh: bool,
}

pub(super) struct Placements {
    /// Nodes in document order. Parents come before their children.
    pub(super) nodes: Vec<Placed>,
    /// Note about which scene was chosen, if the file has several.
    pub(super) choice: Option<Text>,
}

/// Returns the nodes of the default scene. If there is no default scene, uses the first one. If there are no scenes,
/// uses all root nodes.
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
            let choice = text!("gltf-no-scene");
            (tops.collect(), Some(choice))
        }
    };
    let mut nodes = descend(document, &tops, progress)?;
    // Iterate in reverse order, so that children come before their parents.
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

fn called(root: &Root, node: usize) -> Text {
    match root.nodes[node].name.as_deref() {
        None | Some("") => text!("gltf-node", node),
        Some(name) => text!("gltf-node-named", node, name = quoted(name)),
    }
}

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

/// Rejects nodes that are their own ancestors. No node has two parents, so these cycles consist of nodes that cannot be
/// reached from any root.
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
        // The unreachable node itself may be a descendant of the cycle. Walking up as many steps as there are nodes
        // leads into the cycle.
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

/// Returns all nodes in the subtrees of `tops`, without duplicates.
fn descend(document: &Document<'_>, tops: &[usize], progress: &Progress) -> Result<Vec<Placed>, LevelError> {
    let root = &document.root;
    let mut placed: Vec<Placed> = Vec::new();
    let mut is_placed = vec![false; root.nodes.len()];
    // Each entry has a node index and the index of the node's parent in `placed`.
    let mut stack: Vec<(usize, Option<usize>)> = tops.iter().rev().map(|&top| (top, None)).collect();
    while let Some((number, parent)) = stack.pop() {
        progress.check_at(placed.len())?;
        // A scene may list a node that is also a descendant of another node that it lists.
        if std::mem::replace(&mut is_placed[number], true) {
            continue;
        }
        let node = &root.nodes[number];
        let own = Marks::of(node.name.as_deref().unwrap_or_default(), &node.extras);
        let above = parent.map(|parent| &placed[parent]);
        let transform = above.map_or(DAffine3::IDENTITY, |above| above.transform)
            * local(node, document.more.nodes.get(number));
        let marks = own.or_inherited(above.map(|above| above.marks).unwrap_or_default());
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
    // Quaternions in files are rounded, so they are not exactly unit quaternions.
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

/// Replaces coordinates that were rounded to `f32` by the exact ones, if they are so large that rounding matters.
fn precise(rounded: DVec3, exact: Option<[f64; 3]>) -> DVec3 {
    let Some(exact) = exact.map(DVec3::from_array) else {
        return rounded;
    };
    DVec3::select(exact.abs().cmpgt(DVec3::splat(FAR_FROM_ORIGIN)), exact, rounded)
}
