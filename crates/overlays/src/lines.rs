//! Lines of a constant width on the screen, antialiased, and not fighting with the faces that they lie on.
//!
//! The engine's retained gizmos do not serve: their edges are smooth only with multisampling, which software drivers are
//! spared, one width holds for all lines of a gizmo, and they neither fade with the distance nor have a place in the order
//! in which the overlays are drawn.

use bspwalk_levels::color::palette::Rgb;
use bspwalk_trees::collision::Capsule;
use glam::Vec3;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Rgb,
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// Width in logical pixels.
    pub width: f32,
}

impl Stroke {
    /// A line of this colour, opacity and width.
    pub fn new(color: Rgb, alpha: f32, width: f32) -> Self {
        Self { color, alpha, width }
    }

    fn rgba(self) -> [u8; 4] {
        let Rgb(r, g, b) = self.color;
        [r, g, b, (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8]
    }
}

/// A line from one place of the world to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The ends, in metres.
    pub ends: [Vec3; 2],
    /// The sRGB colours at the ends, with their opacity as the fourth channel, 0 to 255.
    pub colors: [[u8; 4]; 2],
    /// The width in logical pixels.
    pub width: f32,
}

/// Lines that fade at one distance.
#[derive(Clone, Debug, PartialEq)]
pub struct LineBatch {
    lines: Vec<Line>,
    /// Distances from the eye at which lines begin to fade and are gone, in metres.
    pub fade: [f32; 2],
}

impl Default for LineBatch {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            fade: [1.0e9, 2.0e9],
        }
    }
}

impl LineBatch {
    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The ends of the lines, in metres.
    pub fn ends(&self) -> impl Iterator<Item = [Vec3; 2]> {
        self.lines.iter().map(|line| line.ends)
    }

    /// The lines, in the order in which they were added.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Adds a line; one without a length or with an end that is not finite is left out.
    pub fn line(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        self.gradient(from, to, stroke, stroke);
    }

    /// Adds a line whose colour changes from one end to the other. The width is that of the start.
    pub fn gradient(&mut self, from: Vec3, to: Vec3, start: Stroke, end: Stroke) {
        if from.is_finite() && to.is_finite() && from != to {
            self.lines.push(Line {
                ends: [from, to],
                colors: [start.rgba(), end.rgba()],
                width: start.width,
            });
        }
    }

    /// Adds a line as dashes, with dashes at both ends; a long one has longer dashes.
    pub fn dashes(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        /// Length of a dash with its gap, in metres, and how many there are at most.
        const PERIOD: f32 = 0.3;
        const MOST: f32 = 24.0;
        let dashes = (from.distance(to) / PERIOD).round().clamp(1.0, MOST);
        // The last has no gap behind it.
        let period = 1.0 / (dashes - 0.45);
        for dash in 0..dashes as u32 {
            let begin = dash as f32 * period;
            let end = (begin + 0.55 * period).min(1.0);
            self.line(from.lerp(to, begin), from.lerp(to, end), stroke);
        }
    }

    /// Adds lines from each point to the next.
    pub fn path(&mut self, points: &[Vec3], stroke: Stroke) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], stroke);
        }
    }

    /// Adds lines from each point to the next, and from the last to the first.
    pub fn ring(&mut self, points: &[Vec3], stroke: Stroke) {
        self.path(points, stroke);
        if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            self.line(last, first, stroke);
        }
    }

    /// Adds a circle around `center` across `axis`, a unit vector.
    pub fn circle(&mut self, center: Vec3, axis: Vec3, radius: f32, stroke: Stroke) {
        const SEGMENTS: usize = 48;
        let (u, v) = axis.any_orthonormal_pair();
        let points: Vec<Vec3> = (0..SEGMENTS)
            .map(|i| {
                let (sin, cos) = (i as f32 / SEGMENTS as f32 * std::f32::consts::TAU).sin_cos();
                center + (u * cos + v * sin) * radius
            })
            .collect();
        self.ring(&points, stroke);
    }

    /// The outline of a body: rings around its caps, and four lines between them.
    pub fn body(&mut self, center: Vec3, body: Capsule, stroke: Stroke) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            self.circle(center + body.half_axis, axis, body.radius, stroke);
            if !body.is_sphere() {
                self.circle(center - body.half_axis, axis, body.radius, stroke);
            }
        }
        if !body.is_sphere() {
            for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
                let at = center + side * body.radius;
                self.line(at - body.half_axis, at + body.half_axis, stroke);
            }
        }
    }

    /// Adds an arrow; its head is a quarter of its length.
    pub fn arrow(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        self.line(from, to, stroke);
        let Some(direction) = (to - from).try_normalize() else {
            return;
        };
        let head = (to - from).length() * 0.25;
        let (u, v) = direction.any_orthonormal_pair();
        for side in [u, -u, v, -v] {
            self.line(to, to + (side * 0.45 - direction) * head, stroke);
        }
    }

    /// Adds three short lines across each other, `size` metres to each side.
    pub fn cross(&mut self, at: Vec3, size: f32, stroke: Stroke) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            self.line(at - axis * size, at + axis * size, stroke);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_a_length_or_a_place_are_left_out() {
        let stroke = Stroke::new(Rgb(1, 2, 3), 1.0, 2.0);
        let mut lines = LineBatch::default();
        lines.line(Vec3::ONE, Vec3::ONE, stroke);
        lines.line(Vec3::ZERO, Vec3::NAN, stroke);
        lines.line(Vec3::INFINITY, Vec3::ZERO, stroke);
        assert!(lines.is_empty());
        lines.line(Vec3::ZERO, Vec3::X, stroke);
        assert_eq!(lines.lines()[0].ends, [Vec3::ZERO, Vec3::X]);
    }

    #[test]
    fn dashes_reach_from_end_to_end_and_are_not_too_many() {
        let stroke = Stroke::new(Rgb(0, 0, 0), 1.0, 1.0);
        for (length, count) in [(0.1, 1), (0.9, 3), (900.0, 24)] {
            let mut lines = LineBatch::default();
            lines.dashes(Vec3::ZERO, Vec3::X * length, stroke);
            assert_eq!(lines.len(), count, "{length} m");
            let ends: Vec<f32> = lines.ends().flatten().map(|end| end.x).collect();
            assert!(ends.is_sorted(), "{ends:?}");
            assert!(
                ends[0] == 0.0 && (ends[ends.len() - 1] - length).abs() < 1.0e-3 * length,
                "{ends:?}"
            );
        }
        let mut lines = LineBatch::default();
        lines.dashes(Vec3::ZERO, Vec3::NAN, stroke);
        assert!(lines.is_empty());
    }

    #[test]
    fn a_ring_is_closed() {
        let mut lines = LineBatch::default();
        lines.circle(Vec3::ZERO, Vec3::Y, 2.0, Stroke::new(Rgb(0, 0, 0), 1.0, 1.0));
        let ends: Vec<[Vec3; 2]> = lines.ends().collect();
        for (i, &[_, to]) in ends.iter().enumerate() {
            assert_eq!(to, ends[(i + 1) % ends.len()][0]);
            assert!((to.length() - 2.0).abs() < 1.0e-5 && to.y.abs() < 1.0e-5);
        }
    }
}
