//! Requests of `bspwalk query`. A request is one line that contains a JSON object with one key. Parsing validates the
//! request.
//!
//! ```
//! use bspwalk_session::request::parse;
//!
//! let request = parse(br#"{"locate":{"point":[0,1.5,0]}}"#)?;
//! assert_eq!(request.to_string(), r#"{"locate":{"point":[0,1.5,0]}}"#);
//! # Ok::<(), String>(())
//! ```

use std::{fmt, ops::Not};

use bspwalk_collision::Capsule;
use bspwalk_explain::films::Query;
use bspwalk_levels::Level;
use bspwalk_text::text;
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize, Serializer};

use crate::values::COORDINATE_LIMIT;

/// A request. Vectors are in the space of the level's file, in metres.
///
/// A body with a height is an upright capsule; a body without one is a sphere.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "`bspwalk query --help` says what they ask")]
pub enum Request {
    Cast {
        from: Point,
        to: Point,
    },
    Sight {
        from: Point,
        to: Point,
    },
    Contacts {
        center: Point,
        radius: Radius,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<Height>,
    },
    Push {
        center: Point,
        radius: Radius,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<Height>,
    },
    PushAti {
        center: Point,
        radius: Radius,
    },
    Overlap {
        min: Point,
        max: Point,
    },
    Sweep {
        from: Point,
        to: Point,
        radius: Radius,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<Height>,
        #[serde(default, skip_serializing_if = "Not::not")]
        all: bool,
    },
    Slide {
        from: Point,
        to: Point,
        radius: Radius,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<Height>,
    },
    Locate {
        point: Point,
    },
    Visible {
        from: Point,
        to: Point,
    },
    Order {
        eye: Point,
    },
}

impl Request {
    /// Returns the node-storing tree query in the level's space, or `None` if only the solid-leaf tree can answer the
    /// request.
    pub fn query(&self, level: &Level) -> Option<Query> {
        let local = |point: Point| point.local(level);
        Some(match *self {
            Self::Cast { from, to } => Query::Cast {
                from: local(from),
                to: local(to),
            },
            Self::Sight { from, to } => Query::Sight {
                from: local(from),
                to: local(to),
            },
            Self::Contacts {
                center,
                radius,
                height,
            } => Query::Contacts {
                body: capsule(radius, height),
                center: local(center),
            },
            Self::Push {
                center,
                radius,
                height,
            } => Query::Push {
                body: capsule(radius, height),
                center: local(center),
            },
            Self::PushAti { center, radius } => Query::PushAti {
                center: local(center),
                radius: radius.0,
            },
            Self::Overlap { min, max } => Query::Overlap {
                min: local(min),
                max: local(max),
            },
            Self::Sweep {
                from,
                to,
                radius,
                height,
                all,
            } => Query::Sweep {
                body: capsule(radius, height),
                from: local(from),
                to: local(to),
                all,
            },
            Self::Slide {
                from,
                to,
                radius,
                height,
            } => Query::Slide {
                body: capsule(radius, height),
                from: local(from),
                to: local(to),
            },
            Self::Locate { point } => Query::Locate { point: local(point) },
            Self::Visible { .. } | Self::Order { .. } => return None,
        })
    }

    /// Creates the request for a query in the level's space. Parsing its numbers restores the same query.
    ///
    /// Returns `None` if a body is not an upright capsule.
    pub fn of_query(query: &Query, level: &Level) -> Option<Self> {
        let point = |place: Vec3| Point::of(place, level);
        Some(match *query {
            Query::Cast { from, to } => Self::Cast {
                from: point(from),
                to: point(to),
            },
            Query::Sight { from, to } => Self::Sight {
                from: point(from),
                to: point(to),
            },
            Query::Contacts { body, center } => Self::Contacts {
                center: point(center),
                radius: Radius(body.radius),
                height: Height::of(body)?,
            },
            Query::Push { body, center } => Self::Push {
                center: point(center),
                radius: Radius(body.radius),
                height: Height::of(body)?,
            },
            Query::PushAti { center, radius } => Self::PushAti {
                center: point(center),
                radius: Radius(radius),
            },
            Query::Overlap { min, max } => Self::Overlap {
                min: point(min),
                max: point(max),
            },
            Query::Sweep { body, from, to, all } => Self::Sweep {
                from: point(from),
                to: point(to),
                radius: Radius(body.radius),
                height: Height::of(body)?,
                all,
            },
            Query::Slide { body, from, to } => Self::Slide {
                from: point(from),
                to: point(to),
                radius: Radius(body.radius),
                height: Height::of(body)?,
            },
            Query::Locate { point: place } => Self::Locate { point: point(place) },
        })
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A point whose coordinates are at most [`COORDINATE_LIMIT`] in absolute value.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(try_from = "[f64; 3]")]
pub struct Point(pub DVec3);

impl Point {
    /// Converts the point to the level's space.
    pub fn local(self, level: &Level) -> Vec3 {
        level.to_local(self.0).as_vec3()
    }

