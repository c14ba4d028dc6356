//! Why one leaf is seen from another, or is not.

use std::{cmp::Reverse, collections::BinaryHeap};

use glam::DVec3;

use super::{
    Pvs,
    clip::{Limits, work},
    clusters::Clusters,
    directed_portals::{DirectedPortalId, DirectedPortals, NO_CLUSTER, back},
    flow::View,
};
use crate::bsp::solid_leaf::{LeafId, PortalGraph, PortalId};
use crate::{geometry::Tolerances, progress::Progress};

/// Most steps of a search: a few hundredths of a second.
const STEPS: usize = 20_000;

/// Work of a step, see [`work`]: between polygons with more than a dozen corners each it is several steps.
const WORK_OF_STEP: usize = 1 << 12;

/// Straight lines that are tried through a chain whose view is not empty.
const TRIES: usize = 256;

/// Why one leaf is seen from another, or is not.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// They are the same leaf, which sees itself.
    Same,
    /// This straight line leads from one to the other through these portals.
    Seen {
        /// On the first portal; in the leaf where there is none.
        from: DVec3,
        /// On the last portal.
        to: DVec3,
        /// The portals, in order.
        chain: Vec<PortalId>,
    },
    /// No straight line leads from one to the other.
    Hidden {
        /// The leaf that the chain begins at: one of the two.
        start: LeafId,
        /// The portals of the chain that was followed nearest to the other leaf.
        chain: Vec<PortalId>,
        /// The next portal, which cannot be seen through the others; `None` where no chain leads there at all.
        closed: Option<PortalId>,
    },
    /// Neither a line was found nor that there is none; the view along these portals is not empty.
    Unknown {
        /// The portals, in order; empty where the search ended before it came to one.
        chain: Vec<PortalId>,
    },
}

/// Says why a leaf `b` is seen from a leaf `a`, or is not. Where the PVS, which may be coarse, says "seen", the answer can
/// still be [`Explanation::Hidden`], and it is the better one.
#[must_use]
pub fn explain(graph: &PortalGraph, pvs: &Pvs, tolerances: &Tolerances, a: LeafId, b: LeafId) -> Explanation {
    if a == b {
        return Explanation::Same;
    }
    let clusters = Clusters::single(graph.leaf_count());
    let directed_portals = Progress::unwatched(|progress| DirectedPortals::new(graph, &clusters, progress));
    let limits = Limits::new(tolerances);
    let forth = search(&directed_portals, limits, a, b);
    if !matches!(forth, Outcome::Open(_)) {
        return forth.explained(&directed_portals, a, pvs.visible(a, b));
    }
    // The view along some chain stays open: seen from the other end it may close.
    match search(&directed_portals, limits, b, a) {
        Outcome::Closed(chain, closed, true) => {
            Outcome::Closed(chain, closed, true).explained(&directed_portals, b, false)
        }
        Outcome::Line(to, from, mut chain) => {
            chain.reverse();
            for directed_portal in &mut chain {
                *directed_portal = back(*directed_portal);
            }
            Outcome::Line(from, to, chain).explained(&directed_portals, a, true)
        }
        _ => forth.explained(&directed_portals, a, true),
    }
}

/// What a search came to.
enum Outcome {
    /// A line through these passages.
    Line(DVec3, DVec3, Vec<DirectedPortalId>),
    /// The view along these stays open, but no line was found.
    Open(Vec<DirectedPortalId>),
    /// The chain that came nearest, what closed it, and whether all others were tried.
    Closed(Vec<DirectedPortalId>, Option<DirectedPortalId>, bool),
}

impl Outcome {
    fn explained(self, directed_portals: &DirectedPortals, start: LeafId, may_be_seen: bool) -> Explanation {
        let portal =
            |directed_portal: DirectedPortalId| directed_portals.directed_portal(directed_portal).portal;
        let portals = |chain: Vec<DirectedPortalId>| chain.into_iter().map(portal).collect();
        match self {
            Self::Line(from, to, chain) => Explanation::Seen {
                from,
                to,
                chain: portals(chain),
            },
            Self::Closed(chain, _, false) if may_be_seen => Explanation::Unknown {
                chain: portals(chain),
            },
            Self::Closed(chain, closed, _) => Explanation::Hidden {
                start,
                chain: portals(chain),
                closed: closed.map(portal),
            },
            Self::Open(chain) => Explanation::Unknown {
                chain: portals(chain),
            },
        }
    }
}

/// A chain that is followed: the one before it and one passage more.
struct Link {
    before: Option<usize>,
    directed_portal: DirectedPortalId,
    view: View,
}

