//! Differences between clip hulls and visible trees: in levels made of boxes, where they are known, and in real levels,
//! against samples.

use std::sync::Arc;

use bspwalk_collision::Capsule;
use bspwalk_compile::CompileParams;
use bspwalk_explain::hull_difference::{HullDifference, HullRegion, RegionKind};
use bspwalk_geometry::{Aabb, Plane, Polygon, Polyhedron};
use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use bspwalk_testing::levels;
use bspwalk_trees::{
    BuildParams, NodeTree,
    quake::{
        ClipChild, ClipNode, ClipNodeId, Contents, HullId, QuakeChild, QuakeLeaf, QuakeLeafId, QuakeModel,
        QuakeNode, QuakeNodeId, QuakeParts, QuakeTree,
    },
    solid_leaf::ExpandedTree,
};
use glam::DVec3;

use crate::built_in;

/// Length of a unit, in metres.
const UNIT: f64 = 0.025;

/// Returns a box between two corners in units, with Y up.
fn units(min: [f64; 3], max: [f64; 3]) -> Aabb {
    Aabb::from_points([min, max].map(|corner| DVec3::from(corner) * UNIT))
}

/// Box of Quake's first clip hull.
fn player() -> Aabb {
    units([-16.0, -24.0, -16.0], [16.0, 32.0, 16.0])
}

/// A tree over axis-aligned boxes: a plane with its children, or the contents.
enum Boxes {
    Plane(Plane, Box<[Boxes; 2]>),
    Leaf(bool),
}

/// Divides a region by the sides of boxes until each part is inside a box or outside all of them.
fn divide(boxes: &[Aabb], region: Aabb) -> Boxes {
    let overlaps = |other: &&Aabb| other.min.cmplt(region.max).all() && other.max.cmpgt(region.min).all();
    let Some(first) = boxes.iter().find(overlaps) else {
        return Boxes::Leaf(false);
    };
    for axis in 0..3 {
        for at in [first.min[axis], first.max[axis]] {
            if at > region.min[axis] && at < region.max[axis] {
                let (mut front, mut back) = (region, region);
                (front.min[axis], back.max[axis]) = (at, at);
                let plane = Plane {
                    normal: DVec3::AXES[axis],
                    d: -at,
                };
                let children = [front, back].map(|part| divide(boxes, part));
                return Boxes::Plane(plane, Box::new(children));
            }
        }
    }
    Boxes::Leaf(true)
}

/// Half the side length of the world, in units.
const FAR: f64 = 2048.0;

/// Builds a compiled tree from visible boxes, and a clip hull from the boxes that stop the player.
fn compiled(visible: &[Aabb], solid: &[Aabb]) -> QuakeTree {
    let world = units([-FAR; 3], [FAR; 3]);
    let leaf = |contents| QuakeLeaf {
        contents,
        cluster: None,
    };
    let mut parts = QuakeParts {
        unit: UNIT,
        leaves: vec![leaf(Contents::Solid), leaf(Contents::Empty)],
        hulls: vec![player()],
        ..QuakeParts::default()
    };
    fn add_visible(parts: &mut QuakeParts, tree: Boxes) -> QuakeChild {
        match tree {
            Boxes::Leaf(solid) => QuakeChild::Leaf(QuakeLeafId(u32::from(!solid))),
            Boxes::Plane(plane, children) => {
                let children = children.map(|child| add_visible(parts, child));
                parts.planes.push(plane);
                let plane = parts.planes.len() as u32 - 1;
                parts.nodes.push(QuakeNode { plane, children });
                QuakeChild::Node(QuakeNodeId(parts.nodes.len() as u32 - 1))
            }
        }
    }
    fn add_clip(parts: &mut QuakeParts, tree: Boxes) -> ClipChild {
        match tree {
            Boxes::Leaf(solid) => ClipChild::Contents(if solid { Contents::Solid } else { Contents::Empty }),
            Boxes::Plane(plane, children) => {
                let children = children.map(|child| add_clip(parts, child));
                parts.planes.push(plane);
                let plane = parts.planes.len() as u32 - 1;
                parts.clip_nodes.push(ClipNode { plane, children });
                ClipChild::Node(ClipNodeId(parts.clip_nodes.len() as u32 - 1))
            }
        }
    }
    let body = player();
    let expanded: Vec<Aabb> = solid
        .iter()
        .map(|solid| Aabb {
            min: solid.min - body.max,
            max: solid.max - body.min,
        })
        .collect();
    let root = add_visible(&mut parts, divide(visible, world));
    let clip = add_clip(&mut parts, divide(&expanded, world));
    parts.models.push(QuakeModel {
        root,
        clip_roots: vec![clip],
        offset: DVec3::ZERO,
        bounds: units([-300.0; 3], [300.0; 3]),
        solid: true,
    });
    QuakeTree::new(parts, &Progress::default()).expect("it is a tree")
}

