//! Blending in linear light, as the other painters do it, with readers that blend in sRGB: the colour and the opacity of a
//! translucent shape are changed so that it looks the same over the mean of what is under it.

use bspwalk_levels::color::{palette::Rgb, srgb};
use glam::DVec2;

/// Pixels to a cell of [`Ground`], either way.
const CELL: u32 = 3;

/// A coarse picture of what has been drawn.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    size: [u32; 2],
    /// Linear colours of cells, row by row from the top.
    cells: Vec<[f32; 3]>,
}

impl Ground {
    /// A picture of this width and height in pixels, as 0x00RRGGBB, row by row from the top.
    pub(super) fn new(pixels: &[u32], [width, height]: [u32; 2]) -> Self {
        let size = [width, height].map(|side| side.div_ceil(CELL));
        let middle = |cell: u32, side: u32| (cell * CELL + CELL / 2).min(side - 1);
        let color = |x: u32, y: u32| {
            let pixel = pixels[(middle(y, height) * width + middle(x, width)) as usize];
            [16, 8, 0].map(|shift| srgb::LINEAR[(pixel >> shift & 0xff) as usize])
        };
        let cells = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        let cells = cells.map(|(x, y)| color(x, y)).collect();
        Self { size, cells }
    }

    /// Blends a colour over convex parts of the picture. Returns the look that has the same effect in sRGB.
    pub(super) fn blend(&mut self, parts: &[Vec<DVec2>], color: Rgb, opacity: f64) -> (Rgb, f64) {
        let mut inside: Vec<usize> = parts.iter().flat_map(|part| self.within(part)).collect();
        inside.sort_unstable();
        inside.dedup();
        let corners = || parts.iter().flatten().copied();
        let look = if inside.is_empty() {
            in_srgb(
                color,
                opacity,
                self.mean(corners().map(|corner| self.cell(corner))),
            )
        } else {
            in_srgb(color, opacity, self.mean(inside.iter().copied()))
        };
        for cell in inside {
            self.cells[cell] = mixed(self.cells[cell], color.linear(), opacity);
        }
        look
    }

    /// The look that has the same effect in sRGB as lines of a colour. The lines are too thin to be in the picture.
    pub(super) fn under_lines(&self, lines: &[[DVec2; 2]], color: Rgb, opacity: f64) -> (Rgb, f64) {
        const PLACES: u32 = 8;
        let places = lines.iter().flat_map(|[from, to]| {
            (0..PLACES).map(|i| from.lerp(*to, (f64::from(i) + 0.5) / f64::from(PLACES)))
        });
        in_srgb(color, opacity, self.mean(places.map(|place| self.cell(place))))
    }

