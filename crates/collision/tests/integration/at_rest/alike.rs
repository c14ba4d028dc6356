//! Tests that triangles with the same face number are still treated as separate triangles.

use bspwalk_collision::{
    Capsule,
    mover::{CollisionMethod, Input, Mode},
};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{meshes, oracle::Oracle, queries::Queries, rooms, worlds};
use bspwalk_trees::{BuildParams, Contact, FaceId, LeafParams, LeafTree, NodeTree, Obstacles};
use glam::{DVec3, Vec3, vec3};

/// Returns copies of the triangles, with every face number set to 7.
fn alike(triangles: &[TaggedTriangle]) -> Vec<TaggedTriangle> {
    let alike = |triangle: &TaggedTriangle| TaggedTriangle {
        face: FaceId(7),
        ..*triangle
    };
    triangles.iter().map(alike).collect()
}

fn body(queries: &mut Queries<'_>, number: u32) -> Capsule {
    let radius = queries.magnitude(0.05, 0.6) as f32;
    match number % 3 {
        0 => Capsule::sphere(radius),
        1 => Capsule::standing(5.0 * radius, radius),
        _ => Capsule {
            half_axis: (queries.direction() * f64::from(radius)).as_vec3(),
            radius,
        },
    }
}

/// Formats and sorts the parts of contacts that do not depend on face numbers.
fn bare(contacts: &[Contact]) -> Vec<String> {
    let mut bare: Vec<String> = contacts
        .iter()
        .map(|contact| format!("{:?} {:?} {:?}", contact.point, contact.depth, contact.feature))
        .collect();
    bare.sort_unstable();
    bare
}

/// Compares queries on triangles with unique face numbers to queries on the same triangles with a single face number.
fn compare(apart: &impl Obstacles, alike: &impl Obstacles, oracle: &Oracle) -> usize {
    let mut queries = Queries::new(5, oracle.triangles());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut several = 0;
    for number in 0..300 {
        let body = body(&mut queries, number);
        let center = queries.near_surface(f64::from(body.radius)).as_vec3();
        bspwalk_collision::contacts(apart, body, center, &mut theirs);
        bspwalk_collision::contacts(alike, body, center, &mut ours);
        assert_eq!(bare(&ours), bare(&theirs), "contacts of {body:?} at {center}");
        let deepest = bspwalk_collision::deepest_contact(alike, body, center);
        assert_eq!(
            bare(deepest.as_slice()),
            bare(ours.get(..1).unwrap_or_default()),
            "deepest contact of {body:?} at {center}"
        );
        several += usize::from(ours.len() > 1);
        let ends = [
            bspwalk_collision::depenetrate(apart, body, center),
            bspwalk_collision::depenetrate(alike, body, center),
        ];
        assert_eq!(
            (ends[0].center, ends[0].clear),
            (ends[1].center, ends[1].clear),
            "push of {body:?} at {center}"
        );
        assert_eq!(bare(&ends[0].contacts), bare(&ends[1].contacts));
        let to = center + (queries.direction() * 2.0).as_vec3();
        let hits = [
            bspwalk_collision::sweep(apart, body, center, to).hit,
            bspwalk_collision::sweep(alike, body, center, to).hit,
        ];
        assert_eq!(
            hits[0].map(|hit| (hit.t, hit.center)),
            hits[1].map(|hit| (hit.t, hit.center))
        );
        let slides = [
            bspwalk_collision::slide(apart, body, center, to),
            bspwalk_collision::slide(alike, body, center, to),
        ];
        assert_eq!(
            slides[0].center, slides[1].center,
            "slide of {body:?} from {center} to {to}"
        );
        assert_eq!(bare(&slides[0].contacts), bare(&slides[1].contacts));
    }
    several
}

#[test]
fn queries_handle_duplicate_face_numbers() {
    let mut random = bspwalk_testing::random::seeded(3);
    let room = meshes::cuboid(DVec3::splat(-6.0), DVec3::splat(6.0), true);
    for mesh in [
        meshes::columns(3),
        [room.clone(), meshes::soup(&mut random, 30, 5.0)].concat(),
        [room, meshes::grid_soup(&mut random, 40, 4)].concat(),
    ] {
        let apart = meshes::tagged(mesh);
        let same = alike(&apart);
        let oracle = Oracle::new(&apart);
        let tree = |triangles| NodeTree::build(triangles, &BuildParams::default()).unwrap();
        let (nodes, nodes_alike) = (tree(&apart), tree(&same));
        let several = compare(&nodes, &nodes_alike, &oracle);
        assert!(several > 60, "{several}");
        let leaves = LeafTree::build(&rooms::structural_faces(&apart), &LeafParams::default()).unwrap();
        compare(&leaves.obstacles(&apart), &leaves.obstacles(&same), &oracle);
        let mut queries = Queries::new(6, oracle.triangles());
        let (mut ours, mut theirs, mut faces) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..500 {
            let (center, radius) = queries.sphere();
            nodes.contacts(center, radius, &mut theirs);
            nodes_alike.contacts(center, radius, &mut ours);
            assert_eq!(bare(&ours), bare(&theirs), "{radius} m around {center}");
            nodes_alike.overlap(center - radius, center + radius, &mut faces);
            // A face number is reported once, no matter how many triangles share it.
            assert!(
                faces == [FaceId(7)] || faces.is_empty() && ours.is_empty(),
                "{faces:?}"
            );
        }
    }
}

/// A body must move in the same way whether triangles share a face number or have unique ones.
#[test]
fn mover_handles_duplicate_face_numbers() {
    let mut mesh = worlds::stairs(5, 0.2, 0.4);
    mesh.extend(meshes::solid([1.0, 0.0, -6.0], [2.0, 1.2, -5.0]));
    let apart = meshes::tagged(mesh);
    let trees = [&apart, &alike(&apart)]
        .map(|triangles| NodeTree::build(triangles, &BuildParams::default()).unwrap());
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        let mut paths = [Vec::new(), Vec::new()];
        for (tree, path) in trees.iter().zip(&mut paths) {
            let eye = vec3(1.4, 1.75, -9.0);
            let mut mover = worlds::body(Mode::Walk, method, eye);
            for tick in 0..900 {
                let desired = if tick < 300 {
                    vec3(0.3, 0.0, 1.0)
                } else {
                    vec3(0.05, 0.0, 1.0)
                };
                let input = Input {
                    desired,
                    jump: tick % 200 == 199,
                    ..Input::default()
                };
                let step = mover.tick(tree, &input, 1.0 / 120.0);
                let touched: Vec<Vec3> = step.contacts.iter().map(|contact| contact.point).collect();
                path.push((step.center, step.grounded, touched.len()));
            }
        }
        let [apart, alike] = paths;
        assert!(
            apart.last().is_some_and(|last| last.0.z > 0.0),
            "{method:?}: {:?}",
            apart.last()
        );
        for (tick, (apart, alike)) in apart.iter().zip(&alike).enumerate() {
            assert_eq!(apart, alike, "{method:?}, tick {tick}");
        }
    }
}
