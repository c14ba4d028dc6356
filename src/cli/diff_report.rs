//! The levels that `diff` compares, and its report as a JSON document.

use std::sync::Arc;

use bspwalk_compile::fill::level_to_source_point;
use bspwalk_explain::{
    difference::{
        ChangeCounts, ComparedLevel, Difference, Matching, VisiblePairs, change_counts, count_redivided,
        count_touching_boxes,
    },
    outlines::{OutlineComparison, Overlap, PolygonOverlap},
};
use bspwalk_geometry::{Aabb, Polygon};
use bspwalk_levels::{Brush, Level};
use bspwalk_progress::Cancelled;
use bspwalk_session::Opened;
use bspwalk_text::{Localize, text};
use bspwalk_trees::{
    FaceId, LeafTree, NodeId,
    solid_leaf::{LeafId, PortalId, Pvs},
};
use glam::{DVec3, Vec3};
use serde::Serialize;

use super::{error::CliError, portals::no_own_leaves};

/// Maximum number of items that the JSON document lists per kind and level.
const MOST: usize = 1000;

/// A level to compare.
pub(super) struct Compared {
    pub(super) opened: Opened,
    pub(super) leaves: Arc<LeafTree>,
    pub(super) pvs: Option<Arc<Pvs>>,
    /// Computation time of the PVS in milliseconds, if it was computed.
    pub(super) pvs_ms: Option<f64>,
}

impl Compared {
    /// Prepares an open level with the tree to compare.
    pub(super) fn new(opened: Opened, is_own: bool, has_pvs: bool) -> Result<Self, CliError> {
        let (leaves, pvs, pvs_ms) = if is_own {
            let own = opened.own_tree()?.ok_or_else(|| no_own_leaves(&opened))?;
            (Arc::clone(&own.tree), own.pvs.clone().filter(|_| has_pvs), None)
        } else {
            let leaves = Arc::clone(&opened.leaves()?.tree);
            let (pvs, took) = has_pvs.then(|| opened.pvs().cloned()).transpose()?.unzip();
            (leaves, pvs, took)
        };
        Ok(Self {
            opened,
            leaves,
            pvs,
            pvs_ms,
        })
    }

    /// Returns this level as a side of the comparison.
    pub(super) fn side(&self) -> ComparedLevel<'_> {
        ComparedLevel {
            level: &self.opened.level,
            nodes: &self.opened.tree,
            leaves: &self.leaves,
            pvs: self.pvs.as_deref(),
        }
    }
}

/// Converts the cancellation of a comparison to an error.
pub(super) fn comparison_cancelled(Cancelled: Cancelled) -> CliError {
    CliError::Failed(text!("usage-comparison-cancelled").to_owned())
}

/// The report. Later versions only add keys. Positions and lengths are in metres, areas in square metres, and times in
/// milliseconds. Pairs contain the value before the change and the value after it.
#[derive(Serialize)]
pub(super) struct DiffReport {
    pub(super) before: String,
    pub(super) after: String,
    /// Whether each solid-leaf tree is read from the file.
    pub(super) own_trees: [bool; 2],
    /// Maximum distance at which two positions count as equal.
    pub(super) distance: f64,
    /// Whether nothing was added and nothing was removed.
    pub(super) same: bool,
    pub(super) faces: Faces,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) brushes: Option<Listed<BrushChange>>,
    pub(super) nodes: Listed<NodeChange>,
    pub(super) planes: Listed<PlaneChange>,
    pub(super) leaves: Listed<LeafChange>,
    pub(super) portals: Listed<PortalChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visible_pairs: Option<VisiblePairs>,
    pub(super) figures: Figures,
    /// Sentence that summarises how the change affected the statistics.
    pub(super) sentence: String,
}

/// Counts and lists of added and removed items.
#[derive(Serialize)]
pub(super) struct Listed<T> {
    #[serde(flatten)]
    pub(super) counts: ChangeCounts,
    pub(super) gone_list: Vec<T>,
    pub(super) came_list: Vec<T>,
}

