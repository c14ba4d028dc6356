//! Heat maps of query cost: for casts through the pixels of a picture, for bodies standing where the casts hit, and for
//! the visibility and the load of DOOM's renderer from there.
//!
//! The numbers are counted while the actual queries run, and their sums match the queries' own counters. Ray tracers
//! show similar pictures for casts (three-mesh-bvh's cost view, AMD's Radeon Raytracing Analyzer). Ultimate Doom
//! Builder's Visplane Explorer shows what is drawn from a position of a DOOM map, like [`doom_load`](crate::doom_load).
//!
//! ```
//! use bspwalk_explain::heat::{HeatMap, Measure, Trees};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//! use glam::{Vec3, vec3};
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default())?;
//! let eye = level.spawn.eye.as_vec3();
//! let ray = |[x, y]: [u32; 2]| [eye, eye + 50.0 * vec3(x as f32 - 7.5, 4.5 - y as f32, -8.0)];
//! let map = HeatMap::new(Measure::Nodes, &Trees::of_nodes(&tree), [16, 10], ray, &Progress::default())?;
//! let ([x, y], nodes) = map.greatest().expect("there are pixels");
//! println!("The cast through pixel ({x}, {y}) visits {nodes} nodes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::Cell;

use bspwalk_collision::{Capsule, mover::MoverParams};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{text, words};
use bspwalk_trees::{
    LeafTree, NodeTree, QueryCounters, TriangleId,
    node_storing::NodeId,
    observer::{Observer, TestOutcome},
    solid_leaf::{LeafId, OUTSIDE, Pvs},
};
use glam::Vec3;

use crate::doom_load::{LoadMap, RenderLimit};

/// Quantity to count at each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Nodes visited by the cast.
    Nodes,
    /// Faces tested by the cast.
    Faces,
    /// Nodes visited when a body standing at the hit point slides down for one step.
    Slide,
    /// Leaves that may be visible from the eye of that body according to the PVS.
    Leaves,
    /// Faces and face pieces in these leaves, which is everything drawn there without frustum culling.
    Drawn,
    /// Visplanes of DOOM's renderer, from the eye of a player standing there.
    Visplanes,
    /// Drawsegs of DOOM's renderer, from there.
    Drawsegs,
    /// Openings of DOOM's renderer, from there.
    Openings,
}

/// Distance that a standing body falls in one step, in metres.
const SINKS: f32 = 0.02;

/// Height of a standing body above the ground, in metres.
const ABOVE_GROUND: f32 = 0.01;

impl Measure {
    /// All measures.
    pub const ALL: [Self; 8] = [
        Self::Nodes,
        Self::Faces,
        Self::Slide,
        Self::Leaves,
        Self::Drawn,
        Self::Visplanes,
        Self::Drawsegs,
        Self::Openings,
    ];

    /// Formats a count with its unit, as in "1 node visited" or "12 faces tested".
    #[must_use]
    pub fn format_count(self, number: impl Into<u64>) -> String {
        let number = words::count(number);
        match self {
            Self::Nodes | Self::Slide => text!("heat-nodes-visited", count = number),
            Self::Faces => text!("heat-faces-tested", count = number),
            Self::Leaves => text!("heat-leaves-seen", count = number),
            Self::Drawn => text!("heat-faces-drawn", count = number),
            Self::Visplanes => text!("heat-visplanes", count = number),
            Self::Drawsegs => text!("heat-drawsegs", count = number),
            Self::Openings => text!("heat-openings", count = number),
        }
    }

