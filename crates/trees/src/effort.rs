//! Progress of a build, measured as the number of tests of a piece against a plane. Such tests take nearly all of the
//! build time.

use std::mem::take;

use bspwalk_progress::{Cancelled, Progress};

use super::params::sample_size;

#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// Number of candidate planes per node, or 0 for all.
    candidates: u32,
    /// Number of pieces against which each candidate is tested, or 0 for all.
    sample: u32,
    /// Whether the sample grows with the number of pieces; see [`sample_size`].
    grows: bool,
}

impl Effort {
    pub(super) fn new(candidates: u32, sample: u32, grows: bool) -> Self {
        Self {
            candidates,
            sample,
            grows,
        }
    }

    /// Returns the number of tests at a node: every candidate against its sample, and all pieces against the chosen
    /// plane.
    fn node(&self, pieces: u64) -> u64 {
        let limited = |limit: u32| {
            if limit == 0 {
                pieces
            } else {
                pieces.min(limit.into())
            }
        };
        let sample = if self.grows {
            sample_size(self.sample, self.candidates, pieces as u32)
        } else {
            self.sample
        };
        limited(self.candidates) * limited(sample) + pieces
    }

    /// Estimates the number of tests in a subtree, assuming that each plane divides the pieces in half.
    fn subtree(&self, pieces: u64) -> u64 {
        if pieces == 0 {
            return 0;
        }
        self.node(pieces) + 2 * self.subtree(pieces / 2)
    }
}

/// Forwards the progress of one thread to a [`Progress`], in batches large enough to avoid contention.
pub(super) struct Report<'a> {
    progress: &'a Progress,
    effort: &'a Effort,
    counts_candidates: bool,
    tests: u64,
    pending: Pending,
}

#[derive(Default)]
struct Pending {
    /// Number of completed tests, and number of tests beyond the estimate.
    tests: u64,
    more_tests: u64,
    /// Number of pieces stored in nodes, and number of pieces added by cuts.
    stored: u64,
    added: u64,
}

const TESTS_A_REPORT: u64 = 1 << 16;

impl<'a> Report<'a> {
    pub(super) fn new(progress: &'a Progress, effort: &'a Effort) -> Self {
        Self {
            progress,
            effort,
            counts_candidates: false,
            tests: 0,
            pending: Pending::default(),
        }
    }

    pub(super) fn begin(progress: &Progress, phase: &'static str, effort: &Effort, pieces: usize) {
        progress.begin(phase, effort.subtree(pieces as u64));
        Self::count_pieces(progress, phase, pieces);
    }

    pub(super) fn count_pieces(progress: &Progress, phase: &'static str, pieces: usize) {
        progress.begin_count(phase, "pieces", pieces as u64);
    }

    pub(super) fn count_candidates(&mut self, counts: bool) {
        self.counts_candidates = counts;
    }

    pub(super) fn candidates(&self, number: usize) {
        if self.counts_candidates {
            let phase = "Choosing the root plane";
            self.progress.begin_count(phase, "candidates", number as u64);
        }
    }

    pub(super) fn check(&self) -> Result<(), Cancelled> {
        self.progress.check()
    }

    pub(super) fn progress(&self) -> &'a Progress {
        self.progress
    }

    #[cfg(test)]
    pub(super) fn tests(&self) -> u64 {
        self.tests
    }

    /// Returns the part of this report that threads share while they choose the plane of a single node together.
    pub(super) fn watch(&self) -> Watch<'a> {
        Watch {
            progress: self.progress,
            counts_candidates: self.counts_candidates,
        }
    }

    /// Adds tests of pieces and boxes for the current node, which [`Watch::count_considered`] has already forwarded.
    pub(super) fn tested_by_bounds(&mut self, tests: u64) {
        self.tests += tests;
    }

    pub(super) fn tested(&mut self, pieces: usize) {
        self.tests += pieces as u64;
        self.pending.tests += pieces as u64;
        if self.counts_candidates {
            self.progress.advance_count(1, 0);
        }
        self.pass_on(TESTS_A_REPORT);
    }

    /// Records the division of a node: the number of pieces in total, stored, added by cuts, and on each side.
    pub(super) fn record_division(&mut self, pieces: usize, stored: usize, added: u64, sides: [usize; 2]) {
        let foreseen = self
            .effort
            .subtree(pieces as u64)
            .saturating_sub(take(&mut self.tests));
        let below: u64 = sides.iter().map(|&side| self.effort.subtree(side as u64)).sum();
        self.pending.tests += foreseen.saturating_sub(below);
        self.pending.more_tests += below.saturating_sub(foreseen);
        self.pending.stored += stored as u64;
        self.pending.added += added;
        self.pass_on(TESTS_A_REPORT);
    }

    fn pass_on(&mut self, enough: u64) {
        if self.pending.tests >= enough {
            let pending = take(&mut self.pending);
            self.progress.extend(pending.more_tests);
            self.progress.advance(pending.tests);
            self.progress.advance_count(pending.stored, pending.added);
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    progress: &'a Progress,
    counts_candidates: bool,
}

impl Watch<'_> {
    pub(super) fn check(&self) -> Result<(), Cancelled> {
        self.progress.check()
    }

    /// Counts the candidates that were scored or discarded, and the tests of pieces and boxes needed for this.
    pub(super) fn count_considered(&self, candidates: usize, tests: u64) {
        self.progress.advance(tests);
        if self.counts_candidates {
            self.progress.advance_count(candidates as u64, 0);
        }
    }
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        self.pass_on(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If every plane divides the pieces in half, the work of a build must equal the estimate for every rule.
    #[test]
    fn balanced_build_takes_estimated_work() {
        for (candidates, sample, grows) in [(0, 0, true), (8, 128, true), (64, 1024, false), (1, 1, false)] {
            let effort = Effort::new(candidates, sample, grows);
            let progress = Progress::default();
            Report::begin(&progress, "Building", &effort, 1 << 12);
            let mut report = Report::new(&progress, &effort);
            let mut before = 0.0;
            let mut nodes = vec![1_usize << 12];
            while let Some(pieces) = nodes.pop() {
                report.tested(effort.node(pieces as u64) as usize - pieces);
                let half = pieces / 2;
                report.record_division(pieces, pieces - 2 * half, 0, [half; 2]);
                nodes.extend([half; 2].into_iter().filter(|&half| half > 0));
                let fraction = progress.fraction().unwrap();
                assert!(fraction >= before);
                before = fraction;
            }
            assert!(
                before > 0.5 || effort.subtree(1 << 12) < TESTS_A_REPORT,
                "{before}"
            );
            drop(report);
            assert_eq!(progress.fraction(), Some(1.0));
            assert_eq!(progress.stage().to_string(), "Building: 4096 of 4096 pieces");
        }
    }
}
