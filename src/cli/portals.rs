//! `portals`: writes the portals of a level to a portal file, and compares them with the portals of another file.

use std::{io::Write, path::Path, sync::Arc};

use bspwalk_compile::tree_portals::{FileLeafNumbers, TreePortals};
use bspwalk_explain::{
    outlines::Overlap,
    portal_comparison::{FILE, PortalComparison, TREE},
};
use bspwalk_levels::portal_file::PortalFile;
use bspwalk_session::{Opened, tree_args::TreeArgs};
use bspwalk_text::{
    Localize, text,
    words::{count_with_noun, metres},
};
use bspwalk_trees::{LeafTree, solid_leaf::PortalId};
use glam::DVec3;
use serde::Serialize;

use super::{
    args::PortalsArgs,
    error::CliError,
    open,
    output::{check_writable, write_file},
    progress_bar,
    report::{self, Report, Table},
};

/// Maximum number of portals in the table, per side of the comparison.
const LISTED: usize = 5;

/// The report. Later versions only add keys. Positions and lengths are in metres, areas in square metres.
#[derive(Serialize)]
struct Portals {
    level: String,
    /// Whether the portals belong to the tree stored in the level.
    own_tree: bool,
    leaves: u32,
    clusters: u32,
    portals: usize,
    area: f64,
    /// Number of portals omitted because they lead to the outside.
    outside: u32,
    /// Number of portals omitted because both of their leaves are in the same cluster.
    within_cluster: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Written>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
}

#[derive(Serialize)]
struct Written {
    file: String,
    dialect: &'static str,
    bytes: usize,
}

/// Comparison with the portals in a file.
#[derive(Serialize)]
struct Comparison {
    file: String,
    dialect: &'static str,
    leaves: u32,
    clusters: u32,
    /// Maximum distance of a portal's corners from the plane of an identical portal.
    distance: f64,
    /// Number of portals that both sides of the comparison have.
    same: usize,
    same_area: f64,
    sentence: String,
    in_file: Side,
    in_tree: Side,
}

/// One side of the comparison.
#[derive(Serialize)]
struct Side {
    portals: usize,
    area: f64,
    same: usize,
    in_part: usize,
    alone: usize,
    /// Area of this side's portals that the other side lacks.
    area_alone: f64,
    /// Portals without an identical portal on the other side. Portals that are missing there come first, before the
    /// differently divided portals. Each group is sorted by uncovered area, in descending order.
    different: Vec<Different>,
}

/// A portal that the other side lacks or divides differently.
#[derive(Serialize)]
struct Different {
    /// Zero-based index in the file or in the tree.
    portal: u32,
    /// Leaves or clusters that the portal connects, numbered as in a portal file.
    clusters: [u32; 2],
    overlap: Overlap,
    area: f64,
    /// Area that portals of the other side cover.
    covered: f64,
    center: [f64; 3],
}

/// Runs `portals`.
pub(super) fn run(args: &PortalsArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    if let Some(file) = &args.output {
        check_writable(file)?;
    }
    let opened = open::open(&args.level, tree)?;
    let (leaves, numbers) = tree_with_file_numbers(&opened, args.own_tree)?;
    let portals = TreePortals::new(&opened.level, &leaves, &numbers, args.dialect);
    let mut report = Portals {
        level: opened.level.name.clone(),
        own_tree: args.own_tree,
        leaves: numbers.leaves(),
        clusters: portals.file.clusters,
        portals: portals.portals.len(),
        area: area(&leaves, &portals.portals),
        outside: portals.outside,
        within_cluster: portals.within,
        written: None,
        comparison: None,
    };
    if let Some(file) = &args.compare {
        let (read, comparison) = compare_with_file(&opened, file, (&leaves, portals.portals.clone()))?;
        report.comparison = Some(Comparison::of(file, (&read, &portals.file), &comparison, &opened));
    }
    if let Some(file) = &args.output {
        if !portals.file.is_in_range() {
            let scale = opened.level.units.scale;
            let problem = text!("usage-portals-far", level = opened.source, scale);
            return Err(CliError::Failed(problem));
        }
        let text = portals.file.write();
        report.written = Some(Written {
            file: file.display().to_string(),
            dialect: args.dialect.first_line(),
            bytes: text.len(),
        });
        write_file(file, text)?;
    }
    report::write(&report, args.json, output)
}

