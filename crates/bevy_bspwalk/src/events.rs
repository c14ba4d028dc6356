//! What happens to bodies and things, as events of their entities and as messages.
//!
//! Each is triggered for its entity, so that an observer of that entity or of all hears of it
//! (`commands.entity(body).observe(|landed: On<Landed>| …)`), and written as a message for systems that read many at once
//! (`MessageReader<Landed>`). They come in the order in which they happened, bodies in the order of their ticks.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_trees::{
    Feature,
    collision::mover::{PutBackReason, Surface},
};

/// A body came to the ground.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Landed {
    /// The body.
    #[event_target]
    pub body: Entity,
    /// The downward speed with which it did, in m/s.
    pub speed: f32,
}

/// A body climbed a stair, or a part of one: a stair may take several ticks. The last of it, where the body's round end is so far over the
/// edge that it walks up, is not told.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct SteppedUp {
    /// The body.
    #[event_target]
    pub body: Entity,
    /// How high, in metres.
    pub height: f32,
}

/// A body was put back to the last place where it was clear.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct PutBack {
    /// The body.
    #[event_target]
    pub body: Entity,
    /// Why.
    pub reason: PutBackFrom,
}

/// Why a body was put back: [`PutBackReason`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub enum PutBackFrom {
    /// It fell below the bounds of the level, or flew too far away from them.
    FellOut,
    /// There was no room where it ended, or its path crossed a face.
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

/// Something that is too steep to walk on came in the way of a body. It is told once, when that begins.
#[derive(EntityEvent, Message, Clone, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The body.
    #[event_target]
    pub body: Entity,
    /// The entity of the collider that is in the way.
    pub by: Entity,
    /// The face that is in the way, as it is numbered in the level's file or the mesh.
    pub face: u32,
    /// The name of its material, where the face has one.
    pub material: Option<String>,
    /// What kind of surface it is to the body; [`SurfaceKind::name`] says it in words.
    pub surface: SurfaceKind,
    /// Which part of the face was met.
    pub part: FacePart,
    /// The point that is nearest to the body, in metres.
    pub point: Vec3,
    /// The unit vector from there to the body.
    pub normal: Vec3,
}

/// A thing that moves met a body that has no room to give way, and stays where it is.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Squeezed {
    /// The thing.
    #[event_target]
    pub thing: Entity,
    /// The body.
    pub body: Entity,
    /// The part of the motion of the tick, from 0 to 1, after which the thing stopped.
    pub part: f32,
    /// The face of the thing that met the body.
    pub face: u32,
}

/// A kind of surface, as a walking body sees it: [`Surface`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub enum SurfaceKind {
    /// It is flat enough to be walked on.
    Floor,
    /// A floor above the feet, low enough to be climbed as a stair.
    Step,
    /// A floor above the feet, too high to be climbed as a stair.
    Ledge,
    /// It faces upwards, but is too steep to be walked on.
    Slope,
    /// It is upright, up to 10° from the vertical.
    Wall,
    /// It faces downwards.
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
    /// Its name with the article, such as "a wall", in the language of the program.
    #[must_use]
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

/// Which part of a face was met: [`Feature`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
pub enum FacePart {
    /// Its inside.
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

/// Tells what happened, to observers and to readers of messages.
#[derive(SystemParam)]
pub(crate) struct Announcer<'w, 's> {
    commands: Commands<'w, 's>,
    landed: MessageWriter<'w, Landed>,
    stepped: MessageWriter<'w, SteppedUp>,
    put_back: MessageWriter<'w, PutBack>,
    stopped: MessageWriter<'w, Stopped>,
    squeezed: MessageWriter<'w, Squeezed>,
}

impl Announcer<'_, '_> {
    pub(crate) fn landed(&mut self, event: Landed) {
        self.landed.write(event);
        self.commands.trigger(event);
    }

    pub(crate) fn stepped_up(&mut self, event: SteppedUp) {
        self.stepped.write(event);
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

/// Registers the events with their messages.
pub(crate) fn register(app: &mut App) {
    app.add_message::<Landed>()
        .add_message::<SteppedUp>()
        .add_message::<PutBack>()
        .add_message::<Stopped>()
        .add_message::<Squeezed>()
        .register_type::<Landed>()
        .register_type::<SteppedUp>()
        .register_type::<PutBack>()
        .register_type::<Stopped>()
        .register_type::<Squeezed>();
}
