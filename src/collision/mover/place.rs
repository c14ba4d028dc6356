//! Room for a body: where it is put, and where it is found within something.

use glam::{DVec3, Vec3};

use super::{Event, Mode, Mover, Step};
use crate::{
    bsp::Obstacles,
    collision::{Capsule, is_clear, push_body, sweep},
};

/// Directions that are looked in at each distance.
const DIRECTIONS: u32 = 64;

/// The distances, in radii of the body: the first, how fast they grow, and the last in metres.
const FIRST: f64 = 0.5;
const GROWTH: f64 = 1.2;
const LAST: f64 = 100.0;

/// Gap that is left above and below a body that is put into a column of free space, relative to its radius.
const COLUMN_SKIN: f32 = 1.0e-3;

/// Whether a body is where it was asked to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placed {
    /// It is.
    AsAsked,
    /// It was pushed out of what it reached into.
    Pushed {
        /// How far, in metres.
        distance: f32,
    },
    /// It was within something; this is the nearest room that a search found.
    Found {
        /// How far, in metres.
        distance: f32,
    },
    /// There is no room near by; it is where it was asked to be, within something.
    NoRoom,
}

impl Placed {
    /// Put where it was asked to be but for a distance.
    pub(super) fn by(distance: f32) -> Self {
        // Below this it is rounding.
        if distance <= 1.0e-4 {
            Self::AsAsked
        } else {
            Self::Pushed { distance }
        }
    }

    /// How far from where it was asked to be, in metres; infinite where there is no room.
    #[must_use]
    pub fn distance(self) -> f32 {
        match self {
            Self::AsAsked => 0.0,
            Self::Pushed { distance } | Self::Found { distance } => distance,
            Self::NoRoom => f32::INFINITY,
        }
    }
}

/// How far from where a face was met it is looked for, and how far beyond it the way goes on, relative to the coordinates.
const NEAR: f32 = 4.0e-6;

impl Mover {
    /// Puts a walking body where its eye is at `eye`, or as near as the room above and below the eye allows, crouched
    /// where there is too little; where there is no room about the eye at all, where there is some near by.
    pub(super) fn stand_about(&mut self, tree: &impl Obstacles, eye: Vec3) -> Placed {
        for crouched in [false, true] {
            self.crouched = crouched;
            if let Some(center) = self.about(tree, eye) {
                let asked = eye.y - self.eye_above_feet() + self.half_height();
                self.position = center;
                return Placed::by((center.y - asked).abs());
            }
        }
        self.crouched = false;
        self.place(tree, eye - Vec3::Y * (self.eye_above_feet() - self.half_height()))
    }

    /// The centre of the body in the column of free space through a point; `None` where it is too short.
    fn about(&self, tree: &impl Obstacles, eye: Vec3) -> Option<Vec3> {
        let body = self.body();
        let ball = Capsule::sphere(body.radius);
        if !is_clear(tree, ball, eye) {
            return None;
        }
        let free = |way: f32| {
            let to = eye + Vec3::Y * way;
            let skin = COLUMN_SKIN * body.radius;
            sweep(tree, ball, eye, to).map_or(way.abs(), |hit| (hit.t as f32 * way.abs() - skin).max(0.0))
        };
        let axis = 2.0 * body.half_axis.y;
        // Heights of the ends of the axis above the eye.
        let bottom = body.radius - self.eye_above_feet();
        let bottom = if bottom < 0.0 { -free(bottom) } else { bottom };
        let top = bottom + axis;
        if top > 0.0 && free(top) < top {
            return None;
        }
        let center = eye + Vec3::Y * (bottom + 0.5 * axis);
        is_clear(tree, body, center).then_some(center)
    }

    /// Puts the centre somewhere, or where there is room near by.
    pub(super) fn place(&mut self, tree: &impl Obstacles, center: Vec3) -> Placed {
        self.position = center;
        if !center.is_finite() {
            return Placed::NoRoom;
        }
        let body = self.body();
        if is_clear(tree, body, center) {
            return Placed::AsAsked;
        }
        let pushed = push_body(tree, body, center);
        if pushed.clear {
            self.position = pushed.center;
            return Placed::Pushed {
                distance: pushed.center.distance(center),
            };
        }
        // A person on foot is put above a floor rather than into the void.
        let floors: &[bool] = if self.mode == Mode::Walk {
            &[true, false]
        } else {
            &[false]
        };
        // Who has been somewhere is not put behind a wall of it; who has just come may be put anywhere.
        let walls: &[bool] = if self.memory.been_clear {
            &[false]
        } else {
            &[false, true]
        };
        for (&through_walls, &floor) in walls
            .iter()
            .flat_map(|wall| floors.iter().map(move |floor| (wall, floor)))
        {
            let bottom = (tree.bounds().min.y - 1.0) as f32;
            let good = |at: Vec3| {
                is_clear(tree, body, at)
                    && (!floor || tree.cast(at, at.with_y(bottom.min(at.y))).is_some())
                    && (through_walls || !enters(tree, center, at))
            };
            if let Some(found) = around(center, f64::from(body.radius)).find(|&at| good(at)) {
                self.position = found;
                return Placed::Found {
                    distance: found.distance(center),
                };
            }
        }
        Placed::NoRoom
    }

    /// Moves the body out of what it is within; false where there is no room near by.
    pub(super) fn free(&mut self, tree: &impl Obstacles, step: &mut Step) -> bool {
        if self.is_clear(tree) {
            return true;
        }
        let center = self.position;
        match self.place(tree, center) {
            Placed::NoRoom => {
                step.events.push(Event::Stuck);
                false
            }
            placed => {
                step.events.push(Event::Freed {
                    distance: placed.distance(),
                });
                step.push += self.position - center;
                true
            }
        }
    }
}

/// Whether the straight way between two points enters a solid, through the front of a face. To leave one, in which a body
/// may have begun, is no harm; to leave a room through its wall is.
fn enters(tree: &impl Obstacles, from: Vec3, to: Vec3) -> bool {
    const MOST_FACES: u32 = 16;
    let direction = to - from;
    let mut at = from;
    for _ in 0..MOST_FACES {
        let Some(hit) = tree.cast(at, to) else {
            return false;
        };
        let mut front = false;
        let reach = NEAR * (1.0 + hit.point.abs().max_element());
        tree.near(hit.point, Vec3::ZERO, reach, |triangle| {
            front |= triangle.triangle == hit.triangle && triangle.normal.dot(direction) < 0.0;
        });
        if front {
            return true;
        }
        at = hit.point + direction.normalize_or_zero() * reach;
        if (to - at).dot(direction) <= 0.0 {
            return false;
        }
    }
    true
}

/// Places around a centre, the nearest first, in an order that is always the same.
fn around(center: Vec3, radius: f64) -> impl Iterator<Item = Vec3> {
    let distances = std::iter::successors(Some(FIRST * radius), |distance| Some(distance * GROWTH))
        .take_while(move |&distance| distance <= LAST.max(4.0 * radius));
    distances.flat_map(move |distance| {
        (0..DIRECTIONS).map(move |index| {
            // A spiral from the top to the bottom, evenly spread.
            let y = 1.0 - (f64::from(index) * 2.0 + 1.0) / f64::from(DIRECTIONS);
            let around = f64::from(index) * std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
            let flat = (1.0 - y * y).sqrt();
            let direction = DVec3::new(flat * around.cos(), y, flat * around.sin());
            (center.as_dvec3() + direction * distance).as_vec3()
        })
    })
}
