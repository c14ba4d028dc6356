//! Items that become the lanes of wide nodes.

use std::ops::Range;

use smallvec::SmallVec;

use super::{LANES, Wide, node_planes::ReachedSides};
use crate::{
    TriangleId,
    node::{NONE, NodeId},
    node_storing::{Node, NodeBox, NodeTree},
};

pub(super) type Few = SmallVec<[u32; LANES]>;

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) bounds: NodeBox,
    /// Half the surface area of the item's box. It is proportional to the probability that a query reads the item.
    pub(super) area: f32,
    pub(super) content: Content,
    /// The node itself, or the node that owns the faces.
    pub(super) node: NodeId,
    /// Sides of the wide node's planes on which the item lies; see [`ReachedSides`].
    pub(super) needs: u16,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A node's subtree that has more triangles than a block can hold.
    Subtree,
    /// Faces of one node that do not fit in a block, as a range of the order.
    Faces(usize, usize),
    /// Triangles of a block. They belong to a single node if `is_own` is set, and to a node's subtree otherwise.
    Few { few: Few, is_own: bool },
}

impl Item {
    fn new(bounds: NodeBox, content: Content, node: NodeId, needs: u16) -> Self {
        Self {
            bounds,
            area: half_area(&bounds),
            content,
            node,
            needs,
        }
    }

    /// Returns whether a plane divides the item. The plane of a block node is zero, so every point counts as on it.
    pub(super) fn has_plane(&self) -> bool {
        matches!(self.content, Content::Subtree)
    }
}

fn half_area(bounds: &NodeBox) -> f32 {
    let size = (bounds.max - bounds.min).max(glam::Vec3::ZERO);
    size.x * size.y + size.y * size.z + size.z * size.x
}

/// Returns, for each subtree, the number of its last node plus one. Children follow their parents.
pub(super) fn subtree_ends(tree: &NodeTree) -> Vec<NodeId> {
    let mut ends: Vec<NodeId> = NodeId::range(1..tree.node_count() + 1).collect();
    for (id, node) in tree.nodes.iter().enumerate().rev() {
        for child in [node.front, node.back] {
            if let Some(&end) = ends.get(child.index()) {
                ends[id] = ends[id].max(end);
            }
        }
    }
    ends
}

pub(super) fn fragments_of(tree: &NodeTree, ends: &[NodeId], id: NodeId) -> Range<u32> {
    let first = |node: &Node| node.first_fragment;
    let after = tree.nodes.get(ends[id.index()].index());
    first(&tree.nodes[id.index()])..after.map_or(tree.fragments.len() as u32, first)
}

fn fragment_bounds(tree: &NodeTree, fragment: u32) -> NodeBox {
    NodeBox::of(tree.vertices(&tree.fragments[fragment as usize]))
}

pub(super) struct Collapse<'a> {
    pub(super) tree: &'a NodeTree,
    pub(super) ends: &'a [NodeId],
    /// Fragments of the subtree. The fragments of a node are contiguous, and are sorted when they are divided.
    pub(super) order: Vec<u32>,
    pub(super) first: usize,
    pub(super) wide: Wide,
}

impl Collapse<'_> {
    pub(super) fn fragments_of(&self, id: NodeId) -> Range<u32> {
        fragments_of(self.tree, self.ends, id)
    }

    pub(super) fn subtree(&self, id: NodeId, needs: u16) -> Item {
        let most = usize::from(self.tree.query_layout.block_faces).min(LANES);
        let content = match self.few(self.fragments_of(id)) {
            Some(few) if few.len() <= most => Content::Few { few, is_own: false },
            _ => Content::Subtree,
        };
        let bounds = self.tree.nodes[id.index()].bounds;
        Item::new(bounds, content, id, needs)
    }

    fn places(&self, from: usize, to: usize) -> Range<usize> {
        from - self.first..to - self.first
    }

    fn faces(&self, (from, to): (usize, usize), node: NodeId, needs: u16) -> Item {
        let fragments = &self.order[self.places(from, to)];
        let bounds = fragments
            .iter()
            .map(|&fragment| fragment_bounds(self.tree, fragment))
            .fold(NodeBox::EMPTY, NodeBox::union);
        let content = match self.few(fragments.iter().copied()) {
            Some(few) => Content::Few { few, is_own: true },
            None => Content::Faces(from, to),
        };
        Item::new(bounds, content, node, needs)
    }

    /// Returns one fragment of each triangle, or `None` if there are too many triangles for a block.
    fn few(&self, fragments: impl Iterator<Item = u32>) -> Option<Few> {
        let mut few = Few::new();
        for fragment in fragments {
            let triangle = self.triangle(fragment);
            if few.iter().any(|&other| self.triangle(other) == triangle) {
                continue;
            }
            if few.len() == LANES {
                return None;
            }
            few.push(fragment);
        }
        Some(few)
    }

    fn triangle(&self, fragment: u32) -> TriangleId {
        self.tree.fragments[fragment as usize].triangle
    }

    /// Opens an item. For a subtree, the result is the two sides of its root and the faces on the root's plane. For a
    /// large set of faces, it is two halves, which are split by position rather than by a plane. `plane` is the index
    /// of the node's plane in the wide node.
    pub(super) fn split_item(&mut self, item: &Item, plane: usize) -> SmallVec<[Item; 3]> {
        let (id, needs) = (item.node, item.needs);
        match item.content {
            Content::Few { .. } => SmallVec::new(),
            Content::Faces(from, to) => {
                let size = item.bounds.max - item.bounds.min;
                let axis = size.max_position();
                let middle = (from + to) / 2;
                let tree = self.tree;
                let places = self.places(from, to);
                self.order[places].select_nth_unstable_by((to - from) / 2, |&a, &b| {
                    let key = |fragment: u32| {
                        let bounds = fragment_bounds(tree, fragment);
                        bounds.min[axis] + bounds.max[axis]
                    };
                    key(a).total_cmp(&key(b)).then(a.cmp(&b))
                });
                [(from, middle), (middle, to)]
                    .into_iter()
                    .map(|half| self.faces(half, id, needs))
                    .collect()
            }
            Content::Subtree => {
                let node = &self.tree.nodes[id.index()];
                let [in_front, behind] =
                    [true, false].map(|is_front| needs | ReachedSides::bit(plane, is_front));
                let mut items = SmallVec::new();
                if node.front != NONE {
                    items.push(self.subtree(node.front, in_front));
                }
                if node.back != NONE {
                    items.push(self.subtree(node.back, behind));
                }
                if node.fragment_count > 0 {
                    let first = node.first_fragment as usize;
                    let faces = (first, first + node.fragment_count as usize);
                    items.push(self.faces(faces, id, in_front | behind));
                }
                items
            }
        }
    }
}
