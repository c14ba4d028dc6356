//! Reads the file's tree and validates every index in it.

use crate::{ToText, text};
use bspwalk_geometry::{Aabb, Plane};
use bspwalk_progress::{CheckError, Progress};
use bspwalk_trees::quake::{
    ClipChild, ClipNode, ClipNodeId, Contents, QuakeChild, QuakeLeaf, QuakeLeafId, QuakeModel, QuakeNode,
    QuakeNodeId, QuakeParts, QuakeTree,
};
use glam::DVec3;
use qbsp::{
    BspData,
    data::nodes::{BspNodeRef, BspPlane},
};

use super::lumps::{Lump, Lumps};
use crate::{
    Format, LevelError,
    binary::{u32_at, usize_at},
};

/// Maximum deviation of a stored normal's length from 1.
const UNIT: f64 = 1.0e-2;

/// Maximum coordinate of a model, in units.
const FARTHEST: f64 = 1.0e8;

/// Boxes of Quake's clip hulls, relative to the entity's origin, in units.
const QUAKE_HULLS: [[[f64; 3]; 2]; 2] = [
    [[-16.0, -16.0, -24.0], [16.0, 16.0, 32.0]],
    [[-32.0, -32.0, -24.0], [32.0, 32.0, 64.0]],
];

/// Boxes of Half-Life's clip hulls, relative to the entity's origin, in units: standing, large and crouched.
const HALF_LIFE_HULLS: [[[f64; 3]; 2]; 3] = [
    [[-16.0, -16.0, -36.0], [16.0, 16.0, 36.0]],
    [[-32.0, -32.0, -32.0], [32.0, 32.0, 32.0]],
    [[-16.0, -16.0, -18.0], [16.0, 16.0, 18.0]],
];

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ModelUse {
    pub(super) offset: DVec3,
    pub(super) solid: bool,
}

/// Reads the tree in the file's axes and units. `uses` describes how each model is used.
pub(super) fn read(
    lumps: &Lumps<'_>,
    data: &BspData,
    uses: &[ModelUse],
    progress: &Progress,
) -> Result<QuakeTree, LevelError> {
    let mut planes = Vec::with_capacity(data.planes.len());
    for (index, plane) in data.planes.iter().enumerate() {
        progress.check_at(index)?;
        let plane = unit_plane(plane)
            .ok_or_else(|| lumps.damaged(Lump::Planes, text!("quakebsp-plane-without-direction", index)))?;
        planes.push(plane);
    }
    let nodes = data.nodes.iter().map(|node| QuakeNode {
        plane: node.plane_idx,
        children: [*node.front, *node.back].map(child),
    });
    let clip_nodes = data.clip_nodes.iter().map(|node| ClipNode {
        plane: node.plane_idx,
        children: [*node.front, *node.back].map(clip_child),
    });
    let boxes: &[[[f64; 3]; 2]] = match lumps.format {
        _ if data.clip_nodes.is_empty() => &[],
        Format::Bsp30 => &HALF_LIFE_HULLS,
        _ => &QUAKE_HULLS,
    };
    let hulls: Vec<Aabb> = boxes
        .iter()
        .map(|corners| Aabb::from_points(corners.map(DVec3::from)))
        .collect();
    let mut models = Vec::with_capacity(data.models.len());
    for (model, &ModelUse { offset, solid }) in data.models.iter().zip(uses) {
        let bounds = [model.bound.min, model.bound.max].map(|corner| corner.to_array().map(f64::from));
        let is_finite = |corner: &[f64; 3]| corner.iter().all(|number| number.abs() <= FARTHEST);
        if !bounds.iter().all(is_finite) {
            let index = models.len();
            return Err(lumps.damaged(Lump::Models, text!("quakebsp-model-without-bounds", index)));
        }
        let roots = model
            .hulls
            .for_size
            .map(|roots| [roots.small, roots.large, roots.unused]);
        models.push(QuakeModel {
            root: child(model.hulls.root),
            clip_roots: roots
                .into_iter()
                .flatten()
                .take(hulls.len())
                .map(clip_child)
                .collect(),
            offset,
            bounds: Aabb::from_points(bounds.map(DVec3::from)),
            solid,
        });
    }
    let (leaves, rows, visibility) = leaves(lumps, data)?;
    let parts = QuakeParts {
        unit: 1.0,
        planes,
        nodes: nodes.collect(),
        leaves,
        clip_nodes: clip_nodes.collect(),
        hulls,
        models,
        rows,
        visibility,
    };
    QuakeTree::new(parts, progress).map_err(|error| match error {
        CheckError::Cancelled(_) => LevelError::Cancelled,
        what => {
            let lump = match &what {
                CheckError::WrongItem { kind, .. } => lump_of(kind),
                _ => Lump::Models,
            };
            lumps.damaged(lump, text!("quakebsp-lump-wrong", what = what.to_text()))
        }
    })
}

