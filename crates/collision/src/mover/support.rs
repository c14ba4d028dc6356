//! Classifies the surfaces around a walking body as ground, walls or ceilings, and finds what supports the body.

use bspwalk_trees::{Feature, Obstacles};
use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use crate::{
    Capsule,
    half_spaces::clip,
    is_clear,
    slide::{Constraints, Space, Touch},
    surroundings::Surroundings,
};

/// Minimum upward component of the normal at an edge over which a body can roll. Steeper edges count as walls, and may
/// be stairs.
const LEAST_ROLL: f64 = 0.2;

/// Minimum upward component of the normal at an edge that may support the body.
const LEAST_PERCH: f64 = 0.02;

/// A body is wedged if its contacts let it cover less than this fraction of a downward displacement.
const WEDGED: f64 = 1.0e-3;

pub(super) type TickSpace<'a, T> = Space<'a, Surroundings<'a, T>>;

#[derive(Clone, Copy, Debug)]
pub(super) struct WalkLimits {
    /// Minimum upward component of the normal of walkable ground.
    pub(super) walkable: f64,
    /// Maximum height of a stair, in metres.
    pub(super) step_height: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Unit normal of the supporting face, or straight up if no face supports the body.
    pub(super) ground: DVec3,
    pub(super) touch: Touch,
    pub(super) is_firm: bool,
}

enum Kind {
    Ground,
    Nothing,
    Wall,
}

impl WalkLimits {
    pub(super) fn wall_normals(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        touches: &[Touch],
        displacement: DVec3,
    ) -> SmallVec<[DVec3; 8]> {
        let is_wall = |touch: &&Touch| {
            touch.upward < self.walkable || !self.is_passable(space, at, touch, displacement)
        };
        touches
            .iter()
            .filter(is_wall)
            .filter_map(|touch| touch.normal.with_y(0.0).try_normalize())
            .collect()
    }

    /// Returns the upward unit normal of the touched face, if the face is walkable.
    fn walkable_face(&self, space: &TickSpace<'_, impl Obstacles>, at: Vec3, touch: &Touch) -> Option<DVec3> {
        let normal = space.face_normal(at, touch.contact.triangle, DVec3::Y)?;
        (normal.y >= self.walkable).then_some(normal)
    }

    fn is_within_step(&self, space: &TickSpace<'_, impl Obstacles>, at: Vec3, touch: &Touch) -> bool {
        touch.point.y - space.feet(at) <= self.step_height + 2.0 * space.skin
    }

    fn kind(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        touch: &Touch,
        displacement: DVec3,
    ) -> Kind {
        if touch.upward >= self.walkable {
            return if self.is_passable(space, at, touch, displacement) {
                Kind::Ground
            } else {
                Kind::Wall
            };
        }
        if touch.contact.feature != Feature::Face
            && touch.normal.y > LEAST_PERCH
            && self.is_within_step(space, at, touch)
            && self.walkable_face(space, at, touch).is_some()
        {
            if touch.normal.dot(displacement) >= 0.0 {
                return Kind::Nothing;
            }
            if touch.normal.y > LEAST_ROLL && self.has_headroom(space, touch) {
                return Kind::Ground;
            }
        }
        Kind::Wall
    }

    pub(super) fn constraints(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        touches: &[Touch],
        displacement: DVec3,
    ) -> Constraints {
        let mut slopes: SmallVec<[DVec3; 8]> = SmallVec::new();
        let mut steep: SmallVec<[usize; 8]> = SmallVec::new();
        for (index, touch) in touches.iter().enumerate() {
            match self.kind(space, at, touch, displacement) {
                Kind::Ground => slopes.push(touch.normal.with_y(0.0) / touch.normal.y),
                Kind::Nothing => {}
                Kind::Wall => steep.push(index),
            }
        }
        let mut constraints = Constraints::default();
        let mut add_wall = |normal: DVec3, source: usize| {
            let flat = normal.with_y(0.0);
            if flat.length_squared() > 1.0e-12 {
                constraints.add(flat.normalize(), source);
            }
        };
        for source in steep {
            let normal = touches[source].normal;
            // Below a ceiling, the body cannot rise along any slope of the ground. If the ground has a single slope,
            // the body cannot move down along it below an overhanging wall.
            if normal.y < 0.0 || normal.y > 0.0 && slopes.len() == 1 {
                for slope in &slopes {
                    add_wall(normal.with_y(0.0) - slope * normal.y, source);
                }
            }
            if normal.y >= 0.0 || slopes.is_empty() {
                add_wall(normal, source);
            }
        }
        constraints.slopes = Some(slopes);
        constraints
    }