#[derive(Serialize)]
pub(super) struct Faces {
    #[serde(flatten)]
    pub(super) counts: ChangeCounts,
    /// Number of these faces that faces of the other level cover completely, so that only their division differs.
    pub(super) redivided: [u64; 2],
    /// Removed area, which no face of the other level covers.
    pub(super) area_gone: f64,
    pub(super) area_came: f64,
    pub(super) gone_list: Vec<FaceChange>,
    pub(super) came_list: Vec<FaceChange>,
}

#[derive(Serialize)]
pub(super) struct FaceChange {
    /// Face number in the source.
    face: FaceId,
    area: f64,
    /// Area that no face of the other level covers.
    uncovered: f64,
    center: DVec3,
}

#[derive(Serialize)]
pub(super) struct BrushChange {
    /// Zero-based index among the level's brushes.
    pub(super) brush: u32,
    /// Object that the brush belongs to.
    pub(super) object: String,
    pub(super) detail: bool,
    pub(super) bounds: Aabb,
    /// Bounds in the units and axes of the file.
    pub(super) units: [DVec3; 2],
    /// Number of removed leaves that touch the brush's bounds. The fields below count added leaves, and removed and
    /// added portals.
    pub(super) leaves_gone: u64,
    pub(super) leaves_came: u64,
    pub(super) portals_gone: u64,
    pub(super) portals_came: u64,
}

#[derive(Serialize)]
pub(super) struct NodeChange {
    node: NodeId,
    normal: DVec3,
    /// Plane offset d in normal · x + d = 0.
    d: f64,
    /// Bounds of the faces in the node's subtree.
    bounds: Aabb,
}

#[derive(Serialize)]
pub(super) struct PlaneChange {
    normal: DVec3,
    d: f64,
}

#[derive(Serialize)]
pub(super) struct LeafChange {
    leaf: LeafId,
    solid: bool,
    volume: f64,
    bounds: Aabb,
}

#[derive(Serialize)]
pub(super) struct PortalChange {
    portal: PortalId,
    leaves: [LeafId; 2],
    overlap: Overlap,
    area: f64,
    /// Area that no portal of the other level covers.
    uncovered: f64,
    center: DVec3,
}

/// Statistics of both levels, before and after the change.
#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) splits: [u32; 2],
    pub(super) fragments: [u32; 2],
    pub(super) node_depth: [u32; 2],
    pub(super) leaf_splits: [u32; 2],
    pub(super) empty: [u32; 2],
    pub(super) solid: [u32; 2],
    pub(super) leaf_depth: [u32; 2],
    pub(super) pvs_steps: [Option<u64>; 2],
    /// Build time of the node-storing tree.
    pub(super) node_ms: [f64; 2],
    /// Build time of the solid-leaf tree with its portals; null if the tree is read from the file.
    pub(super) leaf_ms: [Option<f64>; 2],
    pub(super) pvs_ms: [Option<f64>; 2],
}

impl Figures {
    fn of(sides: [&Compared; 2]) -> Self {
        let nodes = sides.map(|side| side.opened.tree.statistics());
        let leaves = sides.map(|side| side.leaves.statistics());
        let built = sides.map(|side| {
            let built = side.opened.built_leaves()?;
            Arc::ptr_eq(&built.tree, &side.leaves).then_some(built.timings)
        });
        Self {
            splits: [0, 1].map(|side| nodes[side].splits),
            fragments: [0, 1].map(|side| nodes[side].fragments),
            node_depth: [0, 1].map(|side| nodes[side].depth),
            leaf_splits: [0, 1].map(|side| leaves[side].splits),
            empty: [0, 1].map(|side| leaves[side].empty_inside()),
            solid: [0, 1].map(|side| leaves[side].solid_inside()),
            leaf_depth: [0, 1].map(|side| leaves[side].depth),
            pvs_steps: sides.map(|side| side.pvs.as_ref().map(|pvs| pvs.statistics().steps)),
            node_ms: sides.map(|side| side.opened.build_ms),
            leaf_ms: built
                .map(|timings| timings.map(|timings| timings.structure + timings.leaves + timings.portals)),
            pvs_ms: sides.map(|side| side.pvs_ms),
        }
    }
}

