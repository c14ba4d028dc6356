//! Properties of a level that are not part of its faces: the grip of surfaces, liquids and ladders.

use bspwalk_geometry::{Aabb, TaggedTriangle};
use bspwalk_trees::{BuildParams, Contact, NodeTree, Obstacles, QuakeTree, node_storing::BuildError};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use crate::{Capsule, tolerance::AT_FACE};

/// Grip of surfaces, liquids and ladders, for [`Trees::environment`](super::Trees::environment).
///
/// All methods have defaults, so you only need to implement those you want to change. Results may depend only on the
/// arguments and on state that you save together with the [`Mover`](super::Mover). Otherwise, replaying a tick may give
/// a different result.
///
/// [`CollisionMethod::Ati`](super::CollisionMethod::Ati), [`CollisionMethod::Quake`](super::CollisionMethod::Quake) and
/// flying bodies ignore the environment.
///
/// ```
/// use bspwalk_collision::mover::{
///     CollisionMethod, Environment, Input, Mode, Mover, MoverParams, Trees,
/// };
/// use bspwalk_geometry::{FaceId, TaggedTriangle};
/// use bspwalk_trees::{BuildParams, Contact, NodeTree};
/// use glam::{Vec3, dvec3, vec3};
///
/// /// Face 0 is ice.
/// struct Rink;
///
/// impl Environment for Rink {
///     fn grip(&self, ground: &Contact) -> f32 {
///         if ground.face == FaceId(0) { 0.05 } else { 1.0 }
///     }
/// }
///
/// let square = [dvec3(-50.0, 0.0, 50.0), dvec3(50.0, 0.0, 50.0), dvec3(0.0, 0.0, -50.0)];
/// let tree = NodeTree::build(&[TaggedTriangle { corners: square, face: FaceId(0) }], &BuildParams::default())?;
/// let trees = Trees { environment: Some(&Rink), ..Trees::from(&tree) };
/// let mut body = Mover::new(&MoverParams::default(), Mode::Walk, CollisionMethod::Sweep, vec3(0.0, 1.7, 0.0));
/// body.tick(trees, &Input::default(), 0.1);
/// body.velocity = Vec3::X;
/// body.tick(trees, &Input::default(), 0.5);
/// assert!(body.is_grounded() && body.velocity.x > 0.7);
/// # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
/// ```
pub trait Environment: Sync {
    /// Returns the grip of the ground at a contact, as a factor of
    /// [`MoverParams::ground_response`](super::MoverParams::ground_response),
    /// [`MoverParams::friction`](super::MoverParams::friction) and
    /// [`MoverParams::slide_friction`](super::MoverParams::slide_friction).
    ///
    /// 1 is normal, 0.05 is like ice, and at 0 the velocity does not change. Negative values count as 0, values above
    /// 1,000 as 1,000, and NaN as 1. In an [`Assembly`](crate::things::Assembly), you can look up the
    /// [`Owner`](crate::things::Owner) of the contact's triangle number.
    fn grip(&self, ground: &Contact) -> f32 {
        let _ = ground;
        1.0
    }

    /// Returns whether a point is in a liquid. A body swims if its centre is in a liquid. See
    /// [`MoverParams::swim_factor`](super::MoverParams::swim_factor).
    fn is_liquid(&self, point: Vec3) -> bool {
        let _ = point;
        false
    }

    /// Returns the direction from the ladder to a body with the given bounds (in metres), or `None` if the body is not
    /// at a ladder. Only the horizontal part of the direction is used. See
    /// [`MoverParams::climb_speed`](super::MoverParams::climb_speed).
    fn ladder(&self, body: &Aabb) -> Option<Vec3> {
        let _ = body;
        None
    }
}

impl std::fmt::Debug for dyn Environment + '_ {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("environment")
    }
}

/// An environment with normal grip everywhere and no liquids or ladders.
pub(super) struct Plain;

impl Environment for Plain {}

/// Compiled levels of Quake, Quake II and Half-Life store their liquids: water, slime and lava.
impl Environment for QuakeTree {
    fn is_liquid(&self, point: Vec3) -> bool {
        self.contents(point.as_dvec3()).is_liquid()
    }
}

/// Liquids and ladders as boxes, in metres.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Volumes {
    /// Liquids.
    pub liquids: Vec<Aabb>,
    /// Ladders. A body climbs a ladder that its bounds touch. Each box should extend a few centimetres out of the wall,
    /// and rise above the floor at the top of the ladder.
    pub ladders: Vec<Aabb>,
}

impl Environment for Volumes {
    fn is_liquid(&self, point: Vec3) -> bool {
        self.liquids
            .iter()
            .any(|liquid| liquid.contains(point.as_dvec3()))
    }

    fn ladder(&self, body: &Aabb) -> Option<Vec3> {
        let ladder = self.ladders.iter().find(|ladder| ladder.intersects(body))?;
        Some(away_from(ladder, body.center()).as_vec3())
    }
}

