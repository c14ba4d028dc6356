//! Map of a level: a horizontal section of its walls as 2D segments, and their planar tree.

use bspwalk_geometry::{FaceId, cut_at_height};
use bspwalk_levels::Level;
use bspwalk_planar::{Location, PlanarParams, PlanarTree, Position, Segment2};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec2, DVec3};

/// Maximum number of candidate lines per node of the map's tree. A level has thousands of walls, and their order barely
/// matters.
const CANDIDATES: usize = 24;

/// Map of a level, viewed from above. The level point (x, z), in metres, is at (x, −z) on the map.
#[derive(Clone, Debug)]
pub struct LevelMap {
    /// Height of the section, in metres.
    pub height: f64,
    /// Source face number of each edge in the tree.
    pub faces: Vec<FaceId>,
    /// Tree of the segments where the section plane intersects solid faces. A segment has the same front side as its
    /// face.
    pub tree: PlanarTree,
    /// Splitting line of each node, clipped to its cell and to the bounds.
    pub splits: Vec<Segment2>,
    /// Minimum and maximum corner of the level on the map.
    pub bounds: [DVec2; 2],
}

/// Converts a point of the level to the map.
pub fn to_map_point(point: DVec3) -> DVec2 {
    // Unlike negation, subtraction never produces -0.
    DVec2::new(point.x, 0.0 - point.z)
}

/// Converts a point of the map to the level, at a height in metres.
pub fn in_level(point: DVec2, height: f64) -> DVec3 {
    // Unlike negation, subtraction never produces -0.
    DVec3::new(point.x, height, 0.0 - point.y)
}

impl LevelMap {
    /// Cuts the level at a height (in metres) and builds the tree of its walls.
    pub fn cut(level: &Level, height: f64, progress: &Progress) -> Result<Self, Cancelled> {
        let mut faces = Vec::new();
        let mut segments = Vec::new();
        for (turn, triangle) in level.triangles.iter().enumerate() {
            progress.check_at(turn)?;
            if triangle.solid
                && let Some([from, to]) = cut_at_height(&triangle.corners, height)
            {
                faces.push(triangle.source);
                segments.push(Segment2::new(to_map_point(from), to_map_point(to)));
            }
        }
        let params = PlanarParams {
            max_candidates: CANDIDATES,
            ..PlanarParams::default()
        };
        let corners = [level.bounds.min, level.bounds.max].map(to_map_point);
        let bounds = if level.bounds.is_empty() {
            [DVec2::ZERO; 2]
        } else {
            [corners[0].min(corners[1]), corners[0].max(corners[1])]
        };
        let tree = PlanarTree::build(&segments, params, progress)?;
        let splits = tree.splits(bounds[0], bounds[1]);
        Ok(Self {
            height,
            faces,
            splits: splits.into_iter().map(|(_, split)| split).collect(),
            tree,
            bounds,
        })
    }

    /// Returns the cell that contains a point, and the tests that located it.
    ///
    /// The cell is a convex, counter-clockwise polygon, clipped to the bounds. It is empty if the point is outside the
    /// bounds or on a wall.
    pub fn cell_at(&self, place: DVec2) -> (Vec<DVec2>, Location) {
        let [low, high] = self.bounds;
        let located = self.tree.locate(place);
        let is_in_a_cell =
            place.clamp(low, high) == place && !matches!(located.position, Position::OnEdge(_));
        let cell = if is_in_a_cell {
            self.tree.cell_of(&located.path, low, high)
        } else {
            Vec::new()
        };
        (cell, located)
    }
}
