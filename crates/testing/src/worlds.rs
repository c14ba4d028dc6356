//! Levels for the mover, and checks of the mover's invariants.

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use bspwalk_collision::mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams, Tick, Trees};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_trees::{BuildParams, ExpandedTree, LeafParams, LeafTree, NodeTree};
use glam::{DVec3, Vec3, dvec3, vec3};

use super::{meshes, oracle::Oracle, rooms, swept};

/// A level's trees, and an oracle for its triangles.
pub struct World {
    pub tree: NodeTree,
    pub oracle: Oracle,
    triangles: Vec<TaggedTriangle>,
    /// Solid-leaf tree of all faces and its expanded planes, built on first use.
    leaves: OnceLock<(LeafTree, ExpandedTree)>,
    /// Number of ticks checked, and number of ticks during which the body was stuck.
    checked: AtomicU32,
    stuck: AtomicU32,
}

impl World {
    pub fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        Self::of(&meshes::tagged(triangles))
    }

    pub fn of(triangles: &[TaggedTriangle]) -> Self {
        Self {
            tree: NodeTree::build(triangles, &BuildParams::default()).unwrap(),
            oracle: Oracle::new(triangles),
            triangles: triangles.to_vec(),
            leaves: OnceLock::new(),
            checked: AtomicU32::new(0),
            stuck: AtomicU32::new(0),
        }
    }

    /// Replaces the solid-leaf tree. The new tree must have been built from the same faces.
    pub fn with_leaves(self, leaves: LeafTree) -> Self {
        let planes = ExpandedTree::new(&leaves, &self.tree);
        Self {
            leaves: (leaves, planes).into(),
            ..self
        }
    }

    pub fn leaves(&self) -> &(LeafTree, ExpandedTree) {
        self.leaves.get_or_init(|| {
            let faces = rooms::structural_faces(&self.triangles);
            let leaves = LeafTree::build(&faces, &LeafParams::default()).unwrap();
            let planes = ExpandedTree::new(&leaves, &self.tree);
            (leaves, planes)
        })
    }

    /// Returns the trees that a collision method needs.
    pub fn trees(&self, method: CollisionMethod) -> Trees<'_> {
        Trees {
            nodes: &self.tree,
            planes: (method == CollisionMethod::Planes).then(|| &self.leaves().1),
            hulls: None,
            environment: None,
        }
    }

    /// Returns a description of the invariant that a tick violates, if any. The tick must not end too close to a
    /// triangle, its path must not cross a face, and all values must be finite.
    pub fn find_violation(&self, mover: &Mover, step: &Tick) -> Option<String> {
        let numbers = [
            step.feet,
            step.center,
            step.eye,
            step.velocity,
            step.push,
            step.desired_displacement,
        ];
        if !numbers.iter().all(|number| number.is_finite()) {
            return Some(format!("not finite: {step:?}"));
        }
        self.checked.fetch_add(1, Relaxed);
        if step.events.contains(&Event::Stuck) {
            self.stuck.fetch_add(1, Relaxed);
            return self.room_missed(mover);
        }
        let body = mover.body();
        let radius = f64::from(body.radius);
        // Test spheres along the axis. Their spacing is small enough that they cover the capsule within the tolerance.
        let count = (4.0 * body.half_axis.length() / body.radius).ceil() as usize + 1;
        for index in 0..count {
            let share = if count == 1 {
                0.0
            } else {
                2.0 * index as f32 / (count - 1) as f32 - 1.0
            };
            let center = step.center + body.half_axis * share;
            if let Some((distance, face)) = self.oracle.nearest_within(center.as_dvec3(), 0.999 * radius) {
                return Some(format!(
                    "ends {distance} m from face {face}, radius {radius}, {:?}, at {}",
                    mover.mode(),
                    step.center
                ));
            }
        }
        step.legs.iter().find_map(|leg| {
            let face = self.oracle.crosses(leg.from.as_dvec3(), leg.to.as_dvec3())?;
            Some(format!(
                "went through face {face} from {} to {}",
                leg.from, leg.to
            ))
        })
    }
}

impl World {
    /// Asserts that the body was stuck in at most one per cent of the checked ticks.
    #[track_caller]
    pub fn assert_rarely_stuck(&self) {
        let (stuck, of) = (self.stuck.load(Relaxed), self.checked.load(Relaxed));
        assert!(stuck * 100 <= of, "no room in {stuck} of {of} steps");
    }

