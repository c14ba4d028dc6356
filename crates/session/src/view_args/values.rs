//! Values of the view options. Parsing validates them, and invalid values are reported as wrong usage.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use bspwalk_explain::doom_load::VIEW_HEIGHTS;
use bspwalk_levels::light_styles::{BRIGHTEST, NO_STYLE};
use bspwalk_text::text;
use glam::DVec3;

use crate::{
    values::{COORDINATE_LIMIT, parse_finite, parse_in_range},
    view::{FilmTree, Orbit},
};

/// A point, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position(pub DVec3);

impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [x, y, z] = numbers(text, text!("value-position"))?;
        let point = DVec3::new(x, y, z);
        if point.abs().max_element() > COORDINATE_LIMIT {
            return Err(text!("value-far", limit = format_args!("{COORDINATE_LIMIT:e}")));
        }
        Ok(Self(point))
    }
}

/// A view direction, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewDirection {
    /// Angle to the left of −Z.
    pub yaw: f64,
    /// Angle above the horizon, from −90 to 90.
    pub pitch: f64,
}

impl FromStr for ViewDirection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [yaw, pitch] = numbers(text, text!("value-look"))?;
        if pitch.abs() > 90.0 {
            return Err(text!("value-pitch", pitch));
        }
        Ok(Self {
            yaw: yaw % 360.0,
            pitch,
        })
    }
}

/// Camera of the model view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitArg {
    /// View direction, in degrees to the left of −Z.
    pub yaw: f64,
    /// Pitch, in degrees below the horizontal, from 7 to 86.
    pub pitch: f64,
    /// Distance from the target, in metres.
    pub distance: f64,
}

/// Minimum and maximum pitch of [`OrbitArg`], in degrees.
const STEEPNESS: RangeInclusive<f64> = 7.0..=86.0;

impl From<&Orbit> for OrbitArg {
    /// Converts an orbit. Its target is lost, because the argument's target is always the centre of the level.
    fn from(orbit: &Orbit) -> Self {
        let pitch = f64::from(orbit.pitch).to_degrees();
        Self {
            yaw: f64::from(orbit.yaw).to_degrees() % 360.0,
            pitch: pitch.clamp(*STEEPNESS.start(), *STEEPNESS.end()),
            distance: f64::from(orbit.distance),
        }
    }
}

impl FromStr for OrbitArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [yaw, pitch, distance] = numbers(text, text!("value-orbit"))?;
        if !STEEPNESS.contains(&pitch) {
            return Err(text!("value-steepness", pitch));
        }
        if !(distance > 0.0 && distance <= COORDINATE_LIMIT) {
            return Err(text!(
                "value-distance",
                distance,
                limit = format_args!("{COORDINATE_LIMIT:e}")
            ));
        }
        Ok(Self {
            yaw: yaw % 360.0,
            pitch,
            distance,
        })
    }
}

/// Brightness of a light style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StyleFactor {
    /// Number of the style.
    pub style: u8,
    /// Brightness: 1 corresponds to Quake's letter `m`, 0 is off.
    pub factor: f32,
}

impl fmt::Display for StyleFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.style, self.factor)
    }
}

impl FromStr for StyleFactor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = text!("value-style");
        let (style, factor) = text.split_once('=').ok_or(form)?;
        let style: u8 = style.trim().parse().map_err(|_| form)?;
        if style == NO_STYLE {
            return Err(text!("value-no-style", none = NO_STYLE, last = NO_STYLE - 1));
        }
        let factor: f32 = factor.trim().parse().map_err(|_| form)?;
        if !(0.0..=BRIGHTEST).contains(&factor) {
            return Err(text!("value-factor", factor, brightest = BRIGHTEST));
        }
        Ok(Self { style, factor })
    }
}

/// Division of a level in the model view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// Tree that divides the level.
    pub tree: FilmTree,
    /// Depth limit. Only nodes with a smaller depth divide the level.
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
        let explain = || text!("value-division").to_owned();
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

pub(in crate::view_args) fn parse_height(text: &str) -> Result<f64, String> {
    let limit = COORDINATE_LIMIT;
    parse_in_range(text, -limit..=limit, text!("value-height"))
}

/// Parses the height of a player's eye above the floor, in map units.
///
/// # Errors
/// Returns a message if the text is not a number in the range of heights.
pub fn parse_view_height(text: &str) -> Result<f64, String> {
    let [low, high] = VIEW_HEIGHTS;
    parse_in_range(text, low..=high, text!("value-view-height"))
}

pub(in crate::view_args) fn parse_field_of_view(text: &str) -> Result<f32, String> {
    parse_in_range(text, 10.0..=150.0, text!("value-field-of-view")).map(|angle| angle as f32)
}

fn numbers<const N: usize>(text: &str, usage: &str) -> Result<[f64; N], String> {
    let numbers = text.split(',').map(|number| parse_finite(number.trim()));
    let numbers = numbers.collect::<Result<Vec<f64>, String>>();
    numbers
        .map_err(|error| format!("{error}; {usage}"))?
        .try_into()
        .map_err(|_| usage.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_three_finite_numbers() {
        assert_eq!("-1, 2.5,3e0".parse(), Ok(Position(DVec3::new(-1.0, 2.5, 3.0))));
        for wrong in "|1,2|1,2,3,4|1,2,NaN|1,2,inf|1,,3|a,b,c|1,2,2e9".split('|') {
            assert!(wrong.parse::<Position>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn look_wraps_yaw_and_limits_pitch() {
        let (yaw, pitch) = (-10.0, -90.0);
        assert_eq!("-370,-90".parse(), Ok(ViewDirection { yaw, pitch }));
        assert!("0,90.5".parse::<ViewDirection>().is_err());
    }
}
