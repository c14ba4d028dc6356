//! Classifies points by a source's brushes instead of its faces.

use super::{Structure, structure::Kind};
use bspwalk_geometry::BoxTree;
use bspwalk_levels::{Brush, Level};
use glam::DVec3;

/// Bounding volume hierarchy of brushes for point queries.
#[derive(Debug)]
pub struct Brushes<'a> {
    brushes: Vec<&'a Brush>,
    tree: BoxTree,
}

impl<'a> Brushes<'a> {
    /// Creates a hierarchy of all brushes in a level.
    #[must_use]
    pub fn new(level: &'a Level) -> Self {
        Self::from_brushes(level.brushes.iter().collect())
    }

    /// Creates a hierarchy of the structural brushes, or returns `None` for a level without brushes.
    ///
    /// An object's brushes are structural if its faces are. If the object has no solid faces left, the brush's own
    /// detail flag decides.
    #[must_use]
    pub fn structural(level: &'a Level, structure: &Structure) -> Option<Self> {
        if level.brushes.is_empty() {
            return None;
        }
        let mut kinds: Vec<Option<Kind>> = vec![None; level.objects.len()];
        for (triangle, reason) in level.triangles.iter().zip(structure.reasons()) {
            if triangle.solid {
                kinds[triangle.object as usize].get_or_insert(reason.kind());
            }
        }
        let is_structural = |brush: &&Brush| match kinds.get(brush.object as usize).copied().flatten() {
            Some(kind) => kind == Kind::Structural,
            None => !brush.detail,
        };
        Some(Self::from_brushes(
            level.brushes.iter().filter(is_structural).collect(),
        ))
    }

    fn from_brushes(brushes: Vec<&'a Brush>) -> Self {
        let tree = BoxTree::new(brushes.iter().map(|brush| brush.bounds).collect());
        Self { brushes, tree }
    }

    /// Returns whether a point is inside a brush or at most `distance` in front of its sides, in metres.
    pub(crate) fn are_near(&self, point: DVec3, distance: f64) -> bool {
        let mut found = false;
        let around = bspwalk_geometry::Aabb::from_points([point]).inflated(distance);
        self.tree.touching(&around, |index| {
            let mut sides = self.brushes[index as usize].sides.iter();
            found = found || sides.all(|side| side.distance(point) <= distance);
        });
        found
    }

    /// Returns whether a point, in metres, is inside a brush.
    #[must_use]
    pub fn contain(&self, point: DVec3) -> bool {
        let mut found = false;
        let here = bspwalk_geometry::Aabb::from_points([point]);
        self.tree.touching(&here, |index| {
            found = found || self.brushes[index as usize].contains(point);
        });
        found
    }
}
