//! The solid-leaf tree in numbers, as `info` and `compile` tell them.

use std::io;

use glam::DVec3;
use serde::Serialize;

use crate::{
    bsp::solid_leaf::{LeafStatistics, MisclassifiedFace, Pvs, portals::leak::leak, pvs::PvsStatistics},
    compile::{CompileParams, Leaves, structure::StructureStatistics},
};

/// At most this many contradicted faces are named.
const MOST_CONTRADICTED: usize = 20;

/// Of these, a person is told so many.
const FEW_CONTRADICTED: usize = 5;

/// Keys are only ever added; durations in milliseconds, areas in square metres, volumes in cubic ones.
#[derive(Serialize)]
pub(super) struct LeafTreeInfo {
    rule: &'static str,
    seed: u64,
    nodes: u32,
    /// Leaves, the one outside included.
    leaves: u32,
    empty: u32,
    solid: u32,
    /// Of the solid leaves, those that were empty and cannot be reached; null where it was not asked for.
    filled: Option<u32>,
    empty_volume: f64,
    solid_volume: f64,
    portals: u32,
    planes: u32,
    /// Pieces of faces in leaves.
    leaf_faces: u32,
    splits: u32,
    depth: u32,
    mean_depth: f64,
    /// Triangles that make the tree, and those that are cut into it.
    structural: u32,
    detail: u32,
    /// Of which reasons they are what they are.
    structure: StructureStatistics,
    /// Convex polygons that the structural triangles were merged into.
    merged_polygons: u32,
    contradicted_faces: u32,
    contradicted_area: f64,
    /// The worst of them, the largest area first; at most [`MOST_CONTRADICTED`].
    contradicted: Vec<MisclassifiedFace>,
    /// Whether a way leads from the spawn to the outside; null where the spawn is in something solid.
    leak: Option<bool>,
    /// The length of the shortest such way found, in metres.
    leak_length: Option<f64>,
    /// Over the empty bounded leaves, the mean share of them that may be seen.
    pvs_mean: f64,
    /// Whether the visible set is refined to its end.
    pvs_final: bool,
    pvs: PvsStatistics,
    bytes: u64,
    structure_ms: f64,
    build_ms: f64,
    portal_ms: f64,
    pvs_ms: f64,
}

impl LeafTreeInfo {
    /// `spawn` is where the eye starts.
    pub(super) fn of(
        leaves: &Leaves,
        (pvs, pvs_ms): (&Pvs, f64),
        params: &CompileParams,
        spawn: DVec3,
    ) -> Self {
        let tree = &leaves.tree;
        // Read as one, so that a figure added to the statistics is not forgotten here.
        let LeafStatistics {
            structural,
            detail,
            merged_polygons,
            planes,
            nodes,
            leaves: leaf_count,
            empty,
            solid,
            filled,
            empty_volume,
            solid_volume,
            portals,
            adjacencies: _,
            leaf_faces,
            splits,
            depth,
            mean_depth,
            contradicted_faces,
            contradicted_area,
            iterations: _,
            bytes,
        } = tree.statistics();
        let at = tree.locate(spawn);
        let leak = leak(tree.portal_graph(), at, spawn);
        let timings = leaves.timings;
        let mut contradicted = tree.misclassified_faces().to_vec();
        contradicted.sort_by(|a, b| b.area.total_cmp(&a.area).then(a.face.cmp(&b.face)));
        contradicted.truncate(MOST_CONTRADICTED);
        Self {
            rule: params.leaves.rule.name(),
            seed: params.leaves.seed,
            nodes,
            leaves: leaf_count,
            empty,
            solid,
            filled: params.fill.then_some(filled),
            empty_volume,
            solid_volume,
            portals,
            planes,
            leaf_faces,
            splits,
            depth,
            mean_depth,
            structural,
            detail,
            structure: leaves.structure.statistics(),
            merged_polygons,
            contradicted_faces,
            contradicted_area,
            contradicted,
            leak: (!tree.is_solid(at)).then_some(leak.is_some()),
            leak_length: leak.map(|leak| leak.length()),
            pvs_mean: pvs.mean_visible(&tree.empty_leaves()),
            pvs_final: pvs.is_final(),
            pvs: pvs.statistics(),
            bytes,
            structure_ms: timings.structure,
            build_ms: timings.leaves,
            portal_ms: timings.portals,
            pvs_ms,
        }
    }

