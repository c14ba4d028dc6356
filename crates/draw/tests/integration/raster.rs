//! Checks the tree order in pictures: painting back to front without a depth buffer equals drawing with a depth buffer.
//! Both must show the first face that a ray hits among all triangles.

use std::{collections::HashMap, sync::Arc};

use bspwalk_draw::raster::{
    Camera, Coloring, RasterFaces, Scene, Style, VisibilityMethod, find_visible_fragments,
};
use bspwalk_geometry::{Plane, Surface, TaggedTriangle};
use bspwalk_levels::builtin;
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, meshes};
use bspwalk_trees::{
    BuildParams, FaceId, LeafTree, NodeTree, Rule,
    node_storing::{Branch, DepthOrder, NodeId},
    solid_leaf::{LeafParams, LeafTriangle},
};
use glam::{DQuat, DVec3, EulerRot, Vec2, Vec4, dvec3};
use rayon::prelude::*;

const SIZE: [u32; 2] = [160, 120];

/// Returns the number of camera positions per level.
fn eyes_per_level() -> usize {
    effort::sampled_or_whole(20, 100)
}

/// A tree, with the triangles that it was built from.
struct Painted<'a> {
    tree: &'a Arc<NodeTree>,
    corners: HashMap<FaceId, [DVec3; 3]>,
}

impl<'a> Painted<'a> {
    fn new(tree: &'a Arc<NodeTree>, triangles: &[TaggedTriangle]) -> Self {
        let corners = triangles.iter().map(|triangle| (triangle.face, triangle.corners));
        Self {
            tree,
            corners: corners.collect(),
        }
    }

    fn faces(&self) -> RasterFaces {
        RasterFaces::new(self.tree, |face| self.corners.get(&face).copied())
    }

    /// Returns the plane of the deepest common ancestor of two nodes, which may be one of the nodes itself.
    fn shared_plane(&self, a: NodeId, b: NodeId) -> Plane {
        let way = |node: NodeId| {
            let mut way: Vec<NodeId> = self.tree.ancestors(node).map(|(node, _)| node).collect();
            way.reverse();
            way.push(node);
            way
        };
        let (a, b) = (way(a), way(b));
        let shared = a.iter().zip(&b).take_while(|(a, b)| a == b).last();
        let (&node, _) = shared.expect("the root is above both");
        self.tree.node(node).expect("it exists").plane
    }

    /// Returns the point where a ray intersects the plane of a fragment's face.
    fn hit(&self, fragment: u32, eye: DVec3, direction: DVec3) -> DVec3 {
        let face = self.tree.fragment(fragment).expect("it exists").face;
        let plane = Plane::from_points(self.corners[&face]).expect("it has a plane");
        eye - direction * (plane.distance(eye) / plane.normal.dot(direction))
    }
}

/// Returns a random camera inside or slightly outside the bounds of a tree.
fn random_camera(random: &mut fastrand::Rng, tree: &NodeTree) -> Camera {
    let bounds = tree.bounds();
    let part = dvec3(random.f64(), random.f64(), random.f64()) * 1.1 - 0.05;
    Camera::perspective(
        bounds.min + bounds.size() * part,
        [random.f64() * std::f64::consts::TAU, (random.f64() - 0.5) * 2.0],
        Camera::default_field_of_view(),
    )
}

/// Compares both methods for many cameras. A pixel may differ only if both faces are hit within the build tolerance of
/// a shared plane that orders or stores them.
#[track_caller]
fn compare(name: &str, triangles: &[TaggedTriangle], eyes: usize) {
    let tree = Arc::new(NodeTree::build(triangles, &BuildParams::default()).expect("it builds"));
    let painted = Painted::new(&tree, triangles);
    let faces = painted.faces();
    let mut random = bspwalk_testing::random::seeded(11);
    let (mut seen, mut excepted) = (0_u64, 0_u64);
    for _ in 0..eyes {
        let camera = random_camera(&mut random, &tree);
        let by_order = find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::Painter);
        let by_depth = find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::DepthBuffer);
        assert_eq!(by_order.len(), (SIZE[0] * SIZE[1]) as usize);
        assert!(
            by_order == find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::FrontToBack),
            "{name}: front to back it differs from {camera:?}"
        );
        let rays = camera.rays(SIZE);
        for (pixel, (a, b)) in by_order.iter().zip(&by_depth).enumerate() {
            seen += u64::from(a.is_some());
            if a == b {
                continue;
            }
            let (column, row) = (pixel as u32 % SIZE[0], pixel as u32 / SIZE[0]);
            let (Some(a), Some(b)) = (*a, *b) else {
                panic!("{name}: {column},{row} of {camera:?} is covered by one method only: {a:?}, {b:?}");
            };
            let node = |fragment: u32| tree.fragment(fragment).expect("it exists").node;
            let plane = painted.shared_plane(node(a), node(b));
            let direction = rays.through([f64::from(column) + 0.5, f64::from(row) + 0.5]);
            for fragment in [a, b] {
                let away = plane.distance(painted.hit(fragment, camera.eye, direction)).abs();
                assert!(
                    away <= 2.0 * tree.tolerances().on_plane,
                    "{name}: {column},{row} of {camera:?}: fragment {fragment} of {a} and {b} is met {away} m from \
                     the plane between them"
                );
            }
            excepted += 1;
        }
    }
    println!("{name}: {seen} pixels of {eyes} eyes, {excepted} on one shared plane");
    assert!(seen > 0, "{name}: nothing was seen");
    assert!(
        excepted <= seen / 100,
        "{name}: {excepted} of {seen} pixels are excepted"
    );
    look(name, &painted, triangles);
}

