//! Costs of portals: the number of search steps that start at each portal.

use bspwalk_text::words::{count, count_with_noun};
use bspwalk_trees::solid_leaf::pvs::{FlowPortal, PvsFlow};

use crate::{prelude::*, sight::area};

/// Maximum distance of points that count as on a portal's plane, in metres.
const ON_PLANE: f64 = 1.0e-3;

/// Returns each opening with its number of search steps in both directions together, most expensive first.
pub(super) fn opening_costs(flow: &PvsFlow) -> Vec<(&FlowPortal, u64)> {
    let pairs = flow.portals.chunks_exact(2);
    let mut openings: Vec<(&FlowPortal, u64)> = pairs
        .map(|pair| (&pair[0], pair[0].steps + pair[1].steps))
        .collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.1));
    openings
}

/// The cost of a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost<'a> {
    /// The portal. The order of its two leaves is irrelevant.
    pub portal: &'a FlowPortal,
    /// Number of steps in the searches that start at the portal, in both directions together.
    pub steps: u64,
    /// Fraction of the search steps of all portals, 0 to 1.
    pub share: f64,
    /// Area of the portal, in square metres.
    pub area: f64,
    /// Minimum width of the portal, in metres.
    pub width: f64,
}

/// Returns up to `most` of the most expensive portals, in descending order.
pub fn costliest(flow: &PvsFlow, most: usize) -> Vec<Cost<'_>> {
    let all = flow.flow_steps();
    let openings = opening_costs(flow).into_iter();
    openings
        .filter(|&(_, steps)| steps > 0)
        .take(most)
        .map(|opening| Cost::new(opening, all))
        .collect()
}

/// Returns the cost of a leaf's most expensive portal. The cost is that of the whole opening that contains the portal.
/// `None` if no search steps started at the leaf's portals.
pub fn costliest_of<'a>(tree: &LeafTree, flow: &'a PvsFlow, leaf: LeafId) -> Option<Cost<'a>> {
    let clusters = |leaves: [LeafId; 2]| {
        let mut clusters = leaves.map(|leaf| flow.pvs.cluster(leaf));
        clusters.sort_unstable();
        clusters
    };
    let own: Vec<_> = tree
        .portals_of(leaf)
        .iter()
        .filter_map(|&id| tree.portal(id))
        .map(|portal| (clusters(portal.leaves), middle(portal.polygon)))
        .collect();
    let is_own = |portal: &FlowPortal| {
        let between = clusters(portal.leaves);
        let [a, b, c, ..] = portal.corners[..] else {
            return false;
        };
        let Some(normal) = (b - a).cross(c - a).try_normalize() else {
            return false;
        };
        let mut own = own.iter();
        own.any(|(clusters, middle)| *clusters == between && normal.dot(*middle - a).abs() < ON_PLANE)
    };
    let mut openings = opening_costs(flow).into_iter();
    let found = openings.find(|(portal, steps)| *steps > 0 && is_own(portal));
    found.map(|opening| Cost::new(opening, flow.flow_steps()))
}

/// Describes the cost of a leaf's most expensive portal. Returns `None` for a leaf without portals.
///
/// Example: "Of the 4 portals of this leaf, the one to leaf 5 (0.10 m wide, 0.20 m²) took the most steps in the portal
/// flow: 412 steps, 33.0 % of the total."
pub fn sentence_of(tree: &LeafTree, flow: &PvsFlow, leaf: LeafId) -> Option<String> {
    let portals = tree.portals_of(leaf).len();
    if portals == 0 {
        return None;
    }
    let Some(cost) = costliest_of(tree, flow, leaf) else {
        return Some(text!("flow-nothing-to-search").to_owned());
    };
    let [a, b] = cost.portal.leaves;
    let to = if a == leaf { b } else { a };
    Some(text!(
        "flow-costliest-of-leaf",
        portals = count(portals as u64),
        width = format_args!("{:.2}", cost.width),
        area = format_args!("{:.2}", cost.area),
        leaf = count(to),
        steps = count_with_noun(cost.steps, "step"),
        percent = format_args!("{:.1}", 100.0 * cost.share)
    ))
}

/// Returns the minimum width of a portal's polygon: the smallest distance from an edge to the corner farthest from that
/// edge.
fn width(portal: &FlowPortal) -> f64 {
    let corners = &portal.corners;
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let reach = edges.filter_map(|(&from, &to)| {
        let along = (to - from).try_normalize()?;
        let away = corners
            .iter()
            .map(|&corner| (corner - from).reject_from_normalized(along).length());
        Some(away.fold(0.0, f64::max))
    });
    let least = reach.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 0.0 }
}

impl<'a> Cost<'a> {
    /// Measures an opening that caused this number of steps. `all` is the number of steps of all openings.
    fn new((portal, steps): (&'a FlowPortal, u64), all: u64) -> Self {
        Self {
            portal,
            steps,
            share: steps as f64 / all.max(1) as f64,
            area: area(&portal.corners),
            width: width(portal),
        }
    }

    /// Formats a phrase such as "the portal between leaves 3 and 5 (0.10 m wide, 0.20 m²), which took 412 steps,
    /// 33.0 % of the total".
    pub fn sentence(&self) -> String {
        let [a, b] = self.portal.leaves.map(count);
        text!(
            "flow-portal-cost",
            width = format_args!("{:.2}", self.width),
            area = format_args!("{:.2}", self.area),
            a,
            b,
            steps = count_with_noun(self.steps, "step"),
            percent = format_args!("{:.1}", 100.0 * self.share)
        )
    }
}

/// Portal costs, and the leaf that the legend describes.
#[derive(PartialEq)]
pub(crate) struct PortalCosts {
    tree: Shared<LeafTree>,
    costs: Shared<PvsFlow>,
    leaf: LeafId,
}

impl PortalCosts {
    pub(crate) fn of(scene: &Scene<'_>) -> Option<Self> {
        let (tree, costs) = (scene.leaves()?, Shared::of(scene.portal_costs?));
        let leaf = scene.selected_leaf.unwrap_or_else(|| tree.locate(scene.eye));
        Some(Self { tree, costs, leaf })
    }

    pub(crate) fn row(&self) -> Option<Row> {
        let sentence = sentence_of(&self.tree, &self.costs, self.leaf)?;
        let leaf = count(self.leaf);
        Some(Row::note(text!("legend-of-leaf", leaf, sentence)))
    }
}
