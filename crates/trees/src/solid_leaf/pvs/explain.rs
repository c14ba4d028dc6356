//! Explains why one leaf is visible or hidden from another.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use bspwalk_geometry::{Plane, Tolerances};
use bspwalk_progress::Progress;
use glam::DVec3;

use super::{
    Pvs,
    clip::{Limits, separator_cost},
    clusters::Clusters,
    directed_portals::{DirectedPortalId, DirectedPortals, NO_CLUSTER, reverse_portal},
    sightline_samples::weighted_mean,
    view::View,
};
use crate::solid_leaf::{LeafId, PortalGraph, PortalId};

/// Maximum number of steps per search, which take a few hundredths of a second.
const STEPS: usize = 20_000;

/// Amount of [`work`] that counts as one step. Clipping polygons with more than a dozen corners each takes several
/// steps.
const WORK_OF_STEP: usize = 1 << 12;

const TRIES: usize = 256;

/// The reason why one leaf is visible or hidden from another.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// The two leaves are the same. A leaf can see itself.
    Same,
    /// A straight line connects the leaves through a chain of portals.
    Seen {
        /// Point of the line on the first portal, or in the leaf if the chain is empty.
        from: DVec3,
        /// Point of the line on the last portal.
        to: DVec3,
        /// Portals along the line, in order.
        chain: Vec<PortalId>,
    },
    /// No straight line connects the leaves.
    Hidden {
        /// Leaf where the chain begins, one of the two leaves.
        start: LeafId,
        /// The chain of portals with a non-empty view that comes closest to the other leaf.
        ///
        /// The chain may even reach the other leaf. In that case, only the PVS proves that no line exists.
        chain: Vec<PortalId>,
        /// Next portal, where the view becomes empty. `None` if the chain is empty or reaches the other leaf.
        closed: Option<PortalId>,
    },
    /// The search found neither a line nor a proof that no line exists.
    Unknown {
        /// Chain of portals with a non-empty view. It is empty if the search ended before the first portal.
        chain: Vec<PortalId>,
    },
}

/// Explains why leaf `b` is visible or hidden from leaf `a`.
///
/// Even if the PVS says "visible", the result can be [`Explanation::Hidden`], because a PVS is conservative and this
/// search is finer. `graph` and `tolerances` must belong to the same tree.
#[must_use]
pub fn explain(graph: &PortalGraph, pvs: &Pvs, tolerances: &Tolerances, a: LeafId, b: LeafId) -> Explanation {
    if a == b {
        return Explanation::Same;
    }
    let clusters = Clusters::singletons(graph.leaf_count());
    let portals = Progress::uncancellable(|progress| DirectedPortals::new(graph, &clusters, progress));
    let limits = Limits::new(tolerances);
    let (forth, is_complete) = search(&portals, limits, a, b);
    match forth {
        Explanation::Hidden { chain, .. } if !is_complete && pvs.visible(a, b) => {
            Explanation::Unknown { chain }
        }
        // The view along some chain stays open in this direction. It may close in the opposite direction.
        Explanation::Unknown { chain } => match search(&portals, limits, b, a) {
            (hidden @ Explanation::Hidden { .. }, true) => hidden,
            (Explanation::Seen { from, to, mut chain }, _) => {
                chain.reverse();
                Explanation::Seen {
                    from: to,
                    to: from,
                    chain,
                }
            }
            // In addition, the PVS considers occluders that block several chains together.
            _ if !pvs.visible(a, b) => Explanation::Hidden {
                start: a,
                chain,
                closed: None,
            },
            _ => Explanation::Unknown { chain },
        },
        forth => forth,
    }
}

/// The visible part of a portal in a chain (Teller 1992), which is one step of the portal flow.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainView {
    /// The portal.
    pub portal: PortalId,
    /// Corners (in metres) of the part of the first portal that can see through all portals up to this one.
    ///
    /// If nothing is visible, these are the corners from the previous step.
    pub source: Vec<DVec3>,
    /// Corners (in metres) of the part of this portal that is visible from `source`. Empty if the view ends here.
    pub seen: Vec<DVec3>,
    /// Planes that separate `source` from `seen`. Everything visible behind this portal is in front of all of them.
    /// Empty for the first portal.
    pub planes: Vec<Plane>,
}

