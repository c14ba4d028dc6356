//! Node bounds in `f32`.

use glam::Vec3;

/// Bounds of the fragments in a node's subtree, as in Quake's nodes.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct NodeBox {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl NodeBox {
    pub(super) const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    pub(super) fn of<'a>(points: impl IntoIterator<Item = &'a Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, &point| Self {
            min: bounds.min.min(point),
            max: bounds.max.max(point),
        })
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && self.max.cmpge(other.max).all()
    }
}
