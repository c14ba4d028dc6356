//! The ATI sample's push: its bugs, and its agreement with the original.

use bspwalk_collision::{Capsule, depenetrate, push_ati};
use bspwalk_testing::{meshes, queries::Queries};
use bspwalk_trees::{BuildParams, NodeId, NodeTree};
use glam::{DVec3, Vec3, dvec3};

use super::{Scene, WEDGES, wedge};

/// In a corner sharper than 90°, the push from one wall drives the sphere into the other wall.
#[test]
fn ati_push_fails_in_wedges() {
    for degrees in WEDGES {
        let scene = Scene::new(wedge(degrees), &BuildParams::ATI);
        let half = (degrees / 2.0).to_radians();
        let mut fails = 0;
        for step in 1..40 {
            // The sphere is deep enough in the wedge to reach both walls.
            let x = 0.05 / half.sin() * 0.024 * f64::from(step);
            let center = dvec3(x, 0.0, 0.0).as_vec3();
            let ati = push_ati(&scene.tree, center, 0.05);
            fails += u32::from(scene.wrong(center, ati.center, 0.05).is_some());
            assert!(
                scene.push(&format!("{degrees}°"), center, 0.05),
                "{degrees}°: {center}"
            );
        }
        assert!(fails > 0, "{degrees}°: the sample does not fail");
    }
}

/// The sample does not test vertices, so the tip of a spike enters the sphere.
#[test]
fn ati_push_fails_at_a_vertex() {
    let tip = DVec3::ZERO;
    let base = [
        dvec3(0.3, -1.0, 0.3),
        dvec3(0.3, -1.0, -0.3),
        dvec3(-0.3, -1.0, -0.3),
        dvec3(-0.3, -1.0, 0.3),
    ];
    let spike = (0..4).map(|i| [tip, base[i], base[(i + 1) % 4]]).collect();
    let scene = Scene::new(spike, &BuildParams::ATI);
    let center = Vec3::new(0.0, 0.1, 0.0);
    let ati = push_ati(&scene.tree, center, 0.25);
    assert_eq!(
        (ati.center, ati.pushed),
        (center, false),
        "the sample does not see the vertex"
    );
    assert!(scene.wrong(center, ati.center, 0.25).is_some());
    assert!(scene.push("spike", center, 0.25));
    assert!(
        depenetrate(&scene.tree, Capsule::sphere(0.25), center)
            .center
            .distance(Vec3::new(0.0, 0.25, 0.0))
            < 1.0e-3
    );
}

/// When the sample pushes a sphere off an edge, it neither checks what the sphere is pushed into nor reports the push.
#[test]
fn ati_push_fails_at_edges() {
    // The edge of a shelf whose height above the floor is less than the sphere's diameter.
    let shelf = meshes::sheet(dvec3(0.0, 0.3, -2.0), 4.0 * DVec3::Z, 2.0 * DVec3::X);
    let floor = meshes::sheet(dvec3(-2.0, 0.0, -2.0), 4.0 * DVec3::Z, 4.0 * DVec3::X);
    let scene = Scene::new([shelf, floor].concat(), &BuildParams::ATI);
    let mut fails = 0;
    for step in 0..20 {
        let center = Vec3::new(-0.01 * step as f32 - 0.005, 0.2, 0.1);
        let ati = push_ati(&scene.tree, center, 0.2);
        fails += u32::from(scene.wrong(center, ati.center, 0.2).is_some());
        assert!(
            scene.push("shelf", center, 0.2),
            "{center}: there is room in the open"
        );
    }
    assert!(fails > 0, "the sample does not fail");

    let edge = Scene::new(
        vec![[DVec3::ZERO, dvec3(0.0, 0.0, 1.0), dvec3(1.0, 0.0, 0.5)]],
        &BuildParams::ATI,
    );
    let center = Vec3::new(-0.1, 0.0, 0.5);
    let ati = push_ati(&edge.tree, center, 0.2);
    assert!(
        ati.center.distance(Vec3::new(-0.2, 0.0, 0.5)) < 1.0e-6,
        "it pushes off the edge"
    );
    assert!(!ati.pushed, "and does not say so");
}