/// Returns the approximate number of ray-triangle tests per level.
fn ray_tests_per_level() -> usize {
    effort::sampled_or_whole(5_000_000, 20_000_000)
}

/// Distance from an edge, as a fraction of the triangle, within which a ray may be on either side of the edge.
const GRAZING: f64 = 1.0e-9;

/// The first hit of a ray among all triangles.
struct Met {
    /// Distance to the hit, in multiples of the length of the ray's direction vector, and index of the hit triangle.
    first: Option<(f64, usize)>,
    /// Whether the ray grazes an edge before it hits.
    grazes: bool,
}

impl Met {
    fn of(triangles: &[TaggedTriangle], eye: DVec3, direction: DVec3) -> Self {
        let (mut first, mut grazed) = (None::<(f64, usize)>, f64::INFINITY);
        for (index, triangle) in triangles.iter().enumerate() {
            let Some((t, inside)) = line_of_sight(triangle.corners, eye, direction) else {
                continue;
            };
            if inside.abs() <= GRAZING {
                grazed = grazed.min(t);
            } else if inside > 0.0 && first.is_none_or(|(nearest, _)| t < nearest) {
                first = Some((t, index));
            }
        }
        Self {
            first,
            grazes: first.is_none_or(|(nearest, _)| grazed <= nearest * (1.0 + GRAZING))
                && grazed.is_finite(),
        }
    }
}

/// Compares the pictures of both methods with rays through random pixels, which are cast without the tree. Few rays may
/// graze an edge or hit two faces on one plane.
#[track_caller]
fn look(name: &str, painted: &Painted<'_>, triangles: &[TaggedTriangle]) {
    let (tree, faces) = (painted.tree, painted.faces());
    let mut random = bspwalk_testing::random::seeded(12);
    let lines = (ray_tests_per_level() / triangles.len().max(1)).clamp(60, 4000);
    let eyes = if lines < 400 { 3 } else { 10 };
    let limit = 2.0 * tree.tolerances().on_plane;
    let (mut looked, mut hit, mut grazing, mut tied) = (0_u64, 0_u64, 0_u64, 0_u64);
    for _ in 0..eyes {
        let camera = random_camera(&mut random, tree);
        let pictures = [VisibilityMethod::Painter, VisibilityMethod::DepthBuffer]
            .map(|method| find_visible_fragments(&faces, &camera, SIZE, method));
        let rays = camera.rays(SIZE);
        for _ in 0..lines / eyes {
            let (column, row) = (random.u32(..SIZE[0]), random.u32(..SIZE[1]));
            let direction = rays.through([f64::from(column) + 0.5, f64::from(row) + 0.5]);
            let met = Met::of(triangles, camera.eye, direction);
            looked += 1;
            hit += u64::from(met.first.is_some());
            for picture in &pictures {
                let seen = picture[(row * SIZE[0] + column) as usize]
                    .map(|fragment| tree.fragment(fragment).expect("it exists").face);
                if seen == met.first.map(|(_, index)| triangles[index].face) {
                    continue;
                }
                if met.grazes {
                    grazing += 1;
                    continue;
                }
                let place = format!("{name}: {column},{row} of {camera:?}");
                let (Some(seen), Some((_, first))) = (seen, met.first) else {
                    panic!("{place}: face {seen:?} is seen, and {:?} is met", met.first);
                };
                // Both faces must be hit within the thickness of one plane.
                let (seen, first) = (painted.corners[&seen], triangles[first].corners);
                let (t, inside) = line_of_sight(seen, camera.eye, direction).unwrap_or_default();
                let plane = Plane::from_points(first).expect("it has a plane");
                let away = plane.distance(camera.eye + direction * t).abs();
                assert!(
                    inside >= -1.0e-6 && away <= limit,
                    "{place}: {seen:?} is seen, {away} m from the plane of {first:?}, which is met first"
                );
                tied += 1;
            }
        }
    }
    println!(
        "{name}: {looked} lines of sight, {hit} meet something; {grazing} graze an edge, {tied} meet two faces at once"
    );
    assert!(hit > 0, "{name}: nothing is met");
    let compared = looked * 2;
    assert!(
        grazing <= compared / 200 + 1,
        "{name}: {grazing} of {compared} pixels are at an edge"
    );
    assert!(
        tied <= compared / 50,
        "{name}: {tied} of {compared} pixels show either of two faces"
    );
}

