//! A stub of the crate `inventory` for this workspace, which collects nothing.
//!
//! Bevy submits a function to that crate for each type that derives `Reflect`, so that
//! `TypeRegistry::register_derived_types` can find them. This program never calls that method. However, the linker
//! would have to keep each of those functions and all code that reads, writes and prints the types by name. The stub
//! makes the program smaller, especially the download of the web page.
//!
//! An app that uses Bevy's feature `reflect_auto_register` needs the real crate.

/// Expands to nothing. The real macro collects a value.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}

/// Expands to nothing. The real macro makes a type collectable.
#[macro_export]
macro_rules! collect {
    ($type:ty) => {};
}

mod collected {
    /// The empty collection of values of type `T`.
    #[allow(non_camel_case_types)]
    pub enum iter<T> {
        /// Only value, so that `inventory::iter::<T>` can be iterated.
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
