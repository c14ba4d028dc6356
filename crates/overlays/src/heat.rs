//! Heat maps of the cost of the ray through each pixel, with a colour scale and a mark at the maximum.

use bspwalk_draw::{
    color::{
        meaning::ink,
        palette::{Palette, Rgb},
    },
    raster::Camera,
};
pub use bspwalk_explain::heat::{HeatMap, Measure, Trees};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{films::max_face_distance, overlays::OverlayKind};
use bspwalk_text::text;
use bspwalk_trees::NodeTree;
use glam::Vec3;

use crate::{
    drawing::{Drawing, Label},
    legend::{Legend, Row},
    lines::Stroke,
};

/// Opacity of the heat colours, low enough for the picture below to show through.
pub const OPACITY: f32 = 0.78;

/// Number of intervals on the legend's scale.
const STEPS: u32 = 4;

/// Returns the quantity that an overlay measures; `None` if the overlay is not a heat map.
pub const fn measure(kind: OverlayKind) -> Option<Measure> {
    match kind {
        OverlayKind::Cost => Some(Measure::Nodes),
        OverlayKind::Tests => Some(Measure::Faces),
        OverlayKind::SlideCost => Some(Measure::Slide),
        OverlayKind::LeavesSeen => Some(Measure::Leaves),
        OverlayKind::FacesDrawn => Some(Measure::Drawn),
        OverlayKind::Visplanes => Some(Measure::Visplanes),
        OverlayKind::Drawsegs => Some(Measure::Drawsegs),
        OverlayKind::Openings => Some(Measure::Openings),
        _ => None,
    }
}

/// Returns the endpoints (in metres) of the ray through a position in the picture, given in pixels from the upper left
/// corner. The ray starts at the eye, or at the cut if the level is cut open, and ends beyond all faces.
pub fn ray(tree: &NodeTree, camera: &Camera, size: [u32; 2], place: [f64; 2]) -> [Vec3; 2] {
    let rays = camera.rays(size);
    let direction = rays.through(place).normalize();
    let mut from = match rays.parallel {
        None => rays.eye,
        Some(_) => rays.point(place, 0.0),
    };
    if let Some(height) = camera.height_of_cut()
        && direction.y < 0.0
    {
        from += direction * ((height - from.y) / direction.y);
    }
    let from = from.as_vec3();
    [from, from + direction.as_vec3() * max_face_distance(tree, from)]
}

/// Costs of the rays through a picture, with the scale used to display them.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Costs; each entry represents a square of pixels.
    pub map: HeatMap,
    /// Width and height of a square, in pixels.
    pub square: u32,
    /// Quantity that is measured.
    pub measure: Measure,
    /// Position (in metres) where the ray with the maximum value hits the level, and that value; `None` if the ray hits
    /// nothing.
    pub greatest: Option<(Vec3, u32)>,
    /// Value at the upper end of the scale: the maximum, the common maximum of two pictures side by side, or a limit of
    /// DOOM's renderer.
    pub full: u32,
}

impl Heat {
    /// Casts a ray through the centre of each square of `square` × `square` pixels and measures its cost.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the work is cancelled.
    pub fn of_picture(
        trees: &Trees<'_>,
        camera: &Camera,
        (size, square): ([u32; 2], u32),
        measure: Measure,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let through = |place: [f64; 2]| ray(trees.nodes, camera, size, place);
        Self::new(trees, (size, square), measure, through, progress)
    }

    /// Like [`Heat::of_picture`], but `ray` returns the endpoints (in metres) of the ray through a position in pixels
    /// from the upper left corner.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the work is cancelled.
    pub fn new(
        trees: &Trees<'_>,
        (size, square): ([u32; 2], u32),
        measure: Measure,
        ray: impl Fn([f64; 2]) -> [Vec3; 2] + Send + Sync,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let square = square.max(1);
        let through = |at: [u32; 2]| ray(at.map(|at| (f64::from(at) + 0.5) * f64::from(square)));
        let squares = size.map(|side| side.div_ceil(square));
        let map = HeatMap::new(measure, trees, squares, through, progress)?;
        let greatest = map.greatest().and_then(|(at, value)| {
            let [from, to] = through(at);
            Some((trees.nodes.cast(from, to)?.point, value))
        });
        let full = match measure.limit() {
            Some(limit) => limit.entries(),
            None => map.greatest().map_or(0, |(_, value)| value),
        };
        Ok(Self {
            map,
            square,
            measure,
            greatest,
            full,
        })
    }

