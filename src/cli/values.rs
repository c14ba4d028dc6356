//! The values of arguments. Each is checked while it is parsed, so that a bad one is wrong usage.

use std::{fmt, ops::RangeInclusive, path::PathBuf, str::FromStr};

use bspwalk_compile::file::EXTENSION;
use bspwalk_explain::duel::Contestant;
use bspwalk_session::{
    overlays::OverlayKind,
    values::{finite, one_of, within},
    view::FilmTree,
};
use bspwalk_trees::{BuildParams, collision::mover::CollisionMethod};
use clap::builder::{PathBufValueParser, TypedValueParser};
use glam::DVec3;

/// Largest coordinate and radius in arguments and requests, in metres: squares of it are finite in `f32`.
pub const COORDINATE_LIMIT: f64 = 1e9;

/// Greatest edge of a picture or a window, in pixels: what graphics drivers commonly take.
pub const EDGE_LIMIT: u32 = 16_384;

/// Reads the path of a picture.
pub(super) fn picture() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(
        &["png", "svg", "pdf"],
        "a picture is written as PNG, as SVG or as PDF: end its name in .png, .svg or .pdf",
    )
}

/// Reads the path of a compiled level.
pub(super) fn bspw() -> impl TypedValueParser<Value = PathBuf> {
    path_ending_in(&[EXTENSION], "the name of a compiled level ends in .bspw")
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

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelSize {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl FromStr for PixelSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edge = |text: &str| match text.parse::<u32>() {
            Ok(edge @ 1..=EDGE_LIMIT) => Ok(edge),
            _ => Err(format!("`{text}` is no whole number from 1 to {EDGE_LIMIT}")),
        };
        let (width, height) = text
            .split_once(['x', 'X'])
            .ok_or("write width and height as in 1280x720".to_owned())?;
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

/// A point, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position(pub DVec3);

impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [x, y, z] = numbers(text, "write three numbers as in 0,1.7,4")?;
        let point = DVec3::new(x, y, z);
        if point.abs().max_element() > COORDINATE_LIMIT {
            return Err(format!("further than {COORDINATE_LIMIT:e} m from the origin"));
        }
        Ok(Self(point))
    }
}

/// A direction of view, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// To the left of −Z.
    pub yaw: f64,
    /// Upwards from the horizon, −90 to 90.
    pub pitch: f64,
}

impl FromStr for Look {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [yaw, pitch] = numbers(text, "write yaw and pitch in degrees as in 30,-10")?;
        if pitch.abs() > 90.0 {
            return Err(format!("a pitch of {pitch} is not between -90 and 90"));
        }
        Ok(Self {
            yaw: yaw % 360.0,
            pitch,
        })
    }
}

/// Where the camera of the model view is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitArg {
    /// The direction that it looks in, in degrees to the left of −Z.
    pub yaw: f64,
    /// How steeply it looks down, in degrees below the horizontal, 7 to 86.
    pub pitch: f64,
    /// Its distance from what it looks at, in metres.
    pub distance: f64,
}

/// Least and greatest steepness of [`OrbitArg`], in degrees.
const STEEPNESS: RangeInclusive<f64> = 7.0..=86.0;

impl FromStr for OrbitArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [yaw, pitch, distance] = numbers(text, "write yaw, pitch and distance as in 30,55,40")?;
        if !STEEPNESS.contains(&pitch) {
            return Err(format!(
                "a pitch of {pitch} is not between 7 and 86 degrees below the horizontal"
            ));
        }
        if !(distance > 0.0 && distance <= COORDINATE_LIMIT) {
            return Err(format!(
                "a distance of {distance} m is not between 0 and {COORDINATE_LIMIT:e}"
            ));
        }
        Ok(Self {
            yaw: yaw % 360.0,
            pitch,
            distance,
        })
    }
}

/// How far the model view divides a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// By which tree.
    pub tree: FilmTree,
    /// Nodes above this depth divide.
    pub depth: u32,
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = match self.tree {
            FilmTree::Nodes => "nodes",
            FilmTree::Leaves => "leaves",
        };
        write!(f, "{tree}:{}", self.depth)
    }
}

impl FromStr for Division {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let explain = || "write the tree and a depth as in nodes:3 or leaves:3".to_owned();
        let (tree, depth) = text.split_once(':').ok_or_else(explain)?;
        let tree = match tree {
            "nodes" => FilmTree::Nodes,
            "leaves" => FilmTree::Leaves,
            _ => return Err(explain()),
        };
        let depth = depth.parse().map_err(|_| explain())?;
        Ok(Self { tree, depth })
    }
}

/// Reads a height in metres.
pub(super) fn height(text: &str) -> Result<f64, String> {
    let limit = COORDINATE_LIMIT;
    within(text, -limit..=limit, "a height is between -1e9 and 1e9 m")
}

/// Reads an angle of view in degrees.
pub(super) fn field_of_view(text: &str) -> Result<f32, String> {
    within(
        text,
        10.0..=150.0,
        "an angle of view is between 10 and 150 degrees",
    )
    .map(|angle| angle as f32)
}

/// `N` finite numbers with commas between them.
fn numbers<const N: usize>(text: &str, usage: &str) -> Result<[f64; N], String> {
    let numbers = text
        .split(',')
        .map(|number| finite(number.trim()))
        .collect::<Result<Vec<f64>, String>>();
    numbers
        .map_err(|error| format!("{error}; {usage}"))?
        .try_into()
        .map_err(|_| usage.to_owned())
}

/// Reads ticks a second.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    within(text, 1.0..=1e5, "ticks a second are between 1 and 1e5")
}

/// Reads a collision method.
pub(super) fn collision() -> impl TypedValueParser<Value = CollisionMethod> {
    one_of(
        &CollisionMethod::ALL,
        CollisionMethod::name,
        CollisionMethod::description,
    )
}

/// Reads who takes part in a duel.
pub(super) fn contestant(text: &str) -> Result<Contestant, String> {
    text.parse()
}

/// Reads a rule of the node-storing tree, with its weights where they follow.
pub(super) fn node_rule(text: &str) -> Result<BuildParams, String> {
    match contestant(text)? {
        Contestant::Nodes(params) => Ok(params),
        other => Err(format!("`{other}` is no rule of the node-storing tree")),
    }
}

/// Reads an overlay.
pub(super) fn overlay() -> impl TypedValueParser<Value = OverlayKind> {
    one_of(&OverlayKind::ALL, OverlayKind::name, OverlayKind::description)
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

    #[test]
    fn positions_are_three_finite_numbers() {
        assert_eq!("-1, 2.5,3e0".parse(), Ok(Position(DVec3::new(-1.0, 2.5, 3.0))));
        for wrong in "|1,2|1,2,3,4|1,2,NaN|1,2,inf|1,,3|a,b,c|1,2,2e9".split('|') {
            assert!(wrong.parse::<Position>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_look_turns_whole_circles_and_nods_a_quarter() {
        let (yaw, pitch) = (-10.0, -90.0);
        assert_eq!("-370,-90".parse(), Ok(Look { yaw, pitch }));
        assert!("0,90.5".parse::<Look>().is_err());
    }
}
