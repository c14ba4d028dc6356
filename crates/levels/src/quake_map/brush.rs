//! Reads brushes: convex solids defined by the planes of their sides. Editors and compilers write non-finite numbers as
//! `-1.#IND00` on Windows, and as `-nan` on other systems.

use std::borrow::Cow;

use crate::{Text, text};
use bspwalk_geometry::{Aabb, Plane, Polygon, Split};
use glam::DVec3;
use quake_util::qmap;

use super::{alignment::Alignment, blocks::BrushBlock};
use crate::{
    quake::contents::{TextureKind, is_ladder_texture, quake2},
    warnings::shortened,
};

/// Plane thickness, in map units. Maps use a grid of whole units or eighths, and editors write about six decimal
/// places, so corners of rotated brushes may be off by up to a thousandth.
pub(super) const THICKNESS: f64 = 1.0e-3;

/// Maximum coordinate of a point that defines a plane, in map units: 25 km.
const MAX_COORDINATE: f64 = 1.0e6;

/// Half the side length of a side's initial polygon. If a clipped polygon still extends to three quarters of this
/// length, the brush is not closed.
const EXTENT: f64 = 8.0 * MAX_COORDINATE;

/// Maximum number of sides. Clipping takes quadratic time, and no editor writes this many sides.
const MAX_SIDES: usize = 1024;

/// Maximum number of characters to quote from a parser error, which may contain a whole line.
const LONGEST: usize = 80;

#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Plane of the side, facing out of the brush.
    pub(super) plane: Plane,
    /// Part of the plane that bounds the brush.
    pub(super) polygon: Polygon,
    pub(super) texture: String,
    pub(super) alignment: Alignment,
    pub(super) look: TextureKind,
    pub(super) surface_flags: i32,
}

/// A brush, in the map's axes and units.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    /// Sides with a non-zero area.
    pub(super) sides: Vec<Side>,
    pub(super) bounds: Aabb,
    pub(super) look: TextureKind,
    /// Whether Quake II's flags make it detail.
    pub(super) detail: bool,
    /// Whether Quake II's flags or a texture make it a ladder.
    pub(super) is_ladder: bool,
    /// Number of sides that were skipped because their points do not define a plane.
    pub(super) flat_sides: usize,
    /// Number of sides whose texture alignment is not finite.
    pub(super) misaligned: usize,
}

/// Parses a brush in `text` and clips its sides. The error states why the brush is skipped.
pub(super) fn read(text: &[u8], block: &BrushBlock) -> Result<Solid, Text> {
    let inside = text.get(block.text.clone()).unwrap_or_default();
    let inside = readable(inside);
    let inside = &inside[..];
    let mut reader = std::io::Read::chain(&b"{\n{\n"[..], std::io::Read::chain(inside, &b"\n}\n}\n"[..]));
    let map = qmap::parse(&mut reader).map_err(|error| {
        let error = match error {
            quake_util::TextParseError::Lexer(line) | quake_util::TextParseError::Parser(line) => {
                line.message
            }
            quake_util::TextParseError::Io(error) => error.to_string(),
        };
        text!("quakemap-brush-parser", error = shortened(&error, LONGEST))
    })?;
    let mut entities = map.entities.into_iter();
    let brush = entities
        .next()
        .and_then(|entity| entity.brushes.into_iter().next());
    let (Some(surfaces), None) = (brush, entities.next()) else {
        return Err(text!("quakemap-brush-unknown"));
    };
    solid(surfaces)
}

