//! Places for the mover, and what it must never do in them.

use bspwalk::{
    bsp::{BuildParams, NodeTree},
    collision::mover::{Event, Input, Mode, Mover, Step, Way},
};
use glam::{DVec3, Vec3, dvec3, vec3};

use super::{meshes, oracle::Oracle};

/// A tree, and what it must answer.
pub struct World {
    pub tree: NodeTree,
    pub oracle: Oracle,
}

impl World {
    pub fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        let triangles = meshes::tagged(triangles);
        Self {
            tree: NodeTree::build(&triangles, &BuildParams::default()).unwrap(),
            oracle: Oracle::new(&triangles),
        }
    }

    /// What is wrong with a step that began with the centre at `from`: it ends too near to a triangle, its way crosses a
    /// face, or it is no number.
    pub fn wrong(&self, mover: &Mover, step: &Step) -> Option<String> {
        let numbers = [
            step.feet,
            step.center,
            step.eye,
            step.velocity,
            step.push,
            step.wished,
        ];
        if !numbers.iter().all(|number| number.is_finite()) {
            return Some(format!("no number: {step:?}"));
        }
        if step.events.iter().any(|event| matches!(event, Event::Stuck)) {
            return None;
        }
        let body = mover.body();
        let radius = f64::from(body.radius);
        // Balls along the axis, as near to each other as makes their union miss no more than is allowed for.
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

/// A square floor of two triangles at height 0, `half` metres to each side.
pub fn floor(half: f64) -> Vec<[DVec3; 3]> {
    meshes::quad([
        dvec3(-half, 0.0, -half),
        dvec3(-half, 0.0, half),
        dvec3(half, 0.0, half),
        dvec3(half, 0.0, -half),
    ])
    .to_vec()
}

/// A walking body that stands on whatever is below its feet.
pub fn standing(world: &World, way: Way, feet: Vec3) -> Mover {
    let params = Default::default();
    let mut mover = Mover::new(&params, Mode::Walk, way, feet + Vec3::Y * 1.70);
    for _ in 0..60 {
        mover.step(&world.tree, &Input::default(), 1.0 / 120.0);
    }
    assert!(mover.grounded(), "it does not stand at {feet}: {}", mover.feet());
    mover
}

/// To walk that way.
pub fn towards(x: f32, z: f32) -> Input {
    Input {
        wish: vec3(x, 0.0, z),
        ..Input::default()
    }
}
