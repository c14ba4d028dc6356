//! Computes the faces of a union of brushes by constructive solid geometry. Removes the parts of each side that are
//! inside other brushes, like `CSGFaces` in qbsp.
//!
//! A side is split only by the planes of brushes that it intersects. If two coplanar sides face the same way, only the
//! later brush's side is kept. If they face each other, both are removed.

use bspwalk_geometry::{BoxTree, Plane, Polygon, Split};
use bspwalk_progress::{CHECK_INTERVAL, Cancelled, Progress};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

use super::brush::{Solid, THICKNESS};

/// Determines which brushes hide parts of other brushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// Structural; hidden only by structural brushes.
    Structure,
    /// Detail; hidden by structural and detail brushes.
    Detail,
    /// Liquids and clip brushes; hidden by structural and detail brushes, and by brushes of the same kind.
    Other,
}

/// A brush in the level.
pub(super) struct Placed {
    pub(super) solid: Solid,
    pub(super) rank: Rank,
    pub(super) object: u32,
    /// Whether the faces block bodies.
    pub(super) stops: bool,
    /// Whether the interior of the brush is solid.
    pub(super) fills: bool,
    pub(super) line: u32,
    /// Number of the brush among all brushes in the file.
    pub(super) number: u32,
    /// Whether the brush is a liquid that belongs to a brush entity. Such a liquid is solid in Quake.
    pub(super) is_liquid_object: bool,
}

impl Placed {
    /// Returns whether this brush hides parts of the other brush's sides.
    fn hides(&self, other: &Self) -> bool {
        match (self.rank, other.rank) {
            (Rank::Structure, _) => true,
            (Rank::Detail, Rank::Structure) => false,
            (Rank::Detail, _) => true,
            (Rank::Other, rank) => rank == Rank::Other && self.solid.look == other.solid.look,
        }
    }
}

/// A part of a side that remains after clipping.
#[derive(Clone, Debug)]
pub(super) struct SidePiece {
    pub(super) brush: u32,
    pub(super) side: u32,
    pub(super) polygon: Polygon,
}

/// Maximum number of pieces per side. If there are more, the side is kept whole, which only adds hidden faces.
const MOST_PIECES: usize = 512;

/// Maximum number of comparisons between pieces and brushes: an allowance per brush, plus a constant. Typical levels
/// need a few dozen per brush. If thousands of brushes overlap and the budget is used up, the remaining sides are kept
/// whole.
const MOST_COMPARED: (u64, u64) = (2000, 50_000_000);

/// Returns the pieces of all sides, ordered by brush and side, and whether the comparison budget was exhausted.
pub(super) fn clip_sides(
    members: &[Placed],
    progress: &Progress,
) -> Result<(Vec<SidePiece>, bool), Cancelled> {
    let boxes = members.iter().map(|member| member.solid.bounds);
    let tree = BoxTree::new(boxes.collect());
    let compared = AtomicU64::new(0);
    let most = MOST_COMPARED.1 + MOST_COMPARED.0 * members.len() as u64;
    progress.begin("Merging the brushes", members.len() as u64);
    let pieces: Vec<Vec<SidePiece>> = members
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
                    // A brush with a lower rank also hides coplanar parts of brushes with higher ranks.
                    let yields = by.rank == member.rank && index > other as usize;
                    let seen = compared.fetch_add(left.len() as u64, Ordering::Relaxed);
                    if left.is_empty() || left.len() > MOST_PIECES || seen > most {
                        break;
                    }
                    left = left
                        .into_iter()
                        .flat_map(|polygon| outside(polygon, &of.plane, &by.solid, yields))
                        .collect();
                }
                pieces.extend(left.into_iter().map(|polygon| SidePiece {
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

/// Returns the parts of a polygon on `plane` that are outside the brush. Parts that coincide with a side facing the
/// opposite way are removed. Parts that coincide with a side facing the same way are kept only if `stays` is `true`.
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
        // If only a sliver caused by rounding is inside, the polygon counts as outside.
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
