//! Finds free space for a body that was teleported, switched between walking and flying, or is inside an obstacle.

use bspwalk_trees::Obstacles;
use glam::{DVec3, Vec3};

use super::{Event, Mode, Mover, Tick, solid::is_within_solid};
use crate::{Capsule, depenetrate, is_clear, sweep, tolerance::AT_FACE};

const DIRECTIONS: u32 = 64;

const FIRST: f64 = 0.5;
const GROWTH: f64 = 1.2;
const LAST: f64 = 100.0;

/// Gap between a body and the ends of a column of free space, relative to the body's radius.
const COLUMN_SKIN: f32 = 1.0e-3;

/// The result of placing a body: where it ended up, relative to the requested position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placement {
    /// The body is at the requested position.
    AsAsked,
    /// The body overlapped something and was pushed out.
    Pushed {
        /// Distance from the requested position, in metres.
        distance: f32,
    },
    /// The body was inside something, such as a solid, and a search found free space nearby.
    Found {
        /// Distance from the requested position, in metres.
        distance: f32,
    },
    /// There is not enough space nearby. The body is at the requested position, inside an obstacle.
    NoRoom,
}

impl Placement {
    pub(super) fn from_distance(distance: f32) -> Self {
        // Smaller distances are rounding errors.
        if distance <= 1.0e-4 {
            Self::AsAsked
        } else {
            Self::Pushed { distance }
        }
    }

    /// Returns the event that a tick reports, or `None` for [`Placement::AsAsked`].
    #[must_use]
    pub fn event(self) -> Option<Event> {
        match self {
            Self::AsAsked => None,
            Self::Pushed { distance } | Self::Found { distance } => Some(Event::Freed { distance }),
            Self::NoRoom => Some(Event::Stuck),
        }
    }
}

impl Mover {
    /// Moves the eye to `eye`, or to a nearby position where the body fits and is not inside a solid.
    ///
    /// The body is then at rest. The result reports which of the two happened, and the distance.
    pub fn enter(&mut self, tree: &impl Obstacles, eye: Vec3) -> Placement {
        self.teleport(eye);
        let asked = self.position;
        match self.mode {
            Mode::Walk if eye.is_finite() => self.place_standing_near(tree, eye),
            _ => self.place(tree, asked),
        }
    }

    /// Switches between walking and flying.
    ///
    /// The eye stays in place if the other shape fits; otherwise the result reports where the body moved. The velocity
    /// does not change.
    pub fn set_mode(&mut self, tree: &impl Obstacles, mode: Mode) -> Placement {
        if mode == self.mode {
            return Placement::AsAsked;
        }
        let eye = self.eye();
        // At the upper end of the current axis, there is space for a sphere of the same radius.
        let top = self.position + self.body().half_axis;
        self.mode = mode;
        self.crouched = false;
        self.grounded = false;
        self.memory.leave_surroundings();
        self.memory.blocked = false;
        self.memory.head_blocked = false;
        let placed = match mode {
            Mode::Walk => self.place_standing_near(tree, eye),
            Mode::Fly => {
                let sphere = Capsule::sphere(self.params.fly_radius);
                let is_open = !tree.is_blocked(top, eye);
                let has_room = |&at: &Vec3| (is_open || at == top) && is_clear(tree, sphere, at);
                match [eye, top].into_iter().find(has_room) {
                    Some(at) => {
                        self.position = at;
                        Placement::from_distance(at.distance(eye))
                    }
                    None => self.place(tree, top),
                }
            }
        };
        let gap = f64::from(eye.y) - f64::from(self.resting_eye().y);
        self.memory.eye_offset = gap.clamp(-self.most_eye_offset(), self.most_eye_offset());
        self.memory.eye_rate = 0.0;
        self.memory.lost = DVec3::ZERO;
        self.memory.good = (!matches!(placed, Placement::NoRoom)).then(|| self.pose());
        placed
    }

    pub(super) fn place_standing_near(&mut self, tree: &impl Obstacles, eye: Vec3) -> Placement {
        if !self.is_in_solid(tree, eye) {
            for crouched in [false, true] {
                self.crouched = crouched;
                if let Some(center) = self.center_in_column(tree, eye) {
                    let asked = eye.y - self.eye_above_feet() + self.half_height();
                    self.position = center;
                    return Placement::from_distance((center.y - asked).abs());
                }
            }
        }
        self.crouched = false;
        self.place(tree, self.center_below(eye))
    }

