//! Wide nodes and blocks, made from a tree.

use std::ops::Range;

use rayon::prelude::*;
use smallvec::SmallVec;

use super::{Block, Child, LANES, Wide, WideNode};
use crate::{
    bsp::node_storing::{NONE, Node, NodeBox, NodeId, NodeTree},
    progress::{Cancelled, Progress},
};

/// Fragments of different triangles.
type Few = SmallVec<[u32; LANES]>;

/// What becomes a child of a wide node.
#[derive(Clone, Debug)]
struct Item {
    bounds: NodeBox,
    /// Half the area of the box: how likely a query is to read it.
    area: f32,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// A node and all nodes below it, with more triangles than a block holds.
    Subtree(NodeId),
    /// Many faces of one node: this range of the order.
    Faces(usize, usize),
    /// The triangles of a block.
    Few(Few),
}

impl Item {
    fn new(bounds: NodeBox, content: Content) -> Self {
        Self {
            bounds,
            area: half_area(&bounds),
            content,
        }
    }
}

fn half_area(bounds: &NodeBox) -> f32 {
    let size = (bounds.max - bounds.min).max(glam::Vec3::ZERO);
    size.x * size.y + size.y * size.z + size.z * size.x
}

/// A subtree of at most so many fragments is collapsed by one thread.
const SERIAL_FRAGMENTS: usize = 8192;

/// Of each node the number after the last one below it; children follow their parents.
fn ends(tree: &NodeTree) -> Vec<NodeId> {
    let mut ends: Vec<NodeId> = (1..=tree.node_count()).collect();
    for (id, node) in tree.nodes.iter().enumerate().rev() {
        for child in [node.front, node.back] {
            if let Some(&end) = ends.get(child as usize) {
                ends[id] = ends[id].max(end);
            }
        }
    }
    ends
}

/// The fragments of a node and of all nodes below it.
fn fragments_of(tree: &NodeTree, ends: &[NodeId], id: NodeId) -> Range<u32> {
    let first = |node: &Node| node.first_fragment;
    let after = tree.nodes.get(ends[id as usize] as usize);
    first(&tree.nodes[id as usize])..after.map_or(tree.fragments.len() as u32, first)
}

fn fragment_bounds(tree: &NodeTree, fragment: u32) -> NodeBox {
    NodeBox::of(tree.vertices(&tree.fragments[fragment as usize]))
}

/// A wide node and its lane where a child belongs; `None` for the root.
type Place = Option<(usize, usize)>;

struct Collapse<'a> {
    tree: &'a NodeTree,
    /// Of each node the number after the last one below it.
    ends: &'a [NodeId],
    /// The fragments of a subtree; those of each node stay together, and are sorted where they are divided.
    order: Vec<u32>,
    /// The first of them.
    first: usize,
    wide: Wide,
}

impl Wide {
    /// The wide nodes and blocks of a tree: those at its top, then those of the subtrees below, which threads share.
    pub(in crate::bsp::node_storing) fn new(tree: &NodeTree, progress: &Progress) -> Result<Self, Cancelled> {
        Self::in_parts(tree, SERIAL_FRAGMENTS, progress)
    }

    /// As [`Wide::new`], by the thread that calls it.
    pub(in crate::bsp::node_storing) fn by_one_thread(tree: &NodeTree) -> Self {
        Self::in_parts(tree, 0, &Progress::default()).unwrap_or_default()
    }

    /// Subtrees of at most so many fragments are parts for one thread each.
    fn in_parts(tree: &NodeTree, fragments: usize, progress: &Progress) -> Result<Self, Cancelled> {
        if tree.nodes.is_empty() {
            return Ok(Self::default());
        }
        let ends = ends(tree);
        let mut top = Collapse::new(tree, &ends, 0..tree.fragments.len() as u32);
        let small = top.make(0, fragments, progress)?;
        let parts = small.into_par_iter().map(|(root, place)| {
            let mut part = Collapse::new(tree, &ends, fragments_of(tree, &ends, root));
            part.make(root, 0, progress)?;
            Ok((part.wide, place))
        });
        let parts = parts.collect::<Result<Vec<_>, Cancelled>>()?;
        let mut wide = top.wide;
        for (part, place) in parts {
            wide.append(part, place);
        }
        Ok(wide)
    }

