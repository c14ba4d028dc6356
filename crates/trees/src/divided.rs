//! What all trees have in common, and the traversals that need no more of a tree: where a point is, what is pushed down from node
//! to node, and the order as seen from an eye. None recurses, so that no tree is too deep for the stack of calls.
//!
//! Callers say on which side of a node they go on. So each tree has its own rule for points on a plane, and its own precision.

use smallvec::SmallVec;

use super::node::Branch;

const SIDES: [Branch; 2] = [Branch::Front, Branch::Back];

/// The nodes of a tree, by reference.
pub(crate) trait Divided: Copy {
    /// What is on one side of a node.
    type Child: Copy;
    /// A node, as callers need it.
    type Node: Copy;
    /// A leaf, as callers need it.
    type Leaf: Copy;

    /// The node or the leaf that a child is.
    fn space(self, child: Self::Child) -> Space<Self>;

    /// What is on a side of a node. The other side is not read, which makes [`locate`] faster.
    fn on(node: Self::Node, side: Branch) -> Self::Child;
}

/// A node or a leaf.
pub(crate) enum Space<T: Divided> {
    Node(T::Node),
    Leaf(T::Leaf),
}

/// Implements [`Divided`] for slices of nodes with numbered children: given the enum of nodes and leaves that a child is, or
/// else for children that do not exist where their number is too large.
macro_rules! divided {
    ($node:ident, $child:ident::$leaf:ident($id:ident), |$own:ident| $children:expr) => {
        impl<'a> $crate::divided::Divided for &'a [$node] {
            type Child = $child;
            type Node = (u32, &'a $node);
            type Leaf = $id;

            #[inline]
            fn space(self, child: $child) -> $crate::divided::Space<Self> {
                match child {
                    $child::$leaf(leaf) => $crate::divided::Space::Leaf(leaf),
                    $child::Node(id) => $crate::divided::Space::Node((id, &self[id as usize])),
                }
            }

            #[inline]
            fn on((_, $own): Self::Node, side: $crate::node::Branch) -> $child {
                *side.pick($children)
            }
        }
    };
    ($node:ident) => {
        impl<'a> $crate::divided::Divided for &'a [$node] {
            type Child = u32;
            type Node = (u32, &'a $node);
            type Leaf = ();

            #[inline]
            fn space(self, id: u32) -> $crate::divided::Space<Self> {
                match self.get(id as usize) {
                    Some(node) => $crate::divided::Space::Node((id, node)),
                    None => $crate::divided::Space::Leaf(()),
                }
            }

            #[inline]
            fn on((_, node): Self::Node, side: $crate::node::Branch) -> u32 {
                *side.pick([&node.front, &node.back])
            }
        }
    };
}

pub(crate) use divided;

/// The leaf below a child that is reached where `side` names the side to take at each node.
#[inline]
pub(crate) fn locate<T: Divided>(
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

/// The side of a node that comes first, and the parts on that side and on the other.
pub(crate) type Sides<Part> = (Branch, [Option<Part>; 2]);

/// Something that is pushed down a tree, such as a line or a cell: what is still to be visited, each with the part that
/// reaches it. As an iterator it gives the next node or leaf; the caller decides what reaches the sides of a node.
#[derive(Clone, Debug)]
pub(crate) struct Traversal<T: Divided, Part> {
    tree: T,
    /// A deeper tree moves it to the heap.
    waiting: SmallVec<[(T::Child, Part); 96]>,
}

impl<T: Divided, Part> Traversal<T, Part> {
    /// Begins with the whole at a child.
    #[inline]
    pub(crate) fn new(tree: T, from: T::Child, whole: Part) -> Self {
        let waiting = SmallVec::new();
        let mut traversal = Self { tree, waiting };
        traversal.waiting.push((from, whole));
        traversal
    }

    /// Goes on below a node, all of the first side before the other.
    #[inline]
    pub(crate) fn push(&mut self, node: T::Node, (first, parts): Sides<Part>) {
        let [first, last] = first.ordered(SIDES);
        let [first_part, last_part] = parts;
        for (side, part) in [(last, last_part), (first, first_part)] {
            if let Some(part) = part {
                self.waiting.push((T::on(node, side), part));
            }
        }
    }

    /// The next leaf, with the part that reaches it, where `divide` says what of a part goes to which side of a node.
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

impl<T: Divided> Traversal<T, bool> {
    /// The next node in the order in which each is between all on one side of it and all on the other, where `first` names the
    /// side that comes first; `None` leaves out a node and all below it. The part is whether a node comes without its sides.
    pub(crate) fn next_node(&mut self, mut first: impl FnMut(T::Node) -> Option<Branch>) -> Option<T::Node> {
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

impl<T: Divided, Part> Iterator for Traversal<T, Part> {
    type Item = (Space<T>, Part);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (child, part) = self.waiting.pop()?;
        Some((self.tree.space(child), part))
    }
}
