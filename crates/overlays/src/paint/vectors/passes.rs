//! Converts the lines and polygons of overlays to shapes.

use std::collections::BTreeMap;

use bspwalk_levels::color::srgb;
use glam::DVec2;

use super::{
    super::{
        screen::{Screen, clipped},
        shading::{FAINT, HATCHED, LineShade, PolygonShade, STRIPES},
        visible_parts::joined,
    },
    blending::{Ground, bounds},
    shapes::{OVERLAP, Shape},
};
use crate::{layer::Pass, prelude::*};

/// Maximum variation in opacity within a part of a polygon. A polygon whose opacity varies more is subdivided.
const STEP: f64 = 0.04;

/// Size below which parts of a polygon are not subdivided, in pixels.
const SMALLEST: f64 = 8.0;

/// Maximum variation in colour within a part of a line, out of 255. A line whose colour varies more is split.
const COLOR_STEP: f32 = 16.0;

/// Maximum number of parts into which a line is split.
const MOST_PARTS: f32 = 12.0;

/// Converts passes to shapes. It consumes the visible parts in the order in which they were computed.
pub(super) struct Passes<'a, L, P> {
    pub(super) screen: &'a Screen,
    /// Visible parts of each line that may be occluded.
    pub(super) lines: L,
    pub(super) polygons: P,
    pub(super) ground: Ground,
}

impl<'p, L, P> Passes<'_, L, P>
where
    L: Iterator<Item = &'p Vec<[DVec2; 2]>>,
    P: Iterator<Item = &'p Vec<Vec<DVec2>>>,
{
    pub(super) fn shapes(&mut self, drawing: &Drawing, pass: Pass) -> Vec<Shape> {
        let mut shapes = Vec::new();
        match pass {
            Pass::Polygons { hatched, soft } => {
                for (corners, [r, g, b, alpha]) in drawing.polygons.polygons() {
                    let Some(parts) = self.polygons.next() else { break };
                    if parts.is_empty() {
                        continue;
                    }
                    let corners: Vec<DVec3> = corners.iter().map(|&c| Vec3::from(c).as_dvec3()).collect();
                    let shade = PolygonShade::new(self.screen, &corners, soft);
                    let [r, g, b] = [r, g, b].map(srgb::byte);
                    let is_hatched = hatched || !shade.is_front();
                    for (opacity, parts) in by_opacity(&shade, parts, f64::from(alpha)) {
                        self.polygon(&parts, Rgb(r, g, b), opacity, is_hatched, &mut shapes);
                    }
                }
            }
            Pass::Lines {
                opacity,
                through_walls,
            } => self.lines(&drawing.lines, f64::from(opacity), through_walls, &mut shapes),
        }
        shapes
    }

    fn polygon(
        &mut self,
        parts: &[Vec<DVec2>],
        color: Rgb,
        opacity: f64,
        is_hatched: bool,
        shapes: &mut Vec<Shape>,
    ) {
        let mut add = |parts: &[Vec<DVec2>], opacity: f64| {
            // Adjacent opaque polygons overlap slightly, so that no gaps show between them.
            let rim = if opacity < 1.0 { 0.0 } else { OVERLAP };
            for (parts, color, opacity) in self.ground.blend(parts, color, opacity) {
                shapes.extend(Shape::area(&parts, color, opacity, rim));
            }
        };
        if !is_hatched {
            add(parts, opacity);
            return;
        }
        for (share, is_faint) in HATCHED.into_iter().zip([true, false]) {
            let striped = stripes(parts, f64::from(self.screen.scale), is_faint);
            add(&striped, (share * opacity).min(1.0));
        }
    }

    fn lines(&mut self, batch: &LineBatch, opacity: f64, through_walls: bool, shapes: &mut Vec<Shape>) {
        // Lines with the same appearance become one shape.
        let mut runs: Vec<((Rgb, u32, u32), Vec<[DVec2; 2]>)> = Vec::new();
        for line in batch.lines() {
            let whole;
            let shade = LineShade::new(self.screen, line, batch.fade);
            let parts = if through_walls {
                whole = shade.map(|shade| shade.places());
                whole.as_slice()
            } else {
                let Some(parts) = self.lines.next() else { break };
                parts
            };
            let Some(shade) = shade.filter(|_| !parts.is_empty()) else {
                continue;
            };
            let parts = joined(parts.to_vec());
            let steps = steps(&shade);
            let width = f64::from(line.width * self.screen.scale);
            if let [_, _, ..] = steps[..] {
                // Use flat ends: round ends of adjacent parts would overlap and look like beads.
                for step in steps {
                    let (color, alpha) = shade.color(0.5 * (step[0] + step[1]));
                    let pieces = parts.iter().filter_map(|&part| within(&shade, part, step));
                    let pieces: Vec<Vec<DVec2>> = pieces.map(|piece| thick(piece, width)).collect();
                    if !pieces.is_empty() {
                        self.polygon(&pieces, color, f64::from(alpha) * opacity, false, shapes);
                    }
                }
                continue;
            }
            let (color, alpha) = shade.color(0.5);
            let look = (color, alpha.to_bits(), line.width.to_bits());
            match runs.last_mut() {
                Some((last, lines)) if *last == look => lines.extend(parts),
                _ => runs.push((look, parts)),
            }
        }
        for ((color, alpha, width), lines) in runs {
            let width = f64::from(f32::from_bits(width) * self.screen.scale);
            let opacity = f64::from(f32::from_bits(alpha)) * opacity;
            for (lines, color, opacity) in self.ground.group_lines_by_background(lines, color, opacity) {
                shapes.extend(Shape::lines(lines, color, opacity, width));
            }
        }
    }
}

