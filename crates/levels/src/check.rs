//! Validates a level that was read from a compiled file.

use bspwalk_geometry::{Aabb, FaceId, Plane};
use bspwalk_progress::{CheckError, Progress, ensure};
use glam::{DVec2, DVec3, Vec3, Vec4};

use super::{
    Level, LevelTriangle, Material, Spawn,
    assemble::MAX_METRES,
    mechanisms::{Again, Call, Callee, Caller, Corner, Event, MOST, Mechanism, Motion, Order},
};

/// Maximum coordinate of a spawn, in metres. It exceeds [`MAX_METRES`] because a spawn may be outside the level.
const FURTHEST_SPAWN: f64 = 10.0 * MAX_METRES;

/// Maximum waiting time, in seconds.
const MOST_SECONDS: f64 = 1.0e9;

fn is_time(seconds: f64) -> bool {
    (0.0..=MOST_SECONDS).contains(&seconds)
}

fn is_near(point: DVec3) -> bool {
    point.is_finite() && point.abs().max_element() <= 4.0 * MAX_METRES
}

fn is_speed(speed: f64) -> bool {
    speed.is_finite() && speed > 0.0
}

impl Level {
    /// Checks the invariants that every loader guarantees: the level has triangles, indices are in range, and numbers
    /// are finite and correctly ordered.
    ///
    /// # Errors
    /// Returns an error if an invariant is violated or the operation is cancelled.
    pub fn check(&self, progress: &Progress) -> Result<(), CheckError> {
        ensure(!self.triangles.is_empty(), "the level has no triangles")?;
        let is_named = !(self.materials.is_empty() || self.objects.is_empty());
        ensure(is_named, "the level has no materials or no objects")?;
        self.check_triangles(progress)?;
        progress.check_each_numbered("material", &self.materials, |_, material| material.check())?;
        ensure(
            self.origin.abs().max_element() <= MAX_METRES,
            "the origin is not finite or is too far away",
        )?;
        let Spawn { eye, yaw, .. } = self.spawn;
        ensure(
            eye.abs().max_element() <= FURTHEST_SPAWN && yaw.is_finite(),
            "the spawn is not finite or is far outside the level",
        )?;
        progress.check_each_numbered("entity", &self.entities, |_, entity| {
            let is_placed = entity.position.abs().max_element() <= MAX_METRES
                && entity.yaw.is_none_or(f64::is_finite)
                && entity
                    .object
                    .is_none_or(|object| (object as usize) < self.objects.len());
            ensure(is_placed, "its position or object does not exist")
        })?;
        progress.check_each_numbered("brush", &self.brushes, |_, brush| {
            let is_finite = |side: &Plane| side.normal.is_finite() && side.d.is_finite();
            let is_whole = brush.sides.iter().all(is_finite)
                && brush.bounds.min.is_finite()
                && brush.bounds.max.is_finite()
                && (brush.object as usize) < self.objects.len();
            ensure(
                is_whole,
                "one of its sides is not finite, or its object does not exist",
            )
        })?;
        progress.check_each_numbered("hint", &self.hints, |_, hint| {
            ensure(
                hint.corners.iter().all(|&corner| is_near(corner)),
                "a coordinate is not finite or is too large",
            )
        })?;
        progress.check_each_numbered("ladder", &self.ladders, |_, ladder| {
            ensure(
                is_near(ladder.min) && is_near(ladder.max),
                "a coordinate is not finite or is too large",
            )
        })?;
        if let Some(tree) = &self.own_tree {
            tree.check(progress)?;
        }
        if let Some(tree) = &self.doom_tree {
            tree.check(progress)?;
        }
        if let Some(surfaces) = &self.doom_surfaces {
            let tree = self.doom_tree.as_ref();
            ensure(
                tree.is_some(),
                "the heights and textures belong to a different map",
            )?;
            tree.map_or(Ok(()), |tree| surfaces.check(tree, progress))?;
        }
        if let Some(light) = &self.light {
            light.check(self.source_triangles, progress)?;
        }
        let scale = self.units.scale;
        let is_scale = scale.is_finite() && scale > 0.0;
        ensure(is_scale, "the scale is not a positive number")?;
        let mut least = 0;
        progress.check_each(&self.dropped, |dropped| {
            let is_placed = dropped.source.0 >= least && dropped.source.0 < self.source_triangles;
            least = dropped.source.0.saturating_add(1);
            ensure(is_placed, "the dropped triangles are out of order")
        })?;
        self.check_stowed(progress)?;
        self.check_mechanisms(progress)
    }

    fn check_stowed(&self, progress: &Progress) -> Result<(), CheckError> {
        let numbers = (0..self.stowed.len()).map(|number| self.source_triangles.checked_add(number as u32));
        let stowed: Vec<_> = self.stowed.iter().zip(numbers).collect();
        progress.check_each_numbered("triangle", &stowed, |_, (triangle, number)| {
            self.check_indices(triangle)?;
            ensure(Some(triangle.source.0) == *number, "it is not in source order")?;
            ensure(triangle.is_finite(), "a coordinate is not finite or is too large")
        })?;
        let mut least = 0;
        progress.check_each(&self.replaced, |&FaceId(face)| {
            let is_placed = face >= least && face < self.source_triangles;
            least = face.saturating_add(1);
            ensure(is_placed, "it is not in source order")
        })
    }

