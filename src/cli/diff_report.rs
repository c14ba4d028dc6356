//! What `diff` reports.

use bspwalk_compile::fill::to_source;
use bspwalk_explain::{
    difference::{Counts, Difference, VisiblePairs, change, counts, redivided, touching},
    outlines::{Beside, Outlines, Overlap},
};
use bspwalk_geometry::{Aabb, Polygon};
use bspwalk_levels::{Brush, Level};
use bspwalk_progress::words::{count, counted, milliseconds};
use bspwalk_trees::{LeafTree, NodeTree};
use glam::{DVec3, Vec3};
use serde::Serialize;

use super::{
    diff_sides::Compared,
    report::{Report, Table},
};

/// At most this many of a kind are in the JSON document, of each level.
const MOST: usize = 1000;

/// At most this many brushes of each level are in the table.
const LISTED: usize = 8;

/// The report. Keys are only ever added; places and lengths in metres, areas in square metres, times in milliseconds. Of two figures
/// the first is that before.
#[derive(Serialize)]
pub(super) struct DiffReport {
    before: String,
    after: String,
    /// Whether the trees of leaves are those of the files.
    own_trees: [bool; 2],
    /// How far places may be apart that are the same.
    distance: f64,
    /// Whether nothing came and nothing is gone.
    same: bool,
    faces: Faces,
    #[serde(skip_serializing_if = "Option::is_none")]
    brushes: Option<Listed<BrushChange>>,
    nodes: Listed<NodeChange>,
    planes: Listed<PlaneChange>,
    leaves: Listed<LeafChange>,
    portals: Listed<PortalChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visible_pairs: Option<VisiblePairs>,
    figures: Figures,
}

/// How many came and went, and which.
#[derive(Serialize)]
struct Listed<T> {
    #[serde(flatten)]
    counts: Counts,
    gone_list: Vec<T>,
    came_list: Vec<T>,
}

#[derive(Serialize)]
struct Faces {
    #[serde(flatten)]
    counts: Counts,
    /// Of those, how many faces of the other level cover: they are only divided otherwise.
    redivided: [u64; 2],
    /// The area that no face of the other level covers.
    area_gone: f64,
    area_came: f64,
    gone_list: Vec<FaceChange>,
    came_list: Vec<FaceChange>,
}

#[derive(Serialize)]
struct FaceChange {
    /// Its number in the source.
    face: u32,
    area: f64,
    /// Its area that no face of the other level covers.
    uncovered: f64,
    center: DVec3,
}

#[derive(Serialize)]
struct BrushChange {
    /// Its number among the level's brushes, from 0.
    brush: u32,
    /// The object that it is a part of.
    object: String,
    detail: bool,
    bounds: Aabb,
    /// The bounds in the units and axes of the file.
    units: [DVec3; 2],
    /// Of what is gone and of what came, how much touches its bounds.
    leaves_gone: u64,
    leaves_came: u64,
    portals_gone: u64,
    portals_came: u64,
}

#[derive(Serialize)]
struct NodeChange {
    node: u32,
    normal: DVec3,
    /// Where its plane is: normal · x + d = 0.
    d: f64,
    /// The bounds of the faces in it and below it.
    bounds: Aabb,
}

#[derive(Serialize)]
struct PlaneChange {
    normal: DVec3,
    d: f64,
}

#[derive(Serialize)]
struct LeafChange {
    leaf: u32,
    solid: bool,
    volume: f64,
    bounds: Aabb,
}

#[derive(Serialize)]
struct PortalChange {
    portal: u32,
    leaves: [u32; 2],
    overlap: Overlap,
    area: f64,
    /// Its area that no portal of the other level covers.
    uncovered: f64,
    center: DVec3,
}

/// Figures of both.
#[derive(Serialize)]
struct Figures {
    splits: [u32; 2],
    fragments: [u32; 2],
    node_depth: [u32; 2],
    leaf_splits: [u32; 2],
    empty: [u32; 2],
    solid: [u32; 2],
    leaf_depth: [u32; 2],
    pvs_steps: [Option<u64>; 2],
    /// The node-storing tree.
    node_ms: [f64; 2],
    /// The solid-leaf tree with its portals; null where it is that of the file.
    leaf_ms: [Option<f64>; 2],
    pvs_ms: [Option<f64>; 2],
}

