//! Compares replays of a build with the tree and its recording.

use std::sync::Arc;

use bspwalk_geometry::{Relation, TaggedTriangle};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::effort;
use bspwalk_trees::{
    BuildParams, FaceId, NodeId, NodeTree, Rule,
    node_storing::{Branch, Replay, ReplayError},
    recording::Decision,
};
use glam::{DVec3, Vec3};

/// Returns those built-in levels that every rule can build within seconds.
fn levels() -> Vec<(&'static str, Vec<TaggedTriangle>)> {
    let load = |name| {
        let level =
            builtin::load(name, &LoadOptions::default(), &Progress::default()).expect("it is built in");
        (name, level.solid_triangles())
    };
    ["three_rooms", "hall", "torture"].into_iter().map(load).collect()
}

/// Builds a tree, with or without recorded decisions.
fn built(triangles: &[TaggedTriangle], rule: Rule, record: bool) -> Arc<NodeTree> {
    let params = BuildParams::preset(rule);
    let tree = NodeTree::builder(&params).recorded(record).build(triangles);
    Arc::new(tree.expect("it builds"))
}

/// Returns the recorded decisions of a tree.
fn decisions(tree: &NodeTree) -> &[Decision] {
    &tree.recording().expect("it was recorded").decisions
}

fn replay(tree: &Arc<NodeTree>, triangles: &[TaggedTriangle]) -> Replay {
    Replay::new(tree.clone(), triangles, &Progress::default()).expect("they are the triangles of the tree")
}

/// Every replayed division must have the plane, the decision and the fragments of its node. Each node must be divided
/// exactly once, so that the divisions together make up the tree.
#[test]
fn replayed_divisions_reproduce_the_tree() {
    for (name, triangles) in levels().into_iter().take(effort::sampled_or_whole(2, 3)) {
        // This level is large, and rules that try every plane take minutes on it.
        let has_every_rule = match name {
            "torture" => false,
            "hall" => effort::is_full(),
            _ => true,
        };
        let rules = Rule::ALL.into_iter();
        for rule in rules.filter(|&rule| has_every_rule || rule == Rule::Sampled) {
            let recorded = built(&triangles, rule, true);
            let tree = built(&triangles, rule, false);
            let mut replay = replay(&tree, &triangles);
            assert_eq!(replay.len(), tree.node_count());
            let (mut fragments, mut depth) = (0, 0);
            let mut divided = vec![false; tree.node_count() as usize];
            for step in 0..replay.len() {
                let node = replay.node_at(step).expect("there are as many steps as nodes");
                let case = format!("{name}, {rule}, step {step}, node {node}");
                let division = replay
                    .division(node, &Progress::default())
                    .expect("it can be replayed");
                let view = tree.node(node).expect("it exists");
                assert_eq!((division.node, division.plane), (node, view.plane), "{case}");
                assert_eq!(&division.decision, &decisions(&recorded)[node.index()], "{case}");
                assert!(division.depth == view.depth && view.depth >= depth, "{case}");
                depth = view.depth;
                // A node must be divided once, after its parent.
                assert!(view.parent.is_none_or(|parent| divided[parent.index()]), "{case}");
                assert!(!std::mem::replace(&mut divided[node.index()], true), "{case}");
                assert_eq!(replay.step_of(node), Some(step), "{case}");

                let stored: Vec<(FaceId, Vec<Vec3>)> = view
                    .fragments
                    .clone()
                    .filter_map(|index| tree.fragment(index))
                    .map(|fragment| (fragment.face, fragment.vertices.to_vec()))
                    .collect();
                let stays = division.pieces().filter(|piece| piece.relation == Relation::On);
                let stays: Vec<(FaceId, Vec<Vec3>)> = stays
                    .map(|piece| (piece.face, piece.corners().map(DVec3::as_vec3).collect()))
                    .collect();
                assert!(stays == stored, "{case}: other fragments");
                fragments += stays.len();

                // The sample's tolerance is larger than ours.
                let slack = if rule == Rule::Ati {
                    4.0e-3
                } else {
                    8.0 * tree.tolerances().on_plane
                };
                for (above, branch) in tree.ancestors(node) {
                    let plane = tree.node(above).expect("it exists").plane;
                    let side = if branch == Branch::Front { 1.0 } else { -1.0 };
                    let is_inside = |corner| side * plane.distance(corner) > -slack;
                    let mut pieces = division.pieces();
                    assert!(
                        pieces.all(|piece| piece.corners().all(is_inside)),
                        "{case}: a piece reaches out of the cell, across node {above}"
                    );
                }

                let count = |fate| division.pieces().filter(|piece| piece.relation == fate).count() as u32;
                let decision = &division.decision;
                assert_eq!(division.pieces().count() as u32, decision.faces, "{case}");
                assert_eq!(count(Relation::Straddling), decision.cuts, "{case}");
                if rule != Rule::Ati {
                    // The sample's triangle fans may create several pieces on one side of a cut piece.
                    assert_eq!(count(Relation::Front) + decision.cuts, decision.front, "{case}");
                    assert_eq!(count(Relation::Back) + decision.cuts, decision.back, "{case}");
                }
                for piece in division
                    .pieces()
                    .filter(|piece| piece.relation == Relation::Straddling)
                {
                    let ends = piece
                        .new_edge(&division.plane)
                        .expect("a cut piece crosses the plane");
                    let slack = tree.tolerances().on_plane;
                    assert!(
                        ends.iter().all(|end| division.plane.distance(*end).abs() < slack),
                        "{case}"
                    );
                }
            }
            assert_eq!(fragments as u32, tree.fragment_count(), "{name}, {rule}");
            assert!(divided.into_iter().all(|divided| divided), "{name}, {rule}");
        }
    }
}

