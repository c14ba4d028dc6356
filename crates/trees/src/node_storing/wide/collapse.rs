//! Collapses a binary tree into wide nodes and blocks.

use std::ops::Range;

use bspwalk_progress::{Cancelled, Progress};
use rayon::prelude::*;
use smallvec::SmallVec;

use super::{
    BLOCK_ROWS, BlockTriangle, COORDINATES, Child, LANES, Names, PLANES, Wide, WideNode,
    items::{Collapse, Content, Few, Item, fragments_of, subtree_ends},
    node_planes::{Order, ReachedSides},
};
use crate::{
    node::{NONE, NodeId},
    node_storing::{FragmentSpan, NodeTree},
};

/// A wide node under construction: its lanes, and the nodes whose planes separate them.
#[derive(Debug, Default)]
struct Opened {
    lanes: SmallVec<[Item; LANES]>,
    planes: SmallVec<[(NodeId, u16); PLANES]>,
}

/// Maximum number of fragments in a subtree that is collapsed by a single thread.
const SERIAL_FRAGMENTS: usize = 8192;

type ParentLane = Option<(usize, usize)>;

impl Wide {
    /// Builds the wide nodes and blocks of a tree: first the nodes at the top, then the subtrees below them in
    /// parallel.
    pub(in crate::node_storing) fn new(tree: &NodeTree, progress: &Progress) -> Result<Self, Cancelled> {
        Self::in_parts(tree, SERIAL_FRAGMENTS, progress)
    }

    pub(in crate::node_storing) fn by_one_thread(tree: &NodeTree) -> Self {
        Self::in_parts(tree, 0, &Progress::default()).unwrap_or_default()
    }

    /// Builds the wide nodes in parallel parts, which are subtrees with at most `fragments` fragments.
    fn in_parts(tree: &NodeTree, fragments: usize, progress: &Progress) -> Result<Self, Cancelled> {
        if tree.nodes.is_empty() {
            return Ok(Self::default());
        }
        let ends = subtree_ends(tree);
        let has_bounds = tree.query_layout.bounds;
        let mut top = Collapse::new(tree, &ends, 0..tree.fragments.len() as u32);
        let small = top.make(NodeId(0), fragments, progress)?;
        let parts = small.into_par_iter().map(|(root, place)| {
            let mut part = Collapse::new(tree, &ends, fragments_of(tree, &ends, root));
            part.make(root, 0, progress)?;
            Ok((part.wide, place))
        });
        let parts = parts.collect::<Result<Vec<_>, Cancelled>>()?;
        let mut wide = top.wide;
        // The layout of a tree that is being queried has no parts. It must be built without any parallel work.
        if !parts.is_empty() {
            wide.append(parts);
        }
        wide.rows.resize(wide.rows.len() + BLOCK_ROWS, 0.0);
        wide.has_bounds = has_bounds;
        Ok(wide)
    }

    fn set(&mut self, place: ParentLane, child: Child) {
        match place {
            Some((parent, lane)) => self.nodes[parent].children[lane] = child,
            None => self.root = Some(child),
        }
    }

    /// Appends subtrees at their positions. The root of each subtree is its first wide node.
    fn append(&mut self, parts: Vec<(Self, ParentLane)>) {
        let (mut first_node, mut first_triangle) = (self.nodes.len(), self.triangles.len());
        let (mut nodes, mut names) = (Vec::new(), Vec::new());
        let (mut rows, mut triangles, mut block_nodes) = (Vec::new(), Vec::new(), Vec::new());
        for (mut part, place) in parts {
            self.set(place, Child::node(first_node));
            for node in &mut part.nodes {
                node.children = node.children.map(|child| child.moved(first_node, first_triangle));
            }
            for (first, _) in &mut part.block_nodes {
                *first += first_triangle as u32;
            }
            first_node += part.nodes.len();
            first_triangle += part.triangles.len();
            nodes.push(part.nodes);
            names.push(part.names);
            rows.push(part.rows);
            triangles.push(part.triangles);
            block_nodes.push(part.block_nodes);
        }
        rayon::join(
            || {
                extend_exactly(&mut self.nodes, nodes, 0);
                extend_exactly(&mut self.names, names, 0);
            },
            || {
                extend_exactly(&mut self.rows, rows, BLOCK_ROWS);
                extend_exactly(&mut self.triangles, triangles, 0);
                extend_exactly(&mut self.block_nodes, block_nodes, 0);
            },
        );
    }
}

/// Appends several lists, with memory for just these and `spare` more items. A large tree is thus no larger than
/// necessary.
fn extend_exactly<T: Copy>(list: &mut Vec<T>, parts: Vec<Vec<T>>, spare: usize) {
    list.reserve_exact(parts.iter().map(Vec::len).sum::<usize>() + spare);
    for part in parts {
        list.extend_from_slice(&part);
    }
}

impl<'a> Collapse<'a> {
    fn new(tree: &'a NodeTree, ends: &'a [NodeId], fragments: Range<u32>) -> Self {
        Self {
            tree,
            ends,
            first: fragments.start as usize,
            order: fragments.collect(),
            wide: Wide::default(),
        }
    }

