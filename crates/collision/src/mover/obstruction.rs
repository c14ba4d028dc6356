//! Classifies the obstacle that a body ran into: a floor, step, ledge, slope, wall or ceiling, and whether it hit an
//! edge or corner.

use bspwalk_trees::{Contact, Feature, Obstacles, tolerance::QUERY_RELATIVE};
use glam::{DVec3, Vec3};

use super::{Mode, Mover};
use crate::{
    Capsule,
    proximity::{proximity, unit_normal},
};

/// Maximum angle between a wall's normal and the horizontal, in degrees.
const UPRIGHT: f64 = 10.0;

/// A contact counts as a face contact if the cosine between its normal and the face's normal is above this value.
const FACING: f64 = 0.9995;

/// Kind of surface from the point of view of a walking body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// A surface flat enough to walk on.
    Floor,
    /// A floor above the feet of a walking body, low enough to climb as a stair.
    Step,
    /// A floor above a walking body's feet that is too high to step up onto.
    Ledge,
    /// A surface that faces upwards but is too steep to walk on.
    Slope,
    /// A surface within 10° of the vertical.
    Wall,
    /// A surface that faces downwards.
    Ceiling,
}

impl Surface {
    /// Returns the English name with an article, such as "a floor".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "a floor",
            Self::Step => "a step",
            Self::Ledge => "a ledge",
            Self::Slope => "a slope",
            Self::Wall => "a wall",
            Self::Ceiling => "a ceiling",
        }
    }

    fn of_normal(up: f64, walkable: f64) -> Self {
        let upright = UPRIGHT.to_radians().sin();
        if up >= walkable {
            Self::Floor
        } else if up < -upright {
            Self::Ceiling
        } else if up > upright {
            Self::Slope
        } else {
            Self::Wall
        }
    }
}

/// Obstacle that a body ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obstruction {
    /// Kind of the surface.
    pub surface: Surface,
    /// Feature that was hit: the face, an edge or a corner.
    pub feature: Feature,
}

impl Obstruction {
    /// Classifies the obstacle in a contact of the mover's body. `tree` must be the set of obstacles that the contact
    /// was found in.
    ///
    /// At an edge or a corner, the result is one of the faces that meet there. Floors are preferred to walls, so that
    /// the edge of a slab belongs to its top, unless the body comes from below. An edge between two coplanar faces
    /// counts as part of the face.
    #[must_use]
    pub fn new(tree: &impl Obstacles, mover: &Mover, contact: &Contact) -> Self {
        let walkable = mover.params().min_walkable_normal_y();
        let direction = contact.normal.as_dvec3();
        let of_normal = |normal: DVec3| Surface::of_normal(normal.y, walkable);
        let face = |surface| Self {
            surface,
            feature: Feature::Face,
        };
        if contact.feature == Feature::Face {
            return face(of_normal(direction));
        }
        let normals = normals_at(tree, contact.point, direction);
        if let Some(&normal) = normals.iter().find(|normal| normal.dot(direction) > FACING) {
            return face(of_normal(normal));
        }
        let from_below = of_normal(direction) == Surface::Ceiling;
        let order = if from_below {
            [Surface::Ceiling, Surface::Wall, Surface::Slope, Surface::Floor]
        } else {
            [Surface::Floor, Surface::Slope, Surface::Ceiling, Surface::Wall]
        };
        let is_there = |surface: &Surface| normals.iter().any(|&normal| of_normal(normal) == *surface);
        let surface = order.into_iter().find(is_there).unwrap_or(of_normal(direction));
        let surface = match (surface, mover.mode()) {
            (Surface::Floor, Mode::Walk) => above_feet(mover, contact.point.y),
            _ => surface,
        };
        Self {
            surface,
            feature: contact.feature,
        }
    }
}

fn above_feet(mover: &Mover, height: f32) -> Surface {
    let above = height - mover.feet().y;
    let slack = 2.0 * mover.skin();
    if above <= slack {
        Surface::Floor
    } else if above <= mover.params().step_height + slack {
        Surface::Step
    } else {
        Surface::Ledge
    }
}

fn normals_at(tree: &impl Obstacles, point: Vec3, direction: DVec3) -> Vec<DVec3> {
    let reach = 4.0 * f64::from(QUERY_RELATIVE) * tree.bounds().largest_coordinate();
    let mut normals = Vec::new();
    tree.visit_near(&Capsule::sphere(reach as f32).into(), point, |triangle| {
        let corners = triangle.corners.map(Vec3::as_dvec3);
        let Some(normal) = unit_normal(corners) else {
            return;
        };
        if proximity(corners, Some(normal), point.as_dvec3(), DVec3::ZERO).distance <= reach {
            let behind = normal.dot(direction) < -1.0e-4;
            normals.push(if behind { -normal } else { normal });
        }
    });
    normals
}

#[cfg(test)]
mod tests {
    use glam::{dvec3, vec3};

