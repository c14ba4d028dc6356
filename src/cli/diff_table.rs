//! The report of `diff`, as a table.

use bspwalk_explain::difference::{ChangeCounts, change};
use bspwalk_text::{
    text,
    words::{count, count_with_noun, milliseconds},
};

use super::{
    diff_report::{BrushChange, DiffReport},
    report::{Report, Table},
};

/// Maximum number of brushes per level in the table.
const LISTED: usize = 8;

impl BrushChange {
    fn add_row(&self, table: &mut Table, what: &str) {
        let [min, max] = self
            .units
            .map(|corner| format!("({} {} {})", corner.x, corner.y, corner.z));
        let object = &self.object;
        let brush = match self.detail {
            true => text!("report-detail-brush", min, max, object),
            false => text!("report-brush", min, max, object),
        };
        table.row(what, brush);
        let (gone, came) = (count_with_noun(self.leaves_gone, "leaf"), self.leaves_came);
        let (portals_gone, portals_came) = (count_with_noun(self.portals_gone, "portal"), self.portals_came);
        let leaves = text!("report-brush-leaves", gone, came, portals_gone, portals_came);
        table.row("", leaves);
    }
}

/// Formats a change as "3 → 5", or as "3" if the values are equal.
fn step([before, after]: [u32; 2]) -> String {
    if before == after {
        count(before)
    } else {
        format!("{} → {}", count(before), count(after))
    }
}

fn times([before, after]: [Option<f64>; 2]) -> Option<String> {
    Some(format!("{} → {}", milliseconds(before?), milliseconds(after?)))
}

impl Report for DiffReport {
    fn add_rows(&self, table: &mut Table) {
        table.row(text!("row-before"), &self.before);
        table.row(text!("row-after"), &self.after);
        table.gap();
        let faces = &self.faces;
        table.row(text!("row-faces"), change(&faces.counts));
        if !faces.counts.is_nothing() {
            let [gone, came] = faces.redivided;
            let [area_gone, area_came] = [faces.area_gone, faces.area_came].map(|area| format!("{area:.2}"));
            let changed = text!("report-faces-changed", area_gone, area_came, gone, came);
            table.row("", changed);
        }
        if let Some(brushes) = &self.brushes {
            table.row(text!("row-brushes"), change(&brushes.counts));
            for (list, what) in [
                (&brushes.gone_list, text!("report-gone")),
                (&brushes.came_list, text!("report-came")),
            ] {
                for brush in list.iter().take(LISTED) {
                    brush.add_row(table, what);
                }
                if let Some(more @ 1..) = list.len().checked_sub(LISTED) {
                    table.row("", text!("report-more-json-them", more));
                }
            }
        }
        table.gap();
        let figures = &self.figures;
        table.row(text!("row-tree"), text!("report-node-storing"));
        table.row(text!("row-nodes"), change(&self.nodes.counts));
        table.row(text!("row-splits"), step(figures.splits));
        table.row(text!("row-fragments"), step(figures.fragments));
        table.row(text!("row-depth"), step(figures.node_depth));
        let built = times(figures.node_ms.map(Some)).unwrap_or_default();
        table.row(text!("row-built-in"), built);
        table.gap();
        let whose = match self.own_trees {
            [false, false] => text!("report-solid-leaf"),
            [true, true] => text!("report-trees-of-files"),
            [true, false] => text!("report-tree-of-before"),
            [false, true] => text!("report-tree-of-after"),
        };
        table.row(text!("row-tree"), whose);
        table.row(text!("row-planes"), change(&self.planes.counts));
        table.row(text!("row-leaves"), change(&self.leaves.counts));
        let [empty, solid] = [figures.empty, figures.solid].map(step);
        table.row("", text!("report-empty-solid", empty, solid));
        table.row(text!("row-splits"), step(figures.leaf_splits));
        table.row(text!("row-depth"), step(figures.leaf_depth));
        table.row(text!("row-portals"), change(&self.portals.counts));
        match &self.visible_pairs {
            Some(pairs) => {
                let counts = ChangeCounts {
                    before: pairs.before,
                    after: pairs.after,
                    gone: pairs.gone + pairs.with_gone_leaves,
                    came: pairs.came + pairs.with_new_leaves,
                };
                let all = text!("report-pairs", pairs = change(&counts));
                table.row(text!("row-visible"), all);
                if !pairs.is_nothing() {
                    let [gone, came] = [pairs.gone, pairs.came].map(|pairs| count_with_noun(pairs, "pair"));
                    table.row("", text!("report-pairs-changed", gone, came));
                }
            }
            None => table.row(text!("row-visible"), text!("report-not-compared")),
        }
        if let Some(times) = times(figures.leaf_ms) {
            table.row(text!("row-built-in"), times);
        }
        if let Some(times) = times(figures.pvs_ms) {
            table.row(text!("row-pvs-in"), times);
        }
        table.gap();
        table.row(text!("row-in-short"), &self.sentence);
    }
}
