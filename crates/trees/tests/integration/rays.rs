//! Compares ray casts with parry3d and with segment casts.

use bspwalk_geometry::Ray;
use bspwalk_testing::{meshes, random};
use bspwalk_trees::{BuildParams, FaceId, NodeTree, Obstacles, TriangleList};
use glam::{DVec3, Vec3, vec3};
use parry3d::{
    query::{Ray as ParryRay, RayCast},
    shape::TriMesh,
};

/// Largest difference between distances, relative to the extent of the mesh.
const ACCURACY: f32 = 1.0e-4;

#[test]
fn ray_hits_match_parry() {
    let mut random = random::seeded(17);
    let mut met = 0;
    for count in [1, 20, 400] {
        let mut corner = || DVec3::from([(); 3].map(|()| random.f64() * 20.0 - 10.0));
        let soup: Vec<[DVec3; 3]> = (0..count)
            .map(|_| {
                let at = corner();
                [at, at + corner() * 0.8, at + corner() * 0.8]
            })
            .collect();
        let tagged = meshes::tagged(soup.iter().copied());
        let tree = NodeTree::build(&tagged, &BuildParams::default()).expect("it builds");
        let list = TriangleList::new(&tagged);
        let vertices = soup.iter().flatten().map(|corner| corner.as_vec3()).collect();
        let indices = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = TriMesh::new(vertices, indices).expect("it has triangles");
        for _ in 0..2000 {
            let mut vector = |size: f32| Vec3::from([(); 3].map(|()| (random.f32() - 0.5) * size));
            let (origin, direction) = (vector(40.0), vector(2.0));
            let Some(ray) = Ray::new(origin, direction) else {
                continue;
            };
            let max = if random.bool() {
                f32::INFINITY
            } else {
                random.f32() * 30.0
            };
            let ray = ray.with_max_distance(max);
            let hit = tree.cast_ray(&ray);
            assert_eq!(hit.map(|hit| hit.face), list.cast_ray(&ray).map(|hit| hit.face));
            let theirs = mesh.cast_local_ray(&ParryRay::new(ray.origin, ray.direction), max, false);
            match (hit, theirs) {
                (Some(hit), Some(distance)) => {
                    met += 1;
                    assert!(
                        (hit.distance - distance).abs() < 20.0 * ACCURACY,
                        "{hit:?} {distance}"
                    );
                    assert!((ray.at(hit.distance) - hit.point).length() < 20.0 * ACCURACY);
                    assert!(hit.normal.dot(ray.direction) <= 0.0);
                }
                (None, None) => {}
                // Only one of the two implementations counts a ray that grazes an edge, or one that ends at a face, as
                // a hit.
                (ours, theirs) => {
                    let turned = |by: f32| {
                        let aside = ray.direction.any_orthonormal_vector() * by;
                        let ray = Ray::new(ray.origin, ray.direction + aside).expect("it is finite");
                        tree.cast_ray(&ray.with_max_distance(max + by)).is_some()
                    };
                    let is_grazing = [-1.0e-4, 1.0e-4].map(turned).contains(&theirs.is_some());
                    assert!(is_grazing, "{ray:?}: {ours:?} {theirs:?}");
                }
            }
        }
    }
    assert!(met > 500, "only {met} were met");
}

#[test]
fn missing_and_invalid_rays_hit_nothing() {
    let floor = [
        DVec3::new(-5.0, 0.0, 5.0),
        DVec3::new(5.0, 0.0, 5.0),
        DVec3::new(0.0, 0.0, -5.0),
    ];
    let tree = meshes::tree([floor]);
    let from = vec3(0.0, 2.0, 0.0);
    let down = Ray::new(from, Vec3::NEG_Y * 3.0).expect("it has a direction");
    let hit = tree.cast_ray(&down).expect("the floor is below");
    assert_eq!((hit.distance, hit.normal, hit.face), (2.0, Vec3::Y, FaceId(0)));
    assert!(tree.cast_ray(&down.with_max_distance(2.0)).is_some());
    for ray in [
        down.with_max_distance(1.99),
        down.with_max_distance(-1.0),
        down.with_max_distance(f32::NAN),
        Ray::new(from, Vec3::Y).expect("it has a direction"),
        Ray::new(from, Vec3::X).expect("it has a direction"),
    ] {
        assert_eq!(tree.cast_ray(&ray), None, "{ray:?}");
    }
    for (origin, direction) in [(from, Vec3::ZERO), (from, Vec3::NAN), (Vec3::INFINITY, Vec3::X)] {
        assert_eq!(Ray::new(origin, direction), None);
    }
    let nothing = NodeTree::build(&[], &BuildParams::default()).expect("it builds");
    assert_eq!(nothing.cast_ray(&down), None);
}
