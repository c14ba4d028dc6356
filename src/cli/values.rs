//! Parsers for argument values. Values are checked during parsing, so errors are reported as usage errors.

use std::{fmt, ops::RangeInclusive, path::PathBuf, str::FromStr};

use bspwalk_collision::mover::CollisionMethod;
use bspwalk_compile::file::EXTENSION;
use bspwalk_explain::duel::{Contestant, split_costs::COSTS};
use bspwalk_levels::builtin;
pub use bspwalk_session::values::COORDINATE_LIMIT;
use bspwalk_session::values::{names_parser, parse_in_range};
use bspwalk_text::text;
use bspwalk_trees::BuildParams;
use clap::builder::{PathBufValueParser, TypedValueParser};

/// Maximum width or height of a picture or a window, in pixels. This is a common limit of graphics drivers.
pub const EDGE_LIMIT: u32 = 16_384;

/// Maximum split cost.
const MOST_COST: u32 = 1_000_000;

/// Maximum number of split costs per run.
const MOST_COSTS: u32 = 1000;

/// Returns the help for a level argument.
pub(super) fn level_help() -> String {
    let levels = builtin::listed();
    let names: Vec<&str> = levels.map(|level| level.name).collect();
    let names = names.join(", ");
    text!("option-level", levels = names)
}

/// Parses a range of split costs such as `1-32`, or a single cost.
pub(super) fn costs(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|cost| (0..=MOST_COST).contains(cost))
    };
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to && to - from < MOST_COSTS => Ok(from..=to),
        _ => Err(text!(
            "usage-costs",
            least = COSTS.start(),
            greatest = COSTS.end(),
            most = MOST_COSTS
        )),
    }
}

/// Parses the path of a picture.
pub(super) fn picture() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["png", "svg", "pdf"], text!("usage-picture-name"))
}

/// Parses the path of an HTML page.
pub(super) fn page() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["html", "htm"], text!("usage-page-name"))
}

/// Parses the path of a film.
pub(super) fn film() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["gif", "png"], text!("usage-film-name"))
}

/// Parses the path of a compiled level.
pub(super) fn bspw() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&[EXTENSION], text!("usage-level-name"))
}

/// Parses the path of a portal file.
pub(super) fn prt() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["prt"], text!("usage-portals-name"))
}

/// Parses the path of a PNG picture.
pub(super) fn png() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["png"], text!("usage-png-name"))
}

/// Parses the path of a Quake map.
pub(super) fn map() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["map"], text!("usage-map-name"))
}

/// Parses the path of a tree file or of a PVS image.
pub(super) fn tree_file() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&["json", "dot", "gv", "png"], text!("usage-tree-name"))
}

fn path_ending_in(
    extensions: &'static [&'static str],
    problem: &'static str,
) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let found = path.extension();
        let ends_in = |extension: &&str| found.is_some_and(|found| found.eq_ignore_ascii_case(extension));
        if extensions.iter().any(ends_in) {
            Ok(path)
        } else {
            Err(problem)
        }
    })
}

/// A size in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelSize {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
}

impl FromStr for PixelSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edge = |text: &str| match text.parse::<u32>() {
            Ok(edge @ 1..=EDGE_LIMIT) => Ok(edge),
            _ => Err(text!("usage-pixels", text, limit = EDGE_LIMIT)),
        };
        let (width, height) = text
            .split_once(['x', 'X'])
            .ok_or(text!("usage-size").to_owned())?;
        Ok(Self {
            width: edge(width)?,
            height: edge(height)?,
        })
    }
}

impl fmt::Display for PixelSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Parses a rate in ticks per second.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    parse_in_range(text, 1.0..=1e5, text!("usage-rate"))
}

/// Parses a collision method.
pub(super) fn collision() -> impl TypedValueParser<Value = CollisionMethod> {
    names_parser(
        &CollisionMethod::ALL,
        CollisionMethod::name,
        CollisionMethod::description,
    )
}

/// Parses a contestant of a duel.
pub(super) fn contestant(text: &str) -> Result<Contestant, String> {
    text.parse()
}

/// Parses a build rule for the node-storing tree, optionally with weights.
pub(super) fn node_rule(text: &str) -> Result<BuildParams, String> {
    match contestant(text)? {
        Contestant::Nodes(params) => Ok(params),
        other => Err(text!("usage-no-node-rule", name = other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_whole_numbers_within_the_limit() {
        let (width, height) = (1, 16_384);
        assert_eq!("1x16384".parse(), Ok(PixelSize { width, height }));
        for wrong in ["", "1280", "0x5", "5x0", "16385x1", "1x2x3", "-1x2", "1.5x2", "x"] {
            assert!(wrong.parse::<PixelSize>().is_err(), "{wrong}");
        }
    }
}
