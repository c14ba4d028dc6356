//! Checks that the arrays read from a file form a single tree, so that all queries terminate.

use bspwalk_progress::{CheckError, Progress, ensure};
use glam::DVec2;

use super::{DoomChild, DoomParts, DoomTree};
use crate::validation::Parents;

/// Largest coordinate, in map units. Coordinates in files have 16 bits, and their sums a few more.
pub(super) const FARTHEST: f64 = 1.0e6;

impl DoomTree {
    /// Checks the arrays in `parts` and creates a tree from them.
    ///
    /// # Errors
    /// Returns [`CheckError`] if `parts` is invalid, or if `progress` is cancelled. `parts` is invalid if an index is
    /// out of range, if a node or a subsector is reached twice or never, if a partition has no direction, or if a
    /// number is not finite.
    pub fn new(parts: DoomParts, progress: &Progress) -> Result<Self, CheckError> {
        let tree = Self { parts };
        tree.check(progress)?;
        Ok(tree)
    }

    /// Performs the checks of [`DoomTree::new`] on a deserialised tree.
    ///
    /// # Errors
    /// See [`DoomTree::new`].
    pub fn check(&self, progress: &Progress) -> Result<(), CheckError> {
        let parts = &self.parts;
        ensure(!parts.subsectors.is_empty(), "there are no subsectors")?;
        progress.check_each_numbered("vertex", &parts.vertices, |_, &vertex| {
            ensure(is_place(vertex), "its position is outside the map")
        })?;
        let has_vertices = |ends: [u32; 2]| ends.iter().all(|&end| (end as usize) < parts.vertices.len());
        progress.check_each_numbered("linedef", &parts.linedefs, |_, line| {
            ensure(
                has_vertices([line.from, line.to]),
                "one of its vertices does not exist",
            )?;
            let has_sector = |sector: Option<u32>| sector.is_none_or(|sector| sector < parts.sectors);
            ensure(
                line.sectors.into_iter().all(has_sector),
                "one of its sectors does not exist",
            )
        })?;
        progress.check_each_numbered("seg", &parts.segs, |_, seg| {
            ensure(
                has_vertices([seg.from, seg.to]),
                "one of its vertices does not exist",
            )?;
            let is_there = |line: u32| (line as usize) < parts.linedefs.len();
            ensure(seg.linedef.is_none_or(is_there), "its linedef does not exist")
        })?;
        progress.check_each_numbered("subsector", &parts.subsectors, |_, subsector| {
            let end = subsector.first_seg.checked_add(subsector.seg_count);
            let is_there = end.is_some_and(|end| end as usize <= parts.segs.len());
            ensure(is_there && subsector.seg_count > 0, "its segs do not exist")?;
            ensure(subsector.sector < parts.sectors, "its sector does not exist")
        })?;
        parts.check_nodes(progress)
    }
}

impl DoomParts {
    /// Checks that every node except the last, and every subsector, is the child of exactly one node. Nodes on a cycle
    /// would be unreachable from the root, so counting the reached nodes detects cycles.
    fn check_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        let (mut nodes, mut subsectors) = (
            Parents::new(self.nodes.len()),
            Parents::new(self.subsectors.len()),
        );
        progress.check_each_numbered("node", &self.nodes, |id, node| {
            ensure(
                is_place(node.at) && is_place(node.direction) && node.direction != DVec2::ZERO,
                "its partition line has no direction",
            )?;
            let is_box = |[low, high]: [DVec2; 2]| is_place(low) && is_place(high);
            ensure(
                node.bounds.into_iter().all(is_box),
                "the bounding box of a child is not finite",
            )?;
            for child in node.children {
                match child {
                    DoomChild::Node(child) => nodes.claim(child.index(), id)?,
                    DoomChild::Subsector(child) => subsectors.claim(child.index(), id)?,
                }
            }
            Ok(())
        })?;
        let Some(root) = self.nodes.len().checked_sub(1) else {
            ensure(
                self.subsectors.len() == 1,
                "there are several subsectors but no nodes",
            )?;
            return Ok(());
        };
        ensure(
            nodes.parent(root).is_none(),
            "the last node is the root, but it has a parent",
        )?;
        let (mut reached, mut stack) = (0, vec![root]);
        while let Some(node) = stack.pop() {
            progress.check_at(reached)?;
            reached += 1;
            let children = self.nodes[node].children.into_iter();
            stack.extend(children.filter_map(|child| match child {
                DoomChild::Node(child) => Some(child.index()),
                DoomChild::Subsector(_) => None,
            }));
        }
        ensure(
            reached == self.nodes.len(),
            "nodes form a cycle or are not reachable from the root",
        )?;
        Ok(ensure(
            subsectors.are_complete(),
            "a subsector is not reachable from the root",
        )?)
    }
}

fn is_place(point: DVec2) -> bool {
    // `max_element` may ignore NaN, so finiteness is tested separately.
    point.abs().max_element() <= FARTHEST && point.is_finite()
}
