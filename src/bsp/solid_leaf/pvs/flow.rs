//! What is seen through one passage, by following chains of passages and narrowing the view at each (Teller 1992, and the
//! `RecursiveLeafFlow` of Quake's compilers, here without recursion and with a bound on the work).

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    bits::{self, BitMatrix},
    clip::{Corners, Limits, Separators, clip, clip_all, separators},
    directed_portals::{DirectedPortalId, DirectedPortals, back},
};
use crate::progress::{Cancelled, Progress};

/// Most passages in a chain that is followed. What lies behind a longer one is taken as seen if the table says so.
pub(super) const LONGEST_CHAIN: usize = 512;

/// A search for what is seen through passages.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) directed_portals: &'a DirectedPortals,
    /// For each passage what is known to hold all that is seen behind it.
    pub(super) sees: &'a BitMatrix,
    /// For each passage what is known to be seen behind it.
    pub(super) met: &'a BitMatrix,
    pub(super) limits: Limits,
    /// Most passages after the first in a chain that is followed.
    pub(super) longest: usize,
}

/// The view along a chain of passages from the first on.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The part of the first opening through which all others can be seen.
    pub(super) source: Corners,
    /// The part of the last opening that is seen, and its passage; `None` in a chain of one.
    pub(super) last: Option<(Corners, DirectedPortalId)>,
    /// The planes between the two.
    separators: Separators,
}

impl View {
    /// The view through the whole of one opening.
    pub(super) fn through(directed_portals: &DirectedPortals, first: DirectedPortalId) -> Self {
        Self {
            source: Corners::from_slice(directed_portals.corners(first)),
            last: None,
            separators: Separators::new(),
        }
    }

    /// What is left of the view with one passage more; `None` where nothing is seen of it.
    pub(super) fn narrowed(
        &self,
        directed_portals: &DirectedPortals,
        first: DirectedPortalId,
        next: DirectedPortalId,
        limits: Limits,
    ) -> Option<Self> {
        let mut target = Corners::from_slice(directed_portals.corners(next));
        if !clip(
            &mut target,
            &directed_portals.directed_portal(first).plane,
            limits,
        ) {
            return None;
        }
        let mut source = self.source.clone();
        if !clip(
            &mut source,
            &directed_portals.directed_portal(next).plane.flipped(),
            limits,
        ) {
            return None;
        }
        if let Some((seen, last)) = &self.last
            && (!clip(&mut target, &directed_portals.directed_portal(*last).plane, limits)
                || !clip_all(&mut target, &self.separators, limits)
                // The same, looking back.
                || !clip_all(&mut source, &separators(&target, seen, limits), limits))
        {
            return None;
        }
        Some(Self {
            separators: separators(&source, &target, limits),
            source,
            last: Some((target, next)),
        })
    }

    /// How a ball lies in view: true where all of it does, so that any opening in it is seen, false where nothing of it
    /// does that counts.
    fn holds_ball(&self, center: DVec3, radius: f64, limits: Limits) -> Option<bool> {
        let mut all = true;
        for plane in &self.separators {
            let distance = plane.distance(center);
            if distance + radius <= limits.least {
                return Some(false);
            }
            all &= distance - radius > limits.least;
        }
        all.then_some(true)
    }

    /// Whether something of an opening is in view.
    fn holds(&self, directed_portals: &DirectedPortals, id: DirectedPortalId, limits: Limits) -> bool {
        let ball = directed_portals.directed_portal(id);
        self.separators.iter().all(|plane| {
            let distance = plane.distance(ball.center);
            // It is the middle of the corners, so that one of them is at least as far.
            distance > limits.least
                || distance + ball.radius > limits.least
                    && directed_portals
                        .corners(id)
                        .iter()
                        .any(|&corner| plane.distance(corner) > limits.least)
        })
    }
}

/// A cluster that a chain has come to.
struct Frame {
    view: View,
    /// Its passages that were not tried yet, last first.
    rest: SmallVec<[DirectedPortalId; 16]>,
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

/// How a search divides its budget.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shares {
    /// Who comes first is served first.
    None,
    /// Each passage of a cluster has an equal share of what its cluster has left.
    Equal,
}

/// Candidates that are looked for in a view at the cost of one step.
const CANDIDATES_A_STEP: u64 = 64;

/// So many candidates with numbers near each other are looked for one by one; more are first looked for together.
const FEW: u32 = 3;

/// What came of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The passages that can be seen.
    pub(super) seen: Vec<u64>,
    /// Steps taken.
    pub(super) steps: u64,
    /// Whether some chain was not followed to its end.
    pub(super) cut_short: bool,
    /// Whether that was for want of steps.
    out_of_steps: bool,
}

