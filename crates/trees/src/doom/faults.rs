//! Rounding errors in a tree: node builders round the ends of segs to integer map units.

use glam::DVec2;

use super::{DoomChild, DoomTree, Seg};
use crate::doom::DoomNodeId;

/// Maximum distance between a rounded point and its exact position, in map units: half a unit per axis, doubled because
/// the next cut starts at the rounded point.
const ROUNDING: f64 = 1.0;

/// Maximum length of a side that may be left without segs, in map units. It allows for rounding of the segs at both
/// ends of a gap.
const GAP: f64 = 2.0 * ROUNDING;

/// Fault counts for a [`DoomTree`]. Trees from real node builders have some faults, because the ends of segs are
/// rounded to integer map units.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct DoomFaults {
    /// Number of segs with an end that is more than one map unit away from their linedef.
    pub segs_off_linedef: u32,
    /// Largest distance of a seg's end from its linedef, in map units.
    pub farthest_off_linedef: f64,
    /// Number of segs with an end that is more than one map unit outside the cell of their subsector.
    pub segs_out_of_cell: u32,
    /// Largest distance from the end of a seg to its cell, measured from a partition line, in map units.
    pub farthest_out_of_cell: f64,
    /// Number of segs that belong to a different sector than their subsector.
    pub segs_of_other_sectors: u32,
    /// Number of segs outside the bounding box that an ancestor node stores for the seg's side.
    pub segs_out_of_box: u32,
    /// Number of linedef sides that have a sector but are not covered by segs for more than two map units of their
    /// length.
    pub sides_uncovered: u32,
}

impl DoomTree {
    /// Compares all segs with their linedefs, partition lines, bounding boxes and sectors, and counts the faults.
    #[must_use]
    pub fn faults(&self) -> DoomFaults {
        let mut faults = DoomFaults::default();
        self.measure_cells(&mut faults);
        let parts = &self.parts;
        // Intervals of each side that are covered by segs, as distances from the side's start.
        let mut covered: Vec<[Vec<[f64; 2]>; 2]> = vec![Default::default(); parts.linedefs.len()];
        for seg in &parts.segs {
            let Some(number) = seg.linedef else { continue };
            let line = &parts.linedefs[number as usize];
            let line = self.segment(line.from, line.to);
            let ends = self.ends(seg);
            let off = ends.map(|end| end.distance(line.closest(end)));
            let off = off[0].max(off[1]);
            faults.farthest_off_linedef = faults.farthest_off_linedef.max(off);
            faults.segs_off_linedef += u32::from(off > ROUNDING);
            let direction = line.direction().normalize_or_zero();
            let [a, b] = ends.map(|end| direction.dot(end - line.from));
            covered[number as usize][usize::from(seg.is_back)].push([a.min(b), a.max(b)]);
        }
        for (line, sides) in parts.linedefs.iter().zip(covered) {
            let length = self.segment(line.from, line.to).direction().length();
            for (sector, mut parts) in line.sectors.into_iter().zip(sides) {
                parts.sort_by(|a, b| a[0].total_cmp(&b[0]));
                let (mut end, mut gap) = (0.0_f64, 0.0);
                for [from, to] in parts {
                    gap += (from - end).max(0.0);
                    end = end.max(to);
                }
                gap += (length - end).max(0.0);
                faults.sides_uncovered += u32::from(sector.is_some() && gap > GAP);
            }
        }
        faults
    }

    fn measure_cells(&self, faults: &mut DoomFaults) {
        // Ancestors of the current child, each with the side taken. All branches share this list. It is truncated when
        // the traversal returns to a higher node.
        let mut above: Vec<(DoomNodeId, usize)> = Vec::new();
        let mut stack = vec![(self.root(), 0, None)];
        while let Some((child, depth, by)) = stack.pop() {
            if let Some(by) = by {
                above.truncate(depth - 1);
                above.push(by);
            }
            match child {
                DoomChild::Node(id) => {
                    let children = self.parts.nodes[id.index()].children;
                    stack.extend((0..2).map(|side| (children[side], depth + 1, Some((id, side)))));
                }
                DoomChild::Subsector(id) => {
                    let sector = self.parts.subsectors[id.index()].sector;
                    for seg in self.segs_of(id) {
                        self.measure_seg(seg, sector, &above, faults);
                    }
                }
            }
        }
    }

    fn measure_seg(&self, seg: &Seg, sector: u32, above: &[(DoomNodeId, usize)], faults: &mut DoomFaults) {
        let line = seg.linedef.map(|line| &self.parts.linedefs[line as usize]);
        let is_of_other = line.is_some_and(|line| line.sectors[usize::from(seg.is_back)] != Some(sector));
        faults.segs_of_other_sectors += u32::from(is_of_other);
        let ends = self.ends(seg);
        let (mut out, mut is_boxed) = (0.0_f64, true);
        for &(node, side) in above {
            let node = &self.parts.nodes[node.index()];
            let length = node.direction.length();
            for end in ends {
                let left = node.left_of(end) / length;
                out = out.max(if side == 0 { left } else { -left });
                let [low, high] = node.bounds[side];
                is_boxed &= end.cmpge(low).all() && end.cmple(high).all();
            }
        }
        faults.farthest_out_of_cell = faults.farthest_out_of_cell.max(out);
        faults.segs_out_of_cell += u32::from(out > ROUNDING);
        faults.segs_out_of_box += u32::from(!is_boxed);
    }

    fn ends(&self, seg: &Seg) -> [DVec2; 2] {
        [seg.from, seg.to].map(|vertex| self.parts.vertices[vertex as usize])
    }
}
