//! Chooses the plane of a node. The file of each rule contains its formula, preset and rationale.
//!
//! - `sampled` is the default rule. Its folder contains the cost function, the axis-aligned planes, and the table for
//!   small subtrees.
//! - `ati` scores all planes against all pieces, using `exhaustive` to avoid most of the tests.
//! - `fewest_cuts` and `balanced` are presets of `weighed`; `first` and `random` use the plane of a `single` piece.
//! - `distinct` selects candidates on distinct planes.

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
    /// Preset for the default rule, [`Rule::Sampled`].
    pub const SAMPLED: Self = Self::preset(Rule::Sampled);
    /// Preset for the rule of the ATI SDK's BSP sample, [`Rule::Ati`].
    pub const ATI: Self = Self::preset(Rule::Ati);

    /// Returns the recommended parameters for a rule.
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

pub(super) fn effort(params: &BuildParams) -> Effort {
    match params.rule {
        Rule::First | Rule::Random => Effort::new(1, 1, false),
        Rule::Ati => Effort::new(0, exhaustive::EXPECTED_TESTS, false),
        Rule::FewestCuts | Rule::Balanced => weighed::effort(params),
        Rule::Sampled => Effort::new(params.candidates, params.sample, true),
    }
}

/// Chooses the plane of a node with the given pieces. There must be at least one piece. If a plane is `given`, it is
/// chosen regardless of its score and added to the candidates.
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

/// Chooses the given plane instead of the best one. The given plane is scored against the sample or against all pieces.
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
                counts = counts.with_coplanar_in_front();
            }
            weighed::score(&reached.faces.params, &counts)
        }
    };
    let own = (0..reached.len()).find(|&index| reached.plane(index) == *plane);
    let own = own.map(|index| (index, reached.number(index)));
    Ok(best.choose_stored(plane, own, score, counts))
}
