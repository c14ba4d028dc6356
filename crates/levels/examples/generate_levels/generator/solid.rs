//! Solids: prisms, boxes, bodies of revolution and steps.
//!
//! Profiles use natural drawing coordinates in metres: (z, y) for a prism along X, (x, z) along Y, and (x, y) along Z.
//! Both windings are allowed.

use std::f64::consts::TAU;

use glam::{DVec2, DVec3, IVec2, IVec3, Vec2Swizzles as _};

use super::{
    kit::{Axis, Kit},
    material::Material,
    mesh::Corner,
    plane::{Contour, GRID, Region, contour, difference, doubled_area, snap},
};

/// Minimum cosine between the normals of adjacent faces that are shaded as a single curved surface (30°).
const SMOOTH: f64 = 0.866;

/// A prism's materials.
#[derive(Clone, Copy)]
pub(crate) struct Skin {
    /// Cap at the lower end along the axis.
    pub(crate) low: Material,
    /// Cap at the upper end along the axis.
    pub(crate) high: Material,
    /// Sides that do not face up.
    pub(crate) sides: Material,
    /// Sides that face up.
    pub(crate) top: Material,
}

impl Skin {
    /// Returns a skin with a single material.
    pub(crate) const fn all(material: Material) -> Self {
        Self {
            low: material,
            high: material,
            sides: material,
            top: material,
        }
    }

    /// Replaces the material of the upward-facing sides.
    pub(crate) const fn with_top(self, top: Material) -> Self {
        Self { top, ..self }
    }
}

/// Converts a profile in drawing coordinates (see the [module](self)) to a counter-clockwise contour in the axis's
/// coordinates.
pub(crate) fn profile(axis: Axis, points: &[DVec2]) -> Contour {
    let mut contour = contour(points);
    if axis != Axis::Z {
        for point in &mut contour {
            *point = point.yx();
        }
    }
    if doubled_area(&contour) < 0 {
        contour.reverse();
    }
    contour
}

/// Returns the corners of a rectangle.
pub(crate) fn rectangle(from: DVec2, to: DVec2) -> Vec<DVec2> {
    vec![from, DVec2::new(to.x, from.y), to, DVec2::new(from.x, to.y)]
}

/// Returns the endpoints of `segments` consecutive chords of an elliptical arc from `start` to `end`, both included.
/// Angles are in radians from +x towards +y.
pub(crate) fn arc(center: DVec2, radii: DVec2, start: f64, end: f64, segments: u32) -> Vec<DVec2> {
    (0..=segments)
        .map(|index| {
            let angle = start + (end - start) * f64::from(index) / f64::from(segments);
            center + radii * DVec2::new(angle.cos(), angle.sin())
        })
        .collect()
}

impl Kit {
    /// Adds a box between two opposite corners.
    pub(crate) fn block(&mut self, from: DVec3, to: DVec3, skin: Skin) {
        let (low, high) = (from.min(to), from.max(to));
        self.prism(
            Axis::Z,
            low.z,
            high.z,
            &rectangle(low.truncate(), high.truncate()),
            skin,
        );
    }

    /// Adds a prism by extruding a profile along an axis.
    pub(crate) fn prism(&mut self, axis: Axis, from: f64, to: f64, points: &[DVec2], skin: Skin) {
        self.prism_of(
            axis,
            snap(from.min(to)),
            snap(from.max(to)),
            &[profile(axis, points)],
            skin,
        );
    }

    /// Adds a prism by extruding a region with holes along an axis. The region is in the axis's coordinates.
    pub(crate) fn prism_of(&mut self, axis: Axis, low: i32, high: i32, region: &[Contour], skin: Skin) {
        let top = if axis == Axis::Y { skin.top } else { skin.high };
        self.axis_face(axis, high, true, top, region.to_vec());
        self.axis_face(axis, low, false, skin.low, region.to_vec());
        self.sides(axis, low, high, region, |_, _, up| {
            Some(if up { skin.top } else { skin.sides })
        });
    }

