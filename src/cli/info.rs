//! `info`: a level and its trees in numbers.

use std::io::Write;

use serde::Serialize;

use super::{
    CliError,
    args::InfoArgs,
    leaf_info::LeafTreeInfo,
    open::{self, Opened},
    report::{self, Report, Table, counts, mebibytes},
    tree_args::TreeArgs,
};
use crate::{
    bsp::Statistics,
    geometry::Aabb,
    level::{DropReason, Level, Spawn, SpawnOrigin, Units, Warning},
};

/// The document. Keys are only ever added.
#[derive(Serialize)]
struct Info<'a> {
    level: LevelInfo<'a>,
    node_tree: NodeTreeInfo,
    leaf_tree: LeafTreeInfo,
}

#[derive(Serialize)]
struct LevelInfo<'a> {
    name: &'a str,
    /// Triangles of the source, the dropped ones included: every `face` is below it.
    triangles: u32,
    /// How many of them were dropped.
    degenerate: usize,
    dropped: DroppedInfo,
    /// Triangles that are drawn but not solid.
    liquid: usize,
    materials: usize,
    objects: usize,
    bounds: Aabb,
    spawn: Spawn,
    units: &'a Units,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct DroppedInfo {
    zero_area: u32,
    not_finite: u32,
    repeated: u32,
}

#[derive(Serialize)]
struct NodeTreeInfo {
    rule: &'static str,
    cut_weight: f64,
    unbalance_weight: f64,
    seed: u64,
    #[serde(flatten)]
    statistics: Statistics,
    build_ms: f64,
}

/// Runs `info`.
pub(super) fn run(info: &InfoArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let opened = open::open(&info.level, tree)?;
    report::write(&Info::of(&opened)?, info.json, output)
}

impl<'a> Info<'a> {
    fn of(opened: &'a Opened) -> Result<Self, CliError> {
        let params = opened.tree.params();
        let (pvs, pvs_ms) = opened.pvs()?;
        let spawn = opened.level.spawn.eye;
        Ok(Self {
            level: LevelInfo::of(&opened.level),
            node_tree: NodeTreeInfo {
                rule: params.rule.name(),
                cut_weight: params.cut_weight,
                unbalance_weight: params.unbalance_weight,
                seed: params.seed,
                statistics: opened.tree.statistics(),
                build_ms: opened.build_ms,
            },
            leaf_tree: LeafTreeInfo::of(opened.leaves()?, (pvs, *pvs_ms), &opened.params, spawn),
        })
    }
}

impl Report for Info<'_> {
    fn add_rows(&self, table: &mut Table) {
        let level = &self.level;
        let triple = |[x, y, z]: [f64; 3]| format!("{x:.3}  {y:.3}  {z:.3}");
        let dropped = counts(&[
            (level.dropped.zero_area, "without area"),
            (level.dropped.not_finite, "not finite"),
            (level.dropped.repeated, "repeated"),
        ]);
        let dropped = dropped.map_or(String::new(), |counts| format!(", of which dropped: {counts}"));
        table.row("level", level.name);
        table.row("triangles", format!("{}{dropped}", level.triangles));
        if level.liquid > 0 {
            table.row(
                "liquid",
                format!("{} triangles, drawn but not solid", level.liquid),
            );
        }
        table.row("materials", level.materials);
        table.row("objects", level.objects);
        let [min, max] = [level.bounds.min, level.bounds.max].map(|corner| triple(corner.to_array()));
        table.row("bounds", format!("{min}  to  {max}"));
        let size = level.bounds.max - level.bounds.min;
        table.row("size", format!("{} m", triple(size.to_array())));
        let Spawn { eye, yaw, origin } = level.spawn;
        let origin = match origin {
            SpawnOrigin::Object => "object",
            SpawnOrigin::Room => "room",
            SpawnOrigin::Fallback => "fallback",
        };
        table.row(
            "spawn",
            format!("{}, yaw {yaw:.1}° ({origin})", triple(eye.to_array())),
        );
        table.row("units", &level.units.note);
        table.gap();

        let tree = &self.node_tree;
        let statistics = &tree.statistics;
        table.row("tree", format!("node-storing, rule {}", tree.rule));
        table.row("nodes", statistics.nodes);
        table.row(
            "fragments",
            format!(
                "{} of {} solid triangles",
                statistics.fragments, statistics.triangles
            ),
        );
        table.row("splits", statistics.splits);
        table.row(
            "depth",
            format!("{}, mean {:.1}", statistics.depth, statistics.mean_depth),
        );
        table.row(
            "balance",
            format!("{:.2} (0.5 even, 0 a list)", statistics.balance),
        );
        table.row("memory", mebibytes(statistics.bytes));
        table.row("built in", format!("{:.1} ms", tree.build_ms));
        table.gap();

        self.leaf_tree.add_rows(table);
        if !level.warnings.is_empty() {
            table.gap();
        }
        for warning in &level.warnings {
            table.row("warning", warning);
        }
    }
}

impl<'a> LevelInfo<'a> {
    fn of(level: &'a Level) -> Self {
        let dropped = |reason| {
            let dropped = level.dropped.iter();
            dropped.filter(|dropped| dropped.reason == reason).count() as u32
        };
        Self {
            name: &level.name,
            triangles: level.source_triangles,
            degenerate: level.dropped.len(),
            dropped: DroppedInfo {
                zero_area: dropped(DropReason::ZeroArea),
                not_finite: dropped(DropReason::NotFinite),
                repeated: dropped(DropReason::Repeated),
            },
            liquid: level.triangles.iter().filter(|triangle| !triangle.solid).count(),
            materials: level.materials.len(),
            objects: level.objects.len(),
            bounds: level.bounds,
            spawn: level.spawn,
            units: &level.units,
            warnings: level.warnings.iter().map(Warning::to_string).collect(),
        }
    }
}
