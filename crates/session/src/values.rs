//! Parsers for option values. They validate the values and report invalid ones as usage errors.

use std::ops::RangeInclusive;

use bspwalk_text::{text, translated};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Maximum coordinate and radius in arguments and requests, in metres. The square of this value is finite in `f32`.
pub const COORDINATE_LIMIT: f64 = 1e9;

/// Minimum and maximum scale, in metres per unit.
pub const SCALES: RangeInclusive<f64> = 1e-9..=1e9;

/// Combines the short help of an option with additional text.
pub fn long_help(short: &str, more: &str) -> String {
    text!("option-long", short, more)
}

/// Parses a finite number.
///
/// # Errors
/// Returns one sentence.
pub fn parse_finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(text!("value-not-finite", text)),
        Err(_) => Err(text!("value-no-number", text)),
    }
}

/// Parses a number in a range. `problem` is the error message for numbers outside the range.
///
/// # Errors
/// Returns one sentence.
pub fn parse_in_range(text: &str, range: RangeInclusive<f64>, problem: &str) -> Result<f64, String> {
    let number = parse_finite(text)?;
    let is_within = range.contains(&number);
    is_within.then_some(number).ok_or_else(|| problem.to_owned())
}

pub(crate) fn scale(text: &str) -> Result<f64, String> {
    parse_in_range(text, SCALES, text!("value-scale"))
}

pub(crate) fn weight(text: &str) -> Result<f64, String> {
    parse_in_range(text, 0.0..=1e9, text!("value-weight"))
}

/// Returns a parser for the names of the values in `all`. The help lists the names with their descriptions.
pub fn names_parser<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    description: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = all
        .iter()
        .map(|&value| PossibleValue::new(name(value)).help(translated(description(value))));
    PossibleValuesParser::new(values).try_map(move |chosen| {
        let found = all.iter().copied().find(|&value| name(value) == chosen);
        found.ok_or(text!("value-no-name"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_scales_are_finite_and_sensible() {
        assert_eq!(weight("0"), Ok(0.0));
        assert_eq!(scale("0.0254"), Ok(0.0254));
        for wrong in ["-1", "NaN", "inf", "1e300", "", "1,5"] {
            assert!(weight(wrong).is_err(), "{wrong}");
            assert!(scale(wrong).is_err(), "{wrong}");
        }
        assert!(scale("0").is_err());
    }
}
