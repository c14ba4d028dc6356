//! `info`: reports statistics of a level and its trees.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};

use bspwalk_compile::fill;
use bspwalk_geometry::Aabb;
use bspwalk_levels::{
    DropReason, Entity, Format, Level, Source, Spawn, SpawnOrigin, Text, Units, mechanisms::MechanismKind,
};
use bspwalk_session::{LevelName, Opened, tree_args::TreeArgs, watch::Watch};
use bspwalk_text::{Localize, text};
use bspwalk_trees::{Statistics, solid_leaf::portals::find_leak};
use glam::DVec3;
use serde::Serialize;

use super::{
    args::InfoArgs,
    doom_limits_info::DoomLimitsInfo,
    doom_tree_info::DoomTreeInfo,
    error::{CliError, fail},
    flat,
    hull_info::HullInfo,
    leaf_info::LeafTreeInfo,
    lump_info::{LightStyleInfo, LumpsInfo, light_styles},
    open,
    output::write_file,
    own_tree_info::OwnTreeInfo,
    portal_costs::PortalCosts,
    report::{self, Report, Table, counts, mebibytes},
};

/// The report. Later versions only add keys.
#[derive(Serialize)]
struct Info<'a> {
    level: LevelInfo<'a>,
    #[serde(skip)]
    format: Format,
    node_tree: NodeTreeInfo,
    /// Null if the tree cannot be built.
    leaf_tree: Option<LeafTreeInfo>,
    /// Reason why the solid-leaf tree cannot be built.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf_tree_error: Option<String>,
    /// Costs of the portals in the PVS computation, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    portal_costs: Option<PortalCosts>,
    /// Tree stored in a compiled level.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_tree: Option<OwnTreeInfo>,
    /// Tree stored in a DOOM level.
    #[serde(skip_serializing_if = "Option::is_none")]
    doom_tree: Option<DoomTreeInfo>,
    /// Load of DOOM's renderer, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    doom_limits: Option<DoomLimitsInfo>,
    /// Differences between hulls and the visible tree, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hulls: Vec<HullInfo>,
    /// Lumps of a compiled level in a Quake format.
    #[serde(skip_serializing_if = "Option::is_none")]
    lumps: Option<LumpsInfo>,
}

#[derive(Serialize)]
struct LevelInfo<'a> {
    name: &'a str,
    /// Source format: [`Format::key`].
    format: &'static str,
    /// Conversions applied while reading the file, one sentence each.
    conversions: Vec<String>,
    /// Number of triangles in the source, including dropped ones. Every `face` is less than this number.
    triangles: u32,
    /// Number of dropped triangles.
    degenerate: usize,
    dropped: DroppedInfo,
    /// Number of source triangles that only mark the spawn. These are neither drawn nor solid.
    marks_spawn: usize,
    /// Number of triangles that are drawn but not solid.
    liquid: usize,
    materials: usize,
    objects: usize,
    /// Entities, such as player starts, lights, doors and cameras.
    entities: Vec<EntityInfo<'a>>,
    /// Number of brushes in the source.
    brushes: usize,
    /// Number of mechanisms of each kind.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    mechanisms: BTreeMap<MechanismKind, usize>,
    /// Light styles of a compiled level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    light_styles: Vec<LightStyleInfo>,
    /// Translation (in metres) that moved the level close to the origin. All positions in the report are in the space
    /// of the file.
    origin: DVec3,
    bounds: Aabb,
    spawn: Spawn,
    units: Units,
    warnings: Vec<String>,
}

/// Counts the mechanisms of a level by kind.
fn by_kind(level: &Level) -> BTreeMap<MechanismKind, usize> {
    let mut counts = BTreeMap::new();
    for mechanism in &level.mechanisms {
        *counts.entry(mechanism.kind).or_default() += 1;
    }
    counts
}

#[derive(Serialize)]
struct EntityInfo<'a> {
    class: &'a str,
    name: Option<&'a str>,
    /// Position, in metres.
    position: DVec3,
    /// Yaw, in degrees to the left of −Z.
    yaw: Option<f64>,
    line: Option<usize>,
}

impl<'a> EntityInfo<'a> {
    fn of(entity: &'a Entity, level: &Level) -> Self {
        Self {
            class: &entity.class,
            name: entity.name.as_deref(),
            position: level.to_world(entity.position),
            yaw: entity.yaw,
            line: entity.line,
        }
    }
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
    /// Number of nodes that queries can visit: blocks, and nodes whose planes are tested.
    queried_nodes: u32,
    /// Number of blocks: subtrees with so few faces that a query tests all of the faces at once.
    queried_blocks: u32,
    build_ms: f64,
}

