//! Doors and lifts of a level with movable parts.
//!
//! They move before the body does. They carry the body or push it aside, and stop before they crush it.

use std::sync::Arc;

use bspwalk_collision::{
    mover::{Event, Mover, move_things},
    things::{Assembly, Isometry, Placed, Thing},
};
use bspwalk_levels::{
    Level,
    mechanisms::{self, Machinery, Pose, REACH, State, StepEvents, Use},
};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree, Obstacles, node_storing::BuildError};
use glam::{DVec3, Vec3};

/// Effect of moving entities on the body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MotionEffect {
    /// Events of the body. Blocking a mechanism is reported only once, when it starts.
    pub events: Vec<Event>,
    /// Rotation about the vertical axis by the ground that carries the body, in radians to the left.
    pub turn: f64,
}

/// Moving entities of a level: doors, lifts and other mechanisms.
#[derive(Clone, Debug)]
pub struct MovingEntities {
    level: Arc<Level>,
    /// Trees of the mechanisms, in the order of the mechanisms.
    trees: Arc<[Arc<NodeTree>]>,
    machinery: Machinery,
    /// Poses of the mechanisms. The pose of a blocked mechanism is more precise than its state in
    /// `machinery`.
    poses: Vec<Isometry>,
    /// Poses before the last step.
    previous: Vec<Isometry>,
    /// Position of the body's feet at the last step, in metres.
    feet: Option<DVec3>,
    /// Whether the use key was held in the last step. Holding the key uses an entity only once.
    uses: bool,
    /// Whether the body blocked a mechanism in the last step.
    is_in_the_way: bool,
}

impl MovingEntities {
    /// Builds the trees of a level's mechanisms, in their initial state. Returns `None` if the level has no mechanisms.
    ///
    /// # Errors
    /// Returns [`BuildError`] if a build fails or is cancelled.
    pub fn build_trees(
        level: &Arc<Level>,
        params: &BuildParams,
        progress: &Arc<Progress>,
    ) -> Result<Option<Self>, BuildError> {
        let trees: Arc<[_]> = bspwalk_compile::moving_trees(level, params, progress)?.into();
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

    /// Ends the motion of the last step. Call this in steps that do not call [`MovingEntities::step`], so that interpolation
    /// shows everything at rest.
    pub fn end_motion(&mut self) {
        self.previous.clone_from(&self.poses);
    }

    /// Forgets the last position of the body, so that a teleport does not activate the triggers in between.
    pub fn forget_path(&mut self) {
        self.feet = None;
    }

    /// Advances the mechanisms by a time in seconds.
    ///
    /// The body activates the mechanisms that it touches, crosses or uses. `uses` is the unit vector of the view
    /// direction if the use key is held. Moving mechanisms carry and push the body. Without a body, nothing blocks
    /// them.
    pub fn step(
        &mut self,
        level: &NodeTree,
        mut mover: Option<&mut Mover>,
        use_direction: Option<Vec3>,
        seconds: f32,
    ) -> MotionEffect {
        let body = mover.as_deref().map(|mover| {
            let (feet, half) = (mover.feet().as_dvec3(), mover.position() - mover.feet());
            mechanisms::Body {
                before: self.feet.unwrap_or(feet),
                feet,
                height: 2.0 * f64::from(half.y),
                radius: f64::from(mover.body().radius),
            }
        });
        let is_new = use_direction.is_some() && !self.uses;
        self.uses = use_direction.is_some();
        let used = mover
            .as_deref()
            .zip(use_direction.filter(|_| is_new))
            .map(|(mover, along)| self.in_front(level, mover.eye(), along));
        self.machinery.step(
            f64::from(seconds),
            &StepEvents {
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
            self.machinery.report_blocked(squeeze.thing, squeeze.part);
        }
        self.poses = moved.poses;
        self.feet = mover.map(|mover| mover.feet().as_dvec3());
        let mut events = moved.events.into_iter().map(|(_, event)| event).collect();
        tell_once(&mut events, &mut self.is_in_the_way);
        MotionEffect {
            events,
            turn: moved.rides.iter().map(|ride| ride.turn).sum(),
        }
    }

    /// Returns the entity in front of the eye, within reach along the unit vector `along`.
    fn in_front(&self, level: &NodeTree, eye: Vec3, along: Vec3) -> Use {
        let to = eye + along * REACH;
        let things = self.posed_trees();
        let hit = Assembly::new(level, &things).cast(eye, to);
        Use {
            from: eye.as_dvec3(),
            to: hit.map_or(to, |hit| hit.point).as_dvec3(),
            mechanism: hit.and_then(|hit| self.level.mechanism_of_face(hit.face)),
        }
    }

    /// Returns the trees of the mechanisms in their current poses.
    pub fn posed_trees(&self) -> Vec<Placed<'_>> {
        let now = self.trees.iter().zip(&self.poses);
        now.map(|(tree, &now)| Placed::new(tree, now)).collect()
    }

    /// Returns the states of the mechanisms, in the order of [`Level::mechanisms`].
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.machinery.states()
    }

    /// Returns the interpolated poses of the mechanisms. `share` is 0 at the start of the last step and 1 at
    /// its end.
    pub fn poses_between(&self, share: f64) -> impl Iterator<Item = Pose> + '_ {
        self.previous
            .iter()
            .zip(&self.poses)
            .map(move |(before, after)| Pose {
                rotation: before.rotation.slerp(after.rotation, share),
                translation: before.translation.lerp(after.translation, share),
            })
    }

    /// Returns the poses of the mechanisms, in the order of [`Level::mechanisms`].
    pub fn poses(&self) -> Vec<Pose> {
        let now = self.poses.iter().map(|now| Pose {
            rotation: now.rotation,
            translation: now.translation,
        });
        now.collect()
    }
}

/// Removes the event for a blocked mechanism if the body was already blocking one in the last step.
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
