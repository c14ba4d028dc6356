//! A request: a line of one JSON object with one key, checked while it is parsed.

use glam::DVec3;
use serde::Deserialize;

use crate::cli::values::COORDINATE_LIMIT;

/// A request. Vectors are in the space of the level's file, in metres.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::cli) enum Request {
    Cast { from: Point, to: Point },
    Contacts { center: Point, radius: Radius },
    Push { center: Point, radius: Radius },
    PushAti { center: Point, radius: Radius },
    Overlap { min: Point, max: Point },
    Sweep { from: Point, to: Point, radius: Radius },
    Slide { from: Point, to: Point, radius: Radius },
    Locate { point: Point },
    Visible { from: Point, to: Point },
    Order { eye: Point },
}

/// A point within [`COORDINATE_LIMIT`] of the origin along each axis.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(try_from = "[f64; 3]")]
pub(in crate::cli) struct Point(pub(in crate::cli) DVec3);

impl TryFrom<[f64; 3]> for Point {
    type Error = String;

    fn try_from(coordinates: [f64; 3]) -> Result<Self, String> {
        let is_far = |coordinate: &f64| !(coordinate.abs() <= COORDINATE_LIMIT);
        match coordinates.into_iter().find(is_far) {
            Some(far) => Err(format!(
                "the coordinate {far:e} is further than {COORDINATE_LIMIT:e} m from the origin"
            )),
            None => Ok(Self(DVec3::from_array(coordinates))),
        }
    }
}

/// A radius from 0 to [`COORDINATE_LIMIT`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(try_from = "f64")]
pub(in crate::cli) struct Radius(pub(in crate::cli) f32);

impl TryFrom<f64> for Radius {
    type Error = String;

    fn try_from(radius: f64) -> Result<Self, String> {
        if (0.0..=COORDINATE_LIMIT).contains(&radius) {
            Ok(Self(radius as f32))
        } else {
            Err(format!(
                "the radius {radius:e} is not between 0 and {COORDINATE_LIMIT:e} m"
            ))
        }
    }
}

/// Longest error that quotes the line, in characters.
const QUOTE_LIMIT: usize = 200;

/// Parses a line.
pub(in crate::cli) fn parse(line: &[u8]) -> Result<Request, String> {
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 from byte {} on", error.valid_up_to() + 1))?;
    // Some editors put a byte order mark before the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err("empty; a request is one object, such as {\"locate\":{\"point\":[0,1,0]}}".to_owned());
    }
    let request = serde_json::from_str(text).map_err(|error| explain(text, &error))?;
    // Serde would take a sequence for the fields in order. No key holds a colon, so the first one ends the key.
    if !text
        .split_once(':')
        .is_some_and(|(_, fields)| fields.trim_ascii_start().starts_with('{'))
    {
        return Err("what is asked must be an object with named fields".to_owned());
    }
    if let Request::Overlap { min, max } = request
        && !min.0.cmple(max.0).all()
    {
        return Err("`min` is greater than `max`".to_owned());
    }
    Ok(request)
}

fn explain(text: &str, error: &serde_json::Error) -> String {
    if !text.trim_ascii_start().starts_with('{') {
        return "no JSON object; a request is one, such as {\"locate\":{\"point\":[0,1,0]}}".to_owned();
    }
    let place = format!(" at line {} column {}", error.line(), error.column());
    let full = error.to_string();
    let message =
        full.strip_suffix(&place)
            .unwrap_or(&full)
            .replacen("unknown variant", "unknown request", 1);
    let message: String = message.chars().take(QUOTE_LIMIT).collect();
    let kind = if error.is_data() { "" } else { "not valid JSON: " };
    format!("{kind}{message}, column {}", error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_request_is_read() {
        let [from, to, min, max, center, point, eye] = [Point(DVec3::new(0.0, 1.5, -2.0)); 7];
        let radius = Radius(0.25);
        let sphere = r#"{"radius":0.25,"center":P}"#;
        let path = r#"{"from":P,"to":P}"#;
        let swept = r#"{"from":P,"to":P,"radius":0.25}"#;
        for (name, fields, request) in [
            ("cast", path, Request::Cast { from, to }),
            ("contacts", sphere, Request::Contacts { center, radius }),
            ("push", sphere, Request::Push { center, radius }),
            ("push_ati", sphere, Request::PushAti { center, radius }),
            ("overlap", r#"{"min":P,"max":P}"#, Request::Overlap { min, max }),
            ("sweep", swept, Request::Sweep { from, to, radius }),
            ("slide", swept, Request::Slide { from, to, radius }),
            ("locate", r#" { "point" : P } "#, Request::Locate { point }),
            ("visible", path, Request::Visible { from, to }),
            ("order", r#"{"eye":P}"#, Request::Order { eye }),
        ] {
            let fields = fields.replace('P', "[0, 15e-1, -2 ]");
            for line in [
                format!("{{\"{name}\":{fields}}}"),
                format!("\u{feff} {{ \"{name}\" : {fields} }} "),
            ] {
                assert_eq!(parse(line.as_bytes()), Ok(request), "{line}");
            }
        }
    }

    #[test]
    fn errors_say_why() {
        // Lines, each with a part of its error.
        let table = r#"
            => empty
            5 => no JSON object
            "cast" => no JSON object
            [] => no JSON object
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
            {"cast":{"from":[0,0,1e10],"to":[0,0,0]}} => further than
            {"push":{"center":[0,0,0],"radius":-0.5}} => radius
            {"push":{"center":[0,0,0],"radius":1e300}} => radius
            {"overlap":{"min":[1,0,0],"max":[0,1,1]}} => greater than
        "#;
        for row in table.trim().lines() {
            let (line, why) = row.split_once("=>").expect("a row has both");
            let error = parse(line.trim().as_bytes()).expect_err(row);
            assert!(error.contains(why.trim()), "{row}: {error}");
        }
        assert!(parse(b"  ").is_err_and(|error| error.contains("empty")));
        assert!(
            parse(b"{\"cast\xff\":{}}")
                .expect_err("not UTF-8")
                .contains("not UTF-8 from byte 7")
        );
        let nested = "[".repeat(60_000);
        assert!(parse(format!("{{\"cast\":{nested}").as_bytes()).is_err());
    }

    #[test]
    fn an_error_quotes_no_more_than_a_part_of_the_line() {
        let line = format!("{{\"{}\":1}}", "é".repeat(20_000));
        assert!(parse(line.as_bytes()).expect_err("unknown").chars().count() < QUOTE_LIMIT + 50);
    }
}
