//! Mover tick in the clip hull of a compiled level: Quake's box, traced as a point through hull 1.
//!
//! Based on `SV_FlyMove`, `SV_WalkMove` and `SV_CheckStuck` of id Software's Quake (GPL). Speeds, gravity and jumps are
//! the same as for the other methods, so that paths are comparable. Sizes come from the file: in Quake, the box is
//! 32×32×56 units and a stair is 18 units high.
//!
//! Quake clips by trial and error. This version clips a displacement to all planes of the current move at once. The
//! point also keeps a distance of 1/32 unit from planes, although the trace itself does not require it.

use bspwalk_geometry::Aabb;
use bspwalk_trees::{Contact, FaceId, Feature, NodeId, QuakeTree, TriangleId, quake::HullId};
use glam::{DVec3, Vec3};

use super::{Event, Input, Mode, Mover, Tick, rates};
use crate::{Leg, half_spaces::clip};

/// Triangle of a contact with a clip hull, whose planes belong to no triangle.
pub const NO_TRIANGLE: TriangleId = TriangleId(u32::MAX);

const HULL: HullId = HullId(1);

/// Gap that the point keeps from planes, in units (`DIST_EPSILON`).
const GAP: f64 = 1.0 / 32.0;

/// Maximum height of a stair, in units (`STEPSIZE`).
const STAIR: f64 = 18.0;

/// Distance from the top of the body down to the eye, in units. The eye is 22 units above the traced point, and the top
/// is 32 units above it.
const EYE_BELOW_TOP: f64 = 10.0;

/// Minimum upward component of a ground normal.
const GROUND: f64 = 0.7;

/// Maximum number of planes that clip a displacement.
const BUMPS: usize = 5;

/// Lower bound for the sine of the angle between path and plane. The gap is divided by this sine.
const FLATTEST: f64 = 0.05;

/// Maximum duration of a substep, in seconds. Within a substep, a fall is approximated by a straight line.
const LONGEST_PART: f64 = 1.0 / 30.0;

/// Maximum distance to move a body out of a solid, in units.
const FARTHEST_OUT: f64 = 256.0;

const DIRECTIONS: u32 = 48;

struct Moved {
    at: DVec3,
    velocity: DVec3,
    legs: Vec<[DVec3; 2]>,
    met: Vec<(DVec3, DVec3)>,
}

impl Moved {
    fn at(at: DVec3, velocity: DVec3) -> Self {
        Self {
            at,
            velocity,
            legs: Vec::new(),
            met: Vec::new(),
        }
    }

    fn has_ground(&self) -> bool {
        self.met.iter().any(|(_, normal)| normal.y >= GROUND)
    }
}

struct Hull<'a> {
    tree: &'a QuakeTree,
    gap: f64,
    stair: f64,
}

