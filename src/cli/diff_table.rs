//! The report of `diff` as a table.

use bspwalk_explain::difference::{Counts, change};
use bspwalk_progress::words::{count, counted, milliseconds};

use super::{
    diff_report::{BrushChange, DiffReport},
    report::{Report, Table},
};

/// At most this many brushes of each level are in the table.
const LISTED: usize = 8;

impl BrushChange {
    fn add_row(&self, table: &mut Table, what: &str) {
        let [min, max] = self
            .units
            .map(|corner| format!("({} {} {})", corner.x, corner.y, corner.z));
        let detail = if self.detail { ", detail" } else { "" };
        table.row(
            what,
            format!("{min} to {max} in units, of {}{detail}", self.object),
        );
        table.row(
            "",
            format!(
                "at its box {} gone, {} came; {} gone, {} came",
                counted(self.leaves_gone, "leaf"),
                self.leaves_came,
                counted(self.portals_gone, "portal"),
                self.portals_came
            ),
        );
    }
}

/// "3 → 5", or "3" where it stays.
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
        table.row("before", &self.before);
        table.row("after", &self.after);
        table.gap();
        let faces = &self.faces;
        table.row("faces", change(&faces.counts));
        if !faces.counts.is_nothing() {
            let [gone, came] = faces.redivided;
            table.row(
                "",
                format!(
                    "{:.2} m² gone, {:.2} m² came; {gone} and {came} of them are only divided otherwise",
                    faces.area_gone, faces.area_came
                ),
            );
        }
        if let Some(brushes) = &self.brushes {
            table.row("brushes", change(&brushes.counts));
            for (list, what) in [(&brushes.gone_list, "gone"), (&brushes.came_list, "came")] {
                for brush in list.iter().take(LISTED) {
                    brush.add_row(table, what);
                }
                if let Some(more @ 1..) = list.len().checked_sub(LISTED) {
                    table.row("", format!("and {more} more; --json lists them"));
                }
            }
        }
        table.gap();
        let figures = &self.figures;
        table.row("tree", "node-storing");
        table.row("nodes", change(&self.nodes.counts));
        table.row("splits", step(figures.splits));
        table.row("fragments", step(figures.fragments));
        table.row("depth", step(figures.node_depth));
        table.row("built in", times(figures.node_ms.map(Some)).unwrap_or_default());
        table.gap();
        let whose = match self.own_trees {
            [false, false] => "solid-leaf",
            [true, true] => "solid-leaf, those of the files",
            [true, false] => "solid-leaf, that of the file before, ours after",
            [false, true] => "solid-leaf, ours before, that of the file after",
        };
        table.row("tree", whose);
        table.row("planes", change(&self.planes.counts));
        table.row("leaves", change(&self.leaves.counts));
        table.row(
            "",
            format!("empty {}, solid {}", step(figures.empty), step(figures.solid)),
        );
        table.row("splits", step(figures.leaf_splits));
        table.row("depth", step(figures.leaf_depth));
        table.row("portals", change(&self.portals.counts));
        match &self.visible_pairs {
            Some(pairs) => {
                let counts = Counts {
                    before: pairs.before,
                    after: pairs.after,
                    gone: pairs.gone + pairs.with_gone_leaves,
                    came: pairs.came + pairs.with_new_leaves,
                };
                table.row("visible", format!("pairs of leaves: {}", change(&counts)));
                if !pairs.is_nothing() {
                    table.row(
                        "",
                        format!(
                            "of leaves that stay, {} see each other no more, and {} did not before",
                            counted(pairs.gone, "pair"),
                            counted(pairs.came, "pair")
                        ),
                    );
                }
            }
            None => table.row("visible", "not compared"),
        }
        if let Some(times) = times(figures.leaf_ms) {
            table.row("built in", times);
        }
        if let Some(times) = times(figures.pvs_ms) {
            table.row("PVS in", times);
        }
        table.gap();
        table.row("in short", &self.sentence);
    }
}
