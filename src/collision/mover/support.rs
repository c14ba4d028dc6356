//! What holds a body up, and what of its surroundings is ground, wall or ceiling.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::space::{Space, Touch};
use crate::{
    bsp::{Obstacles, node_storing::Feature},
    collision::half_spaces::clip,
};

/// Least upward part of the normal at an edge that is rolled over; a steeper one is a wall, and a step perhaps.
const LEAST_ROLL: f64 = 0.2;

/// Least upward part of the normal at an edge that a body may stand on in passing.
const LEAST_PERCH: f64 = 0.02;

/// How much of a fall wedges leave, at most, where they hold a body.
const WEDGED: f64 = 1.0e-3;

/// What the person can do: the part of the parameters that ground is judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Legs {
    /// Least upward part of the normal of ground.
    pub(super) walkable: f64,
    /// Highest step, in metres.
    pub(super) step_height: f64,
}

/// What holds a body up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Unit normal of the face that is stood on, or straight up where there is none.
    pub(super) ground: DVec3,
    pub(super) touch: Touch,
}

/// What a touch is for a body that walks `h`, a horizontal way.
enum Kind {
    /// Its plane changes the height alone.
    Ground,
    /// Neither in the way nor of help.
    Nothing,
    Wall,
}

/// What surrounds a place, for a horizontal way.
pub(super) struct Surroundings {
    /// Metres that each ground rises for each metre against this horizontal vector.
    slopes: SmallVec<[DVec3; 8]>,
    /// Unit horizontal vectors that must not be gone against.
    walls: SmallVec<[DVec3; 8]>,
    /// The touches behind the walls.
    wall_touches: SmallVec<[Touch; 8]>,
}

impl Surroundings {
    /// The part of a horizontal way that the walls leave.
    pub(super) fn along(&self, way: DVec3) -> DVec3 {
        clip(way, &self.walls)
    }

    /// How much the ground rises over a horizontal way.
    pub(super) fn rise(&self, way: DVec3) -> f64 {
        self.slopes
            .iter()
            .map(|slope| -slope.dot(way))
            .reduce(f64::max)
            .unwrap_or(0.0)
    }

    /// What a way goes against.
    pub(super) fn opposing(&self, way: DVec3) -> Option<Touch> {
        let against = |(wall, _): &(&DVec3, &Touch)| wall.dot(way);
        self.walls
            .iter()
            .zip(&self.wall_touches)
            .filter(|pair| against(pair) < 0.0)
            .min_by(|a, b| against(a).total_cmp(&against(b)))
            .map(|(_, touch)| *touch)
    }

    fn add_wall(&mut self, normal: DVec3, touch: &Touch) {
        let flat = normal.with_y(0.0);
        if flat.length_squared() > 1.0e-12 {
            self.walls.push(flat.normalize());
            self.wall_touches.push(*touch);
        }
    }
}

impl Legs {
    /// Whether the face of a touch is ground, whatever the touch's own direction.
    fn stands_on_face<T: Obstacles>(&self, space: &Space<'_, T>, at: Vec3, touch: &Touch) -> bool {
        space
            .face_normal(at, touch.contact.triangle, touch.normal)
            .is_some_and(|normal| normal.y.abs() >= self.walkable)
    }

    /// Whether the touch is within a step above the feet.
    fn within_step(&self, height: f64, feet: f64, skin: f64) -> bool {
        height - feet <= self.step_height + 2.0 * skin
    }

    fn kind<T: Obstacles>(&self, space: &Space<'_, T>, at: Vec3, touch: &Touch, way: DVec3) -> Kind {
        if touch.upward >= self.walkable {
            return Kind::Ground;
        }
        let edge = touch.contact.feature != Feature::Face;
        if edge
            && touch.normal.y > LEAST_PERCH
            && self.within_step(touch.point.y, space.feet(at), space.skin)
            && self.stands_on_face(space, at, touch)
        {
            if touch.normal.dot(way) >= 0.0 {
                return Kind::Nothing;
            }
            if touch.normal.y > LEAST_ROLL {
                return Kind::Ground;
            }
        }
        Kind::Wall
    }

