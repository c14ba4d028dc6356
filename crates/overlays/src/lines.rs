//! Antialiased lines of constant screen width, drawn without z-fighting against the faces that they lie on.
//!
//! Bevy's retained gizmos are not suitable. Their edges are antialiased only with multisampling, which is switched off
//! for software drivers. All lines of a gizmo have the same width. Gizmos do not fade with distance, and they do not
//! fit into the drawing order of the overlays.

use bspwalk_collision::Capsule;
use bspwalk_draw::color::palette::Rgb;
use glam::Vec3;

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Rgb,
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// Width, in logical pixels.
    pub width: f32,
    /// Whether the line is dashed. The dashes of long lines are longer.
    pub dashed: bool,
}

impl Stroke {
    /// Builds a solid stroke.
    pub fn new(color: Rgb, alpha: f32, width: f32) -> Self {
        Self {
            color,
            alpha,
            width,
            dashed: false,
        }
    }

    /// Returns this stroke, with dashes if `dashed` is set.
    #[must_use]
    pub fn dashed(self, dashed: bool) -> Self {
        Self { dashed, ..self }
    }

    fn rgba(self) -> [u8; 4] {
        let Rgb(r, g, b) = self.color;
        [r, g, b, (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8]
    }
}

/// A line segment in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Endpoints, in metres.
    pub ends: [Vec3; 2],
    /// sRGB colours at the endpoints, with opacity as the fourth channel, 0 to 255.
    pub colors: [[u8; 4]; 2],
    /// Width, in logical pixels.
    pub width: f32,
}

/// A batch of lines with a common distance fade.
#[derive(Clone, Debug, PartialEq)]
pub struct LineBatch {
    lines: Vec<Line>,
    /// Start and end of the distance fade, in metres from the eye.
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
    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the endpoints of the lines, in metres.
    pub fn ends(&self) -> impl Iterator<Item = [Vec3; 2]> {
        self.lines.iter().map(|line| line.ends)
    }

    /// Returns the lines in insertion order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Adds a line. Lines of zero length and lines with a non-finite endpoint are ignored.
    pub fn line(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        if stroke.dashed {
            self.dashes(from, to, stroke);
        } else {
            self.gradient(from, to, stroke, stroke);
        }
    }

    /// Adds a line whose colour changes from one end to the other. The width is taken from `start`.
    pub fn gradient(&mut self, from: Vec3, to: Vec3, start: Stroke, end: Stroke) {
        if from.is_finite() && to.is_finite() && from != to {
            self.lines.push(Line {
                ends: [from, to],
                colors: [start.rgba(), end.rgba()],
                width: start.width,
            });
        }
    }

    /// Adds a dashed line with a dash at each end.
    fn dashes(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        /// Length of a dash and the gap after it, in metres.
        const PERIOD: f32 = 0.3;
        /// Maximum number of dashes per line.
        const MOST: f32 = 24.0;
        let dashes = (from.distance(to) / PERIOD).round().clamp(1.0, MOST);
        // There is no gap after the last dash.
        let period = 1.0 / (dashes - 0.45);
        for dash in 0..dashes as u32 {
            let begin = dash as f32 * period;
            let end = (begin + 0.55 * period).min(1.0);
            self.gradient(from.lerp(to, begin), from.lerp(to, end), stroke, stroke);
        }
    }

    /// Adds a line from each point to the next.
    pub fn path(&mut self, points: &[Vec3], stroke: Stroke) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], stroke);
        }
    }

    /// Adds a line from each point to the next, and from the last to the first.
    pub fn ring(&mut self, points: &[Vec3], stroke: Stroke) {
        self.path(points, stroke);
        if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            self.line(last, first, stroke);
        }
    }

    /// Adds a circle around `center`, perpendicular to the unit vector `axis`.
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

    /// Adds the outline of a body: rings around its caps, and four lines between them.
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

    /// Adds an arrow whose head is a quarter of its length.
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

    /// Adds three crossing lines that extend `size` metres to either side of a point.
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
    fn zero_length_and_non_finite_lines_are_skipped() {
        let stroke = Stroke::new(Rgb(1, 2, 3), 1.0, 2.0);
        let mut lines = LineBatch::default();
        lines.line(Vec3::ZERO, Vec3::NAN, stroke.dashed(true));
        lines.line(Vec3::ONE, Vec3::ONE, stroke);
        lines.line(Vec3::ZERO, Vec3::NAN, stroke);
        lines.line(Vec3::INFINITY, Vec3::ZERO, stroke);
        assert!(lines.is_empty());
        lines.line(Vec3::ZERO, Vec3::X, stroke);
        assert_eq!(lines.lines()[0].ends, [Vec3::ZERO, Vec3::X]);
    }

    #[test]
    fn dashes_cover_the_line_and_are_limited() {
        let stroke = Stroke::new(Rgb(0, 0, 0), 1.0, 1.0).dashed(true);
        for (length, count) in [(0.1, 1), (0.9, 3), (900.0, 24)] {
            let mut lines = LineBatch::default();
            lines.line(Vec3::ZERO, Vec3::X * length, stroke);
            assert_eq!(lines.len(), count, "{length} m");
            let ends: Vec<f32> = lines.ends().flatten().map(|end| end.x).collect();
            assert!(ends.is_sorted(), "{ends:?}");
            assert_eq!(ends[0], 0.0);
            assert!(
                (ends[ends.len() - 1] - length).abs() < 1.0e-3 * length,
                "{ends:?}"
            );
        }
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
