//! Doors and lifts of a level that was taken apart: they move before the body does, carry it, push it aside, and stop before they
//! squeeze it.

use std::sync::Arc;

use bspwalk_levels::{
    Level,
    mechanisms::{self, Happenings, Machinery, Pose, State, Use},
};
use bspwalk_progress::Progress;
use bspwalk_trees::{
    BuildParams, NodeTree, Obstacles,
    collision::{
        mover::{Event, Mover, move_things},
        things::{Isometry, Placed, Thing},
    },
    node_storing::BuildError,
};
use glam::{DVec3, Vec3};

/// How far a hand reaches, in metres: `USERANGE` of DOOM, 64 map units.
const REACH: f32 = 2.0;

/// A mechanism with solid faces.
#[derive(Debug)]
struct Part {
    /// Index into [`Level::mechanisms`].
    mechanism: usize,
    tree: NodeTree,
}

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
    parts: Arc<[Part]>,
    machinery: Machinery,
    /// Where the parts were before the last step and where they are, more exactly than the machinery says where one was stopped.
    poses: Vec<[Isometry; 2]>,
    /// Where the feet of the body were at the last step, in metres.
    feet: Option<DVec3>,
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
        if !level.apart || level.mechanisms.is_empty() {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for mechanism in 0..level.mechanisms.len() {
            let triangles = level.moving_triangles(mechanism);
            if !triangles.is_empty() {
                let tree = NodeTree::builder(params).progress(progress).build(&triangles)?;
                parts.push(Part { mechanism, tree });
            }
        }
        let machinery = Machinery::new(level);
        let mut moving = Self {
            level: Arc::clone(level),
            parts: parts.into(),
            machinery,
            poses: Vec::new(),
            feet: None,
            is_in_the_way: false,
        };
        moving.restart();
        Ok(Some(moving))
    }

    /// Puts everything where it is at the start of the level.
    pub fn restart(&mut self) {
        self.machinery = Machinery::new(&self.level);
        let states: Vec<_> = self.machinery.states().collect();
        self.poses.clear();
        self.poses.extend(
            self.parts
                .iter()
                .map(|part| [states[part.mechanism].after; 2].map(isometry)),
        );
        self.feet = None;
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
        let used = mover
            .as_deref()
            .zip(uses)
            .map(|(mover, along)| self.in_front(level, mover.eye(), along));
        self.machinery.step(
            f64::from(seconds),
            &Happenings {
                bodies: body.as_slice(),
                uses: used.as_slice(),
            },
        );
        let states: Vec<_> = self.machinery.states().collect();
        let things: Vec<Thing<'_>> = self
            .parts
            .iter()
            .zip(&self.poses)
            .map(|(part, [_, now])| Thing {
                tree: &part.tree,
                before: *now,
                after: isometry(states[part.mechanism].after),
            })
            .collect();
        let mut bodies: Vec<&mut Mover> = mover.as_deref_mut().into_iter().collect();
        let moved = move_things(level, &things, &mut bodies, seconds);
        for squeeze in &moved.squeezes {
            self.machinery
                .blocked(self.parts[squeeze.thing].mechanism, squeeze.part);
        }
        for (pose, after) in self.poses.iter_mut().zip(moved.poses) {
            *pose = [pose[1], after];
        }
        self.feet = mover.map(|mover| mover.feet().as_dvec3());
        let was_in_the_way = std::mem::replace(&mut self.is_in_the_way, !moved.squeezes.is_empty());
        let is_new = |event: &Event| !(was_in_the_way && matches!(event, Event::Squeezed { .. }));
        let events = moved.events.into_iter().map(|(_, event)| event);
        Taken {
            events: events.filter(is_new).collect(),
            turn: moved.rides.iter().map(|ride| ride.turn).sum(),
        }
    }

    /// What is used by who stands there and looks along a unit vector.
    fn in_front(&self, level: &NodeTree, eye: Vec3, along: Vec3) -> Use {
        let to = eye + along * REACH;
        let things = self.placed();
        let hit = bspwalk_trees::collision::things::Assembly::new(level, &things).cast(eye, to);
        Use {
            from: eye.as_dvec3(),
            to: hit.map_or(to, |hit| hit.point).as_dvec3(),
            mechanism: hit.and_then(|hit| self.level.part_of_face(hit.face)),
        }
    }

    /// The trees of the parts where they are now.
    #[must_use]
    pub fn placed(&self) -> Vec<Placed<'_>> {
        let parts = self.parts.iter().zip(&self.poses);
        parts
            .map(|(part, [_, now])| Placed::new(&part.tree, *now))
            .collect()
    }

    /// What the mechanisms do, in the order of [`Level::mechanisms`].
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.machinery.states()
    }

    /// Where the mechanisms are, in the order of [`Level::mechanisms`], this part of a step after the step before the last one.
    #[must_use]
    pub fn poses(&self, part: f32) -> Vec<Pose> {
        let mut poses: Vec<Pose> = self.machinery.states().map(|state| state.after).collect();
        for (part_of, [before, now]) in self.parts.iter().zip(&self.poses) {
            let at = before.between(now, f64::from(part));
            poses[part_of.mechanism] = Pose {
                rotation: at.rotation,
                translation: at.translation,
            };
        }
        poses
    }
}

fn isometry(pose: Pose) -> Isometry {
    Isometry::new(pose.rotation, pose.translation)
}
