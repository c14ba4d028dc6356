//! The portal flow: finds what is visible through one directed portal by following chains of portals and clipping the
//! view at each portal.
//!
//! Sources: Teller 1992; `RecursiveLeafFlow` of Quake's compilers. This version is iterative, and the amount of work is
//! limited.

use bspwalk_progress::{Cancelled, Progress};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::{
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals, reverse_portal},
    flow_observer::{FlowObserver, FlowPass, Observed, Reached},
    view::{StackFrame, View},
};

/// Maximum number of portals in a chain. Behind a longer chain, everything that the table allows counts as visible.
pub(super) const LONGEST_CHAIN: usize = 512;

#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) portals: &'a DirectedPortals,
    /// For each portal, a superset of the portals visible behind it.
    pub(super) sees: &'a [FixedBitSet],
    /// For each portal, a set of portals that are definitely visible behind it.
    pub(super) seen: &'a [FixedBitSet],
    pub(super) limits: Limits,
    /// Maximum length of the chains to follow, as a number of portals after the first one.
    pub(super) longest: usize,
}

/// Memory that a thread reuses between searches.
#[derive(Default)]
pub(super) struct Scratch {
    frames: Vec<StackFrame>,
    /// For each frame, and for the next frame to be pushed: the portals that may still be visible along its chain.
    might: Vec<FixedBitSet>,
}

/// Number of candidates that count as one step when they are tested against a view.
const CANDIDATES_A_STEP: u64 = 64;

/// Maximum number of candidates in a block that are tested one by one. If there are more, the bounding sphere of the
/// block is tested first.
const FEW: u32 = 3;

#[derive(Debug)]
pub(super) struct SearchResult {
    pub(super) seen: FixedBitSet,
    pub(super) steps: u64,
    pub(super) cut_short: bool,
    out_of_steps: bool,
}

