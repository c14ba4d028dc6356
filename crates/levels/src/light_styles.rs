//! Light styles of compiled levels: which lights flicker, pulse or can be switched, and how bright each style is.

use std::collections::BTreeMap;

use crate::{Text, text};

/// Light style of lights that are always on.
pub const NORMAL: u8 = 0;

/// Terminator of a face's list of styles.
pub const NO_STYLE: u8 = u8::MAX;

/// First style for switchable lights. Starting with this number, the compiler assigns a style to each light name.
pub(crate) const FIRST_SWITCHED: u8 = 32;

/// Maximum brightness factor of a style. Quake's letters go up to `z`, which is slightly more than 2.
pub const BRIGHTEST: f32 = 4.0;

/// A light style used in a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LightStyle {
    /// Style number, as used by faces.
    pub number: u8,
    /// Initial brightness: 1 is Quake's letter `m`, 0 is off.
    pub at_start: f32,
    /// Switchable lights with this style, by class and name.
    pub lights: Vec<String>,
}

impl LightStyle {
    /// Returns the style's name in Quake's `world.qc`, or `None` if it is not a standard style.
    #[must_use]
    pub fn standard_name(number: u8) -> Option<Text> {
        Some(match number {
            0 => text!("levels-style-normal"),
            1 => text!("levels-style-flicker"),
            2 => text!("levels-style-slow-strong-pulse"),
            3 => text!("levels-style-candle"),
            4 => text!("levels-style-fast-strobe"),
            5 => text!("levels-style-gentle-pulse"),
            6 => text!("levels-style-flicker-second"),
            7 => text!("levels-style-candle-second"),
            8 => text!("levels-style-candle-third"),
            9 => text!("levels-style-slow-strobe"),
            10 => text!("levels-style-fluorescent-flicker"),
            11 => text!("levels-style-slow-pulse"),
            63 => text!("levels-style-testing"),
            _ => return None,
        })
    }

    /// Returns a title: the lights that use the style, or Quake's name for the style.
    #[must_use]
    pub fn title(&self) -> Text {
        if self.lights.is_empty() {
            let name = Self::standard_name(self.number);
            name.unwrap_or(if self.number < FIRST_SWITCHED {
                text!("levels-style-animated")
            } else {
                text!("levels-style-switched")
            })
        } else {
            Text::plain(self.lights.join(", "))
        }
    }
}

/// Brightness overrides for light styles. 1 is Quake's letter `m` (264 in `d_lightstylevalue`), and 0 is off. Styles
/// without an override keep their initial brightness.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StyleFactors(BTreeMap<u8, f32>);

impl StyleFactors {
    /// Overrides the brightness of a style. Values are clamped to the range from 0 to [`BRIGHTEST`]; NaN becomes 0.
    pub fn set(&mut self, style: u8, factor: f32) {
        let factor = if factor.is_nan() { 0.0 } else { factor };
        self.0.insert(style, factor.clamp(0.0, BRIGHTEST));
    }

    /// Returns a style's override, if any.
    #[must_use]
    pub fn get(&self, style: u8) -> Option<f32> {
        self.0.get(&style).copied()
    }

    /// Returns the brightness of a style used in a level: its override, or otherwise its initial brightness.
    #[must_use]
    pub fn brightness_of(&self, style: &LightStyle) -> f32 {
        self.get(style.number).unwrap_or(style.at_start)
    }

    /// Iterates over the overridden styles and their factors, sorted by style number.
    pub fn iter(&self) -> impl Iterator<Item = (u8, f32)> {
        self.0.iter().map(|(&style, &factor)| (style, factor))
    }

    /// Returns whether there are no overrides.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(u8, f32)> for StyleFactors {
    fn from_iter<T: IntoIterator<Item = (u8, f32)>>(pairs: T) -> Self {
        let mut all = Self::default();
        for (style, factor) in pairs {
            all.set(style, factor);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_kept_within_their_range() {
        let factors: StyleFactors = [(3, -1.0), (4, 9.0), (5, f32::NAN), (6, 0.5), (6, 0.25)]
            .into_iter()
            .collect();
        let said: Vec<(u8, f32)> = factors.iter().collect();
        assert_eq!(said, [(3, 0.0), (4, BRIGHTEST), (5, 0.0), (6, 0.25)]);
        let style = |number, at_start| LightStyle {
            number,
            at_start,
            lights: Vec::new(),
        };
        assert_eq!(factors.brightness_of(&style(6, 1.0)), 0.25);
        assert_eq!(factors.brightness_of(&style(32, 0.0)), 0.0);
    }

    #[test]
    fn style_title_names_lights_or_quake_default() {
        let title = |number, lights: &[&str]| {
            let lights = lights.iter().map(|&light| light.to_owned()).collect();
            let at_start = 1.0;
            LightStyle {
                number,
                at_start,
                lights,
            }
            .title()
        };
        assert_eq!(title(2, &[]).to_string(), "slow strong pulse");
        assert_eq!(title(20, &[]).to_string(), "animated");
        assert_eq!(title(40, &[]).to_string(), "switched");
        assert_eq!(title(33, &["light \"lamp\""]).to_string(), "light \"lamp\"");
    }
}