impl Search<'_> {
    /// What is seen through a passage, in at most about `budget` steps. What they do not suffice for is taken as seen.
    pub(super) fn run(
        &self,
        first: DirectedPortalId,
        budget: u64,
        scratch: &mut Scratch,
        progress: &Progress,
    ) -> Result<Found, Cancelled> {
        let mut found = self.follow(first, budget - budget / 2, Shares::None, scratch, progress)?;
        if found.out_of_steps {
            // What came last had nothing. With a share for all of them less is left out in the end; what either way
            // rules out is hidden.
            let again = self.follow(first, budget / 2, Shares::Equal, scratch, progress)?;
            found.steps += again.steps;
            found.cut_short = again.cut_short;
            found.out_of_steps = again.out_of_steps;
            for (word, other) in found.seen.iter_mut().zip(&again.seen) {
                *word &= other;
            }
        }
        Ok(found)
    }

    fn follow(
        &self,
        first: DirectedPortalId,
        budget: u64,
        shares: Shares,
        scratch: &mut Scratch,
        progress: &Progress,
    ) -> Result<Found, Cancelled> {
        let words = self.sees.words();
        let Scratch { frames, might } = scratch;
        frames.clear();
        might.clear();
        might.extend_from_slice(self.sees.row(first));
        let mut found = Found {
            seen: self.met.row(first).to_vec(),
            steps: 0,
            cut_short: false,
            out_of_steps: false,
        };
        frames.push(self.frame(View::through(self.directed_portals, first), first, might, budget));
        while let Some(frame) = frames.last_mut() {
            progress.check()?;
            let depth = might.len() / words - 1;
            let Some(next) = frame.rest.pop() else {
                frames.pop();
                might.truncate(depth * words);
                continue;
            };
            let here = &might[depth * words..];
            let sees = self.sees.row(next);
            let adds = adds(here, sees, &found.seen);
            if !adds && bits::contains(&found.seen, next) {
                continue;
            }
            if found.steps >= frame.limit || depth == self.longest {
                bits::insert(&mut found.seen, next);
                take_all(&mut found.seen, here, sees);
                found.cut_short = true;
                found.out_of_steps |= found.steps >= frame.limit;
                continue;
            }
            found.steps += 1;
            let Some(view) = frame
                .view
                .narrowed(self.directed_portals, first, next, self.limits)
            else {
                continue;
            };
            bits::insert(&mut found.seen, next);
            if !adds {
                continue;
            }
            might.extend_from_within(depth * words..);
            let below = &mut might[(depth + 1) * words..];
            let candidates = self.restrict(&view, sees, below, &found.seen);
            found.steps += candidates.looked_at / CANDIDATES_A_STEP;
            if !candidates.any {
                might.truncate((depth + 1) * words);
                continue;
            }
            let rest = frame.limit.saturating_sub(found.steps);
            let share = match shares {
                Shares::None => rest,
                Shares::Equal => rest / (frame.rest.len() as u64 + 1),
            };
            let frame = self.frame(view, next, below, found.steps + share);
            frames.push(frame);
        }
        Ok(found)
    }

    /// Leaves of `might` what can be seen behind the last passage of a view: what that passage sees, less what was not
    /// seen yet and is not in the view.
    fn restrict(&self, view: &View, sees: &[u64], might: &mut [u64], seen: &[u64]) -> Candidates {
        let mut candidates = Candidates {
            looked_at: 0,
            any: false,
        };
        let balls = self.directed_portals.balls();
        for ((((word, &sees), &seen), &(center, radius)), base) in might
            .iter_mut()
            .zip(sees)
            .zip(seen)
            .zip(balls)
            .zip((0..).step_by(64))
        {
            *word &= sees;
            let unseen = *word & !seen;
            if unseen.count_ones() > FEW {
                candidates.looked_at += 1;
                match view.holds_ball(center, radius, self.limits) {
                    Some(true) => {
                        candidates.any = true;
                        continue;
                    }
                    Some(false) => {
                        *word &= !unseen;
                        continue;
                    }
                    None => {}
                }
            }
            for bit in bits::ones(&[unseen]) {
                candidates.looked_at += 1;
                if view.holds(self.directed_portals, base + bit, self.limits) {
                    candidates.any = true;
                } else {
                    *word &= !(1 << bit);
                }
            }
        }
        candidates
    }

    /// The cluster behind a passage.
    fn frame(&self, view: View, directed_portal: DirectedPortalId, might: &[u64], limit: u64) -> Frame {
        let cluster = self.directed_portals.directed_portal(directed_portal).to;
        let rest = if cluster == self.directed_portals.outside() {
            SmallVec::new()
        } else {
            let out = self.directed_portals.out_of(cluster).iter().rev().copied();
            out.filter(|&next| next != back(directed_portal) && bits::contains(might, next))
                .collect()
        };
        Frame { view, rest, limit }
    }
}

/// What may still be found in a view.
struct Candidates {
    looked_at: u64,
    any: bool,
}

/// Whether both sets hold something that `seen` does not.
fn adds(here: &[u64], sees: &[u64], seen: &[u64]) -> bool {
    let mut words = here.iter().zip(sees).zip(seen);
    words.any(|((here, sees), seen)| here & sees & !seen != 0)
}

/// Adds to `seen` all that both sets hold.
fn take_all(seen: &mut [u64], here: &[u64], sees: &[u64]) {
    for ((seen, here), sees) in seen.iter_mut().zip(here).zip(sees) {
        *seen |= here & sees;
    }
}
