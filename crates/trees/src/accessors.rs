//! Accessors shared by the node-storing and the solid-leaf tree.

/// Implements the accessors for a tree with the given parameter type.
macro_rules! accessors {
    ($tree:ident, $params:ident) => {
        impl $tree {
            /// Returns the number of nodes. Nodes are numbered from 0.
            #[must_use]
            pub fn node_count(&self) -> u32 {
                self.nodes.len() as u32
            }

            /// Returns the ids of all nodes, in depth-first order.
            #[must_use]
            pub fn node_ids(&self) -> $crate::node::NodeRange {
                (NodeId::ROOT..NodeId(self.node_count())).into()
            }

            /// Returns the number of fragments. Fragments are numbered from 0.
            #[must_use]
            pub fn fragment_count(&self) -> u32 {
                self.fragments.len() as u32
            }

            /// Returns the bounds of all faces in the tree, or empty bounds if the tree has no faces.
            #[inline]
            #[must_use]
            pub fn bounds(&self) -> Aabb {
                self.bounds
            }

            /// Returns the tolerances that the tree was built with.
            #[must_use]
            pub fn tolerances(&self) -> Tolerances {
                self.tolerances
            }

            /// Returns the parameters that the tree was built with.
            #[must_use]
            pub fn params(&self) -> &$params {
                &self.params
            }

            /// Returns the decisions recorded during the build, or `None` if they were not recorded.
            #[must_use]
            pub fn recording(&self) -> Option<&Recording> {
                self.recording.as_ref()
            }
        }
    };
}

pub(super) use accessors;