    /// Builds the wide nodes below a root, so that each subtree is a contiguous range. Skips subtrees with at most
    /// `left_out` fragments, and returns the roots of those subtrees.
    fn make(
        &mut self,
        root: NodeId,
        left_out: usize,
        progress: &Progress,
    ) -> Result<Vec<(NodeId, ParentLane)>, Cancelled> {
        let mut stack = vec![(self.subtree(root, 0), None)];
        let mut small = Vec::new();
        while let Some((item, place)) = stack.pop() {
            progress.check()?;
            let child = match &item.content {
                Content::Few { few, is_own } => self.block(few, item.node, *is_own),
                Content::Subtree if self.fragments_of(item.node).len() <= left_out => {
                    small.push((item.node, place));
                    continue;
                }
                _ => {
                    let index = self.wide.nodes.len();
                    let opened = self.open(&item);
                    self.wide.nodes.push(self.wide_node(&opened));
                    self.wide.names.push(opened.names(item.node));
                    let below = opened.lanes.into_iter().enumerate().rev();
                    stack.extend(below.map(|(lane, item)| (item, Some((index, lane)))));
                    Child::node(index)
                }
            };
            self.wide.set(place, child);
        }
        Ok(small)
    }

    /// Fills the lanes of a wide node by repeatedly opening the lane with the largest box, as long as enough lanes are
    /// free.
    fn open(&mut self, item: &Item) -> Opened {
        let mut opened = Opened::default();
        let mut next = Some(Item {
            needs: 0,
            ..item.clone()
        });
        while let Some(item) = next {
            let plane = opened.planes.len();
            let below = self.split_item(&item, plane);
            if item.has_plane() {
                opened.planes.push((item.node, item.needs));
            }
            opened.lanes.extend(below);
            let widest = (0..opened.lanes.len())
                .filter(|&index| self.fits(&opened, &opened.lanes[index]))
                .max_by(|&a, &b| opened.lanes[a].area.total_cmp(&opened.lanes[b].area));
            next = widest.map(|index| opened.lanes.swap_remove(index));
        }
        opened
    }

    /// Returns whether there are enough free lanes and planes to open a lane.
    fn fits(&self, opened: &Opened, item: &Item) -> bool {
        let lanes = match item.content {
            Content::Few { .. } => return false,
            Content::Faces(..) => 2,
            Content::Subtree => {
                let node = &self.tree.nodes[item.node.index()];
                let has = [node.front != NONE, node.back != NONE, node.fragment_count > 0];
                has.into_iter().map(usize::from).sum()
            }
        };
        let planes = usize::from(item.has_plane());
        opened.lanes.len() - 1 + lanes <= LANES && opened.planes.len() + planes <= PLANES
    }

    fn wide_node(&self, opened: &Opened) -> WideNode {
        let mut node = WideNode {
            planes: [[0.0; LANES]; 4],
            bounds: [[[f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]]; 3],
            // No query reaches the sides of a missing plane.
            needs: [ReachedSides::NOTHING; 2 * LANES],
            places: [0; LANES],
            children: [Child::NOTHING; LANES],
        };
        for (plane, &(id, needs)) in opened.planes.iter().enumerate() {
            let of = &self.tree.nodes[id.index()].plane;
            let numbers = of.normal.as_vec3().extend(of.d as f32).to_array();
            for (row, number) in node.planes.iter_mut().zip(numbers) {
                row[plane] = number;
            }
            node.needs[LANES + plane] = needs;
        }
        for (lane, item) in opened.lanes.iter().enumerate() {
            for axis in 0..3 {
                node.bounds[axis][0][lane] = item.bounds.min[axis];
                node.bounds[axis][1][lane] = item.bounds.max[axis];
            }
            node.needs[lane] = item.needs;
            node.places[lane] = Order::place(item.needs);
        }
        node
    }

    fn block(&mut self, few: &Few, node: NodeId, is_own: bool) -> Child {
        let (tree, wide) = (self.tree, &mut self.wide);
        let first = wide.triangles.len();
        let mut coordinates = [[0.0; COORDINATES]; LANES];
        for (&fragment, coordinates) in few.iter().zip(&mut coordinates) {
            let FragmentSpan { triangle, node, .. } = tree.fragments[fragment as usize];
            wide.triangles.push(BlockTriangle { triangle, node });
            let [a, b, c] = tree.triangles[triangle.index()].corners;
            *coordinates = [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z];
        }
        for row in 0..COORDINATES {
            let of_row = coordinates[..few.len()].iter().map(|of_lane| of_lane[row]);
            wide.rows.extend(of_row);
        }
        wide.block_nodes.push((first as u32, node));
        Child::block(first, few.len(), is_own)
    }
}

impl Opened {
    fn names(&self, node: NodeId) -> Names {
        let mut names = Names {
            planes: [node; PLANES],
            count: self.planes.len() as u8,
        };
        for (name, &(id, _)) in names.planes.iter_mut().zip(&self.planes) {
            *name = id;
        }
        names
    }
}