/// Returns the selected tree, and the numbers that its leaves and clusters have in a portal file.
pub(super) fn tree_with_file_numbers(
    opened: &Opened,
    own_tree: bool,
) -> Result<(Arc<LeafTree>, FileLeafNumbers), CliError> {
    if !own_tree {
        let tree = Arc::clone(&opened.leaves()?.tree);
        let numbers = FileLeafNumbers::of_built(&tree);
        return Ok((tree, numbers));
    }
    match (opened.own_tree()?, &opened.level.own_tree) {
        (Some(own), Some(quake)) => Ok((Arc::clone(&own.tree), FileLeafNumbers::of_own(own, quake))),
        _ => Err(no_own_leaves(opened)),
    }
}

/// Returns the error for a level that contains no solid-leaf tree.
pub(super) fn no_own_leaves(opened: &Opened) -> CliError {
    CliError::Failed(text!("usage-no-own-leaves", name = opened.source))
}

/// Compares the portals of a portal file with the portals of a tree.
pub(super) fn compare_with_file(
    opened: &Opened,
    file: &Path,
    (tree, ids): (&LeafTree, Vec<PortalId>),
) -> Result<(PortalFile, PortalComparison), CliError> {
    progress_bar::with_progress_bar(|progress| {
        let read = PortalFile::load(file, progress).map_err(|error| CliError::Failed(error.localized()))?;
        let comparison = PortalComparison::new(&opened.level, &read, (tree, ids), progress)
            .map_err(|error| CliError::Failed(error.to_string()))?;
        Ok((read, comparison))
    })
}

/// Returns the total area of the given portals, in square metres.
fn area(tree: &LeafTree, portals: &[PortalId]) -> f64 {
    let polygons = portals.iter().filter_map(|&id| tree.portal(id));
    polygons
        .map(|portal| bspwalk_geometry::Polygon::from_points(portal.polygon.iter().copied()).area())
        .sum()
}

impl Comparison {
    fn of(
        file: &Path,
        (read, ours): (&PortalFile, &PortalFile),
        comparison: &PortalComparison,
        opened: &Opened,
    ) -> Self {
        let outlines = &comparison.outlines;
        let same = outlines.sides[FILE].iter().filter(|beside| beside.same.is_some());
        let side = |side, numbers: &PortalFile| Side::of(side, numbers, comparison, opened);
        Self {
            file: file.display().to_string(),
            dialect: read.dialect.first_line(),
            leaves: read.leaves(),
            clusters: read.clusters,
            distance: outlines.near,
            same: outlines.count(FILE, Overlap::Same),
            same_area: same.map(|beside| beside.area).sum(),
            sentence: comparison.sentence(),
            in_file: side(FILE, read),
            in_tree: side(TREE, ours),
        }
    }
}

impl Side {
    fn of(side: usize, numbers: &PortalFile, comparison: &PortalComparison, opened: &Opened) -> Self {
        let outlines = &comparison.outlines;
        let [alone, in_part] =
            [Overlap::Alone, Overlap::InPart].map(|overlap| outlines.with_overlap(side, overlap));
        let different = |index: u32| {
            let (outline, beside) = (
                &comparison.portals[side][index as usize],
                &outlines.sides[side][index as usize],
            );
            Different {
                portal: if side == FILE {
                    index
                } else {
                    comparison.ids[index as usize].0
                },
                clusters: numbers.portals[index as usize].clusters,
                overlap: beside.overlap(),
                area: beside.area,
                covered: beside.covered,
                center: (opened.level.to_world(outline.center()) + DVec3::ZERO).to_array(),
            }
        };
        Self {
            portals: outlines.sides[side].len(),
            area: comparison.area(side),
            same: outlines.count(side, Overlap::Same),
            in_part: in_part.len(),
            alone: alone.len(),
            area_alone: comparison.area_alone(side),
            different: alone.into_iter().chain(in_part).map(different).collect(),
        }
    }

