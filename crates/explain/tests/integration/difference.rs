//! Checks that a level does not differ from itself, in any format.

use std::sync::Arc;

use bspwalk_compile::{BuiltLeafTree, CompileParams, leaf_tree, node_tree};
use bspwalk_explain::{
    difference::{ComparedLevel, Difference},
    difference_shapes::{AFTER, BEFORE, DifferenceShapes},
};
use bspwalk_geometry::Polyhedron;
use bspwalk_levels::{Level, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, loading, rooms};
use bspwalk_trees::NodeTree;
use glam::DVec3;

use crate::built_in;

/// A level with its trees.
struct Built {
    level: Level,
    nodes: Arc<NodeTree>,
    leaves: BuiltLeafTree,
}

impl Built {
    fn new(level: Level, progress: &Arc<Progress>) -> Self {
        let params = CompileParams::quick();
        let (nodes, _) = node_tree(&level, &params.nodes, progress).expect("it builds");
        let leaves = leaf_tree(&level, &params, progress).expect("it builds");
        Self { level, nodes, leaves }
    }

    fn side(&self) -> ComparedLevel<'_> {
        ComparedLevel {
            level: &self.level,
            nodes: &self.nodes,
            leaves: &self.leaves.tree,
            pvs: None,
        }
    }
}

#[test]
fn level_does_not_differ_from_itself() {
    let progress = Arc::<Progress>::default();
    let own = builtin::all().iter();
    let own = own.filter(|level| effort::is_full() || level.name == "three_rooms");
    let own = own.map(|level| (level.name.to_owned(), built_in(level.name)));
    let shared = [
        "lqdm6_a6.map",
        "lqdm6_a6.bsp",
        "playground.map",
        "recast_dungeon.obj",
    ];
    let shared = effort::sample(shared, shared.len())
        .filter_map(|name| Some((name.to_owned(), levels::load_as_documented(name)?)));
    for (name, level) in own.chain(shared) {
        let built = Built::new(level, &progress);
        let difference = Difference::new(built.side(), built.side(), &progress).expect("nobody cancels");
        assert!(difference.is_nothing(), "{name}");
        // Each element must match itself, and not a similar one.
        let is_itself = |after: &[Option<u32>]| after.iter().zip(0..).all(|(other, own)| *other == Some(own));
        for matching in [&difference.nodes, &difference.planes, &difference.leaves] {
            assert!(is_itself(&matching.after), "{name}");
        }
        assert_eq!(
            difference.leaves.after.len(),
            built.leaves.tree.leaf_count() as usize
        );
    }
}

#[test]
fn a_comparison_can_be_cancelled() {
    let progress = Arc::<Progress>::default();
    let built = Built::new(built_in("three_rooms"), &progress);
    progress.cancel();
    assert!(Difference::new(built.side(), built.side(), &progress).is_err());
}

/// Creates a level with these triangles by loading them as an OBJ file.
fn level_of(triangles: &[[DVec3; 3]]) -> Level {
    let mut text = String::new();
    for corner in triangles.iter().flatten() {
        text += &format!("v {} {} {}\n", corner.x, corner.y, corner.z);
    }
    for triangle in 0..triangles.len() {
        let [a, b, c] = [1, 2, 3].map(|corner| 3 * triangle + corner);
        text += &format!("f {a} {b} {c}\n");
    }
    loading::in_metres("room.obj", &text)
}

#[test]
fn added_solid_has_volume_of_new_pillar() {
    let progress = Arc::<Progress>::default();
    let mut with_pillar = rooms::box_room();
    with_pillar.extend(rooms::pillar());
    let built = [rooms::box_room(), with_pillar].map(|triangles| Built::new(level_of(&triangles), &progress));
    for (sides, with, without) in [([0, 1], AFTER, BEFORE), ([1, 0], BEFORE, AFTER)] {
        let sides = sides.map(|number: usize| built[number].side());
        let difference = Difference::new(sides[0], sides[1], &progress).expect("nobody cancels");
        let changed = DifferenceShapes::new(sides, &difference, &progress).expect("nobody cancels");
        assert!(changed.solid[without].is_empty(), "{:?}", changed.solid[without]);
        let volume: f64 = changed.solid[with].iter().map(Polyhedron::volume).sum();
        assert!((volume - 3.0).abs() < 0.01, "{volume}");
        assert!(!changed.rooms.is_empty());
        assert_eq!([changed.faces[with].len(), changed.faces[without].len()], [8, 0]);
        let same = Difference::new(sides[0], sides[0], &progress).expect("nobody cancels");
        let same = DifferenceShapes::new([sides[0]; 2], &same, &progress).expect("nobody cancels");
        assert!(same.is_nothing());
    }
}
