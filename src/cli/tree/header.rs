//! What every document says before its nodes.

use bspwalk_levels::Level;
use serde::Serialize;

/// What the documents are, and their version: it grows where a key goes or changes its meaning.
pub(super) const FORMAT: &str = "bspwalk tree";
pub(super) const VERSION: u32 = 1;

/// How a plane is to be read.
const PLANE: &str = "normal·x + d = 0, normal of length 1; a point is in front where normal·x + d >= 0";

/// The first keys of a document.
#[derive(Serialize)]
pub(super) struct Header<'a> {
    format: &'static str,
    version: u32,
    /// The version of the program that wrote it.
    program: &'static str,
    level: &'a str,
    /// The kind of tree.
    tree: &'static str,
    rule: &'static str,
    units: Units,
    plane: &'static str,
    /// How many depths were asked for; null where all are there.
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
