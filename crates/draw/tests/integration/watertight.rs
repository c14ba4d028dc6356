//! Checks that closed meshes are watertight in the solid-leaf tree, in casts and in pictures. The meshes are tested in
//! place, rotated, and far away.
//!
//! Winding numbers determine independently which points are inside.

use std::{collections::HashMap, sync::Arc};

use bspwalk_draw::raster::{Camera, RasterFaces, VisibilityMethod, find_visible_fragments};
use bspwalk_geometry::{Aabb, Plane, TaggedTriangle, triangle};
use bspwalk_testing::{
    effort, meshes,
    rooms::{faces, odd_turn},
};
use bspwalk_trees::{BuildParams, LeafParams, LeafTree, NodeTree, Obstacles, Rule, solid_leaf::OUTSIDE};
use glam::{DQuat, DVec3, Vec3, dvec3};

/// A closed mesh. Its winding number is 0 outside; inside, it is −1 if the faces point inwards, and otherwise 1.
struct Closed {
    name: String,
    triangles: Vec<[DVec3; 3]>,
    inwards: bool,
}

/// Returns whether every edge is traversed equally often in each direction.
fn is_closed(triangles: &[[DVec3; 3]]) -> bool {
    let mut edges: HashMap<[[u64; 3]; 2], i32> = HashMap::new();
    let bits = |point: DVec3| (point + DVec3::ZERO).to_array().map(f64::to_bits);
    for triangle in triangles {
        for i in 0..3 {
            let [from, to] = [triangle[i], triangle[(i + 1) % 3]].map(bits);
            let sense = if from < to { 1 } else { -1 };
            *edges.entry([from.min(to), from.max(to)]).or_default() += sense;
        }
    }
    edges.values().all(|&sum| sum == 0)
}

/// Returns all closed meshes from [`meshes`], with faces pointing outwards and inwards, at several positions.
fn closed() -> Vec<Closed> {
    let corner = dvec3(0.3, -0.2, 0.1);
    let mut random = bspwalk_testing::random::seeded(1);
    let all = [
        (
            "box",
            meshes::cuboid(corner, corner + dvec3(3.0, 2.0, 5.0), false),
            false,
        ),
        ("columns", meshes::columns(3), true),
        (
            "coarse sphere",
            meshes::sphere(dvec3(1.0, 2.0, 3.0), 2.0, 3),
            false,
        ),
        ("sphere", meshes::sphere(dvec3(1.0, 2.0, 3.0), 2.0, 12), false),
        ("stairs", meshes::stairs(5, 0.2, 0.3, 2.0), false),
        ("terrain", meshes::terrain(&mut random, 6), false),
    ];
    let (whole, open): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, mesh, _)| is_closed(mesh));
    assert_eq!(
        open.iter().map(|mesh| mesh.0).collect::<Vec<_>>(),
        ["stairs", "terrain"]
    );
    let places = [
        ("", DQuat::IDENTITY, DVec3::ZERO),
        (", turned", odd_turn(), DVec3::ZERO),
        (", far away", DQuat::IDENTITY, dvec3(1.0e4, -1.0e4, 1.0e4)),
        (", turned and far away", odd_turn(), dvec3(-9.0e3, 7.0e3, 1.1e4)),
    ];
    let mut closed = Vec::new();
    for (name, mesh, inwards) in whole {
        for (place, turn, by) in places {
            let moved = |mesh: &[[DVec3; 3]]| {
                mesh.iter()
                    .map(|corners| corners.map(|corner| turn * corner + by))
                    .collect()
            };
            let reversed: Vec<_> = mesh.iter().map(|&[a, b, c]| [a, c, b]).collect();
            closed.extend([
                Closed {
                    name: format!("{name}{place}"),
                    triangles: moved(&mesh),
                    inwards,
                },
                Closed {
                    name: format!("{name} inside out{place}"),
                    triangles: moved(&reversed),
                    inwards: !inwards,
                },
            ]);
        }
    }
    closed
}

