//! Tests segment–triangle and box–triangle intersection, and closest points.

use bspwalk_geometry::{Aabb, Feature, Plane, Polygon, Segment, Triangle, aabb_touches_triangle, triangle};
use bspwalk_testing::strategies as any;
use glam::{DVec3, dvec3};
use proptest::prelude::*;

/// Returns a right triangle in the plane z = 0, facing +Z.
fn right_triangle() -> Triangle {
    Triangle::new([DVec3::ZERO, dvec3(4.0, 0.0, 0.0), dvec3(0.0, 4.0, 0.0)], 1.0e-9).unwrap()
}

fn both_methods(segment: &Segment, triangle: &Triangle) -> [Option<f64>; 2] {
    [
        segment.intersect_by_edge_planes(triangle),
        segment.intersect_by_projection(triangle),
    ]
}

#[test]
fn triangle_setup_matches_hand_calculation() {
    let triangle = right_triangle();
    assert_eq!(triangle.normal(), DVec3::Z);
    assert_eq!(triangle.plane.d, 0.0);
    assert_eq!(
        triangle.edge_planes[0],
        Plane {
            normal: DVec3::Y,
            d: 0.0
        }
    );
    assert_eq!(
        triangle.edge_planes[2],
        Plane {
            normal: DVec3::X,
            d: 0.0
        }
    );
    assert!((triangle.edge_planes[1].distance(DVec3::ZERO) - 8.0_f64.sqrt()).abs() < 1.0e-12);
    assert_eq!(triangle.area(), 8.0);
}

#[test]
fn triangle_without_height_is_degenerate() {
    let (a, b) = (DVec3::ZERO, dvec3(1.0, 1.0, 0.0));
    for corners in [[a, a, a], [a, a, b], [a, b, b], [a, b, b * 2.0], [a, b * 2.0, b]] {
        assert_eq!(Triangle::new(corners, 0.0), None, "{corners:?}");
    }
    assert_eq!(Triangle::new([a, b, dvec3(f64::NAN, 0.0, 0.0)], 0.0), None);
    assert_eq!(Triangle::new([a, b, dvec3(f64::INFINITY, 0.0, 0.0)], 0.0), None);
    let needle = [a, dvec3(100.0, 0.0, 0.0), dvec3(50.0, 1.0e-3, 0.0)];
    assert!(Triangle::new(needle, 0.9e-3).is_some());
    assert_eq!(Triangle::new(needle, 1.1e-3), None);
}

/// The normal of a needle must not depend on which corner comes first, except for the rounding of its corners.
#[test]
fn needle_normal_is_independent_of_first_corner() {
    let corners = [
        dvec3(1000.1, 0.3, 7.7),
        dvec3(1000.1, 0.3 + 1.0e-4, 7.7 + 1.0e-5),
        dvec3(-900.3, 77.7, 3.3),
    ];
    let normals = [0, 1, 2].map(|i| {
        Plane::from_points([corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]])
            .unwrap()
            .normal
    });
    assert!(
        normals.iter().all(|normal| normal.distance(normals[0]) < 1.0e-14),
        "{normals:?}"
    );
}

#[test]
fn segment_hits_triangle_from_both_sides() {
    let triangle = right_triangle();
    let down = Segment {
        from: dvec3(1.0, 1.0, 1.0),
        to: dvec3(1.0, 1.0, -3.0),
    };
    let up = Segment {
        from: down.to,
        to: down.from,
    };
    assert_eq!(both_methods(&down, &triangle), [Some(0.25); 2]);
    assert_eq!(both_methods(&up, &triangle), [Some(0.75); 2]);
}

