//! Doors and lifts of a level that was taken apart: they move before the body does, carry it, push it aside, and stop before they
//! squeeze it.

use std::sync::Arc;

use bspwalk_levels::{
    Level,
    mechanisms::{self, Happenings, Machinery, Pose, REACH, State, Use},
};
use bspwalk_progress::Progress;
use bspwalk_trees::{
    BuildParams, NodeTree, Obstacles,
    collision::{
        mover::{Event, Mover, move_things},
        things::{Assembly, Isometry, Placed, Thing},
    },
    node_storing::BuildError,
};
use glam::{DVec3, Vec3};

/// What became of the body when things moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taken {
    /// What happened to it. That it is in the way of something is told once, when that begins.
    pub events: Vec<Event>,
    /// By how much what it stands on turned it about the vertical, in radians to the left.
    pub turn: f64,
}

/// What moves in a level.
#[derive(Clone, Debug)]
pub struct Moving {
    level: Arc<Level>,
    /// The trees of the mechanisms, in their order.
    trees: Arc<[Arc<NodeTree>]>,
    machinery: Machinery,
    /// Where the mechanisms are, more exactly than the machinery says where one was stopped.
    poses: Vec<Isometry>,
    /// Where they were before the last step.
    previous: Vec<Isometry>,
    /// Where the feet of the body were at the last step, in metres.
    feet: Option<DVec3>,
    /// Whether the body used something in the last step: a button that is held uses once.
    uses: bool,
    /// Whether the body was in the way of something in the last step.
    is_in_the_way: bool,
}

impl Moving {
    /// What moves in a level, at its start; `None` where nothing does. Builds the trees of its mechanisms.
    ///
    /// # Errors
    /// [`BuildError`], where it is cancelled among others.
    pub fn of(
        level: &Arc<Level>,
        params: &BuildParams,
        progress: &Arc<Progress>,
    ) -> Result<Option<Self>, BuildError> {
        let trees: Arc<[_]> = level.moving_trees(params, progress)?.into();
        if trees.is_empty() {
            return Ok(None);
        }
        let machinery = Machinery::new(level);
        let poses: Vec<Isometry> = machinery.states().map(|state| isometry(state.after)).collect();
        Ok(Some(Self {
            level: Arc::clone(level),
            trees,
            previous: poses.clone(),
            poses,
            machinery,
            feet: None,
            uses: false,
            is_in_the_way: false,
        }))
    }

    /// Ends the motion of the last step, so that a step without [`Moving::step`] shows everything at rest.
    pub fn settle(&mut self) {
        self.previous.clone_from(&self.poses);
    }

    /// The body was put elsewhere: it crossed nothing on its way there.
    pub fn forget_path(&mut self) {
        self.feet = None;
    }

    /// Lets some seconds pass: what the body touches, crosses and, where `uses` is given, looks at from the eye along that unit vector
    /// sets mechanisms going; they move, carry the body and push it. Where there is none, nothing is in their way.
    pub fn step(
        &mut self,
        level: &NodeTree,
        mut mover: Option<&mut Mover>,
        uses: Option<Vec3>,
        seconds: f32,
    ) -> Taken {
        let body = mover.as_deref().map(|mover| {
            let (feet, half) = (mover.feet().as_dvec3(), mover.position() - mover.feet());
            mechanisms::Body {
                before: self.feet.unwrap_or(feet),
                feet,
                height: 2.0 * f64::from(half.y),
                radius: f64::from(mover.body().radius),
            }
        });
        let is_new = uses.is_some() && !self.uses;
        self.uses = uses.is_some();
        let used = mover
            .as_deref()
            .zip(uses.filter(|_| is_new))
            .map(|(mover, along)| self.in_front(level, mover.eye(), along));
        self.machinery.step(
            f64::from(seconds),
            &Happenings {
                bodies: body.as_slice(),
                uses: used.as_slice(),
            },
        );
        let wanted = self.machinery.states().map(|state| isometry(state.after));
        let things: Vec<Thing<'_>> = self
            .trees
            .iter()
            .zip(&self.poses)
            .zip(wanted)
            .map(|((tree, &before), after)| Thing { tree, before, after })
            .collect();
        let mut bodies: Vec<&mut Mover> = mover.as_deref_mut().into_iter().collect();
        let moved = move_things(level, &things, &mut bodies, seconds);
        for squeeze in &moved.squeezes {
            self.machinery.blocked(squeeze.thing, squeeze.part);
        }
        self.poses = moved.poses;
        self.feet = mover.map(|mover| mover.feet().as_dvec3());
        let mut events = moved.events.into_iter().map(|(_, event)| event).collect();
        tell_once(&mut events, &mut self.is_in_the_way);
        Taken {
            events,
            turn: moved.rides.iter().map(|ride| ride.turn).sum(),
        }
    }

    /// What is used by who stands there and looks along a unit vector.
    fn in_front(&self, level: &NodeTree, eye: Vec3, along: Vec3) -> Use {
        let to = eye + along * REACH;
        let things = self.placed();
        let hit = Assembly::new(level, &things).cast(eye, to);
        Use {
            from: eye.as_dvec3(),
            to: hit.map_or(to, |hit| hit.point).as_dvec3(),
            mechanism: hit.and_then(|hit| self.level.part_of_face(hit.face)),
        }
    }

    /// The trees of the mechanisms where they are now.
    #[must_use]
    pub fn placed(&self) -> Vec<Placed<'_>> {
        let now = self.trees.iter().zip(&self.poses);
        now.map(|(tree, &now)| Placed::new(tree, now)).collect()
    }

    /// What the mechanisms do, in the order of [`Level::mechanisms`].
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.machinery.states()
    }

    /// Poses of the mechanisms at a share of the last step, from 0 to 1.
    pub fn poses_between(&self, share: f64) -> impl Iterator<Item = Pose> + '_ {
        self.previous
            .iter()
            .zip(&self.poses)
            .map(move |(before, after)| Pose {
                rotation: before.rotation.slerp(after.rotation, share),
                translation: before.translation.lerp(after.translation, share),
            })
    }

    /// Where the mechanisms are, in the order of [`Level::mechanisms`].
    #[must_use]
    pub fn poses(&self) -> Vec<Pose> {
        let now = self.poses.iter().map(|now| Pose {
            rotation: now.rotation,
            translation: now.translation,
        });
        now.collect()
    }
}

/// Leaves out that the body is in the way of something, if it was in the last step, too.
fn tell_once(events: &mut Vec<Event>, is_in_the_way: &mut bool) {
    let is_squeezed = |event: &Event| matches!(event, Event::Squeezed { .. });
    let is_now = events.iter().any(is_squeezed);
    if std::mem::replace(is_in_the_way, is_now) {
        events.retain(|event| !is_squeezed(event));
    }
}

fn isometry(pose: Pose) -> Isometry {
    Isometry::new(pose.rotation, pose.translation)
}