    fn at(&self, [x, y]: [u32; 2]) -> Option<u32> {
        let index = (y / self.square) * self.map.size[0] + x / self.square;
        self.map.values.get(index as usize).copied().flatten()
    }

    /// Blends the heat colours over a picture of this width. The pixels are sRGB, 0x00RRGGBB, row by row from the top.
    pub fn paint(&self, palette: Palette, width: u32, pixels: &mut [u32]) {
        for (y, row) in pixels.chunks_mut(width.max(1) as usize).enumerate() {
            for (x, pixel) in row.iter_mut().enumerate() {
                let Some(value) = self.at([x as u32, y as u32]) else {
                    continue;
                };
                let [_, r, g, b] = pixel.to_be_bytes();
                let Rgb(r, g, b) = Rgb(r, g, b).mix(self.color(value, palette), OPACITY);
                *pixel = u32::from_be_bytes([0, r, g, b]);
            }
        }
    }

    /// Draws a cross with the value at the position of the maximum.
    pub fn mark(&self, kind: OverlayKind, palette: Palette) -> Drawing {
        let mut drawing = Drawing::default();
        if let Some((at, value)) = self.greatest {
            let color = palette.selected();
            drawing.lines.cross(at, 0.2, Stroke::new(color, 1.0, 3.4));
            let label = Label::new(kind, vec![at], value.to_string(), color);
            drawing.labels.push(label);
        }
        drawing
    }

    /// Returns the captions of the scale with their colours: the measured quantity, then the values from zero to the
    /// maximum.
    pub fn scale(&self, palette: Palette) -> Vec<(String, Rgb)> {
        let title = match self.measure {
            Measure::Nodes => text!("plate-nodes-visited"),
            Measure::Faces => text!("plate-faces-tested"),
            Measure::Slide => text!("plate-slide-nodes"),
            Measure::Leaves => text!("plate-leaves-seen"),
            Measure::Drawn => text!("plate-faces-drawn"),
            Measure::Visplanes => text!("plate-visplanes"),
            Measure::Drawsegs => text!("plate-drawsegs"),
            Measure::Openings => text!("plate-openings"),
        };
        let steps = self
            .steps(palette)
            .map(|(value, color)| (value.to_string(), color));
        [(title.to_owned(), ink::GROUND)]
            .into_iter()
            .chain(steps)
            .collect()
    }

    /// Returns the values of the scale with their colours.
    fn steps(&self, palette: Palette) -> impl Iterator<Item = (u32, Rgb)> {
        let full = self.full;
        // Use 64 bits, because the product can overflow 32 bits.
        let step = |step: u32| (u64::from(full) * u64::from(step) / u64::from(STEPS)) as u32;
        let mut values: Vec<u32> = (0..=STEPS).map(step).collect();
        values.dedup();
        values.extend(
            self.map
                .greatest()
                .map(|(_, value)| value)
                .filter(|&value| value > full),
        );
        values
            .into_iter()
            .map(move |value| (value, self.color(value, palette)))
    }

    /// Returns the colour of a value. Values above the scale have a colour of their own.
    pub fn color(&self, value: u32, palette: Palette) -> Rgb {
        if value > self.full {
            palette.contact()
        } else {
            color(value, self.full, palette)
        }
    }

    pub(crate) fn scale_rows(&self, palette: Palette) -> Legend {
        let words = |value: u32| {
            let count = self.measure.format_count(value);
            match self.measure.limit() {
                Some(_) if value == self.full => text!("legend-heat-limit", count),
                Some(_) if value > self.full => text!("legend-heat-above-limit", count),
                _ => count,
            }
        };
        let row = |(value, color)| Row::area(color, words(value));
        self.steps(palette).map(row).collect()
    }

    /// Builds the legend: the scale, the maximum and the mean.
    pub fn legend(&self, palette: Palette) -> Legend {
        let mut rows = self.scale_rows(palette);
        let (of_what, mean) = (
            self.measure.describe_positions(),
            format!("{:.1}", self.map.mean()),
        );
        rows.push(Row::note(text!("legend-heat", of_what, mean)));
        if self.measure.limit().is_some() {
            rows.push(Row::note(text!("legend-heat-boom")));
        }
        rows
    }
}

