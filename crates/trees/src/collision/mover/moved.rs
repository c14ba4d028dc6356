//! What became of the things and bodies when things moved.

use glam::DVec3;

use super::Event;
use crate::collision::things::Isometry;

/// What became of the things and bodies in [`move_things`](super::move_things).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Where each thing is now: `after`, or short of it where it was stopped.
    pub poses: Vec<Isometry>,
    /// The bodies that had no room to give way, each with the thing that it stopped.
    pub squeezes: Vec<Squeeze>,
    /// The bodies that were carried, each with the thing that it stands on.
    pub rides: Vec<Ride>,
    /// What happened to the bodies: the index of the body and the event.
    pub events: Vec<(usize, Event)>,
}

/// A body that had no room to give way to a thing. The thing stopped before it reached into the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeeze {
    /// The index of the thing.
    pub thing: usize,
    /// The index of the body.
    pub body: usize,
    /// The part of its motion at which the thing stopped, from 0 to 1.
    pub part: f64,
    /// The number of the face of the thing that the body met, as the caller gave it.
    pub face: u32,
}

/// A body that was carried by the thing that it stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ride {
    /// The index of the body.
    pub body: usize,
    /// The index of the thing.
    pub thing: usize,
    /// How far the thing moved it, in metres.
    pub displacement: DVec3,
    /// The turn of the thing about the vertical, in radians, counter-clockwise seen from above. A view that goes with the body may
    /// be turned by it.
    pub turn: f64,
}