/// Runs `info`.
pub(super) fn run(info: &InfoArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    if info.watch {
        return watched(info, tree, output);
    }
    let opened = open::open(&info.level, tree)?;
    if let Some(file) = &info.pts {
        write_leak(&opened, file)?;
    }
    write(&Info::of(&opened, info)?, info, output)
}

/// Writes the report, and the CSV file if requested.
fn write(report: &Info<'_>, info: &InfoArgs, output: impl Write) -> Result<(), CliError> {
    if let Some(file) = &info.csv {
        let figures = flat::csv(report).map_err(|error| CliError::Failed(error.to_string()))?;
        write_file(file, figures)?;
    }
    report::write(report, info.json, output)
}

/// Maximum number of empty leaves for a quick PVS computation.
const MANY_LEAVES: usize = 256;

/// Returns whether to compute the PVS. If only the output format requires the PVS and computing it takes a while,
/// prints the reason for the wait.
fn has_pvs(info: &InfoArgs, opened: &Opened) -> Result<bool, CliError> {
    let is_asked_for = info.pvs.unwrap_or(info.json) && opened.leaf_failure()?.is_none();
    if is_asked_for
        && info.pvs.is_none()
        && opened.built_pvs().is_none()
        && opened.leaves()?.tree.empty_leaves().len() > MANY_LEAVES
    {
        let _ = writeln!(io::stderr(), "{}", text!("usage-pvs-waits"));
    }
    Ok(is_asked_for)
}

/// Writes a new report whenever the level changes. Returns only if an error occurs.
fn watched(info: &InfoArgs, tree: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    let LevelName::File(path) = &info.level else {
        return Err(CliError::Failed(text!(
            "usage-watch-built-in",
            level = info.level
        )));
    };
    let options = tree.load_options();
    let start = |source: Option<&Source>| Watch::start(path, source, &options).map_err(CliError::Failed);
    // Start watching before reading the level, so that no change is missed.
    let mut watch = start(None)?;
    let mut is_first = true;
    loop {
        match open::open(&info.level, tree) {
            Ok(opened) => {
                if let Some(file) = &info.pts {
                    write_leak(&opened, file)?;
                }
                write(&Info::of(&opened, info)?, info, &mut output)?;
                watch = start(opened.files.as_ref())?;
            }
            // If the file does not exist at the start, there is nothing to wait for.
            Err(error) if is_first && !path.exists() => return Err(error),
            // Keep watching the files of the last valid version, because the user will probably fix one of them.
            Err(error) => {
                let _ = fail(error);
            }
        }
        is_first = false;
        watch.wait().map_err(CliError::Failed)?;
        if !info.json {
            let written = writeln!(output, "\n{}", text!("report-changed", file = path.display()));
            written.map_err(CliError::Output)?;
        }
    }
}

/// Writes the leak path as a `.pts` file, in the axes and units of the source. Prints a note if there is no leak.
fn write_leak(opened: &Opened, file: &Path) -> Result<(), CliError> {
    let tree = &opened.leaves()?.tree;
    let (start, _) = fill::leak_start(&opened.level, tree);
    let Some(leak) = find_leak(tree.portal_graph(), tree.locate(start), start) else {
        // A closed standard error must not stop the command.
        let _ = writeln!(io::stderr(), "{}", text!("usage-no-leak", file = file.display()));
        return Ok(());
    };
    let mut text = String::new();
    for point in &leak.line {
        let [x, y, z] = fill::level_to_source_point(&opened.level, *point).to_array();
        text.push_str(&format!("{x:.3} {y:.3} {z:.3}\n"));
    }
    write_file(file, text)
}

