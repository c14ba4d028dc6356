//! Free segments: validated chains of segments that need not bound a region.

use std::collections::BTreeMap;

use glam::DVec2;

use super::{
    Segment2,
    exact::{MAX_COORDINATE, flush_tiny_to_zero, is_usable},
};

/// Segments from open chains of corners. A chain may cross itself and other chains, and it may end at its first corner.
///
/// The tree over these segments splits them where they cross. It has cells and paths, but no inside or outside, because
/// free segments do not bound a region.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SegmentSet {
    segments: Vec<Segment2>,
    /// End of each chain, as an index into the segments.
    ends: Vec<usize>,
    warnings: Vec<SegmentWarning>,
}

/// Error for corners that do not form chains. Chains and corners are numbered from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SegmentError {
    /// A coordinate is NaN or too large.
    #[error(
        "corner {corner} of chain {chain} is at {at}: coordinates must be numbers of at most {MAX_COORDINATE:e}"
    )]
    NotFinite {
        /// Index of the chain.
        chain: usize,
        /// Index of the corner within the chain.
        corner: usize,
        /// Coordinates of the corner.
        at: DVec2,
    },
    /// A chain has fewer than two corners.
    #[error("chain {chain} has fewer than two corners")]
    TooFewCorners {
        /// Index of the chain.
        chain: usize,
    },
}

/// A potential mistake in free segments. The tree is valid nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SegmentWarning {
    /// A segment has zero length. The tree skips it.
    #[error("segment {segment} at {at} has length zero")]
    ZeroLength {
        /// Index of the segment.
        segment: usize,
        /// Position of the segment.
        at: DVec2,
    },
    /// A segment has the same ends as an earlier one, in either direction. Both are stored in the same node.
    #[error("segments {} and {} have the same endpoints", .segments[0], .segments[1])]
    Duplicate {
        /// Indices of the earlier and the later segment.
        segments: [usize; 2],
    },
}

impl SegmentSet {
    /// Creates the segments between consecutive corners of each chain.
    ///
    /// # Errors
    /// Returns a [`SegmentError`] for the first error found.
    pub fn new(chains: &[Vec<DVec2>]) -> Result<Self, SegmentError> {
        let mut set = Self::default();
        for (chain, corners) in chains.iter().enumerate() {
            let unusable = (0..).zip(corners).find(|(_, at)| !is_usable(**at));
            if let Some((corner, &at)) = unusable {
                return Err(SegmentError::NotFinite { chain, corner, at });
            }
            if corners.len() < 2 {
                return Err(SegmentError::TooFewCorners { chain });
            }
            let ends = corners
                .windows(2)
                .map(|pair| [flush_tiny_to_zero(pair[0]), flush_tiny_to_zero(pair[1])]);
            set.segments
                .extend(ends.map(|[from, to]| Segment2::new(from, to)));
            set.ends.push(set.segments.len());
        }
        set.warn();
        Ok(set)
    }

    fn warn(&mut self) {
        let mut first = BTreeMap::new();
        for (segment, &Segment2 { from, to }) in self.segments.iter().enumerate() {
            if from == to {
                self.warnings
                    .push(SegmentWarning::ZeroLength { segment, at: from });
                continue;
            }
            // Coordinates have been normalised, so equal values have equal bits.
            let mut ends = [from, to].map(|end| end.to_array().map(f64::to_bits));
            ends.sort_unstable();
            match first.get(&ends) {
                Some(&earlier) => self.warnings.push(SegmentWarning::Duplicate {
                    segments: [earlier, segment],
                }),
                None => _ = first.insert(ends, segment),
            }
        }
    }

    /// Returns all segments, chain by chain, for [`PlanarTree::build`](super::PlanarTree::build).
    #[must_use]
    pub fn segments(&self) -> &[Segment2] {
        &self.segments
    }

    /// Returns the segments of each chain.
    pub fn chains(&self) -> impl Iterator<Item = &[Segment2]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.segments[start..end])
    }

    /// Returns the warnings, sorted by segment.
    #[must_use]
    pub fn warnings(&self) -> &[SegmentWarning] {
        &self.warnings
    }
}