#[test]
fn boundary_and_segment_ends_are_hits() {
    let triangle = right_triangle();
    for point in [
        dvec3(0.0, 0.0, 0.0),
        dvec3(4.0, 0.0, 0.0),
        dvec3(0.0, 2.0, 0.0),
        dvec3(2.0, 2.0, 0.0),
    ] {
        for (from, to, t) in [(1.0, -1.0, 0.5), (0.0, -1.0, 0.0), (1.0, 0.0, 1.0)] {
            let segment = Segment {
                from: point + DVec3::Z * from,
                to: point + DVec3::Z * to,
            };
            assert_eq!(both_methods(&segment, &triangle), [Some(t); 2], "{segment:?}");
        }
    }
}

/// `DxFramework`, 10.3.3, treats a point on the line of an edge as inside, no matter how far it is from the edge.
#[test]
fn point_on_line_beyond_edge_is_outside() {
    let triangle = right_triangle();
    for point in [dvec3(5.0, 0.0, 0.0), dvec3(0.0, -1.0, 0.0), dvec3(5.0, -1.0, 0.0)] {
        let segment = Segment {
            from: point + DVec3::Z,
            to: point - DVec3::Z,
        };
        assert_eq!(both_methods(&segment, &triangle), [None; 2]);
    }
}

#[test]
fn short_and_coplanar_segments_miss() {
    let triangle = right_triangle();
    let short = Segment {
        from: dvec3(1.0, 1.0, 2.0),
        to: dvec3(1.0, 1.0, 0.5),
    };
    let along = Segment {
        from: dvec3(-1.0, 1.0, 0.0),
        to: dvec3(5.0, 1.0, 0.0),
    };
    let point = Segment {
        from: dvec3(1.0, 1.0, 0.0),
        to: dvec3(1.0, 1.0, 0.0),
    };
    for segment in [short, along, point] {
        assert_eq!(both_methods(&segment, &triangle), [None; 2]);
    }
}

/// Tests for overlap by an independent method: clips the triangle to the box's six planes.
fn meet_by_clipping(aabb: &Aabb, corners: [DVec3; 3]) -> bool {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let walls = axes.into_iter().flat_map(|axis| {
        [
            Plane::from_point_normal(aabb.min, axis),
            Plane::from_point_normal(aabb.max, -axis),
        ]
    });
    let mut rest = Some(Polygon::from_points(corners));
    for wall in walls {
        rest = rest.and_then(|polygon| polygon.clipped_to_front(&wall, 0.0));
    }
    rest.is_some()
}

#[test]
fn touching_box_and_triangle_overlap() {
    let aabb = Aabb {
        min: DVec3::ZERO,
        max: DVec3::ONE,
    };
    let touching = [
        // A corner touches a face, an edge an edge, a face a face, and a corner a corner.
        [dvec3(0.5, 0.5, 1.0), dvec3(0.0, 0.0, 3.0), dvec3(1.0, 0.0, 3.0)],
        [dvec3(1.0, 1.0, 0.0), dvec3(1.0, 1.0, 1.0), dvec3(3.0, 3.0, 0.0)],
        [
            dvec3(-3.0, -3.0, 1.0),
            dvec3(5.0, -3.0, 1.0),
            dvec3(0.0, 5.0, 1.0),
        ],
        [dvec3(1.0, 1.0, 1.0), dvec3(2.0, 1.0, 1.0), dvec3(1.0, 2.0, 1.0)],
        // An edge of the triangle crosses an edge of the box at a point.
        [dvec3(2.0, 0.0, 0.5), dvec3(0.0, 2.0, 0.5), dvec3(3.0, 3.0, 0.5)],
        // The triangle passes through the centre of the box and extends far beyond it.
        [
            dvec3(-50.0, -50.0, 0.5),
            dvec3(50.0, -50.0, 0.5),
            dvec3(0.0, 90.0, 0.5),
        ],
    ];
    for corners in touching {
        assert!(aabb_touches_triangle(&aabb, corners), "{corners:?}");
    }
}

