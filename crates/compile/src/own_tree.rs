//! Converts the tree in a game's compiled level to a solid-leaf tree with the file's PVS. Also compares that PVS with
//! bspwalk's own PVS.

use std::sync::Arc;

use bspwalk_levels::{Level, Text, text};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    QuakeTree,
    quake::{Contents, QuakeLeafId},
    solid_leaf::{ImportedTree, LeafId, LeafTree, LeafTriangle, OUTSIDE, Pvs},
};
use glam::DVec3;
use serde::Serialize;
use web_time::Instant;

use super::{CompileError, leaf_triangle, milliseconds_since};

/// The tree in a game's compiled level, converted to a solid-leaf tree.
#[derive(Clone, Debug)]
pub struct FileTree {
    /// Converted tree.
    pub tree: Arc<LeafTree>,
    /// Index in the file of each leaf of the tree.
    pub own_leaves: Arc<[QuakeLeafId]>,
    /// PVS stored in the file, if any.
    pub pvs: Option<Arc<Pvs>>,
    /// Conversion time, in milliseconds.
    pub import_ms: f64,
}

impl FileTree {
    /// Converts the tree of a level. Returns `None` if the file contains no tree.
    ///
    /// # Errors
    /// See [`CompileError`].
    pub fn new(level: &Level, progress: &Progress) -> Result<Option<Self>, CompileError> {
        let Some(own) = &level.own_tree else {
            return Ok(None);
        };
        let start = Instant::now();
        // Only world faces bound leaves.
        let triangles = level.triangles.iter();
        let triangles: Vec<LeafTriangle> = triangles
            .map(|triangle| leaf_triangle(level, triangle, triangle.solid && triangle.object == 0))
            .collect();
        let imported = ImportedTree::from_quake(own, &triangles, progress)?;
        let pvs = imported.pvs(own, progress)?;
        Ok(Some(Self {
            tree: Arc::new(imported.tree),
            own_leaves: imported.quake_leaves.into(),
            pvs: pvs.map(Arc::new),
            import_ms: milliseconds_since(start),
        }))
    }
}

/// Comparison of two PVSs by random pairs of eye positions in a level's open space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PvsComparison {
    /// Number of pairs.
    pub pairs: u32,
    /// Pairs with an unblocked line of sight.
    pub seen: u32,
    /// Pairs that are mutually visible according to the built PVS.
    pub built: u32,
    /// Pairs that are mutually visible according to the file's PVS; all pairs if the file has no PVS.
    pub own: u32,
    /// Pairs with a line of sight that the built PVS treats as hidden, which is an error.
    pub seen_hidden_by_built: u32,
    /// Pairs with a line of sight that the file's PVS treats as hidden, which is an error.
    pub seen_hidden_by_own: u32,
}

/// Number of eye positions, and the maximum number of attempts to find them.
const EYES: usize = 1000;
const TRIES: u32 = 400_000;

/// Number of pairs of eye positions.
const PAIRS: u32 = 40_000;

impl PvsComparison {
    /// Compares a file's PVS with the PVS of a built tree, using the same pairs of eye positions for both.
    ///
    /// An eye position must be in open space in both trees. Lines through a liquid are skipped, because most compilers
    /// treat liquid surfaces as opaque.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the comparison is cancelled.
    pub fn new(
        own: &QuakeTree,
        built: (&LeafTree, &Pvs),
        seed: u64,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin("Comparing the two PVSs", u64::from(PAIRS));
        let mut random = fastrand::Rng::with_seed(seed);
        let is_air = |leaf| {
            own.leaf(leaf)
                .is_some_and(|leaf| leaf.contents == Contents::Empty)
        };
        let bounds = built.0.bounds();
        let mut eyes: Vec<(DVec3, QuakeLeafId, LeafId)> = Vec::with_capacity(EYES);
        for turn in 0..TRIES {
            progress.check_at(turn as usize)?;
            if eyes.len() == EYES || bounds.is_empty() {
                break;
            }
            let point = bounds.min + bounds.size() * DVec3::from_array(std::array::from_fn(|_| random.f64()));
            let (in_own, in_built) = (own.locate(point), built.0.locate(point));
            if is_air(in_own) && in_built != OUTSIDE && !built.0.is_solid(in_built) {
                eyes.push((point, in_own, in_built));
            }
        }
        let mut hiding = Self::default();
        if eyes.len() < 2 {
            return Ok(hiding);
        }
        for turn in 0..PAIRS {
            progress.check_at(turn as usize)?;
            progress.advance(1);
            let [from, to] = [0; 2].map(|_| eyes[random.usize(..eyes.len())]);
            let by_built = built.1.visible(from.2, to.2);
            let by_own = own.sees(from.1, to.1);
            let along = own.sightline(from.0, to.0);
            let is_seen = along.is_some_and(|leaves| leaves.into_iter().all(is_air));
            hiding.pairs += 1;
            hiding.seen += u32::from(is_seen);
            hiding.built += u32::from(by_built);
            hiding.own += u32::from(by_own);
            hiding.seen_hidden_by_built += u32::from(is_seen && !by_built);
            hiding.seen_hidden_by_own += u32::from(is_seen && !by_own);
        }
        Ok(hiding)
    }

    /// Returns three fractions of the pairs: pairs with a line of sight, pairs visible in the built PVS, and pairs
    /// visible in the file's PVS.
    #[must_use]
    pub fn shares(&self) -> [f64; 3] {
        [self.seen, self.built, self.own].map(|count| f64::from(count) / f64::from(self.pairs.max(1)))
    }

    /// Returns a sentence, shown to the user, that states which PVS hides more.
    #[must_use]
    pub fn sentence(&self, has_pvs: bool) -> Text {
        if self.pairs == 0 {
            return text!("compile-own-no-air");
        }
        let [seen, built, own] = self.shares().map(|share| share * 100.0);
        let pairs = self.pairs;
        let percent = |share: f64| format!("{share:.1}");
        let [seen_words, built_words, own_words] = [seen, built, own].map(percent);
        if !has_pvs {
            return text!(
                "compile-own-no-pvs",
                pairs,
                seen = seen_words,
                built = built_words
            );
        }
        let [ours, file] = [self.seen_hidden_by_built, self.seen_hidden_by_own];
        let ours = (ours > 0).then(|| text!("compile-own-fault-ours", count = ours));
        let file = (file > 0).then(|| text!("compile-own-fault-file", count = file));
        let faults = Text::joined(ours.into_iter().chain(file), "");
        if (built - own).abs() < 0.05 {
            text!(
                "compile-own-same",
                pairs,
                seen = seen_words,
                built = built_words,
                own = own_words,
                faults
            )
        } else if built < own {
            text!(
                "compile-own-ours",
                pairs,
                seen = seen_words,
                built = built_words,
                own = own_words,
                faults
            )
        } else {
            text!(
                "compile-own-file",
                pairs,
                seen = seen_words,
                built = built_words,
                own = own_words,
                faults
            )
        }
    }
}