impl Figures {
    fn of(sides: [&Compared; 2]) -> Self {
        let nodes = sides.map(|side| side.opened.tree.statistics());
        let leaves = sides.map(|side| side.leaves.statistics());
        let built = sides.map(|side| {
            let built = side.opened.built_leaves()?;
            std::sync::Arc::ptr_eq(&built.tree, &side.leaves).then_some(built.timings)
        });
        Self {
            splits: [0, 1].map(|side| nodes[side].splits),
            fragments: [0, 1].map(|side| nodes[side].fragments),
            node_depth: [0, 1].map(|side| nodes[side].depth),
            leaf_splits: [0, 1].map(|side| leaves[side].splits),
            empty: [0, 1].map(|side| leaves[side].empty_inside()),
            solid: [0, 1].map(|side| leaves[side].solid),
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
        let names = sides.map(|side| side.opened.name().to_string());
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
        }
    }
}

/// Bounds in the space of the level's file.
fn world(level: &Level, bounds: &Aabb) -> Aabb {
    Aabb {
        min: level.to_world(bounds.min),
        max: level.to_world(bounds.max),
    }
}

/// The polygons of a side that are not the same in the other, those with the largest uncovered area first.
fn changed(polygons: &Outlines, side: usize) -> impl Iterator<Item = u32> + use<> {
    let [alone, parts] = [Overlap::Alone, Overlap::InPart].map(|overlap| polygons.which(side, overlap));
    alone.into_iter().chain(parts)
}

fn faces(sides: [&Compared; 2], polygons: &Outlines) -> Faces {
    let list = |side: usize| {
        let level = &sides[side].opened.level;
        let face = |index: u32| {
            let triangle = level.triangles.get(index as usize)?;
            let beside = polygons.sides[side].get(index as usize)?;
            Some(FaceChange {
                face: triangle.source,
                area: beside.area,
                uncovered: beside.uncovered(),
                center: level.to_world(triangle.corners.into_iter().sum::<DVec3>() / 3.0),
            })
        };
        changed(polygons, side).take(MOST).filter_map(face).collect()
    };
    let area = |side: usize| polygons.sides[side].iter().map(Beside::uncovered).sum();
    Faces {
        counts: counts(polygons),
        redivided: [0, 1].map(|side| redivided(polygons, side)),
        area_gone: area(0),
        area_came: area(1),
        gone_list: list(0),
        came_list: list(1),
    }
}

fn nodes(sides: [&Compared; 2], difference: &Difference) -> Listed<NodeChange> {
    let list = |side: usize, ids: Vec<u32>| {
        let (level, tree): (&Level, &NodeTree) = (&sides[side].opened.level, &sides[side].opened.tree);
        let node = |node: u32| {
            let plane = tree.node(node)?.plane;
            let [min, max] = tree.subtree_bounds(node)?.map(Vec3::as_dvec3);
            Some(NodeChange {
                node,
                normal: plane.normal,
                d: plane.d - plane.normal.dot(level.origin),
                bounds: world(level, &Aabb { min, max }),
            })
        };
        ids.into_iter().filter_map(node).collect()
    };
    let found = &difference.nodes;
    Listed {
        counts: found.counts(),
        gone_list: list(0, found.gone().take(MOST).collect()),
        came_list: list(1, found.came().take(MOST).collect()),
    }
}

fn planes(sides: [&Compared; 2], difference: &Difference) -> Listed<PlaneChange> {
    let list = |side: usize, ids: Vec<u32>| {
        let (level, tree): (&Level, &LeafTree) = (&sides[side].opened.level, &sides[side].leaves);
        let plane = |id: u32| {
            let plane = tree.planes().get(id as usize)?;
            Some(PlaneChange {
                normal: plane.normal,
                d: plane.d - plane.normal.dot(level.origin),
            })
        };
        ids.into_iter().filter_map(plane).collect()
    };
    let found = &difference.planes;
    Listed {
        counts: found.counts(),
        gone_list: list(0, found.gone().take(MOST).collect()),
        came_list: list(1, found.came().take(MOST).collect()),
    }
}

fn leaves(sides: [&Compared; 2], difference: &Difference) -> Listed<LeafChange> {
    let list = |side: usize, ids: Vec<u32>| {
        let (level, tree): (&Level, &LeafTree) = (&sides[side].opened.level, &sides[side].leaves);
        let leaf = |leaf: u32| {
            let view = tree.leaf(leaf)?;
            Some(LeafChange {
                leaf,
                solid: view.solid,
                volume: view.volume,
                bounds: world(level, &view.bounds),
            })
        };
        ids.into_iter().filter_map(leaf).collect()
    };
    let found = &difference.leaves;
    Listed {
        counts: found.counts(),
        gone_list: list(0, found.gone().take(MOST).collect()),
        came_list: list(1, found.came().take(MOST).collect()),
    }
}

