//! Which leaves are solid, decided over all of them at once.
//!
//! Every leaf has an unknown s from −1, empty, to 1, solid. Two neighbours through an open interface should be equal,
//! those on the two sides of a face opposite (Murali and Funkhouser, "Consistent solid and boundary representations
//! from arbitrary polygonal data", 1997). This adds to the paper that faces have a front, which should be empty, and a
//! back, which should be solid. Faces on both sides of an interface cancel, as in a winding number: a curtain hangs in
//! empty space, and the foot of a pillar on its floor is within the solid. Each term is weighted by its area:
//!
//! ```text
//! E = Σ open (s_i − s_j)² + Σ covered (s_i + s_j)² + w Σ covered ((s_front + 1)² + (s_back − 1)²)
//! ```
//!
//! Where solids overlap, a face of one is within the other and separates nothing. Such faces are found first, by
//! winding numbers (Jacobson, Kavan and Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding
//! numbers", 2013), here as the potential x on the graph of leaves that jumps by one from the front of a face to its
//! back:
//!
//! ```text
//! W = Σ open (x_i − x_j)² + Σ covered (x_back − x_front − 1)²
//! ```
//!
//! The level of x that most of the faces' area crosses tells empty from solid. A face with both sides well on one side
//! of it counts as open in E. For closed meshes that are wound consistently every term then vanishes where s is exactly
//! ±1, whichever side of a mesh is its inside. Open space beyond the world box is only a weak bond: the air and the
//! underground of a terrain are not connected by both reaching the world box.

pub(super) mod adjacency;
pub(super) mod coverage;
pub(super) mod fill;
pub(super) mod misclassified;
pub(super) mod structural_faces;

use super::{LeafAdjacency, OUTSIDE};
use crate::{
    geometry::tolerance::SOLIDITY_RESIDUAL,
    progress::{CHUNK, Cancelled, Progress},
};

/// How much an open interface with [`OUTSIDE`] weighs against one between two leaves.
const OUTSIDE_BOND: f64 = 1.0e-3;

/// A face separates nothing if the winding numbers of both sides are beyond the level by more than this, half of their
/// distance from it where all is right. It belongs to a closed mesh if they differ by at least one less this.
const WITHIN: f64 = 0.25;

/// The faces that decide on the level have winding numbers this near to it in their middle.
const LEVEL_WIDTH: f64 = 0.25;

/// Steps of the progress of an iteration, for all digits by which the residual must fall.
const DIGITS: u64 = 10_000;

/// The most iterations; then the solution is taken as it is.
const MAX_ITERATIONS: u32 = 10_000;

/// How a solidity was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Convergence {
    /// Number of iterations.
    pub iterations: u32,
    /// Norm of the residual, relative to the right side's.
    pub residual: f64,
}

/// The solution.
pub(super) struct Solution {
    /// The solidity of each leaf.
    pub(super) solidity: Vec<f64>,
    /// For each interface, whether the faces on it are inside another mesh and so separate nothing.
    pub(super) within: Vec<bool>,
    /// How the iteration ended.
    pub(super) convergence: Convergence,
}