    /// Writes it as rows of a name and what is to be said of it.
    pub(super) fn write_rows(&self, mut row: impl FnMut(&str, String) -> io::Result<()>) -> io::Result<()> {
        row("tree", format!("solid-leaf, rule {}", self.rule))?;
        row(
            "structural",
            format!(
                "{} triangles, as {} convex polygons{}",
                self.structural,
                self.merged_polygons,
                noted(&[
                    (self.structure.structural_by_hand, "by hand"),
                    (self.structure.structural_by_name, "by name"),
                ])
            ),
        )?;
        row(
            "detail",
            format!(
                "{} triangles{}",
                self.detail,
                noted(&[
                    (self.structure.liquid, "liquid"),
                    (self.structure.detail_by_hand, "by hand"),
                    (self.structure.detail_by_name, "by name"),
                    (self.structure.small, "small"),
                    (self.structure.over_budget, "beyond the budget"),
                ])
            ),
        )?;
        row("nodes", format!("{}, on {} planes", self.nodes, self.planes))?;
        row(
            "leaves",
            format!(
                "{}: {} empty ({:.1} m³), {} solid ({:.1} m³)",
                self.leaves, self.empty, self.empty_volume, self.solid, self.solid_volume
            ),
        )?;
        if let Some(filled) = self.filled {
            row(
                "filled",
                match self.leak {
                    Some(false) => format!("{filled} leaves that cannot be reached"),
                    Some(true) => "nothing, because of the leak".to_owned(),
                    None => "nothing: the spawn is in something solid".to_owned(),
                },
            )?;
        }
        row("portals", self.portals.to_string())?;
        row(
            "leak",
            match (self.leak, self.leak_length) {
                (None, _) => "unknown: the spawn is in something solid".to_owned(),
                (_, Some(length)) => format!("the spawn is open to the outside, by a way of {length:.1} m"),
                (_, None) => "none: the spawn is sealed".to_owned(),
            },
        )?;
        row(
            "visible",
            format!(
                "{:.1} % of the empty leaves from the mean one{}",
                self.pvs_mean * 100.0,
                if self.pvs_final { "" } else { ", a coarse answer" }
            ),
        )?;
        row(
            "leaf faces",
            format!("{}, {} splits", self.leaf_faces, self.splits),
        )?;
        row("depth", format!("{}, mean {:.1}", self.depth, self.mean_depth))?;
        if self.contradicted_faces > 0 {
            let worst = self.contradicted.iter().take(FEW_CONTRADICTED);
            let numbers: Vec<String> = worst.map(|found| found.face.to_string()).collect();
            row(
                "contradicted",
                format!(
                    "{} faces, {:.2} m²: what is solid was decided against them, above all face {}",
                    self.contradicted_faces,
                    self.contradicted_area,
                    numbers.join(", ")
                ),
            )?;
        }
        row(
            "memory",
            format!("{:.1} MiB", self.bytes as f64 / f64::from(1 << 20)),
        )?;
        row(
            "built in",
            format!(
                "{:.1} ms: structure {:.1}, tree {:.1}, portals {:.1}, what is seen {:.1}",
                self.structure_ms + self.build_ms + self.portal_ms + self.pvs_ms,
                self.structure_ms,
                self.build_ms,
                self.portal_ms,
                self.pvs_ms
            ),
        )
    }
}

/// Parts of a number, in brackets; nothing where there are none.
fn noted(parts: &[(u32, &str)]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .filter(|&&(count, _)| count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    }
}
