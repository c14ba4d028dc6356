//! The surroundings of a body as the mover asks for them: what it touches, and how far it comes.

use glam::{DVec3, Vec3};

use super::super::{Capsule, Met, SweepHit, contacts, push_body, sweep, sweep_planes};
use crate::bsp::{
    Obstacles,
    node_storing::Contact,
    solid_leaf::expanded::{ExpandedTree, VERTEX_REACH},
};

/// Gap that is kept to everything, relative to the radius: what is touched is found again within twice of it.
const SKIN_RELATIVE: f64 = 5.0e-4;

/// Units in the last place of the largest coordinate that the gap is at least.
const SKIN_ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// Least sine of the angle at which a sweep counts as meeting a plane: flatter, the way back to the gap would be endless.
const FLATTEST: f64 = 0.05;

/// Longest way between two pushes, relative to the radius: shorter than the radius, so that the body cannot jump a wall,
/// and short enough that a push has little to undo.
const PIECE: f64 = 0.5;

/// Most pieces of one way. Where they do not suffice the pieces are longer, and the cast of the centre alone guards.
const MAX_PIECES: f64 = 256.0;

/// How often the last piece of a way upwards or downwards is halved.
const HALVINGS: u32 = 14;

/// A push that leaves less than this share of a piece of the way has taken the body back.
const LITTLE: f64 = 1.0 / 16.0;

/// How far before a face the centre is stopped, relative to the radius; the push does the rest.
const STOP: f64 = 0.05;

/// Whether the body goes on continuously or in pieces.
#[derive(Clone, Copy, Debug)]
pub(super) enum Going<'a> {
    /// The first touch is found exactly.
    Sweep,
    /// It is stopped by shifted planes.
    Planes(&'a ExpandedTree),
    /// It is pushed out after every piece of the way.
    Push,
}

/// A body of one shape among the triangles of a tree.
pub(super) struct Space<'a, T> {
    pub(super) tree: &'a T,
    pub(super) body: Capsule,
    pub(super) going: Going<'a>,
    /// Gap that is kept, in metres.
    pub(super) skin: f64,
}

/// Something that the body touches: nearer than twice the skin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Unit vector from the point to the body.
    pub(super) normal: DVec3,
    /// Upward part of the direction that ground is judged by: the normal, but from the edge itself where it is a plane that
    /// stands for one.
    pub(super) upward: f64,
    /// The nearest point of the triangle.
    pub(super) point: DVec3,
    pub(super) contact: Contact,
}

/// How far a way led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advance {
    pub(super) at: Vec3,
    /// The share of the way that was made, 0 to 1.
    pub(super) share: f64,
    /// What ended it.
    pub(super) hit: Option<Touch>,
    /// How far the body was pushed besides, in metres.
    pub(super) push: Vec3,
    /// What the rounding of a free way's end took from it, in metres.
    pub(super) lost: DVec3,
}

impl Touch {
    pub(super) fn of(contact: Contact) -> Self {
        let normal = contact.normal.as_dvec3().normalize_or_zero();
        Self {
            normal,
            upward: normal.y,
            point: contact.point.as_dvec3(),
            contact,
        }
    }

    fn of_hit(hit: &SweepHit) -> Self {
        Self::of(Contact {
            point: hit.point,
            normal: hit.normal,
            depth: 0.0,
            face: hit.face,
            triangle: hit.triangle,
            node: hit.node,
            feature: hit.feature,
        })
    }
}

impl<'a, T: Obstacles> Space<'a, T> {
    /// The space of a body that is about `at`.
    pub(super) fn new(tree: &'a T, body: Capsule, going: Going<'a>, at: Vec3) -> Self {
        Self {
            tree,
            body,
            going,
            skin: skin(body, at),
        }
    }

    /// The body with some multiple of the skin around it.
    pub(super) fn inflated(&self, skins: f64) -> Capsule {
        Capsule {
            radius: (f64::from(self.body.radius) + skins * self.skin) as f32,
            ..self.body
        }
    }

