//! Node numbers and plane sides, shared by all trees.

use std::ops::Range;

use bspwalk_geometry::id;

id! {
    /// Number of a node: its index in depth-first order, starting with 0 for the root.
    NodeId
}

impl NodeId {
    /// The root, if the tree has nodes.
    pub const ROOT: Self = Self(0);
}

/// Number that denotes a missing node.
pub const NONE: NodeId = NodeId(u32::MAX);

/// Consecutive nodes in depth-first order, such as a subtree. It is an iterator, like [`Range`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeRange {
    /// First node.
    pub start: NodeId,
    /// Number after the last node.
    pub end: NodeId,
}

impl NodeRange {
    /// Returns whether the range contains a node.
    #[inline]
    #[must_use]
    pub fn contains(&self, node: &NodeId) -> bool {
        (self.start..self.end).contains(node)
    }

    /// Returns whether the range is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }

    fn step(&mut self, take: impl FnOnce(&mut Range<u32>) -> Option<u32>) -> Option<NodeId> {
        let mut numbers = self.start.0..self.end.0;
        let node = take(&mut numbers).map(NodeId);
        *self = Self::from(NodeId(numbers.start)..NodeId(numbers.end));
        node
    }
}

impl From<Range<NodeId>> for NodeRange {
    fn from(Range { start, end }: Range<NodeId>) -> Self {
        Self { start, end }
    }
}

impl From<NodeId> for NodeRange {
    /// Creates the range of a single node.
    fn from(node: NodeId) -> Self {
        (node..NodeId(node.0 + 1)).into()
    }
}

impl Iterator for NodeRange {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        self.step(Iterator::next)
    }

    #[inline]
    fn nth(&mut self, count: usize) -> Option<NodeId> {
        self.step(|numbers| numbers.nth(count))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.start.0..self.end.0).size_hint()
    }
}

impl DoubleEndedIterator for NodeRange {
    #[inline]
    fn next_back(&mut self) -> Option<NodeId> {
        self.step(DoubleEndedIterator::next_back)
    }
}

impl ExactSizeIterator for NodeRange {}

/// A side of a splitting plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// In front of the plane, or on it.
    Front,
    /// Behind the plane.
    Back,
}

impl Branch {
    /// Returns [`Branch::Front`] if the condition holds, and [`Branch::Back`] otherwise.
    #[inline]
    #[must_use]
    pub fn front_if(holds: bool) -> Self {
        if holds { Self::Front } else { Self::Back }
    }

    /// Returns the first element of the pair for [`Branch::Front`], and the second for [`Branch::Back`].
    #[inline]
    pub fn pick<T>(self, [front, back]: [T; 2]) -> T {
        match self {
            Self::Front => front,
            Self::Back => back,
        }
    }

    /// Reorders a pair of values for front and back, so that the value for this branch comes first.
    #[inline]
    pub fn ordered<T>(self, [front, back]: [T; 2]) -> [T; 2] {
        match self {
            Self::Front => [front, back],
            Self::Back => [back, front],
        }
    }

    /// Returns `F` or `B`, the letters used in paths shown to the user.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'F',
            Self::Back => 'B',
        }
    }
}
