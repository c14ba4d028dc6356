//! How much work a build is, and how far it is: in tests of one piece against one plane, which are nearly all of it.

use super::scoring::sample_size;
use crate::progress::{Cancelled, Progress};

/// How many tests a rule makes.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// Candidate planes of a node; 0 for all.
    candidates: u32,
    /// Pieces that a candidate is tested against; 0 for all.
    sample: u32,
    /// Whether they are more where there are many pieces, see [`sample_size`].
    grows: bool,
    /// What [`Effort::part`] is for small numbers.
    small: Vec<u64>,
}

/// Most numbers of pieces that are looked up.
const SMALL: u64 = 1024;

impl Effort {
    pub(super) fn new(candidates: u32, sample: u32, grows: bool) -> Self {
        let mut effort = Self {
            candidates,
            sample,
            grows,
            small: vec![0],
        };
        for pieces in 1..SMALL {
            effort.small.push(effort.part(pieces));
        }
        effort
    }

    /// Tests at a node of so many pieces: of the candidates, and of all pieces against the plane that was chosen.
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

    /// Tests of a whole part of a tree over so many pieces, if every plane leaves half of them on either side.
    pub(super) fn part(&self, pieces: u64) -> u64 {
        match self.small.get(pieces as usize) {
            Some(&tests) => tests,
            None => self.node(pieces) + 2 * self.part(pieces / 2),
        }
    }
}

/// Tells a [`Progress`] how far a thread has come with its part of a tree, now and then: often enough for a person, and
/// seldom enough that the threads do not wait for each other.
pub(super) struct Report<'a> {
    progress: &'a Progress,
    effort: &'a Effort,
    /// Whether candidates are counted for people.
    counts_candidates: bool,
    /// Tests of the node that is being divided.
    tests: u64,
    /// What was not told yet: steps done and found, pieces that have their place and were made.
    done: u64,
    more: u64,
    placed: u64,
    made: u64,
}

/// Steps after which they are told.
const TOLD: u64 = 1 << 16;

impl<'a> Report<'a> {
    pub(super) fn new(progress: &'a Progress, effort: &'a Effort) -> Self {
        Self {
            progress,
            effort,
            counts_candidates: false,
            tests: 0,
            done: 0,
            more: 0,
            placed: 0,
            made: 0,
        }
    }

    /// Begins a build, whose phase this is the name of, over so many pieces.
    pub(super) fn begin(progress: &Progress, phase: &'static str, effort: &Effort, pieces: usize) {
        progress.begin(phase, effort.part(pieces as u64));
        Self::count_pieces(progress, phase, pieces);
    }

    /// From here on the pieces that have their place are counted for people.
    pub(super) fn count_pieces(progress: &Progress, phase: &'static str, pieces: usize) {
        progress.count(phase, "pieces", pieces as u64);
    }

    /// From here on the candidates are counted for the user.
    pub(super) fn count_candidates(&mut self) {
        self.counts_candidates = true;
    }

    /// A plane is chosen among this many candidates.
    pub(super) fn candidates(&self, number: usize) {
        if self.counts_candidates {
            self.progress
                .count("Choosing the root's plane", "candidates", number as u64);
        }
    }

    /// Whether the build goes on.
    pub(super) fn check(&self) -> Result<(), Cancelled> {
        self.progress.check()
    }

    pub(super) fn progress(&self) -> &'a Progress {
        self.progress
    }

    /// A candidate was tested against so many pieces.
    pub(super) fn tested(&mut self, pieces: usize) {
        self.tests += pieces as u64;
        self.done += pieces as u64;
        if self.counts_candidates {
            self.progress.counted(1, 0);
        }
        if self.done >= TOLD {
            self.tell();
        }
    }

    /// A node of so many pieces was divided: these many stay with it, were made by cuts, and are on either side.
    pub(super) fn divided(&mut self, pieces: usize, placed: usize, made: u64, sides: [usize; 2]) {
        let planned = self.effort.part(pieces as u64).saturating_sub(self.tests);
        let rest: u64 = sides.iter().map(|&side| self.effort.part(side as u64)).sum();
        self.done += planned.saturating_sub(rest);
        self.more += rest.saturating_sub(planned);
        self.placed += placed as u64;
        self.made += made;
        self.tests = 0;
        if self.done >= TOLD {
            self.tell();
        }
    }

    fn tell(&mut self) {
        let take = std::mem::take::<u64>;
        self.progress.extend(take(&mut self.more));
        self.progress.advance(take(&mut self.done));
        self.progress
            .counted(take(&mut self.placed), take(&mut self.made));
    }
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a build that always halves is told to be takes exactly what was foreseen, whatever the rule.
    #[test]
    fn a_balanced_build_ends_where_it_was_foreseen() {
        for (candidates, sample, grows) in [(0, 0, true), (8, 128, true), (64, 1024, false), (1, 1, false)] {
            let effort = Effort::new(candidates, sample, grows);
            let progress = Progress::default();
            Report::begin(&progress, "Building", &effort, 1 << 12);
            let mut report = Report::new(&progress, &effort);
            let mut told = 0.0;
            let mut nodes = vec![1_usize << 12];
            while let Some(pieces) = nodes.pop() {
                report.tested(effort.node(pieces as u64) as usize - pieces);
                let half = pieces / 2;
                report.divided(pieces, pieces - 2 * half, 0, [half; 2]);
                nodes.extend([half; 2].into_iter().filter(|&half| half > 0));
                let fraction = progress.fraction().unwrap();
                assert!(fraction >= told);
                told = fraction;
            }
            assert!(told > 0.5 || effort.part(1 << 12) < TOLD, "{told}");
            drop(report);
            assert_eq!(progress.fraction(), Some(1.0));
            assert_eq!(progress.stage(), "Building: 4,096 of 4,096 pieces");
        }
    }
}
