//! The bounds of nodes and triangles in `f32`, and the slab test of a path against them (Kay and Kajiya, "Ray tracing
//! complex scenes", 1986).

use glam::{Vec3, Vec3A};

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

    /// Whether the box touches the one with these corners.
    #[inline]
    pub(super) fn touches(&self, low: Vec3, high: Vec3) -> bool {
        self.min.cmple(high).all() && self.max.cmpge(low).all()
    }

    /// Whether the box holds the other.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && self.max.cmpge(other.max).all()
    }
}

/// The path `from + t direction` of a point or a box, set up for tests against other boxes.
pub(super) struct Slabs {
    pub(super) from: Vec3A,
    /// One over the direction.
    pub(super) inverse: Vec3A,
    /// Half the size of what moves, and more than rounding may shift the answer, so that no box that it touches is missed.
    pub(super) half_size: Vec3A,
}

impl Slabs {
    /// The part of `start..end` in which the path is in the box; it is empty, start after end, where there is none.
    #[inline]
    pub(super) fn within(&self, other: &NodeBox, start: f32, end: f32) -> (f32, f32) {
        let low = (Vec3A::from(other.min) - self.half_size - self.from) * self.inverse;
        let high = (Vec3A::from(other.max) + self.half_size - self.from) * self.inverse;
        let (near, far) = (low.min(high).max_element(), low.max(high).min_element());
        // Comparisons, as `min` and `max` take longer over what they say of NaN.
        (
            if near > start { near } else { start },
            if far < end { far } else { end },
        )
    }
}
