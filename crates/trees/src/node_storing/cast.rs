//! Casts, which find the first face that a segment hits.

use bspwalk_geometry::FaceId;
use glam::Vec3;

use super::{
    NodeTree,
    wide::{Nearest, QueryCounts},
};
use crate::hits::CastHit;
use crate::observer::{Observer, TreeQuery, Unobserved};

/// The result of a cast, with its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// Nearest hit, or `None` if the segment hits no face.
    pub hit: Option<CastHit>,
    /// Number of nodes that the segment entered.
    pub visited: u32,
    /// Number of faces tested against the segment.
    pub tested: u32,
}

impl NodeTree {
    /// Returns the nearest face that the segment hits, from either side. Touching a face with an end point counts as a
    /// hit.
    ///
    /// A segment in the plane of a face does not hit that face. A segment with a non-finite coordinate hits
    /// nothing.
    #[must_use]
    pub fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let (hit, read) = self.cast_watched(from, to, Unobserved);
        read.count();
        hit
    }

    /// Like [`NodeTree::cast`], but reports to an observer and also returns the cost. The cost is not added
    /// to the [`QueryCounters`](crate::QueryCounters).
    #[must_use]
    pub fn cast_observed(&self, from: Vec3, to: Vec3, observer: impl Observer) -> Cast {
        let (hit, read) = self.cast_watched(from, to, observer);
        Cast {
            hit,
            visited: read.nodes,
            tested: read.triangles,
        }
    }

    /// Visits cells in order along the segment: first the near side of a plane, then the faces on it, then the far
    /// side.
    ///
    /// Triangles are tested uncut even though a cell only contains a fragment, so a hit may lie in a later cell. The
    /// cast ends once all remaining cells start behind the hit. Points that are closer to a plane than the rounding
    /// error count as on both sides.
    #[inline]
    pub(super) fn cast_watched(
        &self,
        from: Vec3,
        to: Vec3,
        observer: impl Observer,
    ) -> (Option<CastHit>, QueryCounts) {
        observer.begin_query(TreeQuery::Cast { from, to });
        let direction = to - from;
        if !(from.is_finite() && direction.is_finite()) {
            return (None, QueryCounts::default());
        }
        let (nearest, read) = self
            .wide()
            .cast(from, to, self.distance_error_bound(from, to), observer);
        let hit = nearest.map(|Nearest { t, triangle, node }| {
            self.triangles[triangle.index()].hit(from, direction, t, triangle, node)
        });
        (hit, read)
    }

    /// Returns whether the segment hits a face, from either side (an occlusion query). Touching a face with an end
    /// point counts as a hit. The query stops at the first face that it finds, which is not necessarily the nearest, so
    /// it is faster than [`NodeTree::cast`].
    #[must_use]
    pub fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.is_blocked_by(from, to, |_| true)
    }

    /// Like [`NodeTree::is_blocked`], but a face blocks the segment only if `stops` returns `true` for it. For example,
    /// light can pass through glass.
    #[must_use]
    pub fn is_blocked_by(&self, from: Vec3, to: Vec3, stops: impl Fn(FaceId) -> bool) -> bool {
        let slack = self.distance_error_bound(from, to);
        if !(from.is_finite() && (to - from).is_finite()) {
            return false;
        }
        let (blocked, read) = self.wide().is_blocked(from, to, slack, &|triangle| {
            stops(self.triangles[triangle.index()].face)
        });
        read.count();
        blocked
    }
}