    /// Describes what each position of the map represents.
    #[must_use]
    pub fn describe_positions(self) -> &'static str {
        match self {
            Self::Nodes | Self::Faces => text!("heat-of-casts"),
            Self::Slide => text!("heat-of-slides"),
            Self::Leaves | Self::Drawn => text!("heat-of-eyes"),
            Self::Visplanes | Self::Drawsegs | Self::Openings => text!("heat-of-doom"),
        }
    }

    /// Returns whether the measure depends only on the node-storing tree, so that it can compare two such trees.
    #[must_use]
    pub const fn is_of_nodes(self) -> bool {
        matches!(self, Self::Nodes | Self::Faces | Self::Slide)
    }

    /// Returns whether the measure refers to a body standing at the end of the cast. Its heat map is then a top view.
    #[must_use]
    pub const fn is_of_standing_body(self) -> bool {
        !matches!(self, Self::Nodes | Self::Faces)
    }

    /// Returns the limit of DOOM's renderer that the measure refers to; `None` if it counts queries.
    #[must_use]
    pub const fn limit(self) -> Option<RenderLimit> {
        match self {
            Self::Visplanes => Some(RenderLimit::Visplanes),
            Self::Drawsegs => Some(RenderLimit::Drawsegs),
            Self::Openings => Some(RenderLimit::Openings),
            _ => None,
        }
    }
}

/// The trees to measure.
#[derive(Clone, Copy, Debug)]
pub struct Trees<'a> {
    /// Node-storing tree.
    pub nodes: &'a NodeTree,
    /// The solid-leaf tree and its PVS, if available.
    pub leaves: Option<(&'a LeafTree, &'a Pvs)>,
    /// The level with the load of DOOM's renderer at each place, if it has been counted.
    pub doom: Option<(&'a Level, &'a LoadMap)>,
}

impl<'a> Trees<'a> {
    /// Creates a value that contains only a node-storing tree.
    #[must_use]
    pub const fn of_nodes(nodes: &'a NodeTree) -> Self {
        Self {
            nodes,
            leaves: None,
            doom: None,
        }
    }
}

/// Counts for a grid of positions, such as the pixels of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeatMap {
    /// Width and height.
    pub size: [u32; 2],
    /// Counts, row by row from the top. A count is `None` if there is nothing to count, for example because a body
    /// cannot stand there.
    pub values: Vec<Option<u32>>,
}

/// Counts the faces that a query tests. As in an animation of the query, a face in several cells counts once.
#[derive(Clone, Copy)]
struct CountTests<'a>(&'a Cell<u32>);

impl Observer for CountTests<'_> {
    fn test_face(self, _node: NodeId, _triangle: TriangleId, outcome: TestOutcome) {
        if outcome != TestOutcome::AlreadyTested {
            self.0.set(self.0.get() + 1);
        }
    }
}

impl HeatMap {
    /// Casts a ray for each position of a grid and counts the work that `measure` selects. `ray` returns the endpoints
    /// of a position's ray, in metres.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(
        measure: Measure,
        trees: &Trees<'_>,
        size: [u32; 2],
        ray: impl Fn([u32; 2]) -> [Vec3; 2] + Send + Sync,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let [width, height] = size;
        let seen = seen_from_each(measure, trees, progress)?;
        let rows = progress.in_parallel(text!("heat-counting"), 0..height, |y| {
            let row = (0..width).map(|x| count(measure, trees, &seen, ray([x, y])));
            Ok(row.collect::<Vec<Option<u32>>>())
        })?;
        Ok(Self {
            size,
            values: rows.concat(),
        })
    }

    /// Returns the position and value of the maximum (the first one if there are several), or `None` if nothing was
    /// counted.
    #[must_use]
    pub fn greatest(&self) -> Option<([u32; 2], u32)> {
        // Iterate in reverse, because `max_by_key` returns the last of several maxima.
        let counted = self.values.iter().enumerate().rev();
        let (index, value) = counted
            .filter_map(|(index, value)| Some((index, (*value)?)))
            .max_by_key(|(_, value)| *value)?;
        let width = self.size[0] as usize;
        Some(([(index % width) as u32, (index / width) as u32], value))
    }

    /// Returns the sum of all counts.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.values.iter().flatten().map(|&value| u64::from(value)).sum()
    }

    /// Returns the number of positions that have a count.
    #[must_use]
    pub fn places(&self) -> u64 {
        self.values.iter().flatten().count() as u64
    }

    /// Returns the mean count, or 0 if nothing was counted.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.places().max(1) as f64
    }
}