    /// The cells whose middles are in a convex part.
    fn within(&self, part: &[DVec2]) -> Vec<usize> {
        let doubled: f64 = (0..part.len())
            .map(|i| part[i].perp_dot(part[(i + 1) % part.len()]))
            .sum();
        let is_inside = |place: DVec2| {
            (0..part.len()).all(|i| {
                let along = part[(i + 1) % part.len()] - part[i];
                along.perp_dot(place - part[i]) * doubled >= 0.0
            })
        };
        let low = part.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = part.iter().copied().reduce(DVec2::max).unwrap_or_default();
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

    /// The cell at a place, or the one nearest to it.
    fn cell(&self, place: DVec2) -> usize {
        let [x, y] = [(place.x, self.size[0]), (place.y, self.size[1])]
            .map(|(at, size)| ((at / f64::from(CELL)).max(0.0) as u32).min(size - 1));
        (y * self.size[0] + x) as usize
    }

    fn mean(&self, cells: impl Iterator<Item = usize>) -> [f32; 3] {
        let mut sum = [0.0; 3];
        let mut count = 0.0_f32;
        for cell in cells {
            sum = std::array::from_fn(|i| sum[i] + self.cells[cell][i]);
            count += 1.0;
        }
        sum.map(|sum: f32| sum / count.max(1.0))
    }
}

fn mixed(under: [f32; 3], over: [f32; 3], opacity: f64) -> [f32; 3] {
    std::array::from_fn(|i| under[i] + (over[i] - under[i]) * opacity as f32)
}

/// The look that, blended in sRGB over a linear colour, has the effect of blending in linear light. What differs from that colour
/// is let through about as much as in linear light.
fn in_srgb(color: Rgb, opacity: f64, under: [f32; 3]) -> (Rgb, f64) {
    /// The step by which the change of the effect with what is under it is measured.
    const STEP: f32 = 0.02;
    if opacity >= 1.0 {
        return (color, 1.0);
    }
    let over = color.linear();
    let effect = |channel: usize, under: f32| {
        let under = srgb::to_linear(under);
        f64::from(srgb::from_linear(
            under + (over[channel] - under) * opacity as f32,
        ))
    };
    let encoded = under.map(srgb::from_linear);
    let wanted: [f64; 3] = std::array::from_fn(|i| effect(i, encoded[i]));
    let under = encoded.map(f64::from);
    let through: f64 = (0..3)
        .map(|i| {
            let [low, high] = [-STEP, STEP].map(|step| (encoded[i] + step).clamp(0.0, 1.0));
            (effect(i, high) - effect(i, low)) / f64::from(high - low)
        })
        .sum();
    // No channel can be brighter than white or darker than black.
    let least = (0..3).map(|i| {
        let change = wanted[i] - under[i];
        let room = if change > 0.0 { 1.0 - under[i] } else { under[i] };
        if room > 0.0 { change.abs() / room } else { 0.0 }
    });
    let share = least.fold(1.0 - through / 3.0, f64::max).clamp(0.01, 1.0);
    // Shapes have whole percents.
    let share = (share * 100.0).ceil() / 100.0;
    let [r, g, b] = std::array::from_fn(|i| {
        let channel = (wanted[i] - under[i] * (1.0 - share)) / share;
        (channel.clamp(0.0, 1.0) * 255.0).round() as u8
    });
    (Rgb(r, g, b), share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader makes of a look over a colour.
    fn read((Rgb(r, g, b), share): (Rgb, f64), under: [f32; 3]) -> [f64; 3] {
        let over = [r, g, b].map(|channel| f64::from(channel) / 255.0);
        std::array::from_fn(|i| {
            let under = f64::from(srgb::from_linear(under[i]));
            under + (over[i] - under) * share
        })
    }

    #[test]
    fn a_look_in_srgb_has_the_effect_of_linear_light() {
        let unders = [[0.0; 3], [1.0; 3], [0.02, 0.3, 0.7], [0.5, 0.5, 0.1]];
        for under in unders {
            for color in [Rgb(255, 255, 255), Rgb(0, 0, 0), Rgb(240, 60, 10)] {
                for opacity in [0.05, 0.22, 0.5, 0.9, 1.0] {
                    let look = in_srgb(color, opacity, under);
                    let wanted = mixed(under, color.linear(), opacity).map(srgb::from_linear);
                    for (read, wanted) in read(look, under).into_iter().zip(wanted) {
                        let difference = (read - f64::from(wanted)).abs() * 255.0;
                        assert!(
                            difference < 1.5,
                            "{color:?} {opacity} over {under:?}: {difference}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn shapes_are_blended_over_those_before_them() {
        let mut ground = Ground::new(&[0; 30 * 30], [30, 30]);
        let square = vec![
            DVec2::splat(6.0),
            DVec2::new(24.0, 6.0),
            DVec2::splat(24.0),
            DVec2::new(6.0, 24.0),
        ];
        let white = Rgb(255, 255, 255);
        let first = ground.blend(&[square.clone()], white, 0.5);
        assert_eq!(first, in_srgb(white, 0.5, [0.0; 3]));
        let second = ground.blend(&[square], white, 0.5);
        assert_eq!(second, in_srgb(white, 0.5, [0.5; 3]));
        let beside = [[DVec2::new(1.0, 1.0), DVec2::new(28.0, 1.0)]];
        assert_eq!(ground.under_lines(&beside, white, 0.5), first);
    }
}