/// Returns the walls of two rooms, 256 units wide and 128 units high, on both sides of a wall with a doorway. The wall
/// is 16 units thick, and the doorway has this width and a height of 80 units.
fn rooms(doorway: f64) -> Vec<Aabb> {
    let half = 0.5 * doorway;
    vec![
        units([-FAR, -FAR, -FAR], [FAR, 0.0, FAR]),
        units([-FAR, 128.0, -FAR], [FAR, FAR, FAR]),
        units([-FAR, 0.0, -FAR], [-264.0, 128.0, FAR]),
        units([264.0, 0.0, -FAR], [FAR, 128.0, FAR]),
        units([-264.0, 0.0, -FAR], [264.0, 128.0, -128.0]),
        units([-264.0, 0.0, 128.0], [264.0, 128.0, FAR]),
        units([-8.0, 0.0, -128.0], [8.0, 128.0, -half]),
        units([-8.0, 0.0, half], [8.0, 128.0, 128.0]),
        units([-8.0, 80.0, -half], [8.0, 128.0, half]),
    ]
}

fn compare(tree: &QuakeTree, hull: u32) -> HullDifference {
    HullDifference::of_file(tree, HullId(hull), &Progress::default())
        .expect("it is not cancelled")
        .expect("the file has this hull")
}

/// Asserts that a region is this box, up to the play of the body.
fn assert_is_box(region: &HullRegion, expected: &Aabb) {
    let near = 1.1 * UNIT;
    assert!(
        region.bounds.min.abs_diff_eq(expected.min, near),
        "{:?}, {expected:?}",
        region.bounds
    );
    assert!(
        region.bounds.max.abs_diff_eq(expected.max, near),
        "{:?}, {expected:?}",
        region.bounds
    );
    let volume = expected.size().element_product();
    assert!(
        (region.volume - volume).abs() < 0.15 * volume,
        "{} of {volume}",
        region.volume
    );
}

#[test]
fn exact_hull_with_wide_doorway_has_no_regions() {
    let walls = rooms(40.0);
    let regions = compare(&compiled(&walls, &walls), 1).regions;
    assert!(regions.is_empty(), "{regions:?}");
}

#[test]
fn too_narrow_doorway_is_one_region() {
    let walls = rooms(28.0);
    let regions = compare(&compiled(&walls, &walls), 1).regions;
    assert_eq!(regions.len(), 1, "{regions:?}");
    assert_eq!((regions[0].kind, regions[0].openings), (RegionKind::Narrow, 2));
    assert_is_box(&regions[0], &units([-8.0, 0.0, -14.0], [8.0, 80.0, 14.0]));
}

#[test]
fn too_low_doorway_is_one_region() {
    let mut walls = rooms(64.0);
    walls.push(units([-8.0, 50.0, -32.0], [8.0, 80.0, 32.0]));
    let regions = compare(&compiled(&walls, &walls), 1).regions;
    assert_eq!(regions.len(), 1, "{regions:?}");
    assert_eq!((regions[0].kind, regions[0].openings), (RegionKind::Narrow, 2));
    assert_is_box(&regions[0], &units([-8.0, 0.0, -32.0], [8.0, 50.0, 32.0]));
}

#[test]
fn clip_brush_is_blocked() {
    let walls = rooms(64.0);
    let clip = units([100.0, 0.0, -20.0], [140.0, 48.0, 20.0]);
    let mut solid = walls.clone();
    solid.push(clip);
    let regions = compare(&compiled(&walls, &solid), 1).regions;
    assert_eq!(regions.len(), 1, "{regions:?}");
    assert_eq!(regions[0].kind, RegionKind::Blocked);
    assert_is_box(&regions[0], &clip);
}

