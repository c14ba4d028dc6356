//! Generic traversals shared by all trees: point location, passing a query down the tree, and near-to-far order from an
//! eye. None of them is recursive, so deep trees cannot overflow the stack.
//!
//! The caller chooses the side at each node. Each tree can therefore have its own rule for points on a plane and its
//! own precision. Trees in other crates can use the traversals by implementing [`Traversable`].

use smallvec::SmallVec;

use super::node::Branch;

const SIDES: [Branch; 2] = [Branch::Front, Branch::Back];

/// A tree that can be traversed. Implementors are references to the tree's nodes.
pub trait Traversable: Copy {
    /// The child on one side of a node.
    type Child: Copy;
    /// A node, in the form in which traversals pass it to the caller.
    type Node: Copy;
    /// A leaf, in the form in which traversals pass it to the caller.
    type Leaf: Copy;

    /// Returns the node or leaf that a child refers to.
    fn space(self, child: Self::Child) -> Space<Self>;

    /// Returns the child on one side of a node. The other child is not read, which makes [`locate`] faster.
    fn on(node: Self::Node, side: Branch) -> Self::Child;
}

/// A region of space: a node, which is divided further, or a leaf.
pub enum Space<T: Traversable> {
    /// An inner node.
    Node(T::Node),
    /// A leaf.
    Leaf(T::Leaf),
}

/// Implements [`Traversable`] for slices of nodes with numbered children.
///
/// The first form takes the child enum of a tree that has leaves. In the second form, a number past the end of the
/// slice denotes a missing child.
macro_rules! traversable {
    ($node:ident, $node_id:ident, $child:ident::$leaf:ident($id:ident), |$own:ident| $children:expr) => {
        impl<'a> $crate::traversal::Traversable for &'a [$node] {
            type Child = $child;
            type Node = ($node_id, &'a $node);
            type Leaf = $id;

            #[inline]
            fn space(self, child: $child) -> $crate::traversal::Space<Self> {
                match child {
                    $child::$leaf(leaf) => $crate::traversal::Space::Leaf(leaf),
                    $child::Node(id) => $crate::traversal::Space::Node((id, &self[id.index()])),
                }
            }

            #[inline]
            fn on((_, $own): Self::Node, side: $crate::node::Branch) -> $child {
                *side.pick($children)
            }
        }
    };
    ($node:ident, $node_id:ident) => {
        impl<'a> $crate::traversal::Traversable for &'a [$node] {
            type Child = $node_id;
            type Node = ($node_id, &'a $node);
            type Leaf = ();

            #[inline]
            fn space(self, id: $node_id) -> $crate::traversal::Space<Self> {
                match self.get(id.index()) {
                    Some(node) => $crate::traversal::Space::Node((id, node)),
                    None => $crate::traversal::Space::Leaf(()),
                }
            }

            #[inline]
            fn on((_, node): Self::Node, side: $crate::node::Branch) -> $node_id {
                *side.pick([&node.front, &node.back])
            }
        }
    };
}

pub(crate) use traversable;

/// Returns the leaf that is reached from `child` if `side` chooses the side of each node's plane.
#[inline]
pub fn locate<T: Traversable>(
    tree: T,
    mut child: T::Child,
    mut side: impl FnMut(T::Node) -> Branch,
) -> T::Leaf {
    loop {
        match tree.space(child) {
            Space::Leaf(leaf) => return leaf,
            Space::Node(node) => child = T::on(node, side(node)),
        }
    }
}

/// The side of a node to visit first, then the part of the query on that side and the part on the other side.
pub type Sides<Part> = (Branch, [Option<Part>; 2]);

/// A depth-first traversal that passes a query, such as a line or a cell, down a tree.
#[derive(Clone, Debug)]
pub struct Traversal<T: Traversable, Part> {
    tree: T,
    /// Stack of children to visit. Deep trees spill to the heap.
    waiting: SmallVec<[(T::Child, Part); 96]>,
}

impl<T: Traversable, Part> Traversal<T, Part> {
    /// Starts a traversal at a child, with the part of the query that reaches it.
    #[inline]
    #[must_use]
    pub fn new(tree: T, from: T::Child, whole: Part) -> Self {
        let waiting = SmallVec::new();
        let mut traversal = Self { tree, waiting };
        traversal.waiting.push((from, whole));
        traversal
    }

    /// Pushes both sides of a node. The first side is visited completely before the other side.
    #[inline]
    pub fn push(&mut self, node: T::Node, (first, parts): Sides<Part>) {
        let [first, last] = first.ordered(SIDES);
        let [first_part, last_part] = parts;
        for (side, part) in [(last, last_part), (first, first_part)] {
            if let Some(part) = part {
                self.waiting.push((T::on(node, side), part));
            }
        }
    }

    /// Returns the next leaf and the part of the query that reaches it. `divide` divides the query at each node along
    /// the way.
    #[inline]
    pub(crate) fn next_leaf(
        &mut self,
        mut divide: impl FnMut(T::Node, Part) -> Sides<Part>,
    ) -> Option<(T::Leaf, Part)> {
        loop {
            match self.next()? {
                (Space::Leaf(leaf), part) => return Some((leaf, part)),
                (Space::Node(node), part) => self.push(node, divide(node, part)),
            }
        }
    }
}

impl<T: Traversable> Traversal<T, bool> {
    /// Returns the next node in order, which comes after all nodes on its first side and before all nodes on its other
    /// side. `first` returns the first side, or `None` to skip the node and its subtree.
    pub fn next_node(&mut self, mut first: impl FnMut(T::Node) -> Option<Branch>) -> Option<T::Node> {
        loop {
            let (child, is_alone) = self.waiting.pop()?;
            match self.tree.space(child) {
                Space::Leaf(_) => {}
                Space::Node(node) if is_alone => return Some(node),
                Space::Node(node) => {
                    let sides = first(node).map(|first| first.ordered(SIDES).map(|side| T::on(node, side)));
                    let sides = sides.map(|[first, last]| [(last, false), (child, true), (first, false)]);
                    self.waiting.extend(sides.into_iter().flatten());
                }
            }
        }
    }
}

impl<T: Traversable, Part> Iterator for Traversal<T, Part> {
    type Item = (Space<T>, Part);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (child, part) = self.waiting.pop()?;
        Some((self.tree.space(child), part))
    }
}

/// Size, depth and balance of a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of leaves.
    pub leaves: u32,
    /// Number of nodes on the longest path from the root to a leaf.
    pub depth: u32,
    /// Mean number of nodes on the paths from the root to the leaves.
    pub mean_depth: f64,
    /// Fraction of leaves on the side with fewer leaves, averaged over all nodes.
    pub balance: f64,
    /// Fraction of nodes on the side with fewer nodes, averaged over all nodes that have a child node.
    pub(crate) node_balance: f64,
}

