//! A level with moving things, and the conditions that must hold after each motion.

use bspwalk_collision::{
    mover::{CollisionMethod, Event, Input, Mode, Moved, Mover, MoverParams, Tick, Trees, move_things},
    things::{Assembly, Isometry, Placed, Thing},
};
use bspwalk_testing::{
    meshes::{self, cuboid},
    swept, worlds,
};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, Vec3, dvec3};

/// Ticks per second.
pub(crate) const RATE: f64 = 60.0;

/// Triangles and their tree.
pub(crate) struct Faces {
    pub(crate) triangles: Vec<[DVec3; 3]>,
    pub(crate) tree: NodeTree,
}

impl Faces {
    /// Creates the triangles, with face numbers starting at `first`.
    pub(crate) fn new(triangles: Vec<[DVec3; 3]>, first: u32) -> Self {
        let mut tagged = meshes::tagged(triangles.clone());
        for triangle in &mut tagged {
            triangle.face.0 += first;
        }
        let tree = NodeTree::build(&tagged, &BuildParams::default()).expect("it builds");
        Self { triangles, tree }
    }
}

/// A level with moving things.
pub(crate) struct Stage {
    pub(crate) level: Faces,
    pub(crate) things: Vec<Faces>,
    pub(crate) poses: Vec<Isometry>,
}

/// Returns a 20×20 m floor at height 0.
pub(crate) fn floor() -> Vec<[DVec3; 3]> {
    worlds::floor(10.0)
}

/// Returns a box of the given size, centred at the origin.
pub(crate) fn block(size: DVec3) -> Vec<[DVec3; 3]> {
    cuboid(-0.5 * size, 0.5 * size, false)
}

pub(crate) fn at(x: f64, y: f64, z: f64) -> Isometry {
    Isometry::from_translation(dvec3(x, y, z))
}

/// Returns a walking body at rest, with its feet slightly above `feet`.
pub(crate) fn body(method: CollisionMethod, feet: Vec3) -> Mover {
    let params = MoverParams::default();
    Mover::new(&params, Mode::Walk, method, feet + Vec3::Y * 1.681)
}

impl Stage {
    pub(crate) fn new(level: Vec<[DVec3; 3]>, things: Vec<(Vec<[DVec3; 3]>, Isometry)>) -> Self {
        let poses = things.iter().map(|(_, pose)| *pose).collect();
        let things = things.into_iter().zip(1..);
        let things = things.map(|((triangles, _), number)| Faces::new(triangles, 1000 * number));
        Self {
            level: Faces::new(level, 0),
            things: things.collect(),
            poses,
        }
    }

    pub(crate) fn placed(&self) -> Vec<Placed<'_>> {
        self.things
            .iter()
            .zip(&self.poses)
            .map(|(faces, &pose)| Placed::new(&faces.tree, pose))
            .collect()
    }

    pub(crate) fn tick(&self, mover: &mut Mover, input: &Input) -> Tick {
        let placed = self.placed();
        let assembly = Assembly::new(&self.level.tree, &placed);
        mover.tick(Trees::from(&assembly), input, (1.0 / RATE) as f32)
    }

    /// Returns the gap between the body's surface and everything else: the smallest distance to any triangle.
    pub(crate) fn gap(&self, mover: &Mover) -> f64 {
        let (shape, center) = (mover.body(), mover.position().as_dvec3());
        let things = self.things.iter().zip(&self.poses).flat_map(|(faces, pose)| {
            let place = |corners: &[DVec3; 3]| corners.map(|corner| pose.point(corner));
            faces.triangles.iter().map(place)
        });
        self.level
            .triangles
            .iter()
            .copied()
            .chain(things)
            .map(|corners| swept::distance(corners, shape, center) - f64::from(shape.radius))
            .fold(f64::INFINITY, f64::min)
    }

    /// Moves the things, then checks that all bodies are clear. Bodies that are not clear at the start are skipped.
    #[track_caller]
    pub(crate) fn move_to(&mut self, after: &[Isometry], bodies: &mut [&mut Mover]) -> Moved {
        let was_clear: Vec<bool> = bodies.iter().map(|mover| self.gap(mover) >= 0.0).collect();
        let things: Vec<Thing<'_>> = self
            .things
            .iter()
            .zip(&self.poses)
            .zip(after)
            .map(|((faces, &before), &after)| Thing {
                tree: &faces.tree,
                before,
                after,
            })
            .collect();
        let moved = move_things(&self.level.tree, &things, bodies, (1.0 / RATE) as f32);
        self.poses.clone_from(&moved.poses);
        for ((index, mover), _) in bodies.iter().enumerate().zip(&was_clear).filter(|(_, is)| **is) {
            let gap = self.gap(mover);
            let slack = -5.0e-4 * f64::from(mover.body().radius);
            assert!(
                gap >= slack,
                "body {index} reaches {} m into something: {moved:?}",
                -gap
            );
        }
        for squeeze in &moved.squeezes {
            assert!((0.0..1.0).contains(&squeeze.part), "{squeeze:?}");
            let event = Event::Squeezed {
                thing: squeeze.thing as u32,
            };
            assert!(moved.events.contains(&(squeeze.body, event)), "{moved:?}");
        }
        moved
    }

    /// Moves one thing, then runs a tick of the body. The body must be clear afterwards.
    #[track_caller]
    pub(crate) fn step(&mut self, after: Isometry, mover: &mut Mover, input: &Input) -> (Moved, Tick) {
        let mut all = self.poses.clone();
        all[0] = after;
        let moved = self.move_to(&all, &mut [mover]);
        let tick = self.tick(mover, input);
        assert!(tick.clear, "{moved:?} {tick:?}");
        let is_put_back = |event: &Event| matches!(event, Event::PutBack { .. } | Event::Stuck);
        assert!(!tick.events.iter().any(is_put_back), "{moved:?} {tick:?}");
        (moved, tick)
    }
}