    /// What surrounds a place for a body that walks `way`.
    pub(super) fn surroundings<T: Obstacles>(
        &self,
        space: &Space<'_, T>,
        at: Vec3,
        touches: &[Touch],
        way: DVec3,
    ) -> Surroundings {
        let mut around = Surroundings {
            slopes: SmallVec::new(),
            walls: SmallVec::new(),
            wall_touches: SmallVec::new(),
        };
        let mut steep: SmallVec<[&Touch; 8]> = SmallVec::new();
        for touch in touches {
            match self.kind(space, at, touch, way) {
                Kind::Ground => around.slopes.push(touch.normal.with_y(0.0) / touch.normal.y),
                Kind::Nothing => {}
                Kind::Wall => steep.push(touch),
            }
        }
        for touch in steep {
            let normal = touch.normal;
            let slopes = around.slopes.clone();
            // A ceiling gives no room to rise over any ground; a wall that leans away none to sink along the only one.
            if normal.y < 0.0 {
                for &slope in &slopes {
                    around.add_wall(normal.with_y(0.0) - slope * normal.y, touch);
                }
            } else if let [slope] = slopes[..]
                && normal.y > 0.0
            {
                around.add_wall(normal.with_y(0.0) - slope * normal.y, touch);
            }
            if normal.y >= 0.0 || slopes.is_empty() {
                around.add_wall(normal, touch);
            }
        }
        around
    }

    /// What holds a body up that walks `way`, if something does.
    pub(super) fn support<T: Obstacles>(
        &self,
        space: &Space<'_, T>,
        at: Vec3,
        way: DVec3,
    ) -> Option<Support> {
        let touches = space.touches(at);
        let feet = space.feet(at);
        let face = |touch: &Touch| {
            space
                .face_normal(at, touch.contact.triangle, touch.normal)
                .map(|normal| if normal.y < 0.0 { -normal } else { normal })
                .filter(|normal| normal.y >= self.walkable)
        };
        let flattest = touches
            .iter()
            .filter(|touch| touch.upward >= self.walkable)
            .max_by(|a, b| a.normal.y.total_cmp(&b.normal.y));
        if let Some(&touch) = flattest {
            let ground = if touch.contact.feature == Feature::Face {
                touch.normal
            } else {
                face(&touch).unwrap_or(touch.normal)
            };
            return Some(Support { ground, touch });
        }
        for touch in &touches {
            if touch.contact.feature == Feature::Face || touch.normal.y <= LEAST_PERCH {
                continue;
            }
            let Some(ground) = face(touch) else { continue };
            let climbs = touch.normal.dot(way) < 0.0 && self.within_step(touch.point.y, feet, space.skin);
            if climbs || self.floor_below(space, at, touch.point.y) {
                return Some(Support {
                    ground,
                    touch: *touch,
                });
            }
        }
        let normals: SmallVec<[DVec3; 8]> = touches.iter().map(|touch| touch.normal).collect();
        let first = *touches.iter().find(|touch| touch.normal.y > 0.0)?;
        (clip(DVec3::NEG_Y, &normals).length() < WEDGED).then_some(Support {
            ground: DVec3::Y,
            touch: first,
        })
    }

    /// Whether there is ground below the body, no more than a step below `height`.
    fn floor_below<T: Obstacles>(&self, space: &Space<'_, T>, at: Vec3, height: f64) -> bool {
        let axis = at - Vec3::Y * space.body.half_axis.y.abs();
        let lowest = axis.with_y((height - self.step_height - 4.0 * space.skin) as f32);
        lowest.y < axis.y
            && space
                .tree
                .cast(axis, lowest)
                .is_some_and(|hit| f64::from(hit.normal.y.abs()) >= self.walkable)
    }
}
