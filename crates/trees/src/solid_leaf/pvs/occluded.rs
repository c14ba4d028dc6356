//! Searches for clusters that are hidden from each other, from large groups of clusters down to single ones.
//!
//! Nearby clusters form a group, nearby groups form a larger one, and so on up to the entire level. If two groups
//! cannot see each other, neither can any of their clusters, so one test rules out all pairs between them. Otherwise,
//! the larger group is divided, like pairs of patches in hierarchical radiosity (Hanrahan, Salzman and Aupperle 1991).
//! The pairs that represent the most pairs of leaves are tried first, so that the search hides as much as possible even
//! if it has few steps.

use std::{collections::VecDeque, ops::Range};

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use smallvec::SmallVec;

use super::{
    clip::Limits,
    directed_portals::NO_CLUSTER,
    mightsee::Table,
    occlusion::{Occlusion, Scratch, Sight},
    parts::{PartId, Parts},
};
use crate::solid_leaf::LeafTree;

/// Maximum number of steps for a pair of clusters that is tried in parts, in the first attempt and in the second one.
const MOST_STEPS: [u64; 2] = [6, 32];

/// Cost of one step of this search, in refinement steps. A step consists of a line and the planes through its blockers.
const COST: u64 = 2;

/// Number of pairs that are tried at a time.
///
/// The pairs of a batch do not use each other's results, so the PVS does not depend on the number of threads.
const BATCH: usize = 1024;

/// If a pair of groups has at most this many pairs of clusters, the search first checks whether any of these pairs are
/// still undecided.
const LOOKED_AT: usize = 256;

/// Divisor for the estimate of a pair of groups that are connected by an unblocked line, because such groups hide fewer
/// pairs of leaves.
const AFTER_A_FREE_LINE: u64 = 8;

/// Divisor for the estimate of a pair of clusters that the previous round left undecided.
const NEXT_ROUND: u64 = 8;

/// Maximum number of clusters along an unblocked line that are marked as visible to each other.
const MOST_PASSED: usize = 64;

/// Number of ranks per factor of two in the estimate.
const RANKS: f64 = 4.0;

struct Group {
    part: PartId,
    parts: Option<[u32; 2]>,
    members: Range<usize>,
    leaves: u64,
}

struct GroupTree {
    /// Groups, with children before their parents. The last group contains all clusters.
    list: Vec<Group>,
    /// Clusters in the order of the groups.
    order: Vec<usize>,
}

impl GroupTree {
    fn new(parts: &mut Parts, cluster_of: &[u32], clusters: u32) -> Self {
        let mut leaves = vec![0; clusters as usize];
        for &cluster in cluster_of.iter().filter(|cluster| **cluster != NO_CLUSTER) {
            leaves[cluster as usize] += 1;
        }
        let with_part =
            (0..clusters).filter_map(|cluster| Some((cluster as usize, parts.of_cluster(cluster)?)));
        let mut order: Vec<(usize, PartId)> = with_part.collect();
        let mut groups = Self {
            list: Vec::with_capacity(2 * order.len()),
            order: Vec::new(),
        };
        if !order.is_empty() {
            groups.join(parts, &leaves, &mut order, 0);
        }
        groups.order = order.into_iter().map(|(cluster, _)| cluster).collect();
        groups
    }

    fn join(
        &mut self,
        parts: &mut Parts,
        leaves: &[u64],
        clusters: &mut [(usize, PartId)],
        first: usize,
    ) -> u32 {
        let members = first..first + clusters.len();
        let group = if let [(cluster, part)] = *clusters {
            Group {
                part,
                parts: None,
                members,
                leaves: leaves[cluster],
            }
        } else {
            let middle = halve(parts, leaves, clusters);
            let (before, after) = clusters.split_at_mut(middle);
            let halves = [
                self.join(parts, leaves, before, first),
                self.join(parts, leaves, after, first + middle),
            ];
            let [a, b] = halves.map(|half| &self.list[half as usize]);
            Group {
                part: parts.join([a.part, b.part]),
                parts: Some(halves),
                members,
                leaves: a.leaves + b.leaves,
            }
        };
        self.list.push(group);
        self.list.len() as u32 - 1
    }

    fn get(&self, group: u32) -> &Group {
        &self.list[group as usize]
    }

    fn members(&self, group: u32) -> &[usize] {
        &self.order[self.get(group).members.clone()]
    }
}