fn portals(sides: [&Compared; 2], polygons: &Outlines) -> Listed<PortalChange> {
    let list = |side: usize| {
        let (level, tree): (&Level, &LeafTree) = (&sides[side].opened.level, &sides[side].leaves);
        let portal = |portal: u32| {
            let view = tree.portal(portal)?;
            let beside = polygons.sides[side].get(portal as usize)?;
            let middle = view.polygon.iter().sum::<DVec3>() / view.polygon.len().max(1) as f64;
            Some(PortalChange {
                portal,
                leaves: view.leaves,
                overlap: beside.overlap(),
                area: beside.area,
                uncovered: beside.uncovered(),
                center: level.to_world(middle),
            })
        };
        changed(polygons, side).take(MOST).filter_map(portal).collect()
    };
    Listed {
        counts: counts(polygons),
        gone_list: list(0),
        came_list: list(1),
    }
}

/// The bounds of what changed of a side, in the space of its level: the leaves within the level, and the portals.
fn changed_bounds(side: usize, tree: &LeafTree, difference: &Difference) -> [Vec<Aabb>; 2] {
    let leaves: Vec<u32> = match side {
        0 => difference.leaves.gone().collect(),
        _ => difference.leaves.came().collect(),
    };
    let leaves = leaves
        .into_iter()
        .filter_map(|leaf| Some(tree.leaf(leaf)?.bounds));
    let portals = changed(&difference.portals, side).filter_map(|portal| {
        let corners = tree.portal(portal)?.polygon.iter().copied();
        Some(Polygon::from_points(corners).bounds())
    });
    [leaves.collect(), portals.collect()]
}

fn brushes(sides: [&Compared; 2], difference: &Difference) -> Option<Listed<BrushChange>> {
    let found = difference.brushes.as_ref()?;
    let changed = [0, 1].map(|side| changed_bounds(side, &sides[side].leaves, difference));
    let list = |side: usize, ids: Vec<u32>| -> Vec<BrushChange> {
        let level = &sides[side].opened.level;
        let change = |id: u32| {
            let brush = level.brushes.get(id as usize)?;
            // Where the other level has its origin elsewhere, so has the brush its bounds.
            let touched = |other: usize, kind: usize| {
                let by = difference.offset * (side as f64 - other as f64);
                let bounds = Aabb {
                    min: brush.bounds.min + by,
                    max: brush.bounds.max + by,
                };
                touching(changed[other][kind].iter().copied(), &bounds, difference.near)
            };
            Some(BrushChange {
                brush: id,
                object: level
                    .objects
                    .get(brush.object as usize)
                    .cloned()
                    .unwrap_or_default(),
                detail: brush.detail,
                bounds: world(level, &brush.bounds),
                units: in_units(level, brush),
                leaves_gone: touched(0, 0),
                leaves_came: touched(1, 0),
                portals_gone: touched(0, 1),
                portals_came: touched(1, 1),
            })
        };
        ids.into_iter().filter_map(change).collect()
    };
    Some(Listed {
        counts: found.counts(),
        gone_list: list(0, found.gone().take(MOST).collect()),
        came_list: list(1, found.came().take(MOST).collect()),
    })
}

/// The bounds of a brush in the units and axes of the file, rounded to hundredths, as bounds are a little wider than the brush.
fn in_units(level: &Level, brush: &Brush) -> [DVec3; 2] {
    let [a, b] = [brush.bounds.min, brush.bounds.max].map(|corner| to_source(level, corner));
    [a.min(b), a.max(b)].map(|corner| (corner * 100.0).round() / 100.0 + 0.0)
}

impl BrushChange {
    fn add_row(&self, table: &mut Table, what: &str) {
        let [min, max] = self
            .units
            .map(|corner| format!("({} {} {})", corner.x, corner.y, corner.z));
        let detail = if self.detail { ", detail" } else { "" };
        table.row(
            what,
            format!("{min} to {max} in units, of {}{detail}", self.object),
        );
        table.row(
            "",
            format!(
                "at its box {} gone, {} came; {} gone, {} came",
                counted(self.leaves_gone, "leaf"),
                self.leaves_came,
                counted(self.portals_gone, "portal"),
                self.portals_came
            ),
        );
    }
}

/// "3 → 5", or "3" where it stays.
fn step([before, after]: [u32; 2]) -> String {
    if before == after {
        count(before)
    } else {
        format!("{} → {}", count(before), count(after))
    }
}

/// The difference of a figure, with its sign; `None` where it stays.
fn signed(what: &str, [before, after]: [u64; 2]) -> Option<String> {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => Some(format!("{what} +{}", count(after - before))),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(format!("{what} −{}", count(before - after))),
    }
}

fn times([before, after]: [Option<f64>; 2]) -> Option<String> {
    Some(format!("{} → {}", milliseconds(before?), milliseconds(after?)))
}