fn turned(triangles: &[TaggedTriangle]) -> Vec<TaggedTriangle> {
    let turn = DQuat::from_euler(EulerRot::YXZ, 0.7, 0.31, -1.13);
    triangles
        .iter()
        .map(|triangle| TaggedTriangle {
            corners: triangle
                .corners
                .map(|corner| turn * corner + dvec3(13.0, -7.0, 101.0)),
            face: triangle.face,
        })
        .collect()
}

fn built_in(name: &str) -> Vec<TaggedTriangle> {
    builtin::load(name, &Default::default(), &Progress::default())
        .expect("it loads")
        .solid_triangles()
}

#[test]
fn painter_equals_depth_buffer_in_builtin_levels() {
    for level in builtin::all() {
        if effort::is_full() || level.name != "torture" {
            compare(level.name, &built_in(level.name), eyes_per_level());
        }
    }
}

#[test]
fn painter_equals_depth_buffer_in_turned_levels() {
    for name in ["hall", "three_rooms"] {
        compare(
            &format!("{name}, turned"),
            &turned(&built_in(name)),
            eyes_per_level(),
        );
    }
}

#[test]
fn painter_equals_depth_buffer_in_shared_levels() {
    let levels = if effort::is_full() {
        levels::load_whole()
    } else {
        levels::load_small()
    };
    levels
        .par_iter()
        .for_each(|(name, (level, _))| compare(name, &level.solid_triangles(), eyes_per_level()));
}

#[test]
fn painter_equals_depth_buffer_in_triangle_soup() {
    let mut random = bspwalk_testing::random::seeded(5);
    compare("soup", &meshes::tagged(meshes::soup(&mut random, 200, 10.0)), 50);
    compare(
        "grid",
        &meshes::tagged(meshes::grid_soup(&mut random, 200, 6)),
        50,
    );
}

#[test]
fn the_visible_fragment_is_the_first_hit() {
    let mut random = bspwalk_testing::random::seeded(3);
    let triangles = meshes::tagged(meshes::soup(&mut random, 60, 10.0));
    for rule in [Rule::First, Rule::Balanced, Rule::Ati, Rule::Sampled] {
        let tree = Arc::new(NodeTree::build(&triangles, &BuildParams::preset(rule)).expect("it builds"));
        let painted = Painted::new(&tree, &triangles);
        let faces = painted.faces();
        let (mut compared, mut skipped) = (0, 0);
        for _ in 0..5 {
            let camera = random_camera(&mut random, &tree);
            let seen = find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::Painter);
            let rays = camera.rays(SIZE);
            for (pixel, fragment) in seen.iter().enumerate() {
                let (column, row) = (pixel as u32 % SIZE[0], pixel as u32 / SIZE[0]);
                let direction = rays.through([f64::from(column) + 0.5, f64::from(row) + 0.5]);
                let mut met: Vec<(f64, FaceId)> = triangles
                    .iter()
                    .filter_map(|triangle| {
                        let (t, inside) = line_of_sight(triangle.corners, camera.eye, direction)?;
                        (inside >= 0.0).then_some((t, triangle.face))
                    })
                    .collect();
                met.sort_by(|a, b| a.0.total_cmp(&b.0));
                let face = fragment.and_then(|fragment| Some(tree.fragment(fragment)?.face));
                // Near the intersection of two faces, the thickness of the plane determines which face is visible.
                let doubtful = met.len() > 1 && met[1].0 - met[0].0 < 1.0e-3;
                skipped += u32::from(doubtful);
                compared += 1;
                if !doubtful {
                    assert_eq!(
                        face,
                        met.first().map(|&(_, face)| face),
                        "{rule:?} {column},{row}"
                    );
                }
            }
        }
        assert!(
            skipped <= compared / 100,
            "{rule:?}: {skipped} of {compared} pixels are skipped"
        );
    }
}

/// Returns the distance to a ray's intersection with a triangle's plane in front of the eye, in lengths of the ray's
/// direction, and the smallest barycentric coordinate of the hit (Möller and Trumbore, 1997).
fn line_of_sight([a, b, c]: [DVec3; 3], eye: DVec3, direction: DVec3) -> Option<(f64, f64)> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let determinant = ab.dot(across);
    let from = (eye - a) / determinant;
    let u = from.dot(across);
    let upright = from.cross(ab);
    let (v, t) = (direction.dot(upright), ac.dot(upright));
    (t > 0.0).then_some((t, u.min(v).min(1.0 - u - v)))
}