    /// Adds the sides of a prism. `material` receives both ends of each edge and whether the side faces up. If it
    /// returns `None`, the side is omitted.
    pub(crate) fn sides(
        &mut self,
        axis: Axis,
        low: i32,
        high: i32,
        region: &[Contour],
        material: impl Fn(IVec2, IVec2, bool) -> Option<Material>,
    ) {
        for contour in region {
            let count = contour.len();
            let point = |index: usize| contour[index % count];
            let outward = |index: usize| {
                let edge = point(index + 1) - point(index);
                // Use exact directions for axis-aligned edges. Dividing by the length could cause an error of one bit.
                if edge.x == 0 || edge.y == 0 {
                    return DVec2::new(f64::from(edge.y.signum()), -f64::from(edge.x.signum()));
                }
                let edge = edge.as_dvec2().normalize();
                DVec2::new(edge.y, -edge.x)
            };
            let mut run = 0.0;
            for index in 0..count {
                let (p, q) = (point(index), point(index + 1));
                let normal = outward(index);
                let length = (q - p).as_dvec2().length() / GRID;
                let lifted = lift_direction(axis, normal);
                run += length;
                let Some(material) = material(p, q, lifted.y > 0.5) else {
                    continue;
                };
                let ends = [
                    axis.lift(low, p),
                    axis.lift(low, q),
                    axis.lift(high, q),
                    axis.lift(high, p),
                ];
                if let Some((side, positive)) = axis_of(lifted) {
                    self.rectangle_face(side, positive, material, ends);
                } else {
                    let blend = |other: usize| {
                        let other = outward(other % count);
                        let sum = if other.dot(normal) > SMOOTH {
                            other + normal
                        } else {
                            normal
                        };
                        lift_direction(axis, sum.normalize())
                    };
                    let (at_p, at_q) = (blend(index + count - 1), blend(index + 1));
                    let corner = |at: IVec3, normal: DVec3, run: f64| {
                        let along = f64::from(axis.drop(at).0) / GRID;
                        let uv = if axis == Axis::Y {
                            DVec2::new(run, along)
                        } else {
                            DVec2::new(along, run)
                        };
                        Corner { at, uv, normal }
                    };
                    let corners = vec![
                        corner(ends[0], at_p, run - length),
                        corner(ends[1], at_q, run),
                        corner(ends[2], at_q, run),
                        corner(ends[3], at_p, run - length),
                    ];
                    self.oblique_face(material, corners);
                }
            }
        }
    }

    /// Adds a rectangle perpendicular to an axis, given its corners in 3D.
    fn rectangle_face(&mut self, axis: Axis, positive: bool, material: Material, corners: [IVec3; 4]) {
        let along = axis.drop(corners[0]).0;
        let mut contour: Contour = corners.iter().map(|&corner| axis.drop(corner).1).collect();
        if !positive {
            contour.reverse();
        }
        self.axis_face(axis, along, positive, material, vec![contour]);
    }

