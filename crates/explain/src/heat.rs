//! What queries cost, place by place: the casts of a picture's pixels, and what they visit and test.
//!
//! The figures are those of the very casts, counted while they run; their sums are what the queries themselves count. Ray tracers show
//! such pictures (three-mesh-bvh's cost view, AMD's Radeon Raytracing Analyzer); here the planes of a BSP tree are what is visited.
//!
//! ```
//! use bspwalk_explain::heat::{HeatMap, Measure};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//! use glam::{Vec3, vec3};
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default())?;
//! let eye = level.spawn.eye.as_vec3();
//! let ray = |[x, y]: [u32; 2]| Some([eye, eye + 50.0 * vec3(x as f32 - 7.5, 4.5 - y as f32, -8.0)]);
//! let map = HeatMap::of_casts(&tree, [16, 10], ray, &Progress::default())?;
//! let ([x, y], nodes) = map.greatest(Measure::Nodes).expect("there are pixels");
//! println!("The cast through pixel ({x}, {y}) visits {nodes} nodes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::Cell;

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    NodeTree,
    node_storing::NodeId,
    observer::{Observer, TestOutcome},
};
use glam::Vec3;

/// What is counted of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Nodes visited.
    Nodes,
    /// Faces tested.
    Faces,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Nodes, Self::Faces];

    /// So many of what is counted: "1 node visited", "12 faces tested".
    #[must_use]
    pub fn counted(self, number: u32) -> String {
        let (thing, done) = match self {
            Self::Nodes => ("node", "visited"),
            Self::Faces => ("face", "tested"),
        };
        format!("{} {done}", bspwalk_progress::words::counted(number, thing))
    }
}

/// What queries cost at the places of a grid, such as the pixels of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeatMap {
    /// Its width and height.
    pub size: [u32; 2],
    /// Nodes visited, row by row from the top.
    pub nodes: Vec<u32>,
    /// Faces tested, likewise.
    pub faces: Vec<u32>,
}

/// Counts the faces that a query tests, as its film does: one that reaches into several cells is counted once.
#[derive(Clone, Copy)]
struct CountTests<'a>(&'a Cell<u32>);

impl Observer for CountTests<'_> {
    fn test_face(self, _node: NodeId, _triangle: u32, outcome: TestOutcome) {
        if outcome != TestOutcome::AlreadyTested {
            self.0.set(self.0.get() + 1);
        }
    }
}

impl HeatMap {
    /// What casts through a grid cost. `ray` gives the ends of the one of a place, in metres; where there is none, nothing is visited.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn of_casts(
        tree: &NodeTree,
        size: [u32; 2],
        ray: impl Fn([u32; 2]) -> Option<[Vec3; 2]> + Send + Sync,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let [width, height] = size;
        let rows = progress.in_parallel("Counting what casts visit", 0..height, |y| {
            let row = (0..width).map(|x| {
                let Some([from, to]) = ray([x, y]) else {
                    return [0; 2];
                };
                let tested = Cell::new(0);
                let cast = tree.cast_observed(from, to, CountTests(&tested));
                [cast.visited, tested.get()]
            });
            Ok(row.collect::<Vec<[u32; 2]>>())
        })?;
        let costs = || rows.iter().flatten();
        Ok(Self {
            size,
            nodes: costs().map(|[nodes, _]| *nodes).collect(),
            faces: costs().map(|[_, faces]| *faces).collect(),
        })
    }

    /// The figures of a measure, row by row from the top.
    #[must_use]
    pub fn values(&self, measure: Measure) -> &[u32] {
        match measure {
            Measure::Nodes => &self.nodes,
            Measure::Faces => &self.faces,
        }
    }

    /// The place of the greatest figure, the first of equal ones, and that figure; `None` where there are no places.
    #[must_use]
    pub fn greatest(&self, measure: Measure) -> Option<([u32; 2], u32)> {
        let values = self.values(measure);
        let (index, &value) = values.iter().enumerate().rev().max_by_key(|(_, value)| **value)?;
        let [width, _] = self.size.map(|side| side as usize);
        Some(([(index % width) as u32, (index / width) as u32], value))
    }

    /// The mean of a measure; 0 where there are no places.
    #[must_use]
    pub fn mean(&self, measure: Measure) -> f64 {
        let values = self.values(measure);
        let sum: u64 = values.iter().map(|&value| u64::from(value)).sum();
        sum as f64 / values.len().max(1) as f64
    }
}
