//! The view along a chain of portals: the part of the first that sees the part of the last, and the planes that separate the two.

use bspwalk_geometry::Plane;
use glam::DVec3;
use smallvec::SmallVec;

use super::{
    clip::{Corners, Limits, Separators, clip, clip_all, separators},
    directed_portals::{DirectedPortalId, DirectedPortals},
};

/// The plane that leaves nothing of a portal to be seen, or nothing of the source to see it from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closing {
    /// What plane it is.
    pub by: ClosingPlane,
    /// The plane; what is behind it is clipped away.
    pub plane: Plane,
}

/// A plane to which a step of the flow clips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingPlane {
    /// That of the source: the next portal is behind it.
    OfSource,
    /// That of the next portal: the source is in front of it.
    OfNext,
    /// That of the pass: the next portal is behind it.
    OfPass,
    /// One that separates the source and the pass: the next portal is behind it.
    Separating,
    /// One that separates the pass and what is seen of the next portal: the source is behind it.
    LookingBack,
}

/// The view along a chain of portals from the first on.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The part of the first opening from which all others can be seen.
    pub(super) source: Corners,
    /// The part of the last opening that is seen, and its portal; `None` in a chain of one.
    pub(super) last: Option<(Corners, DirectedPortalId)>,
    /// The planes that separate the two.
    separators: Separators,
}

impl View {
    /// The view through the whole of one opening.
    pub(super) fn through(portals: &DirectedPortals, first: DirectedPortalId) -> Self {
        Self {
            source: Corners::from_slice(portals.corners(first)),
            last: None,
            separators: Separators::new(),
        }
    }

    /// The part of the view that also passes one more portal, or what leaves nothing of that portal to be seen.
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
            // The same, looking back.
            clip_all(&mut source, &separators(&target, seen, limits), limits)
                .map_err(|plane| closed(ClosingPlane::LookingBack, plane))?;
        }
        Ok(Self {
            separators: separators(&source, &target, limits),
            source,
            last: Some((target, next)),
        })
    }

    /// The planes that separate the source and the last opening.
    pub(super) fn separators(&self) -> &[Plane] {
        &self.separators
    }

    /// Whether a sphere is in view: true if all of it is, false if nothing of it is by more than the least that counts,
    /// `None` if a part of it is.
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

    /// Whether some of an opening is in view.
    pub(super) fn contains(&self, portals: &DirectedPortals, id: DirectedPortalId, limits: Limits) -> bool {
        let mut planes = self.separators.iter();
        planes.all(|plane| portals.reaches_in_front(id, plane, limits.least))
    }
}

/// A cluster that a chain has reached.
pub(super) struct Frame {
    pub(super) view: View,
    /// Its portals that were not tried yet, the next one last.
    pub(super) untried: SmallVec<[DirectedPortalId; 16]>,
    /// The search in this cluster ends at this number of steps.
    pub(super) limit: u64,
}

impl Frame {
    /// The portal through which the chain has come here; the first is `source`.
    pub(super) fn pass(&self, source: DirectedPortalId) -> DirectedPortalId {
        self.view.last.as_ref().map_or(source, |(_, pass)| *pass)
    }
}
