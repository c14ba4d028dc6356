//! Newtypes that number faces and the parts of trees, so that a leaf cannot be taken for a node.

/// Defines the id of an element of an array.
///
/// An id has the size of its number, and is stored and displayed as its number.
#[doc(hidden)]
#[macro_export]
macro_rules! id {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(
            Clone,
            Copy,
            Debug,
            Default,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            serde::Serialize,
            serde::Deserialize,
        )]
        #[serde(transparent)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the id of the element with an index, which must fit into 32 bits.
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Self {
                Self(index as u32)
            }

            /// Returns the index of the element.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns all ids in ascending order.
            #[inline]
            pub fn all() -> impl Iterator<Item = Self> + Clone {
                (0..).map(Self)
            }

            /// Returns the ids of the elements with these indices.
            #[inline]
            pub fn range(
                indices: std::ops::Range<u32>,
            ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
                indices.map(Self)
            }
        }

        impl From<u32> for $name {
            #[inline]
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl From<$name> for u64 {
            #[inline]
            fn from(id: $name) -> Self {
                Self::from(id.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// Number of a source face.
    ///
    /// It counts the triangles of a level's source from 0, in load order, before any is dropped or split. So numbers may
    /// be missing, and all fragments of a face have its number. For triangles from elsewhere, the caller chooses the
    /// numbers, and several triangles may share one.
    FaceId
}

impl FaceId {
    /// Stands for no face of the source: for example, the side of another body.
    pub const NONE: Self = Self(u32::MAX);
}
