//! Draws overlays over a picture of the software renderer: lines, polygons and labels, with occlusion by nearer faces.
//! In the window, the depth buffer provides the occlusion.

use std::collections::HashMap;

use bspwalk_draw::{
    color::palette::Rgb,
    raster::{Camera, EdgeFunction, Lens, RasterFaces, VisibilityMethod, find_visible_fragments},
};
use bspwalk_levels::color::srgb;
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{
    screen::{ProjectedPoint, Screen, doubled_area},
    shading::{FAINT, HATCHED, LineShade, PolygonShade, STRIPES, smoothstep},
};
use crate::{
    drawing::Drawing,
    labels::{
        LabelPlate,
        plate::{self, PlateStroke},
    },
    layer::Pass,
    lines::Line,
};

/// Depth offset of lines towards the eye, as a fraction of their distance. It prevents a line from being hidden by the
/// face that it lies on.
const LINE_NEARER: f64 = 6.0e-4;

/// Depth offset of polygons towards the eye, as a fraction of their distance.
const POLYGON_NEARER: f64 = 4.0e-4;

/// Margin around the scale, in logical pixels.
const MARGIN: f32 = 14.0;

/// Text height of the scale, in logical pixels.
const SCALE_TEXT: f32 = 12.0;

/// Depths of the faces in a picture, for depth tests of overlays.
#[derive(Clone, Debug)]
pub struct Depths {
    size: [u32; 2],
    /// For each pixel, the index of the visible face's plane in `planes`; `None` for the sky.
    seen: Vec<Option<u32>>,
    /// Reciprocals of the distances along the camera's axis (in inverse metres) for the visible planes. In an
    /// orthographic picture, negative distances instead.
    planes: Vec<EdgeFunction>,
    /// Height of an orthographic picture in metres; depth offsets are fractions of it. `None` with perspective
    /// projection.
    parallel: Option<f64>,
}

impl Depths {
    /// Renders the depths of these faces from a camera.
    pub fn new(faces: &RasterFaces, camera: &Camera, size: [u32; 2]) -> Self {
        let rays = camera.rays(size);
        let mut planes = Vec::new();
        let mut index_of: HashMap<u32, Option<u32>> = HashMap::new();
        let mut index = |fragment: u32| {
            *index_of.entry(fragment).or_insert_with(|| {
                let plane = faces.face_of(fragment)?.plane;
                planes.push(rays.inverse_w(plane.normal, plane.distance(rays.eye)));
                Some(planes.len() as u32 - 1)
            })
        };
        // Neighbouring pixels mostly show the same fragment, so cache its plane.
        let mut last = (None, None);
        let seen = find_visible_fragments(faces, camera, size, VisibilityMethod::FrontToBack);
        let seen = seen.into_iter().map(|fragment| {
            if last.0 != fragment {
                last = (fragment, fragment.and_then(&mut index));
            }
            last.1
        });
        let seen = seen.collect();
        let parallel = match camera.lens {
            Lens::Perspective(_) => None,
            Lens::Parallel(height) => Some(height),
        };
        Self {
            size,
            seen,
            planes,
            parallel,
        }
    }

    /// Creates the depths of an empty picture, in which nothing is hidden.
    #[must_use]
    pub fn empty(size: [u32; 2]) -> Self {
        Self {
            size,
            seen: vec![None; size[0] as usize * size[1] as usize],
            planes: Vec::new(),
            parallel: None,
        }
    }

    /// Returns whether a point of an overlay is visible after moving it towards the eye by the fraction `nearer` of its
    /// depth.
    fn shows(&self, place: DVec2, inverse: f64, nearer: f64) -> bool {
        let [x, y] = [(place.x, self.size[0]), (place.y, self.size[1])]
            .map(|(at, size)| (at.max(0.0) as u32).min(size.saturating_sub(1)));
        let Some(plane) = self.seen[(y * self.size[0] + x) as usize] else {
            return true;
        };
        let seen = self.planes[plane as usize].at(place.to_array());
        let nearer = match self.parallel {
            None => inverse * (1.0 + nearer),
            Some(height) => inverse + nearer * height,
        };
        seen.is_nan() || nearer >= seen
    }
}

/// A picture with its depths, to draw overlays on.
#[derive(Debug)]
pub struct Canvas<'a> {
    screen: &'a Screen,
    depths: &'a Depths,
    /// Pixels, sRGB 0x00RRGGBB, row by row from the top.
    pixels: &'a mut [u32],
}

impl<'a> Canvas<'a> {
    /// Prepares to draw on the pixels of a screen.
    ///
    /// # Panics
    /// Panics if `screen`, `depths` and `pixels` differ in size.
    pub fn new(screen: &'a Screen, depths: &'a Depths, pixels: &'a mut [u32]) -> Self {
        assert_eq!(screen.size, depths.size);
        assert_eq!(pixels.len(), depths.seen.len());
        Self {
            screen,
            depths,
            pixels,
        }
    }

