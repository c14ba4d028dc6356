//! Constants of the file format.

/// File extension of compiled levels.
pub const EXTENSION: &str = "bspw";

/// Version of the format. Increment it whenever the container or its content changes.
pub const FORMAT_VERSION: u32 = 9;

/// Maximum memory for opening a malicious file, in bytes per byte of the file, in addition to a few MiB.
/// Typical levels take about six.
pub const MEMORY_RATIO: u64 = 64;
