//! Statistics of the solid-leaf tree, as reported by `info` and `compile`.

use bspwalk_compile::{BuiltLeafTree, CompileParams, fill, structure::StructureStatistics};
use bspwalk_levels::Level;
use bspwalk_text::{text, translated};
use bspwalk_trees::solid_leaf::{Inside, MisclassifiedFace, Pvs, portals::find_leak, pvs::PvsStatistics};
use serde::Serialize;

use super::report::{Report, Table, counts, mebibytes};

/// Maximum number of misclassified faces in the JSON document.
const MOST_MISCLASSIFIED: usize = 20;

/// Maximum number of misclassified faces in the table.
const LISTED_MISCLASSIFIED: usize = 5;

/// The report. Later versions only add keys. Times are in milliseconds, areas in square metres, and volumes in cubic
/// metres.
#[derive(Serialize)]
pub(super) struct LeafTreeInfo {
    rule: &'static str,
    seed: u64,
    nodes: u32,
    /// Number of leaves, including the outside leaf.
    leaves: u32,
    empty: u32,
    solid: u32,
    /// Numbers of empty and solid leaves within the world box.
    #[serde(skip)]
    bounded: [u32; 2],
    /// Number of unreachable empty leaves that were filled; null without `--fill`.
    filled: Option<u32>,
    empty_volume: f64,
    solid_volume: f64,
    portals: u32,
    planes: u32,
    /// Number of face fragments in leaves.
    leaf_faces: u32,
    splits: u32,
    depth: u32,
    mean_depth: f64,
    /// Number of structural triangles, which form the tree. `detail` counts the triangles that are only filtered into
    /// its leaves.
    structural: u32,
    detail: u32,
    /// Numbers of structural and detail triangles by reason.
    structure: StructureStatistics,
    /// Number of convex polygons after merging the structural triangles.
    merged_polygons: u32,
    contradicted_faces: u32,
    contradicted_area: f64,
    /// The misclassified faces with the largest area; at most [`MOST_MISCLASSIFIED`].
    contradicted: Vec<MisclassifiedFace>,
    /// Kind of interior: `rooms`, an `object` that is viewed from outside, or `none`.
    inside: Inside,
    /// Whether the spawn is connected to the outside; null if the spawn is in solid space or the level has no interior.
    leak: Option<bool>,
    /// Whether walls seal off the starting point of the leak search.
    seal: Seal,
    /// Length of the shortest known path from the spawn to the outside, in metres.
    leak_length: Option<f64>,
    /// Class of the entity where the path starts, unless it starts at the spawn.
    leak_from: Option<String>,
    /// Mean fraction of the empty bounded leaves that are potentially visible from one of them. Like all PVS figures,
    /// null if the PVS was not requested.
    pvs_mean: Option<f64>,
    /// Whether the PVS is final; false if `--pvs-steps` cut the computation short.
    pvs_final: Option<bool>,
    pvs: Option<PvsStatistics>,
    bytes: u64,
    structure_ms: f64,
    build_ms: f64,
    portal_ms: f64,
    pvs_ms: Option<f64>,
}

/// Whether a level is sealed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Seal {
    /// No path leads from the interior to the outside.
    Sealed,
    /// A path leads from the interior to the outside.
    Leaks,
    /// The level has no interior to seal.
    Open,
    /// The spawn is in solid space.
    Unknown,
}

impl LeafTreeInfo {
    /// Creates the report. The leak search starts at the spawn, or at an entity with a path to the outside.
    pub(super) fn of(
        leaves: &BuiltLeafTree,
        pvs: Option<(&Pvs, f64)>,
        params: &CompileParams,
        level: &Level,
    ) -> Self {
        let tree = &leaves.tree;
        let statistics = tree.statistics();
        let (start, leaking) = fill::leak_start(level, tree);
        let leaking = leaking.and_then(|index| level.entities.get(index));
        let at = tree.locate(start);
        let inside = tree.inside();
        let leak = match inside {
            Inside::Rooms => find_leak(tree.portal_graph(), at, start),
            Inside::Object | Inside::None => None,
        };
        let seal = match &leak {
            _ if inside != Inside::Rooms => Seal::Open,
            _ if tree.is_solid(at) => Seal::Unknown,
            Some(_) => Seal::Leaks,
            None => Seal::Sealed,
        };
        let timings = leaves.timings;
        let mut contradicted = tree.misclassified_faces().to_vec();
        contradicted.sort_by(|a, b| b.area.total_cmp(&a.area).then(a.face.cmp(&b.face)));
        contradicted.truncate(MOST_MISCLASSIFIED);
        Self {
            rule: params.leaves.rule.name(),
            seed: params.leaves.seed,
            nodes: statistics.nodes,
            leaves: statistics.leaves,
            empty: statistics.empty,
            bounded: [statistics.empty_inside(), statistics.solid_inside()],
            solid: statistics.solid,
            filled: params.fill.then_some(statistics.filled),
            empty_volume: statistics.empty_volume,
            solid_volume: statistics.solid_volume,
            portals: statistics.portals,
            planes: statistics.planes,
            leaf_faces: statistics.leaf_faces,
            splits: statistics.splits,
            depth: statistics.depth,
            mean_depth: statistics.mean_depth,
            structural: statistics.structural,
            detail: statistics.detail,
            structure: leaves.structure.statistics(),
            merged_polygons: statistics.merged_polygons,
            contradicted_faces: statistics.contradicted_faces,
            contradicted_area: statistics.contradicted_area,
            contradicted,
            inside,
            leak: matches!(seal, Seal::Sealed | Seal::Leaks).then_some(leak.is_some()),
            seal,
            leak_length: leak.map(|leak| leak.length()),
            leak_from: leaking.map(|entity| entity.class.clone()),
            pvs_mean: pvs.map(|(pvs, _)| pvs.mean_visible(&tree.empty_leaves())),
            pvs_final: pvs.map(|(pvs, _)| pvs.is_final()),
            pvs: pvs.map(|(pvs, _)| pvs.statistics()),
            bytes: statistics.bytes,
            structure_ms: timings.structure,
            build_ms: timings.leaves,
            portal_ms: timings.portals,
            pvs_ms: pvs.map(|(_, took)| took),
        }
    }
}