/// Follows chains from `a` towards `b`, those first that are the fewest portals away from it.
fn search(directed_portals: &DirectedPortals, limits: Limits, a: LeafId, b: LeafId) -> Outcome {
    let cluster = |leaf: LeafId| {
        directed_portals
            .cluster_of()
            .get(leaf as usize)
            .copied()
            .unwrap_or(NO_CLUSTER)
    };
    let (a, b) = (cluster(a), cluster(b));
    if a == NO_CLUSTER || b == NO_CLUSTER {
        return Outcome::Closed(Vec::new(), None, true);
    }
    let away = portals_away(directed_portals, b);
    let leads_there = |&directed_portal: &DirectedPortalId| {
        away[directed_portals.directed_portal(directed_portal).to as usize] != u32::MAX
    };
    let mut links: Vec<Link> = Vec::new();
    let mut open = BinaryHeap::new();
    let mut nearest: Option<(u32, Reverse<usize>, Option<usize>, DirectedPortalId)> = None;
    let mut unlit = None;
    for &directed_portal in directed_portals
        .out_of(a)
        .iter()
        .filter(|directed_portal| leads_there(directed_portal))
    {
        open.push((
            Reverse(away[directed_portals.directed_portal(directed_portal).to as usize]),
            Reverse(links.len()),
        ));
        links.push(Link {
            before: None,
            directed_portal,
            view: View::through(directed_portals, directed_portal),
        });
    }
    let mut steps = 0;
    'search: while let Some((Reverse(left), Reverse(index))) = open.pop() {
        let chain = chain_to(&links, Some(index));
        if left == 0 {
            if let Some((from, to)) = line_through(directed_portals, &chain, &links[index].view) {
                return Outcome::Line(from, to, chain);
            }
            unlit.get_or_insert(chain);
            continue;
        }
        let at = directed_portals.directed_portal(links[index].directed_portal).to;
        if at == directed_portals.outside() {
            continue;
        }
        for &next in directed_portals
            .out_of(at)
            .iter()
            .filter(|directed_portal| leads_there(directed_portal))
        {
            if chain.contains(&next) || chain.contains(&back(next)) {
                continue;
            }
            let corners = directed_portals.corners(next).len();
            steps += 1 + work(corners, links[index].view.source.len()) / WORK_OF_STEP;
            if steps > STEPS {
                break 'search;
            }
            let away = away[directed_portals.directed_portal(next).to as usize];
            if let Some(view) = links[index]
                .view
                .narrowed(directed_portals, chain[0], next, limits)
            {
                open.push((Reverse(away), Reverse(links.len())));
                links.push(Link {
                    before: Some(index),
                    directed_portal: next,
                    view,
                });
            } else {
                let candidate = (away, Reverse(chain.len()), Some(index), next);
                nearest = Some(nearest.map_or(candidate, |nearest| nearest.min(candidate)));
            }
        }
    }
    match (unlit, nearest) {
        (Some(chain), _) => Outcome::Open(chain),
        (None, Some((_, _, last, closed))) => {
            Outcome::Closed(chain_to(&links, last), Some(closed), steps <= STEPS)
        }
        (None, None) => Outcome::Closed(Vec::new(), None, true),
    }
}

/// For each cluster how many portals it is away from `goal`; `u32::MAX` where no way leads there.
fn portals_away(directed_portals: &DirectedPortals, goal: u32) -> Vec<u32> {
    let mut away = vec![u32::MAX; directed_portals.cluster_count() as usize];
    away[goal as usize] = 0;
    let mut round = vec![goal];
    let mut distance = 0;
    while !round.is_empty() {
        distance += 1;
        let mut next_round = Vec::new();
        for cluster in round {
            if cluster == directed_portals.outside() && cluster != goal {
                continue;
            }
            for &directed_portal in directed_portals.out_of(cluster) {
                let to = directed_portals.directed_portal(directed_portal).to;
                if away[to as usize] == u32::MAX {
                    away[to as usize] = distance;
                    next_round.push(to);
                }
            }
        }
        round = next_round;
    }
    away
}

fn chain_to(links: &[Link], mut last: Option<usize>) -> Vec<DirectedPortalId> {
    let mut chain = Vec::new();
    while let Some(index) = last {
        chain.push(links[index].directed_portal);
        last = links[index].before;
    }
    chain.reverse();
    chain
}

/// A straight line through all the openings of a chain, from the first to the last.
fn line_through(
    directed_portals: &DirectedPortals,
    chain: &[DirectedPortalId],
    view: &View,
) -> Option<(DVec3, DVec3)> {
    let Some((target, _)) = &view.last else {
        let center = directed_portals.directed_portal(*chain.first()?).center;
        return Some((center, center));
    };
    let mut generator = fastrand::Rng::with_seed(chain.len() as u64);
    (0..TRIES).find_map(|attempt| {
        // The middles first.
        let mut point = |corners: &[DVec3]| {
            let weights = corners.iter().map(|&corner| {
                let weight = if attempt == 0 { 1.0 } else { generator.f64() };
                (corner * weight, weight)
            });
            let (sum, weight) = weights.fold((DVec3::ZERO, 0.0), |(a, b), (c, d)| (a + c, b + d));
            sum / weight
        };
        let (from, to) = (point(&view.source), point(target));
        chain
            .iter()
            .all(|&directed_portal| passes(directed_portals, directed_portal, from, to))
            .then_some((from, to))
    })
}

/// Whether the straight line through two points passes an opening.
fn passes(
    directed_portals: &DirectedPortals,
    directed_portal: DirectedPortalId,
    from: DVec3,
    to: DVec3,
) -> bool {
    let plane = &directed_portals.directed_portal(directed_portal).plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    directed_portals.is_through(directed_portal, from.lerp(to, here / (here - there)))
}