impl Shape {
    /// Computes the shape of a tree and calls `visit` for each leaf. `first` is the side to visit first; it only
    /// affects how sums are rounded. Takes linear time.
    pub fn of<T: Traversable>(
        tree: T,
        root: T::Child,
        first: Branch,
        mut visit: impl FnMut(T::Leaf),
    ) -> Self {
        let mut shape = Self::default();
        let (mut depths, mut are_nodes) = (0_u64, Vec::new());
        let mut traversal = Traversal::new(tree, root, 0_u32);
        while let Some((space, depth)) = traversal.next() {
            are_nodes.push(matches!(space, Space::Node(_)));
            match space {
                Space::Node(node) => {
                    shape.nodes += 1;
                    traversal.push(node, (first, [Some(depth + 1); 2]));
                }
                Space::Leaf(leaf) => {
                    shape.leaves += 1;
                    shape.depth = shape.depth.max(depth);
                    depths += u64::from(depth);
                    visit(leaf);
                }
            }
        }
        // In reverse order, both sides of a node come before the node itself.
        let (mut forks, mut below) = (0_u32, Vec::new());
        for is_node in are_nodes.into_iter().rev() {
            let mut count = 1;
            if is_node {
                let [a, b]: [u32; 2] = [below.pop(), below.pop()].map(Option::unwrap_or_default);
                count = a + b;
                shape.balance += f64::from(a.min(b)) / f64::from(count);
                // The number of nodes on a side is one less than the number of leaves on that side.
                if count > 2 {
                    forks += 1;
                    shape.node_balance += f64::from(a.min(b) - 1) / f64::from(count - 2);
                }
            }
            below.push(count);
        }
        shape.mean_depth = depths as f64 / f64::from(shape.leaves.max(1));
        shape.balance /= f64::from(shape.nodes.max(1));
        shape.node_balance /= f64::from(forks.max(1));
        shape
    }
}
