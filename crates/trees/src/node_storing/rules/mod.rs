//! The choice of a node's plane: a file for each rule, with its formula, its preset and its reason.
//!
//! - `sampled` is the default, in a folder: its costs, planes across axes, and the table by which subtrees of few
//!   pieces are built.
//! - `ati` scores all planes against all pieces, by `exhaustive`, which leaves out most of the tests.
//! - `fewest_cuts` and `balanced` are presets of `weighed`; `first` and `random` take the plane of a `single` piece.
//! - `distinct` keeps candidates on different planes.

mod ati;
mod balanced;
mod distinct;
mod exhaustive;
mod fewest_cuts;
mod first;
mod random;
mod sampled;
mod single;
mod weighed;

use bspwalk_geometry::Plane;
use bspwalk_progress::Cancelled;

pub(super) use sampled::{FEW, Table, grow_few};

use super::context::Reached;
use crate::{
    BuildParams, Rule,
    effort::{Effort, Report},
    scoring::{Best, Choice, Indices, SplitCounts},
};

impl BuildParams {
    /// The preset of the default rule, [`Rule::Sampled`].
    pub const SAMPLED: Self = Self::preset(Rule::Sampled);
    /// The preset of the rule of the ATI SDK's BSP sample, [`Rule::Ati`].
    pub const ATI: Self = Self::preset(Rule::Ati);

    /// The preset of a rule: the parameters that suit it.
    #[must_use]
    pub const fn preset(rule: Rule) -> Self {
        match rule {
            Rule::Sampled => sampled::PRESET,
            Rule::Ati => ati::PRESET,
            Rule::First => first::PRESET,
            Rule::FewestCuts => fewest_cuts::PRESET,
            Rule::Balanced => balanced::PRESET,
            Rule::Random => random::PRESET,
        }
    }
}

/// How much work the rule of these parameters is.
pub(super) fn effort(params: &BuildParams) -> Effort {
    match params.rule {
        Rule::First | Rule::Random => Effort::new(1, 1, false),
        Rule::Ati => Effort::new(0, exhaustive::EXPECTED_TESTS, false),
        Rule::FewestCuts | Rule::Balanced => weighed::effort(params),
        Rule::Sampled => Effort::new(params.candidates, params.sample, true),
    }
}

/// Chooses the plane of a node with these pieces, of which there is at least one. A `given` plane is chosen whatever its
/// score, and is then a candidate as well.
pub(super) fn choose(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
    given: Option<&Plane>,
    table: &mut Table,
) -> Result<Choice, Cancelled> {
    let (best, sample) = match reached.faces.params.rule {
        Rule::First => (first::best(reached, report)?, None),
        Rule::Random => (random::best(reached, random, report)?, None),
        Rule::Ati => (ati::best(reached, report)?, None),
        Rule::FewestCuts | Rule::Balanced => {
            let (best, sample) = weighed::best(reached, random, report)?;
            (best, Some(sample))
        }
        Rule::Sampled => return sampled::choose(reached, random, report, given, table),
    };
    match given {
        Some(plane) => take(best, reached, plane, sample, report),
        None => Ok(best.into_choice()),
    }
}

/// A given plane, beside the best one, scored against a sample of the pieces or all.
fn take(
    best: Best,
    reached: &Reached<'_>,
    plane: &Plane,
    sample: Option<Indices>,
    report: &Report<'_>,
) -> Result<Choice, Cancelled> {
    let sample = sample.unwrap_or_else(|| (0..reached.len() as u32).collect());
    let mut counts = SplitCounts::of_plane(reached, plane, |_| false, &sample, report.progress())?;
    let score = match reached.faces.params.rule {
        Rule::First | Rule::Random => 0.0,
        rule => {
            if rule == Rule::Ati {
                ati::count(&mut counts);
            }
            weighed::score(&reached.faces.params, &counts)
        }
    };
    let own = (0..reached.len()).find(|&index| reached.plane(index) == *plane);
    let own = own.map(|index| (index, reached.number(index)));
    Ok(best.take(plane, own, score, counts))
}
