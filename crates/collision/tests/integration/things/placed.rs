//! Tests that a placed tree gives the same results as a tree built from the placed triangles.

use bspwalk_collision::{
    Capsule, contacts, is_clear, sweep,
    things::{Assembly, Isometry, Owner, Placed},
};
use bspwalk_testing::{meshes, random::seeded};
use bspwalk_trees::{NodeTree, Obstacles, TriangleId};
use glam::{DQuat, DVec3, Vec3, dvec3};

/// Builds a tree from the triangles in their placed positions, with the same rounding.
fn tree_there(triangles: &[[DVec3; 3]], pose: Isometry) -> NodeTree {
    let moved = triangles
        .iter()
        .map(|corners| corners.map(|corner| pose.point(corner.as_vec3().as_dvec3()).as_vec3().as_dvec3()));
    meshes::tree(moved)
}

fn point(random: &mut fastrand::Rng, half: f64) -> DVec3 {
    dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * (2.0 * half)
}

/// Returns the identity, and shifted, rotated and distant poses.
fn poses(random: &mut fastrand::Rng) -> Vec<Isometry> {
    let turn = |random: &mut fastrand::Rng| {
        DQuat::from_xyzw(
            random.f64() - 0.5,
            random.f64() - 0.5,
            random.f64() - 0.5,
            random.f64() - 0.5,
        )
    };
    let mut poses = vec![
        Isometry::IDENTITY,
        Isometry::from_translation(dvec3(0.3, -7.0, 11.0)),
    ];
    for far in [1.0, 30.0, 900.0] {
        poses.push(Isometry::from_translation(point(random, far)));
        for _ in 0..3 {
            let rotation = turn(random);
            poses.push(Isometry::new(rotation, point(random, far)));
        }
    }
    poses
}

#[test]
fn placed_tree_matches_tree_of_placed_triangles() {
    let mut random = seeded(41);
    let mut hits = [0; 3];
    for _ in 0..4 {
        let triangles: Vec<[DVec3; 3]> = meshes::confetti(&mut random, 120, 4.0, 1.5)
            .into_iter()
            .map(|corners| corners.map(|corner| corner.as_vec3().as_dvec3()))
            .collect();
        let tree = meshes::tree(triangles.clone());
        for pose in poses(&mut random) {
            let there = tree_there(&triangles, pose);
            let placed = Placed::new(&tree, pose);
            let rounding = placed.rounding() as f32;
            for _ in 0..60 {
                let [from, to] = [(); 2].map(|()| pose.point(point(&mut random, 5.0)).as_vec3());
                let body = Capsule {
                    half_axis: if random.bool() { Vec3::Y * 0.6 } else { Vec3::ZERO },
                    radius: 0.1 + 0.4 * random.f32(),
                };
                let about = || format!("{pose:?} {from} {to} {body:?}");
                let (ours, theirs) = (
                    sweep(&placed, body, from, to).hit,
                    sweep(&there, body, from, to).hit,
                );
                assert_eq!(ours.is_some(), theirs.is_some(), "{}", about());
                if let (Some(ours), Some(theirs)) = (ours, theirs) {
                    hits[0] += 1;
                    // Both trees use the same corners.
                    assert!(
                        (ours.t - theirs.t).abs() < 1.0e-12,
                        "{} {ours:?} {theirs:?}",
                        about()
                    );
                }
                let [mut ours, mut theirs] = [Vec::new(), Vec::new()];
                contacts(&placed, body, from, &mut ours);
                contacts(&there, body, from, &mut theirs);
                let depths = |contacts: &[bspwalk_trees::Contact]| -> Vec<f32> {
                    contacts.iter().map(|contact| contact.depth).collect()
                };
                assert_eq!(depths(&ours), depths(&theirs), "{}", about());
                hits[1] += ours.len();
                assert_eq!(is_clear(&placed, body, from), ours.is_empty());
                let (ours, theirs) = (placed.cast(from, to), there.cast(from, to));
                if let (Some(ours), Some(theirs)) = (ours, theirs) {
                    hits[2] += 1;
                    // A path that grazes an edge may either hit or miss it, and a shallow angle amplifies rounding
                    // errors.
                    let against = (to - from).normalize().dot(theirs.normal).abs();
                    if ours.face == theirs.face && against > 0.05 {
                        let off = ours.point.distance(theirs.point);
                        assert!(off <= 100.0 * rounding + 1.0e-5, "{} {off} {rounding}", about());
                        assert!(ours.normal.distance(theirs.normal) < 1.0e-3, "{}", about());
                    }
                }
                assert_eq!(placed.is_blocked(from, to), placed.cast(from, to).is_some());
            }
        }
    }
    assert!(hits.iter().all(|&hits| hits > 1000), "{hits:?}");
}