impl<'a> Info<'a> {
    fn of(opened: &'a Opened, info: &InfoArgs) -> Result<Self, CliError> {
        let params = opened.tree.params();
        let pvs = opened.pvs_if(has_pvs(info, opened)?)?;
        let lumps = LumpsInfo::of(opened, info.lumps);
        let mut level = LevelInfo::of(&opened.level);
        level.warnings.extend(lumps.iter().flat_map(LumpsInfo::warnings));
        let portal_costs = info.portal_costs.then(|| PortalCosts::of(opened)).transpose()?;
        let leaf_failure = opened.leaf_failure()?;
        let (leaf_tree, own_tree) = if leaf_failure.is_some() {
            (None, None)
        } else {
            let leaves = opened.leaves()?;
            (
                Some(LeafTreeInfo::of(leaves, pvs, &opened.params, &opened.level)),
                OwnTreeInfo::of(opened, pvs.map(|(pvs, _)| pvs))?,
            )
        };
        Ok(Self {
            level,
            format: opened.level.format,
            node_tree: NodeTreeInfo {
                rule: params.rule.name(),
                cut_weight: params.cut_weight,
                unbalance_weight: params.unbalance_weight,
                seed: params.seed,
                statistics: opened.tree.statistics(),
                queried_nodes: opened.tree.queried_node_count(),
                queried_blocks: opened.tree.queried_block_count(),
                build_ms: opened.build_ms,
            },
            leaf_tree,
            leaf_tree_error: leaf_failure.map(Localize::localized),
            portal_costs,
            own_tree,
            doom_tree: DoomTreeInfo::of(opened)?,
            doom_limits: info
                .doom_limits
                .then(|| DoomLimitsInfo::of(opened, info.view_height))
                .transpose()?,
            hulls: if info.hulls {
                HullInfo::of(opened)?
            } else {
                Vec::new()
            },
            lumps,
        })
    }
}