/// Follows a chain of portals from a leaf, as the search of [`explain`] does. Returns the visible part of each portal.
///
/// Ends at the portal where the view becomes empty, or before a portal that is not connected to the previous one.
#[must_use]
pub fn views_along(
    graph: &PortalGraph,
    tolerances: &Tolerances,
    start: LeafId,
    chain: &[PortalId],
) -> Vec<ChainView> {
    let clusters = Clusters::singletons(graph.leaf_count());
    let portals = Progress::uncancellable(|progress| DirectedPortals::new(graph, &clusters, progress));
    let limits = Limits::new(tolerances);
    let mut cluster = portals
        .cluster_of
        .get(start.index())
        .copied()
        .unwrap_or(NO_CLUSTER);
    let mut through: Option<(DirectedPortalId, View)> = None;
    let mut views = Vec::with_capacity(chain.len());
    for &portal in chain {
        if cluster == NO_CLUSTER {
            break;
        }
        let mut out = portals.portals_from(cluster).iter().copied();
        let Some(next) = out.find(|&id| portals.get(id).portal == portal) else {
            break;
        };
        cluster = portals.get(next).to;
        let Some((first, view)) = &through else {
            let view = View::through(&portals, next);
            views.push(ChainView {
                portal,
                source: view.source.to_vec(),
                seen: view.source.to_vec(),
                planes: Vec::new(),
            });
            through = Some((next, view));
            continue;
        };
        let narrowed = view.narrowed(&portals, *first, next, limits).ok();
        views.push(ChainView {
            portal,
            source: narrowed.as_ref().unwrap_or(view).source.to_vec(),
            seen: narrowed
                .iter()
                .flat_map(|view| &view.last)
                .flat_map(|(seen, _)| seen.to_vec())
                .collect(),
            planes: narrowed
                .as_ref()
                .map_or_else(Vec::new, |view| view.separators.to_vec()),
        });
        let Some(narrowed) = narrowed else { break };
        through = Some((*first, narrowed));
    }
    views
}

struct Link {
    before: Option<usize>,
    portal: DirectedPortalId,
    view: View,
}

