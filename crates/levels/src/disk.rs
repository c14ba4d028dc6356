//! The files that there are: those of the operating system, or in a browser, which has none, those that the page handed over
//! (module `memory`).

#[cfg(any(target_family = "wasm", test))]
pub mod memory;
#[cfg(not(target_family = "wasm"))]
mod system;

#[cfg(target_family = "wasm")]
pub use memory::handed::{canonical, is_file, list, metadata, open};
#[cfg(not(target_family = "wasm"))]
pub use system::{canonical, is_file, list, metadata, open};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file with content that ends.
    File,
    /// A folder.
    Folder,
    /// A pipe or a device.
    Other,
}

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What it is.
    pub kind: Kind,
    /// Its length in bytes.
    pub bytes: u64,
}