/// Only the cross product of two edges separates this box and triangle.
#[test]
fn edge_cross_axis_separates_box_and_triangle() {
    let aabb = Aabb {
        min: DVec3::ZERO,
        max: DVec3::ONE,
    };
    let past = [dvec3(2.1, 0.0, 0.5), dvec3(0.0, 2.1, 0.5), dvec3(3.0, 3.0, 0.5)];
    assert!(!aabb_touches_triangle(&aabb, past));
    let across = [dvec3(1.2, 0.0, -1.0), dvec3(0.0, 1.2, 2.5), dvec3(3.0, 3.0, 7.0)];
    assert_eq!(
        aabb_touches_triangle(&aabb, across),
        meet_by_clipping(&aabb, across)
    );
}

/// Zero axes, which become NaN in Ranbun (2022), must not decide the result.
#[test]
fn box_test_handles_zero_separating_axes() {
    let aabb = Aabb {
        min: DVec3::ZERO,
        max: DVec3::ONE,
    };
    let axis_parallel = [dvec3(0.2, 0.2, 0.5), dvec3(0.8, 0.2, 0.5), dvec3(0.2, 0.8, 0.5)];
    assert!(aabb_touches_triangle(&aabb, axis_parallel));
    assert!(!aabb_touches_triangle(&aabb, axis_parallel.map(|p| p + DVec3::X)));
    let point = [dvec3(0.5, 0.5, 0.5); 3];
    assert!(aabb_touches_triangle(&aabb, point));
    assert!(!aabb_touches_triangle(&aabb, point.map(|p| p * 3.0)));
    let segment = [dvec3(-1.0, 0.5, 0.5), dvec3(2.0, 0.5, 0.5), dvec3(0.5, 0.5, 0.5)];
    assert!(aabb_touches_triangle(&aabb, segment));
    assert!(!aabb_touches_triangle(&Aabb::EMPTY, segment));
}

#[test]
fn closest_point_reports_its_feature() {
    let triangle = right_triangle();
    let closest = |x, y| triangle.closest_point(dvec3(x, y, 2.0));
    for (x, y, feature) in [
        (1.0, 1.0, Feature::Face),
        (2.0, -1.0, Feature::Edge),
        (3.0, 3.0, Feature::Edge),
        (-1.0, 2.0, Feature::Edge),
        (-1.0, -1.0, Feature::Vertex),
        (9.0, 0.0, Feature::Vertex),
        (0.0, 9.0, Feature::Vertex),
    ] {
        assert_eq!(closest(x, y).feature, feature, "at {x}, {y}");
    }
    assert!(closest(3.0, 3.0).point.distance(dvec3(2.0, 2.0, 0.0)) < 1.0e-15);
    assert_eq!(triangle.distance(dvec3(1.0, 1.0, -2.0)), 2.0);
}

/// Returns whether `closest` is the point of the convex hull of `world_box` that is nearest to `point`.
///
/// This is the case if and only if `closest` is in the hull and no corner is beyond the plane that passes through
/// `closest` and faces `point`.
fn is_closest(point: DVec3, closest: DVec3, world_box: &[DVec3]) -> bool {
    let away = point - closest;
    world_box
        .iter()
        .all(|&corner| away.dot(corner - closest) <= 1.0e-9 * (1.0 + away.length()))
}

