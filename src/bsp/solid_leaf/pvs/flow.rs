//! What is seen through one passage, by following chains of passages and narrowing the view at each (Teller 1992, and the
//! `RecursiveLeafFlow` of Quake's compilers, here without recursion and with a bound on the work).

use smallvec::SmallVec;

use super::{
    bits::{self, BitMatrix},
    clip::{Corners, Limits, Separators, clip, clip_all, separators},
    passages::{PassageId, Passages, back},
};

/// Most passages in a chain that is followed. What lies behind a longer one is taken as seen if the table says so.
const LONGEST_CHAIN: usize = 512;

/// A search for what is seen through passages.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) passages: &'a Passages,
    /// For each passage what is known to hold all that is seen behind it.
    pub(super) sees: &'a BitMatrix,
    pub(super) limits: Limits,
}

/// The view along a chain of passages from the first on.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The part of the first opening through which all others can be seen.
    pub(super) source: Corners,
    /// The part of the last opening that is seen, and its passage; `None` in a chain of one.
    pub(super) last: Option<(Corners, PassageId)>,
    /// The planes between the two; made when they are first asked for.
    separators: Option<Separators>,
}

impl View {
    /// The view through the whole of one opening.
    pub(super) fn through(passages: &Passages, first: PassageId) -> Self {
        Self {
            source: Corners::from_slice(passages.corners(first)),
            last: None,
            separators: None,
        }
    }

    /// What is left of the view with one passage more; `None` where nothing is seen of it.
    pub(super) fn narrowed(
        &mut self,
        passages: &Passages,
        first: PassageId,
        next: PassageId,
        limits: Limits,
    ) -> Option<Self> {
        let mut target = Corners::from_slice(passages.corners(next));
        if !clip(&mut target, &passages.passage(first).plane, limits) {
            return None;
        }
        let mut source = self.source.clone();
        if !clip(&mut source, &passages.passage(next).plane.flipped(), limits) {
            return None;
        }
        if let Some((seen, last)) = &self.last {
            let separators = self
                .separators
                .get_or_insert_with(|| separators(&self.source, seen, limits));
            if !clip(&mut target, &passages.passage(*last).plane, limits)
                || !clip_all(&mut target, separators, limits)
                // The same, looking back.
                || !clip_all(&mut source, &super::clip::separators(&target, seen, limits), limits)
            {
                return None;
            }
        }
        Some(Self {
            source,
            last: Some((target, next)),
            separators: None,
        })
    }
}

/// A cluster that a chain has come to.
struct Frame {
    view: View,
    /// Its passages that were not tried yet, last first.
    rest: SmallVec<[PassageId; 16]>,
    /// The number of steps at which the search in here ends.
    limit: u64,
}

/// What a thread keeps from search to search.
#[derive(Default)]
pub(super) struct Scratch {
    frames: Vec<Frame>,
    /// For each frame what can be seen in front of it.
    might: Vec<u64>,
}

/// What came of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The passages that can be seen.
    pub(super) seen: Vec<u64>,
    /// Steps taken: passages that the view was narrowed by.
    pub(super) steps: u64,
    /// Whether some chain was not followed to its end.
    pub(super) cut_short: bool,
}

impl Search<'_> {
    /// What is seen through a passage, in at most about `budget` steps. Each passage of a cluster has an equal share of
    /// what its cluster has left; where a share is used up, all that the table admits there is taken as seen.
    pub(super) fn run(&self, first: PassageId, budget: u64, scratch: &mut Scratch) -> Found {
        let words = self.sees.words();
        let Scratch { frames, might } = scratch;
        frames.clear();
        might.clear();
        might.extend_from_slice(self.sees.row(first));
        let mut found = Found {
            seen: vec![0; words],
            steps: 0,
            cut_short: false,
        };
        frames.push(self.frame(View::through(self.passages, first), first, might, budget));
        while let Some(frame) = frames.last_mut() {
            let depth = might.len() / words - 1;
            let Some(next) = frame.rest.pop() else {
                frames.pop();
                might.truncate(depth * words);
                continue;
            };
            let here = &might[depth * words..];
            let adds = here
                .iter()
                .zip(self.sees.row(next))
                .zip(&found.seen)
                .any(|((here, next), seen)| here & next & !seen != 0);
            if !adds && bits::contains(&found.seen, next) {
                continue;
            }
            if found.steps >= frame.limit {
                bits::insert(&mut found.seen, next);
                take_all(&mut found.seen, here, self.sees.row(next));
                found.cut_short = true;
                continue;
            }
            found.steps += 1;
            let Some(view) = frame.view.narrowed(self.passages, first, next, self.limits) else {
                continue;
            };
            bits::insert(&mut found.seen, next);
            if !adds {
                continue;
            }
            if depth + 1 == LONGEST_CHAIN {
                take_all(&mut found.seen, here, self.sees.row(next));
                found.cut_short = true;
                continue;
            }
            let share = frame.limit.saturating_sub(found.steps) / (frame.rest.len() as u64 + 1);
            let limit = found.steps + share;
            might.extend_from_within(depth * words..);
            let below = &mut might[(depth + 1) * words..];
            for (word, &next) in below.iter_mut().zip(self.sees.row(next)) {
                *word &= next;
            }
            let frame = self.frame(view, next, below, limit);
            frames.push(frame);
        }
        found
    }

    /// The cluster behind a passage.
    fn frame(&self, view: View, passage: PassageId, might: &[u64], limit: u64) -> Frame {
        let cluster = self.passages.passage(passage).to;
        let rest = if cluster == self.passages.outside() {
            SmallVec::new()
        } else {
            let out = self.passages.out_of(cluster).iter().rev().copied();
            out.filter(|&next| next != back(passage) && bits::contains(might, next))
                .collect()
        };
        Frame { view, rest, limit }
    }
}

/// Adds to `seen` all that both sets hold.
fn take_all(seen: &mut [u64], here: &[u64], next: &[u64]) {
    for ((seen, here), next) in seen.iter_mut().zip(here).zip(next) {
        *seen |= here & next;
    }
}
