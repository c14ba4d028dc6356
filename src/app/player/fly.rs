//! Moving a sphere through a level, kept out of its walls by the tree: one fixed step.

use bevy::math::Vec3;

use crate::{
    bsp::{NodeTree, node_storing::Contact},
    collision,
};

/// Longest way that the sphere goes between two pushes, relative to its radius: shorter than the radius, so that it
/// cannot jump a wall, and short enough that a push has little to undo.
const PIECE: f32 = 0.5;

/// Most pieces a step. Where they do not suffice the pieces are longer, and the cast of the centre alone guards.
const MAX_PIECES: f32 = 256.0;

/// How far before a face the centre is stopped, relative to the radius; the push does the rest.
const STOP: f32 = 0.05;

/// A shorter push does not turn the velocity, relative to the radius: it is the rounding of `f32`.
const PUSHED: f32 = 1.0e-5;

/// Where a step ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Flown {
    /// Centre of the sphere.
    pub center: Vec3,
    /// Metres a second: what the walls left of it.
    pub velocity: Vec3,
    /// What the sphere was pushed away from, each face once, as it stood when it was first met.
    pub contacts: Vec<Contact>,
    /// How far it was pushed in all, in metres.
    pub push: Vec3,
    /// Whether nothing is nearer than the radius at the end.
    pub clear: bool,
}

/// Moves a sphere by `velocity` for `seconds`, sliding along what is in its way. The way of its centre crosses no face.
#[must_use]
pub fn fly(tree: &NodeTree, center: Vec3, velocity: Vec3, radius: f32, seconds: f32) -> Flown {
    let mut flown = Flown {
        center,
        velocity,
        contacts: Vec::new(),
        push: Vec3::ZERO,
        clear: true,
    };
    let pieces = (velocity.length() * seconds / (radius * PIECE))
        .ceil()
        .clamp(1.0, MAX_PIECES);
    for _ in 0..pieces as u32 {
        let motion = flown.velocity * (seconds / pieces);
        if !advance(tree, &mut flown, motion, radius) {
            break;
        }
    }
    flown
}

/// One piece of the way. False where the sphere cannot go on.
fn advance(tree: &NodeTree, flown: &mut Flown, motion: Vec3, radius: f32) -> bool {
    let from = flown.center;
    let target = from + motion * unobstructed(tree, from, motion, radius);
    let pushed = collision::push(tree, target, radius);
    for contact in &pushed.contacts {
        if !flown.contacts.iter().any(|known| known.face == contact.face) {
            flown.contacts.push(*contact);
        }
    }
    flown.clear = pushed.clear;
    if pushed.clear {
        let push = pushed.center - target;
        flown.center = pushed.center;
        flown.push += push;
        if push.length() > radius * PUSHED {
            flown.velocity = slid(flown.velocity, push.normalize_or_zero());
        }
        return true;
    }
    // No room for the sphere there: a gap narrower than itself. It goes no further in, but may leave what it is already
    // stuck in, as after its radius grew.
    let mut now = Vec::new();
    tree.contacts(from, radius, &mut now);
    let depth_now = now.first().map_or(0.0, |contact| contact.depth);
    tree.contacts(target, radius, &mut now);
    let depth_there = now.first().map_or(0.0, |contact| contact.depth);
    if depth_now > radius * PUSHED && depth_there <= depth_now {
        flown.center = target;
        return true;
    }
    let mut along = motion;
    for contact in &pushed.contacts {
        along = slid(along, contact.normal);
    }
    let target = from + along * unobstructed(tree, from, along, radius);
    let again = collision::push(tree, target, radius);
    if again.clear {
        flown.clear = true;
        flown.push += again.center - target;
        flown.center = again.center;
        for contact in &pushed.contacts {
            flown.velocity = slid(flown.velocity, contact.normal);
        }
        return true;
    }
    flown.velocity = Vec3::ZERO;
    false
}

/// How much of the motion the centre can go before it meets a face, 0 to 1.
fn unobstructed(tree: &NodeTree, from: Vec3, motion: Vec3, radius: f32) -> f32 {
    let length = motion.length();
    if length == 0.0 {
        return 1.0;
    }
    tree.cast(from, from + motion)
        .map_or(1.0, |hit| (hit.t - STOP * radius / length).max(0.0))
}

/// A velocity without its part against a normal.
fn slid(velocity: Vec3, normal: Vec3) -> Vec3 {
    velocity - normal * velocity.dot(normal).min(0.0)
}
