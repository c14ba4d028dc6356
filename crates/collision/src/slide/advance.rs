//! Advances a body along a straight path until something stops it.

use bspwalk_trees::{Contact, Obstacles};
use glam::{DVec3, Vec3};

use super::space::{Method, Space, Touch};
use crate::{StoppedBy, contacts, depenetrate, sweep, sweep_planes};

/// Lower bound for the sine of the angle between path and plane. The skin is divided by this sine.
const FLATTEST: f64 = 0.05;

/// Maximum path length between two pushes, relative to the body's radius.
///
/// It is below 1, so that no step skips a wall, and short enough to keep each push small.
const PIECE: f64 = 0.5;

/// Maximum number of steps per path. Longer paths use longer steps, where only the cast of the centre prevents
/// tunnelling.
const MAX_PIECES: f64 = 256.0;

const HALVINGS: u32 = 14;

/// If a push leaves less than this fraction of a step, it has moved the body back to where the step began.
const LITTLE: f64 = 1.0 / 16.0;

/// Distance that the centre keeps from a face before a push, relative to the radius.
const STOP: f64 = 0.05;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Advance {
    pub(crate) at: Vec3,
    pub(super) share: f64,
    pub(crate) hit: Option<Touch>,
    pub(crate) push: Vec3,
    /// Displacement lost to rounding on a path without a hit, in metres.
    pub(super) lost: DVec3,
}

impl Advance {
    fn stopped(at: Vec3, share: f64, hit: Option<Touch>) -> Self {
        Self {
            at,
            share,
            hit,
            push: Vec3::ZERO,
            lost: DVec3::ZERO,
        }
    }

    fn free(from: Vec3, by: DVec3, at: Vec3) -> Self {
        Self {
            lost: by - (at.as_dvec3() - from.as_dvec3()),
            ..Self::stopped(at, 1.0, None)
        }
    }
}

impl<T: Obstacles> Space<'_, T> {
    pub(super) fn advance(&self, from: Vec3, by: DVec3) -> Advance {
        match self.method {
            Method::Sweep | Method::Planes(_) => self.advance_swept(from, by),
            Method::Push => self.advance_pushed(from, by),
        }
    }

    /// Like [`Space::advance`], but never pushes the body sideways. Used for vertical moves.
    pub(crate) fn advance_vertically(&self, from: Vec3, by: DVec3) -> Advance {
        match self.method {
            Method::Sweep | Method::Planes(_) => self.advance_swept(from, by),
            Method::Push => self.advance_to_contact(from, by),
        }
    }

    fn advance_swept(&self, from: Vec3, by: DVec3) -> Advance {
        let to = (from.as_dvec3() + by).as_vec3();
        let path = to.as_dvec3() - from.as_dvec3();
        let length = path.length();
        let Some((t, touch)) = self.first_touch(from, to).filter(|_| length > 0.0) else {
            return Advance::free(from, by, to);
        };
        let against = (-path.dot(touch.normal) / length).max(FLATTEST);
        let covered = (t * length - self.skin / against).max(0.0);
        let share = covered / length;
        let at = if covered > 0.0 {
            (from.as_dvec3() + path * share).as_vec3()
        } else {
            from
        };
        Advance::stopped(at, share, Some(touch))
    }

    fn first_touch(&self, from: Vec3, to: Vec3) -> Option<(f64, Touch)> {
        let by_faces = || {
            sweep(self.tree, self.body, from, to)
                .hit
                .map(|hit| (hit.t, Touch::of_hit(&hit)))
        };
        let Method::Planes(planes) = self.method else {
            return by_faces();
        };
        let hit = sweep_planes(self.tree, planes, self.body, from, to)?;
        match hit.stopped_by {
            StoppedBy::Face(face) => Some((hit.t, Touch::of_hit(&face))),
            StoppedBy::Plane { .. } => match self.plane_touches(hit.center, hit.normal, 0.0).first() {
                Some(&touch) => Some((hit.t, touch)),
                None => by_faces(),
            },
        }
    }

    fn advance_to_contact(&self, from: Vec3, by: DVec3) -> Advance {
        let pieces = self.pieces(by);
        let mut clear = 0.0;
        for index in 1..=pieces as u32 {
            let share = f64::from(index) / pieces;
            if let Some(contact) = self.deepest_contact(along(from, by, share)) {
                let (last, contact) = self.bisect(from, by, (clear, share), contact);
                let at = if last > 0.0 { along(from, by, last) } else { from };
                return Advance::stopped(at, last, Some(Touch::of(contact)));
            }
            clear = share;
        }
        Advance::stopped(along(from, by, clear), clear, None)
    }

    fn bisect(
        &self,
        from: Vec3,
        by: DVec3,
        (mut clear, mut beyond): (f64, f64),
        mut contact: Contact,
    ) -> (f64, Contact) {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (clear + beyond);
            match self.deepest_contact(along(from, by, middle)) {
                None => clear = middle,
                Some(deepest) => (beyond, contact) = (middle, deepest),
            }
        }
        (clear, contact)
    }

    pub(super) fn deepest_contact(&self, at: Vec3) -> Option<Contact> {
        let mut found = Vec::new();
        contacts(self.tree, self.inflated(0.25), at, &mut found);
        found.first().copied()
    }

    fn pieces(&self, by: DVec3) -> f64 {
        (by.length() / (f64::from(self.body.radius) * PIECE))
            .ceil()
            .clamp(1.0, MAX_PIECES)
    }

    fn advance_pushed(&self, from: Vec3, by: DVec3) -> Advance {
        let pieces = self.pieces(by);
        let piece = by / pieces;
        let mut at = from;
        for index in 0..pieces as u32 {
            let covered = f64::from(index) / pieces;
            let target = (at.as_dvec3() + piece * self.free_share(at, piece)).as_vec3();
            let Some(first) = self.deepest_contact(target) else {
                at = target;
                continue;
            };
            let pushed = depenetrate(self.tree, self.inflated(0.75), target);
            let possible = pushed.clear && !self.tree.is_blocked(at, pushed.center);
            let gained = (pushed.center.as_dvec3() - at.as_dvec3()).dot(piece) / piece.length_squared();
            if !(possible && gained > LITTLE) {
                // Deep in a wedge, a push may fail to move the body forward, although the body could still get closer
                // to the walls.
                let path = target.as_dvec3() - at.as_dvec3();
                let (share, contact) = self.bisect(at, path, (0.0, 1.0), first);
                let free = share * path.dot(piece) / piece.length_squared();
                if share > 0.0 && !(possible && gained > free) {
                    let hit = Some(Touch::of(contact));
                    return Advance::stopped(along(at, path, share), covered + free / pieces, hit);
                }
            }
            let hit = Some(Touch::of(first));
            if !possible {
                return Advance::stopped(at, covered, hit);
            }
            return Advance {
                push: pushed.center - target,
                ..Advance::stopped(pushed.center, covered + 1.0 / pieces, hit)
            };
        }
        Advance::free(from, by, at)
    }

    fn free_share(&self, from: Vec3, by: DVec3) -> f64 {
        let length = by.length();
        if length == 0.0 {
            return 1.0;
        }
        let to = (from.as_dvec3() + by).as_vec3();
        self.tree.cast(from, to).map_or(1.0, |hit| {
            (f64::from(hit.t) - STOP * f64::from(self.body.radius) / length).max(0.0)
        })
    }
}

fn along(from: Vec3, by: DVec3, share: f64) -> Vec3 {
    (from.as_dvec3() + by * share).as_vec3()
}
