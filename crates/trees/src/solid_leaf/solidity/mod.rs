//! Decides for all leaves at once which of them are solid.
//!
//! The evidence for a leaf is its generalised winding number: how often the structural faces enclose a point inside it
//! (Jacobson, Kavan and Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers", 2013).
//! A hole that looks small from this point changes the number little. A face has empty space in front and solid space
//! behind, so the number is greater by one behind it. A *level* (threshold) therefore separates the numbers of empty
//! and solid space. It is −½ for rooms wound inwards (−1 inside a room, 0 around it), ½ for solids wound outwards, and
//! 0 for a sheet such as a terrain. It is chosen so that the numbers cross it at as much face area as possible. If two
//! solids overlap, the number in the overlap is 2. Faces of one solid inside the other then have numbers beyond the
//! level on both sides and separate nothing.
//!
//! A minimum cut then divides the leaves into empty and solid ones so that the following energy is minimal (Boykov and
//! Kolmogorov 2004):
//!
//! ```text
//! E = w Σ area of a leaf's boundary · 2 |number − level|       of leaves that are decided against their number
//!   + Σ open area of an interface                              of interfaces between an empty and a solid leaf
//!   + ½ Σ covered area                                         of leaves that are solid in front of a face or empty behind it
//! ```
//!
//! If there are faces on both sides of an interface, they form a sheet and count as open. For example, a curtain hangs
//! in empty space, whereas the foot of a pillar on its floor is inside the solid. Open space outside the world box is
//! only a weak link: the air and the ground of a terrain are not connected just because both reach the world box.
//!
//! `evidence` computes the winding numbers, `adjacency` the interfaces, and `coverage` their covered areas and
//! the faces that contradict the result. `decision` builds the graph of E, and `min_cut` cuts it.
//! `separation` describes the result. `fill` makes unreachable space solid.

pub(super) mod adjacency;
pub(super) mod coverage;
pub(super) mod decision;
pub(super) mod evidence;
pub(super) mod fill;
mod min_cut;
pub(super) mod separation;
pub(super) mod structural_faces;

use bspwalk_geometry::{Polygon, Surface, WindingNumbers};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use self::{
    decision::{WITHIN, decide, winding_numbers_of_sides},
    evidence::Points,
    separation::Separation,
};
use super::{Leaf, LeafAdjacency, OUTSIDE};

/// Faces jointly determine the level if their mean winding numbers are within this distance of it.
const LEVEL_WIDTH: f64 = 0.25;

/// The classification of a leaf is certain if its winding number differs from the level by at least this much. In
/// closed meshes, the difference is ½.
const SURE: f64 = 0.4;

/// Minimum solidity of a solid leaf, regardless of its winding number.
const LEAST_SOLIDITY: f64 = 0.01;

/// Returns whether a point (in metres) is solid; see
/// [`LeafTreeBuilder::solid_where`](super::LeafTreeBuilder::solid_where).
pub type SolidPredicate<'a> = dyn Fn(DVec3) -> bool + Sync + 'a;

pub(super) struct Solution {
    /// Solidity of each leaf, from −1 (certainly empty) to 1 (certainly solid).
    pub(super) solidity: Vec<f64>,
    /// For each interface, whether its faces are inside another mesh and therefore separate nothing.
    pub(super) within: Vec<bool>,
    /// Whether [`OUTSIDE`] was solid and became empty because an empty leaf is open to it.
    pub(super) opened_outside: bool,
    pub(super) separation: Separation,
    pub(super) winding_numbers: Vec<f64>,
}

impl Solution {
    pub(super) fn from_solidity(solidity: Vec<f64>, interfaces: usize) -> Self {
        Self {
            solidity,
            within: vec![false; interfaces],
            opened_outside: false,
            separation: Separation::default(),
            winding_numbers: Vec::new(),
        }
    }
}