#[test]
fn clip_brush_in_doorway_is_blocked() {
    let walls = rooms(64.0);
    let clip = units([-8.0, 0.0, -32.0], [8.0, 80.0, 32.0]);
    let mut solid = walls.clone();
    solid.push(clip);
    let regions = compare(&compiled(&walls, &solid), 1).regions;
    assert_eq!(regions.len(), 1, "{regions:?}");
    assert_eq!((regions[0].kind, regions[0].openings), (RegionKind::Blocked, 2));
    assert_is_box(&regions[0], &clip);
}

#[test]
fn pillar_missing_from_hull_is_opened() {
    let walls = rooms(64.0);
    let pillar = units([100.0, 0.0, -20.0], [140.0, 128.0, 20.0]);
    let mut visible = walls.clone();
    visible.push(pillar);
    let regions = compare(&compiled(&visible, &walls), 1).regions;
    assert_eq!(regions.len(), 1, "{regions:?}");
    assert_eq!((regions[0].kind, regions[0].openings), (RegionKind::Opened, 0));
    assert_is_box(&regions[0], &pillar);
}

#[test]
fn groove_is_a_niche() {
    let mut walls = rooms(64.0);
    walls[4] = units([-264.0, 0.0, -FAR], [264.0, 128.0, -144.0]);
    walls.push(units([-264.0, 0.0, -144.0], [100.0, 128.0, -128.0]));
    walls.push(units([116.0, 0.0, -144.0], [264.0, 128.0, -128.0]));
    let regions = compare(&compiled(&walls, &walls), 1).regions;
    assert_eq!(regions.len(), 1, "{regions:?}");
    assert_eq!((regions[0].kind, regions[0].openings), (RegionKind::Niche, 1));
    assert_is_box(&regions[0], &units([100.0, 0.0, -144.0], [116.0, 128.0, -128.0]));
}

/// A void that the compiler left open outside the walls is not an opening, because no body gets there.
#[test]
fn unfilled_void_is_no_region() {
    let walls = rooms(64.0);
    let mut solid = walls.clone();
    solid[0].min = units([-FAR, -64.0, -FAR], [0.0; 3]).min;
    let regions = compare(&compiled(&walls, &solid), 1).regions;
    assert!(regions.is_empty(), "{regions:?}");
}

#[test]
fn missing_hull_is_none() {
    let walls = rooms(64.0);
    let tree = compiled(&walls, &walls);
    for hull in [0, 2] {
        let compared = HullDifference::of_file(&tree, HullId(hull), &Progress::default());
        assert!(compared.expect("it is not cancelled").is_none());
    }
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(HullDifference::of_file(&tree, HullId(1), &cancelled).is_err());
}

fn middle(part: &Polyhedron) -> DVec3 {
    let corners: Vec<DVec3> = part.faces.iter().flat_map(Polygon::positions).collect();
    corners.iter().sum::<DVec3>() / corners.len() as f64
}

fn contains(part: &Polyhedron, point: DVec3) -> bool {
    let mut planes = part.faces.iter().filter_map(Polygon::plane);
    planes.all(|plane| plane.distance(point) < 0.0)
}

/// Compares the regions of real levels with random origins of the body.
#[test]
fn regions_of_real_levels_agree_with_samples() {
    for name in ["lqdm6_a6.bsp", "lq_e0m3.bsp"] {
        let Some(level) = levels::load(name, &LoadOptions::default()) else {
            return;
        };
        let tree = level.tree_with_hulls().expect("Quake has clip hulls");
        let difference = compare(tree, 1);
        assert!(!difference.regions.is_empty(), "{name}");
        let mut random = fastrand::Rng::with_seed(3);
        let body = difference.body;
        let mut origin = |point: DVec3, by: f64| {
            let body = body.inflated(by);
            let share = DVec3::from([(); 3].map(|()| random.f64()));
            point - (body.min + body.size() * share)
        };
        let free = |origin: DVec3| {
            let contents = tree.hull_contents(HullId(1), origin).expect("there is a hull");
            !contents.stops_bodies()
        };
        let play = 0.5 * tree.unit();
        let is_opaque = |point| tree.contents(point).is_opaque();
        for region in difference.regions.iter().take(400) {
            let part = region
                .parts
                .iter()
                .max_by(|a, b| a.volume().total_cmp(&b.volume()));
            let point = middle(part.expect("a region has parts"));
            let is_opened = region.kind == RegionKind::Opened;
            assert_eq!(is_opaque(point), is_opened, "{name}: {point} {:?}", region.kind);
            if !is_opened {
                // The body cannot be at the point in any pose.
                let hit = (0..300)
                    .map(|_| origin(point, 0.5 * play))
                    .find(|&origin| free(origin));
                assert_eq!(hit, None, "{name}: {point} {:?}", region.kind);
            }
        }
        let mut places = fastrand::Rng::with_seed(4);
        let (mut seen, mut covered) = (0, 0);
        let world = tree.world().bounds;
        for _ in 0..6000 {
            let share = DVec3::from([(); 3].map(|()| places.f64()));
            let point = world.min + world.size() * share;
            let mut parts = difference
                .regions
                .iter()
                .filter(|region| region.bounds.contains(point));
            if is_opaque(point) || parts.any(|region| region.parts.iter().any(|part| contains(part, point))) {
                continue;
            }
            seen += 1;
            covered += u32::from((0..500).any(|_| free(origin(point, 0.0))));
        }
        // A few points near walls have so few free poses that samples miss them.
        assert!(
            seen > 200 && f64::from(covered) > 0.97 * f64::from(seen),
            "{name}: {covered} of {seen}"
        );
    }
}