proptest! {
    #![proptest_config(any::config(20_000))]

    #[test]
    fn segment_tests_agree((segment, triangle) in any::random_or_grid_points(|p| (any::segment(p.clone()), any::triangle(p)))) {
        let [by_planes, by_projection] = both_methods(&segment, &triangle);
        // Within rounding error of an edge, both answers are correct.
        let t = by_planes.or(by_projection);
        let grazing = t.is_some_and(|t| {
            triangle.edge_planes.iter().any(|edge| edge.distance(segment.at(t)).abs() < 1.0e-9)
        });
        prop_assert!(by_planes == by_projection || grazing, "{by_planes:?} {by_projection:?}");
        if let Some(t) = t {
            prop_assert!((0.0..=1.0).contains(&t));
            prop_assert!(triangle.distance(segment.at(t)) < 1.0e-9);
        }
    }

    /// A segment's line crosses a triangle if the tetrahedra formed with its edges have the same orientation (Plücker).
    #[test]
    fn segment_tests_agree_with_signed_volumes(
        (segment, triangle) in any::random_or_grid_points(|p| (any::segment(p.clone()), any::triangle(p)))
    ) {
        let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
        let [a, b, c] = triangle.corners;
        let (p, q) = (segment.from, segment.to);
        let ends = [volume(a, b, c, p), volume(a, b, c, q)];
        let around = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
        let margin = 1.0e-6;
        prop_assume!(ends.iter().chain(&around).all(|v| v.abs() > margin));
        let crosses = ends[0] * ends[1] < 0.0
            && (around.iter().all(|&v| v > 0.0) || around.iter().all(|&v| v < 0.0));
        prop_assert_eq!(segment.intersect_by_edge_planes(&triangle).is_some(), crosses);
    }

    #[test]
    fn separating_axes_agree_with_clipping((aabb, corners) in any::random_or_grid_points(|p| (any::aabb(p.clone()), any::corners(p)))) {
        let meets = aabb_touches_triangle(&aabb, corners);
        if meets {
            prop_assert!(meet_by_clipping(&aabb.inflated(1.0e-9), corners), "clipping leaves nothing");
        } else {
            prop_assert!(!meet_by_clipping(&aabb.inflated(-1.0e-9), corners), "clipping leaves something");
        }
    }

    /// With small integer coordinates, shapes either touch or are well apart, so the result is exact.
    #[test]
    fn separating_axes_are_exact_on_grid(
        (aabb, corners) in (any::aabb(any::grid_point()), any::corners(any::grid_point()))
    ) {
        prop_assert_eq!(aabb_touches_triangle(&aabb, corners), meet_by_clipping(&aabb.inflated(1.0e-9), corners));
    }

    #[test]
    fn closest_point_of_triangle_is_nearest((corners, point) in any::random_or_grid_points(|p| (any::corners(p.clone()), p))) {
        let closest = triangle::closest_point(corners, point);
        prop_assert!(is_closest(point, closest.point, &corners), "{closest:?}");
        if let Some(triangle) = Triangle::new(corners, 1.0e-3) {
            prop_assert!(triangle.plane.distance(closest.point).abs() < 1.0e-9);
            prop_assert!(triangle.edge_planes.iter().all(|edge| edge.distance(closest.point) > -1.0e-9));
            match closest.feature {
                Feature::Face => {
                    let drop = triangle.plane.project(point);
                    prop_assert!(drop.distance(closest.point) < 1.0e-9 * (1.0 + point.length()));
                }
                Feature::Edge => {
                    let on_edge = |edge: &Plane| edge.distance(closest.point).abs() < 1.0e-9;
                    prop_assert!(triangle.edge_planes.iter().any(on_edge));
                }
                Feature::Vertex => prop_assert!(corners.contains(&closest.point)),
            }
        }
    }

    #[test]
    fn closest_points_of_segment_and_box(
        (segment, aabb, point) in any::random_or_grid_points(|p| (any::segment(p.clone()), any::aabb(p.clone()), p))
    ) {
        prop_assert!(is_closest(point, segment.closest_point(point), &[segment.from, segment.to]));
        let in_box = aabb.closest_point(point);
        prop_assert!(aabb.contains(in_box) && is_closest(point, in_box, &aabb.corners()));
    }

    #[test]
    fn closest_points_of_two_segments_are_nearest((a, b) in any::random_or_grid_points(|p| (any::segment(p.clone()), any::segment(p)))) {
        let closest = a.closest_to_segment(&b);
        prop_assert!((0.0..=1.0).contains(&closest.s) && (0.0..=1.0).contains(&closest.t));
        prop_assert!(is_closest(closest.second, closest.first, &[a.from, a.to]), "{closest:?}");
        prop_assert!(is_closest(closest.first, closest.second, &[b.from, b.to]), "{closest:?}");
    }
}