/// Returns the result of evaluating a predicate at a point in the middle of each leaf.
///
/// The outside is solid, unless an empty leaf is open to it or the front of a face points to it.
pub(super) fn solve_by_predicate(
    points: &[Points],
    adjacencies: &[LeafAdjacency],
    is_solid: &SolidPredicate<'_>,
) -> Solution {
    let solidity = points
        .iter()
        .map(|[middle, ..]| if is_solid(*middle) { 1.0 } else { -1.0 });
    let mut solidity: Vec<f64> = solidity.collect();
    solidity[OUTSIDE.index()] = 1.0;
    let faces_outside = |adjacency: &LeafAdjacency| {
        let [front, back] = adjacency.leaves;
        front == OUTSIDE && adjacency.facing_front > 0.0 || back == OUTSIDE && adjacency.facing_back > 0.0
    };
    if is_open_outside(adjacencies, &solidity) || adjacencies.iter().any(faces_outside) {
        solidity[OUTSIDE.index()] = -1.0;
    }
    Solution::from_solidity(solidity, adjacencies.len())
}

fn is_open_outside(adjacencies: &[LeafAdjacency], solidity: &[f64]) -> bool {
    adjacencies.iter().any(|adjacency| {
        let [front, back] = adjacency.leaves;
        let other = if front == OUTSIDE { back } else { front };
        (front == OUTSIDE || back == OUTSIDE) && adjacency.open_area() > 0.0 && solidity[other.index()] <= 0.0
    })
}

pub(super) fn solve<'a>(
    faces: impl IntoIterator<Item = &'a Polygon<Surface>>,
    leaves: &[Leaf],
    points: &[Points],
    adjacencies: &[LeafAdjacency],
    weight: f64,
    progress: &Progress,
) -> Result<Solution, Cancelled> {
    let faces = WindingNumbers::new(faces);
    progress.check()?;
    let mut numbers = evidence::winding_numbers_at_middles(&faces, points, progress)?;
    let level = level(adjacencies, &numbers);
    evidence::average_uncertain_numbers(&mut numbers, level, leaves, &faces, points, progress)?;

    let decision = decide(adjacencies, &numbers, level, weight, progress)?;
    // A free-standing sheet separates nothing either, but the winding numbers on its two sides differ by less. A face
    // belongs to a closed mesh if they differ by at least 1 minus the tolerance.
    let within = adjacencies.iter().zip(&decision.links).map(|(adjacency, link)| {
        let [a, b] = winding_numbers_of_sides(adjacency, &numbers);
        !link.separates && (a - b).abs() > 1.0 - WITHIN
    });
    let within = within.collect();

    let solidity = decision.leaves.iter().map(|leaf| {
        let sign = if leaf.solid { 1.0 } else { -1.0 };
        sign * (sign * (leaf.winding_number - level) / SURE).clamp(LEAST_SOLIDITY, 1.0)
    });
    let mut solidity: Vec<f64> = solidity.collect();
    // The outside is empty if it is open to an empty leaf.
    let opened_outside = solidity[OUTSIDE.index()] > 0.0 && is_open_outside(adjacencies, &solidity);
    if opened_outside {
        solidity[OUTSIDE.index()] = -1.0;
    }
    Ok(Solution {
        solidity,
        within,
        opened_outside,
        separation: Separation {
            level,
            augmentations: decision.augmentations,
        },
        winding_numbers: numbers,
    })
}

fn level(adjacencies: &[LeafAdjacency], numbers: &[f64]) -> f64 {
    let mut crossings: Vec<(f64, f64)> = adjacencies
        .iter()
        .filter(|adjacency| adjacency.one_sided_area() > 0.0)
        .map(|adjacency| {
            let [a, b] = winding_numbers_of_sides(adjacency, numbers);
            (0.5 * (a + b), adjacency.one_sided_area())
        })
        .collect();
    heaviest_level(&mut crossings)
}

/// Returns the weighted mean of the values in the heaviest window, which extends by [`LEVEL_WIDTH`] to either side of
/// its centre.
fn heaviest_level(values: &mut [(f64, f64)]) -> f64 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut level, mut most) = (0.0, 0.0);
    let (mut from, mut weight, mut moment) = (0, 0.0, 0.0);
    for &(value, own) in values.iter() {
        weight += own;
        moment += own * value;
        while value - values[from].0 > 2.0 * LEVEL_WIDTH {
            weight -= values[from].1;
            moment -= values[from].1 * values[from].0;
            from += 1;
        }
        if weight > most {
            (most, level) = (weight, moment / weight);
        }
    }
    level
}
