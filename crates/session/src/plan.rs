//! The plan: a section of the trees at the height of the eye, with the walls that it cuts, the split lines, the leaves and
//! the body, and its painting into pixels.

use std::sync::Arc;

use bspwalk_geometry::{Plane, cut_at_height};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    LeafTree, NodeTree,
    section::{Region, SectionParams},
    solid_leaf::OUTSIDE,
};
use glam::{DVec2, DVec3, Vec2, Vec3, vec2};

use crate::job::{Failure, Job};

/// The section is cut again when the eye is so much higher or lower, in metres.
const STEP: f64 = 0.1;

/// The plan shows at most so much of a level, in metres along its shorter side.
const SPAN: f32 = 24.0;

/// Cells that are narrower than this part of the level are not divided further.
const DETAIL: f64 = 1.0 / 2000.0;

/// What a section shows, seen from above: x to the right, z downwards, in metres.
#[derive(Clone, Debug, Default)]
pub struct PlanSection {
    /// The height of the section, in metres.
    pub height: f64,
    /// Where the section cuts solid faces.
    pub walls: Vec<[Vec2; 2]>,
    /// Where it cuts the splitting planes of the node-storing tree, each with the depth of its node.
    pub splits: Vec<([Vec2; 2], u32)>,
    /// The solid leaves that it cuts.
    pub solid: Vec<Vec<Vec2>>,
    /// The empty leaves that it cuts.
    pub empty: Vec<Vec<Vec2>>,
    /// The corner of the level with the least x and z, and the opposite one.
    pub bounds: [Vec2; 2],
}

impl PlanSection {
    /// Cuts the trees at a height, with progress, which can cancel it.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn cut(
        level: &Level,
        tree: &NodeTree,
        leaves: Option<&LeafTree>,
        height: f64,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let plane = Plane::from_point_normal(DVec3::Y * height, DVec3::Y);
        let params = SectionParams {
            min_width: level.bounds.size().max_element().max(0.0) * DETAIL,
            ..SectionParams::default()
        };
        let corners = [level.bounds.min, level.bounds.max].map(flat);
        let mut section = Self {
            height,
            bounds: if level.bounds.is_empty() {
                [Vec2::ZERO; 2]
            } else {
                corners
            },
            ..Self::default()
        };
        for (turn, triangle) in level.triangles.iter().enumerate() {
            progress.check_at(turn)?;
            if triangle.solid {
                section
                    .walls
                    .extend(cut_at_height(&triangle.corners, height).map(|ends| ends.map(flat)));
            }
        }
        let splits = tree.section(&plane, &params, progress)?.lines;
        section
            .splits
            .extend(splits.iter().map(|line| (line.ends.map(flat), line.depth)));
        if let Some(leaves) = leaves {
            for cell in leaves.section(&plane, &params, progress)?.cells {
                let corners = cell.polygon.positions().map(flat).collect();
                match cell.region {
                    Region::Leaf(leaf) if leaf != OUTSIDE && !leaves.is_solid(leaf) => {
                        section.empty.push(corners);
                    }
                    Region::Leaf(leaf) if leaf != OUTSIDE => section.solid.push(corners),
                    _ => {}
                }
            }
        }
        Ok(section)
    }
}

fn flat(point: DVec3) -> Vec2 {
    DVec2::new(point.x, point.z).as_vec2()
}

/// Cuts sections beside the main thread, the latest that was asked for.
#[derive(Debug, Default)]
pub struct Planner {
    section: Option<Arc<PlanSection>>,
    cutting: Job<Wanted, PlanSection>,
}

/// A section: its height in steps, and whether it has leaves.
type Wanted = (i64, bool);

impl Planner {
    /// Asks for the section at a height, and takes one that has been cut. Until then the one before stays.
    pub fn want(
        &mut self,
        level: &Arc<Level>,
        tree: &Arc<NodeTree>,
        leaves: Option<&Arc<LeafTree>>,
        height: f64,
    ) {
        if let Some(section) = self.cutting.take() {
            self.section = Some(Arc::new(section));
        }
        // What is being cut is shown even where the eye has gone on, as on stairs it always has.
        if self.cutting.is_busy() {
            return;
        }
        let wanted = ((height / STEP).round() as i64, leaves.is_some());
        let (level, tree, leaves) = (Arc::clone(level), Arc::clone(tree), leaves.cloned());
        self.cutting.request_cancellable(wanted, move |progress| {
            let height = wanted.0 as f64 * STEP;
            let section = PlanSection::cut(&level, &tree, leaves.as_deref(), height, progress);
            section.map_err(|Cancelled| Failure::Cancelled)
        });
    }

