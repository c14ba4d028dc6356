//! `info`: a level and its tree in numbers, for a person or as one JSON document.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    CliError,
    args::{InfoArgs, TreeArgs},
    leaf_info::LeafTreeInfo,
    open::{self, Opened},
};
use crate::{
    bsp::Statistics,
    level::{DropReason, Level, SpawnOrigin, UpAxis, Warning},
};

/// The document. Keys are only ever added.
#[derive(Serialize)]
struct Info {
    level: LevelInfo,
    node_tree: NodeTreeInfo,
    leaf_tree: LeafTreeInfo,
}

#[derive(Serialize)]
struct LevelInfo {
    name: String,
    /// Triangles of the source, the dropped ones included: every `face` is below it.
    triangles: u32,
    /// Of them, those that were dropped, whatever the reason.
    degenerate: usize,
    dropped: DroppedInfo,
    /// Triangles that are drawn but stop nobody.
    liquid: usize,
    materials: usize,
    objects: usize,
    bounds: BoundsInfo,
    spawn: SpawnInfo,
    units: UnitsInfo,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct DroppedInfo {
    zero_area: usize,
    not_finite: usize,
    repeated: usize,
}

#[derive(Serialize)]
struct BoundsInfo {
    min: [f64; 3],
    max: [f64; 3],
}

#[derive(Serialize)]
struct SpawnInfo {
    eye: [f64; 3],
    yaw: f64,
    origin: &'static str,
}

#[derive(Serialize)]
struct UnitsInfo {
    up: &'static str,
    scale: f64,
    guessed: bool,
    note: String,
}

#[derive(Serialize)]
struct NodeTreeInfo {
    rule: &'static str,
    cut_weight: f64,
    unbalance_weight: f64,
    seed: u64,
    triangles: u32,
    nodes: u32,
    fragments: u32,
    splits: u32,
    depth: u32,
    mean_depth: f64,
    balance: f64,
    bytes: u64,
    build_ms: f64,
}

/// Runs `info`.
pub(super) fn run(info: &InfoArgs, tree: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    let document = Info::of(&open::open(&info.level, tree)?)?;
    let written = if info.json {
        serde_json::to_writer_pretty(&mut output, &document)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(output))
    } else {
        document.write_table(&mut output)
    };
    written.and_then(|()| output.flush()).map_err(CliError::Output)
}

impl Info {
    fn of(opened: &Opened) -> Result<Self, CliError> {
        let Opened {
            level,
            tree,
            build_ms,
            ..
        } = opened;
        // Read as one, so that a figure added to the statistics is not forgotten here.
        let Statistics {
            triangles,
            nodes,
            fragments,
            splits,
            depth,
            mean_depth,
            balance,
            bytes,
        } = tree.statistics();
        let params = tree.params();
        let node_tree = NodeTreeInfo {
            rule: params.rule.name(),
            cut_weight: params.cut_weight,
            unbalance_weight: params.unbalance_weight,
            seed: params.seed,
            triangles,
            nodes,
            fragments,
            splits,
            depth,
            mean_depth,
            balance,
            bytes,
            build_ms: *build_ms,
        };
        let (pvs, pvs_ms) = opened.pvs()?;
        let leaf_tree = LeafTreeInfo::of(opened.leaves()?, (pvs, *pvs_ms), &opened.params, level.spawn.eye);
        Ok(Self {
            level: LevelInfo::of(level),
            node_tree,
            leaf_tree,
        })
    }

    fn write_table(&self, output: &mut impl Write) -> io::Result<()> {
        let Self {
            level,
            node_tree: tree,
            leaf_tree,
        } = self;
        let mut row =
            |name: &str, value: String| writeln!(output, "{}", format!("  {name:<12} {value}").trim_end());
        let triple = |[x, y, z]: [f64; 3]| format!("{x:.3}  {y:.3}  {z:.3}");
        let size: [f64; 3] = std::array::from_fn(|axis| level.bounds.max[axis] - level.bounds.min[axis]);
        row("level", level.name.clone())?;
        row(
            "triangles",
            format!("{}{}", level.triangles, level.dropped_note()),
        )?;
        if level.liquid > 0 {
            row(
                "liquid",
                format!("{} triangles, drawn but not solid", level.liquid),
            )?;
        }
        row("materials", level.materials.to_string())?;
        row("objects", level.objects.to_string())?;
        row(
            "bounds",
            format!("{}  to  {}", triple(level.bounds.min), triple(level.bounds.max)),
        )?;
        row("size", format!("{} m", triple(size)))?;
        row(
            "spawn",
            format!(
                "{}, yaw {:.1}° ({})",
                triple(level.spawn.eye),
                level.spawn.yaw,
                level.spawn.origin
            ),
        )?;
        row("units", level.units.note.clone())?;
        row("", String::new())?;
        row("tree", format!("node-storing, rule {}", tree.rule))?;
        row("nodes", tree.nodes.to_string())?;
        row(
            "fragments",
            format!("{} of {} solid triangles", tree.fragments, tree.triangles),
        )?;
        row("splits", tree.splits.to_string())?;
        row("depth", format!("{}, mean {:.1}", tree.depth, tree.mean_depth))?;
        row("balance", format!("{:.2} (0.5 even, 0 a list)", tree.balance))?;
        row(
            "memory",
            format!("{:.1} MiB", tree.bytes as f64 / f64::from(1 << 20)),
        )?;
        row("built in", format!("{:.1} ms", tree.build_ms))?;
        row("", String::new())?;
        leaf_tree.write_rows(&mut row)?;
        if !level.warnings.is_empty() {
            row("", String::new())?;
        }
        for warning in &level.warnings {
            row("warning", warning.clone())?;
        }
        Ok(())
    }
}

impl LevelInfo {
    fn of(level: &Level) -> Self {
        let dropped = |reason| {
            level
                .dropped
                .iter()
                .filter(|dropped| dropped.reason == reason)
                .count()
        };
        Self {
            name: level.name.clone(),
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
            bounds: BoundsInfo {
                min: level.bounds.min.to_array(),
                max: level.bounds.max.to_array(),
            },
            spawn: SpawnInfo {
                eye: level.spawn.eye.to_array(),
                yaw: level.spawn.yaw,
                origin: match level.spawn.origin {
                    SpawnOrigin::Object => "object",
                    SpawnOrigin::Room => "room",
                    SpawnOrigin::Fallback => "fallback",
                },
            },
            units: UnitsInfo {
                up: match level.units.up {
                    UpAxis::Y => "y",
                    UpAxis::Z => "z",
                },
                scale: level.units.scale,
                guessed: level.units.guessed,
                note: level.units.note.clone(),
            },
            warnings: level.warnings.iter().map(warning_text).collect(),
        }
    }

    fn dropped_note(&self) -> String {
        let DroppedInfo {
            zero_area,
            not_finite,
            repeated,
        } = self.dropped;
        let parts: Vec<String> = [
            (zero_area, "without area"),
            (not_finite, "not finite"),
            (repeated, "repeated"),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
        if parts.is_empty() {
            String::new()
        } else {
            format!(", of which dropped: {}", parts.join(", "))
        }
    }
}

fn warning_text(warning: &Warning) -> String {
    match warning.line {
        Some(line) => format!("line {line}: {}", warning.message),
        None => warning.message.clone(),
    }
}
