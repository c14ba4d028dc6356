//! Tests splitting a polygon by a plane: the named cases of `DxFramework`, 10.3.4, and properties that every split must
//! have.

use bspwalk_geometry::{
    Plane, Polygon, Relation, Side, Split, Surface, Vertex, cut_at_height,
    polygon::{Attributes, cut},
};
use bspwalk_testing::strategies as any;
use glam::{DVec3, Vec2, Vec3, Vec4, dvec3};
use proptest::prelude::*;

const TOLERANCE: f64 = 1.0e-6;

/// The plane z = 0, facing +Z.
const FLOOR: Plane = Plane {
    normal: DVec3::Z,
    d: 0.0,
};

/// Returns a triangle whose corners have the given signed distances from [`FLOOR`].
fn triangle_at(heights: [f64; 3]) -> Polygon {
    let ground = [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)];
    Polygon::from_points(ground.iter().zip(heights).map(|(&(x, y), z)| dvec3(x, y, z)))
}

fn corners(polygon: &Polygon) -> Vec<DVec3> {
    polygon.positions().collect()
}

/// Splits at [`FLOOR`], and checks the corner counts of both parts and the properties that every cut must have.
#[track_caller]
fn assert_cut(whole: &Polygon, in_front: usize, behind: usize) -> (Polygon, Polygon) {
    let Split::Cut { front, back } = whole.split(&FLOOR, TOLERANCE) else {
        panic!("was not cut")
    };
    assert_eq!((front.vertices.len(), back.vertices.len()), (in_front, behind));
    assert!(front.positions().all(|p| p.z >= 0.0) && back.positions().all(|p| p.z <= 0.0));
    assert!((front.area() + back.area() - whole.area()).abs() < 1.0e-12);
    assert!(front.vector_area().dot(whole.vector_area()) > 0.0);
    assert!(back.vector_area().dot(whole.vector_area()) > 0.0);
    (front, back)
}

#[test]
fn no_corner_on_the_plane_none_in_front() {
    assert_eq!(
        triangle_at([-1.0, -2.0, -3.0]).split(&FLOOR, TOLERANCE),
        Split::Back
    );
}

#[test]
fn no_corner_on_the_plane_one_in_front() {
    for i in 0..3 {
        let mut heights = [-1.0; 3];
        heights[i] = 1.0;
        let whole = triangle_at(heights);
        let (front, back) = assert_cut(&whole, 3, 4);
        let corner = corners(&whole);
        let middle = |j: usize| (corner[i] + corner[j % 3]) / 2.0;
        assert_eq!(corners(&front), [middle(i + 2), corner[i], middle(i + 1)]);
        assert_eq!(
            corners(&back),
            [
                middle(i + 1),
                corner[(i + 1) % 3],
                corner[(i + 2) % 3],
                middle(i + 2)
            ]
        );
    }
}

#[test]
fn no_corner_on_the_plane_two_in_front() {
    for i in 0..3 {
        let mut heights = [1.0; 3];
        heights[i] = -1.0;
        let whole = triangle_at(heights);
        let (front, back) = assert_cut(&whole, 4, 3);
        let corner = corners(&whole);
        let middle = |j: usize| (corner[i] + corner[j % 3]) / 2.0;
        assert_eq!(corners(&back), [middle(i + 2), corner[i], middle(i + 1)]);
        assert_eq!(
            corners(&front),
            [
                middle(i + 1),
                corner[(i + 1) % 3],
                corner[(i + 2) % 3],
                middle(i + 2)
            ]
        );
    }
}

#[test]
fn no_corner_on_the_plane_three_in_front() {
    assert_eq!(
        triangle_at([1.0, 2.0, 3.0]).split(&FLOOR, TOLERANCE),
        Split::Front
    );
}

