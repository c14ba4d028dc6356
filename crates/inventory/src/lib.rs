//! Stands in for the crate `inventory` in this workspace, and collects nothing.
//!
//! Bevy gives that crate a function for each type that it derives `Reflect` for, so that `TypeRegistry::register_derived_types` can
//! find them. Nothing here calls that; but the linker must keep each of those functions, and with them all code that reads, writes
//! and prints such a type by its name. Without them the program is smaller, and the page that a browser loads most of all.
//!
//! An app that uses Bevy's feature `reflect_auto_register` needs the real crate.

/// Where the real macro collects a value, this one expands to nothing.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}

/// Where the real macro makes a type one that can be collected, this one expands to nothing.
#[macro_export]
macro_rules! collect {
    ($type:ty) => {};
}

mod collected {
    /// What was collected of the type `T`: nothing.
    #[allow(non_camel_case_types)]
    pub enum iter<T> {
        /// The only value, so that `inventory::iter::<T>` can be iterated over.
        iter,
        #[doc(hidden)]
        Never(std::convert::Infallible, std::marker::PhantomData<T>),
    }
}
pub use collected::iter::iter;

impl<T: 'static> IntoIterator for collected::iter<T> {
    type Item = &'static T;
    type IntoIter = std::iter::Empty<&'static T>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::empty()
    }
}