    /// The latest section.
    #[must_use]
    pub fn section(&self) -> Option<&Arc<PlanSection>> {
        self.section.as_ref()
    }
}

/// The body on the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMarker {
    /// The eye, in metres.
    pub eye: Vec3,
    /// The unit vector along the view.
    pub forward: Vec3,
    /// The radius of the body, in metres.
    pub radius: f32,
}

/// The colours of the plan, as 0x00RRGGBB. What is drawn later is drawn over what was before.
pub mod ink {
    /// Where there is nothing.
    pub const PAPER: u32 = 0x0010_1218;
    /// A solid leaf.
    pub const SOLID: u32 = 0x002a_2e38;
    /// The border of an empty leaf.
    pub const LEAF: u32 = 0x0030_6a50;
    /// A split line near the root; deeper ones are darker.
    pub const SPLIT: u32 = 0x005c_8ad8;
    /// A wall.
    pub const WALL: u32 = 0x00f0_f0f0;
    /// The body.
    pub const BODY: u32 = 0x00ff_ce60;
}

/// A plan in pixels, which are square.
#[derive(Clone, Debug, Default)]
pub struct PlanImage {
    /// Width and height.
    pub size: [u32; 2],
    /// 0x00RRGGBB, row by row from the top.
    pub pixels: Vec<u32>,
    /// Metres a pixel.
    scale: f32,
    /// The place in the middle.
    middle: Vec2,
}

impl PlanImage {
    /// Paints a plan: the whole level, or what of it is around the body.
    #[must_use]
    pub fn new(section: &PlanSection, body: &BodyMarker, size: [u32; 2]) -> Self {
        let [width, height] = size.map(|side| side.max(1) as f32);
        let extent = (section.bounds[1] - section.bounds[0]).max(Vec2::splat(1.0)) * 1.06;
        let whole = (extent.x / width).max(extent.y / height);
        let part = SPAN / width.min(height);
        let scale = whole.min(part);
        let eye = vec2(body.eye.x, body.eye.z);
        let half = vec2(width, height) * scale * 0.5;
        let center = (section.bounds[0] + section.bounds[1]) * 0.5;
        // Where the whole level has room along an axis it stays, otherwise the body is in the middle.
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
        for &(ends, depth) in section.splits.iter().rev() {
            image.line(ends, dimmed(ink::SPLIT, 1.0 / (1.0 + 0.12 * depth as f32)));
        }
        for &wall in &section.walls {
            image.line(wall, ink::WALL);
        }
        image.body(body);
        image
    }

    /// A place on the plan, in pixels.
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
        // At least a dot and its surroundings.
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
        let tip = eye + ahead * reach;
        self.line([eye, tip], ink::BODY);
        for turn in [2.6, -2.6] {
            self.line(
                [tip, tip + Vec2::from_angle(turn).rotate(ahead) * reach * 0.4],
                ink::BODY,
            );
        }
    }
}

/// The part of a line within a picture of this size.
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
    use bspwalk_trees::BuildParams;

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
        let image = PlanImage::new(&section, &body, [120, 80]);
        let count = |color: u32| image.pixels.iter().filter(|&&pixel| pixel == color).count();
        assert!(count(ink::WALL) > 50 && count(ink::BODY) > 8);
        assert_eq!(image.pixels[40 * 120 + 60], ink::BODY);
        // The arrow points to the north, which is up.
        assert!((20..40).any(|row| image.pixels[row * 120 + 60] == ink::BODY));
        assert!((44..80).all(|row| image.pixels[row * 120 + 60] != ink::BODY));
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
            let image = PlanImage::new(&section, &body, size);
            assert_eq!(image.pixels.len() as u32, size[0] * size[1]);
        }
        let _ = PlanImage::new(&PlanSection::default(), &body, [10, 10]);
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