/// Solves for the solidity of all leaves from their interfaces. `winding` is the w of E.
pub(super) fn solve(
    leaf_count: usize,
    adjacencies: &[LeafAdjacency],
    winding: f64,
    progress: &Progress,
) -> Result<Solution, Cancelled> {
    progress.begin("Finding what meshes enclose", DIGITS);
    let (numbers, first) =
        System::of_winding_numbers(leaf_count, adjacencies).conjugate_gradients(progress)?;
    progress.begin("Deciding what is solid", DIGITS);
    let separates = separating(adjacencies, &numbers);
    // A free sheet separates nothing either, but the numbers on its sides differ by less.
    let jumps = |adjacency: &LeafAdjacency| {
        let [front, back] = adjacency.leaves.map(|leaf| numbers[leaf as usize]);
        (front - back).abs() > 1.0 - WITHIN
    };
    let within = adjacencies
        .iter()
        .zip(&separates)
        .map(|(adjacency, separates)| !separates && jumps(adjacency));
    let within = within.collect();
    let (mut solidity, second) =
        System::of_solidity(leaf_count, adjacencies, &separates, winding).conjugate_gradients(progress)?;
    // The outside is empty if it is open to an empty leaf.
    let open_to_empty = |adjacency: &LeafAdjacency| {
        let [front, back] = adjacency.leaves;
        let other = if front == OUTSIDE { back } else { front };
        (front == OUTSIDE || back == OUTSIDE) && adjacency.open() > 0.0 && solidity[other as usize] <= 0.0
    };
    if adjacencies.iter().any(open_to_empty) {
        solidity[OUTSIDE as usize] = -1.0;
    }
    for s in &mut solidity {
        *s = s.clamp(-1.0, 1.0);
    }
    let convergence = Convergence {
        iterations: first.iterations + second.iterations,
        residual: first.residual.max(second.residual),
    };
    Ok(Solution {
        solidity,
        within,
        convergence,
    })
}

/// For each interface, whether the faces on it separate empty from solid, by the winding numbers of the leaves.
fn separating(adjacencies: &[LeafAdjacency], numbers: &[f64]) -> Vec<bool> {
    let sides = |adjacency: &LeafAdjacency| adjacency.leaves.map(|leaf| numbers[leaf as usize]);
    let mut crossings: Vec<(f64, f64)> = adjacencies
        .iter()
        .filter(|adjacency| adjacency.one_way() > 0.0)
        .map(|adjacency| {
            let [a, b] = sides(adjacency);
            (0.5 * (a + b), adjacency.one_way())
        })
        .collect();
    let level = heaviest_level(&mut crossings);
    adjacencies
        .iter()
        .map(|adjacency| {
            let [a, b] = sides(adjacency);
            !(a.min(b) > level + WITHIN || a.max(b) < level - WITHIN)
        })
        .collect()
}

/// The mean of the values, each with a weight, in the window of [`LEVEL_WIDTH`] to either side that has the most weight.
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

/// A quadratic form over the leaves: a symmetric matrix, as its diagonal and one entry for each interface, and the
/// right side.
struct System<'a> {
    adjacencies: &'a [LeafAdjacency],
    diagonal: Vec<f64>,
    off: Vec<f64>,
    right: Vec<f64>,
}

/// The terms of one interface: for both diagonals, for the entry of the two leaves, and for the right side of the leaf
/// in front and, negated, of the one behind.
struct Terms {
    diagonal: f64,
    off: f64,
    right: f64,
}

impl<'a> System<'a> {
    fn new(
        leaf_count: usize,
        adjacencies: &'a [LeafAdjacency],
        terms: impl Fn(usize, &LeafAdjacency) -> Terms,
    ) -> Self {
        let mut system = Self {
            adjacencies,
            diagonal: vec![0.0; leaf_count],
            off: Vec::with_capacity(adjacencies.len()),
            right: vec![0.0; leaf_count],
        };
        for (index, adjacency) in adjacencies.iter().enumerate() {
            let [i, j] = adjacency.leaves.map(|leaf| leaf as usize);
            let terms = terms(index, adjacency);
            system.diagonal[i] += terms.diagonal;
            system.diagonal[j] += terms.diagonal;
            system.off.push(terms.off);
            system.right[i] += terms.right;
            system.right[j] -= terms.right;
        }
        // A leaf without any term is empty.
        for (diagonal, right) in system.diagonal.iter_mut().zip(&mut system.right) {
            if *diagonal <= 0.0 {
                (*diagonal, *right) = (1.0, -1.0);
            }
        }
        system
    }

    /// The W of the module's comment.
    fn of_winding_numbers(leaf_count: usize, adjacencies: &'a [LeafAdjacency]) -> Self {
        Self::new(leaf_count, adjacencies, |_, adjacency| {
            let weight = bond(adjacency) + adjacency.one_way();
            Terms {
                diagonal: weight,
                off: -weight,
                right: adjacency.facing_back - adjacency.facing_front,
            }
        })
    }

