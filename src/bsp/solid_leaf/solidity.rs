//! Which leaves are solid, decided over all of them at once (Murali and Funkhouser, "Consistent solid and boundary
//! representations from arbitrary polygonal data", 1997).
//!
//! Every leaf has an unknown s from −1, empty, to 1, solid. Neighbours through an open interface want to be alike, those
//! on the two sides of a face to be opposite; what is added to the paper is that faces have a front: it wants to be empty,
//! the back solid. Where faces lie on both sides of an interface they cancel, as they do in a winding number: a curtain
//! hangs in empty space, and a pillar's foot on the floor it stands on is within the solid. Each wish weighs as much as the
//! area that it comes from:
//!
//! E = Σ open (s_i − s_j)² + Σ covered (s_i + s_j)² + w Σ covered ((s_front + 1)² + (s_back − 1)²)
//!
//! Of closed meshes that are wound consistently and do not overlap every term vanishes where s is exactly ±1, whichever
//! side of a mesh is its inside. Open space beyond the hull is a weak bond only: a terrain's air and its underground are
//! not one because both reach the hull.

use super::{LeafId, Link, OUTSIDE};

/// How much an open interface with [`OUTSIDE`] weighs against one between two leaves.
const OUTSIDE_BOND: f64 = 1.0e-3;

/// The iteration ends where the residual has fallen to this share of the right side: far below what could turn a sign
/// that means something.
const RESIDUAL: f64 = 1.0e-10;

/// More iterations than this are not made: the answer is what it is by then.
const MAX_ITERATIONS: u32 = 10_000;

/// How a solidity was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Convergence {
    /// Iterations made.
    pub iterations: u32,
    /// Norm of the residual, relative to the right side's.
    pub residual: f64,
}

/// The quadratic form E, as its matrix (a diagonal and one entry a link) and right side.
struct System<'a> {
    links: &'a [Link],
    diagonal: Vec<f64>,
    /// The entry of each link.
    off: Vec<f64>,
    right: Vec<f64>,
}

/// The solidity of each leaf, and how the iteration ended. `winding` is the w of the form.
pub(super) fn solve(leaf_count: usize, links: &[Link], winding: f64) -> (Vec<f64>, Convergence) {
    let system = System::new(leaf_count, links, winding);
    let (mut solidity, convergence) = system.conjugate_gradients();
    // What is open to an empty leaf is empty.
    let open_to_empty = |link: &&Link| {
        let [front, back] = link.leaves;
        let other = if front == OUTSIDE { back } else { front };
        (front == OUTSIDE || back == OUTSIDE) && link.open() > 0.0 && solidity[other as usize] <= 0.0
    };
    if links.iter().any(|link| open_to_empty(&link)) {
        solidity[OUTSIDE as usize] = -1.0;
    }
    for s in &mut solidity {
        *s = s.clamp(-1.0, 1.0);
    }
    (solidity, convergence)
}

impl<'a> System<'a> {
    fn new(leaf_count: usize, links: &'a [Link], winding: f64) -> Self {
        let mut system = Self {
            links,
            diagonal: vec![0.0; leaf_count],
            off: Vec::with_capacity(links.len()),
            right: vec![0.0; leaf_count],
        };
        for link in links {
            let [i, j] = link.leaves.map(|leaf: LeafId| leaf as usize);
            let outside = link.leaves.contains(&OUTSIDE);
            let bond = if outside { OUTSIDE_BOND } else { 1.0 };
            let open = link.open() * bond + link.facing_both;
            let covered = link.facing_front + link.facing_back;
            let own = open + (1.0 + winding) * covered;
            system.diagonal[i] += own;
            system.diagonal[j] += own;
            system.off.push(covered - open);
            // In front of faces is empty, behind them solid.
            let pull = winding * (link.facing_back - link.facing_front);
            system.right[i] += pull;
            system.right[j] -= pull;
        }
        // A leaf that nothing speaks of is empty.
        for (diagonal, right) in system.diagonal.iter_mut().zip(&mut system.right) {
            if !(*diagonal > 0.0) {
                (*diagonal, *right) = (1.0, -1.0);
            }
        }
        system
    }

    /// The minimum, by conjugate gradients with the diagonal as preconditioner (Saad, *Iterative Methods for Sparse
    /// Linear Systems*, algorithm 9.1), from what the faces of each leaf say alone.
    fn conjugate_gradients(&self) -> (Vec<f64>, Convergence) {
        let start = |(right, diagonal): (&f64, &f64)| (right / diagonal).clamp(-1.0, 1.0);
        let mut x: Vec<f64> = self.right.iter().zip(&self.diagonal).map(start).collect();
        let mut product = self.times(&x);
        let mut r: Vec<f64> = self.right.iter().zip(&product).map(|(b, p)| b - p).collect();
        let mut z = self.precondition(&r);
        let mut direction = z.clone();
        let mut rho = dot(&r, &z);
        let scale = dot(&self.right, &self.right).sqrt().max(f64::MIN_POSITIVE);
        let mut iterations = 0;
        while iterations < MAX_ITERATIONS && dot(&r, &r).sqrt() > RESIDUAL * scale {
            product = self.times(&direction);
            let curvature = dot(&direction, &product);
            if !(curvature > 0.0) {
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
        (x, Convergence { iterations, residual })
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> = self.diagonal.iter().zip(x).map(|(d, x)| d * x).collect();
        for (link, off) in self.links.iter().zip(&self.off) {
            let [i, j] = link.leaves.map(|leaf: LeafId| leaf as usize);
            product[i] += off * x[j];
            product[j] += off * x[i];
        }
        product
    }

    fn precondition(&self, r: &[f64]) -> Vec<f64> {
        r.iter().zip(&self.diagonal).map(|(r, d)| r / d).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