/// Returns the parameter ranges into which a line is split so that its colour is nearly constant in each.
fn steps(shade: &LineShade<'_>) -> Vec<[f64; 2]> {
    let [(Rgb(r, g, b), alpha), (Rgb(red, green, blue), other)] = [0.0, 1.0].map(|share| shade.color(share));
    let channels = r.abs_diff(red).max(g.abs_diff(green)).max(b.abs_diff(blue));
    let change = f32::from(channels).max((alpha - other).abs() * 255.0);
    let count = (change / COLOR_STEP).ceil().clamp(1.0, MOST_PARTS) as u32;
    let steps = (0..count).map(|i| [i, i + 1].map(|i| f64::from(i) / f64::from(count)));
    steps.collect()
}

/// Returns the rectangle that a line of this width with flat ends covers.
fn thick([from, to]: [DVec2; 2], width: f64) -> Vec<DVec2> {
    let aside = (to - from).normalize_or_zero().perp() * 0.5 * width;
    vec![from + aside, to + aside, to - aside, from - aside]
}

/// Clips a part of a line to a parameter range of the whole line; `None` if they do not overlap.
fn within(shade: &LineShade<'_>, part: [DVec2; 2], [begin, end]: [f64; 2]) -> Option<[DVec2; 2]> {
    let [from, to] = shade.places();
    let along = to - from;
    if along.length_squared() == 0.0 || begin <= 0.0 && end >= 1.0 {
        return Some(part);
    }
    let share = |place: DVec2| ((place - from).dot(along) / along.length_squared()).clamp(begin, end);
    let [a, b] = part.map(share);
    (a != b).then(|| [a, b].map(|share| from.lerp(to, share)))
}

/// Subdivides a polygon where its opacity varies too much.
fn by_opacity(shade: &PolygonShade, parts: &[Vec<DVec2>], opacity: f64) -> Vec<(f64, Vec<Vec<DVec2>>)> {
    let kept = |place: DVec2| {
        let inverse = shade.inverse_depth(place);
        inverse.map_or(0.0, |inverse| shade.opacity_factor(place, inverse) * opacity)
    };
    let mut by_step: BTreeMap<u32, Vec<Vec<DVec2>>> = BTreeMap::new();
    let mut all = Vec::new();
    let mut stack = parts.to_vec();
    while let Some(part) = stack.pop() {
        let middle = part.iter().sum::<DVec2>() / part.len() as f64;
        let places = part.iter().copied().chain([middle]);
        let [least, most] = places
            .map(kept)
            .fold([f64::INFINITY, 0.0], |[least, most], kept| {
                [kept.min(least), kept.max(most)]
            });
        let [low, high] = bounds(&part);
        let size = high - low;
        if most - least > STEP && size.max_element() > SMALLEST {
            let across = if size.x > size.y { DVec2::X } else { DVec2::Y };
            let center = 0.5 * (low + high);
            for side in [1.0, -1.0] {
                let half = clipped(
                    &part,
                    |place: DVec2| (place - center).dot(across) * side,
                    DVec2::lerp,
                );
                if half.len() >= 3 {
                    stack.push(half);
                }
            }
        } else if least >= opacity - 0.5 * STEP {
            all.push(part);
        } else {
            let step = (0.5 * (least + most) / STEP).round() as u32;
            by_step.entry(step).or_default().push(part);
        }
    }
    let mut shades: Vec<(f64, Vec<Vec<DVec2>>)> = by_step
        .into_iter()
        .map(|(step, parts)| (f64::from(step) * STEP, parts))
        .collect();
    shades.push((opacity, all));
    shades
}

/// Clips parts of a hatched polygon to its faint stripes or to the stripes between them.
fn stripes(parts: &[Vec<DVec2>], scale: f64, is_faint: bool) -> Vec<Vec<DVec2>> {
    let period = STRIPES * scale;
    // A faint stripe is centred in its period; a stripe between them is centred on the start of a period.
    let (begin, half) = if is_faint {
        (0.5 * period, FAINT * scale)
    } else {
        (0.0, (0.5 * STRIPES - FAINT) * scale)
    };
    let across = |place: DVec2| place.x + place.y;
    let mut stripes = Vec::new();
    for part in parts {
        let all = part.iter().copied().map(across);
        let [least, most] = all.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], at| {
            [at.min(least), at.max(most)]
        });
        let numbers = [least - half, most + half].map(|at| (at - begin) / period);
        for number in numbers[0].ceil() as i64..=numbers[1].floor() as i64 {
            let middle = begin + number as f64 * period;
            let stripe = clipped(part, |place: DVec2| across(place) - middle + half, DVec2::lerp);
            let stripe = clipped(&stripe, |place: DVec2| middle + half - across(place), DVec2::lerp);
            if stripe.len() >= 3 {
                stripes.push(stripe);
            }
        }
    }
    stripes
}