    fn check_indices(&self, triangle: &LevelTriangle) -> Result<(), &'static str> {
        let (material, object) = (triangle.material as usize, triangle.object as usize);
        ensure(material < self.materials.len(), "its material does not exist")?;
        ensure(object < self.objects.len(), "its object does not exist")
    }

    fn check_triangles(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut bounds = Aabb::EMPTY;
        let mut least = 0;
        progress.check_each_numbered("triangle", &self.triangles, |_, triangle| {
            self.check_indices(triangle)?;
            let is_numbered = triangle.source.0 < self.source_triangles;
            ensure(is_numbered, "its source number is out of range")?;
            ensure(triangle.is_finite(), "a coordinate is not finite or is too large")?;
            ensure(triangle.source.0 >= least, "it is not in source order")?;
            least = triangle.source.0.saturating_add(1);
            bounds = bounds.union(&Aabb::from_points(triangle.corners));
            Ok(())
        })?;
        Ok(ensure(
            bounds == self.bounds,
            "the bounds do not match the triangles",
        )?)
    }

    /// Checks that all indices of the mechanisms are in range and all numbers are finite.
    fn check_mechanisms(&self, progress: &Progress) -> Result<(), CheckError> {
        let is_few = self.mechanisms.len() <= MOST && self.callers.len() <= 2 * MOST;
        ensure(is_few, "there are too many mechanisms")?;
        let mut is_owned = vec![false; self.objects.len()];
        progress.check_each_numbered("mechanism", &self.mechanisms, |_, mechanism| {
            // Different mechanisms must not share faces.
            let owned = is_owned.get_mut(mechanism.object as usize);
            let is_free = owned.is_some_and(|owned| !std::mem::replace(owned, true));
            ensure(
                is_free && mechanism.has_valid_numbers(),
                "its faces do not exist or belong to another mechanism, or one of its numbers is invalid",
            )
        })?;
        progress.check_each_numbered("caller", &self.callers, |_, caller| {
            let is_whole = caller.is_whole(self.mechanisms.len(), self.callers.len());
            ensure(
                is_whole,
                "a mechanism or caller that it refers to does not exist, or one of its numbers is invalid",
            )
        })
    }
}

impl LevelTriangle {
    /// Returns whether all numbers except texture coordinates are finite. A source may contain infinite texture
    /// coordinates, and no computation depends on them.
    fn is_finite(&self) -> bool {
        let in_range = |corner: &DVec3| corner.is_finite() && corner.abs().max_element() <= MAX_METRES;
        self.corners.iter().all(in_range)
            && self.normals.iter().all(|normal| normal.is_finite())
            && self.colors.iter().all(|color| color.is_finite())
    }
}

impl Material {
    fn check(&self) -> Result<(), &'static str> {
        let is_color = |color: Vec4| color.cmpge(Vec4::ZERO).all() && color.cmple(Vec4::ONE).all();
        let is_light = self.emissive.is_finite() && self.emissive.cmpge(Vec3::ZERO).all();
        ensure(is_color(self.color) && is_light, "its colour is invalid")?;
        let is_whole = self.texture.as_ref().is_none_or(|texture| texture.is_whole());
        ensure(is_whole, "its image size does not match its pixels")?;
        let is_cutoff = !matches!(self.alpha, super::AlphaMode::Mask(cutoff) if !cutoff.is_finite());
        ensure(is_cutoff, "its alpha cutoff is not finite")
    }
}

impl Mechanism {
    /// Returns whether all numbers are finite and in range.
    pub(crate) fn has_valid_numbers(&self) -> bool {
        self.motion.is_whole() && self.start.is_finite() && self.first.is_none_or(|order| order.is_whole())
    }
}

impl Motion {
    fn is_whole(&self) -> bool {
        match self {
            Self::Slide { from, to } => is_near(*from) && is_near(*to),
            Self::Turn {
                axis,
                point,
                from,
                to,
            } => {
                let is_angle = |degrees: f64| degrees.abs() <= MAX_METRES;
                axis.is_normalized() && is_near(*point) && is_angle(*from) && is_angle(*to)
            }
            Self::Track { corners, then } => {
                let is_whole = |corner: &Corner| {
                    is_near(corner.offset)
                        && corner.wait.is_none_or(is_time)
                        && corner.speed.is_none_or(is_speed)
                };
                let is_there = then.is_none_or(|then| (then as usize) < corners.len());
                !corners.is_empty() && corners.iter().all(is_whole) && is_there
            }
        }
    }
}

impl Order {
    pub(crate) fn is_whole(&self) -> bool {
        let is_place = |at: f64| (0.0..=1.0).contains(&at);
        let is_held = !matches!(self.again, Again::Held(seconds) if !is_time(seconds));
        is_place(self.to)
            && is_place(self.back)
            && is_speed(self.speed)
            && self.wait.is_none_or(is_time)
            && is_held
    }
}

impl Caller {
    /// Returns whether all numbers and indices are valid in a level with these numbers of mechanisms and callers.
    fn is_whole(&self, mechanisms: usize, callers: usize) -> bool {
        let is_call = |call: &Call| {
            let is_there = match call.to {
                Callee::Mechanism(number, order) => (number as usize) < mechanisms && order.is_whole(),
                Callee::Caller(number) => (number as usize) < callers,
            };
            is_there && is_time(call.delay)
        };
        let is_line = |line: &[DVec2; 2]| line.iter().all(|point| point.is_finite());
        let is_box = |zone: &Aabb| zone.min.is_finite() && zone.max.is_finite();
        let is_event = match &self.on {
            Event::Called | Event::Start => true,
            Event::Within(zone) => is_box(zone),
            Event::Crossed(line) | Event::LineUsed(line) => is_line(line),
            Event::Touched(number) | Event::Used(number) | Event::Leaves(number) | Event::Arrives(number) => {
                (*number as usize) < mechanisms
            }
        };
        is_event && self.again.is_none_or(is_time) && self.calls.iter().all(is_call)
    }
}