    /// Converts a point from the level's space, using the shortest numbers that convert back to the same point.
    pub fn of(local: Vec3, level: &Level) -> Self {
        let origin = level.to_world(DVec3::ZERO).to_array();
        let world = level.to_world(local.as_dvec3()).to_array();
        let coordinates = [0, 1, 2].map(|axis| {
            let is_back = |number: f64| (number - origin[axis]) as f32 == local[axis];
            shortest(world[axis], is_back)
        });
        Self(coordinates.into())
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_array().map(Number).serialize(serializer)
    }
}

/// A number that is written without a decimal point if it is an integer.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.0 as i64;
        if whole as f64 == self.0 {
            serializer.serialize_i64(whole)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// Rounds a number to the fewest decimals that satisfy `is_good`. Returns it unchanged if no rounding satisfies it.
fn shortest(number: f64, is_good: impl Fn(f64) -> bool) -> f64 {
    /// Maximum number of decimals to try. Only numbers close to 0 need more to round-trip.
    const MOST: usize = 17;
    let rounded = (0..=MOST).filter_map(|decimals| format!("{number:.decimals$}").parse().ok());
    // Adding 0 turns -0 into 0.
    let mut rounded = rounded.map(|number: f64| number + 0.0);
    rounded.find(|&number| is_good(number)).unwrap_or(number)
}

impl TryFrom<[f64; 3]> for Point {
    type Error = String;

    fn try_from(coordinates: [f64; 3]) -> Result<Self, String> {
        let is_far = |coordinate: &f64| !(coordinate.abs() <= COORDINATE_LIMIT);
        match coordinates.into_iter().find(is_far) {
            Some(far) => Err(text!(
                "request-far-coordinate",
                coordinate = format_args!("{far:e}"),
                limit = format_args!("{COORDINATE_LIMIT:e}")
            )),
            None => Ok(Self(DVec3::from_array(coordinates))),
        }
    }
}

/// A radius from 0 to [`COORDINATE_LIMIT`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(try_from = "f64")]
pub struct Radius(pub f32);

impl TryFrom<f64> for Radius {
    type Error = String;

    fn try_from(radius: f64) -> Result<Self, String> {
        if (0.0..=COORDINATE_LIMIT).contains(&radius) {
            Ok(Self(radius as f32))
        } else {
            Err(text!(
                "request-radius",
                radius = format_args!("{radius:e}"),
                limit = format_args!("{COORDINATE_LIMIT:e}")
            ))
        }
    }
}

impl Serialize for Radius {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(radius) = *self;
        Number(shortest(radius.into(), |number| number as f32 == radius)).serialize(serializer)
    }
}

/// Height of an upright capsule including both caps, from 0 to twice [`COORDINATE_LIMIT`].
///
/// If the height is at most twice the radius, the body is a sphere.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(try_from = "f64")]
pub struct Height(f64);

impl TryFrom<f64> for Height {
    type Error = String;

    fn try_from(height: f64) -> Result<Self, String> {
        if (0.0..=2.0 * COORDINATE_LIMIT).contains(&height) {
            Ok(Self(height))
        } else {
            Err(text!(
                "request-height",
                height = format_args!("{height:e}"),
                limit = format_args!("{:e}", 2.0 * COORDINATE_LIMIT)
            ))
        }
    }
}

impl Serialize for Height {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Number(self.0).serialize(serializer)
    }
}

impl Height {
    /// Returns the height of a body: `Some(None)` for a sphere, and `None` if the body is not upright.
    fn of(body: Capsule) -> Option<Option<Self>> {
        if body.is_sphere() {
            return Some(None);
        }
        let Capsule { half_axis, radius } = body;
        if half_axis != half_axis.y.abs() * Vec3::Y {
            return None;
        }
        let height = 2.0 * (f64::from(half_axis.y) + f64::from(radius));
        let is_same = |height: f64| capsule(Radius(radius), Some(Self(height))) == body;
        Some(Some(Self(shortest(height, is_same))))
    }
}

