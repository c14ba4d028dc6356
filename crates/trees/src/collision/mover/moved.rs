//! The result of moving things: poses, squeezes, rides and events.

use glam::DVec3;

use super::Event;
use crate::collision::things::Isometry;

/// The result of [`move_things`](super::move_things).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Final pose of each thing: `after`, or an earlier pose if it was stopped.
    pub poses: Vec<Isometry>,
    /// Bodies that could not yield, each with the thing that it stopped.
    pub squeezes: Vec<Squeeze>,
    /// Bodies that were carried, each with the thing that carried it.
    pub rides: Vec<Ride>,
    /// Events of the bodies: body index and event.
    pub events: Vec<(usize, Event)>,
}

/// A body that could not yield to a thing. The thing stopped before it penetrated the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeeze {
    /// Index of the thing.
    pub thing: usize,
    /// Index of the body.
    pub body: usize,
    /// Fraction of the motion that the thing completed before it stopped, from 0 to 1.
    pub part: f64,
    /// The caller's number of the thing's face that hit the body.
    pub face: u32,
}

/// A body that rides on a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ride {
    /// Index of the body.
    pub body: usize,
    /// Index of the thing.
    pub thing: usize,
    /// Displacement of the body by the thing, in metres.
    pub displacement: DVec3,
    /// Rotation of the thing about the vertical, in radians, counter-clockwise seen from above. You can rotate a view
    /// attached to the body by this angle.
    pub turn: f64,
}
