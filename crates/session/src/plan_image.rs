//! Image of the plan view: the section, the body, and the planes of the selected node and of the root.

use bspwalk_trees::node_storing::NodeId;
use glam::{Vec2, Vec3, vec2};

use crate::plan::{PlanSection, SplitLine};

/// Maximum extent of the displayed area along the image's shorter side, in metres.
const SPAN: f32 = 24.0;

/// Marker of the body on the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMarker {
    /// Eye position, in metres.
    pub eye: Vec3,
    /// Unit vector of the view direction.
    pub forward: Vec3,
    /// Radius of the body, in metres.
    pub radius: f32,
}

/// Colours of the plan, as 0x00RRGGBB, in drawing order.
pub mod ink {
    /// Background.
    pub const PAPER: u32 = 0x0010_1218;
    /// A solid leaf.
    pub const SOLID: u32 = 0x002a_2e38;
    /// The border of an empty leaf.
    pub const LEAF: u32 = 0x0030_6a50;
    /// A split line near the root; deeper ones are darker.
    pub const SPLIT: u32 = 0x005c_8ad8;
    /// A wall.
    pub const WALL: u32 = 0x00f0_f0f0;
    /// The line of the root's plane, if a node is selected.
    pub const ROOT: u32 = 0x00c8_a0f0;
    /// The line of the selected node's plane.
    pub const SELECTED: u32 = 0x00ff_f6a0;
    /// The body.
    pub const BODY: u32 = 0x00ff_ce60;
}

/// Image of a plan with square pixels.
#[derive(Clone, Debug, Default)]
pub struct PlanImage {
    /// Width and height, in pixels.
    pub size: [u32; 2],
    /// Pixels as 0x00RRGGBB, row by row from the top.
    pub pixels: Vec<u32>,
    /// Metres per pixel.
    scale: f32,
    /// Point at the centre of the image, in metres.
    middle: Vec2,
}

impl PlanImage {
    /// Draws a plan of the whole level, or of the area around the body if the level is too large.
    ///
    /// The planes of the selected node and of the root are thick lines with arrows to their front sides.
    #[must_use]
    pub fn new(section: &PlanSection, selected: Option<NodeId>, body: &BodyMarker, size: [u32; 2]) -> Self {
        let [width, height] = size.map(|side| side.max(1) as f32);
        let extent = (section.bounds[1] - section.bounds[0]).max(Vec2::splat(1.0)) * 1.06;
        let whole = (extent.x / width).max(extent.y / height);
        let part = SPAN / width.min(height);
        let scale = whole.min(part);
        let eye = vec2(body.eye.x, body.eye.z);
        let half = vec2(width, height) * scale * 0.5;
        let center = (section.bounds[0] + section.bounds[1]) * 0.5;
        // Along an axis on which the whole level fits, centre the level. Otherwise centre the body.
        let place =
            |half: f32, extent: f32, center: f32, eye: f32| if 2.0 * half >= extent { center } else { eye };
        let middle = vec2(
            place(half.x, extent.x, center.x, eye.x),
            place(half.y, extent.y, center.y, eye.y),
        );
        let mut image = Self {
            size,
            pixels: vec![ink::PAPER; (size[0] * size[1]) as usize],
            scale,
            middle,
        };
        for leaf in &section.solid {
            image.fill(leaf, ink::SOLID);
        }
        for leaf in &section.empty {
            image.outline(leaf, ink::LEAF);
        }
        for &SplitLine { ends, depth, .. } in section.splits.iter().rev() {
            image.line(ends, dimmed(ink::SPLIT, 1.0 / (1.0 + 0.12 * depth as f32)));
        }
        for &wall in &section.walls {
            image.line(wall, ink::WALL);
        }
        if let Some(selected) = selected {
            for line in section
                .splits
                .iter()
                .filter(|line| line.depth == 0 && line.node != selected)
            {
                image.own_line(line, ink::ROOT);
            }
            for line in section.splits.iter().filter(|line| line.node == selected) {
                image.own_line(line, ink::SELECTED);
            }
        }
        image.body(body);
        image
    }

    /// Converts a point of the plan to pixels.
    fn at(&self, place: Vec2) -> Vec2 {
        let [width, height] = self.size.map(|side| side as f32);
        (place - self.middle) / self.scale + vec2(width, height) * 0.5
    }

    fn set(&mut self, x: i64, y: i64, color: u32) {
        let [width, height] = self.size.map(i64::from);
        if (0..width).contains(&x) && (0..height).contains(&y) {
            self.pixels[(y * width + x) as usize] = color;
        }
    }