#[test]
fn one_corner_on_plane_next_in_front() {
    for i in 0..3 {
        let mut heights = [0.0; 3];
        heights[(i + 1) % 3] = 1.0;
        heights[(i + 2) % 3] = -1.0;
        let whole = triangle_at(heights);
        let (front, back) = assert_cut(&whole, 3, 3);
        let corner = corners(&whole);
        let middle = (corner[(i + 1) % 3] + corner[(i + 2) % 3]) / 2.0;
        assert_eq!(corners(&front), [corner[i], corner[(i + 1) % 3], middle]);
        assert_eq!(corners(&back), [middle, corner[(i + 2) % 3], corner[i]]);
    }
}

#[test]
fn one_corner_on_plane_next_behind() {
    for i in 0..3 {
        let mut heights = [0.0; 3];
        heights[(i + 1) % 3] = -1.0;
        heights[(i + 2) % 3] = 1.0;
        let whole = triangle_at(heights);
        let (front, back) = assert_cut(&whole, 3, 3);
        let corner = corners(&whole);
        let middle = (corner[(i + 1) % 3] + corner[(i + 2) % 3]) / 2.0;
        assert_eq!(corners(&front), [middle, corner[(i + 2) % 3], corner[i]]);
        assert_eq!(corners(&back), [corner[i], corner[(i + 1) % 3], middle]);
    }
}

#[test]
fn one_corner_on_the_plane_two_on_one_side() {
    for i in 0..3 {
        let mut heights = [1.0; 3];
        heights[i] = 0.0;
        assert_eq!(triangle_at(heights).split(&FLOOR, TOLERANCE), Split::Front);
        assert_eq!(
            triangle_at(heights.map(|z| -z)).split(&FLOOR, TOLERANCE),
            Split::Back
        );
    }
}

#[test]
fn two_corners_on_the_plane() {
    for i in 0..3 {
        let mut heights = [0.0; 3];
        heights[i] = 1.0;
        assert_eq!(triangle_at(heights).split(&FLOOR, TOLERANCE), Split::Front);
        heights[i] = -1.0;
        assert_eq!(triangle_at(heights).split(&FLOOR, TOLERANCE), Split::Back);
    }
}

#[test]
fn coplanar_facing_same_way() {
    assert_eq!(
        triangle_at([0.0; 3]).split(&FLOOR, TOLERANCE),
        Split::CoplanarFront
    );
}

#[test]
fn coplanar_facing_opposite_way() {
    assert_eq!(
        triangle_at([0.0; 3]).split(&FLOOR.flipped(), TOLERANCE),
        Split::CoplanarBack
    );
}

#[test]
fn corner_within_tolerance_is_kept_unmoved() {
    let whole = triangle_at([0.9 * TOLERANCE, 1.0, -1.0]);
    let Split::Cut { front, back } = whole.split(&FLOOR, TOLERANCE) else {
        panic!("was not cut")
    };
    let on = whole.vertices[0];
    assert!(front.vertices.contains(&on) && back.vertices.contains(&on));
    assert_eq!((front.vertices.len(), back.vertices.len()), (3, 3));
}

/// A corner between two front corners may dip below the plane within the tolerance. The corners after it must not be
/// lost.
#[test]
fn corner_dip_within_tolerance_keeps_area() {
    let tolerance = 0.1;
    let whole = Polygon::from_points([
        dvec3(0.0, 0.0, 0.11),
        dvec3(0.01, 0.0, 0.09),
        dvec3(0.02, 0.0, 0.11),
        dvec3(10.0, 0.0, 8.0),
        dvec3(0.0, 0.0, 8.0),
        dvec3(-9.0, 0.0, -1.0),
    ]);
    let Split::Cut { front, back } = whole.split(&FLOOR, tolerance) else {
        panic!("was not cut")
    };
    assert!((front.area() + back.area() - whole.area()).abs() < 0.02 * tolerance);
}

fn surface(normal: Vec3) -> Surface {
    Surface {
        normal,
        uv: Vec2::ZERO,
        color: Vec4::ONE,
    }
}