    /// The body with so much around it that it reaches the faces that stop it, and some multiple of the skin.
    pub(super) fn reaching(&self, skins: f64) -> Capsule {
        let inflated = self.inflated(skins);
        match self.going {
            Going::Planes(planes) => Capsule {
                radius: (f64::from(inflated.radius) * VERTEX_REACH + planes.margin()) as f32,
                ..inflated
            },
            Going::Sweep | Going::Push => inflated,
        }
    }

    /// Height of the lowest point of the body.
    pub(super) fn feet(&self, at: Vec3) -> f64 {
        f64::from(at.y) - f64::from(self.body.half_axis.y.abs()) - f64::from(self.body.radius)
    }

    /// Unit normal of a triangle that is near the body, on the side of `side`.
    pub(super) fn face_normal(&self, at: Vec3, number: u32, side: DVec3) -> Option<DVec3> {
        let mut normal = None;
        let around = self.reaching(4.0);
        self.tree.near(at, around.half_axis, around.radius, |triangle| {
            if triangle.triangle == number {
                normal = Some(triangle.normal.as_dvec3());
            }
        });
        normal.map(|normal| if normal.dot(side) < 0.0 { -normal } else { normal })
    }

    /// The place near by where the gap to everything is half the skin at least: where the body is, unless it is nearer.
    pub(super) fn settled(&self, at: Vec3) -> Vec3 {
        let mut found = Vec::new();
        contacts(self.tree, self.inflated(0.25), at, &mut found);
        if found.is_empty() {
            return at;
        }
        let pushed = push_body(self.tree, self.inflated(0.5), at);
        let near = pushed.center.distance(at) <= 0.5 * self.body.radius;
        if pushed.clear && near { pushed.center } else { at }
    }

    /// Goes from a clear place until something is met, and keeps the gap.
    pub(super) fn advance(&self, from: Vec3, by: DVec3) -> Advance {
        match self.going {
            Going::Sweep | Going::Planes(_) => self.swept(from, by),
            Going::Push => self.pushed(from, by),
        }
    }

    /// As [`Space::advance`], but never turned aside: upwards and downwards.
    pub(super) fn lift(&self, from: Vec3, by: DVec3) -> Advance {
        match self.going {
            Going::Sweep | Going::Planes(_) => self.swept(from, by),
            Going::Push => self.stopped(from, by),
        }
    }

    /// In pieces, up to the last place that is clear.
    fn stopped(&self, from: Vec3, by: DVec3) -> Advance {
        let pieces = self.pieces(by);
        let mut found = Vec::new();
        let (mut clear, mut hit) = (0.0, None);
        for index in 1..=pieces as u32 {
            let share = f64::from(index) / pieces;
            contacts(self.tree, self.inflated(0.25), along(from, by, share), &mut found);
            if let Some(&contact) = found.first() {
                let (last, contact) = self.halved(from, by, (clear, share), contact);
                (clear, hit) = (last, Some(Touch::of(contact)));
                break;
            }
            clear = share;
        }
        Advance {
            at: if clear > 0.0 { along(from, by, clear) } else { from },
            share: clear,
            hit,
            push: Vec3::ZERO,
            lost: DVec3::ZERO,
        }
    }

    /// The last clear place between one on a way that is clear and one that is not, as shares of the way, and what is met
    /// just beyond it; `contact` is met at the latter.
    fn halved(
        &self,
        from: Vec3,
        by: DVec3,
        (mut clear, mut beyond): (f64, f64),
        mut contact: Contact,
    ) -> (f64, Contact) {
        let mut found = Vec::new();
        for _ in 0..HALVINGS {
            let middle = 0.5 * (clear + beyond);
            contacts(
                self.tree,
                self.inflated(0.25),
                along(from, by, middle),
                &mut found,
            );
            match found.first() {
                None => clear = middle,
                Some(&first) => (beyond, contact) = (middle, first),
            }
        }
        (clear, contact)
    }

    /// In how many pieces a way is made.
    fn pieces(&self, by: DVec3) -> f64 {
        (by.length() / (f64::from(self.body.radius) * PIECE))
            .ceil()
            .clamp(1.0, MAX_PIECES)
    }

