//! Errors and other texts of the libraries in the user's language.

use bspwalk_collision::mover::{
    ParamsError,
    script::{LineError, MAX_COORDINATE, MAX_TICKS, ReadError},
};
use bspwalk_compile::{
    CompileError, LevelName,
    file::{ReadError as ReadFileError, WriteError},
    leaf_error_text,
    open::OpenError,
};
use bspwalk_levels::{DetailError, Format, LevelError, Text, ToText, Warning, portal_file::PortalFileError};
use bspwalk_planar::{MAX_COLUMNS, RegionError, SegmentError, SegmentWarning, ViewError};
use bspwalk_progress::{Cancelled, CheckError, Stage};
use bspwalk_trees::{
    UnknownRule,
    node_storing::{BuildError, ReplayError},
    solid_leaf::{FillError, LeafBuildError, pvs::PvsError},
};

use crate::{Argument, formatted, text, translated, words};

/// A value of a library that has a text for users.
///
/// `Display` of these types is English and meant for developers.
pub trait Localize {
    /// Returns the text in the current language.
    #[must_use]
    fn localized(&self) -> String;
}

impl<T: Localize + ?Sized> Localize for &T {
    fn localized(&self) -> String {
        (**self).localized()
    }
}

impl Localize for Text {
    fn localized(&self) -> String {
        self.format_with(&|id, values| {
            let arguments = values.iter().map(|(name, value)| (*name, Argument::new(value)));
            formatted(id, &arguments.collect::<Vec<_>>())
        })
    }
}

macro_rules! localize {
    ($($type:ty),+) => {$(
        impl Localize for $type {
            fn localized(&self) -> String {
                self.to_text().localized()
            }
        }
    )+};
}
localize!(
    CheckError,
    DetailError,
    Format,
    LevelError,
    LevelName,
    PortalFileError,
    ReadFileError,
    Warning,
    WriteError,
    std::io::Error
);

impl Localize for CompileError {
    fn localized(&self) -> String {
        match self {
            Self::Cancelled(cancelled) => cancelled.localized(),
            Self::Nodes(error) => error.localized(),
            Self::Leaves(error) => error.localized(),
            Self::Pvs(error) => error.localized(),
            other => other.to_string(),
        }
    }
}

impl Localize for OpenError {
    fn localized(&self) -> String {
        match self {
            Self::Level(error) => error.localized(),
            Self::Read(error) => error.localized(),
            Self::Compile(error) => error.localized(),
            Self::Fixed { file, option, found } => {
                text!("compile-fixed", file, option, found = found.localized())
            }
            Self::Cancelled => text!("compile-opening-cancelled").to_owned(),
            other => other.to_string(),
        }
    }
}

impl Localize for Cancelled {
    fn localized(&self) -> String {
        text!("progress-cancelled").to_owned()
    }
}

impl Localize for Stage {
    fn localized(&self) -> String {
        match self {
            Self::Phase(name) => translated(name).to_owned(),
            &Self::Count {
                what,
                unit,
                counted,
                total,
            } => text!(
                "progress-count",
                what = translated(what),
                counted = words::count(counted),
                total = words::count(total),
                unit = translated(unit)
            ),
        }
    }
}

impl Localize for UnknownRule {
    fn localized(&self) -> String {
        text!(
            "trees-unknown-rule",
            name = self.name,
            rules = self.rules.join(", ")
        )
    }
}

impl Localize for BuildError {
    fn localized(&self) -> String {
        match self {
            Self::Cancelled(cancelled) => cancelled.localized(),
            Self::TooManyFragments { limit } => text!("trees-too-many-fragments", limit),
            Self::NotFinite { face } => text!("compile-not-finite", face),
            other => other.to_string(),
        }
    }
}

impl Localize for ReplayError {
    fn localized(&self) -> String {
        match self {
            Self::Cancelled(cancelled) => cancelled.localized(),
            Self::Build(error) => error.localized(),
            Self::OtherTriangles => text!("trees-other-triangles").to_owned(),
            Self::NoNode(node) => text!("trees-no-node", node),
            Self::DividesNothing(node) => text!("trees-divides-nothing", node),
            other => other.to_string(),
        }
    }
}

impl Localize for LeafBuildError {
    fn localized(&self) -> String {
        match self {
            Self::Cancelled(cancelled) => cancelled.localized(),
            other => leaf_error_text(other).localized(),
        }
    }
}

impl Localize for FillError {
    fn localized(&self) -> String {
        match self {
            Self::Solid => text!("trees-fill-solid"),
            Self::Leaks => text!("trees-fill-leaks"),
        }
        .to_owned()
    }
}

impl Localize for PvsError {
    fn localized(&self) -> String {
        match self {
            Self::Cancelled(cancelled) => cancelled.localized(),
            Self::TooManyOpenings { openings, limit } => {
                text!("trees-pvs-too-many-openings", openings, limit)
            }
            other => other.to_string(),
        }
    }
}

