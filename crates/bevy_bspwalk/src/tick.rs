//! One tick of one body, without the engine: what a game's own loop calls as well as the plugin does.

use bspwalk_trees::{
    Contact,
    collision::mover::{Event, Input, Mover, Observable, Obstruction, PutBackReason, Tick, Trees},
};
use glam::Vec3;

/// What came of a tick of a body.
#[derive(Clone, Debug, Default)]
pub struct Ticked {
    /// The tick, as the mover tells it.
    pub tick: Tick,
    /// What happened that others may want to know, in order.
    pub happened: Vec<Happened>,
}

/// Something that happened to a body in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happened {
    /// It came to the ground at this downward speed, in m/s.
    Landed {
        /// The speed.
        speed: f32,
    },
    /// It climbed a stair of this height, in metres.
    SteppedUp {
        /// The height.
        height: f32,
    },
    /// It was put back to the last place where it was clear.
    PutBack {
        /// Why.
        reason: PutBackReason,
    },
    /// Something came in the way.
    Stopped {
        /// Where it was met.
        contact: Contact,
        /// What it is.
        obstruction: Obstruction,
    },
}

/// Moves a body for a duration in seconds, and finds out what it ran into. The obstacles are a tree, or a level with its things
/// ([`Assembly`](bspwalk_trees::collision::things::Assembly)).
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
            Event::Landed { speed } => Some(Happened::Landed { speed }),
            Event::SteppedUp { height } => Some(Happened::SteppedUp { height }),
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

/// The contact of a face that is the nearest to a normal.
fn contact_of(contacts: &[Contact], face: u32, normal: Vec3) -> Option<Contact> {
    let of_face = contacts.iter().filter(|contact| contact.face == face);
    let nearest = of_face.max_by(|a, b| a.normal.dot(normal).total_cmp(&b.normal.dot(normal)));
    nearest.copied()
}
