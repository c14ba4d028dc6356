//! Runs a tick: turns an input and a duration into a new pose and a list of events.

use crate::tolerance::MOVER_SKIN_RELATIVE;
use bspwalk_trees::{
    ExpandedTree, Obstacles, QueryCounters,
    observer::{Observer, Unobserved},
};
use glam::{DVec3, Vec3};

use super::{
    CollisionMethod, Environment, Event, Input, Mode, Mover, PutBackReason, Tick, Trees,
    environment::Plain,
    rates,
    support::{TickSpace, WalkLimits},
};
use crate::{
    observable::Observable,
    slide::{self, Method, SlideResult, Space, Touch, slide_freely},
    surroundings::Surroundings,
};

const LONGEST_TICK: f32 = 1.0;

/// Speed below which a body without input comes to rest, in m/s.
const REST: f32 = 1.0e-3;

pub(super) struct Scene<'a, T> {
    pub(super) faces: Surroundings<'a, T>,
    planes: Option<&'a ExpandedTree>,
    pub(super) environment: &'a dyn Environment,
}

impl Mover {
    /// Moves the body for the given number of seconds. Durations above 1 s are shortened to 1 s.
    ///
    /// A non-finite input counts as no input. If the duration is not positive, the tick only moves the body out of
    /// obstacles.
    ///
    /// `trees` may be just a `&NodeTree`. In that case, the body cannot move with [`CollisionMethod::Planes`], which
    /// reports [`Event::NoLeafTree`], or with [`CollisionMethod::Quake`], which reports [`Event::NoHulls`].
    ///
    /// If `trees` contains an [`Assembly`](crate::things::Assembly), its things do not move during the tick. Use
    /// [`move_things`](super::move_things) to move them between ticks.
    pub fn tick<'a, T: Observable + 'a>(
        &mut self,
        trees: impl Into<Trees<'a, T>>,
        input: &Input,
        seconds: f32,
    ) -> Tick {
        self.tick_observed(trees, input, seconds, Unobserved)
    }

    /// Like [`Mover::tick`], but reports queries on the level's node-storing tree to `observer`.
    pub fn tick_observed<'a, T: Observable + 'a>(
        &mut self,
        trees: impl Into<Trees<'a, T>>,
        input: &Input,
        seconds: f32,
        observer: impl Observer,
    ) -> Tick {
        let Trees {
            nodes: set,
            planes,
            hulls,
            environment,
        } = trees.into();
        let environment = environment.unwrap_or(&Plain);
        let nodes = &set.observed(observer);
        let before = QueryCounters::of_this_thread();
        let mut tick = Tick::default();
        let seconds = if seconds > 0.0 {
            f64::from(seconds.min(LONGEST_TICK))
        } else {
            0.0
        };
        let input = Input {
            desired: if input.desired.is_finite() {
                input.desired.clamp_length_max(1.0)
            } else {
                Vec3::ZERO
            },
            ..*input
        };
        if !self.velocity.is_finite() {
            self.velocity = Vec3::ZERO;
        }
        if !self.position.is_finite() {
            let start = self.pose();
            self.put_back(nodes, start, PutBackReason::NoRoom, &mut tick);
        }
        if self.method == CollisionMethod::Ati {
            if seconds > 0.0 {
                let start = self.pose();
                self.tick_ati((set, observer), nodes, &input, seconds, &mut tick);
                self.put_back_if_invalid(nodes, start, &mut tick);
            }
            self.finish(nodes, &input, seconds);
        } else if let Some(hulls) = hulls.filter(|_| self.is_by_hull_near_thing(nodes, &input, seconds)) {
            self.tick_near_thing(nodes, &input, seconds, &mut tick);
            self.lower_eye(hulls);
        } else if self.method == CollisionMethod::Quake {
            let hulls = hulls.filter(|hulls| !hulls.hulls().is_empty());
            let start = self.pose();
            match hulls {
                Some(hulls) => self.tick_quake(hulls, &input, seconds, &mut tick),
                None => {
                    self.velocity = Vec3::ZERO;
                    tick.events.push(Event::NoHulls);
                }
            }
            let is_clear = tick.clear;
            self.put_back_if_invalid(nodes, start, &mut tick);
            tick.clear = is_clear;
            self.finish(nodes, &input, seconds);
            if let Some(hulls) = hulls {
                self.lower_eye(hulls);
            }
        } else {
            self.tick_among_faces((nodes, planes, environment), &input, seconds, &mut tick);
        }
        tick.feet = self.feet();
        tick.center = self.position;
        tick.eye = self.eye();
        tick.velocity = self.velocity;
        tick.grounded = self.grounded;
        tick.crouched = self.crouched;
        tick.nodes_visited = QueryCounters::of_this_thread().since(before).nodes_visited;
        tick
    }

