//! Why one leaf is seen from another, or is not.

use std::{cmp::Reverse, collections::BinaryHeap};

use glam::DVec3;

use super::{
    Pvs,
    clip::{Limits, work},
    clusters::Clusters,
    directed_portals::{NO_CLUSTER, PassageId, Passages, back},
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
    let passages = Progress::unwatched(|progress| Passages::new(graph, &clusters, progress));
    let limits = Limits::new(tolerances);
    let forth = search(&passages, limits, a, b);
    if !matches!(forth, Outcome::Open(_)) {
        return forth.explained(&passages, a, pvs.visible(a, b));
    }
    // The view along some chain stays open: seen from the other end it may close.
    match search(&passages, limits, b, a) {
        Outcome::Closed(chain, closed, true) => {
            Outcome::Closed(chain, closed, true).explained(&passages, b, false)
        }
        Outcome::Line(to, from, mut chain) => {
            chain.reverse();
            for passage in &mut chain {
                *passage = back(*passage);
            }
            Outcome::Line(from, to, chain).explained(&passages, a, true)
        }
        _ => forth.explained(&passages, a, true),
    }
}

/// What a search came to.
enum Outcome {
    /// A line through these passages.
    Line(DVec3, DVec3, Vec<PassageId>),
    /// The view along these stays open, but no line was found.
    Open(Vec<PassageId>),
    /// The chain that came nearest, what closed it, and whether all others were tried.
    Closed(Vec<PassageId>, Option<PassageId>, bool),
}

impl Outcome {
    fn explained(self, passages: &Passages, start: LeafId, may_be_seen: bool) -> Explanation {
        let portal = |passage: PassageId| passages.passage(passage).portal;
        let portals = |chain: Vec<PassageId>| chain.into_iter().map(portal).collect();
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
    passage: PassageId,
    view: View,
}

/// Follows chains from `a` towards `b`, those first that are the fewest portals away from it.
fn search(passages: &Passages, limits: Limits, a: LeafId, b: LeafId) -> Outcome {
    let cluster = |leaf: LeafId| {
        passages
            .cluster_of()
            .get(leaf as usize)
            .copied()
            .unwrap_or(NO_CLUSTER)
    };
    let (a, b) = (cluster(a), cluster(b));
    if a == NO_CLUSTER || b == NO_CLUSTER {
        return Outcome::Closed(Vec::new(), None, true);
    }
    let away = portals_away(passages, b);
    let leads_there = |&passage: &PassageId| away[passages.passage(passage).to as usize] != u32::MAX;
    let mut links: Vec<Link> = Vec::new();
    let mut open = BinaryHeap::new();
    let mut nearest: Option<(u32, Reverse<usize>, Option<usize>, PassageId)> = None;
    let mut unlit = None;
    for &passage in passages.out_of(a).iter().filter(|passage| leads_there(passage)) {
        open.push((
            Reverse(away[passages.passage(passage).to as usize]),
            Reverse(links.len()),
        ));
        links.push(Link {
            before: None,
            passage,
            view: View::through(passages, passage),
        });
    }
    let mut steps = 0;
    'search: while let Some((Reverse(left), Reverse(index))) = open.pop() {
        let chain = chain_to(&links, Some(index));
        if left == 0 {
            if let Some((from, to)) = line_through(passages, &chain, &links[index].view) {
                return Outcome::Line(from, to, chain);
            }
            unlit.get_or_insert(chain);
            continue;
        }
        let at = passages.passage(links[index].passage).to;
        if at == passages.outside() {
            continue;
        }
        for &next in passages.out_of(at).iter().filter(|passage| leads_there(passage)) {
            if chain.contains(&next) || chain.contains(&back(next)) {
                continue;
            }
            let corners = passages.corners(next).len();
            steps += 1 + work(corners, links[index].view.source.len()) / WORK_OF_STEP;
            if steps > STEPS {
                break 'search;
            }
            let away = away[passages.passage(next).to as usize];
            if let Some(view) = links[index].view.narrowed(passages, chain[0], next, limits) {
                open.push((Reverse(away), Reverse(links.len())));
                links.push(Link {
                    before: Some(index),
                    passage: next,
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
fn portals_away(passages: &Passages, goal: u32) -> Vec<u32> {
    let mut away = vec![u32::MAX; passages.cluster_count() as usize];
    away[goal as usize] = 0;
    let mut round = vec![goal];
    let mut distance = 0;
    while !round.is_empty() {
        distance += 1;
        let mut next_round = Vec::new();
        for cluster in round {
            if cluster == passages.outside() && cluster != goal {
                continue;
            }
            for &passage in passages.out_of(cluster) {
                let to = passages.passage(passage).to;
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

fn chain_to(links: &[Link], mut last: Option<usize>) -> Vec<PassageId> {
    let mut chain = Vec::new();
    while let Some(index) = last {
        chain.push(links[index].passage);
        last = links[index].before;
    }
    chain.reverse();
    chain
}

/// A straight line through all the openings of a chain, from the first to the last.
fn line_through(passages: &Passages, chain: &[PassageId], view: &View) -> Option<(DVec3, DVec3)> {
    let Some((target, _)) = &view.last else {
        let center = passages.passage(*chain.first()?).center;
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
            .all(|&passage| passes(passages, passage, from, to))
            .then_some((from, to))
    })
}

/// Whether the straight line through two points passes an opening.
fn passes(passages: &Passages, passage: PassageId, from: DVec3, to: DVec3) -> bool {
    let plane = &passages.passage(passage).plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    passages.is_through(passage, from.lerp(to, here / (here - there)))
}
