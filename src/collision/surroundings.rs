//! What is around a body that asks many questions in one place.

use glam::{DVec3, Vec3, Vec3A};
use smallvec::SmallVec;

use super::{
    early_out::Resting,
    sweep::{EarliestToi, Search, first_impact},
};
use crate::{
    bsp::{ObstacleTriangle, Obstacles, node_storing::CastHit},
    geometry::{Aabb, tolerance::QUERY_RELATIVE},
};

/// The triangles near one place, taken from a tree once: questions about bodies of the same axis that stay within are
/// answered from them, others by the tree.
pub(super) struct Surroundings<'a, T> {
    tree: &'a T,
    center: Vec3,
    half_axis: Vec3,
    reach: f32,
    /// The rounding of coordinates here.
    slack: f32,
    around: Vec<Around>,
}

/// A triangle and the box around it.
struct Around {
    low: Vec3A,
    high: Vec3A,
    triangle: ObstacleTriangle,
}

impl<'a, T: Obstacles> Surroundings<'a, T> {
    /// Those nearer than `reach` metres to the axis of a body that is at `center`.
    pub(super) fn new(tree: &'a T, half_axis: DVec3, reach: f64, center: DVec3) -> Self {
        let mut new = Self::none(tree);
        (new.center, new.half_axis, new.reach) = (center.as_vec3(), half_axis.as_vec3(), reach as f32);
        new.slack = QUERY_RELATIVE * (new.center.abs() + new.half_axis.abs() + new.reach).max_element();
        let resting = Resting::new(&tree.bounds(), half_axis, reach, center);
        tree.near(new.center, new.half_axis, new.reach, |triangle| {
            if resting.may_touch(triangle) {
                let [a, b, c] = triangle.corners.map(Vec3A::from);
                new.around.push(Around {
                    low: a.min(b).min(c),
                    high: a.max(b).max(c),
                    triangle: *triangle,
                });
            }
        });
        new
    }

    /// As it is where it holds no more than `most` triangles, and otherwise [`Surroundings::none`]: a tree finds a few of
    /// many sooner.
    pub(super) fn if_few(self, most: usize) -> Self {
        if self.around.len() <= most {
            self
        } else {
            Self::none(self.tree)
        }
    }

    /// None: the tree answers all.
    pub(super) fn none(tree: &'a T) -> Self {
        Self {
            tree,
            center: Vec3::ZERO,
            half_axis: Vec3::ZERO,
            reach: f32::NEG_INFINITY,
            slack: 0.0,
            around: Vec::new(),
        }
    }

    /// Whether all that a body touches here is known.
    #[inline]
    fn holds(&self, center: Vec3, half_axis: Vec3, radius: f32) -> bool {
        half_axis == self.half_axis && center.distance(self.center) + radius <= self.reach
    }

    /// As [`first_impact`] in the tree, the triangles taken by when they may be met.
    pub(super) fn first_impact(
        &self,
        half_axis: DVec3,
        radius: f64,
        from: DVec3,
        to: DVec3,
        along: f64,
    ) -> Option<EarliestToi> {
        let (start, end, half) = (from.as_vec3(), to.as_vec3(), half_axis.as_vec3());
        if !(self.holds(start, half, radius as f32) && self.holds(end, half, radius as f32)) {
            return first_impact(self.tree, half_axis, radius, from, to, along, |_| true).0;
        }
        let mut search = Search::new(&self.tree.bounds(), half_axis, radius, from, to, along)?;
        let extents = half.abs() + (radius as f32 + self.slack);
        let mut ordered: SmallVec<[(f32, &ObstacleTriangle); 32]> = self
            .touching(start.min(end) - extents, start.max(end) + extents)
            .filter_map(|triangle| Some((search.earliest(triangle)?, triangle)))
            .collect();
        ordered.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (earliest, triangle) in ordered {
            if search.is_over(earliest) {
                break;
            }
            search.test(triangle);
        }
        search.first()
    }

    /// Those that touch the box between these corners.
    #[inline]
    fn touching(&self, low: Vec3, high: Vec3) -> impl Iterator<Item = &ObstacleTriangle> {
        let (low, high) = (Vec3A::from(low), Vec3A::from(high));
        self.around
            .iter()
            .filter(move |around| around.low.cmple(high).all() && around.high.cmpge(low).all())
            .map(|around| &around.triangle)
    }
}

impl<T: Obstacles> Obstacles for Surroundings<'_, T> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.tree.cast(from, to)
    }

    fn along(
        &self,
        from: Vec3,
        to: Vec3,
        half_axis: Vec3,
        radius: f32,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        if !(self.holds(from, half_axis, radius) && self.holds(to, half_axis, radius)) {
            return self.tree.along(from, to, half_axis, radius, visit);
        }
        let extents = half_axis.abs() + (radius + self.slack);
        for triangle in self.touching(from.min(to) - extents, from.max(to) + extents) {
            visit(triangle);
        }
        0
    }

    fn near(&self, center: Vec3, half_axis: Vec3, radius: f32, visit: impl FnMut(&ObstacleTriangle)) {
        if !self.holds(center, half_axis, radius) {
            return self.tree.near(center, half_axis, radius, visit);
        }
        let extents = half_axis.abs() + (radius + self.slack);
        self.touching(center - extents, center + extents).for_each(visit);
    }

    fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }
}
