//! The map: the level's walls at a height as segments of the plane, and their planar tree.

use bspwalk_geometry::cut_at_height;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::planar::{Location, PlanarParams, PlanarTree, Position, Segment2};
use glam::{DVec2, DVec3};

/// How many lines are tried at a node of the map's tree: a level has thousands of walls, and their order hardly matters.
const CANDIDATES: usize = 24;

/// A level as a map: (x, z) in metres is (x, −z) on it, so that it looks as the level does from above.
#[derive(Clone, Debug)]
pub struct LevelMap {
    /// The height of the section, in metres.
    pub height: f64,
    /// The face of each edge of the tree, numbered as the source does.
    pub faces: Vec<u32>,
    /// The tree of the segments in which solid faces are cut; their fronts are those of the faces.
    pub tree: PlanarTree,
    /// The line of each node across its cell, within the bounds.
    pub splits: Vec<Segment2>,
    /// The corner of the level with the least coordinates on the map, and the opposite one.
    pub bounds: [DVec2; 2],
}

/// A place of the level on the map.
#[must_use]
pub fn on_map(point: DVec3) -> DVec2 {
    DVec2::new(point.x, 0.0 - point.z)
}

/// A place of the map in the level, at a height in metres.
#[must_use]
pub fn in_level(point: DVec2, height: f64) -> DVec3 {
    DVec3::new(point.x, height, 0.0 - point.y)
}

impl LevelMap {
    /// Cuts the level at a height in metres, and builds the tree of its walls.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn cut(level: &Level, height: f64, progress: &Progress) -> Result<Self, Cancelled> {
        let mut faces = Vec::new();
        let mut segments = Vec::new();
        for (turn, triangle) in level.triangles.iter().enumerate() {
            progress.check_at(turn)?;
            if triangle.solid
                && let Some([from, to]) = cut_at_height(&triangle.corners, height)
            {
                faces.push(triangle.source);
                segments.push(Segment2::new(on_map(from), on_map(to)));
            }
        }
        let params = PlanarParams {
            max_candidates: CANDIDATES,
            ..PlanarParams::default()
        };
        let corners = [level.bounds.min, level.bounds.max].map(on_map);
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

    /// The cell of the tree that a place lies in, within the bounds of the map: a convex polygon, counter-clockwise; and the
    /// tests that told it. It is empty beside the bounds and on a wall.
    #[must_use]
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