/// Divides a list of at least two clusters into two halves by reordering it. Returns the size of the first half.
///
/// Minimises the surface areas of the halves, weighted by their numbers of leaves. Each half contains at least an
/// eighth of the clusters, so that the tree stays shallow.
fn halve(parts: &Parts, leaves: &[u64], clusters: &mut [(usize, PartId)]) -> usize {
    let bounds = |&(_, part): &(usize, PartId)| parts.bounds(part);
    let cost = |(bounds, leaves): (Aabb, u64)| bounds.surface_area() * leaves as f64;
    let grow = |part: &mut (Aabb, u64), cluster: &(usize, PartId)| {
        part.0 = part.0.union(&bounds(cluster));
        part.1 += leaves[cluster.0];
        Some(*part)
    };
    let mut best = (f64::INFINITY, 0, 0);
    let ordered_by = |axis: usize, clusters: &mut [(usize, PartId)]| {
        let center = |cluster: &(usize, PartId)| bounds(cluster).center()[axis];
        clusters.sort_by(|a, b| center(a).total_cmp(&center(b)).then(a.0.cmp(&b.0)));
    };
    for axis in 0..3 {
        ordered_by(axis, clusters);
        let none = (Aabb::EMPTY, 0);
        let behind: Vec<f64> = clusters.iter().rev().scan(none, grow).map(cost).collect();
        let before = clusters.iter().scan(none, grow).map(cost);
        let least = (clusters.len() / 8).max(1);
        for (place, before) in (1..clusters.len()).zip(before) {
            if place < least || clusters.len() - place < least {
                continue;
            }
            let cost = before + behind[clusters.len() - 1 - place];
            if cost < best.0 {
                best = (cost, axis, place);
            }
        }
    }
    let (_, axis, place) = best;
    ordered_by(axis, clusters);
    if place > 0 { place } else { clusters.len() / 2 }
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    groups: [u32; 2],
    /// Round of the search. In round 0, pairs are tried as a whole; later rounds try pairs of single clusters in parts.
    round: usize,
}

struct Tried {
    sight: Sight,
    steps: u64,
    passed: SmallVec<[usize; 16]>,
}