impl Hull<'_> {
    fn is_free(&self, at: DVec3) -> bool {
        self.tree.is_free(HULL, at)
    }

    /// Moves in a straight line until a plane is hit. Returns the position, the fraction of the path completed and the
    /// plane's normal.
    fn advance(&self, from: DVec3, by: DVec3) -> (DVec3, f64, Option<DVec3>) {
        let length = by.length();
        if length <= 0.0 {
            return (from, 1.0, None);
        }
        // The gap must also be kept from planes just beyond the end of the path.
        let beyond = 1.0 + self.gap / (FLATTEST * length);
        let Some(hit) = self.tree.trace(HULL, from, from + by * beyond) else {
            return (from + by, 1.0, None);
        };
        let against = (-by.dot(hit.normal) / length).max(FLATTEST);
        let covered = (hit.t * beyond * length - self.gap / against).max(0.0);
        if covered >= length {
            return (from + by, 1.0, None);
        }
        let share = covered / length;
        (from + by * share, share, Some(hit.normal))
    }

    fn slide(&self, from: DVec3, by: DVec3, velocity: DVec3) -> Moved {
        let mut moved = Moved::at(from, velocity);
        let mut left = by;
        let mut normals: Vec<DVec3> = Vec::new();
        for _ in 0..BUMPS {
            let along = clip(left, &normals);
            if along.length() <= 1.0e-9 {
                break;
            }
            let (at, share, normal) = self.advance(moved.at, along);
            moved.legs.push([moved.at, at]);
            moved.at = at;
            let Some(normal) = normal else { break };
            if share > 0.0 {
                // Planes that the body has moved away from no longer restrict its motion.
                normals.clear();
            }
            left = along * (1.0 - share);
            normals.push(normal);
            moved.met.push((at, normal));
            moved.velocity = clip(moved.velocity, &normals);
        }
        moved
    }

    /// Moves by a horizontal displacement. Climbs a stair if that moves the body farther.
    fn walk(&self, from: DVec3, by: DVec3, velocity: DVec3) -> Moved {
        let walked = self.slide(from, by, velocity);
        let is_wall = |(_, normal): &(DVec3, DVec3)| normal.y < GROUND;
        if !walked.met.iter().any(is_wall) {
            return walked;
        }
        let (up, _, _) = self.advance(from, DVec3::Y * self.stair);
        let mut climbed = self.slide(up, by, velocity);
        let (down, _, ground) = self.advance(climbed.at, DVec3::NEG_Y * (up.y - from.y + self.stair));
        let reach = |to: DVec3| (to - from).with_y(0.0).dot(by.normalize_or_zero());
        let is_further = reach(climbed.at) > reach(walked.at) + 1.0e-3 * by.length();
        if !is_further || !ground.is_some_and(|normal| normal.y >= GROUND) {
            return walked;
        }
        climbed.legs.insert(0, [from, up]);
        climbed.legs.push([climbed.at, down]);
        climbed.met.extend(ground.map(|normal| (down, normal)));
        climbed.at = down;
        climbed
    }

    fn rooms_about(&self, at: DVec3) -> impl Iterator<Item = DVec3> + '_ {
        let unit = self.tree.unit();
        let distances = std::iter::successors(Some(GAP), |distance| Some(distance * 1.3));
        let distances = distances.take_while(|&distance| distance < FARTHEST_OUT);
        let places = distances.flat_map(move |distance| {
            (0..DIRECTIONS).map(move |index| {
                // The directions form a spiral from top to bottom, so that up is tried before the sides.
                let y = 1.0 - f64::from(index) * 2.0 / f64::from(DIRECTIONS - 1);
                let turn = f64::from(index) * std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
                let flat = (1.0 - y * y).max(0.0).sqrt();
                let direction = DVec3::new(flat * turn.cos(), y, flat * turn.sin());
                at + direction * (distance * unit)
            })
        });
        places.filter(|&place| self.is_free(place))
    }
}

impl Mover {
    /// Runs a tick in the clip hull of a compiled level.
    pub(super) fn tick_quake(&mut self, tree: &QuakeTree, input: &Input, seconds: f64, tick: &mut Tick) {
        let hull = Hull {
            tree,
            gap: GAP * tree.unit(),
            stair: STAIR * tree.unit(),
        };
        let below = self.point_above_feet(tree);
        let point = |mover: &Self| mover.feet().as_dvec3() + DVec3::Y * below;
        self.crouched = false;
        self.memory.leave_volumes();
        let mut at = point(self);
        if !hull.is_free(at) {
            let Some(room) = hull.rooms_about(at).next() else {
                self.velocity = Vec3::ZERO;
                tick.events.push(Event::Stuck);
                return;
            };
            let distance = room.distance(at) as f32;
            tick.events.push(Event::Freed { distance });
            tick.push += (room - at).as_vec3();
            at = room;
        }
        if seconds > 0.0 {
            let parts = (seconds / LONGEST_PART).ceil().max(1.0);
            let part = seconds / parts;
            if self.mode == Mode::Walk {
                self.jump(input, tick);
            }
            for _ in 0..parts as u32 {
                if self.mode == Mode::Fly {
                    at = self.fly_part(&hull, at, input, part, tick);
                    continue;
                }
                let feet = |at: DVec3| (at.y - below) as f32;
                if self.grounded {
                    self.memory.left_ground = feet(at);
                }
                self.jump_on_landing(feet(at), tick);
                let was_grounded = self.grounded;
                let was_rising = self.velocity.y > 0.0;
                let rising = self.seconds_to_apex().filter(|&rising| rising < part);
                if let Some(rising) = rising {
                    at = self.walk_in_hull(&hull, at, input, rising, tick);
                    self.velocity.y = self.velocity.y.min(0.0);
                }
                self.report_apex(was_rising, feet(at), tick);
                at = self.walk_in_hull(&hull, at, input, part - rising.unwrap_or(0.0), tick);
                self.report_apex(was_rising && rising.is_none(), feet(at), tick);
                self.pass_jump_timers(was_grounded, part);
            }
        }
        let down = DVec3::Y * (below - f64::from(self.half_height()));
        let center = |at: DVec3| (at - down).as_vec3();
        self.position = center(at);
        if !hull.is_free(point(self)) {
            // At a grazing angle, the remaining gap is smaller than the rounding error of positions.
            for room in hull.rooms_about(at) {
                self.position = center(room);
                if hull.is_free(point(self)) {
                    break;
                }
            }
        }
        self.memory.lost = DVec3::ZERO;
        self.memory.stands_firm = self.grounded;
        tick.clear = hull.is_free(point(self));
    }

