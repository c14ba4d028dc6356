//! Number of segs that each partition line splits.

use super::{DoomChild, DoomNodeId, DoomTree, Seg, SubsectorId};

/// Segs that a partition line splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LineSplits {
    /// Node of the partition line.
    pub node: DoomNodeId,
    /// Number of ancestors of the node, 0 for the root.
    pub depth: u32,
    /// Number of segs that the line splits in two. A two-sided linedef has a seg on each side, and both count.
    pub splits: u32,
}

/// Depth of each node and subsector, and the node above it.
struct Ancestors {
    nodes: Vec<(u32, Option<DoomNodeId>)>,
    subsectors: Vec<(u32, Option<DoomNodeId>)>,
}

impl DoomTree {
    /// Counts the segs that each partition line splits, most splits first. Lines that split nothing are omitted.
    ///
    /// The segs of one side of a linedef are parts of one original seg. Two neighbouring parts were separated by the
    /// lowest node above both of their subsectors. Minisegs do not count.
    #[must_use]
    pub fn line_splits(&self) -> Vec<LineSplits> {
        let ancestors = self.ancestors();
        let mut sides: Vec<Vec<([f64; 2], SubsectorId)>> = vec![Vec::new(); 2 * self.parts.linedefs.len()];
        for (index, subsector) in self.parts.subsectors.iter().enumerate() {
            let first = subsector.first_seg as usize;
            for seg in &self.parts.segs[first..first + subsector.seg_count as usize] {
                if let Some(line) = seg.linedef {
                    let side = &mut sides[2 * line as usize + usize::from(seg.is_back)];
                    side.push((self.extent(seg, line), SubsectorId::from_index(index)));
                }
            }
        }
        let mut counts = vec![0; self.parts.nodes.len()];
        for parts in &mut sides {
            parts.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
            for pair in parts.windows(2) {
                if let Some(node) = ancestors.lowest_common(pair[0].1, pair[1].1) {
                    counts[node.index()] += 1;
                }
            }
        }
        let counted = counts.into_iter().enumerate().filter(|&(_, splits)| splits > 0);
        let lines = counted.map(|(node, splits)| LineSplits {
            node: DoomNodeId::from_index(node),
            depth: ancestors.nodes[node].0,
            splits,
        });
        let mut lines: Vec<LineSplits> = lines.collect();
        lines.sort_by_key(|line| (std::cmp::Reverse(line.splits), line.depth, line.node));
        lines
    }

    /// Returns the positions of a seg's ends along its linedef, in ascending order.
    fn extent(&self, seg: &Seg, line: u32) -> [f64; 2] {
        let line = &self.parts.linedefs[line as usize];
        let [start, end, from, to] =
            [line.from, line.to, seg.from, seg.to].map(|vertex| self.parts.vertices[vertex as usize]);
        let [from, to] = [from, to].map(|point| (end - start).dot(point - start));
        [from.min(to), from.max(to)]
    }

    fn ancestors(&self) -> Ancestors {
        let mut ancestors = Ancestors {
            nodes: vec![(0, None); self.parts.nodes.len()],
            subsectors: vec![(0, None); self.parts.subsectors.len()],
        };
        let mut stack = vec![(self.root(), 0, None)];
        while let Some((child, depth, above)) = stack.pop() {
            match child {
                DoomChild::Node(node) => {
                    ancestors.nodes[node.index()] = (depth, above);
                    let children = self.parts.nodes[node.index()].children;
                    stack.extend(children.map(|child| (child, depth + 1, Some(node))));
                }
                DoomChild::Subsector(leaf) => ancestors.subsectors[leaf.index()] = (depth, above),
            }
        }
        ancestors
    }
}

impl Ancestors {
    /// Returns the lowest node above two subsectors; `None` if they are the same.
    fn lowest_common(&self, one: SubsectorId, other: SubsectorId) -> Option<DoomNodeId> {
        if one == other {
            return None;
        }
        let [mut one, mut other] = [one, other].map(|leaf| self.subsectors[leaf.index()].1);
        while one != other {
            let depth = |node: Option<DoomNodeId>| node.map(|node| self.nodes[node.index()].0);
            let lower = if depth(one) >= depth(other) {
                &mut one
            } else {
                &mut other
            };
            *lower = self.nodes[(*lower)?.index()].1;
        }
        one
    }
}
