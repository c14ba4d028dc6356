//! The plan: a section of the trees at the height of the eye, with the walls that it cuts, the split lines and the leaves.

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

/// The section is cut again when the eye is so much higher or lower, in metres.
const STEP: f64 = 0.1;

/// Cells that are narrower than this part of the level are not divided further.
const DETAIL: f64 = 1.0 / 2000.0;

/// What a section shows, seen from above: x to the right, z downwards, in metres.
#[derive(Clone, Debug, Default)]
pub struct PlanSection {
    /// The height of the section, in metres.
    pub height: f64,
    /// Where the section cuts solid faces.
    pub walls: Vec<[Vec2; 2]>,
    /// Where it cuts the splitting planes of the node-storing tree.
    pub splits: Vec<SplitLine>,
    /// The solid leaves that it cuts.
    pub solid: Vec<Vec<Vec2>>,
    /// The empty leaves that it cuts.
    pub empty: Vec<Vec<Vec2>>,
    /// The corner of the level with the least x and z, and the opposite one.
    pub bounds: [Vec2; 2],
}

/// Where a section cuts a splitting plane, within the cell of its node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitLine {
    /// The node.
    pub node: NodeId,
    /// The number of nodes above it.
    pub depth: u32,
    /// The ends, in metres.
    pub ends: [Vec2; 2],
    /// The unit vector to the front of the plane.
    pub front: Vec2,
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