    fn swept(&self, from: Vec3, by: DVec3) -> Advance {
        let to = (from.as_dvec3() + by).as_vec3();
        let way = to.as_dvec3() - from.as_dvec3();
        let length = way.length();
        let Some((t, touch)) = self.first(from, to).filter(|_| length > 0.0) else {
            return Advance {
                at: to,
                share: 1.0,
                hit: None,
                push: Vec3::ZERO,
                lost: by - way,
            };
        };
        let against = (-way.dot(touch.normal) / length).max(FLATTEST);
        let made = (t * length - self.skin / against).max(0.0);
        let share = made / length;
        Advance {
            at: if made > 0.0 {
                (from.as_dvec3() + way * share).as_vec3()
            } else {
                from
            },
            share,
            hit: Some(touch),
            push: Vec3::ZERO,
            lost: DVec3::ZERO,
        }
    }

    /// What a straight way first meets, and where along it.
    fn first(&self, from: Vec3, to: Vec3) -> Option<(f64, Touch)> {
        let Going::Planes(planes) = self.going else {
            return sweep(self.tree, self.body, from, to).map(|hit| (hit.t, Touch::of_hit(&hit)));
        };
        let hit = sweep_planes(self.tree, planes, self.body, from, to)?;
        let touch = match hit.met {
            Met::Face(hit) => Touch::of_hit(&hit),
            Met::Plane { .. } => *self.plane_touches(hit.center, hit.normal, 0.0).first()?,
        };
        Some((hit.t, touch))
    }

    fn pushed(&self, from: Vec3, by: DVec3) -> Advance {
        let pieces = self.pieces(by);
        let piece = by / pieces;
        let mut at = from;
        let mut found = Vec::new();
        for index in 0..pieces as u32 {
            let made = f64::from(index) / pieces;
            let target = (at.as_dvec3() + piece * self.unobstructed(at, piece)).as_vec3();
            contacts(self.tree, self.inflated(0.25), target, &mut found);
            let Some(&first) = found.first() else {
                at = target;
                continue;
            };
            let pushed = push_body(self.tree, self.inflated(0.75), target);
            let possible = pushed.clear && self.tree.cast(at, pushed.center).is_none();
            let gained = (pushed.center.as_dvec3() - at.as_dvec3()).dot(piece) / piece.length_squared();
            let mut advance = Advance {
                at,
                share: made,
                hit: Some(Touch::of(first)),
                push: Vec3::ZERO,
                lost: DVec3::ZERO,
            };
            // From deep within a wedge it is pushed back to where it came from, or not at all; it can still go on until it
            // touches something.
            let free = if possible && gained > LITTLE {
                None
            } else {
                let way = target.as_dvec3() - at.as_dvec3();
                let (share, contact) = self.halved(at, way, (0.0, 1.0), first);
                let free = share * way.dot(piece) / piece.length_squared();
                (share > 0.0 && !(possible && gained > free)).then(|| (along(at, way, share), free, contact))
            };
            if let Some((place, free, contact)) = free {
                advance.at = place;
                advance.share += free / pieces;
                advance.hit = Some(Touch::of(contact));
            } else if possible {
                advance.at = pushed.center;
                advance.share += 1.0 / pieces;
                advance.push = pushed.center - target;
            }
            return advance;
        }
        Advance {
            at,
            share: 1.0,
            hit: None,
            push: Vec3::ZERO,
            lost: by - (at.as_dvec3() - from.as_dvec3()),
        }
    }

    /// How much of a way the centre can go before it meets a face, 0 to 1.
    fn unobstructed(&self, from: Vec3, by: DVec3) -> f64 {
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

/// The gap that a body there keeps to everything, in metres.
pub(super) fn skin(body: Capsule, at: Vec3) -> f64 {
    SKIN_RELATIVE * f64::from(body.radius)
        + SKIN_ROUNDING * f64::from(at.abs().max_element() + body.half_axis.abs().max_element())
}

/// The place at a share of a way.
fn along(from: Vec3, by: DVec3, share: f64) -> Vec3 {
    (from.as_dvec3() + by * share).as_vec3()
}
