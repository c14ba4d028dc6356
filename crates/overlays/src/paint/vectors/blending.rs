//! Emulates blending in linear light, which the other painters use, for viewers that blend in sRGB.
//!
//! A translucent shape gets the colour and opacity that look the same over its background. If no single colour is close
//! enough, the shape is cut into pieces.

use std::collections::BTreeMap;

use bspwalk_draw::color::palette::Rgb;
use bspwalk_levels::color::srgb;
use glam::DVec2;

use super::super::{
    occlusion::Occlusion,
    screen::{clipped, doubled_area},
};

/// Size of a cell of [`Ground`], in pixels.
const CELL: u32 = 3;

/// Maximum error of a colour channel, 0 to 1. A shape with a larger error is cut.
const WRONG: f64 = 0.04;

/// Maximum difference in a colour channel, 0 to 1, at which a background counts as uniform.
const SAME: f32 = 0.08;

/// Approximate maximum number of cells that are sampled for one colour.
const MOST_CELLS: usize = 1_500;

pub(super) type Styled<S> = (S, Rgb, f64);

/// A low-resolution picture of everything drawn so far.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    size: [u32; 2],
    /// sRGB colours of the cells, 0 to 1, row by row from the top.
    cells: Vec<[f32; 3]>,
    faces: Vec<Vec<DVec2>>,
    covered: Occlusion,
}

impl Ground {
    /// Downsamples a picture of this width and height. Pixels are 0x00RRGGBB, row by row from the top.
    pub(super) fn new(pixels: &[u32], picture: [u32; 2]) -> Self {
        let [width, height] = picture;
        let size = picture.map(|side| side.div_ceil(CELL));
        let middle = |cell: u32, side: u32| (cell * CELL + CELL / 2).min(side - 1);
        let color = |x: u32, y: u32| {
            let pixel = pixels[(middle(y, height) * width + middle(x, width)) as usize];
            [16, 8, 0].map(|shift| (pixel >> shift & 0xff) as f32 / 255.0)
        };
        let cells = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        Self {
            size,
            cells: cells.map(|(x, y)| color(x, y)).collect(),
            faces: Vec::new(),
            covered: Occlusion::new(picture),
        }
    }

    pub(super) fn draw_faces(&mut self, parts: &[Vec<DVec2>], Rgb(r, g, b): Rgb) {
        let color = [r, g, b].map(|channel| f32::from(channel) / 255.0);
        for part in parts {
            for cell in self.within(part) {
                self.cells[cell] = color;
            }
            self.covered.cover(part, |_| {});
            self.faces.push(part.clone());
        }
    }

    /// Blends a colour over convex parts of the picture, and returns shapes that emulate the result.
    pub(super) fn blend(
        &mut self,
        parts: &[Vec<DVec2>],
        color: Rgb,
        opacity: f64,
    ) -> Vec<Styled<Vec<Vec<DVec2>>>> {
        let cells = self.under(parts);
        let (look, wrong) = in_srgb(color, opacity, &self.colors(&cells));
        let looks = if wrong <= WRONG {
            vec![(parts.to_vec(), look.0, look.1)]
        } else {
            let groups = self.by_color(parts);
            groups
                .into_values()
                .map(|parts| {
                    let cells = self.under(&parts);
                    let ((color, opacity), _) = in_srgb(color, opacity, &self.colors(&cells));
                    (parts, color, opacity)
                })
                .collect()
        };
        for cell in cells {
            let under = self.cells[cell].map(srgb::to_linear);
            self.cells[cell] = mixed(under, color.linear(), opacity).map(srgb::from_linear);
        }
        looks
    }