#[test]
fn identity_and_grid_shifts_are_exact() {
    let mut random = seeded(7);
    let triangles = meshes::confetti(&mut random, 200, 4.0, 1.5);
    let tree = meshes::tree(triangles);
    let same = Placed::new(&tree, Isometry::IDENTITY);
    // Shifting coordinates on a 1/256 m grid by whole metres is exact.
    let shift = dvec3(3.0, -2.0, 5.0);
    let shifted = Placed::new(&tree, Isometry::from_translation(shift));
    let grid = |point: DVec3| (point * 256.0).round() / 256.0;
    for _ in 0..2000 {
        let [from, to] = [(); 2].map(|()| grid(point(&mut random, 5.0)).as_vec3());
        assert_eq!(same.cast(from, to), tree.cast(from, to));
        let body = Capsule::standing(1.5, 0.25);
        assert_eq!(sweep(&same, body, from, to), sweep(&tree, body, from, to));
        let [there, then] = [from, to].map(|point| (point.as_dvec3() + shift).as_vec3());
        let (ours, theirs) = (shifted.cast(there, then), tree.cast(from, to));
        assert_eq!(
            ours.map(|hit| (hit.t, hit.face, hit.normal)),
            theirs.map(|hit| (hit.t, hit.face, hit.normal))
        );
    }
}

#[test]
fn assembly_matches_nearest_of_level_and_things() {
    let mut random = seeded(5);
    let level = meshes::confetti(&mut random, 60, 4.0, 1.5);
    let parts: Vec<Vec<[DVec3; 3]>> = (0..3)
        .map(|_| meshes::confetti(&mut random, 40, 2.0, 1.0))
        .collect();
    let level_tree = meshes::tree(level);
    let trees: Vec<NodeTree> = parts.into_iter().map(meshes::tree).collect();
    let all_poses = poses(&mut random);
    let placed: Vec<Placed<'_>> = trees
        .iter()
        .map(|tree| Placed::new(tree, all_poses[random.usize(1..5)]))
        .collect();
    let assembly = Assembly::new(&level_tree, &placed);
    let mut owners = [0; 2];
    for _ in 0..3000 {
        let [from, to] = [(); 2].map(|()| point(&mut random, 6.0).as_vec3());
        let body = Capsule::standing(1.2, 0.2);
        let mut nearest = sweep(&level_tree, body, from, to).hit.map(|hit| hit.t);
        for thing in &placed {
            let hit = sweep(thing, body, from, to).hit.map(|hit| hit.t);
            nearest = match (nearest, hit) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        let hit = sweep(&assembly, body, from, to).hit;
        assert_eq!(hit.map(|hit| hit.t), nearest);
        if let Some(hit) = hit {
            let corners = match assembly.owner(hit.triangle) {
                Owner::Level => {
                    owners[0] += 1;
                    level_tree
                        .triangle(hit.triangle)
                        .expect("it is the level's")
                        .corners
                }
                Owner::Thing(index) => {
                    owners[1] += 1;
                    let before: u32 = trees[..index].iter().map(NodeTree::triangle_count).sum();
                    let number = hit.triangle.0 - level_tree.triangle_count() - before;
                    let corners = trees[index]
                        .triangle(TriangleId(number))
                        .expect("it is the thing's")
                        .corners;
                    corners.map(|corner| placed[index].pose().point(corner.as_dvec3()).as_vec3())
                }
            };
            let normal = (corners[1] - corners[0])
                .cross(corners[2] - corners[0])
                .normalize();
            let off = normal.dot(hit.point - corners[0]).abs();
            assert!(off < 1.0e-4, "{off}");
        }
        let of_level = level_tree.cast(from, to).map(|hit| hit.t);
        let of_things = placed
            .iter()
            .filter_map(|thing| thing.cast(from, to))
            .map(|hit| hit.t);
        let cast = of_level.into_iter().chain(of_things).min_by(f32::total_cmp);
        assert_eq!(assembly.cast(from, to).map(|hit| hit.t), cast);
        assert_eq!(assembly.is_blocked(from, to), cast.is_some());
    }
    assert!(owners.iter().all(|&count| count > 300), "{owners:?}");
    assert_eq!(assembly.owner(TriangleId(u32::MAX)), Owner::Level);
}