/// If the centre is behind a face, the sample pulls the sphere through the wall to the face's front side.
#[test]
fn ati_push_passes_through_a_wall() {
    let wall = meshes::sheet(dvec3(-1.0, -1.0, 0.0), 2.0 * DVec3::X, 2.0 * DVec3::Y);
    let scene = Scene::new(wall.to_vec(), &BuildParams::ATI);
    let behind = Vec3::new(0.1, 0.2, -0.1);
    let ati = push_ati(&scene.tree, behind, 0.3);
    assert!(ati.center.z > 0.0 && scene.wrong(behind, ati.center, 0.3).is_some());
    assert!(scene.push("wall", behind, 0.3));
    let result = depenetrate(&scene.tree, Capsule::sphere(0.3), behind);
    assert!(
        (result.center - Vec3::new(0.1, 0.2, -0.3)).length() < 1.0e-3,
        "{}",
        result.center
    );
}

/// Operation-by-operation `f32` transcription of `pushSphere` from the ATI SDK's BSP sample (2006), for the nodes of
/// our tree.
fn push_sphere(tree: &NodeTree, id: Option<NodeId>, pos: &mut Vec3, radius: f32) -> bool {
    let Some((id, node)) = id.and_then(|id| Some((id, tree.node(id)?))) else {
        return false;
    };
    let fragment = node
        .fragments
        .clone()
        .next()
        .and_then(|index| tree.fragment(index))
        .expect("a triangle");
    assert_eq!(
        (fragment.node, node.fragments.len(), fragment.vertices.len()),
        (id, 1, 3)
    );
    let v = fragment.vertices;
    let normal = (v[1] - v[0]).cross(v[2] - v[0]).normalize();
    let offset = -v[0].dot(normal);
    let edge_normals = [
        normal.cross(v[0] - v[2]),
        normal.cross(v[1] - v[0]),
        normal.cross(v[2] - v[1]),
    ];
    let edge_offsets = [0, 1, 2].map(|i| edge_normals[i].dot(v[i]));

    let d = pos.dot(normal) + offset;
    let mut pushed = false;
    if d.abs() < radius {
        if (0..3).all(|i| edge_normals[i].dot(*pos) >= edge_offsets[i]) {
            *pos += (radius - d) * normal;
            pushed = true;
        } else {
            let mut v1 = v[2];
            for &corner in v {
                let v0 = v1;
                v1 = corner;
                let diff = v1 - v0;
                let t = diff.dot(*pos - v0);
                if t > 0.0 {
                    let f = diff.dot(diff);
                    if t < f {
                        let v = v0 + (t / f) * diff;
                        let dir = *pos - v;
                        if dir.dot(dir) < radius * radius {
                            *pos = v + radius * dir.normalize();
                            break;
                        }
                    }
                }
            }
        }
    }
    if d > -radius {
        pushed |= push_sphere(tree, node.front, pos, radius);
    }
    if d < radius {
        pushed |= push_sphere(tree, node.back, pos, radius);
    }
    pushed
}

#[test]
fn push_ati_matches_the_sample_code() {
    let mut random = bspwalk_testing::random::seeded(9);
    let wedges: Vec<_> = WEDGES.iter().map(|&degrees| wedge(degrees)).collect();
    let others = [
        meshes::columns(3),
        meshes::stairs(15, 0.17, 0.3, 1.5),
        meshes::sphere(DVec3::ZERO, 2.0, 6),
        meshes::confetti(&mut random, 100, 3.0, 0.6),
        meshes::soup(&mut random, 15, 3.0),
    ];
    let (mut same, mut moved, mut count) = (0, 0, 0);
    for triangles in wedges.into_iter().chain(others) {
        let scene = Scene::new(triangles, &BuildParams::ATI);
        let mut queries = Queries::new(10, scene.oracle.triangles());
        for _ in 0..1500 {
            let radius = queries.magnitude(0.02, 0.5) as f32;
            let center = queries.near_surface(1.2 * f64::from(radius)).as_vec3();
            let ours = push_ati(&scene.tree, center, radius);
            let mut expected = center;
            let pushed = push_sphere(&scene.tree, scene.tree.root(), &mut expected, radius);
            // If a distance equals the radius up to the last bit, one push more or fewer is acceptable.
            let near = ours.center.distance(expected) < 1.0e-5 && ours.pushed == pushed;
            same += u32::from(near);
            moved += u32::from(expected != center);
            count += 1;
        }
    }
    assert!(moved * 2 > count, "only {moved} of {count} were pushed");
    assert!(count - same <= count / 2000, "{} of {count} differ", count - same);
}
