//! Tests boxes and convex polyhedra.

use bspwalk_geometry::{Aabb, Plane, Polygon, Polyhedron, Side};
use bspwalk_testing::strategies as any;
use glam::{DVec3, dvec3};
use proptest::prelude::*;

const TOLERANCE: f64 = 1.0e-6;
const UNIT: Aabb = Aabb {
    min: DVec3::ZERO,
    max: DVec3::ONE,
};

fn closed(polyhedron: &Polyhedron) -> bool {
    polyhedron
        .faces
        .iter()
        .map(bspwalk_geometry::Polygon::vector_area)
        .sum::<DVec3>()
        .length()
        < 1.0e-4
}

#[test]
fn box_is_a_closed_polyhedron() {
    let solid = Polyhedron::from_aabb(&UNIT);
    assert_eq!((solid.faces.len(), solid.volume()), (6, 1.0));
    assert!(closed(&solid));
    assert!(
        solid
            .faces
            .iter()
            .all(|face| face.plane().unwrap().side(UNIT.center(), 0.0) == Side::Back)
    );
    assert!(Polyhedron::from_aabb(&Aabb::EMPTY).is_empty());
}

#[test]
fn plane_through_the_middle_halves_a_box() {
    let plane = Plane::from_point_normal(UNIT.center(), DVec3::X);
    let half = Polyhedron::from_aabb(&UNIT).clipped_to_front(&plane, TOLERANCE);
    assert_eq!((half.faces.len(), half.volume()), (6, 0.5));
    assert!(closed(&half));
}

#[test]
fn plane_across_a_corner_adds_a_face() {
    let plane =
        Plane::from_points([dvec3(0.5, 0.0, 0.0), dvec3(0.0, 0.5, 0.0), dvec3(0.0, 0.0, 0.5)]).unwrap();
    let solid = Polyhedron::from_aabb(&UNIT);
    let (far, near) = (
        solid.clipped_to_front(&plane, TOLERANCE),
        solid.clipped_to_front(&plane.flipped(), TOLERANCE),
    );
    assert_eq!((far.faces.len(), near.faces.len()), (7, 4));
    assert!((near.volume() - 0.125 / 6.0).abs() < 1.0e-12);
    let section = section(&solid, &plane).unwrap();
    assert_eq!(section.vertices.len(), 3);
    assert!(section.vector_area().dot(plane.normal) > 0.0);
}

/// Returns the closing face of the part behind the plane.
fn section(solid: &Polyhedron, plane: &Plane) -> Option<Polygon> {
    let [_, behind] = solid.split(plane, TOLERANCE)?;
    let closing = behind.sources.iter().position(Option::is_none)?;
    Some(behind.polyhedron.faces[closing].clone())
}

#[test]
fn plane_through_four_edges_makes_no_slivers() {
    let plane =
        Plane::from_points([dvec3(0.0, 0.0, 0.0), dvec3(1.0, 1.0, 0.0), dvec3(0.0, 0.0, 1.0)]).unwrap();
    let half = Polyhedron::from_aabb(&UNIT).clipped_to_front(&plane, TOLERANCE);
    assert_eq!(half.faces.len(), 5);
    assert!((half.volume() - 0.5).abs() < 1.0e-12 && closed(&half));
}

#[test]
fn plane_along_face_keeps_all_or_nothing() {
    let solid = Polyhedron::from_aabb(&UNIT);
    let wall = Plane::from_point_normal(DVec3::ZERO, DVec3::X);
    assert_eq!(solid.clipped_to_front(&wall, TOLERANCE), solid);
    assert!(solid.clipped_to_front(&wall.flipped(), TOLERANCE).is_empty());
    assert_eq!(section(&solid, &wall), None);
}

/// Clipping by the same plane again, even approximately, must not add faces or make the cell empty.
#[test]
fn nearly_equal_planes_add_one_face() {
    let planes = (0..20).map(|i| {
        let tilt = f64::from(i) * 1.0e-8;
        Plane::from_point_normal(dvec3(0.5, 0.0, 0.0), dvec3(1.0, tilt, -tilt).normalize())
    });
    let cell = Polyhedron::from_aabb(&UNIT).clipped_to_planes(planes, TOLERANCE);
    assert_eq!(cell.faces.len(), 6);
    assert!((cell.volume() - 0.5).abs() < 1.0e-6);
}

