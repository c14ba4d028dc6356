//! Statistics of the tree stored in a compiled level, compared with the tree that bspwalk builds.

use bspwalk_compile::own_tree::PvsComparison;
use bspwalk_progress::Progress;
use bspwalk_session::{OpenError, Opened};
use bspwalk_text::{Localize, text};
use bspwalk_trees::solid_leaf::{LeafStatistics, Pvs};
use serde::Serialize;

use super::{
    error::CliError,
    report::{Report, Table},
};

/// Seed for the random eye positions used to compare the two trees.
const SEED: u64 = 1;

/// The report. Later versions only add keys. Times are in milliseconds, lengths in metres.
#[derive(Serialize)]
pub(super) struct OwnTreeInfo {
    /// Number of world nodes in the file.
    nodes: u32,
    /// Number of world leaves in the file. All solid space is one leaf.
    leaves: u32,
    /// Number of empty leaves, which are the leaves that can contain the eye.
    empty: u32,
    /// Number of solid regions below the nodes.
    solid: u32,
    /// Number of portals between empty leaves. The portals are derived from the cells, because the file does not
    /// contain them.
    portals: u32,
    /// Number of face fragments in the tree's leaves.
    leaf_faces: u32,
    depth: u32,
    mean_depth: f64,
    /// Mean fraction of the empty leaves that are potentially visible from one of them, according to the file's PVS;
    /// null if the file has no PVS.
    pvs_mean: Option<f64>,
    /// Number of clusters in the PVS.
    clusters: u32,
    /// Body sizes of the clip hulls: minimum and maximum corner, relative to the body's reference point.
    hulls: Vec<[[f64; 3]; 2]>,
    clip_nodes: u32,
    /// Number of models other than the world, such as doors and lifts.
    models: u32,
    /// Number of nodes of the displayed tree, which adds a box around the level and a leaf for each solid region.
    shown_nodes: u32,
    shown_leaves: u32,
    /// Comparison of how much the two trees hide. Null if the PVS of the tree built by bspwalk was not requested.
    hiding: Option<PvsComparison>,
    /// Sentence that compares how much the two trees hide.
    sentence: Option<String>,
    import_ms: f64,
    /// Statistics of the tree built by bspwalk, for the table.
    #[serde(skip)]
    built: LeafStatistics,
    #[serde(skip)]
    built_pvs_mean: Option<f64>,
}

impl OwnTreeInfo {
    /// Creates the report. Returns `None` if the level contains no tree. `pvs` is the PVS of the tree built by bspwalk,
    /// if known.
    pub(super) fn of(opened: &Opened, pvs: Option<&Pvs>) -> Result<Option<Self>, CliError> {
        let (Some(own), Some(file)) = (opened.own_tree()?, &opened.level.own_tree) else {
            return Ok(None);
        };
        let leaves = opened.leaves()?;
        let in_file = file.statistics();
        let shown = own.tree.statistics();
        let empty = own.tree.empty_leaves();
        let hiding = pvs.map(|pvs| PvsComparison::new(file, (&leaves.tree, pvs), SEED, &Progress::default()));
        let hiding = hiding
            .transpose()
            .map_err(|error| OpenError::compile(&opened.source, error))?;
        let vector = |v: glam::DVec3| (v + glam::DVec3::ZERO).to_array();
        Ok(Some(Self {
            nodes: in_file.nodes,
            leaves: in_file.leaves,
            empty: in_file.empty,
            solid: in_file.solid,
            portals: shown.portals,
            leaf_faces: shown.leaf_faces,
            depth: in_file.depth,
            mean_depth: in_file.mean_depth,
            pvs_mean: own.pvs.as_ref().map(|pvs| pvs.mean_visible(&empty)),
            clusters: in_file.clusters,
            hulls: file
                .hulls()
                .iter()
                .map(|hull| [hull.min, hull.max].map(vector))
                .collect(),
            clip_nodes: in_file.clip_nodes,
            models: in_file.models,
            shown_nodes: shown.nodes,
            shown_leaves: shown.leaves,
            sentence: hiding
                .as_ref()
                .map(|hiding| hiding.sentence(own.pvs.is_some()).localized()),
            hiding,
            import_ms: own.import_ms,
            built: leaves.tree.statistics(),
            built_pvs_mean: pvs.map(|pvs| pvs.mean_visible(&leaves.tree.empty_leaves())),
        }))
    }
}

impl Report for OwnTreeInfo {
    fn add_rows(&self, table: &mut Table) {
        let built = &self.built;
        table.gap();
        table.row(text!("row-tree"), text!("report-own-tree"));
        table.pair("", [text!("report-own"), text!("report-built-here")]);
        for (name, own, built) in [
            (text!("row-nodes"), self.nodes, built.nodes),
            (text!("row-empty"), self.empty, built.empty),
            (text!("row-solid"), self.solid, built.solid),
            (text!("row-portals"), self.portals, built.portals),
            (text!("row-leaf-faces"), self.leaf_faces, built.leaf_faces),
            (text!("row-depth"), self.depth, built.depth),
        ] {
            table.pair(name, [own, built]);
        }
        let mean_depths = [self.mean_depth, built.mean_depth].map(|depth| format!("{depth:.1}"));
        table.pair(text!("row-mean-depth"), mean_depths);
        let share = |share: f64| format!("{:.1} %", share * 100.0);
        let own = self
            .pvs_mean
            .map_or_else(|| text!("report-no-pvs").to_owned(), share);
        let built = self.built_pvs_mean.map_or_else(|| "--pvs".to_owned(), share);
        table.pair(text!("row-visible"), [own, built]);
        if let Some(sentence) = &self.sentence {
            table.row(text!("row-hides"), sentence);
        }
        let hulls = self.hulls.iter().map(|[min, max]| {
            let [x, z, y] = [0, 1, 2].map(|axis: usize| format!("{:.2}", max[axis] - min[axis]));
            text!("report-hull", x, y, z)
        });
        let hulls = hulls.collect::<Vec<String>>().join(text!("text-list"));
        let hulls = match hulls.as_str() {
            "" => text!("report-none").to_owned(),
            hulls => text!("report-hulls", hulls, nodes = self.clip_nodes),
        };
        table.row(text!("row-clip-hulls"), hulls);
        table.row(text!("row-models"), text!("report-models", models = self.models));
    }
}