    /// Returns the centre of a body placed in the column of free space through `eye`, or `None` if the column is too
    /// short.
    fn center_in_column(&self, tree: &impl Obstacles, eye: Vec3) -> Option<Vec3> {
        let body = self.body();
        let ball = Capsule::sphere(body.radius);
        if !is_clear(tree, ball, eye) {
            return None;
        }
        let free = |height: f32| {
            let skin = COLUMN_SKIN * body.radius;
            let hit = sweep(tree, ball, eye, eye + Vec3::Y * height).hit;
            hit.map_or(height.abs(), |hit| (hit.t as f32 * height.abs() - skin).max(0.0))
        };
        let axis = 2.0 * body.half_axis.y;
        // Heights of the axis ends above the eye.
        let bottom = body.radius - self.eye_above_feet();
        let bottom = if bottom < 0.0 { -free(bottom) } else { bottom };
        let top = bottom + axis;
        if top > 0.0 && free(top) < top {
            return None;
        }
        let center = eye + Vec3::Y * (bottom + 0.5 * axis);
        is_clear(tree, body, center).then_some(center)
    }

    /// Moves the centre to `center`, or to a nearby position with enough space.
    pub(super) fn place(&mut self, tree: &impl Obstacles, center: Vec3) -> Placement {
        self.position = center;
        if !center.is_finite() {
            return Placement::NoRoom;
        }
        let body = self.body();
        let in_solid = self.is_in_solid(tree, center);
        if !in_solid {
            if is_clear(tree, body, center) {
                return Placement::AsAsked;
            }
            let pushed = depenetrate(tree, body, center);
            if pushed.clear && !self.is_in_solid(tree, pushed.center) {
                self.position = pushed.center;
                let distance = pushed.center.distance(center);
                return Placement::Pushed { distance };
            }
        }
        let bottom = (tree.bounds().min.y - 1.0) as f32;
        let has_floor = |at: Vec3| tree.is_blocked(at, at.with_y(bottom.min(at.y)));
        // A body that has been clear before must stay on its side of the walls; a newly placed body may go anywhere. A
        // walking body is preferably placed above a floor, not over the void.
        let through_walls: &[bool] = if self.memory.been_clear {
            &[false]
        } else {
            &[false, true]
        };
        let above_floor: &[bool] = match self.mode {
            Mode::Walk => &[true, false],
            Mode::Fly => &[false],
        };
        for &through_walls in through_walls {
            for &above_floor in above_floor {
                let is_good = |&at: &Vec3| {
                    is_clear(tree, body, at)
                        && (!above_floor || has_floor(at))
                        && (through_walls || !enters_solid(tree, center, at))
                        // If no face lies between the two points, they are inside the same solid.
                        && (!in_solid || tree.is_blocked(center, at))
                        && !self.is_in_solid(tree, at)
                };
                if let Some(found) = places_around(center, f64::from(body.radius)).find(is_good) {
                    self.position = found;
                    let distance = found.distance(center);
                    return Placement::Found { distance };
                }
            }
        }
        Placement::NoRoom
    }

    /// Returns whether a newly placed body is inside a solid.
    ///
    /// A body that has been clear since it was placed cannot be inside a solid, because it has crossed no face.
    fn is_in_solid(&self, tree: &impl Obstacles, at: Vec3) -> bool {
        !self.memory.been_clear && is_within_solid(tree, at)
    }

    /// Moves the body out of an obstacle. Returns `false` if there is not enough space nearby.
    pub(super) fn push_out_of_obstacles(&mut self, tree: &impl Obstacles, tick: &mut Tick) -> bool {
        if self.is_clear(tree) && !self.is_in_solid(tree, self.position) {
            return true;
        }
        let center = self.position;
        let placed = self.place(tree, center);
        tick.events.extend(placed.event());
        if placed != Placement::NoRoom {
            tick.push += self.position - center;
        }
        placed != Placement::NoRoom
    }
}

/// Returns whether the straight path between two points enters a solid through the front of a face.
///
/// A path that starts inside a solid may leave it, but no path may leave a room through its wall.
fn enters_solid(tree: &impl Obstacles, from: Vec3, to: Vec3) -> bool {
    const MOST_FACES: u32 = 16;
    let direction = to - from;
    let mut at = from;
    for _ in 0..MOST_FACES {
        let Some(hit) = tree.cast(at, to) else {
            return false;
        };
        let mut front = false;
        let reach = AT_FACE * (1.0 + hit.point.abs().max_element());
        tree.visit_near(&Capsule::sphere(reach).into(), hit.point, |triangle| {
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

/// Returns positions around a centre, nearest first, in a fixed order. The positions at each distance form a spiral
/// from top to bottom.
fn places_around(center: Vec3, radius: f64) -> impl Iterator<Item = Vec3> {
    let distances = std::iter::successors(Some(FIRST * radius), |distance| Some(distance * GROWTH))
        .take_while(move |&distance| distance <= LAST.max(4.0 * radius));
    distances.flat_map(move |distance| {
        (0..DIRECTIONS).map(move |index| {
            let y = 1.0 - (f64::from(index) * 2.0 + 1.0) / f64::from(DIRECTIONS);
            let turn = f64::from(index) * std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
            let flat = (1.0 - y * y).sqrt();
            let direction = DVec3::new(flat * turn.cos(), y, flat * turn.sin());
            (center.as_dvec3() + direction * distance).as_vec3()
        })
    })
}
