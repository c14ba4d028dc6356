//! The styles of the lights of a compiled level: which lights flicker, pulse or are switched, and how bright each style is.

use std::collections::BTreeMap;

use bspwalk_text::text;

/// The style of the lights that always burn.
pub const NORMAL: u8 = 0;

/// No style: what stands in a face's list behind its last one.
pub const NO_STYLE: u8 = u8::MAX;

/// Styles from this one on are of lights that something switches, each with its name.
pub const FIRST_SWITCHED: u8 = 32;

/// The largest factor of a style. Quake's letters go to `z`, which is a little over 2.
pub const BRIGHTEST: f32 = 4.0;

/// A style that the level's light has.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LightStyle {
    /// Its number, as faces name it.
    pub number: u8,
    /// How bright it is when the level starts: 1 is Quake's letter `m`, and 0 a light that is off.
    pub at_start: f32,
    /// The switched lights of this style, by class and name.
    pub lights: Vec<String>,
}

impl LightStyle {
    /// What Quake's `world.qc` calls the style; `None` for those that it does not set.
    #[must_use]
    pub fn standard_name(number: u8) -> Option<&'static str> {
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

    /// What it is: the lights that it belongs to, or the name that Quake gives it.
    #[must_use]
    pub fn title(&self) -> String {
        if self.lights.is_empty() {
            let name = Self::standard_name(self.number);
            name.unwrap_or(if self.number < FIRST_SWITCHED {
                text!("levels-style-animated")
            } else {
                text!("levels-style-switched")
            })
            .to_owned()
        } else {
            self.lights.join(", ")
        }
    }
}

/// How bright styles are shown, where it is said: 1 is Quake's letter `m` (264 of `d_lightstylevalue`), 0 is off. Other styles are
/// as when the level starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StyleFactors(BTreeMap<u8, f32>);

impl StyleFactors {
    /// Says how bright a style is; what is not from 0 to [`BRIGHTEST`] becomes the nearest that is, NaN 0.
    pub fn set(&mut self, style: u8, factor: f32) {
        let factor = if factor.is_nan() { 0.0 } else { factor };
        self.0.insert(style, factor.clamp(0.0, BRIGHTEST));
    }

    /// How bright a style is said to be.
    #[must_use]
    pub fn get(&self, style: u8) -> Option<f32> {
        self.0.get(&style).copied()
    }

    /// How bright a style of a level is.
    #[must_use]
    pub fn of(&self, style: &LightStyle) -> f32 {
        self.get(style.number).unwrap_or(style.at_start)
    }

    /// The styles that are said, and their factors, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u8, f32)> {
        self.0.iter().map(|(&style, &factor)| (style, factor))
    }

    /// Whether nothing is said.
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
        assert_eq!(factors.of(&style(6, 1.0)), 0.25);
        assert_eq!(factors.of(&style(32, 0.0)), 0.0);
    }

    #[test]
    fn a_style_is_called_by_its_lights_or_as_quake_does() {
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
        assert_eq!(title(2, &[]), "slow strong pulse");
        assert_eq!(title(20, &[]), "animated");
        assert_eq!(title(40, &[]), "switched");
        assert_eq!(title(33, &["light \"lamp\""]), "light \"lamp\"");
    }
}