pub(super) struct Search<'a> {
    occlusion: Occlusion<'a>,
    groups: GroupTree,
    cluster_of: &'a [u32],
    /// For each cluster, the clusters that it may see.
    pub(super) sees: Table,
    /// For each cluster, the clusters that it sees along an unblocked line.
    seen: Table,
    /// Pairs to try. A pair's rank is the binary logarithm, in quarters, of the number of leaf pairs that it may hide.
    waiting: Vec<VecDeque<Pair>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        tree: &'a LeafTree,
        cluster_of: &'a [u32],
        sees: Table,
        limits: Limits,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let count = sees.len();
        let mut parts = Parts::new(tree, cluster_of, count as u32, progress)?;
        let mut search = Self {
            groups: GroupTree::new(&mut parts, cluster_of, count as u32),
            occlusion: Occlusion::new(tree, parts, limits),
            cluster_of,
            sees,
            seen: vec![FixedBitSet::with_capacity(count); count],
            waiting: Vec::new(),
        };
        if let Some(all) = search.groups.list.len().checked_sub(1) {
            search.push([all as u32; 2], 0, 1);
        }
        Ok(search)
    }

    /// Removes pairs that have been hidden by other means. `rows` contains the clusters that each cluster may see.
    pub(super) fn restrict(&mut self, rows: &[FixedBitSet]) {
        for (own, row) in self.sees.iter_mut().zip(rows) {
            own.intersect_with(row);
        }
    }

    /// Continues the search for at most about `budget` steps. Returns the number of steps used.
    pub(super) fn run(&mut self, budget: u64, progress: &Progress) -> Result<u64, Cancelled> {
        progress.begin("Finding occluded leaves", budget);
        let mut steps = 0;
        while steps < budget {
            let left = (budget - steps) / COST;
            // The last batches are smaller, because a pair may take several steps.
            let batch = self.next_batch((left / 8 + 1).min(BATCH as u64) as usize, progress)?;
            if batch.is_empty() {
                break;
            }
            let each = left.div_ceil(batch.len() as u64);
            let search = &*self;
            let tried: Vec<Tried> = batch
                .par_iter()
                .map_init(Scratch::default, |scratch, pair| {
                    progress.check()?;
                    Ok(search.attempt(*pair, each, scratch))
                })
                .collect::<Result<_, Cancelled>>()?;
            let before = steps;
            for (pair, tried) in batch.into_iter().zip(tried) {
                steps += tried.steps * COST;
                self.take(pair, &tried);
            }
            progress.advance(steps - before);
        }
        Ok(steps)
    }

    fn push(&mut self, [a, b]: [u32; 2], round: usize, rarer: u64) {
        let leaves = [a, b].map(|group| self.groups.get(group).leaves);
        let weight = leaves[0].saturating_mul(leaves[1]) / rarer;
        let rank = (RANKS * (weight.max(1) as f64).log2()) as usize;
        if rank >= self.waiting.len() {
            self.waiting.resize_with(rank + 1, VecDeque::new);
        }
        self.waiting[rank].push_back(Pair {
            groups: [a, b],
            round,
        });
    }

    fn next_batch(&mut self, count: usize, progress: &Progress) -> Result<Vec<Pair>, Cancelled> {
        let mut batch = Vec::with_capacity(count);
        while batch.len() < count {
            progress.check()?;
            let Some(of_rank) = self.waiting.last_mut() else {
                break;
            };
            let Some(pair) = of_rank.pop_front() else {
                self.waiting.pop();
                continue;
            };
            let [a, b] = pair.groups;
            if a == b {
                self.divide_alone(a);
            } else if self.is_open([a, b]) {
                batch.push(pair);
            }
        }
        Ok(batch)
    }

    fn is_open(&self, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|group| self.groups.members(group));
        a.len() * b.len() > LOOKED_AT
            || a.iter().any(|&a| {
                b.iter()
                    .any(|&b| self.sees[a].contains(b) && !self.seen[a].contains(b))
            })
    }

    fn attempt(&self, pair: Pair, most: u64, scratch: &mut Scratch) -> Tried {
        let Pair { groups, round } = pair;
        let parts = groups.map(|group| self.groups.get(group).part);
        let (sight, steps) = match round {
            0 => self.occlusion.test_whole(parts, scratch),
            _ => self
                .occlusion
                .test_subdivided(parts, MOST_STEPS[round - 1].min(most), scratch),
        };
        let mut passed = SmallVec::new();
        if sight == Sight::Free {
            let leaves = scratch.passed_leaves();
            let stride = leaves.len().div_ceil(MOST_PASSED).max(1);
            let clusters = leaves.step_by(stride).map(|leaf| self.cluster_of[leaf.index()]);
            let known = clusters.filter(|&cluster| cluster != NO_CLUSTER);
            passed.extend(known.map(|cluster| cluster as usize));
            passed.dedup();
        }
        Tried { sight, steps, passed }
    }

    fn take(&mut self, pair: Pair, tried: &Tried) {
        let Pair { groups, round } = pair;
        let is_single = groups.map(|group| self.groups.get(group).parts.is_none()) == [true; 2];
        for (place, &a) in tried.passed.iter().enumerate() {
            for &b in &tried.passed[place..] {
                self.seen[a].insert(b);
                self.seen[b].insert(a);
            }
        }
        match tried.sight {
            Sight::Blocked => {
                let [a, b] = groups.map(|group| self.groups.members(group));
                for &a in a {
                    for &b in b {
                        self.sees[a].remove(b);
                        self.sees[b].remove(a);
                    }
                }
            }
            Sight::Free if is_single => {
                let [a, b] = groups.map(|group| self.groups.members(group)[0]);
                self.seen[a].insert(b);
                self.seen[b].insert(a);
            }
            Sight::Unknown if is_single => {
                if round < MOST_STEPS.len() {
                    self.push(groups, round + 1, NEXT_ROUND.pow(round as u32 + 1));
                }
            }
            Sight::Free => self.divide(groups, AFTER_A_FREE_LINE),
            Sight::Unknown => self.divide(groups, 1),
        }
    }

    fn divide_alone(&mut self, group: u32) {
        if let Some([a, b]) = self.groups.get(group).parts {
            for pair in [[a, a], [a, b], [b, b]] {
                self.push(pair, 0, 1);
            }
        }
    }

    fn divide(&mut self, [a, b]: [u32; 2], rarer: u64) {
        let radius = |group: u32| self.occlusion.radius(self.groups.get(group).part);
        let [parts_a, parts_b] = [a, b].map(|group| self.groups.get(group).parts);
        let pairs = match (parts_a, parts_b) {
            (Some(parts), Some(_)) if radius(a) >= radius(b) => parts.map(|part| [part, b]),
            (Some(parts), None) => parts.map(|part| [part, b]),
            (_, Some(parts)) => parts.map(|part| [a, part]),
            (None, None) => return,
        };
        for pair in pairs {
            self.push(pair, 0, rarer);
        }
    }
}