    /// Groups lines by the background colour under them. The lines are not added to the background, because they are
    /// too thin.
    pub(super) fn group_lines_by_background(
        &self,
        lines: Vec<[DVec2; 2]>,
        color: Rgb,
        opacity: f64,
    ) -> Vec<Styled<Vec<[DVec2; 2]>>> {
        if opacity >= 1.0 {
            return vec![(lines, color, opacity)];
        }
        let mut groups: BTreeMap<[u8; 3], (Vec<[DVec2; 2]>, Vec<[f32; 3]>)> = BTreeMap::new();
        for [from, to] in lines {
            let count = (from.distance(to) / f64::from(CELL)).ceil().clamp(1.0, 1.0e4) as u32;
            let at = |i: u32| from.lerp(to, f64::from(i) / f64::from(count));
            let under = |i: u32| self.cells[self.cell(0.5 * (at(i) + at(i + 1)))];
            let mut begin = 0;
            for i in 1..=count {
                let first = under(begin);
                if i < count && is_same(first, under(i)) {
                    continue;
                }
                let (lines, colors) = groups.entry(key(first)).or_default();
                lines.push([at(begin), at(i)]);
                colors.extend((begin..i).map(under));
                begin = i;
            }
        }
        groups
            .into_values()
            .map(|(lines, colors)| {
                let ((color, opacity), _) = in_srgb(color, opacity, &colors);
                (lines, color, opacity)
            })
            .collect()
    }

    /// Cuts convex parts along the edges of the faces under them, and groups the pieces by background colour.
    fn by_color(&mut self, parts: &[Vec<DVec2>]) -> BTreeMap<[u8; 3], Vec<Vec<DVec2>>> {
        let mut pieces = Vec::new();
        for part in parts {
            let [low, high] = bounds(part);
            for face in &self.faces {
                let [face_low, face_high] = bounds(face);
                if face_low.cmplt(high).all() && low.cmplt(face_high).all() {
                    let common = intersection(part, face);
                    pieces.extend((common.len() >= 3).then_some(common));
                }
            }
            self.covered
                .visit_uncovered(part, |piece| pieces.push(piece.to_vec()));
        }
        let mut groups: BTreeMap<[u8; 3], Vec<Vec<DVec2>>> = BTreeMap::new();
        for piece in pieces {
            let colors = self.colors(&self.under(std::slice::from_ref(&piece)));
            groups.entry(key(mean(&colors))).or_default().push(piece);
        }
        groups
    }

