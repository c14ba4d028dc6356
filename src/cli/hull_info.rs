//! Differences between hulls and the visible tree, as reported by `info --hulls`.

use bspwalk_collision::{
    Capsule,
    mover::{CollisionMethod, MoverParams},
};
use bspwalk_compile::fill;
use bspwalk_explain::hull_difference::{HullDifference, HullRegion, RegionKind};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_text::words::metres;
use bspwalk_trees::quake::HullId;
use glam::DVec3;
use serde::Serialize;

use super::{error::CliError, progress_bar, report::Table};

/// Maximum number of regions of each kind in the JSON document.
const MOST: usize = 50;

/// Maximum number of regions of each kind in the table.
const LISTED: usize = 3;

/// Kinds of regions, with the name of their row.
const KINDS: [(RegionKind, bspwalk_text::Message); 4] = [
    (RegionKind::Blocked, bspwalk_text::message!("row-hull-blocked")),
    (RegionKind::Narrow, bspwalk_text::message!("row-hull-narrow")),
    (RegionKind::Opened, bspwalk_text::message!("row-hull-opened")),
    (RegionKind::Niche, bspwalk_text::message!("row-hull-niches")),
];

/// The report on a hull. Later versions only add keys. Lengths are in metres, volumes in cubic metres.
#[derive(Serialize)]
pub(super) struct HullInfo {
    /// Number of the clip hull in the file; null for the expanded tree of a level without hulls.
    hull: Option<u32>,
    /// Size of the body's box.
    body: DVec3,
    /// Regions by kind. Null if the level has too many cells to compare.
    differences: Option<Vec<KindInfo>>,
}

#[derive(Serialize)]
struct KindInfo {
    kind: RegionKind,
    #[serde(skip)]
    name: bspwalk_text::Message,
    /// Number of connected regions.
    regions: usize,
    /// Total volume.
    volume: f64,
    /// The regions with the largest volume, at most [`MOST`].
    largest: Vec<RegionInfo>,
}

#[derive(Serialize)]
struct RegionInfo {
    /// Middle of the bounding box.
    center: DVec3,
    /// Middle of the bounding box, in the axes and units of the source.
    source: DVec3,
    /// Size of the bounding box.
    size: DVec3,
    volume: f64,
    /// Number of openings of a closed region.
    openings: usize,
}

impl RegionInfo {
    fn of(region: &HullRegion, level: &Level) -> Self {
        let center = region.bounds.center();
        Self {
            center: level.to_world(center),
            source: fill::level_to_source_point(level, center),
            size: region.bounds.size(),
            volume: region.volume,
            openings: region.openings,
        }
    }
}

impl HullInfo {
    /// Compares all clip hulls of a compiled level with its visible tree. In other levels, compares the solid-leaf tree
    /// with its expansion by the walking body.
    pub(super) fn of(opened: &Opened) -> Result<Vec<Self>, CliError> {
        let level = &opened.level;
        let info = |hull, body, compare: &dyn Fn(&Progress) -> Result<Option<HullDifference>, Cancelled>| {
            let difference = progress_bar::with_progress_bar(|progress| compare(progress));
            let difference = difference.map_err(|error| CliError::Failed(error.to_string()))?;
            Ok(Self::new(hull, body, difference, level))
        };
        let Some(tree) = level.tree_with_hulls() else {
            let MoverParams { height, radius, .. } = MoverParams::default();
            let body = Capsule::standing(height, radius);
            let leaves = &opened.leaves()?.tree;
            let Some(expanded) = opened.trees(&[CollisionMethod::Planes])?.planes else {
                return Ok(Vec::new());
            };
            let compare =
                |progress: &Progress| HullDifference::of_body(level, leaves, expanded, body, progress);
            return Ok(vec![info(None, 2.0 * body.extents().as_dvec3(), &compare)?]);
        };
        let hulls = tree.hulls().iter().zip(1_u32..);
        hulls
            .map(|(body, hull)| {
                info(Some(hull), body.size(), &|progress| {
                    HullDifference::of_file(tree, HullId(hull), progress)
                })
            })
            .collect()
    }

    fn new(hull: Option<u32>, body: DVec3, difference: Option<HullDifference>, level: &Level) -> Self {
        let of_kind = |difference: HullDifference| {
            let kinds = KINDS.into_iter().map(|(kind, name)| {
                let regions = || difference.of_kind(kind);
                KindInfo {
                    kind,
                    name,
                    regions: regions().count(),
                    volume: regions().map(|region| region.volume).sum::<f64>() + 0.0,
                    largest: regions()
                        .take(MOST)
                        .map(|region| RegionInfo::of(region, level))
                        .collect(),
                }
            });
            kinds.collect()
        };
        Self {
            hull,
            body,
            differences: difference.map(of_kind),
        }
    }

    pub(super) fn add_rows(&self, table: &mut Table) {
        let [width, height, depth] = self.body.to_array().map(metres);
        table.gap();
        table.row(
            text!("row-hull"),
            match self.hull {
                Some(hull) => text!("report-hull-of-file", hull, width, depth, height),
                None => text!("report-hull-expanded", width, depth, height),
            },
        );
        let Some(kinds) = &self.differences else {
            table.row("", text!("legend-hulls-too-many"));
            return;
        };
        for kind in kinds {
            let volume = format!("{:.2}", kind.volume);
            table.row(
                kind.name.text(),
                text!("report-hull-regions", number = kind.regions, volume),
            );
            if kind.kind == RegionKind::Niche {
                continue;
            }
            for region in kind.largest.iter().take(LISTED) {
                let [x, y, z] = region
                    .source
                    .to_array()
                    .map(|number| format!("{:.0}", number + 0.0));
                let volume = format!("{:.3}", region.volume);
                table.row("", text!("report-hull-region", x, y, z, volume));
            }
        }
    }
}