#[test]
fn attributes_are_interpolated() {
    let a = Surface {
        normal: Vec3::X,
        uv: Vec2::new(0.0, 1.0),
        color: Vec4::new(1.0, 0.0, 0.0, 1.0),
    };
    let b = Surface {
        normal: Vec3::Y,
        uv: Vec2::new(1.0, 3.0),
        color: Vec4::new(0.0, 1.0, 0.0, 0.0),
    };
    let mid = a.interpolate(b, 0.25, DVec3::Z);
    assert!((mid.normal - Vec3::new(0.75, 0.25, 0.0).normalize()).length() < 1.0e-6);
    assert_eq!(mid.uv, Vec2::new(0.25, 1.5));
    assert_eq!(mid.color, Vec4::new(0.75, 0.25, 0.0, 0.75));
}

#[test]
fn opposite_normals_give_the_normal_of_the_face() {
    for t in [0.1, 0.5, 0.9] {
        let mid = surface(Vec3::X).interpolate(surface(Vec3::NEG_X), t, DVec3::Z);
        assert_eq!(mid.normal, Vec3::Z);
    }
    let mid = surface(Vec3::ZERO).interpolate(surface(Vec3::ZERO), 0.5, DVec3::Z);
    assert_eq!(mid.normal, Vec3::Z, "vertices without a normal");
}

#[test]
fn cut_polygon_carries_its_attributes() {
    let flip = [Vec3::X, Vec3::NEG_X, Vec3::Y];
    let whole = Polygon {
        vertices: triangle_at([1.0, -1.0, 1.0])
            .positions()
            .zip(flip)
            .map(|(position, normal)| Vertex {
                position,
                attributes: Surface {
                    normal,
                    uv: position.truncate().as_vec2(),
                    color: Vec4::ONE,
                },
            })
            .collect(),
    };
    let face = whole.plane().unwrap().normal.as_vec3();
    let Split::Cut { front, back } = whole.split(&FLOOR, TOLERANCE) else {
        panic!("was not cut")
    };
    for vertex in front.vertices.iter().chain(&back.vertices) {
        // The texture coordinate must be linear in the position, before and after the cut.
        assert_eq!(vertex.attributes.uv, vertex.position.truncate().as_vec2());
        assert!(vertex.attributes.normal.is_normalized());
    }
    let between_opposite = front
        .vertices
        .iter()
        .find(|v| v.position == dvec3(2.0, 0.0, 0.0))
        .unwrap();
    assert_eq!(between_opposite.attributes.normal, face);
}

