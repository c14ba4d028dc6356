//! Joins solids that touch face to face into one closed surface.
//!
//! A level is a set of closed solids that do not interpenetrate. If two of them touch, the coinciding parts of their
//! faces cancel each other ([`Kit::build`]). The remaining surface is still closed. Only faces perpendicular to an axis
//! are cancelled, so oblique faces must not touch.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, DVec3, IVec2, IVec3};

use super::{
    material::Material,
    mesh::{Corner, Mesh, Polygon},
    plane::{Contour, Region, difference_pieces, doubled_region_area, union},
};

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Axis {
    /// Points right when looking along −Z.
    X,
    /// Points up.
    Y,
    /// Points towards the viewer when looking along −Z.
    Z,
}

impl Axis {
    /// Returns the point with coordinate `along` on this axis. `at` holds the other two coordinates: (y, z), (z, x) or
    /// (x, y). This axis is the cross product of the other two, in that order.
    pub(crate) fn lift(self, along: i32, at: IVec2) -> IVec3 {
        match self {
            Self::X => IVec3::new(along, at.x, at.y),
            Self::Y => IVec3::new(at.y, along, at.x),
            Self::Z => IVec3::new(at.x, at.y, along),
        }
    }

    /// Inverse of [`Axis::lift`].
    pub(crate) fn drop(self, at: IVec3) -> (i32, IVec2) {
        match self {
            Self::X => (at.x, IVec2::new(at.y, at.z)),
            Self::Y => (at.y, IVec2::new(at.z, at.x)),
            Self::Z => (at.z, IVec2::new(at.x, at.y)),
        }
    }

    /// Returns the unit vector along the axis.
    pub(crate) fn unit(self) -> DVec3 {
        match self {
            Self::X => DVec3::X,
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }
}

/// A plane perpendicular to an axis, given by the axis and a grid coordinate.
type AxisPlane = (Axis, i32);

/// Material and object of faces that are merged into polygons.
type Group = (Material, u16);

/// A set of solids under construction.
#[derive(Default)]
pub(crate) struct Kit {
    /// Faces perpendicular to an axis, grouped by plane; `true` if they face in the axis's positive direction.
    axis_faces: BTreeMap<AxisPlane, BTreeMap<(bool, Group), Region>>,
    /// Faces in all other planes.
    oblique: Vec<Polygon>,
    /// Surfaces that bound no solid, such as water and the spawn marker.
    uncovered: Vec<Polygon>,
    objects: Vec<String>,
    object: u16,
}

impl Kit {
    /// Sets the object of the solids that are added next.
    pub(crate) fn object(&mut self, name: &str) {
        let index = self
            .objects
            .iter()
            .position(|object| object == name)
            .unwrap_or_else(|| {
                self.objects.push(name.to_owned());
                self.objects.len() - 1
            });
        self.object = index as u16;
    }

    /// Adds a face perpendicular to `axis`. Its contours are counter-clockwise in the plane's coordinates
    /// ([`Axis::lift`]), regardless of the direction that the face points in.
    pub(crate) fn axis_face(
        &mut self,
        axis: Axis,
        along: i32,
        positive: bool,
        material: Material,
        region: Region,
    ) {
        self.axis_faces
            .entry((axis, along))
            .or_default()
            .entry((positive, (material, self.object)))
            .or_default()
            .extend(region.into_iter().filter(|contour| contour.len() > 2));
    }

    /// Adds an oblique face. Its corners are counter-clockwise when seen from the front.
    pub(crate) fn oblique_face(&mut self, material: Material, corners: Vec<Corner>) {
        let mut corners = corners;
        corners.dedup_by_key(|corner| corner.at);
        if corners.len() > 1
            && corners.first().map(|corner| corner.at) == corners.last().map(|corner| corner.at)
        {
            corners.pop();
        }
        if corners.len() > 2 {
            self.oblique.push(Polygon {
                material,
                object: self.object,
                contours: vec![corners],
            });
        }
    }

    /// Adds a horizontal, upward-facing surface that bounds no solid.
    pub(crate) fn sheet(&mut self, y: i32, material: Material, region: &[Contour]) {
        for contour in region {
            let polygon = axis_polygon((Axis::Y, y), true, (material, self.object), vec![contour.clone()]);
            self.uncovered.push(polygon);
        }
    }

    /// Adds a triangle that bounds no solid.
    pub(crate) fn marker(&mut self, name: &str, corners: [IVec3; 3]) {
        self.object(name);
        let contours = vec![
            corners
                .map(|at| Corner {
                    at,
                    uv: DVec2::ZERO,
                    normal: DVec3::Y,
                })
                .to_vec(),
        ];
        self.uncovered.push(Polygon {
            material: Material::Pale,
            object: self.object,
            contours,
        });
    }

    /// Cancels coinciding faces, closes T-junctions and triangulates all faces.
    ///
    /// # Panics
    /// Panics if two solids overlap and their faces coincide, which is a mistake in the level's description.
    pub(crate) fn build(self) -> Mesh {
        let mut polygons = self.oblique;
        for (&plane, faces) in &self.axis_faces {
            for side in [true, false] {
                let of_side = |wanted: bool| -> Region {
                    faces
                        .iter()
                        .filter(|((positive, _), _)| *positive == wanted)
                        .flat_map(|(_, region)| region.iter().cloned())
                        .collect()
                };
                let own = of_side(side);
                let (sum, covered) = (doubled_region_area(&own), doubled_region_area(&union(&own, &[])));
                assert!(
                    sum - covered < 20_000_000,
                    "solids overlap in {plane:?} looking {side}: {} m² too much, of {:?}",
                    (sum - covered) as f64 / 2.0e10,
                    faces
                        .keys()
                        .map(|(_, (_, object))| &self.objects[usize::from(*object)])
                        .collect::<BTreeSet<_>>()
                );
                let opposite = of_side(!side);
                for ((_, group), region) in faces.iter().filter(|((positive, _), _)| *positive == side) {
                    for piece in difference_pieces(region, &opposite) {
                        polygons.push(axis_polygon(plane, side, *group, piece));
                    }
                }
            }
        }
        Mesh::new(polygons, &self.uncovered, self.objects)
    }
}

/// Returns a polygon perpendicular to an axis. Its texture coordinates are world coordinates in metres.
fn axis_polygon(
    (axis, along): AxisPlane,
    positive: bool,
    (material, object): Group,
    region: Region,
) -> Polygon {
    let normal = if positive { axis.unit() } else { -axis.unit() };
    let contours = region
        .into_iter()
        .map(|contour| {
            let mut corners: Vec<Corner> = contour
                .into_iter()
                .map(|point| {
                    let at = axis.lift(along, point);
                    let place = at.as_dvec3() / super::plane::GRID;
                    let uv = match axis {
                        Axis::X => DVec2::new(-place.z, place.y),
                        Axis::Y => DVec2::new(place.x, -place.z),
                        Axis::Z => DVec2::new(place.x, place.y),
                    };
                    Corner { at, uv, normal }
                })
                .collect();
            if !positive {
                corners.reverse();
            }
            corners
        })
        .collect();
    Polygon {
        material,
        object,
        contours,
    }
}