    use super::{
        super::{CollisionMethod, MoverParams},
        *,
    };
    use crate::contacts;
    use bspwalk_geometry::{Aabb, TaggedTriangle};
    use bspwalk_trees::{BuildParams, FaceId, NodeTree};

    fn tree(quads: &[[DVec3; 4]]) -> NodeTree {
        let halves = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        let tagged = |(corners, face)| TaggedTriangle { corners, face };
        let triangles: Vec<TaggedTriangle> = halves.zip(FaceId::all()).map(tagged).collect();
        NodeTree::build(&triangles, &BuildParams::default()).expect("it builds")
    }

    fn slab(low: DVec3, high: DVec3) -> Vec<[DVec3; 4]> {
        // Each bit of a corner number selects the maximum along one axis: bit 0 (1) for x, bit 1 (2) for y, bit 2 (4)
        // for z.
        let sides = [
            [2, 6, 7, 3],
            [0, 1, 5, 4],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [4, 5, 7, 6],
            [0, 2, 3, 1],
        ];
        let corners = Aabb { min: low, max: high }.corners();
        sides.map(|side| side.map(|number: usize| corners[number])).into()
    }

    /// Classifies the face closest to a sphere at `center`, for a body whose lowest point is at `feet`.
    #[track_caller]
    fn met(quads: &[[DVec3; 4]], mode: Mode, feet: f32, center: Vec3) -> (Surface, Feature) {
        let tree = tree(quads);
        let params = MoverParams::default();
        let eye = match mode {
            Mode::Walk => feet + params.eye_height,
            Mode::Fly => center.y,
        };
        let mover = Mover::new(&params, mode, CollisionMethod::Sweep, center.with_y(eye));
        let mut found = Vec::new();
        contacts(&tree, crate::Capsule::sphere(0.3), center, &mut found);
        let contact = found.first().expect("it touches something");
        let met = Obstruction::new(&tree, &mover, contact);
        (met.surface, met.feature)
    }

    #[test]
    fn slab_edges_classify_as_floor_or_step() {
        use Feature::{Edge, Face, Vertex};
        use Surface::{Ceiling, Floor, Ledge, Slope, Step, Wall};
        let slab = slab(dvec3(0.0, 1.0, -2.0), dvec3(4.0, 1.2, 2.0));
        // The sphere is next to the upper edge, slightly above it.
        let beside = vec3(-0.25, 1.21, 0.3);
        assert_eq!(met(&slab, Mode::Fly, 0.0, beside), (Floor, Edge));
        assert_eq!(met(&slab, Mode::Walk, 0.9, beside), (Step, Edge));
        assert_eq!(met(&slab, Mode::Walk, 0.2, beside), (Ledge, Edge));
        assert_eq!(met(&slab, Mode::Walk, 1.2, beside), (Floor, Edge));
        // Hits on a corner, a side and the top, and from below.
        assert_eq!(
            met(&slab, Mode::Walk, 0.9, vec3(-0.1, 1.25, -2.1)),
            (Step, Vertex)
        );
        assert_eq!(met(&slab, Mode::Walk, 0.2, vec3(-0.25, 1.1, 0.3)), (Wall, Face));
        assert_eq!(met(&slab, Mode::Walk, 1.2, vec3(1.0, 1.45, 0.3)), (Floor, Face));
        assert_eq!(met(&slab, Mode::Walk, 0.0, vec3(1.0, 0.75, 0.3)), (Ceiling, Face));
        assert_eq!(met(&slab, Mode::Fly, 0.0, vec3(-0.1, 0.8, 0.3)), (Ceiling, Edge));
        assert_eq!(
            met(&slab, Mode::Fly, 0.0, vec3(-0.25, 0.99, 0.3)),
            (Ceiling, Edge)
        );
        // A vertical edge belongs to a wall.
        assert_eq!(met(&slab, Mode::Fly, 0.0, vec3(-0.1, 1.1, -2.1)), (Wall, Edge));
        // A single-sided sheet that faces up or down is hit from the side and from below.
        let [a, b, c, d] = slab[0];
        for sheet in [[a, b, c, d], [d, c, b, a]] {
            assert_eq!(met(&[sheet], Mode::Walk, 0.9, beside), (Step, Edge));
            let below = beside - Vec3::Y * 0.1;
            assert_eq!(met(&[sheet], Mode::Fly, 0.0, below), (Ceiling, Edge));
        }
        // The diagonal of a rectangle is not an edge.
        let wall = slab[2].map(|corner| corner * dvec3(1.0, 20.0, 1.0));
        assert_eq!(
            met(&[wall], Mode::Walk, 20.0, vec3(-0.2, 22.0, 0.0)),
            (Wall, Face)
        );
        // The edge of a slope belongs to the slope.
        let steep = [a, b, c + DVec3::Y * 8.0, d + DVec3::Y * 8.0];
        let found = met(&[steep], Mode::Walk, 0.9, vec3(-0.25, 1.2, 0.3));
        assert_eq!(found, (Slope, Edge));
    }
}