impl Closed {
    /// Returns the winding number of the mesh around a point (van Oosterom and Strackee, 1983).
    fn winding(&self, point: DVec3) -> i32 {
        let angles = self.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|corner| corner - point);
            let [la, lb, lc] = [a, b, c].map(DVec3::length);
            let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
            2.0 * a.dot(b.cross(c)).atan2(below)
        });
        let turns = angles.sum::<f64>() / (4.0 * std::f64::consts::PI);
        assert!(
            (turns - turns.round()).abs() < 1.0e-3,
            "{}: {point} is on a face",
            self.name
        );
        turns.round() as i32
    }

    /// Returns whether a point is on the solid side of the faces.
    fn is_solid(&self, point: DVec3) -> bool {
        self.winding(point) == i32::from(!self.inwards)
    }

    /// Returns the distance between a point and the nearest face.
    fn distance(&self, point: DVec3) -> f64 {
        let distances = self
            .triangles
            .iter()
            .map(|&corners| triangle::closest_point(corners, point).point.distance(point));
        distances.fold(f64::INFINITY, f64::min)
    }

    fn bounds(&self) -> Aabb {
        Aabb::from_points(self.triangles.iter().flatten().copied())
    }

    /// Returns a random point inside or slightly outside the bounds.
    fn point(&self, random: &mut fastrand::Rng) -> DVec3 {
        let bounds = self.bounds();
        let part = dvec3(random.f64(), random.f64(), random.f64()) * 1.4 - 0.2;
        // Round the point as queries do.
        (bounds.min + bounds.size() * part).as_vec3().as_dvec3()
    }

    fn tagged(&self) -> Vec<TaggedTriangle> {
        meshes::tagged(self.triangles.iter().copied())
    }
}

#[test]
fn solid_leaf_tree_separates_inside_and_outside() {
    let mut random = bspwalk_testing::random::seeded(2);
    let (mut points, mut on_face) = (0, 0);
    for mesh in closed() {
        let name = &mesh.name;
        let tree = LeafTree::build(&faces(&mesh.triangles, true), &LeafParams::default()).expect("it builds");
        assert_eq!(tree.validate(), Ok(()), "{name}");
        assert!(
            tree.misclassified_faces().is_empty(),
            "{name}: {:?}",
            tree.misclassified_faces()
        );
        for _ in 0..effort::sampled_or_whole(100, 400) {
            let point = mesh.point(&mut random);
            // For a point on a face, either answer is correct.
            if mesh.distance(point) < 1.0e-3 {
                on_face += 1;
                continue;
            }
            points += 1;
            let leaf = tree.locate(point);
            assert_eq!(
                tree.is_solid(leaf),
                mesh.is_solid(point),
                "{name}: {point} in leaf {leaf}"
            );
        }
        // The interface between a solid and an empty leaf must be completely covered by faces.
        let mut walls = 0.0;
        for adjacency in tree.adjacencies() {
            let [front, back] = adjacency.leaves;
            if tree.is_solid(front) != tree.is_solid(back) {
                assert!(
                    adjacency.open_area() <= 1.0e-9 * adjacency.area,
                    "{name}: {adjacency:?} is open"
                );
                walls += adjacency.area;
            }
        }
        assert!(walls > 0.0, "{name}");
        let inside = mesh.inwards;
        assert_eq!(tree.is_solid(OUTSIDE), inside, "{name}");
    }
    assert!(
        on_face <= points / 100,
        "{on_face} of {points} points are on a face"
    );
}

