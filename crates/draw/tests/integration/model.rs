//! Models and plans: compares pictures of a level with a cut, in perspective and parallel projection, with rays that
//! are tested against all triangles.

use std::{collections::HashMap, ops::Range, sync::Arc};

use bspwalk_draw::raster::{Camera, Lens, RasterFaces, VisibilityMethod, find_visible_fragments};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{effort, small_trees};
use bspwalk_trees::{
    FaceId, NodeTree,
    node_storing::{DepthOrder, NodeId, OrderVisitor},
};
use glam::{DMat3, DVec3, Vec3};

const SIZE: [u32; 2] = [120, 90];

/// Distance from an edge (as a fraction of the triangle) or from the cut (in metres) within which a hit may count
/// either way.
const NEAR: f64 = 1.0e-3;

/// A tree, with the triangles that it was built from.
struct Painted {
    tree: Arc<NodeTree>,
    corners: HashMap<FaceId, [DVec3; 3]>,
}

impl Painted {
    fn new(triangles: &[TaggedTriangle]) -> Self {
        let corners = triangles.iter().map(|triangle| (triangle.face, triangle.corners));
        Self {
            tree: Arc::new(small_trees::tree(triangles)),
            corners: corners.collect(),
        }
    }

    fn faces(&self) -> RasterFaces {
        RasterFaces::new(&self.tree, |face| self.corners.get(&face).copied())
    }

    /// Returns the first face below the cut that the ray through a pixel hits. Returns `Err` if the hit is near an edge
    /// or the cut, or if two faces are hit at the same distance.
    fn first(&self, camera: &Camera, pixel: [u32; 2]) -> Result<Option<FaceId>, ()> {
        let rays = camera.rays(SIZE);
        let place = pixel.map(|at| f64::from(at) + 0.5);
        let direction = rays.through(place);
        let from = match camera.lens {
            Lens::Perspective(_) => camera.eye,
            Lens::Parallel(_) => rays.point(place, 0.0),
        };
        // Distance and face of each hit, and whether the hit is near an edge or the cut.
        let mut hits: Vec<(f64, u32, bool)> = Vec::new();
        for (&face, &[a, b, c]) in &self.corners {
            // The hit is a + u (b − a) + v (c − a), and its distance is t.
            let matrix = DMat3::from_cols(b - a, c - a, -direction);
            let [u, v, t] = (matrix.inverse() * (from - a)).to_array();
            let height = from.y + direction.y * t;
            let inside = u.min(v).min(1.0 - u - v);
            let below = camera.cut.map_or(f64::INFINITY, |cut| cut - height);
            if t.is_finite() && t > 0.0 && inside >= -NEAR && below >= -NEAR {
                hits.push((t, face.0, inside < NEAR || below < NEAR));
            }
        }
        hits.sort_by(|a, b| a.0.total_cmp(&b.0));
        match hits[..] {
            [] => Ok(None),
            [(_, _, true), ..] => Err(()),
            [(first, ..), (second, ..), ..] if second - first < NEAR => Err(()),
            [(_, face, _), ..] => Ok(Some(FaceId(face))),
        }
    }
}

/// Returns a camera outside a tree, looking at it from a random direction. The projection and the cut are also random.
fn random_camera(random: &mut fastrand::Rng, tree: &NodeTree) -> Camera {
    let bounds = tree.bounds();
    let reach = bounds.size().length();
    let (yaw, pitch) = (random.f64() * 7.0, -0.1 - 1.4 * random.f64());
    // Every fourth camera looks straight down.
    let pitch = if random.u8(0..4) == 0 {
        -std::f64::consts::FRAC_PI_2
    } else {
        pitch
    };
    let lens = if random.bool() {
        Lens::Parallel(reach * (0.3 + random.f64()))
    } else {
        Lens::Perspective(0.3 + random.f64())
    };
    let mut camera = Camera {
        lens,
        cut: random
            .bool()
            .then(|| bounds.min.y + bounds.size().y * random.f64()),
        ..Camera::perspective(DVec3::ZERO, [yaw, pitch], 1.0)
    };
    let middle = [SIZE[0], SIZE[1]].map(|side| 0.5 * f64::from(side));
    camera.eye = bounds.center() - camera.rays(SIZE).through(middle) * reach;
    camera
}