    /// Draws these passes in order.
    pub fn draw<'d>(&mut self, passes: impl IntoIterator<Item = (&'d Drawing, Pass)>) {
        for (drawing, pass) in passes {
            match pass {
                Pass::Polygons { hatched, soft } => self.polygons(drawing, hatched, soft),
                Pass::Lines {
                    opacity,
                    through_walls,
                } => {
                    for line in drawing.lines.lines() {
                        self.line(line, drawing.lines.fade, opacity, through_walls);
                    }
                }
            }
        }
    }

    /// Draws placed labels on top of everything else.
    pub fn labels(&mut self, standing: &[LabelPlate]) {
        for label in standing {
            let Some(middle) = self.screen.logical(label.at) else {
                continue;
            };
            self.strokes(middle + label.moved, &label.strokes(), label.alpha);
        }
    }

    /// Draws the [axes](crate::axes) of the level in the corner.
    pub fn axes(&mut self, strokes: &[PlateStroke]) {
        self.strokes(Vec2::ZERO, strokes, 1.0);
    }

    /// Draws a scale in the lower left corner, as captions in a row on plates of these colours.
    pub fn scale(&mut self, texts: &[(String, Rgb)]) {
        self.plates(texts, -1.0);
    }

    /// Draws a heading in the upper left corner, as captions in a row on plates of these colours.
    pub fn heading(&mut self, texts: &[(String, Rgb)]) {
        self.plates(texts, 1.0);
    }

    /// Draws a row of plates from the left edge, at the top if `side` is 1 and at the bottom if it is −1. Plates that
    /// do not fit start a new row.
    fn plates(&mut self, texts: &[(String, Rgb)], side: f32) {
        let half = 0.5 * Vec2::from(self.screen.size.map(|side| side as f32)) / self.screen.scale;
        let begin = MARGIN - half.x;
        let (mut left, mut row) = (begin, 0.0);
        for (text, color) in texts {
            let plate = plate::half_size(text, SCALE_TEXT);
            if left > begin && left + 2.0 * plate.x > half.x - MARGIN {
                (left, row) = (begin, row + 2.0 * plate.y + 0.5 * MARGIN);
            }
            let middle = Vec2::new(left + plate.x, side * (half.y - MARGIN - plate.y - row));
            self.strokes(middle, &plate::strokes(text, SCALE_TEXT, *color), 1.0);
            left = middle.x + plate.x + 0.5 * MARGIN;
        }
    }

    /// Draws strokes around `middle`, which is in logical pixels right and up from the centre of the picture.
    fn strokes(&mut self, middle: Vec2, strokes: &[PlateStroke], opacity: f32) {
        for stroke in strokes {
            let ends = stroke.ends.map(|end| self.screen.pixels(middle + end));
            let radius = f64::from(stroke.radius * self.screen.scale);
            let alpha = stroke.alpha * opacity;
            self.capsule(ends, radius, |cover, _| Some((stroke.color, alpha * cover)));
        }
    }

    fn line(&mut self, line: &Line, fade: [f32; 2], opacity: f32, through_walls: bool) {
        let Some(shade) = LineShade::new(self.screen, line, fade) else {
            return;
        };
        let wanted = line.width * self.screen.scale;
        // A line thinner than a pixel is drawn one pixel wide, but fainter.
        let (radius, thin) = (0.5 * f64::from(wanted.max(1.0)), wanted.min(1.0));
        let depths = self.depths;
        let [from, to] = shade.places();
        self.capsule([from, to], radius, |cover, share| {
            // Test the depth only on the centreline, so that a line on a floor keeps its full width.
            let middle = from.lerp(to, share);
            if !through_walls && !depths.shows(middle, shade.inverse_depth(share), LINE_NEARER) {
                return None;
            }
            let (color, alpha) = shade.color(share);
            Some((color, alpha * opacity * thin * cover))
        });
    }

    /// Blends a stroke with round ends. `shade` receives the coverage of a pixel and its position along the stroke,
    /// from 0 to 1, and returns a colour and its opacity.
    fn capsule(
        &mut self,
        [from, to]: [DVec2; 2],
        radius: f64,
        shade: impl Fn(f32, f64) -> Option<(Rgb, f32)>,
    ) {
        let reach = DVec2::splat(radius + 1.0);
        let Some([columns, rows]) = self.within(from.min(to) - reach, from.max(to) + reach) else {
            return;
        };
        let along = to - from;
        let length = along.length_squared();
        for y in rows {
            let middle = f64::from(y) + 0.5;
            // Columns of this row that the stroke may cover.
            let mut columns = columns.clone();
            if along.y.abs() > 1.0e-6 {
                let at = |y: f64| from.x + along.x * ((y - from.y) / along.y).clamp(0.0, 1.0);
                let ends = [at(middle - reach.y), at(middle + reach.y)];
                let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                let low = (low - reach.x).floor().max(f64::from(columns.start)) as u32;
                let high = (high + reach.x).ceil().min(f64::from(columns.end)).max(0.0) as u32;
                columns = low..high;
            }
            for x in columns {
                let place = DVec2::new(f64::from(x) + 0.5, middle);
                let share = if length > 0.0 {
                    ((place - from).dot(along) / length).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let distance = place.distance(from + along * share);
                let cover = (1.0 - smoothstep([radius - 0.5, radius + 0.5], distance)) as f32;
                if cover > 0.0
                    && let Some((color, alpha)) = shade(cover, share)
                {
                    self.blend([x, y], color.linear(), alpha);
                }
            }
        }
    }

    fn polygons(&mut self, drawing: &Drawing, hatched: bool, soft: bool) {
        for (corners, [r, g, b, alpha]) in drawing.polygons.polygons() {
            let world = corners.iter().map(|&corner| Vec3::from(corner).as_dvec3());
            let world: Vec<DVec3> = world.collect();
            let places = self.screen.clip_polygon(world.iter().copied());
            self.polygon(&places, &world, ([r, g, b], alpha), hatched, soft);
        }
    }

    fn polygon(
        &mut self,
        places: &[ProjectedPoint],
        world: &[DVec3],
        (color, alpha): ([f32; 3], f32),
        hatched: bool,
        soft: bool,
    ) {
        let places: Vec<DVec2> = places.iter().map(|place| place.at).collect();
        let low = places.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let high = places.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        let Some([columns, rows]) = self.within(low - 1.0, high + 1.0) else {
            return;
        };
        let shade = PolygonShade::new(self.screen, world, soft);
        let is_hatched = hatched || !shade.is_front();
        let turn = doubled_area(&places).signum();
        // Distances to the edges, positive inside the polygon.
        let edges: Vec<(DVec2, f64)> = (0..places.len())
            .filter_map(|i| {
                let (from, to) = (places[i], places[(i + 1) % places.len()]);
                let across = (to - from).try_normalize()?.perp() * turn;
                Some((across, -across.dot(from)))
            })
            .collect();
        // Opaque polygons extend slightly beyond their edges, so that no gap appears between adjacent polygons.
        let reach = if alpha < 1.0 { 0.5 } else { 1.0 };
        for y in rows {
            let middle = f64::from(y) + 0.5;
            for x in columns.clone() {
                let place = DVec2::new(f64::from(x) + 0.5, middle);
                let inside = edges
                    .iter()
                    .map(|(across, offset)| across.dot(place) + offset)
                    .fold(f64::INFINITY, f64::min);
                if inside <= -reach {
                    continue;
                }
                let shown = |inverse: &f64| self.depths.shows(place, *inverse, POLYGON_NEARER);
                let Some(inverse) = shade.inverse_depth(place).filter(shown) else {
                    continue;
                };
                let mut alpha = f64::from(alpha) * (inside + reach).min(1.0);
                if is_hatched {
                    let across = (place.x + place.y) / f64::from(self.screen.scale);
                    let stripe = ((across / STRIPES).rem_euclid(1.0) - 0.5).abs() * STRIPES;
                    let [faint, strong] = HATCHED;
                    alpha *= faint + (strong - faint) * smoothstep([FAINT - 0.5, FAINT + 0.5], stripe);
                }
                alpha *= shade.opacity_factor(place, inverse);
                self.blend([x, y], color, alpha.min(1.0) as f32);
            }
        }
    }

    /// Returns the part of a rectangle that is inside the picture, as pixel ranges; `None` if no part is inside.
    fn within(&self, low: DVec2, high: DVec2) -> Option<[std::ops::Range<u32>; 2]> {
        let range = |low: f64, high: f64, size: u32| {
            let begin = low.floor().max(0.0) as u32;
            let end = high.ceil().clamp(0.0, f64::from(size)) as u32;
            (low.is_finite() && high.is_finite() && begin < end).then_some(begin..end)
        };
        let [width, height] = self.screen.size;
        Some([range(low.x, high.x, width)?, range(low.y, high.y, height)?])
    }

    /// Blends a linear colour over a pixel in linear light, as the engine does.
    fn blend(&mut self, [x, y]: [u32; 2], color: [f32; 3], alpha: f32) {
        if alpha < 0.002 {
            return;
        }
        let pixel = &mut self.pixels[(y * self.screen.size[0] + x) as usize];
        let mut mixed = 0;
        for (i, over) in (0..3).zip(color) {
            let shift = 16 - 8 * i;
            let under = srgb::LINEAR[usize::from((*pixel >> shift) as u8)];
            mixed |= u32::from(srgb::byte(under + (over - under) * alpha.min(1.0))) << shift;
        }
        *pixel = mixed;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bspwalk_levels::Level;
    use bspwalk_testing::small_trees;
    use bspwalk_trees::NodeTree;
    use glam::Quat;

    use super::*;
    use crate::{
        layer::{Layer, Layers},
        lines::{LineBatch, Stroke},
    };

    const SIZE: [u32; 2] = [320, 180];

    /// Returns a room with its faces.
    fn room() -> (Arc<NodeTree>, Level, RasterFaces) {
        let (tree, level) = small_trees::room();
        let tree = Arc::new(tree);
        let corners = |face| level.triangle_of_face(face).map(|triangle| triangle.corners);
        let faces = RasterFaces::new(&tree, corners);
        (tree, level, faces)
    }

    /// Returns whether a dot at this position is drawn.
    fn is_drawn(screen: &Screen, depths: &Depths, at: Vec3) -> bool {
        let mut lines = LineBatch::default();
        lines.line(at, at + Vec3::Y * 1.0e-3, Stroke::new(Rgb(255, 0, 0), 1.0, 6.0));
        let mut layers = Layers::default();
        layers.set(Layer::Cells, lines);
        let mut pixels = vec![0; (SIZE[0] * SIZE[1]) as usize];
        // In the first pass, faces occlude the dot; the second pass draws through walls.
        Canvas::new(screen, depths, &mut pixels).draw(layers.passes().next());
        pixels.iter().any(|pixel| pixel >> 16 > 200)
    }

    /// Checks that dots all over a room are drawn if and only if nothing hides them.
    #[test]
    fn hidden_geometry_is_not_drawn() {
        let (tree, level, faces) = room();
        let (mut drawn, mut hidden) = (0, 0);
        for yaw in [0.0, 1.3, 2.9, 4.4] {
            let camera = Camera::perspective(level.spawn.eye, [yaw, -0.1], Camera::default_field_of_view());
            let screen = Screen::new(camera, SIZE);
            let depths = Depths::new(&faces, &camera, SIZE);
            let turn = Quat::from_rotation_y(yaw as f32);
            for i in 0..60 {
                let aside = (i % 10) as f32 * 0.11 - 0.5;
                let ahead = 0.6 + 1.1 * (i / 10) as f32;
                let at = level.spawn.eye.as_vec3() + turn * Vec3::new(aside * ahead, -0.15 * ahead, -ahead);
                let is_drawn = is_drawn(&screen, &depths, at);
                let [near, far] = [0.98, 1.02].map(|share| {
                    let eye = level.spawn.eye.as_vec3();
                    tree.is_blocked(eye, eye.lerp(at, share))
                });
                if near == far {
                    assert_eq!(is_drawn, !near, "{at} looking to {yaw}");
                    drawn += usize::from(is_drawn);
                    hidden += usize::from(!is_drawn);
                }
            }
        }
        assert!(drawn > 40 && hidden > 20, "{drawn} {hidden}");
    }

    /// Checks, in a model view and in a plan, that dots above the floor are drawn, and dots below the floor or above
    /// the cut are not.
    #[test]
    fn cutaway_model_shows_its_inside() {
        let (tree, level, faces) = room();
        let eye = level.spawn.eye.as_vec3();
        let floor = tree
            .cast(eye, eye - Vec3::Y * 9.0)
            .expect("the spawn has a floor");
        for is_plan in [false, true] {
            let model = bspwalk_session::view::Model::first(&level, eye.y, 0.3, 16.0 / 9.0, is_plan);
            let camera = model.camera();
            let screen = Screen::new(camera, SIZE);
            let depths = Depths::new(&faces, &camera, SIZE);
            let is_drawn = |height: f32| is_drawn(&screen, &depths, floor.point + Vec3::Y * height);
            let drawn = [-0.3, 0.0, 0.6, eye.y - floor.point.y, eye.y - floor.point.y + 0.4].map(is_drawn);
            assert_eq!(drawn, [false, true, true, true, false], "plan: {is_plan}");
        }
    }

    #[test]
    fn colours_are_blended_in_linear_light() {
        let camera = Camera::perspective(DVec3::ZERO, [0.0, 0.0], 1.0);
        let (screen, depths) = (Screen::new(camera, [4, 4]), Depths::empty([4, 4]));
        let mut pixels = vec![0x00ff_ffff; 16];
        let mut canvas = Canvas::new(&screen, &depths, &mut pixels);
        canvas.blend([1, 1], [0.0; 3], 0.5);
        canvas.blend([2, 2], [0.0; 3], 1.0);
        assert_eq!((pixels[5], pixels[10], pixels[0]), (0x00bc_bcbc, 0, 0x00ff_ffff));
    }
}