/// Returns the count at a position. `seen` is the result of [`seen_from_each`].
fn count(measure: Measure, trees: &Trees<'_>, seen: &[u32], [from, to]: [Vec3; 2]) -> Option<u32> {
    let tree = trees.nodes;
    match measure {
        Measure::Nodes | Measure::Faces => {
            let tested = Cell::new(0);
            let cast = tree.cast_observed(from, to, CountTests(&tested));
            Some(if measure == Measure::Nodes {
                cast.visited
            } else {
                tested.get()
            })
        }
        Measure::Slide => {
            let (body, center) = standing(tree, from, to)?;
            let before = QueryCounters::of_this_thread();
            let _ = bspwalk_collision::slide(tree, body, center, center - Vec3::Y * SINKS);
            let visited = QueryCounters::of_this_thread().since(before).nodes_visited;
            u32::try_from(visited).ok()
        }
        Measure::Leaves | Measure::Drawn => {
            let (leaves, _) = trees.leaves?;
            let (body, center) = standing(tree, from, to)?;
            let params = MoverParams::default();
            let feet = center - Vec3::Y * (body.half_axis.y + body.radius);
            let leaf = leaves.locate((feet + Vec3::Y * params.eye_height).as_dvec3());
            (leaf != OUTSIDE && !leaves.is_solid(leaf)).then(|| seen[leaf.index()])
        }
        Measure::Visplanes | Measure::Drawsegs | Measure::Openings => {
            let (level, loads) = trees.doom?;
            // From above, a ceiling hides the floor below it, so it has the load of that floor.
            let hit = tree
                .cast(from, to)
                .filter(|hit| hit.normal.y.abs() > 0.5 && to.y < from.y)?;
            let load = loads.at_level_point(level, hit.point)?;
            measure.limit().map(|limit| limit.of(&load))
        }
    }
}

/// Returns a body standing at the end of a cast, and the body's centre in metres. Returns `None` if there is no ground
/// or not enough space.
fn standing(tree: &NodeTree, from: Vec3, to: Vec3) -> Option<(Capsule, Vec3)> {
    let params = MoverParams::default();
    let hit = tree.cast(from, to)?;
    let up = if hit.normal.dot(to - from) > 0.0 {
        -hit.normal
    } else {
        hit.normal
    };
    if up.y < params.max_slope.to_radians().cos() {
        return None;
    }
    let body = Capsule::standing(params.height, params.radius);
    // On a slope, the lower cap touches the ground next to the cap's lowest point.
    let lift = params.radius * (1.0 / up.y - 1.0) + ABOVE_GROUND;
    let center = hit.point + Vec3::Y * (0.5 * params.height + lift);
    bspwalk_collision::is_clear(tree, body, center).then_some((body, center))
}

/// Returns the number of leaves that may be visible from each leaf, or the number of faces in those leaves. The result
/// is empty if `measure` does not need it.
fn seen_from_each(measure: Measure, trees: &Trees<'_>, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
    let Some((leaves, pvs)) = trees
        .leaves
        .filter(|_| matches!(measure, Measure::Leaves | Measure::Drawn))
    else {
        return Ok(Vec::new());
    };
    let faces = |leaf: LeafId| leaves.leaf(leaf).map_or(0, |view| view.fragments.len() as u32);
    leaves
        .leaf_ids()
        .map(|leaf| {
            progress.check()?;
            let seen = pvs.row(leaf);
            Ok(if measure == Measure::Leaves {
                seen.count() as u32
            } else {
                seen.map(faces).sum()
            })
        })
        .collect()
}
