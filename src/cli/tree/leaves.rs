//! Writes the solid-leaf tree as a JSON document.

use std::io::{self, Write};

use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_trees::{
    FaceId, LeafTree,
    node_storing::NodeId,
    quake::QuakeLeafId,
    solid_leaf::{Child, LeafId, OUTSIDE, PortalId},
};
use serde::Serialize;

use super::{
    header::Header,
    places::{PlaneRow, area, area_of, point},
    subtree::CutLeaves,
};
use crate::cli::rows::{self, Rows};

#[derive(Serialize)]
struct Document<'a, N, L, P, C> {
    #[serde(flatten)]
    header: Header<'a>,
    /// Number of nodes in the whole tree.
    node_count: u32,
    leaf_count: u32,
    portal_count: u32,
    root: ChildRow,
    nodes: N,
    leaves: L,
    portals: P,
    cut_off: C,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ChildRow {
    Node(NodeId),
    Leaf(LeafId),
}

impl From<Child> for ChildRow {
    fn from(child: Child) -> Self {
        match child {
            Child::Node(id) => Self::Node(id),
            Child::Leaf(id) => Self::Leaf(id),
        }
    }
}

#[derive(Serialize)]
struct NodeRow {
    id: NodeId,
    parent: Option<NodeId>,
    /// Number of nodes above this one.
    depth: u32,
    plane: PlaneRow,
    front: ChildRow,
    back: ChildRow,
}

#[derive(Serialize)]
struct LeafRow<'a> {
    id: LeafId,
    /// Leaf number in the level's file, for a tree that is stored there.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<QuakeLeafId>,
    /// Parent node. Null for the outside leaf, which is a child of several nodes.
    parent: Option<NodeId>,
    /// Number of nodes above the leaf; 0 for the outside leaf.
    depth: u32,
    solid: bool,
    outside: bool,
    /// Bounds; for the outside leaf, the bounds of the whole tree.
    bounds: Bounds,
    /// Volume in cubic metres; null for the outside leaf.
    volume: Option<f64>,
    portals: &'a [PortalId],
    faces: Vec<FaceRow>,
}

#[derive(Serialize)]
struct Bounds {
    min: [f64; 3],
    max: [f64; 3],
}

#[derive(Serialize)]
struct FaceRow {
    face: FaceId,
    structural: bool,
    /// Area of the part of the face inside the leaf, in square metres.
    area: f64,
}

#[derive(Serialize)]
struct PortalRow {
    id: PortalId,
    /// The leaf in front of the plane and the leaf behind it.
    leaves: [LeafId; 2],
    plane: PlaneRow,
    /// Corners, counter-clockwise when viewed from the front.
    polygon: Vec<[f64; 3]>,
    /// Area, in square metres.
    area: f64,
}

/// A tree to write.
#[derive(Clone, Copy)]
pub(super) struct Leaves<'a> {
    pub(super) tree: &'a LeafTree,
    /// Number of each leaf in the level's file, for a tree that is stored there.
    pub(super) own: Option<&'a [QuakeLeafId]>,
}

/// Writes the tree, optionally down to a depth limit. Includes the leaves above the limit and the portals between them.
pub(super) fn write(
    out: &mut dyn Write,
    opened: &Opened,
    (Leaves { tree, own }, depth): (Leaves<'_>, Option<u32>),
    progress: &Progress,
) -> io::Result<()> {
    let rule = own.map_or(tree.params().rule.name(), |_| "own");
    let level = &*opened.level;
    let items = tree.node_count() + tree.leaf_count() + tree.portal_count();
    progress.begin(text!("report-writing-file"), u64::from(items));
    let at_depth = |id: NodeId| tree.node(id).map(|view| view.depth);
    let has_leaf = |leaf: LeafId| shows_leaf(tree, leaf, depth);
    let document = Document {
        header: Header::new(level, ["solid-leaf", rule], depth),
        node_count: tree.node_count(),
        leaf_count: tree.leaf_count(),
        portal_count: tree.portal_count(),
        root: tree.root().into(),
        nodes: Rows::new(progress, || {
            let ids = tree.node_ids();
            let shown = ids.filter(|&id| depth.is_none_or(|limit| at_depth(id).is_some_and(|at| at < limit)));
            shown.filter_map(|id| NodeRow::of(tree, id, level))
        }),
        leaves: Rows::new(progress, || {
            let shown = tree.leaf_ids().filter(|&leaf| has_leaf(leaf));
            shown.filter_map(|leaf| LeafRow::of(tree, leaf, own, level))
        }),
        portals: Rows::new(progress, || {
            let all = tree.portal_ids().filter_map(|id| PortalRow::of(tree, id, level));
            all.filter(|portal| portal.leaves.iter().all(|&leaf| has_leaf(leaf)))
        }),
        cut_off: Rows::new(progress, || {
            let cut = tree
                .node_ids()
                .filter(|&id| depth.is_some() && at_depth(id) == depth);
            cut.filter_map(|id| CutLeaves::count_subtree(tree, id))
        }),
    };
    rows::write(out, &document)
}

/// Returns whether a leaf is above the depth limit. The outside leaf always is, because it borders the first plane.
pub(super) fn shows_leaf(tree: &LeafTree, leaf: LeafId, depth: Option<u32>) -> bool {
    let at = tree.leaf(leaf).map(|view| view.depth);
    leaf == OUTSIDE || depth.is_none_or(|limit| at.is_some_and(|at| at <= limit))
}

impl NodeRow {
    fn of(tree: &LeafTree, id: NodeId, level: &Level) -> Option<Self> {
        let view = tree.node(id)?;
        Some(Self {
            id,
            parent: view.parent,
            depth: view.depth,
            plane: PlaneRow::of(&view.plane, level),
            front: view.front.into(),
            back: view.back.into(),
        })
    }
}

impl<'a> LeafRow<'a> {
    fn of(tree: &'a LeafTree, id: LeafId, own: Option<&[QuakeLeafId]>, level: &Level) -> Option<Self> {
        let view = tree.leaf(id)?;
        let faces = view.fragments.filter_map(|index| {
            let piece = tree.fragment(index)?;
            Some(FaceRow {
                face: piece.face,
                structural: piece.structural,
                area: area_of(piece.positions),
            })
        });
        Some(Self {
            id,
            own: own.and_then(|own| own.get(id.index()).copied()),
            parent: view.parent,
            depth: view.depth,
            solid: view.solid,
            outside: view.outside,
            bounds: Bounds {
                min: point(view.bounds.min, level),
                max: point(view.bounds.max, level),
            },
            volume: view.volume.is_finite().then_some(view.volume),
            portals: tree.portals_of(id),
            faces: faces.collect(),
        })
    }
}

impl PortalRow {
    fn of(tree: &LeafTree, id: PortalId, level: &Level) -> Option<Self> {
        let view = tree.portal(id)?;
        let corners = view.polygon.iter();
        Some(Self {
            id,
            leaves: view.leaves,
            plane: PlaneRow::of(&view.plane, level),
            polygon: corners.map(|&corner| point(corner, level)).collect(),
            area: area(view.polygon.iter().copied()),
        })
    }
}