/// Follows chains from `a` towards `b`, starting with the chains that are the fewest portals away from `b`.
///
/// Returns a line if it finds one. Otherwise, returns a chain whose view stays open or, if no such chain was found, the
/// closed chain that came closest to `b`. The second return value is whether all other chains were tried.
fn search(portals: &DirectedPortals, limits: Limits, a: LeafId, b: LeafId) -> (Explanation, bool) {
    let ids = |chain: Vec<DirectedPortalId>| chain.into_iter().map(|id| portals.get(id).portal).collect();
    let hidden = |chain: Vec<DirectedPortalId>, closed: Option<DirectedPortalId>| Explanation::Hidden {
        start: a,
        chain: ids(chain),
        closed: closed.map(|id| portals.get(id).portal),
    };
    let cluster = |leaf: LeafId| portals.cluster_of.get(leaf.index()).copied();
    let [first, goal] = [a, b].map(|leaf| cluster(leaf).unwrap_or(NO_CLUSTER));
    if first == NO_CLUSTER || goal == NO_CLUSTER {
        return (hidden(Vec::new(), None), true);
    }
    let portals_left = portals_to(portals, goal);
    let left_behind = |id: DirectedPortalId| portals_left[portals.get(id).to as usize];
    // Portals that lead out of a cluster towards the goal.
    let out_of = |cluster: u32| {
        let out = portals.portals_from(cluster).iter().copied();
        out.filter(|&id| left_behind(id) != u32::MAX)
    };
    let mut links: Vec<Link> = Vec::new();
    let mut open = BinaryHeap::new();
    for portal in out_of(first) {
        open.push((Reverse(left_behind(portal)), Reverse(links.len())));
        links.push(Link {
            before: None,
            portal,
            view: View::through(portals, portal),
        });
    }
    let mut nearest: Option<(u32, Reverse<usize>, Option<usize>, DirectedPortalId)> = None;
    let mut without_line = None;
    let mut steps = 0;
    'search: while let Some((Reverse(left), Reverse(index))) = open.pop() {
        let chain = chain_to(&links, Some(index));
        if left == 0 {
            if let Some((from, to)) = line_through(portals, &chain, &links[index].view) {
                let chain = ids(chain);
                return (Explanation::Seen { from, to, chain }, true);
            }
            without_line.get_or_insert(chain);
            continue;
        }
        let cluster = portals.get(links[index].portal).to;
        if cluster == portals.outside() {
            continue;
        }
        for next in out_of(cluster) {
            if chain.contains(&next) || chain.contains(&reverse_portal(next)) {
                continue;
            }
            let view = &links[index].view;
            steps += 1 + separator_cost(portals.corners(next).len(), view.source.len()) / WORK_OF_STEP;
            if steps > STEPS {
                break 'search;
            }
            if let Ok(view) = view.narrowed(portals, chain[0], next, limits) {
                open.push((Reverse(left_behind(next)), Reverse(links.len())));
                links.push(Link {
                    before: Some(index),
                    portal: next,
                    view,
                });
            } else {
                let candidate = (left_behind(next), Reverse(chain.len()), Some(index), next);
                nearest = Some(nearest.map_or(candidate, |nearest| nearest.min(candidate)));
            }
        }
    }
    match (without_line, nearest) {
        (Some(chain), _) => (Explanation::Unknown { chain: ids(chain) }, true),
        (None, Some((.., last, closed))) => (hidden(chain_to(&links, last), Some(closed)), steps <= STEPS),
        (None, None) => (hidden(Vec::new(), None), true),
    }
}

/// Returns the minimum number of portals from each cluster to `goal`, or `u32::MAX` if there is no path.
fn portals_to(portals: &DirectedPortals, goal: u32) -> Vec<u32> {
    let mut counts = vec![u32::MAX; portals.cluster_count() as usize];
    counts[goal as usize] = 0;
    let mut queue = VecDeque::from([goal]);
    while let Some(cluster) = queue.pop_front() {
        if cluster == portals.outside() && cluster != goal {
            continue;
        }
        for &portal in portals.portals_from(cluster) {
            let to = portals.get(portal).to;
            if counts[to as usize] == u32::MAX {
                counts[to as usize] = counts[cluster as usize] + 1;
                queue.push_back(to);
            }
        }
    }
    counts
}

fn chain_to(links: &[Link], last: Option<usize>) -> Vec<DirectedPortalId> {
    let back_to_first = std::iter::successors(last, |&index| links[index].before);
    let mut chain: Vec<DirectedPortalId> = back_to_first.map(|index| links[index].portal).collect();
    chain.reverse();
    chain
}

fn line_through(
    portals: &DirectedPortals,
    chain: &[DirectedPortalId],
    view: &View,
) -> Option<(DVec3, DVec3)> {
    let Some((target, _)) = &view.last else {
        let center = portals.get(*chain.first()?).center;
        return Some((center, center));
    };
    let mut generator = fastrand::Rng::with_seed(chain.len() as u64);
    (0..TRIES).find_map(|attempt| {
        // The first line joins the centres of the portals; all others join random points.
        let mut weight = || if attempt == 0 { 1.0 } else { generator.f64() };
        let mut point = |corners: &[DVec3]| weighted_mean(corners, &mut weight);
        let (from, to) = (point(&view.source), point(target));
        let mut portals_passed = chain.iter().map(|&portal| passes(portals, portal, from, to));
        portals_passed.all(|passes| passes).then_some((from, to))
    })
}

fn passes(portals: &DirectedPortals, id: DirectedPortalId, from: DVec3, to: DVec3) -> bool {
    let plane = &portals.get(id).plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    portals.contains_point(id, from.lerp(to, here / (here - there)))
}
