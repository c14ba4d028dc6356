//! Ticks one body without Bevy's schedule. The plugin uses this module; you can also call it from your own game loop.

use bspwalk_collision::mover::{Event, Input, Mover, Observable, Obstruction, PutBackReason, Tick, Trees};
use bspwalk_trees::{Contact, FaceId};
use glam::Vec3;

/// The result of ticking a body.
#[derive(Clone, Debug, Default)]
pub struct Ticked {
    /// Tick reported by the mover.
    pub tick: Tick,
    /// Notable events, in chronological order.
    pub happened: Vec<Happened>,
}

/// An event that happened to a body during a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happened {
    /// The body jumped.
    Jumped,
    /// The body landed on the ground.
    Landed {
        /// Downward speed, in m/s.
        speed: f32,
    },
    /// The body climbed a stair.
    SteppedUp {
        /// Height, in metres.
        height: f32,
    },
    /// The body followed the ground down a stair.
    SteppedDown {
        /// Height, in metres.
        height: f32,
    },
    /// The crouched body does not have enough space to stand up.
    HeadBlocked,
    /// The body was returned to its last clear position.
    PutBack {
        /// Reason.
        reason: PutBackReason,
    },
    /// The body ran into an obstruction.
    Stopped {
        /// Contact with the obstruction.
        contact: Contact,
        /// Description of the obstruction.
        obstruction: Obstruction,
    },
}

/// Moves a body for a duration in seconds, and identifies obstructions. The obstacles are a tree, or a level with its
/// moving things ([`Assembly`](bspwalk_collision::things::Assembly)).
pub fn tick_body<'a, T: Observable + 'a>(
    mover: &mut Mover,
    obstacles: impl Into<Trees<'a, T>>,
    input: &Input,
    seconds: f32,
) -> Ticked {
    let trees = obstacles.into();
    let tick = mover.tick(trees, input, seconds);
    let happened = tick
        .events
        .iter()
        .filter_map(|event| match *event {
            Event::Jumped => Some(Happened::Jumped),
            Event::Landed { speed } => Some(Happened::Landed { speed }),
            Event::SteppedUp { height } => Some(Happened::SteppedUp { height }),
            Event::SteppedDown { height } => Some(Happened::SteppedDown { height }),
            Event::HeadBlocked => Some(Happened::HeadBlocked),
            Event::PutBack { why } => Some(Happened::PutBack { reason: why }),
            Event::Blocked { face, normal } => {
                let contact = contact_of(&tick.contacts, face, Vec3::from(normal))?;
                let obstruction = Obstruction::new(trees.nodes, mover, &contact);
                Some(Happened::Stopped { contact, obstruction })
            }
            _ => None,
        })
        .collect();
    Ticked { tick, happened }
}

/// Returns the contact with this face whose normal is closest to `normal`.
fn contact_of(contacts: &[Contact], face: FaceId, normal: Vec3) -> Option<Contact> {
    let of_face = contacts.iter().filter(|contact| contact.face == face);
    let nearest = of_face.max_by(|a, b| a.normal.dot(normal).total_cmp(&b.normal.dot(normal)));
    nearest.copied()
}
