//! Statistics of the tree in a DOOM level, compared with a planar tree built from the same linedefs.

use bspwalk_planar::{PlanarParams, PlanarTree};
use bspwalk_progress::Progress;
use bspwalk_session::{OpenError, Opened};
use bspwalk_text::text;
use bspwalk_trees::doom::{DoomFaults, DoomStatistics, DoomTree, LineSplits};
use serde::Serialize;

use super::{
    error::CliError,
    report::{Report, Table},
};

/// The report. Later versions only add keys. Lengths are in map units.
#[derive(Serialize)]
pub(super) struct DoomTreeInfo {
    /// The tree in the file. Its `segs` are parts of the `sides` of linedefs; its `minisegs` are parts of partition
    /// lines.
    #[serde(flatten)]
    own: DoomStatistics,
    linedefs: usize,
    sectors: u32,
    faults: DoomFaults,
    /// Partition lines that split segs, most splits first.
    line_splits: Vec<LineSplitsInfo>,
    /// The planar tree built from the same linedefs. Its `segs` are edge fragments, its `sides` are edges, and its
    /// `subsectors` are the empty child slots of nodes.
    planar: DoomStatistics,
}

/// A partition line of the file's nodes.
#[derive(Serialize)]
struct LineSplitsInfo {
    #[serde(flatten)]
    splits: LineSplits,
    /// A point on the line.
    position: [f64; 2],
    /// Direction of the line.
    direction: [f64; 2],
}

impl LineSplitsInfo {
    fn of(tree: &DoomTree, splits: LineSplits) -> Self {
        let node = &tree.parts().nodes[splits.node.index()];
        Self {
            splits,
            position: node.at.to_array(),
            direction: node.direction.to_array(),
        }
    }

    fn sentence(&self) -> String {
        let LineSplits { node, depth, splits } = self.splits;
        let ([x, y], [dx, dy]) = (self.position, self.direction);
        text!("report-doom-line", node, depth, splits, x, y, dx, dy)
    }
}

/// Maximum number of partition lines in the table.
const LISTED: usize = 5;

impl DoomTreeInfo {
    /// Creates the report. Returns `None` if the level contains no DOOM tree.
    pub(super) fn of(opened: &Opened) -> Result<Option<Self>, CliError> {
        let Some(tree) = &opened.level.doom_tree else {
            return Ok(None);
        };
        let planar = PlanarTree::build(&tree.edges(), PlanarParams::default(), &Progress::default())
            .map_err(|error| OpenError::compile(&opened.source, error))?;
        Ok(Some(Self {
            own: tree.statistics(),
            linedefs: tree.parts().linedefs.len(),
            sectors: tree.parts().sectors,
            faults: tree.faults(),
            line_splits: tree
                .line_splits()
                .into_iter()
                .map(|line| LineSplitsInfo::of(tree, line))
                .collect(),
            planar: planar.statistics(),
        }))
    }
}

impl Report for DoomTreeInfo {
    fn add_rows(&self, table: &mut Table) {
        let (own, planar) = (&self.own, &self.planar);
        table.gap();
        table.row(text!("row-tree"), text!("report-doom-tree"));
        table.pair("", [text!("report-own"), text!("report-planar")]);
        table.pair(text!("row-nodes"), [own.nodes, planar.nodes]);
        table.pair(text!("row-subsectors"), [own.subsectors, planar.subsectors]);
        table.pair(text!("row-segs"), [own.segs, planar.segs]);
        table.pair(text!("row-of-sides"), [own.sides, planar.sides]);
        if own.minisegs > 0 {
            table.pair(text!("row-minisegs"), [own.minisegs, planar.minisegs]);
        }
        let growth = [own.growth, planar.growth].map(|share| format!("{:+.1} %", share * 100.0));
        table.pair(text!("row-growth"), growth);
        table.pair(text!("row-depth"), [own.depth, planar.depth]);
        let mean = [own.mean_depth, planar.mean_depth].map(|depth| format!("{depth:.1}"));
        table.pair(text!("row-mean-depth"), mean);
        let balance = [own.balance, planar.balance].map(|balance| format!("{balance:.2}"));
        table.pair(text!("row-balance"), balance);
        let Self {
            linedefs, sectors, ..
        } = self;
        table.row(text!("row-map"), text!("report-doom-map", linedefs, sectors));
        let faults = &self.faults;
        let (off, out) = (faults.segs_off_linedef, faults.segs_out_of_cell);
        let most = faults.farthest_off_linedef.max(faults.farthest_out_of_cell);
        let most = format!("{most:.1}");
        table.row(text!("row-rounded"), text!("report-doom-rounded", off, out, most));
        let splits: u32 = self.line_splits.iter().map(|line| line.splits.splits).sum();
        let lines = self.line_splits.len();
        table.row(
            text!("row-line-splits"),
            text!("report-doom-lines", splits, lines),
        );
        for line in self.line_splits.iter().take(LISTED) {
            table.row("", line.sentence());
        }
    }
}