    /// Returns the cells whose centres are inside convex parts, without duplicates. If no centre is inside, returns the
    /// cells at the centres of the parts.
    fn under(&self, parts: &[Vec<DVec2>]) -> Vec<usize> {
        let mut cells: Vec<usize> = parts.iter().flat_map(|part| self.within(part)).collect();
        if cells.is_empty() {
            let middles = parts
                .iter()
                .map(|part| part.iter().sum::<DVec2>() / part.len() as f64);
            cells = middles.map(|middle| self.cell(middle)).collect();
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn colors(&self, cells: &[usize]) -> Vec<[f32; 3]> {
        let step = cells.len().div_ceil(MOST_CELLS).max(1);
        cells.iter().step_by(step).map(|&cell| self.cells[cell]).collect()
    }

    /// Returns the cells whose centres are inside a convex part.
    fn within(&self, part: &[DVec2]) -> Vec<usize> {
        let [low, high] = bounds(part);
        let turn = doubled_area(part).signum();
        let is_inside = |place: DVec2| {
            (0..part.len()).all(|i| {
                let along = part[(i + 1) % part.len()] - part[i];
                along.perp_dot(place - part[i]) * turn >= 0.0
            })
        };
        let range = |low: f64, high: f64, size: u32| {
            let [low, high] = [low, high].map(|at| (at / f64::from(CELL)).clamp(0.0, f64::from(size)));
            low.floor() as u32..high.ceil() as u32
        };
        let columns = range(low.x, high.x, self.size[0]);
        let mut cells = Vec::new();
        for y in range(low.y, high.y, self.size[1]) {
            for x in columns.clone() {
                let place = (DVec2::new(f64::from(x), f64::from(y)) + 0.5) * f64::from(CELL);
                if is_inside(place) {
                    cells.push((y * self.size[0] + x) as usize);
                }
            }
        }
        cells
    }

    /// Returns the cell at a position or, outside the picture, the nearest cell.
    fn cell(&self, place: DVec2) -> usize {
        let [x, y] = [(place.x, self.size[0]), (place.y, self.size[1])]
            .map(|(at, size)| ((at / f64::from(CELL)).max(0.0) as u32).min(size - 1));
        (y * self.size[0] + x) as usize
    }
}

pub(super) fn bounds(part: &[DVec2]) -> [DVec2; 2] {
    let low = part.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = part.iter().copied().reduce(DVec2::max).unwrap_or_default();
    [low, high]
}

fn intersection(one: &[DVec2], other: &[DVec2]) -> Vec<DVec2> {
    let turn = doubled_area(other).signum();
    let mut common = one.to_vec();
    for (i, &from) in other.iter().enumerate() {
        let along = other[(i + 1) % other.len()] - from;
        common = clipped(
            &common,
            |place: DVec2| along.perp_dot(place - from) * turn,
            DVec2::lerp,
        );
    }
    common
}

fn is_same(one: [f32; 3], other: [f32; 3]) -> bool {
    (0..3).all(|i| (one[i] - other[i]).abs() <= SAME)
}

/// Returns a grouping key that is equal for similar colours.
fn key(color: [f32; 3]) -> [u8; 3] {
    color.map(|channel| (channel / SAME).round() as u8)
}

fn mean(colors: &[[f32; 3]]) -> [f32; 3] {
    let sum = |i: usize| colors.iter().map(|color| color[i]).sum::<f32>();
    std::array::from_fn(|i| sum(i) / colors.len().max(1) as f32)
}

fn mixed(under: [f32; 3], over: [f32; 3], opacity: f64) -> [f32; 3] {
    std::array::from_fn(|i| under[i] + (over[i] - under[i]) * opacity as f32)
}

/// Finds the colour and opacity whose sRGB blending over these sRGB colours best approximates blending in linear light,
/// by least squares. Also returns the root mean square error of the channels, 0 to 1.
fn in_srgb(color: Rgb, opacity: f64, under: &[[f32; 3]]) -> ((Rgb, f64), f64) {
    /// Change in the background for measuring the slope. It keeps the fit well-defined if the background has only one
    /// colour.
    const STEP: f32 = 0.02;
    if opacity >= 1.0 || under.is_empty() {
        return ((color, opacity), 0.0);
    }
    let over = color.linear();
    let effect = |under: [f32; 3]| mixed(under.map(srgb::to_linear), over, opacity).map(srgb::from_linear);
    let wanted: Vec<[f32; 3]> = under.iter().copied().map(effect).collect();
    let (middle, target) = (mean(under), mean(&wanted));
    // The transparency is the slope of the best-fitting line, which is shared by all channels.
    let (mut products, mut squares) = (0.0, 0.0);
    let mut add = |change: [f32; 3], of_effect: [f32; 3]| {
        for i in 0..3 {
            products += f64::from(change[i] * of_effect[i]);
            squares += f64::from(change[i] * change[i]);
        }
    };
    let minus = |one: [f32; 3], other: [f32; 3]| std::array::from_fn(|i| one[i] - other[i]);
    for (under, wanted) in under.iter().zip(&wanted) {
        add(minus(*under, middle), minus(*wanted, target));
    }
    let [low, high] = [-STEP, STEP].map(|step| middle.map(|channel| (channel + step).clamp(0.0, 1.0)));
    add(minus(high, low), minus(effect(high), effect(low)));
    // The opacity must be high enough to keep every channel of the colour in range.
    let least = (0..3).map(|i| {
        let change = target[i] - middle[i];
        let room = if change > 0.0 { 1.0 - middle[i] } else { middle[i] };
        if room > 0.0 {
            f64::from((change / room).abs())
        } else {
            0.0
        }
    });
    let share = least.fold(1.0 - products / squares, f64::max).clamp(0.01, 1.0);
    // Shapes store their opacity in whole percent.
    let share = (share * 100.0).ceil() / 100.0;
    let channels: [f64; 3] = std::array::from_fn(|i| {
        let channel = (f64::from(target[i]) - f64::from(middle[i]) * (1.0 - share)) / share;
        channel.clamp(0.0, 1.0)
    });
    let error: f64 = under
        .iter()
        .zip(&wanted)
        .flat_map(|(under, wanted)| (0..3).map(move |i| (f64::from(under[i]), f64::from(wanted[i]), i)))
        .map(|(under, wanted, i)| (under + (channels[i] - under) * share - wanted).powi(2))
        .sum();
    let [r, g, b] = channels.map(|channel| (channel * 255.0).round() as u8);
    let off = (error / (3 * under.len()) as f64).sqrt();
    ((Rgb(r, g, b), share), off)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb = Rgb(255, 255, 255);

    fn square(low: f64, high: f64) -> Vec<DVec2> {
        [[low, low], [high, low], [high, high], [low, high]]
            .map(DVec2::from)
            .to_vec()
    }

    /// Blends a colour over another in sRGB, as a viewer does.
    fn read((Rgb(r, g, b), share): (Rgb, f64), under: [f32; 3]) -> [f64; 3] {
        let over = [r, g, b].map(|channel| f64::from(channel) / 255.0);
        std::array::from_fn(|i| f64::from(under[i]) * (1.0 - share) + over[i] * share)
    }

    #[test]
    fn blend_over_one_colour_matches_linear_light() {
        for under in [[0.0; 3], [1.0; 3], [0.1, 0.5, 0.8], [0.7, 0.7, 0.3]] {
            for color in [WHITE, Rgb(0, 0, 0), Rgb(240, 60, 10)] {
                for opacity in [0.05, 0.22, 0.5, 0.9, 1.0] {
                    let (look, off) = in_srgb(color, opacity, &[under]);
                    let linear = mixed(under.map(srgb::to_linear), color.linear(), opacity);
                    for (read, wanted) in read(look, under).into_iter().zip(linear.map(srgb::from_linear)) {
                        let most = off.max((read - f64::from(wanted)).abs());
                        assert!(most < 0.006, "{color:?} {opacity} over {under:?}: {most}");
                    }
                }
            }
        }
    }

    #[test]
    fn shapes_are_split_where_the_background_changes() {
        let mut ground = Ground::new(&[0; 60 * 60], [60, 60]);
        ground.draw_faces(&[square(30.0, 60.0)], WHITE);
        let blue = Rgb(0, 0, 255);
        let area = ground.clone().blend(&[square(0.0, 60.0)], blue, 0.5);
        let mut sides = [false; 2];
        for (parts, color, opacity) in &area {
            for part in parts {
                let middle = part.iter().sum::<DVec2>() / part.len() as f64;
                let under = [if middle.min_element() > 30.0 { 1.0 } else { 0.0 }; 3];
                let wanted = mixed(under, blue.linear(), 0.5).map(srgb::from_linear);
                for (read, wanted) in read((*color, *opacity), under).into_iter().zip(wanted) {
                    let difference = (read - f64::from(wanted)).abs();
                    assert!(difference < 0.006, "{part:?} {color:?} {opacity}");
                }
                sides[usize::from(under[0] > 0.0)] = true;
            }
        }
        assert_eq!(sides, [true; 2]);
        let line = [DVec2::new(0.0, 45.0), DVec2::new(60.0, 45.0)];
        let cut = ground.group_lines_by_background(vec![line], blue, 0.5);
        let ends = cut.iter().flat_map(|(lines, ..)| lines.iter().flatten());
        assert!(ends.map(|end| end.x).eq([0.0, 30.0, 30.0, 60.0]));
        assert_eq!(ground.group_lines_by_background(vec![line], blue, 1.0).len(), 1);
    }

    #[test]
    fn areas_blend_over_earlier_areas() {
        let mut ground = Ground::new(&[0; 30 * 30], [30, 30]);
        let mut look = || {
            let [(_, color, opacity)] = &ground.blend(&[square(6.0, 24.0)], WHITE, 0.5)[..] else {
                panic!("it is over one colour")
            };
            (*color, *opacity)
        };
        let half = srgb::from_linear(0.5);
        assert_eq!(look(), in_srgb(WHITE, 0.5, &[[0.0; 3]]).0);
        assert_eq!(look(), in_srgb(WHITE, 0.5, &[[half; 3]]).0);
    }
}