fn capsule(Radius(radius): Radius, height: Option<Height>) -> Capsule {
    let half = height.map_or(0.0, |Height(height)| 0.5 * height - f64::from(radius));
    Capsule {
        half_axis: Vec3::Y * half.max(0.0) as f32,
        radius,
    }
}

/// Maximum length of an error message that quotes the line, in characters.
const QUOTE_LIMIT: usize = 200;

/// Parses a line.
///
/// # Errors
/// Returns a short description of the problem.
pub fn parse(line: &[u8]) -> Result<Request, String> {
    let text = std::str::from_utf8(line)
        .map_err(|error| text!("request-not-unicode", byte = error.valid_up_to() + 1))?;
    // Some editors put a byte order mark before the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(text!("request-empty").to_owned());
    }
    let request = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
    // Serde also accepts a JSON array of the fields in order. Reject arrays. No key contains a colon, so the first
    // colon ends the key.
    if !text
        .split_once(':')
        .is_some_and(|(_, fields)| fields.trim_ascii_start().starts_with('{'))
    {
        return Err(text!("request-no-fields").to_owned());
    }
    if let Request::Overlap { min, max } = request
        && !min.0.cmple(max.0).all()
    {
        return Err(text!("request-min-max").to_owned());
    }
    Ok(request)
}

