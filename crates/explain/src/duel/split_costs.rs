//! Tree statistics for a range of split costs, in the format of DOOM node builders.
//!
//! elfbsp writes a line `map_name,is_fast,split_cost,num_segs,num_subsecs,num_nodes,size_left,size_right` for each cost
//! from 1 to 32. For a DOOM level, the statistics describe the planar tree of its linedefs. The lines are scored as in
//! these node builders. For any other level, they describe the node-storing tree, with the split cost as the cut
//! weight. Cuts are classified by the orientation of the cut faces and of the planes.

use std::{collections::HashMap, fmt::Write, ops::RangeInclusive, sync::Arc};

use bspwalk_geometry::{Plane, TaggedTriangle};
use bspwalk_planar::{PlanarParams, PlanarTree};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{BuildParams, DoomTree, FaceId, NodeId, NodeTree, TriangleId, node_storing::BuildError};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Range of split costs that elfbsp uses.
pub const COSTS: RangeInclusive<u32> = 1..=32;

/// Default split cost of elfbsp, glBSP and related node builders.
pub const USUAL: u32 = 11;

/// Maximum number of candidate lines per node in the planar tree. Most maps have fewer linedefs.
const CANDIDATES: usize = 2048;

/// Tolerance for axis-aligned planes and faces.
const AXIAL: f64 = 1.0e-9;

/// Orientation of the planes in a tree and of the faces that they cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitKinds {
    /// Number of nodes with an axis-aligned plane or, in 2D, with a horizontal or vertical line.
    pub axial_nodes: u32,
    /// Number of nodes with another plane.
    pub diagonal_nodes: u32,
    /// Number of additional fragments of axis-aligned faces or, in 2D, of axis-aligned edges.
    pub axial_splits: u32,
    /// Number of additional fragments of other faces or edges.
    pub diagonal_splits: u32,
}

/// Statistics of a tree that was built with a certain split cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SplitPoint {
    /// Cost of a cut, relative to an imbalance of one face between the two sides of a plane.
    pub split_cost: u32,
    /// Number of stored pieces. In a DOOM level, a piece counts once for each side of its linedef, like a seg.
    pub segs: u32,
    /// Number of subsectors, which are the leaves of the tree.
    pub subsectors: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of nodes on the longest path that starts behind the root; elfbsp calls this side left.
    pub size_left: u32,
    /// Number of nodes on the longest path that starts in front of the root; elfbsp calls this side right.
    pub size_right: u32,
    /// Orientation of the planes and of the cut faces.
    #[serde(flatten)]
    pub kinds: SplitKinds,
}

impl SplitKinds {
    /// Counts the nodes and splits of each orientation in a node-storing tree built from these triangles.
    #[must_use]
    pub fn of_nodes(tree: &NodeTree, triangles: &[TaggedTriangle]) -> Self {
        let is_axial = |normal: DVec3| normal.abs().max_element() >= 1.0 - AXIAL;
        let axial_faces = triangles.iter().map(|triangle| {
            let plane = Plane::from_points(triangle.corners);
            (triangle.face, plane.is_some_and(|plane| is_axial(plane.normal)))
        });
        let axial_faces: HashMap<FaceId, bool> = axial_faces.collect();
        let mut kinds = Self::default();
        let mut pieces: HashMap<TriangleId, (FaceId, u32)> = HashMap::new();
        // Blocks have no splitting plane.
        let nodes = tree.node_ids().filter_map(|id| tree.node(id));
        for node in nodes.filter(|node| !node.is_block) {
            let is_axial = is_axial(node.plane.normal);
            kinds.axial_nodes += u32::from(is_axial);
            kinds.diagonal_nodes += u32::from(!is_axial);
        }
        for fragment in (0..tree.fragment_count()).filter_map(|number| tree.fragment(number)) {
            let (face, pieces) = pieces.entry(fragment.triangle).or_default();
            *face = fragment.face;
            *pieces += 1;
        }
        for (face, pieces) in pieces.into_values() {
            let is_axial = axial_faces.get(&face).copied().unwrap_or_default();
            kinds.add_splits(is_axial, pieces - 1);
        }
        kinds
    }

