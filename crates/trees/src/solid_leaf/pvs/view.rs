//! The view along a chain of portals. It consists of the part of the first portal that sees the last one, the visible
//! part of the last portal, and the planes that separate the two parts.

use bspwalk_geometry::Plane;
use glam::DVec3;
use smallvec::SmallVec;

use super::{
    clip::{Corners, Limits, Separators, clip, clip_all, separators},
    directed_portals::{DirectedPortalId, DirectedPortals},
};

/// The plane that clips away the rest of a portal, or the rest of the source that sees the portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closing {
    /// Kind of the plane.
    pub by: ClosingPlane,
    /// The plane. Everything behind it is clipped away.
    pub plane: Plane,
}

/// A plane that clips the view in a step of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingPlane {
    /// Plane of the source portal. The next portal is behind it.
    OfSource,
    /// Plane of the next portal. The source is in front of it.
    OfNext,
    /// Plane of the pass portal. The next portal is behind it.
    OfPass,
    /// Plane that separates the source from the pass portal. The next portal is behind it.
    Separating,
    /// Plane that separates the pass portal from the visible part of the next portal. The source is behind it.
    LookingBack,
}

#[derive(Clone, Debug)]
pub(super) struct View {
    /// Part of the first opening that can see through all other openings.
    pub(super) source: Corners,
    pub(super) last: Option<(Corners, DirectedPortalId)>,
    pub(super) separators: Separators,
}

impl View {
    pub(super) fn through(portals: &DirectedPortals, first: DirectedPortalId) -> Self {
        Self {
            source: Corners::from_slice(portals.corners(first)),
            last: None,
            separators: Separators::new(),
        }
    }

    pub(super) fn narrowed(
        &self,
        portals: &DirectedPortals,
        first: DirectedPortalId,
        next: DirectedPortalId,
        limits: Limits,
    ) -> Result<Self, Closing> {
        let closed = |by, plane| Closing { by, plane };
        let mut target = Corners::from_slice(portals.corners(next));
        let plane = portals.get(first).plane;
        if !clip(&mut target, &plane, limits) {
            return Err(closed(ClosingPlane::OfSource, plane));
        }
        let mut source = self.source.clone();
        let plane = portals.get(next).plane.flipped();
        if !clip(&mut source, &plane, limits) {
            return Err(closed(ClosingPlane::OfNext, plane));
        }
        if let Some((seen, last)) = &self.last {
            let plane = portals.get(*last).plane;
            if !clip(&mut target, &plane, limits) {
                return Err(closed(ClosingPlane::OfPass, plane));
            }
            clip_all(&mut target, &self.separators, limits)
                .map_err(|plane| closed(ClosingPlane::Separating, plane))?;
            // Clip the source in the same way, from the opposite direction.
            clip_all(&mut source, &separators(&target, seen, limits), limits)
                .map_err(|plane| closed(ClosingPlane::LookingBack, plane))?;
        }
        Ok(Self {
            separators: separators(&source, &target, limits),
            source,
            last: Some((target, next)),
        })
    }

    /// Tests whether a sphere is in view. Returns `Some(true)` if all of it is in view, and `None` if part of it is.
    ///
    /// Returns `Some(false)` if the part in view does not exceed the visibility threshold.
    pub(super) fn contains_sphere(&self, center: DVec3, radius: f64, limits: Limits) -> Option<bool> {
        let mut all = true;
        for plane in &self.separators {
            let distance = plane.distance(center);
            if distance + radius <= limits.least {
                return Some(false);
            }
            all &= distance - radius > limits.least;
        }
        all.then_some(true)
    }

    pub(super) fn contains(&self, portals: &DirectedPortals, id: DirectedPortalId, limits: Limits) -> bool {
        let mut planes = self.separators.iter();
        planes.all(|plane| portals.reaches_in_front(id, plane, limits.least))
    }
}

pub(super) struct StackFrame {
    pub(super) view: View,
    /// Portals that have not been tried yet, in reverse order.
    pub(super) untried: SmallVec<[DirectedPortalId; 16]>,
    /// The search of this cluster ends when the total number of steps reaches this limit.
    pub(super) limit: u64,
}

impl StackFrame {
    /// Returns the portal that leads to this cluster. For the first cluster, this is `source`.
    pub(super) fn pass(&self, source: DirectedPortalId) -> DirectedPortalId {
        self.view.last.as_ref().map_or(source, |(_, pass)| *pass)
    }
}