    /// Returns the height of the traced point above the feet.
    fn point_above_feet(&self, tree: &QuakeTree) -> f64 {
        let hull = tree
            .hulls()
            .first()
            .copied()
            .unwrap_or(Aabb::from_points([DVec3::ZERO]));
        match self.mode {
            Mode::Walk => -hull.min.y,
            Mode::Fly => f64::from(self.half_height()) - hull.center().y,
        }
    }

    fn fly_part(
        &mut self,
        hull: &Hull<'_>,
        at: DVec3,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) -> DVec3 {
        let (velocity, displacement) = self.free_flight(input, seconds);
        tick.desired_displacement += displacement.as_vec3();
        let moved = hull.slide(at, displacement, velocity);
        self.follow_hull(moved, tick)
    }

    fn walk_in_hull(
        &mut self,
        hull: &Hull<'_>,
        at: DVec3,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) -> DVec3 {
        let desired = self.desired_walk(input);
        let response = self.acceleration_rate(desired);
        let (flat, displacement) = rates::approach_velocity(self.flat_velocity(), desired, response, seconds);
        tick.desired_displacement += displacement.as_vec3();
        if self.grounded {
            let moved = hull.walk(at, displacement, flat);
            let rise = moved.at.y - at.y;
            let is_stair = moved
                .legs
                .first()
                .is_some_and(|[from, to]| to.y > from.y && from.with_y(to.y) == *to);
            let walked = self.follow_hull(moved, tick);
            self.velocity.y = 0.0;
            // The body follows the ground down by at most one stair.
            let (down, _, ground) = hull.advance(walked, DVec3::NEG_Y * (hull.stair + hull.gap));
            self.grounded = ground.is_some_and(|normal| normal.y >= GROUND);
            if is_stair && rise > hull.gap {
                tick.events.push(Event::SteppedUp { height: rise as f32 });
            }
            if self.grounded && down.y < walked.y {
                let leg = [walked, down];
                self.add_leg(leg, tick);
                return down;
            }
            return walked;
        }
        let (rising, height) = self.free_fall(seconds);
        let before = f64::from(self.velocity.y);
        let moved = hull.slide(at, displacement.with_y(height), flat.with_y(rising));
        let landed = height <= 0.0 && moved.has_ground();
        let to = self.follow_hull(moved, tick);
        if landed {
            self.grounded = true;
            self.velocity.y = 0.0;
            let speed = self.landing_speed(before, at.y - to.y, rising);
            tick.events.push(Event::Landed { speed });
        }
        to
    }

    fn follow_hull(&mut self, moved: Moved, tick: &mut Tick) -> DVec3 {
        self.velocity = moved.velocity.as_vec3();
        let wall = moved.met.iter().find(|(_, normal)| normal.y < GROUND);
        if let Some((_, normal)) = wall.filter(|_| !self.memory.blocked) {
            tick.events.push(Event::Blocked {
                face: FaceId::NONE,
                normal: (normal.as_vec3() + Vec3::ZERO).to_array(),
            });
        }
        self.memory.blocked = wall.is_some();
        for leg in moved.legs {
            self.add_leg(leg, tick);
        }
        tick.contacts
            .extend(moved.met.iter().map(|&(point, normal)| Contact {
                point: point.as_vec3(),
                normal: normal.as_vec3(),
                depth: 0.0,
                face: FaceId::NONE,
                triangle: NO_TRIANGLE,
                node: NodeId(0),
                feature: Feature::Face,
            }));
        moved.at
    }

    fn add_leg(&self, [from, to]: [DVec3; 2], tick: &mut Tick) {
        tick.legs.push(Leg {
            from: from.as_vec3(),
            to: to.as_vec3(),
        });
    }

    /// Lowers the eye of a walking body to Quake's height, because the body is lower than with the other methods.
    pub(super) fn lower_eye(&mut self, tree: &QuakeTree) {
        if self.mode == Mode::Walk
            && let Some(hull) = tree.hulls().first()
        {
            let eye = hull.size().y - EYE_BELOW_TOP * tree.unit();
            let gap = eye - f64::from(self.eye_above_feet());
            let most = self.most_eye_offset();
            self.memory.eye_offset = gap.clamp(-most, most);
            self.memory.eye_rate = 0.0;
        }
    }
}
