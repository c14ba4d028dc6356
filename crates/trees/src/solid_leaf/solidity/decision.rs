//! The decision itself: the graph between what is solid and what is empty, its minimum cut, and what each part of it costs.
//!
//! The build decides by it, and [`LeafTree::solidity_decision`] decides once more, by the same function from the same
//! numbers, to show how.

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::min_cut::Graph;
use crate::solid_leaf::{LeafAdjacency, LeafId, LeafTree, OUTSIDE};

/// How much an open interface with [`OUTSIDE`] weighs against one between two leaves.
const OUTSIDE_BOND: f64 = 1.0e-3;

/// How much a covered interface weighs against an open one, for each of its leaves.
const COVER: f64 = 0.5;

/// A face separates nothing if the winding numbers of both sides are beyond the level by more than this, half of their
/// distance from it where all is right.
pub(super) const WITHIN: f64 = 0.25;

/// The capacities of the graph add up to about this.
const TOTAL_CAPACITY: f64 = (1_u64 << 52) as f64;

/// How it was decided which leaves are solid: what speaks for each leaf, what holds neighbours together, and the minimum
/// cut between them. All capacities are areas, in square metres.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidityDecision {
    /// The winding number between those of empty space and those of solid space.
    pub level: f64,
    /// What speaks for each leaf, by its index.
    pub leaves: Vec<LeafEvidence>,
    /// What holds the leaves of each interface together, in the order of [`LeafTree::adjacencies`].
    pub links: Vec<InterfaceLink>,
    /// What the minimum cut costs: the links that it cuts and the evidence that it overrules.
    pub capacity: f64,
    /// The number of augmenting paths that it needed.
    pub augmentations: u32,
}

/// What speaks for a leaf being solid, or empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafEvidence {
    /// Its winding number: how often the faces enclose it.
    pub winding_number: f64,
    /// The weight of that number: positive if it speaks for solid, negative if for empty.
    pub by_number: f64,
    /// The weight of the faces on its boundary: positive where their backs look into it, negative where their fronts do.
    pub by_faces: f64,
    /// Both together, the capacity of its link to the solid (positive) or to the empty (negative) side of the graph.
    pub pull: f64,
    /// The side of the cut that it is on. Only [`OUTSIDE`] may be on the solid side and still be empty, where an empty leaf
    /// is open to it.
    pub solid: bool,
}

/// What holds the two leaves of an interface together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterfaceLink {
    /// What it costs to cut it: the area over which the two leaves should be alike.
    pub capacity: f64,
    /// Whether faces on it may separate solid from empty. Those deep within a solid, or far out in empty space, do not.
    pub separates: bool,
    /// Whether the cut runs through it: one of its leaves is solid, the other is empty.
    pub is_cut: bool,
}

impl LeafEvidence {
    /// Whether its winding number alone says that it is solid.
    #[must_use]
    pub fn number_says_solid(&self) -> bool {
        self.by_number > 0.0
    }

    /// Whether its winding number alone says something else than was decided. A number at the level itself says nothing.
    #[must_use]
    pub fn differs_from_number(&self) -> bool {
        self.by_number != 0.0 && self.number_says_solid() != self.solid
    }

    /// What is paid for deciding against all its evidence; 0 where the decision follows it.
    #[must_use]
    pub fn cost(&self) -> f64 {
        if self.pull != 0.0 && (self.pull > 0.0) != self.solid {
            self.pull.abs()
        } else {
            0.0
        }
    }
}

impl SolidityDecision {
    /// What the cut would cost if this leaf alone were decided the other way; `None` where the leaf does not exist.
    /// `adjacencies` are those of the tree. It is never less than the capacity, as the cut is a minimum.
    #[must_use]
    pub fn cost_with_flipped(&self, adjacencies: &[LeafAdjacency], leaf: LeafId) -> Option<f64> {
        let evidence = self.leaves.get(leaf as usize)?;
        let flipped = LeafEvidence {
            solid: !evidence.solid,
            ..*evidence
        };
        let mut cost = self.capacity - evidence.cost() + flipped.cost();
        for (adjacency, link) in adjacencies.iter().zip(&self.links) {
            if adjacency.leaves.contains(&leaf) && adjacency.leaves[0] != adjacency.leaves[1] {
                cost += if link.is_cut {
                    -link.capacity
                } else {
                    link.capacity
                };
            }
        }
        Some(cost)
    }

    /// The leaves whose winding number alone says something else than was decided.
    pub fn differing(&self) -> impl Iterator<Item = LeafId> {
        let leaves = self.leaves.iter().zip(0..);
        leaves
            .filter(|(leaf, _)| leaf.differs_from_number())
            .map(|(_, id)| id)
    }
}

