//! Conversion between a figure and a URL query: `?polygon=0,0_6,0_6,4&rule=first-edge&shown=2&at=3,1`.
//!
//! Corners are separated by `_` and loops by `~`, which need no escaping in URLs. A preset is given by its name:
//! `?preset=star`. Free segments are chains of corners, with an eye: `?segments=0,0_10,0~2,3_4,1&eye=1,1,45`.

use bspwalk_planar::{FREE_PRESETS, PRESETS};
use bspwalk_text::{text, translated};
use glam::DVec2;

use crate::{
    drawing::{Kind, Loops, MOST_CORNERS},
    eye::Eye,
    rule::Rule,
};

/// Contents of a URL query.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Kind of the drawing.
    pub kind: Kind,
    /// The loops or chains, which are not checked for faults. The default is the first preset.
    pub loops: Loops,
    /// Build rule.
    pub rule: Rule,
    /// Number of divisions to show; `None` shows all.
    pub shown: Option<usize>,
    /// Position of the point.
    pub at: Option<DVec2>,
    /// Eye among free segments.
    pub eye: Option<Eye>,
}

/// A preset drawing.
#[derive(Clone, Debug)]
pub struct Start {
    /// Name in URLs.
    pub name: String,
    /// Title on the screen.
    pub title: &'static str,
    /// One-sentence description.
    pub shows: &'static str,
    /// Kind of the drawing.
    pub kind: Kind,
    /// Corners of the loops or chains.
    pub loops: Loops,
    /// Eye among free segments.
    pub eye: Option<Eye>,
}

/// Returns all presets: first the polygons, then the free segments.
#[must_use]
pub fn presets() -> Vec<Start> {
    let name = |name: &str| name.replace(' ', "-");
    let polygons = PRESETS.iter().map(|preset| Start {
        name: name(preset.name),
        title: translated(preset.title),
        shows: translated(preset.shows),
        kind: Kind::Polygon,
        loops: (preset.loops)(),
        eye: None,
    });
    let segments = FREE_PRESETS.iter().map(|preset| Start {
        name: name(preset.name),
        title: translated(preset.title),
        shows: translated(preset.shows),
        kind: Kind::Segments,
        loops: (preset.chains)(),
        eye: Some(Eye {
            at: preset.eye,
            degrees: preset.degrees,
        }),
    });
    polygons.chain(segments).collect()
}

/// Returns the preset with this name, as used in URLs.
#[must_use]
pub fn preset_named(name: &str) -> Option<Start> {
    presets().into_iter().find(|preset| preset.name == name)
}

/// Returns the preset that has these corners.
#[must_use]
pub fn preset_of(kind: Kind, loops: &Loops) -> Option<Start> {
    let is_same = |preset: &Start| preset.kind == kind && preset.loops == *loops;
    presets().into_iter().find(is_same)
}

impl Link {
    /// Parses the decoded keys and values of a query. Unknown keys are ignored.
    ///
    /// # Errors
    /// Returns an error message that describes the invalid value.
    pub fn read<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut link = Self {
            kind: Kind::Polygon,
            loops: (PRESETS[0].loops)(),
            rule: Rule::default(),
            shown: None,
            at: None,
            eye: None,
        };
        for (key, value) in pairs {
            match key {
                "polygon" => (link.kind, link.loops) = (Kind::Polygon, loops(value)?),
                "segments" => (link.kind, link.loops) = (Kind::Segments, loops(value)?),
                "preset" => {
                    let names = || {
                        let names = presets().into_iter().map(|preset| preset.name);
                        names.collect::<Vec<_>>().join(", ")
                    };
                    let preset = preset_named(value).ok_or_else(|| {
                        text!("planarpage-link-preset", name = short(value), names = names())
                    })?;
                    (link.kind, link.loops) = (preset.kind, preset.loops);
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
                "eye" => {
                    let eye = eye(value);
                    link.eye = Some(eye.ok_or_else(|| text!("planarpage-link-eye", value = short(value)))?);
                }
                _ => {}
            }
        }
        Ok(link)
    }

    /// Returns the query of the figure, which starts with `?`, or an empty string for the default figure.
    #[must_use]
    pub fn query(&self) -> String {
        let mut parts = Vec::new();
        match preset_of(self.kind, &self.loops) {
            Some(_) if self.kind == Kind::Polygon && self.loops == (PRESETS[0].loops)() => {}
            Some(preset) => parts.push(format!("preset={}", preset.name)),
            None => {
                let corner = |corner: &DVec2| format!("{},{}", corner.x, corner.y);
                let corners = |corners: &Vec<DVec2>| corners.iter().map(corner).collect::<Vec<_>>().join("_");
                let loops: Vec<String> = self.loops.iter().map(corners).collect();
                let key = match self.kind {
                    Kind::Polygon => "polygon",
                    Kind::Segments => "segments",
                };
                parts.push(format!("{key}={}", loops.join("~")));
            }
        }
        if self.rule != Rule::default() {
            parts.push(format!("rule={}", self.rule.name()));
        }
        parts.extend(self.shown.map(|shown| format!("shown={shown}")));
        parts.extend(self.at.map(|at| format!("at={},{}", at.x, at.y)));
        let eye = self
            .eye
            .map(|Eye { at, degrees }| format!("eye={},{},{degrees}", at.x, at.y));
        parts.extend(eye);
        if parts.is_empty() {
            String::new()
        } else {
            format!("?{}", parts.join("&"))
        }
    }
}

fn loops(text: &str) -> Result<Loops, String> {
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

fn eye(text: &str) -> Option<Eye> {
    let (place, degrees) = text.rsplit_once(',')?;
    let eye = Eye {
        at: point(place)?,
        degrees: degrees.trim().parse().ok()?,
    };
    (eye.at.is_finite() && eye.degrees.is_finite()).then_some(eye)
}

/// Shortens user input so that it fits into a message.
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
            "?segments=0,0_6,0.5~2,1_2,2_3,1_2,1&at=1,2&eye=1,1.5,45",
            "?preset=room&shown=0",
        ] {
            assert_eq!(read(query).expect(query).query(), query);
        }
        let mut names = Vec::new();
        for preset in presets() {
            let Start {
                name, kind, loops, ..
            } = preset;
            let found = preset_of(kind, &loops).map(|found| found.name);
            assert_eq!(found.as_ref(), Some(&name));
            let link = read(&format!("preset={name}")).expect(&name);
            assert_eq!((link.kind, link.loops), (kind, loops));
            assert!(!names.contains(&name), "{name} has two presets");
            names.push(name);
        }
    }

    #[test]
    fn bad_links_give_one_sentence() {
        for (query, words) in [
            ("polygon=0,0_6_6,4", "“6” is not a corner"),
            ("polygon=", "“” is not a corner"),
            (
                "preset=cube",
                "preset “cube” does not exist; choose one of ten-edges, convex",
            ),
            ("rule=best", "rule “best” does not exist"),
            ("shown=-1", "“-1” is not a number"),
            ("at=NaN,0", "“NaN,0” is not a point"),
            ("at=1", "“1” is not a point"),
            ("eye=1,2", "“1,2” is not an eye"),
            ("eye=1,NaN,0", "“1,NaN,0” is not an eye"),
            ("segments=0,0_6_6,4", "“6” is not a corner"),
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
        // Corners that are not finite are accepted here, because the library reports them.
        assert!(read("polygon=NaN,0_inf,0_1,1").is_ok());
    }
}
