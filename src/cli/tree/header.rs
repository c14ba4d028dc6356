//! The header that starts every tree document.

use bspwalk_levels::Level;
use serde::Serialize;

/// Format name and version. The version increases when a key is removed or its meaning changes.
pub(super) const FORMAT: &str = "bspwalk tree";
pub(super) const VERSION: u32 = 1;

/// Plane convention, as stored in the document.
const PLANE: &str = "normal·x + d = 0, normal of length 1; a point is in front where normal·x + d >= 0";

/// Header of a tree document.
#[derive(Serialize)]
pub(super) struct Header<'a> {
    format: &'static str,
    version: u32,
    /// Name and version of the program that wrote the file.
    program: &'static str,
    level: &'a str,
    /// Kind of tree.
    tree: &'static str,
    rule: &'static str,
    units: Units,
    plane: &'static str,
    /// Requested depth limit; null if the document is complete.
    depth_limit: Option<u32>,
}

#[derive(Serialize)]
struct Units {
    length: &'static str,
    up: &'static str,
    handedness: &'static str,
}

impl<'a> Header<'a> {
    pub(super) fn new(level: &'a Level, [tree, rule]: [&'static str; 2], depth_limit: Option<u32>) -> Self {
        Self {
            format: FORMAT,
            version: VERSION,
            program: env!("CARGO_PKG_VERSION"),
            level: &level.name,
            tree,
            rule,
            units: Units {
                length: "metre",
                up: "y",
                handedness: "right",
            },
            plane: PLANE,
            depth_limit,
        }
    }
}