    pub(super) fn support(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        displacement: DVec3,
    ) -> Option<Support> {
        let all = space.touches(at);
        // A body on an edge slides off it if it cannot pass the obstacle above.
        let is_passable = |touch: &&Touch| self.is_passable(space, at, touch, displacement);
        let touches: SmallVec<[Touch; 8]> = all.iter().filter(is_passable).copied().collect();
        if let Some(touch) = self.flattest(&touches) {
            let face = match touch.contact.feature {
                Feature::Face => None,
                _ => self.walkable_face(space, at, &touch),
            };
            let ground = face.unwrap_or(touch.normal);
            return Some(Support {
                ground,
                touch,
                is_firm: true,
            });
        }
        for &touch in &touches {
            if touch.contact.feature == Feature::Face || touch.normal.y <= LEAST_PERCH {
                continue;
            }
            let Some(ground) = self.walkable_face(space, at, &touch) else {
                continue;
            };
            let climbs = touch.normal.dot(displacement) < 0.0 && self.is_within_step(space, at, &touch);
            if climbs || self.has_floor_below(space, at, touch.point.y) {
                return Some(Support {
                    ground,
                    touch,
                    is_firm: false,
                });
            }
        }
        let normals: SmallVec<[DVec3; 8]> = all.iter().map(|touch| touch.normal).collect();
        let touch = *all.iter().find(|touch| touch.normal.y > 0.0)?;
        (clip(DVec3::NEG_Y, &normals).length() < WEDGED).then_some(Support {
            ground: DVec3::Y,
            touch,
            is_firm: true,
        })
    }

    /// Returns the flattest touch, if it is walkable.
    fn flattest(&self, touches: &[Touch]) -> Option<Touch> {
        let walkable = touches.iter().filter(|touch| touch.upward >= self.walkable);
        walkable.max_by(|a, b| a.normal.y.total_cmp(&b.normal.y)).copied()
    }

    pub(super) fn find_walkable_touch(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
    ) -> Option<Touch> {
        self.flattest(&space.touches(at))
    }

    fn is_passable(
        &self,
        space: &TickSpace<'_, impl Obstacles>,
        at: Vec3,
        touch: &Touch,
        displacement: DVec3,
    ) -> bool {
        touch.contact.feature == Feature::Face
            || touch.normal.y <= 0.0
            || touch.normal.dot(displacement) > 0.0
            || touch.point.y - space.feet(at) <= 4.0 * space.skin
            || self.has_headroom(space, touch)
    }

    /// Returns whether the body has headroom above an edge. The lower part of the body, where further stairs may be, is
    /// not tested.
    fn has_headroom(&self, space: &TickSpace<'_, impl Obstacles>, edge: &Touch) -> bool {
        let radius = f64::from(space.body.radius);
        let top = 2.0 * f64::from(space.body.half_axis.y.abs()) + radius;
        let low = (self.step_height + radius).min(top);
        let upper = Capsule {
            half_axis: Vec3::Y * (0.5 * (top - low)) as f32,
            radius: space.body.radius,
        };
        let center = edge.point + DVec3::Y * (space.skin + 0.5 * (top + low));
        is_clear(space.tree, upper, center.as_vec3())
    }

    fn has_floor_below(&self, space: &TickSpace<'_, impl Obstacles>, at: Vec3, height: f64) -> bool {
        let axis = at - Vec3::Y * space.body.half_axis.y.abs();
        let lowest = axis.with_y((height - self.step_height - 4.0 * space.skin) as f32);
        lowest.y < axis.y
            && space
                .tree
                .cast(axis, lowest)
                .is_some_and(|hit| f64::from(hit.normal.y.abs()) >= self.walkable)
    }
}