    /// Adds a body of revolution with `sides` flat sides around the vertical line through `foot`. The profile lists
    /// (radius, height above the foot) from bottom to top. Discs close both ends.
    pub(crate) fn lathe(&mut self, foot: DVec3, profile: &[(f64, f64)], sides: u32, material: Material) {
        // The angle starts at +Z and increases towards +X, like the plane coordinates (z, x) of the Y axis.
        let spoke = |side: u32| {
            let angle = TAU * (f64::from(side % sides) + 0.5) / f64::from(sides);
            DVec2::new(angle.cos(), angle.sin())
        };
        let ring = |radius: f64| -> Contour {
            let center = DVec2::new(foot.z, foot.x);
            contour(
                &(0..sides)
                    .map(|side| center + radius * spoke(side))
                    .collect::<Vec<_>>(),
            )
        };
        let slope = |index: usize| {
            let ((r0, y0), (r1, y1)) = (profile[index], profile[index + 1]);
            DVec2::new(y1 - y0, r0 - r1).normalize()
        };
        let bands = profile.len() - 1;
        let blend = |index: usize, other: Option<usize>| {
            let own = slope(index);
            match other.filter(|&other| other < bands).map(slope) {
                Some(other) if other.dot(own) > SMOOTH => (own + other).normalize(),
                _ => own,
            }
        };
        let mut run = 0.0;
        for index in 0..bands {
            let ((r0, y0), (r1, y1)) = (profile[index], profile[index + 1]);
            let (low, high) = (snap(foot.y + y0), snap(foot.y + y1));
            if low == high {
                // A ledge faces up where the radius decreases, and down where it increases.
                let (outer, inner) = (ring(r0.max(r1)), ring(r0.min(r1)));
                self.axis_face(Axis::Y, low, r0 > r1, material, difference(&[outer], &[inner]));
                continue;
            }
            let rise = DVec2::new(r1 - r0, y1 - y0).length();
            let (below, above) = (blend(index, index.checked_sub(1)), blend(index, Some(index + 1)));
            let (wide, narrow) = (ring(r0), ring(r1));
            for side in 0..sides {
                let corner = |ring: &Contour, y: i32, side: u32, slope: DVec2, run: f64| {
                    let at = Axis::Y.lift(y, ring[(side % sides) as usize]);
                    let spoke = spoke(side);
                    let normal = DVec3::new(slope.x * spoke.y, slope.y, slope.x * spoke.x).normalize();
                    let around = TAU * r0.max(r1) * f64::from(side) / f64::from(sides);
                    Corner {
                        at,
                        uv: DVec2::new(around, run),
                        normal,
                    }
                };
                let corners = vec![
                    corner(&wide, low, side, below, run),
                    corner(&wide, low, side + 1, below, run),
                    corner(&narrow, high, side + 1, above, run + rise),
                    corner(&narrow, high, side, above, run + rise),
                ];
                self.oblique_face(material, corners);
            }
            run += rise;
        }
        let ends = profile.first().zip(profile.last());
        if let Some((&(r0, y0), &(r1, y1))) = ends {
            if r0 > 0.0 {
                self.axis_face(Axis::Y, snap(foot.y + y0), false, material, vec![ring(r0)]);
            }
            if r1 > 0.0 {
                self.axis_face(Axis::Y, snap(foot.y + y1), true, material, vec![ring(r1)]);
            }
        }
    }
}

/// Converts a direction from an axis's coordinates to 3D.
fn lift_direction(axis: Axis, direction: DVec2) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(0.0, direction.x, direction.y),
        Axis::Y => DVec3::new(direction.y, 0.0, direction.x),
        Axis::Z => DVec3::new(direction.x, direction.y, 0.0),
    }
}

/// Returns the axis that a unit vector is parallel to, and whether it points in the axis's positive direction.
fn axis_of(normal: DVec3) -> Option<(Axis, bool)> {
    [Axis::X, Axis::Y, Axis::Z].into_iter().find_map(|axis| {
        let along = normal.dot(axis.unit());
        (along.abs() == 1.0).then_some((axis, along > 0.0))
    })
}

/// Returns the profile of a straight flight of steps. It rises from `(start, bottom)` by `steps` risers, in the
/// positive direction if `run` is positive. The flight is solid down to `foot`.
pub(crate) fn flight(start: f64, bottom: f64, foot: f64, steps: u32, run: f64, rise: f64) -> Vec<DVec2> {
    let mut points = vec![DVec2::new(start, foot)];
    for step in 0..steps {
        let (x, y) = (start + run * f64::from(step), bottom + rise * f64::from(step));
        points.push(DVec2::new(x, y));
        points.push(DVec2::new(x, y + rise));
    }
    let end = start + run * f64::from(steps);
    points.push(DVec2::new(end, bottom + rise * f64::from(steps)));
    points.push(DVec2::new(end, foot));
    points.dedup();
    points
}

/// Returns an outline with holes cut out of it, in the axis's coordinates.
pub(crate) fn cut(axis: Axis, outline: &[DVec2], holes: &[Vec<DVec2>]) -> Region {
    let holes: Region = holes.iter().map(|hole| profile(axis, hole)).collect();
    difference(&[profile(axis, outline)], &holes)
}