/// Returns the lump that contains items of this kind.
fn lump_of(kind: &str) -> Lump {
    match kind {
        "clip node" => Lump::ClipNodes,
        "leaf" => Lump::Leaves,
        "PVS row" => Lump::Visibility,
        "model" => Lump::Models,
        "plane" => Lump::Planes,
        _ => Lump::Nodes,
    }
}

/// Returns a plane with a unit normal, or `None` if the stored normal's length differs too much from 1.
fn unit_plane(plane: &BspPlane) -> Option<Plane> {
    let normal = DVec3::from_array(plane.normal.to_array().map(f64::from));
    let length = normal.length();
    // The comparisons are written so that they fail for NaN.
    let is_unit = (length - 1.0).abs() <= UNIT && f64::from(plane.dist).abs() <= FARTHEST;
    is_unit.then(|| Plane {
        normal: normal / length,
        d: -f64::from(plane.dist) / length,
    })
}

fn child(child: BspNodeRef) -> QuakeChild {
    match child {
        BspNodeRef::Node(node) => QuakeChild::Node(QuakeNodeId(node)),
        BspNodeRef::Leaf(leaf) => QuakeChild::Leaf(QuakeLeafId(leaf)),
    }
}

/// Decodes a child of a clip node. In clip nodes, a leaf number encodes contents: leaf 0 means −1, leaf 1 means −2, and
/// so on.
fn clip_child(child: BspNodeRef) -> ClipChild {
    match child {
        BspNodeRef::Node(node) => ClipChild::Node(ClipNodeId(node)),
        BspNodeRef::Leaf(leaf) => {
            let number = i32::try_from(leaf).map_or(i32::MIN, |leaf| -1 - leaf);
            ClipChild::Contents(Contents::from_quake(number))
        }
    }
}

/// Leaves, the offset of each cluster's visibility row, and the bytes of all rows.
type Leaves = (Vec<QuakeLeaf>, Vec<Option<u32>>, Vec<u8>);

fn leaves(lumps: &Lumps<'_>, data: &BspData) -> Result<Leaves, LevelError> {
    // Contents are decoded here, because the parser treats sky as solid and Half-Life's numbers as flags.
    let items = lumps.items(Lump::Leaves);
    let contents = items.map(|item| u32_at(item, 0).unwrap_or_default().cast_signed());
    let visibility = lumps.get(Lump::Visibility);
    let wrong = |leaf: usize| lumps.damaged(Lump::Leaves, text!("quakebsp-leaf-row", leaf));
    let mut rows = Vec::new();
    let is_quake_2 = lumps.format == Format::Bsp38;
    if is_quake_2 && !visibility.is_empty() {
        let count = usize_at(visibility, 0).unwrap_or(0);
        if count > visibility.len() / 8 {
            let what = text!("quakebsp-rows", bytes = visibility.len(), count);
            return Err(lumps.damaged(Lump::Visibility, what));
        }
        for cluster in 0..count {
            let start = u32_at(visibility, 4 + 8 * cluster)
                .filter(|&start| start as usize <= visibility.len())
                .ok_or_else(|| lumps.damaged(Lump::Visibility, text!("quakebsp-no-row", cluster)))?;
            rows.push(Some(start));
        }
    }
    let world_leaves = data
        .models
        .first()
        .and_then(|model| model.visleafs.0)
        .unwrap_or(0) as usize;
    let mut leaves = Vec::with_capacity(data.leaves.len());
    for (index, (leaf, contents)) in data.leaves.iter().zip(contents).enumerate() {
        use qbsp::data::visdata::VisDataRef;
        let cluster = match leaf.visdata {
            _ if visibility.is_empty() => None,
            VisDataRef::Cluster(cluster) if cluster.0 >= 0 => {
                let cluster = cluster.0 as u32;
                if cluster as usize >= rows.len() {
                    return Err(wrong(index));
                }
                Some(cluster)
            }
            VisDataRef::Offset(offset) if (1..=world_leaves).contains(&index) => {
                // The first bit of a row belongs to leaf 1.
                let start = u32::try_from(offset).ok();
                if start.is_some_and(|start| start as usize >= visibility.len()) {
                    return Err(wrong(index));
                }
                rows.push(start);
                Some(index as u32 - 1)
            }
            _ => None,
        };
        leaves.push(QuakeLeaf {
            contents: if is_quake_2 {
                Contents::from_quake2(contents.cast_unsigned())
            } else {
                Contents::from_quake(contents)
            },
            cluster,
        });
    }
    Ok((leaves, rows, visibility.to_vec()))
}