impl Localize for ReadError {
    fn localized(&self) -> String {
        match self {
            Self::Line { number, reason } => text!("mover-script-line", number, reason = reason.localized()),
            Self::Cancelled(cancelled) => cancelled.localized(),
        }
    }
}

impl Localize for LineError {
    fn localized(&self) -> String {
        match self {
            Self::NotUtf8 => text!("mover-not-utf8").to_owned(),
            Self::NotAnObject => text!("mover-line").to_owned(),
            Self::NotJson(error) => text!("mover-not-json", error),
            Self::Kind => text!("mover-line-kinds").to_owned(),
            Self::RequiresTicks(key) => text!("mover-goes-with-ticks", key),
            Self::EyeTooFar => text!("mover-eye-far", farthest = format_args!("{MAX_COORDINATE:e}")),
            Self::NotBetween(name) => text!("mover-not-between", name),
            Self::TooManyTicks => text!("mover-too-many-ticks", most = MAX_TICKS),
            Self::Yaw => text!("mover-yaw").to_owned(),
            Self::Pitch => text!("mover-pitch").to_owned(),
            Self::Params(error) => error.localized(),
            // The parser of JSON reports its errors in English.
            other => other.to_string(),
        }
    }
}

impl Localize for ParamsError {
    fn localized(&self) -> String {
        match self {
            Self::OutOfRange(wrong) => text!(
                "mover-nearest",
                name = wrong.field,
                value = number(wrong.value),
                nearest = number(wrong.nearest)
            ),
            Self::Conflict { causes, wrong } => {
                let value_of = |name: &str, value| text!("mover-value-of", name, value = number(value));
                let causes: Vec<String> = causes
                    .iter()
                    .map(|(name, value)| value_of(name, *value))
                    .collect();
                let values: Vec<String> = wrong
                    .iter()
                    .map(|wrong| value_of(&wrong.field, wrong.value))
                    .collect();
                let good: Vec<String> = wrong
                    .iter()
                    .map(|wrong| {
                        text!(
                            "mover-value-as",
                            name = wrong.field,
                            value = number(wrong.nearest)
                        )
                    })
                    .collect();
                text!(
                    "mover-not-together",
                    causes = causes.join(text!("mover-and-a")),
                    wrong = values.join(text!("mover-and-the")),
                    good = good.join(text!("mover-and"))
                )
            }
        }
    }
}

fn number(value: f32) -> String {
    if value.is_finite() {
        value.to_string()
    } else {
        text!("mover-no-number").to_owned()
    }
}

impl Localize for RegionError {
    fn localized(&self) -> String {
        let edge_of_loop =
            |&(loop_index, edge): &(usize, usize)| text!("planar-edge-of-loop", edge, loop_index);
        match self {
            Self::NotFinite {
                loop_index,
                corner,
                at,
            } => {
                text!("planar-not-finite", corner, loop_index, at, largest = largest())
            }
            Self::TooFewCorners { loop_index, corners } => text!("planar-few-corners", loop_index, corners),
            Self::Repeated {
                loop_index,
                corner,
                at,
            } => text!("planar-repeated", corner, loop_index, at),
            Self::Crossing {
                edges: [one, other],
                at,
            } => {
                text!(
                    "planar-crossing",
                    one = edge_of_loop(one),
                    other = edge_of_loop(other),
                    at
                )
            }
            Self::Winding {
                loop_index,
                hole: true,
            } => text!("planar-hole-winding", loop_index),
            Self::Winding {
                loop_index,
                hole: false,
            } => text!("planar-outer-winding", loop_index),
        }
    }
}

impl Localize for SegmentError {
    fn localized(&self) -> String {
        match self {
            Self::NotFinite { chain, corner, at } => {
                text!("planar-chain-not-finite", corner, chain, at, largest = largest())
            }
            Self::TooFewCorners { chain } => text!("planar-chain-too-short", chain),
        }
    }
}

impl Localize for SegmentWarning {
    fn localized(&self) -> String {
        match self {
            Self::ZeroLength { segment, at } => text!("planar-segment-zero-length", segment, at),
            Self::Duplicate {
                segments: [one, other],
            } => text!("planar-segment-duplicate", one, other),
        }
    }
}

impl Localize for ViewError {
    fn localized(&self) -> String {
        match self {
            Self::Eye(at) => text!("planar-view-eye", at, largest = largest()),
            Self::Direction(direction) => text!("planar-view-direction", direction),
            Self::FieldOfView(angle) => text!("planar-view-field", angle = angle.to_degrees()),
            Self::Columns(columns) => text!("planar-view-columns", columns, most = MAX_COLUMNS),
        }
    }
}

/// Formats the largest coordinate of planar trees.
fn largest() -> String {
    format!("{:e}", bspwalk_planar::MAX_COORDINATE)
}
