//! Plan view: a horizontal section of the trees at the height of the eye, with walls, split lines and leaves.

use std::sync::Arc;

use bspwalk_geometry::{Plane, cut_at_height};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    section::{Region, SectionParams},
    solid_leaf::OUTSIDE,
};
use glam::{DVec2, DVec3, Vec2};

use crate::job::{Failure, Job};

/// Height change of the eye after which a new section is cut, in metres.
const STEP: f64 = 0.1;

/// Minimum width of cells to divide further, as a fraction of the level's size.
const DETAIL: f64 = 1.0 / 2000.0;

/// Contents of a section, viewed from above: x to the right, z downward, in metres.
#[derive(Clone, Debug, Default)]
pub struct PlanSection {
    /// Height of the section, in metres.
    pub height: f64,
    /// Intersections with solid faces.
    pub walls: Vec<[Vec2; 2]>,
    /// Intersections with the splitting planes of the node-storing tree.
    pub splits: Vec<SplitLine>,
    /// Intersections with solid leaves.
    pub solid: Vec<Vec<Vec2>>,
    /// Intersections with empty leaves.
    pub empty: Vec<Vec<Vec2>>,
    /// Minimum and maximum corner of the level, in x and z.
    pub bounds: [Vec2; 2],
}

/// Intersection of a section with a splitting plane, clipped to the cell of its node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitLine {
    /// Node of the plane.
    pub node: NodeId,
    /// Depth of the node, 0 for the root.
    pub depth: u32,
    /// End points, in metres.
    pub ends: [Vec2; 2],
    /// Unit vector to the front side of the plane.
    pub front: Vec2,
}

impl PlanSection {
    /// Cuts the trees at a height, in metres.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
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
        section.splits.extend(splits.iter().map(|line| SplitLine {
            node: line.node,
            depth: line.depth,
            ends: line.ends.map(flat),
            front: flat(line.front),
        }));
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

/// Cuts sections in the background, on request.
#[derive(Debug, Default)]
pub struct Planner {
    section: Option<Arc<PlanSection>>,
    cutting: Job<Wanted, PlanSection>,
}

/// Key of a section: its height in steps, and whether it has leaves.
type Wanted = (i64, bool);

impl Planner {
    /// Requests the section at a height, in metres, and stores a finished one. Until then the previous
    /// section remains.
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
        // Let a running cut finish even if the eye has moved on. On stairs the eye always moves on, so no
        // section would ever appear.
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

    /// Returns the latest section.
    #[must_use]
    pub fn section(&self) -> Option<&Arc<PlanSection>> {
        self.section.as_ref()
    }
}
