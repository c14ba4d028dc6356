//! The accessors that both kinds of tree have.

/// Implements them for a tree with these parameters.
macro_rules! accessors {
    ($tree:ident, $params:ident) => {
        impl $tree {
            /// Number of nodes; node numbers are below it.
            #[must_use]
            pub fn node_count(&self) -> u32 {
                self.nodes.len() as u32
            }

            /// Number of fragments; fragment numbers are below it.
            #[must_use]
            pub fn fragment_count(&self) -> u32 {
                self.fragments.len() as u32
            }

            /// Bounds of all faces that it was built from; empty for none.
            #[must_use]
            pub fn bounds(&self) -> Aabb {
                self.bounds
            }

            /// The tolerances that it was built with.
            #[must_use]
            pub fn tolerances(&self) -> Tolerances {
                self.tolerances
            }

            /// The parameters that it was built with.
            #[must_use]
            pub fn params(&self) -> &$params {
                &self.params
            }

            /// The decisions of the build, where they were recorded.
            #[must_use]
            pub fn recording(&self) -> Option<&Recording> {
                self.recording.as_ref()
            }
        }
    };
}

pub(super) use accessors;