#[test]
fn clipped_box_has_tight_bounds() {
    let plane = Plane::from_point_normal(dvec3(0.75, 0.5, 0.5), DVec3::X);
    assert_eq!(
        UNIT.clipped_to_front(&plane),
        Aabb {
            min: dvec3(0.75, 0.0, 0.0),
            max: DVec3::ONE
        }
    );
    let beyond = Plane::from_point_normal(dvec3(2.0, 0.0, 0.0), DVec3::X);
    assert!(UNIT.clipped_to_front(&beyond).is_empty());
    assert_eq!(UNIT.clipped_to_front(&beyond.flipped()), UNIT);
    assert!(Aabb::EMPTY.clipped_to_front(&plane).is_empty());
}

#[test]
fn box_area_center_union_and_overlap() {
    let aabb = Aabb {
        min: DVec3::ZERO,
        max: dvec3(1.0, 2.0, 3.0),
    };
    assert_eq!((aabb.surface_area(), aabb.center()), (22.0, dvec3(0.5, 1.0, 1.5)));
    assert_eq!(
        (Aabb::EMPTY.surface_area(), Aabb::EMPTY.union(&aabb)),
        (0.0, aabb)
    );
    assert!(
        aabb.intersects(&Aabb {
            min: aabb.max,
            max: aabb.max + 1.0
        }),
        "touching counts"
    );
    assert!(!aabb.intersects(&Aabb::EMPTY) && aabb.inflated(-2.0).is_empty());
}

proptest! {
    #![proptest_config(any::config(3000))]

    #[test]
    fn clipped_halves_make_up_the_whole(
        (aabb, planes) in any::random_or_grid_points(|p| (any::aabb(p.clone()), prop::collection::vec(any::plane(p), 1..8)))
    ) {
        let mut solid = Polyhedron::from_aabb(&aabb);
        for plane in &planes {
            let (front, back) =
                (solid.clipped_to_front(plane, TOLERANCE), solid.clipped_to_front(&plane.flipped(), TOLERANCE));
            let slack = 2.0 * TOLERANCE * aabb.surface_area().max(1.0);
            prop_assert!((front.volume() + back.volume() - solid.volume()).abs() < slack);
            for part in [&front, &back] {
                prop_assert!(closed(part), "open: {part:?}");
                prop_assert!(part.volume() > -slack);
            }
            for face in &front.faces {
                prop_assert!(face.positions().all(|p| plane.distance(p) >= -TOLERANCE));
            }
            if let Some(section) = section(&solid, plane) {
                prop_assert!(section.vector_area().dot(plane.normal) >= 0.0);
                prop_assert!(section.positions().all(|p| plane.distance(p).abs() <= TOLERANCE));
                prop_assert!(!front.is_empty() && !back.is_empty());
            } else {
                prop_assert!(front.volume().min(back.volume()) <= slack, "no section between two parts");
            }
            solid = if front.volume() >= back.volume() { front } else { back };
        }
    }

    #[test]
    fn cell_contains_points_in_front_of_its_planes(
        (aabb, planes, points) in any::random_or_grid_points(|p| (
            any::aabb(p.clone()),
            prop::collection::vec(any::plane(p.clone()), 0..6),
            prop::collection::vec(p, 20),
        ))
    ) {
        let cell = Polyhedron::from_aabb(&aabb).clipped_to_planes(planes.iter().copied(), TOLERANCE);
        let margin = 1.0e-4;
        for point in points {
            let depths = planes.iter().map(|plane| plane.distance(point));
            let in_box = (point - aabb.min).min(aabb.max - point).min_element();
            let depth = depths.fold(in_box, f64::min);
            let in_cell = !cell.is_empty()
                && cell.faces.iter().filter_map(bspwalk_geometry::Polygon::plane).all(|plane| plane.distance(point) <= TOLERANCE);
            if depth > margin {
                prop_assert!(in_cell, "{point} is in front of every plane");
            } else if depth < -margin {
                prop_assert!(!in_cell, "{point} is behind a plane");
            }
        }
    }

    #[test]
    fn clipped_box_bounds_match_clipped_solid((aabb, plane) in any::random_or_grid_points(|p| (any::aabb(p.clone()), any::plane(p)))) {
        let clipped = aabb.clipped_to_front(&plane);
        let solid = Polyhedron::from_aabb(&aabb).clipped_to_front(&plane, 0.0);
        if !solid.is_empty() {
            prop_assert!((clipped.min - solid.bounds().min).abs().max_element() < 1.0e-9);
            prop_assert!((clipped.max - solid.bounds().max).abs().max_element() < 1.0e-9);
        }
    }
}