    /// Runs a tick against faces, or against the planes of a solid-leaf tree if the method needs them.
    fn tick_among_faces(
        &mut self,
        (nodes, planes, environment): (&impl Obstacles, Option<&ExpandedTree>, &dyn Environment),
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let distance = self.longest_displacement(input, seconds);
        let scene = Scene {
            faces: Surroundings::within(nodes, self.body(), self.position, distance),
            planes,
            environment,
        };
        self.tick_clear(&scene, input, seconds, tick);
        self.finish(&scene.faces, input, seconds);
    }

    /// Returns whether the body uses a clip hull and may come near a moving thing during this tick.
    fn is_by_hull_near_thing(&self, nodes: &impl Obstacles, input: &Input, seconds: f64) -> bool {
        self.method == CollisionMethod::Quake && {
            nodes.has_thing_in(&self.bounds_at(self.position, self.longest_path(input, seconds)))
        }
    }

    fn tick_near_thing(&mut self, nodes: &impl Obstacles, input: &Input, seconds: f64, tick: &mut Tick) {
        let set_height = |mover: &mut Self, crouched: bool| {
            let feet = mover.feet();
            mover.crouched = crouched;
            mover.position = feet + Vec3::Y * mover.half_height();
        };
        self.method = CollisionMethod::Sweep;
        if self.mode == Mode::Walk && !self.is_clear(nodes) {
            set_height(self, true);
        }
        self.tick_among_faces((nodes, None, &Plain), input, seconds, tick);
        self.method = CollisionMethod::Quake;
        if self.crouched {
            set_height(self, false);
        }
    }

    fn tick_clear(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) {
        if !self.push_out_of_obstacles(&scene.faces, tick) {
            self.velocity = Vec3::ZERO;
        } else if self.method == CollisionMethod::Planes && scene.planes.is_none() {
            self.velocity = Vec3::ZERO;
            tick.clear = self.is_clear(&scene.faces);
            tick.events.push(Event::NoLeafTree);
        } else if seconds > 0.0 {
            let start = self.pose();
            match self.mode {
                Mode::Fly => self.tick_in_flight(scene, input, seconds, tick),
                Mode::Walk => self.tick_on_foot(scene, input, seconds, tick),
            }
            self.put_back_if_invalid(&scene.faces, start, tick);
            for touch in self.tick_space(scene).touches(self.position) {
                touch.add_to(&mut tick.contacts);
            }
        }
    }

    fn tick_in_flight(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let space = self.tick_space(scene);
        let at = space.with_skin_gap(self.position);
        let (velocity, displacement) = self.free_flight(input, seconds);
        tick.desired_displacement = displacement.as_vec3();
        let (touches, desired) = (space.touches(at), displacement + self.memory.lost);
        let slid = slide_freely(&space, at, touches, desired, velocity);
        let blocked = slid.blocked;
        self.apply_slide(slid, tick);
        self.report_blocked(blocked, tick);
    }