impl LeafTree {
    /// How the build decided which leaves are solid: the same decision from the same numbers, with all that it weighed.
    /// `None` where nothing was decided, as a predicate or a compiled level said what is solid, or there are no faces.
    ///
    /// Leaves that [`fill_unreachable`](LeafTree::fill_unreachable) made solid afterwards are empty in it.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn solidity_decision(&self, progress: &Progress) -> Result<Option<SolidityDecision>, Cancelled> {
        if self.winding_numbers.len() != self.leaves.len() {
            return Ok(None);
        }
        decide(
            &self.adjacencies,
            &self.winding_numbers,
            self.separation.level,
            self.params.winding_weight,
            progress,
        )
        .map(Some)
    }
}

/// The winding numbers of the leaves on both sides of an interface.
pub(super) fn sides(adjacency: &LeafAdjacency, numbers: &[f64]) -> [f64; 2] {
    adjacency.leaves.map(|leaf| numbers[leaf as usize])
}

/// Decides for all leaves, given their winding numbers. `weight` is the w of E.
pub(super) fn decide(
    adjacencies: &[LeafAdjacency],
    numbers: &[f64],
    level: f64,
    weight: f64,
    progress: &Progress,
) -> Result<SolidityDecision, Cancelled> {
    progress.begin(text!("phase-decide-solid"), 0);
    let mut leaves: Vec<LeafEvidence> = numbers
        .iter()
        .map(|&winding_number| LeafEvidence {
            winding_number,
            by_number: 0.0,
            by_faces: 0.0,
            pull: 0.0,
            solid: false,
        })
        .collect();
    let mut links = Vec::with_capacity(adjacencies.len());
    for adjacency in adjacencies {
        let [front, back] = adjacency.leaves.map(|leaf| leaf as usize);
        // The area of its boundary, until it is weighed.
        leaves[front].by_number += adjacency.area;
        leaves[back].by_number += adjacency.area;
        let [a, b] = sides(adjacency, numbers);
        let separates = !(a.min(b) > level + WITHIN || a.max(b) < level - WITHIN);
        let mut capacity = bond(adjacency).max(0.0);
        if separates {
            let pull = COVER * (adjacency.facing_front - adjacency.facing_back);
            leaves[front].by_faces -= pull;
            leaves[back].by_faces += pull;
        } else {
            capacity += adjacency.one_sided_area().max(0.0);
        }
        links.push(InterfaceLink {
            capacity,
            separates,
            is_cut: false,
        });
    }
    for leaf in &mut leaves {
        let boundary = leaf.by_number;
        leaf.by_number = weight * boundary * (2.0 * (leaf.winding_number - level)).clamp(-1.0, 1.0);
        leaf.pull = leaf.by_number + leaf.by_faces;
    }
    cut(adjacencies, &mut leaves, &mut links, progress).map(|(capacity, augmentations)| SolidityDecision {
        level,
        leaves,
        links,
        capacity,
        augmentations,
    })
}

/// Cuts the graph whose source is solid and whose sink is empty. Capacities are those of the graph afterwards, which are
/// integers of a unit that is far below what matters. Returns the capacity of the cut and its augmenting paths.
fn cut(
    adjacencies: &[LeafAdjacency],
    leaves: &mut [LeafEvidence],
    links: &mut [InterfaceLink],
    progress: &Progress,
) -> Result<(f64, u32), Cancelled> {
    let pulls = leaves.iter().map(|leaf| leaf.pull.abs());
    let total: f64 = pulls.chain(links.iter().map(|link| link.capacity)).sum();
    let scale = if total > 0.0 { TOTAL_CAPACITY / total } else { 0.0 };
    let capacity = |area: f64| (area * scale).round() as i64;
    let area = |capacity: i64| {
        if scale > 0.0 { capacity as f64 / scale } else { 0.0 }
    };
    let terminals: Vec<i64> = leaves.iter().map(|leaf| capacity(leaf.pull)).collect();
    let edges: Vec<(u32, u32, i64)> = adjacencies
        .iter()
        .zip(&*links)
        .map(|(adjacency, link)| {
            let [front, back] = adjacency.leaves;
            (front, back, capacity(link.capacity))
        })
        .collect();
    let cut = Graph::new(&terminals, &edges).minimum_cut(progress)?;
    for ((leaf, &terminal), &solid) in leaves.iter_mut().zip(&terminals).zip(&cut.with_source) {
        leaf.pull = area(terminal);
        leaf.solid = solid;
    }
    for (link, &(front, back, capacity)) in links.iter_mut().zip(&edges) {
        link.capacity = area(capacity);
        link.is_cut = cut.with_source[front as usize] != cut.with_source[back as usize];
    }
    Ok((area(cut.capacity), cut.augmentations))
}

/// The area over which the two leaves should be equal, apart from faces that separate them.
fn bond(adjacency: &LeafAdjacency) -> f64 {
    let open = adjacency.open_area();
    let open = if adjacency.leaves.contains(&OUTSIDE) {
        OUTSIDE_BOND * open
    } else {
        open
    };
    open + adjacency.facing_both
}