impl Report for LeafTreeInfo {
    fn add_rows(&self, table: &mut Table) {
        let reasons = &self.structure;
        table.row(text!("row-tree"), text!("report-leaf-tree", rule = self.rule));
        let by_reason = in_brackets(&[
            (reasons.structural_by_hand, text!("report-by-hand")),
            (reasons.structural_by_name, text!("report-by-name")),
        ]);
        let (triangles, polygons) = (self.structural, self.merged_polygons);
        let structural = text!("report-structural", triangles, polygons, by_reason);
        table.row(text!("row-structural"), structural);
        let by_reason = in_brackets(&[
            (reasons.liquid, text!("report-by-liquid")),
            (reasons.detail_by_hand, text!("report-by-hand")),
            (reasons.detail_by_name, text!("report-by-name")),
            (reasons.small, text!("report-by-small")),
            (reasons.over_budget, text!("report-beyond-budget")),
        ]);
        let triangles = self.detail;
        table.row(text!("row-detail"), text!("report-detail", triangles, by_reason));
        let (nodes, planes) = (self.nodes, self.planes);
        table.row(text!("row-nodes"), text!("report-nodes-on-planes", nodes, planes));
        let (leaves, [empty, solid]) = (self.leaves, self.bounded);
        let [empty_volume, solid_volume] =
            [self.empty_volume, self.solid_volume].map(|volume| format!("{volume:.1}"));
        let leaves = text!("report-leaves", leaves, empty, empty_volume, solid, solid_volume);
        table.row(text!("row-leaves"), leaves);
        if let Some(filled) = self.filled {
            let filled = match self.leak {
                Some(false) => text!("report-filled", filled),
                Some(true) => text!("report-filled-leak").to_owned(),
                None if self.inside != Inside::Rooms => text!("report-filled-open").to_owned(),
                None => text!("report-filled-solid").to_owned(),
            };
            table.row(text!("row-filled"), filled);
        }
        table.row(text!("row-portals"), self.portals);
        table.row(text!("row-inside"), translated(self.inside.description()));
        let leak = match self.seal {
            Seal::Open => text!("report-leak-open").to_owned(),
            Seal::Unknown => text!("report-leak-unknown").to_owned(),
            Seal::Leaks => {
                let from = self.leak_from.as_deref().unwrap_or(text!("report-the-spawn"));
                let length = self.leak_length.unwrap_or_default();
                text!("report-leak", from, length = format_args!("{length:.1}"))
            }
            Seal::Sealed => text!("report-leak-none").to_owned(),
        };
        table.row(text!("row-leak"), leak);
        let percent = self.pvs_mean.map(|mean| format!("{:.1}", mean * 100.0));
        let visible = match percent {
            None => text!("report-pvs-none").to_owned(),
            Some(percent) if self.pvs_final == Some(false) => text!("report-visible-coarse", percent),
            Some(percent) => text!("report-visible", percent),
        };
        table.row(text!("row-visible"), visible);
        let (faces, splits) = (self.leaf_faces, self.splits);
        table.row(text!("row-leaf-faces"), text!("report-leaf-faces", faces, splits));
        let (depth, mean) = (self.depth, format!("{:.1}", self.mean_depth));
        table.row(text!("row-depth"), text!("report-depth", depth, mean));
        if self.contradicted_faces > 0 {
            let worst = self.contradicted.iter().take(LISTED_MISCLASSIFIED);
            let numbers: Vec<String> = worst.map(|found| found.face.to_string()).collect();
            let (faces, numbers) = (self.contradicted_faces, numbers.join(", "));
            let area = format!("{:.2}", self.contradicted_area);
            let contradicted = text!("report-contradicted", faces, area, numbers);
            table.row(text!("row-contradicted"), contradicted);
        }
        table.row(text!("row-memory"), mebibytes(self.bytes));
        let all = self.structure_ms + self.build_ms + self.portal_ms + self.pvs_ms.unwrap_or(0.0);
        let [all, structure, tree, portals] =
            [all, self.structure_ms, self.build_ms, self.portal_ms].map(|took| format!("{took:.1}"));
        let built = match self.pvs_ms.map(|took| format!("{took:.1}")) {
            None => text!("report-built", all, structure, tree, portals),
            Some(pvs) => text!("report-built-pvs", all, structure, tree, portals, pvs),
        };
        table.row(text!("row-built-in"), built);
    }
}

/// Lists the nonzero counts in brackets. The result is empty if all counts are zero.
fn in_brackets(parts: &[(u32, &str)]) -> String {
    counts(parts).map_or(String::new(), |counts| text!("report-in-brackets", counts))
}
