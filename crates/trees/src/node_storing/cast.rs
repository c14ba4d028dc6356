//! The cast: where a segment first meets a face.

use glam::Vec3;

use super::{
    NodeTree,
    wide::{Nearest, Read},
};
use crate::hits::CastHit;
use crate::observer::{Observer, TreeQuery, Unobserved};

/// The result of a cast, and the work that it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// The nearest hit; `None` where the segment meets no face.
    pub hit: Option<CastHit>,
    /// The number of nodes that the segment entered.
    pub visited: u32,
    /// The number of faces that it was tested against.
    pub tested: u32,
}

impl NodeTree {
    /// The nearest face that the segment meets, from either side; touching with an end counts.
    ///
    /// A segment that lies in the plane of a face does not meet it. Coordinates that are not finite meet nothing.
    #[must_use]
    pub fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let (hit, read) = self.cast_watched(from, to, Unobserved);
        read.count();
        hit
    }

    /// As [`NodeTree::cast`], watched, and with its effort, which is not added to the [`QueryCounters`](crate::QueryCounters).
    #[must_use]
    pub fn cast_observed(&self, from: Vec3, to: Vec3, observer: impl Observer) -> Cast {
        let (hit, read) = self.cast_watched(from, to, observer);
        Cast {
            hit,
            visited: read.nodes,
            tested: read.triangles,
        }
    }

    /// The cells come in the order in which the segment goes through them: the near side of a plane, the faces on
    /// it, its far side. A triangle is tested whole, though a cell holds a part of it, so that a hit may lie in a cell that
    /// comes later: the cast ends when all cells that are left begin behind the hit. Points nearer to a plane than the
    /// rounding of the numbers count to both sides.
    #[inline]
    pub(super) fn cast_watched(
        &self,
        from: Vec3,
        to: Vec3,
        observer: impl Observer,
    ) -> (Option<CastHit>, Read) {
        observer.begin_query(TreeQuery::Cast { from, to });
        let direction = to - from;
        if !(from.is_finite() && direction.is_finite()) {
            return (None, Read::default());
        }
        let (nearest, read) = self.wide().cast(from, to, self.slack_at(from, to), observer);
        let hit = nearest.map(|Nearest { t, triangle, node }| {
            self.triangles[triangle as usize].hit(from, direction, t, triangle, node)
        });
        (hit, read)
    }

    /// Whether the segment meets a face, from either side (an occlusion query). Touching with an end counts. It ends at the first
    /// face found, which need not be the nearest, so it takes less time than [`NodeTree::cast`].
    #[must_use]
    pub fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.is_blocked_by(from, to, |_| true)
    }

    /// As [`NodeTree::is_blocked`], but only by faces that `stops` is true for, given the face's number. So light can pass a
    /// pane of glass.
    #[must_use]
    pub fn is_blocked_by(&self, from: Vec3, to: Vec3, stops: impl Fn(u32) -> bool) -> bool {
        let slack = self.slack_at(from, to);
        if !(from.is_finite() && (to - from).is_finite()) {
            return false;
        }
        let (blocked, read) = self.wide().is_blocked(from, to, slack, &|triangle| {
            stops(self.triangles[triangle as usize].face)
        });
        read.count();
        blocked
    }
}
