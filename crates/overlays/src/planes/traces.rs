//! Intersections of planes with the level: lines on floors and walls, and the faces that a plane cut.
//!
//! The build has already cut every face along the planes of the nodes above the face's fragments. The intersection of a
//! plane with a face below its node is therefore an edge of a fragment.

use std::collections::HashMap;

use bspwalk_trees::FaceId;

use crate::prelude::*;

/// Maximum number of fragments to examine for all planes together, which limits the computation time.
pub const MOST_LOOKED_AT: usize = 8_000_000;

/// The intersection of a plane with a face, inside the cell of the plane's node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// Number of the face in the source.
    pub face: FaceId,
    /// Endpoints, in metres.
    pub ends: [Vec3; 2],
    /// Whether the face has pieces in front of the plane, and whether it has pieces behind it. If both are true, the
    /// plane cut the face.
    pub sides: [bool; 2],
}

impl Trace {
    /// Returns whether the plane cut the face.
    pub fn is_cut(&self) -> bool {
        self.sides == [true; 2]
    }
}

/// Returns the intersections of a node's plane with the faces stored in its subtree, ordered by face. `budget` is the
/// number of fragments that may still be examined. The result is empty if the subtree has more fragments than that.
pub fn traces(tree: &NodeTree, node: NodeId, end: NodeId, budget: &mut usize) -> Vec<Trace> {
    let (Some(view), Some(last)) = (tree.node(node), tree.node(NodeId(end.0.saturating_sub(1)))) else {
        return Vec::new();
    };
    let below = view.fragments.end..last.fragments.end;
    let Some(left) = budget.checked_sub(below.len()) else {
        return Vec::new();
    };
    *budget = left;
    let behind_from = view
        .back
        .and_then(|back| tree.node(back))
        .map_or(below.end, |back| back.fragments.start);
    let thickness = tree.tolerances().on_plane * 4.0;
    let mut found: HashMap<FaceId, Trace> = HashMap::default();
    for index in below {
        let Some(fragment) = tree.fragment(index) else {
            continue;
        };
        let is_on = |corner: Vec3| view.plane.distance(corner.as_dvec3()).abs() <= thickness;
        let count = fragment.vertices.len();
        for i in 0..count {
            let ends = [fragment.vertices[i], fragment.vertices[(i + 1) % count]];
            if !ends.into_iter().all(is_on) {
                continue;
            }
            let trace = found.entry(fragment.face).or_insert(Trace {
                face: fragment.face,
                ends,
                sides: [false; 2],
            });
            trace.sides[usize::from(index >= behind_from)] = true;
            trace.ends = farthest([trace.ends[0], trace.ends[1], ends[0], ends[1]]);
        }
    }
    let mut found: Vec<Trace> = found.into_values().collect();
    found.sort_unstable_by_key(|trace| trace.face);
    found
}

/// Returns the two points that are farthest apart, out of four collinear points.
fn farthest(points: [Vec3; 4]) -> [Vec3; 2] {
    let mut best = [points[0], points[1]];
    for (i, &from) in points.iter().enumerate() {
        for &to in &points[i + 1..] {
            if from.distance_squared(to) > best[0].distance_squared(best[1]) {
                best = [from, to];
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree_stats::{NodeFaces, TreeStats};
    use bspwalk_geometry::Plane;
    use bspwalk_testing::small_trees as test_trees;

    fn found(tree: &NodeTree, node: NodeId) -> Vec<Trace> {
        let end = TreeStats::new(tree).subtree(node).end;
        traces(tree, node, end, &mut { MOST_LOOKED_AT })
    }

    /// Checks that the lines lie on the plane and on the face, and that a face counts as cut if it extends to both
    /// sides.
    #[test]
    fn lines_lie_on_the_plane_and_on_the_face() {
        let (tree, level) = test_trees::room();
        let thickness = tree.tolerances().on_plane * 8.0;
        let (mut met, mut cut) = (0, 0);
        for node in tree.node_ids() {
            let plane = tree.node(node).expect("it exists").plane;
            for trace in &found(&tree, node) {
                let corners = level.triangle_of_face(trace.face).expect("it exists").corners;
                let of_face = Plane::from_points(corners).expect("it has an area");
                for end in trace.ends.map(Vec3::as_dvec3) {
                    assert!(plane.distance(end).abs() <= thickness);
                    assert!(of_face.distance(end).abs() <= thickness);
                }
                let distances = corners.map(|corner| plane.distance(corner));
                let reaches =
                    distances.iter().any(|d| *d > thickness) && distances.iter().any(|d| *d < -thickness);
                assert!(!trace.is_cut() || reaches, "node {node}, face {}", trace.face);
                met += 1;
                cut += u32::from(trace.is_cut());
            }
        }
        assert!(met > 100 && cut > 10, "{met} {cut}");
    }

    /// Checks that every face with pieces on both sides of the root's plane counts as cut by it.
    #[test]
    fn the_faces_that_the_root_cut_are_found() {
        for tree in test_trees::trees() {
            let stats = TreeStats::new(&tree);
            let faces = |side: usize| {
                let mut faces: Vec<FaceId> = (0..tree.fragment_count())
                    .filter_map(|index| tree.fragment(index))
                    .filter(|fragment| stats.child_subtrees(NodeId(0))[side].contains(&fragment.node))
                    .map(|fragment| fragment.face)
                    .collect();
                faces.sort_unstable();
                faces.dedup();
                faces
            };
            let behind = faces(1);
            let mut expected = faces(0);
            expected.retain(|face| behind.contains(face));
            let mut found = found(&tree, NodeId(0));
            found.retain(Trace::is_cut);
            assert!(found.iter().map(|trace| trace.face).eq(expected));
        }
    }

    #[test]
    fn no_traces_for_empty_tree_or_small_budget() {
        let (tree, _) = test_trees::room();
        let end = TreeStats::new(&tree).subtree(NodeId(0)).end;
        let mut budget = 3;
        assert_eq!(traces(&tree, NodeId(0), end, &mut budget), []);
        assert_eq!(budget, 3);
        assert_eq!(
            traces(&test_trees::tree(&[]), NodeId(0), NodeId(0), &mut budget),
            []
        );
    }

    fn faces(tree: &NodeTree, node: NodeId) -> NodeFaces {
        let cut = found(tree, node).iter().filter(|trace| trace.is_cut()).count() as u32;
        NodeFaces::of(tree, &TreeStats::new(tree), node, cut)
    }

    #[test]
    fn the_root_divides_all_faces() {
        for tree in test_trees::trees() {
            let root = faces(&tree, NodeId(0));
            // Each face is on one side, on the plane, or cut. Cut faces are counted twice.
            assert_eq!(root.on + root.front + root.back - root.cut, tree.triangle_count());
        }
    }

    #[test]
    fn childless_node_has_only_stored_faces() {
        let (tree, _) = test_trees::room();
        let last = faces(&tree, NodeId(tree.node_count() - 1));
        assert_eq!([last.front, last.back, last.cut], [0; 3]);
        assert!(last.on > 0);
    }
}
