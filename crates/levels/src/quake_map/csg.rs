//! The faces of many brushes as one solid (constructive solid geometry): of each side the parts inside other brushes are
//! left out, as qbsp's `CSGFaces` does.
//!
//! A side is cut along the planes of a brush that it goes into, and nowhere else. Where two sides lie on one plane and face
//! the same way, that of the later brush stays; where they face each other, both go.

use bspwalk_geometry::{BoxTree, Plane, Polygon, Split};
use bspwalk_progress::{CHECK_INTERVAL, Cancelled, Progress};
use bspwalk_text::text;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

use super::brush::{Solid, THICKNESS};

/// Which brushes hide what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// Structure, which only structure hides.
    Structure,
    /// Detail, which structure and detail hide.
    Detail,
    /// What structure and detail hide, and others of its rank: liquids, clip brushes.
    Other,
}

/// A brush with what decides about its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'a> {
    pub(super) solid: &'a Solid,
    pub(super) rank: Rank,
}

impl Member<'_> {
    /// Whether this brush hides parts of another's sides.
    fn hides(&self, other: &Self) -> bool {
        match (self.rank, other.rank) {
            (Rank::Structure, _) => true,
            (Rank::Detail, Rank::Structure) => false,
            (Rank::Detail, _) => true,
            (Rank::Other, rank) => rank == Rank::Other && self.solid.look == other.solid.look,
        }
    }
}

/// The part of a side that is left.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Index of the brush among the members.
    pub(super) brush: u32,
    /// Index of the side in its brush.
    pub(super) side: u32,
    /// The polygon, convex.
    pub(super) polygon: Polygon,
}

/// A side is cut into at most so many pieces; beyond, it stays whole, as what is hidden does no harm.
const MOST_PIECES: usize = 512;

/// How often a piece is compared with a brush in all, for each brush and beyond. Levels need some tens for each brush; where
/// thousands of brushes lie in one place, the rest of their sides stays whole.
const MOST_COMPARED: (u64, u64) = (2000, 50_000_000);

/// The pieces of all sides, in the order of brushes and sides, and whether the limit of comparisons was reached.
pub(super) fn faces(members: &[Member<'_>], progress: &Progress) -> Result<(Vec<Piece>, bool), Cancelled> {
    let boxes = members.iter().map(|member| member.solid.bounds);
    let tree = BoxTree::new(boxes.collect());
    let compared = AtomicU64::new(0);
    let most = MOST_COMPARED.1 + MOST_COMPARED.0 * members.len() as u64;
    progress.begin(text!("phase-unite-brushes"), members.len() as u64);
    let pieces: Vec<Vec<Piece>> = members
        .par_iter()
        .enumerate()
        .map(|(index, member)| {
            progress.check()?;
            progress.advance(1);
            let mut near: Vec<u32> = Vec::new();
            if compared.load(Ordering::Relaxed) < most {
                let bounds = member.solid.bounds.inflated(THICKNESS);
                tree.touching(&bounds, |other| near.push(other));
            }
            compared.fetch_add(near.len() as u64, Ordering::Relaxed);
            near.retain(|&other| other as usize != index && members[other as usize].hides(member));
            near.sort_unstable();
            let mut pieces = Vec::new();
            for (side, of) in member.solid.sides.iter().enumerate() {
                let mut left = vec![of.polygon.clone()];
                for (turn, &other) in near.iter().enumerate() {
                    if turn % CHECK_INTERVAL == 0 {
                        progress.check()?;
                    }
                    let by = &members[other as usize];
                    // Between ranks the lower one hides what is on its surface.
                    let yields = if by.rank == member.rank {
                        index > other as usize
                    } else {
                        false
                    };
                    let seen = compared.fetch_add(left.len() as u64, Ordering::Relaxed);
                    if left.is_empty() || left.len() > MOST_PIECES || seen > most {
                        break;
                    }
                    left = left
                        .into_iter()
                        .flat_map(|polygon| outside(polygon, &of.plane, by.solid, yields))
                        .collect();
                }
                pieces.extend(left.into_iter().map(|polygon| Piece {
                    brush: index as u32,
                    side: side as u32,
                    polygon,
                }));
            }
            Ok(pieces)
        })
        .collect::<Result<_, Cancelled>>()?;
    let pieces = pieces.into_iter().flatten().collect();
    Ok((pieces, compared.into_inner() >= most))
}

/// The parts of a polygon on `plane` that are not inside the brush, or on a side of it that faces the other way. What is on
/// a side that faces the same way stays where it `stays`.
fn outside(polygon: Polygon, plane: &Plane, brush: &Solid, stays: bool) -> Vec<Polygon> {
    if !brush.bounds.inflated(THICKNESS).intersects(&polygon.bounds()) {
        return vec![polygon];
    }
    let mut rest = polygon.clone();
    let mut parts = Vec::new();
    for side in &brush.sides {
        match rest.split(&side.plane, THICKNESS) {
            Split::Front => return vec![polygon],
            Split::Back => {}
            Split::CoplanarFront | Split::CoplanarBack => {
                if stays && side.plane.normal.dot(plane.normal) > 0.0 {
                    return vec![polygon];
                }
            }
            Split::Cut { front, back } => {
                parts.push(front);
                rest = back;
            }
        }
        // A sliver that rounding left is no part inside.
        if rest.vertices.len() < 3 {
            return vec![polygon];
        }
    }
    if rest.area() <= THICKNESS * THICKNESS {
        return vec![polygon];
    }
    parts.retain(|part| part.vertices.len() >= 3 && part.area() > THICKNESS * THICKNESS);
    parts
}
