//! A stub of the `inventory` crate that collects nothing, for use in this workspace.
//!
//! For each type that derives `Reflect`, Bevy submits a function to that crate, so that
//! `TypeRegistry::register_derived_types` can find it. bspwalk never calls that method. With the real crate, however,
//! the linker would have to keep all of these functions and all code that reads, writes and prints the types by name.
//! The stub makes the program smaller, which matters most for the download of the web page.
//!
//! An app that uses Bevy's `reflect_auto_register` feature needs the real crate.

/// Expands to nothing. In the real crate, this macro collects a value.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}

/// Expands to nothing. In the real crate, this macro makes a type collectable.
#[macro_export]
macro_rules! collect {
    ($type:ty) => {};
}

mod collected {
    /// The collection of values of type `T`, which is always empty.
    #[allow(non_camel_case_types)]
    pub enum iter<T> {
        /// The only value, which makes it possible to iterate over `inventory::iter::<T>`.
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