impl Search<'_> {
    /// Finds the portals visible through a portal, using at most about `budget` steps.
    pub(super) fn run(
        &self,
        first: DirectedPortalId,
        budget: u64,
        scratch: &mut Scratch,
        observer: impl FlowObserver,
        progress: &Progress,
    ) -> Result<SearchResult, Cancelled> {
        let pass = if self.longest == LONGEST_CHAIN {
            FlowPass::Whole
        } else {
            FlowPass::Short
        };
        let mut found = self.follow(first, budget - budget / 2, pass, scratch, observer, progress)?;
        if found.out_of_steps {
            // The steps ran out before the last portals were searched. Search again with equal shares, which leaves
            // fewer portals unsearched. A portal that either search rules out is hidden.
            let pass = FlowPass::EqualShares;
            let again = self.follow(first, budget / 2, pass, scratch, observer, progress)?;
            found.steps += again.steps;
            found.cut_short = again.cut_short;
            found.seen.intersect_with(&again.seen);
        }
        Ok(found)
    }

    /// Follows chains of portals. The portals out of a cluster either take as many steps as they need, one after
    /// another, or share the remaining steps equally.
    fn follow<O: FlowObserver>(
        &self,
        first: DirectedPortalId,
        budget: u64,
        pass: FlowPass,
        Scratch { frames, might }: &mut Scratch,
        observer: O,
        progress: &Progress,
    ) -> Result<SearchResult, Cancelled> {
        let mut found = SearchResult {
            seen: self.seen[first].clone(),
            steps: 0,
            cut_short: false,
            out_of_steps: false,
        };
        might.resize_with(might.len().max(1), FixedBitSet::new);
        might[0].clone_from(&self.sees[first]);
        frames.clear();
        frames.push(self.frame(View::through(self.portals, first), first, &might[0], budget));
        observer.begin_search(self.portals, first, pass, &found.seen);
        self.tell_ruled_out(first, frames, &might[0], observer);
        while let Some(depth) = frames.len().checked_sub(1) {
            progress.check()?;
            let Some(next) = frames[depth].untried.pop() else {
                frames.pop();
                continue;
            };
            let frame = &frames[depth];
            let tell = |observed: Observed<'_>| {
                observer.step(
                    self.portals,
                    Reached {
                        source: first,
                        frames: &frames[..],
                        next,
                    },
                    observed,
                );
            };
            let (here, sees) = (&might[depth], &self.sees[next]);
            let adds = adds(here, sees, &found.seen);
            if !adds && found.seen.contains(next) {
                tell(Observed::Known);
                continue;
            }
            if found.steps >= frame.limit || depth == self.longest {
                found.seen.insert(next);
                insert_common(&mut found.seen, here, sees);
                found.cut_short = true;
                let out_of_steps = found.steps >= frame.limit;
                found.out_of_steps |= out_of_steps;
                tell(Observed::CutShort {
                    out_of_steps,
                    might: [here, sees],
                });
                continue;
            }
            found.steps += 1;
            let view = match frame.view.narrowed(self.portals, first, next, self.limits) {
                Ok(view) => view,
                Err(closing) => {
                    tell(Observed::Closed(closing));
                    continue;
                }
            };
            found.seen.insert(next);
            if !adds {
                tell(Observed::Seen {
                    view: &view,
                    is_known_behind: true,
                });
                continue;
            }
            might.resize_with(might.len().max(depth + 2), FixedBitSet::new);
            let (above, below) = might.split_at_mut(depth + 1);
            below[0].clone_from(&above[depth]);
            let (tested, any) = self.restrict(&view, sees, &mut below[0], &found.seen);
            found.steps += tested / CANDIDATES_A_STEP;
            if !any {
                tell(Observed::Seen {
                    view: &view,
                    is_known_behind: false,
                });
                continue;
            }
            tell(Observed::Followed { view: &view });
            let left = frame.limit.saturating_sub(found.steps);
            let shares = match pass {
                FlowPass::EqualShares => frame.untried.len() as u64 + 1,
                FlowPass::Short | FlowPass::Whole => 1,
            };
            let frame = self.frame(view, next, &below[0], found.steps + left / shares);
            frames.push(frame);
            self.tell_ruled_out(first, frames, &might[depth + 1], observer);
        }
        observer.end_search(self.portals, first, &found.seen);
        Ok(found)
    }

    /// Reports the portals leading out of the last cluster that the search skips.
    fn tell_ruled_out<O: FlowObserver>(
        &self,
        source: DirectedPortalId,
        frames: &[StackFrame],
        might: &FixedBitSet,
        observer: O,
    ) {
        if !O::ENABLED || !observer.watches(self.portals, source) {
            return;
        }
        let Some(last) = frames.last() else { return };
        let pass = last.pass(source);
        let cluster = self.portals.get(pass).to;
        if cluster == self.portals.outside() {
            return;
        }
        let out = self.portals.portals_from(cluster).iter().copied();
        for next in out.filter(|&next| next != reverse_portal(pass) && !might.contains(next)) {
            let mut chain = frames.iter().map(|frame| frame.pass(source));
            let by = chain.find(|&portal| !self.sees[portal].contains(next));
            let reached = Reached { source, frames, next };
            observer.step(self.portals, reached, Observed::RuledOut { by });
        }
    }

    fn restrict(
        &self,
        view: &View,
        sees: &FixedBitSet,
        might: &mut FixedBitSet,
        seen: &FixedBitSet,
    ) -> (u64, bool) {
        let (mut tested, mut any) = (0, false);
        let blocks = might.as_mut_slice().iter_mut().zip(sees.as_slice());
        let blocks = blocks.zip(seen.as_slice()).zip(&self.portals.spheres);
        for ((((block, &sees), &seen), &(center, radius)), base) in
            blocks.zip((0..).step_by(usize::BITS as usize))
        {
            *block &= sees;
            let mut unseen = *block & !seen;
            if unseen.count_ones() > FEW {
                tested += 1;
                match view.contains_sphere(center, radius, self.limits) {
                    Some(true) => {
                        any = true;
                        continue;
                    }
                    Some(false) => {
                        *block &= !unseen;
                        continue;
                    }
                    None => {}
                }
            }
            while unseen != 0 {
                let bit = unseen.trailing_zeros();
                unseen &= unseen - 1;
                tested += 1;
                if view.contains(self.portals, base + bit as usize, self.limits) {
                    any = true;
                } else {
                    *block &= !(1 << bit);
                }
            }
        }
        (tested, any)
    }

    fn frame(&self, view: View, portal: DirectedPortalId, might: &FixedBitSet, limit: u64) -> StackFrame {
        let cluster = self.portals.get(portal).to;
        let untried = if cluster == self.portals.outside() {
            SmallVec::new()
        } else {
            let out = self.portals.portals_from(cluster).iter().rev().copied();
            out.filter(|&next| next != reverse_portal(portal) && might.contains(next))
                .collect()
        };
        StackFrame { view, untried, limit }
    }
}

fn adds(here: &FixedBitSet, sees: &FixedBitSet, seen: &FixedBitSet) -> bool {
    let blocks = here.as_slice().iter().zip(sees.as_slice());
    let mut blocks = blocks.zip(seen.as_slice());
    blocks.any(|((here, sees), seen)| here & sees & !seen != 0)
}

fn insert_common(seen: &mut FixedBitSet, here: &FixedBitSet, sees: &FixedBitSet) {
    let blocks = here.as_slice().iter().zip(sees.as_slice());
    for (seen, (here, sees)) in seen.as_mut_slice().iter_mut().zip(blocks) {
        *seen |= here & sees;
    }
}