    fn of_planar(tree: &PlanarTree) -> Self {
        let is_axial = |edge: u32| {
            let edge = tree.edges()[edge as usize];
            edge.from.x == edge.to.x || edge.from.y == edge.to.y
        };
        let mut kinds = Self::default();
        for node in tree.nodes() {
            let is_axial = is_axial(node.edge);
            kinds.axial_nodes += u32::from(is_axial);
            kinds.diagonal_nodes += u32::from(!is_axial);
        }
        let mut pieces: HashMap<u32, u32> = HashMap::new();
        for fragment in tree.fragments() {
            *pieces.entry(fragment.edge).or_default() += 1;
        }
        for (edge, pieces) in pieces {
            kinds.add_splits(is_axial(edge), pieces - 1);
        }
        kinds
    }

    fn add_splits(&mut self, is_axial: bool, splits: u32) {
        *if is_axial {
            &mut self.axial_splits
        } else {
            &mut self.diagonal_splits
        } += splits;
    }

    /// Returns the total number of additional fragments.
    #[must_use]
    pub fn splits(&self) -> u32 {
        self.axial_splits + self.diagonal_splits
    }

    /// Returns the fraction of nodes with an axis-aligned plane, or `None` if there are no nodes.
    #[must_use]
    pub fn axial_share(&self) -> Option<f64> {
        let nodes = self.axial_nodes + self.diagonal_nodes;
        (nodes > 0).then(|| f64::from(self.axial_nodes) / f64::from(nodes))
    }
}

/// Builds the planar tree of a DOOM level's linedefs for each split cost. Passes each point to `tell` as soon as it is
/// available.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn sweep_doom_split_costs(
    level: &DoomTree,
    costs: RangeInclusive<u32>,
    progress: &Progress,
    mut tell: impl FnMut(SplitPoint),
) -> Result<(), Cancelled> {
    let edges = level.edges();
    let sides: Vec<u32> = level
        .parts()
        .linedefs
        .iter()
        .map(|line| line.sectors.iter().flatten().count() as u32)
        .collect();
    for split_cost in costs {
        let params = PlanarParams {
            // Node builders try all lines, except for elfbsp with `--fast`, which tries only a few.
            max_candidates: CANDIDATES,
            split_cost: Some(split_cost),
        };
        let tree = PlanarTree::build(&edges, params, progress)?;
        let heights = heights(tree.nodes().iter().map(|node| {
            [node.front, node.back].map(|child| Some(child).filter(|&child| child != bspwalk_planar::NONE))
        }));
        tell(SplitPoint {
            split_cost,
            segs: tree
                .fragments()
                .iter()
                .map(|fragment| sides.get(fragment.edge as usize).copied().unwrap_or_default())
                .sum(),
            subsectors: tree.nodes().len() as u32 + 1,
            nodes: tree.nodes().len() as u32,
            // The front of a linedef is on its right, whereas the front of a segment is on its left.
            size_left: heights[0],
            size_right: heights[1],
            kinds: SplitKinds::of_planar(&tree),
        });
    }
    Ok(())
}

/// Builds the node-storing tree of a level's solid triangles for each split cost, which is used as the cut weight, with
/// a balance weight of 1.
///
/// Passes each point to `tell` as soon as it is available. Costs that cut the level into too many pieces are skipped.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn sweep_triangle_split_costs(
    triangles: &[TaggedTriangle],
    params: &BuildParams,
    costs: RangeInclusive<u32>,
    progress: &Arc<Progress>,
    mut tell: impl FnMut(SplitPoint),
) -> Result<(), Cancelled> {
    for split_cost in costs {
        progress.check()?;
        let mut params = *params;
        (params.cut_weight, params.unbalance_weight) = (split_cost.into(), 1.0);
        let tree = match NodeTree::builder(&params).progress(progress).build(triangles) {
            Ok(tree) => tree,
            Err(BuildError::Cancelled(cancelled)) => return Err(cancelled),
            Err(_) => continue,
        };
        let nodes = tree.node_ids().filter_map(|id| tree.node(id));
        let heights = heights(nodes.map(|node| [node.front, node.back]));
        tell(SplitPoint {
            split_cost,
            segs: tree.statistics().fragments,
            subsectors: tree.node_count() + 1,
            nodes: tree.node_count(),
            size_left: heights[1],
            size_right: heights[0],
            kinds: SplitKinds::of_nodes(&tree, triangles),
        });
    }
    Ok(())
}

