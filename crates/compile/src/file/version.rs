//! Constants of the file format.

/// File extension of compiled levels.
pub const EXTENSION: &str = "bspw";

/// Format version. Increment it whenever the container or its contents change.
pub const FORMAT_VERSION: u32 = 13;

/// Oldest format version that can be read. Version 10 added hints, version 11 the surfaces of DOOM maps,
/// version 12 texts that can be translated, and version 13 ladders.
pub const OLDEST_VERSION: u32 = 9;

/// Maximum memory for opening a file, even a malicious one, in bytes per byte of the file plus a few MiB. Typical
/// levels take about six bytes per byte.
pub const MEMORY_RATIO: u64 = 64;
