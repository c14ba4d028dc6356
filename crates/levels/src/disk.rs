//! File access, either through the operating system or, in a browser, from the files that the web page passed (module
//! `memory`).

#[cfg(any(target_family = "wasm", test))]
pub mod memory;
#[cfg(not(target_family = "wasm"))]
mod system;

#[cfg(target_family = "wasm")]
pub use memory::handed::{canonical, is_file, list, metadata, open};
#[cfg(not(target_family = "wasm"))]
pub use system::{canonical, is_file, list, metadata, open};

/// Kind of file system entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A pipe or a device.
    Other,
}

/// Properties of a file that are available without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Kind of the entry.
    pub kind: Kind,
    /// Length in bytes.
    pub bytes: u64,
}
