//! How far a body comes on a straight path before something stops it.

use glam::{DVec3, Vec3};

use super::space::{Method, Space, Touch};
use crate::{
    Obstacles,
    collision::{StoppedBy, contacts, depenetrate, sweep, sweep_planes},
    hits::Contact,
};

/// Least sine of the angle between path and plane by which the skin is divided: at flatter angles, a body that keeps the
/// skin would have to stop too far before the plane.
const FLATTEST: f64 = 0.05;

/// Longest piece of a path between two pushes, relative to the radius: below 1, so that no piece jumps a wall, and short
/// enough that a push has little to undo.
const PIECE: f64 = 0.5;

/// Most pieces of one path. Of longer paths the pieces are longer, and only the cast of the centre guards them.
const MAX_PIECES: f64 = 256.0;

/// How often the piece on which something is met is halved.
const HALVINGS: u32 = 14;

/// Where a push leaves less than this share of a piece, it has taken the body back to where it came from.
const LITTLE: f64 = 1.0 / 16.0;

/// How far before a face the centre stops before a push, relative to the radius.
const STOP: f64 = 0.05;

/// How far a body came.
#[derive(Clone, Copy, Debug)]
pub(in crate::collision) struct Advance {
    pub(in crate::collision) at: Vec3,
    /// The share of the path that it covered, 0 to 1.
    pub(super) share: f64,
    /// What stopped it.
    pub(in crate::collision) hit: Option<Touch>,
    /// How far it was pushed aside, in metres.
    pub(in crate::collision) push: Vec3,
    /// What rounding took from a path without a hit, in metres.
    pub(super) lost: DVec3,
}

impl Advance {
    /// Stopped, and not pushed aside.
    fn stopped(at: Vec3, share: f64, hit: Option<Touch>) -> Self {
        Self {
            at,
            share,
            hit,
            push: Vec3::ZERO,
            lost: DVec3::ZERO,
        }
    }

    /// At the end of its path.
    fn free(from: Vec3, by: DVec3, at: Vec3) -> Self {
        Self {
            lost: by - (at.as_dvec3() - from.as_dvec3()),
            ..Self::stopped(at, 1.0, None)
        }
    }
}

impl<T: Obstacles> Space<'_, T> {
    /// Moves from a clear place until the body meets something, and keeps the skin.
    pub(super) fn advance(&self, from: Vec3, by: DVec3) -> Advance {
        match self.method {
            Method::Sweep | Method::Planes(_) => self.advance_swept(from, by),
            Method::Push => self.advance_pushed(from, by),
        }
    }

    /// As [`Space::advance`], but the body is never pushed aside: for moves straight up and down.
    pub(in crate::collision) fn lift(&self, from: Vec3, by: DVec3) -> Advance {
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

    /// What the body first meets on a straight path, and the time of impact.
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

    /// In pieces, up to the last place that is clear.
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

    /// Halves the part of a path between a clear place and one where the body meets `contact`, both given as shares of the
    /// path. Returns the last clear place found and the contact just beyond it.
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

    /// The deepest contact of the body with a quarter of the skin around it.
    pub(super) fn deepest_contact(&self, at: Vec3) -> Option<Contact> {
        let mut found = Vec::new();
        contacts(self.tree, self.inflated(0.25), at, &mut found);
        found.first().copied()
    }

    /// The number of pieces of a path.
    fn pieces(&self, by: DVec3) -> f64 {
        (by.length() / (f64::from(self.body.radius) * PIECE))
            .ceil()
            .clamp(1.0, MAX_PIECES)
    }

    /// In pieces, up to the first after which the body must be pushed out of something.
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
                // Deep in a wedge a push leads back, or nowhere; the body may still come nearer to the walls.
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

    /// The share of a path, 0 to 1, that the centre can cover before it comes to a face.
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

/// The place at a share of a path.
fn along(from: Vec3, by: DVec3, share: f64) -> Vec3 {
    (from.as_dvec3() + by * share).as_vec3()
}
