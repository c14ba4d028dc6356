//! Conversion between a figure and an address query: `?polygon=0,0_6,0_6,4&rule=first-edge&shown=2&at=3,1`.
//!
//! Corners are joined by `_` and loops by `~`, which need no escaping in addresses. A preset is given by name: `?preset=star`.

use bspwalk_planar::{PRESETS, Preset};
use bspwalk_text::text;
use glam::DVec2;

use crate::{
    drawing::{Loops, MOST_CORNERS},
    rule::Rule,
};

/// Content of an address query.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The polygon; the first preset by default. It is not checked for faults.
    pub loops: Loops,
    /// Build rule.
    pub rule: Rule,
    /// Number of divisions that are shown; `None` for all.
    pub shown: Option<usize>,
    /// Position of the point.
    pub at: Option<DVec2>,
}

/// Returns the name of a preset in addresses.
#[must_use]
pub fn preset_name(preset: &Preset) -> String {
    preset.name.replace(' ', "-")
}

/// Returns the preset with these corners.
#[must_use]
pub fn preset_of(loops: &Loops) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| (preset.loops)() == *loops)
}

impl Link {
    /// Parses the decoded keys and values of a query. Unknown keys are ignored.
    ///
    /// # Errors
    /// Returns an error message about the invalid value.
    pub fn read<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut link = Self {
            loops: (PRESETS[0].loops)(),
            rule: Rule::default(),
            shown: None,
            at: None,
        };
        for (key, value) in pairs {
            match key {
                "polygon" => link.loops = polygon(value)?,
                "preset" => {
                    let preset = PRESETS.iter().find(|preset| preset_name(preset) == value);
                    let names = || PRESETS.iter().map(preset_name).collect::<Vec<_>>().join(", ");
                    let loops = preset.map(|preset| (preset.loops)());
                    link.loops = loops.ok_or_else(|| {
                        text!("planarpage-link-preset", name = short(value), names = names())
                    })?;
                }
                "rule" => {
                    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == value);
                    let names = || Rule::ALL.map(Rule::name).join(", ");
                    link.rule = rule
                        .ok_or_else(|| text!("planarpage-link-rule", name = short(value), names = names()))?;
                }
                "shown" => {
                    let shown = value.parse();
                    link.shown =
                        Some(shown.map_err(|_| text!("planarpage-link-shown", value = short(value)))?);
                }
                "at" => {
                    let at = point(value).filter(|at| at.is_finite());
                    link.at = Some(at.ok_or_else(|| text!("planarpage-link-point", value = short(value)))?);
                }
                _ => {}
            }
        }
        Ok(link)
    }

    /// Returns the query of the figure, starting with `?`, or an empty string for the default figure.
    #[must_use]
    pub fn query(&self) -> String {
        let mut parts = Vec::new();
        match preset_of(&self.loops) {
            Some(preset) if preset.name == PRESETS[0].name => {}
            Some(preset) => parts.push(format!("preset={}", preset_name(preset))),
            None => {
                let corner = |corner: &DVec2| format!("{},{}", corner.x, corner.y);
                let corners = |corners: &Vec<DVec2>| corners.iter().map(corner).collect::<Vec<_>>().join("_");
                let loops: Vec<String> = self.loops.iter().map(corners).collect();
                parts.push(format!("polygon={}", loops.join("~")));
            }
        }
        if self.rule != Rule::default() {
            parts.push(format!("rule={}", self.rule.name()));
        }
        parts.extend(self.shown.map(|shown| format!("shown={shown}")));
        parts.extend(self.at.map(|at| format!("at={},{}", at.x, at.y)));
        if parts.is_empty() {
            String::new()
        } else {
            format!("?{}", parts.join("&"))
        }
    }
}

fn polygon(text: &str) -> Result<Loops, String> {
    let mut loops = Vec::new();
    let mut count = 0;
    for corners in text.split('~') {
        let mut read = Vec::new();
        for corner in corners.split('_') {
            count += 1;
            if count > MOST_CORNERS {
                return Err(text!("planarpage-link-corners", most = MOST_CORNERS));
            }
            let corner =
                point(corner).ok_or_else(|| text!("planarpage-link-corner", value = short(corner)))?;
            read.push(corner);
        }
        loops.push(read);
    }
    Ok(loops)
}

fn point(text: &str) -> Option<DVec2> {
    let (x, y) = text.split_once(',')?;
    Some(DVec2::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Shortens user input for a message.
fn short(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(24).collect();
    if chars.next().is_some() {
        start + "…"
    } else {
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Link, String> {
        let pairs = query.trim_start_matches('?').split('&');
        Link::read(pairs.filter_map(|pair| pair.split_once('=')))
    }

    #[test]
    fn links_round_trip() {
        assert_eq!(read("").expect("it is empty").query(), "");
        for query in [
            "?preset=ring&rule=first-edge&shown=3&at=1.25,-2",
            "?polygon=0,0_6,0_6,4.125~2,1_2,2_3,1&shown=0",
            "?polygon=0.1,-0.00025_1000000000,3_2,900",
        ] {
            assert_eq!(read(query).expect(query).query(), query);
        }
        for preset in &PRESETS {
            let loops = (preset.loops)();
            assert_eq!(preset_of(&loops).map(|found| found.name), Some(preset.name));
            let link = read(&format!("preset={}", preset_name(preset))).expect(preset.name);
            assert_eq!(link.loops, loops);
        }
    }

    #[test]
    fn bad_links_give_one_sentence() {
        for (query, words) in [
            ("polygon=0,0_6_6,4", "“6” is not a corner"),
            ("polygon=", "“” is not a corner"),
            ("preset=cube", "there is no preset “cube”, only ten-edges, convex"),
            ("rule=best", "there is no rule “best”"),
            ("shown=-1", "“-1” is not a number"),
            ("at=NaN,0", "“NaN,0” is not a point"),
            ("at=1", "“1” is not a point"),
        ] {
            let error = read(query).expect_err(query);
            assert!(error.contains(words), "{query}: {error}");
        }
        let endless = format!("polygon={}", "1,1_".repeat(100_000));
        assert!(
            read(&endless)
                .expect_err("it is too long")
                .contains("more than 500 corners")
        );
        let long = format!("preset={}", "é".repeat(100_000));
        assert!(read(&long).expect_err("there is none").len() < 300);
        // The library reports corners that are not finite.
        assert!(read("polygon=NaN,0_inf,0_1,1").is_ok());
    }
}