/// The cached path to the last node must not affect the next result.
#[test]
fn divisions_can_be_replayed_in_any_order() {
    let (_, triangles) = &levels()[1];
    let recorded = built(triangles, Rule::Sampled, true);
    let mut replay = replay(&built(triangles, Rule::Sampled, false), triangles);
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..300 {
        let node = NodeId(random.u32(..recorded.node_count()));
        let division = replay
            .division(node, &Progress::default())
            .expect("it can be replayed");
        assert_eq!(
            &division.decision,
            &decisions(&recorded)[node.index()],
            "node {node}"
        );
    }
}

/// A tree read from a file, without a recording, must be replayed in the same way.
#[test]
fn tree_without_a_recording_is_replayed() {
    let (_, triangles) = &levels()[0];
    let recorded = built(triangles, Rule::Sampled, true);
    let bytes = postcard::to_stdvec(&*built(triangles, Rule::Sampled, false)).expect("it can be written");
    let read: NodeTree = postcard::from_bytes(&bytes).expect("it can be read");
    assert!(read.recording().is_none());
    let mut replay = replay(&Arc::new(read), triangles);
    for (node, decision) in NodeId::all().zip(decisions(&recorded)) {
        let division = replay
            .division(node, &Progress::default())
            .expect("it can be replayed");
        assert_eq!(&division.decision, decision, "node {node}");
    }
}

#[test]
fn unknown_nodes_and_triangles_are_errors() {
    let (_, triangles) = &levels()[0];
    let tree = built(triangles, Rule::Sampled, false);
    let mut own = replay(&tree, triangles);
    let count = tree.node_count();
    let error = own
        .division(NodeId(count), &Progress::default())
        .expect_err("there is no such node");
    assert_eq!(error, ReplayError::NoNode(NodeId(count)));
    assert_eq!((own.node_at(count), own.step_of(NodeId(count))), (None, None));
    assert_eq!(
        (own.steps_above(0), own.steps_above(1), own.steps_above(u32::MAX)),
        (0, 1, count)
    );

    let mut moved = triangles.clone();
    moved[5].corners[1].x += 1.0;
    for others in [&moved[..], &triangles[1..]] {
        let error = Replay::new(tree.clone(), others, &Progress::default()).err();
        assert_eq!(error, Some(ReplayError::OtherTriangles));
    }
    let nothing = built(&[], Rule::Sampled, false);
    assert!(replay(&nothing, &[]).is_empty());
}
