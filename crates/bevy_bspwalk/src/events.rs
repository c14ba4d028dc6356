//! Events of bodies and moving things.
//!
//! Each event is triggered on its entity, so that entity observers and global observers receive it
//! (`commands.entity(body).observe(|landed: On<Landed>| …)`). Each event is also written as a message, for systems that
//! read many events at once (`MessageReader<Landed>`). A body's events are in chronological order, and bodies are in
//! tick order.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_collision::mover::{PutBackReason, Surface};
use bspwalk_trees::{FaceId, Feature};

use crate::body::ReflectedFace;

/// A body jumped off the ground, off a ladder or out of a liquid, or within the coyote time after leaving the ground.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Jumped {
    /// Entity of the body.
    #[event_target]
    pub body: Entity,
}

/// A body landed on the ground.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Landed {
    /// Entity of the body.
    #[event_target]
    pub body: Entity,
    /// Downward speed at the impact, in m/s.
    pub speed: f32,
}

/// A body climbed all or part of a stair.
///
/// Climbing a stair may take several ticks. No event is triggered for the last part, where the body's rounded bottom
/// rolls over the edge.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct SteppedUp {
    /// The climbing body.
    #[event_target]
    pub body: Entity,
    /// Height climbed, in metres.
    pub height: f32,
}

/// A body followed the ground down all or part of a stair.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct SteppedDown {
    /// The descending body.
    #[event_target]
    pub body: Entity,
    /// Height descended, in metres.
    pub height: f32,
}

/// A crouched body does not have enough space to stand up. Triggered only once, when the crouch button is released.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct HeadBlocked {
    /// The crouched body.
    #[event_target]
    pub body: Entity,
}

/// A body was returned to its last clear position.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct PutBack {
    /// Entity of the body.
    #[event_target]
    pub body: Entity,
    /// Reason.
    pub reason: PutBackFrom,
}

/// Reason for returning a body to its last clear position. Mirrors [`PutBackReason`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub enum PutBackFrom {
    /// The body fell below the bounds of the level, or flew too far outside them.
    FellOut,
    /// The body ended up in a space that is too small for it, or its path crossed a face.
    NoRoom,
}

impl From<PutBackReason> for PutBackFrom {
    fn from(reason: PutBackReason) -> Self {
        match reason {
            PutBackReason::FellOut => Self::FellOut,
            PutBackReason::NoRoom => Self::NoRoom,
        }
    }
}

/// A body was stopped by a surface that is too steep to walk on. Triggered only once, when the body is first
/// obstructed.
#[derive(EntityEvent, Message, Clone, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Entity of the body.
    #[event_target]
    pub body: Entity,
    /// Entity of the obstructing collider, or of another body.
    pub by: Entity,
    /// Number of the obstructing face in the level's file or in the mesh, or [`FaceId::NONE`] for another body.
    #[reflect(remote = ReflectedFace)]
    pub face: FaceId,
    /// Material name of the face, if it has one.
    pub material: Option<String>,
    /// Kind of surface; [`SurfaceKind::name`] returns its name.
    pub surface: SurfaceKind,
    /// Part of the face that was hit.
    pub part: FacePart,
    /// Closest point to the body, in metres.
    pub point: Vec3,
    /// Unit vector from that point towards the body.
    pub normal: Vec3,
}

/// A moving thing stopped because a body in its way could not move aside.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Squeezed {
    /// Entity of the moving thing.
    #[event_target]
    pub thing: Entity,
    /// Entity of the body.
    pub body: Entity,
    /// Fraction of the tick's motion (from 0 to 1) that the moving thing completed before it stopped.
    pub part: f32,
    /// Face of the moving thing that hit the body.
    #[reflect(remote = ReflectedFace)]
    pub face: FaceId,
}

/// Kind of surface, as seen by a walking body. Mirrors [`Surface`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub enum SurfaceKind {
    /// A surface flat enough to walk on.
    Floor,
    /// A walkable surface above the feet that is low enough to step onto.
    Step,
    /// A walkable surface above the feet that is too high to climb as a stair.
    Ledge,
    /// A surface that faces upwards but is too steep to walk on.
    Slope,
    /// A surface within 10° of the vertical.
    Wall,
    /// A surface that faces downwards.
    Ceiling,
}

impl From<Surface> for SurfaceKind {
    fn from(surface: Surface) -> Self {
        match surface {
            Surface::Floor => Self::Floor,
            Surface::Step => Self::Step,
            Surface::Ledge => Self::Ledge,
            Surface::Slope => Self::Slope,
            Surface::Wall => Self::Wall,
            Surface::Ceiling => Self::Ceiling,
        }
    }
}

impl SurfaceKind {
    /// Returns the name with its article, such as "a wall", in the program's language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => Surface::Floor,
            Self::Step => Surface::Step,
            Self::Ledge => Surface::Ledge,
            Self::Slope => Surface::Slope,
            Self::Wall => Surface::Wall,
            Self::Ceiling => Surface::Ceiling,
        }
        .name()
    }
}

/// Part of a face that was hit. Mirrors [`Feature`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub enum FacePart {
    /// The interior.
    Face,
    /// An edge.
    Edge,
    /// A corner.
    Corner,
}

impl From<Feature> for FacePart {
    fn from(feature: Feature) -> Self {
        match feature {
            Feature::Face => Self::Face,
            Feature::Edge => Self::Edge,
            Feature::Vertex => Self::Corner,
        }
    }
}

/// Sends events to observers and writes them as messages.
#[derive(SystemParam)]
pub(crate) struct Announcer<'w, 's> {
    commands: Commands<'w, 's>,
    jumped: MessageWriter<'w, Jumped>,
    landed: MessageWriter<'w, Landed>,
    stepped: MessageWriter<'w, SteppedUp>,
    stepped_down: MessageWriter<'w, SteppedDown>,
    head_blocked: MessageWriter<'w, HeadBlocked>,
    put_back: MessageWriter<'w, PutBack>,
    stopped: MessageWriter<'w, Stopped>,
    squeezed: MessageWriter<'w, Squeezed>,
}

impl Announcer<'_, '_> {
    pub(crate) fn jumped(&mut self, event: Jumped) {
        self.jumped.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn landed(&mut self, event: Landed) {
        self.landed.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn stepped_up(&mut self, event: SteppedUp) {
        self.stepped.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn stepped_down(&mut self, event: SteppedDown) {
        self.stepped_down.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn head_blocked(&mut self, event: HeadBlocked) {
        self.head_blocked.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn put_back(&mut self, event: PutBack) {
        self.put_back.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn stopped(&mut self, event: Stopped) {
        self.stopped.write(event.clone());
        self.commands.trigger(event);
    }

    pub(crate) fn squeezed(&mut self, event: Squeezed) {
        self.squeezed.write(event);
        self.commands.trigger(event);
    }
}

pub(crate) fn register(app: &mut App) {
    app.add_message::<Jumped>()
        .add_message::<Landed>()
        .add_message::<SteppedUp>()
        .add_message::<SteppedDown>()
        .add_message::<HeadBlocked>()
        .add_message::<PutBack>()
        .add_message::<Stopped>()
        .add_message::<Squeezed>()
        .register_type::<Jumped>()
        .register_type::<Landed>()
        .register_type::<SteppedUp>()
        .register_type::<SteppedDown>()
        .register_type::<HeadBlocked>()
        .register_type::<PutBack>()
        .register_type::<Stopped>()
        .register_type::<Squeezed>();
}
