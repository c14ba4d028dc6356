//! The bounds of nodes in `f32`.

use glam::Vec3;

/// The bounds of the fragments of a node and of all nodes below it, as Quake's nodes have them: they settle most of the
/// path of a small sphere.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct NodeBox {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl NodeBox {
    /// The box that holds nothing.
    pub(super) const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The smallest box that holds these points.
    pub(super) fn of<'a>(points: impl IntoIterator<Item = &'a Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, &point| Self {
            min: bounds.min.min(point),
            max: bounds.max.max(point),
        })
    }

    /// The smallest box that holds both.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether the box holds the other.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && self.max.cmpge(other.max).all()
    }
}