    fn add_rows(&self, table: &mut Table, title: &str) {
        let portals = count_with_noun(self.alone as u64, "portal");
        let area = format!("{:.2}", self.area_alone);
        let alone = match self.in_part {
            0 => text!("report-alone", portals, area),
            parts => text!("report-alone-and-parts", portals, parts, area),
        };
        table.row(title, alone);
        for one in self.different.iter().take(LISTED) {
            let [x, y, z] = one.center.map(|part| (part * 100.0).round() / 100.0 + 0.0);
            let [x, y, z, area] = [x, y, z, one.area].map(|figure| format!("{figure:.2}"));
            let covered = match one.overlap {
                Overlap::InPart => text!("report-portal-covered", area = format_args!("{:.2}", one.covered)),
                Overlap::Same | Overlap::Alone => String::new(),
            };
            let (portal, [front, behind]) = (one.portal, one.clusters);
            let portal = text!("report-portal", portal, front, behind, area, covered, x, y, z);
            table.row("", portal);
        }
        if let Some(more @ 1..) = self.different.len().checked_sub(LISTED) {
            table.row("", text!("report-more-json", more));
        }
    }
}

/// Adds rows with the numbers of leaves, clusters and portals, and the portals' area.
fn add_sizes(table: &mut Table, [leaves, clusters]: [u32; 2], (portals, area): (usize, f64)) {
    let (leaves, clusters) = (
        count_with_noun(leaves, "leaf"),
        count_with_noun(clusters, "cluster"),
    );
    table.row(text!("row-leaves"), text!("report-in-clusters", leaves, clusters));
    table.row(text!("row-portals"), format!("{portals}, {area:.2} m²"));
}

impl Report for Portals {
    fn add_rows(&self, table: &mut Table) {
        table.row(text!("row-level"), &self.level);
        let tree = match self.own_tree {
            true => text!("report-tree-of-file"),
            false => text!("report-tree-built-here"),
        };
        table.row(text!("row-tree"), tree);
        add_sizes(table, [self.leaves, self.clusters], (self.portals, self.area));
        if self.outside > 0 {
            let portals = count_with_noun(self.outside, "portal");
            table.row(text!("row-left-out"), text!("report-to-outside", portals));
        }
        if self.within_cluster > 0 {
            let within = count_with_noun(self.within_cluster, "portal");
            table.row(text!("row-left-out"), text!("report-within-cluster", within));
        }
        if let Some(written) = &self.written {
            let Written { file, dialect, bytes } = written;
            let written = text!("report-portals-written", file, dialect, bytes);
            table.row(text!("row-written"), written);
        }
        let Some(comparison) = &self.comparison else {
            return;
        };
        table.gap();
        let Comparison { file, dialect, .. } = comparison;
        table.row(text!("row-file"), format!("{file}, {dialect}"));
        let Side { portals, area, .. } = comparison.in_file;
        add_sizes(table, [comparison.leaves, comparison.clusters], (portals, area));
        table.gap();
        let portals = count_with_noun(comparison.same as u64, "portal");
        let (area, distance) = (
            format!("{:.2}", comparison.same_area),
            metres(comparison.distance),
        );
        table.row(
            text!("row-in-both"),
            text!("report-in-both", portals, area, distance),
        );
        comparison.in_file.add_rows(table, text!("report-only-in-file"));
        comparison.in_tree.add_rows(table, text!("report-only-in-tree"));
        table.row(text!("row-in-short"), &comparison.sentence);
    }
}