#[test]
fn no_cast_passes_a_seam() {
    let mut random = bspwalk_testing::random::seeded(3);
    let mut casts = 0;
    for mesh in closed() {
        let name = &mesh.name;
        let triangles = mesh.tagged();
        let leaves =
            LeafTree::build(&faces(&mesh.triangles, true), &LeafParams::default()).expect("it builds");
        let obstacles = leaves.obstacles(&triangles);
        let trees = [Rule::Sampled, Rule::Ati]
            .map(|rule| NodeTree::build(&triangles, &BuildParams::preset(rule)).expect("it builds"));
        for _ in 0..effort::sampled_or_whole(80, 300) {
            let from = mesh.point(&mut random);
            let triangle = mesh.triangles[random.usize(..mesh.triangles.len())];
            let (a, b) = (triangle[0], triangle[1]);
            // Half of the segments pass through a corner.
            let on_edge = if random.bool() { a } else { a.lerp(b, random.f64()) };
            // Extend the segment beyond the edge, and round its end as queries do.
            let to = (from + (on_edge - from) * (1.1 + random.f64())).as_vec3();
            if mesh.is_solid(from) == mesh.is_solid(to.as_dvec3()) {
                continue;
            }
            casts += 1;
            let from: Vec3 = from.as_vec3();
            for tree in &trees {
                let rule = tree.params().rule;
                assert!(
                    tree.cast(from, to).is_some(),
                    "{name}, {rule}: {from} → {to} meets nothing"
                );
            }
            assert!(
                obstacles.cast(from, to).is_some(),
                "{name}, leaves: {from} → {to} meets nothing"
            );
        }
    }
    assert!(casts > effort::sampled_or_whole(500, 2000), "{casts}");
}

#[test]
fn no_pixel_is_seen_through_a_seam() {
    let size = [96, 72];
    let mut random = bspwalk_testing::random::seeded(4);
    let (mut looked, mut pixels, mut leaks) = (0, 0, 0);
    for mesh in closed() {
        let name = &mesh.name;
        let triangles = mesh.tagged();
        let tree = Arc::new(NodeTree::build(&triangles, &BuildParams::default()).expect("it builds"));
        let painted = RasterFaces::new(&tree, |face| mesh.triangles.get(face.index()).copied());
        for _ in 0..effort::sampled_or_whole(6, 24) {
            let eye = mesh.point(&mut random);
            let winding = mesh.winding(eye);
            // Outside the mesh, the undersides of the columns coincide with the floor, and either may be visible.
            if winding == 0 {
                continue;
            }
            looked += 1;
            let camera = Camera::perspective(
                eye,
                [random.f64() * std::f64::consts::TAU, (random.f64() - 0.5) * 3.0],
                Camera::default_field_of_view(),
            );
            let rays = camera.rays(size);
            for method in [VisibilityMethod::Painter, VisibilityMethod::DepthBuffer] {
                let seen = find_visible_fragments(&painted, &camera, size, method);
                for (pixel, fragment) in seen.iter().enumerate() {
                    let place = [pixel as u32 % size[0], pixel as u32 / size[0]];
                    pixels += 1;
                    let Some(fragment) = *fragment else {
                        // Ten kilometres from the origin, the coordinates of fragments a few centimetres in size are
                        // rounded to a millimetre.
                        assert!(
                            name.contains("far away"),
                            "{name}, {method:?}: nothing is seen at {place:?} of {camera:?}"
                        );
                        leaks += 1;
                        continue;
                    };
                    let face = tree.fragment(fragment).expect("it exists").face;
                    let plane = Plane::from_points(mesh.triangles[face.index()]).expect("it has a plane");
                    let direction = rays.through(place.map(|at| f64::from(at) + 0.5));
                    let from_front = plane.normal.dot(direction) < 0.0;
                    assert_eq!(
                        from_front, mesh.inwards,
                        "{name}, {method:?}: at {place:?} of {camera:?} face {face} is seen from the wrong side"
                    );
                }
            }
        }
    }
    println!("{pixels} pixels of {looked} eyes, {leaks} of them leak far away");
    assert!(looked > effort::sampled_or_whole(25, 100), "{looked}");
    assert!(
        leaks <= pixels / 10_000,
        "{leaks} of {pixels} pixels leak far away"
    );
}
