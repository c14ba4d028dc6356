//! Compares sections with straight lines and with sampled points.

use bspwalk_geometry::{Aabb, Plane};
use glam::{DVec3, dvec3};

use super::{
    clip::Limits,
    shafts::{Between, is_blocked},
};
use crate::solid_leaf::LeafTree;

/// Returns the twelve triangles of a box, which face inwards for a room and outwards otherwise.
fn triangles(bounds: &Aabb, is_room: bool) -> Vec<[DVec3; 3]> {
    let corners = bounds.corners();
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let halves = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    halves
        .map(|[a, b, c]| if is_room { [a, c, b] } else { [a, b, c] }.map(|corner| corners[corner]))
        .collect()
}

/// Returns a 20×6×20 m room that contains blocks. Some blocks may overlap.
fn room(generator: &mut fastrand::Rng, blocks: u32) -> LeafTree {
    let whole = Aabb {
        min: DVec3::ZERO,
        max: dvec3(20.0, 6.0, 20.0),
    };
    let mut all = triangles(&whole, true);
    for _ in 0..blocks {
        let mut random = |least: f64, most: f64| least + (most - least) * generator.f64();
        let size = dvec3(random(0.5, 8.0), random(1.0, 5.5), random(0.5, 8.0));
        let min = dvec3(random(0.2, 11.0), random(0.1, 0.3), random(0.2, 11.0));
        all.extend(triangles(&Aabb { min, max: min + size }, false));
    }
    LeafTree::of_corners(all)
}

fn some_box(generator: &mut fastrand::Rng) -> Aabb {
    let mut random = |least: f64, most: f64| least + (most - least) * generator.f64();
    let size = dvec3(random(0.0, 2.0), random(0.0, 2.0), random(0.0, 2.0));
    let min = dvec3(random(0.1, 17.5), random(0.1, 3.5), random(0.1, 17.5));
    Aabb { min, max: min + size }
}

/// No free line may pass through a section that is reported as blocking, and most blocking sections must be reported.
#[test]
fn no_line_passes_a_blocked_section() {
    let mut generator = fastrand::Rng::with_seed(1);
    let (mut blocked, mut missed) = (0, 0);
    for turn in 0..40 {
        let tree = room(&mut generator, 1 + turn % 8);
        let limits = Limits::new(&tree.tolerances());
        for _ in 0..500 {
            let [a, b] = [(); 2].map(|()| some_box(&mut generator));
            // A plane somewhere in the gap between the boxes, perpendicular to the axis that separates them.
            let gap = (b.min - a.max).max(a.min - b.max);
            let axis = gap.max_position();
            if gap[axis] <= 0.0 {
                continue;
            }
            let is_a_below = a.max[axis] < b.min[axis];
            let (low, high) = if is_a_below { (&a, &b) } else { (&b, &a) };
            let at = low.max[axis] + gap[axis] * generator.f64();
            let normal = DVec3::AXES[axis] * if is_a_below { -1.0 } else { 1.0 };
            let plane = Plane::from_point_normal(DVec3::AXES[axis] * at, normal);
            let between = Between {
                plane,
                is_of_node: false,
            };
            let is_blocking = is_blocked(&tree, &a.corners(), &b.corners(), between, limits, &mut 0);
            assert!(high.min[axis] > at && low.max[axis] < at);
            let mut is_solid = true;
            for _ in 0..200 {
                let [from, to] = [&a, &b].map(|place| {
                    let random = DVec3::from([(); 3].map(|()| generator.f64().clamp(0.0, 1.0)));
                    place.min + place.size() * random
                });
                let crossing = from.lerp(to, (at - from[axis]) / (to[axis] - from[axis]));
                is_solid &= tree.is_solid(tree.locate(crossing));
                if is_blocking {
                    assert_eq!(tree.sightline(from, to), None, "{from} to {to}");
                }
            }
            blocked += u32::from(is_blocking);
            // Some sections are missed, because the octagon is larger than the region and the samples do not reach its
            // edge.
            missed += u32::from(is_solid && !is_blocking);
        }
    }
    assert!(blocked > 200, "{blocked}");
    assert!(missed < blocked, "{missed} missed, {blocked} found");
}

#[test]
fn plane_that_does_not_separate_blocks_nothing() {
    let tree = room(&mut fastrand::Rng::with_seed(3), 6);
    let limits = Limits::new(&tree.tolerances());
    let below = dvec3(0.0, -5.0, 0.0);
    let plane = Plane::from_point_normal(below, DVec3::Y);
    let corners = [dvec3(1.0, 1.0, 1.0), dvec3(2.0, 1.0, 1.0), dvec3(1.0, 1.0, 2.0)];
    for is_of_node in [false, true] {
        for plane in [plane, plane.flipped()] {
            let between = Between { plane, is_of_node };
            assert!(!is_blocked(&tree, &corners, &corners, between, limits, &mut 0));
        }
    }
}