#[test]
fn nodes_come_once_between_far_and_near_side() {
    let mut random = bspwalk_testing::random::seeded(9);
    let triangles = meshes::tagged(meshes::soup(&mut random, 120, 10.0));
    let tree = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
    for round in 0..20 {
        let mut eye = random_camera(&mut random, &tree).eye;
        if round % 4 == 0 {
            // Place the eye on a plane of the tree.
            let node = tree
                .node(NodeId(random.u32(0..tree.node_count())))
                .expect("it exists");
            eye = node.plane.project(eye);
        }
        let order: Vec<NodeId> = tree.nodes_from(eye, DepthOrder::BackToFront).collect();
        let mut place = vec![usize::MAX; tree.node_count() as usize];
        for (index, &node) in order.iter().enumerate() {
            assert_eq!(place[node.index()], usize::MAX, "node {node} is given twice");
            place[node.index()] = index;
        }
        assert_eq!(order.len(), place.len());
        for node in tree.node_ids() {
            for (ancestor, branch) in tree.ancestors(node) {
                let distance = tree.node(ancestor).expect("it exists").plane.distance(eye);
                if distance.abs() > 1.0e-9 {
                    let near = (distance > 0.0) == (branch == Branch::Front);
                    assert_eq!(place[node.index()] > place[ancestor.index()], near);
                }
            }
        }
        let mut reversed: Vec<NodeId> = tree.nodes_from(eye, DepthOrder::FrontToBack).collect();
        reversed.reverse();
        assert_eq!(order, reversed);
        assert_eq!(
            tree.fragments_from(eye, DepthOrder::BackToFront).count(),
            tree.fragment_count() as usize
        );
    }
    let nothing = NodeTree::build(&[], &BuildParams::default()).expect("it builds");
    assert_eq!(
        nothing.nodes_from(DVec3::ZERO, DepthOrder::BackToFront).next(),
        None
    );
    assert_eq!(
        tree.nodes_from(DVec3::NAN, DepthOrder::BackToFront).count(),
        tree.node_count() as usize
    );
}

#[test]
fn both_methods_agree_for_every_style() {
    let level = builtin::load("three_rooms", &Default::default(), &Progress::default()).expect("it loads");
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
    let tree = Arc::new(tree);
    let camera = Camera::perspective(level.spawn.eye, [0.3, -0.1], Camera::default_field_of_view());
    let scene = Scene::new(&level, &tree, &tree).with_baked_light(&tree);
    let mut pictures = Vec::new();
    for coloring in [
        Coloring::Material,
        Coloring::Node,
        Coloring::Depth,
        Coloring::Triangle,
        Coloring::Fragment,
    ] {
        for wireframe in [false, true] {
            let style = Style {
                coloring,
                wireframe,
                selected: wireframe.then_some(NodeId(0)),
                ..Style::default()
            };
            let picture = scene.draw_picture(&camera, SIZE, &style, VisibilityMethod::Painter);
            assert_eq!(
                picture,
                scene.draw_picture(&camera, SIZE, &style, VisibilityMethod::DepthBuffer),
                "{style:?}"
            );
            assert_eq!(picture.len(), (SIZE[0] * SIZE[1] * 3) as usize);
            assert!(!pictures.contains(&picture), "{style:?} looks like another");
            pictures.push(picture);
        }
    }
}

/// Returns three rooms in a row along x, without doors and with walls of zero thickness.
fn rooms() -> Vec<LeafTriangle> {
    let surface = Surface {
        normal: glam::Vec3::Y,
        uv: Vec2::ZERO,
        color: Vec4::ONE,
    };
    [0.0, 5.0, 10.0]
        .into_iter()
        .flat_map(|x| meshes::cuboid(dvec3(x, 0.0, 0.0), dvec3(x + 4.0, 3.0, 4.0), true))
        .zip(0..)
        .map(|(corners, face)| LeafTriangle {
            corners,
            surfaces: [surface; 3],
            face: FaceId(face),
            material: 0,
            structural: true,
            light: 0,
        })
        .collect()
}

#[test]
fn rooms_come_near_to_far_by_two_plane_tests() {
    let tree = LeafTree::build(&rooms(), &LeafParams::default()).expect("it builds");
    let [a, b, c] = [2.0, 7.0, 12.0].map(|x| dvec3(x, 1.5, 2.0));
    let order = tree.order();
    for (eye, expected) in [(a, [a, b, c]), (c, [c, b, a])] {
        let mut leaves = order.near_to_far(eye);
        let given: Vec<_> = leaves.by_ref().collect();
        assert_eq!(given, expected.map(|room| tree.locate(room)));
        assert_eq!(leaves.plane_tests(), 2);
    }
}