/// Returns the horizontal unit vector from a box to a point. If the point is above, below or inside the box, the vector
/// points along the shortest horizontal way out of it.
fn away_from(ladder: &Aabb, point: DVec3) -> DVec3 {
    let outside = (point - ladder.closest_point(point)).with_y(0.0);
    if let Some(direction) = outside.try_normalize() {
        return direction;
    }
    let ways = [
        (ladder.max.x - point.x, DVec3::X),
        (point.x - ladder.min.x, DVec3::NEG_X),
        (ladder.max.z - point.z, DVec3::Z),
        (point.z - ladder.min.z, DVec3::NEG_Z),
    ];
    let nearest = ways.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map_or(DVec3::X, |(_, direction)| direction)
}

/// The liquids of a level, defined by their surfaces.
///
/// A point is in a liquid if a ray going straight up from it first hits the back of a surface. Liquids without a
/// surface above them, such as in a tunnel that is flooded up to its ceiling, are not found.
#[derive(Clone, Debug)]
pub struct LiquidSurfaces {
    tree: NodeTree,
}

impl LiquidSurfaces {
    /// Builds a tree of the surfaces. Their front sides must face out of the liquid.
    ///
    /// # Errors
    /// Returns [`BuildError`] if the build fails, for example because a corner is not finite.
    pub fn new(surfaces: &[TaggedTriangle]) -> Result<Self, BuildError> {
        let tree = NodeTree::build(surfaces, &BuildParams::default())?;
        Ok(Self { tree })
    }

    /// Returns whether there are no liquid surfaces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree.bounds().is_empty()
    }
}

impl Environment for LiquidSurfaces {
    fn is_liquid(&self, point: Vec3) -> bool {
        let bounds = self.tree.bounds();
        let point_inside = point.as_dvec3();
        if !bounds.contains(point_inside.with_y(bounds.max.y)) || point_inside.y > bounds.max.y {
            return false;
        }
        let top = point.with_y((bounds.max.y + 1.0) as f32);
        let Some(hit) = self.tree.cast(point, top) else {
            return false;
        };
        let reach = AT_FACE * (1.0 + hit.point.abs().max_element());
        let mut is_back = false;
        self.tree
            .visit_near(&Capsule::sphere(reach).into(), hit.point, |triangle| {
                is_back |= triangle.triangle == hit.triangle && triangle.normal.y > 0.0;
            });
        is_back
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::FaceId;
    use glam::{dvec3, vec3};

    use super::*;

    fn sheet(height: f64, faces_up: bool) -> [TaggedTriangle; 2] {
        let [a, b, c, d] =
            [[-2.0, 2.0], [2.0, 2.0], [2.0, -2.0], [-2.0, -2.0]].map(|[x, z]: [f64; 2]| dvec3(x, height, z));
        let turned = |[a, b, c]: [DVec3; 3]| if faces_up { [a, b, c] } else { [c, b, a] };
        [[a, b, c], [a, c, d]].map(|corners| TaggedTriangle {
            corners: turned(corners),
            face: FaceId(0),
        })
    }

    #[test]
    fn point_below_surface_is_in_liquid() {
        let pool = LiquidSurfaces::new(&sheet(1.0, true)).expect("it builds");
        assert!(!pool.is_empty());
        for (point, expected) in [
            (vec3(0.3, 0.5, 0.2), true),
            (vec3(0.3, -7.0, 0.2), true),
            (vec3(0.3, 1.1, 0.2), false),
            (vec3(2.5, 0.5, 0.2), false),
        ] {
            assert_eq!(pool.is_liquid(point), expected, "{point}");
        }
        // The point is between two bodies of water, just below the bottom of the upper one.
        let both = [sheet(1.0, true), sheet(3.0, false), sheet(4.0, true)].concat();
        let both = LiquidSurfaces::new(&both).expect("it builds");
        for (y, expected) in [(0.0, true), (2.0, false), (3.5, true), (4.5, false)] {
            assert_eq!(both.is_liquid(vec3(0.1, y, 0.3)), expected, "{y}");
        }
        let none = LiquidSurfaces::new(&[]).expect("it builds");
        assert!(none.is_empty() && !none.is_liquid(Vec3::ZERO));
    }

    #[test]
    fn ladder_direction_is_horizontal_and_away() {
        let ladder = Aabb {
            min: dvec3(-0.5, 0.0, -0.1),
            max: dvec3(0.5, 3.0, 0.1),
        };
        for (point, expected) in [
            (dvec3(0.2, 1.0, 0.4), DVec3::Z),
            (dvec3(0.2, 9.0, -0.4), DVec3::NEG_Z),
            (dvec3(0.1, 1.0, 0.05), DVec3::Z),
            (dvec3(0.9, 1.0, 0.0), DVec3::X),
        ] {
            let found = away_from(&ladder, point);
            assert!(found.distance(expected) < 1.0e-12, "{point}: {found}");
        }
    }
}