impl DiffReport {
    pub(super) fn of(sides: [&Compared; 2], difference: &Difference, own_trees: [bool; 2]) -> Self {
        let names = sides.map(|side| side.opened.source.localized());
        let [before, after] = names;
        Self {
            before,
            after,
            own_trees,
            distance: difference.near,
            same: difference.is_nothing(),
            faces: faces(sides, &difference.faces),
            brushes: brushes(sides, difference),
            nodes: nodes(sides, difference),
            planes: planes(sides, difference),
            leaves: leaves(sides, difference),
            portals: portals(sides, &difference.portals),
            visible_pairs: difference.visible,
            figures: Figures::of(sides),
            sentence: difference.sentence(sides.map(|side| side.side().figures())),
        }
    }
}

/// Converts bounds to the space of the level's file.
fn world(level: &Level, bounds: &Aabb) -> Aabb {
    Aabb {
        min: level.to_world(bounds.min),
        max: level.to_world(bounds.max),
    }
}

/// Returns the polygons of one level that have no identical polygon in the other level. Polygons that are missing from
/// the other level come first, before the differently divided polygons. Each group is sorted by uncovered area, in
/// descending order.
fn changed(polygons: &OutlineComparison, side: usize) -> impl Iterator<Item = u32> + use<> {
    let [alone, parts] =
        [Overlap::Alone, Overlap::InPart].map(|overlap| polygons.with_overlap(side, overlap));
    alone.into_iter().chain(parts)
}

impl<T> Listed<T> {
    /// Describes the first changed items of each level. `item` describes the item with a given number in a given level.
    fn new(counts: ChangeCounts, changed: &[Vec<u32>; 2], item: impl Fn(usize, u32) -> Option<T>) -> Self {
        let [gone_list, came_list] = [0, 1].map(|side: usize| {
            let listed = changed[side].iter().take(MOST);
            listed.filter_map(|&id| item(side, id)).collect()
        });
        Self {
            counts,
            gone_list,
            came_list,
        }
    }

    fn of_matching(found: &Matching, item: impl Fn(usize, u32) -> Option<T>) -> Self {
        Self::new(
            found.counts(),
            &[found.removed_indices().collect(), found.added_indices().collect()],
            item,
        )
    }

    fn of_outlines(polygons: &OutlineComparison, item: impl Fn(usize, u32) -> Option<T>) -> Self {
        let changed = [0, 1].map(|side| changed(polygons, side).collect());
        Self::new(change_counts(polygons), &changed, item)
    }
}

fn faces(sides: [&Compared; 2], polygons: &OutlineComparison) -> Faces {
    let list = Listed::of_outlines(polygons, |side, index| {
        let level = &sides[side].opened.level;
        let triangle = level.triangles.get(index as usize)?;
        let beside = polygons.sides[side].get(index as usize)?;
        Some(FaceChange {
            face: triangle.source,
            area: beside.area,
            uncovered: beside.uncovered(),
            center: level.to_world(triangle.corners.into_iter().sum::<DVec3>() / 3.0),
        })
    });
    let area = |side: usize| polygons.sides[side].iter().map(PolygonOverlap::uncovered).sum();
    Faces {
        counts: list.counts,
        redivided: [0, 1].map(|side| count_redivided(polygons, side)),
        area_gone: area(0),
        area_came: area(1),
        gone_list: list.gone_list,
        came_list: list.came_list,
    }
}

fn nodes(sides: [&Compared; 2], difference: &Difference) -> Listed<NodeChange> {
    Listed::of_matching(&difference.nodes, |side, node| {
        let node = NodeId(node);
        let Opened { level, tree, .. } = &sides[side].opened;
        let plane = tree.node(node)?.plane;
        let [min, max] = tree.subtree_bounds(node)?.map(Vec3::as_dvec3);
        Some(NodeChange {
            node,
            normal: plane.normal,
            d: plane.d - plane.normal.dot(level.origin),
            bounds: world(level, &Aabb { min, max }),
        })
    })
}

