//! Decides which leaves are solid: builds the graph, finds its minimum cut, and computes the cost of each part.
//!
//! The build uses this code. [`LeafTree::solidity_decision`] repeats the decision with the same numbers to explain its
//! result.

use bspwalk_progress::{Cancelled, Progress};

use super::min_cut::Graph;
use crate::solid_leaf::{LeafAdjacency, LeafId, LeafTree, OUTSIDE};

/// Weight of an open interface with [`OUTSIDE`], relative to one between two other leaves.
const OUTSIDE_BOND: f64 = 1.0e-3;

/// Weight of a covered interface for each of its two leaves, relative to an open interface.
const COVER: f64 = 0.5;

/// A face separates nothing if the winding numbers on its two sides are both above or both below the level by more than
/// this.
///
/// In a correct mesh, winding numbers differ from the level by twice this value.
pub(super) const WITHIN: f64 = 0.25;

/// Approximate sum of all capacities of the graph.
const TOTAL_CAPACITY: f64 = (1_u64 << 52) as f64;

/// Explanation of the solidity of all leaves: the evidence for each leaf, the links between neighbours, and the minimum
/// cut.
///
/// All capacities are areas, in square metres.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidityDecision {
    /// Threshold between the winding numbers of empty and solid space.
    pub level: f64,
    /// Evidence for each leaf, indexed by leaf.
    pub leaves: Vec<LeafEvidence>,
    /// Links across the interfaces, in the order of [`LeafTree::adjacencies`].
    pub links: Vec<InterfaceLink>,
    /// Cost of the minimum cut: the total capacity of the links that it cuts and of the evidence that it overrules.
    pub capacity: f64,
    /// Number of augmenting paths.
    pub augmentations: u32,
}

/// The evidence that a leaf is solid or empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafEvidence {
    /// Winding number, that is, the number of times that the faces enclose the leaf.
    pub winding_number: f64,
    /// Weight of the winding number as evidence; positive for solid and negative for empty.
    pub by_number: f64,
    /// Weight of the faces on the leaf's boundary: positive if their backs face the leaf, and negative if their fronts
    /// do.
    pub by_faces: f64,
    /// Total weight. Its magnitude is the capacity of the link to a terminal: the solid terminal if the weight is
    /// positive, and the empty terminal if it is negative.
    pub pull: f64,
    /// Side of the cut on which the leaf lies. Only [`OUTSIDE`] can be on the solid side and still be empty; this
    /// happens if an empty leaf is open to it.
    pub solid: bool,
}

/// The link between the two leaves of an interface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterfaceLink {
    /// Cost of cutting the link: the area that favours leaves of the same kind on both sides.
    pub capacity: f64,
    /// Whether the faces of the interface may separate solid from empty. Faces deep inside a solid or far out in empty
    /// space do not.
    pub separates: bool,
    /// Whether the link is cut, that is, whether one of its leaves is solid and the other is empty.
    pub is_cut: bool,
}

impl LeafEvidence {
    /// Returns whether the winding number on its own indicates that the leaf is solid.
    #[must_use]
    pub fn number_says_solid(&self) -> bool {
        self.by_number > 0.0
    }

    /// Returns whether the winding number on its own contradicts the decision. A number equal to the level indicates
    /// nothing.
    fn differs_from_number(&self) -> bool {
        self.by_number != 0.0 && self.number_says_solid() != self.solid
    }

    /// Returns the cost of the evidence that the decision overrules, or 0 if it follows the evidence.
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
    /// Returns the cost of the cut if the decision were reversed for this leaf only, or `None` if the leaf does not
    /// exist.
    ///
    /// `adjacencies` must belong to the same tree. The result is never less than the capacity, because the cut is
    /// minimal.
    #[must_use]
    pub fn cost_with_flipped(&self, adjacencies: &[LeafAdjacency], leaf: LeafId) -> Option<f64> {
        let evidence = self.leaves.get(leaf.index())?;
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

    /// Returns the leaves whose winding number on its own contradicts the decision.
    pub fn overruled_leaves(&self) -> impl Iterator<Item = LeafId> {
        let leaves = self.leaves.iter().zip(LeafId::all());
        leaves
            .filter(|(leaf, _)| leaf.differs_from_number())
            .map(|(_, id)| id)
    }
}

impl LeafTree {
    /// Repeats the build's decision about solid leaves, with all its weights.
    ///
    /// Returns `None` if the build did not decide anything, because a predicate or a compiled level defined what is
    /// solid, or because there are no faces. Leaves that were filled later by
    /// [`fill_unreachable`](LeafTree::fill_unreachable) are empty in the result.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
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

pub(super) fn winding_numbers_of_sides(adjacency: &LeafAdjacency, numbers: &[f64]) -> [f64; 2] {
    adjacency.leaves.map(|leaf| numbers[leaf.index()])
}

pub(super) fn decide(
    adjacencies: &[LeafAdjacency],
    numbers: &[f64],
    level: f64,
    weight: f64,
    progress: &Progress,
) -> Result<SolidityDecision, Cancelled> {
    progress.begin("Classifying leaves", 0);
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
        let [front, back] = adjacency.leaves.map(LeafId::index);
        // Accumulate the boundary area here; it is weighted below.
        leaves[front].by_number += adjacency.area;
        leaves[back].by_number += adjacency.area;
        let [a, b] = winding_numbers_of_sides(adjacency, numbers);
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

/// Finds the minimum cut of the graph whose source is solid and whose sink is empty. Returns the capacity of the cut
/// and the number of augmenting paths.
///
/// Also replaces the capacities in `leaves` and `links` with the integer capacities of the graph, converted back to
/// areas. The rounding error is negligible.
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
            (front.0, back.0, capacity(link.capacity))
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

fn bond(adjacency: &LeafAdjacency) -> f64 {
    let open = adjacency.open_area();
    let open = if adjacency.leaves.contains(&OUTSIDE) {
        OUTSIDE_BOND * open
    } else {
        open
    };
    open + adjacency.facing_both
}