impl Report for Info<'_> {
    fn add_rows(&self, table: &mut Table) {
        let level = &self.level;
        let triple = |[x, y, z]: [f64; 3]| format!("{x:.3}  {y:.3}  {z:.3}");
        let dropped = counts(&[
            (level.dropped.zero_area, text!("report-zero-area")),
            (level.dropped.not_finite, text!("report-not-finite")),
            (level.dropped.repeated, text!("report-repeated")),
        ]);
        table.row(text!("row-level"), level.name);
        table.row(text!("row-format"), self.format.localized());
        for conversion in &level.conversions {
            table.row(text!("row-converted"), conversion);
        }
        let mut triangles = level.triangles.to_string();
        if let Some(counts) = dropped {
            triangles = text!("report-dropped", triangles, counts);
        }
        if level.marks_spawn > 0 {
            triangles = text!("report-marks", triangles, count = level.marks_spawn);
        }
        table.row(text!("row-triangles"), triangles);
        if level.liquid > 0 {
            let triangles = level.liquid;
            table.row(text!("row-liquid"), text!("report-liquid", triangles));
        }
        table.row(text!("row-materials"), level.materials);
        table.row(text!("row-objects"), level.objects);
        let mut classes: BTreeMap<&str, u32> = BTreeMap::new();
        for entity in &level.entities {
            *classes.entry(entity.class).or_default() += 1;
        }
        let classes = classes.into_iter().map(|(class, count)| (count, class));
        let mut classes: Vec<(u32, &str)> = classes.collect();
        classes.sort_by_key(|&(count, class)| (Reverse(count), class));
        if let Some(classes) = counts(&classes) {
            let all = level.entities.len();
            table.row(text!("row-entities"), format!("{all}: {classes}"));
        }
        if level.brushes > 0 {
            table.row(text!("row-brushes"), level.brushes);
        }
        if !level.mechanisms.is_empty() {
            let counts = level
                .mechanisms
                .iter()
                .map(|(kind, count)| kind.count(*count).localized());
            table.row(text!("row-moves"), counts.collect::<Vec<_>>().join(", "));
        }
        // If the level has only one style, all lights are always on, and the row would be redundant.
        for style in level.light_styles.iter().filter(|_| level.light_styles.len() > 1) {
            table.row(text!("row-light"), style.line());
        }
        if level.origin != DVec3::ZERO {
            let origin = triple(level.origin.to_array());
            table.row(text!("row-origin"), format!("{origin} m"));
        }
        let [min, max] = [level.bounds.min, level.bounds.max].map(|corner| triple(corner.to_array()));
        table.row(text!("row-bounds"), text!("report-bounds", min, max));
        let size = level.bounds.max - level.bounds.min;
        table.row(text!("row-size"), format!("{} m", triple(size.to_array())));
        let Spawn { eye, yaw, origin } = level.spawn;
        let origin = match origin {
            SpawnOrigin::Object => text!("report-spawn-object"),
            SpawnOrigin::Entity => text!("report-spawn-entity"),
            SpawnOrigin::Room => text!("report-spawn-room"),
            SpawnOrigin::Fallback => text!("report-spawn-fallback"),
        };
        let (eye, yaw) = (triple(eye.to_array()), format!("{yaw:.1}"));
        table.row(text!("row-spawn"), text!("report-spawn", eye, yaw, origin));
        table.row(text!("row-units"), &level.units.note);
        table.gap();

        let tree = &self.node_tree;
        let Statistics {
            fragments,
            triangles,
            depth,
            blocks,
            ..
        } = tree.statistics;
        table.row(text!("row-tree"), text!("report-node-tree", rule = tree.rule));
        table.row(text!("row-nodes"), tree.statistics.nodes);
        let fragments = text!("report-fragments", fragments, triangles);
        table.row(text!("row-fragments"), fragments);
        table.row(text!("row-splits"), tree.statistics.splits);
        if blocks > 0 {
            table.row(text!("row-blocks"), text!("report-blocks", nodes = blocks));
        }
        let mean = format!("{:.1}", tree.statistics.mean_depth);
        table.row(text!("row-depth"), text!("report-depth", depth, mean));
        let balance = format!("{:.2}", tree.statistics.balance);
        table.row(text!("row-balance"), text!("report-balance", balance));
        let cells = tree.queried_blocks;
        let planes = tree.queried_nodes - cells;
        let queries = match cells {
            0 => text!("report-queries", planes),
            _ => text!("report-queries-cells", planes, cells),
        };
        table.row(text!("row-queries"), queries);
        table.row(text!("row-memory"), mebibytes(tree.statistics.bytes));
        table.row(text!("row-built-in"), format!("{:.1} ms", tree.build_ms));
        table.gap();

        self.leaf_tree.add_rows(table);
        if let Some(error) = &self.leaf_tree_error {
            table.row(text!("row-tree"), text!("report-no-leaf-tree", error));
        }
        self.portal_costs.add_rows(table);
        self.own_tree.add_rows(table);
        self.doom_tree.add_rows(table);
        self.doom_limits.add_rows(table);
        for hull in &self.hulls {
            hull.add_rows(table);
        }
        self.lumps.add_rows(table);
        if !level.warnings.is_empty() {
            table.gap();
        }
        for warning in &level.warnings {
            table.row(text!("row-warning"), warning);
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
            format: level.format.key(),
            conversions: level.conversions.iter().map(Localize::localized).collect(),
            triangles: level.source_triangles,
            degenerate: level.dropped.len(),
            dropped: DroppedInfo {
                zero_area: dropped(DropReason::ZeroArea),
                not_finite: dropped(DropReason::NotFinite),
                repeated: dropped(DropReason::Repeated),
            },
            marks_spawn: match level.spawn.origin {
                SpawnOrigin::Object => (level.source_triangles as usize)
                    .saturating_sub(level.dropped.len() + level.triangles.len()),
                _ => 0,
            },
            liquid: level.triangles.iter().filter(|triangle| !triangle.solid).count(),
            materials: level.materials.len(),
            objects: level.objects.len(),
            entities: level
                .entities
                .iter()
                .map(|entity| EntityInfo::of(entity, level))
                .collect(),
            brushes: level.brushes.len(),
            mechanisms: by_kind(level),
            light_styles: light_styles(level),
            origin: level.origin,
            bounds: level.world_bounds(),
            spawn: Spawn {
                eye: level.to_world(level.spawn.eye),
                ..level.spawn
            },
            units: Units {
                note: Text::plain(level.units.note.localized()),
                ..level.units
            },
            warnings: level.warnings.iter().map(Localize::localized).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        info: InfoArgs,
        #[command(flatten)]
        tree: TreeArgs,
    }

    /// Returns the report on `three_rooms` if its solid-leaf tree exceeds the fragment limit.
    fn limited_report(options: &[&str]) -> String {
        let line = ["info", "three_rooms"].iter().chain(options);
        let line = Line::try_parse_from(line).expect("it is a line");
        let mut opened = open::open(&line.info.level, &line.tree).expect("it is built in");
        opened.params.leaves.max_fragments = 3;
        let report = Info::of(&opened, &line.info).expect("it has a node-storing tree");
        let mut text = Vec::new();
        write(&report, &line.info, &mut text).expect("it is written");
        String::from_utf8(text).expect("it is UTF-8")
    }

    #[test]
    fn json_without_leaf_tree_has_reason() {
        let report: serde_json::Value =
            serde_json::from_str(&limited_report(&["--json"])).expect("it is JSON");
        assert!(report["leaf_tree"].is_null());
        let reason = report["leaf_tree_error"].as_str().expect("there is a reason");
        assert!(reason.contains("more than 3 fragments"), "{reason}");
        assert!(report["node_tree"]["nodes"].as_u64() > Some(1));
    }

    #[test]
    fn table_without_leaf_tree_has_reason() {
        let table = limited_report(&[]);
        assert!(table.contains("more than 3 fragments"), "{table}");
        assert!(table.contains(text!("row-splits")), "{table}");
    }
}