fn solid(surfaces: qmap::Brush) -> Result<Solid, Text> {
    if surfaces.len() < 4 {
        return Err(text!("quakemap-too-few-sides", sides = surfaces.len()));
    }
    if surfaces.len() > MAX_SIDES {
        return Err(text!(
            "quakemap-too-many-sides",
            sides = surfaces.len(),
            most = MAX_SIDES
        ));
    }
    let mut looks = Vec::with_capacity(surfaces.len());
    let (mut detail, mut is_ladder) = (false, false);
    let mut planes: Vec<(Plane, qmap::Surface)> = Vec::with_capacity(surfaces.len());
    // Text for the first side whose points define no plane, number of such sides, and number of misaligned sides.
    let (mut flat, mut flat_sides, mut misaligned) = (None, 0, 0);
    for surface in surfaces {
        let points = surface.half_space.map(DVec3::from_array);
        if points
            .iter()
            .any(|point| point.abs().max_element() > MAX_COORDINATE)
        {
            return Err(text!("quakemap-coordinate"));
        }
        let [a, b, c] = points;
        // The points are clockwise when seen from outside the brush.
        let Some(plane) =
            Plane::from_points([c, b, a]).filter(|_| points.iter().all(|point| point.is_finite()))
        else {
            flat_sides += 1;
            flat.get_or_insert(if points.iter().all(|point| point.is_finite()) {
                text!("quakemap-no-plane")
            } else {
                text!("quakemap-coordinate")
            });
            continue;
        };
        misaligned += usize::from(!is_aligned(&surface.alignment));
        looks.push(look_of(&surface));
        detail |= surface.q2ext.content_flags & quake2::DETAIL != 0;
        is_ladder |= surface.q2ext.content_flags & quake2::LADDER != 0
            || is_ladder_texture(&String::from_utf8_lossy(surface.texture.to_bytes()));
        planes.push((plane, surface));
    }
    if let (Some(flat), true) = (&flat, planes.len() < 4) {
        return Err(flat.to_owned());
    }
    let middle = planes
        .iter()
        .flat_map(|(_, surface)| surface.half_space)
        .map(DVec3::from_array)
        .sum::<DVec3>()
        / (3 * planes.len()) as f64;
    let mut sides = Vec::with_capacity(planes.len());
    for (index, (plane, surface)) in planes.iter().enumerate() {
        let mut polygon = Some(Polygon::on_plane(plane, middle, EXTENT));
        for (other, (clip, _)) in planes.iter().enumerate() {
            let Some(whole) = polygon.take() else { break };
            if other == index {
                polygon = Some(whole);
                continue;
            }
            polygon = match whole.split(clip, THICKNESS) {
                Split::Back => Some(whole),
                Split::Cut { back, .. } => Some(back),
                // If several sides have the same plane, only the first side is kept.
                Split::CoplanarFront if index < other => Some(whole),
                Split::Front | Split::CoplanarFront | Split::CoplanarBack => None,
            };
        }
        let Some(polygon) = polygon.map(|polygon| polygon.without_short_edges(THICKNESS)) else {
            continue;
        };
        if polygon.vertices.len() < 3 || polygon.area() <= THICKNESS * THICKNESS {
            continue;
        }
        if polygon
            .positions()
            .any(|corner| corner.distance(middle) > 0.75 * EXTENT)
        {
            return Err(flat.unwrap_or(text!("quakemap-not-closed")));
        }
        sides.push(Side {
            plane: *plane,
            polygon,
            texture: String::from_utf8_lossy(surface.texture.to_bytes()).into_owned(),
            alignment: Alignment::of(&surface.alignment, plane.normal),
            look: looks[index],
            surface_flags: surface.q2ext.surface_flags,
        });
    }
    if sides.len() < 4 {
        return Err(flat.unwrap_or(text!("quakemap-encloses-nothing")));
    }
    let bounds = sides
        .iter()
        .fold(Aabb::EMPTY, |bounds, side| bounds.union(&side.polygon.bounds()));
    Ok(Solid {
        look: look_of_all(&looks),
        sides,
        bounds,
        detail,
        is_ladder,
        flat_sides,
        misaligned,
    })
}

/// Returns the kind of a side, from Quake II's flags if available, otherwise from the texture name.
fn look_of(surface: &qmap::Surface) -> TextureKind {
    let flags = &surface.q2ext;
    TextureKind::of_flags(flags.content_flags, flags.surface_flags)
        .unwrap_or_else(|| TextureKind::of_texture(&String::from_utf8_lossy(surface.texture.to_bytes())))
}