/// Checks the properties that every split of `whole` by `plane` must have.
fn check_split(whole: &Polygon, plane: &Plane) -> Result<(), TestCaseError> {
    let distances: Vec<f64> = whole.positions().map(|p| plane.distance(p)).collect();
    let worst_front = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let worst_back = distances.iter().copied().fold(f64::INFINITY, f64::min);
    match whole.split(plane, TOLERANCE) {
        Split::Front => prop_assert!(worst_back >= -TOLERANCE && worst_front > TOLERANCE),
        Split::Back => prop_assert!(worst_front <= TOLERANCE && worst_back < -TOLERANCE),
        Split::CoplanarFront => {
            prop_assert!(worst_front <= TOLERANCE && worst_back >= -TOLERANCE);
            prop_assert!(whole.vector_area().dot(plane.normal) >= 0.0);
        }
        Split::CoplanarBack => {
            prop_assert!(worst_front <= TOLERANCE && worst_back >= -TOLERANCE);
            prop_assert!(whole.vector_area().dot(plane.normal) < 0.0);
        }
        Split::Cut { front, back } => {
            prop_assert!(worst_front > TOLERANCE && worst_back < -TOLERANCE);
            for (part, sign) in [(&front, 1.0), (&back, -1.0)] {
                prop_assert!(part.vertices.len() >= 3);
                for p in part.positions() {
                    prop_assert!(sign * plane.distance(p) >= -TOLERANCE, "{p} is on the wrong side");
                }
                // All corners must stay on the plane of the whole polygon, inside the polygon, and in its winding
                // order.
                let surface = whole.plane().unwrap();
                for p in part.positions() {
                    prop_assert!(surface.distance(p).abs() < 1.0e-9);
                    let inside = whole.edges().all(|edge| {
                        let inwards = surface.normal.cross(edge.direction());
                        inwards.dot(p - edge.from) > -1.0e-9 * edge.length()
                    });
                    prop_assert!(inside, "{p} is outside");
                }
                prop_assert!(part.vector_area().dot(surface.normal) > -1.0e-12);
                prop_assert!(
                    (part.vector_area().length() - part.vector_area().dot(surface.normal)).abs() < 1.0e-9
                );
            }
            prop_assert!((front.area() + back.area() - whole.area()).abs() < 1.0e-9);
            // Every corner of the whole polygon must be in the part on its side, bit for bit.
            for (vertex, &distance) in whole.vertices.iter().zip(&distances) {
                match Side::from_distance(distance, TOLERANCE) {
                    Side::Front => {
                        prop_assert!(front.vertices.contains(vertex) && !back.vertices.contains(vertex));
                    }
                    Side::Back => {
                        prop_assert!(back.vertices.contains(vertex) && !front.vertices.contains(vertex));
                    }
                    Side::On => {}
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(any::config(4000))]

    #[test]
    fn splits_conserve_area_sides_and_winding(
        (whole, plane) in any::random_or_grid_points(|p| (any::polygon(p.clone()), any::plane(p)))
    ) {
        check_split(&whole, &plane)?;
    }

    #[test]
    fn many_splits_in_a_row_conserve_area(
        (whole, planes) in any::random_or_grid_points(|p| (any::polygon(p.clone()), prop::collection::vec(any::plane(p), 12)))
    ) {
        let area = whole.area();
        let mut pieces = vec![whole];
        for plane in &planes {
            let mut next = Vec::new();
            for piece in pieces {
                match piece.split(plane, TOLERANCE) {
                    Split::Cut { front, back } => next.extend([front, back]),
                    _ => next.push(piece),
                }
            }
            pieces = next;
        }
        let total: f64 = pieces.iter().map(Polygon::area).sum();
        prop_assert!((total - area).abs() < 1.0e-6 * area.max(1.0), "{total} of {area}");
    }

    #[test]
    fn neighbours_share_the_cut_vertex_bit_for_bit(
        (a, b, c, d, plane) in any::random_or_grid_points(|p| (p.clone(), p.clone(), p.clone(), p.clone(), any::plane(p)))
    ) {
        // Two triangles share the edge a–b and traverse it in opposite directions.
        let (left, right) = (Polygon::from_points([a, b, c]), Polygon::from_points([b, a, d]));
        let sides = [a, b].map(|p| plane.side(p, TOLERANCE));
        prop_assume!(sides.contains(&Side::Front) && sides.contains(&Side::Back));
        let split = |polygon: &Polygon| match polygon.split(&plane, TOLERANCE) {
            Split::Cut { front, back } => Ok(front.vertices.into_iter().chain(back.vertices).collect::<Vec<_>>()),
            other => Err(TestCaseError::fail(format!("an edge is cut, but the split is {other:?}"))),
        };
        let (left, right) = (split(&left)?, split(&right)?);
        // If another corner lies on the edge, the cut may coincide with it.
        let old = [a, b];
        let along = |p: DVec3| (p - a).length() + (p - b).length() - (a - b).length() < 1.0e-9;
        let shared = left.iter().any(|v| !old.contains(&v.position) && along(v.position) && right.contains(v));
        prop_assert!(shared);
    }

    #[test]
    fn flipped_plane_swaps_parts(
        (whole, plane) in any::random_or_grid_points(|p| (any::polygon(p.clone()), any::plane(p)))
    ) {
        match (whole.split(&plane, TOLERANCE), whole.split(&plane.flipped(), TOLERANCE)) {
            (Split::Front, Split::Back) | (Split::Back, Split::Front) => {}
            (Split::CoplanarFront, Split::CoplanarBack) | (Split::CoplanarBack, Split::CoplanarFront) => {}
            (Split::Cut { front: f1, back: b1 }, Split::Cut { front: f2, back: b2 }) => {
                prop_assert_eq!(f1.vertices.len(), b2.vertices.len());
                prop_assert_eq!(b1.vertices.len(), f2.vertices.len());
                let near = |a: &Polygon, b: &Polygon| a.positions().all(|p| b.positions().any(|q| p.distance(q) < 1.0e-9));
                prop_assert!(near(&f1, &b2) && near(&b1, &f2));
            }
            (a, b) => prop_assert!(false, "{:?} but flipped {:?}", a, b),
        }
    }

    #[test]
    fn parts_start_and_end_on_the_plane(
        (whole, plane) in any::random_or_grid_points(|p| (any::polygon(p.clone()), any::plane(p)))
    ) {
        let distances: Vec<f64> = whole.positions().map(|p| plane.distance(p)).collect();
        prop_assume!(Relation::from_distances(&distances, TOLERANCE) == Relation::Straddling);
        let (mut front, mut back) = (Vec::new(), Vec::new());
        cut(&whole.vertices, &distances, TOLERANCE, DVec3::ZERO, &mut front, &mut back);
        for part in [front, back] {
            let side = |i: usize| plane.side(part[i].position, TOLERANCE);
            prop_assert_eq!(side(0), Side::On);
            prop_assert_ne!(side(1), Side::On);
            prop_assert_eq!(side(part.len() - 1), Side::On);
        }
    }

    #[test]
    fn interpolated_normals_are_unit(
        a in any::random_point(), b in any::random_point(), face in any::random_point(), t in 0.0..1.0f64
    ) {
        let unit = |v: DVec3| v.try_normalize().unwrap_or(DVec3::X);
        let normal = surface(unit(a).as_vec3()).interpolate(surface(unit(b).as_vec3()), t, unit(face)).normal;
        prop_assert!(normal.is_normalized());
    }
}

#[test]
fn short_edges_are_merged() {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let doubled = square.into_iter().flat_map(|[x, y]| [[x, y], [x, y + 1.0e-9]]);
    let polygon = Polygon::from_points(doubled.map(|[x, y]| DVec3::new(x, y, 0.0)));
    let clean = polygon.without_short_edges(1.0e-6);
    assert_eq!(clean.vertices.len(), 4);
    assert!((clean.area() - 1.0).abs() < 1.0e-6);
    let point = Polygon::from_points([DVec3::ONE; 5]).without_short_edges(0.0);
    assert_eq!(point.vertices.len(), 1);
}

#[test]
fn cut_at_height_returns_at_most_one_segment() {
    let triangle = [DVec3::ZERO, DVec3::new(4.0, 2.0, 0.0), DVec3::new(0.0, 4.0, 4.0)];
    let [from, to] = cut_at_height(&triangle, 1.0).expect("it reaches from 0 to 4");
    assert!(from.distance(DVec3::new(2.0, 1.0, 0.0)) < 1.0e-12);
    assert!(to.distance(DVec3::new(0.0, 1.0, 1.0)) < 1.0e-12);
    // Seen from above, the front must be on the left.
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    assert!(DVec3::Y.cross(to - from).dot(normal) > 0.0);
    assert!(cut_at_height(&triangle, 2.0).is_some(), "through a corner");
    assert_eq!(cut_at_height(&triangle, 4.0), None, "it only touches");
    assert_eq!(cut_at_height(&triangle, -1.0), None);
    assert_eq!(
        cut_at_height(&triangle.map(|corner| corner.with_y(1.0)), 1.0),
        None,
        "it lies in the cut"
    );
}

#[test]
fn edge_at_cut_height_belongs_to_polygon_below() {
    let wall = |low: f64, high: f64| {
        [
            dvec3(0.0, low, 0.0),
            dvec3(2.0, low, 0.0),
            dvec3(2.0, high, 0.0),
            dvec3(0.0, high, 0.0),
        ]
    };
    let edge = [dvec3(0.0, 1.0, 0.0), dvec3(2.0, 1.0, 0.0)];
    let mut cut = cut_at_height(&wall(0.0, 1.0), 1.0).expect("the wall below is cut");
    cut.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert_eq!(cut, edge);
    assert_eq!(cut_at_height(&wall(1.0, 2.0), 1.0), None);
}
