//! Tests that picking returns the tree face under the pointer.

use bevy::{math::Ray3d, prelude::*};
use bevy_bspwalk::{BspCollider, BspRayHit, BspTree};
use bevy_picking::{
    backend::{
        PointerHits,
        ray::{RayId, RayMap},
    },
    pointer::PointerId,
};

use crate::support::{FACES, FLOOR, app_in, block, messages, triangles};

#[test]
fn the_nearest_face_is_hit() {
    let wall = block([3.0, 0.0, -5.0], [4.0, 3.0, 5.0], "brick");
    let (mut app, root) = app_in(&[FLOOR, wall]);
    app.init_resource::<RayMap>().add_message::<PointerHits>();
    let camera = Camera {
        order: 2,
        ..default()
    };
    let camera = app.world_mut().spawn(camera).id();
    // A crate on the floor, with its own tree and transform.
    let tree = BspTree::build(triangles(&block([-0.5; 3], [0.5; 3], "none"))).expect("it builds");
    let tree = app.world_mut().resource_mut::<Assets<BspTree>>().add(tree);
    let place = Transform::from_xyz(-4.0, 0.5, 0.0);
    let cube = app.world_mut().spawn((BspCollider(tree), place)).id();
    let eye = Vec3::new(0.0, 1.5, 0.0);
    let mut cast = |direction: Vec3| {
        let ray = Ray3d::new(eye, Dir3::new(direction).expect("it has a direction"));
        let mut rays = app.world_mut().resource_mut::<RayMap>();
        rays.map.clear();
        rays.map.insert(RayId::new(camera, PointerId::Mouse), ray);
        app.world_mut().resource_mut::<Messages<PointerHits>>().clear();
        app.update();
        let told = messages::<PointerHits>(&mut app);
        assert!(told.len() <= 1, "{told:?}");
        told.into_iter().next()
    };
    let hits = cast(Vec3::X).expect("the wall is there");
    let (entity, hit) = &hits.picks[0];
    assert_eq!(
        (hits.pointer, hits.order, *entity, hit.camera),
        (PointerId::Mouse, 2.0, root, camera)
    );
    assert!(
        (hit.depth - 3.0).abs() < 1.0e-4 && hit.normal == Some(Vec3::NEG_X),
        "{hit:?}"
    );
    assert!(
        hit.position
            .is_some_and(|at| at.distance(Vec3::new(3.0, 1.5, 0.0)) < 1.0e-4)
    );
    let extra = hit.extra_as::<BspRayHit>().expect("it is of this backend");
    assert_eq!(extra.material.as_deref(), Some("brick"));
    assert!([FACES + 4, FACES + 5].contains(&extra.face), "{extra:?}");

    let hits = cast(Vec3::NEG_Y).expect("the floor is there");
    assert_eq!(
        hits.picks[0]
            .1
            .extra_as::<BspRayHit>()
            .and_then(|hit| hit.material.as_deref()),
        Some("ground")
    );
    let hits = cast(Vec3::new(-4.0, -0.6, 0.0)).expect("the crate is there");
    let (entity, hit) = &hits.picks[0];
    assert_eq!(
        (
            *entity,
            hit.extra_as::<BspRayHit>().and_then(|hit| hit.material.clone())
        ),
        (cube, None)
    );
    assert!(cast(Vec3::Y).is_none(), "the sky is nothing");
}