    /// Puts a child at its place.
    fn set(&mut self, place: Place, child: Child) {
        match place {
            Some((parent, lane)) => self.nodes[parent].children[lane] = child,
            None => self.root = Some(child),
        }
    }

    /// Appends a subtree at its place; its root is its first wide node.
    fn append(&mut self, part: Self, place: Place) {
        let (nodes, blocks) = (self.nodes.len(), self.blocks.len());
        let moved = |child: Child| child.moved(nodes, blocks);
        self.set(place, Child::node(nodes));
        self.blocks.extend(part.blocks);
        self.nodes.extend(part.nodes.into_iter().map(|node| WideNode {
            children: node.children.map(moved),
            ..node
        }));
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

    /// Makes the wide nodes below a root, those of a subtree one after the other; returns the roots of the subtrees of at most
    /// `left_out` fragments, which it leaves out.
    fn make(
        &mut self,
        root: NodeId,
        left_out: usize,
        progress: &Progress,
    ) -> Result<Vec<(NodeId, Place)>, Cancelled> {
        let mut stack = vec![(self.subtree(root), None)];
        let mut small = Vec::new();
        while let Some((item, place)) = stack.pop() {
            progress.check()?;
            let child = match &item.content {
                Content::Few(few) => self.block(few),
                &Content::Subtree(id) if fragments_of(self.tree, self.ends, id).len() <= left_out => {
                    small.push((id, place));
                    continue;
                }
                _ => {
                    let items = self.open(&item);
                    let index = self.wide.nodes.len();
                    let mut node = WideNode {
                        bounds: [
                            [f32::INFINITY; LANES],
                            [f32::INFINITY; LANES],
                            [f32::INFINITY; LANES],
                            [f32::NEG_INFINITY; LANES],
                            [f32::NEG_INFINITY; LANES],
                            [f32::NEG_INFINITY; LANES],
                        ],
                        children: [Child::NOTHING; LANES],
                    };
                    for (lane, item) in items.iter().enumerate() {
                        for axis in 0..3 {
                            node.bounds[axis][lane] = item.bounds.min[axis];
                            node.bounds[axis + 3][lane] = item.bounds.max[axis];
                        }
                    }
                    self.wide.nodes.push(node);
                    let below = items.into_iter().enumerate().rev();
                    stack.extend(below.map(|(lane, item)| (item, Some((index, lane)))));
                    Child::node(index)
                }
            };
            self.wide.set(place, child);
        }
        Ok(small)
    }

    /// The children of a wide node: the widest is opened while there is room; two blocks become one where that makes a
    /// query read less.
    fn open(&mut self, item: &Item) -> SmallVec<[Item; LANES]> {
        let mut items: SmallVec<[Item; LANES]> = self.below(item).into_iter().collect();
        loop {
            let widest = (0..items.len())
                .filter(|&index| !matches!(items[index].content, Content::Few(_)))
                .max_by(|&a, &b| items[a].area.total_cmp(&items[b].area));
            let Some(widest) = widest else { break };
            let below = self.below(&items[widest]);
            if items.len() + below.len() - 1 > LANES {
                if self.join(&mut items) {
                    continue;
                }
                break;
            }
            items.swap_remove(widest);
            items.extend(below);
        }
        while self.join(&mut items) {}
        items
    }

    /// Joins two blocks into one, where its box is no larger than both together.
    fn join(&self, items: &mut SmallVec<[Item; LANES]>) -> bool {
        let mut best: Option<(f32, usize, usize, Item)> = None;
        for a in 0..items.len() {
            for b in a + 1..items.len() {
                let area = half_area(&items[a].bounds.union(items[b].bounds));
                let more = area - items[a].area - items[b].area;
                if more <= 0.0
                    && best.as_ref().is_none_or(|(least, ..)| more < *least)
                    && let Some(joined) = self.joined(&items[a], &items[b])
                {
                    best = Some((more, a, b, joined));
                }
            }
        }
        let Some((_, a, b, joined)) = best else {
            return false;
        };
        items.remove(b);
        items[a] = joined;
        true
    }

    /// Two blocks as one, if they fit into one.
    fn joined(&self, a: &Item, b: &Item) -> Option<Item> {
        let (Content::Few(few), Content::Few(others)) = (&a.content, &b.content) else {
            return None;
        };
        let fragments = few.iter().chain(others).copied();
        Some(Item::new(
            a.bounds.union(b.bounds),
            Content::Few(self.few(fragments)?),
        ))
    }

    /// A node and all nodes below it.
    fn subtree(&self, id: NodeId) -> Item {
        let content = match self.few(fragments_of(self.tree, self.ends, id)) {
            Some(few) => Content::Few(few),
            None => Content::Subtree(id),
        };
        Item::new(self.tree.nodes[id as usize].bounds, content)
    }

    /// Where the order has a range of the fragments.
    fn places(&self, from: usize, to: usize) -> Range<usize> {
        from - self.first..to - self.first
    }

    /// Some faces of one node.
    fn faces(&self, from: usize, to: usize) -> Item {
        let fragments = &self.order[self.places(from, to)];
        let bounds = fragments
            .iter()
            .map(|&fragment| fragment_bounds(self.tree, fragment))
            .fold(NodeBox::EMPTY, NodeBox::union);
        let content = match self.few(fragments.iter().copied()) {
            Some(few) => Content::Few(few),
            None => Content::Faces(from, to),
        };
        Item::new(bounds, content)
    }

    /// One fragment of each triangle, if a block holds them.
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

    fn triangle(&self, fragment: u32) -> u32 {
        self.tree.fragments[fragment as usize].triangle
    }

    /// The two sides of a node and its faces, or the two halves of many faces.
    fn below(&mut self, item: &Item) -> SmallVec<[Item; 3]> {
        match item.content {
            Content::Few(_) => SmallVec::new(),
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
                [self.faces(from, middle), self.faces(middle, to)]
                    .into_iter()
                    .collect()
            }
            Content::Subtree(id) => {
                let node = &self.tree.nodes[id as usize];
                let mut items: SmallVec<[Item; 3]> = [node.front, node.back]
                    .into_iter()
                    .filter(|&child| child != NONE)
                    .map(|child| self.subtree(child))
                    .collect();
                if node.fragment_count > 0 {
                    let first = node.first_fragment as usize;
                    let own = self.faces(first, first + node.fragment_count as usize);
                    let with = items.iter().position(|item| {
                        half_area(&item.bounds.union(own.bounds)) <= item.area + own.area
                            && self.joined(item, &own).is_some()
                    });
                    match with.and_then(|index| Some((index, self.joined(&items[index], &own)?))) {
                        Some((index, joined)) => items[index] = joined,
                        None => items.push(own),
                    }
                }
                items
            }
        }
    }

    fn block(&mut self, few: &Few) -> Child {
        let mut block = Block {
            corners: [[[0.0; LANES]; 3]; 3],
            triangles: [0; LANES],
            nodes: [0; LANES],
        };
        for lane in 0..LANES {
            // The lanes that are left over repeat the first one, and are never asked.
            let fragment = &self.tree.fragments[*few.get(lane).unwrap_or(&few[0]) as usize];
            let corners = self.tree.triangles[fragment.triangle as usize].corners;
            for (rows, corner) in block.corners.iter_mut().zip(corners) {
                for (row, coordinate) in rows.iter_mut().zip(corner.to_array()) {
                    row[lane] = coordinate;
                }
            }
            block.triangles[lane] = fragment.triangle;
            block.nodes[lane] = fragment.node;
        }
        let index = self.wide.blocks.len();
        self.wide.blocks.push(block);
        Child::block(index, few.len())
    }
}
