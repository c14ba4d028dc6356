//! The solid-leaf tree in numbers, as `info` and `compile` tell them.

use std::io;

use serde::Serialize;

use crate::{
    bsp::solid_leaf::LeafStatistics,
    compile::{CompileParams, Leaves, structure::StructureStatistics},
};

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
    bytes: u64,
    structure_ms: f64,
    build_ms: f64,
    portal_ms: f64,
}

impl LeafTreeInfo {
    pub(super) fn of(leaves: &Leaves, params: &CompileParams) -> Self {
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
            empty_volume,
            solid_volume,
            portals,
            links: _,
            leaf_faces,
            splits,
            depth,
            mean_depth,
            contradicted_faces,
            contradicted_area,
            iterations: _,
            bytes,
        } = leaves.tree.statistics();
        let timings = leaves.timings;
        Self {
            rule: params.leaves.rule.name(),
            seed: params.leaves.seed,
            nodes,
            leaves: leaf_count,
            empty,
            solid,
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
            bytes,
            structure_ms: timings.structure,
            build_ms: timings.leaves,
            portal_ms: timings.portals,
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
        row("portals", self.portals.to_string())?;
        row(
            "leaf faces",
            format!("{}, {} splits", self.leaf_faces, self.splits),
        )?;
        row("depth", format!("{}, mean {:.1}", self.depth, self.mean_depth))?;
        if self.contradicted_faces > 0 {
            row(
                "contradicted",
                format!(
                    "{} faces, {:.2} m²: what is solid was decided against them",
                    self.contradicted_faces, self.contradicted_area
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
                "{:.1} ms: structure {:.1}, tree {:.1}, portals {:.1}",
                self.structure_ms + self.build_ms + self.portal_ms,
                self.structure_ms,
                self.build_ms,
                self.portal_ms
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