#[test]
fn all_methods_match_first_ray_hit_below_cut() {
    let (_, level) = small_trees::room();
    let mut random = fastrand::Rng::with_seed(5);
    for triangles in [
        small_trees::soup(12, 3),
        small_trees::soup(60, 4),
        level.solid_triangles(),
    ] {
        let painted = Painted::new(&triangles);
        let faces = painted.faces();
        let (mut hits, mut sky, mut doubts) = (0, 0, 0);
        for _ in 0..effort::sampled_or_whole(12, 60) {
            let camera = random_camera(&mut random, &painted.tree);
            let pictures = [
                VisibilityMethod::Painter,
                VisibilityMethod::FrontToBack,
                VisibilityMethod::DepthBuffer,
            ]
            .map(|method| find_visible_fragments(&faces, &camera, SIZE, method));
            assert!(
                pictures[0] == pictures[1],
                "far to near and near to far: {camera:?}"
            );
            for _ in 0..50 {
                let pixel = SIZE.map(|side| random.u32(0..side));
                let Ok(first) = painted.first(&camera, pixel) else {
                    doubts += 1;
                    continue;
                };
                for picture in &pictures {
                    let seen = picture[(pixel[1] * SIZE[0] + pixel[0]) as usize];
                    let seen = seen.and_then(|fragment| painted.tree.fragment(fragment));
                    let seen = seen.map(|fragment| fragment.face);
                    assert_eq!(seen, first, "{pixel:?} of {camera:?}");
                }
                hits += u32::from(first.is_some());
                sky += u32::from(first.is_none());
            }
        }
        let (least_hits, least_sky, doubts_limit) = effort::sampled_or_whole((40, 20, 100), (200, 100, 400));
        assert!(
            hits > least_hits && sky > least_sky && doubts < doubts_limit,
            "{hits} {sky} {doubts}"
        );
    }
}

#[derive(Default)]
struct Visited(Vec<NodeId>);

impl OrderVisitor for Visited {
    fn enters(&mut self, _: NodeId, _: [Vec3; 2]) -> bool {
        true
    }

    fn visit(&mut self, node: NodeId, _: Range<u32>) {
        self.0.push(node);
    }
}

/// Checks that parallel projection produces the same order as a very distant eye.
#[test]
fn parallel_order_matches_distant_eye() {
    let mut random = fastrand::Rng::with_seed(6);
    for tree in small_trees::trees() {
        for _ in 0..20 {
            let direction = DVec3::from_array(std::array::from_fn(|_| random.f64() - 0.5)).normalize();
            for order in [DepthOrder::FrontToBack, DepthOrder::BackToFront] {
                let far = tree.nodes_from(direction * -1.0e9, order);
                let mut visited = Visited::default();
                tree.visit_along(direction, order, &mut visited);
                assert!(far.eq(visited.0), "{direction}, {order:?}");
            }
        }
    }
}

/// Checks that a room seen from above shows its roof or, if it is cut open, its floor, and that the cut is exact.
#[test]
fn cutaway_room_shows_its_floor() {
    let (_, level) = small_trees::room();
    let painted = Painted::new(&level.solid_triangles());
    let faces = painted.faces();
    let eye = level.spawn.eye;
    for lens in [Lens::Parallel(3.0), Lens::Perspective(0.1)] {
        let height_seen = |cut: Option<f64>| {
            let camera = Camera {
                lens,
                cut,
                ..Camera::perspective(eye + DVec3::Y * 30.0, [0.0, -std::f64::consts::FRAC_PI_2], 0.1)
            };
            let middle = [SIZE[0] / 2, SIZE[1] / 2];
            let first = painted.first(&camera, middle).expect("it is on no edge");
            let seen = find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::Painter);
            let seen = seen[(middle[1] * SIZE[0] + middle[0]) as usize].expect("a face");
            let face = painted.tree.fragment(seen).expect("it exists").face;
            assert_eq!(first, Some(face));
            let [a, b, c] = painted.corners[&face];
            (a.y + b.y + c.y) / 3.0
        };
        assert!(height_seen(None) > eye.y, "{lens:?}");
        assert!(height_seen(Some(eye.y)) < eye.y - 1.0, "{lens:?}");
    }
}