    pub(super) fn free_flight(&self, input: &Input, seconds: f64) -> (DVec3, DVec3) {
        let mut speed = self.params.fly_speed;
        if input.fast {
            speed *= self.params.fast_factor;
        }
        let desired = input.desired.as_dvec3() * f64::from(speed);
        let rate = f64::from(self.params.fly_response);
        rates::approach_velocity(self.velocity.as_dvec3(), desired, rate, seconds)
    }

    fn finish(&mut self, tree: &impl Obstacles, input: &Input, seconds: f64) {
        if input.desired == Vec3::ZERO
            && (self.grounded || self.mode == Mode::Fly)
            && self.velocity.length() < REST
        {
            self.velocity = Vec3::ZERO;
        }
        self.memory.jump_held = input.jump;
        self.settle_eye(tree, seconds);
    }

    /// Returns an upper bound for the path length in a tick, in metres.
    ///
    /// Following the ground lengthens a displacement by at most the factor of the steepest slope. In addition, each
    /// substep can climb one stair and descend another: the body rises by one stair, is lowered by up to two, and then
    /// follows the ground down by one more.
    pub(super) fn longest_path(&self, input: &Input, seconds: f64) -> f64 {
        let displacement = self.longest_displacement(input, seconds);
        match self.mode {
            Mode::Fly => displacement,
            Mode::Walk => {
                let speed = self.flat_velocity().length().max(self.fastest_walk(input));
                let stairs = 4.0 * f64::from(self.params.step_height) * self.substep_count(speed, seconds);
                displacement / self.params.min_walkable_normal_y() + stairs
            }
        }
    }

    /// Returns an upper bound for the displacement in a tick, in metres.
    fn longest_displacement(&self, input: &Input, seconds: f64) -> f64 {
        let params = &self.params;
        match self.mode {
            Mode::Fly => {
                let factor = if input.fast { params.fast_factor } else { 1.0 };
                let speed = f64::from(params.fly_speed * factor);
                f64::from(self.velocity.length()).max(speed) * seconds
            }
            Mode::Walk => {
                let (flat, speed) = (self.flat_velocity().length(), self.fastest_walk(input));
                let mut rising = f64::from(self.velocity.y);
                if self.may_jump(input) || self.may_jump_on_landing(input) {
                    rising = rising.abs().max(params.jump_speed());
                }
                let gained = f64::from(params.gravity) * seconds;
                // Additional distance that the body may cover in a liquid or on a ladder.
                let in_volumes = self.fastest_in_volumes(speed) * seconds;
                let parts = self.substep_count(flat.max(speed), seconds);
                if parts == 1.0 && rising <= 0.0 {
                    return flat.max(speed).hypot(rising - gained) * seconds + in_volumes;
                }
                // Collisions may redirect the velocity between substeps, so each substep may gain the desired speed
                // again. A substep that contains the apex counts as two substeps.
                let squared = flat * flat + rising * rising + (parts + 1.0) * speed * speed;
                (squared.sqrt() + gained) * seconds + in_volumes
            }
        }
    }

    /// Returns the maximum desired speed on foot during a tick, in m/s. The body may change between crouching and
    /// standing during the tick.
    fn fastest_walk(&self, input: &Input) -> f64 {
        let params = &self.params;
        let mut speed = params.walk_speed;
        if self.crouched || input.crouch {
            speed *= params.crouch_factor.max(1.0);
        }
        if input.fast {
            speed *= params.fast_factor;
        }
        speed.into()
    }

    pub(super) fn tick_space<'a, T: Obstacles>(&self, scene: &'a Scene<'_, T>) -> TickSpace<'a, T> {
        let method = match (self.method, scene.planes) {
            (CollisionMethod::Sweep, _) => Method::Sweep,
            (CollisionMethod::Planes, Some(planes)) => Method::Planes(planes),
            _ => Method::Push,
        };
        Space {
            tree: &scene.faces,
            body: self.body(),
            method,
            skin: slide::skin(MOVER_SKIN_RELATIVE, self.body(), self.position),
        }
    }

    pub(super) fn walk_limits(&self) -> WalkLimits {
        WalkLimits {
            walkable: self.params.min_walkable_normal_y(),
            step_height: f64::from(self.params.step_height),
        }
    }