/// Returns the number of nodes on the longest path in front of the root, and on the longest path behind it. Children
/// come after their parents.
fn heights(children: impl Iterator<Item = [Option<NodeId>; 2]>) -> [u32; 2] {
    let children: Vec<[Option<NodeId>; 2]> = children.collect();
    let mut heights = vec![0; children.len()];
    let mut of_root = [0; 2];
    for (node, children) in children.iter().enumerate().rev() {
        of_root = children.map(|child| child.map_or(0, |child| heights[child.index()]));
        heights[node] = 1 + of_root[0].max(of_root[1]);
    }
    of_root
}

/// Formats the points as CSV with elfbsp's column names. The column for `is_fast` contains the rule instead, and
/// additional columns contain the kinds of cuts.
#[must_use]
pub fn csv(map_name: &str, rule: &str, points: &[SplitPoint]) -> String {
    let mut text = String::from(
        "map_name,rule,split_cost,num_segs,num_subsecs,num_nodes,size_left,size_right,axial_nodes,diagonal_nodes,axial_splits,\
         diagonal_splits\r\n",
    );
    let map_name = map_name.replace('"', "\"\"");
    for point in points {
        let SplitPoint {
            split_cost,
            segs,
            subsectors,
            nodes,
            size_left,
            size_right,
            kinds,
        } = point;
        let SplitKinds {
            axial_nodes,
            diagonal_nodes,
            axial_splits,
            diagonal_splits,
        } = kinds;
        let _ = write!(
            text,
            "\"{map_name}\",{rule},{split_cost},{segs},{subsectors},{nodes},{size_left},{size_right},{axial_nodes},\
             {diagonal_nodes},{axial_splits},{diagonal_splits}\r\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_classified_by_orientation() {
        // A wall perpendicular to X cuts a floor at height 0 and a slope.
        let triangle = |face: u32, corners: [[f64; 3]; 3]| TaggedTriangle {
            corners: corners.map(DVec3::from),
            face: FaceId(face),
        };
        let floor = triangle(0, [[-4.0, 0.0, -4.0], [-4.0, 0.0, 4.0], [4.0, 0.0, -4.0]]);
        let slope = triangle(1, [[-4.0, 3.0, -4.0], [-4.0, 5.0, 4.0], [4.0, 4.0, -4.0]]);
        let wall = triangle(2, [[0.0, -1.0, -9.0], [0.0, 9.0, -9.0], [0.0, -1.0, 9.0]]);
        let mut params = BuildParams::ATI;
        params.rule = bspwalk_trees::Rule::First;
        let kinds = |triangles: &[TaggedTriangle]| {
            let tree = NodeTree::build(triangles, &params).unwrap();
            let kinds = SplitKinds::of_nodes(&tree, triangles);
            assert_eq!(
                kinds.splits(),
                tree.fragment_count() - triangles.len() as u32,
                "each cut makes a fragment more, or two"
            );
            kinds
        };
        let uncut = kinds(&[floor, slope]);
        assert_eq!(
            (uncut.splits(), uncut.axial_nodes, uncut.diagonal_nodes),
            (0, 1, 1)
        );
        let cut = kinds(&[wall, floor, slope]);
        assert!(cut.axial_splits > 0 && cut.diagonal_splits > 0, "{cut:?}");
        let cut = kinds(&[wall, floor]);
        assert!(cut.axial_splits > 0 && cut.diagonal_splits == 0, "{cut:?}");
        assert_eq!(cut.axial_share(), Some(1.0));
    }

    #[test]
    fn heights_are_measured_per_side_of_root() {
        let list = [
            [Some(1), Some(4)],
            [Some(2), None],
            [None, Some(3)],
            [None, None],
            [None, None],
        ];
        let list = list.map(|children| children.map(|child| child.map(NodeId)));
        assert_eq!(heights(list.into_iter()), [3, 1]);
        assert_eq!(heights(std::iter::empty()), [0, 0]);
    }
}