/// Returns the kind of a whole brush. An `origin`, `hint` or `hintskip` side decides, otherwise the first side that is
/// not a skip side. Without any of these, the brush is solid.
fn look_of_all(looks: &[TextureKind]) -> TextureKind {
    let decisive = [TextureKind::Origin, TextureKind::Hint, TextureKind::HintSkip];
    let mut first = looks
        .iter()
        .copied()
        .filter(|look| !matches!(look, TextureKind::Skip));
    let found = decisive.into_iter().find(|look| looks.contains(look));
    match found.or(first.next()) {
        Some(TextureKind::Sky) | None => TextureKind::Ordinary,
        Some(look) => look,
    }
}

/// Spelling of NaN that the parser accepts.
const NOT_A_NUMBER: &[u8] = b"nan";

/// Replaces non-finite numbers in a brush's text by a spelling that the parser accepts.
fn readable(brush: &[u8]) -> Cow<'_, [u8]> {
    let mut written: Vec<u8> = Vec::new();
    // End of the text that has been copied, and whether the next word is a texture name.
    let (mut done, mut is_name) = (0, false);
    let mut at = 0;
    while at < brush.len() {
        let rest = &brush[at..];
        if rest[0].is_ascii_whitespace() {
            at += 1;
        } else if rest.starts_with(b"//") {
            at += rest
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(rest.len());
        } else if rest[0] == b'"' {
            at += rest[1..]
                .iter()
                .position(|&byte| byte == b'"')
                .map_or(rest.len(), |end| end + 2);
            is_name = false;
        } else {
            let length = rest
                .iter()
                .position(u8::is_ascii_whitespace)
                .unwrap_or(rest.len());
            let word = &rest[..length];
            if !is_name && is_not_a_number(word) {
                written.extend_from_slice(&brush[done..at]);
                written.extend_from_slice(NOT_A_NUMBER);
                done = at + length;
            }
            is_name = word == b")";
            at += length;
        }
    }
    if done == 0 {
        return Cow::Borrowed(brush);
    }
    written.extend_from_slice(&brush[done..]);
    Cow::Owned(written)
}

/// Returns whether a word means NaN or infinity: `nan`, `-nan(ind)`, `inf`, `1.#QNAN0`, `-1.#IND00`, `1.#INF`.
fn is_not_a_number(word: &[u8]) -> bool {
    let digits = match word {
        [b'+' | b'-', digits @ ..] => digits,
        digits => digits,
    };
    let starts = |word: &[u8], start: &[u8]| {
        word.get(..start.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    if let Some(mark) = digits.iter().position(|&byte| byte == b'#') {
        let (number, kind) = (&digits[..mark], &digits[mark + 1..]);
        let is_number = number.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        return is_number
            && [&b"IND"[..], b"QNAN", b"SNAN", b"INF"]
                .iter()
                .any(|name| starts(kind, name));
    }
    digits.eq_ignore_ascii_case(b"nan")
        || starts(digits, b"nan(")
        || digits.eq_ignore_ascii_case(b"inf")
        || digits.eq_ignore_ascii_case(b"infinity")
}

/// Returns whether all numbers of a texture alignment are finite.
fn is_aligned(alignment: &qmap::Alignment) -> bool {
    let axes = alignment.axes.iter().flatten().flatten();
    let numbers = alignment.offset.iter().chain(&alignment.scale).chain(axes);
    alignment.rotation.is_finite() && numbers.copied().all(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_nan_are_replaced() {
        for (text, expected) in [
            ("( 0 0 0 ) wall 0 0 0 1 1", "( 0 0 0 ) wall 0 0 0 1 1"),
            (
                "( 0 0 0 ) wall -1.#IND00 1.#QNAN0 -nan(ind) 1 1",
                "( 0 0 0 ) wall nan nan nan 1 1",
            ),
            ("( 0 0 0 ) nan 1.#INF 0 -inf 1 1", "( 0 0 0 ) nan nan 0 nan 1 1"),
            (
                "( 0 0 0 ) \"a nan b\" 0 0 0 1 1 // nan",
                "( 0 0 0 ) \"a nan b\" 0 0 0 1 1 // nan",
            ),
            ("( -1.#IND 0 0 )", "( nan 0 0 )"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&readable(text.as_bytes())), expected);
        }
    }
}
