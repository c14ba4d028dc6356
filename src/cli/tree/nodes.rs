//! Writes the node-storing tree as a JSON document.

use std::io::{self, Write};

use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_trees::{FaceId, NodeTree, node_storing::NodeId};
use serde::Serialize;

use super::{
    header::Header,
    places::{PlaneRow, area_of},
    subtree::CutNodes,
};
use crate::cli::rows::{self, Rows};

#[derive(Serialize)]
struct Document<'a, N, C> {
    #[serde(flatten)]
    header: Header<'a>,
    /// Number of nodes in the whole tree.
    node_count: u32,
    root: Option<NodeId>,
    nodes: N,
    cut_off: C,
}

#[derive(Serialize)]
struct NodeRow {
    id: NodeId,
    parent: Option<NodeId>,
    /// Number of nodes above this one.
    depth: u32,
    /// Splitting plane; null for a block.
    plane: Option<PlaneRow>,
    front: Option<NodeId>,
    back: Option<NodeId>,
    faces: Vec<FaceRow>,
}

#[derive(Serialize)]
struct FaceRow {
    face: FaceId,
    /// Whether this is only a part of the face.
    fragment: bool,
    /// Area, in square metres.
    area: f64,
}

/// Writes the tree, optionally down to a depth limit.
pub(super) fn write(
    out: &mut dyn Write,
    opened: &Opened,
    (tree, depth): (&NodeTree, Option<u32>),
    progress: &Progress,
) -> io::Result<()> {
    progress.begin(text!("report-writing-file"), u64::from(tree.node_count()));
    let at_depth = |id: NodeId| tree.node(id).map(|view| view.depth);
    let is_shown = |id: &NodeId| depth.is_none_or(|limit| at_depth(*id).is_some_and(|depth| depth < limit));
    let document = Document {
        header: Header::new(&opened.level, ["node-storing", tree.params().rule.name()], depth),
        node_count: tree.node_count(),
        root: tree.root(),
        nodes: Rows::new(progress, || {
            let shown = tree.node_ids().filter(is_shown);
            shown.filter_map(|id| NodeRow::of(tree, id, &opened.level))
        }),
        cut_off: Rows::new(progress, || {
            let cut = tree
                .node_ids()
                .filter(|&id| depth.is_some() && at_depth(id) == depth);
            cut.filter_map(|id| CutNodes::count_subtree(tree, id))
        }),
    };
    rows::write(out, &document)
}

impl NodeRow {
    fn of(tree: &NodeTree, id: NodeId, level: &Level) -> Option<Self> {
        let view = tree.node(id)?;
        let faces = view.fragments.filter_map(|index| {
            let piece = tree.fragment(index)?;
            let whole = tree.triangle(piece.triangle)?;
            Some(FaceRow {
                face: piece.face,
                fragment: piece.vertices != whole.corners,
                area: area_of(piece.vertices),
            })
        });
        Some(Self {
            id,
            parent: view.parent,
            depth: view.depth,
            plane: (!view.is_block).then(|| PlaneRow::of(&view.plane, level)),
            front: view.front,
            back: view.back,
            faces: faces.collect(),
        })
    }
}