impl DiffReport {
    /// One sentence: what the change did to the figures.
    fn sentence(&self) -> String {
        if self.same {
            return "Nothing came and nothing is gone.".to_owned();
        }
        let figures = &self.figures;
        let pair = |[before, after]: [u32; 2]| [u64::from(before), u64::from(after)];
        let both = |counts: &Counts| [counts.before, counts.after];
        let steps = figures.pvs_steps[0].zip(figures.pvs_steps[1]);
        let seen = self.visible_pairs.map(|pairs| [pairs.before, pairs.after]);
        let changes = [
            signed("faces", both(&self.faces.counts)),
            signed("cuts of faces in the node-storing tree", pair(figures.splits)),
            signed("its nodes", both(&self.nodes.counts)),
            signed("empty leaves", pair(figures.empty)),
            signed("solid leaves", pair(figures.solid)),
            signed("portals", both(&self.portals.counts)),
            seen.and_then(|seen| signed("visible pairs", seen)),
            steps.and_then(|(before, after)| signed("steps of the PVS", [before, after])),
        ];
        let changes: Vec<String> = changes.into_iter().flatten().collect();
        let cause = match self
            .brushes
            .as_ref()
            .map(|brushes| (brushes.counts.came, brushes.counts.gone))
        {
            Some((1, 0)) => "The brush that came did this: ",
            Some((0, 1)) => "Without the brush that is gone: ",
            _ => "In all: ",
        };
        if changes.is_empty() {
            return format!("{cause}the figures stay, but places changed.");
        }
        format!("{cause}{}.", changes.join(", "))
    }
}

impl Report for DiffReport {
    fn add_rows(&self, table: &mut Table) {
        table.row("before", &self.before);
        table.row("after", &self.after);
        table.gap();
        let faces = &self.faces;
        table.row("faces", change(&faces.counts));
        if !faces.counts.is_nothing() {
            let [gone, came] = faces.redivided;
            table.row(
                "",
                format!(
                    "{:.2} m² gone, {:.2} m² came; {gone} and {came} of them are only divided otherwise",
                    faces.area_gone, faces.area_came
                ),
            );
        }
        if let Some(brushes) = &self.brushes {
            table.row("brushes", change(&brushes.counts));
            for (list, what) in [(&brushes.gone_list, "gone"), (&brushes.came_list, "came")] {
                for brush in list.iter().take(LISTED) {
                    brush.add_row(table, what);
                }
                if let Some(more @ 1..) = list.len().checked_sub(LISTED) {
                    table.row("", format!("and {more} more; --json lists them"));
                }
            }
        }
        table.gap();
        let figures = &self.figures;
        table.row("tree", "node-storing");
        table.row("nodes", change(&self.nodes.counts));
        table.row("splits", step(figures.splits));
        table.row("fragments", step(figures.fragments));
        table.row("depth", step(figures.node_depth));
        table.row("built in", times(figures.node_ms.map(Some)).unwrap_or_default());
        table.gap();
        let whose = match self.own_trees {
            [false, false] => "solid-leaf",
            [true, true] => "solid-leaf, those of the files",
            [true, false] => "solid-leaf, that of the file before, ours after",
            [false, true] => "solid-leaf, ours before, that of the file after",
        };
        table.row("tree", whose);
        table.row("planes", change(&self.planes.counts));
        table.row("leaves", change(&self.leaves.counts));
        table.row(
            "",
            format!("empty {}, solid {}", step(figures.empty), step(figures.solid)),
        );
        table.row("splits", step(figures.leaf_splits));
        table.row("depth", step(figures.leaf_depth));
        table.row("portals", change(&self.portals.counts));
        match &self.visible_pairs {
            Some(pairs) => {
                let counts = Counts {
                    before: pairs.before,
                    after: pairs.after,
                    gone: pairs.gone + pairs.with_gone_leaves,
                    came: pairs.came + pairs.with_new_leaves,
                };
                table.row("visible", format!("pairs of leaves: {}", change(&counts)));
                if !pairs.is_nothing() {
                    table.row(
                        "",
                        format!(
                            "of leaves that stay, {} see each other no more, and {} did not before",
                            counted(pairs.gone, "pair"),
                            counted(pairs.came, "pair")
                        ),
                    );
                }
            }
            None => table.row("visible", "not compared"),
        }
        if let Some(times) = times(figures.leaf_ms) {
            table.row("built in", times);
        }
        if let Some(times) = times(figures.pvs_ms) {
            table.row("PVS in", times);
        }
        table.gap();
        table.row("in short", self.sentence());
    }
}