/// Returns the colour of a value on a scale from 0 to `greatest`.
pub fn color(value: u32, greatest: u32, palette: Palette) -> Rgb {
    palette.measure(value as f32 / greatest.max(1) as f32)
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;

    const SIZE: [u32; 2] = [48, 27];

    fn heat(square: u32, measure: Measure) -> (Heat, NodeTree, Camera) {
        let (tree, level) = small_trees::room();
        let camera = Camera::perspective(level.spawn.eye, [0.4, -0.1], 1.2);
        let trees = Trees::of_nodes(&tree);
        let heat = Heat::of_picture(&trees, &camera, (SIZE, square), measure, &Progress::default());
        (heat.expect("it is not cancelled"), tree, camera)
    }

    #[test]
    fn pixels_show_their_cast_and_maximum_is_marked() {
        let (heat, tree, camera) = heat(1, Measure::Nodes);
        let palette = Palette::default();
        let mut pixels = vec![0x0080_8080; (SIZE[0] * SIZE[1]) as usize];
        heat.paint(palette, SIZE[0], &mut pixels);
        let (at, greatest) = heat.map.greatest().expect("there are pixels");
        for y in 0..SIZE[1] {
            for x in 0..SIZE[0] {
                let [from, to] = ray(&tree, &camera, SIZE, [f64::from(x) + 0.5, f64::from(y) + 0.5]);
                let cast = tree.cast_observed(from, to, bspwalk_trees::observer::Unobserved);
                let Rgb(r, g, b) = Rgb(0x80, 0x80, 0x80).mix(color(cast.visited, greatest, palette), OPACITY);
                let pixel = pixels[(y * SIZE[0] + x) as usize];
                assert_eq!(pixel, u32::from_be_bytes([0, r, g, b]), "{x}, {y}");
            }
        }
        let mark = heat.mark(OverlayKind::Cost, palette);
        assert_eq!(mark.labels[0].text, greatest.to_string());
        let [from, to] = ray(&tree, &camera, SIZE, at.map(|at| f64::from(at) + 0.5));
        let hit = tree.cast(from, to).expect("the room is closed");
        assert!(hit.point.distance(mark.labels[0].places[0]) < 1.0e-5);
    }

    #[test]
    fn coarse_squares_cover_the_picture() {
        let (heat, ..) = heat(5, Measure::Faces);
        assert_eq!(heat.map.size, [10, 6]);
        let mut pixels = vec![0; (SIZE[0] * SIZE[1]) as usize];
        heat.paint(Palette::default(), SIZE[0], &mut pixels);
        assert!(pixels.iter().all(|&pixel| pixel != 0));
        assert_eq!(pixels[0], pixels[(4 * SIZE[0] + 4) as usize]);
    }

    #[test]
    fn scale_goes_from_zero_to_maximum() {
        let (heat, ..) = heat(1, Measure::Nodes);
        let palette = Palette::default();
        let (_, greatest) = heat.map.greatest().expect("there are pixels");
        let scale = heat.scale(palette);
        assert_eq!(scale[0].0, "NODES VISITED");
        assert_eq!(scale[1], ("0".to_owned(), color(0, greatest, palette)));
        let last = &scale[scale.len() - 1];
        assert_eq!(*last, (greatest.to_string(), color(greatest, greatest, palette)));
        let legend = heat.legend(palette);
        assert_eq!(legend.len(), scale.len(), "with a note in place of the title");
        assert_eq!(
            legend[legend.len() - 2].text(),
            Measure::Nodes.format_count(greatest)
        );
    }

    #[test]
    fn picture_is_unchanged_without_counts() {
        let (heat, ..) = heat(1, Measure::Leaves);
        let mut pixels = vec![7; (SIZE[0] * SIZE[1]) as usize];
        heat.paint(Palette::default(), SIZE[0], &mut pixels);
        // Without a solid-leaf tree, nothing is drawn.
        assert!(pixels.iter().all(|&pixel| pixel == 7));
        let mark = heat.mark(OverlayKind::LeavesSeen, Palette::default());
        assert_eq!(mark.labels, []);
    }
}