/// The regions of `lq_e0m3` that the hull blocks are at the clip brushes of its source.
#[test]
fn blocked_regions_of_real_level_have_clip_brushes() {
    let load = |name| levels::load(name, &LoadOptions::default());
    let (Some(map), Some(level)) = (load("lq_e0m3.map"), load("lq_e0m3.bsp")) else {
        return;
    };
    let is_clip = |object: u32| map.objects[object as usize] == "clip";
    let clips = map.triangles.iter().filter(|triangle| is_clip(triangle.object));
    let clips: Vec<Aabb> = clips
        .map(|triangle| Aabb::from_points(triangle.corners.map(|corner| map.to_world(corner))))
        .collect();
    assert!(clips.len() > 60, "ten brushes");
    let tree = level.tree_with_hulls().expect("Quake has clip hulls");
    for hull in [1, 2] {
        let difference = compare(tree, hull);
        let mut touched = vec![false; clips.len()];
        let blocked: Vec<&HullRegion> = difference.of_kind(RegionKind::Blocked).collect();
        assert!(blocked.len() >= 8, "hull {hull}");
        for region in blocked {
            let near = Aabb::from_points(
                [region.bounds.min, region.bounds.max].map(|corner| level.to_world(corner)),
            );
            let near = near.inflated(tree.unit());
            let mut touches = false;
            for (clip, touched) in clips.iter().zip(&mut touched) {
                if near.intersects(clip) {
                    (touches, *touched) = (true, true);
                }
            }
            assert!(touches, "hull {hull}: {near:?}");
        }
        let touched = touched.iter().filter(|touched| **touched).count();
        assert!(
            2 * touched > clips.len(),
            "hull {hull}: {touched} of {}",
            clips.len()
        );
        assert_eq!(difference.of_kind(RegionKind::Opened).count(), 0, "hull {hull}");
    }
}

/// An expanded tree closes a doorway like a clip hull. The body is so wide that its round parts do not reach through the
/// wall from both sides.
#[test]
fn expanded_tree_closes_narrow_gap() {
    let level = built_in("three_rooms");
    let triangles = level.solid_triangles();
    let nodes = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
    let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::default(), &Arc::default());
    let leaves = leaves.expect("it builds").tree;
    let expanded = ExpandedTree::new(&leaves, &nodes);
    let regions = |radius: f32| {
        let body = Capsule::standing(1.5 + radius, radius);
        HullDifference::of_body(&level, &leaves, &expanded, body, &Progress::default())
            .expect("it is not cancelled")
            .expect("the level is small")
            .regions
    };
    let narrow = |radius| {
        regions(radius)
            .iter()
            .filter(|region| region.kind == RegionKind::Narrow)
            .count()
    };
    assert_eq!(narrow(0.3), 0, "the default body fits everywhere");
    let kinds: Vec<RegionKind> = regions(1.2).iter().map(|region| region.kind).collect();
    assert!(
        narrow(1.2) > 0,
        "a wide body does not fit through the doorways: {kinds:?}"
    );
    let opened = regions(1.2)
        .iter()
        .any(|region| region.kind == RegionKind::Opened);
    assert!(!opened);
}