    pub(super) fn apply_slide(&mut self, slid: SlideResult, tick: &mut Tick) {
        tick.contacts.extend(slid.contacts);
        tick.legs.extend(slid.legs);
        tick.push += slid.push;
        self.position = slid.at;
        self.velocity = slid.velocity.as_vec3();
        self.memory.lost = slid.lost;
    }

    pub(super) fn report_blocked(&mut self, by: Option<Touch>, tick: &mut Tick) {
        if let Some(touch) = by.filter(|_| !self.memory.blocked) {
            tick.events.push(Event::Blocked {
                face: touch.contact.face,
                normal: (touch.contact.normal + Vec3::ZERO).to_array(),
            });
        }
        self.memory.blocked = by.is_some();
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_geometry::TaggedTriangle;
    use glam::dvec3;

    use super::*;
    use crate::mover::MoverParams;
    use bspwalk_trees::{BuildParams, FaceId, NodeTree};

    /// Runs random ticks in the air and on a slope with a step.
    #[test]
    fn path_length_stays_within_bound() {
        let slope = |x: f64, z: f64| dvec3(x, 0.5 * x + if x > 0.0 { 0.4 } else { 0.0 }, z);
        let square = |from: f64, to: f64| {
            let corners = [
                slope(from, -50.0),
                slope(from, 50.0),
                slope(to, 50.0),
                slope(to, -50.0),
            ];
            [
                [corners[0], corners[1], corners[2]],
                [corners[0], corners[2], corners[3]],
            ]
        };
        let triangles = [square(-50.0, -1.0e-9), square(1.0e-9, 50.0)].concat();
        let triangles: Vec<TaggedTriangle> = triangles
            .into_iter()
            .zip(FaceId::all())
            .map(|(corners, face)| TaggedTriangle { corners, face })
            .collect();
        let tree = NodeTree::build(&triangles, &BuildParams::default()).unwrap();
        let mut random = fastrand::Rng::with_seed(3);
        for number in 0..4000 {
            let jump_height = [0.55, 20.0, 1000.0][random.usize(..3)];
            let params = MoverParams {
                jump_height,
                crouch_factor: 0.2 + 2.0 * random.f32(),
                ..MoverParams::default()
            };
            let mode = if random.u32(..4) == 0 {
                Mode::Fly
            } else {
                Mode::Walk
            };
            let method = [CollisionMethod::Sweep, CollisionMethod::Push][random.usize(..2)];
            let x = 4.0 * random.f32() - 2.0;
            let eye = Vec3::new(x, 0.5 * x + 1.7 + 2.0 * random.f32(), 0.0);
            let mut mover = Mover::new(&params, mode, method, eye);
            let mut share = || 2.0 * random.f32() - 1.0;
            mover.velocity = Vec3::from([(); 3].map(|()| 8.0 * share()));
            let desired = Vec3::from([(); 3].map(|()| share()));
            for _ in 0..20 {
                let input = Input {
                    desired,
                    jump: random.bool(),
                    crouch: random.bool(),
                    fast: random.bool(),
                };
                let seconds = [0.2, 1.0 / 30.0, 1.0 / 240.0][random.usize(..3)];
                let bound = mover.longest_path(&input, f64::from(seconds)) + 1.0e-3;
                let free = mover.longest_displacement(&input, f64::from(seconds)) + 1.0e-4;
                let tick = mover.tick(&tree, &input, seconds);
                let lengths = tick.legs.iter().map(|leg| f64::from(leg.from.distance(leg.to)));
                let length: f64 = lengths.sum();
                let context = || format!("{number}: {mover:?}, {input:?}, {seconds} s");
                assert!(length <= bound, "{length} m of {bound} m: {}", context());
                let desired = f64::from(tick.desired_displacement.length());
                assert!(desired <= free, "{desired} m of {free} m: {}", context());
            }
        }
    }
}