fn explain(text: &str, error: &serde_json::Error) -> String {
    if !text.trim_ascii_start().starts_with('{') {
        return text!("request-no-object").to_owned();
    }
    let place = format!(" at line {} column {}", error.line(), error.column());
    let full = error.to_string();
    let message =
        full.strip_suffix(&place)
            .unwrap_or(&full)
            .replacen("unknown variant", text!("request-unknown"), 1);
    let message: String = message.chars().take(QUOTE_LIMIT).collect();
    let column = error.column();
    if error.is_data() {
        text!("request-wrong", message, column)
    } else {
        text!("request-not-json", message, column)
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_kind_of_request_is_read() {
        for line in [
            r#"{"cast":{"from":P,"to":P}}"#,
            r#"{"sight":{"from":P,"to":P}}"#,
            r#"{"contacts":{"center":P,"radius":0.25}}"#,
            r#"{"contacts":{"center":P,"radius":0.25,"height":1.8}}"#,
            r#"{"push":{"center":P,"radius":0.25}}"#,
            r#"{"push_ati":{"center":P,"radius":0.25}}"#,
            r#"{"overlap":{"min":P,"max":P}}"#,
            r#"{"sweep":{"from":P,"to":P,"radius":0.25,"height":1.8}}"#,
            r#"{"slide":{"from":P,"to":P,"radius":0.25}}"#,
            r#"{"locate":{"point":P}}"#,
            r#"{"visible":{"from":P,"to":P}}"#,
            r#"{"order":{"eye":P}}"#,
        ] {
            let shortest = line.replace('P', "[0,1.5,-2]");
            let spaced = line.replace('P', "[0, 15e-1, -2 ]").replace(':', " : ");
            for line in [shortest.clone(), format!("\u{feff} {spaced} ")] {
                let read = parse(line.as_bytes()).map(|request| request.to_string());
                assert_eq!(read.as_ref(), Ok(&shortest), "{line}");
            }
        }
        let (radius, height) = (Radius(0.25), Some(Height(1.8)));
        let center = Point(DVec3::new(0.0, 1.5, -2.0));
        let push = Request::Push {
            center,
            radius,
            height,
        };
        let line = br#"{"push":{"height":1.8,"radius":0.25,"center":[0,1.5,-2]}}"#;
        assert_eq!(parse(line), Ok(push));
    }

    #[test]
    fn errors_name_the_cause() {
        // Each row contains a line and an excerpt of its error message.
        let table = r#"
            => empty
            5 => not a JSON object
            "cast" => not a JSON object
            [] => not a JSON object
            { => not valid JSON
            {} => not valid JSON
            {"cast":{"from":[0,0,0],"to":[0,0,0]} => not valid JSON
            {"cast":{"from":[0,0,0],"to":[0,0,0]}}x => trailing
            {"cast":{"from":[0,0,0],"to":[0,0,0]},"push":{}} => not valid JSON
            {"locate":[[0,1,0]]} => named fields
            {"bake":{}} => unknown request `bake`
            {"cast":{"from":[0,0,0]}} => missing field `to`
            {"cast":{"from":[0,0,0],"to":[0,0,0],"radius":1}} => unknown field `radius`
            {"cast":{"from":[0,0,0],"from":[0,0,0],"to":[0,0,0]}} => duplicate field `from`
            {"cast":{"from":[0,0],"to":[0,0,0]}} => invalid length 2
            {"cast":{"from":[0,0,0,0],"to":[0,0,0]}} => column
            {"cast":{"from":[0,0,NaN],"to":[0,0,0]}} => not valid JSON
            {"cast":{"from":[0,0,null],"to":[0,0,0]}} => invalid type: null
            {"cast":{"from":[0,0,"1"],"to":[0,0,0]}} => invalid type: string
            {"cast":{"from":[0,0,1e999],"to":[0,0,0]}} => number out of range
            {"cast":{"from":[0,0,1e10],"to":[0,0,0]}} => more than
            {"push":{"center":[0,0,0],"radius":-0.5}} => radius
            {"push":{"center":[0,0,0],"radius":1e300}} => radius
            {"push":{"center":[0,0,0],"radius":1,"height":-1}} => height
            {"push_ati":{"center":[0,0,0],"radius":1,"height":2}} => unknown field `height`
            {"overlap":{"min":[1,0,0],"max":[0,1,1]}} => greater than
        "#;
        for row in table.trim().lines() {
            let (line, why) = row.split_once("=>").expect("a row has both");
            let error = parse(line.trim().as_bytes()).expect_err(row);
            assert!(error.contains(why.trim()), "{row}: {error}");
        }
        assert!(parse(b"  ").is_err_and(|error| error.contains("empty")));
        let error = parse(b"{\"cast\xff\":{}}").expect_err("not UTF-8");
        assert!(error.contains("invalid UTF-8 at byte 7"));
        let nested = "[".repeat(60_000);
        assert!(parse(format!("{{\"cast\":{nested}").as_bytes()).is_err());
        // The error message truncates a long line.
        let line = format!("{{\"{}\":1}}", "é".repeat(20_000));
        assert!(parse(line.as_bytes()).expect_err("unknown").chars().count() < QUOTE_LIMIT + 50);
    }

    fn level(origin: DVec3) -> Level {
        let load = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default());
        let mut level = load.expect("it is built in");
        level.origin = origin;
        level
    }

    fn vector() -> impl Strategy<Value = Vec3> {
        [-1.0e4..1.0e4_f32, -30.0..30.0, -1.0..1.0].prop_map(Vec3::from)
    }

    fn query() -> impl Strategy<Value = Query> {
        let sizes = (0.01..5.0_f32, 0.0..9.0_f32);
        let body = sizes.prop_map(|(radius, height)| Capsule::standing(height, radius));
        (0..9, vector(), vector(), body).prop_map(|(kind, from, to, body)| match kind {
            0 => Query::Cast { from, to },
            1 => Query::Sight { from, to },
            2 => Query::Contacts { body, center: to },
            3 => Query::Push { body, center: to },
            4 => Query::PushAti {
                center: to,
                radius: body.radius,
            },
            5 => Query::Overlap {
                min: from.min(to),
                max: from.max(to),
            },
            6 => Query::Sweep {
                body,
                from,
                to,
                all: from.x < 0.0,
            },
            7 => Query::Slide { body, from, to },
            _ => Query::Locate { point: to },
        })
    }

    #[test]
    fn requests_round_trip_queries() {
        for origin in [DVec3::ZERO, DVec3::new(-4321.1, 0.3, 77_777.7)] {
            let level = level(origin);
            proptest!(|(query in query())| {
                let request = Request::of_query(&query, &level).expect("its body stands");
                let read = parse(request.to_string().as_bytes()).map_err(TestCaseError::fail)?;
                prop_assert_eq!(read.query(&level), Some(query), "{}", request);
            });
        }
    }

    #[test]
    fn numbers_use_the_fewest_decimals() {
        let body = Capsule::standing(1.8, 0.3);
        let (from, to) = (Vec3::new(0.1, -0.0, 1.7), Vec3::new(-3.0, 1.0e-9, 2.05));
        let request = Request::of_query(
            &Query::Sweep {
                body,
                from,
                to,
                all: false,
            },
            &level(DVec3::ZERO),
        );
        let request = request.expect("it stands").to_string();
        let expected = r#"{"sweep":{"from":[0.1,0,1.7],"to":[-3,1e-9,2.05],"radius":0.3,"height":1.8}}"#;
        assert_eq!(request, expected);
        let lies = Query::Push {
            body: Capsule {
                half_axis: Vec3::X,
                radius: 0.3,
            },
            center: to,
        };
        assert_eq!(Request::of_query(&lies, &level(DVec3::ZERO)), None);
    }
}