fn planes(sides: [&Compared; 2], difference: &Difference) -> Listed<PlaneChange> {
    Listed::of_matching(&difference.planes, |side, id| {
        let plane = sides[side].leaves.planes().get(id as usize)?;
        Some(PlaneChange {
            normal: plane.normal,
            d: plane.d - plane.normal.dot(sides[side].opened.level.origin),
        })
    })
}

fn leaves(sides: [&Compared; 2], difference: &Difference) -> Listed<LeafChange> {
    Listed::of_matching(&difference.leaves, |side, leaf| {
        let leaf = LeafId(leaf);
        let view = sides[side].leaves.leaf(leaf)?;
        Some(LeafChange {
            leaf,
            solid: view.solid,
            volume: view.volume,
            bounds: world(&sides[side].opened.level, &view.bounds),
        })
    })
}

fn portals(sides: [&Compared; 2], polygons: &OutlineComparison) -> Listed<PortalChange> {
    Listed::of_outlines(polygons, |side, index| {
        let portal = PortalId(index);
        let view = sides[side].leaves.portal(portal)?;
        let beside = polygons.sides[side].get(index as usize)?;
        let middle = view.polygon.iter().sum::<DVec3>() / view.polygon.len().max(1) as f64;
        Some(PortalChange {
            portal,
            leaves: view.leaves,
            overlap: beside.overlap(),
            area: beside.area,
            uncovered: beside.uncovered(),
            center: sides[side].opened.level.to_world(middle),
        })
    })
}

/// Returns the bounds of one level's changed leaves and changed portals, in that level's space. Excludes the outside
/// leaf.
fn changed_bounds(side: usize, tree: &LeafTree, difference: &Difference) -> [Vec<Aabb>; 2] {
    let leaves: Vec<LeafId> = match side {
        0 => difference.leaves.removed_indices().map(LeafId).collect(),
        _ => difference.leaves.added_indices().map(LeafId).collect(),
    };
    let leaves = leaves
        .into_iter()
        .filter_map(|leaf| Some(tree.leaf(leaf)?.bounds));
    let portals = changed(&difference.portals, side).filter_map(|portal| {
        let corners = tree.portal(PortalId(portal))?.polygon.iter().copied();
        Some(Polygon::from_points(corners).bounds())
    });
    [leaves.collect(), portals.collect()]
}

fn brushes(sides: [&Compared; 2], difference: &Difference) -> Option<Listed<BrushChange>> {
    let found = difference.brushes.as_ref()?;
    let changed = [0, 1].map(|side| changed_bounds(side, &sides[side].leaves, difference));
    Some(Listed::of_matching(found, |side, id| {
        let level = &sides[side].opened.level;
        let brush = level.brushes.get(id as usize)?;
        // If the levels have different origins, move the bounds to the space of the other level.
        let touched = |other: usize, kind: usize| {
            let by = difference.offset * (side as f64 - other as f64);
            let bounds = Aabb {
                min: brush.bounds.min + by,
                max: brush.bounds.max + by,
            };
            count_touching_boxes(changed[other][kind].iter().copied(), &bounds, difference.near)
        };
        let object = level.objects.get(brush.object as usize);
        Some(BrushChange {
            brush: id,
            object: object.cloned().unwrap_or_default(),
            detail: brush.detail,
            bounds: world(level, &brush.bounds),
            units: in_units(level, brush),
            leaves_gone: touched(0, 0),
            leaves_came: touched(1, 0),
            portals_gone: touched(0, 1),
            portals_came: touched(1, 1),
        })
    }))
}

/// Returns the bounds of a brush in the units and axes of the file. The result is rounded to hundredths, because the
/// stored bounds are slightly larger than the brush.
fn in_units(level: &Level, brush: &Brush) -> [DVec3; 2] {
    let [a, b] = [brush.bounds.min, brush.bounds.max].map(|corner| level_to_source_point(level, corner));
    [a.min(b), a.max(b)].map(|corner| (corner * 100.0).round() / 100.0 + 0.0)
}