    fn line(&mut self, ends: [Vec2; 2], color: u32) {
        let size = vec2(self.size[0] as f32, self.size[1] as f32);
        let Some([from, to]) = clipped(ends.map(|end| self.at(end)), size) else {
            return;
        };
        let steps = (to - from).abs().max_element().ceil().max(1.0);
        for step in 0..=steps as u32 {
            let at = from.lerp(to, step as f32 / steps);
            self.set(at.x.floor() as i64, at.y.floor() as i64, color);
        }
    }

    /// Draws a thick line with an arrow from its midpoint to its front side.
    fn own_line(&mut self, line: &SplitLine, color: u32) {
        /// Length of the arrow, as a fraction of the line and as a maximum in pixels. The length of its tip
        /// is a fraction of the arrow.
        const ARROW: [f32; 2] = [0.4, 16.0];
        const TIP: f32 = 0.4;
        let SplitLine { ends, front, .. } = *line;
        for step in [0.0, self.scale] {
            self.line(ends.map(|end| end + front * step), color);
        }
        // If only part of the line is visible, place the arrow in that part.
        let size = vec2(self.size[0] as f32, self.size[1] as f32);
        let Some(seen) = clipped(ends.map(|end| self.at(end)), size) else {
            return;
        };
        let [share, most] = ARROW;
        let length = (seen[0].distance(seen[1]) * share).min(most) * self.scale;
        let foot = (seen[0].midpoint(seen[1]) - 0.5 * size) * self.scale + self.middle;
        self.arrow([foot, foot + front * length], TIP, color);
    }

    /// Draws an arrow. The length of its tip is a fraction of the arrow.
    fn arrow(&mut self, [from, to]: [Vec2; 2], tip: f32, color: u32) {
        self.line([from, to], color);
        for turn in [2.6, -2.6] {
            self.line([to, to + Vec2::from_angle(turn).rotate(to - from) * tip], color);
        }
    }

    fn outline(&mut self, corners: &[Vec2], color: u32) {
        for (i, &corner) in corners.iter().enumerate() {
            self.line([corner, corners[(i + 1) % corners.len()]], color);
        }
    }

    /// Fills a convex polygon.
    fn fill(&mut self, corners: &[Vec2], color: u32) {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| self.at(corner)).collect();
        let [low, high] = [f32::min, f32::max].map(|pick: fn(f32, f32) -> f32| {
            corners.iter().map(|corner| corner.y).reduce(pick).unwrap_or(0.0)
        });
        let rows = self.size[1] as f32;
        let (first, last) = (low.max(0.0).floor(), high.min(rows).ceil());
        for row in first as i64..last as i64 {
            let y = row as f32 + 0.5;
            let mut span: Option<[f32; 2]> = None;
            for (i, &a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                if (a.y <= y) != (b.y <= y) {
                    let x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
                    span = Some(span.map_or([x, x], |[low, high]| [low.min(x), high.max(x)]));
                }
            }
            if let Some([from, to]) = span {
                let columns = self.size[0] as f32;
                for x in from.max(0.0).floor() as i64..to.min(columns).ceil() as i64 {
                    self.set(x, row, color);
                }
            }
        }
    }

    fn body(&mut self, body: &BodyMarker) {
        const SIDES: u32 = 24;
        let eye = vec2(body.eye.x, body.eye.z);
        // The marker is at least a dot with a border.
        let radius = body.radius.max(1.5 * self.scale);
        let around = |i: u32| {
            let angle = i as f32 / SIDES as f32 * std::f32::consts::TAU;
            eye + Vec2::from_angle(angle) * radius
        };
        let circle: Vec<Vec2> = (0..SIDES).map(around).collect();
        self.fill(&circle, ink::BODY);
        self.outline(&circle, ink::BODY);
        let ahead = vec2(body.forward.x, body.forward.z).normalize_or_zero();
        let reach = 4.0 * radius.max(2.0 * self.scale);
        self.arrow([eye, eye + ahead * reach], 0.4, ink::BODY);
    }
}

/// Clips a line to an image of this size, in pixels.
fn clipped([from, to]: [Vec2; 2], size: Vec2) -> Option<[Vec2; 2]> {
    let along = to - from;
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (start, step, size) = (from[axis], along[axis], size[axis]);
        if step == 0.0 {
            if !(0.0..=size).contains(&start) {
                return None;
            }
            continue;
        }
        let (a, b) = (-start / step, (size - start) / step);
        (first, last) = (first.max(a.min(b)), last.min(a.max(b)));
    }
    (first <= last).then(|| [from + along * first, from + along * last])
}