    /// Returns a message if a body is stuck although there is free space nearby. A body that was clear must not be
    /// moved to the other side of a wall. Positions where a newly placed body finds space are therefore not reported.
    fn room_missed(&self, mover: &Mover) -> Option<String> {
        let mut fresh = mover.clone();
        fresh.teleport(mover.eye());
        let at = fresh.position();
        let step = fresh.tick(self.trees(fresh.method), &Input::default(), 1.0 / 120.0);
        if !step.events.contains(&Event::Stuck) {
            return None;
        }
        let room = self.room(&fresh, at)?;
        Some(format!(
            "no room is found at {at}, though there is some at {room}"
        ))
    }

    /// Returns a nearby position that is free of obstacles within a third of its distance from `at`, so that a search
    /// in a few dozen directions cannot miss the free space.
    fn room(&self, mover: &Mover, at: Vec3) -> Option<DVec3> {
        let body = mover.body();
        let radius = f64::from(body.radius);
        let mut random = fastrand::Rng::with_seed(9);
        let mut share = || random.f64() * 2.0 - 1.0;
        let distances = std::iter::successors(Some(0.5 * radius), |distance| Some(distance * 1.2));
        distances
            .take_while(|&distance| distance <= 100.0)
            .find_map(|distance| {
                (0..64).find_map(|_| {
                    let direction = dvec3(share(), share(), share()).normalize_or(DVec3::Y);
                    let place = at.as_dvec3() + direction * distance;
                    let wanted = radius + 0.36 * distance;
                    swept::nearest(&self.oracle, body, place, wanted)
                        .is_none()
                        .then_some(place)
                })
            })
    }
}

/// Returns a square floor of two triangles at height 0 that extends from `-half` to `half` metres along both axes.
pub fn floor(half: f64) -> Vec<[DVec3; 3]> {
    let [u, v] = [DVec3::Z, DVec3::X].map(|axis| 2.0 * half * axis);
    meshes::sheet(dvec3(-half, 0.0, -half), u, v).to_vec()
}

/// Returns a walking body on the ground below `feet`.
pub fn place_on_ground(world: &World, method: CollisionMethod, feet: Vec3) -> Mover {
    let params = Default::default();
    let mut mover = Mover::new(&params, Mode::Walk, method, feet + Vec3::Y * 1.70);
    for _ in 0..60 {
        mover.tick(world.trees(mover.method), &Input::default(), 1.0 / 120.0);
    }
    assert!(
        mover.is_grounded(),
        "it does not stand at {feet}: {}",
        mover.feet()
    );
    mover
}

/// Returns input for walking in a direction.
pub fn towards(x: f32, z: f32) -> Input {
    desiring(vec3(x, 0.0, z))
}

pub fn desiring(desired: Vec3) -> Input {
    Input {
        desired,
        ..Input::default()
    }
}

pub fn jumping() -> Input {
    Input {
        jump: true,
        ..Input::default()
    }
}

/// Returns a body with default parameters.
pub fn body(mode: Mode, method: CollisionMethod, eye: Vec3) -> Mover {
    Mover::new(&MoverParams::default(), mode, method, eye)
}

/// Collision methods that guarantee that the body is clear of obstacles.
pub const METHODS: [CollisionMethod; 3] = [
    CollisionMethod::Sweep,
    CollisionMethod::Push,
    CollisionMethod::Planes,
];

/// Tick rates in hertz. The results must not depend on the rate.
pub const RATES: [u32; 4] = [30, 60, 120, 480];

/// Runs the mover for `seconds` seconds and checks every tick.
#[track_caller]
pub fn run(world: &World, mover: &mut Mover, input: &Input, rate: u32, seconds: f64) -> Vec<Tick> {
    let count = (seconds * f64::from(rate)).round() as u32;
    let steps = (0..count)
        .map(|tick| {
            let step = mover.tick(world.trees(mover.method), input, 1.0 / rate as f32);
            let wrong = world.find_violation(mover, &step);
            assert_eq!(wrong, None, "{:?}, tick {tick}", mover.method);
            step
        })
        .collect();
    world.assert_rarely_stuck();
    steps
}

pub fn events(steps: &[Tick]) -> Vec<Event> {
    steps.iter().flat_map(|step| step.events.clone()).collect()
}

pub fn horizontal_length(vector: Vec3) -> f32 {
    vector.with_y(0.0).length()
}

/// Returns stairs with `count` steps. They are 4 m wide, rise towards +Z from z = 0, and have a floor at both ends.
pub fn stairs(count: u32, rise: f64, run: f64) -> Vec<[DVec3; 3]> {
    let mut triangles = meshes::stairs(count, rise, run, 4.0);
    let (top, end) = (rise * f64::from(count), run * f64::from(count));
    for (y, near, length) in [(0.0, -10.0, 10.0), (top, end, 12.0)] {
        triangles.extend(meshes::sheet(
            dvec3(0.0, y, near),
            length * DVec3::Z,
            4.0 * DVec3::X,
        ));
    }
    triangles
}
