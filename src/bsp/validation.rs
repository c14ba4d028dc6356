//! What `validate()` finds wrong with a tree.

/// A rule of the structure that a tree breaks.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// A fragment lies on the wrong side of an ancestor's plane, by `distance` metres.
    WrongSide {
        /// Index of the fragment.
        fragment: u32,
        /// The ancestor.
        ancestor: u32,
        /// How far it reaches over.
        distance: f64,
    },
    /// A fragment is off its own node's plane, by `distance` metres.
    OffPlane {
        /// Index of the fragment.
        fragment: u32,
        /// Its node.
        node: u32,
        /// How far off.
        distance: f64,
    },
    /// The areas of a face's fragments do not add to its own.
    Area {
        /// The face, as the caller numbered it.
        face: u32,
        /// Area of the face in square metres.
        expected: f64,
        /// Sum over its fragments in square metres.
        found: f64,
    },
    /// The nodes do not form one tree in traversal order.
    Structure {
        /// The node.
        node: u32,
        /// What is wrong.
        what: &'static str,
    },
    /// A number is NaN or infinite, or a normal is not unit.
    Number {
        /// The node.
        node: u32,
        /// What is wrong.
        what: &'static str,
    },
}

/// Whether `count` items from `first` on are among `length`.
pub(super) fn in_range(first: u32, count: u32, length: usize) -> bool {
    (first as usize)
        .checked_add(count as usize)
        .is_some_and(|end| end <= length)
}