fn dimmed(color: u32, by: f32) -> u32 {
    let channel = |shift: u32| ((((color >> shift) & 255) as f32 * by) as u32).max(40) << shift;
    channel(16) | channel(8) | channel(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;
    use bspwalk_trees::{BuildParams, NodeTree};

    fn rooms() -> PlanSection {
        let progress = Progress::default();
        let level = builtin::load("three_rooms", &LoadOptions::default(), &progress).expect("it is built in");
        let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
        PlanSection::cut(&level, &tree, None, level.spawn.eye.y, &progress).expect("nobody cancels it")
    }

    #[test]
    fn a_section_has_walls_and_split_lines_and_the_body_is_painted_over_them() {
        let section = rooms();
        assert!(section.walls.len() > 10 && section.splits.len() > 10);
        let middle = (section.bounds[0] + section.bounds[1]) * 0.5;
        let body = BodyMarker {
            eye: Vec3::new(middle.x, 1.7, middle.y),
            forward: Vec3::NEG_Z,
            radius: 0.3,
        };
        let image = PlanImage::new(&section, None, &body, [120, 80]);
        let count = |color: u32| image.pixels.iter().filter(|&&pixel| pixel == color).count();
        assert!(count(ink::WALL) > 50 && count(ink::BODY) > 8);
        assert_eq!(image.pixels[40 * 120 + 60], ink::BODY);
        // The arrow points north, which is up.
        assert!((20..40).any(|row| image.pixels[row * 120 + 60] == ink::BODY));
        assert!((44..80).all(|row| image.pixels[row * 120 + 60] != ink::BODY));
    }

    #[test]
    fn the_selected_plane_and_the_root_are_thick_lines_with_arrows_to_their_fronts() {
        let section = rooms();
        let body = BodyMarker {
            eye: Vec3::splat(1.0e6),
            forward: Vec3::NEG_Z,
            radius: 0.1,
        };
        let paint = |selected| PlanImage::new(&section, selected, &body, [300, 300]);
        let count =
            |image: &PlanImage, color: u32| image.pixels.iter().filter(|&&pixel| pixel == color).count();
        let plain = paint(None);
        assert_eq!(
            [ink::ROOT, ink::SELECTED].map(|color| count(&plain, color)),
            [0, 0]
        );
        let mut shown = 0;
        for line in section.splits.iter().filter(|line| line.depth < 3) {
            let middle = line.ends[0].midpoint(line.ends[1]);
            let image = paint(Some(line.node));
            assert!(
                line.depth > 0 || count(&image, ink::ROOT) == 0,
                "the root is selected itself"
            );
            let places = (0..300_u32).flat_map(|y| (0..300_u32).map(move |x| (x, y)));
            let selected = places.filter(|&(x, y)| image.pixels[(y * 300 + x) as usize] == ink::SELECTED);
            // Signed distance of each pixel of the line and its arrow from the plane, in pixels. Positive is
            // in front.
            let distances: Vec<f32> = selected
                .map(|(x, y)| (vec2(x as f32, y as f32) + 0.5 - image.at(middle)).dot(line.front))
                .collect();
            if distances.len() > 60 {
                shown += 1;
                let most = distances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let least = distances.iter().copied().fold(f32::INFINITY, f32::min);
                assert!(
                    most > 8.0 && least > -2.0,
                    "node {}: {least} to {most}",
                    line.node
                );
            }
        }
        assert!(shown > 1, "{shown} lines are in the picture");
    }

    #[test]
    fn nothing_is_painted_outside_and_no_size_panics() {
        let section = rooms();
        let body = BodyMarker {
            eye: Vec3::splat(1.0e9),
            forward: Vec3::ZERO,
            radius: f32::MAX,
        };
        for size in [[0, 0], [1, 1], [3, 0], [2, 300]] {
            let image = PlanImage::new(&section, Some(0), &body, size);
            assert_eq!(image.pixels.len() as u32, size[0] * size[1]);
        }
        let _ = PlanImage::new(&PlanSection::default(), Some(0), &body, [10, 10]);
    }

    #[test]
    fn lines_are_clipped_to_the_picture() {
        let size = vec2(10.0, 10.0);
        assert_eq!(
            clipped([vec2(-5.0, 5.0), vec2(15.0, 5.0)], size),
            Some([vec2(0.0, 5.0), vec2(10.0, 5.0)])
        );
        assert_eq!(clipped([vec2(-5.0, -1.0), vec2(15.0, -1.0)], size), None);
        assert_eq!(clipped([vec2(-5.0, 0.0), vec2(0.0, 15.1)], size), None);
    }
}
