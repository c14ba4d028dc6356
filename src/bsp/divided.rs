//! What all trees have in common, and the traversals that need no more of a tree: the path of a point, what is pushed down from
//! node to node, and the order as seen from an eye. None recurses, so that no tree is too deep for the stack of calls.
//!
//! A caller says on which side of a node it goes on. So each tree has its own rule for points on a plane, and its own precision.

use smallvec::{SmallVec, smallvec};

use super::node::Branch;

/// Entries of a stack that need no allocation.
const STACK: usize = 32;

/// The nodes of a tree, by reference.
pub(in crate::bsp) trait Divided: Copy {
    /// What is on one side of a node.
    type Child: Copy;
    /// A node, as callers need it.
    type Node: Copy;
    /// A leaf, as callers need it.
    type Leaf: Copy;

    /// Whether a child is a node or a leaf.
    fn space(self, child: Self::Child) -> Space<Self>;
}

/// A node or a leaf.
pub(in crate::bsp) enum Space<T: Divided> {
    /// A node, with what is in front of it and behind it.
    Node(T::Node, [T::Child; 2]),
    Leaf(T::Leaf),
}

/// The side of a node that comes first, and the parts in front of it and behind it.
pub(in crate::bsp) type Sides<Part> = (Branch, [Option<Part>; 2]);

/// The nodes from a child down to a leaf, each with the side that is taken.
pub(in crate::bsp) struct Path<T: Divided, S> {
    tree: T,
    at: T::Child,
    side: S,
}

/// The path on which `side` names the side to take at each node.
#[inline]
pub(in crate::bsp) fn path<T: Divided, S: FnMut(T::Node) -> Branch>(
    tree: T,
    from: T::Child,
    side: S,
) -> Path<T, S> {
    Path { tree, at: from, side }
}

impl<T: Divided, S: FnMut(T::Node) -> Branch> Path<T, S> {
    /// Goes on by one node, unless it has come to a leaf.
    #[inline]
    fn step(&mut self) -> Result<(T::Node, Branch), T::Leaf> {
        match self.tree.space(self.at) {
            Space::Leaf(leaf) => Err(leaf),
            Space::Node(node, children) => {
                let branch = (self.side)(node);
                [self.at, _] = branch.ordered(children);
                Ok((node, branch))
            }
        }
    }

    /// The leaf at its end.
    #[inline]
    pub(in crate::bsp) fn end(mut self) -> T::Leaf {
        loop {
            if let Err(leaf) = self.step() {
                return leaf;
            }
        }
    }
}

impl<T: Divided, S: FnMut(T::Node) -> Branch> Iterator for Path<T, S> {
    type Item = (T::Node, Branch);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.step().ok()
    }
}

/// Nodes and leaves still to be visited, each with the part that reaches it of what is pushed down: of a line, or of a cell.
/// As an iterator it gives the next one; the caller decides what reaches the sides of a node.
#[derive(Clone, Debug)]
pub(in crate::bsp) struct Traversal<T: Divided, Part> {
    tree: T,
    waiting: SmallVec<[(T::Child, Part); STACK]>,
}

impl<T: Divided, Part> Traversal<T, Part> {
    /// Begins with the whole at a child.
    #[inline]
    pub(in crate::bsp) fn new(tree: T, from: T::Child, whole: Part) -> Self {
        let waiting = smallvec![(from, whole)];
        Self { tree, waiting }
    }

    /// Goes on with the parts on the sides of a node, given what is there: all below the first side comes before the other.
    #[inline]
    pub(in crate::bsp) fn push(&mut self, [front, back]: [T::Child; 2], (first, parts): Sides<Part>) {
        let [in_front, behind] = parts;
        let sides = [(front, in_front), (back, behind)];
        let [first, last] = first.ordered(sides);
        for (child, part) in [last, first] {
            if let Some(part) = part {
                self.waiting.push((child, part));
            }
        }
    }

    /// The next leaf, with the part that reaches it, where `divide` says what of a part goes to which side of a node.
    #[inline]
    pub(in crate::bsp) fn next_leaf(
        &mut self,
        mut divide: impl FnMut(T::Node, Part) -> Sides<Part>,
    ) -> Option<(T::Leaf, Part)> {
        loop {
            match self.next()? {
                (Space::Leaf(leaf), part) => return Some((leaf, part)),
                (Space::Node(node, children), part) => self.push(children, divide(node, part)),
            }
        }
    }
}

impl<T: Divided, Part> Iterator for Traversal<T, Part> {
    type Item = (Space<T>, Part);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (child, part) = self.waiting.pop()?;
        Some((self.tree.space(child), part))
    }
}

/// The nodes of a tree in order, each between all that is on one side of it and all that is on the other.
pub(in crate::bsp) struct NodeOrder<T: Divided> {
    tree: T,
    /// Nodes are still to be given, or to be entered.
    waiting: SmallVec<[Waiting<T>; STACK]>,
}

enum Waiting<T: Divided> {
    Node(T::Node),
    Below(T::Child),
}

impl<T: Divided> NodeOrder<T> {
    /// Begins at a child.
    pub(in crate::bsp) fn new(tree: T, from: T::Child) -> Self {
        let waiting = smallvec![Waiting::Below(from)];
        Self { tree, waiting }
    }

    /// The next node, where `first` names the side of a node that comes first; `None` leaves out the node and all below it.
    pub(in crate::bsp) fn next(
        &mut self,
        mut first: impl FnMut(T::Node) -> Option<Branch>,
    ) -> Option<T::Node> {
        loop {
            let child = match self.waiting.pop()? {
                Waiting::Node(node) => return Some(node),
                Waiting::Below(child) => child,
            };
            if let Space::Node(node, children) = self.tree.space(child)
                && let Some(first) = first(node)
            {
                let [first, last] = first.ordered(children).map(Waiting::Below);
                self.waiting.extend([last, Waiting::Node(node), first]);
            }
        }
    }
}