    /// The E of the module's comment.
    fn of_solidity(
        leaf_count: usize,
        adjacencies: &'a [LeafAdjacency],
        separates: &[bool],
        winding: f64,
    ) -> Self {
        Self::new(leaf_count, adjacencies, |index, adjacency| {
            let covered = if separates[index] {
                adjacency.one_way()
            } else {
                0.0
            };
            let open = bond(adjacency) + adjacency.one_way() - covered;
            let pull = if separates[index] { winding } else { 0.0 };
            Terms {
                diagonal: open + covered * (1.0 + winding),
                off: covered - open,
                right: pull * (adjacency.facing_back - adjacency.facing_front),
            }
        })
    }

    /// The minimum, by conjugate gradients with the diagonal as preconditioner (Saad, *Iterative Methods for Sparse
    /// Linear Systems*, algorithm 9.1). It starts from the evidence of each leaf's own faces.
    fn conjugate_gradients(&self, progress: &Progress) -> Result<(Vec<f64>, Convergence), Cancelled> {
        let start = |(right, diagonal): (&f64, &f64)| (right / diagonal).clamp(-1.0, 1.0);
        let mut x: Vec<f64> = self.right.iter().zip(&self.diagonal).map(start).collect();
        let mut product = self.times(&x, progress)?;
        let mut r: Vec<f64> = self.right.iter().zip(&product).map(|(b, p)| b - p).collect();
        let mut z = self.precondition(&r);
        let mut direction = z.clone();
        let mut rho = dot(&r, &z);
        let scale = dot(&self.right, &self.right).sqrt().max(f64::MIN_POSITIVE);
        let (mut iterations, mut told) = (0, 0);
        let begun = dot(&r, &r).sqrt() / scale;
        while iterations < MAX_ITERATIONS && dot(&r, &r).sqrt() > SOLIDITY_RESIDUAL * scale {
            let digits = (begun / (dot(&r, &r).sqrt() / scale)).log10() / (begun / SOLIDITY_RESIDUAL).log10();
            let done = (digits.clamp(0.0, 1.0) * DIGITS as f64) as u64;
            progress.advance(done.saturating_sub(told));
            told = told.max(done);
            product = self.times(&direction, progress)?;
            let curvature = dot(&direction, &product);
            if curvature <= 0.0 {
                break;
            }
            let step = rho / curvature;
            for (((x, r), d), p) in x.iter_mut().zip(&mut r).zip(&direction).zip(&product) {
                *x += step * d;
                *r -= step * p;
            }
            z = self.precondition(&r);
            let next = dot(&r, &z);
            let turn = next / rho;
            for (d, z) in direction.iter_mut().zip(&z) {
                *d = z + turn * *d;
            }
            rho = next;
            iterations += 1;
        }
        let residual = dot(&r, &r).sqrt() / scale;
        Ok((x, Convergence { iterations, residual }))
    }

    fn times(&self, x: &[f64], progress: &Progress) -> Result<Vec<f64>, Cancelled> {
        let mut product: Vec<f64> = self.diagonal.iter().zip(x).map(|(d, x)| d * x).collect();
        for (adjacencies, off) in self.adjacencies.chunks(CHUNK).zip(self.off.chunks(CHUNK)) {
            progress.check()?;
            for (adjacency, off) in adjacencies.iter().zip(off) {
                let [i, j] = adjacency.leaves.map(|leaf| leaf as usize);
                product[i] += off * x[j];
                product[j] += off * x[i];
            }
        }
        Ok(product)
    }

    fn precondition(&self, r: &[f64]) -> Vec<f64> {
        r.iter().zip(&self.diagonal).map(|(r, d)| r / d).collect()
    }
}

/// The weight with which the two leaves should be equal, apart from faces that separate them.
fn bond(adjacency: &LeafAdjacency) -> f64 {
    let open = adjacency.open();
    let open = if adjacency.leaves.contains(&OUTSIDE) {
        OUTSIDE_BOND * open
    } else {
        open
    };
    open + adjacency.facing_both
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
